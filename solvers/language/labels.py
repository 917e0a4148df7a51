"""Labels of rules, and preferences between rules by their labels."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from .diagnostics import Diagnostic, Level, Span
from .headings import DEFAULTS, DEFEASIBLE, PREMISES
from .syntax import Atom

if TYPE_CHECKING:
    from ..notation.sections import Row as Line
    from .program import Default, Statement

MAX_CIRCLE: Final = 10
"""The most labels of a circle of preferences that are shown."""
_WORD: Final = re.compile(r"[^\W\d_]\w*")
_COUNTED: Final = re.compile(r"([^\W\d_]+) (\d+)")
def preferences(line: Line) -> tuple[list[tuple[str, str, Span]], list[Diagnostic]]:
    """Read a line that says which rules win over which: ``R3 > R2 > R1``.

    Returns:
        Pairs of labels, the preferred one first, each with its place; and what is wrong.
    """
    span = Span(line.start, line.end)
    labels = _named(line.text.strip(" \t*•."))
    if len(labels) < 2 or not all(_WORD.fullmatch(label) for label in labels):
        message, hint = "this states no preference", "Write the labels of two rules as R2 > R1"
        return [], [Diagnostic("bad-preference", Level.ERROR, message, span, hint, "a preference")]
    return [(winner, loser, span) for winner, loser in itertools.pairwise(labels)], []


def check_labels(
    defaults: Sequence[Default],
    defeasible: Sequence[Default],
    exceptions: Iterable[Statement],
    preferences: Iterable[tuple[str, str, Span | None]] = (),
) -> list[Diagnostic]:
    """Return what is wrong with the labels of rules, and with what speaks of rules by them.

    Args:
        defaults: the defaults.
        defeasible: the defeasible rules; a program has rules of one kind.
        exceptions: atoms of labels.
        preferences: pairs of labels, the preferred one first, each with its place.
    """
    found = []
    if defaults and defeasible:
        message = "a program has defaults or defeasible rules, not both"
        hint = "Under 'Defaults:' premises are classical; under 'Defeasible rules:' all rules are applied forwards."
        spans = [rule.span for rule in defeasible if rule.span]
        first = spans[0] if spans else None
        found.append(Diagnostic("mixed-rules", Level.ERROR, message, first, hint, also=tuple(spans[1:])))
    known: dict[str, Default] = {}
    for one in (*defaults, *defeasible):
        if _WORD.fullmatch(one.label) is None:
            message = f"'{one.label}' is no label"
            hint = "A label is one word of letters, digits and _ that begins with a letter."
            found.append(Diagnostic("bad-label", Level.ERROR, message, one.span, hint))
        elif known.setdefault(one.label, one) is not one:
            message = f"two rules have the label '{one.label}'"
            found.append(Diagnostic("same-label", Level.ERROR, message, one.span, "Give each rule a label of its own."))
    told = set()
    preferences = tuple(preferences)
    for winner, loser, span in preferences:
        for label in (winner, loser):
            if label not in known and label not in told:
                told.add(label)
                message = f"the preference speaks of '{label}', which is the label of no rule"
                found.append(Diagnostic("unknown-label", Level.ERROR, message, span, "Label the rule."))
    for atom in exceptions:
        rule = known.get(atom.formula.name) if isinstance(atom.formula, Atom) else None
        if rule is None or not isinstance(atom.formula, Atom) or len(atom.formula.args) != len(rule.variables):
            message = "this is no exception to a default or rule of the program"
            hint = "Write its label with a thing for each of its variables, as D1(anne)."
            found.append(Diagnostic("bad-exception", Level.ERROR, message, atom.span, hint))
    return found + check_preferences(preferences)


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
