"""``<=`` between what are predicates everywhere else: ← and not ≤."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .closing import Parsed
from .diagnostics import Diagnostic, Level
from .syntax import Atom, Cmp, Fn, Forall, Formula, Implies
from .traverse import walk


def turn(parsed: Sequence[Parsed], strict: bool) -> list[Parsed]:
    """Return the formulas of a program with ``P(x) <= Q(x)`` as implications, where P or Q is a predicate.

    Args:
        parsed: the formulas.
        strict: mend nothing: what would be mended is an error.
    """
    if not any(one.doubtful for one in parsed):
        return list(parsed)
    predicates = {
        (n.name, len(n.args)) for one in parsed if one.formula for n in walk(one.formula) if isinstance(n, Atom)
    }
    return [_turned(one, predicates, strict) for one in parsed]


def _turned(one: Parsed, predicates: set[tuple[str, int]], strict: bool) -> Parsed:
    arrows = [c for c in one.doubtful if any((t.name, len(t.args)) in predicates for t in _sides(c))]
    if not arrows or one.formula is None:
        return one
    formula = _replaced(one.formula, arrows[0])
    hint = "Write Q → P, or ← for 'if'; ≤ for numbers."
    if formula is None or len(arrows) > 1:
        message = "'<=' between predicates can be read in two ways here: 'if', or 'less or equal'"
        said = Diagnostic("ambiguous-arrow", Level.ERROR, message, one.span, hint, "a connective", "<=")
        return replace(one, formula=None, diagnostics=(*one.diagnostics, said))
    level = Level.ERROR if strict else Level.MENDED
    said = Diagnostic("arrow", level, "'<=' between predicates is read as 'if'", one.span, hint, "a connective", "<=")
    return replace(one, formula=None if strict else formula, diagnostics=(*one.diagnostics, said))


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
