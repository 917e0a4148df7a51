"""Texts in the languages of provers: TPTP, LADR (Prover9) and SMT-LIB, with or without prose around them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import FENCE, blank
from .headings import heading
from .prose import is_prose
from .signs import PROVER9, SMTLIB, TPTP, Dialect

_SIGNS: Final = {
    SMTLIB.name: re.compile(
        r"(?m)^[ \t]*\([ \t]*(?:set-(?:logic|info|option)\b|declare-\w|define-\w|assert[\s(]|check-sat\b)"
        r"|\A\s*(?:;[^\n]*\n\s*)*\([ \t]*(?:push\b|pop\b|reset\b)"
    ),
    TPTP.name: re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff|tcf|thf)[ \t]*\("),
    PROVER9.name: re.compile(r"(?m)^[ \t]*(?:formulas|clauses)[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*\."),
}
"""By what a text is known to be in a language."""
_PROBLEM: Final = {
    SMTLIB.name: re.compile(r"(?s)\(\s*assert\b.*\(\s*check-sat\b"),
    TPTP.name: re.compile(r"(?s),\s*(?:axiom|hypothesis)\s*,.*,\s*(?:negated_)?conjecture\s*,"),
    PROVER9.name: re.compile(r"(?s)\(\s*(?:assumptions|sos|usable)\s*\).*\(\s*goals\s*\)"),
}
"""What a whole problem has: premises, and a goal behind them."""
_FENCED: Final = re.compile(r"(?ms)^[ \t]*(```|~~~)[^`~\n]*$(.*?)^[ \t]*\1[`~ \t]*$")
_HIDDEN: Final = {
    SMTLIB.name: re.compile(r";[^\n]*|\"[^\"]*\"?|\|[^|]*\|?"),
    TPTP.name: re.compile(r"(?s)%[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\\n]|\\.)*'?|\"(?:[^\"\\\n]|\\.)*\"?"),
    PROVER9.name: re.compile(r"(?s)%BEGIN.*?(?:END%|\Z)|%[^\n]*|\"[^\"]*\""),
}
"""Comments and quotations."""
_TOKEN: Final = re.compile(r"[()\[\]]|\bend_of_list\b|\b(?:formulas|clauses)\b")
_LEVELS: Final = {"(": 1, "[": 1, ")": -1, "]": -1, "formulas": 1000, "clauses": 1000, "end_of_list": -(10**9)}
_TITLE: Final = re.compile(r"[^()\[\]]*:\s*")


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
    kinds = [one for one in (SMTLIB, TPTP, PROVER9) if dialect in (None, one)]
    kind = next((one for one in kinds if _SIGNS[one.name].search(text)), dialect if dialect is SMTLIB else None)
    if kind is None:
        return None
    said, passed, pieces = list[Diagnostic](), list[Span](), list[str]()
    fences = [m.span(2) for m in _FENCED.finditer(text)] if text.count("```") + text.count("~~~") > 3 else []
    whole = [span for span in fences if _PROBLEM[kind.name].search(text, *span)]
    source = text
    if len(whole) > 1:
        message = f"the text holds {len(whole)} problems; the last one is read, number {len(whole)}"
        said = [Diagnostic("several-problems", Level.WARNING, message, Span(*whole[-1]), "Give one problem a text.")]
        for begin, end in whole[:-1]:
            source = source[:begin] + blank(source[begin:end]) + source[end:]
    level, at = 0, 0
    for line, bare in zip(source.split("\n"), _HIDDEN[kind.name].sub(_blanked, source).split("\n"), strict=True):
        outside = level == 0 and bare.strip() != "" and _outside(line, kind)
        pieces.append(blank(line) if outside else line)
        if outside and line.strip("`~ \t\r") and not FENCE.match(line.rstrip()):
            passed.append(Span(at, at + len(line.rstrip())))
        for found in _TOKEN.finditer("" if outside else bare):
            level = max(0, level + _LEVELS[found.group()])
        at += len(line) + 1
    return Native(kind, "\n".join(pieces), passed, said)


def _blanked(found: re.Match[str]) -> str:
    return blank(found.group())


def _outside(line: str, kind: Dialect) -> bool:
    """Return whether a line, which begins outside all brackets and lists, is none of a problem file's."""
    if kind is SMTLIB:
        return line.lstrip()[:1] not in "(;)"
    if re.match(r"\s*[\w$]+ ?\(", line):
        return False
    bare = line.strip(" \t\r*#:_`>-=")
    fenced = FENCE.match(line.rstrip()) is not None or _TITLE.fullmatch(line.strip()) is not None
    return not bare or fenced or is_prose(line) or bool(heading(bare).kind)
