"""Numbers of problems beside right and wrong, such as the cells of an assignment that are right: their means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..runs.records import Record
from .statistics import bootstrap_mean, clustered
from .summary import Measured


@dataclass(slots=True)
class Measures:
    """What such numbers come to, as problems come."""

    _values: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def add(self, records: Sequence[Record]) -> None:
        """Count the records of a problem."""
        first = records[0]
        for name, value in first.metrics.items():
            self._values.setdefault(name, {}).setdefault(first.story or first.id, []).append(value)

    def figures(self) -> dict[str, Measured]:
        """Return the mean of each with its interval of 95 %; problems of one story hang together.

        Of what is 0 or 1 the interval is Wilson's with the design effect, of other numbers a bootstrap of stories.
        """
        return {name: mean_of(stories) for name, stories in self._values.items()}


def mean_of(stories: Mapping[str, Sequence[float]]) -> Measured:
    """Return the mean of values with its interval of 95 %; those of one story hang together.

    Args:
        stories: the values of each story, at least one.
    """
    values = [value for several in stories.values() for value in several]
    mean = math.fsum(values) / len(values)
    if set(values) <= {0.0, 1.0}:
        right, total = [int(sum(s)) for s in stories.values()], [len(s) for s in stories.values()]
        interval = clustered(right, total)
    else:
        interval = bootstrap_mean(values, [story for story, several in stories.items() for _ in several])
    return Measured(problems=len(values), mean=mean, interval=interval)
