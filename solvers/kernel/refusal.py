"""What the kernel says of a certificate that it does not accept."""

from __future__ import annotations


class Refused(Exception):  # it is what is found out, no failure
    """The certificate does not stand.

    Attributes:
        why: what is wrong.
        line: the number of the first line that does not stand; 0 where that is none of them.
    """

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.line = line


class Unchecked(Exception):
    """The certificate can't be checked; the text says why. That does not mean that it is wrong."""
