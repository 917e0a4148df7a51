"""The answers of a goal that asks for values, as they follow from what was found out about closed questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ..logic.candidates import (
    anything,
    apart,
    asks_numbers,
    by_rules,
    candidates,
    constants,
    instance,
    nothing_but,
    same,
)
from ..logic.program import Program
from ..logic.syntax import Fn, Formula, Num, TermRow, name_of
from .certificates import Finding, Verdict
from .refusal import Refused

_SETTLED: Final = (Verdict.ENTAILED, Verdict.REFUTED)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer.

    Attributes:
        row: the constants, one for each variable that is asked for.
        also: other rows, which are proved to name the same things.
        finding: what shows that it is one.
    """

    row: TermRow
    also: tuple[TermRow, ...]
    finding: Finding = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the constants."""
        return tuple(map(name_of, self.row))


@dataclass(frozen=True, slots=True)
class Answers:
    """What the premises say of who or what a goal asks for.

    Attributes:
        variables: the variables that are asked for.
        found: the answers: the goal is entailed of these constants. First those mentioned first.
        refuted: rows of constants of which its negation is entailed.
        open: those of which neither is.
        undecided: those about which a limit was hit, or that were too many to ask about.
        clashing: those of which both are derived by rules.
        exists: whether there is an answer, with a name or without; ``None`` if that is open, or undecided.
        complete: whether it is proved that there are no other answers than these.
        apart: of how many answers it is proved that they are different things, at least.
        grounds: what shows the rest: that there are no others, that answers are the same or differ, …
        verdict: ``entailed`` if there is an answer, with a name or without; ``refuted`` if there is none;
            ``unknown`` if neither follows; ``inconsistent`` and ``undecided`` as of other goals.
    """

    variables: tuple[str, ...]
    found: tuple[Found, ...]
    refuted: tuple[TermRow, ...]
    open: tuple[TermRow, ...]
    undecided: tuple[TermRow, ...]
    clashing: tuple[TermRow, ...]
    exists: bool | None
    complete: bool
    apart: int
    verdict: Verdict
    grounds: tuple[Finding, ...] = field(default=(), repr=False)

    @property
    def count(self) -> int | None:
        """How many there are; ``None`` if the list may not be complete, or two of them one."""
        return len(self.found) if self.complete and self.apart == len(self.found) else None

    @property
    def at_least(self) -> int:
        """How many there are at least."""
        return max(self.apart, 1 if self.exists else 0)

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of the answers, each once."""
        return tuple(one.names for one in self.found)

    @property
    def unnamed(self) -> bool:
        """Whether there is an answer, and none that has a name."""
        return bool(self.exists) and not self.found


