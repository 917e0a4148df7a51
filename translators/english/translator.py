"""The translator without a model: English in, a program out, the same one each time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sorites.solvers import Reading

from ..games import looks_like_game
from ..models.chat import Request
from ..problem import Problem, statements_of
from ..translation import Translation
from . import reading

if TYPE_CHECKING:
    from ..games.state import Knowledge
    from ..models.background import BackgroundKnowledge

NAME: Final = "english"


@dataclass(frozen=True, slots=True)
class EnglishTranslator:
    """Reads English by a grammar.

    Attributes:
        partial: leave out what can't be read, and say so, instead of giving no program.
        knowledge: a file whose entries are added to the table of general knowledge.
        background: a model to ask for general knowledge that the table lacks.
    """

    partial: bool = False
    knowledge: Path | None = None
    background: BackgroundKnowledge | None = None

    @property
    def name(self) -> str:
        """The name in the registry."""
        return NAME

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the one translation of a problem."""
        started = time.perf_counter()
        if self.knowledge is None and not looks_like_game(problem.context, problem.question):
            found = reading.read_english(
                problem.context, problem.question, partial=self.partial, options=statements_of(problem.options)
            )
            spent: tuple[Request, ...] = ()
        else:
            from ..games.knowledge import load_table
            from ..games.state import Knowledge

            known = Knowledge(load_table(self.knowledge), self.background)
            found = read_english(problem.context, problem.question, partial=self.partial, knowledge=known)
            spent = tuple(known.spent)
        return [Translation(found, NAME, time.perf_counter() - started, requests=spent)]


def read_english(context: str, question: str, *, partial: bool = False, knowledge: Knowledge | None = None) -> Reading:
    """Read a text and a question.

    Args:
        context: what is taken to hold.
        question: what is asked.
        partial: leave out sentences that can't be read.
        knowledge: what is known besides the text; ``None`` for the table alone.

    Returns:
        The program; or, if a sentence can't be read, diagnostics with places in the
        context, a line break, and the question.
    """
    if looks_like_game(context, question):
        from ..games.reading import read_game
        from ..games.state import Knowledge

        game = read_game(context, question, knowledge or Knowledge(), partial=partial)
        if game is not None:
            return game
    return reading.read_english(context, question, partial=partial)
