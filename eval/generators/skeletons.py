"""Skeletons of ProverGen's problems: rules, facts and a goal over letters, grown from the goal downwards (3.2.2).

A goal gets a truth value; a rule is drawn that gives it, with truth values of its other facts from the rule's truth
table; these are the next goals. What is not expanded becomes a fact. A goal that shall stay open gets a rule that
what is known leaves without use. A goal that is a rule hangs on one of its letters, once the others have their values,
and that letter is gone on from as from a fact that is asked about.

Nothing but reasoning must tell the answer. So the letter has two rules in each text, one of a form that can make it
true and one of a form that can make it false, and a third rule of one of these forms is about another letter. One of
the three is used, the others are left without use: an answer True or False has one of the letter's own used, an answer
Uncertain the third. All three take as many facts more when they are used, so whatever the answer there are as many
facts, denials, and words that are said once. How many steps an answer takes is measured when all is drawn: without any
of the rules it must be lost.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from sorites.solvers import Verdict
from sorites.solvers.logic.syntax import Atom, Formula, Not

from .forms import Form, Place, Solution, Value, hinges, openings, pairs, remaining, solutions
from .inference import letters_of
from .problem import Disagreement

Level = Literal["easy", "medium", "hard"]
STEPS: Final[Mapping[Level, tuple[int, int]]] = {"easy": (1, 2), "medium": (3, 5), "hard": (6, 9)}
"""How many steps the reasoning takes (section 3.3)."""
_DENIED: Final = 0.01
"""How much rarer what is drawn is for each fact that it denies."""
_AFFIRMED: Final = 20
"""How often the two rules about what is asked are drawn for a pair that something true leaves open."""
_RARER: Final = 0.12
"""How much rarer a rule is used for each fact that it takes denied."""
_BOTH: Final = frozenset((True, False))
Fact = tuple[str, bool]
"""A letter and its truth value."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rule as it is used, or as it stands beside and leaves what it leads to open.

    Attributes:
        form: its form.
        rule: the rule over letters.
        facts: what is known of its other letters.
        given: what it gives; ``None`` if that stays open.
        letters: its letters, in the order of the form's places.
    """

    form: Form
    rule: Formula
    facts: tuple[Fact, ...]
    given: Fact | None
    letters: tuple[str, ...]


@dataclass(slots=True)
class Skeleton:
    """A problem over letters.

    Attributes:
        goal: what is asked.
        verdict: its answer.
        letter: the letter on which it hangs.
        root: the rule that gives this letter, or leaves it open.
        others: the other rule that leads to it and leaves it open, and the one about another letter; none if the forms
            have none.
        form: the goal's form, if it is a rule.
        known: what is known of the goal's own letters, and of the others of the root.
        steps: the rules that are used, in the order of the reasoning; without the root if it leaves the goal open.
        leaves: the facts that are stated.
        count: how many letters there are.
        needed: how many rules the answer takes at least.
    """

    goal: Formula
    verdict: Verdict
    letter: str = ""
    root: Step | None = None
    others: tuple[Step, ...] = ()
    form: Form | None = None
    known: tuple[Fact, ...] = ()
    steps: list[Step] = field(default_factory=list)
    leaves: list[Fact] = field(default_factory=list)
    count: int = 0
    needed: int = 0

    def new(self) -> str:
        """Return a new letter."""
        self.count += 1
        return f"F{self.count}"

    def step(self, letter: str, where: Place, values: Sequence[Value], value: Value = None) -> Step:
        """Return a rule that leads to a letter.

        Args:
            letter: the letter.
            where: the form of the rule, and the letter's place in it.
            values: what is known of its other places.
            value: what that gives; ``None`` if it leaves the letter open.
        """
        form, place = where
        letters = tuple(letter if i == place else self.new() for i in range(len(form.letters)))
        given = (letter, value) if value is not None else None
        return Step(form, form.of(letters), _known(letters, values), given, letters)

    def towards(self, rng: random.Random, rules: Sequence[Formula]) -> list[str]:
        """Return the letters, those first that are farthest from the goal by the rules of the text.

        That says nothing of which rule is used, nor from which side. What leads to another letter is as near as what is
        in the goal's own rules.
        """
        links = [{*letters_of([rule])} for rule in rules]
        reached = letters_of([self.goal])
        layers = dict.fromkeys(reached, 0)
        for letter in reached:  # grows
            near = {name for names in links if letter in names for name in names} - {*layers}
            layers |= dict.fromkeys(near, layers[letter] + 1)
            reached += sorted(near)
        letters = [f"F{number}" for number in rng.sample(range(1, self.count + 1), self.count)]
        return sorted(letters, key=lambda letter: -layers.get(letter, 1))

    @property
    def idle(self) -> Step | None:
        """The rule that leaves the goal open."""
        return self.root if self.verdict is Verdict.UNKNOWN else None

    @property
    def rules(self) -> list[Step]:
        """The rules of the text: those that are used, and the one that leaves the goal open."""
        return [*self.steps, *([self.idle] if self.idle else [])]


@cache
def ways(rules: tuple[Form, ...], backward: bool, value: bool) -> tuple[tuple[Place, ...], tuple[float, ...]]:
    """Return the forms, each with a place, that can give the place a value, and how often each is drawn.

    Args:
        rules: the forms; each is drawn as often as the others, and so is each of its places, but for what it takes
            denied.
        backward: whether the place may be any.
        value: the value.
    """
    found = {}
    for form in rules:
        places = range(len(form.letters)) if backward else form.forward
        for place in places:
            if ways := solutions(form, place, value):
                found[form, place] = _RARER ** min(one.values.count(False) for one in ways) / len(places)
    return tuple(found), tuple(found.values())


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
        asks_rule = rng.random() < self.share
        for _ in range(100):
            made = Skeleton(Atom("", ()), verdict)
            try:
                self._grow(rng, made, self._asked(rng, made, asks_rule), steps)
            except Disagreement:
                continue
            made.needed = measured(made)
            if made.needed == steps:
                return made
        forms = ", ".join(form.text for form in (*self.rules, *self.goal_rules))
        raise Disagreement(f"no problem of {steps} steps that is {verdict} was found among {forms}")

    def _grow(self, rng: random.Random, made: Skeleton, agenda: list[Fact], steps: int) -> None:
        """Derive so much of what has to be derived that the answer takes so many steps, and state the rest."""
        assert made.root is not None
        used = [made.root]
        while len(used) < steps:
            if not agenda:
                raise Disagreement("nothing is left to derive")
            fact = agenda.pop(rng.randrange(len(agenda)))
            if len(agenda) >= self.threshold and rng.random() < self.p_fact:
                made.leaves.append(fact)
                continue
            step, needed = self._derived(rng, made, fact, *self._way(rng, fact[1]))
            used.append(step)
            agenda += needed
        made.leaves += agenda
        made.steps = [step for step in reversed(used) if step.given is not None]

    def _asked(self, rng: random.Random, made: Skeleton, asks_rule: bool) -> list[Fact]:
        """Ask about a rule, or whether a fact is so or not so, and return what has to be derived.

        What is drawn of the goal does not depend on the answer.
        """
        agenda: list[Fact] = []
        if asks_rule:
            form = rng.choice([form for form in self.goal_rules if hinges(form)])
            hinge = rng.choice(hinges(form))
            letters = [made.new() for _ in form.letters]
            made.goal, made.form = form.of(letters), form
            made.letter, same = letters[hinge.place], hinge.same
            made.known = _known(letters, hinge.values)
            agenda = [fact for fact in made.known if letters.index(fact[0]) in hinge.needed]
            made.leaves += [fact for fact in made.known if fact not in agenda]
        else:
            made.letter, same = made.new(), rng.random() < 0.5
            made.goal = literal_of((made.letter, same))
        value = None if made.verdict is Verdict.UNKNOWN else (made.verdict is Verdict.ENTAILED) == same
        return agenda + self._roots(rng, made, value)

    def _roots(self, rng: random.Random, made: Skeleton, value: Value) -> list[Fact]:
        """Draw the rules about the letter on which the goal hangs and about another one, and return what one takes.

        Which forms they have, and how many facts of each sign they come with, does not depend on the answer.

        Raises:
            Disagreement: no rule gives this value, or leaves it open.
        """
        both = all(ways(self.rules, self.backward, sign)[0] for sign in (True, False))
        fit: tuple[tuple[tuple[Value, ...], ...], ...] = ()
        for _ in range(_AFFIRMED if both else 0):
            places = [self._way(rng, sign) for sign in (True, False)]
            found = [_mild(rng, solutions(*place, sign)) for place, sign in zip(places, (True, False), strict=True)]
            # Of what leaves the letter open something is true: a denial would be derived there, and stated elsewhere.
            every = pairs(places[0], found[0], places[1], found[1])
            fit = tuple(pair for pair in every if all(True in values or {*values} == {None} for values in pair))
            if fit:
                break
        else:
            return self._root(rng, made, value)
        weights = [_DENIED ** sum(values.count(False) for values in pair) for pair in fit]
        pair, third = rng.choices(fit, weights)[0], rng.randrange(2)
        idle = [i for i, values in enumerate(pair) if True in values]
        used = rng.choice(idle) if value is None else (True, False).index(value)
        needed = self._use(
            made, places[used], pair[used] if value is None else found[used].values, value, found[used].needed
        )
        other = made.step(made.letter, places[1 - used], pair[1 - used])
        made.others = other, made.step(made.new(), places[third], found[third].values if value is None else pair[third])
        return needed

    def _root(self, rng: random.Random, made: Skeleton, value: Value) -> list[Fact]:
        """Draw the one rule about the letter, where the forms give it but one of the values."""
        form, place = self._way(rng, value) if value is not None else rng.choice(self._places)
        found = solutions(form, place, value)
        if not found:
            raise Disagreement("no rule leaves this open")
        solution = rng.choice(found)
        return self._use(made, (form, place), solution.values, value, solution.needed)

    @property
    def _places(self) -> list[Place]:
        return [(f, place) for f in self.rules for place in (range(len(f.letters)) if self.backward else f.forward)]

    def _use(
        self, made: Skeleton, where: Place, values: Sequence[Value], value: Value, least: Sequence[int]
    ) -> list[Fact]:
        """Use a rule for the letter on which the goal hangs, and return the facts that takes; others are stated.

        Args:
            made: the skeleton.
            where: the form of the rule, and the letter's place in it.
            values: what is known of its other places.
            value: what that gives; ``None`` if it leaves the letter open.
            least: the places that give it.
        """
        made.root = made.step(made.letter, where, values, value)
        given, facts, letters = made.root.given, made.root.facts, made.root.letters
        made.known += (given,) if given is not None and made.form is not None else facts
        if given is not None:
            needed = [fact for fact in facts if letters.index(fact[0]) in least]
        else:  # what gives a value is mostly true; were more denied facts derived here, that would tell
            needed = [fact for fact in facts if fact[1]] or [*facts]
        made.leaves += [fact for fact in facts if fact not in needed]
        return needed

    def _way(self, rng: random.Random, value: bool) -> Place:
        """Return a form and the place of it that gets a value.

        Raises:
            Disagreement: none gives it.
        """
        found, weights = ways(self.rules, self.backward, value)
        if not found:
            raise Disagreement("no rule gives this value")
        return rng.choices(found, weights)[0]

    def _derived(
        self, rng: random.Random, made: Skeleton, fact: Fact, form: Form, place: int
    ) -> tuple[Step, list[Fact]]:
        """Return a rule that gives a letter its value, and the facts that takes; what else is known is stated."""
        solution = _mild(rng, solutions(form, place, fact[1]))
        step = made.step(fact[0], (form, place), solution.values, fact[1])
        needed = [one for one in step.facts if step.letters.index(one[0]) in solution.needed]
        made.leaves += [one for one in step.facts if one not in needed]
        return step, needed

    def beside(self, rng: random.Random, made: Skeleton) -> list[Step]:
        """Return a rule for each fact that is derived which leads to it and leaves it open (section 3.2.2).

        Its other letters are new, so that it bears on nothing else. The first are those of the goal itself.
        """
        found = [*made.others]
        targets = [step.given[0] for step in made.steps if step.given is not None and step.given[0] != made.letter]
        fit = [form for form in self.rules if all(openings(form, place) for place in form.forward)]
        for target in targets if fit else ():
            form = rng.choice(fit)
            place = rng.choice(form.forward)
            ways = openings(form, place)
            values = rng.choices(ways, [_DENIED ** values.count(False) for values in ways])[0]
            found.append(made.step(target, (form, place), values))
        return found


def _mild(rng: random.Random, found: Sequence[Solution]) -> Solution:
    """Return one of some solutions, rather one that denies little: the authors' texts seldom say *not*."""
    return rng.choices(found, [_DENIED ** one.values.count(False) for one in found])[0]


