"""What reading a text gives: the program in each of its readings, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from ..clock import LIMITS
from ..errors import UnreadableProgram, UserError
from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.program import Program, Statement
from ..logic.question import Question, Wanted
from ..logic.syntax import Formula

ONE_READING: Final = "what leaves one reading"
"""What is expected where a text has several readings, all of which are asked."""
GUESSED: Final = "likely-reading"
"""The code of the diagnostic of a text of whose readings the likeliest is taken."""
Readings = Literal["agree", "likely", "one"]
"""What becomes of a text with several readings: what they agree on, the likeliest as a guess, or an error."""


class AmbiguousProgram(UnreadableProgram):
    """A text has several readings where one program was asked for; it carries the diagnostics that show them."""


Role = Literal["premise", "default", "question", "assumed"]
"""What a sentence is in the program: what holds, what normally holds, what is asked, what nobody wrote."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence was read as.

    Attributes:
        wrote: the sentence as it stands in the text; empty for what is assumed.
        read: what it was read as, in Sorites English made of the formula; may be empty.
        span: where it stands in the text that was read.
        formula: its formula, if it has one.
        role: what it is in the program.
        why: of what is assumed, the reason.
    """

    wrote: str
    read: str
    span: Span | None = None
    formula: Formula | None = None
    role: Role = "premise"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """Another reading of the same text: one choice made the other way.

    Attributes:
        choice: what can be read in two ways, such as "'a customer' in 'A customer is angry.'".
        preferred: how the reading's own program takes it, such as "every customer".
        taken: how this one takes it, such as "some customer".
        program: the program of this reading.
        options: of options that are statements, the program of each under this reading.
        span: where the choice stands in the text that was read.
        stronger: whether this reading claims all that the first one does.
    """

    choice: str
    preferred: str
    taken: str
    program: Program
    options: tuple[Program, ...] = ()
    span: Span | None = None
    stronger: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a text gave.

    Attributes:
        first: the program in the first reading, which claims least where one does; ``None`` if an error keeps it from
            running.
        diagnostics: what is wrong, in the order of the text.
        text: the text that was read, to which spans refer.
        read: how many formulas could be read.
        total: how many there are.
        statements: of prose, each sentence that could be read, the question last; empty
            where the text is a program itself.
        said: of prose, what each sentence was read as, and what was assumed besides.
        others: the other readings that the text has. They count as much as the first: what
            they do not all answer alike is not answered.
        likely: the likeliest of the readings, where that is not the first.
        options: of options that are statements, a program for each, in their order: the same
            premises, and the option as the goal.
        wanted: what the question asks of its options.
        question: of a constraint program, what it asks, with its options; ``first`` asks for the first of them.
    """

    first: Program | None
    diagnostics: tuple[Diagnostic, ...]
    text: str
    read: int
    total: int
    statements: tuple[Statement, ...] = ()
    said: tuple[Said, ...] = ()
    others: tuple[Other, ...] = ()
    options: tuple[Program, ...] = ()
    wanted: Wanted = "entailed"
    likely: Program | None = None
    question: Question | None = None

    @property
    def programs(self) -> tuple[Program, ...]:
        """The program in each of its readings; none if an error keeps it from running."""
        return () if self.first is None else (self.first, *(other.program for other in self.others))

    @property
    def program(self) -> Program | None:
        """The program of a text that has one reading; ``None`` if an error keeps it from running.

        Raises:
            AmbiguousProgram: the text has several readings.
        """
        if self.others:
            raise AmbiguousProgram(self.diagnostics, self.text)
        return self.first

    @property
    def failed(self) -> bool:
        """Whether an error keeps the program from running."""
        return self.first is None or has_errors(self.diagnostics)

    @property
    def stopped(self) -> bool:
        """Whether a limit of the run ended the reading."""
        return self.first is None and not LIMITS.isdisjoint(d.code for d in self.diagnostics)

    def strictly(self) -> Reading:
        """Return what is left if nothing is mended: what would be, and what has several readings, is an error."""
        reading = self.under("one")
        if all(d.level is not Level.MENDED for d in reading.diagnostics):
            return reading
        said = tuple(replace(d, level=Level.ERROR) if d.level is Level.MENDED else d for d in reading.diagnostics)
        return replace(reading, first=None, likely=None, diagnostics=said)

    def under(self, readings: Readings) -> Reading:
        """Return what is left of the readings.

        Args:
            readings: ``agree`` for all, ``likely`` for the likeliest, which is a guess and says so, ``one`` for the
                only one: where there are several, they are errors.

        Raises:
            UserError: it is none of these.
        """
        if readings not in get_args(Readings):
            raise UserError(f"there are no readings '{readings}'; write {', '.join(get_args(Readings))}")
        if not self.others or readings == "agree":
            return self
        if readings == "likely":
            said = tuple(
                replace(d, code=GUESSED, message=d.message.replace("; both are asked", "; the likelier one is asked"))
                if has_readings(d) else d
                for d in self.diagnostics
            )  # fmt: skip
            return replace(self, first=self.likely or self.first, others=(), likely=None, diagnostics=said)
        said = tuple(replace(d, level=Level.ERROR) if has_readings(d) else d for d in self.diagnostics)
        return replace(self, first=None, others=(), likely=None, diagnostics=said)


def has_readings(found: Diagnostic) -> bool:
    """Return whether a diagnostic says that its text has several readings, all of which are asked."""
    return found.expected == ONE_READING
