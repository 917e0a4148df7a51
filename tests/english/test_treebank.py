"""Each sentence of our own problems is read as it was; what a change moves is seen, and written down if right."""

from __future__ import annotations

from .treebank import FILE, lines


def test_no_reading_has_moved() -> None:
    known = FILE.read_text(encoding="utf-8").splitlines()
    moved = [(was, now) for was, now in zip(known, lines(), strict=True) if was != now]
    assert not moved, "python -m tests.english.treebank writes them anew, if they are right"
