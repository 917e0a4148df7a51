"""The agent: translate, check, solve, repair, answer."""

from __future__ import annotations

import random
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, Literal

from sorites.solvers import Limits, Outcome, Semantics, Solver, UserError, Verdict, fitting, make_solver
from sorites.solvers.checking.certificates import check as check_certificate
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, LanguageTranslator, Problem, Translation, Translator
from sorites.translators.models.feedback import for_model
from sorites.translators.registry import DEFAULT

from .answerers import Answerer
from .explanation import explain
from .solution import Attempt, Solution
from .voting import Ballot, Vote, readings, signs_of, vote

_DEFINITE: Final = {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN}
_SEED: Final = 7


@dataclass(frozen=True, slots=True)
class Ask:
    """What a step of the agent needs from the translator: a first translation, or a repair."""

    translation: Translation | None = None
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Reasoner:
    """The agent's plain logic, the same for blocking and non-blocking use.

    Attributes:
        translator: makes programs of problems.
        solver: answers programs.
        limits: the limits of each program.
        max_repairs: how often the translator is told what is wrong.
        check: check the certificate of the answer.
        fallback: who answers if no program gives a label: nobody, chance (seeded, the
            same each time), or the model by itself.
    """

    translator: Translator
    solver: Solver
    limits: Limits = Limits()
    max_repairs: int = 3
    check: bool = False
    fallback: Answerer | Literal["random"] | None = None

    def solve(self, problem: Problem) -> Solution:
        """Return the answer to a problem."""
        steps = self.steps(problem)
        ask: Ask | Solution = next(steps)
        while isinstance(ask, Ask):
            ask = advance(steps, self.translate(problem, ask))
        return ask

    async def asolve(self, problem: Problem) -> Solution:
        """Do as :meth:`solve` does; the model's answers are awaited, the prover runs in a thread."""
        import asyncio

        steps = self.steps(problem)
        ask: Ask | Solution = next(steps)
        while isinstance(ask, Ask):
            ask = await asyncio.to_thread(advance, steps, await self.atranslate(problem, ask))
        return ask

    def translate(self, problem: Problem, ask: Ask) -> list[Translation]:
        """Return what a step asks of the translator: its samples, or one repair."""
        if ask.translation is None:
            return self.translator.translations(problem)
        assert isinstance(self.translator, LanguageTranslator)
        return [self.translator.repair(problem, ask.translation, ask.feedback)]

    async def atranslate(self, problem: Problem, ask: Ask) -> list[Translation]:
        """Do as :meth:`translate` does, without blocking."""
        if not isinstance(self.translator, LanguageTranslator):
            return self.translator.translations(problem)
        if ask.translation is None:
            return await self.translator.atranslations(problem)
        return [await self.translator.arepair(problem, ask.translation, ask.feedback)]

    def steps(self, problem: Problem) -> Generator[Ask, list[Translation], Solution]:
        """Yield what is needed of the translator until there is an answer.

        A repair that makes things worse is not kept, and the next one starts from the
        best program so far (backtracking, as in Logic-LM++). Several samples vote, and
        are repaired only if no vote counts.
        """
        started = time.perf_counter()
        attempts = [Attempt(t, self._answer(t)) for t in (yield Ask())]
        counted = vote([_ballot(problem, a) for a in attempts]) if len(attempts) > 1 else None
        best = max(attempts, key=lambda a: _standing(problem, a, counted))
        settled = counted is not None and bool(counted.shares)
        for _ in range(self.max_repairs if isinstance(self.translator, LanguageTranslator) else 0):
            if settled or not (feedback := self._feedback(best)):
                break
            [repaired] = yield Ask(best.translation, feedback)
            attempt = Attempt(repaired, self._answer(repaired), feedback=feedback)
            if self._better(attempt, best):
                best = attempt
            else:
                attempt = Attempt(repaired, attempt.outcome, False, feedback)
            attempts.append(attempt)
        return self._solution(problem, best, tuple(attempts), counted if settled else None, started)

    def _answer(self, translation: Translation) -> Outcome | None:
        program = translation.reading.program
        return fitting(program, self.solver).solve(program, self.limits) if program is not None else None

    def _feedback(self, attempt: Attempt) -> str:
        """Return what the translator should know, or nothing if the attempt will do."""
        reading = attempt.translation.reading
        if attempt.outcome is None:
            return for_model(reading.diagnostics, reading.text)
        program, verdict = reading.program, attempt.outcome.verdict
        if verdict in _DEFINITE or program is None:
            return ""
        lines = [for_model(reading.diagnostics, reading.text)] if reading.diagnostics else []
        if verdict is Verdict.INCONSISTENT:
            lines.append("These premises contradict each other; translate their sentences anew:")
            used = getattr(attempt.outcome.certificate, "premises_used", ())
            lines += [f"- {program.premises[i].gloss}" for i in used]
        else:
            lines.append("No prover could answer this program. Make it simpler.")
        return "\n".join(lines)

    def _better(self, new: Attempt, old: Attempt) -> bool:
        """Return whether a repair is an improvement that drops nothing."""
        before, after = old.translation.reading, new.translation.reading
        if after.read < before.read or after.total < before.total:
            return False
        if before.program is not None and after.program is not None and (
            before.program.goal.gloss != after.program.goal.gloss
        ):  # fmt: skip
            return False
        return _rank(new) >= _rank(old)

    def _solution(
        self, problem: Problem, best: Attempt, attempts: tuple[Attempt, ...], counted: Vote | None, started: float
    ) -> Solution:
        program = best.translation.reading.program
        if program is not None and best.outcome is not None and self.check:
            checked = check_certificate(program, best.outcome, self.limits)
            best = Attempt(best.translation, checked, best.kept, best.feedback)
        label = problem.scheme.label(best.verdict) if best.verdict is not None else None
        if counted is not None:
            label = counted.label
        fallback = ""
        if label is None and self.fallback is not None:
            label, fallback = self._fall_back(problem)
        lines = explain(program, best.outcome) if program is not None and best.outcome is not None else ()
        seconds = time.perf_counter() - started
        groups: list[list[int]] = []
        if counted is not None:
            groups = readings([a.translation.reading.program for a in attempts], self.solver)
        return Solution(problem, label, best, attempts, lines, fallback, seconds, counted, tuple(map(tuple, groups)))

    def _fall_back(self, problem: Problem) -> tuple[str | None, str]:
        """Return a label that no program gives, and how it was found."""
        if self.fallback == "random":
            labels = list(dict.fromkeys(problem.scheme.labels.values()))
            return random.Random(f"{_SEED}:{problem.id}:{problem.question}").choice(labels), "random"  # noqa: S311
        assert self.fallback is not None
        return self.fallback.answers(problem)[0].label, self.fallback.name


