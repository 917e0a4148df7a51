"""A text as problems, sections and rows, before any formula is read: headings, fences, tables, talk around them.

What a row is by itself hangs on its text alone, and is looked up where the same row stands again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from . import headings
from .decoration import FENCE, flatten, is_rule, restored
from .decoration import Row as Marked
from .decoration import row as marked
from .headings import GOAL, PREMISES, PROBLEM, PROSE, STATEMENT, Heading, heading
from .prose import NOTHING, has_signs, is_prose

MAX_HEADER: Final = 60
"""The most characters before the colon of a section's header."""
_DECORATION: Final = re.compile(
    r"[`*&\\|\ufeff\u200b\u2060\u00ad\u200e\u200f\u00a0\u202f\u3000\u2009\u2002\u2003\u200a\u2007\r（）［］｛｝，、：；．。＝｜＆＊＃～]"
    r"|__|<[!/A-Za-z]|\$(?![A-Za-z])|\(\*"
)
"""What a text with anything around its lines has."""
_PLAIN: Final = re.compile(r"[^\W\d_]\w{4,}|[∀∃¬]|[^\W\d_]\w{0,3}\(|\$[A-Za-z]")
"""How a line begins that has nothing around it."""
_NAME: Final = re.compile(r"[^\W_][\w '’/&,.:-]*(?:\([\w '’-]*\))?[\w ]*$")
_BARE: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,5}(?: \([^()]*\))?\.?$")
_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w -]{2,40})>$")
_AROUND: Final = "=-*#~_ \t[]<>"
_STANDING: Final = frozenset(
    "premises premise facts rules axioms assumptions hypotheses hypothesis conclusion conclusions query goal question "
    "predicates constants prove given givens theorem definitions vocabulary signature defaults exceptions preferences "
    "base individuals claim statement conjecture context defeasible".split()
)
"""Words that make a line of them a heading although nothing marks it as one."""
_SENTENCE: Final = frozenset(("text", "nl", "natural language", "english", "sentence"))
_FORMULA: Final = frozenset(("fol", "formula", "fol formula", "logic", "logical form", "formalization", "translation"))
_LINC: Final = re.compile(r"(TEXT|FOL)[ \t]*:[ \t]*|FOL$")
RAW: Final = frozenset(
    (
        headings.PREDICATES,
        headings.CONSTANTS,
        headings.VOCABULARY,
        headings.PREFERENCES,
        headings.SEMANTICS,
        headings.SPELLING,
        headings.SORTS,
        headings.DOMAIN,
    )
)
"""Sections whose lines are no formulas."""
_DECLARING: Final = frozenset((headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY))
_VALUED: Final = (headings.SEMANTICS, headings.SPELLING)
"""Sections that hold one word."""
_RULES: Final = frozenset((headings.DEFAULTS, headings.DEFEASIBLE))
_DEFINITION: Final = re.compile(r"(?i)definition(?: \d+)?$")
_COMMENT: Final = re.compile(r"[ \t]*(--+(?=[ \t])|//+(?![ \t]*(?:∴|\\therefore))|%+|#(?=[ \t]))[ \t]*(?=\S)")
_CELL: Final = re.compile(r"(?<!\\)\|")
_LINE: Final = re.compile(r"[\s|:+-]*-{2,}[\s|:+-]*$")
_PARTS: Final = ("if", "then", "condition", "antecedent", "consequent", "body", "head")
"""Heads of columns that hold the parts of rules."""


_COLUMNS: Final = frozenset(
    "meaning gloss sentence english natural description text statement explanation translation # no id label name "
    "number step premise".split()
)
"""Heads of columns beside a formula that say nothing of whether it holds."""
_NUMBERED: Final = re.compile(r"[A-Za-z]{0,4}\d{1,3}[.)]?|[ivx]{1,4}[.)]?")


