"""Several engines on one program: a race, and a cross-check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..bridges.inquiry import Inquiry, Search, Searching, answers_of, finders, remaining
from ..capabilities import Capabilities, Cost, Feature, needs
from ..clock import within
from ..logic.diagnostics import Diagnostic, Level
from ..logic.program import Program
from ..outcome import Limits, Outcome, Proof, Verdict
from ..registry import ENGINES, Engine, able, engine
from ..running import ENGINE_FAILED, attempt, bounded

HEAD_START: Final = 0.5
"""Seconds that Z3 runs alone. Nearly all programs need less, and are spared two processes."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """All engines that can do what a program needs, side by side; what one of them settles, no other goes on with.

    Attributes:
        certify: whether to give a certificate; without, only the verdict.
    """

    certify: bool = True

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
        """Return the answer; its ``engine`` says who gave it.

        An engine that fails is passed over, and named in a diagnostic.

        Raises:
            MissingEngine: no engine for such programs is installed.
        """
        started = time.perf_counter()
        needed = needs(program)
        fit = able(needed, others=False)
        engines = [e for e in fit if e.installed] or fit[:1]
        tried = _tried(needed)
        if len(engines) == 1 and not tried:
            return attempt(engines[0].make(certify=self.certify), program, limits)
        inquiry = Inquiry(program, self.certify)
        for first in _asked_first([*tried, *engines], len(program.premises)):
            meant = _is_for(first, len(program.premises))
            seconds, less = (limits.seconds / 2, {}) if meant else (HEAD_START, first.first or {})
            alone = replace(limits, seconds=min(seconds, limits.seconds))
            outcome = attempt(first.make(certify=self.certify, **less), program, alone)
            answers = answers_of(outcome)
            if len(answers) == 2:
                outcome = _with_lines(program, outcome, remaining(limits, started))
                break
            for finding in answers:
                inquiry.post(finding)
            inquiry.notes += [d for d in outcome.diagnostics if d.code == ENGINE_FAILED]
            if len(engines) == 1 and first in tried:
                return attempt(engines[0].make(certify=self.certify), program, remaining(limits, started))
        else:
            inquiry.search(self._searches(program, needed, limits), remaining(limits, started))
            outcome = inquiry.outcome(self.name, started)
        notes = (*outcome.diagnostics, *(replace(d, level=Level.WARNING) for d in inquiry.notes))
        return replace(outcome, seconds=time.perf_counter() - started, diagnostics=tuple(dict.fromkeys(notes)))

    def _searches(self, program: Program, needed: frozenset[Feature], limits: Limits) -> list[Search]:
        """Return what all engines can do side by side."""
        runners = [e for e in able(needed) if e.installed and e.capabilities.cost is not Cost.SMALL]
        runners.sort(key=lambda e: e.capabilities.cost)
        searches: list[Search] = []
        for solver in (e.make(certify=self.certify) for e in runners):
            if isinstance(solver, Searching):
                searches += solver.searches(program, limits.megabytes)
        return [*searches, *finders(program, "z3", limits.megabytes)]


def _tried(needed: frozenset[Feature]) -> list[Engine]:
    """Return the engines that may manage what they are not sure to: rules that compare numbers."""
    if Feature.ARITHMETIC not in needed:
        return []
    return [e for e in ENGINES if e.tries & needed and needed <= e.capabilities.features | e.tries]


def _asked_first(engines: Sequence[Engine], premises: int = 0) -> list[Engine]:
    """Return the engines that are asked alone: those for so many premises, then those that cost least."""
    first = [e for e in engines if e.first is not None]
    return sorted(first, key=lambda e: (not _is_for(e, premises), e.capabilities.cost))


def _is_for(one: Engine, premises: int) -> bool:
    """Return whether an engine is meant for programs of so many premises, and so is given time for them."""
    return 0 < one.many <= premises


def _with_lines(program: Program, outcome: Outcome, limits: Limits) -> Outcome:
    """Return an outcome whose proof has lines; as it is if none are found in this time either."""
    found = outcome.certificate
    if not isinstance(found, Proof) or found.lines:
        return outcome
    from ..certifying.proving import proof  # only who certifies loads it

    with within(limits.seconds):
        more = proof(program, outcome.verdict, found.premises_used, found.engine, model=found.model)
    return replace(outcome, certificate=more) if more.lines else outcome


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
        outcomes = []
        for i, one in enumerate(engines):  # what one does not need of its time is for those behind it
            rest = remaining(limits, started)
            outcomes.append(attempt(one, program, replace(rest, seconds=rest.seconds / (len(engines) - i))))
        inquiry = Inquiry(program, certify=False)
        for finding in (f for o in outcomes for f in answers_of(o)):
            inquiry.post(finding)
        merged = inquiry.outcome(self.name, started)
        agreed = [o for o in outcomes if o.verdict is merged.verdict]
        if merged.verdict is Verdict.UNDECIDED:
            return replace(
                outcomes[0] if len(agreed) == len(outcomes) else merged, engine=self.name, seconds=merged.seconds
            )
        if not agreed and self.certify:  # each found a half of it
            inquiry.certify = True
            merged = inquiry.outcome(self.name, started)
        # Engines that left open whether the premises are consistent may have found half of what others found.
        agreed = [o for o in agreed if o.diagnostics == ()] or agreed
        best = max(agreed, default=merged, key=lambda o: len(getattr(o.certificate, "lines", ())))
        notes = best.diagnostics
        if len(agreed) < 2:
            listed = ", ".join(f"{o.engine} says {o.verdict}" for o in outcomes)
            message = f"only one engine gave an answer: {listed}"
            notes += (Diagnostic("not-cross-checked", Level.WARNING, message),)
        named = "+".join(o.engine for o in agreed) or merged.engine
        return replace(best, engine=named, seconds=merged.seconds, diagnostics=notes)
