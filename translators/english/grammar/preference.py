"""How unusual a tree is: the dearer ones need words in unusual roles, and are no readings (``rivals``)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..vocabulary import forms_of, noun, verb
from ..vocabulary.classes import STUFF_VERBS
from ..vocabulary.closed import PREPOSITIONS
from ..vocabulary.lists import listed
from .sentence_tree import Bound, Clause, Denied, Opaque, Sentences
from .tree import (
    Adjective,
    Be,
    Det,
    Do,
    Gap,
    Join,
    Name,
    Node,
    Nominal,
    Not,
    Number,
    Quantified,
    Tense,
    Verbs,
    parts_of,
)

_ADJECTIVES_TOO: Final = listed("ADJECTIVES_TOO")
"""Verbs that are as usual as the adjectives of their form."""
_VERBS_FIRST: Final = listed("VERBS_FIRST")
"""Words that are nouns, too, but seldom the head of a compound."""


_HAD_OR_DONE: Final = listed("HAD_OR_DONE")
"""Verbs whose participles may tell what somebody has: *has limited space*."""
_WITHIN: Final = (Node, tuple)


def cost(tree: object, known: dict[int, int]) -> int:
    """Return how unusual a tree is; ``known`` are the costs of what trees have in common, by the nodes."""
    if isinstance(tree, Node):
        if (found := known.get(id(tree))) is None:
            found = known[id(tree)] = _own(tree) + cost(parts_of(tree), known)
        return found
    return sum([cost(part, known) for part in tree if isinstance(part, _WITHIN)]) if isinstance(tree, tuple) else 0


def _own(node: Node) -> int:  # a line for each kind of node
    match node:
        case Be(what=Name(_, shown, noun)) if not noun and shown.islower():
            return 4
        case Be(what=("by" | "of", _)):
            return 4
        case Be(roles=roles) if any(prep == "of" for prep, _ in roles):
            return 3
        case Be(what=(str(), _), adverbs=adverbs) if any("adjective" in _categories(a) for a in adverbs):
            return 2  # it is cold, in Oslo
        case Be(what=Number(_, "")):
            return 3
        case Be(adverbs=adverbs) if any(a in PREPOSITIONS or flat(a) for a in adverbs):
            return 1  # near Tallinn, small animals
        case Do(lemma, progressive=True, objects=()) if "adjective" in _categories(verb(lemma, "ing")):
            return 1
        case Nominal(roles=(*_, ("of", Quantified(nominal=Nominal("somebody", where=())))), where=(_, *_)):
            return 5  # the cats of everyone who is away
        case Nominal(noun):
            words = noun.split()
            odd = 2 if words and _categories(words[-1])[:1] == ("adjective",) else 0
            # More words in one name or noun are fewer things that are spoken of.
            odd += not _categories(words[-1]) if words else 0  # a word that nobody knows is a name rather
            odd += 3 if len(words) > 1 and words[-1] in _VERBS_FIRST else 0
            return odd + max(0, len(words) - 1) + 2
        case Name((word,)):
            return 5 if _categories(word)[:1] == ("adjective",) and "noun" not in _categories(word) else 2
        case Name(words, shown):
            return 1 + len(words) if shown.islower() else 2
        case Do(objects=(Name(_, shown), _)) if shown.islower():
            return 4  # what is given has no recipient in small letters
        case Clause(Gap(), Do(tense=Tense.PRESENT, passive=True, roles=())):
            return 2
        case Clause(Quantified(Det.BARE, Nominal(plural, (), True, (), ())), _) if _verb_rather(plural):
            return 1  # … is a nurse and cooks soup
        case Sentences(join, parts) if join is not Join.IF and any(map(_reaches_on, parts[:-1])):
            return 1
        case Verbs(_, parts) if any(map(_noun_rather, parts, parts[1:])):
            rather = any(isinstance(p, Do) and p.lemma in _VERBS_FIRST for p in parts[1:])
            return 2 if rather and not any(isinstance(p, Not) for p in parts) else 4
        case Verbs(_, parts) if any(isinstance(p, Be) for p in parts) and any(map(_may_be_passive, parts)):
            return 1  # is cool and defeated
        case Do(lemma, Tense.PAST, False, (Name() | Quantified(Det.BARE),)) if lemma in _HAD_OR_DONE:
            return 1  # has limited space
        case Do(lemma, complement=complement, roles=roles, adverbs=adverbs, passive=passive):
            odd = 2 * sum(prep == "of" for prep, _ in roles)
            odd += sum(prep == "by" and not passive for prep, _ in roles)
            odd += (
                _categories(lemma)[:1] == ("adjective",) and lemma not in _ADJECTIVES_TOO
            )  # have long and grey trunks
            odd += sum(map(flat, adverbs))
            odd += 4 if lemma in STUFF_VERBS and not passive and not node.objects else 0
            return (1 + len(complement.split()) if complement else 0) + odd
        case Adjective(participle=participle) if participle:
            return 1
        case Opaque(words):
            return 2 * len(words.split())
    return 0


def _verb_rather(lemma: str) -> bool:
    """Return whether a plural has the form of a verb: ``cooks``."""
    return "verb" in _categories(noun(lemma, plural=True))


def _noun_rather(before: Node, part: Node) -> bool:
    """Return whether a verb by itself is a second object rather: ``has pens and books``."""
    before = before.body if isinstance(before, Not) else before
    if not (isinstance(before, Do) and before.objects and isinstance(part, Do)):
        return False
    alone = not (part.objects or part.roles or part.adverbs or part.complement or part.passive or part.progressive)
    return alone and "noun" in _categories(verb(part.lemma, "s"))


def flat(adverb: str) -> bool:
    """Return whether an adverb has the form of an adjective."""
    return "adjective" in _categories(adverb) and not adverb.endswith("ly")


def _may_be_passive(part: Node) -> bool:
    """Return whether a part is a past verb by itself, which may as well be a participle."""
    return isinstance(part, Do) and part.tense is Tense.PAST and not part.passive and not part.objects


def _reaches_on(part: Node) -> bool:
    """Return whether a part would reach over what follows: ``for every x, … and …``."""
    if isinstance(part, Sentences):
        return any(map(_reaches_on, part.parts))
    return isinstance(part, Bound | Denied)


@lru_cache(maxsize=20_000)
def _categories(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f.category for f in forms_of(word)))
