"""The command ``bench``: datasets through translators, provers and baselines."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from sorites.agent.cli.commands import app, emit, pick_semantics
from sorites.agent.cli.flags import (
    CheckOption,
    JsonOption,
    MemoryOption,
    Model,
    PricesOption,
    RepairsOption,
    SemanticsOption,
    SolverOption,
    StrictOption,
    TimeoutOption,
    with_model,
)
from sorites.solvers.errors import UserError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from ..runs.cells import Cell, Pace
    from ..runs.store import Store
    from ..scoring.metrics import Summary, Tally
    from ..tasks.sample import Dataset

_RUN: Final = "The run"


@app.command()
@with_model
def bench(
    model: Model,
    dataset: Annotated[
        str,
        typer.Argument(
            help="sample, folio, proofwriter, prontoqa, proverqa, logicasker, multi-logieval, boardgameqa, file:PATH, "
            "or generated:NAME?n=100&seed=0."
        ),
    ],
    answerer: Annotated[
        list[str] | None,
        typer.Option(help="Baselines beside the provers: direct, cot (by a model), or answers:FILE; repeat it."),
    ] = None,
    models: Annotated[
        list[str] | None, typer.Option("--model", help="Models of the baselines, openai:MODEL; repeat it.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="The dataset's file or folder; else the authors' files are downloaded once.")
    ] = None,
    solver: SolverOption = "portfolio",
    semantics: SemanticsOption = None,
    limit: Annotated[int, typer.Option(min=0, help="Take the first problems only; 0 for all.")] = 0,
    sample: Annotated[int, typer.Option(min=0, help="Draw so many problems at random (--seed); 0 for all.")] = 0,
    where: Annotated[
        list[str] | None, typer.Option(help="Only problems with a tag, such as depth=2 or label=yes; repeat it.")
    ] = None,
    samples: Annotated[
        int, typer.Option(min=0, help="Programs for each problem; 0 for all that are recorded, or one of a model.")
    ] = 0,
    max_repairs: RepairsOption = 3,
    timeout: TimeoutOption = 10.0,
    memory: MemoryOption = 2048,
    prices: PricesOption = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the records; --resume goes on with one.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where a run was cut off.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that solve.", rich_help_panel=_RUN)] = 1,
    concurrency: Annotated[
        int, typer.Option(min=1, help="Samples at the same time, of models.", rich_help_panel=_RUN)
    ] = 8,
    rpm: Annotated[
        float, typer.Option(min=0, help="Requests a minute to an endpoint; 0 for no bound.", rich_help_panel=_RUN)
    ] = 0,
    engine: Annotated[str, typer.Option(help="local, or ray for a cluster.", rich_help_panel=_RUN)] = "local",
    max_cost: Annotated[float, typer.Option(min=0, help="Stop at this cost (--prices).", rich_help_panel=_RUN)] = 0,
    max_errors: Annotated[int, typer.Option(min=0, help="Stop at so many faults.", rich_help_panel=_RUN)] = 0,
    max_samples: Annotated[
        int, typer.Option(min=0, help="Stop after so many samples; --resume takes the next.", rich_help_panel=_RUN)
    ] = 0,
    against_gold: Annotated[
        bool, typer.Option("--against-gold", help="Compare programs with the gold formulas of the dataset.")
    ] = False,
    check: CheckOption = False,
    strict: StrictOption = False,
    json: JsonOption = False,
) -> None:
    """Run a dataset through translators, provers and baselines, and say how well each did."""
    from sorites.solvers import Limits, Semantics, make_solver

    from ..runs.execution import Budget, machine
    from ..runs.store import SETTINGS, Store
    from ..tasks.datasets import Selection, load_dataset, located

    names = list(model.names)
    if not names and not answerer:
        if dataset != "sample" and not dataset.startswith("generated"):
            raise UserError(
                "say who translates: --translator english, recorded:FILE, openai:MODEL or gold; "
                "or who answers: --answerer direct"
            )
        names = ["gold"]
    if "recorded:" in names:
        raise UserError("say which file holds the programs: recorded:FILE")
    recorded = next((n.partition(":")[2] for n in names if n.startswith("recorded:")), "")
    path = located(dataset, data or (Path(recorded) if recorded else None), lambda text: typer.echo(text, err=True))
    loaded: Dataset = load_dataset(dataset, path)
    if limit or sample or where:
        loaded = Selection(loaded, _pairs(where or []), sample, model.options.seed or 0, limit)
    chosen = pick_semantics(semantics) or loaded.semantics
    making = _Making(model, loaded, solver, samples, strict, rpm, prices)
    shared = {
        "solver": make_solver("rules" if chosen is Semantics.RULES else solver, certify=check or out is not None),
        "semantics": chosen,
        "limits": Limits(timeout, memory),
        "check": check,
        "keep": out is not None,
        "max_repairs": max_repairs,
        "against_gold": against_gold,
    }
    cells: list[Cell] = [making.program(name, shared) for name in names]
    for method in answerer or []:
        cells += making.answers(method, [*(models or []), *(n for n in names if n.startswith(("openai", "langchain")))])
    if doubled := {c.name for c in cells if [d.name for d in cells].count(c.name) > 1}:
        raise UserError(f"{', '.join(sorted(doubled))} is there twice")
    store = None
    if out is not None:
        settings = {
            "dataset": dataset,
            "data": _checksum(path),
            "cells": [c.name for c in cells],
            "solver": solver,
            "semantics": chosen.value,
            "limit": limit,
            "sample": sample,
            "seed": model.options.seed,
            "where": sorted(where or []),
            "samples": samples,
            "max_repairs": max_repairs,
            "timeout": timeout,
            "temperature": model.options.temperature,
            "strict": strict,
            "against_gold": against_gold,
        }
        manifest = {
            SETTINGS: settings,
            "labels": {v.value: label for v, label in loaded.scheme.labels.items()},
            "command": sys.argv,
            "commit": _commit(),
            "machine": machine(),
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        store = Store(out, manifest, resume=resume)
    try:
        tallies, seconds = _run(
            cells,
            loaded,
            store,
            quiet=json,
            budget=Budget(max_cost, max_errors, max_samples),
            workers=workers,
            concurrency=concurrency,
            engine=engine,
        )
        found = [_summary(loaded, cell.name, solver, chosen.value, tallies[cell.name], seconds) for cell in cells]
        _report(found, loaded, out, store, json=json)
    finally:
        if store is not None:
            store.close()


class _Making:
    """Makes cells of names."""

    def __init__(
        self,
        model: Model,
        dataset: Dataset,
        solver: str,
        samples: int,
        strict: bool,
        rpm: float,
        prices: Path | None,
    ) -> None:
        from sorites.translators.models.prices import load_prices

        self.model, self.dataset, self.samples, self.strict, self.rpm = model, dataset, samples, strict, rpm
        self.prices = load_prices(prices) if prices else {}
        self.paces: dict[str, Pace] = {}

    def pace(self, name: str) -> Pace:
        """Return the pace of an endpoint, one for all cells that share it."""
        from ..runs.cells import Pace

        kind = name.partition(":")[0]
        return self.paces.setdefault(kind, Pace(self.rpm if kind in {"openai", "langchain"} else 0))

    def program(self, name: str, shared: dict[str, Any]) -> Cell:
        """Return the cell of a translator."""
        from sorites.translators import make_translator

        from ..runs.cells import ProgramCell
        from ..tasks.datasets import gold_translator

        if name == "gold":
            translator: Any = gold_translator(self.dataset, strict=self.strict)
        else:
            translator = make_translator(name, samples=self.samples, strict=self.strict, options=self.model.options)
        price = self.prices.get(name.rpartition(":")[2])
        return ProgramCell(self.dataset.name, translator, **shared, price=price, pace=self.pace(name))

    def answers(self, method: str, models: list[str]) -> list[Cell]:
        """Return the cells of a baseline, one for each model.

        Raises:
            UserError: no model is named.
        """
        from sorites.agent.answerers import RecordedAnswerer, make_answerer
        from sorites.translators import make_chat

        from ..runs.cells import AnswerCell

        if method.startswith("answers:"):
            recorded = RecordedAnswerer.from_file(Path(method.removeprefix("answers:")), self.samples)
            return [AnswerCell(self.dataset.name, recorded, remote=False)]
        if not models:
            raise UserError(f"say which model answers for the baseline '{method}': --model openai:MODEL")
        found: list[Cell] = []
        for name in dict.fromkeys(models):
            made = make_answerer(method, make_chat(name, self.model.options), self.model.options.shots)
            price = self.prices.get(name.rpartition(":")[2])
            found.append(AnswerCell(self.dataset.name, made, price, self.pace(name)))
        return found


def _pairs(texts: list[str]) -> Mapping[str, str]:
    found = dict(text.partition("=")[::2] for text in texts)
    if not all(found) or not all("=" in text for text in texts):
        raise UserError(f"write a filter as TAG=VALUE, not '{next(t for t in texts if '=' not in t or t[0] == '=')}'")
    return found


def _checksum(path: Path | None) -> str:
    """Return the checksum of a dataset's file, or of all files of a folder."""
    if path is None or not path.exists():
        return ""
    digest = hashlib.sha256()
    for file in [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file()):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _commit() -> str:
    """Return the commit of the sources, if they are in a repository."""
    git = Path(__file__).parent.parent / ".git"
    try:
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return head
        return (git / head.removeprefix("ref: ")).read_text("utf-8").strip()
    except OSError:
        return ""


