"""Textbook notation: ``Fx`` and ``Lxy`` for F(x) and L(x, y), and a quantifier that binds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, Final, NoReturn

from ..logic.diagnostics import Level, Span
from . import lexer
from .dialects import Dialect
from .lexer import ATOM, NAME, Words
from .names import FREE_LETTER
from .words import in_signs

if TYPE_CHECKING:
    from .faults import Report
    from .parser import Parser

_SHORT: Final = re.compile(r"[A-Z][a-z]{1,3}")
"""A predicate of one letter with its arguments, as textbooks write it."""
_INFIX: Final = re.compile(r"[a-z][A-Z][a-z]")
"""A predicate of one letter between its arguments."""
_SEEN: Final = re.compile(r"(?<![A-Za-z0-9_])(?:[u-z](?=[A-Z]))?[A-Z][a-z]{1,3}(?![\w(])")
_APPLIED: Final = re.compile(r"(?<![\\\w])[A-Z]\w+\(")
"""A predicate with its arguments in brackets, as nearly every program has it."""
_QUANTIFIERS: Final = ("forall", "exists", "no")


def short_atoms(texts: Sequence[str], dialect: Dialect, taken: Set[str]) -> frozenset[str]:
    """Return the names of a program that are predicates of one letter with their arguments.

    That is so if the whole program is written in this way: a quantifier's letter stands inside a
    name, and no predicate has its arguments in brackets. Then every name with the same first
    letter is one.

    Args:
        texts: the formulas.
        dialect: how they are read.
        taken: the declared names.
    """
    if dialect.variables != "letters" or not any(map(_SEEN.search, texts)):
        return frozenset()
    if any(map(_APPLIED.search, texts)):
        return frozenset()
    names: set[str] = set()
    heads: set[str] = set()
    others: set[str] = set()
    for text in texts:
        words = in_signs(lexer.scan(text, dialect.overrides), dialect)
        bound: set[str] = set()
        binders = set(_binders(words))
        for i, (token, kind) in enumerate(zip(words.tokens, words.kinds, strict=True)):
            if kind != NAME:
                continue
            if i in binders:
                bound.add(token)
            elif words.kinds[i + 1 : i + 2] == ["("]:
                return frozenset()  # F(x) is written with its bracket
            elif not _SHORT.fullmatch(token) or token in taken or token[0] in taken:
                others.add(token[0])
            else:
                names.add(token)
                if not bound.isdisjoint(token[1:]):
                    heads.add(token[0])
    heads -= others
    found = {name for name in names if name[0] in heads}
    if len({(name[0], len(name)) for name in found}) > len(heads):
        return frozenset()  # one letter with one argument and with two: one of the names may be a word
    return frozenset(found)


def _binders(words: Words) -> Iterator[int]:
    """Yield where the variables of quantifiers stand."""
    listed = False
    for i, kind in enumerate(words.kinds):
        if kind in _QUANTIFIERS:
            listed = True
        elif listed and kind == NAME and (len(words.tokens[i]) == 1 or FREE_LETTER.fullmatch(words.tokens[i])):
            yield i
        elif kind != "," or not listed:
            listed = False


def expanded(words: Words, short: Set[str]) -> tuple[Words, Span | None]:
    """Return words with the brackets and commas of such atoms, and where the first one stands."""
    new = Words([], [], [])
    first: Span | None = None
    for token, kind, span in zip(words.tokens, words.kinds, words.spans, strict=False):
        if kind != NAME or token not in short:
            new.put(len(new.tokens), token, kind, span)
            continue
        first = first or span
        at = span.start + 1
        new.put(len(new.tokens), token[0], NAME, Span(span.start, at))
        for i, letter in enumerate(token[1:]):
            sign = "," if i else "("
            new.put(len(new.tokens), sign, sign, Span(at + i, at + i + 1))
            new.put(len(new.tokens), letter, NAME, Span(at + i, at + i + 1))
        new.put(len(new.tokens), ")", ")", Span(span.end - 1, span.end))
    return new, first


def say(report: Report, place: Span) -> None:
    """Say that a name was read as a predicate of one letter with its arguments."""
    message = "a capital letter and small letters behind it are read as a predicate with its arguments"
    report.add(Level.MENDED, "textbook-atom", message, place, "Write the arguments in brackets: L(x, y) for Lxy.")


def written(name: str) -> str:
    """Return how such an atom is written with its brackets."""
    if _INFIX.fullmatch(name):
        return f"{name[1]}({name[0]}, {name[2]})"
    return f"{name[0]}({', '.join(name[1:])})"


def judge_short(p: Parser, name: str, at: int) -> None:
    """Refuse a proposition whose name is a capital with nothing but bound variables, beside atoms with brackets."""
    letters = name[1:] if _SHORT.fullmatch(name) else name[::2] if _INFIX.fullmatch(name) else ""
    if letters and name not in p.quoted and all(letter in p.bound for letter in letters):
        _refuse(p, name, letters[0], at)


def _refuse(p: Parser, name: str, letter: str, at: int) -> NoReturn:
    message = f"the variable {letter} stands inside the name '{name}', where no quantifier binds it"
    hint = f"Write {written(name)} if it is meant as an argument; or put the name in quotes."
    p.report.fail("argument-in-name", message, at, hint, "arguments in brackets")


def judge_idle(p: Parser, names: Iterable[str], at: int, start: int, parted: bool) -> None:
    """Say that a quantifier binds nothing, or refuse it where that can't be what was meant.

    Args:
        p: the parser, behind the quantifier's scope.
        names: the variables that do not occur in the scope.
        at: where the quantifier stands.
        start: where its scope begins.
        parted: whether a dot, a colon or a comma parts variables and scope.
    """
    scope = range(start, p.i)
    for name in names:
        if any(p.tokens[i] == f"${name}" for i in scope):
            continue
        for i in scope:
            token = p.tokens[i]
            if p.kinds[i] == NAME and name in token and (_SHORT.fullmatch(token) or _INFIX.fullmatch(token)):
                _refuse(p, token, name, i)
        plain = not parted and p.kinds[start] == NAME and not any(p.kinds[i] in ("(", ATOM) for i in scope)
        plain = plain or p.kinds[start - 1] in (":", ",")  # for some frog: Frog(b)
        if p.tokens[at].isalpha() and len(name) > 1 and name.isalpha() and plain:
            message = "a sentence stands where a formula should"
            hint = f"Write it with a variable and predicates, as in ∀x ({name.capitalize()}(x) → …)."
            p.report.fail("not-a-formula", message, at, hint, "a formula")
        message = f"the quantifier of {name} binds nothing: {name} does not occur in its scope"
        hint = f"Leave the quantifier out, or write {name} where it is spoken of."
        p.report.note(Level.WARNING, "vacuous-quantifier", message, at, hint)
