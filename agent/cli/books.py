"""The commands ``sorites book …``: to test, lint, ask and exchange rule books.

Exit codes: 0 it is fine, or answered; 1 it is not; 2 bad input.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from .commands import DECIDED, NOT_DECIDED, app, emit, read_text
from .flags import JsonOption, TimeoutOption, Translating, with_model

if TYPE_CHECKING:
    from sorites.solvers.books import Decision, RuleBook
    from sorites.solvers.books.trying import Scenario, Tried

books: Final = typer.Typer(
    name="book", help="Rule books: test, lint, ask, compare and exchange them.", no_args_is_help=True
)
app.add_typer(books)

BookFile = Annotated[Path, typer.Argument(help="A rule book, NAME.rules.", show_default=False)]
FactsOption = Annotated[str, typer.Option("--facts", help="The facts of the case: JSON, or @FILE.")]
CHANGE_SECONDS: Final = 10.0
"""How long is looked for a change with which the answer would be yes."""
OutOption = Annotated[Path | None, typer.Option("--out", help="A file for it, instead of the standard output.")]


@books.command("test")
def run_book(
    file: BookFile,
    json: JsonOption = False,
    junit: Annotated[Path | None, typer.Option("--junit", help="A file for the results as JUnit's XML.")] = None,
) -> None:
    """Run the tests of a book, and say which rules they cover. Exit code 1: a test fails."""
    from sorites.solvers.books.trying import coverage, run_tests

    book = _load(file)
    tried = run_tests(book)
    covered = coverage(book, tried)
    failed = [one for one in tried if not one.passed]
    if junit is not None:
        _write(_junit(file.stem, tried), junit)
    if json:
        tests = [{"name": t.test.name, "passed": t.passed, "expected": t.test.answer, "said": _told(t)} for t in tried]
        emit({"book": str(file), "version": book.version, "tests": tests, "coverage": covered})
    else:
        for one in failed:
            said = one.fault or f"{one.test.question} is {_told(one)}, expected {one.test.answer}"
            typer.echo(f"FAILED {one.test.name}: {said}")
        uncovered = [label for label, count in covered.items() if not count]
        typer.echo(f"{len(tried) - len(failed)} of {len(tried)} tests pass.")
        typer.echo(f"{len(covered) - len(uncovered)} of {len(covered)} rules are covered" + (
            f"; no test covers {', '.join(uncovered)}." if uncovered else "."))  # fmt: skip
    raise typer.Exit(NOT_DECIDED if failed else DECIDED)


@books.command("lint")
def lint_book(file: BookFile, json: JsonOption = False) -> None:
    """Say what is odd about a book. Exit code 1: something is."""
    from sorites.solvers.books.lint import lint

    book = _load(file)
    found = lint(book, file.parent)
    if json:
        emit([{"code": d.code, "level": d.level, "message": d.message, "hint": d.hint} for d in found])
    else:
        for one in found:
            typer.echo(one.show(book.text, file.name))
        typer.echo(f"{len(found)} findings.")
    raise typer.Exit(NOT_DECIDED if found else DECIDED)


@books.command("ask")
def ask_book(
    file: BookFile,
    question: str,
    facts: FactsOption = "{}",
    timeout: TimeoutOption = 10.0,
    json: JsonOption = False,
) -> None:
    """Ask a book about a case, and say why; of what is open what is missing, of what is not so what would make it so.

    Exit code 0: yes, or no; 1: it is open, undecided in this time, or the facts contradict the rules.
    """
    book = _load(file)
    decision = book.ask(question, read_text(facts[1:]) if facts[:1] == "@" else facts, seconds=timeout)
    if json:
        emit(decision.to_json())
    else:
        _show(book, decision)
    raise typer.Exit(DECIDED if decision.answer in ("yes", "no") else NOT_DECIDED)


def _show(book: RuleBook, decision: Decision) -> None:
    from sorites.solvers.clock import HIT, within

    checked = "certificate checked" if decision.outcome.checked is not None else "not checked"
    typer.echo(f"{decision.answer} ({checked})")
    if decision.answer == "undecided":
        typer.echo("  the time ran out before an answer was found and checked; --timeout gives it more")
        return
    for one in decision.why:
        quoted = " ".join(f"“{s.sentence}” {s.place}".rstrip() for s in one.sources)
        typer.echo(f"  {one.label}: {one.text}" + (f"   {quoted}" if quoted else ""))
    if decision.answer == "open" and not decision.missing:
        typer.echo("  no rule decides it, whatever else is known of the case")
    for paths in decision.missing:
        typer.echo(f"  ask for {' and '.join(f'{path} ({book.describe(path)})' for path in paths)}")
    if decision.answer == "no":
        with suppress(*HIT), within(CHANGE_SECONDS):
            change = book.why_not(decision.question, decision.case) or ()
            told = " and ".join(f"{one.path} = {_plain(one.after)}" for one in change)
            typer.echo(f"  it would be so with {told}" if told else "", nl=bool(told))


@books.command("scenarios")
def show_scenarios(file: BookFile, json: JsonOption = False) -> None:
    """Make for each rule a case in which it applies, and one at its boundary, for a person to accept.

    Each is printed as a test: keep what is right in the book, and mend the answer of what is not.
    """
    from sorites.solvers.books.trying import scenarios

    book = _load(file)
    found = [*scenarios(book)]
    if json:
        emit([{"rule": one.rule, "fires": one.fires, "facts": _plain_facts(one.facts),
               "answers": {d.question: d.answer for d in one.decisions}} for one in found])  # fmt: skip
    else:
        typer.echo("Tests:")
        for i, one in enumerate(found, 1):
            for line in _as_tests(one, i):
                typer.echo(line)


def _as_tests(one: Scenario, number: int) -> list[str]:
    said = f"{one.rule} applies" if one.fires else f"{one.rule} does not apply"
    facts = _plain(one.facts)
    return [
        f"{one.rule}_{number}_{i}: {d.question} is {d.answer} when {facts} ::: {said}"
        for i, d in enumerate(one.decisions, 1)
        if d.answer != "undecided"
    ]


@books.command("report")
def report_book(file: BookFile, out: OutOption = None) -> None:
    """Write a book as one page of HTML: its document beside its rules, findings, tests."""
    from sorites.solvers.books.report import page

    _write(page(_load(file), file.parent), out)


@books.command("diff")
def diff_books(file: BookFile, other: Annotated[Path, typer.Argument(help="Another version of it.")]) -> None:
    """Show cases of which two versions of a book say different things. Exit code 1: there are some."""
    found = _load(file).diff(_load(other))
    for one in found:
        typer.echo(f"{one.question}: {one.before.answer} → {one.after.answer} when {_plain(one.facts)}")
    typer.echo(f"{len(found)} differences in the cases that tests and rules give.")
    raise typer.Exit(NOT_DECIDED if found else DECIDED)


@books.command("import")
def import_book(file: Path, out: OutOption = None) -> None:
    """Make a book of a policy definition of Amazon Bedrock's Automated Reasoning checks."""
    from sorites.solvers.books.exchange import from_bedrock

    _write(from_bedrock(read_text(str(file))), out)


