"""What every generator makes: a problem whose label was proved, with all that leads to it."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Final, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from sorites.agent.output import certificate_data
from sorites.solvers import (
    Argument,
    Countermodels,
    Limits,
    Outcome,
    PreferredModels,
    Program,
    Proof,
    Question,
    SoritesError,
    Statement,
    Verdict,
    needs,
    write_program,
)
from sorites.solvers.bridges.smt import forget
from sorites.solvers.checking import check
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import Atom, Fn, Formula
from sorites.solvers.logic.walkers import walk
from sorites.solvers.registry import able
from sorites.solvers.running import attempt
from sorites.translators import LabelScheme

from .specification import Split

LIMITS = Limits(20.0)


class Disagreement(SoritesError):
    """An engine does not give the label that a problem was built for: a fault of the generator."""


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A step of the reasoning in words.

    Attributes:
        facts: what it starts from.
        rule: the rule that is used; empty where what is asked is itself a rule.
        conclusion: what follows; empty where that stays open.
        denied: the opposite of the conclusion.
        formula: the conclusion as a formula.
    """

    facts: tuple[str, ...]
    rule: str
    conclusion: str
    denied: str = ""
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated problem.

    Attributes:
        context: the text.
        question: the question.
        program: the gold program, its premises and rules with the sentences that render them.
        outcome: the engine's outcome, with its certificate.
        depth: how many steps the reasoning takes.
        rules: the rules that are used, in the order of the steps.
        chain: the reasoning in words, one step a line.
        distractors: the sentences that the reasoning does without.
        tags: what figures can be told apart by.
        label: the verdict that the label says, where that is not the program's: of a text that was spoilt on purpose.
        steps: the reasoning step by step, for questions about each of them.
        subject: whom it is about: name, keyword, category.
        asked: of a puzzle what is asked, with its options; the program is that of the one that is right.
    """

    context: str
    question: str
    program: Program
    outcome: Outcome
    depth: int
    rules: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    label: Verdict | None = None
    steps: tuple[Reasoned, ...] = ()
    subject: Mapping[str, str] = field(default_factory=dict)
    asked: Question | None = None

    @property
    def verdict(self) -> Verdict:
        """What the program says about its goal, found by an engine."""
        return self.outcome.verdict


class ProblemRecord(BaseModel):
    """A line of a generated file; ``verdict`` is what the program says, ``label`` the answer.

    Of version 1 are those of other words; they had a story, too, which is passed over.
    """

    model_config = ConfigDict(frozen=True)

    version: Literal[1, 2] = 2
    id: str
    generator: str
    settings: str
    seed: int
    split: Split = "test"
    context: str
    question: str
    options: list[str]
    label: str
    verdict: Verdict
    depth: int
    rules: list[str]
    chain: list[str]
    distractors: list[str]
    tags: dict[str, str]
    program: str
    certificate: dict[str, Any] | None
    verified_by: list[str]
    steps: list[Reasoned] = []
    subject: dict[str, str] = {}


class Generator(Protocol):
    """Makes problems; what it makes depends on the random numbers that it is given and on nothing else."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    @property
    def scheme(self) -> LabelScheme:
        """The labels."""
        ...

    @property
    def settings(self) -> str:
        """All options in one line; the same line and seed give the same problems."""
        ...

    @property
    def split(self) -> Split:
        """Whose words its problems have."""
        ...

    @property
    def mixed(self) -> str:
        """What the seed is mixed with, so that other options ask other questions."""
        ...

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the labels have come out; within, their order is shuffled."""
        ...

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem.

        Args:
            rng: the source of all choices.
            number: whose turn it is (``turn_of``), which decides on label and rule, so
                that shares come out as they were asked for.
        """
        ...


@runtime_checkable
class Questioning(Protocol):
    """A generator of problems that share a context, or a question."""

    def context(self, number: int) -> int:
        """Return the first turn that shares it with one."""
        ...


def turn_of(generator: Generator, seed: int, number: int) -> int:
    """Return whose turn it is at a place in a run: shuffled within each cycle, so that no place tells its label.

    Shares are exact after each whole cycle, and a longer run begins as a shorter one.
    """
    block, place = divmod(number, generator.cycle)
    return (
        block * generator.cycle
        + _order(f"{generator.name}/{seed}/{generator.mixed}/order/{block}", generator.cycle)[place]
    )


@lru_cache(16)
def _order(seed: str, length: int) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(length), length))  # noqa: S311  # reproducible, nothing secret


@cache
def turns(shares: tuple[float, ...]) -> tuple[int, ...]:
    """Return the order in which things take turns so that their shares come out, to one in a hundred.

    Args:
        shares: how often each thing has its turn; they add up to 1.
    """
    if len(set(shares)) == 1:
        return tuple(range(len(shares)))
    taken = [0] * len(shares)
    order = []
    for place in range(1, 101):
        due = max(range(len(shares)), key=lambda i: shares[i] * place - taken[i])
        taken[due] += 1
        order.append(due)
    return tuple(order)


