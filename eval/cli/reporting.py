"""The commands that look at runs: ``report``, ``compare`` and ``paper``; and ``reproduce``."""

from __future__ import annotations

import json as jsons
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from sorites.agent.cli.commands import app, emit
from sorites.agent.cli.flags import JsonOption, said_here

if TYPE_CHECKING:
    from ..exchange.reading import ScoredLog
    from ..reports.comparison import Comparison
    from ..reports.figures import Run

WORSE: Final = 1
"""The exit code of ``compare --fail-on-regression`` where a later run is worse."""
REGRESSION: Final = "--fail-on-regression"
AgainstOption = Annotated[
    str, typer.Option(metavar="CELL", help="Compare the others with this cell alone; p is corrected for these pairs.")
]


@app.command()
def report(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="A run's folder.")],
    against: AgainstOption = "",
    json: JsonOption = False,
) -> None:
    """Show a run: tables here; report.html in its folder. With --json figures alone."""
    said_here(context)
    from rich.console import Console

    from ..reports.figures import load_run
    from ..reports.tables import show_run

    run = replace(load_run(folder), against=against)
    if json:
        emit(run.data)
        return
    console = Console()
    page = run.report()
    show_run(console, run.cells, run.pairs, run.rule)
    _say_left(run)
    console.print(str(page), markup=False)


class _Comparing(TyperCommand):
    """``compare``, whose ``--fail-on-regression`` may go without a number, which no option of typer can."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Say 0 where no number follows."""
        given: list[str] = []
        for word, after in zip(args, [*args[1:], ""], strict=True):
            given.append(word)
            if word == REGRESSION and not _is_number(after):
                given.append("0")
        return super().parse_args(ctx, given)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


@app.command(cls=_Comparing)
def compare(
    context: typer.Context,
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders of runs on the same samples, or logs of inspect_ai or lm-evaluation-harness."),
    ],
    flips: Annotated[int, typer.Option(min=0, help="How many samples that flipped to name.")] = 10,
    scorer: Annotated[str | None, typer.Option(help="Of logs: which score.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Of logs: the field by which samples hang together.")
    ] = None,
    regression: Annotated[
        float | None,
        typer.Option(
            REGRESSION,
            min=0,
            metavar="[POINTS]",
            help=f"End with the exit code {WORSE} if a cell of a later run is significantly worse than the one of its "
            "name in the first, by so many points at least (0 if none are said). What else is in the table counts for "
            "nothing: p is corrected for the later runs of one name alone.",
        ),
    ] = None,
    against: AgainstOption = "",
    page: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write report.html of the runs beside each other, with their samples."),
    ] = None,
    json: JsonOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables in Markdown.")] = False,
) -> None:
    """Say which run is better, by how much, with what certainty, and which samples flipped."""
    said_here(context)
    from sorites.solvers import UserError

    from ..exchange.reading import ScoredLog, is_log, load_log
    from ..reports.comparison import compare, side_by_side
    from ..reports.figures import load_run

    if (scorer or cluster) and not any(map(is_log, folders)):
        raise UserError("--scorer and --cluster are for logs of inspect_ai and lm-evaluation-harness")
    if against and regression is not None:
        raise UserError("--fail-on-regression compares cells of one name, and --against all cells with one: name one")
    opened = [load_log(path, scorer, cluster) if is_log(path) else load_run(path) for path in folders]
    found = compare(*opened, against=against)
    runs = [one for one in opened if not isinstance(one, ScoredLog)]
    if page is not None and len(runs) < len(opened):
        raise UserError("--page shows runs; of logs it has no samples")
    written = side_by_side(found, runs, page) if page is not None else None
    for one in opened:
        if isinstance(one, ScoredLog):
            _say_cut_off(one)
        else:
            _say_left(one)
    if json:
        emit(found.data)
    elif markdown:
        typer.echo(found.markdown, nl=False)
    else:
        _show(found, flips)
        if written is not None:
            typer.echo(written)
    if regression is not None:
        _judge(found, regression)


def _say_left(run: Run) -> None:
    """Say of a run that was ended early, or goes on, that it is not finished."""
    if run.left:
        from sorites.solvers.showing import plain

        left = f"{run.folder} is not finished: {run.left} of its samples are left; bench --resume goes on with it"
        typer.secho(plain(left), fg="red", err=True)


