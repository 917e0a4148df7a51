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
from typing import Final, NamedTuple, NoReturn

from ..logic.symbols import BOOL, INT, DeclaredSort, Typed
from ..logic.syntax import (
    ARITHMETIC,
    MAX_COUNT,
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
    close,
    conjunction,
    disjunction,
    negation,
)

MAX_TEXT: Final = 5000
"""The most characters of one constraint."""
MAX_DEEP: Final = 40
"""The most brackets within each other."""
MAX_WAYS: Final = 400
"""The most cases that one atom is written out in."""
NOTHING: Final = "none"
"""What a function's value is called where a program says that it has none."""


class NotRead(Exception):
    """What keeps a constraint from being read.

    Attributes:
        code: the code of its diagnostic.
        what: what is wrong.
        hint: what to write.
    """

    def __init__(self, code: str, what: str, hint: str) -> None:
        super().__init__(code, what, hint)
        self.code, self.what, self.hint = code, what, hint


def refuse(code: str, what: str, hint: str) -> NoReturn:
    """Raise a fault."""
    raise NotRead(code, what, hint)


# From the text to Python's tree.

_TOKEN: Final = re.compile(
    r"""(?P<text>"[^"\n]*"|'[^'\n]*')|(?P<time>\d+:\d\d(?:\s?[AaPp]\.?[Mm]\b\.?)?|\d+_?[AP]\.M\.)|"""
    r"""(?P<word>[^\W\d]\w*|\d+(?:\.\d+)?(?![\w.])|\d\w*)"""
    r"""|(?P<sign><-+>|<=+>|-+>|=+>|>>|&&|\|\||[=!<>]=|\S)|(?P<blank>\s+)""",
    re.X,
)
INFIX: Final[Mapping[str, str]] = {
    "And": "and", "Or": "or", "AND": "and", "OR": "or", "&&": "and", "||": "or", "mod": "%", "Mod": "%",
    "null": "None", "NULL": "None",
}  # fmt: skip
"""Words and signs between two terms or formulas, and how Python spells them."""
_ARROWS: Final = (("Iff", ("<->", "<=>", "<==>", "<-->")), ("Implies", ("->", "=>", ">>", "==>", "-->")))
"""Signs that Python has not, the loosest first."""
_OPEN: Final[Mapping[str, str]] = {"(": ")", "[": "]", "{": "}"}


