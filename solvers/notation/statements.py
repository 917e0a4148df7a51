"""A problem's sections to its statements: what is declared, what is stated and asked, line by line.

Sentences before the program, behind it and above their formulas are passed over; anything else that is no formula is
an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Semantics
from ..logic.symbols import Constant, Declarations, Predicate
from . import headings
from .cursor import Surroundings
from .declarations import constants, predicates, preferences
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, GOAL, PREMISES, PROBLEM, PROSE, STATEMENT, heading
from .lines import FORMULA, LABEL, Line, holds_formula, read_line
from .prose import NOTHING, has_signs, is_prose
from .sections import Outline, Problem, Row, Section
from .signs import TRUTHS, UNICODE, Dialect, detect
from .sortlines import read_sort_line

MAX_JOINED: Final = 40
"""The most lines over which one formula may go."""
MAX_FAILED: Final = 200
"""How many formulas of one program may fail until the others are not looked at."""
RULE_LETTERS: Final = {DEFAULTS: "D", DEFEASIBLE: "R"}
"""What the labels begin with that rules without one get."""
STATED: Final = (PREMISES, GOAL, DEFAULTS, DEFEASIBLE, EXCEPTIONS)
_NO_DECLARATIONS: Final = frozenset((*STATED, PROSE, "?"))
_DECLARED: Final = (headings.PREDICATES, headings.CONSTANTS, headings.VOCABULARY)
_LISTED: Final = re.compile(r"[,{]")
_RELATED: Final = re.compile(r"[=≠<>≤≥∈{]")
_PREFERENCE: Final = re.compile(r"(\w+)(?:\s*>\s*(\w+))+\s*\.?")
_ONE: Final = re.compile(
    r"\s*\?\s?(?P<names>\$?[^\W\d_]\w*(?:\s?,\s?\$?[^\W\d_]\w*(?=\s?[,.\s]))*)(?:\s?:\s?(?:\\mathrm\{)?[^\W\d_]\w*\}?(?=[\s,.\\]))?(?:\s?\\,|[,.:])?"
)
"""A question mark with its variables, and the sort of their values."""
_CAPITALS: Final = re.compile(r"(?<![\w\"'])[A-Z]\w*(?![\w(\"'])")
_SIGNED: Final = re.compile(r"[∀∃→↔∧∨⊕¬]|[-=]>|<=|:-|\s[<>=≤≥≠]\s")
_GLOSSED: Final = re.compile(" *:::")
_EMBEDDED: Final = re.compile(rf"[¬~-]*(?:{FORMULA.pattern})")
_PARAM: Final = re.compile(r"[a-zA-Z]\d{0,2}|bool|\$.*|.*\d")
"""How declarations call their arguments."""
_RETRACTING: Final = re.compile(
    r"(?i)\b(?:wait|oops|actually|correct(?:ion|ed)|mistake|ignored?|dropped|replaced|should (?:be|have))\b"
    r"|^\W*(?:it |is |the |following |that )*(?:not|false|untrue|wrong|retracted|or|except|unless)(?: that| is|\W)*$"
)
"""Words of a sentence behind the program that may take back what stands there."""


def asking(text: str) -> tuple[str, int]:
    """Return a goal's text with ``∃`` for the question marks at its beginning, and how many variables it asks for.

    Args:
        text: the goal, without bullet and label.
    """
    at, count = 0, 0
    while (found := _ONE.match(text, at)) is not None:
        count += found["names"].count(",") + 1
        at = found.end()
    return text[:at].replace("?", "∃") + text[at:], count


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
        gloss: the sentence that it renders.
        label: its label.
    """

    kind: str
    line: Line
    start: int
    asked: int
    gloss: str
    label: str

    @property
    def span(self) -> Span:
        """Where its formula stands in the whole text."""
        return Span(self.start, self.start + len(self.line.text))


