"""A cell of a run: what is done with each sample, one record for each program or answer.

Only ``caught`` may catch broadly. What it catches becomes a record, so that one
sample can't end a run.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Protocol

from sorites.agent.answering import answer
from sorites.agent.attempt import AMBIGUOUS, Attempt, under_readings
from sorites.agent.book import Shelf
from sorites.agent.explanation import explain, told_steps
from sorites.agent.options import Options
from sorites.agent.reading_back import said_of, same
from sorites.agent.solution import Solution
from sorites.solvers import Argument, Diagnostic, Program, Proof, Reading, Semantics, UserError, Verdict, program_text
from sorites.solvers.bridges.smt import forget
from sorites.solvers.notation.readings import Readings
from sorites.translators.models.chat import OF_ONE, Usage
from sorites.translators.models.prices import Price
from sorites.translators.recorded import NotRecorded
from sorites.translators.translation import UNAVAILABLE, UNWANTED

from ..tasks.sample import GoldTranslator, Sample
from .picturing import pictured
from .records import DiagnosticRecord, ProofF1, Record, Result, Round
from .requests import request_of, sent, usage_of

if TYPE_CHECKING:
    from sorites.agent.answerers import Answered, Answerer

    from ..scoring.proofs import Outline


class Cell(Protocol):
    """One way of answering all samples of a run. It can be pickled, since samples are answered in other processes."""

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

        Args:
            sample: a problem with its gold label.

        Returns:
            A record for each program or answer, one that says what failed among them.

        Raises:
            UserError: nothing can be done for any sample until the user mends something.
        """
        ...


def caught(answering: Callable[[], list[Record]], failed: Callable[..., Record]) -> list[Record]:
    """Return the records of a sample, or the one that says why there are none.

    Args:
        answering: makes the records.
        failed: makes a record of a fault, which is unscored; it is given ``fault`` and ``seconds``.

    Raises:
        UserError: nothing can be done for any sample until the user mends something.
    """
    started = time.perf_counter()
    try:
        return answering()
    except NotRecorded as error:
        return [failed(fault=str(error), seconds=seconds_since(started))]
    except OF_ONE as error:  # this one, not the others
        return [failed(fault=str(error), seconds=seconds_since(started), **sent(error.requests))]
    except UserError:
        raise
    except MemoryError:
        return [failed(fault="out of memory", seconds=seconds_since(started))]
    except Exception as error:  # the next sample may fare better
        trace = "".join(traceback.format_tb(error.__traceback__))
        return [failed(fault=f"{type(error).__name__}: {error}", seconds=seconds_since(started), trace=trace)]


def seconds_since(started: float) -> float:
    """Return the seconds since then, as records have them."""
    return round(time.perf_counter() - started, 6)


