"""Benchmarks from their authors' addresses: an HTTP server on loopback stands for these."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from sorites.eval.generators.exporting import Export
from sorites.eval.generators.provergen import ProverGen
from sorites.eval.generators.writing import write
from sorites.eval.runs.demonstrating import Training
from sorites.eval.tasks.datasets import FAMILIES, FileDataset, load_dataset, training_split
from sorites.eval.tasks.downloads import SOURCES, Source, cached, fetched
from sorites.eval.tasks.selection import Selection
from sorites.solvers import UserError

from ..command import sorites

ROWS = [
    {"premises": ["All cats are kind.", "Tom is a cat."], "conclusion": "Tom is kind.", "label": "True"},
    {"premises": ["Tom is a cat."], "conclusion": "Tom is kind.", "label": "Uncertain"},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS).encode()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@contextmanager
def publishing(files: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """Serve files; a path that is asked for the first time under ``/flaky/`` breaks off."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            name = self.path.rpartition("/")[2]
            if name not in files:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(files[name])))
            self.end_headers()
            broken = self.path.startswith("/flaky/") and asked.count(self.path) == 1
            self.wfile.write(files[name][: 10 if broken else None])

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_file_is_downloaded_once_and_checked_ever_after() -> None:
    said: list[str] = []
    with publishing({"dev.jsonl": LINES}) as (url, asked):
        source = Source({"dev.jsonl": f"{url}/flaky/dev.jsonl"}, "MIT", checksums={"dev.jsonl": _sum(LINES)})
        folder = fetched("folio", said.append, source)
        assert len(asked) == 2, "it broke off once, and was asked for again"
    assert fetched("folio", said.append) == folder == cached("folio")
    assert said == [f"downloading {url}/flaky/dev.jsonl (MIT)"]
    assert [s.gold for s in load_dataset("folio")] == ["True", "Uncertain"]
    (folder / "dev.jsonl").write_bytes(LINES[:-5])
    with pytest.raises(UserError, match="is not what was downloaded; remove"):
        fetched("folio")


def test_of_an_archive_the_benchmark_is_taken_and_nothing_else() -> None:
    sample = {"id": 1, "context": "If it rains, it is wet. It rains.", "question": "Is it wet?", "answer": "Yes"}
    rows = {"logic": "pl", "rule": "MP", "depth": "d1", "samples": [sample]}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("Multi-LogiEval-1/data/d1_Data/pl/MP.json", json.dumps(rows))
        archive.writestr("Multi-LogiEval-1/data/d1_Data/pl/../../../../escaped.json", "{}")
        archive.writestr("Multi-LogiEval-1/README.md", "no data")
    published = SOURCES["multi-logieval"]
    with publishing({"archive.zip": packed.getvalue(), "page.zip": b"<html>"}) as (url, _):
        source = Source({"archive.zip": f"{url}/archive.zip"}, "MIT", published.members)
        folder = fetched("multi-logieval", source=source)
        assert [p.name for p in sorted(folder.rglob("*")) if p.is_file()] == [".checksums", "MP.json"]
        [found] = load_dataset("multi-logieval")
        assert (found.gold, found.tags["logic"], found.tags["depth"]) == ("yes", "pl", "1")
        with pytest.raises(UserError, match="has 1 files of the benchmark, and should have 104"):
            fetched("boardgameqa", source=replace(published, files={"archive.zip": f"{url}/archive.zip"}))
        with pytest.raises(UserError, match="no archive"):
            fetched("boardgameqa", source=Source({"archive.zip": f"{url}/page.zip"}, "MIT", published.members))
        with pytest.raises(UserError, match="laid out in another way"):
            fetched("boardgameqa", source=Source({"archive.zip": f"{url}/archive.zip"}, "MIT", r"games/(.+\.json)"))
    assert not list(folder.parent.glob(".boardgameqa*")), "nothing is left of what failed"


