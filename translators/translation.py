"""What a translator gives, and the seam behind which each one lives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from solvers import Reading

from .problem import Problem


@dataclass(frozen=True, slots=True)
class Translation:
    """A program that renders a problem, and where it came from.

    Attributes:
        reading: the program with its diagnostics.
        translator: the name of the translator, with its model.
        seconds: how long the translation took.
    """

    reading: Reading
    translator: str
    seconds: float


class Translator(Protocol):
    """Renders problems as programs."""

    @property
    def name(self) -> str:
        """The name in the registry, with its argument."""
        ...

    def translations(self, problem: Problem) -> list[Translation]:
        """Return one translation of the problem, or several samples of it.

        Raises:
            UserError: the translator can't say anything about the problem.
        """
        ...
