"""Whether a formula, said back in English, is read as the same formula again: one that is said in the same words.

Of these, formulas differ in nothing but what English does not show (``paraphrase``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Exists,
    Expression,
    Fn,
    Forall,
    Formula,
    Num,
    Or,
    Var,
)
from sorites.solvers.logic.walkers import children, walk

from ..grammar.tokens import words_of
from ..paraphrase import paraphrase
from ..paraphrase.naming import apart
from ..semantics.predicates import Vocabulary
from ..semantics.referents import Unresolved

Shape = tuple[object, ...]
_KEPT: Final[dict[Shape, None]] = {}
"""The shapes of formulas that were read again as they are: names do not matter there, but words do."""
_MOST: Final = 20_000
_VARIABLE: Final = re.compile(r"(?:var|name)='#?[a-z]?\d*'")


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
    nodes = [*walk(formula)]
    if any(isinstance(node, Cmp | Num) or (isinstance(node, Fn) and node.args) for node in nodes):
        return  # amounts are said back without their units
    shape = (usual, *_shape(nodes, vocabulary))
    if shape in _KEPT:
        return
    spoken = partial(said_back, sentence, vocabulary=vocabulary, usual=usual)
    said = spoken(formula)

    def same(one: Formula, other: Formula) -> bool:
        return spoken(rewrite(apart(one), _ordered)) == spoken(rewrite(apart(other), _ordered))

    if said != sentence and not any(again == formula or same(again, formula) for again in read(said)):
        raise Unresolved(f"it would be read as '{said}', which may say something else")
    if len(_KEPT) >= _MOST:
        _KEPT.clear()
    _KEPT[shape] = None


def _shape(nodes: list[Expression], vocabulary: Vocabulary) -> Iterator[object]:
    """Yield what a formula is made of, without its names, each node before its parts."""
    places: dict[str, int] = {}
    for node in nodes:
        yield type(node)
        match node:
            case Atom(name, args):
                yield vocabulary.senses[name, len(args)]
            case Fn(name):
                shown = vocabulary.constants[name]
                yield shown[:1].isupper(), shown[:4] == "the ", "'s " in shown, min(shown.count(" "), 3)
                yield places.setdefault(name, len(places))
            case Var(name) | Forall(name) | Exists(name):
                yield places.setdefault(name, len(places))
            case _:
                yield len(children(node))


def _ordered(formula: Formula) -> Formula:
    """Return the parts of a chain in an order that hangs on what they say alone, and each ∃ before the ∧ that it is in.

    What is bound must have names of its own.
    """
    if not isinstance(formula, And | Or):
        return formula
    kind, flat, bound = type(formula), list[Formula](), list[Exists]()
    for part in sorted(formula.parts, key=_nameless):
        while kind is And and isinstance(part, Exists):
            bound.append(part)
            part = part.body
        flat += part.parts if isinstance(part, kind) else [part]
    made: Formula = kind(tuple(sorted(flat, key=_nameless)))
    for one in reversed(bound):
        made = Exists(one.var, made, one.sort)
    return made


def _nameless(formula: Formula) -> str:
    return _VARIABLE.sub("", repr(formula))
