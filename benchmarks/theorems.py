"""Classical theorems, and statements that do not follow: ``python -m benchmarks.theorems [--seconds 60] [NAME…]``.

Each engine is asked alone, with a third of the time, and then the portfolio with all of it. What any engine solves
alone, the portfolio should solve. The problems are the files of the folder beside this module whose names begin so.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from sorites.solvers import Limits, Verdict, make_solver, read_program
from sorites.solvers.registry import engine

FOLDER: Final = Path(__file__).parent / "theorems"
ENGINES: Final = [name for name in ("z3", "eprover", "prover9") if engine(name).installed]
VERDICTS: Final = {"Theorem": Verdict.ENTAILED, "CounterSatisfiable": Verdict.UNKNOWN}
"""The verdict that each status of a file means here; their negations do not follow either."""


def solved(text: str, name: str, seconds: float) -> str:
    """Return how many seconds an engine took for a problem's verdict; a dash if it gave none, else the wrong one."""
    program = read_program(text).program
    assert program is not None, text
    expected = VERDICTS[text.split("% Status: ", 1)[1].split(maxsplit=1)[0]]
    started = time.perf_counter()
    found = make_solver(name, certify=False).solve(program, Limits(seconds)).verdict
    if found is expected:
        return f"{time.perf_counter() - started:.2f}"
    return "-" if found is Verdict.UNDECIDED else found.value


def main() -> None:
    """Print what each engine solves, and how soon."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[""])
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    print(f"{'':34}" + "".join(f"{name:>12}" for name in [*ENGINES, "portfolio"]))
    ours = alone = lost = wrong = 0
    for path in sorted(path for path in FOLDER.glob("*.p") if path.stem.startswith(tuple(asked.names))):
        text = path.read_text("utf-8")
        *each, all_ = [solved(text, name, asked.seconds / 3) for name in ENGINES] + [
            solved(text, "portfolio", asked.seconds)
        ]
        print(f"{path.stem:34}" + "".join(f"{cell:>12}" for cell in [*each, all_]), flush=True)
        some = any(cell[0].isdigit() for cell in each)
        ours, alone = ours + all_[0].isdigit(), alone + some
        lost, wrong = lost + (some and not all_[0].isdigit()), wrong + any(cell.isalpha() for cell in [*each, all_])
    print(f"solved by the portfolio: {ours}; by an engine alone: {alone}, of these not by it: {lost}; wrong: {wrong}")


if __name__ == "__main__":
    main()
