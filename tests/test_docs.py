"""What the documents show is true."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

from sorites import solvers
from sorites.solvers.language.parser import parse_formula

from .command import sorites

ROOT = Path(__file__).parent.parent


def test_the_docstring_of_solvers() -> None:
    results = doctest.testmod(solvers)
    assert results.attempted >= 4
    assert results.failed == 0


def test_the_python_of_the_readme() -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    ended = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint(outcome.verdict, outcome.certificate.checked)"],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert ended.stdout.strip() == "entailed True"


def test_the_readme_has_two_commands_and_the_files_that_it_names() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```sh\n(.*?)```", readme, re.S)
    assert first is not None
    commands = first.group(1).replace("\\\n", " ").strip().splitlines()
    assert len(commands) == 2
    asked = shlex.split(commands[0].partition("uv run sorites ")[2], comments=True)
    answered = sorites(*asked)
    assert answered.returncode == 0
    for line in re.findall(r"```text\n.*?```", readme, re.S)[0].splitlines()[2:9]:
        if line[:1].isdigit() or "refuted" in line:
            assert line in answered.stdout
    for name in re.findall(r"\]\(([^)#]+)\)", readme):
        assert (ROOT / name).exists(), name


def test_the_signs_of_the_language() -> None:
    table = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    for name, shape in {
        "and": "p {} q",
        "or": "p {} q",
        "exclusive or": "p {} q",
        "implies": "p {} q",
        "not": "{} p",
    }.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| {name} |"))
        for sign in row.split("`")[1].replace("\\|", "|").split():
            formula, diagnostics = parse_formula(shape.format(sign))
            assert formula is not None, (name, sign)
            assert not diagnostics


def test_the_generated_problems_are_answered_as_shown() -> None:
    page = (ROOT / "docs" / "generators.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", page, re.S)
    shown = [(blocks[i - 1], block) for i, block in enumerate(blocks) if block.startswith("Predicates:")]
    assert len(shown) == 4
    answers = {"yes": "entailed", "True": "entailed", "proved": "entailed", "no": "refuted", "False": "refuted"}
    for problem, program in shown:
        answer = problem.rstrip().rpartition("Answer: ")[2]
        assert solvers.solve(program).verdict == answers[answer]
