"""The quality of books without a model: lint, tests, the exchange with Bedrock, drafts, the command and the page."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from sorites.solvers import UserError
from sorites.solvers.books import RuleBook
from sorites.solvers.books.exchange import from_bedrock, to_bedrock
from sorites.solvers.books.lint import lint, sentences
from sorites.solvers.books.report import page
from sorites.solvers.books.trying import run_tests
from sorites.translators.drafting import draft

from ..command import ROOT, sorites
from ..conftest import SHARED, needs_browser

EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))
AWS = SHARED / "rulebooks"
FAULTY = """Types:
Colour = {red, green, blue}
Size = {small, large}
Facts:
n: Int
colour: Colour
old: Bool
Derived:
P: Bool
Q: Bool
R: Bool
price: Money
Rules:
low: n < 10 → P ::: "Less than 11 is P."
high: n > 20 → ¬P ::: "More than 20 is not."
middle: n < 5 → P
never: n > 3 ∧ n < 2 → Q
always: Q → Q
red: colour = red → price = 3
green: colour = green → price = 5
young: ¬old → Q
other: n < 3 → ¬Q
back: Q → n > 0
"""


def test_a_test_without_its_last_brace_swallows_no_other() -> None:
    text = (ROOT / "examples" / "returns.rules").read_text("utf-8").replace('"opened"}]}}\n', '"opened"}]}\n', 1)
    tried = run_tests(RuleBook.read(text))
    assert [(one.test.name, "no JSON" in one.fault) for one in tried if not one.passed] == [("inTime", True)]
    assert len(tried) == text.count(" when {")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_pass_their_tests_and_cite_every_sentence(path: Any) -> None:
    book = RuleBook.load(path)
    assert [one.test.name for one in run_tests(book) if not one.passed] == []
    found = [] if path.stem == "airline" else lint(book, path.parent)  # which takes six seconds, all others one
    assert [d.message for d in found if d.code in ("uncovered", "contradiction")] == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("contradiction", "young, other"),
        ("never-applies", "'never'"),
        ("always-true", "'always'"),
        ("follows", "'middle'"),
        ("hole", "'P' where n is 10 to 20"),
        ("undecided-case", "'price' where colour is blue"),
        ("unused", "'R'"),
        ("unused", "'Size'"),
        ("concludes-facts", "'back'"),
        ("other-number", "'low' says 10"),
    ],
)
def test_what_lint_finds(code: str, said: str) -> None:
    found = [d for d in lint(RuleBook.read(FAULTY)) if d.code == code]
    assert any(said in d.message for d in found), [d.message for d in found]


def test_lint_finds_nothing_in_a_sound_book() -> None:
    text = (
        FAULTY.split("Rules:", maxsplit=1)[0]
        .replace("Size = {small, large}\n", "")
        .replace("R: Bool\nprice: Money\n", "")
    )
    sound = text.replace("Bool\nQ: Bool", "Bool, default = false\nQ: Bool, default = false")
    assert lint(RuleBook.read(sound + "Rules:\np: n < 10 ∧ colour = red → P\nq: old → Q\n")) == []


@pytest.mark.shared_data
def test_the_faults_that_are_planted_in_a_published_policy() -> None:
    """Tests find the first three faults, where a person writes them; lint finds the first and the fourth."""
    book = RuleBook.read(from_bedrock((AWS / "expense-policy-definition.json").read_text()))
    found = {(d.code, next(r.label for r in book.parts.rules if r.label in d.message) if "R" in d.message else "")
             for d in lint(book) if d.code in ("concludes-facts",)}  # fmt: skip
    assert found == {("concludes-facts", "R1AUTOAPROVE")}
    assert "no rule speaks of 'reimbursementDays'" in {d.message for d in lint(book)}
    tests = """Tests:
