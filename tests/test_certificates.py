"""The checker of certificates: right ones pass, and each way of being wrong is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sorites.solvers import (
    Argument,
    Certificate,
    Closure,
    Countermodels,
    Diagnostic,
    Level,
    Model,
    Outcome,
    PreferredModels,
    Program,
    Step,
    Verdict,
    read_program,
)
from sorites.solvers.checking.certificates import check
from sorites.solvers.engines.defaults import DefaultSolver
from sorites.solvers.engines.defeasible import DefeasibleSolver
from sorites.solvers.engines.rules import RulesSolver
from sorites.solvers.language.formulas import parse_formula
from sorites.solvers.language.syntax import Atom, Formula, Var
from sorites.solvers.outcome import Element

YES, NO, OPEN, CLASH = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
BEFORE = Diagnostic("said-before", Level.WARNING, "what the engine said")
PASSED = ("", "")


def program(premises: str, goal: str, rest: str = "") -> Program:
    lines = "\n".join(premises.split("; "))
    reading = read_program(f"Premises:\n{lines}\n{rest}Conclusion:\n{goal}\n")
    assert reading.program is not None, reading.diagnostics
    return reading.program


def formula(text: str) -> Formula:
    found, _ = parse_formula(text)
    assert found is not None
    return found


def judged(found: Program, certificate: Certificate, verdict: Verdict) -> tuple[str, str]:
    """Return the code and the message of what the checker says; both empty if the certificate passes."""
    outcome = Outcome(verdict, "somebody", 0.0, certificate, (BEFORE,))
    after = check(found, outcome)
    first, *said = after.diagnostics
    assert first is BEFORE
    assert (after.checked is not None) is (not said)
    if not said:
        assert replace(after, checked=None) == outcome, "nothing else changes"
        return PASSED
    [fault] = said
    if fault.code == "certificate-unchecked":
        assert fault.level is Level.WARNING
        assert replace(after, diagnostics=(BEFORE,)) == outcome, "nothing else changes"
        return "unchecked", fault.message.removeprefix("the certificate is not checked: ")
    assert (fault.code, fault.level) == ("certificate-wrong", Level.ERROR)
    assert (after.verdict, after.certificate) == (Verdict.UNDECIDED, None), "a wrong certificate is no answer"
    return "wrong", fault.message.removeprefix(f"somebody says {verdict}, but its certificate is wrong: ")


def wrong(message: str) -> tuple[str, str]:
    return "wrong", message


def test_without_a_certificate_there_is_nothing_to_check() -> None:
    outcome = Outcome(YES, "somebody", 0.0)
    assert check(program("P(a)", "P(a)"), outcome) is outcome


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
    assert "quantifies over numbers" in message
    said = countermodels(program("S(a)", "Q(b)"), model(""), model(""))
    assert said == wrong("the model does not say of what S holds")


# Preferred models

HEAVY = program("Heavy(a) ∧ Heavy(b); ¬Table(a)", "Table(b)", "Defaults:\nD1: ∀x (Heavy(x) → Table(x))\n")


def test_preferred_models_are_compared_with_all_others() -> None:
    certificate = DefaultSolver().solve(HEAVY).certificate
    assert isinstance(certificate, PreferredModels)
    assert judged(HEAVY, certificate, YES) == PASSED
    assert judged(HEAVY, certificate, NO) == wrong("the models do not show the verdict")
    [best] = certificate.models
    assert best.abnormal == (("D1", ("a",)),)
    excused = replace(best, abnormal=(("D1", ("a",)), ("D1", ("b",))))
    assert judged(HEAVY, replace(certificate, models=(excused,)), YES)[0] == "wrong"
    flawless = replace(best, abnormal=())
    assert judged(HEAVY, replace(certificate, models=(flawless,)), YES)[0] == "wrong"
    silent = replace(best, model=replace(best.model, predicates={}))
    assert judged(HEAVY, replace(certificate, models=(silent,)), YES)[0] == "wrong"


# Arguments


def theory(facts: str, rules: str, goal: str, preferences: str = "") -> Program:
    numbered = "\n".join(f"R{n}: {rule}" for n, rule in enumerate(rules.split("; "), start=1))
    lines = "\n".join(preferences.split("; "))
    return program(facts, goal, f"Defeasible rules:\n{numbered}\nPreferences:\n{lines}\n")


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        ("F(t)", YES), ("F(p)", NO), ("¬F(p)", YES), ("F(c)", OPEN), ("F(t) ∧ ¬F(p)", YES), ("F(t) ∧ F(p)", NO),
        ("F(t) ∧ F(c)", OPEN), ("F(c) ∧ F(p)", NO),
    ],
)  # fmt: skip
def test_arguments_prove_what_a_second_implementation_proves(goal: str, verdict: Verdict) -> None:
    found = theory("B(t); B(p); N(p)", "B(x) → F(x); N(x) → ¬F(x)", goal, "R2 > R1")
    certificate = DefeasibleSolver().solve(found).certificate
    assert isinstance(certificate, Argument)
    assert judged(found, certificate, verdict) == PASSED
    for other in {YES, NO, OPEN, CLASH} - {verdict}:
        assert judged(found, certificate, other) == wrong("what is proved does not give the verdict")
    for literals in (certificate.literals - {formula("F(t)")}, certificate.literals | {formula("F(c)")}, frozenset()):
        said = judged(found, replace(certificate, literals=frozenset(literals)), verdict)
        assert said == wrong("a second implementation does not prove the same literals")


def test_arguments_are_checked_in_the_logic_that_they_name() -> None:
    """Two rules share in beating two others, and what is ambiguous speaks against something, or not."""
    shared = theory("A(a)", "A(a) → Q(a); A(a) → Q(a); A(a) → ¬Q(a); A(a) → ¬Q(a)", "Q(a)", "R1 > R3; R2 > R4")
    ambiguous = theory("T(a)", "T(a) → ¬G(a); T(a) → G(a); T(a) → I(a); G(a) → ¬I(a)", "I(a)")
    for found, options in ((shared, {"team": True}), (ambiguous, {"propagate": True})):
        outcome = DefeasibleSolver(**options).solve(found)
        plain = DefeasibleSolver().solve(found)
        assert isinstance(outcome.certificate, Argument)
        assert isinstance(plain.certificate, Argument)
        assert judged(found, outcome.certificate, outcome.verdict) == PASSED
        assert judged(found, plain.certificate, plain.verdict) == PASSED
        assert outcome.verdict is not plain.verdict
        unnamed = replace(outcome.certificate, team=False, propagate=False)
        assert judged(found, unnamed, outcome.verdict)[0] == "wrong"


def test_theories_that_are_too_large_are_not_checked() -> None:
    found = theory("; ".join(f"N(c{i})" for i in range(28)), "N(x) ∧ N(y) ∧ N(z) → R(x, y, z)", "R(c1, c2, c3)")
    code, message = judged(found, Argument(frozenset()), YES)
    assert code == "unchecked"
    assert str(28**3) in message


# Closures


def closure(literals: str, *steps: Step) -> Closure:
    return Closure(frozenset(map(formula, literals.split("; "))) if literals else frozenset(), (), steps)


RULES = "∀x (P(x) → Q(x)); P(a); ¬R(a); ¬¬R(b)"
FACT, NEXT = Step(1, "P(a)", "premise", (), 1), Step(2, "Q(a)", "rule", (1,), 0)
DENIED, TWICE = Step(3, "¬R(a)", "premise", (), 2), Step(4, "R(b)", "premise", (), 3)
ALL = "P(a); Q(a); ¬R(a); R(b)"


@pytest.mark.parametrize(
    ("goal", "verdict", "steps"),
    [
        ("Q(a)", YES, (FACT, NEXT)),
        ("¬Q(a)", NO, (FACT, NEXT)),
        ("R(a)", NO, (DENIED,)),
        ("¬R(a)", YES, (DENIED,)),
        ("R(b)", YES, (TWICE,)),
        ("Q(a) ∧ ¬R(a)", YES, (FACT, NEXT, DENIED)),
        ("Q(a) ∧ R(a)", NO, (DENIED,)),
        ("Q(a) ∧ R(a)", NO, (FACT, NEXT, DENIED)),
    ],
)
def test_derivations_are_replayed(goal: str, verdict: Verdict, steps: tuple[Step, ...]) -> None:
    found = program(RULES, goal)
    assert judged(found, closure(ALL, *steps), verdict) == PASSED
    for other in {YES, NO, OPEN, CLASH} - {verdict}:
        said = judged(found, closure(ALL, *steps), other)
        assert said == wrong("the derivation does not end in what it should show")
    said = judged(found, closure(ALL, *steps[:-1]), verdict)
    assert said == wrong("the derivation does not end in what it should show")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((replace(FACT, premise=None), NEXT), "step 1 of the derivation does not stand"),
        ((replace(FACT, text="P(a"), NEXT), ""),  # a bracket that is missing is mended
        ((replace(FACT, text="P(a) Q(a)"), NEXT), "step 1 of the derivation does not stand"),
        ((NEXT,), "step 2 of the derivation does not stand"),
        ((FACT, replace(NEXT, parents=(1, 9))), "step 2 of the derivation does not stand"),
        ((FACT, replace(NEXT, parents=())), "step 2 does not follow from its parents"),
        ((FACT, replace(NEXT, premise=2)), "step 2 does not follow from its parents"),
        ((replace(FACT, premise=0), NEXT), "step 1 does not follow from its parents"),
        ((replace(FACT, text="P(b)"), NEXT), "step 1 does not follow from its parents"),
    ],
)
def test_a_step_that_does_not_follow_is_refused(steps: tuple[Step, ...], message: str) -> None:
    said = judged(program(RULES, "Q(a)"), closure(ALL, *steps), YES)
    assert said == (wrong(message) if message else PASSED)


def test_rules_are_not_read_backwards() -> None:
    found = program("∀x (P(x) → Q(x)); ¬Q(a)", "P(a)")
    fact = Step(1, "¬Q(a)", "premise", (), 1)
    said = judged(found, closure("¬Q(a)", fact, Step(2, "¬P(a)", "rule", (1,), 0)), NO)
    assert said == wrong("step 2 does not follow from its parents")
    assert judged(found, closure("¬Q(a)"), OPEN) == PASSED


def test_a_derivation_of_both_sides() -> None:
    found = program("P(a); ¬P(a)", "P(a)")
    both = Step(1, "P(a)", "premise", (), 0), Step(2, "¬P(a)", "premise", (), 1)
    assert judged(found, closure("P(a); ¬P(a)", *both), CLASH) == PASSED


@pytest.mark.parametrize(
    ("literals", "goal", "message"),
    [
        (ALL, "S(a)", ""),
        (ALL, "S(a) ∧ Q(a)", ""),  # half of it is derived
        (ALL, "¬S(a) ∧ Q(a)", ""),
        ("P(a); ¬R(a); R(b)", "S(a)", "the closure is not closed under the rules"),
        ("Q(a); ¬R(a); R(b)", "S(a)", "the closure is not closed under the rules"),
        ("P(a); Q(a); R(b)", "S(a)", "the closure is not closed under the rules"),
        ("P(a); Q(a); ¬R(a)", "S(a)", "the closure is not closed under the rules"),
        ("", "S(a)", "the closure is not closed under the rules"),
        (ALL, "Q(a)", "the closure holds an answer to the goal"),
        (ALL, "R(a)", "the closure holds an answer to the goal"),
        (ALL, "¬R(a) ∧ Q(a)", "the closure holds an answer to the goal"),
        (ALL, "R(a) ∧ Q(a)", "the closure holds an answer to the goal"),
        (ALL, "R(a) ∧ S(a)", "the closure holds an answer to the goal"),
        (f"{ALL}; ¬S(a)", "S(a)", "the closure holds an answer to the goal"),
    ],
)
def test_closures_are_closed_and_answer_nothing(literals: str, goal: str, message: str) -> None:
    said = judged(program(RULES, goal), closure(literals), OPEN)
    assert said == (wrong(message) if message else PASSED)


def test_only_literals_without_variables_close_anything() -> None:
    facts = closure("P(a); ¬R(a); R(b)")
    said = judged(program(RULES, "S(a)"), replace(facts, literals=facts.literals | {Atom("Q", (Var("x"),))}), OPEN)
    assert said == wrong("the closure is not closed under the rules")


def test_numerals_are_things_of_a_closure() -> None:
    found = program("∀x (P(x) → Q(x)); P(3)", "Q(4)")
    assert judged(found, closure("P(3); Q(3)"), OPEN) == PASSED
    assert judged(found, closure("P(3)"), OPEN) == wrong("the closure is not closed under the rules")
    assert judged(program("P(3)", "P(3)"), closure("P(3)"), OPEN) == wrong("the closure holds an answer to the goal")


def test_a_closure_without_names() -> None:
    found = program("p; p → q", "r")
    assert judged(found, closure("p; q"), OPEN) == PASSED
    assert judged(found, closure("p"), OPEN) == wrong("the closure is not closed under the rules")
    assert judged(program("p; ∀x P(x)", "r"), closure("p"), OPEN)[0] == "wrong", "there is always something"


def test_a_closure_of_what_it_can_not_evaluate() -> None:
    said = judged(program("P(f(a))", "Q(a)"), closure(""), OPEN)
    assert said == ("unchecked", "the closure can't be evaluated: no value for f/1")


def test_what_forward_chaining_finds_passes() -> None:
    for goal, verdict in (("Q(a)", YES), ("R(a)", NO), ("S(a)", OPEN), ("Q(b)", OPEN)):
        found = program(RULES.rpartition(";")[0], goal)
        outcome = RulesSolver().solve(found)
        assert outcome.verdict is verdict
        assert outcome.certificate is not None
        assert judged(found, outcome.certificate, verdict) == PASSED
