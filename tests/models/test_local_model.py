"""The pipeline with a real model. It is small, so the tests are about the pipeline and not about its answers.

``uv run pytest -m local_model`` compiles and starts the model first, which takes some minutes once.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from sorites import solve
from sorites.agent.answerers import make_answerer
from sorites.translators import ModelOptions, Problem, make_chat, make_translator
from sorites.translators.problem import TRUE_FALSE_UNCERTAIN

from ..command import sorites

pytestmark = pytest.mark.local_model
PATIENCE_SECONDS = 1500
PROBLEM = Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN)


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("uv starts the model, and is not here")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = Path(__file__).parents[1] / "local_model.py"
    log = tmp_path_factory.mktemp("model") / "log"
    with log.open("w") as written:
        server = subprocess.Popen(
            [uv, "run", str(script), "--port", str(port)],
            env={**os.environ, "CMAKE_ARGS": "-DGGML_NATIVE=OFF"},
            stdout=written, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(PATIENCE_SECONDS):
            assert server.poll() is None, log.read_text()
            try:
                urllib.request.urlopen(f"{url}/models", timeout=5).read()
                break
            except OSError:
                time.sleep(1)
        yield url
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(10)


@pytest.mark.parametrize("how", [{}, {"mode": "json"}, {"mode": "markdown"}])
def test_translating(endpoint: str, how: dict[str, object]) -> None:
    options = ModelOptions(endpoint, api_key="none", max_tokens=500, shots=1, **how)  # type: ignore[arg-type]
    translator = make_translator("openai:smollm2", options=options)
    solution = solve(PROBLEM.context, PROBLEM.question, translator=translator, max_repairs=1)
    assert solution.usage.requests >= 1
    assert solution.usage.output_tokens > 0
    assert solution.best.translation.translator == "openai:smollm2"
    if solution.program is None:
        assert solution.answer is None
        assert any(d.level == "error" for d in solution.diagnostics)
    else:
        assert solution.verdict is not None
    assert len(solution.attempts) <= 2


@pytest.mark.parametrize("method", ["direct", "cot"])
def test_baselines(endpoint: str, method: str) -> None:
    chat = make_chat("openai:smollm2", ModelOptions(endpoint, api_key="none", max_tokens=300))
    answered = make_answerer(method, chat).answers(PROBLEM)[0]
    assert answered.text
    assert answered.label in {None, "True", "False", "Uncertain"}


def test_the_command_line(endpoint: str) -> None:
    arguments = [
        "--translator",
        "openai:smollm2",
        "--base-url",
        endpoint,
        "--set",
        "max_tokens=400",
        "--max-repairs",
        "0",
    ]
    ended = sorites("solve", "--context", PROBLEM.context, "--question", PROBLEM.question, *arguments, "--json")
    assert ended.returncode in {0, 1}, ended.stderr
    found = json.loads(ended.stdout)
    assert len(found["attempts"]) == 1
    assert found["usage"]["requests"] >= 1
