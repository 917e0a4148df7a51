"""BoardgameQA's problems (Kazemi et al. 2023, section 4): theories from the question backwards, with conflicts.

Algorithm 1 gives a rule for a question and, by chance, a rule for its opposite that the
first one beats (type 1) or that is preferred and does not apply (type 2); algorithm 2
draws the rule, at the last step now and then one whose condition follows from the facts by general
knowledge (appendix C.2). So every branch of a proof has as many rules as the depth says, and each proof is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field
from pydantic.dataclasses import dataclass

from sorites.solvers import Argument, Outcome, Program, Statement, Verdict
from sorites.solvers.engines.defeasible import DefeasibleSolver
from sorites.translators import PROVED, LabelScheme

from .accounts import account
from .boards import ACTS, WORDINGS, animals_of, concluded, half
from .data import table
from .games import Literal, Rule, Theory
from .problem import LIMITS, Disagreement, Generated, turns
from .specification import Answers, Count, Share, Specification
from .unsettling import perturbed
from .worldly import Hint, hint

VARIANTS: Final[Mapping[str, Mapping[str, Any]]] = table("games")["variants"]
"""The variants of the paper (sections 5.1 and 5.3 to 5.6, appendix A), each with what it changes in Main."""
SIZES: Final = {"train": 1000, "valid": 500, "test": 1000}
"""The parts of a dataset, and how many games each has in the paper (section 5)."""
_LABELS: Final = (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN)
_POSITIVE: Final = 0.85
"""How often a condition is no denial, as in the authors' games."""
_ALL: Final = 0.25
"""How likely all conditions of a rule that is beaten anyway have a reason (algorithm 1, line 10); else all but one
have, as those of a rule that is preferred, lest what nothing is said of tells which of the two it is."""
_SECOND: Final = 0.35
"""How likely a rule that asks for knowledge is followed by one that concludes the same and does not apply."""
_SILENT: Final = 0.2
"""How likely nothing at all is stated about a condition that is not to be met."""

_TRIES: Final = 12
"""How often knowledge is looked for that nothing is stated of yet."""


@dataclass(frozen=True, slots=True)
class BoardgameQA(Specification):
    """Generates games; as in the paper, validation has the animals, acts and kinds of knowledge of training.

    Attributes:
        depth: how many rules each branch of the proof has.
        p_conflict: how likely a rule has one for the opposite.
        p_conflict_type1: how likely that one is beaten, whether or not it applies; else it is preferred and does not.
        p_missing_info: how likely a rule of the last step asks for general knowledge.
        distractors: what the answer does without, for each step: something that is stated, or follows.
        p_answers: the shares of the answers proved, disproved and unknown.
        binary: leave out games whose answer is unknown; the question then always has a conflict (appendix A).
    """

    depth: Count = 2
    p_conflict: Share = 0.5
    p_conflict_type1: Share = 0.5
    p_missing_info: Share = 0.5
    distractors: Annotated[int, Field(ge=0, le=20)] = 0
    p_answers: Answers = (1 / 3, 1 / 3, 1 / 3)
    binary: bool = False

    name: ClassVar = "boardgameqa"
    scheme: ClassVar[LabelScheme] = PROVED
    variants: ClassVar = VARIANTS

    def idle(self) -> Mapping[str, str]:
        """Return what is not heard of games without conflicts, or with two answers."""
        return {
            "p_conflict_type1": "p_conflict=0" if self.p_conflict == 0 and not self.binary else "",
            "p_answers": "binary=true" if self.binary else "",
        }

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the labels have come out."""
        return len(turns((0.5, 0.5) if self.binary else self.p_answers))

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a game; the labels take turns."""
        order = turns((0.5, 0.5) if self.binary else self.p_answers)
        wanted = _LABELS[order[number % len(order)]]
        for _ in range(200):
            found = _Making(self, rng).game(wanted)
            if found is not None:
                return found
        raise Disagreement(f"no game whose answer is {wanted} was found")


