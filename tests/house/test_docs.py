"""What the documents show is true."""

from __future__ import annotations

import doctest
import importlib.util
import pkgutil
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import sorites
from sorites import MissingExtra, solvers
from sorites.testing import Reply, serving

from ..conftest import SHARED
from ..notebooks import PAGE as NOTEBOOK_PAGE
from ..pages import Story, blocks, commands
from ..replies import GOOD
from ..standins import STAND_INS, stand_in

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {NOTEBOOK_PAGE})]
RECORDED = ("FOLIO_dev_gpt-4", "FOLIO_dev_gpt-3.5-turbo", "ProofWriter_dev_gpt-4", "ProntoQA_dev_gpt-4")
NOT_RUN = 15
"""How many blocks of all pages are not run; each says why."""


def _reads(page: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.shared_data] if "recorded:" in page.read_text(encoding="utf-8") else []


def any_model(number: int, request: dict[str, Any]) -> Reply:
    """Answer as a model might that knows one problem: kind people are nice, Anne is kind; or as a stand-in does."""
    if request["model"] in STAND_INS:
        return stand_in(request)
    last = request["messages"][-1]
    if last["role"] == "tool" or not {"tools", "response_format"} & set(request):
        return Reply("Anne is nice.")
    shape = request.get("response_format", {}).get("json_schema", {"name": "FOLProgram"})
    tools = request.get("tools") or [{"function": shape}]
    replies: dict[str, Any] = {
        "FOLProgram": GOOD,
        "Reconsidered": GOOD,
        "TextAlone": {**GOOD, "goal": {"sentence": "", "formula": "⊤"}},
        "GoalsOut": {"goals": [GOOD["goal"]]},
        "DirectAnswer": {"answer": "True"},
        "ask_the_prover": {"context": "Kind people are nice. Anne is kind.", "question": "Is Anne nice?"},
        "refund": {"order": "A7", "amount": 95},
        "ReasonedAnswer": {"reasoning": "Kind people are nice.", "answer": "True"},
    }
    name = tools[0]["function"]["name"]
    return Reply(replies[name]) if name in replies else Reply(status=400)


def _with_examples() -> list[str]:
    names = ["sorites", *(found.name for found in pkgutil.walk_packages(sorites.__path__, "sorites."))]
    files = {name: spec.origin for name in names if (spec := importlib.util.find_spec(name)) and spec.origin}
    return [n for n, file in files.items() if re.search(r"^ *>>> ", Path(file).read_text(encoding="utf-8"), re.M)]


@pytest.mark.parametrize("name", _with_examples())
def test_the_examples_of_a_docstring(name: str) -> None:
    try:
        found = doctest.testmod(importlib.import_module(name), raise_on_error=True)
    except doctest.DocTestFailure as failure:
        pytest.fail(f"{failure.example.source}said {failure.got} and not {failure.example.want}")
    except doctest.UnexpectedException as failure:
        if isinstance(failure.exc_info[1], MissingExtra):
            pytest.skip(str(failure.exc_info[1]))
        raise failure.exc_info[1] from None
    assert found.attempted > 0


@pytest.mark.parametrize("page", [pytest.param(p, id=str(p.relative_to(ROOT)), marks=_reads(p)) for p in PAGES])
def test_what_a_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for recorded in (
        *(f"logic_lm/{name}.json" for name in RECORDED), "baselines/CoT_FOLIO_dev_Llama-3-8B.json"
    ):  # fmt: skip
        if (SHARED / recorded).exists():
            (tmp_path / Path(recorded).name).symlink_to(SHARED / recorded)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(script=any_model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        Story(tmp_path, server.url).run(page)


def test_what_is_not_run_says_why() -> None:
    left = [block for page in PAGES for block in blocks(page) if block.skipped]
    assert len(left) == NOT_RUN, left
    for block in left:
        other, runs, _ = block.skipped.partition(" runs it")
        assert not runs or block.text in {one.text for one in blocks(ROOT / other)}, "there it is another"


def test_files_that_pages_name_exist() -> None:
    for page in PAGES:
        for name in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / name).exists(), f"{page.name}: {name}"


def test_the_readme_has_two_commands() -> None:
    first = next(block for block in blocks(ROOT / "README.md") if block.kind == "sh")
    assert len(commands(first.text)) == 2


def test_the_generated_problems_are_answered_as_shown() -> None:
    page = (ROOT / "docs" / "generators.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n(.*?)```", page, re.S)
    shown = [(blocks[i - 1], block) for i, block in enumerate(blocks) if block.startswith("Predicates:")]
    assert len(shown) == 4
    answers = {"yes": "entailed", "True": "entailed", "proved": "entailed", "no": "refuted", "False": "refuted"}
    for problem, program in shown:
        answer = problem.rstrip().rpartition("Answer: ")[2]
        assert solvers.prove(program).verdict == answers[answer]
