"""Rule books: what they say of cases, and why."""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import replace
from typing import Any

import pytest

from sorites.solvers.books import BookFault, MisfitFacts, RuleBook, Status

EXPENSES = """# Expenses
Types:
Travel = {none, domestic, international}
Facts:
amount: Money ::: the amount of the expense
travel: Travel ::: what travel the expense is for
signed: Bool, default = false ::: whether the manager has signed it
Derived:
approved: Bool ::: the expense is paid without asking anybody
needsFinance: Bool, default = false ::: the finance department has to approve it
Rules:
small: amount ≤ 100 → approved ::: "Expenses of $100 or less are reimbursed automatically." (Approval, 1)
large: amount > 5000 → needsFinance ::: "Expenses over $5,000 require finance approval." (Approval, 3)
Exceptions:
abroad > small: travel = international → ¬approved ∧ needsFinance ::: "International travel …" (Travel, 2)
Actions:
reimburse: approved ::: pay the expense out
"""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook.read(EXPENSES)


@pytest.mark.parametrize(
    ("question", "facts", "answer"),
    [
        ("approved", {"amount": 100, "travel": "none"}, "yes"),
        ("approved", {"amount": "100.01", "travel": "none"}, "open"),
        ("approved", {"amount": 50, "travel": "international"}, "no"),
        ("approved", {"amount": 50}, "open"),
        ("needsFinance", {"amount": 50, "travel": "none"}, "no"),
        ("needsFinance", {"amount": 5000.01, "travel": "none"}, "yes"),
        ("needsFinance", {"amount": 50}, "open"),
        ("signed", {}, "no"),
        ("signed", {"signed": True}, "yes"),
    ],
)
def test_what_a_book_says_of_cases(book: RuleBook, question: str, facts: Any, answer: str) -> None:
    decision = book.ask(question, facts)
    assert decision.answer == answer
    assert decision.outcome.checked


def test_an_action_is_allowed_with_the_sentence_that_says_so(book: RuleBook) -> None:
    decision = book.allows("reimburse", '{"amount": 50, "travel": "domestic"}')
    assert decision.allowed
    assert decision.status is Status.ALLOWED
    [rule] = [one for one in decision.why if one.kind == "rule"]
    assert (rule.label, rule.blocked) == ("small", ("abroad",))
    assert rule.sources[0].place == "Approval, 1"


def test_facts_that_do_not_fit_are_errors(book: RuleBook) -> None:
    with pytest.raises(MisfitFacts) as error:
        book.ask("approved", {"amount": "much", "travel": "mars", "approved": True, "colour": 1, "signed": 1})
    assert [path for path, _, _ in error.value.faults] == ["approved", "colour", "amount", "travel", "signed"]


def test_names_that_nothing_declares_are_errors(book: RuleBook) -> None:
    with pytest.raises(BookFault, match="nothing declares 'aproved'"):
        book.ask("aproved", {})


@pytest.mark.parametrize(
    "name", "key goal domain signature fact rule exception theorem priority type rule1 case1 text fol semantics".split()
)
def test_only_sections_of_books_are_headings(name: str) -> None:
    text = f"Types:\n{name.title()}\nFacts:\n{name}: Bool ::: so\nthing: {name.title()}\nDerived:\nok: Bool\nRules:\n"
    book = RuleBook.read(text + f"{name}: {name} → ok\nActions:\n{name}: ok\nTests:\n{name}: {name} is open\n")
    assert [one.label for one in book.parts.rules] == [book.parts.tests[0].name] == [*book.parts.actions] == [name]
    assert book.ask("ok", {name: True}).why[0].label == name
    with pytest.raises(BookFault, match="no section 'Premises'"):
        RuleBook.read(text + f"{name}: {name} → ok\nPremises:\nr: ok\n")


def test_what_is_not_checked_is_undecided(book: RuleBook) -> None:
    decision = book.ask("reimburse", {"amount": 50, "travel": "none"})
    assert (decision.answer, decision.allowed) == ("yes", True)
    unchecked = replace(decision, found=book.decide(book.question("approved"), decision.case, checked=False))
    assert (unchecked.answer, unchecked.status, unchecked.allowed) == ("undecided", Status.UNDECIDED, False)
    assert unchecked.missing == ()


def test_many_cases_at_once_from_threads(book: RuleBook) -> None:
    async def ask() -> list[str]:
        cases = [{"amount": amount, "travel": "none"} for amount in (50, 5001) * 20]
        found = await asyncio.gather(*(book.aallows("reimburse", one) for one in cases))
        return [one.answer for one in found]

    assert asyncio.run(ask()) == ["yes", "open"] * 20


def test_a_book_survives_being_pickled(book: RuleBook) -> None:
    again = pickle.loads(pickle.dumps(book))
    assert (again.version, again.ask("approved", {"amount": 1, "travel": "none"}).answer) == (book.version, "yes")
