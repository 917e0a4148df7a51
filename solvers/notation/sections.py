"""A text as problems, sections and rows, before any formula is read: headings, fences, talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import FENCE, RULE, flatten, is_decorated, marked
from .headings import (
    DECLARING,
    DEFAULTS,
    DEFEASIBLE,
    EXCEPTIONS,
    GOAL,
    PREMISES,
    PROBLEM,
    PROSE,
    SEMANTICS,
    SPELLING,
    STATEMENT,
    UNKNOWN,
    Heading,
    heading,
    names_section,
)
from .prose import has_signs, is_prose

MAX_HEADER: Final = 60
"""The most characters of a section's header."""
_PLAIN: Final = re.compile(r"[^\W\d_]\w*\(|[∀∃¬]")
"""A line that begins as a formula: nothing stands around it in a text without decoration."""
_SAYING: Final = re.compile(r"(?:(?P<told>(?i:text|nl|sentence))|(?i:fol|formula))[ \t]*:(?!::)[ \t]*(?=\S)|FOL:?$")
"""What stands before a sentence, or before a formula, as in LINC's lines."""
_NAME: Final = re.compile(r"[^\W_][\w '’/&,.:-]*(?:\([\w '’-]*\))?[\w ]*$")
_BARE: Final = re.compile(r"\W*[^\W\d_]+(?:[ -][^\W\d_]+){0,5}(?: \([^()]*\)| \d+)?\W*$")
"""A line that may be a heading without a colon: ``Premises``, ``=== Premises ===``, ``[Premises]``, ``Problem 1``."""
_COLON: Final = re.compile(r"(?<!:):(?![:=-])")
_COMMENT: Final = re.compile(r"[ \t]*(--+(?=[ \t])|//+(?! *[∴\\])|%+|#(?=[ \t]))[ \t]*(?=\S)")
_LABELLED: Final = frozenset((*DECLARING, DEFAULTS, DEFEASIBLE))
_JSON: Final = re.compile(r"\{\s*\"\w[\w -]*\"\s*:(?!::)")
_VALUED: Final = (SEMANTICS, SPELLING)


class Row(NamedTuple):
    """A line of a section without what stands around it.

    Attributes:
        start: where its content begins in the whole text.
        text: the content.
        gap: whether an empty line stands before it.
        dash: whether a dash and a blank stand before it, which may be a bullet or a negation.
        listed: whether it has a bullet or a number.
        gloss: the sentence that stands before it as one.
        comment: whether a sign of a comment stands before it.
        ruled: whether a rule such as ``---`` stands before it.
    """

    start: int
    text: str
    gap: bool = False
    dash: bool = False
    listed: bool = False
    gloss: str = ""
    comment: bool = False
    ruled: bool = False

    @property
    def end(self) -> int:
        """Where the content ends in the whole text."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands in the whole text."""
        return Span(self.start, self.end)


@dataclass(slots=True)
class Section:
    """What stands under one heading.

    Attributes:
        kind: what it holds; see ``headings``. Empty before the first heading; ``?`` under an unknown one.
        name: the heading.
        span: where the heading stands.
        problem: whether it begins another problem.
        rows: its lines.
    """

    kind: str
    name: str = ""
    span: Span | None = None
    problem: bool = False
    rows: list[Row] = field(default_factory=list)

    @property
    def holds_formulas(self) -> bool:
        """Whether a line stands there that is no sentence."""
        return any(not is_prose(row.text) for row in self.rows)


class LineForm(NamedTuple):
    """What a line is by itself.

    Attributes:
        what: ``blank``, ``part`` (a fence or a rule), ``heading``, ``unknown`` (marked as a heading, and of no known
            name), ``told`` and ``stated`` (a sentence, a formula, so marked), ``line``.
        row: the content of the line, or what stands behind its heading or mark.
        heading: what its heading says.
        name: the heading; of a sentence that is so marked its words, of a formula the mark.
        at: where the heading, or the mark, begins.
    """

    what: str
    row: Row = Row(0, "")
    heading: Heading = UNKNOWN
    name: str = ""
    at: int = 0


