"""Where a model's reasoning is weak, and what demonstrations mend of it (LogicAsker, sections 3.3 and 3.4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, computed_field

from sorites.agent.answerers import ModelAnswerer
from sorites.solvers import Verdict
from sorites.translators import Problem
from sorites.translators.models.prompts import Prompt
from sorites.translators.models.prompts.shots import Demonstration, Shots

from .generators.logicasker import FALLACY_OF, Leaf, LogicAsker, fallacy_named, leaves, rule_of
from .generators.problem import Generated

Kind = Literal["none", "random", "weakness"]
KINDS: Final[tuple[Kind, ...]] = ("none", "random", "weakness")


class Counts(BaseModel):
    """How often a model answered, and how often it was right.

    ``satisfied`` counts the responses with an answer; the response accuracy is the share of
    right ones among these.
    """

    cases: Annotated[int, Field(ge=0)] = 0
    satisfied: Annotated[int, Field(ge=0)] = 0
    correct: Annotated[int, Field(ge=0)] = 0

    @computed_field  # type: ignore[prop-decorator]  # as pydantic says
    @property
    def accuracy(self) -> float | None:
        """The response accuracy; ``None`` where no response has an answer."""
        return self.correct / self.satisfied if self.satisfied else None

    def add(self, case: Case, label: str | None) -> None:
        """Count a case with what was answered."""
        self.cases += 1
        self.satisfied += label is not None
        self.correct += label == case.gold


class LeafScore(Counts):
    """How a model did on the cases of a leaf."""

    leaf: str


class Gain(Counts):
    """The response accuracy on the weakest leaves with a kind of demonstrations."""

    demonstrations: Kind


class Weaknesses(BaseModel):
    """What the loop found out.

    ``preset`` is the paper's way in which the model was asked, if it was asked in one; ``examples`` are cases of the
    weakest leaves that were answered wrong.
    """

    model: str
    method: str
    preset: str = ""
    seed: int
    first_round: list[LeafScore]
    weakest: list[str]
    second_round: list[Gain]
    examples: dict[str, str] = {}

    def of(self, part: str = "") -> Counts:
        """Return the first round on the leaves of a logic or a category, such as ``fallacy``, or on all."""
        kept = [one for one in self.first_round if not part or part in one.leaf.split("/")[:2]]
        sums = {name: sum(getattr(one, name) for one in kept) for name in ("cases", "satisfied", "correct")}
        return Counts(**sums)


@dataclass(frozen=True, slots=True)
class Case:
    """A problem of a leaf."""

    leaf: Leaf
    generated: Generated
    problem: Problem
    gold: str


def cases_of(leaves: Iterable[Leaf], count: int, seed: int) -> list[Case]:
    """Return so many new cases of each leaf."""
    maker = LogicAsker()
    found = []
    for leaf in leaves:
        for number in range(count):
            rng = random.Random(f"{leaf.name}/{seed}/{number}")  # noqa: S311  # reproducible, nothing secret
            made = maker.of(leaf, rng)
            name = f"{leaf.name}/{number}"
            problem = Problem(name, made.context, made.question, maker.scheme)
            found.append(Case(leaf, made, problem, maker.scheme.labels[made.verdict]))
    return found


def explanation(case: Case) -> str:
    """Return in a sentence why the answer is what it is (appendix E)."""
    rule = case.leaf.rule
    if case.leaf.category == "fallacy":
        return f"Because that would be {fallacy_named(rule)}: the premises can be true while the conclusion is false."
    if case.generated.verdict is Verdict.ENTAILED:
        return f"Because the conclusion follows from the premises by {rule}."
    if case.generated.verdict is Verdict.REFUTED:
        return f"Because by {rule} the premises give the opposite of the conclusion."
    return "Because the premises say nothing that settles the conclusion."


def demonstrations(cases: Sequence[Case], shots: int, seed: int) -> tuple[Demonstration, ...]:
    """Return cases as demonstrations, half with yes and half with no, each with a brief explanation."""
    rng = random.Random(f"demonstrations/{seed}")  # noqa: S311  # reproducible, nothing secret
    right = [c for c in cases if c.generated.verdict is Verdict.ENTAILED]
    wrong = [c for c in cases if c.generated.verdict is not Verdict.ENTAILED]
    picked = rng.sample(right, min(shots // 2, len(right)))
    picked += rng.sample(wrong, min(shots - len(picked), len(wrong)))
    rng.shuffle(picked)
    found = []
    for case in picked:
        problem, answer = case.problem, case.generated.verdict.value
        shown = Demonstration(
            context=problem.context, question=problem.question, answer=answer, reasoning=explanation(case)
        )
        found.append(shown)
    return tuple(found)


def cases_to_show(shown: Sequence[Leaf], shots: int, seed: int) -> list[Case]:
    """Return cases to draw demonstrations from, with half of them right and half wrong (section 4.5).

    A model that leans to an answer is weak where the other one is right, so that all of its weakest leaves may have
    the same. For the answer that lacks there are leaves of their rules that have it, then others of their logic.

    Args:
        shown: the leaves that are shown, the first ones rather.
        shots: how many demonstrations there will be.
        seed: the seed of the cases.
    """
    cases = cases_of(shown, 2, seed)
    for follows, wanted in ((True, shots // 2), (False, shots - shots // 2)):
        lacking = wanted - sum(case.leaf.follows is follows for case in cases)
        if lacking > 0:
            others = [leaf for leaf in _nearest(shown, seed) if leaf.follows is follows][:lacking]
            cases += cases_of(others, -(-lacking // len(others)), seed)[:lacking] if others else []
    return cases


def _nearest(shown: Sequence[Leaf], seed: int) -> list[Leaf]:
    """Return the other leaves of the tree: those of the same rules first, then of the same logic, then all."""
    every = list(leaves())
    random.Random(f"others/{seed}").shuffle(every)  # noqa: S311  # reproducible, nothing secret
    rules = list(dict.fromkeys((leaf.logic, name) for leaf in shown for name in _rules_behind(leaf)))
    logics = {leaf.logic for leaf in shown}

    def far(leaf: Leaf) -> int:
        rule = (leaf.logic, leaf.rule)
        return rules.index(rule) if rule in rules else len(rules) + (leaf.logic not in logics)

    return sorted((leaf for leaf in every if leaf not in shown), key=far)


def _rules_behind(leaf: Leaf) -> list[str]:
    """Return the rule of a leaf, and of a fallacy the rule that it is taken for."""
    base = rule_of(leaf)
    quantifier = leaf.rule.removesuffix(base)
    return [leaf.rule, *(f"{quantifier}{rule}" for rule, fallacy in FALLACY_OF.items() if fallacy == base)]


def find(  # noqa: PLR0913  # a keyword for each option of the command weaknesses
    answerer: ModelAnswerer,
    *,
    cases: int = 10,
    weakest: int = 10,
    shots: int = 4,
    kinds: Sequence[Kind] = KINDS,
    seed: int = 0,
    concurrency: int = 8,
    leaves: Sequence[Leaf] | None = None,
    preset: str = "",
    tick: Callable[[], None] = lambda: None,
) -> Weaknesses:
    """Run the loop: all leaves, the weakest again, and those with demonstrations.

    Args:
        answerer: the model.
        cases: cases of each leaf, in both rounds.
        weakest: how many leaves count as weak.
        shots: demonstrations in a prompt.
        kinds: which demonstrations are tried in the second round.
        seed: the seed of all cases; the rounds share none.
        concurrency: requests at the same time.
        leaves: the leaves; all 208 if ``None``.
        preset: the paper's way in which the model is asked, for who reads the figures.
        tick: is called after each answer.
    """
    taken = list(leaves if leaves is not None else LogicAsker().leaves())
    first = cases_of(taken, cases, seed)
    answers = _answers(answerer, first, concurrency, tick)
    by_leaf: dict[str, LeafScore] = {}
    for case, answer in zip(first, answers, strict=True):
        by_leaf.setdefault(case.leaf.name, LeafScore(leaf=case.leaf.name)).add(case, answer)
    wrong = [case for case, answer in zip(first, answers, strict=True) if answer is not None and answer != case.gold]
    shares = {name: one.accuracy for name, one in by_leaf.items() if one.accuracy is not None}
    weak_names = sorted(shares, key=lambda name: (shares[name], name))[:weakest]
    weak = sorted((leaf for leaf in taken if leaf.name in weak_names), key=lambda leaf: weak_names.index(leaf.name))
    second = cases_of(weak, cases, seed + 1)
    gains = []
    for kind in kinds:
        pool = cases_to_show(weak if kind == "weakness" else taken, shots, seed + 2) if kind != "none" else []
        prompt: Prompt = answerer.prompt
        if pool:
            shown = demonstrations(pool, shots, seed)
            as_picked = Shots(len(shown), {"": shown}, balanced=False, answered=True)
            prompt = replace(prompt, shots=as_picked, hash=f"{prompt.hash}+{kind}", explained=True)
        gain = Gain(demonstrations=kind)
        for case, answer in zip(
            second, _answers(replace(answerer, prompt=prompt), second, concurrency, tick), strict=True
        ):
            gain.add(case, answer)
        gains.append(gain)
    return Weaknesses(
        model=answerer.chat.name,
        method=answerer.method,
        preset=preset,
        seed=seed,
        first_round=list(by_leaf.values()),
        weakest=weak_names,
        second_round=gains,
        examples={c.leaf.name: f"{c.problem.context} {c.problem.question}" for c in wrong if c.leaf.name in weak_names},
    )


def _answers(
    answerer: ModelAnswerer, cases: Sequence[Case], concurrency: int, tick: Callable[[], None]
) -> list[str | None]:
    def one(case: Case) -> str | None:
        label = answerer.answer(case.problem).label
        tick()
        return label

    with ThreadPoolExecutor(concurrency) as pool:
        return list(pool.map(one, cases))
