"""An assistant's sentences as claims about a case: none is passed over, and none adds a rule."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from sorites.agent.claims import ClaimChecker
from sorites.solvers.books import MisfitFacts, RuleBook
from sorites.testing import Reply, Server, serving
from sorites.translators import ModelOptions, make_translator

from ..command import ROOT
from .test_guard import BOOK

ALIKE = "Facts:\npaid: Bool ::: the order is paid\norder_paid: Bool ::: the order is paid\n"
ORDER: dict[str, Any] = {"paid": 80, "reason": "broken"}


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook.read(BOOK, "refunds.rules")


@pytest.mark.parametrize(
    ("sentence", "facts", "finding", "formula"),
    [
        ("The refund may be paid.", {**ORDER, "amount": 80}, "valid", "fine"),
        ("**The refund may not be paid!**", {**ORDER, "amount": 80}, "invalid", "¬fine"),
        ("The refund can be paid.", {**ORDER, "amount": 80.01}, "invalid", "fine"),
        ("The refund may be paid.", ORDER, "satisfiable", "fine"),
        (
            "If the amount of the refund is more than $80, the refund may be paid.",
            ORDER,
            "satisfiable",
            "amount > 80 → fine",
        ),
        ("The amount of the refund is at most $80.", {**ORDER, "amount": 79.99}, "valid", "amount ≤ 80"),
        ("The reason is broken, and a manager has signed.", ORDER, "invalid", "reason = broken ∧ signed"),
        ("The refund may be paid to anybody.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("The amount of the refund is 80 days.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("The amount of the refund is 80 euros.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("The amount of the refund is 80 percent.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("If a manager has signed, the refund may be paid.", {**ORDER, "amount": 90}, "vacuous", ""),
        ("If the reason is late, the refund may be paid.", {**ORDER, "amount": 80}, "vacuous", ""),
        ("If the reason is broken, the refund may be paid.", {**ORDER, "amount": 80}, "valid", ""),
        (
            "The reason is broken, and if a manager has signed, the refund may be paid.",
            {**ORDER, "amount": 90},
            "vacuous",
            "",
        ),
        ("If a manager has signed, the amount of the refund is $3.", {**ORDER, "amount": 80}, "vacuous", ""),
        ("No, the refund may be paid.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("**No** – the refund may be paid.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("No, the refund may not be paid.", {**ORDER, "amount": 90}, "valid", "¬fine"),
        ("No, the refund may not be paid.", {**ORDER, "amount": 80}, "invalid", "¬fine"),
        ("Yes, the refund may be paid.", {**ORDER, "amount": 80}, "valid", "fine"),
        ("The amount of the refund is 80 cents.", {**ORDER, "amount": 80}, "untranslated", ""),
        (f"The amount of the refund is {'9' * 5000} dollars.", ORDER, "untranslated", ""),
        ("A manager will sign.", {**ORDER, "signed": True}, "untranslated", ""),
        ("A manager is signing.", {**ORDER, "signed": True}, "untranslated", ""),
        ("If a manager is still signing, the refund may be paid.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("A manager's going to sign.", {**ORDER, "signed": True}, "untranslated", ""),
        ("A manager has signed.", {**ORDER, "signed": True}, "valid", "signed"),
        ("Every refund may be paid.", {**ORDER, "amount": 80}, "untranslated", ""),
        ("Shall I go on?", ORDER, "question", ""),
    ],
)
def test_what_comes_of_a_sentence(book: RuleBook, sentence: str, facts: Any, finding: str, formula: str) -> None:
    [claim] = ClaimChecker(book).check(sentence, facts=facts).claims
    assert claim.finding == finding
    assert not formula or claim.formulas == (formula,)
    if finding in ("valid", "invalid"):
        assert claim.decision is not None
        assert claim.decision.outcome.checked


@pytest.mark.parametrize(
    ("example", "sentence", "formula"),
    [
        ("expenses", "The coordinator does not have to approve it.", "¬coordinator"),
        ("expenses", "The coordinator doesn’t have to approve it!", "¬coordinator"),
        ("expenses", "This person cannot hand expenses in.", "¬mayHandIn"),
        ("expenses", "No member of the board has countersigned.", "¬countersigned"),
        ("expenses", "If a receipt is needed, the treasurer has to approve it.", "needsReceipt → treasurer"),
        ("expenses", "Who hands the expense in is not a guest.", "who ≠ guest"),
        ("expenses", "The amount in euros is more than 1,000.50.", "amount > 1000.5"),
        ("returns", "The buyer does not belong to the club.", "¬club(order)"),
        ("airline", "How many checked bags are asked for in all is 3.", "new_bags = 3"),
        ("expenses", "The coordinator has not to approve it.", ""),
        ("expenses", "The coordinator has to not approve it.", ""),
        ("expenses", "The coordinator may not have to approve it.", ""),
        ("expenses", "The coordinator does not have to not approve it.", ""),
        ("expenses", "The amount in euros is 1.000.", ""),
        ("expenses", "The amount in euros is 20 or 30.", ""),
        ("expenses", "It is spent abroad.", ""),
        ("airline", "A flight of the reservation has not taken off.", ""),
        ("airline", "All that pays for a booking is not in the user's profile.", ""),
        ("airline", "The user has not seen the details and said yes.", ""),
        ("thesis", "An elective is not passed.", ""),
    ],
)
def test_descriptions_are_said_word_by_word(example: str, sentence: str, formula: str) -> None:
    checker = ClaimChecker(RuleBook.load(ROOT / "examples" / f"{example}.rules"))
    [claim] = checker.check(sentence).claims
    assert claim.formulas == ((formula,) if formula else ())


def test_what_is_satisfiable_comes_with_both_scenarios(book: RuleBook) -> None:
    [claim] = ClaimChecker(book).check("The refund may be paid.", facts={"paid": 80}).claims
    holds, fails = claim.scenarios
    assert book.ask("fine", holds).answer == "yes"
    assert book.ask("fine", fails).answer == "no"
    assert holds["paid"] == fails["paid"] == 80


def test_a_claim_adds_no_rule(book: RuleBook) -> None:
    tries = (
        "The refund may be paid. If a manager has signed, the refund may be paid. A manager has signed. "
        "Suppose that the amount of the refund is 1 dollar. All refunds may be paid. "
        "The refund may be paid if the amount of the refund is more than $100. Therefore the refund may be paid."
    )
    found = ClaimChecker(book).check(tries, facts={**ORDER, "amount": 500})
    assert not [claim.sentence for claim in found.claims if claim.finding == "valid"]
    [vacuous] = [claim.sentence for claim in found.claims if claim.finding == "vacuous"]
    assert vacuous == "If a manager has signed, the refund may be paid.", "nobody has, so that this says nothing"
    assert found.facts == {**ORDER, "amount": 500}
    assert not found.proved
    assert found.claims[0].finding == found.claims[-1].finding == "invalid"


def test_facts_that_a_question_states_are_of_the_case(book: RuleBook) -> None:
    asked = "The amount of the refund is $70. The reason is broken. All refunds may be paid. May the refund be paid?"
    found = ClaimChecker(book).check("Yes.", asked, {"paid": 80})
    assert found.proved
    assert found.facts == {"paid": 80, "amount": 70, "reason": "broken"}
    assert found.untaken == ("All refunds may be paid.",), "no rule comes from a user either"
    other = ClaimChecker(book).check("No!", asked, {"paid": 60})
    assert [claim.finding for claim in other.claims] == ["valid"]
    late = ClaimChecker(book).check("Yes.", asked, {"paid": 80, "reason": "late"})
    assert late.untaken[0] == "The reason is broken.", "the case says another"
    assert [claim.finding for claim in late.claims] == ["invalid"]
    assert ClaimChecker(book).check("Yes.", "", ORDER).claims[0].finding == "untranslated"


def test_no_sentence_is_begun_when_it_is_too_late(book: RuleBook) -> None:
    for said in (("It is.", ""), ("", "It is.")):
        with pytest.raises(TimeoutError):
            ClaimChecker(book).check(*said, within=-1)


def test_facts_that_contradict_the_rules_make_claims_impossible() -> None:
    book = RuleBook.read(
        "Facts:\nold: Bool ::: the user is old\nyoung: Bool ::: the user is young\nDerived:\nok: Bool ::: it is fine\n"
        "Rules:\none: old → ok\ntwo: young → ¬ok\n"
    )
    [claim] = ClaimChecker(book).check("The user is young.", facts={"old": True, "young": True}).claims
    assert claim.finding == "impossible"
    with pytest.raises(MisfitFacts):
        ClaimChecker(book).check("The user is young.", facts={"old": "very"})


def test_names_that_sound_alike_are_ambiguous_unless_they_mean_the_same() -> None:
    told = "Derived:\nok: Bool\nRules:\none: paid → ok\n"
    [claim] = ClaimChecker(RuleBook.read(ALIKE + told)).check("The order is paid.", facts={"paid": True}).claims
    assert (claim.finding, set(claim.formulas)) == ("ambiguous", {"paid", "order_paid"})
    same = RuleBook.read(ALIKE + told + "two: paid ↔ order_paid\n")
    assert ClaimChecker(same).check("The order is paid.", facts={"paid": True}).claims[0].finding == "valid"


def test_numbers_are_in_the_units_of_the_book() -> None:
    book = RuleBook.read(
        "Facts:\nage: Int ::: the age of the user\nprice: Money ::: the price of the ticket\n"
        'Derived:\nfree: Bool ::: it costs nothing\nRules:\none: price < 1 → free ::: "Below 1 euro it is free."\n'
    )
    said = "The user is 80 years old. The price of the ticket is 5 euros. The price of the ticket is $5."
    found = ClaimChecker(book).check(said, facts={"age": 80, "price": 5}).claims
    assert [claim.finding for claim in found] == ["valid", "valid", "untranslated"]


def of(server: Server, samples: int = 1) -> Any:
    return make_translator("openai:scripted", samples=samples, options=ModelOptions(server.url, api_key="none"))


def goal(formula: str) -> Reply:
    return Reply({"goals": [{"sentence": "", "formula": formula}]})


@pytest.mark.parametrize(
    ("sentence", "formula", "finding"),
    [
        ("We may pay you the refund.", "fine", "valid"),
        ("We may not pay you the refund.", "¬fine", "invalid"),
        ("We may not pay you the refund.", "fine", "untranslated"),
        ("You are our best customer.", "fine", "untranslated"),
        ("We may pay you the refund.", "Payable(refund)", "untranslated"),
        ("We may pay you the refund.", "nothing of the kind", "untranslated"),
    ],
)
def test_a_model_translates_with_the_words_of_the_book(
    book: RuleBook, sentence: str, formula: str, finding: str
) -> None:
    with serving(goal(formula)) as server:
        checker = ClaimChecker(book, of(server))
        found = asyncio.run(checker.acheck(sentence, facts={**ORDER, "amount": 1}))
    assert [claim.finding for claim in found.claims] == [finding]
    assert len(server.requests) >= 1


def choices(*formulas: str) -> Reply:
    made = [json.dumps({"goals": [{"sentence": "", "formula": one}]}) for one in formulas]
    said = [{"index": i, "finish_reason": "stop", "message": {"role": "assistant", "content": one}}
            for i, one in enumerate(made)]  # fmt: skip
    usage = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
    return Reply(
        body=json.dumps({"id": "x", "object": "chat.completion", "model": "m", "choices": said, "usage": usage})
    )


def test_two_translations_that_differ_are_ambiguous() -> None:
    text = ALIKE + "Derived:\nok: Bool\nRules:\none: paid → ok\n"
    for more, finding in (("", "ambiguous"), ("two: paid ↔ order_paid\n", "valid")):
        book = RuleBook.read(text + more)
        with serving(choices("paid", "order_paid")) as server:
            checker = ClaimChecker(book, of(server, samples=2))
            [claim] = checker.check("Somebody has already paid the order.", facts={"paid": True}).claims
        assert claim.finding == finding