def _run(
    cells: list[Cell], dataset: Dataset, store: Store | None, *, quiet: bool, **options: Any
) -> tuple[dict[str, Tally], float]:
    """Run all cells, showing how each of them does, and return their figures with the seconds taken."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..runs.execution import run
    from ..runs.store import read_records
    from ..scoring.metrics import Tally

    console = Console(stderr=True)
    tallies = {cell.name: Tally() for cell in cells}
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[figures]}"),
        TimeRemainingColumn(),
    )
    before = 0
    if store is not None and store.done:
        problem: list[Any] = []
        for record in read_records(store.folder):
            if problem and (problem[0].cell, problem[0].id) != (record.cell, record.id):
                tallies[problem[0].cell].add(problem)
                problem = []
            problem.append(record)
        if problem:
            tallies[problem[0].cell].add(problem)
        before = len(store.done)
    started = time.perf_counter()
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        total = len(dataset) if not progress.disable else 0
        tasks = {c.name: progress.add_task(c.name, total=total, figures="") for c in cells}
        found = run(cells, dataset, store=store, skipped=lambda c: progress.advance(tasks[c.name]), **options)
        for cell, records in found:
            tallies[cell.name].add(records)
            if not progress.disable:
                _advance(progress, tasks[cell.name], tallies[cell.name])
    if before:
        console.print(f"went on with {before} results that were there")
    return tallies, time.perf_counter() - started


def _advance(progress: Progress, task: TaskID, tally: Tally) -> None:
    counts = tally.counts
    cost = f" cost {tally.used.cost:.2f}" if tally.used is not None and tally.used.cost is not None else ""
    shown = f"ER {counts.ran / counts.total:.0%} accuracy {counts.right / counts.total:.0%}{cost}"
    progress.update(task, advance=1, figures=shown)


def _summary(dataset: Dataset, name: str, solver: str, semantics: str, tally: Tally, seconds: float) -> Summary:
    from ..scoring.metrics import Summary

    figures = tally.figures()
    return Summary.model_validate(
        {
            "dataset": dataset.name,
            "translator": name,
            "solver": solver,
            "semantics": semantics,
            "label_scheme": {v.value: label for v, label in dataset.scheme.labels.items()},
            "seconds": round(seconds, 4),
            "problems_per_second": round(figures["samples"] / seconds, 2) if seconds else 0.0,
            **figures,
        }
    )


def _report(found: list[Summary], dataset: Dataset, out: Path | None, store: Store | None, *, json: bool) -> None:
    from ..reports.tables import show_cells, show_summary
    from ..scoring.metrics import RunSummary

    whole = found[0] if len(found) == 1 else RunSummary(cells=found)
    if store is not None:
        store.summarise(whole.model_dump_json(indent=2))
    if json:
        emit(whole)
        return
    from rich.console import Console

    console = Console()
    if len(found) == 1:
        show_summary(console, found[0])
    else:
        show_cells(console, found)
    for what, count in getattr(dataset, "mended", {}).items():
        console.print(f"taken as it was meant: {what} ({count} times)", style="dim", markup=False)
    if out is not None:
        console.print(f"records in {out}; look at them with: sorites report {out}", markup=False)
