"""What users add: objects of a file of their own, ``FILE.py:NAME``, and entry points of other packages.

A file is run only because the user names it: nothing that a model writes, and nothing that a run's folder says, comes
by here. What goes wrong in a plugin is said with its name.
"""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError
from sorites.solvers.errors import SoritesError

_OWN: Final = re.compile(r"(?P<file>.+\.py):(?P<name>[^\W\d]\w*)", re.S)


def is_own(name: str) -> bool:
    """Return whether a name is that of an object in a file of the user's: ``FILE.py:NAME``."""
    return _OWN.fullmatch(name) is not None


def names_of(group: str) -> list[str]:
    """Return the names that other packages register under a group of entry points, in order."""
    from importlib.metadata import entry_points

    return sorted({entry.name for entry in entry_points(group=group)})


def loaded(group: str, name: str, kind: str) -> Any:
    """Return what a name stands for; ``None`` if nobody has one of this name.

    Args:
        group: the group of entry points.
        name: ``FILE.py:NAME``, or a name that a package registers.
        kind: what it should be, such as ``dataset``, for errors.

    Raises:
        UserError: there is no such file, nothing of this name is in it, or it can't be loaded; the error names it.
    """
    if (match := _OWN.fullmatch(name)) is not None:
        return _in_file(Path(match["file"]), match["name"], kind)
    from importlib.metadata import entry_points

    for entry in entry_points(group=group, name=name):
        try:
            return entry.load()
        except SoritesError:
            raise  # it says itself what to mend
        except Exception as error:
            origin = f" of the package {entry.dist.name}" if entry.dist else ""
            raise UserError(f"the {kind} '{name}'{origin} ({entry.value}) can't be loaded: {_said(error)}") from error
    return None


def made(group: str, name: str, kind: str, *arguments: object) -> Any:
    """Return what a plugin makes of a name; ``None`` if nobody has one of this name.

    Args:
        group: the group of entry points.
        name: ``FILE.py:NAME``, or a name that a package registers.
        kind: what it should be, such as ``dataset``, for errors.
        arguments: what it is called with. What stands in a file is given as many of them as a function takes, or as a
            class has no defaults for; an object is taken as it is.

    Raises:
        UserError: it can't be loaded, or fails; the error names it.
    """
    found = loaded(group, name, kind)
    if found is None:
        return None
    if is_own(name):
        if not (inspect.isclass(found) or inspect.isroutine(found)):
            return found
        arguments = arguments[: _takes(found)]
    try:
        return found(*arguments)
    except SoritesError:
        raise
    except Exception as error:
        raise UserError(f"the {kind} '{name}' can't be made: {_said(error)}") from error


def _in_file(path: Path, name: str, kind: str) -> Any:
    """Return an object of a file; its module has the file's name, so that other processes find it, too."""
    if not path.is_file():
        raise UserError(f"there is no file {path} for the {kind} '{path}:{name}'")
    folder, stem = str(path.resolve().parent), path.stem
    if folder not in sys.path:
        sys.path.append(folder)
    invalidate_caches()
    try:
        module = import_module(stem)
    except Exception as error:
        raise UserError(f"{path} can't be loaded: {_said(error)}") from error
    if Path(getattr(module, "__file__", None) or "").resolve() != path.resolve():
        raise UserError(f"{path}: there is another module of the name '{stem}'; give the file another name")
    if not hasattr(module, name):
        there = [n for n, v in vars(module).items() if getattr(v, "__module__", None) == stem]
        raise UserError(f"{path} has no '{name}'" + (f"; it has {', '.join(there)}" if there else ""))
    return getattr(module, name)


def _takes(found: Any) -> int:
    """Return how many arguments a function takes by their places, or of how many a class has no default."""
    parameters = inspect.signature(found).parameters.values()
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in by_place and (p.default is p.empty or not inspect.isclass(found)) for p in parameters)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
