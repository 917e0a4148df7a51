"""What is odd about a program's names, once they are unified.

Most of it keeps no program from running, since logic is indifferent to names. It is what an author, or a model, should
look at first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import Atom, Binder, Fn
from ..logic.walkers import walk
from .places import Places
from .spelling import in_latin, looks_foreign

if TYPE_CHECKING:
    from ..logic.program import Program

MAX_NAMED: Final = 8
"""The most names that a hint lists."""


def check_names(program: Program, places: Places, *, standard: bool = False) -> list[Diagnostic]:
    """Return what is odd about a program's names: warnings, and errors about what can't be meant.

    Args:
        program: the program, with its names unified.
        places: where its names stand.
        standard: its language's standard says what names are, so that no nesting is an error.
    """
    used = program.signature
    found: list[Diagnostic] = []
    names = {name for name, _ in used.predicates}
    if len(names) < len(used.predicates):
        found += _arities(program, places)
    found += [
        _told(
            "negated-name",
            Level.ERROR,
            f"'{name}' is a name of its own, and denies nothing",
            f"Write ¬{name[4:]}(…).",
            places.of(name),
        )
        for name in names
        if name[:4].lower() in ("not-", "non-") and name[4:] in names
    ]
    if nested := [name for name, arity in used.functions if arity and name in names]:
        found += _nested(program, nested, places, standard)
    if looks_foreign(places.text):
        found += _scripts(program, places)
    if program.predicates or program.constants:
        found += _undeclared(program, places)
    if program.premises:
        found += _disconnected(program, places)
    return found


def _told(code: str, level: Level, message: str, hint: str, spans: Sequence[Span]) -> Diagnostic:
    return Diagnostic(code, level, message, spans[0] if spans else None, hint, also=tuple(spans[1:]))


def _arities(program: Program, places: Places) -> Iterator[Diagnostic]:
    arities: dict[str, list[int]] = {}
    for name, arity in program.signature.predicates:
        arities.setdefault(name, []).append(arity)
    for name, counts in arities.items():
        if len(counts) > 1:
            spans = {arity: places.of(name, arity) for arity in counts}
            rare = min(reversed(counts), key=lambda arity: len(spans[arity]))
            common = " and ".join(str(arity) for arity in counts if arity != rare)
            message = f"'{name}' is used with {' and with '.join(map(str, counts))} arguments: different predicates"
            hint = f"Write '{name}' with the same number of arguments everywhere; elsewhere it has {common}."
            yield _told("arity-clash", Level.WARNING, message, hint, spans[rare])


def _nested(program: Program, nested: Sequence[str], places: Places, standard: bool) -> Iterator[Diagnostic]:
    certain: dict[str, str] = {}
    both = set(program.signature.predicates).intersection(program.signature.functions)
    for node in () if standard or not both else (n for f in program.formulas for n in walk(f) if isinstance(n, Atom)):
        inner = [(arg.name, len(arg.args)) for arg in node.args if isinstance(arg, Fn) and arg.args]
        # One predicate throughout may be a function whose values are compared.
        if len(inner) == len(node.args) and len({*inner}) > 1 and both.issuperset(inner):
            certain |= dict.fromkeys((name for name, _ in inner), node.name)
    for name in nested:
        if name in certain:
            level, message = (
                Level.ERROR,
                f"'{name}' is a predicate, and stands inside '{certain[name]}' where only things can",
            )
            hint = f"Say what '{certain[name]}' means by ∧, ∨, ⊕, ¬ and → between the formulas themselves."
        else:
            level, message = (
                Level.WARNING,
                f"'{name}' is a predicate, and also a function inside another, which has no truth",
            )
            hint = f"Predicates do not nest: write {name}(…) as a formula of its own, or use another name here."
        yield _told("predicate-as-term", level, message, hint, places.of(name))


def _scripts(program: Program, places: Places) -> Iterator[Diagnostic]:
    used = program.signature
    bound = (node.var for f in program.formulas for node in walk(f) if isinstance(node, Binder))
    by_shape: dict[str, str] = {}
    for name in dict.fromkeys((*(name for name, _ in (*used.predicates, *used.functions)), *bound)):
        other = by_shape.setdefault(in_latin(name), name)
        if other != name:
            letters = next(pair for pair in zip(name, other, strict=True) if pair[0] != pair[1])
            told = " and ".join(f"U+{ord(c):04X} {unicodedata.name(c, 'a letter')}" for c in letters)
            message = f"'{name}' and '{other}' look alike and are different names: {told}"
            hint = f"Write '{in_latin(name)}' with the same letters everywhere."
            spans = places.of(name if looks_foreign(name) else other)
            yield _told("mixed-scripts", Level.ERROR, message, hint, spans)


def _undeclared(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find names of which others of the same kind are declared."""
    predicates = {(one.name, len(one.params)) for one in program.predicates}
    if predicates and not predicates.issuperset(program.signature.predicates):
        for name, arity in program.signature.predicates:
            if (name, arity) not in predicates and name not in ("∈", "∉"):
                pattern = f"{name}({', '.join('xyzuvw'[:arity])})" if 0 < arity <= 6 else name
                message = f"'{name}' is not declared" + (
                    f" with {arity}" if any(name == n for n, _ in predicates) else ""
                )
                hint = f"Use a declared predicate, or add to 'Predicates:' the line {pattern} ::: its meaning."
                yield _told("undeclared-predicate", Level.WARNING, message, hint, places.of(name, arity))


def _disconnected(program: Program, places: Places) -> Iterator[Diagnostic]:
    premises, goal = program.signatures
    if goal.predicates and set(premises.predicates).isdisjoint(goal.predicates):
        known = ", ".join(f"'{name}'" for name, _ in premises.predicates[:MAX_NAMED])
        hint = f"Use the predicates of the premises: {known}." if known else "State in a premise what it speaks of."
        asked = goal.predicates[0][0]
        message = f"no predicate of the goal occurs in any premise, '{asked}' neither"
        span = program.goal.span or next(iter(places.of(asked)), None)
        yield _told("goal-disconnected", Level.WARNING, message, hint, [span] if span else [])
