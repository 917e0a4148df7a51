"""What a program is wrapped in: Markdown, fences, tables, LaTeX, JSON, comments, thoughts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers import Constant, Program, Statement, prove, read_program, write_program
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.notation.printer import print_formula

from ..outlines import ASKED, FACT, PLAIN, READ, RULE, codes, errors, formulas, text

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
    {"predicates": ["Frog(x)"],
     "premises": [f"{RULE} ::: Frogs are green", FACT], "conclusion": ASKED},
    {"premises": [RULE.replace("∀", "\\forall ").replace("→", "\\to"), FACT], "conclusion": ASKED},
]  # fmt: skip
FILES = {
    "tptp": "fof(a1, axiom, {0}(a)).\nfof(c, conjecture, {1}(a)).\n",
    "prover9": "formulas(assumptions).\n{0}(a).\nend_of_list.\nformulas(goals).\n{1}(a).\nend_of_list.\n",
    "smtlib": "(declare-sort A)\n(declare-const a A)\n(declare-fun p (A) Bool)\n(declare-fun q (A) Bool)\n"
    "(assert ({0} a))\n(assert (not ({1} a)))\n(check-sat)\n",
}


def test_environments() -> None:
    align = "\\begin{align*}\n& \\forall x\\, (Frog(x) \\rightarrow Green(x)) \\\\\n& Frog(kermit) \\\\\n"
    assert formulas(f"{align}& \\therefore Green(kermit)\n\\end{{align*}}\n") == READ


def test_native_languages_with_prose_around() -> None:
    tptp = (
        "Here it is:\n```tptp\n% Goal: it is green\nfof(a, axiom, frog(k)).\nfof(g, conjecture, frog(k)).\n```\nDone!\n"
    )
    assert str(prove(tptp).verdict) == "entailed"
    smt = (
        "```smt2\n; Premises:\n(declare-const p Bool)\n(assert p)\n; Conclusion:\n(assert (not p))\n(check-sat)\n```\n"
    )
    assert str(prove(smt).verdict) == "entailed"
    comment = "/* This problem is about\n   the men of the town. */\nfof(a, axiom, p).\nfof(g, conjecture, q).\n"
    assert str(prove(comment).verdict) == "unknown"
    assert errors("fof(a, axiom, p).\nffo(b, axiom, q).\nfof(g, conjecture, p).\n") == ["unexpected-token"]
    assert errors("FOL: p\nFOL\n")


@given(mark=marks, premises=heads, goal=heads, before=around, after=around)
def test_markdown_changes_no_program(mark: str, premises: str, goal: str, before: str, after: str) -> None:
    lines = [mark.format(formula) for formula in (RULE, FACT, ASKED)]
    head, foot = premises.format("Premises"), goal.format("Conclusion")
    text = f"{before}{head}\n{lines[0]}\n{lines[1]}\n\n{foot}\n{lines[2]}\n\n{after}"
    assert formulas(text) == READ, text


@pytest.mark.parametrize("marks", ["''", '""', "“”"])
def test_a_formula_wholly_in_quotes(marks: str) -> None:
    rule, fact, asked = (f"{marks[0]}{formula}{marks[1]}" for formula in READ)
    assert formulas(text(f"{rule}\n{fact} ::: He is one.", asked)) == READ


@pytest.mark.parametrize("tag", ["think", "thinking", "Reasoning"])
def test_what_was_thought_before_the_answer(tag: str) -> None:
    thought = f"<{tag}>\nPremises:\nFrog(piggy)\nConclusion: Green(piggy)\nNo, wait.\n</{tag}>\n"
    for before in (thought, thought.removeprefix(f"<{tag}>"), f"{thought}\n{thought}"):
        assert formulas(before + PLAIN) == READ
        assert {d.code for d in read_program(before + PLAIN).diagnostics} == {"prose"}
    smt = "(declare-const p Bool)\n(assert p)\n(assert (not p))\n(check-sat)\n"
    assert str(prove(f"{thought}```smt2\n{smt}```\n").verdict) == "entailed"
    assert errors(f"<{tag}>\n{PLAIN}") == ["cut-off"]
    assert formulas(f"{PLAIN}<{tag}>\nIt is a frog.\n</{tag}>\n") == READ
    assert read_program(f"{PLAIN}</{tag}>\n").program is None


@pytest.mark.parametrize("sign", ["#", "--", "//", "%", "%%"])
def test_a_formula_behind_the_sign_of_a_comment(sign: str) -> None:
    written = text(f"{RULE}\n{sign} {{0}}\n{FACT}")
    assert errors(written.format("Frog(piggy)")) == ["commented-formula"]
    for said in ("all frogs are green", "the frog", "that is a law of nature"):
        assert errors(written.format(said)) or (
            formulas(written.format(said)),
            "prose" in codes(written.format(said)),
        ) == (
            READ,
            True,
        )
    assert formulas(f"{sign} Premises:\n{RULE}\n{FACT}\n{sign} Conclusion:\n{ASKED}\n") == READ
    assert formulas(text("--Frog(a)\nFrog(b)"))[0] == "¬¬Frog(a)"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\text{Knows}(\text{and}, b)", 'Knows("and", b)'), (r"\text{2. } Frog(a)", "Frog(a)"),
        (r"$Frog(a) \text{ and } Red(a)$", "Frog(a) ∧ Red(a)"), (r"\text{not } Frog(a)", "¬Frog(a)"),
        (r"$\text{Pilot}(\text{Eva Moon})$", 'Pilot("Eva Moon")'),
        (r"Frog(b) \to \text{Knows}(b, \text{Eva Moon})", 'Frog(b) → Knows(b, "Eva Moon")'),
        (r"Frog(b) \lor \neg \text{Is cold}", 'Frog(b) ∨ ¬"Is cold"'),
    ],
)  # fmt: skip
def test_words_and_signs_of_latex(written: str, read: str) -> None:
    assert formulas(f"Premises:\n{written}\nConclusion:\n{ASKED}\n")[0] == read


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("value", OBJECTS)
def test_json_is_refused(value: dict[str, object], indent: int | None) -> None:
    whole = json.dumps(value, indent=indent, ensure_ascii=False)
    assert all(errors(whole[:at]) for at in range(1, len(whole)))
    assert errors(whole)[0] == "json"


@pytest.mark.parametrize(
    "written",
    [
        f"| Role | FOL |\n|---|---|\n| Premise 1 | {RULE} |\n| Fact | {FACT} |\n| Conclusion | {ASKED} |\n",
        text(f"| 1 | {FACT} | Kermit is a frog. |"), text(f"| FOL |\n|---|\n| {FACT} |"),
        text("| R1 | Frog(kermit) | Green(kermit) |"), text("| Rain | Wet |"),
    ],
)  # fmt: skip
def test_tables_are_refused(written: str) -> None:
    assert errors(written)


@pytest.mark.parametrize("language", FILES)
def test_a_file_stands_in_one_fence(language: str) -> None:
    whole = [f"```\n{FILES[language].format(*names)}```\n" for names in ("pq", "qq")]
    reading = read_program(f"**Problem 1**\n\n{whole[1]}\n")
    assert reading.program is not None, reading.diagnostics
    assert print_formula(reading.program.goal.formula) == "q(a)"
    for several in (f"First:\n{whole[0]}Second:\n{whole[1]}", f"{FILES[language].format(*'pq')}\n{whole[1]}"):
        assert "several-problems" in errors(several)


@pytest.mark.parametrize("name", ["__init__", "__x", "x__", "__", "___"])
def test_names_are_no_bold_text(name: str) -> None:
    assert formulas(f"Premises:\nP({name})\nConclusion:\nP(a)\n")[0] in (f"P({name})", f'P("{name}")')
    program = Program((Statement(Atom(name)),), Statement(Atom(name)), constants=(Constant(name),))
    assert read_program(write_program(program)).program == program
    assert formulas(f"__Premises:__\n__{FACT}__\n__Conclusion:__\n{ASKED}\n") == [FACT, ASKED]
