"""Multi-LogiEval's classical problems: a chain of rules as a short story, with what is asked about it (section 3.1)."""

from __future__ import annotations

import random
from typing import Final

from sorites.solvers import Constant, Program, Statement, Verdict
from sorites.solvers.logic.syntax import Atom, Fn
from sorites.solvers.logic.walkers import walk

from .claims import Task, asked_of
from .combinations import Place
from .problem import Disagreement, Generated, proved_alike
from .sentences import constant
from .specification import Split
from .storytelling import WORDS, Story, background, sentence
from .words import declared

_OPEN: Final = "What is said and supposed can all be true whether it is so or not, therefore it does not follow."
_ASKED: Final = ("Is it true that {}?", "Does it follow that {}?")


def classical(rng: random.Random, place: Place, kind: str, split: Split) -> Generated:
    """Return a problem of a chain of rules, told by templates.

    Args:
        rng: the source of choices.
        place: which rules are chained, and which answer is wanted.
        kind: ``paper`` for the combination of the place, ``all`` for any other one of its depth.
        split: whose words it has.

    Raises:
        Disagreement: the context states what is asked, or an engine does not give the label.
    """
    asked = asked_of(rng, place, kind)
    task = asked.task
    story = Story.of(rng, task.letters, general=place.logic == "fol", split=split)
    premises = [Statement(claim.render(story), sentence(claim.clause(story))) for claim in task.premises]
    setting = Statement(*story.setting())
    told = sum(len(one.gloss.split()) for one in (setting, *premises))
    beside = background(rng, story.people, story.beside, WORDS - told)
    for one in beside:  # among the others, as stories have it
        premises.insert(rng.randint(0, len(premises)), one)
    given = [Statement(claim.render(story), claim.clause(story, plain=True)) for claim in asked.given]
    question = questioned(rng, [g.gloss for g in given], asked.goal.clause(story, plain=True))
    goal = Statement(asked.goal.render(story), question)
    if goal.formula in {p.formula for p in premises}:
        raise Disagreement("the context states the conclusion")  # appendix F
    stated = (setting, *premises, *given)
    used = {node.name for one in (*stated, goal) for node in walk(one.formula) if isinstance(node, Atom | Fn)}
    phrases = (story.trade, *story.phrases.values(), *story.beside)
    program = Program(
        stated,
        goal,
        predicates=declared(*(phrase for phrase in phrases if phrase.name in used)),
        constants=tuple(Constant(constant(n), n) for n in story.people if constant(n) in used),
    )
    outcome = proved_alike(program, asked.verdict, beside)
    name = "_".join(task.names)
    return Generated(
        " ".join(p.gloss for p in (setting, *premises)),
        goal.gloss,
        program,
        outcome,
        place.depth,
        task.names,
        tuple(reasoned(task, story)) if asked.verdict is not Verdict.UNKNOWN else (_OPEN,),
        tuple(p.gloss for p in beside),
        {"logic": place.logic, "depth": str(place.depth), "rule": name},
    )


def reasoned(task: Task, story: Story) -> list[str]:
    """Return the steps in words."""
    lines = []
    for rule, premises, conclusion in task.steps:
        since = ", and ".join(claim.clause(story, plain=True) for claim in premises)
        lines.append(f"{rule}: since {since}, therefore {conclusion.clause(story, plain=True)}.")
    return lines


def questioned(rng: random.Random, given: list[str], goal: str) -> str:
    """Return the question for a goal, with what it supposes."""
    ask = rng.choice(_ASKED)
    if not given:
        return ask.format(goal)
    form = rng.randrange(3)
    supposed = " and ".join(given)
    if form == 0 and len(given) == 1:
        return f"If {supposed}, {_ASKED[0][0].lower()}{_ASKED[0][1:].format(goal)}"
    if form == 1:
        return f"{sentence(supposed)} {ask.format(goal)}"
    return f"Suppose that {supposed}. {ask.format(goal)}"
