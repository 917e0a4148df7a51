"""What agents of others call: programs checked and proved, as typed values; see ``tools`` (LangChain) and ``mcp``.

Only text comes in. None of it names a file, a model or an engine: whoever sets the tools up chooses those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from sorites.solvers import Limits, Solver

    from .solution import Solution

MAX_CHARACTERS: Final = 100_000
"""The longest text that a tool takes."""
MAX_OPTIONS: Final = 50
"""The most options of a question that a tool takes."""
INSTRUCTIONS: Final = (
    "Answer questions about a text by proof. Write the text and the question as a program of first-order logic, in "
    "sections: 'Premises:' with one formula a line (∀x (Dog(x) → Animal(x)) ::: All dogs are animals.), then "
    "'Conclusion:' with the one statement that is asked. Call check_program and mend what it says, then call prove, "
    "and answer from its verdict: entailed means true, refuted means false, unknown means that the text leaves it "
    "open, inconsistent that its premises contradict each other, undecided that no prover could tell. Never answer "
    "from your own knowledge."
)
CHECKS: Final = "Check a program of first-order logic for faults, without proving anything."
PROVES: Final = "Say what the premises of a program of first-order logic say about its conclusion, and why, by proof."

# No schema of pydantic's own for the lengths: its words for what is too long repeat the text.
_SHORT: Final = {"maxLength": MAX_CHARACTERS}
ProgramText = Annotated[
    str,
    Field(
        description="The program's text: the section 'Premises:' with a formula a line, each perhaps followed by "
        "' ::: ' and its sentence, then the section 'Conclusion:' with one formula.",
        examples=["Premises:\n∀x (Dog(x) → Animal(x)) ::: All dogs are animals.\nDog(rex)\nConclusion:\nAnimal(rex)"],
        json_schema_extra=_SHORT,
    ),
]
ContextText = Annotated[
    str, Field(description="The text that is taken to hold, word for word.", json_schema_extra=_SHORT)
]
QuestionText = Annotated[
    str,
    Field(description="What is asked: a question, or a statement to be judged.", json_schema_extra=_SHORT),
]
Choices = Annotated[
    tuple[str, ...],
    Field(
        description="The options of a multiple choice question; none for any other question.",
        json_schema_extra={"maxItems": MAX_OPTIONS},
    ),
]
VerdictName = Literal["entailed", "refuted", "unknown", "inconsistent", "undecided"]
"""The values of ``Verdict``, without the engines that importing it would load."""


class Checked(BaseModel):
    """What is wrong with a program, if anything is."""

    in_order: bool = Field(description="Nothing is wrong with it or doubtful in it.")
    provable: bool = Field(description="It can be read, so that it can be proved.")
    faults: str = Field(description="What is wrong or doubtful, where, and how to mend it; empty if nothing is.")


class Proved(BaseModel):
    """What the premises of a program say about its conclusion, and why."""

    verdict: VerdictName = Field(
        description="entailed (true), refuted (false), unknown (left open), inconsistent (the premises contradict each "
        "other) or undecided (no prover could tell)."
    )
    explanation: list[str] = Field(description="The argument in words, a line for each step.")
    certified: str = Field(description="How far the verdict is certified; empty if it is undecided.")
    answers: list[list[str]] = Field(
        description="Who or what it is, where the conclusion asks for that; the option that fits, of several.",
        default=[],
    )
    complete: bool | None = Field(description="Whether these answers are proved to be all.", default=None)
    faults: str = Field(description="What is doubtful in the program or happened to the provers; empty if nothing.")
    certificate: str | None = Field(
        description="The certificate as a file that 'sorites check' replays, if it was asked for and there is one.",
        default=None,
    )


class Read(BaseModel):
    """What a sentence was read as."""

    role: str = Field(description="premise, question, or what else the sentence is.")
    wrote: str = Field(description="The sentence; empty for what is assumed.")
    read: str = Field(description="It again, as it was understood.")
    formula: str | None = Field(description="Its formula.")


class Solved(BaseModel):
    """The answer to a question about a text."""

    answer: str | None = Field(
        description="True, False, Uncertain (the text leaves it open), or the option that is right; null if there is "
        "no answer, or where the question asks who or what."
    )
    verdict: VerdictName | None = Field(description="What was proved of the question; null if nothing was.")
    answers: list[list[str]] = Field(description="Who or what it is, where the question asks for that.", default=[])
    complete: bool | None = Field(description="Whether these answers are proved to be all.", default=None)
    remark: str = Field(description="What is to be said beside the answer, or why there is none; often empty.")
    explanation: list[str] = Field(description="The argument in words, a line for each step.")
    certified: str = Field(description="How far the answer is certified.")
    guess: bool = Field(description="Nothing is proved of the answer: a fallback gave it.")
    confidence: float | None = Field(description="How far several translations agree, from 0 to 1; null for one.")
    read: list[Read] = Field(description="What each sentence of the text was read as.")
    program: str | None = Field(description="The program that was proved, which the tool 'prove' takes.")
    faults: str = Field(description="What is wrong or doubtful in the translation, and how to write it instead.")
    translator: str = Field(description="Who translated.")
    input_tokens: int = Field(description="Tokens that the translating model read.")
    output_tokens: int = Field(description="Tokens that it wrote.")


def check_program(program: str) -> Checked:
    """Return what is wrong with a program, without proving anything.

    Args:
        program: its text.

    Raises:
        UserError: it is too long.
    """
    from sorites.solvers import read_program
    from sorites.translators.models.feedback import for_model

    bounded("program", program)
    reading = read_program(program)
    readable, faults = reading.first is not None, for_model(reading.diagnostics, program)
    return Checked(in_order=readable and not faults, provable=readable, faults=faults)


def prove_program(
    program: str,
    solver: Solver | str = "portfolio",
    limits: Limits | None = None,
    *,
    check: bool = True,
    certificate: bool = False,
) -> Proved:
    """Return what the premises of a program say about its conclusion, and why.

    Args:
        program: its text.
        solver: a solver or its name.
        limits: what it may cost; ``None`` for ten seconds and two gigabytes.
        check: check the certificate.
        certificate: return the certificate too, as a file.

    Raises:
        UserError: it is too long, or no program; the text says what is wrong, and how to mend it.
    """
    from sorites.solvers import Limits, UnreadableProgram, UserError, Verdict, choose, prove, read_program
    from sorites.solvers.carrying.files import write_certificate
    from sorites.solvers.showing import certified
    from sorites.translators.models.feedback import for_model

    from .explanation import explain

    bounded("program", program)
    reading = read_program(program)
    if reading.question is not None:
        found = choose(reading, limits or Limits(), solver=solver, check=check)
        at = found.chosen
        outcome = found.outcomes[at or 0]
        goal = found.question.asking(found.question.said[at or 0])
        return Proved(
            verdict=outcome.verdict.value,
            explanation=list(explain(goal, outcome)) if at is not None else [],
            certified=certified(outcome) if at is not None else "",
            answers=[[found.name(at)]] if at is not None else [],
            complete=True if at is not None else None,
            faults=for_model(found.diagnostics, program),
        )
    try:
        outcome = prove(reading, solver, limits or Limits(), check=check)
    except UnreadableProgram as why:
        raise UserError(f"the program can't be read; mend it:\n{for_model(why.diagnostics, program)}") from None
    assert reading.first is not None
    file = None
    if certificate and outcome.certificate is not None and outcome.verdict is not Verdict.UNDECIDED:
        file = write_certificate(reading.first, outcome)
    return Proved(
        verdict=outcome.verdict.value,
        explanation=list(explain(reading.first, outcome)),
        certified=certified(outcome),
        answers=[list(names) for names in outcome.answers.names] if outcome.answers is not None else [],
        complete=outcome.answers.complete if outcome.answers is not None else None,
        faults=for_model((*reading.diagnostics, *outcome.diagnostics), program),
        certificate=file,
    )


def solved(solution: Solution) -> Solved:
    """Return a solved problem as other agents are told of it."""
    from sorites.translators.models.feedback import for_model

    from .output import solve_data

    found, answers, usage = solve_data(solution), solution.answers, solution.usage
    named = (
        {"answers": [list(names) for names in answers.names], "complete": answers.complete}
        if answers is not None
        else {}
    )
    return Solved.model_validate(
        {
            **{name: value for name, value in found.items() if name != "answers"},
            **named,
            "faults": for_model(solution.diagnostics, solution.best.translation.reading.text),
            "translator": solution.best.translation.translator,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
        }
    )


def bounded(name: str, text: str) -> str:
    """Return a text that is not too long to be worked on.

    Args:
        name: what it is.
        text: the text.

    Raises:
        UserError: it is longer than ``MAX_CHARACTERS``, or no text in UTF-8.
    """
    from sorites.solvers import UserError

    if len(text) > MAX_CHARACTERS:
        raise UserError(f"the {name} has {len(text)} characters; give one of at most {MAX_CHARACTERS}")
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise UserError(f"the {name} is no text in UTF-8: it has half of a pair of surrogates")
    return text
