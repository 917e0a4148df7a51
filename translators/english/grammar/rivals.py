"""Which trees of a sentence are its readings: the cheapest, and those that take another word for the verb.

Many verbs have the form of a noun (*files*, *orders*, *plan*), so *every clerk in the annex files reports* has two
trees: the head of a compound in one is the verb of the other. Which is meant hangs on what the words say and not on how
many there are, so a small difference in cost decides nothing there. The other sentences of the text may: a word is
mostly used in one sense throughout a text (Gale, Church and Yarowsky, "One sense per discourse", 1992).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..vocabulary import is_mass, noun, verb
from ..vocabulary.closed import FUNCTION_WORDS
from .preference import cost
from .tree import Do, Name, Node, Nominal, Tense, nodes

_SAVED: Final = 2
"""How much more a tree may cost that takes the head of a compound for its verb: what compounds and adjectives save."""
_LOST: Final = 1
"""The same for a tree that takes the verb for the head of a compound."""
_NO_NAME: Final = 4
"""What it costs to take a word with a capital that no list has for something else than a name."""


def readings(trees: list[Node], unlisted: str = "") -> tuple[Node, ...]:
    """Return the trees that are readings, each once.

    Args:
        trees: all trees, in the order of the rules.
        unlisted: the first word of the sentence in small letters, if it has a capital and no list has it.

    Returns:
        The cheapest, in the order of the rules, and one that costs little more and takes another word for the verb.
    """
    if len(trees) < 2:
        return tuple(trees)
    known: dict[int, int] = {}
    costs = [cost(t, known) + (_NO_NAME if unlisted and not _names(t, unlisted) else 0) for t in trees]
    least = min(costs)
    found = [t for t, c in zip(trees, costs, strict=True) if c == least]
    near = sorted((c, k) for k, c in enumerate(costs) if least < c <= least + _SAVED)
    heads, verbs = (_heads(found[0]), _verbs(found[0])) if near else (set[str](), set[str]())
    for c, k in near if heads or verbs else ():
        tree = trees[k]
        if heads & _verbs(tree) and _sensible(tree):
            return tuple(dict.fromkeys((tree, *found)))  # a verb with what stands behind it says more
        if c <= least + _LOST and verbs & _heads(tree) and _sensible(tree):
            return tuple(dict.fromkeys((*found, tree)))
    return tuple(dict.fromkeys(found))


def supported(trees: tuple[Node, ...], others: Iterable[tuple[Node, ...]]) -> tuple[Node, ...]:
    """Return which readings the other sentences of a text speak for.

    Args:
        trees: the readings of a sentence.
        others: those of the other sentences; one that leaves the same choice says nothing.

    Returns:
        Those whose compounds stand elsewhere or, of a reading that has none of its own, whose verbs do; all if this
        holds of both of the first two, or of neither.
    """
    if len(trees) < 2:
        return trees
    compounds, verbs = [_compounds(t) for t in trees[:2]], [_verbs(t) for t in trees[:2]]
    own = [(compounds[k] - compounds[1 - k]) or (verbs[k] - verbs[1 - k]) for k in (0, 1)]
    if not any(own):
        return trees
    used: set[str] = set()
    for one in others:
        if len({frozenset(_verbs(t) | _compounds(t)) for t in one}) == 1:
            used |= _verbs(one[0]) | _compounds(one[0])
    spoken = [bool(used & words) for words in own]
    return trees if spoken[0] == spoken[1] else (trees[spoken.index(True)],)


def _names(tree: Node, word: str) -> bool:
    return any(isinstance(n, Name) and n.words[0] == word for n in nodes(tree))


def _compounds(tree: Node) -> set[str]:
    """Return what stands for more than a word: nouns of several words, and adjectives with their nouns."""
    found = set()
    for one in nodes(tree):
        if isinstance(one, Nominal) and one.noun:
            words = [*(a.lemma for a in one.adjectives), *one.noun.split()]
            found |= {" ".join(words[-2:])} if len(words) > 1 else set()
        elif isinstance(one, Name) and len(one.words) > 1 and one.shown.islower():
            found.add(" ".join(one.words[-2:]))
    return found


def _heads(tree: Node) -> set[str]:
    """Return the words that other words stand before in a noun phrase, as they stand."""
    heads = set()
    for one in nodes(tree):
        if isinstance(one, Nominal) and (" " in one.noun or (one.noun and one.adjectives)):
            heads.add(noun(one.noun.split()[-1], one.plural))
        elif isinstance(one, Name) and len(one.words) > 1 and one.shown.islower():
            heads.add(one.words[-1])
    return heads


def _verbs(tree: Node) -> set[str]:
    """Return the finite verbs, in the forms that they may have."""
    found = set()
    for one in nodes(tree):
        if isinstance(one, Do) and one.lemma not in FUNCTION_WORDS and not (one.passive or one.progressive):
            start = one.lemma.split()[0]
            found |= {verb(start, "past")} if one.tense is Tense.PAST else {verb(start, "s"), start}
    return found


def _sensible(tree: Node) -> bool:
    """Return whether no verb has a thing that is counted as an object without an article."""
    return not any(
        isinstance(what, Name) and what.shown.islower() and not what.noun and not is_mass(what.words[-1])
        for one in nodes(tree)
        if isinstance(one, Do)
        for what in one.objects
    )
