"""A problem's sections to its statements: what is declared, what is stated and asked, line by line.

What is talk is passed over and said; what might be a statement and is none by its form is an error.
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
from ..logic.syntax import Atom, Binder, Formula, Var
from ..logic.walkers import atoms, subformulas
from . import headings
from .cursor import NOWHERE, Surroundings
from .declarations import constants, predicates, preferences, spelt
from .formulas import parse
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, GOAL, PREMISES, PROSE, STATEMENT
from .lines import LABEL, TAKEN_BACK, Line, read_lines, renders
from .open_goals import asking
from .prose import has_signs
from .sections import Outline, Problem, Row, Section, asks, is_nothing, talks
from .signs import TRUTHS, UNICODE, Dialect, detect
from .sortlines import read_sort_line

MAX_FORMULAS: Final = 200_000
"""The most formulas of one text."""
MAX_JOINED: Final = 40
"""The most lines over which one formula may go."""
MAX_FAILED: Final = 200
"""How many formulas of one program may fail until the others are not looked at."""
_NAMES: Final = re.compile(r"\{?\s*[\w' ]+(?:,\s*[\w' ]+)+\s*\}?\.?|\{[^{}]*\}")
_GOES_ON: Final = re.compile(
    r"[∧∨⊕⊻&)\]}]|\|(?![-|=])|\|\||(?:and|or|xor)\b(?!\s*:)|\\(?:land|lor|wedge|vee|oplus)(?![A-Za-z])"
)
"""How a line begins that goes on with the formula above it."""
_PREFERENCE: Final = re.compile(r"([^\W\d_]\w*(?: \d+)?)((?:\s*>\s*[^\W\d_]\w*(?: \d+)?)+)\s*\.?")
_CAPITALS: Final = re.compile(r"(?<![\w\"'])[A-Z]\w*(?![\w(\"'])")
_USUAL: Final = re.compile(r"[RDrd]\d{1,2}")
RULE_LETTERS: Final = {DEFAULTS: "D", DEFEASIBLE: "R"}
"""What the labels begin with that rules without one get."""
STATED: Final = (PREMISES, GOAL, DEFAULTS, DEFEASIBLE, EXCEPTIONS)
_CODE: Final = re.compile(r"`([^`\n]+)`|\$([^$\n]+)\$")
_JOINT: Final = re.compile(
    r"[∀∃∄→↔≡∧∨⊕⊃⇒⇔⟹⟺&|]|[<=]?[-=]>|:=|\\[a-z]|\b(?:iff|and|or|implies|all|forall|exists|every|some)\b"
)
_PARAM: Final = re.compile(r"[a-zA-Z]\d{0,2}|bool|\$.*|.*\d")
"""How declarations call their arguments."""
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w)])\'(?:[^\'\\]|\\.)*\'')
_CASE: Final = re.compile(r"(?i)\bcase\b(?!\s+stud)")
_CLOSING: Final = re.compile(r"[A-Z][\w'’-]*(?:,? [\w'’-]+){0,7}[.!]")
"""What may end a text behind its program."""
_WORD_START: Final = re.compile(r"(?<![\w(])[\w(¬∀∃]")
_OTHER_NEGATION: Final = re.compile(
    r"[¬~∼￢]|!(?!=)|\\(?:neg|lnot|sim)(?![A-Za-z])|\b(?:not|NOT|Not)\b|, ?(?:True|False) ?\)"
)


def queried(kind: str, row: Row) -> tuple[str, Row]:
    """Return a line with its section: a query of Prolog as a goal that asks for its capitals."""
    body = row.text.removeprefix("?-").strip()
    asked = dict.fromkeys(_CAPITALS.findall(body)) if row.text.startswith("?-") else ()
    if not asked:
        return kind, row
    binders = "".join(f"?{name} " for name in asked)
    start = row.start + row.text.index(body) - len(binders) - 1  # so that places in the query stay
    return GOAL, row._replace(start=start, text=f"{binders}({body.removesuffix('.')})")


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
    """

    kind: str
    line: Line
    start: int
    asked: int = 0
    label: str = ""
    gloss: str = ""

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
    known: dict[tuple[str, int], list[Predicate]] = field(default_factory=dict)
    talked: list[tuple[str, Row]] = field(default_factory=list)

    def say(self, code: str, level: Level, message: str, span: Span | None, hint: str = "", expected: str = "") -> None:
        """Add what is to be said of the text."""
        self.notes.append(Diagnostic(code, level, message, span, hint, expected))

    def read(self, problem: Problem, dialect: Dialect | None) -> None:
        """Read the sections of the problem that is asked, in the dialect that its formulas show if none is given."""
        rows: list[tuple[str, Row]] = []
        declaring: list[Section] = []
        goals = any(section.kind == GOAL and section.holds_formulas for section in problem)
        for section in problem:
            kind = section.kind
            if kind == STATEMENT:
                kind = PREMISES if goals else GOAL
            if kind in STATED or kind == "":
                rows += [(kind, row) for row in section.rows]
                told = kind not in (GOAL, "") and section.rows and not section.holds_formulas
                if told and not any(map(self.is_formula, section.rows)):
                    stated = [one for one in problem if one.kind in (PREMISES, *RULE_LETTERS) and one.holds_formulas]
                    if not stated or not any(headings.may_translate(section.name, one.name) for one in stated):
                        self.not_formula(section.rows[0])
            elif kind == PROSE:
                self.judge_prose(section, problem)
                self.notes += passed_over(row.span for row in section.rows if not is_nothing(row.text))
            else:
                declaring.append(section)
        self.judge_order(problem)
        if len(rows) > MAX_FORMULAS:
            message = f"the text holds {len(rows)} formulas; at most {MAX_FORMULAS} are read"
            self.say("too-long", Level.ERROR, message, None, "Split the program.")
            self.asked = True
            return
        self.dialect = dialect or detect("\n".join([row.text for _, row in rows]))
        for section in declaring:
            self.declare(section)
        if passed := self.outlined.passed:
            self.notes += passed_over(passed)
            begun = min([row.start for _, row in rows], default=len(self.text))
            for span in passed:
                if span.start > begun and TAKEN_BACK.search(self.text[span.start : span.end]):
                    self.taken_back(span)
        self.state(rows, problem)

    def judge_order(self, problem: Problem) -> None:
        """Refuse premises behind a conclusion that has some before it, and an example without what it is one for."""
        given = concluded = False
        for section in problem:
            if section.kind in (PREMISES, *RULE_LETTERS) and section.holds_formulas:
                if concluded:
                    message = "premises stand behind a conclusion that has others before it: are these two problems?"
                    hint = "Give one problem a text; put all that holds above what is asked."
                    self.say("two-problems", Level.ERROR, message, section.span, hint)
                    return
                given = True
            elif section.kind in (GOAL, STATEMENT) and section.holds_formulas:
                concluded = given
        first, last = problem[0] if problem else None, problem[-1] if problem else None
        if first is not None and last is not None and first.name.lower().startswith("example"):
            behind = last.kind in ("?", PROSE) or (last.rows and talks(last.rows[-1].text))
            if concluded and behind and not self.question:
                message, hint = "the text holds an example, and no problem behind it", "Write the problem to its end."
                self.say("cut-off", Level.ERROR, message, first.span, hint)

    # Declarations.

    def declare(self, section: Section) -> None:
        """Read what is no formula: declarations, preferences, the semantics."""
        kind = section.kind
        for row in section.rows:
            if is_nothing(row.text) and len(section.rows) == 1:
                continue
            if kind in (headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY):
                self.vocabulary(row, kind, section.name)
            elif kind == headings.PREFERENCES:
                found, said = preferences(row.text, row.span)
                self.preferences += found
                self.notes += said
            elif kind == headings.SEMANTICS:
                self.meaning(row)
            elif kind == headings.SPELLING:
                self.spelling(row)
            elif kind == headings.SORTS:
                sorts, said = read_sort_line(row.text, row.start)
                self.declared += sorts
                self.notes += said
            elif kind == headings.DOMAIN:
                self.domain(row)
            else:
                self.unknown(row, section)

    def vocabulary(self, row: Row, kind: str, name: str) -> None:
        """Read a declaration of predicates, or of constants."""
        body, _, gloss = row.text.partition(":::")
        if kind == headings.VOCABULARY:
            kind = headings.PREDICATES if "(" in body.partition(":")[0] or body[:1].isupper() else headings.CONSTANTS
        what = "predicate" if kind == headings.PREDICATES else "constant"
        if _JOINT.search(body) and _joins(body.replace(":=", "↔ "), self.dialect):
            message = f"a formula stands under '{name}', where predicates and constants are declared"
            hint = (
                "Put it under 'Premises:' if it holds; or write a declaration with a gloss in words, P(x) ::: x is so."
            )
            self.say("formula-among-declarations", Level.ERROR, message, row.span, hint)
            return
        told = gloss or body.partition(":")[2]
        if "(" in told and _joins(told, self.dialect, 1):
            message = "a formula stands behind a declaration: it may define the predicate, or be its gloss"
            hint = "Write ∀ and ↔ for a definition, under 'Premises:'; or a gloss in words behind ':::'."
            self.say("formula-as-gloss", Level.ERROR, message, row.span, hint)
            return
        found: Sequence[Predicate | Constant]
        if kind == headings.PREDICATES:
            found = declared = predicates(row.text, self.dialect.truth_argument)
            for one in declared:
                same = self.known.setdefault((one.name, len(one.params)), [])
                odd = [p for p in (*same, one) if p.params and not any(map(_PARAM.fullmatch, p.params))]
                if (same and odd) or (one.params[-1:] and one.params[-1] in TRUTHS):
                    message = f"a fact stands under '{name}', among declarations, where it is not asserted"
                    hint = "Put it under 'Premises:' if it holds; a declaration has variables, as in P(x)."
                    self.say("formula-among-declarations", Level.ERROR, message, row.span, hint)
                same[:] = [*same[:1], one]
            self.predicates += declared
        else:
            found = named = constants(row.text)
            self.constants += named
            if "(" in body.partition(":")[0] and len(named) != 1:
                message = f"this declares no constant, and stands under '{name}'"
                hint = "Put a fact under 'Premises:'; what is said of a constant stands behind ':::'."
                self.say("formula-among-declarations", Level.ERROR, message, row.span, hint)
                return
        if not found and talks(row.text):
            self.notes += passed_over([row.span])
        elif not found:
            hint = "Write a declaration as Likes(x, y) ::: x likes y, or a constant as newYork ::: New York"
            self.say("bad-declaration", Level.WARNING, f"this declares no {what}", row.span, hint, f"a {what}")

    def domain(self, row: Row) -> None:
        """Refuse a domain of named things: nothing else may be in it, which no formula says here."""
        if _NAMES.fullmatch(row.text.partition("=")[2].strip() or row.text) is None:
            self.notes += passed_over([row.span])
            return
        message = "a list of the things in the domain is not read: it says that there are no others"
        hint = "State that as a premise, such as ∀x (x = a ∨ x = b), or write 'Constants:' if others may be there."
        self.say("domain-listed", Level.ERROR, message, row.span, hint)

    def meaning(self, row: Row) -> None:
        """Read which semantics is meant."""
        word = row.text.strip(" \t-•*.").lower()
        if word in tuple(Semantics):
            self.semantics.append((Semantics(word), row.span))
            return
        message, hint = f"there is no semantics '{word}'", f"Write {' or '.join(Semantics)}."
        self.say("unknown-semantics", Level.ERROR, message, row.span, hint, "a semantics")

    def spelling(self, row: Row) -> None:
        """Read whether names are spelt as they are meant."""
        self.exact = row.text.strip(" \t-•*.").lower() == "exact"
        if not self.exact:
            message, hint = f"there is no spelling '{row.text}'", "Write exact, or leave the line out."
            self.say("unknown-spelling", Level.ERROR, message, row.span, hint, "exact")

    def unknown(self, row: Row, section: Section) -> None:
        """Refuse formulas under a heading that is not known."""
        if (
            talks(row.text)
            or is_nothing(row.text)
            or not parse(row.text.partition(":::")[0].strip(), self.dialect).trees
        ):
            self.notes += passed_over([row.span])
            return
        message = f"the section '{section.name}' is not known: what stands below it may be premises or anything else"
        hint = "Write 'Premises:' for what holds, 'Conclusion:' for what is asked, 'Note:' for what is neither."
        if not any(d.code == "unknown-section" and d.span == section.span for d in self.notes):
            self.say("unknown-section", Level.ERROR, message, section.span, hint)
        self.asked = True

    def not_formula(self, row: Row) -> None:
        """Refuse a sentence that stands where a formula should."""
        message, hint = (
            "a sentence stands where a formula should",
            "Write it as a formula, with the sentence behind ':::'.",
        )
        self.say("not-a-formula", Level.ERROR, message, row.span, hint, "a formula")

    def judge_prose(self, section: Section, problem: Problem) -> None:
        """Refuse formulas under a heading of a case, or under a remark before what is asked."""
        stated = [row for row in section.rows if has_signs(row.text) and not talks(row.text) and self.is_formula(row)]
        before = not asks(problem[: problem.index(section)]) and asks(problem)
        if stated and (before or _CASE.search(section.name)):
            code, what = (
                ("case", "may hold in that case only")
                if section.problem
                else ("formula-behind-note", "may be none of its")
            )
            message = f"formulas stand under '{section.name}', and {what}"
            hint = "Write 'Premises:' above what always holds, and leave out what is no part of the program."
            self.say(code, Level.ERROR, message, stated[0].span, hint)

    def is_formula(self, row: Row) -> bool:
        """Return whether a line would be read as formulas."""
        return any(one.parsed.trees for one in read_lines(row.text, self.dialect, NOWHERE))

    # Formulas.

    def state(self, rows: list[tuple[str, Row]], problem: Problem) -> None:
        """Read all formulas of the problem."""
        arities: dict[str, set[int]] = {}
        for predicate in self.predicates:
            arities.setdefault(predicate.name, set()).add(len(predicate.params))
        around = Surroundings(arities, frozenset(sort.name for sort in self.declared.sorts))
        failed: list[tuple[str, Row, Sequence[Diagnostic]]] = []
        sentence = ""
        above: tuple[str, Row] | None = None
        rows = [queried(*one) for one in self.dashes(_continued(rows, self.dialect))]
        kinds = {kind for kind, _ in rows}
        asked = GOAL in kinds
        for at, (kind, row) in enumerate(rows):
            if len(failed) >= MAX_FAILED:
                break
            if row.note:
                self.note(kind, row)
                continue
            text, count = row.text, 0
            if kind in (*RULE_LETTERS, PREMISES) and ">" in text and self.prefers(kind, row):
                continue
            if kind == GOAL:
                if self.stated and self.stated[-1].kind == GOAL and row.gap and _CLOSING.fullmatch(text):
                    self.notes += passed_over([row.span])  # 'Done.'
                    continue
                text, count = self.asking(text)
            lines = read_lines(text, self.dialect, around)
            if not lines or not lines[0].parsed.trees or (len(lines) > 1 and not all(o.parsed.trees for o in lines)):
                if is_nothing(text):
                    continue
                label, _, behind = text.partition(":")
                beside = at + 1 < len(rows) and rows[at + 1][0] == kind and not talks(rows[at + 1][1].text)
                if talks(text) or row.comment or (label.isalnum() and beside and talks(behind.strip())):
                    own = beside and not (row.listed and rows[at + 1][1].listed)
                    sentence = (behind.strip() if label.isalnum() else text) if own and kind else ""
                    above = (kind, row) if sentence and not row.comment and not has_signs(row.text) else None
                    if above is None:
                        self.talked.append((kind, row))
                    alone = not sentence and kind not in (GOAL, "") and text[-1:] not in ":!?"
                    if alone and any(k == kind and not talks(other.text) for k, other in rows):
                        self.not_formula(row)
                    continue
                failed.append((kind, row, [d.moved(row.start + one.start) for one in lines for d in one.parsed.notes]))
                continue
            if row.comment:
                self.commented(row)
            elif not self.add(kind, row, lines, sentence, count, asked) and above is not None:
                self.talked.append(above)
            sentence, above = "", None
        self.place(failed, problem)
        self.pass_over()

    def note(self, kind: str, row: Row) -> None:
        """Pass over a line that says that it is none of the program's; a formula there is an error."""
        if has_signs(row.text) and self.is_formula(row):
            message = "a formula stands behind a word that says that it is no part of the program"
            self.say("formula-in-note", Level.ERROR, message, row.span, "Leave the line, or the word, out.")
        self.talked.append((kind, row))

    def asking(self, text: str) -> tuple[str, int]:
        """Return what is asked without its question mark, and for how many things."""
        if "?" not in text:
            return text, 0
        whole = text[:-1].rstrip() if text[-1:] == "?" and ":::" not in text and not talks(text) else text
        asked, count = asking(whole)
        if count and not parse(asked.partition(":::")[0].strip(), self.dialect).trees and talks(text):
            return whole, 0
        return asked, count

    def commented(self, row: Row) -> None:
        """Pass over a comment; a formula behind its sign is an error."""
        if not has_signs(row.text):
            self.notes += passed_over([row.span])
            return
        message = "a sign of a comment stands before a formula: it may take it out of the program"
        self.say("commented-formula", Level.ERROR, message, row.span, "Leave the sign, or the line, out.")

    def add(self, kind: str, row: Row, lines: Sequence[Line], sentence: str, count: int, asked: bool) -> bool:
        """Add the formulas of a line to what is stated; return whether the sentence above is its gloss."""
        glossed = False
        for one in lines:
            label = one.label
            if label and kind not in RULE_LETTERS and LABEL.fullmatch(label) is None:
                message = f"'{label}' before the formula may say how it stands"
                self.say("suspended-formula", Level.ERROR, message, row.span, "Leave it out, or label it as P1.")
            if sentence and not one.gloss and kind not in RULE_LETTERS and not renders(sentence, one.text):
                message = f"'{sentence}' stands above a formula that may not say the same"
                hint = "Put the sentence of a formula behind ':::'; leave out what is said about formulas."
                self.say("suspended-formula", Level.ERROR, message, row.span, hint)
            gloss = one.gloss or row.gloss or (sentence if len(lines) == 1 else "")
            glossed = glossed or (gloss == sentence != "")
            goal = one.goal
            if goal and len(lines) > 1 and kind in STATED and asked:
                message = "the sign of an argument stands among the premises, beside a conclusion"
                hint = "Write → for a rule; for an argument leave the other conclusion out."
                self.say("argument-among-premises", Level.ERROR, message, row.span, hint)
            self.stated.append(Stated(GOAL if goal else kind, one, row.start + one.start, count, label, gloss))
        return glossed

    def prefers(self, kind: str, row: Row) -> bool:
        """Read a line among rules that says which of them wins; among premises it is an error."""
        if _PREFERENCE.fullmatch(row.text) is None:
            return False
        labels = [spelt(label.strip(" .")) for label in row.text.split(">")]
        known = {spelt(one.label) for one in self.stated if one.label}
        if not (known.issuperset(labels) or (kind in RULE_LETTERS and all(map(_USUAL.fullmatch, labels)))):
            return False
        if kind in RULE_LETTERS:
            self.preferences += [(a, b, row.span) for a, b in itertools.pairwise(labels)]
        else:
            message = "a preference between labels stands among premises, which hold without exception"
            hint = "Write it under 'Preferences:', and its rules under 'Defeasible rules:' or 'Defaults:'."
            self.say("preference-among-premises", Level.ERROR, message, row.span, hint)
        return True

    def place(self, failed: list[tuple[str, Row, Sequence[Diagnostic]]], problem: Problem) -> None:
        """Tell which formulas before the first heading are premises and which is the goal; say what failed."""
        if first := [one for one in self.stated if one.kind == ""]:
            has_goal = any(one.kind == GOAL for one in self.stated) or any(kind == GOAL for kind, *_ in failed)
            linc, bar = self.outlined.linc, self.outlined.bar
            if not has_goal and (linc or (bar > 0 and len(first) - bar == 1)):
                first[-1].kind = GOAL
            elif has_goal and not linc and len(first) < len(self.stated):
                message = "formulas before the first heading are read as premises"
                if any(section.kind for section in problem):
                    self.say("no-heading", Level.WARNING, message, first[0].span, "Write 'Premises:' above them.")
            for one in first:
                one.kind = one.kind or PREMISES
        for kind, row, said in failed:
            if said and said[-1].code == "unexpected-end" and not self.text[row.end :].strip(" \n\t`*.$|"):
                message = "the program ends in the middle of a formula; was the output cut?"
                said = [*said[:-1], replace(said[-1], code="cut-off", message=message)]
            self.asked = self.asked or kind in (GOAL, "")
            self.notes += said or [Diagnostic("unexpected-token", Level.ERROR, "this is no formula", row.span)]
        self.total = len(self.stated) + len(failed)
        end = self.outlined.sections[-1]
        if problem and end is problem[-1] and end.kind in (PREMISES, GOAL) and not end.rows and asks(problem[:-1]):
            message, hint = (
                f"nothing stands under '{end.name}'; was the output cut?",
                "Leave the heading out, or go on.",
            )
            self.say("cut-off", Level.ERROR, message, end.span, hint)
        if self.stated and self.lacks_gloss(self.stated[-1], self.stated[:-1]):
            message = "the last formula has no gloss, as all others have; was the output cut?"
            hint = "Write it to its end, with its gloss behind ':::'; or end the text with a line break."
            self.say("cut-off", Level.ERROR, message, self.stated[-1].span, hint)
            self.asked = True

    def lacks_gloss(self, last: Stated, others: list[Stated]) -> bool:
        """Return whether a last formula may have been cut: all others have a gloss, and the text ends with it."""
        if last.gloss or len(others) < 2 or self.text.endswith("\n") or self.names(last):
            return False
        if self.text[last.span.end :].strip(" `*.$|") or any(one.kind not in (PREMISES, GOAL) for one in others):
            return False
        return all(self.text[one.span.end :].lstrip(" ")[:3] == ":::" for one in others)

    def pass_over(self) -> None:
        """Say what was passed over as a sentence; a formula in it that the program lacks is an error."""
        if not self.talked:
            return
        self.notes += passed_over(row.span for _, row in self.talked)
        signed = [row for _, row in self.talked if has_signs(self.text[row.start : row.end])]
        known = {tree.formula for one in self.stated for tree in one.line.parsed.trees} if signed else set()
        parts = {part for formula in known for part in subformulas_of(formula)}
        for kind, row in self.talked:
            if kind and TAKEN_BACK.search(row.text):
                self.taken_back(row.span)
        for row in signed:
            for text in _embedded(self.text[row.start : row.end]):
                trees = parse(text, self.dialect).trees
                if trees and trees[0].formula not in parts and not _mentions(trees[0].formula):
                    message = f"a formula stands in a sentence, '{short(text)}', and is none of the program's"
                    hint = "Put it on a line of its own if it holds or is asked; else leave it out."
                    self.say("two-formulas", Level.ERROR, message, row.span, hint)
                    break

    def taken_back(self, span: Span) -> None:
        """Refuse a text that takes something back."""
        message, hint = "this takes back or replaces what stands above it", "Write the program as it is meant, once."
        self.say("two-versions", Level.ERROR, message, span, hint)

    def names(self, one: Stated) -> bool:
        """Return whether a formula names what the question speaks of, so that nothing was cut off."""
        words = [word[:4] for word in re.findall(r"[^\W\d_]{4,}", self.question.rpartition("?")[2].lower())]
        return bool(words) and sum(word in one.line.text.lower() for word in words) >= 0.6 * len(words)

    def dashes(self, rows: list[tuple[str, Row]]) -> list[tuple[str, Row]]:
        """Tell bullets from negations: every formula of a section, or of the program, has a dash, or it is an error."""
        dashed = [row for _, row in rows if row.dash >= 0]
        if not dashed:
            return rows
        spoken = [(kind, row) for kind, row in rows if not talks(row.text)]
        sections: dict[str, list[bool]] = {}
        for kind, row in spoken:
            sections.setdefault(kind, []).append(row.dash >= 0)
        bullets = (
            (len(spoken) > 1 and all(row.dash >= 0 for _, row in spoken))
            or any(len(found) > 1 and all(found) for found in sections.values())
            or any(row.text[:1] in "-¬~" for row in dashed)
            or any(_OTHER_NEGATION.search(row.text) for _, row in rows)
            or any(row.dash >= 0 for s in self.outlined.sections if s.kind == headings.PREDICATES for row in s.rows)
        )
        if not bullets:
            for row in dashed:
                if not talks(row.text) and not any(c.isalnum() for c in self.text[row.dash + 1 : row.start]):
                    message = f"the dash may be a bullet, or deny what follows: '{row.text}' or '¬({row.text})'"
                    hint = "Write ¬ for a negation, or leave the dash out; or put one before every formula."
                    self.say("ambiguous-dash", Level.ERROR, message, Span(row.dash, row.end), hint)
        return rows


