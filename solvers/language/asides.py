"""Lines about what is given, such as ``Explanation: …``, in the midst of a section: where the section goes on."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .dialects import UNICODE
from .formulas import parse
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, PREMISES
from .lines import Line
from .prose import has_signs

GIVEN: Final = frozenset((PREMISES, DEFAULTS, DEFEASIBLE, EXCEPTIONS))
"""Sections that go on behind a line about them."""
_NOTE: Final = re.compile(r"(?i)(?:note|remark|comment|caveat)s?\b")
_ASIDE: Final = re.compile(
    r"(?i)(?:(?:note|remark|comment|caveat|explanation|justification|example|thought)s?|reasoning|analysis|rationale"
    r"|discussion|interpretation|proof|derivation|verification|solution)\b(?! *\d)"
)
_DERIVING: Final = re.compile(r"(?i)(?:reasoning|analysis|thoughts?|proof|derivation|verification|solution)\b")
"""What may stand before the steps of a proof."""
_DECLARING: Final = re.compile(r"(?i)\b(?:functions?|variables?)\b")
_TERM: Final = re.compile(r"\w+\([a-z]\d?(?:\s*,\s*[a-z]\d?)*\)\s*(?:$|[:=—–-])|[^()∀∃→∧∨↔]*$")
_NUMBER: Final = re.compile(r"[ \t>*+•-]*[(\[]?(\d{1,3})[.):\]]")


def is_aside(name: str, kind: str, *, stated: bool) -> bool:
    """Return whether a heading of prose is the label of a line about the section that it stands in.

    Args:
        name: the heading.
        kind: what the section before it holds; empty before the first heading.
        stated: whether that section has lines.
    """
    if kind == "" and not stated:
        return _NOTE.match(name) is not None
    return (kind == "" or kind in GIVEN) and _ASIDE.match(name) is not None


def number(one: Line, flat: str) -> int:
    """Return the number of an item; -1 if it has none."""
    if not one.listed:
        return -1
    found = _NUMBER.match(flat, flat.rfind("\n", 0, one.start) + 1, one.start)
    return int(found.group(1)) if found else -1


def repeated(lines: list[Line], flat: str) -> list[Diagnostic]:
    """Return a warning for each item of a section whose number another item has, unless all have one number.

    Args:
        lines: the formulas of the section.
        flat: the text that they stand in.
    """
    items = [(one, count) for one in lines if one.listed and (count := number(one, flat)) >= 0]
    if len({count for _, count in items}) < 2:
        return []
    seen, said = set[int](), list[Diagnostic]()
    for one, count in items:
        if count == 1 and one.gap:
            seen.clear()  # another list
        if count in seen:
            message = f"a second formula has the number {count}: both are read, though one may replace the other"
            span = Span(one.start, one.end)
            said.append(Diagnostic("repeated-number", Level.WARNING, message, span, "Leave out what does not hold."))
        seen.add(count)
    return said


def goes_on(one: Line, numbers: tuple[int, int], *, inline: bool) -> bool:
    """Return whether a line below a line about a section is one of that section again.

    Args:
        one: the line.
        numbers: the number of the section's last item, and the line's own.
        inline: whether what is said about the section stood on one line with its label.
    """
    if numbers[1] == numbers[0] + 1 > 1:
        return True
    if not inline or one.prose:
        return False
    return has_signs(one.text) or one.listed or one.dash >= 0 or one.text.rstrip(" .").isidentifier()


def derived(one: Line, name: str) -> Diagnostic | None:
    """Return an error for a formula that may be a step of the reasoning above it."""
    if one.listed or one.dash >= 0 or _DERIVING.match(name) is None:
        return None
    message = f"the formula may go on with what stands above '{name}:', or be a step of it"
    hint = "Put all that is given above it; leave the steps out, or write 'Conclusion:' above the last one."
    return Diagnostic("formula-behind-note", Level.ERROR, message, Span(one.start, one.end), hint)


def lost(lines: list[Line], name: str) -> list[Diagnostic]:
    """Return an error for each formula that stands under a heading of prose in the midst of what is given.

    Args:
        lines: what stands under the heading.
        name: the heading.
    """
    if _ASIDE.match(name) is not None:
        return []  # see ``stated`` and ``derived``
    declares = _DECLARING.search(name) is not None
    formulas = [one for one in lines if not one.prose and has_signs(one.text) and not (declares and _is_term(one))]
    return [_spoken(one, name) for one in formulas if parse(one.text, UNICODE).formula is not None]


def _is_term(one: Line) -> bool:
    """Return whether a line may declare a function, and says nothing of a thing."""
    return _TERM.match(one.text) is not None


def stated(one: Line, name: str) -> Diagnostic | None:
    """Return an error for a formula that is all that a line about a section says: ``Example: P(a)``."""
    if one.prose or not has_signs(one.text) or parse(one.text, UNICODE).formula is None:
        return None
    return _spoken(one, name)


def _spoken(one: Line, name: str) -> Diagnostic:
    message = f"the formula behind '{name}:' may be given, or only be spoken of"
    hint = f"Leave '{name}:' out if it holds; else leave the line out."
    return Diagnostic("formula-in-note", Level.ERROR, message, Span(one.start, one.end), hint)
