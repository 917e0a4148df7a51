"""The grammar of verb phrases, over stretches of words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import lexicon as lex
from .morphology import guessed_verb, participle, progressive, singular, third_form, third_person, verb
from .nouns import Nouns
from .stretch import BREAKS, FINITE, POSSIBILITY, once
from .tree import HOLE, IsA, Join, Name, Not, Noun, Same, Says, Several, Verbal

_ENDS_PHRASES: Final = frozenset("that because if who which when unless nor but or and then".split())
_SPANNING: Final = frozenset("every each all this last next some one".split())


class Verbs(Nouns):
    """Reads verb phrases of one sentence."""

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

    def coordinated(self, i: int, j: int, ending: Join | None) -> Verbal | None:
        """Read verb phrases with their own verbs that are joined."""
        joins = [k for k in range(i + 1, j - 1) if self.low[k] in {"and", "or", "but"}]
        joins.sort(key=lambda k: (self.low[k - 1] != ",", self.low[k] != "or"))
        for k in joins:
            start = self.start_of(k + 1)
            first = self.low[start]
            finite = first in FINITE or third_person(first) is not None or first in {"either", "neither"}
            if (first in lex.NEGATIVE and self.low[i] not in lex.BE) or (
                verb(first) is not None and self.low[i] not in FINITE
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
        """Return how a connective joins."""
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
        if base is None or first in BREAKS or first in lex.PREPOSITIONS - {"like"} or first in lex.DETERMINERS:
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
        return k + 1 < j and self.low[k + 1] not in BREAKS | lex.PREPOSITIONS | set(lex.DETERMINERS) | {"the"} and (
            not self.words[k + 1].capital and self.low[k + 1] not in lex.POSSESSIVES
        ) and self.low[k].endswith("ed")  # fmt: skip

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
        """Return whether a word stands within a relative clause."""
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
                key.append(f"{low[k]}_{singular(low[k + 1])}")
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
            breaks = word in _ENDS_PHRASES or (word in BREAKS and word not in lex.RELATIVE) or word in lex.UNSUPPORTED
            if breaks or word in FINITE or word in lex.SUBJECT_PRONOUNS or self.is_verb(k, j):
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
        """Return a verb phrase as one says it of one person."""
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
                end < j and low[end] not in lex.PREPOSITIONS and low[end] not in BREAKS and not low[end].endswith("ly")
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
                and low[end] not in lex.PREPOSITIONS | BREAKS | set(lex.DETERMINERS) | {"the"}
                and not low[end].endswith("ly")
            ):
                return 0  # Elizabethan literature
            return end
        return 0
