"""A run's folder: what it is of, what a full disk, a kill or a bad line leave of it, and that nothing is mixed."""

from __future__ import annotations

import hashlib
import json
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import load_run, run
from sorites.eval.runs.manifest import Identity, differing, prover_of, rule_of
from sorites.eval.runs.reading import read_records
from sorites.eval.runs.records import Record, Result, SampleText
from sorites.eval.runs.store import Store
from sorites.eval.tasks.selection import Selection
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, Problem, Translation
from sorites.translators.masking import is_secret, masked, masked_command
from sorites.translators.recorded import read_recorded

from ..command import refused, sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


WHAT = Identity({"version": 2, "settings": {"dataset": "d", "cells": {"c": {}}}, "started": "now"}, {})


def record(name: str, sample: int = 0, of: int = 1, result: Result = Result.SCORED, text: str = "") -> Record:
    return Record(
        cell="c", id=name, sample=sample, samples=of, dataset="d", translator="t", engine="e", semantics="s",
        gold="True", label="True" if result is Result.SCORED else None, correct=result is Result.SCORED,
        result=result, executable=result is Result.SCORED, verdict=None, seconds=0.0, answer=text,
        fault="down" if result is Result.UNSCORED else "",
    )  # fmt: skip


def unscored(name: str, sample: int = 0, of: int = 1, text: str = "") -> Record:
    return record(name, sample, of, Result.UNSCORED, text)


@contextmanager
def opened(folder: Path, what: Identity = WHAT, *, resume: bool = False) -> Iterator[Store]:
    store = Store(folder, what, resume=resume)
    try:
        yield store
    finally:
        store.close()


def begun(folder: Path, *several: list[Record]) -> None:
    """Write a run, as one that was killed then leaves it."""
    with opened(folder) as store:
        for one in several:
            store.append(one)


def kept(folder: Path) -> list[tuple[str, int, str]]:
    return [(one.id, one.sample, one.answer) for one in read_records(folder)]


# -- a full disk ---------------------------------------------------------------------------


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size, as a disk that is full does it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    """A write is cut short where room ends: the lines of a problem are there all or not at all, and more fit later."""
    several = [[record(str(i), n, 3, text="x" * 700) for n in range(3)] for i in range(20)]
    with opened(tmp_path) as store:

        def fill() -> None:
            for one in several:
                store.append(one)

        with room_for(10_000), pytest.raises(UserError, match=r"can't write .*records.jsonl: .*go on with --resume"):
            fill()
        names = {name for name, _, _ in kept(tmp_path)}
        assert 1 < len(names) < 20
        assert len(kept(tmp_path)) == 3 * len(names)
        assert (tmp_path / "records.jsonl").read_bytes().endswith(b"}\n")
        for one in several[len(names) :]:
            store.append(one)
    assert len(load_run(tmp_path).right["c"]) == 20


def test_a_command_on_a_full_disk_says_so_in_one_line_and_goes_on(tmp_path: Path) -> None:
    shown = ("--translator", "gold", "--solver", "z3")
    arguments: list[str | Path] = ["bench", "sample", "--limit", "12", *shown, "--out", tmp_path]
    with room_for(24_000):
        said = refused(*arguments)
    assert said.count("File too large") == 1  # beside it a slow machine says how far the run is
    assert "Traceback" not in said
    some = len(kept(tmp_path))
    assert 0 < some < 12
    assert sorites(*arguments, "--resume").returncode == 0
    assert len(kept(tmp_path)) == 12


def test_a_file_that_can_not_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    begun(tmp_path, [record("a")])
    with opened(tmp_path, resume=True) as store:
        store.summarise("{}")
        with room_for(16), pytest.raises(UserError, match=r"can't write .*summary\.json"):
            store.summarise("x" * 99)
    assert json.loads((tmp_path / "summary.json").read_text()) == {}
    assert not list(tmp_path.glob("*.part"))


# -- bad lines -----------------------------------------------------------------------------


