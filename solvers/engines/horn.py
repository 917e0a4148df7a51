"""Rule books: many facts, and rules that are applied forwards, built in.

Formulas without functions and equality become clauses (``bridges.horn_clauses``). Those with one head are applied
until nothing new follows: the least model of a Horn program decides its ground goals. Clauses without a head exclude
their body, those with several leave a choice, which is made by a search over those that matter. The goal, and then
its denial, are stated beside the premises; each contradicts them, with the derivation as a proof, or has a model.
Premises with equality derive nothing; they have to be true in the models, where different names are different things.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..bridges.choices import settle
from ..bridges.datalog import MAX_ROWS, START, Datalog, Fact, Instance
from ..bridges.horn_clauses import THINGS, Clause, Vocabulary
from ..capabilities import Capabilities
from ..certifying.chaining import Chaining, premises_of
from ..certifying.proving import proof
from ..clock import uncollected
from ..errors import OutsideFragment, TooLarge
from ..kernel.certificates import Line
from ..kernel.models import Meaning
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.syntax import Atom, Fn, Formula, Not, Term, Truth, numeral
from ..logic.walkers import atoms
from ..outcome import Answer, Countermodels, Element, Limits, Model, Outcome, Proof, Verdict, decide, proves
from ..registry import engine
from ..running import bounded

ASKED: Final = -1
"""The premise of clauses that are asked, not stated."""
_UNSEEN: Final = Model((), {}, {})
"""A model that nobody is shown."""


@dataclass(frozen=True, slots=True)
class HornSolver:
    """Forward chaining as a solver of classical programs.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
        most: how many facts it derives; programs from which more follow are left undecided.
    """

    certify: bool = True
    most: int = MAX_ROWS

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "horn"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("horn").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return what the premises say about the goal."""
        started = time.perf_counter()
        notes: tuple[Diagnostic, ...] = ()
        verdict, certificate = Verdict.UNDECIDED, None
        try:
            with uncollected():
                verdict, certificate = self._decided(program)
        except (OutsideFragment, TooLarge) as fault:
            message = f"horn applies rules to facts, which does not do for {str(fault) or 'so many instances'}"
            notes = (Diagnostic("outside-fragment", Level.WARNING, message, None, "Use another engine, such as z3."),)
        return Outcome(verdict, self.name, time.perf_counter() - started, certificate, notes)

    def _decided(self, program: Program) -> tuple[Verdict, Proof | Countermodels | None]:
        names = program.signature
        if names.arithmetic or program.sorted or any(arity for _, arity in names.functions):
            raise OutsideFragment("functions, numbers to compare, or sorts")
        book = _Book(program, self.most, self.certify)
        fails = book.beside(Not(program.goal.formula))
        # Where the goal follows it is true in any model of the premises, so that nothing more need be in it.
        holds = book.beside(Not(program.negated_goal) if isinstance(fails, Model) else Truth(True))
        if isinstance(fails, Model) and isinstance(holds, Model):
            return Verdict.UNKNOWN, Countermodels(holds, fails) if self.certify else None
        goal, negation = (Answer.OPEN if isinstance(side, Model) else Answer.PROVED for side in (fails, holds))
        verdict = decide(goal, negation)
        shown = holds if isinstance(holds, _Derivation) else fails
        assert isinstance(shown, _Derivation)
        asked = program.goal.formula if shown is fails else program.negated_goal
        if shown.premises and verdict is not Verdict.INCONSISTENT and len([*atoms(asked)]) > 1:
            # A goal that holds whatever the premises say is shown from none of them.
            without, taken = replace(program, premises=()), program.signature.constants
            alone = _Book(without, self.most, self.certify, taken).beside(Not(asked))
            shown = alone if isinstance(alone, _Derivation) else shown
        if shown.folded:
            raise OutsideFragment("things that exist without end")
        if not self.certify:
            return verdict, None
        model = next((side for side in (holds, fails) if isinstance(side, Model)), None)
        if shown.lines is None:
            return verdict, proof(program, verdict, shown.premises, self.name, model=model)
        return verdict, Proof(proves(verdict), premises_of(shown.lines), self.name, shown.lines, model=model)


@dataclass(frozen=True, slots=True)
class _Derivation:
    """How a contradiction is derived.

    Attributes:
        premises: what is enough for it.
        lines: the proof; ``None`` if it can't be written from the derivation alone.
        folded: whether it speaks of a thing that need not be what it was taken for.
    """

    premises: tuple[int, ...]
    lines: tuple[Line, ...] | None
    folded: bool


