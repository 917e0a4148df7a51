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
_FORMULAS: Final = ("formula", "fol", "logic", "expression")
_GLOSSES: Final = ("text", "nl", "sentence", "gloss", "meaning", "description")
_LABELS: Final = ("id", "label", "number", "name")
"""Keys for a formula, for what it says, and for what says nothing of it."""
_HINT: Final = (
    'Write {"premises": ["P(a)"], "conclusion": {"formula": "P(a)", "text": "A is p."}}, with headings for other keys.'
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
            if not kind and isinstance(under, dict):
                self.sections(under)
            elif kind in ("", PROSE):
                told = map(self.content, re.findall(r'"(\d+)"', json.dumps(under)))
                if any(has_signs(one) and not is_prose(one) for one in told):
                    self.say("unknown-section", "formulas stand under a key that is no known heading", key)
                else:
                    what = "this key says nothing of the program, and is passed over"
                    self.say("unknown-key", what, key, Level.WARNING)
            else:
                self.items.append(Item(self.strings[int(key)].start() + 1, name, kind=kind))
                for one in under if isinstance(under, list) else [under]:
                    self.value(one, kind, key)

    def value(self, value: Any, kind: str, near: str) -> None:
        """Add a string as lines; an object as a formula with its gloss, or as labels, or names, with what they are."""
        if isinstance(value, str):
            self.line(value)
        elif not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            self.say("json-value", "this value of JSON stands where a formula should", near)
        elif found := [key for key in value if self.content(key).lower() in _FORMULAS]:
            beside = {self.content(key).lower(): key for key in value if key not in found}
            glosses = [self.content(value[key]) for name, key in beside.items() if name in _GLOSSES]
            if len(found) > 1 or len(glosses) > 1 or not {*beside}.issubset((*_GLOSSES, *_LABELS)):
                self.say("unknown-key", "what stands beside a formula may say how it holds", near)
            self.line(value[found[0]], gloss="".join(glosses))
        else:
            for key, under in value.items():
                if kind in DECLARING:
                    self.line(key, behind=f" ::: {self.content(under)}")
                else:
                    self.line(under, f"{self.content(key)}: ")

    def line(self, number: str, before: str = "", behind: str = "", gloss: str = "") -> None:
        """Add the lines of a string, with a label before it or a gloss behind it."""
        start = self.strings[int(number)].start() + 1 - len(before)
        for text in f"{before}{self.content(number)}{behind}".split("\n"):
            self.items.append(Item(start, text, " ".join(gloss.split())))
            start += len(text) + 1

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
