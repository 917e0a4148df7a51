"""What the agent itself costs: ``python -m benchmarks.agent``.

A server on loopback answers with one program, at once or after a while. Overhead is
the wall time of a problem without the server's own time (a bare request of the same
size) and without the engine's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from sorites import Options, aanswer, answer
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, Problem, make_translator
from sorites.translators.problem import TRUE_FALSE_UNCERTAIN
from tests.replies import GOOD

CONTEXT, QUESTION = "Kind people are nice. Anne is kind.", "Is Anne nice?"


@contextmanager
def served(delay: float) -> Iterator[str]:
    """Run the server in a process of its own, as models do."""
    command = [sys.executable, "-m", "benchmarks.agent", "--serve", str(delay)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def options_for(url: str) -> Options:
    translator = make_translator("openai:scripted", options=ModelOptions(url, api_key="none"))
    return Options.of(translator, "z3")


def problems(count: int) -> list[Problem]:
    return [Problem(str(i), CONTEXT, QUESTION, TRUE_FALSE_UNCERTAIN) for i in range(count)]


def bare_request(url: str, body: bytes) -> float:
    started = time.perf_counter()
    request = urllib.request.Request(f"{url}/chat/completions", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(request).read()
    return time.perf_counter() - started


def overhead(count: int) -> dict[str, float]:
    with served(0.0) as url:
        options = options_for(url)
        answer(problems(1)[0], options)
        assert hasattr(options.translator, "prompt")
        messages = [{"role": m.role, "content": m.content} for m in options.translator.prompt.messages(problems(1)[0])]
        body = json.dumps({"model": "scripted", "messages": messages}).encode()
        whole, engine, request = [], [], []
        for problem in problems(count):
            request.append(bare_request(url, body))
            started = time.perf_counter()
            solution = answer(problem, options)
            whole.append(time.perf_counter() - started)
            assert solution.best.outcome is not None
            engine.append(solution.best.outcome.seconds)
    own = [w - e - r for w, e, r in zip(whole, engine, request, strict=True)]
    figures = {"whole": whole, "engine": engine, "bare request": request, "overhead": own}
    return {f"{name}, ms": round(statistics.median(values) * 1000, 2) for name, values in figures.items()}


def at_once(count: int, concurrency: int, delay: float) -> float:
    async def everything(options: Options) -> float:
        gate = asyncio.Semaphore(concurrency)

        async def one(problem: Problem) -> None:
            async with gate:
                assert (await aanswer(problem, options)).answer == "True"

        started = time.perf_counter()
        await asyncio.gather(*map(one, problems(count)))
        return time.perf_counter() - started

    with served(delay) as url:
        options = options_for(url)
        answer(problems(1)[0], options)
        return asyncio.run(everything(options))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agent", description=__doc__)
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=50)
    parser.add_argument("--delay", type=float, default=0.2, help="seconds until the model answers")
    options = parser.parse_args()
    if options.serve is not None:
        with serving(Reply(GOOD, delay=options.serve)) as server:
            print(server.url, flush=True)
            sys.stdin.read()
        return
    figures = overhead(options.problems)
    name = f"{options.problems} problems, {options.concurrency} at once, {options.delay:g} s a reply: s"
    figures[name] = round(at_once(options.problems, options.concurrency, options.delay), 2)
    print(json.dumps(figures, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
