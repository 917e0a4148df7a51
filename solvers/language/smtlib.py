"""SMT-LIB 2: scripts of assertions, read and written.

Read and written are declarations and assertions of first-order logic with
integers and reals; what a script asks (``check-sat`` and its like) is skipped.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from typing import Final

from .diagnostics import Diagnostic, Level, Span
from .names import number_named
from .signature import signature
from .sorts import Slot, Sort, Sorts, infer
from .syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_LEVELS,
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
    Relation,
    Term,
    Truth,
    Var,
    Xor,
    conjunction,
    numeral,
)
from .traverse import depth, walk

_RELATION: Final[dict[str, Relation]] = {"<": "<", "<=": "≤", ">": ">", ">=": "≥"}
_SIGN: Final = {relation: sign for sign, relation in _RELATION.items()}
_SIMPLE: Final = re.compile(r"(?!-?[0-9])[A-Za-z~!@$^&*_+=<>.?/-][A-Za-z0-9~!@$^&*_+=<>.?/-]*")
_RESERVED: Final = frozenset(
    "and or not xor => = forall exists true false let distinct ite < <= > >= + - * / div mod U Int Real Bool "
    "_ ! as par assert".split()
)

# -- writing ---------------------------------------------------------------------


class SmtWriter:
    """Writes formulas that share names and sorts, and collects what to declare.

    Args:
        sorts: the sorts of all formulas that will be written.
        symbol: gives the symbol for a kind (``p``, ``f`` or ``v``), a name and an arity.
    """

    __slots__ = ("_declared", "_inside", "_sorts", "_symbol", "declarations")

    def __init__(self, sorts: Sorts, symbol: Callable[[str, str, int], str]) -> None:
        self._sorts = sorts
        self._symbol = symbol
        self._declared: dict[tuple[str, str, int], str] = {}
        self.declarations: list[str] = []

    def formula(self, formula: Formula) -> str:
        """Return one of the formulas as an s-expression."""
        self._inside = self._sorts.within(formula)
        return self._formula(formula)

    def _formula(self, formula: Formula) -> str:
        write = self._formula
        match formula:
            case Atom(name, args):
                return self._applied("p", name, args)
            case Not(body):
                return f"(not {write(body)})"
            case And(parts):
                return f"(and {' '.join(map(write, parts))})"
            case Or(parts):
                return f"(or {' '.join(map(write, parts))})"
            case Implies(left, right):
                return f"(=> {write(left)} {write(right)})"
            case Iff(left, right):
                return f"(= {write(left)} {write(right)})"
            case Xor(left, right):
                return f"(xor {write(left)} {write(right)})"
            case Eq(left, right):
                sort = next(self._inside)
                return f"(= {self._term(left, sort)} {self._term(right, sort)})"
            case Cmp(op, left, right):
                sort = next(self._inside)
                return f"({_SIGN[op]} {self._term(left, sort)} {self._term(right, sort)})"
            case Truth(value):
                return "true" if value else "false"
            case Forall() | Exists():
                return self._quantified(formula, next(self._inside))

    def _quantified(self, formula: Forall | Exists, sort: Sort) -> str:
        word = "forall" if type(formula) is Forall else "exists"
        return f"({word} (({self._symbol('v', formula.var, 0)} {sort})) {self._formula(formula.body)})"

    def _term(self, term: Term, sort: Sort) -> str:
        if type(term) is Var:
            return self._symbol("v", term.name, 0)
        match term:
            case Var(name):
                return self._symbol("v", name, 0)
            case Num():
                if sort is Sort.THING:
                    return self._applied("f", numeral(term.value), ())
                text = numeral(term.value).lstrip("-")
                if sort is Sort.REAL and "." not in text:
                    text += ".0"
                return f"(- {text})" if term.value < 0 else text
            case Fn(name, (left, right)) if name in ARITHMETIC:
                return f"({name} {self._term(left, sort)} {self._term(right, sort)})"
            case Fn(name, args):
                return self._applied("f", name, args)

    def _applied(self, kind: str, name: str, args: tuple[Term, ...]) -> str:
        arity = len(args)
        key = (kind, name, arity)
        symbol = self._declared.get(key, "")
        if not symbol:
            symbol = self._declared[key] = self._symbol(kind, name, arity)
            of = self._sorts.of
            inputs = " ".join([of((kind, name, arity, i)) for i in range(arity)])
            result = "Bool" if kind == "p" else of(("f", name, arity, -1))
            self.declarations.append(f"(declare-fun {symbol} ({inputs}) {result})")
        if not args:
            return symbol
        if not self._sorts.numeric:
            thing, write = Sort.THING, self._term
            if arity == 1:
                return f"({symbol} {write(args[0], thing)})"
            return f"({symbol} {' '.join([write(a, thing) for a in args])})"
        slots: list[Slot] = [(kind, name, arity, i) for i in range(arity)]
        written = [self._term(a, self._sorts.of(s)) for a, s in zip(args, slots, strict=True)]
        return f"({symbol} {' '.join(written)})"


def print_script(formulas: Iterable[Formula]) -> str:
    """Return a script that declares the names and asserts the formulas, in order."""
    formulas = tuple(formulas)
    writer = SmtWriter(infer(formulas, signature(formulas)), _PublicSymbols(formulas))
    assertions = [f"(assert {writer.formula(f)})" for f in formulas]
    return "\n".join(["(declare-sort U 0)", *writer.declarations, *assertions])


class _PublicSymbols:
    """Symbols that keep the program's names, told apart by a suffix where two things share one."""

    def __init__(self, formulas: tuple[Formula, ...]) -> None:
        names = {n.var for f in formulas for n in walk(f) if isinstance(n, Forall | Exists)}
        self._owner = {_escaped(name): "v" for name in names}

    def __call__(self, kind: str, name: str, arity: int) -> str:
        text = _escaped(name)
        if text in _RESERVED or self._owner.setdefault(text, kind) != kind:
            text += f"%{kind}"
        return text if _SIMPLE.fullmatch(text) else f"|{text}|"