def expression(text: str, mended: Callable[[str, str], None]) -> ast.expr:
    """Return the tree of an expression.

    Args:
        text: the expression.
        mended: is told the code of each mend, and what was mended.

    Raises:
        NotRead: it is none.
    """
    if len(text) > MAX_TEXT:
        refuse("too-long", f"a constraint has more than {MAX_TEXT} characters", "Write several.")
    python = _python(text, mended)
    try:
        return ast.parse(python, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        near = error.text.strip() if isinstance(error, SyntaxError) and error.text else text
        what = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply"
        at = error.offset or 1 if isinstance(error, SyntaxError) else 1
        refuse(
            "unexpected-token",
            f"this is no expression: {what}, near '{near[max(0, at - 12) : at + 12]}'",
            "Write And(…), Or(…), Not(…), Implies(…, …), ForAll([x:S], …), ==, !=, <, <=, +, -.",
        )


class _Group(NamedTuple):
    """Brackets and what stands in them, in parts between commas."""

    opens: str
    parts: list[list[str | _Group]]


def _python(text: str, mended: Callable[[str, str], None]) -> str:
    """Return an expression as Python spells it."""
    root = _Group("", [[]])
    stack = [root]
    tokens = [(m.lastgroup or "", m.group()) for m in _TOKEN.finditer(text) if m.lastgroup != "blank"]
    for kind, token in tokens:
        if kind == "sign" and token in _OPEN:
            if len(stack) > MAX_DEEP:
                refuse("too-deep", f"brackets are nested more than {MAX_DEEP} deep", "Split the constraint.")
            inner = _Group(token, [[]])
            stack[-1].parts[-1].append(inner)
            stack.append(inner)
        elif kind == "sign" and token in _OPEN.values():
            if len(stack) == 1:
                mended("stray-bracket", f"'{token}' at the end has no '{'([{'[')]}'.index(token)]}'")
                if token != ")" or any(one != (kind, token) for one in tokens[-1:]):
                    refuse("unexpected-token", f"'{token}' closes no bracket", "Take it away, or open the bracket.")
                continue
            if _OPEN[stack[-1].opens] != token:
                refuse("unexpected-token", f"'{token}' closes '{stack[-1].opens}'", "Close each bracket by its own.")
            stack.pop()
        elif token == "," and len(stack) > 1:
            stack[-1].parts.append([])
        elif kind == "time":
            stack[-1].parts[-1].append(f'"{token}"')
        elif kind == "word" and token[0].isdigit() and not token.replace(".", "").isdigit():
            stack[-1].parts[-1].append("_" + token)
        else:
            stack[-1].parts[-1].append(token)
    if len(stack) > 1:
        missing = "".join(_OPEN[one.opens] for one in reversed(stack[1:]))
        if set(missing) != {")"}:
            refuse("unexpected-end", f"'{missing}' is missing at the end", f"Write it: …{missing}")
        mended("missing-bracket", f"'{missing}' is missing at the end")
    return _spelt(root.parts[0])


def _spelt(items: Sequence[str | _Group]) -> str:
    """Return the items between two commas as Python spells them."""
    for name, arrows in _ARROWS:
        if (at := next((i for i, item in enumerate(items) if item in arrows), 0)) > 0:
            return f"{name}({_spelt(items[:at])}, {_spelt(items[at + 1 :])})"
    made = list[str]()
    for i, item in enumerate(items):
        if isinstance(item, _Group):
            before = items[i - 1] if i else ""
            called = isinstance(before, _Group) or bool(re.fullmatch(r"\w+", before) and before not in _BETWEEN)
            binds = item.opens == "[" and not called and any(":" in part for part in item.parts)
            inner = ", ".join(map(_spelt, item.parts))
            made.append(f"{'_' if binds else ''}{item.opens}{inner}{_OPEN[item.opens]}")
        elif item in INFIX and not (i + 1 < len(items) and isinstance(items[i + 1], _Group) and not i):
            made.append(INFIX[item])
        elif item == "Not" and not (i + 1 < len(items) and isinstance(items[i + 1], _Group)):
            made.append("not")
        else:
            made.append(item)
    return " ".join(made).replace("! =", "!=")


_BETWEEN: Final = frozenset({"in", "and", "or", "not", "if", "else", "for", "And", "Or", "mod", "AND", "OR"})


# From that to formulas.


class Way(NamedTuple):
    """A case of a term: what it is, if something holds of some things."""

    binders: tuple[tuple[str, str], ...]
    guards: tuple[Formula, ...]
    term: Term


@dataclass(frozen=True, slots=True)
class TermRead:
    """A term as it was read.

    Attributes:
        sort: of what sort it is; empty for a row of several.
        ways: its cases, of which one holds, or none where it is nothing.
        parts: the terms of a row.
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
        return one.term if one is not None and not one.binders and not one.guards else None


def plain(sort: str, term: Term) -> TermRead:
    """Return a term without conditions."""
    return TermRead(sort, (Way((), (), term),))


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


Env = Mapping[str, TermRead]
_RELATIONS: Final[Mapping[type[ast.cmpop], Relation | str]] = {
    ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.In: "∈", ast.NotIn: "∉",
}  # fmt: skip
_CALCULATES: Final[Mapping[type[ast.operator], str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%"}
_SAYING: Final = frozenset(
    "And Or Not Implies Xor Iff ForAll Exists Distinct AllDifferent AllDistinct AllDifferentConstraint IfThenElse "
    "all any Forall forall exists".split()
)
"""Names of what makes formulas."""
_TRUTHS: Final[Mapping[str, bool]] = {"True": True, "False": False, "true": True, "false": False}


@dataclass(slots=True)
class Names:
    """What a program declares, and what reading its constraints needs beside that.

    Attributes:
        sorts: the sorts by name.
        functions: the functions by name.
        constants: the names that stand for one thing each, with their sorts.
        one_to_one: functions that give different things different values.
        mended: is told of mends.
        ordered: the sorts whose members' numbers were needed.
        made: names that were made, with their sorts.
        said: what was stated of these names.
        used: the words of the constraint that is read, and the variables that were made for it.
        absent: the sorts with a member that stands for no value.
    """

    sorts: dict[str, Sort] = field(default_factory=dict)
    functions: dict[str, FunctionSorts] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    one_to_one: set[str] = field(default_factory=set)
    mended: Callable[[str, str], None] = lambda _code, _what: None
    ordered: dict[str, None] = field(default_factory=dict)
    made: list[Typed] = field(default_factory=list)
    said: list[Formula] = field(default_factory=list)
    absent: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    _members: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def settle(self, listed: Mapping[str, Sequence[str]]) -> None:
        """Declare sorts of these members.

        A sort all of whose members another one has is a part of that one. Numbers, and members of several sorts, get
        names of their own.
        """
        for name, shown in listed.items():
            if len(set(shown)) < len(shown) or not shown:
                refuse("wrong-sort", f"'{name}' has a member twice, or none", "List each member once.")
        wider = dict(self._wider(listed))
        for name, shown in listed.items():
            numeric = _numeric(shown)
            numbers = tuple(map(int, shown)) if numeric else tuple(range(1, len(shown) + 1))
            own = [one not in self._members and not numeric for one in shown]
            if name not in wider:
                members = tuple(one if plain else f"{name}_{one}" for one, plain in zip(shown, own, strict=True))
                self.sorts[name] = Sort(name, tuple(shown), members, numbers, numeric)
                for one, member in zip(shown, members, strict=True):
                    self._members.setdefault(one, []).append((name, member))
        for name, other in wider.items():
            self.mended("part", f"'{name}' is read as a part of '{other}', whose members it has")
            whole = self.sorts[other]
            ones = tuple(whole.members[whole.shown.index(one)] for one in listed[name])
            self.sorts[name] = Sort(name, tuple(listed[name]), ones, (), False, other)

    @staticmethod
    def _wider(listed: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
        """Yield the sorts that are parts, each with the widest sort that it is a part of."""
        names = [*listed]
        for i, name in enumerate(names):
            found = [
                other
                for j, other in enumerate(names)
                if set(listed[name]) < set(listed[other]) or (set(listed[name]) == set(listed[other]) and j < i)
            ]
            if found and not _numeric(listed[name]):
                yield name, max(found, key=lambda other: len(listed[other]))

    def declared(self) -> tuple[DeclaredSort, ...]:
        """Return the enumerations."""
        return tuple(
            DeclaredSort(s.name, (*s.members, *([_absent(s.name)] if s.name in self.absent else [])))
            for s in self.sorts.values()
            if not s.within
        )

    def whole(self, sort: str) -> str:
        """Return the sort that a sort is a part of; itself if it is none."""
        return self.sorts[sort].within or sort if sort in self.sorts else sort

    def typed(self) -> tuple[Typed, ...]:
        """Return the sorts of all names."""
        found = [Typed(name, (), self.whole(sort)) for name, sort in self.constants.items()]
        for one in self.functions.values():
            arguments = tuple(map(self.whole, one.arguments))
            for name, result in zip(names_of(one), one.results, strict=True):
                found.append(Typed(name, arguments, self.whole(result)))
        found += [Typed(position(sort), (sort,), INT) for sort in self.ordered]
        return (*found, *self.made)

    def stated(self) -> Iterator[tuple[Formula, str]]:
        """Yield what holds beside the constraints, each with a sentence."""
        for name, sort in self.constants.items():
            if self.whole(sort) != sort:
                yield self.inside(sort, Fn(name)), f"{name} is one of {sort}"
        for made in self.functions.values():
            xs = [f"x{i}" for i in range(1, len(made.arguments) + 1)]
            for name, result in zip(names_of(made), made.results, strict=True):
                if self.whole(result) != result:
                    said = self.inside(result, Fn(name, tuple(map(Var, xs))))
                    yield close(said, xs, [self.whole(a) for a in made.arguments]), f"{name} is one of {result}"
        for sort, one in ((name, self.sorts[name]) for name in self.ordered):
            facts: list[Formula] = [
                Eq(Fn(position(sort), (Fn(member),)), Num(number))
                for member, number in zip(one.members, one.numbers, strict=True)
            ]
            facts += [Eq(Fn(position(sort), (Fn(_absent(sort)),)), Num(0))] if sort in self.absent else []
            yield conjunction(tuple(facts)), f"the order of {sort}"
        yield from ((one, "what is counted") for one in self.said)

    def inside(self, sort: str, term: Term) -> Formula:
        """Return that a thing is one of a sort that is a part of another."""
        return disjunction(tuple(Eq(term, Fn(member)) for member in self.sorts[sort].members))

    # Formulas.

    def formula(self, node: ast.expr, env: Env) -> Formula:
        """Return the formula that an expression is.

        Args:
            node: the expression.
            env: what its variables stand for.

        Raises:
            NotRead: it is none.
        """
        match node:
            case ast.BoolOp(op, values):
                parts = tuple(self.formula(value, env) for value in values)
                return conjunction(parts) if isinstance(op, ast.And) else disjunction(parts)
            case ast.UnaryOp(ast.Not(), operand):
                return negation(self.formula(operand, env))
            case ast.Compare(left, ops, comparators):
                sides = [left, *comparators]
                pairs = zip(ops, itertools.pairwise(sides), strict=True)
                return conjunction(tuple(self._compared(op, one, other, env) for op, (one, other) in pairs))
            case ast.IfExp(test, body, orelse):
                return self._cases(test, body, orelse, env)
            case ast.Constant(bool(value)):
                return Truth(value)
            case ast.Name(name) if name in _TRUTHS:
                return Truth(_TRUTHS[name])
            case ast.Call(ast.Name(name), args, []):
                return self._called(node, name, args, env)
            case ast.Name(name) if self.constants.get(name) == BOOL:
                return Atom(name)
            case ast.Tuple(elts) if all(map(self.says, elts)):
                self.mended("comma", "a comma between formulas is read as 'and'")
                return conjunction(tuple(self.formula(one, env) for one in elts))
        self.value(node, env)  # says what is wrong inside first
        refuse(
            "term-as-formula",
            f"'{_shown(node)}' is a thing or a number, where something that is true or false is expected",
            "Compare it: … == …",
        )

    def _called(self, node: ast.expr, name: str, args: list[ast.expr], env: Env) -> Formula:
        """Return the formula that a name makes of its arguments."""
        function = self.functions.get(name)
        if function is not None and function.results == (BOOL,):
            return self._applied(function, args, env)
        if name in ("And", "Or") and len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple):
            args = args[0].elts
        match name, args:
            case (("And" | "Or" | "all" | "any"), [ast.GeneratorExp() | ast.ListComp() as made]):
                return self._comprehended(name in ("And", "all"), made, env)
            case (("And" | "Or"), [_, *_]):
                parts = tuple(self.formula(one, env) for one in args)
                return conjunction(parts) if name == "And" else disjunction(parts)
            case "Not", [one]:
                return negation(self.formula(one, env))
            case (("Implies" | "Iff" | "Xor"), [one, other]):
                kinds: Mapping[str, type[Implies | Iff | Xor]] = {"Implies": Implies, "Iff": Iff, "Xor": Xor}
                return kinds[name](self.formula(one, env), self.formula(other, env))
            case "If", [one, other]:
                self.mended("if-for-implies", "'If' of two is read as 'Implies'")
                return Implies(self.formula(one, env), self.formula(other, env))
            case (("If" | "IfThenElse" | "Implies"), [test, body, orelse]):
                if name == "Implies":
                    self.mended("if-for-implies", "'Implies' of three is read as if, then and else")
                return self._cases(test, body, orelse, env)
            case (("ForAll" | "Forall" | "forall" | "Exists" | "exists"), [bound, body]):
                return self._quantified(Forall if name.lower() == "forall" else Exists, bound, body, env)
            case (("Distinct" | "AllDifferent" | "AllDistinct" | "AllDifferentConstraint"), _):
                return self._distinct(args, env)
            case (("AtLeast" | "AtMost" | "Exactly"), [bound, body, number]) if _is_binder(bound):
                relation = {"AtLeast": "≥", "AtMost": "≤", "Exactly": "="}[name]
                return self.related(relation, self._count(bound, body, env), self.value(number, env))
        if function is None and name not in _SAYING:
            self.value(node, env)
        refuse(
            "term-as-formula" if function is not None else "unexpected-token",
            f"'{_shown(node)}' is nothing that is true or false",
            "Compare it with something, or give 'And', 'ForAll' and the others what they take.",
        )

    def _cases(self, test: ast.expr, body: ast.expr, orelse: ast.expr, env: Env) -> Formula:
        condition = self.formula(test, env)
        return conjunction(
            (
                Implies(condition, self.formula(body, env)),
                Implies(negation(condition), self.formula(orelse, env)),
            )
        )

    def _quantified(self, kind: type[Forall | Exists], bound: ast.expr, body: ast.expr, env: Env) -> Formula:
        """Return a formula that holds for all, or some, of what is bound."""
        inner, binders, guards = self._bound(bound, env)
        found = self.formula(body, inner)
        if guards:
            guard = conjunction(guards)
            found = Implies(guard, found) if kind is Forall else And((guard, found))
        for name, sort in reversed(binders):
            found = kind(name, found, sort)
        return found

    def _bound(
        self, bound: ast.expr, env: Env
    ) -> tuple[dict[str, TermRead], list[tuple[str, str]], tuple[Formula, ...]]:
        """Return what variables are bound to, over which sorts they range, and what holds of them."""
        match bound:
            case ast.Subscript(ast.Name("_"), ast.Tuple(elts)):
                pass
            case ast.Subscript(ast.Name("_"), one):
                elts = [one]
            case _:
                refuse("no-sort", f"'{_shown(bound)}' names no sort for its variables", "Write [x:S], with its sort S.")
        inner, binders, guards = dict(env), list[tuple[str, str]](), list[Formula]()
        for one in elts:
            match one:
                case ast.Slice(ast.Name(name), ast.Name(sort), None):
                    self._bind(name, sort, inner, binders, guards)
                case ast.Name(name) if binders:  # [a, b:S] is written for [a:S, b:S]
                    refuse("no-sort", f"'{name}' has no sort", "Write [x:S, y:S], with a sort for each.")
                case _:
                    refuse("no-sort", f"'{_shown(one)}' names no variable with its sort", "Write [x:S].")
        return inner, binders, tuple(guards)

    def _bind(
        self,
        name: str,
        sort: str,
        inner: dict[str, TermRead],
        binders: list[tuple[str, str]],
        guards: list[Formula],
    ) -> None:
        """Bind a variable over a sort."""
        if sort not in self.sorts:
            known = ", ".join(self.sorts)
            refuse("unknown-sort", f"'{sort}' is no sort that is declared; there are {known}", f"Declare '{sort}'.")
        whole = self.whole(sort)
        inner[name] = plain(whole, Var(name))
        binders.append((name, whole))
        if whole != sort:
            guards.append(self.inside(sort, Var(name)))
        guards += self._present(whole, Var(name))

    def _comprehended(self, every: bool, made: ast.GeneratorExp | ast.ListComp, env: Env) -> Formula:
        """Return what ``all(… for x in S if …)`` says, or ``any``."""
        inner, binders, guards = dict(env), list[tuple[str, str]](), list[Formula]()
        for one in made.generators:
            match one.target, one.iter:
                case ast.Name(name), ast.Name(sort):
                    self._bind(name, sort, inner, binders, guards)
                case _:
                    refuse("no-sort", f"'{_shown(one.target)}' ranges over no sort", "Write for x in S.")
            guards += [self.formula(test, inner) for test in one.ifs]
        found = self.formula(made.elt, inner)
        if guards:
            guard = conjunction(tuple(guards))
            found = Implies(guard, found) if every else And((guard, found))
        for name, sort in reversed(binders):
            found = Forall(name, found, sort) if every else Exists(name, found, sort)
        return found

    def _distinct(self, args: list[ast.expr], env: Env) -> Formula:
        """Return that terms are of different things."""
        match args:
            case [bound, body] if _is_binder(bound):
                inner, binders, guards = self._bound(bound, env)
                rows = itertools.product(*(self.members(sort) for _, sort in binders))
                values = []
                for row in rows:
                    given = {name: plain(sort, term) for (name, sort), term in zip(binders, row, strict=True)}
                    if guards and not all(
                        _holds(g, {n: t for (n, _), t in zip(binders, row, strict=True)}) for g in guards
                    ):
                        continue
                    values.append(self.value(body, inner | given))
            case [ast.List(elts) | ast.Tuple(elts)] | elts if len(elts) > 1:
                values = [self.value(one, env) for one in elts]
            case _:
                refuse("unexpected-token", "'Distinct' takes a list of terms, or [x:S] and a term", "Distinct([a, b])")
        values = [self._counted(one) for one in values]
        terms = [one.plain for one in values]
        if len({one.sort for one in values}) == 1 and None not in terms and len(set(terms)) == len(terms) > 1:
            return Distinct(tuple(term for term in terms if term is not None))
        pairs = itertools.combinations(values, 2)
        return conjunction(tuple(negation(self.related("=", one, other)) for one, other in pairs))

    def each(self, bound: ast.expr, body: ast.expr) -> tuple[tuple[Formula, ...], list[tuple[str, str]]]:
        """Return what something says of each row of things that are bound, and what is bound."""
        inner, binders, guards = self._bound(bound, {})
        found = list[Formula]()
        for row in itertools.product(*(self.members(sort) for _, sort in binders)):
            given = {name: term for (name, _), term in zip(binders, row, strict=True)}
            if all(_holds(guard, given) for guard in guards):
                sorts = dict(binders)
                found.append(self.formula(body, inner | {n: plain(sorts[n], t) for n, t in given.items()}))
        return tuple(found), binders

    def place(self, member: str) -> int | None:
        """Return the number of a member in its sort."""
        for sort in self.sorts.values():
            if member in sort.members and not sort.within:
                return sort.numbers[sort.members.index(member)]
        return None

    def members(self, sort: str) -> list[Term]:
        """Return the members of a sort, without what stands for none."""
        return [Fn(member) for member in self.sorts[sort].members]

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr, env: Env) -> Formula:
        """Return what a comparison says."""
        relation = _RELATIONS.get(type(op))
        if relation is None:
            refuse("unexpected-token", "'is' compares what Python holds, not what is meant", "Write == or !=.")
        if relation in ("∈", "∉"):
            found = self._among(left, right, env)
            return found if relation == "∈" else negation(found)
        says = [self.says(side) for side in (left, right)]
        if any(says) and relation in ("=", "≠"):
            one, other = (self._truth(side, env) for side in (left, right))
            same = _equivalent(one, other)
            return same if relation == "=" else negation(same)
        return self.related(relation, self.value(left, env), self.value(right, env))

    def _truth(self, node: ast.expr, env: Env) -> Formula:
        """Return a formula; 1 and 0 stand for the truth values beside one."""
        if isinstance(node, ast.Constant) and node.value in (0, 1) and not isinstance(node.value, bool):
            self.mended("number-for-truth", f"{node.value} is read as {bool(node.value)}")
            return Truth(bool(node.value))
        return self.formula(node, env)

    def _among(self, left: ast.expr, right: ast.expr, env: Env) -> Formula:
        """Return that a term is one of those that are listed, or of a sort."""
        one = self.value(left, env)
        match right:
            case ast.List(elts) | ast.Tuple(elts) | ast.Set(elts):
                return disjunction(tuple(self.related("=", one, self.value(other, env)) for other in elts))
            case ast.Name(name) if name in self.sorts:
                sort = self.sorts[name]
                if sort.within:
                    return disjunction(
                        tuple(self.related("=", one, plain(sort.within, Fn(member))) for member in sort.members)
                    )
                if one.sort == name:
                    return Truth(True)
        refuse("unexpected-token", f"'{_shown(right)}' is no list of terms", "Write … in [a, b].")

    def says(self, node: ast.expr) -> bool:
        """Return whether an expression is true or false, and no term."""
        match node:
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
                return True
            case ast.Name(name):
                return name in _TRUTHS or self.constants.get(name) == BOOL
            case ast.Call(ast.Name(name), args):
                if name in ("If", "IfThenElse"):
                    return self.says(args[-1])
                function = self.functions.get(name)
                return name in _SAYING if function is None else function.results == (BOOL,)
        return False

    def _gives_number(self, node: ast.expr) -> bool:
        """Return whether an expression is a declared function into numbers."""
        match node:
            case ast.Call(ast.Name(name)) if name in self.functions:
                results = self.functions[name].results
                return results == (INT,) or (
                    len(results) == 1 and results[0] in self.sorts and self.sorts[results[0]].numeric
                )
        return False

    def related(self, relation: str, one: TermRead, other: TermRead) -> Formula:
        """Return that two terms stand in a relation, in all of their cases."""
        if relation == "≠":
            return negation(self.related("=", one, other))
        if one.parts or other.parts:
            return self._rows(relation, one, other)
        for left, right, op in ((one, other, relation), (other, one, _TURNED.get(relation, relation))):
            number = right.plain
            if left.count is not None and isinstance(number, Num) and isinstance(number.value, int):
                return _counts(left.count, op, number.value)
        one, other = self._fitted(relation, self._counted(one), self._counted(other))
        cases = list[Formula]()
        if len(one.ways) * len(other.ways) > MAX_WAYS:
            refuse("too-long", f"written out it has more than {MAX_WAYS} cases", "Count or calculate less at once.")
        for left_way, right_way in itertools.product(one.ways, other.ways):
            atom: Formula
            if relation == "=":
                atom = Truth(True) if left_way.term == right_way.term else Eq(left_way.term, right_way.term)
            else:
                atom = Cmp(relation, left_way.term, right_way.term)  # type: ignore[arg-type]
            made = conjunction((*left_way.guards, *right_way.guards, atom))
            for name, sort in reversed((*left_way.binders, *right_way.binders)):
                made = Exists(name, made, sort)
            cases.append(made)
        return disjunction(tuple(cases))

    def _rows(self, relation: str, one: TermRead, other: TermRead) -> Formula:
        """Return that two rows are the same, each term the other's at its place."""
        if len(one.parts) != len(other.parts) or relation != "=":
            refuse("sort-clash", "a row of several terms is compared with something else", "Compare term by term.")
        pairs = [(a, b) for a, b in zip(one.parts, other.parts, strict=True) if a is not None and b is not None]
        return conjunction(tuple(self.related("=", a, b) for a, b in pairs))

    def _fitted(self, relation: str, one: TermRead, other: TermRead) -> tuple[TermRead, TermRead]:
        """Return two terms as terms of one sort."""
        if relation != "=":
            return self.fitted(one, INT), self.fitted(other, INT)
        if one.sort == other.sort:
            return one, other
        for value, rest in ((one, other), (other, one)):
            if value.sort == NOTHING and rest.sort in self.absent:
                return rest, plain(rest.sort, Fn(_absent(rest.sort)))
        if INT in (one.sort, other.sort):
            number, thing = (one, other) if one.sort == INT else (other, one)
            if isinstance(number.plain, Num):
                return thing, self.fitted(number, thing.sort)
            return self.fitted(one, INT), self.fitted(other, INT)
        if isinstance(other.plain, Fn) and self._called_so(other, one.sort) is not None:
            return one, self.fitted(other, one.sort)
        if isinstance(one.plain, Fn) and self._called_so(one, other.sort) is not None:
            return self.fitted(one, other.sort), other
        if self.sorts[one.sort].numeric and self.sorts[other.sort].numeric:
            return self.fitted(one, INT), self.fitted(other, INT)
        refuse(
            "sort-clash",
            f"a thing of '{one.sort}' is compared with one of '{other.sort}'",
            "Compare things of one sort.",
        )

    def _called_so(self, value: TermRead, sort: str) -> str | None:
        """Return the member of a sort that has the name of a member of another one."""
        term, there = value.plain, self.sorts.get(value.sort)
        if not isinstance(term, Fn) or there is None or term.name not in there.members or sort not in self.sorts:
            return None
        shown, here = there.shown[there.members.index(term.name)], self.sorts[sort]
        return here.members[here.shown.index(shown)] if shown in here.shown else None

    def fitted(self, value: TermRead, sort: str, what: str = "") -> TermRead:
        """Return a term as one of a sort: a member as its number, a number as the member that has it.

        Raises:
            NotRead: it can't be one.
        """
        if value.sort == sort:
            return value
        value = self._counted(value)
        here, there = self.sorts.get(sort), self.sorts.get(value.sort)
        if here is not None and here.within:
            return self.fitted(value, here.within, what)
        if sort == INT and there is not None:
            self.ordered[value.sort] = None
            if not there.numeric:
                self.mended("order", f"members of '{there.name}' are compared by the order in which they are listed")
            return TermRead(INT, tuple(self._number(there, way) for way in value.ways))
        if here is not None and value.sort == INT:
            if isinstance(number := value.plain, Num):
                if not here.numeric:
                    self.mended("place", f"a number is read as the member of '{sort}' at that place in its list")
                at = here.numbers.index(int(number.value)) if number.value in here.numbers else None
                return TermRead(sort, ()) if at is None else plain(sort, Fn(here.members[at]))
            self.ordered[sort] = None
            if not here.numeric:
                self.mended("order", f"members of '{sort}' are counted by the order in which they are listed")
            return TermRead(sort, tuple(self._at(sort, way) for way in value.ways))
        if (member := self._called_so(value, sort)) is not None:
            return plain(sort, Fn(member))
        if here is not None and there is not None and here.numeric and there.numeric:
            return self.fitted(self.fitted(value, INT), sort)
        of = f"'{what}' takes a '{sort}'" if what else f"a '{sort}' is expected"
        given = "a row of several" if not value.sort else f"one of '{value.sort}'" if there else "a number"
        refuse("sort-clash", f"{of}, and {given} stands there", "Give it a thing of its sort.")

    def _number(self, sort: Sort, way: Way) -> Way:
        """Return the number of a member, which what stands for no value has not."""
        if isinstance(way.term, Fn) and way.term.name in sort.members:
            return way._replace(term=Num(sort.numbers[sort.members.index(way.term.name)]))
        return Way(
            way.binders, (*way.guards, *self._present(sort.name, way.term)), Fn(position(sort.name), (way.term,))
        )

    def _present(self, sort: str, term: Term) -> tuple[Formula, ...]:
        """Return that a term is no value's absence, where its sort has such a member."""
        return (Not(Eq(term, Fn(_absent(sort)))),) if sort in self.absent else ()

    def _at(self, sort: str, way: Way) -> Way:
        """Return the member with a number; there may be none."""
        name = self.fresh(sort)
        guard = Eq(Fn(position(sort), (Var(name),)), way.term)
        return Way((*way.binders, (name, sort)), (*way.guards, guard, *self._present(sort, Var(name))), Var(name))

    def _of(self, function: FunctionSorts, sort: str, way: Way) -> Way:
        """Return the thing that has a value; there may be none."""
        name = self.fresh(sort)
        guard = Eq(Fn(function.name, (Var(name),)), way.term)
        return Way((*way.binders, (name, sort)), (*way.guards, guard), Var(name))

    def fresh(self, sort: str) -> str:
        """Return a variable that is used nowhere in the constraint."""
        name = next(one for i in itertools.count(1) if (one := f"{sort[:1].lower()}_{i}") not in self.used)
        self.used.add(name)
        return name

    # Terms.

    def value(self, node: ast.expr, env: Env) -> TermRead:
        """Return the term that an expression is.

        Args:
            node: the expression.
            env: what its variables stand for.

        Raises:
            NotRead: it is none.
        """
        match node:
            case ast.Constant(int(number)) if not isinstance(number, bool):
                return plain(INT, Num(number))
            case ast.Constant(str(name)):
                return self._named(name, env)
            case ast.Constant(None):
                return TermRead(NOTHING)
            case ast.Name(name):
                return self._named(name.removeprefix("_") if name[1:2].isdigit() and name[0] == "_" else name, env)
            case ast.Tuple(elts) | ast.List(elts) if len(elts) > 1:
                return TermRead("", parts=tuple(None if _is_any(one) else self.value(one, env) for one in elts))
            case ast.UnaryOp(ast.USub(), operand):
                return self._calculated("-", plain(INT, Num(0)), self.value(operand, env))
            case ast.BinOp(left, op, right) if type(op) in _CALCULATES:
                return self._calculated(_CALCULATES[type(op)], self.value(left, env), self.value(right, env))
            case ast.BinOp(_, op, _):
                refuse(
                    "unexpected-token",
                    f"'{_shown(node)}': signs such as & and | bind more tightly than a comparison",
                    "Write And(…, …) or Or(…, …).",
                )
            case ast.IfExp(test, body, orelse):
                return self._chosen(test, body, orelse, env)
            case ast.Subscript(one, ast.Constant(int(at))) if (row := self.value(one, env)).parts:
                if (found := row.parts[at] if 0 <= at < len(row.parts) else None) is None:
                    refuse("unexpected-token", f"'{_shown(node)}': there is no part {at}", "Count from 0.")
                return found
            case ast.Call(ast.Name(name), args, []):
                return self._made(node, name, args, env)
        if self.says(node):
            condition = self.formula(node, env)
            return TermRead(INT, (Way((), (condition,), Num(1)), Way((), (negation(condition),), Num(0))))
        refuse(
            "unexpected-token", f"'{_shown(node)}' is nothing that can stand here", "Write a name, a number or a term."
        )

    def _named(self, name: str, env: Env) -> TermRead:
        """Return what a name stands for."""
        if name in env:
            return env[name]
        if found := self._members.get(name):
            return plain(*_first(found))
        if name in self.constants:
            return plain(self.constants[name], Fn(name))
        if re.fullmatch(r"\d+", name):
            return plain(INT, Num(int(name)))
        if name in ("null", "none", "None", "nobody", "nothing"):
            return TermRead(NOTHING)
        kind = "a function, and takes arguments" if name in self.functions else "declared nowhere"
        kind = "a sort, and no thing" if name in self.sorts else kind
        refuse("undeclared-name", f"'{name}' is {kind}", f"Declare '{name}', or name a member of a sort.")

    def _made(self, node: ast.expr, name: str, args: list[ast.expr], env: Env) -> TermRead:
        """Return the term that a name makes of its arguments."""
        function = self.functions.get(name)
        if function is not None and function.results != (BOOL,):
            ways = self._arguments(function, args, env)
            found = tuple(
                TermRead(self.whole(sort), tuple(way._replace(term=Fn(one, terms)) for way, terms in ways))
                for one, sort in zip(names_of(function), function.results, strict=True)
            )
            return found[0] if len(found) == 1 else TermRead("", parts=found)
        match name, args:
            case (("Count" | "count"), [bound, body]) if _is_binder(bound):
                if self.says(body) or not self._gives_number(body):
                    return self._count(bound, body, env)
                self.mended("count-of-numbers", "'Count' of what are numbers is read as their sum")
                return self._made(node, "Sum", args, env)
            case (("Sum" | "sum"), [bound, body]) if _is_binder(bound):
                if self.says(body):
                    return self._count(bound, body, env)
                inner, binders, guards = self._bound(bound, env)
                rows = itertools.product(*(self.members(sort) for _, sort in binders))
                named = [{n: t for (n, _), t in zip(binders, row, strict=True)} for row in rows]
                sorts = dict(binders)
                values = [
                    self.value(body, inner | {n: plain(sorts[n], t) for n, t in one.items()})
                    for one in named
                    if all(_holds(guard, one) for guard in guards)
                ]
                return self._sum(values)
            case (("Sum" | "sum" | "Count"), [ast.List(elts)]):
                return self._sum([self.value(one, env) for one in elts])
            case (("Sum" | "sum"), [_, _, *_]):
                return self._sum([self.value(one, env) for one in args])
            case (("Abs" | "abs"), [one]):
                value = self.fitted(self.value(one, env), INT)
                return TermRead(INT, tuple(itertools.chain.from_iterable(map(_absolute, self._counted(value).ways))))
            case (("Max" | "max" | "Min" | "min"), [_, *_]):
                elts = args[0].elts if len(args) == 1 and isinstance(args[0], ast.List) else args
                values = [self.fitted(self.value(one, env), INT) for one in elts]
                return self._extreme("≥" if name.lower() == "max" else "≤", values)
            case (("If" | "IfThenElse"), [test, body, orelse]):
                return self._chosen(test, body, orelse, env)
            case (("ArgMin" | "ArgMax"), [bound, body]) if _is_binder(bound):
                return self._best("≤" if name == "ArgMin" else "≥", bound, body, env)
        if self.says(node):
            condition = self.formula(node, env)
            return TermRead(INT, (Way((), (condition,), Num(1)), Way((), (negation(condition),), Num(0))))
        if name in ("Count", "Sum", "Abs", "If"):
            refuse("unexpected-token", f"'{_shown(node)}' is nothing that can stand here", "Write Count([x:S], …).")
        refuse("undeclared-name", f"'{name}' is declared nowhere", f"Declare it: {name} = Function([S] -> [S]).")

    def _chosen(self, test: ast.expr, body: ast.expr, orelse: ast.expr, env: Env) -> TermRead:
        """Return a term that is one or another, as something holds or not."""
        condition = self.formula(test, env)
        one, other = self._fitted("=", *(self._counted(self.value(side, env)) for side in (body, orelse)))
        ways = [way._replace(guards=(condition, *way.guards)) for way in one.ways]
        ways += [way._replace(guards=(negation(condition), *way.guards)) for way in other.ways]
        return TermRead(one.sort, tuple(ways))

    def _best(self, relation: Relation, bound: ast.expr, body: ast.expr, env: Env) -> TermRead:
        """Return the one of which a number is the least, or the greatest."""
        inner, binders, guards = self._bound(bound, env)
        if len(binders) != 1:
            refuse("no-sort", "one variable is expected", "Write ArgMin([x:S], …).")
        [(name, sort)] = binders
        best, other = self.fresh(sort), self.fresh(sort)
        ones = [self.value(body, {**inner, name: plain(sort, Var(one))}) for one in (best, other)]
        beats = self.related(relation, *ones)
        return TermRead(sort, (Way(((best, sort),), (*guards, Forall(other, beats, sort)), Var(best)),))

    def _extreme(self, relation: Relation, values: list[TermRead]) -> TermRead:
        ways = list[Way]()
        for i, rows in enumerate(itertools.product(*(self._counted(value).ways for value in values))):
            if i > MAX_WAYS:
                refuse("too-long", f"written out it has more than {MAX_WAYS} cases", "Compare fewer terms.")
            guards = tuple(guard for way in rows for guard in way.guards)
            binders = tuple(binder for way in rows for binder in way.binders)
            for one in rows:
                beats = tuple(Cmp(relation, one.term, other.term) for other in rows if other is not one)
                ways.append(Way(binders, (*guards, *beats), one.term))
        return TermRead(INT, tuple(ways))

    def _calculated(self, name: str, one: TermRead, other: TermRead) -> TermRead:
        """Return what is calculated of two numbers."""
        one, other = (self._counted(self.fitted(value, INT)) for value in (one, other))
        if len(one.ways) * len(other.ways) > MAX_WAYS:
            refuse("too-long", f"written out it has more than {MAX_WAYS} cases", "Count or calculate less at once.")
        return TermRead(
            INT,
            tuple(
                Way(a.binders + b.binders, a.guards + b.guards, _calculated(name, a.term, b.term))
                for a, b in itertools.product(one.ways, other.ways)
            ),
        )

    def _sum(self, values: list[TermRead]) -> TermRead:
        found = plain(INT, Num(0)) if not values else values[0]
        for one in values[1:]:
            found = self._calculated("+", found, one)
        return found

    def _count(self, bound: ast.expr, body: ast.expr, env: Env) -> TermRead:
        """Return how many things there are of which something holds."""
        inner, binders, guards = self._bound(bound, env)
        said = self.formula(body, inner)
        said = conjunction((*guards, said)) if guards else said
        name, sort = binders[-1]
        if len(self.sorts[sort].members) > MAX_COUNT:
            refuse("wrong-count", f"'{sort}' has more than {MAX_COUNT} members to count", "Count over fewer.")
        if len(binders) == 1:
            return TermRead(INT, count=Count("=", 0, name, said, sort))
        counted = Count("=", 0, name, said, sort)
        outer = [
            (one, value.sort) for one, value in env.items() if value.plain == Var(one) and one not in dict(binders)
        ]
        params = [*outer, *binders[:-1]]
        called = f"count_{len(self.made) + 1}"
        term = Fn(called, tuple(Var(one) for one, _ in params))
        most = len(self.sorts[sort].members)
        cases = [And((Eq(term, Num(k)), replace(counted, number=k))) for k in range(most + 1)]
        names, sorts = [one for one, _ in params], [one for _, one in params]
        self.said.append(close(And((Cmp("≤", Num(0), term), Cmp("≤", term, Num(most)))), names, sorts))
        self.said.append(close(Or(tuple(cases)), names, sorts))
        self.made.append(Typed(called, tuple(sorts), INT))
        rows = itertools.product(*(self.members(one) for _, one in binders[:-1]))
        given = tuple(Var(one) for one, _ in outer)
        return self._sum([plain(INT, Fn(called, given + row)) for row in rows])

    def _counted(self, value: TermRead) -> TermRead:
        """Return a number of things as its cases."""
        if value.count is None:
            return value
        most = len(self.sorts[value.count.sort].members)
        ways = [Way((), (replace(value.count, number=k),), Num(k)) for k in range(most + 1)]
        return TermRead(INT, tuple(ways))

    def _applied(self, function: FunctionSorts, args: list[ast.expr], env: Env) -> Formula:
        """Return the atom of a predicate, in all cases of its arguments."""
        cases = list[Formula]()
        for way, terms in self._arguments(function, args, env):
            made = conjunction((*way.guards, Atom(function.name, terms)))
            for name, sort in reversed(way.binders):
                made = Exists(name, made, sort)
            cases.append(made)
        return disjunction(tuple(cases))

    def _arguments(self, function: FunctionSorts, args: list[ast.expr], env: Env) -> list[tuple[Way, tuple[Term, ...]]]:
        """Return the cases of a function's arguments: what holds in each, and the terms."""
        values = [self._anything(function, i) if _is_any(arg) else self.value(arg, env) for i, arg in enumerate(args)]
        values = [part for one in values for part in (one.parts or (one,)) if part is not None]
        if len(values) != len(function.arguments):
            takes = f"{len(function.arguments)} argument{'s' * (len(function.arguments) != 1)}"
            refuse(
                "arity-clash",
                f"'{function.name}' takes {takes}, not {len(values)}",
                "Give it what it is declared with.",
            )
        fitted = []
        for value, sort in zip(self._in_place(function, values), function.arguments, strict=True):
            try:
                fitted.append(self.fitted(value, sort, function.name))
            except NotRead:
                fitted.append(self._inverse(function, value))
        rows = list[tuple[Way, tuple[Term, ...]]]()
        for ways in itertools.product(*(value.ways for value in fitted)):
            binders = tuple(binder for way in ways for binder in way.binders)
            guards = tuple(guard for way in ways for guard in way.guards)
            rows.append((Way(binders, guards, Num(0)), tuple(way.term for way in ways)))
        return rows

    def _in_place(self, function: FunctionSorts, values: list[TermRead]) -> list[TermRead]:
        """Return arguments, each where its sort stands, if all are of different sorts and not in this order."""
        sorts = [self.whole(sort) for sort in function.arguments]
        given = [value.sort for value in values]
        if given == sorts or sorted(given) != sorted(sorts) or len(set(sorts)) < len(sorts):
            return values
        self.mended("argument-order", f"the arguments of '{function.name}' are read in the order of its sorts")
        return [values[given.index(sort)] for sort in sorts]

    def _anything(self, function: FunctionSorts, at: int) -> TermRead:
        """Return something of the sort that a function takes at a place."""
        sort = self.whole(function.arguments[min(at, len(function.arguments) - 1)])
        if sort not in self.sorts:
            refuse("no-sort", "'_' stands where numbers do", "Write Exists([x:S], …).")
        self.mended("anonymous-variable", "'_' is read as something, with 'Exists' around the smallest part")
        name = self.fresh(sort)
        return TermRead(sort, (Way(((name, sort),), (), Var(name)),))

    def _inverse(self, function: FunctionSorts, value: TermRead) -> TermRead:
        """Return what has a value, where a function is applied to that, if there can be one such thing only."""
        if function.name in self.one_to_one and len(function.arguments) == len(function.results) == 1:
            sort = function.arguments[0]
            self.mended("inverse", f"'{function.name}' of a value is read as what has that value: it is one to one")
            value = self.fitted(value, function.results[0])
            return TermRead(sort, tuple(self._of(function, sort, way) for way in value.ways))
        given = f"one of '{value.sort}'" if value.sort in self.sorts else "a number" if value.sort else "a row"
        takes = ", ".join(function.arguments)
        refuse("sort-clash", f"'{function.name}' takes '{takes}', and {given} stands there", "Give it what it takes.")


def position(sort: str) -> str:
    """Return the name of the function that gives each member of a sort its number."""
    return f"number_{sort}"


def _absent(sort: str) -> str:
    return f"no_{sort}"


def names_of(function: FunctionSorts) -> list[str]:
    """Return the names of the functions that give a function's value, one for each part of a row."""
    if len(function.results) == 1:
        return [function.name]
    return [f"{function.name}_{i}" for i in range(1, len(function.results) + 1)]


def _numeric(shown: Sequence[str]) -> bool:
    return all(re.fullmatch(r"-?\d+", one) for one in shown)


_TURNED: Final[Mapping[str, str]] = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def _counts(count: Count, relation: str, number: int) -> Formula:
    """Return that the number of things stands in a relation to a numeral."""
    if relation in ("<", ">"):
        relation, number = ("≤", number - 1) if relation == "<" else ("≥", number + 1)
    if number < 0 or (relation == "≥" and number == 0):
        return Truth(relation == "≥")
    if number > MAX_COUNT:
        return Truth(relation == "≤")
    return Count(relation, number, count.var, count.body, count.sort)  # type: ignore[arg-type]


def _calculated(name: str, one: Term, other: Term) -> Term:
    match name, one, other:
        case (("+" | "-"), _, Num(0)):
            return one
        case "%", Num(int(a)), Num(int(b)) if b > 0:
            return Num(a % b)
        case (("+" | "-" | "*"), Num(a), Num(b)):
            return Num(int(ARITHMETIC[name](Fraction(a), Fraction(b))))
    if name == "%" and not (isinstance(other, Num) and other.value > 0):
        refuse(
            "unexpected-token", "what is left over is asked for a divisor that is no positive number", "Write … % 7."
        )
    return Fn(name, (one, other))


def _absolute(way: Way) -> list[Way]:
    """Return the cases of a number without its sign."""
    if isinstance(way.term, Num) and isinstance(way.term.value, int):
        return [way._replace(term=Num(abs(way.term.value)))]
    if not (isinstance(way.term, Fn) and way.term.name == "-"):
        turned: Term = Fn("-", (Num(0), way.term))
    else:
        turned = Fn("-", (way.term.args[1], way.term.args[0]))
    return [
        way._replace(guards=(*way.guards, Cmp("≥", way.term, Num(0)))),
        way._replace(guards=(*way.guards, Cmp("<", way.term, Num(0))), term=turned),
    ]


def _equivalent(one: Formula, other: Formula) -> Formula:
    for left, right in ((one, other), (other, one)):
        if isinstance(right, Truth):
            return left if right.value else negation(left)
    return Iff(one, other)


def _holds(guard: Formula, given: Mapping[str, Term]) -> bool:
    """Return whether a guard of a part of a sort, an alternative of members, holds of a member."""
    parts: Iterable[Formula] = guard.parts if isinstance(guard, Or) else (guard,)
    for one in parts:
        equal = one.body if isinstance(one, Not) else one
        assert isinstance(equal, Eq)
        assert isinstance(equal.left, Var)
        if (given.get(equal.left.name) == equal.right) is not isinstance(one, Not):
            return True
    return False


def _first(found: list[tuple[str, str]]) -> tuple[str, Term]:
    sort, member = found[0]
    return sort, Fn(member)


def _is_binder(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "_"


def _is_any(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("any", "_", "Any")


def _shown(node: ast.expr) -> str:
    try:
        text = ast.unparse(node).replace("_[", "[")
    except (RecursionError, ValueError):
        return "this"
    return text if len(text) < 60 else text[:57] + "…"
