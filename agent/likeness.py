"""How near names are: what they say, in the words of their glosses or of the names themselves.

Two words are one if a table of English has them as forms of one lemma (*gives*, *given*), and nearly one if
they begin alike (*write*, *writer*). Names are as near as the words that they share: Dice's measure of the two
sets (L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26, 1945), which is 1
where they share all. How the others differ says how they are linked: by nothing, by more words on one
side, which say more, or by a word and what it denies. What carries the meaning has to be near by itself: two names
are not the same for what both are said of (to pass and to fail *an exam*), nor with other small words that say
something (*above* and *below*, *may* and *must*, *three* and *four*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from sorites.solvers import Program
from sorites.solvers.notation.spelling import words

Name = tuple[str, int]
"""A predicate: its name and how many arguments it takes."""
Kind = Literal["same", "narrower", "wider", "opposite"]
"""What the first of two names says beside the second: the same, more (so it holds of less), less, the opposite."""

ALIKE: Final = 0.85
"""From here on two spellings are near: ``Schmidt`` and ``Scmidt``."""
_DERIVED: Final = 0.7
"""How near words are that begin alike and are no forms of one."""
_STEM: Final = 4
"""The fewest letters that such words share."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_COPULA: Final = re.compile(r"(?:is|are|was|were|am)\s+(?:(?:an?|the)\s+)?(?=\w)")
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SIDES: Final = ({"er", "ee"}, {"or", "ee"})
"""Endings of those who do something, and of those to whom it is done: an *employer* is no *employee*."""
_LIGHT: Final = frozenset({"person", "people", "thing", "something", "someone", "somebody", "one", "kind", "type"})
"""Words that a gloss has for what its argument is, and that say nothing beside others."""


class Nearness(NamedTuple):
    """How near two names are, from 0 to 1, and what the first says beside the second."""

    score: float
    kind: Kind


def words_of(program: Program, name: Name) -> str:
    """Return what a predicate says, without its arguments: the words of its gloss, or of its name."""
    return _gloss(program, name) or " ".join(_HUMP.sub(" ", name[0]).lower().split()) or name[0]


def near_predicates(program: Program, one: Name, other: Name) -> Nearness:
    """Return how near two predicates are: by their names or by their glosses, whichever are nearer.

    Args:
        program: what they are predicates of.
        one: the first.
        other: the second.
    """
    found = [_by_said(words(one[0]), words(other[0]))]
    glosses = _gloss(program, one), _gloss(program, other)
    if all(glosses):
        found.append(_by_said(*(_WORD.findall(gloss) for gloss in glosses)))
    if any(near.kind == "opposite" for near in found):  # what one of the two tells apart, the other does not join
        found = [near for near in found if near.kind == "opposite"]
    return max(found, key=lambda near: near.score)


def near_constants(one: str, other: str) -> Nearness:
    """Return how near the names of two things are; names that differ in a number are not."""
    return _by_said(words(one), words(other))


def content(said: Sequence[str]) -> tuple[str, ...]:
    """Return the words that say something: without articles, prepositions and auxiliaries, but with negations."""
    from sorites.translators.english.vocabulary.closed import AUXILIARIES, CLOSED

    small = _in_full(said)
    full = [w for w in small if w == "not" or (w not in CLOSED and w not in AUXILIARIES)]
    telling = [w for w in full if w not in _LIGHT]
    return tuple(dict.fromkeys(telling or full or small))


def same_word(one: str, other: str) -> float:
    """Return how near two words are: 1 for forms of one word, less for a slip or words that begin alike, else 0."""
    if one == other or not _lemmas(one).isdisjoint(_lemmas(other)):
        return 1.0
    if _denied(one) & _lemmas(other) or _denied(other) & _lemmas(one) or {one[-2:], other[-2:]} in _SIDES:
        return 0.0
    short = min(len(one), len(other))
    if short < _STEM or not (one.isalpha() and other.isalpha()):
        return 0.0
    if not (_is_known(one) and _is_known(other)):  # two words that are none of one are no slip: eastern, western
        ratio = SequenceMatcher(None, one, other, autojunk=False).ratio()
        return ratio if ratio >= ALIKE else 0.0
    if one[: short - 1] == other[: short - 1] and (short > _STEM or one.startswith(other) or other.startswith(one)):
        return _DERIVED
    return 0.0


