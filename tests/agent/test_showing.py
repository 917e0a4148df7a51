"""What notebooks show of outcomes and solutions: all of it, and nothing of the data as markup."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from sorites import solve as solve_problem
from sorites.solvers import prove
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.showing import as_html, as_markdown, certified, parts

from .. import outlines


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.fol"))
HOSTILE = """Premises:
∀x (Likes(x, "<script>alert(1)</script>") → Odd(x)) ::: <img src=x onerror=alert(1)> | **bold** `code` $x$
Likes("</td></table>", "<script>alert(1)</script>") ::: Likes [a](javascript:alert(1))
Conclusion:
Odd({asked}) ::: <b>odd</b>"""


def texts(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    assert tags.seen <= {"div", "table", "tr", "td", "br"}
    return tags


def rendered(markdown: str) -> Tags:
    tags = Tags()
    tags.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))
    assert tags.seen <= {"p", "strong", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"}
    return tags


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_all_of_a_certificate_is_shown(file: Path) -> None:
    program = outlines.program(file.read_text(encoding="utf-8"))
    outcome = prove(program, check=True)
    shown = [cell for part in parts(outcome, program) for row in part.rows for cell in row]
    steps = [print_formula(step.formula) for step in getattr(outcome.certificate, "steps", ())]
    assert set(steps) <= set(shown)
    used = getattr(outcome.certificate, "premises_used", ())
    if used and outcome.engine != "defeasible":
        assert {print_formula(program.premises[i].formula) for i in used} <= set(shown)
    for seen in (texts(outcome._repr_html_()).text, rendered(outcome._repr_markdown_()).text):
        assert outcome.verdict.upper() in seen
        assert certified(outcome) in seen
        for step in steps:
            assert step in seen


@pytest.mark.parametrize("asked", ['"</td></table>"', '"<style>"'])
def test_data_is_never_markup(asked: str) -> None:
    program = outlines.program(HOSTILE.replace("{asked}", asked))
    outcome = prove(program)
    shown = list(parts(outcome, program))
    page = texts(as_html("<i>", outcome.verdict, ["a & b"], shown)).text
    text = rendered(as_markdown("<i>", ["a & b"], shown)).text
    for part in shown:
        for row in part.rows:
            for cell in row:
                assert cell in page
                assert cell in text
    texts(outcome._repr_html_())
    rendered(outcome._repr_markdown_())


def test_a_solution_shows_answer_readings_and_proof() -> None:
    solution = solve_problem("Kind people are nice. Anne is kind.", "Is Anne nice?", check=True)
    for seen in (texts(solution._repr_html_()).text, rendered(solution._repr_markdown_()).text):
        for line in ("True · entailed", "Therefore: Is Anne nice?", "asked: Nice(anne)", "certificate checked", "⊥"):
            assert line in seen


def test_a_solution_shows_both_countermodels_and_one_without_a_program() -> None:
    open_ended = solve_problem("Anne is kind or Bob is kind.", "Is Anne kind?")
    assert "A case in which it fails" in texts(open_ended._repr_html_()).text
    nothing = solve_problem("Most cats <b>purr</b>.", "Why?")
    assert "no answer" in texts(nothing._repr_html_()).text
    rendered(nothing._repr_markdown_())
