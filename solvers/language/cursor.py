"""A place in the tokens of one formula, and what is said of it."""

from __future__ import annotations

from typing import Final, NoReturn

from . import lexer
from .diagnostics import Diagnostic, Level, Span
from .dialects import Dialect
from .lexer import NAME, NUMBER, QUOTED
from .syntax import MAX_DEPTH

MAX_DIAGNOSTICS: Final = 50
"""The most diagnostics of one formula; who needs more has to write it anew."""
END: Final = "end"
"""The kind of the token behind the last one."""
POWER: Final[dict[str, int]] = {
    "iff": 10, "implies": 20, "if": 20, "xor": 30, "or": 40, "nor": 40, "and": 50, "^": 50, ",": 50,
    "nand": 50, "=": 70, "!=": 70, "<": 70, "≤": 70, ">": 70, "≥": 70, "∈": 70, "∉": 70,
    "+": 80, "-": 80, "*": 90,
}  # fmt: skip
"""How tightly each kind of token binds what stands on its two sides."""
UNARY: Final = 60
"""How tightly a negation, or a quantifier of a tight dialect, binds what follows."""


class Fault(Exception):
    """Ends the reading of one formula; its diagnostic is already noted."""


class Unclear(Exception):
    """Ends a quick reading that met anything but plain formulas: the full one must look."""


class Cursor:
    """The tokens of one formula, a place in them, and the diagnostics so far.

    Args:
        text: the formula's text.
        dialect: how it is read.
        strict: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.
        quick: read plain atoms as one token, and raise :class:`Unclear` where that is not enough.
    """

    __slots__ = (
        "anonymous", "bound", "closed", "commas", "depth", "diagnostics", "dialect", "failed", "i", "in_arguments",
        "kinds", "missing", "offset", "places", "quick", "strict", "text", "tokens", "unbound",
    )  # fmt: skip

    def __init__(self, text: str, dialect: Dialect, strict: bool, offset: int, quick: bool) -> None:
        self.text = text
        self.dialect = dialect
        self.strict = strict
        self.offset = offset
        self.quick = quick
        self.places: list[Span] | None = None
        self.closed: tuple[str, ...] = ()
        self.tokens, self.kinds = lexer.tokenize(text, dialect.overrides, quick)
        self.tokens.append("")
        self.kinds.append(END)
        self.i = 0
        self.depth = 0
        self.diagnostics: list[Diagnostic] = []
        self.failed = False
        self.bound: dict[str, int] = {}
        self.unbound: dict[str, int] = {}
        self.anonymous: list[str] = []
        self.in_arguments = False
        self.commas: list[int] = []
        self.missing = 0

    def note(self, level: Level, code: str, message: str, at: int, hint: str = "", expected: str = "") -> None:
        """Note something about the token at a place; what would be mended is an error if ``strict``."""
        if self.quick:
            raise Unclear
        if self.places is None:
            self.places = lexer.spans(self.text)
        places = self.places
        span = places[at] if at < len(places) else Span(len(self.text.rstrip()), len(self.text.rstrip()) + 1)
        if level is Level.MENDED and self.strict:
            level = Level.ERROR
        self.failed = self.failed or level is Level.ERROR
        found = self.tokens[at] or "the end of the formula"
        self.diagnostics.append(
            Diagnostic(
                code, level, message, Span(span.start + self.offset, span.end + self.offset), hint, expected, found
            )
        )
        if len(self.diagnostics) == MAX_DIAGNOSTICS:
            self.fail("too-many-faults", f"the formula has more than {MAX_DIAGNOSTICS} faults", at, "Write it anew.")

    def fail(self, code: str, message: str, at: int, hint: str = "", expected: str = "") -> NoReturn:
        """Note an error and end the reading."""
        self.note(Level.ERROR, code, message, at, hint, expected)
        raise Fault

    def unexpected(self, expected: str) -> NoReturn:
        """End the reading at the current token, which should be something else."""
        kind, token = self.kinds[self.i], self.tokens[self.i]
        if kind == "...":
            self.fail("ellipsis", "part of the formula is left out", self.i, "Write every part in full.", expected)
        if kind == END:
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", self.i, "", expected)
        hint = ""
        if kind in (NAME, QUOTED, NUMBER, "(", "not", "forall", "exists") and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", self.i, hint, expected)

    def close_bracket(self, expected: str) -> None:
        """Step behind a closing bracket; at the end of the text it may be missing."""
        kind = self.kinds[self.i]
        if kind == ")":
            self.i += 1
        elif kind == END or (kind == "." and self.kinds[self.i + 1] == END):
            self.missing += 1
        else:
            self.unexpected(expected)

    def deeper(self) -> None:
        """Enter one more level of nesting."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.too_deep()

    def too_deep(self) -> NoReturn:
        """End the reading of a formula that is nested too deep."""
        self.fail(
            "too-deep",
            f"the formula is nested more than {MAX_DEPTH} levels deep",
            self.i,
            "Split it, or drop brackets that say nothing.",
        )
