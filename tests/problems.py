"""One table of programs with their verdicts, which every engine must give."""

from __future__ import annotations

from dataclasses import dataclass

from sorites.solvers import Verdict

E, R, U, I = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT  # noqa: E741


@dataclass(frozen=True, slots=True)
class Case:
    """A program and what every engine must say of it."""

    name: str
    premises: tuple[str, ...]
    goal: str
    verdict: Verdict
    used: tuple[int, ...] | None = None
    """The only minimal set of premises that a proof can use, if there is one."""

    @property
    def text(self) -> str:
        """The program's text."""
        return "Premises:\n" + "\n".join(self.premises) + f"\nConclusion:\n{self.goal}\n"


CASES = [
    Case("modus ponens", ("p → q", "p"), "q", E, (0, 1)),
    Case("modus tollens", ("p → q", "¬q", "r"), "p", R, (0, 1)),
    Case("affirming the consequent", ("p → q", "q"), "p", U),
    Case("exclusive or", ("p ⊕ q", "p"), "q", R, (0, 1)),
    Case("contradiction", ("p", "¬p", "q"), "r", I, (0, 1)),
    Case("no premises", (), "p ∨ ¬p", E, ()),
    Case("absurd goal", (), "p ∧ ¬p", R, ()),
    Case("barbara", ("∀x (A(x) → B(x))", "∀x (B(x) → C(x))"), "∀x (A(x) → C(x))", E, (0, 1)),
    Case("darii", ("∀x (A(x) → B(x))", "∃x (C(x) ∧ A(x))"), "∃x (C(x) ∧ B(x))", E, (0, 1)),
    Case("drinker", (), "∃x (D(x) → ∀y D(y))", E, ()),
    Case("nobody need exist twice", ("∃x P(x)", "∃x Q(x)"), "∃x (P(x) ∧ Q(x))", U),
    Case("constants may coincide", ("P(a)", "¬P(b)"), "a = b", R, (0, 1)),
    Case("two names, one thing", ("P(a)", "P(b)"), "a = b", U),
    Case("congruence", ("a = b", "P(f(a))"), "P(f(b))", E, (0, 1)),
    Case("domain of one", ("∀x ∀y x = y", "P(a)"), "∀x P(x)", E, (0, 1)),
    Case("function chain", ("∀x (P(x) → P(s(x)))", "P(zero)"), "P(s(s(s(zero))))", E, (0, 1)),
    Case("serial", ("∀x ∃y R(x, y)",), "∃x R(x, x)", U),
    Case("serial with another order", ("∀x ∃y R(x, y)",), "∃y ∀x R(x, y)", U),
    Case("swapped quantifiers", ("∃y ∀x R(x, y)",), "∀x ∃y R(x, y)", E, (0,)),
    Case("transitive and irreflexive", ("∀x ∀y ∀z ((R(x,y) ∧ R(y,z)) → R(x,z))", "∀x ¬R(x,x)"), "∃x ∃y R(x,y)", U),
    Case("numerals differ", ("age(bob) = 3",), "age(bob) = 4", R, (0,)),
    Case("numerals as names", ("Born(bob, 1999)",), "Born(bob, 2000)", U),
    Case(
        "odd names", ('Likes(Joe\'sPlate, "Gone with the Wind")',), 'Likes(Joe\'sPlate, "Gone with the Wind")', E, (0,)
    ),
    Case("one name, two arities", ("P(a)", "P(a, b)"), "P(b)", U),
    Case("predicate and function of one name", ("P(P(a))",), "P(a)", U),
    Case("truth constants", ("⊤ → p", "⊥ → q"), "p", E, (0,)),
    Case("equivalence", ("p ↔ (q ⊕ r)", "q", "r"), "p", R, (0, 1, 2)),
    Case("shadowed variable", ("∀x (P(x) → ∃x Q(x))", "P(a)"), "∃y Q(y)", E, (0, 1)),
    Case("open goal that holds of all", ("∀x P(x)",), "P(x)", E, (0,)),
    Case("open goal that holds of some", ("P(a)", "¬P(b)"), "P(x)", U),
    Case("open goal of which nothing is known", ("P(a)",), "Q(x)", U),
    Case("open goal that holds of nothing", ("∀x ¬P(x)",), "P(x)", R, (0,)),
    Case("many constants", tuple(f"P(c{i})" for i in range(12)), "P(c11) ∧ P(c3)", E, (3, 11)),
]

ARITHMETIC = [
    Case("sum", ("age(bob) = age(amy) + 2", "age(amy) > 3"), "age(bob) > 5", E, (0, 1)),
    Case("bounds", ("age(bob) > 3",), "age(bob) > 5", U),
    Case("integers", ("Even(4)",), "∀n:Int (n > 3 ∧ n < 5 → Even(n))", E, (0,)),
    Case("decimals", ("price(tea) = 1.5", "price(cake) = 2 * price(tea)"), "price(cake) = 3", E, (0, 1)),
    Case("empty interval", ("∃n:Int (n > 3 ∧ n < 4)",), "P(a)", I),
    Case("numbers and things", ("Cost(tea) < 3", "∀x (Cost(x) < 5 → Cheap(x))"), "Cheap(tea)", E, (0, 1)),
]