@dataclass(frozen=True, slots=True)
class ProgramCell:
    """Has samples answered by proof, on the one path that all answers come by.

    Attributes:
        dataset: the dataset's name.
        options: who translates and proves, and how.
        keep: write programs and explanations into the records.
        price: what the model's tokens cost.
        called: its name; the translator's if it has none of its own.
        readings: what becomes of a text with several readings.
        shelf: the books of texts that several samples share; ``None`` to translate each text with each question.
    """

    dataset: str
    options: Options
    keep: bool = False
    price: Price | None = None
    called: str = ""
    readings: Readings = "agree"
    shelf: Shelf | None = None

    @property
    def name(self) -> str:
        """The cell's name."""
        return self.called or self.options.translator.name

    @property
    def waits(self) -> bool:
        """Whether a model is asked."""
        return hasattr(self.options.translator, "atranslations")

    def of(self, sample: Sample) -> list[Record]:
        """Return the records of a sample, one for each translation with its repairs."""
        failed = partial(self._record, sample, engine=self.options.solver.name)
        return caught(lambda: self._answered(sample), failed)

    def _answered(self, sample: Sample) -> list[Record]:
        if self.keep:
            forget()  # the countermodels that records show must not hang on what was solved before
        if self.shelf is not None and self.waits:
            return self.records(sample, self.shelf.answer(sample.problem))
        options = self.options
        if isinstance(options.translator, GoldTranslator):
            options = replace(options, translator=options.translator.of(sample))
        return self.records(sample, answer(sample.problem, options))

    def records(self, sample: Sample, solution: Solution) -> list[Record]:
        """Return the records of a solution, one for each translation with its repairs.

        Args:
            sample: what was asked.
            solution: how it was answered.
        """
        return list(self._records(sample, solution))

    def _records(self, sample: Sample, solution: Solution) -> Iterator[Record]:
        attempts = sorted(solution.attempts, key=lambda attempt: attempt.sample)
        groups = [list(group) for _, group in groupby(attempts, key=lambda attempt: attempt.sample)]
        for number, group in enumerate(groups):
            place: dict[str, Any] = {"sample": number, "samples": len(groups)}
            yield self._scored(sample, solution, group, place)

    def _scored(self, sample: Sample, solution: Solution, attempts: list[Attempt], place: dict[str, Any]) -> Record:
        """Return the record of a translation: what became of it when it was last changed for the better."""
        reached = [attempt for attempt in attempts if attempt.kept][-1]
        best = under_readings(reached, sample.problem, self.readings)
        translation = best.translation
        label, reading = best.label, translation.reading
        fallback = solution.fallback if label is None else ""
        rounds = attempts if self.waits and self.options.max_repairs else []
        usage = reduce(Usage.__add__, (a.translation.usage for a in attempts))
        return self._record(
            sample,
            **place,
            translator=translation.translator,
            label=solution.answer if fallback else label,
            fallback=fallback,
            likely=sample.problem.scheme.label(reached.likely.verdict) if reached.likely is not None else None,
            executable=best.verdict is not None and best.verdict is not Verdict.UNDECIDED,
            verdict=best.verdict,
            ambiguous=reached.refused is not None and reached.refused.code == AMBIGUOUS,
            answers=list(best.answers.names) if best.answers is not None else [],
            complete=best.answers.complete if best.answers is not None else None,
            remark=best.remark,
            program=program_text(reading) if self.keep else "",
            read=_read(reading) if self.keep else [],
            prompt=translation.prompt,
            finish=translation.finish,
            usage=usage_of(usage, self.price),
            requests=[request_of(r, i) for i, a in enumerate(attempts) for r in a.translation.requests],
            rounds=[_round(attempt) for attempt in rounds],
            proof_f1=_proof_f1(sample, best) if label == sample.gold else None,
            fault=_unasked(attempts),
            **self._proved(best, guess=bool(fallback)),
        )

    def _proved(self, best: Attempt, *, guess: bool) -> dict[str, Any]:
        """Return the fields of a record that are about what a prover said."""
        seconds, stands = best.translation.seconds, best.refused is None and not guess
        program, outcome = best.translation.reading.first, best.outcome
        if program is None or outcome is None:
            diagnostics = [_diagnostic(d) for d in best.diagnostics]
            return {"engine": self.options.solver.name, "seconds": round(seconds, 6), "diagnostics": diagnostics}
        certificate = outcome.certificate if stands else None
        shown = self.keep and best.refused is None
        told = told_steps(program, outcome) if shown else ()
        return {
            "engine": outcome.engine,
            "seconds": round(seconds + sum(one.seconds for one in best.outcomes), 6),
            "diagnostics": [_diagnostic(d) for d in best.diagnostics],
            "certificate": type(certificate).__name__.lower() if certificate is not None else None,
            "checked": outcome.checked is not None if certificate is not None and self.options.check else None,
            "explanation": list(explain(program, outcome, told)) if shown else [],
            **pictured(certificate if shown else None, told),
        }

    def _record(self, sample: Sample, /, **found: Any) -> Record:
        semantics = (sample.problem.semantics or Semantics.CLASSICAL).value
        return record_of(sample, self.dataset, self.name, **{"semantics": semantics, **found})


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """Has samples answered without a prover.

    Attributes:
        dataset: the dataset's name.
        answerer: answers: a model, at once or step by step, or a file of its answers.
        price: what the model's tokens cost.
        remote: whether a model is asked.
        called: its name; the answerer's if it has none of its own.
        preset: whose way to ask it is, if it is a paper's.
    """

    dataset: str
    answerer: Answerer
    price: Price | None = None
    remote: bool = True
    called: str = ""
    preset: str = ""

    @property
    def name(self) -> str:
        """The cell's name."""
        return self.called or self.answerer.name

    @property
    def waits(self) -> bool:
        """Whether a model is asked."""
        return self.remote

    def of(self, sample: Sample) -> list[Record]:
        """Return the records of a sample, one for each answer."""
        failed = partial(record_of, sample, self.dataset, self.name)
        return caught(lambda: self._records(sample), failed)

    def _records(self, sample: Sample) -> list[Record]:
        started = time.perf_counter()
        answers = self.answerer.answers(sample.problem)
        seconds = round(time.perf_counter() - started, 6)
        return [
            answer_record(
                sample,
                self.dataset,
                self.name,
                found,
                sample=number,
                samples=len(answers),
                seconds=seconds,
                usage=usage_of(found.usage, self.price),
                requests=[request_of(r, 0) for r in found.requests],
            )
            for number, found in enumerate(answers)
        ]


def answer_record(sample: Sample, dataset: str, cell: str, found: Answered, /, **more: Any) -> Record:
    """Return the record of an answer that a model gave by itself.

    Args:
        sample: what was asked.
        dataset: the dataset's name.
        cell: the cell's.
        found: the answer.
        more: other fields of the record.
    """
    return record_of(
        sample,
        dataset,
        cell,
        label=found.label,
        executable=found.label is not None,
        prompt=found.prompt,
        answer=found.text,
        reasoning=found.reasoning,
        proof_f1=_wrote(sample, found) if found.label == sample.gold else None,
        fault=found.fault,
        **{"seconds": 0.0, **more},
    )


