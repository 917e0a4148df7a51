"""What surrounds formulas: headings, labels, several problems, cut-off texts."""

from __future__ import annotations

import pytest

from sorites.solvers import Default, Level, Program, Statement, prove, read_program, write_program
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.headings import GOAL, PREMISES, heading

from .outlines import ASKED, FACT, PLAIN, READ, RULE, codes, errors, formulas, text


@pytest.mark.parametrize(
    "name",
    ["Premises", "Facts", "Given", "Context", "Axioms", "Axiom", "Knowledge Base", "Known facts", "Assumptions",
     "Background", "Rules", "Hypothesis", "Hypotheses", "FOL Premises", "Premises (FOL)", "Premises in FOL",
     "First-Order Logic Premises", "Translated Premises", "Step 1: Premises", "Facts and rules"],
)  # fmt: skip
@pytest.mark.parametrize("mark", ["{}:", "### {}", "**{}:**", "**{}**:", "## {}:", "__{}__", "1. **{}**"])
def test_headings_of_premises(name: str, mark: str) -> None:
    assert formulas(PLAIN.replace("Premises:", mark.format(name))) == READ


@pytest.mark.parametrize(
    "name",
    ["Conclusion", "Question", "Query", "Goal", "To prove", "Prove", "Statement", "Conclusion (FOL)", "FOL Conclusion",
     "Theorem", "Claim", "Target", "Conjecture", "Goal to prove"],
)  # fmt: skip
def test_headings_of_goals(name: str) -> None:
    for mark in ("{}:", "### {}", "**{}:**", "{}: "):
        assert formulas(PLAIN.replace("Conclusion:", mark.format(name))) == READ
    assert formulas(PLAIN.replace("Conclusion:\n", f"{name}: ")) == READ


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Here are the premises in FOL", PREMISES), ("Natural language premises", "prose"), ("Colours", ""),
     ("The statement to prove", GOAL), ("Premises and conclusion", "")],
)  # fmt: skip
def test_what_a_heading_says(name: str, kind: str) -> None:
    assert heading(name).kind == kind


TREE = "## Problem 2\nPremises:\nTall(tree)\nConclusion:\n¬Tall(tree) ::: The tree is not tall.\n"
KERMIT = f"## Problem 1\n{PLAIN[:-1]} ::: Kermit is green.\n"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (f"Premises:\n{RULE}\n{FACT}\nHypothesis:\n{ASKED}\n", READ),
        (f"Hypothesis:\n{RULE}\n{FACT}\nGoal:\n{ASKED}\n", READ),
        (f"### Colours\n{PLAIN}", READ),
        (f"Argument:\n{RULE}\n{FACT}\n∴ {ASKED}\n", READ),
        (f"Premises:\n{RULE}\nAdditional facts:\n{FACT}\nConclusion:\n{ASKED}\n", READ),
        (f"Premises:\n{RULE}\nPremises (continued):\n{FACT}\nConclusion:\n{ASKED}\n", READ),
        # without headings, and as arguments
        (f"{RULE}\n{FACT}\nGoal: {ASKED}", READ),
        (f"{RULE}\n{FACT}\n∴ {ASKED}", READ),
        (f"{RULE}\n{FACT}\n---------\n{ASKED}\n", READ),
        # several lines
        (PLAIN.replace("→ ", "→\n  "), READ),
        (PLAIN.replace(" → ", "\n  → "), READ),
        # a dash is a bullet where the formulas show it
        (f"Premises:\n- {RULE}\n- {FACT}\nConclusion:\n- {ASKED}\n", READ),
        (text("all x. (P(x) -> Q(x))\n-P(a)", "P(a)"), ["∀x (P(x) → Q(x))", "¬P(a)", "P(a)"]),
        # several problems
        (KERMIT + TREE, ["Tall(tree)", "¬Tall(tree)"]),
        (f"Case 1: the frog\n{PLAIN}", READ),
        # clauses
        (text("wet :- rain.\nrain.", "wet"), ["rain → wet", "rain", "wet"]),
        (text("R1: wet :- rain.\nrain.", "wet"), ["rain → wet", "rain", "wet"]),
        (text("fact :- rain.\nrain.", "¬fact"), ["rain → fact", "rain", "¬fact"]),
        # words between and behind
        (text(f"{RULE}\n{FACT}\nNote:\nGreen(x) is for frogs"), READ),
        (f"{PLAIN}Note: all is said.\n", READ),
        (f"###\n{PLAIN.replace(FACT, f'###{chr(10)}{FACT}')}###\n", READ),
        (f"{PLAIN[:-1]} ::: Kermit is green.<|eot_id|>", READ),
        # definitions and declarations
        (f"Predicates:\nFrog(animal)\nGreen(Thing)\nFrog(x, y)\n{PLAIN}", READ),
        ('Premises:\n"It rains"\nConclusion:\n"It rains"\n', ['"It rains"'] * 2),
    ],
)
def test_what_is_read(written: str, read: list[str]) -> None:
    assert formulas(written) == read


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
        (f"{PLAIN}Frog(piggy)\n", "extra-conclusion"),
        (f"{PLAIN}Premises:\nTall(tree)\n", "two-problems"),
        (f"{RULE}\n{FACT} ⊢ {ASKED}\n", "unexpected-token"),
        (f"{RULE}\n{FACT}  /∴ {ASKED}\n", "unexpected-token"),
        (text(f"{RULE}; {FACT}"), "unexpected-token"),
        (f"Facts:\nKermit is a frog.\nFacts (FOL):\n{RULE}\n{FACT}\nQuery: {ASKED}\n", "not-a-formula"),
        (text("happy(X) :- rich(X) ; healthy(X).\nrich(a).", "happy(a)"), "unexpected-token"),
        # a text that was cut, or asks nothing
        (f"Premises:\n{RULE} ::: a\n{FACT} ::: b\nConclusion:\n{ASKED} ∧", "cut-off"),
        (f"Premises:\n{RULE}\n{FACT}\nConclusion:\nGreen(ker", "cut-off"),
        (f"Premises:\n{RULE} ::: frogs are green\n{FACT} ::: it is a frog\nConclusion:\n{ASKED}", "cut-off"),
        (f"Premises:\n{RULE}\n", "no-goal"),
        # labels, semantics, sorts
        (f"Defeasible rules:\nR1: {FACT} → {ASKED}\nR1: {FACT} → Wet(kermit)\n{PLAIN}", "same-label"),
        (f"Defaults:\nD1: Wet(kermit)\nSemantics: rules\n{PLAIN}", "two-semantics"),
        (f"Semantics: rules\nSemantics: classical\n{PLAIN}", "two-semantics"),
        (f"Sorts:\nColor = {{red, green, ...}}\n{PLAIN}", "bad-sort"),
        (f"Sorts:\nColor = {{red, green, etc.}}\n{PLAIN}", "bad-sort"),
        (f"Sorts:\nColor = {{a..z}}\n{PLAIN}", "bad-sort"),
    ],
)
def test_what_is_refused(written: str, expected: str) -> None:
    assert set(errors(written)) == {expected}


