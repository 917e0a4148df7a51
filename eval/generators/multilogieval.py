"""Multi-LogiEval's problems (Patel et al. 2024): chains of inference rules, and patterns of defaults.

Classical rules (table 2) are chained by their conclusions (figure 2); the combinations of
tables 8 to 11 come out of that, and longer ones. Rules with relations (table 14) stand
alone. The non-monotonic patterns (tables 15 to 19) are those of Lifschitz (1989), with
classical rules behind them. Half of the questions ask for the conclusion, half for its opposite.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from sorites.solvers import Program, Statement, Verdict
from sorites.solvers.language.syntax import And, Fn, Forall, Formula, Implies, Not, Or, Term
from sorites.translators import YES_NO, LabelScheme

from .fiveparts import brief
from .inference import Application, Chain, Rule, extended, first, is_literal, letters_of
from .patterns import nonmonotonic
from .problem import Disagreement, Generated, proved
from .relations import relational
from .retelling import retold
from .sentences import Said, Speaker, constant
from .wording import Wording
from .words import NAMES, draw_phrases

RULES: Final = {
    rule.name: rule
    for rule in (
        Rule.of("MP", "P → Q; P ⊢ Q"),
        Rule.of("MT", "P → Q; ¬Q ⊢ ¬P"),
        Rule.of("HS", "P → Q; Q → R ⊢ P → R"),
        Rule.of("DS", "P ∨ Q; ¬P ⊢ Q"),
        Rule.of("CD", "P → Q; R → S; P ∨ R ⊢ Q ∨ S"),
        Rule.of("DD", "P → Q; R → S; ¬Q ∨ ¬S ⊢ ¬P ∨ ¬R"),
        Rule.of("BD", "P → Q; R → S; P ∨ ¬S ⊢ Q ∨ ¬R"),
        Rule.of("CT", "P ∨ Q ⊢ Q ∨ P"),
        Rule.of("DMT", "¬(P ∧ Q) ⊢ ¬P ∨ ¬Q"),
        Rule.of("CO", "P → Q; P → R ⊢ P → (Q ∧ R)"),
        Rule.of("IM", "P → (Q → R) ⊢ (P ∧ Q) → R"),
        Rule.of("MI", "P → Q ⊢ ¬P ∨ Q"),
    )
}
"""Table 2 without EG and UI, which are about quantifiers, and stand in ``relations``."""
LOGICS: Final = ("pl", "fol", "nm")


@lru_cache(100_000)
def chained(names: tuple[str, ...]) -> Chain | None:
    """Return the chain of the rules of these names; ``None`` if one has no use for what the one before gives.

    As in the paper, a rule other than MP, MT and DS does not stand twice in a row.
    """
    *before, name = names
    if not before:
        return first(RULES[name])
    chain = chained(tuple(before))
    if chain is None or (name == before[-1] and name not in {"MP", "MT", "DS"}):
        return None
    return extended(chain, RULES[name])


@cache
def combinations(depth: int) -> tuple[tuple[str, ...], ...]:
    """Return the sequences of rules that chain, of so many rules."""
    shorter = combinations(depth - 1) if depth > 1 else ((),)
    return tuple((*names, name) for names in shorter for name in RULES if chained((*names, name)) is not None)


@dataclass(frozen=True, slots=True)
class MultiLogiEval:
    """Generates problems of all combinations in turn.

    Attributes:
        logics: of ``pl``, ``fol`` and ``nm``, those that are taken.
        depths: the depths that are taken; the non-monotonic patterns end at 5.
        wording: a model that finds the words of classical chains, and tells all else anew; ``None`` for
            the templates.
    """

    logics: tuple[str, ...] = LOGICS
    depths: tuple[int, ...] = (1, 2, 3, 4, 5)
    wording: Wording | None = None

    name = "multi-logieval"
    scheme: LabelScheme = YES_NO

    @property
    def settings(self) -> str:
        """All options in one line."""
        told = f" wording={self.wording.chat.name}" if self.wording is not None else ""
        return f"logics={','.join(self.logics)} depths={','.join(map(str, self.depths))}{told}"

    @property
    def cycle(self) -> int:
        """After how many problems the answers are half yes, half no."""
        return 2

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem; logic, depth, rule and answer take their turns."""
        positive, number = number % 2 == 0, number // 2
        logic, number = self.logics[number % len(self.logics)], number // len(self.logics)
        depths = [d for d in self.depths if logic != "nm" or d <= 5]
        depth, number = depths[number % len(depths)], number // len(depths)
        for _ in range(50):
            try:
                if logic == "pl" or (logic == "fol" and (depth > 1 or number % 3 < 2)):
                    return _classical(rng, logic, depth, number, positive, self.wording)
                nm = logic == "nm"
                made = nonmonotonic(rng, depth, number, positive) if nm else relational(rng, number // 3, positive)
                return made if self.wording is None else retold(made, self.wording.chat, rng.randrange(1000))
            except Disagreement:
                continue
        raise Disagreement(f"no problem of {logic} and depth {depth} was found")


def _classical(
    rng: random.Random, logic: str, depth: int, number: int, positive: bool, wording: Wording | None
) -> Generated:
    names = combinations(depth)[number % len(combinations(depth))] if depth <= 3 else _walk(rng, depth)
    chain = chained(names)
    assert chain is not None
    letters = letters_of([*chain.premises, chain.conclusion])
    phrases = draw_phrases(rng, len(letters))
    who = rng.sample(NAMES, len(letters))
    fol = logic == "fol"
    said = {letter: Said(phrases[i], "" if fol else who[i]) for i, letter in enumerate(letters)}
    telling = _Telling(Speaker(rng, said), said, fol, who[0])
    # Of the first-order form, what is a literal or a disjunction of the question is about one person.
    given = [p for p in chain.premises if is_literal(p)]
    conclusion = chain.conclusion
    if isinstance(conclusion, Implies):
        given.append(conclusion.left)
        conclusion = conclusion.right
    rest = [p for p in chain.premises if p not in given]
    rng.shuffle(rest)
    asked = conclusion if positive else _opposite(conclusion)
    if wording is None:
        premises, facts, goal = telling.by_templates(rest, given, asked)
    else:
        premises, facts, goal = telling.by_model(rng, wording, rest, given, asked)
    if goal.gloss in {p.gloss for p in premises}:
        raise Disagreement("the context states the conclusion")  # appendix F
    question = _question([f.gloss for f in facts], goal.gloss)
    declared = tuple({s.predicate.name: s.predicate for s in said.values()}.values())
    program = Program((*premises, *facts), Statement(goal.formula, question), predicates=declared)
    outcome = proved(program, Verdict.ENTAILED if positive else Verdict.REFUTED)
    return Generated(
        " ".join(p.gloss for p in premises),
        question,
        program,
        outcome.verdict,
        outcome,
        depth,
        names,
        tuple(_step(telling, step) for step in chain.steps),
        tags={"logic": logic, "depth": str(depth), "rule": "_".join(names)},
    )


@dataclass(frozen=True, slots=True)
class _Telling:
    """How a chain is put into words: by the templates or a model, each letter about its own subject or all about one.

    Attributes:
        speaker: the templates.
        said: the phrase of each letter.
        fol: whether rules are about everybody.
        person: whom the question is about; of propositions, of the first letter.
    """

    speaker: Speaker
    said: dict[str, Said]
    fol: bool
    person: str

    @property
    def subject(self) -> str:
        """Whom facts are about; nobody if each letter has its own subject."""
        return self.person if self.fol else ""

    def by_templates(
        self, rest: list[Formula], given: list[Formula], asked: Formula
    ) -> tuple[list[Statement], list[Statement], Statement]:
        """Return premises, facts and the goal in words of the templates."""
        premises = [self._rule(p) for p in rest]
        return premises, [self._fact(p) for p in given], self._fact(asked)

    def by_model(
        self, rng: random.Random, wording: Wording, rest: list[Formula], given: list[Formula], asked: Formula
    ) -> tuple[list[Statement], list[Statement], Statement]:
        """Return premises, facts and the goal in a model's words.

        Raises:
            Disagreement: what the model wrote did not pass the checks.
        """
        formulas = [*(p for p in dict.fromkeys([*rest, *given]) if p != asked), asked]
        worded = wording.words(self.person, brief(rng, formulas), formulas, rng.randrange(1000), prompt="chains")
        subject = "" if self.fol else self.person
        self.said.update({a: Said(None, subject, verbatim=phrase) for a, phrase in worded.phrases.items()})
        texts = dict(zip(formulas, worded.sentences, strict=True))

        def put(formula: Formula, *, rule: bool) -> Statement:
            universal, specific, _ = texts[formula]
            if rule and self.fol and isinstance(formula, Implies):
                return Statement(Forall("x", self.speaker.formula(formula, "x")), universal)
            return Statement(_of(self.speaker, formula, Fn(constant(self.person))), specific)

        return [put(p, rule=True) for p in rest], [put(p, rule=False) for p in given], put(asked, rule=False)

    def _rule(self, formula: Formula) -> Statement:
        """Return a premise; of first-order logic about everybody, but a disjunction about one person (table 2)."""
        if not self.fol or not isinstance(formula, Implies):
            return self._fact(formula)
        return Statement(Forall("x", self.speaker.formula(formula, "x")), self.speaker.general(formula))

    def _fact(self, formula: Formula) -> Statement:
        if not self.fol:
            return Statement(self.speaker.formula(formula), self.speaker.sentence(formula))
        shown = _of(self.speaker, formula, Fn(constant(self.person)))
        return Statement(shown, self.speaker.sentence_of(formula, self.person))


def _walk(rng: random.Random, depth: int) -> tuple[str, ...]:
    """Return a random sequence of rules that chain."""
    while True:
        names = rng.choice(combinations(3))
        while len(names) < depth:
            nexts = [name for name in RULES if chained((*names, name)) is not None]
            if not nexts:
                break
            names = (*names, rng.choice(nexts))
        if len(names) == depth:
            return names


def _opposite(formula: Formula) -> Formula:
    match formula:
        case Not(body):
            return body
        case And(parts):
            return Or(tuple(_opposite(p) for p in parts))
        case Or(parts):
            return And(tuple(_opposite(p) for p in parts))
        case _:
            return Not(formula)


def _of(speaker: Speaker, formula: Formula, term: Term) -> Formula:
    """Return a formula of letters about one thing."""
    from sorites.solvers.language.rewrite import substitute

    return substitute(speaker.formula(formula, "x"), {"x": term})


def _question(facts: list[str], goal: str) -> str:
    """Return the question for a goal, with the facts that it supposes."""
    stated = [f.rstrip(".") for f in facts]
    asked = goal.rstrip(".")
    if not stated:
        return f"Is it true that {asked}?"
    return f"Suppose that {' and '.join(stated)}. Is it true that {asked}?"


def _step(telling: _Telling, step: Application) -> str:
    """Return a step of the chain in words."""

    def said(formula: Formula) -> str:
        return telling.speaker.clause(formula, telling.subject)

    return f"{step.rule}: since {', and '.join(map(said, step.premises))}, therefore {said(step.conclusion)}."
