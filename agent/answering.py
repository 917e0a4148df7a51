"""The one path from a problem to an answer: translate, check, prove, repair, decide.

``solve``, the Runnable, the graph, the tools, the command line and every cell of a benchmark take
the steps of ``steps``, so that what is measured is what is used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import Literal, TypedDict, Unpack

from sorites.solvers import Semantics, Solver, UserError
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Problem, Translation, Translator
from sorites.translators.problem import in_words_of

from .attempt import Attempt
from .options import Making, Options, meant
from .solution import Solution
from .steps import State, StepName, atake, following, take

Take = Callable[[StepName, State, Options], State]
ATake = Callable[[StepName, State, Options], Awaitable[State]]


class Event(TypedDict, total=False):
    """What happens on the way to an answer.

    ``stage`` is ``translated`` (with ``translations``), ``proved`` (with the ``attempts`` that were
    proved), ``repairing`` (with the ``feedback`` that the translator is given) or, last, ``answered``
    (with the ``solution``).
    """

    stage: Literal["translated", "proved", "repairing", "answered"]
    translations: list[Translation]
    attempts: list[Attempt]
    feedback: str
    solution: Solution


def answer(problem: Problem, options: Options, take: Take = take) -> Solution:
    """Answer a problem.

    Args:
        problem: what is asked.
        options: who translates and proves, and how.
        take: takes a step, which somebody may want to see.

    Returns:
        The answer with its certificate and its whole trail. A problem that can't be
        translated or proved has the answer ``None``, unless there is a fallback.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint that does not answer.
    """
    *_, last = events(problem, options, take)
    return last["solution"]


async def aanswer(problem: Problem, options: Options, take: ATake = atake) -> Solution:
    """Do as ``answer`` does; the model's answers are awaited, the provers run in a thread.

    Args:
        problem: what is asked.
        options: who translates and proves, and how.
        take: takes a step.

    Returns:
        The answer, as ``answer`` gives it.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint that does not answer.
    """
    async for event in aevents(problem, options, take):
        if event["stage"] == "answered":
            return event["solution"]
    raise AssertionError("the last event has the answer")


def events(problem: Problem, options: Options, take: Take = take) -> Iterator[Event]:
    """Yield what happens on the way to an answer, the answer last; see ``answer``."""
    step: StepName | None = "translate"
    state = State(problem)
    while step is not None:
        before, state = state, take(step, state, options)
        yield from happened(step, before, state)
        step = following(step, state)


async def aevents(problem: Problem, options: Options, take: ATake = atake) -> AsyncIterator[Event]:
    """Do as ``events`` does, without blocking."""
    step: StepName | None = "translate"
    state = State(problem)
    while step is not None:
        before, state = state, await take(step, state, options)
        for event in happened(step, before, state):
            yield event
        step = following(step, state)


def happened(step: StepName, before: State, after: State) -> Iterator[Event]:
    """Yield what happened in a step, given the states before and after it."""
    match step:
        case "translate" | "repair":
            yield {"stage": "translated", "translations": list(after.translations)}
        case "prove":
            yield {"stage": "proved", "attempts": list(after.attempts[len(before.attempts) :])}
            if after.feedback:
                yield {"stage": "repairing", "feedback": after.feedback}
        case "answer":
            assert after.solution is not None
            yield {"stage": "answered", "solution": after.solution}


def solve(
    context: str,
    question: str,
    choices: tuple[str, ...] = (),
    *,
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str | None = None,
    translator: Translator | str | None = None,
    solver: Solver | str = "portfolio",
    **making: Unpack[Making],
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
        making: more of how it is answered, by the keywords of ``Options.of``: ``limits``, ``max_repairs``,
            ``samples``, ``model``, ``options`` and so on.

    Returns:
        The answer, in the words of ``scheme``, with its certificate and its whole trail.

    Raises:
        UserError: there is no question, no such translator or solver, or an endpoint refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    problem = asked(context, question, choices, scheme, semantics)
    return answer(problem, Options.of(translator, solver, **making))


async def asolve(
    context: str,
    question: str,
    choices: tuple[str, ...] = (),
    *,
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str | None = None,
    translator: Translator | str | None = None,
    solver: Solver | str = "portfolio",
    **making: Unpack[Making],
) -> Solution:
    """Do as ``solve`` does, without blocking.

    Args:
        context: as of ``solve``, as are the arguments that follow.
        question: see there.
        choices: see there.
        scheme: see there.
        semantics: see there.
        translator: see there.
        solver: see there.
        making: see there.

    Returns:
        The answer, as ``solve`` gives it.

    Raises:
        UserError: there is no question, no such translator or solver, or an endpoint refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    problem = asked(context, question, choices, scheme, semantics)
    return await aanswer(problem, Options.of(translator, solver, **making))


def asked(
    context: str,
    question: str,
    choices: Iterable[str],
    scheme: LabelScheme,
    semantics: Semantics | str | None,
    name: str = "problem",
) -> Problem:
    """Return what is asked as a problem.

    Args:
        context: the text that is taken to hold.
        question: what is asked.
        choices: the choices of a multiple choice question.
        scheme: the labels that an answer may have.
        semantics: what it means that the goal follows; ``None`` for what the translator says.
        name: the problem's name.

    Raises:
        UserError: there is no question, or no such semantics.
    """
    if not question.strip():
        raise UserError("there is no question")
    given = () if isinstance(choices, str) else tuple(choices)
    if isinstance(choices, str) or not all(isinstance(one, str) and one.strip() for one in given):
        raise UserError("the choices are texts, none of which is empty")
    scheme = in_words_of(given, scheme) if scheme == TRUE_FALSE_UNCERTAIN else scheme
    return Problem(name, context, question, scheme, given, meant(semantics))
