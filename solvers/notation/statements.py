"""A problem's sections to its statements: what is declared, what is stated and asked, line by line.

Sentences before the program, behind it and above their formulas are passed over; anything else that is no formula is
an error.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Semantics
from ..logic.symbols import Constant, Declarations, Predicate
from ..logic.syntax import Atom, Formula, Var
from ..logic.walkers import subformulas
from . import headings
from .cursor import Surroundings
from .declarations import constants, predicates, preferences
from .formulas import parse
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, GOAL, PREMISES, PROSE, STATEMENT
from .lines import FORMULA, GLOSS, LABEL, Line, read_line, suspends
from .open_goals import asking
from .prose import NOTHING, has_signs
from .sections import Outline, Problem, Row, Section, asks, talks
from .signs import TRUTHS, UNICODE, Dialect, detect
from .sortlines import read_sort_line

MAX_FORMULAS: Final = 200_000
"""The most formulas of one text."""
MAX_JOINED: Final = 40
"""The most lines over which one formula may go."""
MAX_FAILED: Final = 200
"""How many formulas of one program may fail until the others are not looked at."""
RULE_LETTERS: Final = {DEFAULTS: "D", DEFEASIBLE: "R"}
"""What the labels begin with that rules without one get."""
STATED: Final = (PREMISES, GOAL, DEFAULTS, DEFEASIBLE, EXCEPTIONS)
_DECLARED: Final = (headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY)
_LISTED: Final = re.compile(r".*[,{].*")
_PREFERENCE: Final = re.compile(r"(\w+)(?:\s*>\s*(\w+))+\s*\.?")
_CAPITALS: Final = re.compile(r"(?<![\w\"'])[A-Z]\w*(?![\w(\"'])")
_CODE: Final = re.compile(r"`([^`\n]+)`|\$([^$\n]+)\$")
_WORD_START: Final = re.compile(r"(?<![\w(])[\w(¬∀∃]")
_PARAM: Final = re.compile(r"[a-zA-Z]\d{0,2}|bool|\$.*|.*\d")
"""How declarations call their arguments."""
_RETRACTING: Final = re.compile(
    r"(?i)\b(?:wait|oops|actually|correct(?:ion|ed)|mistake|ignored?|dropped|replaced|should (?:be|have))\b"
)
"""Words of a sentence behind the program that may take back what stands there."""


def passed_over(spans: Iterable[Span]) -> list[Diagnostic]:
    """Return what says that lines were passed over; it is told once, with all places."""
    what, hint = "this is prose, and no part of the program", "If it is a formula, put it under 'Premises:'."
    return [Diagnostic("prose", Level.WARNING, what, span, hint) for span in spans]


@dataclass(slots=True)
class Stated:
    """A line of the program.

    Attributes:
        kind: the section that it stands in.
        line: what was read.
        start: where its formula begins in the whole text.
        asked: for how many variables it asks.
        label: its label.
        gloss: the sentence that it renders, in its line or above it.
        ruled: whether a rule such as ``---`` stands before it.
    """

    kind: str
    line: Line
    start: int
    asked: int = 0
    label: str = ""
    gloss: str = ""
    ruled: bool = False

    @property
    def span(self) -> Span:
        """Where its formula stands in the whole text."""
        return Span(self.start, self.start + len(self.line.text))


@dataclass(slots=True)
class Statements:
    """What is read of a problem's sections, and the program that it comes to."""

    text: str
    outlined: Outline
    question: str = ""
    notes: list[Diagnostic] = field(default_factory=list)
    exact: bool = False
    declared: Declarations = field(default_factory=Declarations)
    semantics: list[tuple[Semantics, Span]] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    preferences: list[tuple[str, str, Span]] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)
    dialect: Dialect = UNICODE
    asked: bool = False
    total: int = 0
    talked: list[Row] = field(default_factory=list)

    def say(self, code: str, message: str, span: Span | None, hint: str, expected: str = "") -> None:
        """Add an error of the text."""
        self.notes.append(Diagnostic(code, Level.ERROR, message, span, hint, expected))

    def read(self, problem: Problem, dialect: Dialect | None) -> None:
        """Read the sections of the problem that is asked, in the dialect that its formulas show if none is given."""
        rows: list[tuple[Section, Row]] = []
        goals = any(section.kind == GOAL and section.holds_formulas for section in problem)
        for section in problem:
            if section.kind == STATEMENT:
                section.kind = PREMISES if goals else GOAL
            if section.kind in STATED or section.kind == "":
                rows += [(section, row) for row in section.rows]
        if len(rows) > MAX_FORMULAS:
            message = f"the text holds {len(rows)} formulas; at most {MAX_FORMULAS} are read"
            self.say("too-long", message, None, "Split the program.")
            self.asked = True
            return
        self.dialect = dialect or detect("\n".join([row.text for _, row in rows]))
        self.judge_order(problem)
        for section in problem:
            if section.kind in (PROSE, "?"):
                self.pass_section(section, problem)
            elif section.kind and section.kind not in STATED:
                self.declare(section)
        self.state(rows)
        self.pass_over()

    def judge_order(self, problem: Problem) -> None:
        """Refuse premises behind a conclusion that has some before it, and a last heading with nothing below."""
        given = concluded = False
        for section in problem:
            if section.kind in (PREMISES, *RULE_LETTERS) and section.holds_formulas:
                if concluded:
                    message = "premises stand behind a conclusion that has others before it: are these two problems?"
                    hint = "Give one problem a text; put all that holds above what is asked."
                    self.say("two-problems", message, section.span, hint)
                given = True
            concluded = concluded or (given and section.kind == GOAL and section.holds_formulas)
        end = self.outlined.sections[-1]
        if end is problem[-1] and end.kind in (PREMISES, GOAL) and not end.rows and asks(problem[:-1]):
            message, hint = f"nothing stands under '{end.name}'; was the output cut?", "Leave the heading out, or go on."
            self.say("cut-off", message, end.span, hint)

    def pass_section(self, section: Section, problem: Problem) -> None:
        """Pass over a section that is none of the program's; formulas in it are an error before what is asked."""
        before = section.kind == "?" or (asks(problem) and not asks(problem[: problem.index(section)]))
        stated = [row for row in section.rows if before and not talks(row.text) and self.is_formula(row.text)]
        if stated and (section.kind == "?" or has_signs(stated[0].text)):
            message = f"formulas stand under '{section.name}', and may be premises or anything else"
            hint = "Write 'Premises:' for what holds, 'Conclusion:' for what is asked; leave out what is neither."
            code = "unknown-section" if section.kind == "?" else "formula-behind-note"
            self.say(code, message, section.span, hint)
            self.asked = True
        if retracted := next((row for row in section.rows if _RETRACTING.search(row.text)), None):
            self.retract(retracted)
        self.notes += passed_over(row.span for row in section.rows if not NOTHING.fullmatch(row.text))

    def is_formula(self, text: str) -> bool:
        """Return whether a line would be read as a formula."""
        return bool(read_line(text, self.dialect).parsed.trees)

    def retract(self, row: Row) -> None:
        """Refuse a text that may take something back."""
        message, hint = "this may take back what stands above it", "Write the program as it is meant, once."
        self.say("two-versions", message, row.span, hint)

    # Declarations.

    def declare(self, section: Section) -> None:
        """Read what is no formula: declarations, preferences, the semantics."""
        kind = section.kind
        for row in section.rows:
            text, span = row.text, row.span
            word = text.strip(" \t-•*.").lower()
            if NOTHING.fullmatch(text) and len(section.rows) == 1:
                continue
            if kind in _DECLARED:
                self.vocabulary(row, kind, section.name)
            elif kind == headings.PREFERENCES:
                found, said = preferences(text, span)
                self.preferences += found
                self.notes += said
            elif kind == headings.SORTS:
                sorts, said = read_sort_line(text, row.start)
                self.declared += sorts
                self.notes += said
            elif kind == headings.SEMANTICS and word in tuple(Semantics):
                self.semantics.append((Semantics(word), span))
            elif kind == headings.SPELLING and word == "exact":
                self.exact = True
            elif kind == headings.DOMAIN and not _LISTED.fullmatch(text):
                self.notes += passed_over([span])
            elif kind == headings.DOMAIN:
                message = "a list of the things in the domain is not read: it says that there are no others"
                hint = "State that as a premise, such as ∀x (x = a ∨ x = b), or write 'Constants:'."
                self.say("domain-listed", message, span, hint)
            else:
                words = ("exact",) if kind == headings.SPELLING else tuple(Semantics)
                hint = f"Write {' or '.join(words)}."
                self.say(f"unknown-{kind}", f"there is no {kind} '{word}'", span, hint, f"a {kind}")

    def vocabulary(self, row: Row, kind: str, name: str) -> None:
        """Read a declaration of predicates, or of constants."""
        text = row.text
        if kind == headings.VOCABULARY:
            body = GLOSS.split(text)[0].partition(":")[0]
            kind = headings.PREDICATES if "(" in body or body[:1].isupper() else headings.CONSTANTS
        found: Sequence[Predicate | Constant]
        if kind == headings.PREDICATES:
            found = declared = predicates(text, self.dialect.truth_argument)
            stated = any(self.is_fact(one) for one in declared)
            self.predicates += declared
        else:
            found = named = constants(text)
            stated = len(named) != 1 and "(" in text.partition(":")[0]
            self.constants += named
        if stated or (FORMULA.search(found[0].gloss) if found else FORMULA.search(text)):
            message = f"a formula stands under '{name}', where predicates and constants are declared"
            hint = "Put it under 'Premises:' if it holds; or write a declaration with a gloss in words, P(x) ::: x is so."
            self.say("formula-among-declarations", message, row.span, hint)
        elif not found and talks(text):
            self.notes += passed_over([row.span])
        elif not found:
            what = "predicate" if kind == headings.PREDICATES else "constant"
            hint = "Write a declaration as Likes(x, y) ::: x likes y, or a constant as newYork ::: New York"
            said = Diagnostic("bad-declaration", Level.WARNING, f"this declares no {what}", row.span, hint, f"a {what}")
            self.notes.append(said)

    def is_fact(self, one: Predicate) -> bool:
        """Return whether a declaration is a fact: it has names for variables, and another one of its predicate stands."""
        same = [p for p in self.predicates if p.name == one.name and len(p.params) == len(one.params)]
        odd = any(p.params and not any(map(_PARAM.fullmatch, p.params)) for p in (*same, one)) if same else False
        return odd or (one.params[-1:] and one.params[-1] in TRUTHS)

    # Formulas.

    def state(self, rows: list[tuple[Section, Row]]) -> None:
        """Read all formulas of the problem."""
        arities: dict[str, set[int]] = {}
        for predicate in self.predicates:
            arities.setdefault(predicate.name, set()).add(len(predicate.params))
        around = Surroundings(arities, frozenset(sort.name for sort in self.declared.sorts))
        failed: list[tuple[str, Row, Sequence[Diagnostic]]] = []
        above: Row | None = None
        rows = _continued(rows)
        if any(row.dash for _, row in rows):
            self.judge_dashes(rows)
        for at, (section, row) in enumerate(rows):
            kind, text, count, start = section.kind, row.text, 0, row.start
            if text.startswith("?-"):
                kind, text, count, start = GOAL, *_queried(text, start)
            elif kind == GOAL and "?" in text:
                text, count = asking(text)
            line = read_line(text, self.dialect, around)
            if line.parsed.trees and not (row.comment and not has_signs(text)):
                self.add(kind, row, line, start, count, above)
                above = None
                continue
            if NOTHING.fullmatch(text):
                continue
            own = rows[at + 1 :] and rows[at + 1][0] is section and not (row.listed and rows[at + 1][1].listed)
            if talks(text) or row.comment:
                if row.comment or not kind or (kind == GOAL and any(one.kind == GOAL for one in self.stated)):
                    self.talked.append(row)
                elif own and above is None and not has_signs(text):
                    above = row
                else:
                    self.not_formula(row)
            else:
                failed.append((kind, row, [d.moved(start + line.start) for d in line.parsed.notes]))
                if len(failed) >= MAX_FAILED:
                    break
        if above is not None:
            self.not_formula(above)
        self.place(failed)

    def not_formula(self, row: Row) -> None:
        """Refuse a sentence that stands where a formula should."""
        message, hint = "a sentence stands where a formula should", "Write it as a formula, and the sentence behind ':::'."
        self.say("not-a-formula", message, row.span, hint, "a formula")

    def add(self, kind: str, row: Row, line: Line, start: int, count: int, above: Row | None) -> None:
        """Add the formula of a line to what is stated."""
        label, gloss, rules = line.label, line.gloss or row.gloss, kind in RULE_LETTERS
        if row.comment:
            message = "a sign of a comment stands before a formula: it may take it out of the program"
            self.say("commented-formula", message, row.span, "Leave the sign, or the line, out.")
            return
        if found := _PREFERENCE.fullmatch(line.text):
            labels = {one.label for one in self.stated if one.label}
            if rules or labels.issuperset(found.groups()):
                message = "a preference between labels stands among what is stated"
                hint = "Write it under 'Preferences:', and its rules under 'Defeasible rules:' or 'Defaults:'."
                self.say("preference-among-premises", message, row.span, hint)
        if label and not rules and LABEL.fullmatch(label) is None:
            message = f"'{label}' before the formula may say how it stands"
            self.say("suspended-formula", message, row.span, "Leave it out, or label it as P1.")
        if above is not None and not gloss:
            before, _, behind = above.text.rstrip(":").partition(": ")
            gloss = behind if LABEL.fullmatch(before) and behind else above.text.rstrip(":")
            if suspends(gloss, line.text):
                message = f"'{gloss}' stands above a formula that may not say the same"
                hint = "Put the sentence of a formula behind ':::'; leave out what is said about formulas."
                self.say("suspended-formula", message, row.span, hint)
        elif above is not None:
            self.not_formula(above)
        kind = GOAL if line.goal else kind
        self.stated.append(Stated(kind, line, start + line.start, count, label, gloss, row.ruled))

    def place(self, failed: list[tuple[str, Row, Sequence[Diagnostic]]]) -> None:
        """Tell which formulas before the first heading are premises and which is the goal; say what failed."""
        stated = self.stated
        if first := [one for one in stated if one.kind == ""]:
            has_goal = any(one.kind == GOAL for one in stated) or any(kind == GOAL for kind, *_ in failed)
            if not has_goal and (self.outlined.linc or (first[-1].ruled and len(first) > 1)):
                first[-1].kind = GOAL
            elif has_goal and not self.outlined.linc and len(first) < len(stated):
                message, hint = "formulas before the first heading are read as premises", "Write 'Premises:' above them."
                if any(section.kind for section in self.outlined.sections):
                    self.notes.append(Diagnostic("no-heading", Level.WARNING, message, first[0].span, hint))
            for one in first:
                one.kind = one.kind or PREMISES
        for kind, row, said in failed:
            if said and said[-1].code == "unexpected-end" and not self.text[row.end :].strip(" \n\t`*.$|"):
                message = "the program ends in the middle of a formula; was the output cut?"
                said = [*said[:-1], replace(said[-1], code="cut-off", message=message)]
            self.asked = self.asked or kind in (GOAL, "")
            self.notes += said or [Diagnostic("unexpected-token", Level.ERROR, "this is no formula", row.span)]
        self.total = len(stated) + len(failed)
        if len(stated) > 2 and not stated[-1].gloss and self.lacks_gloss():
            message = "the last formula has no gloss, as all others have; was the output cut?"
            hint = "Write it to its end, with its gloss behind ':::'; or end the text with a line break."
            self.say("cut-off", message, stated[-1].span, hint)
            self.asked = True

    def lacks_gloss(self) -> bool:
        """Return whether the text ends with a formula without a gloss, and all others have one."""
        *others, last = self.stated
        if self.text.endswith("\n") or self.text[last.span.end :].strip(" `*.$|"):
            return False
        return all(self.text[one.span.end :].lstrip(" ")[:3] == ":::" for one in others)

    def pass_over(self) -> None:
        """Say which sentences were passed over; a formula in one that the program lacks is an error."""
        self.notes += passed_over([*self.outlined.passed, *(row.span for row in self.talked)])
        signed = [row for row in self.talked if has_signs(row.text)]
        known = {tree.formula for one in self.stated for tree in one.line.parsed.trees} if signed else set()
        parts = {part for formula in known for part in _parts(formula)}
        for row in self.talked:
            if self.stated and row.start > self.stated[0].start and _RETRACTING.search(row.text):
                self.retract(row)
        for row in signed:
            for text in _embedded(row.text):
                trees = parse(text, self.dialect).trees
                if trees and trees[0].formula not in parts and not _mentions(trees[0].formula):
                    message = f"a formula stands in a sentence, '{short(text)}', and is none of the program's"
                    hint = "Put it on a line of its own if it holds or is asked; else leave it out."
                    self.say("two-formulas", message, row.span, hint)
                    break

    def judge_dashes(self, rows: list[tuple[Section, Row]]) -> None:
        """Tell bullets from negations: all formulas of a section have a dash, and not just one has, or it is an error."""
        formulas = [(section.kind, row) for section, row in rows if not talks(row.text)]
        mixed = {kind for kind, row in formulas if not row.dash}
        dashed = [row for kind, row in formulas if row.dash and kind in mixed]
        if len(formulas) == 1 and formulas[0][1].dash:
            dashed = [formulas[0][1]]
        for row in dashed:
            message = f"the dash may be a bullet, or deny what follows: '{row.text}' or '¬({row.text})'"
            hint = "Write ¬ for a negation, or leave the dash out; or put one before every formula."
            self.say("ambiguous-dash", message, row.span, hint)


