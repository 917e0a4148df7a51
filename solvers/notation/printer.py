"""Formulas as text in every dialect that writes connectives between formulas.

Reading what was printed gives the same tree. Every connective inside another is
put in brackets, so that no reader needs to know a precedence.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from ..logic.errors import Unprintable
from ..logic.syntax import (
    ARITHMETIC,
    DIVISION,
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
    unfold_first,
)
from ..logic.unfolding import unfolded
from ..logic.walkers import binders, free_variables, walk
from . import scanner, signs
from .conventions import (
    CAPITAL,
    FREE_LETTER,
    QUANTITY,
    SHORT_ATOM,
    TPTP_ARITHMETIC,
    TPTP_RELATIONS,
    encode_tptp_variable,
    object_text,
)
from .signs import LATEX, NLTK, PROVER9, RULES, TPTP, UNICODE, WORDS, Dialect

_ASCII_RELATIONS: Final = {"<": "<", "≤": "<=", ">": ">", "≥": ">="}
_UNICODE_RELATIONS: Final = {sign: sign for sign in _ASCII_RELATIONS}


@dataclass(frozen=True, slots=True)
class _Signs:
    """The spellings of one dialect."""

    negation: str
    and_: str
    or_: str
    xor: str
    implies: str
    iff: str
    forall: str
    exists: str
    true: str
    false: str
    equal: str = "="
    unequal: str = "!="
    relations: Mapping[str, str] = field(default_factory=lambda: _ASCII_RELATIONS)
    merges: bool = False


SIGNS: Final[Mapping[str, _Signs]] = {
    UNICODE.name: _Signs(
        "¬", "∧", "∨", "⊕", "→", "↔", "∀{} ", "∃{} ", "⊤", "⊥", "=", "≠", _UNICODE_RELATIONS
    ),
    NLTK.name: _Signs(
        "-", "&", "|", "xor", "->", "<->", "all {}. ", "exists {}. ", "$true", "$false",
        relations=_ASCII_RELATIONS | {"≤": "=<"},
    ),
    PROVER9.name: _Signs("-", "&", "|", "xor", "->", "<->", "all {} ", "exists {} ", "$T", "$F"),
    TPTP.name: _Signs(
        "~", "&", "|", "<~>", "=>", "<=>", "! [{}] : ", "? [{}] : ", "$true", "$false", merges=True
    ),
    LATEX.name: _Signs(
        r"\neg ", r"\land", r"\lor", r"\oplus", r"\rightarrow", r"\leftrightarrow", r"\forall {} \, ",
        r"\exists {} \, ", r"\top", r"\bot", "=", r"\neq", {"<": "<", "≤": r"\leq", ">": ">", "≥": r"\geq"},
    ),
}  # fmt: skip
_TPTP_SORTS: Final = {"Int": "$int", "Real": "$real"}
_TPTP_WORD: Final = re.compile(r"[a-z][A-Za-z0-9_]*")
_ABBREVIATES: Final = (UNICODE, LATEX)
"""The dialects that write ``Count`` and ``Distinct`` as they are."""
_BINARY = And | Or | Xor | Implies | Iff


def print_formula(formula: Formula, dialect: Dialect = UNICODE, quoted: Set[str] = frozenset()) -> str:
    """Return the formula as text of the dialect.

    Args:
        formula: the formula.
        dialect: how it is written.
        quoted: names of constants that are quoted, for they would be read as something else.

    Raises:
        Unprintable: the dialect ``rules`` writes literals and implications
            between conjunctions of literals only.
    """
    if dialect.name == "smtlib":
        from .smtlib import print_script

        return print_script((formula,))
    formula = writable(formula, dialect)
    if dialect is RULES:
        return _rule(formula)
    return Printer(formula, dialect, quoted).formula(formula)


def writable(formula: Formula, dialect: Dialect) -> Formula:
    """Return a formula without the abbreviations that a dialect can't write."""
    return formula if dialect in _ABBREVIATES else unfolded(formula)


def print_term(term: Term, dialect: Dialect = UNICODE) -> str:
    """Return the term as text of the dialect."""
    return Printer(term, dialect).term(term)


