"""A run's folder: records as they come, what they are of, and who is writing.

A problem's records are written together; what a kill cut off is taken away when the run
goes on, so that no sample is lost and none is paid for twice.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final

from sorites.solvers import UserError, require

from .records import Record, SampleText

RECORDS: Final = "records.jsonl"
SAMPLES: Final = "samples.jsonl"
MANIFEST: Final = "manifest.json"
SUMMARY: Final = "summary.json"
SETTINGS: Final = "settings"
"""The part of the manifest that a run which goes on must share."""


class Store:
    """The folder of a run, open for writing by this process alone.

    Attributes:
        folder: the folder.
        manifest: what the run is.
        done: the cells and problems that have all their records.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], *, resume: bool) -> None:
        """Open a folder.

        Args:
            folder: the folder; it is made if there is none.
            manifest: what the run is; ``settings`` must be the same if it goes on.
            resume: whether to go on with what is there.

        Raises:
            UserError: another run writes there, there are records of another run, or there
                are records and nobody said to go on.
        """
        require("eval", "filelock")
        from filelock import FileLock, Timeout

        self.folder = folder
        self.done: set[tuple[str, str]] = set()
        self._lock = FileLock(folder / ".lock", timeout=0)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout as error:
            raise UserError(f"another run is writing into {folder}") from error
        except OSError as error:
            raise UserError(f"can't write into {folder}: {error.strerror or error}") from error
        try:
            self.manifest = self._open(manifest, resume)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, manifest: dict[str, Any], resume: bool) -> dict[str, Any]:
        known = self.folder / MANIFEST
        records, samples = self.folder / RECORDS, self.folder / SAMPLES
        if records.exists() and records.stat().st_size and not resume:
            raise UserError(f"{self.folder} holds records; say --resume to go on with them, or name another folder")
        if resume and known.exists():
            before = read_manifest(self.folder)
            differ = [k for k, v in manifest[SETTINGS].items() if before.get(SETTINGS, {}).get(k) != v]
            if differ:
                raise UserError(f"{self.folder} holds another run: {', '.join(differ)} differ")
            manifest = {**before, "resumed": [*before.get("resumed", []), manifest["started"]]}
        known.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        self.told = set[str]()
        if resume and records.exists():
            self.done = _mended(records)
        if resume and samples.exists():
            self.told = {text.id for text in _whole_lines(samples, SampleText)}
        self._records: IO[bytes] = records.open("ab", buffering=0)
        self._samples: IO[bytes] = samples.open("ab", buffering=0)
        return manifest

    def tell(self, text: SampleText) -> None:
        """Write what a problem says, once."""
        if text.id not in self.told:
            self.told.add(text.id)
            self._samples.write(text.model_dump_json().encode() + b"\n")

    def append(self, records: Sequence[Record]) -> None:
        """Write all records of a problem in a cell."""
        self._records.write(b"".join(r.model_dump_json().encode() + b"\n" for r in records))

    def summarise(self, text: str) -> None:
        """Write the summary."""
        (self.folder / SUMMARY).write_text(text + "\n", encoding="utf-8")

    def close(self) -> None:
        """Let others write."""
        for file in (self._records, self._samples):
            os.fsync(file.fileno())
            file.close()
        self._lock.release()


def _whole_lines(path: Path, kind: type[SampleText]) -> Iterator[SampleText]:
    """Yield what a file holds, and take a line away that was cut off."""
    good = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            yield kind.model_validate_json(line)
            good += len(line)
    with path.open("r+b") as file:
        file.truncate(good)


def _mended(path: Path) -> set[tuple[str, str]]:
    """Return what is complete in a file of records, and take the rest away.

    Raises:
        UserError: a line in the middle is no record.
    """
    count: Counter[tuple[str, str]] = Counter()
    wanted: dict[tuple[str, str], int] = {}
    offsets: dict[tuple[str, str], int] = {}
    silent: set[tuple[str, str]] = set()  # what could not be asked
    good = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                found = json.loads(line)
                key = found.get("cell", ""), found["id"]
            except (ValueError, KeyError) as error:
                raise UserError(f"{path}, line {number}, is no record: {error}") from error
            count[key] += 1
            wanted[key] = found.get("samples", 1)
            offsets.setdefault(key, good)
            good += len(line)
            if found.get("fault"):  # also in runs from before such records were called unscored
                silent.add(key)
    short = [key for key, n in count.items() if n < wanted[key]]
    # Only the last problem can lack records: each one's are written at once.
    if short:
        good = min(offsets[key] for key in short)
    with path.open("r+b") as file:
        file.truncate(good)
    if silent:
        _leave_out(path, silent)
    return set(count) - set(short) - silent


def _leave_out(path: Path, keys: set[tuple[str, str]]) -> None:
    """Take away the records of problems that could not be asked: that may pass, so they are asked again."""
    kept = path.with_suffix(".kept")
    with path.open("rb") as before, kept.open("wb") as after:
        for line in before:
            found = json.loads(line)
            if (found.get("cell", ""), found["id"]) not in keys:
                after.write(line)
    kept.replace(path)


def read_records(folder: Path) -> Iterator[Record]:
    """Yield the records of a run's folder, or of a file of records.

    Raises:
        UserError: there are none, or a line is no record.
    """
    path = folder / RECORDS if folder.is_dir() else folder
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return  # a run is writing, or was cut off
                try:
                    yield Record.model_validate_json(line)
                except ValueError as error:
                    raise UserError(f"{path}, line {number}, is no record: {error}") from error
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error


def problems_of(folder: Path) -> Iterator[list[Record]]:
    """Yield the records of each problem in each cell.

    Raises:
        UserError: there are none, or a line is no record.
    """
    for _, several in groupby(read_records(folder), key=lambda record: (record.cell, record.id)):
        yield list(several)


def read_samples(folder: Path) -> dict[str, SampleText]:
    """Return what the problems of a run say, by their names; nothing if the run did not keep it."""
    path = folder / SAMPLES
    if not path.exists():
        return {}
    lines: Iterable[bytes] = path.read_bytes().splitlines()
    found = (SampleText.model_validate_json(line) for line in lines if line.endswith(b"}"))
    return {text.id: text for text in found}


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a run was; nothing if it did not say.

    Args:
        folder: the run's folder.

    Raises:
        UserError: its manifest is damaged.
    """
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    except ValueError as error:
        raise UserError(f"{path} is damaged: {error}") from error
    if not isinstance(found, dict):
        raise UserError(f"{path} is damaged: it holds no JSON object")
    return found
