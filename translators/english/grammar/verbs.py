"""Verb phrases: auxiliaries, modals and verbs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.lists import listed
from .adjectives import SPOKEN
from .chart import rule
from .copulas import Copulas
from .modifying import in_tense, said_how
from .tree import VP, Do, Modal, Not, Tense
from .words import BE, DO, HAVE, MODALS

BEFORE_VERBS: Final = listed("BEFORE_VERBS")
"""Adverbs that may stand before a verb, besides those with ``-ly``."""


class VerbPhrases(Copulas):
    """Rules for verb phrases that are not joined with another."""

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
