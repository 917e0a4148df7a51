"""Grids: people in a row, or in the houses of a street, who differ in many ways, and clues about who is where.

*Everyone drinks a different drink: tea, water, milk. The person who drinks tea is next to the Swede.* Each value of an
attribute has a place, that of the person who has it, and no two of an attribute the same. A description names a value
whose words stand in it. Where it may name two, one of both readings holds, which is all that is taken; a clue with a
description that names none is left out. Both is said: what follows without them follows.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from sorites.solvers import Diagnostic, Level, Reading, Statement
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.question import Table
from sorites.solvers.logic.symbols import INT, Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import (
    And,
    Cmp,
    Distinct,
    Eq,
    Fn,
    Forall,
    Formula,
    Num,
    Or,
    Term,
    Var,
    disjunction,
    negation,
)
from sorites.solvers.notation.readings import Said

from .orders import MAX_SENTENCE, Fault, puzzle, unread
from .vocabulary.lists import SHAPES, listed, shapes_of
from .vocabulary.measures import MONTHS
from .vocabulary.numerals import CARDINALS, ORDINALS

_PLACE, _SORT = "place", "Value"
_HEAD: Final = re.compile(SHAPES["GRID"])
_ATTRIBUTE: Final = re.compile(r"(?:[-*] |(?=Every|Each ))(?P<heading>[^:`]+): (?P<values>.+?)\.?")
"""What people differ in, and how."""
_CLUE: Final = re.compile(r"(?:Clue )?\d+[:.] (?P<clue>.+?)\.?")
_PASSED: Final = re.compile(SHAPES["PASSED_IN_GRIDS"])
"""Lines that say nothing of the people."""
_AT: Final = re.compile(r"(?i)(?:the person )?(?:at|in) (?:the )?(?:(\d+)\w\w|(\w+)) (?:position|place|house)")
_WHERE: Final = re.compile(r"(?:Question: )?What position is (?P<X>.+) at\?")
_WHICH: Final = re.compile(r"(?i)What is (?:the )?(?P<heading>.+?) of the person (?:who lives )?in house (?P<at>\d+)\?")
_WHOLE: Final = re.compile(SHAPES["WHOLE_GRID"])
"""Questions: for a place, for a value, and for all of them."""
_SMALL: Final = listed("SMALL_IN_GRIDS")
"""Words of headings and descriptions that tell nothing apart."""
_RELATING: Final = listed("RELATING").union(ORDINALS)
"""Words that say more than whom a description is of."""
_ENDINGS: Final = frozenset(" d e y s al er ed es ate ers ian ies ing ish ist".split(" "))
MAX_WAYS: Final = 8
"""The most readings of one clue."""


class _Value(NamedTuple):
    """A value of an attribute: its words, how it is written, its constant, and the words of the heading above it."""

    words: tuple[str, ...]
    shown: str
    constant: str
    heading: frozenset[str]


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", re.sub(r"['’]s\b", "", text.lower())))


@lru_cache(4096)
def _alike(one: str, other: str) -> bool:
    """Return whether two words are forms of one: *horses* and *horse*, *British* and *Brit*, *January* and *Jan*."""
    shared = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if shared >= 3 and {one[shared:], other[shared:]} <= _ENDINGS:
        return True
    return len(other) >= 3 and one in MONTHS and one.startswith(other)


def attributes(text: str) -> dict[str, list[str]]:
    """Return what the people of a puzzle differ in, each under what is said of it in a word or two.

    Args:
        text: the puzzle.
    """
    found = dict[str, list[str]]()
    for line in text.splitlines():
        if match := _ATTRIBUTE.fullmatch(line.strip()):
            kept = [word for word in _words(match.group("heading")) if word not in _SMALL]
            name = " ".join(kept[-2:] if kept[-2:-1] == ["favorite"] else kept[-1:])
            name = name if name and name not in found else f"{name} {len(found) + 1}".strip()
            found[name] = [value.strip("` ") for value in match.group("values").split(",")]
    return found


@dataclass(slots=True)
class _Grid:
    """What people differ in.

    Attributes:
        count: how many people there are.
        columns: the values of each attribute.
    """

    count: int
    columns: dict[str, list[_Value]] = field(default_factory=dict)
    _places: dict[str, list[Term]] = field(default_factory=dict)

    @property
    def values(self) -> list[_Value]:
        """All values."""
        return [value for values in self.columns.values() for value in values]

    def add(self, name: str, heading: str, values: Iterable[str]) -> None:
        """Add an attribute."""
        taken = {value.constant for value in self.values}
        words = frozenset([word for word in _words(heading) if word not in _SMALL][-2:])
        made = list[_Value]()
        for value in values:
            constant = "_".join(re.findall(r"\w+", value)).lower()
            constant = f"{constant}_{len(self.columns) + 1}" if constant in taken else constant
            made.append(_Value(_words(value), value, constant, words))
        self.columns[name] = made
        self._places.clear()

    def places(self, text: str) -> list[Term]:
        """Return where the person may be whom a description names: a place for each value that it may name."""
        if text not in self._places:  # clues speak of the same people again and again
            self._places[text] = self._found(text)
        return self._places[text]

    def _found(self, text: str) -> list[Term]:
        if (match := _AT.fullmatch(text)) and (match.group(1) or match.group(2).lower() in ORDINALS):
            number = int(match.group(1) or ORDINALS[match.group(2).lower()])
            return [Num(number)] if 1 <= number <= self.count else []
        words = _words(text)
        found = [one for value in self.values if (one := self._named(words, value)) is not None]
        spans = [set(range(start, end)) for _, start, end, _, _ in found]
        found = [one for one, span in zip(found, spans, strict=True) if not any(span < other for other in spans)]
        if not re.match(r"(?:[Tt]he|[Aa]n?) ", text):  # a name, and nothing else
            found = [one for one in found if one[1] == 0 and one[2] == len(words)]
        best = min((one[0] for one in found), default=None)
        found = [one for one in found if one[0] == best]
        most = max((one[3] for one in found), default=0)
        return [Fn(_PLACE, (Fn(one[4].constant),)) for one in found if one[3] == most]

    def _named(self, words: tuple[str, ...], value: _Value) -> tuple[int, int, int, int, _Value] | None:
        """Return how well a description names a value, where, and how many words of its heading stand around it."""
        for rank in range(2):
            for start, end in itertools.combinations(range(len(words) + 1), 2):
                part = words[start:end]
                same = "".join(part) == "".join(value.words) if rank == 0 else len(part) == len(value.words)
                if not same or (rank and not all(map(_alike, part, value.words))) or part[0] in _SMALL:
                    continue
                rest = {*words[:start], *words[end:]} - _SMALL
                if not rest.isdisjoint(_RELATING):
                    return None
                near = sum(any(_alike(one, other) for other in value.heading) for one in rest)
                return rank, start, end, near + (not rest and "name" in value.heading), value
        return None

    def assumed(self) -> Iterator[Statement]:
        """Yield that each value has a place, and each of an attribute another one."""
        place = Fn(_PLACE, (Var("x"),))
        ends = And((Cmp("≤", Num(1), place), Cmp("≤", place, Num(self.count))))
        yield Statement(Forall("x", ends, _SORT), f"there are {self.count} places")
        for values in self.columns.values():
            different = Distinct(tuple(_place(value) for value in values))
            yield Statement(different, f"everyone differs in: {', '.join(value.shown for value in values)}")

    def clue(self, text: str) -> tuple[Formula | None, int]:
        """Return what a clue says, and in how many readings; ``None`` for nothing, and 0 if it is no clue at all."""
        best = 0
        for match in _matches(text):
            terms = [self.places(found) for found in _described(match)]
            ways = list(itertools.product(*terms))
            if 0 < len(ways) <= MAX_WAYS:
                return disjunction(tuple(dict.fromkeys(_says(match, way, self.count) for way in ways))), len(ways)
            best = max(best, sum(map(bool, terms)))
        return None, best


def _place(value: _Value) -> Fn:
    return Fn(_PLACE, (Fn(value.constant),))


def _says(match: re.Match[str], terms: tuple[Term, ...], count: int) -> Formula:
    """Return what a clue says of places."""
    found, [x, *rest] = match.groupdict(), terms
    formula: Formula
    if len(rest) == 2:
        formula = And((Cmp("<", rest[0], x), Cmp("<", x, rest[1])))
    elif found.get("end"):
        formula = Or((Eq(x, Num(1)), Eq(x, Num(count))))
    elif found.get("beside") or found.get("apart"):
        steps = CARDINALS.get(found.get("apart") or "", 0) + 1
        formula = Or((Eq(rest[0], _after(x, steps)), Eq(x, _after(rest[0], steps))))
    elif found.get("side"):
        low, high = (x, rest[0]) if found["side"] == "left" else (rest[0], x)
        formula = Eq(high, _after(low)) if found.get("next") else Cmp("<", low, high)
    else:
        formula = Eq(x, rest[0])
    return negation(formula) if found.get("not") else formula


def _matches(clue: str) -> Iterator[re.Match[str]]:
    """Return the shapes that a clue may have, whose names may have *is* and *and* in them."""
    texts = [text for one in _hidden(clue, "is") for text in _hidden(one, "and")]
    found = (shape.fullmatch(text) for shape, _ in shapes_of("CLUES") for text in texts)
    return (one for one in found if one and (one.groupdict().get("apart") or "one") in CARDINALS)


def _hidden(text: str, word: str) -> Iterator[str]:
    """Yield a text in which none, or one, of a word's places can be seen."""
    parts, hidden = text.split(f" {word} "), f" &{word} "
    for i in range(1, len(parts)):
        yield f"{hidden.join(parts[:i])} {word} {hidden.join(parts[i:])}"
    yield hidden.join(parts)


