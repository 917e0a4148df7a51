"""Constraints in Python's notation, as Logic-LM, SatLM and Z3's users write them, to formulas over finite domains.

Python's parser makes the tree of an expression, and nothing else of Python is used: nothing is run, and of its nodes
those are read that are listed here; every other one is refused. What has no sign of its own in our language is written
out in it: a position by a function, the term of a place that may not be there by ``∃``, other terms by their cases.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial, reduce
from typing import Final, NamedTuple

from ..logic.symbols import BOOL, INT, DeclaredSort, Typed
from ..logic.syntax import (
    ARITHMETIC,
    MAX_COUNT,
    RELATIONS,
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
    Term,
    Truth,
    Var,
    Xor,
    close,
    conjunction,
    disjunction,
    negation,
    number_named,
)

MAX_TEXT: Final = 20_000
"""The most characters of one constraint."""
MAX_DEEP: Final = 40
"""The most brackets within each other."""
MAX_WAYS: Final = 400
"""The most cases that one atom is written out in."""
NO_VALUE: Final = frozenset({"None", "none", "null", "NULL"})
"""What programs write for the value of a function that has none."""
_HINTS: Final[Mapping[str, str]] = {
    "arity-clash": "Give it as many as it is declared with.",
    "no-number": "Compare what is counted: Count([x:S], …) == 2.",
    "no-sort": "Write [x:S], with a sort for each variable.",
    "sort-clash": "Compare things of one sort, and give a function things of the sorts that it is declared with.",
    "term-as-formula": "Compare it with something: … == …",
    "too-deep": "Split the constraint.",
    "too-long": "Write several constraints; count and calculate less at once.",
    "undeclared-name": "Declare it: S = EnumSort([a, b]), f = Function([S] -> [S]).",
    "unexpected-end": "Close all brackets.",
    "unexpected-token": "Write And(…), Or(…), Not(…), Implies(…, …), ForAll([x:S], …), ==, !=, <, in [a], +, -, *, %.",
    "unknown-sort": "Declare it: S = EnumSort([a, b]).",
    "wrong-count": f"Count over one sort, of {MAX_COUNT} members at most.",
    "wrong-domain": "Write x [IN] [1, 2, 3].",
    "wrong-sort": "Write S = EnumSort([a, b]), with each member once.",
}


class NotRead(Exception):
    """What keeps a constraint from being read.

    Attributes:
        code: the code of its diagnostic.
        what: what is wrong.
        hint: what to write.
    """

    def __init__(self, code: str, what: str) -> None:
        super().__init__(code, what)
        self.code, self.what, self.hint = code, what, _HINTS[code]


Mended = Callable[[str, str], None]
"""Is told the code of a mend, and what was mended."""

# From the text to Python's tree.

_TOKEN: Final = re.compile(
    r"""(?P<text>"[^"\n]*"|'[^'\n]*')|(?P<time>\d+:\d\d(?:\s?[AaPp]\.?[Mm]\b\.?)?|\d+_?[AP]\.M\.)|"""
    r"""(?P<word>[^\W\d]\w*|\d+(?:\.\d+)?(?![\w.]))|(?P<name>\d\w*)|(?P<sign><-+>|<=+>|-+>|=+>|>>|&&|\|\||\*\*|//|[=!<>]=|\S)""",
)
INFIX: Final[Mapping[str, str]] = {
    "And": "and", "Or": "or", "AND": "and", "OR": "or", "&&": "and", "||": "or", "Not": "not", "mod": "%", "Mod": "%",
}  # fmt: skip
"""Words and signs beside terms or formulas without brackets around them, and how Python spells them."""
_ARROWS: Final = {
    **dict.fromkeys(("->", "=>", "==>", "-->"), "if Implies else"),
    **dict.fromkeys(("<->", "<=>", "<==>"), "if Iff else"),
}
"""Signs that Python has not: what it has between two formulas that binds as loosely."""
_PAIRS: Final[Mapping[str, str]] = {"(": ")", "[": "]", "{": "}"}
_BETWEEN: Final = frozenset({"", ",", "in", "and", "or", "not", "if", "else", "for", *INFIX, *_ARROWS, *_PAIRS})
"""Behind which a bracket is not what something is applied to."""
_BINDING: Final = re.compile(r"[\w\s,:]*?\w\s*:\s*[^\W\d]")


def expression(text: str, mended: Mended) -> ast.expr:
    """Return the tree of an expression.

    Args:
        text: the expression.
        mended: is told of mends.

    Raises:
        NotRead: it is none.
    """
    if len(text) > MAX_TEXT:
        raise NotRead("too-long", f"a constraint has more than {MAX_TEXT} characters")
    try:
        return ast.parse(_spelt(text, mended), mode="eval").body
    except SyntaxError as error:
        at = max(0, (error.offset or 1) - 12)
        near = (error.text or text)[at : at + 24].strip()
        raise NotRead("unexpected-token", f"this is no expression: {error.msg}, near '{near}'") from None
    except (ValueError, RecursionError, MemoryError):
        raise NotRead("too-deep", "this is nested too deeply") from None


