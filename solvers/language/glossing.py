"""Where a line's formula ends and its gloss begins: behind a sign, in a bracket of its own, in LaTeX's text."""

from __future__ import annotations

import re
from typing import Final

from ..clock import check
from . import lexer
from .formulas import is_formula
from .prose import has_signs, is_prose
from .writer import one_line

_GLOSS: Final = re.compile(r"(?<!\\):::")
_COMMENT: Final = re.compile(
    r"(?:\s|(?<=[.)\]]))(?://+(?!\s*(?:∴|\\therefore))|::)\s*|\s*—\s*|\s+(?:#+|%+|--+)\s+|\s+[–-]\s+"
)
_CALCULATING: Final = ("-", "–", "%", "//")
"""Signs before a gloss that calculate elsewhere."""
_COMPARING: Final = re.compile(r"[<>=≤≥≠‹›]")
_LAST: Final = re.compile(r"(?:^|[.;,!?]\s+)([^.;!?]*\))\s*$")
"""What stands before a second sign of a gloss, behind a sentence."""
_COMPARED: Final = re.compile(r"(?<![<=-])[=<>≤≥≠]\s*[\w(][^=<>∧∨→↔⊕]*$")
_OPEN_END: Final = re.compile(r"(?:[∧∨→↔⊕¬=<>≤≥≠+*&|~,(\[{-]|\b(?:and|or|implies|iff|not|xor|then|if))\s*$")
_TEXT: Final = re.compile(r"\\text(?:rm|it)?\{([^{}]*)\}([\s).]*)$")
_GAPS: Final = ("\\qquad", "\\quad", "\\,", "\\;", "\\:", "\\ ")
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\Z")
_JOINING: Final = re.compile(
    r"(?i)\s*(?:and|or|if|iff|only|implies|then|unless|when|whenever|while|where|for|not|but|except|provided)\b"
)
"""How a text begins that says more than its formula."""
_REASON: Final = re.compile(
    r"(?i)[\[(]\s*((?:(?:a|the|an|by|from) )?(?:premises?|prem\.?|pr\.?|given|assumptions?|assumed|axioms?"
    r"|hypothes[ie]s|facts?|rules?|definitions?|conclusion|goal|negated conclusion)(?: ?\d{1,3})?"
    r"|(?:from|by|using|follows from|derived from) [^()\[\]]{0,40}\d[^()\[\]]{0,40}"
    r"|(?:not )?(?:true|false)|untrue|refuted|unknown|uncertain)\s*[\])][\s.]*$"
)
"""A bracket that says where a formula is from, or how it stands."""
_COLUMN: Final = re.compile(
    r"(?:\s{2,}|\t)((?:Pr|Prem|Ass|As|Hyp|Ax|premise|Premise|given|Given|assumption|Assumption)\.?)$"
)
"""What stands in a column of its own behind formulas."""


def gloss_at(body: str) -> int:
    """Return where ``:::`` parts a formula from its gloss; -1 for nowhere. A quoted name may hold an escaped one."""
    if "\\" not in body:
        return body.find(":::")
    found = _GLOSS.search(body)
    return found.start() if found else -1


def behind(gloss: str) -> str:
    """Return the formula that stands in a gloss behind a sentence, as another one on the line; empty if none does."""
    if (cut := gloss_at(gloss)) > 0 and (found := _LAST.search(gloss[:cut])) and is_formula(found.group(1)):
        return found.group(1)
    if ";" in gloss:
        rest = gloss.rpartition(";")[2].strip()
        if "(" in rest and not is_prose(rest) and is_formula(rest):
            return rest
    return ""


def commented(body: str, start: int, text: str) -> tuple[str, str]:
    """Part a line's formula from the comment or gloss behind it."""
    if (at := body.rfind("\\text")) > 0 and (told := _in_latex(body, at)) is not None:
        return told
    for found in _COMMENT.finditer(body):
        check()  # each looks through all that stands before it
        left, mark = body[: found.start()], found.group().strip()
        if not left.strip() or _OPEN_END.search(left[-12:]) or left.count('"') % 2:
            continue
        rest = body[found.end() :]
        if any(left.count(opening) > left.count(closing) for opening, closing in ("()", "[]", "{}")):
            continue  # what begins in a bracket ends in it
        if mark in _CALCULATING and (_COMPARED.search(left) or _COMPARING.search(rest)) and not is_prose(rest):
            continue  # it may calculate
        if mark in ("-", "–") and not _is_glossed(left, rest):
            continue
        if mark and mark[0] == "-" and mark != "-" and has_signs(rest) and not is_prose(rest):
            continue
        return left, one_line(text[start + found.end() : start + len(body)])
    return body, ""


def justified(body: str) -> tuple[str, str]:
    """Part a line's formula from what says where it is from: ``Q(a) [from 1, 2]``, ``Q   Pr.``."""
    bare = body.rstrip(" .")
    last = bare[-1:]
    if last in ("]", ")"):
        at = max(bare.rfind(" ["), bare.rfind(" ("))
        if at > 0 and (found := _REASON.match(body, at + 1)):
            left = body[:at].rstrip()
            apart = left[-1:] in (")", "]") or bare[at + 1] == "[" or len(left) < at
            if apart and _is_whole(left):
                return left, one_line(found.group(1))
    elif (found := _COLUMN.search(body.rstrip(), max(0, len(bare) - 16))) and _is_whole(body[: found.start()].rstrip()):
        return body[: found.start()].rstrip(), found.group(1)
    return body, ""


def _in_latex(body: str, at: int) -> tuple[str, str] | None:
    """Part a formula from a text of LaTeX's behind it: a bracket behind a name holds its arguments instead."""
    found = _TEXT.match(body, at)
    if found is None or _JOINING.match(found.group(1)):
        return None
    left, apart = _ungapped(body[:at])
    if left[-1:] == "(" and left[-2:] != "\\(" and ")" in found.group(2):
        left, before = _ungapped(left[:-1])
        apart = apart or before
    said = one_line(found.group(1)).strip("()[]")
    # Without a gap as wide as a word, only what follows a bracket can be no part of the formula.
    behind = left[-1:] in (")", "]") and len(said.split()) > 1
    return (left, said) if left and (apart or behind) and _is_whole(left) else None


def _ungapped(left: str) -> tuple[str, bool]:
    """Return a text without the gaps at its end, and whether one of them is as wide as a word."""
    apart = False
    while True:
        left = left.rstrip()
        gap = next((gap for gap in _GAPS if left.endswith(gap.rstrip())), "")
        if not gap:
            return left, apart
        apart = apart or "quad" in gap
        left = left[: -len(gap.rstrip())]


def _is_whole(left: str) -> bool:
    """Return whether a formula may end at the end of a text: no bracket is open, and no sign waits for a side."""
    if _OPEN_END.search(left[-12:]) or any(left.count(a) > left.count(b) for a, b in ("()", "[]", "{}")):
        return False
    command = _COMMAND.search(left[-20:])
    return command is None or lexer.KINDS.get(command.group(), "true") in ("true", "false")


def _is_glossed(left: str, rest: str) -> bool:
    """Return whether a dash between a formula and what follows begins a gloss, and is no minus."""
    behind = _COMMENT.search(rest)
    words = (rest[: behind.start()] if behind else rest).split()
    if has_signs(rest) or not has_signs(left) or len(words) < 2 or words[0][0].isdigit():
        return False
    return _COMPARED.search(left) is None or is_prose(" ".join(words))
