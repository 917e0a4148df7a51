"""Outcomes for machines: the JSON that ``sorites prove`` and ``sorites check`` print; see ``answer_output``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, SerializeAsAny

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
    Verdict,
)
from sorites.solvers.carrying.files import Carried
from sorites.solvers.logic.diagnostics import lines_and_columns
from sorites.solvers.logic.syntax import TermRow, name_of
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.writer import print_goal
from sorites.solvers.outcome import Consistency, consistency
from sorites.solvers.showing import certified, premises_behind, shown_by
from sorites.solvers.wording import proof_steps


class PlaceOut(BaseModel):
    """A place in a text, as line and column from 1 and as characters from 0."""

    line: int
    column: int
    start: int
    end: int


class DiagnosticOut(BaseModel):
    """A diagnostic, with its place as line and column from 1 and as characters from 0; ``also`` are its others."""

    code: str
    level: str
    message: str
    hint: str = ""
    expected: str = ""
    found: str = ""
    line: int | None = None
    column: int | None = None
    start: int | None = None
    end: int | None = None
    also: list[PlaceOut] = []

    @classmethod
    def all(cls, diagnostics: Sequence[Diagnostic], text: str) -> list[DiagnosticOut]:
        """Return the diagnostics of a text for a machine."""
        starts = sorted({span.start for d in diagnostics for span in (d.span, *d.also) if span})
        places = dict(zip(starts, lines_and_columns(text, starts), strict=True))
        return [cls._at(d, places) for d in diagnostics]

    @classmethod
    def _at(cls, diagnostic: Diagnostic, places: Mapping[int, tuple[int, int]]) -> DiagnosticOut:
        span = diagnostic.span
        line, column = places[span.start] if span else (None, None)
        return cls(
            code=diagnostic.code,
            level=diagnostic.level,
            message=diagnostic.message,
            hint=diagnostic.hint,
            expected=diagnostic.expected,
            found=diagnostic.found,
            line=line,
            column=column,
            start=span.start if span else None,
            end=span.end if span else None,
            also=[
                PlaceOut(line=places[s.start][0], column=places[s.start][1], start=s.start, end=s.end)
                for s in diagnostic.also
            ],
        )


class StepOut(BaseModel):
    """A line of a proof; ``premise`` is an index from 0."""

    number: int
    formula: str
    rule: str
    parents: list[int]
    premise: int | None


class ModelOut(BaseModel):
    """A finite model: names of predicates and functions carry their arity."""

    shows: Literal["goal holds", "goal fails"]
    domain: list[str]
    predicates: dict[str, list[list[str]]]
    functions: dict[str, list[list[str]]]
    sorts: dict[str, list[str]] = {}

    @classmethod
    def of(cls, model: Model, shows: Literal["goal holds", "goal fails"]) -> ModelOut:
        """Return the model for a machine; the last entry of a function's row is its value."""
        return cls(
            shows=shows,
            domain=list(model.domain),
            predicates={
                f"{name}/{arity}": sorted([str(e) for e in row] for row in rows)
                for (name, arity), rows in model.predicates.items()
            },
            functions={
                f"{name}/{arity}": sorted([*map(str, row), str(value)] for row, value in table.items())
                for (name, arity), table in model.functions.items()
            },
            sorts={sort: list(things) for sort, things in model.sorts.items()},
        )


class AbnormalOut(BaseModel):
    """A default and the things that it fails of, or is applied to."""

    default: str
    things: list[str]


class PreferredModelOut(ModelOut):
    """A preferred model, with what is abnormal in it."""

    abnormal: list[AbnormalOut]


class ConflictOut(BaseModel):
    """How a rule of a defeasible argument stands to one for the opposite."""

    literal: str
    rule: str
    against: str
    why: str


