"""A game's text cut into its sentences, with the labels of its rules; and what these say of the game as such."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sorites.solvers.logic.diagnostics import Span

from .phrases import SHAPES

_NAME: Final = r"(?:[Rr]ule ?#?(?P<rule>\d+|[A-Z])|R(?P<short>\d+))"
_INLINE: Final = r"(?:\*\*)?(?:[Rr]ule ?#?(?:\d+|[A-Z])|R\d+) ?(?:\*\*)?:\s"
_LABEL: Final = re.compile(SHAPES["LABEL_OF_A_RULE"])
_END: Final = re.compile(SHAPES["END"])
_ENUMERATOR: Final = re.compile(r"\W*(?:\d{1,2}|[Rr]ule ?#?(?:\d+|[A-Z])|R\d+)\**[.):]\**\s*")
_GOES_ON: Final = re.compile(r"(?:[Tt]hen|[Yy]ou can (?:also |then )?(?:certainly )?conclude|In (?:that|this) case)\b")
_SUBJECT: Final = re.compile(SHAPES["SUBJECT"])
_NO_NOUN: Final = re.compile(SHAPES["NO_NOUN"])
_SPEAKS_OF_THE_GAME: Final = frozenset(SHAPES["SPEAKS_OF_THE_GAME"].split())
_SAYS_NOTHING: Final = _SPEAKS_OF_THE_GAME.union(SHAPES["SAYS_NOTHING"].split())
_ANSWERS: Final = frozenset(SHAPES["ANSWERS"].split())
_ALSO_OF_ANSWERS: Final = _SAYS_NOTHING | _ANSWERS | frozenset("abcde")
_INSTRUCTIONS: Final = re.compile(SHAPES["INSTRUCTIONS"])
"""What tasks say of how all rules are to be taken, which is how they are taken here."""
_WORD: Final = re.compile(r"[^\W_]+(?:'\w+)?")
_RULE: Final = re.compile(r"(?i)\brule ?#?\d+\b")
_PREFERRED: Final = re.compile(SHAPES["PREFERRED"])


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, or a line that is none.

    Attributes:
        text: its words, without a label; a name of two words is joined by ``_``.
        start: where it begins in the text.
        end: where it ends.
        label: what it is called as a rule, such as ``Rule3``; empty if it is not called so.
    """

    text: str
    start: int
    end: int
    label: str = ""

    @property
    def span(self) -> Span:
        """Its place."""
        return Span(self.start, self.end)


def pieces_of(text: str, start: int = 0) -> list[Piece]:
    """Return the sentences of a text, in order; none is lost.

    Args:
        text: some lines.
        start: where they begin in the whole text.
    """
    found: list[Piece] = []
    for begin, end in _cuts(text):
        label = _LABEL.match(text, begin, end)
        at = label.end() if label is not None else begin
        words = " ".join(text[at:end].split())
        if not re.search(r"\w", words):
            continue
        if found and _GOES_ON.match(words) and not (label and (label["rule"] or label["short"])):
            last = found.pop()
            words, begin = f"{last.text} {words}", last.start - start
            name = last.label
        else:
            key = (label["rule"] or label["short"] or "") if label is not None else ""
            name = f"Rule{key}" if key else ""
            begin += len(text[begin:at]) - len(text[begin:at].lstrip())
        found.append(Piece(words, begin + start, end + start, name))
    return found


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for match in _END.finditer(text):
        end = match.start() + len(match.group().rstrip())
        if _ENUMERATOR.fullmatch(text, begin, end):
            continue  # the dot of a number
        if end > begin:
            yield begin, end
        begin = match.end()
    if text[begin:].strip():
        yield begin, len(text.rstrip())


def double_names(text: str) -> frozenset[str]:
    """Return the names of two words in a text, such as ``polar bear`` in *the polar bear sings*.

    Args:
        text: the whole text.
    """
    found = (match.group(1) for match in _SUBJECT.finditer(text))
    return frozenset(name for name in found if not any(_NO_NOUN.fullmatch(word) for word in name.split()))


@lru_cache(maxsize=200)
def _joiner(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(sorted(names))})\b")


def joined(text: str, names: frozenset[str]) -> str:
    """Return a text in which names of two words are one word each.

    Args:
        text: some words.
        names: the names.
    """
    return _joiner(names).sub(lambda m: m.group().replace(" ", "_"), text) if names else text


def says_nothing(text: str, *, of_answers: bool = False) -> bool:
    """Return whether a sentence has words about the game as such alone, and so says nothing of an animal.

    Args:
        text: the sentence.
        of_answers: it may also speak of the answers that one may give.
    """
    if _INSTRUCTIONS.fullmatch(text.strip().rstrip(".")):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    known = _ALSO_OF_ANSWERS if of_answers else _SAYS_NOTHING
    return words <= known and (of_answers or bool(words & _SPEAKS_OF_THE_GAME) or text.rstrip().endswith(":"))


def mentions_rule(text: str) -> bool:
    """Return whether a sentence speaks of a rule by its number."""
    return _RULE.search(text) is not None


def preferences_of(text: str) -> list[tuple[str, str]] | None:
    """Return which rules a sentence prefers to which; ``None`` if it says anything else.

    Args:
        text: the sentence, such as ``Rule1 is preferred over Rule2 and Rule3.``
    """
    found = _PREFERRED.fullmatch(text.strip().rstrip("."))
    if found is None:
        return None
    one, *others = (f"Rule{number}" for number in re.findall(r"\d+", found.group()))
    return [(one, other) for other in others]
