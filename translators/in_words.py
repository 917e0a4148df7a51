"""Goals in the words of a program that was read before, and of no others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers import (
    Constant,
    Diagnostic,
    InvalidProgram,
    Level,
    Other,
    Predicate,
    Program,
    Reading,
    Statement,
    read_program,
    write_program,
)
from sorites.solvers.logic.syntax import Truth, number_named
from sorites.solvers.notation.writer import one_line, print_goal

from .problem import Problem, statements_of
from .translation import Translation, Translator

Goal = tuple[str, str]
"""The text of a formula, and the sentence that it renders."""
OTHER_WORD: Final = "other-word"
"""The code of the diagnostic of a goal with a word that the program has not."""
_NOTHING: Final = Statement(Truth(True))
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
    kept = [replace(d, span=None, also=()) for d in reading.diagnostics]
    others = tuple(replace(one, program=_asking_nothing(one.program), span=None) for one in reading.others)
    return replace(
        reading, first=program, text=written.text, diagnostics=tuple(kept), others=others, likely=None, options=()
    )


def text_of(reading: Reading) -> str:
    """Return the text of a program that asks nothing, without a conclusion."""
    return reading.text[: reading.text.rindex(_END)]


def asking(base: Reading, goal: str, sentence: str) -> Reading:
    """Return the reading of a program that asks something, its goal read in the words of the program.

    Args:
        base: the program, which asks nothing; see ``without_goal``.
        goal: the text of a formula; ``?x …`` if it asks for values.
        sentence: what it renders.

    Returns:
        The reading; without a program if the goal can't be read, or has other words.
    """
    program = base.first
    assert program is not None
    head, above = write_program(_vocabulary(program, goal)).removesuffix("⊤\n"), f"{text_of(base)}{_END}"
    found, by = read_program(f"{head}{one_line(goal)}\n"), len(above) - len(head)
    said = [d.moved(by) if d.span is not None and d.span.start >= len(head) else _nowhere(d) for d in found.diagnostics]

    def whole(program: Program, asked: Program) -> Program:
        span = asked.goal.span.moved(by) if asked.goal.span is not None else None
        stated = Statement(asked.goal.formula, one_line(sentence), span)
        return replace(program, goal=stated, open_variables=asked.open_variables, asked=asked.asked)

    first, others = None, list[Other]()
    if found.first is not None and (strange := sorted(_words(found.first) - _words(program))):
        message = f"the text that was read has no {' and no '.join(strange)}"
        said = [Diagnostic(OTHER_WORD, Level.ERROR, message, None, _HINT)]
    elif found.first is not None:
        try:
            first = whole(program, found.first)
            others = [replace(one, program=whole(program, one.program)) for one in found.others]
            others += [replace(one, program=whole(one.program, found.first)) for one in base.others]
        except InvalidProgram as error:
            said.append(Diagnostic("bad-goal", Level.ERROR, str(error), None, error.hint))
    text, read = f"{above}{one_line(goal)} ::: {one_line(sentence)}\n", base.read + (first is not None)
    return Reading(first, tuple(said), text, read, base.total + 1, others=tuple(others))


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
        reading = asking(self.base, print_goal(one.reading.first), problem.question)
        return replace(one, reading=reading, raw="")


def _asking_nothing(program: Program) -> Program:
    return replace(program, goal=_NOTHING, open_variables=(), asked=())


def _vocabulary(program: Program, goal: str) -> Program:
    """Return a program of the words alone, of the names those that a goal may mean."""
    known = {(one.name, one.arity) for one in program.predicates}
    more = [Predicate(name, tuple(f"x{i + 1}" for i in range(arity))) for name, arity in program.signature.predicates]
    spoken, glosses = goal.casefold(), {one.name: one.gloss for one in program.constants}
    named = dict.fromkeys((*glosses, *program.signature.constants))
    things = [Constant(name, glosses.get(name, "")) for name in named if name.casefold() in spoken and _is_name(name)]
    predicates = (*program.predicates, *(one for one in more if (one.name, one.arity) not in known))
    return Program((), _NOTHING, predicates=predicates, constants=tuple(things), declared=program.declared)


def _is_name(name: str) -> bool:
    return number_named(name) is None


def _words(program: Program) -> set[str]:
    """Return the words of a program, as they are told."""
    signature = program.signature
    declared = ((one.name, one.arity) for one in program.predicates)
    applied = (*signature.predicates, *declared, *((name, arity) for name, arity in signature.functions if arity))
    found = {f"{name}({', '.join(f'x{i + 1}' for i in range(arity))})" for name, arity in applied}
    found |= {name for name, arity in signature.functions if not arity and _is_name(name)}
    return found | {one.name for one in program.constants}


def _nowhere(found: Diagnostic) -> Diagnostic:
    return replace(found, span=None, also=())
