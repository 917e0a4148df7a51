"""Whether a sentence speaks of all of a kind, of some of them, or of the kind itself."""

from __future__ import annotations

from typing import Final

from ..grammar.modifying import verbs_in
from ..grammar.tree import VP, Adjective, Be, Det, Do, Modal, Name, Not, Quantified, Tense
from ..vocabulary.lists import listed
from ..vocabulary.words import noun
from .boxes import Box
from .quantities import Quantities
from .referents import Unresolved
from .senses import Kind, Sense

_PASSING: Final = listed("STAGE") - listed("LASTING")
"""Adjectives that say how something is for a while."""
KINDS: Final = frozenset("widespread extinct rare common numerous endangered ubiquitous abundant scarce".split())
"""Adjectives that are true of a kind and of none of its members (Carlson 1977)."""
_AT_TIMES: Final = listed("FREQUENCY_ADVERBS") - listed("CONSTANT_ADVERBS") - listed("DEFAULT_ADVERBS")
"""Adverbs that say of a kind either how often each is so, or how many are."""
_WHERE: Final = frozenset("in at on near under behind outside inside".split())


class Genericity(Quantities):
    """Of whom indefinite subjects speak.

    Attributes:
        generic: nouns of which an indefinite has stood for all.
        inner: whether what is read is part of a sentence.
        then: whether it is what holds under a condition.
    """

    generic: set[str]
    inner: bool = False
    then: bool = False

    def general(self, subject: Quantified, verb: VP) -> bool:
        """Return whether a subject stands for all of its kind."""
        det = self.force(subject, verb)
        return det is Det.EVERY or subject.det is Det.EVERY

    def force(self, subject: Quantified, verb: VP, box: Box | None = None) -> Det | None:
        """Return whether an indefinite subject is generic; ``None`` for what its own determiner says.

        Generic in law-like sentences (``Dogs bark``, ``A cat is an animal``), existential in
        episodic ones (``A man came in``); what may be both is a choice.
        """
        if self.licensed and not self.asking:
            plain = subject.det is Det.BARE and not subject.nominal.where and not subject.nominal.roles
            if plain and self.inner and frame(verb) in {"law", "state", "habit"} and not isinstance(verb, Not):
                many = noun(subject.nominal.noun, plural=True)
                if self.ways.other("plural", f"'{many}' in a condition", f"some {subject.nominal.noun}", f"all {many}"):
                    return Det.EVERY
            return None
        if subject.det is Det.SOME and subject.nominal.noun == "somebody" and subject.nominal.where and not self.asking:
            if frame(verb) == "episode" and not _future(verb):
                return None
            other = self.ways.other("someone", "'someone who …'", "everyone who …", "somebody who …")
            return None if other else Det.EVERY
        if subject.det not in {Det.A, Det.BARE}:
            return None
        nominal = subject.nominal
        if subject.det is Det.BARE and (often := _often(verb)):
            raise Unresolved(
                f"'{min(often)}' may say of some of a kind that they always do, or of all that they do at times: "
                f"say which, as in 'Some {nominal.noun} …' or 'Every {nominal.noun} …'"
            )
        single = subject.det is Det.A
        restricted = bool(nominal.where) or any(p not in {"in", "at", "on"} for p, _ in nominal.roles)
        kind = frame(verb)
        if single and self.inner and not restricted:
            if not self.then or self.asking or kind == "episode":
                return None
            shown = f"'a {nominal.noun}' under a condition"
            other = self.ways.other("generic", shown, f"every {nominal.noun}", f"some {nominal.noun}")
            return None if other else Det.EVERY
        if kind == "law":
            return Det.EVERY
        if kind == "episode":
            return Det.EVERY if restricted and _future(verb) else None
        if single and nominal.noun in self.ways.taken:
            return None  # a later sentence speaks of it again
        shown = f"{'a' if single else ''} {nominal.noun}{'' if single else 's'}".strip()
        if kind == "habit":
            return self.again(subject) if single else Det.EVERY
        if kind == "state" and single and self.asking:
            return self.again(subject)
        if kind == "state":
            if nominal.adjectives and single and not restricted:
                return self.again(subject)
            if restricted:
                return Det.EVERY
            if not single and not says(verb, _PASSING) and not _by_somebody(verb):
                return Det.EVERY
        if "indefinite" in self.ways.turned:
            return None
        self.generic.add(nominal.noun)
        other = self.ways.other("generic", f"'{shown}'", f"every {nominal.noun}", f"some {nominal.noun}")
        return None if other else Det.EVERY

    def again(self, subject: Quantified) -> Det | None:
        """Return how ``a dog`` of ``A dog barks`` is meant: in a question as in the text."""
        noun = subject.nominal.noun
        if not self.asking:
            self.generic.add(noun)
            return None if "indefinite" in self.ways.turned else Det.EVERY
        if noun not in self.generic and self.vocabulary.names.get(Sense(Kind.NOUN, noun)) not in self.known.ruled:
            return None
        other = self.ways.other("indefinite", f"'a {noun}'", f"every {noun}", f"some {noun}")
        return None if other else Det.EVERY


def says(verb: VP, adjectives: frozenset[str]) -> bool:
    """Return whether a verb phrase says one of some adjectives."""
    return any(
        isinstance(v.what, Adjective) and v.what.lemma in adjectives for v in verbs_in(verb) if isinstance(v, Be)
    )


def frame(verb: VP) -> str:
    """Return what sort of sentence a verb phrase makes: law, habit, state or episode."""
    frames = set(map(_frame, verbs_in(verb))) if not isinstance(verb, Modal) else set()
    return next((f for f in ("episode", "state", "habit") if f in frames), "law")


def _frame(verb: Do | Be) -> str:
    if verb.tense in {Tense.PAST, Tense.FUTURE}:
        return "episode"
    match verb:
        case Do():
            return "episode" if verb.progressive or verb.lemma == "exist" else "state" if verb.passive else "habit"
        case Be(what=(str() as prep, _)):
            return "episode" if prep in _WHERE else "state"
        case Be(what=what):
            return "state" if isinstance(what, Adjective) and what.than is None else "law"


def _often(verb: VP) -> frozenset[str]:
    """Return the adverbs of a verb phrase that say how often."""
    adverbs = (
        (*v.adverbs, *(v.what.adverbs if isinstance(v, Be) and isinstance(v.what, Adjective) else ()))
        for v in verbs_in(verb)
    )
    return _AT_TIMES.intersection(*[{a for some in adverbs for a in some}])


def _future(verb: VP) -> bool:
    return any(one.tense is Tense.FUTURE for one in verbs_in(verb))


def _by_somebody(verb: VP) -> bool:
    """Return whether a verb phrase says what one does: of all of a kind, or of some as ``Omar moves houses`` does."""
    roles = (role for v in verbs_in(verb) if isinstance(v, Do) and v.passive for role in v.roles)
    return any(prep == "by" and isinstance(np, Name) for prep, np in roles)
