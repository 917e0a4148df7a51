"""Proofs beside those that a benchmark publishes: Rule F1 and Conflict F1 (BoardgameQA, section 5.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Argument

_USED: Final = re.compile(r"according to (Rule\d+)")
_NOT_PROVED: Final = re.compile(r"(?:higher priority rule|and for) (Rule\d+) we cannot prove the antecedent")
_PREFERRED: Final = re.compile(r"(Rule\d+) has a higher preference than the conflicting rules? \(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Outline:
    """What two proofs are compared by.

    Attributes:
        rules: the rules that derive something in it.
        resolutions: the conflicts that it settles, each as the rule that stands and the one
            that it stands against.
    """

    rules: frozenset[str]
    resolutions: frozenset[tuple[str, str]]


def read_proof(text: str) -> Outline:
    """Return the outline of a proof as BoardgameQA writes it, a sentence for each step."""
    rules: set[str] = set()
    resolutions: set[tuple[str, str]] = set()
    for sentence in re.split(r"so we can conclude", text):
        used = _USED.findall(sentence)
        rules.update(used)
        for rule in used[-1:]:
            resolutions |= {(rule, other) for other in _NOT_PROVED.findall(sentence)}
        for rule, others in _PREFERRED.findall(sentence):
            resolutions |= {(rule, other) for other in re.findall(r"Rule\d+", others)}
    return Outline(frozenset(rules), frozenset(resolutions))


def outline(argument: Argument) -> Outline:
    """Return the outline of an argument."""
    derived = {step.text: step.rule for step in argument.steps if step.rule not in ("fact", "rule")}
    stands = [c for c in argument.conflicts if derived.get(c.literal) == c.rule]
    return Outline(frozenset(derived.values()), frozenset((c.rule, c.against) for c in stands if c.against))


def overlap(found: frozenset[object], gold: frozenset[object]) -> float:
    """Return the F1 score of a set beside the right one; 1 if both are empty."""
    if not found and not gold:
        return 1.0
    return 2 * len(found & gold) / (len(found) + len(gold))
