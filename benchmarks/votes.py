"""What each rule for several samples gains over the weighted vote, on recorded programs.

``python -m benchmarks.votes --data FILE`` answers every problem of a recorded file by each rule, with
the same provers and the same samples, and compares the rules with ``vote`` problem by problem. Problems
that render the same premises belong to one story; intervals are of a paired bootstrap that draws
whole stories. ``mixed`` is the rule as it is used: the proof of the mixed program, else the vote. Beside it
stands the mixed program taken at its word: whatever it says, ``unknown`` too, else the vote.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sorites.agent.aligning import sentence_of
from sorites.agent.answering import answer
from sorites.agent.options import Options
from sorites.agent.repairing import ballot_of
from sorites.agent.solution import Solution
from sorites.agent.voting import majority, vote
from sorites.eval.scoring.statistics import Difference, compare, wilson
from sorites.solvers import Limits, UserError, make_solver
from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem
from sorites.translators.recorded import RecordedTranslator, load_entries

RULES = ("majority", "vote", "mixed", "mixed program, else vote")


@dataclass(frozen=True, slots=True)
class Answered:
    """A problem with the answer that each rule gives.

    Attributes:
        gold: the gold label.
        story: what problems of one text share.
        labels: the answers by rule.
        mixed: whether its samples could be mixed.
        decides: whether the mix proved something.
        pruned: how many samples voted for nothing since no option, or more than one, was the answer.
    """

    gold: str
    story: str
    labels: dict[str, str | None]
    mixed: bool
    decides: bool
    pruned: int


def answered(path: Path, samples: int, limit: int) -> Iterator[Answered]:
    """Yield the problems of a recorded file with their answers."""
    translator = RecordedTranslator.from_file(path, samples)
    options = Options(translator, make_solver("portfolio", certify=False), Limits(10), 0, False, "mixed")
    for entry in load_entries(path)[: limit or None]:
        gold = entry.label or ""
        if not translator.programs.get(entry.id):
            continue
        problem = Problem(entry.id, entry.context, entry.question, TRUE_FALSE_UNCERTAIN, tuple(entry.options))
        solution = answer(problem, options)
        ballots = [ballot_of(one) for one in solution.attempts]
        voted = vote(ballots).label
        said = solution.mix.attempt.label if solution.mix is not None else None
        rules = (majority(ballots).label, voted, solution.answer, said or voted)
        labels = dict(zip(RULES, rules, strict=True))
        yield Answered(
            gold, story_of(entry.context, solution), labels, solution.mix is not None, solution.mixed, solution.pruned
        )


def story_of(context: str, solution: Solution) -> str:
    """Return the text of a problem, or where the file has none, the sentences that most of its samples render."""
    if context:
        return context
    told = [
        "\n".join(sentence_of(premise.gloss) for premise in program.premises)
        for one in solution.attempts
        if (program := one.translation.reading.first) is not None
    ]
    return max(told, key=lambda text: (told.count(text), text), default=solution.problem.id)


def figures(found: list[Answered], rule: str) -> dict[str, Any]:
    """Return how a rule does, beside the vote."""
    right = [one.labels[rule] == one.gold for one in found]
    given = [one.labels[rule] is not None for one in found]
    beside: Difference = compare([one.labels["vote"] == one.gold for one in found], right, [one.story for one in found])
    return {
        "right": sum(right),
        "accuracy": beside.second,
        "interval": wilson(sum(right), len(right)),
        "precision": sum(right) / max(1, sum(given)),
        "gain": beside.difference,
        "gain_interval": beside.interval,
        "only_vote": beside.only_first,
        "only_this": beside.only_second,
        "p": beside.p,
        "detectable": beside.detectable,
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.votes", description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="recorded programs, several for a problem")
    parser.add_argument("--samples", type=int, default=0, help="take the first samples only")
    parser.add_argument("--limit", type=int, default=0, help="take the first problems only")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")
    options = parser.parse_args()
    for path in options.data:
        started = time.perf_counter()
        try:
            found = list(answered(path, options.samples, options.limit))
        except UserError as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(2)
        rows = {rule: figures(found, rule) for rule in RULES}
        facts = {
            "file": path.name,
            "problems": len(found),
            "stories": len({one.story for one in found}),
            "mixed": sum(one.mixed for one in found),
            "decided_by_a_mix": sum(one.decides for one in found),
            "samples_pruned": sum(one.pruned for one in found),
            "seconds": round(time.perf_counter() - started, 1),
        }
        if options.json:
            print(json.dumps({**facts, "rules": rows}, indent=2))
        else:
            show(facts, rows)


def show(facts: dict[str, object], rows: dict[str, dict[str, Any]]) -> None:
    """Print a table for people."""
    table = Table(title=", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in facts.items()))
    for column in ("rule", "right", "accuracy", "95 %", "of answers", "over the vote", "95 %", "only vote : only this"):
        table.add_column(column, justify="left" if column == "rule" else "right")
    for rule, row in rows.items():
        low, high = row["interval"]
        less, more = row["gain_interval"]
        table.add_row(
            rule,
            str(row["right"]),
            f"{row['accuracy']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{row['precision']:.1%}",
            f"{100 * row['gain']:+.1f}",
            f"{100 * less:+.1f} to {100 * more:+.1f}",
            f"{row['only_vote']} : {row['only_this']}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
