"""What a predicate says of its subject: finite verb phrases, inflected by the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..vocabulary import article, forms_of, noun, verb
from ..vocabulary.classes import DITRANSITIVES
from ..vocabulary.closed import PARTICLES
from ..vocabulary.lists import listed
from .senses import Kind, Sense

_BEFORE: Final = listed("BEFORE")
"""Adverbs that stand before the verb although they do not end in ``-ly``."""
_DEGREES: Final = frozenset("very well quite so too rather fairly pretty somewhat".split())
"""Adverbs that stand before an adjective."""
_CLAUSES: Final = frozenset("to that whether if how who what where when why".split())
"""Words with which a complement begins that is a clause of its own, and stands last."""
_SCOPED: Final = frozenset("must should may might would shall".split())
"""Modals before which a denial can't be told from one behind them."""


def subject_role(sense: Sense) -> int | None:
    """Return which argument is the grammatical subject; ``None`` for ``it``."""
    for role in ("subject", "object", "recipient"):
        if role in sense.roles and (role == "subject" or sense.kind is Kind.VERB):
            return sense.roles.index(role)
    return None


def opaque(sense: Sense) -> bool:
    """Return whether a sense is a statement that is not made: its complement is the whole sentence."""
    return sense.kind is Kind.VERB and not sense.roles and bool(sense.complement)


def deniable(sense: Sense) -> bool:
    """Return whether ``not`` beside the verb denies the whole, and nothing else."""
    return sense.modal not in _SCOPED


def verbal(sense: Sense, said: Mapping[int, str], *, denied: bool = False, plural: bool = False) -> str:
    """Return the finite verb phrase of a sense.

    Args:
        sense: what is said.
        said: the words of its arguments by their places, but the subject and what is left open.
        denied: whether it is denied.
        plural: whether the subject is a plural.
    """
    before = [one for one in sense.adverbs if _goes_before(one, sense)]
    after = [one for one in sense.adverbs if one not in before]
    base, finite, rest = _core(sense, said, plural=plural)
    first = sense.complement.split(" ")[0]
    clause = first in _CLAUSES or first.endswith("ing")
    tail = [*rest[0], *after, *rest[1], sense.complement] if clause else [sense.complement, *rest[0], *after, *rest[1]]
    denial = ["not"] if denied else []
    if sense.modal:
        head = ["cannot"] if denied and sense.modal == "can" else [sense.modal, *denial]
        words = [*head, *before, base, *tail]
    elif base == "be":
        words = [finite, *denial, *before, *tail]
    elif denied:
        words = ["do" if plural else "does", "not", *before, base, *tail]
    else:
        words = [*before, finite, *tail]
    return " ".join(word for word in words if word)


def one_of(lemma: str, *, plural: bool = False) -> str:
    """Return a noun as what something is: ``a dog``, ``clothes``."""
    if plural or only_plural(lemma):
        return noun(lemma, plural=True)
    return f"{article(lemma)} {lemma}"


def only_plural(lemma: str) -> bool:
    """Return whether a noun has no singular, as ``clothes``."""
    return {form.form for form in forms_of(lemma.rsplit(" ", maxsplit=1)[-1]) if form.category == "noun"} == {"plural"}


def _goes_before(adverb: str, sense: Sense) -> bool:
    """Return whether an adverb stands before what it belongs to."""
    if adverb in _BEFORE:
        return True
    if sense.kind is Kind.ADJECTIVE:
        return adverb.endswith("ly") or adverb in _DEGREES
    passive = "subject" not in sense.roles and subject_role(sense) is not None
    return adverb.endswith("ly") and " " not in adverb and not passive


def _core(
    sense: Sense, said: Mapping[int, str], *, plural: bool
) -> tuple[str, str, tuple[Sequence[str], Sequence[str]]]:
    """Return the basic form, the finite form and what follows the verb: before adverbs, and behind them."""
    others = [
        (role.rstrip("0123456789"), said[i])
        for i, role in enumerate(sense.roles)
        if i in said and i != subject_role(sense)
    ]
    behind = [text for role, text in others if role == "object"]
    given = [text for role, text in others if role == "recipient"]
    if sense.lemma in DITRANSITIVES and (behind or "subject" not in sense.roles):
        behind += [f"to {text}" for text in given]
    else:
        behind = given + behind
    adjuncts = [f"{role} {text}" for role, text in others if role not in {"object", "recipient"}]
    be = "are" if plural else "is"
    match sense.kind:
        case Kind.VERB if "subject" in sense.roles or subject_role(sense) is None:
            first, _, more = sense.lemma.partition(" ")
            if more in PARTICLES and len(" ".join(behind).split()) == 2:  # turns the oven on
                behind, more = [*behind, more], ""
            form = verb(first, "base" if plural else "s")
            return f"{first} {more}".strip(), f"{form} {more}".strip(), (behind, adjuncts)
        case Kind.VERB:
            first, _, more = sense.lemma.partition(" ")
            return "be", be, ([verb(first, "participle"), more, *behind], adjuncts)
        case Kind.NOUN:
            return "be", be, ([one_of(sense.lemma, plural=plural)], adjuncts)
        case Kind.PREPOSITION:
            where = [text for role, text in others if role in {"object", sense.lemma}][:1]
            rest = [f"{role} {text}" for role, text in others if role != "object" and text not in where]
            return "be", be, ([sense.lemma, *where], rest)
        case _:
            return "be", be, ([sense.lemma, *behind], adjuncts)
