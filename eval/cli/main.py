"""The command ``sorites``: the agent's commands, and those about datasets."""

from __future__ import annotations

import gc
import sys
from typing import Final

import typer

from sorites.agent.cli import books, carrying, reading, serving  # noqa: F401  # their commands
from sorites.agent.cli.commands import BAD_INPUT, app

from . import benching, generating, listing, reporting, rescoring  # noqa: F401  # their commands

_YOUNG: Final = 500_000
"""How many objects may be new before garbage is looked for: 700 is few for who loads hundreds of modules."""


def main() -> None:
    """Run the command line; an error that the user can mend ends it with the exit code 2."""
    gc.set_threshold(_YOUNG)
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
    except Exception as error:
        from sorites.solvers.errors import SoritesError  # here, so that --help loads no solver

        if not isinstance(error, SoritesError):
            raise
        typer.secho(f"error: {error}", fg="red", err=True)
        sys.exit(BAD_INPUT)
    finally:
        gc.freeze()  # the process ends: nobody need look through what is left


if __name__ == "__main__":
    main()
