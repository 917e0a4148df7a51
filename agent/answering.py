"""The one path from a problem to an answer: translate, check, prove, repair, decide.

``solve``, the Runnable, the tools, the command line and every cell of a benchmark go
through ``answer`` or its awaiting twin, so that what is measured is what is used.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypedDict

from sorites.solvers import Limits, Semantics, Solver, UserError, make_solver
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, LanguageTranslator, Problem, Translation, Translator
from sorites.translators.registry import DEFAULT

from .attempt import Attempt, attempt, option_names
from .repairing import ballot_of, better, feedback, standing
from .solution import Solution
from .voting import RULES, Rule

if TYPE_CHECKING:
    from .answerers import Answerer

_SEED: Final = 7


@dataclass(frozen=True, slots=True)
class Options:
    """How problems are answered.

    Attributes:
        translator: makes programs of problems.
        solver: answers programs.
        limits: the limits of each program.
        max_repairs: how often the translator is told what is wrong; 0 for never.
        check: check the certificate of every program that was answered.
        rule: how several translations of a problem decide on one answer.
        fallback: who answers if no program gives a label: nobody, chance (seeded by the
            question, so the same each time), or a model by itself.
    """

    translator: Translator
    solver: Solver
    limits: Limits = Limits()
    max_repairs: int = 3
    check: bool = True
    rule: Rule = "vote"
    fallback: Answerer | Literal["random"] | None = None

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise UserError(f"there is no rule '{self.rule}' for several samples; there are {', '.join(RULES)}")
        if isinstance(self.fallback, str) and self.fallback != "random":
            raise UserError(f"there is no fallback '{self.fallback}'; give an answerer, 'random' or None")

    @classmethod
    def of(
        cls,
        translator: Translator | str = DEFAULT,
        solver: Solver | str = "portfolio",
        limits: Limits = Limits(),
        max_repairs: int = 3,
        check: bool = True,
        rule: Rule = "vote",
        fallback: Answerer | Literal["random"] | None = None,
    ) -> Options:
        """Return options whose translator and solver may be given by name.

        Args:
            translator: a translator or its name, such as ``openai:MODEL``.
            solver: a solver or its name.
            limits: see ``Options``, as for the arguments that follow.
            max_repairs: see there.
            check: see there.
            rule: see there.
            fallback: see there.

        Returns:
            The options, their translator and solver made.

        Raises:
            UserError: there is no translator, solver or rule of this name.
        """
        from sorites.translators import make_translator

        return cls(
            make_translator(translator) if isinstance(translator, str) else translator,
            make_solver(solver) if isinstance(solver, str) else solver,
            limits,
            max_repairs,
            check,
            rule,
            fallback,
        )


class Event(TypedDict, total=False):
    """What happens on the way to an answer.

    ``stage`` is ``translated`` (with ``translations``), ``repairing`` (with the
    ``feedback`` that the translator is given) or, last, ``answered`` (with the ``solution``).
    """

    stage: Literal["translated", "repairing", "answered"]
    translations: list[Translation]
    feedback: str
    solution: Solution


def answer(problem: Problem, options: Options) -> Solution:
    """Answer a problem.

    Args:
        problem: what is asked.
        options: who translates and proves, and how.

    Returns:
        The answer with its certificate and its whole trail. A problem that can't be
        translated or proved has the answer ``None``, unless there is a fallback.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint that does not answer.
    """
    *_, last = events(problem, options)
    return last["solution"]


async def aanswer(problem: Problem, options: Options) -> Solution:
    """Do as ``answer`` does; the model's answers are awaited, the provers run in a thread.

    Args:
        problem: what is asked.
        options: who translates and proves, and how.

    Returns:
        The answer, as ``answer`` gives it.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint that does not answer.
    """
    async for event in aevents(problem, options):
        if event["stage"] == "answered":
            return event["solution"]
    raise AssertionError("the last event has the answer")


def events(problem: Problem, options: Options) -> Iterator[Event]:
    """Yield what happens on the way to an answer, the answer last; see ``answer``."""
    translator, steps = options.translator, _steps(problem, options)
    ask = next(steps)
    while isinstance(ask, _Ask):
        if ask.translation is None:
            found = translator.translations(problem)
        else:
            yield {"stage": "repairing", "feedback": ask.feedback}
            assert isinstance(translator, LanguageTranslator)
            found = [translator.repair(problem, ask.translation, ask.feedback)]
        yield {"stage": "translated", "translations": found}
        ask = steps.send(found)
    yield {"stage": "answered", "solution": ask}


async def aevents(problem: Problem, options: Options) -> AsyncIterator[Event]:
    """Do as ``events`` does, without blocking."""
    import asyncio

    translator, steps = options.translator, _steps(problem, options)
    ask = next(steps)
    while isinstance(ask, _Ask):
        if not isinstance(translator, LanguageTranslator):
            found = await asyncio.to_thread(translator.translations, problem)
        elif ask.translation is None:
            found = await translator.atranslations(problem)
        else:
            yield {"stage": "repairing", "feedback": ask.feedback}
            found = [await translator.arepair(problem, ask.translation, ask.feedback)]
        yield {"stage": "translated", "translations": found}
        ask = await asyncio.to_thread(steps.send, found)
    yield {"stage": "answered", "solution": ask}


@dataclass(frozen=True, slots=True)
class _Ask:
    """What is needed of the translator next: its translations, or the repair of one."""

    translation: Translation | None = None
    feedback: str = ""


def _steps(problem: Problem, options: Options) -> Generator[_Ask | Solution, list[Translation], None]:
    """Yield what is needed of the translator until there is an answer, and then the answer.

    A repair that makes things worse is not kept, and the next one starts from the
    best program so far (backtracking, as in Logic-LM++). Several samples are repaired
    only if none of them counts.
    """
    started = time.perf_counter()
    first = yield _Ask()
    attempts = [_attempt(problem, options, i, t) for i, t in enumerate(first)]
    counted = RULES[options.rule]([ballot_of(a) for a in attempts]) if len(attempts) > 1 else None
    best = max(attempts, key=lambda a: standing(a, counted))
    settled = counted is not None and bool(counted.shares)
    for _ in range(options.max_repairs if isinstance(options.translator, LanguageTranslator) else 0):
        if settled or not (told := feedback(best)):
            break
        [repaired] = yield _Ask(best.translation, told)
        found = replace(_attempt(problem, options, best.sample, repaired), feedback=told)
        if better(found, best):
            best = found
        else:
            found = replace(found, kept=False)
        attempts.append(found)
    label = best.label if not settled or counted is None else counted.label
    fallback = ""
    if label is None and options.fallback is not None and best.answers is None:
        label, fallback = _fall_back(problem, options.fallback, best)
    seconds = time.perf_counter() - started
    yield Solution(problem, label, best, tuple(attempts), fallback, seconds, counted if settled else None)


def _attempt(problem: Problem, options: Options, sample: int, translation: Translation) -> Attempt:
    return attempt(problem, sample, translation, solver=options.solver, limits=options.limits, check=options.check)


def _fall_back(problem: Problem, fallback: Answerer | Literal["random"], best: Attempt) -> tuple[str | None, str]:
    """Return a label that no program gives, a guess, and how it was found."""
    if fallback == "random":
        labels = list(option_names(problem, best.translation.reading) or dict.fromkeys(problem.scheme.labels.values()))
        return random.Random(f"{_SEED}:{problem.id}:{problem.question}").choice(labels), "random"  # noqa: S311
    return fallback.answers(problem)[0].label, fallback.name


def solve(  # noqa: PLR0913  # a front of answer(), a keyword for each of its options
    context: str,
    question: str,
    choices: tuple[str, ...] = (),
    *,
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str | None = None,
    translator: Translator | str = DEFAULT,
    solver: Solver | str = "portfolio",
    limits: Limits = Limits(),
    max_repairs: int = 3,
    check: bool = True,
    rule: Rule = "vote",
    fallback: Answerer | Literal["random"] | None = None,
) -> Solution:
    """Answer one problem in natural language.

    Examples:
        >>> from sorites import solve
        >>> solution = solve("Kind people are nice. Anne is kind.", "Is Anne nice?", )
        >>> solution.answer, solution.checked
        ('True', True)

    Args:
        context: the text that is taken to hold.
        question: what is asked.
        choices: the choices of a multiple choice question.
        scheme: the labels that an answer may have.
        semantics: what it means that the goal follows, ``classical`` or ``rules``; ``None`` for
            what the translator says.
        translator: a translator or its name, such as ``openai:gpt-5.2``; our own grammar of
            English by default, which needs no key.
        solver: a solver or its name.
        limits: the seconds and megabytes of each program.
        max_repairs: how often the translator is told what is wrong.
        check: check the certificate too.
        rule: how several translations decide on one answer: ``vote`` or ``majority``.
        fallback: who answers if no program gives a label.

    Returns:
        The answer, in the words of ``scheme``, with its certificate and its whole trail.

    Raises:
        UserError: there is no question, no such translator or solver, or an endpoint refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    if not question.strip():
        raise UserError("there is no question")
    options = Options.of(translator, solver, limits, max_repairs, check, rule, fallback)
    meant = Semantics(semantics) if semantics is not None else None
    return answer(Problem("problem", context, question, scheme, choices, meant), options)
