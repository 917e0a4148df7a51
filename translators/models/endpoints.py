"""Models by name, with their endpoint and options behind it.

``openai:qwen3@http://localhost:11434/v1?temperature=0.6`` names all at once. A key stands in no name, only where it
is: ``key_env`` or ``key_file``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints
from urllib.parse import parse_qsl

from pydantic import ConfigDict, Field, ValidationError, create_model

from sorites.solvers import UserError

from ..masking import is_secret, masked, names_variable
from ..options import GONE, ModelOptions
from .endpoint import without_password

_ADDRESS: Final = re.compile(r"(?P<model>.*?)(?:@(?P<url>https?://[^?]*))?(?:\?(?P<query>.*))?", re.S)
_OURS: Final = frozenset({"model", "messages", "tools", "tool_choice", "response_format", "n", "stream"})
"""Parameters of a request that nobody else may set."""
_GONE: Final = {
    **GONE,
    "timeout": "it is called model_timeout, as everywhere",
    "reasks": "it is called max_reasks, as everywhere",
}
_SENT: Final = ("reasoning_effort", "top_p", "top_k", "verbosity", "service_tier")
"""Parameters that are sent as they are, without ``extra.`` before them."""


_NO_KEYS: Final = "and keys stand in no file that is shown around: say where the key is, by key_env or key_file"
_TYPES: Final = {
    one.name: Annotated[get_type_hints(ModelOptions)[one.name], Field(**one.metadata)]
    for one in fields(ModelOptions)
    if one.name not in {"headers", "cache", "api_key"}
}
_SAID: Final[dict[str, Any]] = {name: (kind | None, None) for name, kind in _TYPES.items()}
AskedIn: Final = create_model(
    "AskedIn", __config__=ConfigDict(extra="forbid"), **_SAID, key_env=(str | None, None), key_file=(Path | None, None)
)
"""How a model is asked, wherever that is said: the options of ``ModelOptions`` that have a place in words, and where
its key is."""
SETTABLE: Final = tuple(AskedIn.model_fields)
"""What may be said of a model anywhere: behind its name, on the command line, in the file of a run."""


def resolved(name: str, options: ModelOptions) -> tuple[str, ModelOptions]:
    """Return the plain name of a model, such as ``openai:qwen3``, and how it is asked.

    Args:
        name: a name, perhaps with an address and options behind it.
        options: how all models of a command are asked, unless the name says something else.

    Raises:
        UserError: the name can't be read, or a key is missing.
    """
    match = _ADDRESS.fullmatch(name)
    if match is None or (match["url"] is None and match["query"] is None):
        return name, options
    given = {**_query(match["query"] or "", name), **({"base_url": match["url"]} if match["url"] else {})}
    return match["model"], _asked_as(_checked(given, f"the model '{called(name)}'"), options, name)


def asked_by(said: Mapping[str, Any], options: ModelOptions, name: str) -> ModelOptions:
    """Return how a model is asked.

    Args:
        said: what is said of it, as commands and the files of runs call it.
        options: how, unless it is said there.
        name: where it is said, for errors.

    Raises:
        UserError: a value is none, there is no key where one should be, or a parameter may not be set.
    """
    return _asked_as(_checked({field: said[field] for field in SETTABLE if field in said}, name), options, name)


def refuse_odd(options: ModelOptions) -> None:
    """Refuse options that are none, as a text where a number belongs, wherever they were made.

    Raises:
        UserError: there is one.
    """
    plain = ModelOptions()
    said = {name: value for name in _TYPES if (value := getattr(options, name)) != getattr(plain, name)}
    _checked(said, "ModelOptions")


def called(name: str) -> str:
    """Return what a model is called in records: as the user names it, without a password in its address."""
    return masked(without_password(name))


def _query(query: str, name: str) -> dict[str, Any]:
    known = [field for field in SETTABLE if field != "extra"]
    return settings(parse_qsl(query, keep_blank_values=True), known, f"the model '{called(name)}'")


def settings(pairs: Iterable[tuple[str, str]], known: Collection[str], where: str) -> dict[str, Any]:
    """Return settings that are written as names and texts, parameters of requests among them as ``extra``.

    Args:
        pairs: the names and texts.
        known: the names that are settings.
        where: where they are written, for errors.

    Raises:
        UserError: there is no such setting, or a parameter that may not be set.
    """
    given: dict[str, Any] = {}
    for key, text in pairs:
        if key in known:
            given[key] = text
        elif key.startswith("extra.") or key in _SENT:
            put(given.setdefault("extra", {}), key.removeprefix("extra."), text)
        elif key in _GONE:
            raise UserError(f"{where}: the option '{key}' is gone: {_GONE[key]}")
        else:
            raise UserError(
                f"{where}: there is no option '{key}'; there are {', '.join(known)}, "
                f"{', '.join(_SENT)}, and extra.NAME for what is sent as it is"
            )
    return given


def put(parameters: dict[str, Any], name: str, text: str) -> None:
    """Put a parameter among others.

    Args:
        parameters: the others.
        name: its name, with dots for what stands within another.
        text: its value, as JSON or as the text that it is.

    Raises:
        UserError: what it stands within is a value already.
    """
    _allow(name)
    *path, last = name.split(".")
    place: Any = parameters
    for step in path:
        place = place.setdefault(step, {})
        if not isinstance(place, dict):
            raise UserError(f"the parameter '{name}' stands within '{step}', which is a value")
    try:
        place[last] = json.loads(text)
    except ValueError:
        place[last] = text


def _allow(name: str) -> None:
    """Refuse a parameter that is ours to set, or that looks like a secret."""
    if name in _OURS:
        raise UserError(f"the parameter '{name}' is ours to set")
    if is_secret(name):
        raise UserError(f"the parameter '{name}' looks like a key, which stands in no name or file: use key_env")


def _checked(given: Mapping[str, Any], where: str) -> Any:
    try:
        return AskedIn.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        what = "there is no such option" if first["type"] == "extra_forbidden" else first["msg"]
        if place in _GONE:
            what = f"the option is gone: {_GONE[place]}"
        if "key" in place and first["type"] == "extra_forbidden":
            what = _NO_KEYS
        raise UserError(f"{where}: {place}: {what}") from None


def _asked_as(found: Any, options: ModelOptions, name: str) -> ModelOptions:
    given = found.model_dump(exclude_none=True, exclude={"key_env", "key_file", "extra"})
    for one in found.extra or ():
        _allow(one)
    if found.extra:
        given["extra"] = {**options.extra, **found.extra}
    if found.base_url is not None:  # a key is for its own endpoint, and is sent to no other
        given["api_key"] = options.api_key or "none"
    if found.key_env is not None:
        given["api_key"] = os.environ.get(found.key_env)
        if not given["api_key"]:
            which = f"'{found.key_env}'" if names_variable(found.key_env) else "that key_env names; is it the key?"
            raise UserError(f"{called(name)}: there is no key in the environment's variable {which}")
    if found.key_file is not None:
        try:
            given["api_key"] = found.key_file.expanduser().read_text("utf-8").strip()
        except (OSError, ValueError) as error:  # it may be the key itself, so it is not shown
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            raise UserError(f"{called(name)}: can't read the file that key_file names: {why}") from None
    return replace(options, **given)
