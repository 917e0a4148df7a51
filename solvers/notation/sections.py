"""A text as problems, sections and rows, before any formula is read: headings, fences, tables, JSON, talk around them.

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
from .decoration import DECORATION, FENCE, Marked, blank, flatten, is_rule, marked, restored
from .headings import DECLARING, GOAL, PREMISES, PROBLEM, PROSE, STATEMENT, Heading, heading
from .jsontext import Object, objects
from .prose import NOTHING, has_signs, is_prose

MAX_HEADER: Final = 60
"""The most characters of a section's header."""
_PLAIN: Final = re.compile(r"[^\W\d_]\w*\(|[∀∃¬]")
"""A line that begins as a formula: nothing stands around it in a text without decoration."""
_SAYING: Final = re.compile(
    r"(?i:(?P<told>text|nl|natural language|english|sentence)|fol|formula|fol formula|logic|logical form|formalization"
    r"|translation)[ \t]*:(?!::)[ \t]*|FOL$"
)
"""What stands before a sentence, or before a formula, as in LINC's lines."""
_NAME: Final = re.compile(r"[^\W_][\w '’/&,.:-]*(?:\([\w '’-]*\))?[\w ]*$")
_BARE: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,5}(?: \([^()]*\))?\.?$")
_BETWEEN: Final = re.compile(
    r"(?:[=\-*#~]{2,}|\[|\\section\*?\{|\{|<(?!/))\s*([^\W\d_][\w -]*?)\s*(?:[=\-*#~]{2,}|[\]}>])$"
)
"""A heading between signs: ``=== Premises ===``, ``[Premises]``, ``<premises>``."""
_CLOSING_TAG: Final = re.compile(r"</[A-Za-z][\w -]{2,40}>$")
_VALUED: Final = (headings.SEMANTICS, headings.SPELLING)
"""Sections that hold one word."""
_RULES: Final = frozenset((headings.DEFAULTS, headings.DEFEASIBLE))
_CONTENT: Final = frozenset((*DECLARING, *_RULES, PREMISES, GOAL, STATEMENT))
_DEFINITION: Final = re.compile(r"(?i)definition(?: \d+)?$")
_COMMENT: Final = re.compile(r"[ \t]*(--+(?=[ \t])|//+(?![ \t]*(?:∴|\\therefore))|%+|#(?=[ \t]))[ \t]*(?=\S)")
_CELL: Final = re.compile(r"(?<!\\)\|")
_LINE: Final = re.compile(r"[\s|:+-]*-{2,}[\s|:+-]*$")
_COLUMNS: Final = frozenset(
    "meaning gloss sentence english natural description text statement explanation translation # no no. id label name "
    "number step premise comment".split()
)
"""Heads of columns beside a formula that say nothing of whether it holds."""


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
        note: whether its heading says that it is no part of the program.
    """

    start: int
    text: str
    gap: bool = False
    dash: int = -1
    listed: bool = False
    gloss: str = ""
    comment: bool = False
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
        said: what is wrong with JSON.
        bar: after how many lines of the section before the first heading a rule stands; -1 for none.
        linc: whether formulas before the first heading are marked as such, as LINC does.
    """

    sections: list[Section]
    passed: list[Span] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)
    bar: int = -1
    linc: bool = False


class _Kind(NamedTuple):
    """What a line is by itself.

    Attributes:
        what: ``blank``, ``part`` (a fence or a rule), ``heading``, ``unknown`` (marked as a heading, and of no known
            name), ``announced`` (words before a list), ``told`` and ``stated`` (a sentence, a formula, so marked),
            ``line``; ``plain`` (a line with nothing around it).
        row: the content of the line, or what stands behind its heading or mark.
        heading: what its heading says.
        name: the heading.
        at: where the heading begins.
        rank: the level of the heading.
    """

    what: str
    row: Row = Row(0, "")
    heading: Heading = headings.UNKNOWN
    name: str = ""
    at: int = 0
    rank: int = 0


@lru_cache(maxsize=2048)
def talks(text: str) -> bool:
    """Return whether a line is a sentence of a natural language, and can be no formula."""
    return is_prose(text)


