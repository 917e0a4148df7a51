"""What the provers that run as processes share: the problem as text, and the way back.

What a process prints is read by our own parser and speaks the program's names again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from ..capabilities import Capabilities
from ..certifying.proving import proof
from ..clock import stop_of_this_run
from ..language.diagnostics import Diagnostic, Level
from ..language.dialects import Dialect
from ..language.formulas import parse
from ..language.printer import print_formula
from ..language.program import Program
from ..language.settled import settled
from ..language.syntax import Formula, Truth
from ..outcome import (
    Answer,
    Limits,
    Outcome,
    Step,
    Verdict,
    consistency_open,
    decide,
)
from ..registry import engine
from ..running import bounded
from .finite import settle
from .plain import PlainNames
from .process import Finished, Job, run
from .relative import Relative

FIRST_SECONDS: Final = 0.3
"""How long a prover searches before a finite model is looked for."""
PREMISE: Final = "a"
"""Premise ``i`` is called ``a{i}`` in a problem."""


@dataclass(frozen=True, slots=True)
class RawStep:
    """A line of a proof as the engine numbers and names it."""

    label: str
    formula: Formula | None
    text: str
    rule: str
    parents: tuple[str, ...]
    premise: int | None


@dataclass(frozen=True, slots=True)
class Prover:
    """What tells one prover from another.

    Attributes:
        name: its name in the registry.
        premises: writes the premises, the part of a problem that both questions share.
        goal: writes what they should entail, the other part.
        arguments: the program's arguments for a time limit in seconds and a memory limit in megabytes.
        answer: reads the answer from how the process ended, with a diagnostic if it failed.
        proof: reads the lines of a proof.
    """

    name: str
    premises: Callable[[list[Formula], PlainNames], str]
    goal: Callable[[Formula, PlainNames], str]
    arguments: Callable[[float, int], tuple[str, ...]]
    answer: Callable[[Finished], tuple[Answer, Diagnostic | None]]
    proof: Callable[[str], Iterable[RawStep]]


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
        return _solve(self.prover, program, limits, self.certify)


def _solve(prover: Prover, program: Program, limits: Limits, certify: bool) -> Outcome:
    """Ask both questions side by side, and look for a finite model where the prover does not come to an end."""
    started = time.perf_counter()
    path, stop = engine(prover.name).where(), stop_of_this_run()
    unwanted = stop.wanted if stop else None
    if program.signature.arithmetic:
        hint = "Use the solver z3 or portfolio."
        message = f"{prover.name} knows no arithmetic, and the program compares numbers"
        diagnostic = Diagnostic("needs-arithmetic", Level.WARNING, message, None, hint)
        return Outcome(Verdict.UNDECIDED, prover.name, 0.0, None, (diagnostic,))
    ready = settled((*program.formulas, program.negated_goal), program.signature, program.declared)
    relative = Relative(ready)
    *premises, asked_goal, asked_negation = map(relative.formula, ready.formulas)
    names = PlainNames()
    shared = prover.premises([*premises, *relative.axioms()], names)

    def ask(seconds: float, *goals: Formula) -> list[tuple[Finished, Answer, Diagnostic | None]]:
        seconds = max(min(seconds, limits.seconds - (time.perf_counter() - started)), 0.01)
        command = (path, *prover.arguments(seconds, limits.megabytes))
        jobs = [Job(command, shared + prover.goal(goal, names)) for goal in goals]
        return [(f, *prover.answer(f)) for f in run(jobs, seconds, limits.megabytes, unwanted)]

    both = (asked_goal, asked_negation)
    asked = ask(FIRST_SECONDS, *both)
    if decide(asked[0][1], asked[1][1]) is Verdict.UNDECIDED and not (unwanted and unwanted.is_set()):
        # A search that does not end soon often means that there is a small model instead.
        found = settle(program, asked[0][1], asked[1][1], prover.name, limits, started)
        if found.verdict is not Verdict.UNDECIDED:
            return found
        asked = ask(limits.seconds, *both)
    (first, goal, fault1), (second, negation, fault2) = asked
    verdict = decide(goal, negation)
    diagnostics = tuple(dict.fromkeys(fault for fault in (fault1, fault2) if fault is not None))
    if verdict is Verdict.UNKNOWN and certify:
        return settle(program, goal, negation, prover.name, limits, started)
    certificate = None
    if certify and verdict not in {Verdict.UNKNOWN, Verdict.UNDECIDED}:
        finished = first if verdict is Verdict.ENTAILED else second
        if verdict is Verdict.INCONSISTENT:
            [(finished, _, _)] = ask(limits.seconds, Truth(False))
        steps, used = read_steps(prover.proof(finished.output), names, len(premises))
        certificate = proof(program, verdict, used, prover.name, sketch=steps)
    seconds = time.perf_counter() - started
    return Outcome(verdict, prover.name, seconds, certificate, diagnostics + consistency_open(goal, negation))


def read_steps(raw: Iterable[RawStep], names: PlainNames, premises: int) -> tuple[tuple[Step, ...], tuple[int, ...]]:
    """Return the steps, numbered from 1, and the indices of the premises among them."""
    numbers: dict[str, int] = {}
    steps: list[Step] = []
    used: set[int] = set()
    for line in raw:
        numbers[line.label] = number = len(steps) + 1
        text = print_formula(names.restore(line.formula)) if line.formula is not None else line.text
        premise = line.premise if line.premise is not None and line.premise < premises else None
        if premise is not None:
            used.add(premise)
        parents = tuple(dict.fromkeys(numbers[p] for p in line.parents if p in numbers))
        steps.append(Step(number, text, line.rule, parents, premise))
    return tuple(steps), tuple(sorted(used))


def read_clause(text: str, dialect: Dialect) -> Formula | None:
    """Return a formula or clause that an engine printed; a clause's variables stay free."""
    return parse(text, dialect).formula
