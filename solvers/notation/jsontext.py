"""Programs in JSON: an object whose keys are headings, as chat models write it when they are asked for JSON.

The object becomes a text in sections of the same length, in which each formula keeps its place, so that
what is said of it points into the text as written.
"""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from . import headings, signs
from .formulas import parse
from .headings import heading
from .prose import has_signs
from .signs import UNICODE

_FENCED: Final = re.compile(r"(?m)^[ \t]*(?:```+|~~~+)[ \t]*(?:json\w*)?[ \t]*\n\s*(?=\{)", re.I)
_CLOSING: Final = re.compile(r"\s*(?:```|~~~)")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.S)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.S)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNENDED: Final = re.compile(r"(?:[∧∨→↔⊕⊃⇒⇔&¬~∀∃,(\[{=<≤≥≠|]|->|=>|\b(?:and|or|implies|iff|xor|not|then))\s*$")
_FORMULA: Final = frozenset(
    (
        "formula",
        "fol",
        "fol formula",
        "logic",
        "logical form",
        "formalization",
        "formalisation",
        "expression",
        "symbolic",
    )
)
_GLOSS: Final = frozenset(
    ("text", "nl", "natural language", "sentence", "english", "gloss", "meaning", "description", "statement")
)
_LABEL: Final = frozenset(("id", "label", "name", "number", "index"))
_DECLARING: Final = frozenset((headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY))
_STATING: Final = frozenset((headings.PREMISES, headings.GOAL, headings.STATEMENT))
_NAMING: Final = frozenset(("name", "symbol", "predicate", "relation", "constant"))
_FORMAL: Final = frozenset(("fol", "formal", "formula", "formulas", "logic", "logical", "symbolic"))
MAX_LENGTH: Final = 2_000
"""How long a string may be to be looked at whether it is a formula."""
MAX_FENCES: Final = 20
"""How many fences may hold an object."""
MAX_NESTED: Final = 8
"""How deep objects may stand in each other."""


class _Node(NamedTuple):
    """A value of JSON.

    Attributes:
        kind: ``"`` for a string, ``{`` or ``[``; empty for a number, a truth value and null.
        start: where it begins in the text.
        end: where it ends.
        parts: the values of a list; the keys of an object, each followed by its value.
    """

    kind: str
    start: int
    end: int
    parts: tuple[_Node, ...] = ()

    @property
    def pairs(self) -> list[tuple[_Node, _Node]]:
        """The keys of an object with their values."""
        return list(zip(self.parts[::2], self.parts[1::2], strict=True))


def lay_out(text: str) -> tuple[str, list[Diagnostic]] | None:
    """Return the text with its objects of JSON as sections, and what is wrong; ``None`` if it holds no program in JSON.

    Args:
        text: the text.
    """
    begin = len(text) - len(text.lstrip())
    starts = (
        [begin] if text[begin : begin + 1] == "{" else [found.end() for found in _FENCED.finditer(text)][:MAX_FENCES]
    )
    laid, said, at, pieces = False, [], 0, []
    for start in starts:
        if start < at or (end := _ends(text, start)) < 0:
            continue
        if _CLOSING.match(text, end) is None and (start != begin or text[end:].strip()):
            continue
        try:
            root = _parsed(text, start)
        except RecursionError:
            continue
        layout = _Layout(text, start, end)
        if not layout.is_program(root):
            continue
        layout.sections(root)
        laid = True
        said += layout.said
        pieces += [text[at:start], "".join(layout.out)]
        at = end
    return ("".join(pieces) + text[at:], said) if laid else None


