"""Whether two formulas are one, but for what English does not show.

That is: the names of bound variables, the order and nesting of ∧ and ∨, the order of quantifiers of one
kind in a row, the sides of =, ↔ and ⊕, and whether an ∃ stands within or before the ∧ or the condition that it is in.
"""

from __future__ import annotations

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import And, Eq, Exists, Expression, Forall, Formula, Iff, Implies, Or, Var, Xor
from sorites.solvers.logic.walkers import children, walk

from ..paraphrase.naming import apart


def normal(formula: Formula) -> Formula:
    """Return the formula with a variable for each quantifier, flat chains, and each ∃ as far out as it may be."""
    return rewrite(apart(formula), _outwards)


def _outwards(formula: Formula) -> Formula:
    match formula:
        case Or(parts):
            return Or(tuple(one for part in parts for one in (part.parts if isinstance(part, Or) else (part,))))
        case And(parts):
            facts: list[Formula] = []
            found: list[Exists] = []
            for part in parts:
                while isinstance(part, Exists):
                    found.append(part)
                    part = part.body
                facts += part.parts if isinstance(part, And) else [part]
            body: Formula = And(tuple(facts))
            for one in reversed(found):
                body = Exists(one.var, body, one.sort)
            return body
        case Implies(Exists(var, body, sort), right):
            return Forall(var, _outwards(Implies(body, right)), sort)
        case _:
            return formula


def alike(one: Formula, other: Formula) -> bool:
    """Return whether two formulas are one, but for what English does not show."""
    return _written(normal(one)) == _written(normal(other))


def _written(formula: Formula) -> str:
    """Return a formula, whatever its variables are called: each gets a number, by what is said of it."""
    names = {node.var: "" for node in walk(formula) if isinstance(node, Forall | Exists)}
    for number in range(len(names)):
        free = [name for name, known in names.items() if not known]
        names[min(free, key=lambda name: _shape(formula, {**names, name: "*"}))] = str(number)
    return _shape(formula, names)


def _shape(node: Expression, names: dict[str, str]) -> str:
    match node:
        case Var(name):
            return names.get(name, name)
        case Forall() | Exists():
            block, body, kind = list[str](), node, type(node)
            while isinstance(body, kind):
                block.append(f"{names[body.var]}:{body.sort}")
                body = body.body  # type: ignore[assignment]
            return f"{kind.__name__}{sorted(block)}{_shape(body, names)}"
    parts = [_shape(one, names) for one in children(node)]
    if isinstance(node, And | Or | Iff | Xor | Eq):
        parts.sort()
    label = getattr(node, "name", "") or getattr(node, "op", "") or ("" if parts else repr(node))
    return f"{type(node).__name__} {label}({', '.join(parts)})"
