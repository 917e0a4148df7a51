"""Benchmarks from Python: what ``sorites bench`` calls."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from sorites.agent.options import Options
from sorites.eval import Dataset, Sample, Workers, compare, load_run, run
from sorites.eval.runs.cells import Cell, ProgramCell
from sorites.eval.runs.execution import Execution
from sorites.eval.runs.manifest import Identity
from sorites.eval.runs.store import Store
from sorites.eval.tasks.sample import GoldTranslator
from sorites.solvers import Limits, Semantics, UserError
from sorites.testing import Reply, serving
from sorites.translators import TRUE_FALSE_UNCERTAIN, YES_NO, LabelScheme, ModelOptions, Problem, Translation
from sorites.translators.recorded import read_recorded

from ..command import answered, sorites
from ..replies import GOOD

YES = "Premises:\nP(a)\nConclusion:\nP(a)\n"
NO = "Premises:\n¬P(a)\nConclusion:\nP(a)\n"
OPEN = "Premises:\nQ(a)\nConclusion:\nP(a)\n"


@dataclass(frozen=True)
class Mine:
    """A dataset of one's own."""

    programs: tuple[str, ...] = (YES, NO, OPEN, "p q", YES)
    name: str = "mine"
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN

    def __len__(self) -> int:
        return len(self.programs)

    def __iter__(self) -> Iterator[Sample]:
        for number, program in enumerate(self.programs):
            problem = Problem(str(number), "c", "q", self.scheme)
            yield Sample(problem, "True", "mine", {"parity": str(number % 2)}, program=program)


@dataclass(frozen=True)
class Same:
    """A translator of one's own, which says the same of every problem."""

    name: str
    texts: tuple[str, ...]

    def translations(self, problem: Problem) -> list[Translation]:
        return [read_recorded(text, self.name) for text in self.texts]


@dataclass
class Seen:
    """What was told of a run."""

    last: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __call__(self, standing: Any) -> None:
        self.last[standing.cell] = standing.done, standing.total


def test_datasets_and_translators_of_ones_own() -> None:
    seen = Seen()
    mine: Dataset = Mine()
    found = run(mine, translators=["gold", Same("yes", (YES,))], watch=seen)
    assert [(r.cell, r.label) for r in found.records if r.cell == "gold"] == [
        ("gold", label) for label in ("True", "False", "Uncertain", None, "True")
    ]
    assert found.cells["yes"].accuracy == 1.0
    assert found.cells["gold"].accuracy == 0.4
    assert found.cells["gold"].groups["parity"]["0"].samples == 3
    assert seen.last == {"gold": (5, 5), "yes": (5, 5)}
    assert all(record.program for record in run(mine, translators=["gold"], limit=3).records)
    assert [len(several) for several in found.problems] == [1] * 10


def test_a_run_without_a_folder_leaves_nothing_behind() -> None:
    found = run("sample", limit=2)
    folder = found.folder
    assert [record.verdict for record in found.records]
    assert folder.is_dir()
    records = found.records
    del found
    assert len(list(records)) == 2, "who goes through the records keeps them"
    assert not folder.exists()


def test_a_run_shows_itself(tmp_path: Path) -> None:
    odd = Same("<b>|odd", (YES,))
    found = run(Mine(), translators=["gold", odd], out=tmp_path / "run")
    assert "| gold | 5 | 80.0% | 50.0% | 40.0% |" in found._repr_markdown_()
    shown = found._repr_html_()
    assert "&lt;b&gt;|odd" in shown
    assert "sign-flip test of whole stories" in shown
    again = load_run(tmp_path / "run")
    assert again._repr_html_().count("<td>") == shown.count("<td>")
    assert found.report(tmp_path / "report").read_text("utf-8").startswith("<!doctype html>")
    assert [p.name for p in (tmp_path / "report").iterdir()] == ["report.html"]
    compared = compare(found, run(Mine(), translators=[Same("no", (NO,))], out=tmp_path / "other"))
    assert list(compared.cells) == ["run: gold", "run: <b>|odd", "other: no"]
    [pair] = [p for p in compared.pairs if p.first == "run: gold" and p.second == "other: no"]
    assert compared.flips(pair) == {"0": True, "4": True}
    with pytest.raises(UserError, match="one cell only"):
        compare(run("sample", limit=1))


# -- what runs do not share --------------------------------------------------------------


def options(name: str, text: str) -> Options:
    return Options.of(Same(name, (text,)), "z3", Limits(5))


def store(folder: Path) -> Store:
    return Store(folder, Identity({"version": 2, "settings": {}, "started": "now"}, {}), resume=False)


@pytest.mark.parametrize("processes", [1, 2])
def test_two_runs_in_turn_keep_their_cells(tmp_path: Path, processes: int) -> None:
    stores = [store(tmp_path / name) for name in ("yes", "no")]
    cells: list[list[Cell]] = [[ProgramCell("mine", options(*one))] for one in (("yes", YES), ("no", NO))]
    runs = [
        Execution(own, Mine((YES,) * 12), Workers(processes)).into(kept)
        for own, kept in zip(cells, stores, strict=True)
    ]
    labels: list[set[str | None]] = [set(), set()]
    for pair in zip_longest(*runs):
        for place, found in enumerate(pair):
            labels[place] |= {record.label for record in found[1]} if found else set()
    for kept in stores:
        kept.close()
    assert labels == [{"True"}, {"False"}]


@dataclass(frozen=True)
class Refusing(Same):
    """A translator that the user must mend first, from some problem on."""

    at: int = 0

    def translations(self, problem: Problem) -> list[Translation]:
        if int(problem.id) >= self.at:
            raise UserError(f"nothing of {problem.id}")
        return super().translations(problem)


