"""A room is imported as a part of ``sorites`` and by no other name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("agent", "eval", "solvers", "translators")


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter that was started in the clone's root."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)


def test_every_room_at_the_root_is_linked() -> None:
    here = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert here == set(ROOMS)
    assert {path.name for path in (ROOT / "src" / "sorites").iterdir() if path.is_symlink()} == here


def test_no_module_has_a_second_name() -> None:
    modules = (*ROOMS, "solvers.logic.syntax", "eval.cli.main", "translators.english")
    code = (
        f"import sys\nfor module in {modules}:\n    try:\n        __import__(module)\n    except ImportError as error:"
        f"\n        print(error)\nprint([name for name in sys.modules if name.partition('.')[0] in {ROOMS}])"
    )
    said = [f"this folder is the package sorites.{m.partition('.')[0]}; import it by that name" for m in modules]
    assert python(code).stdout.splitlines() == [*said, "[]"]


def test_a_room_refuses_its_second_name_inside_pytest_too() -> None:
    assert str(ROOT) in sys.path, "pytest puts the root there, for tests/__init__.py"
    with pytest.raises(ImportError, match=r"sorites\.solvers"):
        __import__("solvers")


def loaded(code: str) -> set[str]:
    """Return the modules that a new interpreter has after some code."""
    ended = python(f"import sys\n{code}\nprint('\\nloaded', *sys.modules)")
    return set(ended.stdout.rpartition("\nloaded ")[2].split())


COMMAND = """
from sorites.eval.cli.main import main
sys.argv = ["sorites", {}]
try:
    main()
except SystemExit:
    pass
"""
MODELS = {"openai", "instructor", "aiohttp", "json_repair", "httpx", "sorites.translators.models.openai_chat"}
HEAVY = MODELS | {"asyncio", "langchain", "langchain_core", "scipy", "numpy", "pandas", "ray", "mcp"}


def test_importing_the_package_loads_none_of_it() -> None:
    found = loaded("import sorites")
    assert [name for name in found if name.startswith(("sorites.", "pydantic", "z3"))] == ["sorites._lazy"]


def test_the_agent_loads_langchain_only_when_one_is_made() -> None:
    found = loaded("from sorites import SolverAgent, solve, prove")
    assert not sorted(found & (HEAVY | {"typer", "rich", "z3"}))


def test_help_loads_no_solver() -> None:
    found = loaded(COMMAND.format("'--help'"))
    assert not [name for name in found if name.startswith(("sorites.solvers", "sorites.translators"))]
    assert not sorted(found & (HEAVY | {"pydantic", "z3"}))


def test_an_answer_by_the_grammar_loads_no_model() -> None:
    asked = "'solve', '--context', 'Kind people are nice. Anne is kind.', '--question', 'Is Anne nice?'"
    found = loaded(COMMAND.format(asked))
    assert "sorites.translators.english" in found
    models = {f"sorites.translators.models.{name}" for name in ("background", "prices", "schema")}
    assert not sorted(found & (HEAVY | models))


def test_threads_that_need_the_tables_of_words_at_once_all_have_them() -> None:
    code = (
        "import sys\nfrom concurrent.futures import ThreadPoolExecutor\nfrom sorites.agent import wordings\n"
        "asked = [wordings.stems, wordings.may_deny, wordings.english, wordings.denied_by] * 2\n"
        "with ThreadPoolExecutor(8) as pool:\n    print(len([*pool.map(lambda ask: ask('ravens'), asked)]))\n"
    )
    done = python(code)
    assert (done.stdout, done.stderr) == ("8\n", "")


def test_a_run_that_asks_no_model_loads_none() -> None:
    found = loaded(COMMAND.format("'bench', 'sample', '--limit', '1', '--json'"))
    assert "sorites.eval.runs.execution" in found
    needless = {f"sorites.translators.models.{name}" for name in ("prompts", "schema", "language_model")}
    needless |= {"sorites.solvers.notation.tptp", "sorites.solvers.notation.smtlib_reader"}
    assert not sorted(found & (HEAVY | needless | {"rich.console"}))


def test_a_model_by_name_loads_no_client_but_the_pool_of_connections() -> None:
    """openai and instructor are for clients of the user's own: their import takes longer than all else at the start."""
    from sorites.testing import serving

    from ..replies import GOOD

    told = "from sorites.translators import ModelOptions, Problem, TRUE_FALSE_UNCERTAIN, make_translator"
    told += "\nproblem = Problem('p', 'Anne is kind.', 'Is Anne nice?', TRUE_FALSE_UNCERTAIN)"
    with serving(GOOD) as server:
        options = f"ModelOptions({server.url!r}, cache=None)"
        found = loaded(f"{told}\nmake_translator('openai:m', options={options}).translations(problem)")
    assert "aiohttp" in found
    assert not sorted(found & {"openai", "instructor", "langchain_core", "httpx", "json_repair", "tenacity"})
