"""Values with one thing in them altered: what forged certificates are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any


def mutants(value: Any, pool: tuple[Any, ...]) -> Iterator[Any]:
    """Yield copies of a value of which one part is altered, is missing or is there twice.

    Args:
        value: a dataclass, collection, text, number or truth value.
        pool: other values, which take the place of parts of their kind.
    """
    kind = type(value)
    yield from (other for other in pool if type(other) is kind and other != value)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum | str | None):
        return
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            for other in mutants(getattr(value, one.name), pool):
                yield replace(value, **{one.name: other})
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield (*value[:i], *value[i + 1 :])
            yield (*value[:i], part, *value[i:])
            yield from ((*value[:i], other, *value[i + 1 :]) for other in mutants(part, pool))
    elif isinstance(value, frozenset):
        for part in value:
            yield value - {part}
            yield from (value - {part} | {other} for other in mutants(part, pool))
        yield from (value | {other} for other in pool if isinstance(other, type(next(iter(value), None))))
    elif isinstance(value, Mapping):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            yield from ({**value, key: other} for other in mutants(value[key], pool))
