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
    **{name: ("puzzles", name.capitalize()) for name in ("ordering", "grid", "assignment")},
}


def make_generator(name: str, options: Mapping[str, str] | None = None, wording: Wording | None = None) -> Generator:
    """Return the generator of a name.

    Args:
        name: one of ``GENERATORS``.
        options: its options, by name, as text; ``variant`` names one of BoardgameQA's.
        wording: a model that finds the words, or tells anew what the templates say.

    Raises:
        UserError: there is no such generator, no such option or value, or two options contradict each other.
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
    for part in _NO_OPTIONS:
        fields.pop(part, None)
    for key, value in (options or {}).items():
        if key == "variant" and hasattr(found, "VARIANTS"):
            if value not in found.VARIANTS:
                raise UserError(f"{name} has no variant '{value}'; it has {', '.join(found.VARIANTS)}")
            continue
        if key not in fields:
            raise UserError(f"{name} has no option '{key}'; it has {', '.join(fields) or 'none'}")
        given[key] = _value(name, key, value, getattr(kind(), key))
    variant = (options or {}).get("variant")
    changed = found.VARIANTS[variant] if variant is not None else {}
    _contradictions(name, given, variant, changed, by_model=wording is not None)
    made = kind(**given, **changed)
    _check(name, made, found)
    generator = cast("Generator", made)
    if wording is None or "wording" in given:
        return generator
    from .retelling import Retold  # with its words, which need the extra eval: who lists generators may do without

    return Retold(generator, wording.chat)


def options_of(pairs: Iterable[tuple[str, str]], said: str) -> dict[str, str]:
    """Return options by name.

    Args:
        pairs: their names and values.
        said: what has them, for the message.

    Raises:
        UserError: one is there twice.
    """
    found: dict[str, str] = {}
    for key, value in pairs:
        if key in found:
            raise UserError(f"{said} has {key} twice, {key}={found[key]} and {key}={value}; leave one of them out")
        found[key] = value
    return found


def _contradictions(
    name: str, given: Mapping[str, Any], variant: str | None, changed: Mapping[str, Any], *, by_model: bool
) -> None:
    """Refuse options of which one says what another one says, or makes it idle.

    Raises:
        UserError: there are two of these; the error names both.
    """
    if twice := next((key for key in changed if key in given), None):
        raise UserError(
            f"{name}: variant={variant} says what {twice} is ({changed[twice]}), and {twice}={given[twice]} does, too; "
            "leave one of them out"
        )
    if {**given, **changed}.get("binary") and "p_answers" in given:
        who = f"variant={variant}" if "binary" in changed else "binary=true"
        raise UserError(
            f"{name}: {who} makes as many proved as disproved games and no unknown ones, so that p_answers="
            f"{','.join(map(str, given['p_answers']))} would not be heard; leave one of them out"
        )
    both = {**given, **changed}
    idle = {
        "p_conflict_type1": "p_conflict=0" if both.get("p_conflict") == 0 and not both.get("binary") else "",
        "goal_rules": "rule_goals=0" if both.get("rule_goals") == 0 else "",
        "p_universal": "--wording" if by_model else "",
        "story": "" if by_model else "no --wording",
        "combinations": "" if {"pl", "fol"} & {*both.get("logics", ("pl",))} else f"logics={','.join(both['logics'])}",
    }
    if unheard := next((key for key, why in idle.items() if why and key in given), None):
        value = given[unheard]
        said = ",".join(map(str, value)) if isinstance(value, tuple) else value
        raise UserError(f"{name}: with {idle[unheard]}, {unheard}={said} would not be heard; leave it out")


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


_NO_OPTIONS: Final = ("wording", "scheme", "name")
"""Parts of a generator that are no options of it."""
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
    if leaves is not None:
        names = [leaf.name for leaf in leaves()]
        if idle := [part for part in made.only if not any(part in leaf for leaf in names)]:
            more = "" if len(idle) == len(made.only) else f"; only={','.join(made.only)} has more parts than these"
            raise UserError(f"{name} has no leaf of the tree with {', '.join(idle)} in its name{more}")
