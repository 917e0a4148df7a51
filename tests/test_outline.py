"""What surrounds formulas: headings, labels, several problems, cut-off texts."""

from __future__ import annotations

import pytest

from sorites.solvers import Default, Level, Program, Statement, prove, read_program, write_program
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.headings import GOAL, PREMISES, heading

from .outlines import ASKED, FACT, PLAIN, RULE, errors, formulas


@pytest.mark.parametrize(
    "name",
    ["Premises", "Facts", "Given", "Context", "Axioms", "Axiom", "Knowledge Base", "Known facts", "Assumptions",
     "Background", "Rules", "Hypothesis", "Hypotheses", "FOL Premises", "Premises (FOL)", "Premises in FOL",
     "First-Order Logic Premises", "Translated Premises", "Step 1: Premises", "Facts and rules", "Premisses"],
)  # fmt: skip
@pytest.mark.parametrize("mark", ["{}:", "### {}", "**{}:**", "**{}**:", "## {}:", "__{}__", "1. **{}**"])
def test_headings_of_premises(name: str, mark: str) -> None:
    text = PLAIN.replace("Premises:", mark.format(name))
    assert formulas(text) == [RULE, FACT, ASKED], read_program(text).diagnostics


@pytest.mark.parametrize(
    "name",
    ["Conclusion", "Question", "Query", "Goal", "To prove", "Prove", "Statement", "Conclusion (FOL)", "FOL Conclusion",
     "Theorem", "Claim", "Target", "Conjecture", "Goal to prove"],
)  # fmt: skip
def test_headings_of_goals(name: str) -> None:
    for mark in ("{}:", "### {}", "**{}:**", "{}: "):
        assert formulas(PLAIN.replace("Conclusion:", mark.format(name)))[2] == ASKED
    assert formulas(PLAIN.replace("Conclusion:\n", f"{name}: "))[2] == ASKED


def test_what_a_heading_says() -> None:
    assert heading("Here are the premises in FOL").kind == PREMISES
    assert heading("Natural language premises").kind == "prose"
    assert heading("The statement to prove").kind == GOAL
    assert not heading("Colours").kind
    assert not heading("Premises and conclusion").kind


def test_a_hypothesis_is_the_goal_where_nothing_else_is() -> None:
    assert formulas(f"Premises:\n{RULE}\n{FACT}\nHypothesis:\n{ASKED}\n")[2] == ASKED
    assert formulas(f"Hypothesis:\n{RULE}\n{FACT}\nGoal:\n{ASKED}\n")[2] == ASKED


def test_nothing_under_an_unknown_heading_is_dropped() -> None:
    assert errors(PLAIN.replace("Premises", "Colours")) == ["unknown-section"]
    assert errors(f"{PLAIN}### Colours\nRed(kermit)\n") == ["unknown-section"]
    assert formulas(f"### Colours\n{PLAIN}") == [RULE, FACT, ASKED]


def test_formulas_before_the_first_heading_are_premises() -> None:
    text = f"{RULE}\n{FACT}\nGoal: {ASKED}"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert [d.code for d in read_program(text).diagnostics] == ["no-heading"]
    assert formulas(f"{RULE}\n{FACT}\n∴ {ASKED}") == [RULE, FACT, ASKED]
    assert formulas(f"{RULE}, {FACT} ⊢ {ASKED}") == [RULE, FACT, ASKED]
    assert formulas(f"{RULE}\n{FACT}\n---------\n{ASKED}\n") == [RULE, FACT, ASKED]


def test_prose_is_passed_over_and_said() -> None:
    text = f"Sure! Here is the translation you asked for.\n\n{PLAIN}\nThis shows that the frog is green.\n"
    reading = read_program(text)
    assert formulas(text) == [RULE, FACT, ASKED]
    (said,) = reading.diagnostics
    assert (said.code, len(said.also)) == ("prose", 1)
    assert errors(PLAIN.replace(FACT, "Kermit is a frog.")) == ["not-a-formula"]
    paired = PLAIN.replace(RULE, f"All frogs are green.\n{RULE}").replace(FACT, f"Kermit is a frog.\n{FACT}")
    program = read_program(paired).program
    assert program is not None
    assert [p.gloss for p in program.premises] == ["All frogs are green.", "Kermit is a frog."]


