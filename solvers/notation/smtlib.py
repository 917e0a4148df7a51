"""SMT-LIB 2.7 as it is written: declarations of sorts and names, and assertions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from ..clock import look
from ..logic.errors import Unprintable
from ..logic.sorts import SortedTheory, Sorts, settled
from ..logic.symbols import INT, REAL, THING, signature
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

if TYPE_CHECKING:
    from ..logic.program import Program

SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z0-9~!@$%^&*_+=<>.?/-]+")
"""A symbol that needs no bars."""
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
        sort_declarations: those of the sorts that were written.
    """

    __slots__ = tuple(
        "_bound _declared _enumerations _named _plain _sorts _symbol declarations sort_declarations".split()
    )

    def __init__(
        self,
        sorts: Sorts,
        symbol: Callable[[str, str, int], str],
        enumerations: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._sorts, self._plain, self._symbol = sorts, sorts.plain, symbol
        self._enumerations = enumerations or {}
        self._declared: dict[tuple[str, str, int], str] = {}
        self._named: dict[str, str] = {INT: INT, REAL: REAL}
        self._bound: dict[str, str] = {}
        self.declarations: list[str] = []
        self.sort_declarations: list[str] = []
        self.sort(THING)

    def sort(self, name: str) -> str:
        """Return the symbol of a sort; empty stands for that of things."""
        name = name or THING
        if name not in self._named:
            symbol = self._named[name] = THING if name == THING else self._symbol("s", name, 0)
            members = {("f", one, 0): self._symbol("f", one, 0) for one in self._enumerations.get(name, ())}
            self._declared |= members
            listed = " ".join([f"({member})" for member in members.values()])
            new = f"(declare-datatypes (({symbol} 0)) (({listed})))" if members else f"(declare-sort {symbol} 0)"
            self.sort_declarations.append(new)
        return self._named[name]

    def formula(self, formula: Formula) -> str:
        """Return the formula as an s-expression."""
        look()
        if word := _JOINS.get(type(formula)):
            return f"({word} {' '.join(map(self.formula, subformulas(formula)))})"
        match formula:
            case Atom(name, args):
                return self._applied("p", name, args)
            case Eq(left, right):
                return self._joined("=", (left, right))[0]
            case Cmp(op, left, right):
                return self._joined(_COMPARES[op], (left, right))[0]
            case Forall() | Exists():
                return self._quantified(formula)
            case Distinct(terms):
                return self._joined("distinct", terms)[0]
            case Truth(value):
                return "true" if value else "false"
            case Count():
                unfold_first(formula)
        raise TypeError(f"a {type(formula).__name__} is not known here")

    def _quantified(self, formula: Forall | Exists) -> str:
        word = "forall" if type(formula) is Forall else "exists"
        sort, hidden = self.sort(formula.sort), self._bound.get(formula.var, "")
        self._bound[formula.var] = formula.sort or THING
        body = self.formula(formula.body)
        self._bound[formula.var] = hidden
        return f"({word} (({self._symbol('v', formula.var, 0)} {sort})) {body})"

    def _joined(self, sign: str, terms: tuple[Term, ...], sort: str = "") -> tuple[str, str]:
        """Return terms joined by a sign, all of a sort, or of reals if one is, and that sort."""
        parts = [self._term(term) for term in terms]
        sort = sort or (REAL if REAL in [of for _, of in parts] else parts[0][1])
        return f"({sign} {' '.join([_fitted(*part, sort) for part in parts])})", sort

    def _term(self, term: Term) -> tuple[str, str]:
        """Return a term's text and its sort."""
        match term:
            case Var(name):
                return self._symbol("v", name, 0), self._bound[name]
            case Num(value) if self._plain:
                return self._applied("f", numeral(value), ()), THING
            case Num(value, decimal):
                text = numeral(value).lstrip("-") + ".0" * decimal
                sort = INT if isinstance(value, int) and not decimal else REAL
                return f"(- {text})" if value < 0 else text, sort
            case Fn(name, (_, _) as args) if name in ARITHMETIC or name in _DIVIDES:
                sign, sort = _DIVIDES.get(name, (name, ""))
                return self._joined(sign, args, sort)
            case Fn(name, args):
                return self._applied("f", name, args), self._sorts.of(("f", name, len(args), -1))

    def _applied(self, kind: str, name: str, args: tuple[Term, ...]) -> str:
        of, key = self._sorts.of, (kind, name, len(args))
        if key not in self._declared:
            result = "Bool" if kind == "p" else self.sort(of((*key, -1)))  # an enumeration is declared with its members
            if key not in self._declared:
                sorts = " ".join([self.sort(of((*key, i))) for i in range(len(args))])
                self._declared[key] = self._symbol(*key)
                self.declarations.append(f"(declare-fun {self._declared[key]} ({sorts}) {result})")
        if not args:
            return self._declared[key]
        parts = [self._term(arg) for arg in args]
        inputs = [text if self._plain else _fitted(text, sort, of((*key, i))) for i, (text, sort) in enumerate(parts)]
        return f"({self._declared[key]} {' '.join(inputs)})"


def _fitted(text: str, sort: str, wanted: str) -> str:
    """Return a term's text where a sort is wanted: an integer as a real number where that is a real."""
    return f"(to_real {text})" if sort == INT and wanted == REAL else text


def print_script(formulas: Iterable[Formula]) -> str:
    """Return a script that declares the names and asserts closed formulas, in order."""
    formulas = tuple([unfolded(formula, distinct=False) for formula in formulas])
    ready = settled(formulas, signature(formulas))
    return "\n".join(_lines(ready, ready.formulas))


def write_script(program: Program) -> str:
    """Return a program as a script that asserts the premises, and then that the goal does not hold.

    Raises:
        Unprintable: the program is not classical, or asks who or what.
    """
    if program.asked or program.rules or program.semantics != "classical":
        raise Unprintable("SMT-LIB has first-order entailment only: no rules, and no questions for values")
    formulas = [unfolded(formula, distinct=False) for formula in program.formulas]
    ready = settled(formulas, program.signature, program.declared)
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
