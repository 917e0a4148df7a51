"""The laws of equality and of numbers: whether disjunctions without quantifiers hold for their sake alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

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


def adds_up(formula: Formula, coefficients: Sequence[Fraction], sort: SortOf) -> bool:
    """Return whether the denials of a disjunction's parts, multiplied and added, say ``0 < 0`` (Farkas's lemma).

    Raises:
        ValueError: a part compares no numbers.
    """
    total: Polynomial = {}
    strict = False
    for part, factor in zip(disjuncts(formula), coefficients, strict=True):
        atom, true = denied(part)
        if type(factor) is not Fraction:  # others round
            return False
        if isinstance(atom, Eq) and true:
            larger, smaller, strictly = atom.left, atom.right, False
        elif isinstance(atom, Cmp) and factor >= 0:
            upward = (atom.op in (">", "≥")) is true
            larger, smaller = (atom.left, atom.right) if upward else (atom.right, atom.left)
            strictly = (atom.op in ("<", ">")) is true
        else:
            return False
        difference = polynomial(larger, sort)
        _add(difference, polynomial(smaller, sort), Fraction(-1))
        if strictly and _whole(difference, sort):  # of integers, more than 0 is at least 1
            difference[()] = difference.get((), Fraction(0)) - 1
            strictly = False
        strict = strict or (strictly and factor > 0)
        _add(total, difference, factor)
    constant = total.pop((), Fraction(0))
    return not any(total.values()) and (constant < 0 or (constant == 0 and strict))


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
            product: Polynomial = {}
            ones, others = polynomial(left, sort), polynomial(right, sort)
            for one, a in ones.items():
                for other, b in others.items():
                    key = tuple(sorted((*one, *other), key=repr))
                    product[key] = product.get(key, Fraction(0)) + a * b
            return product
        case Fn("/", (left, Num(value))) if value:
            found = {}
            _add(found, polynomial(left, sort), 1 / Fraction(value))
            return found
        case _:
            return {(term,): Fraction(1)}


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