def is_nothing(text: str) -> bool:
    """Return whether a line says that its section is empty."""
    return NOTHING.fullmatch(text) is not None


@lru_cache(maxsize=2048)
def _kind(raw: str, decorated: bool) -> _Kind:
    """Return what a line is by itself; places count from its beginning."""
    if not decorated and _PLAIN.match(raw):
        return _Kind("plain", Row(0, raw.rstrip()))
    if not raw.strip("> \t#") or _CLOSING_TAG.match(raw.strip()):
        return _Kind("blank")
    if FENCE.match(raw) or is_rule(raw):
        return _Kind("part", Row(0, "" if FENCE.match(raw) else "-"))
    one = marked(raw)
    comment = _COMMENT.match(one.text) if not one.rank else None
    row = _behind(Row(one.start, one.text, False, one.dash, one.listed), comment.end() if comment else 0)
    row = row._replace(comment=one.rank > 0 or comment is not None)
    if not row.text.strip("# \t"):
        return _Kind("blank")
    if found := _SAYING.match(row.text):
        behind, name = _behind(row, found.end()), found.group().rstrip(": \t")
        if behind.text or name.lower() in ("text", "fol"):
            return _Kind("told" if found["told"] else "stated", behind, name="FOL" if name == "FOL" else "")
    return _heading(raw, one, row) or _Kind("line", row, rank=one.rank)


def _behind(row: Row, at: int, around: str = " \t") -> Row:
    """Return what stands behind a place of a row."""
    rest = row.text[at:]
    return row._replace(start=row.start + at + len(rest) - len(rest.lstrip(around)), text=rest.strip(around))


def _heading(raw: str, one: Marked, row: Row) -> _Kind | None:
    """Return the heading that a line is, or begins with."""
    text, end, loud = row.text, Row(row.end, ""), bool(one.rank or one.bold)
    colon = text.find(":", 0, MAX_HEADER + 1)
    whole = text.strip(" \t{}").rstrip(": \t") if len(text) <= MAX_HEADER + 10 else ""
    if loud or colon < 0:
        if between := _BETWEEN.match(text):
            whole = between.group(1).replace("_", " ")
        found = heading(whole) if _NAME.match(whole) else headings.UNKNOWN
        alone = between or (found.kind not in (PROSE, PROBLEM) and _BARE.match(text) and headings.names_section(whole))
        if found.kind and (loud or alone):
            return _Kind("heading", end, found, whole, row.start, one.rank)
    rank = one.rank or (6 if one.bold else 7)
    if colon >= 0 and text[colon : colon + 3] != ":::":
        name, behind = text[:colon].strip(" \t*_{}"), _behind(row, colon + 1, " \t*")
        if _NAME.match(name) is None or ("(" in name and " (" not in name):
            return None
        for words, rest in ((name, behind), (whole if behind.text[-1:] == ":" else "", end)):  # 'Step 1: Premises:'
            if (found := heading(words)).kind:
                return _Kind("heading", rest, found, words, row.start, one.rank)
        if behind.text.strip("_}") or (row.comment and not one.rank):
            return None
        if not loud and len(name.split()) > 3 and is_prose(f"{name}:"):
            return _Kind("announced", row)
        return _Kind("unknown", end, name=name, at=row.start, rank=rank)
    if (one.rank or (one.bold and raw.rstrip(": \t").endswith(("**", "__")))) and not has_signs(text):
        return _Kind("unknown", end, name=text, at=row.start, rank=rank)
    return None


