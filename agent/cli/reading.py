"""Commands that read and prove nothing: ``translate`` and ``english``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from .commands import BAD_INPUT, NOT_DECIDED, app, emit, pick_dialect, text_or_file, whole
from .flags import JsonOption, Translating, with_model

if TYPE_CHECKING:
    from sorites.solvers import Reading


@app.command()
@with_model()
def translate(
    model: Translating,
    question: Annotated[str | None, typer.Option(help="What is asked; TEXT, or @FILE.")] = None,
    context: Annotated[str | None, typer.Option(help="What is taken to hold; TEXT, or @FILE.")] = None,
    to: Annotated[str, typer.Option(help="The notation: unicode, tptp, prover9, nltk, latex or smtlib.")] = "unicode",
    json: JsonOption = False,
) -> None:
    """Show what each sentence of a text is read as, without proving anything.

    Exit code 0: all could be read; 1: some could not; 2: bad input.
    """
    from sorites.solvers import Level, UserError
    from sorites.solvers.logic.errors import Unprintable
    from sorites.translators import Problem, make_translator
    from sorites.translators.english import EnglishTranslator
    from sorites.translators.problem import TRUE_FALSE_UNCERTAIN
    from sorites.translators.registry import DEFAULT

    from ..output import translate_data

    dialect = pick_dialect(to)
    text, asks = text_or_file(context), text_or_file(question)
    model.check(default=DEFAULT)
    translator = make_translator(model.name or DEFAULT, options=model.options, english=model.english)
    if not text.strip() and not asks.strip():
        raise UserError("give a text: --context TEXT, or @FILE")
    if not asks and not isinstance(translator, EnglishTranslator):
        raise UserError("a model translates a whole problem: give --question")
    [translation, *_] = translator.translations(Problem("problem", text, asks, TRUE_FALSE_UNCERTAIN))
    try:
        if json:
            emit(translate_data(translation, dialect))
        else:
            from rich.console import Console

            from .render import show_diagnostics, show_reading

            show_reading(Console(), translation.reading, dialect=dialect)
            show_diagnostics(Console(stderr=True), translation.reading.diagnostics, translation.reading.text, "text")
    except Unprintable as error:
        raise UserError(str(error)) from error
    if any(d.level is Level.ERROR for d in translation.reading.diagnostics):
        raise typer.Exit(NOT_DECIDED)


@app.command("english")
def read_sentences(
    sentence: Annotated[
        str | None, typer.Argument(help="What is read: TEXT, or @FILE; none for lines of standard input, one by one.")
    ] = None,
    question: Annotated[str | None, typer.Argument(help="A question about it.")] = None,
    json: JsonOption = False,
) -> None:
    """Say how a sentence of Sorites English is read; or why it is not, where, and how to write it.

    Exit code 0: all was read; 2: something was not.
    """
    from rich.console import Console

    from sorites.solvers.logic.diagnostics import has_errors

    from ..output import english_data
    from .render import show_english

    unread = False
    for text in (text_or_file(sentence),) if sentence is not None else _lines():
        reading = _read(text, question)
        unread = unread or has_errors(reading.diagnostics)
        if json:
            emit(english_data(reading), 2 if sentence is not None else None)
        else:
            show_english(Console(), reading)
    if unread:
        raise typer.Exit(BAD_INPUT)


def _lines() -> Iterator[str]:
    """Yield the lines that somebody types, or that stand on standard input."""
    prompt = "english> " if sys.stdin.isatty() else ""
    if prompt:
        typer.echo("Type a sentence, or a text and a question, in a line; an empty line ends.", err=True)
    while True:
        try:
            line = whole(input(prompt))
        except (EOFError, KeyboardInterrupt):
            return
        if line.strip():
            yield line
        elif prompt:
            return


def _read(text: str, question: str | None) -> Reading:
    """Return how a text is read; its last sentence is what is asked if that is a question."""
    from sorites.translators.english import read_english
    from sorites.translators.sentences import split

    sentences = split(text)
    if question is None and sentences and sentences[-1].text.endswith("?"):
        text, question = text[: sentences[-1].start].rstrip(), sentences[-1].text
    return read_english(text, question or "")
