"""What normally holds: defaults, exceptions to them, and whose word counts for more."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from sorites.solvers import Default, Program, Statement
from sorites.solvers.language.diagnostics import Diagnostic, Span
from sorites.solvers.language.labels import check_preferences
from sorites.solvers.language.syntax import And, Atom, Fn, Forall, Formula, Implies, Not, Term
from sorites.solvers.language.traverse import walk

from .formulas import camel

_NAME: Final = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.\s+|[Tt]he\s+)?[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*"
NORMALLY: Final = re.compile(r"(?i)\b(?:normally|usually|typically|generally|ordinarily|in general|as a rule)\b")
_TRUST: Final = re.compile(
    r"(?i)\b(?:assert|say|claim|state|tell|report)\w*\b.*\b(?:right|correct|accurate|true|truth)\b"
    r"|\b(?:right|correct|accurate)\b.*\b(?:assert|say|claim|state|report)\w*\b"
)
_EXCEPTION: Final = re.compile(
    r"(?i)^(?P<who>.+?)\s+(?:is|are|may\s+be|might\s+be|could\s+be)\s+(?:possibly|perhaps|maybe)?\s*"
    r"(?:an?\s+)?(?:possible\s+)?exceptions?\b.*$"
)
_ASSERTS: Final = re.compile(
    rf"^(?P<who>{_NAME})\s+(?:asserts?|asserted|claims?|claimed|says?|said|states?|stated|insists?|insisted"
    r"|reports?|reported|maintains?|maintained)\s+(?:that\s+)?(?P<what>.+)$",
    re.DOTALL,
)
_RELIABLE: Final = re.compile(
    rf"(?P<one>{_NAME})(?:'s\s+\w+)?\s+(?:is|was|are)\s+more\s+"
    rf"(?:reliable|trustworthy|credible|truthful|accurate)\s+than\s+(?P<other>{_NAME})"
)
_MIGHT_NOT: Final = re.compile(r"(?i)\b(?:may|might|could)(?:\s+possibly)?\s+not\b")
_CONCEDED: Final = re.compile(r"(?i),?\s+(?:even\s+though|although|though)\b.*$")


class Kind(StrEnum):
    """What a sentence is for."""

    PREMISE = "premise"
    DEFAULT = "default"
    EXCEPTION = "exception"
    ASSERTION = "assertion"
    PREFERENCE = "preference"
    TRUST = "trust"
    """That people are normally right, which makes assertions defaults."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence, by what it is for.

    Attributes:
        kind: what it is for.
        text: what the grammar is to read of it.
        sources: whose assertion it is, or who is preferred to whom.
    """

    kind: Kind
    text: str
    sources: tuple[str, ...] = ()


def remarks_of(sentences: list[str]) -> list[Remark]:
    """Return what each sentence of a text is for.

    Assertions count as such only in a text that says that people are normally right; elsewhere
    what is only said stays what somebody says. Without defaults there are no exceptions.
    """
    found = [_remark(sentence.rstrip(".! ")) for sentence in sentences]
    kinds = {r.kind for r in found}
    idle = set() if Kind.TRUST in kinds else {Kind.ASSERTION, Kind.PREFERENCE}
    if Kind.DEFAULT not in kinds:
        idle.add(Kind.EXCEPTION)
    return [Remark(Kind.PREMISE, s) if r.kind in idle else r for r, s in zip(found, sentences, strict=True)]


def _remark(sentence: str) -> Remark:
    normally = NORMALLY.search(sentence) is not None
    if normally and _TRUST.search(sentence):
        return Remark(Kind.TRUST, "")
    if match := _RELIABLE.search(sentence):
        return Remark(Kind.PREFERENCE, "", (source(match["one"]), source(match["other"])))
    if match := _ASSERTS.match(sentence):
        return Remark(Kind.ASSERTION, match["what"], (source(match["who"]),))
    if match := _EXCEPTION.match(sentence):
        return Remark(Kind.EXCEPTION, f"{match['who']} exists")
    if match := _MIGHT_NOT.search(sentence):
        denied = f"{sentence[: match.start()]}will not{sentence[match.end() :]}"
        return Remark(Kind.EXCEPTION, _CONCEDED.sub("", denied))
    if normally:
        return Remark(Kind.DEFAULT, " ".join(NORMALLY.sub("", sentence).split()).lstrip(", "))
    return Remark(Kind.PREMISE, sentence)


def source(name: str) -> str:
    """Return the label of somebody who asserts something."""
    return camel(tuple(re.sub(r"[^\w\s-]|(?i:\bthe\b)", "", name).split()), capital=False)


def preferred(condition: str) -> tuple[str, str] | None:
    """Return who is preferred to whom by the condition of a question, if it says that."""
    match = _RELIABLE.search(condition)
    return (source(match["one"]), source(match["other"])) if match else None


@dataclass(slots=True)
class Normal:
    """The defaults of a text, with their exceptions and preferences."""

    defaults: list[Default] = field(default_factory=list)
    exceptions: list[Statement] = field(default_factory=list)
    preferences: list[tuple[str, str]] = field(default_factory=list)

    def add(self, remark: Remark, formula: Formula, gloss: str, span: Span) -> bool:
        """Add what a sentence says; return whether it found its place here."""
        if remark.kind is Kind.DEFAULT or remark.kind is Kind.ASSERTION:
            label = remark.sources[0] if remark.sources else f"D{len(self.defaults) + 1}"
            same = sum(d.label.rstrip("'") == label for d in self.defaults)
            self.defaults.append(Default(f"{label}_{same + 1}" if same else label, formula, gloss, span))
            return True
        if remark.kind is Kind.EXCEPTION:
            found = [Statement(atom, gloss, span) for atom in self._excepted(formula)]
            self.exceptions += found
            return bool(found)
        return False

    def _excepted(self, formula: Formula) -> list[Formula]:
        """Return of whom the last default is disabled: those who exist, or of whom its conclusion is denied."""
        found: list[Formula] = []
        for part in formula.parts if isinstance(formula, And) else (formula,):
            atom = part.body if isinstance(part, Not) else part
            if not isinstance(atom, Atom) or len(atom.args) != 1 or not isinstance(atom.args[0], Fn):
                return []
            rules = [d for d in self.defaults if len(d.variables) == 1]
            if isinstance(part, Not):
                rules = [d for d in rules if _concludes(d.body, atom)]
            if not rules:
                return []
            args: tuple[Term, ...] = atom.args
            found.append(Atom(rules[-1].label, args))
        return found

    def program(self, program: Program) -> Program:
        """Return a program with these defaults."""
        if not self.defaults:
            return program
        ranks = tuple(self._ranks())
        return replace(program, defaults=tuple(self.defaults), exceptions=tuple(self.exceptions), preferences=ranks)

    def circle(self) -> list[Diagnostic]:
        """Return what is wrong if the sources are preferred to each other in a circle."""
        return check_preferences((winner, loser, None) for winner, loser in self._ranks())

    def _ranks(self) -> list[tuple[str, str]]:
        labels = {d.label for d in self.defaults}
        return [pair for pair in dict.fromkeys(self.preferences) if labels.issuperset(pair)]


def unattached(program: Program, *, goal: bool) -> bool:
    """Return whether a default, or else the goal, speaks of something that nothing else in the program does."""
    places = [s.formula for s in (*program.premises, program.goal)] + [d.formula for d in program.defaults]
    looked_at = [*(d.formula for d in program.defaults), *([program.goal.formula] if goal else [])]
    return any(not _said(one) <= set().union(*(_said(p) for p in places if p is not one)) for one in looked_at)


def _said(formula: Formula) -> set[tuple[str, int]]:
    return {(node.name, len(node.args)) for node in walk(formula) if isinstance(node, Atom)}


def _concludes(body: Formula, atom: Atom) -> bool:
    head = body
    while isinstance(head, Implies | Forall):
        head = head.right if isinstance(head, Implies) else head.body
    return any(isinstance(node, Atom) and node.name == atom.name for node in walk(head))
