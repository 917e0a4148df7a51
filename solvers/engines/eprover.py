"""E, as a process."""

from __future__ import annotations

import re
from typing import Final

from ..bridges.clausal import GOAL, PREMISE, ProcessSolver, Prover
from ..bridges.plain import PlainNames, PlainPrinter
from ..bridges.process import Finished
from ..logic.diagnostics import Diagnostic, Level
from ..logic.syntax import Formula
from ..notation.signs import TPTP
from ..outcome import Answer

# Every status of the SZS ontology (Sutcliffe 2008) that a prover may report for a
# conjecture. What a word means must not depend on which of them E happens to use.
_PROVED: Final = (
    "Theorem ContradictoryAxioms Unsatisfiable TautologousConclusion Tautology "
    "TautologousConclusionContradictoryAxioms SatisfiableConclusionContradictoryAxioms "
    "UnsatisfiableConclusionContradictoryAxioms Equivalent WeakerConclusion EquivalentTheorem WeakerTheorem "
    "SatisfiableTheorem FinitelyTheorem"
)
_OPEN: Final = (
    "CounterSatisfiable Satisfiable CounterTheorem CounterEquivalent UnsatisfiableConclusion NoConsequence "
    "SatisfiableCounterTheorem WeakerCounterTheorem FinitelySatisfiable FinitelyCounterSatisfiable "
    "CounterSatisfiabilityPreserving SatisfiabilityPreserving EquiSatisfiable EquiCounterSatisfiable "
    "CounterSatisfiabilityMapping SatisfiabilityMapping SatisfiabilityPartialMapping SatisfiabilityBijection"
)
_UNSETTLED: Final = (
    "ResourceOut Timeout MemoryOut GaveUp Unknown Incomplete Stopped Forced User Open NotTried NotTriedYet "
    "Inappropriate InProgress Assumed Success NoSuccess"
)
_FAILED: Final = "Error OSError InputError UsageError SyntaxError SemanticError TypeError"
_STATUS: Final[dict[str, tuple[Answer, bool]]] = {
    word: (answer, failed)
    for words, answer, failed in (
        (_PROVED, Answer.PROVED, False),
        (_OPEN, Answer.OPEN, False),
        (_UNSETTLED, Answer.UNSETTLED, False),
        (_FAILED, Answer.UNSETTLED, True),
    )
    for word in words.split()
}
_SZS: Final = re.compile(r"^[#%] SZS status (\w+)", re.M)
_STATED: Final = re.compile(rf"^(?:fof|cnf)\(({PREMISE}\d+|{GOAL}),", re.M)


def _premises(premises: list[Formula], names: PlainNames) -> str:
    printer = PlainPrinter(names, TPTP, "X")
    return "".join([f"fof({PREMISE}{i},axiom,{printer.whole(f)}).\n" for i, f in enumerate(premises)])


def _goal(goal: Formula, names: PlainNames) -> str:
    return f"fof({GOAL},conjecture,{PlainPrinter(names, TPTP, 'X').whole(goal)}).\n"


def _arguments(seconds: float, megabytes: int) -> tuple[str, ...]:
    # Its own limit on time would race with the one that its process gets: the later to be set is refused.
    return ("--auto", "--silent", "--proof-object", f"--memory-limit={megabytes}")


def _answer(finished: Finished) -> tuple[Answer, Diagnostic | None]:
    if finished.killed:
        return Answer.UNSETTLED, None
    found = _SZS.search(finished.output)
    answer, failed = _STATUS.get(found.group(1), (Answer.UNSETTLED, True)) if found else (Answer.UNSETTLED, True)
    if not failed:
        return answer, None
    first = next((line for line in finished.output.splitlines() if line[:1] not in "#%"), "no answer")
    return answer, Diagnostic("engine-failed", Level.WARNING, f"eprover: {first.strip()}", found=first.strip())


def _stated(output: str) -> list[str]:
    start = output.find("SZS output start")
    return [found for found in _STATED.findall(output, start, output.find("SZS output end", start)) if start >= 0]


class EProverSolver(ProcessSolver):
    """E as a solver of programs."""

    __slots__ = ()
    prover = Prover("eprover", _premises, _goal, _arguments, _answer, _stated)
