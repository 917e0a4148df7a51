"""What signs of a faulty program are worth: ``uv run python -m benchmarks.signals --data FILE…``.

Each file has recorded programs, in the format of Logic-LM or LINC; ``--texts`` names FOLIO's own file, in which
the sentences of LINC's problems stand. Only programs with an answer count: the others are repaired anyway. A
problem with several samples weighs as much as one with one; intervals, of 95 %, are over stories.

The first table says of each sign how often the answer is wrong where it stands (precision), of how many wrong
answers it stands beside (recall), by how much more often those are wrong that it stands beside (lift: Mantel and
Haenszel's ratio of risks over the files), and the same among the samples of each problem, which is what votes
need. The second chooses signs on four fifths of the stories and measures them on the rest.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sorites.agent.attempt import attempt
from sorites.agent.signals import EARNED, signals
from sorites.agent.voting import SIGNS, Ballot, Vote, majority, signs_of, vote
from sorites.agent.wordings import tokens
from sorites.eval.scoring.statistics import design_effect, wilson
from sorites.eval.tasks.datasets import load_dataset
from sorites.eval.tasks.formats import Entry, read_folio
from sorites.eval.tasks.sample import Sample
from sorites.solvers import Limits, Reading, Semantics, UserError, Verdict, make_solver
from sorites.translators.recorded import RecordedTranslator, load_entries

LIMITS, DRAWS, LEAST = Limits(10), 2000, 5
"""Seconds of a program; draws of the bootstrap; stories that a sign must stand in to be chosen."""
ALIKE = 0.8
"""The share of its words that a recorded text has in common with FOLIO's, to be of the same problem."""


@dataclass(frozen=True, slots=True)
class Row:
    """A program with an answer, or one that does not vote (``label`` is ``None``)."""

    file: str
    problem: str
    story: str
    gold: str
    label: str | None
    verdict: Verdict | None
    codes: frozenset[str]
    signs: frozenset[str]
    weight: float

    @property
    def wrong(self) -> bool:
        return self.label != self.gold

    @property
    def ballot(self) -> Ballot:
        return Ballot(self.label, self.verdict, self.signs)


def family_of(path: Path) -> str:
    """Return the benchmark whose labels a file has."""
    entries = load_entries(path)
    labels = {label for entry in entries for label in (*entry.options, entry.label or "")}
    found = {"folio": "Uncertain", "proofwriter": "Unknown"}
    return next((name for name, mark in found.items() if any(mark in label for label in labels)), "prontoqa")


def rows_of(path: Path, texts: Sequence[Entry]) -> Iterator[Row]:
    family = family_of(path)
    translator, solver = RecordedTranslator.from_file(path), make_solver("portfolio", certify=False)
    for sample in load_dataset(family, path):
        found = translator.translations(sample.problem)
        sample = told(sample, next((t.reading for t in found if t.reading.first), found[0].reading), texts)
        for i, one in enumerate(found):
            if family == "proofwriter" and one.reading.first is not None:
                reading = replace(one.reading, first=one.reading.first.under(Semantics.RULES))
                one = replace(one, reading=reading)
            tried = attempt(sample.problem, i, one, solver=solver, limits=LIMITS, check=False)
            said = (*one.reading.diagnostics, *signals(sample.problem, one.reading))
            yield Row(
                path.stem,
                sample.problem.id,
                sample.story,
                sample.gold,
                tried.label,
                tried.verdict,
                frozenset("mended" if d.level == "mended" else d.code for d in said),
                signs_of((d.code, d.level) for d in said),
                1 / len(found),
            )


def told(sample: Sample, reading: Reading, texts: Sequence[Entry]) -> Sample:
    """Return a sample with its text, looked up by what the program's sentences are, and its story."""
    problem = sample.problem
    if not problem.context and reading.first is not None and texts:
        premises = words(" ".join(p.gloss for p in reading.first.premises))
        goal = words(reading.first.goal.gloss)

        def likeness(entry: Entry) -> float:
            pairs = ((premises, words(entry.context)), (goal, words(entry.question)))
            return sum(len(a & b) / (len(a | b) or 1) for a, b in pairs) / 2

        best = max(texts, key=likeness)
        if likeness(best) >= ALIKE:
            problem = replace(problem, context=best.context, question=best.question)
    story = " ".join(sorted(words(problem.context)))[:400] or problem.id
    return replace(sample, problem=problem, story=story)


def words(text: str) -> frozenset[str]:
    return frozenset(map(str.lower, tokens(text)))


