"""Whether two programs ask the same, however they word it.

Formulas are compared, not sentences: one goal is another if it is provably equivalent, names that were
changed throughout put back. A name counts as another one if both say the same in words (``IsMortal`` and
``Mortal``), or if the premises of the same sentences are the same formulas, but for that name. So a negated goal, a
converse, or one about somebody else is another goal; and where it can't be told, it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from sorites.solvers import InvalidProgram, Limits, Program, Statement, Verdict, make_solver
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import Atom, Fn, Formula, Iff, Term
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words

from .glossary import words_of
from .reading_back import in_english

_LIMITS: Final = Limits(2.0)
_Name = tuple[str, str, int]
"""A name: ``predicate`` or ``function``, how it is written, and how many arguments it takes."""
_LIGHT: Final = frozenset("a an the is are was were be been being am has have had does do did of to".split())
"""Words that two names may differ by and say the same."""
_WORD: Final = re.compile(r"\w+")
_ENDING: Final = re.compile(r"(?<=\w{3})(?:ies|es|s|ed|ing|e|y)$")
"""What forms of one word differ by."""


def same_goal(one: Program, other: Program) -> bool:
    """Return whether two programs ask the same.

    Args:
        one: a program.
        other: another translation of the same problem.
    """
    if (len(one.asked), len(one.open_variables)) != (len(other.asked), len(other.open_variables)):
        return False
    goal = _renamed(other.goal.formula, _names_for(one, other))
    return _equivalent(one.goal.formula, goal) or _in_words(one) == _in_words(other)


def _equivalent(one: Formula, other: Formula) -> bool:
    if one == other:
        return True
    if set(_names(one)) != set(_names(other)):
        return False
    try:
        program = Program((), Statement(Iff(one, other)))
    except InvalidProgram:
        return False
    return make_solver("portfolio", certify=False).solve(program, _LIMITS).verdict is Verdict.ENTAILED


def _names_for(one: Program, other: Program) -> dict[_Name, str]:
    """Return the names of the other's goal that are other names for those of the one's, with these."""
    here, there = (list(dict.fromkeys(_names(p.goal.formula))) for p in (one, other))
    gone, new = [n for n in here if n not in there], [n for n in there if n not in here]
    found: dict[_Name, str] = {}
    for name in new:
        fitting = [n for n in gone if (n[0], n[2]) == (name[0], name[2]) and n[1] not in found.values()]
        said = [n for n in fitting if _said(one, n) == _said(other, name)]
        if not said and len(fitting) == 1 and _throughout(one, other, name, fitting[0]):
            said = fitting
        if len(said) == 1:
            found[name] = said[0][1]
    return found


def _throughout(one: Program, other: Program, name: _Name, before: _Name) -> bool:
    """Return whether a name is another one's in every sentence that both programs render."""
    if before in set(_all(other)) or name in set(_all(one)):
        return False
    formulas = {p.gloss: p.formula for p in one.premises if p.gloss}
    pairs = [(formulas[p.gloss], p.formula) for p in other.premises if p.gloss in formulas]
    about = [(old, new) for old, new in pairs if name in set(_names(new)) or before in set(_names(old))]
    return bool(about) and all(old == _renamed(new, {name: before[1]}) for old, new in about)


def _all(program: Program) -> Iterator[_Name]:
    for formula in program.formulas:
        yield from _names(formula)


def _names(formula: Formula) -> Iterator[_Name]:
    for node in walk(formula):
        if isinstance(node, Atom | Fn):
            yield "predicate" if isinstance(node, Atom) else "function", node.name, len(node.args)


def _said(program: Program, name: _Name) -> tuple[str, ...]:
    """Return the words that a name stands for, by its meaning or else by itself."""
    kind, spelling, arity = name
    if kind == "predicate":
        return _telling(_WORD.findall(words_of(program, (spelling, arity))))
    gloss = next((c.gloss for c in program.constants if c.name == spelling and not arity), "")
    return _telling(_WORD.findall(gloss) or words(spelling))


def _in_words(program: Program) -> tuple[str, ...]:
    return _telling(_WORD.findall(in_english(program, program.goal.formula)))


def _telling(found: Iterable[str]) -> tuple[str, ...]:
    """Return the words that tell something, without their endings."""
    return tuple(_ENDING.sub("", word) for word in map(str.casefold, found) if word not in _LIGHT)


def _renamed(formula: Formula, names: Mapping[_Name, str]) -> Formula:
    def predicate(node: Formula) -> Formula:
        return Atom(_other("predicate", node, names), node.args) if isinstance(node, Atom) else node

    def function(node: Term) -> Term:
        return Fn(_other("function", node, names), node.args) if isinstance(node, Fn) else node

    return rewrite(formula, predicate, function)


def _other(kind: str, node: Atom | Fn, names: Mapping[_Name, str]) -> str:
    return names.get((kind, node.name, len(node.args)), node.name)
