"""What stands between two signs: names with what is in their brackets, and whether it is a formula or a term."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import lexer
from .diagnostics import Level
from .faults import Unclear
from .lexer import NAME, QUOTED
from .names import FREE_LETTER, decode_tptp_variable, distinct_object, number_named
from .signs import POWER, RELATIONAL, Expression
from .syntax import ARITHMETIC, Atom, Cmp, Exists, Fn, Formula, Not, Num, Relation, Term, Truth, Var

if TYPE_CHECKING:
    from .parser import Parser

_TRUTH_VALUES: Final = {"True": True, "False": False, "true": True, "false": False}
_TPTP_ARITHMETIC: Final = {"$sum": "+", "$difference": "-", "$product": "*"}
_TPTP_RELATIONS: Final[dict[str, Relation]] = {
    "$less": "<",
    "$lesseq": "≤",
    "$greater": ">",
    "$greatereq": "≥",
}


def is_bound(p: Parser, name: str) -> bool:
    """Return whether a quantifier binds the name here."""
    if p.dialect.variables == "capitals":
        return name[0].isupper() and decode_tptp_variable(name) in p.bound
    return name in p.bound


def bare_name(p: Parser, name: str, at: int) -> Term:
    """Return the variable or constant that a name without brackets is, by the dialect's convention."""
    convention = p.dialect.variables
    if convention == "letters":
        if name in p.bound:
            return Var(name)
        if name[0] in "uvwxyz" and FREE_LETTER.fullmatch(name):
            p.unbound.setdefault(name, at)
            return Var(name)
    elif convention == "capitals":
        if name[0].isupper():
            name = decode_tptp_variable(name)
            if name not in p.bound:
                p.unbound.setdefault(name, at)
            return Var(name)
    elif name[0] == "$":
        p.unbound.setdefault(name[1:], at)
        return Var(name[1:])
    elif name[0] in "uvwxyz" and FREE_LETTER.fullmatch(name):
        p.report.note(
            Level.WARNING, "free-variable", f"'{name}' is read as the variable ${name}", at, "Write $ before it."
        )
        p.unbound.setdefault(name, at)
        return Var(name)
    if name == "_" and p.in_arguments:
        fresh = f"_{at}"
        p.anonymous.append(fresh)
        p.report.note(
            Level.MENDED,
            "anonymous-variable",
            "'_' is read as 'something', a variable of its own",
            at,
            "Name the variable and quantify it.",
        )
        return Var(fresh)
    return Fn(name)


def plain_atom(p: Parser, at: int) -> Expression:
    """Read a predicate or function with names only between its brackets, one token to the lexer."""
    name, _, inside = p.tokens[at][:-1].partition("(")
    names = inside.split(",") if "," in inside else (inside,)
    keywords = lexer.KINDS
    if name in keywords or name[0] == "$" or is_bound(p, name):
        raise Unclear
    args: list[Term] = []
    for arg in names:
        arg = arg.lstrip()
        if arg in keywords:
            raise Unclear
        args.append(bare_name(p, arg, at))
    p.i = at + 1
    if p.in_arguments or POWER.get(p.kinds[p.i], 0) >= RELATIONAL:
        return Fn(name, tuple(args))
    return atom(p, name, tuple(args))


def named(p: Parser, at: int, kind: str) -> Expression:
    """Read a name, with its arguments if a bracket follows."""
    token = p.tokens[at]
    plain = token.isalnum() and kind != QUOTED
    name = token if plain else lexer.unquote(token)
    p.i = at + 1
    if not name:
        p.report.fail("empty-name", "a name without letters", at, "Put the name between the quotes.", "a name")
    if p.kinds[p.i] == "(":
        if kind == NAME and is_bound(p, name):
            p.report.fail(
                "variable-applied",
                f"'{name}' is a variable and can't be applied to arguments",
                at,
                "Rename the variable, or put a connective between it and the bracket.",
            )
        p.i += 1
        p.deeper()
        args = arguments(p)
        p.depth -= 1
        if not p.in_arguments and POWER.get(p.kinds[p.i], 0) < RELATIONAL and name[0] != "$":
            return atom(p, name, args)
        return application(p, name, args, kind)
    if kind == QUOTED:
        marked = p.dialect.variables == "capitals" and token[0] == '"'
        return Fn(distinct_object(name) if marked else name)
    return bare_name(p, name, at)


