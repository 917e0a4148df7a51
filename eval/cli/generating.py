"""The commands that make problems, ``generate``, ``mix`` and ``weaknesses``, and ``check-overlap``."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from sorites.agent.cli.commands import app, emit
from sorites.agent.cli.flags import JsonOption, Translating, said_here, with_model

if TYPE_CHECKING:
    from ..weaknesses import Counts, Weaknesses

MANY: Final = 500
"""From how many problems on processes are worth their start."""


@app.command()
def generate(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(help="logicasker, boardgameqa, provergen, multi-logieval, ordering, grid or assignment.")
    ],
    out: Annotated[Path, typer.Option(help="The file; one of the same run is gone on with.")],
    n: Annotated[int, typer.Option("--n", min=1, help="How many problems.")] = 100,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed and options give the same problems; drawn and said if none is named."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="An option of the generator, such as depth=3; repeat it.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Have the kernel check every answer.")] = False,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            help="Processes, or with --wording requests at a time; of no matter for what is made. "
            f"0: a process for each core from {MANY} problems on.",
        ),
    ] = 0,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="jsonl, openai, alpaca (for training), hf, parquet (a folder with a card), proverqa, proverqa-train, "
            "logic-lm or zebralogic (of puzzles).",
        ),
    ] = "jsonl",
    wording: Annotated[
        str | None, typer.Option(help="A model that tells anew what the templates say, openai:MODEL.")
    ] = None,
    base_url: Annotated[str | None, typer.Option(envvar="OPENAI_BASE_URL", help="The model's endpoint.")] = None,
    augment: Annotated[bool, typer.Option("--augment", help="For training: ask for each step too.")] = False,
    tasks: Annotated[
        int, typer.Option(min=0, help="For training: draw so many of all questions, answers balanced.")
    ] = 0,
) -> None:
    """Generate problems whose answers are proved."""
    from rich.console import Console
    from rich.progress import track

    from sorites.agent.uses import Use, option_name, refuse_idle
    from sorites.solvers import UserError

    from ..generators.exporting import ASKING, TRAINS, Export
    from ..generators.registry import make_generator, options_of
    from ..generators.survey import Survey
    from ..generators.writing import begun, drawn_seed, write

    use = Use.DRAWS | Use.PROCESSES | Use.WORDS
    refuse_idle(said_here(context), use | Use.TRAINS if to in ASKING else use, option_name)
    export = Export(to, augment, tasks)
    pairs = [text.partition("=") for text in option or ()]
    if wrong := next((text for text, (_, mark, _) in zip(option or (), pairs, strict=True) if not mark), None):
        raise UserError(f"write an option as NAME=VALUE, not '{wrong}'")
    by_model = None
    if wording is not None:
        from sorites.translators import ModelOptions, make_chat
        from sorites.translators.models.cache import default_path

        by_model = make_chat(wording, ModelOptions(base_url, temperature=0.7, cache=default_path()))
    options = options_of(((key, value) for key, _, value in pairs), name)
    if to in TRAINS:  # what trains shares nothing with what is asked
        options.setdefault("split", "train")
    generator = make_generator(name, options, by_model)
    if seed is None:
        seed = begun(out, generator) if to == "jsonl" else drawn_seed()
    if not workers:
        workers = _cores() if n >= MANY and by_model is None else 1
    console = Console(stderr=True)
    console.print(f"seed {seed}, split {generator.split}", highlight=False)
    survey = Survey()
    made = write(generator, n, seed, out, verify=verify, workers=workers, export=export)
    for record in track(made, name, n, console=console, transient=True, disable=not console.is_terminal):
        survey.add(record)
    survey.show(Console(), out)
    if augment or tasks:
        total = export.labels.total()
        told = ", ".join(f"{label} {count / total:.1%}" for label, count in sorted(export.labels.items()))
        Console().print(f"{total} questions: {told}", highlight=False)


@app.command()
def mix(
    out: Annotated[Path, typer.Option(help="The file, or the folder of the forms hf and parquet.")],
    n: Annotated[int, typer.Option("--n", min=4, help="How many problems, a quarter of each paper.")] = 4000,
    seed: Annotated[int | None, typer.Option(help="Drawn and said if none is named.")] = None,
    split: Annotated[Literal["train", "valid", "test"], typer.Option(help="Whose names and predicates.")] = "train",
    to: Annotated[str, typer.Option("--to", help="jsonl, openai, alpaca, hf or parquet.")] = "openai",
) -> None:
    """Mix problems of all four papers, of several levels, answers balanced: one file to train on."""
    from sorites.solvers import UserError

    from ..generators.exporting import LISTS, Export
    from ..generators.mixing import write_mixed
    from ..generators.writing import drawn_seed

    if to in LISTS:
        raise UserError(f"the form {to} is ProverQA's alone; mix writes jsonl, openai, alpaca, hf and parquet")
    seed = drawn_seed() if seed is None else seed
    typer.echo(f"seed {seed}, split {split}", err=True)
    kinds = Counter(record.generator for record in write_mixed(n, seed, split, out, Export(to), _cores()))
    typer.echo(f"{n} problems in {out}: {', '.join(f'{name} {count}' for name, count in sorted(kinds.items()))}")


@app.command()
def check_overlap(
    run: Annotated[Path, typer.Argument(help="A run's folder, or a file of generated problems.")],
    training: Annotated[
        Path, typer.Argument(help="What a model was trained on: lines of JSON, a list, parquet, or a folder of these.")
    ],
    json: JsonOption = False,
) -> None:
    """Say what a run shares with a training file; the exit code is 1 if a whole problem stands in it."""
    from ..overlap import overlap

    found = overlap(run, training)
    if json:
        emit(found)
    else:
        typer.echo(
            f"{found.whole} of {found.problems} problems stand in {training} as a whole, {found.questions} questions, "
            f"{found.contexts} contexts, {found.sentences:.1%} of the sentences"
        )
        for name in found.named:
            typer.echo(f"  {name}")
    if found.whole:
        raise typer.Exit(1)


@app.command()
def lm_eval_task(
    dataset: Annotated[str, typer.Argument(help="As bench has it, also generated:NAME?n=100&seed=7.")],
    preset: Annotated[str, typer.Option(help="A paper's way to ask; 'sorites presets' lists them.")],
    out: Annotated[Path, typer.Option(help="The folder for the task; lm_eval --include_path takes it.")],
    data: Annotated[Path | None, typer.Option(help="The dataset's file or folder.")] = None,
) -> None:
    """Write a dataset as a task of lm-evaluation-harness that asks the model itself, by a paper's preset."""
    from ..exchange.asking import write_task
    from ..generators.dataset import seeded

    found = write_task(seeded(dataset) if dataset.startswith("generated:") else dataset, preset, out, data)
    typer.echo(f"{found}; lm_eval --include_path {out} --tasks {found.stem} --apply_chat_template …")


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@app.command()
@with_model()
def weaknesses(
    model: Translating,
    cases: Annotated[int, typer.Option(min=1, help="Cases of each leaf, in both rounds.")] = 10,
    weakest: Annotated[int, typer.Option("--weakest", min=1, help="How many leaves count as weak.")] = 10,
    tried: Annotated[
        str,
        typer.Option("--try", help="Demonstrations of the second round: none, random, weakness; commas between them."),
    ] = "none,random,weakness",
    examples: Annotated[int, typer.Option(min=1, help="Demonstrations in a prompt.")] = 4,
    method: Annotated[str, typer.Option(help="How the model answers: direct or cot.")] = "direct",
    preset: Annotated[
        str | None, typer.Option(help="A paper's way to ask, such as logicasker-zero-shot; it says the method, too.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the cases, and of sampling.")] = 0,
    only: Annotated[str, typer.Option(help="Only leaves with this in their name, such as fallacy.")] = "",
    concurrency: Annotated[int, typer.Option(min=1, help="Requests at the same time.")] = 8,
    out: Annotated[Path | None, typer.Option(help="A file for all figures, as JSON.")] = None,
    json: JsonOption = False,
) -> None:
    """Find a model's weakest inference rules, and what demonstrations mend (LogicAsker)."""
    from rich.console import Console
    from rich.progress import Progress

    from sorites.agent.answerers import ModelAnswerer, make_answerer
    from sorites.agent.uses import Use, option_name, refuse_idle, uses
    from sorites.solvers import UserError
    from sorites.translators import make_chat

    from ..generators.logicasker import leaves
    from ..runs.files import written
    from ..weaknesses import KINDS, find

    kinds = [kind for kind in KINDS if kind in tried.split(",")]
    if set(tried.split(",")) - set(KINDS):
        raise UserError(f"demonstrations are {', '.join(KINDS)}, not '{tried}'")
    taken = [leaf for leaf in leaves() if only in leaf.name]
    if not taken:
        raise UserError(f"no leaf of the tree has '{only}' in its name")
    if model.name is None:
        raise UserError("say which model: --translator openai:MODEL or langchain:PROVIDER:MODEL")
    seed = seed or model.options.seed or 0
    how = replace(model.options, seed=seed or None)
    if preset is not None:
        from ..presets import preset_of

        asked = preset_of(preset)
        method, how = asked.method, replace(asked.asked(how, "logicasker"), shots=0, demonstrations=None)
    use = uses((), (method,))
    refuse_idle(model.said, use if kinds == ["none"] else use | Use.SHOWS, option_name)
    if out is not None:
        written(out, "")  # can it be? a thousand questions are asked before it is
    answerer = make_answerer(method, make_chat(model.name, how), how)
    assert isinstance(answerer, ModelAnswerer)
    console = Console(stderr=True)
    total = cases * (len(taken) + len(kinds) * min(weakest, len(taken)))
    with Progress(console=console, transient=True, disable=json or not console.is_terminal) as progress:
        task = progress.add_task("asking", total=total)
        found = find(
            answerer,
            cases=cases,
            weakest=weakest,
            shots=examples,
            kinds=kinds,
            seed=seed,
            concurrency=concurrency,
            leaves=taken,
            preset=preset or "",
            tick=lambda: progress.advance(task),
        )
    if out is not None:
        written(out, found.model_dump_json(indent=2) + "\n")
    if json:
        emit(found)
        return
    _show(found)


def _show(found: Weaknesses) -> None:
    """Print what the loop found out."""
    from sorites.solvers.showing import plain

    from ..reports.tables import share

    def told(one: Counts) -> str:
        return f"{share(one.accuracy)} ({one.satisfied} of {one.cases} answered)"

    typer.echo(plain(f"{found.model}, {found.method}: response accuracy {told(found.of())}"))
    for part in ("propositional", "predicate", "equivalent", "inference", "fallacy"):
        typer.echo(f"{part}: {told(found.of(part))}")
    typer.echo("weakest leaves")
    for one in found.first_round:
        if one.leaf in found.weakest:
            typer.echo(f"  {one.leaf}: {told(one)}")
    for leaf, text in list(found.examples.items())[:3]:
        typer.echo(plain(f"answered wrong, {leaf}: {text}"))
    typer.echo("second round, new cases of these, by demonstrations")
    for gain in found.second_round:
        typer.echo(f"  {gain.demonstrations}: {told(gain)}")