class CertificateOut(BaseModel):
    """Why a verdict holds. ``premises_used`` are indices from 0 into ``premises``."""

    kind: Literal["proof", "countermodels", "closure", "argument", "preferred models", "findings"]
    checked: bool
    proves: str | None = None
    premises_used: list[int] = []
    steps: list[StepOut] = []
    models: list[SerializeAsAny[ModelOut]] = []
    applied: list[AbnormalOut] = []
    literals: list[str] = []
    conflicts: list[ConflictOut] = []

    @classmethod
    def of(cls, outcome: Outcome) -> CertificateOut | None:
        """Return an outcome's certificate for a machine."""
        return cls.shown(outcome.certificate, checked=outcome.checked is not None)

    @classmethod
    def shown(cls, certificate: Certificate | None, *, checked: bool) -> CertificateOut | None:
        """Return a certificate for a machine; of a goal that asks for values, the answers hold their own."""
        match certificate:
            case None:
                return None
            case Findings(ones):
                behind = {i for one in ones for i in premises_behind(one.certificate)}
                return cls(kind="findings", checked=checked, premises_used=sorted(behind))
            case Countermodels(first, second):
                models = [ModelOut.of(first, "goal holds"), ModelOut.of(second, "goal fails")]
                return cls(kind="countermodels", checked=checked, models=models)
            case PreferredModels(entries, applied, needed):
                return cls(
                    kind="preferred models",
                    checked=checked,
                    premises_used=list(needed),
                    models=[_preferred(entry) for entry in entries],
                    applied=[AbnormalOut(default=label, things=list(things)) for label, things in applied],
                )
            case Proof() | Closure() | Argument():
                steps = [
                    StepOut(number=s.number, formula=s.text, rule=s.rule, parents=list(s.parents), premise=s.premise)
                    for s in proof_steps(certificate)
                ]
                used = list(certificate.premises_used)
                if isinstance(certificate, Proof):
                    return cls(
                        kind="proof",
                        checked=checked,
                        proves=certificate.proves,
                        premises_used=used,
                        steps=steps,
                    )
                literals = sorted(print_formula(f) for f in certificate.literals)
                conflicts = [
                    ConflictOut(literal=print_formula(c.literal), rule=c.rule, against=c.against, why=c.why)
                    for c in (certificate.conflicts if isinstance(certificate, Argument) else ())
                ]
                return cls(
                    kind="argument" if isinstance(certificate, Argument) else "closure",
                    checked=checked,
                    premises_used=used,
                    steps=steps,
                    literals=literals,
                    conflicts=conflicts,
                )


def _preferred(entry: PreferredModel) -> PreferredModelOut:
    shown = ModelOut.of(entry.model, "goal holds" if entry.goal else "goal fails")
    abnormal = [AbnormalOut(default=label, things=list(things)) for label, things in entry.abnormal]
    return PreferredModelOut(**shown.model_dump(), abnormal=abnormal)


class FormulaOut(BaseModel):
    """A formula with the sentence that it renders."""

    formula: str
    gloss: str


class ProveOut(BaseModel):
    """What ``sorites prove --json`` prints; ``certified`` says in words how far the verdict is.

    ``consistency`` is null where nothing was decided.
    """

    verdict: Verdict | None
    certificate: CertificateOut | None
    certified: str = ""
    consistency: Consistency | None = None
    diagnostics: list[DiagnosticOut]
    seconds: float
    solver: str
    goal: FormulaOut | None = None
    premises: list[FormulaOut] = []


class ChosenOut(BaseModel):
    """An option of a question: what the premises say of it, whether it fits, and why."""

    option: str
    formula: str
    verdict: Verdict
    fits: bool | None
    certificate: CertificateOut | None
    certified: str


class ChoiceOut(BaseModel):
    """What ``sorites prove --json`` prints of a question with options; ``answer`` is the only one that fits."""

    answer: str | None
    asked: str
    wanted: str
    options: list[ChosenOut]
    diagnostics: list[DiagnosticOut]
    seconds: float


def choice_output(found: Choice, text: str) -> ChoiceOut:
    """Return what was found out about options for a machine."""
    options = [
        ChosenOut(
            option=says.gloss,
            formula=print_formula(says.formula),
            verdict=outcome.verdict,
            fits=fits,
            certificate=CertificateOut.of(outcome),
            certified=certified(outcome),
        )
        for says, outcome, fits in zip(found.question.said, found.outcomes, found.fits, strict=True)
    ]
    return ChoiceOut(
        answer=found.name(found.chosen) if found.chosen is not None else None,
        asked=found.question.asked,
        wanted=found.question.wanted,
        options=options,
        diagnostics=DiagnosticOut.all(found.diagnostics, text),
        seconds=found.seconds,
    )


