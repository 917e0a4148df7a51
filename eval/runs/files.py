"""Files that are whole or not there: what a kill or a full disk cuts off never stands where others read it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sorites.solvers import UserError


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write into, which takes the place of another one when all of it is on the disk.

    Args:
        path: the file that it replaces, if there is one.

    Raises:
        UserError: it can't be written; what was there still is.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise unwritten(path, error) from error
    finally:
        part.unlink(missing_ok=True)


def replaced(path: Path, text: str) -> None:
    """Write a file at once; see ``replacing``.

    Args:
        path: the file.
        text: all that it holds then. What is no text, as a broken argument of a command, is written as JSON escapes it.

    Raises:
        UserError: it can't be written.
    """
    with replacing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def written(path: Path, text: str) -> None:
    """Write a file for who reads it, and the folders on the way to it.

    Args:
        path: the file.
        text: all that it holds then.

    Raises:
        UserError: it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"can't write {path}: {error.strerror or error}") from error


def append(file: IO[bytes], path: Path, data: bytes) -> None:
    """Write lines behind those of a file, all of them or none.

    Args:
        file: the file, without a buffer.
        path: its name.
        data: whole lines.

    Raises:
        UserError: there is no room for all of them, so the file is as it was.
    """
    left = memoryview(data)
    try:
        while left:  # a disk that is nearly full takes a part of it, and says nothing
            left = left[os.write(file.fileno(), left) :]
    except OSError as error:
        raise unwritten(path, error) from error
    finally:
        if left:
            os.ftruncate(file.fileno(), os.fstat(file.fileno()).st_size - (len(data) - len(left)))


def unwritten(path: Path, error: OSError) -> UserError:
    """Return the error of a file that can't be written."""
    return UserError(
        f"can't write {path}: {error.strerror or error}; what was answered is kept: make room, then go on with --resume"
    )


def checksum(path: Path | None) -> str:
    """Return the SHA-256 of a file, or of all files of a folder with their names; empty if there is none.

    Args:
        path: the file or the folder.

    Raises:
        UserError: it can't be read.
    """
    if path is None or not path.exists():
        return ""
    try:
        if path.is_file():
            return _digest(path)
        files = sorted(file for file in path.rglob("*") if file.is_file())
        listed = "".join(f"{_digest(file)}  {file.relative_to(path).as_posix()}\n" for file in files)
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error
    return hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
