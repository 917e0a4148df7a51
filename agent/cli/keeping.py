"""Writing certificates into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from sorites.solvers import Outcome, Program


_TSTP: Final = (".p", ".tstp", ".tptp")


def keep_certificate(file: Path | None, program: Program, outcome: Outcome, name: str) -> None:
    """Write the certificate of an outcome into a file, if one is named, and say so; or that there is none.

    Args:
        file: the file; ``None`` for none. Its name says the form: a proof or models for tools of TPTP, or JSON.
        program: the program that was solved.
        outcome: its outcome.
        name: the name of the problem.

    Raises:
        UserError: the file can't be written, or the certificate has no such form.
    """
    from sorites.solvers import UserError
    from sorites.solvers.carrying.files import write_certificate
    from sorites.solvers.carrying.tstp import write_tstp

    if file is None:
        return
    if outcome.certificate is None and outcome.refused is None:
        typer.echo("There is no certificate to write.", err=True)
        return
    text = write_tstp(program, outcome, name) if file.suffix in _TSTP else write_certificate(program, outcome)
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise UserError(f"can't write {file}: {error.strerror or error}") from error
    what = "The certificate that was refused, as a report," if outcome.refused is not None else "The certificate"
    typer.echo(f"{what} is in {file}.", err=True)
