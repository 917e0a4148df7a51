"""Whether a formula says what its sentence does: no word may be lost on the way, and nothing may be said of nothing.

Two things hold of all that is read, and what fails them is refused: each word with a content of its own is in some
symbol of the formula, or in what is known of whom it speaks; and no part of a formula is always true or always false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sorites.solvers.logic.syntax import Atom, Expression, Fn, Formula, Num, Truth
from sorites.solvers.logic.walkers import walk

from ..grammar.tokens import words_of
from ..grammar.tree import NP, words_in
from ..grammar.words import TO_MODAL, VARIABLE
from ..semantics.amounts import MEASURING, SPOKEN
from ..semantics.predicates import Vocabulary
from ..semantics.referents import Unresolved
from ..vocabulary import forms_of, guesses
from ..vocabulary.classes import DEFAULT_ADVERBS, DIMENSIONS, IMPLICATIVES, OTHER_SCALES
from ..vocabulary.closed import CONNECTIVES, FUNCTION_WORDS, PREPOSITIONS
from ..vocabulary.lists import listed, phrases_in
from ..vocabulary.measures import MONTHS, UNITS, WEEKDAYS
from ..vocabulary.numerals import ORDINALS

_LICENSED: Final = (
    FUNCTION_WORDS
    | PREPOSITIONS
    | CONNECTIVES
    | DEFAULT_ADVERBS
    | SPOKEN
    | ORDINALS.keys()
    | {phrase.split()[0] for phrase in IMPLICATIVES}
    | TO_MODAL.keys()
    | listed("LICENSED")
)
"""Words without a symbol of their own: function words, and those that rules of the grammar read, such as what stands
for a modal, *manage to*, *exists*, *it is true that*, *provided that* and *in addition*.
"""
_COUNTED: Final = UNITS.keys() | MONTHS | WEEKDAYS | listed("IN_NUMBERS")
"""Words that are in the numbers of a formula."""
_MEASURED: Final = (
    *((lemma, scale.dimension) for scales in (DIMENSIONS, OTHER_SCALES) for lemma, scale in scales.items()),
    *MEASURING.items(),
    *(("south", "north"), ("west", "east")),
)
"""Words that are in the name of a measure, with it."""
_JOINING: Final = sorted(
    (" ".join(words) for name in ("IF", "AND_ALSO", "EXCEPT") for words in phrases_in(name) if len(words) > 1),
    key=len,
    reverse=True,
)
PASSED_OVER: Final = re.compile(
    rf"(?i)\b(?:(?:even if|regardless of whether|whether or not)\b[^,]*|(?:{'|'.join(_JOINING)})\b"
    r"|(?:kinds?|types?|sorts?|breeds?|species|variet(?:y|ies)) of\b)"
)
"""What is said to make no difference, and what says no more than *if* or *except*, or than the noun behind it."""
_WORD: Final = re.compile(r"[^\W_]+")
_PIECE: Final = re.compile(r"[a-z]+|[A-Z][a-z]*|\d+")


class SaysNothing(Unresolved):
    """A part of what a sentence says is always true, or always false."""


def account(sentence: str, formulas: Iterable[Formula], vocabulary: Vocabulary, known: Iterable[NP | str]) -> None:
    """Make sure that formulas say all that a sentence says.

    Args:
        sentence: the sentence.
        formulas: what it is read as, with what its phrases take to hold.
        vocabulary: what the symbols of the formulas say.
        known: the phrases by whose words those of whom it speaks were found.

    Raises:
        SaysNothing: a part of a formula is always true or always false.
        Unresolved: a word is in no symbol.
    """
    nodes = [node for formula in formulas for node in walk(formula)]
    said = set[str]().union(*[_words(node, vocabulary) for node in nodes])
    words = [word.low for word in words_of(PASSED_OVER.sub("", sentence)) if word.low[0].isalpha()]
    if untold := [word for word in words if not _told(word, said) and not VARIABLE.fullmatch(word)]:
        said |= {lemma for np in known for word in words_in(np) for lemma in lemmas(word)}
    lost = [f"'{word}'" for word in untold if not _told(word, said)]
    losing = f"what {' and '.join(lost)} {'says' if len(lost) == 1 else 'say'} here would be lost"
    if any(isinstance(node, Truth) for node in nodes):
        raise SaysNothing(losing if lost else "a part of it says nothing that could be so or not")
    if lost:
        raise Unresolved(losing)


def _words(node: Expression, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words that a part of a formula is made of, with their lemmas."""
    match node:
        case Num():
            return frozenset(lemma for word in _COUNTED for lemma in lemmas(word))
        case Fn(name, args):
            shown = "" if args else vocabulary.constants.get(name, "").lower()
            return _lemmas_in(shown, *_PIECE.findall(name))
        case Atom(name, args) if (sense := vocabulary.senses.get((name, len(args)))) is not None:
            return _lemmas_in(" ".join((sense.lemma, *sense.roles, *sense.adverbs, sense.modal, sense.complement)))
    return frozenset()


@lru_cache(maxsize=20_000)
def _lemmas_in(*texts: str) -> frozenset[str]:
    words = {word for text in map(str.lower, texts) for word in (text, *text.split(), *_WORD.findall(text))}
    return frozenset().union(*map(lemmas, words))


def _told(word: str, said: set[str]) -> bool:
    """Return whether a word needs no symbol or is among others, or its parts are: ``three-hour``."""
    lost = _LICENSED.isdisjoint(lemmas(word)) and said.isdisjoint(lemmas(word))
    return not lost or ("-" in word and all(_told(part, said) for part in word.split("-")))


@lru_cache(maxsize=50_000)
def lemmas(word: str) -> frozenset[str]:
    """Return a word with its lemmas, and the measures that they are words for."""
    forms = forms_of(word) or forms_of(word.capitalize()) or guesses(word)
    found = {word, word.removesuffix("s"), *(form.lemma.lower() for form in forms)}
    return frozenset(found | {measure for lemma, measure in _MEASURED if lemma in found})
