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
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from ..bridges.choices import settle
from ..bridges.datalog import MAX_ROWS, Datalog, Fact, Mark, RuleInstance
from ..bridges.horn_clauses import THINGS, HornClause, Vocabulary
from ..bridges.numbers import Quantity, exact, shortest
from ..bridges.smt import MAX_TABLE
from ..capabilities import Capabilities
from ..clock import uncollected
from ..errors import OutsideFragment, TooLarge
from ..kernel.certificates import Line
from ..kernel.models import Meaning
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.sorts import infer
from ..logic.symbols import NUMBERS, Signature
from ..logic.syntax import Atom, Eq, Fn, Formula, Not, Num, Term, Truth, name_of, numeral
from ..logic.walkers import atoms, walk
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
        if program.sorted or not NUMBERS.isdisjoint(program.signature.sorts):
            raise OutsideFragment("sorts")
        premises, goal = [one.formula for one in program.premises], program.goal.formula
        book = Book(premises, program.signature, self.most, self.certify, asked=(goal,))
        if program.declared:
            sorts = infer(program.formulas, program.signature, program.declared)
            things = {*program.signature.constants} - {name for name, _ in book.words.numbers.names}
            if program.declared.fractional or any(sorts.result(name, 0) in NUMBERS for name in things):
                raise OutsideFragment("constants that are numbers")
        return book.decide(program, lambda: program)


@dataclass(frozen=True, slots=True)
class _Derivation:
    """How a contradiction is derived.

    Attributes:
        premises: what is enough for it.
        lines: the proof; ``None`` if it can't be written from the derivation alone.
    """

    premises: tuple[int, ...]
    lines: tuple[Line, ...] | None


