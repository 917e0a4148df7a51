"""A translation before the provers: what it answers in all its readings, and for all its options."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from sorites.solvers import (
    Answers,
    Diagnostic,
    Level,
    Limits,
    Outcome,
    Program,
    Reading,
    Semantics,
    Verdict,
    prove,
)
from sorites.solvers.knowledge.choosing import MEETS, choose, guessed, signs, why_none
from sorites.solvers.knowledge.proving import WHOLE_NUMBERS
from sorites.solvers.logic.diagnostics import has_errors
from sorites.solvers.logic.question import PHRASES, Question, Wanted
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.readings import Readings
from sorites.translators import Problem, Translation
from sorites.translators.problem import statements_of, text_of

from .asking import NOT_ASKED, of_english, proved_from_nothing
from .belonging import OF_OTHER_TEXT, UNMENTIONED, conclusions, unmentioned
from .options import Options
from .reading_back import answers_said, in_english, quoted

UNREAD_OPTIONS: Final = "options-unread"
"""The code of the diagnostic of options that are statements of which a translation has none."""
AMBIGUOUS: Final = "ambiguous"
"""The code of the diagnostic of a text whose readings are not answered alike."""
REFUSED: Final = frozenset({NOT_ASKED, OF_OTHER_TEXT})
"""Codes of what is no answer to this question about this text."""
NEAR: Final = "near-words"
"""The code of the diagnostic of words that may mean the same: where they decide, nothing is answered."""
_OF_QUESTION: Final = frozenset({"asked-otherwise", "nothing-supposed"})
"""Codes of programs that ask of their options, or suppose, what the question's words do not."""
_SIGNS_SECONDS: Final = 1.0
"""How long signs of faults are looked for in constraints."""
_LEAST: Final = 0.01
"""The seconds that a program is given where those before it took all the time."""
PERSON: Final = "a person"
"""The translator of a program that a person gave. Nobody judges or mends it, or puts another one in its place."""
_SURE: Final = frozenset({PERSON, "english", "gold"})
"""Whose translations are not held against the text: a grammar read it, or a dataset says what it means."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A translation, what a prover said of it, and whether it was taken.

    Attributes:
        sample: the number of the sample that it is, or repairs, from 0.
        translation: the program. Of options it is that of the one that is the answer, if one is.
        outcome: the prover's answer; ``None`` if the program can't be read. Of a text with
            several readings it is that of the preferred one.
        kept: whether it became the best attempt so far.
        feedback: what the translator was told before it wrote this one; empty for the first.
        why: why it was not taken, in words for the translator; empty if it was.
        likely: of a text whose readings are not answered alike, what the likeliest one says.
        guess: of options, the first that fits, where it is not the only one.
        label: what it answers, in the words of the problem's scheme or its options; ``None`` for nothing.
        others: the outcomes of the reading's ``others``, in their order; of one with options, that of
            the option that it chooses, or of the first.
        options: the outcomes of the reading's ``options``, in their order.
        notes: what was found beside the prover: an error is why there is no answer.
    """

    sample: int
    translation: Translation
    outcome: Outcome | None
    kept: bool = True
    feedback: str = ""
    label: str | None = None
    others: tuple[Outcome, ...] = ()
    options: tuple[Outcome, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
    why: str = ""
    likely: Outcome | None = None
    guess: str | None = None

    @property
    def refused(self) -> Diagnostic | None:
        """Why the outcome is no answer, if it is none."""
        return next((d for d in self.notes if d.level is Level.ERROR), None)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, if there is one that counts."""
        return self.outcome.verdict if self.outcome is not None and self.refused is None else None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of all programs that were proved."""
        first = self.options or (() if self.outcome is None else (self.outcome,))
        return (*first, *self.others)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was said of the text, of the program and of the run."""
        ran = self.outcome.diagnostics if self.outcome is not None else ()
        errors = {(d.code, d.message) for d in self.notes if d.level is Level.ERROR}
        found = (*self.translation.reading.diagnostics, *self.notes, *ran)
        passed = {NEAR}  # where what is asked is open, errors say so
        if self.outcome is None or self.outcome.verdict is not Verdict.UNKNOWN:  # what is proved is spoken of
            passed = {UNMENTIONED, NEAR}
            found = tuple(d for d in found if d.code != NEAR)
        elif any(d.code == UNMENTIONED for d in found):  # it says the same, and more
            passed = {"goal-disconnected", NEAR}
        return tuple(
            d for d in found if d.level is Level.ERROR or not (d.code in passed or (d.code, d.message) in errors)
        )

    @property
    def answers(self) -> Answers | None:
        """Who or what it is, where the goal asks for that; ``None`` of other goals, and where it is no answer."""
        return self.outcome.answers if self.outcome is not None and self.refused is None else None

    @property
    def remark(self) -> str:
        """What is to be said beside the answer, or instead of it, in one line; empty for nothing.

        Who or what it is that was asked for, why there is no answer, or what the text does not speak of.
        """
        if self.refused is not None:
            return self.refused.message
        program = self.translation.reading.first
        unmentioned = next((d.message for d in self.diagnostics if d.code == UNMENTIONED), "")
        if self.answers is not None and program is not None and (self.answers.found or not unmentioned):
            return answers_said(program, self.answers)
        return unmentioned


def attempt(problem: Problem, sample: int, translation: Translation, options: Options) -> Attempt:
    """Return what the provers say of a translation.

    A text with several readings has an answer only if it is the same in all of them; the
    programs of all readings and options share the time of one.

    Args:
        problem: what is asked.
        sample: the number of the translation.
        translation: the translation.
        options: who proves, within which limits for all its programs together.
    """
    reading = translation.reading
    if reading.first is None:
        return Attempt(sample, translation, None)
    if reading.question is not None:
        return _chosen(problem, sample, translation, reading.question, options)
    names = option_names(problem, reading)
    proving = _Proving(options, sum(1 for _ in _programs(reading)))
    first = _found(reading.first, reading.options, reading.wanted, names, proving)
    rest = [_found(other.program, other.options, reading.wanted, names, proving) for other in reading.others]
    notes = [] if first.fault is None else [first.fault]
    if not reading.options and statements_of(problem.options):  # a verdict on the question is none of them
        message = "the options were not read, so none of them can be the answer"
        hint = "Ask of each option by itself whether it follows."
        notes.append(Diagnostic(UNREAD_OPTIONS, Level.ERROR, message, None, hint))
    if first.fault is None:
        for other, found in zip(reading.others, rest, strict=True):
            if not first.agrees(found):
                says = [one.said(problem, names) for one in (first, found)]
                message = (
                    f"{other.choice} can be read in two ways, and the answer hangs on it: "
                    f"as {quoted(other.preferred)} it is {says[0]}, as {quoted(other.taken)} it is {says[1]}"
                )
                hint = f"Write the one that is meant: {quoted(other.preferred)}, or {quoted(other.taken)}."
                notes.append(Diagnostic(AMBIGUOUS, Level.ERROR, message, other.span, hint))
    if first.outcome.verdict is Verdict.UNKNOWN and not reading.options:
        notes += [replace(d, level=Level.ERROR) for d in reading.diagnostics if d.code == NEAR]
    known = bool(reading.said) or any(d.code == UNMENTIONED for d in reading.diagnostics)  # who reads prose says so
    if first.outcome.verdict is Verdict.UNKNOWN and not reading.options and not known:
        notes += filter(None, [unmentioned(reading.first)])
    whole = [d for one in (first, *rest) for d in one.outcome.diagnostics if d.code == WHOLE_NUMBERS]
    notes += [replace(d, level=Level.ERROR, hint="Say of which kind the numbers are.") for d in whole[:1]]
    if not reading.said and translation.translator not in _SURE:
        doubts = [d for d in reading.diagnostics if d.code in (REFUSED - {OF_OTHER_TEXT} if options.given else REFUSED)]
        doubts = doubts or ([] if options.given else _hangs_on(problem, reading, first, options.limits))
        notes += [replace(d, level=Level.ERROR) for d in doubts if of_english(problem)]
        if not reading.options and problem.question:  # of a text alone nothing is asked
            notes += filter(None, [proved_from_nothing(problem, reading.first, first.outcome)])
    likely = None
    if not reading.options and any(d.code == AMBIGUOUS for d in notes):
        likely = _likely(reading, first, rest, proving)
    label = None
    if not reading.options and not reading.first.asked:  # that there is one is no answer to who it is
        label = problem.scheme.label(first.outcome.verdict)
    if first.chosen is not None:
        label = names[first.chosen]
        chosen = replace(reading, first=reading.options[first.chosen])
        translation = replace(translation, reading=chosen)
    if any(d.level is Level.ERROR for d in notes):
        label = None
    others = tuple(found.outcome for found in rest)
    return Attempt(
        sample, translation, first.outcome, True, "", label, others, first.options, tuple(notes), likely=likely
    )


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def _chosen(problem: Problem, sample: int, translation: Translation, question: Question, options: Options) -> Attempt:
    """Return what the provers say of a program with options."""
    limits = options.limits
    found = choose(question, limits, solver=options.solver, check=options.check)
    question = found.question
    names = option_names(problem, replace(translation.reading, question=question))
    notes, label = found.diagnostics, None
    if problem.options and len(names) != len(problem.options):
        message = f"the program has {len(names)} options, the question {len(problem.options)}"
        notes = (*notes, Diagnostic(UNREAD_OPTIONS, Level.ERROR, message, None, "Write each option of the question."))
    texts = [_words(text_of(one)) for one in problem.options]
    said = [_words(text_of(option.says.gloss)) for option in question.options]
    for text, other in zip(texts, said, strict=False):
        if other != text and other in texts:
            message = f"the program has '{other}' where the question has '{text}'"
            notes = (*notes, Diagnostic(UNREAD_OPTIONS, Level.ERROR, message, None, "Keep the options in their order."))
    at = found.chosen if found.chosen is not None and not has_errors(notes) else None
    if at is None and translation.raw:  # what a model wrote may be wrong there, too
        notes += tuple(d for d in translation.reading.diagnostics if d.code in _OF_QUESTION)
        notes += signs(question, replace(limits, seconds=min(limits.seconds, _SIGNS_SECONDS)))
    if at is not None:
        label = names[at]
        reading = replace(translation.reading, first=question.asking(question.options[at].says))
        translation = replace(translation, reading=reading)
    first = (
        guessed(found, limits)
        if at is None and options.fallback == "first" and len(names) == len(found.outcomes)
        else None
    )
    guess = names[first] if first is not None else None
    return Attempt(
        sample, translation, found.outcomes[at or 0], True, "", label, (), found.outcomes, notes, guess=guess
    )


def _likely(reading: Reading, first: _Found, rest: list[_Found], proving: _Proving) -> Outcome:
    """Return what the likeliest reading says."""
    known = {first.program: first.outcome} | {one.program: one.outcome for one in rest}
    program = reading.likely or first.program
    return known[program] if program in known else proving(program)


def under_readings(attempt: Attempt, problem: Problem, readings: Readings) -> Attempt:
    """Return an attempt as it counts where a text with several readings has the answer of the likeliest, or none.

    Args:
        attempt: what all readings say.
        problem: what was asked.
        readings: what becomes of several readings.
    """
    reading = attempt.translation.reading
    taken = reading.under(readings)
    if taken is reading:
        return attempt
    translation = replace(attempt.translation, reading=taken)
    if taken.first is None:
        return replace(attempt, translation=translation, outcome=None, label=None, others=(), notes=())
    notes = tuple(d for d in attempt.notes if d.code != AMBIGUOUS)
    outcome = attempt.likely or attempt.outcome
    label = problem.scheme.label(outcome.verdict) if attempt.likely is not None and outcome else attempt.label
    if any(d.level is Level.ERROR for d in notes):
        label = None
    return replace(attempt, translation=translation, outcome=outcome, label=label, others=(), notes=notes)


def _hangs_on(problem: Problem, reading: Reading, found: _Found, limits: Limits) -> list[Diagnostic]:
    """Return what is said of premises that give what is asked, or more than their sentences, if there is an answer."""
    if reading.first is None or found.outcome.verdict not in {Verdict.ENTAILED, Verdict.REFUTED}:
        return []
    used = getattr(found.outcome.certificate, "premises_used", None)
    doubts = list(conclusions(problem, reading, range(len(reading.first.premises)) if used is None else used))
    if doubts and used is None:  # a run that keeps no certificates has none to say on which of them the answer hangs
        program = reading.options[found.chosen or 0] if reading.options else reading.first
        certificate = prove(program, limits=limits, check=False).certificate
        if (used := getattr(certificate, "premises_used", None)) is not None:
            doubts = list(conclusions(problem, reading, used))
    return doubts


def option_names(problem: Problem, reading: Reading) -> tuple[str, ...]:
    """Return what the options of a reading are called as answers: their texts, without letters before them."""
    asked = reading.question
    if len(problem.options) == (len(reading.options) if asked is None else len(asked.options)):
        return tuple(map(text_of, problem.options))
    if asked is not None:
        return tuple(option.says.gloss or print_formula(option.says.formula) for option in asked.options)
    return tuple(p.goal.gloss or in_english(p, p.goal.formula) for p in reading.options)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one reading of a text answers."""

    program: Program
    outcome: Outcome
    options: tuple[Outcome, ...] = ()
    chosen: int | None = None
    fault: Diagnostic | None = None

    def agrees(self, other: _Found) -> bool:
        """Return whether another reading answers the same."""
        if self.options or other.options:
            return self.chosen is not None and self.chosen == other.chosen
        return self.outcome.verdict is other.outcome.verdict and self._named() == other._named()

    def _named(self) -> tuple[object, ...]:
        answers = self.outcome.answers
        return () if answers is None else (frozenset(answers.names), answers.complete)

    def said(self, problem: Problem, names: tuple[str, ...]) -> str:
        """Return the answer in words."""
        if self.outcome.answers is not None:
            return quoted(answers_said(self.program, self.outcome.answers))
        if self.options:
            return quoted(names[self.chosen]) if self.chosen is not None else "none of the options"
        return quoted(problem.scheme.label(self.outcome.verdict) or self.outcome.verdict.value)


@dataclass(slots=True)
class _Proving:
    """Proves several programs, one after the other, in the time of one."""

    options: Options
    programs: int
    started: float = field(default_factory=time.perf_counter)

    def __call__(self, program: Program) -> Outcome:
        limits = self.options.limits
        if self.programs > 1:  # each has an equal part of what is left, so none takes it all
            left = limits.seconds - (time.perf_counter() - self.started)
            limits = replace(limits, seconds=max(left / self.programs, _LEAST))
        self.programs -= 1
        return prove(program, self.options.solver, limits, check=self.options.check)


def _found(
    program: Program,
    options: tuple[Program, ...],
    wanted: Wanted,
    names: tuple[str, ...],
    proving: Callable[[Program], Outcome],
) -> _Found:
    """Return what a program says of its goal, or which of the options is the answer."""
    if not options:
        return _Found(program, proving(program))
    found = tuple(map(proving, options))
    for name, one in zip(names, found, strict=False):
        if one.verdict in {Verdict.UNDECIDED, Verdict.INCONSISTENT}:
            message = f"of the option '{name}' it could not be said whether it {PHRASES[wanted]}"
            if one.verdict is Verdict.INCONSISTENT:
                message = "the text contradicts itself, so every option follows from it"
            return _Found(program, one, found, fault=Diagnostic("open-option", Level.ERROR, message))
    fits = [one.verdict in MEETS[wanted] for one in found]
    fault = why_none(names, fits, wanted)
    at = fits.index(True) if fault is None else None
    return _Found(program, found[at or 0], found, at, fault)


def _programs(reading: Reading) -> Iterator[Program | None]:
    """Yield all programs of a reading that are proved."""
    for program, options in [(reading.first, reading.options), *((o.program, o.options) for o in reading.others)]:
        yield from options or (program,)


def under(reading: Reading, semantics: Semantics) -> Reading:
    """Return a reading all programs of which have a semantics."""

    def under(programs: tuple[Program, ...]) -> tuple[Program, ...]:
        return tuple(program.under(semantics) for program in programs)

    others = tuple(replace(o, program=o.program.under(semantics), options=under(o.options)) for o in reading.others)
    program = reading.first.under(semantics) if reading.first is not None else None
    likely = reading.likely.under(semantics) if reading.likely is not None else None
    return replace(reading, first=program, others=others, options=under(reading.options), likely=likely)
