"""The rules that are rows of a table, ``rules.txt``, and the engine that reads them.

A row has a pattern, ``=>``, and what is made of what it found. In a pattern stand words (``is|are``), classes of
``words.txt`` (``OPENERS``) and categories (``s:sentence``), which are other rows or methods of the chart, with what
they are given in brackets. ``?`` behind a word takes it if it stands there, ``!`` before one says that it does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..vocabulary.lists import phrases_in
from .makers import MAKERS, VALUES

if TYPE_CHECKING:
    from .chart import Chart

Phrases = dict[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first words."""
Found = dict[str, Any]
"""What the letters of a row stand for."""
Step = Callable[["Chart", Found, int], Iterable[tuple[Found, int]]]
_ELEMENT: Final = re.compile(r"(!?)(?:([a-z]?):)?([^\s:].*?|:)(\??)")
_PIECE: Final = re.compile(r"[^(),]+|[(),]")


class Row(NamedTuple):
    """A rule.

    Attributes:
        first: the words that it may begin with, or the category; ``None`` if any word may.
        given: the letters of what its category is given.
        steps: what must stand there, one behind the other.
        made: what is made of it.
    """

    first: frozenset[str] | str | None
    given: tuple[str, ...]
    steps: tuple[Step, ...]
    made: Callable[[Found], Any]


def phrases_of(*phrases: tuple[str, ...]) -> Phrases:
    """Return phrases by their first words, each group in order."""
    found: Phrases = {}
    for words in phrases:
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


@cache
def _categories() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for line in Path(__file__).with_name("rules.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            category, *given = line[1:-1].split()
            rows = found[category] = []
        elif line and not line.startswith("#"):
            pattern, _, made = line.partition(" => ")
            steps = [_step(one) for one in pattern.split()]
            rows.append(Row(steps[0][0], tuple(given), tuple(step for _, step in steps), _made(made.strip())))
    return found


@cache
def rows_for(category: str) -> dict[str, tuple[Row, ...]] | None:
    """Return the rows of a category by the words that they begin with, under "" those for any word; in their order."""
    rows = _categories().get(category)
    if rows is None:
        return None
    firsts = [_first(row) for row in rows]
    words = {""}.union(*(first or () for first in firsts))
    return {
        word: tuple(row for row, first in zip(rows, firsts, strict=True) if first is None or word in first)
        for word in words
    }


def _first(row: Row) -> frozenset[str] | None:
    """Return the words that a row may begin with, if it is certain that it begins with one of some."""
    if not isinstance(row.first, str):
        return row.first
    rows = _categories().get(row.first)
    firsts = [None if isinstance(one.first, str) else one.first for one in rows or ()]
    return frozenset[str]().union(*(one or () for one in firsts)) if rows and None not in firsts else None


def apply(chart: Chart, row: Row, at: int, given: tuple[Any, ...]) -> Iterator[tuple[Any, int]]:
    """Yield what a row makes of the words from a place on, each with the place behind it."""
    states: list[tuple[Found, int]] = [(dict(zip(row.given, given, strict=True)), at)]
    for step in row.steps:
        states = [new for found, place in states for new in step(chart, found, place)]
        if not states:
            return
    for found, end in states:
        made = row.made({**found, "text": " ".join(chart.low[at:end])})
        if made is not None:
            yield made, end


def _step(element: str) -> tuple[frozenset[str] | str | None, Step]:
    """Return the words that an element of a pattern may begin with, and how it is looked for."""
    parts = _ELEMENT.fullmatch(element)
    assert parts is not None
    denied, letter, name, optional = parts.groups()
    if letter is None and not (name[-1] == ")" and len(name) > 1) or name.isupper():
        some = phrases_in(name) if name.isupper() else [(word,) for word in name.split("|")]
        phrases = phrases_of(*some)

        def words(chart: Chart, found: Found, at: int) -> Iterable[tuple[Found, int]]:
            there = chart.starting(at, phrases)
            if denied or not there:
                return ((found, at),) if (denied and not there) or (optional and not denied) else ()
            return (({**found, letter: " ".join(there[0])} if letter else found, at + len(there[0])),)

        return None if denied or optional else frozenset(phrases), words
    category, _, rest = name.partition("(")
    given = [_made(one) for one in _arguments(rest[:-1])]

    def rules(chart: Chart, found: Found, at: int) -> Iterable[tuple[Found, int]]:
        there = chart.find(category, at, *[one(found) for one in given])
        if denied:
            return () if there else ((found, at),)
        return [({**found, letter: value} if letter else found, end) for value, end in there]

    return (None if denied else category), rules


def _arguments(text: str) -> Iterator[str]:
    depth, begin = 0, 0
    for at, sign in enumerate(f"{text},"):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            if text:
                yield text[begin:at]
            begin = at + 1


def _made(text: str) -> Callable[[Found], Any]:
    """Return what gives the value of an expression: a letter, a value, or something that is made of others."""
    name, bracket, rest = text.partition("(")
    if not bracket:
        value = VALUES.get(name, name)
        return lambda found: found.get(name, value)
    make, parts = MAKERS[name], [_made(one) for one in _arguments(rest[:-1])]
    return lambda found: make(*(part(found) for part in parts))
