"""The cross product of samples and cells, with bounded concurrency, budgets, and records as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Final

from sorites.solvers import UserError

from ..tasks.sample import Sample
from .cells import Cell
from .records import Record, SampleText
from .store import Store

AHEAD: Final = 3
"""How many samples wait for each worker, so that none is idle and memory stays flat."""


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


class Inline(Executor):
    """Does things at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it and return what came of it."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


class Processes(Executor):
    """Processes that are given the cells once, when they start."""

    def __init__(self, cells: Sequence[Cell], count: int) -> None:
        self._pool = ProcessPoolExecutor(count, initializer=_begin, initargs=(cells,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a sample to a process; ``args`` are the number of the cell and the sample."""
        return self._pool.submit(_answer, *args)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


_given: Final[list[Cell]] = []
"""In a worker process, and only there: the cells of its pool, which is the only one that it ever works for."""


def _begin(cells: Sequence[Cell]) -> None:
    _given[:] = cells


def _answer(number: int, sample: Sample) -> list[Record]:
    return _given[number].of(sample)


@dataclass(frozen=True, slots=True)
class _Crew:
    """The executors of a run: one for cells that compute, one for those that wait for a model."""

    cells: Sequence[Cell]
    near: Executor
    far: Executor
    bound: int

    @classmethod
    def of(cls, cells: Sequence[Cell], workers: Workers) -> _Crew:
        """Return who takes the samples.

        Raises:
            UserError: there is no such engine, or it is not installed.
        """
        waits = any(cell.waits for cell in cells)
        bound = max(workers.processes, workers.concurrency if waits else 1) * AHEAD
        if workers.engine == "ray":
            from .distributed import RayExecutor

            ray = RayExecutor(cells)
            return cls(cells, ray, ray, bound)
        if workers.engine != "local":
            raise UserError(f"there is no engine '{workers.engine}'; there are local and ray")
        near = Processes(cells, workers.processes) if workers.processes > 1 else Inline()
        return cls(cells, near, ThreadPoolExecutor(workers.concurrency) if waits else near, bound)

    def take(self, number: int, sample: Sample) -> Future[list[Record]]:
        """Begin a sample in the cell of a number."""
        pool = self.far if self.cells[number].waits else self.near
        if isinstance(pool, Inline | ThreadPoolExecutor):
            return pool.submit(self.cells[number].of, sample)
        return pool.submit(_answer, number, sample)

    def leave(self) -> None:
        """Begin nothing more, and wait for what is begun."""
        for pool in {self.near, self.far}:
            pool.shutdown(wait=True, cancel_futures=True)


class _Spending:
    """What a run has spent of its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.cost = 0.0
        self.errors = self.begun = 0

    def add(self, records: Sequence[Record]) -> None:
        """Count the records of a problem."""
        self.cost += sum(r.usage.cost or 0.0 for r in records if r.usage is not None)
        self.errors += sum(bool(r.fault) for r in records)

    @property
    def over(self) -> bool:
        """Whether no other sample may begin."""
        bounds = (self.budget.max_cost, self.budget.max_errors, self.budget.max_samples)
        spent = (self.cost, self.errors, self.begun)
        return any(bound and used >= bound for bound, used in zip(bounds, spent, strict=True))


def execute(
    cells: Sequence[Cell],
    samples: Iterable[Sample],
    store: Store,
    *,
    workers: Workers = Workers(),
    budget: Budget = Budget(),
) -> Iterator[tuple[Cell, list[Record]]]:
    """Yield the records of each sample in each cell, as they are there.

    Args:
        cells: the ways of answering.
        samples: the samples.
        store: where records are kept; what it holds is not done again.
        workers: who takes the samples.
        budget: when to stop early.

    Raises:
        UserError: nothing can be done until the user mends something; what is done is kept.
    """
    crew, spent = _Crew.of(cells, workers), _Spending(budget)
    open_: dict[Future[list[Record]], Cell] = {}

    def collect(most: int) -> Iterator[tuple[Cell, list[Record]]]:
        """Yield what has ended, and wait until so many at most are open."""
        while open_:
            ended, _ = wait(open_, None if len(open_) > most else 0, FIRST_COMPLETED)
            if not ended:
                return
            for future in ended:
                cell, records = open_.pop(future), future.result()
                store.append(records)
                spent.add(records)
                yield cell, records

    try:
        for sample in samples:
            if spent.over:
                break
            store.tell(_text(sample))
            todo = [n for n, cell in enumerate(cells) if (cell.name, sample.problem.id) not in store.done]
            spent.begun += bool(todo)
            for number in todo:
                open_[crew.take(number, sample)] = cells[number]
                yield from collect(crew.bound - 1)
        yield from collect(0)
    finally:
        crew.leave()


def _text(sample: Sample) -> SampleText:
    problem, tags = sample.problem, dict(sample.tags)
    return SampleText(id=problem.id, context=problem.context, question=problem.question, gold=sample.gold, tags=tags)
