"""SMT-LIB 2.7 as it is written: declarations of sorts and names, and assertions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from ..clock import look
from ..logic.errors import Unprintable
from ..logic.sorts import SortedTheory, Sorts, settled
from ..logic.symbols import INT, NOTHING, NUMBERS, REAL, THING, Declarations, signature
from ..logic.syntax import (
    ARITHMETIC,
    And,
    Atom,
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
    Relation,
    Term,
    Truth,
    Var,
    Xor,
    numeral,
    unfold_first,
)
from ..logic.unfolding import unfolded
from ..logic.walkers import subformulas, walk
from .sexpr import SIMPLE

if TYPE_CHECKING:
    from ..logic.program import Program

RELATIONS: Final[dict[str, Relation]] = {"<": "<", "<=": "≤", ">": ">", ">=": "≥"}
"""The comparisons as scripts write them."""
OPERATIONS: Final = {"/": ("/", REAL), "div": ("÷", INT), "mod": ("%", INT)}
"""The divisions as scripts write them, and their sorts."""
_COMPARES: Final = {ours: sign for sign, ours in RELATIONS.items()}
_DIVIDES: Final = {ours: (sign, sort) for sign, (ours, sort) in OPERATIONS.items()}
_JOINS: Final = {Not: "not", And: "and", Or: "or", Implies: "=>", Iff: "=", Xor: "xor"}
_RESERVED: Final = frozenset(
    "and or not xor => = forall exists true false let distinct ite < <= > >= + - * / div mod abs to_real to_int is_int "
    "U Int Real Bool _ ! as par match assert".split()
)


class SmtWriter:
    """Writes typed formulas (see ``Sorts.typed``) that share names and sorts, and collects what to declare.

    Args:
        sorts: the sorts of all formulas that will be written.
        symbol: gives the symbol for a kind (``p``, ``f``, ``v``, or ``s`` for a sort), a name and an arity.
        enumerations: the members of each sort that is to be an enumeration.

    Attributes:
        declarations: those of the names that were written.
    """

    __slots__ = tuple("_bound _declared _enumerations _members _named _plain _sorts _symbol declarations".split())

    def __init__(
        self,
        sorts: Sorts,
        symbol: Callable[[str, str, int], str],
        enumerations: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._sorts = sorts
        self._plain = sorts.plain
        self._symbol = symbol
        self._enumerations = enumerations or {}
        self._members = frozenset(m for members in self._enumerations.values() for m in members)
        self._declared: dict[tuple[str, str, int], str] = {}
        self._named: dict[str, str] = {THING: THING, INT: INT, REAL: REAL}
        self._bound: dict[str, str] = {}
        self.declarations: list[str] = []

    @property
    def sort_declarations(self) -> list[str]:
        """The declarations of the sorts that were written."""
        lines = []
        for name, symbol in self._named.items():
            members = self._enumerations.get(name)
            if members:
                shown = " ".join([f"({self._symbol('f', member, 0)})" for member in members])
                lines.append(f"(declare-datatypes (({symbol} 0)) (({shown})))")
            elif name not in NUMBERS:
                lines.append(f"(declare-sort {symbol} 0)")
        return lines

    def sort(self, name: str) -> str:
        """Return the symbol of a sort; empty stands for that of things."""
        found = self._named.get(name or THING)
        if found is None:
            found = self._named[name] = self._symbol("s", name, 0)
        return found

    def formula(self, formula: Formula) -> str:
        """Return the formula as an s-expression."""
        look()
        if word := _JOINS.get(type(formula)):
            return f"({word} {' '.join(map(self.formula, subformulas(formula)))})"
        match formula:
            case Atom(name, args):
                return self._applied("p", name, args)
            case Eq(left, right):
                return self._related("=", left, right)
            case Cmp(op, left, right):
                return self._related(_COMPARES[op], left, right)
            case Forall() | Exists():
                return self._quantified(formula)
            case Distinct(terms):
                return self._related("distinct", *terms)
            case Count():
                unfold_first(formula)
        return "true" if formula == Truth(True) else "false"

    def _quantified(self, formula: Forall | Exists) -> str:
        word = "forall" if type(formula) is Forall else "exists"
        sort, hidden = self.sort(formula.sort), self._bound.get(formula.var, "")
        self._bound[formula.var] = formula.sort or THING
        body = self.formula(formula.body)
        self._bound[formula.var] = hidden
        return f"({word} (({self._symbol('v', formula.var, 0)} {sort})) {body})"

    def _related(self, sign: str, *terms: Term) -> str:
        sort = REAL if not self._plain and REAL in map(self._sort_of, terms) else ""
        return f"({sign} {' '.join([self._term(term, sort) for term in terms])})"

    def _sort_of(self, term: Term) -> str:
        match term:
            case Var(name):
                return self._bound[name]
            case Num(value, decimal):
                return INT if isinstance(value, int) and not decimal else REAL
            case Fn(name, (left, right)) if name in ARITHMETIC:
                return REAL if REAL in (self._sort_of(left), self._sort_of(right)) else INT
            case Fn(name, (_, _)) if name in _DIVIDES:
                return _DIVIDES[name][1]
        return self._sorts.of(("f", term.name, len(term.args), -1))

    def _term(self, term: Term, wanted: str = "") -> str:
        """Return a term's text where a sort is wanted: an integer as a real one where that is a real."""
        match term:
            case Var(name):
                text = self._symbol("v", name, 0)
            case Num(value) if self._plain:
                return self._applied("f", numeral(value), ())
            case Num(value, decimal):
                text = numeral(value).lstrip("-") + ".0" * (decimal or (wanted == REAL and isinstance(value, int)))
                return f"(- {text})" if value < 0 else text
            case Fn(name, (left, right)) if name in ARITHMETIC or name in _DIVIDES:
                sign, sort = _DIVIDES.get(name) or (name, self._sort_of(term))
                text = f"({sign} {self._term(left, sort)} {self._term(right, sort)})"
            case Fn(name, args):
                text = self._applied("f", name, args)
        return f"(to_real {text})" if wanted == REAL and self._sort_of(term) == INT else text

    def _applied(self, kind: str, name: str, args: tuple[Term, ...]) -> str:
        arity = len(args)
        key = (kind, name, arity)
        symbol = self._declared.get(key, "")
        of = self._sorts.of
        if not symbol:
            symbol = self._declared[key] = self._symbol(kind, name, arity)
            inputs = " ".join([self.sort(of((kind, name, arity, i))) for i in range(arity)])
            result = "Bool" if kind == "p" else self.sort(of(("f", name, arity, -1)))
            if kind == "p" or arity or name not in self._members:
                self.declarations.append(f"(declare-fun {symbol} ({inputs}) {result})")
        if not args:
            return symbol
        if self._plain:
            return f"({symbol} {' '.join([self._term(a) for a in args])})"
        written = [self._term(a, of((kind, name, arity, i))) for i, a in enumerate(args)]
        return f"({symbol} {' '.join(written)})"