small: autoApproved is yes when {"expenseAmount": 50}
limit: autoApproved is yes when {"expenseAmount": 100}
finance: requiresFinanceApproval is no when {"expenseAmount": 3000}
above: requiresFinanceApproval is yes when {"expenseAmount": 7500}
"""
    failed = [t.test.name for t in run_tests(RuleBook.read(book.text + tests)) if not t.passed]
    assert failed == ["small", "limit", "finance"]
    mended = (
        book.text.replace("autoApproved → expenseAmount ≤ 100", "expenseAmount ≤ 100 → autoApproved")
        .replace("expenseAmount > 1000 →", "expenseAmount > 5000 ∨ isInternational →")
        .replace("autoApproved: Bool", "isInternational: Bool, default = false")
        .replace("reimbursementDays: Int", "reimbursementDays2: Int")
        .replace("Derived:", "Derived:\nautoApproved: Bool\nreimbursementDays: Int ::: business days until it is paid")
        .replace("requiresFinanceApproval: Bool", "requiresFinanceApproval: Bool, default = false")
        .replace("Rules:", "Rules:\nfast: expenseAmount < 1000 → reimbursementDays = 5\n"
                           "slow: expenseAmount ≥ 1000 → reimbursementDays = 15")
    )  # fmt: skip
    more = """abroad: requiresFinanceApproval is yes when {"expenseAmount": 800, "isInternational": true}
days: reimbursementDays = 5 is yes when {"expenseAmount": 500}
"""
    assert [t.test.name for t in run_tests(RuleBook.read(mended + tests + more)) if not t.passed] == []


@pytest.mark.shared_data
def test_a_definition_survives_the_way_there_and_back() -> None:
    text = from_bedrock((AWS / "expense-policy-definition.json").read_text())
    assert from_bedrock(to_bedrock(RuleBook.read(text))) == text


def test_what_the_other_language_can_not_say_is_refused() -> None:
    assert '"(=> (and admitted complete (not barred)) mayHandIn)"' in to_bedrock(RuleBook.load(EXAMPLES[-1]))
    with pytest.raises(UserError, match="no records, lists, dates"):
        to_bedrock(RuleBook.load(ROOT / "examples" / "returns.rules"))
    with pytest.raises(UserError, match="no policy definition"):
        from_bedrock("{}")


def test_a_number_is_one_however_it_is_written() -> None:
    text = 'Facts:\nn: Money\nDerived:\nok: Bool\nRules:\nr: n < 4.50 ∧ n > 1000 → ok ::: "4.50 and 1,000.00"\n'
    assert not [d for d in lint(RuleBook.read(text)) if d.code == "other-number"]
    assert [d for d in lint(RuleBook.read(text.replace("4.50 →", "4.5 →").replace("4.50 and", "4.05 and")))
            if d.code == "other-number"]  # fmt: skip


DOCUMENT = """# The club
Every member who has paid may vote. Guests may not vote unless they are invited.

- Expenses of at most 100 dollars are approved.
- International expenses are not approved.

