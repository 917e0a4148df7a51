"""Signs between terms where predicates stand: ``<=`` for ←, and ``∈``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..logic.diagnostics import Diagnostic, Level
from ..logic.rewriting import rewrite
from ..logic.syntax import Atom, Cmp, Fn, Forall, Formula, Implies
from ..logic.walkers import walk
from .closing import Parsed


def turn(parsed: Sequence[Parsed], strict: bool) -> list[Parsed]:
    """Return the formulas of a program with ``P(x) <= Q(x)`` as implications, where P or Q is a predicate.

    ``x ∈ P`` is ``P(x)`` there.

    Args:
        parsed: the formulas.
        strict: mend nothing: what would be mended is an error.
    """
    if not any(one.doubtful or one.relations for one in parsed):
        return list(parsed)
    predicates = {
        (n.name, len(n.args)) for one in parsed if one.formula for n in walk(one.formula) if isinstance(n, Atom)
    }
    return [_judged(_turned(one, predicates, strict), predicates, strict) for one in parsed]


def _judged(one: Parsed, predicates: set[tuple[str, int]], strict: bool) -> Parsed:
    if one.formula is None or not one.relations:
        return one
    members: dict[str, None] = {}
    for node in walk(one.formula):
        match node:
            case Atom("∈", (_, Fn(name, ()))) if (name, 1) in predicates:
                members[name] = None
            case _:
                pass
    if not members:
        return one

    def stated(formula: Formula) -> Formula:
        match formula:
            case Atom("∈", (thing, Fn(name, ()))) if name in members:
                return Atom(name, (thing,))
            case _:
                return formula

    name = next(iter(members))
    level = Level.ERROR if strict else Level.MENDED
    message = f"'∈ {name}' is read as the predicate '{name}'"
    said = Diagnostic("member", level, message, one.span, f"Write {name}(x).", "a predicate", "∈")
    formula = None if strict else rewrite(one.formula, stated)
    return one._replace(formula=formula, diagnostics=(*one.diagnostics, said))


def _turned(one: Parsed, predicates: set[tuple[str, int]], strict: bool) -> Parsed:
    arrows = [c for c in one.doubtful if any((t.name, len(t.args)) in predicates for t in _sides(c))]
    if not arrows or one.formula is None:
        return one
    formula = _replaced(one.formula, arrows[0])
    hint = "Write Q → P, or ← for 'if'; ≤ for numbers."
    if formula is None or len(arrows) > 1:
        message = "'<=' between predicates can be read in two ways here: 'if', or 'less or equal'"
        said = Diagnostic("ambiguous-arrow", Level.ERROR, message, one.span, hint, "a connective", "<=")
        return one._replace(formula=None, diagnostics=(*one.diagnostics, said))
    level = Level.ERROR if strict else Level.MENDED
    said = Diagnostic("arrow", level, "'<=' between predicates is read as 'if'", one.span, hint, "a connective", "<=")
    return one._replace(formula=None if strict else formula, diagnostics=(*one.diagnostics, said))


def _sides(comparison: Cmp) -> list[Fn]:
    return [side for side in (comparison.left, comparison.right) if isinstance(side, Fn)]


def _replaced(formula: Formula, arrow: Cmp) -> Formula | None:
    """Return the formula with the comparison as an implication, if it is all that the quantifiers are about."""
    if isinstance(formula, Forall):
        body = _replaced(formula.body, arrow)
        return None if body is None else replace(formula, body=body)
    if formula != arrow:
        return None
    then, condition = _sides(arrow)
    return Implies(Atom(condition.name, condition.args), Atom(then.name, then.args))
