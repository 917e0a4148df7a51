"""Skeletons of ProverGen's problems: rules, facts and a goal over letters, grown from the goal downwards (3.2.2).

A goal gets a truth value; a rule is drawn that gives it, with truth values of its other facts from the rule's truth
table; these are the next goals. What is not expanded becomes a fact. A goal that shall stay open gets a rule that is
true whatever the goal is. How many steps an answer takes is measured when all is drawn: without any of the rules it
must be lost.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Verdict
from sorites.solvers.bridges.asp import GroundRules, ask, empty_program
from sorites.solvers.language.syntax import Atom, Formula, Not, conjunction

from .forms import Form, Solution, Value, openings, solutions
from .inference import letters_of
from .problem import Disagreement

STEPS: Final = {"easy": (1, 2), "medium": (3, 5), "hard": (6, 9)}
"""How many steps the reasoning takes (section 3.3)."""
_TRIES: Final = 50
"""How many rules are drawn for one that can give a truth value (as in the authors' code)."""
Fact = tuple[str, bool]
"""A letter and its truth value."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rule as it is used.

    Attributes:
        form: its form.
        rule: the rule over letters.
        facts: what is known of its other letters.
        given: what it gives; ``None`` if that stays open, or if it is itself asked about.
    """

    form: Form
    rule: Formula
    facts: tuple[Fact, ...]
    given: Fact | None


@dataclass(frozen=True, slots=True)
class Beside:
    """A rule that leads to a fact of the reasoning, and what is known of its other letters, which leaves it open."""

    form: Form
    rule: Formula
    facts: tuple[Fact, ...]


@dataclass(slots=True)
class Skeleton:
    """A problem over letters.

    Attributes:
        goal: what is asked.
        verdict: its answer.
        root: the rule that gives the goal or leaves it open; ``None`` if the goal is a rule.
        form: the goal's form, if it is a rule.
        known: what is known of the goal's own letters, or of the others of its rule.
        steps: the rules that are used, in the order of the reasoning; without the root if it leaves the goal open.
        leaves: the facts that are stated.
        count: how many letters there are.
        needed: how many rules the answer takes at least.
    """

    goal: Formula
    verdict: Verdict
    root: Step | None
    form: Form | None = None
    known: tuple[Fact, ...] = ()
    steps: list[Step] = field(default_factory=list)
    leaves: list[Fact] = field(default_factory=list)
    count: int = 0
    needed: int = 0

    def letter(self) -> str:
        """Return a new letter."""
        self.count += 1
        return f"F{self.count}"

    @property
    def idle(self) -> Step | None:
        """The rule that leaves the goal open."""
        return self.root if self.verdict is Verdict.UNKNOWN else None

    @property
    def rules(self) -> list[Step]:
        """The rules of the text: those that are used, and the one that leaves the goal open."""
        return [*self.steps, *([self.idle] if self.idle else [])]


_Asks = Callable[[random.Random, Skeleton], list[Fact]]


@dataclass(frozen=True, slots=True)
class Growth:
    """How skeletons grow; the defaults are the paper's and its code's.

    Attributes:
        backward: whether a goal may stand anywhere in a rule, so that reasoning goes from right to left, too.
        rules: the forms of rules.
        goal_rules: the forms of rules that are asked about.
        share: the share of goals that are rules.
        p_fact: how often a goal is stated instead of derived, if there are others left.
        threshold: how many others.
    """

    backward: bool
    rules: tuple[Form, ...]
    goal_rules: tuple[Form, ...]
    share: float
    p_fact: float
    threshold: int

    def skeleton(self, rng: random.Random, verdict: Verdict, steps: int) -> Skeleton:
        """Return a skeleton whose answer takes so many steps.

        Raises:
            Disagreement: the rules can't give one.
        """
        asks = self._rule_asked if rng.random() < self.share else self._fact_asked
        for _ in range(100):
            try:
                made = self._drawn(rng, asks, verdict, steps)
            except Disagreement:
                continue
            made.needed = measured(made)
            if made.needed == steps:
                return made
        forms = ", ".join(form.text for form in (*self.rules, *self.goal_rules))
        raise Disagreement(f"no problem of {steps} steps that is {verdict} was found among {forms}")

    def _drawn(self, rng: random.Random, asks: _Asks, verdict: Verdict, steps: int) -> Skeleton:
        made = Skeleton(Atom("", ()), verdict, None)
        agenda = asks(rng, made)
        used = [made.root] if made.root is not None else []
        while len(used) < steps:
            if not agenda:
                raise Disagreement("nothing is left to derive")
            fact = agenda.pop(rng.randrange(len(agenda)))
            if len(agenda) >= self.threshold and rng.random() < self.p_fact:
                made.leaves.append(fact)
                continue
            step, needed, beside = self._step(rng, made, *fact)
            used.append(step)
            agenda += needed
            made.leaves += beside
        made.leaves += agenda
        made.steps = [step for step in reversed(used) if step.given is not None]
        return made

    def _rule_asked(self, rng: random.Random, made: Skeleton) -> list[Fact]:
        """Ask about a rule, and return what has to be derived."""
        value = _VALUES[made.verdict]
        for _ in range(_TRIES):
            form = rng.choice(self.goal_rules)
            if found := solutions(form, None, value):
                solution = rng.choice(found)
                letters = [made.letter() for _ in form.letters]
                made.goal, made.form = form.of(letters), form
                needed, beside = _parted(solution, letters)
                made.known = (*needed, *beside)
                made.leaves += beside
                return needed
        raise Disagreement("no rule to ask about has this answer")

    def _fact_asked(self, rng: random.Random, made: Skeleton) -> list[Fact]:
        """Ask whether a fact is so, or is not so, and return what has to be derived."""
        letter, affirmed = made.letter(), rng.random() < 0.5
        value = _VALUES[made.verdict]
        made.goal = Atom(letter, ()) if affirmed else Not(Atom(letter, ()))
        made.root, needed, beside = self._step(rng, made, letter, value if affirmed or value is None else not value)
        made.known = (*needed, *beside)
        made.leaves += beside
        return needed

    def _step(
        self, rng: random.Random, made: Skeleton, letter: str, value: Value
    ) -> tuple[Step, list[Fact], list[Fact]]:
        """Return a rule that gives a letter its value, the facts that takes, and others that are known beside."""
        for _ in range(_TRIES):
            form = rng.choice(self.rules)
            place = rng.choice(range(len(form.letters)) if self.backward else form.forward)
            if found := solutions(form, place, value):
                solution = rng.choice(found)
                letters = [letter if i == place else made.letter() for i in range(len(form.letters))]
                needed, beside = _parted(solution, letters)
                known = tuple((n, v) for n, v in zip(letters, solution.values, strict=True) if v is not None)
                given = (letter, value) if value is not None else None
                return Step(form, form.of(letters), known, given), needed, beside
        raise Disagreement("no rule gives this value")

    def beside(self, rng: random.Random, made: Skeleton) -> list[Beside]:
        """Return a rule for each fact that is derived which leads to it and leaves it open (section 3.2.2).

        Its other letters are new, so that it bears on nothing else.
        """
        targets = [step.given[0] for step in made.steps[:-1] if step.given is not None]
        if made.root is None or made.verdict is Verdict.UNKNOWN:
            targets += [step.given[0] for step in made.steps[-1:] if step.given is not None]
        found = []
        ways = [form for form in self.rules if all(openings(form, place) for place in form.forward)]
        for target in (targets or letters_of([made.goal])[:1]) if ways else ():
            form = rng.choice(ways)
            place = rng.choice(form.forward)
            values = rng.choice(openings(form, place))
            letters = [target if i == place else made.letter() for i in range(len(form.letters))]
            facts = tuple((n, v) for n, v in zip(letters, values, strict=True) if v is not None)
            found.append(Beside(form, form.of(letters), facts))
        return found


_VALUES: Final[Mapping[Verdict, Value]] = {Verdict.ENTAILED: True, Verdict.REFUTED: False, Verdict.UNKNOWN: None}


def literal_of(fact: Fact) -> Formula:
    """Return a fact as a formula."""
    letter, value = fact
    return Atom(letter, ()) if value else Not(Atom(letter, ()))


def _parted(solution: Solution, letters: Sequence[str]) -> tuple[list[Fact], list[Fact]]:
    """Return the facts of a solution that are needed, and the others."""
    known = [(i, (letters[i], value)) for i, value in enumerate(solution.values) if value is not None]
    return [f for i, f in known if i in solution.needed], [f for i, f in known if i not in solution.needed]


def measured(made: Skeleton) -> int:
    """Return how many rules the answer takes at least; 0 if there is more than one way to it.

    A rule is needed if all others together do not do. If the needed ones do, no proof has fewer. Where the goal stays
    open, counted are the rules that show what is known of its letters, or of the other letters of the one rule that
    could give it; and that rule.
    """
    target = made.goal if made.verdict is Verdict.ENTAILED else Not(made.goal)
    if made.verdict is Verdict.UNKNOWN:
        target = conjunction(tuple(map(literal_of, made.known)))
    control = empty_program()
    with control.backend() as backend:
        ground = GroundRules(backend, ("e",), {})
        rules = [ground.formula(step.rule, {}) for step in made.rules]
        stated = [ground.formula(literal_of(fact), {}) for fact in made.leaves]
        fails = -ground.formula(target, {})

    def does(kept: Iterable[int]) -> bool:
        return ask(control, [*kept, *stated, fails], ()).true is None

    needed = [rule for rule in rules if not does(other for other in rules if other != rule)]
    return len(needed) + (made.idle is not None) if does(needed) else 0
