"""A rule book before tools act: what it does not allow by proof is not done, whatever goes wrong.

It fails closed: an action that is refused, open or not decided in time, facts that do not fit, a tool that nobody has
named, and any error at all are refused, with a reason by which an agent can go on.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sorites.solvers import SoritesError, UserError
from sorites.solvers.books import Decision, MisfitFacts, RuleBook, Status

if TYPE_CHECKING:
    from os import PathLike

T = TypeVar("T")
SECONDS: Final = 5.0
"""What a decision may take, that of its facts included."""
_MOST_SETS: Final = 3
_REFUSED: Final = "Not done: {tool} is not allowed. {why}"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What an agent is about to do.

    Attributes:
        tool: the name of the tool.
        arguments: its arguments.
        takes: the names of the arguments that a call may give the tool; ``None`` if nobody knows.
        results: what tools have answered so far in this conversation, as they wrote it.
        state: the agent's state, in LangChain.
        asked: the arguments of the calls that the results are of, in their order; ``None`` for one that is not known.
    """

    tool: str
    arguments: Mapping[str, Any]
    takes: Collection[str] | None = None
    results: tuple[str, ...] = ()
    state: Any = field(default=None, repr=False)
    asked: tuple[Mapping[str, Any] | None, ...] = ()


FactsOf = Callable[[ToolCall], Mapping[str, Any]]
"""Gives the facts by which a tool call is judged."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What comes of a tool call.

    Attributes:
        allowed: whether the tool may run.
        reason: why not, in words that an agent can act on.
        decision: what the book says; ``None`` where it was not asked, or could not say.
        unread: sets of facts, by their paths, that decide it and that the conversation has not shown: a near miss.
    """

    allowed: bool
    reason: str = ""
    decision: Decision | None = None
    unread: tuple[tuple[str, ...], ...] = ()


