"""Fewer premises for an answer that is already there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from ..clock import within
from ..errors import Late

SECONDS: Final = 1.0
"""The most seconds that are spent on it."""
_PARTS: Final = 8
"""In how many parts many premises are left out at first; fewer of them one by one."""


def minimal(candidates: Sequence[int], refuted: Callable[[list[int]], Collection[int] | None]) -> list[int]:
    """Return candidates that are false together, none of which can be spared.

    Many are left out at once at first, since the cores that engines give for large programs
    may be all that was assumed.

    Args:
        candidates: what is false together.
        refuted: returns those of what it is given that are false together, ``None`` if
            they are not known to be.

    Returns:
        Some of the candidates, in their order: as few as could be found in time.
    """
    needed, size = list(candidates), 1
    while size * _PARTS <= len(needed):
        size *= 2
    try:
        with within(SECONDS):
            while size:
                start = 0
                while start < len(needed):
                    rest = [*needed[:start], *needed[start + size :]]
                    core = refuted(rest)
                    if core is None:
                        start += size
                    else:
                        needed = [one for one in rest if one in core]
                size //= 2
    except Late:
        pass
    return needed