def _spelt(text: str, mended: Mended) -> str:
    """Return an expression as Python spells it."""
    made, closing, before = list[str](), list[str](), ""
    arrows: set[int] = set()  # how deep in brackets an arrow stands whose right side is being read
    found = [*_TOKEN.finditer(text)]
    for match in found:
        token = spelt = match.group()
        applied = before not in _BETWEEN
        if token in _PAIRS:
            closing.append(_PAIRS[token])
            if token == "[" and not applied and _BINDING.match(text, match.end()):
                spelt = "_["
            if len(closing) > MAX_DEEP:
                raise NotRead("too-deep", f"brackets are nested more than {MAX_DEEP} deep")
        elif token in _PAIRS.values():
            if closing[-1:] == [token]:
                arrows.discard(len(closing))
                closing.pop()
            elif token == ")" and not closing and match is found[-1]:
                mended("stray-bracket", "a bracket at the end closes nothing, and is left out")
                spelt = ""
            else:
                raise NotRead("unexpected-token", f"'{token}' closes no bracket")
        elif match.lastgroup in ("time", "name"):
            spelt = f'"{token}"'
        elif token == "Not":
            spelt = "Not" if text[match.end() :].lstrip()[:1] in _PAIRS else "not"
        elif token in _ARROWS or (token in INFIX and before not in ("", ",", *_ARROWS, *_PAIRS)):
            spelt = INFIX.get(token) or _arrow(token, len(closing), arrows)
        elif token == ",":
            arrows.discard(len(closing))
        made.append(spelt)
        before = token
    if closing:
        missing = "".join(reversed(closing))
        if set(missing) != {")"}:
            raise NotRead("unexpected-end", f"'{missing}' is missing at the end")
        mended("missing-bracket", f"'{missing}' is missing at the end")
    return " ".join([*made, *reversed(closing)])


def _arrow(token: str, deep: int, arrows: set[int]) -> str:
    """Return an arrow as Python spells it, unless another one stands before it in the same brackets."""
    if deep in arrows:
        raise NotRead("unexpected-token", f"'{token}' stands behind another arrow: put one of them in brackets")
    arrows.add(deep)
    return _ARROWS[token]


# From that to formulas.


class Way(NamedTuple):
    """A case of some terms: what they are, if something holds of some things."""

    binders: tuple[tuple[str, str], ...]
    guards: tuple[Formula, ...]
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class TermRead:
    """A term as it was read.

    Attributes:
        sort: of what sort it is; empty for a row of several, or for no value.
        ways: its cases, of which one holds, or none where it is nothing.
        parts: the terms of a row; ``None`` for any.
        count: of a number of things, what is counted; its cases are made where they are needed.
    """

    sort: str
    ways: tuple[Way, ...] = ()
    parts: tuple[TermRead | None, ...] = ()
    count: Count | None = None

    @property
    def plain(self) -> Term | None:
        """The term, if there is one case of it and no condition."""
        one = self.ways[0] if len(self.ways) == 1 and self.count is None else None
        return one.terms[0] if one is not None and not one.binders and not one.guards else None


def plain(sort: str, term: Term) -> TermRead:
    """Return a term without conditions."""
    return TermRead(sort, (Way((), (), (term,)),))


class Sort(NamedTuple):
    """A declared sort.

    Attributes:
        name: its name.
        shown: what the program calls its members, in their order.
        members: what we call them: numbers are no names.
        numbers: their numbers, if they are numbers; else their places from 1 on.
        numeric: whether they are.
        within: of a part of another sort, that sort.
    """

    name: str
    shown: tuple[str, ...]
    members: tuple[str, ...]
    numbers: tuple[int, ...]
    numeric: bool
    within: str = ""


