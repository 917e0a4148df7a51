"""Z3, in process.

Programs go in as one SMT-LIB script: Z3's own parser builds terms several times
faster than its Python API does. Bernays-Schönfinkel programs, propositional and
ground ones among them, are written out over their Herbrand domain, which is finite,
so that they are always decided (see ``sorites.solvers.language.ground``). All others go in as
they are, and where Z3 then gives up, a small finite model still settles the question.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..bridges.cores import SECONDS as CORE_SECONDS
from ..bridges.cores import minimal
from ..bridges.finite import settle
from ..bridges.smt import context, extract, load, milliseconds
from ..capabilities import Capabilities
from ..certifying.proving import proof
from ..clock import check, left
from ..errors import Late, TooLarge
from ..language.declared import THING
from ..language.ground import GroundWriter, Symbols, unnamed_things
from ..language.program import Program
from ..language.settled import settled
from ..language.smtlib import SmtWriter
from ..language.syntax import numeral
from ..outcome import (
    Answer,
    Countermodels,
    Limits,
    Model,
    Outcome,
    Proof,
    Verdict,
    consistency_open,
    decide,
)
from ..registry import engine
from ..running import bounded

if TYPE_CHECKING:
    import z3

FIRST_SECONDS: Final = 0.5
"""How long Z3 searches outside the decidable fragment before a finite model is looked for."""
_ATOM: Final = re.compile(r"\((p\d+(?: e\d+)+)\)")
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
        question = _Question(program)
        seconds = limits.seconds if question.things is not None else min(FIRST_SECONDS, limits.seconds)
        goal, negation, holds, fails = question.ask_both(seconds, limits.megabytes, self.certify)
        if decide(goal, negation) is Verdict.UNDECIDED:
            # Where Z3 does not come to an end soon, there often is a small model.
            found = settle(program, goal, negation, self.name, limits, started)
            left = limits.seconds - (time.perf_counter() - started)
            if found.verdict is not Verdict.UNDECIDED or left <= 0:
                return found
            goal, negation, holds, fails = question.ask_both(left, limits.megabytes, self.certify)
        verdict = decide(goal, negation)
        certificate: Proof | Countermodels | None = None
        if self.certify and verdict is Verdict.UNKNOWN:
            if holds is None or fails is None:
                return settle(program, goal, negation, self.name, limits, started)
            certificate = Countermodels(holds, fails)
        elif self.certify and verdict is not Verdict.UNDECIDED:
            used, model = question.core(verdict, limits), holds or fails
            certificate = proof(program, verdict, used, self.name, model=model)
        seconds = time.perf_counter() - started
        return Outcome(verdict, self.name, seconds, certificate, consistency_open(goal, negation))


class _Question:
    """A program as SMT-LIB: the premises, and that the goal holds or fails behind switches.

    Attributes:
        things: the symbols of the Herbrand domain; ``None`` outside the fragment.
    """

    def __init__(self, program: Program) -> None:
        names = program.signature
        more = (program.negated_goal,) if program.open_variables else ()
        self.settled = settled((*program.formulas, *more), names, program.declared)
        self.sorts = self.settled.sorts
        constants = [*names.constants, *(numeral(n.value) for n in names.numerals)]
        unnamed = unnamed_things(program)
        self.things = None if unnamed is None else [f"e{i}" for i in range(len(constants) + unnamed)]
        try:
            self._write(len(program.premises), dict(zip(constants, self.things or (), strict=False)))
        except TooLarge:
            self.things = None
            self._write(len(program.premises), {})

    def _write(self, premises: int, things: dict[str, str]) -> None:
        self.symbols = Symbols(things)
        writer = SmtWriter(self.sorts, self.symbols, self.settled.enumerations)
        if self.things is not None:
            writer = GroundWriter(self.sorts, self.symbols, {THING: self.things})
        self.premises = [writer.formula(f) for f in self.settled.formulas[:premises]]
        goal, *negated = [writer.formula(f) for f in self.settled.formulas[premises:]]
        self.fails = f"(not {goal})"
        self.holds = f"(not {negated[0]})" if negated else goal
        self.extra = [writer.formula(f) for f in self.settled.numerals]
        fresh = (self.things or [])[len(things) :]
        self.declarations = [
            *writer.sort_declarations,
            *writer.declarations,
            *[f"(declare-const {thing} U)" for thing in fresh],
        ]

    def ask_both(
        self, seconds: float, megabytes: int, want_models: bool
    ) -> tuple[Answer, Answer, Model | None, Model | None]:
        """Return the answers for the goal and its negation, with models of the premises if they are wanted.

        The first model is one in which the goal holds, the second one in which it fails.
        """
        started = time.perf_counter()
        script = [
            *self.declarations,
            f"(declare-const {_HOLDS} Bool)(declare-const {_FAILS} Bool)",
            *[f"(assert {f})" for f in (*self.extra, *self.premises)],
            f"(assert (=> {_HOLDS} {self.holds}))(assert (=> {_FAILS} {self.fails}))",
        ]
        solver = load("\n".join(script), seconds, megabytes, ground=self.things is not None)
        goal, fails = self._ask(solver, _FAILS)
        if (left := seconds - (time.perf_counter() - started)) <= 0:
            return goal, Answer.UNSETTLED, None, None
        if left < 0.9 * seconds:
            solver.set("timeout", milliseconds(left))
        negation, holds = self._ask(solver, _HOLDS)
        if not want_models or self.things is None:
            return goal, negation, None, None
        rows = self._occurring()
        things = {THING: self.things}
        try:
            shown = [m and extract(m, self.symbols, self.sorts, things, rows) for m in (holds, fails)]
        except Late:
            return goal, negation, None, None
        return goal, negation, shown[0], shown[1]

    def _ask(self, solver: z3.Solver, switch: str) -> tuple[Answer, z3.ModelRef | None]:
        """Return whether the premises exclude what the switch asserts, or Z3's model of both."""
        import z3

        result = solver.check(z3.Bool(switch, context()))
        if result == z3.unsat:
            return Answer.PROVED, None
        if result != z3.sat:
            return Answer.UNSETTLED, None
        return Answer.OPEN, solver.model()

    def _occurring(self) -> dict[str, set[tuple[str, ...]]]:
        """Return the rows of each predicate that the ground formulas speak of."""
        rows: dict[str, set[tuple[str, ...]]] = {}
        for formula in (*self.premises, self.holds, self.fails):
            for atom in _ATOM.findall(formula):
                symbol, *row = atom.split()
                rows.setdefault(symbol, set()).add(tuple(row))
        return rows

    def core(self, verdict: Verdict, limits: Limits) -> tuple[int, ...]:
        """Return a set of premises that the verdict follows from: all of them, if there is no time for less."""
        try:
            found = self._core(verdict, limits)
        except Late:
            found = None
        return tuple(range(len(self.premises))) if found is None else found

    def _core(self, verdict: Verdict, limits: Limits) -> tuple[int, ...] | None:
        import z3

        check()
        script = [
            *self.declarations,
            *[f"(assert {f})" for f in self.extra],
            *[f"(declare-const a{i} Bool)(assert (=> a{i} {f}))" for i, f in enumerate(self.premises)],
        ]
        if verdict is Verdict.ENTAILED:
            script.append(f"(assert {self.fails})")
        elif verdict is Verdict.REFUTED:
            script.append(f"(assert {self.holds})")
        solver = load("\n".join(script), min(left(), CORE_SECONDS), limits.megabytes, ground=self.things is not None)
        switches = [z3.Bool(f"a{i}", context()) for i in range(len(self.premises))]
        place = {switch.get_id(): i for i, switch in enumerate(switches)}

        def refuted(rest: list[int]) -> frozenset[int] | None:
            check()
            if solver.check(*[switches[i] for i in rest]) != z3.unsat:
                return None
            return frozenset(place[switch.get_id()] for switch in solver.unsat_core())

        found = refuted(list(range(len(switches))))
        return None if found is None else tuple(minimal(sorted(found), refuted))
