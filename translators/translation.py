"""What a translator gives, and the seams behind which each one lives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from sorites.solvers import Diagnostic, Level, Reading

from .models.chat import ModelUnavailable, Request, RequestRefused, Usage, faults_of, spent
from .problem import Problem

REFUSED: Final = "refused"
"""The code of the diagnostic of a model that refuses to answer."""
UNAVAILABLE: Final = "unavailable"
"""The code of the diagnostic of a sample that the endpoint did not answer, which may pass."""
VAIN: Final = "no-answer"
"""The code of the diagnostic of a model whose answers are cut off, or empty, whenever it is asked."""
UNWANTED: Final = "request-refused"
"""The code of the diagnostic of a sample that the endpoint refused to take, such as one that is too long."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A program that renders a problem, and where it came from.

    Attributes:
        reading: the program with its diagnostics.
        translator: the name of the translator, with its model.
        seconds: how long the translation took.
        raw: what the model wrote; empty if none did.
        prompt: the prompt's version and hash; empty if there was none.
        requests: every request that it took, with what it cost.
        finish: why the model stopped.
        thoughts: what the model thought before it wrote, where it shows that.
    """

    reading: Reading
    translator: str
    seconds: float
    raw: str = ""
    prompt: str = ""
    requests: tuple[Request, ...] = ()
    finish: str = ""
    thoughts: str = ""

    @property
    def usage(self) -> Usage:
        """What the model's answers cost."""
        return spent(self.requests)

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with each answer that had to be asked again."""
        return faults_of(self.requests)


def unanswered(name: str, error: ModelUnavailable | RequestRefused, prompt: str = "") -> Translation:
    """Return what stands for a translation that the endpoint did not give.

    Args:
        name: the translator's name.
        error: why there is none.
        prompt: the prompt's version and hash.
    """
    code = UNAVAILABLE if isinstance(error, ModelUnavailable) else UNWANTED
    fault = Diagnostic(code, Level.ERROR, f"the endpoint gave no program: {error}")
    seconds = spent(error.requests).seconds
    return Translation(Reading(None, (fault,), "", 0, 0), name, seconds, prompt=prompt, requests=error.requests)


class Translator(Protocol):
    """Renders problems as programs."""

    @property
    def name(self) -> str:
        """The name in the registry, with its argument."""
        ...

    def translations(self, problem: Problem) -> list[Translation]:
        """Return one translation of the problem, or several samples of it.

        Args:
            problem: what is asked.

        Returns:
            The samples in order, one at least.

        Raises:
            UserError: the translator can't say anything about the problem.
        """
        ...


@runtime_checkable
class LanguageTranslator(Translator, Protocol):
    """A translator that a model is behind: it can be told what is wrong, and does not block."""

    @property
    def samples(self) -> int:
        """How many translations of each problem it makes."""
        ...

    async def atranslations(self, problem: Problem) -> list[Translation]:
        """Do as ``translations`` does, without blocking.

        Args:
            problem: what is asked.

        Returns:
            The samples in order.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        ...

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Return a new translation, made in the light of what was wrong with the last one.

        Args:
            problem: what is asked.
            translation: the one to mend.
            feedback: what is wrong with it, in words.

        Returns:
            Another one; the caller decides whether it is better.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        ...

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        """Do as ``repair`` does, without blocking.

        Args:
            problem: what is asked.
            translation: the one to mend.
            feedback: what is wrong with it, in words.

        Returns:
            Another one.

        Raises:
            UserError: the endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        ...
