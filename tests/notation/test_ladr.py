"""Files of Prover9: every list by its role, every symbol by LADR's grammar, the same verdict as the real program."""

import random

import pytest

from sorites.solvers import read_program
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.registry import engine

from ..differential import Ladr, compared, prover9
from ..outlines import program, said, table


def file(assumptions: str = "", goals: str = "", before: str = "") -> str:
    """Return a file of two lists."""
    lists = ((name, text) for name, text in (("assumptions", assumptions), ("goals", goals)) if text)
    return before + "".join(f"formulas({name}).\n{text}\nend_of_list.\n" for name, text in lists)


def told(text: str) -> list[str]:
    """Return level and code of all that is said of a file, every one with a place."""
    found = read_program(text).diagnostics
    assert all(d.span is not None for d in found if not d.code.startswith(("goal-", "arity-", "predicate-"))), found
    return [f"{d.level} {d.code}" for d in found]


@pytest.mark.parametrize("name", ["assumptions", "sos", "usable", "demodulators"])
@pytest.mark.parametrize("kind", ["formulas", "clauses"])
def test_lists_of_premises(kind: str, name: str) -> None:
    assert said(f"{kind}({name}).\nf(x) = a.\nend_of_list.\n" + file(goals="f(b) = a.")) == "entailed"


SETTINGS = """% p(a). formulas(goals).
%BEGIN
formulas(goals). q. end_of_list.
END%
set(auto).
assign(max_seconds, 30).
lex([a,b]).
if(Prover9).
  assign(order, kbo).
end_if.
if(Mace4).
formulas(assumptions).
-p(a).
end_of_list.
end_if.
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *((f"{head}.\np(a).\nend_of_list.\n" + file("p(a).", "p(a)."), ["error unknown-list"])
          for head in ("formulas(facts)", "clauses(goal)", "formulas(premises)", "formulas(hints)")),
        *((file("p(a).", "p(a).", f"{command}.\n"), ["error unsupported"])
          for command in ("op(400, infix, likes)", "list(weights)", "redeclare(negation, not)", "solve(p)")),
        (file("calm(zoe).", "calm(bert)."), ["warning free-variable"]), (file("calm(x).\ncalm(u2).", "calm(b)."), []),
        (file("p(x) | q(x).\n-p(a).\n-q(a)."), ["warning no-goal"]), (file("p(a).", "p(a).", SETTINGS), []),
        (file("p(x).", "p(a).\nq(b)."), ["warning several-goals"]),
        *((f"formulas(assumptions).\n{cut}", ["error cut-off"])
          for cut in ("p(a).\nend_of_list.\nformulas(goals).\nmortal(socr", "p(a) ->", "p(a).\nq(b).\n")),
    ],
)  # fmt: skip
def test_what_is_said_of_a_file(text: str, found: list[str]) -> None:
    assert told(text) == found


@table("""
assumptions  goal  plain  prolog
sees(x, ben).  sees(ann, ben).  entailed  unknown    cat(X) -> soft(X).⏎cat(tom).  soft(tom).  unknown  entailed
""")
def test_style_of_variables(assumptions: str, goal: str, plain: str, prolog: str) -> None:
    text = file(assumptions, goal)
    assert said(text) == plain
    assert said("set(prolog_style_variables).\n" + text) == prolog
    assert said(text + "set(prolog_style_variables).\n") == prolog  # wherever it stands
    assert said("set(prolog_style_variables).\nclear(prolog_style_variables).\n" + text) == plain


@table("""
assumptions  goal  verdict
# the symbols of arithmetic are plain ones
(x * y) * z = x * (y * z).⏎x * e = x.⏎x * x' = e.  e * x = x.  entailed    x * y = x.  a = b.  unknown
0 < 1 -> p.  p.  unknown    q.  1 + 1 = 2.  unknown    q.  1 != 2.  unknown    -a = b.  -(a = b).  unknown
p(x) | q(x).⏎-p(a).⏎-q(a).  r.  inconsistent    p(x).  p(a).⏎q(b).  unknown
""")
def test_verdicts(assumptions: str, goal: str, verdict: str) -> None:
    assert said(file(assumptions, goal)) == verdict
    assert said(file("p(a).", "p(a).", SETTINGS)) == "entailed"


def test_attributes() -> None:
    first = '-cat(x) | soft(x) # label("cats are\n soft.") # answer(x).\ncat(tom) # label(c2).'
    text = file(first, "soft(tom) # label(g).")
    assert [s.gloss for s in (*program(text).premises, program(text).goal)] == ["cats are soft.", "c2", "g"]
    assert said(text) == "entailed"
    assert "formulas(goals)" in read_program(file("p(a).")).diagnostics[0].hint


@table("""
formula  read
p & q | r -> s.  ((p ∧ q) ∨ r) → s    p <- q & r.  (q ∧ r) → p    all n n = a.  ∀n (n = a)    -(-p).  ¬¬p
all n all m (p(n) & q(n)).  ∀n ∀m (p(n) ∧ q(n))    all n exists m r(n, m) -> s.  (∀n ∃m r(n, m)) → s
p & all n -q(n).  p ∧ (∀n ¬q(n))    a1 != b1 | $F.  a1 ≠ b1 ∨ ⊥    p & q & r.  p ∧ q ∧ r
all x p(x) -> q(x).  ∀x ((∀x p(x)) → q(x))    all n p(n) -> q(n).  (∀n p(n)) → q("n")
""")
def test_powers_of_operators(formula: str, read: str) -> None:
    assert [print_formula(p.formula) for p in program(file(formula, "t.")).premises] == [read]
    assert ("warning free-variable" in told(file(formula, "t."))) is ("-> q(" in formula)


@table("""
formula  code
p -> q -> r.  ambiguous-operators    x * y * z = x.  ambiguous-operators    a = b = c.  ambiguous-operators
p q.  unexpected-token    p(a, .  unexpected-token    p(3.5).  unexpected-token    p({a}).  unexpected-token
p([a, b]).  unexpected-token    p(q & r).  formula-as-term    p | y.  term-as-formula    p(a) v q(a).  term-as-formula
all x. p(x) -> q(x).  unexpected-token    all x (cat(x) => soft(x)).  unexpected-token    ∀ x cat(x).  unexpected-token
cat(a) and not soft(a).  unexpected-token    -all n p(n).  unexpected-token    a - b = c.  unexpected-token
cat(a)  unexpected-token    cat(a).⏎end_of_list⏎formulas(sos).  unexpected-token
# two symbols with one name
x * y = times(x, y).  same-name    q("cat") -> q(cat).  same-name    n0 = 0.  same-name
""")
def test_what_is_no_formula(formula: str, code: str) -> None:
    assert {one for one in told(file(formula, "t.")) if one.startswith("error")} == {f"error {code}"}
    assert "error too-deep" in told(file("(" * 200 + "p" + ")" * 200 + ".", "t."))
    assert "error unexpected-token" in told("set(prolog_style_variables.\n" + file("p(X).", "p(a)."))


@table("""
assumptions  goal  code
x * y = x.  a = b.  plain-symbols    cat(X) -> soft(X).⏎cat(tom).  soft(tom).  free-variable
""")
def test_what_is_warned_of(assumptions: str, goal: str, code: str) -> None:
    assert f"warning {code}" in told(file(assumptions, goal))


@pytest.mark.skipif(not engine("prover9").installed, reason="Prover9 is not installed")
@pytest.mark.parametrize("part", range(4))
def test_the_real_program_gives_the_same_verdict(part: int) -> None:
    compared(part, lambda seed: Ladr(random.Random(seed)).file(), prover9)
