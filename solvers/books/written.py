"""A book written out for the things of a case: what it says of them, as a program that the kernel can check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..checking import check
from ..clock import uncollected, within
from ..errors import Late, OutsideFragment, TooLarge
from ..knowledge.base import KnowledgeBase
from ..knowledge.proving import CHECK_SECONDS
from ..logic.domains import settled_program
from ..logic.program import Program, Statement
from ..logic.sorts import infer
from ..logic.symbols import signature
from ..logic.syntax import Formula, Truth
from ..outcome import Limits, Outcome
from .compiling import Compiled
from .deciding import ENGINE, Question
from .facts import BookCase, GivenFact
from .reading import moment
from .writing_out import instances, written_out

STARTS: Final = {"Date": "2026-01-01", "Time": "2026-01-01T00:00"}
"""What is tried of a date or time that nothing bounds."""
MOST_QUESTIONS: Final = 256
"""How many questions stay compiled."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a book says of a formula about a case.

    Attributes:
        outcome: the verdict, with its certificate checked.
        program: what it is about.
        origins: for each premise that is the book's the place of the compiled one.
        facts: those that are premises, behind the book's.
    """

    outcome: Outcome
    program: Program
    origins: tuple[int, ...]
    facts: tuple[GivenFact, ...]


class Written:
    """A book for certain things.

    Args:
        compiled: the book.
        case: a case with these things.
    """

    def __init__(self, compiled: Compiled, case: BookCase) -> None:
        self.declared = case.declared(compiled.parts.declared)
        stated = [one.statement for one in compiled.premises]
        self._start = {one.name: moment(STARTS[one.kind]) for one in compiled.parts.facts if one.kind in STARTS}
        self._same = dict(case.same)
        self.members = {sort.name: sort.members for sort in self.declared.sorts}
        self.ground = True
        premises, origins = list[Statement](), list[int]()
        try:
            for i, (one, formula) in enumerate(zip(stated, self._typed([one.formula for one in stated]), strict=True)):
                for said in instances(written_out(formula, self.members, self._same)):
                    premises.append(Statement(said, one.gloss, one.span))
                    origins.append(i)
        except (OutsideFragment, TooLarge):
            premises, origins, self.ground = stated, [*range(len(stated))], False
        self.premises, self.origins = tuple(premises), tuple(origins)
        self._base = KnowledgeBase(Program(self.premises, Statement(Truth(True)), declared=self.declared))
        self._question = lru_cache(maxsize=MOST_QUESTIONS)(self._compiled)

    def question(self, goal: Formula) -> Question | None:
        """Return a goal as it is written out; ``None`` if that can't be done."""
        found = self._question(goal)
        return found if isinstance(found, Question) else None

    def decide(self, goal: Formula, case: BookCase, seconds: float, *, checked: bool = True) -> Answered:
        """Return what the book says of a formula about a case with these things.

        Args:
            goal: the formula.
            case: the case.
            seconds: the time that it may take.
            checked: whether the kernel has to check the certificate.
        """
        started = time.perf_counter()
        question = self._question(goal)
        facts, asked = case.given, goal
        if isinstance(question, Question):
            facts, asked = tuple([one for one in case.given if question.speaks_of(one.formula)]), question.goal
        formulas = [one.formula for one in facts]
        found, program = None, None
        with uncollected(), within(seconds), suppress(Late, MemoryError, TooLarge):
            stated = tuple([Statement(formula) for formula in formulas])
            program = Program(self.premises + stated, Statement(asked), declared=self.declared)
            found = question.decide(formulas) if isinstance(question, Question) else None
            if found is not None:
                outcome = Outcome(found[0], ENGINE, time.perf_counter() - started, found[1])
                outcome = check(program, outcome) if checked else outcome
        if found is None or program is None:
            rest = Limits(seconds=max(seconds - (time.perf_counter() - started), CHECK_SECONDS))
            outcome = self._base.ask(asked, formulas, limits=rest)
            program = self._base.program(asked, formulas)
        return Answered(outcome, program, self.origins, facts)

    def _compiled(self, goal: Formula) -> Question | Formula:
        [typed] = self._typed([goal])
        if not self.ground:
            return goal
        try:
            written = written_out(typed, self.members, self._same)
        except (OutsideFragment, TooLarge):
            return goal
        program = Program(self.premises, Statement(written), declared=self.declared)
        return Question([one.formula for one in self.premises], written, settled_program(program), self._start)

    def _typed(self, formulas: Sequence[Formula]) -> list[Formula]:
        sorts = infer(formulas, signature(formulas), self.declared)
        return [sorts.typed(formula) for formula in formulas]
