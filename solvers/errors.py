"""Faults that are exceptions: what the user must mend before anything can run."""

from __future__ import annotations


class SoritesError(Exception):
    """The root of all errors that Sorites raises."""


class UserError(SoritesError):
    """The user must act: a bad argument, a missing or unreadable file. The text says what to do."""


class MissingEngine(UserError):
    """An engine that was asked for is not installed.

    Args:
        name: the engine.
        remedies: ways to install it.
    """

    def __init__(self, name: str, *remedies: str) -> None:
        super().__init__(f"the solver '{name}' is not installed here: {', or '.join(remedies)}")
