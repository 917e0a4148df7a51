"""What the provers that run as processes share: the problem as text, and the way back.

What a process prints is read by our own parser and speaks the program's names again.
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
from ..notation.formulas import parse
from ..notation.printer import print_formula
from ..notation.signs import Dialect
from ..outcome import Answer, Limits, Outcome, Proof, Step, Verdict, used_part
from ..registry import engine
from ..running import bounded
from .finite import finders
from .inquiry import Inquiry, Post, Search, Side, SideFinding, remaining
from .plain import PlainNames
from .process import Finished, Job, run

FIRST_SECONDS: Final = 0.1
"""How long a prover searches before a finite model is looked for."""
PREMISE: Final = "a"
"""Premise ``i`` is called ``a{i}`` in a problem."""
GOAL: Final = "goal"
"""The rule of the line of a proof that states what is asked."""
IMPLICIT: Final = "implicit"
"""The rule of a line that states what holds in every model: that numerals differ, and what sorts imply."""


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
        outcome = inquiry.outcome(self.name, started)
        proof = outcome.certificate
        if isinstance(proof, Proof) and not proof.lines and not proof.sketch:
            proof = self.with_steps(program, proof, remaining(limits, started))
            outcome = replace(outcome, certificate=proof, seconds=time.perf_counter() - started)
        return outcome

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

    def with_steps(self, program: Program, proof: Proof, limits: Limits) -> Proof:
        """Return a proof with steps of this engine, from the premises that it uses; as it is if none is found in time.

        Args:
            program: the program.
            proof: the proof.
            limits: the time and memory that it may take.
        """
        part = used_part(program, proof)
        inquiry = Inquiry(part)
        inquiry.search(self.searches(part, limits.megabytes)[:1], limits)
        found = inquiry.found.get(Side.GOAL)
        if found is None or found.proof is None or not found.proof.sketch:
            return proof
        if found.contradiction != (proof.proves == "contradiction"):
            return proof  # of something else: what is shown must be a proof of what is said
        places = proof.premises_used
        steps = tuple(
            s
            if s.premise is None
            else replace(s, premise=places[s.premise])
            if s.premise < len(places)
            else replace(s, premise=None, rule=IMPLICIT)
            for s in found.proof.sketch
        )
        return replace(proof, engine=self.name, sketch=steps)


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
        self._asked = {Side.GOAL: goal, Side.NEGATION: negation}
        self._absurd = {side: simplified(asked) == Truth(False) for side, asked in self._asked.items()}
        self._shown = {Side.GOAL: program.goal.formula, Side.NEGATION: program.negated_goal}
        self._premises = tuple(p.formula for p in program.premises)
        self._names = PlainNames()
        shared = prover.premises([*premises, *relative.axioms()], self._names)
        self._texts = {side: shared + prover.goal(asked, self._names) for side, asked in self._asked.items()}

    def ask(self, side: Side, megabytes: int, post: Post) -> None:
        """Post what the prover finds about one of the two questions in the time of this run."""
        seconds, stop = max(left(), 0.01), stop_of_this_run()
        job = Job((self._path, *self._prover.arguments(seconds, megabytes)), self._texts[side])
        [finished] = run([job], seconds, megabytes, stop.wanted if stop else None)
        answer, note = self._prover.answer(finished)
        proof, contradiction = None, False
        if answer is Answer.PROVED:
            raw = tuple(self._prover.proof(finished.output))
            contradiction = self._absurd[side] or (bool(raw) and not any(line.rule == GOAL for line in raw))
            steps, used = self._steps(raw, side)
            proof = Proof("contradiction" if contradiction else side.proved, used, self._prover.name, sketch=steps)
        post(SideFinding(side, answer, self._prover.name, proof, contradiction=contradiction, note=note))

    def _steps(self, raw: Iterable[RawStep], side: Side) -> tuple[tuple[Step, ...], tuple[int, ...]]:
        """Return the steps, numbered from 1, and the indices of the premises among them."""
        numbers: dict[str, int] = {}
        steps: list[Step] = []
        for line in raw:
            numbers[line.label] = number = len(steps) + 1
            premise = line.premise if line.premise is not None and line.premise < len(self._premises) else None
            rule = line.rule if line.premise is None or premise is not None else IMPLICIT
            shown = line.formula and self._names.restore(line.formula)
            if premise is not None:
                shown = self._premises[premise]
            elif rule == GOAL:
                shown = self._shown[side]
            parents = tuple(dict.fromkeys(numbers[p] for p in line.parents if p in numbers))
            steps.append(Step(number, print_formula(shown) if shown else line.text, rule, parents, premise))
        return tuple(steps), tuple(sorted({s.premise for s in steps if s.premise is not None}))


def read_clause(text: str, dialect: Dialect) -> Formula | None:
    """Return a formula or clause that an engine printed; a clause's variables stay free."""
    trees = parse(text, dialect).trees
    return trees[0] if len(trees) == 1 else None
