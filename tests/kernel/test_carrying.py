"""Certificates that are saved: what is read again is what was written, and files that are none are told so."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import (
    Argument,
    Closure,
    Conflict,
    Countermodels,
    Finding,
    Findings,
    Firing,
    Model,
    Outcome,
    PreferredModel,
    PreferredModels,
    Program,
    Proof,
    Statement,
    UserError,
    Verdict,
)
from sorites.solvers.carrying.files import Carried, difference, read_certificate, write_certificate
from sorites.solvers.kernel.certificates import (
    Asks,
    Certificate,
    ClosedCertificate,
    Derived,
    Element,
    Equality,
    Given,
    Instance,
    Line,
    Linear,
    Number,
    Witness,
)
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Truth, Var

from .. import outlines
from ..random_programs import random_program
from ..strategies import formulas, terms

PROGRAM = Program((Statement(Atom("P", (Fn("a"),))),), Statement(Atom("P", (Fn("a"),))))


def written(certificate: Certificate, program: Program = PROGRAM, verdict: Verdict = Verdict.ENTAILED) -> str:
    return write_certificate(program, Outcome(verdict, "somebody", 0.0, certificate))


def again(certificate: Certificate) -> Certificate:
    return read_certificate(written(certificate), "it").certificate


numbers = st.one_of(
    st.integers(-(10**40), 10**40), st.decimals(allow_nan=False, allow_infinity=False, places=3), st.fractions()
)
words = st.text(max_size=4)
counts = st.lists(st.integers(-9, 9), max_size=3).map(tuple)
reasons = st.one_of(
    st.builds(Given, st.sampled_from(["premise", "goal", "axiom"]), st.integers(-1, 9)),
    st.builds(Instance, st.lists(terms(("x",)), max_size=2).map(tuple)),
    st.builds(Witness, words),
    st.just(Equality()),
    st.just(Number()),
    st.builds(Linear, st.lists(st.fractions(), max_size=3).map(tuple)),
    st.builds(Derived, counts),
)
firings = st.lists(st.builds(Firing, formulas(depth=1), words, counts, st.integers()), max_size=2).map(tuple)
elements: st.SearchStrategy[Element] = st.one_of(words, numbers)
literals = st.frozensets(formulas(depth=1), max_size=3)


@st.composite
def models(draw: st.DrawFn) -> Model:
    rows = st.lists(elements, max_size=2).map(tuple)
    names = st.tuples(words, st.integers(0, 3))
    return Model(
        tuple(draw(st.lists(words, max_size=3))),
        draw(st.dictionaries(names, st.frozensets(rows, max_size=3), max_size=2)),
        draw(st.dictionaries(names, st.dictionaries(rows, elements, max_size=3), max_size=2)),
        draw(st.dictionaries(words, st.lists(words, max_size=2).map(tuple), max_size=2)),
    )


proofs = st.lists(st.builds(Line, formulas(depth=2), reasons), max_size=4).map(tuple)
excepted = st.lists(st.tuples(words, st.lists(words, max_size=2).map(tuple)), max_size=2).map(tuple)
closed: st.SearchStrategy[ClosedCertificate] = st.one_of(
    st.builds(
        Proof,
        st.sampled_from(["goal", "negation", "contradiction"]),
        counts,
        words,
        proofs,
        st.none() | models(),
    ),
    st.builds(Countermodels, models(), models()),
    st.builds(Closure, literals, counts, firings),
    st.builds(
        Argument,
        literals,
        counts,
        firings,
        st.lists(st.builds(Conflict, formulas(depth=1), words, words, words), max_size=2).map(tuple),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(
        PreferredModels,
        st.lists(st.builds(PreferredModel, models(), excepted, st.booleans()), max_size=2).map(tuple),
        excepted,
        counts,
        st.lists(proofs, max_size=2).map(tuple),
    ),
)
found_out = st.builds(
    Finding,
    st.sampled_from(get_args(Asks)),
    st.lists(st.lists(terms(("x",)), max_size=2).map(tuple), max_size=2).map(tuple),
    st.sampled_from([verdict for verdict in Verdict if verdict is not Verdict.UNDECIDED]),
    st.none() | closed,
)
certificates: st.SearchStrategy[Certificate] = st.one_of(
    closed, st.builds(Findings, st.lists(found_out, max_size=3).map(tuple))
)


@given(certificate=certificates)
def test_what_is_written_is_read_again(certificate: Certificate) -> None:
    found = again(certificate)
    assert found == certificate
    assert written(found) == written(certificate)


def test_programs_are_written_exactly() -> None:
    for seed in range(70):
        program = random_program(Random(seed))
        found = read_certificate(written(Closure(frozenset()), program), "it").program
        assert (difference(program, found), found) == ("", program)


def test_variables_that_the_notation_does_not_have_are_kept() -> None:
    """``or`` is ∨, so texts call it ``v1``; a file holds the trees."""
    body = Forall("or", Atom("P", (Var("or"),)))
    program = Program((Statement(body),), Statement(body))
    assert read_certificate(written(Closure(frozenset()), program), "it").program == program


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("Premises:\nP(b)\nConclusion:\nP(a)\n", "its premise 1 is P(b), and not P(a)"),
        ("Premises:\nP(a)\nP(a)\nConclusion:\nP(a)\n", "it has 2 premises, and not 1"),
        ("Premises:\nP(a)\nConclusion:\n¬P(a)\n", "its goal is ¬P(a), and not P(a)"),
        ("Premises:\nP(a)\nConclusion:\nP(a)\nSemantics: rules\n", "its semantics is rules, and not classical"),
        ("Premises:\nP(a)\nDefaults:\nD1: P(b)\nConclusion:\nP(a)\n", "its defaults are not the same"),
        ("Sorts:\nPerson = {a, b}\nPremises:\nP(a)\nConclusion:\nP(a)\n", "its sorts are not the same"),
        ("Premises:\nP(a) ::: in other words\nConclusion:\nP(a)\n", ""),
    ],
)
def test_programs_are_told_apart(other: str, told: str) -> None:
    program = outlines.program(other)
    assert difference(program, PROGRAM) == told


# What is no certificate


def file() -> dict[str, Any]:
    lines = (Line(Atom("P", (Fn("a"),)), Given("premise")), Line(Truth(False), Derived((1,))))
    found: dict[str, Any] = json.loads(written(Proof("goal", (0,), "somebody", lines)))
    return found


def refused(text: str) -> str:
    with pytest.raises(UserError) as told:
        read_certificate(text, "out.json")
    return str(told.value)


def test_files_that_hold_none_are_refused_with_the_place() -> None:
    assert isinstance(read_certificate(json.dumps(file()), "it"), Carried)
    for text in (
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"a":' * 100_000,
        "Premises:\nP(a)\n",
        f'{{"a": {"9" * 9000}}}',
        json.dumps(file()).replace("{", '{"value": 0, ', 1),
    ):
        assert refused(text).startswith("out.json holds no certificate: ")
    truth, one = {"is": "Truth", "value": True}, {"is": "Num", "value": 1}
    for changed, told in (
        ({"version": 3}, "out.json is of version 3, and 5 is read: write it anew by 'sorites prove --certificate'"),
        ({"format": "another"}, "this is no Carried as plain data"),
        ({"kind": "Program"}, "this is no Carried as plain data"),
        ({"surplus": 1}, "it has no surplus"),
        ({"value": 99}, "there is no entry 99"),
        ({"value": True}, "True is no int"),
        ({"value": 0}, "the entry 0 is a "),
        ({"nodes": [{"is": "Proof"}]}, "nodes.0: proves: a Proof has none"),
        ({"nodes": [{"is": "Magic"}]}, "nodes.0: 'Magic' is nothing that stands there"),
        ({"nodes": [{**truth, "surplus": 1}]}, "nodes.0: a Truth has no surplus"),
        ({"nodes": None}, "None is no list"),
        ({"nodes": [{"is": "Not", "body": 0}]}, "nodes.0: body: there is no entry 0 before this"),
        ({"nodes": [truth, {"is": "Not", "body": -1}]}, "nodes.1: body: there is no entry -1 before this"),
        ({"nodes": [truth, {"is": "Fn", "name": "f", "args": [0]}]}, "nodes.1: args: the entry 0 is a Truth"),
        ({"nodes": [one, {"is": "Not", "body": 0}]}, "nodes.1: body: the entry 0 is a Num"),
        ({"nodes": [{"is": "Num", "value": {"decimal": "1e999999999"}}]}, "nodes.0: value: "),
        ({"nodes": [{"is": "Num", "value": {"decimal": "9" * 5000}}]}, "nodes.0: value: "),
        ({"nodes": [{"is": "Num", "value": {"decimal": "0.5", "more": 1}}]}, "nodes.0: value: "),
        ({"nodes": []}, "there is no entry"),
        ({"nodes": [{"is": "Truth", "value": 1}]}, "nodes.0: value: 1 is no bool"),
    ):
        assert told in refused(json.dumps({**file(), **changed})), changed
    for changed, told in (
        ({"verdict": "undecided"}, "verdict: "),
        ({"verdict": "surely"}, "verdict: "),
        ({"certificate": 99}, "certificate: there is no entry 99"),
        ({"certificate": 0}, "certificate: the entry 0 is a "),
        ({"program": 0}, "program: the entry 0 is a "),
    ):
        altered = file()
        altered["nodes"][altered["value"]].update(changed)
        assert told in refused(json.dumps(altered)), changed


def test_formulas_that_would_be_too_large_are_refused() -> None:
    """Parts that are shared make a short table of a formula that no memory holds."""
    first = {"is": "Truth", "value": True}
    doubled = [first, *({"is": "And", "parts": [i, i]} for i in range(100))]
    assert "nodes.19: the formula is too large" in refused(json.dumps({**file(), "nodes": doubled}))
    deep = [first, *({"is": "Not", "body": i} for i in range(1000))]
    assert "the formula is too deep" in refused(json.dumps({**file(), "nodes": deep}))


def test_a_formula_as_deep_as_a_program_may_have_is_carried() -> None:
    formula: Formula = Truth(True)
    for _ in range(190):
        formula = And((formula, Truth(True)))
    assert again(Closure(frozenset({formula}))) == Closure(frozenset({formula}))


def test_a_model_has_one_table_of_each_name() -> None:
    table = [["f", 0], [[[], "a"]]]
    for functions, told in (
        ([table, table], "two values for one key"),
        ([[["f", 0], [[[], "a"], [[], "b"]]]], "two values for one key"),
        ([[["f", 0], [[[]]]]], "has not 2 parts"),
    ):
        model = {"is": "Model", "domain": ["a"], "predicates": [], "functions": functions}
        assert told in refused(json.dumps({**file(), "nodes": [model]}))