def record_of(sample: Sample, dataset: str, cell: str, /, **found: Any) -> Record:
    """Return a record of a sample: what its dataset says, and what was found.

    Args:
        sample: the sample.
        dataset: the dataset's name.
        cell: the cell's name.
        found: other fields of the record; those that are missing are as if there had been no answer.
    """
    if sample.whole:
        found["metrics"] = {"cell accuracy": _cells_right(sample.gold, found.get("label"))}
    scored = Result.SCORED if found.get("executable") else Result.FAILED
    said = {
        "cell": cell,
        "id": sample.problem.id,
        "dataset": dataset,
        "translator": cell,
        "gold": sample.gold,
        "correct": found.get("label") == sample.gold,
        "result": Result.UNSCORED if found.get("fault") else scored,
        "tags": dict(sample.tags),
        "story": sample.story,
    }
    return _NOTHING_FOUND.model_copy(update={**said, **found})


_NOTHING_FOUND: Final = Record.model_construct(engine="", semantics="", label=None, executable=False, verdict=None)
"""What records have where nothing else is found: to look all defaults up for each of them takes longer."""


def _cells_right(gold: str, label: str | None) -> float:
    """Return the share of an assignment's cells that an answer has right."""
    told: dict[str, dict[str, str]] = json.loads(label) if label is not None else {}
    rows: dict[str, dict[str, str]] = json.loads(gold)
    right = [told.get(row, {}).get(name) == value for row, ones in rows.items() for name, value in ones.items()]
    return right.count(True) / len(right)


def _unasked(attempts: Sequence[Attempt]) -> str:
    """Return why a translation, or a repair of it, could not be asked for; nothing if all could.

    A repair that the endpoint takes no more, since the conversation is too long, is one that was not made.
    """
    for number, attempt in enumerate(attempts):
        for found in attempt.translation.reading.diagnostics:
            if found.code == UNAVAILABLE or (found.code == UNWANTED and number == 0):
                return found.message
    return ""


def _proof_f1(sample: Sample, best: Attempt) -> ProofF1 | None:
    """Return how an argument compares with the proof that the dataset gives."""
    certificate = best.outcome.certificate if best.outcome is not None else None
    if not sample.proof:
        return None
    if isinstance(certificate, Proof) and best.translation.reading.first is not None:
        return _same_premises(sample, certificate, best.translation.reading.first)
    if not isinstance(certificate, Argument):
        return None
    from ..scoring.proofs import outline  # few datasets give proofs

    return _compared(sample, outline(certificate))


def _same_premises(sample: Sample, proof: Proof, program: Program) -> ProofF1 | None:
    """Return how the premises of a proof compare with the sentences that the dataset says the answer needs."""
    from ..scoring.proofs import overlap  # as above

    needed = sample.proof.splitlines()
    if not all(sentence in sample.problem.context for sentence in needed):
        return None  # it is a proof in words
    used = {program.premises[i].gloss for i in proof.premises_used if i < len(program.premises)}
    return ProofF1(rules=overlap(frozenset(used), frozenset(needed)), conflicts=None)


def _wrote(sample: Sample, answered: Answered) -> ProofF1 | None:
    """Return how the proof in a model's answer compares with the one that the dataset gives."""
    if not sample.proof:
        return None
    from ..scoring.proofs import read_proof  # as above

    return _compared(sample, read_proof(answered.reasoning or answered.text))


def _compared(sample: Sample, found: Outline) -> ProofF1 | None:
    """Return how a proof compares with the one that the dataset gives, if that derives something."""
    from ..scoring.proofs import overlap, read_proof  # as above

    gold = read_proof(sample.proof)
    if not gold.rules:
        return None
    return ProofF1(
        rules=overlap(frozenset(found.rules), frozenset(gold.rules)),
        conflicts=overlap(frozenset(found.resolutions), gold.resolutions) if gold.resolutions else None,
        unread=float(not found.read),
    )


def _round(attempt: Attempt) -> Round:
    return Round(verdict=attempt.verdict, label=attempt.label, kept=attempt.kept)


def _read(reading: Reading) -> list[tuple[str, str, str]]:
    """Return what each sentence was read as, nothing where that is what it says word for word."""
    return [(s.role, s.wrote, "" if same(s.wrote, s.read) else s.read) for s in said_of(reading)]


def _diagnostic(found: Diagnostic) -> DiagnosticRecord:
    span = found.span
    return DiagnosticRecord.model_construct(
        code=found.code,
        level=found.level.value,
        message=found.message,
        start=span.start if span else None,
        end=span.end if span else None,
        hint=found.hint,
        also=tuple((other.start, other.end) for other in found.also),
    )
