"""What an answer of a model states: its sentences, without the marks of Markdown."""

from __future__ import annotations

import re
from typing import Final

from sorites.translators.sentences import split

_FENCE: Final = re.compile(r"\s*(?:```|~~~|(?:[-*_]\s*){3,}$)")
_MARKS: Final = re.compile(r"^\s*(?:>\s*|#{1,6}\s+|[-*+•–]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|\(?[a-z]\)\s+)+")
"""What Markdown has before a line: quotes, headings and lists."""
_EMPHASIS: Final = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_CODE: Final = re.compile(r"`+([^`]+)`+")
_QUOTES: Final = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»"}
_OPENING: Final = re.compile(
    r"^((?i:yes|no|well|so|right|correct|indeed|sure|therefore|thus|hence))(?:\s*[,:;—]\s*|\s+[–-]\s+)(?=\S)"
)
"""Words that open an answer and claim nothing that the rest of it does not."""


def stated(answer: str) -> list[str]:
    """Return the sentences of an answer, without questions.

    Args:
        answer: the answer, in Markdown.
    """
    return [one for one in sentences_of(answer) if not one.endswith("?")]


def sentences_of(answer: str) -> list[str]:
    """Return all sentences of an answer, without marks, and words that only open it.

    Args:
        answer: the answer, in Markdown.
    """
    return [sentence for sentence, _ in opened(answer)]


def opened(answer: str) -> list[tuple[str, str]]:
    """Return all sentences of an answer as ``sentences_of`` does, each with the word that opened it, in lower case.

    Args:
        answer: the answer, in Markdown.
    """
    lines = [_bare(line) for line in answer.splitlines() if not _FENCE.match(line)]
    return [one for one in map(_plain, (each.text for each in split("\n".join(lines)))) if one[0]]


def _bare(line: str) -> str:
    """Return a line without the marks of Markdown before it, emphasis and code marks."""
    return _EMPHASIS.sub(r"\2", _CODE.sub(r"\1", _MARKS.sub("", line)))


def _plain(sentence: str) -> tuple[str, str]:
    """Return a sentence without quotation marks around it and words that only open an answer, with a full stop.

    With it comes the word that opened it, if any.

    What is behind an opening *No* is a claim like any other: "No, Anne is not nice." says that she is not.
    """
    bare = sentence
    if len(bare) > 1 and _QUOTES.get(bare[0]) in {bare[-1], *bare[-2:-1]} and bare[0] not in bare[1:-2]:
        end = bare[-1] if bare[-1] in ".!" else ""
        bare = bare[1 : -2 if end else -1].strip() + end
    match = _OPENING.match(bare)
    opening = match.group(1).casefold() if match else ""
    rest = bare[match.end() :] if match else bare
    bare = rest[:1].upper() + rest[1:] if match else bare
    whole = not bare or bare[-1] in ".!?" or not any(c.isalnum() for c in bare)
    return bare if whole else f"{bare.rstrip(':;,')}.", opening
