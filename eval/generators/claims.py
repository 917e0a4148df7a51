"""What a problem of chained rules has to say, before anybody finds words for it (Multi-LogiEval, section 3.1)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Final

from sorites.solvers import Verdict
from sorites.solvers.logic.syntax import Exists, Forall, Formula, Not, Var

from .breaking import broken, needed
from .combinations import (
    PAPER,
    RULES,
    Place,
    chained,
    combinations,
    concludes_of_everybody,
    given,
    of_everybody,
    opposite,
)
from .inference import Application, fill, letters_of, schema
from .problem import Disagreement
from .storytelling import Story
from .words import in_order


class Scope(Enum):
    """Of whom letters hold."""

    ONE = "of the people of the story"
    ALL = "of everybody"
    SOME = "of somebody"
    NOT_ALL = "not of everybody"


@dataclass(frozen=True, slots=True)
class Claim:
    """A formula of letters, and of whom it holds.

    Attributes:
        formula: the formula.
        scope: of whom it holds.
    """

    formula: Formula
    scope: Scope = Scope.ONE

    def render(self, story: Story) -> Formula:
        """Return the formula of a program."""
        if self.scope is Scope.ONE:
            return story.formula(self.formula)
        body = story.formula(self.formula, Var("x"))
        match self.scope:
            case Scope.SOME:
                return Exists("x", body)
            case Scope.ALL:
                return Forall("x", body)
            case _:
                return Not(Forall("x", body))

    def clause(self, story: Story, *, plain: bool = False) -> str:
        """Return the claim in words of the templates; ``plain`` as a part of something else."""
        match self.scope:
            case Scope.ONE:
                return story.about(self.formula, plain=plain)
            case Scope.ALL:
                return story.everybody(self.formula, plain=plain)
            case Scope.SOME:
                return story.somebody(self.formula, plain=plain)
            case Scope.NOT_ALL:
                return story.not_everybody(self.formula)

    def put(self, bound: Mapping[str, Formula]) -> Claim:
        """Return the claim with other literals for its letters."""
        return Claim(fill(self.formula, bound), self.scope)

    @property
    def single(self) -> Formula:
        """What it says of the one thing there is, if there is but one."""
        return Not(self.formula) if self.scope is Scope.NOT_ALL else self.formula

    @property
    def opposite(self) -> Claim:
        """A claim that is false where this one is true."""
        scopes = {Scope.ALL: Scope.SOME, Scope.SOME: Scope.ALL}
        return Claim(opposite(self.formula), scopes.get(self.scope, self.scope))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question.

    Attributes:
        task: what is told.
        given: what it supposes.
        goal: what is asked.
        verdict: what is so.
    """

    task: Task
    given: tuple[Claim, ...]
    goal: Claim
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Task:
    """What has to be told.

    Attributes:
        names: the rules, in the order of the steps.
        premises: what the context says.
        given: what the question supposes.
        goal: what follows.
        steps: each step's rule, with what it takes and what it gives.
        letters: the letters of all these, those first from which others follow.
    """

    names: tuple[str, ...]
    premises: tuple[Claim, ...]
    given: tuple[Claim, ...]
    goal: Claim
    steps: tuple[tuple[str, tuple[Claim, ...], Claim], ...]
    letters: tuple[str, ...]

    def asked(self, positive: bool | None) -> Asked:
        """Return what is asked: what follows, or its opposite.

        Args:
            positive: whether it does; ``None`` as in tables 8 to 11, which ask for the letter that a conclusion
                affirms or denies.
        """
        if positive is None:
            positive = not isinstance(self.goal.formula, Not)
        goal = self.goal if positive else self.goal.opposite
        return Asked(self, self.given, goal, Verdict.ENTAILED if positive else Verdict.REFUTED)

    def linked(self, rng: random.Random, follows: bool) -> Asked | None:
        """Return the task with copies of premises, or with a link broken, and a question that bears on neither.

        ``None`` if it has no link to break. Of one step any link is in the question.
        """
        formulas = [claim.single for claim in self.premises]
        given = [claim.single for claim in self.given]
        deep = len(self.names) > 1
        if deep and not needed([*formulas, *given], self.goal.single, len(self.names)):
            return None
        found = broken(rng, formulas, given, self.goal.single, inside=deep)
        if found is None:
            return None
        places, whole, torn = found
        scopes = [self.premises[place].scope for place in places]
        premises = [
            Claim(f.body if scope is Scope.NOT_ALL and isinstance(f, Not) else f, scope)  # as ``single`` denied it
            for f, scope in zip(whole if follows else torn, scopes, strict=True)
        ]
        said = tuple(rng.sample(premises, len(premises)))
        letters = tuple(in_order(rng, letters_of([*whole, *given, self.goal.single]), formulas))
        verdict = Verdict.ENTAILED if follows else Verdict.UNKNOWN
        return Asked(replace(self, premises=said, letters=letters), self.given, self.goal, verdict)


