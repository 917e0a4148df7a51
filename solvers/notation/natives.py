"""Texts in the languages of provers: TPTP, LADR (Prover9) and SMT-LIB, alone or in one fence with prose around it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import blank
from .signs import PROVER9, SMTLIB, TPTP, Dialect

_SIGNS: Final = (
    (
        SMTLIB,
        ("assert", "check-sat", "declare-", "define-", "set-", "push", "pop"),
        re.compile(
            r"(?m)^[ \t]*\([ \t]*(?:set-(?:logic|info|option)\b|declare-\w|define-\w|assert[\s(]|check-sat\b)"
            r"|\A\s*(?:;[^\n]*\n\s*)*\([ \t]*(?:push\b|pop\b)"
        ),
    ),
    (TPTP, ("fof", "cnf", "tff", "tcf", "thf"), re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff|tcf|thf)[ \t]*\(")),
    (PROVER9, ("formulas", "clauses"), re.compile(r"(?m)^[ \t]*(?:formulas|clauses)[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*\.")),
)
"""By what a text is known to be in a language, and words without which it is in none."""
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
    kind, sign = None, None
    for language, words, form in _SIGNS:
        if dialect in (None, language) and any(map(text.__contains__, words)) and form.search(text):
            kind, sign = language, form
            break
    if dialect is SMTLIB:
        kind, sign = SMTLIB, _SIGNS[0][2]
    if kind is None or sign is None:
        return None
    fences = [m.span(2) for m in _FENCED.finditer(text) if sign.search(text, *m.span(2))] if text.count("\n") else []
    if not fences:
        return Native(kind, text, [], [])
    begin, end = fences[-1]
    before, after = text[:begin], text[end:]
    said = []
    if sign.search(before) or sign.search(after):
        what, hint = "the problem stands in several places: which of them is meant?", "Write it once, in one fence."
        said = [Diagnostic("several-problems", Level.ERROR, what, Span(begin, end), hint)]
    lines = re.finditer(r"(?m)^(?![ \t]*(?:```|~~~)).*\S", before + blank(text[begin:end]) + after)
    return Native(kind, blank(before) + text[begin:end] + blank(after), [Span(*m.span()) for m in lines], said)
