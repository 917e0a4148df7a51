"""The words of generated problems: names, and what can be said of somebody.

Names, occupations and the things that verbs take come from libraries (``lexicon``). What no library says is in
``data/words.json``: which verbs take which things, and which qualities are near each other. Of what is near
(*generous* and *stingy*, *bake* and *baker*) a problem has one only, so that nothing in it can be inferred but by its
rules.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, Literal
from zlib import crc32

from sorites.solvers import Predicate
from sorites.translators.english.vocabulary import words as english

from . import lexicon
from .data import table
from .specification import Split

Kind = Literal["noun", "adjective", "verb"]
KINDS: Final[tuple[Kind, ...]] = ("noun", "adjective", "verb")
MODES: Final = ("present", "progressive", "future", "past")


@dataclass(frozen=True)
class Phrase:
    """Something that can be said of somebody.

    Attributes:
        kind: what kind of words it is.
        words: the noun, the adjective, or a verb with its object.
    """

    kind: Kind
    words: str

    @cached_property
    def name(self) -> str:
        """The name of its predicate."""
        words = re.split(r"[ -]", self.words)
        if self.kind == "verb":
            words[0] = third(words[0])
        return "".join(w[:1].upper() + w[1:] for w in words)

    def of(self, subject: str, positive: bool = True, mode: str = "present") -> str:
        """Return the clause that says it of a subject, or denies it."""
        if self.kind != "verb":
            said = article(self.words) if self.kind == "noun" else self.words
            verb = {"future": "will be" if positive else "will not be", "past": "was" if positive else "was not"}
            return f"{subject} {verb.get(mode, 'is' if positive else 'is not')} {said}"
        base, _, rest = self.words.partition(" ")
        no = "" if positive else " not"
        match mode:
            case "future":
                return f"{subject} will{no} {base} {rest}"
            case "progressive":
                return f"{subject} is{no} {progressive(base)} {rest}"
            case "past":  # "Noma observed hawks or" … could go on about hawks that Noma observed
                return f"{subject} was{no} {progressive(base)} {rest}"
            case _:
                return f"{subject} {third(base)} {rest}" if positive else f"{subject} does not {base} {rest}"

    def tail(self, positive: bool = True, *, plural: bool = False, tense: str = "present") -> str:
        """Return what is said without the subject: ``does not play chess``.

        Args:
            positive: whether it is said or denied.
            plural: of several; not for the *they* of one person, who is *a baker* and not *bakers* (``of_they``).
            tense: one of ``MODES``.
        """
        if not plural or (self.kind == "verb" and tense == "future"):
            return self.of("", positive, tense).strip()
        no = "" if positive else " not"
        if self.kind == "verb":
            if tense == "present":
                return self.words if positive else f"do not {self.words}"
            base, _, rest = self.words.partition(" ")
            return f"{'were' if tense == 'past' else 'are'}{no} {progressive(base)} {rest}"
        words = plural_of(self.words) if self.kind == "noun" else self.words
        verb = {"future": f"will{no} be", "past": f"were{no}"}
        return f"{verb.get(tense, f'are{no}')} {words}"

    def of_they(self, positive: bool = True) -> str:
        """Return what is said of one person behind *they*: ``are a baker``, ``do not play chess``."""
        if self.kind == "noun":
            return f"are{'' if positive else ' not'} {article(self.words)}"
        return self.tail(positive, plural=True)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The beginnings of its words, and the first quality that it is near to: what it must not share with others."""
        if self.kind == "adjective":
            return frozenset({_NEAR[self.words], self.words[: lexicon.STEM]})
        return frozenset(word[: lexicon.STEM].lower() for word in re.split(r"[ -]", self.words))


def declared(*phrases: Phrase) -> tuple[Predicate, ...]:
    """Return declarations of the predicates of phrases."""
    return tuple(Predicate(p.name, ("x",), p.of("x")) for p in phrases)


def article(noun: str) -> str:
    """Return a noun behind its article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def plural_of(noun: str) -> str:
    """Return the plural of a noun."""
    return english.noun(noun, True)


def third(verb: str) -> str:
    """Return the third person of a verb."""
    return english.verb(verb, "s")


def progressive(verb: str) -> str:
    """Return the progressive form of a verb."""
    return english.verb(verb, "ing")


def pronoun(name: str) -> str:
    """Return *she* or *he* for a name, or *they* for one that is none of ours."""
    return _SEXES.get(name, "they")


def mentions(text: str, word: str) -> bool:
    """Return whether a text has a word in any form of it."""
    stem = word if word.isdigit() else word[: max(3, min(5, len(word) - 2))]
    return re.search(rf"\b{re.escape(stem)}", text.lower()) is not None


_SEXES: Final = lexicon.names()
_LISTS: Final = table("words")
_NEAR: Final = {word: line.split()[0] for line in _LISTS["qualities"] for word in line.split()}
_THINGS: Final[Mapping[str, Sequence[str]]] = {
    **_LISTS["things"],
    "plants": lexicon.plants(),
    "animals": lexicon.animals(),
    "languages": lexicon.languages(),
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a split: no name and no predicate is in two of them.

    Attributes:
        names: first names, no two of which begin alike.
        towns: names of towns.
        phrases: what can be said of somebody, by kind.
        weather: what is said of no one; no two of them are opposites.
        relating: what somebody does to somebody else.
    """

    names: tuple[str, ...]
    towns: tuple[str, ...]
    phrases: Mapping[Kind, tuple[Phrase, ...]]
    weather: tuple[str, ...]
    relating: tuple[str, ...]

    def draw(
        self, rng: random.Random, count: int, kinds: Sequence[Kind] = KINDS, *, besides: Iterable[Phrase] = ()
    ) -> list[Phrase]:
        """Return different phrases, each as likely of each kind, none of which share a word or are near each other.

        Args:
            rng: the source of choices.
            count: how many there are.
            kinds: the kinds of words that are taken.
            besides: phrases that the problem has already.
        """
        found: list[Phrase] = []
        taken = {stem for phrase in besides for stem in phrase.stems}
        while len(found) < count:
            phrase = rng.choice(self.phrases[rng.choice(kinds)])
            if taken.isdisjoint(phrase.stems):
                found.append(phrase)
                taken |= phrase.stems
        return found


def split_of(words: str) -> Split:
    """Return the split that a name or a phrase belongs to: of twenty, nine in tests, eight in training."""
    place = crc32(words.encode()) % 20
    return "test" if place < 9 else "train" if place < 17 else "valid"


@cache
def vocabulary(split: Split) -> Vocabulary:
    """Return the words of a split."""
    nouns, compounds = lexicon.occupations()
    said: Mapping[Kind, Iterable[str]] = {
        "noun": (*nouns, *compounds),
        "adjective": _NEAR,
        "verb": (
            f"{verb} {thing}"
            for verbs, kind in _LISTS["verbs"].items()
            for verb in verbs.split()
            for thing in _THINGS[kind]
        ),
    }
    topics = table("topics").values()  # which have splits of their own
    taken = {f"{v} {o}" for row in topics for v, things in row["phrases"].items() for o in things}
    taken.update(who for row in topics for who in row["people"])
    phrases = {
        kind: tuple(Phrase(kind, words) for words in every if split_of(words) == split and words not in taken)
        for kind, every in said.items()
    }
    names = tuple(name for name in _SEXES if split_of(name) == split)
    towns = tuple(name for name in lexicon.towns() if split_of(name) == split)
    return Vocabulary(names, towns, phrases, tuple(_LISTS["weather"][split]), tuple(_LISTS["relating"][split]))
