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
    labels: Annotated[
        str | None,
        typer.Option(help="Other labels: yes,no (no for what is open, too), or True,False,Unknown."),
    ] = None,
    rule: Annotated[
        Literal["vote", "majority"] | None,
        typer.Option(help="How several samples decide where cells are compared; the run's own rule if none is named."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the records as they are scored now.")] = None,
    json: JsonOption = False,
) -> None:
    """Score a run anew: with metrics of your own, other labels, or another rule; nobody is asked."""
    from rich.console import Console

    from sorites.translators import scheme_of

    from ..reports.tables import show_cells, show_pairs, show_summary
    from ..rescoring import rescore

    found = rescore(
        folder, metrics=metric or (), labels=scheme_of(labels) if labels is not None else None, rule=rule, out=out
    )
    if json:
        emit(found.summary)
        return
    console, several = Console(), list(found.cells.values())
    if len(several) == 1:
        show_summary(console, several[0])
    else:
        show_cells(console, several)
        show_pairs(console, found.pairs, dict.fromkeys(found.cells, found.rule))
    if out is not None:
        console.print(f"records in {out}; look at them with: sorites report {out}", markup=False)


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
