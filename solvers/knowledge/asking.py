"""Goals that ask for values, answered by any engine: closed questions, one after the other, within one clock.

A row of constants that is an answer in one model of the premises and none in another needs no question of its own, so
that the models found on the way spare most questions. Where rules derive literals one by one, all that they derive is
found with the first question.
"""

from __future__ import annotations

import itertools
import math
import time
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..bridges.forward import clashes, derivation, derived_of, reasons
from ..clock import HIT, limit_hit, within
from ..kernel.answers import answers_of
from ..kernel.certificates import (
    Closure,
    Finding,
    Findings,
    Proof,
    Verdict,
)
from ..logic.candidates import MAX_CANDIDATES, anything, asks_numbers, by_rules, candidates, instance
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program, Semantics, Statement
from ..logic.rules import as_formula, as_rules, constants_of, literals_of
from ..logic.syntax import Fn, Num, TermRow, Truth
from ..notation.printer import print_formula
from ..outcome import Limits, Outcome, Solver
from .questioning import MOST, NOT_ASKED, Questioner
from .trimming import lean

TOO_MANY: Final = "too-many-candidates"
"""The code of the warning that not all rows of constants were asked about."""
OUTSIDE: Final = "outside-fragment"
MAX_APART: Final = 60
"""The most answers of which it is asked whether they are all different."""
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
    asker = _Asker(program, solver, limits, started)
    try:
        with within(limits.seconds * MOST, limits.megabytes):
            asker.run()
    except HIT as limit:
        asker.notes[limit_hit("the run", limit)] = None
    return asker.outcome()


