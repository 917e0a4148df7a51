"""Secrets: what is one, where things hold theirs, and texts without them."""

from __future__ import annotations

import logging
from base64 import b64encode
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import SoritesError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, make_chat
from sorites.translators.masking import MASK, held_by, masked
from sorites.translators.models.chat import Message
from sorites.translators.models.in_place import chat_of
from sorites.translators.models.schema import FOLProgram

from ..command import sorites

KEY = "pl4nted/Zq8vW2xK7m"
"""No key by its looks."""


@given(st.text("abcXYZ019-_/+.=", min_size=8, max_size=40), st.sampled_from(["plain", "quoted", "broken", "base64"]))
def test_a_long_secret_is_found_in_every_form(secret: str, form: str) -> None:
    forms = {
        "plain": secret,
        "quoted": quote(secret),
        "broken": f"{secret[:4]}\n  {secret[4:]}",
        "base64": b64encode(secret.encode()).decode(),
    }
    assert masked(f"It is ‹{forms[form]}›.", [secret]).replace(MASK, "") in {"It is ‹›.", "It is ‹=›.", "It is ‹==›."}


@pytest.mark.parametrize("secret", ["k", "ab", "z9x", "hunter2"])
def test_short_secrets_are_masked_in_messages_alone(secret: str) -> None:
    said = f"the key '{secret}' is wrong: {secret}, about kabuki"
    assert masked(said, [secret], short=True) == f"the key '{MASK}' is wrong: {MASK}, about kabuki"
    assert masked(said, [secret]) == said


def test_a_key_of_two_lines_is_masked_line_by_line() -> None:
    assert masked(repr("Bearer first-half\nother-half"), ["first-half\nother-half"]) == f"'Bearer {MASK}'"


def said_by(chat: Any) -> str:
    with pytest.raises(SoritesError) as caught:
        chat.fill([Message("user", "Is Anne kind?")], FOLProgram)
    found, error = [str(caught.value)], caught.value.__cause__
    while error is not None:
        found.append(repr(error))
        error = error.__cause__
    return " ".join(found)


@pytest.mark.parametrize(
    ("kind", "key"),
    [("named", "zq"), ("named", KEY), *((kind, KEY) for kind in ("langchain", "OpenAI", "AsyncOpenAI", "instructor"))],
)
def test_a_key_is_in_no_error_whoever_made_the_client(kind: str, key: str, caplog: pytest.LogCaptureFixture) -> None:
    import instructor
    import openai
    from langchain_openai import ChatOpenAI

    caplog.set_level(logging.WARNING)
    header = {"X-Api-Key": "qj"}
    echo = Reply("", body=f'{{"error": {{"message": "denied: {key}, qj"}}}}', status=401)
    with serving(*[echo] * 4) as server:
        made: dict[str, Any] = {"api_key": key, "base_url": server.url, "default_headers": header}
        match kind:
            case "named":
                chat = make_chat("openai:m", ModelOptions(server.url, api_key=key, headers=header))
            case "langchain":
                chat = chat_of(ChatOpenAI(model="m", max_retries=0, **made))
            case "instructor":
                chat = chat_of(instructor.from_openai(openai.OpenAI(**made)), name="m")
            case _:
                chat = chat_of(getattr(openai, kind)(**made), name="m")
        said = said_by(chat)
    assert "denied: ***, ***" in said
    assert f" {key}" not in said + caplog.text


def test_a_key_with_a_line_break_in_it_is_refused_and_one_behind_it_is_nothing() -> None:
    with serving(Reply("", status=401)) as server:
        for key in ("first-half\nother-half", "key-with-…"):
            said = said_by(make_chat("openai:m", ModelOptions(server.url, api_key=key)))
            assert "no request can carry" in said
            assert "half" not in said
        said_by(make_chat("openai:m", ModelOptions(server.url, api_key="mine\n")))
    assert [h["authorization"] for h in server.headers] == ["Bearer mine"]


def test_a_key_with_a_line_break_in_a_client_of_ones_own_is_in_no_error() -> None:
    import openai

    client = openai.OpenAI(api_key="first-half\nother-half", base_url="http://127.0.0.1:9/v1")
    said = said_by(chat_of(client, ModelOptions(retries=0), name="m"))
    assert "half" not in said


@pytest.mark.parametrize("place", ["key_env", "key_file"])
@pytest.mark.parametrize("how", ["set", "name"])
@pytest.mark.parametrize("key", [KEY, "sk-abcdefgh", "abc123"])
def test_a_key_that_stands_where_its_place_should_is_not_shown(place: str, how: str, key: str, tmp_path: Path) -> None:
    more = {
        "set": ("--translator", "openai:m", "--set", f"{place}={key}"),
        "name": ("--translator", f"openai:m?{place}={key}"),
    }[how]
    ended = sorites("solve", "--question", "Is Anne kind?", *more)
    assert ended.returncode == 2
    assert place in ended.stderr
    if not (how == "name" and place == "key_file"):  # what is called a file is shown as the name that was given
        assert key not in ended.stdout + ended.stderr


def test_what_a_client_holds_within_another_one_is_known() -> None:
    inner = SimpleNamespace(api_key="inner-key", _base_url="http://me:pass-word@host/v1")
    assert {"inner-key", "pass-word"} <= set(held_by(SimpleNamespace(client=inner)))
