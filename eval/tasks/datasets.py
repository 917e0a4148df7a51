"""Datasets by name: what each benchmark's labels mean, and how its files are read."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final, cast

from sorites.solvers import Semantics, UserError
from sorites.translators import (
    PROVED,
    TRUE_FALSE,
    TRUE_FALSE_UNCERTAIN,
    TRUE_FALSE_UNKNOWN,
    YES_NO,
    LabelScheme,
    Problem,
)
from sorites.translators.plugins import made, names_of

from .downloads import SOURCES, fetched
from .formats import (
    Entry,
    read_boardgameqa,
    read_folio,
    read_logicasker,
    read_multi_logieval,
    read_plain,
    read_recorded,
)
from .sample import Dataset, Sample


@dataclass(frozen=True, slots=True)
class Family:
    """What all files of a benchmark share.

    Attributes:
        name: the benchmark's name.
        scheme: its labels.
        semantics: what following means in it; ``None`` for what a program says.
        read: reads its files.
        shots: how many demonstrations its paper shows to models that answer by themselves.
        demonstrations: the kind of ours that is shown; ``auto`` for what each problem looks like.
    """

    name: str
    scheme: LabelScheme
    semantics: Semantics | None
    read: Callable[[Path], Iterator[Entry]]
    shots: int = 0
    demonstrations: str = "auto"


GROUP: Final = "sorites.datasets"
"""Entry points of other packages: callables that take a path, or ``None``, and return a dataset."""
FAMILIES: Final = {
    family.name: family
    for family in (
        Family("folio", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_folio),
        # ProofWriter's labels come from forward chaining with explicit negation
        # (Tafjord et al. 2021, section 3): no rule is used backwards.
        Family("proofwriter", TRUE_FALSE_UNKNOWN, Semantics.RULES, read_recorded),
        Family("prontoqa", TRUE_FALSE, Semantics.CLASSICAL, read_recorded),
        # Qi et al. 2025, appendix E: two, for direct answers and for chains of thought.
        Family("proverqa", TRUE_FALSE_UNCERTAIN, Semantics.CLASSICAL, read_recorded, 2, "general"),
        # Wan et al. 2024, section 4.5: none, but where demonstrations are the question: four, balanced.
        Family("logicasker", YES_NO, Semantics.CLASSICAL, read_logicasker, 0, "inference"),
        # Kazemi et al. 2023, appendix B: one for each label, with both kinds of conflicts.
        Family("boardgameqa", PROVED, Semantics.CLASSICAL, read_boardgameqa, 3, "preferences"),
        # Patel et al. 2024, section 4: none.
        Family("multi-logieval", YES_NO, Semantics.CLASSICAL, read_multi_logieval),
    )
}


@dataclass(frozen=True, slots=True)
class FileDataset:
    """A benchmark's file, or all files of a folder.

    Attributes:
        family: the benchmark.
        samples: its samples, in the order of the file.
        mended: what was faulty in the file and taken as it was meant, and how often.
    """

    family: Family
    samples: tuple[Sample, ...]
    mended: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The benchmark's name."""
        return self.family.name

    @property
    def scheme(self) -> LabelScheme:
        """The benchmark's labels."""
        return self.family.scheme

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples in the order of the file."""
        return iter(self.samples)


def located(name: str, path: Path | None, say: Callable[[str], None] = lambda _: None) -> Path | None:
    """Return the file or folder of a dataset: what the user says, or the authors' files, downloaded once.

    Args:
        name: the dataset.
        path: what the user says.
        say: is told what is downloaded.

    Raises:
        UserError: a benchmark's files can't be downloaded.
    """
    if name.startswith("file:"):
        return Path(name.removeprefix("file:"))
    return fetched(name, say) if path is None and name in SOURCES else path


def load_dataset(name: str, path: Path | None = None) -> Dataset:
    """Return a dataset by name.

    Args:
        name: one of the benchmarks, ``sample``, ``file:PATH`` or ``generated:NAME``.
        path: a benchmark's file or folder; ``None`` for that of its authors, which is downloaded
            once.

    Returns:
        The dataset, its samples in the order of its files.

    Raises:
        UserError: there is no such benchmark, or its file can't be had or read.
    """
    if name == "sample":
        from ..generators.chains import SampleDataset

        return SampleDataset()
    if name.startswith("file:"):
        return _plain(Path(name.removeprefix("file:")))
    if name.partition(":")[0] == "generated":
        from ..generators.dataset import generated_dataset

        return generated_dataset(name, path)
    if name not in FAMILIES and (found := made(GROUP, name, "dataset", path)) is not None:
        if not all(hasattr(found, part) for part in ("name", "scheme", "__iter__", "__len__")):
            raise UserError(f"'{name}' is no dataset: it needs a name, a scheme, a length, and samples to go through")
        return cast("Dataset", found)
    if name not in FAMILIES:
        raise UserError(
            f"there is no dataset '{name}'; there are {', '.join(('sample', *FAMILIES, *names_of(GROUP)))}, "
            "file:PATH, FILE.py:NAME, and generated:NAME?n=100&seed=0 with a generator's options"
        )
    family, path = FAMILIES[name], path or fetched(name)
    entries = list(family.read(path))
    mended = Counter(what for entry in entries for what in entry.mended)
    return FileDataset(family, _samples(entries, family, path), dict(mended))


def _plain(path: Path) -> FileDataset:
    """Return a file of anybody's as a dataset; its labels tell the scheme.

    Raises:
        UserError: it can't be read, or has labels of no scheme that is known.
    """
    entries = list(read_plain(path))
    found = {entry.label.lower() for entry in entries}
    for scheme in (YES_NO, TRUE_FALSE, TRUE_FALSE_UNKNOWN, TRUE_FALSE_UNCERTAIN, PROVED):
        known = {label.lower(): label for label in scheme.labels.values()}
        if found <= set(known):
            family = Family(path.stem, scheme, None, read_plain)
            labelled = [replace(entry, label=known[entry.label.lower()]) for entry in entries]
            return FileDataset(family, _samples(labelled, family, path))
    raise UserError(
        f"{path} has the labels {', '.join(sorted(found))}; known are yes/no, true/false, with unknown or uncertain, "
        "and proved/disproved/unknown"
    )


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a dataset, or the whole under another semantics.

    Attributes:
        whole: the dataset.
        where: the values that tags must have; ``label`` is the gold label.
        sample: how many to draw at random; 0 for all.
        seed: of the draw.
        limit: how many to take at most; 0 for all.
        semantics: what following means in it; ``None`` for what its problems say.
    """

    whole: Dataset
    where: Mapping[str, str] = field(default_factory=dict)
    sample: int = 0
    seed: int = 0
    limit: int = 0
    semantics: Semantics | None = None

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
        total = sum(1 for s in self.whole if self._has(s)) if self.where else len(self.whole)
        return min(total, self.sample or total, self.limit or total)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples in the order of the whole."""
        chosen = (s for s in self.whole if self._has(s))
        if self.sample:
            several = list(chosen)
            rng = random.Random(self.seed)  # noqa: S311  # reproducible, nothing secret
            places = sorted(rng.sample(range(len(several)), min(self.sample, len(several))))
            chosen = (several[place] for place in places)
        taken = islice(chosen, self.limit or None)
        if self.semantics is None:
            return taken
        return (replace(s, problem=replace(s.problem, semantics=self.semantics)) for s in taken)

    def _has(self, sample: Sample) -> bool:
        known = {**sample.tags, "label": sample.gold}
        return all(known.get(tag, "").lower() == value.lower() for tag, value in self.where.items())


def _samples(entries: Sequence[Entry], family: Family, path: Path) -> tuple[Sample, ...]:
    """Return the samples of a file, with their stories if some share one."""
    told = [entry.context for entry in entries if entry.context]  # LINC's files have no texts
    shared = len(set(told)) < len(told)
    return tuple(_sample(entry, family, path, shared) for entry in entries)


def _sample(entry: Entry, family: Family, path: Path, shared: bool) -> Sample:
    labels = set(family.scheme.labels.values())
    if entry.label not in labels:
        listed = ", ".join(sorted(labels))
        raise UserError(f"{path}: '{entry.id}' has the label {entry.label!r}; {family.name} has {listed}")
    problem = Problem(entry.id, entry.context, entry.question, family.scheme, entry.options, family.semantics)
    story = hashlib.blake2b(entry.context.encode(), digest_size=6).hexdigest() if shared and entry.context else ""
    return Sample(problem, entry.label, path.name, entry.tags, entry.proof, entry.program, story)
