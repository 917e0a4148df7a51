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
from typing import Any, Final, Protocol

from ..vocabulary.lists import phrases_in
from .corners import CORNERS, Kind
from .makers import MAKERS, VALUES


class _Chart(Protocol):
    """What rows ask of the words of a sentence, and of what was found in them."""

    low: list[str]
    end: int
    kinds: list[Kind]

    def starting(self, place: int, phrases: Phrases) -> list[tuple[str, ...]]:
        """Return which of some phrases stand at a place."""

    def find(self, category: str, at: int, *given: Any) -> Any:
        """Return what a category finds at a place."""


Phrases = dict[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first words."""
Found = dict[str, Any]
"""What the letters of a row stand for."""
Step = Callable[[_Chart, Found, int], Iterable[tuple[Any, int]]]
"""What finds an element of a pattern at a place: what its letter stands for then, and the place behind it."""
Ahead = Callable[[Kind], Step | None]
"""How an element is found before a word; ``None`` if it can't begin with that."""
Table = dict[str, tuple[tuple[str, ...], "Junction"]]
"""The categories: the letters of what each is given, and where its rows begin."""
_ELEMENT: Final = re.compile(r"(!?)(?:([a-z]?):)?([^\s:].*?|:)(\??)")


class Junction:
    """Where rows have come to that are one so far.

    Attributes:
        made: what those that end here make, and whether of the text.
        next: how the others go on: what tells how an element is found, its letter, and where they come to.
        by_kind: what ``behind`` found.
    """

    __slots__ = ("by_kind", "made", "next")

    def __init__(self) -> None:
        """Begin where no row has come to."""
        self.made: list[tuple[Callable[[Found], Any], bool]] = []
        self.next: dict[str, tuple[Ahead, str, Junction]] = {}
        self.by_kind: dict[Kind, list[tuple[Step, str, Junction]]] = {}

    def behind(self, kind: Kind) -> list[tuple[Step, str, Junction]]:
        """Return how rows go on before a word of a kind."""
        if (known := self.by_kind.get(kind)) is None:
            known = self.by_kind[kind] = []
            for ahead, letter, node in self.next.values():
                step = ahead(kind)
                if step is _stay and not node.made:
                    known += node.behind(kind)
                elif step is not None:
                    known.append((step, letter, node))
        return known


def _stay(chart: _Chart, found: Found, at: int) -> Iterable[tuple[Any, int]]:
    return ((None, at),)


def _word(chart: _Chart, found: Found, at: int) -> Iterable[tuple[Any, int]]:
    return ((chart.low[at], at + 1),)


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
                    node.next[element] = (*_ahead(element, found), Junction())
                node = node.next[element][2]
            node.made.append((_made(made.strip()), "text" in made))
    return found


def walk(chart: _Chart, node: Junction, found: Found, at: int, begin: int, out: list[tuple[Any, int]]) -> None:
    """Note what rows make that go on from a place, each with the place behind it."""
    kind = chart.kinds[at]
    for step, letter, then in node.by_kind.get(kind) or node.behind(kind):
        for value, place in step(chart, found, at):
            more = {**found, letter: value} if letter else found
            for make, of_text in then.made:
                if of_text:
                    more = {**more, "text": " ".join(chart.low[begin:place])}
                if (made := make(more)) is not None:
                    out.append((made, place))
            if then.next:
                walk(chart, then, more, place, begin, out)


def _ahead(element: str, table: Table) -> tuple[Ahead, str]:
    """Return what tells how an element of a pattern is found before a word, and its letter."""
    parts = _ELEMENT.fullmatch(element)
    assert parts is not None
    denied, letter, name, optional = parts.groups()
    if (letter is None and not (name[-1] == ")" and len(name) > 1)) or name.isupper():
        phrases = phrases_of(*(phrases_in(name) if name.isupper() else [(word,) for word in name.split("|")]))

        def words(chart: _Chart, found: Found, at: int) -> Iterable[tuple[Any, int]]:
            there = chart.starting(at, phrases)
            if denied or not there:
                return ((None, at),) if not there and (denied or optional) else ()
            return ((" ".join(there[0]), at + len(there[0])),)

        def before(kind: Kind) -> Step | None:
            word = kind.low
            if word not in phrases:
                return _stay if denied or optional else None
            return words if phrases[word] != ((word,),) else None if denied else _word

        return before, letter
    category, _, rest = name.partition("(")
    given = [_made(one) for one in _arguments(rest[:-1])]
    fixed = None if re.search(r"\b[a-z]\b", rest) else tuple(one({}) for one in given)
    begin, corner = table[category][1] if category in table else None, CORNERS.get(category)

    def rules(chart: _Chart, found: Found, at: int) -> Iterable[tuple[Any, int]]:
        values = fixed if fixed is not None else tuple([one(found) for one in given])
        there = chart.find(category, at, *values) if begin else getattr(chart, category)(at, *values)
        return there if not denied else () if any(True for _ in there) else ((None, at),)

    def ahead(kind: Kind) -> Step | None:
        if category == "lemma":
            possible: object = tuple(one({}) for one in given) in kind.lemmas
        else:
            possible = begin.behind(kind) if begin is not None else corner is None or corner(kind)
        return rules if possible else _stay if denied else None

    return ahead, letter


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
