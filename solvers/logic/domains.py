"""What programs with defaults speak of: which names are of one thing, and over which domains they are answered.

Different names are of different things unless the premises equate them: by an equation that is a premise, or a part of
one that is joined by ∧, whatever quantifiers stand before it. Any other equation between names is taken to be false,
which ``doubtful`` finds.

Beside the named things there is room for one thing more for each that the premises and defaults say to exist. An answer
must not hang on how many things there are that nobody speaks of, so larger domains are looked at, too: as many things
more as the goal has quantifiers. Without equations and existence in a program, and without quantifiers in its goal, one
domain is enough: a thing more can be a copy of one that has a name, and what is normal of that matters more.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from .diagnostics import Span
from .program import Default, Program, Statement
from .sorts import SortedTheory, all_different, settled
from .syntax import (
    And,
    Atom,
    Atomic,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Var,
    Xor,
    numeral,
    unfold_first,
)
from .walkers import walk

MAX_ROOM: Final = 4
"""The most things without a name that there is room for, unless that gives no model."""
MAX_UNNAMED: Final = 8
"""The most things without a name that are tried to find a model, and that are added for the goal's quantifiers."""


def naming(program: Program) -> dict[str, str]:
    """Return which thing each constant and numeral of a program names; a thing is called by the first of its names."""
    numerals = [numeral(n.value) for n in program.signature.numerals]
    told = [t for e in program.exceptions if isinstance(e.formula, Atom) for t in e.formula.args]
    constants = [*program.signature.constants, *(t.name for t in told if isinstance(t, Fn) and not t.args)]
    order = {name: i for i, name in enumerate(dict.fromkeys([*constants, *numerals]))}
    first, numbers = {name: name for name in order}, set(numerals)

    def find(name: str) -> str:
        while first[name] != name:
            first[name] = first[first[name]]
            name = first[name]
        return name

    for one, other in (pair for premise in program.premises for pair in _equated(premise.formula)):
        kept, gone = sorted((find(one), find(other)), key=order.__getitem__)
        if kept != gone and not {kept, gone} <= numbers:  # different numerals are never of one thing
            first[gone] = kept
            if gone in numbers:
                numbers.add(kept)
    return {name: find(name) for name in order}


def doubtful(program: Program) -> Iterator[tuple[str, Span | None, Eq]]:
    """Yield the equations between names that equate nothing, each with what it is in and its place."""
    names = naming(program)
    stated = [(f"premise {i + 1}", p.span, _beside(p.formula)) for i, p in enumerate(program.premises)]
    stated += [(f"the default {d.label}", d.span, _equations(d.formula)) for d in program.defaults]
    for what, span, equations in stated:
        for equation in equations:
            one, other = _name(equation.left), _name(equation.right)
            if one is not None and other is not None and names[one] != names[other]:
                yield what, span, equation


def apart(program: Program) -> tuple[Formula, ...]:
    """Return what it means that different names are of different things, and names that are equated of one."""
    numerals = {numeral(n.value): n for n in program.signature.numerals}
    terms = numerals | {name: Fn(name) for name in program.signature.constants}
    return all_different([terms[thing] for thing in dict.fromkeys(naming(program).values()) if thing in terms])


def settled_program(program: Program) -> SortedTheory:
    """Return what a program says classically, settled: its premises, its goal, and what refutes its goal.

    With defaults the axioms say of names whether they are of one thing.
    """
    ready = settled((*program.formulas, program.negated_goal), program.signature, program.declared)
    return replace(ready, numerals=(*ready.numerals, *apart(program))) if program.defaults else ready


def things(names: Mapping[str, str], unnamed: int) -> tuple[str, ...]:
    """Return the domain with the named things and so many without a name."""
    free = (f"e{i}" for i in itertools.count(1))
    return (*dict.fromkeys(names.values()), *itertools.islice((e for e in free if e not in names), unnamed))


def domains(program: Program) -> tuple[list[int], int]:
    """Return with how many things without a name a program is answered.

    Returns:
        The numbers to try in turn until there is a model; and how many things more are looked at, too, to
        see whether the answer stays.
    """
    least = 0 if naming(program) else 1
    stated: list[Statement | Default] = [*program.premises, *program.defaults]
    claimed = sum(existentials(one.formula, True)[0] for one in stated)
    room = max(min(claimed, MAX_ROOM), least)
    tried = [*range(room, least - 1, -1), *range(room + 1, MAX_UNNAMED + 1)]
    asked = len([node for node in walk(program.goal.formula) if isinstance(node, Forall | Exists)])
    if not asked and not claimed and _uniform(stated, named=not least):
        return tried, 0
    return tried, max(1, min(asked, MAX_UNNAMED))


