"""Premises that are read, checked and compiled once, and then asked many questions, with other facts each time."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ..checking import check as check_certificate
from ..clock import within
from ..errors import UnreadableProgram
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program, Statement
from ..logic.syntax import Formula, Truth
from ..notation.printer import print_formula
from ..notation.programs import read_program
from ..notation.readings import Reading
from ..notation.sortlines import write_sort_lines
from ..notation.writer import write_sections
from ..outcome import Limits, Outcome, Solver
from .compiled import CompiledRules, whole
from .proving import CHECK_SECONDS, prove

Assertion = Formula | Statement | str
"""A formula, with a sentence or without; or its text, which is read in the words of a knowledge base."""
_ASKS_NOTHING: Final = "\n\nConclusion:\n⊤\n"
_ABOUT_PREMISES: Final = frozenset({"goal-disconnected", "goal-unmentioned", "constant-missing"})
"""Codes of warnings about a goal beside the premises of a text, which are not those that it is asked of."""


class KnowledgeBase:
    """Premises that are asked many questions. It never changes, may be shared by threads, and can be pickled.

    Examples:
        >>> from sorites.solvers import KnowledgeBase
        >>> rules = KnowledgeBase("Premises:\\n∀x (Member(x) ∧ Paid(x) → MayVote(x))")
        >>> rules.ask("MayVote(ann)", facts=["Member(ann)", "Paid(ann)"]).verdict
        <Verdict.ENTAILED: 'entailed'>
        >>> rules.ask("MayVote(ann)", facts=["Member(ann)"]).verdict
        <Verdict.UNKNOWN: 'unknown'>

    Args:
        premises: a program, whose goal is left out; what reading a text gave; a text, with or without a conclusion;
            or formulas.

    Attributes:
        base: the program that was given, which asks nothing.
        facts: what ``with_facts`` added.

    Raises:
        UnreadableProgram: the text is no program.
        AmbiguousProgram: the text has several readings.
    """

    __slots__ = ("_compiled", "_predicates", "base", "facts")

    base: Program
    facts: tuple[Statement, ...]

    def __init__(self, premises: Program | Reading | str | Iterable[Formula | Statement]) -> None:
        if isinstance(premises, str):
            reading = read_program(premises)
            if {d.code for d in reading.diagnostics if d.level is Level.ERROR} == {"no-goal"}:
                reading = read_program(premises + _ASKS_NOTHING)
            premises = reading
        if isinstance(premises, Reading):
            program = premises.program
            if program is None:
                raise UnreadableProgram(premises.diagnostics, premises.text)
            premises = program
        if not isinstance(premises, Program):
            premises = Program(tuple(map(_statement, premises)), Statement(Truth(True)))
        self.base = premises.asking(Truth(True)).unfolded
        self.facts = ()
        self._compiled = CompiledRules(self.base)
        self._predicates = [
            (f"{name}({', '.join(f'v{i}' for i in range(arity))})" if arity else name, "")
            for name, arity in self.base.signature.predicates
        ]

    def __getstate__(self) -> tuple[Program, tuple[Statement, ...]]:
        return self.base, self.facts

    def __setstate__(self, state: tuple[Program, tuple[Statement, ...]]) -> None:
        self.__init__(state[0])  # type: ignore[misc]
        self.facts = state[1]

    def with_facts(self, facts: Iterable[Assertion]) -> KnowledgeBase:
        """Return a knowledge base with more premises, which shares what is compiled.

        Args:
            facts: closed formulas, or their texts.

        Raises:
            UnreadableProgram: a text is none of a formula.
        """
        asked, _ = self._asked(Truth(True), facts)
        more = KnowledgeBase.__new__(KnowledgeBase)
        more.base, more.facts = self.base, asked.premises
        more._compiled, more._predicates = self._compiled, self._predicates
        return more

    def program(self, goal: Assertion, facts: Iterable[Assertion] = ()) -> Program:
        """Return the program that a question is: all premises and the goal. Its certificates are checked with it.

        Args:
            goal: what is asked, as ``ask`` takes it.
            facts: what is taken to hold beside the premises.
        """
        return whole(self.base, self._asked(goal, facts)[0])

    def ask(
        self,
        goal: Assertion,
        facts: Iterable[Assertion] = (),
        *,
        solver: str | Solver = "portfolio",
        limits: Limits = Limits(),
        check: bool = True,
    ) -> Outcome:
        """Return what the premises and some facts say about a goal.

        Args:
            goal: a closed formula, or its text, which may ask for values: ``?x Likes(x, bob)``.
            facts: what is taken to hold in this question alone: any closed formulas, or their texts. Their indices
                in a certificate follow those of the premises.
            solver: a solver or its name, as ``prove`` takes it.
            limits: what this question may cost.
            check: check the certificate too.

        Returns:
            The verdict with its certificate, as ``prove`` gives them for ``program(goal, facts)``.

        Raises:
            UnreadableProgram: a text is none of a formula.
            InvalidProgram: a formula is not closed, or does not fit the premises.
        """
        started = time.perf_counter()
        asked, notes = self._asked(goal, facts)
        outcome = self._compiled.answer(asked, limits) if getattr(solver, "name", solver) == "portfolio" else None
        if outcome is None:
            rest = replace(limits, seconds=max(limits.seconds - (time.perf_counter() - started), 0.0))
            outcome = prove(whole(self.base, asked), solver, rest, check=check)
        elif check:
            with within(max(limits.seconds - (time.perf_counter() - started), CHECK_SECONDS), limits.megabytes):
                outcome = check_certificate(whole(self.base, asked), outcome)
        return replace(outcome, diagnostics=(*notes, *outcome.diagnostics)) if notes else outcome

    def _asked(self, goal: Assertion, facts: Iterable[Assertion]) -> tuple[Program, tuple[Diagnostic, ...]]:
        """Return what a question adds to the premises, as a program, and what is to be said of its text."""
        stated = [*facts]
        if not (isinstance(goal, str) or any(isinstance(one, str) for one in stated)):
            held = (*self.facts, *map(_statement, stated))  # type: ignore[arg-type]
            return Program(held, _statement(goal), declared=self.base.declared).unfolded, ()
        text = write_sections(
            sorts=write_sort_lines(self.base.declared),
            predicates=self._predicates,
            constants=[(one.name, "") for one in self.base.constants],
            premises=map(_line, stated),
            conclusion=[_line(goal)],
        )
        reading = read_program(text)
        program = reading.program
        if program is None:
            raise UnreadableProgram(reading.diagnostics, reading.text)
        notes = tuple(d for d in reading.diagnostics if d.code not in _ABOUT_PREMISES)
        program = replace(program, premises=self.facts + program.premises, predicates=(), constants=())
        return program.unfolded, notes


def _statement(one: Formula | Statement) -> Statement:
    return one if isinstance(one, Statement) else Statement(one)


def _line(one: Assertion) -> tuple[str, str]:
    """Return a statement as a line of a text, with its gloss."""
    if isinstance(one, str):
        return one, ""
    return print_formula(_statement(one).formula), _statement(one).gloss
