"""Grids: people in a row who differ in many ways, and clues about who stands where.

*Everyone drinks a different drink: tea, water, milk. The person who drinks tea is next to the Swede.* Each value of an
attribute has a place, that of the person who has it, and no two of an attribute the same. A description names a value
if nothing else in it says more than that. A clue with one that may name two is left out, and that is said: an answer
that follows without it follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from sorites.solvers import Diagnostic, InvalidProgram, Level, Program, Question, Reading, Statement
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.question import Asked, options_of
from sorites.solvers.logic.symbols import INT, Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import And, Cmp, Distinct, Eq, Fn, Forall, Formula, Num, Or, Term, Var, negation
from sorites.solvers.notation.readings import Said

from .orders import MAX_SENTENCE
from .vocabulary.numerals import ORDINALS

_PLACE, _SORT = "place", "Value"
_ATTRIBUTE: Final = re.compile(
    r"(?:- )?(?:Everyone|Each \w+|Every \w+) (?:[a-z]+ )+?(?:a different|a unique) [^:]+: (?P<values>.+?)\.?"
)
"""What people differ in, and how."""
_CLUE: Final = re.compile(r"(?:Clue )?\d+[:.] (?P<clue>.+?)\.?")
_HEAD: Final = re.compile(r"There are \d+ people next to each other in a row in positions (?P<places>[\d, ]+)\b.*")
_ASKS: Final = re.compile(r"(?:Question: )?What position is (?P<X>.+) at\?")
_SHAPES: Final = (
    r"(?P<X>.+) is(?P<not> not)? (?P<next>immediately )?(?:somewhere )?to the (?P<side>left|right) of (?P<Y>.+)",
    r"(?P<X>.+) is(?P<not> not)? (?P<beside>next to) (?P<Y>.+)",
    r"(?P<X>.+) is(?P<not> not)? (?P<end>at one of the ends)",
    r"(?P<X>.+) is(?P<not> not)? (?:somewhere )?in between (?P<Y>.+) and (?P<Z>.+) in that order",
    r"(?P<X>.+?) is(?P<not> not)? (?P<Y>.+)",
)
"""What clues say."""
_AT: Final = re.compile(r"(?i)the person (?:at|in) (?:the )?(?:(\d+)\w\w|(\w+)) (?:position|place|house)")
_PASSED: Final = re.compile(
    r"Using the clues provided below, answer.*|Some of (?:the )?clues provided might be irrelevant.*|"
)
"""Lines that say nothing of the people."""
_FILLING: Final = frozenset(
    "the a an person who is has likes eats drinks reads owns drives smokes supports plays lives in house books "
    "player".split()
)
"""Words of descriptions that tell no value from another."""


@dataclass(slots=True)
class _Grid:
    """What people differ in.

    Attributes:
        count: how many people there are.
        values: the constants of each attribute, by the words for them.
    """

    count: int
    values: list[dict[str, str]] = field(default_factory=list)

    def add(self, values: list[str]) -> None:
        """Add an attribute."""
        taken = {one for values in self.values for one in values.values()}
        named = ["_".join(re.findall(r"\w+", value)).lower() for value in values]
        named = [f"{name}_{len(self.values) + 1}" if name in taken else name for name in named]
        self.values.append(dict(zip(map(str.lower, values), named, strict=True)))

    def places(self, text: str) -> list[Term]:
        """Return where the person may be whom a description names: a place for each value that it may name."""
        if match := _AT.fullmatch(text):
            number = int(match.group(1)) if match.group(1) else ORDINALS.get(match.group(2).lower(), 0)
            return [Num(number)] if 1 <= number <= self.count else []
        words, found = text.lower(), list[str]()
        for values in self.values:
            for value, constant in values.items():
                rest = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", words, count=1)
                if rest != words and _FILLING.issuperset(re.findall(r"\w+", rest)):
                    found.append(constant)
        return [Fn(_PLACE, (Fn(one),)) for one in found]

    def assumed(self) -> Iterator[Statement]:
        """Yield that each value has a place, and each of an attribute another one."""
        place = Fn(_PLACE, (Var("x"),))
        ends = And((Cmp("≤", Num(1), place), Cmp("≤", place, Num(self.count))))
        yield Statement(Forall("x", ends, _SORT), f"there are {self.count} places")
        for values in self.values:
            different = Distinct(tuple(Fn(_PLACE, (Fn(one),)) for one in values.values()))
            yield Statement(different, f"everyone differs in: {', '.join(values)}")


def _says(grid: _Grid, match: re.Match[str]) -> Formula | None:
    """Return what a clue says; ``None`` if it describes one of several people."""
    found = match.groupdict()
    terms = [*map(grid.places, _described(match))]
    if any(len(ones) != 1 for ones in terms):
        return None
    [x, *rest] = (ones[0] for ones in terms)
    formula: Formula
    if len(rest) == 2:
        formula = And((Cmp("<", rest[0], x), Cmp("<", x, rest[1])))
    elif found.get("end"):
        formula = Or((Eq(x, Num(1)), Eq(x, Num(grid.count))))
    elif found.get("beside"):
        formula = Or((Eq(rest[0], _after(x)), Eq(x, _after(rest[0]))))
    elif found.get("side"):
        low, high = (x, rest[0]) if found["side"] == "left" else (rest[0], x)
        formula = Eq(high, _after(low)) if found.get("next") else Cmp("<", low, high)
    else:
        formula = Eq(x, rest[0])
    return negation(formula) if found.get("not") else formula


def _matches(clue: str) -> Iterator[re.Match[str]]:
    """Return the shapes that a clue may have, whose names may have *and* in them."""
    parts = clue.split(" and ")
    split = [" & ".join(parts[:i]) + " and " + " & ".join(parts[i:]) for i in range(1, len(parts))]
    found = (re.fullmatch(shape, text) for shape in _SHAPES for text in (*split, " & ".join(parts)))
    return filter(None, found)


def _described(match: re.Match[str]) -> list[str]:
    """Return the descriptions in a clue."""
    found = match.groupdict()
    return [found[key].replace(" & ", " and ") for key in "XYZ" if found.get(key)]


def _after(place: Term) -> Term:
    return Fn("+", (place, Num(1)))


def read_grid(context: str, question: str, options: tuple[str, ...]) -> Reading | None:
    """Read a puzzle about people in a row, which asks for a place.

    Args:
        context: what is taken to hold.
        question: what is asked.
        options: the places.

    Returns:
        The question; ``None`` if a line is about something else.
    """
    head, asks = _HEAD.search(context), _ASKS.fullmatch(question.strip())
    if head is None or asks is None or not all(re.fullmatch(r"\d+", option) for option in options):
        return None
    grid, stated, said, notes = (
        _Grid(len(head.group("places").split(","))),
        list[Statement](),
        list[Said](),
        list[Diagnostic](),
    )
    clues = list[tuple[str, Span]]()
    for line in re.finditer(r"[^\n]+", context):
        text, span = line.group().strip(), Span(*line.span())
        if len(text) > MAX_SENTENCE:
            return None
        if match := _ATTRIBUTE.fullmatch(text):
            values = [value.strip("` ") for value in match.group("values").split(",")]
            if len(set(values)) != grid.count:
                return None
            grid.add(values)
        elif match := _CLUE.fullmatch(text):
            clues.append((match.group("clue"), span))
        elif not (_PASSED.fullmatch(text) or _HEAD.fullmatch(text)):
            return None
    for text, span in clues:
        match = next((found for found in _matches(text) if all(map(grid.places, _described(found)))), None)
        if match is None:
            return None
        if (formula := _says(grid, match)) is None:
            what = f"'{text}' may be about one of two people, and is left out"
            notes.append(Diagnostic("left-out", Level.WARNING, what, span))
            continue
        stated.append(Statement(formula, text, span))
        said.append(Said(text, "", span, formula))
    places = grid.places(asks["X"])
    if len(places) != 1 or not options:
        return None
    says = [Statement(Eq(places[0], Num(int(option))), option) for option in options]
    constants = tuple(one for values in grid.values for one in values.values())
    declared = Declarations((DeclaredSort(_SORT, constants),), (Typed(_PLACE, (_SORT,), INT),))
    try:
        program = Program((*grid.assumed(), *stated), says[0], declared=declared)
    except InvalidProgram:
        return None
    asked = Question(program, options_of(says, Asked.EACH, "entailed", [], []), text=question)
    count = len(clues) + 1
    return Reading(
        program,
        tuple(notes),
        f"{context}\n{question}",
        count - len(notes),
        count,
        tuple(stated),
        tuple(said),
        question=asked,
    )
