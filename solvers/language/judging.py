"""Signs that some read one way and some another: commas, ⊕ between three, a caret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .diagnostics import Level

if TYPE_CHECKING:
    from .parser import Parser

_LOOSE: Final = ("or", "xor", "nor", "nand", "iff", "implies", "if", "unless", "if-then", "then")
"""What a comma beside it, outside brackets, might belong to or not."""


def judge_commas(p: Parser) -> None:
    """Say how the commas between formulas were read, or that it can't be told.

    A comma beside no other connective, or in the condition of a rule, joins: both sides of
    ``P(x), Q(x) → R(x)`` are conditions. Behind the arrow it may join or begin another formula.
    """
    last = len(p.kinds) - 1
    beside: dict[int, list[int]] = {}
    for i in range(last):
        if p.kinds[i] in _LOOSE:
            beside.setdefault(p.closing(i), []).append(i)
    for at in p.commas:
        others = beside.get(p.closing(at), [])
        kinds = [p.kinds[i] for i in others]
        in_condition = (kinds == ["implies"] and at < others[0]) or (kinds == ["if"] and at > others[0])
        # On a line of its own without variables, the rule may begin behind the comma.
        grounded = p.closing(at) == last and not p.unbound and p.kinds[0] not in ("forall", "exists")
        if others and (not in_condition or (grounded and kinds == ["implies"])):
            p.report.note(
                Level.ERROR,
                "ambiguous-comma",
                "a comma between formulas can be read in two ways here: as 'and', or as the end of a formula",
                at,
                "Write ∧ in its place, with brackets around what belongs together; or give each formula its own line.",
                "a connective",
            )
            return
    message = "a comma between formulas is read as ∧"
    p.report.note(Level.MENDED, "comma-as-and", message, p.commas[0], "Write ∧.")


def judge_xor(p: Parser, at: int, left: str, right: str) -> None:
    """Refuse ``⊕`` beside ``∨`` or another ``⊕`` without brackets."""
    if "xor" in (left, right):
        p.report.fail(
            "ambiguous-xor",
            "⊕ between three can be read in two ways: exactly one of them holds, or an odd number of them",
            at,
            "Write (A ∧ ¬B ∧ ¬C) ∨ (¬A ∧ B ∧ ¬C) ∨ (¬A ∧ ¬B ∧ C), or (A ⊕ B) ⊕ C with its brackets.",
            "brackets",
        )
    if {"or", "nor"} & {left, right}:
        p.report.fail(
            "ambiguous-xor",
            "∨ and ⊕ side by side can be read in two ways: (A ∨ B) ⊕ C, or A ∨ (B ⊕ C)",
            at,
            "Put brackets around what belongs together.",
            "brackets",
        )


def judge_caret(p: Parser) -> None:
    """Say how ``^`` is read, or that it can't be told."""
    other = "and" in p.kinds
    message = "'^' is read as 'and', though some write it for 'either … or'"
    if other:
        message = "'^' beside another sign for 'and' can be read in two ways: 'and', or 'either … or'"
    level = Level.ERROR if other else Level.WARNING
    p.report.note(level, "ambiguous-sign", message, p.i, "Write ∧ or ⊕.")
