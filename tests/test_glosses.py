"""What stands beside a formula: glosses, sentences, truth values, reasons, remarks that change what is stated."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sorites.solvers import read_program
from sorites.solvers.notation.printer import print_formula

from .outlines import ASKED, FACT, PLAIN, RULE, errors, formulas

quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
SENTENCES = [
    ("Every frog is green", RULE), ("All frogs shine", RULE), ("No frogs are red", "∀x (Frog(x) → ¬Red(x))"),
    ("Some frogs jump", "∃x (Frog(x) ∧ Jumps(x))"), ("Not all frogs jump", "¬∀x (Frog(x) → Jumps(x))"),
    ("There is a wise frog", "∃x (Wise(x) ∧ Frog(x))"), ("All frogs like ann", "∀x (Frog(x) → Likes(x, ann))"),
    ("If it rains, frogs are glad", "Rain → Glad"), ("If it rains it pours", "Rain → Pours"),
    ("Each jumps", "∀x Jumps(x)"),
]  # fmt: skip


@quick
@given(
    gloss=st.text(max_size=12).map(lambda s: " ".join(s.split())),
    sign=st.sampled_from(["→", "∧", ", True)", ">>>", "($x", "¬"]),
)
def test_a_gloss_never_changes_the_program(gloss: str, sign: str) -> None:
    text = "Premises:\nall x. Frog(x) -> Green(a) ::: {0}\nFrog(a) ::: {0}\n-Frog(b) ::: b\n"
    text += "Conclusion:\nGreen(a) ::: {0}\n"
    written = text.replace("{0}", gloss + sign)
    assume(not errors(written))  # a gloss that takes back its formula
    assert formulas(written) == formulas(text.replace("{0}", "a"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("age(bob) = 5 - 3 — two", "age(bob) = 5 - 3"),
        ("P(3 - 2) — it holds", "P(3 - 2)"),
        ("∀x (x > 0 → Next(x - 1, x))", "∀x (x > 0 → Next(x - 1, x))"),
        ("∀n (P(n) → P(n - 1)) # all x is so", "∀n (P(n) → P(n - 1))"),
        ("age(bob) = 5 - 3 // two of them", "age(bob) = 5 - 3"),
        ("P(a) - it is so", "P(a)"),
        ("age(bob) = 5 - Bob is of age", "age(bob) = 5"),
    ],
)
def test_a_minus_begins_no_gloss(written: str, meant: str) -> None:
    end = "Conclusion:\nP(a)\n"
    assert formulas(f"Premises:\n{written}\n{end}") == formulas(f"Premises:\n{meant}\n{end}")
    assert errors(f"Premises:\nage(bob) = 5 - 3 years is so\n{end}")


@pytest.mark.parametrize(
    "written",
    ["It is false that: P(a)", "It is not true that cats fly: Fly(cats)", "False: P(a)", "Possibly: P(a)",
     "Unless rain: P(a)", "Assume for contradiction: ¬Q(a)", "Suppose: P(a)", "Negated conclusion: ¬P(a)",
     "It is not the case that: ¬P(a)", "[Maybe] P(a)", "This isn’t so: P(a)", "typically: Bird(x) → Flies(x)"],
)  # fmt: skip
def test_words_before_a_formula_that_deny_it(written: str) -> None:
    (code,) = errors(f"Premises:\nQ(a)\n- {written}\nConclusion:\nP(a)\n")
    assert code in ("suspended-formula", "usual-formula")
    assert errors(f"Premises:\nQ(a)\nConclusion:\n{written}\n") == [code]


def test_words_before_a_formula_that_say_the_same() -> None:
    said = "A cat is not a dog: ∀x (Cat(x) → ¬Dog(x))\nIt is wet if it rains: Rain → Wet\n"
    assert formulas(f"Premises:\n{said}Conclusion:\nWet\n") == ["∀x (Cat(x) → ¬Dog(x))", "Rain → Wet", "Wet"]
    usual = (
        "Premises:\nBird(a)\nDefeasible rules:\nBirds typically can fly: Bird(x) → Flies(x)\nConclusion:\nFlies(a)\n"
    )
    assert not errors(usual)


def test_short_sentences_above_formulas() -> None:
    text = "Premises:\nAll frogs shine.\n{0}\nKermit is a frog.\n{1}\nConclusion:\nKermit shines.\n{2}\n"
    reading = read_program(text.format(RULE, FACT, ASKED))
    assert reading.program is not None, reading.diagnostics
    assert [premise.gloss for premise in reading.program.premises] == ["All frogs shine.", "Kermit is a frog."]
    assert reading.program.goal.gloss == "Kermit shines."
    assert "sentence" in {d.code for d in reading.diagnostics}
    assert formulas(f"Premises:\nRain and Wet.\n{FACT}\nConclusion:\n{ASKED}\n")[0] == "Rain ∧ Wet"
    assert "not-a-formula" in errors(f"Premises:\n{RULE}\nTom purrs.\n{FACT}\nConclusion:\n{ASKED}\n")
    assert errors(f"Premises:\nAll frogs shine.\n{FACT}\nConclusion:\n{ASKED}\n")


def test_a_definition_behind_a_colon_has_two_readings() -> None:
    text = f"Definitions:\nToad(x): Frog(x) ∧ Brown(x)\n{PLAIN}"
    assert errors(text) == ["formula-as-gloss"]
    assert formulas(f"Premises:\n{RULE}\nDefinition 1: {FACT}\nConclusion:\n{ASKED}\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    "gloss",
    ["Frog(x) := x is a green toad", "Frog(x): x frogs", "Frog(x) → x is a frog", "Frog(x) ↔ frog",
     "Frog(x) iff x is a frog", "Frog(x) = x sings → gets wet", "Frog(x) ::: Toad(x) ∧ Green(x)",
     "Frog(x): x is wet and x is green"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Definitions", "Predicates"])
def test_glosses_of_declarations_stay_glosses(gloss: str, name: str) -> None:
    program = read_program(f"{name}:\n{gloss}\nGreen(x) ::: x is green\n{PLAIN}").program
    assert program is not None
    assert [one.name for one in program.predicates] == ["Frog", "Green"]
    assert len(program.premises) == 2


@pytest.mark.parametrize(("sentence", "formula"), SENTENCES)
@pytest.mark.parametrize(
    "mark",
    ["{}: {}", '"{}": {}', "- **{}:** {}", "1. **{}**: {}", "* “{}”: {}", "- {}: `{}`", "- *{}:* {}", "_{}_: {}"],
)
def test_a_sentence_before_a_colon_may_begin_as_a_quantifier_does(sentence: str, formula: str, mark: str) -> None:
    reading = read_program(f"Premises:\n{mark.format(sentence, formula)}\nConclusion:\n{ASKED}\n")
    assert reading.program is not None, reading.diagnostics
    assert [print_formula(f) for f in reading.program.formulas] == [formula, ASKED]
    assert reading.program.premises[0].gloss == sentence


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("all x: Frog(x)", "∀x Frog(x)"),
        ("for all x: Frog(x) → Green(x)", RULE),
        ("All frog: ∃y Likes(frog, y)", "∀frog ∃y Likes(frog, y)"),
        ("for all frog: Green(frog)", "∀frog Green(frog)"),
    ],
)
def test_a_quantifier_before_a_colon_is_no_sentence(written: str, read: str) -> None:
    assert formulas(f"Premises:\n{written}\nConclusion:\n{ASKED}\n")[0] == read


@pytest.mark.parametrize(
    "written",
    [
        "Some frog sings: Frog(b) ∧ Sings(b)",
        "For some frog: Frog(b)",
        "For each big frog there: ∀y Chases(b, y)",
        "Some of the frogs in the garden are old: Old(b) ∧ Frog(b)",
        "there is x in frogs: Green(x)",
        "for all frogs x: Green(x)",
        f"No frogs are green: {RULE}",
        f'"No frogs are green": {RULE}',
        f'"¬Frog(a)": {RULE}',
        "If it rains: Wet(a)",
    ],
)
def test_words_before_a_colon_that_may_bind_or_deny_are_no_gloss(written: str) -> None:
    assert errors(f"Premises:\n{written}\nConclusion:\n{ASKED}\n")


@pytest.mark.parametrize("tail", [r"\text{ for all b}", r"\quad \text{if it rains}"])
def test_a_text_behind_a_formula_that_says_more_is_no_gloss(tail: str) -> None:
    assert errors(f"Premises:\nFrog(b) {tail}\nConclusion:\n{ASKED}\n")


@pytest.mark.parametrize("reason", [" [Premise]", "   (given)", "  [Axiom 2]", "   Pr.", "\tPrem.", " (by hypothesis)"])
def test_where_a_formula_is_from_is_no_part_of_it(reason: str) -> None:
    text = f"Premises:\n1. {RULE}{reason}\n2. {FACT}{reason}\nConclusion:\n{ASKED} [from 1, 2]\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert read_program(text).program.goal.gloss == "from 1, 2"  # type: ignore[union-attr]


@pytest.mark.parametrize("reason", [" (from 1, 2)", " [from 1]", " ::: by MP 1, 2", "  [follows from 1 and 2]"])
def test_a_premise_that_follows_may_be_a_step_of_a_proof(reason: str) -> None:
    assert errors(f"Premises:\n1. {RULE}\n2. {FACT}\n3. {ASKED}{reason}\nConclusion:\n{ASKED}\n") == ["derived-premise"]


def test_a_name_in_a_bracket_is_no_reason() -> None:
    assert formulas(f"Premises:\nNeeds (premise)\nConclusion:\n{ASKED}\n")[0] == "Needs(premise)"
    assert formulas(f"Premises:\n{FACT} ∧ (given)\nConclusion:\n{ASKED}\n")[0] == f"{FACT} ∧ given"


@pytest.mark.parametrize("sign", [": {}", " — {}", " ::: {}", " # {}", " ({})"])
def test_a_truth_value_as_gloss_denies_its_formula(sign: str) -> None:
    text = "Premises:\n{}\nToad(kermit){}\nConclusion:\n{}{}\n"
    for word in ("False", "not true", "refuted", "No.", "wrong", "does not hold"):
        if word in ("False", "not true", "refuted") or sign in (" — {}", " ::: {}", " # {}"):
            assert errors(text.format(FACT, sign.format(word), ASKED, "")) == ["denied-formula"]
    assert errors(text.format(FACT, sign.format("unknown"), ASKED, "")) == ["suspended-formula"]
    assert errors(text.format(FACT, sign.format("True"), ASKED, sign.format("unknown"))) == []
    assert errors(text.format(FACT, "", ASKED, sign.format("False"))) == ["denied-formula"]
    assert errors(text.format(FACT, "", ASKED, sign.format("True"))) == []
    assert errors(text.format(FACT, " ::: No one lies.", ASKED, " ::: False friends are none.")) == []


def test_a_column_of_truth_values_denies_its_formula() -> None:
    text = (
        "Premises:\n| Formula | Truth value |\n|---|---|\n| Frog(a) | True |\n| Frog(b) | {} |\nConclusion:\nFrog(a)\n"
    )
    assert formulas(text.format("True")) == ["Frog(a)", "Frog(b)", "Frog(a)"]
    assert errors(text.format("False")) == ["denied-formula"]


def test_a_negated_conclusion_is_asked_or_denied() -> None:
    assert errors(f"Premises:\n{FACT}\nConclusion:\n¬{ASKED} (negated conclusion)\n") == ["denied-formula"]


@pytest.mark.parametrize("sentence", ["Rex is a dog.", "Rex barks."])
def test_an_item_that_is_a_sentence_is_no_gloss_of_the_next_one(sentence: str) -> None:
    text = f"Premises:\n1. {sentence}\n2. {RULE}\nConclusion:\n{ASKED}\n"
    assert errors(text) == ["not-a-formula"]
    assert errors(text.replace("1.", "*").replace("2.", "*")) == ["not-a-formula"]
    nested = f"Premises:\n1. {sentence}\n   - {FACT}\n2. All frogs are green.\n   - {RULE}\nConclusion:\n{ASKED}\n"
    assert formulas(nested) == [FACT, RULE, ASKED]
    program = read_program(f"Premises:\n1. {sentence}\n   {FACT}\nConclusion:\n{ASKED}\n").program
    assert program is not None
    assert program.premises[0].gloss == sentence


@pytest.mark.parametrize(
    "label", ["Correction", "Alternative", "Old", "New rule", "Revised premise 2", "Alternatively"]
)
def test_a_formula_that_takes_the_place_of_another_is_refused(label: str) -> None:
    assert errors(f"Premises:\n{RULE}\n- {label}: Green(kermit)\n{FACT}\nConclusion:\n{ASKED}\n") == [
        "suspended-formula"
    ]
    assert formulas(f"Premises:\nNew York: {RULE}\n{FACT}\nConclusion:\n{ASKED}\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    "words", ["Wait, this should be:", "Actually, premise 1 should be:", "Oops, here is the right one:"]
)
def test_words_that_take_back_what_stands_above(words: str) -> None:
    for heading_again in ("", "\nPremises:\n"):
        text = f"Premises:\n{RULE}\n{words}\n{heading_again}{FACT}\nConclusion:\n{ASKED}\n"
        assert errors(text) == ["two-versions"]
    assert formulas(f"Premises:\n{RULE}\nThe frog of the story is this one:\n{FACT}\nConclusion:\n{ASKED}\n")[1] == FACT


def test_a_second_formula_behind_a_gloss() -> None:
    text = f"Premises:\n{FACT} ::: {{0}}\nConclusion:\n{ASKED}\n"
    for gloss in ("Kermit is one. Toad(kermit) ::: He is one.", "Kermit is one; Toad(kermit)", "Toad(kermit) ::: so"):
        assert errors(text.format(gloss)) == ["two-formulas"]
    for gloss in ("Kermit is one; a frog (green).", "Kermit says ::: so", "Frog; toad"):
        assert formulas(text.format(gloss)) == [FACT, ASKED]


@pytest.mark.parametrize(
    "label",
    ["or", "Or simply", "Simplified", "More precisely", "Version 2", "Literal", "Strong reading", "Exclusive",
     "Converse", "Unknown", "Irrelevant", "Thus", "Hence"],
)  # fmt: skip
def test_a_label_that_says_that_a_formula_is_another_version_or_not_given(label: str) -> None:
    text = f"Premises:\n{RULE}\n{label}: ∀x (Frog(x) → Wet(x))\n{FACT}\nConclusion:\n{ASKED}\n"
    assert errors(text) in (["suspended-formula"], ["derived-premise"])
    assert formulas(text.replace(label, "Strong frogs"))[1] == "∀x (Frog(x) → Wet(x))"


@pytest.mark.parametrize(
    "remark",
    [
        "// fixed",
        "(to be shown)",
        "(assumption for contradiction)",
        "(and vice versa)",
        "# this should be the converse",
    ],
)
def test_a_remark_that_a_formula_is_not_given_as_it_stands(remark: str) -> None:
    assert errors(f"Premises:\n{RULE} {remark}\n{FACT}\nConclusion:\n{ASKED}\n") == ["suspended-formula"]
    assert formulas(f"Premises:\n{RULE} # Frogs should be green.\n{FACT}\nConclusion:\n{ASKED}\n")[0] == RULE
    assert formulas(f"Premises:\nOld(kermit) ::: old\nConclusion:\n{ASKED}\n")[0] == "Old(kermit)"


def test_a_correction_behind_a_program() -> None:
    for words in (
        "Correction: Premise 2 should be ¬Frog(kermit).",
        "Wait, the conclusion should be ¬Green(kermit).",
        "Actually, I made an error: the second premise should be Toad(kermit).",
        "Note: premise 2 should be ¬Frog(kermit).",
    ):
        assert errors(f"{PLAIN}\n{words}\n") == ["two-versions"]
    for words in ("The answer should be True.", "So the conclusion should be true.", "Note: the rule should be used."):
        assert formulas(f"{PLAIN}\n{words}\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    "tail",
    ["**Step 4: Evaluate**\nKermit is a frog, so he is green.", "### Step-by-step evaluation\n1. Frog(kermit) is so.",
     "A) True\nB) False\nC) Unknown", "(A) True\n(B) False", "###", "<|eot_id|>", "<|im_end|>\n", "</s>"],
)  # fmt: skip
def test_what_stands_behind_a_goal(tail: str) -> None:
    assert formulas(f"{PLAIN}{tail}") == [RULE, FACT, ASKED]
    assert errors(f"{PLAIN}A) Green(piggy)\nB) False\n")


def test_a_rest_that_is_no_sentence_is_no_comment() -> None:
    """Behind a comparison ``%`` may go on with the formula."""
    assert read_program("Premises:\nm = n % 3\nConclusion:\nm = 1\n").program is None
    reading = read_program("Premises:\nm = 7 % the number of moons\nConclusion:\nm = 7\n")
    assert reading.program is not None
    assert reading.program.premises[0].gloss == "the number of moons"
