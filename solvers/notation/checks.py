"""What is odd about a program's names.

Odd names do not keep a program from running: logic is indifferent to them. They are
what an author, or a model, should look at first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.symbols import Signature
from ..logic.syntax import Atom, Exists, Fn, Forall
from ..logic.walkers import walk
from .places import Places
from .spelling import PLURAL_ENDINGS, Known, in_latin, in_singular, looks_foreign, rough, words

if TYPE_CHECKING:
    from ..logic.program import Program

MAX_NAMED: Final = 8
"""The most names that a hint lists."""


def check_names(program: Program, places: Places, *, standard: bool = False) -> list[Diagnostic]:
    """Return what is odd about a program's names: warnings, and errors about what can't be meant.

    Args:
        program: the program, with its names unified (``unifying``).
        places: where its names stand.
        standard: its language's standard says what names are, so that nothing about them is an error.
    """
    premises, goal = program.signatures
    used = program.signature
    found = [
        *_arities(used, places),
        *_terms(program, used, places, standard),
        *(_alike(program, used, places) if looks_foreign(places.text) else ()),
        *_undeclared(program, places),
        *_similar(program, used, places),
    ]
    if program.premises and goal.predicates and set(premises.predicates).isdisjoint(goal.predicates):
        known = ", ".join(f"'{name}'" for name, _ in premises.predicates[:MAX_NAMED])
        hint = (
            f"Use the predicates of the premises in the goal: {known}."
            if known
            else "State in a premise what it speaks of."
        )
        asked = goal.predicates[0][0]
        message = f"no predicate of the goal occurs in any premise, '{asked}' neither"
        span = program.goal.span or next(iter(places.of(asked)), None)
        found.append(Diagnostic("goal-disconnected", Level.WARNING, message, span, hint))
    return found


def _warn(code: str, message: str, hint: str, spans: Sequence[Span]) -> Diagnostic:
    return _told(code, Level.WARNING, message, hint, spans)


def _told(code: str, level: Level, message: str, hint: str, spans: Sequence[Span]) -> Diagnostic:
    return Diagnostic(code, level, message, spans[0] if spans else None, hint, also=tuple(spans[1:]))


def _arities(used: Signature, places: Places) -> Iterable[Diagnostic]:
    arities: dict[str, list[int]] = {}
    for name, arity in used.predicates:
        arities.setdefault(name, []).append(arity)
    for name, counts in arities.items():
        if len(counts) > 1:
            spans = [places.of(name, arity) for arity in counts]
            rare = min(range(len(counts)), key=lambda i: (len(spans[i]), -i))
            common = " and ".join(map(str, (n for i, n in enumerate(counts) if i != rare)))
            yield _warn(
                "arity-clash",
                f"'{name}' is used with {' and with '.join(map(str, counts))} arguments: different predicates",
                f"Write '{name}' with the same number of arguments everywhere; elsewhere it has {common}.",
                spans[rare],
            )


def _terms(program: Program, used: Signature, places: Places, standard: bool) -> Iterable[Diagnostic]:
    predicates = {name for name, _ in used.predicates}
    nested = {name: None for name, arity in used.functions if arity and name in predicates}
    certain: dict[str, str] = {}
    if nested and not standard:
        both = {*used.predicates}.intersection(used.functions)
        for node in (node for formula in program.formulas for node in walk(formula) if isinstance(node, Atom)):
            inner = [(arg.name, len(arg.args)) for arg in node.args if isinstance(arg, Fn) and arg.args]
            # One predicate throughout may be a function whose values are compared.
            if len(inner) == len(node.args) and len({*inner}) > 1 and both.issuperset(inner):
                certain |= dict.fromkeys((name for name, _ in inner), node.name)
    for name in nested:
        if name in certain:
            message = f"'{name}' is a predicate, and stands inside '{certain[name]}' where only things can"
            hint = f"Say what '{certain[name]}' means by ∧, ∨, ⊕, ¬ and → between the formulas themselves."
        else:
            message = (
                f"'{name}' is a predicate, and also stands as a function inside another: "
                "its truth is not what that function gives"
            )
            hint = f"Predicates do not nest: write {name}(…) as a formula of its own, or use another name here."
        level = Level.ERROR if name in certain else Level.WARNING
        yield _told("predicate-as-term", level, message, hint, places.of(name))


def _alike(program: Program, used: Signature, places: Places) -> Iterable[Diagnostic]:
    bound = (node.var for formula in program.formulas for node in walk(formula) if isinstance(node, Forall | Exists))
    by_shape: dict[str, str] = {}
    for name in dict.fromkeys((*(n for n, _ in used.predicates), *(n for n, _ in used.functions), *bound)):
        other = by_shape.setdefault(in_latin(name), name)
        if other != name:
            here, there = next((a, b) for a, b in zip(name, other, strict=True) if a != b)
            odd = name if looks_foreign(name) else other
            yield _told(
                "mixed-scripts",
                Level.ERROR,
                f"'{name}' and '{other}' look alike and are different names: {_letter(here)} and {_letter(there)}",
                f"Write '{in_latin(name)}' with the same letters everywhere.",
                places.of(odd),
            )


def _letter(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, 'a letter')}"


def _undeclared(program: Program, places: Places) -> Iterable[Diagnostic]:
    arities: dict[str, list[int]] = {}
    for predicate in program.predicates:
        arities.setdefault(predicate.name, []).append(predicate.arity)
    if not arities:
        return
    names: Known | None = None
    for name, arity in program.signature.predicates:
        if name in ("∈", "∉"):
            continue
        if name in arities:
            if arity not in arities[name]:
                count = " and with ".join(map(str, arities[name]))
                yield _warn(
                    "arity-not-as-declared",
                    f"'{name}' is declared with {count} arguments and used with {arity}",
                    f"Make the declaration and the formulas agree: write {_pattern(name, arities[name][0])}, "
                    f"or declare {_pattern(name, arity)}.",
                    places.of(name, arity),
                )
            continue
        names = names or Known(arities)
        near = [n for n in names.same(name) or names.near(name) if arity in arities[n]]
        if near:
            listed = " or ".join(f"'{n}'" for n in near[:MAX_NAMED])
            yield _warn(
                "misspelt-name",
                f"'{name}' is not declared, but {listed} is",
                f"Write {listed}, if that is meant; else declare {_pattern(name, arity)} ::: its meaning.",
                places.of(name, arity),
            )
        else:
            yield _warn(
                "undeclared-predicate",
                f"'{name}' is not declared",
                f"Use a declared predicate, or add to 'Predicates:' the line {_pattern(name, arity)} ::: its meaning.",
                places.of(name, arity),
            )


def _pattern(name: str, arity: int) -> str:
    """Return how an atom of a predicate is written."""
    if not arity:
        return name
    return f"{name}({', '.join('xyzuvw'[:arity])})" if arity <= 6 else f"{name}(…)"


def _similar(program: Program, used: Signature, places: Places) -> Iterable[Diagnostic]:
    by_fold: dict[str, str] = {}
    for name in used.constants:
        other = by_fold.setdefault(name.casefold(), name)
        if other != name:
            yield _warn(
                "similar-constants",
                f"'{name}' and '{other}' are different constants",
                f"If one thing is meant, write '{other}' everywhere.",
                places.of(name, 0),
            )
    predicates = {(rough(name), arity): name for name, arity in reversed(used.predicates)}
    known = {p.name for p in program.predicates}
    for name, arity in used.predicates:
        others = [predicates[rough(name), arity]]
        if name[-1].lower() in PLURAL_ENDINGS:
            others += [predicates.get((one, arity), name) for one in in_singular(words(name))]
        for other in dict.fromkeys(others):
            if other != name and (name in known) is (other in known):
                yield _warn(
                    "similar-predicates",
                    f"'{name}' and '{other}' are different predicates",
                    f"If one is meant, write '{other}' everywhere.",
                    places.of(name, arity),
                )
