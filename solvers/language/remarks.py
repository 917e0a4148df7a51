"""Glosses that say how a formula stands, and not what it says: that it is false, or follows from others."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .headings import GOAL

MAX_REMARK: Final = 60
"""The most characters of such a gloss."""
_END: Final = r"[\s.!)\]]*$"
_FALSE: Final = re.compile(
    rf"(?i)[\s(\[]*(?:(?:is|it is|this is) )?(?:false|no|not true|untrue|refuted|f|wrong|incorrect|invalid"
    rf"|rejected|disproved|disproven|not the case|does not hold|doesn't hold|not provable){_END}"
)
_FORMULA: Final = re.compile(
    r"[\w)] ?(?:[∧∨⊕⊻→↔⇒⇔⊢]|<?->|<?=>) ?[(\[¬~∀∃]*\w"  # two formulas and a connective
    r"|(?:[∀∃]|(?<!\w)(?:forall|exists|all) )\w+[.:,]? ?[(\[¬~-]*\w+\("
    r"|(?<!\w)[A-Z]\w*\([^()\s]+\)"
)
"""What is a formula, or a part of one, and stands in no sentence."""
_OPEN: Final = re.compile(rf"(?i)[\s(\[]*(?:unknown|uncertain|undetermined|unproven|not proven|doubtful){_END}")
_NEGATED: Final = re.compile(rf"(?i)[\s(\[]*(?:the )?(?:negated|denied) (?:conclusion|goal){_END}")
_REVISED: Final = re.compile(
    rf"(?i)[\s(\[]*(?:todo:? )?(?:fixed|corrected|correction|revised|updated|old|outdated|replaced|removed"
    rf"|deleted|draft|(?:and |or )?vice versa|(?:or |and )?(?:the )?converse(?:ly)?"
    rf"|(?:this|it|that) should (?:be|read|have been)\b.*"
    rf"|to be (?:shown|proved|proven|derived|checked|verified)"
    rf"|(?:assum(?:ption|ed|e)|suppos(?:ition|ed)|hypothesis) (?:for|towards?|by|to) .*contradiction"
    rf"|for (?:a |the sake of )?contradiction){_END}"
)
_DERIVED: Final = re.compile(
    r"(?i)[\s(\[]*(?:follows from|derived from|from|by|using)(?: [a-z]{1,12})? ?"
    r"\(?\d{1,3}\)?(?:[\s,&;]+(?:and )?\(?\d{1,3}\)?)*"
    rf"(?:[\s,]+(?:by )?[A-Z]{{1,3}})?{_END}"
)


def is_denial(gloss: str) -> bool:
    """Return whether a gloss says that its formula does not hold, or that this is open."""
    return len(gloss) <= MAX_REMARK and (_FALSE.match(gloss) is not None or _OPEN.match(gloss) is not None)


def remarked(gloss: str, formula: str, span: Span, kind: str) -> list[Diagnostic]:
    """Return an error if a gloss denies its formula, or says that it is no premise.

    Args:
        gloss: the gloss.
        formula: the formula as written.
        span: where it stands.
        kind: the section that it stands in.
    """
    if not gloss:
        return []
    shown = formula if len(formula) <= 60 else formula[:60] + "…"
    if _FORMULA.search(gloss) and _FORMULA.search(_without(gloss, formula)):
        message = f"another formula stands behind '{shown}': which of the two is meant?"
        return [_error("two-formulas", message, "Give each formula its own line, or leave one out.", span)]
    if len(gloss) > MAX_REMARK:
        return []
    if _FALSE.match(gloss):
        if kind == GOAL:
            message = f"'{gloss}' behind the conclusion may deny it, or be the answer: '¬({shown})' or '{shown}'"
            return [_error("denied-formula", message, "Write ¬ to ask for the opposite; leave an answer out.", span)]
        message = f"'{gloss}' behind a formula may deny it, or say nothing of it: '¬({shown})' or '{shown}'"
        return [_error("denied-formula", message, f"Write ¬({shown}) if it is false, or leave it out.", span)]
    if _NEGATED.match(gloss):
        message = f"'{gloss}' may say that this is the opposite of what is asked, or is what is asked"
        return [_error("denied-formula", message, "Write what is asked, and leave the remark out.", span)]
    if kind == GOAL:
        return []
    if _REVISED.match(gloss) and gloss.strip("()[] .").lower() not in formula.lower():
        message = f"'{gloss}' behind a formula says that it is not given as it stands"
        hint = "Keep the formulas that hold, as they hold, and leave the remark out."
        return [_error("suspended-formula", message, hint, span)]
    if _OPEN.match(gloss):
        message = f"'{gloss}' behind a formula leaves it open, and a premise holds"
        return [_error("suspended-formula", message, "Leave the line out, or the remark if it holds.", span)]
    if _DERIVED.match(gloss):
        message = f"'{gloss}' says that this follows from others: it may be a premise, or a step of a proof"
        hint = "Leave the remark out if it is a premise; else leave the line out, or put it under 'Proof:'."
        return [_error("derived-premise", message, hint, span)]
    return []


def _without(gloss: str, formula: str) -> str:
    """Return a gloss without the formula, however it is spaced there."""
    return re.sub(r"[\s`$]*".join(map(re.escape, formula.split())), "", gloss)


def _error(code: str, message: str, hint: str, span: Span) -> Diagnostic:
    return Diagnostic(code, Level.ERROR, message, span, hint)