def _embedded(text: str) -> Iterator[str]:
    """Yield what may be a formula in a sentence: what stands in backticks, or from a word on to the end."""
    code = [a or b for a, b in _CODE.findall(text)]
    yield from (piece.strip() for piece in code)
    if not code and has_signs(text):
        for found in itertools.islice(_WORD_START.finditer(text), 40):
            rest = text[found.start() :].rstrip(" .:;")
            if has_signs(rest):
                yield rest


def _mentions(formula: Formula) -> bool:
    """Return whether a formula is a name, or a predicate with its variables, that a sentence speaks of."""
    return isinstance(formula, Atom) and all(isinstance(arg, Var) for arg in formula.args)


def subformulas_of(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all formulas in it."""
    yield formula
    for part in subformulas(formula):
        yield from subformulas_of(part)


def _continued(rows: list[tuple[str, Row]], dialect: Dialect) -> list[tuple[str, Row]]:
    """Join what goes on over several lines: a bracket is open, or the next line begins with a sign between formulas."""
    found: list[tuple[str, Row]] = []
    joined = 0
    for kind, row in rows:
        look()
        joined += 1
        if found and joined <= MAX_JOINED and not row.gap and not row.listed and row.dash < 0:
            before, last = found[-1]
            if before == kind and ":::" not in last.text and not talks(last.text):
                bare = _QUOTED.sub("", last.text) if '"' in last.text or "'" in last.text else last.text
                opened = bare.count("(") - bare.count(")")
                if any(map(bare.__contains__, "[]{}")):
                    opened += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
                if opened > 0 or _GOES_ON.match(row.text):
                    text = f"{last.text}{' ' * (row.start - last.end)}{row.text}"
                    found[-1] = (kind, last._replace(text=text))
                    continue
        found.append((kind, row))
        joined = 0
    return found


def _joins(body: str, dialect: Dialect, least: int = 2) -> bool:
    """Return whether a declaration is a formula that joins so many parts at least, or has a quantifier."""
    trees = parse(body.strip(" ."), dialect).trees
    if not trees:
        return False
    formula = trees[0].formula
    applied = any(one.args for one in atoms(formula))
    return applied and (isinstance(formula, Binder) or len(list(atoms(formula))) >= least)


def short(text: str) -> str:
    """Return a text as a message quotes it: on one line, and cut if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:60] + "…"
