"""LogicAsker's problems (Wan et al. 2024): a case for each leaf of the tree of rules.

A leaf is a logic (propositional, predicate), a category (equivalent, inference, fallacy), a
rule, and a case (inference, contradiction, unrelated). Propositional rules are extended by
quantifiers (appendix C): universal premises give a universal conclusion; an existential
premise among universal ones gives an existential conclusion. That makes 208 leaves.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from sorites.solvers import Program, Statement, Verdict
from sorites.solvers.language.syntax import And, Atom, Exists, Forall, Formula, Implies, Not, Or
from sorites.translators import YES_NO, LabelScheme

from .inference import Chain, Letters, Rule, backward, derived, letters_of, schema
from .problem import Disagreement, Generated, proved
from .sentences import Said, Speaker
from .words import NAMES, WEATHER, draw_phrases

Case = Literal["inference", "contradiction", "unrelated"]
CASES: Final[tuple[Case, ...]] = ("inference", "contradiction", "unrelated")
INFERENCES: Final = tuple(
    Rule.of(name, text)
    for name, text in (
        ("modus ponens", "P → Q; P ⊢ Q"),
        ("modus tollens", "P → Q; ¬Q ⊢ ¬P"),
        ("transitivity", "P → Q; Q → R ⊢ P → R"),
        ("disjunctive syllogism", "P ∨ Q; ¬P ⊢ Q"),
        ("addition", "P ⊢ P ∨ Q"),
        ("simplification", "P ∧ Q ⊢ P"),
        ("conjunction", "P; Q ⊢ P ∧ Q"),
        ("resolution", "P ∨ Q; ¬P ∨ R ⊢ Q ∨ R"),
        ("disjunction elimination", "P → R; P ∨ Q; Q → R ⊢ R"),
        ("biconditional introduction", "P → Q; Q → P ⊢ P ↔ Q"),
        ("biconditional elimination", "P ↔ Q ⊢ P → Q"),
    )
)
EQUIVALENCES: Final = {
    "idempotent laws": ("P ∧ P = P", "P ∨ P = P"),
    "commutative laws": ("P ∧ Q = Q ∧ P", "P ∨ Q = Q ∨ P"),
    "associative laws": ("(P ∧ Q) ∧ R = P ∧ (Q ∧ R)", "(P ∨ Q) ∨ R = P ∨ (Q ∨ R)"),
    "distributive laws": ("P ∧ (Q ∨ R) = (P ∧ Q) ∨ (P ∧ R)", "P ∨ (Q ∧ R) = (P ∨ Q) ∧ (P ∨ R)"),
    "De Morgan's laws": ("¬(P ∧ Q) = ¬P ∨ ¬Q", "¬(P ∨ Q) = ¬P ∧ ¬Q"),
    "complement laws": ("¬¬P = P",),
    "conditional laws": ("P → Q = ¬P ∨ Q",),
    "biconditional laws": ("P ↔ Q = (P ∧ Q) ∨ (¬P ∧ ¬Q)",),
}
FALLACIES: Final = tuple(
    Rule.of(name, text)
    for name, text in (
        ("affirming the consequent", "P → Q; Q ⊢ P"),
        ("denying the antecedent", "P → Q; ¬P ⊢ ¬Q"),
        ("affirming a disjunct", "P ∨ Q; P ⊢ ¬Q"),
        ("denying a conjunct", "¬(P ∧ Q); ¬P ⊢ Q"),
        ("illicit commutativity", "P → Q ⊢ Q → P"),
    )
)
GROWING: Final = tuple(rule for rule in INFERENCES if rule.name not in {"addition", "conjunction"})
"""The rules by which premises are derived."""
QUANTIFIER_LAWS: Final = {
    "quantifier negation": (("¬∀", "P"), ("¬∃", "P")),
    "quantifier distribution": (("∀∧", "P ∧ Q"), ("∃∨", "P ∨ Q")),
    "quantifier movement": (("∀→", "P → Q"), ("∃∧", "P ∧ Q")),
}
QUANTIFIED: Final = ("universal instantiation", "universal generalization", "existential generalization")
QUANTIFIED_FALLACIES: Final = ("undistributed middle", "illicit major", "illicit minor", "existential fallacy")
VARIABLES: Final = "x y z u v w".split()


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the tree.

    Attributes:
        logic: propositional or predicate.
        category: equivalent, inference or fallacy.
        rule: the rule, behind its quantifier.
        case: what is asked.
    """

    logic: str
    category: str
    rule: str
    case: Case

    @property
    def name(self) -> str:
        """The leaf as one word for tables."""
        return f"{self.logic}/{self.category}/{self.rule}/{self.case}"

    @property
    def follows(self) -> bool:
        """Whether what is asked follows."""
        return self.category != "fallacy" and self.case == "inference"


