"""The commands ``datasets`` and ``presets``: which there are, and where they come from."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated

import typer

from sorites.agent.cli.commands import app, emit
from sorites.agent.cli.flags import JsonOption


@app.command()
def datasets(
    names: Annotated[list[str] | None, typer.Argument(help="Benchmarks to download into the cache now.")] = None,
    json: JsonOption = False,
) -> None:
    """List the datasets, or download some before they are needed."""
    from sorites.solvers import UserError
    from sorites.translators.plugins import names_of

    from ..generators.registry import GENERATORS
    from ..tasks.datasets import FAMILIES, GROUP
    from ..tasks.downloads import SOURCES, cached, fetched

    if unknown := [name for name in names or () if name not in SOURCES]:
        raise UserError(f"there is no benchmark '{unknown[0]}' to download; there are {', '.join(SOURCES)}")
    for name in names or ():
        fetched(name, lambda text: typer.echo(text, err=True))
    rows = [
        {
            "name": name, "labels": list(dict.fromkeys(FAMILIES[name].scheme.labels.values())),
            "addresses": list(SOURCES[name].files.values()), "terms": SOURCES[name].terms,
            "folder": str(cached(name) or ""), "programs": list(SOURCES[name].programs),
        }
        for name in names or SOURCES
    ]  # fmt: skip
    plugins = [] if names else names_of(GROUP)
    if json:
        emit({"benchmarks": rows, "generators": [] if names else list(GENERATORS), "plugins": plugins})
        return
    for row in rows:
        where = row["folder"] or "downloaded when it is needed"
        typer.echo(f"{row['name']}: {', '.join(row['labels'])}; {row['terms']}; {where}")
        for place in row["programs"]:
            typer.echo(f"  programs for it, for recorded:FILE: {place}")
    if plugins:
        typer.echo(f"from other packages: {', '.join(plugins)}")
    if not names:
        typer.echo(f"\nwithout a file: sample, {', '.join(f'generated:{g}' for g in GENERATORS)}")
        typer.echo("your own: file:PATH with context, question and answer, as JSON lines, JSON or CSV")


@app.command()
def presets(
    name: Annotated[str | None, typer.Argument(help="One of them, with its prompt.")] = None,
    json: JsonOption = False,
) -> None:
    """List the papers' ways to ask models that answer by themselves, for ``bench --preset``."""
    from ..presets import PRESETS, preset_of

    rows = list(PRESETS.values()) if name is None else [preset_of(name)]
    if json:
        fields = ("name", "source", "datasets", "method", "shots", "mode", "tables", "remark")
        emit({"presets": [{key: getattr(row, key) for key in fields} | {"prompt": row.text} for row in rows]})
        return
    for row in rows:
        shots = f"{row.shots} demonstrations" if row.shots else "no demonstrations"
        typer.echo(f"{row.name}: {row.method}, {shots}")
        for text in (
            row.source,
            f"for {', '.join(row.datasets)}",
            f"sorites paper {', '.join(row.tables)}",
            row.remark,
        ):
            typer.echo(fill(text, 78, initial_indent="  ", subsequent_indent="    ") if text else "", nl=bool(text))
    if name is not None:
        typer.echo(f"\n{rows[0].text.rstrip()}")
