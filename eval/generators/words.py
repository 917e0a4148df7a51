"""The words of generated problems: names, and what can be said of somebody."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Final, Literal

NAMES: Final = (
    "Ada Boris Clara Dana Emil Fatima Goran Hana Irma Jonah Kira Leo Mara Ned Olga Pavel Quentin Rosa Sami Tessa "
    "Ugo Vera Walter Xenia Yara Zeno Amir Bruna Cosmo Delia Edgar Frida Gustav Helena Igor Judith Karl Lena Milan "
    "Nora Oscar Paula Rafael Selma Timo Ursula Viktor Wanda Yusuf Zelda"
).split()
NOUNS: Final = (
    "baker carpenter dentist drummer engineer farmer florist gardener glazier historian juggler lawyer librarian "
    "magician mason mechanic miner musician nurse painter pharmacist pianist plumber poet potter sailor sculptor "
    "singer surgeon surveyor tailor tanner translator violinist waiter weaver wrestler chemist geologist astronomer"
).split()
ADJECTIVES: Final = (
    "brave calm careful cheerful clever curious eager fair famous friendly funny generous gentle happy honest humble "
    "jealous kind lazy lonely loyal modest nervous noisy patient polite proud quiet rich rude serious shy silly "
    "sleepy strong tall thirsty tired wise young"
).split()
VERBS: Final = (
    "play tennis,play chess,play cards,play football,play golf,cook dinner,cook soup,paint walls,paint fences,"
    "visit museums,visit gardens,clean windows,clean carpets,climb mountains,climb trees,watch films,watch birds,"
    "collect stamps,collect coins,collect shells,water flowers,repair clocks,repair bicycles,polish shoes,"
    "plant potatoes,plant roses,pick apples,pick berries,count sheep,count stars,bake bread,bake cakes,"
    "carry boxes,carry letters,follow rules,help neighbors,sail boats,study maps,study languages,walk dogs"
).split(",")
WEATHER: Final = (
    "it is raining",
    "it is snowing",
    "it is cold",
    "it is dark",
    "it is warm",
    "it is foggy",
    "it is late",
    "it is windy",
)
Kind = Literal["noun", "adjective", "verb"]
MODES: Final = ("present", "progressive", "future", "past")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that can be said of somebody.

    Attributes:
        kind: what kind of words it is.
        words: the noun, the adjective, or a regular verb with its object.
    """

    kind: Kind
    words: str

    @property
    def name(self) -> str:
        """The name of its predicate."""
        words = self.words.split()
        if self.kind == "verb":
            words[0] = third(words[0])
        return "".join(w[:1].upper() + w[1:] for w in words)

    def of(self, subject: str, positive: bool = True, mode: str = "present") -> str:
        """Return the clause that says it of a subject, or denies it."""
        if self.kind != "verb":
            article = ("an " if self.words[0] in "aeiou" else "a ") if self.kind == "noun" else ""
            verb = {"future": "will be" if positive else "will not be", "past": "was" if positive else "was not"}
            return f"{subject} {verb.get(mode, 'is' if positive else 'is not')} {article}{self.words}"
        base, _, rest = self.words.partition(" ")
        no = "" if positive else " not"
        match mode:
            case "future":
                return f"{subject} will{no} {base} {rest}"
            case "progressive":
                return f"{subject} is{no} {progressive(base)} {rest}"
            case "past":
                return f"{subject} {past(base)} {rest}" if positive else f"{subject} did not {base} {rest}"
            case _:
                return f"{subject} {third(base)} {rest}" if positive else f"{subject} does not {base} {rest}"

    def tail(self, positive: bool = True, *, plural: bool = False, tense: str = "present") -> str:
        """Return what is said without the subject: ``does not play chess``."""
        if not plural or (self.kind == "verb" and tense in {"future", "past"}):
            return self.of("", positive, tense).strip()
        no = "" if positive else " not"
        if self.kind == "verb":
            if tense == "present":
                return self.words if positive else f"do not {self.words}"
            base, _, rest = self.words.partition(" ")
            return f"are{no} {progressive(base)} {rest}"
        words = plural_of(self.words) if self.kind == "noun" else self.words
        verb = {"future": f"will{no} be", "past": f"were{no}"}
        return f"{verb.get(tense, f'are{no}')} {words}"


def article(noun: str) -> str:
    """Return a noun behind its article."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def plural_of(noun: str) -> str:
    """Return the plural of a regular noun."""
    return noun + "s"


def third(verb: str) -> str:
    """Return the third person of a regular verb."""
    if verb.endswith(("sh", "ch", "s", "x")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "s"


def past(verb: str) -> str:
    """Return the past of a regular verb."""
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "ed"


def progressive(verb: str) -> str:
    """Return the progressive form of a regular verb."""
    return (verb[:-1] if verb.endswith("e") else verb) + "ing"


def mentions(text: str, word: str) -> bool:
    """Return whether a text has a word in any form of it."""
    stem = word if word.isdigit() else word[: max(3, min(5, len(word) - 2))]
    return re.search(rf"\b{re.escape(stem)}", text.lower()) is not None


PHRASES: Final = (
    *(Phrase("noun", w) for w in NOUNS),
    *(Phrase("adjective", w) for w in ADJECTIVES),
    *(Phrase("verb", w) for w in VERBS),
)


def draw_phrases(
    rng: random.Random, count: int, kinds: tuple[Kind, ...] = ("noun", "adjective", "verb")
) -> list[Phrase]:
    """Return different phrases whose words do not overlap, so that no two are the same predicate."""
    return rng.sample([p for p in PHRASES if p.kind in kinds], count)
