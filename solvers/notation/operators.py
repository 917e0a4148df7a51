"""Files whose formulas are terms with operators, as LADR and TPTP write them: one precedence reader by a table.

Operators have powers, and most group to no side: where neither of two binds tighter, brackets are missing.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_LEVELS, Eq, Exists, Forall, Formula, Not, Term, Truth, Var, close
from .signs import SIGNS

LOOSEST: Final = 800
"""The power of a whole formula."""


class Unreadable(Exception):
    """Ends the reading of a statement.

    Attributes:
        diagnostic: what is wrong.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(code: str, message: str, span: Span, hint: str = "", expected: str = "", found: str = "") -> NoReturn:
    """End the reading of a statement by an error."""
    raise Unreadable(Diagnostic(code, Level.ERROR, message, span, hint, expected, found))


class Token(NamedTuple):
    """A word of a file: its kind is the group of the language's pattern that it fits, or ``end``."""

    kind: str
    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + max(1, len(self.text)))


class Raw(NamedTuple):
    """A term as it was parsed: the kind of its first word, its symbol, quotation marks included, and its arguments.

    The arguments of a quantifier are its variables (whose kind is their sort, empty for that of all things) and its
    scope. The kind of an operator is that of the table of signs; empty for one of terms.
    """

    kind: str
    symbol: str
    args: tuple[Raw, ...]
    span: Span


