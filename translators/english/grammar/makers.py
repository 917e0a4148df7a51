"""What the rows of ``rules.txt`` make of what they find: trees, and what belongs to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from ..vocabulary.classes import FACTIVES
from .modifying import IT, about_nothing, in_tense, said_how, with_adverb, with_role
from .sentence_tree import Ask, Bound, Clause, Denied, Normally, Opaque, Question, Sentences, There
from .sentence_tree import Weather as WeatherSentence
from .tree import (
    NP,
    VP,
    Adjective,
    Det,
    Do,
    Gap,
    Join,
    Joined,
    Modal,
    Name,
    Nominal,
    Not,
    Number,
    Of,
    Possessed,
    Pronoun,
    Quantified,
    S,
    Tense,
    Variable,
    number_of,
)
from .words import BE, DO, HAVE, MODALS, SPOKEN


@dataclass(slots=True, unsafe_hash=True)
class Args:
    """What stands behind a verb."""

    objects: tuple[NP, ...] = ()
    roles: tuple[tuple[str, NP], ...] = ()
    adverbs: tuple[str, ...] = ()
    complement: str = ""
    said: S | None = None
    particle: str = ""
    gap: bool = False


_BESIDES: Final = frozenset({"other", "besides", "apart", "aside"})
"""Words that leave somebody out and do not say the opposite of them."""
VALUES: Final[dict[str, object]] = {
    **{one.name: one for kind in (Join, Det, Tense, Ask) for one in kind},
    "yes": True, "no": False, "none": None, "''": "", "1": 1, "2": 2,
}  # fmt: skip
"""What names in rows stand for, but for letters; all others are words."""


def excepting(np: Quantified, out: NP, words: str) -> Quantified:
    """Return of whom something is said but for somebody; *other than Ann* leaves open what is so of Ann."""
    return replace(np, excepting=out, besides=np.det is Det.EVERY and words.split(maxsplit=1)[0] in _BESIDES)


def _both(*parts: S) -> S:
    return Sentences(Join.AND, parts)


def _if(condition: S, s: S) -> S:
    return Sentences(Join.IF, (condition, s))


def _because(s: S, reason: S) -> S | None:
    """Join what is so with its reason; whether a reason is denied with what is denied is open."""
    denies = isinstance(s, Denied) or (isinstance(s, Clause) and isinstance(s.verb, Not))
    return None if denies else _both(s, reason)


def _says(subject: NP, verb: VP) -> S | None:
    """Say something; whether ``it`` is something is for the interpretation to say."""
    return None if subject == IT and about_nothing(verb) else Clause(subject, verb)


def _exclusively(subject: NP, verb: VP, join: Join) -> S | None:
    either = isinstance(subject, Joined) and subject.join in {Join.OR, Join.EITHER}
    return Clause(Joined(join, subject.parts), verb) if either and isinstance(subject, Joined) else None


def _not_all(subject: NP, verb: VP) -> S | None:
    every = isinstance(subject, Quantified) and subject.det in {Det.EVERY, Det.A}
    return Denied(Clause(subject, verb)) if every or isinstance(subject, Of) else None


def _there(what: NP, negated: bool, tense: Tense) -> S | None:
    return None if isinstance(what, Name | Pronoun | Variable) else There(what, negated, tense)


def _modal(modal: str, denied: bool, verb: VP) -> VP:
    """Say something under a modal; what must not be is not allowed."""
    said = (
        in_tense(verb, Tense.FUTURE) if modal == "will" else Modal("may" if denied and modal == "must" else modal, verb)
    )
    return Not(said) if denied else said


def _does(verb: VP) -> VP | None:
    """Return what somebody does; what ``does`` says by itself stands in another sentence."""
    again = isinstance(verb, Do) and replace(verb, adverbs=()) == Do("do", verb.tense) and not {*verb.adverbs} - SPOKEN
    return None if again else verb


def _told(lemma: str, s: S, words: str) -> Args:
    """Return the clause behind a verb in its own words; what somebody knows is so."""
    return Args(complement=f"that {words.removeprefix('that ')}", said=s if lemma in FACTIVES else None)


def _part(part: tuple[Det, int], group: NP) -> NP | None:
    """Return a part of a group: *one of Karin's dogs*, *none of them*."""
    several = isinstance(group, Possessed) or (isinstance(group, Quantified) and group.det is Det.THE)
    fits = isinstance(group, Pronoun | Joined) or (
        several and isinstance(group, Possessed | Quantified) and group.nominal.plural
    )
    return Of(part[0], group, part[1]) if fits else None


def _counting(bound: str, number: int) -> tuple[Det, int]:
    det = {"≥": Det.AT_LEAST, ">": Det.AT_LEAST, "=": Det.EXACTLY}.get(bound, Det.AT_MOST)
    return det, number + {">": 1, "<": -1}.get(bound, 0)


def _compared(lemma: str, degree: str, amount: Number | None, than: NP) -> Adjective:
    return Adjective(lemma, degree=degree.replace("_", " "), amount=amount, than=than)


def tense_of(auxiliary: str) -> Tense:
    """Return the tense of a form of be, do or have."""
    return Tense((BE.get(auxiliary) or DO.get(auxiliary) or HAVE[auxiliary])[1])


MAKERS: Final[dict[str, Callable[..., Any]]] = {
    "Bounded": lambda number, bound: replace(number, bound=bound), "Compared": _compared, "Counting": _counting,
    "Factor": lambda bound: Number("1", "times", bound),
    "Measure": lambda number: number if number.unit else None,
    "Stuff": lambda number, stuff: replace(number, stuff=stuff) if number.unit else None,
    "And": _both, "Because": _because, "Bound": Bound, "Clause": Clause,
    "Denied": Denied, "Excepting": excepting,
    "Exclusively": _exclusively, "Gap": Gap, "If": _if,
    "Given": lambda q, condition: replace(q, given=condition),
    "Modal": _modal, "Must": lambda verb: Modal("must", verb), "NotAll": _not_all, "Not": Not, "Normally": Normally,
    "Opaque": Opaque, "Possessed": Possessed, "Question": Question, "Says": _says,
    "There": _there,
    "Asks": lambda np, vp: WeatherSentence(vp) if np == IT and about_nothing(vp) else Clause(np, vp),
    "Behind": lambda condition, s: Sentences(Join.IF, (condition, s), back=True),
    "Does": _does, "Denying": lambda denied, s: Denied(s) if denied else s,
    "Iff": lambda left, right: Sentences(Join.IFF, (left, right)),
    "IfMore": lambda s, more: _both(s, more) if isinstance(s, Sentences) and s.join is Join.IF else None,
    "NotIf": lambda denied, verb: Not(verb) if denied else verb,
    "Said": lambda words: Opaque(f"it is {words}"),
    "Weather": lambda verb: WeatherSentence(verb) if about_nothing(verb) else None,
    "Args": lambda words: Args(complement=words), "Told": _told,
    "adverb": with_adverb, "how": said_how, "in_tense": in_tense, "number": number_of,
    "plurality": lambda nominal: "plural" if nominal.plural else "singular",
    "Any": lambda noun, s: Quantified(Det.EVERY, Nominal(noun, where=(s,))),
    "EachOther": lambda: Pronoun("each other"), "Name": Name, "Part": _part, "Pronoun": Pronoun,
    "Whoever": lambda given, nominal: Quantified(given[0], nominal),
    "past": lambda tense: tense if tense is Tense.BASE else Tense.PAST,
    "modal": MODALS.__getitem__, "pair": lambda *parts: parts, "role": with_role,
    "tense": tense_of,
}  # fmt: skip
"""The closed list of what rows may make."""