class _Making:
    """One game, with the animals that nothing is said of yet."""

    def __init__(self, options: BoardgameQA, rng: random.Random) -> None:
        self.options, self.rng = options, rng
        self.words = half(options.split)
        self.every = animals_of(options.split)
        self.animals = rng.sample(self.every, len(self.every))
        self.theory = Theory()
        self.taken: set[tuple[str, str]] = set()
        self.spoken: set[tuple[str, str]] = set()

    def game(self, wanted: Verdict) -> Generated | None:
        """Return a game with an answer; ``None`` if this draw does not lead there.

        The question is positive, as in the authors' games: what is disproved has a proof of the opposite.
        """
        positive = self.rng.random() < 0.5 if wanted is Verdict.UNKNOWN else wanted is Verdict.ENTAILED
        asked = self.literal(self.another(), self.another(), positive)
        self.prove(asked, self.options.depth, conflict=self.options.binary)
        if not positive:
            asked = asked.opposite()
        if wanted is not Verdict.UNKNOWN:
            program = self.program(self.theory, asked)
            outcome = _solved(program)
            hops = _hops(outcome)
            if outcome.verdict is not wanted or hops != {self.options.depth}:
                raise Disagreement(
                    f"expected {wanted} by {self.options.depth} rules, found {outcome.verdict} by {hops}"
                )
            return self.generated(self.theory, asked, program, outcome)
        for theory in perturbed(self.theory, self.rng, asked, self.concluded):
            program = self.program(theory, asked)
            outcome = _solved(program)
            if outcome.verdict is wanted:
                return self.generated(theory, asked, program, outcome)
        return None

    def another(self) -> str:
        """Return an animal that nothing is said of yet, or any other if all are spoken of."""
        return self.animals.pop() if self.animals else self.rng.choice(self.every)

    def literal(self, subject: str, other: str, positive: bool) -> Literal:
        """Return that an animal does something to another that nobody is said to do to it.

        So no two rules lead to the same thing, nor does one branch of a proof bear on another (appendix C.1).
        """
        free = [act for act in ACTS[self.words] if (act, other) not in self.taken]
        act = self.rng.choice(free or ACTS[self.words])
        self.taken.add((act, other))
        return Literal(subject, act, other, positive)

    def concluded(self, head: Literal) -> str:
        """Return how a conclusion is put, up to the other animal."""
        return concluded(self.rng, self.options.split, head.act, head.positive)

    def prove(self, asked: Literal, depth: int, *, conflict: bool = False) -> None:
        """Give a literal a reason (algorithm 1).

        Args:
            asked: the literal.
            depth: how many rules each branch of the proof shall have.
            conflict: give it a rule for the opposite, too, whatever the chance.
        """
        if depth == 0:
            self.theory.facts.append(asked)
            return
        options, rng = self.options, self.rng
        rules, needed = self.rules(asked, depth, met=True, needed=True)
        if conflict or rng.random() < options.p_conflict:
            beaten = rng.random() < options.p_conflict_type1
            met = beaten and rng.random() < 0.5
            against, others = self.rules(asked.opposite(), depth, met=met, needed=False)
            if others and not (beaten and rng.random() < _ALL):
                others.pop(rng.randrange(len(others)))
            needed += others
            first, second = (rules, against) if beaten else (against, rules)
            self.theory.preferences += [(a, b) for a in first for b in second]
        for question in needed:
            self.prove(question, depth - 1)
        for _ in range(options.distractors):
            before = len(self.theory.rules)
            self.prove(self.literal(self.another(), self.another(), rng.random() < _POSITIVE), depth - 1)
            self.theory.extra.update(range(before, len(self.theory.rules)))

    def rules(self, asked: Literal, depth: int, *, met: bool, needed: bool) -> tuple[list[int], list[Literal]]:
        """Add a rule for a literal, and return the places of what was added with what it needs (algorithm 2).

        A rule that asks for knowledge may be followed by one that does not apply, as in the authors' games.

        Args:
            asked: the literal.
            depth: how many rules each branch of its proof shall have.
            met: whether what is stated meets a condition that asks for knowledge.
            needed: whether something has to be stated about it.
        """
        knows = depth == 1 and self.rng.random() < self.options.p_missing_info
        if knows and (told := self.hint(asked.subject, met)) is not None:
            more = self.hint(asked.subject, met=False) if self.rng.random() < _SECOND else None
            both = [(told, needed), (more, False)] if more is not None else [(told, needed)]
            self.rng.shuffle(both)
            return [self.knowing(asked, one, stated) for one, stated in both], []
        rule = self.rule(asked)
        return [self.theory.add(rule)], list(rule.body)

    def knowing(self, asked: Literal, told: Hint, needed: bool) -> int:
        """Add a rule that asks for knowledge (type 5), and what is stated about its condition, if anything is."""
        if needed or self.rng.random() >= _SILENT:
            self.theory.hints.append((asked.subject, told))
        return self.theory.add(self.worded(5, (), asked, told))

    def hint(self, who: str, met: bool) -> Hint | None:
        """Return a condition of an animal, of which nothing decides another one; ``None`` if there is none left."""
        for _ in range(_TRIES):
            told = hint(self.rng, who, self.another, training=self.words == "train", met=met)
            about = {(name, told.topic) for name, _ in told.facts}
            if not about & self.spoken:
                self.spoken |= about
                return told
        return None

    def rule(self, asked: Literal) -> Rule:
        """Return a rule of types 1 to 4 or 6 for a literal."""
        kind, subject, rng = self.rng.choice((1, 2, 3, 4, 6)), asked.subject, self.rng

        def sign() -> bool:
            return rng.random() < _POSITIVE

        if kind == 6:
            return self.worded(6, (self.literal(self.another(), self.another(), True),), asked)
        count = 2 if kind in {2, 4} else 1
        if kind in {1, 2}:
            return self.worded(kind, tuple(self.literal(subject, self.another(), sign()) for _ in range(count)), asked)
        return self.worded(kind, tuple(self.literal(self.another(), subject, sign()) for _ in range(count)), asked)

    def worded(self, kind: int, body: tuple[Literal, ...], head: Literal, told: Hint | None = None) -> Rule:
        """Return a rule with a wording of its type."""
        wording = self.rng.choice(WORDINGS[self.words][kind])
        return Rule(kind, body, head, told, wording, self.concluded(head))

    def program(self, theory: Theory, asked: Literal) -> Program:
        """Return a theory as a program, its facts and rules in any order."""
        order = self.rng.sample(range(len(theory.rules)), len(theory.rules))
        return theory.program(asked, theory.told(self.rng), order)

    def generated(self, theory: Theory, asked: Literal, program: Program, outcome: Outcome) -> Generated:
        """Return a game with its text and its proof."""
        by_text = {rule.text(): rule for rule in theory.rules}
        rules = {d.label: by_text[d.gloss] for d in program.defeasible}
        argument = outcome.certificate
        assert isinstance(argument, Argument)
        question = (
            f"By the state, the rules and the preferences, does the {asked.subject} {asked.act} the {asked.object}?"
        )
        return Generated(
            _context(program),
            question,
            program,
            outcome,
            self.options.depth,
            tuple(dict.fromkeys(s.rule for s in argument.steps if s.rule in rules)),
            account(asked, rules, program.preferences, outcome),
            tuple(theory.rules[n].text() for n in sorted(theory.extra)),
            {
                "depth": str(self.options.depth),
                "conflicts": str(len(program.preferences)),
                "rules": str(len(rules)),
                "knowledge": str(sum(rule.kind == 5 for rule in theory.rules)),
            },
        )


def _solved(program: Program) -> Outcome:
    return DefeasibleSolver().solve(program, LIMITS)


def _hops(outcome: Outcome) -> set[int]:
    """Return how many rules the branches of a proof have, from its facts to what it proves."""
    argument = outcome.certificate
    assert isinstance(argument, Argument)
    hops: dict[int, set[int]] = {}
    for number, step in enumerate(argument.steps, 1):
        below = set().union(*(hops[parent] for parent in step.parents)) or {0}
        hops[number] = {h + step.rule.startswith("Rule") for h in below}
    return hops[len(argument.steps)] if argument.steps else set()


def _context(program: Program) -> str:
    """Return the text of a game."""
    facts = _sentences(program.premises)
    rules = " ".join(f"{d.label}: {d.gloss}" for d in program.defeasible)
    ranks = " ".join(f"{a} is preferred over {b}." for a, b in program.preferences)
    state = f"Some animals play a game, whose state is this. {facts}"
    return f"{state} The rules of the game are these. {rules} {ranks}".rstrip()


def _sentences(statements: Sequence[Statement]) -> str:
    return " ".join(s.gloss for s in statements if s.gloss)
