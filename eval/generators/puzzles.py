"""Puzzles with one solution: orders, grids, and groups, in words that Sorites English reads.

A world is drawn, and sentences that are true of it; what the text says is read back, and of the sentences so many are
kept as leave no other world, none of which can be spared. That there is no other is proved by the reader's formulas,
which nobody made for the puzzle: a sentence that is read otherwise than it is meant makes another solution, or none.
"""

from __future__ import annotations

import json
import random
import string
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_args

from pydantic import Field
from pydantic.dataclasses import dataclass

from sorites.solvers import Limits, Question, UserError, choose
from sorites.solvers.bridges.cells import Cells, Written
from sorites.solvers.logic.question import Asked
from sorites.solvers.logic.symbols import signature
from sorites.translators import TRUE_FALSE, LabelScheme
from sorites.translators.english.grids import attributes
from sorites.translators.english.reading import read_english
from sorites.translators.english.vocabulary.numerals import CARDINALS, ORDINALS

from .data import table
from .problem import LIMITS, Disagreement, Generated, ProblemRecord
from .specification import Specification
from .words import listed

_NUMBER: Final = {number: word for word, number in CARDINALS.items() if number > 0}
_ORDINAL: Final = {number: word for word, number in ORDINALS.items()}
_TRIES: Final = 20


class _Clue(NamedTuple):
    """A sentence that is true of a world, and of which kind it is."""

    kind: str
    text: str


class _Scene(NamedTuple):
    """A puzzle before its clues were chosen.

    Attributes:
        head: the text above the clues.
        clues: sentences that are true of the world.
        question: what is asked.
        options: the statements to choose from, none of a grid.
        answer: the option that is right, or the whole assignment.
    """

    head: str
    clues: list[_Clue]
    question: str
    options: tuple[str, ...]
    answer: str


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


