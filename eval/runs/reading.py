"""Reading a run's folder, also while it is written, and after it was cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from sorites.solvers import UserError

from .records import Record, Result, SampleText

RECORDS: Final = "records.jsonl"
SAMPLES: Final = "samples.jsonl"
UNSCORED: Final = "unscored.jsonl"
"""Records of what could not be asked, while a run that goes on asks it again; of both those in ``RECORDS`` count."""

Key = tuple[str, str]
"""A cell and a problem."""


class _Line(BaseModel):
    """As much of a record as its place in a run needs."""

    model_config = ConfigDict(frozen=True)

    cell: str = ""
    id: str
    sample: int = 0
    samples: int = 1
    result: str = Result.SCORED


@dataclass(slots=True)
class Group:
    """The lines of a problem in a cell, which follow each other.

    Attributes:
        key: whose they are; ``None`` of a line that is no record.
        lines: as they stand in the file.
        number: of the first line.
        why: why the line is no record.
    """

    key: Key | None
    lines: list[bytes]
    number: int
    why: str = ""
    _samples: set[int] = field(default_factory=set)
    _wanted: int = 1
    _unscored: int = 0

    def add(self, line: bytes, read: _Line) -> None:
        """Take a line."""
        self.lines.append(line)
        self._samples.add(read.sample)
        self._wanted = read.samples
        self._unscored += read.result == Result.UNSCORED

    def has(self, sample: int) -> bool:
        """Return whether a sample is among them."""
        return sample in self._samples

    @property
    def whole(self) -> bool:
        """Whether all records of the problem are there, once."""
        return len(self._samples) == self._wanted == len(self.lines)

    @property
    def unscored(self) -> int:
        """How many of them could not be asked."""
        return self._unscored


def groups_of(path: Path) -> Iterator[Group]:
    """Yield the lines of a file of records, those of a problem together; not one that was cut off at the end.

    Args:
        path: the file.
    """
    found: Group | None = None
    for number, line in whole_lines(path):
        try:
            read = _Line.model_validate_json(line)
        except ValidationError as error:
            if found is not None:
                yield found
            found = None
            yield Group(None, [line], number, _first(error))
            continue
        key = read.cell, read.id
        if found is None or found.key != key or found.has(read.sample):
            if found is not None:
                yield found
            found = Group(key, [], number)
        found.add(line, read)
    if found is not None:
        yield found


def whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers from 1; not the last one if it was cut off.

    Args:
        path: the file.

    Raises:
        UserError: it can't be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return  # a run is writing, or was cut off
                yield number, line
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]


def _no_record(path: Path, number: int, why: str) -> UserError:
    return UserError(
        f"{path}, line {number}, is no record: {why}; go on with the run by --resume, which sets such lines aside and "
        f"asks their problems again, or take the line away: sed -i.bak {number}d '{path}'"
    )


def _problems(path: Path, seen: dict[str, set[str]]) -> Iterator[list[Record]]:
    """Yield the records of each problem in each cell of a file.

    Args:
        path: the file.
        seen: the problems of each cell that there were already; those of this file are added.
    """

    def read() -> Iterator[tuple[int, Record]]:
        for number, line in whole_lines(path):
            try:
                yield number, Record.model_validate_json(line)
            except ValidationError as error:
                raise _no_record(path, number, _first(error)) from error

    for (cell, name), several in groupby(read(), key=lambda found: (found[1].cell, found[1].id)):
        records: dict[int, Record] = {}
        known = seen.setdefault(cell, set())
        before = name in known
        known.add(name)
        for number, record in several:
            if path.name == UNSCORED and before:
                continue
            if before or record.sample in records:
                raise UserError(
                    f"{path}, line {number}: the problem '{name}' is there twice in the cell '{cell}'; "
                    "go on with the run by --resume, which keeps the first"
                )
            records[record.sample] = record
        if records:
            yield list(records.values())


def problems_of(folder: Path) -> Iterator[list[Record]]:
    """Yield the records of each problem in each cell, each once.

    Args:
        folder: a run's folder, or a file of records.

    Raises:
        UserError: there are none, a line is no record, or a problem is there twice.
    """
    seen: dict[str, set[str]] = {}
    if not folder.is_dir():
        yield from _problems(folder, seen)
        return
    yield from _problems(folder / RECORDS, seen)
    if (folder / UNSCORED).exists():
        yield from _problems(folder / UNSCORED, seen)


def read_records(folder: Path) -> Iterator[Record]:
    """Yield the records of a run's folder, or of a file of records.

    Args:
        folder: the folder or the file.

    Raises:
        UserError: there are none, a line is no record, or a problem is there twice.
    """
    for several in problems_of(folder):
        yield from several


def read_samples(folder: Path) -> dict[str, SampleText]:
    """Return what the problems of a run say, by their names; nothing if the run did not keep it.

    Args:
        folder: the run's folder.

    Raises:
        UserError: a line is none of it.
    """
    path = folder / SAMPLES
    if not path.exists():
        return {}
    found = {}
    for number, line in whole_lines(path):
        try:
            text = SampleText.model_validate_json(line)
        except ValidationError as error:
            raise UserError(
                f"{path}, line {number}, says no problem: {_first(error)}; --resume writes it anew"
            ) from error
        found[text.id] = text
    return found
