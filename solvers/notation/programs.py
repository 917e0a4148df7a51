"""A text to its program: the sections of a problem, read together.

A text holds one program, or several readings of one where the notation leaves a choice; anything else is an error
with its place, what was expected, and what to write.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ..clock import HIT, limit_hit, look, uncollected
from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Default, Other, Program, Reading, Semantics, Statement, check_labels
from ..logic.rewriting import rewrite
from ..logic.symbols import Constant, Declarations, Predicate
from ..logic.syntax import Atom, Exists, Fn, Forall, Formula, Var
from ..logic.walkers import atoms, subformulas
from . import headings
from .asking import asked, asking
from .closing import FREE, ONE_READING, Closed, Placed, close_all, has_readings
from .conventions import UNBOUND_LETTER
from .declarations import constants, predicates, preferences, spelt
from .formulas import MAX_READINGS, NOWHERE, Choice, Surroundings, parse
from .headings import DEFAULTS, DEFEASIBLE, EXCEPTIONS, GOAL, PREMISES, PROSE, STATEMENT
from .lines import TAKEN_BACK, Line, read_lines
from .names import settle_names
from .natives import native
from .problems import Result
from .prose import has_signs
from .sections import Outline, Problem, Row, Section, asks, choose, is_nothing, outline, problems, talks, which_asks
from .signs import PROVER9, SMTLIB, TRUTHS, UNICODE, Dialect, detect
from .sort_checks import check_sorts, settle_binders
from .sortlines import read_sort_line
from .thoughts import without_thoughts

UNBOUND: Final = "a variable that no quantifier binds"
"""What is chosen where an unbound variable of a premise has several readings."""
MAX_LINES: Final = 250_000
"""The most lines of one text."""
MANY_LINES: Final = 1000
"""The lines from which on it is worth to look for no garbage while they are read."""
MAX_FORMULAS: Final = 200_000
"""The most formulas of one text."""
MAX_JOINED: Final = 40
"""The most lines over which one formula may go."""
MAX_FAILED: Final = 200
"""How many formulas of one program may fail until the others are not looked at."""
MAX_DIAGNOSTICS: Final = 200
"""The most diagnostics of one text; the last one says how many more there were."""
_ANSWERED: Final = re.compile(r"(?:->|→|>>>|=>|⇒)\s*(?:True|False|true|false|TRUE|FALSE)\s*[.?]?$")
"""An answer that a model puts behind what is asked."""
_NAMES: Final = re.compile(r"\{?\s*[\w' ]+(?:,\s*[\w' ]+)+\s*\}?\.?|\{[^{}]*\}")
_GOES_ON: Final = re.compile(
    r"[∧∨⊕⊻&)\]}]|\|(?![-|=])|\|\||(?:and|or|xor)\b(?!\s*:)|\\(?:land|lor|wedge|vee|oplus)(?![A-Za-z])"
)
"""How a line begins that goes on with the formula above it."""
_PREFERENCE: Final = re.compile(r"([^\W\d_]\w*(?: \d+)?)((?:\s*>\s*[^\W\d_]\w*(?: \d+)?)+)\s*\.?")
_USUAL: Final = re.compile(r"[RDrd]\d{1,2}")
_LETTERS: Final = {DEFAULTS: "D", DEFEASIBLE: "R"}
"""What the labels begin with that rules without one get."""
_STATED: Final = (PREMISES, GOAL, DEFAULTS, DEFEASIBLE, EXCEPTIONS)
_CODE: Final = re.compile(r"`([^`\n]+)`|\$([^$\n]+)\$")
_FAILURE: Final = re.compile(r"\b[Nn]ot\b|\\\+|~|!(?!=)")
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


def read_program(
    text: str,
    dialect: Dialect | None = None,
    *,
    strict: bool = False,
    folder: Path | None = None,
    question: str = "",
) -> Reading:
    """Read a program, in whatever form and dialect it was written.

    Args:
        text: a program in sections, LINC's lines, or a problem in TPTP, LADR or SMT-LIB; with or
            without Markdown and prose around it.
        dialect: the formulas' dialect; ``None`` to tell from the formulas.
        strict: mend nothing.
        folder: where the text is from; a TPTP problem includes files from there.
        question: the question in natural language, if it is known: of several problems in the
            text, the one that asks it is read; otherwise the last one.

    Returns:
        The program and all diagnostics of the text, found in one pass. Within a run (see
        ``sorites.solvers.clock``) there is no program where the run's time is up before.
    """
    try:
        return _read_program(text, dialect, strict=strict, folder=folder, question=question)
    except HIT as limit:
        return Reading(None, (replace(limit_hit("reading", limit), level=Level.ERROR),), text, 0, 0)


def _read_program(text: str, dialect: Dialect | None, *, strict: bool, folder: Path | None, question: str) -> Reading:
    if "<" in text or "</s>" in text:
        answer, thought, cut = without_thoughts(text)
        if cut is not None:
            return Reading(None, (cut,), text, 0, 0)
        if answer != text:
            reading = read_program(answer, dialect, strict=strict, folder=folder, question=question)
            what = "this was thought before the answer, and is no part of the program"
            said = gathered(Diagnostic("prose", Level.WARNING, what, span) for span in thought)
            return replace(reading, text=text, diagnostics=(*said, *reading.diagnostics))
    if "{" in text and '"' in text:
        from .jsontext import lay_out

        if (laid := lay_out(text)) is not None:
            plain, told = laid
            reading = read_program(plain, dialect, strict=strict, folder=folder, question=question)
            program = None if has_errors(told) else reading.program
            return replace(reading, program=program, text=text, diagnostics=(*told, *reading.diagnostics))
    own = dialect is None or dialect.terminated or dialect is SMTLIB
    if own and (found := native(text, dialect)) is not None:
        kind, source, passed, noted = found
        result = _read_native(kind, source, folder)
        result[1][:0] = passed_over(passed) + noted
        return _finish([(result, None)], text, kind, strict)
    if (count := text.count("\n")) > MAX_LINES:
        message = f"the text has {count} lines; at most {MAX_LINES} are read"
        found_long = Diagnostic("too-long", Level.ERROR, message, Span(0, 0), "Split the program.")
        return Reading(None, (found_long,), text, 0, 0)
    with uncollected(count > MANY_LINES):
        outlined = outline(text)
        problem, chosen = choose(problems(outlined.sections), question, len(text))
        assembly = _Assembly(text, outlined, strict, question)
        assembly.notes += chosen
        dialect = assembly.read_problem(problem, dialect)
        return _finish(assembly.results(), text, replace(dialect, exact_names=False), strict, exact=assembly.exact)


def _read_native(kind: Dialect, source: str, folder: Path | None) -> Result:
    """Return what a problem in the language of a prover holds; most texts need none of these readers."""
    if kind is SMTLIB:
        from .smtlib_reader import read_smtlib

        return read_smtlib(source)
    if kind is PROVER9:
        from .ladr import read_prover9

        return read_prover9(source)
    from .tptp import read_tptp

    return read_tptp(source, folder)


Readings = list[tuple[Result, tuple[str, str, str, Span | None] | None]]
"""What reading gave in each reading, with what was chosen in it."""


def _finish(readings: Readings, text: str, dialect: Dialect, strict: bool, *, exact: bool = False) -> Reading:
    (program, diagnostics, read, total), _ = readings[0]
    if has_errors(diagnostics):
        program = None
    others: list[Other] = []
    if program is not None:
        program, said = settle_names(program, text, dialect, strict=strict, exact=exact)
        diagnostics += said
        for (other, *_), chosen in readings[1:]:
            if program is None or other is None or chosen is None:
                continue
            settled, _ = settle_names(other, text, dialect, strict=strict, exact=exact)
            if settled is not None:
                choice, preferred, taken, span = chosen
                others.append(Other(choice, preferred, taken, settled, span=span, stronger=choice == UNBOUND))
    if len(diagnostics) > 1:
        diagnostics.sort(key=lambda d: d.span.start if d.span else len(text) + 2)
    told = gathered(diagnostics)
    if len(told) > MAX_DIAGNOSTICS:
        kept = sorted(told, key=lambda d: d.level is not Level.ERROR)[:MAX_DIAGNOSTICS]
        level = Level.ERROR if program is None else Level.WARNING
        message = f"there are {len(told) - MAX_DIAGNOSTICS} more faults in the text"
        told = (*kept, Diagnostic("more-faults", level, message, kept[-1].span, "Mend these first."))
    return Reading(program, told, text, read, total, others=tuple(others))


def passed_over(spans: Iterable[Span]) -> list[Diagnostic]:
    """Return what says that lines were passed over; it is told once, with all places."""
    what, hint = "this is prose, and no part of the program", "If it is a formula, put it under 'Premises:'."
    return [Diagnostic("prose", Level.WARNING, what, span, hint) for span in spans]


@dataclass(slots=True)
class _Stated:
    """A line of the program.

    Attributes:
        kind: the section that it stands in.
        line: what was read.
        start: where its formula begins in the whole text.
        asked: for how many variables it asks.
        label: its label.
    """

    kind: str
    line: Line
    start: int
    asked: int = 0
    label: str = ""

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.line.text))


@dataclass(slots=True)
class _Assembly:
    """What is read of a problem's sections, and the program that it comes to."""

    text: str
    outlined: Outline
    strict: bool
    question: str
    notes: list[Diagnostic] = field(default_factory=list)
    exact: bool = False
    declared: Declarations = field(default_factory=Declarations)
    semantics: list[tuple[Semantics, Span]] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    preferences: list[tuple[str, str, Span]] = field(default_factory=list)
    stated: list[_Stated] = field(default_factory=list)
    dialect: Dialect = UNICODE
    asked: bool = False
    total: int = 0
    known: dict[tuple[str, int], list[Predicate]] = field(default_factory=dict)
    talked: list[tuple[str, Row]] = field(default_factory=list)

    def say(self, code: str, level: Level, message: str, span: Span | None, hint: str = "", expected: str = "") -> None:
        if level is Level.MENDED and self.strict:
            level = Level.ERROR
        self.notes.append(Diagnostic(code, level, message, span, hint, expected))

    def read_problem(self, problem: Problem, dialect: Dialect | None) -> Dialect:
        """Read the sections of the problem that is asked; return the dialect that its formulas show."""
        rows: list[tuple[str, Row]] = []
        declaring: list[Section] = []
        goals = any(section.kind == GOAL and section.holds_formulas for section in problem)
        for section in problem:
            kind = section.kind
            if kind == STATEMENT:
                kind = PREMISES if goals else GOAL
            if kind in _STATED or kind == "":
                rows += [(kind, row) for row in section.rows]
                told = kind not in (GOAL, "") and section.rows and not section.holds_formulas
                if told and not any(map(self.is_formula, section.rows)):
                    stated = [one for one in problem if one.kind in (PREMISES, *_LETTERS) and one.holds_formulas]
                    if not stated or not any(headings.may_translate(section.name, one.name) for one in stated):
                        self.not_formula(section.rows[0])
            elif kind == PROSE:
                self.judge_prose(section, problem)
                self.notes += passed_over(row.span for row in section.rows if not is_nothing(row.text))
            elif kind == "?":
                declaring.append(section)
            else:
                declaring.append(section)
        self.judge_order(problem)
        if len(rows) > MAX_FORMULAS:
            message = f"the text holds {len(rows)} formulas; at most {MAX_FORMULAS} are read"
            self.say("too-long", Level.ERROR, message, None, "Split the program.")
            self.asked = True
            return UNICODE
        dialect = dialect or detect("\n".join([row.text for _, row in rows]))
        self.dialect = dialect
        for section in declaring:
            self.declare(section)
        self.notes += passed_over(self.outlined.passed)
        begun = min((row.start for _, row in rows), default=len(self.text))
        for span in self.outlined.passed:
            if span.start > begun and TAKEN_BACK.search(self.text[span.start : span.end]):
                self.taken_back(span)
        self.state(rows, problem)
        return dialect

    def judge_order(self, problem: Problem) -> None:
        """Refuse premises behind a conclusion that has some before it, and an example without what it is one for."""
        given = concluded = False
        for section in problem:
            if section.kind in (PREMISES, *_LETTERS) and section.holds_formulas:
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
            if "(" in body.partition(":")[0] and not named:
                message, hint = f"this declares no constant, and stands under '{name}'", "Put a fact under 'Premises:'."
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
        rows = self.dashes(_continued(rows, self.dialect))
        rules = any(kind in _LETTERS for kind, _ in rows)
        mixed = {
            kind: any(k == kind and not talks(row.text) for k, row in rows)
            for kind in dict.fromkeys(k for k, _ in rows)
        }
        asked = any(kind == GOAL for kind, _ in rows)
        for at, (kind, row) in enumerate(rows):
            if len(failed) >= MAX_FAILED:
                break
            if row.note:
                self.note(kind, row)
                continue
            text, count = row.text, 0
            if rules and kind in (*_LETTERS, PREMISES) and ">" in text and self.prefers(kind, row):
                continue
            if kind == GOAL:
                if self.stated and self.stated[-1].kind == GOAL and row.gap and _CLOSING.fullmatch(text):
                    self.notes += passed_over([row.span])  # 'Done.'
                    continue
                text, count = self.asking(text)
            lines = read_lines(text, self.dialect, around)
            if not lines or any(not one.parsed.trees for one in lines):
                if is_nothing(text):
                    continue
                label, _, behind = text.partition(":")
                beside = at + 1 < len(rows) and rows[at + 1][0] == kind and not talks(rows[at + 1][1].text)
                if talks(text) or row.comment or (label.isalnum() and beside and talks(behind.strip())):
                    own = beside and not (row.listed and rows[at + 1][1].listed)
                    sentence = (behind.strip() if label.isalnum() else text) if own and kind else ""
                    self.talked.append((kind, row))
                    if not sentence and kind not in (GOAL, "") and text[-1:] not in ":!?" and mixed[kind]:
                        self.not_formula(row)
                    continue
                failed.append(
                    (kind, row, [_moved(d, row.start + one.start) for one in lines for d in one.parsed.notes])
                )
                continue
            if row.comment:
                self.commented(row)
            else:
                self.add(kind, row, lines, sentence, count, asked)
            sentence = ""
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

    def add(self, kind: str, row: Row, lines: Sequence[Line], sentence: str, count: int, asked: bool) -> None:
        """Add the formulas of a line to what is stated."""
        for one in lines:
            label = one.label
            if label and kind not in _LETTERS and label.isalpha() and label.islower() and len(label) > 3:
                message = f"'{label}' before the colon may say how the formula stands"
                self.say("suspended-formula", Level.ERROR, message, row.span, "Leave it out, or label it as P1.")
            gloss = one.gloss or row.gloss or (sentence if len(lines) == 1 else "")
            made = one if gloss == one.gloss else replace(one, gloss=gloss)
            goal = one.goal or row.goal
            if goal and len(lines) > 1 and kind in _STATED and asked:
                message = "the sign of an argument stands among the premises, beside a conclusion"
                hint = "Write → for a rule; for an argument leave the other conclusion out."
                self.say("argument-among-premises", Level.ERROR, message, row.span, hint)
            self.stated.append(_Stated(GOAL if goal else kind, made, row.start + one.start, count, label))

    def prefers(self, kind: str, row: Row) -> bool:
        """Read a line among rules that says which of them wins."""
        found = _PREFERENCE.fullmatch(row.text)
        if found is None:
            return False
        labels = [spelt(label.strip(" .")) for label in row.text.split(">")]
        known = {spelt(one.label) for one in self.stated if one.label}
        if not (known.issuperset(labels) or (kind in _LETTERS and all(map(_USUAL.fullmatch, labels)))):
            return False
        message = "this is read as a preference between rules"
        self.say("preference-among-rules", Level.MENDED, message, row.span, "Write it under 'Preferences:'.")
        self.preferences += [(a, b, row.span) for a, b in itertools.pairwise(labels)]
        return True

    def place(self, failed: list[tuple[str, Row, Sequence[Diagnostic]]], problem: Problem) -> None:
        """Tell which formulas before the first heading are premises and which is the goal; say what failed."""
        first = [one for one in self.stated if one.kind == ""]
        has_goal = any(one.kind == GOAL for one in self.stated) or any(kind == GOAL for kind, *_ in failed)
        if first:
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

    def lacks_gloss(self, last: _Stated, others: list[_Stated]) -> bool:
        """Return whether a last formula may have been cut: all others have a gloss, and the text ends with it."""
        if last.line.gloss or len(others) < 2 or self.text.endswith("\n") or self.names(last):
            return False
        if self.text[last.span.end :].strip(" `*.$|") or any(one.kind not in (PREMISES, GOAL) for one in others):
            return False
        return all(self.text[one.span.end :].lstrip(" ")[:3] == ":::" for one in others)

    def pass_over(self) -> None:
        """Say what was passed over as a sentence; a formula in it that the program lacks is an error."""
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
                    message = f"a formula stands in a sentence, '{_short(text)}', and is none of the program's"
                    hint = "Put it on a line of its own if it holds or is asked; else leave it out."
                    self.say("two-formulas", Level.ERROR, message, row.span, hint)
                    break

    def taken_back(self, span: Span) -> None:
        message, hint = "this takes back or replaces what stands above it", "Write the program as it is meant, once."
        self.say("two-versions", Level.ERROR, message, span, hint)

    def names(self, one: _Stated) -> bool:
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

    # The program.

    def results(self) -> Readings:
        """Return the program in all its readings, the first one being the likeliest, and what is wrong."""
        for one in self.stated:
            self.notes += [_moved(d, one.start - one.line.start) for d in one.line.told]
            for d in one.line.parsed.notes:
                strict = d.level is Level.MENDED and self.strict
                self.notes.append(_moved(replace(d, level=Level.ERROR) if strict else d, one.start))
        if any(one.line.parsed.prolog for one in self.stated):
            for one in self.stated:
                if (denied := _FAILURE.search(one.line.text)) and one.line.parsed.trees:
                    message = f"in clauses '{denied.group()}' means 'not derivable', which is not read here"
                    hint = "Write ¬ for what is stated to be false; or state what normally holds under 'Defaults:'."
                    self.say("negation-as-failure", Level.ERROR, message, one.span, hint, "¬")
        goal = self.goal()
        semantics = self.settle_semantics()
        self.label()
        picks: list[list[tuple[int, int]]] = [[]]
        several = [(i, one) for i, one in enumerate(self.stated) if len(one.line.parsed.trees) > 1]
        for i, one in several:
            picks = [[*before, (i, k)] for before in picks for k in range(len(one.line.parsed.trees))]
            if len(picks) > MAX_READINGS:
                message = f"the program can be read in more than {MAX_READINGS} ways"
                self.say(
                    "too-many-readings", Level.ERROR, message, one.span, "Put brackets around what belongs together."
                )
                picks = [[]]
                break
        if several and self.strict:
            for _, one in several:
                choice = one.line.parsed.trees[-1].choices[-1][0]
                self.say(choice.code, Level.ERROR, _ways(choice), _shifted(choice.span, one.start), "Put brackets.")
        notes = list(self.notes)
        found: Readings = []
        for pick in picks:
            chosen = dict(pick)
            self.notes = list(notes)
            results = self.assemble(goal, semantics, chosen)
            for result, strong in results:
                what = self.described(chosen) if any(chosen.values()) else strong
                found.append((result, what))
        if len(found) > 1 and several:
            for _, one in several:
                choice = one.line.parsed.trees[-1].choices[-1][0]
                hint = "Put brackets around what belongs together."
                found[0][0][1].append(
                    Diagnostic(
                        choice.code,
                        Level.WARNING,
                        f"{_ways(choice)}; both are asked",
                        _shifted(choice.span, one.start),
                        hint,
                        ONE_READING,
                    )
                )
        return found

    def described(self, chosen: dict[int, int]) -> tuple[str, str, str, Span | None] | None:
        """Return what was chosen in a reading: the choice, how it is taken first, how here, and where."""
        for i, k in chosen.items():
            if k:
                one = self.stated[i]
                choice, taken = next(((c, t) for c, t in one.line.parsed.trees[k].choices if t), (None, 0))
                if choice is not None:
                    return choice.choice, choice.readings[0], choice.readings[taken], _shifted(choice.span, one.start)
        return None

    def goal(self) -> _Stated | None:
        """Return the one conclusion; several are an error that shows them."""
        goals = [one for one in self.stated if one.kind == GOAL]
        if not goals:
            return None
        self.asked = True
        if len(goals) > 1 and (at := which_asks([one.line.gloss for one in goals], self.question)) is not None:
            message = f"of {len(goals)} conclusions the one is read that the question asks"
            self.say("several-conclusions", Level.WARNING, message, goals[at].span, "Write one.")
            goals = [goals[at]]
        first = goals[0]
        if (answer := _ANSWERED.search(first.line.text)) is not None:
            message = f"'{answer.group().strip()}' may be a part of what is asked, or the answer to it"
            hint = "Leave the answer out; or write ¬ for what is to be denied."
            self.say("answered-goal", Level.ERROR, message, first.span, hint)
        for other in goals[1:]:
            if other.line.parsed.trees == first.line.parsed.trees and other.asked == first.asked:
                self.say(
                    "repeated-conclusion", Level.MENDED, "the conclusion is written twice", other.span, "Write it once."
                )
                continue
            message = f"there is more than one conclusion: '{_short(first.line.text)}', and '{_short(other.line.text)}'"
            hint = "Join them with ∧ to ask for all of them at once, or ask them one by one."
            self.say("extra-conclusion", Level.ERROR, message, other.span, hint, "one conclusion")
        self.stated = [one for one in self.stated if one.kind != GOAL or one is first]
        return first

    def settle_semantics(self) -> Semantics:
        if not self.asked:
            end = len(self.text.rstrip())
            message = "the program asks nothing; was the output cut?"
            hint = "Add a section 'Conclusion:' with one formula."
            self.say("no-goal", Level.ERROR, message, Span(end, end + 1), hint, "a conclusion")
        semantics = self.semantics[0][0] if self.semantics else Semantics.CLASSICAL
        for other, span in self.semantics[1:]:
            if other is not semantics:
                message = f"the program has two semantics, {semantics} and {other}"
                self.say("two-semantics", Level.ERROR, message, span, "Name one of them.")
        if semantics is Semantics.RULES and any(one.kind in _LETTERS for one in self.stated):
            message = "forward chaining knows no defaults and no defeasible rules"
            hint = "Leave out 'Semantics: rules', or write the rules as premises."
            self.say("two-semantics", Level.ERROR, message, self.semantics[0][1], hint)
        return semantics

    def label(self) -> None:
        """Give labels to the rules that have none, other ones than those that are written."""
        rules = [one for one in self.stated if one.kind in _LETTERS]
        for one in rules:
            one.label = spelt(one.label)
        known = {one.label for one in rules}
        for kind, letter in _LETTERS.items():
            for count, one in enumerate((one for one in rules if one.kind == kind), 1):
                if not one.label:
                    number = next(n for n in itertools.count(count) if f"{letter}{n}" not in known)
                    one.label = f"{letter}{number}"
                    known.add(one.label)

    def assemble(
        self, goal: _Stated | None, semantics: Semantics, chosen: dict[int, int]
    ) -> list[tuple[Result, tuple[str, str, str, Span | None] | None]]:
        """Return the program of one choice of trees; where variables are unbound, the weakest and the strongest."""
        stated = self.stated
        placed = [
            Placed(one.line.parsed, one.line.parsed.trees[chosen.get(i, 0)].formula, one.start, one.kind == GOAL)
            for i, one in enumerate(stated)
        ]
        if any(one.line.parsed.member for one in stated):
            placed = self.members(placed)
        letters = [one.name for one in self.declared.typed if UNBOUND_LETTER.fullmatch(one.name)]
        named = [*(one.name for one in self.constants), *letters]
        params = frozenset([param for predicate in self.predicates for param in predicate.params])
        count = len(self.notes)
        closed, doubtful = close_all(placed, self.dialect, self.notes, named, params)
        first: list[tuple[list[Closed], tuple[str, str, str, Span | None] | None]] = [(closed, None)]
        if doubtful:
            listed = ", ".join(sorted(doubtful))
            choice = f"{listed} in a program that does not bind {'it' if len(doubtful) == 1 else 'them'}"
            level = Level.ERROR if self.strict else Level.WARNING
            hint = f"Bind it, as in ∀{min(doubtful).lower()} (…); or declare '{min(doubtful)}' under 'Constants:'."
            message = f"{choice} can be read in two ways: for everything, or the name of a thing"
            span = next((d.span for d in self.notes[count:] if d.code == FREE), None)
            self.notes[count:] = [d for d in self.notes[count:] if d.level is not Level.MENDED or d.code != FREE]
            said = Diagnostic(FREE, level, f"{message}; both are asked", span, hint, ONE_READING)
            self.notes.append(said)
            again, _ = close_all(placed, self.dialect, [], named, params, doubtful)
            first.append((again, (choice, "for everything", "the name of a thing", span)))
        monotone = semantics is Semantics.CLASSICAL and not any(one.kind in _LETTERS for one in stated)
        unbound = [s.kind for c, s in zip(closed, stated, strict=True) if c.strongest is not None]
        if unbound and (not monotone or self.strict or any(kind != PREMISES for kind in unbound)):
            # What lies between two readings is only known of what grows with its premises.
            self.notes[:] = [replace(d, level=Level.ERROR) if has_readings(d) else d for d in self.notes]
        read = sum(one.formula is not None for one in closed)
        found = []
        for ones, what in first:
            formulas = [one.formula for one in ones]
            program = self.program(goal, semantics, formulas, ones)
            found.append(((program, self.notes, read, self.total), what))
            if program is not None and any(one.strongest is not None for one in ones):
                strong = [one.strongest if one.strongest is not None else one.formula for one in ones]
                kept, self.notes = self.notes, []
                span = next((d.span for d in kept if has_readings(d)), None)
                other = self.program(goal, semantics, strong, ones)
                self.notes = kept
                told = (UNBOUND, "for something", "for everything", span)
                found.append(((other, [], read, self.total), told))
        return found

    def members(self, placed: list[Placed]) -> list[Placed]:
        """Return formulas with ``x ∈ P`` as ``P(x)`` where P is a predicate of the program."""
        known = {one.name for one in self.predicates if len(one.params) == 1} | {
            atom.name for one in placed if one.formula is not None for atom in atoms(one.formula) if len(atom.args) == 1
        }
        named = set[str]()

        def stated(formula: Formula) -> Formula:
            match formula:
                case Atom("∈", (thing, Fn(name, ()))) if name in known:
                    named.add(name)
                    return Atom(name, (thing,))
                case _:
                    return formula

        found = [one._replace(formula=one.formula and rewrite(one.formula, stated)) for one in placed]
        for name in sorted(named):
            span = next(one.span for one in self.stated if one.line.parsed.member)
            self.say("member", Level.MENDED, f"'∈ {name}' is read as the predicate '{name}'", span, f"Write {name}(x).")
        return found

    def program(
        self, goal: _Stated | None, semantics: Semantics, formulas: Sequence[Formula | None], closed: Sequence[Closed]
    ) -> Program | None:
        """Return the program of closed formulas, if nothing is wrong."""
        parts: dict[str, list[Statement | Default]] = {kind: [] for kind in _STATED}
        open_variables: tuple[str, ...] = ()
        values: tuple[str, ...] = ()
        for one, formula, close in zip(self.stated, formulas, closed, strict=True):
            if formula is None:
                continue
            gloss, span = one.line.gloss, one.span
            if one.kind in _LETTERS:
                parts[one.kind].append(Default(one.label, formula, gloss, span))
            else:
                parts[one.kind].append(Statement(formula, gloss, span))
            if one is goal:
                open_variables = close.variables
                values, said = asked(formula, one.asked, span)
                self.notes += said
        premises, goals, defaults, defeasible, exceptions = (parts[kind] for kind in _STATED)
        if defaults or defeasible or exceptions or self.preferences:
            self.notes += check_labels(defaults, defeasible, exceptions, self.preferences)  # type: ignore[arg-type]
        if not goals or has_errors(self.notes):
            return None
        ones = [*premises, *defaults, *defeasible, *goals]
        if self.declared or any(one.line.parsed.sorts for one in self.stated):
            settled = settle_binders([one.formula for one in ones], self.declared)
            ones = [replace(one, formula=formula) for one, formula in zip(ones, settled, strict=True)]
            self.notes += check_sorts(ones, self.declared)
            if has_errors(self.notes):
                return None
        at, rest = len(premises), len(premises) + len(defaults)
        try:
            return Program(
                tuple(ones[:at]),  # type: ignore[arg-type]
                ones[-1],  # type: ignore[arg-type]
                semantics=semantics,
                predicates=tuple(self.predicates),
                open_variables=open_variables,
                asked=values,
                constants=tuple(self.constants),
                defaults=tuple(ones[at:rest]),  # type: ignore[arg-type]
                defeasible=tuple(ones[rest:-1]),  # type: ignore[arg-type]
                exceptions=tuple(exceptions),  # type: ignore[arg-type]
                preferences=tuple((winner, loser) for winner, loser, _ in self.preferences),
                declared=self.declared,
            )
        except InvalidProgram as fault:
            self.notes.append(Diagnostic("invalid-program", Level.ERROR, str(fault), ones[-1].span, fault.hint))
            return None


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


def _ways(choice: Choice) -> str:
    return f"{choice.choice} can be read in two ways: {', or '.join(choice.readings)}"


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
                opened = sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
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
    return applied and (isinstance(formula, Forall | Exists) or len(list(atoms(formula))) >= least)


def _moved(one: Diagnostic, by: int) -> Diagnostic:
    """Return a diagnostic whose places count from another beginning."""
    if one.span is None or not by:
        return one
    return replace(one, span=_shifted(one.span, by), also=tuple(_shifted(span, by) for span in one.also))


def _shifted(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:60] + "…"
