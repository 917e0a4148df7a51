"""Random formulas and programs for property tests."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from hypothesis import strategies as st

from sorites.solvers import Program, Statement
from sorites.solvers.logic.rewriting import rebound, rewrite
from sorites.solvers.logic.syntax import (
    BOUNDS,
    DIVISION,
    And,
    Atom,
    Binder,
    Cmp,
    Count,
    Distinct,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    number_named,
)

CONNECTIVES: dict[str, type[Xor] | type[Implies] | type[Iff]] = {"xor": Xor, "implies": Implies, "iff": Iff}

# Names that models write, names that look like something else to one dialect or the
# other, and any text at all.
_plain = st.sampled_from(
    "P Q Likes bob x y u3 X Y COVID-19 Joe'sPlate 42.3billion 1920s St.Louis élève and not forall all true "
    "Not $100 _ __ a_1 34 3.5 ∈ -1 q_x Q_x U Bool".split()
)
_marks = st.text(alphabet="_*`#>-~+=$|:.;,/\\\"'()[]{}<&%•–“” ai1xv", min_size=1, max_size=6)  # as of Markdown
_any = st.text(min_size=1, max_size=6).filter(lambda s: "\r" not in s)
names = st.one_of(_plain, _plain, _marks, _any).filter(lambda s: s not in DIVISION)  # which is of numbers alone
variables = st.sampled_from("x y z x1 person X q_y u".split())
numbers = st.one_of(
    st.integers(-50, 5000),
    st.decimals(-9, 999, places=2).filter(lambda d: d != d.to_integral_value()),
).map(lambda v: Num(v if isinstance(v, int) else Decimal(v)))


def unsorted(formula: Formula) -> Formula:
    """Return the formula without what its quantifiers are said to range over."""
    return rewrite(formula, lambda f: rebound(f, f.var, f.body, "") if isinstance(f, Binder) else f)


@cache
def terms(bound: tuple[str, ...]) -> st.SearchStrategy[Term]:
    leaves: list[st.SearchStrategy[Term]] = [names.filter(lambda n: number_named(n) is None).map(Fn), numbers]
    if bound:
        leaves.append(st.sampled_from(bound).map(Var))
    leaf = st.one_of(*leaves)

    def extend(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        pair = st.tuples(inner, inner)
        calls = st.builds(Fn, names, st.one_of(inner.map(lambda t: (t,)), pair))
        return st.one_of(calls, st.builds(Fn, st.sampled_from("+-*"), pair))

    return st.recursive(leaf, extend, max_leaves=4)


@cache  # to make a strategy takes longer than to draw from it
def formulas(depth: int = 4, bound: tuple[str, ...] = ()) -> st.SearchStrategy[Formula]:
    return _formulas(depth, bound)


@st.composite
def _formulas(draw: st.DrawFn, depth: int, bound: tuple[str, ...]) -> Formula:
    kinds = ["atom", "atom", "eq", "truth", "distinct", "cmp"]
    if depth:
        kinds += ["not", "and", "or", "xor", "implies", "iff", "forall", "exists"] * 2 + ["count"]
    kind = draw(st.sampled_from(kinds))
    inner = formulas(depth - 1, bound)
    term = terms(bound)
    match kind:
        case "atom":
            return Atom(draw(names), tuple(draw(st.lists(term, max_size=3))))
        case "eq":
            return Eq(draw(term), draw(term))
        case "cmp":
            return Cmp(draw(st.sampled_from(["<", "≤", ">", "≥"])), draw(term), draw(term))
        case "truth":
            return Truth(draw(st.booleans()))
        case "distinct":
            return Distinct(tuple(draw(st.lists(term, min_size=2, max_size=3))))
        case "not":
            return Not(draw(inner))
        case "and" | "or":
            parts = tuple(draw(st.lists(inner, min_size=2, max_size=3)))
            return And(parts) if kind == "and" else Or(parts)
        case "forall" | "exists":
            name = draw(variables)
            body = draw(formulas(depth - 1, tuple(sorted({*bound, name}))))
            return Forall(name, body) if kind == "forall" else Exists(name, body)
        case "count":
            name = draw(variables)
            body = draw(formulas(depth - 1, tuple(sorted({*bound, name}))))
            return Count(draw(st.sampled_from(BOUNDS)), draw(st.integers(0, 2)), name, body)
        case _:
            make = CONNECTIVES[kind]
            return make(draw(inner), draw(inner))


@st.composite
def small_formulas(draw: st.DrawFn, depth: int, bound: tuple[str, ...] = (), functions: bool = False) -> Formula:
    """Return a formula over few names, of which these variables may be free."""

    def term(bound: tuple[str, ...]) -> Term:
        choices: list[Term] = [Fn("a"), Fn("b"), *map(Var, bound)]
        chosen = draw(st.sampled_from(choices))
        return Fn("f", (chosen,)) if functions and draw(st.integers(0, 5)) == 0 else chosen

    def formula(depth: int, bound: tuple[str, ...]) -> Formula:
        kinds = "p q r".split() + (["eq"] if functions else [])
        kinds += "not and or implies iff xor forall exists".split() if depth else []
        kind = draw(st.sampled_from(kinds))
        match kind:
            case "p" | "q":
                return Atom(kind.upper(), (term(bound),))
            case "r":
                return Atom("R", (term(bound), term(bound)))
            case "eq":
                return Eq(term(bound), term(bound))
            case "not":
                return Not(formula(depth - 1, bound))
            case "and" | "or":
                parts = (formula(depth - 1, bound), formula(depth - 1, bound))
                return And(parts) if kind == "and" else Or(parts)
            case "forall" | "exists":
                name = draw(st.sampled_from("x y x1".split()))  # Prover9 itself calls variables x1
                body = formula(depth - 1, tuple({*bound, name}))
                return Forall(name, body) if kind == "forall" else Exists(name, body)
            case _:
                make = CONNECTIVES[kind]
                return make(formula(depth - 1, bound), formula(depth - 1, bound))

    return formula(depth, bound)


@st.composite
def small_programs(draw: st.DrawFn, functions: bool = False) -> Program:
    """Return a small program over few names, so that all engines answer it soon."""
    premises = draw(st.lists(small_formulas(3, (), functions), min_size=1, max_size=4))
    return Program(tuple(map(Statement, premises)), Statement(draw(small_formulas(2, (), functions))))
