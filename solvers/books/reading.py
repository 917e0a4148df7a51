"""A rule book's text to its parts: sections and rows by our notation, formulas by its reader, all names declared."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from difflib import get_close_matches
from functools import cached_property
from typing import Final

from ..errors import UserError
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import check_preferences
from ..logic.symbols import BOOL, BUILT_IN, INT, REAL, THING, Declarations, Typed, signature
from ..logic.syntax import (
    CALCULATING,
    And,
    Atom,
    Cmp,
    Count,
    Eq,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    Truth,
    opened,
)
from ..logic.walkers import walk
from ..notation.closing import FREE
from ..notation.declarations import preferences
from ..notation.headings import Heading
from ..notation.lines import GLOSS
from ..notation.programs import read_program
from ..notation.sections import LineForm, Outline, Row, line_form
from ..notation.signs import FREE_LETTER, UNICODE
from ..notation.sortlines import read_sort_line, write_sort_lines

MEASURES: Final = {"Money": REAL, "Date": INT, "Time": INT}
"""Types of facts that are numbers: exact amounts, days, and seconds."""
_NUMBERS: Final = frozenset({INT, REAL, "Money"})
SECTIONS: Final = frozenset(
    ("document", "types", "facts", "derived", "rules", "exceptions", "priorities", "actions", "tests", "not used")
)
ANSWERS: Final = ("yes", "no", "open", "impossible")
_LABEL: Final = re.compile(r"(?P<label>[^\W\d_]\w*)(?:\s*>\s*(?P<over>\w+(?:\s*,\s*\w+)*))?\s*:(?!:)\s*")
_DEFAULT: Final = re.compile(r",?\s*\bdefault\s*=\s*(?P<value>\S.*)$")
_SOURCE: Final = re.compile(r'"(?P<sentence>[^"]+)"\s*(?:\((?P<place>[^()]*(?:\([^()]*\)[^()]*)*)\))?')
_MOMENT: Final = re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?(?![\w-])")
_QUOTED: Final = re.compile(r'"[^"]*"')
_TEST: Final = re.compile(
    rf"(?P<question>.+?)\s+is\s+(?P<answer>{'|'.join(ANSWERS)})(?:\s+when\s+(?P<facts>\{{.*\}}))?", re.S
)


class BookFault(UserError):
    """A text is no rule book.

    Attributes:
        diagnostics: all that is wrong with it, each with its place.
        text: the text.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic], text: str, name: str = "") -> None:
        self.diagnostics, self.text, self.name = tuple(diagnostics), text, name
        super().__init__(self.diagnostics, text, name)

    def __str__(self) -> str:
        return "\n".join(d.show(self.text, self.name) for d in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of the document, and where it stands there; either may be empty."""

    sentence: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Noun:
    """A fact that cases give, or what rules derive.

    Attributes:
        typed: its name, the sorts of its arguments and of its value, and its description.
        kind: how the type of its value is written, as ``Money``.
        default: what it is where nothing says otherwise, as text; empty if it is open then.
        span: where it is declared.
    """

    typed: Typed
    kind: str
    default: str = ""
    span: Span | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """Its name."""
        return self.typed.name


@dataclass(frozen=True, slots=True)
class BookRule:
    """A rule of a book.

    Attributes:
        label: its name.
        formula: what it says, closed.
        text: how that is written.
        sources: the sentences that it renders.
        over: labels of the rules to which it is an exception.
        bare: whether its formula is the condition of an exception that concludes nothing.
        span: where it stands.
    """

    label: str
    formula: Formula
    text: str
    sources: tuple[Citation, ...] = ()
    over: tuple[str, ...] = ()
    bare: bool = False
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class BookTest:
    """A case of which a person said what the answer is.

    Attributes:
        name: its name.
        question: what is asked, or an action.
        answer: ``yes``, ``no``, ``open`` or ``impossible``.
        facts: the facts of the case, as JSON.
        gloss: what it is about.
        span: where it stands.
    """

    name: str
    question: str
    answer: str
    facts: str = "{}"
    gloss: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Parts:
    """What a rule book says.

    Attributes:
        declared: its types, and the names of its facts and of what is derived.
        facts: what cases give.
        derived: what rules conclude.
        rules: the rules, and then the exceptions.
        above: pairs of labels of which the first wins over the second.
        actions: the question for each action, and its description.
        tests: its tests.
        unused: sentences of the document that are no rule, with why.
        document: the file of the document, beside the book.
        title: what stands above the first section.
    """

    declared: Declarations
    facts: tuple[Noun, ...]
    derived: tuple[Noun, ...]
    rules: tuple[BookRule, ...]
    above: tuple[tuple[str, str], ...]
    actions: dict[str, tuple[str, str]]
    tests: tuple[BookTest, ...]
    unused: tuple[tuple[Citation, str], ...]
    document: str = ""
    title: str = ""

    @cached_property
    def most_counted(self) -> int:
        """With how many things any count of a rule can be right, and can be wrong."""
        counts = [node for rule in self.rules for node in walk(rule.formula) if isinstance(node, Count)]
        return max([1, *(one.number + (one.relation != "≥") for one in counts)])

    def noun(self, name: str) -> Noun:
        """Return what is declared by a name."""
        return next(one for one in (*self.facts, *self.derived) if one.name == name)


class _Outline(Outline):
    """The sections of a book: what names none of them, and is not alone before its colon, is a label or a name."""

    def line(self, form: LineForm, start: int) -> None:
        text = self.text[start + form.at : start + form.row.end].rstrip()
        alone = form.what == "heading" and (form.name.lower() in SECTIONS or text.strip("*_ ").endswith(":"))
        if form.what in ("told", "stated", "heading") and not alone:
            form = LineForm("line", form.row._replace(start=form.at, text=text))
        super().line(form, start)

    def heads(self, found: Heading, name: str, rest: str) -> bool:
        return not rest or name[0].isupper() or len(self.sections) == 1


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: Mapping[str, str] = {}
        self.found: list[Diagnostic] = []
        self.sections: dict[str, list[Row]] = {name: [] for name in SECTIONS}
        self.title = ""
        known = None
        for section in _Outline(text).sections:
            name = section.name.strip().lower()
            if name in SECTIONS:
                known = name
                self.sections[name] += self._joined(section.rows)
            elif known is None:
                self.title = self.title or section.name or (section.rows[0].text if section.rows else "")
            elif section.span is not None:
                listed = ", ".join(sorted(SECTIONS))
                self.say(
                    "unknown-section",
                    f"a rule book has no section '{section.name}'",
                    section.span,
                    f"Sections are {listed}.",
                )

    def say(self, code: str, message: str, span: Span | None, hint: str, expected: str = "") -> None:
        self.found.append(Diagnostic(code, Level.ERROR, message, span, hint, expected))

    def _joined(self, rows: Sequence[Row]) -> Iterator[Row]:
        """Yield rows, each with those that follow while a bracket is open in it, up to the next label."""
        held: Row | None = None
        for row in rows:
            if row.comment:
                continue
            if held is not None and _LABEL.match(row.text):
                yield held
                held = None
            held = row if held is None else held._replace(text=self.text[held.start : row.end])
            bare = GLOSS.split(_QUOTED.sub("", held.text), maxsplit=1)[0]
            if sum(map(bare.count, "([{")) <= sum(map(bare.count, ")]}")):
                yield held
                held = None
        if held is not None:
            yield held

    def parts(self) -> Parts:
        declared = Declarations()
        for row in self.sections["types"]:
            sort, errors = read_sort_line(row.text, row.start)
            self.found += errors
            declared += Declarations(sort.sorts)
            for name in [one.name for one in sort.sorts if one.name in MEASURES]:
                self.say("not-a-type", f"the type '{name}' is there already", row.span, "Leave it out, or rename it.")
            for one in sort.typed:
                self.say(
                    "not-a-type",
                    f"'{one.name}' is no type",
                    row.span,
                    "Declare what has a type under 'Facts:' or 'Derived:'.",
                )
        sorts = {sort.name for sort in declared.sorts} | BUILT_IN - {THING}
        facts, derived = (tuple(self._names(section, sorts)) for section in ("facts", "derived"))
        names = [*facts, *derived]
        typed = {one.name: one.typed for one in names}
        if len(typed) < len(names):
            twice = next(one for i, one in enumerate(names) if any(o.name == one.name for o in names[:i]))
            self.say("same-name", f"'{twice.name}' is declared twice", twice.span, "Declare each name once.")
        declared = Declarations(declared.sorts, tuple(typed.values()))
        self.kinds = {one.name: one.kind for one in names}
        self._misread(declared, names)
        rules, above = self._rules(declared)
        return Parts(
            declared,
            facts,
            derived,
            rules,
            above,
            self._actions(declared),
            tuple(self._tests()),
            tuple(self._unused()),
            " ".join(row.text for row in self.sections["document"]),
            self.title,
        )

    def _misread(self, declared: Declarations, names: Sequence[Noun]) -> None:
        """Refuse names that are truth values or variables, and members of enumerations that name something else."""
        places = {one.name: one.span for one in names}
        members = {member for sort in declared.sorts for member in sort.members}
        bare = {one.name for one in names if not one.typed.arguments}
        for name in dict.fromkeys((*places, *sorted(members))):
            span = places.get(name)
            if name.casefold() in ("true", "false"):
                self.say("misread-name", f"'{name}' is a truth value, and no name", span, "Choose another name.")
            elif name in members and name in places:
                message = f"'{name}' is both a member of an enumeration and declared as a name"
                self.say("misread-name", message, span, "Choose another name for one of them.")
            elif FREE_LETTER.fullmatch(name) and (name in members or name in bare):
                self.say("misread-name", f"'{name}' is read as a variable", span, "Choose a longer name.")

    def _names(self, section: str, sorts: set[str]) -> Iterator[Noun]:
        for row in self.sections[section]:
            body, gloss = _glossed(row.text)
            default = _DEFAULT.search(body)
            line = body[: default.start()] if default else body
            if "->" not in line and "→" not in line:
                line = line.replace(":", ": ->", 1)
            read, errors = read_sort_line(line, row.start)
            if errors or not read.typed:
                hint = "Write amount: Money, or cabin: Reservation -> Cabin; then, if it has one, default = a value."
                self.say("bad-name", "this declares no name", row.span, hint, "a name and its type")
            for one in read.typed:
                kind = one.result
                result = MEASURES.get(kind, kind)
                arguments = tuple(MEASURES.get(sort, sort) for sort in one.arguments)
                for sort in {*arguments, result} - sorts:
                    hint = f"Declare '{sort}' under 'Types:'; Bool, Int, Real, Money, Date and Time are there."
                    self.say("unknown-type", f"there is no type '{sort}'", row.span, hint)
                value = default["value"].strip() if default else ""
                yield Noun(Typed(one.name, arguments, result, gloss), kind, value, row.span)

    def _rules(self, declared: Declarations) -> tuple[tuple[BookRule, ...], tuple[tuple[str, str], ...]]:
        rows: list[tuple[Row, str, str, tuple[str, ...], bool]] = []
        for section in ("rules", "exceptions"):
            for row in self.sections[section]:
                body, gloss = _glossed(row.text)
                found = _LABEL.match(body)
                over = tuple(re.findall(r"\w+", found["over"] or "")) if found else ()
                if found is None or (section == "exceptions") is not bool(over):
                    hint = "Write label: formula; under 'Exceptions:' label > the rule it is an exception to: formula."
                    self.say("no-label", "this is no rule with a label", row.span, hint, "a label and ':'")
                    continue
                at = row._replace(start=row.start + found.end(), text=body[found.end() :].strip())
                rows.append((at, found["label"], gloss, over, section == "exceptions"))
        formulas = self.formulas(declared, [row for row, *_ in rows])
        if formulas is None:
            return (), ()
        rules: dict[str, BookRule] = {}
        derived = {name for row in self.sections["derived"] for name in re.findall(r"\w+", row.text.partition(":")[0])}
        above: dict[tuple[str, str], Span] = {}
        for (row, label, gloss, over, exception), formula in zip(rows, formulas, strict=True):
            if label in rules:
                self.say("same-label", f"two rules have the label '{label}'", row.span, "Give each a label of its own.")
            inner = opened(formula, Forall)[2]
            bare = exception and not isinstance(inner, Implies)
            while isinstance(inner, Implies):
                inner = inner.right
            spoken = {node.name for node in walk(inner) if isinstance(node, Atom | Fn)}
            if exception and not bare and inner != Truth(True) and not spoken & derived:
                message = f"the exception '{label}' concludes nothing that is derived"
                hint = "If the whole formula is its condition, write (∀x:Type (A → B)) → ⊤, with other ∀ before it."
                self.say("no-conclusion", message, row.span, hint)
            rules[label] = BookRule(label, formula, row.text, sources(gloss), over, bare, row.span)
            above |= {(label, other): row.span for other in over}
        for row in self.sections["priorities"]:
            pairs, errors = preferences(row.text, row.span)
            self.found += errors
            above |= {(winner, loser): span for winner, loser, span in pairs}
        for pair, span in above.items():
            for label in set(pair) - rules.keys():
                self.say("unknown-label", f"there is no rule '{label}'", span, "Write the label of a rule.")
            if set(pair) <= rules.keys():
                one, other = (dict(zip(*opened(rules[label].formula, Forall)[:2], strict=True)) for label in pair)
                for name in sorted(one.keys() & other.keys()):
                    if one[name] and other[name] and one[name] != other[name]:
                        message = f"'{name}' is of {one[name]} in '{pair[0]}', and of {other[name]} in '{pair[1]}'"
                        self.say("other-sort", message, span, "Variables of one name in both are the same thing.")
        self.found += check_preferences([(*pair, span) for pair, span in above.items()])
        return tuple(rules.values()), tuple(above)

    def formulas(self, declared: Declarations, rows: Sequence[Row]) -> list[Formula] | None:
        """Return the formulas of rows in the words that are declared; ``None`` if one can't be read."""
        written = "\n".join(["Sorts:", *(line for line, _ in write_sort_lines(declared)), "Premises:", ""])
        places, body = [], written
        for row in rows:
            said = " ".join(dated(row.text).split())
            bare = line_form(said).what == "line"  # and no heading, as a fact named key alone
            places.append(len(body) + (not bare))
            body += f"{said}\n" if bare else f"({said})\n"
        reading = read_program(body + "Conclusion:\n⊤\n", UNICODE, strict=True)
        for d in reading.diagnostics:
            if d.code == FREE:  # a slip would be read as something else, and said of everything
                hint = "Write a quantifier with its type in front, as ∀x:Type, or the name that is meant."
                d = replace(d, level=Level.ERROR, message=d.message.partition(":")[0], hint=hint)
            if d.level is Level.ERROR:
                at = None if d.span is None else bisect_right(places, d.span.start) - 1
                held = rows[at] if at is not None and at >= 0 else None
                span = None
                if held is not None and d.span is not None:
                    start = min(held.start + d.span.start - places[at or 0], held.end)
                    span = Span(start, min(start + d.span.end - d.span.start, held.end))
                self.found.append(replace(d, span=span, also=()))
        if reading.first is None or len(reading.first.premises) != len(rows):
            if not self.found:
                self.say("unread", "the rules can't be read, each as one formula", None, "Write one formula a line.")
            return None
        read = [one.formula for one in reading.first.premises]
        for row, formula in zip(rows, read, strict=True):
            if (mixed := mixed_kinds(formula, self.kinds, row.text)) is not None:
                message = f"this mixes {' and '.join(mixed)}"
                hint = "Compare days with days, and times with times; their differences are numbers."
                self.say("mixed-kinds", message, row.span, hint)
            for name in sorted(undeclared(formula, declared)):
                near = get_close_matches(name, _names_of(declared) - {name}, 1)
                hint = f"Is '{near[0]}' meant? " if near else ""
                hint += "Declare it under 'Facts:' or 'Derived:' with its type, or as a member under 'Types:'."
                self.say("undeclared", f"nothing declares '{name}' as it is used here", row.span, hint)
        return read

    def _actions(self, declared: Declarations) -> dict[str, tuple[str, str]]:
        found, rows = {}, []
        for row in self.sections["actions"]:
            body, gloss = _glossed(row.text)
            name, colon, question = body.partition(":")
            if not colon or not question.strip():
                self.say("bad-action", "this is no action", row.span, "Write action: what must hold for it.")
                continue
            found[name.strip()] = question.strip(), gloss
            rows.append(row._replace(start=row.start + len(name) + 1, text=question))
        if rows and not self.found:
            self.formulas(declared, rows)
        return found

    def _tests(self) -> Iterator[BookTest]:
        for row in self.sections["tests"]:
            body, gloss = _glossed(row.text)
            name, _, rest = body.partition(":")
            found = _TEST.fullmatch(rest.strip())
            if found is None:
                hint = f'Write name: question is {" or ".join(ANSWERS)} when {{"fact": value}}.'
                self.say("bad-test", "this is no test", row.span, hint)
                continue
            yield BookTest(name.strip(), found["question"], found["answer"], found["facts"] or "{}", gloss, row.span)

    def _unused(self) -> Iterator[tuple[Citation, str]]:
        for row in self.sections["not used"]:
            body, gloss = _glossed(row.text)
            for one in sources(body):
                yield one, gloss


def read_parts(text: str, name: str = "") -> Parts:
    """Return what a rule book says.

    Raises:
        BookFault: the text is none, with all that is wrong and where.
    """
    reader = _Reader(text)
    parts = reader.parts()
    if not any(reader.sections.values()):
        hint = "Write 'Facts:', 'Derived:' and 'Rules:', each on a line of its own, and lines below them."
        reader.say("no-section", "this is no rule book: nothing stands in any of its sections", None, hint)
    if reader.found:
        raise BookFault(reader.found, text, name)
    return parts


def read_question(text: str, declared: Declarations, kinds: Mapping[str, str] = {}) -> Formula:
    """Return a question's formula, in the words of a book; ``kinds`` are the types of its names as they are written.

    Raises:
        BookFault: it is none.
    """
    reader = _Reader("")
    reader.kinds = kinds
    read = reader.formulas(declared, [Row(0, text)])
    if reader.found or read is None:
        raise BookFault(reader.found, text, "the question")
    return read[0]


def concluded(head: Formula | None) -> Iterator[tuple[Atom | Fn, bool | Term]]:
    """Yield of what a conclusion says that it holds, or not, or which value it has."""
    for part in () if head is None else head.parts if isinstance(head, And) else (head,):
        match part:
            case Atom():
                yield part, True
            case Not(Atom() as node):
                yield node, False
            case Eq(Fn() as node, value):
                yield node, value


def _names_of(declared: Declarations) -> set[str]:
    """Return all names that are declared."""
    sorts = {name for sort in declared.sorts for name in (sort.name, *sort.members)}
    return sorts | {one.name for one in declared.typed}


def undeclared(formula: Formula, declared: Declarations) -> set[str]:
    """Return the names of a formula that nothing declares so: as a predicate, or a function, of so many arguments."""
    names = signature([formula])
    predicates = {(one.name, len(one.arguments)) for one in declared.typed if one.result == BOOL}
    functions = {(one.name, len(one.arguments)) for one in declared.typed if one.result != BOOL}
    functions |= {(member, 0) for sort in declared.sorts for member in sort.members}
    wrong = {*names.predicates} - predicates | {one for one in names.functions if one[0] not in CALCULATING} - functions
    return {name for name, _ in wrong} | {*names.sorts} - {sort.name for sort in declared.sorts} - BUILT_IN


def mixed_kinds(formula: Formula, kinds: Mapping[str, str], text: str) -> tuple[str, str] | None:
    """Return two of ``a date``, ``a time`` and ``a number`` that a formula compares or calculates with each other.

    Args:
        formula: the formula.
        kinds: the types of names, as they are written.
        text: how it is written, in which dates and times are still seen.
    """
    moments = {str(m): "a time" if "T" in m else "a date" for m in _MOMENT.findall(text)}
    read: dict[int, str] = {}
    for one, said in moments.items():
        with suppress(ValueError):
            read[moment(one)] = said

    def kind(term: Term) -> str:
        if isinstance(term, Num):
            return read.get(term.value, "a number") if isinstance(term.value, int) else "a number"
        if not isinstance(term, Fn):
            return ""
        if not (term.args and term.name in CALCULATING):
            said = kinds.get(term.name, "")
            return {"Date": "a date", "Time": "a time"}.get(said, "a number" if said in _NUMBERS else "")
        found = [kind(arg) for arg in term.args]
        points = [one for one in found if one in ("a date", "a time")]
        if not points:
            return "a number"
        if len(found) == 2 and term.name == "-" and found[0] == found[1]:
            return "a number"
        if len(found) == 2 and len(points) == 1 and (term.name == "+" or (term.name == "-" and found[0] == points[0])):
            return points[0]
        other = next((one for one in found if one != points[0]), points[0])
        raise _Mixed(points[0], other)

    try:
        for node in walk(formula):
            if isinstance(node, Eq | Cmp):
                sides = kind(node.left), kind(node.right)
                if all(sides) and sides[0] != sides[1]:
                    return sides
    except _Mixed as error:
        return error.args[0], error.args[1]
    return None


class _Mixed(Exception):
    """Dates, times and numbers are calculated with each other."""


def dated(text: str) -> str:
    """Return a formula with numbers for dates and times."""

    def numeral(found: re.Match[str]) -> str:
        try:
            return str(moment(found.group()))
        except ValueError:
            return found.group()  # which is no numeral, and refused

    return _MOMENT.sub(numeral, text)


def moment(text: str) -> int:
    """Return the day that a date is, or the second that a time is, both as ISO 8601 writes them.

    Raises:
        ValueError: there is no such day or time.
    """
    if "T" not in text:
        return date.fromisoformat(text).toordinal()
    at = datetime.fromisoformat(text)
    if at.tzinfo is not None or at.microsecond:
        raise ValueError("a time without a zone, in whole seconds")
    return ((at.toordinal() * 24 + at.hour) * 60 + at.minute) * 60 + at.second


def sources(gloss: str) -> tuple[Citation, ...]:
    """Return the sentences of the document behind a line, with their places."""
    found = tuple(Citation(one["sentence"], one["place"] or "") for one in _SOURCE.finditer(gloss))
    return found or ((Citation(gloss),) if gloss else ())


def _glossed(line: str) -> tuple[str, str]:
    body, *gloss = GLOSS.split(line, maxsplit=1)
    return body.strip(), " ".join(" ".join(gloss).split())
