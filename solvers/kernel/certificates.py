"""What certificates are made of: plain data, which anyone may write and which says nothing until it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from ..logic.syntax import Formula, Term


class Verdict(StrEnum):
    """What the premises say about the goal."""

    ENTAILED = "entailed"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    """Both the goal and its negation are possible."""
    INCONSISTENT = "inconsistent"
    """The premises contradict each other, so that everything would follow."""
    UNDECIDED = "undecided"
    """A limit was hit before an answer."""


@dataclass(frozen=True, slots=True)
class Given:
    """The line is a premise, the goal denied, or an axiom of numerals and sorts.

    Attributes:
        source: which of them.
        index: which premise or axiom, from 0.
    """

    source: Literal["premise", "goal", "axiom"]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Instance:
    """What holds of everything holds of these: ``∀x A → A[t]``, or ``A[t] → ∃x A``.

    Attributes:
        terms: closed terms for the outermost variables.
    """

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """A new name for what there is: ``∃x A → A[c]``, or ``A[c] → ∀x A``.

    Where the line is universally quantified, the name is a function of those variables.

    Attributes:
        name: the name, which nothing else has.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Equality:
    """The line, a disjunction of atoms and denied atoms, holds since equals may replace equals."""


@dataclass(frozen=True, slots=True)
class Linear:
    """The line, a disjunction of comparisons, holds since its denial adds up to ``0 < 0``.

    Attributes:
        coefficients: what the denial of each disjunct, and then each product of two of them, is multiplied by; not
            negative but for equations.
        pairs: the products: the places of two disjuncts each, from 0.
    """

    coefficients: tuple[Fraction, ...]
    pairs: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """The line is a law of numbers: ``a < b ∨ a = b ∨ b < a``; for an integer and some in a row, or none,
    ``a < m ∨ a = m ∨ a = m + 1 ∨ … ∨ a = n ∨ n < a``; for a numeral ``k`` other than 0
    ``a = k · (a ÷ k) + (a % k) ∧ 0 ≤ a % k ∧ a % k < |k|``."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The line follows from earlier ones: with it denied, what each of them forces in turn is a contradiction.

    Attributes:
        parents: the numbers of those lines, from 1.
    """

    parents: tuple[int, ...]


Reason = Given | Instance | Witness | Equality | Linear | Number | Derived


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a proof.

    Attributes:
        formula: what it states, with the sort of each variable.
        reason: why it holds.
    """

    formula: Formula
    reason: Reason


Element = str | int | Decimal | Fraction
"""A thing of a model's domain, or a number."""


