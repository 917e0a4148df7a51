"""Sorites, held against endpoints in many moods: what is answered or said, what is asked, what it costs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ..command import Ended, sorites
from .moods import FAMILIES, MOODS
from .moods.mood import CONTEXT, QUESTION, Mood
from .server import KEY, Endpoint, endpoint


def solve(at: Endpoint, mood: Mood, cache: Path, *, key: str = KEY) -> Ended:
    return sorites(
        "solve", "--translator", f"openai:{mood.name}", "--context", CONTEXT, "--question", QUESTION,
        "--base-url", at.url, "--solver", "z3", "--max-repairs", "0", "--json", *mood.options,
        env={"OPENAI_API_KEY": key, "XDG_CACHE_HOME": str(cache)},
    )  # fmt: skip


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a clock that goes on only where somebody would wait, so that waiting takes no time, and is told exactly."""
    passed, sleep = [0.0], asyncio.sleep

    async def waited(seconds: float) -> None:
        passed[0] += seconds
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", waited)
    monkeypatch.setattr("sorites.translators.models.throttle.time", SimpleNamespace(monotonic=lambda: passed[0]))
    monkeypatch.setattr("tests.endpoints.server.now", lambda: passed[0])


def test_the_moods_are_many_and_have_names_of_their_own() -> None:
    assert len(MOODS) == sum(len(family) for family in FAMILIES.values()) > 80


@pytest.mark.parametrize("mood", [pytest.param(mood, id=name) for name, mood in MOODS.items()])
def test_mood(mood: Mood, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with endpoint(mood.behave, strict=mood.strict, key=mood.key) as at:
        ended = solve(at, mood, tmp_path)
    faults = list(wrong_with(mood, at, ended, caplog.text))
    assert not faults, f"{faults}\n{requests(at)}\n{ended.stderr}{ended.stdout[-3000:] if mood.code == 0 else ''}"


def wrong_with(mood: Mood, at: Endpoint, ended: Ended, logged: str) -> Iterator[str]:
    """Yield what is not as the mood says that it should be."""
    shown = ended.stdout + ended.stderr + logged
    printed = json.loads(ended.stdout) if ended.stdout.startswith("{") else {}
    if (ended.returncode, printed.get("answer")) != (mood.code, mood.answer):
        yield f"it ended with {ended.returncode} and the answer {printed.get('answer')}"
    if not mood.at_least <= len(at.asked) <= mood.at_most:
        yield f"{len(at.asked)} requests, not {mood.requests}"
    yield from (f"'{words}' is not said" for words in mood.says if words not in shown)
    yield from (f"'{words}' is said" for words in ("Traceback", KEY, *mood.never) if words in shown)
    if mood.code == 2 and len(ended.stderr.strip().splitlines()) != 1:
        yield "the reason is not one line"
    if mood.holds is not None and len(at.asked) >= mood.at_least and not mood.holds(at):
        yield "the requests are not as they should be"
    if printed:
        yield from wrongly_counted(printed["usage"], at)


def wrongly_counted(counted: dict[str, Any], at: Endpoint) -> Iterator[str]:
    """Yield where the usage that is printed is not what the server counted."""
    if (counted["input_tokens"], counted["output_tokens"]) != at.spent:
        yield f"{counted} tokens, not {at.spent}"
    if counted["requests"] != len(at.asked) or counted["cached"]:
        yield f"{counted}, not {len(at.asked)} requests"


def requests(at: Endpoint) -> list[dict[str, Any]]:
    """Return the requests in short."""
    return [{n: v for n, v in b.items() if n not in {"messages", "tools", "response_format"}} for b in at.bodies]
