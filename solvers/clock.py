"""The clock of a run: when it must end, how much memory it may take, and whether anybody still waits for it.

``within`` opens one for all that happens in its block, in this thread. What may take long looks at
it by ``look``, which costs less than a call of most other functions, and what waits for others asks
how much time is ``left``. A clock inside another one never runs longer than that.
"""

from __future__ import annotations

import gc
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from .errors import Late, TooLarge
from .logic.diagnostics import Diagnostic, Level

OUT_OF_TIME: Final = "out-of-time"
"""The code of the diagnostic of a run whose time was up."""
OUT_OF_MEMORY: Final = "out-of-memory"
"""The code of the diagnostic of a run that would have needed more memory."""
OUT_OF_STACK: Final = "out-of-stack"
"""The code of the diagnostic of formulas that are nested deeper than Python's stack allows."""
LIMITS: Final = frozenset({OUT_OF_TIME, OUT_OF_MEMORY, OUT_OF_STACK})
"""The codes of diagnostics of runs that hit a limit."""
HIT: Final = (Late, TooLarge, MemoryError, RecursionError)
"""The exceptions by which a limit is hit."""

_LOOKS: Final = 127
"""Looks, less one, after which the time is asked for; a power of two, less one."""
_MEMORY_SECONDS: Final = 0.02
"""The memory is measured no more often than this."""
_current: ContextVar[Clock | None] = ContextVar("clock", default=None)


@dataclass(slots=True)
class Stop:
    """A request that runs end, whatever engines they are of.

    Attributes:
        wanted: set once the runs should end; those who wait look at it.
        interrupts: what ends those who can't look.
    """

    wanted: threading.Event = field(default_factory=threading.Event)
    interrupts: list[Callable[[], None]] = field(default_factory=list)

    def request(self) -> None:
        """Ask the runs to end; once more does no harm, and an interrupt may have come too early."""
        self.wanted.set()
        for interrupt in list(self.interrupts):
            interrupt()


@dataclass(slots=True)
class Clock:
    """What a run may still take.

    Attributes:
        ends: when it must have ended, by ``time.perf_counter``.
        megabytes: how much the memory of this process may grow meanwhile.
        stop: what may ask it to end before.
        outer: the clock of the run that it is a part of.
    """

    ends: float
    megabytes: float = math.inf
    stop: Stop | None = None
    outer: Clock | None = None
    _looks: int = 0
    _measured: float = 0.0
    _before: float = -1.0

    @property
    def left(self) -> float:
        """The seconds that are left; less than none once it should have ended."""
        return self.ends - time.perf_counter()

    def check(self) -> None:
        """Go on only if there is time and memory, and somebody who waits.

        Raises:
            Late: the time is up, or nobody waits any more.
            MemoryError: the memory is used up.
        """
        now = time.perf_counter()
        if now > self.ends or (self.stop is not None and self.stop.wanted.is_set()):
            raise Late("the time is up")
        root = self
        while root.outer is not None:
            root = root.outer
        if now - root._measured > _MEMORY_SECONDS:
            root._measured = now
            held = _held()
            if root._before < 0:
                root._before = held
            elif held - root._before > root.megabytes:
                raise MemoryError(f"this process grew by more than {root.megabytes:.0f} megabytes")


@contextmanager
def within(seconds: float, megabytes: float = math.inf, stop: Stop | None = None) -> Iterator[Clock]:
    """Bound what happens in the block, in this thread.

    Args:
        seconds: the wall time that it may take.
        megabytes: how much the memory of this process may grow.
        stop: what may ask it to end before; where none is given, what may end the run around it.

    Yields:
        The clock. One around it that ends sooner, or allows less memory, still holds.
    """
    outer, ends = _current.get(), time.perf_counter() + seconds
    if outer is None:
        clock = Clock(ends, megabytes, stop)
    else:
        clock = Clock(min(ends, outer.ends), megabytes, stop or outer.stop, outer)
    before = _current.set(clock)
    try:
        yield clock
    finally:
        _current.reset(before)


def look() -> None:
    """Go on only if the run that this is a part of may; called wherever something is done many times.

    Raises:
        Late: the time is up, or nobody waits any more.
        MemoryError: the memory is used up.
    """
    clock = _current.get()
    if clock is not None:
        clock._looks += 1
        if not clock._looks & _LOOKS:
            clock.check()


def check() -> None:
    """Do as ``look`` does, at once and not only every so often: before what takes long by itself.

    Raises:
        Late: the time is up, or nobody waits any more.
        MemoryError: the memory is used up.
    """
    clock = _current.get()
    if clock is not None:
        clock.check()


def limit_hit(name: str, error: Exception) -> Diagnostic:
    """Return what is said of a run that a limit ended.

    Args:
        name: what was running.
        error: one of ``HIT``.
    """
    if isinstance(error, Late):
        code, message, hint = OUT_OF_TIME, "the time is up", "Allow more time."
    elif isinstance(error, RecursionError):
        message, hint = "a formula is nested too deep for Python's stack", "Split it into several formulas."
        code = OUT_OF_STACK
    else:
        code, message, hint = OUT_OF_MEMORY, "it would take more memory than it may", "Allow more memory."
    return Diagnostic(code, Level.WARNING, f"{name} was stopped: {message}", None, hint)


def left() -> float:
    """Return the seconds that are left in this run; infinitely many outside of one."""
    clock = _current.get()
    return math.inf if clock is None else clock.left


def stop_of_this_run() -> Stop | None:
    """Return what may ask this run to end, if anything does."""
    clock = _current.get()
    return None if clock is None else clock.stop


def _held() -> float:
    """Return the megabytes that this process holds; where the system does not say, the most that it ever held."""
    try:
        file = os.open(_STATM, os.O_RDONLY)  # not a Path's, since every run asks when it starts
        try:
            return int(os.read(file, 200).split()[1]) * _PAGE
        finally:
            os.close(file)
    except OSError:
        pass
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0.0
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return getrusage(RUSAGE_SELF).ru_maxrss / unit


@contextmanager
def uncollected(many: bool = True) -> Iterator[None]:
    """Let Python look for no cyclic garbage inside: where many trees are made, none of which is any, that costs more.

    Args:
        many: whether it is worth it.
    """
    if not (many and gc.isenabled()):
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _page() -> float:
    try:
        from resource import getpagesize
    except ImportError:
        return 0.0
    return getpagesize() / (1024 * 1024)


_PAGE: Final = _page()
_STATM: Final = "/proc/self/statm"
