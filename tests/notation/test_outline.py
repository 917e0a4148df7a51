"""What surrounds formulas: headings, labels, several problems, cut-off texts."""

from __future__ import annotations

import pytest

from sorites.solvers import Default, Level, Program, Statement, read_program, write_program
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.headings import heading

from ..outlines import ASKED, FACT, PLAIN, READ, RULE, codes, errors, fault, formulas, program, said, table, text


@table("""
name
Premises  Facts  Given  Context  Axioms  Axiom  Knowledge Base  Known facts  Assumptions  Background  Rules  Hypothesis
Hypotheses  FOL Premises  Premises (FOL)  Premises in FOL  First-Order Logic Premises  Translated Premises
Step 1: Premises  Facts and rules
""")
def test_headings_of_premises(name: str) -> None:
    for mark in ("{}:", "### {}", "**{}:**", "**{}**:", "## {}:", "__{}__", "1. **{}**"):
        assert formulas(PLAIN.replace("Premises:", mark.format(name))) == READ


@table("""
name
Conclusion  Question  Query  Goal  To prove  Prove  Statement  Conclusion (FOL)  FOL Conclusion  Theorem  Claim  Target
Conjecture  Goal to prove
""")
def test_headings_of_goals(name: str) -> None:
    for mark in ("{}:", "### {}", "**{}:**", "{}: "):
        assert formulas(PLAIN.replace("Conclusion:", mark.format(name))) == READ
    assert formulas(PLAIN.replace("Conclusion:\n", f"{name}: ")) == READ


@table("""
name  kind
Here are the premises in FOL  premises    Natural language premises  prose    Colours  ""
The statement to prove  goal    Premises and conclusion  ""
""")
def test_what_a_heading_says(name: str, kind: str) -> None:
    assert heading(name).kind == kind


TREE = "## Problem 2\nPremises:\nTall(tree)\nConclusion:\n¬Tall(tree) ::: The tree is not tall.\n"
KERMIT = f"## Problem 1\n{PLAIN[:-1]} ::: Kermit is green.\n"


@pytest.mark.parametrize(
    "written",
    [
        f"Premises:\n{RULE}\n{FACT}\nHypothesis:\n{ASKED}\n", f"Hypothesis:\n{RULE}\n{FACT}\nGoal:\n{ASKED}\n",
        f"### Colours\n{PLAIN}", f"Problem 1\n{PLAIN}",
        f"Argument:\n{RULE}\n{FACT}\n∴ {ASKED}\n", f"Case 1: the frog\n{PLAIN}",
        f"Premises:\n{RULE}\nAdditional facts:\n{FACT}\nConclusion:\n{ASKED}\n",
        f"Premises:\n{RULE}\nPremises (continued):\n{FACT}\nConclusion:\n{ASKED}\n",
        # without headings, over several lines, with bullets
        f"{RULE}\n{FACT}\nGoal: {ASKED}", f"{RULE}\n{FACT}\n∴ {ASKED}", f"{RULE}\n{FACT}\n---------\n{ASKED}\n",
        PLAIN.replace("→ ", "→\n  "), PLAIN.replace(" → ", "\n  → "),
        f"Premises:\n- {RULE}\n- {FACT}\nConclusion:\n- {ASKED}\n",
        # words between and behind, and declarations
        text(f"{RULE}\n{FACT}\nNote:\nGreen(x) is for frogs"), f"{PLAIN}Note: all is said.\n",
        f"###\n{PLAIN.replace(FACT, f'###{chr(10)}{FACT}')}###\n", f"{PLAIN[:-1]} ::: Kermit is green.<|eot_id|>",
        f"Predicates:\nFrog(animal)\nGreen(Thing)\nFrog(x, y)\n{PLAIN}",
        # around a formula
        *(PLAIN.replace(FACT, line.format(FACT)) for line in (
            "P2: {}", "Premise 2: {}", "(P2) {}", "[2] {}", "{} // Kermit is a frog", "{}  # a frog", "{} -- a frog",
            "{} — he is a frog", "Kermit is a frog: {}", "2. {}", "* {}", "• `{}`", "> {}", "${}$", "\\( {} \\)",
            "$$ {} $$", "**{}**", "{};")),
    ],
)  # fmt: skip
def test_what_surrounds_a_program_is_none_of_it(written: str) -> None:
    assert formulas(written) == READ