def advance(steps: Generator[Ask, list[Translation], Solution], found: list[Translation]) -> Ask | Solution:
    """Give a step its translations and return what the next one asks, or the answer."""
    try:
        return steps.send(found)
    except StopIteration as stop:
        answer: Solution = stop.value
        return answer


def _ballot(problem: Problem, attempt: Attempt) -> Ballot:
    label = problem.scheme.label(attempt.verdict) if attempt.verdict is not None else None
    found = attempt.translation.reading.diagnostics
    return Ballot(label, attempt.verdict, signs_of((d.code, d.level) for d in found))


def _standing(problem: Problem, attempt: Attempt, counted: Vote | None) -> tuple[bool, float, int]:
    """Return how well an attempt stands for the answer: it gives the voted label, and weighs much."""
    ballot = _ballot(problem, attempt)
    winner = counted.shares[0][0] if counted is not None and counted.shares else None
    return winner is not None and ballot.label == winner, ballot.weight, _rank(attempt)


def _rank(attempt: Attempt) -> int:
    if attempt.verdict is None:
        return 0
    return 2 if attempt.verdict in _DEFINITE else 1


def solve(
    context: str,
    question: str,
    options: tuple[str, ...] | None = None,
    *,
    translator: Translator | str = DEFAULT,
    solver: Solver | str = "portfolio",
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str = Semantics.CLASSICAL,
    limits: Limits = Limits(),
    max_repairs: int = 3,
    check: bool = False,
    fallback: Answerer | Literal["random"] | None = None,
) -> Solution:
    """Answer one problem in natural language.

    Args:
        context: the text that is taken to hold.
        question: what is asked.
        options: the choices of a multiple choice question.
        translator: a translator or its name, such as ``openai:gpt-5.2``; our own grammar of
            English by default, which needs no key.
        solver: a solver or its name; of no matter under the semantics ``rules``.
        scheme: the labels that an answer may have.
        semantics: what it means that the goal follows.
        limits: the limits of each program.
        max_repairs: how often the translator is told what is wrong.
        check: check the certificate too.
        fallback: who answers if no program gives a label.

    Raises:
        UserError: a translator or solver that does not exist, or an endpoint that refuses.
        ModelUnavailable: an endpoint that does not answer.
    """
    from sorites.translators import make_translator

    if not question.strip():
        raise UserError("there is no question")
    if isinstance(translator, str):
        translator = make_translator(translator)
    if Semantics(semantics) is Semantics.RULES:
        solver = "rules"
    engine = make_solver(solver) if isinstance(solver, str) else solver
    reasoner = Reasoner(translator, engine, limits, max_repairs, check, fallback)
    return reasoner.solve(Problem("problem", context, question, scheme, options or ()))
