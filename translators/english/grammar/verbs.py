"""Verb phrases: auxiliaries, modals, copulas and verbs, joined or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.lists import listed
from .adjectives import SPOKEN
from .arguments import VerbArguments
from .chart import PAIRED, rule
from .modifying import in_tense, said_how
from .tree import NP, VP, Adjective, Be, Bounded, Det, Do, Join, Modal, Name, Not, Possessed, Quantified, Tense, Verbs
from .words import BE, DO, HAVE, MODALS, TO_MODAL

_PLACES: Final = listed("PLACES")
"""What a copula says of a place or a state, by itself: ``is off``."""
BEFORE_VERBS: Final = listed("BEFORE_VERBS")
"""Adverbs that may stand before a verb, besides those with ``-ly``."""


class VerbPhrases(VerbArguments):
    """Rules for verb phrases."""

    @rule
    def vp(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        """A verb phrase of a form: finite, base, participle or ing; with a gap in it or not."""
        if self.at(i) in PAIRED:
            yield from self._paired_vp(i, form, number, gap)
        for body, j in self.vp_simple(i, form, number, gap):
            yield body, j
            yield from self._joined_vp(body, j, form, number, gap)

    def _paired_vp(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        join, word = PAIRED[self.at(i)]
        for left, j in self.vp_simple(i + 1, form, number, gap):
            k = self.take(j, word)
            if k < 0 and self.at(j) == ",":
                k = self.take(j + 1, word)
            if k < 0:
                continue
            for right, m in self.vp_simple(k, form, number, gap):
                yield from self.said_of_both(Verbs(join, (left, right)), m)
            alone = not self.vp_simple(k, form, number, gap)
            if alone and isinstance(left, Do) and len(left.objects) == 1 and not left.roles:
                for other, m in self.np_simple(k, "object"):
                    yield from self.said_of_both(Verbs(join, (left, replace(left, objects=(other,)))), m)

    def said_of_both(self, joined: Verbs, j: int) -> Iterator[tuple[VP, int]]:
        """What says whether both may hold: ``, but not both``."""
        marked = self.both_said(j)
        if marked is not None and joined.join in {Join.OR, Join.EITHER}:
            yield Verbs(Join.XOR if marked[0] else Join.OR, joined.parts), marked[1]
        else:
            yield joined, j

    def _joined_vp(self, first: VP, j: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        for parts, words, k in self._more_vps((first,), (), j, form, number, gap):
            if words[-1] == ",":
                continue
            kinds = {w for w in words if w != ","}
            if len(kinds) == 1:
                yield from self.said_of_both(Verbs(Join(kinds.pop()), parts), k)
            elif kinds == {"and", "or"} and "," not in words:
                yield self.grouped(Verbs, parts, words, j - 2, k), k

    def _more_vps(
        self, parts: tuple[VP, ...], words: tuple[str, ...], j: int, form: str, number: str, gap: bool
    ) -> Iterator[tuple[tuple[VP, ...], tuple[str, ...], int]]:
        word, k = self.vp_connective(j)
        if not word:
            return
        for part, m in self.vp_simple(k, form, number, gap):
            yield (*parts, part), (*words, word), m
            yield from self._more_vps((*parts, part), (*words, word), m, form, number, gap)

    def vp_connective(self, j: int) -> tuple[str, int]:
        """Return what joins verb phrases, and the place behind it; ``but`` says what ``and`` says."""
        comma = self.at(j) == ","
        k = j + comma
        word = self.at(k)
        if word in {"and", "or"}:
            k += 1
            return word, k + (self.at(k) == "then")
        if word == "but":
            return "and", k + 1
        return (",", k) if comma else ("", j)

    def be_rest(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What follows ``is``."""
        not_so, j = self.denied(i)
        if self.at(i) in {"both", "all"} and self.at(i - 1) in {"are", "were"}:
            yield from self.complements(i + 1, tense, gap)  # Ann and Bob are both doctors
        for adverbs, k in self.adverbs(j):
            for body, m in self.complements(k, tense, gap):
                said = said_how(body, adverbs)
                for whole in self._not_but(said, k, m) if not_so else (said,):
                    yield whole, m
        if not not_so:
            for adverbs, k in self.adverbs(j):
                if adverbs and self.at(k) == "not":
                    for body, m in self.complements(k + 1, tense, gap):
                        yield Not(said_how(body, adverbs)), m

    def _not_but(self, body: VP, i: int, j: int) -> Iterator[VP]:
        """A denial, which ends at ``but``: ``is not rich but kind``; nothing if other words join before it."""
        joining = [word for word in self.low[i:j] if word in {"and", "or", ",", "but"}]
        if not isinstance(body, Verbs) or "but" not in joining:
            yield Not(body)
        elif joining[0] == "but" and body.join is Join.AND:
            yield Verbs(Join.AND, (Not(body.parts[0]), *body.parts[1:]))

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
        low = self.at(i)
        if low in TO_MODAL and self.at(i + 1) == "to":
            for body, j in self.vp(i + 2, "base", "", gap):
                modal = TO_MODAL[low]
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

    @rule
    def vp_simple(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        """A verb phrase that is not joined with another one."""
        if i >= self.end:
            self.miss(i, "a verb")
            return
        for adverbs, j in self.adverbs(i):
            if not all(a.endswith("ly") or a in BEFORE_VERBS for a in adverbs):
                continue
            for body, k in self._vp_from(j, form, number, gap):
                yield said_how(body, adverbs), k

    def _vp_from(self, i: int, form: str, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        low = self.at(i)
        if low == "never":
            for body, j in self._vp_from(i + 1, form, number, gap):
                yield Not(body), j
            return
        if low == "not" and form != "finite":
            for body, j in self.vp_simple(i + 1, form, number, gap):
                yield Not(body), j
            return
        if form == "finite":
            yield from self._auxiliary(i, number, gap)
            yield from self._main(i, number, gap)
            return
        if form == "base":
            if low == "be":
                yield from self.be_rest(i + 1, Tense.BASE, gap)
            if low == "have":
                yield from self.have_rest(i + 1, Tense.BASE, gap, perfect=self.at(i + 1) != "to")
            for lemma in self.lemmas(i, "verb", "base"):
                yield from self.with_arguments(lemma, Tense.BASE, i + 1, gap)
            if low in {"do", "have"}:
                yield from self.with_arguments(low, Tense.BASE, i + 1, gap)
        elif form == "participle":
            if low == "been":
                yield from self.be_rest(i + 1, Tense.PAST, gap)
            lemmas = self.lemmas(i, "verb", "participle") or {"had": ["have"], "done": ["do"]}.get(low, [])
            for lemma in lemmas:
                yield from self.with_arguments(lemma, Tense.PAST, i + 1, gap)
        elif form == "ing":
            for lemma in self.lemmas(i, "verb", "ing") or {"having": ["have"], "doing": ["do"]}.get(low, []):
                yield from self.with_arguments(lemma, Tense.PRESENT, i + 1, gap, progressive=True)

    def _auxiliary(self, i: int, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        low = self.at(i)
        if low in BE and self._fits(BE[low][0], number):
            yield from self.be_rest(i + 1, Tense(BE[low][1]), gap)
        if low in DO and self._fits(DO[low][0], number):
            yield from self.do_rest(i + 1, Tense(DO[low][1]), gap)
            again = Do("do", Tense(DO[low][1]))  # Ann does, too: what, stands in another sentence
            for body, j in self.with_arguments("do", again.tense, i + 1, gap):
                if not isinstance(body, Do) or replace(body, adverbs=()) != again or {*body.adverbs} - SPOKEN:
                    yield body, j
        if low in HAVE and self._fits(HAVE[low][0], number):
            yield from self.have_rest(i + 1, Tense(HAVE[low][1]), gap, perfect=False)
        if low == "need" and self.at(i + 1) == "not":
            for body, j in self.vp(i + 2, "base", "", gap):
                yield Not(Modal("must", body)), j  # what need not be may be left
        if low in MODALS:
            yield from self.modal_rest(MODALS[low], i + 1 + (low == "ought"), gap)

    @staticmethod
    def _fits(of_verb: str, of_subject: str) -> bool:
        return not of_verb or not of_subject or of_verb == of_subject

    def _main(self, i: int, number: str, gap: bool) -> Iterator[tuple[VP, int]]:
        if self.at(i) in BE or self.at(i) in HAVE or self.at(i) in DO:
            return
        for form in self.forms[i] if i < self.end else ():
            if form.category != "verb":
                continue
            if (form.form == "s" and number != "plural") or (form.form == "base" and number != "singular"):
                yield from self.with_arguments(form.lemma, Tense.PRESENT, i + 1, gap)
            elif form.form == "past":
                yield from self.with_arguments(form.lemma, Tense.PAST, i + 1, gap)
        self.miss(i, "a verb")

    def do_rest(self, i: int, tense: Tense, gap: bool) -> Iterator[tuple[VP, int]]:
        """What follows ``does``: a denial, and a verb in its base form."""
        not_so, j = self.denied(i)
        for body, k in self.vp(j, "base", "", gap):
            said = in_tense(body, tense)
            yield (Not(said) if not_so else said), k

    def modal_rest(self, modal: str, i: int, gap: bool) -> Iterator[tuple[VP, int]]:
        """What follows a modal."""
        not_so, j = self.denied(i)
        for body, k in self.vp(j, "base", "", gap):
            said = in_tense(body, Tense.FUTURE) if modal == "will" else Modal(modal, body)
            if not_so and modal == "must":
                yield Not(Modal("may", body)), k  # what must not be is not allowed
            else:
                yield (Not(said) if not_so else said), k

    def have_rest(self, i: int, tense: Tense, gap: bool, *, perfect: bool) -> Iterator[tuple[VP, int]]:
        """What follows ``has``: a participle, ``to``, or what is had."""
        not_so, j = self.denied(i)
        for adverbs, m in self.adverbs(j):
            for body, k in self.vp(m, "participle", "", gap):
                said = said_how(in_tense(body, Tense.PAST if tense is not Tense.BASE else tense), adverbs)
                yield (Not(said) if not_so else said), k
        if not perfect:
            if self.at(j) == "to":
                for body, k in self.vp(j + 1, "base", "", gap):
                    yield (Not(Modal("must", body)) if not_so else Modal("must", body)), k
            for body, k in self.with_arguments("have", tense, j, gap):
                yield (Not(body) if not_so else body), k


def _of_one_verb(parts: tuple[VP, ...]) -> Iterator[tuple[VP, ...]]:
    """Yield the parts of ``opened by Ann or by Bob``, each with its verb; nothing if one has an agent and no verb."""
    made: list[VP] = []
    verb: VP | None = None
    for part in parts:
        body = part.body if isinstance(part, Not) else part
        if isinstance(verb, Do | Be) and isinstance(body, Be) and isinstance(what := body.what, tuple):
            if verb.roles and verb.roles[-1][0] == what[0]:
                body = replace(verb, roles=(*verb.roles[:-1], what), adverbs=body.adverbs or verb.adverbs)
                part = Not(body) if isinstance(part, Not) else body
            elif isinstance(verb, Do) and verb.passive and what[0] == "by":
                return
        verb = body
        made.append(part)
    yield tuple(made)


def _is_measure(np: NP) -> bool:
    """Return whether a noun phrase may say how much of something a thing has."""
    return isinstance(np, Possessed) or (isinstance(np, Quantified) and np.det is Det.THE and bool(np.nominal.roles))
