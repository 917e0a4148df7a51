"""The rules of LogicAsker's tree, each in all the forms that the paper and its authors' data know (Wan et al. 2024).

Tables 7 (equivalences), 8 (quantifiers), 9 (inferences) and 10 (fallacies); the further forms are those of the
authors' test set. The letters of a rule stand for anything that can be said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Implies, Not, Or

from .inference import Application, Rule, schema

INFERENCES: Final[Mapping[str, tuple[Rule, ...]]] = {
    name: tuple(Rule.of(name, text) for text in texts)
    for name, *texts in (
        ("modus ponens", "P → Q; P ⊢ Q"),
        ("modus tollens", "P → Q; ¬Q ⊢ ¬P"),
        ("transitivity", "P → Q; Q → R ⊢ P → R"),
        ("disjunctive syllogism", "P ∨ Q; ¬P ⊢ Q", "P ∨ Q; ¬Q ⊢ P"),
        ("addition", "P ⊢ P ∨ Q", "Q ⊢ P ∨ Q"),
        ("simplification", "P ∧ Q ⊢ P", "P ∧ Q ⊢ Q"),
        ("conjunction", "P; Q ⊢ P ∧ Q"),
        ("resolution", "P ∨ Q; ¬P ∨ R ⊢ Q ∨ R"),
        ("disjunction elimination", "P → R; P ∨ Q; Q → R ⊢ R"),
        ("biconditional introduction", "P → Q; Q → P ⊢ P ↔ Q"),
        (
            "biconditional elimination",
            "P ↔ Q ⊢ P → Q",
            "P ↔ Q ⊢ Q → P",
            "P ↔ Q; P ⊢ Q",
            "P ↔ Q; Q ⊢ P",
            "P ↔ Q; ¬P ⊢ ¬Q",
            "P ↔ Q; ¬Q ⊢ ¬P",
        ),
    )
}
EXTRA_INFERENCES: Final[Mapping[str, tuple[Rule, ...]]] = {
    "constructive dilemma": (Rule.of("constructive dilemma", "P → Q; R → S; P ∨ R ⊢ Q ∨ S"),),
}
"""Rules of table 9 that are in none of the 208 leaves, nor in the authors' data."""
GROWING: Final = tuple(
    rule for name, forms in INFERENCES.items() if name not in {"addition", "conjunction"} for rule in forms
)
"""The rules by which premises are derived."""
EQUIVALENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "idempotent laws": ("P ∧ P = P", "P ∨ P = P"),
    "commutative laws": ("P ∧ Q = Q ∧ P", "P ∨ Q = Q ∨ P"),
    "associative laws": ("(P ∧ Q) ∧ R = P ∧ (Q ∧ R)", "(P ∨ Q) ∨ R = P ∨ (Q ∨ R)"),
    "distributive laws": ("P ∧ (Q ∨ R) = (P ∧ Q) ∨ (P ∧ R)", "P ∨ (Q ∧ R) = (P ∨ Q) ∧ (P ∨ R)"),
    "De Morgan's laws": ("¬(P ∧ Q) = ¬P ∨ ¬Q", "¬(P ∨ Q) = ¬P ∧ ¬Q"),
    "complement laws": ("¬¬P = P",),
    "conditional laws": ("P → Q = ¬P ∨ Q",),
    "biconditional laws": ("P ↔ Q = (P ∧ Q) ∨ (¬P ∧ ¬Q)", "P ↔ Q = (P → Q) ∧ (Q → P)"),
}
EXTRA_EQUIVALENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "identity laws": ("P ∧ (Q ∨ ¬Q) = P", "P ∨ (Q ∧ ¬Q) = P"),
    "contradiction laws": ("¬(P ∧ ¬P) = Q ∨ ¬Q",),
}
"""Laws of table 7 that are in none of the 208 leaves; what is true, or false, in any case stands for True and False."""
FALLACIES: Final[Mapping[str, tuple[Rule, ...]]] = {
    name: tuple(Rule.of(name, text) for text in texts)
    for name, *texts in (
        ("affirming the consequent", "P → Q; Q ⊢ P"),
        ("denying the antecedent", "P → Q; ¬P ⊢ ¬Q"),
        ("affirming a disjunct", "P ∨ Q; P ⊢ ¬Q", "P ∨ Q; P ⊢ Q"),
        ("denying a conjunct", "¬(P ∧ Q); ¬P ⊢ Q"),
        ("illicit commutativity", "P → Q ⊢ Q → P"),
    )
}
QUANTIFIER_LAWS: Final = ("quantifier negation", "quantifier distribution", "quantifier movement")
QUANTIFIED: Final = ("universal instantiation", "universal generalization", "existential generalization")
QUANTIFIED_FALLACIES: Final = ("undistributed middle", "illicit major", "illicit minor", "existential fallacy")
SOMEBODY: Final = Atom("C", ())
"""What P says, of a name."""
OTHER: Final = Atom("D", ())
"""What Q says, of that name."""
WEATHER: Final = Atom("W", ())
"""What is said of nothing that a quantifier binds."""


