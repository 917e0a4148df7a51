"""A cell of a run: what is done with each sample, one record for each program or answer.

Only this module may catch broadly. What it catches becomes a record, so that one
sample can't end a run.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Protocol

from sorites.agent.answerers import Answerer
from sorites.agent.answering import Options, answer
from sorites.agent.explanation import explain
from sorites.agent.solution import Attempt
from sorites.solvers import (
    Argument,
    Certificate,
    Limits,
    Outcome,
    Reading,
    Semantics,
    Solver,
    UserError,
    Verdict,
    fitting,
    program_text,
)
from sorites.solvers.bridges.smt import forget
from sorites.solvers.checking.certificates import check
from sorites.solvers.language.diagnostics import Diagnostic
from sorites.translators import LanguageTranslator, Translation, Translator
from sorites.translators.models.chat import Usage
from sorites.translators.models.prices import Price

from ..scoring.alignment import aligned
from ..scoring.proofs import outline, overlap, read_proof
from ..tasks.sample import GoldTranslator, Sample
from .records import DiagnosticRecord, ProofF1, Record, Result, Round, UsageRecord


class Cell(Protocol):
    """One way of answering all samples of a run."""

    @property
    def name(self) -> str:
        """The cell's name in records and reports."""
        ...

    @property
    def waits(self) -> bool:
        """Whether it mostly waits for a model, so that several samples are taken at the same time."""
        ...

    def of(self, sample: Sample) -> list[Record]:
        """Return the records of a sample.

        Raises:
            UserError: nothing can be done for any sample until the user mends something.
        """
        ...