def _ends(text: str, start: int) -> int:
    """Return where an object of JSON ends; -1 if there is none."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return -1


def _parsed(text: str, start: int, depth: int = 0) -> _Node:
    """Return the value that begins at a place, which is known to be one."""
    if depth > MAX_NESTED:
        raise RecursionError
    token = _TOKEN.search(text, start)
    assert token is not None
    sign = token.group()[0]
    if sign not in "{[":
        return _Node('"' if sign == '"' else "", token.start(), token.end())
    parts, at = [], token.end()
    while (found := _TOKEN.search(text, at)) and found.group() not in ("}", "]"):
        at = found.end()
        if found.group() not in (",", ":"):
            parts.append(_parsed(text, found.start(), depth + 1))
            at = parts[-1].end
    return _Node(sign, token.start(), found.end() if found else at, tuple(parts))


class _Layout:
    """An object of JSON as text of the same length, with the object's beginning as the first place."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.out = [" "] * (end - start - 1) + ["\n"]
        self.said: list[Diagnostic] = []

    def is_program(self, root: _Node) -> bool:
        """Return whether an object, or one in it, has premises or a goal."""
        if root.kind != "{":
            return False
        return any(
            heading(self.name(key)).kind in _STATING or (not heading(self.name(key)).kind and self.is_program(value))
            for key, value in root.pairs
        )

    def name(self, key: _Node) -> str:
        """Return the words of a key: ``premises_fol`` and ``premisesFOL`` are two words."""
        written = re.sub(r"[_-]", " ", self.text[key.start + 1 : key.end - 1])
        return _CAMEL.sub(" ", written)

    def sections(self, root: _Node) -> None:
        """Write the keys of an object as headings, and what stands under them as lines."""
        formal = {heading(self.name(key)).kind for key, _ in root.pairs if self.is_formal(key)}
        for key, value in root.pairs:
            name = self.name(key)
            kind = heading(name).kind
            if kind in formal and not self.is_formal(key) and not self.holds_signs(value):
                self.pass_over(key, value)  # the sentences beside 'premises-FOL'
            elif not kind and self.is_program(value):
                self.sections(value)
            elif not kind:
                self.unknown(key, value)
            elif value.kind or kind in _STATING:
                if len(name) + 2 > value.start - key.start:  # several words of one
                    name = self.text[key.start + 1 : key.end - 1]
                self.put(key.start, f"\n{name}:")
                self.values(value, kind)

    def unknown(self, key: _Node, value: _Node) -> None:
        """Pass over a key that names no section; it is an error if formulas stand there."""
        written = self.text[key.start : key.end]
        if self.holds_formula(value):
            span = Span(key.start, value.end)
            message = f"the key {written} is not known: the formulas there may be premises or anything else"
            hint = 'Write "premises" for what holds, "conclusion" for what is asked, "note" for what is neither.'
            self.said.append(Diagnostic("unknown-section", Level.ERROR, message, span, hint))
            return
        self.pass_over(key, value)

    def pass_over(self, key: _Node, value: _Node) -> None:
        """Say that a key is no part of the program."""
        what = f"the key {self.text[key.start : key.end]}" if key.kind == '"' else "this object"
        message = f"{what} says nothing of the program, and is passed over"
        span = Span(key.start, value.end)
        self.said.append(Diagnostic("unknown-key", Level.WARNING, message, span, "Leave it out."))

    def is_formal(self, key: _Node) -> bool:
        """Return whether a key says that formulas stand there."""
        return not _FORMAL.isdisjoint(self.name(key).lower().split())

    def holds_signs(self, value: _Node) -> bool:
        """Return whether a string in a value has a sign of a formula."""
        if value.kind == '"':
            return has_signs(_decoded(self.text[value.start : value.end], told=True))
        return any(self.holds_signs(part) for part in value.parts)

    def holds_formula(self, value: _Node) -> bool:
        """Return whether a string in a value, or a key of it, is a formula with signs."""
        if value.kind == '"':
            written = _decoded(self.text[value.start : value.end], told=True)
            return has_signs(written) and (len(written) > MAX_LENGTH or bool(parse(written, UNICODE).trees))
        return any(self.holds_formula(part) for part in value.parts)

    def values(self, value: _Node, kind: str) -> None:
        """Write what stands under a heading, each string on a line."""
        if value.kind == '"':
            self.string(value, kind)
        elif value.kind == "[":
            for part in value.parts:
                if part.kind == "[":
                    self.refuse(part)
                else:
                    self.values(part, kind)
        elif value.kind == "{":
            self.object(value, kind)
        else:
            self.refuse(value)

    def object(self, value: _Node, kind: str) -> None:
        """Write one formula with its gloss, or keys with what they stand for."""
        formulas = [one for key, one in value.pairs if self.name(key).lower() in _FORMULA]
        if not formulas and kind in _DECLARING:
            formulas = [one for key, one in value.pairs if self.name(key).lower() in _NAMING]
            if any("(" not in self.text[one.start : one.end] for one in formulas) and kind != headings.CONSTANTS:
                self.pass_over(value, value)  # a name with no arguments would be declared as a proposition
                return
        if not formulas:
            for key, one in value.pairs:
                self.pair(key, one, kind)
            return
        glosses = [one for key, one in value.pairs if self.name(key).lower() in _GLOSS]
        if len(formulas) != 1 or len(glosses) > 1 or any(one.kind != '"' for one in (*formulas, *glosses)):
            self.refuse(value)
            return
        for key, one in value.pairs:
            if one not in (*formulas, *glosses) and self.name(key).lower() not in _LABEL and kind in _STATING:
                self.unknown(key, one)
        formula = formulas[0]
        if not glosses:
            self.string(formula, kind)
        elif glosses[0].start > formula.start:
            self.string(formula, kind)
            self.put(formula.end - 1, ":::")
            self.string(glosses[0], "", told=True)
        else:
            self.string(glosses[0], "", told=True)
            self.put(glosses[0].start - 5, "\nTEXT:")
            self.string(formula, kind)
            self.put(formula.start - 4, "\nFOL:")

    def pair(self, key: _Node, value: _Node, kind: str) -> None:
        """Write a key under a heading with what it stands for: a formula and its gloss, or a label and its formula."""
        written = self.text[key.start : key.end]
        if value.kind == "{" and kind in _STATING and not has_signs(written):
            self.object(value, kind)
            return
        if value.kind in ("{", "[") or (not value.kind and self.text[value.start] not in "tf"):
            self.unknown(key, value) if kind in _DECLARING else self.refuse(value)
            return
        self.string(key, kind)
        if kind in _DECLARING or (value.kind and has_signs(written[1:-1])):
            self.put(key.end - 1, ":::" if value.kind else ":")
            self.string(value, "", told=True)
        else:
            self.put(key.end - 1, ":")
            self.string(value, kind, told=not value.kind, begins=False)

    def string(self, value: _Node, kind: str, *, told: bool = False, begins: bool = True) -> None:
        """Write the content of a string in its place.

        Args:
            value: the string; a number or a truth value is written as it is.
            kind: the section that it stands in.
            told: whether it is a gloss.
            begins: whether a line begins there.
        """
        if not value.kind:
            self.put(value.start, self.text[value.start : value.end])
            return
        written = self.text[value.start : value.end]
        content = _decoded(written, told=told)
        if not content and kind in (*_STATING, headings.DEFAULTS, headings.DEFEASIBLE):
            message = "a letter written as an escape of JSON can't be read in a formula"
            hint = "Write the letters of names as they are."
            self.said.append(Diagnostic("json-escape", Level.ERROR, message, Span(value.start, value.end), hint))
            return
        if kind in _STATING and _UNENDED.search(content.rstrip()):
            message = "the formula ends in a connective, at the end of its string"
            hint = "Write the whole formula in one string."
            self.said.append(Diagnostic("unexpected-end", Level.ERROR, message, Span(value.start, value.end), hint))
            return
        self.put(value.start, ("\n" if begins and not told else " ") + content)

    def refuse(self, value: _Node) -> None:
        """Say that a value is no formula."""
        span = Span(value.start, value.end)
        message = "this value of JSON stands where a formula should"
        hint = 'Write a string, or an object with the keys "formula" and "text".'
        self.said.append(Diagnostic("json-value", Level.ERROR, message, span, hint, "a formula"))

    def put(self, at: int, written: str) -> None:
        """Write something at a place of the text."""
        self.out[at - self.start : at - self.start + len(written)] = written


def _decoded(written: str, *, told: bool = False) -> str:
    """Return the content of a string of JSON with as many characters; empty if a letter in it was an escape.

    Args:
        written: the string with its quotes.
        told: whether it is a gloss, in which nothing is lost by blanks.
    """
    inner = written[1:-1]
    if "\\" not in inner:
        return re.sub(r"[\r\n]", " ", inner) if told else inner
    pieces, at, quotes = [], 0, 0
    for found in _ESCAPE.finditer(inner):
        mark = found.group(1)
        pieces.append(inner[at : found.start()])
        at = found.end()
        if mark[0] == "u":
            char = chr(int(mark[1:], 16))
            if not told and char not in signs.KINDS and not char.isspace():
                return ""
            shown = char if not char.isspace() else " "
        elif mark == '"':
            quotes += 1
            shown = ' "' if quotes % 2 else '"'
        elif mark == "\\":
            if inner[at : at + 1] == "_" and not told:
                return ""
            shown = "\\" if inner[: found.start()][-1:] == "/" else " \\"
        else:
            shown = " \n" if mark == "n" and not told else mark.rjust(2) if mark == "/" else "  "
        pieces.append(shown.ljust(len(found.group())))
    return "".join(pieces) + inner[at:]