@pytest.mark.parametrize(
    "line",
    ["P2: {}", "Premise 2: {}", "(P2) {}", "[2] {}", "{} // a frog", "{}  # a frog", "{} -- a frog", "{} — a frog",
     "Kermit is a frog: {}", "2. {}", "* {}", "• `{}`", "> {}", "${}$", "\\( {} \\)", "$$ {} $$", "**{}**", "{};"],
)  # fmt: skip
def test_what_stands_around_a_formula(line: str) -> None:
    assert formulas(PLAIN.replace(FACT, line.format(FACT))) == [RULE, FACT, ASKED]


def test_formulas_over_several_lines_and_several_on_one() -> None:
    assert formulas(PLAIN.replace("→ ", "→\n  ")) == [RULE, FACT, ASKED]
    assert formulas(PLAIN.replace(" → ", "\n  → ")) == [RULE, FACT, ASKED]
    assert formulas(PLAIN.replace("∀x (Frog(x) → Green(x))", "∀x (\n  Frog(x) → Green(x)\n)")) == [RULE, FACT, ASKED]
    assert formulas(f"Premises:\n{RULE}; {FACT}\nConclusion:\n{ASKED}") == [RULE, FACT, ASKED]


def test_a_dash_is_a_bullet_where_the_formulas_show_it() -> None:
    listed = f"Premises:\n- {RULE}\n- {FACT}\nConclusion:\n- {ASKED}\n"
    assert formulas(listed) == [RULE, FACT, ASKED]
    other = "Premises:\n∀x (P(x) → ¬Q(x))\n- P(a)\nConclusion:\nQ(a)\n"
    assert formulas(other)[1] == "P(a)"
    both = "Premises:\n∀x (P(x) → Q(x))\n- P(a)\nConclusion:\nP(a)\n"
    (said,) = [d for d in read_program(both).diagnostics if d.level is Level.ERROR]
    assert said.code == "ambiguous-dash"
    assert "'P(a)' or '¬(P(a))'" in said.message
    assert formulas(both.replace("∀x", "all x.").replace("→", "->").replace("- P", "-P"))[1] == "¬P(a)"


@pytest.mark.parametrize(
    "text",
    [
        f"Premises:\n{RULE} ::: a\n{FACT} ::: b\nConclusion:\n{ASKED} ∧",
        f"Premises:\n{RULE}\n{FACT}\nConclusion:\nGreen(ker",
        f"Premises:\n{RULE} ::: frogs are green\n{FACT} ::: it is a frog\nConclusion:\n{ASKED}",
    ],
)
def test_a_text_that_was_cut_is_refused(text: str) -> None:
    assert errors(text) == ["cut-off"]


def test_a_text_without_a_goal_says_where_it_ends() -> None:
    reading = read_program(f"Premises:\n{RULE}\n")
    (said,) = reading.diagnostics
    assert said.code == "no-goal"
    assert said.span is not None
    assert said.span.start == len(reading.text) - 1


def test_several_problems() -> None:
    first = f"## Problem 1\n{PLAIN.replace(ASKED, ASKED + ' ::: Kermit is green.')}"
    second = "## Problem 2\nPremises:\nTall(tree)\nConclusion:\n¬Tall(tree) ::: The tree is not tall.\n"
    assert formulas(first + second) == ["Tall(tree)", "¬Tall(tree)"]
    assert formulas(first + second, "True or false? Kermit is green.") == [RULE, FACT, ASKED]
    assert "several-problems" in {d.code for d in read_program(first + second).diagnostics}
    assert formulas(f"{PLAIN}Premises:\nTall(tree)\n") == [RULE, FACT, "Tall(tree)", ASKED]


def test_two_conclusions_are_an_error_that_shows_both() -> None:
    reading = read_program(PLAIN + "Frog(piggy)\n")
    (said,) = [d for d in reading.diagnostics if d.level is Level.ERROR]
    assert ASKED in said.message
    assert "Frog(piggy)" in said.message


