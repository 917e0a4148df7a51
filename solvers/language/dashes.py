"""Marks before a formula that may be more: a dash is a bullet or a negation, ``#`` and ``--`` begin comments.

What the program's other formulas show decides; else it is an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .lines import Line

_OTHER_NEGATION: Final = re.compile(
    r"[¬~∼￢]|!(?!=)|\\(?:neg|lnot|sim)(?![A-Za-z])|\b(?:not|NOT|Not)\b|, ?(?:True|False) ?\)"
)
_DASH_INSIDE: Final = re.compile(r"(?:^|[(&|>∧∨→↔.])\s*-\s*(?=[A-Za-z(])")


def uncommented(lines: list[Line]) -> list[Line]:
    """Return the lines of a section; a formula behind the sign of a comment is an error, unless all formulas have one.

    Args:
        lines: the lines.
    """
    signs = {one.comment for one in lines if not one.prose}
    if not any(signs) or (len(signs) == 1 and signs <= {"#", "--"}):
        return lines
    return [one._replace(said=_doubtful(one)) if one.comment and not one.prose else one for one in lines]


def _doubtful(one: Line) -> Diagnostic:
    other = "deny it twice" if one.comment == "--" else "only mark it"
    message = f"'{one.comment}' before a formula may take it out of the program as a comment, or {other}"
    hint = f"Leave '{one.comment}' out if the formula holds; else leave the line out."
    return Diagnostic("commented-formula", Level.ERROR, message, Span(one.start, one.end), hint)


def settle(groups: Sequence[Sequence[Line]], flat: str, *, listed: bool) -> tuple[list[list[Line]], list[Diagnostic]]:
    """Tell bullets from negations.

    Args:
        groups: the formulas of each section.
        flat: the text that their places refer to.
        listed: whether the program's declarations have dashes for bullets.

    Returns:
        The formulas, with the dashes that are negations as their part, and an error for each dash that
        may be both.
    """
    lines = [one for group in groups for one in group]
    dashed = [one for one in lines if one.dash >= 0]
    if not dashed:
        return [list(group) for group in groups], []
    if listed or _are_bullets(groups, lines, dashed) or any(_told(one, flat) for one in dashed):
        return [list(group) for group in groups], []
    if any(re.search(r"[(&|>∧∨→↔.]\s*-\s+[A-Za-z(]", one.text) for one in lines):
        denied = [[_denied(one, flat) if one.dash >= 0 else one for one in group] for group in groups]
        return denied, []
    found = []
    for one in dashed:
        shown = one.text if len(one.text) < 60 else one.text[:60] + "…"
        message = f"the dash may be a bullet, or deny what follows: '{shown}' or '¬({shown})'"
        hint = "Write ¬ for a negation, or leave the dash out; or put one before every formula."
        found.append(Diagnostic("ambiguous-dash", Level.ERROR, message, Span(one.dash, one.end), hint))
    return [list(group) for group in groups], found


def _are_bullets(groups: Sequence[Sequence[Line]], lines: list[Line], dashed: list[Line]) -> bool:
    if len(lines) > 1 and len(dashed) == len(lines):
        return True
    if any(len(group) > 1 and all(one.dash >= 0 for one in group) for group in groups):
        return True
    if any(one.label or one.text[:1] in "-¬~" for one in dashed):
        return True
    return any(_OTHER_NEGATION.search(one.text) for one in lines)


def _told(one: Line, flat: str) -> bool:
    """Return whether words stand between the dash and the formula, so that the dash can't deny it."""
    return any(char.isalnum() for char in flat[one.dash + 1 : one.start])


def _denied(one: Line, flat: str) -> Line:
    gap = one.start - one.dash - 1
    return one._replace(start=one.dash, text=f"-{' ' * gap}{one.text}", dash=-1)
