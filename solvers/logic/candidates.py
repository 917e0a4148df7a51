"""Who and what may answer a goal that asks, and the closed questions by which that is found out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from .program import Program, Semantics
from .rewriting import substitute
from .sorts import SortedTheory, Sorts, settled
from .symbols import INT, NUMBERS, REAL, THING
from .syntax import (
    Eq,
    Exists,
    Fn,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    TermRow,
    Var,
    close,
    conjunction,
    disjunction,
    name_of,
    number_named,
    opened,
)

MAX_CANDIDATES: Final = 10_000
"""The most rows of constants that are asked about."""
ANYTHING: Final = "anythingElse"
"""How a thing is called that a program does not speak of; with a number where that is taken."""


def candidates(program: Program, numbers: Sequence[Num] = ()) -> list[TermRow]:
    """Return the rows of a program's constants of the sorts that its goal asks for, the first mentioned first.

    Args:
        program: a program that asks for values.
        numbers: other numbers that may be among the values, beside those that the program names.

    Returns:
        One row more than ``MAX_CANDIDATES`` where there are more; numerals stand for themselves.
    """
    ready = _settled(program)
    things: list[Term] = [
        number_named(name) or Fn(name) for name in dict.fromkeys((*ready.names.constants, *_declared(program)))
    ]
    if ready.sorts.plain:
        things += [one for one in ready.names.numerals if one not in things]
    _, sorts, _ = opened(ready.formulas[-1], Exists, len(program.asked))
    columns = list[list[Term]]()
    for sort in sorts:
        these = dict.fromkeys((*ready.names.numerals, *numbers)) if sort in NUMBERS else things
        columns.append([term for term in these if fits(term, sort or THING, ready.sorts)])
    return list(itertools.islice(itertools.product(*columns), MAX_CANDIDATES + 1))


def constants(program: Program) -> frozenset[str]:
    """Return the names of a program's constants, those that are declared and not used included."""
    return frozenset((*program.signature.constants, *_declared(program)))


def instance(program: Program, row: TermRow) -> Formula:
    """Return that the goal holds of these values."""
    return substitute(program.asked_of, dict(zip(program.asked, row, strict=True)))


def nothing_but(program: Program, rows: Sequence[TermRow]) -> Formula:
    """Return that the goal holds of no other values than these."""
    ones = disjunction(tuple(same(tuple(map(Var, program.asked)), row) for row in rows))
    _, sorts, body = opened(program.goal.formula, Exists, len(program.asked))
    return close(Implies(body, ones) if rows else Not(body), program.asked, sorts)


def same(one: TermRow, other: TermRow) -> Formula:
    """Return that two rows name the same things."""
    return conjunction(tuple(Eq(a, b) for a, b in zip(one, other, strict=True)))


def apart(rows: Sequence[TermRow]) -> Formula:
    """Return that no two of these rows name the same things."""
    return conjunction(tuple(Not(same(a, b)) for a, b in itertools.combinations(rows, 2)))


def asks_numbers(program: Program) -> tuple[bool, ...]:
    """Return for each variable that a program asks for whether it ranges over numbers."""
    ready = _settled(program)
    return tuple(sort in NUMBERS for sort in opened(ready.formulas[-1], Exists, len(program.asked))[1])


def by_rules(program: Program) -> bool:
    """Return whether a program's logic derives literals one by one: it has no equality and no quantified goals."""
    return program.semantics is Semantics.RULES or bool(program.defeasible)


def anything(program: Program) -> TermRow:
    """Return a row of names that the program does not speak of: what is derived of them is derived of anything."""
    taken = constants(program)
    names = (f"{ANYTHING}{i or ''}" for i in itertools.count())
    return tuple(Fn(name) for name in itertools.islice((n for n in names if n not in taken), len(program.asked)))


def _settled(program: Program) -> SortedTheory:
    """Return the rules, the premises and the goal of a program, settled."""
    stated = (*(rule.formula for rule in program.rules), *program.formulas)
    return settled(stated, program.signature, program.declared)


def _declared(program: Program) -> Iterator[str]:
    """Yield the constants that are declared, used or not; with defaults each that is used is one more thing."""
    if program.defaults:
        return
    yield from (constant.name for constant in program.constants if number_named(constant.name) is None)
    yield from program.declared.constants(program.signature)


def fits(term: Term, sort: str, sorts: Sorts) -> bool:
    """Return whether a constant or numeral is of a sort."""
    if isinstance(term, Num) and sort in NUMBERS:
        return sort == REAL or (sort == INT and isinstance(term.value, int))
    return sorts.of(("f", name_of(term), 0, -1)) == sort
