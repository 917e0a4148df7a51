"""What each part costs, from a program's text to its verdict.

``python -m benchmarks`` measures the generated samples; ``--data FILE`` measures
recorded programs. Each figure is over problems; rounds are interleaved, and the
best round of a problem counts, so that other load on the machine matters less.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sorites.eval.generators.chains import SampleDataset
from sorites.solvers import Limits, Program, UserError, make_solver, read_program, write_program
from sorites.solvers.registry import engine
from sorites.translators.recorded import load_entries

LIMITS = Limits(10)
ENGINES = ("z3", "horn", "prover9", "eprover", "portfolio")


def measures() -> dict[str, Callable[[str, Program], object]]:
    """Return what is measured of a program's text and tree."""
    found: dict[str, Callable[[str, Program], object]] = {
        "read": lambda text, _: read_program(text),
        "write": lambda _, program: write_program(program),
    }
    for name in ENGINES:
        if name == "portfolio" or engine(name).installed:
            found[f"{name}: text to verdict"] = _solved(name)
    return found | {f"{name}: with certificate": _solved(name, certify=True) for name in ("z3", "horn")}


def _solved(name: str, *, certify: bool = False) -> Callable[[str, Program], object]:
    solver = make_solver(name, certify=certify)

    def solved(text: str, _: Program) -> object:
        program = read_program(text).first
        assert program is not None
        return solver.solve(program, LIMITS)

    return solved


def main() -> None:
    """Print what each part costs."""
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
    read = [(text, read_program(text).first) for text in texts[: options.limit or None]]
    cases = [(text, program) for text, program in read if program is not None and not program.signature.arithmetic]
    best = {name: [float("inf")] * len(cases) for name in measures()}
    for turn in range(options.rounds):
        order = list(measures().items())[:: -1 if turn % 2 else 1]  # what runs first finds the caches cold
        for i, case in enumerate(cases):
            for name, part in order:
                started = time.perf_counter()
                part(*case)
                best[name][i] = min(best[name][i], time.perf_counter() - started)
    table = Table(title=f"{len(cases)} problems, {platform.machine()}, Python {platform.python_version()}")
    for column in ("part", "median ms", "p95 ms", "mean ms", "a second"):
        table.add_column(column, justify="left" if column == "part" else "right")
    for name, times in best.items():
        figures = statistics.median(times), statistics.quantiles(times, n=20)[-1], statistics.mean(times)
        table.add_row(name, *(f"{1000 * one:.3f}" for one in figures), f"{len(cases) / sum(times):.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
