"""Sentences among the formulas of a section: glosses, what is passed over, and premises that were not translated."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .asides import GIVEN
from .dialects import UNICODE
from .formulas import parse
from .headings import GOAL
from .lines import Line
from .outline import Section, is_nothing
from .prose import has_signs
from .revisions import corrected, is_correction, is_revision, revised

_CHATTER: Final = re.compile(
    r"(?i)(?:here|these|the following|this|thus|therefore|so|we|let|note|where|in|now|first|next|then|finally|sure|"
    r"using|based|from|given|i|it|please|i'?ll|to|since|because|as|hence|using|that|each|below|above)\b"
)
_TOLD: Final = re.compile(r"[A-Z][\w'’-]*(?:,? [\w'’-]+)+\.")
_OPTION: Final = re.compile(r"(?i)(?:true|false|unknown|uncertain|undetermined|neither|yes|no)\.?")
"""What a question may be answered with."""
_GENERAL: Final = re.compile(r"(?:All|Every|Each|Any|No|Some|Only)\b")
_LAW: Final = re.compile(r"[∀∃→⇒⊃]|[-=]>|:-|\\(?:forall|exists|to|[Rr]ightarrow)|\b(?:all|forall|exists|implies)\b")


class Told(NamedTuple):
    """What the lines of a section are.

    Attributes:
        lines: the formulas.
        passed: where sentences are passed over.
        diagnostics: what is wrong with the sentences.
    """

    lines: list[Line]
    passed: list[Span]
    diagnostics: list[Diagnostic]


def sentences(section: Section, kind: str, *, translated: bool, more: bool) -> Told:
    """Return a section's formulas; sentences are glosses, or passed over, or an error.

    Args:
        section: the section.
        kind: what it holds.
        translated: whether another section has what it says as formulas, if it has none.
        more: whether formulas that are given stand in a section below.
    """
    if kind == GOAL and (at := _options(section.lines)) < len(section.lines):
        told = sentences(replace(section, lines=section.lines[:at]), kind, translated=translated, more=more)
        return told._replace(passed=told.passed + [Span(one.start, one.end) for one in section.lines[at:]])
    lines, said = _told(section.lines)
    if not any(one.prose for one in lines):
        if len(lines) == 1 and is_nothing(lines[0]) and kind != GOAL:
            return Told([], [Span(lines[0].start, lines[0].end)], said)
        return Told(lines, [], said)
    formulas = [one for one in lines if not one.prose]
    if not formulas:
        if section.tolerant or translated or kind == "" or all(_is_chatter(one) for one in lines):
            return Told([], [Span(one.start, one.end) for one in lines], said)
        return Told([], [], said + [_no_formula(one) for one in lines])
    if (paired := _paired(lines)) is not None:
        return Told(paired, [], said)
    kept: list[Line] = []
    passed: list[Span] = []
    listed = any(_is_item(one) for one in formulas)
    for i, one in enumerate(lines):
        if not one.prose:
            kept.append(one)
            continue
        marked = _is_item(one)
        alone = one.gap and (i + 1 == len(lines) or lines[i + 1].gap)
        last = all(other.prose for other in lines[i:])
        passes = section.tolerant or kind == "" or (kind == GOAL and bool(kept)) or one.text.rstrip()[-1:] == ":"
        if kept and kind in GIVEN and (more or not last) and is_revision(one.text):
            said.append(revised(one.start, one.end))
        elif kept and kind == GOAL and is_correction(one.text):
            said.append(corrected(one.start, one.end))
        elif passes or (not marked and (listed or alone or (not kept and _is_chatter(one)) or (last and one.gap))):
            passed.append(Span(one.start, one.end))
        else:
            said.append(_no_formula(one))
    return Told(kept, passed, said)


def _options(lines: list[Line]) -> int:
    """Return how many lines stand before the answers of which one is to be chosen: ``A) True``, ``B) False``."""
    at = len(lines)
    while at > 1 and _OPTION.fullmatch(lines[at - 1].text) and (lines[at - 1].listed or len(lines[at - 1].label) == 1):
        at -= 1
    return at if len(lines) - at > 1 else len(lines)


def _told(lines: list[Line]) -> tuple[list[Line], list[Diagnostic]]:
    """Return lines with those as sentences that end as one, are no formula, and stand above one."""
    found, said = list(lines), list[Diagnostic]()
    for i, (one, below) in enumerate(itertools.pairwise(lines)):
        if one.prose or one.gloss or one.label or one.goal or not _TOLD.fullmatch(one.text):
            continue
        if below.prose or not has_signs(below.text) or parse(one.text, UNICODE).formula is not None:
            continue
        if _GENERAL.match(one.text) and not _LAW.search(below.text):
            continue  # it says more than the formula
        found[i] = one._replace(prose=True)
        if _are_items(one, below):
            continue  # which is no gloss
        span, hint = Span(one.start, one.end), "Write it behind ':::' as the gloss of the formula."
        message = "this is read as a sentence that says what the formula below it says"
        said.append(Diagnostic("sentence", Level.WARNING, message, span, hint))
    return found, said


def _is_item(one: Line) -> bool:
    """Return whether a line has a bullet or a number of its own: as a sentence it is a premise, and no gloss."""
    return one.listed or one.dash >= 0


def _are_items(one: Line, below: Line) -> bool:
    """Return whether two lines are items of one list; a formula with a dash below a number is the item's own."""
    return _is_item(one) and _is_item(below) and (one.dash >= 0) == (below.dash >= 0)


def _is_chatter(one: Line) -> bool:
    return _CHATTER.match(one.text) is not None and not _is_item(one)


def _no_formula(one: Line) -> Diagnostic:
    message = "a sentence stands where a formula should"
    hint = "Write it as a formula, or behind ':::' as the gloss of one; explanations go under 'Note:'."
    return Diagnostic("not-a-formula", Level.ERROR, message, Span(one.start, one.end), hint, "a formula")


def _paired(lines: list[Line]) -> list[Line] | None:
    """Return formulas with the sentence above each as its gloss, if there is one above each."""
    above, below = lines[::2], lines[1::2]
    if len(lines) % 2 or not all(one.prose for one in above) or any(one.prose or one.gloss for one in below):
        return None
    pairs = list(zip(above, below, strict=True))
    if any(_are_items(one, formula) for one, formula in pairs):
        return None
    return [formula._replace(gloss=" ".join(one.text.split())) for one, formula in pairs]