@cache
def leaves() -> tuple[Leaf, ...]:
    """Return all 208 leaves."""
    found: list[Leaf] = []
    for category, rules in (("equivalent", list(EQUIVALENCES)), ("inference", [r.name for r in INFERENCES])):
        for rule in rules:
            names = [("propositional", rule), ("predicate", f"universal {rule}"), ("predicate", f"existential {rule}")]
            found += [Leaf(logic, category, name, case) for logic, name in names for case in CASES]
    found += [Leaf("predicate", "equivalent", rule, case) for rule in QUANTIFIER_LAWS for case in CASES]
    found += [Leaf("predicate", "inference", rule, case) for rule in QUANTIFIED for case in CASES]
    for fallacy in FALLACIES:
        found.append(Leaf("propositional", "fallacy", fallacy.name, "inference"))
        found += [
            Leaf("predicate", "fallacy", f"{q} {fallacy.name}", "inference") for q in ("universal", "existential")
        ]
    found += [Leaf("predicate", "fallacy", rule, "inference") for rule in QUANTIFIED_FALLACIES]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LogicAsker:
    """Generates problems of the leaves in turn.

    Attributes:
        length: how many rules are chained, 1 to 7. A rule about quantifiers comes last, behind
            rules under the quantifier of its premise.
        only: leaves to take, by parts of their names; all if empty.
        balanced: take leaves with the answers yes and no in turn; in the tree, 63 of 208 have yes.
    """

    length: int = 1
    only: tuple[str, ...] = ()
    balanced: bool = False

    name = "logicasker"
    scheme: LabelScheme = YES_NO

    @property
    def settings(self) -> str:
        """All options in one line."""
        return f"length={self.length} only={','.join(self.only)}" + (" balanced" if self.balanced else "")

    def leaves(self) -> tuple[Leaf, ...]:
        """Return the leaves that are taken."""
        return tuple(leaf for leaf in leaves() if not self.only or any(part in leaf.name for part in self.only))

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem of the leaf whose turn it is."""
        taken = self.leaves()
        if self.balanced:
            sides = [[leaf for leaf in taken if leaf.follows is follows] for follows in (True, False)]
            if all(sides):
                taken, number = tuple(sides[number % 2]), number // 2
        return self.of(taken[number % len(taken)], rng)

    def of(self, leaf: Leaf, rng: random.Random) -> Generated:
        """Return a problem of a leaf."""
        for _ in range(50):
            argument = _argument(leaf, rng, self.length)
            problem = _problem(leaf, argument, rng)
            if problem is not None:
                return problem
        raise Disagreement(f"no case of {leaf.name} was found")


@dataclass(frozen=True, slots=True)
class _Argument:
    """Premises, a conclusion and how it comes from them; letters stand for what is said."""

    premises: tuple[Formula, ...]
    conclusion: Formula
    rules: tuple[str, ...]


def _argument(leaf: Leaf, rng: random.Random, length: int) -> _Argument:
    """Return an argument of a leaf's rule."""
    quantifier, _, rule = leaf.rule.partition(" ")
    if leaf.logic == "propositional" or quantifier not in {"universal", "existential"} or leaf.rule in QUANTIFIED:
        rule, quantifier = leaf.rule, ""
    if leaf.rule in QUANTIFIER_LAWS or leaf.rule in QUANTIFIED or leaf.rule in QUANTIFIED_FALLACIES:
        return _led_to(_special(leaf.rule, rng, length), rng, length)
    chain = _chain(leaf.category, rule, rng, length)
    rules = tuple(step.rule for step in chain.steps)
    if not quantifier:
        return _Argument(chain.premises, chain.conclusion, rules)
    x = rng.choice(VARIABLES)
    if quantifier == "universal":
        return _Argument(tuple(Forall(x, p) for p in chain.premises), Forall(x, chain.conclusion), rules)
    first, *rest = chain.premises
    return _Argument((Exists(x, first), *(Forall(x, p) for p in rest)), Exists(x, chain.conclusion), rules)


