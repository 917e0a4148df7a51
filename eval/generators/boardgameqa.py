"""BoardgameQA's problems (Kazemi et al. 2023, section 4): theories from the question backwards, with conflicts.

Algorithm 1 gives a rule for a question and, by chance, a rule for its opposite that the
first one beats (type 1) or that is preferred and does not apply (type 2); algorithm 2
draws the rule, now and then one whose condition follows from the facts by general knowledge.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sorites.solvers import Argument, Constant, Default, Predicate, Program, Statement, Verdict, prove
from sorites.solvers.language.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term, Var
from sorites.translators import PROVED, LabelScheme

from .problem import LIMITS, Disagreement, Generated, listed, turns
from .words import third
from .worldly import Hint, hint

ANIMALS: Final = (
    "badger beaver bison camel cheetah crane crow deer dingo donkey eagle falcon ferret finch frog gecko goat "
    "goose hamster hare heron horse hyena jackal kiwi lemur lizard llama lynx magpie marten mole moose newt otter "
    "owl panda parrot pelican pigeon pony puma rabbit raven salmon seal shark sheep skunk sloth snail stork swan "
    "tiger toad trout turtle walrus weasel wolf wombat yak zebra"
).split()
VERBS: Final = (
    "admire advise amuse annoy applaud assist attack avoid bless borrow bother call catch challenge chase comfort "
    "copy defend describe educate encourage examine follow forgive frighten greet guard guide help hug ignore "
    "imitate impress inspect interrupt invite join kick kiss lead lift love marry mention miss obey observe "
    "oppose paint praise protect pull punish push question remind rescue respect reward scold scratch signal "
    "support surprise tease thank touch train trust visit warn watch welcome"
).split()
VARIANTS: Final = {
    "Main": {},
    "NoConflict": {"p_conflict": 0.0},
    "LowConflict": {"p_conflict": 0.2},
    "HighConflict": {"p_conflict": 0.8},
    "KnowledgeLight": {"p_missing_info": 0.0},
    "KnowledgeMedium": {"p_missing_info": 0.5},
    "KnowledgeHeavy": {"p_missing_info": 1.0},
    "NoDistractors": {"distractors": 0},
    "SomeDistractors": {"distractors": 2},
    "ManyDistractors": {"distractors": 5},
}
"""The named variants of the paper (section 5)."""
WORDINGS: Final[Mapping[str, Mapping[int, tuple[str, ...]]]] = {
    "train": {
        1: ("If something {one}, then it {does}.", "When something {one}, it {does}."),
        2: ("If something {one} and {two}, then it {does}.", "When something {one} and {two}, it {does}."),
        3: ("If {first}, then {head}.", "{head} whenever {first}."),
        4: ("If {first} and {second}, then {head}.", "{head} whenever {first} and {second}."),
        5: ("If the {who} {own}, then {head}.", "{head} whenever the {who} {own}."),
        6: ("If at least one animal {one}, then {head}.", "{head} whenever at least one animal {one}."),
    },
    "test": {
        1: (
            "Whatever {one} also {does}.",
            "As long as something {one}, it {does}.",
            "Once something {one}, it {does}.",
        ),
        2: ("As long as something {one} and {two}, it {does}.", "Once something {one} and {two}, it {does}."),
        3: ("{head} as soon as {first}.", "Provided that {first}, {head}.", "{head}, as long as {first}."),
        4: ("{head} as soon as {first} and {second}.", "Provided that {first} and {second}, {head}."),
        5: ("{head}, provided that it {own}.", "Provided that the {who} {own}, {head}."),
        6: ("Once some animal {one}, {head}.", "As long as some animal {one}, {head}."),
    },
}
"""How rules of each type are put, for training and for tests; the paper has others for each too (table 3)."""
_LABELS: Final = (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN)
_x: Final = Var("x")


@dataclass(frozen=True, slots=True)
class Literal:
    """That somebody does something to somebody, or does not; ``subject`` is empty for a variable."""

    subject: str
    verb: str
    object: str
    positive: bool = True

    def formula(self) -> Formula:
        """Return it as a formula."""
        subject: Term = Fn(self.subject) if self.subject else _x
        atom = Atom(third(self.verb).capitalize(), (subject, Fn(self.object)))
        return atom if self.positive else Not(atom)

    def tail(self) -> str:
        """Return what is said of the subject."""
        what = third(self.verb) if self.positive else f"does not {self.verb}"
        return f"{what} the {self.object}"

    def said(self) -> str:
        """Return it as a clause about somebody."""
        return f"the {self.subject} {self.tail()}"


@dataclass(frozen=True, slots=True)
class Game:
    """A rule of a game.

    Attributes:
        kind: its type, 1 to 6 (section 4).
        body: its conditions; of type 5, none.
        head: what it concludes.
        hint: of type 5, the condition and what it follows from.
        template: its wording, one of ``WORDINGS``.
    """

    kind: int
    body: tuple[Literal, ...]
    head: Literal
    hint: Hint | None = None
    template: str = ""

    def formula(self) -> Formula:
        """Return the rule as a formula."""
        if self.hint is not None:
            return Implies(self.hint.atom(self.head.subject), self.head.formula())
        if self.kind in {1, 2}:
            parts = tuple(replace(b, subject="").formula() for b in self.body)
            body = parts[0] if len(parts) == 1 else And(parts)
            return Forall("x", Implies(body, replace(self.head, subject="").formula()))
        if self.kind == 6:
            return Forall("x", Implies(replace(self.body[0], subject="").formula(), self.head.formula()))
        parts = tuple(b.formula() for b in self.body)
        return Implies(parts[0] if len(parts) == 1 else And(parts), self.head.formula())

    def text(self) -> str:
        """Return the rule as a sentence."""
        body = [*self.body, self.head, self.head]  # the last ones are for places that a wording has not
        said = self.template.format(
            who=self.head.subject,
            does=self.head.tail(),
            head=self.head.said(),
            one=body[0].tail(),
            two=body[1].tail(),
            first=body[0].said(),
            second=body[1].said(),
            own=self.hint.condition if self.hint is not None else "",
        )
        return said[0].upper() + said[1:]


@dataclass(slots=True)
class _Theory:
    """A game in the making."""

    facts: list[Literal] = field(default_factory=list)
    hints: list[tuple[str, Hint]] = field(default_factory=list)
    rules: list[Game] = field(default_factory=list)
    preferences: list[tuple[int, int]] = field(default_factory=list)
    extra: set[int] = field(default_factory=set)

    def copy(self) -> _Theory:
        """Return a theory that can be changed by itself."""
        return _Theory(list(self.facts), list(self.hints), list(self.rules), list(self.preferences), set(self.extra))

    def told(self) -> tuple[list[tuple[Formula | None, str]], list[Statement]]:
        """Return what the text says, as far as it has formulas, and the formulas that it only hints at."""
        shown: list[tuple[Formula | None, str]]
        shown = [(f.formula(), f"The {f.subject} {f.tail()}.") for f in dict.fromkeys(self.facts)]
        hints = dict.fromkeys(self.hints)
        shown += [(None, f"The {name} {what}.") for _, told in hints for name, what in told.facts]
        return shown, [Statement(told.atom(who), "") for who, told in hints]


@dataclass(frozen=True, slots=True)
class BoardgameQA:
    """Generates games.

    Attributes:
        depth: how many rules lead to the answer.
        p_conflict: how likely a rule has one for the opposite.
        p_conflict_type1: how likely that one applies and is beaten, not merely unproved.
        p_missing_info: how likely a rule asks for general knowledge.
        distractors: rules, each with a fact, that the answer does without.
        p_answers: the shares of the answers proved, disproved and unknown.
        binary: leave out games whose answer is unknown.
        split: ``train`` or ``test``, which share no animals, verbs and wordings.
    """

    depth: int = 2
    p_conflict: float = 0.5
    p_conflict_type1: float = 0.5
    p_missing_info: float = 0.5
    distractors: int = 1
    p_answers: tuple[float, ...] = (1 / 3, 1 / 3, 1 / 3)
    binary: bool = False
    split: str = "test"

    name = "boardgameqa"
    scheme: LabelScheme = PROVED

    @property
    def settings(self) -> str:
        """All options in one line."""
        return (
            f"depth={self.depth} p_conflict={self.p_conflict} p_conflict_type1={self.p_conflict_type1} "
            f"p_missing_info={self.p_missing_info} distractors={self.distractors} "
            f"p_answers={listed(self.p_answers)} binary={self.binary} split={self.split}"
        )

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
    """One game, with the animals and verbs that are left for it."""

    def __init__(self, options: BoardgameQA, rng: random.Random) -> None:
        self.options, self.rng = options, rng
        half = slice(0, None, 2) if options.split == "train" else slice(1, None, 2)
        self.animals = rng.sample(ANIMALS[half], 12)
        self.verbs = rng.sample(VERBS[half], len(VERBS[half]))
        self.theory = _Theory()
        self.spoken: set[tuple[str, str]] = set()

    def game(self, wanted: Verdict) -> Generated | None:
        """Return a game with an answer; ``None`` if this draw does not lead there."""
        asked = self.question()
        try:
            self.prove(asked, self.options.depth)
            for _ in range(self.options.distractors):
                self.distract()
        except IndexError:  # no verb is left
            return None
        if wanted is Verdict.REFUTED:
            asked = _opposite(asked)
        if wanted is not Verdict.UNKNOWN:
            return self.worded(self.theory, asked, wanted)
        for _ in range(12):
            self.perturb()
            if (found := self.worded(self.theory, asked, wanted)) is not None:
                return found
        return None

    def question(self) -> Literal:
        """Return a literal about which nothing is said yet."""
        first, other = self.rng.sample(self.animals, 2)
        return Literal(first, self.verbs.pop(), other, self.rng.random() < 0.7)

    def prove(self, asked: Literal, depth: int) -> None:
        """Give a literal a reason (algorithm 1)."""
        if depth == 0:
            self.theory.facts.append(asked)
            return
        rule, needed, told = self.rule(asked)
        number = self.add(rule)
        if told is not None:
            self.theory.hints.append((asked.subject, told))
        if self.rng.random() < self.options.p_conflict:
            against, others, also = self.rule(_opposite(asked))
            other = self.add(against)
            if self.rng.random() < self.options.p_conflict_type1:
                self.theory.preferences.append((number, other))
                needed = [*needed, *(q for q in others if self.rng.random() < 0.7)]
                if also is not None and self.rng.random() < 0.7:
                    self.theory.hints.append((asked.subject, also))
            else:
                self.theory.preferences.append((other, number))
                if others:
                    others.pop(self.rng.randrange(len(others)))
                needed = [*needed, *others]
        for sub in needed:
            self.prove(sub, depth - 1)

    def rule(self, asked: Literal) -> tuple[Game, list[Literal], Hint | None]:
        """Return a rule for a literal, and what it needs (algorithm 2)."""
        rng = self.rng
        wordings = WORDINGS[self.options.split]
        if rng.random() < self.options.p_missing_info:
            for _ in range(5):
                told = hint(rng, self.animals, asked.subject)
                about = {(who, told.topic) for who, _ in told.facts}
                if not about & self.spoken:  # else one fact could decide two conditions
                    self.spoken |= about
                    return Game(5, (), asked, told, rng.choice(wordings[5])), [], told
        kind = rng.choice([1, 2, 3, 4, 6])
        subject = asked.subject
        others = [a for a in self.animals if a != subject]
        first, second = rng.sample(others, 2)
        signs = [rng.random() < 0.75, rng.random() < 0.75]
        match kind:
            case 1:
                body = [Literal(subject, self.verbs.pop(), first, signs[0])]
            case 2:
                body = [Literal(subject, self.verbs.pop(), a, s) for a, s in zip((first, second), signs, strict=True)]
            case 3:
                body = [Literal(first, self.verbs.pop(), subject, signs[0])]
            case 4:
                body = [Literal(a, self.verbs.pop(), subject, s) for a, s in zip((first, second), signs, strict=True)]
            case _:
                body = [Literal(first, self.verbs.pop(), second)]
        return Game(kind, tuple(body), asked, None, rng.choice(wordings[kind])), body, None

    def add(self, rule: Game) -> int:
        """Add a rule and return its number."""
        self.theory.rules.append(rule)
        return len(self.theory.rules) - 1

    def distract(self) -> None:
        """Add a rule that leads nowhere, with a fact."""
        rule, needed, _ = self.rule(self.question())
        self.theory.extra.add(self.add(rule))
        self.theory.facts += needed[:1]

    def perturb(self) -> None:
        """Change the theory in one of the four ways of the paper (section 4)."""
        theory, rng = self.theory, self.rng
        how = rng.randrange(4)
        if how == 3 and theory.preferences:
            i = rng.randrange(len(theory.preferences))
            theory.preferences[i] = theory.preferences[i][::-1]
        elif how == 2 and theory.facts:
            theory.facts[rng.randrange(len(theory.facts))] = self.question() if self.verbs else theory.facts[0]
        elif how == 1 and theory.hints and rng.random() < 0.5:
            theory.hints.pop(rng.randrange(len(theory.hints)))
        elif theory.facts:
            i = rng.randrange(len(theory.facts))
            fact = theory.facts[i]
            changed = replace(fact, verb=self.verbs.pop()) if how == 0 and self.verbs else _opposite(fact)
            theory.facts[i] = changed

    def worded(self, theory: _Theory, asked: Literal, wanted: Verdict) -> Generated | None:
        """Put a theory into words and prove it; ``None`` if the answer is another one."""
        shown, hidden = theory.told()
        self.rng.shuffle(shown)
        order = self.rng.sample(range(len(theory.rules)), len(theory.rules))
        label = {number: f"Rule{place + 1}" for place, number in enumerate(order)}
        rules = tuple(Default(label[n], theory.rules[n].formula(), theory.rules[n].text()) for n in order)
        preferences = tuple((label[a], label[b]) for a, b in theory.preferences)
        premises = tuple(Statement(f, text) for f, text in shown if f is not None)
        names = sorted({t.name for d in rules for t in _constants(d.formula)} | {asked.subject, asked.object})
        goal = Statement(asked.formula(), f"{asked.said()[0].upper()}{asked.said()[1:]}.")
        constants = tuple(Constant(n, f"the {n}") for n in names)
        program = Program(
            (*premises, *hidden),
            goal,
            predicates=_declared(theory, asked),
            constants=constants,
            defeasible=rules,
            preferences=preferences,
        )
        outcome = prove(program, limits=LIMITS)
        if outcome.verdict is not wanted:
            return None
        context = _context([text for _, text in shown], rules, preferences)
        verb = asked.verb if asked.positive else f"not {asked.verb}"
        question = f"By the state, the rules and the preferences, does the {asked.subject} {verb} the {asked.object}?"
        argument = outcome.certificate
        assert isinstance(argument, Argument)
        used = tuple(dict.fromkeys(s.rule for s in argument.steps if s.rule.startswith("Rule")))
        tags = {"depth": str(self.options.depth), "conflicts": str(len(preferences)), "rules": str(len(rules))}
        from sorites.agent.explanation import explain

        extra = tuple(theory.rules[n].text() for n in sorted(theory.extra))
        return Generated(
            context,
            question,
            program,
            outcome.verdict,
            outcome,
            self.options.depth,
            used,
            explain(program, outcome),
            extra,
            tags,
        )


def _context(facts: Sequence[str], rules: Sequence[Default], preferences: Sequence[tuple[str, str]]) -> str:
    listed = " ".join(f"{d.label}: {d.gloss}" for d in rules)
    ranks = " ".join(f"{a} is preferred over {b}." for a, b in preferences)
    state = f"Some animals play a game, whose state is this. {' '.join(facts)}"
    return f"{state} The rules of the game are these. {listed} {ranks}".rstrip()


def _opposite(literal: Literal) -> Literal:
    return replace(literal, positive=not literal.positive)


def _constants(formula: Formula) -> list[Fn]:
    from sorites.solvers.language.traverse import walk

    return [t for n in walk(formula) if isinstance(n, Atom) for t in n.args if isinstance(t, Fn)]


def _declared(theory: _Theory, asked: Literal) -> tuple[Predicate, ...]:
    literals = [asked, *theory.facts, *(x for rule in theory.rules for x in (*rule.body, rule.head))]
    found = {x.verb: Predicate(third(x.verb).capitalize(), ("x", "y"), f"x {third(x.verb)} y") for x in literals}
    hints = [h for rule in theory.rules if (h := rule.hint) is not None]
    more = {h.name: Predicate(h.name, ("x",), f"x {h.condition}") for h in hints}
    return (*found.values(), *more.values())
