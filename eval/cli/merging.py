"""The command ``merge``: the shards of a run put together; nobody is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sorites.agent.cli.commands import app


@app.command()
def merge(
    out: Annotated[Path, typer.Argument(help="The folder for the whole run.")],
    folders: Annotated[list[Path], typer.Argument(help="The folders of all its shards.")],
) -> None:
    """Put the shards of a run together (bench --set shard=I/N), so that it is reported, and gone on with, as one."""
    from ..merging import merge

    found = merge(folders, out)
    count = sum(one.samples for one in found.cells.values())
    typer.echo(f"{count} records in {out}; look at them with: sorites report {out}")
