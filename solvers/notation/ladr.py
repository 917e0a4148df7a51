"""Files of Prover9 and Mace4, in the language LADR: lists of formulas with their roles, and commands.

LADR has no numbers and no arithmetic: ``3`` and ``*`` are symbols as any other. The trees of this package have
both, so such symbols get words for names.
"""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.program import Statement
from ..logic.syntax import Atom, Exists, Fn, Forall, Formula, Term, Var
from .conventions import CAPITAL, FREE_LETTER
from .operators import Language, OperatorReader, Raw
from .problems import Result, Unreadable, assemble, refuse

_LISTS: Final = ("formulas", "clauses")
_PREMISES: Final = ("assumptions", "sos", "usable", "demodulators")
"""Prover9 takes what stands in these lists to be true; demodulators are equations that it rewrites with."""
_SETTINGS: Final = ("assign", "set", "clear", "lex", "function_order", "predicate_order", "skolem", "end_if")
"""Commands about the search; of the flags, two of Mace4 and one of both programs change what formulas mean."""
_WORDS: Final = {
    "*": "times", "+": "plus", "-": "neg", "/": "over", "\\": "under", "^": "meet", "v": "join", "'": "prime",
    "<": "less", "<=": "leq", ">": "greater", ">=": "geq",
}  # fmt: skip
"""What symbols are called that mean arithmetic elsewhere, or that no other language writes."""
_OPERATIONS: Final = ("*", "+", "/", "\\", "^", "v")
"""What makes terms only, as the prime does."""
_LADR: Final = Language(
    words=re.compile(
        r"""\s*(?:(?P<comment>%BEGIN.*?(?:END%|\Z)|%[^\n]*)|(?P<text>"[^"]*")|(?P<quantifier>(?:all|exists)(?=\s+\w))
        |(?P<sign>\d+\.\d+|<->|!==|->|<-|!=|==|<=|>=|[^\sA-Za-z0-9_$])|(?P<name>[A-Za-z0-9_$]+))""",
        re.S | re.X,
    ),
    infix={
        "<->": (800, False, "iff"),
        "->": (800, False, "implies"),
        "<-": (800, False, "if"),
        "|": (790, True, "or"),
        "&": (780, True, "and"),
        "=": (700, False, "="),
        "!=": (700, False, "!="),
        **dict.fromkeys(("<", "<=", ">", ">="), (700, False, "")),
        **dict.fromkeys(_OPERATIONS, (500, False, "")),
    },
    negation=("-", 350),
    quantifiers={"all": Forall, "exists": Exists},
    scope=750,
    truths={"$T": True, "$F": False},
)
_HINT: Final = "Write formulas(assumptions). … end_of_list. and formulas(goals). … end_of_list."


def read_prover9(text: str) -> Result:
    """Return what a file holds, as a program, what was found, how many formulas were read, and how many there are."""
    file = _File(text)
    file.read()
    if file.role and not has_errors(file.diagnostics):
        what = "the file ends in the middle of a formula or a list: was it cut off?"
        file.note(Diagnostic("cut-off", Level.ERROR, what, file.ahead(-1).span, "Give the rest of the file."))
    premises, goals = file.statements()
    if not file.total:
        file.note(Diagnostic("no-formulas", Level.ERROR, "no list of formulas was found", None, _HINT))
    return assemble(premises, goals, file.diagnostics, file.total, file.ahead(-1).span, _HINT)


