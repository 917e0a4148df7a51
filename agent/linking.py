"""What would settle an open question: the sentences that the text may leave unsaid, found by the prover.

An ``unknown`` is often a link that is missing: the text says one thing in two ways, or takes it for known that
somebody is a person. The candidates (``candidates``) are tried one after the other, the nearest first: with the
sentence, and consistently with the premises, does the goal follow, or its opposite? Two models show already that
neither follows without; a candidate that holds in a model where the goal fails can't entail it, so most are
excluded without a proof, and each proof that fails gives two models more (as in counterexample-guided search,
Clarke et al., CAV 2000).

Nothing is assumed: the verdict stays what it is. What would settle it is a hint for a person, and a question
for a model.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers import (
    Countermodels,
    Limits,
    Outcome,
    Program,
    Semantics,
    Solver,
    Statement,
    Verdict,
    make_solver,
    prove,
)
from sorites.solvers.kernel.certificates import Model
from sorites.solvers.kernel.models import holds
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic.errors import InvalidProgram
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.outcome import CONSISTENCY_OPEN

from .attempt import Attempt
from .candidates import Candidate, Form, candidates
from .likeness import words_of
from .reading_back import in_english, named, quoted

NEAR_ENOUGH: Final = 0.6
"""How near a link must be to be offered; see docs/benchmarks.md for what others would give."""
MOST: Final = 3
"""The most links that are offered."""
PROOFS: Final = 16
"""The most programs that are proved in search of them."""
SECONDS: Final = 1.0
"""The most time that the search takes, if not told otherwise."""
_EACH: Final = 4
"""A proof is given this part of the time of the search."""


SETTLED: Final = frozenset({Verdict.ENTAILED, Verdict.REFUTED})
"""The verdicts of a question that is settled."""


@dataclass(frozen=True, slots=True)
class Link:
    """A sentence that would settle the goal.

    Attributes:
        form: what kind of link it is; see ``Candidate``.
        formula: what it says.
        nearness: how near what it links is, from 0 to 1.
        verdict: what the goal would be with it, ``entailed`` or ``refuted``; the premises stay consistent.
        said: what it says, in words.
        linked: the words of the two that would be the same; empty of other links.
    """

    form: Form
    formula: Formula
    nearness: float
    verdict: Verdict
    said: str
    linked: tuple[str, str] | tuple[()] = ()

    @property
    def condition(self) -> str:
        """Under which condition it would be settled: "'works' were the same as 'is employed'"."""
        if self.linked:
            return f"{quoted(self.linked[0])} were the same as {quoted(self.linked[1])}"
        return f"the text meant {quoted(self.said)}"


def links(
    program: Program,
    outcome: Outcome,
    solver: Solver | str = "z3",
    limits: Limits = Limits(SECONDS),
    *,
    least: float = NEAR_ENOUGH,
    most: int = MOST,
) -> tuple[Link, ...]:
    """Return the sentences each of which would settle a goal that was found to be open, the nearest first.

    Args:
        program: the program.
        outcome: what was found of it; nothing is sought unless that is ``unknown``.
        solver: who proves, or its name.
        limits: of the search; it is ended before if it takes more than ``PROOFS`` proofs.
        least: how near a link must be.
        most: how many are returned at most.
    """
    if outcome.verdict is not Verdict.UNKNOWN or program.semantics is not Semantics.CLASSICAL:
        return ()
    if program.asked or program.rules or program.sorted:
        return ()
    made = candidates(program)  # before the time is taken: the tables of words load once
    search = _Search(program, make_solver(solver) if isinstance(solver, str) else solver, limits)
    if isinstance(outcome.certificate, Countermodels):
        search.learn(outcome.certificate)
    found: list[Link] = []
    linked: set[object] = set()
    for candidate in made:
        if candidate.nearness < least or len(found) == most or not search.goes_on:
            break
        if candidate.names in linked or search.excluded(candidate):
            continue
        verdict = search.settled_by(candidate)
        if verdict is not None:
            linked.add(candidate.names)
            found.append(_link(program, candidate, verdict))
    return tuple(found)


def links_of(attempt: Attempt) -> tuple[Link, ...]:
    """Return what would settle the question of an attempt; nothing where its verdict is not that of one program."""
    program, outcome = attempt.translation.reading.first, attempt.outcome
    if program is None or outcome is None or attempt.refused is not None or attempt.options or attempt.others:
        return ()
    return links(program, outcome)


class _Search:
    """Tries candidates, and remembers the models that exclude others."""

    def __init__(self, program: Program, solver: Solver, limits: Limits) -> None:
        self.program, self.solver, self.limits = program, solver, limits
        self.ends = time.perf_counter() + limits.seconds
        self.proofs = 0
        self.holding: list[Model] = []
        self.failing: list[Model] = []

    @property
    def goes_on(self) -> bool:
        return self.proofs < PROOFS and time.perf_counter() < self.ends

    def learn(self, models: Countermodels) -> None:
        self.holding.append(models.goal_holds)
        self.failing.append(models.goal_fails)

    def excluded(self, candidate: Candidate) -> bool:
        """Return whether models show that neither the goal nor its opposite follows with a candidate."""
        return any(_true(candidate.formula, m) for m in self.failing) and any(
            _true(candidate.formula, m) for m in self.holding
        )

    def settled_by(self, candidate: Candidate) -> Verdict | None:
        """Return what the goal would be with a candidate; ``None`` if it stays open, or the candidate says it all."""
        link = Statement(candidate.formula)
        try:
            outcome = self._proved(replace(self.program, premises=(*self.program.premises, link)))
            if outcome.verdict not in SETTLED:
                return None
            alone = self._proved(replace(self.program, premises=(link,)))
        except InvalidProgram:  # of two sorts
            return None
        if any(d.code == CONSISTENCY_OPEN for d in outcome.diagnostics) or alone.verdict is not Verdict.UNKNOWN:
            return None
        return outcome.verdict

    def _proved(self, program: Program) -> Outcome:
        self.proofs += 1
        seconds = max(0.01, min(self.limits.seconds / _EACH, self.ends - time.perf_counter()))
        outcome = prove(program, self.solver, replace(self.limits, seconds=seconds), check=False)
        if isinstance(outcome.certificate, Countermodels) and len(program.premises) > len(self.program.premises):
            self.learn(outcome.certificate)
        return outcome


def _true(formula: Formula, model: Model) -> bool:
    """Return whether a formula is known to be true in a model."""
    try:
        return holds(formula, model)
    except (Refused, Unchecked):
        return False


def _link(program: Program, candidate: Candidate, verdict: Verdict) -> Link:
    linked: tuple[str, str] | tuple[()] = ()
    if candidate.form == "same":
        first, second = (words_of(program, name) for name in candidate.names if isinstance(name, tuple))
        linked = first, second
    elif candidate.form == "identical":
        first, second = (named(program, [name]) for name in candidate.names if isinstance(name, str))
        linked = first, second
    if linked and linked[0] == linked[1]:  # two names that are glossed alike
        first, second = (name if isinstance(name, str) else name[0] for name in candidate.names)
        linked = first, second
    said = in_english(program, candidate.formula)
    return Link(candidate.form, candidate.formula, candidate.nearness, verdict, said, linked)
