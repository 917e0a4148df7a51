"""The formulas of a problem's sections: which lines are formulas, glosses or prose, and where the text was cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .asides import GIVEN, lost, repeated
from .dashes import settle, uncommented
from .definitions import definitions
from .headings import (
    CONSTANTS,
    DEFAULTS,
    DEFEASIBLE,
    EXCEPTIONS,
    GOAL,
    PREDICATES,
    PREMISES,
    PROSE,
    STATEMENT,
    VOCABULARY,
    may_translate,
)  # fmt: skip
from .joining import continued, is_unended, separated
from .lines import Line
from .outline import Outline, Section, is_nothing
from .prose import has_signs
from .revisions import corrected, is_correction, is_derived
from .sentences import sentences

_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"?')
_JOINED: Final = re.compile(r"\b(?:and|or|implies|iff|not|if)\b")
_CASE: Final = re.compile(r"(?i)\bcase\b(?!\s+stud)")
_NEGATED: Final = re.compile(r"(?i)\b(?:negat(?:ed|ion)|denied|denial)\b")
_FORMAL: Final = frozenset((PREMISES, GOAL, DEFAULTS, DEFEASIBLE, EXCEPTIONS, ""))
_SAID: Final = 0.6
"""The least share of a question's longer words that a whole formula for it names."""


@dataclass(slots=True)
class Gathered:
    """The formulas of a problem.

    Attributes:
        groups: a section's kind and its formulas, in the order of the text.
        others: the other sections, such as declarations.
        passed: where prose was passed over.
        diagnostics: what is wrong so far.
        unread: how many lines can't be read as formulas; a goal may be among them.
    """

    groups: list[tuple[str, list[Line]]] = field(default_factory=list)
    others: list[Section] = field(default_factory=list)
    passed: list[Span] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    unread: int = 0


def gather(problem: list[Section], outlined: Outline, text: str) -> Gathered:
    """Return the formulas of a problem.

    Args:
        problem: its sections.
        outlined: the text that they stand in.
        text: that text as written.
    """
    out = Gathered()
    asked = _asked(problem)
    with_formulas = {_kind(s, asked) for s in problem if _has_formulas(s)}
    last = max((i for i, s in enumerate(problem) if s.kind in GIVEN and _has_formulas(s)), default=-1)
    translated = _translations(problem)
    goals = sum(section.kind == GOAL and _has_formulas(section) for section in problem)
    for i, section in enumerate(problem):
        kind = _kind(section, asked)
        if kind == "?":
            _unknown(section, out)
        elif kind == PROSE and section.problem and _CASE.search(section.name) and _stated(section):
            message = f"formulas stand under '{section.name}', which may hold in that case only"
            hint = "Write what holds in every case as one formula, or 'Premises:' above what always holds."
            out.diagnostics.append(Diagnostic("case", Level.ERROR, message, section.span, hint))
        elif kind == PROSE:
            _pass_over(section, _goes_before(problem[:i]), out)
        elif kind in (PREDICATES, CONSTANTS, VOCABULARY):
            declared, found, wrong = definitions(section, text)
            out.others.append(replace(section, lines=declared) if len(declared) < len(section.lines) else section)
            out.diagnostics += wrong
            out.groups.append((PREMISES, continued(found, outlined.flat)))
        elif kind not in _FORMAL:
            out.others.append(section)
        elif section.lines:
            known = kind in with_formulas and (kind not in GIVEN or translated(section.name))
            told = sentences(section, kind, translated=known, more=i < last)
            lines = told.lines
            if kind in GIVEN and (goals or kind != PREMISES):
                lines = [_step(one) if is_derived(one.label) and one.said is None else one for one in lines]
            out.passed += told.passed
            out.diagnostics += told.diagnostics + repeated(lines, outlined.flat)
            if kind == "" and lines:
                lines = _before(lines, asked, outlined, out)
                kind = PREMISES
            if kind == STATEMENT:
                kind = GOAL
            group: list[Line] = []
            for one in continued(uncommented(lines if kind == GOAL else separated(lines)), outlined.flat):
                if one.goal and kind != GOAL:
                    if goals and group and "\n" not in outlined.flat[group[-1].end : one.start]:
                        one = one._replace(said=_sequent(group[-1], one))
                    out.groups += [(kind, group), (GOAL, [one._replace(goal=False)])]
                    group = []
                else:
                    group.append(one)
            out.groups.append((kind, group))
    _said(out)
    out.groups = [(kind, group) for kind, group in out.groups if group]
    _dashes(out, outlined)
    return out


