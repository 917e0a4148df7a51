"""Datasets and translators of one's own: from a file that the user names, and by entry points."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sorites.eval import load_dataset, run
from sorites.eval.runs.execution import Workers
from sorites.solvers import UserError
from sorites.translators.registry import make_translator

from ..command import answered, sorites

CATS = """
from sorites import Problem, read_program, Translation
from sorites.eval import Sample
from sorites.translators import YES_NO

class Cats:
    name, scheme = "cats", YES_NO
    def __init__(self, last=2): self.last = last
    def __len__(self): return self.last
    def __iter__(self):
        for kind, gold in list({"cat": "yes", "dog": "no"}.items())[: self.last]:
            yield Sample(Problem(kind, f"All cats sleep. Tom is a {kind}.", "Does Tom sleep?", YES_NO), gold, "cats")

def one_cat(path): return Cats(1)

class Always:
    name = "always"
    def translations(self, problem):
        return [Translation(read_program("Premises:\\nP(a)\\nConclusion:\\nP(a)"), self.name, 0.0)]

ready = Always()
def broken(path): raise KeyError("inside")
nothing = 3
"""


@pytest.fixture
def own(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the user's, of a name that no other test has."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / f"own_{abs(hash(request.node.name))}.py"
    file.write_text(CATS, "utf-8")
    return file


@pytest.mark.parametrize("translator", ["Always", "ready"])
@pytest.mark.parametrize("dataset", ["Cats", "one_cat"])
def test_a_file_of_ones_own_on_the_command_line(own: Path, dataset: str, translator: str) -> None:
    found = answered("bench", f"{own}:{dataset}", "--translator", f"{own}:{translator}")
    assert found["dataset"] == "cats"
    assert found["translator"] == "always"
    assert (found["samples"], found["accuracy"]) == ((2, 0.5) if dataset == "Cats" else (1, 1.0))
    if dataset == "Cats":
        solved = answered(
            "solve", "--context", "All cats sleep.", "--question", "Is it so?", "--translator", f"{own}:{translator}"
        )
        assert solved["answer"] == "True"


def test_a_file_of_ones_own_in_other_processes(own: Path) -> None:
    found = run(f"{own}:Cats", translators=[f"{own}:Always"], workers=Workers(processes=2))
    assert found.cells["always"].accuracy == 0.5
    assert found.cells["always"].unscored == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Cat", "has no 'Cat'; it has Cats, one_cat, Always"),
        ("broken", "can't be made: KeyError: 'inside'"),
        ("nothing", "is no dataset: it needs a name, a scheme"),
        ("Always", "is no dataset"),
    ],
)
def test_what_is_wrong_with_ones_own_is_said(own: Path, name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        load_dataset(f"{own}:{name}")


def test_files_that_can_not_be_loaded(own: Path) -> None:
    with pytest.raises(UserError, match="is no translator: it has no name, or no translations"):
        make_translator(f"{own}:nothing")
    ended = sorites("bench", "sample", "--translator", f"{own.parent}/nowhere.py:T")
    assert (ended.returncode, "there is no file" in ended.stderr) == (2, True)
    faulty = own.with_name("faulty_file_of_ones_own.py")
    faulty.write_text("import nothing_of_this_name\n", "utf-8")
    with pytest.raises(UserError, match=r"can't be loaded: ModuleNotFoundError: .*nothing_of_this_name"):
        make_translator(f"{faulty}:T")
    shadow = own.with_name("json.py")
    shadow.write_text("T = 1\n", "utf-8")
    with pytest.raises(UserError, match="there is another module of the name 'json'"):
        make_translator(f"{shadow}:T")


def test_packages_register_theirs(tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "cats-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: cats\nVersion: 1.0\n", "utf-8")
    points = f"[sorites.datasets]\nmycats = {own.stem}:one_cat\nbadcats = {own.stem}:broken\nnocats = {own.stem}:no\n"
    (told / "entry_points.txt").write_text(points, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(load_dataset("mycats")) == 1
    with pytest.raises(UserError, match="the dataset 'badcats' can't be made: KeyError: 'inside'"):
        load_dataset("badcats")
    with pytest.raises(UserError, match=r"the dataset 'nocats' of the package cats \(.*\) can't be loaded"):
        load_dataset("nocats")
    with pytest.raises(UserError, match="badcats, mycats"):
        load_dataset("yourcats")
