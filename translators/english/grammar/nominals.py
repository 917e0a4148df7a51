"""Determiners, and nouns with what stands by them: compounds, attributes and prepositional phrases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.classes import FACTIVES, REPORTS
from ..vocabulary.closed import FUNCTION_WORDS, RELATIVES
from ..vocabulary.lists import listed
from .adjectives import COLOURS, adjectival
from .amounts import bounding
from .chart import rule
from .corners import CORNERS, Kind, begun_by
from .names import Names, naming
from .sentence_tree import Clause
from .tree import NP, Be, Det, Do, Gap, Join, Joined, Name, Node, Nominal, Number, Quantified, nodes
from .words import COMPOUNDS, EMPTY, LIVING, PLURALS_BEFORE, TO_TWELVE

DETERMINING: Final = listed("DETERMINING")
_MAX_NOUNS: Final = 4
_NO_HEADS: Final = COLOURS | {"today", "tomorrow", "yesterday", "tonight"}
"""Nouns that are no heads of compounds: had a big game today, painted the door green."""
_GONE_TO: Final = frozenset("school work church bed town college court prison jail lunch dinner sea land war".split())
"""Nouns without an article behind *to* that have the form of a verb."""
_ELSEWHERE: Final = listed("ELSEWHERE")
"""What is so in these need not be so; and whoever is an exception is not so."""


def nominally(kind: Kind) -> bool:
    """Return whether a noun with what stands before it may begin with a word."""
    return naming(kind) or kind.low in PLURALS_BEFORE or "noun" in kind.categories or adjectival(kind)


class Nominals(Names):
    """Rules for determiners, nouns and what restricts them."""

    def up_to_twelve(self, i: int) -> Iterator[tuple[int, int]]:
        """A number in words."""
        if (n := TO_TWELVE.get(self.low[i])) is not None:
            yield n, i + 1

    def small(self, i: int) -> Iterator[tuple[None, int]]:
        """A word without a capital."""
        if i < self.end and not self.kinds[i].capital:
            yield None, i

    @staticmethod
    def agrees(det: Det, number: int, nominal: Nominal) -> bool:
        """Return whether a determiner goes with a nominal's number."""
        return nominal.plural if number > 1 + (det is Det.AT_LEAST) else not (det is Det.A and nominal.plural)

    @rule
    @begun_by(nominally)
    def nominal(self, i: int, where: str) -> Iterator[tuple[Nominal, int]]:
        """Adjectives, a noun, and what is said of it behind it."""
        for adjectives, j in (((), i), *self.adjective_chain(i)):
            for noun, plural, k in self.head(j, bool(adjectives)):
                base = Nominal(noun, adjectives, plural)
                yield from self.attributes(base, k, where)

    def head(self, i: int, modified: bool) -> Iterator[tuple[str, bool, int]]:
        """A noun or a compound: its lemma, whether it is a plural, and the place behind it."""
        low = self.low[i]
        if low in {"one", "ones"} and modified:
            yield "", low == "ones", i + 1
        before: list[str] = []
        j = i
        if " ".join(self.low[i : i + 2]) in COMPOUNDS and self.is_a(i + 2, "noun"):
            before, j = self.low[i : i + 2], i + 2
        if modified and not self.is_a(i, "noun") and self.lemmas(i, "verb", "ing"):
            yield low, False, i + 1  # critical thinking
        while j < self.end and j - i < _MAX_NOUNS:
            for form in self.forms[j] if j == i or self.low[j] not in _NO_HEADS else ():
                if form.category == "noun" and form.form in {"plural", "singular"}:
                    yield " ".join([*before, form.lemma]), form.form == "plural", j + 1
            object_behind = self.is_a(j + 1, "noun") or self.low[j + 1] in DETERMINING or self.kinds[j + 1].capital
            ing = before and not object_behind and self.low[j - 1] not in LIVING and not self.is_a(j, "noun")
            if ing and self.lemmas(j, "verb", "ing"):
                yield " ".join([*before, self.low[j]]), False, j + 1  # ticket pricing
            if not self._before_noun(j, begins=j == i and not modified):
                return
            named = self.kinds[j].capital and (j or self.low[j] in self.names)
            before.append(self.words[j].text if named else self.low[j])
            j += 1
        self.miss(j, "a noun")

    def _before_noun(self, j: int, *, begins: bool) -> bool:
        """Return whether a word may stand before the head of a compound."""
        if self.kinds[j].capital and (j or self.low[j] in self.names):
            listed = any(f.lemma[:1].isupper() for f in self.forms[j])
            determined = j > 0 and self.low[j - 1] in DETERMINING and self.low[j - 1] != "that"
            return self.low[j] not in FUNCTION_WORDS and (
                listed or determined or self.words[j].text.replace(".", "").isupper()
            )
        if self.low[j] in PLURALS_BEFORE:
            return True
        if not self.is_a(j, "noun") and self.lemmas(j, "verb", "ing") and not self.is_a(j, "adjective"):
            return self.is_a(j + 1, "noun") and not (begins and (j == 0 or self.low[j - 1] not in DETERMINING))
        return self.is_a(j, "noun") and bool(self.lemmas(j, "noun", "singular"))

    def attributes(self, base: Nominal, j: int, where: str) -> Iterator[tuple[Nominal, int]]:
        """What stands behind a noun: complements with ``of``, other attributes, relative clauses."""
        yield base, j
        low = self.low[j]
        if where == "bare" or j >= self.end:
            return
        if not base.where and (low == "of" or (where in {"subject", "predicate"} and self.preposition(j))):
            for role, k in self.pp(j, "attribute") if low != "to" or not base.roles else ():
                more = Nominal(base.noun, base.adjectives, base.plural, (*base.roles, role), base.where)
                yield from self.attributes(more, k, where)
        j += bool(base.where) and self.low[j] == "and" and self.low[j + 1] in RELATIVES
        if not base.where or self.low[j - 1] == "and":
            awaited = self.low[j] == "that" and any(map(_awaits_clause, nodes(base)))  # a farmer who hopes that …
            for s, k in self.find("relative", j, "" if base.plural else "singular") if not awaited else ():
                if self._reduced(base, j, k):
                    continue
                more = Nominal(base.noun, base.adjectives, base.plural, base.roles, (*base.where, s))
                yield from self.attributes(more, k, where)
        yield from self._measured(base, j, where)

    def _reduced(self, base: Nominal, j: int, k: int) -> bool:
        """Return whether a participle behind a noun is no clause about it for certain.

        An -ing word is one behind a noun for somebody who lives, with what belongs to the verb: *the boy singing a
        song*, but *the board meeting*. A participle is one with what belongs to it: *the book written by Ann*.
        """
        if self.lemmas(j, "verb", "ing"):
            return k == j + 1 or (base.noun not in EMPTY and base.noun.split()[-1] not in LIVING)
        behind = self.preposition(j + 1) or self.adverb(j + 1)
        return bool(self.lemmas(j, "verb", "participle")) and not behind and base.noun not in EMPTY

    def _measured(self, base: Nominal, j: int, where: str) -> Iterator[tuple[Nominal, int]]:
        """How much of something a thing has, behind the noun: ``over $500``, ``aged 18``, ``older than Ann``."""
        if base.roles:
            return  # of whom it is said is open: members with a degree higher than …
        if bounding(self.preposition(j)):
            for amount, k in self.find("amount", j):
                yield from self.attributes(replace(base, roles=(*base.roles, ("of", amount))), k, where)
        for one, k in self.compared(j):
            clause = Clause(Gap(), Be(one))
            yield from self.attributes(replace(base, where=(*base.where, clause)), k, where)

    @rule
    @begun_by(CORNERS["preposed"])
    def pp(self, i: int, where: str) -> Iterator[tuple[tuple[str, NP], int]]:
        """A preposition and its noun phrase."""
        prep = self.preposition(i)
        if not prep:
            return
        j = i + prep.count(" ") + 1
        for np, k in self.find("np", j, where):
            bare = isinstance(np, Name) or (isinstance(np, Quantified) and np.det is Det.BARE)
            verb = prep == "to" and bare and bool(self.lemmas(j, "verb", "base"))
            if verb and not self.kinds[j].capital and self.low[j] not in _GONE_TO:
                continue  # decided to study
            if (prep == "of" or not _elsewhere(np)) and not (isinstance(np, Number) and bounding(prep)):
                yield (prep, np), k
                if (
                    self.low[k] in {"and", "or", "nor"}
                    and self.preposition(k + 1) == prep
                    and not isinstance(np, Joined)
                ):
                    for other, end in self.find("np_simple", k + 1 + j - i, where):  # in the bath or in the hall
                        yield (prep, Joined(Join(self.low[k].replace("nor", "or")), (np, other))), end
        if self.lemmas(j, "verb", "ing"):
            ends = [k for _, k in self.find("vp", j, "ing", "", False) if "," not in self.low[j:k]]
            for k in [max(ends, default=j)]:
                if k > j + 1 or (k > j and not self.is_a(j, "noun")):
                    yield (prep, Name(tuple(self.low[j:k]), " ".join(self.low[j:k]))), k


def _awaits_clause(node: Node) -> bool:
    """Return whether a verb of saying or knowing stands without what is said."""
    plain = isinstance(node, Do) and not (node.objects or node.roles or node.complement)
    return plain and getattr(node, "lemma", "") in FACTIVES | REPORTS


def _elsewhere(np: NP) -> bool:
    """Return whether a place is no place of this world: ``in Ann's opinion``, ``in the film``."""
    nominal = getattr(np, "nominal", None)
    noun = nominal.noun if isinstance(nominal, Nominal) else np.words[-1] if isinstance(np, Name) else ""
    return noun.split()[-1:] != [] and noun.split()[-1] in _ELSEWHERE
