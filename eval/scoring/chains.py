"""Chains that models write: how long they are, and what in them does not follow (Multi-LogiEval, section 4.3).

The authors counted by hand how many steps chains have, and in how many of those with a wrong conclusion the model maps
information wrongly, from the context to a conclusion or from one step to the next. Here a step is a numbered item, or
else a sentence of two words or more. It is mapped wrongly if the grammar of Sorites English reads it, it speaks of
nothing but what the text speaks of, and a prover finds that it does not follow from the text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Limits, Program, Verdict, prove
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.logic.walkers import walk
from sorites.translators.english import read_english

_LIMITS: Final = Limits(5.0)
_ITEM: Final = re.compile(r"(?mi)^\s*(?:\*\*)?(?:step\s+\d+\s*[:.)]|\d+\s*[.):]|[-*•]\s)\s*(?:\*\*)?")
_HEAD: Final = re.compile(r"(?is)^.*?\breasoning(?: steps)?\s*:")
_ANSWER: Final = re.compile(
    r"(?is)(?:^|\n|(?<=[.!?] ))\W*(?:(?:so|therefore|thus|hence),? )?(?:the )?(?:final )?answer(?: is)?\b.*$"
)
_LED: Final = re.compile(
    r"(?i)^.*\b(?:therefore|thus|hence|so|it follows that|we (?:can )?(?:conclude|infer|deduce|know)(?: that)?|"
    r"(?:this|which) (?:means|implies)(?: that)?)\b,?\s*(?:that )?"
)
_SUPPOSED: Final = re.compile(r"(?is)^if (.+), (?:is it|does it)\b.*\?$")


@dataclass(frozen=True, slots=True)
class Mapped:
    """A chain beside its text.

    Attributes:
        steps: how many steps it has.
        read: how many of them could be judged.
        wrong: the places, from 1, of those that do not follow from the text.
    """

    steps: int
    read: int
    wrong: tuple[int, ...]


def steps_of(answer: str) -> tuple[str, ...]:
    """Return the steps of a chain: its numbered items, or else its sentences, without the answer at its end.

    Args:
        answer: all that a model wrote, as text or as JSON with the field ``reasoning``.
    """
    try:
        found = json.loads(answer)
    except ValueError:
        found = None
    if isinstance(found, dict) and isinstance(found.get("reasoning"), str):
        answer = found["reasoning"]
    text = _ANSWER.sub("", _HEAD.sub("", answer)).strip()
    places = [match.span() for match in _ITEM.finditer(text)]
    if len(places) > 1:
        ends = [start for start, _ in places[1:]] + [len(text)]
        items = [text[start:end] for (_, start), end in zip(places, ends, strict=True)]
    else:
        items = re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n+", text)
    return tuple(item.strip() for item in items if re.search(r"\w\s+\w", item))


def mapped(context: str, question: str, answer: str) -> Mapped:
    """Return how the steps of a chain stand to the text.

    Args:
        context: the text.
        question: the question, with what it supposes.
        answer: all that a model wrote.
    """
    steps = steps_of(answer)
    known = _program(context, question)
    if known is None:
        return Mapped(len(steps), 0, ())
    spoken, supposed = _predicates(known), _supposed(question)
    read, wrong = 0, []
    for place, step in enumerate(steps, 1):
        claim = _LED.sub("", re.split(r"(?<=[.!?])\s+(?=[A-Z])", step)[-1]).strip().rstrip(".")
        program = _program(context, f"{supposed}Is it true that {claim}?") if claim else None
        if program is None or not {n.name for n in walk(program.goal.formula) if isinstance(n, Atom)} <= spoken:
            continue
        read += 1
        if prove(program, limits=_LIMITS).verdict in {Verdict.UNKNOWN, Verdict.REFUTED}:
            wrong.append(place)
    return Mapped(len(steps), read, tuple(wrong))


def _program(context: str, question: str) -> Program | None:
    return read_english(context, question).first


def _predicates(program: Program) -> set[str]:
    formulas = [s.formula for s in (*program.premises, program.goal)] + [d.formula for d in program.defaults]
    return {node.name for formula in formulas for node in walk(formula) if isinstance(node, Atom)}


def _supposed(question: str) -> str:
    """Return what a question supposes, as sentences before another question."""
    before, _, last = question.strip().rpartition(". ")
    if found := _SUPPOSED.match(last):
        return f"{before}. Suppose that {found[1]}. " if before else f"Suppose that {found[1]}. "
    return f"{before}. " if before else ""