@lru_cache(maxsize=4096)
def _reads_bare(name: str, dialect: Dialect) -> bool:
    tokens, kinds = scanner.tokenize(name, dialect.kinds, False)
    if not dialect.terminated and (name in WORDS or name.startswith("__") or name.endswith("__")):  # Markdown's bold
        return False
    return kinds == [signs.NAME] and tokens == [name] and scanner.unquote(name) == name and name[0] != "$"


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

    def formula(self, formula: Formula) -> str:  # noqa: C901, PLR0911, PLR0912  # a case for each kind of node
        """Return the formula's text."""
        signs = self.signs
        match formula:
            case Atom("∈", (left, right)) if self.dialect in (UNICODE, LATEX):
                sign = r"\in" if self.dialect is LATEX else "∈"
                return f"{self.operand(left)} {sign} {self.operand(right)}"
            case Atom(name, args):
                return self.applied(self.predicate(name, len(args)), args)
            case Eq(left, right):
                return f"{self.operand(left)} {signs.equal} {self.operand(right)}"
            case Not(Eq(left, right)):
                return f"{self.operand(left)} {signs.unequal} {self.operand(right)}"
            case Cmp(op, left, right):
                if self.dialect is TPTP:
                    return f"{TPTP_RELATIONS[op]}({self.term(left)}, {self.term(right)})"
                return f"{self.operand(left)} {signs.relations[op]} {self.operand(right)}"
            case Truth(value):
                return signs.true if value else signs.false
            case Not(body):
                if self.dialect is PROVER9 and isinstance(body, Not | Forall | Exists):
                    return f"-({self.formula(body)})"  # LADR reads neither -- nor -all
                return signs.negation + self.prefixed(body)
            case Forall() | Exists() | Count():
                return self.quantified(formula)
            case Distinct(terms):
                if self.dialect not in _ABBREVIATES:
                    unfold_first(formula)
                return f"Distinct({', '.join(map(self.term, terms))})"
            case And(parts):
                return f" {signs.and_} ".join(map(self.part, parts))
            case Or(parts):
                return f" {signs.or_} ".join(map(self.part, parts))
            case Xor(left, right):
                return f"{self.part(left)} {signs.xor} {self.part(right)}"
            case Implies(left, right):
                return f"{self.part(left)} {signs.implies} {self.part(right)}"
            case Iff(left, right):
                return f"{self.part(left)} {signs.iff} {self.part(right)}"

    def quantified(self, formula: Binder) -> str:
        """Return a quantified formula's text."""
        kind = type(formula)
        sign = self.signs.forall if kind is Forall else self.signs.exists
        if isinstance(formula, Count):
            sign = self.counting(formula, sign)
        names = [self.binding(formula)]
        body = formula.body
        while self.signs.merges and isinstance(body, Forall | Exists) and type(body) is kind:
            names.append(self.binding(body))
            body = body.body
        text = self.prefixed(body)
        if isinstance(body, Atom) and not body.args:
            text = f"({text})"  # or it would read as one more variable
        elif self.dialect is PROVER9 and "(" not in text:
            text = f"({text})"  # or it would read as a sentence
        if formula.sort and self.dialect in (UNICODE, LATEX) and isinstance(body, Atom | Truth):
            sign = sign.rstrip().removesuffix(r"\,").rstrip() + ", "  # or it would read as the sort's arguments
        return sign.format(", ".join(names)) + text

    def counting(self, formula: Count, sign: str) -> str:
        """Return the sign of ``∃`` for so many things: ``∃!{} ``, ``∃≥2 {} ``."""
        if self.dialect not in _ABBREVIATES:
            unfold_first(formula)
        if (formula.relation, formula.number) == ("=", 1):
            return sign.replace("{}", "!{}").replace(" !", "! ")
        relation = self.signs.relations.get(formula.relation, formula.relation)
        said = f"_{{{relation} {formula.number}}} " if self.dialect is LATEX else f"{relation}{formula.number} "
        return sign.replace(" {}", "{}").replace("{}", said.replace("{", "{{").replace("}", "}}") + "{}")

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
        text = self.formula(body)
        match body:
            case Atom("∈", (_, _)) | Eq() | Cmp() | Not(Eq()):
                return f"({text})"
            case And() | Or() | Xor() | Implies() | Iff():
                return f"({text})"
            case _:
                return text

    def part(self, formula: Formula) -> str:
        """Return the formula as it stands beside a connective."""
        text = self.formula(formula)
        inner = formula
        while isinstance(inner, Not):
            inner = inner.body
        if isinstance(formula, _BINARY) or isinstance(inner, Binder):
            return f"({text})"
        return text

    def variable(self, name: str) -> str:
        """Return a variable's name as it is written."""
        if self.dialect is TPTP:
            return encode_tptp_variable(name)
        return self.renamed.get(name, name)

    def _rename(self, whole: Formula | Term) -> None:
        """Give other names to variables that mean something else to the dialect, such as ``all``."""
        taken = self.bound | {n.name for n in walk(whole) if isinstance(n, Fn | Atom | Var)}
        for name in sorted(self.bound):
            if _reads_bare(name, self.dialect):
                continue
            stem = "".join(c if c.isalnum() else "_" for c in name).rstrip("_")
            stem = stem if stem[:1].isalpha() else f"v{stem}"
            tried = (f"{stem}_{count or ''}" for count in itertools.count())
            other = next(one for one in tried if one not in taken and _reads_bare(one, self.dialect))
            taken.add(other)
            self.renamed[name] = other
        self.bound |= set(self.renamed.values())

    def term(self, term: Term) -> str:
        """Return the term's text."""
        match term:
            case Var(name):
                return self.variable(name)
            case Num(value, decimal):
                return numeral(value) + ".0" * decimal
            case Fn(name, (left, right)) if name in ARITHMETIC:
                if self.dialect is TPTP:
                    return f"{TPTP_ARITHMETIC[name]}({self.term(left)}, {self.term(right)})"
                return f"{self.operand(left)} {name} {self.operand(right)}"
            case Fn(name, (left, right)) if name in DIVISION and self.dialect is TPTP:
                return f"{TPTP_ARITHMETIC[name]}({self.term(left)}, {self.term(right)})"
            case Fn(name, args):
                return self.applied(self.function(name, len(args)), args)

    def operand(self, term: Term) -> str:
        """Return the term as it stands beside a relation or an arithmetic sign."""
        if isinstance(term, Fn) and not term.args and not term.name.isidentifier() and self.dialect is not TPTP:
            return scanner.quote(term.name)  # 5-3 would be a difference, $5 a number
        text = self.term(term)
        infix = isinstance(term, Fn) and term.name in ARITHMETIC and len(term.args) == 2
        return f"({text})" if infix and self.dialect is not TPTP else text

    def applied(self, head: str, args: tuple[Term, ...]) -> str:
        """Return a predicate or function with its arguments."""
        return f"{head}({', '.join(map(self.term, args))})" if args else head

    def predicate(self, name: str, arity: int) -> str:
        """Return a predicate's name as it is written: ``y(…)`` would bind ``y``, and under ∀x ``Fx`` would be F(x)."""
        if arity and self.dialect is not TPTP and FREE_LETTER.fullmatch(name):
            return scanner.quote(name)
        if not arity and not self.bound.isdisjoint(name) and self.dialect is not TPTP and SHORT_ATOM.fullmatch(name):
            return scanner.quote(name)
        return self.name(name)

    def function(self, name: str, arity: int) -> str:
        """Return a function's name as it is written.

        A constant that the reader would take for a variable is quoted: quoted names
        are constants.
        """
        if self.dialect is not TPTP and FREE_LETTER.fullmatch(name):
            return scanner.quote(name)
        if self.dialect is TPTP and arity == 0 and (text := object_text(name)):
            return scanner.quote(text)
        doubtful = name in self.quoted or (not self.bare_capitals and CAPITAL.fullmatch(name))
        doubtful = doubtful or (name[:1].isdecimal() and QUANTITY.fullmatch(name) is not None)
        if not arity and doubtful and not self.dialect.terminated:
            return scanner.quote(name)
        return self.name(name)

    def name(self, name: str) -> str:
        """Return a name, quoted if it must be."""
        dialect = self.dialect
        if dialect is TPTP:
            return name if _TPTP_WORD.fullmatch(name) else scanner.quote(name, "'")
        hyphened = "-" in name and name.partition("-")[0] in self.bound
        if not _reads_bare(name, dialect) or name in self.bound or hyphened or name == "_":
            return scanner.quote(name)
        if dialect is LATEX and len(name) > 1:
            return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
        return name


