"""Noun phrases that are joined: ``A, B and C``, ``either A or B``, ``A, but not B``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .chart import PAIRED, rule
from .determiners import DETERMINING
from .nominals import Nominals
from .tree import NP, Det, Join, Joined, Name, Only, Quantified

_MARKS_BOTH: Final = frozenset({"but", "not", "or", "possibly", "and", "("})


class NounLists(Nominals):
    """Rules for lists of noun phrases."""

    @rule
    def np(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """A noun phrase, joined or not.

        ``where`` says where it stands, which says what may follow its noun: ``subject``, ``object`` or ``predicate``.
        """
        if self.at(i) in PAIRED:
            yield from self._paired(i, where)
        if self.at(i) == "only":
            for body, j in self.np(i + 1, where):
                yield Only(body), j
        for body, j in self.np_simple(i, where):
            yield body, j
            yield from self._joined(body, j, where)

    def _paired(self, i: int, where: str) -> Iterator[tuple[NP, int]]:
        """``both A and B``, ``either A or B``, ``neither A nor B``; ``neither of`` is a partitive."""
        join, word = PAIRED[self.at(i)]
        for left, j in self.np_simple(i + 1, where):
            k = self.take(j, word)
            if k < 0:
                continue
            for right, m in self.np_simple(k, where):
                yield from self._not_both(Joined(join, (left, right)), m)

    def _not_both(self, joined: Joined, j: int) -> Iterator[tuple[NP, int]]:
        """What says whether both may hold: ``, but not both``, ``, or both``."""
        marked = self.both_said(j)
        if marked is not None and joined.join in {Join.OR, Join.EITHER}:
            yield Joined(Join.XOR if marked[0] else Join.OR, joined.parts), marked[1]
        yield joined, j

    def _joined(self, first: NP, j: int, where: str) -> Iterator[tuple[NP, int]]:
        """``A, B and C``; ``A, but not B``."""
        for parts, words, k in self._more((first,), (), j, where):
            if words[-1] == ",":
                continue
            kinds = {w for w in words if w != ","}
            if isinstance(first, Quantified) and first.det is not Det.BARE and any(map(_undetermined, parts[1:])):
                continue
            parts = self.shared_adjectives(parts, j, k)
            if kinds == {"but not"}:
                yield Joined(Join.BUT_NOT, parts), k
                if self.at(k) == ",":
                    yield Joined(Join.BUT_NOT, parts), k + 1
            elif len(kinds) == 1:
                joined = Joined(Join(kinds.pop()), parts)
                yield from self._not_both(joined, k) if joined.join is Join.OR else ((joined, k),)
            elif kinds == {"and", "or"} and "," not in words:
                yield self.grouped(Joined, parts, words, j - 1, k), k

    def shared_adjectives(self, parts: tuple[NP, ...], i: int, j: int) -> tuple[NP, ...]:
        """Return the parts of ``young cats and dogs``: whether the dogs are young, too, is a choice."""
        first, last = parts[0], parts[-1]
        if isinstance(first, Quantified) and isinstance(last, Quantified) and first.det is last.det:
            tail = bool(last.nominal.where) or any(prep != "of" for prep, _ in last.nominal.roles)
            if tail and not first.nominal.where and not first.nominal.roles:
                words = " ".join(w.text for w in self.words[max(0, i - 2) : j])
                if self.ways.other("relative", f"'{words}'", "what stands last goes with the last", "it goes with all"):
                    where, roles = last.nominal.where, last.nominal.roles
                    return tuple(
                        replace(p, nominal=replace(p.nominal, where=where, roles=roles))
                        if isinstance(p, Quantified)
                        else p
                        for p in parts
                    )
        if not isinstance(first, Quantified) or not first.nominal.adjectives:
            return parts
        bare = [p for p in parts[1:] if isinstance(p, Quantified) and not p.nominal.adjectives and p.det is first.det]
        if len(bare) != len(parts) - 1 or (first.det is not Det.BARE and self.at(i + 1) in DETERMINING):
            return parts
        words = " ".join(w.text for w in self.words[max(0, i - 2) : j])
        adjective = first.nominal.adjectives[-1].lemma
        if not self.ways.other(
            "adjectives", f"'{words}'", f"'{adjective}' goes with the first", f"'{adjective}' goes with all"
        ):
            return parts
        made = [replace(p, nominal=replace(p.nominal, adjectives=first.nominal.adjectives)) for p in bare]
        return (first, *made)

    def _more(
        self, parts: tuple[NP, ...], words: tuple[str, ...], j: int, where: str
    ) -> Iterator[tuple[tuple[NP, ...], tuple[str, ...], int]]:
        word, k = self.connective(j)
        if not word:
            return
        for part, m in self.np_simple(k, where):
            yield (*parts, part), (*words, word), m
            yield from self._more((*parts, part), (*words, word), m, where)

    def connective(self, j: int) -> tuple[str, int]:
        """Return what joins parts of a list at a place, and the place behind it."""
        word = self.at(j)
        if word == ",":
            after = self.at(j + 1)
            if after in {"and", "or"}:
                return after, j + 2
            if after == "but" and self.at(j + 2) == "not":
                return "but not", j + 3
            return ",", j + 1
        if word in {"and", "or"}:
            if self.at(j + 1) == "not" and word == "and":
                return "but not", j + 2
            return word, j + 1
        if word == "but" and self.at(j + 1) == "not":
            return "but not", j + 2
        if word == "nor":
            return "nor", j + 1
        return "", j

    def both_said(self, j: int) -> tuple[bool, int] | None:
        """Return whether ``but not both`` (or ``or both``) stands at a place, and the place behind it."""
        k = j + 1 if self.at(j) == "," else j
        if self.at(k) not in _MARKS_BOTH:
            return None
        bracket = self.at(k) == "("
        k += bracket
        for words, exclusive in (
            (("but", "not", "both"), True), (("not", "both"), True), (("or", "both"), False),
            (("but", "not", "necessarily", "both"), False), (("possibly", "both"), False),
            (("and", "not", "both"), True),
        ):  # fmt: skip
            if self.phrase(k, words):
                k += len(words)
                if bracket:
                    k = self.take(k, ")")
                    if k < 0:
                        return None
                return exclusive, k
        return None

    def of_either_kind(self, i: int, where: str, det: Det) -> Iterator[tuple[NP, int]]:
        """``big or strong elephants``: those of either kind."""
        for adjectives, j in self.adjective_chain(i):
            for nominal, k in self.nominal(j + 1, where) if self.at(j) == "or" else ():
                if nominal.adjectives and (nominal.plural or det is not Det.BARE):
                    other = replace(nominal, adjectives=adjectives)
                    yield Joined(Join.OR, (Quantified(det, other), Quantified(det, nominal))), k

    def sharing(self, first: Quantified, j: int, where: str) -> Iterator[tuple[NP, int]]:
        """``no cats and dogs``: a determiner for several nouns."""
        parts, k, words = [first], j, set()
        while True:
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
                yield Joined(join, self.shared_adjectives(whole, j, end)), end
            return

    def np_simple(self, i: int, where: str) -> tuple[tuple[NP, int], ...]:
        """Return noun phrases that are not joined; see ``Nouns``."""
        raise NotImplementedError


def _undetermined(np: NP) -> bool:
    """Return whether a noun phrase shares the determiner of the one before it."""
    return (isinstance(np, Quantified) and np.det is Det.BARE) or (isinstance(np, Name) and np.shown.islower())
