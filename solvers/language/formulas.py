"""One formula as text: read quickly where it is plain, else word by word, with the place of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import Formula
from . import lexer
from .brackets import balanced, mend
from .closing import Parsed, has_readings, settle
from .dialects import UNICODE, Dialect
from .faults import Fault, Report, Unclear
from .lexer import Words
from .parser import Parser, Surroundings
from .textbook import expanded, say
from .words import in_signs


def parse_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula that stands alone, and close it.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib`` (see ``sorites.solvers.language.smtlib``).
        strict: mend nothing: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.

    Returns:
        The formula, or ``None`` if there is an error among the diagnostics.
    """
    parsed = parse(text, dialect, strict=strict, offset=offset)
    (closed,) = settle([parsed], dialect, strict=strict)
    said = [replace(d, level=Level.ERROR) if has_readings(d) else d for d in (*parsed.diagnostics, *closed.diagnostics)]
    return closed.formula if closed.strongest is None else None, said


def parse(
    text: str,
    dialect: Dialect = UNICODE,
    *,
    strict: bool = False,
    offset: int = 0,
    around: Surroundings | None = None,
) -> Parsed:
    """Read one formula, and leave free what no quantifier binds.

    Args:
        text: the formula; a gloss behind a colon may follow it.
        dialect: any but ``smtlib``.
        strict: mend nothing: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.
        around: what the rest of the program tells.
    """
    around = around or Surroundings()
    if around.short:
        return _read_fully(text, dialect, strict, offset, around)
    tokens, kinds = lexer.tokenize(text, dialect.overrides, quick=True)
    parser = Parser(tokens, kinds, dialect, around, Report(tokens, None, strict, offset))
    try:
        formula = parser.statement()
    except (Unclear, Fault):
        return _read_fully(text, dialect, strict, offset, around)
    whole = Span(offset, offset + len(text.rstrip()))
    if (parser.doubtful or parser.unbound.keys() - parser.marked) and not dialect.terminated:
        return _read_fully(text, dialect, strict, offset, around)  # for the places of what may mean something else
    places = dict.fromkeys(parser.unbound, whole) if parser.unbound else {}
    return _parsed(parser, formula, (), places, len(text), whole)


def is_formula(text: str, dialect: Dialect = UNICODE) -> bool:
    """Return whether a text is wholly a formula, and needs no mend."""
    parsed = parse(text, dialect, strict=True)
    return parsed.formula is not None and parsed.end >= len(text.rstrip())


def _read_fully(text: str, dialect: Dialect, strict: bool, offset: int, around: Surroundings) -> Parsed:
    """Read a formula word by word, with the place of each."""

    def read(words: Words) -> tuple[Parser, Formula | None]:
        report = Report(words.tokens, words.spans, strict, offset)
        parser = Parser(words.tokens, words.kinds, dialect, around, report)
        try:
            formula = parser.statement()
        except Fault:
            return parser, None
        return parser, None if report.failed else formula

    words = in_signs(lexer.scan(text, dialect.overrides), dialect)
    words, textbook = expanded(words, around.short) if around.short else (words, None)
    words.spans.append(Span(len(text.rstrip()), len(text.rstrip()) + 1))
    parser, formula = read(words.copied()) if balanced(words.kinds) else mend(words, read, around)
    report = parser.report
    if textbook is not None:
        say(report, textbook)
        formula = None if report.failed else formula
    places = {name: report.place(at) for name, at in parser.unbound.items()}
    end = parser.rest if parser.rest is not None else len(text)
    whole = Span(offset, offset + min(end, len(text.rstrip())))
    parsed = _parsed(parser, formula, tuple(report.diagnostics), places, end, whole)
    return parsed._replace(prolog=True) if ":-" in words.tokens else parsed


def _parsed(  # the parts of what was read
    parser: Parser,
    formula: Formula | None,
    said: tuple[Diagnostic, ...],
    places: Mapping[str, Span],
    end: int,
    whole: Span,
) -> Parsed:
    return Parsed(
        formula,
        said,
        places,
        frozenset(parser.marked),
        end=end,
        span=whole,
        doubtful=tuple(parser.doubtful),
        suspects=tuple(name for name in parser.suspects if name not in parser.quoted),
        relations=parser.related,
        capitals=parser.dialect.variables == "capitals",
    )
