"""Programs as text: sections of formulas with glosses, as Logic-LM writes them, and
what other pipelines, people and chat models make of that.

::

    Predicates:
    Kind(x) ::: x is kind
    Premises:
    ∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
    Conclusion:
    Nice(anne) ::: Anne is nice.

A text is read in two steps: first its outline (problems, sections, lines; see ``outline``),
then all formulas together, in the dialect that they show.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from ..clock import HIT, limit_hit
from ..logic.collecting import uncollected
from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from ..logic.program import Other, Reading
from .assembly import Assembly, passed_over
from .choosing import choose, problems
from .closing import has_readings
from .dialects import PROVER9, SMTLIB, Dialect
from .jsontext import lay_out
from .natives import native
from .outline import outline
from .problems import Result
from .thoughts import without_thoughts
from .unifying import settle_names

MAX_LINES: Final = 250_000
"""The most lines of one text."""
MANY_LINES: Final = 1000
"""The lines from which on it is worth to look for no garbage while they are read."""
MAX_DIAGNOSTICS: Final = 200
"""The most diagnostics of one text; the last one says how many more there were."""


def read_program(
    text: str,
    dialect: Dialect | None = None,
    *,
    strict: bool = False,
    folder: Path | None = None,
    question: str = "",
) -> Reading:
    """Read a program, in whatever form and dialect it was written.

    Args:
        text: a program in sections, LINC's lines, or a problem in TPTP, LADR or SMT-LIB; with or
            without Markdown and prose around it.
        dialect: the formulas' dialect; ``None`` to tell from the formulas.
        strict: mend nothing.
        folder: where the text is from; a TPTP problem includes files from there.
        question: the question in natural language, if it is known: of several problems in the
            text, the one that asks it is read; otherwise the last one.

    Returns:
        The program and all diagnostics of the text, found in one pass. Within a run (see
        ``sorites.solvers.clock``) there is no program where the run's time is up before.
    """
    try:
        return _read_program(text, dialect, strict=strict, folder=folder, question=question)
    except HIT as limit:
        return Reading(None, (replace(limit_hit("reading", limit), level=Level.ERROR),), text, 0, 0)


def _read_program(text: str, dialect: Dialect | None, *, strict: bool, folder: Path | None, question: str) -> Reading:
    answer, thought, cut = without_thoughts(text)
    if cut is not None:
        return Reading(None, (cut,), text, 0, 0)
    if answer != text:
        reading = read_program(answer, dialect, strict=strict, folder=folder, question=question)
        what = "this was thought before the answer, and is no part of the program"
        said = gathered(Diagnostic("prose", Level.WARNING, what, span) for span in thought)
        return replace(reading, text=text, diagnostics=(*said, *reading.diagnostics))
    if "{" in text and (laid := lay_out(text)) is not None:
        plain, told = laid
        reading = read_program(plain, dialect, strict=strict, folder=folder, question=question)
        program = None if has_errors(told) else reading.program
        return replace(reading, program=program, text=text, diagnostics=(*told, *reading.diagnostics))
    if (found := native(text, dialect)) is not None:
        kind, source, passed, noted = found
        result = _read_native(kind, source, folder, strict=strict)
        result[1][:0] = passed_over(passed) + noted
        return _finish(result, text, kind, strict)
    if (count := text.count("\n")) > MAX_LINES:
        message = f"the text has {count} lines; at most {MAX_LINES} are read"
        found_long = Diagnostic("too-long", Level.ERROR, message, Span(0, 0), "Split the program.")
        return Reading(None, (found_long,), text, 0, 0)
    with uncollected(count > MANY_LINES):
        outlined = outline(text)
        problem, chosen = choose(problems(outlined.sections), question, len(text))
        reader = Assembly(text, outlined, strict, question)
        reader.diagnostics += outlined.diagnostics + chosen
        dialect = replace(reader.read_problem(problem, dialect), exact_names=False)  # that is said of files alone
        reading = _finish(reader.result(), text, dialect, strict, exact=reader.exact)
        if reader.strong is None or reading.program is None:
            return reading
        strong, _ = settle_names(reader.strong, text, dialect, strict=strict, exact=reader.exact)
        assert strong is not None  # its names are the same
        span = next(d.span for d in reading.diagnostics if has_readings(d))
        other = Other("a variable that no quantifier binds", "for something", "for everything", strong, span=span)
        return replace(reading, others=(other,))


def _read_native(kind: Dialect, source: str, folder: Path | None, *, strict: bool) -> Result:
    """Return what a problem in the language of a prover holds; most texts need none of these readers."""
    if kind is SMTLIB:
        from .smtlib_reader import read_smtlib

        return read_smtlib(source, strict)
    if kind is PROVER9:
        from .ladr import read_prover9

        return read_prover9(source, strict)
    from .tptp import read_tptp

    return read_tptp(source, strict, folder)


def _finish(result: Result, text: str, dialect: Dialect, strict: bool, *, exact: bool = False) -> Reading:
    program, diagnostics, read, total = result
    if has_errors(diagnostics):
        program = None
    if program is not None:
        program, said = settle_names(program, text, dialect, strict=strict, exact=exact)
        diagnostics += said
    if len(diagnostics) > 1:
        diagnostics.sort(key=lambda d: d.span.start if d.span else len(text) + 2)
    told = gathered(diagnostics)
    if len(told) > MAX_DIAGNOSTICS:
        kept = sorted(told, key=lambda d: d.level is not Level.ERROR)[:MAX_DIAGNOSTICS]
        level = Level.ERROR if program is None else Level.WARNING
        message = f"there are {len(told) - MAX_DIAGNOSTICS} more faults in the text"
        told = (*kept, Diagnostic("more-faults", level, message, kept[-1].span, "Mend these first."))
    return Reading(program, told, text, read, total)
