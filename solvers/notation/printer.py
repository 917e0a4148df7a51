"""Formulas as text in every dialect that writes connectives between formulas.

Reading what was printed gives the same tree. Every connective inside another is
put in brackets, so that no reader needs to know a precedence.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Final

from ..logic.errors import Unprintable
from ..logic.rewriting import rewrite
from ..logic.syntax import (
    ARITHMETIC,
    And,
    Atom,
    Binder,
    Cmp,
    Count,
    Distinct,
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
    numeral,
)
from ..logic.unfolding import unfolded
from ..logic.walkers import binders, subformulas, walk
from . import scanner
from .signs import (
    CAPITAL,
    FREE_LETTER,
    LATEX,
    NAME,
    NLTK,
    PROVER9,
    QUANTITY,
    RULES,
    SHORT_ATOM,
    TPTP,
    TPTP_ARITHMETIC,
    UNICODE,
    WORDS,
    Dialect,
    encode_tptp_variable,
    object_text,
)

_KINDS: Final = "not and or xor implies iff forall exists true false = != < ≤ > ≥".split()
_SPELT: Final = {
    UNICODE.name: "¬ ∧ ∨ ⊕ → ↔ ∀{}␣ ∃{}␣ ⊤ ⊥ = ≠ < ≤ > ≥",
    NLTK.name: "- & | xor -> <-> all␣{}.␣ exists␣{}.␣ $true $false = != < =< > >=",
    PROVER9.name: "- & | xor -> <-> all␣{}␣ exists␣{}␣ $T $F = != < <= > >=",
    TPTP.name: "~ & | <~> => <=> !␣[{}]␣:␣ ?␣[{}]␣:␣ $true $false = != $less $lesseq $greater $greatereq",
    LATEX.name: r"\neg␣ \land \lor \oplus \rightarrow \leftrightarrow \forall␣{}␣\,␣ \exists␣{}␣\,␣ \top \bot = \neq "
    r"< \leq > \geq",
}
SIGNS: Final[Mapping[str, Mapping[str, str]]] = {
    name: dict(zip(_KINDS, (sign.replace("␣", " ") for sign in row.split()), strict=True))
    for name, row in _SPELT.items()
}
_MEMBER: Final = {UNICODE.name: "∈", LATEX.name: r"\in"}
"""How each dialect spells the signs; ␣ is a blank within one."""
_JOINED: Final[Mapping[type, str]] = {And: "and", Or: "or", Xor: "xor", Implies: "implies", Iff: "iff"}
_TPTP_SORTS: Final = {"Int": "$int", "Real": "$real"}
_TPTP_WORD: Final = re.compile(r"[a-z][A-Za-z0-9_]*")
_LADR_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ABBREVIATES: Final = (UNICODE, LATEX)
"""The dialects that write ``Count`` and ``Distinct`` as they are."""


def print_formula(formula: Formula, dialect: Dialect = UNICODE, quoted: Set[str] = frozenset()) -> str:
    """Return the formula as text of the dialect.

    Args:
        formula: the formula.
        dialect: how it is written.
        quoted: names of constants that are quoted, for they would be read as something else.

    Raises:
        Unprintable: it is ``rules``, which is read only, or Prover9's and the formula has sorts, or names with quotes.
    """
    if dialect.name == "smtlib":
        from .smtlib import print_script

        return print_script((formula,))
    if dialect is RULES:
        raise Unprintable("Logic-LM's rules are read, and not written: write another notation, such as unicode")
    formula = writable(formula, dialect)
    return Printer(formula, dialect, quoted).formula(formula)


def writable(formula: Formula, dialect: Dialect) -> Formula:
    """Return a formula without what a dialect can't write: abbreviations, and ⊕ in LADR."""
    if dialect is PROVER9:
        formula = rewrite(formula, lambda f: Not(Iff(f.left, f.right)) if isinstance(f, Xor) else f)
    return formula if dialect in _ABBREVIATES else unfolded(formula)


def print_term(term: Term, dialect: Dialect = UNICODE) -> str:
    """Return the term as text of the dialect."""
    return Printer(term, dialect).term(term)