def _chain(category: str, name: str, rng: random.Random, length: int) -> Chain:
    if category == "equivalent":
        left, right = rng.choice(EQUIVALENCES[name]).split(" = ")
        sides = [schema(left), schema(right)]
        if rng.random() < 0.5:
            sides.reverse()
        base = Rule(name, (sides[0],), sides[1])
    else:
        base = next(rule for rule in (*INFERENCES, *FALLACIES) if rule.name == name)
    return backward(rng, base, GROWING, length)


def _led_to(argument: _Argument, rng: random.Random, length: int) -> _Argument:
    """Return an argument with rules before its own, under the quantifier of one of its premises."""
    i, premise = next((i, p) for i, p in enumerate(argument.premises) if isinstance(p, Forall | Exists) or length == 1)
    if length <= len(argument.rules) or not isinstance(premise, Forall | Exists):
        return argument
    (head, *rest), steps = derived(rng, [premise.body], GROWING, length - len(argument.rules), Letters())
    led = [type(premise)(premise.var, head), *(Forall(premise.var, p) for p in rest)]
    premises = [*argument.premises[:i], *led, *argument.premises[i + 1 :]]
    rules = (*(step.rule for step in steps), *argument.rules)
    return replace(argument, premises=tuple(dict.fromkeys(premises)), rules=rules)


def _law(name: str, x: str, rng: random.Random, length: int) -> _Argument:
    """Return an argument of a law about quantifiers, from either side; of a chain, from the one that rules lead to."""
    p, q, w = (Atom(letter, ()) for letter in ("P", "Q", "W"))
    kind, body = rng.choice(QUANTIFIER_LAWS[name])
    inner = schema(body)
    sides: tuple[Formula, Formula]
    match kind:
        case "¬∀":
            sides = Not(Forall(x, p)), Exists(x, Not(p))
        case "¬∃":
            sides = Not(Exists(x, p)), Forall(x, Not(p))
        case "∀∧":
            sides = Forall(x, inner), And((Forall(x, p), Forall(x, q)))
        case "∃∨":
            sides = Exists(x, inner), Or((Exists(x, p), Exists(x, q)))
        case "∀→":
            sides = Forall(x, Implies(w, q)), Implies(w, Forall(x, q))
        case _:
            sides = Exists(x, And((w, q))), And((w, Exists(x, q)))
    if rng.random() < 0.5:
        sides = sides[::-1]
    if length > 1 and not isinstance(sides[0], Forall | Exists):
        sides = sides[::-1]
    return _Argument((sides[0],), sides[1], (name,))


def _special(name: str, rng: random.Random, length: int) -> _Argument:
    """Return an argument of a rule about quantifiers; of a longer chain, one with a premise that rules can lead to."""
    x = rng.choice(VARIABLES)
    p, q, r = (Atom(letter, ()) for letter in ("P", "Q", "R"))
    if name in QUANTIFIER_LAWS:
        return _law(name, x, rng, length)
    c = Atom("C", ())
    found: tuple[tuple[Formula, ...], Formula]
    match name:
        case "universal instantiation":
            found = ((Forall(x, p),), c)
        case "existential generalization" if length > 1:
            return _Argument((Forall(x, p),), Exists(x, p), ("universal instantiation", name))
        case "existential generalization":
            found = ((c,), Exists(x, p))
        case "universal generalization":
            found = ((Forall(x, Implies(p, q)), Forall(x, p)), Forall(x, q))
        case "undistributed middle":
            found = ((Forall(x, Implies(q, p)), c), Atom("D", ()))
        case "illicit major":
            found = ((Forall(x, Implies(p, q)), Forall(x, Implies(r, Not(p)))), Forall(x, Implies(r, Not(q))))
        case "illicit minor":
            found = ((Forall(x, Implies(p, q)), Forall(x, Implies(p, r))), Forall(x, Implies(q, r)))
        case _:
            found = ((Forall(x, Implies(p, q)),), Exists(x, And((p, q))))
    return _Argument(found[0], found[1], (name,))


