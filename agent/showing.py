"""What is said of a solution to people; see ``sorites.solvers.showing``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sorites.solvers import Outcome, Reading, Said
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import UNICODE, Dialect
from sorites.solvers.showing import Part, as_html, as_markdown, certified, parts, summary

from .attempt import Attempt, option_names
from .reading_back import answers_said, quoted, said_of, same
from .solution import Solution

GUESSED: Final = "a guess: nothing is proved of it"
"""What is said of an answer that no program gave."""


def headline(solution: Solution) -> tuple[str, ...]:
    """Return the answer, the verdict, and how both came about where that was not by one program."""
    said = [solution.answer or "no answer"]
    if solution.answers is not None:
        said[0] = solution.remark
    elif solution.remark:
        said[0] += f": {solution.remark}"
    if solution.verdict is not None:
        said.append(solution.verdict.value)
    if solution.guess:
        said = [solution.answer or "no answer", f"a guess by the fallback '{solution.fallback}'", *said[1:]]
    if solution.vote is not None and solution.pruned:
        many = f"{solution.pruned} of {len(solution.attempts)}"
        said.append(f"{many} samples left out: none of the options is the answer, or more than one")
    if solution.vote is not None:
        shares = ", ".join(f"{label} {share:.0%}" for label, share in solution.vote.shares)
        said.append(f"{'ambiguous: ' if solution.vote.ambiguous else ''}{shares}")
    return tuple(said)


def sure(solution: Solution) -> str:
    """Return in words whether the answer is certified; empty if there is none."""
    if solution.guess:
        return GUESSED
    outcome = solution.best.outcome
    return certified(outcome) if outcome is not None and solution.best.refused is None else ""


def costs(solution: Solution) -> str:
    """Return who translated, how often, for how many tokens, in what time."""
    usage = solution.usage
    tokens = "from the cache" if usage.cached else f"{usage.input_tokens} + {usage.output_tokens} tokens"
    tries = f"{len(solution.attempts)} program{'s' if len(solution.attempts) > 1 else ''}"
    spent = [tokens] if usage.requests or usage.cached else []
    return ", ".join([solution.best.translation.translator, tries, *spent, f"{solution.seconds:.2f} s"])


def voices(solution: Solution) -> Part:
    """Return what samples that are evenly split say: of each verdict how many, and the goal of the first."""
    lines: dict[str, str] = {}
    if solution.vote is not None and solution.vote.ambiguous:
        counts = Counter(one.verdict for one in solution.attempts)
        for one in solution.attempts:
            program = one.translation.reading.first
            if program is not None and one.verdict is not None and one.verdict not in lines:
                said = f"{counts[one.verdict]} of {len(solution.attempts)} say {one.verdict.value}"
                lines[one.verdict] = f"{said}: {print_formula(program.open_goal)}"
    return Part(rows=tuple((line,) for line in lines.values()))


def argument(solution: Solution) -> Part:
    """Return the argument in words, numbered."""
    return Part(rows=tuple((f"{number}. {line}",) for number, line in enumerate(solution.explanation, 1)))


def differing(solution: Solution) -> Part:
    """Return what each reading of a text answers, and what each option comes to, where that is told apart."""
    return Part(rows=tuple((line,) for line in (*_options(solution), *_readings(solution))))


def _options(solution: Solution) -> Iterator[str]:
    names = option_names(solution.problem, solution.best.translation.reading)
    for name, one in zip(names, solution.best.options, strict=False):
        yield f"{one.verdict.value}: {name}"


def _readings(solution: Solution) -> Iterator[str]:
    best = solution.best
    if best.outcome is None or best.refused is None or best.options:
        return
    for other, found in zip(best.translation.reading.others, best.others, strict=False):
        for way, outcome in ((other.preferred, best.outcome), (other.taken, found)):
            yield f"{other.choice} as {quoted(way)}: {_answer(solution, outcome)}"


def _answer(solution: Solution, outcome: Outcome) -> str:
    if outcome.answers is not None and solution.program is not None:
        return answers_said(solution.program, outcome.answers)
    label = solution.problem.scheme.label(outcome.verdict)
    return f"{label} ({outcome.verdict.value})" if label is not None else outcome.verdict.value


def read_as(reading: Reading, dialect: Dialect | None = None) -> Part:
    """Return each sentence beside what it was read as, nothing where that is what it says, what is asked last.

    Args:
        reading: the reading.
        dialect: a notation, for a third column with the formulas.

    Raises:
        Unprintable: the dialect has no form for one of them.
    """
    lines = [s for s in said_of(reading) if s.role != "assumed"]
    rows = ((s.wrote, "" if same(s.wrote, s.read) else s.read, *_formula(s, dialect)) for s in lines)
    return Part("You wrote / read as", tuple(rows))


def assumed(reading: Reading, dialect: Dialect | None = None) -> Part:
    """Return what was taken to hold besides the text, each with its reason; see ``read_as``."""
    lines = (s for s in said_of(reading) if s.role == "assumed")
    return Part("Assumed besides", tuple((s.read, s.why, *_formula(s, dialect)) for s in lines))


def _formula(said: Said, dialect: Dialect | None) -> tuple[str, ...]:
    if dialect is None:
        return ()
    asked = "asked: " if said.role == "question" else ""
    return (f"{asked}{print_formula(said.formula, dialect)}" if said.formula is not None else "",)


def choices(attempt: Attempt) -> Part:
    """Return the choices between readings that make no difference for the answer."""
    if attempt.refused is not None:
        return Part()
    rows = [
        (other.choice, f"as {quoted(other.preferred)}; as {quoted(other.taken)} the answer is the same")
        for other in attempt.translation.reading.others
    ]
    return Part("Can be read in two ways", tuple(rows))


def chosen(reading: Reading) -> Part:
    """Return the choices between readings, before anything is proved."""
    rows = tuple((o.choice, f"read as {quoted(o.preferred)}; it could be {quoted(o.taken)}") for o in reading.others)
    return Part("Can be read in two ways", rows)


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
    notes = [solution.problem.question, costs(solution)]
    if solution.guess:
        notes.append(GUESSED)
    elif outcome is not None and solution.best.refused is None:
        notes.append(summary(outcome))
    return " · ".join(headline(solution)), tuple(notes)


def _parts(solution: Solution) -> Iterator[Part]:
    reading, program, outcome = solution.best.translation.reading, solution.program, solution.best.outcome
    yield voices(solution)
    yield differing(solution)
    yield replace(argument(solution), title="Argument" if solution.explanation else "")
    if program is not None:
        shown = (read_as(reading, UNICODE), assumed(reading, UNICODE), choices(solution.best))
        yield from (part for part in shown if part.rows)
    if program is not None and outcome is not None and solution.best.refused is None:
        yield from parts(outcome, program)
    if solution.diagnostics:
        said = ((f"{d.level.value}: {d.message} [{d.code}]",) for d in solution.diagnostics)
        yield Part("Notes", tuple(said))
