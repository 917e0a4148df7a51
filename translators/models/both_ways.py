"""The question and its negation, each translated by itself (``--bidirectional``).

A model that mistakes a question seldom mistakes its denial in the same way. So "it is not so that …" is
translated too, with the words of the program, and the opposite of that formula is another reading of
the question: where the two do not answer alike, given the text, there is no answer, and the model is told.
Premises are taken for given there, since what the text makes equivalent has one answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pydantic import ValidationError

from sorites.solvers import Diagnostic, InvalidProgram, Level, Program, Reading
from sorites.solvers.logic.syntax import Formula, negation
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Other

from ..problem import Problem
from .chat import Reply
from .conversation import Conversation
from .prompts import Prompt
from .schema import FOLProgram, StatementOut, filled_in
from .staged import questions
from .vocabulary import Vocabulary, formulas_of

DENIED: Final = "The following is not so: {}"
"""The question's negation in words, whether the question is a statement or asks for yes or no."""
UNREAD: Final = "negation-unread"
"""The code of the diagnostic of a negation whose formula can't be read."""
_CHOICE: Final = "the question, translated once as it stands and once by its negation,"


def both_ways(
    problem: Problem,
    reading: Reading,
    raw: str,
    sample: int = 0,
    prompt: Prompt | None = None,
    before: tuple[str, str] = ("", ""),
) -> Conversation[tuple[Reading, Reply | None, tuple[str, str]]]:
    """Have the negation of a question translated too.

    Args:
        problem: what was translated.
        reading: what was read of the translation.
        raw: the translation, a filled ``FOLProgram``.
        sample: the number of the sample.
        prompt: what the model is told of a sentence; ours, without demonstrations, if ``None``.
        before: what this returned last of the translation that is repaired. With the same words the model is
            not asked the same again.

    Returns:
        The reading, with another one where the negation is not plainly that of its goal; the model's
        reply, ``None`` if there was nothing to ask: no program, or a question that is not of yes or no; and
        the words that the negation was asked with, and what was written then.
    """
    program = reading.first
    if program is None or program.asked or problem.options:
        return reading, None, before
    try:
        filled = filled_in(raw)
    except ValidationError:
        return reading, None, before
    vocabulary = Vocabulary.model_construct(predicates=filled.predicates, constants=filled.constants)
    told = vocabulary.text()
    if told == before[0]:
        reply = Reply(before[1], True)
    else:
        [reply] = yield questions(problem, vocabulary, [DENIED.format(problem.question)], sample, prompt=prompt)
    asked = told, reply.raw
    other = _goal(filled, program, reply)
    if other is None:
        message = "the question's negation, translated by itself, can't be read"
        fault = Diagnostic(UNREAD, Level.WARNING, message, None, "Nothing is known of it.")
        return replace(reading, diagnostics=(*reading.diagnostics, fault)), reply, asked
    if other.goal.formula == program.goal.formula:
        return reading, reply, asked
    ways = print_formula(program.goal.formula), print_formula(other.goal.formula)
    return replace(reading, others=(*reading.others, Other(_CHOICE, *ways, other))), reply, asked


def _goal(filled: FOLProgram, program: Program, reply: Reply) -> Program | None:
    """Return a program that asks for the opposite of the negation; ``None`` if that can't be read."""
    denied = " ∧ ".join(f"({formula})" for formula in formulas_of(reply))
    if not denied:
        return None
    statement = StatementOut.model_construct(sentence=filled.goal.sentence, formula=denied, numbers=[])
    found = filled.model_copy(update={"goal": statement}).reading().first
    if found is None or found.asked or found.open_variables:
        return None
    opposite: Formula = negation(found.goal.formula)
    try:
        return replace(program.asking(opposite), goal=replace(program.goal, formula=opposite, span=None))
    except InvalidProgram:
        return None
