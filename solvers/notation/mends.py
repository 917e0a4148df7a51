"""The mends: slips of a text that leave one reading, which is taken and said, with the level ``mended``.

Whatever part of the reader makes a mend, it has its row here; ``python -m benchmarks.mends`` counts the programs that
each is for. A row that fires on no program that a model wrote is no gain: what it mends is better refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mend:
    """A slip that is mended.

    Attributes:
        code: the code of the diagnostic that tells of it.
        seen: what is seen, in Markdown.
        made: what is made of it.
        why: why one reading is left.
    """

    code: str
    seen: str
    made: str
    why: str


MENDS: Final = (
    Mend(
        "plural",
        "`Wumpuses(rex)`, `Wumpus` being declared",
        "`Wumpus(rex)`",
        "see [names](#spellings-of-one-name)",
    ),
    Mend(
        "number-name",
        "`1e6`, `1_000`, `42.3 billion`, `2000$`",
        "`1000000`, `1000`, `42300000000`, `2000`",
        "where numbers stand, a name that begins with digits is one",
    ),
    Mend(
        "wider-scope",
        "`∀x (P(x)) → Q(x)`, `∃x (P(x)) ∧ Q(x)`",
        "`∀x (P(x) → Q(x))`, `∃x (P(x) ∧ Q(x))`",
        "nothing else can bind the second `x`",
    ),
    Mend(
        "spaced-name",
        "`Eats(Bald Eagle, tom)`",
        '`Eats("Bald Eagle", tom)`',
        "no connective can stand there; words in small letters may be two things",
    ),
    Mend(
        "spelling",
        "`Ann` and `ann`; `bald_eagle` for a declared `BaldEagle`",
        "one name: the declared one, or the more frequent",
        "see [names](#spellings-of-one-name)",
    ),
    Mend(
        "stray-bracket",
        "`¬(P(a) ∧ Q(a)))`",
        "`¬(P(a) ∧ Q(a))`",
        "a single bracket too many at the end has one place to go",
    ),
    Mend(
        "anonymous-variable",
        "`Owns(bob, _)`",
        "`∃y Owns(bob, y)`",
        "used once, it says *something*, in that atom",
    ),
    Mend(
        "free-variable",
        "`Man(X) → Mortal(X)` without quantifiers; `Perform(person) → Attend(person)` where the declaration is "
        "`Perform(person)`",
        "`∀X (Man(X) → Mortal(X))`",
        "the name stands in rules alone, twice in one, and names nothing elsewhere",
    ),
)
"""The most frequent ones first."""


def mends_table() -> str:
    """Return the table of mends in Markdown, as the page on the language shows it."""
    rows = [f"| `{one.code}` | {one.seen} | {one.made} | {one.why} |" for one in MENDS]
    return "\n".join(["| code | seen | read as | why one reading is left |", "|---|---|---|---|", *rows])
