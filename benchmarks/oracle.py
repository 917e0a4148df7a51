"""Random programs: no engine contradicts another one, or the tests' own oracle.

    uv run python -m benchmarks.oracle 20000 [--first SEED] [--seconds 1] [--engines z3,horn] [--kind equal]

Every program is made from its number, so that what is printed can be made again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from sorites.solvers import Limits, Outcome, Program, Verdict, make_solver, write_program
from sorites.solvers.capabilities import needs
from sorites.solvers.checking import check
from sorites.solvers.registry import engine
from tests.oracle import Found, ask
from tests.random_programs import random_program

ENGINES: Final = ("z3", "horn", "eprover", "prover9", "portfolio", "crosscheck")
_FAULTS: Final = frozenset({"certificate-wrong", "engines-disagree", "engine-failed"})
"""Diagnostics that no program of this module should get."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was said of one program.

    Attributes:
        program: the program.
        found: what the oracle found.
        outcomes: what each engine said that holds what the program needs.
        faults: what is wrong with that, in words; empty if nothing is.
    """

    program: Program
    found: Found
    outcomes: dict[str, Outcome]
    faults: tuple[str, ...]


def compared(program: Program, engines: Sequence[str], limits: Limits, certify: bool = True) -> Answers:
    """Ask the oracle and engines about a program.

    Args:
        program: the program, a classical one.
        engines: the engines' names; those that can't hold the program are left out.
        limits: what each of them may take.
        certify: whether they give certificates, which the kernel checks.
    """
    needed, found = needs(program), ask(program)
    outcomes: dict[str, Outcome] = {}
    faults: list[str] = []
    for name in engines:
        if needed <= engine(name).capabilities.features:
            try:
                outcomes[name] = check(program, make_solver(name, certify=certify).solve(program, limits))
            except Exception as error:
                faults.append(f"{name} raises {type(error).__name__}: {error}")
    for name, outcome in outcomes.items():
        codes = {d.code for d in outcome.diagnostics}
        faults += [f"{name}: {d.code}: {d.message}" for d in outcome.diagnostics if d.code in _FAULTS]
        if not found.allows(outcome.verdict, consistent="consistency-open" not in codes):
            faults.append(f"{name} says {outcome.verdict}, the oracle found {found}")
        for other, said in outcomes.items():
            if other < name and not _agree(outcome, said):
                faults.append(f"{name} says {outcome.verdict}, {other} says {said.verdict}")
    return Answers(program, found, outcomes, tuple(faults))


def _agree(one: Outcome, other: Outcome) -> bool:
    """Return whether two answers can both be right."""
    verdicts = {one.verdict, other.verdict}
    if len(verdicts) == 1 or Verdict.UNDECIDED in verdicts:
        return True
    open_ = [o.verdict for o in (one, other) if any(d.code == "consistency-open" for d in o.diagnostics)]
    return bool(open_) and verdicts == {open_[0], Verdict.INCONSISTENT}


def main() -> None:
    """Compare as many programs as asked for; print what is wrong and what was decided."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--kind", default="")
    asked = parser.parse_args()
    verdicts: Counter[tuple[str, str]] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    sure = wrong = 0
    started = time.monotonic()
    for seed in range(asked.first, asked.first + asked.count):
        program = random_program(Random(seed), asked.kind)
        answers = compared(program, asked.engines.split(","), Limits(asked.seconds))
        sure += answers.found.verdict is not None
        for name, outcome in answers.outcomes.items():
            verdicts[name, outcome.verdict] += 1
            seconds[name] += outcome.seconds
        if answers.faults:
            wrong += 1
            print(f"\nprogram {seed}", *answers.faults, write_program(program), sep="\n", flush=True)
    print(
        f"\n{asked.count} programs, the oracle sure of {sure}, {wrong} with faults, {time.monotonic() - started:.0f} s"
    )
    for name in dict.fromkeys(name for name, _ in verdicts):
        counts = ", ".join(f"{count} {verdict}" for (of, verdict), count in sorted(verdicts.items()) if of == name)
        print(f"{name}: {counts}; {seconds[name]:.1f} s")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
