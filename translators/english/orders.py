"""Orders: things that are listed behind a colon, and sentences that say where in an order they stand.

*There are three books: a green book, …. The blue book is to the right of the green book. The white book is the second
from the left.* Each order (from the left, by age, by price) gives every thing a place, from 1 on, and no two the same,
which is assumed and shown. A text is read so if every sentence of it is; of any other the grammar says what it makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sorites.solvers import Diagnostic, InvalidProgram, Level, Program, Question, Reading, Statement
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.question import Asked, Table, options_of
from sorites.solvers.logic.symbols import INT, Declarations, DeclaredSort, Typed
from sorites.solvers.logic.syntax import And, Cmp, Distinct, Eq, Fn, Forall, Formula, Num, Truth, Var, negation
from sorites.solvers.notation.readings import Said

from ..problem import wanted_of
from ..sentences import Sentence, split
from .vocabulary import adjective
from .vocabulary.numerals import CARDINALS, ORDINALS

_SORT: Final = "Thing"


_POLES: Final[Mapping[str, tuple[str, int]]] = {
    "left": ("place_from_the_left", -1), "right": ("place_from_the_left", 1),
    "above": ("place_from_the_top", -1), "ahead of": ("place_from_the_top", -1), "before": ("place_from_the_top", -1),
    "below": ("place_from_the_top", 1), "behind": ("place_from_the_top", 1), "after": ("place_from_the_top", 1),
    **{
        word: (f"place_from_the_{adjective(low, 'superlative')}", side)
        for low, high in (
            ("old", "new"), ("old", "young"), ("cheap", "expensive"), ("short", "tall"), ("light", "heavy"),
            ("slow", "fast"), ("small", "big"), ("small", "large"), ("early", "late"), ("cold", "hot"),
            ("poor", "rich"), ("weak", "strong"), ("quiet", "loud"), ("low", "high"),
        )
        for word, side in ((low, -1), (high, 1))
    },
}  # fmt: skip
"""Words for the two ends of an order: which order, and whether the word stands for its end or its beginning."""


_MORE: Final = {adjective(word, "comparative"): word for word in _POLES} | {f"more {word}": word for word in _POLES}
_ENDS: Final = {"leftmost": "left", "rightmost": "right"}
_MOST: Final = (
    {adjective(word, "superlative"): word for word in _POLES} | {f"most {word}": word for word in _POLES} | _ENDS
)
_LESS: Final = {f"less {word}": word for word in _POLES} | {f"least {word}": word for word in _POLES}
_ORDINAL: Final = {**{word: number for word, number in ORDINALS.items() if number <= 20}}


def any_of(words: Mapping[str, object]) -> str:
    """Return a pattern for any of some words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_LIST: Final = re.compile(rf"(?i)[^:;]*?\b({any_of(CARDINALS)}|\d+)\s+[\w -]+:\s+(.+?)\s*\.")
"""A sentence that says how many things there are, and lists them."""
MAX_SENTENCE: Final = 1000
"""The most characters of a sentence about an order, or of a line about a grid."""
_SAYS_NOTHING: Final = re.compile(
    r"The following paragraphs? (?:each )?describes? a set of \w+ objects arranged in a fixed order\.|"
    r"The statements are logically consistent within (?:each|the) paragraph\."
)
"""Sentences above such a text that say nothing of its things."""
_BE: Final = r"(?:is|are|was|were)(?P<not> not|n't)?"
_SHAPES: Final = (
    rf"X {_BE} (?P<next>directly |immediately )?to the (?P<side>left|right) of Y",
    rf"X {_BE} (?P<grade>{any_of({**_MORE, **{w: 0 for w in _LESS if w.startswith('less')}})}) than Y",
    r"X (?:finished|ended|came|placed) (?P<next>directly |immediately |right )?"
    r"(?P<side>above|below|ahead of|behind|before|after) Y",
    rf"X {_BE} the (?P<place>{any_of(_ORDINAL)}) from the (?P<end>left|right)",
    rf"X {_BE} (?:the )?(?:(?P<place>{any_of(_ORDINAL)})[- ])?(?P<most>{any_of({**_MOST, **_LESS})})",
    rf"X (?:finished|ended|came|placed) (?P<finished>(?:{any_of(_ORDINAL)})-to-last|{any_of(_ORDINAL)}|last)",
)  # fmt: skip
"""What sentences say of where things stand; ``X`` and ``Y`` are things."""


