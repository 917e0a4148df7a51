"""What is installed: every engine and optional part, its version, where, and what to do about it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from sorites.solvers.bridges.provision import Executable, Package
from sorites.solvers.capabilities import Cost
from sorites.solvers.registry import ENGINES, Engine, plugins


@dataclass(frozen=True, slots=True)
class Part:
    """An engine or an optional part.

    Attributes:
        name: its name.
        found: whether it can be used.
        version: its version; empty if unknown.
        where: the path or module.
        use: what it is for.
        remedy: what to do if it is missing.
        needed: whether Sorites can do nothing without it.
    """

    name: str
    found: bool
    version: str
    where: str
    use: str
    remedy: str
    needed: bool = False


# Packages beside the engines: the module, its distribution, what it is for, the extra that brings it.
_EXTRAS: Final = (
    (Package("openai", "openai"), "models behind OpenAI's protocol", "models"),
    (Package("langchain", "langchain"), "LangChain's models", "langchain"),
    (Package("mcp", "mcp"), "sorites mcp", "mcp"),
    (Package("ray", "ray"), "bench --set engine=ray", "ray"),
)


def examine() -> list[Part]:
    """Return all parts; each engine that is a process is started once to ask its version."""
    engines = [e for e in (*ENGINES, *plugins()) if e.capabilities.cost is not Cost.SEVERAL]
    return [*map(_engine, engines), *(_extra(*row) for row in _EXTRAS)]


def _engine(engine: Engine) -> Part:
    provider, remedy = engine.provider, ", or ".join(engine.remedies)
    if provider is None:
        return Part(engine.name, True, "", engine.place, engine.purpose, "", engine.needed)
    path = provider.where()
    if path is None:
        if isinstance(provider, Executable) and sys.platform == "win32":
            remedy = "there is no build for this system; z3 does without"
        return Part(engine.name, False, "", "", engine.purpose, remedy, engine.needed)
    version = provider.version()
    works = bool(version) or isinstance(provider, Package)
    return Part(engine.name, works, version, path, engine.purpose, "" if works else f"it can't be started; {remedy}")


def _extra(package: Package, use: str, extra: str) -> Part:
    remedy = f"uv sync --extra {extra} (in a clone), or pip install 'sorites[{extra}]'"
    path = package.where()
    return Part(package.module, path is not None, package.version(), path or "", use, remedy)
