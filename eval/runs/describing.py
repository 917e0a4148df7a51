"""A cell as data: all that can change what it answers, and nothing of what can't, nor any secret.

Cells are made of frozen dataclasses, so what they are can be read off them, whoever made them and however. What is
large, as the programs of a file, is told by its checksum; a prompt by its version and hash, beside its text. A field
of a dataclass that is declared ``compare=False`` is passed over.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from sorites.translators.masking import is_secret
from sorites.translators.models.endpoint import Endpoint

from .files import checksum

if TYPE_CHECKING:
    from sorites.translators.models.prompts import Prompt

LEFT_OUT: Final = frozenset(
    {"api_key", "cache", "client", "source", "timeout", "model_timeout", "retries", "rpm", "throttle"}
)
"""What changes no answer: secrets, what is kept of answers, the name of a file whose content is told, and patience."""
_HEADERS: Final = frozenset({"headers", "default_headers"})
"""What may hold secrets, so that only the names of it are told."""
LIMITS: Final = {"timeout": "seconds", "memory": "megabytes"}
"""The limits of a program, by the options that set them."""
_RENAMED: Final = {name: option for option, name in LIMITS.items()}
_LARGE: Final = 40
"""Entries from which on a table is told by its checksum."""
_DEEP: Final = 12


@dataclass(slots=True)
class Description:
    """What cells are, while they are gone through.

    Attributes:
        prompts: all that models are told besides the problems, by the hashes that records name.
        secrets: the keys, passwords and headers that were passed over.
    """

    prompts: dict[str, Prompt] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)

    def of(self, thing: object, depth: int = 0) -> Any:
        """Return a part of a cell as data for JSON.

        Args:
            thing: the part.
            depth: how deep in the cell it is.
        """
        if isinstance(thing, Enum):
            return self.of(thing.value, depth)
        if thing is None or isinstance(thing, bool | int | float | str):
            return thing
        if isinstance(thing, Path):
            return _sha256(checksum(thing)) if thing.exists() else str(thing)
        if depth > _DEEP:
            return _kind(thing)
        if (prompt := _as_prompt(thing)) is not None:
            self.prompts[prompt.hash] = prompt
            return f"{prompt.name}:{prompt.label}"
        if isinstance(thing, Mapping):
            return _small({str(name): self.of(value, depth + 1) for name, value in thing.items()})
        if isinstance(thing, list | tuple):
            return _small([self.of(one, depth + 1) for one in thing])
        if isinstance(thing, set | frozenset):
            return _small(sorted((self.of(one, depth + 1) for one in thing), key=repr))
        if isinstance(thing, Endpoint):
            self.secrets.update(thing.secrets)
            return {"is": _kind(thing), "name": thing.name, **self.of(thing.told, depth)}
        return self._parts(thing, depth)

    def _parts(self, thing: object, depth: int) -> Any:
        found: dict[str, Any] = {}
        if isinstance(name := getattr(thing, "name", None), str):
            found["name"] = name
        for own in getattr(thing, "own_prompts", ()):
            self.prompts.setdefault(own.hash, own)
        for name, value in self._kept(_attributes(thing), depth).items():
            found.setdefault(name, value)
        return {"is": _kind(thing), **found} if found else _kind(thing)

    def _kept(self, pairs: Iterable[tuple[str, Any]], depth: int) -> dict[str, Any]:
        """Return what is told of attributes, or of what a model of another library is made with."""
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in _HEADERS and isinstance(value, Mapping):
                self.secrets.update(map(str, value.values()))
                found[name] = sorted(map(str, value))
            elif is_secret(name):
                self.secrets.update([value] if isinstance(value, str) else ())
            elif name not in LEFT_OUT:
                made_with = name == "arguments" and isinstance(value, Mapping)
                given = self._kept(value.items(), depth) if made_with else self.of(value, depth + 1)
                found.setdefault(_RENAMED.get(name, name), given)
        return found


def _as_prompt(thing: object) -> Prompt | None:
    """Return a thing that is a prompt; nothing is one before their module is loaded, which takes a while."""
    module = sys.modules.get("sorites.translators.models.prompts")
    return cast("Prompt", thing) if module is not None and isinstance(thing, module.Prompt) else None


def _attributes(thing: object) -> Iterator[tuple[str, Any]]:
    """Yield what an object has that anybody may look at."""
    if inspect.isroutine(thing) or isinstance(thing, type):
        return
    if is_dataclass(thing):
        # what two of a kind are not compared by does not tell them apart here either
        names: Collection[str] = [one.name for one in fields(thing) if one.compare]
    else:
        names = vars(thing).keys() if hasattr(thing, "__dict__") else ()
    yield from ((name, getattr(thing, name, None)) for name in names if not name.startswith("_"))


def _kind(thing: object) -> str:
    """Return what an object is called where it was defined."""
    kind = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{kind.__module__}.{kind.__qualname__}"


def _small(data: Any) -> Any:
    """Return a table, or its checksum if it is large."""
    if len(data) < _LARGE:
        return data
    digest = hashlib.sha256()
    pairs = iter(sorted(data.items())) if isinstance(data, dict) else iter(data)
    while part := list(islice(pairs, 1000)):  # not all at once: a file may hold a million programs
        digest.update(json.dumps(part, sort_keys=True).encode())
    return _sha256(digest.hexdigest())


def _sha256(digest: str) -> str:
    return f"sha256:{digest}"


def prompt_text(prompt: Prompt) -> str:
    """Return all that a prompt's hash stands for, as JSON.

    Args:
        prompt: the prompt, with its demonstrations.
    """
    shown = {kind: [one.model_dump() for one in pool] for kind, pool in prompt.shots.pools.items()}
    told = {
        "name": prompt.name,
        "version": prompt.version,
        "hash": prompt.hash,
        "form": prompt.form,
        "system": prompt.system,
        "user": prompt.user,
        "parts": dict(prompt.parts),
        "shots": prompt.shots.count,
        "demonstrations": shown,
        "drawn_from": getattr(prompt.shots, "source", ""),
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"