def literal_of(fact: Fact) -> Formula:
    """Return a fact as a formula."""
    letter, value = fact
    return Atom(letter, ()) if value else Not(Atom(letter, ()))


def _known(letters: Sequence[str], values: Sequence[Value]) -> tuple[Fact, ...]:
    """Return the letters whose values are known."""
    return tuple((letter, value) for letter, value in zip(letters, values, strict=True) if value is not None)


def measured(made: Skeleton) -> int:
    """Return how many rules the answer takes at least; 0 if there is more than one way to it.

    A rule is needed if all others together do not do. If the needed ones do, no proof has fewer. Where the goal stays
    open, counted are the rules that show what is known of its letters, or of the other letters of the one rule that
    could give it; and that rule.

    No letter of a rule but the one that it gives is in a rule before it, so that what the rules leave possible for a
    letter is found rule by rule.
    """
    wanted = made.known if made.verdict is Verdict.UNKNOWN else ()
    stated: dict[str, frozenset[bool]] = {letter: frozenset((value,)) for letter, value in made.leaves}

    def does(left_out: Collection[int]) -> bool:
        possible = dict(stated)
        for number, step in enumerate(made.steps):
            if number not in left_out and step.given is not None:
                sets = tuple(possible.get(letter, _BOTH) for letter in step.letters)
                possible[step.given[0]] = remaining(step.form, sets, step.letters.index(step.given[0]))
        if made.verdict is Verdict.UNKNOWN:
            return all(possible.get(letter, _BOTH) == {value} for letter, value in wanted)
        if made.form is None:
            return len(possible.get(made.letter, _BOTH)) == 1
        return len(remaining(made.form, tuple(possible.get(one, _BOTH) for one in letters_of([made.goal])))) == 1

    spared = [number for number in range(len(made.steps)) if does((number,))]
    if not does(spared):
        return 0
    return len(made.steps) - len(spared) + (made.idle is not None)