def test_a_bad_line_is_named_and_how_to_take_it_away(tmp_path: Path) -> None:
    begun(tmp_path, [record("a")], [record("b")], [record("c")])
    records = tmp_path / "records.jsonl"
    lines = records.read_bytes().splitlines(keepends=True)
    records.write_bytes(lines[0] + lines[1][:40] + b"\n" + lines[2])
    said = refused("report", tmp_path)
    assert "line 2, is no record" in said
    assert f"--resume: sed -i.bak 2d '{records}'" in said
    assert "name the folder of a run" in refused("report", records.rename(tmp_path / "data.jsonl")), "it is no run's"
    (tmp_path / "data.jsonl").rename(records)
    with pytest.raises(UserError, match="line 2, is no record"), opened(tmp_path, resume=True):
        pass
    records.write_bytes(lines[0] + lines[2])
    with opened(tmp_path, resume=True) as store:
        assert store.done == {("c", "a"), ("c", "c")}, "what stands behind the bad line is not lost"
        store.append([record("b")])
    assert [name for name, _, _ in kept(tmp_path)] == ["a", "c", "b"]


def test_a_problem_is_there_once_and_as_a_whole(tmp_path: Path) -> None:
    begun(tmp_path, [record("a", 0, 2), record("a", 1, 2)], [record("b")])
    records = tmp_path / "records.jsonl"
    with opened(tmp_path, resume=True) as store, pytest.raises(UserError, match="'b' is answered twice"):
        store.append([record("b")])
    whole = records.read_bytes()
    records.write_bytes(whole + whole.splitlines(keepends=True)[2])
    with pytest.raises(UserError, match="line 4, is of the problem 'b', which is there twice in 'c'"):
        load_run(tmp_path)
    records.write_bytes(whole.splitlines(keepends=True)[0] + whole.splitlines(keepends=True)[2])
    with (
        pytest.raises(UserError, match="line 1, is of 'a', of which others are missing"),
        opened(tmp_path, resume=True),
    ):
        pass
    records.write_bytes(whole.splitlines(keepends=True)[0] + b'{"cell": "c')  # as a kill leaves it
    with opened(tmp_path, resume=True) as store:
        assert not store.done
        assert not kept(tmp_path)


def test_problems_have_ids_of_their_own_and_say_what_they_said(tmp_path: Path) -> None:
    def text(says: str) -> SampleText:
        return SampleText(id="a", context=says, question="?", gold="True")

    with opened(tmp_path) as store:
        store.tell(text("Anne is kind."))
        with pytest.raises(UserError, match="two problems of the dataset are called 'a'"):
            store.tell(text("Bob is kind."))
        store.append([record("a")])
    with (tmp_path / "samples.jsonl").open("a") as file:
        file.write('{"id": "cut off", "tags": {}')
    with opened(tmp_path, resume=True) as store:
        store.tell(text("Anne is kind."))
    assert list(load_run(tmp_path).texts) == ["a"]
    with opened(tmp_path, resume=True) as store, pytest.raises(UserError, match="'a' says something else"):
        store.tell(text("Bob is kind."))


# -- what could not be asked ----------------------------------------------------------------


def test_what_could_not_be_asked_keeps_its_records_until_there_are_better_ones(tmp_path: Path) -> None:
    begun(tmp_path, [record("a")], [record("b", 0, 2, text="paid"), unscored("b", 1, 2)], [unscored("c")])
    before = sorted(kept(tmp_path))
    with opened(tmp_path, resume=True) as store:  # and a kill falls before anything comes
        assert store.waiting == {("c", "b"): 1, ("c", "c"): 0}
    assert sorted(kept(tmp_path)) == before
    with opened(tmp_path, resume=True) as store:
        store.append([unscored("b")])  # the endpoint is down again: the one that was paid for stays
        store.append([record("c", text="answered")])
        assert [one.id for several in store.records_of(store.waiting) for one in several] == ["b", "b"]
    assert sorted(kept(tmp_path)) == [("a", 0, ""), ("b", 0, "paid"), ("b", 1, ""), ("c", 0, "answered")]
    for answered in (unscored, record):  # as much as before, and then all of it
        with opened(tmp_path, resume=True) as store:
            assert store.waiting == {("c", "b"): 1}
            store.append([record("b", 0, 2, text="again"), answered("b", 1, 2)])
            assert not store.waiting
        assert ("b", 0, "again") in kept(tmp_path)
        assert len(kept(tmp_path)) == 4
    assert all(one.scored for one in read_records(tmp_path))
    with opened(tmp_path, resume=True) as store:
        assert (len(store.done), store.waiting) == (3, {})


