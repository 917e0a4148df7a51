"""Mutants that no test can tell from what they change, each with the reason."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[tuple[str, str], str]] = {}
