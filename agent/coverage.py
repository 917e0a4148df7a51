"""The text beside all formulas: sentences that no formula is about, and formulas that no sentence is behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Statement
from sorites.translators import Problem
from sorites.translators.sentences import split

from .wordings import plain, tokens

_SHARED: Final = 0.75
"""The share of the shorter one's words from which on a gloss is of a sentence, or of a part of it."""
_MOST: Final = 8
"""The most that one program is told of."""


def uncovered(problem: Problem, program: Program) -> Iterator[Diagnostic]:
    """Yield the sentences without a formula and the premises without a sentence.

    Nothing is said without a context, or if no premise has a gloss: then nobody can tell.
    """
    rules = [Statement(rule.formula, rule.gloss, rule.span) for rule in program.rules]
    glossed = [p for p in (*program.premises, *rules, *program.exceptions) if p.gloss]
    sentences = [sentence.text for sentence in split(problem.context)]
    if not sentences or not glossed:
        return
    given, told = ([_small(text) for text in texts] for texts in (sentences, (p.gloss for p in glossed)))
    asked = [_small(s.text) for s in split(problem.question)]
    pairs = zip(sentences, given, strict=True)
    missing = [s for s, small in pairs if small not in asked and not any(_alike(small, one) for one in told)]
    for sentence in missing[:_MOST]:
        hint = "Translate it, or say that it does not matter."
        yield Diagnostic("sentence-missing", Level.WARNING, f"no premise is of the sentence '{sentence}'", None, hint)
    whole = frozenset().union(*given)
    for premise, words in zip(glossed, told, strict=True):
        spans = len(words & whole) >= _SHARED * len(words)
        if not spans or not any(_alike(one, words) for one in given):
            hint = "Leave it out, or give the sentence of the text that it is of, word for word."
            message = f"no sentence of the text is behind the premise '{premise.gloss}'"
            yield Diagnostic("premise-invented", Level.WARNING, message, premise.span, hint)


def _small(text: str) -> frozenset[str]:
    return frozenset(map(plain, tokens(text)))


def _alike(sentence: frozenset[str], gloss: frozenset[str]) -> bool:
    """Return whether a gloss is of a sentence, of a part of it, or of several of which it is one."""
    least = min(len(sentence), len(gloss))
    return least > 0 and len(sentence & gloss) >= _SHARED * least
