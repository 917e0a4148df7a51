"""Translation by a model, against a real server: samples, schemas, names of models and of translators."""

from __future__ import annotations

import json
import logging
import multiprocessing
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from sorites.solvers import MissingExtra, UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, Translator, TranslatorOptions, make_chat, make_translator
from sorites.translators.models.chat import Message, ModelUnavailable
from sorites.translators.problem import TRUE_FALSE_UNCERTAIN, Problem

from ..replies import GOOD

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Is Anne nice?"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("openai:m", "aiohttp", "models"), ("langchain:openai:m", "langchain", "langchain")],
)
def test_a_missing_extra_is_said_in_one_line(
    name: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra) as caught:
        make_translator(name)
    assert f"uv sync --extra {extra}" in str(caught.value)
    assert f"pip install 'sorites[{extra}]'" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


PROBLEM = Problem("p", CONTEXT, QUESTION, TRUE_FALSE_UNCERTAIN)


def goal_of(translator: Translator) -> str:
    [found] = translator.translations(PROBLEM)
    assert found.reading.program is not None
    return found.reading.program.goal.gloss


def test_every_translator_crosses_to_a_process_that_was_spawned(tmp_path: Path) -> None:
    recorded = tmp_path / "programs.json"
    text = "Premises:\nKind(anne) ::: Anne is kind.\nConclusion:\nNice(anne) ::: Anne is nice."
    recorded.write_text(json.dumps([{"id": "p", "raw_logic_programs": [text]}]))
    with serving(GOOD) as server, ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for name in ("english", f"recorded:{recorded}", "openai:scripted", "langchain:openai:scripted"):
            translator = make_translator(name, options=ModelOptions(server.url, cache=tmp_path / name[:4]))
            here = goal_of(translator)  # its connections are open now
            assert pool.submit(goal_of, translator).result() == here
            again = pickle.loads(pickle.dumps(translator))
            assert (again.name, goal_of(again)) == (translator.name, here)
    assert len(server.requests) == 2  # the cache crosses too


def test_what_is_asked_can_be_a_key() -> None:
    same = Problem("p", CONTEXT, QUESTION, TRUE_FALSE_UNCERTAIN)
    assert len({PROBLEM, same}) == 1
    assert len({make_translator("english"), make_translator("english")}) == 1


def test_langchain_tells_schemas_of_one_name_apart() -> None:
    def schema(field: str) -> type[BaseModel]:
        return type("Out", (BaseModel,), {"__annotations__": {field: str}})

    with serving(script=lambda n, request: Reply(dict.fromkeys(required(request), "x"))) as server:
        chat = make_chat("langchain:openai:scripted", ModelOptions(server.url))
        for field in ("one", "other"):
            reply = chat.fill([Message("user", "Fill in.")], schema(field))
            assert reply.valid
            assert json.loads(reply.raw) == {field: "x"}


def required(request: dict[str, Any]) -> list[str]:
    return list(request["tools"][0]["function"]["parameters"]["properties"])


@pytest.mark.parametrize(("status", "words"), [(400, "refuses"), (403, "gives no answers"), (404, "knows no model")])
def test_langchain_tells_what_the_user_must_mend(status: int, words: str) -> None:
    with serving(Reply(status=status)) as server, pytest.raises(UserError, match=words):
        make_translator("langchain:openai:scripted", options=ModelOptions(server.url)).translations(PROBLEM)


def test_langchain_tells_that_there_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(UserError, match="can't make"):
        make_translator("langchain:openai:scripted").translations(PROBLEM)


def test_langchain_tells_what_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sorites.translators.models.dialogue.PASSING_SECONDS", 0.0)
    name = "langchain:openai:scripted"
    with pytest.raises(ModelUnavailable):  # nobody listens there
        make_translator(name, options=ModelOptions("http://127.0.0.1:9/v1", retries=0)).translations(PROBLEM)


def test_the_logs_of_the_host_stay_as_they_are(caplog: pytest.LogCaptureFixture) -> None:
    names = ("", "instructor", "instructor.v2.retry", "openai", "httpx")
    before = [logging.getLogger(name).level for name in names]
    with serving(Reply("no JSON"), GOOD) as server:
        assert goal_of(make_translator("openai:scripted", options=ModelOptions(server.url)))
    assert len(server.requests) == 2  # asked again
    assert [logging.getLogger(name).level for name in names] == before
    assert not [r for r in caplog.records if r.name.startswith("instructor")]
    logging.getLogger("instructor.v2.retry").error("somebody else's")
    assert [r.getMessage() for r in caplog.records if r.name.startswith("instructor")] == ["somebody else's"]


def factory(argument: str, options: TranslatorOptions) -> Translator:
    """Make what another package would make: here, a model's translator that keeps to its own samples."""
    return make_translator(f"openai:{argument}", samples=options.samples + 1, options=options.model)


def test_other_packages_get_all_options(monkeypatch: pytest.MonkeyPatch) -> None:
    place = EntryPoint("mine", f"{__name__}:factory", "sorites.translators")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, name: [place])
    with serving(GOOD) as server:
        translator = make_translator("mine:scripted", samples=2, options=ModelOptions(server.url))
        assert len(translator.translations(PROBLEM)) == 3


@pytest.mark.parametrize("where", [True, "replies.sqlite"])
def test_a_cache_may_be_the_default_one_or_a_path_in_words(
    where: bool | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.chdir(tmp_path)
    with serving(GOOD) as server:
        for _ in range(2):
            make_translator("openai:scripted", options=ModelOptions(server.url, cache=where)).translations(PROBLEM)
    assert len(server.requests) == 1
    assert len(list(tmp_path.rglob("replies.sqlite"))) == 1
