"""Files of Prover9 and Mace4, in the language LADR: lists of formulas with their roles, and commands.

LADR has no numbers and no arithmetic: ``3`` and ``*`` are symbols as any other. The trees of this package have
both, so such symbols get words for names.
"""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, has_errors
from ..logic.program import Statement
from ..logic.syntax import Atom, Fn, Formula, Term, Var
from .conventions import CAPITAL, FREE_LETTER
from .operators import EXISTS, FORALL, Language, OperatorReader, Raw
from .problems import Result, Unreadable, assemble, refuse

_PREMISES: Final = ("assumptions", "sos", "usable", "demodulators")
"""Prover9 takes what stands in these lists to be true; demodulators are equations that it rewrites with."""
_TERM_LISTS: Final = ("weights", "kbo_weights", "actions", "interpretations", "keep", "delete", "given_selection")
"""Lists of terms that guide the search."""
_SETTINGS: Final = ("assign", "set", "clear", "lex", "function_order", "predicate_order", "skolem", "end_if")
"""Commands about the search; of the flags, two of Mace4 and one of both programs change what formulas mean."""
_WORDS: Final = {
    "*": "times", "+": "plus", "-": "neg", "/": "over", "\\": "under", "^": "meet", "v": "join", "'": "prime",
    "@": "at", "<": "less", "<=": "leq", ">": "greater", ">=": "geq", "==": "identical", "!==": "nonidentical",
    "@<": "before", "@<=": "upto", "@>": "after", "@>=": "from", "$nil": "nil", "$cons": "cons",
}  # fmt: skip
"""What symbols are called that mean arithmetic elsewhere, or that no other language writes."""
_OPERATIONS: Final = ("*", "+", "/", "\\", "^", "v", "@", "'", "$cons", "$nil")
"""What makes terms only."""
_LADR: Final = Language(
    words=re.compile(
        r"""\s*(?:(?P<comment>%BEGIN.*?(?:END%|\Z)|%[^\n]*)
        |(?P<text>"[^"]*")
        |(?P<decimal>\d+\.\d+)
        |(?P<name>[A-Za-z0-9_$]+)
        |(?P<sign><->|!==|@<=|@>=|->|<-|!=|==|<=|>=|@<|@>|\S))""",
        re.S | re.X,
    ),
    names=frozenset({"text", "name"}),
    infix={
        "<->": (800, False, "iff"),
        "->": (800, False, "implies"),
        "<-": (800, False, "if"),
        "|": (790, True, "or"),
        "&": (780, True, "and"),
        **dict.fromkeys(("=", "!=", "==", "!==", "<", "<=", ">", ">=", "@<", "@<=", "@>", "@>="), (700, False, "")),
        **dict.fromkeys(("+", "*", "@", "/", "\\", "^", "v"), (500, False, "")),
    },
    negation=("-", 350),
    quantifiers={"all": FORALL, "exists": EXISTS},
    scope=750,
    truths={"$T": True, "$F": False},
)
_HINT: Final = "Write formulas(assumptions). … end_of_list. and formulas(goals). … end_of_list."


def read_prover9(text: str) -> Result:
    """Return what a file holds, as a program, what was found, how many formulas were read, and how many there are."""
    file = _File(text)
    file.read()
    premises, goals = file.statements()
    if not file.total:
        file.note(Diagnostic("no-formulas", Level.ERROR, "no list of formulas was found", None, _HINT))
    return assemble(premises, goals, file.diagnostics, file.total, file.ahead(-1).span, _HINT)


