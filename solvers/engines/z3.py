"""Z3, in process.

Programs go in as one SMT-LIB script: Z3's own parser builds terms several times
faster than its Python API does. Bernays-Schönfinkel programs, propositional and
ground ones among them, are written out over their Herbrand domain, which is finite,
so that they are always decided (see ``sorites.solvers.bridges.ground``). All others go in as
they are, and where Z3 then gives up, a small finite model still settles the question.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ..bridges.cores import SECONDS as CORE_SECONDS
from ..bridges.cores import minimal
from ..bridges.finite import finders
from ..bridges.ground import GroundSymbols, GroundWriter, unnamed_things
from ..bridges.inquiry import Inquiry, Post, Search, Side, SideFinding, remaining
from ..bridges.smt import context, extract, load, milliseconds
from ..capabilities import Capabilities
from ..clock import check, left
from ..errors import Late, TooLarge
from ..logic.program import Program
from ..logic.sorts import settled
from ..logic.symbols import THING
from ..logic.syntax import numeral
from ..notation.smtlib import SmtWriter
from ..outcome import Answer, Limits, Model, Outcome, Proof, Proved, Verdict, proves
from ..registry import engine
from ..running import bounded

if TYPE_CHECKING:
    import z3

FIRST_SECONDS: Final = 0.2
"""How long Z3 searches outside the decidable fragment before a finite model is looked for."""
_ATOM: Final = re.compile(r"\((p\d+(?: e\d+)+)\)")
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
        first = limits.seconds if question.things is not None else min(FIRST_SECONDS, limits.seconds)
        solver, models = question.load(limits), []
        for side in Side:
            if inquiry.answer(side) is Answer.UNSETTLED:
                finding, model = question.ask(solver, side, first - (time.perf_counter() - started))
                inquiry.post(finding)
                models.append((finding, model))
        if self.certify and inquiry.settled:
            for finding, model in models:
                inquiry.post(replace(finding, model=question.shown(model)))
        if question.things is None:
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
            finding, model = question.ask(question.load(limits), side, left())
            post(finding)
            if not self.certify:
                return
            if finding.answer is Answer.PROVED:
                proved: Proved = "contradiction" if finding.contradiction else side.proved
                post(
                    replace(
                        finding, proof=Proof(proved, question.core(proved, replace(limits, seconds=left())), self.name)
                    )
                )
            elif shown := question.shown(model):
                post(replace(finding, model=shown))

        return Search(self.name, (side,), run)


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
        self.symbols = GroundSymbols(things)
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

    def load(self, limits: Limits) -> z3.Solver:
        """Return a solver that holds the premises, and what the goal is behind switches."""
        script = [
            *self.declarations,
            f"(declare-const {_HOLDS} Bool)(declare-const {_FAILS} Bool)",
            *[f"(assert {f})" for f in (*self.extra, *self.premises)],
            f"(assert (=> {_HOLDS} {self.holds}))(assert (=> {_FAILS} {self.fails}))",
        ]
        return load("\n".join(script), limits.seconds, limits.megabytes, ground=self.things is not None)

    def ask(self, solver: z3.Solver, side: Side, seconds: float) -> tuple[SideFinding, z3.ModelRef | None]:
        """Return what Z3 finds about one of the two questions in this time, and its model if there is one.

        Args:
            solver: what ``load`` returned.
            side: the question.
            seconds: the time.
        """
        import z3

        nothing = SideFinding(side, Answer.UNSETTLED, "z3")
        if seconds <= 0:
            return nothing, None
        solver.set("timeout", milliseconds(seconds))
        result = solver.check(z3.Bool(_FAILS if side is Side.GOAL else _HOLDS, context()))
        if result == z3.unsat:
            return replace(nothing, answer=Answer.PROVED, contradiction=not solver.unsat_core()), None
        if result != z3.sat:
            return nothing, None
        return replace(nothing, answer=Answer.OPEN), solver.model()

    def shown(self, model: z3.ModelRef | None) -> Model | None:
        """Return Z3's model as a finite one, if it is one over the Herbrand domain."""
        if model is None or self.things is None:
            return None
        try:
            return extract(model, self.symbols, self.sorts, {THING: self.things}, self._occurring)
        except Late:
            return None

    @cached_property
    def _occurring(self) -> dict[str, set[tuple[str, ...]]]:
        """Return the rows of each predicate that the ground formulas speak of."""
        rows: dict[str, set[tuple[str, ...]]] = {}
        for formula in (*self.premises, self.holds, self.fails):
            for atom in _ATOM.findall(formula):
                symbol, *row = atom.split()
                rows.setdefault(symbol, set()).add(tuple(row))
        return rows

    def core(self, proved: Proved, limits: Limits) -> tuple[int, ...]:
        """Return premises from which something follows: as few as can be found in time, or all.

        Args:
            proved: the goal, its negation, or a contradiction.
            limits: the time and memory of it.
        """
        try:
            found = self._core(proved, limits)
        except Late:
            found = None
        return tuple(range(len(self.premises))) if found is None else found

    def _core(self, proved: Proved, limits: Limits) -> tuple[int, ...] | None:
        import z3

        check()
        script = [
            *self.declarations,
            *[f"(assert {f})" for f in self.extra],
            *[f"(declare-const a{i} Bool)(assert (=> a{i} {f}))" for i, f in enumerate(self.premises)],
        ]
        if proved != "contradiction":
            script.append(f"(assert {self.fails if proved == 'goal' else self.holds})")
        seconds = min(limits.seconds, left(), CORE_SECONDS)
        solver = load("\n".join(script), seconds, limits.megabytes, ground=self.things is not None)
        switches = [z3.Bool(f"a{i}", context()) for i in range(len(self.premises))]
        place = {switch.get_id(): i for i, switch in enumerate(switches)}

        def refuted(rest: list[int]) -> frozenset[int] | None:
            check()
            if solver.check(*[switches[i] for i in rest]) != z3.unsat:
                return None
            return frozenset(place[switch.get_id()] for switch in solver.unsat_core())

        found = refuted(list(range(len(switches))))
        return None if found is None else tuple(minimal(sorted(found), refuted))
