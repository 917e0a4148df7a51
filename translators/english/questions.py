"""Questions as statements: ``Is Anne kind?`` asks whether Anne is kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ..sentences import Sentence, split
from . import lexicon as lex
from .words import Word, words_of

_LEAD: Final = re.compile(
    r"""(?ix) ^ \s* (?:
      .*? \b (?:following|this) \s (?:statement|sentence|conclusion|claim) \b [^?:]* [?:] \s*
    | (?: true \s or \s false | true,? \s false,? \s or \s (?:uncertain|unknown) ) \s* [?:.]? \s*
    | .*? \b answer \s+ (?: with \s+ )? yes \s or \s no \s* [:.]? \s*
    | (?: based \s on | given | according \s to | from ) \s [^,?]*
      (?:information|context|text|premises|facts|rules|above) [^,?]* , \s*
    ) (?=\S)"""
)
_THAT: Final = re.compile(
    r"""(?ix) ^ (?: so,? \s+ | therefore,? \s+ )?
    (?: (?: is \s it | does \s it \s follow | can \s (?:we|you|one|it \s be)
          | may \s we | could \s we | do \s we | should \s we
          | does \s (?:it|this|that) | would \s (?:it|this|that) | is \s this | will \s it )
        \b [^?]*? \b (?: that | to \s say ) \s+
      | (?: can | could | may | do | should ) \s (?: we | you | one ) \s
        (?: conclude | infer | deduce | derive | say | assume ) \s+ (?! from \b ) )"""
)
_OTHER: Final = ("other", "than")
_QUESTION_VERBS: Final = lex.BE | lex.DO | lex.HAVE | lex.MODALS


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks, in clauses that the grammar reads.

    Attributes:
        given: statements that the question takes to hold, such as its condition.
        orders: the words of the statement whose truth is asked, in every order that the
            question may stand for.
        text: the statement or question itself.
    """

    given: tuple[tuple[Word, ...], ...]
    orders: tuple[tuple[Word, ...], ...]
    text: str


def asked(question: str) -> Asked:
    """Return what a question asks."""
    text = question.strip()
    while (lead := _LEAD.match(text)) and lead.end() < len(text):
        text = text[lead.end() :]
    sentences = split(text) or [Sentence(text, 0)]
    *before, last = [s.text for s in sentences]
    given = [words_of(s) for s in before]
    words = words_of(last)
    if match := _THAT.match(last):
        return _asked(given, words_of(last[match.end() :]), last)
    if not last.rstrip().endswith("?"):
        return Asked(tuple(given), (words,), last)
    return _asked(given, words, last)


def _asked(given: list[tuple[Word, ...]], words: tuple[Word, ...], text: str) -> Asked:
    """Take the condition off a question, and put its subject first."""
    words = tuple(w for w in words if w.low not in {"?"})
    low = [w.low for w in words]
    if low[:1] == ["for"] and "," in low and low.index(",") + 1 < len(low):
        comma = low.index(",")
        return Asked(tuple(given), tuple(words[: comma + 1] + o for o in _orders(words[comma + 1 :])), text)
    for k in range(1, len(low) - 2):
        begins = k + 1 + (low[k] == "," and low[k + 1] == "then")
        if low[k] not in {",", "then"} or low[begins] not in _QUESTION_VERBS | {"does"}:
            continue
        condition = words[1:k] if low[0] in {"if", "when", "given", "since", "suppose"} else words[:k]
        if low[0] == "given" and low[1] == "that":
            condition = words[2:k]
        return Asked((*given, condition), _behind_that(words[begins:]), text)
    if low and low[0] not in _QUESTION_VERBS and "if" in low:
        return Asked(tuple(given), (words,), text)
    for k in range(2, len(low) - 2):  # Is Anne kind if she is nice?
        if low[k] in {"if", "when", "given"} and low[0] in _QUESTION_VERBS:
            begins = k + 1 + (low[k + 1] == "that")
            return Asked((*given, words[begins:]), _orders(words[:k]), text)
    return Asked(tuple(given), _orders(words), text)


def _behind_that(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], ...]:
    """Return what ``does it follow that …`` asks, or the orders of another question's words."""
    match = _THAT.match(" ".join(w.text for w in words))
    if match is None:
        return _orders(words)
    return (words[len(match.group().split()) :],)


def _orders(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], ...]:
    """Return a question's words with the verb behind each place where the subject may end."""
    while words and words[0].low in {"then", ",", "so", "and"}:
        words = words[1:]
    if not words or words[0].low not in _QUESTION_VERBS:
        return (words,)
    first, rest = words[0], words[1:]
    shift = len(rest)
    excepting = (k for k in range(shift - 1) if rest[k].low == "except" or (rest[k].low, rest[k + 1].low) == _OTHER)
    begins = min(next(excepting, -2) + 3, shift)  # the subject goes on to who is excepted
    return tuple((*rest[:k], first, *rest[k:]) for k in range(begins, shift + 1))[: max(shift, 1)]
