"""Datasets by name: what each benchmark's labels mean, and how its files are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solvers import Semantics, UserError
from translators import PROVED, TRUE_FALSE, TRUE_FALSE_UNCERTAIN, TRUE_FALSE_UNKNOWN, YES_NO, LabelScheme, Problem
from translators.recorded import RecordedTranslator

from .formats import Entry, read_boardgameqa, read_folio, read_logicasker, read_multi_logieval, read_recorded
from .sample import Dataset, Sample


@dataclass(frozen=True, slots=True)
class Family:
    """What all files of a benchmark share.

    Attributes:
        name: the benchmark's name.
        scheme: its labels.
        semantics: what following means in it.
        read: reads its files.
    """

    name: str
    scheme: LabelScheme
    semantics: Semantics
    read: Callable[[Path], Iterator[Entry]]


FAMILIES: Final = {
    family.name: family
    for family in (
        Family("folio", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_folio),
        # ProofWriter's labels come from forward chaining with explicit negation
        # (Tafjord et al. 2021, section 3): no rule is used backwards.
        Family("proofwriter", TRUE_FALSE_UNKNOWN, Semantics.RULES, read_recorded),
        Family("prontoqa", TRUE_FALSE, Semantics.CLASSICAL, read_recorded),
        Family("proverqa", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_recorded),
        Family("logicasker", YES_NO, Semantics.CLASSICAL, read_logicasker),
        Family("boardgameqa", PROVED, Semantics.CLASSICAL, read_boardgameqa),
        Family("multi-logieval", YES_NO, Semantics.CLASSICAL, read_multi_logieval),
    )
}


@dataclass(frozen=True, slots=True)
class FileDataset:
    """A benchmark's file, or all files of a folder.

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
    if name.partition(":")[0] == "generated":
        from .generators.dataset import generated_dataset

        return generated_dataset(name, path)
    if name not in FAMILIES:
        raise UserError(
            f"there is no dataset '{name}'; there are sample, {', '.join(FAMILIES)}, "
            "and generated:NAME?n=100&seed=0 with a generator's options"
        )
    if path is None:
        raise UserError(f"the dataset '{name}' needs a file: --data FILE_OR_FOLDER, or --translator recorded:FILE")
    family = FAMILIES[name]
    return FileDataset(family, tuple(_sample(entry, family, path) for entry in family.read(path)))


def _sample(entry: Entry, family: Family, path: Path) -> Sample:
    labels = set(family.scheme.labels.values())
    if entry.label not in labels:
        listed = ", ".join(sorted(labels))
        raise UserError(f"{path}: '{entry.id}' has the label {entry.label!r}; {family.name} has {listed}")
    problem = Problem(entry.id, entry.context, entry.question, family.scheme, entry.options)
    return Sample(problem, entry.label, path.name, entry.tags, entry.proof, entry.program)


def gold_translator(dataset: Dataset) -> RecordedTranslator:
    """Return the translator ``gold``, which gives the programs that a dataset comes with.

    Raises:
        UserError: it comes with none.
    """
    programs = {sample.problem.id: [sample.program] for sample in dataset if sample.program}
    if not programs:
        raise UserError(f"{dataset.name} comes with no programs, so there is no translator 'gold' for it")
    return RecordedTranslator("gold", programs)
