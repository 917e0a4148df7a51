"""How long commands and imports take from start to end: ``python -m benchmarks.startup``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from resource import RUSAGE_CHILDREN, getrusage

ASKED = ("solve", "--context", "Kind people are nice. Anne is kind.", "--question", "Is Anne nice?")
RUNS = {
    "an empty program": ("-c", ""),
    "import sorites": ("-c", "import sorites"),
    "from sorites import SolverAgent": ("-c", "from sorites import SolverAgent"),
    "sorites --version": ("-m", "sorites", "--version"),
    "sorites --help": ("-m", "sorites", "--help"),
    "sorites solve, two sentences": ("-m", "sorites", *ASKED),
}
ROUNDS = 9


def spent() -> float:
    """Return the seconds of processor time of all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the quickest of nine runs, after one that is not counted and leaves bytecode."""
    print(f"Python {sys.version.split()[0]}, typer {version('typer')}, pydantic {version('pydantic')}")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in RUNS.items():
            wall, processor = [], []
            for _ in range(ROUNDS + 1):
                before, started = spent(), time.perf_counter()
                subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, check=True)
                wall.append(time.perf_counter() - started)
                processor.append(spent() - before)
            print(f"{name:32} {min(wall[1:]):6.3f} s  {min(processor[1:]):6.3f} s of processor time")


if __name__ == "__main__":
    main()
