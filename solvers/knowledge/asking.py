"""Goals that ask for values, answered by any engine: closed questions, one after the other, within one clock.

A row of constants that is an answer in one model of the premises and none in another needs no question of its own, so
that the models found on the way spare most questions. Premises that are rules are compiled once for all of them.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..clock import HIT, left, limit_hit, within
from ..kernel.answers import Questions, answers_of
from ..kernel.certificates import Asks, Certificate, Countermodels, Finding, Findings, Model, Proof, Verdict
from ..kernel.models import Meaning
from ..kernel.refusal import Refused, Unchecked
from ..logic.candidates import MAX_CANDIDATES, anything, asks_numbers, by_rules, candidates, instance, same
from ..logic.diagnostics import Diagnostic, Level
from ..logic.domains import settled_program
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Statement
from ..logic.rewriting import substitute
from ..logic.symbols import BUILT_IN, signature
from ..logic.syntax import Exists, Fn, Formula, Not, Num, Or, TermRow, Truth, name_of, numeral, opened
from ..notation.printer import print_formula
from ..outcome import Limits, Outcome, Solver
from ..registry import fitting
from ..running import attempt
from .compiled import CompiledRules

TOO_MANY: Final = "too-many-candidates"
"""The code of the warning that not all rows of constants were asked about."""
OUTSIDE: Final = "outside-fragment"
NOT_ASKED: Final = "answers-undecided"
"""The code of the warning that names about what nothing was found out within the limits."""
MAX_APART: Final = 60
"""The most answers of which it is asked whether they are all different."""
MAX_MODELS: Final = 40
"""The most models of the premises that are kept to spare questions."""
FEW: Final = 2
"""So many rows are asked about one by one."""
MANY: Final = 100
"""About so many at most it is asked together whether the goal may hold, or fail, of all of them."""
MOST: Final = 0.9
"""The share of the time after which nothing more is asked, so that what was found out can be told."""
SPARING: Final = 0.5
"""The most seconds of a question that only spares others."""
_SHOWN: Final = 5


def ask(program: Program, solver: Solver, limits: Limits) -> Outcome:
    """Return who or what a goal asks for.

    Args:
        program: a program that asks for values.
        solver: the engine; where it can't do what a question needs, another one answers it.
        limits: what all questions together may cost.

    Returns:
        An outcome with ``answers``; its certificate is what was found out, each with its own certificate.
    """
    started = time.perf_counter()
    asker = _Asker(program, solver, limits)
    try:
        with within(limits.seconds * MOST, limits.megabytes):
            asker.run()
    except HIT as limit:
        asker.notes[limit_hit("the run", limit)] = None
    return replace(asker.outcome(), seconds=time.perf_counter() - started)


class _Known:
    """A model of the premises, in which rows of constants are looked up."""

    def __init__(self, program: Program, model: Model) -> None:
        ready = settled_program(program)
        self._plain, goal = ready.sorts.plain, ready.formulas[-2]
        self.model, self._asked, self._meaning = model, program.asked, Meaning(model, typed=not self._plain)
        names = signature((goal,))
        numerals = {(numeral(n.value), 0) for n in names.numerals} if self._plain else set()
        # One that a question left out of the goal's names says nothing of it.
        self._whole = model.predicates.keys() >= {*names.predicates}
        self._whole &= model.functions.keys() >= {*names.functions} | numerals
        self._body = opened(goal, Exists, len(program.asked))[2]

    def holds(self, row: TermRow) -> bool | None:
        """Return whether the goal holds of a row; ``None`` if the model does not say.

        It may be true whatever the row names; but a model that leaves a name open is none of the question.
        """
        things = [name_of(term) for term in row if self._plain or not isinstance(term, Num)]  # the rest are numbers
        if not self._whole or any((name, 0) not in self.model.functions for name in things):
            return None
        return self._true(substitute(self._body, dict(zip(self._asked, self._terms(row), strict=True))))

    def same(self, one: TermRow, other: TermRow) -> bool | None:
        """Return whether two rows name the same things; ``None`` if the model does not say."""
        return self._true(same(self._terms(one), self._terms(other)))

    def _true(self, formula: Formula) -> bool | None:
        try:
            return self._meaning.holds(formula)
        except (Refused, Unchecked, KeyError, TypeError):
            return None

    def _terms(self, row: TermRow) -> TermRow:
        """Return a row as formulas with settled sorts name it: a numeral that is a thing by a constant."""
        if self._plain:
            return row
        named = {name for name, arity in self.model.functions if not arity}
        return tuple(Fn(name_of(t)) if isinstance(t, Num) and name_of(t) in named else t for t in row)


class _Asker:
    """Asks all that answers a goal, and keeps what was found out."""

    def __init__(self, program: Program, solver: Solver, limits: Limits) -> None:
        self.program, self.solver, self.limits = program, solver, limits
        self.findings: list[Finding] = []
        self.notes: dict[Diagnostic, None] = {}
        self.engines: dict[str, None] = {}
        self.models: list[_Known] = []
        self.pairs: dict[tuple[int, int], Countermodels] = {}
        self.settled: set[TermRow] = set()
        self.questions = Questions(program)
        self.compiled = CompiledRules(program) if solver.name == "portfolio" else None
        self.rules = by_rules(program)
        # A model of the premises is none of an instance where only the goal says that there is a sort.
        sorts = {sort.name for sort in program.declared.sorts} | BUILT_IN | {""}
        asked = opened(program.goal.formula, Exists, len(program.asked))[1]
        self.speaks = not (self.rules or program.defaults) and sorts.issuperset(asked)

    def run(self) -> None:
        """Ask all there is to ask."""
        program, rows = self.program, candidates(self.program)
        if len(rows) > MAX_CANDIDATES:
            rows = rows[:MAX_CANDIDATES]
            message = f"there are more than {MAX_CANDIDATES} rows of constants; no others were asked about"
            self.notes[Diagnostic(TOO_MANY, Level.WARNING, message)] = None
        if not self.rules:
            exists = self.ask("exists", (), len(rows) + 3)
            if exists in (Verdict.INCONSISTENT, Verdict.REFUTED):
                return
            if exists is Verdict.ENTAILED and program.signature.arithmetic:
                rows = candidates(program, self.numbers())[:MAX_CANDIDATES]
        self.instances(rows)
        if self.rules:
            if len(program.asked) == 1 and not any(asks_numbers(program)):
                self.ask("anything", (anything(program),), 1)
            return
        answers = [one.row for one in answers_of(program, self.findings).found]
        if not answers or Verdict.INCONSISTENT in {one.verdict for one in self.findings}:
            return
        if len(answers) > 1 and (program.defaults or program.signature.equality):
            self.equal(answers)
            answers = [one.row for one in answers_of(program, self.findings).found]
        if _may_be_all(program):
            self.ask("others", tuple(one.rows[0] for one in self.findings if _is_answer(one)), 4)
        if 1 < len(answers) <= MAX_APART:
            self.different(answers)

    def instances(self, rows: Sequence[TermRow]) -> None:
        """Ask of each row whether the goal holds of it, unless models show that it does in some case only."""
        for holds in (False, True):
            waiting = [row for row in rows if not any(known.holds(row) is holds for known in self.models)]
            for start in range(0, len(waiting) if self.speaks else 0, MANY):
                claims = [instance(self.program, row) for row in waiting[start : start + MANY]]
                if len(claims) > FEW:
                    one = Or(tuple(map(Not, claims)) if holds else tuple(claims))
                    self.learn(self.answer(one, min(self.seconds / 20, SPARING)).certificate)
        waiting = [row for row in rows if not self.seen(row)]
        for share in (2, 1):  # what is hard gets a second chance, with the time that is left
            late = []
            for i, row in enumerate(waiting):
                if self.seconds <= 0 or any(note.code == OUTSIDE for note in self.notes):
                    return
                if not self.seen(row):
                    verdict = self.ask("instance", (row,), (len(waiting) - i) * share + 2)
                    if verdict is Verdict.INCONSISTENT and not self.rules:
                        return
                    late += [row] if verdict is None else []
            waiting = late

    def seen(self, row: TermRow) -> bool:
        """Note that a row is an answer in one of the known models, and none in another one, if that is so.

        Returns:
            Whether it is known whether the row is an answer.
        """
        if row in self.settled:
            return True
        truths = [known.holds(row) for known in self.models]
        if True not in truths or False not in truths:
            return False
        held, failed = at = truths.index(True), truths.index(False)
        both = self.pairs.setdefault(at, Countermodels(self.models[held].model, self.models[failed].model))
        self.findings.append(Finding("instance", (row,), Verdict.UNKNOWN, both))
        self.settled.add(row)
        return True

    def numbers(self) -> list[Num]:
        """Return the numbers of a model of the premises in which the goal holds of some values."""
        program, one = self.program, anything(self.program)
        premises = (*program.premises, Statement(instance(program, one)))
        closed = Program(premises, Statement(Truth(False)), declared=program.declared)
        limits = replace(self.limits, seconds=self.seconds / 4)
        proof = attempt(fitting(closed, self.solver), closed, limits).certificate
        model = proof.model if isinstance(proof, Proof) else None
        tables = model.functions.values() if model is not None else ()
        found = [value for table in tables for value in table.values() if not isinstance(value, str)]
        return [Num(exact) for value in found if (exact := _exact(value)) is not None]

    def equal(self, answers: Sequence[TermRow]) -> None:
        """Ask which answers are the same."""
        kept: list[TermRow] = []
        for i, row in enumerate(answers):
            for other in kept:
                if all(known.same(other, row) is not False for known in self.models):
                    share = (len(answers) - i) * len(kept) + 2
                    if self.ask("same", (other, row), share) is Verdict.ENTAILED:
                        break
            else:
                kept.append(row)

    def different(self, answers: list[TermRow]) -> None:
        """Ask whether all answers are different; if not, how many are at least."""

        def may_be(rows: Sequence[TermRow]) -> bool:
            pairs = itertools.combinations(rows, 2)
            return all(known.same(*pair) is not True for pair in pairs for known in self.models)

        if may_be(answers) and (self.ask("apart", tuple(answers), 2) is Verdict.ENTAILED or len(answers) == 2):
            return
        kept = answers[:1]
        for i, row in enumerate(answers[1:], 1):
            apart = [*kept, row]
            if may_be(apart) and self.ask("apart", tuple(apart), len(answers) - i) is Verdict.ENTAILED:
                kept = apart

    @property
    def seconds(self) -> float:
        """The time that is left."""
        return max(left(), 0.0)

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
            outcome = self.answer(self.questions.of(finding), self.seconds / share)
        except (InvalidProgram, Refused) as fault:
            message = f"it can't be asked whether {asks}: {fault}"
            self.notes[Diagnostic(NOT_ASKED, Level.WARNING, message)] = None
            return None
        if asks in ("others", "same", "apart") and outcome.verdict is Verdict.UNKNOWN and outcome.certificate is None:
            return outcome.verdict  # which no answer hangs on, and nothing shows
        self.notes |= dict.fromkeys(outcome.diagnostics)
        if outcome.verdict is Verdict.UNDECIDED:
            return None
        self.engines[outcome.engine] = None
        self.learn(outcome.certificate)
        kept = None if isinstance(outcome.certificate, Findings) else outcome.certificate
        self.findings.append(replace(finding, verdict=outcome.verdict, certificate=kept))
        return outcome.verdict

    def answer(self, goal: Formula, seconds: float) -> Outcome:
        """Return the answer to a closed question.

        Args:
            goal: what is asked.
            seconds: the time that it may take.
        """
        limits = replace(self.limits, seconds=seconds)
        if self.compiled is not None:
            self.compiled.lean = bool(self.models)
            asked = Program((), Statement(goal), declared=self.program.declared)
            once = replace(limits, seconds=max(seconds, self.seconds / 4))  # it may have to be compiled
            if (outcome := self.compiled.answer(asked, once)) is not None:
                return outcome
        closed = self.program.asking(goal)
        return attempt(fitting(closed, self.solver), closed, limits)

    def learn(self, certificate: Certificate | None) -> None:
        """Keep the models of a certificate."""
        match certificate:
            case Countermodels(holds, fails):
                found = [fails, holds]
            case Proof(model=Model() as model):
                found = [model]
            case _:
                return
        if len(self.models) < MAX_MODELS and self.speaks:
            self.models += [_Known(self.program, model) for model in found]

    def outcome(self) -> Outcome:
        """Return what was found out."""
        findings = Findings(_lean(self.findings))
        answers = answers_of(self.program, findings.ones)
        if answers.undecided and not answers.complete and answers.verdict is not Verdict.INCONSISTENT:
            told = [print_formula(instance(self.program, row)) for row in answers.undecided[:_SHOWN]]
            more = len(answers.undecided) - len(told)
            message = f"not decided within the limits: {'; '.join(told)}{f' and {more} more' if more else ''}"
            self.notes[Diagnostic(NOT_ASKED, Level.WARNING, message, None, "Allow more time.")] = None
        engine = "+".join(self.engines) or self.solver.name
        certificate = findings if answers.verdict is not Verdict.UNDECIDED else None
        return Outcome(answers.verdict, engine, 0.0, certificate, tuple(self.notes), answers=answers)


def _is_answer(one: Finding) -> bool:
    return one.asks == "instance" and one.verdict is Verdict.ENTAILED


def _lean(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings without what others show, too: that premises are consistent."""
    lean, shown = list[Finding](), any(isinstance(one.certificate, Countermodels) for one in findings)
    for one in findings:
        if isinstance(proof := one.certificate, Proof) and proof.model is not None:
            one = replace(one, certificate=replace(proof, model=None)) if shown else one
            shown = True
        lean.append(one)
    return tuple(lean)


def _may_be_all(program: Program) -> bool:
    """Return whether it can follow that there are no other answers.

    Without equality it can't: beside an answer there may always be another thing of which the same holds.
    """
    names = program.signature
    return bool(names.equality or names.arithmetic or program.declared.enumerations or program.defaults)


def _exact(value: int | Decimal | Fraction) -> Decimal | int | None:
    """Return a number as numerals write it; ``None`` if it has no end as a decimal fraction."""
    if isinstance(value, Fraction):
        found = Decimal(value.numerator) / Decimal(value.denominator)
        return found if Fraction(found) == value else None
    return value
