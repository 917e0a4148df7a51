"""Shards of a run, which ran anywhere, put together to one run."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sorites.solvers import UserError

from .reports.figures import Run, load_run
from .runs.manifest import SETTINGS, TOTAL, differing, read_manifest
from .runs.reading import problems_of, read_samples
from .runs.store import PROMPTS, write_run
from .tasks.selection import parts_of


def merge(folders: Sequence[Path | str], out: Path | str) -> Run:
    """Put the shards of a run together.

    Args:
        folders: of all its shards, in any order; they stay as they are.
        out: the folder for the whole run, which goes on with ``--resume`` where a shard was not finished.

    Returns:
        The whole run.

    Raises:
        UserError: one is no shard of the same run, one is missing or there twice, or ``out`` holds something.
    """
    out, places = Path(out), [Path(folder) for folder in folders]
    if out.exists() and any(out.iterdir()):
        raise UserError(f"{out} is not empty; name another folder for the whole run")
    for place in places:
        if not place.is_dir():
            raise UserError(f"{place} is no folder")
    manifests = [read_manifest(place) for place in places]
    settings: list[dict[str, Any]] = [dict(one.get(SETTINGS, {})) for one in manifests]
    shards = [str(one.pop("shard", "")) for one in settings]
    for place, shard, one in zip(places, shards, settings, strict=True):
        if not shard:
            raise UserError(f"{place} is no shard; it was run without --set shard=I/N")
        if differ := differing(settings[0], one):
            raise UserError(f"{places[0]} and {place} are of different runs: {'; '.join(differ[:3])}")
    count = parts_of(shards[0])[1]
    if wrong := sorted({f"{n}/{count}" for n in range(1, count + 1)} ^ set(shards)):
        raise UserError(f"of {count} shards there are {', '.join(sorted(shards))}; mind {', '.join(wrong)}")
    if len(shards) > count:
        raise UserError(f"a shard is there twice: {', '.join(sorted(shards))}")
    whole = {**manifests[0], SETTINGS: {**settings[0], "shard": ""}, TOTAL: sum(one.get(TOTAL, 0) for one in manifests)}
    whole.pop("resumed", None)  # of each part by itself
    texts = (text for place in places for text in read_samples(place).values())
    write_run(out, (several for place in places for several in problems_of(place)), texts, whole)
    for place in places:
        if (place / PROMPTS).is_dir():
            shutil.copytree(place / PROMPTS, out / PROMPTS, dirs_exist_ok=True)
    return load_run(out)
