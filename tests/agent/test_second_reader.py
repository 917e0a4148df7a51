"""Formulas beside what Sorites English reads their sentences as."""

from __future__ import annotations

import pytest

from sorites import Options, Problem, answer
from sorites.agent.second_reader import read_otherwise
from sorites.agent.signals import EARNED
from sorites.solvers import read_program
from sorites.testing import ScriptedTranslator
from sorites.translators import TRUE_FALSE_UNCERTAIN

OTHERWISE = """
Tall people are nice. | ∀x (Nice(x) → Tall(x)) | by the sentence not: e0 is tall
Tall people are nice. | ∀x (Tall(x) ∧ Nice(x)) | by your formula not: nothing of
Only tall people are nice. | ∀x (Tall(x) → Nice(x)) | by the sentence not: e0 is nice
Some tall person is nice. | ∃x (Tall(x) → Nice(x)) | by the sentence not
Ann is tall and nice. | Tall(ann) ∨ Nice(ann) | by the sentence not: Ann is tall
Ann is nice. | ¬Nice(ann) | denies that
If someone chases Bob then they like Ann. | ∀x (Likes(x, ann) → Chases(x, bob)) | by the sentence not: e0 chases Bob
If someone chases Bob then Bob is big. | ∀x (Chases(x, bob) → Big(x)) | e0 chases Bob; e0 is big
Nobody who is tall is nice. | ¬∀x (Tall(x) → Nice(x)) | by the sentence not
Ann likes Bob. | Likes(bob, ann) | by the sentence not: Bob likes Ann
Bob is liked by Ann. | Likes(bob, ann) | by the sentence not: Bob likes Ann
"""
SAME = """
Tall people are nice. | ∀y (Tall(y) → IsNice(y))
Tall people are nice. | ∀x (¬Nice(x) → ¬Tall(x))
If someone chases Bob then they like Ann. | ∀x (Chases(x, bob) → Likes(x, ann))
Tall people have wings. | ∀x (Tall(x) → ¬Wings(x))
Bob is liked by Ann. | Likes(ann, bob)
Bob is liked by Ann. | LikedBy(bob, ann)
Ann is a friend of Bob. | Friend(bob, ann)
Ann likes Bob. | Admires(ann, bob)
Ann is nice. | Nice(ann) ∧ Tall(bob)
She is nice. | ¬Nice(ann)
Colourless ideas sleep furiously on. | ¬Sleep(ideas)
"""
"""What says the same, has places in an order of its own, or no names that match; or what the grammar does not read."""


def said(formula: str, sentence: str) -> list[str]:
    """Return what is said of a premise."""
    program = read_program(f"Premises:\n{formula} ::: {sentence}\nConclusion:\nNice(zoe)\n").first
    assert program is not None
    return [d.message for d in read_otherwise(program)]


@pytest.mark.parametrize("row", OTHERWISE.strip().splitlines())
def test_a_formula_that_its_sentence_does_not_say_is_told_with_a_case(row: str) -> None:
    sentence, formula, case = (part.strip() for part in row.split("|"))
    [message] = said(formula, sentence)
    assert case in message


@pytest.mark.parametrize("row", SAME.strip().splitlines())
def test_nothing_is_told_of_what_it_says_or_of_what_nobody_can_tell(row: str) -> None:
    sentence, formula = (part.strip() for part in row.split("|"))
    assert said(formula, sentence) == []


def test_it_is_a_warning_that_earns_a_repair() -> None:
    text = "Tall people are nice. Ann is tall."
    stated = "∀x (Nice(x) → Tall(x)) ::: Tall people are nice.\nTall(ann) ::: Ann is tall.\n"
    how = Options.of(ScriptedTranslator({"Is Ann nice?": f"Premises:\n{stated}Conclusion:\nNice(ann)\n"}))
    found = answer(Problem("p", text, "Is Ann nice?", TRUE_FALSE_UNCERTAIN), how)
    assert found.answer == "Uncertain"
    assert {d.code for d in found.diagnostics if d.level == "warning"} == {"read-otherwise"} <= EARNED


@pytest.mark.parametrize(
    "row",
    """
Every red car is fast. Kit is a car. | Is Kit fast? | ∀x (Car(x) → Fast(x)) | Car(kit) | None
If Ann calls and Bob sleeps, Cy sings. Ann calls. | Does Cy sing? | Calls(ann) → Sings(cy) | Calls(ann) | None
Everyone who loves Ann is happy. Bob loves Cy. | Is Bob happy? | ∀x∀y (Loves(x,y) → Happy(x)) | Loves(bob,cy) | None
Every red car is fast. Kit is a red car. | Is Kit fast? | ∀x (Car(x) ∧ Red(x) → Fast(x)) | Car(kit) ∧ Red(kit) | True
Young animals are small. Kit is young. | Is Kit small? | ∀x (Young(x) → Small(x)) | Young(kit) | True
""".strip().splitlines(),
)
def test_a_condition_that_a_premise_leaves_out_leaves_no_answer(row: str) -> None:
    """But for the kind of all things that a text speaks of, which models mostly leave out."""
    text, question, law, fact, answered = (part.strip() for part in row.split("|"))
    first, second = (f"{one.strip('.')}." for one in text.split(". "))
    goal = {"fast": "Fast(kit)", "sing": "Sings(cy)", "happy": "Happy(bob)", "small": "Small(kit)"}
    asked = goal[question.strip("?").split()[-1]]
    program = f"Premises:\n{law} ::: {first}\n{fact} ::: {second}\nConclusion:\n{asked}\n"
    how = Options.of(ScriptedTranslator({question: program}))
    assert str(answer(Problem("p", text, question, TRUE_FALSE_UNCERTAIN), how).answer) == answered
