"""Files whose formulas are terms with operators, as LADR and TPTP write them: one precedence reader by a table.

Operators have powers, and most group to no side: where neither of two binds tighter, brackets are missing.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Span
from ..logic.syntax import MAX_DEPTH, Eq, Exists, Forall, Formula, Not, Term, Truth, close
from ..logic.walkers import free_variables
from .problems import Unreadable, refuse
from .signs import SIGNS

LOOSEST: Final = 800
"""The power of a whole formula."""
Infix = Mapping[str, tuple[int, bool, str]]
"""The power of infix operators, whether a chain of one needs no brackets, and the sign that it is; empty for none."""


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
    """A term as it was parsed: its symbol, of whose text quotation marks are a part, and the arguments.

    The kind is that of the symbol's word. A quantifier has two arguments, the variable (whose kind is its sort, empty
    for that of all things) and its scope.
    """

    kind: str
    symbol: str
    args: tuple[Raw, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Language:
    """The table of a language.

    Attributes:
        words: its words; each kind is a named group: ``comment`` is passed over, ``quantifier`` and ``sign`` are no
            symbols of terms, and all others are.
        infix: its operators.
        negation: the sign of negation, and its power.
        quantifiers: what each quantifier makes.
        scope: the power of a quantified formula.
        truths: the symbols of what is true and false.
    """

    words: re.Pattern[str]
    infix: Infix
    negation: tuple[str, int]
    quantifiers: Mapping[str, type[Forall | Exists]]
    scope: int
    truths: Mapping[str, bool]


class OperatorReader(ABC):
    """A place among the words of a file, and what its terms mean.

    Args:
        text: the file.
        language: its language.
    """

    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language, self.infix = text, language, language.infix
        found = ((m.lastgroup or "", m) for m in language.words.finditer(text.rstrip()))
        self.tokens = [Token(kind, m[kind], m.start(kind)) for kind, m in found if kind != "comment"]
        self.tokens.append(Token("end", "", len(text)))
        self.i = 0
        self.diagnostics: list[Diagnostic] = []
        self.bound: list[str] = []
        self._depth = 0

    # -- words -------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        """The next word."""
        return self.tokens[self.i]

    def ahead(self, count: int) -> Token:
        """Return the word so many places ahead, or the last one."""
        return self.tokens[min(self.i + count, len(self.tokens) - 1)]

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
        if token.kind == "end":
            place = Span(self.ahead(-1).start if self.i else 0, token.start)
            message = "the file ends in the middle of a formula or a list: was it cut off?"
            refuse("cut-off", message, place, "Give the rest of the file.", expected)
        hint = "Something is missing before this, or it is a sign of another language."
        refuse("unexpected-token", f"expected {expected}, found '{token.text}'", token.span, hint, expected, token.text)

    def since(self, start: int) -> Span:
        """Return what was read from a place on."""
        return Span(start, self.tokens[self.i - 1].span.end)

    # -- terms as they are written -------------------------------------------------------

    def whole(self) -> Raw:
        """Read a formula up to the first word that can't belong to it."""
        self._depth = 0
        return self.expression(LOOSEST)

    def expression(self, most: int) -> Raw:
        """Read a term of at most this power."""
        self._depth += 1
        if self._depth > MAX_DEPTH * 3 // 2:  # an operand in brackets is two of them
            message = f"the formula is nested more than {MAX_DEPTH} levels deep"
            refuse("too-deep", message, self.token.span, "Split it, or drop brackets that say nothing.")
        start = self.token.start
        left, power = self._prefixed(most)
        while (sign := self.token.text) in self.infix and self.infix[sign][0] <= most:
            binds, chains, _ = self.infix[sign]
            parts, last = [left], self.token
            while self.token.text == sign and (chains or len(parts) == 1):
                self.i += 1
                parts.append(self.expression(binds - 1))
            if power >= binds:
                self._ambiguous(left, last, parts[1])
            left, power = Raw("sign", sign, tuple(parts), self.since(start)), binds
        self._depth -= 1
        return left

    def _prefixed(self, most: int) -> tuple[Raw, int]:
        """Read a term up to the first operator behind it, and return it with its power."""
        token, (sign, binds) = self.token, self.language.negation
        if self.at(sign):
            return Raw("sign", sign, (self.expression(binds),), self.since(token.start)), binds
        if token.kind != "quantifier":
            return self.primary(), 0
        if self.language.scope > most:
            refuse("unexpected-token", f"'{token.text}' needs brackets here", token.span, "Write -(all x …).")
        self.i += 1
        variables = self.variables()
        self._depth += len(variables) - 1
        raw = self.expression(self.language.scope)
        self._depth -= len(variables) - 1
        for variable in reversed(variables):
            raw = Raw(token.kind, token.text, (variable, raw), self.since(token.start))
        return raw, self.language.scope

    def _ambiguous(self, left: Raw, sign: Token, right: Raw) -> NoReturn:
        one, last = left.span.start, left.args[-1].span.start
        whole, middle = self.text[one : left.span.end], self.text[one:last]
        hint = f"Write ({whole}) {sign.text} {self.text[right.span.start : right.span.end]}, "
        hint += f"or {middle}({self.text[last : right.span.end]})."
        message = f"brackets are missing before '{sign.text}': neither operator binds tighter"
        refuse("ambiguous-operators", message, sign.span, hint, "brackets", sign.text)

    @abstractmethod
    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier, each with its sort for a kind."""

    def primary(self) -> Raw:
        """Read a symbol with its arguments, or what stands in brackets."""
        token = self.token
        if self.at("("):
            inner = self.expression(LOOSEST)
            self.take(")", "an operator or ')'")
            return inner._replace(span=self.since(token.start))
        if token.kind in ("sign", "end"):
            self.unexpected("a formula or a term")
        self.i += 1
        args = list[Raw]()
        if self.at("("):
            args.append(self.expression(LOOSEST))
            while self.at(","):
                args.append(self.expression(LOOSEST))
            self.take(")", "',' or ')'")
        return Raw(token.kind, token.text, tuple(args), self.since(token.start))

    # -- what they mean ------------------------------------------------------------------

    def closed(self, raw: Raw) -> Formula:
        """Return a formula with its free variables bound universally."""
        formula = self.formula(raw)
        return close(formula, free_variables(formula))

    def formula(self, raw: Raw) -> Formula:
        """Return a term as the formula that it is."""
        symbol, args, language = raw.symbol, raw.args, self.language
        if raw.kind == "quantifier":
            self.bound.append(args[0].symbol)
            inner = self.formula(args[1])
            return language.quantifiers[symbol](self.bound.pop(), inner, args[0].kind)
        if symbol == language.negation[0] and len(args) == 1:
            return Not(self.formula(args[0]))
        if symbol in language.truths and not args:
            return Truth(language.truths[symbol])
        if not self.states(raw):
            return self.atom(raw)
        sign = SIGNS[language.infix[symbol][2]]
        if symbol in ("=", "!="):
            equation = Eq(self.term(args[0]), self.term(args[1]))
            return equation if symbol == "=" else Not(equation)
        parts = tuple(map(self.formula, args))
        return sign.chains(parts) if sign.chains else sign.joins(*parts) if sign.joins else self.no_formula(raw)

    def states(self, raw: Raw) -> bool:
        """Return whether a term is a formula by its sign: a quantifier, a connective or an equation."""
        sign = self.language.infix[raw.symbol][2] if raw.symbol in self.language.infix else ""
        return bool(sign) or raw.kind == "quantifier" or raw.symbol == self.language.negation[0]

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

    def no_term(self, raw: Raw) -> NoReturn:
        """Refuse a formula in the place of a term."""
        hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
        refuse("formula-as-term", "a formula stands where a term should", raw.span, hint)

    # -- statements ------------------------------------------------------------------------

    def read(self) -> None:
        """Read all statements; what is wrong in one is noted, and the next one is read."""
        while self.token.kind != "end":
            begin = self.i
            try:
                self.statement()
            except Unreadable as fault:
                self.note(fault.diagnostic)
                self.i = max(self.i, begin + 1)
                self.recover()

    def note(self, found: Diagnostic) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(found)

    @abstractmethod
    def statement(self) -> None:
        """Read a statement."""

    @abstractmethod
    def recover(self) -> None:
        """Step to where the next statement begins."""
