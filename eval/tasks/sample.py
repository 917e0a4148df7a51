"""Problems with their gold labels, and the seam behind which each dataset lives."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from sorites.solvers import UserError
from sorites.translators import LabelScheme, Problem, Translation
from sorites.translators.recorded import read_recorded

GOLD: Final = "label"
"""The group of a gold label, and what it is filtered by."""
_ASKS: Final = re.compile(r"(?m)^Conclusion:|\A(?!Premises:)")
"""What a gold program has that asks something; others are asked the question."""
RESERVED: Final = frozenset({GOLD, "diagnostic", "leaf"})
"""Groups of ours, which no tag can be."""


def group_of(tag: str) -> str:
    """Return what a tag is called among groups and filters: its own name, unless that is a group of ours."""
    return f"column.{tag}" if tag in RESERVED else tag


@dataclass(frozen=True, slots=True)
class Sample:
    """A problem and the label that its dataset gives it.

    Attributes:
        problem: the problem, which knows nothing of the label.
        gold: the gold label, in the words of the problem's scheme.
        source: the dataset, or the file.
        tags: what figures can be told apart by, such as ``depth`` or ``rule``.
        proof: the proof that the dataset gives, in its own words; often none.
        program: the gold program, for the translator ``gold``; often none.
        story: what samples of one text share; empty if no two of the dataset share one.
        reasoning: the steps to the label in words; often none.
    """

    problem: Problem
    gold: str
    source: str
    tags: Mapping[str, str] = field(default_factory=dict)
    proof: str = ""
    program: str = ""
    story: str = ""
    reasoning: str = ""

    @property
    def whole(self) -> bool:
        """Whether a whole assignment is asked for, which its label is."""
        return not self.problem.options and self.gold.startswith("{")


@dataclass(frozen=True, slots=True)
class GoldTranslator:
    """The translator ``gold`` of one sample: the program that it comes with.

    Attributes:
        program: the program's text.
        source: where it should be.
        strict: mend nothing in it.
    """

    program: str = ""
    source: str = ""
    strict: bool = False

    @property
    def name(self) -> str:
        """The name in records and reports."""
        return "gold"

    def of(self, sample: Sample) -> GoldTranslator:
        """Return the translator of a sample."""
        return replace(self, program=sample.program, source=sample.source)

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the program.

        Raises:
            UserError: the sample comes with none.
        """
        if not self.program:
            raise UserError(f"{self.source} holds no program for the problem '{problem.id}'")
        if _ASKS.search(self.program):
            return [read_recorded(self.program, self.name, strict=self.strict)]
        from .exact import goals_in  # which the grammar of English reads

        started = time.perf_counter()
        reading = goals_in(self.program, problem)
        return [Translation(reading, f"{self.name}, asked by english", time.perf_counter() - started)]


class Dataset(Protocol):
    """Samples in a fixed order."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def scheme(self) -> LabelScheme:
        """The labels."""
        ...

    def __len__(self) -> int:
        """Return the number of samples."""
        ...

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples."""
        ...
