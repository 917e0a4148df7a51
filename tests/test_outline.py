"""What surrounds formulas: headings, Markdown, labels, glosses, comments, several problems, cut-off texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sorites.solvers import Constant, Default, Level, Program, Statement, prove, read_program, write_program
from sorites.solvers.language.errors import InvalidProgram
from sorites.solvers.language.headings import GOAL, PREMISES, heading
from sorites.solvers.language.lines import left_open
from sorites.solvers.language.printer import print_formula
from sorites.solvers.language.remarks import is_denial
from sorites.solvers.language.syntax import Atom

RULE, FACT, ASKED = "∀x (Frog(x) → Green(x))", "Frog(kermit)", "Green(kermit)"
PLAIN = f"Premises:\n{RULE}\n{FACT}\nConclusion:\n{ASKED}\n"


def formulas(text: str, question: str = "") -> list[str]:
    """Return the premises and the goal that a text holds."""
    reading = read_program(text, question=question)
    assert reading.program is not None, reading.diagnostics
    return [print_formula(f) for f in reading.program.formulas]


def errors(text: str) -> list[str]:
    return [d.code for d in read_program(text).diagnostics if d.level is Level.ERROR]


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


def test_tables_and_environments() -> None:
    table = f"Premises:\n| No. | Formula | Meaning |\n|---|---|---|\n| 1 | {RULE} | Frogs are green. |\n"
    table += f"| 2 | `{FACT}` | Kermit is a frog. |\n\nConclusion:\n{ASKED}\n"
    assert formulas(table) == [RULE, FACT, ASKED]
    program = read_program(table).program
    assert program is not None
    assert program.premises[1].gloss == "Kermit is a frog."
    align = "\\begin{align*}\n& \\forall x\\, (Frog(x) \\rightarrow Green(x)) \\tag{1} \\\\\n& Frog(kermit) \\\\\n"
    assert formulas(f"{align}& \\therefore Green(kermit)\n\\end{{align*}}\n") == [RULE, FACT, ASKED]


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


def test_native_languages_with_prose_around() -> None:
    tptp = (
        "Here it is:\n```tptp\n% Goal: it is green\nfof(a, axiom, frog(k)).\nfof(g, conjecture, frog(k)).\n```\nDone!\n"
    )
    assert str(prove(tptp).verdict) == "entailed"
    smt = (
        "```smt2\n; Premises:\n(declare-const p Bool)\n(assert p)\n; Conclusion:\n(assert (not p))\n(check-sat)\n```\n"
    )
    assert str(prove(smt).verdict) == "entailed"
    assert errors("FOL: p\nFOL\n")


marks = st.sampled_from(["{}", "- {}", "* {}", "1. {}", "`{}`", "- `{}`", "**{}**", "(1) {}", "> {}", "  {}  ", "${}$"])
heads = st.sampled_from(["{}:", "### {}", "**{}:**", "## {}:", "{}"])
around = st.sampled_from(
    ["", "Here is the program that you asked for:\n", "```\n", "I hope this helps you!\n", "---\n"]
)
quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@quick
@given(mark=marks, premises=heads, goal=heads, before=around, after=around)
def test_markdown_changes_no_program(mark: str, premises: str, goal: str, before: str, after: str) -> None:
    lines = [mark.format(formula) for formula in (RULE, FACT, ASKED)]
    head, foot = premises.format("Premises"), goal.format("Conclusion")
    text = f"{before}{head}\n{lines[0]}\n{lines[1]}\n\n{foot}\n{lines[2]}\n\n{after}"
    assert formulas(text) == [RULE, FACT, ASKED], text


@quick
@given(
    gloss=st.text(max_size=12).map(lambda s: " ".join(s.split())),
    sign=st.sampled_from(["→", "∧", ", True)", ">>>", "($x", "¬"]),
)
def test_a_gloss_never_changes_the_program(gloss: str, sign: str) -> None:
    assume(not left_open(gloss + sign, "") and not is_denial(gloss + sign))  # such a gloss is an error
    text = "Premises:\nall x. Frog(x) -> Green(a) ::: {0}\nFrog(a) ::: {0}\n-Frog(b) ::: b\n"
    text += "Conclusion:\nGreen(a) ::: {0}\n"
    assert formulas(text.replace("{0}", gloss + sign)) == formulas(text.replace("{0}", "a"))


def test_programs_of_python_come_back() -> None:
    program = Program((Statement(Atom("Goal")), Statement(Atom("None"))), Statement(Atom("Premises")))
    assert read_program(write_program(program)).program == program


def test_truth_values_are_plain_arguments_among_quantifiers() -> None:
    text = "Premises:\nall man. Mortal(man)\nBelieves(a, True)\nConclusion:\nMortal(a)\n"
    assert str(prove(text).verdict) == "entailed"
    spaced = "Premises:\n\\forall x \\; (Frog(x) \\to Green(x))\nFrog(a)\nConclusion:\nGreen(a)\n"
    assert str(prove(spaced).verdict) == "entailed"


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


def test_the_sign_of_a_clause_is_no_colon_of_a_label() -> None:
    assert formulas("Premises:\nwet :- rain.\nrain.\nConclusion:\nwet\n") == ["rain → wet", "rain", "wet"]
    assert formulas("Premises:\nR1: wet :- rain.\nrain.\nConclusion:\nwet\n") == ["rain → wet", "rain", "wet"]
    assert formulas("Premises:\nfact :- rain.\nrain.\nConclusion:\nfact\n") == ["rain → fact", "rain", "fact"]


def test_the_or_of_a_clause_parts_no_formulas() -> None:
    end = "rich(a).\nConclusion:\nhappy(a)\n"
    assert errors(f"Premises:\nhappy(X) :- rich(X) ; healthy(X).\n{end}") == ["clause-with-or"]
    assert not errors(f"Premises:\nhappy(X) :- rich(X);\n{end}")
    assert errors("Premises:\nrich(a)\nConclusion:\nhappy(a) :- rich(a) ; healthy(a).\n") == ["clause-with-or"]


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


@pytest.mark.parametrize("end", ["Done.", "Proof found.", "Finished!", "That settles it.", "All good."])
def test_words_behind_a_fence_are_no_conclusion(end: str) -> None:
    text = f"```\n{PLAIN}```\n{end}\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert "prose" in {d.code for d in read_program(text).diagnostics}
    assert errors("Premises:\nWet\nConclusion:\n```\nRain\n```\nWet.\n") == ["extra-conclusion"]


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


@pytest.mark.parametrize("marks", ["''", '""', "“”"])
def test_a_formula_wholly_in_quotes(marks: str) -> None:
    lines = [f"{marks[0]}{formula}{marks[1]}" for formula in (RULE, FACT, ASKED)]
    text = f"Premises:\n{lines[0]}\n{lines[1]} ::: He is one.\nConclusion:\n{lines[2]}\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert "quoted-formula" in {d.code for d in read_program(text).diagnostics}


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


@pytest.mark.parametrize("tag", ["think", "thinking", "Reasoning"])
def test_what_was_thought_before_the_answer(tag: str) -> None:
    thought = f"<{tag}>\nPremises:\nFrog(piggy)\nConclusion: Green(piggy)\nNo, wait.\n</{tag}>\n"
    for before in (thought, thought.removeprefix(f"<{tag}>"), f"{thought}\n{thought}"):
        assert formulas(before + PLAIN) == [RULE, FACT, ASKED]
        assert {d.code for d in read_program(before + PLAIN).diagnostics} == {"prose"}
    smt = "(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n"
    assert str(prove(f"{thought}```smt2\n{smt}```\n").verdict) == "entailed"
    assert errors(f"<{tag}>\n{PLAIN}") == ["cut-off"]
    assert formulas(f"{PLAIN}<{tag}>\nIt is a frog.\n</{tag}>\n") == [RULE, FACT, ASKED]
    assert read_program(f"{PLAIN}</{tag}>\n").program is None


@pytest.mark.parametrize("sign", ["#", "--", "//", "%", "%%"])
def test_a_formula_behind_the_sign_of_a_comment(sign: str) -> None:
    text = f"Premises:\n{RULE}\n{sign} {{0}}\n{FACT}\nConclusion:\n{ASKED}\n"
    assert errors(text.format("Frog(piggy)")) == ["commented-formula"]
    for said in ("all frogs are green", "the frog", "that is a law of nature"):
        assert formulas(text.format(said)) == [RULE, FACT, ASKED]
        assert "prose" in {d.code for d in read_program(text.format(said)).diagnostics}
    headed = f"{sign} Premises:\n{RULE}\n{FACT}\n{sign} Conclusion:\n{ASKED}\n"
    assert formulas(headed) == [RULE, FACT, ASKED]


def test_signs_before_all_formulas_are_marks() -> None:
    for sign in ("#", "--"):
        assert formulas(f"Premises:\n{sign} {RULE}\n{sign} {FACT}\nConclusion:\n{ASKED}\n") == [RULE, FACT, ASKED]
    assert formulas("Premises:\n--Frog(a)\nFrog(b)\nConclusion:\nFrog(a)\n")[0] == "¬¬Frog(a)"


def test_a_number_that_comes_twice_is_told() -> None:
    text = f"Premises:\n1. {RULE}\n2. {FACT}\n{{0}}. Tall(kermit)\nConclusion:\n{ASKED}\n"
    assert [d.code for d in read_program(text.format(1)).diagnostics] == ["repeated-number"]
    assert not read_program(text.format(3)).diagnostics
    assert not read_program(text.replace("2.", "1.").format(1)).diagnostics
    assert not read_program(text.format(1).replace("\n1. Tall", "\n\n1. Tall")).diagnostics


SENTENCES = [
    ("Every frog is green", RULE), ("All frogs shine", RULE), ("No frogs are red", "∀x (Frog(x) → ¬Red(x))"),
    ("Some frogs jump", "∃x (Frog(x) ∧ Jumps(x))"), ("Not all frogs jump", "¬∀x (Frog(x) → Jumps(x))"),
    ("There is a wise frog", "∃x (Wise(x) ∧ Frog(x))"), ("All frogs like ann", "∀x (Frog(x) → Likes(x, ann))"),
    ("If it rains, frogs are glad", "Rain → Glad"), ("If it rains it pours", "Rain → Pours"),
    ("Each jumps", "∀x Jumps(x)"),
]  # fmt: skip


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


@pytest.mark.parametrize("sign", ["/∴", "//∴", " / ∴ ", "∴", r"/\therefore "])
def test_a_premise_and_the_goal_on_one_line(sign: str) -> None:
    assert formulas(f"1. {RULE}\n2. {FACT}  {sign}{ASKED}\n") == [RULE, FACT, ASKED]
    assert formulas(f"1. {RULE}\n2. {FACT}\n{sign} {ASKED}\n") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"$Frog(a) \text{ and } Red(a)$", "Frog(a) ∧ Red(a)"),
        (r"\text{If } Frog(a) \text{ then } Red(a)", "Frog(a) → Red(a)"),
        (r"Frog(a) \text{ if and only if } Red(a)", "Frog(a) ↔ Red(a)"),
        (r"\text{not } Frog(a)", "¬Frog(a)"),
        (r"\text{Knows}(\text{and}, b)", 'Knows("and", b)'),
        (r"\forall x \colon (Frog(x) \to Green(x))", RULE),
        (r"\text{Frogs are green: } \forall x (Frog(x) \to Green(x))", RULE),
        (r"\text{2. } Frog(a)", "Frog(a)"),
        (r"a \not= b", "a ≠ b"),
        (r"\forall x \in \mathbb{R}\, (x > 0 \to Big(x))", "∀x:Real (x > 0 → Big(x))"),
        (r"\forall n \in \mathbb Z (n > 0 \to Big(n))", "∀n:Int (n > 0 → Big(n))"),
    ],
)
def test_words_and_signs_of_latex(written: str, read: str) -> None:
    assert formulas(f"Premises:\n{written}\nConclusion:\n{ASKED}\n")[0] == read


@pytest.mark.parametrize(
    "text",
    [
        r"\begin{{align*}} &\text{{1. }} {0} \\ &\text{{2. }} {1} \\ \therefore\ & {2} \end{{align*}}",
        "\\begin{{align}}\n\\text{{(1)}}\\; & {0} \\\\\n\\text{{(2)}}\\; & {1}\n\\end{{align}}\n"
        "\\[\\therefore {2}\\]\n",
        "\\[\\begin{{array}}{{l}}\n{0} \\\\\n{1} \\\\\n\\hline\n{2}\n\\end{{array}}\\]\n",
        r"\begin{{array}}{{rl}} 1. & {0} \\ 2. & {1} \\ \hline 3. & {2} \end{{array}}",
    ],
)
def test_environments_of_latex(text: str) -> None:
    latex = [one.replace("∀", r"\forall ").replace("→", r"\to") for one in (RULE, FACT, ASKED)]
    assert formulas(text.format(*latex)) == [RULE, FACT, ASKED]


OBJECTS = [
    {"premises": [RULE, FACT], "conclusion": ASKED},
    {"facts": f"{RULE}\n{FACT}", "query": [ASKED], "answer": True, "id": 7},
    {"premises": {"P1": RULE, "P2": FACT}, "goal": {"formula": ASKED, "text": "Kermit is green."}},
    {"predicates": {"Frog(x)": "x is a frog"}, "premises_fol": [RULE, FACT], "conclusionFOL": ASKED},
    {"premises": ["Frogs are green", "Kermit is a frog"], "premises-FOL": [RULE, FACT], "conclusion-FOL": ASKED},
    {"program": {"rules": [{"nl": 'A "frog" is green', "fol": RULE}],
                 "facts": [{"fol": FACT, "nl": "He is"}], "goal": ASKED}},
    {"predicates": [{"name": "Frog", "arity": 1}],
     "premises": [f"{RULE} ::: Frogs are green", FACT], "conclusion": ASKED},
    {"premises": [RULE.replace("∀", "\\forall ").replace("→", "\\to"), FACT], "conclusion": ASKED},
]  # fmt: skip


@pytest.mark.parametrize("value", OBJECTS)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize(
    "around", ["{}", "```json\n{}\n```\n", "Here it is:\n\n```\n{}\n```\nI hope that it helps you.\n"]
)
def test_an_object_of_json(value: dict[str, object], indent: int | None, ascii_only: bool, around: str) -> None:
    text = around.replace("{}", json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert formulas(text) == [RULE, FACT, ASKED]
    goal = read_program(text).program.goal  # type: ignore[union-attr]
    assert goal.span is not None
    assert text[goal.span.start : goal.span.end] == ASKED


def test_glosses_and_names_in_json() -> None:
    value = {"premises": [{"text": "All frogs", "formula": RULE}, {"formula": FACT, "text": "He is \"one\""}],
             "conclusion": 'Knows(kermit, "Ann Lee")'}  # fmt: skip
    for indent in (None, 1):
        program = read_program(json.dumps(value, indent=indent)).program
        assert program is not None
        assert [one.gloss for one in program.premises] == ["All frogs", 'He is "one"']
        assert print_formula(program.goal.formula) == 'Knows(kermit, "Ann Lee")'


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"stuff": [RULE], "premises": [FACT], "goal": ASKED}, "unknown-section"),
        ({"premises": [RULE, "Kermit is a very small frog"], "goal": ASKED}, "not-a-formula"),
        ({"premises": [f"{FACT} ∧", "Red(a)"], "goal": ASKED}, "unexpected-end"),
        ({"premises": [RULE, [FACT]], "goal": ASKED}, "json-value"),
        ({"premises": [{"formula": RULE, "fol": FACT}], "goal": ASKED}, "json-value"),
        ({"premises": ["Frog(kérmit)"], "goal": ASKED}, "json-escape"),
        ({"facts": {FACT: True, "Toad(kermit)": False}, "goal": ASKED}, "denied-formula"),
        ({"premises": [RULE, FACT], "conclusions": [ASKED, FACT]}, "extra-conclusion"),
    ],
)
def test_json_that_leaves_it_open_what_is_stated(value: dict[str, object], code: str) -> None:
    assert errors(json.dumps(value)) == [code]


def test_json_that_was_cut_is_no_program() -> None:
    whole = json.dumps({"premises": [RULE, FACT], "conclusion": ASKED})
    assert all(errors(whole[:at]) for at in range(1, len(whole)))


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


def test_commas_that_part_the_formulas_of_a_list() -> None:
    text = "Premises:\n{0},\n{1},\nTall(b){2}\nConclusion:\nGreen(kermit)\n"
    for end in (".", ",", ""):
        assert formulas(text.format(RULE, FACT, end)) == [RULE, FACT, "Tall(b)", ASKED]
    joined = "Premises:\nFrog(x),\nWet(x) → Green(x)\nFrog(a)\nConclusion:\nGreen(a)\n"
    assert formulas(joined)[0] == "∀x ((Frog(x) ∧ Wet(x)) → Green(x))"


def test_a_column_of_a_table_that_says_what_is_asked() -> None:
    text = f"| Role | FOL |\n|---|---|\n| Premise 1 | {RULE} |\n| Fact | {FACT} |\n| Conclusion | {ASKED} |\n"
    assert formulas(text) == [RULE, FACT, ASKED]
    assert formulas(f"Problem:\n\nPremises:\n{text}") == [RULE, FACT, ASKED]
    assert errors(f"{text}\nConclusion: Frog(b)\n") == ["extra-conclusion"]
    assert "table-row" in errors(text.replace("Fact", "Predicate"))
    assert len(formulas(text.replace("Conclusion", "Rule") + f"\nConclusion: {ASKED}\n")) == 4


def test_a_name_in_bold_in_latex() -> None:
    assert formulas(f"Premises:\n\\textbf{{Frog}}(\\text{{Eva Moon}})\nConclusion:\n{ASKED}\n")[0] == 'Frog("Eva Moon")'


FILES = {
    "tptp": "fof(a1, axiom, {0}(a)).\nfof(c, conjecture, {1}(a)).\n",
    "prover9": "formulas(assumptions).\n{0}(a).\nend_of_list.\nformulas(goals).\n{1}(a).\nend_of_list.\n",
    "smtlib": "(declare-sort A)\n(declare-const a A)\n(declare-fun p (A) Bool)\n(declare-fun q (A) Bool)\n"
    "(assert ({0} a))\n(assert (not ({1} a)))\n(check-sat)\n",
}


@pytest.mark.parametrize("language", FILES)
def test_of_several_files_in_fences_the_last_one_is_read(language: str) -> None:
    whole = [f"```\n{FILES[language].format(*names)}```\n" for names in ("pq", "qq")]
    for first, second in (("First:\n", "Second:\n"), ("**Problem 1**\n\n", "\n**Problem 2**\n")):
        reading = read_program(first + whole[0] + second + whole[1])
        assert reading.program is not None, reading.diagnostics
        assert [print_formula(premise.formula) for premise in reading.program.premises] == ["q(a)"]
        assert print_formula(reading.program.goal.formula) == "q(a)"
        assert "several-problems" in {d.code for d in reading.diagnostics}


def test_axioms_and_conjecture_in_fences_of_their_own_are_one_problem() -> None:
    axiom, conjecture = FILES["tptp"].format("p", "q").splitlines()
    reading = read_program(f"Axioms:\n```\n{axiom}\n```\nConjecture:\n```\n{conjecture}\n```\n")
    assert reading.program is not None
    assert len(reading.program.premises) == 1
    assert "several-problems" not in {d.code for d in reading.diagnostics}


@pytest.mark.parametrize("name", ["__init__", "__x", "x__", "__", "___"])
def test_names_are_no_bold_text(name: str) -> None:
    assert formulas(f"Premises:\nP({name})\nConclusion:\nP(a)\n")[0] in (f"P({name})", f'P("{name}")')
    program = Program((Statement(Atom(name)),), Statement(Atom(name)), constants=(Constant(name),))
    assert read_program(write_program(program)).program == program
    assert formulas(f"__Premises:__\n__{FACT}__\n__Conclusion:__ {ASKED}\n") == [FACT, ASKED]


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


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"$\text{Pilot}(\text{Eva Moon})$", 'Pilot("Eva Moon")'),
        (r"\text{Pilot}(\text{Eva Moon})", 'Pilot("Eva Moon")'),
        (r"\text{Knows}(b, \text{Eva Moon})", 'Knows(b, "Eva Moon")'),
        (r"Frog(b) \to \text{Pilot}(\text{Eva Moon})", 'Frog(b) → Pilot("Eva Moon")'),
        (r"Frog(b) \lor \text{Is cold}", 'Frog(b) ∨ "Is cold"'),
        (r"\neg \text{Is cold}", '¬"Is cold"'),
        (r"Frog(b) \quad \text{(B is a frog)}", "Frog(b)"),
        (r"Frog(b) \text{ (B is a frog)}", "Frog(b)"),
        (r"$Frog(b) \quad \text{(given)}$", "Frog(b)"),
    ],
)
def test_a_bracket_behind_a_name_holds_arguments_in_latex_too(written: str, read: str) -> None:
    for text in (f"Premises:\n{written}\nConclusion:\n{ASKED}\n", f"Premises:\n{FACT}\nConclusion:\n{written}\n"):
        assert read in formulas(text)


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


def test_a_section_of_sentences_beside_sections_of_formulas() -> None:
    facts = "Facts:\nKermit is a frog.\n{0}Query: Green(kermit)\n"
    assert errors(facts.format(f"Rules: {RULE}\n")) == ["not-a-formula"]
    assert formulas(facts.format(f"Facts (FOL):\n{RULE}\n{FACT}\n")) == [RULE, FACT, ASKED]
    assert formulas(facts.replace("Facts", "Context").format(f"Rules: {RULE}\n")) == [RULE, ASKED]
    assert formulas(f"Facts:\nKermit is a frog.\nQuery:\nKermit is green.\n\n{PLAIN}") == [RULE, FACT, ASKED]


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


@pytest.mark.parametrize(
    "label", ["Result", "Answer", "Verdict", "Summary", "Option A", "Options", "Functions", "Note 1", "Solution 2"]
)
def test_no_formula_vanishes_under_a_label_of_prose_among_premises(label: str) -> None:
    text = f"Premises:\n{RULE}\n{label}: {FACT}\nToad(kermit)\nConclusion:\n{ASKED}\n"
    assert "formula-in-note" in errors(text)
    assert formulas(f"{PLAIN}{label}: {FACT}\n") == [RULE, FACT, ASKED]
    assert formulas(text.replace(f": {FACT}\nToad(kermit)", ": frogs are green")) == [RULE, ASKED]
    assert formulas(f"Functions:\nfather(x) : the father of x\nVariables:\nx, y\n{PLAIN}") == [RULE, FACT, ASKED]


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("If | Then", "Frog(kermit) | Green(kermit)"),
        ("Rule | Condition | Conclusion", "R1 | Frog(x) | Green(x)"),
        ("Antecedent | Consequent", "Rain | Wet"),
        ("Sentence | FOL | Revised FOL", "Kermit is no frog | Frog(kermit) | ¬Frog(kermit)"),
        ("Sentence | FOL", "Kermit is a frog or a toad | Frog(kermit) | Toad(kermit)"),
    ],
)
def test_a_row_of_a_table_with_more_than_one_formula(head: str, row: str) -> None:
    text = f"Premises:\n| {head} |\n|{'---|' * (head.count('|') + 1)}\n| {row} |\nConclusion:\n{ASKED}\n"
    assert "table-row" in errors(text)


def test_a_row_of_a_table_with_one_formula() -> None:
    text = (
        f"Premises:\n| No. | Sentence | FOL |\n|---|---|---|\n| 1 | Kermit (the frog) | {{0}} |\nConclusion:\n{ASKED}\n"
    )
    assert formulas(text.format(f"`{FACT}`")) == [FACT, ASKED]
    assert formulas(text.format(r"Frog(kermit) \| Toad(kermit)")) == ["Frog(kermit) ∨ Toad(kermit)", ASKED]
    assert formulas(text.format(FACT).replace(" |\n", "\n")) == [FACT, ASKED]


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


@pytest.mark.parametrize(
    "tail",
    ["**Step 4: Evaluate**\nKermit is a frog, so he is green.", "### Step-by-step evaluation\n1. Frog(kermit) is so.",
     "A) True\nB) False\nC) Unknown", "(A) True\n(B) False", "###", "<|eot_id|>", "<|im_end|>\n", "</s>"],
)  # fmt: skip
def test_what_stands_behind_a_goal(tail: str) -> None:
    assert formulas(f"{PLAIN}{tail}") == [RULE, FACT, ASKED]
    assert errors(f"{PLAIN}A) Green(piggy)\nB) False\n")


def test_signs_of_a_heading_alone_are_nothing() -> None:
    assert formulas(f"###\n{PLAIN.replace(FACT, f'###{chr(10)}{FACT}')}###\n") == [RULE, FACT, ASKED]
    assert formulas(f"{PLAIN[:-1]} ::: Kermit is green.<|eot_id|>") == [RULE, FACT, ASKED]


def test_a_rest_that_is_no_sentence_is_no_comment() -> None:
    """Behind a comparison ``%`` may go on with the formula."""
    assert read_program("Premises:\nm = n % 3\nConclusion:\nm = 1\n").program is None
    reading = read_program("Premises:\nm = 7 % the number of moons\nConclusion:\nm = 7\n")
    assert reading.program is not None
    assert reading.program.premises[0].gloss == "the number of moons"
