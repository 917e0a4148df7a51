"""A text to its program, in whatever form and dialect it was written.

A text holds one program, or several readings of one where the notation leaves a choice; anything else is an error
with its place, what was expected, and what to write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..clock import HIT, limit_hit, uncollected
from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from ..logic.program import Program
from .assembly import assemble
from .decoration import blank, without_thoughts
from .names import settle_names
from .problems import Result
from .readings import Reading
from .sections import Outline, choose, problems
from .signs import CSP, DIALECTS, PROVER9, PYTHON, SMTLIB, Dialect
from .statements import Statements, passed_over

_SIGN: Final = re.compile(
    r"""\n[ \t]*(?:(?P<smtlib>\([ \t]*(?:assert\b|check-sat\b|declare-\w|define-\w|set-(?:logic|info|option)\b))
    |(?P<tptp>(?:fof|cnf|tff|tcf|thf)[ \t]*\()|(?P<prover9>(?:formulas|clauses)[ \t]*\([ \t]*\w+[ \t]*\)[ \t]*\.))""",
    re.X,
)
"""By what a line, with the end of the one before it, is known to be in a language; a search for that end is quick."""
_CONSTRAINTS: Final = (
    (re.compile(r"#[ \t]*Declaration"), re.compile(r"(?m)^[ \t]*#+[ \t]*Declaration"),
     re.compile(r"(?m)^[ \t]*\w+[ \t]*=[ \t]*(EnumS|Func)")),
    (re.compile(r"\[IN\]"), re.compile(r"(?m)^[ \t]*Variables?[ \t]*:")),
)  # fmt: skip
"""By what a text is known to be a constraint program; the first of each dialect is quickly found to be lacking."""
_FENCED: Final = re.compile(r"(?ms)^[ \t]*(```|~~~)[^`~\n]*$(.*?)^[ \t]*\1[`~ \t]*$")


def _native(text: str, dialect: Dialect | None) -> Reading | None:
    """Return what reading the problem in the language of a prover gave that a text holds, if it is in one.

    Args:
        text: the text.
        dialect: the dialect, if it is known.
    """
    signs = (DIALECTS[match.lastgroup or ""] for match in _SIGN.finditer("\n" + text))
    kind = SMTLIB if dialect is SMTLIB else next((one for one in signs if dialect in (None, one)), None)
    if kind is None:
        return None
    source, said = text, list[Diagnostic]()
    if fences := [m.span(2) for m in _FENCED.finditer(text) if _SIGN.search(text, *m.span(2))]:
        begin, end = fences[-1]
        before, after = text[:begin], text[end:]
        if _SIGN.search("\n" + before + after):
            what, hint = "the problem stands in several places: which of them is meant?", "Write it once, in one fence."
            said.append(Diagnostic("several-problems", Level.ERROR, what, Span(begin, end), hint))
        lines = re.finditer(r"(?m)^(?![ \t]*(?:```|~~~)).*\S", before + blank(text[begin:end]) + after)
        said += passed_over(Span(*m.span()) for m in lines)
        source = blank(before) + text[begin:end] + blank(after)
    program, notes, read, total = _read_native(kind, source)
    return Reading(program, (*notes, *said), text, read, total)


MAX_LINES: Final = 250_000
"""The most lines of one text."""


def read_program(
    text: str,
    dialect: Dialect | None = None,
    *,
    strict: bool = False,
    question: str = "",
    options: Sequence[str] = (),
) -> Reading:
    """Read a program, in whatever form and dialect it was written.

    Args:
        text: a program in sections, LINC's lines, or a problem in TPTP, LADR or SMT-LIB; with or
            without Markdown and prose around it.
        dialect: the formulas' dialect; ``None`` to tell from the formulas.
        strict: mend nothing.
        question: the question in natural language, if it is known: of several problems in the
            text, the one that asks it is read; otherwise the last one.
        options: the options in natural language, if they are known, for a program that gives their letters only.

    Returns:
        The program and all diagnostics of the text, found in one pass. Within a run (see
        ``sorites.solvers.clock``) there is no program where the run's time is up before.
    """
    try:
        with uncollected():
            reading = _read_program(text, dialect, question, options)
        return reading.strictly() if strict else reading
    except HIT as limit:
        return Reading(None, (replace(limit_hit("reading", limit), level=Level.ERROR),), text, 0, 0)


def _read_program(text: str, dialect: Dialect | None, question: str, options: Sequence[str]) -> Reading:
    answer, said = without_thoughts(text) if "<" in text else (text, [])
    if has_errors(said):
        return Reading(None, tuple(said), text, 0, 0)
    constrains = dialect is None and any(all(sign.search(answer) for sign in signs) for signs in _CONSTRAINTS)
    if constrains or dialect in (PYTHON, CSP):
        from .constraints import read_constraints  # few programs have options

        reading = read_constraints(answer, question, options)
        return replace(reading, diagnostics=(*said, *reading.diagnostics), text=text)
    own = dialect is None or dialect.terminated or dialect is SMTLIB
    if own and (found := _native(answer, dialect)) is not None:
        return _finish(replace(found, diagnostics=(*found.diagnostics, *said)), text, SMTLIB)
    if text.count("\n") > MAX_LINES:
        message = f"the text has more than {MAX_LINES} lines"
        return Reading(None, (Diagnostic("too-long", Level.ERROR, message, Span(0, 0), "Split it."),), text, 0, 0)
    outline = Outline(answer)
    problem, chosen = choose(problems(outline.sections), question, len(text))
    stated = Statements(answer, outline, said + chosen + outline.said, question)
    stated.read(problem, dialect)
    dialect = replace(stated.dialect, exact_names=False) if stated.dialect.exact_names else stated.dialect
    return _finish(assemble(stated), text, dialect, exact=stated.exact)


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


def _finish(made: Reading, text: str, dialect: Dialect, *, exact: bool = False) -> Reading:
    """Return what was read, with the names of each reading settled."""

    def settled(program: Program | None) -> tuple[Program | None, list[Diagnostic]]:
        return (None, []) if program is None else settle_names(program, text, dialect, exact=exact)

    program, said = (None, []) if has_errors(made.diagnostics) else settled(made.first)
    ones = [(other, settled(other.program)[0]) for other in made.others] if program is not None else []
    others = tuple([replace(other, program=one) for other, one in ones if one is not None])
    likely = settled(made.likely)[0] if others else None
    notes = sorted([*made.diagnostics, *said], key=lambda d: d.span.start if d.span else len(text) + 2)
    return Reading(program, gathered(notes), text, made.read, made.total, others=others, likely=likely)
