"""Files of Prover9: every list by its role, every symbol by LADR's grammar, the same verdict as the real program."""

import random

import pytest

from sorites.solvers import Verdict, prove, read_program
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.registry import engine

from .differential import COUNT, Ladr, ours, prover9


def file(assumptions: str = "", goals: str = "", before: str = "") -> str:
    """Return a file of two lists."""
    lists = ((name, text) for name, text in (("assumptions", assumptions), ("goals", goals)) if text)
    return before + "".join(f"formulas({name}).\n{text}\nend_of_list.\n" for name, text in lists)


def verdict(text: str) -> Verdict:
    """Return what is said of a file, which must be readable."""
    reading = read_program(text)
    assert reading.program is not None, reading.diagnostics
    return prove(text).verdict


def levels(text: str) -> list[tuple[str, str]]:
    """Return level and code of all that is said of a file, every one with a place."""
    found = read_program(text).diagnostics
    assert all(d.span is not None for d in found if not d.code.startswith(("goal-", "arity-", "predicate-"))), found
    return [(d.level, d.code) for d in found]


def premises(text: str) -> list[str]:
    """Return the premises of a file as text."""
    program = read_program(text).program
    assert program is not None, read_program(text).diagnostics
    return [print_formula(p.formula) for p in program.premises]


@pytest.mark.parametrize("name", ["assumptions", "sos", "usable", "demodulators"])
@pytest.mark.parametrize("kind", ["formulas", "clauses"])
def test_lists_of_premises(kind: str, name: str) -> None:
    text = f"{kind}({name}).\nf(x) = a.\nend_of_list.\n" + file(goals="f(b) = a.")
    assert verdict(text) is Verdict.ENTAILED


@pytest.mark.parametrize("head", ["formulas(facts)", "clauses(goal)", "formulas(premises)", "formulas(hints)"])
def test_lists_that_prover9_does_not_know(head: str) -> None:
    text = f"{head}.\np(a).\nend_of_list.\n" + file("p(a).", "p(a).")
    assert levels(text) == [("error", "unknown-list")]


@pytest.mark.parametrize(
    ("assumptions", "goal", "plain", "prolog"),
    [
        ("sees(x, ben).", "sees(ann, ben).", Verdict.ENTAILED, Verdict.UNKNOWN),
        ("cat(X) -> soft(X).\ncat(tom).", "soft(tom).", Verdict.UNKNOWN, Verdict.ENTAILED),
    ],
)
def test_style_of_variables(assumptions: str, goal: str, plain: Verdict, prolog: Verdict) -> None:
    text = file(assumptions, goal)
    assert verdict(text) is plain
    assert verdict("set(prolog_style_variables).\n" + text) is prolog
    assert verdict(text + "set(prolog_style_variables).\n") is prolog  # wherever it stands
    both = "set(prolog_style_variables).\nclear(prolog_style_variables).\n"
    assert verdict(both + text) is plain


def test_names_from_u_to_z_are_variables_and_said() -> None:
    text = file("calm(zoe).", "calm(bert).")
    assert verdict(text) is Verdict.ENTAILED
    assert levels(text) == [("warning", "free-variable")]
    assert levels(file("calm(x).\ncalm(u2).", "calm(bert).")) == []


def test_capitals_are_constants_and_said() -> None:
    assert ("warning", "free-variable") in levels(file("cat(X) -> soft(X).\ncat(tom).", "soft(tom)."))


def test_symbols_of_arithmetic_are_plain_ones() -> None:
    group = "(x * y) * z = x * (y * z).\nx * e = x.\nx * x' = e."
    assert verdict(file(group, "e * x = x.")) is Verdict.ENTAILED
    assert verdict(file("x * y = x.", "a = b.")) is Verdict.UNKNOWN
    assert verdict(file("0 < 1 -> p.", "p.")) is Verdict.UNKNOWN
    assert verdict(file("q.", "1 + 1 = 2.")) is Verdict.UNKNOWN
    assert verdict(file("q.", "1 != 2.")) is Verdict.UNKNOWN
    assert verdict(file("-a = b.", "-(a = b).")) is Verdict.UNKNOWN  # the first one is about -a
    assert ("warning", "plain-symbols") in levels(file("x * y = x.", "a = b."))


@pytest.mark.parametrize("formula", ["x * y = times(x, y).", 'q("cat") -> q(cat).', "n0 = 0."])
def test_two_symbols_with_one_name_are_refused(formula: str) -> None:
    assert ("error", "same-name") in levels(file(formula, "p."))


def test_attributes() -> None:
    text = file(
        '-cat(x) | soft(x) # label("cats are\n soft.") # answer(x).\ncat(tom) # label(c2).', "soft(tom) # label(g)."
    )
    program = read_program(text).program
    assert program is not None
    assert [s.gloss for s in (*program.premises, program.goal)] == ["cats are soft.", "c2", "g"]
    assert verdict(text) is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        ("p & q | r -> s.", "((p ∧ q) ∨ r) → s"),
        ("p <- q & r.", "(q ∧ r) → p"),
        ("all n all m (p(n) & q(n)).", "∀n ∀m (p(n) ∧ q(n))"),
        ("all n n = a.", "∀n (n = a)"),
        ("all n exists m r(n, m) -> s.", "(∀n ∃m r(n, m)) → s"),
        ("p & all n -q(n).", "p ∧ (∀n ¬q(n))"),
        ("-(-p).", "¬¬p"),
        ("a1 != b1 | $F.", "a1 ≠ b1 ∨ ⊥"),
        ("p & q & r.", "p ∧ q ∧ r"),
    ],
)
def test_powers_of_operators(formula: str, read: str) -> None:
    assert premises(file(formula, "t.")) == [read]


