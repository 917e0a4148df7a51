"""A run: every sample of a dataset through a translator and a solver, one record each.

Only this module may catch broadly. What it catches becomes a record, so that one
sample can't end a run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from agent.answerers import Answerer
from solvers import Limits, Outcome, Reading, Semantics, Solver, UserError, Verdict
from solvers.certificates import check
from solvers.fol.diagnostics import Diagnostic
from translators import Translation, Translator

from .records import DiagnosticRecord, Record, Result
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
    """

    dataset: Dataset
    translator: Translator
    solver: Solver
    semantics: Semantics
    limits: Limits = Limits()
    limit: int = 0
    check: bool = False
    keep_programs: bool = False

    @property
    def problems(self) -> int:
        """How many problems will be run."""
        return min(self.limit or len(self.dataset), len(self.dataset))

    def records(self) -> Iterator[list[Record]]:
        """Yield the records of each problem, in the dataset's order."""
        for sample in islice(self.dataset, self.limit or None):
            started = time.perf_counter()
            try:
                translations = self.translator.translations(sample.problem)
            except UserError:
                raise
            except Exception as error:  # the next sample may fare better
                reading = Reading(None, (), "", 0, 0)
                nothing = Translation(reading, self.translator.name, time.perf_counter() - started)
                yield [self._score(sample, 0, nothing, None, f"{type(error).__name__}: {error}", 0.0)]
                continue
            yield [self._record(sample, i, t) for i, t in enumerate(translations)]

    def _record(self, sample: Sample, number: int, translation: Translation) -> Record:
        started = time.perf_counter()
        outcome, fault = None, ""
        reading = translation.reading
        if reading.program is not None:
            try:
                outcome = self.solver.solve(reading.program, self.limits)
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
    ) -> Record:
        verdict = outcome.verdict if outcome is not None else None
        executable = verdict is not None and verdict is not Verdict.UNDECIDED
        label = sample.problem.scheme.label(verdict) if verdict is not None else None
        found = translation.reading.diagnostics + (outcome.diagnostics if outcome is not None else ())
        certificate = outcome.certificate if outcome is not None else None
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
            program=translation.reading.text if self.keep_programs else "",
            fault=fault,
        )


@dataclass(frozen=True, slots=True)
class BaselineRun:
    """A run in which a model answers by itself, without a prover.

    Attributes:
        dataset: the samples.
        answerer: the model, asked for the answer alone or step by step.
        limit: how many samples to take; 0 for all.
    """

    dataset: Dataset
    answerer: Answerer
    limit: int = 0

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
        label, fault = None, ""
        try:
            label = self.answerer.answer(sample.problem).label
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
            fault=fault,
        )


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
