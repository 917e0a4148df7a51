"""Generated problems as a dataset: made as they are asked for, or from a file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from sorites.solvers import UserError
from sorites.translators import LabelScheme, Problem

from ..tasks.sample import Sample
from .problem import Generator, ProblemRecord, Questioning
from .registry import make_generator, options_of
from .writing import problems, read_problems


@dataclass(frozen=True, slots=True)
class GeneratedDataset:
    """Problems of a generator.

    Attributes:
        generator: makes them.
        count: how many.
        seed: the seed.
        file: a file that holds them already; ``None`` to make them.
    """

    generator: Generator
    count: int
    seed: int
    file: Path | None = None

    @property
    def name(self) -> str:
        """The name in the registry."""
        return f"generated:{self.generator.name}"

    @property
    def scheme(self) -> LabelScheme:
        """The labels."""
        return self.generator.scheme

    def __len__(self) -> int:
        """Return the number of samples."""
        return self.count

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples."""
        source = read_problems(self.file) if self.file else problems(self.generator, self.count, self.seed)
        shared = isinstance(self.generator, Questioning)
        for record in source:
            yield sample_of(record, self.scheme, shared=shared)


def sample_of(record: ProblemRecord, scheme: LabelScheme, *, shared: bool = False) -> Sample:
    """Return a problem as a sample; where contexts are ``shared``, with a story that those of one context have."""
    labels = list(scheme.labels.values())
    options = () if record.options == labels else tuple(record.options)
    problem = Problem(record.id, record.context, record.question, scheme, options)
    source, steps = f"generated:{record.generator}", "\n".join(record.chain)
    story = hashlib.blake2b(record.context.encode(), digest_size=6).hexdigest() if shared else ""
    return Sample(problem, record.label, source, record.tags, steps, record.program, story, reasoning=steps)


def generated_dataset(name: str, file: Path | None = None) -> GeneratedDataset:
    """Return the dataset of a name such as ``generated:logicasker?n=500&seed=7``, or of a file of problems.

    Raises:
        UserError: there is no such generator, no such option, or one is there twice.
    """
    kind, _, query = name.removeprefix("generated").removeprefix(":").partition("?")
    if file is not None:
        first = next(read_problems(file), None)
        if first is None:
            raise UserError(f"{file} holds no problem")
        with file.open("rb") as lines:
            count = sum(1 for line in lines if line.strip())
        return GeneratedDataset(make_generator(first.generator), count, first.seed, file)
    options = options_of(parse_qsl(query, keep_blank_values=True), f"'{name}'")
    try:
        count, seed = int(options.pop("n", "100")), int(options.pop("seed", "0"))
    except ValueError as error:
        raise UserError(f"n and seed are whole numbers in '{name}'") from error
    if count < 1:
        raise UserError(f"n is {count} in '{name}'; it is how many problems to make")
    return GeneratedDataset(make_generator(kind, options), count, seed)
