"""Texts that are read once and asked often.

A book is a text with the program that was read of it. A question about it is translated alone, in the words of that
program, and asked of its premises, which are compiled once; its answer is checked as any other. The program may be
edited by a person, and is saved and loaded as text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Final, TypeGuard, Unpack

from sorites.solvers import (
    Capabilities,
    Default,
    KnowledgeBase,
    Limits,
    Outcome,
    Program,
    Reading,
    Semantics,
    Solver,
    Statement,
    UnreadableProgram,
)
from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.notation.writer import print_goal
from sorites.translators import TRUE_FALSE_UNCERTAIN, LabelScheme, Problem, Translator
from sorites.translators.in_words import Goal, Grafted, of_text, text_of, without_goal
from sorites.translators.problem import statements_of

from .answering import ATake, Take, aanswer, answer, asked
from .options import Making, Options, meant
from .reading_back import in_english
from .repairing import DEFINITE, faults
from .solution import Solution
from .steps import atake, take

MOST: Final = 16
"""The most texts of which a shelf keeps books."""
_MOST_AT_ONCE: Final = 12
"""The most questions whose goals are written together with a text."""
_ANEW: Final = "The words of the text as it was read do not do for the question; both were translated anew."
_ASSUMED: Final = "assumed: "
"""How the gloss of a premise begins that no sentence says; see ``sorites.translators.english``."""


@dataclass(frozen=True, slots=True)
class Book:
    """A text that was read, and is asked many questions. It never changes.

    Examples:
        >>> from sorites import read
        >>> book = read("Kind people are nice. Anne is kind.")
        >>> book.ask("Is Anne nice?").answer, book.ask("Is Anne kind?").answer
        ('True', 'True')

    Attributes:
        problem: the text as a problem that asks nothing; of a program that a person wrote, its sentences.
        reading: the program that was read of it, which asks nothing, with what is to be said of it.
        options: who translates and proves, and how.
        known: the goals of questions that were translated with the text.
        solution: how the text was read, with what that cost; ``None`` where a person wrote the program.
    """

    problem: Problem
    reading: Reading
    options: Options
    known: Mapping[str, Goal] = field(default_factory=dict, hash=False)
    solution: Solution | None = field(default=None, compare=False, repr=False)
    _compiled: Solver = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        assert self.reading.first is not None
        solver = self.options.solver
        compiled = _Compiled(KnowledgeBase(self.reading.first), solver, solver.name, solver.capabilities)
        object.__setattr__(self, "_compiled", compiled)

    @property
    def context(self) -> str:
        """The text that is asked."""
        return self.problem.context

    @property
    def text(self) -> str:
        """The program as text, which ``edited`` reads: to save it, or for a person to change it."""
        return text_of(self.reading)

    @classmethod
    def read(cls, problem: Problem, options: Options) -> Book:
        """Return the book of a text.

        Args:
            problem: the text as a problem that asks nothing, with the labels of its answers.
            options: who translates and proves, and how.

        Returns:
            The book.

        Raises:
            UnreadableProgram: the text can't be read; it carries the diagnostics.
            UserError: an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return book_of(answer(problem, replace(options, fallback=None)), options)

    @classmethod
    async def aread(cls, problem: Problem, options: Options) -> Book:
        """Do as ``read`` does, without blocking.

        Args:
            problem: as of ``read``.
            options: see there.

        Returns:
            The book.

        Raises:
            UnreadableProgram: the text can't be read; it carries the diagnostics.
            UserError: an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return book_of(await aanswer(problem, replace(options, fallback=None)), options)

    @classmethod
    def of(cls, text: str, problem: Problem, options: Options) -> Book:
        """Return the book of a program's text, as ``Book.text`` gives it.

        Args:
            text: the text, with or without a conclusion, which is left out. Its sentences are the text that is asked.
            problem: what else there is to say: the name and the labels of its answers.
            options: who translates questions and proves, and how.

        Returns:
            The book.

        Raises:
            UnreadableProgram: it is no program; it carries the diagnostics.
        """
        reading = of_text(text)
        if reading.first is None or has_errors(reading.diagnostics):
            raise UnreadableProgram(reading.diagnostics, text)
        return cls(replace(problem, context=_sentences(reading.first)), reading, options)

    def edited(self, text: str) -> Book:
        """Return the book of a program that a person has changed, or saved before.

        Args:
            text: the program's text; its sentences are the text that is asked from now on.

        Returns:
            Another book.

        Raises:
            UnreadableProgram: it is no program; it carries the diagnostics.
        """
        return Book.of(text, self.problem, self.options)

    def ask(self, question: str, choices: tuple[str, ...] = ()) -> Solution:
        """Return the answer to a question, as ``solve`` gives it.

        Args:
            question: what is asked; it is translated in the words of the book, and has no answer if they can't say it.
            choices: the choices of a multiple choice question.

        Returns:
            The answer, with its certificate.

        Raises:
            UserError: there is no question, or an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return answer(self._asked(question, choices), self.answering)

    async def aask(self, question: str, choices: tuple[str, ...] = ()) -> Solution:
        """Do as ``ask`` does, without blocking.

        Args:
            question: as of ``ask``.
            choices: see there.

        Returns:
            The answer.

        Raises:
            UserError: there is no question, or an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return await aanswer(self._asked(question, choices), self.answering)

    @property
    def answering(self) -> Options:
        """How questions about it are answered."""
        translator: Translator = self.options.translator
        if hasattr(translator, "in_words"):
            translator = translator.in_words(self.reading, self.known)
        elif not self.reading.said:  # a grammar reads its text again, whose trees it has kept
            if hasattr(translator, "partial"):  # a person's sentences need not be such as the grammar reads
                translator = replace(translator, partial=True)  # type: ignore[type-var]
            translator = Grafted(translator, self.reading)
        return replace(self.options, translator=translator, solver=self._compiled)

    def _asked(self, question: str, choices: tuple[str, ...]) -> Problem:
        one = self.problem
        return asked(one.context, question, choices, one.scheme, one.semantics, one.id)


def text_alone(
    context: str,
    name: str = "problem",
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str | None = None,
) -> Problem:
    """Return a text as a problem that asks nothing.

    Args:
        context: the text.
        name: its name, by which a recorded program of it is found.
        scheme: the labels that answers may have.
        semantics: what it means that something follows; ``None`` for what the translator says.
    """
    return Problem(name, context, "", scheme, (), meant(semantics))


def read(
    context: str,
    name: str = "problem",
    *,
    scheme: LabelScheme = TRUE_FALSE_UNCERTAIN,
    semantics: Semantics | str | None = None,
    translator: Translator | str | None = None,
    solver: Solver | str = "portfolio",
    **making: Unpack[Making],
) -> Book:
    """Read a text once, to ask it often.

    Examples:
        >>> from sorites import read
        >>> read("Every cat sleeps. Tom is a cat.").ask("Does Tom sleep?").answer
        'True'

    Args:
        context: the text that is taken to hold.
        name: its name, by which a recorded program of it is found.
        scheme: the labels that answers may have.
        semantics: what it means that something follows; ``None`` for what the translator says.
        translator: a translator or its name, as of ``solve``.
        solver: a solver or its name.
        making: more of how it is read and questions are answered, as of ``solve``.

    Returns:
        The book; ``SolverAgent.aread`` reads without blocking.

    Raises:
        UnreadableProgram: the text can't be read; it carries the diagnostics.
        UserError: there is no such translator or solver, or an endpoint refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    return Book.read(text_alone(context, name, scheme, semantics), Options.of(translator, solver, **making))


