"""Simple clauses, relative clauses, and what is said of statements: that they are true, or imply one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary.lists import listed, phrases_in
from .agreement import number_of
from .chart import rule
from .modifying import with_adverb, with_role
from .sentence_tree import About, Bound, Clause, Denied, Opaque, Sentences, There, Weather
from .tree import NP, Det, Gap, Join, Joined, Name, Of, Possessed, Pronoun, Quantified, S, Tense, Variable
from .verbs import VerbPhrases
from .weather import IT, about_nothing
from .words import BE, VARIABLE

_TRUE: Final = phrases_in("TRUE")
_FALSE: Final = phrases_in("FALSE")
_OPAQUE: Final = listed("OPAQUE")
_IMPLIES: Final[tuple[tuple[tuple[str, ...], bool], ...]] = (
    (("implies", "that"), False), (("means", "that"), False), (("does", "not", "imply", "that"), True),
)  # fmt: skip
_CLAIM: Final = frozenset("claim fact statement proposition assertion sentence".split())
_BETWEEN: Final = ((",", "and", "every"), ("and", "every"), ("and", "all"), (",", "and"), ("and",), (",",))
LETTERS: Final = frozenset("pqrs")
"""Letters that stand for statements."""


class ClauseRules(VerbPhrases):
    """Rules for clauses."""

    @rule
    def relative(self, i: int, number: str = "") -> Iterator[tuple[S, int]]:
        """A relative clause, as a sentence over ``Gap``; of a singular, its verb is in the singular."""
        if i >= self.end:
            return
        low = self.at(i)
        if low in {"who", "which", "that", "whom"}:
            yield from self.gapped(i + 1, low != "whom", number)
            return
        if low == "whose":
            for nominal, j in self.nominal(i + 1, "bare"):
                for body, k in self.vp(j, "finite", "plural" if nominal.plural else "singular", False):
                    yield Clause(Possessed(Gap(), nominal), body), k
            return
        if low == "where":
            for s, j in self.clause(i + 1):
                yield with_role(s, ("in", Gap())), j
            return
        prep = self.preposition(i)
        if prep:
            width = prep.count(" ") + 1
            if self.at(i + width) in {"whom", "which"}:
                for s, j in self.clause(i + width + 1):
                    yield with_role(s, (prep, Gap())), j
            return
        if self._begins_np(i):
            yield from self.gapped(i, False)
        for lemma in self.lemmas(i, "verb", "participle"):
            for body, j in self.with_arguments(lemma, Tense.PRESENT, i + 1, False, passive=True):
                yield Clause(Gap(), body), j
        for lemma in self.lemmas(i, "verb", "ing"):
            for body, j in self.with_arguments(lemma, Tense.PRESENT, i + 1, False, progressive=True):
                yield Clause(Gap(), body), j

    def _begins_np(self, i: int) -> bool:
        low = self.at(i)
        name = i > 0 and self.words[i].capital and (i == 1 or not self.words[i - 1].capital)
        return name or low in {
            "he", "she", "they", "we", "i", "you", "it", "the", "every", "some", "no", "a", "his", "her", "their",
            "everyone", "someone", "nobody", "everybody", "somebody",
        }  # fmt: skip

    @rule
    def gapped(self, i: int, subject: bool, number: str = "") -> Iterator[tuple[S, int]]:
        """A clause whose subject, object or prepositional object is left open."""
        if subject:
            for body, j in self.vp(i, "finite", number, False):
                yield Clause(Gap(), body), j
        for np, j in self.np(i, "subject"):
            for body, k in self.vp(j, "finite", number_of(np), True):
                yield Clause(np, body), k

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

    @rule
    def clause(self, i: int) -> Iterator[tuple[S, int]]:
        """A simple clause."""
        if i >= self.end:
            self.miss(i, "a statement")
            return
        low = self.at(i)
        if low == "(":
            for s, j in self.sentence(i + 1):
                k = self.take(j, ")")
                if k > 0:
                    yield s, k
            return
        yield from self._existential(i)
        yield from self.about_it(i)
        yield from self.claims(i)
        yield from self.both_true(i)
        yield from self._bound(i)
        if low == "not" and self.at(i + 1) == "for":
            for s, j in self._bound(i + 1):
                yield Denied(s), j
        if low == "not":
            for np, j in self.np(i + 1, "subject"):
                if (isinstance(np, Quantified) and np.det in {Det.EVERY, Det.A}) or isinstance(np, Of):
                    for body, k in self.vp(j, "finite", number_of(np), False):
                        yield Denied(Clause(np, body)), k
        yield from self._fronted(i)
        if low in LETTERS and (
            i + 1 >= self.end or self.at(i + 1) in {"implies", "is", "and", "or", "then", ",", "if", ")"}
        ):
            if self.at(i + 1) == "is" and self.at(i + 2) in {"true", "so"}:
                yield Opaque(low), i + 3
            elif self.at(i + 1) == "is" and self.at(i + 2) == "false":
                yield Denied(Opaque(low)), i + 3
            elif self.phrase(i + 1, ("is", "not", "true")):
                yield Denied(Opaque(low)), i + 4
            elif self.at(i + 1) != "is":
                yield Opaque(low), i + 1
            return
        for np, j in self.np(i, "subject"):
            if self.at(j) in {"all", "both", "each"} and number_of(np) == "plural":
                j += 1
            for body, k in self.vp(j, "finite", number_of(np), False):
                if np == IT and about_nothing(body):
                    continue  # whether ``it`` is something is for the interpretation to say
                yield Clause(np, body), k
                marked = self.both_said(k)
                if marked is not None and isinstance(np, Joined) and np.join in {Join.OR, Join.EITHER}:
                    yield Clause(Joined(Join.XOR if marked[0] else Join.OR, np.parts), body), marked[1]
            yield from self._who(np, j)

    def _who(self, np: NP, j: int) -> Iterator[tuple[S, int]]:
        """``Anna, who is a teacher, is tall``: a name with a clause beside it."""
        if self.at(j) == "," and self.at(j + 1) in {"who", "which"} and isinstance(np, Name):
            for s, k in self.relative(j + 1):
                if self.at(k) == "," and isinstance(s, Clause) and isinstance(s.subject, Gap):
                    for body, m in self.vp(k + 1, "finite", "singular", False):
                        yield Sentences(Join.AND, (Clause(np, s.verb), Clause(np, body))), m

    def _existential(self, i: int) -> Iterator[tuple[S, int]]:
        if self.at(i) != "there":
            return
        j = i + 1
        tense, k = Tense.PRESENT, -1
        if self.at(j) in BE:
            tense, k = Tense(BE[self.at(j)][1]), j + 1
        elif self.at(j) in {"exists", "exist", "existed"}:
            k = j + 1
        elif self.phrase(j, ("will", "be")):
            k = j + 2
        if k < 0:
            self.miss(j, "'is' or 'are'")
            return
        not_so, k = self.denied(k)
        for det, variables, m in self._such(k):
            for s, n in self.scope(m):
                bound = Bound(det, variables, None, s)
                yield (Denied(bound) if not_so else bound), n
        yield from self.there(k, tense, not_so)

    def there(self, k: int, tense: Tense, not_so: bool) -> Iterator[tuple[S, int]]:
        """What is said to exist, and where."""
        for np, m in self.np(k, "predicate"):
            if isinstance(np, Name | Pronoun | Variable):
                continue
            yield There(np, not_so, tense), m

    def _such(self, k: int) -> Iterator[tuple[Det, tuple[str, ...], int]]:
        """``an x such that``, ``at least one x for which``, ``no y for which``."""
        low = self.at(k)
        det, m = Det.SOME, k + 1
        if low == "no":
            det = Det.NO
        elif self.phrase(k, ("at", "least", "one")):
            m = k + 3
        elif low not in {"a", "an", "some", "one"}:
            return
        variables: list[str] = []
        while VARIABLE.fullmatch(self.at(m)):
            variables.append(self.at(m))
            m += 1
            if self.at(m) in {",", "and"}:
                m += 1
                m += self.at(m) in {"a", "an"}
        if variables and self.at(m) in {"such", "for", "so"} and self.at(m + 1) in {"that", "which"}:
            yield det, tuple(variables), m + 2

    def _bound(self, i: int) -> Iterator[tuple[S, int]]:
        """``For every x, …``; ``for all humans, …``."""
        if self.at(i) != "for" or self.at(i + 1) not in {"every", "all", "each", "any", "no", "some"}:
            return
        det = {"no": Det.NO, "some": Det.SOME}.get(self.at(i + 1), Det.EVERY)
        j, variables = i + 2, []
        while VARIABLE.fullmatch(self.at(j)) and self.at(j) not in variables:
            variables.append(self.at(j))
            j += 1
            for s, m in self.scope(j + (self.at(j) in {",", ":"})):
                yield Bound(det, tuple(variables), None, s), m
            j += len(next((w for w in _BETWEEN if self.phrase(j, w)), ()))
        if variables:
            return
        for nominal, j in self.nominal(i + 2, "subject"):
            if self.at(j) == ",":
                for s, m in self.sentence(j + 1):
                    yield Bound(det, ("_it",), nominal, s), m

    def _fronted(self, i: int) -> Iterator[tuple[S, int]]:
        """An adverb or a prepositional phrase before the subject."""
        for adverb, j in self.adverb(i):
            k = j + 1 if self.at(j) == "," else j
            if self.is_a(i, "adjective") and (k == j or self.is_a(k, "adjective")):
                continue  # rough people, and rough, kind people: an adjective
            if k == j and self.is_a(i, "noun"):
                continue  # home owners
            for s, m in self.clause(k):
                yield with_adverb(s, adverb), m
        if self.at(i) == "for":
            for np, j in self.np(i + 1, "object"):
                if self.at(j) == "," and isinstance(np, Name | Possessed):
                    for s, m in self.clause_list(j + 1):
                        yield About(np, s), m
        elif self.preposition(i):
            for prep, np, j in self.pp(i, "object"):
                if self.at(j) == ",":
                    for s, m in self.clause(j + 1):
                        yield with_role(s, (prep, np)), m

    def scope(self, i: int) -> tuple[tuple[S, int], ...]:
        """Return what a letter is bound in; see ``SentenceRules``."""
        raise NotImplementedError
