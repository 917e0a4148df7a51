"""Goals in the words of a program that was read before, and of no others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Reading, Statement, read_program, write_program
from sorites.solvers.logic.syntax import Truth, number_named
from sorites.solvers.notation.asked import unclear_question
from sorites.solvers.notation.writer import one_line, print_goal

from .problem import Problem, statements_of, wanted_of
from .translation import Translation, Translator

Goal = tuple[str, str]
"""The text of a formula, and the sentence that it renders."""
UNREAD: Final = "option-unread"
"""The code of the diagnostic of an option whose formula can't be read."""
OTHER_WORD: Final = "other-word"
"""The code of the diagnostic of a goal with a word that the program has not."""
_END: Final = "Conclusion:\n"
_HINT: Final = "Write the goal with the words of the program; what they can't say has no answer."


def of_text(text: str) -> Reading:
    """Return the reading of a program that asks nothing, with or without a conclusion.

    Args:
        text: its text.
    """
    reading = read_program(text)
    if {d.code for d in reading.diagnostics if d.level is Level.ERROR} == {"no-goal"}:
        reading = read_program(f"{text.rstrip()}\n{_END}⊤\n")
    return without_goal(reading)


def without_goal(reading: Reading) -> Reading:
    """Return a reading whose programs ask nothing, with the text that is written of it.

    Args:
        reading: what was read, with whatever it asks.
    """
    if reading.first is None:
        return reading
    program = _asking_nothing(reading.first)
    written = read_program(write_program(program))
    if written.first == program:  # so that places are those of the text that is shown
        program = written.first
    said = tuple(replace(d, span=None, also=()) for d in reading.diagnostics)
    others = tuple(replace(one, program=_asking_nothing(one.program), span=None) for one in reading.others)
    return replace(reading, first=program, text=written.text, diagnostics=said, others=others, likely=None, options=())


def text_of(base: Reading) -> str:
    """Return the text of a program that asks nothing, without a conclusion."""
    return base.text[: base.text.rindex(_END)]


def asking(base: Reading, goal: str, sentence: str) -> Reading:
    """Return the reading of a program that asks something, in the words that it has.

    Args:
        base: the reading of the program, which asks nothing; see ``without_goal``.
        goal: the text of a formula; ``?x …`` if it asks for values.
        sentence: what it renders.

    Returns:
        The reading; without a program if the goal can't be read, or has other words.
    """
    assert base.first is not None
    above, line = f"{text_of(base)}{_END}", one_line(goal)
    found = read_program(f"{above}{line}\n")  # the sentence may be a question, which is no gloss of what is asked
    said = [d for d in found.diagnostics if found.first is None or (d.span is not None and d.span.start >= len(above))]
    if found.first is not None and (strange := sorted(_words(found.first) - _words(base.first))):
        message = f"the program has no {' and no '.join(strange)}"
        found, said = replace(found, first=None), [Diagnostic(OTHER_WORD, Level.ERROR, message, None, _HINT)]

    def glossed(program: Program) -> Program:
        return replace(program, goal=replace(program.goal, gloss=one_line(sentence)))

    others = tuple(replace(one, program=glossed(one.program)) for one in found.others if found.first is not None)
    first = glossed(found.first) if found.first is not None else None
    text = f"{above}{line} ::: {one_line(sentence)}\n"
    return replace(found, first=first, text=text, others=others, diagnostics=tuple(said), likely=None)


def with_options(problem: Problem, reading: Reading, found: Sequence[Reading]) -> Reading:
    """Return a reading with the program of each option that is a statement: of all, or of none, since an answer by
    elimination would rest on what nobody has read.

    Args:
        problem: the problem; nothing is done where its options are no statements.
        reading: what was read of the text.
        found: what was read of the options; some may be missing.
    """
    options, programs, faults = statements_of(problem.options), list[Program](), list[Diagnostic]()
    if options and (unclear := unclear_question(problem.question, " ".join((problem.context, *options)))) is not None:
        faults.append(unclear)
    for option, one in zip_longest(options, found[: len(options)]):
        asked = one.first if one is not None else None
        if asked is None or asked.asked or asked.open_variables or reading.first is None:
            message = f"the option '{option}' can't be read"
            faults.append(Diagnostic(UNREAD, Level.WARNING, message, None, "Nothing is known of it."))
        else:
            goal = replace(asked.goal, gloss=option, span=None)
            programs.append(replace(reading.first, goal=goal, open_variables=(), asked=()))
    if faults:
        return replace(reading, diagnostics=(*reading.diagnostics, *faults))
    return replace(reading, options=tuple(programs), wanted=wanted_of(problem.question)) if options else reading


@dataclass(frozen=True, slots=True)
class Grafted:
    """A translator of whole problems of which only the goals are taken, for a program that was read before.

    Attributes:
        translator: who translates.
        base: the reading of the program, which asks nothing.
    """

    translator: Translator
    base: Reading

    @property
    def name(self) -> str:
        """The translator's name."""
        return self.translator.name

    def translations(self, problem: Problem) -> list[Translation]:
        """Return the translator's translations, with the premises of the program instead of their own."""
        return [self._grafted(problem, one) for one in self.translator.translations(problem)]

    def _grafted(self, problem: Problem, one: Translation) -> Translation:
        if one.reading.first is None or statements_of(problem.options):
            return one
        return replace(one, reading=asking(self.base, print_goal(one.reading.first), problem.question), raw="")


def _asking_nothing(program: Program) -> Program:
    return replace(program, goal=Statement(Truth(True)), open_variables=(), asked=())


def _words(program: Program) -> set[str]:
    """Return the words of a program, as they are told."""
    signature = program.signature
    declared = ((one.name, one.arity) for one in program.predicates)
    applied = (*signature.predicates, *declared, *((name, arity) for name, arity in signature.functions if arity))
    found = {f"{name}({', '.join(f'x{i + 1}' for i in range(arity))})" for name, arity in applied}
    named = (*signature.constants, *(one.name for one in program.constants))
    return found | {name for name in named if number_named(name) is None}
