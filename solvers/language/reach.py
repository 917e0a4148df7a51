"""How far a quantifier reaches: to the last use of its variable, if it can't mean anything else."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Set
from typing import TYPE_CHECKING, Final, NoReturn

from ..logic.diagnostics import Level
from ..logic.syntax import Formula
from .lexer import NAME
from .operands import as_formula
from .signs import POWER, UNARY

if TYPE_CHECKING:
    from .parser import Parser
    from .quantifiers import Binder

JOINS: Final = frozenset({"and", "or", ",", "^"})
"""Signs that a quantifier reaches over without a doubt if its variable is used behind them."""


def further(p: Parser, kind: str, binder: Binder, body: Formula, start: int, shadowed: list[str]) -> Formula:
    """Return the scope of a quantifier behind whose next atom or bracket a connective follows.

    It reaches on to the last use of its variable, for nothing else can bind that; else it
    ends here, unless a dot or the sign → says the contrary as loudly.
    """
    if p.dialect.terminated:  # TPTP and LADR say that it ends here
        return body
    wide = p.dialect.scope == "wide"
    alone = not (p.kinds[start] == "(" and p.matching(start) == p.i - 1)
    loud = wide and alone
    if (last := last_use(p, binder.names, p.i)) >= 0:
        crossed = signs_between(p, p.i, last)
        judge_reach(p, kind, binder, start, crossed, shadowed)
        if not alone or not wide:
            listed = ", ".join(binder.names)
            message = f"the quantifier of {listed} reaches on to where {listed} is used behind its first formula"
            p.report.note(Level.MENDED, "wider-scope", message, binder.at, "Put brackets around all that it is about.")
        loud = True
        least = min(POWER[sign] for sign in crossed)
        body = as_formula(p, p.behind(body, least - 1, start), start)
        if not 0 < POWER.get(p.kinds[p.i], 0) < UNARY:
            return body
        if not crossed <= JOINS:
            reach_unsure(p, binder, start, p.i, "what follows does not use its variable")
    sign = p.kinds[p.i]
    if wide and binder.parted and (sign not in JOINS or binder.denied):
        reach_unsure(p, binder, start, p.i, "a dot, colon or comma behind the variable can mean all that follows")
    if loud and kind == "forall" and sign == "implies" and not binder.denied:
        reach_unsure(p, binder, start, p.i, "what follows the arrow does not use its variable")
    return body


def judge_reach(p: Parser, kind: str, binder: Binder, start: int, crossed: Set[str], shadowed: list[str]) -> None:
    """Refuse a quantifier whose variable is used behind signs over which it may not reach."""
    name = binder.names[0]
    arrow = not crossed <= JOINS
    if shadowed:
        reach_unsure(p, binder, start, p.i, "another quantifier binds the same name around it")
    if (arrow and (kind != "forall" or binder.denied)) or (binder.denied and "or" in crossed):
        # If there is such a thing, then *it*: every one, or is there one of which that is true?
        reach_unsure(p, binder, start, p.i, f"{name} is used behind the {'arrow' if arrow else 'or'}, too", "every")
    if arrow and binder.before > min(POWER[sign] for sign in crossed):
        why = "what stands before it is joined more tightly than what it reaches over"
        reach_unsure(p, binder, start, p.i, why, "front")


def reach_unsure(p: Parser, binder: Binder, start: int, at: int, why: str, other: str = "ends") -> NoReturn:
    """Refuse a quantifier whose reach can be read in two ways.

    Args:
        p: the parser.
        binder: the quantifier.
        start: where its scope begins.
        at: where the sign stands that the scope may or may not reach over.
        why: what makes it unsure.
        other: the reading beside the one that reaches on: the quantifier ``ends`` before, speaks of ``every`` thing
            that the first formula is true of, or stands in ``front`` of what is before it, too.
    """
    name = ", ".join(binder.names)
    first = p.report.text(start, at)
    rest = p.report.text(at, p.closing(at))
    sign = p.report.text(binder.at, binder.at + 1)
    quantifier = f"{sign}{' ' * sign[-1:].isalpha()}{name}"
    denial = p.report.text(binder.at - 1, binder.at) if binder.denied else ""
    denial += " " * denial[-1:].isalpha()
    whole = f"{denial}{quantifier} ({first} {rest})"
    readings = {
        "ends": f"Write ({denial}{quantifier} {first}) {rest}, or {whole}.",
        "every": f"Write ∀{name} ({denial}{first} {rest}), or {whole}.",
        "front": f"Write {whole} in brackets, or put {quantifier} in front of what stands before it, too.",
    }
    message = f"how far the quantifier of {name} reaches can be read in two ways: {why}"
    p.report.fail("ambiguous-scope", message, binder.at, readings[other], "brackets")


def signs_between(p: Parser, at: int, end: int) -> Set[str]:
    """Return the connectives between two places, but for those in brackets of their own."""
    found = set()
    while at < end:
        if p.kinds[at] == "(":
            at = p.matching(at)
        elif 0 < POWER.get(p.kinds[at], 0) < UNARY:
            found.add(p.kinds[at])
        at += 1
    return found


def last_use(p: Parser, names: list[str], at: int) -> int:
    """Return where what follows in the bracket around it last uses one of the names unbound; -1 if nowhere."""
    index, end = p.index(), p.closing(at)
    last = -1
    for name in names:
        places = index.get(name, [])
        k = bisect_left(places, at)
        while k < len(places) and places[k] < end:
            place = places[k]
            if not is_binder(p, place):
                last = max(last, place)
                k += 1
                continue
            inner = p.closing(place)
            if inner == end:
                break  # that quantifier takes what follows
            k = bisect_left(places, inner)
    return last


def is_binder(p: Parser, at: int) -> bool:
    """Return whether a name stands among the variables of a quantifier."""
    kinds = p.kinds
    if kinds[at] != NAME or (kinds[at + 1] in POWER and kinds[at + 1] not in (",", "-")):
        return False
    while at > 0 and (kinds[at - 1] in (NAME, ",") or p.tokens[at - 1] == "!"):
        at -= 1
    while at > 0 and kinds[at - 1] == "(":
        at -= 1
    return at > 0 and kinds[at - 1] in ("forall", "exists", "no")


def joined_before(p: Parser, at: int) -> int:
    """Return how tightly the sign binds that stands before a quantifier, and before those right before it."""
    while at > 0 and p.kinds[at - 1] in ("not", "-"):
        at -= 1
    if at in p.prefixes:
        return p.prefixes[at]
    power = POWER.get(p.kinds[at - 1], 0) if at else 0
    return power if power < UNARY else 0