class Guard:
    """Judges tool calls by a rule book. It may be shared by threads.

    Examples:
        >>> from sorites.agent.guarding import Guard, ToolCall
        >>> from sorites.solvers.books import RuleBook
        >>> book = RuleBook.read('''
        ... Facts:
        ... amount: Money ::: the amount of the refund
        ... Derived:
        ... fine: Bool, default = false ::: the refund needs nobody's leave
        ... Rules:
        ... small: amount ≤ 100 → fine ::: "Refunds of $100 or less need nobody's leave."
        ... Actions:
        ... refund: fine ::: pay money back
        ... ''')
        >>> Guard(book).ruling(ToolCall("refund", {"amount": 50})).allowed
        True
        >>> Guard(book).ruling(ToolCall("refund", {})).reason
        'Not done: refund is not allowed. It is open. Find out amount (the amount of the refund).'

    Args:
        book: the book, or its file.
        facts: gives the facts of a call, from a database for instance; by default its arguments.
        actions: the action of each tool, where they are not called alike.
        free: tools that change nothing and are never asked about. All others that are no action are refused.
        log: a file to which decisions are appended, as lines of JSON.
        seconds: what a decision may take.
        strict: near misses are refused, too.

    Raises:
        UserError: there is no such book, or no such action in it.
    """

    def __init__(
        self,
        book: RuleBook | str | PathLike[str],
        facts: FactsOf | None = None,
        *,
        actions: Mapping[str, str] | None = None,
        free: Collection[str] = (),
        log: str | PathLike[str] | None = None,
        seconds: float = SECONDS,
        strict: bool = False,
    ) -> None:
        self.book = book if isinstance(book, RuleBook) else RuleBook.load(book)
        self.facts, self.seconds, self.strict = facts, seconds, strict
        self.actions = {name: name for name in self.book.parts.actions} | dict(actions or {})
        self.free, self.log = frozenset(free), Path(log) if log is not None else None
        self._lock = threading.Lock()
        if strange := sorted(set(self.actions.values()) - self.book.parts.actions.keys()):
            known = ", ".join(self.book.parts.actions) or "none"
            raise UserError(f"the book has no action '{strange[0]}'; it has {known}")
        if both := sorted(self.free & self.actions.keys()):
            raise UserError(f"'{both[0]}' is an action of the book and can't be free")

    def ruling(self, call: ToolCall) -> Ruling:
        """Return whether a tool may run. It raises nothing: what goes wrong is a refusal."""
        found, fault = Ruling(False), ""
        try:
            if call.tool in self.free:
                return Ruling(True)
            found = _in_time(lambda: self._ruled(call), self.seconds)
        except (SoritesError, TimeoutError) as error:
            found, fault = _refusal(call, _words(error)), str(error)
        except Exception as error:  # whatever it is, nobody has said that the tool may run
            fault = f"{type(error).__name__}: {error}"
            found = _refusal(call, "It could not be decided because of a fault; tell the user.")
        try:
            self._keep(call, found, fault)
        except Exception:  # a decision that leaves no trace is none
            return _refusal(call, "The decision could not be logged; tell the user.") if found.allowed else found
        return found

    def _ruled(self, call: ToolCall) -> Ruling:
        action = self.actions.get(call.tool)
        if action is None:
            return _refusal(call, "The rules say nothing of this tool.")
        strange = sorted(set(call.arguments) - set(call.takes)) if call.takes is not None else []
        if strange:  # the tool would pass over it, and a guard must not
            return _refusal(call, f"The tool has no argument '{strange[0]}'.")
        facts = {one.name: one for one in self.book.parts.facts}
        given: Mapping[str, Any] = {name: value for name, value in call.arguments.items() if name in facts}
        given = self.facts(call) if self.facts is not None else given
        decision = self.book.allows(action, given, seconds=self.seconds)
        if not decision.allowed:
            return _refusal(call, _why_not(self.book, decision), decision)
        taken = {one.label.rsplit(".", 1)[-1] for one in decision.why if one.kind == "default"} & facts.keys()
        for name in sorted(taken - given.keys() if self.facts is None else ()):
            why = f"Nobody has looked up {name} ({facts[name].typed.gloss}); tell the user."
            return _refusal(call, why, decision)
        unread = self._unread(action, given, call) if self.facts is not None else ()
        if unread and self.strict:
            return _refusal(
                call, f"You have not read what decides it. {_question(self.book, unread)}", decision, unread
            )
        return Ruling(True, "", decision, unread)

    def _unread(self, action: str, given: Mapping[str, Any], call: ToolCall) -> tuple[tuple[str, ...], ...]:
        """Return sets of facts that decide what is allowed, and that the conversation has not shown."""
        try:
            seen = self.book.allows(action, only_shown(given, call), seconds=self.seconds)
        except SoritesError as error:
            return ((_words(error),),)
        return () if seen.allowed else seen.missing[:_MOST_SETS] or ((f"by what was shown it is {seen.status.value}",),)

    def _keep(self, call: ToolCall, found: Ruling, fault: str) -> None:
        if self.log is None:
            return
        decided = found.decision
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "tool": call.tool,
            "arguments": call.arguments,
            "allowed": found.allowed,
            "reason": found.reason,
            "fault": fault,
            "near_miss": found.unread,
            "version": self.book.version,
            "decision": decided.to_json() if decided else None,
            "certificate": certificate_of(decided) if decided else None,
        }
        text = json.dumps(line, ensure_ascii=False, default=str)
        with self._lock, self.log.open("a", encoding="utf-8") as file:
            file.write(text + "\n")


