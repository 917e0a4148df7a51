"""Texts in the languages of provers: TPTP, LADR (Prover9) and SMT-LIB, with or without prose around them."""

from __future__ import annotations

import re
from typing import Final

from .diagnostics import Span
from .dialects import PROVER9, SMTLIB, TPTP, Dialect
from .headings import heading
from .markdown import FENCE, blank
from .prose import is_prose

_TPTP: Final = re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff|tcf|thf)[ \t]*\(")
_LADR: Final = re.compile(r"(?m)^[ \t]*(?:formulas|clauses)[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*\.")
_SMTLIB: Final = re.compile(
    r"(?m)^[ \t]*\([ \t]*(?:set-(?:logic|info|option)\b|declare-\w|define-\w|assert[\s(]|check-sat\b)"
    r"|\A\s*(?:;[^\n]*\n\s*)*\([ \t]*(?:push\b|pop\b|reset\b|(?:forall|exists)\s*\(\s*\(|=>)"
)
_SIGNS: Final = (
    (SMTLIB, ("assert", "check-sat", "declare-", "define-", "set-", "push", "(forall", "(exists", "(=>"), _SMTLIB),
    (TPTP, ("fof", "cnf", "tff", "tcf", "thf"), _TPTP),
    (PROVER9, ("formulas", "clauses"), _LADR),
)
"""The languages, each with words of which a text in it holds one, and the sign that it is in it."""
_TOKEN: Final = re.compile(
    r"%[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\\n]|\\.)*'?|\"(?:[^\"\\\n]|\\.)*\"?"
    r"|[()\[\]\n]|end_of_list|(?<![\w])(?:formulas|clauses)\b",
    re.S,
)
_SCRIPT: Final = re.compile(r";[^\n]*|\"(?:[^\"]|\"\")*\"?|\|[^|]*\|?|[()]|[^\s()\";|]+")
_CODE: Final = re.compile(r"[ \t]*(?:(?:fof|cnf|tff|tcf|thf|include)[ \t]*\(|%|/\*|[\w$]+[ \t]*\()")


def native(text: str, dialect: Dialect | None) -> tuple[Dialect, str, list[Span]] | None:
    """Return the language of a prover that a text is in, if it is in one.

    Args:
        text: the text.
        dialect: the dialect, if it is known.

    Returns:
        The dialect, the text with blanks for all prose around it, and where the prose stood.
    """
    kind = dialect if dialect is SMTLIB else None
    for one, words, sign in _SIGNS if dialect in (None, TPTP, PROVER9) else ():
        if one is (dialect or one) and any(word in text for word in words) and sign.search(text):
            kind = one
            break
    if kind is None:
        return None
    passed: list[Span] = []
    return kind, (_script(text, passed) if kind is SMTLIB else _statements(text, passed)), passed


def _script(text: str, passed: list[Span]) -> str:
    """Blank what stands outside all brackets of a script."""
    pieces, at, depth, position = [], 0, 0, 0
    while found := _SCRIPT.search(text, position):
        position = found.end()
        token = found.group()
        if token == "(":
            depth += 1
        elif token == ")":
            depth = max(0, depth - 1)
        elif depth == 0 and token[0] != ";":
            begins = text.rfind("\n", 0, found.start()) + 1 if not text[:1] else found.start()
            end = text.find("\n", begins)
            position = end = len(text) if end < 0 else end
            _pass(text, begins, end, passed)
            pieces += [text[at:begins], " " * (end - begins)]
            at = end
    return "".join(pieces) + text[at:]


def _statements(text: str, passed: list[Span]) -> str:
    """Blank the lines outside all statements that are prose, headings or fences."""
    pieces, at, depth, listed = [], 0, 0, False
    position = 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end]
        if depth <= 0 and not listed and not _CODE.match(line) and line.strip() and _outside(line):
            _pass(text, position, end, passed)
            pieces += [text[at:position], blank(line)]
            at = position = end
        while found := _TOKEN.search(text, position):
            token = found.group()
            position = found.end()
            if token == "\n":
                break
            if token in "([":
                depth += 1
            elif token in ")]":
                depth -= 1
            elif token == "end_of_list":
                listed, depth = False, 0
            elif token in ("formulas", "clauses"):
                listed = True
        else:
            break
    return "".join(pieces) + text[at:]


def _outside(line: str) -> bool:
    """Return whether a line is none of a problem file's."""
    bare = line.strip(" \t*#:_`>-=")
    return not bare or FENCE.match(line) is not None or is_prose(line) or bool(heading(bare).kind)


def _pass(text: str, begins: int, end: int, passed: list[Span]) -> None:
    line = text[begins:end].strip()
    if line.strip("`~ ") and not FENCE.match(line):
        passed.append(Span(begins, end))
