"""The steps from a problem to its answer: translate, check, prove, repair, answer.

Each takes a state and gives the next one; ``following`` says which step comes then. ``answering`` runs them
one after the other, ``graph`` makes the nodes of a graph of them, and both take the same path.
"""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from sorites.solvers.running import room
from sorites.translators import LanguageTranslator, Problem, Translation
from sorites.translators.models.chat import OF_ONE, ModelUnavailable, Request, RequestRefused
from sorites.translators.translation import unanswered

from .asking import put_right
from .attempt import PERSON, Attempt, attempt, option_names, under
from .options import Options
from .reading_back import found_said
from .repairing import ballot_of, feedback, judged, standing
from .signals import warned
from .solution import Solution
from .voting import RULES, Vote

if TYPE_CHECKING:
    from .answerers import Answerer

_SEED: Final = 7
StepName = Literal["translate", "check", "prove", "repair", "answer"]


@dataclass(frozen=True, slots=True)
class State:
    """How far a problem has come.

    Attributes:
        problem: what is asked.
        translations: what the translator wrote last, until it is proved.
        attempts: what was proved so far, in order.
        best: the number of the best of them, from 0.
        vote: how the samples decided; ``None`` if there was one only.
        feedback: what the translator is to be told; empty where nothing is to be repaired.
        repairs: how often it was told.
        seconds: what all steps took.
        solution: the answer, at the end.
    """

    problem: Problem
    translations: tuple[Translation, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    best: int = 0
    vote: Vote | None = None
    feedback: str = ""
    repairs: int = 0
    seconds: float = 0.0
    solution: Solution | None = None


Step = Callable[[State, Options], State]


def following(step: StepName, state: State) -> StepName | None:
    """Return the step that comes after a step, given the state that it led to; ``None`` after the last."""
    match step:
        case "translate" | "repair":
            return "check"
        case "check":
            return "prove"
        case "prove":
            return "repair" if state.feedback else "answer"
        case "answer":
            return None


def take(step: StepName, state: State, options: Options) -> State:
    """Return the state that a step leads to.

    Args:
        step: the step.
        state: the state that the step before it led to.
        options: who translates and proves, and how.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    started = time.perf_counter()
    return _timed(_done(step, state, options), started)


def _done(step: StepName, state: State, options: Options) -> State:
    try:
        return STEPS[step](state, options)
    except StopIteration as error:  # which would end whoever iterates over us, and never reach who awaits us
        raise RuntimeError(f"the step '{step}' raised StopIteration: {error!r}") from error


async def atake(step: StepName, state: State, options: Options) -> State:
    """Do as ``take`` does; the model's answers are awaited, the provers run in a thread."""
    import asyncio  # slow to load, and not needed by who does not wait

    started = time.perf_counter()
    if step in _AWAITED and isinstance(options.translator, LanguageTranslator):
        return _timed(await _AWAITED[step](state, options.translator), started)
    asks = step == "answer" and options.fallback is not None and not isinstance(options.fallback, str)
    if step == "prove" or asks or not isinstance(options.translator, LanguageTranslator):
        return _timed(await asyncio.to_thread(_done, step, state, options), started)
    return _timed(_done(step, state, options), started)  # sooner done than handed over


def _timed(state: State, started: float) -> State:
    seconds = state.seconds + time.perf_counter() - started
    solution = replace(state.solution, seconds=seconds) if state.solution is not None else None
    return replace(state, seconds=seconds, solution=solution)


def _translate(state: State, options: Options) -> State:
    return replace(state, translations=tuple(options.translator.translations(state.problem)))


async def _atranslate(state: State, translator: LanguageTranslator) -> State:
    return replace(state, translations=tuple(await translator.atranslations(state.problem)))


def _repair(state: State, options: Options) -> State:
    assert isinstance(options.translator, LanguageTranslator)
    last = state.attempts[state.best]
    try:
        repaired = options.translator.repair(state.problem, last.translation, state.feedback)
    except OF_ONE as error:
        repaired = _unrepaired(last, options.translator.name, error)
    return replace(state, translations=(repaired,), repairs=state.repairs + 1)


async def _arepair(state: State, translator: LanguageTranslator) -> State:
    last = state.attempts[state.best]
    try:
        repaired = await translator.arepair(state.problem, last.translation, state.feedback)
    except OF_ONE as error:
        repaired = _unrepaired(last, translator.name, error)
    return replace(state, translations=(repaired,), repairs=state.repairs + 1)


def _unrepaired(last: Attempt, name: str, error: ModelUnavailable | RequestRefused) -> Translation:
    """Return a repair that nobody made; of a program that has an answer none is needed."""
    if last.label is None:
        raise error
    return unanswered(name, error)


def _check(state: State, options: Options) -> State:
    """Say of each translation what is to be said before anything is proved of it."""
    problem, found = state.problem, []
    advise = options.advise or len(state.translations) > 1 or hasattr(options.translator, "repair")
    base = getattr(options.translator, "base", None)  # the premises of a book, of which all was said
    for one in state.translations:
        if one.reading.question is not None:  # what asks of options is not what the questions of prose are held to
            found.append(one)
            continue
        reading = one.reading if problem.semantics is None else under(one.reading, problem.semantics)
        reading = put_right(problem, reading, shown=advise)
        known = base is not None and reading.first is not None and reading.first.premises == base.first.premises
        reading = warned(problem, reading, covered=bool(one.raw), advise=advise and not known)
        found.append(replace(one, reading=reading))
    return replace(state, translations=tuple(found))


def _prove(state: State, options: Options) -> State:
    """Prove what was translated, choose the best attempt, and say what is to be repaired.

    A repair that makes things worse is not kept, and the next one starts from the
    best program so far (backtracking, as in Logic-LM++). Several samples are repaired
    only if none of them counts.
    """
    if not state.attempts:
        with room():
            attempts = tuple(attempt(state.problem, i, one, options) for i, one in enumerate(state.translations))
        counted = RULES[options.rule]([*map(ballot_of, attempts)]) if len(attempts) > 1 else None
        best = max(range(len(attempts)), key=lambda i: standing(attempts[i], counted))
        vote = counted if counted is not None and counted.shares else None
        state = replace(state, translations=(), attempts=attempts, best=best, vote=vote)
    else:
        before = state.attempts[state.best]
        with room():
            found = attempt(state.problem, before.sample, state.translations[0], options)
        found = replace(found, feedback=state.feedback)
        if found.translation.translator != PERSON:
            found = judged(state.problem, found, before)
        attempts = (*state.attempts, found)
        state = replace(state, translations=(), attempts=attempts, best=len(attempts) - 1 if found.kept else state.best)
    may = state.repairs < options.max_repairs and hasattr(options.translator, "repair")
    may = may and attempts[state.best].translation.translator != PERSON
    decided = state.vote is not None
    told = feedback(state.problem, attempts, state.best) if may and not decided else ""
    return replace(state, feedback=told)


def _answer(state: State, options: Options) -> State:
    vote, attempts = state.vote, state.attempts
    best = attempts[state.best]
    label = best.label if vote is None else vote.label
    fallback, asked = "", tuple[Request, ...]()
    may = bool(state.problem.question) and best.answers is None
    if label is None and options.fallback is not None and may:
        label, fallback, asked = _fall_back(state.problem, options.fallback, best)
    program = best.translation.reading.first
    if best.answers is not None and program is not None:
        label = found_said(program, best.answers) or None
    solution = Solution(state.problem, label, best, attempts, fallback, state.seconds, vote, asked)
    return replace(state, solution=solution)


def _fall_back(
    problem: Problem, fallback: Answerer | Literal["random", "first"], best: Attempt
) -> tuple[str | None, str, tuple[Request, ...]]:
    """Return a label that no program gives, a guess, how it was found, and what that took."""
    if fallback == "random":
        labels = list(option_names(problem, best.translation.reading) or dict.fromkeys(problem.scheme.labels.values()))
        return random.Random(f"{_SEED}:{problem.id}:{problem.question}").choice(labels), "random", ()  # noqa: S311
    if fallback == "first":
        return best.guess, "first" if best.guess is not None else "", ()
    found = fallback.answers(problem)[0]
    return found.label, fallback.name, found.requests


STEPS: Final[Mapping[StepName, Step]] = {
    "translate": _translate,
    "check": _check,
    "prove": _prove,
    "repair": _repair,
    "answer": _answer,
}
"""The steps by name."""
_AWAITED: Final[Mapping[StepName, Callable[[State, LanguageTranslator], Awaitable[State]]]] = {
    "translate": _atranslate,
    "repair": _arepair,
}
"""The steps that wait for a model."""
