"""What a run measures, counted as records come, so that memory stays flat."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Final

from sorites.agent.voting import RULES, Ballot, Rule, signs_of
from sorites.solvers import Verdict

from ..runs.records import ProofF1, Record, UsageRecord
from ..tasks.sample import GOLD, group_of
from .measuring import Measures
from .statistics import clustered, wilson
from .summary import Group, Guesses, Level, Vote, WithGuesses

TREES: Final = (("logic", "category", "rule", "case"), ("logic", "depth", "rule"))
"""The tags that a tree of rules branches by: LogicAsker's (section 3.1), and Multi-LogiEval's (section 3)."""
LEAF: Final = "leaf"
"""The group of a tree's leaves."""
GROUPS: Final = 50
"""The most values of a tag by which figures are told apart, but for those of ``_ALL``."""
_ALL: Final = frozenset({tag for path in TREES for tag in path} | {LEAF, "diagnostic"})
"""The tags of which all values are told apart."""
BINS: Final = 10
"""The bins of equal width into which confidences are put."""
LEVELS: Final = " › "
_BEGINS: Final = 80
"""The characters of an answer that is shown, since none could be read."""


_COUNTED: Final[Mapping[str, Callable[[Record], bool]]] = {
    "total": lambda _: True,
    "ran": lambda one: one.executable,
    "right": lambda one: one.correct,
    "shown": lambda one: one.correct and not one.fallback,
    "answered": lambda one: one.label is not None and not one.guess,
    "sound": lambda one: one.label is not None and not one.guess and one.correct,
    "guessed": lambda one: bool(one.fallback),
    "likely ran": lambda one: one.likely is not None and not one.executable,
    "likely right": lambda one: one.likely == one.gold and not one.executable,
}
"""What is counted of records."""
_SHARES: Final = {
    "executable_rate": ("ran", "total"),
    "executable_accuracy": ("shown", "ran"),
    "coverage": ("answered", "total"),
    "precision": ("sound", "answered"),
    "accuracy": ("right", "total"),
}
"""The shares of a cell: what is counted of what."""