def _pass_over(section: Section, before: str, out: Gathered) -> None:
    """Pass over a section of prose, but for what takes back the program, or is a part of it."""
    if before in GIVEN and not section.problem:
        out.diagnostics += lost(section.lines, section.name)
    wrong = [one for one in section.lines if is_correction(one.text)]
    out.diagnostics += [corrected(one.start, one.end) for one in wrong]
    out.passed += [Span(one.start, one.end) for one in section.lines if not is_nothing(one)]


def _goes_before(sections: list[Section]) -> str:
    """Return what the last section holds that is more than prose."""
    return next((section.kind for section in reversed(sections) if section.kind != PROSE and section.lines), PROSE)


def _has_formulas(section: Section) -> bool:
    return any(not one.prose for one in section.lines)


def _translations(problem: list[Section]) -> Callable[[str], bool]:
    """Return what tells whether sentences under a heading of premises stand as formulas in another section.

    They do under a heading of the same subject, and where the goal is written in both ways, too.
    """
    goals = [_has_formulas(one) for one in problem if one.kind in (GOAL, STATEMENT) and one.lines]
    both = len(set(goals)) > 1
    names = {one.name for one in problem if one.kind in GIVEN and _has_formulas(one)}
    return lambda told: both or any(may_translate(told, name) for name in names)


def _step(one: Line) -> Line:
    """Return a premise that its label calls a consequence, as an error."""
    message = f"'{one.label}:' says that this follows: it may be a premise, a step of a proof, or what is asked"
    hint = "Leave the word out if it is a premise; else leave the line out, or put it under 'Conclusion:'."
    said = Diagnostic("derived-premise", Level.ERROR, message, Span(one.start, one.end), hint)
    return one._replace(said=said)


def _sequent(left: Line, right: Line) -> Diagnostic:
    """Return an error for a ⊢ between formulas where a section of its own holds the conclusion."""
    message = "the sign of an argument stands among the premises, beside a conclusion: it may be meant as a rule"
    hint = f"Write {left.text} → {right.text} for a rule; for an argument leave the other conclusion out."
    return Diagnostic("argument-among-premises", Level.ERROR, message, Span(left.start, right.end), hint)


def _stated(section: Section) -> bool:
    """Return whether a formula stands in the section."""
    lines = [one for one in section.lines if not one.prose and not is_nothing(one)]
    return any(has_signs(one.text) or one.text.isidentifier() or _JOINED.search(one.text) for one in lines)


def _said(out: Gathered) -> None:
    """Say what is to be said of lines, and leave out those that can't be read."""
    for kind, group in out.groups:
        if kind in (DEFAULTS, DEFEASIBLE):  # what usually holds is what such rules say
            usual = {i for i, one in enumerate(group) if one.said is not None and one.said.code == "usual-formula"}
            group[:] = [one._replace(said=None) if i in usual else one for i, one in enumerate(group)]
        out.diagnostics += [one.said for one in group if one.said is not None]
        kept = [one for one in group if one.said is None or one.said.level is not Level.ERROR]
        out.unread += len(group) - len(kept)
        group[:] = kept


def _asked(problem: list[Section]) -> bool:
    """Return whether a section, or a sign before a line, says what is asked."""
    return any(
        (section.kind == GOAL and any(not one.prose for one in section.lines)) or any(one.goal for one in section.lines)
        for section in problem
    )


def _kind(section: Section, asked: bool) -> str:
    if section.kind == STATEMENT:
        return PREMISES if asked else GOAL
    return section.kind


