"""All formulas of one program, read together: what a name is can depend on the other formulas."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Span
from ..logic.program import Constant, Predicate
from ..logic.syntax import Formula
from .arrows import turn
from .closing import Parsed, settle
from .dialects import Dialect
from .facts import Facts
from .formulas import parse
from .parser import Surroundings
from .textbook import short_atoms

MAX_FAILED: Final = 200
"""How many formulas of one program may fail until the others are not looked at."""


class Source(NamedTuple):
    """The text of one formula.

    Attributes:
        text: the formula, without label and bullet. What follows it as its gloss may be left in.
        start: where it begins in the whole text.
        goal: whether it is asked, not stated.
    """

    text: str
    start: int
    goal: bool = False


class Read(NamedTuple):
    """What one formula's text gave.

    Attributes:
        formula: the closed formula; ``None`` if an error is among the diagnostics.
        open_variables: the variables that the formula's outermost quantifiers close although
            no quantifier was written.
        end: how many characters of the text the formula takes; what follows is a gloss.
        strongest: the strongest of several readings, of which ``formula`` is the weakest; ``None`` where there is one.
    """

    formula: Formula | None
    open_variables: tuple[str, ...] = ()
    end: int = 0
    strongest: Formula | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """What a program declares before its formulas."""

    predicates: Sequence[Predicate] = field(default_factory=tuple)
    constants: Sequence[Constant] = field(default_factory=tuple)
    sorts: Set[str] = frozenset()


def read_formulas(
    sources: Sequence[Source], dialect: Dialect, declared: Declared, *, strict: bool = False
) -> tuple[list[Read], list[Diagnostic]]:
    """Read the formulas of one program.

    Args:
        sources: the formulas' texts, in the order of the whole text.
        dialect: how they are read.
        declared: the declared names.
        strict: mend nothing.

    Returns:
        What each text gave, in the order of the texts, and all diagnostics.
    """
    arities: dict[str, set[int]] = {}
    for predicate in declared.predicates:
        arities.setdefault(predicate.name, set()).add(predicate.arity)
    params = frozenset(param for predicate in declared.predicates for param in predicate.params)
    taken = arities.keys() | {constant.name for constant in declared.constants}
    texts = [one.text for one in sources]
    short = short_atoms(texts, dialect, taken)
    around = Surroundings(arities, params, declared.sorts, short=short, texts=texts)
    parsed: list[Parsed] = []
    failed = 0
    facts = None if short else Facts(dialect, params)
    for one in sources:
        if failed >= MAX_FAILED:  # whoever reads that many faults has read enough
            parsed.append(Parsed(None))
            continue
        if facts is not None and (fact := facts.formula(one.text)) is not None:
            end = len(one.text)
            parsed.append(Parsed(fact, end=end, span=Span(one.start, one.start + end)))
            continue
        parsed.append(parse(one.text, dialect, strict=strict, offset=one.start, around=around))
        failed += parsed[-1].formula is None
    if around.curried:  # a predicate of a later formula may be applied without brackets in an earlier one
        for i, one in enumerate(sources):
            if parsed[i].formula is None:
                parsed[i] = parse(one.text, dialect, strict=strict, offset=one.start, around=around)
    parsed = turn(parsed, strict)
    closed = settle(
        parsed,
        dialect,
        goals={i for i, one in enumerate(sources) if one.goal},
        constants=[constant.name for constant in declared.constants],
        params=params,
        strict=strict,
    )
    diagnostics = [d for one, end in zip(parsed, closed, strict=True) for d in (*one.diagnostics, *end.diagnostics)]
    read = [Read(c.formula, c.variables, p.end, c.strongest) for p, c in zip(parsed, closed, strict=True)]
    return read, diagnostics
