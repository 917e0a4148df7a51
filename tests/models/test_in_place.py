"""Models as the user has them: by names with endpoints, and clients in place."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sorites import UserError
from sorites.testing import Reply, serving
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Problem, make_chat, make_translator
from sorites.translators.models.chat import ChatModel, ModelUnavailable, RequestRefused
from sorites.translators.models.endpoints import resolved
from sorites.translators.models.in_place import chat_of
from sorites.translators.models.language_model import ModelTranslator
from sorites.translators.models.prices import Price, price_of
from sorites.translators.models.prompts import load_prompt
from sorites.translators.options import Mode

from ..replies import FAULTY, GOOD

PROBLEM = Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN)
SECRET = "sk-planted-in-a-test"


def goal(model: Any, options: ModelOptions = ModelOptions(), name: str = "") -> str:
    return goal_of(chat_of(model, options, name))


def goal_of(chat: ChatModel) -> str:
    translator = ModelTranslator(chat, load_prompt())
    program = translator.translations(PROBLEM)[0].reading.program
    assert program is not None
    return program.goal.gloss


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("kind", ["OpenAI", "AsyncOpenAI"])
def test_a_client_of_openai(kind: str, later: bool) -> None:
    import openai

    with serving(FAULTY, GOOD) as server:
        client = getattr(openai, kind)(api_key=SECRET, base_url=server.url)
        chat = chat_of(client, name="mine")
        translator = ModelTranslator(chat, load_prompt())
        if later:
            [found] = asyncio.run(translator.atranslations(PROBLEM))
        else:
            [found] = translator.translations(PROBLEM)
    assert found.reading.program is not None
    assert [r.reason for r in found.requests] == ["ask", "reask"]
    assert found.usage.input_tokens == 200
    assert {r["model"] for r in server.requests} == {"mine"}
    assert {h["authorization"] for h in server.headers} == {f"Bearer {SECRET}"}
    assert SECRET not in repr(chat)


def test_a_client_of_openai_needs_the_name_of_the_model() -> None:
    import openai

    with pytest.raises(UserError, match="model_name"):
        chat_of(openai.OpenAI(api_key="k"))


@pytest.mark.parametrize("kind", ["OpenAI", "AsyncOpenAI"])
def test_a_client_of_instructor(kind: str) -> None:
    import instructor
    import openai

    with serving(FAULTY, GOOD) as server:
        client = instructor.from_openai(getattr(openai, kind)(api_key="k", base_url=server.url))
        seen: list[Any] = []
        client.on("completion:response", seen.append)
        assert goal(client, name="mine") == "Anne is nice."
    assert len(server.requests) == 2
    assert len(seen) == 2  # its own hooks see what is asked


def test_a_model_of_langchain_without_tools() -> None:
    import json

    from langchain_core.language_models import FakeListChatModel

    assert goal(FakeListChatModel(responses=[f"```json\n{json.dumps(GOOD)}\n```"])) == "Anne is nice."


def wrapped(kind: str, model: Any) -> Any:
    from langchain_core.runnables import ConfigurableField

    match kind:
        case "bind":
            return model.bind(temperature=0.3)
        case "retry":
            return model.with_retry()
        case "bind and retry":
            return model.with_retry().bind(temperature=0.3)
        case "fallbacks":
            broken = model.model_copy(update={"openai_api_base": "http://127.0.0.1:9/v1"})
            return model.bind(temperature=0.3).with_fallbacks([broken])
        case "fields":
            return model.configurable_fields(temperature=ConfigurableField(id="t"))
        case _:
            return model.with_config(tags=["mine"])


@pytest.mark.parametrize("mode", ["auto", "json", "markdown"])
@pytest.mark.parametrize("kind", ["bind", "retry", "bind and retry", "fallbacks", "fields", "config"])
def test_models_of_langchain_with_runnables_around_them(kind: str, mode: Mode) -> None:
    from langchain_openai import ChatOpenAI

    with serving(GOOD) as server:
        inner = ChatOpenAI(model="mine", api_key=SECRET, base_url=server.url)  # type: ignore[arg-type]
        chat = chat_of(wrapped(kind, inner), ModelOptions(mode=mode))
        assert goal_of(chat) == "Anne is nice."
        assert chat.name == "langchain:ChatOpenAI:mine"
        assert SECRET in chat.secrets  # type: ignore[attr-defined]
    [request] = server.requests
    assert ("tools" in request) == (mode == "auto")
    assert request.get("temperature") == (0.3 if kind in {"bind", "bind and retry", "fallbacks"} else None)


def test_what_is_bound_to_a_model_tells_its_kept_answers_apart(tmp_path: Path) -> None:
    from langchain_openai import ChatOpenAI

    with serving(GOOD) as server:
        inner = ChatOpenAI(model="mine", api_key=SECRET, base_url=server.url)  # type: ignore[arg-type]
        for temperature in (0.1, 0.2, 0.1):
            chat = chat_of(inner.bind(temperature=temperature), ModelOptions(cache=tmp_path / "replies"))
            assert goal_of(chat) == "Anne is nice."
    assert [request["temperature"] for request in server.requests] == [0.1, 0.2]


def test_a_model_that_is_made_for_each_request() -> None:
    from langchain.chat_models import init_chat_model

    with serving(GOOD) as server:
        model = init_chat_model(
            "openai:mine", configurable_fields=("temperature",), api_key=SECRET, base_url=server.url
        )
        chat = chat_of(model)
        assert goal_of(chat) == "Anne is nice."
        assert SECRET in chat.secrets  # type: ignore[attr-defined]


def test_a_model_of_langchain_that_wants_to_stream_and_knows_no_calls() -> None:
    """What its endpoint refuses leads to the plainest form, and to a stream, as for our own client."""
    from langchain_openai import ChatOpenAI

    from ..endpoints.moods.mood import good
    from ..endpoints.moods.vendors import ORDER, STREAM_ONLY, dashscope, has_calls, mistral, no, streams
    from ..endpoints.server import KEY, endpoint

    behave = no((has_calls, mistral(ORDER)), (lambda body: not streams(body), dashscope(STREAM_ONLY)), otherwise=good)
    with endpoint(behave) as at:
        model = ChatOpenAI(model="mine", api_key=KEY, base_url=at.url, max_retries=0)  # type: ignore[arg-type]
        assert goal_of(chat_of(model)) == "Anne is nice."
    assert len(at.asked) == 3


@pytest.mark.parametrize("kind", ["OpenAI", "AsyncOpenAI"])
def test_a_client_of_openai_at_an_endpoint_that_streams_only(kind: str) -> None:
    import openai

    from ..endpoints.moods.vendors import STREAM_ONLY, dashscope, no, streams
    from ..endpoints.server import KEY, endpoint

    with endpoint(no((lambda body: not streams(body), dashscope(STREAM_ONLY)))) as at:
        client = getattr(openai, kind)(api_key=KEY, base_url=at.url)
        assert goal_of(chat_of(client, name=f"streams-{kind}")) == "Anne is nice."
    assert len(at.asked) == 2


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("kind", ["langchain", "openai", "instructor"])
def test_a_model_that_has_no_more_answers_is_an_error_at_once(kind: str, later: bool) -> None:
    """``StopIteration``, as a scripted model raises it whose answers are used up, is no end of anything here."""
    chat = chat_of(in_place(kind, lambda *args, **named: next(iter([]))), ModelOptions(model_timeout=20.0), "mine")
    translator = ModelTranslator(chat, load_prompt())
    with pytest.raises(RequestRefused, match="StopIteration"):
        asyncio.run(translator.atranslations(PROBLEM)) if later else translator.translations(PROBLEM)


@pytest.mark.parametrize("kind", ["langchain", "openai", "instructor"])
def test_a_model_in_place_has_the_time_that_it_is_given(kind: str) -> None:
    given_up = threading.Event()
    answered = []

    def hang(*args: Any, **named: Any) -> None:
        answered.append(given_up.wait(60))

    chat = chat_of(in_place(kind, hang), ModelOptions(model_timeout=0.2, retries=1), "mine")
    with pytest.raises(ModelUnavailable, match=r"no answer within 0\.2 seconds"):
        ModelTranslator(chat, load_prompt()).translations(PROBLEM)
    assert not answered, "nobody waited for it"
    given_up.set()


def in_place(kind: str, answers: Callable[..., Any]) -> Any:
    """Return a model of a kind, or a client, that calls this for each answer."""
    import instructor
    import openai
    from langchain_core.language_models import GenericFakeChatModel

    class Blocking(GenericFakeChatModel):
        def _generate(self, *args: Any, **named: Any) -> Any:
            return answers()

    if kind == "langchain":
        return Blocking(messages=iter([]))
    client = openai.OpenAI(api_key="k", base_url="http://127.0.0.1:9/v1")
    found = client.with_options(max_retries=0)
    found.chat.completions.create = answers  # type: ignore[method-assign]
    if kind == "instructor":
        return instructor.from_openai(found)
    client.with_options = lambda **more: found  # type: ignore[method-assign]
    return client


@pytest.mark.parametrize("thing", [42, object(), print])
def test_what_is_no_model_is_refused_at_once(thing: object) -> None:
    with pytest.raises(UserError, match="is no model"):
        chat_of(thing)


def test_a_name_with_its_endpoint_and_options() -> None:
    with serving(GOOD) as server:
        name = (
            f"openai:qwen3:8b@{server.url}?temperature=0.6&max_tokens=900&reasoning_effort=low"
            "&extra.chat_template_kwargs.enable_thinking=false"
        )
        translator = make_translator(name, options=ModelOptions("http://127.0.0.1:9/v1", temperature=0.1))
        assert translator.translations(PROBLEM)[0].reading.program is not None
        assert translator.name == name
    [request] = server.requests
    assert request["model"] == "qwen3:8b"
    assert (request["temperature"], request["max_tokens"], request["reasoning_effort"]) == (0.6, 900, "low")
    assert request["chat_template_kwargs"] == {"enable_thinking": False}


def test_a_key_is_sent_to_no_other_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("OTHER_KEY", "other-key")
    with serving(GOOD) as server:
        make_translator(f"openai:m@{server.url}").translations(PROBLEM)
        make_translator(f"openai:m@{server.url}?key_env=OTHER_KEY").translations(PROBLEM)
    assert [h["authorization"] for h in server.headers] == ["Bearer none", "Bearer other-key"]


def test_nothing_is_sent_that_is_not_asked_for() -> None:
    with serving(GOOD) as server:
        make_translator("openai:m", options=ModelOptions(server.url)).translations(PROBLEM)
    assert set(server.requests[0]) == {"model", "messages", "tools", "tool_choice"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai:m@http://h/v1?temperature=9", "less than or equal to 2"),
        ("openai:m@http://h/v1?temprature=1", "no option 'temprature'"),
        ("openai:m@http://u:hunter2@h/v1?retries=x", "retries"),
        ("openai:m@http://h/v1?key_env=NOT_THERE_AT_ALL", "NOT_THERE_AT_ALL"),
        ("openai:@http://h/v1", "is no model"),
        ("openai:m@http://h/v1?extra.model=other", "is ours to set"),
        ("openai:m@http://h/v1?extra.api_key=hunter2", "looks like a key"),
        ("openai:m@http://h/v1?api_key=hunter2", "no option 'api_key'"),
    ],
)
def test_a_name_that_is_wrong(name: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        make_chat(name)
    assert "hunter2" not in str(caught.value)


def test_names_of_models_are_left_as_they_are() -> None:
    for name in ("openai:llama3.1:8b", "openai:@cf/meta/llama", "openai:org/model:free", "langchain:a:b@c"):
        assert resolved(name, ModelOptions()) == (name, ModelOptions())


def test_prices_are_found_by_whole_names() -> None:
    price = Price(input=1, output=2)
    assert price_of("openai:llama3.1:8b", {"llama3.1:8b": price}) is price
    assert price_of("openai:m@http://h/v1?temperature=0", {"m": price}) is price
    assert price_of("local", {"local": price}) is price
    assert price_of("openai:llama3.1:8b", {"8b": price}) is price
    assert price_of("openai:other", {"m": price}) is None


def test_an_address_with_a_query_is_refused_and_not_shown() -> None:
    with pytest.raises(UserError, match="has a query behind it") as caught:
        make_translator("openai:m", options=ModelOptions("http://h/v1?key=hunter2")).translations(PROBLEM)
    assert "hunter2" not in str(caught.value)


def test_an_answer_in_a_wrapper_is_taken() -> None:
    with serving({"FOLProgram": GOOD}) as server:
        [found] = make_translator("openai:m", options=ModelOptions(server.url)).translations(PROBLEM)
    assert found.reading.program is not None
    assert len(server.requests) == 1


def test_odd_figures_of_tokens_are_none() -> None:
    import json

    def script(number: int, request: dict[str, Any]) -> Reply:
        message = {"role": "assistant", "content": json.dumps(GOOD)}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
        usage = {"prompt_tokens": "100", "completion_tokens": -5, "total_tokens": None}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        return Reply(body=json.dumps({**body, "choices": choices, "usage": usage}))

    with serving(script=script) as server:
        [found] = make_translator("openai:m", options=ModelOptions(server.url)).translations(PROBLEM)
    assert (found.usage.input_tokens, found.usage.output_tokens) == (100, 0)