def test_labels_of_rules() -> None:
    rules = "Defeasible rules:\nR1: Frog(kermit) → Green(kermit)\nR1: Frog(kermit) → Wet(kermit)\n"
    end = "Conclusion:\nGreen(kermit)\n"
    assert errors(f"Premises:\n{FACT}\n{rules}{end}") == ["same-label"]
    assert errors(f"Premises:\n{FACT}\nDefaults:\nD1: Wet(kermit)\nSemantics: rules\n{end}") == ["two-semantics"]
    assert errors(f"Semantics: rules\nSemantics: classical\n{PLAIN}") == ["two-semantics"]
    own = "Defeasible rules:\nR2: Frog(kermit) → Green(kermit)\nFrog(kermit) → Wet(kermit)\n"
    program = read_program(f"Premises:\n{FACT}\n{own}{end}").program
    assert program is not None
    assert len({rule.label for rule in program.defeasible}) == 2
    for label in ("a b", "", "1x"):
        with pytest.raises(InvalidProgram):
            Program((), Statement(Atom("p")), defaults=(Default(label, Atom("q")),))


def test_truth_values_are_plain_arguments_among_quantifiers() -> None:
    text = "Premises:\nall man. Mortal(man)\nBelieves(a, True)\nConclusion:\nMortal(a)\n"
    assert str(prove(text).verdict) == "entailed"
    spaced = "Premises:\n\\forall x \\; (Frog(x) \\to Green(x))\nFrog(a)\nConclusion:\nGreen(a)\n"
    assert str(prove(spaced).verdict) == "entailed"


def test_the_sign_of_a_clause_is_no_colon_of_a_label() -> None:
    assert formulas("Premises:\nwet :- rain.\nrain.\nConclusion:\nwet\n") == ["rain → wet", "rain", "wet"]
    assert formulas("Premises:\nR1: wet :- rain.\nrain.\nConclusion:\nwet\n") == ["rain → wet", "rain", "wet"]
    assert formulas("Premises:\nfact :- rain.\nrain.\nConclusion:\nfact\n") == ["rain → fact", "rain", "fact"]


def test_the_or_of_a_clause_parts_no_formulas() -> None:
    end = "rich(a).\nConclusion:\nhappy(a)\n"
    assert errors(f"Premises:\nhappy(X) :- rich(X) ; healthy(X).\n{end}") == ["clause-with-or"]
    assert not errors(f"Premises:\nhappy(X) :- rich(X);\n{end}")
    assert errors("Premises:\nrich(a)\nConclusion:\nhappy(a) :- rich(a) ; healthy(a).\n") == ["clause-with-or"]


def test_a_preference_among_the_rules() -> None:
    rules = "Defeasible rules:\nr1: Bird(x) → Flies(x)\nr2: Penguin(x) → ¬Flies(x)\nr2 > r1\n"
    reading = read_program(f"Premises:\nBird(a)\nPenguin(a)\n{rules}Conclusion:\n¬Flies(a)\n")
    assert reading.program is not None
    assert reading.program.preferences == (("r2", "r1"),)
    assert [rule.label for rule in reading.program.defeasible] == ["r1", "r2"]
    assert "preference-among-rules" in {d.code for d in reading.diagnostics}
    unlabelled = "Defeasible rules:\nBird(x) → Flies(x)\nPenguin(x) → ¬Flies(x)\nR2 > R1\n"
    again = read_program(f"Premises:\nBird(a)\n{unlabelled}Conclusion:\n¬Flies(a)\n").program
    assert again is not None
    assert again.preferences == (("R2", "R1"),)


def test_formulas_under_a_case_are_refused() -> None:
    cases = "Case 1:\nQ(a) → P(a)\nCase 2:\nR(a)\n"
    assert errors(f"Premises:\nQ(a)\n{cases}Conclusion:\nP(a)\n") == ["case", "case"]
    assert errors("Premises:\nQ(a)\n## Case A\nrain\n## Conclusion\nP(a)\n")
    assert formulas(f"Case 1: the frog\n{PLAIN}") == [RULE, FACT, ASKED]


