"""Files that hold a certificate, the verdict that it shows, and the program that it is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from ..errors import UnreadableProgram, UserError
from ..kernel.answers import Answers, answers_of
from ..kernel.certificates import Certificate, Findings, Verdict
from ..logic.errors import InvalidProgram
from ..logic.program import Default, Program, Statement
from ..logic.rewriting import renamed
from ..logic.syntax import Formula
from ..notation.printer import print_formula
from ..notation.programs import read_program
from ..notation.writer import write_program
from ..outcome import Outcome
from .plain import FORMAT, VERSION, read_plain, write_plain

MAX_CHARACTERS: Final = 200_000_000
"""The longest file that is read."""
_FORMAT: Final = "sorites certificate"
_VERSION: Final = 3
_MAX_SHOWN: Final = 100
_MAX_INDENT: Final = 4
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
class CertificateFile:
    """A certificate that can be carried. ``sorites check`` reads it.

    ``program`` is the program in the notation of Sorites; ``formulas`` are the places of its premises, rules,
    exceptions and its goal, which say the same by the variables that it was asked with; ``open_variables``
    are those of the goal's outermost variables that its author left unbound, ``asked`` those for whose values it asks.
    ``engine`` is who found the answer, ``sorites`` the version that wrote the file. ``refused`` says why the kernel did
    not accept the certificate, where this is a report of that.
    """

    verdict: Verdict
    program: str
    formulas: tuple[Formula, ...]
    certificate: Certificate
    open_variables: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    sorites: str = ""
    engine: str = ""
    refused: Report | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """What a file holds.

    Attributes:
        program: the program that the certificate is about.
        verdict: what is said of it.
        certificate: why.
    """

    program: Program
    verdict: Verdict
    certificate: Certificate

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
        UserError: there is no certificate, or the program can't be written down exactly.
    """
    verdict, certificate, refused = outcome.verdict, outcome.certificate, None
    if outcome.refused is not None:
        verdict, certificate = outcome.refused.verdict, outcome.refused.certificate
        refused = Report(outcome.refused.why, outcome.refused.line)
    if certificate is None or verdict is Verdict.UNDECIDED:
        raise UserError(f"there is no certificate to write: the verdict is {outcome.verdict}")
    data = write_plain(
        CertificateFile(
            verdict,
            _text(program),
            tuple(_formulas(program)),
            certificate,
            program.open_variables,
            program.asked,
            _ours(),
            _version_of(outcome.engine),
            refused,
        )
    )
    beside = {"shared": data["shared"], "nodes": data["nodes"]}
    return f"{_lines({'format': _FORMAT, 'version': _VERSION, **data['value'], **beside}, '')}\n"


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
        raise UserError(f"{name} holds no certificate: {fault}") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise UserError(f"{name} holds no certificate: its format is not {_FORMAT!r}")
    if data.get("version") != _VERSION:
        hint = "write it anew by 'sorites prove --certificate'"
        raise UserError(f"{name} is of version {data.get('version')}, and {_VERSION} is read: {hint}")
    beside = {"shared": data.pop("shared", None), "nodes": data.pop("nodes", None)}
    value = {key: part for key, part in data.items() if key not in ("format", "version")}
    plain = {"format": FORMAT, "version": VERSION, "kind": CertificateFile.__name__, "value": value, **beside}
    try:
        found = read_plain(CertificateFile, plain)
    except UserError as fault:
        raise UserError(f"{name} holds no certificate: {fault}") from None
    if found.verdict is Verdict.UNDECIDED:
        raise UserError(f"{name} holds no certificate: verdict: nothing shows that a question is undecided")
    reading = read_program(found.program, strict=True)
    if reading.first is None:
        raise UserError(f"{name} holds no program: {UnreadableProgram(reading.diagnostics, found.program)}")
    if [*map(_nameless, found.formulas)] != [*map(_nameless, _formulas(reading.first))]:
        raise UserError(f"{name} holds no program: its formulas are not those of its text")
    if len(found.asked) != len(reading.first.asked):
        raise UserError(f"{name} holds no program: it asks for other variables than its text")
    try:
        program = _with(reading.first, found.formulas, found.open_variables, found.asked)
    except InvalidProgram as fault:
        raise UserError(f"{name} holds no program: {fault}") from None
    return Carried(program, found.verdict, found.certificate)


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


def _text(program: Program) -> str:
    """Return a text that gives the program when it is read, but for the names of variables.

    Its glosses are left out if they would not let it be read so.
    """
    for one in (program, _without_glosses(program)):
        text = write_program(replace(one, open_variables=()))
        again = read_program(text, strict=True).program
        if again is None or [*map(_nameless, _formulas(again))] != [*map(_nameless, _formulas(program))]:
            continue
        if not difference(program, _with(again, _formulas(program), program.open_variables, program.asked)):
            return text
    raise UserError("the program can't be written so that reading it gives the same program again")


def _formulas(program: Program) -> list[Formula]:
    stated = [one.formula for one in program.premises]
    ruled = [one.formula for one in program.rules]
    return [*stated, *ruled, *(one.formula for one in program.exceptions), program.goal.formula]


def _with(
    program: Program, formulas: Sequence[Formula], open_variables: tuple[str, ...], asked: tuple[str, ...]
) -> Program:
    """Return the program with these formulas instead of its own."""
    rest = iter(formulas)
    return replace(
        program,
        premises=tuple(replace(one, formula=next(rest)) for one in program.premises),
        defaults=tuple(replace(one, formula=next(rest)) for one in program.defaults),
        defeasible=tuple(replace(one, formula=next(rest)) for one in program.defeasible),
        exceptions=tuple(replace(one, formula=next(rest)) for one in program.exceptions),
        goal=replace(program.goal, formula=next(rest)),
        open_variables=open_variables,
        asked=asked,
    )


def _nameless(formula: Formula) -> Formula:
    """Return the formula with its variables called by how deep they are bound."""
    return renamed(formula, lambda _, bound: str(1 + max((int(v.name) for v in bound.values()), default=0)))


def _without_glosses(program: Program) -> Program:
    return replace(
        program,
        premises=tuple(Statement(one.formula) for one in program.premises),
        goal=Statement(program.goal.formula),
        exceptions=tuple(Statement(one.formula) for one in program.exceptions),
        defaults=tuple(Default(one.label, one.formula) for one in program.defaults),
        defeasible=tuple(Default(one.label, one.formula) for one in program.defeasible),
        predicates=(),
        constants=(),
    )


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


def _version_of(names: str) -> str:
    """Return who found an answer, each with its version where that is known."""
    from ..registry import engine

    told = []
    for name in names.split("+"):
        try:
            provider = engine(name).provider
        except UserError:
            provider = None
        told.append(f"{name} {provider.version() if provider is not None else ''}".strip())
    return " + ".join(told)


def _ours() -> str:
    try:
        return version("sorites")
    except PackageNotFoundError:
        return ""


def _lines(found: Any, indent: str) -> str:
    inner = f"{indent}  "
    if isinstance(found, dict) and len(indent) <= _MAX_INDENT:
        parts = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {_lines(part, inner)}" for key, part in found.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if isinstance(found, list) and any(isinstance(part, dict | list) for part in found):
        parts = [f"{inner}{json.dumps(part, ensure_ascii=False)}" for part in found]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    return json.dumps(found, ensure_ascii=False)
