"""A run: every sample of a dataset through a translator and a solver, one record each.

Only this module may catch broadly. What it catches becomes a record, so that one
sample can't end a run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import islice

from agent import Attempt, Reasoner
from agent.answerers import Answerer
from solvers import (
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
from solvers.certificates import check
from solvers.fol.diagnostics import Diagnostic
from translators import LanguageTranslator, Translation, Translator
from translators.chat import Usage
from translators.prices import Price

from .proofs import outline, overlap, read_proof
from .records import DiagnosticRecord, ProofF1, Record, Result, Round, UsageRecord
from .sample import Dataset, Sample


@dataclass(frozen=True, slots=True)
class Run:
    """What to run.

    Attributes:
        dataset: the samples.
        translator: makes a program of each.
        solver: answers it.
        semantics: what following means; recorded with each answer.
        limits: the limits of each program.
        limit: how many samples to take; 0 for all.
        check: check every certificate.
        keep_programs: write each program's text into its record.
        max_repairs: how often a model is told what is wrong with its only program; several
            samples are not repaired, since they vote.
        price: what the model's tokens cost.
    """

    dataset: Dataset
    translator: Translator
    solver: Solver
    semantics: Semantics
    limits: Limits = Limits()
    limit: int = 0
    check: bool = False
    keep_programs: bool = False
    max_repairs: int = 0
    price: Price | None = None

    @property
    def problems(self) -> int:
        """How many problems will be run."""
        return min(self.limit or len(self.dataset), len(self.dataset))

    def records(self) -> Iterator[list[Record]]:
        """Yield the records of each problem, in the dataset's order."""
        for sample in islice(self.dataset, self.limit or None):
            started = time.perf_counter()
            try:
                yield self._of(sample)
            except UserError:
                raise
            except Exception as error:  # the next sample may fare better
                reading = Reading(None, (), "", 0, 0)
                nothing = Translation(reading, self.translator.name, time.perf_counter() - started)
                yield [self._score(sample, 0, nothing, None, f"{type(error).__name__}: {error}", 0.0)]

    def _of(self, sample: Sample) -> list[Record]:
        if self.max_repairs and isinstance(self.translator, LanguageTranslator) and self.translator.samples == 1:
            reasoner = Reasoner(self.translator, self.solver, self.limits, self.max_repairs, self.check)
            solution = reasoner.solve(sample.problem)
            best = solution.best
            spent = best.outcome.seconds if best.outcome is not None else 0.0
            return [self._score(sample, 0, best.translation, best.outcome, "", spent, solution.attempts)]
        translations = self.translator.translations(sample.problem)
        return [self._record(sample, i, t) for i, t in enumerate(translations)]

    def _record(self, sample: Sample, number: int, translation: Translation) -> Record:
        started = time.perf_counter()
        outcome, fault = None, ""
        reading = translation.reading
        if reading.program is not None:
            try:
                outcome = fitting(reading.program, self.solver).solve(reading.program, self.limits)
                if self.check:
                    outcome = check(reading.program, outcome, self.limits)
            except UserError:
                raise
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
        return self._score(sample, number, translation, outcome, fault, time.perf_counter() - started)

    def _score(
        self,
        sample: Sample,
        number: int,
        translation: Translation,
        outcome: Outcome | None,
        fault: str,
        seconds: float,
        attempts: tuple[Attempt, ...] = (),
    ) -> Record:
        verdict = outcome.verdict if outcome is not None else None
        executable = verdict is not None and verdict is not Verdict.UNDECIDED
        label = sample.problem.scheme.label(verdict) if verdict is not None else None
        found = translation.reading.diagnostics + (outcome.diagnostics if outcome is not None else ())
        certificate = outcome.certificate if outcome is not None else None
        usage = reduce(Usage.__add__, (a.translation.usage for a in attempts)) if attempts else translation.usage
        return Record.model_construct(
            id=sample.problem.id,
            sample=number,
            dataset=self.dataset.name,
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
            program=program_text(translation.reading) if self.keep_programs else "",
            prompt=translation.prompt,
            finish=translation.finish,
            usage=_usage(usage, self.price),
            rounds=[_round(sample, attempt) for attempt in attempts],
            tags=dict(sample.tags),
            proof_f1=_proof_f1(sample, certificate) if label == sample.gold else None,
            fault=fault,
        )


@dataclass(frozen=True, slots=True)
class BaselineRun:
    """A run in which a model answers by itself, without a prover.

    Attributes:
        dataset: the samples.
        answerer: the model, asked for the answer alone or step by step.
        limit: how many samples to take; 0 for all.
        price: what the model's tokens cost.
    """

    dataset: Dataset
    answerer: Answerer
    limit: int = 0
    price: Price | None = None

    @property
    def problems(self) -> int:
        """How many problems will be run."""
        return min(self.limit or len(self.dataset), len(self.dataset))

    def records(self) -> Iterator[list[Record]]:
        """Yield the record of each problem, in the dataset's order."""
        for sample in islice(self.dataset, self.limit or None):
            yield [self._record(sample)]

    def _record(self, sample: Sample) -> Record:
        started = time.perf_counter()
        label, usage, prompt, fault = None, Usage(), "", ""
        try:
            answered = self.answerer.answer(sample.problem)
            label, usage, prompt = answered.label, answered.usage, answered.prompt
        except UserError:
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        return Record.model_construct(
            id=sample.problem.id,
            sample=0,
            dataset=self.dataset.name,
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
