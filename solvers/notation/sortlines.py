"""Sorts in texts: lines of the section ``Sorts:``, read and written; typed quantifiers, and what is wrong with sorts.

Person ::: people
Color = {red, green, blue}
age: Person -> Int
Likes: Person, Person
bob: Person
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.rewriting import descend, rebound, same
from ..logic.symbols import (
    BOOL,
    BUILT_IN,
    INT,
    REAL,
    THING,
    Declarations,
    DeclaredSort,
    Typed,
    signature,
)
from ..logic.syntax import And, Atom, Binder, Cmp, Forall, Formula, Implies, Num, Var
from . import scanner
from .lines import GLOSS
from .sections import line_form

_BARE: Final = re.compile(r"[^\W\d_](?:(?!->|\.$)[^\s,:={}()|→×∈\"\\;*$`])*")
_ANY: Final = r'(?:"(?:[^"\\]|\\.)*"|(?:(?!->)[^\s,:={}()|→×∈"\\;])+)'
_LISTED: Final = rf"{_ANY}(?:\s*[,×]\s*{_ANY})*"
_NAME: Final = re.compile(_ANY)
_LINE: Final = re.compile(
    rf"(?P<names>{_LISTED})\s*(?::?=\s*\{{\s*(?P<members>{_LISTED})\s*\}}"
    rf"|:(?=\s*\S)\s*(?P<arguments>{_LISTED})?\s*(?:(?:->|→)\s*(?P<result>{_ANY}))?)?"
)
_LEFT_OUT: Final = re.compile(r".*(?:\.\.|…|⋯).*|(?i:etc\.?)")
_SPELLINGS: Final = {"ℤ": INT, "ℝ": REAL, "Integer": INT, "int": INT, "integer": INT, "real": REAL, "bool": BOOL}
_NATURAL: Final = frozenset({"ℕ", "Nat", "Natural"})
"""What binders range over from zero on; names declared so have no such bound."""
_HINT: Final = (
    "Write a sort as Person, an enumeration as Color = {red, green, blue} with all its members, a function as "
    "age: Person -> Int, a predicate as Likes: Person, Person, and a constant as bob: Person. Numbers are Int or Real; "
    "bounds, as n ≥ 0, are premises."
)


def read_sort_line(line: str, start: int) -> tuple[Declarations, list[Diagnostic]]:
    """Read a line of the section ``Sorts:``.

    Args:
        line: the line, with its gloss behind ``:::`` if it has one.
        start: where it begins in the whole text.

    Returns:
        What it declares, and an error with its place if it declares nothing.
    """
    body, *rest = GLOSS.split(line, maxsplit=1)
    text = body.strip().removesuffix(".")
    found = _declared(text, " ".join(" ".join(rest).split()))
    if found is not None:
        return found, []
    span = Span(start, start + len(text))
    message = "this declares no sort, and no name of one"
    return Declarations(), [Diagnostic("bad-sort", Level.ERROR, message, span, _HINT, "a sort or a typed name")]


def _declared(text: str, gloss: str) -> Declarations | None:
    """Return what a line declares, if it declares anything."""
    found = _LINE.fullmatch(text)
    if found is None or any(one in _NATURAL or _LEFT_OUT.fullmatch(one) for one in _NAME.findall(text)):
        return None
    names, members = _names(found["names"]), _names(found["members"])
    sorts = [_SPELLINGS.get(name, name) for name in _names(found["arguments"])]
    result = _SPELLINGS.get(found["result"], _plain(found["result"]))
    if BOOL in sorts or (members and (len(names) > 1 or names[0] in BUILT_IN)):
        return None  # only a predicate's value is true or false
    if sorts or result:
        return Declarations(typed=tuple(Typed(name, tuple(sorts), result, gloss) for name in names))
    return Declarations(tuple(DeclaredSort(name, tuple(members), gloss) for name in names if name != THING))


def _plain(name: str | None) -> str:
    return scanner.unquote(name) if name and name[0] == '"' else name or ""


def _names(listed: str | None) -> list[str]:
    """Return names with commas between them."""
    return [_plain(name) for name in _NAME.findall(listed or "")]


def write_sort_lines(declared: Declarations) -> list[tuple[str, str]]:
    """Return the lines that declare these sorts, each with its gloss; reading them gives the same declarations."""
    lines = []
    for sort in declared.sorts:
        members = ", ".join(map(_written, sort.members))
        lines.append((f"{_written(sort.name)} = {{{members}}}" if members else _written(sort.name), sort.gloss))
    for typed in declared.typed:
        arguments = ", ".join(map(_written, typed.arguments))
        result = f"-> {_written(typed.result)}" if typed.result else ""
        lines.append((f"{_written(typed.name)}: {' '.join(filter(None, (arguments, result)))}", typed.gloss))
    return lines


def _written(name: str) -> str:
    bare = _BARE.fullmatch(name) and not _LEFT_OUT.fullmatch(name) and name not in _NATURAL and name not in _SPELLINGS
    return name if bare and line_form(f"{name}: {name}").what == "line" else scanner.quote(name)  # and no heading


def settle_binders(formulas: Iterable[Formula], declared: Declarations) -> list[Formula]:
    """Return a program's formulas with guards for quantifiers whose sort is a predicate of the program.

    In ``∀x:Person Mortal(x)``, where ``Person`` is no declared sort and the program says of something
    that it is a ``Person``, that predicate is meant: ``∀x (Person(x) → Mortal(x))``. Otherwise it is a sort.

    Args:
        formulas: all closed formulas of a program.
        declared: what it declares of sorts.
    """
    formulas = list(formulas)
    names = signature(formulas)
    sorts = {sort.name for sort in declared.sorts} | BUILT_IN
    guards = {name for name, arity in names.predicates if arity == 1} - sorts
    changed = [s for s in names.sorts if s in guards or (s not in sorts and (s in _SPELLINGS or s in _NATURAL))]
    if not changed:
        return formulas

    def settle(formula: Formula) -> Formula:
        if not isinstance(formula, Binder) or formula.sort not in changed:
            return descend(formula, settle, same)
        name, sort, body = formula.var, formula.sort, settle(formula.body)
        if sort in guards:
            return _guarded(formula, Atom(sort, (Var(name),)), body, "")
        if sort in _NATURAL:
            return _guarded(formula, Cmp("≥", Var(name), Num(0)), body, INT)
        return rebound(formula, name, body, _SPELLINGS[sort])

    return [settle(formula) for formula in formulas]


def _guarded(formula: Binder, guard: Formula, body: Formula, sort: str) -> Formula:
    inner = Implies(guard, body) if isinstance(formula, Forall) else And((guard, body))
    return rebound(formula, formula.var, inner, sort)
