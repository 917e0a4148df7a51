"""The grammar of programs: what it allows is read as it stands, and what is printed it allows."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from sorites.solvers import Level, read_program, write_program
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.grammar import RESERVED, grammar
from sorites.solvers.notation.headings import HEADINGS
from sorites.solvers.notation.signs import TABLE, Sign

NAMES = {
    "CONSTANT": st.sampled_from("anne bob newYork mother xy uv zx ab block1".split()),
    "PREDICATE": st.sampled_from("Kind P Q1 Likes BornIn Tall X".split()),
    "GLOSS": st.sampled_from([" ::: Anne is kind.", " ::: x likes y: 1, 2 (or so)", " ::: ∀x → ¬"]),
}


@functools.cache
def lark() -> Lark:
    return Lark(grammar("lark"), parser="lalr")


@settings(max_examples=30)
@given(st.deferred(lambda: from_lark(Lark(grammar("lark")), start="start", explicit=NAMES)))
def test_what_the_grammar_allows_is_read_as_it_stands(text: str) -> None:
    reading = read_program(text)
    faults = [d for d in reading.diagnostics if d.level is not Level.WARNING]
    assume("arity-clash" not in {d.code for d in faults})
    assert faults == [], text
    assert reading.program is not None
    lark().parse(write_program(reading.program))


@functools.cache
def names(rule: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the names that a rule allows, in both forms of the grammar."""
    [body] = re.findall(rf"(?m)^{rule} ::= (.*)$", grammar("gbnf"))
    [terminal] = re.findall(rf"(?m)^{rule.upper()}(?:\.-?\d)?: /(.*)/$", grammar("lark"))
    return re.compile(body.replace('"', "").replace(" ", "")), re.compile(terminal)


@given(st.text("abeilnotruxAENOT01", min_size=1, max_size=6))
def test_names_are_those_of_both_forms_and_no_words_of_the_language(name: str) -> None:
    for rule in ("constant", "predicate"):
        one, other = names(rule)
        assert bool(one.fullmatch(name)) is bool(other.fullmatch(name))
        assert not any(one.fullmatch(word) for word in RESERVED)


def test_the_page_on_the_language_has_all_signs_and_headings() -> None:
    page = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"(?m)^\| ([^ `|]+) \| (.*) \|$", page))
    for sign in TABLE:
        if sign.power or sign.kind[0].isalpha():
            shown = {f"`{one}`".replace("␣", " ").replace("|", "\\|") for one in sign.spellings.split()}
            assert {*re.findall(r"`[^`]+`", rows[sign.kind])} == shown
            assert not sign.power or f"| {sign.power}" in rows[sign.kind]
    for kind, phrases in HEADINGS.items():
        assert rows[kind] == ", ".join(phrases.split()).replace("+", " ")


@pytest.mark.parametrize("sign", [sign for sign in TABLE if sign.joins or sign.chains or sign.kind == "not"])
def test_a_sign_is_read_in_all_its_spellings(sign: Sign) -> None:
    for spelling in sign.spellings.split():
        shown = spelling.replace("␣", " ")
        text = f"{shown} p(a)" if sign.kind == "not" else f"p(a) {shown} q(a)"
        formula, diagnostics = parse_formula(text)
        assert formula is not None, text
        assert not diagnostics
