"""Constraint programs with options: what they are read as, which option fits, and what is refused."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from sorites import Options, Problem, answer, solve
from sorites.agent.reading_back import in_english
from sorites.agent.toolbox import prove_program
from sorites.eval import run
from sorites.solvers import Limits, UserError, Verdict, choose, prove, read_program, write_program
from sorites.solvers.knowledge.choosing import MEETS, guessed
from sorites.solvers.logic.errors import Unprintable
from sorites.solvers.notation.asked import asked_by, unclear_question
from sorites.solvers.notation.printer import print_formula
from sorites.testing import ScriptedTranslator
from sorites.translators import TRUE_FALSE_UNCERTAIN

from ..command import sorites
from ..outlines import table

SEATS = """# Declarations
people = EnumSort([ann, bob, cy])
seats = EnumSort([1, 2, 3])
sits = Function([people] -> [seats])

# Constraints
Distinct([p:people], sits(p)) ::: each has a seat of their own
{}

# Options
Question ::: {}
{}
"""


def seats(constraints: str, question: str, *options: str) -> str:
    """Return a program about three people in a row."""
    listed = "\n".join(f"{one} ::: ({letter})" for letter, one in zip("ABCDE", options, strict=False))
    return SEATS.format(constraints, question, listed)


def codes(text: str, level: str = "error") -> list[str]:
    """Return the codes of what is wrong with a program, or was mended in it."""
    return [d.code for d in read_program(text).diagnostics if d.level == level]


def fitting(text: str) -> list[int]:
    """Return the options that fit."""
    return [i for i, fits in enumerate(choose(text).fits) if fits]


# What a program means, worked out by trying all that could be.

TERMS = ("ann", "bob", "cy")


def worlds() -> Iterator[dict[str, int]]:
    """Yield all ways to give three people seats, shared ones among them."""
    for row in itertools.product((1, 2, 3), repeat=3):
        yield dict(zip(TERMS, row, strict=True))


def random_formula(rng: random.Random, deep: int, bound: tuple[str, ...] = ()) -> tuple[str, Callable[..., bool]]:
    """Return a constraint and what it says of a world, which is worked out beside it and not from its text."""

    def term() -> tuple[str, Callable[[dict[str, int], Mapping[str, str]], int | None]]:
        who = rng.choice(bound or TERMS) if rng.random() < 0.5 else rng.choice(TERMS)
        text = f"sits({who})"

        def value(world: dict[str, int], env: Mapping[str, str]) -> int:
            return world[env.get(who, who)]

        more = rng.choice((0, 0, 1, -1))
        if more:
            return f"{text} {'+' if more > 0 else '-'} 1", lambda world, env: value(world, env) + more
        return text, value

    kind = rng.choice(
        ["compare", "compare", "member", "in"] + ["and", "or", "not", "implies", "all", "count"] * (deep > 0)
    )
    if kind == "compare":
        (one, left), (other, right) = term(), term()
        sign = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        test: Any = {
            "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
            "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
        }[sign]  # fmt: skip
        return f"{one} {sign} {other}", lambda world, env: test(left(world, env), right(world, env))
    if kind == "member":
        one, left = term()
        number = rng.choice((1, 2, 3))
        return f"{one} == {number}", lambda world, env: left(world, env) == number
    if kind == "in":
        one, left = term()
        return f"{one} in [1, 3]", lambda world, env: left(world, env) in (1, 3)
    if kind == "not":
        text, says = random_formula(rng, deep - 1, bound)
        return f"Not({text})", lambda world, env: not says(world, env)
    if kind in ("all", "count"):
        name = f"p{len(bound)}"
        text, says = random_formula(rng, deep - 1, (*bound, name))
        if kind == "all":
            quantifier = rng.choice(("ForAll", "Exists"))
            every = all if quantifier == "ForAll" else any
            return (
                f"{quantifier}([{name}:people], {text})",
                lambda world, env: every(says(world, {**env, name: who}) for who in TERMS),
            )
        number = rng.choice((0, 1, 2, 3))
        return (
            f"Count([{name}:people], {text}) >= {number}",
            lambda world, env: sum(says(world, {**env, name: who}) for who in TERMS) >= number,
        )
    (one_text, one_says), (other_text, other_says) = (random_formula(rng, deep - 1, bound) for _ in range(2))
    both: Any = {"and": lambda a, b: a and b, "or": lambda a, b: a or b, "implies": lambda a, b: not a or b}[kind]
    says = lambda w, e: both(one_says(w, e), other_says(w, e))  # noqa: E731
    if kind != "implies" and rng.random() < 0.5:
        return f"({one_text}) {'&' if kind == 'and' else '|'} ({other_text})", says
    name = {"and": "And", "or": "Or", "implies": "Implies"}[kind]
    return f"{name}({one_text}, {other_text})", says


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_is_what_all_possible_worlds_say(seed: int) -> None:
    rng = random.Random(seed)
    constraints = [random_formula(rng, 2) for _ in range(2)]
    options = [random_formula(rng, 2) for _ in range(4)]
    text = SEATS.replace("Distinct([p:people], sits(p)) ::: each has a seat of their own\n", "").format(
        "\n".join(one for one, _ in constraints),
        "Which one of the following must be true?",
        "\n".join(f"is_valid({one}) ::: ({letter})" for letter, (one, _) in zip("ABCD", options, strict=True)),
    )
    possible = [world for world in worlds() if all(says(world, {}) for _, says in constraints)]
    found = choose(text)
    for (_, says), outcome, fits in zip(options, found.outcomes, found.fits, strict=True):
        truths = {says(world, {}) for world in possible}
        expected = {
            frozenset(): Verdict.INCONSISTENT,
            frozenset({True}): Verdict.ENTAILED,
            frozenset({False}): Verdict.REFUTED,
            frozenset({True, False}): Verdict.UNKNOWN,
        }[frozenset(truths)]
        assert outcome.verdict is expected
        assert fits is (expected is Verdict.ENTAILED)
        assert outcome.checked is not None or outcome.verdict is not Verdict.UNKNOWN
    assert (found.contradiction is None) is bool(possible)


@pytest.mark.parametrize("seed", range(6))
def test_the_engines_say_the_same_as_the_cells(seed: int) -> None:
    rng = random.Random(1000 + seed)
    text = seats(random_formula(rng, 1)[0], "", *(f"is_sat({random_formula(rng, 1)[0]})" for _ in range(3)))
    ours, theirs = choose(text), choose(text, solver="z3")
    assert [one.verdict for one in ours.outcomes] == [one.verdict for one in theirs.outcomes]
    assert ours.fits == theirs.fits


SUMS = """# Declarations
things = EnumSort([{}])
numbers = EnumSort([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
f = Function([things] -> [numbers])
g = Function([things] -> [things])
# Constraints
{}
# Options
Question ::: Which must be true?
f(a0) == 1 ::: (A)
f(a0) == 2 ::: (B)
"""


@table("""
constraint  verdicts
Sum([x:things], f(x)) == 12  entailed refuted
Sum([x:things], f(x)) == 143  refuted refuted
Sum([x:things], f(x)) == 145  inconsistent inconsistent
Sum([x:things], f(x)) == 77  unknown unknown
Sum([x:things], f(x)) + Count([x:things], f(x) > 1) == 12  entailed refuted
f(g(g(g(g(g(g(g(g(g(g(a1))))))))))) == 3  unknown unknown
""")
def test_what_is_said_of_many_things_is_written_out_once(constraint: str, verdicts: str) -> None:
    found = choose(SUMS.format(", ".join(f"a{i}" for i in range(12)), constraint), Limits(30, 1024), check=False)
    assert [one.verdict for one in found.outcomes] == verdicts.split()
    assert {one.engine for one in found.outcomes} == {"cells"}


def test_what_is_too_much_to_write_out_is_no_answer() -> None:
    sums = " + ".join(f"{13**i} * f(a{i})" for i in range(12))
    found = choose(SUMS.format(", ".join(f"a{i}" for i in range(12)), f"{sums} == 77"), Limits(2, 512), check=False)
    assert (found.chosen, {one.verdict for one in found.outcomes}) == (None, {Verdict.UNDECIDED})


# What a question asks.


def test_the_words_win_over_what_the_program_wrote_and_that_is_said() -> None:
    text = seats(
        "sits(ann) == 1",
        "Which one of the following could be true?",
        "is_valid(sits(bob) == 2)",
        "is_valid(sits(bob) == 1)",
    )
    found = choose(text)
    assert (found.question.wanted, found.chosen) == ("possible", 0)
    assert codes(text, "warning") == ["asked-otherwise"]


def test_exactly_one_option_fits_or_there_is_no_answer() -> None:
    one = choose(seats("sits(ann) == 1", "Which must be true?", "is_valid(sits(ann) == 1)", "is_valid(sits(bob) == 2)"))
    none = choose(seats("sits(ann) == 1", "Which must be true?", "is_valid(sits(cy) == 2)", "is_valid(sits(bob) == 2)"))
    several = choose(seats("sits(ann) == 1", "Which could be true?", "is_sat(sits(cy) == 2)", "is_sat(sits(bob) == 2)"))
    assert (one.chosen, none.chosen, several.chosen) == (0, None, None)
    assert [d.code for d in none.diagnostics] == ["no-option"]
    assert [d.code for d in several.diagnostics] == ["several-options"]
    assert (guessed(none), guessed(several)) == (None, 0)


def test_a_contradiction_is_a_finding_with_a_smallest_set_of_constraints() -> None:
    constraints = (
        "sits(ann) == 1 ::: Ann sits first.\nsits(bob) == 2 ::: Bob is second.\nsits(ann) == sits(cy) ::: Ann is Cy."
    )
    found = choose(seats(constraints, "Which could be true?", "is_sat(sits(cy) == 2)", "is_sat(sits(bob) == 2)"))
    assert found.chosen is None
    assert found.contradiction is not None
    core = [found.question.supposing[i].gloss for i in found.contradiction]
    assert core == ["each has a seat of their own", "Ann is Cy."]
    assert "Ann is Cy." in found.diagnostics[-1].message
    assert all(one.verdict is Verdict.INCONSISTENT and one.checked is not None for one in found.outcomes)


def test_what_all_options_repeat_of_what_is_supposed_is_supposed() -> None:
    question = "If Cy sits in seat 1, each of the following must be true EXCEPT:"
    options = [
        f"is_valid(And(sits(cy) == 1, sits({who}) > {seat}))" for who, seat in (("ann", 1), ("bob", 1), ("ann", 2))
    ]
    found = choose(seats("", question, *options))
    assert [print_formula(one.formula) for one in found.question.hypotheses] == ["sits(cy) = seats_1"]
    assert found.fits == (False, False, True)
    implied = [f"Implies(sits(cy) == 1, sits({who}) == 2)" for who in ("ann", "bob")]
    text = seats("sits(ann) < sits(bob)", "If Cy sits in seat 1, which one could be true?", *implied)
    assert fitting(text) == [0]
    assert choose(text.replace("If Cy sits in seat 1, w", "W")).question.hypotheses == ()


@pytest.mark.parametrize(
    ("constraints", "options", "fits"),
    [
        # lists: just those that could be, of all that the options list
        (
            "sits(ann) != 1",
            tuple(f"is_accurate_list([sits(ann) == 2{more}])" for more in ("", ", sits(ann) == 3", ", sits(ann) == 1")),
            [1],
        ),
        # the least and the greatest number
        ("sits(ann) != 1", ("is_min(sits(ann) == 1)", "is_min(sits(ann) == 2)", "is_min(sits(ann) == 3)"), [1]),
        ("sits(ann) != 1", ("is_max(sits(ann), 2)", "is_max(sits(ann), 3)"), [1]),
        # how many
        ("sits(ann) != 1", tuple(f"Count([s:seats], is_sat(sits(ann) == s)) == {n}" for n in (1, 2)), [1]),
        # what leaves one value to everything
        ("sits(ann) < sits(bob)", ("is_determined(sits(cy) == 3)", "is_determined(sits(bob) == 3)"), [0]),
        # what says the same in the place of a constraint
        (
            "sits(ann) < sits(bob)",
            tuple(f"is_equivalent(sits(ann) < sits(bob), {s})" for s in ("sits(bob) > sits(ann)", "sits(bob) == 3")),
            [0],
        ),
    ],
)  # fmt: skip
def test_questions_of_other_kinds(constraints: str, options: tuple[str, ...], fits: list[int]) -> None:
    assert fitting(seats(constraints, "", *options)) == fits


def test_least_is_read_off_plain_options_where_the_words_ask_for_it() -> None:
    options = ("is_sat(sits(cy) == 1)", "is_sat(sits(cy) == 2)", "is_sat(sits(cy) == 3)")
    assert fitting(seats("sits(cy) != 1", "What is the earliest seat that Cy could have?", *options)) == [1]


# What the notation means.


@pytest.mark.parametrize(
    ("constraint", "meant"),
    [
        (
            "sits(ann) == 1 and sits(bob) == 2 or sits(cy) == 1",
            lambda s: (s["ann"] == 1 and s["bob"] == 2) or s["cy"] == 1,
        ),
        ("sits(ann) == 1 -> sits(bob) == 2", lambda s: s["ann"] != 1 or s["bob"] == 2),
        ("sits(ann) == 1 ==> sits(bob) == 2", lambda s: s["ann"] != 1 or s["bob"] == 2),
        ("sits(ann) == 1 Or sits(bob) == 2", lambda s: s["ann"] == 1 or s["bob"] == 2),
        ("all(sits(p) < 3 for p in people if p != ann)", lambda s: s["bob"] < 3 and s["cy"] < 3),
        ("AllDifferent([sits(ann), sits(bob)])", lambda s: s["ann"] != s["bob"]),
        ("Abs(sits(ann) - sits(bob)) == 1", lambda s: abs(s["ann"] - s["bob"]) == 1),
        ("(sits(ann) + 1) % 3 == sits(bob) % 3", lambda s: (s["ann"] + 1) % 3 == s["bob"] % 3),
        ("Sum([p:people], sits(p)) == 6", lambda s: sum(s.values()) == 6),
        ("Max(sits(ann), sits(bob)) < sits(cy)", lambda s: max(s["ann"], s["bob"]) < s["cy"]),
        ("1 < sits(ann) <= 3", lambda s: 1 < s["ann"] <= 3),
        ("sits(ArgMin([p:people], sits(p))) == 1 And Distinct([p:people], sits(p))", lambda s: len({*s.values()}) == 3),
        ("If(sits(ann) == 1, sits(bob) == 2, sits(bob) == 1)", lambda s: s["bob"] == (2 if s["ann"] == 1 else 1)),
        ("(sits(ann) == 1) + (sits(bob) == 2) == 1", lambda s: (s["ann"] == 1) != (s["bob"] == 2)),
        ("Exists([p:people], sits(p) == sits(ann) + 1)", lambda s: (s["ann"] + 1) in s.values()),
        (
            "Count([p:people], sits(p) > 1) > Count([p:people], sits(p) > 2)",
            lambda s: sum(v > 1 for v in s.values()) > sum(v > 2 for v in s.values()),
        ),
    ],
)
def test_what_notation_means_is_what_it_says_in_python(constraint: str, meant: Callable[..., bool]) -> None:
    """The oracle is what Python would read, with the words of logic spelt out for it."""
    text = SEATS.replace("Distinct([p:people], sits(p)) ::: each has a seat of their own\n", "")
    listed = [f"And({', '.join(f'sits({who}) == {seat}' for who, seat in world.items())})" for world in worlds()]
    rows = "\n".join(f"is_sat({one}) ::: (A)" for one in listed)
    found = choose(text.format(constraint, "Which could be true?", rows), check=False)
    said = [outcome.verdict is not Verdict.REFUTED for outcome in found.outcomes]
    assert said == [meant(world) for world in worlds()]


def test_what_may_leave_its_sort_is_guarded_at_the_smallest_part() -> None:
    text = """# Declarations
boxes = EnumSort([1, 2, 3])
colours = EnumSort([red, white])
contains = Function([boxes] -> [colours])
# Constraints
ForAll([b:boxes], Implies(contains(b) == red, contains(b + 1) == white))
# Options
is_sat(contains(3) == red) ::: (A)
is_sat(contains(2) == red) ::: (B)
"""
    found = choose(text)
    printed = print_formula(found.question.program.premises[-1].formula)
    assert "∃b_1:boxes" in printed
    assert "number_boxes(b_1) = (number_boxes(b) + 1)" in printed
    assert found.fits == (False, True)


def test_rows_of_several_values_are_functions_for_each_place() -> None:
    text = """# Declarations
who = EnumSort([xi, yo])
rooms = EnumSort([gold, rose])
hours = EnumSort([1, 2])
speech = Function([who] -> [rooms, hours])
# Constraints
speech(xi) == (gold, 1)
speech(yo)[1] > speech(xi)[1]
# Options
is_valid(speech(yo) == (any, 2)) ::: (A)
is_valid(speech(yo) == (gold, any)) ::: (B)
"""
    assert fitting(text) == [0]


# Mends: each leaves one meaning.


@pytest.mark.parametrize(
    ("constraint", "code"),
    [
        ("Not(If(sits(ann) == 1, sits(bob) == 2))", "if-for-implies"),
        ("And(sits(ann) == 1, sits(bob) == 2", "missing-bracket"),
        ("sits(ann) == 1, sits(bob) == 2", "comma"),
        ("sits(sits(2)) == 2", "inverse"),
    ],
)
def test_mends_are_said(constraint: str, code: str) -> None:
    text = seats(constraint, "", "is_sat(sits(cy) == 2)", "is_sat(sits(cy) == 3)")
    assert codes(text) == []
    assert code in codes(text, "mended")
    assert read_program(text, strict=True).question is None or read_program(text, strict=True).failed


def test_members_have_the_order_of_their_list_and_parts_are_parts() -> None:
    text = """# Declarations
days = EnumSort([mon, tue, wed])
staff = EnumSort([ann, bob, cy])
cooks = EnumSort([ann, bob])
duty = Function([staff] -> [days])
# Constraints
ForAll([c:cooks], duty(c) > mon)
duty(cy) == mon
Distinct([s:staff], duty(s))
# Options
is_valid(duty(ann) - duty(bob) == 1) ::: (A)
is_valid(Abs(duty(ann) - duty(bob)) == 1) ::: (B)
"""
    assert {"order", "part"} <= set(codes(text, "mended"))
    assert fitting(text) == [1]
    assert "sort-clash" in codes(text.replace("duty(cy) == mon", "duty(cy) == 1")), (
        "of which nobody says from where it counts"
    )


def test_no_value_is_a_member_that_nothing_else_ranges_over() -> None:
    text = """# Declarations
staff = EnumSort([ann, bob])
jobs = EnumSort([cook, clerk])
job = Function([staff] -> [jobs])
# Constraints
job(ann) == None
ForAll([j:jobs], Exists([s:staff], job(s) == j)) ::: wrong of two jobs and one worker
# Options
is_sat(job(bob) == cook) ::: (A)
is_sat(job(bob) == clerk) ::: (B)
"""
    assert choose(text).contradiction is not None
    fewer = text.replace("ForAll([j:jobs], Exists([s:staff], job(s) == j))", "job(bob) != None")
    assert choose(fewer).fits == (True, True)
    assert fitting(fewer.replace("job(bob) != None", "job(bob) > cook")) == [1]


# What is refused.


@pytest.mark.parametrize(
    ("constraint", "code"),
    [
        ("sits(dan) == 1", "undeclared-name"),
        ("stands(ann) == 1", "undeclared-name"),
        ("sits(ann) == x", "undeclared-name"),
        ("ForAll([p:persons], sits(p) == 1)", "unknown-sort"),
        ("ForAll([p], sits(p) == 1)", "no-sort"),
        ("sits(ann) == bob", "sort-clash"),
        ("sits(1) == 1 & sits(ann) == 2", "unexpected-token"),
        ("sits(ann) == 1 | sits(ann) == 2", "unexpected-token"),
        ("sits(ann) == 1 >> sits(bob) == 2", "unexpected-token"),
        ("(sits(ann) == 1) & (sits(bob) == 2) == True", "unexpected-token"),
        ("sits(ann) / 2 == 1", "unexpected-token"),
        ("sits(ann) // 2 == 1", "unexpected-token"),
        ("sits(ann)", "term-as-formula"),
        ("sits(ann, bob) == 1", "arity-clash"),
        ("sits(ann) is 1", "unexpected-token"),
        ("__import__('os').system('true') == 0", "unexpected-token"),
        ("(lambda: 1)() == 1", "unexpected-token"),
        ("[sits(ann) for _ in range(9)] == 1", "unexpected-token"),
        ("open('/etc/passwd') == 1", "undeclared-name"),
        ("sits(ann) == 1.5", "unexpected-token"),
        ("(" * 60 + "1" + ")" * 60 + " == 1", "too-deep"),
        ("sits(ann) == " + "1 + " * 9000 + "1", "too-long"),
        ("sits(ann) ==", "unexpected-token"),
        ("sits(ann) == 1 -> sits(bob) == 2 <-> sits(cy) == 3", "unexpected-token"),
        ("Count([p:people, q:people], sits(p) < sits(q)) == 3", "wrong-count"),
    ],
)
def test_what_is_not_certain_is_refused_with_its_place(constraint: str, code: str) -> None:
    text = seats(constraint, "", "is_sat(sits(cy) == 2)", "is_sat(sits(cy) == 3)")
    reading = read_program(text)
    errors = [d for d in reading.diagnostics if d.level == "error"]
    assert reading.question is None
    assert code in [d.code for d in errors]
    where = next(d for d in errors if d.code == code)
    assert where.span is not None
    assert text[where.span.start : where.span.end].startswith(constraint[:20])
    assert where.hint


@pytest.mark.parametrize(
    ("declared", "again"),
    [
        ("cy]", "cy, cy]"),
        ("3])", "3])\nseats = EnumSort([7])"),
        ("[seats])", "[seats])\nsits = Function([seats] -> [seats])"),
    ],
)
def test_what_is_declared_twice_is_the_one_error(declared: str, again: str) -> None:
    reading = read_program(seats("sits(ann) == 1", "", "sits(cy) == 2", "sits(cy) == 3").replace(declared, again))
    assert [(d.code, d.level) for d in reading.diagnostics if d.level != "warning"] == [("wrong-sort", "error")]
    assert (reading.read, reading.total) == (4, 4)


def test_nothing_is_executed(tmp_path: Any) -> None:
    made = tmp_path / "made"
    for attack in (f"open({str(made)!r}, 'w') == 1", f"exec(\"open({str(made)!r}, 'w')\") == 1"):
        read_program(seats(attack, "", "is_sat(sits(cy) == 2)", "is_sat(sits(cy) == 3)"))
    assert not made.exists()


# Variables with domains.

SHELF = """Domain:
1: leftmost
3: rightmost
Variables:
red [IN] [1, 2, 3]
blue [IN] [1, 2, 3]
green [IN] [1, 2, 3]
Constraints:
red < blue ::: The red book is to the left of the blue one.
green == 2 ::: The green book is the second.
AllDifferentConstraint([red, blue, green]) ::: All have different places.
Query:
A) red == 1 ::: The red book is the leftmost.
B) blue == 1 ::: The blue book is the leftmost.
C) green == 1 ::: The green book is the leftmost.
"""


def test_a_domain_with_holes_has_no_values_in_them() -> None:
    assert fitting(SHELF.replace("red [IN] [1, 2, 3]", "red [IN] [1, 3]").replace("green == 2 ", "green != 1 ")) == [0]


# At the command, and asked by the agent.


def test_prove_says_which_option_fits(tmp_path: Any) -> None:
    path = tmp_path / "shelf.txt"
    path.write_text(SHELF)
    done = sorites("prove", str(path))
    assert done.returncode == 0
    assert "The red book is the leftmost." in done.stdout.splitlines()[-2]
    said = json.loads(sorites("prove", str(path), "--json").stdout)
    assert said["answer"] == "The red book is the leftmost."
    assert [one["fits"] for one in said["options"]] == [True, False, False]
    assert [one["certified"] for one in said["options"]] == ["certificate checked"] * 3


def test_a_question_without_an_answer_is_exit_code_1(tmp_path: Any) -> None:
    path = tmp_path / "shelf.txt"
    path.write_text(SHELF.replace("green == 2 ::: The green book is the second.\n", ""))
    done = sorites("prove", str(path))
    assert (done.returncode, "no-option" in done.stderr) == (1, True)


def test_recorded_programs_are_scored_by_the_option_that_fits(tmp_path: Any) -> None:
    options = [
        "A) The red book is the leftmost.",
        "B) The blue book is the leftmost.",
        "C) The green book is the leftmost.",
    ]
    row = {"context": "", "question": "Which of the following is true?", "options": options}
    several = SHELF.replace("green == 2", "green != 1").replace("red < blue", "red != blue")
    several = several.replace("A) red == 1", "A) red > 0").replace("C) green == 1", "C) blue > 0")
    rows = [
        {"id": "one", **row, "answer": "A", "raw_logic_programs": [SHELF]},
        {"id": "none", **row, "answer": "B", "raw_logic_programs": [SHELF.replace("green == 2", "green != 2")]},
        {"id": "several", **row, "answer": "A", "raw_logic_programs": [several]},
    ]
    path = tmp_path / "programs.json"
    path.write_text(json.dumps(rows))

    def figures(fallback: str) -> tuple[float | None, float | None]:
        done = run("logicaldeduction", data=path, translators=[f"recorded:{path}"], fallback=fallback, keep=False)
        [summary] = done.cells.values()
        return summary.executable_rate, summary.accuracy

    assert figures("wrong") == pytest.approx((1 / 3, 1 / 3))
    assert figures("first") == pytest.approx((1 / 3, 2 / 3))


def test_what_a_test_meets_is_what_is_asked_of_it() -> None:
    """What must hold may hold, what may hold need not be refuted; what is asked and its opposite part all verdicts."""
    decided = {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN}
    assert MEETS["entailed"] < MEETS["possible"]
    assert MEETS["refuted"] < MEETS["not entailed"]
    assert MEETS["possible"] | MEETS["refuted"] == MEETS["entailed"] | MEETS["not entailed"] == decided


def test_tools_of_agents_are_told_the_option_that_fits() -> None:
    found = prove_program(SHELF)
    assert (found.answers, found.complete, found.certified) == (
        [["The red book is the leftmost."]],
        True,
        "certificate checked",
    )
    assert prove_program(SHELF.replace("green == 2", "green != 2")).answers == []
    with pytest.raises(UserError, match="options"):
        prove(SHELF)


def test_a_limit_is_no_answer() -> None:
    found = choose(SHELF, Limits(seconds=0.0))
    assert found.chosen is None
    assert {one.verdict for one in found.outcomes} <= {Verdict.UNDECIDED}


@table("""
question  kind  wanted
Which one of the following must be true?  each  entailed    Which of the following is true?  each  ""
If Ann sits first, then which one of the following could be true?  each  possible
Which one of the following CANNOT be true?  each  refuted    Which one of the following is NOT allowed?  each  refuted
Each of the following could be true EXCEPT:  each  refuted    Each of these must be true EXCEPT:  each  not entailed
If she can't come, which one of the following must be false?  each  refuted
Which is a complete and accurate list of those who must sit first?  list  entailed
What is the minimum number of people who could come?  least  possible
Everything is fully determined if which one of the following is true?  settled  ""
# not by its condition
If the poet cannot play second, which one of the following must be true?  each  entailed
Which must be true if the poet cannot play second?  each  entailed
Suppose the poet cannot play. Which must be true?  each  entailed
If the band cannot play third, each of the following could be true EXCEPT:  each  refuted
Which one of the following is not an acceptable order of the acts?  each  refuted
Which is not impossible?  each  possible    Which does not have to be true?  each  not entailed
Which need not be false?  each  possible    Which has to be false?  each  refuted
Which mustn't be true?  each  refuted    Which is inconsistent with the rules?  each  refuted
Which cannot be false?  each  entailed    Each of the following follows except:  each  not entailed
None of the following can be true except:  each  possible
None of the following must be true EXCEPT:  each  entailed
Which of the following could be false?  each  not entailed
Which could be the order, from first to last, in which they perform?  each  possible
# what denies without a modal word
Which seating is not in violation of a rule?  each  possible    Which one meets no condition?  each  refuted
Which seating satisfies the rules?  each  possible    Which one conflicts with a rule?  each  refuted
Which one violates the rules?  each  refuted    Which order breaks no rule?  each  possible
Which one does not violate the rules?  each  possible    Which could be true without violating a rule?  each  possible
Which statement is wrong?  each  refuted    Which statement is not wrong?  each  entailed
Which one is the exception?  each  not entailed    All of them are true but one. Which one?  each  not entailed
Which cannot be inferred?  each  not entailed    Which can be inferred?  each  entailed
If at least two acts play, which one of the following could be true?  each  possible
""")
def test_what_is_asked_is_told_by_the_words_of_a_question(question: str, kind: str, wanted: str) -> None:
    assert asked_by(question) == (kind, wanted or None)
    assert unclear_question(question, "The acts play in an order.") is None


@pytest.mark.parametrize(
    "question",
    [
        "Which of these is denied by the text?",
        "Which one is frowned upon by the rules?",
        "Which committee meets on Monday?",
        "Which would be a mistake?",
        "Which does the text leave open?",
        "Which is neither true nor false?",
        "Which cannot be decided?",
        "Which one need not be true and need not be false?",
        "Which one is not definitely false?",
        "Which fails to be true?",
        "Which may not be true?",
    ],
)
def test_a_question_in_other_words_is_refused(question: str) -> None:
    assert unclear_question(question, "Ann sits first.") is not None
    text = seats("sits(ann) == 1", question, "sits(bob) == 1", "sits(ann) == 1")
    assert "unclear-question" in codes(text, "error")
    found = solve("Ann sits. Bob does not sit.", question, choices=("Ann sits.", "Bob sits."))
    assert (found.answer, [d.code for d in found.diagnostics]) == (None, ["unclear-question"])


def test_what_english_supposes_of_options_is_refused_and_what_is_counted_is_said_back() -> None:
    found = solve("Ann is kind.", "If Ann is not kind, which is true?", ("Ann is kind.", "Ann is not kind."))
    assert found.answer is None
    runners, choices = (
        "There were three runners: Ann, Bob, and Cy. Ann finished above Bob.",
        ("Cy won.", "Cy finished last."),
    )
    for question in (
        "Bob finished second. Which one must be false?",
        "With Bob in second place, which one must be false?",
        "Which must be false once Bob has won?",
        "Which one must be false in a race that Bob loses?",
    ):
        assert [d.code for d in solve(runners, question, choices=choices).diagnostics] == ["unclear-question"]
    assert any("'If …'" in d.message for d in found.diagnostics)
    text = "Premises:\n∃c:child ∃l:locker (at(juan) = l ∧ at(c) = l ∧ c ≠ juan)\nConclusion:\nP(juan)\n"
    program = read_program(text).first
    assert program is not None
    assert in_english(program, program.premises[0].formula)


@pytest.mark.parametrize(("first", "second", "answered"), [("A", "B", "Cy is second."), ("B", "A", None)])
def test_options_in_another_order_than_the_question_has_them_are_no_answer(
    first: str, second: str, answered: str | None
) -> None:
    listed = sorted([f"({first}) Cy is second. | sits(cy) == 2", f"({second}) Ann is third. | sits(ann) == 3"])
    options = "\n".join(" ::: ".join(reversed(one.split(" | "))) for one in listed)
    question = "Which one could be true?"
    translator = ScriptedTranslator({question: SEATS.format("sits(ann) < sits(bob)", question, options)})
    choices = ("Cy is second.", "Ann is third.")
    problem = Problem("p", "Ann sits left of Bob.", question, TRUE_FALSE_UNCERTAIN, options=choices)
    found = answer(problem, Options.of(translator))
    assert found.answer == answered
    assert {d.code for d in found.diagnostics} == (set() if answered else {"options-unread"})


# Written as text.


@pytest.mark.parametrize("seed", range(3))
def test_a_question_that_is_written_says_the_same_when_it_is_read(seed: int) -> None:
    rng = random.Random(2000 + seed)
    constraints = "\n".join(f"{random_formula(rng, 2)[0]} ::: sentence {i}" for i in range(2))
    wrapper = rng.choice(["is_sat({})", "is_valid({})", "is_unsat({})", "is_exception(is_sat({}))"])
    question = rng.choice(["", "Which one of the following could be true?", "Which one must be false?"])
    text = seats(constraints, question, *(wrapper.format(random_formula(rng, 1)[0]) for _ in range(3)))
    first = choose(text)
    written = write_program(first.question)
    again = choose(written)
    assert write_program(again.question) == written
    assert [one.verdict for one in again.outcomes] == [one.verdict for one in first.outcomes]
    assert again.fits == first.fits
    assert "::: sentence 0" in written


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Which lists all that could be?", ["is_accurate_list([{} == 1])", "is_accurate_list([{} == 1, {} == 2])"]),
        ("What is the least seat that Ann could have?", ["is_min({} == 2)", "is_min({} == 1)"]),
        ("Everything is fully determined if which one is true?", ["is_determined({} == 1)", "is_determined({} == 2)"]),
        ("Which has the same effect?", [f"is_equivalent({{}} < sits(bob), {x})" for x in ("{} == 2", "{} == 1")]),
        ("Who sits where?", []),
    ],
)  # fmt: skip
def test_all_kinds_of_questions_are_written_as_they_are_asked(question: str, options: list[str]) -> None:
    first = choose(seats("sits(ann) < sits(bob)", question, *(one.replace("{}", "sits(ann)") for one in options)))
    again = choose(write_program(replace(first.question, options=first.question.options if options else ())))
    assert (again.question.asked, again.fits) == (first.question.asked, first.fits)


def test_without_options_the_whole_assignment_is_the_answer() -> None:
    found = choose(seats("sits(ann) < sits(bob)\nsits(bob) < sits(cy)", "Who sits where?"))
    assert found.chosen == 0
    assert json.loads(found.name(0))["sits"] == {"ann": "1", "bob": "2", "cy": "3"}
    assert found.outcomes[0].checked is not None
    table = 'person = {"Ann": sits(ann), "Bob": sits(bob), "Cy": sits(cy)} ::: Seat'
    shown = choose(seats("sits(ann) < sits(bob)\nsits(bob) < sits(cy)", "Who sits where?") + table)
    assert json.loads(shown.name(0))["Seat 2"] == {"person": "Bob"}
    assert table in write_program(replace(shown.question, options=()))
    assert codes(seats("sits(ann) == 1", "Who sits where?") + 'person = {"Ann": ann}') == ["unexpected-token"]
    several = choose(seats("sits(ann) < sits(bob)", "Who sits where?"))
    assert (several.chosen, several.diagnostics[-1].code) == (None, "several-options")
    assert codes(seats("sits(ann) < sits(bob)", "")) == ["no-goal"]
    unbounded = (
        "# Declarations\nn = Function([] -> [int])\n# Constraints\nn > 2\n# Options\nQuestion ::: Which number?\n"
    )
    with pytest.raises(UserError, match="no bounds"):
        choose(unbounded)


def test_what_has_no_form_is_not_written() -> None:
    count = "Count([p:people], is_sat(sits(p) == 1)) == 2"
    reading = read_program(seats("sits(ann) == 1", "How many could sit first?", count, count.replace("2", "1")))
    assert reading.question is not None
    with pytest.raises(Unprintable):
        write_program(reading.question)


def test_a_supposition_that_no_constraint_has_is_noticed() -> None:
    question = "If Cy sits in seat 1, which one of the following must be true?"
    options = ("is_valid(sits(ann) == 2)", "is_valid(sits(bob) == 2)")
    assert codes(seats("sits(ann) < sits(bob)", question, *options), "warning") == ["nothing-supposed"]
    for said in ("Cy sits in seat 1", "Cy is the one who sits in seat 1."):
        assert codes(seats(f"sits(cy) == 1 ::: {said}", question, *options), "warning") == []


def test_the_value_of_what_has_a_value_is_that_of_another_function() -> None:
    text = """# Declarations
songs = EnumSort([hymn, jig, waltz])
instruments = EnumSort([flute, harp, organ])
played = Function([songs] -> [instruments])
at = Function([songs] -> [int])
ForAll([s:songs], And(1 <= at(s), at(s) <= 3))
# Constraints
Distinct([s:songs], played(s))
Distinct([s:songs], at(s))
at(played(harp)) == at(hymn) + 1
at(hymn) == 2
played(at(1)) == flute
# Options
Question ::: Which one must be true?
played(jig) == harp ::: (A)
played(hymn) == organ ::: (B)
at(jig) == 3 ::: (C)
"""
    assert fitting(text) == [1]
    assert {*codes(text, "mended")} == {"inverse"}