def _described(match: re.Match[str]) -> list[str]:
    """Return the descriptions in a clue."""
    found = match.groupdict()
    return [found[key].replace(" &", " ") for key in "XYZ" if found.get(key)]


def _after(place: Term, steps: int = 1) -> Term:
    return Fn("+", (place, Num(steps)))


def read_grid(context: str, question: str, options: tuple[str, ...]) -> Reading | None:
    """Read a puzzle about people in a row, which asks for a place, for a value, or, without options, for all of them.

    Args:
        context: what is taken to hold.
        question: what is asked.
        options: the places, or the values.

    Returns:
        The question; ``None`` if a line is about something else.
    """
    head = _HEAD.search(context)
    if head is None or any(len(line) >= MAX_SENTENCE for line in context.splitlines()):
        return None
    grid = _Grid(int(head["last"]) if head["last"] else len(head["places"].split(",")))
    named, clues = attributes(context), list[tuple[str, Span]]()
    headings, faults = iter(named.items()), list[Fault]()
    for line in re.finditer(r"[^\n]+", context):
        text = line.group().strip()
        if match := _ATTRIBUTE.fullmatch(text):
            name, values = next(headings)
            if len(set(values)) != grid.count or len(values) != grid.count:
                return unread(context, question, [(text, Span(*line.span()))])
            grid.add(name, match.group("heading"), values)
        elif match := _CLUE.fullmatch(text):
            clues.append((match.group("clue"), Span(*line.span())))
        elif not (_PASSED.fullmatch(text) or _HEAD.fullmatch(text)):
            faults.append((text, Span(*line.span())))
    if not clues or not named:
        return None
    says = _asked(grid, question.strip(), options)
    if says is None:
        faults.append((question, Span(len(context) + 1, len(context) + 1 + len(question))))
    stated, notes = list[Statement](), list[Diagnostic]()
    for text, span in clues:
        formula, ways = grid.clue(text)
        if ways == 0:
            faults.append((text, span))
        elif formula is not None:
            stated.append(Statement(formula, text, span))
        if ways > 1 or (formula is None and ways):
            what = "can be read in two ways, of which one holds" if formula is not None else "is not read wholly"
            code = "left-out" if formula is None else "either"
            what += ", and is left out" if formula is None else ""
            notes.append(Diagnostic(code, Level.WARNING, f"'{text}' {what}", span))
    if says is None or faults:
        return unread(context, question, faults)
    constants = tuple(value.constant for value in grid.values)
    declared = Declarations((DeclaredSort(_SORT, constants),), (Typed(_PLACE, (_SORT,), INT),))
    columns = tuple((name, tuple((v.shown, _place(v)) for v in values)) for name, values in grid.columns.items())
    table = Table("House" if head["last"] else "Position", columns)
    said = [Said(one.gloss, "", one.span, one.formula) for one in stated]
    whole = [*grid.assumed()], stated, says
    return puzzle(context, question, declared, whole, said, notes=tuple(notes), table=table)


def _asked(grid: _Grid, question: str, options: tuple[str, ...]) -> list[Statement] | None:
    """Return what the options say; ``None`` if what is asked is something else."""
    if not options:
        return [] if _WHOLE.fullmatch(question) else None
    if match := _WHERE.fullmatch(question):
        places = grid.places(match["X"])
        if len(places) == 1 and all(re.fullmatch(r"\d+", option) for option in options):
            return [Statement(Eq(places[0], Num(int(option))), option) for option in options]
    if match := _WHICH.fullmatch(question):
        ones = [{v.shown: v for v in values} for values in grid.columns.values()]
        ones = [values for values in ones if values.keys() >= {*options}]
        if len(ones) == 1:
            at = Num(int(match["at"]))
            return [Statement(Eq(_place(ones[0][option]), at), option) for option in options]
    return None
