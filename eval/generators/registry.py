"""Generators by name, with options from text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from sorites.solvers import UserError

from .problem import Generator

if TYPE_CHECKING:
    from .wording import Wording

GENERATORS: Final[Mapping[str, tuple[str, str]]] = {
    "logicasker": ("logicasker", "LogicAsker"),
    "boardgameqa": ("boardgameqa", "BoardgameQA"),
    "provergen": ("provergen", "ProverGen"),
    "multi-logieval": ("multilogieval", "MultiLogiEval"),
}


def make_generator(name: str, options: Mapping[str, str] | None = None, wording: Wording | None = None) -> Generator:
    """Return the generator of a name.

    Args:
        name: one of ``GENERATORS``.
        options: its options, by name, as text; ``variant`` names one of BoardgameQA's.
        wording: a model that finds the words, or tells anew what the templates say.

    Raises:
        UserError: there is no such generator, or no such option or value.
    """
    if name not in GENERATORS:
        raise UserError(f"there is no generator '{name}'; there are {', '.join(GENERATORS)}")
    module, attribute = GENERATORS[name]
    found = import_module(f"{__package__}.{module}")
    kind = getattr(found, attribute)
    fields = {f.name: f for f in dataclasses.fields(kind)}
    given: dict[str, Any] = {}
    if wording is not None and "wording" in fields:
        given["wording"] = wording
    fields.pop("wording", None)
    for key, value in (options or {}).items():
        if key == "variant" and hasattr(found, "VARIANTS"):
            if value not in found.VARIANTS:
                raise UserError(f"{name} has no variant '{value}'; it has {', '.join(found.VARIANTS)}")
            given |= found.VARIANTS[value]
            continue
        if key not in fields:
            raise UserError(f"{name} has no option '{key}'; it has {', '.join(fields) or 'none'}")
        given[key] = _value(name, key, value, getattr(kind(), key))
    made = kind(**given)
    _check(name, made, found)
    generator = cast("Generator", made)
    if wording is None or "wording" in given:
        return generator
    from .retelling import Retold  # with its words, which need the extra eval: who lists generators may do without

    return Retold(generator, wording.chat)


def _value(name: str, key: str, value: str, default: Any) -> Any:
    """Return a value of the same type as the default."""
    try:
        if isinstance(default, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[value.lower()]
        if isinstance(default, tuple):
            parts = [part.strip() for part in value.split(",") if part.strip()]
            return tuple(type(default[0])(p) if default else p for p in parts)
        return type(default)(value)
    except (ValueError, KeyError) as error:
        raise UserError(f"{name} can't take {key}={value}; the default is {default}") from error


_ONE_OF: Final = {
    "logics": "LOGICS",
    "split": "SIZES",
    "combinations": "COMBINATIONS",
    "answers": "ANSWERS",
}


def _range(field: str) -> tuple[int, int]:
    """Return the least and the greatest value of an option that is a number."""
    share = field.startswith(("p_", "rule_"))
    return (0 if share or field == "distractors" else 1), (1 if share else 20)


def _within(values: Iterable[Any], low: int, high: int) -> bool:
    numbers = (v for v in values if isinstance(v, int | float) and not isinstance(v, bool))
    return all(low <= v <= high for v in numbers)


def _check(name: str, made: Any, module: Any) -> None:
    """Refuse values that no problem can be made of.

    Raises:
        UserError: a value is out of its range.
    """
    for field in dataclasses.fields(made):
        value = getattr(made, field.name)
        many = value if isinstance(value, tuple) else (value,)
        allowed = getattr(module, _ONE_OF.get(field.name, ""), None)
        if allowed is not None and not all(v in allowed for v in many):
            raise UserError(f"{name} has {field.name} {', '.join(map(str, allowed))}, not {value}")
        if field.name == "p_answers" and (len(many) != 3 or abs(sum(many) - 1) > 0.01):
            raise UserError(f"{name} takes three shares that add up to 1 as p_answers, not {value}")
        low, high = _range(field.name)
        if not _within(many, low, high) or (not many and field.name != "only"):
            raise UserError(f"{name} takes {field.name} from {low} to {high}, not {value}")
    leaves = getattr(made, "leaves", None)
    if leaves is not None and not leaves():
        raise UserError(f"{name} has no leaf of the tree with {', '.join(made.only)} in its name")
