"""ProverGen's problems (Qi et al. 2025): a skeleton from the goal downwards, then words for it.

Everything is drawn, whatever the options that leave something out: the same seed and level give the same problem but
for that (section 4.3, appendix C); each level has problems of its own. The engine proves the whole, distractions
included.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from pydantic import Field
from pydantic.dataclasses import dataclass as specified

from sorites.solvers import Statement, Verdict, prove
from sorites.solvers.logic.syntax import Forall, Formula
from sorites.solvers.notation.printer import print_formula
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme

from .forms import GOAL_RULES, RULES, form_of
from .problem import Generated, Reasoned, proved, turns
from .sentences import inside
from .skeletons import STEPS, Fact, Growth, Level, Skeleton, Step, literal_of
from .specification import Answers, Count, Parted, Share, Specification
from .verbalising import Told

VERDICTS: Final = (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN)
OTHERS: Final = 3
"""How many others distractions are about at most (as in the authors' code)."""
SHARE: Final = (0.5, 0.16)
"""Mean and deviation of the share of the related distractions that a text gets at most (as in the authors' code)."""
LEAD: Final = "Based on the above information, is the following statement true, false, or uncertain? "


@specified(frozen=True, slots=True)
class ProverGen(Specification):
    """Generates problems of a level, or of several.

    Attributes:
        level: of easy, medium and hard; several are drawn equally often.
        noise1: whether there are distractions of the first kind: facts and rules of the text, about others.
        noise2: whether there are those of the second kind: rules that lead to facts of the reasoning and leave them
            open, with facts about them.
        shuffled: whether premises stand in any order, not step by step, with distractions behind.
        universal: whether rules about everybody are in the text. Without them the label stays that of the whole text
            (appendix C); what the program says alone is the record's verdict.
        p_universal: how many rules are about everybody.
        rule_goals: the share of goals that are rules, not facts.
        rules: the forms of rules.
        goal_rules: the forms of rules that are asked about.
        p_fact: how often a fact is stated instead of derived, if enough others are left to derive.
        fact_threshold: how many others are enough.
        p_answers: the shares of the answers True, False and Uncertain.

    Raises:
        UserError: a form of rules is none.
    """

    level: Annotated[tuple[Level, ...], Parted, Field(min_length=1)] = ("hard",)
    noise1: bool = True
    noise2: bool = True
    shuffled: bool = True
    universal: bool = True
    p_universal: Share = 0.2
    rule_goals: Share = 0.25
    rules: Annotated[tuple[str, ...], Parted, Field(min_length=1)] = RULES
    goal_rules: Annotated[tuple[str, ...], Parted, Field(min_length=1)] = GOAL_RULES
    p_fact: Share = 0.4
    fact_threshold: Count = 2
    p_answers: Answers = (1 / 3, 1 / 3, 1 / 3)

    name: ClassVar = "provergen"
    scheme: ClassVar[LabelScheme] = TRUE_FALSE_UNCERTAIN

    def __post_init__(self) -> None:
        for text in (*self.rules, *self.goal_rules):
            form_of(text)

    def idle(self) -> Mapping[str, str]:
        """Return what is not heard where no goal is a rule."""
        return {"goal_rules": "rule_goals=0" if self.rule_goals == 0 else ""}

    @property
    def mixed(self) -> str:
        """What the seed is mixed with: what an option leaves out changes nothing else of a problem."""
        return self.split if self.paired else f"{self.split} {','.join(self.level)}"

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the labels have come out, at each level."""
        return len(turns(self.p_answers)) * len(self.level)

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem; the labels take turns, and the levels.

        Raises:
            Disagreement: the rules can't give one.
        """
        order = turns(self.p_answers)
        wanted = VERDICTS[order[number % len(order)]]
        level = self.level[number // len(order) % len(self.level)]
        if not self.paired:  # levels have problems of their own
            rng = random.Random(f"{level}/{rng.random()}")  # noqa: S311  # reproducible, nothing secret
        # Each part has numbers of its own, so that what is left out of one changes no other.
        shape, words, general, noise, shuffling = (random.Random(rng.getrandbits(64)) for _ in range(5))  # noqa: S311
        forms, goal_forms = tuple(map(form_of, self.rules)), tuple(map(form_of, self.goal_rules))
        growth = Growth(level == "hard", forms, goal_forms, self.rule_goals, self.p_fact, self.fact_threshold)
        made = growth.skeleton(shape, wanted, shape.randint(*STEPS[level]))
        beside = growth.beside(shape, made)
        rules = _rules(made, beside)
        told = Told.of(words, made.towards(words, rules), self.split)
        told.general = {rule: general.random() < self.p_universal for rule in rules}
        text = _Text(told, made, beside)
        text.draw(noise)
        return self._assembled(level, text, shuffling)

    def _assembled(self, level: str, text: _Text, order: random.Random) -> Generated:
        """Return the problem, without what the options leave out, once the engine has proved the whole of it."""
        made, told = text.made, text.told
        kinds = [*((s, True) for s in text.needed), *((s, self.noise1) for s in text.others)]
        kinds += [(s, self.noise1 and self.noise2) for s in text.echoes] + [(s, self.noise2) for s in text.related]
        places = list(range(len(kinds)))
        order.shuffle(places)
        shown = [kinds[place][0] for place in (places if self.shuffled else sorted(places)) if kinds[place][1]]
        goal = Statement(told.about(made.goal, told.name), told.sentence(made.goal, told.name))
        program = told.program(shown, goal)
        outcome = proved(program, made.verdict, (*text.others, *text.echoes))
        tags = {"level": level, "steps": str(made.needed), "goal": "fact" if made.form is None else "rule"}
        if not self.universal:
            left = [s for s in shown if not isinstance(s.formula, Forall)]
            tags["removed"] = str(len(shown) - len(left))
            shown, program = left, told.program(left, goal)
            outcome = prove(program, "horn")
        context = " ".join(s.gloss for s in shown)
        steps = text.steps(goal.gloss)
        return Generated(
            context,
            LEAD + goal.gloss,
            program,
            outcome,
            made.needed,
            tuple(step.form.text for step in made.rules),
            tuple(_line(step, goal.gloss) for step in steps),
            tuple(s.gloss for s in shown if s not in text.needed),
            tags,
            label=made.verdict,
            steps=steps,
            subject=told.subject,
        )


def _rules(made: Skeleton, beside: list[Step]) -> list[Formula]:
    return [*(step.rule for step in made.rules), *(one.rule for one in beside)]


def _parts(beside: Sequence[Step]) -> list[Step | Fact]:
    """Return rules and what is known of their letters."""
    return [*beside, *(fact for one in beside for fact in one.facts)]


def _some(rng: random.Random, count: int) -> int:
    """Return how many of so many distractions a text gets: from one to a share of them that is drawn, too."""
    share = min(max(rng.gauss(*SHARE), 0.0), 1.0)
    return rng.randint(1, max(1, round(share * count)))


def _line(step: Reasoned, goal: str) -> str:
    """Return a step as a line: facts, the rule, what follows."""
    after = f"Therefore: {step.conclusion}" if step.conclusion else f"Therefore it stays uncertain: {goal}"
    return " ".join(part for part in (*step.facts, step.rule, after) if part)


@dataclass(slots=True)
class _Text:
    """The sentences of a problem.

    Attributes:
        told: how things are put.
        made: the skeleton.
        beside: the rules that leave facts of the reasoning open.
        needed: the premises of the reasoning, step by step.
        others: the distractions of the first kind.
        echoes: those of them that copy a distraction of the second kind.
        related: those of the second kind.
    """

    told: Told
    made: Skeleton
    beside: list[Step]
    needed: list[Statement] = field(default_factory=list)
    others: list[Statement] = field(default_factory=list)
    echoes: list[Statement] = field(default_factory=list)
    related: list[Statement] = field(default_factory=list)

    def draw(self, rng: random.Random) -> None:
        """Put the premises, and draw the distractions."""
        told, stated = self.told, set(self.made.leaves)
        for step in self.made.rules:
            facts = (*step.facts, *self.made.known) if step is self.made.idle else step.facts
            self.needed += [self._fact(fact) for fact in facts if fact in stated]
            self.needed.append(told.rule(step.rule))
        self.needed += [self._fact(fact) for fact in self.made.known if fact in stated]
        self.needed = list(dict.fromkeys(self.needed))
        # The rules about the goal's letter are not copied: what else their words are in would tell which is used.
        made, first = self.made, _parts(self.made.others)
        rules = [step.rule for step in made.rules if step is not made.root and not told.is_general(step.rule)]
        own = (*rules, *map(literal_of, made.leaves))
        copied = [(formula, self.others) for formula in own]
        copied += [(literal_of(one), self.echoes) for one in first if not isinstance(one, Step)]
        names = [name for name in rng.sample(told.names, OTHERS + 1) if name != told.name][:OTHERS]
        if copied:
            rng.shuffle(copied)
            for formula, those in copied[: _some(rng, len(copied))]:
                those.append(told.said(formula, rng.choice(names)))
        # The rules that the goal's letter has beside the one that is used are always there, with their facts.
        related = _parts(self.beside[len(made.others) :])
        least = len(first) + (len(made.root.facts) if made.root is not None else 0)  # the same whatever the answer
        # Only what is taken gets words.
        taken = first + rng.sample(related, max(_some(rng, least + len(related)) - least, 0))
        self.related = [told.rule(one.rule) if isinstance(one, Step) else self._fact(one) for one in taken]

    def steps(self, goal: str) -> tuple[Reasoned, ...]:
        """Return the reasoning in words, to where the goal stays open if it does (appendix D)."""
        found = [self._reasoned(step) for step in self.made.steps]
        facts = tuple(self._fact(fact).gloss for fact in self.made.known)
        if self.made.idle is not None:
            found.append(Reasoned(facts, self.told.rule(self.made.idle.rule).gloss, ""))
        elif self.made.form is not None:
            so = goal if self.made.verdict is Verdict.ENTAILED else f"It is false that {inside(goal)}"
            found.append(Reasoned(facts, "", so))
        return tuple(found)

    def _reasoned(self, step: Step) -> Reasoned:
        facts = tuple(self._fact(fact).gloss for fact in step.facts)
        rule = self.told.rule(step.rule).gloss
        assert step.given is not None
        letter, value = step.given
        given = self._fact(step.given)
        denied = self.told.sentence(literal_of((letter, not value)), self.told.name)
        return Reasoned(facts, rule, given.gloss, denied, print_formula(given.formula))

    def _fact(self, fact: Fact) -> Statement:
        return self.told.fact(fact, self.told.name)
