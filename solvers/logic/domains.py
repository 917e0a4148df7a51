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
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from .diagnostics import Span
from .program import Default, Program, Statement
from .sorts import SortedTheory, all_different, infer, settled
from .symbols import NUMBERS
from .syntax import (
    And,
    Atom,
    Cmp,
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
    Truth,
    Var,
    Xor,
    name_of,
    numeral,
    unfold_first,
)
from .walkers import children, walk

MAX_ROOM: Final = 4
"""The most things without a name that there is room for, unless that gives no model."""
MAX_UNNAMED: Final = 8
"""The most things without a name that are tried to find a model, and that are added for the goal's quantifiers."""


def naming(program: Program) -> dict[str, str]:
    """Return which thing each constant and numeral of a program names; a thing is called by the first of its names."""
    numbers = {numeral(n.value) for n in program.signature.numerals}
    told = [t.name for e in program.exceptions for t in children(e.formula) if isinstance(t, Fn) and not t.args]
    names = dict.fromkeys((*program.signature.constants, *told, *map(name_of, program.signature.numerals)))
    order = {name: i for i, name in enumerate(names)}
    first = {name: name for name in order}
    for equation, stated in (found for premise in program.premises for found in _equations(premise.formula)):
        sides = [name for side in (equation.left, equation.right) if (name := _name(side)) is not None]
        if stated and len(sides) == 2:
            kept, gone = sorted((first[name] for name in sides), key=order.__getitem__)
            if kept != gone and not {kept, gone} <= numbers:  # different numerals are never of one thing
                first |= {name: kept for name, thing in first.items() if thing == gone}
                numbers |= {kept} if gone in numbers else set()
    return first


def doubtful(program: Program) -> Iterator[tuple[str, Span | None, Eq]]:
    """Yield the equations between names that equate nothing, each with what it is in and its place."""
    names = naming(program)
    said = [(f"premise {i}", p.span, _equations(p.formula)) for i, p in enumerate(program.premises, 1)]
    said += [(f"the default {d.label}", d.span, _equations(d.formula, sure=False)) for d in program.defaults]
    for what, span, equations in said:
        for equation, stated in equations:
            one, other = _name(equation.left), _name(equation.right)
            if not stated and one is not None and other is not None and names[one] != names[other]:
                yield what, span, equation


def apart(program: Program) -> tuple[Formula, ...]:
    """Return what it means that different names are of different things, and names that are equated of one."""
    names, rules = program.signature, [rule.formula for rule in program.rules]
    of = infer((*rules, *program.formulas), names, program.declared).of
    terms: dict[str, dict[str, Term]] = defaultdict(dict)
    named: list[Term] = [*(() if names.arithmetic else names.numerals), *map(Fn, names.constants)]
    for term in named:
        terms[of(("f", name_of(term), 0, -1))][name_of(term)] = term
    called = dict.fromkeys(naming(program).values())
    kinds = ([ones[thing] for thing in called if thing in ones] for sort, ones in terms.items() if sort not in NUMBERS)
    return tuple(itertools.chain.from_iterable(map(all_different, kinds)))


def settled_program(program: Program) -> SortedTheory:
    """Return what a program says classically, settled: its premises, its goal, and what refutes its goal.

    With defaults the axioms say of names whether they are of one thing. It is worked out once.
    """
    if program.settled is None:
        rules = [rule.formula for rule in program.rules]
        formulas = (*rules, *program.formulas, program.negated_goal)
        ready = settled(formulas, program.signature, program.declared)
        ready = replace(ready, formulas=ready.formulas[len(rules) :])
        ready = replace(ready, numerals=(*ready.numerals, *apart(program))) if program.defaults else ready
        object.__setattr__(program, "settled", ready)
        return ready
    return program.settled


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


def _equations(formula: Formula, *, sure: bool = True) -> Iterator[tuple[Eq, bool]]:
    """Yield the equations of a formula, and whether it states them in any case; not those that it denies in any case.

    It does by what is joined by ∧, behind any quantifiers.
    """
    match formula:
        case And(parts) if sure:
            for part in parts:
                yield from _equations(part)
        case Forall(_, body) | Exists(_, body) | Not(Not(body)) if sure:
            yield from _equations(body)
        case Eq() if sure:
            yield formula, True
        case Not(Eq()) if sure:
            return
        case _:
            yield from ((node, False) for node in walk(formula) if isinstance(node, Eq))


def _name(term: Term) -> str | None:
    return name_of(term) if isinstance(term, Num) or (isinstance(term, Fn) and not term.args) else None


def existentials(formula: Formula, positive: bool | None, behind: bool = False) -> tuple[int, bool]:
    """Return how many things a formula claims to exist, and whether one of them for each of others.

    Args:
        formula: the formula.
        positive: ``True`` if it is asserted, ``False`` if denied, ``None`` if both.
        behind: whether it stands behind a universal quantifier.
    """
    denied = None if positive is None else not positive
    parts: list[tuple[Formula, bool | None]]
    match formula:
        case Forall(_, body) | Exists(_, body):
            existential = positive is None or positive is isinstance(formula, Exists)
            universal = positive is None or not existential
            count, nested = existentials(body, positive, behind or universal)
            return count + existential, nested or (behind and existential)
        case Not(body):
            parts = [(body, denied)]
        case Implies(left, right):
            parts = [(left, denied), (right, positive)]
        case Xor(left, right) | Iff(left, right):
            parts = [(left, None), (right, None)]
        case And(members) | Or(members):
            parts = [(part, positive) for part in members]
        case Atom() | Eq() | Cmp() | Truth():
            return 0, False
        case _:
            unfold_first(formula)
    found = [existentials(part, sign, behind) for part, sign in parts]
    return sum(count for count, _ in found), any(nested for _, nested in found)
