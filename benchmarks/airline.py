"""The airline's rule book over recorded episodes of tau-bench: ``python -m benchmarks.airline FOLDER``.

The folder holds the database (``users.json``, ``reservations.json``, ``flights.json``) and episodes with their tool
calls. Each writing call is asked of ``examples/airline.rules`` with all facts of the database. What only the
conversation says is not looked for: that the user has said yes is taken as given, why they cancel or complain is open.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from sorites.solvers.books import Decision, RuleBook

BOOK: Final = Path(__file__).parent.parent / "examples" / "airline.rules"
WRITING: Final = frozenset(RuleBook.load(BOOK).parts.actions)
METHODS: Final = ("certificate", "gift_card", "credit_card")


@dataclass
class Airline:
    """The database as an episode leaves it.

    Attributes:
        users: the profiles by their names.
        reservations: the reservations by theirs.
        flights: the flights by their numbers.
        read: the reservations that the agent has read.
    """

    users: dict[str, Any]
    reservations: dict[str, Any]
    flights: dict[str, Any]
    read: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, folder: Path) -> Airline:
        """Return the database of a folder."""
        return cls(
            *(json.loads((folder / f"{name}.json").read_text()) for name in ("users", "reservations", "flights"))
        )

    def fresh(self) -> Airline:
        """Return the database for another episode."""
        return Airline(dict(self.users), dict(self.reservations), self.flights)

    def note(self, name: str, arguments: Mapping[str, Any], answer: str) -> None:
        """Take over what a tool has answered."""
        try:
            found = json.loads(answer)
        except ValueError:
            return
        if isinstance(found, dict) and "reservation_id" in found:
            if name == "update_reservation_flights":  # the tool leaves the old cabin in its answer
                found["cabin"] = arguments["cabin"]
            self.reservations[found["reservation_id"]] = found
            self.read.add(found["reservation_id"])

    def segment(self, flight: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a flight on a day."""
        number, day = flight["flight_number"], flight["date"]
        one = self.flights.get(number, {})
        found = one.get("dates", {}).get(day, {})
        if not found:
            return {"date": day}
        due, left = f"{day}T{one['scheduled_departure_time_est']}", found.get("actual_departure_time_est")
        late = left > due if left else found["status"] == "delayed"
        return {"date": day, "status": found["status"].replace(" ", "_"), "late": late}

    def reservation(self, one: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a reservation."""
        return {
            "cabin": one["cabin"],
            "trip": one["flight_type"],
            "origin": one["origin"],
            "destination": one["destination"],
            "created": one["created_at"],
            "insurance": one["insurance"] == "yes",
            "passengers": len(one["passengers"]),
            "bags": one["total_baggages"],
            "segment": [self.segment(flight) for flight in one["flights"]],
        }

    def membership(self, user: str) -> dict[str, str]:
        """Return the fact of a user's membership."""
        return {"membership": self.users[user]["membership"]}

    def facts(self, name: str, call: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a tool call.

        Args:
            name: the tool.
            call: its arguments.

        Raises:
            KeyError: the call names what is not in the database.
        """
        made: dict[str, Any] = {"confirmed": True}
        if name == "book_reservation":
            kinds = Counter(one["payment_id"].rsplit("_", 1)[0] for one in call["payment_methods"])
            user = call["user_id"]
            made |= {f"{kind}s": kinds[kind] for kind in METHODS} | self.membership(user)
            made |= {"new_bags": call["total_baggages"], "charged_bags": call["nonfree_baggages"]}
            owned = self.users[user]["payment_methods"]
            made["in_profile"] = all(one["payment_id"] in owned for one in call["payment_methods"])
            flights = [self.segment(one) for one in call["flights"]]
            asked = {"cabin": call["cabin"], "passengers": len(call["passengers"]), "new_segment": flights}
            return made | {"reservation": asked}
        if name == "send_certificate":
            return made | {"amount": call["amount"]} | self.membership(call["user_id"])
        one = self.reservations[call["reservation_id"]]
        made |= self.membership(one["user_id"]) | {"reservation": self.reservation(one)}
        if name == "update_reservation_baggages":
            made |= {"new_bags": call["total_baggages"], "charged_bags": call["nonfree_baggages"]}
        elif name == "update_reservation_passengers":
            made["new_passengers"] = len(call["passengers"])
        elif name == "update_reservation_flights":
            made["method"] = call["payment_id"].rsplit("_", 1)[0]
            made |= self._route(one, call["flights"], made["reservation"])
        return made

    def _route(self, one: Mapping[str, Any], flights: Any, reservation: dict[str, Any]) -> dict[str, Any]:
        """Return what the new flights of a reservation are beside the old ones."""
        kept = {(flight["flight_number"], flight["date"]) for flight in one["flights"]}
        new = [(flight["flight_number"], flight["date"]) for flight in flights]
        reservation["new_segment"] = [self.segment(f) for f, key in zip(flights, new, strict=True) if key not in kept]
        legs = [self.flights[number] for number, _ in new]
        begins, ends = legs[0]["origin"], legs[-1]["destination"]
        reached = {leg["destination"] for leg in legs}
        leads = one["destination"] if begins == ends and one["destination"] in reached else ends
        return {
            "flights_changed": set(new) != kept,
            "new_origin": begins,
            "new_destination": leads,
            "new_trip": "round_trip" if begins == ends else "one_way",
        }


@dataclass(frozen=True)
class Replayed:
    """A writing call that was asked of the book.

    Attributes:
        task: the task of its episode.
        trial: which trial of it.
        reward: what the episode earned.
        name: the tool.
        arguments: its arguments.
        failed: what the tool itself had against it.
        decision: what the book says, knowing all.
    """

    task: int
    trial: int
    reward: float
    name: str
    arguments: Mapping[str, Any]
    failed: str
    decision: Decision


def calls_of(episode: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the tool calls of an episode with their answers."""
    for message, answer in pairwise((*episode["traj"], {})):  # their ids are not unique, and each message has one
        for call in message.get("tool_calls") or ():
            made = call["function"]
            yield made["name"], json.loads(made["arguments"]), answer.get("content") or ""


def replay(book: RuleBook, airline: Airline, episode: Mapping[str, Any]) -> Iterator[Replayed]:
    """Yield what the book says of each writing call of an episode."""
    db = airline.fresh()
    of_episode = episode["task_id"], episode["trial"], episode["reward"]
    for name, arguments, answer in calls_of(episode):
        if name in WRITING:
            failed = answer if answer.startswith("Error") else ""
            yield Replayed(*of_episode, name, arguments, failed, _asked(book, db, name, arguments))
        db.note(name, arguments, answer)


def _asked(book: RuleBook, db: Airline, name: str, arguments: Mapping[str, Any]) -> Decision:
    case = db.facts(name, arguments)
    if name != "send_certificate":
        return book.allows(name, case)
    # it does not say for which of the reservations that were read
    own = [db.reservations[r] for r in db.users[arguments["user_id"]]["reservations"] if r in db.read]
    found = [book.allows(name, case | {"reservation": db.reservation(one)}) for one in own] or [book.allows(name, case)]
    return min(found, key=lambda one: one.status.value)  # allowed, open, refused


def main(arguments: list[str] | None = None) -> None:
    """Print the breaches with their reasons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true", help="list all calls, those that are allowed, too")
    options = parser.parse_args(arguments)
    console, book, airline = Console(soft_wrap=True, highlight=False), RuleBook.load(BOOK), Airline.of(options.folder)
    episodes = [one for path in sorted(options.folder.glob("episodes*.json")) for one in json.loads(path.read_text())]
    found = [one for episode in episodes for one in replay(book, airline, episode)]
    through = Counter[tuple[str, str]]()
    for one in found:
        status, done = one.decision.status.value, "refused by the tool" if one.failed else "done"
        through[status, done] += 1
        if options.all or status == "refused":
            console.print(f"{one.task}/{one.trial} {one.name} {status}, {done}: {json.dumps(one.arguments)[:300]}")
            for reason in one.decision.why:
                said = " ".join(f"{s.sentence} ({s.place})" for s in reason.sources)
                console.print(f"    {reason.kind} {reason.label}: {reason.text} {said}")
    broken = {(one.task, one.trial): one.reward for one in found if one.decision.status == "refused" and not one.failed}
    rest = [e["reward"] for e in episodes if (e["task_id"], e["trial"]) not in broken]
    console.print({f"{status}, {done}": count for (status, done), count in sorted(through.items())})
    console.print(f"{len(broken)} of {len(episodes)} episodes with a breach that was done; failed: "
                  f"{_failed([*broken.values()])} of these, {_failed(rest)} of the others")  # fmt: skip


def _failed(rewards: list[float]) -> str:
    return f"{sum(reward < 1 for reward in rewards) / len(rewards):.0%}" if rewards else "none"


if __name__ == "__main__":
    main()
