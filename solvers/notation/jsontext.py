"""Programs in JSON: an object whose keys are headings, as chat models write it when they are asked for JSON."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any, Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .headings import DECLARING, PROSE, heading
from .prose import has_signs, is_prose

_OPENING: Final = re.compile(r"\A\s*(?=\{)|(?m:^[ \t]*```[ \t]*\w*\s*(?=\{))")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)
_BETWEEN: Final = re.compile(r"[_-]|(?<=[a-z])(?=[A-Z])")
_FORMULAS: Final = frozenset(("formula", "fol", "logic"))
_GLOSSES: Final = frozenset(("text", "nl", "sentence", "gloss", "description"))
_HINT: Final = (
    'Write {"premises": ["P(a)"], "conclusion": {"formula": "P(a)", "text": "A is p."}}, with headings for keys.'
)


class Item(NamedTuple):
    """A key of an object, or a line of what stands under it.

    Attributes:
        start: where it begins in the text.
        text: the words of the key; or the line.
        gloss: what it says in words, if another string does.
        kind: of a key, what its section holds.
    """

    start: int
    text: str
    gloss: str = ""
    kind: str = ""


class Object:
    """An object of JSON that is a program; its strings are numbered, so that it is known where each one stands.

    Attributes:
        start: where it begins.
        end: where it ends.
        items: its headings and lines, in the order of the text.
        said: what is wrong.
    """

    def __init__(self, text: str, start: int) -> None:
        self.start, self.end = start, json.JSONDecoder(strict=False).raw_decode(text, start)[1]
        self.strings = list(_STRING.finditer(text, start, self.end))
        self.items: list[Item] = []
        self.said: list[Diagnostic] = []
        numbers = itertools.count()
        self.sections(json.loads(_STRING.sub(lambda _: f'"{next(numbers)}"', text[start : self.end])))

    def content(self, number: str) -> str:
        """Return what a string says."""
        return str(json.loads(self.strings[int(number)].group(), strict=False))

    def sections(self, value: dict[str, Any]) -> None:
        """Add the keys of an object as headings, and what stands under them as lines."""
        for key, under in value.items():
            name = _BETWEEN.sub(" ", self.content(key))  # 'premises_fol' and 'premisesFOL' are two words
            kind = heading(name).kind
            if kind not in ("", PROSE):
                self.items.append(Item(self.strings[int(key)].start() + 1, name, kind=kind))
                for one in under if isinstance(under, list) else [under]:
                    self.value(one, kind, key)
            elif isinstance(under, dict):
                self.sections(under)
            else:
                told = map(self.content, re.findall(r'"(\d+)"', json.dumps(under)))
                stated = any(has_signs(one) and not is_prose(one) for one in told)
                self.say(
                    "unknown-section", "this key is no known heading", key, Level.ERROR if stated else Level.WARNING
                )

    def value(self, value: Any, kind: str, near: str) -> None:
        """Add a string as lines; an object as a formula with its gloss, or as names with what they are."""
        if isinstance(value, str):
            self.lines(self.content(value), value)
        elif not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            self.say("json-value", "this value of JSON stands where a formula should", near)
        elif kind in DECLARING:
            for key, under in value.items():
                self.lines(f"{self.content(key)} ::: {self.content(under)}", key)
        else:
            named = {self.content(key).lower(): under for key, under in value.items()}
            formulas, glosses = _FORMULAS & named.keys(), _GLOSSES & named.keys()
            if len(formulas) != 1 or len(glosses) > 1 or len(named) > len(formulas | glosses):
                self.say("unknown-key", "what stands beside a formula may say how it holds", near)
            for key in formulas:
                self.lines(self.content(named[key]), named[key], "".join(self.content(named[key]) for key in glosses))

    def lines(self, text: str, number: str, gloss: str = "") -> None:
        """Add the lines of a string."""
        start = self.strings[int(number)].start() + 1
        for line in text.split("\n"):
            self.items.append(Item(start, line, " ".join(gloss.split())))
            start += len(line) + 1

    def say(self, code: str, message: str, number: str, level: Level = Level.ERROR) -> None:
        """Say what is wrong with a string, or with what stands under it."""
        self.said.append(Diagnostic(code, level, message, Span(*self.strings[int(number)].span()), _HINT))


def json_object(text: str) -> Object | None:
    """Return the object of JSON that a text is, or that stands in a fence, if it has a heading among its keys.

    Args:
        text: the text.
    """
    for opening in itertools.islice(_OPENING.finditer(text), 2):
        try:
            found = Object(text, opening.end())
        except (ValueError, RecursionError):
            continue
        if found.items:
            return found
    return None
