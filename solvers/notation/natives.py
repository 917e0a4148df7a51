"""Texts in the languages of provers: TPTP, LADR (Prover9) and SMT-LIB, alone or in one fence with prose around it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import blank
from .signs import DIALECTS, SMTLIB, Dialect

_SIGN: Final = re.compile(
    r"""\n[ \t]*(?:(?P<smtlib>\([ \t]*(?:assert\b|check-sat\b|declare-\w|define-\w|set-(?:logic|info|option)\b))
    |(?P<tptp>(?:fof|cnf|tff|tcf|thf)[ \t]*\()|(?P<prover9>(?:formulas|clauses)[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*\.))""",
    re.X,
)
"""By what a line, with the end of the one before it, is known to be in a language; a search for that end is quick."""
_FENCED: Final = re.compile(r"(?ms)^[ \t]*(```|~~~)[^`~\n]*$(.*?)^[ \t]*\1[`~ \t]*$")


class Native(NamedTuple):
    """A text in a prover's language.

    Attributes:
        dialect: the language.
        source: the text with blanks for what is no part of the problem.
        passed: where prose stood.
        said: what is wrong with where the problem stands.
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
    signs = (DIALECTS[match.lastgroup or ""] for match in _SIGN.finditer("\n" + text))
    kind = SMTLIB if dialect is SMTLIB else next((one for one in signs if dialect in (None, one)), None)
    if kind is None:
        return None
    fences = [m.span(2) for m in _FENCED.finditer(text) if _SIGN.search(text, *m.span(2))]
    if not fences:
        return Native(kind, text, [], [])
    begin, end = fences[-1]
    before, after = text[:begin], text[end:]
    said = []
    if _SIGN.search("\n" + before + after):
        what, hint = "the problem stands in several places: which of them is meant?", "Write it once, in one fence."
        said = [Diagnostic("several-problems", Level.ERROR, what, Span(begin, end), hint)]
    lines = re.finditer(r"(?m)^(?![ \t]*(?:```|~~~)).*\S", before + blank(text[begin:end]) + after)
    return Native(kind, blank(before) + text[begin:end] + blank(after), [Span(*m.span()) for m in lines], said)