def test_what_is_answered_before_a_run_ends_is_kept(tmp_path: Path) -> None:
    """Several samples are taken at once; the one at which the run ends takes none of the others with it."""
    with pytest.raises(UserError, match="nothing of 30"):
        run(Mine((YES,) * 60), translators=[Refusing("r", (YES,), 30)], out=tmp_path / "run")
    assert [record.id for record in load_run(tmp_path / "run").records] == [str(number) for number in range(30)]


def test_processes_may_be_spawned(tmp_path: Path) -> None:
    """As on macOS and Windows, where a process starts with nothing of its parent's."""
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing\n"
        "from sorites.eval import Workers, run\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    found = run('sample', translators=['gold'], limit=4, solver='horn', workers=Workers(2))\n"
        "    print([one.accuracy for one in found.cells.values()], len(list(found.records)))\n"
    )
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip() == "[1.0] 4"


# -- who answers, and by which rule ----------------------------------------------------------


def test_semantics_belong_to_problems() -> None:
    rules = "Premises:\n∀x (P(x) → Q(x))\n¬Q(a)\nConclusion:\n¬P(a)\n"
    found = {
        meant: next(run(Mine((rules,)), translators=["gold"], semantics=meant).records) for meant in (None, "rules")
    }
    assert [(r.label, r.semantics) for r in found.values()] == [("True", "classical"), ("Uncertain", "rules")]
    problem = Problem("0", "c", "q", TRUE_FALSE_UNCERTAIN, (), Semantics.RULES)
    cell = ProgramCell("mine", Options.of(GoldTranslator(""), "z3"))
    assert cell.of(Sample(problem, "True", "mine", program=rules))[0].label == "Uncertain"


def test_a_fallback_answers_where_no_program_does() -> None:
    without = run(Mine(("p q",) * 30), translators=["gold"])
    found = run(Mine(("p q",) * 30), translators=["gold"], fallback="random")
    assert without.cells["gold"].accuracy == 0.0
    [cell] = found.cells.values()
    assert cell.accuracy is not None
    assert 0.0 < cell.accuracy < 1.0
    assert (cell.executable_rate, cell.coverage) == (0.0, 0.0)
    assert cell.executable_accuracy is cell.precision is None, "a share of nothing is none"
    assert {record.fallback for record in found.records} == {"random"}
    with pytest.raises(UserError, match="there is no fallback 'oracle'"):
        run("sample", fallback="oracle")
    shown = answered("bench", "sample", "--limit", "2", "--fallback", "random")
    assert shown["accuracy"] == 1.0


def test_requests_keep_a_pace() -> None:
    """Two samples of a problem are two requests."""
    with serving(script=lambda number, request: Reply(GOOD)) as server:
        model = ModelOptions(server.url, api_key="k", rpm=600)
        started = time.monotonic()
        run("sample", translators=["openai:m"], limit=2, samples=2, max_repairs=0, model=model)
    assert len(server.requests) == 4
    assert time.monotonic() - started >= 0.3


@pytest.mark.parametrize("name", ["samples", "max_repairs", "limit", "draw"])
def test_no_count_is_less_than_nothing(name: str) -> None:
    options: dict[str, Any] = {name: -1}
    with pytest.raises(UserError, match=f"'{name}' is -1"):
        run("sample", **options)


def test_a_gold_label_that_no_answer_can_have() -> None:
    """It would count as wrong whatever is answered."""

    @dataclass(frozen=True)
    class Odd:
        name: str = "odd"
        scheme: LabelScheme = YES_NO

        def __len__(self) -> int:
            return 1

        def __iter__(self) -> Iterator[Sample]:
            yield Sample(Problem("one", "Anne is kind.", "Is Anne kind?", self.scheme), "ja", "here")

    with pytest.raises(UserError, match="the label 'ja', which no answer to it can have; there are no, yes"):
        run(Odd(), translators=["english"])


# -- by the command --------------------------------------------------------------------------


def rows_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "records.jsonl").read_text("utf-8").splitlines()
    found = [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in lines]
    return sorted(found, key=lambda r: (r["cell"], r["id"], r.get("sample", 0)))


def bench(*arguments: str, code: int = 0) -> str:
    ended = sorites("bench", *arguments)
    assert ended.returncode == code, ended.stderr
    return ended.stdout


def test_processes_and_ray_give_the_same_records(tmp_path: Path) -> None:
    # Rules have one argument each; which countermodel Z3 finds hangs on what the process did before.
    arguments = ["generated:boardgameqa?n=8&seed=1&depth=1", "--translator", "english"]
    bench(*arguments, "--out", str(tmp_path / "one"))
    bench(*arguments, "--out", str(tmp_path / "two"), "--workers", "2")
    for _ in range(9):  # Ray gives up on a cluster of ours after 30 s, however busy the machine is
        ended = sorites("bench", *arguments, "--out", tmp_path / "ray", "--set", "engine=ray", "--resume")
        if "timed out during startup" not in ended.stderr:
            break
    assert ended.returncode == 0, ended.stderr
    assert rows_of(tmp_path / "one") == rows_of(tmp_path / "two") == rows_of(tmp_path / "ray")


def test_parts_of_datasets(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    shared = ["generated:boardgameqa?n=40&seed=2&depth=1", "--translator", "gold", "--out", str(folder)]
    bench(*shared, "--where", "depth=1", "--where", "label=proved", "--draw", "5", "--seed", "3")
    found = rows_of(folder)
    assert len(found) == 5
    assert {(r["tags"]["depth"], r["gold"]) for r in found} == {("1", "proved")}
    assert sorites("bench", "sample", "--where", "depth").returncode == 2
