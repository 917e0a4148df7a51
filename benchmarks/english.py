"""How the English of the translator does on problems: ``python -m benchmarks.english [FILE...] [--generated]``.

A file has a problem on each line, as JSON: ``context``, ``question`` and ``gold`` (or ``answer``), and, if known,
``category`` and ``covered`` (whether a sensible grammar of English covers it). ``gold`` may list alternatives with
``|``; ``WH`` says that no truth value fits, anything else that is no label is a list of names. ``--changes 1`` asks
each problem in other words, too (``benchmarks.english_changes``); ``--wrong`` shows what was answered wrongly.
``--generated`` asks made problems, whose answers are known (``benchmarks.english_sentences``, ``english_verbs`` and
``english_logic``).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from rich.console import Console
from rich.table import Table

from sorites import Options, Solution, Verdict, answer
from sorites.solvers import Limits
from sorites.solvers.logic.syntax import Term
from sorites.solvers.notation.printer import print_term
from sorites.translators import Problem
from sorites.translators.problem import TRUE_FALSE_UNKNOWN

LABELS: Final = frozenset({"True", "False", "Unknown", "Inconsistent"})
REFUSED: Final = "Refused"
NOBODY: Final = "nobody"
"""The answer to an open question where no name is proved."""
NO_TRUTH_VALUE: Final = "WH"
_HEDGE: Final = re.compile(r"(probably|likely|maybe)\s+", re.IGNORECASE)
LIMIT: Final = Limits(5)

Score = Literal["right", "wrong", "refused"]


@dataclass(frozen=True, slots=True)
class Item:
    """A problem with its label.

    Attributes:
        name: what it is called.
        context: the text that is taken to hold.
        question: what is asked.
        gold: the answers that are right.
        category: the kind of problem.
        covered: whether a sensible grammar covers it.
    """

    name: str
    context: str
    question: str
    gold: frozenset[str]
    category: str = ""
    covered: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """An item and what was answered.

    Attributes:
        item: the problem.
        got: a label, ``Refused``, or names.
        score: whether that is right.
        codes: the codes of the diagnostics, for the causes.
    """

    item: Item
    got: str
    score: Score
    codes: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say what was answered, and to what."""
        item, gold = self.item, "|".join(sorted(self.item.gold))
        said = f"{item.name} {item.category}: {self.got}, not {gold}  {' '.join(self.codes)}"
        return f"{said}\n  {item.context!r}\n  {item.question!r}"


@dataclass(slots=True)
class Tally:
    """How many problems were answered, and how.

    Attributes:
        right: how many answers are right.
        wrong: how many are not.
        refused: how many problems got no answer.
    """

    right: int = 0
    wrong: int = 0
    refused: int = 0

    @property
    def total(self) -> int:
        """How many problems there are."""
        return self.right + self.wrong + self.refused

    @property
    def answered(self) -> float:
        """The share that got an answer."""
        return (self.right + self.wrong) / self.total if self.total else 0.0

    @property
    def precision(self) -> float:
        """The share of the answers that are right; 1 where there are none."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    def add(self, score: Score) -> None:
        """Count one more."""
        setattr(self, score, getattr(self, score) + 1)


def load(path: Path) -> list[Item]:
    """Read a file of problems.

    Args:
        path: the file.

    Returns:
        Its problems, in order.

    Raises:
        KeyError: a line has no context, question or answer.
    """
    items = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        row: dict[str, Any] = json.loads(line)
        gold = row["gold"] if "gold" in row else row["answer"]
        name = str(row.get("id", f"{path.stem}:{number}"))
        covered = bool(row.get("covered", True))
        items.append(
            Item(name, row["context"], row["question"], golds(str(gold)), row.get("category", path.stem), covered)
        )
    return items


def without(path: Path) -> frozenset[str]:
    """Return the names of the problems whose labels are another's semantics, from a list with the reasons."""
    reasons: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return frozenset(name for reason in reasons.values() for name in reason["ids"])


def golds(text: str) -> frozenset[str]:
    """Return the answers that a label allows; a hedged one, such as *probably true*, may be unknown."""
    found = set()
    for part in text.split("|"):
        part, hedges = _HEDGE.subn("", part.strip().removesuffix("."))
        label = part.capitalize()
        found.add(label if label in LABELS else part)
        if hedges:
            found.add("Unknown")
    return frozenset(found)


@cache
def _options() -> Options:
    return Options.of(limits=LIMIT, check=False)


def solved(context: str, question: str) -> Solution:
    """Answer a problem by the default translator, in process, without checking the certificate."""
    return answer(Problem("", context, question, TRUE_FALSE_UNKNOWN), _options())


def said(solution: Solution) -> str:
    """Return what a solution answers: a label, names, or that it was refused."""
    if solution.answers is not None and not solution.ambiguous and solution.verdict is not Verdict.INCONSISTENT:
        return ", ".join(" ".join(map(_spelt, one.row)) for one in solution.answers.found) or NOBODY
    if solution.answer is not None:
        return solution.answer
    return "Inconsistent" if solution.verdict is Verdict.INCONSISTENT else REFUSED


