"""Logs of other tools beside each other: paired and clustered differences, with their power."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sorites.solvers import UserError

from ..scoring.means import MeanDifference, compare_means
from ..scoring.statistics import holm
from .reading import ScoredLog, check_same, read_log

if TYPE_CHECKING:
    from rich.console import Console

_LEVEL: Final = 0.05


@dataclass(frozen=True, slots=True)
class LogPair:
    """Two logs on the same samples and epochs.

    Attributes:
        first: what the first is called.
        second: what the second is.
        found: how they compare.
        p: the p value, corrected for the number of pairs (Holm 1979).
        left_out: how many samples only one of the two has scored.
    """

    first: str
    second: str
    found: MeanDifference
    p: float
    left_out: int

    @property
    def said(self) -> str:
        """What to think of it: one is better if the interval leaves out 0 and the corrected p is below 0.05."""
        one = self.found
        low, high = one.interval
        if self.p < _LEVEL and not low <= 0 <= high:
            better, worse = (self.second, self.first) if one.difference > 0 else (self.first, self.second)
            return f"{better} is better than {worse}"
        return f"no difference shown; {one.samples} samples show one of {one.detectable:.3f} or more"


@dataclass(frozen=True, slots=True)
class LogComparison:
    """Logs beside each other.

    Attributes:
        logs: the logs, by what they are called.
        pairs: every two of them.
    """

    logs: dict[str, ScoredLog]
    pairs: list[LogPair]


def compare_logs(paths: Sequence[Path], scorer: str | None = None, cluster: str | None = None) -> LogComparison:
    """Compare logs of inspect_ai, or of lm-evaluation-harness, by sample and epoch.

    Args:
        paths: the files, of one task.
        scorer: which score; ``None`` if they have one only.
        cluster: the field that says which samples hang together; ``None`` for epochs of a sample alone.

    Returns:
        The differences of every two logs. What ended in an error or has no score is in none of them.

    Raises:
        UserError: there is one log only, one can't be read, or they are not of the same task and targets.
    """
    logs = [read_log(path, scorer, cluster) for path in paths]
    if len(logs) < 2:
        raise UserError("there is one log only, and nothing to compare it with")
    check_same(logs)
    models = [log.model for log in logs]
    names = models if len(set(models)) == len(models) else [str(log.path) for log in logs]
    if len(set(names)) < len(names):
        raise UserError("a log is named twice; it can't be compared with itself")
    named = dict(zip(names, logs, strict=True))
    found = [(a, b, *_difference(named[a], named[b])) for a, b in combinations(named, 2)]
    corrected = holm([difference.p for _, _, difference, _ in found])
    return LogComparison(named, [LogPair(a, b, d, p, n) for (a, b, d, n), p in zip(found, corrected, strict=True)])


def _difference(first: ScoredLog, second: ScoredLog) -> tuple[MeanDifference, int]:
    both = sorted(first.values.keys() & second.values.keys())
    if not both:
        raise UserError(f"{first.path} and {second.path} share no samples that are scored in both")
    one, other = [first.values[key] for key in both], [second.values[key] for key in both]
    left_out = len(first.values) + len(second.values) - 2 * len(both)
    return compare_means(one, other, [first.clusters[key] for key in both]), left_out


def show_logs(console: Console, found: LogComparison) -> None:
    """Print logs and their differences."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None)
    for column in ("", "mean", "samples", "errors", "unscored"):
        table.add_column(column, justify="left" if not column else "right")
    for name, log in found.logs.items():
        mean = sum(log.values.values()) / len(log.values) if log.values else 0.0
        said = Text(name if log.whole else f"{name} (did not come to its end)")
        table.add_row(said, f"{mean:.3f}", str(len(log.values)), str(log.errors), str(log.unscored))
    first = next(iter(found.logs.values()))
    console.print(Text(f"{first.task}, by {first.scorer}"))
    console.print(table)
    for pair in found.pairs:
        one, (low, high) = pair.found, pair.found.interval
        words = [
            f"{pair.second} − {pair.first}: {one.difference:+.3f}, 95 % {low:+.3f} to {high:+.3f}, p {pair.p:.2g} "
            f"({one.test}), on {one.samples} samples in {one.clusters} clusters",
            f"  {pair.said}" + (f"; {pair.left_out} scored in one of them only" if pair.left_out else ""),
        ]
        for line in words:
            console.print(Text(line), soft_wrap=True)
