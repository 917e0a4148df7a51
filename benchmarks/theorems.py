"""Classical theorems, and statements that do not follow: ``python -m benchmarks.theorems``.

Each engine is asked alone, with a third of the time, and then the portfolio with all of it. What any engine solves
alone, the portfolio should solve. The problems are the files of the folder beside this module.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from sorites.solvers import Limits, Program, Verdict, make_solver, read_program
from sorites.solvers.registry import engine

FOLDER: Final = Path(__file__).parent / "theorems"
ENGINES: Final = ("z3", "eprover", "prover9")
VERDICTS: Final = {"Theorem": Verdict.ENTAILED, "CounterSatisfiable": Verdict.UNKNOWN}
"""The verdict that each status of a file means here; their negations do not follow either."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A file of the folder.

    Attributes:
        name: its name.
        expected: the verdict.
        program: what it says.
    """

    name: str
    expected: Verdict
    program: Program


@dataclass(slots=True)
class Row:
    """What came out for a problem.

    Attributes:
        name: the problem.
        expected: its verdict.
        seconds: how long each engine took that gave this verdict.
        wrong: the engines that gave another one, with it.
        open: the engines that could not show that the premises are consistent.
    """

    name: str
    expected: Verdict
    seconds: dict[str, float] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)


def problem(path: Path) -> Problem:
    """Return the problem of a file."""
    text = path.read_text()
    status = text.split("% Status: ", 1)[1].split()[0]
    found = read_program(text).program
    assert found is not None, path
    return Problem(path.stem, VERDICTS[status], found)


def solve(one: Problem, names: list[str], seconds: float) -> Row:
    """Ask the engines, each alone, and the portfolio."""
    row = Row(one.name, one.expected)
    for name in [*names, "portfolio"]:
        limits = Limits(seconds if name == "portfolio" else seconds / 3)
        started = time.perf_counter()
        outcome = make_solver(name, certify=False).solve(one.program, limits)
        took = round(time.perf_counter() - started, 2)
        if outcome.verdict is one.expected:
            row.seconds[name] = took
        elif outcome.verdict is not Verdict.UNDECIDED:
            row.wrong[name] = outcome.verdict
        if any(d.code == "consistency-open" for d in outcome.diagnostics):
            row.open.append(name)
    return row


def main() -> None:
    """Print what each engine solves, and how soon."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.theorems", description=__doc__)
    parser.add_argument("names", nargs="*", help="beginnings of names of problems; all of them if none is given")
    parser.add_argument("--seconds", type=float, default=60.0, help="the portfolio's time; engines alone get a third")
    parser.add_argument("--engines", default=",".join(ENGINES), help="the engines that are asked alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args()
    names = [n for n in options.engines.split(",") if n and engine(n).installed]
    wanted = tuple(options.names) or ("",)
    rows = []
    if not options.json:
        print(f"{'':34}{'':9}" + "".join(f"{n:>12}" for n in [*names, "portfolio"]))
    for path in sorted(p for p in FOLDER.glob("*.p") if p.stem.startswith(wanted)):
        row = solve(problem(path), names, options.seconds)
        rows.append(row)
        if options.json:
            print(json.dumps(asdict(row)), flush=True)
            continue
        cells = [row.wrong.get(n, f"{row.seconds[n]:.2f}" if n in row.seconds else "-") for n in [*names, "portfolio"]]
        marked = [f"{cell}{'*' if n in row.open else ''}" for n, cell in zip([*names, "portfolio"], cells, strict=True)]
        print(f"{row.name:34}{row.expected:9}" + "".join(f"{cell:>12}" for cell in marked), flush=True)
    alone = [row for row in rows if any(n in row.seconds for n in names)]
    lost = [row.name for row in alone if "portfolio" not in row.seconds]
    wrong = [row.name for row in rows if row.wrong]
    print(
        f"{len(rows)} problems on {os.cpu_count()} cores; solved by the portfolio in {options.seconds:g} s: "
        f"{sum('portfolio' in r.seconds for r in rows)}; by an engine alone in a third of that: {len(alone)}; "
        f"of these not by the portfolio: {', '.join(lost) or 'none'}; wrong: {', '.join(wrong) or 'none'}",
        file=sys.stderr if options.json else sys.stdout,
    )
    if not options.json:
        print("* the proof stands, but no model showed that the premises are consistent")


if __name__ == "__main__":
    main()
