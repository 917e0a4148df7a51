"""The rules of the kernel one by one, against what they mean: what is forced, what adds up, what premises are used."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import (
    Argument,
    Model,
    PreferredModels,
    Program,
    Proof,
    Semantics,
    Statement,
    Verdict,
    prove,
)
from sorites.solvers.kernel.forcing import Assignment, Contradiction
from sorites.solvers.kernel.kernel import check
from sorites.solvers.kernel.laws import adds_up, is_law_of_numbers
from sorites.solvers.kernel.models import Meaning
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic.symbols import INT, REAL
from sorites.solvers.logic.syntax import (
    RELATIONS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
)

from ..defining import true
from ..outlines import program

ATOMS: tuple[Formula, ...] = tuple(Atom(name) for name in "ABCD")


def propositions(depth: int = 3) -> st.SearchStrategy[Formula]:
    leaves: st.SearchStrategy[Formula] = st.sampled_from([*ATOMS, Truth(True), Truth(False)])
    if not depth:
        return leaves
    part = propositions(depth - 1)
    several = st.lists(part, min_size=2, max_size=3).map(tuple)
    pairs = [st.builds(kind, part, part) for kind in (Implies, Iff, Xor)]
    return st.one_of(leaves, st.builds(Not, part), st.builds(And, several), st.builds(Or, several), *pairs)


def says(formula: Formula, values: Mapping[Formula, bool]) -> bool:
    """Return whether a proposition is true under values of its atoms."""
    tables = {(atom.name, 0): frozenset([()][:value]) for atom, value in values.items() if isinstance(atom, Atom)}
    return true(formula, Model(("it",), tables, {}))


@settings(max_examples=100)
@given(st.lists(propositions(), min_size=1, max_size=4))
def test_what_is_forced_holds_wherever_the_formulas_do(formulas: list[Formula]) -> None:
    tables = [dict(zip(ATOMS, row, strict=True)) for row in itertools.product((True, False), repeat=len(ATOMS))]
    models = [table for table in tables if all(says(formula, table) for formula in formulas)]
    forced = Assignment()
    try:
        forced.settle(formulas)
    except Contradiction:
        assert not models
        return
    assert all(table[atom] is value for table in models for atom, value in forced.values.items())
    for formula in formulas:
        assert forced.value(formula) is not False


@pytest.mark.parametrize("known", list(itertools.product((True, False), repeat=2)))
@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize(
    "formula",
    [
        Or(ATOMS[:3]),
        And(ATOMS[:3]),
        Implies(And(ATOMS[:2]), ATOMS[2]),
        Iff(Xor(*ATOMS[:2]), ATOMS[2]),
        Not(Or(ATOMS[:3])),
    ],
)
def test_all_is_forced_that_two_of_three_values_decide(
    formula: Formula, wanted: bool, known: tuple[bool, bool]
) -> None:
    """Unit propagation: with two values given, the third one is what it has to be, or there is a contradiction."""
    for places in itertools.combinations(range(3), 2):
        given_ones = {ATOMS[place]: value for place, value in zip(places, known, strict=True)}
        last = next(atom for atom in ATOMS[:3] if atom not in given_ones)
        right = {value for value in (True, False) if says(formula, {**given_ones, last: value}) is wanted}
        forced = Assignment()
        forced.values.update(given_ones)
        if not right:
            with pytest.raises(Contradiction):
                forced.force(formula, wanted)
            continue
        forced.force(formula, wanted)
        assert forced.values.get(last) == (right.pop() if len(right) == 1 else None)


NAMES = Fn("n"), Fn("m")
terms: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from([*NAMES, Num(0), Num(1), Num(2), Num(3)]),
    lambda part: st.builds(lambda name, one, other: Fn(name, (one, other)), st.sampled_from("+-*"), part, part),
    max_leaves=3,
)
literals: st.SearchStrategy[Formula] = st.one_of(
    st.builds(Cmp, st.sampled_from([*RELATIONS]), terms, terms), st.builds(Eq, terms, terms)
).flatmap(lambda atom: st.sampled_from((atom, Not(atom))))


@settings(max_examples=100)
@given(st.lists(literals, min_size=1, max_size=3), st.booleans(), st.randoms(use_true_random=False))
def test_what_adds_up_is_true_of_all_numbers(parts: list[Formula], whole: bool, source: Random) -> None:
    formula = Or(tuple(parts)) if len(parts) > 1 else parts[0]
    pairs = [(i, j) for i in range(len(parts)) for j in range(i + 1) if source.random() < 0.3]
    grid = [Fraction(i, 1 if whole else 2) for i in range(-6, 7)]
    for _ in range(12):
        coefficients = [Fraction(source.choice((0, 0, 1, 1, 2, -1, 3))) for _ in range(len(parts) + len(pairs))]
        if adds_up(formula, coefficients, lambda _: INT if whole else REAL, pairs):
            for one, other in itertools.product(grid, repeat=2):
                numbers = Model((), {}, {("n", 0): {(): one}, ("m", 0): {(): other}})
                assert true(formula, numbers, typed=True), (formula, coefficients, pairs, one, other)


N, M = NAMES
LESS, MORE = Cmp("<", N, M), Cmp("<", M, N)
SIGNS = Cmp("≤", N, Num(0)), Cmp("≤", M, Num(0)), Cmp(">", Fn("*", (N, M)), Num(0))


@pytest.mark.parametrize(
    ("parts", "coefficients", "pairs", "found"),
    [
        ((Not(LESS), Not(MORE)), (1, 1), (), True),
        ((Not(LESS), Not(MORE)), (1, 2), (), False),
        ((Not(LESS), Not(MORE)), (0, 0), (), False),
        ((Not(LESS), Not(MORE)), (-1, -1), (), False),
        ((Not(Eq(N, Num(1))), Not(Eq(N, Num(2)))), (-1, 1), (), True),
        ((Not(Eq(N, Num(1))), Not(Eq(N, M))), (1, 0), (), False),
        ((Not(Eq(N, Num(1))), Eq(N, Num(2))), (1, -1), (), False),
        (SIGNS, (0, 0, 1, 1), ((0, 1),), True),
        ((Cmp("≤", N, Num(0)), Cmp("<", M, Num(0)), Cmp(">", Fn("*", (N, M)), Num(0))), (0, 0, 1, 1), ((0, 1),), False),
        (SIGNS, (0, 0, 1, 1), ((0, 3),), False),
        (SIGNS, (0, 0, 1, 1), ((0,),), False),
        (
            SIGNS,
            (0, 0, 1, -1),
            ((0, 1),),
            False,
        ),
        ((Eq(N, Num(0)), Cmp("≥", Fn("*", (N, M)), Num(0))), (0, 1, 1), ((0, 0),), False),
    ],
)
def test_sums_are_exact(
    parts: tuple[Formula, ...], coefficients: tuple[int, ...], pairs: tuple[tuple[int, int], ...], found: bool
) -> None:
    assert adds_up(Or(parts), [*map(Fraction, coefficients)], lambda _: REAL, pairs) is found


def test_between_two_integers_there_is_none() -> None:
    between = Or((Not(Cmp("<", Num(0), N)), Not(Cmp("<", N, Num(1)))))
    for sort, found in ((INT, True), (REAL, False)):
        assert adds_up(between, [Fraction(1), Fraction(1)], lambda _, sort=sort: sort) is found  # type: ignore[misc]


def division(divisor: int, quotient: int, rest: int, bound: int, of: Term = N, least: int = 0) -> Formula:
    """The law of a division, and what resembles it."""
    left, right = Fn("÷", (N, Num(quotient))), Fn("%", (N, Num(rest)))
    sides = Eq(of, Fn("+", (Fn("*", (Num(divisor), left)), right)))
    return And((sides, Cmp("≤", Num(least), right), Cmp("<", right, Num(bound))))


def test_the_laws_of_numbers_are_these() -> None:
    laws = [
        division(3, 3, 3, 3),
        division(-3, -3, -3, 3),
        Or((Cmp("<", N, M), Eq(N, M), Cmp("<", M, N))),
        Or((Cmp("<", N, Num(4)), Cmp("<", Num(3), N))),
        Or((Cmp("<", N, Num(3)), Eq(N, Num(3)), Eq(N, Num(4)), Cmp("<", Num(4), N))),
    ]
    assert all(is_law_of_numbers(law, lambda _: INT) for law in laws)
    assert [is_law_of_numbers(law, lambda _: REAL) for law in laws] == [False, False, True, False, False]
    others = [
        division(0, 0, 0, 0),
        division(3, 2, 3, 3),
        division(3, 3, 2, 3),
        division(3, 3, 3, 2),
        division(-3, -3, -3, -3),
        division(3, 3, 3, 3, of=M),
        division(3, 3, 3, 3, least=1),
        Or((Cmp("<", N, M), Eq(N, N), Cmp("<", M, M))),
        Or((Cmp("<", N, M), Eq(M, M), Cmp("<", M, N))),
        Or((Cmp("<", N, Num(3)), Cmp("<", Num(3), N))),
        Or((Cmp("<", N, Num(4)), Cmp("<", Num(3), M))),
        Or((Cmp("<", N, Num(3)), Eq(N, Num(4)), Eq(N, Num(3)), Cmp("<", Num(4), N))),
        Or((Cmp("<", N, Num(3)), Eq(N, Num(3)), Eq(M, Num(4)), Cmp("<", Num(4), N))),
        Or((Cmp("<", N, Num(3)), Eq(N, Num(3)), Cmp("<", Num(4), N))),
    ]
    assert not any(is_law_of_numbers(law, lambda _: INT) for law in others)


CATS = program("Premises:\n∀x (Cat(x) → Animal(x))\nDog(rex)\nCat(tom)\nConclusion:\nAnimal(tom)\n")


@pytest.mark.parametrize("used", [(), (0,), (0, 1, 2), (2, 0), (0, 2, 2), (False, 2)])
def test_a_proof_tells_the_premises_that_it_states(used: tuple[int, ...]) -> None:
    found = prove(CATS, "z3").certificate
    assert isinstance(found, Proof)
    assert found.premises_used == (0, 2)
    check(CATS, Verdict.ENTAILED, found)
    with pytest.raises(Refused, match="other premises"):
        check(CATS, Verdict.ENTAILED, replace(found, premises_used=used))


def test_proofs_show_nothing_of_rules_and_of_defaults() -> None:
    found = prove(CATS, "z3").certificate
    assert found is not None
    facts = "Premises:\n∀x (Cat(x) → Animal(x))\nDog(rex)\nCat(tom)\n"
    ruled = [
        program(f"{facts}{kind}:\nR1: P(a)\nConclusion:\nAnimal(tom)\n") for kind in ("Defeasible rules", "Defaults")
    ]
    for other in (CATS.under(Semantics.RULES), *ruled):
        with pytest.raises(Refused):
            check(other, Verdict.ENTAILED, found)


def test_facts_that_contradict_each_other_are_arguments_all_the_same() -> None:
    """What facts and strict rules give stands whatever speaks against it, and so do both sides of a contradiction."""
    text = "Premises:\nP(a)\n¬P(a)\nDefeasible rules:\nR1: ∀x (P(x) → Q(x))\nConclusion:\n"
    clash = program(f"{text}P(a)\n")
    found = prove(clash)
    assert (found.verdict, found.checked is not None) == (Verdict.INCONSISTENT, True)
    assert isinstance(found.certificate, Argument)
    with pytest.raises(Refused):
        check(clash, Verdict.ENTAILED, found.certificate)


def test_preferred_models_are_over_what_the_goal_is_asked_over() -> None:
    asked = program("Premises:\nP(a)\nDefaults:\nD1: ∀x (P(x) → Q(x))\nConclusion:\nR(a)\n")
    found = prove(asked).certificate
    assert isinstance(found, PreferredModels)
    one, other = found.models
    check(asked, Verdict.UNKNOWN, found)
    wider = replace(other, model=replace(other.model, domain=("a", "e1")))
    with pytest.raises(Refused, match="over more things"):
        check(asked, Verdict.UNKNOWN, replace(found, models=(one, wider)))


def test_arguments_show_nothing_of_other_logics() -> None:
    text = "Premises:\n∀x (P(x) → Q(x))\nP(a)\nConclusion:\nQ(a)\n"
    found = prove(
        program(text.replace("Conclusion", "Defeasible rules:\nR1: ∀x (R(x) → S(x))\nConclusion"))
    ).certificate
    assert isinstance(found, Argument)
    for other in (program(text), program(text).under(Semantics.RULES)):
        with pytest.raises(Refused, match="no defeasible theory"):
            check(other, Verdict.ENTAILED, found)


def test_a_name_without_a_value_is_not_guessed() -> None:
    model = Model(("it",), {("P", 1): frozenset({("it",)})}, {("f", 1): {}})
    for term in (Fn("a"), Fn("f", (Fn("a"),))):
        with pytest.raises(Unchecked, match="no value"):
            Meaning(model).holds(Atom("P", (term,)))


def test_integers_are_looked_for_among_integers_only() -> None:
    model = Model(("it",), {("P", 1): frozenset({(Fraction(1, 2),)})}, {})
    some = Exists("n", Atom("P", (Var("n"),)), INT)
    assert not Meaning(model, typed=True).holds(some)
    assert Meaning(model, typed=True).holds(replace(some, sort=REAL))
    assert Meaning(model, typed=True).holds(Forall("n", Not(Atom("P", (Var("n"),))), INT))


def test_what_was_checked_is_not_sent() -> None:
    atom = Atom("P", (Fn("a"),))
    outcome = prove(Program((Statement(atom),), Statement(atom)), check=True)
    assert outcome.checked is not None
    with pytest.raises(TypeError):
        pickle.dumps(outcome.checked)
