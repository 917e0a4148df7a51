"""What several translations of one problem decide: by the rules ``vote`` and ``majority``.

A majority is the most frequent label. A vote's weight follows from how a translation
can fail. A slip in one premise breaks the chain and turns a proof into ``unknown``;
that it makes a proof where there is none is rare. So a proof of either side counts
twice as much as ``unknown``. A sign of a faulty program halves the weight, once for
each kind of sign. Contradictory and undecided programs do not vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sorites.solvers import Level, Verdict

PROOF_WEIGHT: Final = 2.0
OPEN_WEIGHT: Final = 1.0
SIGN_FACTOR: Final = 0.5
SIGNS: Final = frozenset({"arity-clash", "free-variable", "goal-unmentioned", "predicate-as-term"})
"""Warnings by which, of several samples of one problem, those that are marked are wrong more often than the others."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What one translation says.

    Attributes:
        label: its label; ``None`` for one that does not vote.
        verdict: the verdict behind it.
        signs: the kinds of signs that it is faulty.
    """

    label: str | None
    verdict: Verdict | None
    signs: frozenset[str] = frozenset()

    @property
    def weight(self) -> float:
        """The weight of its vote."""
        if self.label is None or self.verdict not in {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN}:
            return 0.0
        base = OPEN_WEIGHT if self.verdict is Verdict.UNKNOWN else PROOF_WEIGHT
        return float(base * SIGN_FACTOR ** len(self.signs))


@dataclass(frozen=True, slots=True)
class Vote:
    """How several translations decided.

    Attributes:
        label: the label that they decide on; ``None`` if there is none.
        confidence: how much speaks for the label, from 0 to 1; see the rule.
        shares: every label's share, the largest first.
        ambiguous: whether the two largest shares are even.
    """

    label: str | None
    confidence: float
    shares: tuple[tuple[str, float], ...]
    ambiguous: bool = False


def signs_of(diagnostics: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the signs of a faulty program among diagnostics, given as codes and levels."""
    found = set()
    for code, level in diagnostics:
        if level == Level.MENDED:
            found.add("mended")
        elif code in SIGNS:
            found.add(code)
    return frozenset(found)


def vote(ballots: Collection[Ballot]) -> Vote:
    """Decide by weight; an even split decides nothing.

    The confidence is the winner's weight, divided by what faultless proofs of it in
    every sample would weigh; so samples that do not vote, signs of faults, and an
    ``unknown`` that a slip may have caused all lower it.
    """
    weights: dict[str, float] = {}
    for ballot in ballots:
        if ballot.label is not None and ballot.weight:
            weights[ballot.label] = weights.get(ballot.label, 0.0) + ballot.weight
    total = sum(weights.values())
    if not total:
        return Vote(None, 0.0, ())
    shares = tuple(sorted(((k, w / total) for k, w in weights.items()), key=lambda s: -s[1]))
    ambiguous = _even(shares)
    confidence = weights[shares[0][0]] / (PROOF_WEIGHT * len(ballots))
    return Vote(None if ambiguous else shares[0][0], confidence, shares, ambiguous)


def majority(ballots: Collection[Ballot]) -> Vote:
    """Decide by number: the most frequent label, of several the first, as LINC (section 4) does.

    The confidence is its share of all samples, those without a label among them.
    """
    counts = Counter(ballot.label for ballot in ballots if ballot.label is not None)
    if not counts:
        return Vote(None, 0.0, ())
    shares = tuple((label, n / counts.total()) for label, n in counts.most_common())
    return Vote(shares[0][0], counts[shares[0][0]] / len(ballots), shares, _even(shares))


def _even(shares: Sequence[tuple[str, float]]) -> bool:
    return len(shares) > 1 and abs(shares[0][1] - shares[1][1]) < 1e-9


Rule = Literal["vote", "majority"]
RULES: Final[Mapping[str, Callable[[Collection[Ballot]], Vote]]] = {"vote": vote, "majority": majority}
"""The rules by name, each with how it counts labels."""
