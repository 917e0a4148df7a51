"""The checker of certificates: right ones pass, and each way of being wrong is refused."""

from __future__ import annotations

from sorites.solvers import Countermodels, Model, Program
from sorites.solvers.outcome import Element

from ..judging import OPEN, PASSED, judged, program, wrong

# Countermodels


def model(facts: str, things: str = "ab", **values: str | int) -> Model:
    """Return a model of facts like ``Pa Rab``, in which each name of one letter means itself."""
    tables: dict[tuple[str, int], set[tuple[str, ...]]] = {(name, 1): set() for name in "PQ"}
    for fact in facts.split():
        tables.setdefault((fact[0], len(fact) - 1), set()).add(tuple(fact[1:]))
    means: dict[str, str | int] = {**{thing: thing for thing in things}, **values}
    functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {
        (name, 0): {(): value} for name, value in means.items()
    }
    return Model(tuple(things), {key: frozenset(rows) for key, rows in tables.items()}, functions)


def countermodels(found: Program, holds: Model, fails: Model) -> tuple[str, str]:
    return judged(found, Countermodels(holds, fails), OPEN)


def test_countermodels_satisfy_the_premises_and_show_both_sides() -> None:
    found = program("P(a); ∀x (P(x) → Q(x))", "Q(b)")
    holds, fails = model("Pa Qa Qb"), model("Pa Qa")
    assert countermodels(found, holds, fails) == PASSED
    no = "the model does not satisfy "
    for one in (model("Qa Qb"), model("Qb")):
        assert countermodels(found, one, fails) == wrong(no + "premise 1")
    assert countermodels(found, model("Pa Pb Qb"), fails) == wrong(no + "premise 2")
    assert countermodels(found, holds, model("Pa")) == wrong(no + "premise 2")
    assert countermodels(found, holds, model("Qa")) == wrong(no + "premise 1")
    for pair in ((fails, holds), (holds, holds), (fails, fails)):
        assert countermodels(found, *pair) == wrong(no + "what it should show")


def test_countermodels_of_an_open_goal() -> None:
    """Such a goal is true if it holds of all, and false if of nothing: one model may show that neither must be."""
    found = program("P(a); ¬P(b)", "P(x)")
    assert countermodels(found, model("Pa"), model("Pa")) == PASSED


def test_numerals_stand_for_different_things_in_countermodels() -> None:
    found = program("P(3)", "∃x ∃y (P(x) ∧ P(y) ∧ x ≠ y) ∨ P(4)")
    apart = {"3": "a", "4": "b"}
    assert countermodels(found, model("Pa Pb", **apart), model("Pa", **apart)) == PASSED
    equated = program("P(3); a = a", "Q(4)")
    both = model("Pa Qa", **{"3": "a", "4": "a"}), model("Pa", **apart)
    assert countermodels(equated, *both) == wrong("the model does not satisfy what it should show")


def test_what_no_finite_model_can_show_is_not_checked() -> None:
    bounds = program("Age(a) > 3", "Age(a) > 5")
    old, young = (Model(("a",), {}, {("a", 0): {(): "a"}, ("Age", 1): {("a",): n}}) for n in (6, 4))
    assert countermodels(bounds, old, young) == PASSED
    over_numbers = program("Age(a) > 3", "∃x (Age(a) = x + 1)")
    code, message = countermodels(over_numbers, old, young)
    assert code == "unchecked"
    assert "quantifies over all numbers" in message
    said = countermodels(program("S(a)", "Q(b)"), model(""), model(""))
    assert said == wrong("the model does not say of what S holds")
