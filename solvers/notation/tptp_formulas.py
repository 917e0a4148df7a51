"""Formulas and types of TPTP: cnf, fof and tff.

Few signs need no brackets there: a quantifier and ``~`` reach the next formula only, chains are of ``&`` alone
or of ``|`` alone, and all other connectives join two.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from ..logic.diagnostics import Span
from ..logic.symbols import BOOL, INT, REAL, THING
from ..logic.syntax import (
    ARITHMETIC,
    DIVISION,
    MAX_DEPTH,
    MAX_DIGITS,
    Atom,
    Atomic,
    Cmp,
    Eq,
    Fn,
    Formula,
    Not,
    Num,
    Or,
    Term,
    Var,
    conjunction,
    number_named,
)
from .conventions import (
    FROM_TPTP,
    RELATIONS_FROM_TPTP,
    decode_tptp_variable,
    distinct_object,
    encode_tptp_variable,
)
from .operators import EXISTS, FORALL, LOOSEST, Language, OperatorReader, Raw
from .problems import refuse
from .scanner import unquote

_TPTP: Final = Language(
    words=re.compile(
        r"""\s*(?:(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))
        |(?P<quoted>'(?:[^'\\\n]|\\.)*')
        |(?P<object>"(?:[^"\\\n]|\\.)*")
        |(?P<number>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))
        |(?P<defined>\$\$?\w+)
        |(?P<word>\w+)
        |(?P<sign><=>|<~>|=>|<=|~\||~&|!=|\S))""",
        re.S | re.X,
    ),
    names=frozenset({"quoted", "object", "number", "defined", "word"}),
    infix={
        "=>": (800, False, "implies"),
        "<=": (800, False, "if"),
        "<=>": (800, False, "iff"),
        "<~>": (800, False, "xor"),
        "~|": (800, False, "nor"),
        "~&": (800, False, "nand"),
        "&": (800, True, "and"),
        "|": (800, True, "or"),
        **dict.fromkeys(("=", "!="), (500, False, "")),
    },
    negation=("~", 600),
    quantifiers={"!": FORALL, "?": EXISTS},
    scope=600,
    truths={"$true": True, "$false": False},
)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)")
_TYPES: Final = {">": (800, False, ""), "*": (700, True, "")}
_BUILT_IN: Final = {"$i": THING, "$o": BOOL, "$int": INT, "$rat": REAL, "$real": REAL}
"""TPTP's own types; rational numbers are reals here."""
_READ: Final = (*RELATIONS_FROM_TPTP, *FROM_TPTP, "$uminus", "$to_real", "$to_rat", "$distinct")