@books.command("export")
def export_book(file: BookFile, out: OutOption = None) -> None:
    """Write a book as a policy definition of Amazon Bedrock's Automated Reasoning checks, if that can say it."""
    from sorites.solvers.books.exchange import to_bedrock

    _write(to_bedrock(_load(file)), out)


@books.command("new")
@with_model()
def new_book(document: Path, model: Translating, out: OutOption = None) -> None:
    """Draft a book of a document by Sorites English, or by a model: --translator openai:MODEL.

    Each sentence is a rule, defines a word, or is listed with why it is not used. A model is asked for the words first,
    then for the rules of each section, and again for what can't be read. Exit code 1: there is no rule, or the model
    was not heard of all sentences.
    """
    from sorites.solvers import UserError
    from sorites.solvers.books import RuleBook
    from sorites.translators import drafting, make_chat
    from sorites.translators.registry import DEFAULT, is_model

    model.check()
    if out is not None and out.exists():  # somebody may have worked on it
        raise UserError(f"{out} is there already: name another file, or remove it")
    text, name, failed = read_text(str(document)), model.name or DEFAULT, ""
    if is_model(name):
        from sorites.translators.models.book_drafting import draft_by_model

        made, failed = draft_by_model(make_chat(name, model.options), text, document.name)
    elif name == DEFAULT:
        made = drafting.draft(text, document.name)
    else:
        raise UserError(f"'{name}' drafts no book; write openai:MODEL, langchain:PROVIDER:MODEL or {DEFAULT}")
    _write(made, out)
    if not failed and not RuleBook.read(made).parts.rules:
        failed = "no sentence became a rule"
    if failed:
        typer.echo(f"The draft lacks what stands under 'Not used:': {failed}", err=True)
        raise typer.Exit(NOT_DECIDED)


def _load(file: Path) -> RuleBook:
    from sorites.solvers.books import RuleBook

    return RuleBook.load(file)


def _write(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            from sorites.solvers import UserError

            raise UserError(f"{out} can't be written: {error.strerror}") from None


def _told(one: Tried) -> str:
    return one.fault or (one.decision.answer if one.decision is not None else "")


def _plain(value: Any) -> str:
    import json

    return json.dumps(_plain_facts(value), ensure_ascii=False)


def _plain_facts(value: Any) -> Any:
    """Return facts as JSON has them, with amounts as text, since they are exact."""
    from decimal import Decimal

    if isinstance(value, dict):
        return {name: _plain_facts(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_facts(one) for one in value]
    return str(value) if isinstance(value, Decimal) else value


def _junit(name: str, tried: list[Tried]) -> str:
    from xml.sax.saxutils import quoteattr  # which loads all of http

    cases = []
    for one in tried:
        fault = "" if one.passed else f"<failure message={quoteattr(f'{_told(one)}, expected {one.test.answer}')}/>"
        cases.append(f"<testcase classname={quoteattr(name)} name={quoteattr(one.test.name)}>{fault}</testcase>")
    failed = sum(not one.passed for one in tried)
    head = f'<testsuite name={quoteattr(name)} tests="{len(tried)}" failures="{failed}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}</testsuite>\n'