@dataclass(slots=True)
class Statements:
    """What is read of a problem's sections, and the program that it comes to."""

    text: str
    outlined: Outline
    notes: list[Diagnostic]
    question: str = ""
    exact: bool = False
    declared: Declarations = field(default_factory=Declarations)
    semantics: list[tuple[Semantics, Span]] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    preferences: list[tuple[str, str, Span]] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    dialect: Dialect = UNICODE
    cut: bool = False
    talked: list[Row] = field(default_factory=list)
    known: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)

    def say(self, code: str, message: str, span: Span | None, hint: str, expected: str = "") -> None:
        """Add an error of the text."""
        self.notes.append(Diagnostic(code, Level.ERROR, message, span, hint, expected))

    @property
    def total(self) -> int:
        """How many formulas there are."""
        return len(self.stated) + len(self.failed)

    def read(self, problem: Problem, dialect: Dialect | None) -> None:
        """Read the sections of the problem that is asked, in the dialect that its formulas show if none is given."""
        unsure = [section for section in problem if section.kind == STATEMENT]
        goals = unsure and any(section.kind == GOAL and section.holds_formulas for section in problem)
        for section in unsure:
            section.kind = PREMISES if goals else GOAL
        stating = [section for section in problem if section.kind in STATED or not section.kind]
        rows = [(section, row) for section in stating for row in section.rows]
        self.dialect = dialect or detect("\n".join([row.text for _, row in rows]))
        for section in problem:
            if section.kind and section.kind not in _NO_DECLARATIONS:
                self.declare(section)
        if True in [row.dash for _, row in rows]:
            self.judge_dashes(rows)
        self.state(rows)
        self.place()
        for section in problem:
            if section.kind in (PROSE, "?"):
                self.pass_section(section)
        self.pass_rows(self.talked)
        known = "".join([one.line.text for one in self.stated] if self.talked else ()).replace(" ", "")
        for row in self.talked:
            found = [one.group() for one in _EMBEDDED.finditer(row.text)]
            if lacked := [one for one in found if one.replace(" ", "") not in known]:
                message = f"a formula stands in a sentence, with '{lacked[0]}', and is none of the program's"
                hint = "Put it on a line of its own if it holds or is asked; else leave it out."
                self.say("two-formulas", message, row.span, hint)
        if not problem[-1].rows and problem[-1].kind in (PREMISES, GOAL) and problem[-1] is self.outlined.sections[-1]:
            self.end(f"nothing stands under '{problem[-1].name}'", problem[-1].span, "Leave the heading out, or go on.")

    def end(self, what: str, span: Span | None, hint: str) -> None:
        """Refuse a text that was cut off."""
        self.say("cut-off", f"{what}; was the output cut?", span, hint)
        self.cut = True

    def pass_section(self, section: Section) -> None:
        """Pass over a section that is none of the program's; formulas in it are an error before what is asked."""
        asked = min([one.start for one in self.stated if one.kind == GOAL], default=0)
        for row in section.rows:
            known = section.kind == PROSE and (row.start > asked or not has_signs(row.text))
            if not known and not is_prose(row.text) and self.states(row.text):
                self.say(
                    "unknown-section" if section.kind == "?" else "formula-behind-note",
                    f"formulas stand under '{section.name}', and may be premises or anything else",
                    section.span,
                    "Write 'Premises:' for what holds, 'Conclusion:' for what is asked; leave out what is neither.",
                )
                self.cut = True
                return
        self.pass_rows([row for row in section.rows if not NOTHING.fullmatch(row.text)])

    def states(self, text: str) -> bool:
        """Return whether a line holds a formula."""
        return _SIGNED.search(text) is not None or bool(read_line(text, self.dialect).parsed.trees)

    # Declarations.

    def declare(self, section: Section) -> None:
        """Read what is no formula: declarations, preferences, the semantics."""
        kind = section.kind
        for row in section.rows:
            text = row.text
            if len(section.rows) == 1 and NOTHING.fullmatch(text):
                continue
            if kind in _DECLARED:
                self.vocabulary(row, kind, section.name)
                continue
            span, word = row.span, text.strip(" •*.").lower()
            if kind == headings.PREFERENCES:
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
            elif kind != headings.DOMAIN:
                hint = f"Write {'exact' if kind == headings.SPELLING else ' or '.join(Semantics)}."
                self.say(f"unknown-{kind}", f"there is no {kind} '{word}'", span, hint, f"a {kind}")
            elif _LISTED.search(text) is None:
                self.talked.append(row)
            else:
                hint = "State that as a premise, such as ∀x (x = a ∨ x = b), or write 'Constants:'."
                self.say(
                    "domain-listed", "a list of the things in the domain says that there are no others", span, hint
                )

    def vocabulary(self, row: Row, kind: str, name: str) -> None:
        """Read a declaration of predicates, or of constants."""
        predicated, named, stated, doubtful = _declared(row.text, kind, self.dialect.truth_argument)
        self.predicates += predicated
        self.constants += named
        known = predicated or named
        facts = [self.is_fact(one) for one in predicated]
        if known and not (stated or doubtful or True in facts):
            return
        told = known[0].gloss if known else row.text
        if stated or True in facts or (doubtful and self.states(told)):
            self.say(
                "formula-among-declarations",
                f"a formula stands under '{name}', where predicates and constants are declared",
                row.span,
                "Put it under 'Premises:' if it holds; or write a declaration with a gloss in words, P(x) ::: x is so.",
            )
        elif known:
            return
        elif is_prose(row.text):
            self.talked.append(row)
        else:
            what = "predicate" if kind == headings.PREDICATES else "constant"
            hint = "Write a declaration as Likes(x, y) ::: x likes y, or a constant as newYork ::: New York"
            said = Diagnostic("bad-declaration", Level.WARNING, f"this declares no {what}", row.span, hint, f"a {what}")
            self.notes.append(said)

    def is_fact(self, one: Predicate) -> bool:
        """Return whether a declaration is a fact: it has names for variables, beside another one of its predicate."""
        first = self.known.setdefault((one.name, len(one.params)), one.params)
        return first is not one.params and not all(any(map(_PARAM.fullmatch, p)) for p in (first, one.params) if p)

    # Formulas.

    def state(self, rows: list[tuple[Section, Row]]) -> None:
        """Read all formulas of the problem."""
        read = partial(read_line, dialect=self.dialect)
        at, end = 0, len(rows)
        while at < end and len(self.failed) < MAX_FAILED:
            section, row = rows[at]
            at += 1
            kind, text, count, start = section.kind, row.text, 0, row.start
            if "?" in text and text[:2] == "?-":
                kind, text, count, start = GOAL, *_queried(text, start)
            elif "?" in text and kind == GOAL:
                text, count = asking(text)
            first = line = read(text)
            if line.plain and not (row.comment or line.parsed.context):
                self.add(kind, row, line, start, count)
                continue
            begun = at
            while not line.parsed.trees and at < end and _goes_on(text, section, *rows[at]):
                text += " " * (rows[at][1].start - start - len(text)) + rows[at][1].text
                at += 1
                line = read(text)
            if not line.parsed.trees and at > begun and all(read(row.text).parsed.trees for _, row in rows[begun:at]):
                line, text, at = first, row.text, begun  # whose bracket nothing closes: the others stand by themselves
            if line.parsed.context:
                line = read(text, around=self.around())
            if line.parsed.trees and not (row.comment and not has_signs(text)):
                self.add(kind, row, line, start, count)
            elif is_prose(text) or (row.comment and not has_signs(text)):
                if not kind or row.comment or (kind == GOAL and any(one.kind == GOAL for one in self.stated)):
                    self.talked.append(row)
                else:
                    message = "a sentence stands where a formula should"
                    hint = "Write a formula, as ∀x (Kind(x) → Nice(x)), and its sentence behind ':::' in the same line."
                    self.say("not-a-formula", message, row.span, hint, "a formula")
            elif not NOTHING.fullmatch(text):
                self.failed.append(kind)
                self.notes += [d.moved(start + line.start) for d in line.parsed.notes]
                said = self.notes[-1]
                if said.code == "unexpected-end" and not self.text[start + len(text) :].strip(" \n\t`*.$|"):
                    message = "the program ends in the middle of a formula; was the output cut?"
                    self.notes[-1] = replace(said, code="cut-off", message=message)

    def around(self) -> Surroundings:
        """Return what the program tells of a formula in it."""
        arities: dict[str, set[int]] = {}
        for predicate in self.predicates:
            arities.setdefault(predicate.name, set()).add(len(predicate.params))
        return Surroundings(arities, frozenset(sort.name for sort in self.declared.sorts))

    def add(self, kind: str, row: Row, line: Line, start: int, count: int) -> None:
        """Add the formula of a line to what is stated."""
        if row.comment:
            message = "a sign of a comment stands before a formula: it may take it out of the program"
            self.say("commented-formula", message, row.span, "Leave the sign, or the line, out.")
        label = line.label
        if label and self.tells(label, kind):
            message = f"'{label}' before the formula may say when it holds, or that it does not"
            hint = "Write ¬ before what does not hold; label it as P1, or not at all; put a sentence behind ':::'."
            self.say("suspended-formula", message, row.span, hint)
        found = _PREFERENCE.fullmatch(line.text) if ">" in line.text else None
        if found and (
            kind in RULE_LETTERS or {one.label for one in self.stated if one.label}.issuperset(found.groups())
        ):
            hint = "Write it under 'Preferences:', and its rules under 'Defeasible rules:' or 'Defaults:'."
            self.say("preference-among-premises", "a preference stands among what is stated", row.span, hint)
        if line.goal or (row.ruled and not kind and self.stated):
            kind = GOAL
        self.stated.append(Stated(kind, line, start + line.start, count, line.gloss or row.gloss, label))

    def tells(self, label: str, kind: str) -> bool:
        """Return whether what stands before a formula may be more than its label."""
        if kind in RULE_LETTERS:
            return heading(label).kind in (PROSE, PROBLEM)
        return LABEL.fullmatch(label) is None

    def place(self) -> None:
        """Tell which formulas before the first heading are premises and which is the goal, and what was cut off."""
        stated, kinds = self.stated, {*self.failed, *[one.kind for one in self.stated]}
        self.cut = self.cut or not {GOAL, ""}.isdisjoint(self.failed)
        if "" in kinds:
            begun = min([one.start for one in stated if not one.kind], default=0)
            if above := [row for row in self.talked if row.start < begun]:
                message = "a sentence stands above formulas that no heading names: it may say that they do not hold"
                self.say("no-heading", message, above[-1].span, "Write 'Premises:' above them.", "a heading")
            if kinds == {""} and self.outlined.linc and stated:
                stated[-1].kind = GOAL
            for one in stated:
                one.kind = one.kind or PREMISES
        goal = next((i for i, one in enumerate(stated) if one.kind == GOAL), len(stated))
        if late := [one for one in stated[goal or len(stated) :] if one.kind in (PREMISES, *RULE_LETTERS)]:
            message = "premises stand behind a conclusion that has others before it: are these two problems?"
            hint = "Give one problem a text; put all that holds above what is asked."
            self.say("two-problems", message, late[0].span, hint)
        plain = kinds <= {"", PREMISES, GOAL}
        if plain and len(stated) > 2 and not stated[-1].gloss and not self.text.endswith("\n"):
            *others, last = stated
            words = [word[:4] for word in re.findall(r"[^\W\d_]{4,}", self.question.rpartition("?")[2].lower())]
            if words and sum(word in last.line.text.lower() for word in words) >= 0.6 * len(words):
                return  # it is what the question speaks of, to its end
            if not self.text[last.span.end :].strip(" `*.$|") and all(
                _GLOSSED.match(self.text, one.start + len(one.line.text)) for one in others
            ):
                hint = "Write it to its end, with its gloss behind ':::'; or end the text with a line break."
                self.end("the last formula has no gloss, as all others have", stated[-1].span, hint)

    def pass_rows(self, rows: Sequence[Row]) -> None:
        """Say which rows were passed over; one that may take back what stands before it is an error."""
        self.notes += passed_over(row.span for row in rows)
        for row in rows:
            if self.stated and row.start > self.stated[0].start and _RETRACTING.search(row.text):
                hint = "Write the program as it is meant, once."
                self.say("two-versions", "this may take back what stands beside it", row.span, hint)

    def judge_dashes(self, rows: list[tuple[Section, Row]]) -> None:
        """Refuse a dash that may be a bullet or a negation: not all formulas of its section have one."""
        groups: dict[str, list[Row]] = {}
        for section, row in rows:
            if not is_prose(row.text):
                groups.setdefault(section.kind, []).append(row)
        lists = {kind for kind, ones in groups.items() if all(row.dash for row in ones)}
        several = any(len(groups[kind]) > 1 for kind in lists) or 1 < len(lists) == len(groups)
        bullets = lists if several else set[str]()
        for kind, row in [(kind, row) for kind, ones in groups.items() for row in ones]:
            if row.dash and kind not in bullets:
                message = f"the dash may be a bullet, or deny what follows: '{row.text}' or '¬({row.text})'"
                hint = "Write ¬ for a negation, or leave the dash out; or put one before every formula."
                self.say("ambiguous-dash", message, row.span, hint)


