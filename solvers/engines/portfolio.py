"""Several engines on one program: a race, and a cross-check."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ..bridges.asp import installed, load
from ..bridges.executables import eprover, prover9
from ..bridges.smt import context
from ..language.diagnostics import Diagnostic, Level
from ..language.ground import unnamed_things
from ..language.program import Program
from ..outcome import Limits, Outcome, Proof, Solver, Verdict, used_part
from .clingo import ClingoSolver
from .eprover import EProverSolver
from .prover9 import Prover9Solver
from .z3 import Z3Solver

if TYPE_CHECKING:
    import z3

HEAD_START: Final = 0.5
"""Seconds that clingo, and then Z3, run alone. Nearly all programs need less, and are spared two processes."""
SMALL: Final = 20_000
"""Instances of formulas up to which clingo is asked first, which is then several times quicker than Z3."""
STEPS_SECONDS: Final = 2.0
"""The most seconds that are spent on the steps of a proof that is already there."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """A race of all engines that are installed; the first definite answer wins, the rest is stopped.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

    def __post_init__(self) -> None:
        if installed():
            load()  # so that the first program does not pay for it
        else:
            context()

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "portfolio"

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return the first definite answer; its ``engine`` says who gave it.

        If it is clingo's or Z3's, an engine that writes proofs adds the steps, from the
        premises that were found to be enough.
        """
        started = time.perf_counter()
        alone = replace(limits, seconds=min(HEAD_START, limits.seconds))
        first = Outcome(Verdict.UNDECIDED, "clingo", 0.0)
        if installed():
            first = ClingoSolver(self.certify, SMALL).solve(program, alone)
        if first.verdict is Verdict.UNDECIDED:
            first = Z3Solver(self.certify).solve(program, alone)
        left = limits.seconds - (time.perf_counter() - started)
        outcome = first
        if first.verdict is Verdict.UNDECIDED and left > 0:
            outcome = self._race(program, replace(limits, seconds=left)) or first
        if isinstance(outcome.certificate, Proof) and not outcome.certificate.steps:
            left = min(STEPS_SECONDS, limits.seconds - (time.perf_counter() - started))
            proof = with_steps(program, outcome.certificate, replace(limits, seconds=max(left, 0.01)))
            outcome = replace(outcome, certificate=proof)
        return replace(outcome, seconds=time.perf_counter() - started)

    def _race(self, program: Program, limits: Limits) -> Outcome | None:
        unwanted = threading.Event()
        contexts: list[z3.Context] = []

        def run_z3() -> Outcome:
            contexts.append(context())
            return Z3Solver(self.certify).solve(program, limits)

        runs: list[Callable[[], Outcome]] = [run_z3]
        if eprover():
            runs.append(lambda: EProverSolver(self.certify, unwanted).solve(program, limits))
        if prover9():
            runs.append(lambda: Prover9Solver(self.certify, unwanted).solve(program, limits))
        last: Outcome | None = None
        with ThreadPoolExecutor(len(runs)) as pool:
            pending: set[Future[Outcome]] = {pool.submit(run) for run in runs}
            try:
                while pending:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in done:
                        last = future.result()
                        if last.verdict is not Verdict.UNDECIDED:
                            return last
            finally:
                unwanted.set()
                while pending:
                    # A single interrupt may fall between two of Z3's checks.
                    for running in contexts:
                        running.interrupt()
                    _, pending = wait(pending, timeout=0.05)
        return last


def with_steps(program: Program, proof: Proof, limits: Limits) -> Proof:
    """Return the proof with the steps of an engine that writes them, or as it is if none finds one.

    Args:
        program: the program.
        proof: a proof without steps.
        limits: the limits of the other engines.
    """
    part = used_part(program, proof)
    engines: list[Solver] = [Prover9Solver()] if prover9() else []
    engines += [EProverSolver()] if eprover() else []
    if program.signature.arithmetic:
        return proof
    for engine in engines:
        found = engine.solve(part, limits).certificate
        if isinstance(found, Proof) and found.steps:
            steps = tuple(
                replace(s, premise=None if s.premise is None else proof.premises_used[s.premise]) for s in found.steps
            )
            return Proof(proof.proves, proof.premises_used, engine.name, steps)
    return proof


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """Every engine that is installed; a disagreement is a fault and never an answer.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "crosscheck"

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return the verdict on which at least two engines agree."""
        started = time.perf_counter()
        engines: list[Solver] = [Z3Solver(self.certify)]
        if installed() and unnamed_things(program) is not None:
            engines.append(ClingoSolver(self.certify))
        if eprover():
            engines.append(EProverSolver(self.certify))
        if prover9():
            engines.append(Prover9Solver(self.certify))
        outcomes = [engine.solve(program, limits) for engine in engines]
        definite = [o for o in outcomes if o.verdict is not Verdict.UNDECIDED]
        seconds = time.perf_counter() - started
        listed = ", ".join(f"{o.engine} says {o.verdict}" for o in outcomes)
        if len({o.verdict for o in definite}) > 1:
            hint = "One of the engines is wrong: please report it with the program."
            fault = Diagnostic("engines-disagree", Level.ERROR, listed, None, hint)
            return Outcome(Verdict.UNDECIDED, self.name, seconds, None, (fault,))
        if not definite:
            return replace(outcomes[0], engine=self.name, seconds=seconds)
        best = max(definite, key=lambda o: len(getattr(o.certificate, "steps", ())))
        notes = best.diagnostics
        if len(definite) < 2:
            message = f"only one engine gave an answer: {listed}"
            notes += (Diagnostic("not-cross-checked", Level.WARNING, message),)
        return replace(best, engine="+".join(o.engine for o in definite), seconds=seconds, diagnostics=notes)
