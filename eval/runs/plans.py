"""Cells with options of their own, and runs that a TOML file describes.

The keys are the options of ``sorites bench``, with ``_`` for ``-``. What stands at the top holds for all cells, what
stands in ``[cells.NAME]`` for that cell alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.agent.uses import Use, refuse_idle, uses
from sorites.agent.voting import Rule
from sorites.solvers import Limits, UserError
from sorites.solvers.notation.readings import Readings
from sorites.translators import EnglishOptions, ModelOptions
from sorites.translators.files import text_of
from sorites.translators.models.endpoints import SETTABLE, AskedIn, asked_by
from sorites.translators.options import GONE
from sorites.translators.plugins import is_own

from ..presets import PRESET
from .describing import LIMITS
from .execution import Budget, Workers

T = TypeVar("T", bound=BaseModel)
_Count = Annotated[int, Field(ge=0)]
_FILES: Final = ("recorded", "answers", "file")
"""Names behind whose colon a path stands."""


class OptionsIn(AskedIn, BaseModel):  # type: ignore[misc]  # made of ModelOptions
    """What may be said for all cells of a run, or for one. What is not said stays as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    cache: bool | None = None
    partial: bool | None = None
    knowledge: Path | None = None
    background: str | None = None
    solver: Any = None
    samples: _Count | None = None
    max_repairs: _Count | None = None
    timeout: Annotated[float, Field(ge=0.01)] | None = None
    memory: Annotated[int, Field(ge=64)] | None = None
    fallback: str | None = None
    check: bool | None = None
    strict: bool | None = None
    readings: Readings | None = None
    by_story: bool | None = None


class CellIn(OptionsIn):
    """A cell with a name of its own: who answers, and what differs from the other cells."""

    translator: Any = None
    answerer: Any = None
    preset: str | None = None
    model: str | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any] | Self, name: str) -> Self:
        """Return what a mapping says of a cell.

        Raises:
            UserError: it says what is not known, or not who answers.
        """
        found = checked(cls, given, f"cell '{name}'") if isinstance(given, Mapping) else given
        if found.preset is not None and found.answerer is None:
            found = found.model_copy(update={"answerer": f"{PRESET}{found.preset}", "preset": None})
        if found.preset is not None or (found.translator is None) == (found.answerer is None):
            raise UserError(f"cell '{name}': say who answers: either a translator, an answerer, or a preset")
        if found.model is not None and found.answerer is None:
            raise UserError(f"cell '{name}': 'model' is an answerer's; a translator has it in its name: openai:MODEL")
        return found

    def used(self, above: OptionsIn) -> Use:
        """Return what is done in the cell, under the options of the run that holds above it."""
        return uses(
            () if self.translator is None else (self.translator,),
            () if self.answerer is None else (self.answerer,),
            fallback=self.fallback or above.fallback,
            background=bool(self.background or above.background),
            samples=(above.samples or 0) if self.samples is None else self.samples,
        )


class RunIn(OptionsIn):
    """A run as a file describes it."""

    dataset: str
    data: Path | None = None
    labels: str | list[str] | None = None
    where: str | list[str] | dict[str, str | list[str]] = []
    draw: _Count | None = None
    limit: _Count | None = None
    shard: str | None = None
    semantics: str | None = None
    rule: Rule | None = None
    translators: list[str] = []
    answerers: list[str] = []
    presets: list[str] = []
    models: list[str] = []
    cells: dict[str, CellIn] = {}
    prices: Path | None = None
    out: Path | None = None
    workers: Annotated[int, Field(ge=1)] | None = None
    concurrency: Annotated[int, Field(ge=1)] | None = None
    engine: str | None = None
    max_cost: Annotated[float, Field(ge=0)] | None = None
    max_errors: _Count | None = None
    max_samples: _Count | None = None

    def used(self) -> Use:
        """Return what is done in the run, in any of its cells."""
        nobody = not (self.translators or self.answerers or self.presets or self.cells)
        found = uses(
            ("gold",) if nobody else self.translators,
            (*self.answerers, *self.presets),
            fallback=self.fallback,
            background=bool(self.background),
            samples=self.samples or 0,
            draw=self.draw or 0,
            engine=self.engine or "local",
        )
        for cell in self.cells.values():
            found |= cell.used(self)
        return found


def load_plan(path: Path | str, /, **others: Any) -> dict[str, Any]:
    """Return the run that a TOML file describes, as the keywords of ``sorites.eval.run``.

    Args:
        path: the file. Relative paths in it are relative to its folder.
        others: what holds instead of what the file says, by the same names.

    Returns:
        The keywords, those alone that the file says something of: ``run(**load_plan("run.toml"))``.

    Raises:
        UserError: it can't be read, or says what is not known.
    """
    said = _read(Path(path), others)
    _refuse_idle(said, str(path))
    return keywords(said, str(path))