def only_shown(facts: Mapping[str, Any], call: ToolCall) -> dict[str, Any]:
    """Return those facts that a call, or a result about the same, shows by their paths and with their values."""
    own: dict[str, set[str]] = {}
    for name, value in _inside(call.arguments, lists=True):
        own.setdefault(name, set()).add(_told(value))
    mine = _plain(call.arguments)
    sources = [call.arguments]
    for text, asked in zip(call.results, call.asked, strict=False):
        with suppress(ValueError):
            found = json.loads(text, parse_float=Decimal, object_pairs_hook=_once)
            if (
                asked is not None
                and isinstance(found, dict)
                and _is_about(found, asked, own, {*(call.takes or ()), *own}, mine)
            ):
                sources.append(found)

    def kept(record: Mapping[str, Any], sources: list[Mapping[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in record.items():
            told = [one[name] for one in sources if name in one]
            if isinstance(value, Mapping):
                found[name] = kept(value, [one for one in told if isinstance(one, Mapping)])
            elif any(_shows(one, value) for one in told):
                found[name] = value
        return found

    inner = [one for source in sources for _, one in _inside(source) if isinstance(one, Mapping)]
    return kept(facts, [*sources, *inner])


def _is_about(
    result: Mapping[str, Any], asked: Mapping[str, Any], own: Mapping[str, set[str]], takes: set[str], mine: set[str]
) -> bool:
    """Return whether a result is about a call: its own call shares a value, and in neither an argument has another."""
    its = _plain(asked)
    pairs = (*_inside(asked, lists=True), *_inside(result))
    same = all(
        _told(value) in own.get(name, ()) for name, value in pairs if name in takes and not isinstance(value, Mapping)
    )
    return same and not (mine and its and mine.isdisjoint(its))


def _inside(value: Any, *, lists: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield the names and values at any depth; those of lists only if they count, since they may be of other things."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield name, one
            yield from _inside(one, lists=lists)
    elif lists and isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one, lists=True)


def _plain(value: Any) -> set[str]:
    """Return what strings and numbers in a value say."""
    if isinstance(value, Mapping | list | tuple):
        return {one for part in (value.values() if isinstance(value, Mapping) else value) for one in _plain(part)}
    return set() if value is None or isinstance(value, bool) else {_told(value)}


def _shows(told: Any, value: Any) -> bool:
    """Return whether what was told has a value; records may tell more."""
    if isinstance(value, Mapping):
        return isinstance(told, Mapping) and all(n in told and _shows(told[n], one) for n, one in value.items())
    if isinstance(value, list | tuple):
        return isinstance(told, list | tuple) and len(told) == len(value) and all(map(_shows, told, value))
    return _told(told) == _told(value)


def _told(value: Any) -> str:
    """Return what a value says, whichever type its number has."""
    number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return str(Decimal(str(value)).normalize()) if number else repr(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice, of which nobody knows what was read")
    return found


def _in_time(work: Callable[[], T], seconds: float) -> T:
    """Return what is worked out in another thread, which nobody waits for longer."""
    box: queue.SimpleQueue[tuple[T, None] | tuple[None, Exception]] = queue.SimpleQueue()

    def run() -> None:
        try:
            box.put((work(), None))
        except Exception as error:
            box.put((None, error))

    threading.Thread(target=run, daemon=True, name="sorites-guard").start()
    try:
        found, error = box.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"It was not decided within {seconds:g} seconds; tell the user.") from None
    if error is not None:
        raise error
    return found  # type: ignore[return-value]


def _refusal(
    call: ToolCall, why: str, decision: Decision | None = None, unread: tuple[tuple[str, ...], ...] = ()
) -> Ruling:
    return Ruling(False, _REFUSED.format(tool=call.tool, why=why), decision, unread)


def _words(error: Exception) -> str:
    if isinstance(error, MisfitFacts):
        return "Facts of the case do not fit: " + "; ".join(str(error).splitlines())
    return str(error)


def _why_not(book: RuleBook, decision: Decision) -> str:
    """Return why an action is not allowed, and what can be done about it."""
    if decision.status is Status.OPEN:
        return f"It is open. {_question(book, decision.missing[:_MOST_SETS])}"
    if decision.answer == "impossible":
        return "The facts contradict the rules; tell the user."
    if decision.status is Status.UNDECIDED:
        return "No answer was found and checked in time; tell the user."
    cited = [one for why in decision.why for one in why.sources]
    said = [f"{one.sentence} ({one.place})" if one.place else one.sentence for one in cited]
    facts = [one.text for one in decision.why if one.kind == "fact"]
    return " ".join([*dict.fromkeys(said), f"The facts are: {', '.join(facts)}." if facts else ""]).strip()


def _question(book: RuleBook, missing: Iterable[tuple[str, ...]]) -> str:
    """Return what to find out."""
    said = {one.name: one.typed.gloss for one in book.parts.facts}

    def told(path: str) -> str:
        gloss = said.get(path.rsplit(".", 1)[-1].partition("[")[0], "")
        return f"{path} ({gloss})" if gloss else path

    sets = [" and ".join(map(told, few)) for few in missing]
    return f"Find out {'; or '.join(sets)}." if sets else "No rule decides it; tell the user."


def certificate_of(decision: Decision) -> str | None:
    """Return the certificate of a decision as a file, which ``sorites check`` replays."""
    from sorites.solvers.carrying.files import write_certificate

    return write_certificate(decision.program, decision.outcome) if decision.certificate is not None else None


__all__ = [
    "FactsOf",
    "Guard",
    "Ruling",
    "ToolCall",
    "certificate_of",
    "only_shown",
]
