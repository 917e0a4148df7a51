"""The tests of a book, what they cover, and scenarios: for each rule a case that fires it, and one that does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import UserError
from ..logic.symbols import NUMBERS
from ..logic.syntax import Formula, Not
from .advising import Change, example, nearest
from .answers import Decision
from .facts import Facts, changed, parse_facts
from .reading import BookTest

if TYPE_CHECKING:
    from .rulebook import RuleBook


@dataclass(frozen=True, slots=True)
class Tried:
    """A test that was run.

    Attributes:
        test: the test.
        decision: what the book says; ``None`` if the test does not fit the book.
        fault: why it does not fit; empty if it does.
    """

    test: BookTest
    decision: Decision | None
    fault: str = ""

    @property
    def passed(self) -> bool:
        """Whether the book says what was expected, and the kernel has checked it."""
        one = self.decision
        return one is not None and one.answer == self.test.answer and one.outcome.checked is not None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A case for a person to accept, or to reject.

    Attributes:
        rule: the label of the rule that it is about.
        fires: whether the rule applies.
        facts: the case.
        decisions: what the book derives in it, and says of its actions.
        change: of a case at the boundary, what differs from the one in which the rule applies.
    """

    rule: str
    fires: bool
    facts: Facts
    decisions: tuple[Decision, ...]
    change: Change | None = None


def run_tests(book: RuleBook) -> list[Tried]:
    """Return what becomes of each test of a book."""
    found = []
    for test in book.parts.tests:
        try:
            found.append(Tried(test, book.ask(test.question, test.facts)))
        except UserError as error:
            found.append(Tried(test, None, str(error)))
    return found


def coverage(book: RuleBook, tried: list[Tried]) -> dict[str, int]:
    """Return for each rule by how many tests that pass it is covered: their answers need it, or that it applies not."""
    counts = dict.fromkeys(book.compiled.rules, 0)
    for one in tried:
        if one.passed and one.decision is not None:
            labels = {reason.label for reason in one.decision.why if reason.kind == "rule"}
            for label in labels & counts.keys():
                counts[label] += 1
            for rule in book.parts.rules:
                if rule.bare and any(rule.label in r.blocked for r in one.decision.why):
                    counts[rule.label] += 1
    return counts


def test_facts(book: RuleBook) -> Iterator[Facts]:
    """Yield the cases of a book's tests."""
    for test in book.parts.tests:
        yield parse_facts(test.facts)


def scenarios(book: RuleBook) -> Iterator[Scenario]:
    """Yield for each rule with a condition a case in which it applies, and the nearest one in which it does not."""
    for rule in book.parts.rules:
        condition = book.compiled.condition(rule, ())
        within = example(book, condition)
        if within is None:
            continue
        beyond = _beyond(book, condition, within)
        if beyond is not None:
            at = changed(within, beyond.path, beyond.after)
            back = nearest(book, condition, book.case(at), most=1, paths=[beyond.path])
            if back is not None:  # the last value with which it applies
                within = changed(within, beyond.path, back[0].after)
                beyond = Change(beyond.path, back[0].after, beyond.after)
        yield Scenario(rule.label, True, within, _decisions(book, within))
        if beyond is not None:
            at = changed(within, beyond.path, beyond.after)
            yield Scenario(rule.label, False, at, _decisions(book, at), beyond)


def _beyond(book: RuleBook, condition: Formula, facts: Facts) -> Change | None:
    """Return the nearest change with which a rule does not apply, of a number if there is one."""
    case = book.case(facts)
    numbers = [one.name for one in book.parts.facts if one.typed.result in NUMBERS]
    measured = [one.path for one in case.given if re.split(r"[.\]]", one.path)[-1] in numbers]
    for some in ([*dict.fromkeys(measured)], None):
        found = nearest(book, Not(condition), case, most=1, paths=some)
        if found:
            return found[0]
    return None


def _decisions(book: RuleBook, facts: Facts) -> tuple[Decision, ...]:
    case = book.case(facts)
    return tuple(book.ask(question, case) for question in book.asked)