@pytest.mark.parametrize(("name", "folder"), [("boardgameqa", "Main"), ("boardgameqa-NoConflict", "ZeroConflict")])
def test_variants_of_boardgameqa_are_read_by_name(name: str, folder: str) -> None:
    """The authors' rows have the text as ``example``; the training part is kept beside what is evaluated."""
    text = "The newt hugs the eft. Rule1: If something hugs the eft, then it calls it. Based on the game state, …?"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for variant in ("Main", "ZeroConflict", "HighConflict"):
            for part, label in (("train", "disproved"), ("valid", "unknown"), ("test", "proved")):
                row = {"facts": "…", "theory": "…", "example": text, "proof": "", "label": label}
                archive.writestr(f"BoardgameQA/BoardgameQA-{variant}-depth2/{part}.json", json.dumps([row]))
    with publishing({"archive.zip": packed.getvalue()}) as (url, _):
        source = replace(SOURCES[name], files={"archive.zip": f"{url}/archive.zip"})
        assert f"-{folder}-" in source.members
        evaluated = fetched(name, source=source)
        dataset = load_dataset(name, evaluated)
        assert [(s.gold, s.tags) for s in dataset] == [("proved", {"depth": "2"})]
        assert isinstance(dataset, FileDataset)
        found = training_split(dataset)
        assert found is not None
        assert [s.gold for s in found[1]] == ["disproved"]


def test_proverqas_training_split_is_found_in_the_cache(tmp_path: Path) -> None:
    """What ``sorites download`` keeps is where demonstrations come from, in the authors' layout."""
    level, split = tmp_path / "easy.json", tmp_path / "provergen-5000.json"
    list(write(ProverGen(("easy",)), 3, 1, level, export=Export("proverqa")))
    list(write(ProverGen(("easy",)), 12, 2, split, export=Export("proverqa-train")))
    with publishing({"easy.json": level.read_bytes(), "train.json": split.read_bytes()}) as (url, _):
        for name, file in (("proverqa", "easy.json"), ("proverqa-train", "train.json")):
            fetched(
                name, source=Source({{"proverqa": "easy.json"}.get(name, "provergen-5000.json"): f"{url}/{file}"}, "…")
            )
    kept = cached("proverqa")
    assert kept is not None
    dataset = load_dataset("proverqa", kept)
    drawn = Training(Selection(dataset)).drawn("cot", 3)
    assert drawn is not None
    assert drawn.source == "the training split proverqa-train"
    shown = {one.context: one.answer for pool in drawn.pools.values() for one in pool}
    trained = {s.problem.context: s.gold for s in load_dataset("proverqa-train", cached("proverqa-train"))}
    assert shown.items() <= trained.items()
    assert set(shown.values()) == {"True", "False", "Uncertain"}
    assert all("The correct option is: " in one.reasoning for pool in drawn.pools.values() for one in pool)


def test_what_is_not_as_published_is_not_kept() -> None:
    with publishing({"dev.jsonl": LINES + b"\n"}) as (url, _):
        changed = Source({"dev.jsonl": f"{url}/dev.jsonl"}, "MIT", checksums={"dev.jsonl": _sum(LINES)})
        with pytest.raises(UserError, match="and should have"):
            fetched("folio", source=changed)
        with pytest.raises(UserError, match=r"the server says 404.*--data FILE"):
            fetched("folio", source=Source({"dev.jsonl": f"{url}/gone"}, "MIT"))
    assert cached("folio") is None


def test_a_cache_that_can_not_be_used_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(UserError, match="can't be kept in"):
        fetched("folio")
    folder = tmp_path / "other" / "sorites" / "datasets" / "folio"
    folder.mkdir(parents=True)
    (folder / ".checksums").write_text("{cut off", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    with pytest.raises(UserError, match="can't be kept in"):
        fetched("folio")


def test_offline_the_user_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sorites.eval.tasks.downloads._TRIES", 1)
    env = {"XDG_CACHE_HOME": str(tmp_path), "HTTPS_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"}
    ended = sorites("bench", "folio", "--translator", "english", env=env)
    assert ended.returncode == 2
    assert "folio can't be downloaded from https://" in ended.stderr
    assert "--data FILE_OR_FOLDER" in ended.stderr
    assert "Traceback" not in ended.stderr
    listed = json.loads(sorites("datasets", "--json", env=env).stdout)
    assert {row["name"] for row in listed["benchmarks"]} == set(SOURCES) == set(FAMILIES)
    assert not any(row["folder"] for row in listed["benchmarks"])
    assert listed["benchmarks"][0]["programs"][0].endswith("/outputs/logic_programs/FOLIO_dev_*.json")
    assert "programs for it, for recorded:FILE: https://" in sorites("datasets", env=env).stdout
    assert sorites("datasets", "nothing", env=env).returncode == 2


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()
