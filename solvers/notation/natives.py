"""Texts in the languages of provers: TPTP, LADR (Prover9) and SMT-LIB, with or without prose around them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import FENCE, blank
from .headings import heading
from .prose import is_prose
from .signs import PROVER9, SMTLIB, TPTP, Dialect

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
_TITLE: Final = re.compile(r"[A-Z][\w ]*:")
_FENCES: Final = re.compile(r"(?m)^[ \t]*(?:```+|~~~+)[^`~\n]*$")
_PARTS: Final = {
    SMTLIB.name: (re.compile(r"\(\s*check-sat\b"), re.compile(r"\(\s*assert\b")),
    TPTP.name: (re.compile(r",\s*(?:negated_)?conjecture\s*,"), re.compile(r",\s*(?:axiom|hypothesis)\s*,")),
    PROVER9.name: (re.compile(r"\(\s*goals\s*\)"), re.compile(r"\(\s*(?:assumptions|sos|usable)\s*\)")),
}
"""The signs of a goal and of premises in each language."""
_CODE: Final = re.compile(r"[ \t]*(?:(?:fof|cnf|tff|tcf|thf|include)[ \t]*\(|%|/\*|[\w$]+[ \t]*\()")


class Native(NamedTuple):
    """A text in a prover's language.

    Attributes:
        dialect: the language.
        source: the text with blanks for what is no part of the problem.
        passed: where prose stood.
        said: what is to be said of a choice between problems.
    """

    dialect: Dialect
    source: str
    passed: list[Span]
    said: list[Diagnostic]


def native(text: str, dialect: Dialect | None) -> Native | None:
    """Return the problem in the language of a prover that a text holds, if it is in one.

    Args:
        text: the text.
        dialect: the dialect, if it is known.
    """
    kind = dialect if dialect is SMTLIB else None
    for one, words, sign in _SIGNS if dialect in (None, TPTP, PROVER9) else ():
        if one is (dialect or one) and any(word in text for word in words) and sign.search(text):
            kind = one
            break
    if kind is None:
        return None
    passed: list[Span] = []
    chosen, said = _last_problem(text, kind)
    return Native(kind, (_script if kind is SMTLIB else _statements)(chosen, passed), passed, said)


def _last_problem(text: str, kind: Dialect) -> tuple[str, list[Diagnostic]]:
    """Blank all but the last of several whole problems, each in a fence of its own."""
    fences = list(_FENCES.finditer(text)) if text.count("```") + text.count("~~~") > 3 else []
    goal, premise = _PARTS[kind.name]
    inner = [(one.end(), two.start()) for one, two in zip(fences[::2], fences[1::2], strict=False)]
    whole = [(begin, end) for begin, end in inner if goal.search(text, begin, end) and premise.search(text, begin, end)]
    if len(whole) < 2:
        return text, []
    message = f"the text holds {len(whole)} problems; the last one is read, number {len(whole)}"
    begin, end = whole[-1]
    first = begin + len(text[begin:end]) - len(text[begin:end].lstrip())
    said = Diagnostic("several-problems", Level.WARNING, message, Span(first, end), "Give one problem a text.")
    for other, until in whole[:-1]:
        text = text[:other] + blank(text[other:until]) + text[until:]
    return text, [said]


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
    if not bare or FENCE.match(line) is not None or _TITLE.fullmatch(line.strip()):
        return True
    return is_prose(line) or bool(heading(bare).kind)


def _pass(text: str, begins: int, end: int, passed: list[Span]) -> None:
    line = text[begins:end].strip()
    if line.strip("`~ ") and not FENCE.match(line):
        passed.append(Span(begins, end))
