"""The options of multiple choice, each translated by itself with the words of the program.

A program has one goal, and a question that lets choose between statements has one for each of them. So each option
is asked as a sentence of its own, and the reading has a program for each. Where one can't be read, there are none:
an answer by elimination would rest on what nobody has read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pydantic import ValidationError

from sorites.solvers import Diagnostic, InvalidProgram, Level, Program, Reading
from sorites.solvers.logic.syntax import Atom
from sorites.solvers.logic.walkers import walk

from ..problem import Problem, statements_of, wanted_of
from .chat import Reply
from .conversation import Conversation
from .program_text import as_schema
from .prompts import Prompt
from .schema import ConstantOut, FOLProgram, StatementOut, filled_in
from .staged import each_sentence
from .vocabulary import Vocabulary, formulas_of

UNREAD: Final = "option-unread"
"""The code of the diagnostic of an option whose formula can't be read."""


def with_options(
    problem: Problem, reading: Reading, raw: str, sample: int = 0, prompt: Prompt | None = None
) -> Conversation[tuple[Reading, list[Reply]]]:
    """Have the options of a question translated too, if they are statements.

    Args:
        problem: what was translated.
        reading: what was read of the translation.
        raw: the translation, a filled ``FOLProgram`` or a program as text.
        sample: the number of the sample.
        prompt: what the model is told of a sentence; ours, without demonstrations, if ``None``.

    Returns:
        The reading with the programs of the options, all or none; and the model's replies, none if there was
        nothing to ask.
    """
    options = list(statements_of(problem.options))
    if reading.first is None or not options:
        return reading, []
    filled = _filled(reading.first, raw)
    named = {one.name for one in filled.constants}
    used = [ConstantOut(name=n, meaning=n) for n in reading.first.signature.constants if n not in named]
    vocabulary = Vocabulary.model_construct(predicates=filled.predicates, constants=[*filled.constants, *used])
    replies = yield from each_sentence(problem, vocabulary, options, sample, prompt=prompt)
    words = vocabulary.with_words_of(replies)
    filled = filled.model_copy(update={"predicates": words.predicates, "constants": words.constants})
    found = [_asked(filled, reading.first, *one) for one in zip(options, replies, strict=True)]
    programs = tuple(program for program in found if program is not None)
    if len(programs) == len(options):
        return replace(reading, options=programs, wanted=wanted_of(problem.question)), replies
    faults = [
        Diagnostic(UNREAD, Level.WARNING, f"the option '{option}' can't be read", None, "Nothing is known of it.")
        for option, program in zip(options, found, strict=True)
        if program is None
    ]
    return replace(reading, diagnostics=(*reading.diagnostics, *faults)), replies


def _filled(program: Program, raw: str) -> FOLProgram:
    try:
        return filled_in(raw)
    except ValidationError:
        return as_schema(program)


def _asked(filled: FOLProgram, program: Program, option: str, reply: Reply) -> Program | None:
    """Return the program that asks for an option; ``None`` if it can't be read, or has words that nobody declares."""
    formula = " ∧ ".join(f"({one})" for one in formulas_of(reply))
    if not formula:
        return None
    statement = StatementOut.model_construct(sentence=option, formula=formula, numbers=[])
    found = filled.model_copy(update={"goal": statement}).reading().first
    if found is None or found.asked or found.open_variables:
        return None
    known = {(p.name, len(p.arguments)) for p in filled.predicates}
    if any(isinstance(n, Atom) and (n.name, len(n.args)) not in known for n in walk(found.goal.formula)):
        return None
    try:
        asked = replace(program, predicates=found.predicates).asking(found.goal.formula)  # with its own places
        return replace(asked, goal=replace(found.goal, gloss=option, span=None))
    except InvalidProgram:
        return None