def quantifier_law(name: str, x: str) -> tuple[tuple[Formula, Formula, bool], ...]:
    """Return the forms of a law about quantifiers.

    Args:
        name: one of ``QUANTIFIER_LAWS``.
        x: the variable.

    Returns:
        Two sides of each, and whether the first follows from the second, as the second from the first.
    """
    p, q, w = Atom("P", ()), Atom("Q", ()), WEATHER
    every, some = Forall(x, p), Exists(x, p)
    if name == "quantifier negation":
        return (Not(every), Exists(x, Not(p)), True), (Not(some), Forall(x, Not(p)), True)
    if name == "quantifier distribution":
        return (
            (Forall(x, And((p, q))), And((every, Forall(x, q))), True),
            (Exists(x, Or((p, q))), Or((some, Exists(x, q))), True),
            (Or((every, Forall(x, q))), Forall(x, Or((p, q))), False),
            (Exists(x, And((p, q))), And((some, Exists(x, q))), False),
        )
    return (
        (Forall(x, Implies(w, p)), Implies(w, every), True),
        (Exists(x, Implies(w, p)), Implies(w, some), True),
        (Forall(x, Implies(p, w)), Implies(some, w), True),
        (Exists(x, Implies(p, w)), Implies(every, w), True),
        (Exists(x, And((w, p))), And((w, some)), True),
    )


def quantified(name: str, x: str) -> tuple[Application, ...]:
    """Return the forms of a rule about quantifiers, right or (a fallacy) wrong.

    Args:
        name: one of ``QUANTIFIED`` and ``QUANTIFIED_FALLACIES``.
        x: the variable.
    """
    p, q, r = (Atom(letter, ()) for letter in "PQR")
    every, rule = Forall(x, p), Forall(x, Implies(p, q))
    found: tuple[tuple[tuple[Formula, ...], Formula], ...]
    match name:
        case "universal instantiation":
            found = (((every,), SOMEBODY),)
        case "universal generalization":  # of anybody, whom the authors write as a letter
            found = (((rule, every), Forall(x, q)),)
        case "existential generalization":
            found = (((SOMEBODY,), Exists(x, p)),)
        case "undistributed middle":
            found = (((Forall(x, Implies(q, p)), SOMEBODY), OTHER),)
        case "illicit major":
            denied = Forall(x, Implies(r, Not(p))), Forall(x, Implies(r, Not(q)))
            found = (((rule, denied[0]), denied[1]), ((rule, Exists(x, q)), Exists(x, p)))
        case "illicit minor":
            found = (((rule, Forall(x, Implies(p, r))), Forall(x, Implies(q, r))),)
        case _:
            nobody = Not(Exists(x, p)), Not(Exists(x, q))
            found = (((rule,), Exists(x, And((p, q)))), ((rule, nobody[0]), nobody[1]))
    return tuple(Application(name, premises, conclusion) for premises, conclusion in found)


def equivalence(name: str, number: int) -> tuple[Formula, Formula]:
    """Return both sides of a form of a law."""
    left, right = {**EQUIVALENCES, **EXTRA_EQUIVALENCES}[name][number].split(" = ")
    return schema(left), schema(right)
