"""What stands beside a formula: glosses, sentences, truth values, reasons, remarks that change what is stated."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sorites.solvers import read_program

from ..outlines import ASKED, FACT, PLAIN, READ, RULE, errors, formulas, text


@given(
    gloss=st.text(max_size=12).map(lambda s: " ".join(s.split())),
    sign=st.sampled_from(["→", "∧", ", True)", ">>>", "($x", "¬"]),
)
def test_a_gloss_never_changes_the_program(gloss: str, sign: str) -> None:
    program = "Premises:\nall x. Frog(x) -> Green(a) ::: {0}\nFrog(a) ::: {0}\n-Frog(b) ::: b\n"
    program += "Conclusion:\nGreen(a) ::: {0}\n"
    written = program.replace("{0}", gloss + sign)
    assume(not errors(written))  # a gloss that takes back its formula
    assert formulas(written) == formulas(program.replace("{0}", "a"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # what stands before a colon binds
        ("all x: Frog(x)", "∀x Frog(x)"), ("for all x: Frog(x) → Green(x)", RULE),
        ("All frog: ∃y Likes(frog, y)", "∀frog ∃y Likes(frog, y)"), ("for all frog: Green(frog)", "∀frog Green(frog)"),
        # a minus begins no gloss
        ("age(bob) = 5 - 3 — Bob's age", "age(bob) = (5 - 3)"), ("P(3 - 2) — P of one", "P(3 - 2)"),
        ("∀x (x > 0 → Next(x - 1, x))", "∀x (x > 0 → Next(x - 1, x))"),
        ("∀n (P(n) → P(n - 1)) # all of P", "∀n (P(n) → P(n - 1))"),
        ("age(bob) = 5 - 3 // Bob's age", "age(bob) = (5 - 3)"), ("moons = 7 % the number of moons", "moons = 7"),
        # where it is from
        (f"{FACT}  # given", FACT), (f"{FACT} // Axiom 2", FACT), ("Needs (premise)", "Needs(premise)"),
        (f"{FACT} ∧ (given)", f"{FACT} ∧ given"), (f"Definition 1: {FACT}", FACT),
        # a gloss behind ':::' says what it will
        (f"{FACT} ::: No one lies.", FACT), ("Old(kermit) ::: old", "Old(kermit)"),
        (f"{FACT} ::: Kermit is a frog; a frog (green).", FACT), (f"{FACT} ::: Kermit says ::: so", FACT),
        (f"{RULE} # Frogs are green.", RULE), (f"{RULE} ::: ∀x (Frog(x)→Green(x)): frogs are", RULE),
        ("Rain and Wet.", "Rain ∧ Wet"),
    ],
)  # fmt: skip
def test_what_is_read(written: str, meant: str) -> None:
    assert formulas(text(written)) == [meant, ASKED]


@pytest.mark.parametrize(
    ("written", "code"),
    [
        # words before a formula that deny it, or leave it open
        ("It is false that: P(a)", "suspended-formula"), ("False: P(a)", "suspended-formula"),
        ("It is not true that cats fly: Fly(cats)", "suspended-formula"), ("Possibly: P(a)", "suspended-formula"),
        ("It is not the case that: ¬P(a)", "suspended-formula"), ("This isn’t so: P(a)", "suspended-formula"),
        ("Unless rain: P(a)", "suspended-formula"), ("Suppose: P(a)", "suspended-formula"),
        ("Assume for contradiction: ¬Q(a)", "suspended-formula"), ("[Maybe] P(a)", "suspended-formula"),
        ("typically: Bird(a) → Flies(a)", "suspended-formula"), ("Correction: P(a)", "suspended-formula"),
        ("Alternative: P(a)", "suspended-formula"), ("Old: P(a)", "suspended-formula"),
        ("or: P(a)", "suspended-formula"),
        ("Revised premise 2: P(a)", "suspended-formula"), ("Or simply: P(a)", "suspended-formula"),
        ("Version 2: P(a)", "suspended-formula"), ("Strong reading: P(a)", "suspended-formula"),
        ("Converse: P(a)", "suspended-formula"), ("Unknown: P(a)", "suspended-formula"),
        ("Irrelevant: P(a)", "suspended-formula"), ("Thus: P(a)", "extra-conclusion"),
        # behind it
        *((f"P(a) {remark}", "suspended-formula") for remark in (
            ": False", "— not true", "::: does not hold", "# wrong", "— No.", "::: unknown", "// fixed",
            "# this should be so", ": unless she is ill", "// given that x is a cook")),
        *((f"P(a) {remark}", "unexpected-token") for remark in (
            "(refuted)", "(given)", "[Premise]", "(from 1, 2)", "(if it rains)", "[unless x is ill]", "; Q(a)")),
        # another formula in a gloss
        ("P(a) — wait, this should be ∀x (Owl(x) → Hoots(x))", "unexpected-token"),
        ("P(a) ::: Owls (A -> B).", "two-formulas"),
        ("P(a) ::: i.e. forall x. owl(x) implies flies(x)", "two-formulas"), ("P(a) // Flies(ada)", "unexpected-token"),
        ("P(a) ::: It is. Toad(kermit) ::: He is.", "two-formulas"), ("P(a) ::: It is; Toad(kermit)", "two-formulas"),
        ('"¬Frog(a)": P(a)', "unexpected-token"),
    ],
)  # fmt: skip
def test_what_changes_a_formula_is_refused(written: str, code: str) -> None:
    assert set(errors(text(f"Q(a)\n{written}"))) == {code}


@pytest.mark.parametrize(
    "written",
    [
        # words that may bind or deny
        "Some frog sings: Frog(b) ∧ Sings(b)", "For some frog: Frog(b)",
        "there is x in frogs: Green(x)", "for all frogs x: Green(x)", f"No frogs are green: {RULE}",
        "If it rains: Wet(a)",
        r"Frog(b) \text{ for all b}", r"Frog(b) \quad \text{if it rains}",
        # what calculates
        "age(bob) = 5 - 3 years is so", "m = n % 3", "m = n // 3",
        # sentences among formulas
        f"1. Rex is a dog.\n2. {RULE}", f"* Rex barks.\n* {RULE}", f"{RULE}\nTom purrs.\n{FACT}",
        f"All frogs are green.\n{FACT}",
        # what takes back what stands above
        f"{RULE}\nWait, this should be:\n{FACT}", f"{RULE}\nActually, premise 1 should be:\n{FACT}",
        f"{RULE}\nWait, this should be:\n\nPremises:\n{FACT}",
        # a column of truth values
        "| Formula | Truth value |\n|---|---|\n| Frog(a) | True |\n| Frog(b) | False |",
    ],
)  # fmt: skip
def test_what_may_change_a_formula_is_refused(written: str) -> None:
    assert errors(text(written))


def test_sentences_above_formulas_are_asked_to_stand_behind_them() -> None:
    assert errors(text(f"All frogs are green.\n{RULE}\n1. Kermit is a frog.\n   {FACT}")) == ["not-a-formula"]


@pytest.mark.parametrize(
    "gloss",
    ["Frog(x) := x is a green toad", "Frog(x): x frogs", "Frog(x) → x is a frog", "Frog(x) iff x is a frog",
     "Frog(x): x is wet and x is green"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Definitions", "Predicates"])
def test_glosses_of_declarations_stay_glosses(gloss: str, name: str) -> None:
    program = read_program(f"{name}:\n{gloss}\nGreen(x) ::: x is green\n{PLAIN}").first
    assert program is not None
    assert [one.name for one in program.predicates] == ["Frog", "Green"]
    assert len(program.premises) == 2


@pytest.mark.parametrize(
    "words",
    ["Correction: Premise 2 should be ¬Frog(kermit).", "Wait, the conclusion should be ¬Green(kermit).",
     "Actually, I made an error: the second premise should be Toad(kermit).",
     "Note: premise 2 should be ¬Frog(kermit).",
     "A) Green(piggy)\nB) False"],
)  # fmt: skip
def test_a_correction_behind_a_program_is_refused(words: str) -> None:
    assert errors(f"{PLAIN}\n{words}\n")


@pytest.mark.parametrize(
    "tail",
    ["**Step 4: Evaluate**\nKermit is a frog, so he is green.", "### Step-by-step evaluation\n1. Frog(kermit) is so.",
     "###", "<|eot_id|>", "<|im_end|>\n", "</s>"],
)  # fmt: skip
def test_what_stands_behind_a_goal(tail: str) -> None:
    assert formulas(f"{PLAIN}{tail}") == READ


@pytest.mark.parametrize(
    "line",
    [
        "Kind(anne) // Anne pretends to be kind", "Kind(anne) // disregard kind Anne", "Kind(anne) # kind?",
        "Kind(anne) -- Bob claims that Anne is kind", "∀x (Dog(x) → Barks(x)) // Almost all dogs bark",
        "∀x (Bird(x) → Flies(x)) // Only birds fly", "amount(taxi) = 42.5 // the amount of the taxi is 425",
        "Dog(rex) ∧ Barks(rex) // Rex is a dog or barks",
        "Tall(bob) # Bob is tall and Tom is tall",
    ],
)  # fmt: skip
def test_what_stands_beside_a_formula_says_it_in_its_words_or_is_refused(line: str) -> None:
    """Each word, and each number, is a name's or one that says nothing, and denials and the like are in the formula."""
    assert "suspended-formula" in errors(f"Premises:\n{line}\nConclusion:\nKind(anne)\n")