def book_of(solution: Solution, options: Options, further: tuple[str, ...] = ()) -> Book:
    """Return the book of a text that was read, with a question or without one.

    Args:
        solution: what came of it.
        options: who translates questions and proves, and how.
        further: the questions whose goals were to be written together with the text.

    Raises:
        UnreadableProgram: no program of it can be read; it carries the diagnostics.
    """
    problem, best = solution.problem, solution.best
    if best.translation.reading.first is None or best.refused is not None:
        raise UnreadableProgram(solution.diagnostics, best.translation.reading.text)
    known = dict[str, Goal]()
    if problem.question and not statements_of(problem.options):
        program = best.translation.reading.first
        known[problem.question] = print_goal(program), program.goal.gloss
    if further:
        from sorites.translators.models.schema import further_goals  # which who uses no model does not load

        for one in solution.attempts:
            known |= dict(zip(further, further_goals(one.translation.raw), strict=False))
    reading = without_goal(best.translation.reading)
    return Book(replace(problem, question="", options=()), reading, options, known, solution)


class Shelf:
    """Books of the texts that were asked last, each read with the first question about it.

    Where the words of a book don't do for a question, its text is translated anew with it. Only models have books:
    other translators are as quick without; and where several samples vote, they vote on each question.

    Args:
        options: who translates and proves, and how.
        questions: texts with questions that will be asked of them, whose goals are written with the first one.
        most: how many books are kept.
    """

    def __init__(self, options: Options, questions: Iterable[Problem] = (), most: int = MOST) -> None:
        self._options, self._most = options, most
        self._books: OrderedDict[str, Future[Book | None]] = OrderedDict()
        self._lock = threading.Lock()
        self._questions: dict[str, dict[str, None]] = defaultdict(dict)
        self.expect(questions)

    def __reduce__(self) -> tuple[type[Shelf], tuple[Options, tuple[Problem, ...], int]]:
        return Shelf, (self._options, (), self._most)  # another process has books of its own

    def expect(self, problems: Iterable[Problem]) -> None:
        """Note what will be asked: goals of questions about one text are written with the first of them."""
        with self._lock:
            for problem in problems:
                if problem.context not in self._books and not statements_of(problem.options):
                    self._questions[problem.context][problem.question] = None

    def answer(self, problem: Problem, take: Take = take) -> Solution:
        """Return the answer to a problem, as ``answering.answer`` gives it."""
        place, first = self._place(problem)
        if place is None:
            return answer(problem, self._options, take)
        if not first:
            book = place.result()
            found = answer(problem, _without_repair(book), take) if book is not None else None
            return found if _will_do(found) else _anew(found, answer(problem, self._options, take))
        further, solution = self._further(problem), None
        try:
            solution = answer(problem, self._with(further), take)
        finally:
            self._keep(problem, place, solution, further)
        return solution

    async def aanswer(self, problem: Problem, take: ATake = atake) -> Solution:
        """Do as ``answer`` does, without blocking."""
        import asyncio  # as in ``steps``

        place, first = self._place(problem)
        if place is None:
            return await aanswer(problem, self._options, take)
        if not first:
            book = await asyncio.wrap_future(place)
            found = await aanswer(problem, _without_repair(book), take) if book is not None else None
            return found if _will_do(found) else _anew(found, await aanswer(problem, self._options, take))
        further, solution = self._further(problem), None
        try:
            solution = await aanswer(problem, self._with(further), take)
        finally:
            self._keep(problem, place, solution, further)
        return solution

    def _place(self, problem: Problem) -> tuple[Future[Book | None] | None, bool]:
        """Return where the book of a text is, or will be, and whether it is to be read now."""
        translator = self._options.translator
        if not hasattr(translator, "in_words") or getattr(translator, "samples", 1) > 1 or not problem.context.strip():
            return None, False
        with self._lock:
            place = self._books.get(problem.context)
            if place is not None:
                self._books.move_to_end(problem.context)
                return place, False
            place = self._books[problem.context] = Future()
            place.set_running_or_notify_cancel()  # who no longer waits for it does not take it from the others
            while len(self._books) > self._most:
                self._books.popitem(last=False)
            return place, True

    def _further(self, problem: Problem) -> tuple[str, ...]:
        expected = self._questions.pop(problem.context, {})
        expected.pop(problem.question, None)
        return () if statements_of(problem.options) else tuple(expected)[:_MOST_AT_ONCE]

    def _with(self, further: tuple[str, ...]) -> Options:
        translator = self._options.translator
        return replace(self._options, translator=replace(translator, further=further)) if further else self._options  # type: ignore[type-var]

    def _keep(
        self, problem: Problem, place: Future[Book | None], solution: Solution | None, further: tuple[str, ...]
    ) -> None:
        book = None
        if solution is not None and solution.verdict in DEFINITE:
            book = replace(book_of(solution, self._options, further), solution=None)
        if book is None:
            with self._lock:
                self._books.pop(problem.context, None)
        place.set_result(book)


