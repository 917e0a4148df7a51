"""A book written out for the things of a case: what it says of them, as a program that the kernel can check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ..checking import check
from ..clock import check as check_time
from ..clock import uncollected, within
from ..errors import Late, OutsideFragment, TooLarge
from ..knowledge.proving import CHECK_SECONDS, prove
from ..logic.domains import settled_program
from ..logic.program import Program, Statement
from ..logic.sorts import infer
from ..logic.symbols import INT, Declarations, signature
from ..logic.syntax import And, Formula, Not
from ..outcome import Limits, Outcome, Proof, Verdict
from .compiling import Compiled
from .deciding import ENGINE, CaseQuestion
from .facts import BookCase, GivenFact
from .reading import moment
from .slicing import Slices
from .writing_out import Writer

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
        loose: whether it may be another one with more things, or others, than the case names.
        asked: the goal as it is written out, if it is.
    """

    outcome: Outcome
    program: Program
    origins: tuple[int, ...]
    facts: tuple[GivenFact, ...]
    loose: bool = True
    asked: CaseQuestion | None = None


class WrittenBook:
    """A book for certain things.

    Args:
        compiled: the book.
        case: a case with these things.
        abstract: whether what hangs on other things is left open, for whichever there are.
    """

    def __init__(self, compiled: Compiled, case: BookCase, *, abstract: bool = False) -> None:
        if abstract:
            named = tuple((sort, tuple(one for one in ones if "?" not in one)) for sort, ones in case.members)
            case = replace(case, members=named)
        self.declared = case.declared(compiled.parts.declared)
        stated = [one.statement for one in compiled.premises]
        self._start = {one.name: moment(STARTS[one.kind]) for one in compiled.parts.facts if one.kind in STARTS}
        self.members = {sort.name: sort.members for sort in self.declared.sorts}
        records = {sort.name for sort in compiled.parts.declared.sorts if not sort.members}
        kinds = {one.name: one.result for one in compiled.parts.declared.typed if one.result in records}
        self._writer = Writer(self.members, case, kinds, abstract=abstract)
        premises, origins, loose = list[Statement](), list[int](), list[bool]()
        self.ground = True
        try:
            for i, (one, formula) in enumerate(zip(stated, self._typed([one.formula for one in stated]), strict=True)):
                for said, hangs in self._writer.stated(formula):
                    premises.append(Statement(said, one.gloss, one.span))
                    origins.append(i)
                    loose.append(hangs)
        except (OutsideFragment, TooLarge):
            premises, origins, self.ground = stated, [*range(len(stated))], False
            loose = [True] * len(stated)
        self._premises, self._origins, self._loose = premises, origins, loose
        derived = {one.name for one in compiled.parts.derived}
        whole = {one.name for one in compiled.parts.declared.typed if one.result == INT}
        said_by = [one.formula for one in premises]
        self._slices = Slices(said_by, derived, self._exclusive, whole) if self.ground else None
        self._question = lru_cache(maxsize=MOST_QUESTIONS)(self._compiled)

    def _exclusive(self, one: Formula, other: Formula) -> bool:
        """Return whether two conditions can't hold together, whatever the facts are."""
        for denied, said in ((one, other), (other, one)):  # as what is derived by default has it
            if isinstance(denied, Not) and said in (denied.body, *getattr(denied.body, "parts", ())):
                return True
        check_time()
        both = And((one, other))
        ready = settled_program(Program((), Statement(both), declared=self.declared))
        found = None
        with suppress(TooLarge):  # then nobody knows
            found = CaseQuestion([], both, ready, self.declared, self._start).decide(())
        return found is not None and found[0] is Verdict.REFUTED

    def question(self, goal: Formula) -> CaseQuestion | None:
        """Return a goal as it is written out; ``None`` if that can't be done."""
        return self._question(goal)[1]

    def decide(self, goal: Formula, case: BookCase, seconds: float, *, checked: bool = True) -> Answered:
        """Return what the book says of a formula about a case with these things.

        Args:
            goal: the formula.
            case: the case.
            seconds: the time that it may take.
            checked: whether the kernel has to check the certificate.
        """
        started = time.perf_counter()
        places, question, asked, loose = self._question(goal)
        premises, origins = [self._premises[i] for i in places], tuple([self._origins[i] for i in places])
        declared = self.declared if question is None else question.declared
        facts = case.given if question is None else tuple(one for one in case.given if question.speaks_of(one.formula))
        found = None
        stated = [Statement(one.formula) for one in facts]
        program = Program((*premises, *stated), Statement(asked), declared=declared)
        with uncollected(), within(seconds), suppress(Late, MemoryError, TooLarge):
            found = None if question is None else question.decide([one.formula for one in facts])
            if found is not None:
                outcome = Outcome(found[0], ENGINE, time.perf_counter() - started, found[1])
                outcome = check(program, outcome) if checked else outcome
        if found is None:
            rest = max(seconds - (time.perf_counter() - started), CHECK_SECONDS)
            outcome = prove(program, limits=Limits(seconds=rest), check=checked)
        proof = outcome.certificate
        if isinstance(proof, Proof) and proof.lines and not loose:
            loose = any(self._loose[places[i]] for i in proof.premises_used if i < len(places))
        else:
            loose = True
        return Answered(outcome, program, origins, facts, loose, question)

    def _compiled(self, goal: Formula) -> tuple[list[int], CaseQuestion | None, Formula, bool]:
        """Return the premises on which a goal hangs, the goal as it is written out, and whether it is loose itself."""
        try:
            if self._slices is None:
                raise OutsideFragment
            asked, loose = self._writer.asked(self._typed([goal])[0])
        except (OutsideFragment, TooLarge):
            return [*range(len(self._premises))], None, goal, True
        places = self._slices.of(asked)
        premises = tuple(self._premises[i] for i in places)
        program = Program(premises, Statement(asked), declared=self.declared)
        spoken = {name for name, _ in (*program.signature.predicates, *program.signature.functions)}
        declared = Declarations(self.declared.sorts, tuple(one for one in self.declared.typed if one.name in spoken))
        check_time()
        ready = settled_program(replace(program, declared=declared))
        question = CaseQuestion([one.formula for one in premises], asked, ready, declared, self._start)
        return places, question, asked, loose

    def _typed(self, formulas: Sequence[Formula]) -> list[Formula]:
        sorts = infer(formulas, signature(formulas), self.declared)
        return [sorts.typed(formula) for formula in formulas]