@dataclass(slots=True)
class _Part:
    """What is counted of a cell or of a part of it, and of each story in it where samples hang together."""

    counts: Counter[str] = field(default_factory=Counter)
    stories: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, record: Record, seen: Sequence[str]) -> None:
        """Count a record, of which this is seen."""
        self.counts.update(seen)
        if record.story or record.samples > 1:
            self.stories.setdefault(record.story or record.id, Counter()).update(seen)

    def shares(self) -> dict[str, float | None]:
        """Return the shares; of nothing there is none."""
        return {name: _share(self.counts[part], self.counts[whole]) for name, (part, whole) in _SHARES.items()}

    def interval(self, part: str, whole: str) -> tuple[float, float]:
        """Return the interval of a share, since samples of one story, or of one problem, hang together."""
        right, total = self.counts[part], self.counts[whole]
        if len(self.stories) in {0, self.counts["total"]}:
            return wilson(right, total)
        hits = [story[part] for story in self.stories.values()]
        counts = [story[whole] for story in self.stories.values()]
        alone, good = total - sum(counts), right - sum(hits)  # samples without a story
        return clustered([*hits, *[1] * good, *[0] * (alone - good)], [*counts, *[1] * alone])

    def group(self) -> Group:
        """Return the figures."""
        interval = self.interval(*_SHARES["accuracy"])
        return Group.model_validate({"samples": self.counts["total"], **self.shares(), "interval": interval})


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@dataclass(slots=True)
class Tally:
    """The figures of one cell, as its records come."""

    all: _Part = field(default_factory=_Part)
    verdicts: Counter[str] = field(default_factory=Counter)
    diagnostics: Counter[str] = field(default_factory=Counter)
    confusion: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tags: dict[str, dict[str, _Part]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(_Part)))
    wide: set[str] = field(default_factory=set)
    proved: int = 0
    checked: Counter[bool] = field(default_factory=Counter)
    disputes: dict[str, None] = field(default_factory=dict)
    proofs: list[ProofF1] = field(default_factory=list)
    used: UsageRecord | None = None
    unscored: int = 0
    unread: str = ""
    reasons: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    ambiguous: int = 0
    latencies: array[float] = field(default_factory=lambda: array("d"))
    problems: int = 0
    decided: dict[Rule, dict[str, list[bool]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    confidences: array[float] = field(default_factory=lambda: array("d"))
    hits: array[int] = field(default_factory=lambda: array("b"))
    measures: Measures = field(default_factory=Measures)

    def add(self, records: Sequence[Record]) -> None:
        """Count all records of a problem; one that could not be asked is in no figure but what it cost."""
        for record in records:
            self.asked.update(request.reason for request in record.requests)
            if record.usage is not None:
                self.used = record.usage.plus(self.used or UsageRecord(cached=True))
        if unscored := [record for record in records if not record.scored]:
            self.unscored += 1
            self.reasons[unscored[0].fault] += 1
            return
        for record in records:
            self._one(record)
        self.measures.add(records)
        self.problems += 1
        if len(records) > 1:
            self._votes(records)

    def _one(self, record: Record) -> None:
        seen = [name for name, of in _COUNTED.items() if of(record)]
        self.all.add(record, seen)
        self.verdicts[_outcome(record)] += 1
        self.confusion[record.gold][record.label or "none"] += 1
        if not record.executable:
            begins = (record.answer or record.program)[:_BEGINS].strip()
            self.unread = self.unread or begins or ("" if record.translator == "english" else "(nothing)")
        self.ambiguous += record.ambiguous
        self.latencies.append(record.seconds)
        codes = [d.code for d in record.diagnostics]
        self.diagnostics.update(codes)
        groups = [(group_of(tag), value) for tag, value in record.tags.items()]
        groups += [(LEAF, leaf)] if (leaf := leaf_of(record.tags)) else []
        for tag, value in (*groups, (GOLD, record.gold), *(("diagnostic", code) for code in set(codes))):
            values = self.tags[tag]
            if value not in values and len(values) >= GROUPS and tag not in _ALL:
                self.wide.add(tag)  # too many to tell figures apart by
            if tag not in self.wide:
                values[value].add(record, seen)
        self.proved += record.verdict not in {None, Verdict.UNDECIDED} and not record.fallback
        if record.checked is not None:
            self.checked[record.checked] += 1
            if record.checked and record.label not in {None, record.gold} and not record.guess:
                self.disputes[record.id] = None
        if record.proof_f1 is not None:
            self.proofs.append(record.proof_f1)

    def _votes(self, records: Sequence[Record]) -> None:
        gold = records[0].gold
        rules: tuple[Rule, ...] = ("majority", "vote") if weighing(records) == "vote" else ("majority",)
        for rule in rules:
            right = decided(records, rule) == gold
            self.decided[rule][records[0].story or records[0].id].append(right)
        counted = RULES[weighing(records)](ballots(records))
        if counted.shares:
            self.confidences.append(counted.confidence)
            self.hits.append(counted.label == gold)

    def _bounds(self) -> dict[str, tuple[float, float]]:
        """Return the worst and the best that shares may come to when those are asked that could not be."""
        if not self.unscored:
            return {}
        total = self.all.counts["total"]
        missing = self.unscored * (total / self.problems if self.problems else 1.0)  # records that they would have
        counted = {name: self.all.counts[_SHARES[name][0]] for name in ("executable_rate", "accuracy")}
        return {
            name: (hits / (total + missing), (hits + missing) / (total + missing)) for name, hits in counted.items()
        }

    def figures(self) -> dict[str, Any]:
        """Return the figures, by the names of ``Summary``'s fields."""
        all_ = self.all.counts
        order = [*(v.value for v in Verdict), "ambiguous", "answered", "not read"]
        gold = {label: sum(row.values()) for label, row in self.confusion.items()}
        found: dict[str, Any] = {
            "samples": all_["total"],
            "unscored": self.unscored,
            "bounds": self._bounds(),
            "reasons": dict(self.reasons.most_common()),
            "unread": "" if all_["ran"] else self.unread,
            **self.all.shares(),
            "intervals": {name: self.all.interval(*share) for name, share in _SHARES.items() if all_[share[1]]},
            "macro_f1": macro_f1(self.confusion),
            "baseline": _share(max(gold.values(), default=0), all_["total"]),
            "confusion": {label: dict(sorted(row.items())) for label, row in sorted(self.confusion.items())},
            "verdicts": {name: self.verdicts[name] for name in order if self.verdicts[name]},
            "diagnostics": dict(self.diagnostics.most_common()),
            "guesses": self._guesses(),
            "with_guesses": self._with_guesses(),
            "ambiguous": self.ambiguous,
            "decided": self.proved,
            "checked": self.checked[True] if self.checked else None,
            "disputes": list(self.disputes),
            "groups": {
                tag: {value: part.group() for value, part in sorted(values.items())}
                for tag, values in self.tags.items()
                if tag not in self.wide
            },
            "wide": sorted(self.wide),
            "usage": self.used,
            "asked": dict(self.asked.most_common()),
            "latency": _quantiles(self.latencies),
            "metrics": self.measures.figures(),
        }
        if self.proofs:
            read = [one for one in self.proofs if not one.unread]
            conflicts = [one.conflicts for one in read if one.conflicts is not None]
            found["proof_f1"] = ProofF1(
                rules=sum(one.rules for one in read) / max(len(read), 1),
                conflicts=sum(conflicts) / len(conflicts) if conflicts else None,
                unread=1 - len(read) / len(self.proofs),
            )
        return found | (self._of_several() if self.decided else {})

    def _guesses(self) -> Guesses | None:
        """Return what was guessed, if anything was."""
        counts = self.all.counts
        right = counts["right"] - counts["shown"]
        return Guesses(samples=counts["guessed"], accuracy=right / counts["guessed"]) if counts["guessed"] else None

    def _with_guesses(self) -> WithGuesses | None:
        """Return the figures if the likeliest of several readings counts as the answer, if any text has several."""
        counts = self.all.counts
        ran, right = counts["ran"] + counts["likely ran"], counts["shown"] + counts["likely right"]
        if not counts["likely ran"]:
            return None
        return WithGuesses(
            guessed=counts["likely ran"],
            executable_rate=ran / counts["total"],
            executable_accuracy=right / ran,
            accuracy=right / counts["total"],
        )

    def _of_several(self) -> dict[str, Any]:
        """Return the figures of problems with several samples."""
        return {
            "votes": {rule: _vote(stories.values()) for rule, stories in self.decided.items()},
            "confidence_levels": reliability(self.confidences, self.hits),
        }


def _vote(stories: Collection[Sequence[bool]]) -> Vote:
    """Return what a rule comes to; problems of one story hang together."""
    right, total = [sum(story) for story in stories], [len(story) for story in stories]
    return Vote(problems=sum(total), accuracy=sum(right) / sum(total), interval=clustered(right, total))


def reliability(confidences: Sequence[float], right: Sequence[int]) -> list[Level]:
    """Return the points of a reliability diagram (Niculescu-Mizil and Caruana 2005), empty bins left out.

    Args:
        confidences: from 0 to 1.
        right: whether each answer is right, 1 or 0.
    """
    bins: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for confidence, hit in zip(confidences, right, strict=True):
        bins[min(int(round(confidence, 9) * BINS), BINS - 1)].append((confidence, hit))
    return [
        Level(confidence=sum(c for c, _ in of) / len(of), problems=len(of), accuracy=sum(h for _, h in of) / len(of))
        for _, of in sorted(bins.items())
    ]


def leaf_of(tags: Mapping[str, str]) -> str:
    """Return a sample's place in its benchmark's tree of rules; nothing if it has none."""
    path = next((path for path in TREES if all(tag in tags for tag in path)), ())
    return LEVELS.join(tags[tag] for tag in path)


def decided(records: Sequence[Record], rule: Rule) -> str | None:
    """Return what the records of a problem answer together.

    Args:
        records: of one problem in one cell.
        rule: how several decide, by the names of ``sorites.agent.voting.RULES``.
    """
    if len(records) == 1:
        return records[0].label
    guess = next((r.label for r in records if r.guess), None)
    weighed: Rule = weighing(records)
    return RULES["majority" if weighed == "majority" else rule](ballots(records)).label or guess


def weighing(records: Sequence[Record]) -> Rule:
    """Return the rule that weighs what can be weighed: ``vote``, or for answers without a program ``majority``."""
    return "vote" if any(r.verdict is not None for r in records) else "majority"


def ballots(records: Sequence[Record]) -> list[Ballot]:
    """Return what the records of a problem vote, each with what speaks against it."""
    signs = (signs_of((d.code, d.level) for d in r.diagnostics) for r in records)
    labels = (None if r.guess else r.label for r in records)
    return [Ballot(label, r.verdict, s) for label, r, s in zip(labels, records, signs, strict=True)]


def _quantiles(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the median and the 95th percentile."""
    ordered = sorted(values)
    if not ordered:
        return None
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def macro_f1(confusion: Mapping[str, Mapping[str, int]]) -> float | None:
    """Return the mean F1 score of the gold labels."""
    scores = []
    for label, row in confusion.items():
        hit = row.get(label, 0)
        given = sum(other.get(label, 0) for other in confusion.values())
        total = sum(row.values())
        scores.append(2 * hit / (given + total) if given + total else 0.0)
    return fsum(scores) / len(scores) if scores else None  # the same in whichever order labels came


def _outcome(record: Record) -> str:
    if record.verdict is not None:
        return record.verdict.value
    if record.ambiguous:
        return "ambiguous"
    return "answered" if record.executable else "not read"