@table("""
premises  goal  first
all x. (P(x) -> Q(x))⏎-P(a)  P(a)  ∀x (P(x) → Q(x))    wet :- rain.⏎rain.  wet  rain → wet
R1: wet :- rain.⏎rain.  wet  rain → wet    fact :- rain.⏎rain.  ¬fact  rain → fact    "It rains"  "It rains"  "It rains"
""")
def test_what_is_read(premises: str, goal: str, first: str) -> None:
    assert formulas(text(premises, goal))[0] == first


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        # nothing is dropped where a premise may stand
        (PLAIN.replace("Premises", "Colours"), "unknown-section"),
        (f"{PLAIN}### Colours\nRed(kermit)\n", "unknown-section"),
        (f"Premises:\n{RULE}\nNegated conclusion:\n¬{ASKED}\n", "unknown-section"),
        (PLAIN.replace(FACT, "Kermit is a frog."), "not-a-formula"),
        (f"Facts:\nKermit is a frog.\nRules: {RULE}\nQuery: {ASKED}\n", "not-a-formula"),
        (text("1. Rex is a dog.\n2. P(a)", "P(a)"), "not-a-formula"),
        (f"Definitions:\n{RULE}\n{PLAIN}", "formula-among-declarations"),
        # what has two readings
        *((text(f"∀x (P(x) → {sign}Q(x))\n- P(a)", "P(a)"), "ambiguous-dash") for sign in ("", "¬")),
        (f"{PLAIN}Frog(piggy)\n", "extra-conclusion"), (f"{PLAIN}Premises:\nTall(tree)\n", "two-problems"),
        *((f"{RULE}\n{FACT} {sign} {ASKED}\n", "unexpected-token") for sign in ("⊢", " /∴")),
        (text(f"{RULE}; {FACT}"), "unexpected-token"),
        (text("happy(X) :- rich(X), old(X) ; healthy(X).\nrich(a).", "happy(a)"), "unexpected-token"),
        # a text that was cut, or asks nothing
        (f"Premises:\n{RULE} ::: a\n{FACT} ::: b\nConclusion:\n{ASKED} ∧", "cut-off"),
        (f"Premises:\n{RULE}\n{FACT}\nConclusion:\nGreen(ker", "cut-off"),
        (f"Premises:\n{RULE} ::: frogs are green\n{FACT} ::: it is a frog\nConclusion:\n{ASKED}", "cut-off"),
        (f"Premises:\n{RULE}\n", "no-goal"),
        # labels, semantics, sorts, preferences
        (f"Defeasible rules:\nR1: {FACT} → {ASKED}\nR1: {FACT} → Wet(kermit)\n{PLAIN}", "same-label"),
        (f"Defaults:\nD1: Wet(kermit)\nSemantics: rules\n{PLAIN}", "two-semantics"),
        (f"Semantics: rules\nSemantics: classical\n{PLAIN}", "two-semantics"),
        *((f"Sorts:\nColor = {{{members}}}\n{PLAIN}", "bad-sort") for members in ("red, ...", "red, etc.", "a..z")),
        (f"Premises:\n{FACT}\nDefeasible rules:\nr1: Wet(kermit)\nr2: ¬Wet(kermit)\nr2 > r1\nConclusion:\n{ASKED}\n",
         "preference-among-premises"),
        (text(f"R1: {FACT}\nR2: Wet(kermit)\nR2 > R1"), "preference-among-premises"),
    ],
)  # fmt: skip
def test_what_is_refused(written: str, expected: str) -> None:
    assert set(errors(written)) == {expected}


