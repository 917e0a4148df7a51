"""Printing and reading again gives the same tree, in every dialect."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fuzz import SEEDS, mutated
from sorites.solvers import Constant, Level, Predicate, Program, Semantics, Statement, read_program, write_program
from sorites.solvers.logic.errors import Unprintable
from sorites.solvers.logic.syntax import ARITHMETIC, Atom, Cmp, Eq, Exists, Fn, Forall, Formula, Implies, Num, Term, Var
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.printer import SIGNS, print_formula, writable
from sorites.solvers.notation.scanner import places, quote, tokenize
from sorites.solvers.notation.signs import DIALECTS, PROVER9, RULES, SMTLIB, TPTP, Dialect

from ..outlines import errors
from ..outlines import text as text_of
from ..scripts import parse_script
from ..strategies import formulas, names, unsorted

INFIX = [d for d in DIALECTS.values() if d.name in SIGNS and d not in (SMTLIB, RULES)]


def _is_foreign(node: Formula | Term, dialect: Dialect) -> bool:
    """Return whether files of a prover have no such thing: names that are no words; in LADR numbers, too."""
    name = node.name if isinstance(node, Fn | Atom) else "a"
    calculates = isinstance(node, Num | Cmp) or name in ARITHMETIC
    calculates = calculates or quote(name) != f'"{name}"'  # LADR has no escapes
    looks = isinstance(node, Atom) and not node.args and "u" <= name[0] <= "z"  # as variables do
    return (dialect is PROVER9 and (calculates or looks)) or not (name in ARITHMETIC or any(map(str.isalpha, name)))


@given(formula=formulas())
def test_every_dialect(formula: Formula) -> None:
    for dialect in INFIX:
        if dialect.terminated and any(_is_foreign(node, dialect) for node in walk(formula)):
            continue
        text = print_formula(formula, dialect)
        again, diagnostics = parse_formula(text, dialect)
        assert again == writable(formula, dialect), (dialect.name, text, diagnostics)
        assert {d.code for d in diagnostics} <= {"vacuous-quantifier", "free-variable"}
    text = print_formula(formula, SMTLIB)
    formulas_again, diagnostics = parse_script(text)
    assert not diagnostics, text
    assert [unsorted(f) for f in formulas_again] == [unfolded(formula)], text


def test_rules_are_read_only() -> None:
    with pytest.raises(Unprintable, match="another notation"):
        print_formula(Exists("x", Atom("P", (Var("x"),))), RULES)


letters = st.characters(exclude_categories=("Cs", "Cf"), exclude_characters="*`$_\\")  # what is no part of a gloss
glosses = (
    st.text(letters, max_size=20)
    .map(lambda s: " ".join(s.split()))
    .filter(
        # As 'false' alone takes back its formula, and what looks like one is refused beside a name.
        lambda gloss: not errors(f"Constants:\na ::: {gloss}\n" + text_of(f"P(a) ::: {gloss}", "P(a)"))
    )
)


@given(
    premises=st.lists(st.tuples(formulas(depth=2), glosses), max_size=4),
    goal=formulas(depth=2),
    declared=st.lists(st.tuples(names, st.lists(st.sampled_from(["x", "y"]), max_size=2), glosses), max_size=3),
    named=st.lists(st.tuples(names, glosses), max_size=3),
    semantics=st.sampled_from(Semantics),
)
def test_programs(
    premises: list[tuple[Formula, str]],
    goal: Formula,
    declared: list[tuple[str, list[str], str]],
    named: list[tuple[str, str]],
    semantics: Semantics,
) -> None:
    predicates = tuple(Predicate(name, tuple(params), gloss) for name, params, gloss in declared)
    constants = tuple(Constant(name, gloss) for name, gloss in named)
    statements = tuple(Statement(f, g) for f, g in premises)
    made = Program(statements, Statement(goal, "asked"), predicates=predicates, constants=constants).under(semantics)
    text = write_program(made)
    assert read_program(text, DIALECTS["unicode"]).program == made, text


# -- anything at all: a diagnostic or a tree, never a traceback -------------------

PIECES = [
    *"( ) [ ] { } , . : ; ∀ ∃ ¬ ∧ ∨ ⊕ → ↔ = ≠ < ≤ + - * ^ ! ? | & ~ $ \\ \" ' _ … ∈".split(),
    *"forall exists all not and or P(x) Q(a,b) x y a 3 4.5 \\forall \\text{a} $x >>> True".split(),
    *"fof( ::: Premises: FOL:".split(),
    " ", "\n", "é", "\x00", "∀x", "’",
]  # fmt: skip


def damaged(rng: random.Random) -> str:
    """Return random text, or a program with pieces cut out, put in and swapped."""
    if rng.random() < 0.4:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 40)))
    if rng.random() < 0.2:
        return bytes(rng.randrange(256) for _ in range(rng.randint(0, 60))).decode("latin-1")
    text = (
        "Predicates:\nP(x) ::: x is p\nPremises:\n∀x (P(x) → (Q(x) ∧ ¬R(x, a))) ::: all p\nP(a) ⊕ x = 3 + 4\n"
        "Conclusion:\n∃y R(y, a) ::: some\n"
    )
    for _ in range(rng.randint(1, 8)):
        i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        text = text[:i] + rng.choice(PIECES) * rng.randint(0, 2) + text[min(j, i + 3) :]
    return text


def read_or_refused(text: str, dialect: Dialect | None) -> None:
    """Test that a text is read, or refused at a place in it."""
    reading = read_program(text, dialect)
    assert (reading.first is None) is reading.failed is any(d.level is Level.ERROR for d in reading.diagnostics)
    for found in reading.diagnostics:
        assert found.show(text)
        for span in (found.span, *found.also):
            assert span is None or 0 <= span.start <= span.end <= len(text) + 1, (text, found)


@pytest.mark.parametrize("seed", range(3))
def test_thousands_of_texts(seed: int) -> None:
    rng = random.Random(seed)
    dialects = list(DIALECTS.values())
    for _ in range(50):
        read_or_refused(mutated(rng.choice(SEEDS), rng), None)
    for _ in range(300):
        text = damaged(rng)
        dialect = rng.choice([None, *dialects])
        read_or_refused(text, dialect)
        chosen = dialect if dialect not in (None, SMTLIB) else DIALECTS["unicode"]
        assert chosen is not None
        formula, found = parse_formula(text, chosen)
        assert formula is not None or any(d.level is Level.ERROR for d in found)
        tokens, _ = tokenize(text, chosen)
        assert [text[s.start : s.end] for s in places(text)[:-1]] == tokens


PIECES_OF_LONG_TEXTS = [
    *"“ \" \"\\ ' '\\ ` \\text{ \\ ( ) [ _ - a- a. 1. 1 9 a( a(b, $ $x ∀ ∀x ¬ = | (| /* * ; ::: ( é".split(),
    *"all~x~ all~x,~ exists~x~( P(x)~∧~ P(x)~→~ a~+~ x,~ #~ **~ a:~ a~:::~ 1~<~ ∃!x~ ∀x~∈~S~ p~^~".split(),
    *"(assert~ (assert~p) fof(a,axiom, formulas(a).".split(),
    " ", "\t", "\n", "% \n", "fof(a,axiom,p).\n", "Premises:\n", ";\n", "FOL: P(a)\n", "\x00", "```\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES_OF_LONG_TEXTS, ids=ascii)
def test_long_texts_take_linear_time(piece: str) -> None:
    """A reader that is quadratic anywhere does not come to the end of these."""
    piece = piece.replace("~", " ")
    long = piece * (3_000 // len(piece))
    for text in (long, f"Premises:\n{long}\nConclusion:\nP(a)\n", f"a{long}b", f"Predicates:\na {long} b: x\n"):
        reading = read_program(text)
        assert reading.first is not None or reading.diagnostics
    for dialect in INFIX:
        formula, diagnostics = parse_formula(long, dialect)
        assert formula is not None or diagnostics


@pytest.mark.parametrize("name", ["all", "exists", "nor", "not", "some", "two words", "3", "_"])
@pytest.mark.parametrize("dialect", INFIX, ids=lambda d: d.name)
def test_variables_are_never_words_of_the_dialect(dialect: Dialect, name: str) -> None:
    formula = Forall(name, Implies(Atom("Odd", (Var(name), Fn("all_"))), Exists("y", Eq(Var(name), Var("y")))))
    text = print_formula(formula, dialect)
    again, diagnostics = parse_formula(text, dialect)
    assert again is not None, (text, diagnostics)
    assert not diagnostics
    assert print_formula(again, dialect) == text
    assert again == formula or dialect is not TPTP
