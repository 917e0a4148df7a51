"""Adjectives: how they combine with a noun, and what scale they measure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sorites.translators.english.vocabulary.closed import words as _words

SUBSECTIVE = _words(
    "good bad great poor excellent terrible awful brilliant outstanding mediocre decent fine skilled skilful "
    "skillful talented gifted experienced inexperienced competent incompetent able capable clever proficient "
    "accomplished expert professional amateur careful careless efficient effective successful keen avid eager "
    "passionate enthusiastic devoted dedicated committed regular frequent occasional habitual heavy light hard fast "
    "slow quick perfect typical true real natural born chief main principal senior junior assistant head deputy lead "
    "close old new first last only favorite favourite best better worse worst ideal proper qualified certified "
    "trained veteran seasoned novice trainee strong weak solid promising reliable beautiful big little complete "
    "total utter absolute sheer mere"
)
"""Adjectives whose meaning depends on the noun: a good dancer dances well and is not good in all.

After the intersective, subsective and privative classes of Kamp, "Two theories about adjectives" (1975), and Kamp and
Partee, "Prototype theory and compositionality" (1995). *Good dancer* entails *dancer* and not *good*.
"""

PRIVATIVE = _words(
    "fake former counterfeit false forged imitation artificial mock sham pseudo phoney phony bogus fictitious "
    "fictional imaginary mythical nonexistent non-existent pretend pretended ex erstwhile past previous late onetime "
    "one-time wannabe failed unsuccessful averted cancelled canceled dummy toy spurious feigned simulated "
    "virtual decoy"
)
"""Adjectives with which a thing is not (or no longer, or not really) what the noun says (Kamp 1975; Partee 2010)."""

OPAQUE_ADJECTIVES = _words(
    "alleged supposed suspected potential possible probable likely unlikely future prospective aspiring putative "
    "presumed apparent reputed purported self-proclaimed self-styled so-called  ostensible hypothetical "
    "claimed accused disputed questionable doubtful presumptive intended planned proposed expected designated elect "
    "incoming acting honorary retired emeritus deceased dead extinct theoretical seeming"
)
"""Adjectives with which a thing may be what the noun says, or not: neither follows (plain non-subsective, Kamp 1975).

*Retired*, *acting* and *dead* stand here since usage differs: a retired teacher is counted a teacher by some.
"""

FUSING = SUBSECTIVE | PRIVATIVE | OPAQUE_ADJECTIVES
"""Adjectives that make one predicate with their noun."""

STAGE = _words(
    "available unavailable present absent ready drunk sober awake asleep missing open closed vacant occupied ajar "
    "broken on off up down gone here there out away lost stuck late early online offline overdue due pending sold "
    "nearby ashamed hungry thirsty naked sick ill upset"
)
"""Adjectives of a passing state: *firemen are available* can say that some are.