class _Order(NamedTuple):
    """The things of a text: their names there, and the constants for them."""

    names: Mapping[str, str]

    def shapes(self) -> list[re.Pattern[str]]:
        """Return the patterns of sentences about them."""
        thing = rf"(?:the |an? )?(?P<{{}}>{any_of(self.names)})"

        def filled(match: re.Match[str]) -> str:
            return thing.format(match.group())

        return [re.compile("(?i)" + re.sub(r"\b[XY]\b", filled, shape) + r"\s*\.?") for shape in _SHAPES]

    def said(self, match: re.Match[str], orders: dict[str, None]) -> Formula:
        """Return what a sentence says."""
        found = {key: value.lower() for key, value in match.groupdict().items() if value}
        count = len(self.names)

        def at(order: str, thing: str) -> Fn:
            orders[order] = None
            return Fn(order, (Fn(self.names[found[thing]]),))

        formula: Formula
        if "Y" in found:
            word = found.get("side") or _MORE.get(found.get("grade", "")) or _LESS[found["grade"]]
            order, sign = _POLES[word]
            sign = -sign if found.get("grade", "").startswith("less") else sign
            low, high = ("X", "Y") if sign < 0 else ("Y", "X")
            formula = Cmp("<", at(order, low), at(order, high))
            if "next" in found:
                formula = Eq(at(order, high), Fn("+", (at(order, low), Num(1))))
        elif "finished" in found:
            place, _, back = found["finished"].partition("-to-")
            number = count if place == "last" else _ORDINAL[place]
            formula = Eq(at("place_from_the_top", "X"), Num(count + 1 - number if back else number))
        else:
            most = found.get("most", "")
            order, sign = _POLES[found.get("end") or _MOST.get(most) or _LESS[most]]
            sign = -sign if most.startswith("least") else sign
            number = _ORDINAL[found.get("place", "first")]
            formula = Eq(at(order, "X"), Num(number if sign < 0 else count + 1 - number))
        return negation(formula) if "not" in found else formula


def read_order(context: str, question: str, options: tuple[str, ...]) -> Reading | None:
    """Read a text about an order, whose question chooses between statements.

    Args:
        context: what is taken to hold.
        question: what is asked.
        options: the statements.

    Returns:
        The question; ``None`` if any sentence is about something else.
    """
    sentences = [one for one in split(context) if not _SAYS_NOTHING.fullmatch(one.text.strip())]
    short = all(len(one) < MAX_SENTENCE for one in (*options, *(one.text for one in sentences)))
    head = _LIST.fullmatch(sentences[0].text.strip()) if sentences and short else None
    names = dict(listed(head.group(2))) if head else {}
    told = head.group(1).lower() if head else ""
    if not names:
        return None
    things, orders = _Order(names), dict[str, None]()
    shapes = things.shapes()

    def read(text: str) -> Formula | None:
        found = (shape.fullmatch(text.strip()) for shape in shapes)
        return next((things.said(match, orders) for match in found if match), None)

    found, faults = lines_of(sentences[1:], options, read)
    if len(names) != (int(told) if told.isdigit() else CARDINALS[told]):
        faults.insert(0, (sentences[0].text, Span(sentences[0].start, sentences[0].end)))
    if faults:
        return unread(context, question, faults) if found else None
    stated, goals = found[: len(sentences) - 1], found[len(sentences) - 1 :]
    assumed = [Statement(formula, why) for order in orders for formula, why in _assumed(order, names)]
    declared = Declarations(
        (DeclaredSort(_SORT, tuple(names.values())),), tuple(Typed(order, (_SORT,), INT) for order in orders)
    )
    said = [
        Said(sentences[0].text, "", Span(sentences[0].start, sentences[0].end)),
        *(Said(one.gloss, "", one.span, one.formula) for one in stated),
        *(Said("", one.gloss, None, one.formula, "assumed", _WHY) for one in assumed),
    ]
    return puzzle(context, question, declared, (assumed, stated, goals), said)


