"""Answers for machines: the JSON that ``sorites solve``, ``translate`` and ``english`` print."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from sorites.solvers import Reading, Verdict, program_text, write_program
from sorites.solvers.logic.diagnostics import has_errors, line_and_column
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Role
from sorites.solvers.notation.signs import UNICODE, Dialect
from sorites.translators import Translation

from .attempt import option_names
from .output import AnswersOut, CertificateOut, DiagnosticOut, PlaceOut
from .reading_back import said_of
from .showing import sure
from .solution import Solution, statements_of


class SaidOut(BaseModel):
    """What a sentence was read as; ``wrote`` is empty for what is assumed, for the reason ``why``."""

    role: Role
    wrote: str
    read: str
    formula: str | None
    why: str = ""
    place: PlaceOut | None = None


class OtherOut(BaseModel):
    """Another reading of the text: which choice is made otherwise, and what it answers."""

    choice: str
    preferred: str
    taken: str
    verdict: Verdict | None = None
    program: str = ""


class OptionOut(BaseModel):
    """An option that is a statement, and what the text says of it."""

    option: str
    verdict: Verdict


class AttemptOut(BaseModel):
    """A program that was tried, and what came of it."""

    verdict: Verdict | None
    kept: bool
    program: str
    feedback: str
    diagnostics: list[DiagnosticOut]
    faults: list[str]


class UsageOut(BaseModel):
    """What the model's answers cost, all attempts together."""

    input_tokens: int
    output_tokens: int
    requests: int
    cached: bool


class SolveOut(BaseModel):
    """What ``sorites solve --json`` prints."""

    answer: str | None
    verdict: Verdict | None
    answers: AnswersOut | None
    guess: bool
    remark: str
    confidence: float | None
    shares: dict[str, float]
    ambiguous: bool
    pruned: int
    readings: list[list[int]]
    read: list[SaidOut]
    others: list[OtherOut]
    options: list[OptionOut]
    program: str | None
    certificate: CertificateOut | None
    certified: str
    explanation: list[str]
    diagnostics: list[DiagnosticOut]
    attempts: list[AttemptOut]
    usage: UsageOut
    fallback: str
    seconds: float


class ReadOut(BaseModel):
    """A sentence and its formula."""

    sentence: str
    formula: str


class TranslateOut(BaseModel):
    """What ``sorites translate --json`` prints."""

    translator: str
    sentences: list[ReadOut]
    question: ReadOut | None
    read: list[SaidOut]
    others: list[OtherOut]
    program: str | None
    diagnostics: list[DiagnosticOut]


class EnglishOut(BaseModel):
    """What ``sorites english --json`` prints: how a text was read, if it was."""

    understood: bool
    read: list[SaidOut]
    others: list[OtherOut]
    diagnostics: list[DiagnosticOut]


def english_output(reading: Reading) -> EnglishOut:
    """Return for a machine how a text was read."""
    return EnglishOut(
        understood=not has_errors(reading.diagnostics),
        read=list(read_output(reading)),
        others=_choices(reading),
        diagnostics=_of_reading(reading),
    )


def _choices(reading: Reading) -> list[OtherOut]:
    return [OtherOut(choice=o.choice, preferred=o.preferred, taken=o.taken) for o in reading.others]


def translate_output(translation: Translation, dialect: Dialect) -> TranslateOut:
    """Return a translation for a machine, its formulas in a notation."""
    reading = translation.reading
    premises, goal = statements_of(reading)
    shown = [ReadOut(sentence=s.gloss, formula=print_formula(s.formula, dialect)) for s in (*premises, *goal)]
    return TranslateOut(
        translator=translation.translator,
        sentences=shown[: len(premises)],
        question=shown[-1] if goal else None,
        read=list(read_output(reading, dialect)),
        others=_choices(reading),
        program=program_text(reading) or None,
        diagnostics=_of_reading(reading),
    )


def read_output(reading: Reading, dialect: Dialect = UNICODE) -> Iterator[SaidOut]:
    """Yield for a machine what each sentence was read as, its formula in a notation."""
    for one in said_of(reading):
        place = None
        if one.span is not None:
            line, column = line_and_column(reading.text, one.span.start)
            place = PlaceOut(line=line, column=column, start=one.span.start, end=one.span.end)
        formula = print_formula(one.formula, dialect) if one.formula is not None else None
        yield SaidOut(role=one.role, wrote=one.wrote, read=one.read, formula=formula, why=one.why, place=place)


def _others(solution: Solution) -> Iterator[OtherOut]:
    for other, outcome in zip(solution.best.translation.reading.others, solution.best.others, strict=False):
        yield OtherOut(
            choice=other.choice,
            preferred=other.preferred,
            taken=other.taken,
            verdict=outcome.verdict,
            program=write_program(other.program),
        )


def _of_reading(reading: Reading) -> list[DiagnosticOut]:
    return DiagnosticOut.all(reading.diagnostics, reading.text)


def solve_output(solution: Solution) -> SolveOut:
    """Return a solved problem for a machine."""
    best, usage = solution.best, solution.usage
    reading = best.translation.reading
    names = option_names(solution.problem, reading)
    stands = best.outcome is not None and best.refused is None and not solution.guess
    return SolveOut(
        answer=solution.answer,
        verdict=solution.verdict,
        answers=AnswersOut.of(solution.answers, checked=solution.checked) if solution.answers is not None else None,
        guess=solution.guess,
        remark=solution.remark,
        confidence=round(solution.confidence, 4) if solution.confidence is not None else None,
        shares=dict(solution.vote.shares) if solution.vote is not None else {},
        ambiguous=solution.ambiguous,
        pruned=solution.pruned,
        readings=[list(group) for group in solution.readings],
        read=list(read_output(reading)),
        others=list(_others(solution)),
        options=[OptionOut(option=n, verdict=o.verdict) for n, o in zip(names, best.options, strict=False)],
        program=program_text(reading) if solution.program is not None else None,
        certificate=CertificateOut.of(best.outcome) if best.outcome is not None and stands else None,
        certified=sure(solution),
        explanation=list(solution.explanation),
        diagnostics=DiagnosticOut.all(solution.diagnostics, reading.text),
        attempts=[
            AttemptOut(
                verdict=a.verdict,
                kept=a.kept,
                program=program_text(a.translation.reading),
                feedback=a.feedback,
                diagnostics=_of_reading(a.translation.reading),
                faults=list(a.translation.faults),
            )
            for a in solution.attempts
        ],
        usage=UsageOut(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            requests=usage.requests,
            cached=usage.cached,
        ),
        fallback=solution.fallback,
        seconds=round(solution.seconds, 6),
    )
