"""What users build on: the public names, and that a name of a type or of a file has one meaning."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("agent", "eval", "solvers", "src", "translators")
SAME_TYPES, SAME_FILES = 75, 51
"""How many public type names, and names of files, have several meanings; lower it with each that goes."""
SHARED = {"Binder", "Line", "Sign"}
"""The names of types that several in the solvers have."""


@pytest.mark.parametrize(
    "package", ["sorites", "sorites.solvers", "sorites.translators", "sorites.eval", "sorites.testing"]
)
def test_public_names_stay(package: str) -> None:
    """A name that goes is a row in the changelog, and here."""
    wanted = (ROOT / "tests" / "public_names.txt").read_text().split()
    assert [f"{package}:{name}" for name in sorted(importlib.import_module(package).__all__)] == [
        one for one in wanted if one.startswith(f"{package}:")
    ]


def test_names_of_types_and_files_get_no_further_meanings() -> None:
    types: defaultdict[str, list[str]] = defaultdict(list)
    files: defaultdict[str, list[str]] = defaultdict(list)
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.name != "__init__.py":
                files[path.name].append(str(path))
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    types[node.name].append(str(path))
    for known, most in ((types, SAME_TYPES), (files, SAME_FILES)):
        several = {name: where for name, where in known.items() if len(where) > 1}
        assert len(several) <= most, several
    assert {name for name, where in types.items() if sum("/solvers/" in path for path in where) > 1} <= SHARED