def arguments(p: Parser) -> tuple[Term, ...]:
    """Read terms up to the closing bracket, and step behind it."""
    kinds = p.kinds
    args: list[Term] = []
    if kinds[p.i] != ")":
        outer, p.in_arguments = p.in_arguments, True
        while True:
            start = p.i
            if kinds[start] == NAME and kinds[start + 1] in (",", ")"):  # by far the most common
                p.i = start + 1
                token = p.tokens[start]
                args.append(bare_name(p, token if token.isalnum() else lexer.unquote(token), start))
            else:
                args.append(as_term(p, p.expression(0), start))
            if kinds[p.i] != ",":
                break
            p.i += 1
        p.in_arguments = outer
    p.close_bracket("',' or ')'")
    return tuple(args)


def application(p: Parser, name: str, args: tuple[Term, ...], kind: str) -> Expression:
    """Return a function with its arguments, or what TPTP's own words mean."""
    if name[0] == "$" and kind == NAME and len(args) == 2:
        if name in _TPTP_ARITHMETIC:
            return Fn(_TPTP_ARITHMETIC[name], args)
        if name in _TPTP_RELATIONS:
            return Cmp(_TPTP_RELATIONS[name], args[0], args[1])
    return Fn(name, args)


def atom(p: Parser, name: str, args: tuple[Term, ...]) -> Formula:
    """Return a predicate with its arguments, negated or quantified as the dialect and ``_`` ask."""
    formula: Formula = Atom(name, args)
    if p.dialect.truth_argument and args:
        last = args[-1]
        if isinstance(last, Fn) and not last.args and last.name in _TRUTH_VALUES:
            formula = Atom(name, args[:-1])
            if not _TRUTH_VALUES[last.name]:
                formula = Not(formula)
    while p.anonymous:
        formula = Exists(p.anonymous.pop(), formula)
    return formula


def as_formula(p: Parser, value: Expression, at: int) -> Formula:
    """Return what was read at a place as a formula."""
    if type(value) is Fn:
        if value.name in ARITHMETIC and len(value.args) == 2:
            p.report.fail(
                "term-as-formula",
                "a number stands where a formula should",
                at,
                "Compare it with something, as in x + 1 < 5.",
                "a formula",
            )
        return atom(p, value.name, value.args)
    if isinstance(value, Var):
        if value.name in p.bound or p.dialect.variables != "letters":
            p.report.fail(
                "term-as-formula",
                f"the variable '{value.name}' stands where a formula should",
                at,
                "Apply a predicate to it.",
                "a formula",
            )
        return Atom(value.name)
    if isinstance(value, Num):
        p.report.fail("term-as-formula", f"the number {value.value} stands where a formula should", at, "", "a formula")
    assert not isinstance(value, Fn)
    return value


def as_term(p: Parser, value: Expression, at: int) -> Term:
    """Return what was read at a place as a term."""
    if isinstance(value, Fn):
        return value if value.args else number_named(value.name) or value
    if isinstance(value, Var | Num):
        return value
    if isinstance(value, Atom):  # a bracketed application
        return Fn(value.name, value.args)
    if isinstance(value, Truth):
        return Fn("True" if value.value else "False")
    p.report.note(
        Level.ERROR,
        "formula-as-term",
        "a formula stands where a term should",
        at,
        "First-order logic speaks of things, not of statements: use a predicate of its own for this.",
        "a term",
    )
    return Fn("?")