_P: Final = Claim(schema("A1"))
_ALONE: Final = {
    "EG": Task(("EG",), (_P,), (), Claim(_P.formula, Scope.SOME), (), ("A1",)),
    "UI": Task(("UI",), (Claim(_P.formula, Scope.ALL),), (), _P, (), ("A1",)),
    "DMT": Task(
        ("DMT",),
        (Claim(schema("A1 ∧ A2"), Scope.NOT_ALL),),
        (),
        Claim(schema("¬A1 ∨ ¬A2"), Scope.SOME),
        (),
        ("A1", "A2"),
    ),
}
"""The rules of table 2 that are about quantifiers in first-order logic."""


def asked_of(rng: random.Random, place: Place, kind: str) -> Asked:
    """Return what a problem has to say, and what it asks.

    What does not follow has a link broken. A combination without one gives way to another one of its depth; of one
    step (CT, DMT, EG, UI) the opposite is asked then.

    Args:
        rng: the source of choices.
        place: which rules are chained, and which answer is wanted.
        kind: ``paper`` for the combination of the place, ``all`` for any other one of its depth.
    """
    names = [place.name]
    for _ in range(_DRAWS):
        task = task_of(rng, place.logic, place.depth, rng.choice(names), kind)
        if not place.twin:
            return task.asked(place.positive)
        found = task.linked(rng, bool(place.positive))
        if found is not None or place.depth == 1:
            return found or task.asked(place.positive)
        names = list(PAPER[min(place.depth, max(PAPER))])
    raise Disagreement(f"no chain of {place.depth} rules has a link to break")


_DRAWS: Final = 60


def task_of(rng: random.Random, logic: str, depth: int, name: str, kind: str) -> Task:
    """Return what a problem has to say.

    Args:
        rng: the source of choices.
        logic: ``pl`` or ``fol``.
        depth: the number of rules.
        name: the combination of the paper.
        kind: ``paper`` for this one; ``all`` for any one that chains, of this depth.
    """
    names = tuple(name.split("_"))
    if depth > max(PAPER) or (kind == "all" and depth > 1):
        names = _any(rng, depth, logic)
    task = _alone(names[0]) if logic == "fol" and len(names) == 1 and names[0] in _ALONE else _task(names, logic)
    premises = rng.sample(task.premises, len(task.premises))
    letters = in_order(rng, task.letters, [claim.formula for claim in task.premises])
    return Task(task.names, tuple(premises), task.given, task.goal, task.steps, tuple(letters))


def _any(rng: random.Random, depth: int, logic: str) -> tuple[str, ...]:
    """Return a random sequence of rules that chain; MI is none of first-order logic (table 2)."""
    allowed = [name for name in RULES if logic == "pl" or name != "MI"]
    while True:
        names = rng.choice(combinations(min(depth, 3)))
        while len(names) < depth:
            nexts = [name for name in allowed if chained((*names, name)) is not None]
            if not nexts:
                break
            names = (*names, rng.choice(nexts))
        if len(names) == depth and set(names) <= set(allowed):
            return names


@cache
def _alone(name: str) -> Task:
    task = _ALONE[name]
    return Task(task.names, task.premises, (), task.goal, ((name, task.premises, task.goal),), task.letters)


@cache
def _task(names: tuple[str, ...], logic: str) -> Task:
    chain = chained(names)
    assert chain is not None
    first_order = logic == "fol"

    def claim(formula: Formula) -> Claim:
        general = formula in chain.premises and of_everybody(chain, formula)
        if formula == chain.conclusion and formula not in chain.premises:
            general = concludes_of_everybody(chain)
        return Claim(formula, Scope.ALL if first_order and general else Scope.ONE)

    supposed = given(chain)
    return Task(
        names,
        tuple(claim(p) for p in chain.premises if p not in supposed),
        tuple(map(Claim, supposed)),
        claim(chain.conclusion),
        tuple(_step(step, claim) for step in chain.steps),
        tuple(letters_of([*chain.premises, chain.conclusion])),
    )


def _step(step: Application, claim: Callable[[Formula], Claim]) -> tuple[str, tuple[Claim, ...], Claim]:
    return step.rule, tuple(map(claim, step.premises)), claim(step.conclusion)
