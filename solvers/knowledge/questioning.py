"""Closed questions about a goal that asks for values: who answers them, and which need not be asked at all."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ..certifying.proving import quick_proof
from ..clock import left
from ..kernel.answers import Questions
from ..kernel.certificates import (
    Asks,
    Certificate,
    Countermodels,
    Finding,
    Findings,
    Model,
    Proof,
    Verdict,
)
from ..kernel.refusal import Refused
from ..logic.candidates import by_rules, instance
from ..logic.diagnostics import Diagnostic, Level
from ..logic.domains import settled_program
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Statement
from ..logic.syntax import Formula, Not, Or, TermRow
from ..outcome import Limits, Outcome, Solver
from ..registry import fitting
from ..running import attempt
from .guessing import Guess
from .known import Known, speaks_of_instances
from .trimming import moved

AT_ONCE: Final = 0.2
"""The seconds in which a proof from few premises has to be found, or is not waited for."""
SHORT: Final = 20
"""The part of the time, as 1 in so many, that a question may take that only spares others."""
HALF_A_SECOND: Final = 0.5
"""The most seconds of such a question."""
FEW: Final = 2
"""So many rows are asked about one by one."""
MANY: Final = 30
"""The premises from which on a part of them is tried first; of fewer, all answer as quickly."""
MAX_MODELS: Final = 40
"""The most models of the premises that are kept to spare questions."""
NOT_ASKED: Final = "answers-undecided"
"""The code of the warning that names about what nothing was found out within the limits."""
MOST: Final = 0.9
"""The share of the time after which nothing more is asked, so that what was found out can be told."""


@dataclass(slots=True)
class Questioner:
    """Asks closed questions about a goal that asks for values, and keeps what was found out.

    Attributes:
        program: the program.
        solver: who answers.
        limits: what all questions may cost.
        started: when the first one was asked.
        findings: what was found out.
        notes: what is to be said of it.
        engines: who answered.
        models: models of the premises.
        pairs: the certificates that two of them make.
        without_others: the answers of which it was asked whether they are all.
        until: when the next answer is wanted.
        settled: the rows of which it is known whether the goal holds of them.
        speaks: whether models of the premises say whether the goal holds of a row.
        few: whether some of the premises can be asked alone.
        questions: the questions that can be asked.
        guess: by which premises rows may be answers.
    """

    program: Program
    solver: Solver
    limits: Limits
    started: float
    findings: list[Finding] = field(default_factory=list)
    notes: dict[Diagnostic, None] = field(default_factory=dict)
    engines: dict[str, None] = field(default_factory=dict)
    models: list[Known] = field(default_factory=list)
    pairs: dict[tuple[int, int], Countermodels] = field(default_factory=dict)
    without_others: tuple[TermRow, ...] = ()
    until: float = math.inf
    settled: set[TermRow] = field(default_factory=set)
    speaks: bool = False
    few: bool = False
    questions: Questions = field(init=False)
    guess: Guess = field(init=False)

    def __post_init__(self) -> None:
        program = self.program
        self.questions = Questions(program)
        if not by_rules(program):
            self.guess = Guess(program)
        if not by_rules(program) and not program.defaults:
            ready = settled_program(program)
            self.speaks = speaks_of_instances(program)
            self.few = len(program.premises) >= MANY and ready.sorts.plain and not ready.axioms

    def spread(self, rows: list[TermRow], *, holds: bool, divide: bool) -> None:
        """Look for models in which the goal holds, or fails, of as many rows as can be, with few questions.

        Args:
            rows: the rows.
            holds: whether it is to hold.
            divide: whether to look among each half of the rows where there is no model for all of them.
        """
        waiting = [row for row in rows if not any(known.holds(row) is holds for known in self.models)]
        if len(waiting) <= FEW or self.seconds <= 0 or not self.speaks:
            return
        claims = [instance(self.program, row) for row in waiting]
        one = Or(tuple(map(Not, claims)) if holds else tuple(claims))
        outcome = self.answer(self.program.asking(one), min(self.seconds / SHORT, HALF_A_SECOND))
        before = len(self.models)
        self.learn(outcome.certificate)
        if outcome.verdict is Verdict.ENTAILED:
            half = len(waiting) // 2 if divide else 0
            self.spread(waiting[:half], holds=holds, divide=divide)
            self.spread(waiting[half:] if divide else [], holds=holds, divide=divide)
        elif len(self.models) > before:
            rest = [row for row in waiting if not any(known.holds(row) is holds for known in self.models[before:])]
            if len(rest) < len(waiting):
                self.spread(rest, holds=holds, divide=divide)

    def by_few(self, row: TermRow, premises: tuple[int, ...]) -> None:
        """Ask of a row with no more premises than are guessed to be enough.

        Args:
            row: the row.
            premises: their indices.
        """
        if not premises or not self.few:
            return
        finding = Finding("instance", (row,), Verdict.UNDECIDED, None)
        part = self.part(instance(self.program, row), premises)
        if self.solver.name == "portfolio":
            open_ = (Verdict.REFUTED, True), (Verdict.ENTAILED, False)
            sides = [side for side, against in open_ if not any(k.holds(row) is against for k in self.models)]
            found = any(self.at_once(finding, part, side, premises) for side in sides)
        else:
            outcome = self.answer(part, min(self.seconds / SHORT, HALF_A_SECOND))
            proof = outcome.certificate
            found = outcome.verdict in (Verdict.ENTAILED, Verdict.REFUTED) and isinstance(proof, Proof)
            if found and isinstance(proof, Proof) and proof.lines:
                self.findings.append(replace(finding, verdict=outcome.verdict, certificate=moved(proof, premises)))
                self.engines[outcome.engine] = None
            else:
                found = False
        if found:
            self.settled.add(row)

    def part(self, goal: Formula, premises: tuple[int, ...]) -> Program:
        """Return the program that asks a closed question with some of the premises only."""
        program = self.program
        return Program(tuple(program.premises[i] for i in premises), Statement(goal), declared=program.declared)

    def at_once(self, finding: Finding, part: Program, side: Verdict, premises: tuple[int, ...]) -> bool:
        """Note the answer to a question if instances of some premises prove it at once; return whether they do."""
        proof = quick_proof(part, side, AT_ONCE)
        if proof is None:
            return False
        self.findings.append(replace(finding, verdict=side, certificate=moved(proof, premises)))
        self.engines[proof.engine] = None
        return True

    def seen(self, row: TermRow) -> bool:
        """Note that a row is an answer in one of the known models, and none in another one, if that is so.

        Returns:
            Whether it is known whether the row is an answer.
        """
        if row in self.settled:
            return True
        held, failed = -1, -1
        for i, known in enumerate(self.models):
            truth = known.holds(row)
            if truth is True and held < 0:
                held = i
            elif truth is False and failed < 0:
                failed = i
        if held < 0 or failed < 0:
            return False
        both = self.pairs.setdefault((held, failed), Countermodels(self.models[held].model, self.models[failed].model))
        self.findings.append(Finding("instance", (row,), Verdict.UNKNOWN, both))
        self.settled.add(row)
        return True

    def may_differ(self, one: TermRow, other: TermRow) -> bool:
        """Return whether it may follow that two rows differ: no known model has the same things for both."""
        return all(known.same(one, other) is not True for known in self.models)

    @property
    def seconds(self) -> float:
        """The time that is left."""
        now = time.perf_counter()
        return min(self.limits.seconds * MOST - (now - self.started), self.until - now, left())

    def ask(self, asks: Asks, rows: tuple[TermRow, ...], share: int) -> Verdict | None:
        """Ask a closed question.

        Args:
            asks: which one.
            rows: the rows of constants that it is about.
            share: among how many questions the time is to be divided that is left.

        Returns:
            The answer; ``None`` if there is none within the limits.
        """
        finding = Finding(asks, rows, Verdict.UNDECIDED, None)
        try:
            closed = self.program.asking(self.questions.of(finding))
        except (InvalidProgram, Refused) as fault:
            self.note(finding, str(fault))
            return None
        if asks in ("others", "apart") and self.few and not self.program.signature.numerals:
            things = tuple(dict.fromkeys(term for row in rows for term in row))
            premises = self.guess.near(things, general=asks == "others")
            if premises and self.solver.name == "portfolio":
                part = self.part(closed.goal.formula, premises)
                if self.at_once(finding, part, Verdict.ENTAILED, premises):
                    return Verdict.ENTAILED
                proof = self.answer(part, self.seconds / SHORT).certificate if asks == "apart" else None
                if isinstance(proof, Proof) and proof.lines and proof.proves == "goal":
                    self.findings.append(replace(finding, verdict=Verdict.ENTAILED, certificate=moved(proof, premises)))
                    return Verdict.ENTAILED
        outcome = self.answer(closed, self.seconds / share)
        if asks in ("others", "same", "apart") and outcome.verdict is Verdict.UNKNOWN and outcome.certificate is None:
            return outcome.verdict  # which no answer hangs on, and nothing shows
        self.notes |= dict.fromkeys(outcome.diagnostics)
        if outcome.verdict is Verdict.UNDECIDED:
            return None
        certificate = outcome.certificate
        self.engines[outcome.engine] = None
        self.learn(certificate)
        if self.until < math.inf and not _shown(certificate):
            return None
        kept = None if isinstance(certificate, Findings) else certificate
        self.findings.append(replace(finding, verdict=outcome.verdict, certificate=kept))
        return outcome.verdict

    def answer(self, closed: Program, seconds: float) -> Outcome:
        """Return the answer to a closed question.

        Args:
            closed: the program that asks it.
            seconds: the time that it may take.
        """
        return attempt(fitting(closed, self.solver), closed, replace(self.limits, seconds=max(seconds, 0.0)))

    def learn(self, certificate: Certificate | None) -> None:
        """Keep the models of a certificate."""
        found: list[Model] = []
        match certificate:
            case Countermodels(holds, fails):
                found = [fails, holds]
            case Proof(model=Model() as model):
                found = [model]
        if len(self.models) < MAX_MODELS and self.speaks:
            self.models += [Known.of(self.program, model) for model in found]

    def note(self, finding: Finding, why: str) -> None:
        """Say that a question can't be asked."""
        message = f"it can't be asked whether {finding.asks}: {why}"
        self.notes[Diagnostic(NOT_ASKED, Level.WARNING, message)] = None


def _shown(certificate: Certificate | None) -> bool:
    """Return whether a certificate has all that the kernel looks at."""
    return certificate is not None and not (isinstance(certificate, Proof) and not certificate.lines)
