"""What stands around sentences: bullets, numbers, headings, what leads to a question; and which words are names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..sentences import Sentence, split
from .vocabulary import forms_of
from .vocabulary.closed import FUNCTION_WORDS, NAMES_TOO
from .vocabulary.lists import SHAPES

_LABEL: Final = re.compile(SHAPES["LABEL"])
"""Bullets, numbers and the like before a sentence."""
_NUMBER: Final = re.compile(r"\(?\d{1,3}[.)]")
_HEADING: Final = re.compile(r"[^.!?]{1,60}:")
_ANNOUNCES: Final = re.compile(SHAPES["ANNOUNCES"])
"""What only says that something follows."""
_LEAD: Final = re.compile(SHAPES["LEAD"])
_TAG: Final = re.compile(SHAPES["TAG"])
_CAPITAL: Final = re.compile(r"(?<![.!?:\"“]\s)(?<!^)(?<!\n)\b([A-Z][\w-]*)")
_FIRST: Final = re.compile(r"(?:^|[.!?:\n]\s*)([A-Z][\w-]*)\s+([\w']+)")
_SMALL: Final = re.compile(r"\b[a-z][\w-]*")


def sentences_of(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text without bullets, numbers, headings and what only announces others."""
    for sentence in split(text):
        body, start = sentence.text, sentence.start
        if (cut := _LABEL.match(body)) is not None:
            body, start = body[cut.end() :], start + cut.end()
        if body and not any(p.fullmatch(body) for p in (_NUMBER, _HEADING, _ANNOUNCES)):
            yield Sentence(body, start)


def bare_question(question: str) -> str:
    """Return a question without what leads to it (``Is the following statement true or false?``) and its tag."""
    text = question
    while (lead := _LEAD.match(text)) and lead.end() < len(text):
        text = text[lead.end() :]
    return _TAG.sub("?", text)


def names_of(context: str, question: str) -> frozenset[str]:
    """Return the words, in small letters, that are names, as capitals within sentences show.

    A word that nobody knows and that looks like a plural (``Lars``) is one, too, if nothing in the text
    speaks of one of them, or of several.
    """
    found = {w.lower() for text in (context, question) for w in _CAPITAL.findall(text)}
    text = f"{context}\n{question}"
    small = set(_SMALL.findall(text))
    for word, after in _FIRST.findall(text):
        low = word.lower()
        plural = after in {"are", "were", "have", "do"}
        if low.endswith("s") and not plural and not forms_of(word) and not small & {low, low[:-1], low[:-2]}:
            found.add(low)
    return frozenset(found - (FUNCTION_WORDS - NAMES_TOO) - {"i"})
