"""Problems of all four papers in one file, for training: as many of each paper, of several levels, shuffled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .data import table
from .exporting import Export
from .problem import ProblemRecord
from .registry import make_generator
from .specification import Split
from .writing import problems, save

PARTS: Final[list[list[tuple[str, dict[str, str]]]]] = table("rules")["mixed"]
"""What is mixed: of each paper a quarter, in parts of the same size, answers balanced."""


def mixed(count: int, seed: int, split: Split, workers: int = 1) -> Iterator[ProblemRecord]:
    """Yield problems of all generators in random order.

    Args:
        count: how many there are.
        seed: the seed.
        split: the split.
        workers: processes for each generator.
    """
    rng = random.Random(f"mix/{seed}")  # noqa: S311  # reproducible, nothing secret
    order = [(n % len(PARTS), n // len(PARTS) % len(PARTS[n % len(PARTS)])) for n in range(count)]
    made = {}
    for (paper, part), size in Counter(order).items():
        name, options = PARTS[paper][part]
        generator = make_generator(name, {**options, "split": split})
        made[paper, part] = problems(generator, size, seed, workers=workers)
    rng.shuffle(order)
    for number, place in enumerate(order):  # parts of one generator count from 0 each
        yield next(made[place]).model_copy(update={"id": f"mix-{seed}-{number:06d}"})


def write_mixed(
    count: int, seed: int, split: Split, path: Path, export: Export, workers: int = 1
) -> Iterator[ProblemRecord]:
    """Write problems of all generators in random order, and yield them.

    Args:
        count: how many there are.
        seed: the seed.
        split: the split.
        path: the file or the folder.
        export: the form.
        workers: processes for each generator.

    Raises:
        UserError: the file exists, or can't be written.
    """
    yield from save(lambda _, __: mixed(count, seed, split, workers), path, split, seed, export)
