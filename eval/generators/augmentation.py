"""Questions about each step of a problem's reasoning, for training (ProverGen, appendix F).

Each step but the last is asked about: what it gives, or the opposite, by a fair coin, with two options or three; and
as a question that stays open, which asks the same of somebody else or states something unrelated. The text is what
leads to the step and a part of the rest. Every label is proved.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers import Predicate, Program, Statement, Verdict, prove, read_program
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import Atom, Fn, Formula, Implies, Not
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.closing import parse_formula

from .problem import Disagreement, ProblemRecord, Reasoned
from .sentences import constant, inside
from .words import domains, vocabulary

OTHER: Final = 0.7
"""How often a question that stays open is about somebody else; else it is about something unrelated."""
_DRAWN: Final = 30
"""How many phrases are looked at for two that a text does not have."""
_TRIES: Final = 20
LEADS: Final = {
    2: "Based on the above information, is the following statement true or false? ",
    3: "Based on the above information, is the following statement true, false, or uncertain? ",
}
"""How a question with two options begins, and one with three."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question with its text, its answer and the reasoning.

    Attributes:
        program: the sentences with their formulas, and what is asked.
        lead: how the question begins.
        options: the labels.
        label: the right one.
        steps: the reasoning.
        closing: its last sentence.
    """

    program: Program
    lead: str
    options: tuple[str, ...]
    label: str
    steps: tuple[Reasoned, ...]
    closing: str

    @property
    def context(self) -> str:
        """The text."""
        return " ".join(premise.gloss for premise in self.program.premises)

    @property
    def question(self) -> str:
        """The question."""
        return self.lead + self.program.goal.gloss


def own_task(record: ProblemRecord) -> Task:
    """Return a problem's own question.

    Raises:
        Disagreement: its program can't be read.
    """
    program = _program(record)
    lead = record.question.removesuffix(program.goal.gloss)
    options = tuple(dict.fromkeys(record.options))
    steps = tuple(record.steps)
    return Task(program, lead, options, record.label, steps, _closing(record.label, program.goal.gloss))


def added_tasks(record: ProblemRecord) -> Iterator[Task]:
    """Yield the questions about a problem's steps but the last, for each one with an answer and one that stays open.

    Raises:
        Disagreement: the engine does not give the label.
    """
    rng = random.Random(f"{record.id}/augmented")  # noqa: S311  # reproducible, nothing secret
    program = _program(record)
    true, false, open_ = record.options
    for number, step in enumerate(record.steps[:-1], 1):
        done = _behind(record.steps[:number])
        given = _formula(step.formula)
        shown = _part(rng, record, program, done)
        affirmed, options = rng.random() < 0.5, (true, false, open_)[: rng.choice((2, 3))]
        goal = Statement(given if affirmed else _opposite(given), step.conclusion if affirmed else step.denied)
        label = true if affirmed else false
        asked = replace(shown, goal=goal)
        _make_sure(asked, Verdict.ENTAILED if affirmed else Verdict.REFUTED)
        yield Task(asked, LEADS[len(options)], options, label, done, _closing(label, goal.gloss))
        shown = _part(rng, record, program, done)
        asked, other = _left_open(rng, record, shown, Statement(given, step.conclusion))
        closing = f"It is true that {step.conclusion} But it" if other else "It"
        yield Task(
            asked,
            LEADS[3],
            (true, false, open_),
            open_,
            done,
            f"{closing} is uncertain that {inside(asked.goal.gloss)}",
        )


def _program(record: ProblemRecord) -> Program:
    program = read_program(record.program).first
    if program is None:
        raise Disagreement(f"the program of {record.id} can't be read")
    return program


def _formula(text: str) -> Formula:
    formula, _ = parse_formula(text)
    if formula is None:
        raise Disagreement(f"'{text}' is no formula")
    return formula


def _opposite(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)


def _closing(label: str, goal: str) -> str:
    return f"{'Therefore, it' if label != 'Uncertain' else 'It'} is {label.lower()} that {inside(goal)}"


def _behind(steps: Sequence[Reasoned]) -> tuple[Reasoned, ...]:
    """Return the steps that lead to the last one, and that one."""
    *earlier, last = steps
    found = [last]
    for step in reversed(earlier):
        if any(step.conclusion in later.facts for later in found):
            found.insert(0, step)
    return tuple(found)


def _part(rng: random.Random, record: ProblemRecord, program: Program, done: tuple[Reasoned, ...]) -> Program:
    """Return the premises that steps use, with some others of the reasoning and of the distractions, shuffled."""
    by_gloss = {premise.gloss: premise for premise in program.premises}
    used = dict.fromkeys(text for step in done for text in (*step.facts, step.rule) if text in by_gloss)
    later = dict.fromkeys(text for step in record.steps for text in (*step.facts, step.rule) if text in by_gloss)
    rest = [text for text in later if text not in used]
    noise = [text for text in record.distractors if text not in used]
    taken = [*used]
    for others in (rest, noise):
        taken += others[: rng.randrange(len(others))] if others else []
    rng.shuffle(taken)
    return replace(program, premises=tuple(by_gloss[text] for text in dict.fromkeys(taken)))


def _left_open(rng: random.Random, record: ProblemRecord, shown: Program, given: Statement) -> tuple[Program, bool]:
    """Return the text with a question that stays open, and whether it is the step's, about somebody else.

    Raises:
        Disagreement: none was found.
    """
    name = record.subject["name"]
    told = {node.name for premise in shown.premises for node in walk(premise.formula) if isinstance(node, Fn)}
    names = vocabulary(record.split).names
    others = [n for n in names if n != name and constant(n) in told]  # or that nobody speaks of them would tell
    for _ in range(_TRIES):
        other = rng.random() < OTHER
        if other:
            who = rng.choice(others or [n for n in names if n != name])
            goal = Statement(_said_of(given.formula, name, who), given.gloss.replace(name, who))
            predicates = shown.predicates
        else:
            goal, new = _unrelated(rng, record, {p.name for p in shown.predicates})
            predicates = (*shown.predicates, *new)
        asked = replace(shown, goal=goal, predicates=predicates)
        if prove(asked, "horn").verdict is Verdict.UNKNOWN:
            return asked, other
    raise Disagreement(f"nothing stays open in {record.id}")


def _said_of(formula: Formula, name: str, who: str) -> Formula:
    old, new = Fn(constant(name)), Fn(constant(who))
    return rewrite(formula, lambda f: f, lambda term: new if term == old else term)


def _unrelated(rng: random.Random, record: ProblemRecord, taken: set[str]) -> tuple[Statement, tuple[Predicate, ...]]:
    """Return a fact or a rule about somebody in words of the same part of life that the text does not have."""
    name = record.subject["name"]
    domain = next(one for one in domains(record.split, animals=True) if one.name == record.subject["keyword"])
    drawn = domain.draw(rng, min(len(taken) + 2, _DRAWN))
    first, second = [p for p in drawn if not any(name.endswith(p.words.split()[-1].title()) for name in taken)][:2]
    one, other = (Atom(phrase.name, (Fn(constant(name)),)) for phrase in (first, second))
    declared = tuple(Predicate(phrase.name, ("x",), phrase.of("x")) for phrase in (first, second))
    if rng.random() < 0.5:
        return Statement(one, f"{first.of(name)}."), declared[:1]
    return Statement(Implies(one, other), f"If {first.of(name)}, then {second.of(name)}."), declared


def _make_sure(program: Program, verdict: Verdict) -> None:
    found = prove(program, "horn").verdict
    if found is not verdict:
        raise Disagreement(f"expected {verdict}, found {found}")
