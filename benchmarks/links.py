"""How good the links are that are offered for open questions: ``python -m benchmarks.links --data FILE...``.

FILE has programs that a model wrote earlier (see ``sorites.translators.recorded``) with the right labels. Of those
whose goal is found to be open, some should not be: there the right link is one that gives the gold label. Where the
text does leave it open, each link that is offered is one too many. ``least`` is how near a link must be to be
offered; the curve over it shows the trade-off that ``NEAR_ENOUGH`` makes. Intervals are Wilson's, at 95 %; samples of
one problem are not independent, so ``--first`` takes the first sample of each problem only.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from sorites.agent.linking import NEAR_ENOUGH, Link, links
from sorites.eval.scoring.statistics import wilson
from sorites.solvers import Limits, UserError, Verdict, make_solver, prove, read_program
from sorites.translators.recorded import load_entries

CURVE: Final = (0.3, 0.4, 0.5, NEAR_ENOUGH, 0.7, 0.8, 0.9, 1.0)
LABELS: Final = {"A": "True", "B": "False", "C": "Uncertain"}
WANTED: Final = {"True": Verdict.ENTAILED, "False": Verdict.REFUTED}


@dataclass(frozen=True, slots=True)
class Open:
    """A program whose goal is open, what the answer should be, and the links that were found."""

    problem: str
    gold: str
    links: tuple[Link, ...]
    seconds: float
    cpu: float

    def offered(self, least: float) -> list[Link]:
        """Return the links that are as near as that."""
        return [link for link in self.links if link.nearness >= least]


@dataclass(frozen=True, slots=True)
class Row:
    """What links as near as ``least`` come to: of the wrong unknowns, then of the right ones."""

    least: float
    wrong: int
    right_first: int
    right_in_three: int
    other_first: int
    right: int
    offered: int


def found(files: Iterable[Path], solver: str, seconds: float, *, first: bool) -> Iterator[Open]:
    """Yield the programs of files whose goal is open."""
    engine = make_solver(solver)
    for file in files:
        for entry in load_entries(file):
            gold = LABELS.get(entry.answer or "", entry.label or entry.answer or "")
            for text in entry.programs[: 1 if first else None]:
                program = read_program(text, question=entry.question).first
                if program is None:
                    continue
                outcome = prove(program, engine, Limits(seconds), check=False)
                if outcome.verdict is not Verdict.UNKNOWN:
                    continue
                started, spent = time.perf_counter(), time.process_time()
                links(program, outcome)
                took = time.perf_counter() - started, time.process_time() - spent
                yield Open(entry.id, gold, links(program, outcome, least=min(CURVE)), *took)


def row(ones: list[Open], least: float) -> Row:
    """Return what links as near as that come to."""
    wrong = [(WANTED[one.gold], one.offered(least)) for one in ones if one.gold in WANTED]
    right = [one.offered(least) for one in ones if one.gold not in WANTED]
    return Row(
        least,
        len(wrong),
        sum(bool(links) and links[0].verdict is gold for gold, links in wrong),
        sum(any(link.verdict is gold for link in links) for gold, links in wrong),
        sum(bool(links) and links[0].verdict is not gold for gold, links in wrong),
        len(right),
        sum(map(bool, right)),
    )


def report(ones: list[Open], *, as_json: bool) -> None:
    """Print the figures."""
    rows = [row(ones, least) for least in CURVE]
    times = {"wall": [one.seconds for one in ones], "CPU": [one.cpu for one in ones]}
    spent = {
        name: {
            "median": round(statistics.median(values) * 1000, 1),
            "p95": round(statistics.quantiles(values, n=20)[-1] * 1000, 1),
            "max": round(max(values) * 1000, 1),
        }
        for name, values in times.items()
        if len(values) > 1
    }
    if as_json:
        print(json.dumps({"rows": [asdict(one) for one in rows], "milliseconds": spent}, indent=2))
        return
    table = Table(title=f"{len(ones)} open goals, {rows[0].wrong} of them wrongly")
    columns = (
        "least",
        "right link first",
        "right in three",
        "another first",
        "offered where unknown is right",
        "right of all",
    )
    for column in columns:
        table.add_column(column, justify="right")
    for one in rows:
        shown = one.right_first + one.other_first + one.offered
        counts = (
            (one.right_first, one.wrong),
            (one.right_in_three, one.wrong),
            (one.other_first, one.wrong),
            (one.offered, one.right),
            (one.right_first, shown),
        )
        mark = " *" if one.least == NEAR_ENOUGH else ""
        table.add_row(f"{one.least:.1f}{mark}", *(share(*count) for count in counts))
    console = Console()
    console.print(table)
    for name, values in spent.items():
        console.print(f"{name}, ms a problem: " + ", ".join(f"{what} {value}" for what, value in values.items()))


def share(right: int, total: int) -> str:
    """Return a share with its interval."""
    if not total:
        return "-"
    low, high = wilson(right, total)
    return f"{right}/{total} {right / total:.1%} ({low:.0%} to {high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.links", description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="recorded programs with labels")
    parser.add_argument("--first", action="store_true", help="take the first sample of each problem only")
    parser.add_argument("--solver", default="z3", help="who finds which goals are open")
    parser.add_argument("--seconds", type=float, default=10.0, help="the time of a program")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--show", action="store_true", help="print each link that is offered")
    options = parser.parse_args()
    try:
        ones = list(found(options.data, options.solver, options.seconds, first=options.first))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    if options.show:
        for one in ones:
            for link in one.offered(NEAR_ENOUGH):
                print(f"{one.problem}\t{one.gold}\t{link.nearness:.2f}\t{link.verdict}\t{link.condition}")
    report(ones, as_json=options.json)


if __name__ == "__main__":
    main()