class AnswerOut(BaseModel):
    """An answer: the names of its constants, other names of the same, and why it is one."""

    names: list[str]
    also: list[list[str]] = []
    certificate: CertificateOut | None


class AnswersOut(BaseModel):
    """Who or what it is that a goal asks for.

    ``exists`` is null where it is open whether there is an answer, ``count`` where the list may not be complete or
    two of its answers be one; ``grounds`` are the certificates of what is said about others.
    """

    variables: list[str]
    found: list[AnswerOut]
    complete: bool
    exists: bool | None
    count: int | None
    at_least: int
    refuted: list[list[str]]
    open: list[list[str]]
    undecided: list[list[str]]
    clashing: list[list[str]]
    grounds: list[CertificateOut]

    @classmethod
    def of(cls, answers: Answers, *, checked: bool) -> AnswersOut:
        """Return answers for a machine."""

        def named(rows: Sequence[TermRow]) -> list[list[str]]:
            return [[*map(name_of, row)] for row in rows]

        shown = [CertificateOut.shown(one.certificate, checked=checked) for one in answers.grounds]
        return cls(
            variables=list(answers.variables),
            found=[
                AnswerOut(
                    names=list(one.names),
                    also=named(one.also),
                    certificate=CertificateOut.shown(one.finding.certificate, checked=checked),
                )
                for one in answers.found
            ],
            complete=answers.complete,
            exists=answers.exists,
            count=answers.count,
            at_least=answers.at_least,
            refuted=named(answers.refuted),
            open=named(answers.open),
            undecided=named(answers.undecided),
            clashing=named(answers.clashing),
            grounds=[one for one in shown if one is not None],
        )


class AskedOut(ProveOut):
    """What ``sorites prove --json`` prints of a goal that asks for values."""

    answers: AnswersOut


def prove_output(program: Program, outcome: Outcome, text: str, notes: tuple[Diagnostic, ...]) -> ProveOut:
    """Return a solved program for a machine.

    Args:
        program: the program.
        outcome: its outcome.
        text: the text that it was read from.
        notes: the diagnostics of that text.
    """
    found = ProveOut(
        verdict=outcome.verdict,
        certificate=CertificateOut.of(outcome),
        certified=certified(outcome),
        consistency=outcome.consistency,
        diagnostics=DiagnosticOut.all((*notes, *outcome.diagnostics), text),
        seconds=round(outcome.seconds, 6),
        solver=outcome.engine,
        goal=FormulaOut(formula=print_goal(program), gloss=program.goal.gloss),
        premises=[FormulaOut(formula=print_formula(p.formula), gloss=p.gloss) for p in program.premises],
    )
    if outcome.answers is None:
        return found
    return AskedOut(**dict(found), answers=AnswersOut.of(outcome.answers, checked=outcome.checked is not None))


class CheckOut(BaseModel):
    """What ``sorites check --json`` prints; ``why`` is empty if the certificate is accepted."""

    accepted: bool
    why: str
    verdict: Verdict
    certified: str
    consistency: Consistency | None
    goal: FormulaOut


class AskedCheckOut(CheckOut):
    """What ``sorites check --json`` prints of a goal that asks for values, if the certificate is accepted."""

    answers: AnswersOut


def check_output(program: Program, carried: Carried, why: str) -> CheckOut:
    """Return what became of a certificate, for a machine.

    Args:
        program: the program that it should be about.
        carried: the certificate.
        why: why it was not accepted; empty if it was.
    """
    found = CheckOut(
        accepted=not why,
        why=why,
        verdict=carried.verdict,
        certified="" if why else shown_by(carried.verdict, carried.certificate),
        consistency=None if why else consistency(carried.verdict, carried.certificate),
        goal=FormulaOut(formula=print_goal(program), gloss=program.goal.gloss),
    )
    answers = carried.answers
    if why or answers is None:
        return found
    return AskedCheckOut(**dict(found), answers=AnswersOut.of(answers, checked=True))
