"""Declarations of predicates and constants, a name with what it says in words; preferences between rules by labels."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.symbols import Constant, Predicate
from .prose import is_prose
from .scanner import tokenize, unquote
from .signs import NAME, QUOTED

_DECLARATION: Final = re.compile(r"[¬~-]?([^\s()\"'\\]+) ?\(([^()\"\\]*)\) ?\.?")
_ATOM: Final = re.compile(r"[¬~-]?([^\s()\"'\\:,=]+) ?\(([^()\"\\]*)\)")
_BETWEEN: Final = re.compile(
    r"\s*(?:[:=—–-]+|≡|↔|→|:=|\b(?:means|denotes|represents|says|stands for|is true if|iff|if)\b)\s*"
)
_ARITY: Final = re.compile(r"([^\W\d_]\w*)/(\d{1,2})")
_BARE: Final = re.compile(r"([^\W\d_][\w'’-]*)\s*(?:(?<!:)::?|=|—|–|\s-\s)\s*(.*)")
_NAMED: Final = re.compile(r"\s\(([^()]*)\)$")
_LEADING: Final = re.compile(r"(?:[Ll]et |[Ww]here )")


def _parts(line: str) -> tuple[str, str]:
    """Return a declaration and its gloss."""
    body, _, gloss = line.partition(":::") if "\\:::" not in line else (line, "", "")
    return _LEADING.sub("", body.strip(), count=1), " ".join(gloss.split())


@lru_cache(maxsize=20_000)
def predicates(line: str, signed: bool) -> tuple[Predicate, ...]:
    """Return the predicates that a line declares; none if it declares nothing.

    Args:
        line: the line.
        signed: whether a last argument ``bool`` says that the atoms of the program have a truth value there.
    """
    body, gloss = _parts(line)
    if match := _DECLARATION.fullmatch(body):
        return (_predicate(match.group(1), match.group(2), gloss, signed),)
    if atoms := _several(body):
        return tuple(_predicate(match.group(1), match.group(2), gloss, signed) for match in atoms)
    if match := _ARITY.fullmatch(body.partition(":")[0].strip()):
        params = tuple(f"x{i + 1}" for i in range(min(int(match.group(2)), 20)))
        return (Predicate(match.group(1), params, gloss or " ".join(body.partition(":")[2].split())),)
    if match := _ATOM.match(body):
        rest = body[match.end() :]
        between = _BETWEEN.match(rest)
        if not gloss and (between or is_prose(rest)):
            told = " ".join((rest[between.end() :] if between else rest).split()).strip("`*")
            return (_predicate(match.group(1), match.group(2), told, signed),)
    tokens, kinds = tokenize(body, {}, False)
    if kinds and kinds[0] in (NAME, QUOTED) and kinds[1:2] in ([], ["("]):
        params = tuple(unquote(t) for t, k in zip(tokens[2:], kinds[2:], strict=True) if k == NAME)
        return (_cut(Predicate(unquote(tokens[0]), params, gloss), signed),)
    if (match := _BARE.fullmatch(body)) and not gloss:
        return (Predicate(match.group(1), (), " ".join(match.group(2).split())),)
    return ()


def _several(body: str) -> list[re.Match[str]]:
    """Return the atoms of a line that has nothing but atoms with commas between them."""
    found, at = [], 0
    while match := _ATOM.match(body, at):
        found.append(match)
        behind = body[match.end() :].lstrip()
        if not behind or behind == ".":
            return found
        if behind[0] not in ",;":
            return []
        rest = behind[1:].lstrip()
        at = len(body) - len(rest)
    return []


def _predicate(name: str, listed: str, gloss: str, signed: bool) -> Predicate:
    params = tuple(p.strip().lstrip("$") for p in listed.split(",") if p.strip())
    return _cut(Predicate(name, params, gloss), signed)


def _cut(predicate: Predicate, signed: bool) -> Predicate:
    """Return the predicate without the argument that says whether it holds."""
    if signed and predicate.params[-1:] == ("bool",):
        return Predicate(predicate.name, predicate.params[:-1], predicate.gloss)
    return predicate


@lru_cache(maxsize=20_000)
def constants(line: str) -> tuple[Constant, ...]:
    """Return the constants that a line declares; none if it declares nothing."""
    body, gloss = _parts(line)
    if body[:1] == "{":
        body = body.strip("{}")
    names = _names(body)
    if not names and not gloss:
        if found := _NAMED.search(body):
            names, gloss = _names(body[: found.start()]), found.group(1)
        elif match := _BARE.fullmatch(body):
            names, gloss = _names(match.group(1)), match.group(2)
        else:
            body, _, gloss = body.partition(":")
            names = _names(body)
    return tuple(Constant(name, " ".join(gloss.split())) for name in names)


def _names(text: str) -> list[str]:
    """Return names with commas between them; none if the text is anything else."""
    tokens, kinds = tokenize(text, {}, False)
    named = all(kind in (NAME, QUOTED) for kind in kinds[::2])
    if not named or len(kinds) % 2 == 0 or any(kind != "," for kind in kinds[1::2]):
        return []
    return [unquote(token) for token in tokens[::2]]


_LABEL: Final = re.compile(r"[^\W\d_]\w*")
_COUNTED: Final = re.compile(r"([^\W\d_]+) (\d+)")


def spelt(label: str) -> str:
    """Return a label in one word: ``Rule 1`` is ``Rule1``."""
    return _COUNTED.sub(r"\1\2", label.strip())


def preferences(text: str, span: Span) -> tuple[list[tuple[str, str, Span]], list[Diagnostic]]:
    """Read a line that says which rules win over which: ``R3 > R2 > R1``.

    Returns:
        Pairs of labels, the preferred one first, each with its place; and what is wrong.
    """
    labels = [spelt(label) for label in text.strip(" \t*•.").split(">")]
    if len(labels) < 2 or not all(_LABEL.fullmatch(label) for label in labels):
        message, hint = "this states no preference", "Write the labels of two rules as R2 > R1"
        return [], [Diagnostic("bad-preference", Level.ERROR, message, span, hint, "a preference")]
    return [(winner, loser, span) for winner, loser in itertools.pairwise(labels)], []
