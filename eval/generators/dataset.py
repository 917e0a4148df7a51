"""Generated problems as a dataset: made as they are asked for, or from a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from sorites.solvers import UserError
from sorites.translators import LabelScheme, Problem

from ..tasks.sample import Sample
from .problem import Generator, ProblemRecord, Questioning, turn_of
from .registry import make_generator, options_of
from .specification import options_in
from .writing import drawn_seed, problems, read_problems


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
        for number, record in enumerate(source):
            yield sample_of(record, self.scheme, story=self._shared(number))

    def _shared(self, number: int) -> str:
        """Return what the problems of one context, or of one question, have in common; nothing where none have."""
        if not isinstance(self.generator, Questioning):
            return ""
        return str(self.generator.context(turn_of(self.generator, self.seed, number)))


def sample_of(record: ProblemRecord, scheme: LabelScheme, *, story: str = "") -> Sample:
    """Return a problem as a sample, with the story that those which share a context or a question have."""
    options = () if record.options == [*scheme.labels.values()] else tuple(record.options)
    problem = Problem(record.id, record.context, record.question, scheme, options)
    source, steps = f"generated:{record.generator}", "\n".join(record.chain)
    return Sample(problem, record.label, source, record.tags, steps, record.program, story, reasoning=steps)


def seeded(name: str, before: str = "") -> str:
    """Return the name of a generated dataset with its seed: what is said, or that of a run before, or a new one.

    Args:
        name: the name, such as ``generated:logicasker?n=500``.
        before: what a run that is gone on with calls its dataset.
    """
    if "seed" in dict(parse_qsl(name.partition("?")[2])):
        return name
    start = f"{name}{'&' if '?' in name else '?'}seed="
    return before if before.startswith(start) else f"{start}{drawn_seed()}"


def _generator_of(record: ProblemRecord) -> Generator:
    """Return the generator of a problem, with its options, if they are those of this version."""
    options = options_in(record.settings)
    options.pop("wording", None)
    try:
        return make_generator(record.generator, options)
    except UserError:
        return make_generator(record.generator)


def generated_dataset(name: str, file: Path | None = None) -> GeneratedDataset:
    """Return the dataset of a name such as ``generated:logicasker?n=500&seed=7``, or of a file of problems.

    A seed that is not said is drawn.

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
        return GeneratedDataset(_generator_of(first), count, first.seed, file)
    options = options_of(parse_qsl(query, keep_blank_values=True), f"'{name}'")
    try:
        count, seed = int(options.pop("n", "100")), int(options.pop("seed", drawn_seed()))
    except ValueError as error:
        raise UserError(f"n and seed are whole numbers in '{name}'") from error
    if count < 1:
        raise UserError(f"n is {count} in '{name}'; it is how many problems to make")
    return GeneratedDataset(make_generator(kind, options), count, seed)
