"""Prover9, as a process."""

from __future__ import annotations

import re
from typing import Final

from ..bridges.clausal import GOAL, PREMISE, ProcessSolver, Prover
from ..bridges.plain import PlainNames, PlainPrinter, without_xor
from ..bridges.process import Finished
from ..logic.diagnostics import Diagnostic, Level
from ..logic.syntax import Formula
from ..notation.signs import PROVER9
from ..outcome import Answer

# Every exit code of Prover9 (manual, "Exit codes"): what it means for the question.
_EXITS: Final[dict[int, tuple[Answer, str]]] = {
    0: (Answer.PROVED, ""),
    1: (Answer.UNSETTLED, "it stopped with a fatal error"),
    2: (Answer.OPEN, ""),  # nothing was left to infer
    3: (Answer.UNSETTLED, "it reached its memory limit"),
    4: (Answer.UNSETTLED, "it reached its time limit"),
    5: (Answer.UNSETTLED, "it reached its limit of given clauses"),
    6: (Answer.UNSETTLED, "it reached its limit of kept clauses"),
    7: (Answer.UNSETTLED, "an action stopped it"),
    101: (Answer.UNSETTLED, "it was interrupted"),
    102: (Answer.UNSETTLED, "it crashed"),
}
# Clauses are never thrown away for their weight or number, so that an exhausted
# search means that there is no proof; and one proof is enough, where the automatic
# mode would look for one of each denial.
_SETTINGS: Final = """set(quiet).
clear(bell).
clear(print_given).
clear(print_initial_clauses).
clear(print_kept).
clear(auto_denials).
assign(max_weight, 1000000000).
assign(sos_limit, -1).
"""
_LOST: Final = re.compile(r"(?:Sos_limit_deleted|Sos_displaced)=([1-9]\d*)")
_LABEL: Final = re.compile(rf"# label\(({PREMISE}\d+)\)")
_GOAL: Final = "[goal]"


def _premises(premises: list[Formula], names: PlainNames) -> str:
    printer = PlainPrinter(names, PROVER9, "x")
    lines = [f"({printer.whole(without_xor(f))}) # label({PREMISE}{i})." for i, f in enumerate(premises)]
    return "\n".join([_SETTINGS, "formulas(assumptions).", *lines, "end_of_list.\n"])


def _goal(goal: Formula, names: PlainNames) -> str:
    text = PlainPrinter(names, PROVER9, "x").whole(without_xor(goal))
    return f"formulas(goals).\n{text}.\nend_of_list.\n"


def _arguments(seconds: float, megabytes: int) -> tuple[str, ...]:
    return ("-t", str(int(seconds) + 1))


def _answer(finished: Finished) -> tuple[Answer, Diagnostic | None]:
    if finished.killed:
        return Answer.UNSETTLED, None
    answer, why = _EXITS.get(finished.code, (Answer.UNSETTLED, f"it ended with the code {finished.code}"))
    if answer is Answer.OPEN and _LOST.search(finished.output):
        return Answer.UNSETTLED, None
    if finished.code in {3, 4, 5, 6} or not why:
        return answer, None
    last = next((line for line in finished.output.splitlines() if "error" in line.lower()), "")
    return answer, Diagnostic("engine-failed", Level.WARNING, f"prover9: {why}", None, "", "", last.strip())


def _stated(output: str) -> list[str]:
    start = output.find("= PROOF =")
    proof = output[start : output.find("= end of proof =", start)] if start >= 0 else ""
    return [*_LABEL.findall(proof), *([GOAL] if _GOAL in proof else [])]


class Prover9Solver(ProcessSolver):
    """Prover9 as a solver of programs."""

    __slots__ = ()
    prover = Prover("prover9", _premises, _goal, _arguments, _answer, _stated)