class OperatorReader(ABC):
    """A place among the words of a file, and what its terms mean.

    Args:
        text: the file.

    Attributes:
        words: the words of the language; each kind is a named group: ``comment`` is passed over, ``quantifier`` and
            ``sign`` are no symbols of terms, and all others are.
        infix: the power of its operators, and the kind of each in the table of signs; empty for one of terms.
        negation: the sign of negation, and its power.
        quantifiers: what each quantifier makes.
        scope: the power of a quantified formula.
        truths: the symbols of what is true and false.
    """

    words: ClassVar[re.Pattern[str]]
    infix: Mapping[str, tuple[int, str]]
    negation: ClassVar[tuple[str, int]]
    quantifiers: ClassVar[Mapping[str, type[Forall | Exists]]]
    scope: ClassVar[int]
    truths: ClassVar[Mapping[str, bool]]

    def __init__(self, text: str) -> None:
        self.text, self.end = text, Token("end", "", len(text))
        found = ((m.lastgroup or "", m) for m in self.words.finditer(text.rstrip()))
        self.tokens = [Token(kind, m[kind], m.start(kind)) for kind, m in found if kind != "comment"]
        self.tokens += [self.end] * 3  # so that two words ahead there is always one
        self.i = self.depth = self.total = 0
        self.diagnostics: list[Diagnostic] = []
        self.bound: list[str] = []
        self.free: dict[str, None] = {}

    def read(self) -> None:
        """Read all statements; what is wrong in one is noted, and the next one is read."""
        while self.token is not self.end:
            self.depth, begin = 0, self.i
            try:
                self.statement()
            except Unreadable as fault:
                self.diagnostics.append(fault.diagnostic)
                self.i = max(self.i, begin + 1)
                self.recover()

    def recover(self) -> None:
        """Step behind the next full stop, if this is not behind one."""
        while self.token is not self.end and self.tokens[self.i - 1].text != ".":
            self.i += 1

    def alone(self) -> Formula:
        """Read all of the text as one formula, with a full stop or without; what nothing binds stays free."""
        raw = self.expression()
        self.at(".")
        if self.token is not self.end:
            self.unexpected("an operator or the end of the formula")
        return self.formula(raw)

    # -- words -------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        """The next word."""
        return self.tokens[self.i]

    def at(self, text: str) -> bool:
        """Return whether the next word is this; then step over it."""
        found = self.token.text == text
        self.i += found
        return found

    def take(self, text: str, expected: str = "") -> None:
        """Step over a sign that must stand here."""
        if not self.at(text):
            self.unexpected(expected or f"'{text}'")

    def word(self, expected: str, *kinds: str) -> Token:
        """Step over a word of one of these kinds, which must stand here."""
        token = self.token
        if token.kind not in kinds:
            self.unexpected(expected)
        self.i += 1
        return token

    def unexpected(self, expected: str) -> NoReturn:
        """Fail at the next word."""
        token = self.token
        if token is self.end:
            place = Span(self.tokens[self.i - 1].start if self.i else 0, token.start)
            message = "the file ends in the middle of a formula or a list: was it cut off?"
            refuse("cut-off", message, place, "Give the rest of the file.", expected)
        hint = "Something is missing before this, or it is a sign of another language."
        refuse("unexpected-token", f"expected {expected}, found '{token.text}'", token.span, hint, expected, token.text)

    def since(self, start: int) -> Span:
        """Return what was read from a place on."""
        return Span(start, self.tokens[self.i - 1].span.end)

    # -- terms as they are written -------------------------------------------------------

    def expression(self, most: int = LOOSEST) -> Raw:
        """Read a term of at most this power, up to the first word that can't belong to it."""
        self.depth += 1
        if self.depth > MAX_LEVELS:
            message = f"the formula is nested more than {MAX_LEVELS} levels deep"
            refuse("too-deep", message, self.token.span, "Split it, or drop brackets that say nothing.")
        start = self.token.start
        left, power = self._prefixed(most)
        while (sign := self.token).text in self.infix and (binds := self.infix[sign.text][0]) <= most:
            kind = self.infix[sign.text][1]
            parts = [left]
            while self.token.text == sign.text and (kind in ("and", "or") or len(parts) == 1):
                self.i += 1
                parts.append(self.expression(binds - 1))
            if power >= binds:
                self._ambiguous(left, sign, parts[1])
            left, power = Raw(kind, sign.text, tuple(parts), self.since(start)), binds
        self.depth -= 1
        return left

    def _prefixed(self, most: int) -> tuple[Raw, int]:
        """Read a term up to the first operator behind it, and return it with its power."""
        token, (sign, power) = self.token, self.negation
        if self.at(sign):
            return Raw("not", sign, (self.expression(power),), self.since(token.start)), power
        if token.kind != "quantifier":
            return self.primary(), 0
        power = self.scope
        if power > most:
            refuse("unexpected-token", f"'{token.text}' needs brackets here", token.span, "Write -(all x …).")
        self.i += 1
        args = (*self.variables(), self.expression(power))
        return Raw(token.kind, token.text, args, self.since(token.start)), power

    def _ambiguous(self, left: Raw, sign: Token, right: Raw) -> NoReturn:
        one, other = left.span, Span(left.args[-1].span.start, right.span.end)
        hint = f"Write ({self.text[one.start : one.end]}) {sign.text} …, or … ({self.text[other.start : other.end]})."
        message = f"brackets are missing before '{sign.text}': neither operator binds tighter"
        refuse("ambiguous-operators", message, sign.span, hint, "brackets", sign.text)

    def primary(self) -> Raw:
        """Read a symbol with its arguments, or what stands in brackets."""
        token = self.token
        if self.at("("):
            inner = self.expression()
            self.take(")", "an operator or ')'")
            return inner._replace(span=self.since(token.start))
        if token.kind in ("sign", "end"):
            self.unexpected("a formula or a term")
        self.i += 1
        args = list[Raw]()
        if self.at("("):
            while not args or self.at(","):
                args.append(self.expression())
            self.take(")", "',' or ')'")
        return Raw(token.kind, token.text, tuple(args), self.since(token.start))

    # -- what they mean ------------------------------------------------------------------

    def closed(self, raw: Raw) -> Formula:
        """Return a formula with its free variables bound universally."""
        self.free, self.bound = {}, []
        return close(self.formula(raw), tuple(self.free))

    def formula(self, raw: Raw) -> Formula:
        """Return a term as the formula that it is."""
        kind, symbol, args, _ = raw
        if kind == "quantifier":
            *variables, body = args
            self.bound += [variable.symbol for variable in variables]
            inner = self.formula(body)
            del self.bound[-len(variables) :]
            for variable in reversed(variables):
                inner = self.quantifiers[symbol](variable.symbol, inner, variable.kind)
            return inner
        if kind in ("=", "!="):
            equation = Eq(self.term(args[0]), self.term(args[1]))
            return equation if kind == "=" else Not(equation)
        if symbol in self.truths and not args:
            return Truth(self.truths[symbol])
        if kind not in SIGNS:
            return self.atom(raw)
        parts, sign = tuple(map(self.formula, args)), SIGNS[kind]
        return sign.chains(parts) if sign.chains else sign.joins(*parts) if sign.joins else Not(*parts)

    def variable(self, name: str) -> Var:
        """Return a variable; one that nothing binds is free."""
        if name not in self.bound:
            self.free[name] = None
        return Var(name)

    @abstractmethod
    def statement(self) -> None:
        """Read a statement."""

    @abstractmethod
    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier, each with its sort for a kind."""

    @abstractmethod
    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""

    @abstractmethod
    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""

    def no_formula(self, raw: Raw) -> NoReturn:
        """Refuse a term in the place of a formula."""
        hint = "A formula says of terms what is true or false: p(a), a = b."
        refuse("term-as-formula", f"'{raw.symbol}' makes a term, and stands where a formula should", raw.span, hint)

    def not_formula(self, raw: Raw) -> None:
        """Refuse a formula in the place of a term."""
        if raw.kind == "quantifier" or raw.kind in SIGNS:
            hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
            refuse("formula-as-term", "a formula stands where a term should", raw.span, hint)
