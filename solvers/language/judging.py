"""Signs that some read one way and some another: commas, ⊕ between three, a caret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from ..logic.diagnostics import Level
from .lexer import NAME
from .signs import END

if TYPE_CHECKING:
    from .parser import Parser

_LOOSE: Final = ("or", "xor", "nor", "nand", "iff", "implies", "if", "unless", "if-then", "then")
"""What a comma beside it, outside brackets, might belong to or not."""
_ARROWS: Final = ("implies", "iff", "if", "unless")
_MAX_SHOWN: Final = 200
"""The most characters of a formula that a hint writes out."""


def judge_commas(p: Parser) -> None:
    """Say how the commas between formulas were read, or that it can't be told.

    A comma beside no other connective, or in the condition of a rule, joins: both sides of
    ``P(x), Q(x) → R(x)`` are conditions. Behind the arrow it may join or begin another formula.
    """
    judge_first_word(p)
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


def judge_steps(p: Parser, at: int) -> None:
    """Refuse ``A >>> B >>> C``: rules in steps, or a rule whose conclusion is a rule."""
    message = "'>>>' twice can be read in two ways: two rules in a row, or one that concludes a rule"
    hint = "Write A >>> B and B >>> C on lines of their own; or A && B >>> C."
    p.report.note(Level.ERROR, "ambiguous-chain", message, at, hint, "one '>>>'")


def judge_first_word(p: Parser) -> None:
    """Refuse ``Normally, P(a)``: a word before a formula is no conjunct, unless the program uses it as one."""
    word = p.tokens[0]
    if p.kinds[:2] != [NAME, ","] or len(word) < 2 or not (word.istitle() and word.isalpha()):
        return
    listed = all(kind in (NAME, ",", ".", END) for kind in p.kinds)
    if listed or word in p.around.arities or p.around.uses(word) > 1:
        return
    hint = f"Leave '{word}' out, and state what normally holds under 'Defaults:'; or join a proposition with ∧."
    p.report.fail("word-before-formula", f"'{word}' and a comma stand before the formula", 0, hint, "a formula")


@dataclass(slots=True)
class _Part:
    """What lies between brackets or commas, as far as it was looked at: where it begins, its last arrow, a word."""

    start: int
    arrow: int = -1
    word: int = -1


def judge_words(p: Parser) -> None:
    """Refuse ``A → B and C → D``: 'and' may join what stands between the arrows, or the two rules.

    So may the 'and' of ``A → B and C`` where no variable says what belongs together.
    """
    kinds = p.kinds
    parts = [_Part(0)]
    for i, kind in enumerate(kinds):
        part = parts[-1]
        if kind == "(":
            parts.append(_Part(i + 1))
        elif kind == ")" and len(parts) > 1:
            parts.pop()
        elif kind in {",", "if-then"}:
            if part.word >= 0 and part.word == i - 1 and kind == "if-then":
                _word_unsure(p, part, p.closing(i))
            parts[-1] = _Part(i + (kind == ","))
        elif kind == "then":
            part.arrow, part.word = i, -1
        elif kind in _ARROWS:
            if part.word >= 0:
                _word_unsure(p, part, i)
            part.arrow = i
        elif kind in ("and", "or") and p.tokens[i].isalpha() and part.arrow >= 0 and part.word < 0:
            part.word = i
    part = parts[0]
    sign = part.arrow >= 0 and kinds[part.arrow] in ("implies", "iff") and not p.tokens[part.arrow].isalpha()
    if sign and part.word >= 0 and kinds[part.word] == "and" and not p.unbound and kinds[0] not in ("forall", "exists"):
        _word_unsure(p, part, len(kinds) - 1)


def _word_unsure(p: Parser, part: _Part, end: int) -> NoReturn:
    """Refuse a word between two formulas, with both readings; ``end`` is where what it may join tightly ends."""
    at, close = part.word, p.closing(part.word)
    close -= p.kinds[close - 1] == "."
    sign = "∧" if p.kinds[at] == "and" else "∨"
    left, right = p.report.text(part.start, at), p.report.text(at + 1, close)
    inner = f"{p.report.text(part.arrow + 1, at)} {sign} {p.report.text(at + 1, end)}"
    rest = f" {p.report.text(end, close)}" if end < close else ""
    hint = f"Write ({left}) {sign} ({right}), or {p.report.text(part.start, part.arrow + 1)} ({inner}){rest}."
    if len(hint) > _MAX_SHOWN:
        hint = "Put brackets around what belongs together."
    message = f"'{p.tokens[at]}' beside an arrow can be read in two ways: it joins what stands beside it, or both rules"
    p.report.fail("ambiguous-word", message, at, hint, "brackets")


def judge_nor(p: Parser, at: int) -> None:
    """Refuse ``¬A nor B``: neither of them, or NOR of ¬A and B."""
    if p.tokens[at].isalpha():
        message = "'nor' behind ¬ can be read in two ways: neither of the two holds, or ¬ denies the first alone"
        p.report.fail("ambiguous-nor", message, at, "Write ¬A ∧ ¬B, or ¬(¬A ∨ B).", "∧ or ∨")


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
