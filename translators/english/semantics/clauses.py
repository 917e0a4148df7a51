"""What subjects and verb phrases say together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sorites.solvers.logic.syntax import Term

from ..grammar.modifying import in_each, verbs_in
from ..grammar.tree import (
    NP,
    VP,
    Adjective,
    Be,
    Det,
    Do,
    Join,
    Joined,
    Modal,
    Name,
    Nominal,
    Not,
    Of,
    Possessed,
    Pronoun,
    Quantified,
    Tense,
    Usually,
    Verbs,
)
from ..grammar.words import EMPTY
from ..vocabulary import noun
from ..vocabulary.classes import FREQUENCY_ADVERBS, IMPLICATIVES, SYMMETRIC_NOUNS
from ..vocabulary.lists import listed
from .boxes import Box
from .events import Events
from .referents import Unresolved
from .senses import Kind, Sense

_TOGETHER: Final = listed("TOGETHER")
"""What several are or do together, and none of them by itself (Landman, *Groups*, 1989)."""
_JOINTLY: Final = listed("JOINTLY")
"""What several may do as one: who built a bridge with others did not build it."""
_PASSING: Final = listed("STAGE") - listed("LASTING")
"""Adjectives that say how something is for a while."""
KINDS: Final = frozenset("widespread extinct rare common numerous endangered ubiquitous abundant scarce".split())
"""Adjectives that are true of a kind and of none of its members (Carlson 1977)."""
_AT_TIMES: Final = listed("FREQUENCY_ADVERBS") - listed("CONSTANT_ADVERBS") - listed("DEFAULT_ADVERBS")
"""Adverbs that say of a kind either how often each is so, or how many are."""
_WHERE: Final = frozenset("in at on near under behind outside inside".split())


class Clauses(Events):
    """What clauses say.

    Attributes:
        obliged: whether the text says what must be.
        generic: nouns of which an indefinite has stood for all.
    """

    obliged: bool = False
    generic: set[str]

    def clause(self, subject: NP, verb: VP, box: Box) -> None:
        """Say something of a subject."""
        if isinstance(subject, Quantified) and subject.det in {Det.A, Det.BARE} and says(verb, KINDS):
            raise Unresolved("this is said of the kind, and of none of its members")
        if isinstance(subject, Joined) and subject.join is Join.AND and self.together(subject, verb, box):
            return
        if _several(subject) and _of_a_group(verb):
            raise Unresolved("this is said of several together, and not of each of them")
        if isinstance(subject, Quantified) and subject.det is Det.NO:
            verb = self.any_of(verb)
        if isinstance(subject, Quantified) and subject.det is Det.THE:
            if isinstance(verb, Do) and subject.nominal.plural:
                self.all_in_all(subject, verb)
            if self.any_of_its_kind(subject, verb):
                subject = replace(subject, det=Det.EVERY)
        det = None
        if isinstance(subject, Quantified) and subject.det in {Det.A, Det.BARE, Det.SOME}:
            det = self.force(subject, verb, box)
            if det is Det.EVERY and subject.det is Det.A and not self.asking and not self.inner:
                one = subject.nominal.noun
                if _may_be_once(subject, verb) and self.ways.other(
                    "generic", f"'a {one}'", f"every {one}", f"some {one}"
                ):
                    det = None
                else:
                    self.generics.append((subject.nominal, frame(verb) == "law"))
        elif isinstance(subject, Joined):
            first = next((p for p in subject.parts if isinstance(p, Quantified) and p.det in {Det.A, Det.BARE}), None)
            if first is not None:
                det = self.force(first, verb, box)
                single = first.det is Det.A and det is Det.EVERY and frame(verb) != "law" and not self.asking
                if single and self.ways.other("generic", f"'a {first.nominal.noun}'", "every one", "some"):
                    det = None
                if det is Det.EVERY and not all(isinstance(p, Quantified) for p in subject.parts):
                    det = None

        if isinstance(subject, Quantified) and self.asking and box is self.here and _of_all(subject, det):
            self.supposed_to_be(subject.nominal)
        if isinstance(subject, Quantified) and subject.det is Det.BARE and det is None and isinstance(verb, Not):
            # Bears did not eat berries: no bears did (Carlson 1977: bare plurals reach least far).
            self.denied(box, lambda b: self.clause(subject, verb.body, b))
            return

        def say(term: Term, inner: Box) -> None:
            self.subjects.append(term)
            try:
                self.vp(verb, term, inner)
            finally:
                self.subjects.pop()

        with self.setting(episode=frame(verb) == "episode"):
            self.np(subject, box, say, subject=True, det=det)

    @staticmethod
    def all_in_all(subject: Quantified, verb: Do) -> None:
        """Make sure that it is said which of several does something to which, or that each does.

        Raises:
            Unresolved: it is not.
        """
        objects = [o for o in verb.objects if isinstance(o, Quantified) and o.det is Det.THE and o.nominal.plural]
        if objects or (verb.objects and verb.lemma in _JOINTLY and not verb.passive):
            several = f"'the {noun(subject.nominal.noun, plural=True)}'"
            raise Unresolved(f"{several} may do this each by itself or together: say of each what it does")

    def any_of_its_kind(self, subject: Quantified, verb: VP) -> bool:
        """Return whether *the whale* of a law stands for every whale, where nobody was called one: a choice."""
        one = subject.nominal
        if one != Nominal(one.noun) or frame(verb) != "law" or self.asking or self.inner or not self.counts(one.noun):
            return False
        if any(one.noun in self.nouns(entity) for entity in self.before()):
            return False
        return self.ways.other("kind", f"'the {one.noun}'", f"one {one.noun}", f"every {one.noun}")

    def supposed_to_be(self, nominal: Nominal) -> None:
        """Take it that there are such as a question speaks of all of: if no baker sings, bakers do not sing."""
        if nominal.noun not in EMPTY and not self.varies(nominal):
            several = " ".join([*(a.lemma for a in nominal.adjectives), noun(nominal.noun, plural=True)])
            with self.setting(asking=False):
                self.there_are(nominal, several)

    def together(self, subject: Joined, verb: VP, box: Box) -> bool:
        """Say what several do to each other, or that they are different; return whether that was said."""
        match verb:
            case Do(objects=(*before, Pronoun("each other"))):
                for one, other in itertools.permutations(subject.parts, 2):
                    self.clause(one, replace(verb, objects=(*before, other)), box)
                return True
            case Be(Quantified(Det.A, nominal)) if not nominal.plural:
                raise Unresolved(f"'{nominal.noun}' is said of several together, and not of each of them")
            case Be(Quantified(Det.BARE, nominal)) if nominal.noun in SYMMETRIC_NOUNS and not nominal.roles:
                for one, other in itertools.permutations(subject.parts, 2):
                    of = replace(nominal, roles=(("of", other), *nominal.roles))
                    self.np(one, box, lambda t, b, n=of: self.nominal(n, t, b))  # type: ignore[misc]
                return True
        return False

    def any_of(self, denied: VP) -> VP:
        """Return what is denied: of several that are known, of all of them or of any, which is a choice."""

        def any_(np: NP) -> NP:
            match np:
                case Quantified(Det.THE, nominal) | Possessed(_, nominal) if nominal.plural:
                    several = f"'{noun(nominal.noun, plural=True)}' behind a denial"
                    if self.ways.other("denied", several, "all of them", "any of them"):
                        return Of(Det.ANY, np)
            return np

        def in_verb(verb: Do | Be) -> VP:
            if isinstance(verb, Be):
                return replace(verb, what=(verb.what[0], any_(verb.what[1]))) if isinstance(verb.what, tuple) else verb
            roles = tuple((role, any_(np)) for role, np in verb.roles)
            return replace(verb, objects=tuple(map(any_, verb.objects)), roles=roles)

        return in_each(denied, in_verb)

    def shared(self, parts: Sequence[VP], last: Do) -> list[VP] | None:
        """Return verbs with what stands behind the last one, if they are read so: *washes and dries the car*."""
        behind = last.objects, last.roles, tuple(a for a in last.adverbs if a not in FREQUENCY_ADVERBS)

        def alone(verb: VP) -> bool:
            if not isinstance(verb, Do) or verb.passive != last.passive:
                return False
            return not (verb.objects or verb.roles or verb.complement or verb.adverbs)

        if not any(behind) or not any(map(alone, parts)):
            return None
        what = f"'{next(p.lemma for p in parts if isinstance(p, Do))}'"
        if not self.ways.other("shared", what, "alone", f"with what stands behind '{last.lemma}'"):
            return None
        objects, roles, how = behind
        return [replace(p, objects=objects, roles=roles, adverbs=how) if isinstance(p, Do) and alone(p) else p
                for p in parts]  # fmt: skip

    def vp(self, verb: VP, term: Term, box: Box) -> None:
        """Say of a term what a verb phrase says."""
        match verb:
            case Not(Do(objects=(Quantified(det=Det.SOME),))):
                raise Unresolved("'some' behind a denial may mean any or one: write 'any', or 'there is …'")
            case Usually(_, adverb):
                raise Unresolved(f"'{adverb or 'usually'}' before a denial is no part of what is denied: leave it out")
            case Not(Verbs(Join.AND, (Do() as how, said))) if _both_ways(how):
                self.vp(Not(said), term, box)
            case Not(Verbs(join, (first, *rest))) if not _implied(first) and any(isinstance(p, Not) for p in rest):
                if not all(isinstance(part, Not) for part in rest):
                    raise Unresolved("it denies one more of some than of others: say each in a sentence of its own")
                self.vp(Verbs(join, (Not(first), *rest)), term, box)
            case Not(body):
                self.denied(box, lambda b: self.vp(self.any_of(body), term, b))
            case Modal(modal, body):
                if modal == "must" and self.asking and isinstance(body, Be) and not self.obliged:
                    self.vp(body, term, box)  # Must Moby be a mammal? asks what follows
                    return
                with self.setting(modal=f"{self.modal} {modal}".strip()):
                    self.vp(body, term, box)
            case Verbs(Join.AND | Join.OR, (*parts, Do() as last)) if (shared := self.shared(parts, last)) is not None:
                self.vp(replace(verb, parts=(*shared, last)), term, box)
            case Verbs(Join.AND, parts):
                for part in parts:
                    self.vp(part, term, box)
            case Verbs(Join.NOR, parts):
                for part in parts:
                    self.vp(Not(part), term, box)
            case Verbs(join, parts):
                made = [self.told(box, lambda b, p=part: self.vp(p, term, b)) for part in parts]  # type: ignore[misc]
                box.add(self.alternatives(join, made))
            case Do():
                self.event(verb, term, box)
            case Be():
                self.copula(verb, term, box)

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


def _both_ways(verb: Do) -> bool:
    """Return whether a verb says something of what stands behind it if it is denied, too: *did not forget to pay*."""
    whole = f"{verb.lemma} {verb.complement} "
    return any(said.denied != "0" and whole.startswith(f"{phrase} ") for phrase, said in IMPLICATIVES.items())


def _implied(verb: VP) -> bool:
    """Return whether a verb says something of what stands behind it: *refuses to pay*."""
    return isinstance(verb, Do) and bool(verb.complement)


def _of_all(subject: Quantified, det: Det | None) -> bool:
    """Return whether a subject stands for all of a kind or group, without a word that says so."""
    return det is Det.EVERY or (subject.det is Det.THE and subject.nominal.plural)


def _several(np: NP) -> bool:
    """Return whether a noun phrase speaks of several as one: ``the guides``, ``Ann and Bob``."""
    match np:
        case Quantified(Det.THE, nominal) | Possessed(_, nominal):
            return nominal.plural
        case Quantified(Det.CARDINAL | Det.AT_LEAST | Det.AT_MOST | Det.EXACTLY, number=number):
            return number > 1
        case Joined(Join.AND, parts):
            return not any(isinstance(p, Quantified) and p.det in {Det.EVERY, Det.NO} for p in parts)
    return False


def _may_be_once(subject: Quantified, verb: VP) -> bool:
    """Return whether what ``a letter`` does may be told of one: it arrives, or tells the news, but tells no news."""
    known = not isinstance(verb, Do) or all(map(_known, verb.objects))
    return frame(verb) == "habit" and known and not (subject.nominal.where or subject.nominal.roles)


def _known(np: NP) -> bool:
    """Return whether a noun phrase means something that is known by it."""
    return isinstance(np, Possessed | Pronoun) or (
        np.det is Det.THE if isinstance(np, Quantified) else isinstance(np, Name) and not np.shown.islower()
    )


def _of_a_group(verb: VP) -> bool:
    """Return whether a verb phrase speaks of a group."""
    does = any(isinstance(v, Do) and not v.passive and v.lemma in _TOGETHER for v in verbs_in(verb))
    return does or says(verb, _TOGETHER)


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