class Pace:
    """Lets so many requests a minute begin; shared by the cells of an endpoint."""

    def __init__(self, per_minute: float) -> None:
        self.gap = 60 / per_minute if per_minute else 0.0
        self.next = 0.0
        self.lock = threading.Lock()

    def wait(self) -> None:
        """Return when the next request may begin."""
        if not self.gap:
            return
        with self.lock:
            begins = max(self.next, time.monotonic())
            self.next = begins + self.gap
        time.sleep(max(begins - time.monotonic(), 0))

    def __getstate__(self) -> dict[str, Any]:
        return {"gap": self.gap}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(60 / state["gap"] if state["gap"] else 0)  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class ProgramCell:
    """Translates samples and answers the programs.

    Attributes:
        dataset: the dataset's name.
        translator: makes a program of each sample.
        solver: answers it.
        semantics: what following means; recorded with each answer.
        limits: the limits of each program.
        check: check every certificate.
        keep: write programs and explanations into the records.
        max_repairs: how often a model is told what is wrong with its only program; several
            samples are not repaired, since they vote.
        price: what the model's tokens cost.
        pace: of requests to the model's endpoint.
        against_gold: compare programs with the gold ones that samples come with.
    """

    dataset: str
    translator: Translator
    solver: Solver
    semantics: Semantics
    limits: Limits = Limits()
    check: bool = False
    keep: bool = False
    max_repairs: int = 0
    price: Price | None = None
    pace: Pace = field(default_factory=lambda: Pace(0))
    against_gold: bool = False

    @property
    def name(self) -> str:
        """The cell's name."""
        return self.translator.name

    @property
    def waits(self) -> bool:
        """Whether a model is asked."""
        return isinstance(self.translator, LanguageTranslator)

    def of(self, sample: Sample) -> list[Record]:
        """Return the records of a sample, one for each program."""
        started = time.perf_counter()
        try:
            return self._of(sample)
        except UserError:
            raise
        except Exception as error:  # the next sample may fare better
            reading = Reading(None, (), "", 0, 0)
            nothing = Translation(reading, self.translator.name, time.perf_counter() - started)
            return [self._score(sample, 0, 1, nothing, None, f"{type(error).__name__}: {error}", 0.0)]

    def _of(self, sample: Sample) -> list[Record]:
        self.pace.wait()
        if self.max_repairs and isinstance(self.translator, LanguageTranslator) and self.translator.samples == 1:
            options = Options(self.translator, self.solver, self.limits, self.max_repairs, self.check)
            solution = answer(sample.problem, options)
            best = solution.best
            spent = best.outcome.seconds if best.outcome is not None else 0.0
            return [self._score(sample, 0, 1, best.translation, best.outcome, "", spent, solution.attempts)]
        if isinstance(self.translator, GoldTranslator):
            translations = self.translator.of(sample)
        else:
            translations = self.translator.translations(sample.problem)
        return [self._record(sample, i, len(translations), t) for i, t in enumerate(translations)]

    def _record(self, sample: Sample, number: int, count: int, translation: Translation) -> Record:
        started = time.perf_counter()
        outcome, fault = None, ""
        reading = translation.reading
        if self.keep:
            forget()  # the countermodel that a record shows must not hang on what was solved before
        if reading.program is not None:
            try:
                outcome = fitting(reading.program, self.solver).solve(reading.program, self.limits)
                if self.check:
                    outcome = check(reading.program, outcome, self.limits)
            except UserError:
                raise
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
        return self._score(sample, number, count, translation, outcome, fault, time.perf_counter() - started)

    def _score(
        self,
        sample: Sample,
        number: int,
        count: int,
        translation: Translation,
        outcome: Outcome | None,
        fault: str,
        seconds: float,
        attempts: tuple[Attempt, ...] = (),
    ) -> Record:
        verdict = outcome.verdict if outcome is not None else None
        executable = verdict is not None and verdict is not Verdict.UNDECIDED
        label = sample.problem.scheme.label(verdict) if verdict is not None else None
        program = translation.reading.program
        found = translation.reading.diagnostics + (outcome.diagnostics if outcome is not None else ())
        certificate = outcome.certificate if outcome is not None else None
        usage = reduce(Usage.__add__, (a.translation.usage for a in attempts)) if attempts else translation.usage
        explained: tuple[str, ...] = ()
        if self.keep and program is not None and outcome is not None:
            explained = explain(program, outcome)
        return Record.model_construct(
            cell=self.name,
            id=sample.problem.id,
            sample=number,
            samples=count,
            dataset=self.dataset,
            translator=translation.translator,
            engine=outcome.engine if outcome is not None else self.solver.name,
            semantics=self.semantics.value,
            gold=sample.gold,
            label=label,
            correct=label == sample.gold,
            result=Result.SCORED if executable else Result.FAILED,
            executable=executable,
            verdict=verdict,
            seconds=round(translation.seconds + seconds, 6),
            certificate=type(certificate).__name__.lower() if certificate is not None else None,
            checked=certificate.checked if certificate is not None and self.check else None,
            diagnostics=[_diagnostic(d) for d in found],
            program=program_text(translation.reading) if self.keep else "",
            prompt=translation.prompt,
            finish=translation.finish,
            usage=_usage(usage, self.price),
            rounds=[_round(sample, attempt) for attempt in attempts],
            tags=dict(sample.tags),
            story=sample.story,
            proof_f1=_proof_f1(sample, certificate) if label == sample.gold else None,
            aligned=aligned(program, sample.program) if self.against_gold and program and sample.program else None,
            explanation=list(explained),
            fault=fault,
        )


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """Has samples answered without a prover.

    Attributes:
        dataset: the dataset's name.
        answerer: answers: a model, at once or step by step, or a file of its answers.
        price: what the model's tokens cost.
        pace: of requests to the model's endpoint.
        remote: whether a model is asked.
    """

    dataset: str
    answerer: Answerer
    price: Price | None = None
    pace: Pace = field(default_factory=lambda: Pace(0))
    remote: bool = True

    @property
    def name(self) -> str:
        """The cell's name."""
        return self.answerer.name

    @property
    def waits(self) -> bool:
        """Whether a model is asked."""
        return self.remote

    def of(self, sample: Sample) -> list[Record]:
        """Return the records of a sample, one for each answer."""
        started = time.perf_counter()
        try:
            self.pace.wait()
            answers = self.answerer.answers(sample.problem)
        except UserError:
            raise
        except Exception as error:
            return [self._record(sample, 0, 1, None, "", Usage(), "", started, f"{type(error).__name__}: {error}")]
        return [
            self._record(sample, i, len(answers), a.label, a.text, a.usage, a.prompt, started, "")
            for i, a in enumerate(answers)
        ]

    def _record(
        self,
        sample: Sample,
        number: int,
        count: int,
        label: str | None,
        text: str,
        usage: Usage,
        prompt: str,
        started: float,
        fault: str,
    ) -> Record:
        return Record.model_construct(
            cell=self.name,
            id=sample.problem.id,
            sample=number,
            samples=count,
            dataset=self.dataset,
            translator=self.answerer.name,
            engine="",
            semantics="",
            gold=sample.gold,
            label=label,
            correct=label == sample.gold,
            result=Result.SCORED if label is not None else Result.FAILED,
            executable=label is not None,
            verdict=None,
            seconds=round(time.perf_counter() - started, 6),
            prompt=prompt,
            usage=_usage(usage, self.price),
            tags=dict(sample.tags),
            story=sample.story,
            answer=text,
            fault=fault,
        )


def _proof_f1(sample: Sample, certificate: Certificate | None) -> ProofF1 | None:
    """Return how an argument compares with the proof that the dataset gives, if both derive something."""
    if not sample.proof or not isinstance(certificate, Argument):
        return None
    gold, found = read_proof(sample.proof), outline(certificate)
    if not gold.rules:
        return None
    return ProofF1(
        rules=overlap(frozenset(found.rules), frozenset(gold.rules)),
        conflicts=overlap(frozenset(found.resolutions), frozenset(gold.resolutions)),
    )


def _usage(usage: Usage, price: Price | None) -> UsageRecord | None:
    """Return what answers cost, or ``None`` if no model was asked."""
    if not usage.requests:
        return None
    return UsageRecord(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        requests=usage.requests,
        cached=usage.cached,
        cost=price.of(usage) if price is not None else None,
    )


def _round(sample: Sample, attempt: Attempt) -> Round:
    verdict = attempt.verdict
    label = sample.problem.scheme.label(verdict) if verdict is not None else None
    return Round(verdict=verdict, label=label, kept=attempt.kept)


def _diagnostic(found: Diagnostic) -> DiagnosticRecord:
    span = found.span
    return DiagnosticRecord.model_construct(
        code=found.code,
        level=found.level.value,
        message=found.message,
        start=span.start if span else None,
        end=span.end if span else None,
        hint=found.hint,
    )
