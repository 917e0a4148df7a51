"""What an endpoint lets through: all that ask it, from whatever thread, keep to the same clock."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass, field
from typing import ClassVar, Final


@dataclass(slots=True)
class Throttle:
    """The clock of one endpoint.

    Attributes:
        per_minute: the requests that may begin in a minute, evenly; 0 for no bound.
        askers: how many processes share that, each with clocks of its own.
    """

    askers: ClassVar[int] = 1

    per_minute: float = 0.0
    _next: float = 0.0
    _closed_until: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    async def turn(self) -> None:
        """Wait until a request may begin."""
        while (left := self._wait()) > 0:
            await asyncio.sleep(left)
        # What was closed while we slept keeps us, too.

    def close(self, seconds: float) -> None:
        """Let nobody begin for some seconds, since the endpoint asks for that."""
        with self._lock:
            self._closed_until = max(self._closed_until, time.monotonic() + seconds)

    def _wait(self) -> float:
        """Return the seconds until a turn; one that is due is taken."""
        with self._lock:
            now = time.monotonic()
            if now < self._closed_until:
                return self._closed_until - now
            if not self.per_minute:
                return 0.0
            if now < self._next:
                return self._next - now
            self._next = max(self._next, now) + 60 * self.askers / self.per_minute
            return 0.0


def shared_by(processes: int) -> None:
    """Let so many processes, of which this one is one, share what each endpoint lets through."""
    Throttle.askers = max(1, processes)


_all: Final[dict[object, Throttle]] = {}
_lock: Final = threading.Lock()


def throttle_of(endpoint: object) -> Throttle:
    """Return the clock of an endpoint, the same one for all that name it alike."""
    with _lock:
        return _all.setdefault(endpoint, Throttle())
