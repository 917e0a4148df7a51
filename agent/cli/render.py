"""Outcomes for people: the verdict, why, and what to look at, on a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sorites.solvers import (
    Argument,
    Closure,
    Countermodels,
    Diagnostic,
    Level,
    Model,
    Outcome,
    PreferredModels,
    Program,
    Proof,
    Reading,
    Statement,
    Step,
    Verdict,
)
from sorites.solvers.language.dialects import UNICODE, Dialect
from sorites.solvers.language.printer import print_formula

from ..output import statements_of
from ..solution import Solution

_STYLES: Final = {
    Verdict.ENTAILED: ("green", "the goal follows from the premises"),
    Verdict.REFUTED: ("red", "the goal's negation follows from the premises"),
    Verdict.UNKNOWN: ("yellow", "neither the goal nor its negation follows"),
    Verdict.INCONSISTENT: ("magenta", "the premises contradict each other, so everything would follow"),
    Verdict.UNDECIDED: ("bright_black", "no engine found an answer within the limits"),
}
_LEVELS: Final = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.MENDED: "cyan"}
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MAX_ROWS: Final = 40
"""The most rows of one table of a countermodel that are shown."""


def plain(text: str) -> str:
    """Return the text without characters that steer a terminal."""
    return _CONTROL.sub("�", text)


def show_outcome(console: Console, program: Program, outcome: Outcome) -> None:
    """Print an outcome."""
    colour, meaning = _STYLES[outcome.verdict]
    goal = Text(plain(print_formula(program.open_goal)), "bold")
    if program.goal.gloss:
        goal.append(f"\n{plain(program.goal.gloss)}", "not bold dim")
    verdict = Text.assemble((outcome.verdict.upper(), f"bold {colour}"), f"  {meaning}")
    parts: list[RenderableType] = [goal, Text(), verdict]
    parts.append(Text(f"{outcome.engine}, {outcome.seconds * 1000:.0f} ms{_checked(outcome)}", "dim"))
    console.print(Panel(Group(*parts), border_style=colour, expand=False, padding=(0, 1)))
    certificate = outcome.certificate
    match certificate:
        case Argument(_, _, steps, conflicts):
            if steps:
                console.print(_steps(steps, len(program.premises)))
            for c in conflicts:
                stands = f"{c.literal}: {c.rule or 'a fact'} against {c.against or 'a fact'}: {c.why}"
                console.print(Text(plain(stands), "dim"))
        case Proof() | Closure():
            if certificate.premises_used:
                console.print(_premises(program, certificate.premises_used))
            if certificate.steps:
                console.print(_steps(certificate.steps))
            if isinstance(certificate, Closure) and not certificate.steps:
                shown = sorted(plain(print_formula(f)) for f in certificate.literals)
                console.print(Text(f"All that is derived ({len(shown)}): {', '.join(shown[:MAX_ROWS])}"))
        case PreferredModels(models, applied, used):
            if used:
                console.print(_premises(program, used))
            for label, things in applied:
                console.print(Text(plain(f"{label}({', '.join(things)}) is normal in all preferred models")))
            for entry in models:
                failing = ", ".join(f"{label}({', '.join(things)})" for label, things in entry.abnormal) or "nothing"
                title = f"A preferred model in which the goal {'holds' if entry.goal else 'fails'}; abnormal: {failing}"
                console.print(Text(plain(title), "bold"))
                console.print(_model(entry.model))
        case Countermodels():
            console.print(_model(certificate.goal_holds, "A case in which the goal holds"))
            console.print(_model(certificate.goal_fails, "A case in which it fails"))
        case None:
            pass


def show_solution(console: Console, solution: Solution, *, explain: bool = False) -> None:
    """Print the answer to a problem, the argument for it, and what each sentence was read as.

    Args:
        console: where to print.
        solution: the answer.
        explain: print the certificate too.
    """
    verdict = solution.verdict
    colour = _STYLES[verdict][0] if verdict is not None else "red"
    said = Text.assemble((solution.answer or "no answer", f"bold {colour}"))
    if verdict is not None:
        said.append(f"  {verdict.value}", colour)
    if solution.fallback:
        said.append(f"  by the fallback '{solution.fallback}'", "yellow")
    if solution.vote is not None:
        shares = ", ".join(f"{label} {share:.0%}" for label, share in solution.vote.shares)
        said.append(f"  {'ambiguous: ' if solution.vote.ambiguous else ''}{shares}", "dim")
    usage = solution.usage
    tokens = "from the cache" if usage.cached else f"{usage.input_tokens} + {usage.output_tokens} tokens"
    tries = f"{len(solution.attempts)} program{'s' if len(solution.attempts) > 1 else ''}"
    spent = [tokens] if usage.requests or usage.cached else []
    facts = ", ".join([solution.best.translation.translator, tries, *spent, f"{solution.seconds:.2f} s"])
    console.print(Panel(Group(said, Text(facts, "dim")), border_style=colour, expand=False, padding=(0, 1)))
    if solution.vote is not None and solution.vote.ambiguous:
        for group in solution.readings:
            first = solution.attempts[group[0]]
            goal = first.translation.reading.program
            if goal is not None and first.verdict is not None:
                voices = f"{len(group)} of {len(solution.attempts)} say {first.verdict.value}: "
                console.print(Text(plain(voices + print_formula(goal.open_goal))))
    for number, line in enumerate(solution.explanation, 1):
        console.print(Text(plain(f"{number}. {line}")))
    if solution.program is not None and solution.best.outcome is not None:
        console.print()
        if explain:
            show_outcome(console, solution.program, solution.best.outcome)
        else:
            checked = _checked(solution.best.outcome)
            console.print(_read_as(solution.program))
            console.print(Text(f"{solution.best.outcome.engine}{checked}; --explain shows the certificate", "dim"))
    show_diagnostics(Console(stderr=True), solution.diagnostics, solution.best.translation.reading.text, "program")


def show_diagnostics(console: Console, diagnostics: Sequence[Diagnostic], text: str, name: str = "") -> None:
    """Print diagnostics, each with its place in the text."""
    for diagnostic in diagnostics:
        shown = plain(diagnostic.show(text, name))
        head, _, rest = shown.partition("\n")
        console.print(Text(head, _LEVELS[diagnostic.level]), soft_wrap=True)
        if rest:
            console.print(Text(rest, "dim"), soft_wrap=True)


def _checked(outcome: Outcome) -> str:
    if outcome.certificate is None:
        return ""
    return ", certificate checked" if outcome.certificate.checked else ", certificate not checked (--check)"


def _premises(program: Program, used: Sequence[int]) -> Table:
    table = Table(title="Premises used", title_justify="left", box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(style="dim")
    for i in used:
        premise = program.premises[i]
        table.add_row(f"{i + 1}.", Text(plain(print_formula(premise.formula))), Text(plain(premise.gloss)))
    return table


def show_translation(console: Console, reading: Reading, dialect: Dialect) -> None:
    """Print each sentence of a text beside what it was read as."""
    premises, goal = statements_of(reading)
    console.print(_sentences(premises, goal, dialect))


def _read_as(program: Program) -> Table:
    rules = [Statement(d.formula, f"{d.gloss or print_formula(d.formula)} ({d.label})") for d in program.rules]
    table = _sentences([*program.premises, *rules, *program.exceptions], (program.goal,))
    for first, second in program.preferences:
        table.add_row("", Text(plain(f"{first} > {second}")))
    return table


def _sentences(premises: Sequence[Statement], goal: Sequence[Statement], dialect: Dialect = UNICODE) -> Table:
    table = Table(title="Read as", title_justify="left", box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="dim", overflow="fold")
    table.add_column(overflow="fold")
    for statement in premises:
        table.add_row(Text(plain(statement.gloss)), Text(plain(print_formula(statement.formula, dialect))))
    for statement in goal:
        asked = Text(plain(f"asked: {print_formula(statement.formula, dialect)}"), "bold")
        table.add_row(Text(plain(statement.gloss)), asked)
    return table


def _steps(steps: Sequence[Step], premises: int | None = None) -> Table:
    table = Table(title="Proof", title_justify="left", box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(style="dim")
    for step in steps:
        origin = f"premise {step.premise + 1}" if step.premise is not None and not step.parents else step.rule
        if step.premise is not None and step.parents:
            strict = premises is None or step.premise < premises
            origin = f"by premise {step.premise + 1}" if strict else f"by {step.rule}"
        if step.parents:
            origin += f" from {', '.join(map(str, step.parents))}"
        table.add_row(str(step.number), Text(plain(step.text)), Text(plain(origin)))
    return table


def _model(model: Model, title: str | None = None) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_header=False, pad_edge=True)
    table.add_column(style="dim")
    table.add_column()
    table.add_row("things", Text(plain(", ".join(model.domain))))
    for (name, arity), values in model.functions.items():
        if arity == 0 and str(values[()]) != name:
            table.add_row(Text(plain(name)), Text(plain(f"= {values[()]}")))
        elif arity:
            rows = [f"{name}({', '.join(map(str, row))}) = {value}" for row, value in values.items()]
            table.add_row(Text(plain(name)), Text(plain(_some(rows))))
    for (name, arity), tuples in model.predicates.items():
        if arity == 0:
            table.add_row(Text(plain(name)), "true" if tuples else "false")
            continue
        rows = sorted(", ".join(map(str, t)) if arity == 1 else f"({', '.join(map(str, t))})" for t in tuples)
        table.add_row(Text(plain(name)), Text(plain(_some(rows) if rows else "nothing")))
    return table


def _some(rows: Sequence[str]) -> str:
    more = len(rows) - MAX_ROWS
    return ", ".join(rows[:MAX_ROWS]) + (f" … and {more} more" if more > 0 else "")
