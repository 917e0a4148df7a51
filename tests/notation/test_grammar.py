"""The grammar of programs: what it allows is read as it stands, and what is printed it allows."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
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


@given(st.deferred(lambda: from_lark(Lark(grammar("lark")), start="start", explicit=NAMES)))
def test_what_the_grammar_allows_is_read_as_it_stands(text: str) -> None:
    reading = read_program(text)
    faults = [d for d in reading.diagnostics if d.level is not Level.WARNING]
    assume("arity-clash" not in {d.code for d in faults})
    assert faults == [], text
    assert reading.program is not None
    lark().parse(write_program(reading.program))


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_words_of_the_language_are_no_names(word: str) -> None:
    shape = grammar("gbnf")
    for rule in ("constant", "predicate"):
        [body] = re.findall(rf"(?m)^{rule} ::= (.*)$", shape)
        pattern = re.compile(body.replace('"', "").replace(" ", ""))
        assert pattern.fullmatch(word) is None
        assert pattern.fullmatch(f"{word}s2") is not None or word[0].isupper() is not (rule == "predicate")


@given(st.text("abeilnotruxAENOT01", min_size=1, max_size=6))
def test_both_forms_have_the_same_names(name: str) -> None:
    terminals = dict(re.findall(r"(?m)^([A-Z]+)(?:\.-?\d)?: /(.*)/$", grammar("lark")))
    for rule in ("constant", "predicate"):
        [body] = re.findall(rf"(?m)^{rule} ::= (.*)$", grammar("gbnf"))
        spelt = re.compile(body.replace('"', "").replace(" ", ""))
        assert bool(spelt.fullmatch(name)) is bool(re.fullmatch(terminals[rule.upper()], name))


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
