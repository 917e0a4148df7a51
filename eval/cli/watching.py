"""How a run is watched and stopped from a terminal, or from where there is none."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.progress import TaskID

    from sorites.solvers.clock import Stop

    from ..running import Standing
    from ..scoring.metrics import Tally

STOPPED: Final = 128
"""What shells add to the number of the signal that ended a command."""
SELDOM: Final = 30.0
"""The seconds after which a line is due where there is no terminal."""
SOONEST: Final = 5.0
"""The seconds that pass between two lines at least, however much is done."""


@contextmanager
def watching(*, bars: bool) -> Iterator[Callable[[Standing], None]]:
    """Show on standard error how each cell does: as bars on a terminal, elsewhere as a line now and then.

    Args:
        bars: whether bars are wanted where they can be shown.
    """
    console = None
    if bars:
        from rich.console import Console

        console = Console(stderr=True)
    if console is None or not console.is_terminal:
        yield Lines(lambda text: print(text, file=sys.stderr, flush=True))
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    def whole(least: int) -> Column:
        return Column(no_wrap=True, min_width=least)

    columns = (  # where there is too little room, names are cut, and no count
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)),
        BarColumn(bar_width=12),
        MofNCompleteColumn(table_column=whole(11)),
        TextColumn("{task.fields[figures]}", table_column=whole(22)),
        TimeRemainingColumn(table_column=whole(7)),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as progress:
        tasks: dict[str, TaskID] = {}

        def watch(standing: Standing) -> None:
            if standing.cell not in tasks:
                tasks[standing.cell] = progress.add_task(standing.cell, total=standing.total, figures="")
            figures = figures_of(standing.tally)
            progress.update(tasks[standing.cell], completed=standing.done, figures=figures)

        yield watch


@dataclass
class Lines:
    """Says how far a run is: when a tenth more is done, but not too often, and at least now and then.

    Attributes:
        say: is told each line.
        now: the seconds on some clock.
    """

    say: Callable[[str], None]
    now: Callable[[], float] = time.monotonic
    _at: dict[str, tuple[int, int]] = field(default_factory=dict)
    _last: float | None = None
    _tenth: int = 0

    def __call__(self, standing: Standing) -> None:
        """Take note of how far a cell is."""
        self._at[standing.cell] = standing.done, standing.total
        now = self.now()
        if self._last is None:
            self._last = now
        done, total = (sum(part) for part in zip(*self._at.values(), strict=True))
        tenth = 10 * done // max(total, 1)
        passed = now - self._last
        if passed >= SELDOM or (tenth > self._tenth and passed >= SOONEST):
            self._last, self._tenth = now, tenth
            cell = f"{standing.cell}: {standing.done} of {standing.total}"
            whole = "" if len(self._at) == 1 else f"{done} of {total} in all"
            self.say(", ".join(filter(None, (cell, figures_of(standing.tally), whole))))


def figures_of(tally: Tally) -> str:
    """Return the figures of a cell in short."""
    counts = tally.all.counts
    if not counts["total"]:
        return ""
    cost = f" cost {tally.used.cost:.2f}" if tally.used is not None and tally.used.cost is not None else ""
    return f"ER {counts['ran'] / counts['total']:.0%} accuracy {counts['right'] / counts['total']:.0%}{cost}"


@contextmanager
def stopping() -> Iterator[tuple[Stop, list[int]]]:
    """Turn Ctrl-C, and SIGTERM, into a request that a run ends, and keep them; a second one ends it at once."""
    from sorites.solvers.clock import Stop

    stop, heard = Stop(), list[int]()

    def handle(number: int, frame: Any) -> None:
        heard.append(number)
        if stop.wanted.is_set() or not stop.interrupts:  # nobody is there yet who would hear of a request
            raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(STOPPED + number)
        stop.request()

    if threading.current_thread() is not threading.main_thread():  # only that one is told of signals
        yield stop, heard
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop, heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