@dataclass(frozen=True, slots=True)
class Stories:
    """Rows in stories, with draws of the stories for intervals."""

    names: list[str]
    weights: np.ndarray

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Stories:
        names = sorted({row.story for row in rows})
        drawn = np.random.default_rng(0).multinomial(len(names), np.ones(len(names)) / len(names), size=DRAWS)
        return cls(names, np.vstack([np.ones(len(names)), drawn]).astype(float))

    def ratio(self, cells: Cells) -> tuple[float, float, float]:
        """Return Mantel and Haenszel's ratio of risks, its strata cut across stories, with its interval."""
        place = {name: i for i, name in enumerate(self.names)}
        strata: dict[str, np.ndarray] = {}
        for (story, stratum), counts in cells.items():
            strata.setdefault(stratum, np.zeros((len(self.names), 4)))[place[story]] += counts.ravel()
        terms = [risks((self.weights @ table).reshape(-1, 2, 2)) for table in strata.values()]
        return interval(np.sum([num for num, _ in terms], 0), np.sum([den for _, den in terms], 0))

    def ratio_within(self, cells: Cells) -> tuple[float, float, float]:
        """Return the same where each stratum is in one story; nothing if it is of fewer than ``LEAST`` stories."""
        place = {name: i for i, name in enumerate(self.names)}
        nums, dens = np.zeros(len(self.names)), np.zeros(len(self.names))
        for (story, _), counts in cells.items():
            num, den = risks(counts[None])
            nums[place[story]] += num[0]
            dens[place[story]] += den[0]
        if np.count_nonzero(nums + dens) < LEAST:
            return (np.nan,) * 3
        return interval(self.weights @ nums, self.weights @ dens)


Cells = dict[tuple[str, str], np.ndarray]
"""By story and stratum the weights of unmarked and marked rows, of right and wrong ones."""


