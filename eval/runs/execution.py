"""The cross product of samples and cells: who takes them, when a run ends early, and records as they come."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final

from sorites.solvers import UserError
from sorites.solvers.clock import Stop
from sorites.translators.models.chat import EndpointRefuses
from sorites.translators.recorded import RecordedTranslator

from ..tasks.sample import Dataset, Sample
from .cells import Cell, record_of
from .crews import MOST, Batch, Crew, Found, Process, Task, Threads
from .records import Record, SampleText
from .requests import sent
from .store import Store

SILENT_SECONDS: Final = 60.0
"""After how long without any answer of a model it is said that nothing comes."""
GRACE_SECONDS: Final = 1.0
"""How long a run that ends early waits for what is begun: what comes back meanwhile is kept."""


@dataclass(frozen=True, slots=True)
class Budget:
    """When a run stops early.

    Attributes:
        max_cost: in the currency of the price table; 0 for no bound.
        max_errors: faults, such as a model that does not answer; 0 for no bound.
        max_samples: samples that are taken now, beside those of a run that is gone on with; 0
            for no bound.
    """

    max_cost: float = 0.0
    max_errors: int = 0
    max_samples: int = 0


@dataclass(frozen=True, slots=True)
class Workers:
    """Who takes samples, and how many at the same time.

    Attributes:
        processes: for cells that compute; 1 for this one.
        concurrency: samples at the same time in cells that wait for a model.
        engine: ``local``, or ``ray`` for a cluster.
    """

    processes: int = 1
    concurrency: int = 8
    engine: str = "local"


class Interrupted(KeyboardInterrupt):
    """A run was told to stop; what was answered until then is kept.

    Attributes:
        done: the samples that are answered, counted in each cell.
        total: of how many.
        busy: whether threads are still in the midst of a sample, whose answer is not kept.
    """

    def __init__(self, done: int, total: int, busy: bool = False) -> None:
        """Say how far the run came; see the attributes."""
        super().__init__(f"stopped at {done} of {total} samples")
        self.done, self.total, self.busy = done, total, busy


@dataclass(slots=True)
class _Spending:
    """What a run has spent of its budget."""

    budget: Budget
    cost: float = 0.0
    errors: int = 0
    begun: int = 0

    def add(self, records: Sequence[Record]) -> None:
        """Count the records of a problem."""
        self.cost += sum(r.usage.cost or 0.0 for r in records if r.usage is not None)
        self.errors += sum(bool(r.fault) for r in records)

    @property
    def over(self) -> str:
        """The bound that was reached, by its name in the budget, so that nothing more may begin; empty if none was."""
        if self.budget.max_cost and self.cost >= self.budget.max_cost:
            return "max_cost"
        return "max_errors" if self.budget.max_errors and self.errors >= self.budget.max_errors else ""

    @property
    def enough(self) -> str:
        """The bound by which no other sample may be taken, by its name in the budget; empty if there is none."""
        return self.over or ("max_samples" if 0 < self.budget.max_samples <= self.begun else "")


def check_prices(cells: Sequence[Cell], budget: Budget) -> None:
    """See that what a bound is set on can be counted.

    Args:
        cells: the ways of answering.
        budget: when the run stops early.

    Raises:
        UserError: the cost is bounded, and a model's price is not known.
    """
    unknown = [cell.name for cell in cells if cell.waits and getattr(cell, "price", None) is None]
    if budget.max_cost and unknown:
        raise UserError(
            f"max_cost bounds what nobody can count: there is no price for {', '.join(unknown)}; "
            "give its prices of input and output tokens by --set prices=FILE"
        )


@dataclass
class Execution:
    """How samples are answered in cells, and how far that is.

    Attributes:
        cells: the ways of answering.
        samples: the samples.
        workers: who takes the samples.
        budget: when to stop early.
        stop: asks the run to end: nothing more begins, and what is begun has a second to come back.
        say: is told the first fault of each cell.
        done: how many samples are answered, counted in each cell.
        total: how many there are.
        ended_by: the bound of the budget that ended the run before all was answered; empty if none did.
    """

    cells: Sequence[Cell]
    samples: Dataset
    workers: Workers = Workers()
    budget: Budget = Budget()
    stop: Stop = field(default_factory=Stop)
    say: Callable[[str], None] = lambda _: None
    done: int = 0
    total: int = 0
    ended_by: str = ""

    def into(self, store: Store, cost: float = 0.0) -> Iterator[tuple[Cell, list[Record]]]:
        """Yield the records of each sample in each cell, as they are there and are written down.

        Args:
            store: where records are kept; what it holds is not done again.
            cost: what was spent on what it holds.

        Raises:
            UserError: nothing can be done until the user mends something; what is done is kept.
            Interrupted: the run was told to stop; what was answered is kept.
        """
        self.done, self.total = len(store.done), len(self.samples) * len(self.cells)
        under_way = _UnderWay(self, store, cost)
        self.stop.interrupts.append(under_way.wake)
        busy = False
        try:
            yield from under_way.go()
        except UserError:
            yield from under_way.rest()
            raise
        except KeyboardInterrupt:  # where nobody turns the signal into a request
            self.stop.request()
            yield from under_way.rest()
        finally:
            self.stop.interrupts.remove(under_way.wake)
            busy = not under_way.leave()
        if self.stop.wanted.is_set() and self.done < self.total:
            raise Interrupted(self.done, self.total, busy)


FEW: Final = 3
"""So many samples at the beginning of which none could be asked, and the run ends."""


def _is_recorded(cell: Cell) -> bool:
    return isinstance(getattr(getattr(cell, "options", None), "translator", None), RecordedTranslator)


class _UnderWay:
    """What of a run is begun, and by whom."""

    def __init__(self, run: Execution, store: Store, cost: float) -> None:
        self.run, self.store = run, store
        self.spent = _Spending(run.budget, cost)
        together = not (run.budget.max_cost or run.budget.max_errors) and all(map(_is_recorded, run.cells))
        at_once = MOST if together else 1  # what else answers may hang, and others would wait with it
        self.near, self.far = _crews(run.cells, run.workers, at_once)
        self.open: dict[Future[Found], tuple[Crew, Batch, float]] = {}
        self.first: dict[str, list[str]] = {}
        self.told: set[str] = set()
        self.heard, self.began = not any(cell.waits for cell in run.cells), time.monotonic()
        self.events: queue.SimpleQueue[Future[Found] | None] = queue.SimpleQueue()

    def wake(self) -> None:
        """Have whoever waits for an answer look up."""
        self.events.put(None)

    @property
    def over(self) -> bool:
        """Whether nothing more may begin."""
        return self.run.stop.wanted.is_set() or bool(self.spent.over)

    def go(self) -> Iterator[tuple[Cell, list[Record]]]:
        """Yield records until all is done, or nothing more may begin."""
        tasks = self._tasks()
        held = next(tasks, None)
        while True:
            while held is not None and not self.over and not (crew := self._crew(held)).full():
                crew.waiting.append(held)
                self._send(last=False)
                held = next(tasks, None)
            if self.over:
                break
            self._send(last=True)
            if not self.open:
                break
            yield from self._next(None if self.heard else SILENT_SECONDS)
            if not self.heard and time.monotonic() - self.began >= SILENT_SECONDS:
                self.heard = True
                self.run.say(
                    f"nothing has come back for {SILENT_SECONDS:.0f} s: models may take long, or be down "
                    "(--set model_timeout=SECONDS and retries=N bound how long that is waited for)"
                )
        yield from self.rest()
        if self.run.done < self.run.total and not self.run.stop.wanted.is_set():
            self.run.ended_by = self.spent.enough

    def rest(self) -> Iterator[tuple[Cell, list[Record]]]:
        """Yield what of the begun comes back; what was not begun is left."""
        self._drop()
        ends = time.monotonic() + GRACE_SECONDS
        while self.open:
            # A budget has time: what is begun is paid for. Who stops a run has not.
            seconds = ends - time.monotonic() if not self.spent.over or self.run.stop.wanted.is_set() else None
            if seconds is not None and seconds <= 0:
                return
            try:
                yield from self._next(seconds)
            except UserError:
                continue  # the first one is told
            self._drop()

    def leave(self) -> bool:
        """Give up what is still begun, and return whether all has ended."""
        now, crews = bool(self.open), [self.near] if self.near is self.far else [self.near, self.far]
        ended = [crew.leave(now=now) for crew in crews]
        return all(ended)

    def _tasks(self) -> Iterator[Task]:
        """Yield what is to be done."""
        for sample in self.run.samples:
            if self.over or self.spent.enough:
                return
            self.store.tell(_text(sample))
            done, name = self.store.done, sample.problem.id
            here = [number for number, cell in enumerate(self.run.cells) if (cell.name, name) not in done]
            for number in here:
                yield Task(number, sample)
            self.spent.begun += bool(here)

    def _crew(self, task: Task) -> Crew:
        return self.far if self.run.cells[task.number].waits else self.near

    def _send(self, *, last: bool) -> None:
        for crew in (self.near, self.far):
            for batch in crew.batches(last=last):
                try:
                    future = batch.member.send(batch.tasks)
                except batch.member.deaths as error:  # between two batches
                    future = Future()
                    future.set_exception(error)
                self.open[future] = crew, batch, time.monotonic()
                future.add_done_callback(self.events.put)

    def _drop(self) -> None:
        """Take back what nobody has begun."""
        for crew in (self.near, self.far):
            crew.drop()
        for future in list(self.open):
            if future.cancel():
                crew, batch, _ = self.open.pop(future)
                crew.open[batch.member].remove(batch)

    def _next(self, seconds: float | None) -> Iterator[tuple[Cell, list[Record]]]:
        """Yield what ends next; nothing if nothing does within some seconds, or somebody wakes us."""
        try:
            future = self.events.get(timeout=seconds)
        except queue.Empty:
            return
        if future is None or future not in self.open:
            return
        crew, batch, began = self.open.pop(future)
        if (error := future.exception()) is None:
            crew.ended(batch, time.monotonic() - began)
            found = future.result()
            self.store.append(*found)
            for task, records in zip(batch.tasks, found, strict=True):
                yield self._counted(task, records)
                self._heed(self.run.cells[task.number], records)
        elif not isinstance(error, batch.member.deaths):
            crew.ended(batch, time.monotonic() - began)
            if len(batch.tasks) > 1:  # one by one, so that what the others give is kept
                crew.alone.extend(batch.tasks)
                return
            if isinstance(error, EndpointRefuses):  # what was sent is counted; the sample is asked again by --resume
                [task] = batch.tasks
                yield self._kept(
                    task, [_unscored(self.run.cells[task.number], task.sample, str(error), **sent(error.requests))]
                )
            raise error
        elif crew.knows(batch):
            for task in crew.died(batch):
                why = f"the worker that took it died, twice: it was killed, or there was too little memory ({error})"
                yield self._kept(task, [_unscored(self.run.cells[task.number], task.sample, why)])

    def _heed(self, cell: Cell, records: list[Record]) -> None:
        """Say the first fault of a model when it comes, and end a run of whose first samples none could be asked.

        A bound of faults is the user's word for how many to bear.

        Raises:
            UserError: none of the first few could be asked.
        """
        self.heard = self.heard or cell.waits
        fault = next((record.fault for record in records if record.fault), "")
        if fault and cell.waits and cell.name not in self.told:
            self.told.add(cell.name)
            self.run.say(f"{cell.name}: {fault}")
        first = self.first.setdefault(cell.name, [])
        if len(first) < FEW:
            first.append(fault)
            ends = len(first) == FEW < len(self.run.samples) and cell.waits and not self.run.budget.max_errors
            if ends and all(first):
                raise UserError(f"{first[0]} (none of the first {FEW} samples of {cell.name} could be asked)")

    def _kept(self, task: Task, records: list[Record]) -> tuple[Cell, list[Record]]:
        self.store.append(records)
        return self._counted(task, records)

    def _counted(self, task: Task, records: list[Record]) -> tuple[Cell, list[Record]]:
        self.run.done += 1
        self.spent.add(records)
        return self.run.cells[task.number], records


def _crews(cells: Sequence[Cell], workers: Workers, at_once: int) -> tuple[Crew, Crew]:
    """Return who takes the samples of cells that compute, and who those of cells that wait for a model.

    Raises:
        UserError: there is no such engine, or it is not installed.
    """
    waits = any(cell.waits for cell in cells)
    if workers.engine == "ray":
        from .distributed import actors

        return actors(cells, workers.concurrency)
    if workers.engine != "local":
        raise UserError(f"there is no engine '{workers.engine}'; there are local and ray")
    if workers.processes > 1 and not all(cell.waits for cell in cells):
        near = Crew([Process(cells) for _ in range(workers.processes)])
    else:
        near = Crew([Threads(cells, 1)], at_once)
    return near, Crew([Threads(cells, workers.concurrency)]) if waits else near


def _unscored(cell: Cell, sample: Sample, fault: str, **more: Any) -> Record:
    """Return the record of a sample that could not be asked."""
    return record_of(sample, getattr(cell, "dataset", sample.source), cell.name, fault=fault, seconds=0.0, **more)


def _text(sample: Sample) -> SampleText:
    problem, tags = sample.problem, dict(sample.tags)
    return SampleText.model_construct(
        id=problem.id, context=problem.context, question=problem.question, gold=sample.gold, tags=tags
    )
