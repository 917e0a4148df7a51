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
    text = "\n".join(["Premises:", *premises, "Conclusion:", goal])
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
all-missing | Every cat dances. | Dances(cat) | ∀x (Cat(x) → Dances(x))
some-missing | Some cats dance. | Dances(cats) | ∃x (Cat(x) ∧ Dances(x))
some-missing | Some cats dance. | Dances(cats) | ¬∀x (Cat(x) → ¬Dances(x))
or-missing | Plato dances or sings. | Dances(plato) ∧ Sings(plato) | Dances(plato) ∨ Sings(plato)
either-inclusive | Plato either dances or sings. | Dances(plato) ∨ Sings(plato) | Dances(plato) ⊕ Sings(plato)
if-missing | If Plato dances, he sings. | Dances(plato) ∧ Sings(plato) | Dances(plato) → Sings(plato)
if-missing | Plato dances unless he sings. | Dances(plato) | Sings(plato) ∨ Dances(plato)
iff-missing | Plato sings if and only if he dances. | Dances(plato) → Sings(plato) | Dances(plato) ↔ Sings(plato)
name-missing | Plato admires Zeno. | Admires(plato) | Admires(plato, zeno)
constant-missing | The boss admires Socrates. | Admires(boss) | Admires(boss, socrates)
constant-added | Plato dances. | Dances(plato, greece) | Dances(plato)
exists-implies | Some cats dance. | ∃x (Cat(x) → Dances(x)) | ∃x (Cat(x) ∧ Dances(x))
forall-and | All cats dance. | ∀x (Cat(x) ∧ Dances(x)) | ∀x (Cat(x) → Dances(x))
vacuous-quantifier | Plato dances. | ∀x Dances(plato) | Dances(plato)
trivial-premise | All cats are cats. | ∀x (Cat(x) → Cat(x)) | ∀x (Cat(x) → Animal(x))
goal-given | Socrates is a clever man. | Mortal(socrates) | Clever(socrates)
name-both-ways | Plato likes mortals. | Likes(plato, mortal) | Likes(plato, wine)
near-predicates | Plato manned it. | Manned(plato) | Led(plato)
near-arity | Plato mans a ship. | Mans(plato, ship) | Steers(plato, ship)
"""
"""A code, a sentence, a formula that slips, and one that does not."""


@pytest.mark.parametrize("row", SLIPS.strip().splitlines())
def test_a_slip_is_told_and_what_is_right_is_not(row: str) -> None:
    code, sentence, formula, right = row.split(" | ")
    assert code in found(MEN, MAN, f"{formula} ::: {sentence}")
    assert code not in found(MEN, MAN, f"{right} ::: {sentence}")
