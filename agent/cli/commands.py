"""Commands about one problem. ``sorites.eval.cli.main`` adds those about many and is what ``sorites`` runs."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn

import typer
from typer.core import TyperGroup

from .flags import (
    CertificateOption,
    CheckOption,
    JsonOption,
    MemoryOption,
    ReadingsOption,
    RepairsOption,
    SemanticsOption,
    SolverOption,
    StrictOption,
    TimeoutOption,
    Translating,
    said_here,
    with_model,
)

if TYPE_CHECKING:
    from sorites.solvers import Limits, Outcome, Program, Reading, Semantics, Solver
    from sorites.solvers.notation.signs import Dialect


_OF_RUNS: Final = "rule memory engine max_cost max_errors max_samples readings strict prices by_story".split()
_OF_MODELS: Final = (
    "mode temperature seed max_tokens model_timeout retries max_reasks shots prompt demonstrations rpm".split()
)
_SET: Final = {
    "bench": {*_OF_MODELS, *_OF_RUNS},
    **dict.fromkeys(("solve", "translate", "weaknesses", "mcp"), frozenset(_OF_MODELS)),
}
"""Options that ``--set`` sets now, by command."""
_INSTEAD: Final = {
    "extra": "--set extra.NAME=VALUE",
    "api_key": "set OPENAI_API_KEY, or where the key is: --set key_env=NAME or key_file=FILE",
    "background": "--knowledge openai:MODEL",
    "schema": "the fields of the classes in sorites.solvers.kernel.certificates, which files hold by their names",
    "to": "the name of the file says its form: .json, or .p or .tstp for tools of TPTP",
    "sample": "it is called --draw now",
    "draw": "it is called --seed now",
    "prices": "sorites bench says what a model costs",
    "rule": "in Python, solve(rule=…); sorites bench has --set rule=majority",
    "memory": "in Python, solve(limits=…)",
    "metric": "records.jsonl in a run's folder has all that numbers of your own are counted from",
    "inspect": "inspect eval sorites/DATASET writes logs, and sorites compare lays runs and logs beside each other",
}
"""What stands in the place of other options of earlier versions."""
_TSTP: Final = (".p", ".tstp", ".tptp")


def _instead(command: str, name: str) -> str:
    """Return what to do without an option of an earlier version; nothing if there was none of this name."""
    from sorites.translators.options import GONE

    if name in _SET.get(command, ()):
        return f"--set {name}=VALUE"
    return GONE.get(name) or _INSTEAD.get(name, "")


class _Commands(TyperGroup):
    """The commands; an option of an earlier version is refused by what stands in its place."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if type(error).__name__ == "NoSuchOption":  # of Click, whose module loads slowly
                from sorites.solvers import UserError

                option = str(getattr(error, "option_name", ""))

                if told := _instead(ctx.invoked_subcommand or "", option.removeprefix("--").replace("-", "_")):
                    raise UserError(f"{option} is gone: {told}") from None
            raise


