"""What terms of LADR say, as trees: connectives, variables, and symbols that mean something elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import (
    MAX_LEVELS,
    And,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Truth,
    Var,
    close,
)
from ..logic.walkers import depth, free_variables
from .conventions import FREE_LETTER
from .file_tokens import Unreadable
from .ladr_terms import Raw

_WORDS: Final = {
    "*": "times", "+": "plus", "-": "minus", "- ": "neg", "/": "over", "\\": "under", "^": "meet", "v": "join",
    "'": "prime", "@": "at", "<": "less", "<=": "leq", ">": "greater", ">=": "geq", "==": "identical",
    "!==": "nonidentical", "@<": "before", "@<=": "upto", "@>": "after", "@>=": "from", "$nil": "nil",
    "$cons": "cons",
}  # fmt: skip
"""What symbols are called that mean arithmetic elsewhere, or that no other language writes."""
_OPERATIONS: Final = ("*", "+", "-", "/", "\\", "^", "@", "'", "$cons", "$nil")
"""What makes terms only; ``v`` does so between two."""
_CONNECTIVES: Final = ("&", "|", "->", "<-", "<->")
_NUMERAL: Final = re.compile(r"-?\d+(?:\.\d+)?")
_CAPITAL: Final = re.compile(r"[A-Z]\d*")


@dataclass(slots=True)
class Symbols:
    """The names of a file's symbols, and what was odd about them.

    LADR has no numbers and no arithmetic: ``3`` and ``*`` are symbols as any other.
    The trees of this package have both, so such symbols get words for names.

    Attributes:
        prolog: whether capitals are variables, not ``u`` to ``z``.
        diagnostics: to which faults are added.
    """

    prolog: bool
    diagnostics: list[Diagnostic]
    used: dict[str, Span] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)

    def count(self, raw: Raw, bound: frozenset[str]) -> None:
        """Note the symbols of a formula, before any of them is named."""
        if raw.symbol in ("∀", "∃"):
            self.count(raw.args[1], bound | {raw.args[0].symbol})
            return
        if raw.args or raw.symbol not in bound:
            symbol = "- " if raw.symbol == "-" and len(raw.args) == 1 else raw.symbol
            self.used.setdefault(symbol, raw.span)
        for arg in raw.args:
            self.count(arg, bound)

    def name(self, symbol: str) -> str:
        """Return what a symbol is called; different symbols are called differently."""
        found = self.names.get(symbol)
        if found is None:
            plain = symbol[1:-1] if symbol[0] == '"' and len(symbol) > 2 else symbol
            found = _WORDS.get(plain, plain)
            if _NUMERAL.fullmatch(plain):
                found = "n" + re.sub(r"\W", "_", plain)
            while found != symbol and (found in self.used or found in self.taken):
                found += "_"
            self.names[symbol] = found
            self.taken.add(found)
        return found

    def variable(self, symbol: str) -> bool:
        """Return whether a symbol that nothing binds is a variable."""
        return symbol[0].isupper() if self.prolog else "u" <= symbol[0] <= "z"

    def tell(self) -> None:
        """Say which symbols are called by other names here."""
        renamed = [s for s in self.names if self.names[s] != s and s[0] != '"']
        if renamed:
            listed = ", ".join(f"{s.strip()} is called {self.names[s]}" for s in renamed)
            message = f"in LADR numerals and operators are plain symbols, not arithmetic: {listed} here"
            hint = "State what they are to mean as formulas."
            self.diagnostics.append(
                Diagnostic("plain-symbols", Level.WARNING, message, self.used.get(renamed[0]), hint)
            )

    def closed(self, raw: Raw) -> Formula:
        """Return a formula with its free variables bound universally.

        Raises:
            Unreadable: it is none; that is said.
        """
        formula = self.formula(raw, frozenset())
        free = free_variables(formula)
        if len(free) + raw.span.end - raw.span.start > MAX_LEVELS and len(free) + depth(formula) > MAX_LEVELS:
            self.fail("too-deep", f"the formula has more than {MAX_LEVELS} levels", raw.span, "Split it.")
        quantified = {r.args[0].symbol: r for r in _walk(raw) if r.symbol in ("∀", "∃")}
        if quantified:
            places = {r.symbol: r for r in self.outside(raw, frozenset(quantified), frozenset())}
            for name, place in places.items():
                self.say_outside(place, quantified[name])
        for name in free:
            long = not self.prolog and not FREE_LETTER.fullmatch(name)
            if long and name not in quantified and name not in self.said:
                self.said.add(name)
                message = f"'{name}' begins with one of u to z, so it is a variable in LADR: read as 'for all {name}'"
                span = next(r.span for r in _walk(raw) if r.symbol == name and not r.args)
                self.warn("free-variable", message, span, f"Give a constant another name, such as c_{name}.")
        return close(formula, free)

    def outside(self, raw: Raw, names: frozenset[str], bound: frozenset[str]) -> Iterator[Raw]:
        """Return where the names of quantified variables stand outside their quantifiers' scopes."""
        if raw.symbol in ("∀", "∃"):
            yield from self.outside(raw.args[1], names, bound | {raw.args[0].symbol})
            return
        if not raw.args and raw.symbol in names - bound:
            yield raw
        for arg in raw.args:
            yield from self.outside(arg, names, bound)

    def say_outside(self, place: Raw, quantified: Raw) -> None:
        """Say that a quantifier does not reach a place, where its author may have thought that it does."""
        name = place.symbol
        written = f"{'all' if quantified.symbol == '∀' else 'exists'} {name}"
        what = f"is read as 'for all {name}'" if self.variable(name) else "is a constant"
        message = f"'{written}' reaches only the next formula; the {name} behind it {what}"
        self.warn("scope", message, place.span, f"Write {written} (…) around all that it is to bind.")

    def warn(self, code: str, message: str, span: Span, hint: str) -> None:
        """Note a warning."""
        self.diagnostics.append(Diagnostic(code, Level.WARNING, message, span, hint))

    def fail(self, code: str, message: str, span: Span, hint: str) -> NoReturn:
        """Note an error and end the reading of the formula."""
        self.diagnostics.append(Diagnostic(code, Level.ERROR, message, span, hint))
        raise Unreadable

    def formula(self, raw: Raw, bound: frozenset[str]) -> Formula:
        """Return a term as the formula that it is."""
        symbol, args = raw.symbol, raw.args
        match symbol, len(args):
            case (("∀" | "∃"), 2):
                name = args[0].symbol
                body = self.formula(args[1], bound | {name})
                return Forall(name, body) if symbol == "∀" else Exists(name, body)
            case "-", 1:
                return Not(self.formula(args[0], bound))
            case "&", n if n > 1:
                return And(tuple(self.formula(a, bound) for a in args))
            case "|", n if n > 1:
                return Or(tuple(self.formula(a, bound) for a in args))
            case (("->" | "<-" | "<->"), 2):
                left, right = self.formula(args[0], bound), self.formula(args[1], bound)
                if symbol == "<->":
                    return Iff(left, right)
                return Implies(left, right) if symbol == "->" else Implies(right, left)
            case (("=" | "!="), 2):
                equation = Eq(self.term(args[0], bound), self.term(args[1], bound))
                return equation if symbol == "=" else Not(equation)
            case (("$T" | "$F"), 0):
                return Truth(symbol == "$T")
        if not args and (symbol in bound or self.variable(symbol)):
            message = f"the variable '{symbol}' stands where a formula should"
            self.fail("term-as-formula", message, raw.span, "Give a proposition a name that begins otherwise.")
        if symbol in ("*", "+", "/", "\\", "^", "v", "@", "'", "-", "$cons", "$nil") and (
            symbol != "v" or len(args) == 2
        ):
            message = f"'{symbol}' makes a term, and stands where a formula should"
            hint = (
                "Write | for 'or' and & for 'and'." if symbol in "v^" else "Compare it with something, as in x * y = e."
            )
            self.fail("term-as-formula", message, raw.span, hint)
        return Atom(self.name(symbol), tuple(self.term(a, bound) for a in args))

    def term(self, raw: Raw, bound: frozenset[str]) -> Term:
        """Return a term as the term that it is."""
        symbol, args = raw.symbol, raw.args
        if not args:
            if symbol in bound or self.variable(symbol):
                return Var(symbol)
            if _CAPITAL.fullmatch(symbol) and symbol not in self.said:
                self.said.add(symbol)
                message = f"'{symbol}' is a constant in LADR, where variables begin with u to z"
                hint = "Write x for a variable, or set(prolog_style_variables)."
                self.warn("capital-constant", message, raw.span, hint)
        if symbol in (*_CONNECTIVES, "=", "!=") or symbol in ("∀", "∃"):
            message = "a formula stands where a term should"
            hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
            self.fail("formula-as-term", message, raw.span, hint)
        symbol = "- " if symbol == "-" and len(args) == 1 else symbol
        return Fn(self.name(symbol), tuple(self.term(a, bound) for a in args))


def _walk(raw: Raw) -> Iterator[Raw]:
    yield raw
    for arg in raw.args:
        yield from _walk(arg)
