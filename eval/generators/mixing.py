"""Problems of all four papers in one file, for training: as many of each paper, of several levels, shuffled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from .exporting import Export
from .problem import ProblemRecord
from .registry import make_generator
from .specification import Split
from .writing import problems, save

PARTS: Final[Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]]] = {
    "provergen": (("provergen", {"level": "easy,medium,hard"}),),
    "logicasker": tuple(("logicasker", {"balanced": "true", "length": length}) for length in "123"),
    "multi-logieval": (("multi-logieval", {"answers": "both"}),),
    "boardgameqa": tuple(("boardgameqa", {"depth": depth}) for depth in "123"),
}
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
    units = [(name, options, i) for i, parts in enumerate(PARTS.values()) for name, options in parts]
    share = {i: count // len(PARTS) + (i < count % len(PARTS)) for i in range(len(PARTS))}
    sizes = []
    for place, (_, _, paper) in enumerate(units):
        own = [p for p, unit in enumerate(units) if unit[2] == paper]
        at = own.index(place)
        sizes.append(share[paper] // len(own) + (at < share[paper] % len(own)))
    made = [
        problems(make_generator(name, {**options, "split": split}), size, seed, workers=workers)
        for (name, options, _), size in zip(units, sizes, strict=True)
    ]
    order = [place for place, size in enumerate(sizes) for _ in range(size)]
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
