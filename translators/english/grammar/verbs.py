"""Verb phrases that are joined, what a copula says, and finite verbs; auxiliaries are rows of the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ..vocabulary.lists import listed
from .arguments import VerbArguments
from .chart import rule
from .modifying import in_tense, said_how
from .tree import NP, VP, Adjective, Be, Do, Join, Modal, Name, Not, Tense, Verbs
from .words import BE, DO, HAVE, TO_MODAL

_PLACES: Final = listed("PLACES")
"""What a copula says of a place or a state, by itself: ``is off``."""
BEFORE_VERBS: Final = listed("BEFORE_VERBS")
"""Adverbs that may stand before a verb, besides those with ``-ly``."""


class VerbPhrases(VerbArguments):
    """Rules for verb phrases."""

    @rule
    def vp(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        """A verb phrase of a form: finite, base, participle or ing; with a gap in it or not."""

        def simple(k: int, _: str = "") -> tuple[tuple[VP, int], ...]:
            return self.vp_simple(k, form, number, gap)

        yield from self.paired(i, Verbs, simple, simple)
        for body, j in simple(i):
            yield body, j
            yield from self.joined(Verbs, body, j, self.vp_connective, simple)

    def vp_connective(self, j: int) -> tuple[str, int]:
        """Return what joins verb phrases, and the place behind it; ``but`` says what ``and`` says."""
        comma = self.low[j] == ","
        k = j + comma
        word = {"but": "and"}.get(self.low[k], self.low[k])
        if word in {"and", "or"}:
            return word, k + 1 + (self.low[k + 1] == "then")
        return (",", k) if comma else ("", j)

    def be_rest(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What follows ``is``."""
        not_so = self.low[i] in {"not", "never"}
        if self.low[i] in {"both", "all"} and self.low[i - 1] in {"are", "were"}:
            yield from self.complements(i + 1, tense, gap)  # Ann and Bob are both doctors
        for adverbs, k in self.adverbs(i + not_so):
            for body, m in self.complements(k, tense, gap):
                said = said_how(body, adverbs)
                if not not_so or not isinstance(body, Verbs) or "but" not in self.low[k:m]:
                    yield (Not(said) if not_so else said), m

    @rule
    def complements(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """One thing that a copula says, or several that are joined."""

        def right(k: int, _: VP) -> Iterator[tuple[VP, int]]:
            yield from (nouns := self.complement(k, tense, gap))
            ends = {m for _, m in nouns}  # neither teacher nor nurse
            yield from (found for found in self.vp_simple(k, "finite", "", gap) if found[1] not in ends)

        def more(k: int, word: str) -> Iterator[tuple[VP, int]]:
            not_so = self.low[k] == "not"
            for part, end in self.complement(k + not_so, tense, gap):
                named = isinstance(part, Be) and isinstance(part.what, Name)
                if not named or (word != "," and part.what.shown.islower()):  # type: ignore[attr-defined]
                    yield (Not(part) if not_so else part), end

        yield from self.paired(i, _of_one_verb, lambda k: self.complement(k, tense, gap), right)
        for body, j in self.complement(i, tense, gap):
            yield body, j
            yield from self.joined(_of_one_verb, body, j, self.vp_connective, more)

    @rule
    def complement(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What a copula says: how or what or where something is, what it does or what is done to it."""
        if i >= self.end:
            self.miss(i, "what it is")
            return
        low = self.low[i]
        if low in TO_MODAL and self.low[i + 1] == "to":
            for body, j in self.vp(i + 2, "base", "", gap):
                modal = TO_MODAL[low]
                if modal == "may not":
                    yield Not(Modal("may", body)), j
                else:
                    yield (in_tense(body, Tense.FUTURE) if modal == "will" else Modal(modal, body)), j
            return
        if low == "being":
            yield from self.complement(i + 1, tense, gap)
        for lemma in self.lemmas(i, "verb", "ing"):
            yield from self.verb(i + 1, lemma, tense, gap, "progressive")
        for adverbs, j in self.adverbs(i):
            if not self.is_a(j, "adjective") or adverbs == ():
                for lemma in self.lemmas(j, "verb", "participle"):
                    for body, k in self.verb(j + 1, lemma, tense, gap, "passive"):
                        yield said_how(body, adverbs), k
        if not gap:
            yield from self._what(i, tense)

    def _what(self, i: int, tense: Tense) -> Iterator[tuple[VP, int]]:
        found: list[tuple[Adjective | NP | tuple[str, NP], int]] = []
        for adjective, j in self.adjective(i):
            if not self.lemmas(i, "verb", "participle") or adjective.degree or adjective.amount:
                found.append((adjective, j))
        if not found or i + 1 < self.end:  # at the end, what is an adjective is no stuff
            ends = {j for _, j in found}
            nouns = self.np_simple(i, "predicate")
            found += ((np, j) for np, j in nouns if j not in ends or not isinstance(np, Name))
        found += self.pp(i, "predicate")
        if self.low[i] in _PLACES and (not self.preposition(i) or i + 1 >= self.end or not self.np(i + 1, "object")):
            found.append((Adjective(self.low[i]), i + 1))
        for what, j in found:
            for args, k in self.tail(j, False, "be"):
                if isinstance(what, tuple) and args.roles:
                    continue  # what stands behind belongs to the place
                if args.said is None and not args.complement:
                    yield Be(what, tense, args.adverbs, args.roles), k

    @rule
    def vp_simple(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        """A verb phrase that is not joined with another one."""
        for adverbs, j in self.adverbs(i):
            if all(a.endswith("ly") or a in BEFORE_VERBS for a in adverbs):
                for body, k in self.find(form, j, number, gap):
                    yield said_how(body, adverbs), k

    def main(self, i: int, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        """A finite verb without an auxiliary."""
        if self.low[i] in BE or self.low[i] in HAVE or self.low[i] in DO:
            return
        for form in self.forms[i]:
            if form.category != "verb":
                continue
            if (form.form == "s" and number != "plural") or (form.form == "base" and number != "singular"):
                yield from self.verb(i + 1, form.lemma, Tense.PRESENT, gap)
            elif form.form == "past":
                yield from self.verb(i + 1, form.lemma, Tense.PAST, gap)
        self.miss(i, "a verb")


def _of_one_verb(join: Join, parts: tuple[VP, ...]) -> VP | None:
    """Join what a copula says; nothing if a preposition goes on with a verb before it: ``seen in Rome or in Oslo``."""
    bodies = [part.body if isinstance(part, Not) else part for part in parts]
    for one, other in pairwise(bodies):
        behind = isinstance(other, Be) and isinstance(other.what, tuple)
        if behind and (isinstance(one, Do) or (isinstance(one, Be) and one.roles)):
            return None
    return Verbs(join, parts)
