"""Programs with defaults about numbers, functions and sorts, as programs about things alone.

The order of preferred models speaks of finitely many things, so all else is said of things: that ``amount(x) ≤ 100`` is
a predicate of ``x``, a function of things is the relation of its values, and a sort is a predicate. Which comparisons
can hold together is said by lemmas, formulas about numbers that are true whatever the functions are; each is a premise
beside the others. So every model of the program is one of what is made of it, and one of that is one of the program if
there are numbers for the functions by which just those comparisons hold.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..errors import OutsideFragment
from .program import Program, Statement
from .relative import Relative
from .rewriting import descend, same, substitute
from .sorts import settled
from .symbols import NUMBERS, THING, Declarations, Typed
from .syntax import (
    ARITHMETIC,
    CALCULATING,
    DIVISION,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Term,
    Var,
    close,
    conjunction,
    disjunction,
    number_named,
    opened,
)
from .walkers import walk

NUMBER: Final = "Write f(x) for the number of x, with a function, in place of a variable or a predicate of numbers."
DIVIDED: Final = "Multiply the other side instead of dividing."
BOUND: Final = "Write a quantifier for each variable of the goal."


class Cases:
    """A program with defaults, written of things alone.

    Args:
        program: the program.

    Attributes:
        program: the program.
        ready: what it says, settled.
        plain: the same of things alone, with axioms behind its premises; the program itself if it has nothing else.
        comparisons: for each predicate that stands for a comparison, this one, with its things as variables, and
            the sorts of these.
        functions: the predicate that stands for each function of things.
        sorts: the predicate of each sort; empty if there is one.
        numbers: the functions that give numbers.
        declared: the sorts of the program, with those of functions that were not declared.

    Raises:
        OutsideFragment: it has variables for numbers, or predicates of numbers; with the formula and what to write.
    """

    def __init__(self, program: Program) -> None:
        rules, names = program.defaults, program.signature
        self.program = program
        self.comparisons: dict[str, tuple[Formula, list[str]]] = {}
        self.functions: dict[tuple[str, int], str] = {}
        self.numbers: list[tuple[str, int]] = []
        self.declared, self.plain = program.declared, program
        self.sorts: Mapping[str, str] = {}
        if not names.arithmetic and not program.sorted and not any(arity for _, arity in names.functions):
            return
        stated = [*(p.formula for p in program.premises), *(rule.formula for rule in rules), program.goal.formula]
        self.ready = settled(stated, names, program.declared)
        self._relative = Relative(self.ready)
        self.sorts = self._relative.names
        for formula, given in zip(self.ready.formulas, stated, strict=True):
            self._refuse_others(formula, given)
        if self.sorts and program.open_variables:
            raise OutsideFragment(program.goal.formula, BOUND)
        sorts = self.ready.sorts
        functions = [one for one in self.ready.names.functions if one[0] not in CALCULATING]
        self.numbers = [one for one in functions if sorts.result(*one) in NUMBERS]
        taken = {name for name, _ in names.predicates} | set(self.sorts.values())
        for name, arity in functions:
            if arity and (name, arity) not in self.numbers:
                self.functions[name, arity] = f"#{name}" if name in taken else name
                taken.add(self.functions[name, arity])
        declared = {typed.name for typed in program.declared.typed}
        types = [Typed(n, tuple(sorts.arguments("f", n, a)), sorts.result(n, a)) for n, a in self.numbers]
        self.declared += Declarations(typed=tuple(one for one in types if one.name not in declared))
        self._known: dict[Formula, str] = {}
        self._taken, self._fresh = taken, itertools.count()
        count = len(program.premises)
        said = [self.said(formula) for formula in self.ready.formulas]
        self.plain = Program(
            (
                *(replace(p, formula=f) for p, f in zip(program.premises, said, strict=False)),
                *map(Statement, self._axioms()),
            ),
            replace(program.goal, formula=said[-1]),
            open_variables=program.open_variables,
            defaults=tuple(replace(rule, formula=f) for rule, f in zip(rules, said[count:], strict=False)),
            exceptions=program.exceptions,
            preferences=program.preferences,
        )

    def with_lemmas(self, lemmas: Iterable[Formula]) -> Program:
        """Return the program of things alone, with more premises: lemmas, closed formulas about comparisons."""
        said = [Statement(self.said(lemma)) for lemma in lemmas]
        return replace(self.plain, premises=(*self.plain.premises, *said)) if said else self.plain

    def instances(
        self, there: Mapping[str, Iterable[str]]
    ) -> Iterator[tuple[tuple[str, int], tuple[str, ...], Formula]]:
        """Yield what stands for each comparison, the things of which it may hold, and what it says of them.

        Args:
            there: the things of each sort.
        """
        for name, (comparison, sorts) in self.comparisons.items():
            for row in itertools.product(*(there.get(sort, ()) for sort in sorts)):
                yield (name, len(row)), row, substitute(comparison, {f"#{i}": Fn(t) for i, t in enumerate(row)})

    def said(self, formula: Formula) -> Formula:
        """Return what a formula, whose quantifiers have their sorts, says of things.

        Its outermost universal quantifiers stay outermost, as exceptions to a default give values to them.
        """
        names, sorts, body = opened(formula, Forall)
        body = self._plain(self._relative.formula(body), True)
        if self.sorts and names:
            guards = [Atom(self.sorts[sort or THING], (Var(n),)) for n, sort in zip(names, sorts, strict=True)]
            body = Implies(conjunction(tuple(guards)), body)
        return close(body, names)

    def _refuse_others(self, formula: Formula, given: Formula) -> None:
        """Refuse variables and predicates of numbers, and divisions."""
        sorts = self.ready.sorts
        for node in walk(formula):
            match node:
                case Forall(name, _, sort) | Exists(name, _, sort) if sort in NUMBERS or "#" in name:
                    raise OutsideFragment(given, NUMBER)
                case Atom(name, args) if not NUMBERS.isdisjoint(sorts.arguments("p", name, len(args))):
                    raise OutsideFragment(given, NUMBER)
                case Fn(name, args) if name in DIVISION:
                    raise OutsideFragment(given, DIVIDED)
                case Fn(name, args) if name not in ARITHMETIC:
                    if not NUMBERS.isdisjoint(sorts.arguments("f", name, len(args))):
                        raise OutsideFragment(given, NUMBER)

    def _axioms(self) -> Iterator[Formula]:
        """Yield what holds of the predicates that stand for sorts and functions."""
        known = self.ready.sorts
        named = {known.result(name, 0) for name, arity in self.ready.names.functions if not arity}
        named |= set(self.ready.enumerations)
        x, y, z = Var("x"), Var("y"), Var("z")
        for axiom in self._relative.axioms() if self.sorts else ():
            empty = isinstance(axiom, Exists) and any(axiom.body == Atom(self.sorts.get(s, ""), (x,)) for s in named)
            if not isinstance(axiom, Not) and not empty:
                yield self._plain(axiom, True)
        sorts = list(self.sorts.values())
        if sorts:
            yield Forall("x", disjunction(tuple(Atom(sort, (x,)) for sort in sorts)))
        for one, other in itertools.combinations(sorts, 2):
            yield Forall("x", Not(And((Atom(one, (x,)), Atom(other, (x,))))))
        for (name, arity), graph in self.functions.items():
            names = [f"x{i}" for i in range(arity)]
            terms, sorts = tuple(map(Var, names)), known.arguments("f", name, arity)
            typed = ["" if sort == THING else sort for sort in sorts]
            value = known.result(name, arity)
            yield self.said(close(Exists("y", Eq(Fn(name, terms), y), "" if value == THING else value), names, typed))
            two = And((Atom(graph, (*terms, y)), Atom(graph, (*terms, z))))
            yield close(Implies(two, Eq(y, z)), [*names, "y", "z"])

    def _plain(self, formula: Formula, positive: bool) -> Formula:
        """Return a formula without sorts as one about things alone.

        Args:
            formula: the formula.
            positive: whether it is asserted where it stands: then a value is spoken of as any, else as some value, so
                that nothing new is claimed to exist.
        """
        match formula:
            case Atom(name, args):
                return self._of_values(name, args, positive)
            case Eq(left, right) | Cmp(left=left, right=right):
                if isinstance(formula, Cmp) or self._is_number(left) or self._is_number(right):
                    things: list[tuple[Term, str]] = []
                    sides = self._lifted(left, things), self._lifted(right, things)
                    lifted = Eq(*sides) if isinstance(formula, Eq) else Cmp(formula.op, *sides)
                    name = self._predicate(lifted, [sort for _, sort in things])
                    return self._of_values(name, [thing for thing, _ in things], positive)
                if not (isinstance(left, Fn) and left.args):
                    left, right = right, left
                if isinstance(left, Fn) and left.args:
                    return self._of_values(self.functions[left.name, len(left.args)], (*left.args, right), positive)
                return Eq(_thing(left), _thing(right))
            case Not(body):
                return Not(self._plain(body, not positive))
            case Implies(left, right):
                return Implies(self._plain(left, not positive), self._plain(right, positive))
        return descend(formula, lambda part: self._plain(part, positive), same)

    def _of_values(self, name: str, args: Sequence[Term], positive: bool) -> Formula:
        """Return that a predicate holds of terms, by the relations of the functions in them."""
        for i, arg in enumerate(args):
            if isinstance(arg, Fn) and arg.args:
                value = Var(f"#{next(self._fresh)}")
                graph = self._of_values(self.functions[arg.name, len(arg.args)], (*arg.args, value), not positive)
                inner = self._of_values(name, (*args[:i], value, *args[i + 1 :]), positive)
                if positive:
                    return Forall(value.name, Implies(graph, inner))
                return Exists(value.name, And((graph, inner)))
        return Atom(name, tuple(map(_thing, args)))

    def _is_number(self, term: Term) -> bool:
        return isinstance(term, Fn) and (term.name in ARITHMETIC or (term.name, len(term.args)) in self.numbers)

    def _lifted(self, term: Term, things: list[tuple[Term, str]]) -> Term:
        """Return a term of numbers with a variable for each thing in it, which is added to a list with its sort."""
        if not isinstance(term, Fn):
            return term
        if term.name in ARITHMETIC:
            return Fn(term.name, tuple([self._lifted(arg, things) for arg in term.args]))
        ones = list(zip(term.args, self.ready.sorts.arguments("f", term.name, len(term.args)), strict=True))
        things += (one for one in dict.fromkeys(ones) if one not in things)
        return Fn(term.name, tuple(Var(f"#{things.index(one)}") for one in ones))

    def _predicate(self, comparison: Formula, arguments: list[str]) -> str:
        """Return the predicate that stands for a comparison."""
        if comparison not in self._known:
            name = next(n for i in itertools.count(len(self._known)) if (n := f"#{i}") not in self._taken)
            self._taken.add(name)
            self._known[comparison], self.comparisons[name] = name, (comparison, arguments)
        return self._known[comparison]


def _thing(term: Term) -> Term:
    """Return a numeral that is a thing as one: where all have sorts, it is a constant."""
    return (isinstance(term, Fn) and number_named(term.name)) or term