# -- what a run is --------------------------------------------------------------------------


@dataclass(frozen=True)
class Saying:
    """A translator of a user's own, with a setting of its own."""

    tone: str = "plain"
    name: str = "saying"

    def translations(self, problem: Problem) -> list[Translation]:
        return [read_recorded("Premises:\nP(a)\nConclusion:\nP(a)\n", self.name)]


def about_tom(folder: Path, count: int = 3) -> Path:
    file = folder / "tom.jsonl"
    rows = [
        {"id": str(i), "context": "Tom is a cat.", "question": "Is Tom a cat?", "answer": "yes"} for i in range(count)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_settings_that_differ_are_refused_by_name_with_both_values(tmp_path: Path) -> None:
    data, prompt, words, out = about_tom(tmp_path), tmp_path / "p.md", tmp_path / "words.json", tmp_path / "run"
    prompt.write_text("Translate.")
    words.write_text('{"entities": {}}')
    programs = tmp_path / "programs.json"
    programs.write_text(
        json.dumps([{"id": str(i), "samples": ["Premises:\nP(a)\nConclusion:\nP(a)\n"]} for i in range(3)])
    )
    with serving(script=lambda number, request: Reply({"answer": "yes"})) as server:
        shared: list[str | Path] = [
            "bench",
            f"file:{data}",
            "--translator",
            f"recorded:{programs}",
            "--answerer",
            "direct",
        ]
        shared += ["--model", "openai:m", "--no-cache", "--solver", "z3", "--out", out]
        there = ["--base-url", server.url]
        assert sorites(*shared, *there, "--set", "max_samples=1").returncode in {0, 3}
        for changed, words_ in (
            (["--timeout", "3"], "timeout was 10.0 and is 3.0 now"),
            (["--set", "memory=99"], "memory was 2048 and is 99 now"),
            (["--check"], "check was false and is true now"),
            (["--set", "strict=true"], "strict was false and is true now"),
            (["--solver", "horn"], "solver.name was z3 and is horn now"),
            (["--set", "temperature=0.5"], "answerer.temperature was null and is 0.5 now"),
            (["--set", "max_tokens=99"], "answerer.max_tokens was null and is 99 now"),
            (["--seed", "4"], "answerer.seed was null and is 4 now"),
            (["--set", "mode=json"], "answerer.mode was auto and is json now"),
            (["--set", "shots=1"], "answerer.prompt was direct:"),
            (["--set", f"prompt={prompt}"], "and is direct:user:"),
            (["--set", "top_p=0.5"], "answerer.extra.top_p was null and is 0.5 now"),
            (["--limit", "2"], "limit was 0 and is 2 now"),
            (["--samples", "2"], "2 now"),
            (["--translator", "english", "--partial"], "cells was"),
        ):  # fmt: skip
            said = refused(*shared, *there, "--resume", *changed)
            assert "holds another run" in said
            assert words_ in said, said
        said = refused(*shared, "--base-url", "http://127.0.0.1:9/v1", "--resume")
        assert f"answerer.base_url was {server.url} and is http://127.0.0.1:9/v1 now" in said
        programs.write_text(programs.read_text().replace("P(a)", "Q(a)"))
        assert "translator.programs" in refused(*shared, *there, "--resume")
        programs.write_text(programs.read_text().replace("Q(a)", "P(a)"))
        # what changes no answer may change
        set_ = ("retries=1", "model_timeout=9", "rpm=600", "max_errors=5")
        free = ["--concurrency", "3", *(word for one in set_ for word in ("--set", one))]
        assert sorites(*shared, *there, "--resume", *free).returncode == 0
    assert len(kept(out)) == 6


def test_options_of_the_grammar_and_objects_of_ones_own_are_settings(tmp_path: Path) -> None:
    data = f"file:{about_tom(tmp_path)}"
    words = tmp_path / "words.json"
    words.write_text("{}")
    assert sorites("bench", data, "--translator", "english", "--out", tmp_path / "one").returncode == 0
    for more, said in ((["--partial"], "partial was false"), (["--knowledge", str(words)], "knowledge was null")):
        assert said in refused("bench", data, "--translator", "english", "--out", tmp_path / "one", "--resume", *more)
    run(data, translators=[Saying()], out=tmp_path / "two")
    with pytest.raises(UserError, match=r"translator\.tone was plain and is loud now"):
        run(data, translators=[Saying("loud")], out=tmp_path / "two", resume=True)
    about_tom(tmp_path, 4)
    with pytest.raises(UserError, match="data was"):
        run(data, translators=[Saying()], out=tmp_path / "two", resume=True)


def test_differences_are_told_once_and_with_their_cells() -> None:
    def settings(seconds: float, tone: str) -> dict[str, Any]:
        limits = {"options": {"limits": {"timeout": seconds}}}
        return {"data": "1", "cells": {"a": limits, "b": {**limits, "tone": tone}}}

    assert differing(settings(1, "x"), settings(1, "x")) == []
    assert differing(settings(1, "x"), settings(2, "y")) == [
        "timeout was 1 and is 2 now", "tone was x and is y now (b)"
    ]  # fmt: skip
    assert differing({"cells": {"a": {}, "b": {}}}, {"cells": {"b": {}}}) == ["cells was a, b and is b now"]
    long, path, words = "0123456789abcdef" * 4, "/" + 60 * "x", 30 * "so "
    assert differing({"data": long, "file": ""}, {"data": words, "file": path}) == [
        f"data was 0123456789abcdef… and is {words} now", f'file was "" and is {path} now'
    ]  # fmt: skip


def test_another_commit_is_another_run(tmp_path: Path) -> None:
    data = f"file:{about_tom(tmp_path)}"
    found = run(data, translators=[Saying()], out=tmp_path / "run").manifest
    ours = found["settings"]["versions"]["sorites"]
    clone = Path(__file__).parents[2] / ".git"
    assert ("commit" in found) == (clone.exists() and shutil.which("git") is not None)
    if "commit" in found:
        assert ours.endswith(f"+{found['commit'][:12]}{'.changed' if found['dirty'] else ''}")
    written = json.loads((tmp_path / "run" / "manifest.json").read_text())
    written["settings"]["versions"]["sorites"] = "0.1.0+0000"
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(written))
    with pytest.raises(UserError, match=r"versions\.sorites was 0\.1\.0\+0000 and is 0"):
        run(data, translators=[Saying()], out=tmp_path / "run", resume=True)


