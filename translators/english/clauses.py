"""The grammar of sentences: conditions, connectives, variables, and who does what."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from . import lexicon as lex
from .morphology import singular, third_person, verb
from .phrases import MAX_WORDS, Phrases, once
from .tree import (
    About,
    Both,
    Bound,
    Clause,
    Denied,
    Det,
    Exists,
    Join,
    Joined,
    Name,
    Noun,
    Plain,
    Quantified,
    Whole,
)
from .words import Word

_VARIABLE: Final = re.compile(r"[a-z](?:_\d+)?")
_DENIALS: Final = (
    "it is not the case that", "it is not true that", "it is false that", "it isn't true that", "not true that",
    "it is untrue that", "it is wrong that", "it is never the case that",
)  # fmt: skip
_NO_REPORT: Final = lex.CONJUNCTIONS | lex.RELATIVE | frozenset(", if then when whenever unless either neither".split())
_REPORTED: Final = frozenset("if either when whenever unless for all every neither".split())
_NOT_IN_WHOLES: Final = (
    lex.BE | lex.DO | lex.HAVE | lex.MODALS | lex.NEGATIVE | lex.ADVERBS | lex.TIMES | lex.SKIPPED_IN_KEYS
) - {"having"}
_PLACES: Final = lex.PREPOSITIONS | lex.TIMES | frozenset("this that last next every each one some".split())
_CONDITION_WORDS: Final = frozenset("whenever when if once in provided as assuming given only unless exactly".split())
_TEMPLATE_WORDS: Final = frozenset("it not the both neither for there".split())
_OPENING: Final = frozenset(opener.split()[0] for opener in lex.OPENERS)
_CONDITIONS: Final = (
    "whenever",
    "when",
    "if",
    "once",
    "in case",
    "provided that",
    "as long as",
    "assuming that",
    "given that",
)
_CONCESSIONS: Final = (
    "although",
    "though",
    "even though",
    "even if",
    "while",
    "since",
    "because",
    "despite the fact that",
)


@cache
def _split(phrase: str) -> list[str]:
    return phrase.split()


class Clauses(Phrases):
    """Reads one sentence.

    Args:
        words: the sentence.
        names: words that are names even where a sentence begins with them.
        wholes: keep statements whole that have no other reading.
    """

    def __init__(self, words: tuple[Word, ...], names: frozenset[str], *, wholes: bool = False) -> None:
        super().__init__(words, names)
        self.wholes = wholes
        self.passed_over = ""

    def sentence(self) -> Clause | None:
        """Read the whole sentence."""
        i, j = 0, len(self.low)
        while j > i and self.low[j - 1] in {".", "!", "?", ";", ","}:
            j -= 1
        return self.clause(self.opened(i, j), j)

    def starts(self, i: int, j: int, phrase: str) -> int:
        """Return where a stretch goes on behind a phrase, or 0 if it does not begin with it."""
        if not phrase.startswith(self.low[i]):
            return 0
        words = _split(phrase)
        return i + len(words) if self.low[i : i + len(words)] == words and i + len(words) < j else 0

    def opened(self, i: int, j: int) -> int:
        """Return where a sentence begins behind openers such as ``However,``."""
        while i < j:
            low = self.low[i]
            if (
                low == ","
                or (
                    low in lex.ADVERBS
                    and low not in lex.HEDGES
                    and (i + 1 < j and not self.begins_verb(i + 1, strong=True))
                )
                or (low in {"and", "but", "or", "so", "also", "yet"} and i + 1 < j)
            ):
                i += 1
            elif low in _OPENING and (
                end := next((e for o in lex.OPENERS if o != "both" and (e := self.starts(i, j, o))), 0)
            ):
                i = end
            elif low in _PLACES and (comma := self.placing(i, j)):
                self.pass_over(i, comma)
                i = comma + 1
            else:
                break
        return i

    def pass_over(self, i: int, j: int) -> None:
        """Note words that the reading does without."""
        self.passed_over = self.passed_over or " ".join(w.text for w in self.words[i:j])

    def placing(self, i: int, j: int) -> int:
        """Return the comma behind words of time and place that a sentence begins with, or 0."""
        comma = self.low.index(",", i, j) if "," in self.low[i:j] else 0
        said = self.low[i:comma]
        if not comma or len(said) > 8 or any(w in lex.LOGICAL - {"all", "any", "some", "no"} for w in said):
            return 0
        return 0 if any(self.is_auxiliary(k) for k in range(i, comma)) or self.low[i] == "for" else comma

    def reported(self, i: int, j: int) -> Clause | None:
        """Read ``Anne knows that …``: what is known or said is taken to be so."""
        for phrase in lex.SEEMS:
            if start := self.starts(i, j, phrase):
                return self.clause(start, j)
        for k in range(i + 1, min(j - 2, i + 12)):
            if self.low[k] in {"that", "-", "–", ":"} and self.low[k + 1] in _REPORTED:
                self.pass_over(i, k + 1)
                return self.clause(k + 1, j)
            if self.low[k] in _NO_REPORT:
                return None
            start = k + 1 + (self.low[k + 1] == "that")
            if verb(self.low[k]) not in lex.REPORTS or (start == k + 1 and self.low[start] not in _REPORTED):
                continue
            body = self.clause(start, j)
            if body is None or isinstance(body, Whole):
                continue
            self.pass_over(i, start)
            teller = self.subject(i, k)
            return About(teller, body) if isinstance(teller, Name) else body
        return None

    def whole(self, i: int, j: int) -> Clause | None:
        """Keep a statement whole: it has no words of logic in it but a negation."""
        i = self.opened(i, j)
        said = [k for k in range(i, j) if self.low[k] not in {",", ";", ":", "-", '"', "(", ")"}]
        if len(said) < 2 or any(self.low[k] in lex.LOGICAL | lex.UNSUPPORTED | set(self.bound) for k in said):
            return None
        if not any(self.begins_verb(k, strong=False) for k in said) or "?" in self.low[i:j]:
            return None
        if sum(self.low[k] in lex.NEGATIVE for k in said) > 1:
            return None
        kept = [k for k in said if self.low[k] not in _NOT_IN_WHOLES]
        key = tuple(verb(self.low[k]) or singular(self.low[k]) for k in kept)
        if not key:
            return None
        found = Whole(key, " ".join(self.words[k].text for k in said if self.low[k] not in lex.NEGATIVE))
        return Denied(found) if any(self.low[k] in lex.NEGATIVE for k in said) else found

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
        if self.low[i] in _PLACES and (comma := self.placing(i, j)):
            self.pass_over(i, comma)
            return self.clause(comma + 1, j)
        return self.whole(i, j) if self.wholes else None

    # -- fixed forms -----------------------------------------------------------------

    def template(self, i: int, j: int) -> Clause | None:
        """Read the forms that begin with fixed words."""
        low = self.low
        if low[i] not in _TEMPLATE_WORDS:
            return None
        for phrase in _DENIALS:
            if start := self.starts(i, j, phrase):
                return self.denied(self.clause(start, j))
        if start := self.starts(i, j, "the claim that"):
            return self.not_both(start, j)
        if start := self.starts(i, j, "the fact that"):
            for k in range(start, j):
                if (after := self.starts(k, j, "does not imply that")) or (
                    after := self.starts(k, j, "does not entail that")
                ):
                    return self.denied(self.joined(Join.IF, self.clause(start, k), self.clause(after, j)))
        if low[i] == "both" and low[j - 2 : j] == ["are", "true"]:
            return self.split(i + 1, j - 2, "and", Join.AND)
        if low[i] == "neither":
            for k in self.positions(i, j, "nor"):
                left, right = self.clause(i + 1, k), self.clause(k + 1, j)
                if left is not None and right is not None:
                    return Denied(Joined(Join.OR, (left, right)))
                for v in self.verb_places(k + 2, j):  # neither Anne nor Bob is kind
                    one, other = self.noun(i + 1, k), self.noun(k + 1, v)
                    verbal = self.verbal(v, j) if one is not None and other is not None else None
                    if one is not None and other is not None and verbal is not None:
                        return Denied(Plain(Both(Join.OR, (one, other)), verbal))
            return None
        return self.variable(i, j)

    def variable(self, i: int, j: int) -> Clause | None:
        """Read ``For all x, …``, ``There is at least one x for which …`` and ``For Roy, …``."""
        if start := self.starts(i, j, "not"):
            body = self.variable(start, j)
            return Denied(body) if isinstance(body, Bound) and body.det is Det.EVERY else None
        for phrase, det in (
            ("for all", Det.EVERY),
            ("for every", Det.EVERY),
            ("for each", Det.EVERY),
            ("for any", Det.EVERY),
        ):
            if (start := self.starts(i, j, phrase)) and _VARIABLE.fullmatch(self.low[start]):
                return self.bound_by(det, start, j)
        there = (
            "there is at least one",
            "there is some",
            "there exists an",
            "there exists some",
            "there is an",
            "there is a",
        )
        for phrase, det in [*((t, Det.SOME) for t in there), ("there is no", Det.NO)]:
            start = self.starts(i, j, phrase)
            if (
                start
                and _VARIABLE.fullmatch(self.low[start])
                and self.low[start + 1 : start + 2] in (["for"], ["such"])
            ):
                return self.bound_by(det, start, j)
        if self.low[i] == "for" and "," in self.low[i:j]:
            comma = self.low.index(",", i, j)
            noun = self.noun(i + 1, comma)
            if isinstance(noun, Name) and self.low[comma + 1] in {"a", "an", "the", "who"}:
                comma = next((k for k in range(comma + 2, j) if self.low[k] == ","), comma)
            if isinstance(noun, Name) or (isinstance(noun, Quantified) and noun.det in {Det.EVERY, Det.BARE, Det.ANY}):
                body = self.clause(comma + 1, j)
                return About(noun, body) if body is not None else None
        return None

    def bound_by(self, det: Det, i: int, j: int) -> Clause | None:
        variable = self.low[i]
        k = i + 1
        if self.low[k : k + 2] in (["for", "which"], ["such", "that"]):
            k += 2
        self.bound.append(variable)
        body = self.clause(k, j)
        self.bound.pop()
        return Bound(det, variable, body) if body is not None else None

    def not_both(self, i: int, j: int) -> Clause | None:
        """Read ``The claim that A and the claim that B cannot both be true``."""
        endings = (["can", "not", "both", "be", "true"], ["are", "not", "both", "true"])
        stop = next((j - len(e) for e in endings if self.low[j - len(e) : j] == e), 0)
        for k in range(i, stop):
            if after := self.starts(k, stop, "and the claim that"):
                end = k - 1 if self.low[k - 1] == "," else k
                return self.denied(self.joined(Join.AND, self.clause(i, end), self.clause(after, stop)))
        return None

    # -- conditions ------------------------------------------------------------------

    def condition(self, i: int, j: int) -> Clause | None:
        """Read ``if A then B`` and its kin."""
        low = self.low
        opens = low[i] in _CONDITION_WORDS
        if opens and (opener := next((e for c in _CONDITIONS if (e := self.starts(i, j, c))), 0)):
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
        if start := next((e for c in _CONCESSIONS if (e := self.starts(i, j, c))), 0):
            for k in self.positions(start, j, ","):
                if (found := self.joined(Join.AND, self.clause(start, k), self.clause(k + 1, j))) is not None:
                    return found
        if start := self.starts(i, j, "unless"):
            for k in self.positions(start, j, ","):
                if (found := self.unless(self.clause(start, k), self.clause(k + 1, j))) is not None:
                    return found
        marks = [(k, k - 1 if low[k - 1] == "," else k) for k in range(i + 1, j) if low[k] in _CONDITION_WORDS]
        for k, end in marks:
            if after := self.starts(k, j, "if and only if") or self.starts(k, j, "exactly when"):
                return self.joined(Join.IFF, self.clause(i, end), self.clause(after, j))
        for k, end in marks:
            if after := self.starts(k, j, "only if"):
                return self.joined(Join.IF, self.clause(i, end), self.clause(after, j))
            if after := self.starts(k, j, "unless"):
                return self.unless(self.clause(after, j), self.clause(i, end))
        for k, end in marks:
            if (after := next((e for c in _CONDITIONS if (e := self.starts(k, j, c))), 0)) and (
                found := self.joined(Join.IF, self.clause(after, j), self.clause(i, end))
            ) is not None:
                return found
        return None

    def unless(self, exception: Clause | None, body: Clause | None) -> Clause | None:
        return self.joined(Join.IF, self.denied(exception), body)

    # -- and, or -----------------------------------------------------------------------

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

    def split(self, i: int, j: int, word: str, join: Join) -> Clause | None:
        for k in self.positions(i, j, word):
            if found := self.joined(join, self.clause(i, k), self.clause(k + 1, j)):
                return found
        return None

    def positions(self, i: int, j: int, *words: str) -> list[int]:
        return [k for k in range(i + 1, j - 1) if self.low[k] in words]

    def joined(self, join: Join, left: Clause | None, right: Clause | None) -> Clause | None:
        return Joined(join, (left, right)) if left is not None and right is not None else None

    def denied(self, body: Clause | None) -> Clause | None:
        return Denied(body) if body is not None else None

    # -- who does what -------------------------------------------------------------------

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
