"""What stands behind a verb: objects, prepositional arguments, adverbs and clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.classes import DITRANSITIVES, FACTIVES, IMPLICATIVES, REPORTS
from ..vocabulary.lists import listed
from .chart import rule
from .corners import begun_by
from .makers import Args
from .modifying import in_tense
from .nouns import Nouns
from .rules import phrases_of
from .tree import (
    NP,
    VP,
    Det,
    Do,
    Gap,
    Join,
    Modal,
    Name,
    Not,
    Pronoun,
    Quantified,
    Tense,
    Verbs,
)

LINKING: Final = listed("LINKING")
"""Verbs that an adjective may follow."""
PARTICLES: Final = frozenset("up down out off away back over on in through around apart along ahead aside".split())
_IMPLYING: Final = phrases_of(*(tuple(p.split()) for p, said in IMPLICATIVES.items() if said.affirmed != "0"))
"""The phrases that say that what follows is so, or is not so, by their verbs."""
BARE: Final = (FACTIVES | REPORTS) - {"write", "read", "answer", "recommend", "demand", "request", "judge", "consider"}
"""Verbs whose clause may stand without *that*."""


_OF_VERBS: Final = frozenset(
    {"", "of", "by", "to", "for", "into", "as", "than", "about", "until", "since", "before", "after"}
)
"""Prepositions behind an object that leave no choice whether they belong to it."""


def _told_which(np: NP) -> bool:
    return isinstance(np, Quantified) and any(prep != "of" for prep, _ in np.nominal.roles)


class VerbArguments(Nouns):
    """Rules for what stands behind verbs."""

    def verb(self, i: int, lemma: str, tense: Tense, gap: bool, voice: str = "") -> Iterator[tuple[VP, int]]:
        """A verb, whose form stands before, with what stands behind it; passive, progressive or neither."""
        passive, progressive = voice == "passive", voice == "progressive"
        if not passive and (implied := tuple(self._implied(lemma, tense, i, gap))):
            yield from implied
            return
        if lemma == "get" and not passive:
            for inner in self.lemmas(i, "verb", "participle"):
                if inner == self.low[i] and self.lemmas(i, "adjective", "positive"):  # gets wet
                    continue
                yield from self.verb(i + 1, inner, tense, gap, "passive")
        if lemma == "go" and not passive and (lemmas := self.lemmas(i, "verb", "ing")):
            for activity in lemmas:  # goes running: runs
                for args, j in self.tail(i + 1, gap, activity):
                    yield Do(activity, tense, False, (), args.roles, args.adverbs, progressive), j
            return
        if lemma == "need" and self.low[i] == "to":
            for body, j in self.find("vp", i + 1, "base", "", gap):
                yield Modal("must", body), j
            return
        if lemma == "use" and self.low[i] == "to" and tense is Tense.PAST and not passive:
            return
        for args, j in self.arguments(i, gap, lemma, passive):
            if args.gap or not gap:
                whole = f"{lemma} {args.particle}".strip()
                behind = args.objects, args.roles, args.adverbs, progressive, args.complement, args.said
                yield Do(whole, tense, passive, *behind), j

    def _implied(self, lemma: str, tense: Tense, i: int, gap: bool) -> Iterator[tuple[VP, int]]:
        """What verbs such as *manage to* say by what follows them; one that is denied may say nothing of it."""
        for verb, *rest in _IMPLYING.get(lemma, ()):
            k = i + len(rest)
            if self.low[i:k] != rest:
                continue
            for body, j in self.find("vp", k, "base" if rest[-1:] == ["to"] else "ing", "", gap):
                done = in_tense(replace(body, progressive=False) if isinstance(body, Do) else body, tense)
                implication = IMPLICATIVES[" ".join([verb, *rest])]
                said = done if implication.affirmed == "+" else Not(done)
                how = Do(lemma, tense, complement=" ".join(self.low[i:j]))
                yield said if implication.plain else Verbs(Join.AND, (how, said)), j

    @rule
    def arguments(self, i: int, gap: bool, lemma: str, passive: bool) -> Iterator[tuple[Args, int]]:
        """Objects, then prepositional arguments, adverbs and clauses."""
        particle = self.low[i] in PARTICLES and lemma != "have"
        alone = particle and self.low[i] in {"up", "off", "out", "away", "down", "back"}
        if particle:
            behind = self.np(i + 1, "object")
            if not behind or alone:
                for args, j in self.arguments(i + 1, gap, lemma, passive):
                    if not args.particle:
                        yield replace(args, particle=self.low[i]), j
        became = lemma in {"become", "remain"} and self.low[i] in {"a", "an", "the"}
        ends = [j for _, j in self.np_simple(i, "object")] if became else []
        if lemma in LINKING and not gap:
            said = [j for one, j in self.adjective(i) if one.degree in {"", "more"} and not (one.roles or one.than)]
            ends = [*said, *(i + 1 for _ in self.lemmas(i, "verb", "participle")), *ends]
        for j in ends:
            for args, k in self.tail(j, gap, lemma):
                if not args.complement:
                    yield replace(args, complement=" ".join(self.low[i:j])), k
        if became:
            return
        if not alone:
            yield from self.tail(i, gap, lemma)
        if passive and lemma not in DITRANSITIVES:
            return
        if gap:
            for args, j in self.tail(i, False, lemma):
                yield replace(args, objects=(Gap(),), gap=True), j
        for first, j in self.object(i):
            if self.low[j] in PARTICLES and isinstance(first, Pronoun | Quantified | Name):
                for args, k in self.tail(j + 1, gap, lemma):
                    yield replace(args, objects=(first,), particle=self.low[j]), k
            for args, k in self.tail(j, gap, lemma):
                yield replace(args, objects=(first,)), k
            if lemma in DITRANSITIVES and not passive:
                if gap:
                    for args, k in self.tail(j, False, lemma):
                        yield replace(args, objects=(first, Gap()), gap=True), k
                for second, k in self.object(j):
                    for args, m in self.tail(k, gap, lemma):
                        yield replace(args, objects=(first, second)), m

    def attached(self, i: int) -> Iterator[tuple[tuple[str, NP], int]]:
        """Prepositional arguments; whether what follows their noun belongs to it or to the verb is a choice."""
        for (prep, np), j in self.pp(i, "object"):
            bare = isinstance(np, Quantified) and np.det is Det.BARE
            if bare or not self.tells_which(np, i, j):
                yield (prep, np), j
        if "attachment" in self.ways.turned:
            yield from (one for one in self.pp(i, "predicate") if _told_which(one[0][1]))

    def object(self, i: int) -> Iterator[tuple[NP, int]]:
        """An object; whether what follows it belongs to it or to the verb is a choice."""
        for np, j in self.np(i, "object"):
            if not self.tells_which(np, i, j):
                yield np, j
        if "attachment" in self.ways.turned:
            yield from (one for one in self.np(i, "predicate") if _told_which(one[0]))

    def tells_which(self, np: NP, i: int, j: int) -> bool:
        """Return whether a preposition behind a noun phrase says which one is meant, and not how it is done."""
        prep = self.preposition(j)
        if prep in _OF_VERBS or not isinstance(np, Quantified):
            return False
        text = f"'{' '.join(w.text for w in self.words[i : j + 2])} …'"
        return self.ways.other("attachment", text, f"'{prep}' says how it is done", f"'{prep}' says which one is meant")

    @rule
    def tail(self, i: int, gap: bool, lemma: str) -> Iterator[tuple[Args, int]]:
        """Prepositional arguments and adverbs in any order, and a clause at their end."""
        if i >= self.end or not gap:
            yield Args(), i
        if i >= self.end:
            return
        prep = self.preposition(i)
        if prep:
            width = prep.count(" ") + 1
            for role, j in self.attached(i):
                for args, k in self.tail(j, gap, lemma):
                    yield replace(args, roles=(role, *args.roles)), k
            if gap and not self.np(i + width, "object"):
                for args, k in self.tail(i + width, False, lemma):
                    yield replace(args, roles=((prep, Gap()), *args.roles), gap=True), k
        for adverb, j in self.adverb(i):
            for args, k in self.tail(j, gap, lemma):
                if not args.complement or not self.is_a(i, "adjective"):  # supports fast charging
                    yield replace(args, adverbs=(adverb, *args.adverbs)), k
        if not gap and lemma != "be":
            yield from self.find("behind_verb", i, lemma)

    @begun_by(lambda kind: ("verb", "ing") in kind.lemmas)
    def activity(self, i: int) -> Iterator[tuple[None, int]]:
        """What somebody does, by its -ing form: ``singing songs``."""
        yield from ((None, j) for _, j in self.find("vp", i, "ing", "", False) if j > i + 1 or not self.is_a(i, "noun"))
