"""Outcomes and answers for machines: the JSON that commands print, as plain data, each kind of it by one function.

Indices count from 0, lines and columns from 1. What is not known is ``None``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sorites.solvers import (
    Answers,
    Argument,
    Certificate,
    Choice,
    Closure,
    Countermodels,
    Diagnostic,
    Findings,
    Model,
    Outcome,
    PreferredModel,
    PreferredModels,
    Program,
    Proof,
    Reading,
    Span,
    Statement,
    program_text,
    write_program,
)
from sorites.solvers.carrying.files import Carried
from sorites.solvers.logic.diagnostics import has_errors, line_and_column, lines_and_columns
from sorites.solvers.logic.syntax import TermRow, name_of
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.signs import UNICODE, Dialect
from sorites.solvers.notation.writer import print_goal
from sorites.solvers.outcome import consistency
from sorites.solvers.showing import certified, premises_behind, shown_by
from sorites.solvers.wording import proof_steps
from sorites.translators import Translation

from .attempt import option_names
from .reading_back import said_of
from .showing import sure
from .solution import Solution, statements_of

Data = dict[str, Any]
"""An object of JSON."""


def _place(span: Span, place: tuple[int, int]) -> Data:
    return {"line": place[0], "column": place[1], "start": span.start, "end": span.end}


def diagnostics_data(diagnostics: Sequence[Diagnostic], text: str) -> list[Data]:
    """Return diagnostics with their places in a text; ``also`` are more places of the same.

    Args:
        diagnostics: the diagnostics.
        text: the text.
    """
    starts = sorted({span.start for d in diagnostics for span in (d.span, *d.also) if span})
    places = dict(zip(starts, lines_and_columns(text, starts), strict=True))
    nowhere = dict.fromkeys(("line", "column", "start", "end"))
    return [
        {
            "code": d.code,
            "level": d.level.value,
            "message": d.message,
            "hint": d.hint,
            "expected": d.expected,
            "found": d.found,
            **(_place(d.span, places[d.span.start]) if d.span else nowhere),
            "also": [_place(span, places[span.start]) for span in d.also],
        }
        for d in diagnostics
    ]


def _model(model: Model, holds: bool) -> Data:
    """Return a finite model: names carry their arity, and the last entry of a function's row is its value."""
    functions = {key: ([*row, value] for row, value in table.items()) for key, table in model.functions.items()}
    return {
        "shows": "goal holds" if holds else "goal fails",
        "domain": list(model.domain),
        "predicates": _tables(model.predicates),
        "functions": _tables(functions),
        "sorts": {sort: list(things) for sort, things in model.sorts.items()},
    }


def _tables(tables: Mapping[tuple[str, int], Iterable[Iterable[object]]]) -> Data:
    return {f"{name}/{arity}": sorted([*map(str, row)] for row in rows) for (name, arity), rows in tables.items()}


def _defaults(rows: Iterable[tuple[str, Sequence[str]]]) -> list[Data]:
    """Return defaults with the things that they fail of, or are applied to."""
    return [{"default": label, "things": list(things)} for label, things in rows]


def _preferred(entry: PreferredModel) -> Data:
    return {**_model(entry.model, entry.goal), "abnormal": _defaults(entry.abnormal)}


def certificate_data(certificate: Certificate | None, *, checked: bool) -> Data | None:
    """Return a certificate; of a goal that asks for values, the answers hold their own.

    Args:
        certificate: the certificate.
        checked: whether it was checked.
    """
    if certificate is None:
        return None
    lists = ("premises_used", "steps", "models", "applied", "literals", "conflicts")
    kind, found = "proof", Data(proves=None, **{name: [] for name in lists})
    match certificate:
        case Findings(ones):
            kind = "findings"
            found["premises_used"] = sorted({i for one in ones for i in premises_behind(one.certificate)})
        case Countermodels(first, second):
            kind, found["models"] = "countermodels", [_model(first, True), _model(second, False)]
        case PreferredModels(entries, applied, needed):
            kind, found["premises_used"] = "preferred models", list(needed)
            found |= {"models": [*map(_preferred, entries)], "applied": _defaults(applied)}
        case Proof() | Closure() | Argument():
            found["premises_used"] = list(certificate.premises_used)
            found["steps"] = [
                {"number": s.number, "formula": s.text, "rule": s.rule, "parents": [*s.parents], "premise": s.premise}
                for s in proof_steps(certificate)
            ]
    if isinstance(certificate, Proof):
        found["proves"] = certificate.proves
    if isinstance(certificate, Closure | Argument):
        kind, found["literals"] = "closure", sorted(print_formula(f) for f in certificate.literals)
    if isinstance(certificate, Argument):
        kind, found["conflicts"] = "argument", [
            {"literal": print_formula(c.literal), "rule": c.rule, "against": c.against, "why": c.why}
            for c in certificate.conflicts
        ]  # fmt: skip
    return {"kind": kind, "checked": checked, **found}


