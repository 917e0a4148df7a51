"""Rule books: many facts and a few dozen rules, from text to a checked verdict: ``python -m benchmarks.rulebooks``.

Each size is asked three questions, of which one is entailed, one refuted and one open.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import time
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from rich.console import Console
from rich.table import Table

from sorites.solvers import Limits, prove, read_program

SIZES: Final = (1_000, 10_000, 100_000)
GOALS: Final = {
    "entailed": "Fluent(staff{last}, city{city}) ∧ Part(unit{unit}, unit0) ∧ ∃y (Leads(y, unit0) ∧ Licensed(y))",
    "refuted": "Admitted(staff{suspended})",
    "unknown": "Mentor(staff{senior})",
}
"""A question for each verdict."""
CHAIN: Final = ("Employed", "Insured", "Listed", "Paid", "Taxed", "Counted", "Known", "Reached", "Invited", "Welcome")
RULES: Final = (
    *(f"∀x ({one}(x) → {other}(x))" for one, other in itertools.pairwise(CHAIN)),
    "∀x ∀u (WorksIn(x, u) → Employed(x))",
    "∀u ∀v (Under(u, v) → Part(u, v))",
    "∀u ∀v ∀w (Part(u, v) ∧ Part(v, w) → Part(u, w))",
    "∀x ∀u ∀c (WorksIn(x, u) ∧ SeatedIn(u, c) → BasedIn(x, c))",
    "∀x ∀c ∀l (BasedIn(x, c) ∧ SpokenIn(l, c) ∧ Speaks(x, l) → Fluent(x, c))",
    "∀x ∀y ∀c (Fluent(x, c) ∧ Reports(x, y) ∧ Fluent(y, c) → Understands(x, y))",
    "∀x (Suspended(x) → ¬Admitted(x))",
    "∀x (Licensed(x) → ¬Suspended(x))",
    "∀x (Senior(x) → Mentor(x) ∨ Reviewer(x))",
    "∀x (Reviewer(x) → Trusted(x))",
    "∀u ∀c (SeatedIn(u, c) → ∃y Leads(y, u))",
    "∀y ∀u (Leads(y, u) → Leader(y) ∧ Licensed(y))",
)
T = TypeVar("T")
LIMIT: Final = 60.0
"""Seconds for one question."""


def facts(count: int) -> Iterator[str]:
    """Yield so many facts about staff, units and cities."""
    cities = max(count // 1000, 3)
    units = max(count // 50, 5)
    for c in range(cities):
        yield f"SpokenIn(tongue{c % 7}, city{c})"
    for u in range(units):
        yield f"SeatedIn(unit{u}, city{u % cities})"
        yield f"Under(unit{u}, unit{(u - 1) // 8})" if u else "Headquarters(unit0)"
    made, i = cities + 2 * units, 0
    while made < count:
        yield f"WorksIn(staff{i}, unit{i % units})"
        yield f"Speaks(staff{i}, tongue{i % units % cities % 7})"
        made += 2
        if i:
            yield f"Reports(staff{i}, staff{(i - 1) // 8})"
            made += 1
        if i % 4 == 1:
            yield f"Senior(staff{i})"
            made += 1
        if i % 10 == 3:
            yield f"Suspended(staff{i})"
            made += 1
        i += 1


def places(count: int) -> dict[str, int]:
    """Return the numbers of those whom the questions are about."""
    last = max(int(one[13:].split(",")[0]) for one in facts(count) if one.startswith("WorksIn"))
    units, cities = max(count // 50, 5), max(count // 1000, 3)
    return {"unit": units - 1, "last": last, "city": last % units % cities, "suspended": 13, "senior": 5}


def book(count: int) -> tuple[list[str], dict[str, str]]:
    """Return the premises of a rule book with so many facts, and a goal for each verdict."""
    where = places(count)
    return [*facts(count), *RULES], {verdict: goal.format(**where) for verdict, goal in GOALS.items()}


def text(premises: list[str], goal: str) -> str:
    """Return a program as text."""
    return "\n".join(["Premises:", *premises, "Conclusion:", goal, ""])


def best(part: Callable[[], T], rounds: int) -> tuple[float, T]:
    """Return the least seconds of this process that something took in some rounds, and what it returned."""
    found: tuple[float, T] | None = None
    for _ in range(rounds):
        started = time.process_time()
        made = part()
        took = time.process_time() - started
        found = (took, made) if found is None or took < found[0] else found
    assert found is not None
    return found


def measured(premises: list[str], goal: str, verdict: str, rounds: int) -> list[str]:
    """Return a row of the table."""
    asked = text(premises, goal)
    seconds, outcome = best(lambda: prove(asked, limits=Limits(LIMIT), check=True), rounds)
    assert outcome.verdict.value == verdict, (verdict, outcome.diagnostics)
    assert outcome.checked is not None, outcome.diagnostics
    reading, _ = best(lambda: read_program(asked), rounds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [outcome.engine, f"{reading:.3f}", f"{seconds:.3f}", f"{1e6 * seconds / len(premises):.0f}", f"{peak:.0f}"]


def main() -> None:
    """Print the seconds of one core, from text to checked verdict, the best of some rounds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rulebooks", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES, help="how many facts")
    parser.add_argument("--rounds", type=int, default=3, help="how often each question is asked")
    options = parser.parse_args()
    table = Table(title="rule books, from text to checked verdict, in seconds")
    for column in ("facts", "verdict", "engine", "read", "in all", "µs a line", "peak MB"):
        table.add_column(column, justify="left" if column in ("verdict", "engine") else "right")
    for size in options.sizes:
        premises, goals = book(size)
        for verdict, goal in goals.items():
            table.add_row(f"{size:,}", verdict, *measured(premises, goal, verdict, options.rounds))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
