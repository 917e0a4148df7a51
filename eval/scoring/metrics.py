"""What a run measures, counted as records come, so that memory stays flat."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sorites.agent.voting import RULES, Ballot, Rule, signs_of
from sorites.solvers import Verdict

from ..runs.records import ProofF1, Record, UsageRecord
from ..tasks.sample import GOLD, group_of
from .calibration import reliability
from .measuring import Measures
from .statistics import clustered, wilson
from .summary import Group, Guesses, Level, RoundGain, Vote, WithGuesses

TREES: Final = (("logic", "category", "rule", "case"), ("logic", "depth", "rule"))
"""The tags that a tree of rules branches by: LogicAsker's (section 3.1), and Multi-LogiEval's (section 3)."""
LEAF: Final = "leaf"
"""The group of a tree's leaves."""
GROUPS: Final = 50
"""The most values of a tag by which figures are told apart, but for those of a tree of rules."""
_IN_TREES: Final = frozenset(tag for path in TREES for tag in path)
LEVELS: Final = " › "
_BEGINS: Final = 80
"""The characters of an answer that is shown, since none could be read."""


@dataclass(slots=True)
class _Counts:
    total: int = 0
    ran: int = 0
    right: int = 0
    shown: int = 0
    answered: int = 0
    sound: int = 0
    guessed: int = 0
    likely_ran: int = 0
    likely_right: int = 0

    def add(self, record: Record) -> None:
        self.total += 1
        self.ran += record.executable
        self.right += record.correct
        self.shown += record.correct and not record.fallback
        answered = record.label is not None and not record.guess
        self.answered += answered
        self.sound += answered and record.correct
        self.guessed += bool(record.fallback)
        likely = record.likely is not None and not record.executable
        self.likely_ran += likely
        self.likely_right += likely and record.likely == record.gold

    def guesses(self) -> Guesses | None:
        """Return what was guessed, if anything was."""
        right = self.right - self.shown
        return Guesses(samples=self.guessed, accuracy=right / self.guessed) if self.guessed else None

    def with_guesses(self) -> WithGuesses | None:
        """Return the figures if the likeliest of several readings counts as the answer, if any text has several."""
        if not self.likely_ran:
            return None
        ran, right = self.ran + self.likely_ran, self.shown + self.likely_right
        return WithGuesses(
            guessed=self.likely_ran,
            executable_rate=ran / self.total,
            executable_accuracy=right / ran,
            accuracy=right / self.total,
        )


@dataclass(slots=True)
class _Part(_Counts):
    """What is counted of a cell or of a part of it, and of each story in it where samples hang together."""

    stories: dict[str, _Counts] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        _Counts.add(self, record)
        if record.story or record.samples > 1:
            self.stories.setdefault(record.story or record.id, _Counts()).add(record)

    def interval(self, part: str, whole: str) -> tuple[float, float]:
        """Return the interval of a share, since samples of one story, or of one problem, hang together."""
        right, total = getattr(self, part), getattr(self, whole)
        if len(self.stories) in {0, self.total}:
            return wilson(right, total)
        hits = [getattr(story, part) for story in self.stories.values()]
        counts = [getattr(story, whole) for story in self.stories.values()]
        alone, good = total - sum(counts), right - sum(hits)  # samples without a story
        return clustered([*hits, *[1] * good, *[0] * (alone - good)], [*counts, *[1] * alone])

    def group(self) -> Group:
        """Return the figures."""
        return Group(
            samples=self.total,
            executable_rate=self.ran / self.total,
            executable_accuracy=_share(self.shown, self.ran),
            coverage=self.answered / self.total,
            precision=_share(self.sound, self.answered),
            accuracy=self.right / self.total,
            interval=self.interval("right", "total"),
        )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


_SHARES: Final = {
    "executable_rate": ("ran", "total"),
    "executable_accuracy": ("shown", "ran"),
    "coverage": ("answered", "total"),
    "precision": ("sound", "answered"),
    "accuracy": ("right", "total"),
}
"""The shares of a cell: what is counted of what."""