class Row(NamedTuple):
    """A line of a section without what stands around it.

    Attributes:
        start: where its content begins in the whole text.
        text: the content.
        gap: whether an empty line stands before it.
        dash: where a dash and a blank stand before it, which may be a bullet or a negation; -1 if not.
        listed: whether it has a bullet or a number.
        gloss: the sentence that stands before it as one.
        comment: whether a sign of a comment stands before it.
        goal: whether a table says that it is asked.
        note: whether its heading says that it is no part of the program.
    """

    start: int
    text: str
    gap: bool = False
    dash: int = -1
    listed: bool = False
    gloss: str = ""
    comment: bool = False
    goal: bool = False
    note: bool = False

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
        rank: the level of the heading; 7 where it is none of Markdown's.
        numbered: whether the heading counts.
        broken: whether something before it parts it from the section before: a rule, a fence, a heading.
        problem: whether it begins another problem.
        rows: its lines.
    """

    kind: str
    name: str = ""
    span: Span | None = None
    rank: int = 7
    numbered: bool = False
    broken: bool = False
    problem: bool = False
    rows: list[Row] = field(default_factory=list)

    @property
    def holds_formulas(self) -> bool:
        """Whether a line stands there that is no sentence."""
        return any(not row.note and not talks(row.text) for row in self.rows)


@dataclass(slots=True)
class Outline:
    """The sections of a text.

    Attributes:
        sections: in the order of the text.
        passed: what was passed over, since it is no part of any.
        bar: after how many lines of the section before the first heading a rule stands; -1 for none.
        linc: whether formulas before the first heading are marked as such, as LINC does.
    """

    sections: list[Section]
    passed: list[Span]
    bar: int = -1
    linc: bool = False


class _Kind(NamedTuple):
    """What a line is by itself.

    Attributes:
        what: ``blank``, ``part`` (a fence or a rule), ``heading``, ``unknown`` (marked as a heading, and of no known
            name), ``announced`` (words before a list), ``told`` and ``stated`` (a sentence, a formula, so marked) or
            ``line``.
        row: the content of the line, or what stands behind its heading or mark.
        heading: what its heading says.
        name: the heading.
        at: where the heading begins.
        rank: the level of the heading.
        bold: whether it is bold.
    """

    what: str
    row: Row
    heading: Heading = headings.UNKNOWN
    name: str = ""
    at: int = 0
    rank: int = 0
    bold: bool = False


@lru_cache(maxsize=40_000)
def talks(text: str) -> bool:
    """Return whether a line is a sentence of a natural language, and can be no formula."""
    return is_prose(text)


@lru_cache(maxsize=40_000)
def _kind(raw: str, decorated: bool) -> _Kind:
    """Return what a line is by itself; places count from its beginning."""
    if not decorated and _PLAIN.match(raw):
        one = Marked(0, raw)
    else:
        if not raw.strip("> \t"):
            return _Kind("blank", Row(0, ""))
        if FENCE.match(raw):
            return _Kind("part", Row(0, ""))
        one = marked(raw, 0, len(raw))
        if not one.text.strip("# \t"):
            return _Kind("blank", Row(0, ""))
        if is_rule(raw):
            return _Kind("part", Row(0, "-"))
    comment = one.rank > 0
    if (found := _COMMENT.match(one.text)) and not one.rank:
        comment = True
        one = one._replace(start=one.start + found.end(), text=one.text[found.end() :])
    moved = len(one.text) - len(one.text.lstrip())
    row = Row(one.start + moved, one.text.strip(), False, one.dash, one.listed, comment=comment)
    return _heading(raw, one, row) or _labelled(row) or _Kind("line", row, rank=one.rank)


def _heading(raw: str, one: Marked, row: Row) -> _Kind | None:
    """Return the heading that a line is, or begins with."""
    text = row.text
    colon = text.find(":", 0, MAX_HEADER + 1)
    if colon < 0 and not one.rank and not one.bold:
        return _bare(row) if len(text) <= MAX_HEADER else None
    ended = raw.rstrip(": \t").endswith(("**", "__"))
    whole = text.strip(" \t{}").rstrip(": \t") if one.rank or one.bold else ""
    if 0 < len(whole) <= MAX_HEADER and _NAME.match(whole) and (found := heading(whole)).kind:
        return _Kind("heading", Row(row.end, ""), found, whole, row.start, one.rank)
    if colon >= 0 and text[colon : colon + 3] != ":::":
        name, rest = text[:colon].strip(" \t*_{}"), text[colon + 1 :]
        if _NAME.match(name) is None or ("(" in name and " (" not in name):
            return None
        lower = name.lower()
        if (lower in _SENTENCE or lower in _FORMULA) and (lower in ("text", "fol") or rest.strip()):
            return None
        found = heading(name)
        moved = len(rest) - len(rest.lstrip(" \t*"))
        behind = row._replace(start=row.start + colon + 1 + moved, text=rest.strip(" \t*"))
        if found.kind:
            return _Kind("heading", behind, found, name, row.start, one.rank)
        if rest.rstrip()[-1:] == ":" and (found := heading(text.rstrip(": \t"))).kind:  # 'Step 1: Premises:'
            return _Kind("heading", Row(row.end, ""), found, text.rstrip(": "), row.start, one.rank)
        if rest.strip(" \t*_}") or (row.comment and not one.rank):
            return None
        if not one.rank and not one.bold and is_prose(f"{name}:") and len(name.split()) > 3:
            return _Kind("announced", row)
        return _Kind("unknown", Row(row.end, ""), headings.UNKNOWN, name, row.start, one.rank, one.bold)
    if (one.rank or (one.bold and ended)) and not has_signs(text):
        return _Kind("unknown", Row(row.end, ""), headings.UNKNOWN, text, row.start, one.rank, one.bold)
    return None


def _bare(row: Row) -> _Kind | None:
    """Return the heading that a line without a colon is: between signs, a tag, or words that say nothing else."""
    text = row.text
    if tag := _TAG.match(text):
        found = heading(tag.group(2).replace("_", " "))
        if found.kind:
            return _Kind("blank" if tag.group(1) else "heading", Row(row.end, ""), found, tag.group(2), row.start)
        return None
    if not _BARE.match(text) and not (text[:1] in "=-[<~\\{" and text[-1:] in "=-]>~}"):
        return None
    name = text.strip(_AROUND)
    if text[:1] in ("\\", "{"):
        name = name.strip("{}")
    is_marked = name not in (text, text.rstrip("."))
    words = name.lower().replace("(", " ").replace(")", " ").rstrip(".").split()
    if not words or not _BARE.match(name) or (not is_marked and _STANDING.isdisjoint(words)):
        return None
    found = heading(name)
    if not found.kind or (found.kind in (PROSE, PROBLEM) and not is_marked):
        return None
    return _Kind("heading", Row(row.end, ""), found, name, row.start)


def _labelled(row: Row) -> _Kind | None:
    """Return a line of LINC's, or one that says which of sentence and formula it is."""
    text = row.text
    if found := _LINC.match(text):
        what = "told" if found.group(1) == "TEXT" else "stated"
        return _Kind(what, row._replace(start=row.start + found.end(), text=text[found.end() :].strip()), name="FOL")
    colon = text.find(":", 0, 25)
    if colon < 0 or text[colon : colon + 3] == ":::":
        return None
    word = text[:colon].strip().lower()
    if word not in _SENTENCE and word not in _FORMULA:
        return None
    rest = text[colon + 1 :]
    behind = row._replace(start=row.start + colon + 1 + len(rest) - len(rest.lstrip()), text=rest.strip())
    return _Kind("told" if word in _SENTENCE else "stated", behind)


