"""What a run measures."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from agent.voting import Ballot, signs_of, vote
from solvers import Verdict

from .records import ProofF1, Record, UsageRecord


class Level(BaseModel):
    """How often the vote was right among problems of one level of confidence."""

    above: float
    problems: int
    accuracy: float


class Group(BaseModel):
    """The figures of the samples that share a tag, such as a depth."""

    samples: int
    executable_rate: float
    executable_accuracy: float
    accuracy: float


class RoundGain(BaseModel):
    """Where a run stood after so many repairs: with the programs kept until then."""

    repairs: int
    executable_rate: float
    accuracy: float


class Summary(BaseModel):
    """The figures of a run, shares between 0 and 1.

    The executable rate is the share of programs that were read and ran to a verdict;
    the executable accuracy is accuracy among those; accuracy counts all, those that
    did not run as wrong (Multi-LogiEval, section 4.3; Logic-LM, section 4). An
    inconsistent program has run, and has no label, so it counts as wrong.
    """

    dataset: str
    translator: str
    solver: str
    semantics: str
    label_scheme: dict[str, str]
    samples: int
    executable_rate: float
    executable_accuracy: float
    accuracy: float
    majority_accuracy: float | None = None
    vote_accuracy: float | None = None
    confidence_levels: list[Level] = []
    proof_f1: ProofF1 | None = None
    verdicts: dict[str, int]
    diagnostics: dict[str, int]
    checked: int | None = None
    rounds: list[RoundGain] = []
    groups: dict[str, dict[str, Group]] = {}
    usage: UsageRecord | None = None
    seconds: float
    problems_per_second: float


def tally(records: Sequence[Record]) -> dict[str, Any]:
    """Return the figures that follow from the records alone."""
    total = len(records)
    ran = [r for r in records if r.executable]
    right = sum(r.correct for r in records)
    verdicts = Counter(_outcome(r) for r in records)
    order = [*(v.value for v in Verdict), "answered", "not read"]
    diagnostics = Counter(d.code for r in records for d in r.diagnostics)
    checks = [r.checked for r in records if r.checked is not None]
    return {
        "samples": total,
        "executable_rate": len(ran) / total if total else 0.0,
        "executable_accuracy": sum(r.correct for r in ran) / len(ran) if ran else 0.0,
        "accuracy": right / total if total else 0.0,
        "majority_accuracy": majority_accuracy(records),
        **votes(records),
        "proof_f1": proofs(records),
        "verdicts": {name: verdicts[name] for name in order if verdicts[name]},
        "diagnostics": dict(diagnostics.most_common()),
        "checked": sum(checks) if checks else None,
        "rounds": gains(records),
        "groups": groups(records),
        "usage": spent(records),
    }


def proofs(records: Sequence[Record]) -> ProofF1 | None:
    """Return the mean of how the proofs of right answers compare with the dataset's, if it gives any."""
    found = [r.proof_f1 for r in records if r.proof_f1 is not None]
    if not found:
        return None
    rules, conflicts = (
        sum(values) / len(found) for values in zip(*((f.rules, f.conflicts) for f in found), strict=True)
    )
    return ProofF1(rules=rules, conflicts=conflicts)


def groups(records: Sequence[Record]) -> dict[str, dict[str, Group]]:
    """Return the figures of each tag's values, in the order of their names."""
    found: dict[str, dict[str, list[Record]]] = {}
    for record in records:
        for tag, value in record.tags.items():
            found.setdefault(tag, {}).setdefault(value, []).append(record)
    return {tag: {v: _group(r) for v, r in sorted(values.items())} for tag, values in found.items()}


def _group(records: list[Record]) -> Group:
    ran = [r for r in records if r.executable]
    right = sum(r.correct for r in ran)
    return Group(
        samples=len(records),
        executable_rate=len(ran) / len(records),
        executable_accuracy=right / len(ran) if ran else 0.0,
        accuracy=sum(r.correct for r in records) / len(records),
    )


def gains(records: Sequence[Record]) -> list[RoundGain]:
    """Return the executable rate and accuracy after each round of repairs, the first without any."""
    most = max((len(r.rounds) for r in records), default=0)
    found = []
    for repairs in range(most if most > 1 else 0):
        kept = [[x for x in r.rounds[: repairs + 1] if x.kept] for r in records]
        ran = sum(bool(k) and k[-1].verdict not in {None, Verdict.UNDECIDED} for k in kept)
        right = sum(bool(k) and k[-1].label == r.gold for k, r in zip(kept, records, strict=True))
        gain = RoundGain(repairs=repairs, executable_rate=ran / len(records), accuracy=right / len(records))
        found.append(gain)
    return found


def spent(records: Sequence[Record]) -> UsageRecord | None:
    """Return what all answers of a model cost, or ``None`` if none was asked."""
    found = [r.usage for r in records if r.usage is not None]
    if not found:
        return None
    costs = [u.cost for u in found if u.cost is not None]
    return UsageRecord(
        input_tokens=sum(u.input_tokens for u in found),
        output_tokens=sum(u.output_tokens for u in found),
        requests=sum(u.requests for u in found),
        cached=all(u.cached for u in found),
        cost=sum(costs) if costs else None,
    )


def _outcome(record: Record) -> str:
    if record.verdict is not None:
        return record.verdict.value
    return "answered" if record.executable else "not read"


def majority_accuracy(records: Sequence[Record]) -> float | None:
    """Return the accuracy of each problem's most frequent label, if problems have several samples.

    Samples without a label do not vote; of labels with as many votes the first one wins.
    """
    labels: dict[str, list[str]] = {}
    gold: dict[str, str] = {}
    for record in records:
        gold[record.id] = record.gold
        votes = labels.setdefault(record.id, [])
        if record.label is not None:
            votes.append(record.label)
    if not records or len(gold) == len(records):
        return None
    right = sum(bool(v) and Counter(v).most_common(1)[0][0] == gold[k] for k, v in labels.items())
    return right / len(labels)


def votes(records: Sequence[Record]) -> dict[str, Any]:
    """Return the accuracy of the weighted vote over each problem's samples, whole and by confidence."""
    ballots: dict[str, list[Ballot]] = {}
    gold: dict[str, str] = {}
    for record in records:
        gold[record.id] = record.gold
        signs = signs_of((d.code, d.level) for d in record.diagnostics)
        ballots.setdefault(record.id, []).append(Ballot(record.label, record.verdict, signs))
    if not records or len(gold) == len(records):
        return {}
    counted = [(vote(b), gold[k]) for k, b in ballots.items()]
    edges = [0.0, 0.25, 0.5, 0.75, 1.0]
    levels = []
    for low, high in itertools.pairwise([*edges, 2.0]):
        right = [v.label == g for v, g in counted if v.shares and low <= round(v.confidence, 9) < high]
        if right:
            levels.append(Level(above=low, problems=len(right), accuracy=sum(right) / len(right)))
    return {"vote_accuracy": sum(v.label == g for v, g in counted) / len(counted), "confidence_levels": levels}
