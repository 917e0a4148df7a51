"""English by a grammar: the rows of its reference, and what it must never get wrong."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sorites import Solution, solve
from sorites.solvers import Level, Program, Reading, program_text, read_program
from sorites.solvers.logic.walkers import free_variables
from sorites.solvers.notation.printer import print_formula
from sorites.translators import EnglishOptions, make_translator
from sorites.translators.english import read_english

REFERENCE = (Path(__file__).parents[2] / "docs/english.md").read_text("utf-8")
NOWHERE = "Does Zed yodel?"
"""A question that gives no premise a reading of its own."""
OPEN = "Uncertain"


def rows(*head: str) -> list[tuple[str, ...]]:
    """Return the rows of all tables of the reference with this head, signs of code taken off."""
    found: list[tuple[str, ...]] = []
    inside = False
    for line in REFERENCE.splitlines():
        cells = tuple(cell.strip().strip("`") for cell in line.split("|")[1:-1])
        if cells == head:
            inside = True
        elif not cells:
            inside = False
        elif inside and set(cells[0]) != {"-"}:
            found.append(cells)
    return found


def codes(reading: Reading) -> list[str]:
    return [d.code for d in reading.diagnostics]


def premises(program: Program | None) -> str:
    """Return what a program has of its text, as the reference writes it."""
    assert program is not None
    said = [print_formula(p.formula) for p in program.premises if not p.gloss.startswith("assumed: ")]
    return "; ".join([*said, *(f"{d.label}: {print_formula(d.formula)}" for d in program.defaults)])


@cache
def solved(context: str, question: str) -> Solution:
    return solve(context, question)


def answer(context: str, question: str) -> str | None:
    """Return the answer, the names of an open question among them; nothing where it is refused."""
    solution = solved(context, question)
    if solution.answers is not None and solution.best.refused is None:
        return solution.remark
    return solution.answer


# -- the reference ----------------------------------------------------------------


def test_the_tables_are_there() -> None:
    assert len(rows("sentence", "formula")) > 90
    assert len(rows("question", "what is asked")) > 10
    assert len(rows("not read", "write")) > 15


@pytest.mark.parametrize(("sentence", "formula"), rows("sentence", "formula"))
def test_the_documented_sentences(sentence: str, formula: str) -> None:
    assert premises(read_english(sentence, NOWHERE).first) == formula


@pytest.mark.parametrize(("question", "formula"), rows("question", "what is asked"))
def test_the_documented_questions(question: str, formula: str) -> None:
    reading = read_english("", question)
    assert reading.first is not None, codes(reading)
    assert print_formula(reading.first.goal.formula) == formula


@pytest.mark.parametrize(("context", "question", "expected"), rows("text", "question", "answer"))
def test_the_documented_answers(context: str, question: str, expected: str) -> None:
    assert answer(context, question) == expected


@pytest.mark.parametrize(("kind", "sentence", "preferred", "other"), rows("kind", "sentence", "read as", "or as"))
def test_the_documented_choices(kind: str, sentence: str, preferred: str, other: str) -> None:
    reading = read_english(sentence, NOWHERE)
    assert premises(reading.first) == preferred, kind
    assert {premises(o.program) for o in reading.others} - {preferred} == {other}


@pytest.mark.parametrize(
    ("why", "context", "question", "formula"), rows("what is assumed", "text", "question", "formula")
)
def test_the_documented_assumptions(why: str, context: str, question: str, formula: str) -> None:
    reading = read_english(context, question)
    assert reading.first is not None, why
    assumed = [p for p in reading.first.premises if p.gloss.startswith("assumed: ")]
    assert [print_formula(p.formula) for p in assumed] == formula.split("; ")
    assert [said.formula for said in reading.said if said.role == "assumed"] == [p.formula for p in assumed]


@pytest.mark.parametrize(("refused", "instead"), rows("not read", "write"))
def test_the_documented_refusals(refused: str, instead: str) -> None:
    """What is not in the language is refused, and what the reference says to write instead is read."""
    for text, read in ((refused, False), (instead, True)):
        reading = read_english("", text) if text.endswith("?") else read_english(text, NOWHERE)
        assert (reading.first is not None) is read, (text, codes(reading))


# -- what was once answered wrongly, and must never be again -------------------------


def test_what_the_text_is_silent_about_is_said() -> None:
    solution = solved("Ann sings.", "Does Bob yodel?")
    assert (solution.answer, solution.remark) == (OPEN, "the text says nothing about *yodel*")


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("Ann delivers the parcel.", "Is there a delivery of the parcel?"),
        ("Rex barks loudly.", "Does Rex bark softly?"),
    ],
)
def test_near_words_are_asked_about(context: str, question: str) -> None:
    solution = solved(context, question)
    assert solution.answer is None
    assert "near-words" in [d.code for d in solution.diagnostics]


def test_a_choice_that_decides_is_told_with_both_answers() -> None:
    solution = solved("A customer is angry. Lou is a customer.", "Is Lou angry?")
    assert solution.answer is None
    assert solution.ambiguous
    assert "as 'every customer' it is 'True', as 'some customer' it is 'Uncertain'" in solution.remark
    assert solved("A customer is angry. Lou is a customer.", "Is Lou a customer?").answer == "True"


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Most cats sleep.", "'Most' has no form here: write 'normally'"),
        ("Anne is anything but rude.", "what it is is not said"),
        ("It is kind to her.", "the name or the noun"),
        ("Anne if.", "'if' fits no sentence that is read"),
    ],
)
def test_what_can_not_be_read(sentence: str, words: str) -> None:
    context = f"Anne is tall. {sentence} Bob sleeps."
    reading = read_english(context, "Is Anne tall?")
    assert reading.first is None
    [found] = [d for d in reading.diagnostics if d.level is Level.ERROR]
    assert found.code == "unread-sentence"
    assert words in f"{found.message} {found.hint}"
    assert found.span is not None
    assert context[found.span.start : found.span.end] in sentence
    assert [s.gloss for s in reading.statements[:2]] == ["Anne is tall.", "Bob sleeps."]
    partial = read_english(context, "Is Anne tall?", partial=True)
    assert partial.program is not None
    assert [d.level for d in partial.diagnostics] == [Level.WARNING]
    assert "left out" in partial.diagnostics[0].hint


@pytest.mark.parametrize("asked", ["Why is Anne kind?", "Where does Anne live?"])
def test_questions_that_have_no_answer_of_a_kind_that_is_known(asked: str) -> None:
    [found] = read_english("Anne is kind.", asked).diagnostics
    assert "who, what or which" in found.hint


def test_options_are_statements_of_which_one_follows() -> None:
    context = "Everyone who left is sad. Ann left."
    options = ("Ann is sad.", "Ann is not sad.", "Ann is glad.")
    assert solve(context, "Which of these follows?", options).answer == "Ann is sad."


def test_a_translator_never_proves() -> None:
    text = "Ann usually sings. Birds normally fly. Ann is a bird. She would often sleep."
    script = (
        f"import sys; from sorites.translators.english import read_english; read_english({text!r}, 'Does Ann fly?')\n"
        "print([name for name in sys.modules if name in {'z3'} or '.engines.' in name])"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


def test_partial_from_the_registry() -> None:
    translator = make_translator("english", english=EnglishOptions(partial=True))
    assert solve("Most cats sleep. Anne is kind.", "Is Anne kind?", translator=translator).answer == "True"


# -- anything at all: a program or a diagnostic, never a traceback ----------------

SOUP = (
    "Anne Bob the The a dog dogs cat who that which is are was not never no every All some if If then and or either "
    "neither nor but both unless only when whenever it they she he them likes like chases chase barks bark kind tall "
    "nice of in with , , . . . ? ; ( ) for x, x there There at least one people someone everything nothing nobody "
    "does do did will can may has have had been most than as same to be being its 's don't isn't 3 \" - : may I We"
).split()


@settings(max_examples=150)
@given(st.lists(st.sampled_from(SOUP), max_size=25), st.lists(st.sampled_from(SOUP), max_size=8))
def test_word_soup(context: list[str], question: list[str]) -> None:
    text, asks = " ".join(context), " ".join(question)
    for partial in (False, True):
        reading = read_english(text, asks, partial=partial)
        for statement in reading.statements:
            assert not free_variables(statement.formula), (text, asks)
        if reading.first is None:
            assert not asks.strip() or any(d.level is Level.ERROR for d in reading.diagnostics), (text, asks)
        else:
            again = read_program(program_text(reading)).program
            assert again is not None, (text, asks)
            assert again.goal == reading.first.goal, (text, asks)
        for diagnostic in reading.diagnostics:
            assert diagnostic.show(reading.text)


@settings(max_examples=150)
@given(st.text(max_size=60), st.text(max_size=30))
def test_any_text(context: str, question: str) -> None:
    reading = read_english(context, question)
    assert reading.first is not None or reading.diagnostics or not question.strip()


def test_long_sentences_end() -> None:
    rng = random.Random(3)
    words = [rng.choice(SOUP) for _ in range(400)]
    assert read_english(" ".join(w for w in words if w not in ".?"), "Is Anne kind?").program is None