class _Outliner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.decorated = _DECORATION.search(text) is not None
        self.flat = flatten(text) if self.decorated else text
        self.section = Section("")
        self.out = Outline([self.section], [])
        self.sentence = ""
        self.gap = self.broken = False

    def run(self) -> Outline:
        start = 0
        table: list[tuple[int, str]] = []
        for raw in self.flat.split("\n"):
            look()
            if raw[:1] == "|" or (raw and self.decorated and raw.lstrip()[:1] == "|" and raw.rstrip()[-1:] == "|"):
                table.append((start, raw))
            else:
                if table:
                    self.table(table)
                    table = []
                if not raw:
                    self.gap = True
                else:
                    self.line(raw, start)
            start += len(raw) + 1
        if table:
            self.table(table)
        return self.out

    def line(self, raw: str, start: int) -> None:
        """Read one line."""
        what, row, found, name, at, rank, bold = _kind(raw, self.decorated)
        if what == "heading" and not row.text and self.section.kind in _VALUED and not self.section.rows:
            what, row = "line", Row(at, name)
        if what == "line":
            if not self.decorated and not rank:
                self.section.rows.append(
                    Row(row.start + start, row.text, self.gap, -1 if row.dash < 0 else row.dash + start, row.listed,
                        self.sentence, row.comment)
                )  # fmt: skip
                self.gap, self.sentence = False, ""
            elif rank == 1 and (talks(row.text) or not has_signs(row.text)):  # '# all men are mortal'
                self.out.passed.append(Span(start + row.start, start + row.end))
            else:
                self.add(row, start, raw)
        else:
            self.mark(_Kind(what, row, found, name, at, rank, bold), start, raw)

    def mark(self, kind: _Kind, start: int, raw: str) -> None:
        """Read a line that is no mere content."""
        what, row, found, name, at, rank, bold = kind
        if what == "heading":
            if self.heads(found, name, row.text):
                self.begin(found, Span(start + at, start + at + len(name)), name, row, start, rank)
            else:
                moved = at
                self.add(row._replace(start=moved, text=raw[moved : row.end].rstrip()), start, raw)
            self.gap = False
        elif what == "blank":
            self.gap = True
        elif what == "part":
            if row.text and not self.section.kind and self.out.bar < 0:
                self.out.bar = len(self.section.rows)
            self.broken = self.gap = True
        elif what == "told":
            if row.text:
                self.sentence = " ".join(self.text[start + row.start : start + row.end].split())
        elif what == "stated":
            self.out.linc = self.out.linc or (not self.section.kind and name == "FOL")
            if row.text or name:
                self.add(row._replace(dash=-1), start, raw)
        elif what == "announced":
            self.out.passed.append(Span(start + row.start, start + row.end))
            asked = self.section.kind in (GOAL, STATEMENT)
            self.broken = self.broken or (asked and self.section.holds_formulas)
        else:
            self.unknown(name, Span(start + at, start + at + len(name)), rank, bold)

    def add(self, row: Row, start: int, raw: str) -> None:
        """Add a line to the section."""
        text, at = row.text, row.start + start
        if self.decorated:
            text = restored(text, at, self.text)
            if (cut := text.find(":::")) >= 0 and self.text[at + cut : at + cut + 3] == ":::":
                end = at + len(text) if raw == "-" else start + len(raw)
                text = text[:cut] + self.text[at + cut : end].rstrip()  # what is said stays as it was written
        dash = row.dash + start if row.dash >= 0 else -1
        self.section.rows.append(
            Row(row.start + start, text, self.gap, dash, row.listed, self.sentence, row.comment, row.goal)
        )
        self.gap, self.sentence = False, ""
        if not raw:
            self.gap = True

    def heads(self, found: Heading, name: str, rest: str) -> bool:
        """Return whether words before a colon begin a section, and are no label, name or sentence."""
        kind = self.section.kind
        if not rest:
            return True
        if rest[:1] == "-" and name[:1].islower() and rest.strip(" \t-"):  # a clause of Prolog's
            return False
        if kind in _RULES and (found.numbered or (found.kind == PREMISES and name[:1].islower())):
            return False
        if kind in _DECLARING and name[:1].islower():
            return False
        if found.kind == headings.VOCABULARY and kind and _DEFINITION.match(name):  # the label of one
            return False
        return not (found.kind == PROBLEM and has_signs(rest) and found.numbered)

    def begin(self, found: Heading, span: Span, name: str, row: Row, start: int, rank: int) -> None:
        """Begin a section, with what stands on the heading's line."""
        last = self.section
        if (
            found.kind in (PROSE, PROBLEM)
            and row.text
            and last.kind in _CONTENT
            and not (found.kind == PROBLEM and found.numbered and talks(row.text))
        ):
            self.section.rows.append(row._replace(start=row.start + start, note=True))  # it takes that line alone
            return
        if not (found.numbered and last.numbered and last.kind == found.kind and not self.broken):
            problem = found.kind == PROBLEM
            self.section = Section(PROSE if problem else found.kind, name, span, 0 if problem else rank or 7)
            self.section.numbered, self.section.problem = found.numbered and not problem, problem
            self.section.broken = self.broken or problem
            self.out.sections.append(self.section)
            self.broken = False
        self.sentence = ""
        if row.text:
            self.add(row, start, "-")

    def unknown(self, name: str, span: Span, rank: int, bold: bool) -> None:
        """Begin a section of a heading that is not known, or go on with the one that it divides."""
        rank = rank or 7
        if bold and rank == 7:
            rank = 7 if self.section.rank < 7 else 6
        if self.section.kind not in ("", "?", PROSE) and rank > self.section.rank:
            self.out.passed.append(span)  # a division of a section
            return
        self.section = Section("?", name, span, min(rank, 7), broken=True)
        self.out.sections.append(self.section)

    def table(self, lines: list[tuple[int, str]]) -> None:
        """Read the rows of a table: the column of formulas, with the cell that is a sentence as the gloss."""
        if len(lines) < 2 or not any(_LINE.match(line) for _, line in lines[:2]):
            for start, line in lines:
                self.line(line, start)
            return
        cells = [[(start + a + 1, line[a + 1 : b]) for a, b in _columns(line)] for start, line in lines]
        at = 0 if _LINE.match(lines[0][1]) else 1
        head, body = [cell.strip().lower() for _, cell in cells[0]] if at else [], cells[at + 1 :]
        width = max((len(row) for row in body), default=0)
        signs = [sum(has_signs(row[i][1].strip()) for row in body if i < len(row)) for i in range(width)]
        if not width or sum(word in _PARTS for word in head) > 1:
            for start, line in lines:
                self.add(Row(0, line), start, "-")
            return
        best = signs.index(max(signs))
        if not all(
            i == best or _says_nothing(head[i : i + 1], [row[i][1] for row in body if i < len(row)])
            for i in range(width)
        ):
            for start, line in lines:
                self.add(Row(0, line), start, "-")
            return
        for row in body:
            if best >= len(row) or not row[best][1].strip():
                continue
            others = [" ".join(self.text[a : a + len(c)].split()) for i, (a, c) in enumerate(row) if i != best]
            kinds = [heading(cell).kind for cell in others]
            gloss = max((c for c, kind in zip(others, kinds, strict=True) if kind != GOAL), key=len, default="")
            start, cell = row[best]
            one = marked(cell.replace("\\|", " |"), 0, len(cell))
            text = one.text.strip()
            begin = one.start + one.text.find(text[:1] or " ")
            self.sentence = gloss if not gloss.isdigit() else ""
            self.add(Row(begin, text, listed=True, goal=GOAL in kinds), start, "-")


