"""How a run that nobody waits for any more is stopped, whatever engine it is.

Who may want to stop a run sets a ``Stop`` in the thread of the run; what waits there,
for a process or for Z3, looks for it. An engine that knows nothing of it ends at its limits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

_current: ContextVar[Stop | None] = ContextVar("stop", default=None)


@dataclass(slots=True)
class Stop:
    """A request that a run ends.

    Attributes:
        wanted: set once the run should end; those who wait look at it.
        interrupts: what ends those who can't look.
    """

    wanted: threading.Event = field(default_factory=threading.Event)
    interrupts: list[Callable[[], None]] = field(default_factory=list)

    def request(self) -> None:
        """Ask the run to end; once more does no harm, and an interrupt may have come too early."""
        self.wanted.set()
        for interrupt in list(self.interrupts):
            interrupt()


def obey(stop: Stop) -> None:
    """Let this thread's runs end when they are asked to."""
    _current.set(stop)


def stop_of_this_thread() -> Stop | None:
    """Return what may ask this thread's run to end, if anything does."""
    return _current.get()
