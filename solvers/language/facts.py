"""Plain facts, ``Name(name, name)``: long texts consist of little else, and they need none of the care of other lines.

What is read here is read as ``lines`` and ``formulas`` would read it; ``tests/test_facts.py`` holds them against each
other.
"""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from ..logic.syntax import Atom, Fn, Formula, Term
from .dialects import Dialect
from .lexer import KINDS
from .names import FREE_LETTER, UNBOUND_LETTER
from .signs import FUNCTIONAL

FACT: Final = re.compile(r"([A-Za-z]\w*)\(([A-Za-z]\w*(?:, ?[A-Za-z]\w*)*)\)")
"""A predicate with names in brackets, and nothing around it."""


def is_fact(text: str) -> bool:
    """Return whether a line is no more than a plain fact, without marks that Markdown might have set."""
    return text[-1:] == ")" and FACT.fullmatch(text) is not None and "__" not in text


class Facts:
    """Reads the plain facts of one text, each name once.

    Args:
        dialect: how the text's formulas are read.
        params: the names by which declarations call their arguments: these may be variables.
    """

    __slots__ = ("_apart", "_params", "_predicates", "_things")

    def __init__(self, dialect: Dialect, params: Set[str]) -> None:
        self._params = params
        self._apart = dialect.truth_argument  # the last argument says whether the fact holds
        self._things: dict[str, Term | None] = {}
        self._predicates: dict[str, str | None] = {}

    def formula(self, text: str) -> Formula | None:
        """Return the formula of a plain fact; ``None`` for any other text, or where a name may be a variable."""
        found = None if self._apart else FACT.fullmatch(text)
        if found is None:
            return None
        name, inside = found.groups()
        if name not in self._predicates:
            self._predicates[name] = None if name in KINDS or name in FUNCTIONAL else name
        predicate = self._predicates[name]
        if predicate is None:
            return None
        args = []
        things = self._things
        for word in inside.split(",") if "," in inside else (inside,):
            thing = things[word] if word in things else self._thing(word)
            if thing is None:
                return None
            args.append(thing)
        return Atom(predicate, tuple(args))

    def _thing(self, written: str) -> Term | None:
        """Return the thing that a word names, ``None`` if it is a keyword or may be a variable."""
        word = written.lstrip()
        if word is not written and word in self._things:
            return self._things.setdefault(written, self._things[word])
        variable = word[0].isupper() or word in self._params
        letter = word[0] in "uvwxyz" and (FREE_LETTER.fullmatch(word) or UNBOUND_LETTER.fullmatch(word))
        made = self._things[written] = self._things[word] = None if variable or letter or word in KINDS else Fn(word)
        return made
