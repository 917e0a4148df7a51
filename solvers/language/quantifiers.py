"""Quantifiers in every notation that models write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from . import lexer
from .faults import Unclear
from .lexer import ATOM, NAME, QUOTED
from .names import FREE_LETTER, decode_tptp_variable
from .operands import as_formula, as_term
from .rewrite import nothing_else
from .signs import END, POWER, UNARY
from .syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Term, Var
from .traverse import walk

if TYPE_CHECKING:
    from .parser import Parser

MAX_COPIED: Final = 2000
"""The most nodes of what ``∃!`` states twice."""
_LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")


def bracketed_quantifier(p: Parser) -> Formula | None:
    """Read ``(∀x)(∃y) …`` or ``(all x) …``, if the bracket holds nothing else."""
    kinds = p.kinds
    if not (kinds[p.i + 1] == NAME and kinds[p.i + 2] == ")"):
        return None
    if kinds[p.i + 3] in (END, ")", ",") or (kinds[p.i + 3] in POWER and kinds[p.i + 3] != "-"):
        return None
    kind = kinds[p.i]
    name = variable(p, p.tokens[p.i + 1])
    p.i += 3
    return scope(p, kind, [name], None, False)


def quantified(p: Parser, kind: str) -> Formula:
    """Read variables and scope behind a quantifier, and build the formula."""
    at = p.i
    unique = p.kinds[at] in ("not", "forall") and p.tokens[at] == "!" and kind == "exists"
    if unique:
        p.i += 1
    functional = functional_quantifier(p)
    names = variables(p)
    domain: Term | None = None
    if p.kinds[p.i] == "∈":
        p.i += 1
        start = p.i
        domain = as_term(p, member_set(p), start)
    if p.kinds[p.i] in (".", ":", ",", ";") or (p.tokens[p.i] == "|" and p.kinds[p.i - 1] == ")"):
        p.i += 1
    if functional:
        body = scope(p, kind, names, domain, unique, wide=True)
        p.close_bracket("')'")
        return body
    return scope(p, kind, names, domain, unique)


def functional_quantifier(p: Parser) -> bool:
    """Step into the bracket of ``Exists(x, …)`` or ``ForAll([x, y], …)``, if this is one."""
    kinds, at = p.kinds, p.i
    if kinds[at] != "(":
        return False
    inner = at + 1
    if kinds[inner] == "(":  # the variables have a bracket of their own
        while kinds[inner] in ("(", NAME, ","):
            inner += 1
        functional = kinds[inner] == ")" and kinds[inner + 1] == ","
    else:
        functional = kinds[inner] == NAME and kinds[inner + 1] == "," and (
            kinds[inner + 2] != NAME or kinds[inner + 3] not in (",", ")")
        )  # fmt: skip
    p.i += functional
    return functional


def member_set(p: Parser) -> Term:
    """Read the set of ``∀x ∈ s``, before whose scope a bracket may stand."""
    if p.kinds[p.i] not in (NAME, QUOTED):
        p.report.unexpected(p.i, p.kinds[p.i], "the set that the variable ranges over")
    name = lexer.unquote(p.tokens[p.i])
    p.i += 1
    return Var(name) if name in p.bound else Fn(name)


def variables(p: Parser) -> list[str]:
    """Read the variables of a quantifier, however many and however parted."""
    kinds, tokens = p.kinds, p.tokens
    bracket = kinds[p.i] == "("
    if bracket:
        p.i += 1
    names: list[str] = []
    while True:
        if kinds[p.i] != NAME:
            if kinds[p.i] == ATOM:
                raise Unclear
            p.report.unexpected(p.i, p.kinds[p.i], "a variable")
        token = tokens[p.i]
        if "." in token:  # ``all person.Likes(person)`` is one word to the lexer
            split_name(p)
            token = tokens[p.i]
        names.append(variable(p, token))
        p.i += 1
        if bracket:
            if kinds[p.i] == ")":
                p.i += 1
                return names
            if kinds[p.i] != ",":
                p.report.unexpected(p.i, p.kinds[p.i], "',' or ')'")
            p.i += 1
        elif kinds[p.i] == "," and another_variable(p, p.i + 1, True):
            p.i += 1
        elif not another_variable(p, p.i, False):
            return names


def variable(p: Parser, token: str) -> str:
    """Return the name of the variable that a token stands for."""
    name = token if token.isalnum() else lexer.unquote(token)
    if p.dialect.variables == "capitals":
        return decode_tptp_variable(name)
    return name.removeprefix("$")


def another_variable(p: Parser, at: int, after_comma: bool) -> bool:
    """Return whether one more variable stands at a place, and not the scope already."""
    if p.kinds[at] == ATOM and p.tokens[at][0] in "uvwxyz" and p.tokens[at][1:2] in "(0123456789":
        raise Unclear
    if p.kinds[at] != NAME:
        return False
    token, following = p.tokens[at], p.kinds[at + 1]
    if FREE_LETTER.fullmatch(token):
        return following not in POWER or following == ","
    if "." in token:
        return not after_comma and bool(_LETTER.fullmatch(token.split(".")[0]))
    if following == "(":
        return False
    if following in (".", ":"):
        return True
    return bool(_LETTER.fullmatch(token)) and following in (",", NAME, "forall", "exists", "not", "-")


def split_name(p: Parser) -> None:
    """Part ``x.P`` into the variable and what follows the dot."""
    if p.report.quick:
        raise Unclear
    first, rest = p.tokens[p.i].split(".", 1)
    p.report.cut(p.i, len(first))
    tokens, kinds = lexer.tokenize(rest, p.dialect.overrides, False)
    p.tokens[p.i : p.i + 1] = [first, *tokens]
    p.kinds[p.i : p.i + 1] = [NAME, *kinds]


def scope(
    p: Parser, kind: str, names: list[str], domain: Term | None, unique: bool, wide: bool | None = None
) -> Formula:
    """Read the scope of a quantifier and build the formula, with the variables bound."""
    p.depth += len(names) - 1
    p.deeper()
    for name in names:
        p.bound[name] = p.bound.get(name, 0) + 1
    start = p.i
    outer, p.in_arguments = p.in_arguments, False
    if wide is None:
        wide = p.dialect.scope == "wide"
    body = as_formula(p, p.expression(0 if wide else UNARY), start)
    p.in_arguments = outer
    for name in names:
        p.bound[name] -= 1
        if not p.bound[name]:
            del p.bound[name]
    p.depth -= len(names)
    for name in reversed(names):
        if domain is not None:
            member = Atom("∈", (Var(name), domain))
            body = Implies(member, body) if kind == "forall" else And((member, body))
        if unique:
            if sum(1 for _ in walk(body)) > MAX_COPIED:
                hint = "Say in separate formulas that there is one, and that there is no other."
                p.report.fail("too-long", "∃! states its formula twice, and this one is too long for that", start, hint)
            body = And((body, nothing_else(name, body)))
        body = Forall(name, body) if kind == "forall" else Exists(name, body)
    return Not(body) if kind == "no" else body