def _answers(answers: Answers, *, checked: bool) -> Data:
    """Return who or what it is that a goal asks for; ``grounds`` are the certificates of what is said about others."""

    def named(rows: Sequence[TermRow]) -> list[list[str]]:
        return [[*map(name_of, row)] for row in rows]

    found = [
        {
            "names": list(one.names),
            "also": named(one.also),
            "certificate": certificate_data(one.finding.certificate, checked=checked),
        }
        for one in answers.found
    ]
    shown = [certificate_data(one.certificate, checked=checked) for one in answers.grounds]
    return {
        "variables": list(answers.variables),
        "found": found,
        "complete": answers.complete,
        "exists": answers.exists,
        "count": answers.count,
        "at_least": answers.at_least,
        **{name: named(getattr(answers, name)) for name in ("refuted", "open", "undecided", "clashing")},
        "grounds": [one for one in shown if one is not None],
    }


def _goal(program: Program) -> Data:
    return {"formula": print_goal(program), "gloss": program.goal.gloss}


def prove_data(
    program: Program | None, outcome: Outcome, text: str, notes: Sequence[Diagnostic], *, verdict: bool = True
) -> Data:
    """Return what ``sorites prove --json`` prints; ``certified`` says in words how far the verdict is.

    Args:
        program: the program; ``None`` if it can't be read.
        outcome: its outcome.
        text: the text that it was read from.
        notes: the diagnostics of that text.
        verdict: whether there is a verdict.
    """
    checked = outcome.checked is not None
    premises = program.premises if program is not None else ()
    found = {
        "verdict": outcome.verdict.value if verdict else None,
        "certificate": certificate_data(outcome.certificate, checked=checked),
        "certified": certified(outcome) if program is not None else "",
        "consistency": outcome.consistency if program is not None else None,
        "diagnostics": diagnostics_data((*notes, *outcome.diagnostics), text),
        "seconds": round(outcome.seconds, 6),
        "solver": outcome.engine,
        "goal": _goal(program) if program is not None else None,
        "premises": [{"formula": print_formula(p.formula), "gloss": p.gloss} for p in premises],
    }
    return found if outcome.answers is None else {**found, "answers": _answers(outcome.answers, checked=checked)}


def choice_data(found: Choice, text: str) -> Data:
    """Return what ``sorites prove --json`` prints of a question with options; ``answer`` is the only one that fits."""
    options = [
        {
            "option": says.gloss,
            "formula": print_formula(says.formula),
            "verdict": outcome.verdict.value,
            "fits": fits,
            "certificate": certificate_data(outcome.certificate, checked=outcome.checked is not None),
            "certified": certified(outcome),
        }
        for says, outcome, fits in zip(found.question.said, found.outcomes, found.fits, strict=True)
    ]
    return {
        "answer": found.name(found.chosen) if found.chosen is not None else None,
        "asked": found.question.asked,
        "wanted": found.question.wanted,
        "options": options,
        "diagnostics": diagnostics_data(found.diagnostics, text),
        "seconds": round(found.seconds, 6),
    }


def check_data(program: Program, carried: Carried, why: str) -> Data:
    """Return what ``sorites check --json`` prints.

    Args:
        program: the program that it should be about.
        carried: the certificate.
        why: why it was not accepted; empty if it was.
    """
    found = {
        "accepted": not why,
        "why": why,
        "verdict": carried.verdict,
        "certified": "" if why else shown_by(carried.verdict, carried.certificate),
        "consistency": None if why else consistency(carried.verdict, carried.certificate),
        "goal": _goal(program),
    }
    if why or carried.answers is None:
        return found
    return {**found, "answers": _answers(carried.answers, checked=True)}