@lru_cache(maxsize=2048)
def line_form(raw: str) -> LineForm:
    """Return what a line is by itself; places count from its beginning."""
    if FENCE.match(raw) or RULE.match(raw):
        return LineForm("part", Row(0, "", ruled=FENCE.match(raw) is None))
    start, text, loud, dash, listed = marked(raw)
    row = _behind(Row(start, text, False, dash, listed), 0)
    if not row.text.strip("#>"):
        return LineForm("blank")
    if found := _SAYING.match(row.text):
        row = _behind(row, found.end())
        if found["told"]:
            return LineForm("told", row, name=" ".join(row.text.split()), at=start)
        return LineForm("stated", row._replace(dash=False), name=found.group()[:3], at=start)
    if not loud and (comment := _COMMENT.match(row.text)):
        row = _behind(row, comment.end())._replace(comment=True)
    elif raw[:start].strip()[:1] == "#":
        row = row._replace(comment=True)
    return _heading(row, loud, row.comment or text[-1:] == " ") or LineForm("line", row)


def _behind(row: Row, at: int, around: str = " \t") -> Row:
    """Return what stands behind a place of a row."""
    rest = row.text[at:]
    return row._replace(start=row.start + at + len(rest) - len(rest.lstrip(around)), text=rest.strip(around))


def _heading(row: Row, loud: bool, whole: bool) -> LineForm | None:
    """Return the heading that a line is, or begins with."""
    text, end = row.text, Row(row.end, "")
    colon = _COLON.search(text, 0, MAX_HEADER + 1)
    name = text[: colon.start()] if colon else text if len(text) <= MAX_HEADER else ""
    name, behind = name.strip(" \t*_{}=-<>[]"), _behind(row, colon.end(), " \t*") if colon else end
    if _NAME.match(name) is None or ":::" in name or ("(" in name and " (" not in name):
        return None
    found = heading(name)
    if (
        (loud or behind.text[-1:] == ":") and not found.kind and (all_words := heading(text)).kind
    ):  # '**Step 1: Premises**'
        return LineForm("heading", end, all_words, text, row.start)
    if found.kind and (
        loud
        or colon
        or (
            found.kind != PROSE
            and found.numbered == (found.kind == PROBLEM)
            and _BARE.match(text)
            and names_section(name)
        )
    ):
        return LineForm("heading", behind, found, name, row.start)
    if colon and not loud and len(name.split()) > 3 and is_prose(f"{name}:"):
        return None  # words before a formula or a list
    if ((loud and (whole or colon)) or (colon and not row.comment)) and not behind.text and not has_signs(name):
        return LineForm("unknown", end, name=name, at=row.start)
    return None


class Outline:
    """The sections of a text.

    Attributes:
        sections: in the order of the text.
        said: that it is JSON.
        linc: whether formulas before the first heading are marked as such, as LINC does.
    """

    def __init__(self, text: str) -> None:
        self.text, self.section = text, Section("")
        self.sections, self.linc = [self.section], False
        self.said: list[Diagnostic] = []
        self.sentence, self.gap, self.ruled = "", False, False
        if found := _JSON.search(text):
            message, hint = "this is JSON, and no program", "Write 'Premises:', then a formula in each line."
            self.said.append(Diagnostic("json", Level.ERROR, message, Span(*found.span()), hint))
        decorated = is_decorated(text)
        self.lines(flatten(text) if decorated else text, decorated)

    def lines(self, flat: str, decorated: bool) -> None:
        """Read the lines of a text."""
        start, begins = 0, _PLAIN.match
        for raw in flat.split("\n"):
            if begins(raw) and not decorated:
                if self.gap or self.sentence or self.ruled:
                    self.add(Row(0, raw.rstrip()), start, self.sentence)
                else:
                    self.section.rows.append(Row(start, raw.rstrip()))
            elif not raw or raw.isspace():
                self.gap = True
            else:
                self.line(line_form(raw), start)
            start += len(raw) + 1

    def line(self, form: LineForm, start: int) -> None:
        """Read one line that begins at ``start``."""
        what, row, found, name, at = form
        if what == "told":
            self.sentence = name or self.sentence
        elif what == "stated":
            self.linc = self.linc or (name == "FOL" and not self.section.kind)
            self.add(row, start, self.sentence)
        elif what == "line":
            self.add(row, start, self.sentence)
        elif what == "heading" and not row.text and self.section.kind in _VALUED and not self.section.rows:
            self.add(Row(at, name), start, "")
        elif what == "heading" and self.heads(found, name, row.text):
            self.begin(found, name, start + at)
            if row.text:
                self.add(row, start, "")
        elif what == "heading":
            text = self.text[start + at : start + row.end]
            self.add(row._replace(start=at, text=text.rstrip()), start, self.sentence)
        elif what == "unknown":
            self.begin(Heading("?"), name, start + at)
        else:
            self.gap, self.ruled = True, self.ruled or row.ruled

    def add(self, row: Row, start: int, gloss: str) -> None:
        """Add a line to the section."""
        row = row._replace(start=row.start + start, gap=self.gap, gloss=gloss, ruled=self.ruled)
        self.section.rows.append(row)
        self.gap, self.ruled, self.sentence = False, False, ""

    def heads(self, found: Heading, name: str, rest: str) -> bool:
        """Return whether words before a colon begin a section, and are no label or name."""
        kind, inside = found.kind, self.section.kind not in ("", "?", PROSE)
        if not rest or kind in (PREMISES, GOAL, STATEMENT) or not inside:
            return not rest or self.section.kind not in _LABELLED or not (found.numbered or name[0].islower())
        return (kind == PROBLEM) if found.numbered else kind not in (PROSE, PROBLEM)

    def begin(self, found: Heading, name: str, at: int) -> None:
        """Begin a section."""
        problem = found.kind == PROBLEM
        self.section = Section(PROSE if problem else found.kind, name, Span(at, at + len(name)), problem)
        self.sections.append(self.section)
        self.gap, self.sentence = False, ""