def test_what_a_manifest_says_of_a_run(tmp_path: Path) -> None:
    data = about_tom(tmp_path, 2)
    found = run(f"file:{data}", translators=[Saying()], solver="z3", rule="majority", out=tmp_path / "run").manifest
    part = {"command", "machine", "started"}
    assert set(found) - {"commit", "dirty"} == {"version", "settings", "total", "files", "mended", *part}
    chosen = {one.name for one in fields(Selection) if one.init and one.name != "whole"}
    assert set(found["settings"]) == {"dataset", "data", "labels", "cells", "engines", "versions", *chosen}
    assert (found["version"], found["total"], found["mended"]) == (2, 2, {})
    assert set(found["machine"]) == {"python", "system"}
    assert found["files"] == {str(data): found["settings"]["data"]}
    assert (prover_of(found, "saying"), prover_of(found, "nobody"), rule_of(found)) == ("z3", "", "majority")
    assert (prover_of({}, "any"), rule_of({}), rule_of({"version": 2})) == ("", "vote", "vote")


def test_what_differs_in_a_run_that_goes_on_is_told_to_the_eighth(tmp_path: Path) -> None:
    begun(tmp_path, [record("a")])
    for count, more in ((8, "now. Go on"), (9, "; and 1 more. Go on")):
        settings = {"dataset": "d", "cells": {"c": {}}, **{str(i): i for i in range(count)}}
        other = Identity({**WHAT.manifest, "settings": settings}, {})
        with pytest.raises(UserError, match=more), opened(tmp_path, other, resume=True):
            pass
    now = {**WHAT.manifest, "command": ["c"], "commit": "1", "dirty": False, "machine": {"python": "3"}, "total": 7}
    with opened(tmp_path, Identity(now, {}), resume=True) as store:
        part = {name: value for name, value in now.items() if name not in {"version", "settings", "total"}}
        assert store.manifest["resumed"] == [part]


