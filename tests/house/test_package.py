"""What is installed: the wheel, the sdist, types for users, the core alone; what is said where an extra is missing.

Environments are made of links to packages that are here already, so that no test needs the network. ``.ci/run`` gives
in ``SORITES_PYTHON`` the interpreter of one into which uv installed the wheel.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Callable
from email.parser import HeaderParser
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
TEXT = "Kind people are nice. Anne is kind."
MYTH = "Premises:\n∀x (Man(x) → Mortal(x))\nMan(socrates)\nConclusion:\nMortal(socrates)\n"

Environment = Callable[..., Path]
"""For names of extras the interpreter of an environment that has them and the core, and nothing else."""


def build(kind: str, source: Path, folder: Path) -> Path:
    """Build the wheel or the sdist of a source tree, and return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    [made] = folder.iterdir()
    return made


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def needed(requirements: list[str], extras: set[str]) -> set[str]:
    """Return the distributions that requirements bring, and what these require in their turn."""
    found: dict[str, set[str]] = {}
    left = [(text, extras) for text in requirements]
    while left:
        text, wanted = left.pop()
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in ("", *wanted)):
            continue
        name = canonicalize_name(requirement.name)
        if name == "sorites":
            left += [(text, requirement.extras) for text in requirements]
        elif name not in found or not requirement.extras <= found[name]:
            found[name] = found.get(name, set()) | requirement.extras
            left += [(text, requirement.extras) for text in distribution(name).requires or ()]
    return set(found)


@pytest.fixture(scope="session")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    @cache
    def make(*extras: str) -> Path:
        given = os.environ.get("SORITES_PYTHON")
        if given and not extras:
            return Path(given)
        folder = tmp_path_factory.mktemp("environment")
        venv.create(folder, symlinks=True)
        [site] = folder.glob("lib/python*/site-packages")
        with ZipFile(wheel) as archive:
            archive.extractall(site)
            [metadata] = [name for name in archive.namelist() if name.endswith("/METADATA")]
            header = HeaderParser().parsestr(archive.read(metadata).decode())
        for name in needed(header.get_all("Requires-Dist", []), set(extras)):
            files = distribution(name).files or ()
            for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
                (site / top).symlink_to(Path(str(distribution(name).locate_file(top))))
        return folder / "bin" / "python"

    return make