class _File(OperatorReader):
    """Reads the commands and lists of one file."""

    def __init__(self, text: str) -> None:
        super().__init__(text, _LADR)
        self.prolog = False
        self.found: list[tuple[bool, Raw, str, set[str]]] = []
        self.total = 0
        self.role = ""  # the list of formulas that is read now
        self.taken = {token.text for token in self.tokens}
        self.names: dict[str, tuple[str, Span]] = {}
        self.quantified: set[str] = set()
        self.said: set[str] = set()

    # -- statements ----------------------------------------------------------------------

    def recover(self) -> None:
        """Step behind the next full stop, or before the end of a list or another list."""
        while self.token.text not in ("end_of_list", *_LISTS, "") and not self.at("."):
            self.i += 1

    def statement(self) -> None:
        """Read a formula in a list, or a command outside of one."""
        word, bracket, argument = self.token, self.ahead(1).text, self.ahead(2).text
        if self.role and word.text not in _LISTS:
            self.entry()
        elif bracket != "(" and word.text != "end_if":
            self.unexpected("a list or a command")
        elif word.text in _LISTS:
            self.begin(argument)
        elif word.text in _SETTINGS:
            if argument == "prolog_style_variables":
                self.prolog = word.text == "set"
            elif argument in ("arithmetic", "integer_ring") and word.text == "set":
                refuse("unsupported", f"'{argument}' makes symbols arithmetic", word.span, "Use another language.")
            self.recover()
        elif word.text == "if":
            self.recover()
            while argument != "Prover9" and self.token.kind != "end" and self.token.text != "end_if":
                self.i += 1
        else:
            hint = "State what it says as formulas, or leave it out if it guides the search only."
            refuse("unsupported", f"the command '{word.text}' is not read", word.span, hint)

    def begin(self, role: str) -> None:
        """Read the head of a list of formulas."""
        start = self.token.start
        if self.role:
            self.unexpected("end_of_list")
        self.i += 3
        self.take(")")
        self.take(".")
        self.role = role
        if role == "hints":
            message, hint = "hints guide Prover9's search: they are not premises", "What is true stands in assumptions."
            self.note(Diagnostic("hints", Level.WARNING, message, self.since(start), hint))
        elif role not in (*_PREMISES, "goals"):
            hint = f"The lists of formulas are {', '.join(_PREMISES)}, goals and hints."
            message = f"there is no list of formulas '{role}'"
            self.note(Diagnostic("unknown-list", Level.ERROR, message, self.since(start), hint))

    def entry(self) -> None:
        """Read a formula with its attributes and its full stop, or the end of a list."""
        if self.at("end_of_list"):
            self.role = ""
            self.take(".")
            return
        self.total += self.role != "hints"
        self.quantified = set()
        raw, gloss = self.whole(), ""
        while self.at("#"):
            attribute = self.whole()
            if attribute.symbol == "label" and not gloss:
                gloss = " ".join(arg.symbol.strip('"') for arg in attribute.args)
        self.take(".", "an operator or a full stop")
        if self.role != "hints":
            self.found.append((self.role == "goals", raw, " ".join(gloss.split()), self.quantified))

    def statements(self) -> tuple[list[Statement], list[Statement]]:
        """Return premises and goals; what their variables are is known when all is read."""
        both: tuple[list[Statement], list[Statement]] = [], []
        for goal, raw, gloss, quantified in self.found:
            self.quantified = quantified
            try:
                both[goal].append(Statement(self.closed(raw), gloss, raw.span))
            except Unreadable as fault:
                self.note(fault.diagnostic)
        renamed = {symbol: named for symbol, named in self.names.items() if named[0] != symbol.strip('"')}
        if renamed:
            listed = ", ".join(f"{symbol} is called {name}" for symbol, (name, _) in renamed.items())
            message = f"in LADR numerals and operators are plain symbols, not arithmetic: {listed} here"
            place, hint = next(iter(renamed.values()))[1], "State what they are to mean as formulas."
            self.note(Diagnostic("plain-symbols", Level.WARNING, message, place, hint))
        return both

    # -- terms ---------------------------------------------------------------------------

    def variables(self) -> list[Raw]:
        """Read the variable of a quantifier; its kind, the sort, is that of all things."""
        token = self.word("a variable", "name", "quantifier")
        self.quantified.add(token.text)
        return [Raw("", token.text, (), token.span)]

    def primary(self) -> Raw:
        """Read a symbol with its arguments, or what stands in brackets, with primes behind it."""
        start, raw = self.token.start, super().primary()
        while self.at("'"):
            raw = Raw("sign", "'", (raw,), self.since(start))
        return raw

    # -- what they mean ------------------------------------------------------------------

    def name(self, raw: Raw) -> str:
        """Return what a symbol is called; different symbols are called differently."""
        symbol = raw.symbol
        if symbol not in self.names:
            plain = symbol[1:-1] if symbol[0] == '"' and len(symbol) > 2 else symbol
            found = f"n{plain}" if plain.isdecimal() else _WORDS.get(plain, plain)
            while found != symbol and (found in self.taken or any(found == name for name, _ in self.names.values())):
                found += "_"
            self.names[symbol] = found, raw.span
        return self.names[symbol][0]

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        if raw.symbol in (*_OPERATIONS, "'") or (not raw.args and self.is_variable(raw.symbol)):
            self.no_formula(raw)
        return Atom(self.name(raw), tuple(map(self.term, raw.args)))

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        if self.states(raw) and raw.symbol != "-":
            self.no_term(raw)
        if not raw.args:
            self.doubt(raw)
            if self.is_variable(raw.symbol):
                return Var(raw.symbol)
        return Fn(self.name(raw), tuple(map(self.term, raw.args)))

    def is_variable(self, symbol: str) -> bool:
        """Return whether a symbol is a variable."""
        return symbol in self.bound or (symbol[0].isupper() if self.prolog else "u" <= symbol[0] <= "z")

    def doubt(self, raw: Raw) -> None:
        """Say of a name that nothing binds what it is, where something else may have been meant."""
        symbol, variable = raw.symbol, self.is_variable(raw.symbol)
        if symbol in self.bound or symbol in self.said:
            return
        plain = self.prolog or FREE_LETTER.fullmatch(symbol) if variable else not CAPITAL.fullmatch(symbol)
        if not plain or symbol in self.quantified:
            self.said.add(symbol)
            message = f"nothing binds '{symbol}' here, and LADR takes it for a {'variable' if variable else 'constant'}"
            hint = "Names from u to z are variables, others are not; a quantifier reaches the next formula only."
            self.note(Diagnostic("free-variable", Level.WARNING, message, raw.span, hint))
