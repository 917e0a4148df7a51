"""A pause for Python's collector of cyclic garbage while many trees are built, none of which is garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(many: bool = True) -> Iterator[None]:
    """Look for no cycles inside: with many trees alive each look costs more than reading them did.

    Args:
        many: whether it is worth it.
    """
    if not (many and gc.isenabled()):
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