@dataclass(slots=True)
class _Asker(Questioner):
    """Asks all that answers a goal."""

    def run(self) -> None:
        """Ask all there is to ask."""
        program, rows = self.program, candidates(self.program)
        if len(rows) > MAX_CANDIDATES:
            rows = rows[:MAX_CANDIDATES]
            message = f"there are more than {MAX_CANDIDATES} rows of constants; no others were asked about"
            self.notes[Diagnostic(TOO_MANY, Level.WARNING, message)] = None
        if by_rules(program):
            self.by_rules(rows)
            return
        exists = self.ask("exists", (), len(rows) + 3)
        if exists in (Verdict.INCONSISTENT, Verdict.REFUTED):
            return
        if exists is Verdict.ENTAILED and program.signature.arithmetic:
            rows = candidates(program, self.numbers())[:MAX_CANDIDATES]
        self.instances(rows)
        self.until = math.inf
        found = answers_of(program, self.findings)
        if Verdict.INCONSISTENT in {one.verdict for one in self.findings} or not found.found:
            return
        answers = [one.row for one in found.found]
        if len(answers) > 1 and (program.defaults or program.signature.equality):
            self.equal(answers)
            answers = [one.row for one in answers_of(program, self.findings).found]
        self.ask_others()
        if 1 < len(answers) <= MAX_APART:
            self.different(answers)

    def instances(self, rows: list[TermRow]) -> None:
        """Ask of each row whether the goal holds of it, unless models show that it does in some case only.

        What is cheap comes first: models that settle many rows at once, and the premises that speak of a row; all
        premises come last.
        """
        for holds in (False, True):
            self.spread([row for row in rows if row not in self.settled], holds=holds, divide=False)
        if self.ask_others() is Verdict.ENTAILED:  # what is left is no answer, or one of these by another name
            self.until = time.perf_counter() + self.seconds / 4
        for row in rows:
            if self.seconds > 0 and not self.seen(row):
                self.by_few(row, self.guess.near(row))
        for holds in (False, True):
            self.spread([row for row in rows if row not in self.settled], holds=holds, divide=True)
        waiting = [row for row in rows if row not in self.settled]
        for share in (2, 1):  # what is hard gets a second chance, with the time that is left
            late = []
            for i, row in enumerate(waiting):
                if self.seconds <= 0:
                    return
                if self.seen(row):
                    continue
                verdict = self.ask("instance", (row,), (len(waiting) - i) * share + 2)
                if verdict is Verdict.INCONSISTENT:
                    return
                if verdict is None:
                    late.append(row)
            waiting = late

    def ask_others(self) -> Verdict | None:
        """Ask whether there are no other answers than those found, if that can follow and was not asked yet."""
        rows = tuple(one.rows[0] for one in self.findings if one.asks == "instance" and one.verdict is Verdict.ENTAILED)
        asked = next((one for one in self.findings if one.asks == "others"), None)
        if not rows or not _may_be_all(self.program) or self.without_others == rows:
            return None if asked is None else asked.verdict
        self.without_others = rows
        self.findings = [one for one in self.findings if one is not asked]
        return self.ask("others", rows, 4)

    def numbers(self) -> list[Num]:
        """Return the numbers of a model of the premises in which the goal holds of some values."""
        program, one = self.program, anything(self.program)
        premises = (*program.premises, Statement(instance(program, one)))
        closed = Program(premises, Statement(Truth(False)), declared=program.declared)
        proof = self.answer(closed, self.seconds / 4).certificate
        model = proof.model if isinstance(proof, Proof) else None
        tables = model.functions.values() if model is not None else ()
        found = [value for table in tables for value in table.values() if not isinstance(value, str)]
        return [Num(exact) for value in found if (exact := _exact(value)) is not None]

    def by_rules(self, rows: list[TermRow]) -> None:
        """Ask of each row, where what is derived of all of them is found at once."""
        names = self.program.signature
        mentioned = {*map(Fn, names.constants), *names.numerals}
        plain = [row for row in rows if mentioned.issuperset(row)] if self.program.semantics is Semantics.RULES else []
        known = self.derived(plain)
        for i, row in enumerate(rows):
            if self.seconds <= 0:
                return
            if row not in known and self.ask("instance", (row,), len(rows) - i + 1) is None and self.outside():
                return
        if len(self.program.asked) == 1 and not any(asks_numbers(self.program)):
            self.ask("anything", (anything(self.program),), 1)

    def derived(self, rows: list[TermRow]) -> set[TermRow]:
        """Note what rules derive of rows whose constants they speak of; return those of which that is known."""
        stated = [as_rules(premise.formula, i) for i, premise in enumerate(self.program.premises)]
        if not rows or None in stated or self.solver.name not in ("portfolio", "rules"):
            return set()
        rules = [rule for ones in stated for rule in ones or ()]
        literals = {row: literals_of(instance(self.program, row)) for row in rows}
        known = reasons(rules, constants_of(rules, [one for ones in literals.values() for one in ones or ()]))
        closure = frozenset(map(as_formula, known))
        self.notes |= dict.fromkeys(clashes(known))
        for row, ones in literals.items():
            if ones is not None:
                facts = [(one.key, one.args) for one in ones]
                verdict, roots = derived_of(facts, known)
                steps, used = derivation(roots, known)
                self.engines["rules"] = None
                self.findings.append(Finding("instance", (row,), verdict, Closure(closure, used, steps)))
        return {row for row, ones in literals.items() if ones is not None}

    def outside(self) -> bool:
        """Return whether the program is outside what its semantics can read."""
        return any(note.code == OUTSIDE for note in self.notes)

    def equal(self, answers: list[TermRow]) -> None:
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
        if all(self.may_differ(*pair) for pair in itertools.combinations(answers, 2)) and (
            self.ask("apart", tuple(answers), 2) is Verdict.ENTAILED or len(answers) == 2
        ):
            return
        kept = answers[:1]
        for i, row in enumerate(answers[1:], 1):
            apart = [*kept, row]
            if not all(self.may_differ(other, row) for other in kept):
                continue
            if self.ask("apart", tuple(apart), len(answers) - i) is Verdict.ENTAILED:
                kept = apart

    def outcome(self) -> Outcome:
        """Return what was found out."""
        findings = Findings(lean(self.findings))
        answers = answers_of(self.program, findings.ones)
        if answers.undecided and not answers.complete and answers.verdict is not Verdict.INCONSISTENT:
            told = [print_formula(instance(self.program, row)) for row in answers.undecided[:_SHOWN]]
            more = len(answers.undecided) - len(told)
            message = f"not decided within the limits: {'; '.join(told)}{f' and {more} more' if more else ''}"
            self.notes[Diagnostic(NOT_ASKED, Level.WARNING, message, None, "Allow more time.")] = None
        engine = "+".join(self.engines) or self.solver.name
        decided = answers.verdict is not Verdict.UNDECIDED
        return Outcome(
            answers.verdict,
            engine,
            time.perf_counter() - self.started,
            findings if decided else None,
            tuple(self.notes),
            answers=answers,
        )


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
