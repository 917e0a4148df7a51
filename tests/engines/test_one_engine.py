"""With Z3 alone everything works: the other engines are hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..problems import CASES

ROOT = Path(__file__).parents[2]
HIDDEN = {"PROVER9": "/nowhere", "EPROVER": "/nowhere"}

CODE = """
from sorites.solvers.registry import engine
from sorites.solvers import prove
from tests.problems import ARITHMETIC, CASES
assert not engine('prover9').installed and not engine('eprover').installed
wrong = [c.name for c in CASES + ARITHMETIC if prove(c.text, check=True).verdict is not c.verdict]
print(len(CASES + ARITHMETIC), wrong)
"""


def test_all_programs_are_answered() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, cwd=ROOT, env={**os.environ, **HIDDEN}, check=True
    )
    assert ended.stdout.split(" ", 1)[1].strip() == "[]"
    assert int(ended.stdout.split()[0]) > len(CASES)


@pytest.mark.parametrize("solver", ["prover9", "eprover"])
def test_an_engine_that_is_missing_is_named_with_the_remedy(solver: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "sorites", "prove", "examples/socrates.fol", "--solver", solver],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, **HIDDEN}, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert f"the solver '{solver}' is not installed here" in ended.stderr
    assert "pip install" in ended.stderr
