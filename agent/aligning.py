"""Which names of several programs mean one thing, where the programs render the same sentences.

Samples of one problem call one predicate ``Study``, ``Studies`` and ``IsStudying``. Names that differ
in case or joining alone are one. Others are taken for one only on evidence, and only without
doubt: they stand in the same place of the same sentence, or are declared with the same
meaning, more often with each other than either does with any other name; and no program has both,
for what one author tells apart is apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal

from sorites.solvers import Program, Statement
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.symbols import Constant, Predicate
from sorites.solvers.logic.syntax import Atom, Binder, Cmp, Expression, Fn, Formula, Term, Var
from sorites.solvers.logic.walkers import children
from sorites.solvers.notation.spelling import rough

Kind = Literal["predicate", "function"]
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A name of a program, told apart from others of the same spelling by what it is.

    Attributes:
        kind: what it is; constants are functions.
        arity: how many arguments it takes.
        spelling: how it is written.
    """

    kind: Kind
    arity: int
    spelling: str


Sentence = str
"""A sentence of the text, as ``sentence_of`` gives it."""
GOAL: Final = ""
"""The question among the sentences: its wording does not matter, since every program has one."""


def sentence_of(gloss: str) -> Sentence:
    """Return a sentence without what its quoting may change: case, spaces, the stop at its end."""
    return _SPACE.sub(" ", gloss).strip().rstrip(".!?").strip().casefold()


def rendered(program: Program) -> dict[Sentence, tuple[Formula, ...]]:
    """Return the formulas of each sentence of a program in their order, that of the goal by ``GOAL``."""
    found: dict[Sentence, tuple[Formula, ...]] = {}
    for premise in program.premises:
        key = sentence_of(premise.gloss)
        found[key] = (*found.get(key, ()), premise.formula)
    return found | {GOAL: (program.goal.formula,)}


def aligned(programs: Sequence[Program]) -> list[Program]:
    """Return programs of the same sentences with one name for each meaning, as far as that is beyond doubt.

    Args:
        programs: programs whose statements say which sentences they render.

    Returns:
        The programs in their order, names that mean one thing renamed to the most frequent of them.
    """
    classes = _classes(programs)
    shared = _spellings(programs, classes)
    return [
        _renamed(program, {n: shared[c] for n, c in own.items()})
        for program, own in zip(programs, classes, strict=True)
    ]


def _classes(programs: Sequence[Program]) -> list[dict[Name, Name]]:
    """Return for each program the class of each of its names; a class is called by the least of its names."""
    own = [_by_spelling(program) for program in programs]
    while pairs := _merging(programs, own):
        own = [{n: pairs.get(c, c) for n, c in one.items()} for one in own]
    return own


def _by_spelling(program: Program) -> dict[Name, Name]:
    """Return the names of a program with their rough spelling, unless it has two with the same one."""
    names = list(_names(program))
    counts = Counter(replace(n, spelling=rough(n.spelling)) for n in names)
    folded = {n: replace(n, spelling=rough(n.spelling)) for n in names}
    return {n: c if counts[c] == 1 else replace(n, spelling=f"={n.spelling}") for n, c in folded.items()}


def _names(program: Program) -> Iterator[Name]:
    for spelling, arity in program.signature.predicates:
        yield Name("predicate", arity, spelling)
    for spelling, arity in program.signature.functions:
        yield Name("function", arity, spelling)


def _merging(programs: Sequence[Program], own: Sequence[Mapping[Name, Name]]) -> dict[Name, Name]:
    """Return the classes that are to be one with another: each is the other's only best partner."""
    where: dict[Name, set[int]] = {}
    for i, one in enumerate(own):
        for name in one.values():
            where.setdefault(name, set()).add(i)
    found = {p: n for p, n in _evidence(programs, own).items() if not where[p[0]] & where[p[1]]}
    best: dict[Name, list[tuple[int, Name]]] = {}
    for (a, b), count in found.items():
        best.setdefault(a, []).append((count, b))
        best.setdefault(b, []).append((count, a))
    only = {name: partner for name, partners in best.items() if (partner := _first(partners)) is not None}
    return {max(a, b): min(a, b) for a, b in only.items() if only.get(b) == a}


