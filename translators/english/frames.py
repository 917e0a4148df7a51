"""Sentences with fixed forms: denials, variables, reports, and what a sentence may begin with."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cache
from typing import Final

from . import lexicon as lex
from .morphology import singular, verb
from .tree import About, Both, Bound, Clause, Denied, Det, Join, Joined, Name, Noun, Plain, Quantified, Whole
from .verbs import Verbs
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
PLACES: Final = lex.PREPOSITIONS | lex.TIMES | frozenset("this that last next every each one some".split())
CONDITION_WORDS: Final = frozenset("whenever when if once in provided as assuming given only unless exactly".split())
_CLAIMS: Final = (["claim"], ["fact"])
_TEMPLATE_WORDS: Final = frozenset("it not the both neither for there".split())
_OPENING: Final = frozenset(opener.split()[0] for opener in lex.OPENERS)
CONDITIONS: Final = (
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
CONCESSIONS: Final = (
    "although",
    "though",
    "even though",
    "while",
    "since",
    "because",
    "despite the fact that",
)


@cache
def _split(phrase: str) -> list[str]:
    return phrase.split()


class Frames(Verbs):
    """Reads sentences of fixed forms.

    Args:
        words: the sentence.
        names: words that are names even where a sentence begins with them.
        wholes: keep statements whole that have no other reading.
    """

    def __init__(self, words: tuple[Word, ...], names: frozenset[str], *, wholes: bool = False) -> None:
        super().__init__(words, names)
        self.wholes = wholes
        self.passed_over = ""

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
            elif low in PLACES and (comma := self.placing(i, j)):
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
            if verb(self.low[k]) not in lex.FACTIVE and not isinstance(body, Joined):
                continue  # what is only said or believed need not be so; a rule that is told is taken as one
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
        if any(verb(self.low[k]) in lex.REPORTS - lex.FACTIVE for k in said):
            return None  # what is only said or believed
        kept = [k for k in said if self.low[k] not in _NOT_IN_WHOLES]
        key = tuple(verb(self.low[k]) or singular(self.low[k]) for k in kept)
        if not key:
            return None
        found = Whole(key, " ".join(self.words[k].text for k in said if self.low[k] not in lex.NEGATIVE))
        return Denied(found) if any(self.low[k] in lex.NEGATIVE for k in said) else found

    def template(self, i: int, j: int) -> Clause | None:
        """Read the forms that begin with fixed words."""
        low = self.low
        if low[i] not in _TEMPLATE_WORDS or (low[i] == "the" and low[i + 1 : i + 2] not in _CLAIMS):
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
        """Read what a variable is said of, or several: ``x, y and z``."""
        variable = self.low[i]
        k = i + 1
        if self.low[k : k + 2] in (["for", "which"], ["such", "that"]):
            k += 2
        several = k + 2 < j and self.low[k] in {",", "and"} and self.low[k + 2] in {",", "and"}
        self.bound.append(variable)
        body = self.bound_by(det, k + 1, j) if several and _VARIABLE.fullmatch(self.low[k + 1]) else self.clause(k, j)
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

    def split(self, i: int, j: int, word: str, join: Join) -> Clause | None:
        """Read two clauses at a word between them."""
        for k in self.positions(i, j, word):
            if found := self.joined(join, self.clause(i, k), self.clause(k + 1, j)):
                return found
        return None

    def positions(self, i: int, j: int, *words: str) -> list[int]:
        """Return where words stand, but not at either end."""
        return [k for k in range(i + 1, j - 1) if self.low[k] in words]

    def joined(self, join: Join, left: Clause | None, right: Clause | None) -> Clause | None:
        """Join two clauses, if both could be read."""
        return Joined(join, (left, right)) if left is not None and right is not None else None

    def denied(self, body: Clause | None) -> Clause | None:
        """Deny a clause, if it could be read."""
        return Denied(body) if body is not None else None

    @abstractmethod
    def clause(self, i: int, j: int) -> Clause | None:
        """Read a clause."""

    @abstractmethod
    def subject(self, i: int, k: int) -> Noun | None:
        """Read the subject before a verb."""

    @abstractmethod
    def verb_places(self, i: int, j: int) -> list[int]:
        """Return where the verb of a clause may be."""