class _Book:
    """The premises of a program with all that follows from them."""

    def __init__(self, program: Program, most: int, certify: bool, taken: Sequence[str] = ()) -> None:
        names = program.signature
        numerals = [numeral(n.value) for n in names.numerals]
        if not set(names.constants).isdisjoint(numerals):
            raise OutsideFragment("a constant that is called as a number is")
        self.program, self._certify = program, certify
        self.names: list[str] = [*names.constants, *numerals]
        self._numerals: dict[str, Term] = {numeral(n.value): n for n in names.numerals}
        self._known = len(self.names)
        self._taken = frozenset((*self.names, *taken))
        self._fresh = (f"e{i}" for i in itertools.count(1))
        self.words = words = Vocabulary()
        self.constants: dict[tuple[str, int], Mapping[tuple[Element, ...], Element]] = {
            (name, 0): {(): name} for name in self.names
        }
        for name in self.names:
            words.things[name] = words.new()
        for key in names.predicates:
            words.predicate(*key)
        self.others: list[Formula] = []
        facts: list[tuple[Fact, int]] = []
        clauses: list[Clause] = []
        for i, premise in enumerate(program.premises):
            formula = premise.formula
            if type(formula) is Atom:
                facts.append((words.fact(formula), i))
            else:
                try:
                    clauses += words.clauses(formula, i)
                except OutsideFragment:
                    self.others.append(formula)
        if not self.names and not words.count:
            words.new()  # a domain is never empty
        self.datalog = Datalog(words, most)
        self.datalog.state(clauses, facts)
        self.instances = [*self.datalog.since(START)]

    def beside(self, formula: Formula) -> Model | _Derivation:
        """Return a model of the premises and a closed formula, or why there is none.

        Raises:
            OutsideFragment: the model that was found is none of the premises with equality.
        """
        mark = self.datalog.mark()
        try:
            self.datalog.state(self.words.clauses(formula, ASKED), ())
            settled = settle(self.datalog, [*self.instances, *self.datalog.since(mark)])
            if settled.chosen is None:
                return self._derivation(settled.core, formula)
            model = self._model(settled.chosen) if self._certify or self.others else _UNSEEN
            if self.others and not all(map(Meaning(model).holds, self.others)):
                raise OutsideFragment("things that may be the same")
            return model
        finally:
            self.datalog.forget(mark)

    def _model(self, chosen: Iterable[Fact]) -> Model:
        """Return the model of all that is derived and chosen."""
        tables = [set(table.rows) for table in self.datalog.tables]
        for predicate, row in chosen:
            tables[predicate].add(row)
        known = self._known
        used = {i for rows in tables[THINGS + 1 :] for row in rows for i in row if i >= known}
        used |= {i for (i,) in tables[THINGS] if i >= known}
        used |= {i for i, (_, args) in self.words.witnesses.items() if not args}  # of which nothing may hold
        if not known and not used:
            used = {0}
        name = self._name
        texts = [name(i) for i in range(self.words.count)]
        predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]] = {}
        for called, arity in self.program.signature.predicates:
            rows = tables[self.words.predicates[called, arity]]
            if arity == 1:
                predicates[called, arity] = frozenset([(texts[a],) for (a,) in rows])
            elif arity == 2:
                predicates[called, arity] = frozenset([(texts[a], texts[b]) for a, b in rows])
            else:
                predicates[called, arity] = frozenset([tuple([texts[i] for i in row]) for row in rows])
        return Model((*texts[:known], *(texts[i] for i in sorted(used))), predicates, self.constants)

    def _name(self, thing: int) -> str:
        """Return the name of a thing; one that the program does not name gets a new one."""
        while thing >= len(self.names):
            self.names.append(next(name for name in self._fresh if name not in self._taken))
        return self.names[thing]

    def _term(self, thing: int) -> Term:
        name = self._name(thing)
        return self._numerals.get(name) or Fn(name)

    def _derivation(self, core: Sequence[Instance], asked: Formula) -> _Derivation:
        """Return how some instances that contradict each other are derived."""
        needed = self.datalog.behind(fact for one in core for fact in one.body() if self.datalog.holds(fact))
        reasons = [*core, *(reason for reason in needed.values() if isinstance(reason, Instance))]
        used = {one.rule.clause.premise for one in reasons}
        used |= {reason for reason in needed.values() if isinstance(reason, int)}
        premises = tuple(sorted(used - {ASKED}))
        if self._folds(core):
            return _Derivation(premises, None, True)
        stated = [premise.formula for premise in self.program.premises]
        if not self._certify:
            return _Derivation(premises, None, False)
        chaining = Chaining(lambda i: asked if i == ASKED else stated[i], self.words, self._term, self._known)
        lines = chaining.refutation(needed, core)
        return _Derivation(premises, lines, False)

    def _folds(self, core: Sequence[Instance]) -> bool:
        """Return whether instances, or what derives their facts, speak of a witness for which another was taken."""
        if not self.words.folded:
            return False
        held = (fact for one in core for fact in one.body() if self.datalog.holds(fact))
        reasons = [*core, *self.datalog.behind(held, hidden=True).values()]
        return any(
            not self.words.folded.isdisjoint(one.rule.witnessed(one.values))
            for one in reasons
            if isinstance(one, Instance)
        )