_PARTS: Final[Mapping[str, tuple[Any, Mapping[str, str]]]] = {
    "english": (EnglishOptions(), {"partial": "partial", "knowledge": "knowledge", "background": "background"}),
    "limits": (Limits(), LIMITS),
    "workers": (Workers(), {"workers": "processes", "concurrency": "concurrency", "engine": "engine"}),
    "budget": (Budget(), {name: name for name in ("max_cost", "max_errors", "max_samples")}),
}
"""Keywords of ``sorites.eval.run`` that several options make: what they are if nothing is said, and what each sets."""
ASKING: Final = frozenset((*SETTABLE, "cache", *_PARTS["english"][1]))
"""Options that say how a text is read, by a model or by the grammar: those that all commands have."""
_WHO: Final = CellIn.model_fields.keys() - OptionsIn.model_fields.keys()


def keywords(said: OptionsIn, where: str, before: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """Return what is said as the keywords of ``sorites.eval.run``: those alone that something is said of.

    Args:
        said: what is said of a run, or how a cell answers.
        where: where it is said, for errors.
        before: keywords that hold where nothing else is said.

    Raises:
        UserError: there is no key where one should be.
    """
    found = dict(before)
    given = {name: one for name in said.model_fields_set - _WHO if (one := getattr(said, name)) is not None}
    asked = {name: given.pop(name) for name in (*SETTABLE, "cache") if name in given}
    if asked:
        model = found.get("model", ModelOptions())
        if "cache" in asked:
            from sorites.translators.models.cache import default_path

            model = replace(model, cache=default_path() if asked["cache"] else None)
        found["model"] = asked_by(asked, model, where)
    for name, (plain, options) in _PARTS.items():
        if changed := {options[option]: given.pop(option) for option in options if option in given}:
            found[name] = replace(found.get(name, plain), **changed)
    if presets := given.pop("presets", ()):
        given["answerers"] = [*given.get("answerers", ()), *(f"{PRESET}{name}" for name in presets)]
    return found | given


def _refuse_idle(said: RunIn, where: str) -> None:
    """Refuse options that nobody goes by, in a file or on the command line beside it."""
    refuse_idle(said.model_fields_set, said.used(), str, where)
    for name, cell in said.cells.items():
        refuse_idle(cell.model_fields_set, cell.used(said), str, f"cell '{name}' of '{where}'")


def _read(path: Path, others: Mapping[str, Any]) -> RunIn:
    try:
        given = tomllib.loads(text_of(path))
    except ValueError as error:
        raise UserError(f"can't read the run in {path}: {error}") from error
    tables = given.get("cells", {})
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        raise UserError(f"{path}: write a cell as a table of its own, [cells.NAME]")
    for table, where in ((given, str(path)), *((one, f"{path}, cell '{name}'") for name, one in tables.items())):
        for name in ("solver", "translator", "answerer"):  # objects in Python, names in a file
            if not isinstance(table.get(name, ""), str):
                raise UserError(f"{where}: {name}: a name is expected, not {table[name]!r}")
    cells = {name: CellIn.of(_placed(one, path.parent), f"{name}' of '{path}") for name, one in tables.items()}
    return checked(RunIn, {**_placed(given, path.parent), "cells": cells, **others}, str(path))


def checked(kind: type[T], given: Mapping[str, Any], where: str) -> T:
    """Return what a mapping says.

    Args:
        kind: what it may say.
        given: the mapping.
        where: where it stands, for errors.

    Raises:
        UserError: it says what is not known; the error names what is near.
    """
    try:
        return kind.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        if first["type"] != "extra_forbidden":
            raise UserError(f"{where}: {place}: {first['msg']}") from None
        raise UserError(f"{where}: there is no option '{place}'{_near(place, kind.model_fields)}") from None


def _near(name: str, known: Iterable[str]) -> str:
    last = name.rpartition(".")[2]
    if last in GONE:
        return f": it is gone; {GONE[last]}"
    if name in {"api_key", "headers"}:
        return ": keys stand in no file that is shown around; say where the key is, by key_env or key_file"
    if name in CellIn.model_fields or name in RunIn.model_fields:
        return " here: " + (
            "it holds for the whole run" if name in RunIn.model_fields else "it belongs in [cells.NAME]"
        )
    near = get_close_matches(name.replace("-", "_"), list(known), 1, 0.6)
    return f"; is it '{near[0]}'?" if near else f"; there are {', '.join(sorted(known))}"


def _placed(given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what a file says, with paths relative to its folder."""
    found = dict(given)
    for name in ("data", "prices", "out", "prompt", "knowledge", "key_file"):
        if isinstance(path := found.get(name), str):
            found[name] = str(folder / Path(path).expanduser())
    for name in ("dataset", "translator", "answerer", "fallback"):
        if isinstance(text := found.get(name), str):
            found[name] = _name_placed(text, folder)
    for name in ("translators", "answerers"):
        if isinstance(several := found.get(name), list):
            found[name] = [_name_placed(one, folder) if isinstance(one, str) else one for one in several]
    if isinstance(shown := found.get("demonstrations"), str) and (folder / shown).is_file():
        found["demonstrations"] = str(folder / shown)
    return found


def _name_placed(name: str, folder: Path) -> str:
    kind, colon, path = name.partition(":")
    if kind in _FILES and colon and path:
        return f"{kind}:{folder / Path(path).expanduser()}"
    return str(folder / Path(name).expanduser()) if is_own(name) else name