def _queried(text: str, start: int) -> tuple[str, int, int]:
    """Return a query of Prolog as a goal that asks for its capitals, for how many, and where its text would begin."""
    body = text[2:].strip().removesuffix(".")
    names = dict.fromkeys(_CAPITALS.findall(body))
    asked = "".join(f"∃{name} " for name in names) + f"({body})"
    return asked, len(names), start + text.index(body) - len(asked) + len(body) + 1


def _continued(rows: list[tuple[Section, Row]]) -> list[tuple[Section, Row]]:
    """Join what goes on over several lines, since a bracket is open."""
    found: list[tuple[Section, Row]] = []
    opened = joined = 0
    for section, row in rows:
        look()
        text = row.text
        if opened > 0 and joined < MAX_JOINED and found[-1][0] is section and not row.gap and not row.listed:
            last = found[-1][1]
            text = f"{last.text}{' ' * (row.start - last.end)}{text}"
            found[-1] = (section, last._replace(text=text))
            joined += 1
        else:
            found.append((section, row))
            joined = 0
        opened = text.count("(") - text.count(")") if ":::" not in text else 0
    return found


def _embedded(text: str) -> Iterator[str]:
    """Yield what may be a formula in a sentence: what stands in backticks, or from a word on to the end."""
    code = [a or b for a, b in _CODE.findall(text)]
    yield from (piece.strip() for piece in code)
    if not code:
        for found in itertools.islice(_WORD_START.finditer(text), 40):
            rest = text[found.start() :].rstrip(" .:;")
            if has_signs(rest):
                yield rest


def _mentions(formula: Formula) -> bool:
    """Return whether a formula is a name, or a predicate with its variables, that a sentence speaks of."""
    return isinstance(formula, Atom) and all(isinstance(arg, Var) for arg in formula.args)


def _parts(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all formulas in it."""
    yield formula
    for part in subformulas(formula):
        yield from _parts(part)


def short(text: str) -> str:
    """Return a text as a message quotes it: on one line, and cut if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:60] + "…"
