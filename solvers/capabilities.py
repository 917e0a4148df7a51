"""What programs need and what engines can do, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from .logic.program import Program, Semantics
from .logic.sorts import infer
from .logic.symbols import THING


class Feature(StrEnum):
    """What a program may need of an engine."""

    CLASSICAL = "classical"
    """First-order entailment."""
    RULES = "rules"
    """Forward chaining over rules as written."""
    DEFEASIBLE = "defeasible"
    """Defeasible rules with preferences."""
    DEFAULTS = "defaults"
    """What normally holds, beside classical premises."""
    EQUALITY = "equality"
    """Terms are equated."""
    FUNCTIONS = "functions"
    """Functions of things, not constants only."""
    ARITHMETIC = "arithmetic"
    """Numbers are compared, or calculated with."""
    SORTS = "sorts"
    """Variables range over several sorts: declared ones, or things beside such numbers."""


MEANINGS: Final = frozenset({Feature.CLASSICAL, Feature.RULES, Feature.DEFEASIBLE, Feature.DEFAULTS})
"""What it can mean that a goal follows; a program needs exactly one of these."""
ANY_CLASSICAL: Final = frozenset(Feature) - MEANINGS | {Feature.CLASSICAL}
"""All that a classical program may need."""


class Kind(StrEnum):
    """The kinds of certificates."""

    PROOF = "proof"
    """A proof, if only the premises that it needs."""
    STEPS = "steps"
    """A proof with its steps."""
    COUNTERMODELS = "countermodels"
    CLOSURE = "closure"
    ARGUMENT = "argument"
    PREFERRED_MODELS = "preferred models"


class Cost(IntEnum):
    """What asking an engine costs, the least first."""

    SMALL = 1
    """Nearly nothing for a small program, more than others for a large one."""
    LIBRARY = 2
    """It runs in this process."""
    PROCESS = 3
    """It is started as a process of its own."""
    SLOW_PROCESS = 4
    """A process that often finds no end."""
    SEVERAL = 5
    """It asks other engines."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do.

    Attributes:
        features: what a program may need of it.
        certificates: the kinds of certificates that it gives.
        decides: a program that it can read and that needs no more than these is always
            decided, given the time; empty if none is sure to be.
        cost: what asking it costs.
    """

    features: frozenset[Feature]
    certificates: frozenset[Kind]
    decides: frozenset[Feature] = frozenset()
    cost: Cost = Cost.LIBRARY


def needs(program: Program) -> frozenset[Feature]:
    """Return what a program needs of an engine."""
    program = program.unfolded
    names = program.signature
    needed = {_meaning(program)}
    if names.equality:
        needed.add(Feature.EQUALITY)
    if names.arithmetic:
        needed.add(Feature.ARITHMETIC)
    if program.sorted or (names.arithmetic and _speaks_of_things(program)):
        needed.add(Feature.SORTS)
    if program.sorted and program.declared.enumerations:
        needed.add(Feature.EQUALITY)  # their members are all there is
    if any(arity for _, arity in names.functions):
        needed.add(Feature.FUNCTIONS)
    return frozenset(needed)


def _meaning(program: Program) -> Feature:
    if program.defaults:
        return Feature.DEFAULTS
    if program.defeasible:
        return Feature.DEFEASIBLE
    return Feature.RULES if program.semantics is Semantics.RULES else Feature.CLASSICAL


def _speaks_of_things(program: Program) -> bool:
    names = program.signature
    sorts = infer(program.formulas, names, program.declared)
    return any(sorts.of(slot) == THING for slot in names.slots())
