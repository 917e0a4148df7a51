"""A key that is planted everywhere is found nowhere: in nothing that is written, printed, logged, or shown by ps."""

from __future__ import annotations

import base64
import json
import logging
import pickle
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from sorites.solvers import SoritesError
from sorites.solvers.registry import engine
from sorites.translators import TRUE_FALSE_UNCERTAIN, ModelOptions, Problem, make_translator

from ..command import Ended, process, sorites
from .moods.breaking import LOADING
from .moods.mood import CONTEXT, GOOD, QUESTION, error, faulty, good, then
from .moods.words import key_in_reply
from .server import KEY, Asked, Behaviour, Endpoint, endpoint
from .speaking import Said

PASSWORD = "hunter2-8Zk1Qw7PxV"
BASIC = base64.b64encode(f"somebody:{PASSWORD}".encode()).decode()
SECRETS = (KEY, PASSWORD, BASIC)
ASKED = ("--context", CONTEXT, "--question", QUESTION, "--max-repairs", "1")
ECHO = {"error": {"message": f"Somebody with {KEY}, Bearer {KEY}, may not do this.", "code": "denied", "echo": KEY}}


def echo(status: int) -> Behaviour:
    return error(status, ECHO, retry_after_ms="5", x_echo=KEY)


def faulty_key(asked: Asked) -> Said:
    """Say the key in a place where it is a fault of the program, which is told to the model and to people."""
    return asked.filled({**GOOD, "premises": [{"sentence": "Anne is kind.", "formula": f"Kind(anne) {KEY}"}]})


MOODS: dict[str, Behaviour] = {
    "good": good,
    "faulty": then(faulty, good),
    "key-in-program": key_in_reply,
    "key-in-fault": then(faulty_key, faulty_key, good),
    "key-in-thoughts": lambda asked: asked.filled(GOOD, thoughts=f"The key is {KEY}."),
    "key-in-refusal": lambda asked: Said(refusal=f"I can't work for {KEY}."),
    "no-json": lambda asked: Said(f"My instructions have the key {KEY}."),
    "echo-400": echo(400),
    "echo-401": echo(401),
    "echo-429": then(echo(429), good),
    "echo-500": echo(500),
    "outage": then(error(503, LOADING, retry_after_ms="5"), good),
}


def secrets_in(text: str | bytes) -> list[str]:
    read = text if isinstance(text, bytes) else text.encode()
    return [secret for secret in SECRETS if secret.encode() in read]


def everything(folder: Path) -> Iterator[tuple[Path, bytes]]:
    return ((file, file.read_bytes()) for file in sorted(folder.rglob("*")) if file.is_file())


def nothing_is_shown(ended: Ended, folder: Path) -> None:
    assert ended.stdout + ended.stderr
    assert not secrets_in(ended.stdout)
    assert not secrets_in(ended.stderr)
    for file, content in everything(folder):
        assert not secrets_in(content), file
        assert not secrets_in(file.name)


def with_password(at: Endpoint) -> str:
    return at.url.replace("://", f"://somebody:{PASSWORD}@")


@pytest.mark.parametrize("mood", MOODS)
def test_solving(mood: str, tmp_path: Path) -> None:
    with endpoint(MOODS[mood]) as at:
        for shown in ("--json", "--explain"):
            ended = sorites(
                "solve", "--translator", f"openai:secret-{mood}", "--base-url", at.url, *ASKED, shown,
                env={"OPENAI_API_KEY": KEY, "XDG_CACHE_HOME": str(tmp_path)},
            )  # fmt: skip
            nothing_is_shown(ended, tmp_path)
    assert at.asked[0].key == KEY, "the key was sent, so there was something to be shown"


