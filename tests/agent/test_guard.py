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


def known(call: ToolCall) -> dict[str, Any]:
    """Return what is known of an order once somebody has looked it up."""
    return {**(ORDER if call.results else {}), "amount": call.arguments["amount"]}


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
    told, paid = acted(book, early, ("look_up", {"order": "7"}), allowed, much, awaited=awaited, facts=known)
    assert paid == [80.5]
    assert [m.status for m in told] == ["error", "success", "success", "error"]
    assert "It is open. Find out " in told[0].content
    assert "why the goods come back" in told[0].content
    assert "Nobody gets more than was paid. (Refunds, 3)" in told[3].content


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


GIVEN = {"amount": 80, "paid": 300, "reason": "broken"}


@pytest.mark.parametrize(
    ("given", "how", "words"),
    [
        (GIVEN, {}, ""),
        ({**GIVEN, "amount": 400}, {}, "Nobody gets more than was paid"),
        ({"amount": 80}, {}, "Find out paid"),
        ({"amount": 80}, {"results": ('{"paid": 300, "reason": "broken"}',)}, "Find out paid"),
        ({**GIVEN, "amount": None}, {}, "Find out amount"),
        ({"request": GIVEN}, {"takes": {"request"}}, "It is open"),
        ({**GIVEN, "signed": True}, {}, "The tool has no argument 'signed'"),
    ],
)
def test_without_facts_of_its_own_the_call_is_all_there_is(book: RuleBook, given: Any, how: Any, words: str) -> None:
    ruling = Guard(book).ruling(ToolCall("refund", given, **{"takes": {"order", *GIVEN}, **how}))
    assert ruling.allowed is (not words), ruling.reason
    assert words in ruling.reason


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
    ("given", "words"),
    [
        ({"amount": 5}, "Nobody has looked up item_locked (it is locked)"),
        ({"amount": 5, "item_locked": True}, "What is locked is not paid"),
        ({"amount": 5, "item_locked": False}, ""),
        ({"amount": 500}, "The facts are"),
    ],
)
def test_a_default_that_nobody_has_looked_up_is_not_safe(given: Any, words: str) -> None:
    call = ToolCall("refund", given, {"amount", "item_locked"})
    locks = RuleBook.read(LOCKABLE, "locks.rules")
    ruling = Guard(locks).ruling(call)
    assert ruling.allowed is (not words), ruling.reason
    assert words in ruling.reason
    found = Guard(locks, lambda _: given).ruling(call)  # who asks a database has looked
    assert found.allowed is (given == {"amount": 5} or not words)


class Refund(BaseModel):
    order: str
    amount: float


@pytest.mark.parametrize(
    ("history", "read"),
    [
        ([("look_up", {"order": "B"}, "1"), '{"paid": 500, "reason": "broken"}'], False),
        ([("look_up", {"order": "A"}, "1"), '{"paid": 500, "reason": "broken"}'], True),
        (['{"paid": 500, "reason": "broken"}'], False),
    ],
)
def test_a_result_is_of_the_last_call_before_it(book: RuleBook, history: list[Any], read: bool) -> None:
    @tool
    def refund(request: Refund) -> str:
        """Pay money back."""
        raise AssertionError("it is only judged")

    def message(one: Any) -> Any:
        if isinstance(one, str):
            return ToolMessage(one, tool_call_id="1")
        return AIMessage("", tool_calls=[{"name": one[0], "args": one[1], "id": one[2]}])

    messages = [*map(message, history), message(("refund", {"request": {"order": "A", "amount": 1}}, "1"))]
    runtime: Any = None
    request = ToolCallRequest(messages[-1].tool_calls[0], refund, {"messages": messages}, runtime)
    judge = guard(book, lambda _: {"paid": 500, "reason": "broken", "amount": 1}, strict=True)
    answer = judge.wrap_tool_call(request, lambda _: "ran")
    assert (answer == "ran") is read, answer
    assert read or "You have not read what decides it" in answer.content


@pytest.mark.parametrize(
    ("result", "asked", "allowed"),
    [
        ('{"order": {"tags": ["new"], "paid": 80}}', {"order": "A"}, True),
        ('{"order": {"tags": ["old"], "paid": 80}}', {"order": "A"}, False),
        ('{"orders": [{"tags": ["new"], "paid": 80}]}', {"order": "A"}, False),
        ('{"tags": ["new"], "paid": 80}', {"order": "B"}, False),
        ('{"tags": ["new"], "paid": 80}', None, False),
        ('{"tags": ["new"], "paid": 80}', {}, True),
        ('{"tags": ["new"], "paid": 80, "of": {"order": "B"}}', {"order": "A"}, False),
        ('{"tags": ["new"], "paid": 80, "paid": 80}', {"order": "A"}, False),
        ('{"tags": ["new"], "paid": 80}', {"query": {"order": "B"}}, False),
        ('{"tags": ["new"], "paid": 80}', {"order_id": "B"}, False),
        ('{"tags": ["new"], "paid": 80}', {"order_id": "A"}, True),
        ("no JSON", {"order": "A"}, False),
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
    acted(book, ("look_up", {"order": "7"}), ("refund", {"amount": 80.5}), ("delete", {"order": "7"}), log=log,
          facts=known)  # fmt: skip
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
