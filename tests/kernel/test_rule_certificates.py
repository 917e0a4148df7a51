"""The checks of closures, arguments and preferred models: right ones pass, and each way of being wrong is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sorites.solvers import (
    Argument,
    Certificate,
    Closure,
    Firing,
    PreferredModels,
    Program,
    Statement,
    Verdict,
    make_solver,
)
from sorites.solvers.engines.defeasible import DefeasibleSolver
from sorites.solvers.kernel.certificates import Derived, Line
from sorites.solvers.kernel.preferred import obligations
from sorites.solvers.logic.syntax import Truth

from ..judging import CLASH, NO, OPEN, PASSED, YES, formula, judged, program, wrong
from ..mutating import mutants

POOL: tuple[object, ...] = (
    formula("Moon(cheese)"), formula("¬Q(a)"), formula("Q(b)"), "Moon(cheese)", "Q(b)", "R1", "R2", "D1", "b", "e1",
    "fact", "rule", "preferred", "beaten", "undecided", "not proved", 7,
)  # fmt: skip


def forward(premises: str, goal: str) -> Program:
    return program(premises, goal, "Semantics: rules\n")


def solved(found: Program, engine: str) -> tuple[Verdict, Certificate]:
    outcome = make_solver(engine).solve(found)
    assert outcome.certificate is not None
    assert judged(found, outcome.certificate, outcome.verdict) == PASSED
    return outcome.verdict, outcome.certificate


def refused(found: Program, verdict: Verdict, certificate: Certificate) -> int:
    """Make sure that no mutant of a certificate, and no other verdict, passes; return how many mutants there were."""
    for other in {YES, NO, OPEN, CLASH} - {verdict}:
        assert judged(found, certificate, other)[0] == "wrong", other
    count = 0
    for mutant in mutants(certificate, POOL):
        if isinstance(mutant, Closure | Argument):  # a step may be said twice
            mutant = replace(mutant, steps=tuple(dict.fromkeys(mutant.steps)))
        same = mutant == certificate or (
            isinstance(certificate, Argument) and mutant == _elsewhere(certificate, mutant)
        )
        assert same or judged(found, mutant, verdict) != PASSED, mutant
        count += 1
    return count


def _elsewhere(one: Argument, other: Argument) -> Argument:
    """Return an argument of the logic that another one is of."""
    return replace(one, team=other.team, propagate=other.propagate)


# Closures

RULES = "∀x (P(x) → Q(x)); P(a); ¬R(a); ¬¬R(b)"


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        ("Q(a)", YES), ("¬Q(a)", NO), ("R(a)", NO), ("¬R(a)", YES), ("R(b)", YES), ("S(a)", OPEN), ("Q(b)", OPEN),
        ("Q(a) ∧ ¬R(a)", YES), ("Q(a) ∧ R(a)", NO), ("S(a) ∧ Q(a)", OPEN), ("¬S(a) ∧ Q(a)", OPEN), ("P(a)", YES),
    ],
)  # fmt: skip
def test_closures_are_worked_out_anew(goal: str, verdict: Verdict) -> None:
    found = forward(RULES, goal)
    given, certificate = solved(found, "rules")
    assert given is verdict
    assert refused(found, verdict, certificate) > 30


def test_both_sides_are_derived() -> None:
    found = forward("P(a); ¬P(a); ∀x (P(x) → Q(x)); ∀x (¬P(x) → ¬Q(x))", "Q(a)")
    verdict, certificate = solved(found, "rules")
    assert isinstance(certificate, Closure)
    assert verdict is CLASH
    assert refused(found, verdict, certificate) > 100
    one_sided = replace(certificate, literals=certificate.literals - {formula("¬Q(a)"), formula("¬P(a)")})
    assert judged(found, replace(one_sided, steps=certificate.steps[:2], premises_used=(0, 2)), YES)[0] == "wrong"


def test_rules_are_not_read_backwards() -> None:
    found = forward("∀x (P(x) → Q(x)); ¬Q(a)", "P(a)")
    fact, back = Firing(formula("¬Q(a)"), "fact", (), 1), Firing(formula("¬P(a)"), "rule", (1,), 0)
    for literals in ({formula("¬Q(a)")}, {formula("¬Q(a)"), formula("¬P(a)")}):
        assert judged(found, Closure(frozenset(literals), (0, 1), (fact, back)), NO)[0] == "wrong"
    assert judged(found, Closure(frozenset({formula("¬Q(a)")})), OPEN) == PASSED


def test_closures_show_nothing_of_other_logics() -> None:
    found = forward(RULES, "S(a)")
    verdict, certificate = solved(found, "rules")
    classical = program(RULES, "S(a)")
    assert judged(classical, certificate, verdict) == wrong("the program is not one of forward chaining")
    assert judged(program("P(f(a))", "Q(a)", "Semantics: rules\n"), Closure(frozenset()), OPEN)[0] == "wrong"


def test_variables_that_no_body_binds_have_all_things_as_values() -> None:
    found = forward("∀x ∀y (P(x) → L(x, y)); P(3); Q(a)", "L(3, b)")
    verdict, certificate = solved(found, "rules")
    assert verdict is YES
    assert isinstance(certificate, Closure)
    assert formula("L(3, a)") in certificate.literals
    assert solved(forward("p; p → q", "r"), "rules")[0] is OPEN


# Arguments


def theory(facts: str, rules: str, goal: str, preferences: str = "") -> Program:
    numbered = "\n".join(f"R{n}: {rule}" for n, rule in enumerate(rules.split("; "), start=1))
    lines = "\n".join(preferences.split("; "))
    return program(facts, goal, f"Defeasible rules:\n{numbered}\nPreferences:\n{lines}\n")


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        ("F(t)", YES), ("F(p)", NO), ("¬F(p)", YES), ("F(c)", OPEN), ("F(t) ∧ ¬F(p)", YES), ("F(t) ∧ F(p)", NO),
        ("F(t) ∧ F(c)", OPEN), ("F(c) ∧ F(p)", NO), ("W(p)", YES), ("N(p)", YES), ("Q(p)", OPEN),
    ],
)  # fmt: skip
def test_arguments_are_worked_out_anew(goal: str, verdict: Verdict) -> None:
    rules = "B(x) → F(x); N(x) → ¬F(x); ¬F(x) → W(x); N(x) → Q(x); B(x) → ¬Q(x)"
    found = theory("B(t); ∀x (N(x) → B(x)); N(p)", rules, goal, "R2 > R1")
    given, certificate = solved(found, "defeasible")
    assert given is verdict
    assert refused(found, verdict, certificate) > 50


def test_a_reversed_conflict_is_refused() -> None:
    found = theory("B(p); N(p)", "B(x) → F(x); N(x) → ¬F(x)", "F(p)", "R2 > R1")
    verdict, certificate = solved(found, "defeasible")
    assert isinstance(certificate, Argument)
    [conflict] = certificate.conflicts
    turned = replace(conflict, rule=conflict.against, against=conflict.rule)
    assert judged(found, replace(certificate, conflicts=(turned,)), verdict) == wrong(
        "the conflicts are not those of the theory"
    )
    other = theory("B(p); N(p)", "B(x) → F(x); N(x) → ¬F(x)", "F(p)", "R1 > R2")
    assert judged(other, certificate, verdict)[0] == "wrong", "a reversed preference"
    assert judged(program("B(p); N(p)", "F(p)"), certificate, verdict)[0] == "wrong", "another logic"


def test_arguments_are_checked_in_the_logic_that_they_name() -> None:
    """Teams, and ambiguity that propagates, change what is proved."""
    teams = theory(
        "A(a); B(a); C(a); D(a)", "A(a) → Q(a); B(a) → Q(a); C(a) → ¬Q(a); D(a) → ¬Q(a)", "Q(a)", "R1 > R3; R2 > R4"
    )
    guilty = "Testimony(a) → ¬Guilty(a); Evidence(a) → Guilty(a); Charged(a) → Innocent(a); Guilty(a) → ¬Innocent(a)"
    doubts = theory("Testimony(a); Evidence(a); Charged(a)", guilty, "Innocent(a)")
    for found, solver in ((teams, DefeasibleSolver(team=True)), (doubts, DefeasibleSolver(propagate=True))):
        outcome, plain = solver.solve(found), DefeasibleSolver().solve(found)
        assert isinstance(outcome.certificate, Argument)
        assert isinstance(plain.certificate, Argument)
        assert judged(found, outcome.certificate, outcome.verdict) == PASSED
        assert judged(found, plain.certificate, plain.verdict) == PASSED
        assert outcome.verdict is not plain.verdict
        unnamed = replace(outcome.certificate, team=False, propagate=False)
        assert judged(found, unnamed, outcome.verdict)[0] == "wrong"


def test_exceptions_are_those_of_the_program() -> None:
    rest = "Defeasible rules:\nR1: A(x) → B(x)\nExceptions:\nR1(a)\n"
    for goal, verdict in (("B(a)", OPEN), ("B(b)", YES)):
        found = program("A(a) ∧ A(b)", goal, rest)
        given, certificate = solved(found, "defeasible")
        assert given is verdict
        without = program("A(a) ∧ A(b)", goal, rest.split("Exceptions", maxsplit=1)[0])
        assert judged(without, certificate, verdict)[0] == "wrong"


# Preferred models

HEAVY = "Defaults:\nD1: ∀x (Heavy(x) → Table(x))\n"
PREFERRED = [
    ("Heavy(a) ∧ Heavy(b); ¬Table(a)", HEAVY, "Table(b)", YES),
    ("Heavy(a) ∧ Heavy(b); ¬Table(a)", HEAVY, "¬Table(b)", NO),
    ("Heavy(a) ∧ Heavy(b); ¬Table(a) ∨ ¬Table(b)", HEAVY, "Table(a)", OPEN),
    ("Heavy(a) ∧ Heavy(b); ¬Table(a) ⊕ ¬Table(b)", HEAVY, "Table(a) ⊕ Table(b)", YES),
    ("Heavy(a); ∃x (Heavy(x) ∧ ¬Table(x)); ∀x Heavy(x)", HEAVY, "Table(a)", YES),
    ("Heavy(a) ∧ a = b", HEAVY, "Table(b)", YES),
    ("Heavy(a) ∧ Heavy(b)", HEAVY + "Exceptions:\nD1(a)\n", "Table(b)", YES),
    ("∀x (x = a)", "Defaults:\nD1: T(a)\nD2: ¬T(a)\nPreferences:\nD2 > D1\n", "T(a)", NO),
]


@pytest.mark.parametrize(("premises", "rest", "goal", "verdict"), PREFERRED)
def test_preferred_models_are_compared_with_all_others(premises: str, rest: str, goal: str, verdict: Verdict) -> None:
    found = program(premises, goal, rest)
    given, certificate = solved(found, "default")
    assert given is verdict
    assert isinstance(certificate, PreferredModels)
    for other in {YES, NO, OPEN, CLASH} - {verdict}:
        assert judged(found, certificate, other)[0] == "wrong"
    for mutant in mutants(replace(certificate, refutations=()), POOL):
        for lines in (certificate.refutations, certificate.refutations[:-1], ()):
            forged = replace(mutant, refutations=lines)
            passed = judged(found, forged, verdict) == PASSED
            assert forged == certificate or not passed or _still_right(forged, certificate)
    for i, old in enumerate(certificate.refutations):
        for short in ((), (Line(Truth(False), Derived(())),)):
            changed = (*certificate.refutations[:i], short, *certificate.refutations[i + 1 :])
            assert judged(found, replace(certificate, refutations=changed), verdict)[0] == "wrong", old


def test_models_alike_may_answer_otherwise() -> None:
    asked = program("Heavy(a); ¬Table(a)", "Blue(a)", HEAVY)
    given, found = solved(asked, "default")
    assert (given, isinstance(found, PreferredModels)) == (OPEN, True)
    assert isinstance(found, PreferredModels)
    for verdict, goal in ((YES, True), (NO, False)):
        [kept] = [entry for entry in found.models if entry.goal is goal]
        claims = [formulas for _, formulas in obligations(asked, verdict, replace(found, models=(kept,)))]
        closed = [Program(tuple(map(Statement, formulas)), Statement(Truth(False))) for formulas in claims]
        assert NO in {make_solver("z3").solve(one).verdict for one in closed}


def _still_right(forged: PreferredModels, right: PreferredModels) -> bool:
    """Whether models differ only where the program leaves it open, and no more is said to be needed."""
    shown, known = (
        [(entry.abnormal, entry.goal, entry.model.domain) for entry in one.models] for one in (forged, right)
    )
    needed, needs = ((set(one.applied), set(one.premises_used)) for one in (forged, right))
    return shown == known and needed in (needs, (set(), set()))


def test_names_and_domains_are_those_of_the_program() -> None:
    """A domain without room for the exception, and two names of one thing, would turn the answers."""
    found = program("Heavy(a); ∃x (Heavy(x) ∧ ¬Table(x))", "Table(a)", HEAVY)
    small = program("Heavy(a); ∃x (Heavy(x) ∧ ¬Table(x)); ∀x x = a", "Table(a)", HEAVY)
    verdict, certificate = solved(small, "default")
    assert verdict is NO
    assert judged(found, certificate, NO)[0] == "wrong"
    birds = "Defaults:\nD1: ∀x (Bird(x) → Flies(x))\n"
    apart = program("Bird(tweety) ∧ Bird(opus); ¬Flies(opus)", "Flies(tweety)", birds)
    same = program("Bird(tweety) ∧ Bird(opus); ¬Flies(opus); tweety = opus", "Flies(tweety)", birds)
    verdict, certificate = solved(same, "default")
    assert verdict is NO
    assert judged(apart, certificate, NO)[0] == "wrong"


def test_a_contradiction_of_a_program_with_defaults_is_proved_with_names_apart() -> None:
    found = program("Bird(tweety); ∀x (Bird(x) → x = titi)", "Flies(titi)", "Defaults:\nD1: ∀x (Bird(x) → Flies(x))\n")
    verdict, certificate = solved(found, "default")
    assert verdict is CLASH
    assert judged(program("Bird(tweety); ∀x (Bird(x) → x = titi)", "Flies(titi)"), certificate, CLASH)[0] == "wrong"
    assert judged(found, certificate, YES)[0] == "wrong"


def test_programs_outside_a_logic_have_no_certificates() -> None:
    """What compares a term with itself, divides, or speaks of all numbers: nothing shows a verdict on it."""
    _, argument = solved(theory("B(p)", "B(x) → F(x)", "F(p)"), "defeasible")
    for rule in ("B(x) ∧ f(x) = f(x) → F(x)", 'B(x) ∧ "÷"(f(x), 2) > 3 → F(x)', "B(x) ∧ 2 * f(x) = 3 → F(x)"):
        assert judged(theory("B(p)", rule, "F(p)"), argument, YES)[0] == "wrong"
    _, preferred = solved(program("Heavy(a)", "Table(a)", HEAVY), "default")
    outside = program("Heavy(a); amount(a) > 1", "∀n:Int (n > 0 → Table(a))", HEAVY)
    assert judged(outside, preferred, YES)[0] == "wrong"