def _says_nothing(head: list[str], cells: list[str]) -> bool:
    """Return whether a column of a table holds numbers, sentences or roles, and so nothing that changes a formula."""
    told = [cell.strip(" *`") for cell in cells if cell.strip()]
    if any(has_signs(cell) and not is_prose(cell) for cell in told):
        return False
    if any(word in _COLUMNS for word in head):
        return True
    return all(
        _NUMBERED.fullmatch(cell) or len(cell.split()) > 2 or heading(cell).kind in (GOAL, PREMISES) for cell in told
    )


def _columns(line: str) -> list[tuple[int, int]]:
    cuts = [found.start() for found in _CELL.finditer(line)]
    edges = [*([-1] if line[: cuts[0]].strip() else []), *cuts, *([len(line)] if line[cuts[-1] + 1 :].strip() else [])]
    return list(pairwise(edges))


def outline(text: str) -> Outline:
    """Return the sections of a text.

    Args:
        text: what a person or a model wrote.
    """
    return _Outliner(text).run()


def is_nothing(text: str) -> bool:
    """Return whether a line says that its section is empty."""
    return NOTHING.fullmatch(text) is not None


# Several problems in one text: where one ends, and which of them is asked.

Problem = list[Section]
_CONTENT: Final = frozenset((*_DECLARING, *_RULES, PREMISES, GOAL, STATEMENT))
_GIVEN: Final = frozenset((*_RULES, PREMISES, ""))
_WORD: Final = re.compile(r"\w+")
_ENOUGH: Final = 0.6
"""The least share of a goal's words that a question must hold to ask it."""


