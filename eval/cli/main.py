"""The command ``sorites``: the agent's commands, and those about datasets."""

from __future__ import annotations

import copy
import errno
import gc
import os
import sys
from typing import Any, Final

import typer

from sorites.agent.cli.commands import BAD_INPUT, app

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What the system says where there is no room for what is printed."""


def main() -> None:
    """Run the command line; an error that the user can mend ends it with the exit code 2."""
    gc.set_threshold(500_000)  # 700 new objects before garbage is looked for are few for who loads hundreds of modules
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # to look for some reads what each package says of itself
    try:
        try:
            commands("".join(sys.argv[1:2]))()
        finally:
            sys.stdout.flush()  # else what can't be written is found out when nobody can say so any more
    except BrokenPipeError:
        sys.stderr.close()
    except Exception as error:
        from sorites.solvers.errors import SoritesError  # here, so that --help loads no solver

        full = error if isinstance(error, OSError) and error.errno in _FULL else None
        if not isinstance(error, SoritesError) and full is None:
            raise
        typer.secho(f"error: can't write: {full.strerror}" if full else f"error: {error}", fg="red", err=True)
        if full:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in the buffer goes nowhere
        sys.exit(BAD_INPUT)
    finally:
        gc.freeze()  # the process ends: nobody need look through what is left


def commands(asked: str = "") -> typer.Typer:
    """Return the app with the one command that is asked for, or with all: to make them takes as long as a proof."""

    def named() -> list[Any]:
        return [one for one in app.registered_commands if asked == (one.name or getattr(one.callback, "__name__", ""))]

    if not named():  # solve and prove are there already
        from sorites.agent.cli import books, carrying, reading, serving  # noqa: F401  # their commands

        from . import benching, generating, listing, merging, reporting  # noqa: F401  # their commands
    found = copy.copy(app)
    if one := named():
        found.registered_commands, found.registered_groups = one, []
    return found
