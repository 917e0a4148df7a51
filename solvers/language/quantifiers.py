"""Quantifiers in every notation that models write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Span
from ..logic.rewriting import nothing_else
from ..logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Term, Var
from ..logic.walkers import walk
from . import lexer
from .faults import Unclear
from .lexer import ATOM, NAME, QUOTED
from .names import FREE_LETTER
from .operands import as_formula, as_term
from .reach import further, joined_before
from .signs import END, POWER, RELATIONAL, UNARY
from .textbook import judge_idle

if TYPE_CHECKING:
    from .parser import Parser

NUMBERS: Final = frozenset({"ℕ", "ℤ", "ℝ"})
"""Sets that are sorts of numbers."""
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
    at = p.i
    name = p.variable_name(p.tokens[at + 1])
    p.i += 3
    return scope(p, kinds[at], Binder([name], at=at))


@dataclass(slots=True)
class Binder:
    """What a quantifier says before its scope.

    Attributes:
        names: the variables.
        sort: the sort of their values, if one is written (``∀x:Person``).
        domain: the set that they range over (``∀x ∈ s``).
        unique: whether there is exactly one such thing.
        parted: whether a dot, a colon or a comma stands between variables and scope.
        denied: whether ``¬`` stands right before the quantifier.
        at: where the quantifier stands.
        before: how tightly the sign binds that stands before it, and before the quantifiers right before it.
    """

    names: list[str]
    sort: str = ""
    domain: Term | None = None
    unique: bool = False
    parted: bool = False
    denied: bool = False
    at: int = 0
    before: int = 0


def quantified(p: Parser, kind: str) -> Formula:
    """Read variables and scope behind a quantifier, and build the formula."""
    at = p.i
    denied = at > 1 and p.kinds[at - 2] in ("not", "-")
    binder = Binder([], denied=denied, at=at - 1, before=joined_before(p, at - 1))
    binder.unique = p.kinds[at] in ("not", "forall") and p.tokens[at] == "!" and kind == "exists"
    if binder.unique:
        p.i += 1
    functional = functional_quantifier(p)
    binder.names = variables(p, binder)
    judge_variables(p, binder, at)
    if p.kinds[p.i] == "∈":
        p.i += 1
        start = p.i
        binder.domain = as_term(p, member_set(p), start)
        p.related = True
        if isinstance(binder.domain, Fn) and (binder.domain.name in NUMBERS or binder.domain.name in p.around.sorts):
            binder.sort, binder.domain = binder.domain.name, None
    elif typed(p):
        binder.sort = lexer.unquote(p.tokens[p.i + 1])
        p.i += 2
    if p.kinds[p.i] in (".", ":", ",", ";") or (p.tokens[p.i] == "|" and p.kinds[p.i - 1] == ")"):
        p.i += 1
        binder.parted = p.kinds[p.i] not in ("forall", "exists")
    if functional:
        body = scope(p, kind, binder, closed=True)
        p.close_bracket("')'")
        return body
    return scope(p, kind, binder)


def judge_variables(p: Parser, binder: Binder, at: int) -> None:
    """Refuse ``∃!x,y``, and ``∀ person x``, which may speak of two variables or of one that is a person."""
    if binder.unique and len(binder.names) > 1:
        listed = ", ".join(binder.names)
        message = f"'exactly one {listed}' can be read in two ways: one pair, or one {binder.names[0]} with one other"
        p.report.fail("ambiguous-unique", message, at, "Write what is meant with ∃ and ∀.", "one variable")
    words = [name for name in binder.names if not FREE_LETTER.fullmatch(name) and not _LETTER.fullmatch(name)]
    if words and len(binder.names) > 1 and p.kinds[p.i - 2] == p.kinds[p.i - 1] == NAME:
        listed = " ".join(binder.names)
        message = f"'{listed}' can be read in two ways: {len(binder.names)} variables, or a kind of thing and one"
        name = binder.names[-1]
        hint = f"Write ∀{name} ({words[0].capitalize()}({name}) → …) for a kind of thing, or commas between variables."
        p.report.fail("ambiguous-variables", message, at, hint, "a variable")


def typed(p: Parser) -> bool:
    """Return whether a sort follows the variables: ``: Person`` with the scope behind it."""
    kinds, at = p.kinds, p.i
    if kinds[at] != ":" or kinds[at + 1] not in (NAME, QUOTED):
        return False
    following = kinds[at + 2]
    if following == "(":  # ∀x: Man(x) → … has a scope; ∀x: Person (Man(x) → …) a sort, as any declared one is
        if lexer.unquote(p.tokens[at + 1]) in p.around.sorts:
            return True
        inside = range(at + 3, p.matching(at + 2))
        return any(kinds[i] in POWER and kinds[i] != "," and POWER[kinds[i]] <= RELATIONAL for i in inside)
    return following in (".", ",", ":", ";", "forall", "exists", "no", "not", NAME, ATOM)


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
    if name not in p.bound:
        return Fn(name)
    p.seen.add(name)
    return Var(name)


def variables(p: Parser, binder: Binder) -> list[str]:
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
        names.append(p.variable_name(token))
        p.i += 1
        if bracket:
            if kinds[p.i] == ":" and kinds[p.i + 1] == NAME and kinds[p.i + 2] == ")":
                binder.sort = lexer.unquote(tokens[p.i + 1])
                p.i += 2
            if kinds[p.i] == ")":
                p.i += 1
                return names
            if kinds[p.i] == NAME:
                continue
            if kinds[p.i] != ",":
                p.report.unexpected(p.i, p.kinds[p.i], "',' or ')'")
            p.i += 1
        elif kinds[p.i] == "," and another_variable(p, p.i + 1, True):
            p.i += 1
        elif not another_variable(p, p.i, False):
            return names


def another_variable(p: Parser, at: int, after_comma: bool) -> bool:
    """Return whether one more variable stands at a place, and not the scope already."""
    if p.kinds[at] == ATOM and p.tokens[at][0] in "uvwxyz" and p.tokens[at][1:2] in "(0123456789":
        raise Unclear
    if p.kinds[at] != NAME:
        return False
    token, following = p.tokens[at], p.kinds[at + 1]
    if FREE_LETTER.fullmatch(token):
        if following == "(" and all(kind in (NAME, ",") for kind in p.kinds[at + 2 : p.matching(at + 1)]):
            return False  # ∀x y(x)
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
    spans = p.report.spans
    token = p.tokens[p.i]
    first, rest = token.split(".", 1)
    tokens, kinds, places = lexer.scan(rest, p.dialect.overrides)
    start = spans[p.i].start
    inner = start + len(first) + 1
    p.tokens[p.i : p.i + 1] = [first, *tokens]
    p.kinds[p.i : p.i + 1] = [NAME, *kinds]
    moved = [Span(inner + place.start, inner + place.end) for place in places]
    spans[p.i : p.i + 1] = [Span(start, start + len(first)), *moved]
    p.changed()


def scope(p: Parser, kind: str, binder: Binder, *, closed: bool = False) -> Formula:
    """Read the scope of a quantifier and build the formula, with the variables bound.

    Args:
        p: the parser, at the scope.
        kind: the quantifier.
        binder: what it binds.
        closed: whether the scope ends with the bracket of a function, as in ``ForAll(x, …)``.
    """
    names = binder.names
    p.depth += len(names) - 1
    p.deeper()
    shadowed = [name for name in names if name in p.bound]
    around = p.seen.intersection(names)
    p.seen.difference_update(names)
    for name in names:
        p.bound[name] = p.bound.get(name, 0) + 1
    start = p.i
    p.prefixes[start] = binder.before
    outer, p.in_arguments = p.in_arguments, False
    body = as_formula(p, p.expression(0 if closed else UNARY), start)
    if not closed and 0 < POWER.get(p.kinds[p.i], 0) < UNARY and not (outer and p.kinds[p.i] == ","):
        body = further(p, kind, binder, body, start, shadowed)
    p.in_arguments = outer
    for name in names:
        p.bound[name] -= 1
        if not p.bound[name]:
            del p.bound[name]
    p.depth -= len(names)
    if binder.domain is None and (idle := [name for name in names if name not in p.seen]):
        judge_idle(p, idle, binder.at, start, binder.parted)
    p.seen.difference_update(names)
    p.seen |= around
    return bind(p, kind, binder, body, start)


def bind(p: Parser, kind: str, binder: Binder, body: Formula, start: int) -> Formula:
    """Return the formula that a quantifier makes of its scope."""
    for name in reversed(binder.names):
        if binder.domain is not None:
            member = Atom("∈", (Var(name), binder.domain))
            body = Implies(member, body) if kind == "forall" else And((member, body))
        if binder.unique:
            if sum(1 for _ in walk(body)) > MAX_COPIED:
                hint = "Say in separate formulas that there is one, and that there is no other."
                p.report.fail("too-long", "∃! states its formula twice, and this one is too long for that", start, hint)
            body = And((body, nothing_else(name, body, sort=binder.sort)))
        body = Forall(name, body, binder.sort) if kind == "forall" else Exists(name, body, binder.sort)
    return Not(body) if kind == "no" else body
