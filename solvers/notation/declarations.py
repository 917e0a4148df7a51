"""Declarations of predicates and constants, a name with what it says in words; preferences between rules by labels."""

from __future__ import annotations

import itertools
import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.symbols import Constant, Predicate
from .lines import GLOSS
from .prose import is_prose
from .scanner import tokenize, unquote
from .signs import NAME, QUOTED

_DECLARED: Final = re.compile(
    r"(?:[¬~](?=[^\s()]+ ?\()|-)?(?P<name>[^\s()\"\\:,;=/¬~∀∃]+|\"(?:[^\"\\]|\\.)*\")"
    r"(?: ?\((?P<params>[^()\"\\]*)\))?[ .]*(?P<comma>[,;]? *)"
)
_BETWEEN: Final = re.compile(
    r"(?:(?<!:)::?(?![:-])|[=—–-]+|→|:=|\b(?:means|denotes|represents|says|stands for|is true if|iff|if)\b)\s*"
)
_NAMED: Final = re.compile(r"(.+?)\s*(?:(?:(?<!:)::?(?!:)|=|—|–|\s-\s)\s*(.*)|\s\(([^()]*)\))$")
_LEADING: Final = re.compile(r"(?:[Ll]et |[Ww]here )")
_LABEL: Final = re.compile(r"[^\W\d_]\w*")
_COUNTED: Final = re.compile(r"([^\W\d_]+) (\d+)")


def _parts(line: str) -> tuple[str, str]:
    """Return a declaration and its gloss."""
    body, *gloss = GLOSS.split(line, maxsplit=1)
    return _LEADING.sub("", body.strip(), count=1), " ".join(" ".join(gloss).split())


def predicates(line: str, signed: bool) -> tuple[Predicate, ...]:
    """Return the predicates that a line declares, with commas between them; none if it declares nothing.

    Args:
        line: the line.
        signed: whether a last argument ``bool`` says that the atoms of the program have a truth value there.
    """
    body, gloss = _parts(line)
    found: list[re.Match[str]] = []
    at = 0
    while (not found or found[-1]["comma"].strip()) and (match := _DECLARED.match(body, at)):
        found.append(match)
        at = match.end()
    if rest := body[at:]:
        between = _BETWEEN.match(rest)
        if gloss or len(found) != 1 or not (between or (found[0]["params"] and is_prose(rest))):
            return ()
        gloss = " ".join(rest[between.end() if between else 0 :].split())
    if len(found) > 1 and any(one["params"] is None for one in found):
        return ()  # names of something else
    return tuple(_predicate(one, gloss, signed) for one in found)


def _predicate(found: re.Match[str], gloss: str, signed: bool) -> Predicate:
    params = [param.strip().lstrip("$") for param in (found["params"] or "").split(",") if param.strip()]
    if signed and params[-1:] == ["bool"]:  # which says whether it holds
        del params[-1]
    name = found["name"]
    return Predicate(unquote(name) if name[0] == '"' else name.rstrip("."), tuple(params), gloss)


def constants(line: str) -> tuple[Constant, ...]:
    """Return the constants that a line declares; none if it declares nothing."""
    body, gloss = _parts(line)
    names = _names(body.strip("{}") if body[:1] == "{" else body)
    if not names and not gloss and (match := _NAMED.match(body)):
        names, gloss = _names(match.group(1)), match.group(2) or match.group(3) or ""
    return tuple(Constant(name, " ".join(gloss.split())) for name in names)


def _names(text: str) -> list[str]:
    """Return names with commas between them; none if the text is anything else."""
    tokens, kinds = tokenize(text)
    if not set(kinds[::2]) <= {NAME, QUOTED} or len(kinds) % 2 == 0 or any(kind != "," for kind in kinds[1::2]):
        return []
    return [unquote(token) for token in tokens[::2]]


def spelt(label: str) -> str:
    """Return a label in one word: ``Rule 1`` is ``Rule1``."""
    return _COUNTED.sub(r"\1\2", label.strip())


def preferences(text: str, span: Span) -> tuple[list[tuple[str, str, Span]], list[Diagnostic]]:
    """Read a line that says which rules win over which: ``R3 > R2 > R1``, each over all that stand behind it.

    Returns:
        Pairs of labels, the preferred one first, each with its place; and what is wrong.
    """
    labels = [spelt(label) for label in text.strip(" \t*•.").split(">")]
    if len(labels) < 2 or not all(_LABEL.fullmatch(label) for label in labels):
        message, hint = (
            "this states no preference",
            "Write the labels of two rules, the winner first, as R2 > R1; a label begins with a letter",
        )
        return [], [Diagnostic("bad-preference", Level.ERROR, message, span, hint, "a preference")]
    return [(winner, loser, span) for winner, loser in itertools.combinations(labels, 2)], []
