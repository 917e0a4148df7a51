"""What a book decides by itself is what the engines prove of the same program, and the kernel accepts it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sorites.solvers import Limits, Program, Statement, Verdict, prove
from sorites.solvers.books import RuleBook

HEAD = """Types:
Kind = {a, b, c}
Item
Facts:
n: Int
m: Money
flag: Bool
late: Bool, default = false
kind: Kind
item: Item
price: Item -> Money
good: Item -> Bool
part: Item, Item -> Bool
next: Item -> Item
Derived:
P: Bool
Q: Bool, default = false
R: Bool
level: Int
fine: Item -> Bool
Rules:
"""
CONDITIONS = [
    "n > 3", "n ≤ 5", "n = 4", "m ≥ 2.5", "m < n", "n + 2 ≤ m", "flag", "¬flag", "late", "kind = a", "kind ≠ b", "P",
    "R", "Q",
    "price(item) > 10", "good(item)", "(∃i:Item (part(item, i) ∧ good(i)))", "(∀i:Item (part(item, i) → price(i) ≤ m))",
    "good(next(item))", "price(next(item)) ≤ m",
    "(∃≥2 i:Item part(item, i))", "level > 2", "level = 2", "fine(item)",
]  # fmt: skip
HEADS = ["P", "¬P", "R", "R ∧ P", "level = 2", "level = 5", "fine(item)", "P ∨ R", "level ≥ n"]
GOALS = ["P", "R", "Q", "¬P", "level > 3", "P ∨ flag", "fine(item)", "kind = c", "n > 4", "level = 2"]
conditions = st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=3).map(" ∧ ".join)
rules = st.lists(st.tuples(conditions, st.sampled_from(HEADS)), min_size=1, max_size=5)
numbers = st.sampled_from(["1", "2.5", "3", "4", "5", "7"])
parts: Any = st.deferred(lambda: st.lists(items, max_size=2))
items: Any = st.deferred(
    lambda: st.fixed_dictionaries(
        {}, optional={"price": numbers, "good": st.booleans(), "part": st.lists(items, max_size=2)}
    )
)
cases = st.fixed_dictionaries(
    {},
    optional={
        "n": st.integers(2, 6),
        "m": numbers,
        "flag": st.booleans(),
        "late": st.booleans(),
        "kind": st.sampled_from("abc"),
        "item": items,
    },
)


@settings(max_examples=25)
@given(rules, st.booleans(), st.lists(st.tuples(cases, st.sampled_from(GOALS)), min_size=2, max_size=4))
def test_a_book_decides_as_engines_do(rules: Any, closed: bool, asked: Any) -> None:
    lines = [f"r{i}: {body} → {head}" for i, (body, head) in enumerate(rules)]
    if closed and "Q" not in " ".join(body for body, _ in rules):
        lines.append("q: P ∧ flag → Q")
    if len(rules) > 1:
        lines += ["Exceptions:", "e > r0: late ∨ kind = b → R", "Priorities:", "e > r1"]
    book = RuleBook.read(HEAD + "\n".join(lines))
    for facts, question in asked:
        decision = book.ask(question, facts)
        assert decision.outcome.refused is None
        written, goal = book.written(decision.case), Statement(book.question(question))
        stated = (*written._premises, *(Statement(one.formula) for one in decision.case.given))
        whole = Program(stated, goal, declared=written.declared)
        other = prove(whole, limits=Limits(seconds=20))
        if Verdict.UNDECIDED not in (decision.verdict, other.verdict):
            assert decision.verdict is other.verdict
        if decision.outcome.engine == "book":
            assert decision.outcome.checked is not None
