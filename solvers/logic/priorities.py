"""Which rules win over which, by their labels."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from .diagnostics import Diagnostic, Level, Span

MAX_CIRCLE: Final = 10
"""The most labels of a circle of preferences that are shown."""


def check_preferences(preferences: Iterable[tuple[str, str, Span | None]]) -> list[Diagnostic]:
    """Return what is wrong with preferences among themselves: that they go in a circle.

    Superiority is an acyclic relation in defeasible logic (Antoniou et al. 2001), and priorities
    are an order in circumscription (Lifschitz 1985), so no engine has to think of a circle.

    Args:
        preferences: pairs of labels, the preferred one first, each with its place.
    """
    places: dict[str, dict[str, Span | None]] = defaultdict(dict)
    for winner, loser, span in preferences:
        places[loser].setdefault(winner, span)
    beaten = {loser: len(winners) for loser, winners in places.items()}
    losers: dict[str, list[str]] = defaultdict(list)
    for loser, winners in places.items():
        for winner in winners:
            losers[winner].append(loser)
    ready = [label for label in losers if label not in beaten]
    while ready:  # what nothing left is preferred to is on no circle
        for loser in losers[ready.pop()]:
            beaten[loser] -= 1
            if not beaten[loser]:
                del beaten[loser]
                ready.append(loser)
    if not beaten:
        return []
    label, walk = next(iter(beaten)), dict[str, None]()
    while label not in walk:  # each label that is left is beaten by one that is left
        walk[label] = None
        label = next(winner for winner in places[label] if winner in beaten)
    circle = list(walk)[list(walk).index(label) :][::-1]
    first = circle.index(min(circle))
    circle = [*circle[first:], *circle[: first + 1]]
    spans = [places[loser][winner] for winner, loser in itertools.pairwise(circle)]
    where = sorted({span for span in spans if span is not None}, key=lambda span: span.start)
    shown = " > ".join(circle if len(circle) <= MAX_CIRCLE else [*circle[: MAX_CIRCLE - 1], "…", circle[0]])
    message, hint = f"the preferences go in a circle: {shown}", f"Drop one of these {len(circle) - 1} preferences."
    if len(circle) == 2:
        message, hint = f"the preference {shown} is one of a rule to itself", "Drop it."
    elif len(circle) == 3:
        hint = "Drop one of the two."
    return [
        Diagnostic("preference-cycle", Level.ERROR, message, where[0] if where else None, hint, also=tuple(where[1:]))
    ]
