"""Whether a formula, said back in English, is read as the same formula again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sorites.solvers.logic.syntax import Atom, Cmp, Exists, Fn, Forall, Formula, Num, Var
from sorites.solvers.logic.walkers import children, walk

from ..grammar.tokens import words_of
from ..paraphrase.paraphrasing import paraphrase
from ..semantics.predicates import Vocabulary
from ..semantics.referents import Unresolved
from .likeness import alike

Shape = tuple[object, ...]
_KEPT: Final[dict[Shape, None]] = {}
"""The shapes of formulas that were read again as they are: names and words do not matter there."""
_MOST: Final = 20_000
_PERSONS: Final = frozenset({"person", "somebody"})


def said_back(sentence: str, formula: Formula, vocabulary: Vocabulary, usual: bool) -> str:
    """Return a formula as a sentence, which its reader is shown; names have capitals as in the sentence read."""
    said = paraphrase(formula, vocabulary.senses, vocabulary.constants, normally=usual)
    if any(sense.complement for sense in vocabulary.senses.values()):  # its words are kept in small letters
        for word in {word.text for word in words_of(sentence)[1:] if word.capital}:
            said = re.sub(rf"(?i)\b{re.escape(word)}\b", word, said)
        said = said.replace(" 's", "'s").replace(" ,", ",")
    return said


def echoes(
    sentence: str, formula: Formula, vocabulary: Vocabulary, usual: bool, read: Callable[[str], Iterable[Formula]]
) -> None:
    """Make sure that a formula is read again from what it is said back as.

    Args:
        sentence: the sentence that was read.
        formula: the formula.
        vocabulary: what its symbols say.
        usual: whether it is a default.
        read: gives the readings of a sentence of the same text.

    Raises:
        Unresolved: it is not.
    """
    if any(isinstance(node, Cmp | Num) or (isinstance(node, Fn) and node.args) for node in walk(formula)):
        return  # amounts are said back without their units
    shape = (usual, *_shape(formula, vocabulary))
    if shape in _KEPT:
        return
    said = said_back(sentence, formula, vocabulary, usual)
    if not any(alike(formula, again) for again in read(said)):
        raise Unresolved(f"it would be read as '{said}', which may say something else")
    if len(_KEPT) >= _MOST:
        _KEPT.clear()
    _KEPT[shape] = None


def _shape(formula: Formula, vocabulary: Vocabulary) -> Iterator[object]:
    """Yield what a formula is made of, without its names and words, each node before its parts."""
    places: dict[str, int] = {}
    for node in walk(formula):
        yield type(node)
        match node:
            case Atom(name, args):
                sense = vocabulary.senses[name, len(args)]
                yield sense.kind, sense.roles, sense.modal, len(sense.adverbs), sense.lemma.count(" ")
                yield sense.lemma in _PERSONS, bool(sense.complement)
            case Fn(name):
                shown = vocabulary.constants[name]
                yield shown[:1].isupper(), shown[:4] == "the ", "'s " in shown, min(shown.count(" "), 3)
                yield places.setdefault(name, len(places))
            case Var(name) | Forall(name) | Exists(name):
                yield places.setdefault(name, len(places))
            case _:
                yield len(children(node))
