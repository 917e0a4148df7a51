"""Files whose formulas are terms with operators, as LADR and TPTP write them: one precedence reader by a table.

Operators have powers, and most group to no side: where neither of two binds tighter, brackets are missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Span
from ..logic.syntax import MAX_DEPTH, MAX_LEVELS, Eq, Exists, Forall, Formula, Not, Term, Truth, close
from ..logic.walkers import depth, free_variables
from .problems import Unreadable, refuse
from .signs import SIGNS

FORALL: Final = "∀"
EXISTS: Final = "∃"
LOOSEST: Final = 800
"""The power of a whole formula."""


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
    """A term as it was parsed: a symbol, of whose text quotation marks are a part, and its arguments.

    A quantifier has two, the variable (whose argument is its type, if it has one) and its scope.
    """

    symbol: str
    args: tuple[Raw, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Language:
    """The table of a language.

    Attributes:
        words: its words; each kind is a named group, ``comment`` is passed over.
        names: the kinds that are symbols of terms.
        infix: the power of each infix operator, whether a chain of it needs no brackets, and the connective of the
            table of signs that it is, if it is one.
        negation: the sign of negation, and its power.
        quantifiers: what each quantifier is.
        scope: the power of a quantified formula.
        truths: the symbols of what is true and false.
    """

    words: re.Pattern[str]
    names: frozenset[str]
    infix: Mapping[str, tuple[int, bool, str]]
    negation: tuple[str, int]
    quantifiers: Mapping[str, str]
    scope: int
    truths: Mapping[str, bool]


class OperatorReader:
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

    def at(self, *texts: str) -> bool:
        """Return whether the next word is one of these; then step over it."""
        found = self.token.text in texts
        self.i += found
        return found

    def take(self, text: str, expected: str = "") -> None:
        """Step over a sign that must stand here."""
        if not self.at(text):
            self.unexpected(expected or f"'{text}'")

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
        self._depth, self.infix = 0, self.language.infix
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
            left, power = Raw(sign, tuple(parts), self.since(start)), binds
        self._depth -= 1
        return left

    def _prefixed(self, most: int) -> tuple[Raw, int]:
        """Read a term up to the first operator behind it, and return it with its power."""
        token, (sign, binds) = self.token, self.language.negation
        if self.at(sign):
            return Raw(sign, (self.expression(binds),), self.since(token.start)), binds
        if not self.quantifies():
            return self.primary(), 0
        if self.language.scope > most:
            refuse("unexpected-token", f"'{token.text}' needs brackets here", token.span, "Write -(all x …).")
        self.i += 1
        variables = self.variables()
        self._depth += len(variables) - 1
        raw = self.expression(self.language.scope)
        self._depth -= len(variables) - 1
        for variable in reversed(variables):
            raw = Raw(self.language.quantifiers[token.text], (variable, raw), self.since(token.start))
        return raw, self.language.scope

    def _ambiguous(self, left: Raw, sign: Token, right: Raw) -> NoReturn:
        one, last = left.span.start, left.args[-1].span.start
        whole, middle = self.text[one : left.span.end], self.text[one:last]
        hint = f"Write ({whole}) {sign.text} {self.text[right.span.start : right.span.end]}, "
        hint += f"or {middle}({self.text[last : right.span.end]})."
        message = f"brackets are missing before '{sign.text}': neither operator binds tighter"
        refuse("ambiguous-operators", message, sign.span, hint, "brackets", sign.text)

    def quantifies(self) -> bool:
        """Return whether the next word is a quantifier."""
        return self.token.text in self.language.quantifiers

    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier."""
        raise NotImplementedError

    def primary(self) -> Raw:
        """Read a symbol with its arguments, or what stands in brackets."""
        token = self.token
        if self.at("("):
            inner = self.expression(LOOSEST)
            self.take(")", "an operator or ')'")
            return self.bracketed(inner, self.since(token.start))
        if token.kind not in self.language.names:
            self.unexpected("a formula or a term")
        self.i += 1
        args = self.listed(")") if self.at("(") else ()
        return Raw(token.text, args, self.since(token.start))

    def bracketed(self, inner: Raw, span: Span) -> Raw:
        """Return what brackets around a term make of it."""
        return inner._replace(span=span)

    def listed(self, *ends: str) -> tuple[Raw, ...]:
        """Read terms between commas, and the sign that ends them."""
        args = [self.expression(LOOSEST)]
        while self.at(","):
            args.append(self.expression(LOOSEST))
        if not self.at(*ends):
            self.unexpected(f"',' or '{ends[0]}'")
        return tuple(args)

    # -- what they mean ------------------------------------------------------------------

    def closed(self, raw: Raw) -> Formula:
        """Return a formula with its free variables bound universally."""
        formula = self.formula(raw)
        free = free_variables(formula)
        self.check(raw, formula, free)
        if depth(formula) + len(free) > MAX_LEVELS:
            refuse("too-deep", f"the formula has more than {MAX_LEVELS} levels", raw.span, "Split it.")
        return close(formula, free)

    def check(self, raw: Raw, formula: Formula, free: tuple[str, ...]) -> None:
        """Refuse a formula that may not stand so in a file."""

    def formula(self, raw: Raw) -> Formula:
        """Return a term as the formula that it is."""
        symbol, args = raw.symbol, raw.args
        if symbol in (FORALL, EXISTS):
            variable, body = args
            self.bound.append(variable.symbol)
            inner = self.formula(body)
            name, sort = self.variable(self.bound.pop()), self.range(variable.args[0]) if variable.args else ""
            return Forall(name, inner, sort) if symbol == FORALL else Exists(name, inner, sort)
        if symbol in ("=", "!="):
            equation = Eq(self.term(args[0]), self.term(args[1]))
            return equation if symbol == "=" else Not(equation)
        if self.states(raw):
            parts = tuple(map(self.formula, args))
            row = SIGNS[self.language.infix[symbol][2]] if len(parts) > 1 else None
            if row is None:
                return Not(parts[0]) if symbol == self.language.negation[0] else parts[0]
            return row.chains(parts) if row.chains else row.joins(*parts) if row.joins else self.no_formula(raw)
        if symbol in self.language.truths and not args:
            return Truth(self.language.truths[symbol])
        return self.atom(raw)

    def states(self, raw: Raw) -> bool:
        """Return whether a term is a formula by its sign: a quantifier, a connective, an equation or brackets."""
        connective = self.language.infix.get(raw.symbol, (0, False, ""))[2]
        return bool(connective) or raw.symbol in (FORALL, EXISTS, "=", "!=", self.language.negation[0], "(")

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        raise NotImplementedError

    def variable(self, symbol: str) -> str:
        """Return the name of a variable."""
        return symbol

    def range(self, raw: Raw) -> str:
        """Return the sort that a variable's type is; empty for that of all things."""
        raise NotImplementedError

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        raise NotImplementedError

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

    def statement(self) -> None:
        """Read a statement."""
        raise NotImplementedError

    def recover(self) -> None:
        """Step to where the next statement begins."""
        raise NotImplementedError
