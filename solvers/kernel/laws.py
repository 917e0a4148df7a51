"""The laws of equality and of numbers: whether disjunctions without quantifiers hold for their sake alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ..clock import look
from ..logic.symbols import INT
from ..logic.syntax import And, Atom, Cmp, Eq, Expression, Fn, Formula, Not, Num, Or, Term, Truth
from ..logic.walkers import children, walk

SortOf = Callable[[Term], str]
"""Gives the sort of a closed term of numbers, ``Int`` or ``Real``; raises ``ValueError`` for any other one."""
Polynomial = dict[tuple[Term, ...], Fraction]
"""Coefficients of products of terms; the empty product is 1."""


def disjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Return the parts of a disjunction; of any other formula, itself."""
    return formula.parts if type(formula) is Or else (formula,)


def denied(formula: Formula) -> tuple[Formula, bool]:
    """Return what a literal's denial says, as an atom and whether it is true."""
    return (formula.body, True) if type(formula) is Not else (formula, False)


def equals_replaced(formula: Formula) -> bool:
    """Return whether a disjunction of literals holds because equals may replace equals (congruence closure).

    That an atom is true is taken for an equation, too: that it is one with ``⊤``.
    """
    said: list[tuple[tuple[Expression, Expression], bool]] = []
    for atom, true in map(denied, disjuncts(formula)):
        if not isinstance(atom, Atom | Eq | Cmp):
            return False
        said.append(((atom.left, atom.right) if isinstance(atom, Eq) else (atom, Truth(True)), true))
    nodes = dict.fromkeys(node for sides, _ in said for side in sides for node in walk(side))
    same = {node: i for i, node in enumerate(nodes)}  # the number of its class
    equal = [sides for sides, true in said if true]
    while equal:
        for one, other in equal:
            kept, gone = same[one], same[other]
            same = {node: kept if number == gone else number for node, number in same.items()}
        known: dict[object, Expression] = {}
        alike = []
        for node in nodes:
            if parts := children(node):
                called = node.op if isinstance(node, Cmp) else getattr(node, "name", "")
                key = type(node), called, tuple([same[one] for one in parts])
                alike.append((known.setdefault(key, node), node))
        equal = [(one, other) for one, other in alike if same[one] != same[other]]
    return any(same[one] == same[other] for (one, other), true in said if not true)


def adds_up(
    formula: Formula, coefficients: Sequence[Fraction], sort: SortOf, pairs: Sequence[Sequence[int]] = ()
) -> bool:
    """Return whether the denials of a disjunction's parts, and products of two, multiplied and added, say ``0 < 0``.

    For sums it is Farkas's lemma. What is at least 0 has products that are at least 0, more than 0 those that are.

    Raises:
        ValueError: a part compares no numbers.
    """
    sums = [found for part in disjuncts(formula) for found in denial(part, sort)]
    count = len(disjuncts(formula))
    if len(sums) < count or not all(len(pair) == 2 and all(0 <= i < count for i in pair) for pair in pairs):
        return False
    sums += [(product(sums[i][0], sums[j][0]), min(sums[i][1], sums[j][1])) for i, j in pairs]
    total: Polynomial = {}
    strict = False
    for (found, kind), factor in zip(sums, coefficients, strict=True):
        if type(factor) is not Fraction or (factor < 0 and kind != ZERO):  # what is no fraction rounds
            return False
        strict = strict or (kind == MORE and factor > 0)
        _add(total, found, factor)
    constant = total.pop((), Fraction(0))
    return not any(total.values()) and (constant < 0 or (constant == 0 and strict))


ZERO, LEAST, MORE = range(3)
"""What a sum is: 0, at least 0, or more than 0. A product of two is the lesser of both."""


def denial(part: Formula, sort: SortOf) -> Iterator[tuple[Polynomial, int]]:
    """Yield what the denial of a literal says of a sum, unless that is no more than that it is not 0."""
    atom, true = denied(part)
    if isinstance(atom, Eq) and true:
        yield polynomial(Fn("-", (atom.left, atom.right)), sort), ZERO
    elif isinstance(atom, Cmp):
        sides = (atom.left, atom.right) if (atom.op in (">", "≥")) is true else (atom.right, atom.left)
        difference = polynomial(Fn("-", sides), sort)
        if (atom.op in ("<", ">")) is not true:
            yield difference, LEAST
        elif all(v.denominator == 1 and all(sort(term) == INT for term in key) for key, v in difference.items()):
            _add(difference, {(): Fraction(-1)}, Fraction(1))  # of integers, more than 0 is at least 1
            yield difference, LEAST
        else:
            yield difference, MORE


def polynomial(term: Term, sort: SortOf) -> Polynomial:
    """Return a term of numbers as a polynomial in what is no sum and no product.

    Raises:
        ValueError: it is no number.
    """
    sort(term)
    match term:
        case Num(value):
            return {(): Fraction(value)}
        case Fn("+" | "-" as name, (left, right)):
            found = polynomial(left, sort)
            _add(found, polynomial(right, sort), Fraction(1 if name == "+" else -1))
            return found
        case Fn("*", (left, right)):
            return product(polynomial(left, sort), polynomial(right, sort))
        case Fn("/", (left, Num(value))) if value:
            return product(polynomial(left, sort), {(): 1 / Fraction(value)})
        case _:
            return {(term,): Fraction(1)}


def product(ones: Polynomial, others: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    found: Polynomial = {}
    for one, a in ones.items():
        for other, b in others.items():
            look()
            _add(found, {tuple(sorted((*one, *other), key=repr)): a * b}, Fraction(1))
    return found


def _add(total: Polynomial, more: Polynomial, factor: Fraction) -> None:
    for key, value in more.items():
        total[key] = total.get(key, Fraction(0)) + factor * value


def is_law_of_numbers(formula: Formula, sort: SortOf) -> bool:
    """Return whether a formula is one of the laws of ``certificates.Number``.

    Raises:
        ValueError: it compares no numbers.
    """
    match formula:
        case Or((Cmp("<", a, b), Eq(c, d), Cmp("<", e, f))):
            sort(a), sort(b)
            return (a, b) == (c, d) == (f, e)
        case Or((Cmp("<", a, Num(int() as low)), *equal, Cmp("<", Num(int() as high), b))):
            within = high - low == len(equal) - 1 and equal == [Eq(a, Num(i)) for i in range(low, high + 1)]
            return sort(a) == INT and a == b and within
        case And(
            (Eq(a, Fn("+", (Fn("*", (Num(int() as k), q)), r))), Cmp("≤", Num(0), s), Cmp("<", t, Num(int() as m)))
        ):
            divided = Fn("÷", (a, Num(k))), Fn("%", (a, Num(k)))
            return sort(a) == INT and k != 0 and m == abs(k) and (q, r) == divided and r == s == t
        case _:
            return False