class Questions:
    """The closed questions about a goal that asks for values.

    Args:
        program: the program.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._names = constants(program)
        self._numbers = asks_numbers(program)

    def of(self, finding: Finding) -> Formula:
        """Return the question that a finding answers.

        Args:
            finding: the finding.

        Raises:
            Refused: it is not about constants of the program, or about too many or too few of them.
        """
        rows, asks, program = finding.rows, finding.asks, self._program
        if asks == "anything" and by_rules(program) and rows == (anything(program),):
            return instance(program, rows[0])
        if not all(map(self._is_candidate, rows)):
            raise Refused("what was found out is about other things than the program's constants")
        match asks, len(rows):
            case "exists", 0:
                return program.goal.formula
            case "instance", 1:
                return instance(program, rows[0])
            case "others", _:
                return nothing_but(program, rows)
            case "same", 2:
                return same(*rows)
            case "apart", count if count > 1:
                return apart(rows)
        raise Refused("what was found out is no question about the goal")

    def _is_candidate(self, row: TermRow) -> bool:
        """Return whether a row has a constant of the program, or a numeral, for each variable that is asked for.

        A numeral that the program does not speak of is a number; as a thing it would be one more.
        """
        spoken_of = self._program.signature.numerals
        return len(row) == len(self._program.asked) and all(
            (number or term in spoken_of)
            if isinstance(term, Num)
            else isinstance(term, Fn) and not term.args and term.name in self._names
            for term, number in zip(row, self._numbers, strict=True)
        )


def answers_of(program: Program, findings: Sequence[Finding]) -> Answers:
    """Return the answers of a goal that asks for values.

    Args:
        program: the program.
        findings: what was found out; it is taken to be right.
    """
    decided = {one.rows[0]: one for one in findings if one.asks == "instance"}
    rows = dict.fromkeys([*candidates(program), *decided])  # where there are too many, one more than are asked about
    told: dict[Verdict, list[TermRow]] = {verdict: [] for verdict in Verdict}
    for row in rows:
        told[decided[row].verdict if row in decided else Verdict.UNDECIDED].append(row)
    entailed, verdicts, rules = told[Verdict.ENTAILED], {one.verdict for one in findings}, by_rules(program)
    so: dict[tuple[str, Verdict], list[tuple[TermRow, ...]]] = defaultdict(list)
    for one in findings:
        so[one.asks, one.verdict].append(one.rows)
    exists: bool | None = None
    if any((asks, Verdict.ENTAILED) in so for asks in ("exists", "instance", "anything")):
        exists = True
    elif ("exists", Verdict.REFUTED) in so or () in so["others", Verdict.ENTAILED]:
        exists = False
        told = {verdict: [] for verdict in Verdict} | {Verdict.REFUTED: list(rows)}
    complete = exists is False or any(set(entailed).issuperset(ones) for ones in so["others", Verdict.ENTAILED])
    if (
        rules
        and len(program.asked) == 1
        and {one.verdict for one in findings if one.asks == "anything"} == {Verdict.REFUTED}
    ):
        complete = len(told[Verdict.REFUTED]) + len(entailed) == len(rows)
        exists = exists if entailed or not complete else False
    if Verdict.INCONSISTENT in verdicts and (exists is None or not rules):
        verdict = Verdict.INCONSISTENT
    elif exists is not None:
        verdict = Verdict.ENTAILED if exists else Verdict.REFUTED
    else:
        known = not told[Verdict.UNDECIDED] if rules else ("exists", Verdict.UNKNOWN) in so
        verdict = Verdict.UNKNOWN if known else Verdict.UNDECIDED
    groups = _grouped(entailed, so["same", Verdict.ENTAILED])
    return Answers(
        program.asked,
        tuple(Found(group[0], tuple(group[1:]), decided[group[0]]) for group in groups),
        tuple(told[Verdict.REFUTED]),
        tuple(told[Verdict.UNKNOWN]),
        tuple(told[Verdict.UNDECIDED]),
        tuple(told[Verdict.INCONSISTENT]),
        exists,
        complete,
        len(groups) if rules else _apart([group[0] for group in groups], so["apart", Verdict.ENTAILED]),
        verdict,
        tuple(one for one in findings if one.asks != "instance" and one.verdict in _SETTLED),
    )


def _grouped(entailed: Sequence[TermRow], same: Sequence[tuple[TermRow, ...]]) -> list[list[TermRow]]:
    """Return the answers, those together that are proved to be the same."""
    group = {row: [row] for row in entailed}
    for rows in same:
        if group.keys() >= set(rows):
            either = {other for row in rows for other in group[row]}
            merged = [row for row in entailed if row in either]
            group |= dict.fromkeys(merged, merged)
    return [group[row] for row in entailed if group[row][0] == row]


def _apart(rows: Sequence[TermRow], different: Sequence[tuple[TermRow, ...]]) -> int:
    """Return of how many of these rows it is proved that they name different things."""
    kept: list[TermRow] = []
    for row in rows:
        if all(any({row, other} <= set(ones) for ones in different) for other in kept):
            kept.append(row)
    return len(kept)
