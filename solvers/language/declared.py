"""What a program declares of sorts: which there are, and which its names are of.

Three sorts are always there: ``Int``, ``Real``, and ``U``, that of the things that nothing says more of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .names import number_named

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


def faults(declared: Declarations) -> list[tuple[str, str]]:
    """Return what is wrong with declarations by themselves, each with a hint."""
    found: list[tuple[str, str]] = []
    names: set[str] = set()
    owner: dict[str, str] = {}
    for sort in declared.sorts:
        if number_named(sort.name) is not None:
            found.append((f"the number {sort.name} names no sort", "Write a word, as in Person."))
        if sort.name in names or sort.name in BUILT_IN:
            found.append((f"the sort '{sort.name}' is there already", "Declare each sort once, by a name of its own."))
        names.add(sort.name)
        for member in sort.members:
            if number_named(member) is not None:
                hint = f"Write names such as {sort.name.lower()}{member}, or a function into Int."
                found.append((f"the number {member} is no member of a sort", hint))
            if owner.setdefault(member, sort.name) != sort.name or sort.members.count(member) > 1:
                hint = "Give each member one place, in one enumeration."
                found.append((f"'{member}' is a member of {owner[member]} already", hint))
    known: dict[tuple[str | int, ...], str] = {}
    for slot, sort_name in declared.slots():
        if sort_name == BOOL:
            found.append((f"'{slot[1]}' takes a Bool", "Only a predicate's value is true or false."))
        if known.setdefault(slot, sort_name) != sort_name:
            message = f"'{slot[1]}' is declared as {known[slot]} and as {sort_name}"
            found.append((message, "Declare each name once."))
    return list(dict.fromkeys(found))
