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
from functools import cached_property
from typing import Any, Final, TypeGuard, Unpack

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
_PARTS: Final = "premises semantics defaults defeasible exceptions preferences declared".split()
"""What of a program does not hang on its question."""
_ASSUMED: Final = "assumed: "
"""How the gloss of a premise begins that no sentence says; see ``sorites.translators.english``."""


_Key = tuple[str, Semantics | None]


@dataclass(frozen=True)  # without slots, since what is compiled is kept
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
        given: whether a person wrote it; nobody judges its premises.
    """

    problem: Problem
    reading: Reading
    options: Options
    known: Mapping[str, Goal] = field(default_factory=dict, hash=False)
    solution: Solution | None = field(default=None, compare=False, repr=False)
    given: bool = False

    @property
    def text(self) -> str:
        """The program as text, which ``edited`` reads: to save it, or for a person to change it."""
        return text_of(self.reading)

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
        return cls(replace(problem, context=_sentences(reading.first)), reading, options, given=True)

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

    def ask(self, question: str, choices: tuple[str, ...] = (), name: str = "") -> Solution:
        """Return the answer to a question, as ``solve`` gives it.

        Args:
            question: what is asked; it is translated in the words of the book, and has no answer if they can't say it.
            choices: the choices of a multiple choice question.
            name: its name, by which a recorded program of it is found; that of the text unless it is said.

        Returns:
            The answer, with its certificate.

        Raises:
            UserError: there is no question, or an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return answer(self._asked(question, choices, name), self.answering)

    async def aask(self, question: str, choices: tuple[str, ...] = (), name: str = "") -> Solution:
        """Do as ``ask`` does, without blocking.

        Args:
            question: as of ``ask``.
            choices: see there.
            name: see there.

        Returns:
            The answer.

        Raises:
            UserError: there is no question, or an endpoint refuses.
            ModelUnavailable: an endpoint does not answer.
        """
        return await aanswer(self._asked(question, choices, name), self.answering)

    @cached_property
    def answering(self) -> Options:
        """How questions about it are answered."""
        assert self.reading.first is not None
        solver = self.options.solver
        compiled = _Compiled(KnowledgeBase(self.reading.first), solver, solver.name, solver.capabilities)
        translator: Translator = self.options.translator
        if hasattr(translator, "in_words"):
            translator = translator.in_words(self.reading, self.known)
        elif not self.reading.said:  # a grammar reads its text again, whose trees it has kept
            if hasattr(translator, "partial"):  # a person's sentences need not be such as the grammar reads
                translator = replace(translator, partial=True)  # type: ignore[type-var]
            translator = Grafted(translator, self.reading)
        return replace(self.options, translator=translator, solver=compiled, given=self.given)

    def _asked(self, question: str, choices: tuple[str, ...], name: str) -> Problem:
        one = self.problem
        return asked(one.context, question, choices, one.scheme, one.semantics, name or one.id)


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
    options = Options.of(translator, solver, **making)
    return book_of(answer(text_alone(context, name, scheme, semantics), options), options)


def book_of(solution: Solution, options: Options) -> Book:
    """Return the book of a text that was read, with a question or without one.

    Args:
        solution: what came of it.
        options: who translated it, will translate questions, and proves, and how.

    Raises:
        UnreadableProgram: no program of it can be read; it carries the diagnostics.
    """
    problem, best = solution.problem, solution.best
    program = best.translation.reading.first
    if program is None or best.refused is not None:
        raise UnreadableProgram(solution.diagnostics, best.translation.reading.text)
    known = dict[str, Goal]()
    if problem.question and not statements_of(problem.options):
        known[problem.question] = print_goal(program), program.goal.gloss
    if further := getattr(options.translator, "further", ()):
        from sorites.translators.models.schema import further_goals  # which who uses no model does not load

        for one in solution.attempts:
            known |= dict(zip(further, further_goals(one.translation.raw), strict=False))
    text = replace(problem, question="", options=())
    return Book(text, without_goal(best.translation.reading), options, known, solution)