_SEEN: Final[dict[tuple[Hashable, ...], Outcome]] = {}
"""Outcomes by what is left of programs without their words."""


def proved_alike(program: Program, expected: Verdict, beside: Collection[Statement] = ()) -> Outcome:
    """Return what ``proved`` does, without a certificate; programs that differ in names alone are proved once."""
    bare = replace(program, premises=tuple(s for s in program.premises if s not in beside))
    ordered = sorted(bare.premises, key=lambda s: [type(node).__name__ for node in walk(s.formula)])
    names: dict[str, str] = {}

    def called(name: str) -> str:
        return names.setdefault(name, f"N{len(names)}")

    def plain(formula: Formula) -> Formula:
        return rewrite(
            formula,
            lambda part: Atom(called(part.name), part.args) if isinstance(part, Atom) else part,
            lambda part: Fn(called(part.name), part.args) if isinstance(part, Fn) else part,
        )

    rules = tuple((called(one.label), plain(one.formula)) for one in bare.rules)
    exceptions, said = (
        tuple(plain(one.formula) for one in stated) for stated in (bare.exceptions, (*ordered, bare.goal))
    )
    ranks = tuple((called(a), called(b)) for a, b in bare.preferences)
    shape = expected, rules, exceptions, said, ranks
    if shape not in _SEEN:
        _SEEN[shape] = replace(proved(bare, expected), certificate=None)
    return _SEEN[shape]


def proved(
    program: Program, expected: Verdict, beside: Collection[Statement] = (), *, certify: bool = False
) -> Outcome:
    """Return the outcome of the quickest engine that decides a program.

    Args:
        program: the program.
        expected: the verdict.
        beside: premises that bear on nothing, whatever they say: of words that no other premise has, or of somebody of
            whom the others say nothing, and no more than they say of one of whom they do.
        certify: whether it is to have a certificate, which takes longer than the verdict.

    Raises:
        Disagreement: it is not the verdict that was expected.
    """
    found = Verdict.UNDECIDED
    if beside:
        program = replace(program, premises=tuple(s for s in program.premises if s not in beside))
    for engine in sorted(able(needs(program)), key=lambda e: e.capabilities.cost):
        if certify:  # what is written down must not depend on what Z3 saw before
            forget()
        outcome = attempt(engine.make(certify=certify), program, LIMITS)
        found = outcome.verdict
        if found is expected:
            return outcome
        if found is not Verdict.UNDECIDED:
            break
    raise Disagreement(f"expected {expected}, found {found}:\n{write_program(program)}")


def verified(problem: Generated) -> Generated:
    """Return a problem with the certificate of its answer, after the kernel accepted that.

    Raises:
        Disagreement: it does not.
    """
    outcome = problem.outcome
    if not isinstance(outcome.certificate, Argument):
        outcome = proved(problem.program, problem.verdict, certify=True)
    outcome = check(problem.program, outcome)
    if outcome.checked is None:
        why = "; ".join(d.message for d in outcome.diagnostics) or "there is no certificate"
        raise Disagreement(f"{why}:\n{write_program(problem.program)}")
    return replace(problem, outcome=outcome)


_SECOND: Final[Mapping[type, str]] = {
    Proof: "the proof replayed",
    Countermodels: "evaluation in both models",
    Argument: "the argument replayed",
    PreferredModels: "better models refuted",
}
"""What checks a certificate of each kind."""


def record_of(generator: Generator, seed: int, number: int, problem: Generated) -> ProblemRecord:
    """Return a problem as a line of a file."""
    found = problem.outcome.certificate if problem.outcome.checked is not None else None
    shown = certificate_data(found, checked=True)
    options, label = list(dict.fromkeys(generator.scheme.labels.values())), problem.program.goal.gloss
    if problem.asked is not None:
        options = [one.gloss for one in problem.asked.said]
    else:
        label = generator.scheme.labels[problem.verdict if problem.label is None else problem.label]
    return ProblemRecord(
        id=f"{generator.name}-{seed}-{number:06d}",
        generator=generator.name,
        settings=generator.settings,
        seed=seed,
        split=generator.split,
        context=problem.context,
        question=problem.question,
        options=options,
        label=label,
        verdict=problem.verdict,
        depth=problem.depth,
        rules=list(problem.rules),
        chain=list(problem.chain),
        distractors=list(problem.distractors),
        tags=dict(problem.tags),
        program=write_program(problem.asked or problem.program),
        certificate={name: value for name, value in shown.items() if value not in ([], None)} if shown else None,
        verified_by=[problem.outcome.engine, *([_SECOND[type(found)]] if found is not None else [])],
        steps=list(problem.steps),
        subject=dict(problem.subject),
    )
