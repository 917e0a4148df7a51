"""What a model is told of a chain of rules: definitions, a domain and examples (Multi-LogiEval, section 3.1).

The prompt has five parts (figure 3): rule definitions, the format, diversity (a domain), the tasks, and five examples
of the same combination of rules, here by our templates. Format and tasks are in ``chains.md``.
"""

from __future__ import annotations

import json
import random
from typing import Final

from sorites.solvers import Statement
from sorites.solvers.logic.syntax import And, Atom, Formula, Implies, Not, Or
from sorites.translators.models.chat import ChatModel

from .claims import Asked, Claim, Scope, Task, task_of
from .classical import finished, questioned
from .combinations import Place
from .problem import Generated
from .sayable import Verbatim
from .stories import Wanted, story_of
from .storytelling import Story, domains, sentence
from .words import NAMES

EXAMPLES: Final = 5
_PHRASE: Final = "a verb phrase"


def written(rng: random.Random, place: Place, kind: str, chat: ChatModel) -> Generated:
    """Return a problem of a chain of rules as a model tells it.

    Args:
        rng: the source of choices.
        place: which rules are chained, and which answer is wanted.
        kind: ``paper`` for the combination of the place, ``all`` for any other one of its depth.
        chat: the model.

    Raises:
        Disagreement: what the model wrote did not pass the checks, or an engine does not give the label.
    """
    task = task_of(rng, place.logic, place.depth, place.name, kind)
    asked = [task.asked(place.positive)] if place.positive is None else [task.asked(p) for p in (True, False)]
    name = rng.choice(NAMES)
    wanted = _wanted(rng, task, asked, place.logic == "fol", name)
    told = story_of(chat, "chains", wanted, rng.randrange(1000))
    phrases = {letter: Verbatim(told.words[letter]) for letter in task.letters}
    story = Story(rng, domains()[0], (name,), None, phrases, dict.fromkeys(task.letters, 0), place.logic == "fol")
    premises = [Statement(claim.render(story), text) for claim, text in zip(task.premises, told.sentences, strict=True)]
    turn = 0 if place.positive is not False else len(asked) - 1
    given = [Statement(claim.render(story)) for claim in asked[turn].given]
    goal = Statement(asked[turn].goal.render(story), told.questions[turn])
    return finished(place, task, story, ([], premises, given), goal, asked[turn].verdict, written=told.context)


def _wanted(rng: random.Random, task: Task, asked: list[Asked], general: bool, name: str) -> Wanted:
    domain = rng.choice(domains())
    questions = [_defined(one, name) for one in asked]
    examples = tuple(_example(rng, task, asked, general) for _ in range(EXAMPLES))
    return Wanted(
        f"domain: {domain.name}\nname: {name}",
        dict.fromkeys(task.letters, _PHRASE),
        tuple(sentence(define(claim, name)) for claim in task.premises),
        tuple(questions),
        examples,
        name,
    )


def _defined(asked: Asked, name: str) -> str:
    supposed = " and ".join(define(claim, name) for claim in asked.given)
    before = f"suppose that {supposed}: " if supposed else ""
    return f"{before}is it so that {define(asked.goal, name)}?"


def define(claim: Claim, name: str) -> str:
    """Return a claim as a general definition in words: ``if A1 is true of someone, then A2 is true of them``."""
    match claim.scope:
        case Scope.ONE:
            return _clause(claim.formula, f"of {name}")
        case Scope.ALL if isinstance(claim.formula, Implies):
            left, right = claim.formula.left, claim.formula.right
            return f"if {_clause(left, 'of someone')}, then {_clause(right, 'of them')}"
        case Scope.ALL:
            return f"of everyone, {_clause(claim.formula, '')}"
        case Scope.SOME:
            return f"of someone, {_clause(claim.formula, '')}"
        case Scope.NOT_ALL:
            return f"not of everyone, {_clause(claim.formula, '')}"


def _clause(formula: Formula, whom: str) -> str:
    of = f" {whom}" if whom else ""
    match formula:
        case Atom(name, ()):
            return f"{name} is true{of}"
        case Not(Atom(name, ())):
            return f"{name} is not true{of}"
        case Not(body):
            return f"it is not so that {_clause(body, whom)}"
        case And(parts):
            return ", and ".join(_clause(part, whom) for part in parts)
        case Or(parts):
            return f"either {' or '.join(_clause(part, whom) for part in parts)}, or both are"
        case Implies(left, right):
            return f"if {_clause(left, whom)}, then {_clause(right, whom)}"
    raise AssertionError(formula)


def _example(rng: random.Random, task: Task, asked: list[Asked], general: bool) -> str:
    """Return the same definitions in words of the templates, as JSON of the fields that a model fills in."""
    story = Story.of(rng, task.letters, general=general)
    context = [{"text": story.setting()[1], "rule": 0}]
    context += [{"text": sentence(c.clause(story)), "rule": i} for i, c in enumerate(task.premises, 1)]
    questions = [
        questioned(rng, [claim.clause(story, plain=True) for claim in one.given], one.goal.clause(story, plain=True))
        for one in asked
    ]
    labels = [{"label": letter, "words": story.phrases[letter].tail()} for letter in task.letters]
    return json.dumps({"labels": labels, "context": context, "questions": questions})
