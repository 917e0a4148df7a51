"""Declarations of predicates and constants, in whatever way they are written."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Constant, Predicate
from . import lexer
from .dialects import Dialect
from .lines import Line
from .markdown import unmarked_names
from .prose import is_prose
from .writer import DECLARATION, one_line

_ATOM: Final = re.compile(r"[¬~-]?([^\s()\"'\\:,=]+) ?\(([^()\"\\]*)\)")
_BETWEEN: Final = re.compile(
    r"\s*(?:[:=—–-]+|≡|↔|→|:=|\b(?:means|denotes|represents|says|stands for|is true if|iff|if)\b)\s*"
)
_ARITY: Final = re.compile(r"([^\W\d_]\w*)/(\d{1,2})")
_BARE: Final = re.compile(r"([^\W\d_][\w'’-]*)\s*(?:(?<!:)::?|=|—|–|\s-\s)\s*(.*)")
_NAMED: Final = re.compile(r"\s\(([^()]*)\)$")


def predicates(one: Line, dialect: Dialect) -> tuple[list[Predicate], list[Diagnostic]]:
    """Return the predicates that a line declares; a warning if there is none.

    Args:
        one: the line.
        dialect: how names are spelt.
    """
    body, gloss = one.text.strip(), one.gloss
    if match := DECLARATION.fullmatch(body):
        return [_predicate(match.group(1), match.group(2), gloss, dialect)], []
    atoms = _several(body)
    if atoms:
        return [_predicate(match.group(1), match.group(2), gloss, dialect) for match in atoms], []
    if match := _ARITY.fullmatch(body.partition(":")[0].strip()):
        arity = min(int(match.group(2)), 20)
        gloss = gloss or one_line(body.partition(":")[2])
        return [Predicate(match.group(1), tuple(f"x{i + 1}" for i in range(arity)), gloss)], []
    if match := _ATOM.match(body):
        rest = body[match.end() :]
        between = _BETWEEN.match(rest)
        if not gloss and (between or is_prose(rest)):
            told = rest[between.end() :] if between else rest
            return [_predicate(match.group(1), match.group(2), one_line(told).strip("`*"), dialect)], []
    tokens, kinds = lexer.tokenize(body, dialect.overrides)
    if kinds and kinds[0] in (lexer.NAME, lexer.QUOTED) and kinds[1:2] in ([], ["("]):
        params = [lexer.unquote(t) for t, k in zip(tokens[2:], kinds[2:], strict=True) if k == lexer.NAME]
        return [_cut(Predicate(lexer.unquote(tokens[0]), tuple(params), gloss), dialect)], []
    if (match := _BARE.fullmatch(body)) and not gloss:
        return [Predicate(match.group(1), (), one_line(match.group(2)))], []
    return [], [
        _bad(
            one,
            "this declares no predicate",
            "Write a declaration as Likes(x, y) ::: x likes y",
            "a predicate with its arguments",
        )
    ]


def _several(body: str) -> list[re.Match[str]]:
    """Return the atoms of a line that has nothing but atoms with commas between them."""
    found, at = [], 0
    while match := _ATOM.match(body, at):
        found.append(match)
        at = match.end()
        behind = body[at:].lstrip()
        if not behind or behind == ".":
            return found
        if behind[0] not in ",;":
            return []
        at = len(body) - len(behind) + 1
        at += len(body[at:]) - len(body[at:].lstrip())
    return []


def _predicate(name: str, listed: str, gloss: str, dialect: Dialect) -> Predicate:
    params = tuple(p.strip().lstrip("$") for p in listed.split(",") if p.strip())
    return _cut(Predicate(name, params, gloss), dialect)


def _cut(predicate: Predicate, dialect: Dialect) -> Predicate:
    """Return the predicate without the argument that says whether it holds."""
    if dialect.truth_argument and predicate.params[-1:] == ("bool",):
        return Predicate(predicate.name, predicate.params[:-1], predicate.gloss)
    return predicate


def constants(one: Line, dialect: Dialect) -> tuple[list[Constant], list[Diagnostic]]:
    """Return the constants that a line declares; a warning if there is none.

    Args:
        one: the line.
        dialect: how names are spelt.
    """
    body, gloss = one.text, one.gloss
    if body.strip()[:1] == "{":
        body = body.strip().strip("{}")
    names = _names(body, dialect)
    if not names and not gloss:
        if found := _NAMED.search(body.strip()):
            names, gloss = _names(body.strip()[: found.start()], dialect), found.group(1)
        elif (match := _BARE.fullmatch(body.strip())) is not None:
            names, gloss = _names(match.group(1), dialect), match.group(2)
        else:
            body, _, gloss = body.partition(":")
            names = _names(body, dialect)
    if names:
        return [Constant(name, one_line(gloss)) for name in names], []
    return [], [_bad(one, "this declares no constant", "Write a constant as newYork ::: New York", "a constant")]


def _names(text: str, dialect: Dialect) -> list[str]:
    """Return names with commas between them; none if the text is anything else."""
    tokens, kinds = lexer.tokenize(unmarked_names(text), dialect.overrides)
    named = all(kind in (lexer.NAME, lexer.QUOTED) for kind in kinds[::2])
    if not named or len(kinds) % 2 == 0 or any(kind != "," for kind in kinds[1::2]):
        return []
    return [lexer.unquote(token) for token in tokens[::2]]


def _bad(one: Line, message: str, hint: str, expected: str) -> Diagnostic:
    span = Span(one.start, one.start + len(one.text.rstrip()))
    return Diagnostic("bad-declaration", Level.WARNING, message, span, hint, expected)
