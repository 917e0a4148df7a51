"""Multi-LogiEval's non-monotonic problems: a pattern of defaults with classical rules behind it (section 3.2)."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Final

from sorites.solvers import Program, Verdict
from sorites.solvers.engines.defaults import DefaultSolver
from sorites.translators.models.chat import ChatModel

from .assumptions import Assumptions, Goal
from .combinations import Place
from .patterns import pattern, refuted, signs, twin
from .problem import Generated, proved
from .stories import Wanted, story_of
from .storytelling import domains

_LABELS: Final = {"T": "a noun in the singular, with what they have in common"}


def nonmonotonic(rng: random.Random, place: Place) -> Generated:
    """Return a problem of a pattern of defaults, told by templates.

    Args:
        rng: the source of choices.
        place: which pattern it is, and which answer is wanted; by table 16, what stands behind MT is asked for and
            does not hold.
    """
    text = Assumptions.told(rng)
    text.denied = signs(rng, place.name) if place.twin else frozenset()
    (goal, said), verdict = _asked(text, place, _positive(place))
    question = _question(text, rng.choice(("Is it true", "Does it follow")), said)
    return _finished(place, text, text.program(goal, question), " ".join(text.order), verdict)


def written_of_defaults(rng: random.Random, place: Place, chat: ChatModel) -> Generated:
    """Return a problem of a pattern of defaults as a model tells it (tables 20 to 23).

    Args:
        rng: the source of choices.
        place: which pattern it is, and which answer is wanted.
        chat: the model.

    Raises:
        Disagreement: what the model wrote did not pass the checks, or an engine does not give the label.
    """
    draws, domain = rng.random(), rng.choice(domains()).name
    answers = [_positive(place)] if place.positive is None else [True, False]
    denied = signs(rng, place.name) if place.twin else frozenset()
    questions = []
    for positive in answers:
        labelled = Assumptions.labelled(random.Random(draws))  # noqa: S311  # the same choices again, nothing secret
        labelled.denied = denied
        (_, said), _ = _asked(labelled, place, positive)
        questions.append(_question(labelled, "Is it true", said))
    labels = sorted({label for text in (*labelled.order, *questions) for label in re.findall(r"\b[A-Z]\b", text)})
    kinds = {label: _LABELS.get(label, "a name" if label in "ABCEKM" else "a verb phrase") for label in labels}
    wanted = Wanted(f"domain: {domain}", kinds, tuple(labelled.order), tuple(questions))
    told = story_of(chat, "assumptions", wanted, rng.randrange(1000))
    text = Assumptions.worded(random.Random(draws), told.words)  # noqa: S311  # the same choices again
    text.denied = denied
    (goal, _), verdict = _asked(text, place, _positive(place))
    program = text.program(goal, told.questions[answers.index(_positive(place))])
    glosses = dict(zip(text.order, told.sentences, strict=True))
    program = replace(
        program,
        premises=tuple(replace(p, gloss=glosses.get(p.gloss, "")) for p in program.premises),
        defaults=tuple(replace(d, gloss=glosses.get(d.gloss, "")) for d in program.defaults),
        exceptions=tuple(replace(e, gloss=glosses.get(e.gloss, "")) for e in program.exceptions),
    )
    return replace(_finished(place, text, program, told.context, verdict), story=told.context)


def _positive(place: Place) -> bool:
    return place.positive if place.positive is not None else not place.name.endswith("_MT")


def _asked(text: Assumptions, place: Place, positive: bool) -> tuple[Goal, Verdict]:
    """Write a pattern, and return what is asked, and what is so."""
    goal, said = pattern(text, place.name)
    if positive:
        return (goal, said), Verdict.ENTAILED
    return twin(text, place.name, goal) if place.twin else (refuted(text, place.name, goal), Verdict.REFUTED)


def _question(text: Assumptions, ask: str, said: str) -> str:
    supposed = f"Suppose that {' and '.join(text.supposed)}. " if text.supposed else ""
    return f"{supposed}{ask} that {said}?"


def _finished(place: Place, text: Assumptions, program: Program, context: str, verdict: Verdict) -> Generated:
    """Return a problem that is told, after its label was proved."""
    # Who wants the certificate checked finds the refutations then (``verified``).
    outcome = proved(program, verdict, DefaultSolver(refute=False))
    return Generated(
        context,
        program.goal.gloss,
        program,
        outcome.verdict,
        outcome,
        place.depth,
        (place.name,),
        tuple(text.steps),
        tags={"logic": "nm", "depth": str(place.depth), "rule": place.name},
    )
