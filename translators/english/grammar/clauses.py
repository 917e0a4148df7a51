"""What the rules of sentences and questions in ``rules.txt`` ask of the chart, and clauses that are joined."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from ..vocabulary.classes import FACTIVES, REPORTS
from ..vocabulary.lists import listed
from .arguments import BARE
from .chart import rule
from .corners import begun_by
from .sentence_tree import Clause, Denied, Sentences
from .tree import NP, Det, Do, Join, Not, Quantified, S, number_of
from .verbs import VerbPhrases
from .words import BE, DO, HAVE, MODALS, VARIABLE

_ASKING: Final = listed("ASKING")
"""Words behind which *if* asks whether."""
_BETWEEN: Final = ((",", "and", "every"), ("and", "every"), ("and", "all"), (",", "and"), ("and",), (",",))
_BEGINS: Final = listed("CLAUSE_BEGINS")
"""Words with which a clause begins that stands behind its noun without *that*."""
WHERE: Final = frozenset("where when why how whence".split())
_AUXILIARIES: Final[dict[str, Collection[str]]] = {"be": BE, "do": DO, "have": HAVE, "modal": MODALS}
_CLASSES: Final = _AUXILIARIES | {
    "telling": FACTIVES | REPORTS, "bare": BARE, "no_to": frozenset({"have", "need", "use"}),
}  # fmt: skip
_ASKS: Final = frozenset({*BE, *DO, *HAVE, "who", "whom", "what", "which", "name", "whose", *WHERE})
Test = Iterator[tuple[None, int]]
"""What looks at a place and takes no word."""


def begins_question(word: str) -> bool:
    """Return whether a word begins a question by inversion."""
    return any(word in table for table in _AUXILIARIES.values())


class ClauseRules(VerbPhrases):
    """Rules for clauses that are joined, and what rows of the table ask for."""

    @rule
    def clause_list(self, i: int) -> Iterator[tuple[S, int]]:
        """Clauses joined by ``and`` and ``or``; ``and`` binds closer, a comma before a connective less."""
        yield from self._paired_clauses(i)
        for first, j in self.find("clause", i):
            yield first, j
            yield from self.joined(Sentences, first, j, self._connective, lambda k, _: self._next(first, k))  # noqa: B023

    def _next(self, first: S, k: int) -> Iterator[tuple[S, int]]:
        yield from self.find("clause", k)
        yield from self._paired_clauses(k)
        yield from self.elided(first, k)

    def _paired_clauses(self, i: int) -> Iterator[tuple[S, int]]:
        low = self.low[i]
        inner = {"either": {Join.AND}, "neither": {Join.OR, Join.AND}, "both": {Join.OR}}.get(low, set())

        def left(k: int) -> Iterator[tuple[S, int]]:
            for s, j in self.clause_list(k):
                if not isinstance(s, Sentences) or s.join in inner or s.join is Join.EITHER:
                    yield s, j

        def right(k: int, _: S) -> Iterator[tuple[S, int]]:
            yield from left(k)
            if low == "neither":
                yield from self.find("inverted", k)  # neither Elisabeth is bored nor is Jessica

        yield from self.paired(i, _whole, left, right)

    def _connective(self, j: int) -> tuple[str, int]:
        comma = self.low[j] in {",", ";"}
        k = j + comma
        if self.low[k] not in {"and", "but", "yet", "or"}:
            return ("," if comma else ""), k
        word = "or" if self.low[k] == "or" else "and"
        return ("," if comma else "") + word, k + 1 + (self.low[k + 1] in {"then", "also"})

    def elided(self, first: S, i: int) -> Iterator[tuple[S, int]]:
        """``… but Bob doesn't``, ``… and Bob coffee``: a verb that is understood."""
        if not isinstance(first, Clause):
            return
        verb = first.verb
        plain = verb.body if isinstance(verb, Not) else verb
        for np, j in self.np(i, "subject"):
            if begins_question(self.low[j]):
                denied = self.low[j + 1] == "not"
                k = j + 1 + denied
                k += self.low[k] in {"too", "so"}
                if self.low[k] in {"", ",", ";", "and", "but", "or"}:
                    yield Clause(np, Not(plain) if denied else plain), k
            elif isinstance(verb, Do) and len(verb.objects) == 1 and not verb.roles:
                for other, k in self.np(j, "object"):
                    if self.low[k] in {"", ",", ";", "and"}:
                        yield Clause(np, replace(verb, objects=(other,))), k

    # What rows ask for

    def letters(self, i: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Letters that are bound: ``x``, ``x and y``, ``x, y and every z``."""
        found: tuple[str, ...] = ()
        while VARIABLE.fullmatch(self.low[i]) and self.low[i] not in found:
            found = (*found, self.low[i])
            yield found, i + 1
            i += 1 + len(next((w for w in _BETWEEN if self.phrase(i + 1, w)), ()))
            i += self.low[i] in {"a", "an"}

    def fronted(self, i: int) -> Iterator[tuple[str, int]]:
        """An adverb before the subject, and no adjective or noun of it: *rough, kind people*, *home owners*."""
        for adverb, j in self.adverb(i):
            k = j + (self.low[j] == ",")
            adjective = self.is_a(i, "adjective") and (k == j or self.is_a(k, "adjective"))
            if not adjective and not (k == j and self.is_a(i, "noun")):
                yield adverb, k

    def alone(self, i: int) -> Test:
        """A letter for a statement has one of these behind it."""
        if self.low[i] in {"", "implies", "and", "or", "then", ",", "if", ")"}:
            yield None, i

    def begins(self, i: int) -> Test:
        """What may begin behind a condition without a comma: a place, a time or an adverb belongs to the condition."""
        if i < self.end and not self.preposition(i) and not self.adverb(i):
            yield None, i

    def unasked(self, i: int) -> Test:
        """The ``if`` before does not ask whether: *not certain if*, *to find out if*."""
        if not (self.low[i - 1] == "if" and self.low[i - 2] in _ASKING) and self.low[i - 2 : i] != ["in", "case"]:
            yield None, i

    @begun_by(lambda kind: kind.capital or kind.low in _BEGINS)
    def begins_np(self, i: int) -> Test:
        """A clause may begin that stands behind its noun without *that*."""
        name = i and self.kinds[i].capital and (i == 1 or not self.kinds[i - 1].capital)
        if name or self.low[i] in _BEGINS:
            yield None, i

    def asks(self, i: int) -> Test:
        """A question begins here."""
        if self.low[i] in _ASKS or (self.low[i] in MODALS and self.low[i] not in self.names):
            yield None, i

    def fits(self, i: int, auxiliary: str, number: str) -> Test:
        """An auxiliary goes with the number of its subject."""
        table = BE.get(auxiliary) or DO.get(auxiliary) or HAVE.get(auxiliary) or ("", "")
        if not number or table[0] in {"", number}:
            yield None, i

    def one_of(self, i: int, auxiliary: str, kind: str) -> Test:
        """A verb is of a class, such as the forms of be."""
        if auxiliary in _CLASSES[kind]:
            yield None, i

    def several(self, i: int, np: NP) -> Test:
        """A noun phrase is a plural."""
        if number_of(np) == "plural":
            yield None, i

    def of_all(self, i: int, np: NP) -> Test:
        """A noun phrase is of all, or of none, and leaves nobody out."""
        if isinstance(np, Quantified) and np.det in {Det.EVERY, Det.NO} and np.excepting is None:
            yield None, i

    def given(self, i: int, value: bool) -> Test:
        """Something is so."""
        if value:
            yield None, i


def _whole(join: Join, parts: tuple[S, ...]) -> S:
    return Denied(Sentences(Join.OR, parts)) if join is Join.NOR else Sentences(join, parts)
