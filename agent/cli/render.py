"""Outcomes for people: the verdict, why, and what to look at, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sorites.solvers import Diagnostic, Level, Outcome, Program, Reading, Verdict
from sorites.solvers.carrying.files import Carried
from sorites.solvers.language.dialects import Dialect
from sorites.solvers.language.printer import print_formula
from sorites.solvers.showing import MEANINGS, Part, certified, parts, plain, shown_by, summary

from ..showing import argument, costs, headline, read_as, voices
from ..solution import Solution, statements_of

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
    goal = Text(plain(print_formula(program.open_goal)), "bold")
    if program.goal.gloss:
        goal.append(f"\n{plain(program.goal.gloss)}", "not bold dim")
    verdict = Text.assemble((outcome.verdict.upper(), f"bold {colour}"), f"  {MEANINGS[outcome.verdict]}")
    lines: list[RenderableType] = [goal, Text(), verdict, Text(plain(summary(outcome)), "dim")]
    console.print(Panel(Group(*lines), border_style=colour, expand=False, padding=(0, 1)))
    for part in parts(outcome, program):
        console.print(_part(part))


def show_check(console: Console, program: Program, carried: Carried, why: str) -> None:
    """Print what became of a certificate.

    Args:
        console: where to print.
        program: the program that it should be about.
        carried: the certificate.
        why: why it was not accepted; empty if it was.
    """
    colour = "red" if why else "green"
    goal = Text(plain(print_formula(program.open_goal)), "bold")
    said = Text(f"{carried.verdict.upper()}  {MEANINGS[carried.verdict]}", "dim" if why else "bold")
    told = Text(plain(why or shown_by(carried.verdict, carried.certificate)), colour)
    console.print(Panel(Group(goal, Text(), said, told), border_style=colour, expand=False, padding=(0, 1)))


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
        explain: print the certificate too.
    """
    colour = _STYLES[solution.verdict] if solution.verdict is not None else "red"
    answer, *more = headline(solution)
    said = Text.assemble((plain(answer), f"bold {colour}"), (plain("".join(f"  {word}" for word in more)), colour))
    facts = Text(plain(costs(solution)), "dim")
    console.print(Panel(Group(said, facts), border_style=colour, expand=False, padding=(0, 1)))
    for part in (voices(solution), argument(solution)):
        if part.rows:
            console.print(_part(part))
    if solution.program is not None and solution.best.outcome is not None:
        console.print()
        if explain:
            show_outcome(console, solution.program, solution.best.outcome)
        else:
            console.print(_part(read_as(solution.program)))
            told = certified(solution.best.outcome) or "no verdict"
            console.print(
                Text(plain(f"{solution.best.outcome.engine}, {told}; --explain shows the certificate"), "dim")
            )
    show_diagnostics(Console(stderr=True), solution.diagnostics, solution.best.translation.reading.text, "program")


def show_diagnostics(console: Console, diagnostics: Sequence[Diagnostic], text: str, name: str = "") -> None:
    """Print diagnostics, each with its place in the text."""
    for diagnostic in diagnostics:
        shown = plain(diagnostic.show(text, name))
        head, _, rest = shown.partition("\n")
        console.print(Text(head, _LEVELS[diagnostic.level]), soft_wrap=True)
        if rest:
            console.print(Text(rest, "dim"), soft_wrap=True)


def show_translation(console: Console, reading: Reading, dialect: Dialect) -> None:
    """Print each sentence of a text beside what it was read as."""
    premises, goal = statements_of(reading)
    rows = [(s.gloss, print_formula(s.formula, dialect)) for s in premises]
    rows += [(s.gloss, f"asked: {print_formula(s.formula, dialect)}") for s in goal]
    console.print(_part(Part("Read as", tuple(rows))))