def risks(tables: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the parts of numerator and denominator that tables have in Mantel and Haenszel's ratio."""
    unmarked, marked = tables[:, 0].sum(1), tables[:, 1].sum(1)
    total = np.maximum(unmarked + marked, 1e-12)
    return tables[:, 1, 1] * unmarked / total, tables[:, 0, 1] * marked / total


def interval(num: np.ndarray, den: np.ndarray) -> tuple[float, float, float]:
    """Return the ratio of the first draw, which is of all stories once, and the interval of the others."""
    with np.errstate(all="ignore"):
        ratios = num / den
    drawn = ratios[1:][np.isfinite(ratios[1:])]
    low, high = np.percentile(drawn, [2.5, 97.5]) if len(drawn) > DRAWS / 2 else (np.nan, np.nan)
    return float(ratios[0]), float(low), float(high)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sign is worth on some rows."""

    code: str
    programs: int
    stories: int
    precision: float
    interval: tuple[float, float]
    recall: float
    lift: tuple[float, float, float]
    within: tuple[float, float, float]

    @property
    def earned(self) -> bool:
        return self.stories >= LEAST and self.lift[1] > 1


def worths(rows: Sequence[Row]) -> list[Worth]:
    """Return what each sign is worth."""
    answered = [row for row in rows if row.label is not None]
    stories = Stories.of(answered)
    samples = [row for row in answered if row.weight < 1]
    all_wrong = sum(row.weight for row in answered if row.wrong)
    found = []
    for code in sorted({code for row in answered for code in row.codes}):
        marked = [row for row in answered if code in row.codes]
        by_story: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for row in marked:
            by_story[row.story][0] += row.wrong * row.weight
            by_story[row.story][1] += row.weight
        wrong, total = (sum(one[i] for one in by_story.values()) for i in (0, 1))
        effect = design_effect(*([one[i] for one in by_story.values()] for i in (0, 1)))  # type: ignore[arg-type]
        lift = stories.ratio(table(answered, code, lambda row: row.file))
        within = stories.ratio_within(table(samples, code, lambda row: row.file + row.problem))
        found.append(
            Worth(
                code,
                len(marked),
                len(by_story),
                wrong / total,
                wilson(wrong, total, effect),
                wrong / all_wrong if all_wrong else 0.0,
                lift,
                within,
            )
        )
    return sorted(found, key=lambda one: (-one.earned, -one.precision))


def table(rows: Sequence[Row], code: str, stratum: Callable[[Row], str]) -> Cells:
    cells: Cells = {}
    for row in rows:
        counts = cells.setdefault((row.story, stratum(row)), np.zeros((2, 2)))
        counts[int(code in row.codes), int(row.wrong)] += row.weight
    return cells


def show_worths(console: Console, rows: Sequence[Row]) -> None:
    answered = [row for row in rows if row.label is not None]
    for file in dict.fromkeys(row.file for row in answered):
        of = [row for row in answered if row.file == file]
        share = sum(row.wrong * row.weight for row in of) / sum(row.weight for row in of)
        stories = len({row.story for row in of})
        console.print(f"{file}: {len(of)} programs with an answer, {stories} stories, {share:.1%} of them wrong")
    shown = Table(title="Signs of faulty programs")
    for name in ("sign", "programs", "stories", "precision", "95 %", "recall", "lift", "95 %", "in a problem", "95 %"):
        shown.add_column(name, justify="left" if name == "sign" else "right")
    for one in worths(rows):
        marks = f"{'*' if one.earned else ''}{'+' if one.code in EARNED else ''}{'v' if one.code in SIGNS else ''}"
        low, high = one.interval
        ratios = [part for ratio in (one.lift, one.within) for part in (number(ratio[0]), span(ratio[1:]))]
        shares = [f"{one.precision:.0%}", f"{low:.0%}–{high:.0%}", f"{one.recall:.0%}"]
        shown.add_row(f"{one.code} {marks}", str(one.programs), str(one.stories), *shares, *ratios)
    console.print(shown)
    console.print("* the interval of the lift is above 1; + EARNED, worth a repair; v SIGNS, halves a vote")


def number(value: float) -> str:
    return f"{value:.2f}" if np.isfinite(value) else ""


def span(ends: Iterable[float]) -> str:
    low, high = ends
    return f"{low:.2f}–{high:.2f}" if np.isfinite(low) and np.isfinite(high) else ""


def show_crossed(console: Console, rows: Sequence[Row], folds: int) -> None:
    """Choose signs on the stories of all folds but one and measure them on that one."""
    answered = [row for row in rows if row.label is not None]
    names = sorted({row.story for row in rows})
    random.Random(0).shuffle(names)
    part = {name: i % folds for i, name in enumerate(names)}
    marked, voted = [], []
    for fold in range(folds):
        chosen = {one.code for one in worths([row for row in rows if part[row.story] != fold]) if one.earned}
        console.print(f"fold {fold + 1} chooses {', '.join(sorted(chosen))}")
        marked += [(row, bool(chosen & row.codes)) for row in answered if part[row.story] == fold]
        inside = [row for row in rows if part[row.story] == fold]
        voted += [replace(row, signs=frozenset(row.codes & chosen)) for row in inside]
    for name, of in (("chosen without the story", marked), ("EARNED", [(r, bool(EARNED & r.codes)) for r in answered])):
        for file in dict.fromkeys(row.file for row in answered):
            mine = [(row, mark) for row, mark in of if row.file == file]
            hit, total = share([(row, row.wrong) for row, mark in mine if mark])
            rest, others = share([(row, row.wrong) for row, mark in mine if not mark])
            recall = hit * total / ((hit * total + rest * others) or 1)
            console.print(
                f"{name}, {file}: marks {total / ((total + others) or 1):.1%}, wrong {hit:.1%} of these and {rest:.1%} "
                f"of the others, recall {recall:.1%}"
            )
    for file, problems in several(rows).items():
        none = {name: [replace(row, signs=frozenset()) for row in of] for name, of in problems.items()}
        console.print(f"{file}: majority {accuracy(problems, majority)}, vote without signs {accuracy(none, vote)}")
        told = f"vote with SIGNS {accuracy(problems, vote)}, with those chosen {accuracy(several(voted)[file], vote)}"
        console.print(f"  {told}")


def share(of: Sequence[tuple[Row, bool]]) -> tuple[float, float]:
    total = sum(row.weight for row, _ in of)
    return (sum(row.weight for row, mark in of if mark) / total if total else 0.0), total


def several(rows: Sequence[Row]) -> dict[str, dict[str, list[Row]]]:
    """Return the rows of problems with several samples, by file and problem."""
    found: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        if row.weight < 1:
            found.setdefault(row.file, {}).setdefault(row.problem, []).append(row)
    return found


def accuracy(problems: dict[str, list[Row]], rule: Callable[[list[Ballot]], Vote]) -> str:
    right = sum(rule([row.ballot for row in of]).label == of[0].gold for of in problems.values())
    return f"{right / len(problems):.2%} ({right} of {len(problems)})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.signals", description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="recorded programs")
    parser.add_argument("--texts", type=Path, help="FOLIO's own file, where recorded problems have no texts")
    parser.add_argument("--folds", type=int, default=5)
    options = parser.parse_args()
    console = Console(width=160)
    try:
        texts = list(read_folio(options.texts)) if options.texts else []
        rows = [row for path in options.data for row in rows_of(path, texts)]
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    show_worths(console, rows)
    show_crossed(console, rows, options.folds)


if __name__ == "__main__":
    main()
