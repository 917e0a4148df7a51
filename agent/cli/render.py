"""Outcomes for people: the verdict, why, and what to look at, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sorites.solvers import Choice, Diagnostic, Level, Outcome, Program, Reading, Verdict
from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.notation.signs import UNICODE, Dialect
from sorites.solvers.showing import Part, answer_parts, certified, meaning, parts, plain, shown_by, summary

from ..showing import (
    argument,
    assumed,
    choices,
    chosen,
    costs,
    differing,
    headline,
    read_as,
    sure,
    voices,
)
from ..solution import Solution

if TYPE_CHECKING:
    from sorites.solvers.carrying.files import Carried

WIDE: Final = 100
"""From this many columns on, what was read stands beside what was written."""
_STYLES: Final = {
    Verdict.ENTAILED: "green",
    Verdict.REFUTED: "red",
    Verdict.UNKNOWN: "yellow",
    Verdict.INCONSISTENT: "magenta",
    Verdict.UNDECIDED: "bright_black",
}
_LEVELS: Final = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.MENDED: "cyan"}


def show_outcome(console: Console, program: Program, outcome: Outcome) -> None:
    """Print an outcome."""
    colour = _STYLES[outcome.verdict]
    goal = _goal(program)
    if program.goal.gloss:
        goal.append(f"\n{plain(program.goal.gloss)}", "not bold dim")
    verdict = Text.assemble(
        (outcome.verdict.upper(), f"bold {colour}"), f"  {meaning(outcome.verdict, outcome.answers)}"
    )
    lines: list[RenderableType] = [goal, Text(), verdict, Text(plain(summary(outcome)), "dim")]
    console.print(Panel(Group(*lines), border_style=colour, expand=False, padding=(0, 1)))
    for part in parts(outcome, program):
        console.print(_part(part))


def _goal(program: Program) -> Text:
    from sorites.solvers.notation.writer import print_goal

    return Text(plain(print_goal(program)), "bold")


def show_choice(found: Choice, text: str, name: str) -> None:
    """Print what was found out about the options of a question.

    Args:
        found: that.
        text: the text that was read.
        name: its name.
    """
    console, errors = Console(), Console(stderr=True)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for i, (outcome, fits) in enumerate(zip(found.outcomes, found.fits, strict=True)):
        sign = "✓" if fits else "?" if fits is None else ""
        said = Text(outcome.verdict.value, _STYLES[outcome.verdict])
        table.add_row(sign, Text(plain(found.name(i))), said, Text(plain(certified(outcome)), "dim"))
    console.print(table)
    answer = "no answer" if found.chosen is None else found.name(found.chosen)
    console.print(Panel(Text(plain(answer), "bold"), expand=False, padding=(0, 1)))
    show_diagnostics(errors, found.diagnostics, text, name)


def show_check(console: Console, program: Program, carried: Carried, why: str) -> None:
    """Print what became of a certificate.

    Args:
        console: where to print.
        program: the program that it should be about.
        carried: the certificate.
        why: why it was not accepted; empty if it was.
    """
    colour = "red" if why else "green"
    goal = _goal(program)
    answers = None if why else carried.answers
    said = Text(f"{carried.verdict.upper()}  {meaning(carried.verdict, answers)}", "dim" if why else "bold")
    told = Text(plain(why or shown_by(carried.verdict, carried.certificate)), colour)
    console.print(Panel(Group(goal, Text(), said, told), border_style=colour, expand=False, padding=(0, 1)))
    if answers is not None:
        for part in answer_parts(answers, program):
            console.print(_part(part))


def _part(part: Part) -> RenderableType:
    if all(len(row) == 1 for row in part.rows):
        return Text("\n".join(plain(row[0]) for row in part.rows))
    table = Table(show_header=False) if part.framed else Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for i in range(len(part.rows[0])):
        number = i == 0 and len(part.rows[0]) == 3
        table.add_column(style="" if i == 1 else "dim", justify="right" if number else "left", overflow="fold")
    for row in part.rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    return Group(Text(plain(part.title), "bold" if part.framed else "italic"), table)


def show_solution(console: Console, solution: Solution, *, explain: bool = False) -> None:
    """Print the answer to a problem, the argument for it, and what each sentence was read as.

    Args:
        console: where to print.
        solution: the answer.
        explain: print the formulas and the certificate too.
    """
    best, reading = solution.best, solution.best.translation.reading
    colour = _STYLES[solution.verdict] if solution.verdict is not None and not solution.guess else "red"
    answer, *more = headline(solution)
    said = Text.assemble((plain(answer), f"bold {colour}"), (plain("".join(f"  {word}" for word in more)), colour))
    facts = Text(plain(costs(solution)), "dim")
    console.print(Panel(Group(said, facts), border_style=colour, expand=False, padding=(0, 1)))
    for part in (voices(solution), differing(solution), argument(solution)):
        if part.rows:
            console.print(_part(part))
    if reading.first is not None:
        show_reading(console, reading, choices(best), dialect=UNICODE if explain else None)
    if best.outcome is not None:
        told = sure(solution) or "no verdict"
        if explain and best.refused is None and solution.program is not None:
            console.print()
            show_outcome(console, solution.program, best.outcome)
        else:
            more_of_it = "" if solution.guess or best.refused else "; --explain shows the formulas and the certificate"
            console.print(Text(plain(f"{best.outcome.engine}, {told}{more_of_it}"), "dim"))
    show_diagnostics(Console(stderr=True), solution.diagnostics, reading.text, "text")


def show_reading(console: Console, reading: Reading, *more: Part, dialect: Dialect | None = None) -> None:
    """Print what each sentence was read as: beside it in a wide terminal, below it in a narrow one.

    Args:
        console: where to print.
        reading: the reading.
        more: other tables that belong to it.
        dialect: a notation, to print the formulas in too.
    """
    for part in (read_as(reading, dialect), assumed(reading, dialect), *more):
        if part.rows:
            console.print()
            console.print(Text(part.title, "italic"))
            console.print(_beside(part) if console.width >= WIDE else _below(part))


def show_english(console: Console, reading: Reading) -> None:
    """Print how a text was read: in words, as formulas, what was assumed and chosen; and what was not read, and why."""
    if not has_errors(reading.diagnostics):
        show_reading(console, reading, chosen(reading), dialect=UNICODE)
    for one in reading.diagnostics:
        console.print()
        show_diagnostics(console, [one], reading.text)
        if one.expected and one.expected not in one.message:
            console.print(Text(plain(f"  expected: {one.expected}"), "dim"))


def _beside(part: Part) -> RenderableType:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for _ in range(2):
        table.add_column(overflow="fold")
    for one, *more in part.rows:
        table.add_row(Text(plain(one)), Group(*_lines(more)))
    return table


def _below(part: Part) -> RenderableType:
    lines: list[RenderableType] = []
    for one, *more in part.rows:
        lines += [Text(plain(one))] if one else []
        lines += [Padding(line, (0, 0, 0, 4), expand=False) for line in _lines(more)]
    return Group(*lines)


def _lines(row: Sequence[str]) -> list[Text]:
    """Return what stands beside a sentence: what it was read as, and its formula."""
    return [Text(plain(line), style) for line, style in zip(row, ("cyan", "dim"), strict=False) if line]


def show_diagnostics(console: Console, diagnostics: Sequence[Diagnostic], text: str, name: str = "") -> None:
    """Print diagnostics, each with its place in the text."""
    for diagnostic in diagnostics:
        shown = plain(diagnostic.show(text, name))
        head, _, rest = shown.partition("\n")
        console.print(Text(head, _LEVELS[diagnostic.level]), soft_wrap=True)
        if rest:
            console.print(Text(rest, "dim"), soft_wrap=True)