Level = Literal["easy", "medium", "hard"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


@dataclass(frozen=True, slots=True)
class Puzzles(Specification, ABC):
    """What the three kinds of puzzles share; the splits have different puzzles, of the same words.

    Attributes:
        size: how many things, people or houses there are.
        level: which kinds of clues there are: those that say where something is, or those that only tell of others.
    """

    size: Annotated[int, Field(ge=3, le=7)] = 5
    level: Level = "medium"

    scheme: ClassVar[LabelScheme] = TRUE_FALSE
    """No puzzle has these labels: its answer is an option, or an assignment."""
    kinds: ClassVar[Mapping[str, str]] = {}
    """The kinds of clues of each level."""

    @property
    def cycle(self) -> int:
        """Each puzzle is by itself."""
        return 1

    @abstractmethod
    def scene(self, rng: random.Random) -> _Scene:
        """Return a world, and what is true of it."""

    def told(self, head: str, clues: Sequence[_Clue]) -> str:
        """Return the text of clues."""
        return " ".join((head, *(f"{_capital(one.text)}." for one in clues)))

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a puzzle with one solution, and no clue that could be spared."""
        for _ in range(_TRIES):
            scene = self.scene(rng)
            allowed = [one for one in scene.clues if one.kind in self.kinds[self.level].split()]
            rng.shuffle(allowed)
            kept = self._needed(scene, allowed)
            if kept is not None:
                return self._made(scene, [one for i, one in enumerate(allowed) if i in kept])
        raise Disagreement(f"{self.name}: the clues of level {self.level} leave more than one solution")

    def _asked(self, scene: _Scene, clues: Sequence[_Clue]) -> tuple[str, Question]:
        """Return a text, and the question that is read of it."""
        text = self.told(scene.head, clues)
        reading = read_english(text, scene.question, options=scene.options)
        if reading.question is None or len(reading.statements) != len(clues) or reading.diagnostics:
            raise Disagreement(f"this is not read as it is meant:\n{text}")
        return text, reading.question

    def _needed(self, scene: _Scene, clues: Sequence[_Clue]) -> set[int] | None:
        """Return clues that leave one solution, none of which can be spared; ``None`` if all of them leave more."""
        _, question = self._asked(scene, clues)
        premises = [one.formula for one in question.supposing]
        cells = Cells(premises, signature(premises), question.program.declared)
        found = Written(cells, premises, (), LIMITS.seconds, LIMITS.megabytes).model()
        if found is None:
            raise Disagreement(f"what is true of a world contradicts itself:\n{self.told(scene.head, clues)}")
        says = cells.says(Written(cells, premises, (), LIMITS.seconds, LIMITS.megabytes).shown(found))
        first = len(premises) - len(clues)

        def only(known: int) -> Callable[[Sequence[int]], bool]:
            """Return what says whether some of the first clues leave one solution."""
            written = Written(cells, premises[:known], [says], LIMITS.seconds, LIMITS.megabytes)
            other = [written.side(0, holds=False)]
            every = {*range(first, known)}
            return lambda kept: written.model(other, without=every.difference(kept)) is None

        # By whether there is another solution alone, never by which the engine finds: so a seed gives one puzzle.
        kept, enough = range(first, len(premises)), only(len(premises))
        if not enough(kept):
            return None
        last = bisect_left(kept, True, key=lambda i: enough(range(first, i + 1)))
        needed, enough = list(kept[: last + 1]), only(first + last + 1)
        for i in kept[:last]:
            fewer = [one for one in needed if one != i]
            needed = fewer if enough(fewer) else needed
        return {i - first for i in needed}

    def _made(self, scene: _Scene, clues: Sequence[_Clue]) -> Generated:
        """Return the puzzle of some clues, after it was proved that its answer is the world's."""
        text, question = self._asked(scene, clues)
        # A proof hangs on the clock: who wants one finds it then (``verified``).
        found = choose(question, replace(Limits(), seconds=LIMITS.seconds), certify=False)
        if found.chosen is None or found.name(found.chosen) != scene.answer:
            raise Disagreement(f"expected {scene.answer}, found {found.fits}:\n{text}")
        kinds = sorted({one.kind for one in clues})
        outcome, asked = found.outcomes[found.chosen], found.question
        return Generated(
            text,
            scene.question,
            asked.asking(asked.said[found.chosen]),
            outcome,
            len(clues),
            rules=tuple(kinds),
            tags={"size": self._size(), "level": self.level, "clues": str(len(clues))},
            asked=question if question.asked is Asked.WHOLE else asked,
        )

    def _size(self) -> str:
        return str(self.size)


def as_benchmark(record: ProblemRecord, *, grid: bool) -> str:
    """Return a puzzle as an entry of ZebraLogic's files, or of Logic-LM's.

    Raises:
        UserError: it is of another kind.
    """
    whole = record.label.startswith("{")
    if record.generator not in {"ordering", "grid", "assignment"} or whole is not grid:
        kind = "zebralogic of grids" if grid else "logic-lm of ordering and assignment"
        raise UserError(f"the form {kind} is no form of what {record.generator} makes")
    found: dict[str, Any] = {"id": record.id}
    if grid:
        rows = json.loads(record.label)
        header = ["House", *next(iter(rows.values()))]
        table = [[row.removeprefix("House "), *ones.values()] for row, ones in rows.items()]
        found |= {"size": record.tags["size"], "puzzle": record.context, "solution": {"header": header, "rows": table}}
    else:
        letters = dict(zip(record.options, string.ascii_uppercase, strict=False))
        found |= {"context": record.context, "question": record.question, "answer": letters[record.label]}
        found["options"] = [f"{letter}) {option}" for option, letter in letters.items()]
        found["raw_logic_programs"] = [record.program]
    return json.dumps(found, ensure_ascii=False)


class _Row(NamedTuple):
    """Things in an order: how they are introduced, and what is said of where they stand."""

    head: str
    things: tuple[str, ...]
    before: str
    after: str
    place: str
    back: str
    next: str = ""


_LISTS: Final = table("puzzles")
_ROWS: Final = [_Row(**row) for row in _LISTS["rows"]]


def _the(thing: str) -> str:
    """Return how a thing that was introduced is spoken of."""
    bare = thing.removeprefix("a ").removeprefix("an ")
    return f"the {bare}" if bare[0].islower() else bare


def _nth(template: str, thing: str, number: int) -> str:
    """Return that a thing is at a place, without *first* where the word for the end says it."""
    text = template.format(x=thing, n=_ORDINAL[number])
    for long, short in (("first from the left", "leftmost"), ("first from the right", "rightmost")):
        text = text.replace(long, short)
    return text.replace("first-to-last", "last").replace("first-", "")


@dataclass(frozen=True, slots=True)
class Ordering(Puzzles):
    """Things in an order, and which of them is where, in the form of LogicalDeduction."""

    name: ClassVar[str] = "ordering"
    kinds: ClassVar[Mapping[str, str]] = {"easy": "place next pair", "medium": "next pair not", "hard": "pair not"}

    def scene(self, rng: random.Random) -> _Scene:
        """Return an order, and what is true of it."""
        row, n = rng.choice(_ROWS), self.size
        order = rng.sample(row.things, n)  # the first one first
        at, the = {thing: place for place, thing in enumerate(order, 1)}, {thing: _the(thing) for thing in order}
        clues = list[_Clue]()
        for x in order:
            places = [_nth(row.place, the[x], at[x]), _nth(row.back, the[x], n + 1 - at[x])]
            clues += [_Clue("place", text) for text in places]
            for y in order:
                if at[x] != at[y]:
                    pair = (row.before if at[x] < at[y] else row.after).format(x=the[x], y=the[y])
                    wrong = _nth(rng.choice((row.place, row.back)), the[x], at[y])
                    clues.append(_Clue("pair", pair))
                    if " is the " in wrong and wrong not in places:
                        clues.append(_Clue("not", wrong.replace(" is the ", " is not the ")))
                if at[y] == at[x] + 1 and row.next:
                    clues.append(_Clue("next", row.next.format(x=the[x], y=the[y])))
        head = row.head.format(count=_NUMBER[n], things=listed(rng.sample(order, n), comma=","))
        asked = rng.randrange(1, n + 1)
        options = tuple(f"{_capital(_nth(row.place, the[x], asked))}." for x in rng.sample(order, n))
        answer = f"{_capital(_nth(row.place, the[order[asked - 1]], asked))}."
        return _Scene(head, clues, "Which of the following is true?", options, answer)


_COLUMNS: Final[Mapping[str, tuple[str, str]]] = _LISTS["columns"]
"""What people differ in: the heading, the values, and how a person is described by one."""
WHICH_VALUES: Final = "Which values belong to each house?"


@dataclass(frozen=True, slots=True)
class Grid(Puzzles):
    """Houses whose people differ in several ways, to be filled in, in the form of ZebraLogic.

    Attributes:
        attributes: in how many ways.
    """

    size: Annotated[int, Field(ge=2, le=6)] = 4
    attributes: Annotated[int, Field(ge=2, le=6)] = 4

    name: ClassVar[str] = "grid"
    kinds: ClassVar[Mapping[str, str]] = {
        "easy": "is at direct",
        "medium": "is direct side beside not-at",
        "hard": "side beside apart not not-at",
    }

    def _size(self) -> str:
        return f"{self.size}*{self.attributes}"

    def told(self, head: str, clues: Sequence[_Clue]) -> str:
        """Return the text of clues, numbered."""
        return head + "".join(f"{number}. {_capital(one.text)}.\n" for number, one in enumerate(clues, 1))

    def scene(self, rng: random.Random) -> _Scene:
        """Return a grid, and what is true of it."""
        n, headings = self.size, list(_COLUMNS)[: self.attributes]
        world = {heading: rng.sample(_COLUMNS[heading][0].split()[:n], n) for heading in headings}
        who = [(h, _COLUMNS[h][1].format(value), at) for h in headings for at, value in enumerate(world[h], 1)]
        clues = list[_Clue]()
        for heading, x, at in who:
            clues.append(_Clue("at", f"{x} is in the {_ORDINAL[at]} house"))
            elsewhere = rng.choice([place for place in range(1, n + 1) if place != at])
            clues.append(_Clue("not-at", f"{x} is not in the {_ORDINAL[elsewhere]} house"))
            for other, y, there in rng.sample(who, min(len(who), 3 * n)):
                apart = there - at
                if other != heading:
                    clues.append(_Clue("not", f"{x} is not {y}") if apart else _Clue("is", f"{x} is {y}"))
                if apart == 1:
                    clues.append(_Clue("direct", f"{x} is directly left of {y}"))
                if apart:
                    side = "left" if apart > 0 else "right"
                    clues.append(_Clue("side", f"{x} is somewhere to the {side} of {y}"))
                if apart == 1:
                    clues.append(_Clue("beside", f"{x} and {y} are next to each other"))
                if apart == 2:
                    clues.append(_Clue("apart", f"there is one house between {x} and {y}"))
                if apart > 2:
                    clues.append(_Clue("apart", f"there are {_NUMBER[apart - 1]} houses between {x} and {y}"))
        listed = "".join(f" - {h}: {', '.join(f'`{v}`' for v in rng.sample(world[h], n))}\n" for h in headings)
        head = (
            f"There are {n} houses, numbered 1 to {n} from left to right. In each of them lives one person, and the "
            f"people differ in these characteristics:\n{listed}\n## Clues:\n"
        )
        names = dict(zip(attributes(head), headings, strict=True))
        rows = {f"House {at + 1}": {name: world[h][at] for name, h in names.items()} for at in range(n)}
        return _Scene(head, clues, WHICH_VALUES, (), json.dumps(rows, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class Assignment(Puzzles):
    """People who are each assigned to one of several groups, and who must be where, in the form of AR-LSAT."""

    name: ClassVar[str] = "assignment"
    kinds: ClassVar[Mapping[str, str]] = {
        "easy": "in same different",
        "medium": "same different count not",
        "hard": "if count different",
    }

    def scene(self, rng: random.Random) -> _Scene:
        """Return who is where, and what is true of it."""
        whom, how, kinds, names = rng.choice(_LISTS["teams"])
        groups, people = rng.sample(names, 2 if self.size < 4 else 3), _LISTS["people"].split()[: self.size]
        at = dict(zip(rng.sample(people, self.size), groups + rng.choices(groups, k=self.size), strict=False))
        clues = list[_Clue]()
        for group in groups:
            count = sum(one == group for one in at.values())
            clues.append(_Clue("count", f"exactly {_people(count, whom)} {how} {group}"))
            clues.append(_Clue("count", f"at most {_people(count, whom)} {how} {group}"))
        for x in people:
            wrong = rng.choice([group for group in groups if group != at[x]])
            clues += [_Clue("in", f"{x} is {how} {at[x]}"), _Clue("not", f"{x} is not {how} {wrong}")]
            for y in people:
                if x < y:
                    same = at[x] == at[y]
                    told = f"the same {kinds.removesuffix('s')}" if same else f"different {kinds}"
                    clues.append(_Clue("same" if same else "different", f"{x} and {y} are {how} {told}"))
                if x != y:
                    other = rng.choice(groups)
                    then = at[y] if other == at[x] else rng.choice(groups)
                    clues.append(_Clue("if", f"if {x} is {how} {other}, {y} is {how} {then}"))
        head = (
            f"{_NUMBER[self.size].capitalize()} {whom}, {listed(people, comma=',')}, are each {how} "
            f"one of {_NUMBER[len(groups)]} {kinds}: {listed(groups, comma=',')}."
        )
        right = rng.choice(people)
        wrong_ones = [f"{x} is {how} {group}." for x in people for group in groups if at[x] != group]
        answer = f"{right} is {how} {at[right]}."
        options = [answer, *rng.sample(wrong_ones, min(4, len(wrong_ones)))]
        rng.shuffle(options)
        return _Scene(head, clues, "Which one of the following must be true?", tuple(options), answer)


def _people(count: int, whom: str) -> str:
    """Return so many people, with their verb."""
    return f"one {whom.removesuffix('s')} is" if count == 1 else f"{_NUMBER[count]} {whom} are"