class FunctionSorts(NamedTuple):
    """A declared function: the sorts of its arguments and of its value, which are several for a row."""

    name: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The functions that give its value, one for each part of a row."""
        several = len(self.results) > 1
        return [f"{self.name}_{i}" if several else self.name for i in range(1, len(self.results) + 1)]


Env = Mapping[str, TermRead]
Binders = list[tuple[str, str]]
Bound = list[tuple[ast.expr, ast.expr | None]]
"""Variables as they stand, each with its sort if it has one."""
_RELATIONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.In: "∈", ast.NotIn: "∉",
}  # fmt: skip
_CALCULATES: Final[Mapping[type[ast.operator], str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%"}
_JOINS: Final[Mapping[type[ast.operator], bool]] = {ast.BitAnd: True, ast.BitOr: False}
"""Signs between formulas in brackets: whether both hold."""
_TURNED: Final[Mapping[str, str]] = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
_BINARY: Final[Mapping[str, type[Implies | Iff | Xor]]] = {"Implies": Implies, "If": Implies, "Iff": Iff, "Xor": Xor}
_DISTINCT: Final = ("Distinct", "AllDifferent", "AllDistinct", "AllDifferentConstraint")


def position(sort: str) -> str:
    """Return the name of the function that gives each member of a sort its number."""
    return f"number_{sort}"


def _absent(sort: str) -> Fn:
    """Return the member of a sort that stands for no value."""
    return Fn(f"no_{sort}")


@dataclass(slots=True)
class Names:
    """What a program declares, and what reading its constraints needs beside that.

    Attributes:
        sorts: the sorts by name.
        functions: the functions by name.
        constants: the names that stand for one number each.
        one_to_one: functions that give different things different values.
        mended: is told of mends.
        ordered: the sorts whose members' numbers were needed.
        absent: the sorts with a member that stands for no value.
        used: the words of the constraint that is read, and the variables that were made for it.
    """

    sorts: dict[str, Sort] = field(default_factory=dict)
    functions: dict[str, FunctionSorts] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    one_to_one: set[str] = field(default_factory=set)
    mended: Mended = lambda _code, _what: None
    ordered: dict[str, None] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    _members: dict[str, tuple[str, Fn]] = field(default_factory=dict)

    def settle(self, listed: Mapping[str, Sequence[str]]) -> None:
        """Declare sorts of these members.

        A sort all of whose members another one has is a part of that one. Numbers, and members of several sorts, get
        names of their own.
        """
        wider = {name: other for name in listed if (other := _wider(name, listed))}
        for name in sorted(listed, key=lambda name: name in wider):
            shown = tuple(listed[name])
            numeric = _numeric(shown)
            numbers = tuple(int(one) if numeric else place for place, one in enumerate(shown, 1))
            if (within := wider.get(name, "")) != "":
                self.mended("part", f"'{name}' is read as a part of '{within}', whose members it has")
                members = tuple(self.sorts[within].members[self.sorts[within].shown.index(one)] for one in shown)
            else:
                members = tuple(f"{name}_{one}" if number_named(one) or one in self._members else one for one in shown)
                for one, member in zip(shown, members, strict=True):
                    self._members.setdefault(one, (name, Fn(member)))
            self.sorts[name] = Sort(name, shown, members, numbers, numeric, within)

    def declared(self) -> tuple[DeclaredSort, ...]:
        """Return the enumerations."""
        ones = [one for one in self.sorts.values() if not one.within]
        return tuple(
            DeclaredSort(s.name, (*s.members, *([_absent(s.name).name] if s.name in self.absent else []))) for s in ones
        )

    def whole(self, sort: str) -> str:
        """Return the sort that a sort is a part of; itself if it is none."""
        return self.sorts[sort].within or sort if sort in self.sorts else sort

    def typed(self) -> tuple[Typed, ...]:
        """Return the sorts of all names."""
        found = [Typed(name, (), sort) for name, sort in self.constants.items()]
        for one in self.functions.values():
            arguments = tuple(map(self.whole, one.arguments))
            found += [Typed(n, arguments, self.whole(r)) for n, r in zip(one.names, one.results, strict=True)]
        return (*found, *(Typed(position(sort), (sort,), INT) for sort in self.ordered))

    def stated(self) -> Iterator[tuple[Formula, str]]:
        """Yield what holds beside the constraints, each with a sentence."""
        for one in self.functions.values():
            xs, sorts = [f"x{i + 1}" for i in range(len(one.arguments))], [*map(self.whole, one.arguments)]
            for name, result in zip(one.names, one.results, strict=True):
                if self.whole(result) != result:
                    said = self._inside(result, Fn(name, tuple(map(Var, xs))))
                    yield close(said, xs, sorts), f"{name} is one of {result}"
        for sort in map(self.sorts.__getitem__, self.ordered):
            numbers = [*zip(map(Fn, sort.members), sort.numbers, strict=True)]
            numbers += [(_absent(sort.name), 0)] if sort.name in self.absent else []
            facts = tuple(Eq(Fn(position(sort.name), (member,)), Num(number)) for member, number in numbers)
            yield conjunction(facts), f"the order of {sort.name}"

    def _inside(self, sort: str, term: Term) -> Formula:
        """Return that a thing is one of a sort that is a part of another."""
        return disjunction(tuple(Eq(term, Fn(member)) for member in self.sorts[sort].members))

    def place(self, member: str) -> int | None:
        """Return the number of a member in its sort."""
        whole = (one for one in self.sorts.values() if member in one.members and not one.within)
        return next((one.numbers[one.members.index(member)] for one in whole), None)

    # Formulas.

    def formula(self, node: ast.expr, env: Env) -> Formula:
        """Return the formula that an expression is.

        Args:
            node: the expression.
            env: what its variables stand for.

        Raises:
            NotRead: it is none.
        """
        found = self._read(node, env)
        if isinstance(found, TermRead):
            raise NotRead("term-as-formula", f"'{_shown(node)}' is no formula: it is nothing that is true or false")
        return found

    def term(self, node: ast.expr, env: Env) -> TermRead:
        """Return the term that an expression is; of a formula its truth value as a number.

        Args:
            node: the expression.
            env: what its variables stand for.

        Raises:
            NotRead: it is none.
        """
        return self._as_term(self._read(node, env))

    def _as_term(self, found: Formula | TermRead) -> TermRead:
        return found if isinstance(found, TermRead) else self._chosen(found, plain(INT, Num(1)), plain(INT, Num(0)))

    def _read(self, node: ast.expr, env: Env) -> Formula | TermRead:
        """Return what an expression is."""
        match node:
            case ast.Constant(int(value)):
                return Truth(value) if isinstance(value, bool) else plain(INT, Num(value))
            case ast.Constant(None):
                return TermRead("")
            case ast.Constant(str(name)) | ast.Name(name):
                return self._thing(name, env)
            case ast.BinOp() | ast.UnaryOp():
                return self._operated(node, env)
            case ast.Call(ast.Name(name), args, []):
                function = self.functions.get(name)
                return self._called(name, args, env) if function is None else self._applied(function, args, env)
            case ast.Compare(left, ops, comparators):
                pairs = zip(ops, itertools.pairwise([left, *comparators]), strict=True)
                return conjunction(tuple(self._compared(op, *sides, env) for op, sides in pairs))
            case ast.BoolOp(op, values):
                return self._joined(isinstance(op, ast.And), values, env)
            case ast.IfExp(ast.Name(("Implies" | "Iff") as name), one, other):
                return _BINARY[name](self.formula(one, env), self.formula(other, env))
            case ast.Tuple(elts) | ast.List(elts) if elts:
                parts = [None if _is_any(one) else self._read(one, env) for one in elts]
                said = [part for part in parts if part is not None and not isinstance(part, TermRead)]
                if len(said) == len(parts) and isinstance(node, ast.Tuple):
                    self.mended("comma", "a comma between formulas is read as 'and'")
                    return conjunction(tuple(said))
                if len(parts) > 1:
                    return TermRead("", parts=tuple(None if part is None else self._as_term(part) for part in parts))
            case ast.Subscript(one, ast.Constant(int(at))) if 0 <= at < len(terms := self.term(one, env).parts):
                if (found := terms[at]) is not None:
                    return found
        raise _strange(node)

    def _operated(self, node: ast.BinOp | ast.UnaryOp, env: Env) -> Formula | TermRead:
        """Return what a sign makes of one or two expressions."""
        match node:
            case ast.BinOp(left, op, right) if type(op) in _JOINS:
                return self._joined(_JOINS[type(op)], (left, right), env)
            case ast.BinOp(left, op, right) if type(op) in _CALCULATES:
                return self._calculated(_CALCULATES[type(op)], self.term(left, env), self.term(right, env))
            case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
                return negation(self.formula(operand, env))
            case ast.UnaryOp(ast.USub(), operand):
                return self._calculated("-", plain(INT, Num(0)), self.term(operand, env))
        raise _strange(node)

    def _joined(self, every: bool, nodes: Iterable[ast.expr], env: Env) -> Formula:
        parts = tuple(self.formula(node, env) for node in nodes)
        return conjunction(parts) if every else disjunction(parts)

    def _called(self, name: str, args: list[ast.expr], env: Env) -> Formula | TermRead:
        """Return what a name that nothing declares makes of its arguments."""
        match name, args:
            case (("And" | "Or" | "all" | "any"), [ast.GeneratorExp(elt, generators) | ast.ListComp(elt, generators)]):
                over: Bound = [(one.target, one.iter) for one in generators]
                tests = [test for one in generators for test in one.ifs]
                return self._quantified(Forall if name in ("And", "all") else Exists, over, tests, elt, env)
            case (("And" | "Or"), [ast.List(parts) | ast.Tuple(parts)] | [*parts]) if parts:
                return self._joined(name == "And", parts, env)
            case "Not", [one]:
                return negation(self.formula(one, env))
            case (("Implies" | "Iff" | "Xor" | "If"), [one, other]):
                if name == "If":
                    self.mended("if-for-implies", "'If' of two is read as 'Implies'")
                return _BINARY[name](self.formula(one, env), self.formula(other, env))
            case (("If" | "IfThenElse" | "Implies"), [test, body, orelse]):
                return self._either(name, self.formula(test, env), self._read(body, env), self._read(orelse, env))
            case (("ForAll" | "Exists"), [bound, body]):
                return self._quantified(Forall if name == "ForAll" else Exists, _bound(bound), [], body, env)
            case _, [*_] if name in _DISTINCT:
                return self._distinct(args, env)
        match name.capitalize(), args:
            case (("Count" | "Sum") as kind, [bound, body]) if _is_binder(bound):
                return self._count(kind, bound, body, env)
            case "Abs", [one]:
                value = self.fitted(self.term(one, env), INT)
                below = self._calculated("-", plain(INT, Num(0)), value)
                return self._chosen(self.related("≥", value, plain(INT, Num(0))), value, below)
            case (("Max" | "Min"), [ast.List([first, *rest])] | [first, *rest]) if rest:
                relation = "≥" if name.lower() == "max" else "≤"
                terms = (self.fitted(self.term(one, env), INT) for one in (first, *rest))
                return reduce(lambda best, one: self._chosen(self.related(relation, best, one), best, one), terms)
            case (("Argmin" | "Argmax"), [bound, body]) if len(named := [*self._named(_bound(bound))]) == 1:
                [(every, sort)], found = named, self._fresh(named[0][1])
                ones = [self.term(body, {**env, every: plain(sort, Var(v))}) for v in (found, every)]
                beats = Forall(every, self.related("≤" if name.endswith("in") else "≥", *ones), sort)
                return TermRead(sort, (Way(((found, sort),), (beats,), (Var(found),)),))
        raise NotRead("undeclared-name", f"'{name}' is declared nowhere, or takes other things than these")

    def _applied(self, function: FunctionSorts, args: list[ast.expr], env: Env) -> Formula | TermRead:
        """Return what a declared function says, or gives."""
        if function.results == (BOOL,):
            return self._holding(self._arguments(function, args, env), lambda terms: Atom(function.name, terms))
        if (inverse := self._inverse(function, args, env)) is not None:  # what has that value has it
            args, env = [ast.Name("_")], {**env, "_": inverse}
        ways = [*self._arguments(function, args, env)]
        values = tuple(
            TermRead(self.whole(sort), tuple(way._replace(terms=(Fn(one, way.terms),)) for way in ways))
            for one, sort in zip(function.names, function.results, strict=True)
        )
        return values[0] if len(values) == 1 else TermRead("", parts=values)

    def _either(
        self, name: str, test: Formula, one: Formula | TermRead, other: Formula | TermRead
    ) -> Formula | TermRead:
        """Return what is one thing if something holds, and another if not."""
        if isinstance(other, TermRead):
            return self._chosen(test, self._as_term(one), other)
        if isinstance(one, TermRead):
            raise NotRead("term-as-formula", f"'{name}' has a term for 'then', and a formula for 'else'")
        if name == "Implies":
            self.mended("if-for-implies", "'Implies' of three is read as if, then and else")
        return And((Implies(test, one), Implies(negation(test), other)))

    def _quantified(
        self, kind: type[Forall | Exists], bound: Bound, tests: list[ast.expr], body: ast.expr, env: Env
    ) -> Formula:
        """Return what is said of all, or some, things of which tests hold."""
        inner, binders, guards = self._bind(bound, env)
        guards += [self.formula(test, inner) for test in tests]
        return _quantified(kind, binders, guards, self.formula(body, inner))

    def _bind(self, bound: Bound, env: Env) -> tuple[dict[str, TermRead], Binders, list[Formula]]:
        """Return what variables stand for, over which sorts they range, and what holds of them."""
        inner, binders, guards = dict(env), Binders(), list[Formula]()
        for name, sort in self._named(bound):
            whole, var = self.whole(sort), Var(name)
            inner[name] = plain(whole, var)
            binders.append((name, whole))
            guards += [self._inside(sort, var)] if whole != sort else []
            guards += self._present(whole, var)
        return inner, binders, guards

    def _named(self, bound: Bound) -> Iterator[tuple[str, str]]:
        """Yield the variables that are bound, each with its sort."""
        for variable, sort in bound:
            if not isinstance(variable, ast.Name) or not isinstance(sort, ast.Name):
                raise NotRead("no-sort", f"'{_shown(variable)}' is bound without a sort")
            if sort.id not in self.sorts:
                raise NotRead("unknown-sort", f"'{sort.id}' is no sort that is declared")
            yield variable.id, sort.id

    def each(self, bound: ast.expr, env: Env) -> Iterator[dict[str, TermRead]]:
        """Yield what variables stand for, for each row of members that they range over."""
        named = [*self._named(_bound(bound))]
        for row in itertools.product(*(self.sorts[sort].members for _, sort in named)):
            ones = {n: plain(self.whole(sort), Fn(one)) for (n, sort), one in zip(named, row, strict=True)}
            yield {**env, **ones}

    def _distinct(self, args: list[ast.expr], env: Env) -> Formula:
        """Return that terms are of different things."""
        if len(args) == 2 and _is_binder(args[0]):
            found = [self.term(args[1], inner) for inner in self.each(args[0], env)]
        else:
            elts = args[0].elts if len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple) else args
            found = [self.term(one, env) for one in elts]
        terms = [one.plain for one in found]
        if len({one.sort for one in found}) == 1 and None not in terms and len(set(terms)) == len(terms) > 1:
            return Distinct(tuple(term for term in terms if term is not None))
        return conjunction(tuple(self.related("≠", *pair) for pair in itertools.combinations(found, 2)))

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr, env: Env) -> Formula:
        """Return what a comparison says."""
        relation = _RELATIONS.get(type(op))
        if relation is None:
            raise NotRead("unexpected-token", "'is' compares what Python holds, not what is meant")
        if relation in ("∈", "∉"):
            among = self._among(self.term(left, env), right, env)
            return among if relation == "∈" else negation(among)
        if _joins(left) or _joins(right):
            raise NotRead("unexpected-token", "& and | stand between formulas in brackets")
        sides = [self._read(one, env) for one in (left, right)]
        terms = [one for one in sides if isinstance(one, TermRead)]
        if len(terms) == 2 or relation not in ("=", "≠"):
            return self.related(relation, *map(self._as_term, sides))
        if terms:
            shown = _shown(left if sides[0] is terms[0] else right)
            raise NotRead("term-as-formula", f"'{shown}' is no formula: it is nothing that is true or false")
        one, other = (side for side in sides if not isinstance(side, TermRead))
        truth, rest = (one, other) if isinstance(one, Truth) else (other, one)
        found = Iff(one, other) if not isinstance(truth, Truth) else rest if truth.value else negation(rest)
        return found if relation == "=" else negation(found)

    def _among(self, one: TermRead, right: ast.expr, env: Env) -> Formula:
        """Return that a term is one of those that are listed, or of a sort."""
        match right:
            case ast.List(elts) | ast.Tuple(elts) | ast.Set(elts):
                others = [self.term(other, env) for other in elts]
            case ast.Name(name) if name in self.sorts:
                others = [plain(self.whole(name), Fn(member)) for member in self.sorts[name].members]
            case _:
                raise NotRead("unexpected-token", f"'{_shown(right)}' is no list of terms")
        return disjunction(tuple(self.related("=", one, other) for other in others))

    def related(self, relation: str, one: TermRead, other: TermRead) -> Formula:
        """Return that two terms stand in a relation, in all of their cases."""
        if relation == "≠":
            return negation(self.related("=", one, other))
        if one.parts and len(one.parts) == len(other.parts) and relation == "=":
            pairs = [(a, b) for a, b in zip(one.parts, other.parts, strict=True) if a is not None and b is not None]
            return conjunction(tuple(self.related("=", a, b) for a, b in pairs))
        for left, right, op in ((one, other, relation), (other, one, _TURNED.get(relation, relation))):
            if left.count is not None and isinstance(number := right.plain, Num) and isinstance(number.value, int):
                return _counts(left.count, op, number.value)
        pair = self._alike(one, other) if relation == "=" else (self.fitted(one, INT), self.fitted(other, INT))

        def atom(terms: tuple[Term, ...]) -> Formula:
            match relation, terms:
                case "=", (left, right) if left == right or (isinstance(left, Num) and isinstance(right, Num)):
                    return Truth(left == right)
                case "=", (left, right):
                    return Eq(left, right)
                case _, (Num(left), Num(right)):
                    return Truth(RELATIONS[relation](Fraction(left), Fraction(right)))  # type: ignore[index]
            return Cmp(relation, *terms)  # type: ignore[arg-type]

        return self._holding(self._cases(pair), atom)

    def _holding(self, ways: Iterable[Way], atom: Callable[[tuple[Term, ...]], Formula]) -> Formula:
        """Return what is said of terms, in all of their cases."""
        said = [(way, atom(way.terms)) for way in ways]
        ones = [_quantified(Exists, [*w.binders], [*w.guards], one) for w, one in said if one != Truth(False)]
        return disjunction(tuple(ones)) if ones or not said else Truth(False)

    def _cases(self, values: Iterable[TermRead]) -> Iterator[Way]:
        """Yield the cases of several terms together."""
        for i, row in enumerate(itertools.product(*(self._counted(value).ways for value in values))):
            if i == MAX_WAYS:
                raise NotRead("too-long", f"written out it has more than {MAX_WAYS} cases")
            yield Way(*(tuple(itertools.chain.from_iterable(parts)) for parts in zip(*row, strict=True)))

    def _alike(self, one: TermRead, other: TermRead) -> tuple[TermRead, TermRead]:
        """Return two terms as terms of one sort."""
        for a, b in ((one, other), (other, one)):
            if a.sort == b.sort:
                return one, other
            if b.sort == "" and not b.parts and a.sort in self.absent:
                return a, plain(a.sort, _absent(a.sort))
            if b.sort == INT and isinstance(b.plain, Num):
                return a, self.fitted(b, a.sort)
        sorts = [self.sorts[value.sort] for value in (one, other) if value.sort in self.sorts]
        if len(sorts) > 1 and not all(sort.numeric for sort in sorts):
            raise NotRead("sort-clash", f"a thing of '{one.sort}' is compared with one of '{other.sort}'")
        return self.fitted(one, INT), self.fitted(other, INT)

    def fitted(self, value: TermRead, sort: str) -> TermRead:
        """Return a term as one of a sort: a member as its number, a number as the member that it is.

        Raises:
            NotRead: it can't be one.
        """
        sort = self.whole(sort)
        here, there, number = self.sorts.get(sort), self.sorts.get(value.sort), value.plain
        if value.sort == sort:
            return value
        if here is not None and value.sort == INT and isinstance(number, Num):
            if not here.numeric:  # whether places count from 0 or from 1 nobody says
                raise NotRead("sort-clash", f"a number stands where one of '{sort}' is expected: write its name")
            ones = [Fn(one) for one, at in zip(here.members, here.numbers, strict=True) if at == number.value]
            return TermRead(sort, tuple(Way((), (), (one,)) for one in ones))
        if (one := there if sort == INT else here if value.sort == INT else None) is not None:
            self.ordered[one.name] = None
            if not one.numeric:
                self.mended("order", f"the members of '{one.name}' are in the order in which they are listed")
            of = self._number_of if sort == INT else self._with_number
            return TermRead(sort, tuple(of(one, way) for way in self._counted(value).ways))
        if here is not None and there is not None and here.numeric and there.numeric:
            return self.fitted(self.fitted(value, INT), sort)
        given = f"a thing of '{value.sort}'" if there else "a number" if value.sort == INT else "a row, or no value,"
        raise NotRead("sort-clash", f"{given} stands where one of '{sort}' is expected")

    def _number_of(self, sort: Sort, way: Way) -> Way:
        """Return the number of a member, which what stands for no value has not."""
        [term] = way.terms
        if isinstance(term, Fn) and term.name in sort.members:
            return way._replace(terms=(Num(sort.numbers[sort.members.index(term.name)]),))
        guards = (*way.guards, *self._present(sort.name, term))
        return Way(way.binders, guards, (Fn(position(sort.name), (term,)),))

    def _with_number(self, sort: Sort, way: Way) -> Way:
        """Return the member with a number; there may be none."""
        return self._that(sort.name, way, lambda one: Fn(position(sort.name), (one,)))

    def _that(self, sort: str, way: Way, value: Callable[[Term], Term]) -> Way:
        """Return the thing of a sort of which something has a value; there may be none."""
        name = self._fresh(sort)
        guards = (*way.guards, Eq(value(Var(name)), way.terms[0]), *self._present(sort, Var(name)))
        return Way((*way.binders, (name, sort)), guards, (Var(name),))

    def _fresh(self, sort: str) -> str:
        """Return a variable that the constraint does not use."""
        made = (f"{sort[:1].lower()}_{i}" for i in itertools.count(1))
        name = next(one for one in made if one not in self.used)
        self.used.add(name)
        return name

    def _present(self, sort: str, term: Term) -> list[Formula]:
        """Return that a term is no value's absence, where its sort has such a member."""
        return [Not(Eq(term, _absent(sort)))] if sort in self.absent else []

    # Terms.

    def _thing(self, name: str, env: Env) -> TermRead:
        """Return what a name stands for."""
        if name in env:
            return env[name]
        if name in self._members:
            return plain(*self._members[name])
        if name in self.constants:
            return plain(self.constants[name], Fn(name))
        if name in NO_VALUE:
            return TermRead("")
        kind = "a function, and takes arguments" if name in self.functions else "declared nowhere"
        raise NotRead("undeclared-name", f"'{name}' is {'a sort, and no thing' if name in self.sorts else kind}")

    def _chosen(self, condition: Formula, one: TermRead, other: TermRead) -> TermRead:
        """Return a term that is one or another, as something holds or not."""
        one, other = map(self._counted, self._alike(one, other))
        ways = [way._replace(guards=(condition, *way.guards)) for way in one.ways]
        ways += [way._replace(guards=(negation(condition), *way.guards)) for way in other.ways]
        return TermRead(one.sort, tuple(ways))

    def _calculated(self, name: str, one: TermRead, other: TermRead) -> TermRead:
        """Return what is calculated of two numbers."""
        ways = self._cases([self.fitted(value, INT) for value in (one, other)])
        return TermRead(INT, tuple(way._replace(terms=(_calculated(name, *way.terms),)) for way in ways))

    def _count(self, kind: str, bound: ast.expr, body: ast.expr, env: Env) -> TermRead:
        """Return how many things there are of which something holds, or the sum of the numbers of all."""
        inner, binders, guards = self._bind(_bound(bound), env)
        said = self._read(body, inner)
        if isinstance(said, TermRead):
            if kind == "Count":
                self.mended("count-of-numbers", "'Count' of what are numbers is read as their sum")
            values = [self.fitted(self.term(body, one), INT) for one in self.each(bound, env)]
            return reduce(partial(self._calculated, "+"), values)
        if len(binders) > 1:
            raise NotRead("wrong-count", "rows of several things are not counted")
        [(name, sort)] = binders
        if len(self.sorts[sort].members) > MAX_COUNT:
            raise NotRead("wrong-count", f"'{sort}' has more than {MAX_COUNT} members to count")
        return TermRead(INT, count=Count("=", 0, name, conjunction((*guards, said)), sort))

    def _counted(self, value: TermRead) -> TermRead:
        """Return a number of things as its cases."""
        if value.count is None:
            return value
        most = len(self.sorts[value.count.sort].members)
        ways = [Way((), (replace(value.count, number=k),), (Num(k),)) for k in range(most + 1)]
        return TermRead(INT, tuple(ways))

    def _arguments(self, function: FunctionSorts, args: list[ast.expr], env: Env) -> Iterator[Way]:
        """Return the cases of a function's arguments, of which one that is a row stands for several."""
        given = [self._given(arg, sort, env) for arg, sort in itertools.zip_longest(args, function.arguments) if arg]
        values = [part for one in given for part in (one.parts or (one,)) if part is not None]
        if len(values) != len(function.arguments):
            takes = f"takes {len(function.arguments)} of them, not {len(values)}"
            raise NotRead("arity-clash", f"'{function.name}' {takes}")
        return self._cases([self.fitted(*pair) for pair in zip(values, function.arguments, strict=True)])

    def _given(self, arg: ast.expr, sort: str | None, env: Env) -> TermRead:
        """Return what a function is given: of another one of a value, which is one to one, what has that value."""
        found = None
        match arg:
            case ast.Call(ast.Name(name), args) if name in self.functions:
                found = self._inverse(self.functions[name], args, env)
        return found if found is not None and sort and found.sort == self.whole(sort) else self.term(arg, env)

    def _inverse(self, function: FunctionSorts, args: list[ast.expr], env: Env) -> TermRead | None:
        """Return what has a value that a function that is one to one is given; ``None`` if it is given none."""
        if (
            function.name not in self.one_to_one
            or not len(args) == len(function.results) == len(function.arguments) == 1
        ):
            return None
        [sort], [result], value = function.arguments, function.results, self.term(args[0], env)
        if self.whole(sort) == self.whole(result):
            return None
        counts = [one == INT or (one in self.sorts and self.sorts[one].numeric) for one in (sort, result, value.sort)]
        if value.sort != self.whole(result) and counts != [False, True, True]:
            return None
        self.mended("inverse", f"'{function.name}' of a value is read as what has that value: it is one to one")
        ways = self.fitted(value, result).ways
        named = [self._that(self.whole(sort), way, lambda one: Fn(function.name, (one,))) for way in ways]
        return TermRead(self.whole(sort), tuple(named))


