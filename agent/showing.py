"""What is said of a solution to people; see ``sorites.solvers.showing``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sorites.solvers import Program
from sorites.solvers.language.printer import print_formula
from sorites.solvers.showing import Part, as_html, as_markdown, parts, summary

from .solution import Solution


def headline(solution: Solution) -> tuple[str, ...]:
    """Return the answer, the verdict, and how both came about where that was not by one program."""
    said = [solution.answer or "no answer", *([solution.verdict.value] if solution.verdict else [])]
    if solution.fallback:
        said.append(f"by the fallback '{solution.fallback}'")
    if solution.vote is not None:
        shares = ", ".join(f"{label} {share:.0%}" for label, share in solution.vote.shares)
        said.append(f"{'ambiguous: ' if solution.vote.ambiguous else ''}{shares}")
    return tuple(said)


def costs(solution: Solution) -> str:
    """Return who translated, how often, for how many tokens, in what time."""
    usage = solution.usage
    tokens = "from the cache" if usage.cached else f"{usage.input_tokens} + {usage.output_tokens} tokens"
    tries = f"{len(solution.attempts)} program{'s' if len(solution.attempts) > 1 else ''}"
    spent = [tokens] if usage.requests or usage.cached else []
    return ", ".join([solution.best.translation.translator, tries, *spent, f"{solution.seconds:.2f} s"])


def voices(solution: Solution) -> Part:
    """Return the competing readings of a problem whose samples are evenly split."""
    lines = []
    if solution.vote is not None and solution.vote.ambiguous:
        for group in solution.readings:
            first = solution.attempts[group[0]]
            program = first.translation.reading.program
            if program is not None and first.verdict is not None:
                said = f"{len(group)} of {len(solution.attempts)} say {first.verdict.value}"
                lines.append((f"{said}: {print_formula(program.open_goal)}",))
    return Part(rows=tuple(lines))


def argument(solution: Solution) -> Part:
    """Return the argument in words, numbered."""
    return Part(rows=tuple((f"{number}. {line}",) for number, line in enumerate(solution.explanation, 1)))


def read_as(program: Program) -> Part:
    """Return each sentence beside what it was read as, what is asked last."""
    rows = [(p.gloss, print_formula(p.formula)) for p in program.premises]
    rows += [(f"{d.gloss or print_formula(d.formula)} ({d.label})", print_formula(d.formula)) for d in program.rules]
    rows += [(e.gloss, print_formula(e.formula)) for e in program.exceptions]
    rows += [("", f"{first} > {second}") for first, second in program.preferences]
    return Part("Read as", (*rows, (program.goal.gloss, f"asked: {print_formula(program.goal.formula)}")))


def solution_html(solution: Solution) -> str:
    """Return a solution as HTML for a notebook: the answer, the argument, the readings, the certificate."""
    head, notes = _opening(solution)
    return as_html(head, solution.verdict, notes, list(_parts(solution)))


def solution_markdown(solution: Solution) -> str:
    """Return a solution as Markdown; see ``solution_html``."""
    head, notes = _opening(solution)
    return as_markdown(head, notes, list(_parts(solution)))


def _opening(solution: Solution) -> tuple[str, tuple[str, ...]]:
    outcome = solution.best.outcome
    engine = (summary(outcome),) if outcome is not None else ()
    return " · ".join(headline(solution)), (solution.problem.question, costs(solution), *engine)


def _parts(solution: Solution) -> Iterator[Part]:
    program, outcome = solution.program, solution.best.outcome
    yield voices(solution)
    yield replace(argument(solution), title="Argument" if solution.explanation else "")
    if program is not None:
        yield read_as(program)
    if program is not None and outcome is not None:
        yield from parts(outcome, program)
    if solution.diagnostics:
        said = ((f"{d.level.value}: {d.message} [{d.code}]",) for d in solution.diagnostics)
        yield Part("Notes", tuple(said))
