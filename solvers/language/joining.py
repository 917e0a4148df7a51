"""Formulas that go on over several lines."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from ..clock import check
from ..logic.diagnostics import Diagnostic, Level, Span
from .dialects import UNICODE
from .formulas import parse
from .lines import Line

_BINARY: Final = re.compile(
    r"[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡]|\|(?!-)|->|<?=>|<->|==>|>>>|[)\]}](?!\w)|(?:and|or|implies|iff|xor|then|AND|OR|IFF|XOR)\b(?!\s*:)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|oplus|supset|equiv|rightarrow|leftrightarrow|Rightarrow|Leftrightarrow)(?![A-Za-z])"
)
_UNENDED: Final = re.compile(
    r"(?:[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡¬~∀∃,(\[{=<≤≥≠|]|->|=>|\b(?:and|or|implies|iff|xor|not|then|AND|OR|NOT)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|neg|lnot|oplus|rightarrow|leftrightarrow|Rightarrow|forall|exists))\s*$"
)
_QUANTIFIED: Final = re.compile(
    r"(?:[∀∃]\s?(?![u-z][A-Z][a-z]{1,3}\b)[^\W\d_]\w*|(?:all|exists|forall)\s[^\W\d_]\w*"
    r"|\\(?:forall|exists)\s?(?![u-z][A-Z][a-z]{1,3}\b)\w+)\s*[.:,]?\s*$"
)


_RESTATING: Final = re.compile(r"[≡⟺⇔]|<=>|\\(?:equiv|iff|Leftrightarrow)(?![A-Za-z])")
_INFERRING: Final = re.compile(r"[⇒⟹]|=>|==>|\\(?:implies|Rightarrow|Longrightarrow)(?![A-Za-z])")
_ARROW: Final = re.compile(r"[→⇒⊃↔⇔←]|[-=]>|:-|\\(?:to|implies|iff|supset|[Rr]ightarrow)|\b(?:implies|iff|if)\b")
_ALTERNATIVE: Final = re.compile(r"(?:or|OR|Or)[ .:,]*$")


def continued(lines: list[Line], flat: str) -> list[Line]:
    """Join what goes on over several lines.

    Args:
        lines: the formulas of a section.
        flat: the text that they stand in.
    """
    found: list[Line] = []
    depth = -1  # how many brackets the last formula leaves open, once it goes on
    for one in lines:
        check()  # what is joined grows, and is looked through with each line
        if found and not one.gap and not one.label and not one.listed and not one.goal:
            last = found[-1]
            if not last.gloss and (_BINARY.match(one.text) or (one.dash < 0 and is_unended(last.text))):
                depth = depth if depth >= 0 else max(_depth(last.text), 0)
                said = last.said or (_restated(last, one, flat) if depth == 0 else None)
                depth = max(depth + _depth(one.text), 0)
                text = f"{last.text}{' ' * (one.start - last.end)}{one.text}"
                found[-1] = last._replace(text=text, gloss=one.gloss, said=said)
                continue
        depth = -1
        found.append(one)
    return found


def separated(lines: list[Line]) -> list[Line]:
    """Return the formulas of a list, one a line, without the commas that only part them.

    Before a rule a comma may join conditions; there nothing is changed.

    Args:
        lines: the formulas of a section.
    """
    if len(lines) < 3 or any(one.text[-1:] != "," or one.gloss or one.goal or one.said for one in lines[:-1]):
        return lines
    rules = [_ARROW.search(one.text) is not None for one in lines]
    if any(below and not above for above, below in pairwise(rules)):
        return lines
    bare = [one._replace(text=one.text.rstrip(" ,")) for one in lines]
    if any(is_unended(one.text) or parse(one.text, UNICODE, strict=True).formula is None for one in bare[:-1]):
        return lines
    return bare


def _restated(last: Line, one: Line, flat: str) -> Diagnostic | None:
    """Return an error if a line may say again, or conclude from, what stands above it, or go on with it."""
    if _RESTATING.match(one.text):
        what, other = "say in other words what stands above it", "Leave one of the two lines out"
    elif _INFERRING.match(one.text) and _indent(one, flat) <= _indent(last, flat):
        what, other = "be what follows from the line above it", "Write → for a rule; leave out a step of a proof"
    elif _ALTERNATIVE.match(one.text):
        what, other = "part two ways to write one formula", "Leave one of them out"
    else:
        return None
    if is_unended(last.text):
        return None
    sign = (one.text.split(maxsplit=1) or [""])[0]
    message = f"'{sign}' at the beginning of a line may {what}, or join the two lines to one formula"
    hint = f"{other}, or write both on one line if they are one formula."
    return Diagnostic("restated-formula", Level.ERROR, message, Span(one.start, one.end), hint)


def _depth(text: str) -> int:
    """Return how many more brackets a text opens than it closes."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def _indent(one: Line, flat: str) -> int:
    """Return how far the line of a formula is moved in."""
    begin = flat.rfind("\n", 0, one.start) + 1
    line = flat[begin : one.start + 1]
    return len(line) - len(line.lstrip())


def is_unended(text: str) -> bool:
    """Return whether a formula must go on behind its text's end: behind a connective, or a quantifier."""
    if text[-1:] == ")":
        return False
    return _UNENDED.search(text[-20:]) is not None or _QUANTIFIED.fullmatch(text[-40:]) is not None
