"""Relative clauses, and clauses with a gap."""

from __future__ import annotations

from collections.abc import Iterator

from .agreement import number_of
from .chart import rule
from .modifying import with_role
from .sentence_tree import Clause
from .tree import Gap, Possessed, S, Tense
from .verbs import VerbPhrases


class Relatives(VerbPhrases):
    """Rules for relative clauses."""

    @rule
    def relative(self, i: int, number: str = "") -> Iterator[tuple[S, int]]:
        """A relative clause, as a sentence over ``Gap``; of a singular, its verb is in the singular."""
        if i >= self.end:
            return
        low = self.at(i)
        if low in {"who", "which", "that", "whom"}:
            yield from self.gapped(i + 1, low != "whom", number)
            return
        if low == "whose":
            for nominal, j in self.nominal(i + 1, "bare"):
                for body, k in self.vp(j, "finite", "plural" if nominal.plural else "singular", False):
                    yield Clause(Possessed(Gap(), nominal), body), k
            return
        if low == "where":
            for s, j in self.clause(i + 1):
                yield with_role(s, ("in", Gap())), j
            return
        prep = self.preposition(i)
        if prep:
            width = prep.count(" ") + 1
            if self.at(i + width) in {"whom", "which"}:
                for s, j in self.clause(i + width + 1):
                    yield with_role(s, (prep, Gap())), j
            return
        if self._begins_np(i):
            yield from self.gapped(i, False)
        for lemma in self.lemmas(i, "verb", "participle"):
            for body, j in self.with_arguments(lemma, Tense.PRESENT, i + 1, False, passive=True):
                yield Clause(Gap(), body), j
        for lemma in self.lemmas(i, "verb", "ing"):
            for body, j in self.with_arguments(lemma, Tense.PRESENT, i + 1, False, progressive=True):
                yield Clause(Gap(), body), j

    def _begins_np(self, i: int) -> bool:
        low = self.at(i)
        name = i > 0 and self.words[i].capital and (i == 1 or not self.words[i - 1].capital)
        return name or low in {
            "he", "she", "they", "we", "i", "you", "it", "the", "every", "some", "no", "a", "his", "her", "their",
            "everyone", "someone", "nobody", "everybody", "somebody",
        }  # fmt: skip

    @rule
    def gapped(self, i: int, subject: bool, number: str = "") -> Iterator[tuple[S, int]]:
        """A clause whose subject, object or prepositional object is left open."""
        if subject:
            for body, j in self.vp(i, "finite", number, False):
                yield Clause(Gap(), body), j
        for np, j in self.np(i, "subject"):
            for body, k in self.vp(j, "finite", number_of(np), True):
                yield Clause(np, body), k