def _by_said(one: Sequence[str], other: Sequence[str]) -> Nearness:
    """Return how near two names are by all their words: not at all if small words tell them apart."""
    mine, others = (frozenset(_in_full(said)) & _telling() for said in (one, other))
    if (mine - others and others - mine) or (mine ^ others) & _turning():  # above and below; employs and employed by
        return Nearness(0.0, "same")
    near = _by_words(content(one), content(other))
    if near.kind in {"narrower", "wider"}:  # who lacks a car, or drives it, need not have it
        more, less = (one, other) if near.kind == "narrower" else (other, one)
        if _has(less) and not _has(more) and any(map(_is_verb, set(content(more)) - set(content(less)))):
            return Nearness(0.0, "same")
    return near


def _has(said: Iterable[str]) -> bool:
    from sorites.translators.english.vocabulary.closed import AUXILIARIES

    return any(one.lemma == "have" for word in said for one in AUXILIARIES.get(word.lower(), ()))


def _by_words(one: tuple[str, ...], other: tuple[str, ...]) -> Nearness:
    left, shared = list(other), 0.0
    alone = []
    for word in one:
        best = max(left, key=lambda candidate: same_word(word, candidate), default="")
        near = same_word(word, best) if best else 0.0
        if near:
            left.remove(best)
            shared += near
        else:
            alone.append(word)
    if any(word.isdecimal() for word in (*alone, *left)):
        return Nearness(0.0, "same")
    score = 2 * shared / (len(one) + len(other)) if shared else 0.0
    if _denies(alone, left) or _denies(left, alone):
        return Nearness(2 * (shared + 1) / (len(one) + len(other) + (len(alone) != len(left))), "opposite")
    if alone and left:  # an exam is passed and failed; a colorectal cancer is another one than a severe one
        return Nearness(score / 2, "same")
    return Nearness(score, "narrower" if alone else "wider" if left else "same")


