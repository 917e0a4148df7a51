"""Rule books: many facts and a few dozen rules, from text to a checked verdict: ``python -m benchmarks.rulebooks``.

Each size is asked three questions, of which one is entailed, one refuted and one open. clingo and E are run bare on
the same premises beside it, on input that is written for them beforehand.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

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


def book(count: int) -> tuple[list[str], dict[str, str]]:
    """Return the premises of a rule book with so many facts, and a goal for each verdict."""
    given = list(facts(count))
    last = max(int(one[13:-1].split(",")[0]) for one in given if one.startswith("WorksIn"))
    units, cities = max(count // 50, 5), max(count // 1000, 3)
    places = {"unit": units - 1, "last": last, "city": last % units % cities, "suspended": 13, "senior": 5}
    return [*given, *RULES], {verdict: goal.format(**places) for verdict, goal in GOALS.items()}


def text(premises: list[str], goal: str) -> str:
    """Return a program as text."""
    return "\n".join(["Premises:", *premises, "Conclusion:", goal, ""])
