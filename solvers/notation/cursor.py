"""A place in the tokens of one formula: what stands there, where brackets close, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import (
    MAX_DEPTH,
    MAX_DIGITS,
    Num,
    number,
)
from .conventions import (
    decode_tptp_variable,
)
from .scanner import places, tokenize, unquote
from .signs import (
    ATOM,
    BAD,
    END,
    NAME,
    NUMBER,
    POWER,
    QUANTIFIERS,
    QUOTED,
    UNARY,
    Dialect,
)


class Ambiguity(NamedTuple):
    """One place where the notation leaves several trees.

    Attributes:
        code: which row of the list of ambiguities it is.
        choice: what can be read in several ways, in words.
        readings: the readings, in words; the first one is the likeliest.
        span: where it stands.
    """

    code: str
    choice: str
    readings: tuple[str, ...]
    span: Span

    @property
    def said(self) -> str:
        """The choice with its readings, in words."""
        count = {2: "two", 3: "three"}.get(len(self.readings), "several")
        return f"{self.choice} can be read in {count} ways: {', or '.join(self.readings)}"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the rest of a program tells of a formula in it.

    Attributes:
        arities: the declared predicates, with the numbers of arguments that each is declared with.
        sorts: the declared sorts.
    """

    arities: Mapping[str, Set[int]] = field(default_factory=dict)
    sorts: Set[str] = frozenset()


NOWHERE: Final = Surroundings()


class Fault(Exception):  # it is caught where a formula's reading began
    """Ends the reading of one formula; what is wrong is among the notes."""


class Unclear(Exception):
    """A token has to be parted before it can be told what it is."""


LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")