def test_a_note_of_one_line_ends_there() -> None:
    noted = f"Premises:\n{RULE}\nNote: Kermit is a puppet.\n{FACT}\nConclusion:\n{ASKED}\n"
    assert formulas(noted) == [RULE, FACT, ASKED]
    assert "prose" in {d.code for d in read_program(noted).diagnostics}
    assert formulas(f"Premises:\n{RULE}\n{FACT}\nNote:\nGreen(x) is for frogs\nConclusion:\n{ASKED}\n") == [
        RULE,
        FACT,
        ASKED,
    ]
    assert formulas(f"{PLAIN}Note: all is said.\nFrog(x) says that x is a frog.\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize("members", ["red, green, ...", "red, green, …", "red, green, etc.", "red, green, etc", "a..z"])
def test_an_ellipsis_lists_no_members(members: str) -> None:
    assert errors(f"Sorts:\nColor = {{{members}}}\n{PLAIN}") == ["bad-sort"]
    assert not errors(f"Sorts:\nColor = {{red, green}}.\n{PLAIN}")


@pytest.mark.parametrize(
    "between",
    ["Wait, I missed one. Corrected version:", "Wait.\nCorrected version:", "Wait, I left out a rule.",
     "Hold on, this leaves out a rule that is needed. Here is the corrected version of it:"],
)  # fmt: skip
def test_a_draft_and_its_correction_are_two_problems(between: str) -> None:
    draft = f"Premises:\n{FACT}\nConclusion:\n{ASKED}\n"
    for gap in ("", "\n"):
        text = f"{draft}{gap}{between}\n{gap}{PLAIN}"
        assert formulas(text) == [RULE, FACT, ASKED]
        assert "several-problems" in {d.code for d in read_program(text).diagnostics}


def test_a_name_that_looks_like_a_formula_is_printed_as_a_name() -> None:
    program = Program((Statement(Atom("P(a)")),), Statement(Atom("P(a)")))
    assert read_program(write_program(program)).program == program
    assert formulas('Premises:\n"It rains"\nConclusion:\n"It rains"\n') == ['"It rains"'] * 2


@pytest.mark.parametrize("sign", ["≡", "⇔", "⟺", r"\equiv", "or", "⇒", "=>"])
def test_a_line_that_may_restate_the_one_above(sign: str) -> None:
    text = f"Premises:\n{FACT}\nConclusion:\n{RULE}\n{sign} {ASKED}\n"
    assert errors(text.replace("or Green", "or\nGreen")) == ["restated-formula"]
    opened = f"Premises:\n{FACT}\nConclusion:\n(Frog(piggy)\n{sign} {ASKED})\n"
    assert not errors(opened)
    assert formulas(opened) == formulas(opened.replace(f"\n{sign}", f" {sign}"))


@pytest.mark.parametrize("sign", ["→", "∧", "∨", "->", "  ⇒", "and", "↔"])
def test_a_line_that_goes_on(sign: str) -> None:
    text = f"Premises:\nFrog(piggy)\n{sign} {FACT}\nConclusion:\n{ASKED}\n"
    assert len(formulas(text)) == 2


def test_an_argument_among_the_premises() -> None:
    text = f"Premises:\n{FACT} ⊢ {ASKED}\n{FACT}\n{{0}}"
    assert errors(text.format(f"Conclusion:\n{ASKED}\n")) == ["argument-among-premises"]
    assert formulas(f"Premises:\n{RULE}, {FACT} ⊢ {ASKED}\n") == [RULE, FACT, ASKED]
    assert errors(f"Premises:\n{RULE}\n{FACT} |- {ASKED}, Frog(piggy)\n") == ["comma-behind-turnstile"]
    assert errors(f"Premises:\n{RULE}\n⊢ {ASKED}, Frog(piggy)\n") == ["comma-behind-turnstile"]
    assert formulas(f"Premises:\n{RULE}\n∴ {ASKED}, Frog(piggy)\n")[1] == f"{ASKED} ∧ Frog(piggy)"


@pytest.mark.parametrize("sign", ["↔", "≡", ":=", "iff", "<->"])
def test_definitions_are_premises(sign: str) -> None:
    text = f"{{0}}:\nToad(x) {sign} Frog(x) ∧ Brown(x)\nPremises:\nFrog(b)\nBrown(b)\nConclusion:\nToad(b)\n"
    assert formulas(text.format("Definitions"))[0] == "∀x (Toad(x) ↔ (Frog(x) ∧ Brown(x)))"
    assert errors(text.format("Predicates")) == ["formula-among-declarations"]
    labelled = f"Definition:\nD1: ∀x (Frog(x)\n  → Green(x))\nPremises:\n{FACT}\nConclusion:\n{ASKED}\n"
    assert formulas(labelled) == [RULE, FACT, ASKED]
    assert errors(labelled.replace("Definition", "Constants")) == ["formula-among-declarations"]


def test_a_number_that_comes_twice_is_told() -> None:
    text = f"Premises:\n1. {RULE}\n2. {FACT}\n{{0}}. Tall(kermit)\nConclusion:\n{ASKED}\n"
    assert [d.code for d in read_program(text.format(1)).diagnostics] == ["repeated-number"]
    assert not read_program(text.format(3)).diagnostics
    assert not read_program(text.replace("2.", "1.").format(1)).diagnostics
    assert not read_program(text.format(1).replace("\n1. Tall", "\n\n1. Tall")).diagnostics


@pytest.mark.parametrize("sign", ["/∴", "//∴", " / ∴ ", "∴", r"/\therefore "])
def test_a_premise_and_the_goal_on_one_line(sign: str) -> None:
    assert formulas(f"1. {RULE}\n2. {FACT}  {sign}{ASKED}\n") == [RULE, FACT, ASKED]
    assert formulas(f"1. {RULE}\n2. {FACT}\n{sign} {ASKED}\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize("asked", ["Query: {}?", "Question:\n{} ?", "?- {}.", "Query:\n?- {}.", "> Goal:\n>\n> {}"])
def test_what_is_asked_is_a_question(asked: str) -> None:
    text = f"Premises:\n{RULE}\n{FACT}\n{asked.format(ASKED)}\n"
    assert formulas(text) == [RULE, FACT, ASKED]


@pytest.mark.parametrize("name", ["Premises (continued)", "Implicit premise", "Clauses", "Additional facts"])
def test_more_headings_of_premises(name: str) -> None:
    assert formulas(f"Premises:\n{RULE}\n{name}:\n{FACT}\nConclusion:\n{ASKED}\n") == [RULE, FACT, ASKED]
    assert formulas(f"Argument:\n{RULE}\n{FACT}\n∴ {ASKED}\n") == [RULE, FACT, ASKED]


def test_a_negated_conclusion_is_asked_for_as_itself() -> None:
    reading = read_program(f"Premises:\n{RULE}\nNegated conclusion:\n¬{ASKED}\n")
    assert "Write the conclusion itself" in reading.diagnostics[0].hint


@pytest.mark.parametrize("label", ["Explanation", "*Justification:*", "Reasoning", "**Analysis**", "Example", "Remark"])
def test_a_line_about_a_section_does_not_end_it(label: str) -> None:
    label = label if ":" in label else f"{label}:"
    text = f"Premises:\n1. {RULE}\n   - {label} it is so of frogs\n2. {FACT}\nConclusion:\n{ASKED}\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert "prose" in {d.code for d in read_program(text).diagnostics}
    assert formulas(f"Premises:\n1. Rain → Wet\n{label} water\n2. Rain\nConclusion:\nWet\n") == [
        "Rain → Wet",
        "Rain",
        "Wet",
    ]
    assert errors(text.replace(FACT, "Kermit is a frog.")) == ["not-a-formula"]
    assert formulas(f"{PLAIN}{label} it is one\nFrog(piggy)\n") == [RULE, FACT, ASKED]


def test_a_numbering_goes_on_behind_a_section_of_prose() -> None:
    text = f"Premises:\n1. {RULE}\nExplanation:\nFrogs are so.\n2. {FACT}\nConclusion:\n{ASKED}\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    own = f"Premises:\n1. {RULE}\nExplanation:\n1. It speaks of frogs.\n2. Frog(x) says so of x.\n"
    assert formulas(f"{own}Premises:\n{FACT}\nConclusion:\n{ASKED}\n") == [RULE, FACT, ASKED]


def test_a_formula_in_a_line_about_a_section_or_below_its_reasoning() -> None:
    text = f"Premises:\n{RULE}\n{{0}}\n{FACT}\nConclusion:\n{ASKED}\n"
    assert errors(text.format("Example: Frog(piggy)")) == ["formula-in-note"]
    assert errors(text.format("Reasoning: by modus ponens")) == ["formula-behind-note"]
    assert formulas(text.format("Explanation: frogs are green")) == [RULE, FACT, ASKED]


def test_a_section_of_sentences_beside_sections_of_formulas() -> None:
    facts = "Facts:\nKermit is a frog.\n{0}Query: Green(kermit)\n"
    assert errors(facts.format(f"Rules: {RULE}\n")) == ["not-a-formula"]
    assert formulas(facts.format(f"Facts (FOL):\n{RULE}\n{FACT}\n")) == [RULE, FACT, ASKED]
    assert formulas(facts.replace("Facts", "Context").format(f"Rules: {RULE}\n")) == [RULE, ASKED]
    assert formulas(f"Facts:\nKermit is a frog.\nQuery:\nKermit is green.\n\n{PLAIN}") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    "label", ["Result", "Answer", "Verdict", "Summary", "Option A", "Options", "Functions", "Note 1", "Solution 2"]
)
def test_no_formula_vanishes_under_a_label_of_prose_among_premises(label: str) -> None:
    text = f"Premises:\n{RULE}\n{label}: {FACT}\nToad(kermit)\nConclusion:\n{ASKED}\n"
    assert "formula-in-note" in errors(text)
    assert formulas(f"{PLAIN}{label}: {FACT}\n") == [RULE, FACT, ASKED]
    assert formulas(text.replace(f": {FACT}\nToad(kermit)", ": frogs are green")) == [RULE, ASKED]
    assert formulas(f"Functions:\nfather(x) : the father of x\nVariables:\nx, y\n{PLAIN}") == [RULE, FACT, ASKED]


def test_a_fact_among_declarations() -> None:
    asserted = f"Premises:\n{RULE}\nConclusion:\n{ASKED}\n"
    for declared in (
        "Predicates:\nFrog(x)\nGreen(x)\nFrog(kermit) ::: Kermit is one.\n",
        "Predicates:\nFrog(kermit)\nFrog(x)\n",
        "Predicates:\nFrog($x, bool)\nFrog(Kermit, True)\n",
        "Constants:\nkermit\nFrog(kermit)\n",
    ):
        assert errors(declared + asserted) == ["formula-among-declarations"]
    for declared in (
        "Predicates:\nFrog(animal)\nGreen(Thing)\nFrog(x, y)\n",
        "Predicates:\nLikes(x, y)\nLikes(person, thing)\n",
        "Predicates:\nFrog($x, True)\n",
        "Constants:\nkermit\nfather(x)\n",
        "Predicates:\nToad(kermit)\nToad(anna)\n",
    ):
        assert formulas(declared + asserted) == [RULE, ASKED]
    term = "Constants:\nkermit\nfather(kermit)\nPremises:\nFrog(father(kermit))\nConclusion:\nFrog(kermit)\n"
    assert formulas(term) == ["Frog(father(kermit))", "Frog(kermit)"]


def test_signs_of_a_heading_alone_are_nothing() -> None:
    assert formulas(f"###\n{PLAIN.replace(FACT, f'###{chr(10)}{FACT}')}###\n") == [RULE, FACT, ASKED]
    assert formulas(f"{PLAIN[:-1]} ::: Kermit is green.<|eot_id|>") == [RULE, FACT, ASKED]
