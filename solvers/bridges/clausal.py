"""What the provers that run as processes share: the problem as text, and the way back.

Of a proof that a process prints, only the premises are taken, and whether it needs the goal: its lines are ours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from ..capabilities import Capabilities
from ..clock import left, stop_of_this_run
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..logic.relative import Relative
from ..logic.rewriting import simplified
from ..logic.sorts import settled
from ..logic.syntax import Formula, Truth
from ..outcome import Answer, Limits, Outcome, Proof, Verdict
from ..registry import engine
from ..running import bounded
from .inquiry import Inquiry, Post, Search, Side, SideFinding, finders, remaining
from .plain import PlainNames
from .process import Finished, Job, run

FIRST_SECONDS: Final = 0.1
"""How long a prover searches before a finite model is looked for."""
PREMISE: Final = "a"
"""Premise ``i`` is called ``a{i}`` in a problem."""
GOAL: Final = "goal"
"""What is asked."""


@dataclass(frozen=True, slots=True)
class Prover:
    """What tells one prover from another.

    Attributes:
        name: its name in the registry.
        premises: writes the premises, the part of a problem that both questions share.
        goal: writes what they should entail, the other part.
        arguments: the program's arguments for a time limit in seconds and a memory limit in megabytes.
        answer: reads the answer from how the process ended, with a diagnostic if it failed.
        stated: finds the names of the premises and the goal in a proof.
    """

    name: str
    premises: Callable[[list[Formula], PlainNames], str]
    goal: Callable[[Formula, PlainNames], str]
    arguments: Callable[[float, int], tuple[str, ...]]
    answer: Callable[[Finished], tuple[Answer, Diagnostic | None]]
    stated: Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class ProcessSolver:
    """A prover that runs as a process, as a solver of programs.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True
    prover: ClassVar[Prover]

    @property
    def name(self) -> str:
        """The name in the registry."""
        return self.prover.name

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine(self.prover.name).capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return what the premises say about the goal.

        Raises:
            MissingEngine: the prover is not installed.
        """
        started = time.perf_counter()
        if program.signature.arithmetic:
            hint = "Use the solver z3 or portfolio."
            message = f"{self.name} knows no arithmetic, and the program compares numbers"
            diagnostic = Diagnostic("needs-arithmetic", Level.WARNING, message, None, hint)
            return Outcome(Verdict.UNDECIDED, self.name, 0.0, None, (diagnostic,))
        inquiry, searches = Inquiry(program, self.certify), self.searches(program, limits.megabytes)
        rest = remaining(limits, started)
        inquiry.search(searches, replace(rest, seconds=min(FIRST_SECONDS, rest.seconds)))
        # A search that does not end soon often means that there is a small model instead.
        models = finders(program, self.name, limits.megabytes)
        inquiry.search((*searches, *models), remaining(limits, started))
        return inquiry.outcome(self.name, started)

    def searches(self, program: Program, megabytes: int) -> tuple[Search, ...]:
        """Return what it can do for each of the two questions beside other engines.

        Args:
            program: the program.
            megabytes: the memory of each search.

        Raises:
            MissingEngine: the prover is not installed.
        """
        problem = ClausalProblem(self.prover, program)
        return tuple(Search(self.name, (side,), partial(problem.ask, side, megabytes)) for side in Side)


class ClausalProblem:
    """A program as a prover gets it.

    Args:
        prover: the prover.
        program: the program.

    Raises:
        MissingEngine: the prover is not installed.
    """

    def __init__(self, prover: Prover, program: Program) -> None:
        self._prover, self._path = prover, engine(prover.name).where()
        ready = settled((*program.formulas, program.negated_goal), program.signature, program.declared)
        relative = Relative(ready)
        *premises, goal, negation = map(relative.formula, ready.formulas)
        asked = {Side.GOAL: goal, Side.NEGATION: negation}
        self._absurd = {side: simplified(one) == Truth(False) for side, one in asked.items()}
        self._count, names = len(premises), PlainNames()
        shared = prover.premises([*premises, *relative.axioms()], names)
        self._texts = {side: shared + prover.goal(one, names) for side, one in asked.items()}

    def ask(self, side: Side, megabytes: int, post: Post) -> None:
        """Post what the prover finds about one of the two questions in the time of this run."""
        seconds, stop = max(left(), 0.01), stop_of_this_run()
        job = Job((self._path, *self._prover.arguments(seconds, megabytes)), self._texts[side])
        finished = run(job, seconds, megabytes, stop.wanted if stop else None)
        answer, note = self._prover.answer(finished)
        proof, contradiction = None, False
        if answer is Answer.PROVED:
            stated = set(self._prover.stated(finished.output))
            contradiction = self._absurd[side] or (bool(stated) and GOAL not in stated)
            used = tuple([i for i in range(self._count) if f"{PREMISE}{i}" in stated])
            proof = Proof("contradiction" if contradiction else side.proved, used, self._prover.name)
        post(SideFinding(side, answer, self._prover.name, proof, contradiction=contradiction, note=note))
