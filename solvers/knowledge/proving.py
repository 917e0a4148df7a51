"""One call from a program, or its text, to a checked outcome."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from ..capabilities import needs
from ..clock import HIT, limit_hit, within
from ..errors import UnreadableProgram, UserError
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program, Semantics
from ..logic.sorts import infer
from ..logic.symbols import NUMBERS, REAL
from ..logic.walkers import binders
from ..notation.readings import Reading, Readings, has_readings
from ..outcome import Limits, Outcome, Solver, Verdict
from ..registry import fitting, make_solver
from ..running import attempt

CHECK_SECONDS: Final = 0.4
"""What checking a certificate may take where finding it took the whole limit."""

WHOLE_NUMBERS: Final = "whole-numbers"
"""The code of the diagnostic of a verdict that hangs on numbers being whole, of which nothing says so."""


def prove(
    program: Program | Reading | str,
    solver: str | Solver = "portfolio",
    limits: Limits = Limits(),
    *,
    semantics: Semantics | str | None = None,
    check: bool = True,
    strict: bool = False,
    readings: Readings = "agree",
) -> Outcome:
    """Return what the premises of a program say about its goal.

    Args:
        program: a program, what reading a text gave, or the text in any dialect that ``read_program`` reads. Where a
            text has several readings, ``readings`` says what is answered.
        solver: a solver or its name. Where it can't do what the program needs, another one
            answers, and a diagnostic says so.
        limits: time and memory, of reading, proving and checking together.
        semantics: what it means that the goal follows; ``None`` for what the program says.
        check: check the certificate too.
        strict: mend nothing in the text.
        readings: of a text with several readings: ``agree`` proves all and answers what they agree on, ``likely`` takes
            the likeliest, and says that it is a guess, ``one`` refuses the text.

    Returns:
        The verdict with its certificate, the seconds that it took and what is to be said of it. A
        limit that was hit is the verdict ``undecided``, and no exception.

    Raises:
        UnreadableProgram: the text is no program, or its readings have different verdicts; it carries the diagnostics.
        UserError: there is no such solver, or what is given is no program.
        MissingEngine: the solver is not installed.
    """
    asked = make_solver(solver) if isinstance(solver, str) else solver
    started = time.perf_counter()
    notes: tuple[Diagnostic, ...] = ()
    reading: Reading | None = None

    def undecided(*why: Diagnostic) -> Outcome:
        return Outcome(Verdict.UNDECIDED, asked.name, time.perf_counter() - started, None, why)

    with within(limits.seconds, limits.megabytes):
        try:
            if isinstance(program, str):
                from ..notation.programs import read_program  # only who has a text loads it

                program = read_program(program, strict=strict)
                notes = program.diagnostics
            if isinstance(program, Reading):
                reading = program.under(readings)
                notes = reading.diagnostics if notes or reading is not program else ()
                if reading.question is not None:
                    raise UserError("this is a question with options: choose(…) says which of them fits")
                if reading.first is None and reading.stopped:
                    return undecided(*reading.diagnostics)
                if reading.first is None:
                    raise UnreadableProgram(reading.diagnostics, reading.text)
                if reading.others:
                    return _agreed(reading, notes, asked, limits, semantics, check=check)
                program = reading.first
            if not isinstance(program, Program):
                raise UserError(
                    "give a program or its text; a text that can't be read gives a reading without a program"
                )
            if semantics is not None:
                program = program.under(Semantics(semantics))
            fit = fitting(program, asked)
            if program.asked:
                from .asking import ask

                outcome, fit = ask(program.unfolded, asked, limits), asked
            else:
                outcome = attempt(fit, program, limits)
                told = _of_fractions(program, outcome, limits) if program.signature.arithmetic else None
                if told is not None and reading is not None:
                    raise UnreadableProgram((*notes, told), reading.text)
                notes += () if told is None else (replace(told, level=Level.WARNING),)
            if fit is not asked and outcome.engine != asked.name:
                notes += (_other(program, asked, outcome),)
        except HIT as limit:
            return undecided(*notes, limit_hit("the run", limit))
    if check:
        from ..checking import check as check_certificate

        with within(max(limits.seconds - (time.perf_counter() - started), CHECK_SECONDS), limits.megabytes):
            outcome = check_certificate(program, outcome)
    return replace(outcome, diagnostics=(*notes, *outcome.diagnostics)) if notes else outcome


def _of_fractions(program: Program, outcome: Outcome, limits: Limits) -> Diagnostic | None:
    """Return that another verdict holds if numbers of which nothing is said need not be whole."""
    if outcome.verdict is Verdict.UNDECIDED or program.semantics is not Semantics.CLASSICAL:
        return None
    names, told = program.signature, replace(program.declared, numbers=REAL)
    whole = infer(program.formulas, names, program.declared)
    if infer(program.formulas, names, told).known == whole.known:
        return None
    over = any(node.sort in NUMBERS for formula in program.formulas for node in binders(whole.typed(formula)))
    if outcome.verdict is Verdict.UNKNOWN and not over and not program.rules:
        return None  # models in whole numbers are models in any
    loose = replace(program, declared=told)
    engine = fitting(loose, make_solver("portfolio", certify=False))  # the verdict alone is compared
    found = attempt(engine, loose, replace(limits, seconds=limits.seconds / 4))
    if found.verdict in (outcome.verdict, Verdict.UNDECIDED):
        return None
    message = "numbers of which nothing is said may be whole, or not: "
    message += f"as whole ones it is {outcome.verdict}, as any ones {found.verdict}"
    hint = "Declare the functions under 'Sorts:', as in age: Thing -> Int or price: Thing -> Real; or write 1.0 for 1."
    return Diagnostic(WHOLE_NUMBERS, Level.ERROR, message, None, hint)


def _agreed(
    reading: Reading,
    notes: tuple[Diagnostic, ...],
    solver: Solver,
    limits: Limits,
    semantics: Semantics | str | None,
    *,
    check: bool,
) -> Outcome:
    """Return what all readings of a text say, the first of which claims least, and the last most.

    What is entailed or refuted is certified for the first, and so for all. What is unknown has its models from the
    last, and so in all.
    """
    assert reading.first is not None
    if semantics == Semantics.RULES:  # more premises may derive less
        raise UnreadableProgram(_readings_differ(reading, "forward chaining reads one program"), reading.text)
    quick = make_solver("portfolio", certify=False) if solver.name == "portfolio" else solver
    asked = len(reading.programs) + (quick is not solver)
    parts = replace(limits, seconds=limits.seconds / asked)
    found = [prove(one, quick, parts, semantics=semantics, check=False) for one in reading.programs]
    if any(one.verdict is not found[0].verdict for one in found):
        ways = zip((reading.others[0].preferred, *(other.taken for other in reading.others)), found, strict=True)
        why = ", ".join(f"{way} it is {one.verdict}" for way, one in ways)
        raise UnreadableProgram(_readings_differ(reading, why), reading.text)
    last = found[0].verdict is Verdict.UNKNOWN and all(other.stronger for other in reading.others)
    outcome = found[last]
    if quick is not solver:
        outcome = prove(reading.programs[last], solver, parts, semantics=semantics, check=False)
        found.append(outcome)
    if check:
        from ..checking import check as check_certificate

        with within(max(parts.seconds, CHECK_SECONDS), limits.megabytes):
            first = reading.first if semantics is None else reading.first.under(Semantics(semantics))
            outcome = check_certificate(first, outcome)
    return replace(outcome, seconds=sum(one.seconds for one in found), diagnostics=(*notes, *outcome.diagnostics))


def _readings_differ(reading: Reading, why: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of a text whose readings are not answered alike, with why."""
    return tuple(
        replace(d, level=Level.ERROR, message=f"{d.message}, and {why}") if has_readings(d) else d
        for d in reading.diagnostics
    )


def _other(program: Program, asked: Solver, outcome: Outcome) -> Diagnostic:
    lacking = ", ".join(sorted(needs(program) - asked.capabilities.features))
    message = f"{outcome.engine} answered, since {asked.name} can't do what the program needs: {lacking}"
    return Diagnostic("other-engine", Level.WARNING, message)
