"""Stretches of a sentence: what rules look at, what they remember, and what a reading lacked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, TypeVar

from . import lexicon as lex
from .morphology import third_person, verb
from .tree import Join, Says, Verbal
from .words import Word

T = TypeVar("T")
MAX_WORDS: Final = 80
POSSIBILITY: Final = "a statement, not a possibility"
_BEFORE_BOTH: Final = frozenset(
    "but and or not never maybe perhaps possibly even he she they it did does do can could will always , (".split()
)
_AFTER_BOTH: Final = frozenset(
    "happened happen happens are were be is true things could will may might would occur occurred did of them those "
    "this week today that can hold at once the same time apply".split()
)
BREAKS: Final = frozenset(",;:()") | lex.CONJUNCTIONS | lex.RELATIVE
FINITE: Final = lex.BE | lex.DO | lex.HAVE | lex.MODALS | lex.MAYBE


def once(rule: Callable[..., T]) -> Callable[..., T]:
    """Remember what a rule made of a stretch."""

    def remembered(self: Stretches, *stretch: Any) -> T:
        key = (rule.__name__, *stretch)
        if key not in self.known:
            self.known[key] = None  # a rule that comes back to its own stretch finds nothing there
            self.known[key] = rule(self, *stretch)
        found: T = self.known[key]
        return found

    return remembered


class Stretches(ABC):
    """A sentence and what was made of its stretches.

    Args:
        words: the sentence.
        names: words that are names even where a sentence begins with them.
    """

    def __init__(self, words: tuple[Word, ...], names: frozenset[str]) -> None:
        self.words = words
        self.low = [w.low for w in words]
        self.names = names
        self.bound: list[str] = []
        self.known: dict[tuple[Any, ...], Any] = {}
        self.furthest = 0
        self.expected = "a sentence"
        self.sure = False

    def miss(self, at: int, expected: str, *, surely: bool = False) -> None:
        """Note what a reading lacked, for the message if there is none at all.

        Args:
            at: the word.
            expected: what should stand there.
            surely: no other reading can help.
        """
        if surely or (at >= self.furthest and not self.sure):
            self.furthest, self.expected, self.sure = at, expected, surely

    def is_auxiliary(self, k: int) -> bool:
        """Return whether a word is an auxiliary, or one of a pair of verb phrases begins there."""
        return self.low[k] in FINITE or self.low[k] in {"either", "neither", "both"}

    def begins_verb(self, k: int, *, strong: bool) -> bool:
        """Return whether a verb phrase may begin at a word."""
        low = self.low[k]
        if self.is_auxiliary(k):
            return True
        if low in lex.ADVERBS or low in lex.NEGATIVE:
            return k + 1 < len(self.low) and self.begins_verb(k + 1, strong=strong)
        base = verb(low)
        if base is not None and (base == low or not low.endswith("ing")):
            return not (strong and base in lex.NOUNS_TOO)
        if strong or base is not None or not low.endswith("s") or k + 1 == len(self.low) or low in BREAKS:
            return False
        return not (k and self.words[k].capital and self.low[k - 1] == "," and self.low[k + 1] in {",", "and", "or"})

    def is_verb(self, k: int, j: int) -> bool:
        """Return whether a word within a phrase can only be a verb: ``chases``, but not ``through blossoms``."""
        if k + 1 == j or third_person(self.low[k]) in {None, *lex.NOUNS_TOO}:
            return False
        return k == 0 or self.low[k - 1] not in lex.PREPOSITIONS

    def start_of(self, i: int) -> int:
        """Return where the head of a verb phrase stands: behind adverbs."""
        while i < len(self.low) - 1 and self.low[i] in lex.ADVERBS:
            i += 1
        return i

    def ending(self, i: int, j: int) -> tuple[int, Join | None]:
        """Return where a stretch ends without ``but not both`` or ``or both``, and what that says."""
        low = self.low
        stop = j - 1 if low[j - 1] == ")" else j
        both = next((k for k in range(stop - 1, max(i, stop - 5), -1) if low[k] == "both"), 0)
        if not both or not all(w in _AFTER_BOTH for w in low[both + 1 : stop]):
            return j, None
        start = both
        while start > i and low[start - 1] in _BEFORE_BOTH:
            start -= 1
        said = set(low[start:both])
        if start == i or not said & {"not", "never", "or", "maybe", "perhaps", "possibly", ",", "("}:
            return j, None
        return start, Join.XOR if said & {"not", "never"} else Join.OR

    @abstractmethod
    def verbal(self, i: int, j: int) -> Verbal | None:
        """Read a verb phrase."""

    @abstractmethod
    def says(self, base: str | None, head: int, i: int, j: int) -> Says | None:
        """Read what stands behind a verb."""
