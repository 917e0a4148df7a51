"""What each part costs, beside the bare engine call on the same problem in the same run.

``python -m benchmarks`` measures the generated samples; ``--data FILE`` measures
recorded programs. Each figure is over problems; rounds are interleaved, and the
best round of a problem counts, so that other load on the machine matters less.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sorites.eval.generators.chains import SampleDataset
from sorites.solvers import Limits, Program, Solver, UserError, make_solver, read_program, write_program
from sorites.solvers.bridges.clausal import Prover
from sorites.solvers.bridges.plain import PlainNames
from sorites.solvers.bridges.process import Job, run
from sorites.solvers.engines.eprover import EProverSolver
from sorites.solvers.engines.prover9 import Prover9Solver
from sorites.solvers.engines.z3 import _FAILS, _HOLDS, _Question
from sorites.solvers.logic.sorts import settled
from sorites.solvers.registry import engine as named
from sorites.translators.recorded import load_entries

LIMITS = Limits(10)
PROVER9, EPROVER = Prover9Solver.prover, EProverSolver.prover


@dataclass(frozen=True, slots=True)
class Case:
    """A program, its text, and the engines' own input for it."""

    text: str
    program: Program
    script: str
    problems: dict[str, tuple[str, str]]


def z3_script(program: Program) -> str:
    question = _Question(program)
    lines = [
        *question.declarations,
        f"(declare-const {_HOLDS} Bool)(declare-const {_FAILS} Bool)",
        *[f"(assert {f})" for f in (*question.extra, *question.premises)],
        f"(assert (=> {_HOLDS} {question.holds}))(assert (=> {_FAILS} {question.fails}))",
    ]
    return "\n".join(lines)


def case_of(text: str) -> Case | None:
    program = read_program(text).first
    if program is None or program.signature.arithmetic:
        return None
    formulas = [*(p.formula for p in program.premises), *settled((), program.signature).numerals]
    problems = {}
    for engine in (PROVER9, EPROVER):
        names = PlainNames()
        goals = (program.goal.formula, program.negated_goal)
        shared = engine.premises(formulas, names)
        problems[engine.name] = (shared + engine.goal(goals[0], names), shared + engine.goal(goals[1], names))
    return Case(text, program, z3_script(program), problems)


def bare_z3(case: Case) -> None:
    """Load the script and check both sides: what Z3 itself needs."""
    import z3

    from sorites.solvers.bridges.smt import context, load

    solver = load(case.script, 10, 2048, ground=False)
    solver.check(z3.Bool(_FAILS, context()))
    solver.check(z3.Bool(_HOLDS, context()))


def bare_process(engine: Prover, case: Case) -> None:
    """Start a process for each question and read what they write: what the prover itself needs."""
    command = (named(engine.name).where(), *engine.arguments(1.0, 2048))
    for text in case.problems[engine.name]:
        run(Job(command, text), 10, 2048)


def pipeline(solver: Solver, case: Case) -> None:
    """From a program's text to its verdict."""
    program = read_program(case.text).first
    assert program is not None
    solver.solve(program, LIMITS)


def measures() -> dict[str, Callable[[Case], object]]:
    bare = {
        "read": lambda c: read_program(c.text),
        "write": lambda c: write_program(c.program),
        "z3: bare": bare_z3,
        "z3: text to verdict": _pipeline("z3"),
        "z3: with certificate": _pipeline("z3", certify=True),
        "horn: text to verdict": _pipeline("horn"),
        "horn: with certificate": _pipeline("horn", certify=True),
        "portfolio: text to verdict": _pipeline("portfolio"),
    }
    if named("prover9").installed:
        bare["prover9: bare"] = lambda c: bare_process(PROVER9, c)
        bare["prover9: text to verdict"] = _pipeline("prover9")
    if named("eprover").installed:
        bare["eprover: bare"] = lambda c: bare_process(EPROVER, c)
        bare["eprover: text to verdict"] = _pipeline("eprover")
    return bare


def _pipeline(name: str, *, certify: bool = False) -> Callable[[Case], None]:
    solver = make_solver(name, certify=certify)
    return lambda case: pipeline(solver, case)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--data", type=Path, help="recorded programs, in the format of Logic-LM or LINC")
    parser.add_argument("--limit", type=int, default=0, help="take the first programs only")
    parser.add_argument("--rounds", type=int, default=4, help="how often each is measured")
    options = parser.parse_args()
    try:
        found = load_entries(options.data) if options.data else []
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    texts = [p for e in found for p in e.programs] or [s.program for s in SampleDataset()]
    cases = [c for c in map(case_of, texts[: options.limit or None]) if c is not None]
    parts = measures()
    best: dict[str, list[float]] = {name: [float("inf")] * len(cases) for name in parts}
    for turn in range(options.rounds):
        # The order alternates, since what runs first finds the caches cold.
        order = list(parts.items())[:: -1 if turn % 2 else 1]
        for i, case in enumerate(cases):
            for name, part in order:
                started = time.perf_counter()
                part(case)
                best[name][i] = min(best[name][i], time.perf_counter() - started)
    report(best, len(cases))


def report(best: dict[str, list[float]], count: int) -> None:
    parts = dict(best)
    for engine in ("z3", "prover9", "eprover"):
        if f"{engine}: bare" in best:
            pairs = zip(best[f"{engine}: text to verdict"], best[f"{engine}: bare"], strict=True)
            parts[f"{engine}: all but the engine"] = [whole - bare for whole, bare in pairs]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    table = Table(title=f"{count} problems, {platform.machine()}, Python {platform.python_version()}")
    for column in ("part", "median ms", "p95 ms", "mean ms", "a second"):
        table.add_column(column, justify="left" if column == "part" else "right")
    for name, times in parts.items():
        figures = statistics.median(times), statistics.quantiles(times, n=20)[-1], statistics.mean(times)
        table.add_row(name, *(f"{1000 * one:.3f}" for one in figures), f"{count / sum(times):.1f}")
    console = Console()
    console.print(table)
    console.print(f"peak memory: {memory:.0f} MB here, {children:.0f} MB in a prover")


if __name__ == "__main__":
    main()
