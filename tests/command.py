"""The command ``sorites``: in this process, where it costs nothing and coverage sees it, and as a user runs it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).parent.parent
WIDE = {"COLUMNS": "200"}
Argument = str | Path


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def sorites(
    *arguments: Argument,
    text: str = "",
    env: Mapping[str, str] | None = None,
    folder: Path = ROOT,
    module: str = "sorites",
) -> Ended:
    """Run ``python -m sorites``, or another module, in this process, on the repository's root or in another folder."""
    with _standard_streams(text) as (out, err), contextlib.chdir(folder):
        with (
            mock.patch.dict(os.environ, {**WIDE, **(env or {})}),
            mock.patch.object(sys, "argv", [module, *map(str, arguments)]),
        ):
            code = _ran(module)
        return Ended(code, _read(out), _read(err))


def process(*arguments: Argument, text: str = "", env: Mapping[str, str] | None = None) -> Ended:
    """Run ``python -m sorites`` as a process of its own; slower, for what only a real one shows."""
    ended = subprocess.run(
        command(*arguments), input=text, capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
        env={**os.environ, **WIDE, **(env or {})}, check=False,
    )  # fmt: skip
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def command(*arguments: Argument) -> list[str]:
    """Return what starts the command as a process."""
    return [sys.executable, "-m", "sorites", *map(str, arguments)]


def answered(*arguments: Argument, text: str = "", env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the one JSON object that a command prints with ``--json``."""
    ended = sorites(*arguments, "--json", text=text, env=env)
    assert ended.stdout, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def refused(*arguments: Argument, text: str = "", env: Mapping[str, str] | None = None) -> str:
    """Return what a command says of bad input, which ends with the exit code 2 and no traceback."""
    ended = sorites(*arguments, text=text, env=env)
    assert ended.returncode == 2, ended
    assert "Traceback" not in ended.stderr
    return ended.stderr


def _ran(module: str) -> int:
    try:
        runpy.run_module(module, run_name="__main__")
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            return ended.code or 0
        print(ended.code, file=sys.stderr)
        return 1
    except BaseException:  # a process would end with it, too
        traceback.print_exc()
        return 1
    return 0


@contextlib.contextmanager
def _standard_streams(text: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    given = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with mock.patch.object(sys, "stdin", given), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield out, err


def _read(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
