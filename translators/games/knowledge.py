"""General knowledge that a game's rules ask for (BoardgameQA, section 4.1 and table 2).

Arithmetic and spelling are computed; the rest stands in ``knowledge.json``, which is
written from general knowledge and can be added to. What is not known does not hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError

from ..english.vocabulary.numerals import CARDINALS

_NUMBERS: Final = {word: n for word, n in CARDINALS.items() if n <= 20 and word != "dozen"}
_NUMBER: Final = rf"(?P<n>\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})"
_AGE: Final = rf"{_NUMBER}(?P<half> and a half)? (?P<unit>day|week|month|year)s?"
_DAYS: Final = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}


@cache
def load_table(more: Path | None = None) -> dict[str, Any]:
    """Return the table of general knowledge.

    Args:
        more: a file of the same form whose entries are added, or replace those of the same name.

    Raises:
        UserError: the file can't be read, or is of another form.
    """
    found: dict[str, Any] = json.loads((files(__package__) / "knowledge.json").read_text("utf-8"))
    if more is None:
        return found
    try:
        added = json.loads(more.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"can't read the knowledge in {more}: {error}") from error
    if not isinstance(added, dict) or not all(isinstance(v, dict) and k in found for k, v in added.items()):
        raise UserError(f"{more} is no table of knowledge; its sections are {', '.join(found)}, each an object")
    return {section: entries | added.get(section, {}) for section, entries in found.items()}


@dataclass(frozen=True, slots=True)
class World:
    """What is known.

    Attributes:
        facts: what the text says of each entity, as verb phrases.
        table: general knowledge.
    """

    facts: dict[str, list[str]]
    table: Mapping[str, Any]


def number(word: str) -> float:
    """Return the value of a number in digits or words."""
    return float(_NUMBERS[word]) if word in _NUMBERS else float(word)


def holds(condition: str, entity: str, world: World) -> bool | None:
    """Return whether a condition holds of an entity; ``None`` if it is of no kind that is known.

    Args:
        condition: a verb phrase, such as ``has more money than the wolf``.
        entity: of whom it is said.
        world: what is known.
    """
    own = world.facts.get(entity, [])
    if condition in own:
        return True
    entailing = world.table["entails"].get(condition)
    if entailing is not None:
        return any(fact == known for fact in own for known in entailing)
    for pattern, rule in _RULES:
        if match := pattern.fullmatch(condition):
            return rule(match, own, world)
    return None


def is_condition(phrase: str) -> bool:
    """Return whether a verb phrase is of a kind that general knowledge settles.

    Args:
        phrase: such as ``has more money than the wolf``.
    """
    return any(pattern.fullmatch(phrase) for pattern, _ in _RULES if pattern.pattern != _ANY_USE)


def _first(pattern: str, own: list[str]) -> re.Match[str] | None:
    return next((m for fact in own if (m := re.fullmatch(pattern, fact))), None)


def _money(own: list[str]) -> float | None:
    match = _first(r"has (\d+) dollars?", own)
    return float(match.group(1)) if match else None


def _richer(match: re.Match[str], own: list[str], world: World) -> bool:
    mine = _money(own)
    others = [_money(world.facts.get(name, [])) for name in (match["a"], match["b"]) if name]
    if mine is None or None in others:
        return False
    total = sum(other for other in others if other is not None)
    return mine > total if match["than"] == "more" else mine < total


def _same_letter(match: re.Match[str], own: list[str], world: World) -> bool:
    mine = _first(r"is named (\w+)", own)
    other = _first(r"is named (\w+)", world.facts.get(match["a"], []))
    return mine is not None and other is not None and mine.group(1)[0].lower() == other.group(1)[0].lower()


def _card(match: re.Match[str], own: list[str], world: World) -> bool:
    card = _first(r"has a card that is (\w+) in color", own)
    if card is None:
        return False
    colour, known = card.group(1), world.table
    if match.groupdict().get("flag"):
        return colour in known["flags"].get(match["flag"], ())
    if match.groupdict().get("letter"):
        return colour.startswith(match["letter"].lower())
    kind = "a primary color" if "primary" in match.group() else "the rainbow colors"
    return colour in known["colours"][kind]


def _film(match: re.Match[str], own: list[str], world: World) -> bool | None:
    film, year = _first(r"is watching a movie from (\d{4})", own), world.table["years"].get(match["event"])
    if year is None:
        return None
    if film is None:
        return False
    seen = int(film.group(1))
    return bool(seen > year if match["when"] == "after" else seen < year)


def _box(match: re.Match[str], own: list[str], world: World) -> bool:
    sides = sorted(float(x) for x in re.findall(r"\d+(?:\.\d+)?", match["box"]))
    if match["thing"] == "notebook":
        paper = _first(r"has an? (\d+(?:\.\d+)?) x (\d+(?:\.\d+)?) inch(?:es)? notebook", own)
        return paper is not None and all(
            a <= b for a, b in zip(sorted(map(float, paper.groups())), sides, strict=False)
        )
    ball = _first(rf"has a {match['thing']} with a (radius|diameter) of (\d+(?:\.\d+)?) inch(?:es)?", own)
    return ball is not None and float(ball.group(2)) * (2 if ball.group(1) == "radius" else 1) <= sides[0]


def _place(match: re.Match[str], own: list[str], world: World) -> bool | None:
    known = world.table
    places = known["countries"].get(match["place"]) or known["continents"].get(match["place"])
    if places is None:
        return None
    at = _first(r"is currently in (.+)", own)
    return at is not None and (at.group(1).strip() in places or at.group(1).strip() == match["place"])


def _field(match: re.Match[str], own: list[str], world: World) -> bool | None:
    jobs = world.table["fields"].get(match["field"])
    if jobs is None:
        return None
    return any((m := re.fullmatch(r"is an? (.+)", fact)) is not None and m.group(1) in jobs for fact in own)


def _days(match: re.Match[str]) -> float:
    return (number(match["n"]) + (0.5 if match["half"] else 0.0)) * _DAYS[match["unit"]]


def _older(match: re.Match[str], own: list[str], world: World) -> bool:
    for fact in own:
        for form in (rf"is {_AGE} old", rf"was born {_AGE} ago", rf"will turn {_AGE} old in a few minutes"):
            if age := re.fullmatch(form, fact):
                return _days(age) > _days(match) if match["than"] == "more" else _days(age) < _days(match)
    return False


def _friends(match: re.Match[str], own: list[str], world: World) -> bool:
    for fact in own:
        if count := re.fullmatch(rf"has {_NUMBER} friends?(?: .*)?", fact):
            both = re.findall(rf"(?:^has|and) ({'|'.join(_NUMBERS)}|\d+) friends?", fact)
            total = sum(number(n) for n in both) or number(count["n"])
            return total > number(match["n"]) if match["than"] == "more" else total < number(match["n"])
    return False


def _use(match: re.Match[str], own: list[str], world: World) -> bool | None:
    things = world.table["uses"].get(match["use"])
    if things is None:
        return None
    return any((m := re.fullmatch(r"has (?:an?|some) (.+)", fact)) is not None and m.group(1) in things for fact in own)


_ANY_USE: Final = r"has (?P<use>.+)"
_RULES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], list[str], World], bool | None]], ...]] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"has (?P<than>more|less) money than the (?P<a>[a-z_ -]+?)(?: and the (?P<b>[a-z_ -]+?) combined)?", _richer),
        (r"has a name whose first letter is the same as the first letter of the (?P<a>[a-z_ -]+)'s name", _same_letter),
        (r"has a card whose color appears in the flag of (?P<flag>.+)", _card),
        (r'has a card whose color starts with the letter "(?P<letter>\w)"', _card),
        (r"has a card whose color is one of the rainbow colors|has a card with a primary color", _card),
        (r"is watching a movie that was released (?P<when>before|after) (?P<event>.+)", _film),
        (r"has a (?P<thing>football|basketball|notebook) that fits in an? (?P<box>[\d.x ]+?) inch(?:es)? box", _box),
        (r"is in (?P<place>.+?) at the moment", _place),
        (r"works in (?P<field>.+)", _field),
        (rf"is (?P<than>more|less) than {_AGE} old", _older),
        (rf"has (?P<than>more|fewer) than {_NUMBER} friends?", _friends),
        (_ANY_USE, _use),
    )
)