class _Outliner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.objects = list(objects(text)) if "{" in text and '"' in text else []
        for one in self.objects:
            text = text[: one.start] + blank(text[one.start : one.end]) + text[one.end :]
        self.decorated = DECORATION.search(text) is not None
        self.flat = flatten(text) if self.decorated else text
        self.section = Section("")
        self.out = Outline([self.section])
        self.sentence = ""
        self.gap = self.broken = False

    def run(self) -> Outline:
        start = 0
        table: list[tuple[int, str]] = []
        for n, raw in enumerate(self.flat.split("\n")):
            if not n % 64:
                look()
            if self.objects and self.objects[0].start <= start + len(raw):
                self.json(self.objects.pop(0))
            kind = _kind(raw, self.decorated)
            what, row = kind.what, kind.row
            if what == "stated" and kind.name and not self.section.kind:
                self.out.linc = True
            if what == "plain" or (what == "stated" and row.text and not self.decorated):
                self.section.rows.append(Row(start + row.start, row.text, self.gap, -1, False, self.sentence))
                self.gap, self.sentence = False, ""
            elif self.decorated and raw.lstrip()[:1] == "|" and (raw[0] == "|" or raw.rstrip()[-1:] == "|"):
                table.append((start, raw))
            else:
                if table:
                    self.table(table)
                    table = []
                self.line(kind, start, self.text[start : start + len(raw)] if self.decorated else raw)
            start += len(raw) + 1
        if table:
            self.table(table)
        return self.out

    def json(self, found: Object) -> None:
        """Read an object of JSON, each string as a line."""
        for start, text, gloss, heads in found.lines:
            if heads:
                self.begin(heading(text), Span(start, start + len(text)), text, Row(start, ""), 7)
                continue
            flat = flatten(text)
            self.sentence, self.gap = gloss, True
            self.line(_kind(flat, True), start, text)
        self.out.said += found.said

    def line(self, kind: _Kind, start: int, source: str) -> None:
        """Read one line.

        Args:
            kind: what it is by itself.
            start: where it begins in the whole text.
            source: the line as written.
        """
        what, row, found, name, at, rank = kind
        if what == "line":
            if rank == 1 and (talks(row.text) or not has_signs(row.text)):  # '# all men are mortal'
                self.out.passed.append(Span(start + row.start, start + row.end))
            else:
                self.add(row, start, source)
        elif what == "blank":
            self.gap = True
        elif what == "heading":
            if not row.text and self.section.kind in _VALUED and not self.section.rows:
                self.add(Row(at, name), start, source)
            elif self.heads(found, name, row.text):
                self.begin(found, Span(start + at, start + at + len(name)), name, row, rank, start, source)
            else:
                self.add(row._replace(start=at, text=source[at : row.end].rstrip()), start, source)
            self.gap = False
        elif what == "part":
            if row.text and not self.section.kind and self.out.bar < 0:
                self.out.bar = len(self.section.rows)
            self.broken = self.gap = True
        elif what == "told":
            self.sentence = " ".join(source[row.start : row.end].split()) or self.sentence
        elif what == "stated":
            self.add(row._replace(dash=-1), start, source)
        elif what == "announced":
            self.out.passed.append(Span(start + row.start, start + row.end))
            asked = self.section.kind in (GOAL, STATEMENT)
            self.broken = self.broken or (asked and self.section.holds_formulas)
        else:
            self.unknown(name, Span(start + at, start + at + len(name)), rank)

    def add(self, row: Row, start: int, source: str) -> None:
        """Add a line to the section."""
        text = row.text
        if self.decorated or source[row.start : row.end] != text:
            text = restored(text, row.start, source)
            if (cut := text.find(":::")) >= 0 and source.startswith(":::", row.start + cut):
                text = text[:cut] + source[row.start + cut :].rstrip()  # what is said stays as it was written
        dash = row.dash + start if row.dash >= 0 else -1
        self.section.rows.append(Row(row.start + start, text, self.gap, dash, row.listed, self.sentence, row.comment))
        self.gap, self.sentence = False, ""

    def heads(self, found: Heading, name: str, rest: str) -> bool:
        """Return whether words before a colon begin a section, and are no label, name or sentence."""
        kind = self.section.kind
        if not rest:
            return True
        if rest[:1] == "-" and name[:1].islower() and rest.strip(" \t-"):  # a clause of Prolog's
            return False
        if kind in _RULES and (found.numbered or (found.kind == PREMISES and name[:1].islower())):
            return False
        if kind in DECLARING and name[:1].islower():
            return False
        if found.kind == headings.VOCABULARY and kind and _DEFINITION.match(name):  # the label of one
            return False
        return not (found.kind == PROBLEM and has_signs(rest) and found.numbered)

    def begin(
        self, found: Heading, span: Span, name: str, row: Row, rank: int, start: int = 0, source: str = ""
    ) -> None:
        """Begin a section, with what stands on the heading's line."""
        last, problem = self.section, found.kind == PROBLEM
        if (
            (problem or found.kind == PROSE)
            and row.text
            and last.kind in _CONTENT
            and not (problem and found.numbered and talks(row.text))
        ):
            last.rows.append(row._replace(start=row.start + start, note=True))  # it takes that line alone
            return
        if not (found.numbered and last.numbered and last.kind == found.kind and not self.broken):
            kind, numbered = PROSE if problem else found.kind, found.numbered and not problem
            self.section = Section(
                kind, name, span, 0 if problem else rank or 7, numbered, self.broken or problem, problem
            )
            self.out.sections.append(self.section)
            self.broken = False
        self.sentence = ""
        if row.text:
            self.add(row, start, source)

    def unknown(self, name: str, span: Span, rank: int) -> None:
        """Begin a section of a heading that is not known, or go on with the one that it divides."""
        if self.section.kind not in ("", "?", PROSE) and rank > self.section.rank:
            self.out.passed.append(span)  # a division of a section
            return
        self.section = Section("?", name, span, rank, broken=True)
        self.out.sections.append(self.section)

    def table(self, lines: list[tuple[int, str]]) -> None:
        """Read the rows of a table with one column of formulas; the other columns may only say what these are."""
        cells = [[(start + a + 1, line[a + 1 : b]) for a, b in _columns(line)] for start, line in lines]
        head = [cell.strip(" \t*`").lower() for _, cell in cells[0]]
        body = cells[2:] if len(lines) > 2 and _LINE.match(lines[1][1]) else []
        width = max(map(len, cells))
        found = [i for i in range(width) if any(i < len(row) and _is_formula(row[i][1]) for row in body)]
        named = {i for i, words in enumerate(head) if not _COLUMNS.isdisjoint(words.split())}
        if len(found) != 1 or not named.issuperset({*range(width)} - {*found}):
            for start, line in lines:  # its lines are no formulas
                self.add(Row(0, line), start, line)
            return
        for row in body:
            at, cell = row[found[0]] if found[0] < len(row) else (0, "")
            told = [" ".join(self.text[a : a + len(c)].split()) for a, c in row if a != at]
            one = marked(cell.replace("\\|", " |"))
            self.sentence = max((words for words in told if " " in words), key=len, default="")
            if one.text.strip():
                content = _behind(Row(one.start, one.text, listed=True), 0)
                self.add(content, at, self.text[at : at + len(cell)])


