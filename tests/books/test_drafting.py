"""Drafts of rule books: by Sorites English, and by a model behind a real server, also one that answers badly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sorites.solvers.books import RuleBook
from sorites.solvers.books.lint import lint
from sorites.testing import Reply, serving
from sorites.translators.drafting import draft

from ..command import sorites

DOCUMENT = """# Refunds
Broken goods are paid back. Abroad means outside of the country. Nothing is paid back abroad.

# Courtesy
We are sorry.
"""
WORDS: dict[str, Any] = {
    "types": ["Reason = {broken, unwanted}"],
    "facts": [
        "reason: Reason ::: why the goods come back",
        'abroad: Bool, default = false ::: the customer is "abroad" (or was',
    ],
    "derived": ["payable: Bool, default = false ::: money is paid back"],
}
RULES: list[Any] = [
    {"number": 1, "rules": ["broken_goods: reason = broken → payable"]},
    {"number": 2, "defines": "abroad"},
    {"number": 3, "rules": ["nothing > broken_goods: abroad → ¬payable"]},
]
COURTESY = {"sentences": [{"number": 1, "why_not": "courtesy"}]}
Says = Callable[[str, int], Any]


def drafted(tmp_path: Path, says: Says, *more: str) -> tuple[RuleBook, list[str]]:
    """Return what becomes of a draft whose model says something of each stage and attempt, and what it was told."""
    (tmp_path / "d.md").write_text(DOCUMENT, "utf-8")
    counts: dict[str, int] = {}

    def script(_: int, body: dict[str, Any]) -> Reply:
        asked = body["messages"][1]["content"]
        stage = "words" if "<context>" in asked else "courtesy" if "We are sorry" in asked else "rules"
        counts[stage] = counts.get(stage, 0) + 1
        found = says(stage, counts[stage])
        if found is None:
            found = {"words": WORDS, "rules": {"sentences": RULES}, "courtesy": COURTESY}[stage]
        return found if isinstance(found, Reply) else Reply(found)

    (tmp_path / "d.rules").unlink(missing_ok=True)
    with serving(script=script) as server:
        made = sorites("book", "new", tmp_path / "d.md", "--translator", "openai:any", "--base-url", server.url,
                       "--no-cache", "--out", tmp_path / "d.rules", *more)  # fmt: skip
        book = RuleBook.load(tmp_path / "d.rules")
        heard = book.parts.rules and not any("not heard" in why for _, why in book.parts.unused)
        assert (made.returncode, bool(made.stderr)) == ((0, False) if heard else (1, True)), made.stderr
        assert sorites("book", "new", tmp_path / "d.md", "--out", tmp_path / "d.rules").returncode == 2, (
            "a draft was lost"
        )
        return book, [body["messages"][-1]["content"] for body in server.requests]


def whys(book: RuleBook) -> dict[str, str]:
    return {one.sentence: why for one, why in book.parts.unused}


def test_a_model_drafts_in_stages(tmp_path: Path) -> None:
    book, told = drafted(tmp_path, lambda stage, attempt: None)
    assert len(told) == 3
    assert "reason: Reason ::: why the goods come back" in told[1]
    assert "nothing > broken_goods: abroad → ¬payable" in told[2]
    assert whys(book) == {"We are sorry.": "courtesy"}
    assert [d.code for d in lint(book, tmp_path)] == []  # each sentence is cited
    assert book.ask("payable", {"reason": "broken"}).answer == "yes"
    assert book.ask("payable", {"reason": "broken", "abroad": True}).answer == "no"
    assert book.parts.rules[0].sources[0].place == "Refunds"


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ({"number": 1, "rules": ["r: cause = broken → payable"]}, "nothing declares 'cause'"),
        ({"number": 1, "rules": ["r: reason = lost → payable"]}, "nothing declares 'lost'"),
        ({"number": 1, "rules": ["r: reason = broken → (payable"]}, ""),
        ({"number": 1, "rules": ["Facts: payable"]}, "is no name"),
        ({"number": 1, "rules": ["# r: payable"]}, "is no name"),
        ({"number": 1, "rules": ["r > s: abroad"]}, "there is no rule 's'"),
        ({"number": 1, "rules": ["r: payable\n\nFacts:\nmore: Bool"]}, ""),
        ({"number": 1, "rules": ["r: reason < 3 → payable"]}, ""),
        ({"number": 1, "defines": "cause"}, "no more than 'cause'"),
        ({"number": 1}, "says nothing"),
    ],
)
def test_what_can_not_be_read_goes_back_and_is_listed_if_it_stays(tmp_path: Path, broken: Any, says: str) -> None:
    wrong = {"sentences": [broken, *RULES[1:2]]}
    book, told = drafted(tmp_path, lambda stage, attempt: wrong if stage == "rules" and attempt == 1 else None)
    assert len(told) == 4
    assert "does not fit" in told[2]
    assert [rule.label for rule in book.parts.rules] == ["broken_goods", "nothing"]
    book, told = drafted(tmp_path, lambda stage, attempt: wrong if stage == "rules" else None, "--set", "max_reasks=1")
    assert len(told) == 4
    assert says in whys(book)["Broken goods are paid back."]
    assert whys(book)["Nothing is paid back abroad."] == "the model says nothing of it"
    assert not book.parts.rules
    assert len(book.parts.facts) == 2


@pytest.mark.parametrize("reply", ["I can't help with that.", Reply('{"sentences": [{"num', finish="length"), "{}"])
def test_an_answer_that_is_none_is_said_to_be_none(tmp_path: Path, reply: Any) -> None:
    book, _ = drafted(tmp_path, lambda stage, attempt: reply if stage == "rules" else None)
    assert {one for one, why in whys(book).items() if "the model's answer is none" in why} == {
        "Broken goods are paid back.", "Abroad means outside of the country.", "Nothing is paid back abroad.",
    }  # fmt: skip
    book, told = drafted(tmp_path, lambda stage, attempt: reply if stage == "words" else None)
    assert len(whys(book)) == 4
    assert not any("We are sorry" in one and "<context>" not in one for one in told)  # without words nothing is asked


@pytest.mark.parametrize(("fault", "asked"), [(Reply("", 401), 2), (Reply("", 413), 3), (Reply("", 503), 2)])
def test_an_endpoint_that_fails_loses_nothing_of_the_draft(tmp_path: Path, fault: Reply, asked: int) -> None:
    book, told = drafted(tmp_path, lambda stage, attempt: fault if stage == "rules" else None, "--set", "retries=0")
    assert len(told) == asked
    assert "not heard" in whys(book)["Broken goods are paid back."]
    assert len(book.parts.facts) == 2
    assert ("not heard" in whys(book)["We are sorry."]) is (asked == 2)


def test_words_that_do_not_fit_are_listed_with_the_rules_that_use_them(tmp_path: Path) -> None:
    words = {**WORDS, "facts": [WORDS["facts"][0].replace(": Reason", ": Cause"), WORDS["facts"][1]]}
    book, told = drafted(tmp_path, lambda stage, attempt: words if stage == "words" else None)
    assert "there is no type 'Cause'" in told[1]
    assert "there is no type 'Cause'" in whys(book)["reason: Cause"]
    assert "nothing declares 'reason'" in whys(book)["Broken goods are paid back."]
    assert "there is no rule 'broken_goods'" in whys(book)["Nothing is paid back abroad."]


def test_a_part_of_a_sentence_that_is_no_rule_is_listed(tmp_path: Path) -> None:
    rules = [{**RULES[0], "why_not": "who pays is left open"}, *RULES[1:]]
    book, _ = drafted(tmp_path, lambda stage, attempt: {"sentences": rules} if stage == "rules" else None)
    assert whys(book)["Broken goods are paid back."] == "who pays is left open"
    assert len(book.parts.rules) == 2


@pytest.mark.parametrize(
    ("sentence", "question", "facts", "answer"),
    [
        ("Only members may use the pool.", "MayUse(thing, thePool)", {"Member": False}, "no"),
        ("Only members may use the pool.", "MayUse(thing, thePool)", {"Member": True}, "open"),
        ("Only members who have paid may vote.", "MayVote(thing)", {"Member": True, "Pays": False}, "no"),
        ("Only adults are admitted.", "IsAdmitted(thing)", {"Adult": False}, "no"),
        ("All members and guests may dive.", "MayDive(thing)", {"Member": False, "Guest": True}, "yes"),
        ("Nobody may enter the room.", "MayEnter(thing, theRoom)", {}, "no"),
    ],
)
def test_a_draft_concludes_what_is_allowed(sentence: str, question: str, facts: Any, answer: str) -> None:
    book = RuleBook.read(draft(sentence, "d.md"))
    assert book.ask(question, {"thing": facts} if facts else {}).answer == answer


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Members may not bring guests on Sundays.", "in two ways"),
        ("Every member who is a student or is a pensioner and has a card pays half.", "'or' binds closer than 'and'"),
        ("Each student borrows a book.", "there is something"),
        ("Every document is signed.", "'Document'"),
    ],
)
def test_what_a_draft_does_not_use_has_a_reason(sentence: str, why: str) -> None:
    book = RuleBook.read(draft(sentence, "d.md"))
    assert not book.parts.rules
    assert why in whys(book)[sentence]
