"""Z3, in process.

Programs go in as one SMT-LIB script: Z3's own parser builds terms several times
faster than its Python API does. Where Z3 gives up, a small finite model still settles the question.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..bridges.finite import finders
from ..bridges.ground import GroundSymbols
from ..bridges.inquiry import Inquiry, Post, Search, Side, SideFinding, remaining
from ..bridges.smt import context, load, time_of
from ..capabilities import Capabilities
from ..clock import left
from ..errors import Late
from ..logic.program import Program
from ..logic.sorts import settled
from ..notation.smtlib import SmtWriter
from ..outcome import Answer, Limits, Outcome, Proof, Proved, Verdict, proves
from ..registry import engine
from ..running import bounded

if TYPE_CHECKING:
    import z3

FIRST_SECONDS: Final = 0.2
"""How long Z3 searches before a finite model is looked for."""
CORE_SECONDS: Final = 1.0
"""The most seconds in which it is looked which premises are enough."""
_PROVED: Final = {Verdict.ENTAILED, Verdict.REFUTED, Verdict.INCONSISTENT}
_HOLDS: Final = "holds"
_FAILS: Final = "fails"


@dataclass(frozen=True, slots=True)
class Z3Solver:
    """Z3 as a solver of programs.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

    def __post_init__(self) -> None:
        context()  # so that the first program does not pay for loading Z3

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "z3"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("z3").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return what the premises say about the goal."""
        started = time.perf_counter()
        question, inquiry = _Question(program), Inquiry(program, self.certify)
        first, solver = min(FIRST_SECONDS, limits.seconds), question.load(limits)
        for side in Side:
            if inquiry.answer(side) is Answer.UNSETTLED:
                inquiry.post(question.ask(solver, side, first - (time.perf_counter() - started)))
        # Where Z3 does not come to an end soon, there often is a small model.
        searches = [self._search(question, side, limits.megabytes) for side in Side]
        searches += finders(program, self.name, limits.megabytes)
        inquiry.search(searches, remaining(limits, started))
        if self.certify and inquiry.verdict in _PROVED and inquiry.proof() is None:
            inquiry.enough = question.core(proves(inquiry.verdict), remaining(limits, started))
        return inquiry.outcome(self.name, started)

    def searches(self, program: Program, megabytes: int) -> tuple[Search, ...]:
        """Return what it can do for each of the two questions beside other engines.

        Args:
            program: the program.
            megabytes: the memory of each search.
        """
        question = _Question(program)
        return tuple(self._search(question, side, megabytes) for side in Side)

    def _search(self, question: _Question, side: Side, megabytes: int) -> Search:
        def run(post: Post) -> None:
            limits = Limits(left(), megabytes)
            finding = question.ask(question.load(limits), side, left())
            post(finding)
            if self.certify and finding.answer is Answer.PROVED:
                proved: Proved = "contradiction" if finding.contradiction else side.proved
                used = question.core(proved, replace(limits, seconds=left()))
                post(replace(finding, proof=Proof(proved, used, self.name)))

        return Search(self.name, (side,), run)


class _Question:
    """A program as SMT-LIB: the premises, and that the goal holds or fails behind switches."""

    def __init__(self, program: Program) -> None:
        names = program.signature
        more = (program.negated_goal,) if program.open_variables else ()
        ready = settled((*program.formulas, *more), names, program.declared)
        writer = SmtWriter(ready.sorts, GroundSymbols(), ready.enumerations)
        *self.premises, goal = [writer.formula(f) for f in ready.formulas[: len(program.premises) + 1]]
        negated = [writer.formula(f) for f in ready.formulas[len(program.premises) + 1 :]]
        self.fails = f"(not {goal})"
        self.holds = f"(not {negated[0]})" if negated else goal
        self.extra = [writer.formula(f) for f in ready.numerals]
        self.declarations = [*writer.sort_declarations, *writer.declarations]

    def load(self, limits: Limits) -> z3.Solver:
        """Return a solver that holds the premises, and what the goal is behind switches."""
        script = [
            *self.declarations,
            f"(declare-const {_HOLDS} Bool)(declare-const {_FAILS} Bool)",
            *[f"(assert {f})" for f in (*self.extra, *self.premises)],
            f"(assert (=> {_HOLDS} {self.holds}))(assert (=> {_FAILS} {self.fails}))",
        ]
        return load("\n".join(script), limits.seconds, limits.megabytes, ground=False)

    def ask(self, solver: z3.Solver, side: Side, seconds: float) -> SideFinding:
        """Return what Z3 finds about one of the two questions in this time.

        Args:
            solver: what ``load`` returned.
            side: the question.
            seconds: the time.
        """
        import z3

        nothing = SideFinding(side, Answer.UNSETTLED, "z3")
        if seconds <= 0:
            return nothing
        solver.set(**time_of(seconds))
        result = solver.check(z3.Bool(_FAILS if side is Side.GOAL else _HOLDS, context()))
        if result == z3.unsat:
            return replace(nothing, answer=Answer.PROVED, contradiction=not solver.unsat_core())
        return replace(nothing, answer=Answer.OPEN) if result == z3.sat else nothing

    def core(self, proved: Proved, limits: Limits) -> tuple[int, ...]:
        """Return premises from which something follows, or all if none are found in time.

        Args:
            proved: the goal, its negation, or a contradiction.
            limits: the time and memory of it.
        """
        import z3

        everything = range(len(self.premises))
        script = [*self.declarations, *[f"(assert {f})" for f in self.extra]]
        script += [f"(declare-const a{i} Bool)(assert (=> a{i} {f}))" for i, f in enumerate(self.premises)]
        if proved != "contradiction":
            script.append(f"(assert {self.fails if proved == 'goal' else self.holds})")
        core = {f"a{i}" for i in everything}
        with suppress(Late):
            solver = load("\n".join(script), min(limits.seconds, left(), CORE_SECONDS), limits.megabytes, ground=False)
            solver.set("core.minimize", True)
            if solver.check(*[z3.Bool(f"a{i}", context()) for i in everything]) == z3.unsat:
                core = {str(switch) for switch in solver.unsat_core()}
        return tuple([i for i in everything if f"a{i}" in core])
