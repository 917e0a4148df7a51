"""LogicAsker's laws about two quantifiers (table 8), which need predicates with two places.

None of the paper's 208 leaves has them, nor a template of its appendix D: these are made with ``extra``, with the
verbs of Multi-LogiEval's relations. Transposition holds one way; the other way round it is a fallacy.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from sorites.solvers import Predicate, Program, Statement, Verdict
from sorites.solvers.logic.syntax import Atom, Exists, Forall, Formula, Not, Var

from .arguments import VARIABLES
from .problem import Generated, proved
from .specification import Split
from .storytelling import sentence
from .words import third, vocabulary

COMMUTATION: Final = "quantifier commutation"
TRANSPOSITION: Final = "quantifier transposition"
PLACED: Final = (COMMUTATION, TRANSPOSITION)
Said = tuple[Formula, str]
FOLLOWS: Final[Mapping[str, Verdict]] = {
    "inference": Verdict.ENTAILED,
    "contradiction": Verdict.REFUTED,
    "unrelated": Verdict.UNKNOWN,
}
"""What the premises say of what is asked, by case."""


def placed(rng: random.Random, category: str, rule: str, case: str, split: Split) -> Generated:
    """Return a problem of a law about two quantifiers.

    Args:
        rng: the source of choices.
        category: ``equivalent``, or ``fallacy`` for what does not hold of transposition.
        rule: one of ``PLACED``.
        case: what is asked.
        split: whose words it has.
    """
    verb, other = rng.sample(vocabulary(split).relating, 2)
    x, y = rng.sample(VARIABLES, 2)
    if rule == TRANSPOSITION:
        given, asked = _some_all(verb, x, y), _all_some(verb, x, y)
        against = _some_none(verb, x, y)
        # Whom each of them relates to is open: but one of them is known to relate to anybody.
        beside = (_all_some(other, x, y), _all_does(verb, x, y))
        if category == "fallacy":
            given, asked = asked, given
    elif rng.random() < 0.5:
        given, asked = _all_all(verb, x, y), _all_all(verb, x, y, turned=True)
        against = _some_some(verb, x, y, turned=True, positive=False)
        beside = (_all_all(other, x, y, turned=True), _some_some(other, x, y, turned=True))
    else:
        given, asked = _some_some(verb, x, y), _some_some(verb, x, y, turned=True)
        against = _all_all(verb, x, y, turned=True, positive=False)
        beside = (_some_some(other, x, y, turned=True), _some_all(verb, x, y))
    goal, said = {"contradiction": against, "unrelated": rng.choice(beside)}.get(case, asked)
    formula, text = given
    question = Statement(goal, sentence(said))
    predicates = tuple(Predicate(_named(v), ("x", "y"), f"x {third(v)} y") for v in (verb, other))
    used = [p for p in predicates if any(p.name in str(f) for f in (formula, goal))]
    program = Program((Statement(formula, sentence(text)),), question, predicates=tuple(used))
    outcome = proved(program, Verdict.UNKNOWN if category == "fallacy" else FOLLOWS[case])
    return Generated(
        context=sentence(text),
        question=f"Can we infer the following? Answer yes or no: {question.gloss}",
        program=program,
        verdict=outcome.verdict,
        outcome=outcome,
        depth=1,
        rules=(rule,),
        chain=_told(category, rule, case, sentence(asked[1]), question.gloss),
        tags={"logic": "predicate", "category": category, "rule": rule, "case": case, "length": "1"},
    )


def _told(category: str, rule: str, case: str, follows: str, asked: str) -> tuple[str, ...]:
    if category == "fallacy":
        return (f"To infer it from premise 1 would be the fallacy of {rule}: it can be true, and that false.",)
    if case == "unrelated":
        return ("The premises leave it open: they can all be true whether it is so or not.",)
    step = f"2. By {rule} from premise 1: {follows}"
    return (step,) if case == "inference" else (step, f"That is the opposite of what is asked: {asked}")


def _named(verb: str) -> str:
    return third(verb).capitalize()


def _does(verb: str, x: str, y: str, positive: bool = True) -> Said:
    atom = Atom(_named(verb), (Var(x), Var(y)))
    return (atom, f"{x} {third(verb)} {y}") if positive else (Not(atom), f"{x} does not {verb} {y}")


def _all_all(verb: str, x: str, y: str, *, turned: bool = False, positive: bool = True) -> Said:
    body, text = _does(verb, x, y, positive)
    a, b = (y, x) if turned else (x, y)
    return Forall(a, Forall(b, body)), f"for all {a} and {b}, {text}"


def _some_some(verb: str, x: str, y: str, *, turned: bool = False, positive: bool = True) -> Said:
    body, text = _does(verb, x, y, positive)
    a, b = (y, x) if turned else (x, y)
    said = f"there is at least one {a} for which there is at least one {b} for which {text}"
    return Exists(a, Exists(b, body)), said


def _some_all(verb: str, x: str, y: str) -> Said:
    body, _ = _does(verb, x, y)
    return Exists(x, Forall(y, body)), f"there is at least one {x} for which {x} {third(verb)} everyone"


def _all_some(verb: str, x: str, y: str) -> Said:
    body, text = _does(verb, x, y)
    return Forall(y, Exists(x, body)), f"for all {y}, there is at least one {x} for which {text}"


def _all_does(verb: str, x: str, y: str) -> Said:
    body, text = _does(verb, x, y)
    return Forall(x, Exists(y, body)), f"for all {x}, there is at least one {y} for which {text}"


def _some_none(verb: str, x: str, y: str) -> Said:
    body, text = _does(verb, x, y)
    return Exists(y, Not(Exists(x, body))), f"there is at least one {y} for which there is no {x} for which {text}"