@dataclass(slots=True)
class Tally:
    """The figures of one cell, as its records come."""

    counts: _Part = field(default_factory=_Part)
    verdicts: Counter[str] = field(default_factory=Counter)
    diagnostics: Counter[str] = field(default_factory=Counter)
    confusion: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tags: dict[str, dict[str, _Part]] = field(default_factory=lambda: defaultdict(dict))
    wide: set[str] = field(default_factory=set)
    proved: int = 0
    checked: list[int] = field(default_factory=lambda: [0, 0])
    disputes: dict[str, None] = field(default_factory=dict)
    proofs: list[float] = field(default_factory=lambda: [0.0] * 5)
    used: UsageRecord | None = None
    unscored: int = 0
    unread: str = ""
    reasons: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    ambiguous: int = 0
    latencies: array[float] = field(default_factory=lambda: array("d"))
    rounds: list[tuple[int, int]] = field(default_factory=list)
    settled: tuple[int, int] = (0, 0)
    problems: int = 0
    decided: dict[Rule, dict[str, _Counts]] = field(default_factory=dict)
    confidences: array[float] = field(default_factory=lambda: array("d"))
    hits: array[int] = field(default_factory=lambda: array("b"))
    several: bool = False
    measures: Measures = field(default_factory=Measures)

    def add(self, records: Sequence[Record]) -> None:
        """Count all records of a problem; one that could not be asked is in no figure but what it cost."""
        for record in records:
            self._asking(record)
        if unscored := [record for record in records if not record.scored]:
            self.unscored += 1
            self.reasons[unscored[0].fault] += 1
            return
        for record in records:
            self._one(record)
        self.measures.add(records)
        self.problems += 1
        if len(records) > 1:
            self.several = True
            self._votes(records)

    def _group(self, tag: str, value: str, record: Record) -> None:
        """Count a record in the group of a tag, unless that has too many values to tell figures apart by."""
        values = self.tags[tag]
        if value not in values and len(values) >= GROUPS and tag not in _IN_TREES:
            self.wide.add(tag)
        if tag not in self.wide:
            values.setdefault(value, _Part()).add(record)

    def _one(self, record: Record) -> None:
        self.counts.add(record)
        self.verdicts[_outcome(record)] += 1
        self.diagnostics.update(d.code for d in record.diagnostics)
        self.confusion[record.gold][record.label or "none"] += 1
        if not record.executable:
            self.unread = self.unread or (record.answer or record.program)[:_BEGINS]
        self.ambiguous += record.ambiguous
        self.latencies.append(record.seconds)
        for tag, value in record.tags.items():
            self._group(group_of(tag), value, record)
        if leaf := leaf_of(record.tags):
            self.tags[LEAF].setdefault(leaf, _Part()).add(record)
        self._group(GOLD, record.gold, record)
        for code in {d.code for d in record.diagnostics}:
            self.tags["diagnostic"].setdefault(code, _Part()).add(record)
        self.proved += record.verdict not in {None, Verdict.UNDECIDED} and not record.fallback
        if record.checked is not None:
            self.checked[0] += record.checked
            self.checked[1] += 1
            if record.checked and record.label not in {None, record.gold} and not record.guess:
                self.disputes[record.id] = None
        if record.proof_f1 is not None:
            rules, conflicts, unread = record.proof_f1.rules, record.proof_f1.conflicts, record.proof_f1.unread
            seen = (rules, 1.0, conflicts or 0.0, float(conflicts is not None), 0.0)
            if unread:
                seen = (0.0, 0.0, 0.0, 0.0, 1.0)
            self.proofs = [a + b for a, b in zip(self.proofs, seen, strict=True)]
        self._repairs(record)

    def _asking(self, record: Record) -> None:
        """Count what a record asked of a model."""
        for request in record.requests:
            self.asked[request.reason] += 1
        self._spent(record.usage)

    def _spent(self, usage: UsageRecord | None) -> None:
        if usage is None:
            return
        before = self.used or UsageRecord(cached=True)
        cost = None
        if usage.cost is not None or before.cost is not None:
            cost = (before.cost or 0.0) + (usage.cost or 0.0)
        self.used = UsageRecord(
            input_tokens=before.input_tokens + usage.input_tokens,
            output_tokens=before.output_tokens + usage.output_tokens,
            requests=before.requests + usage.requests,
            cached=before.cached and usage.cached,
            cost=cost,
            reasoning_tokens=before.reasoning_tokens + usage.reasoning_tokens,
            prompt_cached=before.prompt_cached + usage.prompt_cached,
            replayed=before.replayed + usage.replayed,
        )

    def _repairs(self, record: Record) -> None:
        """Count where the problem stood after each round; one that needed fewer stays where it was."""
        standing: list[tuple[int, int]] = []
        ran = right = 0
        for one in record.rounds:
            if one.kept:
                ran = int(one.verdict not in {None, Verdict.UNDECIDED})
                right = int(one.label == record.gold)
            standing.append((ran, right))
        if not standing:
            return
        while len(self.rounds) < len(standing):
            self.rounds.append(self.settled)
        for i in range(len(self.rounds)):
            ran, right = standing[min(i, len(standing) - 1)]
            self.rounds[i] = self.rounds[i][0] + ran, self.rounds[i][1] + right
        ran, right = standing[-1]
        self.settled = self.settled[0] + ran, self.settled[1] + right

    def _votes(self, records: Sequence[Record]) -> None:
        gold = records[0].gold
        rules: tuple[Rule, ...] = ("majority", "vote") if weighing(records) == "vote" else ("majority",)
        for rule in rules:
            right = decided(records, rule) == gold
            story = self.decided.setdefault(rule, {}).setdefault(records[0].story or records[0].id, _Counts())
            story.total += 1
            story.right += right
        counted = RULES[weighing(records)](ballots(records))
        if counted.shares:
            self.confidences.append(counted.confidence)
            self.hits.append(counted.label == gold)

    def _bounds(self) -> dict[str, tuple[float, float]]:
        """Return the worst and the best that shares may come to when those are asked that could not be."""
        if not self.unscored:
            return {}
        total = self.counts.total
        missing = self.unscored * (total / self.problems if self.problems else 1.0)  # records that they would have
        counted = {"executable_rate": self.counts.ran, "accuracy": self.counts.right}
        return {
            name: (hits / (total + missing), (hits + missing) / (total + missing)) for name, hits in counted.items()
        }

    def figures(self) -> dict[str, Any]:
        """Return the figures, by the names of ``Summary``'s fields."""
        all_ = self.counts
        order = [*(v.value for v in Verdict), "ambiguous", "answered", "not read"]
        gold = {label: sum(row.values()) for label, row in self.confusion.items()}
        found: dict[str, Any] = {
            "samples": all_.total,
            "unscored": self.unscored,
            "bounds": self._bounds(),
            "reasons": dict(self.reasons.most_common()),
            "unread": "" if all_.ran else self.unread,
            **{name: _share(getattr(all_, part), getattr(all_, of)) for name, (part, of) in _SHARES.items()},
            "intervals": {name: all_.interval(*share) for name, share in _SHARES.items() if getattr(all_, share[1])},
            "macro_f1": macro_f1(self.confusion),
            "baseline": _share(max(gold.values(), default=0), all_.total),
            "confusion": {label: dict(sorted(row.items())) for label, row in sorted(self.confusion.items())},
            "verdicts": {name: self.verdicts[name] for name in order if self.verdicts[name]},
            "diagnostics": dict(self.diagnostics.most_common()),
            "guesses": all_.guesses(),
            "with_guesses": all_.with_guesses(),
            "ambiguous": self.ambiguous,
            "decided": self.proved,
            "checked": self.checked[0] if self.checked[1] else None,
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
        if set(self.verdicts) - {"not read"} == {"answered"}:
            found["response_accuracy"] = found["executable_accuracy"]
        if len(self.rounds) > 1:
            found["rounds"] = [
                RoundGain(repairs=i, executable_rate=ran / all_.total, accuracy=right / all_.total)
                for i, (ran, right) in enumerate(self.rounds)
            ]
        if self.proofs[1] or self.proofs[4]:
            rules, count, conflicts, settled, unread = self.proofs
            found["proof_f1"] = ProofF1(
                rules=rules / max(count, 1),
                conflicts=conflicts / settled if settled else None,
                unread=unread / (count + unread),
            )
        return found | (self._of_several() if self.several else {})

    def _of_several(self) -> dict[str, Any]:
        """Return the figures of problems with several samples."""
        bins = reliability(self.confidences, self.hits)
        return {
            "votes": {rule: _vote(stories) for rule, stories in self.decided.items()},
            "confidence_levels": [
                Level(confidence=one.confidence, problems=one.count, accuracy=one.accuracy) for one in bins
            ],
        }


def _vote(counted: Mapping[str, _Counts]) -> Vote:
    """Return what a rule comes to; problems of one story hang together."""
    stories = counted.values()
    right, total = [s.right for s in stories], [s.total for s in stories]
    return Vote(problems=sum(total), accuracy=sum(right) / sum(total), interval=clustered(right, total))


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
    return sum(scores) / len(scores) if scores else None


def _outcome(record: Record) -> str:
    if record.verdict is not None:
        return record.verdict.value
    if record.ambiguous:
        return "ambiguous"
    return "answered" if record.executable else "not read"
