"""Who takes the samples of a run: threads of this process, or processes that are replaced when they die."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, Protocol

from ..tasks.sample import Sample
from .cells import Cell
from .records import Record

Found = list[list[Record]]
"""The records of several tasks, in their order."""


@dataclass(slots=True)
class Task:
    """A sample in a cell.

    Attributes:
        number: the cell's.
        sample: the sample.
        deaths: how many workers died of it.
    """

    number: int
    sample: Sample
    deaths: int = 0


class Member(Protocol):
    """A part of a crew, which may die without the others."""

    @property
    def room(self) -> int:
        """How many batches it takes at the same time; the second one of two only waits for the first."""
        ...

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """The exceptions that say that it died."""
        ...

    def send(self, tasks: Sequence[Task]) -> Future[Found]:
        """Have several samples answered, one after the other.

        Args:
            tasks: the samples, with the numbers of their cells.

        Raises:
            BaseException: one of ``deaths``.
        """
        ...

    def renew(self) -> None:
        """Go on with a new worker in place of one that died."""
        ...

    def leave(self, *, now: bool) -> bool:
        """Begin nothing more, and return whether all has ended.

        Args:
            now: give up what is begun; else there is nothing.
        """
        ...


@dataclass(eq=False, slots=True)
class Batch:
    """What a member was sent at once."""

    tasks: list[Task]
    member: Member


@dataclass(eq=False)
class Crew:
    """Members who share their work.

    Attributes:
        members: the members.
        most: the most samples that are sent at once.
    """

    members: Sequence[Member]
    most: int = 1
    waiting: deque[Task] = field(default_factory=deque)
    """What nobody was sent yet."""
    alone: deque[Task] = field(default_factory=deque)
    """What a worker died of: sent by itself, and first."""
    open: dict[Member, list[Batch]] = field(default_factory=dict)
    """What each member works on, in the order in which it was sent."""
    each: float = 0.0
    """The seconds that a sample takes, lately."""

    def full(self) -> bool:
        """Return whether no other sample should wait."""
        return len(self.waiting) >= self.chunk and self._free() is None

    @property
    def chunk(self) -> int:
        """How many samples are sent at once: some, as long as they take no time."""
        return max(1, min(self.most, int(CHUNK_SECONDS / self.each) if self.each else 1))

    def batches(self, *, last: bool) -> Iterator[Batch]:
        """Yield what is to be sent now, each to a member that has room for it.

        Args:
            last: whether nothing more comes to fill a batch up.
        """
        while (member := self._free()) is not None:
            if self.alone:
                tasks = [self.alone.popleft()]
            elif self.waiting and (last or len(self.waiting) >= self.chunk):
                tasks = [self.waiting.popleft() for _ in range(min(self.chunk, len(self.waiting)))]
            else:
                return
            batch = Batch(tasks, member)
            self.open.setdefault(member, []).append(batch)
            yield batch

    def ended(self, batch: Batch, seconds: float) -> None:
        """Take note that a batch was answered, and how long it took."""
        self.open[batch.member].remove(batch)
        each = seconds / len(batch.tasks)
        self.each = each if not self.each else 0.8 * self.each + 0.2 * each

    def died(self, batch: Batch) -> list[Task]:
        """Replace the member of a batch that it died with, and have its samples taken again.

        Args:
            batch: the batch.

        Returns:
            What a worker died of before, alone: it is not taken a third time.
        """
        others = self.open.pop(batch.member)
        batch.member.renew()
        first = others[0]  # it was worked on, the others waited behind it
        given_up = []
        for task in first.tasks:
            if task.deaths and len(first.tasks) == 1:
                given_up.append(task)
            else:
                task.deaths += 1
                self.alone.append(task)
        self.alone.extend(task for other in others[1:] for task in other.tasks)
        return given_up

    def knows(self, batch: Batch) -> bool:
        """Return whether a batch is still waited for: not after the death of its member."""
        return batch in self.open.get(batch.member, ())

    def drop(self) -> None:
        """Forget what nobody was sent."""
        self.waiting.clear()
        self.alone.clear()

    def leave(self, *, now: bool) -> bool:
        """Begin nothing more, and return whether all has ended; see ``Member``."""
        ended = [member.leave(now=now) for member in self.members]
        return all(ended)

    def _free(self) -> Member | None:
        """Return the member that has least to do, if it has room."""
        found = min(self.members, key=lambda member: len(self.open.get(member, ())) / member.room)
        return found if len(self.open.get(found, ())) < found.room else None


CHUNK_SECONDS: Final = 0.05
"""How long what is sent at once may take."""
MOST: Final = 16
"""The most samples that are sent at once: to take turns at each costs a thread a fifth of what a proof takes, and an
actor a millisecond."""


class Threads:
    """Threads of this process, as one member. A run that ends early does not wait for them."""

    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, cells: Sequence[Cell], count: int) -> None:
        self.room = count
        self._cells = cells
        self._todo: queue.SimpleQueue[tuple[Future[Found], list[Task]] | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name="sorites-run", daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def send(self, tasks: Sequence[Task]) -> Future[Found]:
        """Have samples answered; see ``Member``."""
        future: Future[Found] = Future()
        self._todo.put((future, list(tasks)))
        return future

    def renew(self) -> None:
        """Do nothing: threads die with this process only."""

    def leave(self, *, now: bool) -> bool:
        """End the threads; one that is in the midst of a sample ends after it."""
        for _ in self._threads:
            self._todo.put(None)
        for thread in self._threads:
            thread.join(0 if now else None)
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (job := self._todo.get()) is not None:
            future, tasks = job
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result([self._cells[task.number].of(task.sample) for task in tasks])
                except BaseException as error:
                    future.set_exception(error)


class Process:
    """A process of its own, so that its death is nobody else's."""

    room = 2

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """What says that it died; see ``Member``."""
        from concurrent.futures.process import BrokenProcessPool  # loaded by who has processes

        return (BrokenProcessPool,)

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self.renew()

    def renew(self) -> None:
        """Start a process; see ``Member``."""
        from concurrent.futures import ProcessPoolExecutor

        self._pool = ProcessPoolExecutor(1, initializer=_begin, initargs=(self._cells,))
        self._pool.submit(os.getpid)  # it starts now, before threads of this process are in the midst of something

    def send(self, tasks: Sequence[Task]) -> Future[Found]:
        """Have samples answered; see ``Member``."""
        return self._pool.submit(_answer, [(task.number, task.sample) for task in tasks])

    def leave(self, *, now: bool) -> bool:
        """End the process."""
        workers = list((self._pool._processes or {}).values())  # named from Python 3.14 on: kill_workers
        self._pool.shutdown(wait=False, cancel_futures=True)
        if now:
            for worker in workers:
                worker.kill()
        for worker in workers:
            worker.join()
        return True


_given: Final[list[Cell]] = []
"""In a worker process, and only there: the cells of its run, which is the only one that it ever works for."""


def _begin(cells: Sequence[Cell]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the run decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _given[:] = cells


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, in whatever way."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        with contextlib.suppress(OSError):
            wait([parent.sentinel])
        os._exit(1)


def _answer(tasks: Sequence[tuple[int, Sample]]) -> Found:
    return [_given[number].of(sample) for number, sample in tasks]
