"""Problem files of TPTP: annotated formulas of cnf, fof and tff with their roles.

Few signs need no brackets there: a quantifier and ``~`` reach the next formula only, chains are of ``&`` alone
or of ``|`` alone, and all other connectives join two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Statement
from ..logic.symbols import BOOL, INT, REAL, THING, Declarations, DeclaredSort, Typed
from ..logic.syntax import (
    CALCULATING,
    Atom,
    Cmp,
    Exists,
    Fn,
    Forall,
    Formula,
    Num,
    Or,
    Term,
    negation,
    number_named,
)
from .operators import OperatorReader, Raw, refuse
from .problems import Result, assemble
from .scanner import unquote
from .signs import FROM_TPTP, RELATIONS_FROM_TPTP, decode_tptp_variable

_PREMISES: Final = "axiom hypothesis definition assumption lemma theorem corollary plain".split()
_GOALS: Final = "conjecture negated_conjecture question".split()
_SOURCES: Final = "file inference introduced theory creator unknown".split()
_OTHERS: Final = "include thf tcf tpi".split()
_SYMBOLS: Final = ("word", "quoted")
"""The kinds of words that name predicates and functions."""
_HINT: Final = "Write fof(goal, conjecture, …). for what is to be proved."
_CONJECTURE: Final = re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff)\s*\(\s*[^,]+,\s*(?:conjecture|question)\b")
_CLAUSES: Final = {"|": (800, "or"), "=": (500, "="), "!=": (500, "!=")}
_JOINS: Final = {"&": "and", "=>": "implies", "<=": "if", "<=>": "iff", "<~>": "xor", "~|": "nor", "~&": "nand"}
_INFIX: Final = {**_CLAUSES, **{sign: (800, kind) for sign, kind in _JOINS.items()}}
_BUILT_IN: Final = {"$i": THING, "$o": BOOL, "$int": INT, "$rat": REAL, "$real": REAL}
"""TPTP's own types; rational numbers are reals here."""


def read_tptp(text: str) -> Result:
    """Return what a file holds, as a program, what was found, how many formulas were read, and how many there are."""
    file = TptpReader(text)
    file.read()
    end, goals = file.tokens[file.i - 1].span, [one for ones in file.goals.values() for one in ones]
    asked, denied = file.goals["question"], file.goals["negated_conjecture"]
    if len(asked) > 1 or sum(map(bool, file.goals.values())) > 1:
        message = "a question, a conjecture and a negated conjecture stand beside each other"
        hint = "Ask them one by one; what holds is an axiom."
        file.diagnostics.append(Diagnostic("two-goals", Level.ERROR, message, goals[-1].span, hint))
    if denied:
        sides = tuple(negation(one.formula) for one in denied)
        goals = [replace(denied[0], formula=Or(sides) if len(sides) > 1 else sides[0])]
    declared = Declarations(tuple(file.sorts), tuple(file.typed))
    program, notes, read, total = assemble(file.premises, goals, file.diagnostics, file.total, end, _HINT, declared)
    if program is not None and asked:
        names, body = list[str](), asked[0].formula
        while isinstance(body, Exists) and body.var not in names:
            names.append(body.var)
            body = body.body
        program = replace(program, asked=tuple(names))
    return program, notes, read, total


def states_conjecture(text: str) -> bool:
    """Return whether a file has a formula with the role of a conjecture, or of a question."""
    return bool(_CONJECTURE.search(text))