@pytest.mark.parametrize(
    "premises",
    [f"{RULE}\nNote: Kermit is a puppet.\n{FACT}", f"1. {RULE}\n   - Explanation: it is so of frogs\n2. {FACT}",
     f"1. {RULE}\nExplanation:\nFrogs are so.\n2. {FACT}", f"{RULE}\nExample: {FACT}", f"{RULE}\nResult: {FACT}",
     f"{RULE}\nOption A: {FACT}", f"{RULE}\nNote 1: {FACT}", f"{RULE}\nFunctions: {FACT}", f"{RULE}\nCase 1:\n{FACT}",
     f"{RULE}\nReasoning: by modus ponens\n{FACT}", f"{FACT} ⊢ {ASKED}\n{FACT}",
     RULE.replace("x (", "x (\n  ").replace("))", ")\n)") + f"\n{FACT}"],
)  # fmt: skip
def test_no_formula_among_premises_vanishes(premises: str) -> None:
    assert errors(text(premises)) or formulas(text(premises)) == READ


@pytest.mark.parametrize(
    "declared",
    [f"Predicates:\nFrog(x)\nGreen(x)\n{FACT} ::: Kermit is a frog.\n", "Predicates:\nFrog(kermit)\nFrog(x)\n",
     "Predicates:\nFrog($x, bool)\nFrog(kermit, True)\n", "Constants:\nkermit\nFrog(kermit)\n",
     f"Definition:\nD1: {FACT}\n", f"Definitions:\n{FACT}\nFrog(x)\n"],
)  # fmt: skip
def test_no_fact_among_declarations_vanishes(declared: str) -> None:
    written = declared + text(RULE)
    assert errors(written) or FACT in formulas(written)


@pytest.mark.parametrize("sign", ["↔", "≡", ":=", "iff", "<->", ":"])
@pytest.mark.parametrize("name", ["Definitions", "Predicates"])
def test_no_definition_vanishes(sign: str, name: str) -> None:
    written = f"{name}:\nToad(x) {sign} Frog(x) ∧ Brown(x)\n{text('Frog(b)', 'Toad(b)')}"
    assert errors(written) or "∀x (Toad(x) ↔ (Frog(x) ∧ Brown(x)))" in formulas(written)