@pytest.mark.parametrize("variable", ["x", "n"])
def test_quantifiers_reach_the_next_formula(variable: str) -> None:
    text = file(f"all {variable} p({variable}) -> q({variable}).", "t.")
    assert ("warning", "free-variable") in levels(text)
    assert premises(text) == ["∀x ((∀x p(x)) → q(x))" if variable == "x" else '(∀n p(n)) → q("n")']


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("p -> q -> r.", "ambiguous-operators"),
        ("x * y * z = x.", "ambiguous-operators"),
        ("a = b = c.", "ambiguous-operators"),
        ("p q.", "unexpected-token"),
        ("p(a, .", "unexpected-token"),
        ("p(3.5).", "unexpected-token"),
        ("p({a}).", "unexpected-token"),
        ("p([a, b]).", "unexpected-token"),
        ("p(q & r).", "formula-as-term"),
        ("p | y.", "term-as-formula"),
        ("p(a) v q(a).", "term-as-formula"),
        ("all x. p(x) -> q(x).", "unexpected-token"),
        ("(" * 200 + "p" + ")" * 200 + ".", "too-deep"),
    ],
)
def test_what_is_no_formula(formula: str, code: str) -> None:
    assert [c for level, c in levels(file(formula, "t.")) if level == "error"] == [code]


@pytest.mark.parametrize(
    "formula",
    ["all x. (cat(x) -> soft(x)).", "all x (cat(x) => soft(x)).", "∀ x cat(x).", "cat(a) and not soft(a).",
     "-all n p(n).", "a - b = c.", "cat(a)", "cat(a).\nend_of_list\nformulas(sos)."],
)  # fmt: skip
def test_what_ladr_does_not_have_is_refused(formula: str) -> None:
    assert {code for level, code in levels(file(formula, "t.")) if level == "error"} == {"unexpected-token"}


@pytest.mark.parametrize("cut", ["p(a).\nend_of_list.\nformulas(goals).\nmortal(socr", "p(a) ->", "p(a).\nq(b).\n"])
def test_files_that_were_cut_off(cut: str) -> None:
    assert [code for level, code in levels(f"formulas(assumptions).\n{cut}") if level == "error"] == ["cut-off"]


def test_files_without_goals() -> None:
    text = file("p(x) | q(x).\n-p(a).\n-q(a).")
    assert levels(text) == [("warning", "no-goal")]
    assert "formulas(goals)" in read_program(text).diagnostics[0].hint
    assert verdict(text) is Verdict.INCONSISTENT


def test_several_goals_are_asked_together() -> None:
    text = file("p(x).", "p(a).\nq(b).")
    assert levels(text) == [("warning", "several-goals")]
    assert verdict(text) is Verdict.UNKNOWN


@pytest.mark.parametrize(
    "command", ["op(400, infix, likes)", "list(weights)", "redeclare(negation, not)", "set(arithmetic)", "solve(p)"]
)
def test_commands_that_are_refused(command: str) -> None:
    assert levels(file("p(a).", "p(a).", f"{command}.\n")) == [("error", "unsupported")]


def test_flags_are_closed() -> None:
    assert ("error", "unexpected-token") in levels("set(prolog_style_variables.\n" + file("p(X).", "p(a)."))


def test_settings_and_conditions() -> None:
    before = (
        "% p(a). formulas(goals).\n%BEGIN\nformulas(goals). q. end_of_list.\nEND%\nset(auto).\n"
        "assign(max_seconds, 30).\nlex([a,b]).\n"
        "if(Prover9).\n  assign(order, kbo).\nend_if.\nif(Mace4).\n  assign(domain_size, 3).\nend_if.\n"
    )
    assert levels(file("p(a).", "p(a).", before)) == []
    assert verdict(file("p(a).", "p(a).", before)) is Verdict.ENTAILED
    other = "if(Mace4).\nformulas(assumptions).\n-p(a).\nend_of_list.\nend_if.\n"
    assert verdict(file("p(a).", "p(a).", other)) is Verdict.ENTAILED


@pytest.mark.skipif(not engine("prover9").installed, reason="Prover9 is not installed")
@pytest.mark.parametrize("part", range(8))
def test_the_real_program_gives_the_same_verdict(part: int) -> None:
    each = COUNT // 8 or 8
    compared = 0
    for seed in range(part * each, (part + 1) * each):
        text = Ladr(random.Random(seed)).file()
        real, mine = prover9(text), ours(text)
        if real is not None and mine is not None:
            compared += 1
            assert real is mine, text
    assert compared >= each // 3
