"""What a run takes beside reading and solving: ``python -m benchmarks.runs``, a table in docs/benchmarks.md.

A cell that answers at once is run in this process, by processes and by Ray, so that what is left is the run itself:
handing samples out, counting and writing records. Seconds of the processor that this process takes do not hang on
what else the machine is busy with. With ``--data`` a command over recorded programs is timed from a cold start.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sorites.eval import Record, Sample, Workers
from sorites.eval.generators.chains import SampleDataset
from sorites.eval.reports.figures import Gathering
from sorites.eval.runs.cells import record_of
from sorites.eval.runs.execution import Execution
from sorites.eval.runs.manifest import Identity
from sorites.eval.runs.store import Store
from sorites.solvers import Verdict

WAYS = {"in this process": Workers(), "2 processes": Workers(2), "ray": Workers(engine="ray")}


@dataclass(frozen=True)
class Many:
    """As many samples as are wanted: those of the dataset ``sample``, again and again, with numbers for names."""

    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Sample]:
        few = list(SampleDataset())
        for number in range(self.count):
            one = few[number % len(few)]
            yield replace(one, problem=replace(one.problem, id=str(number)))


@dataclass(frozen=True)
class AtOnce:
    """A cell that answers at once."""

    name: str = "at once"
    waits: bool = False

    def of(self, sample: Sample) -> list[Record]:
        """Return the record of a right answer."""
        found = {"label": sample.gold, "executable": True, "verdict": Verdict.ENTAILED, "seconds": 0.0}
        return [record_of(sample, "many", self.name, program=sample.program, **found)]


def measured(count: int, workers: Workers) -> str:
    """Return a row: milliseconds a sample by the clock, and of this process's processor time, and the memory."""
    gathering, cells = Gathering(), [AtOnce()]
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), Identity({"settings": {}, "started": "now"}, {}), resume=False)
        began, spent = 0.0, 0.0
        for _, records in Execution(cells, Many(count), workers).into(store):
            if not began:  # who works has been started
                began, spent = time.perf_counter(), time.process_time()
            gathering.add(records)
        store.close()
    each = 1000 * (time.perf_counter() - began) / count, 1000 * (time.process_time() - spent) / count
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{each[0]:.2f} | {each[1]:.2f} | {megabytes:.0f} MB"


def cold(programs: Path, rounds: int = 5) -> list[tuple[float, float]]:
    """Return the seconds, by the clock and of the processor, of a command over recorded programs from its start.

    Python may leave bytecode, as it does of what is installed, wherever this benchmark itself is forbidden to.
    """
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "sorites", "bench", "folio", "--translator", f"recorded:{programs}", "--json"]
    found = []
    for _ in range(rounds + 1):  # the first one leaves bytecode
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=here)
        seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append((seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return found[1:]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", nargs="*", type=int, default=[600, 20_000], help="how many samples")
    parser.add_argument("--ways", nargs="*", default=list(WAYS), choices=list(WAYS), help="who takes them")
    parser.add_argument("--data", type=Path, help="recorded programs of FOLIO, timed from a cold start")
    given = parser.parse_args()
    if given.data is not None:
        wall, processor = (min(one) for one in zip(*cold(given.data), strict=True))
        print(f"bench folio from a cold start: {wall:.2f} s, {processor:.2f} s of the processor")
    print("samples | by | ms each | of this process's processor | peak")
    for count in given.counts:
        for way in given.ways:
            print(f"{count} | {way} | {measured(count, WAYS[way])}", flush=True)


if __name__ == "__main__":
    main()