@lru_cache(maxsize=4096)
def _reads_bare(name: str, dialect: Dialect) -> bool:
    if dialect is PROVER9:
        return _LADR_WORD.fullmatch(name) is not None and name not in ("all", "exists")
    odd = name in WORDS or name[:2] == "__" or name[-2:] == "__" or (name[:1].isdecimal() and QUANTITY.fullmatch(name))
    if odd:  # a word of the language, Markdown's bold, what would be a number
        return False
    tokens, kinds = scanner.tokenize(name, dialect)
    return kinds == [NAME] and tokens == [name] and scanner.unquote(name) == name and name[0] != "$"


class Printer:
    """Writes formulas with the signs of a dialect; what names look like may be overridden.

    Args:
        whole: all that will be written; names that it binds are variables.
        dialect: the signs.
        quoted: names of constants that are quoted in any case.
    """

    __slots__ = ("bare_capitals", "bound", "dialect", "quoted", "renamed", "signs")

    def __init__(self, whole: Formula | Term, dialect: Dialect, quoted: Set[str] = frozenset()) -> None:
        self.dialect = dialect
        self.signs = SIGNS[dialect.name]
        self.bound = {n.var for n in binders(whole)}
        self.renamed: dict[str, str] = {}
        if dialect is not TPTP and not all(_reads_bare(name, dialect) for name in self.bound):
            self._rename(whole)
        self.quoted = quoted
        # In a rule without quantifiers a lone capital would be read as a variable.
        self.bare_capitals = bool(self.bound) or isinstance(whole, Atom | Eq | Cmp | Var | Num | Fn | Truth)

    def formula(self, formula: Formula) -> str:  # a case for each kind of node
        """Return the formula's text."""
        signs = self.signs
        match formula:
            case Atom("∈", (left, right)) if self.dialect in _ABBREVIATES:
                return f"{self.operand(left)} {_MEMBER[self.dialect.name]} {self.operand(right)}"
            case Atom(name, args):
                return self.applied(self.predicate(name, len(args)), args)
            case Cmp(op, left, right) if self.dialect is TPTP:
                return self.applied(signs[op], (left, right))
            case Eq(left, right):
                return self.related(left, "=", right)
            case Not(Eq(left, right)):
                return self.related(left, "!=", right)
            case Cmp(op, left, right):
                return self.related(left, op, right)
            case Truth(value):
                return signs["true" if value else "false"]
            case Not(Not() | Forall() | Exists() as body) if self.dialect is PROVER9:
                return f"-({self.formula(body)})"  # LADR reads neither -- nor -all
            case Not(body):
                return signs["not"] + self.prefixed(body)
            case Forall() | Exists() | Count():
                return self.quantified(formula)
            case Distinct(terms):
                return self.applied("Distinct", terms)
            case _:
                return f" {signs[_JOINED[type(formula)]]} ".join(map(self.part, subformulas(formula)))

    def quantified(self, formula: Binder) -> str:
        """Return a quantified formula's text."""
        sign, body = self.signs["forall" if isinstance(formula, Forall) else "exists"], formula.body
        if isinstance(formula, Count):
            sign = self.counting(formula, sign)
        text = self.prefixed(body)
        if (isinstance(body, Atom) and not body.args) or (self.dialect is PROVER9 and "(" not in text):
            text = f"({text})"  # or it would read as one more variable, or as a sentence
        if formula.sort and self.dialect in _ABBREVIATES and isinstance(body, Atom | Truth):
            sign = sign.rstrip().removesuffix(r"\,").rstrip() + ", "  # or it would read as the sort's arguments
        return sign.format(self.binding(formula)) + text

    def counting(self, formula: Count, sign: str) -> str:
        """Return the sign of ``∃`` for so many things: ``∃!{} ``, ``∃≥2 {} ``."""
        said = f"{self.signs[formula.relation]}{formula.number} "
        said = "!" if (formula.relation, formula.number) == ("=", 1) else said
        return sign.replace("{}", said + "{}")

    def binding(self, formula: Binder) -> str:
        """Return what a quantifier binds: the variable, and what it ranges over if that is said."""
        name = self.variable(formula.var)
        if not formula.sort:
            return name
        if self.dialect is PROVER9:
            raise Unprintable("Prover9 has no sorts; write a predicate for each of them")
        if self.dialect is TPTP:
            return f"{name}: {_TPTP_SORTS.get(formula.sort) or self.name(formula.sort)}"
        return f"{name}:{self.name(formula.sort)}"

    def prefixed(self, body: Formula) -> str:
        """Return the formula as it stands behind a prefix."""
        related = isinstance(body, Eq | Cmp) or (isinstance(body, Not) and isinstance(body.body, Eq))
        text = self.formula(body)
        member = isinstance(body, Atom) and body.name == "∈" and len(body.args) == 2
        return f"({text})" if related or member or type(body) in _JOINED else text

    def part(self, formula: Formula) -> str:
        """Return the formula as it stands beside a connective."""
        inner = formula
        while isinstance(inner, Not):
            inner = inner.body
        text = self.formula(formula)
        return f"({text})" if type(formula) in _JOINED or isinstance(inner, Binder) else text

    def variable(self, name: str) -> str:
        """Return a variable's name as it is written."""
        if self.dialect is TPTP:
            return encode_tptp_variable(name)
        return self.renamed.get(name, name)

    def _rename(self, whole: Formula | Term) -> None:
        """Give other names to variables that mean something else to the dialect, such as ``all``."""
        taken = self.bound | {node.name for node in walk(whole) if isinstance(node, Fn | Atom | Var)}
        others = (f"v{i}" for i in itertools.count(1) if f"v{i}" not in taken)
        self.renamed = {name: next(others) for name in sorted(self.bound) if not _reads_bare(name, self.dialect)}
        self.bound |= set(self.renamed.values())

    def term(self, term: Term) -> str:
        """Return the term's text."""
        match term:
            case Var(name):
                return self.variable(name)
            case Num(value, decimal):
                return numeral(value) + ".0" * decimal
            case Fn(name, (_, _) as args) if name in TPTP_ARITHMETIC and self.dialect is TPTP:
                return self.applied(TPTP_ARITHMETIC[name], args)
            case Fn(name, (left, right)) if name in ARITHMETIC:
                return f"{self.operand(left)} {name} {self.operand(right)}"
            case Fn(name, args):
                return self.applied(self.function(name, len(args)), args)

    def related(self, left: Term, kind: str, right: Term) -> str:
        """Return a relation between two terms."""
        return f"{self.operand(left)} {self.signs[kind]} {self.operand(right)}"

    def operand(self, term: Term) -> str:
        """Return the term as it stands beside a relation or an arithmetic sign."""
        if self.dialect is TPTP or not isinstance(term, Fn):
            return self.term(term)
        if not term.args and not term.name.isidentifier():
            return scanner.quote(term.name)  # 5-3 would be a difference, $5 a number
        return f"({self.term(term)})" if term.name in ARITHMETIC and len(term.args) == 2 else self.term(term)

    def applied(self, head: str, args: tuple[Term, ...]) -> str:
        """Return a predicate or function with its arguments."""
        return f"{head}({', '.join(map(self.term, args))})" if args else head

    def predicate(self, name: str, arity: int) -> str:
        """Return a predicate's name as it is written: ``y(…)`` would bind ``y``, and under ∀x ``Fx`` would be F(x)."""
        doubtful = FREE_LETTER if arity else SHORT_ATOM
        if self.dialect is not TPTP and doubtful.fullmatch(name) and (arity or not self.bound.isdisjoint(name)):
            return scanner.quote(name)
        return self.name(name)

    def function(self, name: str, arity: int) -> str:
        """Return a function's name as it is written: a constant that would be read as a variable is quoted."""
        if self.dialect is TPTP:
            text = "" if arity else object_text(name)
            return scanner.quote(text) if text else self.name(name)
        doubtful = name in self.quoted or (not self.bare_capitals and CAPITAL.fullmatch(name))
        if FREE_LETTER.fullmatch(name) or (not arity and doubtful and not self.dialect.terminated):
            return scanner.quote(name)
        return self.name(name)

    def name(self, name: str) -> str:
        """Return a name, quoted if it must be."""
        dialect = self.dialect
        if dialect is TPTP:
            return name if _TPTP_WORD.fullmatch(name) else scanner.quote(name, "'")
        hyphened = "-" in name and name.partition("-")[0] in self.bound
        if not _reads_bare(name, dialect) or name in self.bound or hyphened or name == "_":
            text = scanner.quote(name)
            if dialect is PROVER9 and text != f'"{name}"':
                raise Unprintable(f"Prover9 reads no name such as {text}: it knows no escapes in one")
            return text
        if dialect is LATEX and len(name) > 1:
            return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
        return name