def _unknown(section: Section, out: Gathered) -> None:
    """Refuse formulas under a heading that is not known."""
    formulas = [one for one in section.lines if not one.prose and not is_nothing(one)]
    out.passed += [Span(one.start, one.end) for one in section.lines if one.prose or is_nothing(one)]
    if not formulas:
        if section.span is not None:
            out.passed.append(section.span)
        return
    count = f"the {len(formulas)} lines" if len(formulas) > 1 else "the line"
    message = f"the section '{section.name}' is not known: {count} below it may be premises or anything else"
    hint = "Write 'Premises:' for what holds, 'Conclusion:' for what is asked, 'Note:' for what is neither."
    if _NEGATED.search(section.name):
        message = f"the section '{section.name}' may hold the denial of what is asked, or what is asked"
        hint = "Write the conclusion itself under 'Conclusion:', without a negation that is only there to refute it."
    out.diagnostics.append(Diagnostic("unknown-section", Level.ERROR, message, section.span, hint))


def _before(lines: list[Line], asked: bool, outlined: Outline, out: Gathered) -> list[Line]:
    """Take formulas before the first heading for premises; the last one may be the goal."""
    if outlined.linc:
        return lines if asked else [*lines[:-1], lines[-1]._replace(goal=True)]
    behind = len(lines) - outlined.bar
    if not asked and outlined.bar > 0 and behind == 1:
        return [*lines[:-1], lines[-1]._replace(goal=True)]
    if asked and not any(one.goal for one in lines):
        span = Span(lines[0].start, lines[0].end)
        message = "formulas before the first heading are read as premises"
        out.diagnostics.append(Diagnostic("no-heading", Level.WARNING, message, span, "Write 'Premises:' above them."))
    return lines


def _dashes(out: Gathered, outlined: Outline) -> None:
    listed = any(one.dash >= 0 for section in out.others if section.kind == PREDICATES for one in section.lines)
    groups, found = settle([group for _, group in out.groups], outlined.flat, listed=listed)
    out.diagnostics += found
    out.groups = [(kind, group) for (kind, _), group in zip(out.groups, groups, strict=True)]


def cut_off(out: Gathered, text: str, flat: str, question: str) -> Diagnostic | None:
    """Return an error if the text ends in the middle of its last formula.

    Args:
        out: the formulas; the one that was cut is taken out.
        text: the text as written.
        flat: the text without what stands around its lines.
        question: the question in natural language, if it is known.
    """
    if not out.groups:
        return None
    last = max((group[-1] for _, group in out.groups if group), key=lambda one: one.end)
    if last.gloss or flat[last.end :].strip(" \n\t`*.$|"):
        return None
    bare = _QUOTED.sub("", last.text)
    opened = sum(bare.count(c) for c in "([{") > sum(bare.count(c) for c in ")]}")
    message, hint = "the program ends in the middle of a formula; was the output cut?", "Write the formula to its end."
    if not opened and not is_unended(last.text):
        others = [one for _, group in out.groups for one in group if one is not last]
        # Labelled rules are written by hand, and their programs seldom have a gloss everywhere.
        plain = all(kind in (PREMISES, GOAL) for kind, _ in out.groups)
        told = (
            plain
            and len(others) > 1
            and all(flat[one.end : one.end + 40].lstrip(" ").startswith(":::") for one in others)
        )
        if not told or text.endswith("\n") or _says(last.text, question):
            return None
        message = "the last formula has no gloss, as all others have; was the output cut?"
        hint = "Write it to its end, with its gloss behind ':::'; or end the text with a line break."
    for _, group in out.groups:
        if last in group:
            group.remove(last)
    return Diagnostic("cut-off", Level.ERROR, message, Span(last.start, last.end), hint)


def _says(formula: str, question: str) -> bool:
    """Return whether a formula names what a question speaks of, so that nothing was cut off."""
    asked = [word[:4] for word in re.findall(r"[^\W\d_]{4,}", question.rpartition("?")[2].lower())]
    written = formula.lower()
    return bool(asked) and sum(word in written for word in asked) >= _SAID * len(asked)
