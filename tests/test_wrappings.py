"""What a program is wrapped in: Markdown, fences, tables, LaTeX, JSON, comments, thoughts."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sorites.solvers import Constant, Program, Statement, write_program
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.printer import print_formula

from .outlines import ASKED, FACT, PLAIN, READ, RULE, codes, errors, formulas, program, said, table, text

marks = st.sampled_from(["{}", "- {}", "* {}", "1. {}", "`{}`", "- `{}`", "**{}**", "(1) {}", "> {}", "  {}  ", "${}$"])
heads = st.sampled_from(["{}:", "### {}", "**{}:**", "## {}:", "{}"])
around = st.sampled_from(
    ["", "Here is the program that you asked for:\n", "```\n", "I hope this helps you!\n", "---\n"]
)
OBJECTS = [
    {"premises": [RULE, FACT], "conclusion": ASKED},
    {"facts": f"{RULE}\n{FACT}", "query": [ASKED], "answer": True, "id": 7},
    {"premises": [RULE, FACT], "goal": {"formula": ASKED, "text": "Kermit is green."}},
    {"predicates": {"Frog(x)": "x is a frog"}, "premises_fol": [RULE, FACT], "conclusionFOL": ASKED},
    {"program": {"rules": [{"nl": 'A "frog" is green', "fol": RULE}],
                 "facts": [{"fol": FACT, "nl": "He is"}], "goal": ASKED}},
    {"predicates": ["Frog(x)"], "premises": [f"{RULE} ::: Frogs are green", FACT], "conclusion": ASKED},
    {"premises": [RULE.replace("∀", "\\forall ").replace("→", "\\to"), FACT], "conclusion": ASKED},
]  # fmt: skip
FILES = {
    "tptp": "fof(a1, axiom, {0}(a)).\nfof(c, conjecture, {1}(a)).\n",
    "prover9": "formulas(assumptions).\n{0}(a).\nend_of_list.\nformulas(goals).\n{1}(a).\nend_of_list.\n",
    "smtlib": "(declare-sort A)\n(declare-const a A)\n(declare-fun p (A) Bool)\n(declare-fun q (A) Bool)\n"
    "(assert ({0} a))\n(assert (not ({1} a)))\n(check-sat)\n",
}


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(mark=marks, premises=heads, goal=heads, before=around, after=around)
def test_markdown_changes_no_program(mark: str, premises: str, goal: str, before: str, after: str) -> None:
    rule, fact, asked = (mark.format(formula) for formula in READ)
    head, foot = premises.format("Premises"), goal.format("Conclusion")
    assert formulas(f"{before}{head}\n{rule}\n{fact}\n\n{foot}\n{asked}\n\n{after}") == READ


def test_tables_and_environments() -> None:
    rows = f"Premises:\n| No. | Formula | Meaning |\n|---|---|---|\n| 1 | {RULE} | Frogs are green. |\n"
    rows += f"| 2 | `{FACT}` | Kermit is a frog. |\n\nConclusion:\n{ASKED}\n"
    assert formulas(rows) == READ
    assert program(rows).premises[1].gloss == "Kermit is a frog."
    latex = [one.replace("∀", r"\forall ").replace("→", r"\to") for one in READ]
    for written in (
        "\\begin{{align*}}\n& {} \\\\\n& {} \\\\\n& \\therefore {}\n\\end{{align*}}\n",
        r"\begin{{align*}} &\text{{1. }} {} \\ &\text{{2. }} {} \\ \therefore\ & {} \end{{align*}}",
        "\\begin{{align}}\n\\text{{(1)}}\\; & {} \\\\\n\\text{{(2)}}\\; & {}\n\\end{{align}}\n\\[\\therefore {}\\]\n",
    ):
        assert formulas(written.format(*latex)) == READ


@table("""
written  verdict
Here it is:⏎```tptp⏎% Goal: it is green⏎fof(a, axiom, p(k)).⏎fof(g, conjecture, p(k)).⏎```⏎Done!⏎  entailed
```smt2⏎; Premises:⏎(declare-const p Bool)⏎(assert p)⏎; Conclusion:⏎(assert (not p))⏎(check-sat)⏎```⏎  entailed
/* This problem is about⏎the men of the town. */⏎fof(a, axiom, p).⏎fof(g, conjecture, q).⏎  unknown
fof(a, axiom, p).⏎ffo(b, axiom, q).⏎fof(g, conjecture, p).⏎  unexpected-token
""")
def test_native_languages_with_prose_around(written: str, verdict: str) -> None:
    assert said(written) == verdict


@pytest.mark.parametrize("language", FILES)
def test_a_file_stands_in_one_fence(language: str) -> None:
    whole = [f"```\n{FILES[language].format(*names)}```\n" for names in ("pq", "qq")]
    assert print_formula(program(f"**Problem 1**\n\n{whole[1]}\n").goal.formula) == "q(a)"
    for several in (f"First:\n{whole[0]}Second:\n{whole[1]}", f"{FILES[language].format(*'pq')}\n{whole[1]}"):
        assert "several-problems" in errors(several)
    assert errors(f"```\n{PLAIN}```\nDone.\n") or formulas(f"```\n{PLAIN}```\nDone.\n") == READ


@pytest.mark.parametrize("name", ["Goal", "None", "Premises", "__init__", "__x", "x__", "__", "___"])
def test_names_are_no_headings_and_no_bold_text(name: str) -> None:
    named = Program((Statement(Atom(name)),), Statement(Atom(name)), constants=(Constant(name),))
    assert program(write_program(named)) == named
    if "_" in name:
        assert formulas(text(f"P({name})", "P(a)"))[0] in (f"P({name})", f'P("{name}")')
    assert formulas(f"__Premises:__\n__{FACT}__\n__Conclusion:__\n{ASKED}\n") == [FACT, ASKED]


@pytest.mark.parametrize("marks", ["''", '""', "“”"])
def test_a_formula_wholly_in_quotes(marks: str) -> None:
    rule, fact, asked = (f"{marks[0]}{formula}{marks[1]}" for formula in READ)
    assert formulas(text(f"{rule}\n{fact} ::: He is one.", asked)) == READ


@pytest.mark.parametrize("tag", ["think", "thinking", "Reasoning"])
def test_what_was_thought_before_the_answer(tag: str) -> None:
    thought = f"<{tag}>\nPremises:\nFrog(piggy)\nConclusion: Green(piggy)\nNo, wait.\n</{tag}>\n"
    for before in (thought, thought.removeprefix(f"<{tag}>"), f"{thought}\n{thought}"):
        assert formulas(before + PLAIN) == READ
        assert codes(before + PLAIN) == {"prose"}
    assert said(f"{thought}```smt2\n(declare-const p Bool)\n(assert p)\n(assert (not p))\n```\n") == "entailed"
    assert errors(f"<{tag}>\n{PLAIN}") == ["cut-off"]
    assert formulas(f"{PLAIN}<{tag}>\nIt is a frog.\n</{tag}>\n") == READ
    assert errors(f"{PLAIN}</{tag}>\n")


@pytest.mark.parametrize("sign", ["#", "--", "//", "%", "%%"])
def test_a_formula_behind_the_sign_of_a_comment(sign: str) -> None:
    assert errors(text(f"{RULE}\n{sign} Frog(piggy)\n{FACT}")) == ["commented-formula"]
    for remark in ("all frogs are green", "the frog", "that is a law of nature"):
        written = text(f"{RULE}\n{sign} {remark}\n{FACT}")
        assert errors(written) or (formulas(written), "prose" in codes(written)) == (READ, True)
    assert formulas(text("#{x | P(x)} = 2", "P(a)"))[0] == "∃=2 x P(x)"
    assert formulas(f"{sign} Premises:\n{RULE}\n{FACT}\n{sign} Conclusion:\n{ASKED}\n") == READ
    assert formulas(text("--Frog(a)\nFrog(b)"))[0] == "¬¬Frog(a)"


@table(r"""
written  read
\text{Knows}(\text{and}, b)  Knows("and", b)    \text{2. } Frog(a)  Frog(a)    \text{not } Frog(a)  ¬Frog(a)
$Frog(a) \text{ and } Red(a)$  Frog(a) ∧ Red(a)    $\text{Pilot}(\text{Eva Moon})$  Pilot("Eva Moon")
Frog(b) \to \text{Knows}(b, \text{Eva Moon})  Frog(b) → Knows(b, "Eva Moon")
Frog(b) \lor \neg \text{Is cold}  Frog(b) ∨ ¬"Is cold"    Frog(a) \text{ but } Red(a)  ""    a \not= b  ""
\forall x \colon Frog(x)  ""    &forall;x Frog(x)  ""
""")
def test_words_and_signs_of_latex(written: str, read: str) -> None:
    assert formulas(text(written))[0] == read if read else errors(text(written))


@pytest.mark.parametrize("value", OBJECTS)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```\n", "Here it is:\n\n```\n{}\n```\nI hope that it helps.\n"])
def test_an_object_of_json(value: dict[str, object], indent: int | None, around: str) -> None:
    for plain in (True, False):
        written = around.replace("{}", json.dumps(value, indent=indent, ensure_ascii=plain))
        assert formulas(written) == READ
        goal = program(written).goal.span
        assert goal is not None
        assert written[goal.start : goal.end] == ASKED


def test_glosses_and_names_in_json() -> None:
    value = {"premises": [{"text": "All frogs", "formula": RULE}, {"formula": FACT, "text": "He is \"one\""}],
             "conclusion": 'Knows(kermit, "Ann Lee")'}  # fmt: skip
    for indent in (None, 1):
        found = program(json.dumps(value, indent=indent))
        assert [one.gloss for one in found.premises] == ["All frogs", 'He is "one"']
        assert print_formula(found.goal.formula) == 'Knows(kermit, "Ann Lee")'


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"stuff": [RULE], "premises": [FACT]}, "unknown-section"), ({"premises": [RULE, [FACT]]}, "json-value"),
        ({"premises": [RULE, "Kermit is a very small frog"]}, "not-a-formula"),
        ({"premises": [f"{FACT} ∧", "Red(a)"]}, "unexpected-end"), ({"premises": {"P1": FACT}}, "unknown-key"),
        *(({"premises": [{"formula": RULE, key: "no"}]}, "unknown-key") for key in ("fol", "value", "status")),
        ({"premises": ["Kermit is a frog"], "premises-FOL": [FACT]}, "not-a-formula"),
        ({"facts": {"Toad(kermit)": False}}, "json-value"), ({"conclusions": [ASKED, FACT]}, "extra-conclusion"),
    ],
)  # fmt: skip
def test_json_that_leaves_it_open_what_is_stated(value: dict[str, object], code: str) -> None:
    whole = {"premises": [FACT], **value, **({} if "conclusions" in value else {"goal": ASKED})}
    assert errors(json.dumps(whole)) == [code]


def test_json_that_was_cut_is_no_program() -> None:
    whole = json.dumps({"premises": [RULE, FACT], "conclusion": ASKED})
    assert all(errors(whole[:at]) for at in range(1, len(whole)))


ROLES = f"| Role | FOL |\n|---|---|\n| Premise 1 | {RULE} |\n| Fact | {FACT} |\n| Conclusion | {ASKED} |\n"
ROW = text("| No. | Sentence | FOL |\n|---|---|---|\n| 1 | Kermit (the frog) | {0} |")


@pytest.mark.parametrize(
    ("written", "first"),
    [
        (ROW.format(f"`{FACT}`"), FACT), (ROW.format(FACT).replace(" |\n", "\n"), FACT),
        (ROW.format(r"Frog(kermit) \| Toad(kermit)"), "Frog(kermit) ∨ Toad(kermit)"), (text(f"{RULE},\n{FACT},"), RULE),
        (text("Frog(x),\nWet(x) → Green(x)\nFrog(a)"), "∀x ((Frog(x) ∧ Wet(x)) → Green(x))"),
    ],
)  # fmt: skip
def test_tables_and_lists(written: str, first: str) -> None:
    assert errors(written) or formulas(written)[0] == first


@table("""
head  row
If | Then  Frog(kermit) | Green(kermit)    Rule | Condition | Conclusion  R1 | Frog(x) | Green(x)
Antecedent | Consequent  Rain | Wet    FOL | Holds  Frog(kermit) | no    Formula | Truth value  Frog(b) | False
Sentence | FOL | Revised FOL  Kermit is no frog | Frog(kermit) | ¬Frog(kermit)
Sentence | FOL  Kermit is a frog or a toad | Frog(kermit) | Toad(kermit)
""")
def test_tables_that_leave_it_open_what_is_stated(head: str, row: str) -> None:
    assert errors(text(f"| {head} |\n|{'---|' * (head.count('|') + 1)}\n| {row} |"))
    assert errors(ROLES)
