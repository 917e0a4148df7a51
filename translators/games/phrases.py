"""What a game says of an animal: relations to another one, and what else is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ..english.vocabulary import verb as third_form
from ..english.vocabulary.lists import shapes

SHAPES: Final = shapes(Path(__file__).with_name("shapes.txt"))[0]

ENTITY: Final = SHAPES["ENTITY"]
"""A name of an animal, whose words ``_`` joins."""
NOT: Final = re.compile(SHAPES["NOT"])
_ADVERB: Final = SHAPES["ADVERB"]
_ADVERBS: Final = re.compile(rf",? ?\b{_ADVERB}\b,?")
_AUXILIARY: Final = re.compile(r"(?:(?:will|should|shall|does|do|is going to|going to)\b ?)+")
_RELATION: Final = re.compile(rf"(?P<verb>[a-z]+) (?:(?P<how>.+) )?the (?P<object>{ENTITY})")
_NO_VERB: Final = frozenset("is has was does this its his as us thus".split())
_SEVERAL: Final = re.compile(SHAPES["SEVERAL"])
_PAST: Final = SHAPES["PAST"]
_BEGIN: Final = rf"(?:is|has|was|had|will|does not|does|doesn't|recently|[a-z]+ed|{'|'.join(_PAST.split())}|[a-z]+s)\b"
BEGINS: Final = re.compile(rf"(?:[a-z]+ly )?(?:{_BEGIN}|(?:can|could|may|might|must|would)\b)")
"""What a verb phrase about an animal begins with."""
_JOINT: Final = re.compile(
    rf"(?:,? (?:and|but|however) (?:additionally |also |it )?(?={_BEGIN}|not |never )|, (?:it )?(?={_BEGIN}))"
)
_SURE: Final = re.compile(r"(?:is|has|was|had|will|does|doesn't|recently|not|never|will)\b|[a-z]+ed\b")
_FUNCTION: Final = frozenset(SHAPES["FUNCTION"].split())


def phrases_of(text: str) -> list[str]:
    """Return the verb phrases that are joined in one: ``hugs the newt, and is a nurse``.

    Args:
        text: what is said of somebody.
    """
    found: list[str] = []
    begin = 0
    for joint in _JOINT.finditer(text):
        rest = text[joint.end() :]
        after = _JOINT.search(rest)
        part = rest[: after.start()] if after is not None else rest
        if (
            _SURE.match(part)
            or (_RELATION.search(part) and len(part.split()) > 1)
            or re.match(r"\w+ (?:[A-Z]|to )", part)
        ):
            found.append(text[begin : joint.start()])
            begin = joint.end()
    return [phrase.strip() for phrase in (*found, text[begin:])]


def relation_of(phrase: str, *, bare: bool = False) -> tuple[bool, str, str, str] | None:
    """Return what a verb phrase says of two animals.

    Args:
        phrase: such as ``does not sing to the newt``.
        bare: the verb may be in its basic form, as after *you saw it*.

    Returns:
        Whether it is not denied, the verb (third person), how, and the other animal; ``None`` if it is no relation.
    """
    phrase = re.sub(r"\s+", " ", phrase).strip(" .?")
    denials = NOT.findall(phrase)
    plain = NOT.sub(" does ", phrase) if denials else phrase
    plain = " ".join(_ADVERBS.sub(" ", plain).replace(",", " ").split())
    auxiliary = _AUXILIARY.match(plain)
    match = _RELATION.fullmatch(plain, auxiliary.end() if auxiliary else 0)
    if match is None or len(denials) > 1 or _SEVERAL.search(match["how"] or ""):
        return None
    verb = match["verb"]
    third = verb.endswith("s") and not verb.endswith("ss")
    if verb in _NO_VERB or verb in {"be", "have", "can", "may", "might", "could", "would", "must"}:
        return None
    if auxiliary is not None or (bare and not third):
        verb = verb if third and auxiliary is None else third_form(verb, "s")
    elif not third:
        return None
    return not denials, verb, match["how"] or "", match["object"]


def same_relation(one: str, other: str, synonyms: Mapping[str, str]) -> bool:
    """Return whether what follows the same verb says the same: ``the company of``, ``the companionship of``.

    Args:
        one: the words between verb and object.
        other: these of another sentence.
        synonyms: words that are said for others.
    """
    if one == other:
        return True
    fewer, more = sorted((_content(one, synonyms), _content(other, synonyms)), key=len)
    return bool(fewer) and all(any(_akin(a, b) for b in more) for a in fewer)


def _content(words: str, synonyms: Mapping[str, str]) -> set[str]:
    return {synonyms.get(w, w) for w in re.findall(r"[\w$]+", words) if w not in _FUNCTION}


def _akin(one: str, other: str) -> bool:
    """Return whether two words are forms of one: ``weapon`` and ``weapons``, ``photo`` and ``photograph``."""
    short, long = sorted((one, other), key=len)
    return short[:5] == long[:5] if len(short) > 4 else long.startswith(short) and len(long) < len(short) + 3