def _escaped(name: str) -> str:
    return re.sub(r"[%|\\]", lambda m: f"%{ord(m.group()):02x}", name)


# -- reading ---------------------------------------------------------------------

_TOKEN: Final = re.compile(r'\s+|;[^\n]*|(?P<word>\(|\)|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+|.)', re.S)
_NUMERAL: Final = re.compile(r"-?\d+(?:\.\d+)?")
_SKIPPED: Final = frozenset(
    "set-logic set-option set-info check-sat get-model get-unsat-core get-proof get-value get-assertions exit "
    "echo declare-sort check-sat-assuming get-info reset".split()
)


class _List:
    """A bracket of an s-expression; the words in it are tuples of text and place."""

    __slots__ = ("end", "items", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start + 1
        self.items: list[_List | tuple[str, int]] = []


_Node = _List | tuple[str, int]


class _Fault(Exception):
    def __init__(self, code: str, message: str, node: _Node, hint: str = "") -> None:
        super().__init__(message)
        start = node.start if isinstance(node, _List) else node[1]
        end = node.end if isinstance(node, _List) else start + len(node[0])
        self.diagnostic = Diagnostic(code, Level.ERROR, message, Span(start, end), hint)


def parse_script(text: str, *, strict: bool = False) -> tuple[list[Formula], list[Diagnostic]]:
    """Return the assertions of a script, or of one bare s-expression, and what is wrong.

    Args:
        text: the script.
        strict: mend nothing.
    """
    formulas: list[Formula] = []
    try:
        nodes, diagnostics = _read(text, strict)
    except _Fault as fault:
        return [], [fault.diagnostic]
    reader = _Reader()
    for node in nodes:
        try:
            formula = reader.command(node)
        except _Fault as fault:
            diagnostics.append(fault.diagnostic)
        else:
            if formula is not None:
                formulas.append(formula)
    return formulas, diagnostics


def _read(text: str, strict: bool) -> tuple[list[_Node], list[Diagnostic]]:
    top = _List(0)
    stack = [top]
    diagnostics: list[Diagnostic] = []
    for match in _TOKEN.finditer(text):
        word, start = match.group("word"), match.start()
        if word is None:
            continue
        if word == "(":
            inner = _List(start)
            stack[-1].items.append(inner)
            stack.append(inner)
            if len(stack) > MAX_DEPTH + 2:
                raise _Fault("too-deep", f"the script is nested more than {MAX_DEPTH} levels deep", inner)
        elif word == ")":
            if len(stack) == 1:
                raise _Fault("stray-bracket", "a closing bracket without an opening one", (word, start))
            stack.pop().end = start + 1
        elif word in ("|", '"'):
            raise _Fault("unexpected-token", f"an unfinished {word}…{word}", (word, start))
        elif word.strip("|") in ("", "%v", "%p", "%f"):
            raise _Fault("empty-name", "a name without letters", (word, start))
        else:
            stack[-1].items.append((word, start))
    if len(stack) > 1:
        missing = len(stack) - 1
        level = Level.ERROR if strict else Level.MENDED
        message = f"{missing} closing bracket{'s were' if missing > 1 else ' was'} missing at the end"
        diagnostics.append(Diagnostic("missing-bracket", level, message, Span(len(text), len(text) + 1)))
    return top.items, diagnostics


class _Reader:
    def __init__(self) -> None:
        self.predicates: set[str] = set()
        self.functions: set[str] = set()

    def command(self, node: _Node) -> Formula | None:
        items = node.items if isinstance(node, _List) else []
        word = items[0][0] if items and isinstance(items[0], tuple) else ""
        if word in _SKIPPED:
            return None
        if word in ("declare-fun", "declare-const") and len(items) >= 3 and isinstance(items[1], tuple):
            result = items[-1]
            is_predicate = isinstance(result, tuple) and result[0] == "Bool"
            (self.predicates if is_predicate else self.functions).add(items[1][0])
            return None
        if word == "assert":
            if len(items) != 2:
                raise _Fault("unexpected-token", "an assertion holds one formula", node)
            return self.whole(items[1])
        if word.startswith(("declare-", "define-", "push", "pop")):
            raise _Fault("unsupported-command", f"'{word}' is not read here", node, "Write plain assertions.")
        return self.whole(node)

    def whole(self, node: _Node) -> Formula:
        formula = self.formula(node, frozenset())
        if depth(formula) > MAX_LEVELS:
            raise _Fault("too-deep", f"the formula has more than {MAX_LEVELS} levels", node)
        return formula

    def formula(self, node: _Node, bound: frozenset[str]) -> Formula:
        if isinstance(node, tuple):
            word = node[0]
            if word in ("true", "false"):
                return Truth(word == "true")
            if word in bound or _NUMERAL.fullmatch(word):
                raise _Fault("term-as-formula", f"'{word}' stands where a formula should", node)
            return Atom(_name(word))
        if not node.items or not isinstance(node.items[0], tuple):
            raise _Fault("unexpected-token", "expected a connective or a predicate after '('", node)
        head, args = node.items[0][0], node.items[1:]
        if head in ("forall", "exists"):
            return self.quantified(head, node, args, bound)
        if head == "!" and args:
            return self.formula(args[0], bound)
        if head in ("=", "distinct") and len(args) >= 2:
            return self.equality(head, args, bound)
        if head in _RELATION and len(args) >= 2:
            terms = [self.term(a, bound) for a in args]
            return conjunction(tuple(Cmp(_RELATION[head], a, b) for a, b in itertools.pairwise(terms)))
        if head in ("and", "or", "not", "xor", "=>", "ite"):
            return self.connective(head, node, [self.formula(a, bound) for a in args])
        if head in ("let", "_", "as") or head in ARITHMETIC:
            raise _Fault("unsupported-command", f"'{head}' is not read here", node, "Write it out.")
        return Atom(_name(head), tuple(self.term(a, bound) for a in args))

    def connective(self, head: str, node: _Node, parts: list[Formula]) -> Formula:
        if head == "not" and len(parts) == 1:
            return Not(parts[0])
        if head == "ite" and len(parts) == 3:
            return Or((And((parts[0], parts[1])), And((Not(parts[0]), parts[2]))))
        if head in ("and", "or") and parts:
            if len(parts) == 1:
                return parts[0]
            return And(tuple(parts)) if head == "and" else Or(tuple(parts))
        if head in ("xor", "=>") and 2 <= len(parts) <= MAX_DEPTH:
            if head == "xor":
                result = parts[0]
                for part in parts[1:]:
                    result = Xor(result, part)
                return result
            result = parts[-1]
            for part in reversed(parts[:-1]):
                result = Implies(part, result)
            return result
        raise _Fault("unexpected-token", f"'{head}' has the wrong number of parts", node)

    def equality(self, head: str, args: list[_Node], bound: frozenset[str]) -> Formula:
        if any(self.is_formula(a) for a in args):
            sides = [self.formula(a, bound) for a in args]
            pairs: list[Formula] = [Iff(a, b) for a, b in itertools.pairwise(sides)]
            if head == "distinct":
                pairs = [Not(Iff(sides[0], sides[1]))] if len(sides) == 2 else [Truth(False)]
            return conjunction(tuple(pairs))
        terms = [self.term(a, bound) for a in args]
        if head == "=":
            return conjunction(tuple(Eq(a, b) for a, b in itertools.pairwise(terms)))
        return conjunction(tuple(Not(Eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :]))

    def is_formula(self, node: _Node) -> bool:
        if isinstance(node, tuple):
            return node[0] in ("true", "false") or (node[0] in self.predicates and node[0] not in self.functions)
        head = node.items[0][0] if node.items and isinstance(node.items[0], tuple) else ""
        if head in self.predicates:
            return head not in self.functions
        return head in _RELATION or head in (
            "and", "or", "not", "xor", "=>", "=", "distinct", "forall", "exists", "!",
        )  # fmt: skip

    def quantified(self, head: str, node: _Node, args: list[_Node], bound: frozenset[str]) -> Formula:
        if len(args) != 2 or not isinstance(args[0], _List):
            raise _Fault("unexpected-token", f"expected (({head} ((x U)) …)", node)
        names = []
        for pair in args[0].items:
            if not isinstance(pair, _List) or not pair.items or not isinstance(pair.items[0], tuple):
                raise _Fault("unexpected-token", "expected a variable and its sort, as in (x U)", pair)
            names.append(pair.items[0][0])
        if len(names) > MAX_DEPTH:
            raise _Fault("too-deep", f"more than {MAX_DEPTH} variables", node)
        body = self.formula(args[1], bound | set(names))
        for name in reversed(names):
            body = Forall(_name(name), body) if head == "forall" else Exists(_name(name), body)
        return body

    def term(self, node: _Node, bound: frozenset[str]) -> Term:
        if isinstance(node, tuple):
            word = node[0]
            if word in bound:
                return Var(_name(word))
            name = _name(word)
            return number_named(name) or Fn(name)
        if not node.items or not isinstance(node.items[0], tuple):
            raise _Fault("unexpected-token", "expected a function after '('", node)
        head, args = node.items[0][0], [self.term(a, bound) for a in node.items[1:]]
        if head == "-" and len(args) == 1:
            inner = args[0]
            return Num(-inner.value) if isinstance(inner, Num) else Fn("-", (Num(0), inner))
        if head in ARITHMETIC and 2 <= len(args) <= MAX_DEPTH:
            result = args[0]
            for arg in args[1:]:
                result = Fn(head, (result, arg))
            return result
        if head in ("and", "or", "not", "=>", "forall", "exists", "=", "xor"):
            raise _Fault("formula-as-term", "a formula stands where a term should", node)
        return Fn(_name(head), tuple(args))


def _name(symbol: str) -> str:
    text = symbol[1:-1] if symbol[0] == "|" else symbol
    if text[-2:] in ("%v", "%p", "%f"):
        text = text[:-2]
    return re.sub(r"%(25|7c|5c)", lambda m: chr(int(m.group(1), 16)), text)
