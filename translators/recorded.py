"""Programs that a model wrote earlier, read from a file.

Two formats are known: Logic-LM's (a list of objects with ``id`` and
``raw_logic_programs``) and LINC's (``id`` and ``samples``). Each object may hold
several programs for its problem. The records of a run are read back as well.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sorites.solvers import UserError, read_program

from .files import Text, checked, refuse_doubled, rows_of
from .problem import Problem, statements_of
from .readback import Said, programs_of, run_of
from .translation import Translation


class RecordedEntry(BaseModel):
    """One problem of a recorded file, with what a model wrote for it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: Text
    raw_logic_programs: list[str] = []
    samples: list[str] = []
    context: str = ""
    question: str = ""
    options: list[str] = []
    answer: Text | None = None
    label: Text | None = None
    predicted_answer: str | None = None
    predicted_reasoning: str | None = None
    reasoning: str = ""

    @property
    def answers(self) -> list[Said]:
        """Answers without a program, whichever format they came in."""
        if self.predicted_answer is None:
            return [Said(text) for text in self.samples]
        return [Said(self.predicted_answer, self.predicted_reasoning or "")]

    @property
    def programs(self) -> list[str]:
        """The programs, whichever format they came in."""
        return self.raw_logic_programs or self.samples


def load_entries(path: Path) -> list[RecordedEntry]:
    """Return the entries of a recorded file: a list in JSON, or one object a line.

    Raises:
        UserError: the file is missing or is not in a known format, or an id is there twice.
    """
    rows = list(rows_of(path))
    found = [checked(RecordedEntry, row.found, f"{path}, {row.place}") for row in rows]
    places = ((entry.id, row.place) for entry, row in zip(found, rows, strict=True))
    refuse_doubled(places, path, "several programs or answers of a problem are one entry with a list of them")
    return found


class NotRecorded(UserError):
    """A file of recorded programs or answers has none for a problem; it may have some for the others."""


@dataclass(frozen=True, slots=True)
class RecordedTranslator:
    """A translator that looks programs up instead of writing them.

    Attributes:
        source: the file's path.
        programs: the texts for each problem's id.
        limit: how many of a problem's recorded samples to give; 0 for all.
        strict: mend nothing in them.
    """

    source: str
    programs: Mapping[str, Sequence[str]] = field(hash=False, repr=False)
    limit: int = 0
    strict: bool = False

    @classmethod
    def from_file(cls, path: Path, limit: int = 0, strict: bool = False) -> RecordedTranslator:
        """Return a translator for the programs of a recorded file, or of a run's folder, ``RUN`` or ``RUN#CELL``.

        Raises:
            UserError: the file is missing or is not in a known format, or the run holds no programs.
        """
        if (run := run_of(path)) is not None:
            records, cell = run
            called = records.parent / (f"{records.parent.name}#{cell}" if cell else records.parent.name)
            return cls(str(called), programs_of(records, cell), limit, strict)
        programs = {e.id: e.programs for e in load_entries(path)}
        if not any(programs.values()):
            raise UserError(f"{path}: no entry has 'raw_logic_programs' or 'samples'")
        return cls(str(path), programs, limit, strict)

    @property
    def name(self) -> str:
        """The name in the registry, with the file's name."""
        return f"recorded:{os.path.basename(self.source)}"  # noqa: PTH119  # asked for each sample, and a Path is slow

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the recorded samples for a problem, each read by its own dialect."""
        texts = self.programs.get(problem.id)
        if not texts:
            raise NotRecorded(f"{self.name} holds no program for the problem")
        return [
            read_recorded(
                text, self.name, strict=self.strict, question=problem.question, options=statements_of(problem.options)
            )
            for text in texts[: self.limit or None]
        ]


def read_recorded(
    text: str, name: str, *, strict: bool = False, question: str = "", options: Sequence[str] = ()
) -> Translation:
    """Return a program's text as the translation that a translator of a name gives."""
    started = time.perf_counter()
    reading = read_program(text, strict=strict, question=question, options=options)
    return Translation(reading, name, time.perf_counter() - started)
