"""What a case leaves open of its things, and what a book may not say: no answer stands on what nobody has given."""

from __future__ import annotations

import enum
import re
from pathlib import Path
from typing import Any

import pytest

from sorites.solvers.books import BookFault, MisfitFacts, RuleBook

from ..command import refused

FOUR_EYES = """
Types:
Person
Facts:
requester: Person ::: who asks
approver: Person ::: who approves
Derived:
payable: Bool, default = false
Rules:
four_eyes: approver ≠ requester → payable
Actions:
pay: payable
"""
FIELDS = """
Types:
Request
Person
Facts:
request: Request
requester: Request -> Person
approver: Request -> Person
Derived:
payable: Request -> Bool, default = true
dealt: Request -> Bool, default = false
Rules:
own: ∀r:Request (approver(r) = requester(r) → ¬payable(r))
own2: ∀r:Request (approver(r) = requester(r) → dealt(r))
"""
TRIPS = """
Types:
Trip
Person
Facts:
trip: Trip
passenger: Trip, Person -> Bool
baggage: Trip -> Int
Derived:
ok: Trip -> Bool, default = false
solo: Trip -> Bool, default = true
here: Person -> Bool
Rules:
light: ∀t:Trip (baggage(t) ≤ 2 → ok(t))
group: ∀t:Trip ∀p:Person ∀q:Person (passenger(t, p) ∧ passenger(t, q) ∧ p ≠ q → ¬solo(t))
all: ∀p:Person here(p)
Actions:
book: ok(trip) ∧ ∃≤4 p:Person passenger(trip, p)
go: solo(trip)
anybody: ∃p:Person here(p)
"""


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        ({}, "open"),
        ({"requester": "Anna"}, "open"),
        ({"approver": None, "requester": {}}, "open"),
        ({"requester": "Anna", "approver": "Anna"}, "no"),
        ({"requester": "Anna", "approver": "Bo"}, "yes"),
    ],
)
def test_records_that_are_not_given_may_be_the_same(facts: Any, answer: str) -> None:
    decision = RuleBook.read(FOUR_EYES).allows("pay", facts)
    assert (decision.answer, decision.allowed) == (answer, answer == "yes")
    assert answer != "open" or "approver" in decision.missing[0]


@pytest.mark.parametrize(
    ("question", "trip", "answer"),
    [
        ("book", {"baggage": 1}, "open"),
        ("book", {"baggage": 3}, "no"),
        ("book", {"baggage": 1, "passenger": ["a", "b"]}, "yes"),
        ("book", {"baggage": 1, "passenger": [*"abcde"]}, "no"),
        ("go", {}, "open"),
        ("go", {"passenger": ["a"]}, "yes"),
        ("go", {"passenger": ["a", "b"]}, "no"),
        ("∃≥3 p:Person passenger(trip, p)", {}, "open"),
        ("∃≤1 p:Person passenger(trip, p)", {}, "open"),
        ("anybody", {}, "open"),
        ("anybody", {"passenger": []}, "no"),
        ("anybody", {"passenger": ["a"]}, "yes"),
    ],
)
def test_a_list_that_is_not_given_may_hold_nothing_or_many(question: str, trip: Any, answer: str) -> None:
    decision = RuleBook.read(TRIPS).ask(question, {"trip": trip})
    assert decision.answer == answer
    assert answer != "open" or decision.missing == (("trip.passenger",),)


@pytest.mark.parametrize("member", ["y", "u", "z2", "True", "FALSE", "kind"])
def test_names_that_formulas_read_otherwise_are_refused(member: str) -> None:
    text = f"Types:\nK = {{{member}, other}}\nFacts:\nkind: K\nDerived:\nP: Bool\nRules:\nr: kind = {member} → P\n"
    with pytest.raises(BookFault):
        RuleBook.read(text)


@pytest.mark.parametrize("name", ["true", "False", "TRUE"])
def test_truth_values_are_no_names(name: str) -> None:
    with pytest.raises(BookFault, match="misread-name"):
        RuleBook.read(f"Facts:\n{name}: Bool\nDerived:\nP: Bool\nRules:\nr: {name} → P\n")


