"""Programs in JSON: an object whose keys are headings, as chat models write it when they are asked for JSON.

What stands under a key becomes lines. A string gives as many characters as it has between its quotes, so that what is
said of a formula points into the text as written.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from . import signs
from .headings import DECLARING, DEFAULTS, DEFEASIBLE, GOAL, PREDICATES, PREMISES, PROSE, STATEMENT, heading
from .prose import has_signs, is_prose

_FENCED: Final = re.compile(r"(?m)^[ \t]*(?:```+|~~~+)[ \t]*\w*[ \t]*\n\s*(?=\{)")
_CLOSING: Final = re.compile(r"\s*(?:```|~~~)")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)
_ESCAPE: Final = re.compile(r'\\"((?:[^"\\]|\\[^"])*)\\"|(?<=/)(\\\\)|\\(u[0-9a-fA-F]{4}|.)', re.S)
_NUMBER: Final = re.compile(r'"(\d+)"')
_CONTROLS: Final = {"n": " \n", "\\": " \\", "/": "/ ", '"': ' "'}
_BETWEEN: Final = re.compile(r"[_-]|(?<=[a-z])(?=[A-Z])")
_FORMULAS: Final = frozenset(("formula", "fol", "fol formula", "logic", "logical form", "expression", "symbolic"))
"""Names of keys for a formula; below, for what it says, and for what says nothing of it."""
_FORMALLY: Final = frozenset("fol formal formula formulas logic logical symbolic".split())
_GLOSSES: Final = frozenset(
    ("text", "nl", "natural language", "sentence", "english", "gloss", "meaning", "description", "statement")
)
_NAMES: Final = frozenset(("name", "symbol", "predicate", "relation", "constant"))
_LABELS: Final = frozenset(("id", "label", "number", "index")) | _NAMES
_STATING: Final = frozenset((PREMISES, GOAL, STATEMENT, DEFAULTS, DEFEASIBLE))
MAX_OBJECTS: Final = 20
"""How many fences may hold an object."""
_HINT: Final = (
    'Write {"premises": ["P(a)"], "conclusion": {"formula": "P(a)", "text": "A is p."}}, with headings for other '
    'keys, and "note" for what is no part of the program.'
)


class Line(NamedTuple):
    """A key of an object, or a line of what stands under it.

    Attributes:
        start: where it begins in the text.
        text: the words of the key; or the line.
        gloss: what it says in words, if another string does.
        heads: whether it is a key.
    """

    start: int
    text: str
    gloss: str = ""
    heads: bool = False


@dataclass(slots=True)
class Object:
    """An object of JSON that is a program.

    Attributes:
        text: the text that it stands in.
        start: where it begins.
        end: where it ends.
        lines: its headings and lines, in the order of the text.
        said: what is wrong.
    """

    text: str
    start: int
    end: int
    lines: list[Line] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)
    strings: list[re.Match[str]] = field(default_factory=list)

    # Each string stands in the value as its number, as in {"0": ["1", "2"]}: so it is known where it was.

    def content(self, number: str) -> str:
        """Return what a string says."""
        return str(json.loads(self.strings[int(number)].group(), strict=False))

    def name(self, key: str) -> str:
        """Return the words of a key: ``premises_fol`` and ``premisesFOL`` are two words."""
        return _BETWEEN.sub(" ", self.content(key))

    def is_program(self, value: Any) -> bool:
        """Return whether an object, or one in it, has premises or a goal."""
        kinds = {key: heading(self.name(key)).kind for key in value} if isinstance(value, dict) else {}
        return any(kind in _STATING or (not kind and self.is_program(value[key])) for key, kind in kinds.items())

    def sections(self, value: dict[str, Any]) -> None:
        """Add the keys of an object as headings, and what stands under them as lines."""
        names = {key: self.name(key) for key in value}
        formal = {key for key, name in names.items() if not _FORMALLY.isdisjoint(name.lower().split())}
        kinds = {heading(names[key]).kind for key in formal}
        for key, under in value.items():
            kind = heading(names[key]).kind
            if not kind and self.is_program(under):
                self.sections(under)
            elif not kind:
                self.unknown(key, under)
            elif isinstance(under, str | list | dict) or kind in _STATING:
                if kind in kinds and key not in formal and not self.holds_formula(under):
                    kind = names[key] = PROSE  # the sentences beside 'premises-FOL'
                self.lines.append(Line(self.strings[int(key)].start() + 1, names[key], heads=True))
                self.values(under, kind, key)

    def values(self, value: Any, kind: str, near: str) -> None:
        """Add what stands under a heading, each string as a line."""
        if isinstance(value, str):
            self.line(value, kind)
        elif isinstance(value, list) and not any(isinstance(one, list) for one in value):
            for one in value:
                self.values(one, kind, near)
        elif isinstance(value, dict):
            self.object(value, kind, near)
        else:
            self.refuse(near)

    def object(self, value: dict[str, Any], kind: str, near: str) -> None:
        """Add one formula with its gloss; or labels, or names, with what they stand for."""
        names = {key: self.name(key).lower() for key in value}
        told = _NAMES if kind in DECLARING else _FORMULAS
        formulas, glosses = ([key for key in value if names[key] in words] for words in (told, _GLOSSES))
        if formulas:
            parts = [value[key] for key in (*formulas, *glosses)]
            if len(formulas) > 1 or len(glosses) > 1 or not all(isinstance(part, str) for part in parts):
                self.refuse(near)
                return
            for key in value.keys() - {*formulas, *glosses}:
                if names[key] not in _LABELS and kind in _STATING:
                    message = f"'{self.content(key)}' beside a formula may say how it holds"
                    self.say("unknown-key", Level.ERROR, message, key)
                elif names[key] not in _LABELS:
                    self.unknown(key, value[key])
            if kind != PREDICATES or "(" in self.content(parts[0]):  # a name alone would be a proposition
                self.line(parts[0], kind, self.content(parts[1]) if glosses else "")
            return
        for key, under in value.items():
            if isinstance(under, dict) and kind in _STATING:
                self.object(under, kind, key)
            elif not isinstance(under, str):
                self.refuse(key)
            elif kind in DECLARING or has_signs(self.content(key)):
                self.line(key, kind, self.content(under))
            else:
                self.line(under, kind, label=self.content(key))

    def line(self, number: str, kind: str, gloss: str = "", label: str = "") -> None:
        """Add the lines of a string, each in its place."""
        found = self.strings[int(number)]
        inner, sign, told = found.group()[1:-1].partition(":::")
        written = inner if "\\" not in inner else _ESCAPE.sub(_unescaped, inner)
        if "\\u" in written and kind in _STATING:
            message = "a letter written as an escape of JSON can't be read in a formula; write it as it is"
            self.say("json-escape", Level.ERROR, message, number)
            return
        if told:
            written += sign + str(json.loads(f'"{told}"', strict=False))
        if kind in DECLARING and gloss:
            written, gloss = f"{written} ::: {gloss}", ""
        start = found.start() + 1
        if label:
            written, start = f"{label}: {written}", start - len(label) - 2
        for text in written.split("\n"):
            self.lines.append(Line(start, text, " ".join(gloss.split())))
            start += len(text) + 1

    def holds_formula(self, value: Any) -> bool:
        """Return whether a string in a value has a sign of a formula."""
        told = [self.content(number) for number in _NUMBER.findall(json.dumps(value))]
        return any(has_signs(text) and not is_prose(text) for text in told)

    def unknown(self, key: str, value: Any) -> None:
        """Pass over a key that names no section; it is an error if formulas stand there."""
        if self.holds_formula(value):
            message = "this key is not known: the formulas there may be premises or anything else"
            self.say("unknown-section", Level.ERROR, message, key)
        else:
            self.say("unknown-key", Level.WARNING, "this key says nothing of the program, and is passed over", key)

    def refuse(self, key: str) -> None:
        """Say that a value is no formula."""
        self.say("json-value", Level.ERROR, "this value of JSON stands where a formula should", key)

    def say(self, code: str, level: Level, message: str, number: str) -> None:
        """Add what is to be said of a string, or of what stands under it."""
        self.said.append(Diagnostic(code, level, message, Span(*self.strings[int(number)].span()), _HINT))


def objects(text: str) -> Iterator[Object]:
    """Yield the objects of JSON in a text that are programs: the whole text is one, or each stands in a fence.

    Args:
        text: the text.
    """
    begin = len(text) - len(text.lstrip())
    whole = text[begin : begin + 1] == "{"
    at = 0
    for start in [begin] if whole else [one.end() for one in itertools.islice(_FENCED.finditer(text), MAX_OBJECTS)]:
        try:
            end = json.JSONDecoder(strict=False).raw_decode(text, start)[1]
            if start < at or not (_CLOSING.match(text, end) or (whole and not text[end:].strip())):
                continue
            numbers = itertools.count()
            root = json.loads(_STRING.sub(lambda _: f'"{next(numbers)}"', text[start:end]))  # noqa: B023
            found = Object(text, start, end, strings=list(_STRING.finditer(text, start, end)))
            if found.is_program(root):
                found.sections(root)
                at = end
                yield found
        except (ValueError, RecursionError):
            continue


def _unescaped(found: re.Match[str]) -> str:
    """Return an escape of JSON as the sign that it is, with as many characters; a letter stays as it is."""
    quoted, slash, mark = found.groups()
    if quoted is not None:
        return f' "{quoted}" '
    if slash:
        return "\\ "
    if mark[0] == "u":
        char = chr(int(mark[1:], 16))
        shown = char if char in signs.KINDS else " " if char.isspace() else found.group()
    else:
        shown = _CONTROLS.get(mark, " ")
    return shown.ljust(len(found.group()))
