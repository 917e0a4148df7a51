"""A text to its program, in whatever form and dialect it was written.

A text holds one program, or several readings of one where the notation leaves a choice; anything else is an error
with its place, what was expected, and what to write.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..clock import HIT, limit_hit, uncollected
from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from .assembly import Assembly, assemble
from .decoration import without_thoughts
from .names import settle_names
from .natives import native
from .problems import Result
from .readings import Other, Reading
from .sections import Outline, choose, problems
from .signs import PROVER9, SMTLIB, Dialect
from .statements import Statements, passed_over

MAX_LINES: Final = 250_000
"""The most lines of one text."""


def read_program(
    text: str,
    dialect: Dialect | None = None,
    *,
    strict: bool = False,
    question: str = "",
) -> Reading:
    """Read a program, in whatever form and dialect it was written.

    Args:
        text: a program in sections, LINC's lines, or a problem in TPTP, LADR or SMT-LIB; with or
            without Markdown and prose around it.
        dialect: the formulas' dialect; ``None`` to tell from the formulas.
        strict: mend nothing.
        question: the question in natural language, if it is known: of several problems in the
            text, the one that asks it is read; otherwise the last one.

    Returns:
        The program and all diagnostics of the text, found in one pass. Within a run (see
        ``sorites.solvers.clock``) there is no program where the run's time is up before.
    """
    try:
        with uncollected():
            reading = _read_program(text, dialect, question=question)
        return reading.strictly() if strict else reading
    except HIT as limit:
        return Reading(None, (replace(limit_hit("reading", limit), level=Level.ERROR),), text, 0, 0)


def _read_program(text: str, dialect: Dialect | None, *, question: str) -> Reading:
    answer, said = without_thoughts(text) if "<" in text else (text, [])
    if has_errors(said):
        return Reading(None, tuple(said), text, 0, 0)
    own = dialect is None or dialect.terminated or dialect is SMTLIB
    if own and (own_text := native(answer, dialect)) is not None:
        kind, source, passed, noted = own_text
        program, notes, read, total = _read_native(kind, source)
        notes += said + passed_over(passed) + noted
        return _finish(Assembly([(program, None)], notes, read), total, text, kind)
    if text.count("\n") > MAX_LINES:
        message = f"the text has more than {MAX_LINES} lines"
        return Reading(None, (Diagnostic("too-long", Level.ERROR, message, Span(0, 0), "Split it."),), text, 0, 0)
    outline = Outline(answer)
    problem, chosen = choose(problems(outline.sections), question, len(text))
    found = Statements(answer, outline, said + chosen + outline.said, question)
    found.read(problem, dialect)
    dialect = replace(found.dialect, exact_names=False) if found.dialect.exact_names else found.dialect
    return _finish(assemble(found), found.total, text, dialect, exact=found.exact)


def _read_native(kind: Dialect, source: str) -> Result:
    """Return what a problem in the language of a prover holds; most texts need none of these readers."""
    if kind is SMTLIB:
        from .smtlib_reader import read_smtlib

        return read_smtlib(source)
    if kind is PROVER9:
        from .ladr import read_prover9

        return read_prover9(source)
    from .tptp import read_tptp

    return read_tptp(source)


def _finish(made: Assembly, total: int, text: str, dialect: Dialect, *, exact: bool = False) -> Reading:
    """Return what was read, with the names of each reading settled."""
    (program, _), *more = made.programs
    notes, likely, others = made.notes, made.likely, list[Other]()
    if has_errors(notes):
        program = None
    if program is not None:
        program, said = settle_names(program, text, dialect, exact=exact)
        notes += said
    for other, turn in more if program is not None else ():
        settled = settle_names(other, text, dialect, exact=exact)[0] if other is not None else None
        if settled is not None and turn is not None:
            others.append(Other(*turn[:3], settled, span=turn.span, stronger=turn.stronger))
    likely = settle_names(likely, text, dialect, exact=exact)[0] if others and likely is not None else None
    notes.sort(key=lambda d: d.span.start if d.span else len(text) + 2)
    return Reading(program, gathered(notes), text, made.read, total, others=tuple(others), likely=likely)
