"""A Ray cluster as a crew: actors that are given the cells once, and samples as they have room (the extra ``ray``)."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from sorites.solvers import UserError, require

from .crews import MOST, Crew, Found, Task

if TYPE_CHECKING:
    from ..tasks.sample import Sample
    from .cells import Cell

CONNECT_SECONDS: Final = 10.0
"""How long it may take to reach the address of a cluster."""


class _Worker:
    """What an actor is: the cells of a run, in a process of the cluster."""

    def __init__(self, cells: Sequence[Cell], askers: int, wanted: str) -> None:
        from sorites.translators.models.throttle import shared_by

        shared_by(askers)
        self.cells, self.wanted = cells, wanted

    def answer(self, tasks: Sequence[tuple[int, Sample]]) -> Found:
        """Return the records of samples, one after the other.

        Raises:
            UserError: this node has another version of Sorites, whose records would not be of the same run.
        """
        if self.wanted != (here := version("sorites")):
            node = socket.gethostname()
            raise UserError(f"the node {node} has Sorites {here}, and this is {self.wanted}; install one on all nodes")
        return [self.cells[number].of(sample) for number, sample in tasks]


class Actor:
    """An actor, as a member of a crew."""

    def __init__(self, make: Callable[[], Any], room: int, deaths: tuple[type[BaseException], ...]) -> None:
        self.room, self.deaths, self._make = room, deaths, make
        self.renew()

    def send(self, tasks: Sequence[Task]) -> Future[Found]:
        """Have samples answered; see ``Member``."""
        future: Future[Found] = self._handle.answer.remote([(task.number, task.sample) for task in tasks]).future()
        return future

    def renew(self) -> None:
        """Start an actor; see ``Member``."""
        self._handle = self._make()

    def leave(self, *, now: bool) -> bool:
        """End the actor."""
        import ray

        ray.kill(self._handle)
        return True


class Actors(Crew):
    """Actors of a cluster, which is left with them, and ended if it is ours."""

    ours: bool = False

    def leave(self, *, now: bool) -> bool:
        """Begin nothing more, and return whether all has ended; see ``Member``."""
        import ray

        if not self.ours:
            return super().leave(now=now)
        if ray.is_initialized():
            ray.shutdown()
        return True


def actors(cells: Sequence[Cell], concurrency: int) -> tuple[Crew, Crew]:
    """Return who takes the samples of cells that compute, and who those of cells that wait for a model.

    There is an actor for each core of the cluster, and one for those that wait has several samples at the same time.

    Args:
        cells: the cells.
        concurrency: how many samples may wait for models at the same time, on the whole cluster.

    Raises:
        UserError: Ray is not installed, does not start, or the cells can't be sent.
    """
    require("ray", "ray")
    ray: Any = import_module("ray")  # most of it has no types
    from ray.exceptions import OutOfMemoryError, RayActorError, WorkerCrashedError

    deaths = (RayActorError, WorkerCrashedError, OutOfMemoryError)
    ours = not ray.is_initialized()
    if ours:
        _connect(ray)
    try:
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            kept = ray.put(list(cells))
        except TypeError as error:
            raise UserError(f"a cell can't be sent to a cluster: {str(error).splitlines()[0]}") from error
        askers = min(cores, concurrency)
        remote = ray.remote(_Worker)

        def crew(count: int, at_once: int, room: int, cpus: float) -> Crew:
            made = remote.options(num_cpus=cpus, max_concurrency=at_once)
            several = [Actor(lambda: made.remote(kept, askers, version("sorites")), room, deaths) for _ in range(count)]
            found = Actors(several, MOST if at_once == 1 else 1)
            found.ours = ours
            return found

        computes = not all(cell.waits for cell in cells)
        near = crew(cores, 1, 2, 1) if computes else None
        each = -(-concurrency // askers)
        far = crew(askers, each, each, 0) if any(cell.waits for cell in cells) else None
    except BaseException:
        if ours:
            ray.shutdown()
        raise
    first = near or far
    assert first is not None
    return first, far or first


def _connect(ray: Any) -> None:
    """Connect to the cluster of ``RAY_ADDRESS``, or start one on this machine.

    Raises:
        UserError: it can't be reached, or does not start.
    """
    at = urlsplit(address if "://" in (address := os.environ.get("RAY_ADDRESS", "")) else f"//{address}")
    try:
        if at.hostname and at.port:
            socket.create_connection((at.hostname, at.port), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise UserError(f"no cluster answers at RAY_ADDRESS {address}: {error}") from error
    try:
        with _own_signals():
            ray.init(logging_level=logging.WARNING, log_to_driver=False, include_dashboard=False)
    except Exception as error:  # a bad address, no such cluster, no room for one: Ray has no root for them
        raise UserError(f"Ray does not start: {error}") from error


@contextmanager
def _own_signals() -> Iterator[None]:
    """Keep who handles SIGTERM, which Ray takes for itself.

    It can't be begun in a thread of its own, which it would leave alone: it crashes when that one ends.
    """
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread() and before is not None:
            signal.signal(signal.SIGTERM, before)
