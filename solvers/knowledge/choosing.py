"""A question with options to the one that fits: an outcome for each, and a finding where not exactly one does."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ..bridges.cells import Cells, Written
from ..checking import check as check_certificate
from ..clock import HIT, limit_hit, within
from ..clock import check as look_now
from ..errors import OutsideFragment, TooLarge, UnreadableProgram, UserError
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program, Statement
from ..logic.question import PHRASES, Asked, Option, Question, Test, Wanted
from ..logic.symbols import signature
from ..logic.syntax import Formula, Implies, Truth, Xor
from ..logic.unfolding import unfolded
from ..notation.printer import print_formula
from ..notation.readings import Reading
from ..outcome import Certificate, Countermodels, Limits, Model, Outcome, Proof, Solver, Verdict, proves
from .proving import CHECK_SECONDS, prove

if TYPE_CHECKING:
    import z3

    from ..certifying.herbrand import Refutations

NO_OPTION: Final = "no-option"
"""The code of the diagnostic of options none of which fits."""
SEVERAL_OPTIONS: Final = "several-options"
"""The code of the diagnostic of options more than one of which fits."""
CONTRADICTION: Final = "contradiction"
"""The code of the diagnostic of premises that contradict each other, so that nothing is asked of the options."""
SAYS_NOTHING: Final = "says-nothing"
"""The code of the diagnostic of a constraint that holds whatever is the case."""
SAME_OPTIONS: Final = "same-options"
"""The code of the diagnostic of options that say the same under the premises."""
OPEN_OPTION: Final = "open-option"
"""The code of the diagnostic of an option of which it could not be found out whether it fits."""
MEETS: Final[Mapping[Wanted, frozenset[Verdict]]] = {
    "entailed": frozenset({Verdict.ENTAILED}),
    "refuted": frozenset({Verdict.REFUTED}),
    "possible": frozenset({Verdict.ENTAILED, Verdict.UNKNOWN}),
    "not entailed": frozenset({Verdict.REFUTED, Verdict.UNKNOWN}),
}
"""The verdicts of a formula of which it is so."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was found out about the options of a question.

    Attributes:
        question: the question.
        outcomes: what the premises say of each option, in their order.
        findings: what they say of each formula that the tests of the options ask of.
        fits: whether each option fits; ``None`` where that is not known.
        diagnostics: what is to be said, with why there is no answer, if there is none.
        seconds: wall time.
        contradiction: of premises that contradict each other, a smallest set of them that does, by their places among
            the premises and what is supposed; ``None`` of others.
    """

    question: Question
    outcomes: tuple[Outcome, ...]
    findings: Mapping[Formula, Outcome]
    fits: tuple[bool | None, ...]
    diagnostics: tuple[Diagnostic, ...]
    seconds: float
    contradiction: tuple[int, ...] | None = None

    def name(self, at: int) -> str:
        """Return what an option says, in words if it has any."""
        says = self.question.said[at]
        return says.gloss or print_formula(says.formula)

    @property
    def chosen(self) -> int | None:
        """The option that is the answer, from 0: the only one that fits. ``None`` if there is no such one."""
        return self.fits.index(True) if self.fits.count(True) == 1 and None not in self.fits else None

    @property
    def first(self) -> int | None:
        """The first option that fits, which is a guess where others do, too; ``None`` if none is known to."""
        return self.fits.index(True) if True in self.fits else None


def choose(
    question: Question | Reading | str,
    limits: Limits = Limits(),
    *,
    solver: str | Solver = "portfolio",
    check: bool = True,
    certify: bool = True,
) -> Choice:
    """Return which option of a question fits.

    Args:
        question: the question, what reading a text gave, or the text.
        limits: time and memory, of all options together.
        solver: who is asked; the portfolio writes small domains out before it asks any engine.
        check: check the certificates too.
        certify: give a certificate for each option; else only verdicts.

    Returns:
        What was found out: exactly one option fits, or a diagnostic says why there is no answer.

    Raises:
        UnreadableProgram: the text is no program with options.
    """
    started, notes = time.perf_counter(), tuple[Diagnostic, ...]()
    if isinstance(question, str):
        from ..notation.programs import read_program  # only who has a text loads it

        question = read_program(question)
    if isinstance(question, Reading):
        notes = question.diagnostics
        if question.question is None:
            raise UnreadableProgram(notes, question.text)
        question = question.question
    if not isinstance(question, Question):
        raise UserError("give a question with options, or a program's text that has them")
    with within(limits.seconds, limits.megabytes):
        try:
            look_now()
            if question.asked is Asked.WHOLE:
                question = _solved(question, limits)
            finder = _Finder(question, limits, solver, certify=certify)
            findings, fits = finder.all()
        except HIT as limit:
            notes = (*notes, limit_hit("the run", limit))
            open_ = Outcome(Verdict.UNDECIDED, "cells", time.perf_counter() - started)
            none = (None,) * len(question.options)
            outcomes = (open_,) * len(none)
            return Choice(question, outcomes, {}, none, notes, open_.seconds)
    if check and certify:
        share = (limits.seconds - (time.perf_counter() - started)) / max(len(findings), 1)
        share = max(share, CHECK_SECONDS)
        from ..certifying.herbrand import Refutations  # only who certifies loads it

        plain, shared = question.asking(question.said[0]).unfolded, Refutations()
        for formula, found in findings.items():
            with within(share, limits.megabytes), suppress(*HIT):
                findings[formula] = _checked(plain.asking(unfolded(formula)), found, shared)
    outcomes = tuple(findings[option.says.formula] for option in question.options)
    clash = finder.contradiction
    fault = why_none([one.gloss or print_formula(one.formula) for one in question.said], fits, question.wanted)
    if question.asked is Asked.WHOLE and isinstance(two := outcomes[0].certificate, Countermodels):
        fault = _several_solutions(question, two)
    fault = fault if clash is None else _contradicting(question, clash)
    notes += () if fault is None else (fault,)
    return Choice(question, outcomes, findings, fits, notes, time.perf_counter() - started, clash)


def guessed(found: Choice, limits: Limits = Limits()) -> int | None:
    """Return a guess at the answer of a question that has none: the first option that fits.

    Of premises that contradict each other the one that is said last is left out, until none do.

    Args:
        found: what was found out.
        limits: time and memory.

    Returns:
        The option, from 0; ``None`` if none fits.
    """
    started = time.perf_counter()
    while found.contradiction and (rest := limits.seconds - (time.perf_counter() - started)) > 0:
        question = found.question.without({max(found.contradiction)})
        found = choose(question, replace(limits, seconds=rest), certify=False)
    return found.first


def _solved(question: Question, limits: Limits) -> Question:
    """Return a question that asks for everything with what a model says as its option, if there is one."""
    says: Formula = Truth(True)
    shown = ""
    with suppress(OutsideFragment, TooLarge):
        written = _written(question, (), limits)
        if (found := written.model()) is not None:
            model = written.shown(found)
            says, shown = written.cells.says(model), assignment(question, model)
        option = Option(Statement(says, shown), (Test((says,), "entailed"),))
        return replace(question, options=(option,))
    raise UserError("what has to be found has no bounds; declare what each name ranges over, and list its members")


def assignment(question: Question, model: Model) -> str:
    """Return what has which value in a model, as JSON: in rows by the question's table, else by the functions.

    Args:
        question: the question.
        model: a model of its premises.
    """
    found: dict[str, dict[str, Any]] = {}
    sorts = [(one.name, one.members) for one in question.program.declared.sorts]
    plain = {one: one.removeprefix(f"{sort}_") for sort, ones in sorts for one in ones}  # numbers, as they were written
    if question.table is not None:
        for column, things in question.table.columns:
            for shown, term in things:
                row = model.functions[term.name, len(term.args)][tuple(a.name for a in term.args)]  # type: ignore[union-attr]
                found.setdefault(f"{question.table.row} {plain.get(str(row), row)}", {})[column] = shown
        return json.dumps({row: found[row] for row in sorted(found, key=_natural)}, ensure_ascii=False)
    for typed in question.program.declared.typed:
        key = typed.name, len(typed.arguments)
        values = model.functions.get(key) or dict.fromkeys(model.predicates.get(key, ()), True)
        rows = {", ".join(plain.get(str(one), str(one)) for one in row): value for row, value in values.items()}
        found[typed.name] = {row: plain.get(str(value), value) for row, value in rows.items()}
    return json.dumps(found, ensure_ascii=False)


def _natural(row: str) -> tuple[int, str]:
    return len(row), row


def _several_solutions(question: Question, two: Countermodels) -> Diagnostic:
    """Return that more than one assignment fits."""
    ones = [assignment(question, model) for model in (two.goal_holds, two.goal_fails)]
    message = f"there is more than one solution: {ones[0]} and {ones[1]}"
    return Diagnostic(SEVERAL_OPTIONS, Level.ERROR, message, None, "A constraint is missing.")


def _checked(program: Program, outcome: Outcome, shared: Refutations) -> Outcome:
    """Return an outcome with the steps of its proof, if it has one, and with what the kernel says of it."""
    found = outcome.certificate
    if isinstance(found, Proof) and not found.lines:
        from ..certifying.proving import proof

        used, model = found.premises_used, found.model
        more = proof(program, outcome.verdict, used, found.engine, model=model, shared=shared)
        outcome = replace(outcome, certificate=more if more.lines else found)
    return check_certificate(program, outcome)


class _Finder:
    """Finds out what the premises say of formulas: over their cells, or by asking the engines of each.

    Attributes:
        written: the question written out over its cells; ``None`` where engines are asked.
        contradiction: of premises that contradict each other, those that do; ``None`` of others.
    """

    def __init__(self, question: Question, limits: Limits, solver: str | Solver, *, certify: bool) -> None:
        self.question, self.limits, self.solver, self.certify = question, limits, solver, certify
        self.contradiction: tuple[int, ...] | None = None
        self.found: dict[Formula, Outcome] = {}
        self.formulas = list(dict.fromkeys((*(o.says.formula for o in question.options), *question.formulas)))
        self.written: Written | None = None
        self.models: dict[tuple[int, bool], z3.ModelRef] = {}
        self._shown: dict[int, Model] = {}
        if (solver if isinstance(solver, str) else solver.name) == "portfolio":
            with suppress(OutsideFragment, TooLarge):
                self.written = _written(question, self.formulas, limits)
                if self._look(self.written, []) is None:
                    self.contradiction = self.written.core()

    def all(self) -> tuple[dict[Formula, Outcome], tuple[bool | None, ...]]:
        """Return what is found of all formulas, and which options fit."""
        fits = []
        for option in self.question.options:
            self.outcome(option.says.formula)
            tests = [self._test(test) for test in option.tests]
            if self.question.asked is Asked.SETTLED:
                tests = [None if self.written is None else self._settled(self.written, option.says.formula)]
            fits.append(False if False in tests else None if None in tests else True)
        return self.found, tuple(fits)

    def _test(self, test: Test) -> bool | None:
        """Return whether a test is passed."""
        found = [self.outcome(formula).verdict for formula in test.formulas]
        if Verdict.INCONSISTENT in found:
            return False
        if Verdict.UNDECIDED in found:
            return None
        return sum(verdict in MEETS[test.wanted] for verdict in found) == test.number

    def outcome(self, formula: Formula) -> Outcome:
        """Return what the premises say of a formula."""
        if formula not in self.found:
            started = time.perf_counter()
            if self.written is None:
                self.found[formula] = self._asked(formula)
            else:
                verdict, shown = self._over_cells(self.written, formula)
                self.found[formula] = Outcome(verdict, "cells", time.perf_counter() - started, shown)
        return self.found[formula]

    def _asked(self, formula: Formula) -> Outcome:
        """Return what an engine says of a formula."""
        share = replace(self.limits, seconds=self.limits.seconds / (2 * len(self.question.formulas)))
        found = prove(self.question.asking(Statement(formula)), self.solver, share, check=False)
        if found.verdict is Verdict.INCONSISTENT:
            used = getattr(found.certificate, "premises_used", None)
            self.contradiction = tuple(range(len(self.question.supposing))) if used is None else used
        return found

    def _look(self, written: Written, more: Sequence[z3.BoolRef]) -> z3.ModelRef | None:
        """Look for a model, and note of which formulas it shows that they may hold, or fail."""
        model = written.model(more)
        if model is not None:
            for i in range(len(self.formulas)):
                if not {(i, True), (i, False)} <= self.models.keys():
                    self.models.setdefault((i, written.holds(model, i)), model)
        return model

    def _over_cells(self, written: Written, formula: Formula) -> tuple[Verdict, Certificate | None]:
        """Return what the premises say of a formula, and why."""
        i = self.formulas.index(formula)
        if self.contradiction is not None:
            return Verdict.INCONSISTENT, Proof("contradiction", self.contradiction, "cells")
        for holds in (True, False):
            side = written.side(i, holds=holds)
            if (i, holds) not in self.models and self._look(written, [side]) is None:
                verdict = Verdict.REFUTED if holds else Verdict.ENTAILED
                if not self.certify:
                    return verdict, None
                shown = self._model(written, i, not holds)
                return verdict, Proof(proves(verdict), written.core([side]), "cells", model=shown)
        models = [self._model(written, i, holds) for holds in (True, False)] if self.certify else []
        return Verdict.UNKNOWN, Countermodels(*models) if models else None

    def _model(self, written: Written, formula: int, holds: bool) -> Model:
        found = self.models[formula, holds]
        if id(found) not in self._shown:
            self._shown[id(found)] = written.shown(found)
        return self._shown[id(found)]

    def _settled(self, written: Written, formula: Formula) -> bool:
        """Return whether with a formula everything has one value: that of a model, which is then asked of."""
        i = self.formulas.index(formula)
        if (i, True) not in self.models:
            return False
        says = Implies(formula, written.cells.says(self._model(written, i, True)))
        again = _written(self.question, [says], self.limits)
        return again.model([again.side(0, holds=False)]) is None


def _written(question: Question, asked: Sequence[Formula], limits: Limits) -> Written:
    """Return the premises of a question and what is asked of them, written out over their cells."""
    premises = [one.formula for one in question.supposing]
    cells = Cells(premises, signature([*premises, *asked]), question.program.declared)
    return Written(cells, premises, asked, limits.seconds, limits.megabytes)


def signs(question: Question, limits: Limits = Limits()) -> tuple[Diagnostic, ...]:
    """Return signs that a question was not translated as it is meant, which nobody needs the right answer for.

    Of programs that a model wrote for the law school admission test, two of three with a constraint that says nothing
    are wrong, and one of three with options that say the same.

    Args:
        question: the question.
        limits: time and memory; what takes longer is not found.
    """
    premises, says = [one.formula for one in question.supposing], [one.formula for one in question.said]
    found = list[Diagnostic]()
    with within(limits.seconds, limits.megabytes), suppress(OutsideFragment, *HIT):
        cells = Cells(premises, signature([*premises, *says]), question.program.declared)
        alone = Written(cells, (), premises, limits.seconds, limits.megabytes)
        for i, one in enumerate(question.supposing):
            if one.span is not None and alone.model([alone.side(i, holds=False)]) is None:
                message = f"'{one.gloss or print_formula(one.formula)}' is rendered by what holds in any case"
                hint = "Say what it rules out."
                found.append(Diagnostic(SAYS_NOTHING, Level.WARNING, message, one.span, hint))
        pairs = list(itertools.combinations(range(len(says)), 2))
        differ: list[Formula] = [Xor(says[i], says[j]) for i, j in pairs]
        together = Written(cells, premises, differ, limits.seconds, limits.megabytes)
        if together.model() is None:
            return tuple(found)  # which is said otherwise, and makes all options alike
        for at, (i, j) in enumerate(pairs):
            if together.model([together.side(at, holds=True)]) is None:
                names = [one.gloss or print_formula(one.formula) for one in (question.said[i], question.said[j])]
                message = f"under the constraints two options say the same: '{names[0]}' and '{names[1]}'"
                found.append(Diagnostic(SAME_OPTIONS, Level.WARNING, message, question.said[j].span))
    return tuple(found)


def why_none(names: Sequence[str], fits: Sequence[bool | None], wanted: Wanted) -> Diagnostic | None:
    """Return why none of several options is the answer; ``None`` if one is.

    Args:
        names: what the options are called.
        fits: whether each fits; ``None`` where that is not known.
        wanted: what is asked of them.
    """
    if None in fits:
        message = f"of the option '{names[fits.index(None)]}' it is not known whether it fits"
        return Diagnostic(OPEN_OPTION, Level.ERROR, message, None, "Allow more time.")
    if True not in fits:
        return Diagnostic(NO_OPTION, Level.ERROR, f"none of the options {PHRASES[wanted]}")
    if fits.count(True) > 1:
        listed = " and ".join(f"'{name}'" for name, fit in zip(names, fits, strict=True) if fit)
        return Diagnostic(SEVERAL_OPTIONS, Level.ERROR, f"more than one of the options {PHRASES[wanted]}: {listed}")
    return None


def _contradicting(question: Question, places: tuple[int, ...]) -> Diagnostic:
    """Return that premises contradict each other."""
    ones = [question.supposing[i] for i in places]
    listed = "; ".join(f"'{one.gloss or print_formula(one.formula)}'" for one in ones)
    message = f"the constraints contradict each other, so nothing follows from them: {listed}"
    span = ones[0].span if ones else None
    return Diagnostic(CONTRADICTION, Level.ERROR, message, span, "One of these says more than is meant.")
