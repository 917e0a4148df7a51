"""A rule book before tools act: a real agent of LangChain, and whatever may go wrong."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware.types import ToolCallRequest
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel

from sorites import UserError
from sorites.agent.guarded import guard
from sorites.agent.guarding import Guard, ToolCall, only_shown
from sorites.solvers.books import RuleBook
from sorites.solvers.carrying.files import read_certificate

from .test_langchain import Calling

BOOK = """# Refunds, in dollars
Types:
Reason = {broken, late, unwanted}
Facts:
amount: Money ::: the amount of the refund
paid: Money ::: what was paid for the order
reason: Reason ::: why the goods come back
signed: Bool, default = false ::: a manager has signed
Derived:
fine: Bool, default = false ::: the refund may be paid
Rules:
broken_goods: reason = broken ∧ amount ≤ paid → fine ::: "Broken goods are paid back in full." (Refunds, 1)
by_manager: signed → fine ::: "A manager may allow any refund." (Refunds, 2)
Exceptions:
more > broken_goods, by_manager: amount > paid → ¬fine ::: "Nobody gets more than was paid." (Refunds, 3)
Actions:
refund: fine ::: pay money back
"""
ORDER = {"paid": 80.5, "reason": "broken"}


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook.read(BOOK, "refunds.rules")


def acted(
    book: RuleBook, *calls: tuple[str, dict[str, Any]], awaited: bool = False, **how: Any
) -> tuple[Any, list[Any]]:
    """Return the messages of an agent that makes these calls, and what was paid."""
    paid: list[float] = []

    @tool
    def refund(amount: float, order: str = "7") -> str:
        """Pay money back."""
        paid.append(amount)
        return "paid"

    @tool
    def look_up(order: str) -> str:
        """Return what is known of an order."""
        return json.dumps(ORDER)

    @tool
    def delete(order: str) -> str:
        """Delete an order."""
        raise AssertionError("nobody has allowed it")

    said = [
        AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"call_{i}", "type": "tool_call"}])
        for i, (name, args) in enumerate(calls)
    ]
    model = Calling(messages=iter([*said, AIMessage("Done.")]))
    agent = create_agent(model, [refund, look_up, delete], middleware=[guard(book, free={"look_up"}, **how)])
    asked: Any = {"messages": [("user", "It is broken, I want my money back.")]}
    state = asyncio.run(agent.ainvoke(asked)) if awaited else agent.invoke(asked)
    return [m for m in state["messages"] if m.type == "tool"], paid


@pytest.mark.parametrize("awaited", [False, True])
def test_a_tool_runs_if_the_book_allows_it(book: RuleBook, awaited: bool) -> None:
    early, _, allowed, much = ("refund", {"amount": 80}), 0, ("refund", {"amount": 80.5}), ("refund", {"amount": 80.51})
    told, paid = acted(book, early, ("look_up", {"order": "7"}), allowed, much, awaited=awaited)
    assert paid == [80.5]
    assert [m.status for m in told] == ["error", "success", "success", "error"]
    assert "It is open. Find out " in told[0].content
    assert "why the goods come back" in told[0].content
    assert "Nobody gets more than was paid. (Refunds, 3)" in told[3].content


def test_an_argument_that_the_tool_passes_over_decides_nothing(book: RuleBook) -> None:
    told, paid = acted(book, ("look_up", {"order": "7"}), ("refund", {"amount": 50, "signed": True}))
    assert not paid
    assert "The tool has no argument 'signed'" in told[1].content


def test_what_nobody_has_named_is_refused(book: RuleBook) -> None:
    told, _ = acted(book, ("delete", {"order": "7"}))
    assert told[0].status == "error"
    assert "The rules say nothing of this tool." in told[0].content


def raising(error: Exception) -> Any:
    def facts(call: ToolCall) -> Any:
        raise error

    return facts


def test_it_fails_closed(book: RuleBook, tmp_path: Path) -> None:
    held = threading.Event()

    def late(call: ToolCall) -> Any:
        held.wait(20)
        return ORDER

    allowed = {**ORDER, "amount": 1}
    cases: dict[str, Any] = {
        "because of a fault": {"facts": raising(ZeroDivisionError("secret"))},
        "within 0.1 seconds": {"facts": late, "seconds": 0.1},
        "do not fit: amount": {"facts": lambda call: {**allowed, "amount": "much"}},
        "no fact of the book": {"facts": lambda call: {**allowed, "signd": True}},
        "The facts are": {"facts": lambda call: {**allowed, "reason": "late"}},
        "could not be logged": {"facts": lambda call: allowed, "log": tmp_path / "none" / "log"},
    }
    for words, how in cases.items():
        started = time.monotonic()
        told, paid = acted(book, ("refund", {"amount": 1}), **how)
        assert not paid, words
        assert words in told[0].content
        assert "secret" not in told[0].content
        assert time.monotonic() - started < 15
    held.set()
    assert acted(book, ("refund", {"amount": 1}), facts=lambda call: allowed)[1] == [1]


SEEN = '{"paid": 300, "reason": "broken", "order": "A", "amount": 20}'
LOOKED = '{"paid": 300, "reason": "broken", "order": "A"}'
KNOWN: dict[str, Any] = {"takes": {"order", "amount"}}
BARE = '{"paid": 300, "reason": "broken"}'
OTHER = '{"paid": 80, "reason": "late", "order": "B"}'


NESTED: dict[str, Any] = {"takes": {"request"}, "injected": {"order", "amount"}}


@pytest.mark.parametrize(
    ("given", "results", "how", "words"),
    [
        ({"order": "A"}, [LOOKED], {"defaults": {"amount": 1000}}, "Nobody gets more than was paid"),
        ({"order": "A"}, [LOOKED], {"defaults": {"amount": 10}}, ""),
        ({"order": "A"}, [SEEN], {"defaults": {"amount": 1000}}, "in which 'amount' is 20, but here it is 1000"),
        ({"order": "A"}, [SEEN], {}, "in which 'amount' is 20, but here it is not known"),
        ({"order": "A"}, [LOOKED], {}, "Find out amount"),
        ({"order": "A", "amount": None}, [LOOKED], {"defaults": {"amount": 1}}, "Find out amount"),
        ({"order": "A", "amount": 1}, [LOOKED], {"takes": {"order", "amount", "signed"}}, "Give 'signed'"),
        ({"order": "A"}, [SEEN], {"takes": {"order"}, "injected": {"amount"}}, "here it is not known"),
        ({"order": "A", "amount": 20}, [SEEN], {"takes": None}, "not known whether the tool has it"),
        ({"order": "A", "amount": 20}, [SEEN], {}, ""),
        ({"order": "B", "amount": 20}, [SEEN], {}, "in which 'order' is 'A', but here it is 'B'"),
        (
            {"order": "B", "amount": 20},
            ['{"of": {"order": "A"}, "paid": 80}'],
            {},
            "'order' is 'A'",
        ),
        ({}, [LOOKED], {"defaults": {"order": "B", "amount": 1}}, "in which 'order' is 'A', but here it is 'B'"),
        ({"order": "A", "amount": 80}, [OTHER, LOOKED], {}, ""),
        ({"order": "B", "amount": 20}, [BARE], {"asked": ({"order": "A"},)}, "in which 'order' is 'A', but here it"),
        ({"order": "A", "amount": 20}, [BARE], {"asked": ({"order": "A"},)}, ""),
        ({"order": "A", "amount": 80}, [LOOKED, '{"order": "B", "signed": true}'], {}, "'signed' stands only"),
        ({"order": "A", "amount": 80}, ['{"paid": 9, "paid": 300, "reason": "broken"}'], {}, "a name twice"),
        ({"request": {"order": "A", "amount": 400}}, [SEEN], NESTED, "in which 'amount' is 20, but here it is 400"),
        ({"request": {"order": "A", "amount": 400}}, [LOOKED], NESTED, "Nobody gets more than was paid"),
        ({"request": {"order": "A", "amount": 20}}, [LOOKED], NESTED, ""),
        ({"request": {"order": "A", "amount": 20, "signed": True}}, [LOOKED], NESTED, "to have 'signed' inside"),
        ({"all": [{"amount": 20}, {"amount": 30}]}, [LOOKED], {"takes": None}, "several values"),
        ({"order": "A", "amount": 20}, [BARE], {"asked": ({"query": {"order": "B"}},)}, "in which 'order' is 'B'"),
        ({"order": "A", "amount": 20}, [BARE], {"asked": (None,)}, "a result whose call is not known"),
        ({"order": "A", "amount": 20}, [BARE], {"asked": ({"order_id": "B"},)}, "that has no argument of this one"),
        ({"order": "A", "amount": 20}, [BARE], {"asked": ({"order_id": "A"},)}, ""),
        ({"order": "A", "amount": 80}, ["[" * 100_000, LOOKED], {}, "because of a fault"),
    ],
)
def test_what_the_tool_does_is_judged_and_of_what(
    book: RuleBook, given: Any, results: list[str], how: Any, words: str
) -> None:
    call = ToolCall("refund", given, results=tuple(results), **{**KNOWN, "asked": ({},) * len(results), **how})
    ruling = Guard(book).ruling(call)
    assert ruling.allowed is (not words), ruling.reason
    assert words in ruling.reason


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"order": "A"}, "amount = 1000"),
        ({"order": "B", "amount": 1}, "in which 'order' is 'A', but here it is 'B'"),
    ],
)
def test_the_default_of_a_tool_is_judged_and_whose_result_it_was(book: RuleBook, given: Any, words: str) -> None:
    @tool
    def refund(order: str, amount: float = 1000) -> str:
        """Pay money back."""
        raise AssertionError("nobody has allowed it")

    @tool
    def look_up(order: str) -> str:
        """Return what is known of an order."""
        return json.dumps(ORDER)

    both = (look_up, {"order": "A"}), (refund, given)
    calls = [{"name": one.name, "args": args, "id": one.name, "type": "tool_call"} for one, args in both]
    model = Calling(messages=iter([*(AIMessage("", tool_calls=[one]) for one in calls), AIMessage("Done.")]))
    agent = create_agent(model, [refund, look_up], middleware=[guard(book, free={"look_up"})])
    asked: Any = {"messages": [("user", "I want my money back.")]}
    assert words in [m for m in agent.invoke(asked)["messages"] if m.type == "tool"][-1].content


LOCKABLE = """Types:
Item
Facts:
amount: Money ::: the amount
item_locked: Bool, default = false ::: it is locked
items: Item -> Bool ::: what it is of
bad: Item -> Bool, default = false ::: an item is bad
parts: Bool, default = false ::: it comes in parts
Derived:
fine: Bool, default = false ::: it may be paid
Rules:
small: amount ≤ 100 → fine ::: "Small amounts are paid."
Exceptions:
lock > small: item_locked → ¬fine ::: "What is locked is not paid."
Actions:
refund: fine ::: pay
"""


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ('{"state": {"item_locked": true}}', "names 'item_locked'"),
        ('{"Item_Locked": true}', "names 'item_locked'"),
        ('[{"item_locked": true}]', "names 'item_locked'"),
        ('\ufeff{"item_locked": true}', "names 'item_locked'"),
        ('{"item\\u005flocked": null}', "names 'item_locked'"),
        ("Item locked: yes", "names 'item_locked'"),
        ('{"item_locked": true}', "What is locked is not paid"),
        ('{"item_locked": false}', ""),
        ('{"item": "unlocked", "parts of it": 3}', ""),
    ],
)
def test_a_default_is_not_safe_where_a_result_names_the_fact(result: str, words: str) -> None:
    call = ToolCall("refund", {"amount": 5}, {"amount"}, (result,), asked=({},))
    ruling = Guard(RuleBook.read(LOCKABLE, "locks.rules")).ruling(call)
    assert ruling.allowed is (not words), ruling.reason
    assert words in ruling.reason


class Refund(BaseModel):
    order: str
    amount: float


@pytest.mark.parametrize(
    ("history", "given", "words"),
    [
        ([("look_up", {"order": "B"}, "1"), '{"paid": 500, "reason": "broken"}'], {"order": "A", "amount": 1}, "'B'"),
        ([("look_up", {"order": "A"}, "1"), '{"paid": 500, "reason": "broken"}'], {"order": "A", "amount": 1}, ""),
        (['{"paid": 500, "reason": "broken"}'], {"order": "A", "amount": 1}, "call is not known"),
        (
            [("look_up", {"order": "A"}, "1"), BARE[:-1] + ', "amount": 5}'],
            {"order": "A", "amount": 90},
            "here it is 90",
        ),
    ],
)
def test_a_result_is_of_the_last_call_before_it(book: RuleBook, history: list[Any], given: Any, words: str) -> None:
    @tool
    def refund(request: Refund) -> str:
        """Pay money back."""
        raise AssertionError("it is only judged")

    def message(one: Any) -> Any:
        if isinstance(one, str):
            return ToolMessage(one, tool_call_id="1")
        return AIMessage("", tool_calls=[{"name": one[0], "args": one[1], "id": one[2]}])

    messages = [*map(message, history), message(("refund", {"request": given}, "1"))]
    runtime: Any = None
    request = ToolCallRequest(messages[-1].tool_calls[0], refund, {"messages": messages}, runtime)
    answer = guard(book).wrap_tool_call(request, lambda _: "ran")
    assert (answer == "ran") is (not words), answer
    assert not words or words in answer.content


@pytest.mark.parametrize(
    ("result", "asked", "allowed"),
    [
        ('{"order": {"tags": ["new"], "paid": 80}}', {"order": "A"}, True),
        ('{"order": {"tags": ["old"], "paid": 80}}', {"order": "A"}, False),
        ('{"orders": [{"tags": ["new"], "paid": 80}]}', {"order": "A"}, False),
        ('{"tags": ["new"], "paid": 80}', {"order": "B"}, False),
        ('{"tags": ["new"], "paid": 80}', None, False),
    ],
)
def test_what_was_read_is_of_this_call_and_at_its_path(result: str, asked: Any, allowed: bool) -> None:
    facts = {"tags": ["new"], "paid": 80}
    call = ToolCall("refund", {"order": "A"}, {"order"}, (result,), asked=(asked,))
    assert (only_shown(facts, call) == facts) is allowed


def test_facts_of_a_database_allow_no_strange_argument(book: RuleBook) -> None:
    told, paid = acted(book, ("refund", {"amount": 1, "signed": True}), facts=lambda call: {**ORDER, **call.arguments})
    assert not paid
    assert "The tool has no argument 'signed'" in told[0].content


def test_a_name_that_is_none_is_refused(book: RuleBook) -> None:
    nothing: Any = ["refund"]
    assert not Guard(book, free={"look_up"}).ruling(ToolCall(nothing, {})).allowed


def test_two_values_of_one_fact_decide_nothing(book: RuleBook) -> None:
    seen = ('{"paid": 10, "reason": "broken"}', "no JSON", '{"paid": 99}')
    ruling = Guard(book).ruling(ToolCall("refund", {"amount": 50}, {"amount"}, seen, asked=({},) * 3))
    assert not ruling.allowed
    assert "'paid' has two values" in ruling.reason
    same = ('{"paid": 80.10, "amount": 80.1, "reason": "broken"}',)
    assert Guard(book).ruling(ToolCall("refund", {"amount": 80.1}, {"amount"}, same, asked=({},))).allowed


@pytest.mark.parametrize(
    ("shown", "unread"),
    [
        (['{"order": {"paid": 80.10, "reason": "broken"}}'], ()),
        (['{"order": {"paid": 80.1}}'], "reason"),
        (['{"order": {"paid": 79, "reason": "broken"}}'], "paid"),
    ],
)
def test_what_decides_it_and_was_not_read_is_a_near_miss(book: RuleBook, shown: list[str], unread: Any) -> None:
    def facts(call: ToolCall) -> Any:
        return {"paid": 80.1, "reason": "broken", **call.arguments}

    call = ToolCall("refund", {"amount": 80}, {"amount"}, tuple(shown), asked=({},))
    ruling = Guard(book, facts).ruling(call)
    assert ruling.allowed
    assert (unread,) in ruling.unread if unread else not ruling.unread
    strict = Guard(book, facts, strict=True).ruling(call)
    assert strict.allowed is not bool(unread)
    assert not unread or "You have not read what decides it. Find out" in strict.reason


def test_decisions_are_kept_with_their_certificates(book: RuleBook, tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    acted(book, ("look_up", {"order": "7"}), ("refund", {"amount": 80.5}), ("delete", {"order": "7"}), log=log)
    allowed, refused = map(json.loads, log.read_text("utf-8").splitlines())
    assert (allowed["tool"], allowed["allowed"], allowed["version"]) == ("refund", True, book.version)
    assert [one["label"] for one in allowed["decision"]["why"] if one["kind"] == "rule"] == ["broken_goods"]
    assert read_certificate(allowed["certificate"], "the log").verdict.value == "entailed"
    assert (refused["tool"], refused["allowed"], refused["decision"]) == ("delete", False, None)


def test_what_is_set_up_wrong_is_said_at_once(book: RuleBook, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no action 'pay'; it has refund"):
        guard(book, actions={"transfer": "pay"})
    with pytest.raises(UserError, match="can't be free"):
        guard(book, free={"refund"})
    with pytest.raises(UserError, match="can't be read"):
        guard(tmp_path / "none.rules")
