"""Many requests to one endpoint: what it teaches one of them, all keep to."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sorites import Options, Solution, aanswer, answer
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Problem, Translator, make_translator
from sorites.translators.registry import make_model_translator

from .moods.limits import PER_MINUTE
from .moods.mood import CONTEXT, QUESTION, error, faulty, good, refuse, then, without
from .moods.parameters import SEED, reasoning
from .server import KEY, Asked, Endpoint, Raw, endpoint
from .speaking import Said

PROBLEMS = [Problem(f"p{i}", f"{CONTEXT} Person {i} is tall.", QUESTION, TRUE_FALSE_UNCERTAIN) for i in range(12)]


def translator(at: Endpoint, samples: int = 1, name: str = "openai:m", **options: Any) -> Translator:
    return make_translator(name, samples=samples, options=ModelOptions(at.url, api_key=KEY, **options))


def solve(who: Translator, problem: Problem = PROBLEMS[0], *, repairs: int = 0) -> Solution:
    return answer(problem, Options.of(who, "z3", max_repairs=repairs))


def all_at_once(who: Translator, problems: list[Problem] = PROBLEMS) -> list[Solution]:
    async def gathered() -> list[Solution]:
        how = Options.of(who, "z3", max_repairs=0)
        return await asyncio.gather(*(aanswer(problem, how) for problem in problems))

    return asyncio.run(gathered())


def test_what_is_refused_is_remembered() -> None:
    with endpoint(reasoning) as at:
        who = translator(at, temperature=0.2, max_tokens=5000)
        first, second = solve(who), solve(who, PROBLEMS[1])
        assert (first.answer, second.answer) == ("True", "True")
        assert first.usage.requests > second.usage.requests == 1
        assert solve(translator(at, temperature=0.2, max_tokens=5000), PROBLEMS[2]).usage.requests == 1
        assert (first.usage + second.usage).reasoning_tokens == 2 * 640


def test_many_that_learn_at_once_all_answer() -> None:
    with endpoint(without("seed", refuse(SEED, "seed", "unsupported_parameter"))) as at:
        found = all_at_once(translator(at, seed=7))
    assert [s.answer for s in found] == ["True"] * len(PROBLEMS)
    assert sum(s.usage.requests for s in found) == len(at.asked) <= 2 * len(PROBLEMS)


def test_a_limit_slows_all_workers() -> None:
    """The first four are in flight when the limit is told; nobody else begins before it is over."""
    told = threading.Barrier(4, timeout=30)

    def behave(asked: Asked) -> Said | Raw:
        if asked.number >= 4:
            return good(asked)
        told.wait()
        return Raw(PER_MINUTE, 429, {"Retry-After": "1"})

    with endpoint(behave) as at, ThreadPoolExecutor(4) as pool:
        who = translator(at)
        found = list(pool.map(lambda p: solve(who, p), PROBLEMS))
    assert [s.answer for s in found] == ["True"] * len(PROBLEMS)
    first, others = at.asked[:4], at.asked[4:]
    assert len(others) == len(PROBLEMS)
    assert min(a.at for a in others) - max(a.at for a in first) >= 0.95


def test_requests_run_at_once() -> None:
    """Each answer waits until all are asked for."""
    together = threading.Barrier(len(PROBLEMS), timeout=60)

    def behave(asked: Asked) -> Said:
        together.wait()
        return good(asked)

    with endpoint(behave) as at:
        found = all_at_once(translator(at))
    assert [s.answer for s in found] == ["True"] * len(PROBLEMS)
    assert at.most == len(PROBLEMS)


def test_every_request_is_on_record() -> None:
    reset = error(429, PER_MINUTE, retry_after_ms="20")
    steps = then(refuse(SEED, "seed", "unsupported_parameter"), faulty, reset, good)
    with endpoint(steps) as at:
        found = solve(translator(at, seed=3))
    assert found.answer == "True"
    requests = found.best.translation.requests
    assert [r.reason for r in requests] == ["ask", "adapt", "reask", "retry"]
    assert [bool(r.fault) for r in requests] == [True, True, True, False]
    assert [r.usage.output_tokens for r in requests][::2] == [0, 0]
    assert (found.usage.input_tokens, found.usage.output_tokens) == at.spent
    assert len(found.best.translation.faults) == 1


def test_a_reply_of_the_cache_costs_nothing(tmp_path: Path) -> None:
    with endpoint(then(faulty, good)) as at:
        for asked in (2, 0):
            found = solve(translator(at, cache=tmp_path / "replies.sqlite"))
            assert (found.answer, found.usage.requests) == ("True", asked)
    assert found.usage.cached
    assert (found.usage.input_tokens, found.usage.output_tokens) == (0, 0)


def test_what_watches_a_client_sees_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tracers such as OpenTelemetry's wrap ``chat.completions.create``; a client that is given is called as it is."""
    seen: list[str] = []
    from openai.resources.chat.completions import AsyncCompletions, Completions

    for kind in (AsyncCompletions, Completions):
        create = kind.create

        def wrapped(self: Any, *args: Any, _create: Any = create, **given: Any) -> Any:
            seen.append(given["model"])
            return _create(self, *args, **given)

        monkeypatch.setattr(kind, "create", wrapped)
    with endpoint(then(faulty, good)) as at:
        from openai import AsyncOpenAI

        client = AsyncOpenAI(api_key=KEY, base_url=at.url)
        assert solve(make_model_translator(client, "m")).answer == "True"
    assert seen == ["m"] * len(at.asked)


def test_the_first_request_of_a_process_may_be_awaited() -> None:
    """The pool of connections is opened by whoever asks first, never within the loop that opens it."""
    code = (
        "import asyncio, sys\n"
        "from sorites import asolve\n"
        "from sorites.translators import ModelOptions\n"
        "options = ModelOptions(sys.argv[1], api_key=sys.argv[2])\n"
        "found = asolve('Kind people are nice. Anne is kind.', 'Is Anne nice?', model='openai:m', options=options)\n"
        "print(asyncio.run(found).answer)\n"
    )
    with endpoint(good) as at:
        ended = subprocess.run(
            [sys.executable, "-c", code, at.url, KEY], capture_output=True, text=True, timeout=60, check=False
        )
    assert ended.stdout == "True\n", ended.stderr
