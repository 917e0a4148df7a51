"""A book as one page: its document beside its rules, what lint finds, its tests and what they cover."""

from __future__ import annotations

import html
from pathlib import Path
from string import Template
from typing import Final

from ..logic.diagnostics import line_and_column
from .lint import document_of, lint, sentences, uncovered
from .reading import BookRule
from .rulebook import RuleBook
from .trying import coverage, run_tests

_PAGE: Final = Template(
    """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem }
body { color: #1b1b1b; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem }
tr { border-top: 1px solid #ccc }
code { font-size: .9em; overflow-wrap: anywhere }
.bad { color: #a30000; font-weight: 600 }
.good { color: #0a5c1e }
small { color: #555 }
tr:target { background: #fff6d6 }
</style></head><body><main>
<h1>$title</h1>
<p>Version <code>$version</code>: $counts.</p>
<h2>Document and rules</h2>
<table><thead><tr><th>Sentence</th><th>Rule</th><th>Tests</th></tr></thead><tbody>$rules</tbody></table>
<h2>Findings</h2>
$findings
<h2>Tests</h2>
<table><thead><tr><th>Test</th><th>Question</th><th>Facts</th><th>Expected</th><th>The book says</th><th>By</th></tr>
</thead><tbody>$tests</tbody></table>
</main></body></html>
"""
)


def page(book: RuleBook, folder: Path | None = None) -> str:
    """Return the page of a book.

    Args:
        book: the book.
        folder: where its document is.
    """
    tried, found = run_tests(book), lint(book, folder)
    covered = coverage(book, tried)
    passed = sum(one.passed for one in tried)
    counts = (
        f"{len(book.parts.rules)} rules, {sum(map(bool, covered.values()))} of them covered by tests; "
        f"{passed} of {len(tried)} tests pass; {len(found)} findings"
    )
    tests = "".join(
        _row(
            _text(one.test.name), f"<code>{_text(one.test.question)}</code>", f"<code>{_text(one.test.facts)}</code>",
            _text(one.test.answer), _said(one.passed, one.fault or (one.decision.answer if one.decision else "")),
            " ".join(_link(r.label) for r in one.decision.why if r.kind == "rule") if one.decision else "",
        )
        for one in tried
    )  # fmt: skip
    places = [line_and_column(book.text, d.span.start)[0] if d.span else 0 for d in found]
    findings = "".join(
        f'<li><span class="bad">{d.code}</span> {_text(d.message)}{f" (line {line})" if line else ""} '
        f"<small>{_text(d.hint)}</small></li>"
        for d, line in zip(found, places, strict=True)
    )
    return _PAGE.substitute(
        title=_text(book.parts.title or book.name or "Rule book"),
        version=book.version,
        counts=counts,
        rules=_beside(book, covered, folder),
        findings=f"<ul>{findings}</ul>" if findings else "<p>None.</p>",
        tests=tests,
    )


def _beside(book: RuleBook, covered: dict[str, int], folder: Path | None) -> str:
    """Return rows of the sentences of the document, in its order, beside the rules that cite them."""
    parts = book.parts
    document = document_of(book, folder)
    missed, rows, shown = {*uncovered(book, document)}, [], set[str]()
    unused = {one.sentence: why for one, why in parts.unused}
    for sentence in (one.sentence for one in sentences(document)):
        cited = [r for r in parts.rules if any(s.sentence in sentence or sentence in s.sentence for s in r.sources)]
        why = next((f"not used: {why}" for one, why in unused.items() if one in sentence), "a definition")
        told = _said(False, "no line cites it") if sentence in missed else f"<small>{_text(why)}</small>"
        rows += [_rule(rule, _text(sentence), covered) for rule in cited if rule.label not in shown]
        rows += [_row(_text(sentence), told, "")] if not cited else []
        shown |= {rule.label for rule in cited}
    for rule in parts.rules:
        if rule.label not in shown:
            rows.append(_rule(rule, "<br>".join(_text(s.sentence) for s in rule.sources), covered))
    return "".join(rows)


def _rule(rule: BookRule, sentence: str, covered: dict[str, int]) -> str:
    place = "; ".join(s.place for s in rule.sources if s.place)
    count = covered[rule.label]
    above = f"<small>an exception to {' '.join(map(_link, rule.over))}</small>" if rule.over else ""
    said = f"<strong>{_text(rule.label)}</strong> {above}<br><code>{_text(rule.text)}</code>"
    cells = (f"{sentence} <small>{_text(place)}</small>", said, _said(count > 0, str(count)))
    return f'<tr id="rule-{_text(rule.label)}">' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _link(label: str) -> str:
    return f'<a href="#rule-{_text(label)}">{_text(label)}</a>'


def _said(good: bool, text: str) -> str:
    return f'<span class="{"good" if good else "bad"}">{_text(text)}</span>'


def _text(text: str) -> str:
    return html.escape(text)