def _without_repair(book: Book) -> Options:
    return replace(book.answering, max_repairs=0)


def _will_do(found: Solution | None) -> TypeGuard[Solution]:
    """Return whether nothing is wrong with a question's goal, or with what came of it."""
    return found is not None and not found.guess and not faults(found.problem, found.best)


def _anew(before: Solution | None, found: Solution) -> Solution:
    """Return the solution of a problem that was translated anew, with what was tried before."""
    if before is None:
        return found
    tried = tuple(replace(one, kept=False, why=_ANEW) for one in before.attempts)
    return replace(found, attempts=(*tried, *found.attempts), seconds=before.seconds + found.seconds)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A solver to which the premises of a book are known."""

    knowledge: KnowledgeBase
    solver: Solver
    name: str
    capabilities: Capabilities

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        base = self.knowledge.base
        if program.premises != base.premises or program.semantics is not base.semantics:
            return self.solver.solve(program, limits)
        return self.knowledge.ask(program.goal, solver=self.solver, limits=limits, check=False)


def _sentences(program: Program) -> str:
    """Return the sentences of a program as a text: its glosses, and in other words what has none."""
    stated: tuple[Statement | Default, ...] = (*program.premises, *program.rules, *program.exceptions)
    said = [one.gloss or in_english(program, one.formula) for one in stated if not one.gloss.startswith(_ASSUMED)]
    return " ".join(dict.fromkeys(said))


__all__ = ["Book", "Shelf", "book_of", "read", "text_alone"]
