"""Lines of the section ``Sorts:``, read and written.

Person ::: people
Color = {red, green, blue}
age: Person -> Int
Likes: Person, Person
bob: Person
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.symbols import BOOL, BUILT_IN, THING, Declarations, DeclaredSort, Typed
from . import scanner

_TOKEN: Final = re.compile(
    r'\s+|(?P<sign>->|→|::=|:=|[,:={}()|×∈])|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<name>(?:(?!->)[^\s,:={}()|→×∈"\\])+)|.',
    re.S,
)
_BARE: Final = re.compile(r"[^\W\d_](?:(?!->|\.$)[^\s,:={}()|→×∈\"\\;*$`])*")
_BULLET: Final = re.compile(r"\s*(?:[*•-]\s+|\(?\d{1,3}[.)]\s+)?")
_LEFT_OUT: Final = re.compile(r".*(?:\.\.|…|⋯).*|(?i:etc\.?)")
_GLOSS: Final = re.compile(r"(?<!\\):::")
_BUILT_IN: Final = {"ℤ": "Int", "ℝ": "Real", "bool": BOOL, "int": "Int", "real": "Real"}
_HINT: Final = (
    "Write a sort as Person, an enumeration as Color = {red, green, blue}, a function as age: Person -> Int, "
    "a predicate as Likes: Person, Person, and a constant as bob: Person."
)


class _Fault(Exception):
    """The line declares nothing."""


def read_sort_line(line: str, start: int) -> tuple[Declarations, list[Diagnostic]]:
    """Read a line of the section ``Sorts:``.

    Args:
        line: the line, with its gloss behind ``:::`` if it has one.
        start: where it begins in the whole text.

    Returns:
        What it declares, and an error with its place if it declares nothing.
    """
    body, *rest = _GLOSS.split(line, maxsplit=1)
    gloss = " ".join(rest[0].split()) if rest else ""
    begin = match.end() if (match := _BULLET.match(body)) else 0
    text = body[begin:].rstrip().removesuffix(".")
    if not text:
        return Declarations(), []
    try:
        return _Line(text, gloss).read(), []
    except _Fault as fault:
        span = Span(start + begin, start + begin + len(text))
        return Declarations(), [Diagnostic("bad-sort", Level.ERROR, str(fault), span, _HINT, "a sort or a typed name")]


def write_sort_lines(declared: Declarations) -> list[tuple[str, str]]:
    """Return the lines that declare these sorts, each with its gloss; reading them gives the same declarations."""
    lines = []
    for sort in declared.sorts:
        members = ", ".join(map(_written, sort.members))
        lines.append((f"{_written(sort.name)} = {{{members}}}" if members else _written(sort.name), sort.gloss))
    for typed in declared.typed:
        arguments = ", ".join(map(_written, typed.arguments))
        result = f"-> {_written(typed.result)}" if typed.result else ""
        lines.append((f"{_written(typed.name)}: {' '.join(filter(None, (arguments, result)))}", typed.gloss))
    return lines


def _written(name: str) -> str:
    return name if _BARE.fullmatch(name) and not _LEFT_OUT.fullmatch(name) else scanner.quote(name)


def _tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the signs and names of a line, and whether each is a name."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "sign":
            yield match.group(), False
        elif match.lastgroup == "quoted":
            yield scanner.unquote(match.group()), True
        elif match.lastgroup == "name":
            if _LEFT_OUT.fullmatch(match.group()):
                raise _Fault(f"'{match.group()}' leaves out names that the line should list")
            yield match.group(), True
        elif not match.group().isspace():
            raise _Fault(f"'{match.group()}' stands in no declaration of a sort")


class _Line:
    def __init__(self, text: str, gloss: str) -> None:
        self.tokens = list(_tokens(text))
        self.gloss = gloss
        self.i = 0

    def read(self) -> Declarations:
        names = self.names(",")
        if self.at_end():
            return Declarations(tuple(DeclaredSort(name, (), self.gloss) for name in names if name != THING))
        if self.takes("(") and len(names) == 1:
            arguments = self.names(",", "×") if not self.takes(")") else []
            if arguments and not self.takes(")"):
                raise _Fault("a bracket is not closed")
            result = self.sort() if self.takes(":", "->", "→") else BOOL
            return self.done(self.typed(names[0], arguments, result))
        if self.takes("=", ":=", "::=", "∈") or (self.sees(":", "{") and self.takes(":")):
            return self.done(self.enumeration(names))
        if not self.takes(":"):
            raise _Fault("this declares no sort")
        arguments = [] if self.sees("->") or self.sees("→") else self.names(",", "×")
        result = self.sort() if self.takes("->", "→") else ""
        return self.done(Declarations(typed=tuple(self.typed(n, arguments, result).typed[0] for n in names)))

    def done(self, found: Declarations) -> Declarations:
        if not self.at_end():
            raise _Fault(f"'{self.tokens[self.i][0]}' is unexpected here")
        return found

    def typed(self, name: str, arguments: list[str], result: str) -> Declarations:
        sorts = tuple(_BUILT_IN.get(a, a) for a in arguments)
        if BOOL in sorts:
            raise _Fault(f"'{name}' takes a Bool: only a predicate's value is true or false")
        return Declarations(typed=(Typed(name, sorts, _BUILT_IN.get(result, result), self.gloss),))

    def enumeration(self, names: list[str]) -> Declarations:
        braced = self.takes("{")
        members = self.names(",", "|")
        if (braced and not self.takes("}")) or len(names) != 1 or names[0] in BUILT_IN:
            raise _Fault("this declares no enumeration")
        return Declarations((DeclaredSort(names[0], tuple(members), self.gloss),))

    def sort(self) -> str:
        [name] = self.names()
        return name

    def names(self, *between: str) -> list[str]:
        """Read names with signs between them."""
        found: list[str] = []
        while True:
            if self.at_end() or not self.tokens[self.i][1]:
                what = "the end" if self.at_end() else f"'{self.tokens[self.i][0]}'"
                raise _Fault(f"expected a name, and found {what}")
            found.append(self.tokens[self.i][0])
            self.i += 1
            if not self.takes(*between):
                return found

    def sees(self, *signs: str) -> bool:
        ahead = self.tokens[self.i : self.i + len(signs)]
        return ahead == [(sign, False) for sign in signs]

    def takes(self, *signs: str) -> bool:
        """Step over one of the signs, if it stands here."""
        found = not self.at_end() and not self.tokens[self.i][1] and self.tokens[self.i][0] in signs
        self.i += found
        return found

    def at_end(self) -> bool:
        return self.i >= len(self.tokens)