@dataclass(frozen=True, slots=True)
class Model:
    """A finite interpretation of a program's names.

    Attributes:
        domain: the things there are, but those of declared sorts.
        predicates: for each name and arity, the tuples of which it holds.
        functions: for each name and arity, the value for each tuple of arguments.
        sorts: the things of each declared sort.
    """

    domain: tuple[str, ...]
    predicates: Mapping[tuple[str, int], frozenset[tuple[Element, ...]]]
    functions: Mapping[tuple[str, int], Mapping[tuple[Element, ...], Element]]
    sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many things there are, of all sorts."""
        return sum(map(len, (self.domain, *self.sorts.values())))

    def __hash__(self) -> int:
        tables = frozenset((key, frozenset(table.items())) for key, table in self.functions.items())
        return hash((self.domain, frozenset(self.predicates.items()), tables, frozenset(self.sorts.items())))


@dataclass(frozen=True, slots=True)
class Proof:
    """That something follows from the premises.

    Attributes:
        proves: the goal, its negation, or a contradiction among the premises.
        premises_used: indices of the premises that the proof needs, from 0.
        engine: the engine that found it.
        lines: the proof, which ends in ``⊥`` from the premises and the goal denied; empty if none was found.
        model: a model of the premises, which shows that they are consistent, if one was found.
    """

    proves: Literal["goal", "negation", "contradiction"]
    premises_used: tuple[int, ...]
    engine: str
    lines: tuple[Line, ...] = ()
    model: Model | None = None


@dataclass(frozen=True, slots=True)
class Countermodels:
    """That neither the goal nor its negation follows.

    Attributes:
        goal_holds: a model of the premises in which the goal is true.
        goal_fails: one in which it is false.
    """

    goal_holds: Model
    goal_fails: Model


@dataclass(frozen=True, slots=True)
class Firing:
    """A step of forward chaining: a rule whose conditions were derived by earlier steps derives a literal.

    Attributes:
        formula: the literal.
        rule: ``fact``, ``rule``, or the label of a defeasible rule.
        parents: the numbers of the steps that derive the rule's conditions, in their order, from 1.
        premise: the index of the premise that states the rule, or, behind those, of the defeasible rule.
    """

    formula: Formula
    rule: str
    parents: tuple[int, ...]
    premise: int


@dataclass(frozen=True, slots=True)
class Closure:
    """All that forward chaining derives, with the derivation of the answer if there is one.

    Attributes:
        literals: what was derived, facts included.
        premises_used: indices of the premises in the derivation, from 0.
        steps: the derivation of the goal, its negation, or of a clash; empty for ``unknown``.
    """

    literals: frozenset[Formula]
    premises_used: tuple[int, ...] = ()
    steps: tuple[Firing, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a rule stands, or does not, against one for the opposite.

    Attributes:
        literal: what the rule concludes.
        rule: the label of the rule; empty for a strict one.
        against: the label of the rule for the opposite.
        why: ``preferred`` (the rule is), ``not proved`` (the other's body is not),
            ``beaten`` (the other is preferred) or ``undecided`` (neither is).
    """

    literal: Formula
    rule: str
    against: str
    why: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether a condition of a rule, or a lemma, follows from premises about numbers.

    Attributes:
        formula: the condition or lemma, closed.
        verdict: whether it follows.
        certificate: why.
    """

    formula: Formula
    verdict: Verdict
    certificate: Proof | Countermodels | None


@dataclass(frozen=True, slots=True)
class Argument:
    """What a defeasible theory proves, with the argument for the answer.

    Attributes:
        literals: what is proved, facts included.
        premises_used: indices of the strict premises in the argument, from 0.
        steps: the argument, each step by a fact, a strict rule or a labelled default.
        conflicts: for each default in it, why no rule for the opposite defeats it; for an
            open question, the conflicts that keep it open.
        team: whether rules of one side shared in beating attackers.
        propagate: whether support was enough for an attack.
        comparisons: whether the conditions on functions without stated values follow from the premises about them.
    """

    literals: frozenset[Formula]
    premises_used: tuple[int, ...] = ()
    steps: tuple[Firing, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    team: bool = False
    propagate: bool = False
    comparisons: tuple[Comparison, ...] = ()


@dataclass(frozen=True, slots=True)
class PreferredModel:
    """A model of the premises than which none has fewer abnormalities that matter.

    Attributes:
        model: the model.
        abnormal: the label of each default that fails in it, with the things of which it does.
        goal: whether the goal holds in it.
    """

    model: Model
    abnormal: tuple[tuple[str, tuple[str, ...]], ...]
    goal: bool


@dataclass(frozen=True, slots=True)
class PreferredModels:
    """What holds where as little as possible is abnormal.

    Attributes:
        models: for ``unknown`` one in which the goal holds and one in which it fails;
            otherwise one for each set of abnormalities, such that every model that would
            give another answer is worse than one of them.
        applied: the defaults that the answer needs, with the things that they are applied
            to: normal in all preferred models over the largest of the domains. Empty where
            the answer goes by cases.
        premises_used: indices of the premises that it needs, from 0; empty in that case.
        refutations: proofs of what ``preferred.obligations`` says must have no model, in its
            order; its formulas are their premises.
        lemmas: what is true of numbers whatever the program's functions are, and is a premise in these refutations.
    """

    models: tuple[PreferredModel, ...]
    applied: tuple[tuple[str, tuple[str, ...]], ...] = ()
    premises_used: tuple[int, ...] = ()
    refutations: tuple[tuple[Line, ...], ...] = ()
    lemmas: tuple[Comparison, ...] = ()


ClosedCertificate = Proof | Countermodels | Closure | Argument | PreferredModels
"""What shows a verdict on a goal that asks for nothing."""
Asks = Literal["exists", "instance", "others", "same", "apart", "anything"]
"""What is asked on the way to the answers of a goal that asks: whether there is one; whether a row of constants is
one; whether there are no others than these rows; whether two rows name the same things, or several rows different
ones; and, of rules, whether a thing is one that the program does not speak of."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A closed question on the way to the answers of a goal that asks for values, and its answer.

    Attributes:
        asks: which question.
        rows: the rows of constants that it is about, each with one for each variable that is asked for.
        verdict: the answer.
        certificate: why; ``None`` if there is only the engine's word for it.
    """

    asks: Asks
    rows: tuple[tuple[Term, ...], ...]
    verdict: Verdict
    certificate: ClosedCertificate | None


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found out about a goal that asks for values.

    Attributes:
        ones: the closed questions, each with its answer.
    """

    ones: tuple[Finding, ...]


Certificate = ClosedCertificate | Findings
