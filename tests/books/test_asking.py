"""What a person asks of cases: what is missing, what would change it, which things, how far, what a version changes."""

from __future__ import annotations

import itertools
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from sorites.solvers import UserError
from sorites.solvers.books import BookFault, MisfitFacts, RuleBook
from sorites.solvers.books.lint import lint
from sorites.solvers.books.trying import scenarios
from sorites.solvers.checking import check

from ..command import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))


@pytest.fixture(scope="module")
def expenses() -> RuleBook:
    return RuleBook.load(ROOT / "examples" / "expenses.rules")


@pytest.fixture(scope="module")
def returns() -> RuleBook:
    return RuleBook.load(ROOT / "examples" / "returns.rules")


def test_an_open_exception_is_what_is_missing(expenses: RuleBook) -> None:
    facts = {"who": "staff", "what": "meal", "amount": 60}
    decision = expenses.ask("pay", facts)
    assert (decision.answer, decision.missing) == ("open", (("receipt",),))
    assert expenses.describe("receipt") == "whether a receipt is there"
    for value in (True, False):
        assert expenses.ask("pay", {**facts, "receipt": value}).answer == ("yes" if value else "no")


def test_several_facts_may_be_missing_together(returns: RuleBook) -> None:
    [paths] = returns.missing("refund", {"order": {"article": [{"kind": "clothes", "condition": "sealed"}]}})
    assert set(paths) == {"today", "order.delivered"}


def test_what_no_fact_settles_lacks_none() -> None:
    """A fact of which nothing is decided is not asked for."""
    book = RuleBook.read(
        "Facts:\n  kind: Bool\n  amount: Real\n\nDerived:\n  paid: Bool\n\nRules:\n  r: amount ≥ 100 ∧ kind → paid"
    )
    assert [book.missing("paid", facts) for facts in ({"amount": 20}, {"amount": 200}, {})] == [
        (),
        (("kind",),),
        (("kind", "amount"),),
    ]


def test_the_nearest_change_makes_it_so(expenses: RuleBook, returns: RuleBook) -> None:
    [change] = expenses.why_not("pay", {"who": "staff", "what": "meal", "amount": 95, "receipt": True}) or ()
    assert (change.path, change.before, change.after) == ("amount", 95, 80)
    order = {"delivered": "2026-03-01", "article": [{"kind": "clothes", "condition": "sealed"}]}
    [day] = returns.why_not("refund", {"today": "2026-03-17", "order": order}) or ()
    assert (day.path, day.after) in (("today", "2026-03-15"), ("order.delivered", "2026-03-03"))


def test_of_what_is_settled_nothing_is_missing_and_nothing_has_to_change(expenses: RuleBook) -> None:
    facts = {"who": "staff", "what": "meal", "amount": 50, "receipt": True}
    assert (expenses.missing("pay", facts), expenses.why_not("pay", facts)) == ((), ())
    facts["receipt"] = False  # whether it was spent abroad would settle nothing more
    assert expenses.missing("pay", facts) == ()
    some = {"what": "transport", "amount": 15}
    assert (expenses.missing("¬needsReceipt", some), expenses.why_not("¬needsReceipt", some)) == ((), ())


ORDERS = """Types:
Order
Item
Kind = {glass, steel, wood}
Facts:
order: Order ::: the order
late: Order -> Bool ::: it is late
paid: Order -> Money ::: what was paid
gift: Order -> Bool ::: it is a gift
item: Order, Item -> Bool ::: what it has
kind: Item -> Kind ::: of what it is
Derived:
ok: Order -> Bool ::: it is paid back
special: Order -> Bool ::: it is packed by hand
Rules:
late: ∀o:Order (late(o) ∧ paid(o) > 5 → ok(o))
gift: ∀o:Order (gift(o) → ¬ok(o))
early: ∀o:Order (¬gift(o) ∧ ¬late(o) → ok(o))
mixed: ∀o:Order ∀i:Item ∀j:Item (item(o, i) ∧ item(o, j) ∧ kind(i) = glass ∧ kind(j) = steel → special(o))
steel: ∀o:Order ∀i:Item (item(o, i) ∧ kind(i) = steel → ¬special(o))
Priorities:
gift > late
"""


@pytest.mark.parametrize("order", [{}, {"order": "A7"}, {"order": {}}])
def test_of_a_thing_with_a_name_alone_the_fewest_facts_are_missing_too(order: Any) -> None:
    book = RuleBook.read(ORDERS)
    assert book.missing("ok(order)", order) == (("order.gift",),)
    changes = book.why_not("ok(order)", order) or ()
    assert {one.path: one.after for one in changes} == {"order.late": False, "order.gift": False}


def test_two_records_may_make_rules_contradict_each_other() -> None:
    found = lint(RuleBook.read(ORDERS))
    assert [d.message for d in found if d.code == "contradiction"] == [
        "rules contradict each other in a case: mixed, steel"
    ]
    assert not [d for d in found if d.code == "never-applies"]


