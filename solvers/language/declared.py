"""What a program declares of sorts: which there are, and which its names are of.

Three sorts are always there: ``Int``, ``Real``, and ``U``, that of the things that nothing says more of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

INT: Final = "Int"
REAL: Final = "Real"
THING: Final = "U"
BOOL: Final = "Bool"
"""The result of a predicate; nothing ranges over it."""
NUMBERS: Final = frozenset({INT, REAL})
BUILT_IN: Final = frozenset({INT, REAL, THING, BOOL})


@dataclass(frozen=True, slots=True)
class DeclaredSort:
    """A sort of things.

    Attributes:
        name: its name.
        members: of an enumeration the constants that name all that there are, each another one.
        gloss: what it holds, in natural language; may be empty.
    """

    name: str
    members: tuple[str, ...] = ()
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """Which sorts a name is of.

    Attributes:
        name: the name of a predicate, a function or a constant.
        arguments: the sorts of its arguments.
        result: the sort of its value; ``Bool`` for a predicate. Empty where no arrow was
            written: ``Likes: Person, Person`` is a predicate, and ``bob: Person`` tells of the
            constant ``bob`` that it is a person, and of a predicate ``bob`` that it is of persons.
        gloss: what it says in natural language; may be empty.
    """

    name: str
    arguments: tuple[str, ...] = ()
    result: str = ""
    gloss: str = ""

    def slots(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the positions that this speaks of, with their sorts (see ``sorts.Slot``)."""
        count = len(self.arguments)
        kind = "p" if self.result in ("", BOOL) else "f"
        for i, sort in enumerate(self.arguments):
            yield (kind, self.name, count, i), sort
        if kind == "f":
            yield ("f", self.name, count, -1), self.result
        elif not self.result and count == 1:
            yield ("f", self.name, 0, -1), self.arguments[0]


@dataclass(frozen=True, slots=True)
class Declarations:
    """All that a program declares of sorts.

    Attributes:
        sorts: the sorts of things.
        typed: the names whose sorts are said.
    """

    sorts: tuple[DeclaredSort, ...] = ()
    typed: tuple[Typed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sorts or self.typed)

    def __add__(self, other: Declarations) -> Declarations:
        return Declarations(self.sorts + other.sorts, self.typed + other.typed)

    @property
    def enumerations(self) -> dict[str, tuple[str, ...]]:
        """The members of each enumeration."""
        return {sort.name: sort.members for sort in self.sorts if sort.members}

    def slots(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the positions that are declared, with their sorts."""
        for sort in self.sorts:
            for member in sort.members:
                yield ("f", member, 0, -1), sort.name
        for typed in self.typed:
            yield from typed.slots()


NOTHING: Final = Declarations()
