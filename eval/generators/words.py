"""The words of generated problems: names, and what can be said of somebody in a part of life.

Names come from the lists of `mimesis` (MIT, no packages of its own), as files of the installed package: it draws by its
own random numbers and imports all its providers. What is said of somebody is in ``data/topics.json``: what somebody
is and does in one part of life, in the order in which one thing leads to another.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal
from zlib import crc32

from sorites.solvers import Predicate
from sorites.solvers.errors import require
from sorites.solvers.logic.syntax import Formula, Implies
from sorites.solvers.logic.walkers import walk
from sorites.translators.english.vocabulary import words as english
from sorites.translators.english.vocabulary.closed import AUXILIARIES, CLOSED
from sorites.translators.english.vocabulary.tables import table as of_lemminflect

from .data import table
from .inference import letters_of
from .problem import Disagreement
from .specification import Split

Kind = Literal["noun", "adjective", "verb"]
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

    @property
    def modes(self) -> tuple[str, ...]:
        """Those of ``MODES`` in which it says one thing: who *is attending classes* could be an *attending class*."""
        forms = english.forms_of(progressive(self.words.split()[0])) if self.kind == "verb" else ()
        return ("present", "future") if any(form.category == "adjective" for form in forms) else MODES

    @property
    def look(self) -> tuple[object, ...]:
        """What is seen of it without knowing its words."""
        return self.kind, self.modes, len(self.words.split())

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


def listed(parts: Sequence[str], word: str = "and", comma: str = "") -> str:
    """Return parts as they are listed in a sentence, with a comma before the word if there are more than two."""
    *before, last = parts
    return f"{', '.join(before)}{comma * (len(before) > 1)} {word} {last}" if before else last


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


_STEM: Final = 4
"""As many letters as tell two names apart for any reader."""
_ROUNDS: Final = 4
"""How many phrases are drawn of a row at most."""
_EUROPE: Final = "en de es fr it pt".split()
"""Locales whose lists of names tell whether a name is a woman's or a man's; one that stands in both tells nothing."""


def _people(locale: str) -> Mapping[str, Any]:
    """Return the first names that mimesis lists.

    Raises:
        MissingExtra: it is not installed.
    """
    require("eval", "mimesis")
    spec = find_spec("mimesis")  # finds the package without running it
    assert spec is not None
    assert spec.submodule_search_locations is not None
    place = Path(spec.submodule_search_locations[0], "datasets", locale, "person.json")
    found: Mapping[str, Any] = json.loads(place.read_text(encoding="utf-8"))["names"]
    return found


def _names() -> dict[str, str]:
    """Return first names, each with ``she`` or ``he``.

    They are no words of English, and any two of them differ in their first letters, so that no reader
    takes one for another.
    """
    listed = {locale: _people(locale) for locale in _EUROPE}
    female, male = ({name for names in listed.values() for name in names[sex]} for sex in ("female", "male"))
    words = {*re.findall("^[^,]+", of_lemminflect("lemma_lu.csv.gz").decode(), re.MULTILINE), *CLOSED, *AUXILIARIES}
    found: dict[str, str] = {}
    for name in sorted({*listed["en"]["female"], *listed["en"]["male"]}, key=lambda n: (len(n), n)):
        stem = name[:_STEM].lower()
        plain = name.isascii() and name.isalpha() and len(name) > 2 and not {name, name.lower()} & words
        if plain and (name in female) != (name in male) and stem not in found:
            found[stem] = name
    return {name: "she" if name in female else "he" for name in sorted(found.values())}


_SEXES: Final = _names()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a split that are of no part of life: no name is in two of them.

    Attributes:
        names: first names, no two of which begin alike.
        weather: what is said of no one; no two of them are opposites.
        relating: what somebody does to somebody else.
    """

    names: tuple[str, ...]
    weather: tuple[str, ...]
    relating: tuple[str, ...]


def split_of(words: str) -> Split:
    """Return the split that a name or a phrase belongs to: of twenty, nine in tests, eight in training."""
    place = crc32(words.encode()) % 20
    return "test" if place < 9 else "train" if place < 17 else "valid"


