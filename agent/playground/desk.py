"""What the page asks, and what it shows of the answer, as plain data: by a worker in the browser, or by a server.

A question is an object with ``do``: ``solve`` (``text``, ``question``, perhaps ``model``), ``prove`` (``program``) or
``check`` (``certificate``, perhaps the ``program`` that it should be about). For ``check`` no engine is loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers.errors import SoritesError, UserError
from sorites.solvers.logic.diagnostics import Diagnostic
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.outcome import Limits, Outcome
from sorites.solvers.showing import Part, answer_parts, meaning, parts, shown_by, summary

if TYPE_CHECKING:
    from sorites.solvers.logic.program import Program

Data = dict[str, Any]
"""An object of JSON."""
Post = Callable[[str, str, str], str]
"""Sends a text to an address, with a key, and returns what is answered."""
LIMITS: Final = Limits(20.0)
"""What one question may cost."""
MOST: Final = 2_000_000
"""The most characters of a text that is read."""


def reply(asked: Mapping[str, Any], post: Post | None = None) -> Data:
    """Answer one question of the page.

    Args:
        asked: the question; see above.
        post: how an endpoint is asked, where the page may name one.

    Returns:
        ``head``, ``kind`` (a verdict, ``accepted``, ``refused`` or ``fault``), ``notes``, tables of what was ``read``
        and what is ``shown``, ``faults`` with their places in the text, and the ``certificate`` as a file.
    """
    do = str(asked.get("do", ""))
    given = {name: str(asked.get(name) or "") for name in ("text", "question", "program", "certificate")}
    try:
        if do not in _ANSWERS:
            raise UserError(f"there is nothing to do for '{do}': ask for {', '.join(_ANSWERS)}")
        if too_long := [name for name, text in given.items() if len(text) > MOST]:
            raise UserError(f"the {too_long[0]} is too long: it has more than {MOST:,} characters")
        return _ANSWERS[do](given, partial(_model, asked.get("model"), post))
    except SoritesError as error:
        return _said(str(error), "fault")


def _said(head: str, kind: str, **more: Any) -> Data:
    found = {"head": head, "kind": kind, "notes": [], "read": [], "shown": [], "faults": [], "certificate": "", **more}
    return {**found, "read": _tables(found["read"]), "shown": _tables(found["shown"])}


def _tables(shown: Iterable[Part]) -> list[Data]:
    return [{"title": one.title, "rows": one.rows, "framed": one.framed} for one in shown if one.rows]


def _faults(diagnostics: Sequence[Diagnostic], text: str) -> list[Data]:
    """Return what is wrong with a text, each with the place, which counts characters, and as it is told to people."""
    return [
        {
            "level": one.level.value,
            "told": one.show(text),
            "start": one.span.start if one.span else None,
            "end": one.span.end if one.span else None,
        }
        for one in diagnostics
    ]


def _file(program: Program | None, outcome: Outcome | None) -> str:
    from sorites.solvers.carrying.files import write_certificate

    if program is None or outcome is None or outcome.certificate is None:
        return ""
    try:
        return write_certificate(program, outcome)
    except UserError:  # it can't be written down exactly
        return ""


def _solve(given: Mapping[str, str], model: Callable[[], Any]) -> Data:
    from sorites.agent.answering import solve
    from sorites.agent.showing import argument, assumed, choices, costs, differing, headline, read_as, sure
    from sorites.solvers.notation.signs import UNICODE

    chosen = model()
    solution = solve(given["text"], given["question"], translator=chosen, limits=LIMITS)
    best, reading = solution.best, solution.best.translation.reading
    outcome = best.outcome if best.refused is None else None
    proof = parts(outcome, solution.program) if outcome is not None else ()
    return _said(
        " · ".join(headline(solution)),
        solution.verdict.value if solution.verdict is not None else "fault",
        notes=list(filter(None, (costs(solution), sure(solution)))),
        read=[read_as(reading, UNICODE), assumed(reading, UNICODE), choices(best)],
        shown=[differing(solution), Part("Argument", argument(solution).rows), *proof],
        faults=_faults(solution.diagnostics, reading.text),
        certificate=_file(solution.program, outcome),
        program=reading.text if chosen is not None else "",
    )


def _prove(given: Mapping[str, str], model: Callable[[], Any]) -> Data:
    from sorites.solvers import UnreadableProgram, choose, prove, read_program

    text = given["program"]
    reading = read_program(text)
    if reading.question is not None:
        found = choose(reading, LIMITS)
        rows = (("✓" * (fits is True), found.name(i), one.verdict.value) for i, (one, fits) in enumerate(
            zip(found.outcomes, found.fits, strict=True)))  # fmt: skip
        head = "no answer" if found.chosen is None else found.name(found.chosen)
        kind = "undecided" if found.chosen is None else "entailed"
        return _said(head, kind, shown=[Part("Options", tuple(rows))], faults=_faults(found.diagnostics, text))
    program = reading.first
    try:
        if program is None:
            raise UnreadableProgram(reading.diagnostics, text)
        outcome = prove(reading, limits=LIMITS)
    except UnreadableProgram as error:
        told = f"{reading.read} of {reading.total} formulas could be read"
        return _said("Not read", "fault", notes=[told], faults=_faults(error.diagnostics, text))
    return _said(
        f"{outcome.verdict.capitalize()}: {meaning(outcome.verdict, outcome.answers)}",
        outcome.verdict.value,
        notes=[summary(outcome)],
        read=_claims(program),
        shown=parts(outcome, program),
        faults=_faults((*reading.diagnostics, *outcome.diagnostics), text),
        certificate=_file(program, outcome),
    )


def _check(given: Mapping[str, str], model: Callable[[], Any]) -> Data:
    from sorites.solvers.carrying.files import difference, read_certificate
    from sorites.solvers.clock import within
    from sorites.solvers.kernel.kernel import check
    from sorites.solvers.kernel.refusal import Refused, Unchecked
    from sorites.solvers.notation.programs import read_program

    carried = read_certificate(given["certificate"], "the file")
    program, verdict, shown = carried.program, carried.verdict, carried.certificate
    claims = f"{verdict.capitalize()}: {meaning(verdict)}"
    if given["program"]:
        asked = read_program(given["program"])
        if asked.first is None:
            return _said("The program is not read", "fault", faults=_faults(asked.diagnostics, given["program"]))
        if asked.others:
            told = "the program has several readings; write which is meant, with brackets"
            return _said("Not checked", "refused", notes=[told], read=_claims(program))
        if other := difference(asked.first, program):
            return _said("Refused: it is about another program", "refused", notes=[other], read=_claims(program))
    try:
        with within(LIMITS.seconds, LIMITS.megabytes):
            check(program, verdict, shown)
    except (Refused, Unchecked) as fault:
        head = "Refused" if isinstance(fault, Refused) else "Not checked"
        return _said(head, "refused", notes=[str(fault), f"It claims: {claims}"], read=_claims(program))
    loaded = any(name.startswith("sorites.solvers.engines.") for name in sys.modules)
    engines = "engines are loaded here, and were not asked" if loaded else "no engine is loaded here"
    found = carried.answers
    tables = answer_parts(found, program) if found is not None else parts(Outcome(verdict, "", 0.0, shown), program)
    return _said(
        f"Accepted: {meaning(verdict, found)}",
        "accepted",
        notes=[f"{verdict}; {shown_by(verdict, shown)} by the kernel; {engines}"],
        read=_claims(program),
        shown=tables,
    )


def _claims(program: Program) -> list[Part]:
    """Return what a program states and asks."""
    ruled = [(f"{one.label}.", print_formula(one.formula), one.gloss) for one in program.rules]
    stated = [(f"{i}.", print_formula(one.formula), one.gloss) for i, one in enumerate(program.premises, 1)]
    goal = (("Goal", print_formula(program.open_goal), program.goal.gloss),)
    return [Part("Premises", tuple(stated)), Part("Rules", tuple(ruled)), Part("Asked", goal)]


_ANSWERS: Final[Mapping[str, Callable[[Mapping[str, str], Callable[[], Any]], Data]]] = {
    "solve": _solve,
    "prove": _prove,
    "check": _check,
}


def _model(named: Any, post: Post | None) -> Any:
    """Return who translates: the grammar, or the model that the page names."""
    if not named:
        return None
    if post is None:
        raise UserError("this desk asks no model")
    from sorites.translators.registry import make_model_translator

    from .chat import PageChat

    return make_model_translator(PageChat(post, named["url"], named["name"], named.get("key", "")))
