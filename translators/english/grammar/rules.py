"""The rules that are rows of a table, ``rules.txt``, and the engine that reads them.

A row has a pattern, ``=>``, and what is made of what it found. In a pattern stand words (``is|are``), classes of
``words.txt`` (``OPENERS``) and categories (``s:sentence``), which are other rows or methods of the chart, with what
they are given in brackets. ``?`` behind a word takes it if it stands there, ``!`` before one says that it does not.
Rows of a category that begin alike are one up to where they differ, and what follows is found by its first word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..vocabulary.lists import phrases_in
from .makers import MAKERS, VALUES

if TYPE_CHECKING:
    from .chart import Chart

Phrases = dict[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first words."""
Found = dict[str, Any]
"""What the letters of a row stand for."""
Step = Callable[["Chart", Found, int], Iterable[tuple[Found, int]]]
Table = dict[str, tuple[tuple[str, ...], "Junction"]]
"""The categories: the letters of what each is given, and where its rows begin."""
_ELEMENT: Final = re.compile(r"(!?)(?:([a-z]?):)?([^\s:].*?|:)(\??)")


class Junction:
    """Where rows have come to that are one so far.

    Attributes:
        made: what those that end here make, and whether of the text.
        next: how the others go on: the words or the rows that may stand there (``None`` for any), what looks for it,
            and where then.
    """

    __slots__ = ("_by_word", "made", "next")

    def __init__(self) -> None:
        """Begin where no row has come to."""
        self.made: list[tuple[Callable[[Found], Any], bool]] = []
        self.next: dict[str, tuple[frozenset[str] | Junction | None, Step, Junction]] = {}
        self._by_word: dict[str, tuple[tuple[Step, Junction], ...]] = {}

    def behind(self, word: str) -> tuple[tuple[Step, Junction], ...]:
        """Return how rows go on before a word."""
        if (known := self._by_word.get(word)) is None:
            some = ((first(begin), step, node) for begin, step, node in self.next.values())
            known = self._by_word[word] = tuple((step, node) for one, step, node in some if one is None or word in one)
        return known


def first(begin: frozenset[str] | Junction | None, depth: int = 4) -> frozenset[str] | None:
    """Return the words that may stand where something begins; ``None`` if any may."""
    if not isinstance(begin, Junction):
        return begin
    some = [first(one, depth - 1) if depth else None for one, _, _ in begin.next.values()]
    return None if None in some or begin.made else frozenset[str]().union(*(one or () for one in some))


def phrases_of(*phrases: tuple[str, ...]) -> Phrases:
    """Return phrases by their first words, each group in order."""
    found: Phrases = {}
    for words in phrases:
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


@cache
def categories() -> Table:
    """Return the categories of the table: the letters of what each is given, and where its rows begin."""
    lines = Path(__file__).with_name("rules.txt").read_text(encoding="utf-8").splitlines()
    heads = [line[1:-1].split() for line in lines if line.startswith("[")]
    found = {category: (tuple(given), Junction()) for category, *given in heads}
    start = Junction()
    for line in lines:
        if line.startswith("["):
            start = found[line[1:-1].split()[0]][1]
        elif line and not line.startswith("#"):
            pattern, _, made = line.partition(" => ")
            node = start
            for element in pattern.split():
                if element not in node.next:
                    node.next[element] = (*_step(element, found), Junction())
                node = node.next[element][2]
            node.made.append((_made(made.strip()), "(text)" in made))
    return found


def walk(chart: Chart, node: Junction, found: Found, at: int, begin: int, out: list[tuple[Any, int]]) -> None:
    """Note what rows make that have come to a place, each with the place behind it."""
    for make, of_text in node.made:
        if of_text:
            found = {**found, "text": " ".join(chart.low[begin:at])}
        if (made := make(found)) is not None:
            out.append((made, at))
    if node.next:
        for step, then in node.behind(chart.low[at] if at < chart.end else ""):
            for more, place in step(chart, found, at):
                walk(chart, then, more, place, begin, out)


def _step(
    element: str, table: dict[str, tuple[tuple[str, ...], Junction]]
) -> tuple[frozenset[str] | Junction | None, Step]:
    """Return the words that an element of a pattern may begin with, and how it is looked for."""
    parts = _ELEMENT.fullmatch(element)
    assert parts is not None
    denied, letter, name, optional = parts.groups()
    if (letter is None and not (name[-1] == ")" and len(name) > 1)) or name.isupper():
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

    fixed = None if re.search(r"\b[a-z]\b", rest) else [one({}) for one in given]
    begin = table[category][1] if category in table and not denied else None

    def rules(chart: Chart, found: Found, at: int) -> Iterable[tuple[Found, int]]:
        values = fixed if fixed is not None else [one(found) for one in given]
        there = chart.find(category, at, *values) if category in table else getattr(chart, category)(at, *values)
        if denied:
            return () if any(True for _ in there) else ((found, at),)
        if not letter or not there:
            return [(found, end) for _, end in there] if there else ()
        return [({**found, letter: value}, end) for value, end in there]

    return begin, rules


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
        if name == "text" or (len(name) == 1 and name.islower()):
            return itemgetter(name)
        value = VALUES.get(name, name)
        return lambda _: value
    make, parts = MAKERS[name], [_made(one) for one in _arguments(rest[:-1])]
    return lambda found: make(*[part(found) for part in parts])
