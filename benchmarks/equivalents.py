"""Mutants that no test can tell from what they change, each with the reason."""

from __future__ import annotations

from typing import Final

_EVEN: Final = "return len(shares) > 1 and abs(shares[0][1] - shares[1][1]) < 1e-09"
EQUIVALENT: Final[dict[tuple[str, str], str]] = {
    ("Rule = Literal['vote', 'majority']", "Rule = Literal['voteX', 'majority']"): "read by type checkers alone",
    ("Rule = Literal['vote', 'majority']", "Rule = Literal['vote', 'majorityX']"): "read by type checkers alone",
    (_EVEN, _EVEN.replace("< 1e-09", "<= 1e-09")): "no two shares differ by just the tolerance",
}