class _File(OperatorReader):
    """Reads the commands and lists of one file."""

    def __init__(self, text: str) -> None:
        super().__init__(text, _LADR)
        self.prolog = False
        self.found: list[tuple[str, Raw, str, set[str]]] = []
        self.total = 0
        self.used: dict[str, Span] = {}
        self.names: dict[str, str] = {}
        self.quantified: set[str] = set()
        self.said: set[str] = set()

    # -- statements ----------------------------------------------------------------------

    def recover(self) -> None:
        """Step behind the next full stop."""
        while self.token.kind != "end" and not self.at("."):
            self.i += 1

    def statement(self) -> None:
        """Read one statement outside lists."""
        word, bracket, argument = self.token, self.ahead(1).text, self.ahead(2).text
        if word.text == "end_if" or (bracket == "(" and word.text in _SETTINGS):
            if argument == "prolog_style_variables":
                self.prolog = word.text == "set"
            elif argument in ("arithmetic", "integer_ring") and word.text == "set":
                refuse("unsupported", f"'{argument}' makes symbols arithmetic", word.span, "Use another language.")
            self.recover()
        elif bracket != "(":
            self.unexpected("a list or a command")
        elif word.text in ("formulas", "clauses", "list", "terms"):
            self.entries(word.text, argument)
        elif word.text == "if":
            self.recover()
            while argument != "Prover9" and self.token.kind != "end" and self.token.text != "end_if":
                self.recover()
        else:
            message = f"the command '{word.text}' is not read"
            refuse("unsupported", message, word.span, "State what it says as formulas in plain notation.")

    def entries(self, kind: str, name: str) -> None:
        """Read a list up to its end."""
        start = self.token.start
        self.i += 3
        self.take(")")
        self.take(".")
        formulas = kind in ("formulas", "clauses")
        if name not in ((*_PREMISES, "goals", "hints") if formulas else _TERM_LISTS):
            message = f"there is no list {kind}({name})"
            hint = f"The lists of formulas are {', '.join(_PREMISES)}, goals and hints."
            self.note(Diagnostic("unknown-list", Level.ERROR, message, self.since(start), hint))
        if formulas and name == "hints":
            hint = "Move to formulas(assumptions) what is taken to be true."
            message = "hints guide Prover9's search: they are not premises"
            self.note(Diagnostic("hints", Level.WARNING, message, self.since(start), hint))
        while not self.at("end_of_list"):
            if self.token.kind == "end" and has_errors(self.diagnostics):
                return  # said already
            if self.token.kind == "end" or self.token.text in ("formulas", "clauses"):
                self.unexpected("end_of_list")
            if name not in (*_PREMISES, "goals") or not formulas:
                self.step()
                continue
            self.total += 1
            try:
                self.stated(name)
            except Unreadable as fault:
                self.note(fault.diagnostic)
                self.step()
        self.take(".")

    def step(self) -> None:
        """Step behind the next full stop, or before the end of a list or another list."""
        while self.token.text not in ("end_of_list", "formulas", "clauses") and self.token.kind != "end":
            if self.at("."):
                return
            self.i += 1

    def stated(self, role: str) -> None:
        """Read a formula with its attributes and its full stop."""
        self.quantified = set()
        raw, gloss = self.whole(), ""
        while self.at("#"):
            attribute = self.whole()
            if attribute.symbol == "label" and not gloss:
                gloss = " ".join(arg.symbol.strip('"') for arg in attribute.args)
        self.take(".", "an operator or a full stop")
        self.found.append((role, raw, " ".join(gloss.split()), self.quantified))

    def statements(self) -> tuple[list[Statement], list[Statement]]:
        """Return premises and goals; what their variables are is known when all is read."""
        for _, raw, *_ in self.found:
            self.count(raw, frozenset())
        both: tuple[list[Statement], list[Statement]] = [], []
        for role, raw, gloss, quantified in self.found:
            self.quantified = quantified
            try:
                both[role == "goals"].append(Statement(self.closed(raw), gloss, raw.span))
            except Unreadable as fault:
                self.note(fault.diagnostic)
        renamed = {s.strip(): n for s, n in self.names.items() if n != s and s[0] != '"'}
        if renamed:
            listed = ", ".join(f"{symbol} is called {name}" for symbol, name in renamed.items())
            message = f"in LADR numerals and operators are plain symbols, not arithmetic: {listed} here"
            hint = "State what they are to mean as formulas."
            self.note(Diagnostic("plain-symbols", Level.WARNING, message, self.used.get(next(iter(renamed))), hint))
        return both

    # -- terms ---------------------------------------------------------------------------

    def quantifies(self) -> bool:
        """Return whether the next word is a quantifier: a name follows."""
        return super().quantifies() and self.ahead(1).kind == "name"

    def variables(self) -> list[Raw]:
        """Read the variable of a quantifier."""
        self.i += 1
        token = self.ahead(-1)
        self.quantified.add(token.text)
        return [Raw(token.text, (), token.span)]

    def primary(self) -> Raw:
        """Read a symbol with its arguments, what stands in brackets, or a list, with primes behind it."""
        token = self.token
        if self.at("["):
            raw = Raw("$nil", (), token.span)
            members = () if self.at("]") else self.listed("]", ":")
            if members and self.ahead(-1).text == ":":
                [raw] = self.listed("]")
            for member in reversed(members):
                raw = Raw("$cons", (member, raw), token.span)
        else:
            raw = super().primary()
        while self.at("'"):
            raw = Raw("'", (raw,), self.since(token.start))
        return raw

    # -- what they mean ------------------------------------------------------------------

    def count(self, raw: Raw, bound: frozenset[str]) -> None:
        """Note the symbols of a formula, before any of them is named."""
        if raw.symbol in (FORALL, EXISTS):
            bound |= {raw.args[0].symbol}
        elif raw.args or raw.symbol not in bound:
            self.used.setdefault(raw.symbol, raw.span)
        for arg in raw.args:
            self.count(arg, bound)

    def name(self, symbol: str) -> str:
        """Return what a symbol is called; different symbols are called differently."""
        if symbol not in self.names:
            plain = symbol[1:-1] if symbol[0] == '"' and len(symbol) > 2 else symbol
            found = f"n{plain}" if plain.isdecimal() else _WORDS.get(plain, plain)
            while found != symbol and (found in self.used or found in self.names.values()):
                found += "_"
            self.names[symbol] = found
        return self.names[symbol]

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        if raw.symbol in _OPERATIONS or (not raw.args and self.is_variable(raw.symbol)):
            self.no_formula(raw)
        return Atom(self.name(raw.symbol), tuple(map(self.term, raw.args)))

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        if self.states(raw) and raw.symbol != "-":
            self.no_term(raw)
        if not raw.args:
            self.doubt(raw)
            if self.is_variable(raw.symbol):
                return Var(raw.symbol)
        return Fn(self.name(raw.symbol), tuple(map(self.term, raw.args)))

    def is_variable(self, symbol: str) -> bool:
        """Return whether a symbol is a variable."""
        return symbol in self.bound or (symbol[0].isupper() if self.prolog else "u" <= symbol[0] <= "z")

    def doubt(self, raw: Raw) -> None:
        """Say of a name that nothing binds what it is, where something else may have been meant."""
        symbol, variable = raw.symbol, self.is_variable(raw.symbol)
        if symbol in self.bound or symbol in self.said:
            return
        odd = (
            FREE_LETTER.fullmatch(symbol) is None and not self.prolog
            if variable
            else CAPITAL.fullmatch(symbol) is not None
        )
        if odd or symbol in self.quantified:
            self.said.add(symbol)
            message = f"nothing binds '{symbol}' here, and LADR takes it for a {'variable' if variable else 'constant'}"
            hint = "Names from u to z are variables, others are not; a quantifier reaches the next formula only."
            self.note(Diagnostic("free-variable", Level.WARNING, message, raw.span, hint))