def _first(partners: list[tuple[int, Name]]) -> Name | None:
    """Return the partner with most evidence, if it is one."""
    most = max(count for count, _ in partners)
    found = [name for count, name in partners if count == most]
    return found[0] if len(found) == 1 else None


def _evidence(programs: Sequence[Program], own: Sequence[Mapping[Name, Name]]) -> Counter[tuple[Name, Name]]:
    """Return how often two classes stand in one place of one sentence, or are declared with one meaning."""
    found: Counter[tuple[Name, Name]] = Counter()
    texts, meanings = [rendered(p) for p in programs], [_meanings(p) for p in programs]
    for i, j in combinations(range(len(programs)), 2):
        beside: list[tuple[Name, Name]] = []
        for sentence in texts[i].keys() & texts[j].keys():
            ours, theirs = texts[i][sentence], texts[j][sentence]
            if len(ours) == len(theirs):
                beside += {pair for a, b in zip(ours, theirs, strict=True) for pair in _beside(a, b)}
        beside += [(meanings[i][m], meanings[j][m]) for m in meanings[i].keys() & meanings[j].keys()]
        for a, b in beside:
            one, other = own[i][a], own[j][b]
            if one != other:
                found[min(one, other), max(one, other)] += 1
    return found


def _meanings(program: Program) -> dict[tuple[Kind, int, str], Name]:
    """Return the names that are declared, by meanings that no two of them share."""
    used = set(_names(program))
    said: dict[tuple[Kind, int, str], list[Name]] = {}
    for one in program.predicates:
        gloss = one.gloss
        for i, param in enumerate(one.params):
            gloss = re.sub(rf"\b{re.escape(param)}\b", f"#{i}", gloss)
        _say(said, Name("predicate", one.arity, one.name), gloss, used)
    for constant in program.constants:
        _say(said, Name("function", 0, constant.name), constant.gloss, used)
    return {meaning: names[0] for meaning, names in said.items() if len(names) == 1}


def _say(said: dict[tuple[Kind, int, str], list[Name]], name: Name, gloss: str, used: set[Name]) -> None:
    if (words := sentence_of(gloss)) and name in used:
        said.setdefault((name.kind, name.arity, words), []).append(name)


def _beside(one: Expression, other: Expression) -> Iterator[tuple[Name, Name]]:
    """Yield names that stand in the same place of two formulas, as far down as their shapes agree."""
    below, beneath = children(one), children(other)
    if type(one) is not type(other) or len(below) != len(beneath):
        return
    if isinstance(one, Var | Cmp) or (isinstance(one, Binder) and one.sort != getattr(other, "sort", "")):
        return
    if isinstance(one, Atom | Fn) and isinstance(other, Atom | Fn):
        kind: Kind = "predicate" if isinstance(one, Atom) else "function"
        yield Name(kind, len(below), one.name), Name(kind, len(below), other.name)
    for a, b in zip(below, beneath, strict=True):
        yield from _beside(a, b)


def _spellings(programs: Sequence[Program], classes: Sequence[Mapping[Name, Name]]) -> dict[Name, str]:
    """Return how each class is written: as most programs do, of several the first in the alphabet."""
    counts: dict[Name, Counter[str]] = {}
    for own in classes:
        for name, one in own.items():
            counts.setdefault(one, Counter())[name.spelling] += 1
    return {one: min(found, key=lambda s: (-found[s], s)) for one, found in counts.items()}


def _renamed(program: Program, names: Mapping[Name, str]) -> Program:
    def predicate(formula: Formula) -> Formula:
        if not isinstance(formula, Atom):
            return formula
        return Atom(spelled("predicate", len(formula.args), formula.name), formula.args)

    def function(term: Term) -> Term:
        return Fn(spelled("function", len(term.args), term.name), term.args) if isinstance(term, Fn) else term

    def statement(one: Statement) -> Statement:
        return Statement(rewrite(one.formula, predicate, function), one.gloss)

    def spelled(kind: Kind, arity: int, name: str) -> str:
        return names.get(Name(kind, arity, name), name)

    return replace(
        program,
        premises=tuple(map(statement, program.premises)),
        goal=statement(program.goal),
        predicates=tuple(
            Predicate(spelled("predicate", p.arity, p.name), p.params, p.gloss) for p in program.predicates
        ),
        constants=tuple(Constant(spelled("function", 0, c.name), c.gloss) for c in program.constants),
    )