DAYS = "Facts:\ntoday: Date\nnow: Time\nn: Int\nDerived:\nP: Bool\nRules:\nr: {} → P\n"


@pytest.mark.parametrize(
    "condition",
    ["today ≤ 2025-12-31T23:59", "now > 2027-01-01", "today > 5", "today = now", "n = 2025-01-01", "now - today > 3",
     "today + today > today", "today * 2 > today"],
)  # fmt: skip
def test_dates_times_and_numbers_do_not_mix(condition: str) -> None:
    with pytest.raises(BookFault, match="mixed-kinds"):
        RuleBook.read(DAYS.format(condition))


@pytest.mark.parametrize(
    "condition", ["today - 2025-12-31 ≤ n", "today + 3 > 2025-12-31", "now - 3600 < 2025-12-31T00:00"]
)
def test_differences_of_days_are_numbers(condition: str) -> None:
    RuleBook.read(DAYS.format(condition))


ITEMS = """
Types:
Order
Item
Facts:
order: Order
late: Order -> Bool
item: Order, Item -> Bool
price: Item -> Money
vip: Item -> Bool
Derived:
free: Order -> Bool
Rules:
base: ∀o:Order (late(o) → free(o))
Exceptions:
cheap > base: {}
"""


def test_a_condition_that_is_an_implication_is_written_as_one() -> None:
    with pytest.raises(BookFault, match="no-conclusion"):
        RuleBook.read(ITEMS.format("∀o:Order ∀k:Item (item(o, k) → price(k) < 10)"))
    book = RuleBook.read(ITEMS.format("∀o:Order ((∀k:Item (item(o, k) → price(k) < 10)) → ⊤)"))
    for price, answer in ((10, "yes"), (9, "open")):
        assert book.ask("free(order)", {"order": {"late": True, "item": [{"price": price}]}}).answer == answer


def test_variables_of_one_name_are_of_one_sort() -> None:
    with pytest.raises(BookFault, match="other-sort"):
        RuleBook.read(ITEMS.format("∀o:Item (vip(o))"))


def test_a_number_that_is_not_whole_contradicts_wherever_it_is_concluded() -> None:
    text = "Facts:\na: Bool\nm: Money\nDerived:\nwhole: Int\nP: Bool, default = false\nRules:\n"
    book = RuleBook.read(text + "h: a → whole = m * 0.5\np: a → P\n")
    assert book.ask("P", {"a": True, "m": 3}).answer == "impossible"
    assert book.ask("P", {"a": True, "m": 4}).answer == "yes"


def test_bounds_are_those_that_are_proved_and_reached() -> None:
    text = (
        "Facts:\na: Bool\nDerived:\nfee: Money, default = 10\ncap: Money\nRules:\nr: a → fee = 20\ng: cap = fee * 2\n"
    )
    book = RuleBook.read(text)
    assert [one and one.value for one in book.bounds("fee", {})] == [10, 20]
    for facts, true in (({}, (20, 40)), ({"a": True}, (40, 40))):
        for found, value in zip(book.bounds("cap", facts), true, strict=True):
            assert (found and found.value) == value


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("late(ordr) → free(order)", "Is 'order' meant?"),
        ("latte(order) → free(order)", "Is 'late' meant?"),
        ("late(order) ∧ x > 3 → free(order)", "no quantifier binds x"),
        ("∀o:Order (late(y) → free(o))", "no quantifier binds y"),
    ],
)
def test_a_word_that_nothing_declares_is_refused_and_never_means_all(rule: str, said: str) -> None:
    with pytest.raises(BookFault, match=re.escape(said)):
        RuleBook.read(ITEMS.partition("Exceptions:")[0] + f"slip: {rule}\n")