After Milsark (1974), Carlson (1977) and Kratzer (1995). Adjectives that texts give to whole kinds as well (*cold*,
*wet*, *angry*, *busy*) are left out.
"""

DIFFERENCE = _words(
    "same different similar other equal identical various separate distinct respective further additional"
)
"""Adjectives that compare a thing with another of the sentence or the text: never a property of the thing alone."""


class Scale(NamedTuple):
    """Where a gradable adjective lies."""

    dimension: str  # what is measured
    high: bool  # whether more of it is meant: tall, not short
    measured: tuple[str, ...] = ()  # dimensions of `measures.UNITS` that measure it
    opposite: str = ""  # the adjective of the other end


def _scales(*entries: tuple[str, str, str, str]) -> dict[str, Scale]:
    scales: dict[str, Scale] = {}
    for dimension, measured, high, low in entries:
        units = tuple(unit.strip() for unit in measured.split(",") if unit.strip())
        highs, lows = high.split(), low.split()
        for word in highs:
            scales.setdefault(word, Scale(dimension, True, units, lows[0] if lows else ""))
        for word in lows:
            scales.setdefault(word, Scale(dimension, False, units, highs[0]))
    return scales


_PRICES = "price, price in euros, price in pounds sterling, price in yen, price in francs, price in rupees"

_TEMPERATURES = "angle or temperature, temperature in Celsius, temperature in Fahrenheit"

DIMENSIONS: Mapping[str, Scale] = _scales(
    ("age", "months, time", "old elderly aged ancient", "young new"),
    ("height", "length", "tall high", "short low"),
    ("length", "length, time, months", "long lengthy", "brief"),
    ("depth", "length", "deep", "shallow"),
    ("width", "length", "wide broad", "narrow"),
    ("thickness", "length", "thick", "thin"),
    ("distance", "length", "far distant", "near close"),
    ("size", "", "big large huge", "small little tiny"),
    ("weight", "weight", "heavy", "light"),
    ("price", _PRICES, "expensive costly dear", "cheap inexpensive"),
    ("speed", "speed", "fast quick swift rapid", "slow"),
    ("time of arrival", "", "late", "early"),
    ("wealth", "", "rich wealthy affluent", "poor"),
    ("temperature", _TEMPERATURES, "hot warm", "cold cool chilly"),
    ("strength", "", "strong", "weak"),
    ("brightness", "", "bright", "dim dark"),
    ("loudness", "", "loud noisy", "quiet"),
    ("difficulty", "", "difficult hard tough", "easy simple"),
    ("intelligence", "", "intelligent clever smart", "stupid"),
    ("happiness", "", "happy", "sad"),
    ("quality", "", "good", "bad"),
    ("girth", "", "fat", "slim"),
    ("hardness", "", "firm", "soft"),
    ("importance", "", "important", "unimportant"),
    ("danger", "", "dangerous", "safe"),
    ("frequency", "", "frequent", "rare"),
    ("popularity", "", "popular", "unpopular"),
    ("sweetness", "", "sweet", "bitter"),
    ("courage", "", "brave", "cowardly"),
    ("friendliness", "", "friendly kind nice", "unfriendly unkind"),
    ("cleanliness", "", "clean", "dirty"),
    ("experience", "", "experienced", "inexperienced"),
    ("patience", "", "patient", "impatient"),
)  # fmt: skip
"""Gradable adjectives by their scale (Kennedy, *Projecting the Adjective*, 1999).

That one thing is *older* than another is transitive, and *younger* is the converse. The positive (*tall*) is relative
to a
class: it follows from no comparison, and nothing is both tall and short for the same class. *Hard* is a matter of
difficulty here; *short* is read as not tall, *long* has *brief* or *short* at its other end. Several adjectives of
one dimension are no synonyms: *hot* is more than *warm*.
"""

OTHER_SCALES: Mapping[str, Scale] = {
    "short": Scale("length", False, ("length", "time", "months"), "long"),
    "light": Scale("brightness", True, (), "dark"),
    "hard": Scale("hardness", True, (), "soft"),
    "low": Scale("price", False, (), "high"),
    "high": Scale("price", True, (), "low"),
}
"""The second scale of adjectives that have two; which is meant, the other end's adjective in a text (*long*) shows."""

CONVERSES: Mapping[str, str] = {
    "old": "young", "tall": "short", "high": "low", "long": "short", "deep": "shallow", "wide": "narrow",
    "thick": "thin",
    "big": "small", "large": "small", "heavy": "light", "expensive": "cheap", "fast": "slow", "late": "early",
    "rich": "poor", "hot": "cold", "strong": "weak", "bright": "dark", "loud": "quiet", "good": "bad", "happy": "sad",
}  # fmt: skip
"""Adjectives whose comparatives are converses: *A is older than B* is *B is younger than A*.

*Short* is the converse of *tall* (of *long* for things that lie); *good* and *bad*, *happy* and *sad* are converses
only where both are compared at all, which a text that compares them says.
"""

CONTRARIES: Mapping[str, tuple[str, ...]] = {
    "open": ("closed", "shut"), "locked": ("open",), "empty": ("full", "occupied"), "alive": ("dead",),
    "awake": ("asleep",), "present": ("absent",), "single": ("married",), "vacant": ("occupied", "taken"),
    "broken": ("intact", "whole"), "free": ("occupied", "taken", "busy"), "innocent": ("guilty",),
}  # fmt: skip
"""How things are in one of two ways (Cruse, *Lexical Semantics*, 1986, §9): who says one is taken to deny the other.

No text says so, and nothing is concluded from it; but neither is what one of them says left open by the other.
"""
