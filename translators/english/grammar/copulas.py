"""What a copula says of its subject: how, what or where it is, and what is done to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.lists import listed
from .chart import PAIRED, rule
from .modifying import in_tense, said_how
from .tree import NP, VP, Adjective, Be, Bounded, Det, Do, Join, Modal, Name, Not, Possessed, Quantified, Tense, Verbs
from .verb_lists import VerbLists
from .words import TO_MODAL

_PLACES: Final = listed("PLACES")
"""What a copula says of a place or a state, by itself: ``is off``."""


class Copulas(VerbLists):
    """Rules for what follows forms of *be*."""

    def be_rest(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What follows ``is``."""
        not_so, j = self.denied(i)
        if self.at(i) in {"both", "all"} and self.at(i - 1) in {"are", "were"}:
            yield from self.complements(i + 1, tense, gap)  # Ann and Bob are both doctors
        for adverbs, k in self.adverbs(j):
            for body, m in self.complements(k, tense, gap):
                said = said_how(body, adverbs)
                yield (Not(said) if not_so else said), m
        if not not_so:
            for adverbs, k in self.adverbs(j):
                if adverbs and self.at(k) == "not":
                    for body, m in self.complements(k + 1, tense, gap):
                        yield Not(said_how(body, adverbs)), m

    def denied(self, i: int) -> tuple[bool, int]:
        """Return whether a denial stands at a place, and the place behind it."""
        if self.at(i) in {"not", "never"}:
            return True, i + 1
        return False, i

    @rule
    def complements(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """One thing that a copula says, or several that are joined."""
        if self.at(i) in PAIRED:
            join, word = PAIRED[self.at(i)]
            for left, j in self.complement(i + 1, tense, gap):
                k = self.take(j, word)
                if k < 0 and self.at(j) == ",":
                    k = self.take(j + 1, word)
                if k < 0:
                    continue
                nouns = tuple(self.complement(k, tense, gap))
                ends = {m for _, m in nouns}  # neither teacher nor nurse
                verbs = (found for found in self.vp_simple(k, "finite", "", gap) if found[1] not in ends)
                for right, m in (*nouns, *verbs):
                    for both in _of_one_verb((left, right)):
                        yield from self.said_of_both(Verbs(join, both), m)
        for body, j in self.complement(i, tense, gap):
            yield body, j
            for several, words, k in self._more_complements((body,), (), j, tense, gap):
                parts = next(_of_one_verb(several), ())
                if words[-1] == "," or not parts:
                    continue
                kinds = {w for w in words if w != ","}
                if len(kinds) == 1:
                    yield from self.said_of_both(Verbs(Join(kinds.pop()), parts), k)
                elif kinds == {"and", "or"} and "," not in words:
                    yield self.grouped(Verbs, parts, words, j - 2, k), k

    def _more_complements(
        self, parts: tuple[VP, ...], words: tuple[str, ...], j: int, tense: Tense, gap: bool
    ) -> Iterator[tuple[tuple[VP, ...], tuple[str, ...], int]]:
        word, k = self.vp_connective(j)
        if not word:
            return
        not_so, m = (True, k + 1) if self.at(k) == "not" else (False, k)
        for part, end in self.complement(m, tense, gap):
            if isinstance(part, Be) and isinstance(part.what, Name) and (word == "," or part.what.shown[:1].isupper()):
                continue
            said = Not(part) if not_so else part
            yield (*parts, said), (*words, word), end
            yield from self._more_complements((*parts, said), (*words, word), end, tense, gap)

    def complement(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What a copula says: how or what or where something is, what it does or what is done to it."""
        if i >= self.end:
            self.miss(i, "what it is")
            return
        low, after = self.at(i), self.at(i + 1)
        if (low, after) in TO_MODAL:
            for body, j in self.vp(i + 2, "base", "", gap):
                modal = TO_MODAL[low, after]
                if modal == "may not":
                    yield Not(Modal("may", body)), j
                else:
                    yield (in_tense(body, Tense.FUTURE) if modal == "will" else Modal(modal, body)), j
            return
        if low == "being":
            for body, j in self.complement(i + 1, tense, gap):
                yield body, j
        for lemma in self.lemmas(i, "verb", "ing"):
            yield from self.with_arguments(lemma, tense, i + 1, gap, progressive=True)
        for adverbs, j in self.adverbs(i):
            if not self.is_a(j, "adjective") or adverbs == ():
                for lemma in self.lemmas(j, "verb", "participle"):
                    for body, k in self.with_arguments(lemma, tense, j + 1, gap, passive=True):
                        yield said_how(body, adverbs), k
        if not gap:
            yield from self._what(i, tense)

    def _what(self, i: int, tense: Tense) -> Iterator[tuple[VP, int]]:
        found: list[tuple[Adjective | NP | tuple[str, NP], int]] = []
        for adjective, j in self.adjective(i):
            if not self.lemmas(i, "verb", "participle") or adjective.degree or adjective.amount:
                found.append((adjective, j))
        for np, j in self.np_simple(i, "predicate"):
            found.append((np, j))
        for bound, k in self.bound(i):
            found += [(Bounded(bound, np), j) for np, j in self.np_simple(k, "object") if _is_measure(np)]
        prep = self.preposition(i)
        if prep:
            found += [((p, np), j) for p, np, j in self.pp(i, "predicate")]
        if (
            (self.at(i) in _PLACES and not prep)
            or (self.at(i) in _PLACES and i + 1 >= self.end)
            or (self.at(i) in _PLACES and not self.np(i + 1, "object"))
        ):
            found.append((Adjective(self.at(i)), i + 1))
        for what, j in found:
            for args, k in self.tail(j, False, "be"):
                if isinstance(what, tuple) and args.roles:
                    continue  # what stands behind belongs to the place
                if args.said is None and not args.complement:
                    yield Be(what, tense, args.adverbs, args.roles), k


def _of_one_verb(parts: tuple[VP, ...]) -> Iterator[tuple[VP, ...]]:
    """Yield the parts of ``opened by Ann or by Bob``, each with its verb; nothing if one has an agent and no verb."""
    made: list[VP] = []
    verb: VP | None = None
    for part in parts:
        body = part.body if isinstance(part, Not) else part
        if isinstance(verb, Do) and isinstance(body, Be) and isinstance(what := body.what, tuple):
            if verb.roles and verb.roles[-1][0] == what[0]:
                body = replace(verb, roles=(*verb.roles[:-1], what), adverbs=body.adverbs or verb.adverbs)
                part = Not(body) if isinstance(part, Not) else body
            elif verb.passive and what[0] == "by":
                return
        verb = body
        made.append(part)
    yield tuple(made)


def _is_measure(np: NP) -> bool:
    """Return whether a noun phrase may say how much of something a thing has."""
    return isinstance(np, Possessed) or (isinstance(np, Quantified) and np.det is Det.THE and bool(np.nominal.roles))