@pytest.mark.parametrize(
    ("manifest", "going_on", "report"),
    [
        (None, "manifest.json is missing", "manifest.json is missing"),
        ('{"settings": {"dat', "manifest.json is damaged", "manifest.json is damaged"),
        ('["settings"]', "manifest.json is damaged", "manifest.json is damaged"),
        ('{"version": 99, "settings": {}}', "has the version 99", "has the version 99"),
        ('{"version": 1, "settings": {}}', "has the version 1", "has the version 1"),
    ],
)
def test_a_manifest_that_can_not_be_compared(manifest: str | None, going_on: str, report: str, tmp_path: Path) -> None:
    arguments: list[str | Path] = ["bench", "sample", "--limit", "2", "--solver", "z3", "--out", tmp_path]
    assert sorites(*arguments).returncode == 0
    (tmp_path / "manifest.json").unlink()
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    assert going_on in refused(*arguments, "--resume")
    assert report in refused("report", tmp_path)
    assert load_run(tmp_path / "records.jsonl").cells["gold"].samples == 2


def test_prompts_are_kept_by_the_hashes_that_records_name(tmp_path: Path) -> None:
    own = tmp_path / "mine.md"
    own.write_text("Say what follows.")
    with serving(script=lambda number, request: Reply({"answer": "yes"})) as server:
        found = run(
            f"file:{about_tom(tmp_path)}", answerers=["direct"], models=["openai:m"], out=tmp_path / "run",
            model=ModelOptions(server.url, api_key="k", prompt=own, shots=1),
        )  # fmt: skip
    [told] = {one.prompt for one in found.records}
    digest = told.rpartition(":")[2]
    kept_ = json.loads((tmp_path / "run" / "prompts" / f"{digest}.json").read_text())
    assert kept_["system"] == "Say what follows."
    everything = [kept_[name] for name in ("system", "user", "form", "parts", "shots", "demonstrations")]
    assert hashlib.sha256(json.dumps(everything).encode()).hexdigest()[:12] == digest
    [cell] = found.manifest["settings"]["cells"].values()
    assert cell["answerer"]["prompt"] == told
    assert set(found.manifest["files"]) == {str(tmp_path / "tom.jsonl"), str(own)}


# -- secrets --------------------------------------------------------------------------------

PLANTED = "pl4nted-Zq8vW2xK7m"
"""No key by its looks, so that only its place tells that it is one."""


@pytest.mark.parametrize(
    ("words", "kept_"),
    [
        (["--api-key", PLANTED, "--limit", "3"], "--api-key *** --limit 3"),
        ([f"--api-key={PLANTED}"], "--api-key=***"),
        (["--base-url", f"http://me:{PLANTED}@host/v1"], "--base-url http://***@host/v1"),
        ([f"--base-url=http://host/v1?api_key={PLANTED}&a=1"], "--base-url=http://host/v1?api_key=***&a=1"),
        (["--set", f"access_token={PLANTED}"], "--set access_token=***"),
        (["--header", f"X-Whatever: {PLANTED}"], "--header ***"),
        ([f"Authorization: Bearer {PLANTED}"], "Authorization: ***"),
        ([f"Bearer {PLANTED}"], "Bearer ***"),
        ([f"openai:m@http://host?my-secret={PLANTED}"], "openai:m@http://host?my-secret=***"),
        (["sk-abcdefghijklmnop", "ghp_abcdefghijklmnop"], "*** ***"),
        (["--max-tokens", "99", "--key-file=a", "--key-env", "MINE"], "--max-tokens 99 --key-file=a --key-env MINE"),
    ],
)  # fmt: skip
def test_command_lines_without_secrets(words: list[str], kept_: str) -> None:
    assert " ".join(masked_command(words)) == kept_


def test_what_is_known_to_be_secret_is_masked_wherever_it_stands() -> None:
    assert masked(f"a {PLANTED} b", {PLANTED}) == "a *** b"
    assert masked("the name of a model", {"model"}) == "the name of a model", "short ones are words, too"
    assert not any(map(is_secret, ("max_tokens", "--prompt", "monkey", "key_env", "api_key_file", "author")))
    assert all(map(is_secret, ("X-Api-Key", "apiKey", "OPENAI_API_KEY", "hf-token", "client_secret", "sessionKey")))
