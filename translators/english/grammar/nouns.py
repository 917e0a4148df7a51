"""Noun phrases, joined or not: ``A, B and C``, ``either A or B``, ``A, but not B``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.closed import RELATIVES
from ..vocabulary.lists import phrases_in
from ..vocabulary.measures import UNITS
from .amounts import beginning
from .chart import PAIRED, rule
from .corners import Kind, begun_by
from .makers import excepting
from .nominals import DETERMINING, Nominals, nominally
from .rules import categories
from .tree import NP, Det, Join, Joined, Name, Nominal, Number, Only, Possessed, Quantified, Variable
from .words import EMPTY, LETTER_FOR_ANYTHING, VARIABLE

_NEVER_BARE: Final = frozenset({"a", "an", "the", "no", "every", "one", "ones"})
_EXCEPT: Final = phrases_in("EXCEPT")
"""What leaves somebody out."""


def _simple(kind: Kind) -> bool:
    return bool(categories()["noun_phrase"][1].behind(kind))


class Nouns(Nominals):
    """Rules for noun phrases."""

    @rule
    @begun_by(lambda kind: kind.low in PAIRED or kind.low == "only" or _simple(kind))
    def np(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A noun phrase, joined or not.

        ``where`` says where it stands, which says what may follow its noun: ``subject``, ``object`` or ``predicate``.
        """
        yield from self.paired(i, Joined, lambda k: self.np_simple(k, where), lambda k, _: self.np_simple(k, where))
        if self.low[i] == "only":
            for body, j in self.np(i + 1, where):
                yield Only(body), j
        for body, j in self.np_simple(i, where):
            yield body, j
            told = isinstance(body, Quantified) and body.det is not Det.BARE

            def make(join: Join, parts: tuple[NP, ...]) -> NP | None:
                if (told and any(map(_undetermined, parts[1:]))) or _of_the_last(parts[0], parts[-1]):  # noqa: B023
                    return None
                return Joined(join, self.shared_adjectives(parts, j, j + 2))  # noqa: B023

            yield from self.joined(make, body, j, self.connective, lambda k, _: self.np_simple(k, where))

    def shared_adjectives(self, parts: tuple[NP, ...], i: int, j: int) -> tuple[NP, ...]:
        """Return the parts of ``young cats and dogs``: whether the dogs are young, too, is a choice."""
        first = parts[0]
        if not isinstance(first, Quantified) or not first.nominal.adjectives:
            return parts
        bare = [p for p in parts[1:] if isinstance(p, Quantified) and not p.nominal.adjectives and p.det is first.det]
        if len(bare) != len(parts) - 1 or (first.det is not Det.BARE and self.low[i + 1] in DETERMINING):
            return parts
        words = " ".join(w.text for w in self.words[max(0, i - 2) : j])
        adjective = first.nominal.adjectives[-1].lemma
        if not self.ways.other(
            "adjectives", f"'{words}'", f"'{adjective}' goes with the first", f"'{adjective}' goes with all"
        ):
            return parts
        made = [replace(p, nominal=replace(p.nominal, adjectives=first.nominal.adjectives)) for p in bare]
        return (first, *made)

    def connective(self, j: int) -> tuple[str, int]:
        """Return what joins parts of a list at a place, and the place behind it."""
        comma = self.low[j] == ","
        k = j + comma
        word = self.low[k]
        if word == "but" and self.low[k + 1] == "not":
            return "but not", k + 2
        if word in {"and", "or"} or (word == "nor" and not comma):
            return word, k + 1
        return (",", k) if comma else ("", j)

    def sharing(self, first: Quantified, j: int, where: str) -> Iterator[tuple[NP, int]]:
        """``no cats and dogs``: a determiner for several nouns; a clause about the first has what follows it."""
        parts, k, words = [first], j, set()
        while not first.nominal.where:
            word, m = self.connective(k)
            if not word or word == "but not":
                return
            words.add(word)
            found = [(n, e) for n, e in self.nominal(m, where) if n.plural == first.nominal.plural and n.noun]
            if not found:
                return
            if word == ",":
                nominal, k = found[0]
                parts.append(Quantified(first.det, nominal, first.number))
                continue
            for nominal, end in found:
                whole = (*parts, Quantified(first.det, nominal, first.number))
                join = Join.AND if word == "nor" else Join(word)  # no cats nor dogs
                if not _of_the_last(first, whole[-1]):
                    yield Joined(join, self.shared_adjectives(whole, j, end)), end
            return

    @rule
    @begun_by(_simple)
    def np_simple(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A noun phrase that is not joined with another; genitives may follow it."""
        for body, j in self.find("noun_phrase", i, where):
            yield from self._owned(body, j, where)

    def _owned(self, body: NP, j: int, where: str) -> Iterator[tuple[NP, int]]:
        if self.low[j] == "'s":
            for nominal, k in self.nominal(j + 1, where):
                yield from self._owned(Possessed(body, nominal), k, where)
        else:
            yield from self._excepting(body, j)

    def _excepting(self, body: NP, j: int) -> Iterator[tuple[NP, int]]:
        yield body, j
        if isinstance(body, Quantified) and body.det in {Det.EVERY, Det.NO}:
            for words in _EXCEPT:
                if self.phrase(j, words) and self.low[j + len(words)] != "not":
                    for out, k in self.np_simple(j + len(words), "object"):
                        yield excepting(body, out, words[0]), k
                    return

    def unabbreviated(self, i: int) -> Iterator[tuple[None, int]]:
        """The word before is no country."""
        if self.words[i - 1].text != "US":
            yield None, i

    @begun_by(lambda kind: kind.low[:1] in set("uvwxyz"))
    def variable(self, i: int) -> Iterator[tuple[NP, int]]:
        """A letter."""
        text = self.words[i].text
        if VARIABLE.fullmatch(text) or LETTER_FOR_ANYTHING.fullmatch(text):
            yield Variable(text.lower()), i + 1

    def modified(self, i: int, given: tuple[Det, str], where: str) -> Iterator[tuple[Nominal, int]]:
        """What says more of anybody: ``nobody who …``, ``something red``."""
        some = () if self.lemmas(i, "verb", "ing") else self.adjective_chain(i)
        for adjectives, j in (((), i), *some):
            yield from self.attributes(Nominal(given[1], adjectives), j, where)

    def those(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """Those ``who …``."""
        for n, j in self.attributes(Nominal("somebody", plural=True), i, where) if self.low[i] in RELATIVES else ():
            if n.where:
                yield Quantified(Det.EVERY, n), j

    @begun_by(lambda kind: beginning(kind.low) or bool(categories()["determiner"][1].behind(kind)))
    def determined(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A determiner and what it is of; several nouns may share it."""
        determiners = self.find("determiner", i)
        for (det, number), start in determiners:
            for nominal, k in self.nominal(start, where):
                if self.agrees(det, number, nominal) and not (nominal.plural and self.low[i] in {"every", "each"}):
                    one = Quantified(det, nominal, number)
                    yield one, k
                    if self.low[i] != "neither":
                        yield from self.sharing(one, k, where)
        for (det, number), j in self.find("counting", i):
            for nominal, k in self.nominal(j, where):
                measured = nominal.noun in UNITS and not nominal.adjectives and not nominal.where
                if not measured and self.agrees(det, number, nominal):
                    yield Quantified(det, nominal, number), k

    @begun_by(lambda kind: kind.low not in _NEVER_BARE and nominally(kind))
    def undetermined(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A nominal without a determiner: a plural, or a singular that names a stuff."""
        found = self.nominal(i, where)
        several = {(n.noun, j) for n, j in found if n.plural}
        for nominal, j in found:
            if nominal.plural:
                if not self.named(i):
                    yield Quantified(Det.BARE, nominal), j
            elif i == 0 and self.kinds[0].capital and (self.named(0) or not self.common(0)):
                continue  # a name, which its own rule finds
            elif (nominal.noun, j) in several:
                continue  # fish are several rather than a stuff
            elif not nominal.where and not nominal.roles and nominal.noun not in EMPTY:
                yield self._stuff(nominal, i, j), j

    def _stuff(self, nominal: Nominal, i: int, j: int) -> Name:
        words = tuple(w for w in self.low[i:j] if w not in {",", "and"})
        small = not i and len(words) > 1
        return Name(words, " ".join(self.low[i:j] if small else [w.text for w in self.words[i:j]]))


def _undetermined(np: NP) -> bool:
    """Return whether a noun phrase shares the determiner of the one before it."""
    return (isinstance(np, Quantified) and np.det is Det.BARE) or (isinstance(np, Name) and np.shown.islower())


def _of_the_last(first: NP, last: NP) -> bool:
    """Return whether what stands behind the last of several may be of all: ``cats and dogs that bark``."""
    if not (isinstance(first, Quantified) and isinstance(last, Quantified) and first.det is last.det):
        return False
    tail = bool(last.nominal.where) or any(p != "of" or isinstance(np, Number) for p, np in last.nominal.roles)
    return tail and not first.nominal.where and not first.nominal.roles
