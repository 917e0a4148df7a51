"""The grammar of sentences: conditions, connectives, and who does what."""

from __future__ import annotations

from . import lexicon as lex
from .frames import CONCESSIONS, CONDITION_WORDS, CONDITIONS, PLACES, Frames
from .morphology import third_person, verb
from .stretch import MAX_WORDS, once
from .tree import Clause, Det, Exists, Join, Joined, Name, Noun, Plain, Quantified


class Clauses(Frames):
    """Reads one sentence."""

    def sentence(self) -> Clause | None:
        """Read the whole sentence."""
        i, j = 0, len(self.low)
        while j > i and self.low[j - 1] in {".", "!", "?", ";", ",", ":"}:
            j -= 1
        half = next((k for k in range(i, j) if self.low[k] in lex.HALF_NEGATIVE), -1)
        if half >= 0:
            self.miss(half, f"a statement that is so or not so, not '{self.words[half].text}'", surely=True)
            return None
        return self.clause(self.opened(i, j), j)

    @once
    def clause(self, i: int, j: int) -> Clause | None:
        """Read a clause, the loosest connective first."""
        if i >= j or j - i > MAX_WORDS:
            return None
        if self.low[i] == ",":
            return self.clause(i + 1, j)
        if self.low[i] == "(" and self.low[j - 1] == ")":
            return self.clause(i + 1, j - 1)
        rules = (self.template, self.condition, self.connected, self.simple, self.loosely_connected, self.reported)
        for rule in rules:
            if (found := rule(i, j)) is not None:
                return found
        if self.low[i] in PLACES and (comma := self.placing(i, j)):
            self.pass_over(i, comma)
            return self.clause(comma + 1, j)
        return self.whole(i, j) if self.wholes else None

    def condition(self, i: int, j: int) -> Clause | None:
        """Read ``if A then B`` and its kin."""
        low = self.low
        opens = low[i] in CONDITION_WORDS
        if opens and (opener := next((e for c in CONDITIONS if (e := self.starts(i, j, c))), 0)):
            for k in self.positions(i, j, "and", "but", "or"):
                if low[k + 1] in {"if", "whenever"} and (
                    found := self.joined(
                        Join.OR if low[k] == "or" else Join.AND,
                        self.clause(i, k - (low[k - 1] == ",")),
                        self.clause(k + 1, j),
                    )
                ):
                    return found
            for k in [*self.positions(opener, j, "then"), *self.positions(opener, j, ",")]:
                end = k - 1 if low[k - 1] == "," else k
                after = k + 1 if k + 1 < j and low[k + 1] != "," else k + 2
                if after < j and low[after] == "then":
                    continue
                if (found := self.joined(Join.IF, self.clause(opener, end), self.clause(after, j))) is not None:
                    return found
            for k in range(opener + 2, j - 1):  # no comma: the first clause that can end here
                if (found := self.joined(Join.IF, self.simple(opener, k), self.simple(k, j))) is not None:
                    return found
            return None
        if start := next((e for c in CONCESSIONS if (e := self.starts(i, j, c))), 0):
            for k in self.positions(start, j, ","):
                if (found := self.joined(Join.AND, self.clause(start, k), self.clause(k + 1, j))) is not None:
                    return found
        if start := self.starts(i, j, "unless"):
            for k in self.positions(start, j, ","):
                if (found := self.unless(self.clause(start, k), self.clause(k + 1, j))) is not None:
                    return found
        marks = [(k, k - 1 if low[k - 1] == "," else k) for k in range(i + 1, j) if low[k] in CONDITION_WORDS]
        for k, end in marks:
            if after := self.starts(k, j, "if and only if") or self.starts(k, j, "exactly when"):
                return self.joined(Join.IFF, self.clause(i, end), self.clause(after, j))
        for k, end in marks:
            if after := self.starts(k, j, "only if"):
                return self.joined(Join.IF, self.clause(i, end), self.clause(after, j))
            if after := self.starts(k, j, "unless"):
                return self.unless(self.clause(after, j), self.clause(i, end))
        for k, end in marks:
            if (after := next((e for c in CONDITIONS if (e := self.starts(k, j, c))), 0)) and (
                found := self.joined(Join.IF, self.clause(after, j), self.clause(i, end))
            ) is not None:
                return found
        return None

    def unless(self, exception: Clause | None, body: Clause | None) -> Clause | None:
        """Return ``B unless A``."""
        return self.joined(Join.IF, self.denied(exception), body)

    def loosely_connected(self, i: int, j: int) -> Clause | None:
        """Read joined clauses of which a later one begins with a plural: one verb phrase comes before that."""
        return self.connected(i, j, bare=True)

    def connected(self, i: int, j: int, *, bare: bool = False) -> Clause | None:
        """Read clauses that are joined, loosest first: behind a comma, then or, then and."""
        low = self.low
        j, ending = self.ending(i, j)
        if low[i] == "either":
            for k in self.positions(i, j, "or"):
                begins = k + 1 + (low[k + 1] == "either")
                if found := self.joined(
                    ending or Join.XOR, self.clause(i + 1, k - (low[k - 1] == ",")), self.clause(begins, j)
                ):
                    return found
            return None
        marks = self.positions(i, j, "and", "or", "but", ";")
        marks.sort(key=lambda k: (low[k - 1] != "," and low[k] != ";", low[k] != "or"))
        for k in marks:
            left_end = k - 1 if low[k - 1] == "," else k
            after = k + 2 if low[k + 1] == "that" else k + 1
            if not self.may_begin(after, j):
                continue
            join = (ending or Join.OR) if low[k] == "or" else Join.AND
            right = self.clause(after, j)
            if (
                right is not None
                and (bare or not begins_bare(right))
                and (found := self.joined(join, self.clause(i, left_end), right)) is not None
            ):
                return found
        return None

    def may_begin(self, i: int, j: int) -> bool:
        """Return whether a clause with its own subject may begin at a word, cheaply."""
        if i + 1 >= j:
            return False
        return any(self.begins_verb(k, strong=False) for k in range(i + 1, j)) or self.low[i] in {
            "if",
            "either",
            "neither",
        }

    @once
    def simple(self, i: int, j: int) -> Clause | None:
        """Read a subject and what is said of it."""
        if i >= j:
            return None
        i = self.opened(i, j) if self.low[i] in lex.ADVERBS else i
        if self.low[i] == "there" and i + 1 < j and self.low[i + 1] in lex.BE | {"exists", "exist"}:
            return self.there(i + 2, j)
        for k in self.verb_places(i + 1, j):
            subject = self.subject(i, k)
            if subject is None or not self.agrees(subject, k):
                continue
            verbal = self.verbal(k, j)
            if verbal is not None:
                return Plain(subject, verbal)
            self.miss(k, "something that is said of the subject")
        self.miss(i, "a subject and a verb")
        return None

    def verb_places(self, i: int, j: int) -> list[int]:
        """Return where the verb of a clause may be, the likeliest first.

        Auxiliaries come before verbs, these before words that are as often nouns, and
        these before words that only look like verbs. Of words that may be nouns the
        first counts, but behind a relative clause the last.
        """
        back = any(w in lex.RELATIVE for w in self.low[i:j])
        found = [(rank, -k if back and rank > 3 else k) for k in range(i, j) if (rank := self.verb_rank(k, i - 1))]
        return [abs(k) for _, k in sorted(found)]

    def verb_rank(self, k: int, start: int) -> int:
        """Return how likely a word is the verb, from 1; 0 if it can't be."""
        low = self.low[k]
        if self.is_auxiliary(k):
            return 1
        if self.begins_verb(k, strong=True):
            return 2 if third_person(low) is not None or low in lex.ADVERBS | lex.NEGATIVE else 3
        if not self.begins_verb(k, strong=False):
            return 0
        if k == start + 1 and self.words[start].text in self.names:
            return 2
        return 4 if verb(low) is not None else 5

    def subject(self, i: int, k: int) -> Noun | None:
        """Read the subject before a verb, without an apposition."""
        end = k - 1 if k - 1 > i and self.low[k - 1] == "," else k
        if self.low[i] == "neither":
            return None
        comma = next((c for c in range(i + 1, end) if self.low[c] == ","), 0)
        if comma and end < k and self.low[comma + 1] in {"a", "an", "the", "who"}:  # Neha, a doctor,
            named = self.single(i, comma)
            if isinstance(named, Name):
                return named
        return self.noun(i, end)

    def agrees(self, subject: Noun, k: int) -> bool:
        """Return whether a subject and its verb agree in number, where that tells names from plurals."""
        low = self.low[k]
        if isinstance(subject, Quantified) and subject.det is Det.BARE and len(subject.nominal.words) >= 1:
            plural = not (low in {"is", "was", "has", "does"} or (third_person(low) is not None and low not in lex.BE))
            return plural or (subject.nominal.shown.split()[-1:] != [] and not self.looks_plural(subject))
        return True

    def looks_plural(self, subject: Quantified) -> bool:
        """Return whether a noun phrase without an article ends in a plural."""
        last = subject.nominal.shown.split()[-1].lower()
        return subject.nominal.where is None and subject.nominal.words[-1] != last

    def there(self, i: int, j: int) -> Clause | None:
        """Read what there is."""
        if i < j and self.low[i] in lex.NEGATIVE:
            return self.denied(self.there(i + 1, j))
        noun = self.noun(i, j)
        if isinstance(noun, Quantified) and noun.det in {Det.A, Det.SOME, Det.NO, Det.BARE}:
            return Exists(noun)
        self.miss(i, "what there is, such as 'a dog that barks'")
        return None


def begins_bare(clause: Clause) -> bool:
    """Return whether a clause begins with a plural without an article, which may be an object instead."""
    match clause:
        case Plain(Quantified(Det.BARE), _):
            return True
        case Joined(join, parts) if join is not Join.IF:
            return begins_bare(parts[0])
        case _:
            return False
