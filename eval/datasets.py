"""Datasets by name, and the loader of files with problems and recorded programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solvers import Semantics, UserError
from translators import TRUE_FALSE, TRUE_FALSE_UNCERTAIN, TRUE_FALSE_UNKNOWN, LabelScheme, Problem
from translators.recorded import RecordedEntry, load_entries

from .sample import Dataset, Sample


@dataclass(frozen=True, slots=True)
class Family:
    """What all files of a benchmark share.

    Attributes:
        name: the benchmark's name.
        scheme: its labels.
        semantics: what following means in it.
    """

    name: str
    scheme: LabelScheme
    semantics: Semantics


FAMILIES: Final = {
    family.name: family
    for family in (
        Family("folio", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL),
        # ProofWriter's labels come from forward chaining with explicit negation
        # (Tafjord et al. 2021, section 3): no rule is used backwards.
        Family("proofwriter", TRUE_FALSE_UNKNOWN, Semantics.RULES),
        Family("prontoqa", TRUE_FALSE, Semantics.CLASSICAL),
    )
}
_OPTION: Final = re.compile(r"\s*\(?([A-Z])[).:]\s*(.+?)\s*")


@dataclass(frozen=True, slots=True)
class FileDataset:
    """A benchmark's file in the format of Logic-LM or LINC.

    Attributes:
        family: the benchmark.
        samples: its samples, in the order of the file.
    """

    family: Family
    samples: tuple[Sample, ...]

    @property
    def name(self) -> str:
        """The benchmark's name."""
        return self.family.name

    @property
    def scheme(self) -> LabelScheme:
        """The benchmark's labels."""
        return self.family.scheme

    @property
    def semantics(self) -> Semantics:
        """What following means in it."""
        return self.family.semantics

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples in the order of the file."""
        return iter(self.samples)


def load_dataset(name: str, path: Path | None) -> Dataset:
    """Return a dataset by name.

    Args:
        name: one of the benchmarks, or ``sample``, which needs no file.
        path: the benchmark's file.

    Raises:
        UserError: there is no such benchmark, or its file can't be read.
    """
    if name == "sample":
        from .generators.chains import SampleDataset

        return SampleDataset()
    if name not in FAMILIES:
        raise UserError(f"there is no dataset '{name}'; there are sample, {', '.join(FAMILIES)}")
    if path is None:
        raise UserError(f"the dataset '{name}' needs a file: --data FILE, or --translator recorded:FILE")
    family = FAMILIES[name]
    return FileDataset(family, tuple(_sample(entry, family, path) for entry in load_entries(path)))


def _sample(entry: RecordedEntry, family: Family, path: Path) -> Sample:
    gold = entry.label or _chosen(entry)
    labels = set(family.scheme.labels.values())
    if gold not in labels:
        listed = ", ".join(sorted(labels))
        raise UserError(f"{path}: '{entry.id}' has the label {gold!r}; {family.name} has {listed}")
    problem = Problem(entry.id, entry.context, entry.question, family.scheme, tuple(entry.options))
    return Sample(problem, gold, path.name)


def _chosen(entry: RecordedEntry) -> str | None:
    """Return the text of the option that the answer's letter names."""
    for option in entry.options:
        match = _OPTION.fullmatch(option)
        if match and match.group(1) == entry.answer:
            return match.group(2)
    return entry.answer
