"""Certificates in files: they are kept, and checked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .commands import BAD_INPUT, NOT_DECIDED, app, emit, pick_semantics, read_text
from .flags import JsonOption, MemoryOption, SemanticsOption, StrictOption, TimeoutOption

if TYPE_CHECKING:
    from sorites.solvers import Program, Semantics
    from sorites.solvers.carrying.files import Carried


@app.command("check")
def check_file(
    file: Annotated[
        str | None,
        typer.Argument(help="The program, as for 'prove'; or the certificate, if its own program is meant."),
    ] = None,
    certificate: Annotated[str | None, typer.Argument(help="What 'prove --certificate' wrote.")] = None,
    semantics: SemanticsOption = None,
    require_consistency: Annotated[
        bool,
        typer.Option("--require-consistency", help="Accept none that does not show it."),
    ] = False,
    timeout: TimeoutOption = 60.0,
    memory: MemoryOption = 2048,
    strict: StrictOption = False,
    json: JsonOption = False,
) -> None:
    """Check a certificate: whether it shows its verdict on a program. No engine is started.

    Exit code 0: it does; 1: it does not, or that can't be checked; 2: bad input.
    """
    from sorites.solvers import UserError
    from sorites.solvers.carrying.files import read_certificate
    from sorites.solvers.outcome import Consistency, consistency

    from ..output import check_data

    if file is None:
        raise UserError("give a program and a certificate, or a certificate alone")
    kept = certificate if certificate is not None else file
    carried = read_certificate(read_text(kept), kept)
    programs: tuple[Program, ...] = (carried.program,)
    rising = True
    if certificate is not None:
        programs, rising = _programs(file, pick_semantics(semantics), strict=strict)
    program = programs[0]
    why = _fault(programs, carried, timeout, memory, rising=rising)
    if require_consistency and not why and consistency(carried.verdict, carried.certificate) is not Consistency.SHOWN:
        why = "not accepted: it does not show that the premises are consistent"
    if json:
        emit(check_data(program, carried, why))
    else:
        from rich.console import Console

        from .render import show_check

        show_check(Console(), program, carried, why)
    if why:
        raise typer.Exit(NOT_DECIDED)


def _programs(file: str, semantics: Semantics | None, *, strict: bool) -> tuple[tuple[Program, ...], bool]:
    """Return the program of a file in all its readings, and whether all claim what the first one does.

    A file that can't be read ends the command.
    """
    from sorites.solvers import Semantics, read_program

    text = read_text(file)
    reading = read_program(text, strict=strict)
    if reading.first is None:
        from rich.console import Console

        from .render import show_diagnostics

        show_diagnostics(Console(stderr=True), reading.diagnostics, text, file)
        raise typer.Exit(BAD_INPUT)
    programs = (reading.first, *(other.program for other in reading.others))
    programs = programs if semantics is None else tuple(program.under(semantics) for program in programs)
    plain = not reading.others or all(one.semantics is Semantics.CLASSICAL and not one.rules for one in programs)
    return programs, plain and all(other.stronger for other in reading.others)


def _fault(programs: tuple[Program, ...], carried: Carried, seconds: float, megabytes: int, *, rising: bool) -> str:
    """Return why a certificate is not accepted; nothing if it is.

    Of several readings models must be of all, and a proof of one that claims least: what follows from it, follows in
    all.
    """
    from sorites.solvers.carrying.files import difference
    from sorites.solvers.clock import within
    from sorites.solvers.kernel.kernel import check
    from sorites.solvers.kernel.refusal import Refused, Unchecked
    from sorites.solvers.outcome import Verdict

    program = programs[0]
    if other := difference(program, carried.program):
        return f"refused: the program is another one than the certificate's: {other}"
    if carried.verdict is not Verdict.UNKNOWN and not rising:
        return "not checked: the text has several readings, and a proof is of one; write which is meant, with brackets"
    with within(seconds, megabytes):
        try:
            for reading in programs if carried.verdict is Verdict.UNKNOWN else programs[:1]:
                check(reading, carried.verdict, carried.certificate)
        except Refused as fault:
            return f"refused: {fault}"
        except Unchecked as fault:
            return f"not checked: {fault}"
    return ""
