"""Which options have somebody who goes by them. What nobody would hear is refused, not passed over in silence.

One table holds for all commands and for the files that describe runs: the options are called alike in both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields
from enum import Flag, auto
from types import MappingProxyType
from typing import Final

from sorites.solvers import UserError
from sorites.translators import ModelOptions
from sorites.translators.registry import is_model

from .options import BASELINES


class Use(Flag):
    """What is done in a command or a run, of which options may say how."""

    NOTHING = 0
    GRAMMAR = auto()
    """The grammar reads."""
    RECORDED = auto()
    """Programs that were recorded are solved."""
    GOLD = auto()
    """The programs that a dataset comes with are solved."""
    OWN = auto()
    """A translator that we do not know translates; it may go by any option of translators."""
    TRANSLATES = auto()
    """A model translates."""
    ANSWERS = auto()
    """A model answers by itself, as a baseline or where no program does."""
    RECALLED = auto()
    """Answers that were recorded are read."""
    BACKGROUND = auto()
    """A model is asked for general knowledge."""
    VOTES = auto()
    """A problem may have several programs or answers."""
    DRAWS = auto()
    """Problems are drawn at random."""
    PROCESSES = auto()
    """Processes of ours may solve."""
    WORDS = auto()
    """A model finds the words of generated problems."""
    SHOWS = auto()
    """Demonstrations are tried."""
    TRAINS = auto()
    """Problems are written for training."""


_COMPUTES: Final = Use.GRAMMAR | Use.RECORDED | Use.GOLD | Use.OWN
_PROVES: Final = _COMPUTES | Use.TRANSLATES
_TOLD: Final = Use.TRANSLATES | Use.ANSWERS | Use.OWN
_ASKS: Final = _TOLD | Use.BACKGROUND | Use.WORDS
_MODEL: Final = "no model is asked here, as by the translator openai:MODEL or the answerer cot"
_TRANSLATES: Final = "no model is asked here for a translation, as the translator openai:MODEL is"

_OTHERS: Final = frozenset("seed shots prompt demonstrations headers api_key".split())
"""Options of models of which more than that one is asked has to hold, or that no command has."""
NEEDS: Final[tuple[tuple[str, Use, str], ...]] = (
    (" ".join(one.name for one in fields(ModelOptions) if one.name not in _OTHERS), _ASKS, _MODEL),
    ("key_env key_file prices max_cost concurrency", _ASKS, _MODEL),
    ("seed", _ASKS | Use.DRAWS, f"nothing is drawn, and {_MODEL}"),
    ("shots prompt demonstrations", _TOLD, "no model is asked here for a translation or an answer, as openai:MODEL is"),
    ("max_repairs by_story", Use.TRANSLATES | Use.OWN, _TRANSLATES),
    ("model models", Use.ANSWERS, "no model answers by itself here, as an answerer, direct or cot, or as the fallback"),
    (
        "partial knowledge background",
        Use.GRAMMAR | Use.OWN,
        "nothing is read by the grammar, the translator english",
    ),
    ("solver semantics timeout memory check fallback", _PROVES, "nothing is proved: nobody translates"),
    ("readings", _PROVES, "nothing is proved: nobody translates"),
    ("strict", _PROVES & ~Use.GRAMMAR, "nobody writes programs here that could be mended"),
    (
        "samples",
        _TOLD | Use.RECORDED | Use.RECALLED,
        "there is one program of each problem: several come from models and from what was recorded",
    ),
    ("rule", Use.VOTES, "each problem has one program or answer, which needs no vote"),
    ("workers", Use.PROCESSES, "no process of ours solves here: models are asked in threads, and Ray has its own"),
    ("examples", Use.SHOWS, "no demonstrations are tried"),
    ("augment tasks", Use.TRAINS, "nothing is written for training, as by --to openai or --to alpaca"),
)
"""Options, who goes by them, and what to say where nobody does."""
_BY_OPTION: Final = {name: (use, told) for names, use, told in NEEDS for name in names.split()}

BESIDE: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "solve": (("context", "question"), ("choice", "question")),
    "generate": (("base_url", "wording"),),
}
"""By command: options that say something of another one, which must be there."""
AGAINST: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "compare": (("flips", "json"), ("flips", "markdown"), ("markdown", "json")),
}
"""By command: options of which the first would do nothing beside the second."""


def uses(  # a keyword for each option that decides
    translators: Iterable[object],
    answerers: Iterable[object] = (),
    *,
    fallback: str | None = None,
    background: bool = False,
    samples: int = 0,
    draw: int = 0,
    engine: str = "local",
) -> Use:
    """Return what is done.

    Args:
        translators: who translates: names, or objects of the user's own.
        answerers: who answers without a prover.
        fallback: who answers where no program does.
        background: whether a model is asked for general knowledge.
        samples: how many programs of each problem; 0 for all that are recorded, one of a model.
        draw: how many problems are drawn.
        engine: who runs what computes.
    """
    found = Use.NOTHING
    for one in translators:
        found |= _of_translator(one)
    if background and found & Use.GRAMMAR:
        found |= Use.BACKGROUND
    for one in answerers:
        found |= Use.RECALLED if str(one).startswith("answers:") else Use.ANSWERS
    if found & _PROVES and fallback in BASELINES:
        found |= Use.ANSWERS
    if samples > 1 or (samples == 0 and found & (Use.RECORDED | Use.RECALLED | Use.OWN)):
        found |= Use.VOTES
    if draw:
        found |= Use.DRAWS
    if engine == "local" and found & (_COMPUTES | Use.RECALLED):
        found |= Use.PROCESSES
    return found


def _of_translator(one: object) -> Use:
    if not isinstance(one, str):
        return Use.OWN
    if is_model(one):
        return Use.TRANSLATES
    kinds = {"english": Use.GRAMMAR, "recorded": Use.RECORDED, "gold": Use.GOLD}
    return kinds.get(one.partition(":")[0], Use.OWN)


def refuse_idle(said: Collection[str], use: Use, shown: Callable[[str], str], where: str = "") -> None:
    """Refuse options that nobody goes by.

    Args:
        said: the options that the user said something of, by the names of their parameters.
        use: what is done.
        shown: how an option is written where the user wrote it.
        where: where that is, for the error; nothing for the command line.

    Raises:
        UserError: there are some; the error says what they need.
    """
    idle: dict[str, list[str]] = {}
    for name in said:
        needed, told = _BY_OPTION.get(name, (~Use.NOTHING, ""))
        if told and not needed & use:
            idle.setdefault(told, []).append(shown(name))
    if idle:
        place = f"{where}: " if where else ""
        raise UserError(place + "; ".join(f"{', '.join(names)}: {told}" for told, names in idle.items()))


def refuse_beside(command: str, said: Mapping[str, object] | Collection[str]) -> None:
    """Refuse options that say something only beside others, or nothing beside them.

    Args:
        command: the command's name.
        said: the options that the user said something of.

    Raises:
        UserError: there is one.
    """
    for name, other in BESIDE.get(command, ()):
        if name in said and other not in said:
            raise UserError(f"{option_name(name)} says something of {option_name(other)}, which is missing")
    for name, other in AGAINST.get(command, ()):
        if name in said and other in said:
            raise UserError(f"{option_name(name)} does nothing beside {option_name(other)}; leave one of them out")


def option_name(name: str) -> str:
    """Return an option of a command as it is written, by the name of its parameter."""
    return f"--{_NAMES.get(name, name).replace('_', '-')}"


_NAMES: Final = MappingProxyType({"models": "model", "regression": "fail-on-regression"})
