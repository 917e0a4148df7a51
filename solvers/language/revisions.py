"""Words that take back what stands above them: ``Correction: P(a)``, ``Wait, this should be:``."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .prose import has_signs

_REVISION: Final = re.compile(
    r"(?i)\b(?:wait|oops|scratch that|(?:i|we) (?:made|missed|forgot)|should(?: instead)? (?:be|read|have been)|instead"
    r"|correction|corrected|revised|rather|mistaken?|on second thought|strike that|never ?mind)\b"
    r"|^(?:actually|alternatively|sorry|no)\b"
)
_LABEL: Final = re.compile(
    r"(?i)(?:corrections?|alternative(?:ly)?|instead|previously|formerly|rewritten)\b"
    r"|(?:old|new|original|draft|correct(?:ed)?|revised|updated?|former|deprecated|obsolete|removed|deleted|replaced)"
    r"(?: (?:premise|fact|rule|axiom|formula|version|reading|statement))?(?: \d+)?$"
    r"|or(?: simply| rather| equivalently| better)?$|(?:more|less) (?:precisely|simply|formally|exactly)$|simplified$"
    r"|(?:version|variant|reading|interpretation|option|alternative) (?:\d+|[a-zA-Z])$"
    r"|(?:literal|intended|weak|strong|weaker|stronger|inclusive|exclusive)(?: (?:reading|version|sense|or|form))?$"
    r"|(?:converse|contrapositive|inverse)$"
)
_OPEN: Final = re.compile(r"(?i)(?:missing|unknown|uncertain|unclear|irrelevant|unused|ignored?|omitted|skipped|todo)$")
_DERIVED: Final = re.compile(r"(?i)(?:thus|hence|so|ergo|therefore|consequently)$")
_CORRECTING: Final = re.compile(
    r"(?i)\b(?:premise|fact|rule|axiom|formula|conclusion|goal|query|statement|line|translation)s?(?: \d+)?"
    r" should(?: (?:instead|rather|actually|really))?(?: be| read| have been| say)\b(?! (?:true|false|un\w+|in\w+"
    r"|either|entailed|evaluated|classified|considered|answered|applied|used|the case)\b)"
)
_SLIP: Final = re.compile(
    r"(?i)\b(?:oops|scratch that|(?:i|we) (?:made|missed|forgot)|should(?: instead)? (?:be|read|have been)|correction"
    r"|corrected|strike that)\b"
)


def is_revising(label: str) -> bool:
    """Return whether the label of a formula says that it takes another one's place, or has lost its own."""
    return _LABEL.match(label) is not None


def is_left_open(label: str) -> bool:
    """Return whether the label of a formula says that it is not known to hold, or plays no part."""
    return _OPEN.match(label) is not None


def is_derived(label: str) -> bool:
    """Return whether the label of a formula says that it follows."""
    return _DERIVED.match(label) is not None


def is_correction(sentence: str) -> bool:
    """Return whether a sentence behind a program says what should stand in it instead."""
    return _CORRECTING.search(sentence) is not None or (has_signs(sentence) and _SLIP.search(sentence) is not None)


def is_revision(sentence: str) -> bool:
    """Return whether a sentence takes back what stands above it, or puts something else in its place."""
    return _REVISION.search(sentence) is not None


def corrected(start: int, end: int) -> Diagnostic:
    """Return an error for a sentence that says what a program should hold instead."""
    message = "this says what should stand in the program, which stands there otherwise"
    hint = "Write what holds into the program itself, and leave the sentence out."
    return Diagnostic("two-versions", Level.ERROR, message, Span(start, end), hint)


def revised(start: int, end: int) -> Diagnostic:
    """Return an error for a sentence that takes back formulas above it."""
    message = "this may take back what stands above it: both the formulas above it and those below stand as premises"
    hint = "Keep only the formulas that hold, and leave the sentence out."
    return Diagnostic("two-versions", Level.ERROR, message, Span(start, end), hint)
