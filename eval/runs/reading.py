"""Reading a run's folder, also while it is written, and after it was cut off.

Nothing is ever taken out of the file of records. What could not be asked stays in it, and what comes of asking it again
stands below: of a problem that stands in it more than once the last records count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from pydantic import ValidationError

from sorites.solvers import UserError

from .records import Record, Result, SampleText, Written

RECORDS: Final = "records.jsonl"
SAMPLES: Final = "samples.jsonl"
_AGAIN: Final = b'"result":"unscored"'
"""What stands in a line of what is asked again."""

Key = tuple[str, str]
"""A cell and a problem."""


class Keyed(Written):
    """As much of a record as its place in a run needs."""

    cell: str = ""
    id: str
    sample: int = 0
    samples: int = 1
    result: str = Result.SCORED


T = TypeVar("T", Keyed, Record)


@dataclass(slots=True)
class Group(Generic[T]):
    """The records of a problem in a cell, which follow each other.

    Attributes:
        number: of the first line, from 1.
        size: how many bytes they have.
        records: what was read of each.
    """

    number: int
    size: int
    records: list[T]

    @property
    def key(self) -> Key:
        """Whose they are."""
        return self.records[0].cell, self.records[0].id

    @property
    def whole(self) -> bool:
        """Whether all records of the problem are there."""
        return len(self.records) == self.records[0].samples

    @property
    def unscored(self) -> int:
        """How many of them could not be asked."""
        return sum(one.result == Result.UNSCORED for one in self.records)


def groups_of(path: Path, kind: type[T]) -> Iterator[Group[T]]:
    """Yield the records of a file, those of a problem together; not one that was cut off at the end.

    Args:
        path: the file.
        kind: what is read of each.

    Raises:
        UserError: it can't be read, or a line is no record.
    """
    found: Group[T] | None = None
    for number, line in whole_lines(path):
        try:
            read = kind.model_validate_json(line)
        except ValidationError as error:
            raise no_record(path, number, f"is no record: {_first(error)}") from error
        if found is not None and found.key == (read.cell, read.id) and len(found.records) == read.sample:
            found.records.append(read)
            found.size += len(line)
            continue
        if found is not None:
            yield found
        found = Group(number, len(line), [read])
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


def no_record(path: Path, number: int, why: str) -> UserError:
    """Return the error of a line that can't stand where it does, with how to take it away from a run's records."""
    if path.name != RECORDS:
        return UserError(f"{path}, line {number}, {why}; name the folder of a run, as 'bench --out' writes it")
    return UserError(
        f"{path}, line {number}, {why}; take the line away, and its problem is asked again by --resume: "
        f"sed -i.bak {number}d '{path}'"
    )


def problems_of(folder: Path) -> Iterator[list[Record]]:
    """Yield the records of each problem in each cell, each once.

    Args:
        folder: a run's folder, or a file of records.

    Raises:
        UserError: there are none, a line is no record, or a problem is there twice.
    """
    path = folder / RECORDS if folder.is_dir() else folder
    counts, known = _last(path), set[Key]()
    for group in groups_of(path, Record):
        key = group.key
        if group.number < counts.get(key, 0):
            continue  # it was asked again
        if key in known:
            raise no_record(path, group.number, f"is of the problem '{key[1]}', which is there twice in '{key[0]}'")
        known.add(key)
        yield group.records


def _last(path: Path) -> dict[Key, int]:
    """Return from which line the records of a problem count, where those before them say that it is asked again."""
    found: dict[Key, int] = {}
    if any(_AGAIN in line for _, line in whole_lines(path)):
        asked = set[Key]()
        for group in groups_of(path, Keyed):
            if group.key in asked or group.key not in found:
                found[group.key] = group.number
            (asked.add if group.unscored else asked.discard)(group.key)
    return found


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
