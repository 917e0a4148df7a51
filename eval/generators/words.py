"""The words of generated problems: names, and what can be said of somebody.

Names, occupations and the things that verbs take come from libraries (``lexicon``). What no library says stands here:
which verbs take which things, and which qualities are near each other. Of what is near (*generous* and *stingy*,
*bake* and *baker*) a problem has one only, so that nothing in it can be inferred but by its rules.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from sorites.solvers import Predicate
from sorites.translators.english.vocabulary import words as english

from . import lexicon

Kind = Literal["noun", "adjective", "verb"]
KINDS: Final[tuple[Kind, ...]] = ("noun", "adjective", "verb")
MODES: Final = ("present", "progressive", "future", "past")
WEATHER: Final = (
    "it is raining",
    "it is snowing",
    "it is cold",
    "it is dark",
    "it is humid",
    "it is foggy",
    "it is late",
    "it is windy",
)
"""What is said of no one; no two of them are opposites."""
_QUALITIES: Final = tuple(
    line.split()
    for line in (
        "brave bold fearless courageous timid cowardly",
        "calm serene nervous anxious tense",
        "careful cautious careless reckless",
        "cheerful merry happy jolly gloomy sad melancholy",
        "clever smart intelligent brilliant foolish",
        "curious inquisitive nosy",
        "eager keen enthusiastic zealous",
        "fair impartial unbiased",
        "famous renowned obscure",
        "friendly amiable cordial hostile",
        "funny witty humorous",
        "generous charitable stingy frugal thrifty",
        "gentle mild fierce",
        "honest truthful candid deceitful",
        "humble modest proud arrogant vain conceited boastful",
        "jealous envious",
        "kind benevolent cruel spiteful",
        "lazy idle diligent industrious",
        "lonely sociable",
        "loyal faithful disloyal",
        "noisy loud quiet",
        "patient impatient",
        "polite courteous rude insolent",
        "rich wealthy poor penniless",
        "serious solemn playful frivolous",
        "shy bashful outgoing",
        "sleepy drowsy weary energetic",
        "strong muscular weak feeble",
        "tall short",
        "thirsty",
        "hungry",
        "wise prudent",
        "young old elderly",
        "stubborn obstinate docile",
        "talkative taciturn",
        "punctual",
        "tidy neat messy",
        "elegant stylish shabby",
        "creative imaginative inventive",
        "optimistic hopeful pessimistic",
        "religious devout",
        "superstitious",
        "athletic agile clumsy",
        "graceful",
        "musical melodious",
        "romantic sentimental",
        "skeptical gullible naive",
        "grateful thankful ungrateful",
        "forgetful",
        "ambitious",
        "adventurous",
        "rebellious obedient",
        "tolerant",
        "bilingual",
        "vegetarian",
        "pale",
        "blond bald",
        "nearsighted farsighted",
        "nostalgic",
        "nocturnal",
        "patriotic",
        "sarcastic",
        "mischievous",
        "hospitable",
        "competitive",
        "decisive hesitant",
        "practical pragmatic",
        "eccentric",
        "literate illiterate",
        "artistic",
        "discreet indiscreet",
        "resilient",
        "meticulous",
        "restless",
        "ticklish",
        "photogenic",
        "persuasive eloquent",
        "observant",
        "compassionate",
        "independent",
        "popular unpopular",
        "homesick",
        "seasick",
        "flexible",
        "homeless",
        "secretive",
        "telepathic",
        "colorblind",
        "greedy",
        "scholarly",
        "cynical",
        "ruthless",
        "charismatic",
        "tactful tactless",
    )
)
"""Qualities of people; those of one line are near each other, or opposites."""
_MADE: Final = (
    "anchors axes banjos barrels baskets bells belts bicycles boats boots bottles bowls bracelets brushes buckets "
    "cabinets cameras candles canoes carpets carriages cellos chairs chimneys clarinets clocks coats compasses "
    "cushions dolls drums engines fences flutes fountains guitars hammers harps helmets jugs kettles kites ladders "
    "lamps lanterns lutes mirrors motorcycles necklaces organs ovens pendants pianos puppets quilts radios rafts rings "
    "rugs saddles sandals scarves shelves shields sleds sofas swords tables telescopes tents toys tractors trumpets "
    "umbrellas vases violins wagons wheels"
).split()
_WRITTEN: Final = (
    "ballads biographies comics contracts diaries dramas editorials essays fables fairy-tales hymns legends letters "
    "limericks lyrics manuals memoirs myths newsletters novels operas pamphlets plays poems proverbs recipes riddles "
    "sermons sonnets speeches stories textbooks"
).split()
_GAMES: Final = (
    "badminton baseball basketball billiards cards checkers chess cricket croquet darts dominoes "
    "football golf handball hockey lacrosse marbles poker polo rugby soccer softball tennis volleyball"
).split()
_PLACES: Final = (
    "abbeys airports aquariums bakeries beaches bridges canyons castles cathedrals caves cemeteries deserts factories "
    "farms forests fortresses galleries gardens glaciers harbors hospitals islands lakes libraries lighthouses markets "
    "meadows monasteries mosques museums palaces prisons pyramids rivers ruins schools shipyards stadiums swamps "
    "temples theaters tunnels valleys villages vineyards volcanoes waterfalls windmills zoos"
).split()
_KEPT: Final = (
    "badges butterflies coins fossils gems insects maps masks medals mushrooms pearls pebbles postcards posters "
    "records seashells stamps statues tickets"
).split()
_TAKE: Final[tuple[tuple[str, Sequence[str]], ...]] = (
    ("assemble buy clean collect decorate design draw polish rent repair restore sell", _MADE),
    ("compose edit illustrate publish read recite review translate write", _WRITTEN),
    ("play", _GAMES),
    ("avoid explore film inspect photograph sketch visit", _PLACES),
    ("collect lose trade", _KEPT),
    ("deliver grow harvest order peel pickle plant sell steal weigh", lexicon.plants()),
    ("admire adopt breed draw fear feed film observe paint photograph rescue study train", lexicon.animals()),
    ("speak study teach understand", lexicon.languages()),
)
"""Verbs, and the things that each of them takes."""


@dataclass(frozen=True)
class Phrase:
    """Something that can be said of somebody.

    Attributes:
        kind: what kind of words it is.
        words: the noun, the adjective, or a verb with its object.
    """

    kind: Kind
    words: str

    @property
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
    """Return *she* or *he* for a name, or *they* for one that is not of ``NAMES``."""
    return _SEXES.get(name, "they")


def mentions(text: str, word: str) -> bool:
    """Return whether a text has a word in any form of it."""
    stem = word if word.isdigit() else word[: max(3, min(5, len(word) - 2))]
    return re.search(rf"\b{re.escape(stem)}", text.lower()) is not None


_SEXES: Final = lexicon.names()
NAMES: Final = list(_SEXES)
"""First names, no two of which begin alike."""
NOUNS, _COMPOUNDS = lexicon.occupations()
"""What people are, in one word each."""
ADJECTIVES: Final = [word for line in _QUALITIES for word in line]
VERBS: Final = [f"{verb} {thing}" for verbs, things in _TAKE for verb in verbs.split() for thing in things]
"""What people do, each a verb with its object."""
_NEAR: Final = {word: line[0] for line in _QUALITIES for word in line}
PHRASES: Final = (
    *(Phrase("noun", w) for w in (*NOUNS, *_COMPOUNDS)),
    *(Phrase("adjective", w) for w in ADJECTIVES),
    *(Phrase("verb", w) for w in VERBS),
)
_BY_KIND: Final = {kind: [p for p in PHRASES if p.kind == kind] for kind in KINDS}


def draw_phrases(
    rng: random.Random, count: int, kinds: Sequence[Kind] = KINDS, *, besides: Iterable[Phrase] = ()
) -> list[Phrase]:
    """Return different phrases, each as likely of each kind, no two of which share a word or are near each other.

    Args:
        rng: the source of choices.
        count: how many there are.
        kinds: the kinds of words that are taken.
        besides: phrases that the problem has already.
    """
    found: list[Phrase] = []
    taken = {stem for phrase in besides for stem in phrase.stems}
    while len(found) < count:
        phrase = rng.choice(_BY_KIND[rng.choice(kinds)])
        if taken.isdisjoint(phrase.stems):
            found.append(phrase)
            taken |= phrase.stems
    return found
