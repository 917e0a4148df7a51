"""What the agent answers, with its whole trail."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from sorites.solvers import Certificate, Diagnostic, Outcome, Program, Reading, Statement, Verdict, make_solver
from sorites.translators import Problem, Translation
from sorites.translators.models.chat import Usage

from .explanation import explain
from .voting import Vote, equivalent


@dataclass(frozen=True, slots=True)
class Attempt:
    """A translation, what a prover said of it, and whether it was taken.

    Attributes:
        sample: the number of the sample that it is, or repairs, from 0.
        translation: the program.
        outcome: the prover's answer; ``None`` if the program can't be read.
        kept: whether it became the best attempt so far.
        feedback: what the translator was told before it wrote this one; empty for the first.
    """

    sample: int
    translation: Translation
    outcome: Outcome | None
    kept: bool = True
    feedback: str = ""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, if there is one."""
        return self.outcome.verdict if self.outcome is not None else None


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a problem.

    Attributes:
        problem: what was asked.
        answer: the label, in the words of the problem's scheme; ``None`` if there is none.
        best: the attempt that the answer comes from.
        attempts: every attempt, in order, those that were not kept too.
        fallback: how the answer was found if no program gave one; empty otherwise.
        seconds: wall time, the model's included.
        vote: how the samples decided; ``None`` if there was one only.
    """

    problem: Problem
    answer: str | None
    best: Attempt
    attempts: tuple[Attempt, ...]
    fallback: str
    seconds: float
    vote: Vote | None = None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the best attempt."""
        return self.best.verdict

    @property
    def certificate(self) -> Certificate | None:
        """Why the verdict holds."""
        return self.best.outcome.certificate if self.best.outcome is not None else None

    @property
    def checked(self) -> bool:
        """Whether the kernel accepted the certificate."""
        return self.best.outcome is not None and self.best.outcome.checked is not None

    @property
    def program(self) -> Program | None:
        """The program behind the answer."""
        return self.best.translation.reading.program

    @property
    def explanation(self) -> tuple[str, ...]:
        """The argument in words, a line for each step."""
        if self.program is None or self.best.outcome is None:
            return ()
        return explain(self.program, self.best.outcome)

    @property
    def readings(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the attempts, from 0, grouped by what their programs say, as the provers find."""
        return equivalent(
            [a.translation.reading.program for a in self.attempts], make_solver("portfolio", certify=False)
        )

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was said of the program and of the run."""
        found = self.best.translation.reading.diagnostics
        return found if self.best.outcome is None else (*found, *self.best.outcome.diagnostics)

    @property
    def usage(self) -> Usage:
        """What all attempts cost."""
        return reduce(Usage.__add__, (attempt.translation.usage for attempt in self.attempts))

    def _repr_html_(self) -> str:
        from .showing import solution_html

        return solution_html(self)

    def _repr_markdown_(self) -> str:
        from .showing import solution_markdown

        return solution_markdown(self)


def statements_of(reading: Reading) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return what was read of a text, the premises and the goal; that of prose also where there is no program."""
    if reading.program is not None:
        program = reading.program
        rules = (Statement(rule.formula, rule.gloss, rule.span) for rule in program.rules)
        return (*program.premises, *rules, *program.exceptions), (program.goal,)
    return reading.statements, ()
