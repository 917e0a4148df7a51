"""Determiners: how a noun phrase picks what it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary.lists import listed
from .names import Names
from .tree import Det, Nominal
from .words import EVERY, PRONOUN_DETS, TO_TWELVE

DETERMINING: Final = listed("DETERMINING")


class Determiners(Names):
    """Rules for determiners."""

    def determiner(self, i: int) -> Iterator[tuple[Det, int, int]]:
        """Determiners with their number."""
        low, after = self.at(i), self.at(i + 1)
        if low in {"a", "an"}:
            yield Det.A, 1, i + 1
            if after == "single":
                yield Det.A, 1, i + 2
        elif low in {"the", "this", "these"} or (low == "that" and after and not self.words[i + 1].capital):
            if low == "the" and (n := TO_TWELVE.get(after)) is not None:
                yield Det.THE, n, i + 2
            yield Det.THE, 1, i + 1
        elif low in EVERY:
            j = i + 1
            if low == "all" and self.at(j) == "the":
                j += 1
            if low == "all" and self.at(j) == "but" and (n := TO_TWELVE.get(self.at(j + 1))) is not None:
                yield Det.ALL_BUT, n, j + 2
            yield Det.EVERY, 1, j
        elif low == "no":
            yield Det.NO, 1, i + 1
        elif low == "some":
            yield Det.SOME, 1, i + 1
        elif low == "any":
            yield Det.ANY, 1, i + 1
        elif low == "both":
            yield Det.EVERY, 2, i + 1
        elif low == "neither":
            yield Det.NO, 1, i + 1
        elif low in {"several", "multiple"}:
            yield Det.AT_LEAST, 2, i + 1
        if low == "a" and after == "few":
            yield Det.AT_LEAST, 2, i + 2

    @staticmethod
    def agrees(det: Det, number: int, nominal: Nominal) -> bool:
        """Return whether a determiner goes with a nominal's number."""
        if det is Det.A:
            return not nominal.plural
        if det is Det.EVERY and number == 2:
            return nominal.plural
        if det in {Det.AT_LEAST, Det.AT_MOST, Det.EXACTLY, Det.CARDINAL} and number > 2:
            return nominal.plural
        if det in {Det.EXACTLY, Det.CARDINAL} and number > 1:
            return nominal.plural
        return True

    def parts_said(self, i: int) -> Iterator[tuple[int, Det, int]]:
        """Determiners that ``of`` may follow: the place behind them, what they say, and their number."""
        low = self.at(i)
        if low in PRONOUN_DETS:
            yield i + 1, Det(PRONOUN_DETS[low]), 1
        if low in {"one", "some", "any"}:
            return
        for det, number, j in self.determiner(i):
            if det in {Det.AT_LEAST, Det.ALL_BUT}:
                yield j, det, number
        for det, number, j in self.counting(i):
            yield j, det, number
