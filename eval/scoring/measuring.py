"""Metrics of a user's own: a function of the records of one problem in one cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import UserError
from sorites.translators.plugins import is_own, loaded, names_of

from ..runs.records import Record
from .statistics import bootstrap_mean, clustered
from .summary import Measured

GROUP: Final = "sorites.metrics"
"""Entry points of other packages: functions of a problem's records."""
Function = Callable[[Sequence[Record]], float | bool | None]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric.

    Attributes:
        name: what it is called.
        of: says what the records of a problem come to; ``None`` if nothing.
    """

    name: str
    of: Function

    def value(self, records: Sequence[Record]) -> float | None:
        """Return what the records of a problem come to.

        Raises:
            UserError: the function fails, or gives no number.
        """
        try:
            found = self.of(records)
            value = None if found is None else float(found)
        except Exception as error:
            place = f"the metric '{self.name}' fails on the problem '{records[0].id}'"
            raise UserError(f"{place}: {type(error).__name__}: {error}") from error
        if value is not None and not math.isfinite(value):
            raise UserError(f"the metric '{self.name}' gives {value} for the problem '{records[0].id}'")
        return value


def metrics_of(given: Sequence[Function | str]) -> tuple[Metric, ...]:
    """Return metrics that may be given by name.

    Args:
        given: functions, or names: ``FILE.py:NAME``, or of a package that registers one.

    Raises:
        UserError: there is none of this name, or two are called the same.
    """
    found = tuple(_metric(one) for one in given)
    names = [metric.name for metric in found]
    if doubled := {name for name in names if names.count(name) > 1}:
        raise UserError(f"there are two metrics of the name {', '.join(sorted(doubled))}")
    return found


def _metric(given: Function | str) -> Metric:
    if not isinstance(given, str):
        return Metric(getattr(given, "__name__", type(given).__name__), given)
    function = loaded(GROUP, given, "metric")
    if function is None:
        known = names_of(GROUP)
        raise UserError(f"there is no metric '{given}'; there are {', '.join((*known, 'FILE.py:NAME for your own'))}")
    if not callable(function):
        raise UserError(f"'{given}' is no metric: it can't be called with the records of a problem")
    return Metric(given.rpartition(":")[2] if is_own(given) else given, function)


def measured(records: list[Record], metrics: Sequence[Metric]) -> list[Record]:
    """Return the records of a problem with what metrics say of it, on the first of them.

    Args:
        records: of a problem in a cell. What could not be asked is not measured.
        metrics: the metrics.
    """
    if not metrics or not all(record.scored for record in records):
        return records
    values = {one.name: value for one in metrics if (value := one.value(records)) is not None}
    return [records[0].model_copy(update={"metrics": records[0].metrics | values}), *records[1:]]


@dataclass(slots=True)
class Measures:
    """What metrics come to, as problems come."""

    _values: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def add(self, records: Sequence[Record]) -> None:
        """Count the records of a problem."""
        first = records[0]
        for name, value in first.metrics.items():
            self._values.setdefault(name, {}).setdefault(first.story or first.id, []).append(value)

    def figures(self) -> dict[str, Measured]:
        """Return the mean of each metric with its interval of 95 %; problems of one story hang together.

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