def _uniform(stated: Sequence[Statement | Default], *, named: bool) -> bool:
    """Return whether a thing more can be a copy of a named one: no variable is equated with anything."""
    for one in stated:
        nodes = list(walk(one.body if isinstance(one, Default) else one.formula))
        quantified = any(isinstance(node, Forall | Exists) for node in nodes)
        if quantified and (isinstance(one, Default) or not named):
            return False
        if any(isinstance(node, Eq) and Var in map(type, (node.left, node.right)) for node in nodes):
            return False
    return named or not any(isinstance(one, Default) and one.variables for one in stated)


def _equated(formula: Formula) -> Iterator[tuple[str, str]]:
    """Yield the names that a formula equates in any case: by what is joined by ∧, behind any quantifiers."""
    match formula:
        case And(parts):
            for part in parts:
                yield from _equated(part)
        case Forall(_, body) | Exists(_, body) | Not(Not(body)):
            yield from _equated(body)
        case Eq(left, right):
            one, other = _name(left), _name(right)
            if one is not None and other is not None:
                yield one, other


def _beside(formula: Formula) -> Iterator[Eq]:
    """Yield the equations in a formula other than those that it states, or denies, in any case."""
    match formula:
        case And(parts):
            for part in parts:
                yield from _beside(part)
        case Forall(_, body) | Exists(_, body) | Not(Not(body)):
            yield from _beside(body)
        case Eq() | Not(Eq()):
            return
        case _:
            yield from _equations(formula)


def _equations(formula: Formula) -> Iterator[Eq]:
    return (node for node in walk(formula) if isinstance(node, Eq))


def _name(term: Term) -> str | None:
    match term:
        case Fn(name, ()):
            return name
        case Num(value):
            return numeral(value)
    return None


def unnamed_things(program: Program) -> int | None:
    """Return how many things the Herbrand domain of a program has beside the named ones.

    Returns:
        ``None`` outside the Bernays-Schönfinkel fragment.
    """
    names = program.signature
    if names.equality or names.arithmetic or program.sorted or any(arity for _, arity in names.functions):
        return None
    count, for_each = claims(program)
    if for_each:
        return None
    return count if count or names.constants or names.numerals else 1


def claims(program: Program) -> tuple[int, bool]:
    """Return how many things a program's quantifiers claim to exist, and whether one of them for each of others."""
    count, for_each = existentials(program.goal.formula, None)  # the goal is asked both ways
    for premise in program.premises:
        more, nested = existentials(premise.formula, True)
        count, for_each = count + more, for_each or nested
    return count, for_each


def existentials(formula: Formula, positive: bool | None, behind: bool = False) -> tuple[int, bool]:
    """Return how many things a formula claims to exist, and whether one of them for each of others.

    Args:
        formula: the formula.
        positive: ``True`` if it is asserted, ``False`` if denied, ``None`` if both.
        behind: whether it stands behind a universal quantifier.
    """
    kind = type(formula)
    if isinstance(formula, Atomic):
        return 0, False
    match formula:
        case Not(body):
            return existentials(body, _opposite(positive), behind)
        case Forall(_, body) | Exists(_, body):
            as_universal = positive is None or positive is (kind is Forall)
            as_existential = positive is None or positive is (kind is Exists)
            inner, nested = existentials(body, positive, behind or as_universal)
            return inner + as_existential, nested or (behind and as_existential)
        case Implies(left, right):
            parts = [existentials(left, _opposite(positive), behind), existentials(right, positive, behind)]
        case Xor(left, right) | Iff(left, right):
            parts = [existentials(left, None, behind), existentials(right, None, behind)]
        case And(members) | Or(members):
            parts = [existentials(part, positive, behind) for part in members]
        case _:
            unfold_first(formula)
    return sum(count for count, _ in parts), any(nested for _, nested in parts)


def _opposite(positive: bool | None) -> bool | None:
    return None if positive is None else not positive
