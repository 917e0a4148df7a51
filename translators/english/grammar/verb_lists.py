"""Verb phrases that are joined, with one subject: ``sings and dances``, ``either sings or dances``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .arguments import VerbArguments
from .chart import PAIRED, rule
from .tree import VP, Do, Join, Verbs


class VerbLists(VerbArguments):
    """Rules for lists of verb phrases."""

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

    def vp_simple(self, i: int, form: str, number: str, gap: bool) -> tuple[tuple[VP, int], ...]:
        """Return verb phrases that are not joined; see ``VerbPhrases``."""
        raise NotImplementedError
