"""The formulas of a problem's sections: which lines are formulas, glosses or prose, and where the text was cut."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import Final

from .dashes import settle
from .diagnostics import Diagnostic, Level, Span
from .dialects import UNICODE
from .formulas import parse
from .headings import (
    DEFAULTS,
    DEFEASIBLE,
    EXCEPTIONS,
    GOAL,
    PREDICATES,
    PREMISES,
    PROSE,
    STATEMENT,
)  # fmt: skip
from .lines import Line
from .outline import Outline, Section, is_nothing
from .prose import has_signs

_BINARY: Final = re.compile(
    r"[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡]|\|(?!-)|->|<?=>|<->|==>|>>>|[)\]}](?!\w)|(?:and|or|implies|iff|xor|then|AND|OR|IFF|XOR)\b(?!\s*:)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|oplus|supset|equiv|rightarrow|leftrightarrow|Rightarrow|Leftrightarrow)(?![A-Za-z])"
)
_UNENDED: Final = re.compile(
    r"(?:[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡¬~∀∃,(\[{=<≤≥≠|]|->|=>|\b(?:and|or|implies|iff|xor|not|then|AND|OR|NOT)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|neg|lnot|oplus|rightarrow|leftrightarrow|Rightarrow|forall|exists))\s*$"
)
_QUANTIFIED: Final = re.compile(
    r"(?:[∀∃]\s?[^\W\d_]\w*|(?:all|exists|forall)\s[^\W\d_]\w*|\\(?:forall|exists)\s?\w+)\s*[.:,]?\s*$"
)
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"?')
_CHATTER: Final = re.compile(
    r"(?i)(?:here|these|the following|this|thus|therefore|so|we|let|note|where|in|now|first|next|then|finally|sure|"
    r"using|based|from|given|i|it|please|i'?ll|to|since|because|as|hence|using|that|each|below|above)\b"
)
_JOINED: Final = re.compile(r"\b(?:and|or|implies|iff|not|if)\b")
_TOLD: Final = re.compile(r"[A-Z][\w'’-]*(?:,? [\w'’-]+)+\.")
_GENERAL: Final = re.compile(r"(?:All|Every|Each|Any|No|Some|Only)\b")
_LAW: Final = re.compile(r"[∀∃→⇒⊃]|[-=]>|:-|\\(?:forall|exists|to|[Rr]ightarrow)|\b(?:all|forall|exists|implies)\b")
_CASE: Final = re.compile(r"(?i)\bcase\b(?!\s+stud)")
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


def gather(problem: list[Section], outlined: Outline) -> Gathered:
    """Return the formulas of a problem.

    Args:
        problem: its sections.
        outlined: the text that they stand in.
    """
    out = Gathered()
    asked = _asked(problem)
    with_formulas = {_kind(s, asked) for s in problem if any(not one.prose for one in s.lines)}
    for section in problem:
        kind = _kind(section, asked)
        if kind == "?":
            _unknown(section, out)
        elif kind == PROSE and section.problem and _CASE.search(section.name) and _stated(section):
            message = f"formulas stand under '{section.name}', which may hold in that case only"
            hint = "Write what holds in every case as one formula, or 'Premises:' above what always holds."
            out.diagnostics.append(Diagnostic("case", Level.ERROR, message, section.span, hint))
        elif kind == PROSE:
            out.passed += [Span(one.start, one.end) for one in section.lines if not is_nothing(one)]
        elif kind not in _FORMAL:
            out.others.append(section)
        elif section.lines:
            lines = _sentences(section, kind, kind in with_formulas, out)
            if kind == "" and lines:
                lines = _before(lines, asked, outlined, out)
                kind = PREMISES
            if kind == STATEMENT:
                kind = GOAL
            group: list[Line] = []
            for one in _continued(lines):
                if one.goal and kind != GOAL:
                    out.groups += [(kind, group), (GOAL, [one._replace(goal=False)])]
                    group = []
                else:
                    group.append(one)
            out.groups.append((kind, group))
    _said(out)
    out.groups = [(kind, group) for kind, group in out.groups if group]
    _dashes(out, outlined)
    return out


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


def _sentences(section: Section, kind: str, answered: bool, out: Gathered) -> list[Line]:
    """Return a section's formulas; sentences are glosses, or passed over, or an error."""
    lines = _told(section.lines, out)
    if not any(one.prose for one in lines):
        if len(lines) == 1 and is_nothing(lines[0]) and kind != GOAL:
            out.passed.append(Span(lines[0].start, lines[0].end))
            return []
        return lines
    formulas = [one for one in lines if not one.prose]
    if not formulas:
        if section.tolerant or answered or kind == "" or all(_is_chatter(one) for one in lines):
            out.passed += [Span(one.start, one.end) for one in lines]
        else:
            out.diagnostics += [_no_formula(one) for one in lines]
        return []
    if (paired := _paired(lines)) is not None:
        return paired
    kept: list[Line] = []
    listed = any(one.listed or one.dash >= 0 for one in formulas)
    for i, one in enumerate(lines):
        if not one.prose:
            kept.append(one)
            continue
        marked = one.listed or one.dash >= 0
        alone = one.gap and (i + 1 == len(lines) or lines[i + 1].gap)
        last = all(other.prose for other in lines[i:])
        passes = section.tolerant or kind == "" or (kind == GOAL and bool(kept)) or one.text.rstrip()[-1:] == ":"
        if passes or (not marked and (listed or alone or (not kept and _is_chatter(one)) or (last and one.gap))):
            out.passed.append(Span(one.start, one.end))
        else:
            out.diagnostics.append(_no_formula(one))
    return kept


