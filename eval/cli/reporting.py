"""The commands that look at runs: ``report``, ``compare`` and ``paper``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sorites.agent.cli.commands import app


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A run's folder.")],
    inspect: Annotated[
        Path | None,
        typer.Option(help="Write --cell as a log for inspect_ai's viewer to this file."),
    ] = None,
    cell: Annotated[str | None, typer.Option(help="With --inspect: the cell; the first one if none is named.")] = None,
) -> None:
    """Show a run: tables here; report.html, report.csv and report.tex in its folder."""
    from rich.console import Console

    from sorites.solvers import UserError

    from ..reports.figures import load
    from ..reports.frames import as_csv, as_inspect, as_latex
    from ..reports.page import page
    from ..reports.tables import show_cells, show_pairs, show_summary

    run = load(folder)
    place = folder if folder.is_dir() else folder.parent
    console = Console()
    try:
        if inspect is not None:
            inspect.write_text(as_inspect(run, cell or next(iter(run.cells))), encoding="utf-8")
            console.print(f"{inspect}: open it with inspect_ai's viewer", markup=False)
            return
        for name, text in (("report.html", page(run)), ("report.csv", as_csv(run)), ("report.tex", as_latex(run))):
            (place / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"can't write: {error}") from error
    summaries = list(run.cells.values())
    if len(summaries) == 1:
        show_summary(console, summaries[0])
    else:
        show_cells(console, summaries)
        show_pairs(console, run.pairs, list(run.cells), "majority")
    console.print(f"{place / 'report.html'}, report.csv, report.tex", markup=False)


@app.command()
def compare(
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs on the same samples.")],
    flips: Annotated[int, typer.Option(min=0, help="How many samples that flipped to name.")] = 10,
) -> None:
    """Say which run is better, by how much, with what certainty, and which samples flipped."""
    from rich.console import Console
    from rich.text import Text

    from sorites.solvers import UserError

    from ..reports.figures import load, paired
    from ..reports.tables import literal, show_cells, show_pairs

    runs = [load(folder) for folder in folders]
    several = len(folders) > 1
    right = {
        f"{folder.name}: {name}" if several else name: found
        for folder, run in zip(folders, runs, strict=True)
        for name, found in run.right.items()
    }
    if len(right) < 2:
        raise UserError("there is one cell only, and nothing to compare it with")
    pairs = paired(right, {name: story for run in runs for name, story in run.stories.items()})
    if not pairs:
        raise UserError("the runs share no samples")
    console = Console()
    summaries = [
        one.model_copy(update={"translator": f"{folder.name}: {name}" if several else name})
        for folder, run in zip(folders, runs, strict=True)
        for name, one in run.cells.items()
    ]
    show_cells(console, summaries)
    show_pairs(console, pairs, list(right), "majority")
    for pair in pairs:
        first, second = right[pair.first], right[pair.second]
        differ = [name for name in first if name in second and first[name] != second[name]]
        if differ and flips:
            first_name, second_name = literal(pair.first, "bold"), literal(pair.second, "bold")
            console.print(Text.assemble(first_name, " and ", second_name, f" differ on {len(differ)}:"))
            for name in differ[:flips]:
                console.print(
                    f"  {name}: {'first' if first[name] else 'second'} is right", highlight=False, markup=False
                )


@app.command()
def paper(
    table: Annotated[str, typer.Argument(help="multi-logieval-table7, proverqa-table2, …; 'list' names them all.")],
    folder: Annotated[Path | None, typer.Argument(help="A run's folder, laid out beside the paper's figures.")] = None,
) -> None:
    """Show a table of a paper, with a run in the same layout beside it."""
    from rich.console import Console

    from ..reports.papers import TABLES, show

    console = Console()
    if table == "list":
        for name, one in TABLES.items():
            console.print(f"{name}: {one.title}")
        return
    show(console, table, folder)
