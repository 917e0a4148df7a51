"""Z3, in process.

Programs go in as one SMT-LIB script: Z3's own parser builds terms several times
faster than its Python API does. Where Z3 gives up, a small finite model still settles the question.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..bridges.ground import GroundSymbols
from ..bridges.inquiry import Inquiry, Post, Search, Side, SideFinding, finders, remaining
from ..bridges.smt import context, load, time_of
from ..capabilities import Capabilities
from ..clock import left
from ..errors import Late
from ..logic.program import Program
from ..logic.sorts import settled
from ..notation.smtlib import SmtWriter
from ..outcome import Answer, Limits, Outcome, Proof, Proved
from ..registry import engine
from ..running import bounded

if TYPE_CHECKING:
    import z3

FIRST_SECONDS: Final = 0.2
"""How long Z3 searches before a finite model is looked for."""
CORE_SECONDS: Final = 1.0
"""The most seconds in which it is looked which premises are enough."""
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
                seconds = first - (time.perf_counter() - started)
                inquiry.post(question.ask(solver, side, replace(limits, seconds=seconds), self.certify))
        # Where Z3 does not come to an end soon, there often is a small model.
        searches = [self._search(question, side, limits.megabytes) for side in Side]
        searches += finders(program, self.name, limits.megabytes)
        inquiry.search(searches, remaining(limits, started))
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
            post(question.ask(question.load(limits), side, limits, self.certify))

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

    def ask(self, solver: z3.Solver, side: Side, limits: Limits, certify: bool) -> SideFinding:
        """Return what Z3 finds about one of the two questions.

        Args:
            solver: what ``load`` returned.
            side: the question.
            limits: the time and memory of it.
            certify: whether to find out which premises are enough for a proof.
        """
        import z3

        nothing = SideFinding(side, Answer.UNSETTLED, "z3")
        if limits.seconds <= 0:
            return nothing
        solver.set(**time_of(limits.seconds))
        result = solver.check(z3.Bool(_FAILS if side is Side.GOAL else _HOLDS, context()))
        if result == z3.unsat:
            contradiction = not solver.unsat_core()
            proved: Proved = "contradiction" if contradiction else side.proved
            proof = Proof(proved, self.core(proved, limits.megabytes), "z3") if certify else None
            return replace(nothing, answer=Answer.PROVED, contradiction=contradiction, proof=proof)
        return replace(nothing, answer=Answer.OPEN) if result == z3.sat else nothing

    def core(self, proved: Proved, megabytes: int) -> tuple[int, ...]:
        """Return premises from which something follows, or all if none are found in time.

        Args:
            proved: the goal, its negation, or a contradiction.
            megabytes: the memory limit.
        """
        import z3

        everything = range(len(self.premises))
        script = [*self.declarations, *[f"(assert {f})" for f in self.extra]]
        script += [f"(declare-const a{i} Bool)(assert (=> a{i} {f}))" for i, f in enumerate(self.premises)]
        if proved != "contradiction":
            script.append(f"(assert {self.fails if proved == 'goal' else self.holds})")
        core = {f"a{i}" for i in everything}
        with suppress(Late):
            solver = load("\n".join(script), min(left(), CORE_SECONDS), megabytes, ground=False)
            solver.set("core.minimize", True)
            if solver.check(*[z3.Bool(f"a{i}", context()) for i in everything]) == z3.unsat:
                core = {str(switch) for switch in solver.unsat_core()}
        return tuple([i for i in everything if f"a{i}" in core])
