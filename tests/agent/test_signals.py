"""What tells that a program does not say what its text says: sentences, names, goal and premises held together."""

from __future__ import annotations

import pytest

from sorites.agent.signals import signals
from sorites.solvers import Level, read_program
from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem

TEXT = "All men are mortal. Socrates is a man. Plato does not dance."
MEN = "∀x (Man(x) → Mortal(x)) ::: All men are mortal."
MAN = "Man(socrates) ::: Socrates is a man."
PLATO = "¬Dances(plato) ::: Plato does not dance."
GOAL = "Mortal(socrates) ::: Socrates is mortal."


def found(*premises: str, goal: str = GOAL, context: str = "", question: str = "Is Socrates mortal?") -> set[str]:
    text = "\n".join(["Premises:", *premises, "Conclusion:", goal, ""])
    reading = read_program(text)
    assert reading.program is not None, reading.diagnostics
    told = signals(Problem("p", context, question, TRUE_FALSE_UNCERTAIN), reading)
    assert all(d.level is Level.WARNING and d.message for d in told)
    return {d.code for d in (*told, *reading.diagnostics)}


def test_a_faithful_program_has_none() -> None:
    assert found(MEN, MAN, PLATO, context=TEXT) == set()
    assert found(PLATO, MAN, MEN, context=TEXT) == set(), "in any order"
    assert found(MEN, MAN, "Happy(ann) ::: Ann is happy.", PLATO, context=TEXT + " Ann is happy.") == set()


SLIPS = """
negation-missing | Plato does not dance. | Dances(plato) | ¬Dances(plato)
negation-missing | No cat dances. | ∀x (Cat(x) → Dances(x)) | ∀x (Cat(x) → ¬Dances(x))
negation-missing | Plato can't dance. | Dances(plato) | CannotDance(plato)
negation-missing | Plato is without a hat. | Hat(plato) | WithoutHat(plato)
negation-added | Plato dances. | ¬Dances(plato) | Dances(plato)
exists-implies | Some cats dance. | ∃x (Cat(x) → Dances(x)) | ∃x (Cat(x) ∧ Dances(x))
"""
"""A code, a sentence, a formula that slips, and one that does not."""


@pytest.mark.parametrize("row", SLIPS.strip().splitlines())
def test_a_slip_is_told_and_what_is_right_is_not(row: str) -> None:
    code, sentence, formula, right = row.split(" | ")
    assert code in found(MEN, MAN, f"{formula} ::: {sentence}")
    assert code not in found(MEN, MAN, f"{right} ::: {sentence}")


def test_the_text_and_the_program_are_held_together() -> None:
    assert found(MEN, MAN, context=TEXT) == {"sentence-missing"}
    assert found(MEN, MAN, PLATO, "Rich(ann) ::: Ann owns three houses.", context=TEXT) == {"premise-invented"}
    split = ["Rich(ann) ::: Ann is rich.", "Old(ann) ::: Ann is old."]
    assert found(MEN, MAN, *split, context=f"{MEN.split(' ::: ')[1]} Socrates is a man. Ann is rich and old.") == set()
    assert found("∀x (Man(x) → Mortal(x))", "Man(socrates)", context=TEXT) == set(), "without sentences nobody can tell"
    asked = "All men are mortal. Socrates is a man. Is Socrates mortal?"
    assert found(MEN, MAN, context=asked) == set(), "the question is no premise"


KIND = (
    "∀x (Kind(x) → Nice(x)) ::: Kind people are nice.",
    "Kind(anne) ::: Anne is kind.",
    "Tall(bob) ::: Bob is tall.",
)
