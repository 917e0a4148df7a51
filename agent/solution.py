"""What the agent answers, with its whole trail."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

from sorites.solvers import (
    Answers,
    Certificate,
    Diagnostic,
    Program,
    Reading,
    Statement,
    UserError,
    Verdict,
)
from sorites.solvers.knowledge.choosing import NO_OPTION, SEVERAL_OPTIONS
from sorites.translators import Problem
from sorites.translators.models.chat import Request, Usage, spent

from .attempt import AMBIGUOUS, Attempt, option_names
from .explanation import explain
from .voting import Vote


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a problem.

    Attributes:
        problem: what was asked.
        answer: the label, in the words of the problem's scheme, or the names of whom a question asks for; ``None`` if
            there is none.
        best: the attempt that the answer comes from.
        attempts: every attempt, in order, those that were not kept too.
        fallback: how the answer was found if no program gave one; empty otherwise.
        seconds: the time of all steps, the model's included.
        vote: how the samples decided; ``None`` if there was one only.
        asked: the requests that the fallback took.
    """

    problem: Problem
    answer: str | None
    best: Attempt
    attempts: tuple[Attempt, ...]
    fallback: str
    seconds: float
    vote: Vote | None = None
    asked: tuple[Request, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the best attempt; ``None`` if it is no answer, as where readings differ."""
        return self.best.verdict

    @property
    def guess(self) -> bool:
        """Whether the answer is a guess: no program gave it, so nothing is proved of it."""
        return bool(self.fallback) and self.answer is not None

    @property
    def ambiguous(self) -> bool:
        """Whether there is no answer, or only a guess, since the text's readings, or its samples, are evenly split."""
        of_readings = self.best.refused is not None and self.best.refused.code == AMBIGUOUS
        return of_readings or (self.vote is not None and self.vote.ambiguous)

    @property
    def pruned(self) -> int:
        """How many samples were left out of the vote since none of the options is the answer, or more than one."""
        codes = [one.refused.code for one in self.attempts if one.refused is not None and not one.feedback]
        return sum(code in {NO_OPTION, SEVERAL_OPTIONS} for code in codes) if len(self.attempts) > 1 else 0

    @property
    def confidence(self) -> float | None:
        """The vote's confidence; ``None`` without a vote."""
        return None if self.vote is None else self.vote.confidence

    @property
    def remark(self) -> str:
        """What is to be said beside the answer, or why there is none, in a line; often empty.

        Who or what it is, where that is asked; that the text says nothing about what is asked; or
        that it has two readings.
        """
        return self.best.remark

    @property
    def answers(self) -> Answers | None:
        """Who or what it is, where the question asks for that; ``remark`` says it in words."""
        return self.best.answers

    @property
    def certificate(self) -> Certificate | None:
        """Why the verdict holds."""
        return self.best.outcome.certificate if self.best.outcome is not None and self._stands else None

    @property
    def checked(self) -> bool:
        """Whether the kernel accepted the certificate."""
        return self._stands and self.best.outcome is not None and self.best.outcome.checked is not None

    @property
    def _stands(self) -> bool:
        """Whether the best attempt's outcome is the answer."""
        return self.best.refused is None and not self.guess

    @property
    def program(self) -> Program | None:
        """The program behind the answer."""
        return self.best.translation.reading.first

    @property
    def explanation(self) -> tuple[str, ...]:
        """The argument in words, a line for each step."""
        best, reading = self.best, self.best.translation.reading
        if best.refused is not None and best.refused.code in {NO_OPTION, SEVERAL_OPTIONS}:
            named = zip(option_names(self.problem, reading), reading.options, best.options, strict=False)
            return tuple(f"{name}: {line}" for name, program, outcome in named for line in explain(program, outcome))
        if self.program is None or best.outcome is None or best.refused is not None:
            return ()
        return explain(self.program, best.outcome)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was said of the text, of the program and of the run."""
        return self.best.diagnostics

    @property
    def usage(self) -> Usage:
        """What all attempts cost, and the fallback."""
        return reduce(Usage.__add__, (attempt.translation.usage for attempt in self.attempts), spent(self.asked))

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Return the whole solution as data that JSON can hold; ``model_validate`` gives it back.

        Args:
            options: whatever pydantic's ``model_dump`` can be told; it changes nothing.

        Returns:
            The answer and the argument for people, which nothing reads again, and the ``whole``.
        """
        from sorites.solvers.carrying.plain import write_plain

        from .showing import sure

        return {
            "answer": self.answer,
            "verdict": self.verdict.value if self.verdict is not None else None,
            "remark": self.remark,
            "certified": sure(self),
            "explanation": list(self.explanation),
            "whole": write_plain(self),
        }

    def model_dump_json(self, **options: Any) -> str:
        """Return what ``model_dump`` returns, as JSON.

        Args:
            options: as of ``model_dump``.

        Returns:
            The JSON.
        """
        return json.dumps(self.model_dump(), ensure_ascii=False)

    @classmethod
    def model_validate(cls, data: Any) -> Solution:
        """Return the solution that ``model_dump`` wrote; certificates that were checked are checked anew.

        Args:
            data: what was written, or a solution, which is given back.

        Returns:
            The solution, whole.

        Raises:
            UserError: it is no solution, or one of its certificates is wrong.
        """
        from sorites.solvers.carrying.plain import read_plain

        if isinstance(data, cls):
            return data
        if not isinstance(data, Mapping) or not isinstance(data.get("whole"), Mapping):
            raise UserError("this is no Solution as plain data: it has no 'whole'")
        return read_plain(cls, data["whole"])

    @classmethod
    def model_construct(cls, **data: Any) -> Solution:
        """Do as ``model_validate`` does: by this name LangGraph asks for what comes back from a checkpoint.

        Args:
            data: the entries of what ``model_dump`` gave.

        Returns:
            The solution, whole.
        """
        return cls.model_validate(data)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Tell pydantic that a model may have solutions as fields."""
        from pydantic_core import core_schema

        written = core_schema.plain_serializer_function_ser_schema(cls.model_dump)
        return core_schema.no_info_plain_validator_function(cls.model_validate, serialization=written)

    @property
    def __pydantic_serializer__(self) -> Any:
        """Tell pydantic how a solution is written where a field may hold anything, as a message's artifact may."""
        return _serializer()

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """Tell pydantic what ``model_dump`` gives."""
        text, maybe = {"type": "string"}, {"anyOf": [{"type": "string"}, {"type": "null"}]}
        lines = {"type": "array", "items": text}
        shown = {"answer": maybe, "verdict": maybe, "remark": text, "certified": text, "explanation": lines}
        properties = {**shown, "whole": {"type": "object"}}
        return {"title": "Solution", "type": "object", "properties": properties, "required": list(properties)}

    def _repr_html_(self) -> str:
        from .showing import solution_html

        return solution_html(self)

    def _repr_markdown_(self) -> str:
        from .showing import solution_markdown

        return solution_markdown(self)


@cache
def _serializer() -> Any:
    from pydantic_core import SchemaSerializer

    return SchemaSerializer(Solution.__get_pydantic_core_schema__(Solution, None))


def statements_of(reading: Reading) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Return what was read of a text, the premises and the goal; that of prose also where there is no program."""
    if reading.first is not None:
        program = reading.first
        rules = (Statement(rule.formula, rule.gloss, rule.span) for rule in program.rules)
        return (*program.premises, *rules, *program.exceptions), (program.goal,)
    return reading.statements, ()
