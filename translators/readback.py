"""Records of a run, read back: the programs and the answers that stand in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from sorites.solvers import UserError

RECORDS: Final = "records.jsonl"
"""The file of a run's folder that its records are in."""


class _Line(BaseModel):
    """As much of a record as is read back."""

    model_config = ConfigDict(frozen=True)

    cell: str = ""
    translator: str = ""
    id: str
    sample: int = 0
    program: str = ""
    answer: str = ""
    reasoning: str = ""
    ambiguous: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer without a program, and what led to it, where that is known apart."""

    answer: str
    reasoning: str = ""


def run_of(name: str | Path) -> tuple[Path, str] | None:
    """Return the file of records that a name stands for, and the cell that it names, if it does.

    Args:
        name: a run's folder or its ``records.jsonl``, perhaps with ``#CELL`` behind it.

    Returns:
        The file and the cell, empty if none is named; ``None`` if it is another file.
    """
    text = str(name)
    for at in (len(text), *(i for i, sign in enumerate(text) if sign == "#")):
        path, cell = Path(text[:at]), text[at + 1 :]
        if path.is_dir() and (path / RECORDS).is_file():
            return path / RECORDS, cell
        if path.is_file() and path.name == RECORDS:
            return path, cell
    return None


def programs_of(path: Path, cell: str) -> dict[str, list[str]]:
    """Return the programs of a run's cell, by the names of problems.

    Args:
        path: the file of records.
        cell: the cell; empty for the only one that has any.

    Returns:
        For each problem the programs of its samples, in order. Of a text that was not answered, since its readings are
        not answered alike, there is none; what could not be asked is left out.

    Raises:
        UserError: a line is no record, there is no such cell, or several that it could be, or nothing was kept.
    """
    found = _kept(path, cell, "program")
    return {name: ["" if line.ambiguous else line.program for line in some] for name, some in found.items()}


def answers_of(path: Path, cell: str) -> dict[str, list[Said]]:
    """Return the answers of a run's cell that has no programs; see ``programs_of``."""
    found = _kept(path, cell, "answer")
    return {name: [Said(_said(line.answer), line.reasoning) for line in some] for name, some in found.items()}


def _kept(path: Path, cell: str, kind: Literal["program", "answer"]) -> dict[str, list[_Line]]:
    """Return the records of the cell that is meant, by the names of problems."""
    found: dict[str, dict[str, dict[int, _Line]]] = {}
    for line in _lines(path):
        if not line.fault:
            found.setdefault(line.cell or line.translator, {}).setdefault(line.id, {})[line.sample] = line
    if cell and cell not in found:
        raise UserError(f"{path.parent} has no cell {cell!r}; it has {_named(found) or 'no records'}")
    having = [
        name
        for name, several in found.items()
        if cell in {"", name} and any(getattr(one, kind) for some in several.values() for one in some.values())
    ]
    if not having:
        more = "; bench keeps programs in a run with --out" if kind == "program" else ""
        raise UserError(f"{path.parent} holds no {kind}s{f' of {cell!r}' if cell else ''}{more}")
    if len(having) > 1:
        raise UserError(f"{path.parent} has several cells with {kind}s; say which after #: {_named(having)}")
    return {name: [some[sample] for sample in sorted(some)] for name, some in found[having[0]].items()}


def _named(cells: Iterable[str]) -> str:
    """Return cells quoted, since a name may hold a comma, and in order, whichever ended first."""
    return ", ".join(map(repr, sorted(cells)))


def _lines(path: Path) -> Iterator[_Line]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return  # a run is writing, or was cut off
                try:
                    yield _Line.model_validate_json(line)
                except ValidationError as error:
                    raise UserError(f"{path}, line {number}, is no record: {error.errors()[0]['msg']}") from error
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error


def _said(answer: str) -> str:
    """Return what a baseline answered: of a structured answer the answer alone."""
    try:
        return str(json.loads(answer)["answer"])
    except (ValueError, TypeError, KeyError):
        return answer
