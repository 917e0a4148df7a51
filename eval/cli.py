"""The command ``sorites``: the agent's commands, and those about datasets."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from agent.cli import BAD_INPUT, app, emit, pick_semantics
from agent.flags import (
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

from . import generating  # noqa: F401  # its commands

if TYPE_CHECKING:
    from .metrics import Summary
    from .records import Record
    from .runner import BaselineRun, Run
    from .sample import Dataset

_BARS: Final = 30
_ROWS: Final = 12
"""The most rows of a table by tag on the terminal; summary.json has them all."""


@app.command()
@with_model
def bench(
    model: Model,
    dataset: Annotated[
        str,
        typer.Argument(
            help="sample (no file), folio, proofwriter, prontoqa, proverqa, logicasker, multi-logieval, boardgameqa."
        ),
    ],
    method: Annotated[
        str,
        typer.Option(help="logic (translate and prove), or a baseline: direct or cot, by the model of --translator."),
    ] = "logic",
    data: Annotated[
        Path | None, typer.Option(help="The dataset's file, or a folder of them; a recorded file holds it too.")
    ] = None,
    solver: SolverOption = "portfolio",
    semantics: SemanticsOption = None,
    limit: Annotated[int, typer.Option(min=0, help="Take the first problems only; 0 for all.")] = 0,
    samples: Annotated[
        int, typer.Option(min=0, help="Programs for each problem; 0 for all that are recorded, or one of a model.")
    ] = 0,
    max_repairs: RepairsOption = 3,
    timeout: TimeoutOption = 10.0,
    memory: MemoryOption = 2048,
    prices: PricesOption = None,
    out: Annotated[Path | None, typer.Option(help="Folder for records.jsonl and summary.json.")] = None,
    check: CheckOption = False,
    strict: StrictOption = False,
    json: JsonOption = False,
) -> None:
    """Run a dataset through a translator and a prover, and say how well it went."""
    from agent.answerers import make_answerer
    from solvers import Limits, Semantics, UserError, make_solver
    from translators import Translator, make_chat, make_translator
    from translators.prices import load_prices
    from translators.recorded import RecordedTranslator

    from .datasets import gold_translator, load_dataset
    from .generators.chains import SampleDataset
    from .runner import BaselineRun, Run

    translator = model.name
    if translator is None and dataset != "sample" and not dataset.startswith("generated"):
        raise UserError("say who translates: --translator recorded:FILE, openai:MODEL or langchain:PROVIDER:MODEL")
    recorded = translator.partition(":")[2] if translator and translator.startswith("recorded:") else ""
    loaded = load_dataset(dataset, data or (Path(recorded) if recorded else None))
    chosen = pick_semantics(semantics) or loaded.semantics
    engine = make_solver("rules" if chosen is Semantics.RULES else solver, certify=check)
    price = load_prices(prices).get((translator or "").rpartition(":")[2]) if prices else None
    if method != "logic":
        answerer = make_answerer(method, make_chat(translator or "", model.options), model.options.shots)
        baseline = BaselineRun(loaded, answerer, limit, price)
        records, seconds = _run(baseline, out, quiet=json)
        _report(_summary(loaded, answerer.name, method, "", records, seconds), out, json=json)
        return
    translates: Translator
    if translator is None and isinstance(loaded, SampleDataset):
        translates = RecordedTranslator("sample", loaded.programs(), strict=strict)
    elif translator == "gold":
        translates = gold_translator(loaded)
    else:
        translates = make_translator(translator or "english", samples=samples, strict=strict, options=model.options)
    limits = Limits(timeout, memory)
    run = Run(loaded, translates, engine, chosen, limits, limit, check, out is not None, max_repairs, price)
    records, seconds = _run(run, out, quiet=json)
    summary = _summary(loaded, translates.name, engine.name, chosen.value, records, seconds)
    _report(summary, out, json=json)


def _report(summary: Summary, out: Path | None, *, json: bool) -> None:
    if out is not None:
        (out / "summary.json").write_text(summary.model_dump_json(indent=2) + "\n", encoding="utf-8")
    if json:
        emit(summary)
    else:
        _show(summary, out)


def _run(run: Run | BaselineRun, out: Path | None, *, quiet: bool) -> tuple[list[Record], float]:
    """Run all problems, write each record as soon as it is there, and return them with the seconds taken."""
    from contextlib import ExitStack

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from solvers import UserError

    console = Console(stderr=True)
    records: list[Record] = []
    with ExitStack() as stack:
        file = None
        if out is not None:
            try:
                out.mkdir(parents=True, exist_ok=True)
                file = stack.enter_context((out / "records.jsonl").open("w", encoding="utf-8"))
            except OSError as error:
                raise UserError(f"can't write into {out}: {error.strerror or error}") from error
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        progress = Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)
        stack.enter_context(progress)
        task = progress.add_task(run.dataset.name, total=run.problems)
        started = time.perf_counter()
        for several in run.records():
            records += several
            if file is not None:
                file.writelines(r.model_dump_json() + "\n" for r in several)
                file.flush()
            progress.advance(task)
        seconds = time.perf_counter() - started
    return records, seconds


def _summary(
    dataset: Dataset, translator: str, solver: str, semantics: str, records: list[Record], seconds: float
) -> Summary:
    from .metrics import Summary, tally

    return Summary.model_validate(
        {
            "dataset": dataset.name,
            "translator": translator,
            "solver": solver,
            "semantics": semantics,
            "label_scheme": {v.value: label for v, label in dataset.scheme.labels.items()},
            "seconds": round(seconds, 4),
            "problems_per_second": round(len(records) / seconds, 2) if seconds else 0.0,
            **tally(records),
        }
    )


def _show(summary: Summary, out: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    figures = Table(title=f"{summary.dataset}, {summary.translator}", title_justify="left", show_header=False)
    figures.add_row("samples", str(summary.samples))
    figures.add_row("executable rate", f"[bold]{summary.executable_rate:.2%}[/]")
    figures.add_row("executable accuracy", f"[bold]{summary.executable_accuracy:.2%}[/]")
    figures.add_row("accuracy", f"[bold]{summary.accuracy:.2%}[/]")
    if summary.majority_accuracy is not None:
        figures.add_row("accuracy of the majority", f"[bold]{summary.majority_accuracy:.2%}[/]")
    if summary.vote_accuracy is not None:
        figures.add_row("accuracy of the vote", f"[bold]{summary.vote_accuracy:.2%}[/]")
        for level in summary.confidence_levels:
            figures.add_row(
                f"  confidence from {level.above:.0%}", f"{level.accuracy:.1%} of {level.problems} problems"
            )
    if summary.proof_f1 is not None:
        figures.add_row("rules of the proofs, F1", f"[bold]{summary.proof_f1.rules:.2%}[/]")
        figures.add_row("their conflicts, F1", f"[bold]{summary.proof_f1.conflicts:.2%}[/]")
    for gain in summary.rounds:
        told = f"  after {gain.repairs} repair{'' if gain.repairs == 1 else 's'}"
        figures.add_row(told, f"executable {gain.executable_rate:.1%}, accuracy {gain.accuracy:.1%}")
    if summary.usage is not None:
        usage = summary.usage
        cost = f", cost {usage.cost:.4f}" if usage.cost is not None else ""
        tokens = f"{usage.input_tokens} + {usage.output_tokens} tokens"
        figures.add_row("the model", f"{usage.requests} requests, {tokens}{cost}")
    figures.add_row("solver, semantics", f"{summary.solver}, {summary.semantics}")
    figures.add_row("labels", ", ".join(f"{verdict} → {label}" for verdict, label in summary.label_scheme.items()))
    if summary.checked is not None:
        figures.add_row("certificates checked", str(summary.checked))
    figures.add_row("problems a second", f"{summary.problems_per_second:.0f}")
    console.print(figures)
    for tag, values in summary.groups.items():
        if len(values) > _ROWS:
            continue
        table = Table(title=f"by {tag}", title_justify="left", box=None)
        for column in (tag, "samples", "executable", "accuracy of these", "accuracy"):
            table.add_column(column, justify="left" if column == tag else "right")
        for value, group in values.items():
            shares = (group.executable_rate, group.executable_accuracy, group.accuracy)
            table.add_row(value, str(group.samples), *(f"{share:.1%}" for share in shares))
        console.print(table)
    most = max([*summary.verdicts.values(), 1])
    verdicts = Table(title="verdicts", title_justify="left", show_header=False, box=None)
    for verdict, count in summary.verdicts.items():
        verdicts.add_row(verdict, str(count), "█" * round(_BARS * count / most))
    console.print(verdicts)
    if summary.diagnostics:
        found = Table(title="diagnostics", title_justify="left", show_header=False, box=None)
        for code, count in summary.diagnostics.items():
            found.add_row(code, str(count))
        console.print(found)
    if out is not None:
        console.print(f"records in {out / 'records.jsonl'}")


def main() -> None:
    """Run the command line; an error that the user can mend ends it with the exit code 2."""
    from solvers.faults import SoritesError

    try:
        app()
    except SoritesError as error:
        typer.secho(f"error: {error}", fg="red", err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
