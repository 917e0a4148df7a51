"""Questions, by the grammar of inversion: nothing is permuted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..vocabulary.lists import phrases_in
from .agreement import number_of
from .chart import rule
from .sentence_tree import Ask, Clause, Question, There, Weather
from .sentences import SentenceRules
from .tree import NP, VP, Det, Gap, Nominal, Quantified, S, Tense
from .weather import IT, about_nothing
from .words import BE, DO, HAVE, MODALS

_CONCLUDE: Final = frozenset("conclude infer deduce derive say assume know".split())
_MAY_WE: Final = frozenset({"can", "could", "may", "do", "should"})
_IT_IS: Final = (("true",), ("the", "case"), ("so",), ("a", "fact"), ("correct",), ("right",), ("certain",))
_NOT: Final = phrases_in("NOT")
_LEADS: Final = phrases_in("LEADS")


def begins_question(word: str) -> bool:
    """Return whether a word begins a question by inversion."""
    return word in BE or word in DO or word in HAVE or word in MODALS


WHERE: Final = frozenset("where when why how whence".split())


class QuestionRules(SentenceRules):
    """Rules for questions."""

    @rule
    def question(self, i: int) -> Iterator[tuple[Question, int]]:
        """A question, or a statement that is asked about."""
        for words in _LEADS:
            if self.phrase(i, words):
                k = i + len(words)
                k += self.at(k) == ","
                if k < self.end:
                    yield from self.question(k)
        low = self.at(i)
        if low == "if":
            for condition, j in self.clause_list(i + 1):
                k = j + (self.at(j) == ",")
                k += self.at(k) == "then"
                for q, m in self._plain_question(k) if self.is_asked(k) else ():
                    if not q.given:
                        yield Question(q.ask, q.body, q.nominal, (condition,)), m
        about = any(True for _ in self._about_statement(i))
        for q, j in self._plain_question(i):
            yield q, j
            if about:
                continue  # the condition belongs to the statement
            if self.at(j) in {"if", "when"} or self.phrase(j, ("given", "that")):
                for condition, k in self.clause_list(j + 1 + (self.at(j) == "given")):
                    if self.at(i) not in {"if"} and self.is_asked(i):
                        yield Question(q.ask, q.body, q.nominal, (condition,)), k
        if not self.is_asked(i):
            for s, j in self.whole(i):
                yield Question(Ask.WHETHER, s), j

    def is_asked(self, i: int) -> bool:
        """Return whether a place begins a question."""
        low = self.at(i)
        return low in BE or low in DO or low in HAVE or (low in MODALS and low not in self.names) or low in {
            "who", "whom", "what", "which", "how", "name", "whose", *WHERE,
        }  # fmt: skip

    def _plain_question(self, i: int) -> Iterator[tuple[Question, int]]:
        low = self.at(i)
        yield from self._about_statement(i)
        if low in {"who", "what", "which", "whom", "how", "name"}:
            yield from self._open(i)
            return
        for s, j in self.inverted(i):
            k = j
            if self.phrase(k, ("or", "not")) or self.phrase(k, (",", "or", "not")):
                k += 2 + (self.at(k) == ",")
            yield Question(Ask.WHETHER, s), k

    def _about_statement(self, i: int) -> Iterator[tuple[Question, int]]:
        """``Is it true that …?``, ``Can we conclude that …?``, ``Does it follow that …?``."""
        j = -1
        if self.phrase(i, ("is", "it")):
            for words in _NOT:
                if self.phrase(i + 2, (*words, "that")):
                    for s, k in self.sentence(i + 3 + len(words)):
                        yield Question(Ask.NOT, s), k
            for words in _IT_IS:
                if self.phrase(i + 2, (*words, "that")):
                    j = i + 3 + len(words)
        elif self.phrase(i, ("does", "it", "follow")) or self.phrase(i, ("would", "it", "follow")):
            j = next((k + 1 for k in range(i + 3, min(i + 10, self.end)) if self.at(k) == "that"), -1)
        elif self.at(i) in _MAY_WE and self.at(i + 1) in {"we", "you", "one", "i"} and self.at(i + 2) in _CONCLUDE:
            j = i + 3 + (self.at(i + 3) == "that")
        if j > 0:
            for s, k in self.sentence(j):
                yield Question(Ask.WHETHER, s), k

    @rule
    def inverted(self, i: int) -> Iterator[tuple[S, int]]:
        """A clause whose auxiliary stands before its subject."""
        low = self.at(i)
        if low in BE:
            tense = Tense(BE[low][1])
            if self.at(i + 1) == "there":
                not_so, k = self.denied(i + 2)
                yield from self.there(k, tense, not_so)
            if self.at(i + 1) == "it":
                yield from self.judged(i + 2)
        if low in {*BE, *DO, *HAVE, *MODALS}:
            j = i + 1 + (self.at(i + 1) == "not")  # Isn't Moby a mammal? asks whether it is one
            for np, k in self.np(j, "subject"):
                if not self._goes_with(low, np):
                    continue
                if self.at(k) in {"all", "both", "each"} and number_of(np) == "plural":
                    k += 1
                for body, m in self.behind(low, k, False):
                    yield (Weather(body) if np == IT and about_nothing(body) else Clause(np, body)), m
        if low not in {*BE, *DO, *HAVE, *MODALS}:
            yield from self.sentence(i)

    def _goes_with(self, auxiliary: str, np: NP) -> bool:
        table = BE.get(auxiliary) or DO.get(auxiliary) or HAVE.get(auxiliary)
        number = number_of(np)
        return table is None or not table[0] or not number or table[0] == number

    def behind(self, auxiliary: str, i: int, gap: bool) -> Iterator[tuple[VP, int]]:
        """The rest of a verb phrase whose auxiliary stood before the subject."""
        if auxiliary in BE:
            yield from self.be_rest(i, Tense(BE[auxiliary][1]), gap)
        elif auxiliary in DO:
            yield from self.do_rest(i, Tense(DO[auxiliary][1]), gap)
        elif auxiliary in HAVE:
            yield from self.have_rest(i, Tense(HAVE[auxiliary][1]), gap, perfect=True)
            if not gap:  # who has a trunk asks who has it, not what a trunk has
                yield from self.with_arguments("have", Tense(HAVE[auxiliary][1]), i, gap)
        elif auxiliary in MODALS:
            yield from self.modal_rest(MODALS[auxiliary], i, gap)

    def _open(self, i: int) -> Iterator[tuple[Question, int]]:
        """Questions with who, what, which and how many."""
        low = self.at(i)
        ask, nominal, j = Ask.WHICH, None, i + 1
        if low == "name":
            for np, k in self.np(i + 1, "predicate"):
                if isinstance(np, Quantified) and np.det in {Det.A, Det.SOME, Det.BARE, Det.ANY, Det.EVERY, Det.THE}:
                    yield Question(Ask.WHICH, There(Gap()), np.nominal), k
            return
        starts: list[tuple[Nominal | None, int]] = []
        if low == "how":
            if self.at(i + 1) != "many":
                return
            ask = Ask.MANY
            starts = [(n, k) for n, k in self.nominal(i + 2, "object") if n.plural]
        elif low in {"which", "what"}:
            starts = [(n, k) for n, k in self.nominal(i + 1, "object")]
            starts.append((None, j))
        else:
            starts = [(None, j)]
        for nominal, k in starts:
            number = "" if nominal is None else ("plural" if nominal.plural else "singular")
            if low != "whom":
                for body, m in self.vp(k, "finite", number, False):
                    yield Question(ask, Clause(Gap(), body), nominal), m
            auxiliary = self.at(k)
            if auxiliary in {*BE, *DO, *HAVE, *MODALS}:
                for np, m in self.np(k + 1, "subject"):
                    if self._goes_with(auxiliary, np):
                        for body, n in self.behind(auxiliary, m, True):
                            yield Question(ask, Clause(np, body), nominal), n
