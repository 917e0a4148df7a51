"""Words that take back what stands above them: ``Correction: P(a)``, ``Wait, this should be:``."""

from __future__ import annotations

import re
from typing import Final

from .diagnostics import Diagnostic, Level, Span

_REVISION: Final = re.compile(
    r"(?i)\b(?:wait|oops|scratch that|(?:i|we) (?:made|missed|forgot)|should(?: instead)? (?:be|read|have been)|instead"
    r"|correction|corrected|revised|rather|mistaken?|on second thought|strike that|never ?mind)\b"
    r"|^(?:actually|alternatively|sorry|no)\b"
)
_LABEL: Final = re.compile(
    r"(?i)(?:corrections?|alternative(?:ly)?|instead|previously|formerly|rewritten)\b"
    r"|(?:old|new|original|draft|correct(?:ed)?|revised|updated?|former|deprecated|obsolete|removed|deleted|replaced)"
    r"(?: (?:premise|fact|rule|axiom|formula|version|reading|statement))?(?: \d+)?$"
)


def is_revising(label: str) -> bool:
    """Return whether the label of a formula says that it takes another one's place, or has lost its own."""
    return _LABEL.match(label) is not None


def is_revision(sentence: str) -> bool:
    """Return whether a sentence takes back what stands above it, or puts something else in its place."""
    return _REVISION.search(sentence) is not None


def revised(start: int, end: int) -> Diagnostic:
    """Return an error for a sentence that takes back formulas above it."""
    message = "this may take back what stands above it: both the formulas above it and those below stand as premises"
    hint = "Keep only the formulas that hold, and leave the sentence out."
    return Diagnostic("two-versions", Level.ERROR, message, Span(start, end), hint)