@pytest.mark.parametrize("sign", ["≡", "⇔", r"\equiv", "⇒", "=>", "→", "->"])
def test_a_line_that_may_restate_the_one_above(sign: str) -> None:
    assert errors(text(FACT, f"{RULE}\n{sign} {ASKED}"))
    assert len(formulas(text(f"(Frog(piggy)\n{sign} {ASKED})"))) == 2


def test_prose_is_passed_over_and_said() -> None:
    (told,) = read_program(
        f"Sure! Here is the translation.\n\n{PLAIN}\nThis shows that the frog is green.\n"
    ).diagnostics
    assert (told.code, len(told.also)) == ("prose", 1)
    paired = PLAIN.replace(RULE, f"All frogs are green.\n{RULE}").replace(FACT, f"Kermit is a frog.\n{FACT}")
    program = read_program(paired).program
    assert program is not None
    assert [p.gloss for p in program.premises] == ["All frogs are green.", "Kermit is a frog."]


@pytest.mark.parametrize(
    "line",
    ["P2: {}", "Premise 2: {}", "(P2) {}", "[2] {}", "{} // Kermit is a frog", "{}  # a frog", "{} -- a frog",
     "{} — he is a frog", "Kermit is a frog: {}", "2. {}", "* {}", "• `{}`", "> {}", "${}$", "\\( {} \\)", "$$ {} $$",
     "**{}**", "{};"],
)  # fmt: skip
def test_what_stands_around_a_formula(line: str) -> None:
    assert formulas(PLAIN.replace(FACT, line.format(FACT))) == READ


@pytest.mark.parametrize("line", ["Query: {}?", "Question:\n{} ?", "Query: Is it true that {}?"])
def test_what_is_asked_may_end_in_a_question_mark(line: str) -> None:
    written = f"Premises:\n{RULE}\n{FACT}\n{line.format(ASKED)}\n"
    assert errors(written) or formulas(written) == READ


def test_several_problems() -> None:
    assert formulas(KERMIT + TREE, "True or false? Kermit is green.") == READ
    assert "several-problems" in codes(KERMIT + TREE)
    draft = f"{text(FACT)}Wait, I missed one. Corrected version:\n{PLAIN}"
    assert "two-problems" in errors(draft)


@pytest.mark.parametrize("sign", ["∧", "  ∨", "and", "|"])
def test_a_line_goes_on_while_a_bracket_is_open(sign: str) -> None:
    assert errors(text(f"Frog(piggy)\n{sign} {FACT}"))
    assert len(formulas(text(f"(Frog(piggy)\n{sign} {FACT})"))) == 2


def test_labels_of_rules() -> None:
    own = "Defeasible rules:\nR2: Frog(kermit) → Green(kermit)\nFrog(kermit) → Wet(kermit)\n"
    program = read_program(f"Premises:\n{FACT}\n{own}Conclusion:\n{ASKED}\n").program
    assert program is not None
    assert len({rule.label for rule in program.defeasible}) == 2
    for label in ("a b", "", "1x"):
        with pytest.raises(InvalidProgram):
            Program((), Statement(Atom("p")), defaults=(Default(label, Atom("q")),))


def test_truth_values_are_plain_arguments_among_quantifiers() -> None:
    assert str(prove(text("all man. Mortal(man)\nBelieves(a, True)", "Mortal(a)")).verdict) == "entailed"


def test_a_preference_among_the_rules() -> None:
    rules = "Premises:\nBird(a)\nDefeasible rules:\n{0}Bird(x) → Flies(x)\n{1}Penguin(x) → ¬Flies(x)\n{2} > {3}\n"
    for labels in (("r1: ", "r2: ", "r2", "r1"), ("", "", "R2", "R1")):
        assert errors(f"{rules.format(*labels)}Conclusion:\n¬Flies(a)\n") == ["preference-among-premises"]
    [fault] = read_program("Premises:\nR1: P(a)\nR2: Q(a)\nR2 > R1\nConclusion:\nP(a)\n").diagnostics
    assert (fault.code, fault.level) == ("preference-among-premises", Level.ERROR)


def test_a_name_that_looks_like_a_formula_is_printed_as_a_name() -> None:
    program = Program((Statement(Atom("P(a)")),), Statement(Atom("P(a)")))
    assert read_program(write_program(program)).program == program


def test_of_several_conclusions_the_one_is_read_that_the_question_asks() -> None:
    premises = "Premises:\nTall(tree) ::: The tree is tall.\n"
    program = f"{premises}Conclusion:\nTall(tree) ::: The tree is tall.\n¬Old(tree) ::: The tree is not old."
    asked = read_program(program, question="Is this so? The tree is old.")
    assert asked.first is not None
    assert formulas(program, "Is this so? The tree is old.") == ["Tall(tree)", "¬Old(tree)"]
    assert "several-conclusions" in {d.code for d in asked.diagnostics}
    assert read_program(program).first is None
    assert read_program(program, question="Is the bush green?").first is None
