"""What is wrong with trees and programs that no text gave: those of code that uses the library."""

from __future__ import annotations

from ..errors import SoritesError, UserError


class InvalidProgram(UserError):
    """A formula or a program that was built in Python can't be one.

    Attributes:
        where: the part, such as ``premise 2``.
        what: what is wrong with it.
        hint: how to mend it.
    """

    def __init__(self, where: str, what: str, hint: str) -> None:
        self.where = where
        self.what = what
        self.hint = hint
        super().__init__(where, what, hint)

    def __str__(self) -> str:
        return f"{self.where}: {self.what}. {self.hint}"


class Unprintable(SoritesError):
    """The dialect has no way to write the formula."""