def test_values_that_rules_name_tell_books_apart() -> None:
    text = "Types:\nKind = {glass, steel, wood}\nFacts:\nkind: Kind ::: of what\nfrail: Bool ::: it is frail\n"
    text += "Derived:\nok: Bool, default = false ::: it is sent\nRules:\nr: "
    old, new = (RuleBook.read(f"{text}{rule} → ok\n") for rule in ("frail", "frail ∧ kind ≠ wood"))
    assert {"frail": True, "kind": "wood"} in [d.facts for d in old.diff(new)]


def test_things_bounds_and_what_is_possible(expenses: RuleBook, returns: RuleBook) -> None:
    facts = {"order": {"article": [{"price": 3}, {"price": 70}]}}
    assert [d.answer for d in returns.which("?a: Article price(a) ≥ 50", facts).values()] == ["no", "yes"]
    least, greatest = expenses.bounds("mealsADay", {"abroad": True})
    assert least is not None
    assert greatest is not None
    assert least.value == greatest.value == 65
    assert least.reached
    assert least.decision.outcome.checked is not None
    assert expenses.possible("pay", {"who": "staff"})
    assert not expenses.must("pay", {"who": "staff"})
    assert not expenses.possible("pay", {"who": "staff", "amount": 81, "receipt": True, "what": "meal"})


def test_each_bound_of_a_condition_tells_books_apart(expenses: RuleBook) -> None:
    text = "Facts:\nstart: Date\nend: Date\nsum: Money\nDerived:\nok: Bool, default = false\nRules:\n"
    book = RuleBook.read(f"{text}r: end - start < 14 ∧ sum < 20 → ok\n")
    for other in ("end - start ≤ 14 ∧ sum < 20", "end - start < 14 ∧ sum ≤ 20"):
        assert book.diff(RuleBook.read(f"{text}r: {other} → ok\n"))
    with pytest.raises(UserError, match="nothing can be compared"):
        book.diff(expenses)


@pytest.mark.parametrize("path", [one for one in EXAMPLES if one.stem != "airline"], ids=lambda path: path.stem)
def test_scenarios_are_at_the_boundary(path: Any) -> None:
    book = RuleBook.load(path)
    found = [*scenarios(book)]
    assert {one.rule for one in found if one.fires} >= {r.label for r in book.parts.rules if r.over}
    for one in found[:: -(-len(found) // 12)]:
        condition = book.compiled.condition(book.compiled.rules[one.rule], ())
        assert book.decide(condition, book.case(one.facts)).outcome.verdict == ("entailed" if one.fires else "refuted")


def test_a_certificate_is_of_the_program_that_the_decision_carries(expenses: RuleBook) -> None:
    decision = expenses.ask("pay", {"who": "guest"})
    assert check(decision.program, decision.outcome).checked is not None
    assert check(decision.program.asking(expenses.question("coordinator")), decision.outcome).checked is None


class Order(BaseModel):
    delivered: date
    club: bool


class Returned(BaseModel):
    today: date
    order: Order


def test_facts_come_from_models_of_pydantic(returns: RuleBook) -> None:
    facts = Returned(today=date(2026, 3, 2), order=Order(delivered=date(2026, 3, 1), club=False))
    assert returns.ask("today - delivered(order) = 1", facts).answer == "yes"


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ('{"today": "2026-13-01"}', "today"),
        ('{"today": 3}', "today"),
        ('{"order": {"article": [{"price": "a lot"}]}}', "order.article[0].price"),
        ('{"order": {"article": {"price": 3}}}', "order.article"),
        ('{"order": {"colour": "red"}}', "order.colour"),
        ('{"order": [1]}', "order"),
        ('{"refund": true}', "refund"),
        ('{"today": "2026-01-01", "today": "2026-01-02"}', "facts"),
        ("[]", "facts"),
    ],
)
def test_what_does_not_fit_has_a_path(returns: RuleBook, facts: Any, path: Any) -> None:
    with pytest.raises(MisfitFacts) as error:
        returns.ask("refund", facts)
    assert [one for one, _, _ in error.value.faults] == [path]


def test_a_list_that_is_not_given_is_open_and_an_empty_one_is_not(returns: RuleBook) -> None:
    order = {"delivered": "2026-03-01"}
    assert returns.ask("free(order)", {"order": order}).answer == "open"
    assert returns.ask("free(order)", {"order": {**order, "article": []}}).answer == "no"


def test_of_a_thing_with_a_name_alone_all_is_open(returns: RuleBook) -> None:
    assert returns.ask("refund", {"today": "2026-03-02", "order": "A12"}).answer == "open"
    assert returns.ask("refund", {"today": "2026-03-02", "order": {"article": ["x", "y"]}}).answer == "open"


@pytest.mark.parametrize("value", ["1_000", " 5", "١٢", "1e3", "NaN", float("inf"), 10**400, True])
def test_amounts_that_are_none(expenses: RuleBook, value: Any) -> None:
    with pytest.raises(MisfitFacts):
        expenses.case({"amount": value})


