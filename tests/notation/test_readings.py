"""What a reading says of itself: its other readings, its options, what it does not speak of, what it was read as."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sorites import Options, Problem, Solution, Verdict, answer
from sorites.agent.cli.render import show_solution
from sorites.agent.output import solve_data
from sorites.agent.reading_back import asked
from sorites.eval.running import run
from sorites.eval.tasks.sample import Sample
from sorites.solvers import Level, Other, Reading, Said, read_program
from sorites.solvers.logic.question import Wanted
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Translation

from ..command import answered as command_json
from ..command import sorites
from ..outlines import program, table

EVERY = (
    "Premises:\n∀x (Customer(x) → Angry(x))\nCustomer(lou) ::: Lou is a customer.\n"
    "Conclusion:\nAngry(lou) ::: Is Lou angry?"
)
SOME = EVERY.replace("∀x (Customer(x) → Angry(x))", "∃x (Customer(x) ∧ Angry(x))")
PROBLEM = Problem("p", "A customer is angry. Lou is a customer.", "Is Lou angry?", TRUE_FALSE_UNCERTAIN)
UNNAMED = replace(PROBLEM, context="", question="Is it so?")  # of which any program may be a translation


@dataclass(frozen=True)
class Read:
    """A translator that gives one reading."""

    reading: Reading
    name: str = "read"

    def translations(self, problem: Problem) -> list[Translation]:
        return [Translation(self.reading, self.name, 0.0)]


@dataclass(frozen=True)
class One:
    """A dataset of one problem."""

    problem: Problem
    gold: str
    name: str = "one"

    @property
    def scheme(self) -> LabelScheme:
        return self.problem.scheme

    def __len__(self) -> int:
        return 1

    def __iter__(self):  # type: ignore[no-untyped-def]
        yield Sample(self.problem, self.gold, self.name)


def reading(text: str, *others: str) -> Reading:
    choice = "'a customer' in 'A customer is angry.'"
    more = tuple(Other(choice, "every customer", "some customer", program(other)) for other in others)
    return replace(read_program(text), others=more)


def answered(read: Reading, problem: Problem = PROBLEM, **more: object) -> Solution:
    return answer(problem, replace(Options.of(Read(read)), **more))  # type: ignore[arg-type]


def shown(solution: Solution, width: int, explain: bool = False) -> str:
    from rich.console import Console

    console = Console(width=width, record=True, force_terminal=False)
    with console.capture() as held:
        show_solution(console, solution, explain=explain)
    return held.get()


# -- several readings -----------------------------------------------------------------------


def test_readings_that_differ_are_not_answered() -> None:
    solution = answered(reading(EVERY, SOME))
    assert (solution.answer, solution.verdict, solution.checked, solution.ambiguous) == (None, None, False, True)
    assert solution.certificate is None
    assert solution.explanation == ()
    assert solution.best.outcome is not None
    assert solution.best.outcome.verdict is Verdict.ENTAILED
    [found] = [d for d in solution.diagnostics if d.code == "ambiguous"]
    assert found.level is Level.ERROR
    assert found.message == (
        "'a customer' in 'A customer is angry.' can be read in two ways, and the answer hangs on it: "
        "as 'every customer' it is 'True', as 'some customer' it is 'Uncertain'"
    )
    assert "'every customer', or 'some customer'" in found.hint
    said = shown(solution, 120)
    assert "no answer: 'a customer' in" in said
    assert "as 'some customer': Uncertain (unknown)" in said
    assert "certificate" not in said
    for written in (solution._repr_html_(), solution._repr_markdown_()):
        assert "some customer" in written
        assert "certificate checked" not in written


def test_readings_that_agree_are_answered_and_told() -> None:
    solution = answered(reading(EVERY, EVERY))
    assert (solution.answer, solution.checked, solution.ambiguous) == ("True", True, False)
    assert "as 'some customer' the answer is the same" in shown(solution, 120)


# -- what the text does not speak of ---------------------------------------------------------


@table("""
text  remark  hint
Premises:⏎Kind(anne)⏎Conclusion:⏎Tall(anne)  the text says nothing about 'tall'  words of the text
Premises:⏎Worked(ann, it)⏎Conclusion:⏎Work(ann, it)  the text says nothing about 'work'  words of the text
Predicates:⏎Dog(x) ::: x is a dog⏎Premises:⏎Cat(rex)⏎Conclusion:⏎Dog(rex)  the text says nothing about 'dog'  ""
Premises:⏎p ∨ q⏎Conclusion:⏎q  ""  ""    Premises:⏎Kind(anne)⏎Conclusion:⏎Tall(anne) ∨ ¬Tall(anne)  ""  ""
""")
def test_what_no_premise_speaks_of_is_said(text: str, remark: str, hint: str) -> None:
    solution = answered(read_program(text), UNNAMED)
    assert solution.remark == remark
    found = [d for d in solution.diagnostics if d.code == "goal-unmentioned"]
    assert len(found) == bool(remark)
    assert all(hint in d.hint for d in found)
    if remark:
        assert solution.answer == "Uncertain"
        assert f"Uncertain: {remark}" in shown(solution, 120)
        assert solve_data(solution)["remark"] == remark
        assert remark in solution._repr_markdown_().replace("\\", "")


@pytest.mark.parametrize("formula", ["? [X] : man(X) & tall(X)", "! [X] : man(X) => tall(X)"])
def test_what_a_quantifier_of_tptp_does_not_reach_is_not_closed(formula: str) -> None:
    reading = read_program(f"Premises:\n{formula}\nman(bob)\nConclusion:\ntall(bob)")
    assert reading.first is None
    assert "does not reach" in reading.diagnostics[0].message


# -- who and what ----------------------------------------------------------------------------

CATS = "Premises:\n∀x (Cat(x) → Animal(x))\nCat(tom)\nCat(the_red_one)\n¬Animal(stone)\nConclusion:\n"


@pytest.mark.parametrize(
    ("text", "said", "names", "complete"),
    [
        (f"{CATS}?x Animal(x)", "Tom and the red one (there may be others)", [("tom",), ("the_red_one",)], False),
        ("Premises:\n∀x (Cat(x) ↔ x = tom)\nConclusion:\n?x Cat(x)", "Tom (and no others)", [("tom",)], True),
        ("Facts:\nLikes(ann, bob)\nQuery:\n?x ?y Likes(x, y)", "(Ann, Bob) (there may be others)", [("ann", "bob")],
         False),
        ("Facts:\n∃x Cat(x)\nDog(rex)\nQuery:\n?x Cat(x)", "there is one, and no name is proved to be it", [], False),
        ("Facts:\n∀x ¬Cat(x)\nDog(rex)\nQuery:\n?x Cat(x)", "there is none: that follows from the premises", [], True),
        ("Premises:\nDog(rex)\nConclusion:\n?x Cat(x)", "the text says nothing about 'cat'", [], False),
    ],
)  # fmt: skip
def test_a_question_who_is_answered_by_names(
    text: str, said: str, names: list[tuple[str, ...]], complete: bool, tmp_path: Path
) -> None:
    solution = answered(read_program(text), UNNAMED, fallback="random")
    answer = said.partition(" (")[0] if names else None
    assert (solution.answer, solution.remark, solution.guess) == (answer, said, False)
    assert solution.checked
    assert shown(solution, 120).splitlines()[1].strip("│ ").startswith(said)
    assert "no answer" not in shown(solution, 120) + solution._repr_html_()
    found = solve_data(solution)
    assert [tuple(one["names"]) for one in found["answers"]["found"]] == names
    assert (found["answers"]["complete"], found["answer"], found["remark"]) == (complete, answer, said)
    ran = run(One(UNNAMED, "True"), translators=[Read(read_program(text))], out=tmp_path)
    [record] = ran.records
    assert (record.label, record.answers, record.complete, record.correct) == (None, names, complete, False)


@table("""
goal  said
?x Likes(x, bob)  Who or what likes Bob?    ?y Likes(ann, y)  For which y is it so that Ann likes y?
?x ?y Likes(x, y)  For which x and y is it so that x likes y?    Likes(ann, bob)  Is it so that Ann likes Bob?
?y ∃x Likes(x, y)  For which y is it so that something likes y?
""")
def test_what_is_asked_is_said_as_a_question(goal: str, said: str) -> None:
    assert asked(program(f"Premises:\nLikes(ann, bob)\nConclusion:\n{goal}")) == said


def test_readings_that_name_others_differ() -> None:
    solution = answered(reading(f"{CATS}?x Animal(x)", f"{CATS}?x Cat(x)"), UNNAMED)
    assert solution.remark == "Tom and the red one (there may be others)"
    differ = answered(reading(f"{CATS}?x Animal(x)", CATS.replace("Cat(the_red_one)\n", "") + "?x Animal(x)"), UNNAMED)
    assert differ.answers is None
    assert "it is 'Tom and the red one (there may be others)', as 'some customer' it is 'Tom (" in differ.remark


# -- guesses -------------------------------------------------------------------------------


# -- options that are statements -----------------------------------------------------------

KIND = "Premises:\n∀x (Kind(x) → Nice(x)) ::: Kind people are nice.\n"
FACTS = f"{KIND}Kind(ann) ::: Ann is kind.\n¬Nice(bob) ::: Bob is not nice.\nConclusion:\n"
CHOICES = ("A) Ann is nice.", "B) Bob is kind.", "C) Cleo is nice.")


def chosen(wanted: Wanted, *goals: str, choices: tuple[str, ...] = CHOICES, other: tuple[str, ...] = ()) -> Solution:
    programs = tuple(program(FACTS + goal) for goal in goals)
    more = tuple(program(FACTS + goal) for goal in other)
    others = (Other("'nice'", "kind", "tidy", programs[0], more),) if more else ()
    read = Reading(programs[0], (), "", 4, 4, options=programs, wanted=wanted, others=others)
    return answered(read, Problem("p", "", "Which of these …?", TRUE_FALSE_UNCERTAIN, choices))


GOALS = ("Nice(ann) ::: Ann is nice.", "Kind(bob) ::: Bob is kind.", "Nice(cleo) ::: Cleo is nice.")


@pytest.mark.parametrize(
    ("wanted", "goals", "label", "remark"),
    [
        ("entailed", GOALS, "Ann is nice.", ""), ("refuted", GOALS, "Bob is kind.", ""),
        ("possible", GOALS, None, "more than one of the options is possible: 'Ann is nice.' and 'Cleo is nice.'"),
        ("possible", GOALS[1:], "Cleo is nice.", ""), ("not entailed", GOALS[:2], "Bob is kind.", ""),
        ("entailed", GOALS[1:], None, "none of the options follows"),
    ],
)  # fmt: skip
def test_the_option_that_is_asked_for_is_the_answer(
    wanted: Wanted, goals: tuple[str, ...], label: str | None, remark: str
) -> None:
    choices = tuple(choice for choice in CHOICES if any(goal.endswith(choice[3:]) for goal in goals))
    for given in (choices, ()):
        solution = chosen(wanted, *goals, choices=given)
        assert (solution.answer, solution.remark) == (label, remark)
    if label is not None:
        assert solution.program is not None
        assert solution.program.goal.gloss == label
        assert solution.checked
    else:
        assert (solution.verdict, solution.checked) == (None, False)
    names = [o["option"] for o in solve_data(solution)["options"]]
    assert names == [goal.partition(" ::: ")[2] for goal in goals]
    assert "refuted: Bob is kind." in shown(solution, 80)


# -- shown back ----------------------------------------------------------------------------


def test_what_a_translator_says_was_read_and_assumed() -> None:
    text = "Ann dances. Is Ann a dancer?"
    read = read_program(
        "Premises:\nDances(ann) ::: Ann dances.\nDancer(ann) ::: Who dances is a dancer.\n"
        "Conclusion:\nDancer(ann) ::: Is Ann a dancer?"
    )
    assert read.first is not None
    premises = read.first.premises
    said = (
        Said("Ann dances.", "Ann dances.", None, premises[0].formula),
        Said("", "Who dances is a dancer.", None, premises[1].formula, "assumed", "'dancer' is made of 'dance'"),
        Said("Is Ann a dancer?", "Is Ann a dancer?", None, read.first.goal.formula, "question"),
    )
    solution = answered(replace(read, said=said, text=text))
    for width in (80, 120):
        written = shown(solution, width)
        assert written.index("You wrote / read as") < written.index("Assumed besides")
        assert "'dancer' is made of 'dance'" in written
        assert "Dancer(ann)" not in written
        assert "asked: Dancer(ann)" in shown(solution, width, explain=True)
    found = solve_data(solution)["read"]
    assert [one["role"] for one in found] == ["premise", "assumed", "question"]
    assert (found[1]["wrote"], found[1]["why"], found[1]["formula"]) == (
        "",
        "'dancer' is made of 'dance'",
        "Dancer(ann)",
    )
    assert "Who dances is a dancer." in solution._repr_html_()


# -- the command english -------------------------------------------------------------------


def test_options_reach_the_translator() -> None:
    found = command_json("solve", "--context", "Ann is kind.", "--question", "Is Ann kind?", "--choice", "A) yes")
    assert found["answer"] == "yes"
    problem = {"context": "Ann is kind.", "question": "Is Ann kind?", "options": ["A) yes", "B) no"]}
    assert json.loads(sorites("solve", "--json", text=json.dumps(problem)).stdout)["answer"] == "yes"
    assert sorites("solve", text=json.dumps({**problem, "options": 3})).returncode == 2
