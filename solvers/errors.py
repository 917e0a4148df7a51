"""Faults that are exceptions: what the user must mend before anything can run."""

from __future__ import annotations

from importlib.util import find_spec


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


class MissingExtra(UserError):
    """What was asked for needs packages that are not installed here.

    Args:
        extra: the extra of this package that brings them.
    """

    def __init__(self, extra: str) -> None:
        super().__init__(
            f"this needs the extra '{extra}', which is not installed here: "
            f"uv sync --extra {extra} (in a clone), or pip install 'sorites[{extra}]'"
        )
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str]]:
        return MissingExtra, (self.extra,)


def require(extra: str, *modules: str) -> None:
    """Make sure that packages of an extra are there, before they are imported.

    Args:
        extra: the extra that brings them.
        modules: their modules at the top, such as ``openai``.

    Raises:
        MissingExtra: one of them is not installed.
    """
    if any(find_spec(module) is None for module in modules):
        raise MissingExtra(extra)
