"""Files that hold a certificate, the verdict that it shows, and the program that it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from ..errors import UserError
from ..kernel.answers import Answers, answers_of
from ..kernel.certificates import Certificate, Findings, Verdict
from ..logic.program import Program
from ..logic.syntax import Formula
from ..notation.printer import print_formula
from ..outcome import Outcome
from .plain import VERSION, read_plain, write_plain

MAX_CHARACTERS: Final = 200_000_000
"""The longest file that is read."""
_MAX_SHOWN: Final = 100
_REST: Final[dict[str, Callable[[Program], object]]] = {
    "defaults": lambda p: [(rule.label, rule.formula) for rule in p.defaults],
    "defeasible rules": lambda p: [(rule.label, rule.formula) for rule in p.defeasible],
    "preferences": lambda p: p.preferences,
    "open variables": lambda p: p.open_variables,
    "variables that are asked for": lambda p: p.asked,
    "sorts": lambda p: (
        [(sort.name, sort.members) for sort in p.declared.sorts],
        [(one.name, one.arguments, one.result) for one in p.declared.typed],
    ),
}


@dataclass(frozen=True, slots=True)
class Report:
    """Why the kernel did not accept a certificate; ``line`` counts from 1, 0 where no line is to blame."""

    why: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """What a file holds. ``sorites check`` reads it.

    Attributes:
        verdict: what is said of the program.
        program: the program that the certificate is about.
        certificate: why.
        sorites: the version that wrote the file.
        engine: who found the answer.
        refused: why the kernel did not accept the certificate, where the file is a report of that.
    """

    verdict: Verdict
    program: Program
    certificate: Certificate
    sorites: str = ""
    engine: str = ""
    refused: Report | None = None

    @property
    def answers(self) -> Answers | None:
        """The answers that the certificate shows, if it is right; ``None`` if the goal asks for no values."""
        if not isinstance(self.certificate, Findings):
            return None
        return answers_of(self.program, self.certificate.ones)


def write_certificate(program: Program, outcome: Outcome) -> str:
    """Return the certificate of an outcome as a file; if the kernel refused it, that file is the report.

    Args:
        program: the program that was solved.
        outcome: its outcome.

    Raises:
        UserError: there is no certificate.
    """
    verdict, certificate, refused = outcome.verdict, outcome.certificate, None
    if outcome.refused is not None:
        verdict, certificate = outcome.refused.verdict, outcome.refused.certificate
        refused = Report(outcome.refused.why, outcome.refused.line)
    if certificate is None or verdict is Verdict.UNDECIDED:
        raise UserError(f"there is no certificate to write: the verdict is {outcome.verdict}")
    held = Carried(verdict, program, certificate, _ours(), outcome.engine, refused)
    *head, (_, nodes) = write_plain(held).items()
    shown = [f'"{key}": {json.dumps(value)}' for key, value in head]
    listed = ",\n".join(json.dumps(node, ensure_ascii=False) for node in nodes)
    return f'{{{", ".join(shown)}, "nodes": [\n{listed}\n]}}\n'


def _told_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, whose readers would otherwise take the last of two values, or the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"an object has a key twice, one of {', '.join(found)}")
    return found


def read_certificate(text: str, name: str) -> Carried:
    """Return what a file holds.

    Args:
        text: the file.
        name: its name.

    Raises:
        UserError: it is no such file; the text says what is wrong, and where.
    """
    if len(text) > MAX_CHARACTERS:
        raise UserError(f"{name} is too large to be read: it has more than {MAX_CHARACTERS:,} characters")
    try:
        data = json.loads(text, object_pairs_hook=_told_once)
    except (ValueError, RecursionError) as fault:
        raise UserError(f"{name} holds no certificate: {fault or 'it is nested too deep'}") from None
    if isinstance(data, dict) and str(data.get("format")).startswith("sorites") and data.get("version") != VERSION:
        hint = "write it anew by 'sorites prove --certificate'"
        raise UserError(f"{name} is of version {data.get('version')!r}, and {VERSION} is read: {hint}")
    try:
        found = read_plain(Carried, data)
    except UserError as fault:
        raise UserError(f"{name} holds no certificate: {fault}") from None
    if found.verdict is Verdict.UNDECIDED:
        raise UserError(f"{name} holds no certificate: verdict: nothing shows that a question is undecided")
    return found


def difference(asked: Program, carried: Program) -> str:
    """Return in what a program is another one than that of a certificate; nothing if both say the same.

    Args:
        asked: the program.
        carried: that of the certificate.
    """
    for what, here, there in (
        ("premise", asked.premises, carried.premises),
        ("exception", asked.exceptions, carried.exceptions),
        ("goal", (asked.goal,), (carried.goal,)),
    ):
        if found := _first(what, [s.formula for s in here], [s.formula for s in there]):
            return found
    if asked.semantics is not carried.semantics:
        return f"its semantics is {asked.semantics}, and not {carried.semantics}"
    for what, told in _REST.items():
        if told(asked) != told(carried):
            return f"its {what} are not the same"
    return ""


def _first(what: str, here: Sequence[Formula], there: Sequence[Formula]) -> str:
    """Return where two lists of formulas differ first."""
    for i, (one, other) in enumerate(zip(here, there, strict=False), 1):
        if one != other:
            where = what if what == "goal" else f"{what} {i}"
            return f"its {where} is {_short(one)}, and not {_short(other)}"
    if len(here) != len(there):
        return f"it has {len(here)} {what}s, and not {len(there)}"
    return ""


def _short(formula: Formula) -> str:
    text = print_formula(formula)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]} …"


def _ours() -> str:
    try:
        return version("sorites")
    except PackageNotFoundError:
        return ""
