"""Labels of rules, and preferences between rules by their labels."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .headings import DEFAULTS, DEFEASIBLE, PREMISES

if TYPE_CHECKING:
    from .lines import Line

MAX_PREFERENCE: Final = 300
"""The most characters of a line among the rules that says which of them wins."""
_WORD: Final = re.compile(r"[^\W\d_]\w*")
_COUNTED: Final = re.compile(r"([^\W\d_]+) (\d+)")
_USUAL: Final = re.compile(r"[RDrd]\d{1,2}")
_LETTERS: Final = {DEFAULTS: "D", DEFEASIBLE: "R"}
"""What the labels begin with that rules without one get."""

Groups = Sequence[tuple[str, "list[Line]"]]


def preferences(line: Line) -> tuple[list[tuple[str, str, Span]], list[Diagnostic]]:
    """Read a line that says which rules win over which: ``R3 > R2 > R1``.

    Returns:
        Pairs of labels, the preferred one first, each with its place; and what is wrong.
    """
    span = Span(line.start, line.end)
    labels = _named(line.text.strip(" \t*•."))
    if len(labels) < 2 or not all(_WORD.fullmatch(label) for label in labels):
        message, hint = "this states no preference", "Write the labels of two rules as R2 > R1"
        return [], [Diagnostic("bad-preference", Level.ERROR, message, span, hint, "a preference")]
    return [(winner, loser, span) for winner, loser in itertools.pairwise(labels)], []


def preferences_among(groups: Groups, *, strict: bool) -> list[tuple[Line, Diagnostic]]:
    """Take the lines out of the sections of formulas that say which rule wins, such as ``r2 > r1``.

    Args:
        groups: a section's kind and its lines, which are changed.
        strict: whether such a line is an error.

    Returns:
        The lines, each with what is said of it.
    """
    known = {_spelt(one.label) for kind, lines in groups for one in lines if kind in _LETTERS} - {""}
    found: list[tuple[Line, Diagnostic]] = []
    for kind, lines in groups:
        if kind not in _LETTERS and kind != PREMISES:
            continue
        kept = []
        for one in lines:
            if ">" not in one.text or len(one.text) > MAX_PREFERENCE or not _prefers(one, kind, known):
                kept.append(one)
                continue
            message, hint = "this is read as a preference between rules", "Write it under 'Preferences:'."
            span, level = Span(one.start, one.end), Level.ERROR if strict else Level.MENDED
            found.append((one, Diagnostic("preference-among-rules", level, message, span, hint)))
        lines[:] = kept
    return found


def _prefers(one: Line, kind: str, known: set[str]) -> bool:
    labels = _named(one.text.strip(" ."))
    return known.issuperset(labels) or (kind in _LETTERS and all(_USUAL.fullmatch(label) for label in labels))


def _named(text: str) -> list[str]:
    return [_spelt(label.strip()) for label in text.split(">")]


def _spelt(label: str) -> str:
    """Return the label in one word: ``Rule 1`` is ``Rule1``."""
    return _COUNTED.sub(r"\1\2", label)


def labelled(groups: Groups) -> list[Diagnostic]:
    """Give labels to the rules that have none, other ones than those that are written.

    Args:
        groups: a section's kind and its lines, which are changed.

    Returns:
        What is wrong with the labels that are written.
    """
    found: list[Diagnostic] = []
    known: set[str] = set()
    for kind, lines in groups:
        for i, one in enumerate(lines if kind in _LETTERS else ()):
            label = _spelt(one.label)
            if not label and one.text[:1] == ":":
                message, hint = "the label of the rule is empty", "Write one, as R1: …, or leave the colon out."
                found.append(Diagnostic("empty-label", Level.ERROR, message, Span(one.start, one.end), hint))
                one = one._replace(start=one.start + 1, text=one.text[1:])
            lines[i] = one._replace(label=label)
            known.add(label)
    for kind, letter in _LETTERS.items():
        rules = ((lines, i) for found_kind, lines in groups if found_kind == kind for i in range(len(lines)))
        for count, (lines, i) in enumerate(rules, 1):
            if lines[i].label:
                continue
            number = next(n for n in itertools.count(count) if f"{letter}{n}" not in known)
            lines[i] = lines[i]._replace(label=f"{letter}{number}")
            known.add(f"{letter}{number}")
    return found
