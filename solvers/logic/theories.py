"""Defeasible theories as rules over literals, with tests of numbers and names.

A function whose values are stated (``amount(e1) = 80``) or concluded (``discount(x) = 10``) is a relation of which each
value is a literal. What rules say of ``amount(x)`` they say of an ``n``, with the condition ``amount(x) = n``; that
``n ≤ 100`` is then a test of numbers. Who concludes one value denies the other values that are spoken of, so that two
rules for different values speak against each other.

Premises that say other things of functions (``amount(e1) ≤ 90``) are the background. A condition on these functions is
a test, too: it holds where it follows from the background classically, else it does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NoReturn

from ..errors import OutsideFragment
from .candidates import fits
from .program import Program
from .rewriting import substitute
from .rules import ForwardRule, Parts, SignedAtom, SignedName, conjuncts, implications
from .sorts import infer
from .symbols import NUMBERS, Declarations, Typed
from .syntax import ARITHMETIC, CALCULATING, RELATIONS, Atom, Cmp, Eq, Fn, Formula, Not, Num, Term, Truth, Var, literal
from .walkers import atoms, binders, walk

RULE_HINT = "Write facts, and implications from literals, equations and comparisons to literals, or to f(x) = a value."
GOAL_HINT = "Ask for literals, or f(a) = a value; for more, add a rule that concludes it, as ∀x (f(x) > 9 → Large(x))."
OPEN_HINT = "State or conclude values of the function, or say other things of it in premises, but not both."
VALUE_HINT = "Conclude a number or a name for each case, as in f(x) = 10."
NUMBER_HINT = "Write numbers and values of functions with + - * and comparisons; nothing else may be calculated."
SAME_HINT = "Leave out what is said of one number, or one name, on both sides."


Rules = list[tuple[Parts, Parts]] | None
"""The rules that a formula states; ``None`` if it states others things."""


@dataclass(frozen=True, slots=True)
class _Side:
    """Literals, and tests beside."""

    literals: list[SignedAtom]
    tests: list[Formula]


class TheoryRules:
    """A program's rules, and what is asked.

    Attributes:
        rules: the rules of its premises and defeasible rules.
        goals: the literals that are asked for.
        background: the premises about functions without stated values, others being ``⊤``; ``None`` if there is none.

    Raises:
        OutsideFragment: the program states, or asks, other things; with the formula and what to write.
    """

    def __init__(self, program: Program) -> None:
        names, declared = program.signature, program.declared
        stated = [*(p.formula for p in program.premises), *(rule.formula for rule in program.defeasible)]
        self._sorts = infer([*stated, program.goal.formula], names, declared)
        own = [one for one in names.functions if one[0] not in CALCULATING]
        self._functions = {one for one in own if one[1] or self._sorts.result(*one) in NUMBERS}
        rules = [implications(formula) for formula in stated]
        self._open: set[tuple[str, int]] = set()
        behind = self._behind(stated, rules, len(program.premises)) if self._functions else set()
        self.background = self._background(program, behind) if behind else None
        self._at_stake: dict[SignedName, dict[Term, None]] = defaultdict(dict)
        found: list[tuple[int, _Side, SignedAtom]] = []
        for i, formula in enumerate(stated):
            if i in behind:
                continue
            if (ones := rules[i]) is None:
                _refuse(formula, RULE_HINT)
            for body, heads in ones:
                for atom, positive in heads:
                    side, concluded = self._side(body, formula), _Side([], [])
                    self._add(atom, positive, concluded, side, formula)
                    if concluded.tests:
                        _refuse(formula, VALUE_HINT if self._open.isdisjoint(self._spoken_of(atom)) else OPEN_HINT)
                    found.append((i, side, concluded.literals[0]))
                    if body or i >= len(program.premises):
                        self._stake(concluded.literals, formula)
                    self._stake([one for one in side.literals if not one.key[2]], formula)
        self.goals = self._asked(program)
        self._stake(self.goals, program.goal.formula)
        self.rules = [
            ForwardRule(tuple(side.literals), head, i, tuple(side.tests))
            for i, side, one in found
            for head in (one, *self._denied(one))
        ]

    def _behind(self, stated: Sequence[Formula], rules: Sequence[Rules], premises: int) -> set[int]:
        """Return which premises are the background, and note of which functions they speak."""
        concluded = {
            one
            for i, ones in enumerate(rules)
            for body, heads in ones or ()
            if body or i >= premises
            for atom, _ in heads
            if isinstance(atom, Eq)
            for one in self._spoken_of(atom)
        }
        about = [i for i in range(premises) if self._about_functions(stated[i], rules[i])]
        for i in about:
            if not self._values(stated[i], concluded):
                self._open |= self._spoken_of(stated[i])
        return {i for i in about if not self._open.isdisjoint(self._spoken_of(stated[i]))}

    def applies(self, rule: ForwardRule, values: Mapping[str, Term], follows: Callable[[Formula], bool]) -> bool:
        """Return whether a rule's tests hold of values of its variables, and it concludes nothing of other sorts.

        Args:
            rule: the rule.
            values: a thing for each of its variables.
            follows: whether a closed test follows from the background.
        """
        if not self._sorts.plain and not self._fit(rule, values):
            return False
        return all(self._holds(substitute(test, values), follows) for test in rule.tests)

    def _holds(self, test: Formula, follows: Callable[[Formula], bool]) -> bool:
        applied = [node for node in walk(test) if isinstance(node, Fn) and (node.name, len(node.args)) in self._open]
        if applied:
            sorts = self._sorts
            places = [zip(one.args, sorts.arguments("f", one.name, len(one.args)), strict=True) for one in applied]
            return all(fits(arg, sort, sorts) for ones in places for arg, sort in ones) and follows(test)
        atom = test.body if isinstance(test, Not) else test
        assert isinstance(atom, Eq | Cmp)
        left, right = _number(atom.left), _number(atom.right)
        if isinstance(atom, Eq) and left is None and right is None:
            return (atom.left == atom.right) is (atom is test)
        if left is None or right is None:
            return False
        true = RELATIONS[atom.op](left, right) if isinstance(atom, Cmp) else left == right
        return true is (atom is test)

    def _fit(self, rule: ForwardRule, values: Mapping[str, Term]) -> bool:
        """Return whether what the conclusion alone speaks of are things of the right sorts."""
        bound = {arg for one in rule.body for arg in one.args}
        (name, arity, _), args = rule.head.key, rule.head.args
        sorts = self._sorts.arguments("p", name, arity)
        if arity < 0:
            sorts = [*self._sorts.arguments("f", name, -1 - arity), self._sorts.result(name, -1 - arity)]
        free = [(a.name, sort) for a, sort in zip(args, sorts, strict=True) if isinstance(a, Var) and a not in bound]
        return all(fits(values[name], sort, self._sorts) for name, sort in free)

    def _about_functions(self, formula: Formula, rules: Rules) -> bool:
        """Return whether a premise speaks of functions alone, and is no rule that concludes a value."""
        concludes = any(body and isinstance(atom, Eq) for body, heads in rules or () for atom, _ in heads)
        return not concludes and not any(True for _ in atoms(formula)) and bool(self._spoken_of(formula))

    def _spoken_of(self, formula: Formula) -> set[tuple[str, int]]:
        named = {(node.name, len(node.args)) for node in walk(formula) if isinstance(node, Fn)}
        return named & self._functions

    def _values(self, formula: Formula, concluded: set[tuple[str, int]]) -> bool:
        """Return whether a premise states values of functions, and nothing else."""
        parts = conjuncts(formula) or [(Cmp("<", Num(0), Num(0)), True)]
        for atom, positive in parts:
            found = self._value(atom) if isinstance(atom, Eq) else None
            if found is None or not (positive or (found[0].name, len(found[0].args)) in concluded):
                return False
        return True

    def _value(self, atom: Eq) -> tuple[Fn, Term] | None:
        """Return the function and its value if an equation says that it has this one."""
        for left, right in ((atom.left, atom.right), (atom.right, atom.left)):
            if not isinstance(left, Fn) or self._is_applied(right):
                continue
            if (left.name, len(left.args)) in self._functions - self._open:
                return left, right
        return None

    def _background(self, program: Program, behind: set[int]) -> Program:
        """Return the premises about functions without stated values, as a program of their own with the same sorts."""
        declared = program.declared
        names = {typed.name for typed in declared.typed}
        for name, arity in self._open:
            arguments, result = tuple(self._sorts.arguments("f", name, arity)), self._sorts.result(name, arity)
            if result not in declared.enumerations and result not in NUMBERS:
                at = next(i for i in behind if (name, arity) in self._spoken_of(program.premises[i].formula))
                _refuse(program.premises[at].formula, OPEN_HINT)
            if name not in names:
                declared += Declarations(typed=(Typed(name, arguments, result),))
        premises = [p if i in behind else replace(p, formula=Truth(True)) for i, p in enumerate(program.premises)]
        return Program(tuple(premises), replace(program.goal, formula=Truth(False)), declared=declared)

    def _side(self, parts: Parts, formula: Formula) -> _Side:
        side = _Side([], [])
        for atom, positive in parts:
            self._add(atom, positive, side, side, formula)
        return side

    def _add(self, atom: Formula, positive: bool, side: _Side, behind: _Side, formula: Formula) -> None:
        """Add what a part of a formula says to a side, with the values that it needs to what stands behind."""
        match atom:
            case Atom(name, args):
                terms = tuple([self._term(arg, behind, formula) for arg in args])
                if any(map(self._is_applied, terms)):
                    _refuse(formula, OPEN_HINT)
                side.literals.append(SignedAtom((name, len(args), positive), terms))
            case Eq() if (found := self._value(atom)) and (positive or not isinstance(found[1], Var)):
                function, value = found
                terms = tuple([self._term(arg, behind, formula) for arg in (*function.args, value)])
                side.literals.append(SignedAtom((function.name, -len(terms), positive), terms))
            case Eq(left, right) | Cmp(left=left, right=right):
                one, other = self._term(left, behind, formula), self._term(right, behind, formula)
                if one == other:
                    _refuse(formula, SAME_HINT)
                said = Eq(one, other) if isinstance(atom, Eq) else Cmp(atom.op, one, other)
                side.tests.append(literal(said, positive))

    def _term(self, term: Term, behind: _Side, formula: Formula) -> Term:
        """Return a term with a variable for each value of a function, which what stands behind gives."""
        if isinstance(term, Num):
            return Num(term.value)  # 1.0 is 1
        if not isinstance(term, Fn) or not self._is_applied(term):
            return term
        args = tuple([self._term(arg, behind, formula) for arg in term.args])
        if term.name in ARITHMETIC:
            return Fn(term.name, args)
        if term.name in CALCULATING or any(map(self._is_applied, args)):
            _refuse(formula, NUMBER_HINT)
        if (term.name, len(args)) in self._open:
            return Fn(term.name, args)
        key = (term.name, -1 - len(args), True)
        for one in behind.literals:
            if one.key == key and one.args[:-1] == args and isinstance(one.args[-1], Var):
                return one.args[-1]
        if any("#" in one.var for one in binders(formula)):
            _refuse(formula, "Name variables without #.")
        value = Var(f"{term.name}#{len(behind.literals)}")
        behind.literals.append(SignedAtom(key, (*args, value)))
        return value

    def _is_applied(self, term: Term) -> bool:
        """Return whether a term has a value that is calculated, or stated of a function."""
        return isinstance(term, Fn) and (bool(term.args) or (term.name, 0) in self._functions)

    def _stake(self, literals: Iterable[SignedAtom], formula: Formula) -> None:
        """Note the values that literals speak of."""
        for (name, arity, _), args in ((one.key, one.args) for one in literals):
            if arity < 0:
                if isinstance(args[-1], Var):
                    _refuse(formula, VALUE_HINT)
                self._at_stake[name, arity, True][args[-1]] = None

    def _denied(self, literal: SignedAtom) -> Sequence[SignedAtom]:
        """Return that a function has none of the other values, if a literal gives it one."""
        if literal.key[1] >= 0 or not literal.key[2]:
            return ()
        key = (*literal.key[:2], False)
        others = self._at_stake[literal.key].keys() - {literal.args[-1]}
        return [SignedAtom(key, (*literal.args[:-1], other)) for other in sorted(others, key=repr)]

    def _asked(self, program: Program) -> list[SignedAtom]:
        parts, goal = conjuncts(program.goal.formula), program.goal.formula
        side = self._side(parts, goal) if parts is not None else _Side([], [Truth(False)])
        if (
            side.tests
            or len(side.literals) != len(parts or ())
            or any(isinstance(arg, Var) for one in side.literals for arg in one.args)
        ):
            _refuse(goal, GOAL_HINT)
        return side.literals


def _refuse(formula: Formula, hint: str) -> NoReturn:
    raise OutsideFragment(formula, hint)


def _number(term: Term) -> Fraction | None:
    """Return the value of a closed term of numerals; ``None`` if a name is in it."""
    match term:
        case Num(value):
            return Fraction(value)
        case Fn("-", (one,)):
            return None if (minus := _number(one)) is None else -minus
        case Fn(name, (left, right)) if name in ARITHMETIC:
            sides = _number(left), _number(right)
            return None if sides[0] is None or sides[1] is None else ARITHMETIC[name](sides[0], sides[1])
    return None
