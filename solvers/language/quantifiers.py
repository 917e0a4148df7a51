"""Quantifiers in every notation that models write."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Final

from . import lexer
from .cursor import END, POWER, UNARY, Unclear
from .lexer import ATOM, NAME, QUOTED
from .names import FREE_LETTER, decode_tptp_variable
from .operands import Expression, Operands
from .rewrite import nothing_else
from .syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Term, Var
from .traverse import walk

MAX_COPIED: Final = 2000
"""The most nodes of what ``∃!`` states twice."""
_LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")


class Quantifiers(Operands):
    """Reads a quantifier, its variables and its scope."""

    __slots__ = ()

    @abstractmethod
    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""

    def bracketed_quantifier(self) -> Formula | None:
        """Read ``(∀x)(∃y) …`` or ``(all x) …``, if the bracket holds nothing else."""
        kinds = self.kinds
        if not (kinds[self.i + 1] == NAME and kinds[self.i + 2] == ")"):
            return None
        if kinds[self.i + 3] in (END, ")", ",") or (kinds[self.i + 3] in POWER and kinds[self.i + 3] != "-"):
            return None
        kind = kinds[self.i]
        name = self.variable(self.tokens[self.i + 1])
        self.i += 3
        return self.scope(kind, [name], None, False)

    def variable(self, token: str) -> str:
        """Return the name of the variable that a token stands for."""
        name = token if token.isalnum() else lexer.unquote(token)
        if self.dialect.variables == "capitals":
            return decode_tptp_variable(name)
        return name.removeprefix("$")

    def quantified(self, kind: str) -> Formula:
        """Read variables and scope behind a quantifier, and build the formula."""
        at = self.i
        unique = self.kinds[at] in ("not", "forall") and self.tokens[at] == "!" and kind == "exists"
        if unique:
            self.i += 1
        functional = self.functional_quantifier()
        names = self.variables()
        domain: Term | None = None
        if self.kinds[self.i] == "∈":
            self.i += 1
            start = self.i
            domain = self.as_term(self.prefix_without_application(), start)
        if self.kinds[self.i] in (".", ":", ",", ";") or (self.tokens[self.i] == "|" and self.kinds[self.i - 1] == ")"):
            self.i += 1
        if functional:
            body = self.scope(kind, names, domain, unique, wide=True)
            self.close_bracket("')'")
            return body
        return self.scope(kind, names, domain, unique)

    def functional_quantifier(self) -> bool:
        """Step into the bracket of ``Exists(x, …)`` or ``ForAll([x, y], …)``, if this is one."""
        kinds, at = self.kinds, self.i
        if kinds[at] != "(":
            return False
        inner = at + 1
        if kinds[inner] == "(":  # the variables have a bracket of their own
            while kinds[inner] in ("(", NAME, ","):
                inner += 1
            functional = kinds[inner] == ")" and kinds[inner + 1] == ","
        else:
            functional = kinds[inner] == NAME and kinds[inner + 1] == "," and (
                kinds[inner + 2] != NAME or kinds[inner + 3] not in (",", ")")
            )  # fmt: skip
        self.i += functional
        return functional

    def prefix_without_application(self) -> Term:
        """Read the set of ``∀x ∈ s``, before whose scope a bracket may stand."""
        if self.kinds[self.i] not in (NAME, QUOTED):
            self.unexpected("the set that the variable ranges over")
        name = lexer.unquote(self.tokens[self.i])
        self.i += 1
        return Var(name) if name in self.bound else Fn(name)

    def variables(self) -> list[str]:
        """Read the variables of a quantifier, however many and however parted."""
        kinds, tokens = self.kinds, self.tokens
        bracket = kinds[self.i] == "("
        if bracket:
            self.i += 1
        names: list[str] = []
        while True:
            if kinds[self.i] != NAME:
                if kinds[self.i] == ATOM:
                    raise Unclear
                self.unexpected("a variable")
            token = tokens[self.i]
            if "." in token:  # ``all person.Likes(person)`` is one word to the lexer
                self.split_name()
                token = tokens[self.i]
            names.append(self.variable(token))
            self.i += 1
            if bracket:
                if kinds[self.i] == ")":
                    self.i += 1
                    return names
                if kinds[self.i] != ",":
                    self.unexpected("',' or ')'")
                self.i += 1
            elif kinds[self.i] == "," and self.another_variable(self.i + 1, True):
                self.i += 1
            elif not self.another_variable(self.i, False):
                return names

    def another_variable(self, at: int, after_comma: bool) -> bool:
        """Return whether one more variable stands at a place, and not the scope already."""
        if self.kinds[at] == ATOM and self.tokens[at][0] in "uvwxyz" and self.tokens[at][1:2] in "(0123456789":
            raise Unclear
        if self.kinds[at] != NAME:
            return False
        token, following = self.tokens[at], self.kinds[at + 1]
        if FREE_LETTER.fullmatch(token):
            return following not in POWER or following == ","
        if "." in token:
            return not after_comma and bool(_LETTER.fullmatch(token.split(".")[0]))
        if following == "(":
            return False
        if following in (".", ":"):
            return True
        return bool(_LETTER.fullmatch(token)) and following in (",", NAME, "forall", "exists", "not", "-")

    def split_name(self) -> None:
        """Part ``x.P`` into the variable and what follows the dot."""
        if self.quick:
            raise Unclear
        first, rest = self.tokens[self.i].split(".", 1)
        places = lexer.spans(self.text)
        cut = places[self.i].start + len(first)
        # The text itself is cut too, so that spans stay those of the tokens.
        self.places = None
        self.text = f"{self.text[:cut]} {self.text[cut + 1 :]}"
        tokens, kinds = lexer.tokenize(rest, self.dialect.overrides, False)
        self.tokens[self.i : self.i + 1] = [first, *tokens]
        self.kinds[self.i : self.i + 1] = [NAME, *kinds]

    def scope(
        self, kind: str, names: list[str], domain: Term | None, unique: bool, wide: bool | None = None
    ) -> Formula:
        """Read the scope of a quantifier and build the formula, with the variables bound."""
        self.depth += len(names) - 1
        self.deeper()
        for name in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        start = self.i
        outer, self.in_arguments = self.in_arguments, False
        if wide is None:
            wide = self.dialect.scope == "wide"
        body = self.as_formula(self.expression(0 if wide else UNARY), start)
        self.in_arguments = outer
        for name in names:
            self.bound[name] -= 1
            if not self.bound[name]:
                del self.bound[name]
        self.depth -= len(names)
        for name in reversed(names):
            if domain is not None:
                member = Atom("∈", (Var(name), domain))
                body = Implies(member, body) if kind == "forall" else And((member, body))
            if unique:
                if sum(1 for _ in walk(body)) > MAX_COPIED:
                    hint = "Say in separate formulas that there is one, and that there is no other."
                    self.fail("too-long", "∃! states its formula twice, and this one is too long for that", start, hint)
                body = And((body, nothing_else(name, body)))
            body = Forall(name, body) if kind == "forall" else Exists(name, body)
        return Not(body) if kind == "no" else body
