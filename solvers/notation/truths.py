"""Truth values as arguments: ``Kind(anne, True)`` says that Anne is kind where all atoms are written so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.rewriting import rewrite
from ..logic.syntax import Atom, Fn, Formula, Not, Num, Term
from ..logic.walkers import walk

if TYPE_CHECKING:
    from ..logic.program import Program
    from .places import Places

SIGNS: Final = {"True": True, "False": False, "true": True, "false": False, "TRUE": True, "FALSE": False}
"""What is a truth value as the last argument of an atom."""
_OTHERS: Final = frozenset("T F Yes No yes no YES NO Unknown unknown Uncertain uncertain bool".split())
"""What else models write there."""


def settle_truths(program: Program, places: Places, *, signed: bool, strict: bool) -> tuple[Program, list[Diagnostic]]:
    """Read truth values as signs of atoms, if they can be nothing else.

    Args:
        program: the program as read.
        places: where its names stand.
        signed: whether its dialect takes a last argument for a sign, so that only other ones are left.
        strict: mend nothing.

    Returns:
        The program, and what is to be said.
    """
    values = {*SIGNS, *_OTHERS}.intersection(program.signature.constants)
    if not values and not signed:
        return program, []
    atoms = [node for f in program.formulas for node in walk(f) if isinstance(node, Atom) and node.args]
    digits = signed and all(isinstance(a.args[-1], Num) and a.args[-1].value in (0, 1) for a in atoms)
    if not atoms or not (values or digits):
        return program, []
    spans = [span for name in sorted(values) for span in places.of(name, 0)]
    if any(places.text[span.start] in "\"'" for span in spans):
        return program, []  # in quotes they are names of things
    odd = [atom for atom in atoms if any(_named(arg) in _OTHERS for arg in atom.args)]
    if digits or (odd and (signed or all(_named(atom.args[-1]) in _OTHERS for atom in atoms))):
        what = "a number" if digits else f"'{next(_named(a) for a in odd[0].args if _named(a) in _OTHERS)}'"
        message = f"{what} stands in an atom of a program that says by a last argument what holds"
        return program, [_error(message, "Write True or False as the last argument, and things before it.", spans)]
    if signed:
        message = "a truth value stands where a thing should, and not as the last argument"
        hint = "Write True or False as the last argument, once."
        return program, [_error(message, hint, spans)] if values & SIGNS.keys() else []
    last = {_named(atom.args[-1]) in SIGNS for atom in atoms}
    if last == {True}:
        level = Level.ERROR if strict else Level.MENDED
        message = "the last arguments True and False are read as saying whether the atoms hold"
        first, more = (spans[0], tuple(spans[1:])) if spans else (None, ())
        said = Diagnostic(
            "truth-argument", level, message, first, "Write ¬ for False, and nothing for True.", also=more
        )
        return _without(program), [said]
    for name in {atom.name for atom in atoms if _named(atom.args[-1]) in SIGNS}:
        own = [atom for atom in atoms if atom.name == name]
        found = {_named(atom.args[-1]) for atom in own}
        declared = any(p.name == name and p.params[-1:] == ("bool",) for p in program.predicates)
        shorter = any(len(a.args) != len(b.args) for a in own for b in own[:1])
        if declared or shorter or len({SIGNS[value] for value in found & SIGNS.keys()}) > 1:
            message = f"the last argument of '{name}' can be read in two ways: whether it holds, or a thing"
            hint = f"Write {name}(…) and ¬{name}(…); or put the thing in quotes."
            return program, [_error(message, hint, spans)]
    return program, []


def _named(term: Term) -> str:
    return term.name if isinstance(term, Fn) and not term.args else ""


def _error(message: str, hint: str, spans: Iterable[Span]) -> Diagnostic:
    known = list(spans)
    return Diagnostic("truth-argument", Level.ERROR, message, known[0] if known else None, hint, also=tuple(known[1:]))


def _without(program: Program) -> Program:
    def plain(formula: Formula) -> Formula:
        if not isinstance(formula, Atom) or not formula.args or _named(formula.args[-1]) not in SIGNS:
            return formula
        atom = Atom(formula.name, formula.args[:-1])
        return atom if SIGNS[_named(formula.args[-1])] else Not(atom)

    return replace(
        program,
        premises=tuple(replace(one, formula=rewrite(one.formula, plain)) for one in program.premises),
        goal=replace(program.goal, formula=rewrite(program.goal.formula, plain)),
        defaults=tuple(replace(one, formula=rewrite(one.formula, plain)) for one in program.defaults),
        defeasible=tuple(replace(one, formula=rewrite(one.formula, plain)) for one in program.defeasible),
        predicates=tuple(
            replace(p, params=p.params[:-1]) if p.params[-1:] == ("bool",) else p for p in program.predicates
        ),
    )