def _problem(leaf: Leaf, argument: _Argument, rng: random.Random) -> Generated | None:
    """Put an argument into words; ``None`` if the case is not what it should be."""
    letters = letters_of([*argument.premises, argument.conclusion])
    phrases = draw_phrases(rng, len(letters) + 1)
    names, weather = rng.sample(NAMES, len(letters) + 1), rng.sample(WEATHER, min(len(letters) + 1, len(WEATHER)))
    quantified = leaf.logic == "predicate"
    said: dict[str, Said] = {}
    for i, letter in enumerate([*letters, "U"]):
        if letter == "W":
            said[letter] = Said(None, weather=weather[0])
        elif quantified:
            subject = names[0] if letter in "CD" else ""
            said[letter] = Said(phrases[i], subject)
        elif rng.random() < 0.3 and i < len(weather):
            said[letter] = Said(None, weather=weather[i])
        else:
            said[letter] = Said(phrases[i], names[i])
    if "C" in said:
        same = said.get("P", said["C"]).phrase
        said["C"] = Said(same, names[0])
    if "D" in said:
        said["D"] = Said(said["Q"].phrase, names[0])
    conclusion = argument.conclusion
    if leaf.case == "contradiction":
        conclusion = _denied(conclusion)
    elif leaf.case == "unrelated":
        conclusion = _unrelated(conclusion, said, names[0], quantified)
    speaker = Speaker(rng, said)
    expected = {"inference": Verdict.ENTAILED, "contradiction": Verdict.REFUTED, "unrelated": Verdict.UNKNOWN}
    premises = tuple(Statement(speaker.formula(p), speaker.sentence(p)) for p in argument.premises)
    used = [said[name] for name in letters_of([*argument.premises, conclusion])]
    declared = tuple({s.predicate.name: s.predicate for s in used}.values())
    asked = speaker.sentence(conclusion)
    program = Program(premises, Statement(speaker.formula(conclusion), asked), predicates=declared)
    try:
        if leaf.category == "fallacy":
            outcome = proved(program, Verdict.UNKNOWN)
        else:
            outcome = proved(program, expected[leaf.case])
    except Disagreement:
        return None
    chain = tuple(f"By {rule}." for rule in argument.rules)
    return Generated(
        context=" ".join(p.gloss for p in premises),
        question=f"Can we infer the following? Answer yes or no: {asked}",
        program=program,
        verdict=outcome.verdict,
        outcome=outcome,
        depth=len(argument.rules),
        rules=argument.rules,
        chain=chain,
        tags={
            "logic": leaf.logic,
            "category": leaf.category,
            "rule": leaf.rule,
            "case": leaf.case,
            "length": str(len(argument.rules)),
        },
    )


def _denied(formula: Formula) -> Formula:
    """Return the opposite of a conclusion, with the negation behind its quantifiers."""
    match formula:
        case Not(body):
            return body
        case Forall(x, body):
            return Exists(x, _denied(body))
        case Exists(x, body):
            return Forall(x, _denied(body))
        case And((Forall() | Exists() as a, Forall() | Exists() as b)):
            return Or((_denied(a), _denied(b)))
        case Or((Forall() | Exists() as a, Forall() | Exists() as b)):
            return And((_denied(a), _denied(b)))
        case And((Atom() as a, Exists() as b)):
            return Or((Not(a), _denied(b)))
        case Implies(Atom() as a, Forall() as b):
            return And((a, _denied(b)))
        case _:
            return Not(formula)


def _unrelated(conclusion: Formula, said: dict[str, Said], name: str, quantified: bool) -> Formula:
    """Return a statement of which the premises do not speak."""
    u = Atom("U", ())
    match conclusion:
        case Forall(x) | Exists(x):
            return type(conclusion)(x, u)
        case _ if quantified:
            said["U"] = Said(said["U"].phrase, name)
            return u
        case _:
            return u