def _spelt(term: Term) -> str:
    """Return a name as words: *theOldMill* is *the old mill*."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", print_term(term)).lower()


def given(context: str, question: str) -> str:
    """Return what is answered; a traceback is an answer too, and always wrong."""
    try:
        return said(solved(context, question))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def score(gold: frozenset[str], got: str) -> Score:
    """Say whether an answer is right.

    Args:
        gold: the answers that are.
        got: what was answered.

    Returns:
        The score. Where no truth value fits, refusing is right.
    """
    if got == REFUSED:
        return "right" if gold == {NO_TRUTH_VALUE} else "refused"
    if got in LABELS:
        return "right" if got in gold else "wrong"
    if got == NOBODY:
        return "right" if gold & {NO_TRUTH_VALUE, "Unknown"} else "wrong"
    if NO_TRUTH_VALUE in gold or any(_heads(g) == _heads(got) for g in gold - LABELS):
        return "right"
    return "wrong"


def _heads(text: str) -> frozenset[str]:
    """Return the last word of each name, so that *the nice woman* is *the woman*."""
    found = (re.findall(r"\w+", part) for part in re.split(r",| and ", text.lower()))
    return frozenset(words[-1] for words in found if words)


def ask(item: Item) -> Answered:
    """Ask one problem."""
    try:
        solution = solved(item.context, item.question)
    except Exception as error:
        return Answered(item, f"{type(error).__name__}: {error}", "wrong")
    got = said(solution)
    return Answered(item, got, score(item.gold, got), tuple(dict.fromkeys(d.code for d in solution.diagnostics)))


@dataclass(slots=True)
class Report:
    """What was measured.

    Attributes:
        answers: all answers.
        seconds: how long they took together.
    """

    answers: list[Answered] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def categories(self) -> dict[str, Tally]:
        """Count the answers of each category."""
        found: dict[str, Tally] = defaultdict(Tally)
        for one in self.answers:
            found[one.item.category].add(one.score)
        return dict(found)

    @property
    def wrong(self) -> list[Answered]:
        """The answers that are wrong."""
        return [one for one in self.answers if one.score == "wrong"]

    def tally(self, keep: Callable[[Answered], bool] = lambda _: True) -> Tally:
        """Count the answers that are kept."""
        found = Tally()
        for one in self.answers:
            if keep(one):
                found.add(one.score)
        return found

    def headings(self) -> dict[str, Tally]:
        """Return the figures that have floors."""
        return {
            "all": self.tally(),
            "covered": self.tally(lambda a: a.item.covered),
            "harder": self.tally(lambda a: not a.item.covered),
            "True or False": self.tally(lambda a: a.got in {"True", "False"}),
            "Unknown": self.tally(lambda a: a.got == "Unknown"),
            "Unknown, unmentioned": self.tally(lambda a: a.got == "Unknown" and "goal-unmentioned" in a.codes),
        }


def measure(items: Iterable[Item]) -> Report:
    """Ask all problems, one after another."""
    report = Report()
    started = time.perf_counter()
    for item in items:
        report.answers.append(ask(item))
    report.seconds = time.perf_counter() - started
    return report


def table(title: str, groups: dict[str, Tally]) -> Table:
    """Lay figures out for the terminal."""
    drawn = Table(title=title, title_justify="left")
    for heading in ("", "n", "right", "wrong", "refused", "answered", "right of these"):
        drawn.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for name, t in groups.items():
        cells = (t.total, t.right, t.wrong, t.refused, f"{t.answered:.1%}", f"{t.precision:.1%}")
        drawn.add_row(name, *map(str, cells))
    return drawn


def generated(count: int, every: int = 1, seed: int = 0) -> list[Item]:
    """Make problems whose answers are known.

    Args:
        count: how many of each kind that is counted out.
        every: take one of so many restatements.
        seed: another one gives others.

    Returns:
        The problems.
    """
    from benchmarks.english_logic import reasoned
    from benchmarks.english_sentences import denials, restatements, strangers, voices
    from benchmarks.english_verbs import verbs_or_nouns

    first = seed % every
    return [
        *restatements(every, first),
        *strangers(every, first),
        *denials(every, first),
        *list(voices())[first::every],
        *reasoned(count, seed),
        *verbs_or_nouns(count, seed),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--generated", action="store_true", help="made problems, too")
    parser.add_argument("--count", type=int, default=200, help="how many of each kind")
    parser.add_argument("--every", type=int, default=1, help="one restatement of so many")
    parser.add_argument("--seed", type=int, default=0, help="which")
    parser.add_argument("--without", type=Path, help="leave out the problems that this file lists, by reason")
    parser.add_argument("--changes", type=int, default=0, help="ask them in other words, too: one change of so many")
    parser.add_argument("--wrong", action="store_true", help="show what was answered wrongly")
    told = parser.parse_args(arguments)
    left_out = without(told.without) if told.without else frozenset()
    sets = {path.stem: [i for i in load(path) if i.name not in left_out] for path in told.files}
    if told.generated:
        sets["generated"] = generated(told.count, told.every, told.seed)
    for name, items in sets.items():
        _measured(name, items, told.changes, wrong=told.wrong)


def _measured(name: str, items: list[Item], every: int, *, wrong: bool) -> None:
    """Measure a set, and show the figures, with one change of so many, and what was answered wrongly if it is asked."""
    from benchmarks.english_changes import changed

    report, console = measure(items), Console(highlight=False, width=110)
    changes = measure(changed(items, every)) if every else Report()
    speed = f"{name}, {len(items) / report.seconds:.0f} a second"
    groups = {speed: report.headings(), "categories": report.categories, "changes": changes.categories}
    for title, tallies in groups.items():
        if tallies:
            console.print(table(title, tallies))
    for one in (*report.wrong, *changes.wrong) if wrong else ():
        print(one)


if __name__ == "__main__":
    main()
