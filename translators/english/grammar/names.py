"""Names: words with capitals, with titles and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary import forms_of, is_mass
from ..vocabulary.closed import FUNCTION_WORDS, NAMES_TOO, PREPOSITIONS
from ..vocabulary.lists import listed
from ..vocabulary.measures import MONTHS
from .adjectives import Adjectives
from .chart import rule
from .corners import Kind, begun_by
from .tree import NP, Name
from .words import COMPLEMENTS, LETTER_FOR_ANYTHING, TITLES, TO_TWELVE

_NO_NAMES: Final = listed("NO_NAMES")


def naming(kind: Kind) -> bool:
    """Return whether a name may begin with a word."""
    return kind.capital and (kind.low not in FUNCTION_WORDS or kind.low in NAMES_TOO)


class Names(Adjectives):
    """Rules for names."""

    @rule
    @begun_by(lambda kind: naming(kind) or kind.low == "the" or "noun" in kind.categories)
    def name(self, i: int) -> Iterator[tuple[NP, int]]:
        """Names: words with capitals, with titles, numbers and ``of``; the longest first."""
        article = self.low[i] == "the"
        j = i + article
        if not self.kinds[j].capital:
            yield from () if article else self._numbered(i)
            return
        titled = not article and self.low[j].rstrip(".") in TITLES and self.kinds[j + 1].capital
        j += titled
        start = j
        ends: list[int] = []
        while j < self.end and j - start < 6 and self._of_name(j, first=j == i):
            j += 1
            ends.append(j)
            if self.low[j] == "of" and j + 1 < self.end and self._of_name(j + 1, first=False):
                j += 1
        if article and not ends:
            return
        for k in reversed(ends):
            common = i == 0 and not self.named(0) and not self.words[0].text.isupper()
            common = common and bool(self.lemmas(0, "noun", "singular"))
            if common and all(map(str.isdigit, self.low[1:k])) and (k > 1 or self.common(0)):
                continue  # a common noun, which is small elsewhere: Bus 7
            if article and all(self.is_a(m, "noun") or self.is_a(m, "adjective") for m in range(start, k)):
                continue
            several = article and k == start + 1 and self.low[start].endswith("s") and not self.forms[start]
            forms = forms_of(self.low[i]) if k == i + 2 and self.low[i + 1].isdigit() else ()
            kind = next((f.lemma for f in forms if f.category == "noun" and f.form == "singular"), "")
            yield Name(tuple(self.low[i:k]), self.shown(i, k), kind.lower(), several), k
        yield from self._numbered(i)

    def shown(self, i: int, j: int) -> str:
        """Return words as they stand, the article small."""
        text = " ".join(w.text for w in self.words[i:j])
        return f"t{text[1:]}" if text.startswith("The ") else text

    def _of_name(self, j: int, *, first: bool) -> bool:
        word = self.words[j]
        if not word.capital:
            return (
                not first
                and j > 0
                and self.kinds[j - 1].capital
                and word.low.isdigit()
                and self.words[j - 1].low not in MONTHS
            )
        if word.low in FUNCTION_WORDS or word.low in COMPLEMENTS:
            return word.low in NAMES_TOO and (j > 0 or word.low in self.names)
        if j == 0 and word.low in PREPOSITIONS and word.low not in self.names:
            return False
        if word.low in _NO_NAMES or LETTER_FOR_ANYTHING.fullmatch(word.text):
            return False
        if first and f"~{word.low}" in self.names:
            return False
        if not first:  # Ann speaks French and Bob German: a language is no part of a name that ends with it
            proper = any(f.category == "adjective" and f.lemma[:1].isupper() for f in forms_of(word.text))
            return not proper or self.kinds[j + 1].capital
        if word.low in self.names:
            return True
        plural = any(f.category == "noun" and f.form == "plural" for f in forms_of(word.text))
        return word.low not in TO_TWELVE and not plural

    def _numbered(self, i: int) -> Iterator[tuple[NP, int]]:
        """``room 4``, ``class A``, ``flight BA 12``: a noun with a number, letter or code."""
        for lemma in self.lemmas(i, "noun", "singular"):
            j = i + 1
            while (
                j < self.end
                and j - i < 4
                and (
                    self.low[j].isdigit()
                    or (self.words[j].text.isupper() and len(self.low[j]) < 5 and self.low[j].isalnum())
                )
            ):
                j += 1
            if j > i + 1:
                yield (
                    Name(
                        tuple(self.low[i:j]), " ".join([self.low[i], *(w.text for w in self.words[i + 1 : j])]), lemma
                    ),
                    j,
                )

    def common(self, i: int) -> bool:
        """Return whether a word without an article is common: a stuff or an adjective."""
        low = self.low[i]
        if any(f.category == "noun" and f.form == "singular" for f in forms_of(low)) and not is_mass(low):
            return False  # a single thing has an article: without one, it is a name
        return any(f.category in {"noun", "adjective"} for f in forms_of(low))

    def named(self, i: int) -> bool:
        """Return whether a capital at the beginning is a name's, as the rest of the text shows."""
        return i == 0 and self.low[i] in self.names
