"""A part of a dataset: by tags, drawn at random, or its beginning."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from sorites.solvers import Semantics, UserError
from sorites.translators import LabelScheme
from sorites.translators.problem import text_of

from .sample import GOLD, Dataset, Sample, group_of

Where = Mapping[str, str | Sequence[str]] | Sequence[str]
"""Values by their tags, or texts such as ``depth=1,2`` and ``logic!=nm``."""
_LISTED: Final = 20


@dataclass(frozen=True, slots=True)
class Filter:
    """What a tag must be, or must not be.

    Attributes:
        tag: the tag; ``label`` is the gold label.
        values: one of these.
        excluded: or none of these.
    """

    tag: str
    values: tuple[str, ...]
    excluded: bool = False

    def __str__(self) -> str:
        """Return it as it is written."""
        return f"{self.tag}{'!=' if self.excluded else '='}{','.join(self.values)}"


def filters_of(where: Where) -> tuple[Filter, ...]:
    """Return filters as a user writes them; those of one tag that say ``=`` are alternatives.

    Args:
        where: values by their tags, or texts such as ``depth=1,2`` and ``logic!=nm``.

    Raises:
        UserError: one is not written so.
    """
    if isinstance(where, str):
        where = (where,)
    found: dict[tuple[str, bool], list[str]] = {}
    if isinstance(where, Mapping):
        for tag, values in where.items():
            found[tag, False] = [values] if isinstance(values, str) else list(values)
    else:
        for text in where:
            left, equals, value = text.partition("=")
            tag = left.removesuffix("!").strip()
            if not (equals and tag and value):
                raise UserError(f"write a filter as TAG=VALUE, TAG=ONE,OTHER or TAG!=VALUE, not '{text}'")
            found.setdefault((tag, left.endswith("!")), []).append(value)
    return tuple(Filter(tag, tuple(values), excluded) for (tag, excluded), values in found.items())


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a dataset, or the whole under another semantics.

    Attributes:
        whole: the dataset.
        where: the values that tags must have or must not have; ``label`` is the gold label.
        sample: how many to draw at random; 0 for all.
        seed: of the draw.
        limit: how many to take at most; 0 for all.
        semantics: what following means in it; ``None`` for what its problems say.
        shard: which part of all that is taken, such as ``2/8``: every eighth, from the second; empty for all.
        filters: what ``where`` says.
    """

    whole: Dataset
    where: Where = ()
    sample: int = 0
    seed: int = 0
    limit: int = 0
    semantics: Semantics | None = None
    shard: str = ""
    filters: tuple[Filter, ...] = field(init=False)
    _total: int = field(init=False)

    def __post_init__(self) -> None:
        """Look for the tags and values, so that a slip is said before anything is asked.

        Raises:
            UserError: there is no such tag or value, a number is negative, or nothing is left.
        """
        for name, number in (("draw", self.sample), ("limit", self.limit)):
            if number < 0:
                raise UserError(f"'{name}' is {number}; it is a number of problems, and 0 takes all")
        parts_of(self.shard)
        filters = filters_of(self.where)
        if filters:
            filters = _known(self.whole, filters)
        object.__setattr__(self, "filters", filters)
        object.__setattr__(self, "where", tuple(sorted(map(str, filters))))  # in one way, however it was written
        total = sum(1 for s in self.whole if self._has(s)) if filters else len(self.whole)
        object.__setattr__(self, "_total", total)
        if not total:
            told = f" with {' and '.join(map(str, filters))}" if filters else ""
            raise UserError(f"{self.whole.name} holds no problems{told}")

    @property
    def name(self) -> str:
        """The name of the whole."""
        return self.whole.name

    @property
    def scheme(self) -> LabelScheme:
        """The labels."""
        return self.whole.scheme

    def __len__(self) -> int:
        """Return the number of samples."""
        first, step = parts_of(self.shard)
        return len(range(first, min(self._total, self.sample or self._total, self.limit or self._total), step))

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples in the order of the whole.

        Raises:
            UserError: two have the same id, so that their records could not be told apart, or a gold label is
                none that an answer may have, so that none could be right.
        """
        chosen = (s for s in self.whole if self._has(s))
        if self.sample:
            several = list(chosen)
            rng = random.Random(self.seed)  # noqa: S311  # reproducible, nothing secret
            places = sorted(rng.sample(range(len(several)), min(self.sample, len(several))))
            chosen = (several[place] for place in places)
        seen: set[str] = set()
        first, step = parts_of(self.shard)
        for sample in islice(chosen, first, self.limit or None, step):
            name = sample.problem.id
            if name in seen:
                raise UserError(
                    f"the dataset {self.name} gives two problems the id '{name}'; each needs one of its own"
                )
            seen.add(name)
            may_be = {*sample.problem.scheme.labels.values(), *map(text_of, sample.problem.options)}
            if sample.gold not in may_be and not sample.whole:
                listed = ", ".join(sorted(may_be))
                raise UserError(
                    f"the dataset {self.name} gives the problem '{name}' the label '{sample.gold}', which no answer "
                    f"to it can have; there are {listed}"
                )
            if self.semantics in (None, sample.problem.semantics):
                yield sample
            else:
                yield replace(sample, problem=replace(sample.problem, semantics=self.semantics))

    def _has(self, sample: Sample) -> bool:
        known = _tags(sample)
        return all(
            (known.get(one.tag, "").casefold() in {v.casefold() for v in one.values}) is not one.excluded
            for one in self.filters
        )


def parts_of(shard: str) -> tuple[int, int]:
    """Return from where, from 0, and at which steps a shard takes samples.

    Args:
        shard: such as ``2/8``; empty for all.

    Raises:
        UserError: it is none.
    """
    number, _, count = (shard or "1/1").partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise UserError(f"'{shard}' is no shard; the second of eight is 2/8")
    return int(number) - 1, int(count)


def _tags(sample: Sample) -> dict[str, str]:
    """Return what a sample can be chosen by."""
    return {GOLD: sample.gold} | {group_of(tag): value for tag, value in sample.tags.items()}


def _known(whole: Dataset, filters: Sequence[Filter]) -> tuple[Filter, ...]:
    """Return filters with the values that are meant: a text with commas is several, unless a tag has it as it is.

    Raises:
        UserError: there is no such tag or value; the error lists what there is.
    """
    there: dict[str, dict[str, str]] = {}
    wanted = {one.tag for one in filters}
    for sample in whole:
        for tag, value in _tags(sample).items():
            values = there.setdefault(tag, {})
            if tag in wanted:
                values.setdefault(value.casefold(), value)
    found = []
    for one in filters:
        if one.tag not in there:
            raise UserError(f"{whole.name} has no tag '{one.tag}'; there are {_listed(there)}")
        values = there[one.tag]
        meant: dict[str, None] = {}
        for text in one.values:
            for value in [text] if text.casefold() in values else text.split(","):
                if value.strip().casefold() not in values:
                    raise UserError(
                        f"{whole.name} has no {one.tag}={value.strip()}; there are {_listed(values.values())}"
                    )
                meant[values[value.strip().casefold()]] = None
        found.append(replace(one, values=tuple(meant)))
    return tuple(found)


def _listed(names: Collection[str]) -> str:
    shown = sorted(names, key=lambda name: (len(name), name) if name.isdigit() else (0, name))
    more = f", … ({len(shown)} in all)" if len(shown) > _LISTED else ""
    return f"{', '.join(shown[:_LISTED])}{more}" if shown else "none"
