"""What is said of statements: that they are true, seem so, or imply one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary.lists import listed, phrases_in
from .chart import rule
from .relatives import Relatives
from .sentence_tree import Denied, Opaque, Sentences, Weather
from .tree import Join, S
from .weather import about_nothing
from .words import BE

_TRUE: Final = phrases_in("TRUE")
_FALSE: Final = phrases_in("FALSE")
_OPAQUE: Final = listed("OPAQUE")
_IMPLIES: Final[tuple[tuple[tuple[str, ...], bool], ...]] = (
    (("implies", "that"), False), (("means", "that"), False), (("does", "not", "imply", "that"), True),
)  # fmt: skip
_CLAIM: Final = frozenset("claim fact statement proposition assertion sentence".split())


class Claims(Relatives):
    """Rules for statements about statements."""

    def about_it(self, i: int) -> Iterator[tuple[S, int]]:
        """``It is true that …``, ``it seems that …``, ``it is raining``."""
        if self.at(i) != "it":
            return
        j = i + 1
        if self.at(j) in {"seems", "appears", "seemed", "appeared"} and self.at(j + 1) == "that":
            for _, k in self.sentence(j + 2):
                yield Opaque(" ".join(self.low[i:k])), k
        if self.phrase(j, ("follows", "that")):
            yield from self.sentence(j + 2)
        if self.at(j) in BE:
            yield from self.judged(j + 1)
        for body, k in self.vp(j, "finite", "singular", False):
            if about_nothing(body):
                yield Weather(body), k

    def judged(self, j: int) -> Iterator[tuple[S, int]]:
        """``true that …``, ``not the case that …``, ``possible that …``."""
        for words in _FALSE:
            if self.phrase(j, (*words, "that")):
                for s, k in self.sentence(j + len(words) + 1):
                    yield Denied(s), k
        for words in _TRUE:
            if self.phrase(j, (*words, "that")):
                yield from self.sentence(j + len(words) + 1)
        if self.at(j) in _OPAQUE and self.at(j + 1) == "that":
            for _, k in self.sentence(j + 2):
                yield Opaque(" ".join(("it is", *self.low[j:k]))), k
        if self.at(j) == "not" and self.at(j + 1) in _OPAQUE and self.at(j + 2) == "that":
            for _, k in self.sentence(j + 3):
                yield Denied(Opaque(" ".join(("it is", *self.low[j + 1 : k])))), k

    @rule
    def claim(self, i: int) -> Iterator[tuple[S, int]]:
        """``the claim that …``."""
        if self.at(i) == "the" and self.at(i + 1) in _CLAIM and self.at(i + 2) == "that":
            yield from self.sentence(i + 3)

    def claims(self, i: int) -> Iterator[tuple[S, int]]:
        """What is said of claims: that they are true, that one implies another, that both cannot be."""
        for left, j in self.claim(i):
            if self.at(j) in {"is", "holds"} and (self.at(j) == "holds" or self.at(j + 1) in {"true", "so", "correct"}):
                yield left, j + 1 + (self.at(j) == "is")
            if self.at(j) == "is" and self.at(j + 1) in {"false", "untrue", "wrong"}:
                yield Denied(left), j + 2
            if self.phrase(j, ("is", "not", "true")):
                yield Denied(left), j + 3
            for implies, denied in _IMPLIES:
                if self.phrase(j, implies):
                    for right, k in self.clause_list(j + len(implies)):
                        both = Sentences(Join.IF, (left, right))
                        yield (Denied(both) if denied else both), k
            j += self.at(j) == ","
            if self.at(j) == "and":
                for right, k in self.claim(j + 1):
                    both = Sentences(Join.AND, (left, right))
                    if self.phrase(k, ("can", "not", "both", "be", "true")):
                        yield Denied(both), k + 5
                    if self.phrase(k, ("are", "not", "both", "true")):
                        yield Denied(both), k + 4
                    if self.phrase(k, ("are", "both", "true")):
                        yield both, k + 3

    def both_true(self, i: int) -> Iterator[tuple[S, int]]:
        """``both A and B are true``, of statements."""
        if self.at(i) != "both":
            return
        for left, j in self.clause_list(i + 1):
            j += self.at(j) == ","
            for right, k in self.clause_list(j + 1) if self.at(j) == "and" else ():
                if self.phrase(k, ("are", "true")):
                    yield Sentences(Join.AND, (left, right)), k + 2

    def clause_list(self, i: int) -> tuple[tuple[S, int], ...]:
        """Return clauses that are joined; see ``SentenceRules``."""
        raise NotImplementedError