class Book:
    """Premises with all that follows from them, which answer one goal after the other.

    Args:
        premises: closed formulas.
        names: what they speak of.
        most: how many facts are derived.
        certify: whether a verdict is to have a certificate.
        asked: what is asked of them, which may tell that a function gives numbers.

    Attributes:
        lean: whether proofs come without the model that shows that the premises are consistent.

    Raises:
        OutsideFragment: they have functions of things.
        TooLarge: too much follows from them.
    """

    def __init__(
        self,
        premises: Sequence[Formula],
        names: Signature,
        most: int = MAX_ROWS,
        certify: bool = True,
        asked: Iterable[Formula] = (),
    ) -> None:
        self._certify, self.lean = certify, False
        self._premises = premises
        self._facts: tuple[Formula, ...] = ()
        self.words = Vocabulary()
        self.datalog = Datalog(self.words, most)
        self._named: dict[int, Term] = {}
        self._unnamed: dict[int, Term] = {}
        self._taken: Set[str] = frozenset()
        self._next = 0
        self._others: list[Formula] = []
        self._instances: list[RuleInstance] = []
        self._call(names, (*premises, *asked))
        self._state(premises, 0)
        self._before = self._mark()

    def load(self, facts: tuple[Formula, ...], names: Signature) -> None:
        """Hold more premises, behind the first ones, in place of those that were held so before.

        Args:
            facts: closed formulas.
            names: what they speak of.

        Raises:
            OutsideFragment: they have functions of things.
            TooLarge: too much follows.
        """
        if facts == self._facts:
            return
        self._forget(self._before)
        self._facts = facts
        self._call(names, facts)
        self._state(facts, len(self._premises))

    def decide(self, asked: Program, whole: Callable[[], Program]) -> tuple[Verdict, Proof | Countermodels | None]:
        """Return what all premises say about a goal, with the certificate.

        Args:
            asked: a program with this goal; its premises are not looked at.
            whole: what returns a program with this goal and all premises.

        Raises:
            OutsideFragment: the goal has functions or compares numbers, or the model that was found is none of the
                premises with equality.
            TooLarge: too much follows.
        """
        mark = self._mark()
        try:
            self._call(asked.signatures[1], (asked.goal.formula,))
            self._unnamed, self._next, self._taken = {}, 0, self.words.things.keys()
            if not self._named and not self.words.count:
                self.words.new()  # a domain is never empty
            numbers = self.words.numbers
            numbers.guessed = True  # what follows by that is in a model, and no proof
            if sum(self.words.count**arity for _, arity in numbers.names) > len(numbers.stated):
                self._derive((), (), counted=True)
            return self._decided(asked, whole)
        finally:
            self.words.numbers.guessed = False
            self._forget(mark)

    def _decided(self, asked: Program, whole: Callable[[], Program]) -> tuple[Verdict, Proof | Countermodels | None]:
        goal, negated = asked.goal.formula, asked.negated_goal
        fails = self._beside(Not(goal))
        # Where the goal follows it is true in any model of the premises, so that nothing more need be in it.
        open_ = isinstance(fails, Model)
        holds = self._beside(Not(negated) if open_ else Truth(True), shown=open_ or not self.lean, last=not open_)
        if isinstance(fails, Model) and isinstance(holds, Model):
            return Verdict.UNKNOWN, Countermodels(holds, fails) if self._certify else None
        one, other = (Answer.OPEN if isinstance(side, Model) else Answer.PROVED for side in (fails, holds))
        verdict = decide(one, other)
        shown = holds if isinstance(holds, _Derivation) else fails
        assert isinstance(shown, _Derivation)
        claim = goal if shown is fails else negated
        if shown.premises and verdict is not Verdict.INCONSISTENT and len([*atoms(claim)]) > 1:
            # A goal that holds whatever the premises say is shown from none of them.
            alone = Book((), asked.signatures[1], self.datalog.most, self._certify)
            alone._taken = self._taken
            found = alone._beside(Not(claim))
            shown = found if isinstance(found, _Derivation) else shown
        if not self._certify:
            return verdict, None
        from ..certifying.drafts import premises_of  # only who certifies loads it
        from ..certifying.proving import proof

        model = next((side for side in (holds, fails) if isinstance(side, Model) and side is not _UNSEEN), None)
        if shown.lines is None:
            return verdict, proof(whole(), verdict, shown.premises, "horn", model=model)
        return verdict, Proof(proves(verdict), premises_of(shown.lines), "horn", shown.lines, model=model)

    def _call(self, names: Signature, formulas: Iterable[Formula]) -> None:
        """Give numbers to the names of things and of predicates that some formulas speak of."""
        numbers = self.words.numbers
        if names.arithmetic or (names.equality and names.functions):  # else nothing is compared
            numbers.note(formulas)
        if names.arithmetic and not numbers.names:
            raise OutsideFragment("numbers that are values of no function")
        if any(arity and (name, arity) not in numbers.names for name, arity in names.functions):
            raise OutsideFragment("functions of things")
        things: list[tuple[str, Term]] = [
            (name, Fn(name)) for name in names.constants if (name, 0) not in numbers.names
        ]
        numerals = () if numbers.names else names.numerals
        if numbers.names and any(isinstance(term, Num) for term in self._named.values()):
            raise OutsideFragment("numerals that are things")
        if numbers.names and any(
            node.decimal or isinstance(node.value, Decimal)  # beside which whole numbers may be reals
            for formula in formulas
            for node in walk(formula)
            if isinstance(node, Num)
        ):
            raise OutsideFragment("decimal fractions")
        for name, term in (*things, *((numeral(n.value), n) for n in numerals)):
            if name not in self.words.things:
                self.words.things[name] = number = self.words.new()
                self._named[number] = term
        for key in names.predicates:
            self.words.predicate(*key)

    def _state(self, formulas: Iterable[Formula], first: int) -> None:
        """Add premises, whose indices begin with a number, and all that follows."""
        facts: list[tuple[Fact, int]] = []
        clauses: list[HornClause] = []
        for i, formula in enumerate(formulas, first):
            if type(formula) is Atom:
                facts.append((self.words.fact(formula), i))
            else:
                try:
                    clauses += self.words.clauses(formula, i)
                except OutsideFragment:
                    if self.words.numbers.names:  # what is said of numbers, no model of things shows
                        raise
                    self._others.append(formula)
        clauses, counted = self._valued(clauses)
        self._derive(clauses, facts, counted=counted)

    def _derive(self, clauses: Iterable[HornClause], facts: Iterable[tuple[Fact, int]], *, counted: bool) -> None:
        """Add clauses and facts with all that follows; what conditions of numbers allow, too, if values are new."""
        mark = self.datalog.mark()
        self.datalog.state(clauses, facts, counted=counted)
        self._instances += self.datalog.since(mark)
        for rule in self.datalog.rules[: mark.rules] if counted else ():
            if rule.clause.conditions and len(rule.clause.heads) != 1:
                self._instances += [RuleInstance(rule, match) for match in self.datalog.whole(rule)]

    def _valued(self, clauses: list[HornClause]) -> tuple[list[HornClause], bool]:
        """Return the clauses but for those that state values, which are noted, and whether there were any of these.

        What compares numbers without a predicate has to be true in models, as premises with equality have.
        """
        numbers = self.words.numbers
        if not numbers.names:
            return clauses, False
        left, before = list[HornClause](), len(numbers.stated)
        asked: dict[str, list[tuple[Callable[[Quantity, int], bool], Fraction, Fraction]]] = {}
        for one in clauses:
            plain = not one.heads and all(literal.predicate == THINGS for literal in one.body)
            [first, *more] = one.conditions or (None,)
            if plain and first is not None:
                match first.atom:
                    case Eq(Fn(name) as term, Num() as number) if numbers.gives(term) and not (
                        more or first.holds or one.body
                    ):
                        args: tuple[int, ...] = first.terms[0][1]  # type: ignore[assignment]
                        numbers.state((name, args), exact(number), one.premise, first.atom)
                    case _:
                        self._others.append(self._formula(one.premise))
                continue
            left.append(one)
            for condition in one.conditions:
                if len(condition.terms) == 1:
                    [(name, _, factor)] = condition.terms
                    asked.setdefault(name, []).append((condition.test, factor, condition.constant))
        numbers.choose(asked)
        return left, len(numbers.stated) > before

    def _formula(self, premise: int) -> Formula:
        first = len(self._premises)
        return self._premises[premise] if premise < first else self._facts[premise - first]

    def _mark(self) -> tuple[Mark, tuple[int, ...], int, int, int]:
        return self.datalog.mark(), self.words.mark(), len(self._named), len(self._others), len(self._instances)

    def _forget(self, mark: tuple[Mark, tuple[int, ...], int, int, int]) -> None:
        derived, words, named, others, instances = mark
        self.datalog.forget(derived)
        self.words.forget(words)
        while len(self._named) > named:
            self._named.popitem()
        del self._others[others:]
        del self._instances[instances:]

    def _beside(self, formula: Formula, *, shown: bool = True, last: bool = False) -> Model | _Derivation:
        """Return a model of the premises and a closed formula, which is to be shown or not, or why there is none.

        Of what is open the first is chosen, or the last.

        Raises:
            OutsideFragment: the model that was found is none of the premises with equality.
        """
        mark = self._mark()
        try:
            clauses = self.words.clauses(formula, ASKED)
            self.datalog.state(clauses, ())
            settled = settle(self.datalog, [*self._instances, *self.datalog.since(mark[0])], last=last)
            if settled.chosen is None:
                return self._derivation(settled.core, formula)
            model = self._model(settled.chosen) if (shown and self._certify) or self._others else _UNSEEN
            meaning = Meaning(model, typed=bool(self.words.numbers.names))
            if self._others and not all(map(meaning.holds, self._others)):
                raise OutsideFragment("things that may be the same")
            return model
        finally:
            self._forget(mark)

    def _model(self, chosen: Iterable[Fact]) -> Model:
        """Return the model of all that is derived and chosen."""
        tables = [set(table.rows) for table in self.datalog.tables]
        for predicate, row in chosen:
            tables[predicate].add(row)
        words, named = self.words, self._named
        used = {i for rows in tables[THINGS + 1 :] for row in rows for i in row if i not in named}
        used |= {i for (i,) in tables[THINGS] if i not in named}
        used |= {i for i, (_, args) in words.witnesses.items() if not args}  # of which nothing may hold
        if not named and not used:
            used = {0}
        texts = {i: name_of(self._term(i)) for i in (*named, *sorted(used))}
        predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]] = {}
        for key, number in words.predicates.items():
            if number == THINGS:
                continue
            called, arity = key
            assert isinstance(called, str)
            assert isinstance(arity, int)
            predicates[called, arity] = frozenset([tuple([texts[i] for i in row]) for row in tables[number]])
        functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]]
        functions = {(texts[i], 0): {(): texts[i]} for i in named}
        for called, arity in words.numbers.names:
            if len(texts) ** arity > MAX_TABLE:
                raise TooLarge
            rows = itertools.product(texts, repeat=arity)
            functions[called, arity] = {
                tuple([texts[i] for i in row]): shortest(words.numbers.value((called, row)) or 0) for row in rows
            }
        return Model(tuple(texts.values()), predicates, functions)

    def _term(self, thing: int) -> Term:
        """Return the name of a thing; one that the premises do not name gets a new one."""
        found = self._named.get(thing) or self._unnamed.get(thing)
        if found is None:
            while (name := f"e{self._next}") in self._taken:
                self._next += 1
            self._next += 1
            found = self._unnamed[thing] = Fn(name)
        return found

    def _derivation(self, core: Sequence[RuleInstance], asked: Formula) -> _Derivation:
        """Return how some instances that contradict each other are derived."""
        needed = self.datalog.behind(fact for one in core for fact in one.body() if self.datalog.holds(fact))
        reasons = [*core, *(reason for reason in needed.values() if isinstance(reason, RuleInstance))]
        used = {one.rule.clause.premise for one in reasons}
        numbers = self.words.numbers
        for key in (key for one in reasons for _, keys in one.rule.compared(one.values) for key in keys):
            if key not in numbers.stated:
                raise OutsideFragment("numbers of which nothing is stated")
            used.add(numbers.stated[key].premise)
        used |= {reason for reason in needed.values() if isinstance(reason, int)}
        premises = tuple(sorted(used - {ASKED}))
        if not self._certify:
            return _Derivation(premises, None)

        from ..certifying.chaining import Chaining  # as above

        def stated(i: int) -> Formula:
            return asked if i == ASKED else self._formula(i)

        chaining = Chaining(stated, self.words, self._term, self._named)
        return _Derivation(premises, chaining.refutation(needed, core))
