"""One call from a program, or its text, to a checked outcome."""

from __future__ import annotations

from dataclasses import replace

from .language.diagnostics import Diagnostic
from .language.program import Program, Semantics
from .language.reader import read_program
from .outcome import Limits, Outcome, Solver
from .registry import fitting, make_solver


class UnreadableProgram(ValueError):
    """The text is no program.

    Attributes:
        diagnostics: all that is wrong with it.
        text: the text.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], text: str) -> None:
        self.diagnostics = diagnostics
        self.text = text
        super().__init__("\n".join(d.show(text) for d in diagnostics))


def solve(
    program: Program | str,
    solver: str | Solver = "portfolio",
    limits: Limits = Limits(),
    *,
    semantics: Semantics | str | None = None,
    check: bool = False,
    strict: bool = False,
) -> Outcome:
    """Return what the premises of a program say about its goal.

    Args:
        program: a program, or its text in any dialect that :func:`read_program` reads.
        solver: a solver or its name; of no matter under the semantics ``rules``, nor for a
            program with defaults or defeasible rules, which the solvers ``default`` and
            ``defeasible`` answer.
        limits: time and memory.
        semantics: what it means that a goal follows; ``None`` for what the program says.
        check: check the certificate too.
        strict: mend nothing in the text.

    Raises:
        UnreadableProgram: the text is no program; it carries the diagnostics.
        UserError: there is no such solver, or it is not installed.
    """
    notes: tuple[Diagnostic, ...] = ()
    if isinstance(program, str):
        reading = read_program(program, strict=strict)
        if reading.program is None:
            raise UnreadableProgram(reading.diagnostics, program)
        program, notes = reading.program, reading.diagnostics
    if semantics is not None:
        program = program.under(Semantics(semantics))
    if program.semantics is Semantics.RULES:
        solver = "rules"
    engine = make_solver(solver) if isinstance(solver, str) else solver
    outcome = fitting(program, engine).solve(program, limits)
    if check:
        from .checking.certificates import check as check_certificate

        outcome = check_certificate(program, outcome, limits)
    if not notes:
        return outcome
    return replace(outcome, diagnostics=(*notes, *outcome.diagnostics))


prove = solve
