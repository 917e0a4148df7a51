"""Defeasible theories once more, by the definition and nothing else: for the checker.

Every rule is instantiated over all constants, and the conditions of proof are evaluated
over and over until nothing changes. Slow, and sharing nothing with the engine.
"""

from __future__ import annotations

import itertools
from typing import Final

from .fol.program import Program
from .fol.syntax import And, Atom, Forall, Formula, Implies, Or, Var
from .fol.syntax import Not as Negation
from .fol.traverse import free_variables, substitute, walk

MAX_RULES: Final = 20_000
"""The most ground rules that are checked."""
Ground = tuple[str, frozenset[Formula], Formula]
"""A label (empty for strict), a body, a head."""


class TooLarge(ValueError):
    """More ground rules than can be checked in reasonable time."""


def proved(program: Program) -> set[Formula]:
    """Return the literals that a program proves.

    Raises:
        TooLarge: there are too many ground rules.
    """
    rules = _ground(program)
    preferred = set(program.preferences)
    literals = {f for _, body, head in rules for f in (*body, head)}
    literals |= {_opposite(f) for f in literals}
    definite: set[Formula] = set()
    while more := {h for label, b, h in rules if not label and b <= definite} - definite:
        definite |= more
    yes: set[Formula] = set()
    no: set[Formula] = set()
    while True:
        before = len(yes) + len(no)
        for literal in literals - yes - no:
            if literal in definite:
                yes.add(literal)
                continue
            if _opposite(literal) in definite:
                no.add(literal)
                continue
            mine = [r for r in rules if r[2] == literal and not r[1] & no]
            theirs = [r for r in rules if r[2] == _opposite(literal) and not r[1] & no]
            if any(r[1] <= yes and all((r[0], s[0]) in preferred for s in theirs) for r in mine):
                yes.add(literal)
            elif all(any(s[1] <= yes and (r[0], s[0]) not in preferred for s in theirs) for r in mine):
                no.add(literal)
        if len(yes) + len(no) > before:
            continue
        might = set(yes)
        while more := {h for _, b, h in rules if b <= might and h not in no} - might:
            might |= more
        if not literals - might - no:
            return yes
        no |= literals - might


def _opposite(literal: Formula) -> Formula:
    return literal.body if isinstance(literal, Negation) else Negation(literal)


def _ground(program: Program) -> list[Ground]:
    formulas = [("", p.formula) for p in program.premises] + [(d.label, d.formula) for d in program.defeasible]
    goal = program.goal.formula
    constants = {t for _, f in [*formulas, ("", goal)] for n in walk(f) if hasattr(n, "args") for t in n.args}
    things = sorted((t for t in constants if not isinstance(t, Var)), key=str)
    exempt = {(e.formula.name, e.formula.args) for e in program.exceptions if isinstance(e.formula, Atom)}
    variables = {d.label: d.variables for d in program.defeasible}
    found: list[Ground] = []
    for label, formula in formulas:
        while isinstance(formula, Forall):
            formula = formula.body
        names = sorted(free_variables(formula))
        if len(things) ** len(names) > MAX_RULES:
            raise TooLarge(len(things) ** len(names))
        for values in itertools.product(things, repeat=len(names)):
            value = dict(zip(names, values, strict=True))
            if label and (label, tuple(value.get(v) for v in variables[label])) in exempt:
                continue
            one = substitute(formula, value)
            found += [(label, frozenset(body), head) for body, head in _clauses(one)]
        if len(found) > MAX_RULES:
            raise TooLarge(len(found))
    return list(dict.fromkeys(found))


def _clauses(formula: Formula) -> list[tuple[list[Formula], Formula]]:
    """Return bodies and heads of what a ground formula states."""
    match formula:
        case And(parts):
            return [clause for part in parts for clause in _clauses(part)]
        case Implies(Or(parts), right):
            return [clause for part in parts for clause in _clauses(Implies(part, right))]
        case Implies(left, right):
            body = [_plain(p) for p in (left.parts if isinstance(left, And) else (left,))]
            return [([*body, *more], head) for more, head in _clauses(right)]
        case _:
            return [([], _plain(formula))]


def _plain(literal: Formula) -> Formula:
    while isinstance(literal, Negation) and isinstance(literal.body, Negation):
        literal = literal.body.body
    return literal