def _say_cut_off(log: ScoredLog) -> None:
    """Say of a log whose evaluation did not come to its end that it is not finished."""
    if not log.whole:
        from sorites.solvers.showing import plain

        typer.secho(plain(f"{log.path} is not finished: it did not come to its end"), fg="red", err=True)


def _show(found: Comparison, flips: int) -> None:
    from rich.console import Console
    from rich.text import Text

    from ..reports.tables import literal, show_cells, show_logs, show_pairs

    console = Console()
    numbers = {name: number for number, name in enumerate(found.rules, 1)}
    if found.cells:
        show_cells(console, list(found.cells.values()), [numbers[name] for name in found.cells])
    if found.logs:
        show_logs(console, {numbers[name]: (name, one) for name, one in found.logs.items()})
    show_pairs(console, found.pairs, found.rules)
    for pair in found.pairs if flips else ():
        if differ := found.flips(pair):
            first, second = literal(pair.first, "bold"), literal(pair.second, "bold")
            console.print(Text.assemble(first, " and ", second, f" differ on {len(differ)}:"))
            words = "scores higher" if pair.found.mcnemar is None else "is right"
            for name, right in islice(differ.items(), flips):
                console.print(Text.assemble("  ", literal(name), f": {'first' if right else 'second'} {words}"))


def _judge(found: Comparison, points: float) -> None:
    """End the command with ``WORSE`` if a later run is worse than the first.

    Raises:
        UserError: a later run has no cell that the first one has.
    """
    from sorites.solvers import UserError
    from sorites.solvers.showing import plain

    if len(found.runs) < 2:
        raise UserError(f"{REGRESSION} compares later runs with the first one; name two runs or more")
    for run, pairs in found.followed().items():
        if not pairs:
            raise UserError(f"{REGRESSION}: {run} has no cell by the name of one of {next(iter(found.runs))}")
    if worse := found.regressions(points):
        for pair in worse:
            by = f"{pair.difference.lstrip('-')} {pair.unit} (p = {pair.p:.2g})"
            text = f"worse: {pair.second} than {pair.first}, by {by}"
            typer.secho(plain(text), fg="red", err=True)
        raise typer.Exit(WORSE)


@app.command()
def paper(
    table: Annotated[str, typer.Argument(help="multi-logieval-table7, proverqa-table2, …; 'list' names them all.")],
    places: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Runs' folders, laid out together beside it, or a folder of runs; of LogicAsker also what "
            "weaknesses --out wrote."
        ),
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(help="A file for it as a figure (SVG), a line for each row: a depth curve."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show a table or figure of a paper, with runs in the same layout beside it."""
    from rich.console import Console

    from ..reports.papers import TABLES, figures_of
    from ..reports.papers.showing import show

    if table == "list":
        for name, one in TABLES.items():
            typer.echo(f"{name}\n  {one.title}")
        return
    figures = figures_of(table, *(places or ()))
    if figure is not None:
        from sorites.solvers import UserError

        from ..reports.papers.drawing import drawn
        from ..runs.files import written

        if figure.suffix != ".svg":
            raise UserError(f"--figure draws SVG: name the file {figure.stem}.svg")
        written(figure, drawn(figures))
    if json:
        emit(figures)
    else:
        show(Console(), figures)


@app.command()
def reproduce(
    folder: Annotated[Path, typer.Argument(help="Where the recorded programs are, such as clones of repositories.")],
    markdown: Annotated[bool, typer.Option("--markdown", help="The table in Markdown, with its commands.")] = False,
    json: JsonOption = False,
) -> None:
    """Answer the recorded programs of Logic-LM and LINC, with the figures of the authors' executors beside."""
    from rich.console import Console

    from ..reports.papers.showing import in_parts
    from ..reproducing import HEADS, as_markdown, rows_of
    from ..reproducing import reproduce as reproduced
    from .watching import watching

    with watching(bars=True) as watch:
        found = reproduced(folder, lambda text: typer.echo(text, err=True), watch)
    if json:
        typer.echo(jsons.dumps([one.model_dump(mode="json") for one in found], indent=2, ensure_ascii=False))
    elif markdown:
        typer.echo(as_markdown(found))
    else:
        typer.echo("first the authors' executors, without guesses, then ours")
        in_parts(Console(), HEADS[3:], {", ".join(row[:3]): row[3:] for row in rows_of(found)})
        typer.echo(
            "coverage: what is answered; precision: how much of it is right; disputes: checked, and not the label"
        )