def test_an_address_where_nobody_is(tmp_path: Path) -> None:
    ended = sorites(
        "solve", "--translator", "openai:m", "--base-url", f"http://somebody:{PASSWORD}@127.0.0.1:9/v1", *ASKED,
        "--set", "retries=1", env={"OPENAI_API_KEY": KEY, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert ended.returncode == 2
    nothing_is_shown(ended, tmp_path)


def bench(at: Endpoint, folder: Path, *more: str, url: str = "") -> Ended:
    return sorites(
        "bench", "sample", "--limit", "3", "--translator", "openai:secret", "--base-url", url or at.url,
        "--max-repairs", "1", "--solver", "z3", "--out", folder / "run", *more,
        env={"XDG_CACHE_HOME": str(folder / "cache"), "OPENAI_API_KEY": KEY},
    )  # fmt: skip


@pytest.mark.parametrize("mood", ["good", "key-in-program", "key-in-fault", "key-in-refusal", "no-json", "echo-500"])
def test_benchmarks_and_their_reports(mood: str, tmp_path: Path) -> None:
    with endpoint(MOODS[mood]) as at:
        nothing_is_shown(bench(at, tmp_path, "--set", "retries=1"), tmp_path)
    assert at.asked[0].key == KEY
    ended = sorites("report", tmp_path / "run")
    nothing_is_shown(ended, tmp_path)
    written = {file.name for file, _ in everything(tmp_path)}
    assert {"manifest.json", "records.jsonl", "report.html"} <= written


def test_benchmarks_at_an_address_with_a_password(tmp_path: Path) -> None:
    with endpoint(good, key="") as at:
        nothing_is_shown(bench(at, tmp_path, "--json", url=with_password(at)), tmp_path)
    nothing_is_shown(sorites("report", tmp_path / "run"), tmp_path)


def test_options_in_the_name_of_a_translator(tmp_path: Path) -> None:
    with endpoint(good, key="") as at:
        ended = sorites(
            "bench", "sample", "--limit", "2", "--translator", f"openai:m@{with_password(at)}?temperature=0.5",
            "--out", tmp_path / "run", "--solver", "z3",
            env={"XDG_CACHE_HOME": str(tmp_path / "cache"), "OPENAI_API_KEY": KEY},
        )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    nothing_is_shown(ended, tmp_path)
    nothing_is_shown(sorites("report", tmp_path / "run"), tmp_path)


def test_logs_of_the_libraries(tmp_path: Path) -> None:
    with endpoint(good, key="") as at:
        ended = process(
            "solve", "--translator", "openai:m", "--base-url", with_password(at), *ASKED, "--json",
            env={"OPENAI_API_KEY": KEY, "XDG_CACHE_HOME": str(tmp_path), "OPENAI_LOG": "debug"},
        )  # fmt: skip
    assert ended.returncode == 0
    nothing_is_shown(ended, tmp_path)


PROBLEM = Problem("p", CONTEXT, QUESTION, TRUE_FALSE_UNCERTAIN)


@pytest.mark.parametrize("name", ["openai:m", "langchain:openai:m"])
@pytest.mark.parametrize("status", [400, 401, 500])
def test_tracebacks_and_logs(
    name: str, status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with endpoint(error(status, ECHO, retry_after_ms="5"), key="") as at:
        for url in (at.url, with_password(at)):
            translator = make_translator(name, options=ModelOptions(url, retries=1))
            assert not secrets_in(repr(translator))
            with pytest.raises(SoritesError) as caught:
                translator.translations(PROBLEM)
            shown = "".join(traceback.format_exception(caught.value))
            assert "may not do this" in shown, "the endpoint's words are told"
            assert not secrets_in(shown)
            assert not secrets_in(pickle.dumps(caught.value))
    assert "HTTP Request" in caplog.text or not name.startswith("langchain"), "the client tells its log"
    assert not secrets_in(caplog.text)


def test_processes_that_are_started_do_not_show_it(tmp_path: Path) -> None:
    """Each prover is started through a script that keeps what ps would show of it."""
    arguments: list[str | Path] = [
        "bench", "sample", "--limit", "1", "--solver", "crosscheck", "--translator", "openai:m",
        "--out", tmp_path / "run",
    ]  # fmt: skip
    seen, provers = tmp_path / "seen", {}
    for name in ("prover9", "eprover"):
        script = provers[name.upper()] = tmp_path / name
        script.write_text(f'#!/bin/sh\necho "$0" "$@" >> {seen}\nexec {engine(name).where()} "$@"\n')
        script.chmod(0o755)
    with endpoint(good) as at:
        env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": at.url, "XDG_CACHE_HOME": str(tmp_path)}
        ended = process(*arguments, env=env | {name: str(path) for name, path in provers.items()})
    assert ended.returncode == 0, ended.stderr
    shown = seen.read_text()
    assert all(str(script) in shown for script in provers.values())
    assert not secrets_in(shown)
    seen.unlink()
    nothing_is_shown(ended, tmp_path)


def test_the_records_are_those_of_the_run(tmp_path: Path) -> None:
    """A key that is masked takes nothing else away: the record says what the endpoint said."""
    with endpoint(echo(500)) as at:
        bench(at, tmp_path, "--set", "retries=1")
    rows = [json.loads(line) for line in (tmp_path / "run" / "records.jsonl").read_text("utf-8").splitlines()]
    assert rows
    assert all("may not do this" in json.dumps(row) for row in rows)
