"""What a name in a formula turns out to be: a variable, a constant, a function, a predicate."""

from __future__ import annotations

from typing import Final

from .cursor import Cursor
from .diagnostics import Level
from .names import FREE_LETTER, decode_tptp_variable, number_named
from .syntax import ARITHMETIC, Atom, Exists, Fn, Formula, Not, Num, Term, Truth, Var

_TRUTH_VALUES: Final = {"True": True, "False": False, "true": True, "false": False}

Expression = Formula | Term
"""What stands between two signs, before it is known which of the two it is."""


class Operands(Cursor):
    """Settles whether an expression is a formula or a term."""

    __slots__ = ()

    def is_bound(self, name: str) -> bool:
        """Return whether a quantifier binds the name here."""
        if self.dialect.variables == "capitals":
            return name[0].isupper() and decode_tptp_variable(name) in self.bound
        return name in self.bound

    def bare_name(self, name: str, at: int) -> Term:
        """Return the variable or constant that a name without brackets is, by the dialect's convention."""
        convention = self.dialect.variables
        if convention == "letters":
            if name in self.bound:
                return Var(name)
            if name[0] in "uvwxyz" and FREE_LETTER.fullmatch(name):
                self.unbound.setdefault(name, at)
                return Var(name)
        elif convention == "capitals":
            if name[0].isupper():
                name = decode_tptp_variable(name)
                if name not in self.bound:
                    self.unbound.setdefault(name, at)
                return Var(name)
        elif name[0] == "$":
            self.unbound.setdefault(name[1:], at)
            return Var(name[1:])
        elif name[0] in "uvwxyz" and FREE_LETTER.fullmatch(name):
            self.note(
                Level.WARNING, "free-variable", f"'{name}' is read as the variable ${name}", at, "Write $ before it."
            )
            self.unbound.setdefault(name, at)
            return Var(name)
        if name == "_" and self.in_arguments:
            fresh = f"_{at}"
            self.anonymous.append(fresh)
            self.note(
                Level.MENDED,
                "anonymous-variable",
                "'_' is read as 'something', a variable of its own",
                at,
                "Name the variable and quantify it.",
            )
            return Var(fresh)
        return Fn(name)

    def as_formula(self, value: Expression, at: int) -> Formula:
        """Return what was read at a place as a formula."""
        if type(value) is Fn:
            if value.name in ARITHMETIC and len(value.args) == 2:
                self.fail(
                    "term-as-formula",
                    "a number stands where a formula should",
                    at,
                    "Compare it with something, as in x + 1 < 5.",
                    "a formula",
                )
            return self.atom(value.name, value.args)
        if isinstance(value, Var):
            if value.name in self.bound or self.dialect.variables != "letters":
                self.fail(
                    "term-as-formula",
                    f"the variable '{value.name}' stands where a formula should",
                    at,
                    "Apply a predicate to it.",
                    "a formula",
                )
            return Atom(value.name)
        if isinstance(value, Num):
            self.fail("term-as-formula", f"the number {value.value} stands where a formula should", at, "", "a formula")
        assert not isinstance(value, Fn)
        return value

    def atom(self, name: str, args: tuple[Term, ...]) -> Formula:
        """Return a predicate with its arguments, negated or quantified as the dialect and ``_`` ask."""
        formula: Formula = Atom(name, args)
        if self.dialect.truth_argument and args:
            last = args[-1]
            if isinstance(last, Fn) and not last.args and last.name in _TRUTH_VALUES:
                formula = Atom(name, args[:-1])
                if not _TRUTH_VALUES[last.name]:
                    formula = Not(formula)
        while self.anonymous:
            formula = Exists(self.anonymous.pop(), formula)
        return formula

    def as_term(self, value: Expression, at: int) -> Term:
        """Return what was read at a place as a term."""
        if isinstance(value, Fn):
            return value if value.args else number_named(value.name) or value
        if isinstance(value, Var | Num):
            return value
        if isinstance(value, Atom):  # a bracketed application
            return Fn(value.name, value.args)
        if isinstance(value, Truth):
            return Fn("True" if value.value else "False")
        self.note(
            Level.ERROR,
            "formula-as-term",
            "a formula stands where a term should",
            at,
            "First-order logic speaks of things, not of statements: use a predicate of its own for this.",
            "a term",
        )
        return Fn("?")