class Shelf:
    """Books of the texts that were asked last, each read with the first question about it.

    Where the words of a book don't do for a question, its text is translated anew with it. Only models have books:
    other translators are as quick without; and where several samples vote, they vote on each question.

    Args:
        options: who translates and proves, and how.
        most: how many books are kept.
    """

    def __init__(self, options: Options, most: int = MOST) -> None:
        self._options, self._most = options, most
        self._books: OrderedDict[_Key, Future[Book | None]] = OrderedDict()
        self._lock = threading.Lock()
        self._questions: dict[_Key, dict[str, None]] = defaultdict(dict)

    def __reduce__(self) -> tuple[type[Shelf], tuple[Options, int]]:
        return Shelf, (self._options, self._most)  # another process has books of its own

    def expect(self, problems: Iterable[Problem]) -> None:
        """Note what will be asked: goals of questions about one text are written with the first of them."""
        with self._lock:
            for problem in problems:
                if _key(problem) not in self._books and not statements_of(problem.options):
                    self._questions[_key(problem)][problem.question] = None

    def answer(self, problem: Problem, take: Take = take) -> Solution:
        """Return the answer to a problem, as ``answering.answer`` gives it."""
        place, options = self._place(problem)
        if options is None:
            book = place.result()
            found = answer(problem, _once(book), take) if book is not None else None
            return found if _will_do(found) else _anew(found, answer(problem, self._options, take))
        solution = None
        try:
            solution = answer(problem, options, take)
        finally:
            self._keep(problem, place, solution, options)
        return solution

    async def aanswer(self, problem: Problem, take: ATake = atake) -> Solution:
        """Do as ``answer`` does, without blocking."""
        import asyncio  # as in ``steps``

        place, options = self._place(problem)
        if options is None:
            book = await asyncio.wrap_future(place)
            found = await aanswer(problem, _once(book), take) if book is not None else None
            return found if _will_do(found) else _anew(found, await aanswer(problem, self._options, take))
        solution = None
        try:
            solution = await aanswer(problem, options, take)
        finally:
            self._keep(problem, place, solution, options)
        return solution

    def _place(self, problem: Problem) -> tuple[Future[Book | None], Options | None]:
        """Return where the book of a text is, or will be; and if it is to be read now, how."""
        translator: Any = self._options.translator
        key, place = _key(problem), Future[Book | None]()
        if not hasattr(translator, "in_words") or translator.samples > 1 or not problem.context.strip():
            return place, self._options
        with self._lock:
            if key in self._books:
                self._books.move_to_end(key)
                return self._books[key], None
            self._books[key] = place
            if len(self._books) > self._most:
                self._books.popitem(last=False)
            expected = self._questions.pop(key, {})
        place.set_running_or_notify_cancel()  # who no longer waits for it does not take it from the others
        further = tuple(question for question in expected if question != problem.question)[:_MOST_AT_ONCE]
        if not further or statements_of(problem.options):
            return place, self._options
        return place, replace(self._options, translator=replace(translator, further=further))

    def _keep(self, problem: Problem, place: Future[Book | None], solution: Solution | None, options: Options) -> None:
        if not place.running():
            return
        book = None
        try:
            if solution is not None and solution.verdict in DEFINITE:
                book = replace(book_of(solution, options), solution=None)
        finally:  # somebody may wait for it
            if book is None:
                with self._lock:
                    self._books.pop(_key(problem), None)
            place.set_result(book)


def _key(problem: Problem) -> _Key:
    return problem.context, problem.semantics


def _once(book: Book) -> Options:
    options: Options = book.answering
    return replace(options, max_repairs=0, fallback=None)


def _will_do(found: Solution | None) -> TypeGuard[Solution]:
    """Return whether nothing is wrong with a question's goal, or with what came of it."""
    return found is not None and not faults(found.problem, found.best)


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
        if program.open_variables or any(getattr(program, part) != getattr(base, part) for part in _PARTS):
            return self.solver.solve(program, limits)
        return self.knowledge.ask(program.goal, solver=self.solver, limits=limits, check=False)


def _sentences(program: Program) -> str:
    """Return the sentences of a program as a text: its glosses, and in other words what has none."""
    stated: tuple[Statement | Default, ...] = (*program.premises, *program.rules, *program.exceptions)
    said = [one.gloss or in_english(program, one.formula) for one in stated if not one.gloss.startswith(_ASSUMED)]
    return " ".join(dict.fromkeys(said))


__all__ = ["Book", "Shelf", "book_of", "read", "text_alone"]
