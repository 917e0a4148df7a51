"""Whether a sentence speaks of all of a kind, of some of them, or of the kind itself."""

from __future__ import annotations

from typing import Final

from ..grammar.tree import VP, Adjective, Be, Det, Do, Modal, Name, Not, Quantified, Tense, Verbs
from ..vocabulary.lists import listed
from .boxes import Box
from .quantities import Quantities
from .referents import Unresolved
from .senses import Kind, Sense

_PASSING: Final = listed("STAGE") - listed("LASTING")
"""Adjectives that say how something is for a while."""
_KINDS: Final = frozenset("widespread extinct rare common numerous endangered ubiquitous abundant scarce".split())
"""Adjectives that are true of a kind and of none of its members (Carlson 1977)."""
_AT_TIMES: Final = listed("FREQUENCY_ADVERBS") - listed("CONSTANT_ADVERBS") - listed("DEFAULT_ADVERBS")
"""Adverbs that say of a kind either how often each is so, or how many are."""
_WHERE: Final = frozenset("in at on near under behind outside inside".split())


class Genericity(Quantities):
    """Of whom indefinite subjects speak.

    Attributes:
        generic: nouns of which an indefinite has stood for all.
        inner: whether what is read is part of a sentence.
    """

    generic: set[str]
    inner: bool = False

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
                noun = subject.nominal.noun
                if self.ways.other("plural", f"'{noun}s' in a condition", f"some {noun}", f"all {noun}s"):
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
        if subject.det is Det.BARE and (often := adverbs_of(verb) & _AT_TIMES):
            raise Unresolved(
                f"'{min(often)}' may say of some of a kind that they always do, or of all that they do at times: "
                f"say which, as in 'Some {nominal.noun} …' or 'Every {nominal.noun} …'"
            )
        single = subject.det is Det.A
        restricted = bool(nominal.where) or any(p not in {"in", "at", "on"} for p, _ in nominal.roles)
        if single and self.inner and not restricted:
            return None
        kind = frame(verb)
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
            if not single and not _passing(verb) and not _by_somebody(verb):
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


def speaks_of_kind(verb: VP) -> bool:
    """Return whether a verb phrase says something of a kind."""
    match verb:
        case Be(Adjective(lemma)):
            return lemma in _KINDS
        case Not(body) | Modal(_, body):
            return speaks_of_kind(body)
    return False


def frame(verb: VP) -> str:
    """Return what sort of sentence a verb phrase makes: law, habit, state or episode."""
    match verb:
        case Not(body):
            return frame(body)
        case Verbs(_, parts):
            frames = [frame(p) for p in parts]
            return next((f for f in ("episode", "state", "habit", "law") if f in frames), "law")
        case Do():
            if verb.progressive or verb.tense in {Tense.PAST, Tense.FUTURE} or verb.lemma == "exist":
                return "episode"
            return "state" if verb.passive else "habit"
        case Be(what):
            if verb.tense in {Tense.PAST, Tense.FUTURE}:
                return "episode"
            if isinstance(what, tuple):
                return "episode" if what[0] in _WHERE else "state"
            return "state" if isinstance(what, Adjective) and what.than is None else "law"
    return "law"


def adverbs_of(verb: VP) -> frozenset[str]:
    """Return the adverbs of a verb phrase, of those that are joined in it all."""
    match verb:
        case Not(body) | Modal(_, body):
            return adverbs_of(body)
        case Verbs(_, parts):
            return frozenset[str]().union(*map(adverbs_of, parts))
        case Be(Adjective() as what):
            return frozenset((*verb.adverbs, *what.adverbs))
        case Do() | Be():
            return frozenset(verb.adverbs)
    return frozenset()


def _future(verb: VP) -> bool:
    match verb:
        case Not(body):
            return _future(body)
        case Verbs(_, parts):
            return any(map(_future, parts))
        case Do() | Be():
            return verb.tense is Tense.FUTURE
    return False


def _by_somebody(verb: VP) -> bool:
    """Return whether a verb phrase says what one does: of all of a kind, or of some as ``Omar moves houses`` does."""
    match verb:
        case Do(passive=True, roles=roles):
            return any(prep == "by" and isinstance(np, Name) for prep, np in roles)
        case Not(body):
            return _by_somebody(body)
    return False


def _passing(verb: VP) -> bool:
    """Return whether a verb phrase says how something is for a while."""
    match verb:
        case Be(Adjective(lemma)):
            return lemma in _PASSING
        case Not(body):
            return _passing(body)
        case Verbs(_, parts):
            return any(map(_passing, parts))
    return False