def _rule(formula: Formula) -> str:
    body = formula
    variables: list[str] = []
    while isinstance(body, Forall):
        variables.append(body.var)
        body = body.body
    if tuple(variables) != free_variables(body):
        raise Unprintable("a rule's variables are all universal, in the order in which they appear")
    printer = Printer(formula, UNICODE)

    def literals(side: Formula) -> str:
        return " && ".join(_rule_literal(part, printer) for part in (side.parts if isinstance(side, And) else (side,)))

    if isinstance(body, Implies):
        return f"{literals(body.left)} >>> {literals(body.right)}"
    return literals(body)


def _rule_literal(formula: Formula, printer: Printer) -> str:
    atom = formula.body if isinstance(formula, Not) else formula
    if not isinstance(atom, Atom):
        raise Unprintable("a rule joins literals with 'and' only")
    parts = []
    for arg in atom.args:
        match arg:
            case Var(name):
                parts.append(f"${name}")
            case Fn(name, ()) if name not in ("True", "False"):
                bare = _reads_bare(name, RULES) and name != "_" and not FREE_LETTER.fullmatch(name)
                parts.append(name if bare else scanner.quote(name))
            case Num(value, decimal):
                parts.append(numeral(value) + ".0" * decimal)
            case _:
                raise Unprintable("a rule's arguments are variables, constants and numerals")
    head = atom.name if _reads_bare(atom.name, RULES) else scanner.quote(atom.name)
    return f"{head}({', '.join([*parts, str(atom is formula)])})"
