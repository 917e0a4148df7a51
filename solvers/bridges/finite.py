"""Finite models: searched over growing domains, with quantifiers written out.

The certificates for ``unknown`` come from here whatever engine said it, and where
an engine gives up a finite model still settles a question. The first domain tried
is the program's own constants, each its own thing, since that is the easiest for a
reader; then domains of 1, 2, … things, whose names may coincide.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from ..clock import within
from ..errors import Late, TooLarge
from ..kernel.models import Meaning
from ..kernel.refusal import Unchecked
from ..logic.sorts import SortedTheory, settled
from ..logic.symbols import INT, NOTHING, NUMBERS, THING, Declarations, signature
from ..logic.syntax import Formula, numeral
from ..outcome import Limits, Model
from .ground import GroundSymbols, GroundWriter
from .smt import applications, extract, load

if TYPE_CHECKING:
    import z3

MAX_NAMED: Final = 8
"""The most constants that get a thing of their own."""
MAX_DOMAIN: Final = 8
"""The largest domain without names that is tried."""
MAX_TRIES: Final = 200
"""The most domains of several sorts that are tried."""


def find_model(
    formulas: Iterable[Formula], seconds: float, megabytes: int = 2048, declared: Declarations = NOTHING
) -> Model | None:
    """Return a finite model of closed formulas, or ``None`` if none was found.

    Args:
        formulas: what must hold in the model.
        seconds: the time limit of the whole search.
        megabytes: the memory limit.
        declared: the sorts that are declared.
    """
    formulas = tuple(formulas)
    try:
        with within(seconds) as clock:
            clock.check()
            ready = settled(formulas, signature(formulas), declared)
            for size, labels in _domains(ready):
                clock.check()
                model = _search(ready, size, labels, clock.left, megabytes)
                if model is not None:
                    return model
    except (Late, TooLarge):
        pass
    return None


def _domains(ready: SortedTheory) -> Iterator[tuple[dict[str, int], dict[str, tuple[str, ...]]]]:
    """Yield how many things of each sort are tried, and which constants name things of their own, the best first."""
    names, sorts = ready.names, ready.sorts
    kinds = [THING] if sorts.plain else sorted(ready.used - NUMBERS) or [THING]
    named: dict[str, list[str]] = {kind: [] for kind in kinds}
    for name in names.constants:
        if (sort := sorts.of(("f", name, 0, -1))) not in NUMBERS:
            named[sort].append(name)
    if sorts.plain:
        named[THING] += [numeral(n.value) for n in names.numerals]
    fixed = {kind: ready.enumerations[kind] for kind in kinds if kind in ready.enumerations}
    count = sum(map(len, named.values()))
    if 0 < count <= MAX_NAMED:
        labels = {kind: fixed.get(kind, tuple(ones)) for kind, ones in named.items()}
        yield {kind: max(len(ones), 1) for kind, ones in labels.items()}, labels
    free = [kind for kind in kinds if kind not in fixed]
    most = MAX_DOMAIN if len(free) < 3 else MAX_DOMAIN // 2
    for sizes in sorted(itertools.product(range(1, most + 1), repeat=len(free)), key=sum)[:MAX_TRIES]:
        yield {**{kind: len(ones) for kind, ones in fixed.items()}, **dict(zip(free, sizes, strict=True))}, dict(fixed)


def _search(
    ready: SortedTheory, size: dict[str, int], labels: Mapping[str, tuple[str, ...]], seconds: float, megabytes: int
) -> Model | None:
    import z3

    symbols, solver, things = _problem(ready, size, labels, Limits(seconds, megabytes))
    if solver.check() != z3.sat:
        return None
    applied = applications(solver) if not NUMBERS.isdisjoint(ready.used) else None
    model = extract(solver.model(), symbols, ready.sorts, things, applied=applied)
    if model is None or NUMBERS.isdisjoint(ready.names.sorts):
        return model
    meaning = Meaning(model, typed=True)  # what is said of all numbers was said of some
    with suppress(Unchecked):
        if all(map(meaning.holds, (*ready.formulas, *ready.axioms))):
            return model
    return None


def _written(number: int | Decimal, sort: str) -> str:
    """Return a number as a script has it, for a variable of a sort."""
    value = math.floor(number) if sort == INT else number
    text = f"{abs(value)}" if sort == INT or isinstance(value, Decimal) else f"{abs(value)}.0"
    return text if value >= 0 else f"(- {text})"


def _problem(
    ready: SortedTheory, size: Mapping[str, int], labels: Mapping[str, tuple[str, ...]], limits: Limits
) -> tuple[GroundSymbols, z3.Solver, dict[str, list[str]]]:
    """Return formulas over domains, in which the labels name things of their own, as a problem for Z3."""
    symbols = GroundSymbols()
    fresh = (f"e{i}" for i in itertools.count())
    things = {sort: list(itertools.islice(fresh, count)) for sort, count in size.items()}
    numbers = {n.value + more for n in ready.names.numerals for more in (-1, 0, 1)} or {0}
    named = {sort: [*dict.fromkeys(_written(n, sort) for n in numbers)] for sort in NUMBERS & {*ready.names.sorts}}
    writer = GroundWriter(ready.sorts, symbols, {**things, **named})
    written = [writer.formula(f) for f in (*ready.formulas, *ready.axioms)]
    known = symbols.names
    constants = [
        (known["f", name, 0], thing)
        for sort, names in labels.items()
        for name, thing in zip(names, things[sort], strict=False)
        if ("f", name, 0) in known
    ]
    script = [
        *[
            f"(declare-datatypes (({writer.sort(sort)} 0)) (({' '.join(f'({thing})' for thing in ones)})))"
            for sort, ones in things.items()
        ],
        *writer.declarations,
        *[f"(assert {f})" for f in written],
        *[f"(assert (= {symbol} {thing}))" for symbol, thing in constants],
    ]
    return symbols, load("\n".join(script), limits.seconds, limits.megabytes, ground=True), things
