"""Proofs from derivations: each instance of a rule becomes a few lines, in the order of the derivation."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from ..bridges.datalog import Fact, RowReason, RuleInstance
from ..bridges.horn_clauses import THINGS, Arg, Position, SkolemTerm, Vocabulary
from ..kernel.certificates import Given, Instance, Line
from ..logic.rewriting import substitute
from ..logic.symbols import INT
from ..logic.syntax import Atom, Cmp, Eq, Exists, Fn, Forall, Formula, Implies, Not, Term, Truth, Var, disjunction
from ..logic.walkers import free_variables, subformulas, walk
from .drafts import Draft, derived, numbered
from .names import Names
from .search import TruthSearch
from .shapes import Leaves
from .value_tables import decided


class _Unnamed(Exception):
    """A thing would be spoken of before it is said to exist."""


class Chaining:
    """Lines for the facts that rules derive.

    Args:
        stated: what is given, by the index of a premise, -1 for what is asked.
        words: the numbers of names.
        term: what returns the name of a thing by its number.
        named: the things that have names in the program.
    """

    def __init__(
        self, stated: Callable[[int], Formula], words: Vocabulary, term: Callable[[int], Term], named: Container[int]
    ) -> None:
        self._named = named
        self._stated = stated
        self._words = words
        self._called = [str(key[0]) for key in words.predicates]
        self._term = term
        self._given: dict[int, Draft] = {}
        self._facts: dict[Fact, Draft] = {}
        self._laws: dict[Formula, Draft] = {}
        self._names = Names()

    def refutation(self, needed: Mapping[Fact, RowReason], core: Sequence[RuleInstance]) -> tuple[Line, ...] | None:
        """Return the proof that instances contradict each other.

        Args:
            needed: the facts that they need, each behind those that it is derived from, with the reasons.
            core: the instances.

        Returns:
            The lines; ``None`` if they would speak of a thing before it is said to exist, or if a premise was
            simplified, so that its instances lack quantifiers that it has.
        """
        try:
            lines = self._refutation(needed, core)
        except _Unnamed:
            return None
        return None if any(_says_less(given.formula) for given in self._given.values()) else lines

    def _refutation(self, needed: Mapping[Fact, RowReason], core: Sequence[RuleInstance]) -> tuple[Line, ...] | None:
        for fact, reason in needed.items():
            if isinstance(reason, RuleInstance):
                self._facts[fact] = derived(self._atom(fact), self._lines(reason))
            else:
                self._facts[fact] = self._premise(reason)
        if len(core) == 1:
            return numbered(derived(Truth(False), self._lines(core[0])))
        search = TruthSearch(leaves := Leaves())
        for one in core:
            parts: list[Formula] = [Not(self._atom(f)) for f in one.body() if self._is_open(f)]
            parts += [self._atom(fact) for fact in one.heads()]
            clause = disjunction(tuple(parts))
            search.add(leaves.shape(clause), derived(clause, self._lines(one)))
        refuted = search.refute()
        return None if refuted is None else numbered(refuted)

    def _is_open(self, fact: Fact) -> bool:
        return fact not in self._facts and fact[0] != THINGS

    def _atom(self, fact: Fact) -> Atom:
        return Atom(self._called[fact[0]], tuple(map(self._term, fact[1])))

    def _premise(self, index: int) -> Draft:
        found = self._given.get(index)
        if found is None:
            source = Given("premise", index) if index >= 0 else Given("goal")
            found = self._given[index] = Draft(self._stated(index), source)
        return found

    def _lines(self, one: RuleInstance) -> list[Draft]:
        """Return the lines that state an instance of a rule, and the facts of its body that are derived."""
        clause = one.rule.clause
        given = self._premise(clause.premise)
        values = {place: self._value(arg, one) for place, arg in clause.chosen.items()}
        laws: list[Draft] = []
        self._instantiate(given.formula, (), values, clause.chosen, laws)
        facts = [self._facts[fact] for fact in one.body() if fact in self._facts]
        return [given, *laws, *facts, *self._conditions(one)]

    def _conditions(self, one: RuleInstance) -> Iterator[Draft]:
        """Yield the lines that say that the conditions of an instance hold: values, and what follows of these."""
        for condition, keys in one.rule.compared(one.values):
            values = dict(condition.values)
            used = {node.name for node in walk(condition.atom) if isinstance(node, Var)}
            atom = substitute(condition.atom, {name: self._term(self._value(values[name], one)) for name in used})
            stated = [self._words.numbers.stated[key] for key in dict.fromkeys(keys)]
            assert isinstance(atom, Eq | Cmp)
            for each in stated:
                given = self._premise(each.premise)
                yield given if given.formula == each.equation else derived(each.equation, [given])
            yield decided([each.equation for each in stated], atom, condition.holds, lambda _: INT)

    def _value(self, arg: Arg, one: RuleInstance) -> int:
        """Return the thing that an argument of a rule is in an instance."""
        if isinstance(arg, int):
            return arg
        names, values = one.rule.names, one.values
        if isinstance(arg, SkolemTerm):
            return self._words.witness(arg.function, tuple(self._value(name, one) for name in arg.args))
        return values[names[arg]] if arg in names else 0  # any thing, where nothing is said of it

    def _instantiate(
        self,
        formula: Formula,
        at: Position,
        values: Mapping[Position, int],
        chosen: Mapping[Position, Arg],
        laws: list[Draft],
    ) -> None:
        """Add the laws that say of a closed formula what an instance takes from it.

        Args:
            formula: the formula, with things for the variables around it.
            at: its place.
            values: the thing for each quantifier.
            chosen: the quantifiers that an instance is of.
            laws: where they are added.
        """
        if not isinstance(formula, Forall | Exists):
            for i, part in enumerate(subformulas(formula)):
                self._instantiate(part, (*at, i), values, chosen, laws)
            return
        if at not in values:
            return
        whole, kind, terms = formula, type(formula), dict[str, Term]()
        inner: Formula = formula
        used: list[int] = []
        made = self._is_witness(at, values, chosen)
        while (
            isinstance(inner, Forall | Exists)
            and type(inner) is kind
            and at in values
            and inner.var not in terms
            and self._is_witness(at, values, chosen) is made
        ):
            terms[inner.var] = self._term(values[at])
            used.append(values[at])
            inner, at = inner.body, (*at, 0)
            if made:
                break
        instance = substitute(inner, terms)
        law = Implies(whole, instance) if (kind is Forall) is not made else Implies(instance, whole)
        if law not in self._laws:
            if made:
                self._laws[law] = self._name(used[0], whole, made=True)
            else:
                needed = tuple(self._name(i, whole) for i in used if i not in self._named)
                self._laws[law] = Draft(law, Instance(tuple(terms.values())), needed + self._names.introduced(whole))
        laws.append(self._laws[law])
        self._instantiate(instance, at, values, chosen, laws)

    def _is_witness(self, at: Position, values: Mapping[Position, int], chosen: Mapping[Position, Arg]) -> bool:
        """Return whether a quantifier claims that its thing exists."""
        arg = chosen[at]
        return isinstance(arg, SkolemTerm) or (isinstance(arg, int) and values[at] in self._words.witnesses)

    def _name(self, thing: int, said: Forall | Exists, *, made: bool = False) -> Draft:
        """Return the line that introduces a new name, by a quantified formula if there is none yet.

        Raises:
            _Unnamed: another formula makes it, and did not yet.
        """
        term = self._term(thing)
        assert isinstance(term, Fn)
        if term.name not in self._names.lines:
            if thing in self._words.witnesses and not made:
                raise _Unnamed
            self._names.name(said, called=term.name)
        return self._names.lines[term.name]


def _says_less(formula: Formula) -> bool:
    """Return whether a formula holds truth values, or quantifiers that bind nothing."""
    match formula:
        case Truth():
            return True
        case Forall(name, body) | Exists(name, body):
            return name not in free_variables(body) or _says_less(body)
        case _:
            return any(map(_says_less, subformulas(formula)))
