"""ProverGen's problems (Qi et al. 2025): a skeleton from the goal downwards, then words for it.

A goal gets a truth value; a rule is drawn that gives it, with the truth values that its other
facts must have; these are the next goals (section 3.2.2). What is not expanded becomes a
fact of the text. The engine proves the whole, distractors included.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Program, Statement, Verdict
from sorites.solvers.language.rewrite import substitute
from sorites.solvers.language.syntax import And, Atom, Fn, Forall, Formula, Iff, Implies, Not, Or, Xor
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme

from .inference import letters_of
from .problem import Disagreement, Generated, listed, proved, turns
from .sentences import Said, Speaker, constant
from .wording import KEYWORDS, Wording
from .words import NAMES, draw_phrases

STEPS: Final = {"easy": (1, 2), "medium": (3, 5), "hard": (6, 9)}
"""How many steps the reasoning takes (section 3.3)."""
VERDICTS: Final = (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN)
Fact = tuple[str, bool]
"""A letter and its truth value."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of rules, by what it gives.

    Attributes:
        name: what it is called in records.
        build: the rule from the literal that it gives and two other letters.
        needs: the truth values of the other letters from which it gives that.
        forward: whether the reasoning goes from left to right.
    """

    name: str
    build: Callable[[Formula, Formula, Formula], Formula]
    needs: tuple[bool | None, ...]
    forward: bool = True


FORMS: Final = (
    Form("a → g", lambda g, a, _: Implies(a, g), (True,)),
    Form("¬a → g", lambda g, a, _: Implies(Not(a), g), (False,)),
    Form("(a ∧ b) → g", lambda g, a, b: Implies(And((a, b)), g), (True, True)),
    Form("(a ∨ b) → g", lambda g, a, b: Implies(Or((a, b)), g), (True, None)),
    Form("(a ⊕ b) → g", lambda g, a, b: Implies(Xor(a, b), g), (True, False)),
    Form("a → (g ∧ b)", lambda g, a, b: Implies(a, And((g, b))), (True, None)),
    Form("a → (g ⊕ b)", lambda g, a, b: Implies(a, Xor(g, b)), (True, False)),
    Form("a → (g ∨ b)", lambda g, a, b: Implies(a, Or((g, b))), (True, False)),
    Form("g ⊕ a", lambda g, a, _: Xor(g, a), (False,)),
    Form("g ∨ a", lambda g, a, _: Or((g, a)), (False,)),
    Form("g ↔ a", lambda g, a, _: Iff(g, a), (True,)),
    Form("¬g → a", lambda g, a, _: Implies(_not(g), a), (False,), False),
    Form("¬g → (a ∨ b)", lambda g, a, b: Implies(_not(g), Or((a, b))), (False, False), False),
    Form("(¬g ∧ a) → b", lambda g, a, b: Implies(And((_not(g), a)), b), (True, False), False),
    Form("¬g → (a ∧ b)", lambda g, a, b: Implies(_not(g), And((a, b))), (False, None), False),
)


@dataclass(slots=True)
class _Skeleton:
    """Rules, facts and the steps from them to the goal."""

    rules: list[tuple[Formula, str]] = field(default_factory=list)
    steps: list[tuple[Formula, str, list[Fact], Fact]] = field(default_factory=list)
    leaves: list[Fact] = field(default_factory=list)
    count: int = 0

    def letter(self) -> str:
        """Return a new letter."""
        self.count += 1
        return f"F{self.count}"


@dataclass(frozen=True, slots=True)
class ProverGen:
    """Generates problems of a level.

    Attributes:
        level: easy, medium or hard.
        distractors: whether there are facts and rules that the reasoning does without.
        shuffled: whether premises stand in any order, not in that of the reasoning.
        universal: whether rules about everybody are in the text; without them the answer is
            what the rest gives (appendix C).
        rule_goals: the share of goals that are rules, not facts.
        p_answers: the shares of the answers True, False and Uncertain.
        wording: a model that finds the words; ``None`` for the templates.
    """

    level: str = "hard"
    distractors: bool = True
    shuffled: bool = True
    universal: bool = True
    rule_goals: float = 0.3
    p_answers: tuple[float, ...] = (1 / 3, 1 / 3, 1 / 3)
    wording: Wording | None = None

    name = "provergen"
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN

    @property
    def settings(self) -> str:
        """All options in one line."""
        return (
            f"level={self.level} distractors={self.distractors} shuffled={self.shuffled} "
            f"universal={self.universal} rule_goals={self.rule_goals} p_answers={listed(self.p_answers)}"
            + (f" wording={self.wording.chat.name}" if self.wording is not None else "")
        )

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the labels have come out."""
        return len(turns(self.p_answers))

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem; the labels take turns."""
        order = turns(self.p_answers)
        wanted = VERDICTS[order[number % len(order)]]
        for _ in range(100):
            try:
                return self._try(rng, wanted)
            except Disagreement:
                continue
        raise Disagreement(f"no {self.level} problem that is {wanted} was found")

    def _try(self, rng: random.Random, wanted: Verdict) -> Generated:
        steps = rng.randint(*STEPS[self.level])
        skeleton = _Skeleton()
        goals = [(skeleton.letter(), rng.random() < 0.5)]
        if rng.random() < self.rule_goals:
            goals.append((skeleton.letter(), rng.random() < 0.5))
        self._expand(rng, skeleton, list(goals), steps)
        asked = _goal(rng, goals, wanted is Verdict.REFUTED)
        dropped = None
        if wanted is Verdict.UNKNOWN:
            dropped = rng.choice(skeleton.leaves)
        return self._worded(rng, skeleton, asked, wanted, dropped)

    def _expand(self, rng: random.Random, skeleton: _Skeleton, agenda: list[Fact], steps: int) -> None:
        """Give reasons to goals until there are so many steps; the rest become facts."""
        forms = [form for form in FORMS if form.forward or self.level == "hard"]
        while len(skeleton.steps) < steps:
            letter, value = agenda.pop(rng.randrange(len(agenda)) if len(agenda) > 1 else 0)
            form = rng.choice(forms)
            others = [skeleton.letter() for _ in form.needs]
            given = _literal((letter, value))
            a, b = Atom(others[0], ()), Atom(others[-1], ())
            rule = form.build(given, a, b)
            needed = [(name, need) for name, need in zip(others, form.needs, strict=True) if need is not None]
            skeleton.rules.append((rule, form.name))
            skeleton.steps.append((rule, form.name, needed, (letter, value)))
            agenda += needed
        skeleton.leaves += agenda

    def _worded(
        self, rng: random.Random, skeleton: _Skeleton, asked: Formula, wanted: Verdict, dropped: Fact | None
    ) -> Generated:
        name, other = rng.sample(NAMES, 2)
        extra = [skeleton.letter() for _ in range(6)]
        said = {f"F{i + 1}": Said(phrase) for i, phrase in enumerate(draw_phrases(rng, skeleton.count))}
        speaker = Speaker(rng, said)
        facts = [_literal(fact) for fact in skeleton.leaves if fact != dropped]
        noise = self._noise(rng, skeleton, extra, (name, other)) if self.distractors else []
        told = _Told(speaker, said, name)
        if self.wording is not None:
            formulas = [*(rule for rule, _ in skeleton.rules), *facts, *(f for f, who in noise if who == name), asked]
            # The other person's facts are put by the same words.
            told.ask(rng, self.wording, list(dict.fromkeys([*formulas, *(f for f, who in noise if who != name)])))
        rules = {rule: told.rule(rule, form) for rule, form in skeleton.rules}
        needed = [*rules.values(), *(told.fact(fact, name) for fact in facts)]
        beside = [one for one in told.noise(noise) if one not in needed]
        premises = self._ordered(rng, [*reversed(needed), *beside])
        goal, sentence = _of(speaker, asked, name), told.fact(asked, name).gloss
        question = "Based on the above information, is the following statement true, false, or uncertain? " + sentence
        used = letters_of([asked, *(r for r, _ in skeleton.rules)])
        declared = [said[letter].predicate for letter in [*used, *(extra if beside else [])]]
        program = Program(tuple(premises), Statement(goal, sentence), predicates=tuple(declared))
        outcome = proved(program, wanted if self.universal else _whatever(program))
        steps = reversed(skeleton.steps) if dropped is None else ()
        tags = {"level": self.level, "steps": str(len(skeleton.steps)), "goal": "fact" if _atomic(asked) else "rule"}
        return Generated(
            " ".join(p.gloss for p in premises),
            question,
            program,
            outcome.verdict,
            outcome,
            len(skeleton.steps),
            tuple(form for _, form in skeleton.rules),
            tuple(_step(told, step, rules[step[0]].gloss) for step in steps),
            tuple(p.gloss for p in beside),
            tags,
        )

    def _ordered(self, rng: random.Random, premises: list[Statement]) -> list[Statement]:
        """Return the premises that the text has, in its order."""
        shown = [p for p in premises if self.universal or not isinstance(p.formula, Forall)]
        if self.shuffled:
            rng.shuffle(shown)
        return shown

    def _noise(
        self, rng: random.Random, skeleton: _Skeleton, extra: list[str], names: tuple[str, str]
    ) -> list[tuple[Formula, str]]:
        """Return distractors and whom they are about (section 3.2.2): another person, or rules that lead nowhere."""
        a, b, c, d, e, f = (Atom(letter, ()) for letter in extra)
        found: list[tuple[Formula, str]] = [
            (_literal((letter, rng.random() < 0.7)), names[1]) for letter in rng.sample(extra, rng.randint(1, 2))
        ]
        for _ in range(rng.randint(1, 2)):
            target: Formula = Atom(rng.choice([step[3][0] for step in skeleton.steps]), ())
            rule = rng.choice(
                [Implies(Xor(a, b), target), Implies(And((c, d)), _not(target)), Implies(Or((e, f)), target)]
            )
            found.append((rule, names[0]))
            if isinstance(rule.left, Xor | And):  # half of what the rule asks for is so
                found.append((Atom(letters_of([rule])[0], ()), names[0]))
        if skeleton.leaves:
            found.append((Implies(Atom(rng.choice(skeleton.leaves)[0], ()), Or((c, e))), names[0]))
        return found


@dataclass(slots=True)
class _Told:
    """How rules and facts are put: by the templates or, where a model has words, by these.

    Attributes:
        speaker: the templates.
        said: the phrase of each letter.
        name: whom the problem is about.
        worded: the model's universal and specific sentences, and whether the first is plausible.
    """

    speaker: Speaker
    said: dict[str, Said]
    name: str
    worded: dict[Formula, tuple[str, str, bool]] = field(default_factory=dict)

    def ask(self, rng: random.Random, wording: Wording, formulas: list[Formula]) -> None:
        """Take a model's words for formulas.

        Raises:
            Disagreement: what the model wrote did not pass the checks.
        """
        worded = wording.words(self.name, f"keyword: {rng.choice(KEYWORDS)}", formulas, rng.randrange(1000))
        self.said.update({a: Said(None, verbatim=phrase) for a, phrase in worded.phrases.items()})
        self.worded = dict(zip(formulas, worded.sentences, strict=True))

    def fact(self, formula: Formula, who: str) -> Statement:
        """Return what is said of one person."""
        shown = _of(self.speaker, formula, who)
        if formula in self.worded:
            return Statement(shown, self.worded[formula][1].replace(self.name, who))
        return Statement(shown, self.speaker.sentence_of(formula, who))

    def noise(self, noise: list[tuple[Formula, str]]) -> list[Statement]:
        """Return what is said beside, once each."""
        said = [self.rule(f, "→") if isinstance(f, Implies) else self.fact(f, who) for f, who in noise]
        return list(dict.fromkeys(said))

    def rule(self, rule: Formula, form: str) -> Statement:
        """Return a rule about everybody, or about one person (section 3.2.3).

        Common sense decides which: a model's or, of templates, that one of two things holds
        of everybody is hardly ever so.
        """
        if rule in self.worded:
            universal, specific, plausible = self.worded[rule]
            if plausible and isinstance(rule, Implies):
                return Statement(Forall("x", self.speaker.formula(rule, "x")), universal)
            return Statement(_of(self.speaker, rule, self.name), specific)
        speaker, name = self.speaker, self.name
        if not isinstance(rule, Implies):
            return self.fact(rule, name)
        if not form.startswith("¬g") and speaker.rng.random() < 0.6:
            text = f"If someone {speaker.tail(rule.left)}, then they {speaker.tail(rule.right, plural=True)}."
            return Statement(Forall("x", speaker.formula(rule, "x")), text)
        text = f"If {name} {speaker.tail(rule.left)}, then {name} {speaker.tail(rule.right)}."
        return Statement(_of(speaker, rule, name), text)


def _whatever(program: Program) -> Verdict:
    from sorites.solvers import prove

    return prove(program, "z3").verdict


def _literal(fact: Fact) -> Formula:
    letter, value = fact
    return Atom(letter, ()) if value else Not(Atom(letter, ()))


def _not(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Not) else Not(formula)


def _atomic(formula: Formula) -> bool:
    return isinstance(formula, Atom | Not)


def _goal(rng: random.Random, goals: list[Fact], false: bool) -> Formula:
    """Return what is asked: a fact, or a rule over two, which is so, or is not."""
    first = _literal(goals[0])
    if len(goals) == 1:
        return _not(first) if false else first
    second = _literal(goals[1])
    untrue: list[Formula] = [Implies(first, _not(second)), Xor(first, second), And((_not(first), second))]
    true: list[Formula] = [And((first, second)), Xor(first, _not(second)), Or((first, _not(second)))]
    return rng.choice(untrue if false else [*true, Implies(first, second)])


def _of(speaker: Speaker, formula: Formula, name: str) -> Formula:
    return substitute(speaker.formula(formula, "x"), {"x": Fn(constant(name))})


def _step(told: _Told, step: tuple[Formula, str, list[Fact], Fact], text: str) -> str:
    """Return a step in words: facts, the rule, what follows."""
    _, _, needed, given = step
    facts = " ".join(_put(told, fact) for fact in needed)
    return f"{facts} {text} Therefore: {_put(told, given)}"


def _put(told: _Told, fact: Fact) -> str:
    formula = _literal(fact)
    if told.worded and formula not in told.worded:  # what is only derived has no sentence of the model's
        phrase = told.speaker.said[fact[0]].verbatim
        return f"{told.name} {phrase}." if fact[1] else f"It is not the case that {told.name} {phrase}."
    return told.fact(formula, told.name).gloss
