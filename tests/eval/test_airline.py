"""The airline's book over episodes: a small database of its own, and the public one where it is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.airline import BOOK, Airline, main, replay
from sorites.solvers.books import RuleBook

from ..conftest import SHARED

FLIGHTS: dict[str, Any] = {
    "HAT1": {
        "origin": "JFK",
        "destination": "SEA",
        "scheduled_departure_time_est": "08:00:00",
        "dates": {
            "2024-05-10": {"status": "landed", "actual_departure_time_est": "2024-05-10T08:20:00"},
            "2024-05-20": {"status": "available"},
            "2024-05-21": {"status": "available"},
        },
    }
}
USER: dict[str, Any] = {"membership": "gold", "payment_methods": {"gift_card_1": {}}, "reservations": ["OLD", "NEW"]}


def reservation(name: str, day: str, cabin: str) -> dict[str, Any]:
    return {
        "reservation_id": name, "user_id": "ann", "cabin": cabin, "flight_type": "one_way", "origin": "JFK",
        "destination": "SEA", "created_at": "2024-05-01T08:00:00", "insurance": "no", "passengers": [{}],
        "total_baggages": 1, "flights": [{"flight_number": "HAT1", "date": day}],
    }  # fmt: skip


DATABASE: dict[str, Any] = {
    "users": {"ann": USER},
    "reservations": {
        "OLD": reservation("OLD", "2024-05-10", "business"),
        "NEW": reservation("NEW", "2024-05-20", "business"),
    },
    "flights": FLIGHTS,
}


def episode(*calls: tuple[str, dict[str, Any], Any]) -> dict[str, Any]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Hello."}]
    for name, arguments, answer in calls:
        made = {"id": "call", "function": {"name": name, "arguments": json.dumps(arguments)}}
        told = answer if isinstance(answer, str) else json.dumps(answer)
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [made]},
            {"role": "tool", "tool_call_id": "call", "name": name, "content": told},
        ]
    return {"task_id": 1, "trial": 0, "reward": 0.0, "traj": messages}


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook.load(BOOK)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, found in DATABASE.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(found))
    return tmp_path


def test_breaches_are_found_with_the_rule_that_they_break(book: RuleBook, folder: Path) -> None:
    old, new = DATABASE["reservations"]["OLD"], DATABASE["reservations"]["NEW"]
    basic = {**new, "cabin": "basic_economy"}
    day = {
        "reservation_id": "NEW",
        "payment_id": "gift_card_1",
        "flights": [{"flight_number": "HAT1", "date": "2024-05-21"}],
    }
    made = episode(
        ("get_reservation_details", {"reservation_id": "OLD"}, old),
        ("cancel_reservation", {"reservation_id": "OLD"}, old),
        ("get_reservation_details", {"reservation_id": "NEW"}, new),
        ("search_direct_flight", {"date": "2024-05-21"}, [{"flight_number": "HAT1"}]),
        ("update_reservation_flights", {**day, "cabin": "business"}, new),
        ("update_reservation_flights", {**day, "cabin": "basic_economy", "flights": new["flights"]}, basic),
        ("update_reservation_flights", {**day, "cabin": "economy"}, "Error: no seats"),
    )
    found = list(replay(book, Airline.of(folder), made))
    assert [one.decision.status.value for one in found] == ["refused", "allowed", "allowed", "refused"]
    labels = [{reason.label for reason in one.decision.why} for one in found]
    assert "flown" in labels[0]
    assert "basic_stays" in labels[3]
    assert [bool(one.failed) for one in found] == [False, False, False, True]


def test_a_certificate_needs_a_reason_that_the_database_knows(book: RuleBook, folder: Path) -> None:
    sent = ("send_certificate", {"user_id": "ann", "amount": 50}, "sent")
    read = ("get_reservation_details", {"reservation_id": "OLD"}, DATABASE["reservations"]["OLD"])
    [late] = replay(book, Airline.of(folder), episode(read, sent))
    assert late.decision.status == "open", "the flight was late; whether the user complains the database does not say"
    other = ("get_reservation_details", {"reservation_id": "NEW"}, DATABASE["reservations"]["NEW"])
    [punctual] = replay(book, Airline.of(folder), episode(other, sent))
    assert punctual.decision.status == "refused"


@pytest.mark.shared_data
def test_the_public_episodes(capsys: pytest.CaptureFixture[str]) -> None:
    folder = SHARED / "rulebooks" / "airline"
    if not folder.exists():
        pytest.skip("the episodes are not here")
    main([str(folder)])
    told = capsys.readouterr().out
    assert "'refused, done': 27" in told
    assert told.count("rule used_up") == 9
    assert "22 of 100 episodes with a breach that was done" in told
