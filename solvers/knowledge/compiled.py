"""Premises that are rules, compiled once: what follows from them and from other facts each time."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import OutsideFragment, TooLarge
from ..logic.program import Program, Semantics
from ..outcome import Limits, Outcome, Verdict
from ..running import bounded

if TYPE_CHECKING:
    from ..engines.horn import Book


def whole(base: Program, asked: Program) -> Program:
    """Return the program of all premises of two that asks what the second one does."""
    premises, open_ = base.premises + asked.premises, asked.open_variables
    return replace(base, premises=premises, goal=asked.goal, open_variables=open_, asked=asked.asked)


class CompiledRules(threading.local):
    """Premises as each thread compiles them for itself: what answers a question holds its facts meanwhile.

    Args:
        base: a program of these premises.
    """

    name = "horn"
    lean = False
    """Whether proofs come without the model that shows that the premises are consistent."""

    def __init__(self, base: Program) -> None:
        self._base = base
        self._book: Book | None = None
        self._other = bool(
            base.sorted or base.rules or base.declared.fractional or base.semantics is not Semantics.CLASSICAL
        )

    def answer(self, asked: Program, limits: Limits) -> Outcome | None:
        """Return the answer by rules that are applied forwards, if the premises are such, and the goal, too.

        Args:
            asked: a program of more facts and the goal, whose premises follow those that are compiled.
            limits: the time and memory.
        """
        numbers = asked.signature.arithmetic and not any(names.arithmetic for names in asked.signatures)
        if self._other or asked.asked or asked.sorted or numbers:  # of things that are declared to be numbers
            return None
        outcome = self.solve(asked, limits)
        return None if outcome.verdict is Verdict.UNDECIDED else outcome

    @bounded
    def solve(self, asked: Program, limits: Limits = Limits()) -> Outcome:
        """Return the answer; undecided where other engines are needed."""
        from ..engines.horn import Book  # only here, since a translator loads no engine

        started = time.perf_counter()
        verdict, certificate = Verdict.UNDECIDED, None
        book, self._book = self._book, None  # what is interrupted is not used again
        try:
            if book is None:
                premises, goal = [one.formula for one in self._base.premises], self._base.goal.formula
                book = Book(premises, self._base.signature, asked=(goal,))
            book.load(tuple([one.formula for one in asked.premises]), asked.signatures[0])
            book.lean = self.lean
            verdict, certificate = book.decide(asked, lambda: whole(self._base, asked))
            self._book = book
        except (OutsideFragment, TooLarge):
            self._other = book is None
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate)
