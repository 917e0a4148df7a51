"""What is odd about a program's names, and what is wrong with its labels.

Odd names do not keep a program from running: logic is indifferent to them. They are
what an author, or a model, should look at first. Wrong labels do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from .diagnostics import Diagnostic, Level, Span
from .places import Places
from .signature import Signature
from .signs import MEMBERSHIP
from .spelling import PLURAL_ENDINGS, Known, in_singular, rough, words
from .syntax import Atom

if TYPE_CHECKING:
    from .program import Default, Program, Statement

MAX_NAMED: Final = 8
"""The most names that a hint lists."""


def check_names(program: Program, places: Places) -> list[Diagnostic]:
    """Return warnings about names that look like slips.

    Args:
        program: the program, with its names unified (``unifying``).
        places: where its names stand.
    """
    premises, goal = program.signatures
    used = program.signature
    found = [
        *_arities(used, places),
        *_terms(used, places),
        *_undeclared(program, places),
        *_similar(program, used, places),
    ]
    if program.premises and goal.predicates and set(premises.predicates).isdisjoint(goal.predicates):
        known = ", ".join(f"'{name}'" for name, _ in premises.predicates[:MAX_NAMED])
        hint = f"Use the predicates of the premises in the goal: {known}." if known else ""
        asked = goal.predicates[0][0]
        message = f"no predicate of the goal occurs in any premise, '{asked}' neither"
        span = program.goal.span or next(iter(places.of(asked)), None)
        found.append(Diagnostic("goal-disconnected", Level.WARNING, message, span, hint))
    return found


def check_labels(
    defaults: Sequence[Default], defeasible: Sequence[Default], exceptions: Iterable[Statement]
) -> list[Diagnostic]:
    """Return errors about rules of both kinds in one program, and about exceptions to none of them."""
    found = []
    if defaults and defeasible:
        message = "a program has defaults or defeasible rules, not both"
        hint = "Under 'Defaults:' premises are classical; under 'Defeasible rules:' all rules are applied forwards."
        found.append(Diagnostic("mixed-rules", Level.ERROR, message, None, hint))
    known = {rule.label: rule for rule in (*defaults, *defeasible)}
    for one in exceptions:
        rule = known.get(one.formula.name) if isinstance(one.formula, Atom) else None
        if rule is None or not isinstance(one.formula, Atom) or len(one.formula.args) != len(rule.variables):
            message = "this is no exception to a default or rule of the program"
            hint = "Write its label with a thing for each of its variables, as D1(anne)."
            found.append(Diagnostic("bad-exception", Level.ERROR, message, one.span, hint))
    return found


def _warn(code: str, message: str, hint: str, spans: Sequence[Span]) -> Diagnostic:
    return Diagnostic(code, Level.WARNING, message, spans[0] if spans else None, hint, also=tuple(spans[1:]))


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


def _terms(used: Signature, places: Places) -> Iterable[Diagnostic]:
    predicates = {name for name, _ in used.predicates}
    for name in dict.fromkeys(name for name, arity in used.functions if arity and name in predicates):
        yield _warn(
            "predicate-as-term",
            f"'{name}' is a predicate, and also stands as a function inside another: "
            "its truth is not what that function gives",
            f"Predicates do not nest: write {name}(…) as a formula of its own, or use another name here.",
            places.of(name),
        )


def _undeclared(program: Program, places: Places) -> Iterable[Diagnostic]:
    arities: dict[str, list[int]] = {}
    for predicate in program.predicates:
        arities.setdefault(predicate.name, []).append(predicate.arity)
    if not arities:
        return
    names = Known(arities)
    for name, arity in program.signature.predicates:
        if name in MEMBERSHIP:
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
    known = {p.name for p in program.predicates}
    predicates = {(rough(name), arity): name for name, arity in reversed(used.predicates)}
    for name, arity in used.predicates:
        key = rough(name)
        others = [predicates[key, arity]]
        if key[-1:] in PLURAL_ENDINGS:
            others += [predicates.get((one, arity), name) for one in in_singular(words(name))]
        for other in dict.fromkeys(others):
            if other != name and (name in known) is (other in known):
                yield _warn(
                    "similar-predicates",
                    f"'{name}' and '{other}' are different predicates",
                    f"If one is meant, write '{other}' everywhere.",
                    places.of(name, arity),
                )
