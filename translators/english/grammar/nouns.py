"""Noun phrases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary.lists import phrases_in
from ..vocabulary.measures import UNITS
from .chart import rule
from .noun_lists import NounLists
from .tree import NP, Det, Joined, Name, Nominal, Of, Possessed, Pronoun, Quantified, S, Variable
from .words import GENERIC, LETTER_FOR_ANYTHING, OBJECT_PRONOUNS, OWNERS, SUBJECT_PRONOUNS, VARIABLE

_ARTICLES: Final = frozenset({"a", "an", "the", "no", "every"})
_SOMEBODY: Final = {
    f"{which}{whom}": Det(which) for which in ("every", "some", "any", "no") for whom in ("one", "body", "thing")
}
_EXCEPT: Final = phrases_in("EXCEPT")
"""What leaves somebody out."""


class Nouns(NounLists):
    """Rules for noun phrases that are not joined with another."""

    @rule
    def np_simple(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A noun phrase that is not joined with another; genitives may follow it."""
        if i >= self.end:
            return
        for body, j in self._base(i, where):
            yield from self._owned(body, j, where)

    def _owned(self, body: NP, j: int, where: str) -> Iterator[tuple[NP, int]]:
        if self.at(j) == "'s":
            for nominal, k in self.nominal(j + 1, where):
                yield from self._owned(Possessed(body, nominal), k, where)
        else:
            yield from self._excepting(body, j)

    def _excepting(self, body: NP, j: int) -> Iterator[tuple[NP, int]]:
        yield body, j
        if isinstance(body, Quantified) and body.det in {Det.EVERY, Det.NO}:
            for words in _EXCEPT:
                if self.phrase(j, words) and self.at(j + len(words)) != "not":
                    for out, k in self.np_simple(j + len(words), "object"):
                        yield Quantified(body.det, body.nominal, body.number, body.only, out), k
                    return

    def _base(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        low = self.at(i)
        if low in SUBJECT_PRONOUNS | OBJECT_PRONOUNS and self.words[i].text != "US":
            yield Pronoun(low), i + 1
        if VARIABLE.fullmatch(self.words[i].text) or LETTER_FOR_ANYTHING.fullmatch(self.words[i].text):
            yield Variable(low), i + 1
        if low in OWNERS:
            for nominal, j in self.nominal(i + 1 + (self.at(i + 1) == "own"), where):
                yield Possessed(Pronoun(low, owner=True), nominal), j
        if self.phrase(i, ("each", "other")) or self.phrase(i, ("one", "another")):
            yield Pronoun("each other"), i + 2
        if low == "others":
            yield Name(("others",), "others"), i + 1
        yield from self._somebody(i, where)
        yield from self._determined(i, where)
        yield from self._partitive(i, where)
        if low not in _ARTICLES:
            yield from self._plain(i, where)
        yield from self.name(i)
        if self.numeric(i):
            yield from self.measure(i)
        yield from self.point(i)

    def _somebody(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """``everyone``, ``nobody who …``, ``something red``, ``whoever …``, ``those who …``."""
        low = self.at(i)
        found = _SOMEBODY.get(low)
        if low == "no" and self.at(i + 1) == "one":
            found, i = Det.NO, i + 1
        if low == "none" and self.at(i + 1) != "of":
            found = Det.NO
        if found is not None:
            noun = "thing" if low.endswith("thing") else "somebody"
            modified = () if self.lemmas(i + 1, "verb", "ing") else self.adjective_chain(i + 1)
            for adjectives, j in (((), i + 1), *modified):
                yield from ((Quantified(found, n), k) for n, k in self.attributes(Nominal(noun, adjectives), j, where))
        if low in {"whoever", "whatever", "whomever"}:
            for s, j in self.gapped(i + 1, True):
                yield Quantified(Det.EVERY, Nominal("thing" if low == "whatever" else "somebody", where=(s,))), j
        if low in {"those", "all"} and self.at(i + 1) in {"who", "that", "whom", "whose"}:
            for n, j in self.attributes(Nominal("somebody", plural=True), i + 1, where):
                if n.where:
                    yield Quantified(Det.EVERY, n), j

    def _determined(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        determiners = tuple(self.determiner(i))
        for det, _, start in determiners:
            if det in {Det.A, Det.EVERY, Det.NO}:
                yield from self.of_either_kind(start, where, det)
        for det, number, start in determiners:
            only = det is Det.THE and self.at(start) == "only"
            j = start + only
            for nominal, k in self.nominal(j, where):
                if det is Det.THE and only:
                    yield Quantified(det, nominal, number, only=True), k
                elif self.agrees(det, number, nominal) and not (nominal.plural and self.at(i) in {"every", "each"}):
                    one = Quantified(det, nominal, number)
                    yield one, k
                    if self.at(i) != "neither":
                        yield from self.sharing(one, k, where)
        for det, number, j in self.counting(i):
            for nominal, k in self.nominal(j, where):
                measured = nominal.noun in UNITS and not nominal.adjectives and not nominal.where
                if not measured and self.agrees(det, number, nominal):
                    yield Quantified(det, nominal, number), k

    def _partitive(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """``one of Karin's dogs``, ``all of the students``, ``none of them``, ``both of``, ``neither of``."""
        for j, det, number in self.parts_said(i):
            if self.at(j) != "of":
                continue
            for group, k in self._base_owned(j + 1, where):
                if isinstance(group, Pronoun | Joined) or (
                    isinstance(group, Quantified | Possessed) and group.nominal.plural
                ):
                    yield Of(det, group, number), k

    def _base_owned(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        for group, j in self.np(i, where):
            if isinstance(group, Quantified) and group.det is not Det.THE:
                continue
            yield group, j

    def _plain(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A nominal without a determiner: a plural, or a singular that names a stuff."""
        if self.at(i) in {"one", "ones"}:
            return
        yield from self.of_either_kind(i, where, Det.BARE)
        found = self.nominal(i, where)
        several = {(n.noun, j) for n, j in found if n.plural}
        for nominal, j in found:
            if any(a.degree == "most" for a in nominal.adjectives):
                continue  # most cats are not the most popular ones
            if nominal.plural:
                if not self.named(i):
                    yield Quantified(Det.BARE, nominal), j
            elif i == 0 and self.words[0].capital and (self.named(0) or not self.common(0)):
                continue  # a name, which its own rule finds
            elif (nominal.noun, j) in several:
                continue  # fish are several rather than a stuff
            elif not nominal.where and not nominal.roles and nominal.noun not in GENERIC:
                yield self._stuff(nominal, i, j), j

    def _stuff(self, nominal: Nominal, i: int, j: int) -> Name:
        words = tuple(w for w in self.low[i:j] if w not in {",", "and"})
        small = not i and len(words) > 1
        return Name(words, " ".join(self.low[i:j] if small else [w.text for w in self.words[i:j]]))

    def gapped(self, i: int, subject: bool) -> tuple[tuple[S, int], ...]:
        """Return clauses with a gap; see ``Relatives``."""
        raise NotImplementedError
