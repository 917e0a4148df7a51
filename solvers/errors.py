"""The exceptions of Sorites: those that users meet, and those by which an engine says that it gives up."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .logic.diagnostics import Diagnostic


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
        self.name = name
        self.remedies = remedies
        super().__init__(name, *remedies)

    def __str__(self) -> str:
        return f"the solver '{self.name}' is not installed here: {', or '.join(self.remedies)}"


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


class UnreadableProgram(SoritesError):
    """The text is no program.

    Attributes:
        diagnostics: all that is wrong with it.
        text: the text.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        self.diagnostics = diagnostics
        self.text = text
        super().__init__(diagnostics, text)

    def __str__(self) -> str:
        return "\n".join(d.show(self.text) for d in self.diagnostics)


class OutsideFragment(SoritesError):
    """A formula has no form that an engine can take; the text says what it is."""


class TooLarge(SoritesError):
    """Formulas are too long, or too many, when they are written out."""


class Late(SoritesError):
    """The time is up."""


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