Fault = tuple[str, Span | None]
"""A line, or an option, that can't be read, and its place."""


def lines_of(
    sentences: Sequence[Sentence], options: Sequence[str], read: Callable[[str], Formula | None]
) -> tuple[list[Statement], list[Fault]]:
    """Return what sentences and options say, and those that can't be read."""
    ones: list[Fault] = [*((s.text, Span(s.start, s.end)) for s in sentences), *((one, None) for one in options)]
    made = [(text, span, read(text)) for text, span in ones]
    faults = [(text, span) for text, span, formula in made if formula is None]
    return [Statement(formula, text, span) for text, span, formula in made if formula is not None], faults


def unread(context: str, question: str, faults: Sequence[Fault]) -> Reading:
    """Return the reading of a puzzle of which something can't be read."""
    why = "can't be read in this puzzle: it names or counts otherwise than what is listed, or has no form that is known"
    found = tuple(Diagnostic("unread-sentence", Level.ERROR, f"'{text}' {why}", span) for text, span in faults)
    return Reading(None, found, f"{context}\n{question}", 0, len(found))


def puzzle(
    context: str,
    question: str,
    declared: Declarations,
    statements: tuple[list[Statement], list[Statement], list[Statement]],
    said: list[Said],
    *,
    notes: tuple[Diagnostic, ...] = (),
    table: Table | None = None,
) -> Reading | None:
    """Return the reading of a text that asks which of some options fits, or for all values.

    Args:
        context: the text.
        question: its question.
        declared: the sorts and functions.
        statements: what is assumed, what is said, and the options.
        said: what each sentence was read as.
        notes: what is to be said of it.
        table: how an answer is shown.
    """
    assumed, stated, goals = statements
    wanted = wanted_of(question) if table is None else "entailed"
    asked = Asked.EACH if goals else Asked.WHOLE
    try:
        program = Program((*assumed, *stated), goals[0] if goals else Statement(Truth(True)), declared=declared)
    except InvalidProgram:
        return None
    given = options_of(goals, asked, wanted, [], [])
    found = Question(program, given, asked, wanted, text=question, table=table)
    read = len(stated) + (len(goals) if table is None else 1)
    total = read + sum(one.code == "left-out" for one in notes)
    whole = f"{context}\n{question}"
    return Reading(program, notes, whole, read, total, tuple(stated), tuple(said), question=found)


_WHY: Final = "an order gives each thing a place of its own"


def listed(text: str) -> Iterator[tuple[str, str]]:
    """Yield the things of a list as they are called, in small letters, each with its constant."""
    for item in re.split(r",\s*(?:and\s+)?|\s+and\s+", text):
        name = re.sub(r"(?i)^(?:an?|the)\s+", "", item.strip())
        yield name.lower(), "_".join(re.findall(r"\w+", name)).lower()


def _assumed(order: str, names: Mapping[str, str]) -> Iterator[tuple[Formula, str]]:
    """Yield what an order is, each with a sentence."""
    count, one = len(names), Fn(order, (Var("x"),))
    ends = And((Cmp("≤", Num(1), one), Cmp("≤", one, Num(count))))
    yield Forall("x", ends, _SORT), f"there are {count} places"
    if count > 1:
        yield Distinct(tuple(Fn(order, (Fn(name),)) for name in names.values())), "no two have the same place"