def english_data(reading: Reading) -> Data:
    """Return what ``sorites english --json`` prints: how a text was read, if it was."""
    return {
        "understood": not has_errors(reading.diagnostics),
        "read": list(read_data(reading)),
        "others": _choices(reading),
        "diagnostics": diagnostics_data(reading.diagnostics, reading.text),
    }


def _choices(reading: Reading) -> list[Data]:
    """Return the other readings of a text: which choice is made otherwise, and, once proved, what it answers."""
    unproved = {"verdict": None, "program": ""}
    return [{"choice": o.choice, "preferred": o.preferred, "taken": o.taken, **unproved} for o in reading.others]


def translate_data(translation: Translation, dialect: Dialect) -> Data:
    """Return what ``sorites translate --json`` prints, its formulas in a notation."""

    def shown(one: Statement) -> Data:
        return {"sentence": one.gloss, "formula": print_formula(one.formula, dialect)}

    reading = translation.reading
    premises, goal = statements_of(reading)
    return {
        "translator": translation.translator,
        "sentences": [*map(shown, premises)],
        "question": shown(goal[-1]) if goal else None,
        "read": list(read_data(reading, dialect)),
        "others": _choices(reading),
        "program": program_text(reading) or None,
        "diagnostics": diagnostics_data(reading.diagnostics, reading.text),
    }


def read_data(reading: Reading, dialect: Dialect = UNICODE) -> Iterator[Data]:
    """Yield what each sentence was read as; ``wrote`` is empty for what is assumed, for the reason ``why``."""
    for one in said_of(reading):
        formula = print_formula(one.formula, dialect) if one.formula is not None else None
        place = _place(one.span, line_and_column(reading.text, one.span.start)) if one.span is not None else None
        yield {
            "role": one.role, "wrote": one.wrote, "read": one.read, "formula": formula, "why": one.why, "place": place,
        }  # fmt: skip


def solve_data(solution: Solution) -> Data:
    """Return what ``sorites solve --json`` prints."""
    best, usage, answers = solution.best, solution.usage, solution.answers
    reading, outcome = best.translation.reading, best.outcome
    stands = outcome is not None and best.refused is None and not solution.guess
    others = [
        {**shown, "verdict": found.verdict, "program": write_program(other.program)}
        for shown, other, found in zip(_choices(reading), reading.others, best.others, strict=False)
    ]
    options = zip(option_names(solution.problem, reading), best.options, strict=False)
    return {
        "answer": solution.answer,
        "verdict": solution.verdict,
        "answers": _answers(answers, checked=solution.checked) if answers is not None else None,
        "guess": solution.guess,
        "remark": solution.remark,
        "confidence": round(solution.confidence, 4) if solution.confidence is not None else None,
        "shares": dict(solution.vote.shares) if solution.vote is not None else {},
        "ambiguous": solution.ambiguous,
        "pruned": solution.pruned,
        "read": list(read_data(reading)),
        "others": others,
        "options": [{"option": name, "verdict": one.verdict} for name, one in options],
        "program": program_text(reading) if solution.program is not None else None,
        "certificate": certificate_data(outcome.certificate, checked=outcome.checked is not None)
        if outcome is not None and stands
        else None,
        "certified": sure(solution),
        "explanation": list(solution.explanation),
        "diagnostics": diagnostics_data(solution.diagnostics, reading.text),
        "attempts": [
            {
                "verdict": one.verdict,
                "kept": one.kept,
                "program": program_text(one.translation.reading),
                "feedback": one.feedback,
                "diagnostics": diagnostics_data(one.translation.reading.diagnostics, one.translation.reading.text),
                "faults": list(one.translation.faults),
            }
            for one in solution.attempts
        ],
        "usage": {name: getattr(usage, name) for name in ("input_tokens", "output_tokens", "requests", "cached")},
        "fallback": solution.fallback,
        "seconds": round(solution.seconds, 6),
    }