class FormulaReader(OperatorReader):
    """Reads the formulas and types of one file."""

    def __init__(self, text: str) -> None:
        super().__init__(text, _TPTP)
        self.kind = "fof"

    def quantifies(self) -> bool:
        """Return whether the next word is a quantifier."""
        return super().quantifies() and self.ahead(1).text == "["

    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier, each with its type."""
        if self.kind == "cnf":
            refuse("unexpected-token", "cnf has no quantifiers: its variables are universal", self.ahead(-1).span)
        self.take("[")
        found = list[Raw]()
        while not found or self.at(","):
            token = self.token
            if token.kind != "word" or not token.text[0].isupper():
                self.unexpected("a variable, which begins with a capital letter")
            self.i += 1
            typed = self.token.text == ":"
            if typed and self.kind != "tff":
                self.unexpected(f"',' or ']', since {self.kind} has no types")
            self.i += typed
            found.append(Raw(token.text, (self.primary(),) if typed else (), self.since(token.start)))
        self.take("]", "',' or ']'")
        self.take(":")
        return found

    def bracketed(self, inner: Raw, span: Span) -> Raw:
        """Return what brackets make of a formula: no term is in any."""
        return Raw("(", (inner,), span)

    # -- types ---------------------------------------------------------------------------

    def mapping(self) -> tuple[tuple[str, ...], str]:
        """Read ``(a * b) > c``, ``a > c`` or ``c``."""
        self._depth, self.infix = 0, _TYPES
        raw = _bare(self.expression(LOOSEST))
        if raw.symbol != ">":
            return (), self.sort(raw)
        left, result = raw.args
        left = _bare(left)
        return tuple(map(self.sort, left.args if left.symbol == "*" else (left,))), self.sort(result)

    def range(self, raw: Raw) -> str:
        """Return the sort that a variable's type is; empty for that of all things."""
        sort = self.sort(raw)
        if sort == BOOL:
            hint = "State the formula for $true and for $false."
            refuse("unsupported", "variables of truth values are not read", raw.span, hint)
        return "" if sort == THING else sort

    def sort(self, raw: Raw) -> str:
        """Return the sort that a type is."""
        plain = raw.symbol[0] == "'" or raw.symbol[0].islower()
        if raw.args or not (plain or raw.symbol in _BUILT_IN):
            hint = "Read are $i, $o, $int, $rat, $real and the types that the file declares as $tType."
            refuse("unsupported", f"the type '{raw.symbol}' is not read", raw.span, hint)
        return _BUILT_IN.get(raw.symbol) or unquote(raw.symbol)

    # -- formulas ------------------------------------------------------------------------

    def variable(self, symbol: str) -> str:
        """Return the name of a variable."""
        return decode_tptp_variable(symbol)

    def check(self, raw: Raw, formula: Formula, free: tuple[str, ...]) -> None:
        """Refuse what is no clause in cnf, and elsewhere what is not closed."""
        if self.kind == "cnf" and not _is_clause(formula):
            refuse("no-clause", "this is no clause: literals joined by |", raw.span, "Write fof in place of cnf.")
        if self.kind != "cnf" and free:
            name = encode_tptp_variable(free[0])
            message = f"no quantifier binds {name} here: one reaches the next formula only, or brackets"
            hint = f"Write ! [{name}] : (…) around all that it is to bind, or {name.lower()} for one thing."
            refuse("free-variable", message, raw.span, hint)

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        symbol, args = raw.symbol, raw.args
        if symbol in RELATIONS_FROM_TPTP and len(args) == 2:
            return Cmp(RELATIONS_FROM_TPTP[symbol], self.term(args[0]), self.term(args[1]))
        if symbol == "$distinct" and 0 < len(args) <= MAX_DEPTH:
            terms = list(map(self.term, args))
            return conjunction(tuple(Not(Eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :]))
        term = self.term(raw)
        if not isinstance(term, Fn) or symbol[0] in '"$':
            self.no_formula(raw)
        return Atom(term.name, term.args)

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        symbol, args = raw.symbol, raw.args
        if self.states(raw):
            self.no_term(raw)
        if symbol[0] == "$":
            return self.calculated(raw)
        if symbol[0].isupper() and args:
            hint = f"Write {symbol[0].lower()}{symbol[1:]}(…) or '{symbol}'(…): capitals are variables."
            refuse("variable-applied", f"'{symbol}' is a variable and can't be applied", raw.span, hint)
        if symbol[0].isupper():
            return Var(decode_tptp_variable(symbol))
        number = _NUMBER.fullmatch(symbol) is not None
        if symbol[0] == "_" or ((number or symbol[0] == '"') and args):
            refuse("unexpected-token", f"'{symbol}' is no symbol of a function or a predicate", raw.span)
        if number:
            return self.number(raw)
        name = distinct_object(unquote(symbol)) if symbol[0] == '"' else symbol_name(symbol)
        if not name or (name in ARITHMETIC | DIVISION and args):
            message = "a name without letters" if not name else f"the name {symbol} means arithmetic elsewhere"
            refuse("unsupported" if name else "empty-name", message, raw.span, "Rename it.", "a name")
        return Fn(name, tuple(map(self.term, args)))

    def calculated(self, raw: Raw) -> Term:
        """Return what a defined function gives."""
        symbol, args = raw.symbol, tuple(map(self.term, raw.args))
        if symbol in ("$to_real", "$to_rat") and len(args) == 1:
            return args[0]
        if symbol in FROM_TPTP and len(args) == 2:
            return Fn(FROM_TPTP[symbol], args)
        if symbol == "$uminus" and len(args) == 1:
            return Fn("-", (Num(0), args[0]))
        message = f"'{symbol}' of {len(args)} arguments is not read here"
        refuse("unsupported", message, raw.span, f"Read are {' '.join(_READ)}.")

    def number(self, raw: Raw) -> Num:
        """Return the number that a symbol stands for."""
        text = raw.symbol.lower()
        if len(text) > MAX_DIGITS or len(text.partition("e")[2]) > 3:
            refuse("too-long", f"a numeral of more than {MAX_DIGITS} digits", raw.span)
        above, below = (Decimal(part or "1") for part in text.partition("/")[::2])
        if not below or above / below * below != above:
            message = f"the fraction {raw.symbol} has no decimal form"
            refuse("unsupported", message, raw.span, "Multiply it away.")
        value = above / below
        if value != value.to_integral_value():
            return Num(value.normalize())
        return Num(int(value), self.kind == "tff" and not text.lstrip("+-").isdecimal())


def symbol_name(text: str) -> str:
    """Return the name of a symbol: ``'5'`` is a word and not the number 5, so it keeps its quotes."""
    name = unquote(text) if text[0] == "'" else text
    return name if number_named(name) is None else text


def _bare(raw: Raw) -> Raw:
    return _bare(raw.args[0]) if raw.symbol == "(" else raw


def _is_clause(formula: Formula) -> bool:
    """Return whether a formula joins literals by ``|``."""
    if isinstance(formula, Or):
        return all(map(_is_clause, formula.parts))
    while isinstance(formula, Not):
        formula = formula.body
    return isinstance(formula, Atomic)
