"""How things are called: names, letters for variables, numbers and sums."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from sorites.solvers.logic.rewriting import descend, rewrite_term
from sorites.solvers.logic.syntax import Exists, Fn, Forall, Formula, Num, Term, Var, numeral

_LETTERS: Final = "xyzuvw"
_SUMS: Final = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")


def split(name: str) -> list[str]:
    """Return the words of a name such as ``TeachesAt`` or ``new_york``, in small letters."""
    return [part.lower() for part in _PARTS.findall(name)]


@dataclass(slots=True)
class Terms:
    """How the terms of one sentence are written.

    Attributes:
        names: how constants, and functions, are written.
        letters: the letters of the variables that are bound by a letter.
        taken: what no variable may be called.
    """

    names: Mapping[str, str]
    letters: dict[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()

    def bind(self, variable: str) -> str:
        """Give a variable the next letter; return the letter."""
        used = self.taken.union(self.letters.values())
        self.letters[variable] = letter = next(one for one in _all_letters() if one not in used)
        return letter

    def term(self, term: Term) -> str:
        """Return how a term is written.

        Raises:
            KeyError: it has a variable that no letter stands for.
        """
        match term:
            case Var(name):
                return self.letters[name]
            case Num(value):
                return numeral(value) if value >= 0 else f"minus {numeral(-value)}"
            case Fn(name, (only,)) if name == "-":
                return f"minus {self.part(only)}"
            case Fn(name, (left, right)) if name in _SUMS:
                return f"{self.part(left)} {_SUMS[name]} {self.part(right)}"
            case Fn(name, ()):
                return self.names.get(name) or called(name)
            case Fn(name, args):
                of = " and ".join(self.part(arg) for arg in args)
                return f"the {self.names.get(name) or ' '.join(split(name)) or name} of {of}"

    def part(self, term: Term) -> str:
        """Return how a term within another is written: a sum in brackets."""
        said = self.term(term)
        return f"({said})" if isinstance(term, Fn) and term.args and term.name in _SUMS else said


def called(name: str) -> str:
    """Return how a constant is written that has no other name: ``Tom``, ``the red box``, ``New York``."""
    words = split(name)
    if not words or any(char.isdigit() or not (char.isalnum() or char == "_") for char in name):
        return name
    if words[0] == "the" and len(words) > 1:
        return " ".join(words)
    return " ".join(word.capitalize() for word in words)


def apart(formula: Formula, free: Mapping[str, str] | None = None) -> Formula:
    """Return a formula whose quantifiers all bind different variables, of names that nobody else uses.

    Args:
        formula: the formula.
        free: new names of variables that are not bound.
    """
    numbers = count()

    def visit(node: Formula, names: Mapping[str, str]) -> Formula:
        def term(one: Term) -> Term:
            return rewrite_term(one, lambda t: Var(names.get(t.name, t.name)) if isinstance(t, Var) else t)

        if isinstance(node, Forall | Exists):
            name = f"#{next(numbers)}"
            return type(node)(name, visit(node.body, {**names, node.var: name}), node.sort)
        return descend(node, lambda inner: visit(inner, names), term)

    return visit(formula, free or {})


def _all_letters() -> Iterator[str]:
    yield from _LETTERS
    number = 1
    while True:
        yield from (f"{letter}{number}" for letter in _LETTERS)
        number += 1