We like it here, thank you so very much!
"""


def test_a_draft_has_every_sentence() -> None:
    text = draft(DOCUMENT, "club.md")
    book = RuleBook.read(text)
    for sentence in sentences(DOCUMENT):
        assert sentence.sentence in text
    assert "thank you" in text.partition("Not used:")[2]
    facts = {"thing": {"Expense": True, "price": 50}}
    assert book.ask("IsApproved(thing)", facts).answer == "yes"
    [first, *_] = [d for d in lint(book) if d.code == "contradiction"]
    assert "isApproved" in first.message or "mayVote" in first.message
    mended = RuleBook.read(text.replace("isApproved4: ", "Exceptions:\nisApproved4 > isApproved3: "))
    assert mended.ask("IsApproved(thing)", facts).missing == (("thing.International",),)
    facts["thing"]["International"] = True
    assert mended.ask("IsApproved(thing)", facts).answer == "no"


@pytest.mark.parametrize(
    "document",
    [
        (ROOT / "examples" / "expenses.md").read_text("utf-8"),
        "Refunds of more than 200 euros need the signature of a manager. We are sorry for the trouble.",
        "A manager must sign if the amount is high. Every rule has a priority. Every key opens a domain.",
        "Every text is a formula. The key is lost.",
        "Thank you so very much!",
    ],
)
def test_a_draft_can_be_loaded(document: str, tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text(document, "utf-8")
    made = sorites("book", "new", tmp_path / "d.md", "--out", tmp_path / "d.rules")
    rules = draft(document, "d.md").partition("Rules:\n")[2].partition("\nNot used:")[0].split("\n")
    assert (made.returncode, "no sentence" in made.stderr) == ((0, False) if any(rules) else (1, True))
    book = RuleBook.load(tmp_path / "d.rules")
    assert [one.label for one in book.parts.rules] == [line.partition(":")[0] for line in rules if line]


def test_a_document_without_a_sentence_gives_no_draft() -> None:
    with pytest.raises(UserError, match="no sentence"):
        draft("# Title\n\n", "d.md")


def test_the_command(tmp_path: Path) -> None:
    book = tmp_path / "b.rules"
    text = (ROOT / "examples" / "expenses.rules").read_text("utf-8")
    book.write_text(text.replace("expenses.md", str(ROOT / "examples" / "expenses.md")), "utf-8")
    passed = sorites("book", "test", book, "--json", "--junit", tmp_path / "j.xml")
    assert passed.returncode == 0
    assert all(json.loads(passed.stdout)["coverage"].values())
    assert ElementTree.parse(tmp_path / "j.xml").getroot().get("failures") == "0"
    asked = sorites("book", "ask", book, "pay", "--facts", '{"who": "staff", "what": "meal", "amount": 60}')
    assert (asked.returncode, "ask for receipt (whether a receipt is there)" in asked.stdout) == (1, True)
    facts = '{"who": "staff", "what": "meal", "amount": 95, "receipt": true}'
    assert "it would be so with amount = 80" in sorites("book", "ask", book, "pay", "--facts", facts).stdout
    other = tmp_path / "c.rules"
    other.write_text(text.replace("≤ 2000", "≤ 1000").replace("abroad: treasurer is yes", "abroad: treasurer is no"))
    failed = sorites("book", "test", other)
    assert (failed.returncode, "FAILED abroad" in failed.stdout) == (1, True)
    for file, bound in (("old.rules", 3), ("new.rules", 4)):
        (tmp_path / file).write_text(f"Facts:\nn: Int\nDerived:\nok: Bool\nRules:\nr: n < {bound} → ok\n", "utf-8")
    assert sorites("book", "diff", tmp_path / "old.rules", tmp_path / "new.rules").returncode == 1
    assert sorites("book", "ask", book, "pay", "--facts", '{"amount": "x"}').returncode == 2
    assert sorites("book", "lint", other).returncode == 2  # its document is not beside it
    assert sorites("book", "export", book, "--out", tmp_path / "p.json").returncode == 0
    assert "coordinator" in sorites("book", "import", tmp_path / "p.json").stdout
    (tmp_path / "doc.md").write_text(DOCUMENT)
    assert "mayVote1" in sorites("book", "new", tmp_path / "doc.md").stdout


@needs_browser
def test_the_page_of_a_book(tmp_path: Path, browser: Browser) -> None:
    folder, hostile = ROOT / "examples", "<script>window.broken = 1</script>"
    text = (
        (folder / "expenses.rules")
        .read_text("utf-8")
        .replace("slipless:", f"h: what = meal is no ::: {hostile}\nslipless:")
    )
    path = Path(tmp_path / "page.html")
    path.write_text(page(RuleBook.read(text.replace("# What", f"# {hostile} What")), folder), "utf-8")
    shown = browser.new_page()
    shown.goto(path.as_uri())
    assert shown.evaluate("window.broken") is None
    row = shown.locator("#rule-middle")
    assert "up to 2,000 euros" in row.inner_text()
    assert shown.locator("tbody tr").count() >= 25
    shown.get_by_role("link", name="middle").first.click()
    assert shown.url.endswith("#rule-middle")
    assert Axe().run(shown).violations_count == 0
