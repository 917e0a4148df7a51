"""The words of a program: what its names and formulas say, each worked out once for all that looks at them."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from sorites.solvers import Program
from sorites.solvers.logic.syntax import Atom, Expression, Fn, Formula, Num
from sorites.solvers.logic.unfolding import unfolded
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words

from .likeness import Name, words_of
from .wordings import content

CONSTANT, FUNCTION, NUMERAL = -1, -2, 0
"""What stands for the number of places of what is no predicate."""


class Spoken:
    """What one formula says, without its sentence.

    Attributes:
        formula: the formula, with its counts written out: counting equates and denies.
        nodes: all formulas and terms in it.
        kinds: their types.
        predicates: the predicates in it.
        things: the constants in it.
    """

    __slots__ = ("formula", "kinds", "names", "nodes", "predicates", "said", "telling", "things")

    def __init__(self, glossary: Glossary, formula: Formula) -> None:
        self.formula = unfolded(formula)
        self.nodes: list[Expression] = list(walk(self.formula))
        self.kinds = {type(node) for node in self.nodes}
        self.things = {node.name for node in self.nodes if isinstance(node, Fn) and not node.args}
        self.predicates = {(node.name, len(node.args)) for node in self.nodes if isinstance(node, Atom)}
        said: dict[str, None] = {}
        self.telling: dict[Name, tuple[str, ...]] = {}
        """The words by which a sentence may have each name of the formula; of a name like ``P`` there are none."""
        for node in self.nodes:
            if isinstance(node, Atom | Fn):
                places = len(node.args) if isinstance(node, Atom) else FUNCTION if node.args else CONSTANT
                own, telling = glossary.words((node.name, places))
                said |= dict.fromkeys(own)
                if telling:
                    self.telling[node.name, places] = telling
            elif isinstance(node, Num):
                said[str(node.value)] = None
                self.telling[str(node.value), NUMERAL] = (str(node.value),)
        self.said = [word.strip(".,;:!?'\"()") for word in said]
        """The words that the names in the formula are made of, and those of their glosses."""
        self.names = " ".join(self.said)


class Glossary:
    """The words of the names and of the formulas of a program.

    Args:
        program: the program.
    """

    def __init__(self, program: Program) -> None:
        self.program: Final = program
        self._glosses = {constant.name: constant.gloss for constant in program.constants}
        self._words: dict[Name, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._spoken: dict[Formula, Spoken] = {}
        self.worded: dict[tuple[Formula, str], tuple[tuple[str, str, str], ...]] = {}
        """What was found of a formula beside a sentence (``shapes.wording``)."""

    def words(self, name: Name) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words of a name and its gloss, and those by which a sentence may have it.

        Args:
            name: a predicate with its places, or another name with ``CONSTANT`` or ``FUNCTION``.
        """
        found = self._words.get(name)
        if found is None:
            own = words(name[0])
            gloss = words_of(self.program, name) if name[1] >= 0 else self._glosses.get(name[0], "")
            found = (*own, *gloss.split()), tuple(content(f"{' '.join(own)} {gloss}"))
            self._words[name] = found
        return found

    def spoken(self, formula: Formula) -> Spoken:
        """Return what a formula of the program says."""
        found = self._spoken.get(formula)
        if found is None:
            found = self._spoken[formula] = Spoken(self, formula)
        return found

    def thing(self, constant: str) -> list[str]:
        """Return the words by which a sentence may speak of a thing, those of its gloss among them."""
        return [*words(constant), *content(self._glosses.get(constant, ""))]

    @cached_property
    def goal(self) -> Spoken:
        """What the goal says."""
        return self.spoken(self.program.goal.formula)

    @cached_property
    def things(self) -> list[tuple[str, list[str]]]:
        """The constants of the program, each with its words but for numbers."""
        named = self.program.signature.constants
        return [(name, [part for part in words(name) if not part.isdigit()]) for name in named]
