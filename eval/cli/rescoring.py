"""The commands ``rescore``, a run's records with other metrics or another rule, and ``merge``: nobody is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from sorites.agent.cli.commands import app, emit
from sorites.agent.cli.flags import JsonOption

MetricOption = Annotated[
    list[str] | None,
    typer.Option("--metric", help="A metric of your own: FILE.py:NAME, or one that a package registers; repeat it."),
]


@app.command()
def rescore(
    folder: Annotated[Path, typer.Argument(help="A run's folder, which stays as it is.")],
    metric: MetricOption = None,
    rule: Annotated[
        Literal["vote", "majority"] | None,
        typer.Option(help="How several samples decide where cells are compared; the run's own rule if none is named."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the records as they are scored now.")] = None,
    json: JsonOption = False,
) -> None:
    """Score a run anew: with metrics of your own or another rule; nobody is asked."""
    from rich.console import Console

    from ..reports.tables import show_run
    from ..rescoring import rescore

    found = rescore(folder, metrics=metric or (), rule=rule, out=out)
    if json:
        emit(found.summary)
        return
    show_run(Console(), found.cells, found.pairs, found.rule)
    if out is not None:
        typer.echo(f"records in {out}; look at them with: sorites report {out}")


@app.command()
def merge(
    out: Annotated[Path, typer.Argument(help="The folder for the whole run.")],
    folders: Annotated[list[Path], typer.Argument(help="The folders of all its shards.")],
) -> None:
    """Put the shards of a run together (bench --set shard=I/N), so that it is reported, and gone on with, as one."""
    from ..merging import merge

    found = merge(folders, out)
    count = sum(one.samples for one in found.cells.values())
    typer.echo(f"{count} records in {out}; look at them with: sorites report {out}")