class TptpReader(OperatorReader):
    """Reads the annotated formulas of a file, or a formula alone."""

    words = re.compile(
        r"""\s*(?:(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))|(?P<quoted>'(?:[^'\\\n]|\\.)*')|(?P<object>"(?:[^"\\\n]|\\.)*")
        |(?P<number>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))
        |(?P<defined>\$\$?\w+)|(?P<variable>[A-Z]\w*)|(?P<word>[a-z]\w*)
        |(?P<quantifier>[!?](?=\s*\[))|(?P<sign><=>|<~>|=>|<=|~\||~&|!=|\S))""",
        re.S | re.X,
    )
    negation = ("~", 600)
    quantifiers: ClassVar = {"!": Forall, "?": Exists}
    scope = 600
    truths: ClassVar = {"$true": True, "$false": False}
    infix: Mapping[str, tuple[int, str]] = _INFIX
    kind = ""
    """The language of the formula that is read now; empty for one alone, which has whatever any of them has."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.premises: list[Statement] = []
        self.goals: dict[str, list[Statement]] = {role: [] for role in _GOALS}
        self.sorts: dict[DeclaredSort, None] = {}
        self.typed: dict[Typed, None] = {}

    # -- statements ------------------------------------------------------------------------

    def statement(self) -> None:
        """Read an annotated formula."""
        head = self.token
        if head.text not in ("fof", "cnf", "tff"):
            what = f"expected a formula such as fof(name, axiom, p => q)., found '{head.text}'"
            hint = "Read are cnf, fof and tff in one file: write the axioms that it includes into it."
            refuse("unsupported" if head.text in _OTHERS else "unexpected-token", what, head.span, hint)
        self.i += 1
        self.take("(")
        self.kind, self.infix = head.text, _CLAUSES if head.text == "cnf" else _INFIX
        name = self.word("the name of a formula", *_SYMBOLS, "number").text
        self.take(",")
        role = self.word("a role such as axiom or conjecture", "word")
        self.take(",", "',' behind the role")
        if role.text == "type" and self.kind == "tff":
            self.declaration()
            return
        self.total += 1
        if role.text not in (*_PREMISES, *_GOALS):
            hint = f"Read are {', '.join((*_PREMISES, *_GOALS))}."
            refuse("unknown-role", f"the role '{role.text}' is not read", role.span, hint)
        raw = self.expression()
        self.ending()
        stated = self.goals.get(role.text, self.premises)
        stated.append(Statement(self.closed(raw), unquote(name), raw.span))

    def declaration(self) -> None:
        """Read what a formula declares of types: ``f: (a * b) > c``."""
        bracket = self.at("(")
        token = self.word("the symbol whose type is declared", *_SYMBOLS)
        self.take(":")
        if self.at("$tType"):
            self.sorts[DeclaredSort(_name(token.text))] = None
        else:
            arguments = list[str]()
            if self.at("("):
                while not arguments or self.at("*"):
                    arguments.append(self.sort())
                self.take(")")
                self.take(">")
            result = self.sort()
            if not arguments and self.at(">"):
                arguments, result = [result], self.sort()
            if BOOL in arguments:
                hint = "Write a predicate of its own for each of them."
                refuse("unsupported", "a symbol of truth values is not read", token.span, hint)
            self.typed[Typed(_name(token.text), tuple(arguments), result)] = None
        if bracket:
            self.take(")")
        self.ending()

    def ending(self) -> None:
        """Step over the source of a formula and what may follow it, the bracket and the full stop."""
        _, source, bracket = self.tokens[self.i : self.i + 3]
        if self.token.text == "," and bracket.text == "(" and source.text not in _SOURCES:
            message = f"'{source.text}(…)' behind the formula is no source of it, such as file(…) or inference(…)"
            hint = "Write & in place of the comma if it is part of the formula, or drop it."
            refuse("ambiguous-comma", message, source.span, hint)
        if self.at(","):  # general terms, of which only the brackets matter
            level = 0
            while self.token is not self.end and (level or self.token.text not in (")", ".")):
                level += (self.token.text in ("(", "[")) - (self.token.text in (")", "]"))
                self.i += 1
        self.take(")", "a connective, ',' or ')'")
        self.take(".")

    # -- terms as they are written -----------------------------------------------------------

    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier, each with its sort for a kind."""
        self.take("[" if self.kind != "cnf" else "p(X)")
        found = list[Raw]()
        while not found or self.at(","):
            token = self.word("a variable, which begins with a capital letter", "variable")
            sort = self.sort() if self.kind in ("tff", "") and self.at(":") else THING
            if sort == BOOL:
                hint = "State the formula for $true and for $false."
                refuse("unsupported", "variables of truth values are not read", token.span, hint)
            found.append(Raw("" if sort == THING else sort, decode_tptp_variable(token.text), (), token.span))
        self.take("]", "',' or ']'")
        self.take(":")
        return found

    def sort(self) -> str:
        """Read a type that is a word, and return its sort."""
        token = self.token
        self.i += 1
        if token.text not in _BUILT_IN and token.kind not in _SYMBOLS:
            hint = "Read are $i, $o, $int, $rat, $real and the types that the file declares as $tType."
            refuse("unsupported", f"the type '{token.text}' is not read", token.span, hint)
        return _BUILT_IN.get(token.text) or unquote(token.text)

    # -- what they mean ----------------------------------------------------------------------

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        symbol, args = raw.symbol, raw.args
        if symbol in RELATIONS_FROM_TPTP and len(args) == 2:
            return Cmp(RELATIONS_FROM_TPTP[symbol], self.term(args[0]), self.term(args[1]))
        term = self.term(raw)
        if not isinstance(term, Fn) or raw.kind not in _SYMBOLS:
            self.no_formula(raw)
        return Atom(term.name, term.args)

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        self.not_formula(raw)
        kind, symbol, args, span = raw
        terms = tuple(map(self.term, args))
        match symbol, terms:
            case (("$to_real" | "$to_rat"), (term,)):
                return term
            case "$uminus", (term,):
                return Fn("-", (Num(0), term))
            case _, (_, _) if symbol in FROM_TPTP:
                return Fn(FROM_TPTP[symbol], terms)
        if kind == "defined":
            hint = f"Read are {' '.join((*RELATIONS_FROM_TPTP, *FROM_TPTP))} $uminus $to_real $to_rat."
            refuse("unsupported", f"'{symbol}' of {len(args)} arguments is not read here", span, hint)
        if args and kind not in _SYMBOLS:
            hint = f"Write {symbol[0].lower()}{symbol[1:]}(…) or '{symbol}'(…)."
            refuse("variable-applied", f"'{symbol}' is no symbol of a function or a predicate", span, hint)
        if kind == "variable":
            name = decode_tptp_variable(symbol)
            if name not in self.bound and self.kind not in ("cnf", ""):
                message = f"no quantifier binds {symbol} here: one reaches the next formula only, or brackets"
                hint = f"Write ! [{symbol}] : (…) around all that it is to bind, or {symbol.lower()} for one thing."
                refuse("free-variable", message, span, hint)
            return self.variable(name)
        if kind == "number" and (value := number_named(symbol.removeprefix("+"))):
            return value if self.kind in ("tff", "") else Num(value.value)
        name = _name(symbol)
        if kind not in _SYMBOLS or not name or (args and name in CALCULATING):
            hint = "Write numbers in digits, as 0.25, and names as words, as apple; apple != pear says that two differ."
            refuse("unsupported", f"{symbol} is no number and no name that is read here", span, hint)
        return Fn(name, terms)


def _name(text: str) -> str:
    """Return the name of a symbol: ``'5'`` is a word and not the number 5, so it keeps its quotes."""
    name = unquote(text)
    return name if number_named(name) is None else text
