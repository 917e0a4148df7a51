"""Defeasible logic by its meta-program, evaluated as it stands: what engine and checker are held against.

The meta-program is that of Antoniou, Billington, Governatori and Maher (2000, A flexible framework for
defeasible logics), under the well-founded semantics as Maher and Governatori (1999) have it: the alternating
fixpoint of Van Gelder (1993).
"""

from collections.abc import Iterable, Sequence

Rule = tuple[str, tuple[str, ...], str]
"""A label (empty for a strict rule or a fact), a body, a head; literals are names, perhaps with ``¬``."""
Claim = tuple[str, str | int]
"""A predicate of the meta-program, and the literal or the number of the rule that it is said of."""
Clause = tuple[Claim, list[Claim], list[Claim]]
"""A head, what must hold, what must not."""


def opposite(literal: str) -> str:
    """Return the literal that says the opposite."""
    return literal[1:] if literal.startswith("¬") else f"¬{literal}"


def proved(rules: Sequence[Rule], preferred: Iterable[tuple[str, str]], *, team: bool, propagate: bool) -> set[str]:
    """Return the literals of which ``defeasibly`` is true in the well-founded model."""
    better = set(preferred)
    numbered = list(enumerate(rules))
    clauses: list[Clause] = []
    for literal in {x for _, body, head in rules for one in (*body, head) for x in (one, opposite(one))}:
        clauses.append((("defeasibly", literal), [("definitely", literal)], []))
        clauses.append((("supported", literal), [("definitely", literal)], []))
    for r, (label, body, head) in numbered:
        against = opposite(head)
        if not label:
            clauses.append((("definitely", head), [("definitely", b) for b in body], []))
        wins: list[Claim] = [("defeasibly", b) for b in body]
        clauses.append((("defeasibly", head), wins, [("definitely", against), ("overruled", r)]))
        clauses.append((("supported", head), [("supported", b) for b in body], [("beaten", r)]))
        for s, (other, needs, what) in numbered:
            if what != against:
                continue
            speaks: list[Claim] = [("supported" if propagate else "defeasibly", b) for b in needs]
            if team:
                clauses.append((("overruled", r), speaks, [("defeated", s)]))
            elif (label, other) not in better:
                clauses.append((("overruled", r), speaks, []))
            if (label, other) in better:
                clauses.append((("defeated", s), wins, []))
            if (other, label) in better:
                clauses.append((("beaten", r), [("defeasibly", b) for b in needs], []))
    true: set[Claim] = set()
    while True:
        possible = _least(clauses, true)
        more = _least(clauses, possible)
        if more == true:
            return {str(atom[1]) for atom in true if atom[0] == "defeasibly"}
        true = more


def _least(clauses: Sequence[Clause], assumed: set[Claim]) -> set[Claim]:
    """Return the least model where what must not hold is looked up in a set."""
    left = [(head, body) for head, body, without in clauses if assumed.isdisjoint(without)]
    found: set[Claim] = set()
    while more := {head for head, body in left if found.issuperset(body)} - found:
        found |= more
    return found
