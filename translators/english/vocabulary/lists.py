"""The words of ``words.txt``, which has a heading for each class of words."""

from __future__ import annotations

from functools import cache
from pathlib import Path


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


def rows_of(name: str) -> list[list[str]]:
    """Return the rows of a table, each with its cells."""
    return [[cell.strip() for cell in line.split("|")] for line in _sections()[name]]
