"""How the engines of defeasible rules and of defaults grow: ``python -m benchmarks.nonmonotonic``."""

from __future__ import annotations

import time

from sorites.solvers import Limits, make_solver, read_program


def theory(things: int) -> str:
    """Return a theory with four ground rules for each thing, of which two conflict."""
    lines = ["Premises:", *(f"N(c{i})" for i in range(things)), "Defeasible rules:", "R1: ∀x (N(x) → P(x))"]
    lines += ["R2: ∀x (P(x) → Q(x))", "R3: ∀x (N(x) → ¬Q(x))", "R4: ∀x (Q(x) → S(x))", "Preferences:", "R2 > R3"]
    return "\n".join([*lines, "Conclusion:", "S(c0)"])


def blocks(things: int) -> str:
    """Return blocks of which one, it is not said which, is an exception."""
    lines = ["Premises:", *(f"Heavy(b{i})" for i in range(things)), "¬Table(b0) ∨ ¬Table(b1)", "Defaults:"]
    return "\n".join([*lines, "∀x (Heavy(x) → Table(x))", "Conclusion:", f"Table(b{things - 1})"])


def main() -> None:
    """Print the times."""
    for engine, make, sizes in (
        ("defeasible", theory, (6_250, 12_500, 25_000)),
        ("default", blocks, (4, 16, 64, 256)),
    ):
        solver = make_solver(engine)
        for size in sizes:
            program = read_program(make(size)).program
            assert program is not None
            started = time.perf_counter()
            outcome = solver.solve(program, Limits(120))
            took = time.perf_counter() - started
            each = 1e6 * took / size
            print(f"{engine:10} {size:6} things  {outcome.verdict.value:9} {took:7.3f} s  {each:7.1f} µs each")


if __name__ == "__main__":
    main()
