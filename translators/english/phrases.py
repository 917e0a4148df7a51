"""The grammar of noun phrases and verb phrases, over stretches of words.

A rule takes a stretch and gives what it says, or nothing. Where several readings are
possible the first in the order of the rules holds: fixed preferences instead of guesses.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final, TypeVar

from . import lexicon as lex
from .morphology import guessed_verb, participle, progressive, singular, third_person, verb
from .tree import (
    HOLE,
    Both,
    Det,
    IsA,
    Join,
    Name,
    Nominal,
    Not,
    Noun,
    Object,
    Pronoun,
    Quantified,
    Same,
    Says,
    Several,
    Verbal,
)
from .words import Word

T = TypeVar("T")
MAX_WORDS: Final = 80
POSSIBILITY: Final = "a statement, not a possibility"
_BEFORE_BOTH: Final = frozenset(
    "but and or not never maybe perhaps possibly even he she they it did does do can could will always , (".split()
)
_AFTER_BOTH: Final = frozenset(
    "happened happen happens are were be is true things could will may might would occur occurred did of them those this week "
    "today that can hold at once the same time apply".split()
)
_SPANNING: Final = frozenset("every each all this last next some one".split())
_BREAKS: Final = frozenset(",;:()") | lex.CONJUNCTIONS | lex.RELATIVE
_FINITE: Final = lex.BE | lex.DO | lex.HAVE | lex.MODALS | lex.MAYBE


def once(rule: Callable[..., T]) -> Callable[..., T]:
    """Remember what a rule made of a stretch."""

    def remembered(self: Phrases, *stretch: Any) -> T:
        key = (rule.__name__, *stretch)
        if key not in self.known:
            self.known[key] = None  # a rule that comes back to its own stretch finds nothing there
            self.known[key] = rule(self, *stretch)
        found: T = self.known[key]
        return found

    return remembered


class Phrases:
    """Reads phrases of one sentence.

    Args:
        words: the sentence.
        names: words that are names even where a sentence begins with them.
    """

    def __init__(self, words: tuple[Word, ...], names: frozenset[str]) -> None:
        self.words = words
        self.low = [w.low for w in words]
        self.names = names
        self.bound: list[str] = []
        self.known: dict[tuple[Any, ...], Any] = {}
        self.furthest = 0
        self.expected = "a sentence"
        self.sure = False

    def miss(self, at: int, expected: str, *, surely: bool = False) -> None:
        """Note what a reading lacked, for the message if there is none at all.

        Args:
            at: the word.
            expected: what should stand there.
            surely: no other reading can help.
        """
        if surely or (at >= self.furthest and not self.sure):
            self.furthest, self.expected, self.sure = at, expected, surely

    # -- noun phrases ----------------------------------------------------------------

    @once
    def noun(self, i: int, j: int) -> Noun | None:
        """Read a noun phrase, or several that are joined."""
        if i >= j or j - i > MAX_WORDS:
            return None
        low = self.low
        if low[i] == "both":
            return self.noun(i + 1, j)
        if (single := self.single(i, j)) is not None:
            return single
        join = Join.AND
        start = i
        if low[i] == "either":
            join, start = Join.XOR, i + 1
        for k in range(j - 2, start, -1):
            if low[k] in {"and", "or"}:
                left_end = k - 1 if low[k - 1] == "," else k
                right = self.single(k + 1, j)
                left = self.list_of(start, left_end)
                if right is not None and left:
                    if low[k] == "or":
                        join = Join.XOR if join is Join.XOR else Join.OR
                    return Both(join, (*left, right))
        return None

    def list_of(self, i: int, j: int) -> list[Noun]:
        """Return the noun phrases between commas, or nothing if one can't be read."""
        commas = [k for k in range(i, j) if self.low[k] in {",", "and", "or"}]
        found = []
        for start, end in zip([i, *(c + 1 for c in commas)], [*commas, j], strict=True):
            part = self.single(start, end)
            if part is None:
                return []
            found.append(part)
        return found

    @once
    def single(self, i: int, j: int) -> Noun | None:
        """Read one noun phrase."""
        if i >= j:
            return None
        low, first = self.low, self.low[i]
        if j == i + 1:
            if (
                first in lex.SUBJECT_PRONOUNS
                or first in lex.OBJECT_PRONOUNS
                or first in {"this", "that", "these", "those"}
            ):
                return Pronoun(first)
            if first in self.bound:
                return Name(first, proper=False)
        if first in lex.UNSUPPORTED or (first == "more" and j > i + 1 and low[i + 1] == "than"):
            self.miss(i, f"'all', 'some' or 'no', not '{self.words[i].text}'", surely=True)
            return None
        if first == "no" and j > i + 1 and low[i + 1] == "one":
            return self.quantified(Det.NO, i + 2, j)
        if low[i : i + 2] == ["none", "of"] and j > i + 3:
            return self.quantified(Det.NO, i + 3 if low[i + 2] in {"the", "these", "those"} else i + 2, j)
        if first in lex.QUANTIFIER_WORDS:
            if first in {"whoever", "whatever"}:
                where = self.relative(i + 1, j)
                return Quantified(Det.EVERY, Nominal((), where, "someone")) if where is not None else None
            found = self.nominal(i + 1, j)
            thing = "something" if first.endswith(("thing", "whatever")) else "someone"
            shown = thing if found is not None and not found.words else found.shown if found is not None else ""
            return (
                Quantified(Det(lex.QUANTIFIER_WORDS[first]), Nominal(found.words, found.where, shown))
                if found
                else None
            )
        if first == "not" and j > i + 1:
            return self.not_every(i + 1, j)
        if first in {"those", "these", "people"} and j > i + 1 and low[i + 1] in lex.RELATIVE:
            return self.quantified(Det.EVERY, i + 1, j)
        if low[i : i + 3] == ["at", "least", "one"]:
            return self.quantified(Det.SOME, i + 3, j)
        if first in lex.DETERMINERS and j > i + 1:
            start = i + 1
            if low[start] == "of" and start + 1 < j:
                start += 2 if low[start + 1] in {"the", "these", "those", *lex.POSSESSIVES} else 1
            elif low[start] in {"the", "these", "those", "of", "one"}:
                start += 1
            return self.quantified(Det(lex.DETERMINERS[first]), start, j)
        if first in {"the", "this", "that"} or first in lex.POSSESSIVES:
            return self.definite(i, j)
        if all(w.capital or w.low in {"of", "the", "and"} or w.text[0].isdigit() for w in self.words[i:j]) and (
            i > 0 or self.words[i].text in self.names or first.endswith(".")
        ) and not low[j - 1].endswith(("'s", "s'")) and self.words[j - 1].capital | self.words[j - 1].text[0].isdigit() and "and" not in low[i:j]:  # fmt: skip
            return Name(" ".join(w.text for w in self.words[i:j]))
        if low[i].endswith(("'s", "s'")):
            return self.definite(i, j)
        return self.bare(i, j)

    def not_every(self, i: int, j: int) -> Noun | None:
        """Read what stands behind ``not`` in ``not all dogs``."""
        found = self.single(i, j)
        if isinstance(found, Quantified) and found.det in {Det.EVERY, Det.ANY}:
            return Quantified(Det.NOT_EVERY if found.det is Det.EVERY else Det.NO, found.nominal)
        return None

    def definite(self, i: int, j: int) -> Noun | None:
        """Read ``the cat`` or ``her cat``: somebody or something in particular."""
        start = i if self.low[i].endswith(("'s", "s'")) and i > 0 else i + (self.low[i] in {"the", "this", "that"})
        start += self.low[start] in lex.POSSESSIVES if start < j else 0
        if start >= j or any(w in _BREAKS or w in _FINITE for w in self.low[start:j]):
            return None
        if any(w in lex.PREPOSITIONS and w != "of" for w in self.low[start:j]) or self.low[start] in lex.DETERMINERS:
            return None
        return Name(" ".join([w.text.lower() for w in self.words[start : j - 1]] + [singular(self.low[j - 1])]), False)

    def bare(self, i: int, j: int) -> Noun | None:
        """Read a plural, or a word for a stuff, without an article."""
        end = next((k for k in range(i, j) if self.low[k] in lex.RELATIVE), j)
        if end == i or self.words[i].text in self.names or self.low[i].endswith("."):
            return None
        nominal = self.nominal(i, j)
        return Quantified(Det.BARE, nominal) if nominal is not None else None

    def quantified(self, det: Det, i: int, j: int) -> Noun | None:
        nominal = self.nominal(i, j)
        return Quantified(det, nominal) if nominal is not None else None

    @once
    def nominal(self, i: int, j: int) -> Nominal | None:
        """Read adjectives, a noun, and a relative clause."""
        end = next((k for k in range(i, j) if self.low[k] in lex.RELATIVE), j)
        plain = self.low[i:end]
        if plain and plain[-1] == ",":
            plain = plain[:-1]
        if any(w in _FINITE or w in "();:" or w in {"not", "if", "then", "nor", "but", "either"} for w in plain):
            return None
        if any(w in lex.DETERMINERS or w in lex.SUBJECT_PRONOUNS or w in lex.QUANTIFIER_WORDS for w in plain):
            return None
        if any(self.is_verb(k, end) for k in range(i, end)):
            return None
        if "except" in plain:
            self.miss(i + plain.index("except"), "a noun phrase without exceptions", surely=True)
            return None
        if any(w == "and" and singular(before) != before for before, w in itertools.pairwise(plain)):
            return None  # dogs and cats
        if plain and (plain[0] in lex.CONJUNCTIONS or plain[-1] in lex.CONJUNCTIONS or "or" in plain):
            return None
        if "the" in plain[1:] and not any(w in lex.PREPOSITIONS for w in plain):
            return None
        with_place = next((k for k in range(i + 1, end) if self.low[k] in lex.PREPOSITIONS - {"of", "like"}), end)
        kept = [w for w in self.low[i:with_place] if w not in {",", "and"} | lex.POSSESSIVES and w != "the"]
        shown = " ".join(w.text if w.capital and i + n else w.low for n, w in enumerate(self.words[i:end]))
        if "of" in kept[1:-1]:  # a member of the club: one noun
            of = kept.index("of")
            kept[of - 1 :] = ["_".join([singular(kept[of - 1]), *map(singular, kept[of:])])]
        words = tuple(kept[:-1]) + ((singular(kept[-1]),) if kept else ())
        if with_place < end:
            return self.placed(Nominal(words, None, shown), with_place, end, j)
        if end == j:
            return Nominal(words, None, shown)
        where = self.relative(end + 1, j)
        return Nominal(words, where, shown) if where is not None else None

    def placed(self, nominal: Nominal, i: int, end: int, j: int) -> Nominal | None:
        """Read what a preposition says of a noun: ``with integrity`` is as good as ``who has integrity``."""
        if self.low[i] == "with":
            place: Verbal | None = self.says("have", i, i + 1, end)
        else:
            place = self.says(None, i, i, end)
        if place is None or end == j:
            return Nominal(nominal.words, place, nominal.shown) if place is not None else None
        where = self.relative(end + 1, j)
        return Nominal(nominal.words, Several(Join.AND, (place, where)), nominal.shown) if where is not None else None

    def relative(self, i: int, j: int) -> Verbal | None:
        """Read a relative clause behind its pronoun."""
        if j > i and self.low[j - 1] == ",":
            j -= 1
        if (found := self.verbal(i, j)) is not None:
            return found
        for k in range(i + 1, j):
            if self.begins_verb(k, strong=False) and (subject := self.noun(i, k)) is not None:
                said = self.verbal(k, j)
                if isinstance(said, Says):
                    return Object(subject, said)
        self.miss(i, "a verb behind the relative pronoun")
        return None

    # -- verb phrases ----------------------------------------------------------------

    def is_auxiliary(self, k: int) -> bool:
        """Return whether a word is an auxiliary, or one of a pair of verb phrases begins there."""
        return self.low[k] in _FINITE or self.low[k] in {"either", "neither", "both"}

    def begins_verb(self, k: int, *, strong: bool) -> bool:
        """Return whether a verb phrase may begin at a word."""
        low = self.low[k]
        if self.is_auxiliary(k):
            return True
        if low in lex.ADVERBS or low in lex.NEGATIVE:
            return k + 1 < len(self.low) and self.begins_verb(k + 1, strong=strong)
        base = verb(low)
        if base is not None and (base == low or not low.endswith("ing")):
            return not (strong and base in lex.NOUNS_TOO)
        return not strong and low.endswith("s") and k + 1 < len(self.low) and base is None and low not in _BREAKS

    def is_verb(self, k: int, j: int) -> bool:
        """Return whether a word within a phrase can only be a verb: ``chases``, but not ``through blossoms``."""
        if k + 1 == j or third_person(self.low[k]) in {None, *lex.NOUNS_TOO}:
            return False
        return k == 0 or self.low[k - 1] not in lex.PREPOSITIONS

    @once
    def verbal(self, i: int, j: int) -> Verbal | None:
        """Read a verb phrase."""
        while i < j and self.low[i] in lex.ADVERBS:
            i += 1
        if i >= j:
            return None
        j, ending = self.ending(i, j)
        if self.low[i] in {"either", "neither", "both"}:
            return self.paired(i, j, ending, self.verbal, self.start_of(i + 1))
        if (found := self.coordinated(i, j, ending)) is not None:
            return found
        return self.simple_verbal(i, j, ending)

    def ending(self, i: int, j: int) -> tuple[int, Join | None]:
        """Return where a stretch ends without ``but not both`` or ``or both``, and what that says."""
        low = self.low
        stop = j - 1 if low[j - 1] == ")" else j
        both = next((k for k in range(stop - 1, max(i, stop - 5), -1) if low[k] == "both"), 0)
        if not both or not all(w in _AFTER_BOTH for w in low[both + 1 : stop]):
            return j, None
        start = both
        while start > i and low[start - 1] in _BEFORE_BOTH:
            start -= 1
        said = set(low[start:both])
        if start == i or not said & {"not", "never", "or", "maybe", "perhaps", "possibly", ",", "("}:
            return j, None
        return start, Join.XOR if said & {"not", "never"} else Join.OR

    def paired(
        self, i: int, j: int, ending: Join | None, rule: Callable[[int, int], Verbal | None], head: int
    ) -> Verbal | None:
        """Read ``either A or B``, ``neither A nor B``, ``both A and B``."""
        word = {"either": "or", "neither": "nor", "both": "and"}[self.low[i]]
        for k in range(i + 2, j - 1):
            if self.low[k] != word:
                continue
            left = rule(i + 1, k - 1 if self.low[k - 1] == "," else k)
            right = (
                self.continued(head, k + 1 + (self.low[k + 1] in {"either", "that"}), j) if left is not None else None
            )
            if left is None or right is None:
                continue
            if word == "nor":
                return Not(Several(Join.OR, (left, right)))
            return Several(Join.AND if word == "and" else ending or Join.XOR, (left, right))
        return None

    def start_of(self, i: int) -> int:
        """Return where the head of a verb phrase stands: behind adverbs."""
        while i < len(self.low) - 1 and self.low[i] in lex.ADVERBS:
            i += 1
        return i

    def coordinated(self, i: int, j: int, ending: Join | None) -> Verbal | None:
        """Read verb phrases with their own verbs that are joined."""
        joins = [k for k in range(i + 1, j - 1) if self.low[k] in {"and", "or", "but"}]
        joins.sort(key=lambda k: (self.low[k - 1] != ",", self.low[k] != "or"))
        for k in joins:
            start = self.start_of(k + 1)
            first = self.low[start]
            finite = first in _FINITE or third_person(first) is not None or first in {"either", "neither"}
            if (first in lex.NEGATIVE and self.low[i] not in lex.BE) or (
                verb(first) is not None and self.low[i] not in _FINITE
            ):
                finite = finite or not first.endswith("ing")
            if not finite:
                continue
            left = self.verbal(i, k - 1 if self.low[k - 1] == "," else k)
            right = self.verbal(k + 1, j) if left is not None else None
            if left is not None and right is not None:
                return Several(self.joined_by(k, ending), (left, right))
        return None

    def joined_by(self, k: int, ending: Join | None) -> Join:
        return (ending or Join.OR) if self.low[k] == "or" else Join.AND

    def continued(self, head: int, i: int, j: int) -> Verbal | None:
        """Read what is joined to a verb phrase, with that one's verb if it has none of its own."""
        i = self.start_of(i) if i < j else i
        if i >= j:
            return None
        if self.begins_verb(i, strong=False) and (found := self.verbal(i, j)) is not None:
            return found
        while self.low[head] in lex.MODALS or self.low[head] in lex.DO or self.low[head] in lex.NEGATIVE:
            head += 1
        if self.low[head] in lex.BE:
            return self.complement(i, j)
        base = verb(self.low[head])
        return self.says(base, head, i, j) if base is not None else None

    def simple_verbal(self, i: int, j: int, ending: Join | None) -> Verbal | None:
        """Read a verb phrase with one verb."""
        low, first = self.low, self.low[i]
        if first in lex.NEGATIVE:
            found = self.verbal(i + 1, j)
            return Not(found) if found is not None else None
        if first in lex.MODALS or first in lex.DO or (first in lex.HAVE and self.perfect(i, j)):
            k = i + 1
            if (
                k < j
                and first in lex.DO
                and not (low[k] in lex.NEGATIVE or self.begins_verb(self.start_of(k), strong=False))
            ):
                return self.says("do", i, k, j)
            found = self.within(k, j, ending)
            if found is None:
                self.miss(k, "a verb")
            return found
        if first in lex.MAYBE:
            self.miss(i, f"{POSSIBILITY} ('{first}')", surely=True)
            return None
        if first in lex.BE:
            return self.complement_with(i + 1, j, ending)
        governed = i > 0 and low[i - 1] in lex.MODALS | lex.DO | lex.NEGATIVE
        base = verb(first) or (guessed_verb(first) if first.isalpha() and (governed or first.endswith("s")) else None)
        if base is None or first in _BREAKS or first in lex.PREPOSITIONS - {"like"} or first in lex.DETERMINERS:
            self.miss(i, "a verb")
            return None
        if base == "go" and j == i + 2 and (other := progressive(low[i + 1])):
            return Says((other,), (), self.third(other, ""))
        if base == "keep" and i + 1 < j and (other := progressive(low[i + 1])):
            return self.says(other, i + 1, i + 2, j)
        for k in range(i + 2, j - 1):  # likes apples or pears
            if (
                low[k] in {"and", "or"}
                and ending is None
                and low[k - 1] != ","
                and low[k + 1] not in lex.SUBJECT_PRONOUNS
            ):
                left = self.says(base, i, i + 1, k)
                right = self.says(base, i, k + 1, j)
                if left is not None and right is not None:
                    return Several(Join.OR if low[k] == "or" else Join.AND, (left, right))
        return self.says(base, i, i + 1, j)

    def within(self, i: int, j: int, ending: Join | None) -> Verbal | None:
        """Read what an auxiliary governs: joined verb phrases share it."""
        if i < j and self.low[i] in lex.NEGATIVE:
            found = self.within(i + 1, j, ending)
            return Not(found) if found is not None else None
        i = self.start_of(i) if i < j else i
        if i < j and self.low[i] in {"either", "neither", "both"}:
            return self.paired(i, j, ending, self.verbal, i + 1)
        for k in range(j - 2, i, -1):
            if self.low[k] in {"and", "or"} and (left := self.verbal(i, k - (self.low[k - 1] == ","))) is not None:
                right = self.continued(i, k + 1, j)
                if right is not None:
                    return Several(self.joined_by(k, ending), (left, right))
        return self.verbal(i, j)

    def perfect(self, i: int, j: int) -> bool:
        """Return whether ``have`` is an auxiliary here: a participle follows."""
        k = i + 1
        while k < j and (self.low[k] in lex.NEGATIVE or self.low[k] in lex.ADVERBS):
            k += 1
        return k < j and (self.low[k] == "been" or (participle(self.low[k]) is not None and not self.is_noun(k, j)))

    def is_noun(self, k: int, j: int) -> bool:
        """Return whether a participle is an adjective before a noun: ``has limited time``."""
        return k + 1 < j and self.low[k + 1] not in _BREAKS | lex.PREPOSITIONS | set(lex.DETERMINERS) | {"the"} and (
            not self.words[k + 1].capital and self.low[k + 1] not in lex.POSSESSIVES
        ) and self.low[k].endswith("ed")  # fmt: skip

    # -- what stands behind a verb ---------------------------------------------------

    def complement_with(self, i: int, j: int, ending: Join | None) -> Verbal | None:
        """Read what something is, with what ``but not both`` at its end says."""
        if i < j and self.low[i] in lex.NEGATIVE:
            found = self.complement_with(i + 1, j, ending)
            return Not(found) if found is not None else None
        while i < j and self.low[i] in lex.ADVERBS:
            i += 1
        if i >= j:
            return None
        if self.low[i] in {"either", "neither", "both"}:
            return self.paired(i, j, ending, self.complement, i - 1)
        for mark in ("or", "and", "but"):
            for k in range(j - 2, i, -1):
                if self.low[k] != mark or self.inside_relative(i, k):
                    continue
                left = self.complement(i, k - 1 if self.low[k - 1] == "," else k)
                right = self.complement(k + 1, j) if left is not None else None
                if left is not None and right is not None:
                    return Several(self.joined_by(k, ending), (left, right))
        if "," in self.low[i:j] and not self.inside_relative(i, j):
            k = self.low.index(",", i, j)
            left, right = self.complement(i, k), self.complement(k + 1, j)
            if left is not None and isinstance(right, Several):
                return Several(right.join, (left, *right.parts))
            return None
        return self.one_complement(i, j)

    def inside_relative(self, i: int, k: int) -> bool:
        return any(w in lex.RELATIVE for w in self.low[i:k])

    @once
    def complement(self, i: int, j: int) -> Verbal | None:
        """Read what something is: behind ``is``."""
        if i >= j:
            return None
        j, ending = self.ending(i, j)
        return self.complement_with(i, j, ending)

    def one_complement(self, i: int, j: int) -> Verbal | None:
        """Read one thing that something is."""
        low, first = self.low, self.low[i]
        if low[i : i + 2] == ["going", "to"] and j > i + 2:
            return self.verbal(i + 2, j)
        if (base := progressive(first)) is not None:
            return self.says(base, i, i + 1, j)
        if first in {"someone", "somebody", "something", "one"} and i + 1 < j and low[i + 1] in lex.RELATIVE:
            return self.relative(i + 2, j)
        if low[i : i + 3] in (["the", "same", "as"], ["identical", "to", low[min(i + 2, j - 1)]]):
            other = self.noun(i + (3 if first == "the" else 2), j)
            return Same(other) if other is not None else None
        if low[i : i + 3] in (["one", "of", "the"], ["part", "of", "the"]):
            nominal = self.nominal(i + 3, j)
            return IsA(nominal) if nominal is not None else None
        if first in {"a", "an"}:
            nominal = self.nominal(i + 1, j)
            if nominal is None or any(w in lex.PREPOSITIONS for w in nominal.words):
                return self.says(None, i, i, j)
            if not nominal.words or (nominal.words[-1] in lex.GENERIC and len(nominal.words) == 1 and nominal.where):
                return nominal.where
            return IsA(nominal)
        if self.words[i].capital or first in self.bound:
            name = self.single(i, j)
            if isinstance(name, Name):
                return Same(name)
        if any(w in lex.PREPOSITIONS or w in lex.QUANTIFIER_WORDS or w in {"to", "the"} for w in low[i:j]):
            return self.says(None, i, i, j)
        nominal = self.nominal(i, j)
        return IsA(nominal) if nominal is not None and nominal.words else None

    @once
    def says(self, base: str | None, head: int, i: int, j: int) -> Says | None:
        """Read what stands behind a verb, or what something is with a preposition."""
        low = self.low
        key: list[str | None] = [base or "be"]
        nouns: list[Noun] = []
        shown: list[str] = []
        k = i
        while k < j:
            if k + 1 < j and low[k] in _SPANNING and singular(low[k + 1]) in lex.SPANS:  # every day
                shown += [low[k], low[k + 1]]
                k += 2
                continue
            if (end := self.object_end(k, j)) and (found := self.noun(k, end)) is not None:
                nouns.append(found)
                key.append(None)
                shown.append(HOLE)
                k = end
                continue
            word = low[k]
            if word in {"what", "how", "why", "whether", "where"}:  # a question within: one name
                key += low[k:j]
                shown += [w.text for w in self.words[k:j]]
                break
            if word in {"that", "because", "if", "who", "which", "when", "unless", "nor", "but", "or", "and", "then"} or (
                word in _BREAKS and word not in lex.RELATIVE
            ) or word in lex.UNSUPPORTED or word in _FINITE or word in lex.SUBJECT_PRONOUNS or self.is_verb(k, j):  # fmt: skip
                self.miss(k, "the end of the phrase")
                return None
            if word in lex.REFLEXIVES:
                key.append("self")
            elif word not in lex.SKIPPED_IN_KEYS and word not in lex.ADVERBS:
                key.append(singular(word))
            shown.append(self.words[k].text)
            k += 1
        if base is None and len(key) == 1:
            return None
        past = base is not None and head < len(low) and low[head] not in {base} and third_person(low[head]) is None
        return Says(tuple(key), tuple(nouns), self.third(base, " ".join(shown)), past and not low[head].endswith("ing"))

    def third(self, base: str | None, rest: str) -> str:
        return f"{third_form(base) if base else 'is'} {rest}".rstrip()

    def object_end(self, k: int, j: int) -> int:
        """Return where a noun phrase that begins at a word ends, or 0 if none begins there."""
        low, word = self.low, self.low[k]
        if word in lex.OBJECT_PRONOUNS - lex.REFLEXIVES or word in self.bound or (word == "her" and k + 1 == j):
            return k + 1 if word != "her" or k + 1 == j or low[k + 1] in lex.PREPOSITIONS else 0
        if word in lex.QUANTIFIER_WORDS or low[k : k + 2] == ["no", "one"]:
            start = k + (2 if word == "no" else 1)
            return j if start < j and low[start] in lex.RELATIVE else start
        if word == "the" or (word in lex.DETERMINERS and word != "only"):
            end = k + 1
            while (
                end < j and low[end] not in lex.PREPOSITIONS and low[end] not in _BREAKS and not low[end].endswith("ly")
            ):
                end += 1
            if word != "the" and end < j and low[end] in lex.RELATIVE:
                return j
            return end if end > k + 1 else 0
        if self.words[k].capital and (k > 0 or self.words[k].text in self.names):
            end = k + 1
            while end < j and (self.words[end].capital or self.words[end].text[0].isdigit()):
                end += 1
            if (
                end < j
                and low[end] not in lex.PREPOSITIONS | _BREAKS | set(lex.DETERMINERS) | {"the"}
                and not low[end].endswith("ly")
            ):
                return 0  # Elizabethan literature
            return end
        return 0


def third_form(base: str) -> str:
    """Return a verb as one says it of one person."""
    irregular = {"have": "has", "do": "does", "go": "goes", "be": "is"}
    if base in irregular:
        return irregular[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{base}es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"