def run(python: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run an environment's interpreter where no file of ours is near."""
    home = python.parent.parent
    return subprocess.run(
        [python, *arguments],
        input=text, capture_output=True, text=True, cwd=home, timeout=120, check=False,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": "200"},
    )  # fmt: skip


def test_the_lock_has_all_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = list(project["project"]["dependencies"])
    for group in (*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()):
        asked += [entry for entry in group if isinstance(entry, str)]  # else it names another group
    locked: dict[str, set[str]] = {}
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if "==" in line:
            name, _, version = line.partition(";")[0].partition("==")
            locked.setdefault(name, set()).add(version.strip())
    for requirement in map(Requirement, asked):
        versions = locked.get(canonicalize_name(requirement.name), set())
        fits = requirement.name == "sorites" or any(requirement.specifier.contains(version) for version in versions)
        assert fits, f"requirements.lock has no {requirement}; CONTRIBUTING.md says how it is made again"


def test_the_wheel_is_one_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        infos = archive.infolist()
    tops = {info.filename.partition("/")[0] for info in infos}
    assert {re.sub(r"-[\d.]+\.dist-info", ".dist-info", top) for top in tops} == {"sorites", "sorites.dist-info"}
    rooms = {info.filename.split("/")[1] for info in infos if info.filename.startswith("sorites/")}
    assert {"agent", "eval", "solvers", "translators", "__init__.py", "__main__.py", "py.typed"} <= rooms
    links = [info.filename for info in infos if info.external_attr >> 28 == 0o12]
    assert not links
    assert not [info.filename for info in infos if re.search(r"tests?/|__pycache__|\.pyc$|_cache", info.filename)]
    here = {str(path.relative_to(ROOT)) for room in rooms for path in (ROOT / room).rglob("*.py")}
    assert here <= {info.filename.removeprefix("sorites/") for info in infos}


def test_a_browser_is_asked_for_what_it_can_have(wheel: Path) -> None:
    """Provers are processes, which are not there; the rest has wheels for WebAssembly, or is Python."""
    with ZipFile(wheel) as archive:
        [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        told = HeaderParser().parsestr(archive.read(metadata).decode())
    there = {"sys_platform": "emscripten", "platform_machine": "wasm32", "extra": ""}
    needed = [
        one
        for one in map(Requirement, told.get_all("Requires-Dist") or ())
        if not one.marker or one.marker.evaluate(there)
    ]
    assert {one.name for one in needed} == {"z3-solver", "pydantic", "typer", "rich"}


def test_the_wheel_says_whose_what_it_carries_is(wheel: Path) -> None:
    """Each licence in the folder is in the wheel, is named in its metadata, and names a file that the wheel carries."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = [name for name in names if name.endswith(".dist-info/METADATA")]
        told = HeaderParser().parsestr(archive.read(metadata).decode())
    assert told["License-Expression"] == "MIT"
    licences = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "licenses").iterdir())
    assert sorted(told.get_all("License-File") or ()) == ["LICENSE", *licences]
    for licence in licences:
        assert metadata.replace("METADATA", f"licenses/{licence}") in names
        text = (ROOT / licence).read_text(encoding="utf-8")
        assert f"sorites/{re.split(r'[ ,]', text, maxsplit=1)[0]}" in names, "a licence begins with what it is of"


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as archive:
        assert not [member.name for member in archive if member.issym() or member.islnk()]
        archive.extractall(tmp_path / "source", filter="data")
    [source] = (tmp_path / "source").iterdir()
    with ZipFile(wheel) as here, ZipFile(build("wheel", source, tmp_path / "again")) as again:
        assert {name: here.read(name) for name in here.namelist()} == {
            name: again.read(name) for name in again.namelist()
        }


ONE_AFTER_ANOTHER = """
import json, sys
from sorites.eval.cli.main import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["sorites", *arguments]
    try:
        main()
    except SystemExit as ended:
        print("ended with", ended.code)
"""

ALONE = [
    (("--version",), "sorites "),
    (("solve", "--context", TEXT, "--question", "Is Anne nice?", "--check"), "certificate checked"),
    (("prove", "myth.fol", "--solver", "z3", "--check"), "ENTAILED"),
    (("prove", "myth.fol", "--solver", "eprover", "--check"), "ENTAILED"),
    (("translate", "--context", TEXT), "Kind(anne)"),
    (("datasets",), "folio"),
    (("doctor",), "pip install 'sorites[langchain]'"),
]
"""What the core alone can, and words that it says then."""
MISSING = [
    ("models", (), ("solve", "--context", TEXT, "--question", "Is Anne nice?", "--translator", "openai:some")),
    ("models", ("eval",), ("weaknesses", "--translator", "openai:some")),
    ("eval", (), ("generate", "provergen", "--n", "2", "--out", "made.jsonl")),
    ("langchain", (), ("solve", "--context", TEXT, "--question", "x?", "--translator", "langchain:openai:some")),
    ("eval", (), ("bench", "sample", "--out", "kept")),
    ("eval", (), ("datasets", "folio")),
    ("mcp", (), ("mcp",)),
    ("ray", ("eval",), ("bench", "sample", "--set", "engine=ray")),
]
"""The extra that is missing, those that are there, and the command."""


def one_after_another(python: Path, *commands: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run commands in one process, since each takes a while to start."""
    return run(python, "-c", ONE_AFTER_ANOTHER, json.dumps(commands))


def test_the_core_alone_answers(environment: Environment) -> None:
    python = environment()
    (python.parent.parent / "myth.fol").write_text(MYTH, encoding="utf-8")
    told = one_after_another(python, *(arguments for arguments, _ in ALONE))
    *parts, rest = told.stdout.split("ended with 0\n")
    assert not rest, told.stderr
    for part, (arguments, words) in zip(parts, ALONE, strict=True):
        assert words in part, arguments
    code = (
        f"import sorites; print('sorites', sorites.__version__); print(sorites.prove({MYTH!r}).verdict)\n"
        f"print(sorites.solve({TEXT!r}, 'Is Anne nice?').answer)\nsorites.SolverAgent()"
    )
    ended = run(python, "-c", code)
    assert ended.stdout == f"{parts[0]}entailed\nTrue\n"
    assert ended.stderr.splitlines()[-1].startswith("sorites.solvers.errors.MissingExtra: ")
    assert "'sorites[langchain]'" in ended.stderr


@pytest.mark.parametrize("here", [(), ("eval",)])
def test_a_missing_extra_is_said_in_one_line(environment: Environment, here: tuple[str, ...]) -> None:
    asked = [(extra, arguments) for extra, there, arguments in MISSING if there == here]
    ended = one_after_another(environment(*here), *(arguments for _, arguments in asked))
    assert ended.stdout.splitlines() == ["ended with 2"] * len(asked)
    for (extra, _), line in zip(asked, ended.stderr.splitlines(), strict=True):
        assert line.startswith("error: ")
        assert f"pip install 'sorites[{extra}]'" in line


def test_the_extra_eval_is_enough_for_a_benchmark(environment: Environment) -> None:
    ended = run(environment("eval"), "-m", "sorites", "bench", "sample", "--limit", "3", "--json")
    assert ended.returncode == 0, ended.stderr
