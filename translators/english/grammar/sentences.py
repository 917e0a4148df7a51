"""Sentences: clauses joined by conditions and connectives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.lists import listed, phrases_in
from .chart import PAIRED, Phrases, phrases_of, rule
from .clauses import ClauseRules
from .sentence_tree import Clause, Denied, Normally, Otherwise, Sentences
from .tree import NP, VP, Do, Join, Not, S
from .words import BE, DO, HAVE, MODALS

_IF: Final = phrases_of(*phrases_in("IF"))
_ONLY_IF: Final[Phrases] = phrases_of(("only", "if"), ("only", "when"), ("only", "provided", "that"))
_IFF: Final = phrases_of(*phrases_in("IFF"))
_AND_ALSO: Final = phrases_of(*phrases_in("AND_ALSO"))
_EVEN: Final[Phrases] = phrases_of(("even", "if"), ("regardless", "of", "whether"), ("whether", "or", "not"))
_ASKING: Final = listed("ASKING")
"""Words behind which *if* asks whether."""
_AND: Final = frozenset({"and", "but", "yet"})
_OPENERS: Final = phrases_of(*phrases_in("OPENERS"))
"""Words that a sentence may begin with and that say nothing of their own."""
_NORMALLY: Final = frozenset("normally usually typically generally".split())


class SentenceRules(ClauseRules):
    """Rules for sentences."""

    @rule
    def whole(self, i: int) -> Iterator[tuple[S, int]]:
        """A whole sentence: conditionals that are joined, and what may stand before them."""
        for words in self.starting(i, _OPENERS):
            k = i + len(words)
            k += self.at(k) == ","
            if k < self.end:
                yield from self.whole(k)
        if self.at(i) == "otherwise":
            for s, j in self.sentence(i + 1 + (self.at(i + 1) == ",")):
                yield Otherwise(s), j
            return
        if self.at(i) in _NORMALLY:
            for s, j in self.sentence(i + 1 + (self.at(i + 1) == ",")):
                yield Normally(s), j
            return
        for s, j in self.sentence(i):
            yield s, j
            yield from self._more_sentences((s,), j)

    def _more_sentences(self, parts: tuple[S, ...], j: int) -> Iterator[tuple[S, int]]:
        k = j
        if self.at(k) in {",", ";"}:
            k += 1
        if self.at(k) in _AND or self.at(j) == ";":
            k += self.at(k) in _AND
            not_so = self.at(k) == "otherwise"
            if not_so:
                for s, m in self.sentence(k + 1 + (self.at(k + 1) == ",")):
                    yield Sentences(Join.AND, (*parts, Otherwise(s))), m
                return
            for s, m in self._conditional(k):
                yield Sentences(Join.AND, (*parts, s)), m
                yield from self._more_sentences((*parts, s), m)
            if self.at(j) == ";":
                for s, m in self.sentence(k):
                    if isinstance(s, Clause):
                        yield Sentences(Join.AND, (*parts, s)), m
                        yield from self._more_sentences((*parts, s), m)

    @rule
    def sentence(self, i: int) -> Iterator[tuple[S, int]]:
        """A sentence: clauses, or clauses under a condition."""
        if i >= self.end:
            self.miss(i, "a statement")
            return
        yield from self._conditional(i)
        for s, j in self.clause_list(i):
            yield s, j
            yield from self._conditioned(s, j)

    @rule
    def scope(self, i: int) -> Iterator[tuple[S, int]]:
        """What a letter is bound in: sentences up to the end, as far as they are joined."""
        for s, j in self.sentence(i):
            yield s, j
            if isinstance(s, Sentences) and s.join is Join.IF:
                yield from self._more_sentences((s,), j)

    def _conditional(self, i: int) -> Iterator[tuple[S, int]]:
        """A condition, then what holds under it."""
        for words in self.starting(i, _ONLY_IF):
            for condition, j in self.clause_list(i + len(words)):
                for s, k in self.inverted(j + (self.at(j) == ",")):
                    yield Sentences(Join.IF, (s, condition)), k
        if self.at(i) == "unless":
            for condition, j in self.clause_list(i + 1):
                for s, k in self.sentence(j + (self.at(j) == ",")):
                    yield Sentences(Join.IF, (Denied(condition), s)), k
        for words in self.starting(i, _EVEN):
            for _, j in self.clause_list(i + len(words)):
                if self.at(j) == ",":
                    yield from self.sentence(j + 1)
        for words in self.starting(i, _AND_ALSO):
            for reason, j in self.clause_list(i + len(words)):
                if self.at(j) == ",":
                    for s, k in self.sentence(j + 1):
                        yield Sentences(Join.AND, (reason, s)), k
        for words in self.starting(i, _IF):
            for condition, j in self.clause_list(i + len(words)):
                k = j + (self.at(j) == ",")
                k += self.at(k) == "then"
                k += self.at(k) == "," and self.at(k - 1) == "then"
                if k == j and (j >= self.end or self.preposition(j) or self.adverb(j)):
                    continue  # with no comma before it, a place, a time or an adverb belongs to the condition
                for s, m in self.sentence(k):
                    yield Sentences(Join.IF, (condition, s)), m
            return

    def _conditioned(self, s: S, j: int) -> Iterator[tuple[S, int]]:
        """A clause, then its condition."""
        k = j + (self.at(j) == ",")
        for words in self.starting(k, _IFF):
            for condition, m in self.clause_list(k + len(words)):
                yield Sentences(Join.IFF, (s, condition)), m
            return
        for words in self.starting(k, _ONLY_IF):
            for condition, m in self.clause_list(k + len(words)):
                yield Sentences(Join.IF, (s, condition)), m
            return
        for words in self.starting(k, _EVEN):
            for _, m in self.clause_list(k + len(words)):
                yield s, m
            return
        if self.at(k) == "unless":
            for condition, m in self.clause_list(k + 1):
                yield Sentences(Join.IF, (Denied(condition), s), back=True), m
            return
        for words in self.starting(k, _AND_ALSO):
            for reason, m in self.clause_list(k + len(words)):
                if not _denies(s):
                    yield Sentences(Join.AND, (s, reason)), m
            return
        if self.at(k) in {"implies", "imply"}:
            m = k + 1 + (self.at(k + 1) == "that")
            for right, n in self.clause_list(m):
                yield Sentences(Join.IF, (s, right)), n
        if self.at(k) == "if" and self.low[k - 1] in _ASKING:
            return  # not certain if, to find out if
        for words in self.starting(k, _IF):
            for condition, m in self.clause_list(k + len(words)) if words != ("in", "case") else ():
                whole = Sentences(Join.IF, (condition, s), back=True)
                yield whole, m
                if not self.starting(m + (self.at(m) == ","), _IF):
                    yield from self._conditioned(whole, m)
            return

    @rule
    def clause_list(self, i: int) -> Iterator[tuple[S, int]]:
        """Clauses joined by ``and`` and ``or``; ``and`` binds closer, a comma before a connective less."""
        if self.at(i) in PAIRED:
            yield from self._paired_clauses(i)
        for first, j in self.clause(i):
            yield first, j
            for parts, words, k in self._more_clauses((first,), (), j):
                yield from self._grouped_clauses(parts, words, i, k)

    def _paired_clauses(self, i: int) -> Iterator[tuple[S, int]]:
        low = self.at(i)
        word = PAIRED[low][1]
        for left, j in self._group(i + 1, low):
            k = self.take(j + (self.at(j) == ","), word)
            for right, m in self._group(k, "either") if k > 0 else ():
                if low == "either":
                    marked = self.both_said(m)
                    if marked is not None:
                        yield Sentences(Join.XOR if marked[0] else Join.OR, (left, right)), marked[1]
                    else:
                        yield Sentences(Join.EITHER, (left, right)), m
                elif low == "neither":
                    yield Denied(Sentences(Join.OR, (left, right))), m
                else:
                    yield Sentences(Join.AND, (left, right)), m
            if low == "neither" and k > 0:  # neither Elisabeth is bored nor is Jessica
                for right, m in self.inverted(k):
                    yield Denied(Sentences(Join.OR, (left, right))), m

    def _group(self, i: int, paired: str) -> Iterator[tuple[S, int]]:
        """Clauses of one kind between ``either`` and ``or``, or ``neither`` and ``nor``; ``and`` binds closer."""
        inner = {"either": {Join.AND}, "neither": {Join.OR, Join.AND}, "both": {Join.OR}}[paired]
        for s, j in self.clause_list(i):
            if not isinstance(s, Sentences) or s.join in inner or s.join is Join.EITHER:
                yield s, j

    def _more_clauses(
        self, parts: tuple[S, ...], words: tuple[str, ...], j: int
    ) -> Iterator[tuple[tuple[S, ...], tuple[str, ...], int]]:
        comma = self.at(j) in {",", ";"}
        k = j + comma
        low = self.at(k)
        if low in _AND or low == "or":
            word = ("," if comma else "") + ("or" if low == "or" else "and")
            k += 1
            k += self.at(k) == "then" or (self.at(k) == "also")
        elif comma:
            word = ","
        else:
            return
        if k >= self.end:
            return
        for s, m in (*self.clause(k), *(self._paired_clauses(k) if self.at(k) in {"either", "neither"} else ())):
            yield (*parts, s), (*words, word), m
            yield from self._more_clauses((*parts, s), (*words, word), m)
        for s, m in self.elided(parts[0], k):
            yield (*parts, s), (*words, word), m
            yield from self._more_clauses((*parts, s), (*words, word), m)

    def _grouped_clauses(self, parts: tuple[S, ...], words: tuple[str, ...], i: int, j: int) -> Iterator[tuple[S, int]]:
        if words[-1] == ",":
            return
        plain = [w.lstrip(",") for w in words]
        kinds = {w for w in plain if w}
        if len(kinds) == 1:
            join = Join(kinds.pop())
            marked = self.both_said(j) if join is Join.OR else None
            if marked is not None:
                yield Sentences(Join.XOR if marked[0] else Join.OR, parts), marked[1]
            else:
                yield Sentences(join, parts), j
            return
        if "," in words:
            return
        loose = [k for k, w in enumerate(words) if w.startswith(",")]
        if (
            loose
            and len({plain[k] for k in loose}) == 1
            and all(plain[k] == plain[loose[0]] or k not in loose for k in range(len(words)))
        ):
            outer = plain[loose[0]]
            groups: list[list[tuple[str, S]]] = [[("", parts[0])]]
            for k, (word, part) in enumerate(zip(plain, parts[1:], strict=True)):
                if k in loose:
                    groups.append([("", part)])
                else:
                    groups[-1].append((word, part))
            if all(len({w for w, _ in g if w}) <= 1 for g in groups):
                made = tuple(
                    g[0][1] if len(g) == 1 else Sentences(Join(g[1][0]), tuple(p for _, p in g)) for g in groups
                )
                yield Sentences(Join(outer), made), j
                return
        yield self.grouped(Sentences, parts, plain, i, j), j

    def elided(self, first: S, i: int) -> Iterator[tuple[S, int]]:
        """``… but Bob doesn't``, ``… and so does Bob``, ``… and Bob coffee``: a verb that is understood."""
        if not isinstance(first, Clause):
            return
        auxiliaries = {**BE, **DO, **HAVE, **MODALS}
        if self.at(i) in {"so", "neither", "nor"} and self.at(i + 1) in auxiliaries:
            for np, j in self.np(i + 2, "object"):
                yield Clause(np, first.verb if self.at(i) == "so" else _denied(first.verb)), j
            return
        for np, j in self.np(i, "subject"):
            if self.at(j) in auxiliaries:
                k = j + 1
                denied = self.at(k) == "not"
                k += denied
                k += self.at(k) in {"too", "so"}
                if k >= self.end or self.at(k) in {",", ";", "and", "but", "or"}:
                    yield Clause(np, _denied(_plain(first.verb)) if denied else _plain(first.verb)), k
            elif isinstance(first.verb, Do) and len(first.verb.objects) == 1 and not first.verb.roles:
                for other, k in self.np(j, "object"):
                    if k >= self.end or self.at(k) in {",", ";", "and"}:
                        yield Clause(np, _with_object(first.verb, other)), k

    def inverted(self, i: int) -> tuple[tuple[S, int], ...]:
        """Return clauses whose auxiliary stands before their subject; see ``QuestionRules``."""
        raise NotImplementedError


def _denies(s: S) -> bool:
    return isinstance(s, Denied) or (isinstance(s, Clause) and isinstance(s.verb, Not))


def _plain(verb: VP) -> VP:
    return verb.body if isinstance(verb, Not) else verb


def _denied(verb: VP) -> VP:
    return Not(_plain(verb))


def _with_object(verb: Do, other: NP) -> VP:
    return replace(verb, objects=(other,))