class Cursor:
    """A place in the tokens of one formula, and what is known there."""

    __slots__ = (
        "anonymous",
        "around",
        "bound",
        "closings",
        "commas",
        "constants",
        "context",
        "counts",
        "depth",
        "dialect",
        "i",
        "in_arguments",
        "joined",
        "kinds",
        "lettered",
        "made",
        "marked",
        "notes",
        "outer",
        "picks",
        "places",
        "prolog",
        "seen",
        "sorts",
        "taken",
        "text",
        "tokens",
        "unbound",
        "words",
    )  # fmt: skip

    def __init__(self, text: str, dialect: Dialect, around: Surroundings, picks: tuple[int, ...], quick: bool) -> None:
        self.text, self.dialect, self.around, self.picks = text, dialect, around, picks
        self.tokens, self.kinds = tokenize(text, dialect.overrides, quick)
        self.tokens.append("")
        self.kinds.append(END)
        self.prolog = ":-" in self.tokens
        self.i = self.depth = 0
        self.bound: dict[str, int] = {}
        self.seen: set[str] = set()
        """The bound variables that were used since their quantifiers."""
        self.unbound: dict[str, None] = {}
        self.marked: set[str] = set()
        self.constants: set[str] = set()
        self.in_arguments = self.context = self.sorts = self.lettered = self.counts = False
        self.commas: list[int] = []
        self.words: list[int] = []
        """Where 'and' and 'or' stand as words."""
        self.anonymous: list[str] = []
        self.outer = ""
        """The connective that was applied last in the expression read last, outside brackets."""
        self.joined: dict[int, int] = {}
        """Where the scopes of quantifiers begin, and how tightly the sign binds before their quantifiers."""
        self.made: list[Ambiguity] = []
        self.taken: tuple[int, ...] = ()
        self.notes: list[Diagnostic] = []
        self.closings: list[int] = []
        self.places: list[Span] = []

    def spans(self) -> list[Span]:
        """Return the places of the tokens; they are known where atoms are parted."""
        if not self.places:
            self.places = places(self.text)
        return self.places

    def span(self, at: int) -> Span:
        """Return the place of a token."""
        spans = self.spans()
        return spans[min(at, len(spans) - 1)]

    def fail(self, code: str, message: str, at: int, hint: str, expected: str = "") -> NoReturn:
        """End the reading by an error at a token."""
        self.notes.append(Diagnostic(code, Level.ERROR, message, self.span(at), hint, expected, self.tokens[at]))
        raise Fault

    def note(self, code: str, message: str, at: int, hint: str, level: Level = Level.MENDED) -> None:
        """Add what is to be said of a token."""
        self.notes.append(Diagnostic(code, level, message, self.span(at), hint))

    def shown(self, at: int, end: int) -> str:
        """Return the text of some tokens."""
        if end <= at:
            return ""
        return self.text[self.span(at).start : self.span(end - 1).end]

    def pick(self, code: str, choice: str, at: int, *readings: str) -> int:
        """Return which of several readings is taken this time."""
        k = len(self.made)
        self.made.append(Ambiguity(code, choice, readings, self.span(at)))
        self.taken = (*self.taken, self.picks[k] if k < len(self.picks) else 0)
        return self.taken[-1]

    def unexpected(self, expected: str) -> NoReturn:
        """End the reading at a token that should be something else."""
        at, kind, token = self.i, self.kinds[self.i], self.tokens[self.i]
        if kind == "...":
            self.fail("ellipsis", "part of the formula is left out", at, "Write every part in full.", expected)
        if kind == END:
            hint = "Write the formula to its end, or drop the sign that stands last."
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", at, hint, expected)
        hint = ""
        wordy = at > 1 and self.kinds[at - 2 : at] == [NAME, NAME]
        if kind in (NAME, ATOM, QUOTED, "forall", "exists", "not") and "connective" in expected and wordy:
            hint = (
                "If a sentence stands beside the formula, put it behind ':::'; if a name has several words, quote it."
            )
        elif kind in (NAME, QUOTED, NUMBER, "(", "not", *QUANTIFIERS) and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == ":":
            hint = "Put what the formula says in words behind ':::', and give each formula a line of its own."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif expected == "a variable":
            hint = "Behind a quantifier stands what it binds, as in ∀x (P(x) → Q(x))."
        elif kind == BAD and token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        elif token == "^":
            hint = "Write ∧ for 'and', or ⊕ for 'either … or'."
        hint = hint or f"Write {expected} here, or leave '{token}' out."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", at, hint, expected)

    def deeper(self) -> None:
        """Go one level deeper, which has a limit."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.too_deep()

    def too_deep(self) -> NoReturn:
        """End the reading of what is nested too deep."""
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, self.i, "Split it, or drop brackets that say nothing.")

    def close_bracket(self, expected: str) -> None:
        """Step behind a closing bracket."""
        if self.kinds[self.i] != ")":
            self.unexpected(expected)
        self.i += 1

    def closing(self, at: int) -> int:
        """Return where the bracket around a token closes, or where the text ends."""
        if not self.closings:
            last = len(self.kinds) - 1
            self.closings = [last] * len(self.kinds)
            stack = [last]
            for i in range(last, -1, -1):
                self.closings[i] = stack[-1]
                if self.kinds[i] == ")":
                    stack.append(i)
                elif self.kinds[i] == "(" and len(stack) > 1:
                    stack.pop()
                    self.closings[i] = stack[-1]
        return self.closings[at]

    def matching(self, at: int) -> int:
        """Return where an opening bracket is closed, or where the text ends."""
        return self.closing(at + 1) if self.kinds[at + 1] != ")" else at + 1

    def signs_between(self, at: int, end: int) -> Set[str]:
        """Return the connectives between two places, but for those in brackets of their own."""
        found = set()
        while at < end:
            if self.kinds[at] == "(":
                at = self.matching(at)
            elif 0 < POWER.get(self.kinds[at], 0) < UNARY:
                found.add(self.kinds[at])
            at += 1
        return found

    def joined_before(self, at: int) -> int:
        """Return how tightly the sign binds that stands before a quantifier, and before those right before it."""
        while at > 0 and self.kinds[at - 1] in ("not", "-"):
            at -= 1
        if at in self.joined:
            return self.joined[at]
        power = POWER.get(self.kinds[at - 1], 0) if at else 0
        return power if power < UNARY else 0

    def is_bound(self, name: str) -> bool:
        """Return whether a quantifier around binds a name."""
        if self.dialect.variables == "capitals":
            return name[0].isupper() and decode_tptp_variable(name) in self.bound
        return name in self.bound

    def variable_name(self, token: str) -> str:
        """Return the variable that a token is."""
        name = token if token.isalnum() else unquote(token)
        return decode_tptp_variable(name) if self.dialect.variables == "capitals" else name.removeprefix("$")

    def numeral(self, token: str, at: int) -> Num:
        """Return the number that a token stands for."""
        if len(token) > MAX_DIGITS:
            self.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at, "Write a shorter one.")
        return number(token)
