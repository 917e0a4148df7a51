"""The words of ``words.txt`` and the shapes of ``shapes.txt``, which have a heading for each class."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

_NAMED: Final = re.compile(r"(?<!P)<([A-Z]+)>")
"""The name of a shape within another one."""


@cache
def _sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = found[line[1:-1]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def listed(name: str) -> frozenset[str]:
    """Return the words of a class."""
    return frozenset(" ".join(_sections()[name]).split())


def listed_phrases(name: str) -> frozenset[str]:
    """Return the phrases of a class, which have commas between them if any has several words."""
    text = " ".join(_sections()[name])
    return frozenset(text.split(", " if "," in text else None))


def phrases_in(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a class by their words, the longest first."""
    found = (tuple(phrase.split()) for phrase in listed_phrases(name))
    return tuple(sorted(found, key=lambda words: (-len(words), words)))


def pairs_of(name: str) -> dict[str, str]:
    """Return words with the words that belong to them."""
    return dict(pair.split(" ", 1) for pair in sorted(listed_phrases(name)))


@cache
def shapes(path: Path) -> tuple[dict[str, str], dict[str, list[tuple[str, str]]]]:
    """Return the regular expressions of a file by their names, and the rows below its headings."""
    names: dict[str, str] = {}
    tables: dict[str, list[tuple[str, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        left, sign, right = line.partition(" => ") if " => " in line else line.partition(" := ")
        if sign == " := ":
            names[left] = _NAMED.sub(lambda m: names[m[1]], right)
        elif sign and not line.startswith("#"):
            [*tables.values()][-1].append((_NAMED.sub(lambda m: names[m[1]], left), right))
        elif line.startswith("["):
            tables[line[1:-1]] = []
    return names, tables


SHAPES: Final = shapes(Path(__file__).with_name("shapes.txt"))[0]


@cache
def shapes_of(name: str, *, alone: bool = False) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the shapes of a class, each with what is said of it.

    Args:
        name: the class.
        alone: they are phrases between other words, in capitals or not.
    """
    rows = shapes(Path(__file__).with_name("shapes.txt"))[1][name]
    return tuple((re.compile(rf"(?i)\b(?:{shape})\b" if alone else shape), said) for shape, said in rows)


def rows_of(name: str) -> list[list[str]]:
    """Return the rows of a table, each with its cells."""
    return [[cell.strip() for cell in line.split("|")] for line in _sections()[name]]
