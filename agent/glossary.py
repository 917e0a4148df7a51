"""The words of a program: what its names and formulas say, each worked out once for all that looks at them."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Final

from sorites.solvers import Program
from sorites.solvers.logic.symbols import Predicate
from sorites.solvers.logic.syntax import Atom, Count, Distinct, Fn, Formula, Num
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words

from .wordings import Utterance, content

Name = tuple[str, int]
"""A predicate: its name and how many arguments it takes."""
CONSTANT, FUNCTION, NUMERAL = -1, -2, 0
"""What stands for the number of places of what is no predicate."""
MANY: Final = 200
"""Names, or statements, of which no pairs are compared any more: nobody wrote a text for them."""
ABBREVIATIONS: Final = frozenset({Count, Distinct})
"""The formulas that ``unfolded`` writes out."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_COPULA: Final = re.compile(r"(?:is|are|was|were|am)\s+(?:(?:an?|the)\s+)?(?=\w)")


def words_of(program: Program, name: Name) -> str:
    """Return what a predicate says, without its arguments: the words of its gloss, or of its name."""
    return _meant(_declared(program).get(name), name)


def _declared(program: Program) -> dict[Name, Predicate]:
    """Return the predicates that have a gloss, the first of each name and number of places."""
    return {(p.name, p.arity): p for p in reversed(program.predicates) if p.gloss}


def _meant(declared: Predicate | None, name: Name) -> str:
    gloss = _without_params(declared.gloss, declared.params) if declared is not None else ""
    return gloss or " ".join(_HUMP.sub(" ", name[0]).lower().split()) or name[0]


@lru_cache(4096)
def _without_params(gloss: str, params: tuple[str, ...]) -> str:
    """Return what a gloss says, without the arguments that it names, and without *is*."""
    places = "|".join(map(re.escape, params)) or r"\b\B"
    said = " ".join(re.sub(rf"\b(?:{places})\b", " ", gloss.rstrip(".")).split())
    return _COPULA.sub("", said, count=1) if _COPULA.match(said) else said


class Spoken:
    """What one formula says, without its sentence.

    Attributes:
        written: all formulas and terms in it, as it is written.
        formula: the formula with its counts written out: counting equates and denies.
        nodes: all formulas and terms in that.
        kinds: their types.
        telling: the words by which a sentence may have each name; of a name like ``P`` there are none.
    """

    def __init__(self, glossary: Glossary, formula: Formula) -> None:
        self.formula = formula
        self.written = self.nodes = list(walk(formula))
        self.kinds = {*map(type, self.nodes)}
        if not self.kinds.isdisjoint(ABBREVIATIONS):
            self.formula = unfolded(formula)
            self.nodes = list(walk(self.formula))
            self.kinds = {*map(type, self.nodes)}
        self.telling: dict[Name, tuple[str, ...]] = {}
        self._own: list[tuple[str, ...]] = []
        for node in self.nodes:
            if type(node) is Atom or type(node) is Fn:
                name = _name(node)
                own, telling = glossary.words(name)
                self._own.append(own)
                if telling:
                    self.telling[name] = telling
            elif type(node) is Num:
                self._own.append((str(node.value),))
                self.telling[str(node.value), NUMERAL] = (str(node.value),)

    @cached_property
    def said(self) -> list[str]:
        """The words that the names in the formula are made of, and those of their glosses."""
        found = dict.fromkeys(word for own in self._own for word in own)
        return [word.strip(".,;:!?'\"()") for word in found]

    @cached_property
    def names(self) -> str:
        """All these words as a text."""
        return " ".join(self.said)


def _name(node: Atom | Fn) -> Name:
    return node.name, len(node.args) if type(node) is Atom else FUNCTION if node.args else CONSTANT


class Glossary:
    """The words of the names and of the formulas of a program.

    Args:
        program: the program.
    """

    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self._declared = _declared(program)
        self._glosses = {constant.name: constant.gloss for constant in program.constants}
        self._words: dict[Name, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._spoken: dict[int, Spoken] = {}

    def words(self, name: Name) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words of a name and its gloss, and those by which a sentence may have it.

        Args:
            name: a predicate with its places, or another name with ``CONSTANT`` or ``FUNCTION``.
        """
        found = self._words.get(name)
        if found is None:
            own = words(name[0])
            gloss = _meant(self._declared.get(name), name) if name[1] >= 0 else self._glosses.get(name[0], "")
            found = (*own, *gloss.split()), tuple(content(f"{' '.join(own)} {gloss}"))
            self._words[name] = found
        return found

    def spoken(self, formula: Formula) -> Spoken:
        """Return what a formula of the program says."""
        found = self._spoken.get(id(formula))  # which is its own as long as what it says is kept
        if found is None:
            found = self._spoken[id(formula)] = Spoken(self, formula)
        return found

    def heard_in(self, formula: Formula, sentence: Utterance) -> bool:
        """Return whether a sentence has a name of a formula, or this none that it could have."""
        names = self.spoken(formula).telling.values()
        return not names or any(map(sentence.stands, names))


_KEPT: Final = 8
_kept: Final[dict[int, Glossary]] = {}


def glossary_of(program: Program) -> Glossary:
    """Return the words of a program; those of the last few are kept, since several steps look at one."""
    found = _kept.get(id(program))
    if found is None or found.program is not program:
        if len(_kept) >= _KEPT:
            _kept.clear()
        found = _kept[id(program)] = Glossary(program)
    return found