@cache
def vocabulary(split: Split) -> Vocabulary:
    """Return the words of a split."""
    listed = table("words")
    names = tuple(name for name in _SEXES if split_of(name) == split)
    return Vocabulary(names, tuple(listed["weather"][split]), tuple(listed["relating"][split]))


_SHORT: Final = 3
"""Words of so many letters, as *the*, may be shared."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A part of life.

    Attributes:
        name: what it is called.
        people: what its people are by trade, or its animals by breed.
        rows: what they are like, and what they do, row by row: what stands in a later row is what may come of what
            stands in an earlier one, and what is in one row is of one kind.
        names: the names of its animals; none where it is about people.
    """

    name: str
    people: tuple[Phrase, ...]
    rows: tuple[tuple[Phrase, ...], ...]
    names: tuple[str, ...]

    @property
    def qualities(self) -> list[Phrase]:
        """What its people are like."""
        return [phrase for row in self.rows for phrase in row if phrase.kind == "adjective"]

    def draw(self, rng: random.Random, count: int, *, trades: int = 0) -> list[Phrase]:
        """Return so many different phrases in the order of the rows, from as many rows as there are.

        No two share a word, as far as there are enough: who wins important contests wins contests, and what is shared
        tells problems apart.

        Args:
            rng: the source of choices.
            count: how many there are.
            trades: how many of the trades can be among them, anywhere.

        Raises:
            Disagreement: there is not so much to say.
        """
        rows = [*self.rows]
        for one in rng.sample(self.people, trades):
            rows.insert(rng.randrange(len(rows) + 1), (one,))
        drawn = [rng.sample(row, min(len(row), _ROUNDS)) for row in rows]
        found: list[tuple[int, Phrase]] = []
        used: set[str] = set()
        for apart in (True, False):
            for turn in range(_ROUNDS):
                for place in rng.sample(range(len(rows)), len(rows)):
                    if len(found) == count:
                        return [phrase for _, phrase in sorted(found, key=lambda one: one[0])]
                    phrase = drawn[place][turn % len(drawn[place])]
                    words = {word for word in phrase.words.split() if len(word) > _SHORT}
                    if used.isdisjoint(words) if apart else (place, phrase) not in found:
                        used |= words
                        found.append((place, phrase))
        raise Disagreement(f"there is not so much to say of {self.name}")


@cache
def domains(split: Split, *, animals: bool = False) -> tuple[Domain, ...]:
    """Return the domains of a split, those of ``animals`` too: another split's are other parts of life."""
    return tuple(
        Domain(
            name,
            tuple(Phrase("noun", who.replace("_", " ")) for who in of["people"]),
            tuple(tuple(_phrases(*row.split())) for stage in of["stages"] for row in stage),
            tuple(of.get("names", ())),
        )
        for name, of in table("topics").items()
        if of["split"] == split and (animals or "names" not in of)
    )


def _phrases(verbs: str, *lists: str) -> list[Phrase]:
    """Return the phrases of a row: ``be`` and qualities, or verbs, what things are like, and things."""
    if verbs == "be":
        return [Phrase("adjective", word) for word in lists[0].split(",")]
    like, things = (one.split(",") for one in lists)
    kinds = ("", *(f"{one} " for one in like))
    return [Phrase("verb", f"{v} {k}{t}".replace("_", " ")) for v in verbs.split("/") for k in kinds for t in things]


def in_order(rng: random.Random, letters: Iterable[str], formulas: Iterable[Formula]) -> list[str]:
    """Return letters, those first from which formulas let others follow; a copy ``A′`` beside its original."""
    rules = [node for formula in formulas for node in walk(formula) if isinstance(node, Implies)]
    pairs = [(a, b) for rule in rules for a in letters_of([rule.left]) for b in letters_of([rule.right])]
    rank = dict.fromkeys((name for pair in pairs for name in pair), 0)
    for _ in rank:
        for one, other in pairs:
            rank[other] = min(max(rank[other], rank[one] + 1), len(rank))
    mixed = [*letters]
    rng.shuffle(mixed)
    return sorted(mixed, key=lambda name: rank.get(name.rstrip("′"), 0))
