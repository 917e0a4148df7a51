"""Adjectives, adverbs, prepositions and measures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..vocabulary import opposite
from ..vocabulary.classes import DEFAULT_ADVERBS, DIMENSIONS, FREQUENCY_ADVERBS, OPAQUE_ADJECTIVES, PRIVATIVE
from ..vocabulary.closed import PREPOSITIONS
from ..vocabulary.lists import SHAPES, listed, listed_phrases
from .amounts import Amounts, beginning
from .chart import rule
from .corners import Kind, begun_by
from .rules import phrases_of
from .tree import Adjective
from .words import COMPOUNDS, LIVING, SPOKEN

_TIMES: Final = SHAPES["TIMES"]
_TIME: Final = re.compile(_TIMES)
_BEGINS_TIME: Final = frozenset(re.findall(r"[a-z]+", _TIMES))
"""Words that a phrase of time may begin with, and others."""
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth")
_CONDITIONS: Final = listed_phrases("CONDITIONS")
"""What something hangs on, if it stands before it: no rule reads it as an argument."""
_NOT_ADVERBS: Final = listed("NOT_ADVERBS")
_DEGREES: Final = frozenset("very somewhat quite rather fairly extremely really slightly".split())
"""How much of something there is: with one, an adjective says more than without it."""
_NO_ROLES: Final = listed("NO_ROLES")
"""First words of prepositions that name no relation."""
_PREPOSITIONS: Final = phrases_of(
    *(
        words
        for words in sorted((tuple(p.split()) for p in PREPOSITIONS - _CONDITIONS), key=len, reverse=True)
        if words[0] not in _NO_ROLES
    )
)


COLOURS: Final = frozenset("red blue green yellow black white brown grey gray orange pink purple".split())
"""Nothing is of two of these, and what is painted one of them becomes so."""
_EXCLUDING: Final = tuple(frozenset(pair.split()) for pair in ("male female", "dead alive", "married single"))


def _exclude(one: str, other: str) -> bool:
    """Return whether nothing is as both adjectives say, so that some are as one says and some as the other."""
    scales = DIMENSIONS.get(one), DIMENSIONS.get(other)
    apart = scales[0] is not None and scales[1] is not None and scales[0].dimension == scales[1].dimension
    return (
        {one, other} <= COLOURS
        or {one, other} in _EXCLUDING
        or (apart and scales[0].high != scales[1].high)  # type: ignore[union-attr]
        or opposite(one) == other
        or opposite(other) == one
    )


def adverbial(kind: Kind) -> bool:
    """Return whether an adverb may begin with a word."""
    timed = kind.low in _BEGINS_TIME or kind.low in _DEGREES or kind.low.isdigit() or kind.low in {"also", "indeed"}
    return timed or "adverb" in kind.categories


def adjectival(kind: Kind) -> bool:
    """Return whether an adjective before a noun, or what stands for one, may begin with a word."""
    low = kind.low
    odd = low in PRIVATIVE or low in OPAQUE_ADJECTIVES or "-" in low
    found = odd or adverbial(kind) or beginning(low) or not kind.categories.isdisjoint({"adjective", "verb"})
    return found or _ORDINAL.fullmatch(low) is not None


class Adjectives(Amounts):
    """Rules for adjectives and what is smaller."""

    def preposition(self, i: int) -> str:
        """Return the preposition at a place, the longest; nothing if there is none."""
        for words in self.starting(i, _PREPOSITIONS):
            k = i + len(words)
            if k < self.end and (len(words) == 1 or self.low[k] not in {",", "and", "or", "then"}):  # on board, …
                return " ".join(words)
        return ""

    @begun_by(lambda kind: kind.low in _PREPOSITIONS)
    def preposed(self, i: int) -> Iterator[tuple[str, int]]:
        """The preposition at a place, and the place behind it."""
        if prep := self.preposition(i):
            yield prep, i + prep.count(" ") + 1

    @rule
    @begun_by(adverbial)
    def adverb(self, i: int) -> Iterator[tuple[str, int]]:
        """An adverb or a phrase of time that stands as one."""
        low = self.low[i]
        if low == "too" and self.is_a(i + 1, "adverb"):
            return  # too fast is more than fast
        for n in range(min(4, self.end - i) if low in _BEGINS_TIME or low.isdigit() else 0, 0, -1):
            phrase = " ".join(self.low[i : i + n])
            if _TIME.fullmatch(phrase):
                yield phrase, i + n
                return
        if low in _NOT_ADVERBS and low not in SPOKEN:
            return
        if (
            low in {"also", "indeed"}
            or (low in _DEGREES and self.is_a(i + 1, "adjective"))
            or (self.is_a(i, "adverb") and (not self.kinds[i].capital or i == 0))
        ):
            yield low, i + 1

    def adverbs(self, i: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Adverbs in a row, none first."""
        yield (), i
        for one, j in self.adverb(i):
            for more, k in self.adverbs(j):
                yield (one, *more), k

    @rule
    @begun_by(adjectival)
    def adjective_chain(self, i: int) -> Iterator[tuple[tuple[Adjective, ...], int]]:
        """The adjectives before a noun."""
        for one, j in self.adjective_before(i):
            yield (one,), j
            k = j
            if self.low[k] == "or":
                for other, m in self.adjective_before(k + 1):
                    yield (Adjective("", alternatives=(one, other)),), m
                continue
            if self.low[k] == ",":
                k += 1
            if self.low[k] == "and":
                k += 1
            for more, m in self.adjective_chain(k):
                if self.low[k - 1] == "and" and len(more) == 1 and _exclude(one.lemma, more[0].lemma):
                    words = f"'{one.lemma} and {more[0].lemma}'"
                    if one.lemma not in COLOURS or not self.ways.other(
                        "adjectives", words, "each of them some", "all of them both"
                    ):
                        yield (Adjective("", alternatives=(one, more[0])),), m
                        continue
                yield (one, *more), m

    def adjective_before(self, i: int) -> Iterator[tuple[Adjective, int]]:
        """An adjective before a noun, or a participle that stands for one."""
        for adverbs, j in self.adverbs(i):
            if len(adverbs) > 2 or " ".join(self.low[j : j + 2]) in COMPOUNDS:
                continue
            if self.low[j] in PRIVATIVE or self.low[j] in OPAQUE_ADJECTIVES:
                yield Adjective(self.low[j], "", adverbs), j + 1
                continue
            if _ORDINAL.fullmatch(self.low[j]):
                yield Adjective(self.low[j], "", adverbs), j + 1
            for form in self.forms[j]:
                positive = form.category == "adjective" and form.form == "positive"
                if positive and not self.lemmas(j, "verb", "participle"):
                    yield Adjective(form.lemma, "", adverbs), j + 1
            if not self.is_a(j, "adjective") or self.lemmas(j, "verb", "participle"):
                yield from self._participle(j, adverbs)

    def _participle(self, j: int, adverbs: tuple[str, ...]) -> Iterator[tuple[Adjective, int]]:
        for lemma in self.lemmas(j, "verb", "participle"):
            yield Adjective(lemma, "object", adverbs), j + 1
        living = any(f.lemma in LIVING for f in self.forms[j + 1])
        if living and not self.is_a(j, "noun") and not self.is_a(j, "adjective"):
            for lemma in self.lemmas(j, "verb", "ing"):
                yield Adjective(lemma, "subject", adverbs), j + 1

    @rule
    def adjective(self, i: int) -> Iterator[tuple[Adjective, int]]:
        """An adjective behind a copula, with its complements."""
        yield from self.compared(i)
        for amount, j in self.find("amount", i):
            for one in self.lemmas(j, "adjective", "positive") if amount.unit else ():
                yield Adjective(one, amount=amount), j + 1
        for adverbs, j in self.adverbs(i):
            if any(a in DEFAULT_ADVERBS or a in FREQUENCY_ADVERBS for a in adverbs):
                continue  # what is usual is said of the sentence
            for form in self.forms[j]:
                if form.category != "adjective" or (self.low[j + 1] == "in" and self.lemmas(j, "verb", "ing")):
                    continue  # is participating in
                if form.form == "positive":
                    yield from self._complements(Adjective(form.lemma, "", adverbs), j + 1)

    def _complements(self, base: Adjective, j: int) -> Iterator[tuple[Adjective, int]]:
        yield base, j
        opaque = self.low[j] == "to" or (self.low[j] == "that" and base.lemma in {"sure", "afraid", "confident"})
        if opaque and (k := max((end for _, end in self.find("opaque", j)), default=j)) > j:
            words = " ".join(self.low[j:k])
            yield Adjective(base.lemma, base.participle, base.adverbs, roles=base.roles, complement=words), k