@pytest.mark.parametrize(
    ("prices", "apart", "alike"),
    [
        ([5, 5, None], "open", "yes"),
        ([5, 6, None], "yes", "open"),
        ([7, 5, 5, 9, None], "yes", "yes"),
        ([5, None, None], "open", "open"),
    ],
)
def test_equal_numbers_stand_beside_unknown_ones(prices: list[int | None], apart: str, alike: str) -> None:
    pair = "∃k:Item ∃l:Item (item(order, k) ∧ item(order, l) ∧ {})"
    facts = {"order": {"item": [{"price": price} for price in prices]}}
    book = RuleBook.read(ITEMS.partition("Exceptions:")[0])
    for condition, answer in (("price(k) ≠ price(l)", apart), ("k ≠ l ∧ price(k) = price(l)", alike)):
        decision = book.ask(pair.format(condition), facts)
        assert (decision.answer, decision.outcome.engine) == (answer, "book")


class Kind(enum.StrEnum):
    GOOD = "good"


class Count(int):
    pass


def test_values_of_classes_of_their_own_are_what_they_are() -> None:
    text = "Types:\nK = {good, bad}\nFacts:\nk: K\nn: Int\nDerived:\nP: Bool\nRules:\nr: k = good ∧ n > 2 → P\n"
    assert RuleBook.read(text).allows("P", {"k": Kind.GOOD, "n": Count(3)}).allowed


def test_of_things_that_are_names_missing_is_said() -> None:
    text = TRIPS.replace("baggage: Trip -> Int", "baggage: Trip -> Int\nage: Person -> Int\ndriver: Trip -> Person")
    text = text.replace("Actions:", "young: ∀t:Trip (age(driver(t)) < 18 → ¬solo(t))\nActions:")
    decision = RuleBook.read(text).ask("go", {"trip": {"driver": "a", "passenger": ["b"]}})
    assert decision.answer == "open"
    assert "trip.driver.age" in decision.missing[0]


def test_what_is_nested_too_deep_is_no_case() -> None:
    for levels in (900, 5_000, 100_000):
        for inner in ("[" * levels + "]" * levels, "[" * levels, "9" * levels):
            with pytest.raises(MisfitFacts):
                RuleBook.read(FOUR_EYES).ask("pay", f'{{"requester": {inner}}}')
    book = RuleBook.read(FIELDS.replace("Derived:", "before: Request -> Request\nDerived:"))
    levels = 5_000
    with pytest.raises(MisfitFacts):
        book.case('{"request": ' + '{"before": ' * levels + "{}" + "}" * levels + "}")


def test_a_default_that_is_no_number_is_refused() -> None:
    with pytest.raises(Exception, match="the default of 'n'"):
        RuleBook.read("Facts:\nn: Int, default = --5\nDerived:\nP: Bool\nRules:\nr: n > 3 → P\n")


def test_a_file_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    book = tmp_path / "four.rules"
    book.write_text(FOUR_EYES, encoding="utf-8")
    for arguments in (["report", str(book), "--out", str(tmp_path)], ["test", str(book), "--junit", str(tmp_path)]):
        assert "can't be written" in refused("book", *arguments)


@pytest.mark.parametrize(("count", "answer"), [(3, "yes"), (2, "no")])
def test_a_count_over_many_records_is_decided(count: int, answer: str) -> None:
    book = RuleBook.read(
        "Types:\nP\nLoan\nFacts:\np: P\nloan: P, Loan -> Bool ::: a loan\nlate: Loan -> Bool ::: it is late\n"
        "Derived:\nbarred: Bool, default = false\nRules:\nmany: ∃≥3 l:Loan (loan(p, l) ∧ late(l)) → barred\n"
    )
    decision = book.ask("barred", {"p": {"loan": [{"late": i < count} for i in range(30)]}})
    assert (decision.answer, decision.outcome.checked is not None) == (answer, True)


def test_writing_out_keeps_to_the_time() -> None:
    facts = {"trip": {"baggage": 1, "passenger": [f"p{i}" for i in range(150)]}}
    assert RuleBook.read(TRIPS).ask("go", facts, seconds=0.2).answer in ("undecided", "no")
