"""The command ``bench``: datasets through translators, provers and baselines."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sorites.agent.cli.commands import UNSCORED, app, emit
from sorites.agent.cli.flags import (
    CheckOption,
    JsonOption,
    RepairsOption,
    SemanticsOption,
    SolverOption,
    TimeoutOption,
    Translating,
    with_model,
)

if TYPE_CHECKING:
    from ..reports.figures import Run
    from ..runs.execution import Interrupted

_RUN: Final = "The run"
IN_FILES: Final = (
    "rule", "memory", "engine", "max_cost", "max_errors", "max_samples", "shard", "readings", "strict",
    "prices", "by_story",
)  # fmt: skip
"""What files of runs have, and --set sets here; see ``sorites.eval.runs.plans``."""


@app.command()
@with_model(*IN_FILES)
def bench(
    model: Translating,
    dataset: Annotated[
        str,
        typer.Argument(
            help="sample, folio, proofwriter, prontoqa, proverqa, logicasker, multi-logieval, boardgameqa, file:PATH, "
            "FILE.py:NAME, or generated:NAME?n=100&seed=0; or RUN.toml, a file that describes the whole run."
        ),
    ],
    answerer: Annotated[
        list[str] | None,
        typer.Option(help="Baselines beside the provers: direct, cot (by a model), or answers:FILE; repeat it."),
    ] = None,
    preset: Annotated[
        list[str] | None,
        typer.Option(help="A paper's way to ask a model that answers by itself; 'sorites presets' lists them."),
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
    draw: Annotated[int, typer.Option(min=0, help="Draw so many problems at random (--seed); 0 for all.")] = 0,
    where: Annotated[
        list[str] | None,
        typer.Option(help="Only problems with these tags: depth=1,2 or label!=yes; repeat it, and all must hold."),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(help="What a file's columns are called: context=text,question=questions.text,answer=label."),
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(help="The labels of a file: yes,no where what does not follow is no; True,False,Unknown if not."),
    ] = None,
    samples: Annotated[
        int, typer.Option(min=0, help="Programs for each problem; 0 for all that are recorded, or one of a model.")
    ] = 0,
    max_repairs: RepairsOption = 3,
    fallback: Annotated[
        str,
        typer.Option(
            help="If no program answers: wrong, random, first (that fits), direct or cot (the model), answers:FILE."
        ),
    ] = "wrong",
    timeout: TimeoutOption = 10.0,
    out: Annotated[Path | None, typer.Option(help="Folder for the records; --resume goes on with one.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where a run was cut off.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that solve.", rich_help_panel=_RUN)] = 1,
    concurrency: Annotated[
        int, typer.Option(min=1, help="Samples at the same time, of models.", rich_help_panel=_RUN)
    ] = 8,
    check: CheckOption = False,
    seed: Annotated[int | None, typer.Option(help="Of --draw, and of models; each sample adds its number.")] = None,
    json: JsonOption = False,
) -> None:
    """Run a dataset through translators, provers and baselines, and say how well each did.

    What is seldom set, ``--set`` sets as a file of runs does: rule=majority, memory=4096, strict=true, readings=likely,
    engine=ray, rpm=60, prices=FILE (JSON: {"MODEL": {"input": PRICE, "output": PRICE}}, for a million tokens),
    max_cost=5, max_errors=9, max_samples=100, shard=2/8, by_story=true (a model reads each text once).
    """
    from ..presets import PRESET
    from ..running import run
    from ..runs.execution import Interrupted
    from ..runs.plans import ASKING, RunIn, checked, keywords, load_plan
    from ..tasks.columns import with_columns
    from .watching import STOPPED, stopping, watching

    dataset = with_columns(dataset, columns)
    named = {_PLURAL.get(name, name): value for name, value in model.said.items() if name != "dataset"}
    said = {name: value for name, value in named.items() if name in RunIn.model_fields}
    if dataset.endswith(".toml"):
        given = load_plan(dataset, **said)
        out = given["out"] = out or given.get("out")
    else:
        answering = [*(answerer or ()), *(f"{PRESET}{name}" for name in preset or ())]
        default = None if answering else "gold"
        engine = str(model.settings.get("engine", "local"))
        model.check(answering, default=default, fallback=fallback, samples=samples, draw=draw, engine=engine)
        own = {name: value for name, value in said.items() if name not in ASKING}
        plan = checked(RunIn, {**own, "dataset": dataset, "translators": model.names, "seed": seed}, "--set")
        given = keywords(plan, "--set", {"model": model.options, "english": model.english})
    gc.freeze()  # what is loaded is no garbage
    try:
        with stopping() as (stop, heard), watching(bars=not json) as watch:
            found = run(
                **given,
                resume=resume,
                keep=out is not None,
                watch=watch,
                say=lambda text: typer.echo(text, err=True),
                stop=stop,
            )
    except Interrupted as stopped:
        _leave(stopped, out, STOPPED + (heard[-1] if heard else SIGINT))
    if json:
        emit(found.summary)
    else:
        _show(found, out)
    if found.left:
        typer.secho(f"stopped by {found.ended_by}: {found.left} samples are left{_going_on(out)}", fg="red", err=True)
    if found.unscored:
        _say_unscored(found, out)
    if found.left or found.unscored:
        raise typer.Exit(UNSCORED)


_PLURAL: Final = {"translator": "translators", "answerer": "answerers", "preset": "presets"}
"""How a file that describes a run calls what is said several times here."""


def _going_on(out: Path | None) -> str:
    return "; go on with --resume" if out is not None else ", and nothing is kept: name a folder by --out"


def _leave(stopped: Interrupted, out: Path | None, code: int) -> None:
    """End, without waiting for threads that are in the midst of a sample: what they find is not wanted any more."""
    typer.echo(f"{stopped}{_going_on(out)}", err=True)
    if stopped.busy:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise typer.Exit(code)


def _say_unscored(found: Run, out: Path | None) -> None:
    """Say how many problems could not be asked, why, and how to ask them again."""
    from sorites.solvers.showing import plain

    reasons = Counter[str]()
    for one in found.cells.values():
        reasons.update(one.reasons)
    total = sum(len(right) for right in found.right.values()) + found.unscored
    again = "add --resume to ask them again" if out is not None else "with --out FOLDER they could be asked again"
    typer.secho(
        f"{found.unscored} of {total} problems could not be asked, and count nowhere; {again}", fg="red", err=True
    )
    for reason, count in reasons.most_common(3):
        typer.echo(f"  {count} times: {plain(reason)}", err=True)


def _show(found: Run, out: Path | None) -> None:
    from rich.console import Console

    from ..reports.tables import show_run

    console = Console()
    show_run(console, found.cells)
    for what, count in found.manifest["mended"].items():
        console.print(f"taken as it was meant: {what} ({count} times)", style="dim", markup=False)
    if out is not None:
        console.print(f"records in {out}; look at them with: sorites report {out}", markup=False)
