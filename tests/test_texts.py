"""What generated texts are made of, and that nothing but reasoning tells what they say and how they are answered."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
import z3

from benchmarks.second_reader import Compared, compare
from benchmarks.shortcuts import agrees, guess, made
from sorites.eval.generators.logicasker import LogicAsker
from sorites.eval.generators.problem import ProblemRecord
from sorites.eval.generators.sentences import Said, Speaker
from sorites.eval.generators.survey import Varied
from sorites.eval.generators.words import NAMES, PHRASES, article, draw_phrases, plural_of, pronoun, third
from sorites.eval.generators.writing import problems
from sorites.solvers import Verdict, read_program
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Var, Xor
from sorites.translators.english.vocabulary.tables import inflections


def test_words_come_from_lexicons_and_none_is_near_another() -> None:
    assert len(NAMES) > 1200
    assert len({name[:4] for name in NAMES}) == len(NAMES)
    assert {pronoun(name) for name in NAMES} == {"he", "she"}
    assert pronoun("Nobody") == "they"
    assert len(PHRASES) > 3000
    assert len({p.name for p in PHRASES}) == len(PHRASES)
    unknown = [p.words for p in PHRASES if p.kind == "noun" and not inflections(p.words.split()[-1], "noun")]
    unknown += [p.words for p in PHRASES if p.kind == "verb" and not inflections(p.words.split()[0], "verb")]
    unknown += [p.words for p in PHRASES if p.kind == "adjective" and inflections(p.words, "adj") is None]
    assert not unknown
    for seed in range(20):
        drawn = draw_phrases(random.Random(seed), 20)
        assert all(one.stems.isdisjoint(other.stems) for one, other in combinations(drawn, 2))
    assert (article("actor"), plural_of("bus driver"), third("study")) == ("an actor", "bus drivers", "studies")


def test_one_person_is_no_bakers_and_is_called_by_a_pronoun() -> None:
    phrases = {p.words: p for p in PHRASES}
    said = {"P": Said(phrases["actor"]), "Q": Said(phrases["play chess"]), "R": Said(phrases["speak Danish"])}
    speaker = Speaker(random.Random(1), said)
    p, q, r = (Atom(letter, ()) for letter in said)
    assert speaker.general(Implies(q, p)) == "If someone plays chess, then they are an actor."
    assert speaker.general(Implies(p, Or((q, r)))) == (
        "If someone is an actor, then they play chess or they speak Danish."
    )
    told = {speaker.conditional(Implies(p, q), name) for name in NAMES[:12]}
    assert all((" he " in text) != (" she " in text) for text in told)
    assert len({text.split()[0] for text in told} | {" then " in text for text in told}) > 2
    assert speaker.conditional(Implies(p, r), NAMES[0]).count(NAMES[0]) == 2  # else who is Danish might be meant


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("provergen?level=medium", 3), ("logicasker?length=3", 5), ("multi-logieval?logics=pl,fol", 5),
        ("boardgameqa?depth=2", 2),
    ],
)  # fmt: skip
def test_a_second_reader_reads_what_was_meant(source: str, count: int) -> None:
    found = compare(source, count, 3)
    assert found.sentences > count
    assert not found.differences


def test_the_second_reader_notices_what_says_something_else() -> None:
    [record] = problems(LogicAsker(only=("propositional/inference/modus ponens/inference",)), 1, 2)
    program = record.program
    wrong = record.model_copy(update={"program": program.replace("→", "↔")})
    compared = Compared()
    compared.add(record)
    assert compared.share == 1
    compared.add(wrong)
    assert compared.share < 1


def _labelled(marked: bool) -> list[ProblemRecord]:
    records = made("logicasker?balanced=true&only=propositional/inference", 40, 1)
    return [
        r.model_copy(
            update={
                "label": "yes" if i % 4 < 2 else "no",
                "context": f"If {r.context}" if marked and i % 4 < 2 else r.context,
            }
        )
        for i, r in enumerate(records)
    ]


def test_a_shortcut_is_found_where_there_is_one() -> None:
    marked = guess([r for r in _labelled(True) for _ in range(2)])
    assert not marked.near
    assert marked.tells[0][0] == "'if'"


@pytest.mark.parametrize(
    ("asked", "found"),
    [("R(a)", True), ("¬R(a)", False), ("¬P(a)", True), ("P(a)", False), ("S(a) ∧ ¬T(a)", True), ("P(a) → R(a)", True)],
)
def test_a_guess_by_signs_follows_no_chain(asked: str, found: bool) -> None:
    said = "Premises:\n∀x (P(x) → Q(x))\n∀x (Q(x) → R(x))\nS(a) ↔ T(a)\nConclusion:\n"
    assert agrees(read_program(f"{said}{asked}\n").program) is found


def test_variety_counts_what_is_different() -> None:
    varied = Varied()
    varied.add("Ada plays chess.")
    varied.add("Ada plays golf.")
    found = varied.variety()
    assert (found.problems, found.words, found.distinct_2, found.distinct_3) == (2, 4, 0.75, 1.0)


def test_z3_alone_gives_the_labels_of_logicasker() -> None:
    """Nothing of ours decides: formulas are put for Z3 here, and Z3 is asked directly."""
    for record in [*problems(LogicAsker(), 60, 8), *problems(LogicAsker(length=4), 8, 8)]:
        program = read_program(record.program).program
        assert program is not None
        given = [_z3(p.formula, {}) for p in program.premises]
        goal = _z3(program.goal.formula, {})
        follows, fails = _unsatisfiable(*given, z3.Not(goal)), _unsatisfiable(*given, goal)
        expected = Verdict.ENTAILED if follows else Verdict.REFUTED if fails else Verdict.UNKNOWN
        assert not (follows and fails), "the premises contradict each other"
        assert record.verdict is expected
        assert record.label == ("yes" if follows else "no")


_THING = z3.DeclareSort("Thing")


def _unsatisfiable(*formulas: z3.BoolRef) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 5000)
    solver.add(*formulas)
    found = solver.check()
    assert found != z3.unknown
    return bool(found == z3.unsat)


def _z3(formula: Formula, bound: dict[str, z3.ExprRef]) -> z3.BoolRef:
    def term(found: Term) -> z3.ExprRef:
        if isinstance(found, Var):
            return bound[found.name]
        assert isinstance(found, Fn)
        assert not found.args
        return z3.Const(f"c_{found.name}", _THING)

    match formula:
        case Atom(name, args):
            return z3.Function(name, *([_THING] * len(args)), z3.BoolSort())(*map(term, args))
        case Not(body):
            return z3.Not(_z3(body, bound))
        case And(parts):
            return z3.And(*[_z3(p, bound) for p in parts])
        case Or(parts):
            return z3.Or(*[_z3(p, bound) for p in parts])
        case Implies(a, b):
            return z3.Implies(_z3(a, bound), _z3(b, bound))
        case Iff(a, b):
            return _z3(a, bound) == _z3(b, bound)
        case Xor(a, b):
            return z3.Xor(_z3(a, bound), _z3(b, bound))
        case Forall(var, body) | Exists(var, body):
            x = z3.Const(f"v_{var}", _THING)
            inner = _z3(body, {**bound, var: x})
            return z3.ForAll([x], inner) if isinstance(formula, Forall) else z3.Exists([x], inner)
    raise AssertionError(formula)
