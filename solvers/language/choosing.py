"""Several problems in one text: where one ends, and which of them is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .headings import CONSTANTS, DEFAULTS, DEFEASIBLE, GOAL, PREDICATES, PREMISES, PROSE, STATEMENT, VOCABULARY
from .outline import Section

_CONTENT: Final = frozenset((PREDICATES, CONSTANTS, VOCABULARY, PREMISES, DEFAULTS, DEFEASIBLE, GOAL, STATEMENT))
_GIVEN: Final = frozenset((PREMISES, DEFAULTS, DEFEASIBLE, ""))
_WORD: Final = re.compile(r"\w+")
_COUNTED: Final = re.compile(r"\d")
_ENOUGH: Final = 0.6
"""The least share of a goal's words that a question must hold to ask it."""

Problem = list[Section]


def asks(problem: Problem) -> bool:
    """Return whether a goal stands in the sections."""
    return any(
        (section.kind in (GOAL, STATEMENT) and any(not one.prose for one in section.lines))
        or any(one.goal for one in section.lines)
        for section in problem
    )


def _gives(problem: Problem) -> bool:
    return any(section.kind in _GIVEN and any(not one.prose for one in section.lines) for section in problem)


def problems(sections: Sequence[Section]) -> list[Problem]:
    """Return the sections of each problem.

    A second problem begins under a heading that says so, and where a program is whole, something
    parts it from what follows (a rule, a fence, another heading, prose), and a whole one follows.
    """
    parts: list[Problem] = [[]]
    parted, declared = False, False
    for section in sections:
        parted = parted or section.broken or section.kind in (PROSE, "?")
        again = parted or (section.kind == PREDICATES and declared)
        if section.problem or (again and section.kind in _CONTENT and asks(parts[-1]) and _gives(parts[-1])):
            parts.append([])
            parted, declared = False, False
        parts[-1].append(section)
        declared = declared or section.kind == PREDICATES
        if section.kind in (GOAL, STATEMENT) and section.lines and section.lines[-1].prose:
            parted = True
        elif section.kind in _CONTENT and section.kind not in (GOAL, STATEMENT):
            parted = False
    return _joined(parts)


def _joined(parts: list[Problem]) -> list[Problem]:
    """Join parts that are no whole problem to their neighbours."""
    found: list[Problem] = []
    before: Problem = []
    shared: Problem = []
    for part in parts:
        if not asks(part):
            if not found and not _gives(part) and not any(section.problem for section in part):
                shared += part  # declarations for all problems
            elif before and any(section.problem for section in part) and _gives(before):
                found.append(before)
                before = list(part)
            else:
                before += part
        elif found and not _gives(part) and not _gives(before):
            found[-1] += before + part
            before = []
        else:
            found.append(before + part)
            before = []
    if before:
        if found and not any(section.problem for section in before):
            found[-1] += before
        elif not found or not _talks(before):
            found.append(before)  # a last problem that was cut asks nothing, and is no reason to answer an example
    return [shared + problem for problem in found] or [shared]


def _talks(problem: Problem) -> bool:
    """Return whether a last part holds words about what is above it, such as an example, and no cut problem."""
    return any(s.lines for s in problem) and not any(_COUNTED.search(s.name) or s.kind in _CONTENT for s in problem)


def choose(found: list[Problem], question: str, end: int) -> tuple[Problem, list[Diagnostic]]:
    """Return the problem that is asked, and what is to be said of the choice.

    Args:
        found: the problems of a text.
        question: the question in natural language, if the caller knows it.
        end: where the text ends.
    """
    if len(found) == 1:
        return found[0], []
    asked = which_asks([_glosses(problem) for problem in found], question)
    which = "the one whose conclusion is asked" if asked is not None else "the last one"
    asked = len(found) - 1 if asked is None else asked
    message = f"the text holds {len(found)} problems; {which} is read, number {asked + 1}"
    own = [section.span for section in found[asked] if section.span is not None]
    span = own[0] if own else Span(end, end)
    return found[asked], [Diagnostic("several-problems", Level.WARNING, message, span, "Give one problem a text.")]


def _glosses(problem: Problem) -> str:
    """Return what the goal of a problem says in natural language."""
    lines = [one for section in problem if section.kind in (GOAL, STATEMENT) for one in section.lines]
    return " ".join(one.gloss or one.text for one in lines)


def which_asks(glosses: Sequence[str], question: str) -> int | None:
    """Return the number of the gloss that a question asks; ``None`` if no single one stands out.

    Args:
        glosses: what each goal says in natural language.
        question: the question; may be empty.
    """
    asked = set(_WORD.findall(question.lower()))
    words = [set(_WORD.findall(gloss.lower())) for gloss in glosses]
    shares = [len(own & asked) / len(own) if own else 0.0 for own in words]
    best = max(shares, default=0.0)
    return shares.index(best) if best >= _ENOUGH and shares.count(best) == 1 else None
