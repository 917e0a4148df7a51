"""The commands that look at runs: ``report``, ``compare`` and ``paper``."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from sorites.agent.cli.commands import app, emit
from sorites.agent.cli.flags import JsonOption


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A run's folder.")],
    inspect: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write logs for inspect_ai into this folder, one for each cell."),
    ] = None,
    cell: Annotated[str | None, typer.Option(help="With --inspect: this cell only.")] = None,
) -> None:
    """Show a run: tables here; report.html, report.csv and report.tex in its folder."""
    from rich.console import Console

    from ..reports.figures import load_run
    from ..reports.tables import show_cells, show_pairs, show_summary

    run = load_run(folder)
    console = Console()
    if inspect is not None:
        from ..exchange.writing import write_logs

        for path in write_logs(run, inspect, cell):
            console.print(path.name, markup=False, soft_wrap=True)
        console.print(f"look at them with: inspect view --log-dir {inspect}", markup=False, soft_wrap=True)
        return
    page = run.report()
    summaries = list(run.cells.values())
    if len(summaries) == 1:
        show_summary(console, summaries[0])
    else:
        show_cells(console, summaries)
        show_pairs(console, run.pairs, list(run.cells), run.rule)
    console.print(f"{page}, report.csv, report.tex", markup=False)


@app.command()
def compare(
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders of runs on the same samples, or logs of inspect_ai or lm-evaluation-harness."),
    ],
    flips: Annotated[int, typer.Option(min=0, help="How many samples that flipped to name.")] = 10,
    scorer: Annotated[str | None, typer.Option(help="Of logs: which score.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Of logs: the field by which samples hang together.")
    ] = None,
) -> None:
    """Say which run is better, by how much, with what certainty, and which samples flipped."""
    from rich.console import Console
    from rich.text import Text

    from ..exchange.comparing import compare_logs, show_logs
    from ..exchange.reading import are_logs
    from ..reports.comparison import compare
    from ..reports.figures import load_run
    from ..reports.tables import literal, show_cells, show_pairs

    if are_logs(folders, scorer, cluster):
        show_logs(Console(), compare_logs(folders, scorer, cluster))
        return
    found = compare(*map(load_run, folders))
    console = Console()
    show_cells(console, list(found.cells.values()))
    show_pairs(console, found.pairs, list(found.right), found.rule)
    for pair in found.pairs if flips else ():
        if differ := found.flips(pair):
            first, second = literal(pair.first, "bold"), literal(pair.second, "bold")
            console.print(Text.assemble(first, " and ", second, f" differ on {len(differ)}:"))
            for name, right in islice(differ.items(), flips):
                console.print(Text.assemble("  ", literal(name), f": {'first' if right else 'second'} is right"))


@app.command()
def paper(
    table: Annotated[str, typer.Argument(help="multi-logieval-table7, proverqa-table2, …; 'list' names them all.")],
    folder: Annotated[Path | None, typer.Argument(help="A run's folder, laid out beside the paper's figures.")] = None,
    json: JsonOption = False,
) -> None:
    """Show a table of a paper, with a run in the same layout beside it."""
    from rich.console import Console

    from ..reports.papers import TABLES, figures_of, show

    console = Console()
    if table == "list":
        for name, one in TABLES.items():
            console.print(f"{name}: {one.title}")
        return
    figures = figures_of(table, folder)
    if json:
        emit(figures)
    else:
        show(console, figures)
