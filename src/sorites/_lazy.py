"""Names that a package loads when they are first used, so that importing it is quick (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def lazily(package: str, names: Mapping[str, Sequence[str]]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and the ``__dir__`` of a package.

    Args:
        package: the package's ``__name__``.
        names: for each module, relative to the package, the names that it defines.
    """
    places = {name: module for module, defined in names.items() for name in defined}

    def load(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(places[name], package), name)
        setattr(import_module(package), name, value)
        return value

    return load, lambda: sorted(places)
