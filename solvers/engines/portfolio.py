"""Several engines on one program: a race, and a cross-check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Final

from ..capabilities import Capabilities, Cost, Feature, Kind, needs
from ..clock import Stop, within
from ..language.diagnostics import Diagnostic, Level
from ..language.program import Program
from ..outcome import Limits, Outcome, Proof, Solver, Verdict, used_part
from ..registry import ENGINES, Engine, able, engine
from ..running import ENGINE_FAILED, attempt, bounded

HEAD_START: Final = 0.5
"""Seconds that clingo, and then Z3, run alone. Nearly all programs need less, and are spared two processes."""
STEPS_SECONDS: Final = 2.0
"""The most seconds that are spent on the steps of a proof that is already there."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """All engines that can do what a program needs; the first definite answer wins, the rest is stopped.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

    def __post_init__(self) -> None:
        for first in _asked_first([e for e in ENGINES if e.installed])[:1]:
            first.make()  # so that the first program does not pay for loading it

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "portfolio"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("portfolio").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return the first definite answer; its ``engine`` says who gave it.

        If its proof has no steps, an engine that writes them adds them, from the premises
        that were found to be enough. An engine that fails is passed over, and named in a
        diagnostic.

        Raises:
            MissingEngine: no engine for such programs is installed.
        """
        started = time.perf_counter()

        def left() -> Limits:
            return replace(limits, seconds=limits.seconds - (time.perf_counter() - started))

        needed = needs(program)
        fit = able(needed, others=False)
        engines = [e for e in fit if e.installed] or fit[:1]
        if len(engines) == 1:
            return attempt(engines[0].make(certify=self.certify), program, limits)
        outcomes: list[Outcome] = []
        for first in _asked_first(engines, len(program.premises)):
            seconds = limits.seconds / 2 if _is_for(first, len(program.premises)) else HEAD_START
            alone = replace(limits, seconds=min(seconds, limits.seconds))
            outcomes.append(attempt(first.make(certify=self.certify, **first.first or {}), program, alone))
            if outcomes[-1].verdict is not Verdict.UNDECIDED:
                break
        if not outcomes or (outcomes[-1].verdict is Verdict.UNDECIDED and left().seconds > 0):
            outcomes += self._race(program, needed, left())
        outcome = outcomes[-1]
        proof = outcome.certificate
        if isinstance(proof, Proof) and not proof.lines and not proof.sketch:
            short = replace(limits, seconds=max(min(STEPS_SECONDS, left().seconds), 0.01))
            outcome = replace(outcome, certificate=_with_steps(program, proof, engines, short))
        failed = [d for o in outcomes[:-1] for d in o.diagnostics if d.code == ENGINE_FAILED]
        notes = (*outcome.diagnostics, *(replace(d, level=Level.WARNING) for d in failed))
        return replace(outcome, seconds=time.perf_counter() - started, diagnostics=tuple(dict.fromkeys(notes)))

    def _race(self, program: Program, needed: frozenset[Feature], limits: Limits) -> list[Outcome]:
        """Return the outcomes of engines that run side by side, up to the first that is definite."""
        stop = Stop()

        def run(solver: Solver) -> Outcome:
            with within(limits.seconds, limits.megabytes, stop):
                return attempt(solver, program, limits)

        runners = [e for e in able(needed) if e.installed and e.capabilities.cost is not Cost.SMALL]
        runners.sort(key=lambda e: e.capabilities.cost)
        outcomes: list[Outcome] = []
        with ThreadPoolExecutor(len(runners)) as pool:
            pending: set[Future[Outcome]] = {pool.submit(run, e.make(certify=self.certify)) for e in runners}
            try:
                while pending:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    for future in done:
                        outcomes.append(future.result())
                        if outcomes[-1].verdict is not Verdict.UNDECIDED:
                            return outcomes
            finally:
                while pending:
                    stop.request()  # again and again: an interrupt may fall between two of Z3's checks
                    _, pending = wait(pending, timeout=0.05)
        return outcomes


def _asked_first(engines: Sequence[Engine], premises: int = 0) -> list[Engine]:
    """Return the engines that are asked alone: those for so many premises, then those that cost least."""
    first = [e for e in engines if e.first is not None]
    return sorted(first, key=lambda e: (not _is_for(e, premises), e.capabilities.cost))


def _is_for(one: Engine, premises: int) -> bool:
    """Return whether an engine is meant for programs of so many premises, and so is given time for them."""
    return 0 < one.many <= premises


def _with_steps(program: Program, proof: Proof, engines: Sequence[Engine], limits: Limits) -> Proof:
    """Return the proof with the steps of an engine that writes them, or as it is if none finds one."""
    part = used_part(program, proof)
    for writer in engines:
        if Kind.STEPS not in writer.capabilities.certificates:
            continue
        found = attempt(writer.make(), part, limits).certificate
        if isinstance(found, Proof) and found.sketch:
            steps = tuple(
                replace(s, premise=None if s.premise is None else proof.premises_used[s.premise]) for s in found.sketch
            )
            return replace(proof, engine=writer.name, sketch=steps)
    return proof


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """Every engine that can do what a program needs; a disagreement is a fault and never an answer.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "crosscheck"

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return engine("crosscheck").capabilities

    @bounded
    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        """Return the verdict on which at least two engines agree.

        Raises:
            MissingEngine: no engine for such programs is installed.
        """
        started = time.perf_counter()
        fit = able(needs(program))
        engines = [e.make(certify=self.certify) for e in fit if e.installed] or [fit[0].make()]
        outcomes = [attempt(one, program, limits) for one in engines]
        definite = [o for o in outcomes if o.verdict is not Verdict.UNDECIDED]
        seconds = time.perf_counter() - started
        listed = ", ".join(f"{o.engine} says {o.verdict}" for o in outcomes)
        if len({o.verdict for o in definite}) > 1:
            hint = "One of the engines is wrong: please report it with the program."
            fault = Diagnostic("engines-disagree", Level.ERROR, listed, None, hint)
            return Outcome(Verdict.UNDECIDED, self.name, seconds, None, (fault,))
        if not definite:
            return replace(outcomes[0], engine=self.name, seconds=seconds)
        best = max(definite, key=lambda o: len(getattr(o.certificate, "sketch", ())))
        notes = best.diagnostics
        if len(definite) < 2:
            message = f"only one engine gave an answer: {listed}"
            notes += (Diagnostic("not-cross-checked", Level.WARNING, message),)
        return replace(best, engine="+".join(o.engine for o in definite), seconds=seconds, diagnostics=notes)
