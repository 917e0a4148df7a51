"""The laws of equality and of numbers: whether disjunctions without quantifiers hold for their sake alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..clock import look
from ..logic.symbols import INT
from ..logic.syntax import And, Atom, Cmp, Eq, Fn, Formula, Not, Num, Or, Term, Var
from ..logic.walkers import walk

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
    """Return whether a disjunction of literals holds because equals may replace equals (congruence closure)."""
    literals = [denied(part) for part in disjuncts(formula)]
    true = [atom for atom, said in literals if said and isinstance(atom, Atom | Eq | Cmp)]
    false = [atom for atom, said in literals if not said and isinstance(atom, Atom | Eq | Cmp)]
    if len(true) + len(false) < len(literals):
        return False
    terms = dict.fromkeys(node for atom in true + false for node in walk(atom) if isinstance(node, Num | Fn | Var))
    same = {term: i for i, term in enumerate(terms)}  # the number of its class
    equal: list[tuple[Term, Term]] = [(atom.left, atom.right) for atom in true if isinstance(atom, Eq)]
    while equal:
        for one, other in equal:
            kept, gone = same[one], same[other]
            same = {term: kept if number == gone else number for term, number in same.items()}
        known: dict[tuple[str, tuple[int, ...]], Fn] = {}
        applied = [term for term in terms if isinstance(term, Fn) and term.args]
        alike = [(known.setdefault((fn.name, tuple([same[arg] for arg in fn.args])), fn), fn) for fn in applied]
        equal = [(one, other) for one, other in alike if same[one] != same[other]]

    def key(atom: Atom | Eq | Cmp) -> object:
        """What is one for atoms that say the same."""
        if isinstance(atom, Atom):
            return atom.name, tuple([same[arg] for arg in atom.args])
        sides = same[atom.left], same[atom.right]
        return frozenset(sides) if isinstance(atom, Eq) else (atom.op, *sides)

    held = set(map(key, true))
    return any(key(one) in held or (isinstance(one, Eq) and same[one.left] == same[one.right]) for one in false)


def adds_up(
    formula: Formula, coefficients: Sequence[Fraction], sort: SortOf, pairs: Sequence[Sequence[int]] = ()
) -> bool:
    """Return whether the denials of a disjunction's parts, and products of two, multiplied and added, say ``0 < 0``.

    For sums it is Farkas's lemma. What is at least 0 has products that are at least 0, more than 0 those that are.

    Raises:
        ValueError: a part compares no numbers.
    """
    sums = [_denial(part, sort) for part in disjuncts(formula)]
    if not all(len(pair) == 2 and all(0 <= place < len(sums) for place in pair) for pair in pairs):
        return False
    for one, other in [(sums[i], sums[j]) for i, j in pairs]:
        known = one is not None and other is not None
        sums.append((_product(one[0], other[0]), min(one[1], other[1])) if known else None)  # type: ignore[index]
    total: Polynomial = {}
    strict = False
    for found, factor in zip(sums, coefficients, strict=True):
        if type(factor) is not Fraction:  # others round
            return False
        if found is None or (factor < 0 and found[1] != ZERO):
            return False
        strict = strict or (found[1] == MORE and factor > 0)
        _add(total, found[0], factor)
    constant = total.pop((), Fraction(0))
    return not any(total.values()) and (constant < 0 or (constant == 0 and strict))


ZERO, LEAST, MORE = range(3)
"""What a sum is: 0, at least 0, or more than 0. A product of two is the lesser of both."""


def _denial(part: Formula, sort: SortOf) -> tuple[Polynomial, int] | None:
    """Return what the denial of a literal says of a sum; ``None`` if it says no more than that it is not 0."""
    atom, true = denied(part)
    if isinstance(atom, Eq) and true:
        larger, smaller, kind = atom.left, atom.right, ZERO
    elif isinstance(atom, Cmp):
        upward = (atom.op in (">", "≥")) is true
        larger, smaller = (atom.left, atom.right) if upward else (atom.right, atom.left)
        kind = MORE if (atom.op in ("<", ">")) is true else LEAST
    else:
        return None
    difference = polynomial(larger, sort)
    _add(difference, polynomial(smaller, sort), Fraction(-1))
    if kind == MORE and _whole(difference, sort):  # of integers, more than 0 is at least 1
        difference[()] = difference.get((), Fraction(0)) - 1
        kind = LEAST
    return difference, kind


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
            return _product(polynomial(left, sort), polynomial(right, sort))
        case Fn("/", (left, Num(value))) if value:
            found = {}
            _add(found, polynomial(left, sort), 1 / Fraction(value))
            return found
        case _:
            return {(term,): Fraction(1)}


def _product(ones: Polynomial, others: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for one, a in ones.items():
        for other, b in others.items():
            look()
            key = tuple(sorted((*one, *other), key=repr))
            product[key] = product.get(key, Fraction(0)) + a * b
    return product


def _add(total: Polynomial, more: Polynomial, factor: Fraction) -> None:
    for key, value in more.items():
        total[key] = total.get(key, Fraction(0)) + factor * value


def _whole(found: Polynomial, sort: SortOf) -> bool:
    """Return whether a polynomial has integers as coefficients and unknowns, so that its value is one."""
    return all(v.denominator == 1 and all(sort(t) == INT for t in key) for key, v in found.items())


def is_law_of_numbers(formula: Formula, sort: SortOf) -> bool:
    """Return whether a formula is one of the laws of ``certificates.Number``.

    Raises:
        ValueError: it compares no numbers.
    """
    match formula:
        case Or((Cmp("<", a, b), Eq(c, d), Cmp("<", e, f))):
            sort(a), sort(b)
            return (a, b) == (c, d) == (f, e)
        case Or((Cmp("≤", a, Num(int() as low)), Cmp("≤", Num(int() as high), b))):
            return sort(a) == INT and a == b and high == low + 1
        case And(
            (Eq(a, Fn("+", (Fn("*", (Num(int() as k), q)), r))), Cmp("≤", Num(0), s), Cmp("<", t, Num(int() as m)))
        ):
            divided = Fn("÷", (a, Num(k))), Fn("%", (a, Num(k)))
            return sort(a) == INT and k != 0 and m == abs(k) and (q, r) == divided and r == s == t
        case _:
            return False
