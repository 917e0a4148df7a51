"""Formulas of TPTP: cnf, fof and tff, by TPTP's own grammar.

Few signs need no brackets there: a quantifier and ``~`` reach the next formula only,
chains are of ``&`` alone or of ``|`` alone, and all other connectives join two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic
from ..logic.symbols import BOOL, THING
from ..logic.syntax import (
    ARITHMETIC,
    DIVISION,
    MAX_DEPTH,
    MAX_DIGITS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    conjunction,
)
from .conventions import FROM_TPTP, RELATIONS_FROM_TPTP, decode_tptp_variable, distinct_object
from .file_tokens import Token
from .scanner import unquote
from .tptp_tokens import TokenParser, quoted_name
from .tptp_types import read_type

_JOINS: Final[Mapping[str, Callable[[Formula, Formula], Formula]]] = {
    "=>": Implies,
    "<=": lambda a, b: Implies(b, a),
    "<=>": Iff,
    "<~>": Xor,
    "~|": lambda a, b: Not(Or((a, b))),
    "~&": lambda a, b: Not(And((a, b))),
}
_CHAINS: Final[Mapping[str, Callable[[tuple[Formula, ...]], Formula]]] = {"&": And, "|": Or}
_FOREIGN: Final[Mapping[str, str]] = {
    "∧": "&", "&&": "&", "∨": "|", "||": "|", "→": "=>", "->": "=>", "==>": "=>", "⇒": "=>", "↔": "<=>",
    "<->": "<=>", "⇔": "<=>", "⊕": "<~>", "≠": "!=", "¬": "~", "-": "~", "∀": "!", "∃": "?",
}  # fmt: skip
"""Signs of other languages, and the signs of TPTP that they can only be."""
_UNARY: Final = ("$uminus", "$to_real", "$to_rat")


class FormulaParser(TokenParser):
    """Reads one formula of a file.

    Args:
        text: the file.
        tokens: its tokens.
        i: where the formula begins among them.
        language: ``cnf``, ``fof`` or ``tff``.
        diagnostics: to which faults are added.
        strict: what would be mended is an error.
        wide: whether a quantifier reaches to the end of the bracket around it.
    """

    def __init__(  # one place that builds it
        self,
        text: str,
        tokens: Sequence[Token],
        i: int,
        language: str,
        diagnostics: list[Diagnostic],
        strict: bool,
        *,
        wide: bool = False,
    ) -> None:
        super().__init__(text, tokens, i, diagnostics, strict)
        self.language = language
        self.wide = wide
        self.bound: dict[str, int] = {}
        self.unbound: dict[str, Token] = {}
        self._depth = 0

    def formula(self) -> Formula:
        """Read a formula up to the first token that can't belong to it."""
        self._deeper()
        start = self.i
        left = self._unitary()
        sign = self._connective()
        if sign in _CHAINS:
            parts = [left]
            while self._connective() == sign:
                self._step()
                parts.append(self._unitary())
            left = _CHAINS[sign](tuple(parts))
        elif sign in _JOINS:
            self._step()
            left = _JOINS[sign](left, self._unitary())
        if sign and self._connective():
            self._ambiguous(start)
        self._depth -= 1
        return left

    def _connective(self) -> str:
        """Return the connective that the next token is, or is meant for; empty for none."""
        text = self.token.text if self.token.kind == "sign" else ""
        text = _FOREIGN.get(text, text)
        return text if text in _CHAINS or text in _JOINS else ""

    def _step(self) -> None:
        """Step over a sign, and say if it is another language's."""
        token = self.token
        if token.text in _FOREIGN:
            meant = _FOREIGN[token.text]
            self.mend("foreign-sign", f"'{token.text}' is not TPTP: read as '{meant}'", token.span, f"Write {meant}")
        self.i += 1

    def _ambiguous(self, start: int) -> NoReturn:
        """Fail where brackets are missing between connectives, and show two ways to put them."""
        again = FormulaParser(self.text, self.tokens, start, self.language, [], False, wide=self.wide)
        again.bound = self.bound
        parts, signs = [], []
        for _ in range(3):
            begin = again.token.start
            again._unitary()
            parts.append(_short(self.text[begin : again.tokens[again.i - 1].end]))
            signs.append(again.token.text)
            again.i += 1
        (a, b, c), (one, two, *_) = parts, signs
        message = f"brackets are missing between '{one}' and '{two}': neither binds tighter in TPTP"
        hint = f"Write ({a} {one} {b}) {two} {c}, or {a} {one} ({b} {two} {c})."
        self.fail("ambiguous-operators", message, self.token.span, hint, "brackets")

    def _unitary(self) -> Formula:
        """Read a formula without connectives outside brackets."""
        self._deeper()
        made = self._unit()
        self._depth -= 1
        return made

    def _unit(self) -> Formula:
        meant = _FOREIGN.get(self.token.text, self.token.text) if self.token.kind == "sign" else ""
        if meant == "~":
            self._step()
            return Not(self._unitary())
        if meant in ("!", "?"):
            self._step()
            return self._quantified(meant)
        if meant == "(":
            self.i += 1
            inner = self.formula()
            self.take(")", "a connective or ')'")
            if self._connective() == "" and self.at("=", "!="):
                self.fail(
                    "formula-as-term", "a formula stands where a term should", self.token.span, "Drop the brackets."
                )
            return inner
        return self._atomic()

    def _quantified(self, sign: str) -> Formula:
        if self.language == "cnf":
            message = "cnf has no quantifiers: its variables are universal"
            self.fail("unexpected-token", message, self.tokens[self.i - 1].span, "Write fof in place of cnf.")
        names = self.binders()
        self.take(":", "':'")
        for name, _ in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        self._depth += len(names) - 1
        body = self.formula() if self.wide else self._unitary()
        self._depth -= len(names) - 1
        for name, sort in reversed(names):
            self.bound[name] -= 1
            body = Forall(name, body, sort) if sign == "!" else Exists(name, body, sort)
        return body

    def binders(self) -> list[tuple[str, str]]:
        """Read the variables of a quantifier, each with its type."""
        self.take("[", "'['")
        names: list[tuple[str, str]] = []
        while True:
            name = self.variable()
            sort = ""
            if self.at(":"):
                self.i += 1
                sort = self.type()
            names.append((name, sort))
            if not self.at(","):
                break
            self.i += 1
        self.take("]", "',' or ']'")
        return names

    def type(self) -> str:
        """Read the type of a variable and return its sort, which is empty for the one of all other things."""
        token = self.token
        if self.language != "tff":
            self.fail("unexpected-token", f"{self.language} has no types", token.span, "Write tff in its place.")
        sort = read_type(self)
        if sort == BOOL:
            hint = "State the formula for $true and for $false."
            self.fail("unsupported", "variables of truth values are not read", token.span, hint)
        return "" if sort == THING else sort

    def variable(self) -> str:
        """Read a variable that a quantifier binds."""
        token = self.token
        if token.kind != "word" or token.text[0].isdigit():
            self.unexpected("a variable")
        if not token.text[0].isupper():
            message = f"'{token.text}' is no variable: variables begin with a capital letter in TPTP"
            self.fail("unexpected-token", message, token.span, f"Write {token.text.capitalize()} everywhere.")
        self.i += 1
        self._deeper()
        self._depth -= 1
        return decode_tptp_variable(token.text)

    def _atomic(self) -> Formula:
        """Read an atom or an equation."""
        at = self.token
        if at.kind == "defined" and at.text in ("$true", "$false"):
            self.i += 1
            return Truth(at.text == "$true")
        if at.kind == "defined" and (at.text in RELATIONS_FROM_TPTP or at.text == "$distinct"):
            self.i += 1
            args = self._arguments()
            return self._defined(at, args)
        left = self.term()
        if self.at("=", "!=", "≠"):
            equal = self.token.text == "="
            self._step()
            equation = Eq(left, self.term())
            return equation if equal else Not(equation)
        if isinstance(left, Var):
            message = f"the variable '{at.text}' stands where a formula should"
            self.fail(
                "term-as-formula", message, at.span, "Apply a predicate to it, or write a proposition in small letters."
            )
        if not isinstance(left, Fn) or at.kind in ("object", "defined"):
            self.fail("term-as-formula", f"'{at.text}' stands where a formula should", at.span, "", "a formula")
        return Atom(left.name, left.args)

    def _defined(self, at: Token, args: tuple[Term, ...]) -> Formula:
        if at.text == "$distinct":
            if len(args) > MAX_DEPTH:
                self.fail("too-long", f"'$distinct' of more than {MAX_DEPTH} things", at.span, "State it in parts.")
            pairs = [Not(Eq(a, b)) for i, a in enumerate(args) for b in args[i + 1 :]]
            return conjunction(tuple(pairs))
        if len(args) != 2:
            self.fail("arity-clash", f"'{at.text}' compares two numbers", at.span)
        return Cmp(RELATIONS_FROM_TPTP[at.text], args[0], args[1])

    def term(self) -> Term:
        """Read a term."""
        self._deeper()
        made = self._term()
        self._depth -= 1
        return made

    def _term(self) -> Term:
        token = self.token
        if token.kind == "number":
            self.i += 1
            return self._number(token)
        if token.kind == "object":
            self.i += 1
            return Fn(distinct_object(unquote(token.text)))
        if token.kind == "defined":
            self.i += 1
            return self._calculated(token)
        if token.kind == "word" and token.text[0].isupper():
            self.i += 1
            if self.at("("):
                hint = f"Write {token.text[0].lower()}{token.text[1:]}(…) or '{token.text}'(…): capitals are variables."
                self.fail("variable-applied", f"'{token.text}' is a variable and can't be applied", token.span, hint)
            name = decode_tptp_variable(token.text)
            if not self.bound.get(name):
                self.unbound.setdefault(name, token)
            return Var(name)
        if token.kind not in ("word", "quoted") or token.text[0] == "_":
            self.unexpected("a formula or a term")
        self.i += 1
        name = quoted_name(token.text) if token.kind == "quoted" else token.text
        if not name:
            self.fail("empty-name", "a name without letters", token.span, "Put the name between the quotes.", "a name")
        args = self._arguments() if self.at("(") else ()
        if name in ARITHMETIC | DIVISION and args:
            self.fail("unsupported", f"the name {token.text} means arithmetic elsewhere", token.span, "Rename it.")
        return Fn(name, args)

    def _number(self, token: Token) -> Num:
        """Return the number that a token stands for."""
        text = token.text.lower()
        if len(text) > MAX_DIGITS or len(text.partition("e")[2]) > 3:
            self.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", token.span)
        above, _, below = text.partition("/")
        value = Decimal(above)
        if below:
            if not int(below) or Decimal(above) / Decimal(below) * Decimal(below) != Decimal(above):
                self.fail(
                    "unsupported", f"the fraction {token.text} has no decimal form", token.span, "Multiply it away."
                )
            value = Decimal(above) / Decimal(below)
        if value != value.to_integral_value():
            return Num(value.normalize())
        return Num(int(value), self.language == "tff" and not text.lstrip("+-").isdecimal())

    def _calculated(self, token: Token) -> Term:
        args = self._arguments() if self.at("(") and token.text in (*FROM_TPTP, *_UNARY) else ()
        if token.text in ("$to_real", "$to_rat") and len(args) == 1:
            return args[0]
        if token.text in FROM_TPTP and len(args) == 2:
            return Fn(FROM_TPTP[token.text], args)
        if token.text == "$uminus" and len(args) == 1:
            return Fn("-", (Num(0), args[0]))
        message = f"'{token.text}' is not read" if token.text not in FROM_TPTP else f"'{token.text}' takes two numbers"
        hint = f"Read are {' '.join((*RELATIONS_FROM_TPTP, *FROM_TPTP, *_UNARY))} and $distinct."
        self.fail(
            "unsupported",
            message,
            token.span,
            hint,
            "",
        )

    def _arguments(self) -> tuple[Term, ...]:
        self.take("(", "'('")
        args = [self.term()]
        while self.at(","):
            self.i += 1
            args.append(self.term())
        if self._connective() or self.at("=", "!="):
            message = "a formula stands where a term should"
            hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
            self.fail("formula-as-term", message, self.token.span, hint, "a term")
        self.take(")", "',' or ')'")
        return tuple(args)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH * 2:
            message = f"the formula is nested more than {MAX_DEPTH} levels deep"
            self.fail("too-deep", message, self.token.span, "Split it, or drop brackets that say nothing.")


def _short(text: str) -> str:
    """Return a part of a formula as a hint shows it."""
    text = " ".join(text.split())
    return text if len(text) <= 30 else f"{text[:24]} …"
