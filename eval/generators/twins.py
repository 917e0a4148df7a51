"""Questions of the same form that have other answers, so that nothing counted in a text tells which one it has.

A conclusion is denied or not as the letters of its rule are, so how often a text and its question say *not* tells
whether a conclusion or its opposite is asked. Here letters have random signs, and what does not follow is a twin of
what does: the same premises, connectives, letters and number of denials, put together otherwise. A rule whose
conclusion is one letter has a fallacy for its twin, of premises of the same form.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Final

from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or
from sorites.solvers.logic.walkers import walk

from .arguments import Derivation
from .inference import Application, fill, is_literal, letters_of

FALLACY_OF: Final[Mapping[str, str]] = {
    "modus ponens": "affirming the consequent",
    "modus tollens": "denying the antecedent",
    "disjunctive syllogism": "affirming a disjunct",
    "universal generalization": "universal affirming the consequent",
}
"""The rules that have a fallacy for their twin: its premises are of the same form."""
WITHOUT: Final = frozenset(
    {
        "idempotent laws",
        "complement laws",
        "identity laws",
        "contradiction laws",
        "biconditional introduction",
        "biconditional elimination",
        "quantifier negation",
        "quantifier commutation",
        "quantifier transposition",
        "universal instantiation",
        "existential generalization",
    }
)
"""The rules that have none: of one letter, or of two that are equivalent, denials alone tell what follows."""
SKY: Final = "W"
"""The letter of what is said of nobody, which takes no other letter's place."""
_SIGNS: Final = 0.35
"""How often a letter is denied."""
_MANY: Final = 12
"""The most letters of premises whose truth table is made."""


def signed(argument: Derivation, rng: random.Random) -> Derivation:
    """Return an argument with some of its letters denied wherever they stand, and so an argument of the same worth."""
    letters = letters_of([*argument.premises, *(step.conclusion for step in argument.steps)])
    bound: dict[str, Formula] = {x: Not(Atom(x, ())) if rng.random() < _SIGNS else Atom(x, ()) for x in letters}

    def put(formulas: Sequence[Formula]) -> tuple[Formula, ...]:
        return tuple(fill(formula, bound) for formula in formulas)

    steps = tuple(Application(s.rule, put(s.premises), fill(s.conclusion, bound)) for s in argument.steps)
    return Derivation(put(argument.premises), fill(argument.conclusion, bound), steps)


def plain(argument: Derivation) -> bool:
    """Return whether an argument needs no *neither* with a denial in it, which nobody says."""
    said = (*argument.premises, argument.conclusion, *(step.conclusion for step in argument.steps))
    return not any(
        isinstance(node, Not) and isinstance(node.body, Or) and any(isinstance(part, Not) for part in walk(node.body))
        for formula in said
        for node in walk(formula)
    )


def fallacious(argument: Derivation) -> bool:
    """Return whether an argument by one of the rules of ``FALLACY_OF``, or by its twin, counts as one of the other's.

    From *if and only if* the fallacy would often follow after all, so neither has it. Of a disjunction one part has to
    be denied: *P or not Q; P* and *not P or Q; P* say *not* equally often.
    """
    if any(isinstance(node, Iff) for premise in argument.premises for node in walk(premise)):
        return False
    last = argument.steps[-1]
    if last.rule not in {"disjunctive syllogism", "affirming a disjunct"}:
        return True
    either = next(p for p in map(_inner, last.premises) if isinstance(p, Or))
    literal = next(p for p in map(_inner, last.premises) if is_literal(p))
    one_denied = len({isinstance(part, Not) for part in either.parts}) == 2
    other = [part for part in either.parts if letters_of([part]) != letters_of([literal])]
    return one_denied and isinstance(_inner(argument.conclusion), Not) is (
        isinstance(other[0], Not) if last.rule == "disjunctive syllogism" else not isinstance(other[0], Not)
    )


def twins(argument: Derivation) -> list[Formula]:
    """Return what has the form of an argument's conclusion, says *not* as often, and does not follow.

    Letters take each other's place, or are denied where they were not and the other way round. A conclusion of one
    letter becomes one of another letter that stands in as many premises.
    """
    conclusion, premises = argument.conclusion, argument.premises
    letters = letters_of([conclusion])
    rows = _rows(premises, letters_of([*premises, conclusion]))
    if rows is None:
        return []
    count = denials(conclusion)
    found = [
        other
        for other in dict.fromkeys(_others(conclusion, letters, premises))
        if other != conclusion and denials(other) == count and not all(holds(other, row) for row in rows)
    ]
    return [other for other in found if other not in premises]


def possible(premises: Sequence[Formula], asked: Formula) -> bool:
    """Return whether premises and what is asked can be true together, of one thing."""
    rows = _rows(premises, letters_of([*premises, asked]))
    return rows is None or any(holds(asked, row) for row in rows)


def _others(conclusion: Formula, letters: Sequence[str], premises: Sequence[Formula]) -> Iterator[Formula]:
    fixed = [letter for letter in letters if letter == SKY]
    moving = [letter for letter in letters if letter != SKY]
    orders: list[tuple[str, ...]]
    if len(letters) == 1:
        names = letters_of(premises)
        own = _places(moving[0], premises)
        orders = [(name,) for name in names if name not in {*letters, SKY} and _places(name, premises) == own]
    else:
        orders = [(*fixed, *order) for order in permutations(moving)]
    for order in orders:
        for signs in product((True, False), repeat=len(order)):
            parts = [Atom(name, ()) if sign else Not(Atom(name, ())) for name, sign in zip(order, signs, strict=True)]
            yield fill(conclusion, dict(zip((*fixed, *moving), parts, strict=True)))


def _places(letter: str, premises: Sequence[Formula]) -> tuple[int, int]:
    """Return in how many premises a letter stands, and in how many alone."""
    among = [p for p in premises if letter in letters_of([p])]
    return len(among), sum(is_literal(_inner(p)) for p in among)


def _inner(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Forall | Exists) else formula


def denials(formula: Formula) -> int:
    """Return how often a formula says *not*."""
    return sum(isinstance(node, Not) for node in walk(formula))


def _rows(premises: Sequence[Formula], letters: Sequence[str]) -> list[dict[str, bool]] | None:
    return None if len(letters) > _MANY else models(premises, letters)


def models(premises: Sequence[Formula], letters: Sequence[str]) -> list[dict[str, bool]]:
    """Return the models of premises, as truth tables, over one thing, of which a quantifier says nothing more."""
    names = list(dict.fromkeys(letters))
    rows = (dict(zip(names, values, strict=True)) for values in product((True, False), repeat=len(names)))
    return [row for row in rows if all(holds(premise, row) for premise in premises)]


def holds(formula: Formula, row: Mapping[str, bool]) -> bool:
    """Return whether a formula of letters is true in a row of a truth table; of one thing, if it has quantifiers."""
    match formula:
        case Atom(letter, ()):
            return row[letter]
        case Not(body):
            return not holds(body, row)
        case And(parts):
            return all(holds(part, row) for part in parts)
        case Or(parts):
            return any(holds(part, row) for part in parts)
        case Implies(a, b):
            return holds(b, row) or not holds(a, row)
        case Iff(a, b):
            return holds(a, row) is holds(b, row)
        case Forall(_, body) | Exists(_, body):
            return holds(body, row)
    raise AssertionError(formula)
