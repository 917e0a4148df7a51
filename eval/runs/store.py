"""Writing a run's folder: records as they come, what they are of, and who is writing.

A problem's records are written together, all or none. What a kill cut off is taken away when the run goes on. What
could not be asked is asked again then, and what comes of it is written below if it says as much, which is what counts
from then on. So no sample is lost, none is paid for twice, and none is counted twice.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from pydantic import ValidationError

from sorites.solvers import UserError, require

from .files import append, replaced, replacing, unwritten
from .manifest import MANIFEST, Identity, going_on
from .reading import RECORDS, SAMPLES, Key, Keyed, groups_of, no_record, problems_of, whole_lines
from .records import Record, SampleText

SUMMARY: Final = "summary.json"
PROMPTS: Final = "prompts"


class Store:
    """The folder of a run, open for writing by this process alone.

    Attributes:
        folder: the folder.
        manifest: what the run is.
        done: the cells and problems that have all their records, and are not asked again.
        waiting: those that are asked again, since something of them could not be asked, and how many of their
            records are scored.
    """

    def __init__(self, folder: Path, run: Identity, *, resume: bool, alone: bool = False) -> None:
        """Open a folder.

        Args:
            folder: the folder; it is made if there is none.
            run: what the run is; its settings must be the same if it goes on.
            resume: whether to go on with what is there.
            alone: whether nobody else knows of the folder, so that it needs no lock.

        Raises:
            UserError: another run writes there, there are records of another run, or there
                are records and nobody said to go on.
        """
        self.folder = folder
        self.done: set[Key] = set()
        self.waiting: dict[Key, int] = {}
        self._told: dict[str, bytes] = {}  # what the folder says of problems that have not come up in this part
        self._seen: set[str] = set()
        self._texts = b""  # of problems, which are written before their records
        self._unlock: Callable[[], object] = (lambda: None) if alone else _locked(folder)
        try:
            self.manifest = self._open(run, resume)
        except BaseException:
            self._unlock()
            raise

    def _open(self, run: Identity, resume: bool) -> dict[str, Any]:
        records, samples = self.folder / RECORDS, self.folder / SAMPLES
        begun = records.exists() and records.stat().st_size > 0
        if begun and not resume:
            raise UserError(f"{self.folder} holds records; say --resume to go on with them, or name another folder")
        manifest = going_on(self.folder, run.manifest) if begun else run.manifest
        if begun:
            self._sort(records)
            self._told = _told(samples)
        else:
            samples.unlink(missing_ok=True)
        self._write_prompts(run.prompts)
        _write_json(self.folder / MANIFEST, manifest)
        try:
            self._records: IO[bytes] = records.open("ab", buffering=0)
            self._samples: IO[bytes] = samples.open("ab", buffering=0)
        except OSError as error:
            raise unwritten(records, error) from error
        return manifest

    def _write_prompts(self, prompts: Mapping[str, str]) -> None:
        try:
            if prompts:
                (self.folder / PROMPTS).mkdir(exist_ok=True)
        except OSError as error:
            raise unwritten(self.folder / PROMPTS, error) from error
        for digest, text in prompts.items():
            replaced(self.folder / PROMPTS / f"{digest}.json", text)

    def _sort(self, records: Path) -> None:
        """Say what is done and what is asked again, and take away what a kill has cut off.

        Raises:
            UserError: a line is no record, or others stand behind a part of a problem's.
        """
        good = 0
        for group in groups_of(records, Keyed):
            if not group.whole:
                if good + group.size < sum(len(line) for _, line in whole_lines(records)):
                    raise no_record(records, group.number, f"is of '{group.key[1]}', of which others are missing")
                break
            good += group.size
            self.waiting.pop(group.key, None)
            if group.unscored:
                self.waiting[group.key] = len(group.records) - group.unscored
            else:
                self.done.add(group.key)
        if records.stat().st_size > good:
            os.truncate(records, good)

    def tell(self, text: SampleText) -> None:
        """Take what a problem says, once; it is written with the next records.

        Args:
            text: the problem.

        Raises:
            UserError: another problem has its name, or the run was begun with another text of it.
        """
        if text.id in self._seen:
            raise UserError(f"two problems of the dataset are called '{text.id}': each needs an id of its own")
        self._seen.add(text.id)
        told = self._told.pop(text.id, None)
        if told is None:
            self._texts += text.model_dump_json().encode() + b"\n"
        elif told != _digest(text):
            raise UserError(f"{self.folder} holds another run: there the problem '{text.id}' says something else")

    def append(self, *problems: Sequence[Record]) -> None:
        """Write all records of some problems, each in a cell, but of those of which what is there says more.

        All are written at once: whenever a thread writes, Python has others go on.

        Args:
            problems: the records of each.

        Raises:
            UserError: one is answered already, or there is no room; nothing is written then.
        """
        lines = b"".join(map(self._lines, problems))
        self._write_texts()
        append(self._records, self.folder / RECORDS, lines)
        self.done.update(key for one in problems if (key := (one[0].cell, one[0].id)) not in self.waiting)

    def _lines(self, records: Sequence[Record]) -> bytes:
        key = records[0].cell, records[0].id
        if key in self.done:
            raise UserError(f"the problem '{key[1]}' is answered twice in the cell '{key[0]}': ids must differ")
        if key in self.waiting:
            if sum(record.scored for record in records) < self.waiting[key]:
                return b""
            del self.waiting[key]
        return b"".join(record.model_dump_json().encode() + b"\n" for record in records)

    def _write_texts(self) -> None:
        texts, self._texts = self._texts, b""
        append(self._samples, self.folder / SAMPLES, texts)

    def records_of(self, keys: Collection[Key]) -> Iterator[list[Record]]:
        """Yield the records of problems, those that count.

        Args:
            keys: of which cells and problems.
        """
        if keys:
            yield from (several for several in problems_of(self.folder) if (several[0].cell, several[0].id) in keys)

    def summarise(self, text: str) -> None:
        """Write the summary."""
        replaced(self.folder / SUMMARY, text + "\n")

    def close(self) -> None:
        """Let others write.

        Raises:
            UserError: what was written can't be brought to the disk.
        """
        try:
            self._write_texts()
            for file in (self._records, self._samples):
                os.fsync(file.fileno())
                file.close()
        except OSError as error:
            raise unwritten(self.folder / RECORDS, error) from error
        finally:
            self._unlock()


def _locked(folder: Path) -> Callable[[], object]:
    """Keep others from writing into a folder, and return what lets them again.

    Raises:
        UserError: another run is writing there, or nobody can.
    """
    require("eval", "filelock")
    from filelock import FileLock, Timeout

    lock = FileLock(folder / ".lock", timeout=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise UserError(f"another run is writing into {folder}") from error
    except OSError as error:
        raise UserError(f"can't write into {folder}: {error.strerror or error}") from error
    return lock.release


def write_run(
    folder: Path, problems: Iterable[Sequence[Record]], texts: Iterable[SampleText], manifest: Mapping[str, Any]
) -> None:
    """Write a run's folder at once, of what others hold.

    Args:
        folder: the folder; it is made if there is none.
        problems: the records of each problem in each cell.
        texts: what the problems say.
        manifest: what the run is.

    Raises:
        UserError: it can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(folder / RECORDS) as file:
            file.writelines(one.model_dump_json().encode() + b"\n" for several in problems for one in several)
        replaced(folder / SAMPLES, "".join(f"{one.model_dump_json()}\n" for one in texts))
        _write_json(folder / MANIFEST, manifest)
    except OSError as error:
        raise unwritten(folder, error) from error


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    replaced(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _digest(text: SampleText) -> bytes:
    told = json.dumps([text.context, text.question, text.gold])
    return hashlib.blake2b(told.encode(), digest_size=8).digest()


def _told(path: Path) -> dict[str, bytes]:
    """Return what a file says of problems, and take away what was cut off or says nothing."""
    if not path.exists():
        return {}
    found: dict[str, bytes] = {}
    good = 0
    for _, line in whole_lines(path):
        if (text := _text(line)) is not None:
            found[text.id] = _digest(text)
            good += len(line)
    if good < path.stat().st_size:  # what is taken away is told again when it comes up
        with replacing(path) as kept:
            kept.writelines(line for _, line in whole_lines(path) if _text(line) is not None)
    return found


def _text(line: bytes) -> SampleText | None:
    try:
        return SampleText.model_validate_json(line)
    except ValidationError:
        return None