def _is_formula(cell: str) -> bool:
    return has_signs(cell.strip()) and not is_prose(cell)


def _columns(line: str) -> list[tuple[int, int]]:
    """Return between which places the cells of a table's line stand."""
    cuts = [found.start() for found in _CELL.finditer(line)]
    edges = [*([-1] if line[: cuts[0]].strip() else []), *cuts, *([len(line)] if line[cuts[-1] + 1 :].strip() else [])]
    return list(pairwise(edges))


def outline(text: str) -> Outline:
    """Return the sections of a text.

    Args:
        text: what a person or a model wrote.
    """
    return _Outliner(text).run()


# Several problems in one text: where one ends, and which of them is asked.

Problem = list[Section]

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
    shared: Problem = []
    before: Problem = []
    for part in parts:
        begins = any(section.problem for section in part)
        if asks(part):
            before = before + part
            if found and not _gives(before):
                found[-1] += before
            else:
                found.append(before)
            before = []
        elif not found and not begins and not _gives(part):
            shared += part  # declarations for all problems
        else:
            if begins and _gives(before):
                found.append(before)
                before = []
            before = before + part
    if found and before and not any(section.problem for section in before):
        found[-1] += before
    elif before and not (found and _announces(before)):
        found.append(before)  # a last problem that was cut asks nothing, and is no reason to answer an example
    return [shared + problem for problem in found] or [shared]


def _announces(problem: Problem) -> bool:
    """Return whether sections hold talk, and neither content nor a counted heading."""
    return any(s.rows for s in problem) and not any(s.kind in _CONTENT or re.search(r"\d", s.name) for s in problem)


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
