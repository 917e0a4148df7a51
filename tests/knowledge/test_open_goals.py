"""Goals that ask who or what: what is read, what is answered, and what the kernel makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sorites.solvers import Finding, Findings, Limits, Program, Verdict, prove, read_program, write_program
from sorites.solvers.carrying.files import difference, read_certificate, write_certificate
from sorites.solvers.checking import UNCHECKED, check
from sorites.solvers.clock import within
from sorites.solvers.kernel.answers import Questions, answers_of
from sorites.solvers.kernel.certificates import Asks
from sorites.solvers.kernel.kernel import check as kernel_check
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic.candidates import anything, candidates, instance, nothing_but
from sorites.solvers.logic.errors import InvalidProgram, Unprintable
from sorites.solvers.logic.program import Statement
from sorites.solvers.logic.syntax import Exists, Fn, Forall, Num, TermRow, Var
from sorites.solvers.logic.walkers import free_variables, walk
from sorites.solvers.notation.signs import LATEX, NLTK, PROVER9, RULES, SMTLIB, TPTP, UNICODE, Dialect
from sorites.solvers.outcome import Outcome, Proof

from .. import outlines
from ..command import answered, sorites
from ..outlines import program, table
from ..outlines import text as premised
from ..random_programs import random_program

LIMITS = Limits(3.0)
CATS = "Premises:\n∀x (Cat(x) → Animal(x))\nCat(tom)\nCat(tim)\nDog(rex)\n¬Animal(stone)\n"


def names(rows: tuple[tuple[object, ...], ...]) -> list[str]:
    return [" ".join(str(getattr(term, "name", getattr(term, "value", ""))) for term in row) for row in rows]


# Text


@table("""
goal  asked
?x Likes(x, bob)  x    ?x ?y Likes(x, y)  x y    ?x, y Likes(x, y)  x y
?x (Likes(x, bob) ∧ ¬Likes(bob, x))  x    ?x ∃y Likes(x, y)  x    ?x ¬Likes(x, bob)  x    ?x (x = bob)  x
?x Likes(x, bob) ∧ Likes(bob, x)  x
""")
@pytest.mark.parametrize("dialect", [UNICODE, NLTK, PROVER9, LATEX], ids=lambda one: one.name)
def test_what_is_asked_for_is_written_and_read(goal: str, asked: str, dialect: Dialect) -> None:
    found = program(premised("Likes(ann, bob)", f"{goal} ::: Who?"))
    assert found.asked == tuple(asked.split())
    again = program(write_program(found, dialect))
    assert (again.goal, again.asked) == (found.goal, found.asked)


@pytest.mark.parametrize("dialect", [TPTP, RULES, SMTLIB], ids=lambda one: one.name)
def test_what_is_asked_for_has_no_place_in_some_dialects(dialect: Dialect) -> None:
    with pytest.raises(Unprintable):
        write_program(program(premised("P(a)", "?x P(x)")), dialect)


@table("""
premise  goal
P(a)  ?x P(x) ∧ Q(a)    P(a)  ?x ?x P(x)    P(a)  ¬?x P(x)    P(a)  P(a) ∧ ?x P(x)    P(a)  ?x P(x, y)
?x P(x)  P(a)
""")
def test_what_is_asked_for_reaches_over_the_whole_goal(premise: str, goal: str) -> None:
    assert read_program(premised(premise, goal)).failed


def test_a_question_of_tptp() -> None:
    found = program("fof(a, axiom, p(tom)).\nfof(q, question, ? [X, Y] : (p(X) & p(Y))).\n")
    assert found.asked == ("x", "y")
    assert program("fof(a, axiom, p(tom)).\nfof(q, question, p(tim)).\n").asked == ()
    assert read_program("fof(q, question, ? [X] : p(X)).\nfof(c, conjecture, p(tim)).\n").failed


# Answers

BIG = "Premises:\nBig(a, b)\nBig(b, c)\n∀x ∀y ∀z (Big(x, y) ∧ Big(y, z) → Big(x, z))\n∀x ¬Big(x, x)\n"
JUST = "tom ≠ tim\n∀x (Animal(x) → x = tom ∨ x = tim)\n"
COLORS = "Sorts:\nColor = {red, green, blue}\nPremises:\nfav(eve) ≠ red\nfav(eve) ≠ blue\n"
HEAVY = "Premises:\nHeavy(a) ∧ Heavy(b) ∧ Heavy(c)\n¬OnTable(a)\nDefaults:\nD1: ∀x (Heavy(x) → OnTable(x))\n"
BIRDS = "Facts:\nBird(tweety)\nBird(tux)\nPenguin(tux)\nDefeasible rules:\nr1: ∀x (Bird(x) → Flies(x))\n"
BIRDS += "r2: ∀x (Penguin(x) → ¬Flies(x))\nPreferences:\nr2 > r1\n"
RULED, NONE = f"Semantics: rules\n{CATS}", "Premises:\n∀x ¬Cat(x)\nDog(rex)\n"
PAIRS = ["a a", "b a", "b b", "c a", "c b", "c c"]
E, R, U = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN
CASES = [
    # premises and goal; answers, refuted, open, whether there is one, complete, how many, at least
    (CATS, "?x Animal(x)", E, ["tom", "tim"], ["stone"], ["rex"], True, False, None, 1),
    (CATS + JUST, "?x Animal(x)", E, ["tom", "tim"], ["stone"], ["rex"], True, True, 2, 2),
    ("Facts:\nCat(a)\nCat(b)\na = b\n", "?x Cat(x)", E, ["a"], [], [], True, False, None, 1),
    ("Facts:\n∃x Cat(x)\nDog(rex)\n", "?x Cat(x)", E, [], [], ["rex"], True, False, None, 1),
    (NONE, "?x Cat(x)", R, [], ["rex"], [], False, True, 0, 0),
    ("Facts:\nDog(rex)\n", "?x (Cat(x) ∧ Dog(x))", U, [], [], ["rex"], None, False, None, 0),
    (BIG, "?x ?y Big(x, y)", E, ["a b", "a c", "b c"], PAIRS, [], True, False, None, 3),
    (COLORS, "?c fav(eve) = c", E, ["green"], ["red", "blue"], [], True, True, 1, 1),
    (RULED, "?x Animal(x)", E, ["tom", "tim"], ["stone"], ["rex"], True, False, None, 2),
    (f"Semantics: rules\n{NONE}", "?x Cat(x)", R, [], ["rex"], [], False, True, 0, 0),
    (HEAVY, "?x OnTable(x)", E, ["b", "c"], ["a"], [], True, False, None, 2),
    (BIRDS, "?x Flies(x)", E, ["tweety"], ["tux"], [], True, False, None, 1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[1])
def test_answers(case: tuple[object, ...]) -> None:
    told, goal, verdict, found, refuted, open_, exists, complete, count, least = case
    outcome = prove(f"{told}Conclusion:\n{goal}\n")
    answers = outcome.answers
    assert answers is not None
    assert outcome.verdict is answers.verdict is verdict
    assert outcome.checked is not None
    assert [" ".join(one) for one in answers.names] == found
    assert (names(answers.refuted), names(answers.open)) == (refuted, open_)
    assert (answers.exists, answers.complete, answers.count, answers.at_least) == (exists, complete, count, least)
    assert (answers.undecided, answers.clashing) == ((), ())
    assert answers.unnamed == (exists is True and not found)


def test_a_finding_that_is_wrong_is_no_answer() -> None:
    asked = program(CATS + "Conclusion:\n?x Animal(x)")
    outcome = prove(asked, check=False)
    assert isinstance(outcome.certificate, Findings)
    ones = outcome.certificate.ones
    (tom,) = (one for one in ones if names(one.rows) == ["tom"])
    forged = tuple(replace(one, certificate=tom.certificate) if names(one.rows) == ["tim"] else one for one in ones)
    found = check(asked, replace(outcome, certificate=Findings(forged)))
    assert found.answers is not None
    assert found.answers.names == (("tom",),)
    assert names(found.answers.undecided) == ["tim"]
    assert [note.code for note in found.diagnostics] == ["certificate-wrong"]
    assert found.checked is not None


def test_an_outcome_without_a_right_finding_is_refused() -> None:
    asked = program(CATS + "Conclusion:\n?x Animal(x)")
    proof = prove(asked.asking(instance(asked, (Fn("tom"),)))).certificate
    assert isinstance(proof, Proof)
    forged = replace(proof, lines=proof.lines[1:])
    wrong = Findings((Finding("instance", ((Fn("tom"),),), Verdict.ENTAILED, forged),))
    outcome = check(asked, Outcome(Verdict.ENTAILED, "forger", 0.0, wrong))
    assert (outcome.verdict, outcome.certificate, outcome.checked) == (Verdict.UNDECIDED, None, None)
    assert outcome.refused is not None
    assert (outcome.refused.verdict, outcome.refused.certificate) == (Verdict.ENTAILED, wrong)


TOM, TIM = (Fn("tom"),), (Fn("tim"),)


@pytest.mark.parametrize(
    ("asks", "rows"),
    [
        ("exists", (TOM,)), ("instance", ()), ("instance", (TOM, TIM)), ("same", (TOM,)), ("apart", (TOM,)),
        ("instance", ((Fn("nobody"),),)), ("instance", ((Fn("tom", TIM),),)), ("instance", ((Var("x"),),)),
        ("instance", ((*TOM, *TIM),)), ("others", (TOM, (Fn("nobody"),))), ("anything", ((Fn("nobody"),),)),
        ("anything", ((Fn("anythingElse"),),)), ("instance", ((Num(2),),)),
    ],
)  # fmt: skip
def test_what_is_no_question_about_the_goal_is_refused(asks: Asks, rows: tuple[TermRow, ...]) -> None:
    with pytest.raises(Refused, match="what was found out is"):
        Questions(program(CATS + "Conclusion:\n?x Animal(x)")).of(Finding(asks, rows, Verdict.ENTAILED, None))


@table("""
found  rest  verdict  complete
tom: entailed; tim: refuted  refuted  entailed  yes    tom: entailed; tim: unknown  refuted  entailed  no
tom: refuted; tim: refuted  refuted  refuted  yes    tom: refuted; tim: refuted  unknown  unknown  no
tom: unknown; tim: refuted  refuted  unknown  no    tom: refuted  refuted  undecided  no
tom: entailed; tim: inconsistent  unknown  entailed  no
tom: refuted; tim: inconsistent  unknown  inconsistent  no
""")
def test_what_rules_derive_of_each_row_is_one_verdict(found: str, rest: str, verdict: str, complete: str) -> None:
    asked = program("Semantics: rules\nPremises:\nCat(tom)\nCat(tim)\nConclusion:\n?x Big(x)")
    each = (one.split(": ") for one in found.split("; "))
    ones = [Finding("instance", ((Fn(name),),), Verdict(said), None) for name, said in each]
    answers = answers_of(asked, [*ones, Finding("anything", (anything(asked),), Verdict(rest), None)])
    assert (answers.verdict, answers.complete) == (verdict, complete == "yes")


LEAVES_OPEN = (
    # The goal holds or fails whatever 'tint' is, so no question about another row has a model that says it.
    "Sorts:\nColor = {red, green}\nOld: Person -> Bool\nWarm: Color -> Bool\nLikes: Person, Pet -> Bool\n"
    "eve: -> Person\nrex: -> Pet\ntint: -> Color\nPremises:\n¬Likes(eve, rex)\n"
    "Conclusion:\n?s:Color ((rex = rex ∨ red = s ∨ Warm(s)) → Old(eve))\n",
    "Sorts:\nColor = {red, green}\nOld: Person -> Bool\neve: -> Person\ntint: -> Color\n"
    "Premises:\nOld(eve) ∨ ¬Old(eve)\n"
    "Conclusion:\n?s:Color (Old(eve) ∨ s ≠ s)\n",
)


@pytest.mark.parametrize("text", LEAVES_OPEN)
@pytest.mark.parametrize("engine", ["portfolio", "z3"])
def test_a_model_that_leaves_a_name_open_answers_no_question_about_it(text: str, engine: str) -> None:
    outcome = prove(text, engine, limits=Limits(20.0))
    assert outcome.answers is not None
    assert "certificate-wrong" not in [note.code for note in outcome.diagnostics]
    assert names(outcome.answers.open) == ["red", "green", "tint"]
    assert outcome.answers.undecided == ()


# Properties


def asking(source: Random, kind: str) -> Program:
    """Return a random program whose goal asks for one or two values."""
    while True:
        found = random_program(source, kind)
        bodies = [node for one in found.formulas for node in walk(one) if isinstance(node, Exists | Forall)]
        source.shuffle(bodies)
        for one in bodies:
            goal = Exists(one.var, one.body, one.sort)
            if free_variables(goal):
                continue
            names = [one.var]
            inner = one.body
            if isinstance(inner, Exists) and inner.var not in names and source.random() < 0.6:
                names.append(inner.var)
            try:
                return replace(found, goal=Statement(goal), open_variables=(), asked=tuple(names))
            except InvalidProgram:
                continue


def closed(asked: Program, row: TermRow) -> Verdict:
    return prove(asked.asking(instance(asked, row)), limits=LIMITS).verdict


PLAIN = ("plain", "equal", "numerals", "sorted", "functions", "numbers")


@example(seed=31972381, kind="sorted")
@example(seed=132082, kind="sorted")
@example(seed=1742, kind="numbers")
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), kind=st.sampled_from(PLAIN))
def test_answers_agree_with_closed_questions(seed: int, kind: str) -> None:
    asked = asking(Random(seed), kind)
    outcome = prove(asked, limits=LIMITS)
    answers = outcome.answers
    assert answers is not None
    assert not [note for note in outcome.diagnostics if note.code == "certificate-wrong"]
    exists = prove(asked.asking(asked.goal.formula), limits=LIMITS).verdict
    if Verdict.UNDECIDED not in (exists, outcome.verdict):
        assert outcome.verdict is exists
    if exists in (Verdict.INCONSISTENT, Verdict.UNDECIDED):
        return
    found = {row for one in answers.found for row in (one.row, *one.also)}
    told = {Verdict.ENTAILED: found, Verdict.REFUTED: {*answers.refuted}, Verdict.UNKNOWN: {*answers.open}}
    for row in candidates(asked)[:5]:
        verdict = closed(asked, row)
        if verdict is not Verdict.UNDECIDED and row not in answers.undecided:
            assert row in told[verdict], (verdict, row)
    if answers.complete and found:
        assert (
            prove(asked.asking(nothing_but(asked, sorted(found, key=repr))), limits=LIMITS).verdict is Verdict.ENTAILED
        )


@pytest.mark.parametrize("index", [0, 1, 4, 6, 7, 8, 9, 10, 11])
def test_what_is_kept_is_checked_again_and_nothing_else(index: int) -> None:
    asked = program(f"{CASES[index][0]}Conclusion:\n{CASES[index][1]}\n")
    outcome = prove(asked)
    kept = read_certificate(write_certificate(asked, outcome), "kept")
    assert (kept.program.asked, kept.verdict) == (asked.asked, outcome.verdict)
    assert not difference(asked, kept.program)
    assert kept.answers is not None
    assert outcome.answers is not None
    assert kept.answers.names == outcome.answers.names
    assert kernel_check(asked, kept.verdict, kept.certificate).certificate is kept.certificate
    assert isinstance(kept.certificate, Findings)
    ones = kept.certificate.ones
    for wrong in (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT):
        if wrong is not kept.verdict:
            with pytest.raises((Refused, Unchecked)):
                kernel_check(asked, wrong, kept.certificate)
    for i, one in enumerate(ones):
        for forged in _forged(one, ones):
            changed = Findings((*ones[:i], forged, *ones[i + 1 :]))
            try:
                kernel_check(asked, kept.verdict, changed)
            except (Refused, Unchecked):
                continue
            assert question_holds(asked, forged)  # what the kernel takes is right


def _forged(one: Finding, ones: tuple[Finding, ...]) -> Iterator[Finding]:
    """Yield a finding with another answer, another certificate, or about another row."""
    for verdict in {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN} - {one.verdict}:
        yield replace(one, verdict=verdict)
    for other in ones:
        if other is not one:
            yield replace(one, certificate=other.certificate)
            yield replace(one, certificate=other.certificate, verdict=other.verdict)
            yield replace(one, rows=other.rows)
            yield replace(one, asks=other.asks)
    for row in ((Fn("nobody"),), (Var("x"),), (Fn("a"), Fn("b"), Fn("c"))):
        yield replace(one, rows=(row,))
    yield replace(one, certificate=None)


def question_holds(asked: Program, finding: Finding) -> bool:
    return prove(asked.asking(Questions(asked).of(finding))).verdict is finding.verdict


@pytest.mark.parametrize("semantics", ["", "Semantics: rules\n"])
def test_of_rows_that_are_too_many_nothing_is_said(semantics: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sorites.solvers.knowledge import asking as module
    from sorites.solvers.logic import candidates

    monkeypatch.setattr(module, "MAX_CANDIDATES", 3)
    monkeypatch.setattr(candidates, "MAX_CANDIDATES", 3)
    facts = "\n".join(f"P(a{i})" for i in range(9))
    outcome = prove(f"{semantics}Premises:\n{facts}\nConclusion:\n?x P(x)\n")
    assert outcome.answers is not None
    assert len(outcome.answers.found) == 3
    assert "too-many-candidates" in {note.code for note in outcome.diagnostics}
    outcome = prove(f"{semantics}Premises:\n∀x (Q(x) → ¬P(x))\n{facts.replace('P', 'Q')}\nConclusion:\n?x P(x)\n")
    assert outcome.answers is not None
    assert len(outcome.answers.refuted) == 3
    assert not outcome.answers.complete


def test_what_is_said_of_a_name_is_not_said_of_everything_else() -> None:
    """Of rules: that a thing is none says nothing of those that the program does not speak of."""
    asked = outlines.program("Semantics: rules\nPremises:\n¬P(a)\nConclusion:\n?x P(x)\n")
    found = prove(asked).certificate
    assert isinstance(found, Findings)
    named = next(one for one in found.ones if one.asks == "instance")
    with pytest.raises(Refused, match="no question about the goal"):
        kernel_check(asked, Verdict.REFUTED, Findings((named, replace(named, asks="anything"))))


def test_numbers_are_found_that_no_premise_names() -> None:
    outcome = prove(premised("age(bob) = age(ann) + 3\nage(ann) = 4", "?n age(bob) = n"))
    assert outcome.answers is not None
    assert (outcome.answers.names, outcome.answers.count, outcome.checked is not None) == ((("7",),), 1, True)


@pytest.mark.parametrize("semantics", ["", "Semantics: rules\n"])
def test_the_command_shows_the_answers(semantics: str, tmp_path: Path) -> None:
    file, kept = tmp_path / "cats.fol", tmp_path / "cats.json"
    file.write_text(f"{semantics}{CATS}Conclusion:\n?x Animal(x) ::: Who is an animal?\n", "utf-8")
    shown = sorites("prove", file, "--certificate", kept)
    assert shown.returncode == 0
    for part in ("?x Animal(x)", "tom", "by premises 1, 2", "There may be others", "one: stone", "Open: rex"):
        assert part in shown.stdout
    found = answered("prove", file)
    assert [one["names"] for one in found["answers"]["found"]] == [["tom"], ["tim"]]
    assert found["answers"]["found"][0]["certificate"]["premises_used"] == [0, 1]
    assert (found["answers"]["complete"], found["answers"]["count"]) == (False, None)
    assert found["certificate"]["checked"]
    checked = answered("check", file, kept)
    assert checked["accepted"]
    assert [one["names"] for one in checked["answers"]["found"]] == [["tom"], ["tim"]]
    forged = kept.read_text("utf-8").replace('"entailed", "certificate"', '"refuted", "certificate"')
    kept.write_text(forged, "utf-8")
    assert sorites("check", file, kept).returncode == 1
    assert "answers" not in answered("prove", "examples/socrates.fol")


def test_a_question_of_tptp_is_answered_in_the_words_of_szs(tmp_path: Path) -> None:
    file = tmp_path / "cats.p"
    file.write_text(
        "fof(a, axiom, cat(tom)).\nfof(b, axiom, cat('Tim')).\nfof(q, question, ? [X] : cat(X)).\n", "utf-8"
    )
    shown = sorites("prove", file, "--szs").stdout.splitlines()
    assert shown[:2] == [f"% SZS status Theorem for {file}", f"% SZS answers Tuple [[tom],['Tim']|_] for {file}"]


def test_a_name_that_is_only_declared_is_no_further_thing_beside_defaults() -> None:
    written = "Constants:\nb ::: B\nPremises:\n∀x (x = a ∨ P(x))\nQ(a)\nDefaults:\nD1: ∀x (Q(x) → R(x))\nConclusion:\n"
    asked, some = prove(written + "?x P(x)\n"), prove(written + "∃x P(x)\n")
    assert (asked.verdict, some.verdict) == (Verdict.UNKNOWN, Verdict.UNKNOWN)


def test_no_limit_escapes_when_the_time_is_up_while_findings_are_looked_at() -> None:
    asked = program("Premises:\nLikes(ann, bob)\nLikes(ann, tom)\nConclusion:\n?x ∃≥2 y Likes(x, y)")
    outcome = prove(asked, check=False)
    for looks in range(128):  # it falls due at each place where somebody looks
        with within(-1.0) as clock:
            clock._looks = looks
            found = check(asked, outcome)
        assert (found.checked is None) == any(note.code == UNCHECKED for note in found.diagnostics)