# Several problems in one text: where one ends, and which of them is asked.

Problem = list[Section]

_GIVEN: Final = frozenset((PREMISES, DEFAULTS, DEFEASIBLE, EXCEPTIONS, ""))
_WORD: Final = re.compile(r"\w+")
_ENOUGH: Final = 0.6
"""The least share of a goal's words that a question must hold to ask it."""


def asks(problem: Sequence[Section]) -> bool:
    """Return whether a goal stands in the sections."""
    return any(section.kind in (GOAL, STATEMENT) and section.holds_formulas for section in problem)


def _gives(problem: Problem) -> bool:
    return any(section.kind in _GIVEN and section.holds_formulas for section in problem)


def problems(sections: Sequence[Section]) -> list[Problem]:
    """Return the sections of each problem: another one begins under a heading that says so.

    What stands before the first problem, and holds no formula, belongs to it.
    """
    found: list[Problem] = []
    part: Problem = []
    for section in sections:
        if section.problem and (_gives(part) or asks(part)):
            found.append(part)
            part = []
        part.append(section)
    return [*found, part]


def choose(found: list[Problem], question: str, end: int) -> tuple[Problem, list[Diagnostic]]:
    """Return the problem that is asked, and what is to be said of the choice.

    Args:
        found: the problems of a text.
        question: the question in natural language, if the caller knows it.
        end: where the text ends.
    """
    if len(found) == 1:
        return found[0], []
    goals = [" ".join(row.text for s in problem if s.kind in (GOAL, STATEMENT) for row in s.rows) for problem in found]
    at = which_asks([goal.partition(":::")[2] or goal for goal in goals], question)
    chosen = found[-1 if at is None else at]
    span = chosen[0].span or Span(end, end)
    message = f"the text holds {len(found)} problems; number {found.index(chosen) + 1} is read"
    said = [Diagnostic("several-problems", Level.WARNING, message, span, "Give one problem a text.")]
    if not all(asks(problem) and _gives(problem) for problem in (*found[:-1], chosen)):
        message = "one of several problems has no premises, or asks nothing"
        said.append(Diagnostic("two-problems", Level.ERROR, message, span, "Write one problem."))
    return chosen, said


def which_asks(goals: Sequence[str], question: str) -> int | None:
    """Return the number of the one goal that a question asks, by its words; ``None`` if none stands out."""
    asked = set(_WORD.findall(question.lower()))
    words = [set(_WORD.findall(goal.lower())) for goal in goals]
    shares = [len(own & asked) / len(own) if own else 0.0 for own in words]
    best = max(shares)
    return shares.index(best) if best >= _ENOUGH and shares.count(best) == 1 else None