def asks(problem: Sequence[Section]) -> bool:
    """Return whether a goal stands in the sections."""
    return any(section.kind in (GOAL, STATEMENT) and section.holds_formulas for section in problem)


def _gives(problem: Problem) -> bool:
    return any(section.kind in _GIVEN and section.holds_formulas for section in problem)


def problems(sections: Sequence[Section]) -> list[Problem]:
    """Return the sections of each problem.

    A second problem begins under a heading that says so, and where a program is whole, something
    parts it from what follows (a rule, a fence, another heading, prose), and a whole one follows.
    """
    parts: list[Problem] = [[]]
    parted = declared = False
    for section in sections:
        parted = parted or section.broken or section.kind in (PROSE, "?")
        again = parted or (section.kind == headings.PREDICATES and declared)
        if section.problem or (again and section.kind in _CONTENT and asks(parts[-1]) and _gives(parts[-1])):
            parts.append([])
            parted = declared = False
        parts[-1].append(section)
        declared = declared or section.kind == headings.PREDICATES
        if section.kind in (GOAL, STATEMENT):
            parted = parted or bool(section.rows and talks(section.rows[-1].text))
        elif section.kind in _CONTENT:
            parted = False
    return _joined(parts) if len(parts) > 1 else parts


def _joined(parts: list[Problem]) -> list[Problem]:
    """Join parts that are no whole problem to their neighbours."""
    found: list[Problem] = []
    before: Problem = []
    shared: Problem = []
    for part in parts:
        begins = any(section.problem for section in part)
        if not asks(part):
            if not found and not _gives(part) and not begins:
                shared += part  # declarations for all problems
            elif before and begins and _gives(before):
                found.append(before)
                before = list(part)
            else:
                before += part
        elif found and not _gives(part) and not _gives(before):
            found[-1] += before + part
            before = []
        else:
            found.append(before + part)
            before = []
    if before:
        talk = any(s.rows for s in before) and not any(
            any(char.isdigit() for char in s.name) or s.kind in _CONTENT for s in before
        )
        if found and not any(section.problem for section in before):
            found[-1] += before
        elif not found or not talk:
            found.append(before)  # a last problem that was cut asks nothing, and is no reason to answer an example
    return [shared + problem for problem in found] or [shared]


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
    asked = which_asks([goal.partition(":::")[2] or goal for goal in goals], question)
    which = "the one whose conclusion is asked" if asked is not None else "the last one"
    asked = len(found) - 1 if asked is None else asked
    message = f"the text holds {len(found)} problems; {which} is read, number {asked + 1}"
    span = next((section.span for section in found[asked] if section.span is not None), Span(end, end))
    return found[asked], [Diagnostic("several-problems", Level.WARNING, message, span, "Give one problem a text.")]


def which_asks(glosses: Sequence[str], question: str) -> int | None:
    """Return the number of the gloss that a question asks; ``None`` if no single one stands out.

    Args:
        glosses: what each goal says in natural language.
        question: the question; may be empty.
    """
    asked = set(_WORD.findall(question.lower()))
    words = [set(_WORD.findall(gloss.lower())) for gloss in glosses]
    shares = [len(own & asked) / len(own) if own else 0.0 for own in words]
    best = max(shares, default=0.0)
    return shares.index(best) if best >= _ENOUGH and shares.count(best) == 1 else None