app: Final = typer.Typer(
    name="sorites",
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

DECIDED, NOT_DECIDED, BAD_INPUT, UNSCORED = 0, 1, 2, 3
"""Exit codes."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"sorites {version('sorites')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Answers questions by proof: a model translates, a prover answers, a certificate convinces."""


def _prove_options(
    reading: Reading, engine: Solver, limits: Limits, name: str, option: str, *, check: bool, json: bool
) -> NoReturn:
    """Say which of a question's options fits, and leave; ``option`` is what was given and is for goals alone."""
    from sorites.solvers import UserError, choose

    if option:
        raise UserError(f"{option} is for a program with one goal; of a question's options, --json shows all there is")
    found = choose(reading, limits, solver=engine, check=check)
    if json:
        from ..output import choice_data

        emit(choice_data(found, reading.text))
    else:
        from .render import show_choice

        show_choice(found, reading.text, name)
    raise typer.Exit(NOT_DECIDED if found.chosen is None else DECIDED)


def _say_szs(reading: Reading, outcome: Outcome | None, limits: Limits, name: str) -> None:
    """Print the status in the words of SZS, and who or what was asked for; no outcome is that of what is refused."""
    from sorites.solvers.szs import szs_answers, szs_status

    typer.echo(f"% SZS status {szs_status(reading, outcome, limits)} for {name}")
    if outcome is not None and (answers := szs_answers(outcome)):
        typer.echo(f"% SZS answers {answers} for {name}")


@app.command("prove")
def prove_file(
    file: Annotated[str, typer.Argument(help="A program, a TPTP, Prover9 or SMT-LIB problem; - for standard input.")],
    context: typer.Context,
    solver: SolverOption = "portfolio",
    timeout: TimeoutOption = 10.0,
    memory: MemoryOption = 2048,
    semantics: SemanticsOption = None,
    check: CheckOption = True,
    certificate: CertificateOption = None,
    strict: StrictOption = False,
    readings: ReadingsOption = "agree",
    szs: Annotated[
        bool, typer.Option("--szs", help="Print the status in the words of SZS, as TPTP's provers do.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Say what the premises of a program say about its goal, and why.

    Exit code 0: entailed, refuted or unknown; 1: undecided, as where a certificate turns out to be wrong, or
    inconsistent; 2: bad input.
    """
    from sorites.solvers import Limits, Outcome, UnreadableProgram, UserError, Verdict, make_solver, prove, read_program
    from sorites.solvers.clock import within

    from ..output import prove_data

    said_here(context)
    if szs and json:
        raise UserError("--szs prints lines, and --json one object: use one of them")
    text, limits = read_text(file), Limits(timeout, memory)
    name = "standard input" if file == "-" else file
    chosen, engine = pick_semantics(semantics), make_solver(solver)
    with within(limits.seconds, limits.megabytes) as clock:
        reading = read_program(text, strict=strict).under(readings)
    if reading.question is not None:
        option = "--szs" if szs else "--certificate" if certificate is not None else ""
        _prove_options(reading, engine, Limits(clock.left, memory), name, option, check=check, json=json)
    program, outcome = reading.first, None
    if program is not None:
        try:
            outcome = prove(reading, engine, Limits(clock.left, memory), semantics=chosen, check=check)
        except UnreadableProgram as differ:
            reading = replace(reading, first=None, diagnostics=differ.diagnostics)
    if program is None or outcome is None:
        if szs:
            _say_szs(reading, None, limits, name)
        if json:
            none = Outcome(Verdict.UNDECIDED, engine.name, 0.0)
            emit(prove_data(None, none, text, reading.diagnostics, verdict=reading.stopped))
        else:
            from rich.console import Console

            from .render import show_diagnostics

            console = Console(stderr=True)
            show_diagnostics(console, reading.diagnostics, text, name)
            console.print(f"{reading.read} of {reading.total} formulas could be read.")
        raise typer.Exit(NOT_DECIDED if reading.stopped else BAD_INPUT)
    if szs:
        _say_szs(reading, outcome, limits, name)
    keep_certificate(certificate, program, outcome, name)  # before what a pipe may cut short
    if json:
        emit(prove_data(program, outcome, text, reading.diagnostics))
    else:
        from rich.console import Console

        from .render import show_diagnostics, show_outcome

        show_diagnostics(Console(stderr=True), reading.diagnostics, text, name)
        show_outcome(Console(), program, outcome)
        show_diagnostics(Console(stderr=True), outcome.diagnostics, text, name)
    if any(d.code == "outside-fragment" for d in outcome.diagnostics):
        raise UserError("the program is outside what its semantics can read")
    if outcome.verdict in {Verdict.UNDECIDED, Verdict.INCONSISTENT}:
        raise typer.Exit(NOT_DECIDED)


@app.command("solve")
@with_model()
def solve_problem(
    model: Translating,
    question: Annotated[str | None, typer.Option(help="What is asked; TEXT, or @FILE.")] = None,
    context: Annotated[str | None, typer.Option(help="What is taken to hold; TEXT, or @FILE.")] = None,
    choice: Annotated[
        list[str] | None, typer.Option(help="An option of a multiple choice question; once for each of them.")
    ] = None,
    samples: Annotated[int, typer.Option(min=1, help="Translations that vote on the answer.")] = 1,
    max_repairs: RepairsOption = 3,
    fallback: Annotated[
        Literal["none", "random", "first", "direct", "cot"],
        typer.Option(
            help="Who answers if no program does: none, random, first (option that fits), direct or cot (the model)."
        ),
    ] = "none",
    solver: SolverOption = "portfolio",
    semantics: SemanticsOption = None,
    timeout: TimeoutOption = 10.0,
    check: CheckOption = True,
    certificate: CertificateOption = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the proof or the models too.")] = False,
    json: JsonOption = False,
) -> None:
    """Answer a problem in natural language: a grammar or a model translates, a prover answers.

    Without --translator our own grammar of English translates, which needs no key.
    Without --question a JSON object with context, question and perhaps options is read from
    standard input. Exit code 0: there is an answer; 1: there is none; 2: bad input.
    """
    from sorites.solvers import Limits, Verdict
    from sorites.translators.registry import DEFAULT

    from ..answering import solve

    name = model.name or DEFAULT
    model.check(default=name, fallback=fallback, samples=samples)
    if question is not None:
        text, asked, choices = text_or_file(context), text_or_file(question), tuple(map(whole, choice or ()))
    else:
        text, asked, choices = read_problem()
    solution = solve(
        text,
        asked,
        choices,
        translator=name,
        samples=samples,
        options=model.options,
        english=model.english,
        solver=solver,
        semantics=pick_semantics(semantics),
        limits=Limits(timeout),
        max_repairs=max_repairs,
        check=check,
        fallback=None if fallback == "none" else fallback,
    )
    best = solution.best
    if certificate is not None and (solution.program is None or best.outcome is None or best.refused is not None):
        typer.echo("There is no certificate to write.", err=True)
    elif solution.program is not None and best.outcome is not None:
        keep_certificate(certificate, solution.program, best.outcome, solution.problem.id)
    if json:
        from ..output import solve_data

        emit(solve_data(solution))
    else:
        from rich.console import Console

        from .render import show_solution

        show_solution(Console(), solution, explain=explain)
        if model.name is None:
            note = "Read by the grammar 'english', since no model is set up (--translator openai:MODEL)."
            Console(stderr=True).print(note, style="dim")
    open_still = {None, Verdict.UNDECIDED, Verdict.INCONSISTENT}
    if solution.answer is None and (solution.answers is None or solution.verdict in open_still):
        raise typer.Exit(NOT_DECIDED)


@app.command()
def doctor(json: JsonOption = False) -> None:
    """Say which engines and optional parts are here, and what to do about the others."""
    from dataclasses import asdict

    from .doctor import examine

    parts = examine()
    if json:
        emit({"parts": [asdict(part) for part in parts]})
    else:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(title="sorites doctor", title_justify="left")
        for column in ("part", "", "version", "for", "where, or what to do"):
            table.add_column(column, overflow="fold")
        for part in parts:
            mark = Text("found", "green") if part.found else Text("missing", "red")
            told = (part.version, part.use, part.where if part.found else part.remedy)
            table.add_row(part.name, mark, *map(Text, told))
        Console().print(table)
    if any(part.needed and not part.found for part in parts):
        raise typer.Exit(NOT_DECIDED)


class GrammarForm(StrEnum):
    """The forms in which the grammar is written."""

    GBNF = "gbnf"
    LARK = "lark"


@app.command("grammar")
def print_grammar(
    form: Annotated[GrammarForm, typer.Option("--to", help="Its form: llama.cpp's gbnf, or lark.")] = GrammarForm.GBNF,
) -> None:
    """Print a grammar of programs, for models whose output a grammar constrains."""
    from sorites.solvers.notation.grammar import grammar

    typer.echo(grammar(form.value), nl=False)


def pick_dialect(name: str) -> Dialect:
    """Return the notation of a name.

    Raises:
        UserError: there is no such notation.
    """
    from sorites.solvers import UserError
    from sorites.solvers.notation.signs import DIALECTS

    if name not in DIALECTS:
        raise UserError(f"there is no notation '{name}'; there are {', '.join(DIALECTS)}")
    return DIALECTS[name]


def read_text(file: str) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises:
        UserError: it can't be read, or is no text in UTF-8.
    """
    from sorites.solvers import UserError

    try:
        return whole(sys.stdin.read()) if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"can't read {file}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{file} is no text in UTF-8: {error.reason} at byte {error.start}") from error


def text_or_file(given: str | None) -> str:
    """Return the text that was given, or that of the file behind an ``@``; nothing if the option was left out.

    Raises:
        UserError: it can't be read, or is empty.
    """
    from sorites.solvers import UserError

    if given is None:
        return ""
    text = read_text(given[1:]) if given.startswith("@") else whole(given)
    if not text.strip():
        raise UserError("an empty text was given; leave the option out, or say something")
    return text


def whole(text: str) -> str:
    """Return a text that the system handed over, if it was one in UTF-8.

    Raises:
        UserError: it was none.
    """
    from sorites.solvers import UserError

    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UserError(f"the text is none in UTF-8, at character {error.start + 1}") from error
    return text


def read_problem() -> tuple[str, str, tuple[str, ...]]:
    """Return the context, the question and the options of the problem that stands on standard input as JSON.

    Raises:
        UserError: it is no JSON object with a question.
    """
    import json as codec

    from sorites.solvers import UserError

    try:
        found = codec.loads(whole(sys.stdin.read()))
    except (ValueError, RecursionError) as error:
        raise UserError(f"give --question, or a JSON object on standard input: {error}") from error
    known = ("context", "question", "choices", "options")
    if isinstance(found, dict) and (odd := [name for name in found if name not in known]):
        raise UserError(f"standard input has '{odd[0]}', which nobody would hear of; known are {', '.join(known[:3])}")
    if not isinstance(found, dict) or not isinstance(found.get("question"), str):
        raise UserError("standard input holds no JSON object with 'context' and 'question'")
    choices = found.get("choices") or found.get("options") or ()  # as files of benchmarks have them
    if not isinstance(choices, list | tuple):
        raise UserError("the problem's 'choices' are no list")
    if not isinstance(context := found.get("context", ""), str):
        raise UserError("the problem's 'context' is no text")
    return context, found["question"], tuple(map(str, choices))


def pick_semantics(name: str | None) -> Semantics | None:
    """Return the semantics of a name, or ``None`` for none.

    Raises:
        UserError: there is no such semantics.
    """
    from sorites.solvers import Semantics, UserError

    if name is None:
        return None
    try:
        return Semantics(name)
    except ValueError:
        raise UserError(f"there is no semantics '{name}'; there are {', '.join(Semantics)}") from None


def emit(data: object, indent: int | None = 2) -> None:
    """Print plain data, or a model of pydantic, as JSON; in one line if there is no indent."""
    import json as codec

    plain = data.model_dump(mode="json") if hasattr(data, "model_dump") else data
    typer.echo(codec.dumps(plain, indent=indent, ensure_ascii=False))


def keep_certificate(file: Path | None, program: Program, outcome: Outcome, name: str) -> None:
    """Write the certificate of an outcome into a file, if one is named, and say so; or that there is none.

    Args:
        file: the file; ``None`` for none. Its name says the form: a proof or models for tools of TPTP, or JSON.
        program: the program that was solved.
        outcome: its outcome.
        name: the name of the problem.

    Raises:
        UserError: the file can't be written, or the certificate has no such form.
    """
    if file is None:
        return
    from sorites.solvers import UserError
    from sorites.solvers.carrying.files import write_certificate
    from sorites.solvers.carrying.tstp import write_tstp

    if outcome.certificate is None and outcome.refused is None:
        typer.echo("There is no certificate to write.", err=True)
        return
    text = write_tstp(program, outcome, name) if file.suffix in _TSTP else write_certificate(program, outcome)
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise UserError(f"can't write {file}: {error.strerror or error}") from error
    what = "The certificate that was refused, as a report," if outcome.refused is not None else "The certificate"
    typer.echo(f"{what} is in {file}.", err=True)
