"""Names and signs that may mean numbers, or may not: what the whole program tells of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.sorts import infer
from ..logic.symbols import BUILT_IN
from ..logic.syntax import ARITHMETIC, Atom, Cmp, Eq, Fn, Forall, Formula, Num, Term
from ..logic.walkers import walk

if TYPE_CHECKING:
    from ..logic.program import Program
    from ..logic.symbols import Signature
    from .places import Places

NUMBER_SETS: Final = ("ℕ", "ℤ", "ℝ", "ℚ")
"""Sets whose members are numbers, which only a quantifier or a declaration can say."""
_MEMBER: Final = ("∈", 2)
_AMOUNT: Final = re.compile(r"[$€£½¼¾]|\d|.*[%²³½¼¾]$")


def check_amounts(program: Program, used: Signature, places: Places) -> Iterable[Diagnostic]:
    """Return errors about what is read as a name or as a number, and might be the other.

    Args:
        program: the program.
        used: what it speaks of.
        places: where its names stand.
    """
    if used.equality:
        yield from _differences(program, used, places)
        yield from _equated_propositions(program, used, places)
    if used.arithmetic:
        yield from _amounts(program, used, places)
        yield from _own_orders(program, used)
    if _MEMBER in used.predicates:
        yield from _number_sets(program, used, places)


def _fault(code: str, message: str, hint: str, spans: Iterable[Span | None]) -> Diagnostic:
    known = [*dict.fromkeys(span for span in spans if span is not None)]
    return Diagnostic(code, Level.ERROR, message, known[0] if known else None, hint, also=tuple(known[1:]))


def _quoted(name: str, places: Places) -> bool:
    """Return whether a name is quoted once, by which its writer says that it is one."""
    return any(places.text[span.start] in "\"'`" for span in places.of(name, 0))


def _equated(program: Program) -> Iterator[tuple[Eq, str]]:
    """Yield the equations of a program with each name that stands alone on one side."""
    for formula in program.formulas:
        for node in walk(formula):
            if isinstance(node, Eq):
                for side in (node.left, node.right):
                    if isinstance(side, Fn) and not side.args:
                        yield node, side.name


def _differences(program: Program, used: Signature, places: Places) -> Iterator[Diagnostic]:
    """Find ``n = m-1`` where ``m`` is a thing of the program, too."""
    hyphened = [name for name in used.constants if "-" in name[1:]]
    if not hyphened:
        return
    known = set(used.constants)
    for name in dict.fromkeys(name for _, name in _equated(program)):
        parts = name.split("-")
        if name not in hyphened or not all(part in known or part.isdecimal() for part in parts):
            continue
        if all(part.isdecimal() for part in parts) or _quoted(name, places):
            continue
        message = f"'{name}' can be read in two ways: a difference, or one name"
        yield _fault(
            "ambiguous-hyphen",
            message,
            f'Write {" - ".join(parts)} with blanks, or "{name}" in quotes.',
            places.of(name, 0),
        )


def _equated_propositions(program: Program, used: Signature, places: Places) -> Iterator[Diagnostic]:
    """Find ``P = Q`` where both are propositions elsewhere, which things can't be."""
    propositions = {name for name, arity in used.predicates if not arity}
    if propositions.isdisjoint(used.constants):
        return
    for node, name in _equated(program):
        other = node.right
        if node.left == Fn(name) and isinstance(other, Fn) and not other.args and {name, other.name} <= propositions:
            message = f"'{name}' and '{other.name}' are propositions, and = stands between things"
            hint = f"Write {name} ↔ {other.name}, or give the things other names."
            yield _fault("equated-propositions", message, hint, places.of(name, 0)[:1])
            return


def _amounts(program: Program, used: Signature, places: Places) -> Iterator[Diagnostic]:
    """Find names such as ``5kg`` that stand where numbers are compared or calculated with."""
    odd = [name for name in used.constants if _AMOUNT.match(name)]
    if not odd:
        return
    sorts = infer(program.formulas, used, program.declared)
    for name in odd:
        if sorts.of(("f", name, 0, -1)) in BUILT_IN and not _quoted(name, places):
            message = f"'{name}' stands where a number should, and is read as a name"
            hint = f'Write the number in digits; or "{name}" in quotes, if it is a number that is not known.'
            yield _fault("odd-number", message, hint, places.of(name, 0))


def _own_orders(program: Program, used: Signature) -> Iterator[Diagnostic]:
    """Find axioms about ≤ or * in a program without numbers: they may be about a relation of the writer's own."""
    if used.numerals or not BUILT_IN.isdisjoint(used.sorts) or program.declared:
        return
    if any(isinstance(node, Fn) and node.args and node.name not in ARITHMETIC for node in _calculated(program)):
        return
    for premise in program.premises:
        if (sign := _axiom(premise.formula)) is not None:
            message = f"'{sign}' is of numbers, and this may state what a relation or function of your own is like"
            hint = f"For numbers write a sort, as ∀x:Int …; for one of your own write a name for '{sign}'."
            yield _fault("own-sign", message, hint, [premise.span])
            return


def _calculated(program: Program) -> Iterator[Term | Formula]:
    for formula in program.formulas:
        for node in walk(formula):
            if isinstance(node, Cmp):
                yield from (node.left, node.right)


def _axiom(formula: Formula) -> str | None:
    """Return a sign that a law for everything is about, if it is about signs alone."""
    if not isinstance(formula, Forall):
        return None
    sign: str | None = None
    for node in walk(formula):
        if isinstance(node, Atom | Num):
            return None
        if isinstance(node, Cmp):
            sign = sign or node.op
        elif isinstance(node, Fn) and node.args:
            if node.name not in ARITHMETIC:
                return None
            sign = sign or node.name
    return sign


def _number_sets(program: Program, used: Signature, places: Places) -> Iterator[Diagnostic]:
    """Find ``n ∈ ℝ`` that no quantifier has taken for a sort: as a fact it would say nothing of numbers."""
    for name in NUMBER_SETS:
        if (name, 0) in used.functions:
            message = f"'∈ {name}' is read behind a quantifier alone; elsewhere it says nothing of numbers"
            hint = f"Write ∀x ∈ {name} …, or declare the thing under 'Sorts:', as n: Real or n: Int."
            yield _fault("number-set", message, hint, places.of(name, 0))