@pytest.mark.parametrize("text", ["", "hello world", "Facts:\n"])
def test_what_has_no_section_is_no_book(text: str) -> None:
    with pytest.raises(BookFault, match="no rule book"):
        RuleBook.read(text)


def test_a_question_that_is_no_formula_of_the_book_is_refused(expenses: RuleBook) -> None:
    for question in ("amount", "pay: yes", "amount = member", "∀x pay(x)", "nosuch(amount)"):
        with pytest.raises(BookFault):
            expenses.ask(question, {})


def test_where_the_time_is_up_nothing_is_allowed(returns: RuleBook) -> None:
    facts = {"order": {"article": [{"price": 3}] * 9}}
    decision = RuleBook.read(returns.text).ask("free(order)", facts, seconds=0.001)
    assert (decision.status, decision.allowed) == ("undecided", False)


@pytest.mark.parametrize(
    ("condition", "start"),
    [
        ("end - start < 14", "2025-12-28"),
        ("end - start ≤ 14", "2025-12-27"),
        ("start ≥ 2025-12-27", "2025-12-27"),
        ("start > 2025-12-27", "2025-12-28"),
    ],
)
def test_the_nearest_day_is_told(condition: str, start: str) -> None:
    text = "Facts:\nstart: Date ::: it starts\nend: Date ::: it ends\nDerived:\nok: Bool, default = false\nRules:\n"
    book = RuleBook.read(f"{text}r: {condition} ∧ end ≤ 2026-01-10 → ok\n")
    change = book.why_not("ok", {"start": "2025-12-01", "end": "2026-01-10"})
    assert change is not None
    assert [(one.path, str(one.after)) for one in change] == [("start", start)]


def test_amounts_are_exact(expenses: RuleBook) -> None:
    assert expenses.ask("amount = 0.3", '{"amount": 0.3}').answer == "yes"
    assert expenses.ask("amount * 3 = 0.9", '{"amount": 0.3}').answer == "yes"


rules = st.lists(st.sampled_from(["P", "¬P"]), min_size=2, max_size=5)


@settings(max_examples=25)
@given(rules, st.data())
def test_a_rule_applies_where_no_rule_above_it_does(heads: list[str], data: Any) -> None:
    pairs = [(i, j) for i in range(len(heads)) for j in range(i)]
    above = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    lines = ["Facts:", *(f"c{i}: Bool" for i in range(len(heads))), "Derived:", "P: Bool", "Rules:"]
    lines += [f"r{i}: c{i} → {head}" for i, head in enumerate(heads)]
    book = RuleBook.read("\n".join([*lines, "Priorities:", *(f"r{i} > r{j}" for i, j in above)]))
    for bits in itertools.product((True, False), repeat=len(heads)):
        applies: dict[int, bool] = {}
        for i in reversed(range(len(heads))):
            applies[i] = bits[i] and not any(applies[k] for k, j in above if j == i)
        said = {heads[i] for i, one in applies.items() if one}
        wanted = "impossible" if len(said) == 2 else {"P": "yes", "¬P": "no"}[said.pop()] if said else "open"
        assert book.ask("P", {f"c{i}": bit for i, bit in enumerate(bits)}).answer == wanted


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("who = member", "whom = member"), "undeclared"),
        (("vouched > guests", "vouched > strangers"), "unknown-label"),
        (("amount: Money", "amount: Gold"), "unknown-type"),
        (("own:", "guests:"), "same-label"),
        (("Exceptions:", "Priorities:\nslip > meals > slip\nExceptions:"), "preference-cycle"),
        (("small: pay is yes", "small: pay is maybe"), "bad-test"),
        (("Actions:", "Recipes:"), "unknown-section"),
        (("pay: mayHandIn", "pay: mayHandOut"), "undeclared"),
        (("amount > 15 →", "amount > 15 ∧ →"), "unexpected-token"),
    ],
)
def test_faults_of_a_book_have_a_place(expenses: RuleBook, change: Any, code: str) -> None:
    with pytest.raises(BookFault) as error:
        RuleBook.read(expenses.text.replace(*change), "b.rules")
    assert code in {d.code for d in error.value.diagnostics}
    [first, *_] = [d for d in error.value.diagnostics if d.code == code]
    assert "b.rules:" in first.show(error.value.text, "b.rules")


def test_what_is_derived_by_default_may_not_hang_on_itself() -> None:
    text = "Derived:\nP: Bool, default = false\nQ: Bool, default = false\nRules:\np: ¬Q → P\nq: ¬P → Q\n"
    with pytest.raises(BookFault, match="hangs on itself"):
        RuleBook.read(text)


@pytest.mark.parametrize("name", ["inTime", "member"])
def test_why_names_nothing_that_can_be_left_out(returns: RuleBook, name: str) -> None:
    """What is not food may come back in any condition, and what is sealed of any kind: either will do."""
    test = next(one for one in returns.parts.tests if one.name == name)
    paths = {reason.label.rpartition(".")[2] for reason in returns.allows(test.question, test.facts).why}
    assert {"today", "delivered"} <= paths
    assert len({"kind", "condition"} & paths) == 1