def print_script(formulas: Iterable[Formula], declared: Declarations = NOTHING) -> str:
    """Return a script that declares the names and asserts the formulas, in order.

    Args:
        formulas: closed formulas.
        declared: the sorts of their names, as far as they are declared.
    """
    formulas = tuple([unfolded(formula, distinct=False) for formula in formulas])
    ready = settled(formulas, signature(formulas), declared)
    return "\n".join(_lines(ready, ready.formulas))


def write_script(program: Program) -> str:
    """Return a program as a script that asserts the premises, and then that the goal does not hold.

    Raises:
        Unprintable: the program is not classical, or asks who or what.
    """
    if program.asked:
        raise Unprintable("SMT-LIB has no questions for values; ask about each of them")
    if program.rules or program.semantics != "classical":
        raise Unprintable("SMT-LIB has first-order entailment only")
    ready = settled(
        [unfolded(formula, distinct=False) for formula in program.formulas], program.signature, program.declared
    )
    *premises, goal = ready.formulas
    different = [f for f in ready.numerals if f not in premises]
    return "\n".join([*_lines(ready, (*different, *premises, Not(goal))), "(check-sat)", ""])


def _lines(ready: SortedTheory, formulas: Iterable[Formula]) -> list[str]:
    writer = SmtWriter(ready.sorts, _PublicSymbols(ready.formulas), ready.enumerations)
    assertions = [f"(assert {writer.formula(f)})" for f in formulas]
    return [*writer.sort_declarations, *writer.declarations, *assertions]


class _PublicSymbols:
    """Symbols that keep the program's names, told apart by a suffix where two things share one."""

    def __init__(self, formulas: tuple[Formula, ...]) -> None:
        names = {n.var for f in formulas for n in walk(f) if isinstance(n, Forall | Exists)}
        self._owner = {escaped(name): "v" for name in names}

    def __call__(self, kind: str, name: str, arity: int) -> str:
        text = escaped(name)
        if text in _RESERVED or (kind != "s" and self._owner.setdefault(text, kind) != kind):
            text += f"%{kind}"
        return text if SIMPLE.fullmatch(text) else f"|{text}|"


def escaped(name: str) -> str:
    """Return a name without the characters that a quoted symbol can't hold."""
    return re.sub(r"[%|\\]", lambda m: f"%{ord(m.group()):02x}", name)


def unescaped(symbol: str) -> str:
    """Return the name that a symbol of a script stands for."""
    if "%" not in symbol and symbol[:1] != "|":
        return symbol
    text = symbol[1:-1] if symbol[:1] == "|" else symbol
    if text[-2:] in ("%v", "%p", "%f", "%s"):
        text = text[:-2]
    return re.sub(r"%(25|7c|5c)", lambda m: chr(int(m.group(1), 16)), text)
