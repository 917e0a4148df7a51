"""Names and signs that may mean values, numbers or truth values, or may not: what a whole program tells of them."""

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
    from .places import Places

NUMBER_SETS: Final = ("ℕ", "ℤ", "ℝ", "ℚ")
"""Sets whose members are numbers, which only a quantifier or a declaration can say."""
TRUTH_VALUES: Final = {
    **dict.fromkeys(("True", "true", "TRUE"), True),
    **dict.fromkeys(("False", "false", "FALSE"), False),
}
"""What is a truth value as the last argument of an atom."""
_OTHERS: Final = {
    **dict.fromkeys(("T", "Yes", "yes", "YES"), True),
    **dict.fromkeys(("F", "No", "no", "NO"), False),
    **dict.fromkeys(("Unknown", "unknown", "Uncertain", "uncertain", "bool")),
}
"""What else models write there."""
_DIGITS: Final = {"1": True, "0": False}
_VALUES: Final = {**_OTHERS, **_DIGITS, **TRUTH_VALUES}
_AMOUNT: Final = re.compile(r"[$€£½¼¾]|\d|.*[%²³½¼¾]$")


def check_values(program: Program, places: Places, *, signed: bool) -> list[Diagnostic]:
    """Return errors about what is read as a name or as a value, and might be the other.

    Args:
        program: the program.
        places: where its names stand.
        signed: whether its dialect takes a last argument for what says whether an atom holds.
    """
    used = program.signature
    found: list[Diagnostic] = []
    if (signed and used.numerals) or not _VALUES.keys().isdisjoint(used.constants):
        found += _truths(program, places, signed)
    if used.equality:
        found += _equated(program, places)
    if used.arithmetic:
        found += [*_amounts(program, places), *_own_sign(program)]
    if ("∈", 2) in used.predicates:
        found += _sets(program, places)
    return found


def _fault(code: str, message: str, hint: str, spans: Iterable[Span | None]) -> Diagnostic:
    known = [*dict.fromkeys(span for span in spans if span is not None)]
    return Diagnostic(code, Level.ERROR, message, known[0] if known else None, hint, also=tuple(known[1:]))


def _value(term: Term) -> str:
    """Return what may be a truth value; nothing of any other term."""
    name = str(term.value) if isinstance(term, Num) else term.name if isinstance(term, Fn) and not term.args else ""
    return name if name in _VALUES else ""


def _truths(program: Program, places: Places, signed: bool) -> Iterator[Diagnostic]:
    """Find values that are opposite in one place of a predicate, or where it has nothing elsewhere.

    As things they would say nothing of each other. A value that stands alone in its place says the same either way.
    """
    atoms = [node for f in program.formulas for node in walk(f) if isinstance(node, Atom) and node.args]
    counts = {(atom.name, len(atom.args)) for atom in atoms} | set(program.signature.predicates)
    last = {_value(atom.args[-1]) for atom in atoms}
    known: dict[str, bool | None] = dict(TRUTH_VALUES)
    if signed or "" not in last:  # else what is not written True or False may well be a thing
        known |= _OTHERS
    if signed and last <= _DIGITS.keys():
        known |= _DIGITS
    seen: dict[tuple[str, int], set[bool | None]] = {}
    for atom in atoms:
        for i, arg in enumerate(atom.args, 1):
            value = _value(arg)
            if value not in known or places.quoted(value):
                continue
            held = seen.setdefault((atom.name, i), set())
            held.add(known[value])
            if held >= {True, False} or (i == len(atom.args) and (atom.name, i - 1) in counts):
                message = f"'{value}' in '{atom.name}' can be read in two ways: whether the atom holds, or a thing"
                hint = f"Write {atom.name}(…) and ¬{atom.name}(…); or put the thing in quotes."
                yield _fault("truth-argument", message, hint, places.of(value, 0))
                return


def _equated(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find ``n = m-1`` where ``m`` is a thing, too, and ``P = Q`` where both are propositions, which no things are."""
    used = program.signature
    known = set(used.constants)
    propositions = known.intersection(name for name, arity in used.predicates if not arity)
    hyphened = [name for name in used.constants if "-" in name[1:]]
    if not hyphened and not propositions:
        return
    sides = [(n.left, n.right) for f in program.formulas for n in walk(f) if isinstance(n, Eq)]
    for name in hyphened:
        parts = name.split("-")
        fits = all(part in known or part.isdecimal() for part in parts) and any(map(str.isalpha, name))
        if fits and any(Fn(name) in pair for pair in sides) and not places.quoted(name):
            message = f"'{name}' can be read in two ways: a difference, or one name"
            hint = f'Write {" - ".join(parts)} with blanks, or "{name}" in quotes.'
            yield _fault("ambiguous-hyphen", message, hint, places.of(name, 0))
    for left, right in sides:
        if isinstance(left, Fn) and isinstance(right, Fn) and {left.name, right.name} <= propositions:
            message = f"'{left.name}' and '{right.name}' are propositions, and = stands between things"
            hint = f"Write {left.name} ↔ {right.name}, or give the things other names."
            yield _fault("equated-propositions", message, hint, places.of(left.name, 0)[:1])
            return


def _sets(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find ``n ∈ ℝ`` that no quantifier has taken for a sort."""
    for name in program.signature.constants:
        if name in NUMBER_SETS:
            message = f"'∈ {name}' is read behind a quantifier alone; elsewhere it says nothing of numbers"
            hint = f"Write ∀x ∈ {name} …, or declare the thing under 'Sorts:', as n: Real or n: Int."
            yield _fault("number-set", message, hint, places.of(name, 0))


def _amounts(program: Program, places: Places) -> Iterator[Diagnostic]:
    """Find names such as ``5kg`` that stand where numbers are compared or calculated with."""
    if not (odd := [name for name in program.signature.constants if _AMOUNT.match(name)]):
        return
    sorts = infer(program.formulas, program.signature, program.declared)
    for name in odd:
        if sorts.of(("f", name, 0, -1)) in BUILT_IN and not places.quoted(name):
            message = f"'{name}' stands where a number should, and is read as a name"
            hint = f'Write the number in digits; or "{name}" in quotes, if it is a number that is not known.'
            yield _fault("odd-number", message, hint, places.of(name, 0))


def _own_sign(program: Program) -> Iterator[Diagnostic]:
    """Find a law about ≤ or * in a program without numbers: it may be about a relation of the writer's own."""
    used = program.signature
    if used.numerals or not BUILT_IN.isdisjoint(used.sorts) or program.declared:
        return
    if any(arity and name not in ARITHMETIC for name, arity in used.functions):
        return  # what is compared is of things, such as age(a)
    for premise in program.premises:
        if (sign := _law(premise.formula)) is not None:
            message = f"'{sign}' is of numbers, and this may state what a relation or function of your own is like"
            hint = f"For numbers write a sort, as ∀x:Int …; for one of your own write a name for '{sign}'."
            yield _fault("own-sign", message, hint, [premise.span])
            return


def _law(formula: Formula) -> str | None:
    """Return the first sign of a law for everything that is about signs alone."""
    nodes = list(walk(formula)) if isinstance(formula, Forall) else []
    if any(isinstance(node, Atom | Num) for node in nodes):
        return None
    signs = [
        n.op if isinstance(n, Cmp) else n.name for n in nodes if isinstance(n, Cmp) or (isinstance(n, Fn) and n.args)
    ]
    return signs[0] if signs else None