@pytest.mark.parametrize(
    "premises",
    [f"{RULE}\nNote: Kermit is a puppet.\n{FACT}", f"1. {RULE}\n   - Explanation: it is so of frogs\n2. {FACT}",
     f"1. {RULE}\nExplanation:\nFrogs are so.\n2. {FACT}", f"{RULE}\nReasoning: by modus ponens\n{FACT}",
     *(f"{RULE}\n{label}: {FACT}" for label in ("Example", "Result", "Option A", "Note 1", "Functions", "Case 1")),
     f"{FACT} ⊢ {ASKED}\n{FACT}", RULE.replace("x (", "x (\n  ").replace("))", ")\n)") + f"\n{FACT}"],
)  # fmt: skip
def test_no_formula_among_premises_vanishes(premises: str) -> None:
    assert errors(text(premises)) or formulas(text(premises)) == READ


@pytest.mark.parametrize("sign", ["↔", ":=", "iff", ":"])
@pytest.mark.parametrize("name", ["Definitions", "Predicates"])
def test_no_definition_and_no_fact_among_declarations_vanishes(sign: str, name: str) -> None:
    written = f"{name}:\nToad(x) {sign} Frog(x) ∧ Brown(x)\n{text('Frog(b)', 'Toad(b)')}"
    assert errors(written) or "∀x (Toad(x) ↔ (Frog(x) ∧ Brown(x)))" in formulas(written)
    for declared in (f"Frog(x)\n{FACT} ::: Kermit is a frog.", f"{FACT}\nFrog(x)", f"D1: {FACT}", "Frog(kermit, True)"):
        written = f"{name}:\n{declared}\n{text(RULE)}"
        assert errors(written) or FACT in formulas(written)
    assert errors(f"Constants:\nkermit\n{FACT}\n{text(RULE)}")


@pytest.mark.parametrize("sign", ["≡", r"\equiv", "⇒", "=>", "→", "∧", "  ∨", "and", "|"])
def test_a_line_goes_on_while_a_bracket_is_open(sign: str) -> None:
    assert errors(text(FACT, f"{RULE}\n{sign} {ASKED}"))
    assert errors(text(f"Frog(piggy)\n{sign} {FACT}")) or sign in ("⇒", "=>", "→", "≡", r"\equiv")
    assert len(formulas(text(f"(Frog(piggy)\n{sign} {FACT})"))) == 2


def test_prose_is_passed_over_and_said() -> None:
    (told,) = read_program(f"Sure! Here it is.\n\n{PLAIN}\nThis shows that the frog is green.\n").diagnostics
    assert (told.code, len(told.also)) == ("prose", 1)


def test_of_several_problems_the_one_is_read_that_is_asked() -> None:
    assert formulas(KERMIT + TREE) == ["Tall(tree)", "¬Tall(tree)"]
    assert formulas(KERMIT + TREE, "True or false? Kermit is green.") == READ
    assert "several-problems" in codes(KERMIT + TREE)
    assert "two-problems" in errors(f"{text(FACT)}Wait, I missed one. Corrected version:\n{PLAIN}")
    several = text("Tall(tree)", "Tall(tree) ::: The tree is tall.\n¬Old(tree) ::: The tree is not old.")
    assert formulas(several, "Is this so? The tree is old.") == ["Tall(tree)", "¬Old(tree)"]
    assert read_program(several).first is None


def test_labels_of_rules() -> None:
    own = "Defeasible rules:\nR2: Frog(kermit) → Green(kermit)\nFrog(kermit) → Wet(kermit)\n"
    assert len({r.label for r in program(f"Premises:\n{FACT}\n{own}Conclusion:\n{ASKED}\n").defeasible}) == 2
    assert fault(f"Premises:\nP(a)\n{own}R3 > R2\nConclusion:\nP(a)\n").level is Level.ERROR
    for label in ("a b", "", "1x"):
        with pytest.raises(InvalidProgram):
            Program((), Statement(Atom("p")), defaults=(Default(label, Atom("q")),))


def test_what_looks_like_something_else_is_a_name() -> None:
    assert said(text("all man. Mortal(man)\nBelieves(a, True)", "Mortal(a)")) == "entailed"
    named = Program((Statement(Atom("P(a)")),), Statement(Atom("P(a)")))
    assert program(write_program(named)) == named