@lru_cache(maxsize=2048)  # the questions about a text declare the same
def _declared(text: str, kind: str, signed: bool) -> tuple[tuple[Predicate, ...], tuple[Constant, ...], bool, bool]:
    """Return the predicates and constants that a line declares, whether it states, or may state, something."""
    body = text.partition(":")[0]
    predicated: tuple[Predicate, ...] = ()
    named: tuple[Constant, ...] = ()
    if kind == headings.PREDICATES or (kind == headings.VOCABULARY and ("(" in body or body[:1].isupper())):
        predicated = predicates(text, signed)
        stated = not TRUTHS.keys().isdisjoint([one.params[-1] for one in predicated if one.params])
    else:
        named = constants(text)
        stated = ("(" in body and len(named) != 1) or ('"' not in body and _RELATED.search(body) is not None)
    known = predicated or named
    told = known[0].gloss if known else text
    stated = stated or (bool(known) and holds_formula(told))
    return predicated, named, stated, has_signs(told) and (not known or "(" in told)


def _queried(text: str, start: int) -> tuple[str, int, int]:
    """Return a query of Prolog as a goal that asks for its capitals, for how many, and where its text would begin."""
    body = text[2:].strip().removesuffix(".")
    names = dict.fromkeys(_CAPITALS.findall(body))
    asked = "".join(f"∃{name} " for name in names) + f"({body})"
    return asked, len(names), start + text.index(body) - len(asked) + len(body) + 1


def _goes_on(text: str, section: Section, other: Section, row: Row) -> bool:
    """Return whether a formula goes on in the next line, since a bracket is open."""
    apart = other is not section or row.gap or row.listed or row.dash or text.count("\n") > MAX_JOINED
    return not apart and ":::" not in text and text.count("(") > text.count(")")
