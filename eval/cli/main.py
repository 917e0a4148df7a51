"""The command ``sorites``: the agent's commands, and those about datasets."""

from __future__ import annotations

import sys

import typer

from sorites.agent.cli.commands import BAD_INPUT, app

from . import benching, generating, listing, reporting  # noqa: F401  # their commands


def main() -> None:
    """Run the command line; an error that the user can mend ends it with the exit code 2."""
    from sorites.solvers.errors import SoritesError

    try:
        app()
    except SoritesError as error:
        typer.secho(f"error: {error}", fg="red", err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
