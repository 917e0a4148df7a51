"""Generators by name, with options from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import UserError

from .problem import Generator

if TYPE_CHECKING:
    from sorites.translators.models.chat import ChatModel

GENERATORS: Final[Mapping[str, tuple[str, str]]] = {
    "logicasker": ("logicasker", "LogicAsker"),
    "boardgameqa": ("boardgameqa", "BoardgameQA"),
    "provergen": ("provergen", "ProverGen"),
    "multi-logieval": ("multilogieval", "MultiLogiEval"),
    **{name: ("puzzles", name.capitalize()) for name in ("ordering", "grid", "assignment")},
}


def make_generator(name: str, options: Mapping[str, Any] | None = None, wording: ChatModel | None = None) -> Generator:
    """Return the generator of a name.

    Args:
        name: one of ``GENERATORS``.
        options: its options, by name, as text; ``variant`` names one of BoardgameQA's.
        wording: a model that tells anew what the templates say.

    Raises:
        UserError: there is no such generator, no such option or value, or two options contradict each other.
    """
    if name not in GENERATORS:
        raise UserError(f"there is no generator '{name}'; there are {', '.join(GENERATORS)}")
    module, attribute = GENERATORS[name]
    generator: Generator = getattr(import_module(f"{__package__}.{module}"), attribute).from_options(options or {})
    if wording is None:
        return generator
    from .retelling import Retold  # with its words, which need the extra eval: who lists generators may do without

    return Retold(generator, wording)


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