def _joins(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and type(node.op) in _JOINS


def _numeric(shown: Sequence[str]) -> bool:
    return all(re.fullmatch(r"-?\d+", one) for one in shown)


def _wider(name: str, listed: Mapping[str, Sequence[str]]) -> str:
    """Return the widest sort that a sort is a part of, but for numbers; nothing if there is none."""
    names, own = [*listed], set(listed[name])
    found = [o for o in names if own < {*listed[o]} or (own == {*listed[o]} and names.index(o) < names.index(name))]
    return max(found, key=lambda other: len(listed[other])) if found and not _numeric(listed[name]) else ""


def _quantified(kind: type[Forall | Exists], binders: Binders, guards: list[Formula], said: Formula) -> Formula:
    """Return what is said of all, or some, things of which something holds."""
    if guards:
        rest = () if said == Truth(True) else (said,)
        said = Implies(conjunction(tuple(guards)), said) if kind is Forall else conjunction((*guards, *rest))
    for name, sort in reversed(binders):
        said = kind(name, said, sort)
    return said


def _counts(count: Count, relation: str, number: int) -> Formula:
    """Return that the number of things stands in a relation to a numeral."""
    if relation in ("<", ">"):
        relation, number = ("≤", number - 1) if relation == "<" else ("≥", number + 1)
    if number < 0 or number > MAX_COUNT:
        return Truth(relation == ("≥" if number < 0 else "≤"))
    return replace(count, relation=relation, number=number)  # type: ignore[arg-type]


def _calculated(name: str, one: Term, other: Term) -> Term:
    match name, one, other:
        case (("+" | "-"), _, Num(0)):
            return one
        case "%", Num(int(a)), Num(int(b)) if b > 0:
            return Num(a % b)
        case (("+" | "-" | "*"), Num(int(a)), Num(int(b))):
            return Num(int(ARITHMETIC[name](Fraction(a), Fraction(b))))
        case "%", _, Num(int(b)) if b > 0:
            pass
        case "%", _, _:
            raise NotRead("unexpected-token", "what is left over is asked for a divisor that is no positive number")
    return Fn(name, (one, other))


def _bound(node: ast.expr) -> Bound:
    """Return the variables of ``[x:S, y:T]``, with their sorts."""
    if not isinstance(node, ast.Subscript) or not _is_binder(node):
        raise NotRead("no-sort", f"'{_shown(node)}' names no variables with their sorts")
    elts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return [(one.lower or one, one.upper) if isinstance(one, ast.Slice) else (one, None) for one in elts]


def _is_binder(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "_"


def _is_any(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("_", "any")


def _strange(node: ast.expr) -> NotRead:
    return NotRead("unexpected-token", f"'{_shown(node)}' is nothing that can stand here")


def _shown(node: ast.expr) -> str:
    try:
        return ast.unparse(node).replace("_[", "[")[:60]
    except (RecursionError, ValueError):
        return "this"
