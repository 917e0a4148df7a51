"""Formulas among declarations: a definition is a premise, and no gloss of what it defines."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or, Xor
from ..logic.walkers import subformulas
from .dialects import UNICODE
from .formulas import parse
from .headings import CONSTANTS
from .joining import is_unended
from .lines import Line, line
from .markdown import Row
from .outline import Section
from .prose import is_prose

_JOINT: Final = re.compile(
    r"[∀∃∄→↔≡∧∨⊕⊃⇒⇔⟹⟺&|]|[<=]?[-=]>|:=|\\[a-z]|\b(?:iff|if|and|or|implies|all|forall|exists|every|some)\b"
)
_QUANTIFIER: Final = re.compile(r"[(\[]*\s*(?:[∀∃∄]|\\(?:forall|exists)\b|(?:for ?all|all|exists)\s+[a-z]\w*\s*[.:,(])")
_DEFINED: Final = re.compile(r"([^\W\d_]\w*\([^()]*\))\s*(:=|:(?![:=]))\s*")
_APPLIED: Final = re.compile(r"[¬~-]?([^\W\d_]\w*)\(([^()\"'=]+)\)\s*\.?")
_THING: Final = re.compile(r"[^\W\d_]\w{2,}|[A-Z]\w*")
"""What may name a thing, and is no variable."""
_ARGUMENT: Final = re.compile(r"[(,]\s*([^\W\d_]\w*)\s*(?=[),])")
_CALLED: Final = re.compile(r"([^\W\d_]\w*)\(")
_TERM: Final = re.compile(r"(?:\w\w\(|,)\s*([^\W\d_]\w*)\(")
_TRUTHS: Final = ("True", "False")
_GOES_ON: Final = re.compile(r"[∧∨→↔⊕⊃⇒⇔&)\]]|[-=]>|<[-=]>|(?:and|or|implies|iff)\b")
_TITLE: Final = re.compile(r"(?i)\bdefinitions?\b")


def definitions(section: Section, text: str) -> tuple[list[Line], list[Line], list[Diagnostic]]:
    """Part a section of declarations into those, and the formulas among them.

    Args:
        section: the section.
        text: the whole text as written.

    Returns:
        The declarations, the formulas that hold by definition, and an error for each other formula.
    """
    declared, found, said = list[Line](), list[Line](), list[Diagnostic]()
    facts = _facts(section, text)
    stated = _TITLE.search(section.name) is not None
    opened = False
    for i, one in enumerate(section.lines):
        if opened and not one.gap and (_GOES_ON.match(one.text) or is_unended(found[-1].text)):
            found.append(line(Row(one.start, one.text), text, one.gap)._replace(gloss=one.gloss))
            continue
        if i in facts:
            said.append(_fact(one, section.name))
            opened = False
        elif (made := _formula(one, text)) is None:
            declared.append(one)
            opened = False
        elif made.said is None and stated:
            found.append(made)
            opened = True
        else:
            said.append(made.said or _misplaced(made, section.name))
            opened = False
    return declared, found, said


def _facts(section: Section, text: str) -> set[int]:
    """Return which lines of a section of declarations state something of a thing."""
    lines = [(i, one, _APPLIED.fullmatch(one.text)) for i, one in enumerate(section.lines) if not one.prose]
    applied = [(i, atom[1], [arg.strip() for arg in atom[2].split(",")]) for i, _, atom in lines if atom is not None]
    if not applied:
        return set()
    found = {i for i, _, args in applied if args[-1] in _TRUTHS and args[1:] and all(map(_THING.fullmatch, args[:-1]))}
    known = Counter((name, len(args) - (args[-1] in (*_TRUTHS, "bool"))) for _, name, args in applied)
    named = section.kind == CONSTANTS
    doubtful = [each for each in applied if named or known[each[1], len(each[2])] > 1]
    if not doubtful:
        return found
    below = text[section.lines[-1].end :]
    used = {*_ARGUMENT.findall(below), *(one.text for _, one, _ in lines if named)}
    spoken = set(_CALLED.findall(below)) - set(_TERM.findall(below))  # a fact of nothing else changes no answer
    return found | {
        i for i, name, args in doubtful if name in spoken and all(arg in used and _THING.fullmatch(arg) for arg in args)
    }


def _fact(one: Line, name: str) -> Diagnostic:
    message = f"a fact stands under '{name}', among declarations, where it is not asserted"
    hint = "Put it under 'Premises:' if it holds; a declaration has variables, as in P(x)."
    return Diagnostic("formula-among-declarations", Level.ERROR, message, Span(one.start, one.end), hint)


def _formula(one: Line, text: str) -> Line | None:
    """Return a line of declarations as a formula, if it states something."""
    if one.prose or _JOINT.search(one.text) is None:
        return None
    made = line(Row(one.start, one.text, dash=one.dash, listed=one.listed), text, one.gap)
    made = made._replace(gloss=one.gloss or made.gloss)
    body = made.text
    if made.prose or not body:
        return None
    if _QUANTIFIER.match(body):
        return None if is_prose(body) else made
    if found := _DEFINED.match(body):
        if not _joins(_read(body[found.end() :]), 1):
            return None
        if found.group(2) == ":=":
            return made._replace(text=f"{body[: found.start(2)]}↔ {body[found.end(2) :]}")
        hint = f"Write ∀ and ↔ for a definition, under 'Premises:'; or a gloss in words behind '{found.group(1)} :::'."
        message = "a formula stands behind a declaration and a colon: it may define the predicate, or be its gloss"
        span = Span(made.start, made.end)
        return made._replace(said=Diagnostic("formula-as-gloss", Level.ERROR, message, span, hint))
    read = _read(body)
    if _joins(read, 2) or (isinstance(read, (Implies, Iff)) and _has_applied(read.right)):
        return made
    return made if read is None and "(" in body and is_unended(body) and not is_prose(body) else None


def _read(body: str) -> Formula | None:
    """Return a formula that needs no mend, and has nothing behind it."""
    parsed = parse(body, UNICODE, strict=True)
    return parsed.formula if parsed.end >= len(body.rstrip()) else None


def _joins(formula: Formula | None, count: int) -> bool:
    """Return whether a formula has so many connectives, quantifiers among them, beside something applied."""
    return formula is not None and _has_applied(formula) and _connectives(formula) >= count


def _connectives(formula: Formula) -> int:
    own = isinstance(formula, (And, Or, Xor, Implies, Iff, Not, Forall, Exists))
    return own + sum(_connectives(child) for child in subformulas(formula) if own) if own else 0


def _has_applied(formula: Formula) -> bool:
    if isinstance(formula, Atom):
        return bool(formula.args)
    inner = isinstance(formula, (And, Or, Xor, Implies, Iff, Not, Forall, Exists))
    return inner and any(_has_applied(child) for child in subformulas(formula))


def _misplaced(one: Line, name: str) -> Diagnostic:
    message = f"a formula stands under '{name}', where predicates and constants are declared"
    hint = "Put it under 'Premises:' if it holds; or write a declaration with a gloss in words, P(x) ::: x is so."
    return Diagnostic("formula-among-declarations", Level.ERROR, message, Span(one.start, one.end), hint)