def _told(lines: list[Line], out: Gathered) -> list[Line]:
    """Return lines with those as sentences that end as one, are no formula, and stand above one."""
    found = list(lines)
    for i, (one, below) in enumerate(itertools.pairwise(lines)):
        if one.prose or one.gloss or one.label or one.goal or not _TOLD.fullmatch(one.text):
            continue
        if below.prose or not has_signs(below.text) or parse(one.text, UNICODE).formula is not None:
            continue
        if _GENERAL.match(one.text) and not _LAW.search(below.text):
            continue  # it says more than the formula
        found[i] = one._replace(prose=True)
        span, hint = Span(one.start, one.end), "Write it behind ':::' as the gloss of the formula."
        message = "this is read as a sentence that says what the formula below it says"
        out.diagnostics.append(Diagnostic("sentence", Level.WARNING, message, span, hint))
    return found


def _is_chatter(one: Line) -> bool:
    return _CHATTER.match(one.text) is not None and not one.listed and one.dash < 0


def _no_formula(one: Line) -> Diagnostic:
    message = "a sentence stands where a formula should"
    hint = "Write it as a formula, or behind ':::' as the gloss of one; explanations go under 'Note:'."
    return Diagnostic("not-a-formula", Level.ERROR, message, Span(one.start, one.end), hint, "a formula")


def _paired(lines: list[Line]) -> list[Line] | None:
    """Return formulas with the sentence above each as its gloss, if there is one above each."""
    found: list[Line] = []
    sentence = ""
    for one in lines:
        if one.prose:
            if sentence:
                return None
            sentence = one.text
        elif not one.gloss:
            if not sentence:
                return None
            found.append(one._replace(gloss=" ".join(sentence.split()), label=one.label))
            sentence = ""
        else:
            return None
    return None if sentence else found


def _continued(lines: list[Line]) -> list[Line]:
    """Join what goes on over several lines."""
    found: list[Line] = []
    for one in lines:
        if found and not one.gap and not one.label and not one.listed and not one.goal:
            last = found[-1]
            if not last.gloss and (_BINARY.match(one.text) or (one.dash < 0 and is_unended(last.text))):
                text = f"{last.text}{' ' * (one.start - last.end)}{one.text}"
                found[-1] = last._replace(text=text, gloss=one.gloss)
                continue
        found.append(one)
    return found


def is_unended(text: str) -> bool:
    """Return whether a formula must go on behind its text's end: behind a connective, or a quantifier."""
    return _UNENDED.search(text[-20:]) is not None or _QUANTIFIED.fullmatch(text[-40:]) is not None


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
