"""Brackets that do not match: mended where every place for them gives the same formula."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from ..logic.diagnostics import Level, Span
from ..logic.syntax import And, Exists, Forall, Formula, Iff, Implies, Not, Or, Xor
from ..logic.walkers import free_variables
from .lexer import BAD, Words
from .printer import print_formula

if TYPE_CHECKING:
    from .parser import Parser, Surroundings

Read = Callable[[Words], "tuple[Parser, Formula | None]"]
MAX_WORDS: Final = 100
"""The longest formula whose brackets are mended."""
MAX_SHOWN: Final = 200
"""The most characters of two readings that a hint writes out."""
MAX_TRIES: Final = 200
"""The most ways to set them that are tried."""


def surplus(kinds: list[str]) -> tuple[int, int]:
    """Return how many closing brackets have no opening one, and how many are missing at the end."""
    level = stray = 0
    for kind in kinds:
        if kind == "(":
            level += 1
        elif kind == ")":
            if level:
                level -= 1
            else:
                stray += 1
    return stray, level


def balanced(kinds: list[str]) -> bool:
    """Return whether every bracket has its other one."""
    return surplus(kinds) == (0, 0)


def mend(words: Words, read: Read, around: Surroundings) -> tuple[Parser, Formula | None]:
    """Read a formula whose brackets do not match.

    Brackets around no more than one atom say nothing, so a bracket that would make such a
    pair is no place where its writer can have meant it.

    Args:
        words: the formula's words; the last place is that of its end.
        read: reads words.
        around: counts how often other places may be tried.

    Returns:
        The formula, if all places give the same, and the parser with what was said.
    """
    stray, missing = surplus(words.kinds)
    readings: list[tuple[Parser, Formula, Words]] = []
    silly: list[tuple[Parser, Formula, Words]] = []
    given_up = len(words.tokens) > MAX_WORDS or stray + missing > 2 or (stray > 0 and missing > 0)
    given_up = given_up or BAD in words.kinds
    if not given_up:
        for tries, (tried, added) in enumerate(_ways(words, stray, missing)):
            if tries == MAX_TRIES or around.repairs <= 0:
                given_up = True
                break
            around.repairs -= 1
            parser, formula = read(tried.copied())
            if formula is None or any(d.level is Level.MENDED for d in parser.report.diagnostics):
                continue
            kept = silly if any(_idle(tried.kinds, at, parser.idle) for at in added) else readings
            kept.append((parser, formula, tried))
            if len({_normal(other) for _, other, _ in readings}) > 1:
                break
    found = readings or silly
    different = {_normal(formula): formula for _, formula, _ in found}
    if len(different) == 1 and not given_up:
        parser, formula, _ = found[-1]
        return _said(parser, words, missing), None if parser.report.failed else formula
    return _refused(words, read, missing, found)


def _said(parser: Parser, words: Words, missing: int) -> Parser:
    if missing:
        what = f"a closing bracket was missing{' twice' * (missing > 1)}: every place for it gives the same formula"
        parser.report.add(Level.MENDED, "missing-bracket", what, words.spans[-1], "Close every bracket.")
    else:
        what = "a closing bracket without an opening one was dropped"
        parser.report.add(Level.MENDED, "stray-bracket", what, words.spans[_first_stray(words.kinds)], "Drop it.")
    return parser


def _refused(words: Words, read: Read, missing: int, found: list[tuple[Parser, Formula, Words]]) -> tuple[Parser, None]:
    """Return a parser that says what is wrong: two readings, or what else keeps the formula from being read."""
    parser, _ = read(words.copied())
    code, what, hint = "stray-bracket", "a closing bracket is too many", "Drop what closes nothing."
    if missing:
        code, what, hint = "missing-bracket", "a closing bracket is missing", "Close every bracket."
    texts = list(dict.fromkeys(print_formula(formula) for _, formula, _ in found))
    if len(texts) > 1:
        parser.report.diagnostics.clear()
        what += ", and the formula can be read in two ways"
        if len(texts[0] + texts[-1]) < MAX_SHOWN:
            hint = f"Write {texts[0]} or {texts[-1]}."
    if not parser.report.diagnostics:
        place = words.spans[-1 if missing else _first_stray(words.kinds)]
        parser.report.add(Level.ERROR, code, what, place, hint, "brackets that match")
    return parser, None


def _first_stray(kinds: list[str]) -> int:
    level = 0
    for i, kind in enumerate(kinds):
        level += (kind == "(") - (kind == ")")
        if level < 0:
            return i
    return len(kinds)


def _ways(words: Words, stray: int, missing: int) -> Iterator[tuple[Words, list[int]]]:
    """Yield the words with brackets that match, and where brackets were added."""
    kinds = words.kinds
    count = stray + missing
    if missing:
        first = kinds.index("(")
        # What is behind the last word comes last: it is the place that is said.
        for places in itertools.combinations_with_replacement(range(first + 2, len(kinds) + 1), count):
            yield _added(words, places, ")")
        return
    closers = [i for i, kind in enumerate(kinds) if kind == ")"]
    last = max(closers)
    for places in itertools.combinations_with_replacement(range(last), count):
        yield _added(words, places, "(")
    for dropped in itertools.combinations(closers, count):
        yield words.copied(dropped), []


def _added(words: Words, places: tuple[int, ...], bracket: str) -> tuple[Words, list[int]]:
    changed = words.copied()
    added = [at + shift for shift, at in enumerate(places)]
    for at in added:
        start = changed.spans[at].start
        changed.put(at, bracket, bracket, Span(start, start))
    return changed, added


def _idle(kinds: list[str], at: int, idle: set[int]) -> bool:
    """Return whether a bracket, or one of those beside it that do the same, closes a pair around one atom."""
    if kinds[at] == "(":
        return at in idle
    first = last = at
    while kinds[first - 1] == ")":
        first -= 1
    while kinds[last + 1 : last + 2] == [")"]:
        last += 1
    return any(_matches(kinds, i) in idle for i in range(first, last + 1))


def _matches(kinds: list[str], at: int) -> int:
    """Return the opening bracket of the pair that a bracket belongs to."""
    if kinds[at] == "(":
        return at
    level = 0
    for i in range(at, -1, -1):
        level += (kinds[i] == ")") - (kinds[i] == "(")
        if level == 0:
            return i
    return -1


def _normal(formula: Formula) -> Formula:  # a case for each kind of formula
    """Return the formula in a form that equal readings share: quantifiers pulled out, implications as ∨."""
    match formula:
        case Implies(left, right):
            return _normal(Or((Not(left), right)))
        case Not(Implies(left, right)):
            return _normal(And((left, Not(right))))
        case Not(Not(body)):
            return _normal(body)
        case Not(And(parts)):
            return _normal(Or(tuple(Not(p) for p in parts)))
        case Not(Or(parts)):
            return _normal(And(tuple(Not(p) for p in parts)))
        case Not(Forall(name, body, sort)):
            return _normal(Exists(name, Not(body), sort))
        case Not(Exists(name, body, sort)):
            return _normal(Forall(name, Not(body), sort))
        case And(parts) | Or(parts):
            return _pulled(type(formula), [_normal(p) for p in parts])
        case Forall(name, body, sort) | Exists(name, body, sort):
            inner = _normal(body)
            return type(formula)(name, inner, sort) if name in free_variables(inner) else inner
        case Iff(left, right) | Xor(left, right):
            return type(formula)(_normal(left), _normal(right))
        case _:
            return formula


def _pulled(kind: type[And | Or], parts: list[Formula]) -> Formula:
    flat: list[Formula] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else (part,)
    for i, part in enumerate(flat):
        if isinstance(part, Forall | Exists):
            others = flat[:i] + flat[i + 1 :]
            if not any(part.var in free_variables(other) for other in others):
                return type(part)(part.var, _pulled(kind, [*flat[:i], part.body, *flat[i + 1 :]]))
    return kind(tuple(flat)) if len(flat) > 1 else flat[0]