def _denies(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether what one has more is the denial of what the other has more, or its other end."""
    if not other:
        return list(one) == ["not"]
    return len(one) == len(other) == 1 and any(
        _denied(word) & _lemmas(other[0]) or _other_end(word, other[0]) for word in _lemmas(one[0])
    )


@cache
def _denied(word: str) -> frozenset[str]:
    """Return what a word denies by its prefix or ending: *unhappy*, *dislike*, *homeless*."""
    from sorites.translators.english.vocabulary import opposite

    found = {opposite(word), word.removesuffix("less") if word.endswith("less") else None}
    return frozenset(one for one in found if one)


def _other_end(one: str, other: str) -> bool:
    """Return whether two adjectives are of the two ends of one scale: *rich* and *poor*."""
    from sorites.translators.english.vocabulary.classes.adjectives import DIMENSIONS, OTHER_SCALES

    for table in (DIMENSIONS, OTHER_SCALES):
        for word, end in ((one, other), (other, one)):
            if word in table and table[word].opposite == end:
                return True
    first, second = DIMENSIONS.get(one), DIMENSIONS.get(other)
    return (
        first is not None
        and second is not None
        and (first.dimension, first.high)
        == (
            second.dimension,
            not second.high,
        )
    )


def _in_full(said: Iterable[str]) -> list[str]:
    """Return words in small letters, contractions in full, and each that denies as *not*."""
    from sorites.translators.english.vocabulary.closed import NEGATIONS

    full = (part for word in said for part in _contractions().get(word.lower(), (word.lower(),)))
    return ["not" if word in NEGATIONS or word == "non" else word for word in full]


@cache
def _contractions() -> dict[str, tuple[str, ...]]:
    """Return contracted words in full; names have them without their apostrophe."""
    from sorites.translators.english.vocabulary.closed import CONTRACTIONS

    denying = {word.replace("'", ""): parts for word, parts in CONTRACTIONS.items() if parts[-1] == "not"}
    return {**denying, **CONTRACTIONS}


@cache
def _turning() -> frozenset[str]:
    """Return the small words that one name alone may not have: who may pay need not pay, nor is he paid by others."""
    from sorites.translators.english.vocabulary.closed import MODALS

    return frozenset({*MODALS, "by"})


@cache
def _telling() -> frozenset[str]:
    """Return the small words that say something of their own: where, when, how many, whether it must or may be."""
    from sorites.translators.english.vocabulary.closed import (
        ARTICLES,
        AUXILIARIES,
        CLOSED,
        NEGATIONS,
        PRONOUNS,
        RELATIVES,
    )

    empty = {*ARTICLES, *AUXILIARIES, *PRONOUNS, *RELATIVES, *NEGATIONS, "of", "to"}
    return CLOSED - frozenset(empty)


@cache
def _lemmas(word: str) -> frozenset[str]:
    from sorites.translators.english.vocabulary import forms_of

    return frozenset({word, *(form.lemma.lower() for form in forms_of(word))})


def _is_known(word: str) -> bool:
    from sorites.translators.english.vocabulary import forms_of

    return bool(forms_of(word))


def _is_verb(word: str) -> bool:
    from sorites.translators.english.vocabulary import forms_of

    return any(form.category == "verb" for form in forms_of(word))


def _gloss(program: Program, name: Name) -> str:
    declared = next((p for p in program.predicates if (p.name, p.arity) == name and p.gloss), None)
    if declared is None:
        return ""
    return _without_params(declared.gloss, declared.params)


@lru_cache(4096)
def _without_params(gloss: str, params: tuple[str, ...]) -> str:
    """Return what a gloss says, without the arguments that it names, and without *is*."""
    places = "|".join(map(re.escape, params)) or r"\b\B"
    said = " ".join(re.sub(rf"\b(?:{places})\b", " ", gloss.rstrip(".")).split())
    return _COPULA.sub("", said, count=1) if _COPULA.match(said) else said


def shared(one: Iterable[str], other: Iterable[str]) -> bool:
    """Return whether two names have words, all of which are forms of each other's."""
    first, second = tuple(one), tuple(other)
    return _by_words(first, second) == (1.0, "same")


def is_a(said: Sequence[str], kind: Sequence[str]) -> bool:
    """Return whether what the first words name is of the kind of the second, as their meaning says: a student a person.

    Args:
        said: the words of a name; its last is what it names.
        kind: the words of another.
    """
    from sorites.translators.english.vocabulary.classes.relations import ANIMALS, KINSHIP, PERSON_NOUNS

    if not said or len(kind) != 1 or said[-1] == kind[0]:
        return False
    classes = {"person": PERSON_NOUNS | KINSHIP, "people": PERSON_NOUNS | KINSHIP, "animal": ANIMALS}
    classes["human"] = classes["person"]
    members = next((classes[lemma] for lemma in _lemmas(kind[0]) if lemma in classes), frozenset())
    return not _lemmas(said[-1]).isdisjoint(members)


def is_noun(program: Program, name: Name) -> bool:
    """Return whether a predicate says what something is, as types do, and not what it does or how it is."""
    from sorites.translators.english.vocabulary import forms_of

    declared = next((p.gloss for p in program.predicates if (p.name, p.arity) == name and p.gloss), "")
    if declared:
        return bool(re.search(r"\b(?:is|are|was|were)\s+(?:an?|the)\s", declared))
    last = words(name[0])[-1:]
    return any(form.category == "noun" for form in forms_of(*last)) if last else False


def is_symmetric(said: Sequence[str]) -> bool:
    """Return whether the relation that words name holds both ways, as their meaning says: *is married to*."""
    from sorites.translators.english.vocabulary.classes import relations

    both_ways = relations.STRICTLY_SYMMETRIC | {*relations.SYMMETRIC_ADJECTIVES} | relations.SYMMETRIC_NOUNS
    return bool(said) and any(not _lemmas(word).isdisjoint(both_ways) for word in (said[0], said[-1]))
