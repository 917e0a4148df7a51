"""A text as problems, sections and lines, before any formula is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from . import asides, headings
from .dialects import UNICODE
from .facts import is_fact
from .formulas import parse
from .headings import PREMISES, PROBLEM, PROSE, heading
from .lines import Line, declared, line, several
from .markdown import FENCE, Row, flatten, is_rule, restored, row
from .prose import NOTHING, has_signs, is_prose
from .revisions import is_revision
from .tables import read_table
from .writer import one_line

MAX_HEADER: Final = 60
"""The most characters before the colon of a section's header."""
_PLAIN: Final = re.compile(r"[^\W\d_]\w{4,}|[∀∃¬]|[^\W\d_]\w{0,3}\(|\$")
"""How a line begins that has nothing around it."""
_DECORATED: Final = re.compile(r"[`*|]|__|\\|\$(?![A-Za-z])|</?[A-Za-z]")
_NAME: Final = re.compile(r"[^\W_][\w '’/&,.:-]*(?:\([\w '’-]*\))?[\w ]*$")
_BARE: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,5}(?: \([^()]*\))?$")
_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w -]{2,40})>$")
_AROUND: Final = "=-*#~_ \t[]<>"
_STANDING: Final = frozenset(
    "premises premise facts rules axioms assumptions hypotheses hypothesis conclusion conclusions query goal question "
    "predicates constants prove given theorem definitions vocabulary signature defaults exceptions preferences "
    "base individuals claim statement conjecture context defeasible".split()
)
"""Words that make a line of them a heading although nothing marks it as one."""
_SENTENCE: Final = frozenset(("text", "nl", "natural language", "english", "sentence"))
_FORMULA: Final = frozenset(("fol", "formula", "fol formula", "logic", "logical form", "formalization", "translation"))
_MARKING: Final = frozenset(word[0] for word in _SENTENCE | _FORMULA) | frozenset(
    word[0].upper() for word in _SENTENCE | _FORMULA
)
"""How lines begin that say which of sentence and formula they are."""
_LINC: Final = re.compile(r"(TEXT|FOL)[ \t]*:[ \t]*|FOL$")
_RAW: Final = frozenset(
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
_CLOSING: Final = re.compile(r"[A-Z][\w'’-]*(?:,? [\w'’-]+){0,7}[.!]")
"""What may end a text behind its program."""
_WHOLE: Final = re.compile(r"([\"'“‘])([^\"'“”‘’]+)[\"'”’][.,]?")
"""A line that is wholly in quotes."""
_COMMENT: Final = re.compile(r"[ \t]*(--+(?=[ \t])|//+(?![ \t]*(?:∴|\\therefore))|%+)[ \t]*(?=\S)")
"""A sign of a comment before a line."""
_DEFINITION: Final = re.compile(r"(?i)definition(?: \d+)?$")
_ENUMERATED: Final = frozenset(
    (headings.PREMISES, headings.GOAL, headings.STATEMENT, headings.DEFAULTS, headings.DEFEASIBLE)
)


@dataclass(slots=True)
class Section:
    """What stands under one heading.

    Attributes:
        kind: what it holds; see ``headings``. Empty before the first heading; ``?`` under an unknown one.
        name: the heading.
        span: where the heading stands.
        rank: the level of the heading; 7 where it is none of Markdown's.
        tolerant: whether prose may stand there.
        numbered: whether the heading counts.
        broken: whether something before it parts it from the section before: a rule, a fence, a heading.
        problem: whether it begins another problem.
        lines: its lines.
    """

    kind: str
    name: str = ""
    span: Span | None = None
    rank: int = 7
    tolerant: bool = False
    numbered: bool = False
    broken: bool = False
    problem: bool = False
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Outline:
    """The sections of a text.

    Attributes:
        flat: the text with blanks for what stands around its lines.
        sections: in the order of the text.
        passed: what was passed over, since it is prose.
        diagnostics: what is odd about the headings.
        bar: after how many lines of the section before the first heading a rule stands; -1 for none.
        linc: whether formulas before the first heading are marked as such, as LINC does.
    """

    flat: str
    sections: list[Section]
    passed: list[Span]
    diagnostics: list[Diagnostic]
    bar: int = -1
    linc: bool = False


class _Outliner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.flat = flatten(text)
        self.decorated = _DECORATED.search(self.flat) is not None
        self.section = Section("")
        self.out = Outline(self.flat, [self.section], [], [])
        self.sentence = ""
        self.gap = False
        self.broken = False
        self.ranked = False
        self.noted: Section | None = None
        self.inline = False
        self.comment = ""

    def run(self) -> Outline:
        start, table = 0, []
        for raw in self.flat.split("\n"):
            end = start + len(raw)
            if raw[:1] == "|" or (raw and raw.lstrip()[:1] == "|" and raw.rstrip()[-1:] == "|"):
                table.append((start, end))
            else:
                if table:
                    self.table(table)
                    table = []
                if not raw or raw.isspace():
                    self.gap = True
                else:
                    self.row(raw, start, end)
            start = end + 1
        if table:
            self.table(table)
        return self.out

    def row(self, raw: str, start: int, end: int) -> None:
        """Read one line that is not empty."""
        if self.plain() and is_fact(raw):
            self.section.lines.append(Line(start, raw, gap=self.gap))
            self.gap = False
            return
        if not self.decorated and _PLAIN.match(raw):
            one = Row(start, raw)
        else:
            if not raw.strip("> \t"):
                self.gap = True
                return
            if FENCE.match(raw):
                self.part()
                return
            one = row(self.flat, start, end)
            if not one.text.strip("# \t"):
                return
            if is_rule(raw):
                if not self.section.kind and self.out.bar < 0:
                    self.out.bar = len(self.section.lines)
                self.part()
                return
            if found := _COMMENT.match(one.text):
                one = one._replace(start=one.start + found.end(), text=one.text[found.end() :])
                self.comment = found.group(1)[:2]
        if self.header(one) or self.labelled(one):
            self.gap, self.comment = False, ""
            return
        self.add(one)
        self.comment = ""

    def plain(self) -> bool:
        """Return whether a formula that stands here belongs to the section and to nothing else."""
        return self.section.kind not in _RAW and not self.sentence and self.noted is None

    def part(self) -> None:
        """Note that what follows may be another part of the text."""
        self.broken, self.gap = True, True

    def add(self, one: Row) -> None:
        """Add a line to the section."""
        look()
        if self.section.kind in _RAW:
            self.section.lines.append(declared(one, self.text, self.gap))
            self.gap = False
            return
        made, quoted = self.unquoted(one, line(one, self.text, self.gap))
        self.gap = False
        if self.broken and self.closes(made):
            self.pass_over(made)
            return
        comment = self.comment or "#" * (one.rank == 1)
        if (one.rank or comment) and (made.prose or not has_signs(made.text)):  # '# all men are mortal' above a formula
            self.pass_over(made)
            return
        if comment:
            made = made._replace(comment=comment)
        if made.text[-1:] == "?" and not made.prose and (made.goal or self.section.kind == headings.GOAL):
            made = made._replace(text=made.text[:-1].rstrip())  # what is asked
        if self.sentence:
            made = made._replace(gloss=made.gloss or self.sentence)
            self.sentence = ""
        if self.noted is not None:
            made = self.behind_note(self.noted, made)
        parts = [*several(made, self.text)] if not made.prose else [made]
        if quoted is not None and parts[0].said is None:
            parts[0] = parts[0]._replace(said=quoted)
        self.section.lines += parts

    def behind_note(self, old: Section, made: Line) -> Line:
        """Go on with the section that a line about it stands in, if this line does."""
        last = asides.number(old.lines[-1], self.flat) if old.lines else -1
        own = asides.number(made, self.flat)
        if not asides.goes_on(made, (last, own), inline=self.inline):
            self.noted = old if self.inline or own < 0 else None
            return made
        if own != last + 1:
            made = made._replace(said=asides.derived(made, self.section.name) or made.said)
        for one in self.out.sections.pop().lines:  # what is said of the section parts it not
            self.pass_over(one)
        self.section, self.noted = old, None
        return made

    def unquoted(self, one: Row, made: Line) -> tuple[Line, Diagnostic | None]:
        """Return a line that is a formula in quotes without them, and what says so."""
        found = _WHOLE.fullmatch(made.text)
        if found is None or made.prose:
            return made, None
        inner = restored(found.group(2), made.start + 1, self.text)
        if not has_signs(inner) or parse(inner, UNICODE).formula is None:
            return made, None
        span, hint = Span(made.start, made.end), "Leave the quotes out."
        message = "the quotes around the whole formula were dropped"
        said = Diagnostic("quoted-formula", Level.MENDED, message, span, hint)
        again = line(one._replace(start=made.start + 1, text=inner), self.text, made.gap)
        return again._replace(gloss=made.gloss or again.gloss, label=made.label or again.label, said=made.said), said

    def closes(self, made: Line) -> bool:
        """Return whether a line behind a fence ends the text in words: 'Done.', 'Proof found.'."""
        if self.section.kind not in (headings.GOAL, headings.STATEMENT) or all(one.prose for one in self.section.lines):
            return False
        text = made.text
        if made.gloss or made.goal or made.label or _CLOSING.fullmatch(text) is None:
            return False
        return re.search(rf"\b{re.escape(text[:-1])}\b", self.flat[: made.start]) is None

    def pass_over(self, one: Line) -> None:
        self.out.passed.append(Span(one.start, one.end))

    def labelled(self, one: Row) -> bool:
        """Read a line of LINC's, or one that says which of sentence and formula it is."""
        text = one.text.lstrip()
        if text[:1] not in _MARKING or ((colon := text.find(":", 0, 25)) < 0 and text.rstrip() != "FOL"):
            return False
        start = one.start + len(one.text) - len(text)
        if found := _LINC.match(text):
            name, rest = found.group(1) or "FOL", text[found.end() :]
            word = name.lower()
        else:
            word, rest = text[:colon].strip().lower(), text[colon + 1 :]
            if rest[:2] == "::" or (word not in _SENTENCE and word not in _FORMULA):
                return False
        behind = start + (found.end() if found else colon + 1)
        if word in _SENTENCE:
            if rest.strip():
                self.sentence = one_line(self.text[behind : behind + len(rest)])
            return True
        if not rest.strip() and found is None:
            return self.section.kind in _ENUMERATED
        made = line(one._replace(start=behind, text=rest, dash=-1), self.text, self.gap)
        made = made._replace(gloss=made.gloss or self.sentence, prose=False)
        self.sentence = ""
        self.out.linc = self.out.linc or not self.section.kind
        self.section.lines.append(made._replace(text=restored(made.text, made.start, self.text)))
        return True

    def table(self, spans: list[tuple[int, int]]) -> None:
        """Read the rows of a table as lines."""
        found = read_table(self.flat, self.text, spans)
        if found is None:
            for start, end in spans:
                self.row(self.flat[start:end], start, end)
            return
        for one in found:
            self.section.lines.append(one._replace(gap=self.gap, text=restored(one.text, one.start, self.text)))
            self.gap = False

    def header(self, one: Row) -> bool:  # noqa: PLR0911  # a case for each way to mark a heading
        """Begin a section if the line is a heading."""
        text = one.text
        colon = text.find(":", 0, MAX_HEADER + 1)
        if colon < 0 and not one.rank and not one.bold:
            stripped = text.strip()
            if len(stripped) <= MAX_HEADER and (
                _BARE.match(stripped) or (stripped[:1] in "=-[<~\\{" and stripped[-1:] in "=-]>~}")
            ):
                return self.bare(one, stripped)
            return False
        if one.rank or one.bold:
            whole = text.strip(" \t{}").rstrip(": \t")
            found = heading(whole) if len(whole) <= MAX_HEADER and _NAME.match(whole) else headings.UNKNOWN
            if found.kind:
                return self.begin(found, whole, one, "")
        if colon >= 0 and text[colon : colon + 3] != ":::":
            name, rest = text[:colon].strip(" \t*_{}"), text[colon + 1 :]
            if _NAME.match(name) is None or ("(" in name and " (" not in name):
                return False
            lower = name.lower()
            if (lower in _SENTENCE or lower in _FORMULA) and (lower in ("text", "fol") or rest.strip()):
                return False
            found = heading(name)
            if found.kind and self.heads(found, name, rest):
                return self.begin(found, name, one, rest, one.start + colon + 1)
            if rest.rstrip()[-1:] == ":" and _NAME.match(text.strip()[:-1]):  # 'Step 1: Premises:'
                found, name, rest = heading(text.rstrip(": \t")), text.strip().rstrip(":"), ""
                if found.kind:
                    return self.begin(found, name, one, "")
            if rest.strip(" \t*_}") or found.kind:
                return False
            if not one.rank and not one.bold and is_prose(f"{name}:") and len(name.split()) > 3:
                return self.announced(one, name)
            return self.unknown(name, one)
        whole = text.strip(" \t{}")
        if one.rank or (one.bold and self.text[one.start : one.start + len(text)].rstrip(": \t")[-2:] in ("**", "__")):
            if has_signs(whole) or not self.titled(one):
                return False
            return self.unknown(whole, one)
        return False

    def announced(self, one: Row, name: str) -> bool:
        """Pass over a sentence that ends in a colon; return whether it is no line of its section."""
        if is_revision(name) and self.section.kind in asides.GIVEN and self.section.lines:
            return False  # what it takes back is in the section
        self.pass_over(Line(one.start, one.text))
        asked = self.section.kind in (headings.GOAL, headings.STATEMENT)
        self.broken = self.broken or (asked and any(not made.prose for made in self.section.lines))
        return True

    def titled(self, one: Row) -> bool:
        """Return whether a Markdown heading of no known name is one, and not a comment."""
        return one.bold or self.ranked or one.rank > 1 or not self.section.kind

    def heads(self, found: headings.Heading, name: str, rest: str) -> bool:
        """Return whether words before a colon begin a section, and are no label, name or sentence."""
        kind = self.section.kind
        if not rest.strip(" \t*_"):
            return True
        if rest[:1] == "-" and name[:1].islower() and rest.strip(" \t-"):  # a clause of Prolog's
            return False
        if found.numbered and kind in (headings.DEFAULTS, headings.DEFEASIBLE):
            return False
        if kind in (headings.DEFAULTS, headings.DEFEASIBLE) and found.kind == PREMISES and name[:1].islower():
            return False
        if kind in (headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY) and name[:1].islower():
            return False
        if found.kind == headings.VOCABULARY and kind and _DEFINITION.match(name):  # the label of one
            return False
        if found.kind == PROBLEM:
            return not (has_signs(rest) and found.numbered)
        return True

    def bare(self, one: Row, stripped: str) -> bool:
        """Begin a section if a line that nothing marks is a heading all the same."""
        if tag := _TAG.match(stripped):
            found = heading(tag.group(2).replace("_", " "))
            if found.kind:
                return tag.group(1) == "/" or self.begin(found, tag.group(2), one, "")
            return False
        name = stripped.strip(_AROUND)
        if stripped[:1] == "\\" or stripped[:1] == "{":
            name = name.strip("{}")
        marked = name != stripped
        words = name.lower().replace("(", " ").replace(")", " ").split()
        if not words or not _BARE.match(name) or (not marked and _STANDING.isdisjoint(words)):
            return False
        found = heading(name)
        if not found.kind or (found.kind in (PROSE, PROBLEM) and not marked) or found.mended:
            return False
        return self.begin(found, name, one, "")

    def begin(self, found: headings.Heading, name: str, one: Row, rest: str, at: int = 0) -> bool:
        """Begin a section, with what stands on the heading's line."""
        begins = one.start + len(one.text) - len(one.text.lstrip())
        span = Span(begins, begins + len(name))
        if found.mended:
            message, hint = f"the heading '{name}' is read as '{found.mended}'", f"Write '{found.mended}'."
            self.out.diagnostics.append(Diagnostic("misspelt-heading", Level.MENDED, message, span, hint))
        self.ranked = self.ranked or one.rank > 0
        rank = one.rank or 7
        last = self.section
        aside = (
            found.kind == PROSE or (found.kind == PROBLEM and bool(rest.strip()) and not found.numbered)
        ) and asides.is_aside(name, last.kind, stated=bool(last.lines))
        if found.numbered and last.numbered and last.kind == found.kind and not self.broken:
            self.section = last
        elif found.kind == PROBLEM and not aside:
            self.section = Section(PROSE, name, span, 0, True, False, True, True)
            self.out.sections.append(self.section)
            self.broken = False
        else:
            kind = PROSE if aside else found.kind
            self.section = Section(kind, name, span, rank, found.tolerant, found.numbered, self.broken)
            self.out.sections.append(self.section)
            self.broken = False
        self.sentence = ""
        self.noted = None
        if rest and not rest.isspace():
            text = rest.strip(" \t")
            moved = rest.find(text[0])
            rest = rest[moved:]
            if rest[:2] == "**":
                moved, rest = moved + 2, rest[2:]
            self.add(Row(at + moved, rest.rstrip()))
        if aside:
            self.noted, self.inline = last, bool(rest.strip(" \t*")) and rest.rstrip()[-1:] not in ":,;"
            if self.section.lines and last.kind and (said := asides.stated(self.section.lines[-1], name)):
                last.lines.append(self.section.lines.pop()._replace(said=said))
        return True

    def unknown(self, name: str, one: Row) -> bool:
        """Begin a section of a heading that is not known, or go on with the one that it divides."""
        begins = one.start + len(one.text) - len(one.text.lstrip())
        span = Span(begins, begins + len(name))
        rank = one.rank or 7
        if one.bold and not one.rank:
            rank = 7 if self.section.rank < 7 else 6
        if self.section.kind not in ("", "?", PROSE) and rank > self.section.rank:
            self.out.passed.append(span)  # a division of a section
            return True
        self.section = Section("?", name, span, min(rank, 7), True, False, True)
        self.out.sections.append(self.section)
        return True


def outline(text: str) -> Outline:
    """Return the sections of a text.

    Args:
        text: what a person or a model wrote.
    """
    return _Outliner(text).run()


def is_nothing(one: Line) -> bool:
    """Return whether a line says that its section is empty."""
    return NOTHING.fullmatch(one.text) is not None
