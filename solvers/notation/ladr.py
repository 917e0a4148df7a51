"""Files of Prover9 and Mace4, in the language LADR: lists of formulas with their roles, and commands.

LADR has no numbers and no arithmetic: ``3`` and ``*`` are symbols as any other. The trees of this package have
both, so such symbols get words for names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from ..logic.diagnostics import Diagnostic, Level, has_errors
from ..logic.program import Statement
from ..logic.syntax import Atom, Exists, Fn, Forall, Formula, Term
from .operators import OperatorReader, Raw, refuse
from .problems import Result, assemble
from .signs import CAPITAL, FREE_LETTER

_LISTS: Final = ("formulas", "clauses")
_ROLES: Final = "assumptions sos usable demodulators goals".split()
"""All but the last are taken to be true; demodulators are equations that Prover9 rewrites with."""
_SETTINGS: Final = "assign lex function_order predicate_order skolem if end_if".split()
"""Commands about the search, as flags are but for three: two of Mace4, and one of both programs."""
_OPERATIONS: Final = {"*": "times", "+": "plus", "/": "over", "\\": "under", "^": "meet", "v": "join"}
_WORDS: Final = {**_OPERATIONS, "-": "neg", "'": "prime", "<": "less", "<=": "leq", ">": "greater", ">=": "geq"}
"""What symbols are called that mean arithmetic elsewhere, or that no other language writes."""
_HINT: Final = "Write formulas(assumptions). … end_of_list. and formulas(goals). … end_of_list."


def read_prover9(text: str) -> Result:
    """Return what a file holds, as a program, what was found, how many formulas were read, and how many there are."""
    file = LadrReader(text)
    file.read()
    end = file.tokens[file.i - 1].span
    if file.role and not has_errors(file.diagnostics):
        what = "the file ends in the middle of a formula or a list: was it cut off?"
        file.diagnostics.append(Diagnostic("cut-off", Level.ERROR, what, end, "Give the rest of the file."))
    return assemble(file.premises, file.goals, file.diagnostics, file.total, end, _HINT)


class LadrReader(OperatorReader):
    """Reads the commands and lists of one file, or a formula alone."""

    words = re.compile(
        r"""\s*(?:(?P<comment>%BEGIN.*?(?:END%|\Z)|%[^\n]*)|(?P<text>"[^"]*")|(?P<quantifier>(?:all|exists)(?=\s+\w))
        |(?P<sign>\d+\.\d+|<->|!==|->|<-|!=|==|<=|>=|[^\sA-Za-z0-9_$])|(?P<name>[A-Za-z0-9_$]+))""",
        re.S | re.X,
    )
    infix: Mapping[str, tuple[int, str]] = {
        "<->": (800, "iff"),
        "->": (800, "implies"),
        "<-": (800, "if"),
        "|": (790, "or"),
        "&": (780, "and"),
        "=": (700, "="),
        "!=": (700, "!="),
        **dict.fromkeys(("<", "<=", ">", ">="), (700, "")),
        **dict.fromkeys(_OPERATIONS, (500, "")),
    }
    negation = ("-", 350)
    quantifiers: ClassVar = {"all": Forall, "exists": Exists}
    scope = 750
    truths: ClassVar = {"$T": True, "$F": False}
    role = ""
    """The list of formulas that is read now."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.premises, self.goals = list[Statement](), list[Statement]()
        self.names: dict[str, str] = {}
        self.quantified: set[str] = set()
        self.said: set[str] = set()
        texts = [token.text for token in self.tokens]
        flags = [texts[i - 2] for i, text in enumerate(texts) if text == "prolog_style_variables"]
        self.prolog = flags[-1:] == ["set"]  # wherever that stands

    # -- statements ----------------------------------------------------------------------

    def statement(self) -> None:
        """Read a formula in a list, or a command outside of one."""
        word, bracket, argument = (token.text for token in self.tokens[self.i : self.i + 3])
        if self.role and word not in _LISTS:
            self.entry()
        elif self.role or (bracket != "(" and word != "end_if"):
            self.unexpected("end_of_list" if self.role else "a list or a command")
        elif word in (*_LISTS, "set", "clear") and argument not in ("arithmetic", "integer_ring"):
            self.i += 3
            self.take(")")
            self.take(".")
            self.role = argument if word in _LISTS else ""
            if self.role not in (*_ROLES, ""):
                hint, span = f"The lists of formulas are {', '.join(_ROLES)}.", self.tokens[self.i - 3].span
                refuse("unknown-list", f"the list of formulas '{argument}' is not read", span, hint)
        elif word == "if" and argument != "Prover9":
            while self.token is not self.end and self.token.text != "end_if":
                self.i += 1
        elif word in _SETTINGS:
            self.i += 1
            self.recover()
        else:
            hint = "State what it says as formulas, or leave it out if it guides the search only."
            refuse("unsupported", f"the command '{word}({argument}…' is not read", self.token.span, hint)

    def entry(self) -> None:
        """Read a formula with its attributes and its full stop, or the end of a list."""
        if self.at("end_of_list"):
            self.role = ""
            self.take(".")
            return
        self.total += 1
        self.quantified = set()
        raw, gloss = self.expression(), ""
        while self.at("#"):
            attribute = self.expression()
            if attribute.symbol == "label" and not gloss:
                gloss = " ".join(arg.symbol.strip('"') for arg in attribute.args)
        self.take(".", "an operator or a full stop")
        stated = self.goals if self.role == "goals" else self.premises
        stated.append(Statement(self.closed(raw), " ".join(gloss.split()), raw.span))

    # -- terms ---------------------------------------------------------------------------

    def variables(self) -> list[Raw]:
        """Read the variable of a quantifier; its kind, the sort, is that of all things."""
        token = self.word("a variable", "name")
        self.quantified.add(token.text)
        return [Raw("", token.text, (), token.span)]

    def primary(self) -> Raw:
        """Read a symbol with its arguments, or what stands in brackets, with primes behind it."""
        start, raw = self.token.start, super().primary()
        while self.at("'"):
            raw = Raw("", "'", (raw,), self.since(start))
        return raw

    # -- what they mean ------------------------------------------------------------------

    def name(self, raw: Raw) -> str:
        """Return what a symbol is called; different symbols are called differently."""
        plain = raw.symbol.strip('"') or raw.symbol
        name = f"n{plain}" if plain.isdecimal() else _WORDS.get(plain, plain)
        other = self.names.setdefault(name, raw.symbol)
        if other != raw.symbol:
            what = f"'{other}' and '{raw.symbol}' are two symbols, and both would be called {name} here"
            refuse("same-name", what, raw.span, "Rename one of them.")
        if name != plain:
            message = f"in LADR numerals and operators are plain symbols, not arithmetic: {plain} is called {name} here"
            self.warn("plain-symbols", plain, message, raw, "State what they are to mean as formulas.")
        return name

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        if raw.symbol in (*_OPERATIONS, "'") or (not raw.args and self.is_variable(raw.symbol)):
            self.no_formula(raw)
        return Atom(self.name(raw), tuple(map(self.term, raw.args)))

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        if raw.kind != "not":
            self.not_formula(raw)
        if not raw.args:
            self.doubt(raw)
            if self.is_variable(raw.symbol):
                return self.variable(raw.symbol)
        return Fn(self.name(raw), tuple(map(self.term, raw.args)))

    def is_variable(self, symbol: str) -> bool:
        """Return whether a symbol is a variable."""
        return symbol in self.bound or (symbol[0].isupper() if self.prolog else "u" <= symbol[0] <= "z")

    def doubt(self, raw: Raw) -> None:
        """Say of a name that nothing binds what it is, where something else may have been meant."""
        symbol, variable = raw.symbol, self.is_variable(raw.symbol)
        plain = self.prolog or FREE_LETTER.fullmatch(symbol) if variable else not CAPITAL.fullmatch(symbol)
        if symbol not in self.bound and (not plain or symbol in self.quantified):
            message = f"nothing binds '{symbol}' here, and LADR takes it for a {'variable' if variable else 'constant'}"
            hint = "Names from u to z are variables, others are not; a quantifier reaches the next formula only."
            self.warn("free-variable", symbol, message, raw, hint)

    def warn(self, code: str, symbol: str, message: str, raw: Raw, hint: str) -> None:
        """Say once of a symbol what is odd about it."""
        if symbol not in self.said:
            self.said.add(symbol)
            self.diagnostics.append(Diagnostic(code, Level.WARNING, message, raw.span, hint))
