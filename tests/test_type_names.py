"""A public type has a name of its own: in the solvers none has several meanings, and in the rest ever fewer."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("solvers", "translators", "agent", "eval")
MEANINGS = 126
"""So many meanings more than names the types of the product have. The number may fall."""
SHARED = {"Binder", "Line", "Sign"}
"""The names that types of the readers still share with others."""


def types_of(path: Path) -> Iterator[str]:
    """Yield the public names of a module's classes, and of the types that it has names for."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name.isupper():
                    continue
            case _:
                continue
        if name[0].isupper():
            yield name


def modules_of_types(*rooms: str) -> dict[str, list[str]]:
    """Return where each name is that several types have."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in (path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))):
        for name in types_of(path):
            found[name].append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_type_of_the_solvers_has_the_name_of_another() -> None:
    assert {name: paths for name, paths in modules_of_types("solvers").items() if name not in SHARED} == {}


def test_ever_fewer_types_share_a_name() -> None:
    shared = modules_of_types(*ROOMS)
    assert sum(len(paths) - 1 for paths in shared.values()) <= MEANINGS, shared
