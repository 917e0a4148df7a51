"""Proofs of games in words, in the form of the authors' (BoardgameQA, figures 2 and 26).

A sentence for each rule: what is known, the knowledge that the condition takes, the rule, the conflicts that it stands
in, and what follows. ``eval/scoring/proofs.py`` reads them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from sorites.solvers import Argument, Outcome, Verdict
from sorites.solvers.logic.syntax import Formula

from .games import Literal, Rule

_ENDS: Final = {Verdict.ENTAILED: ("proved", "yes"), Verdict.REFUTED: ("disproved", "no")}


def account(
    asked: Literal, rules: Mapping[str, Rule], preferences: Iterable[tuple[str, str]], outcome: Outcome
) -> tuple[str, ...]:
    """Return the proof of a game in words, a sentence for each rule that is used, and what it comes to.

    Args:
        asked: the question.
        rules: the rules by their labels.
        preferences: pairs of labels, the preferred one first.
        outcome: what the engine found, with its argument.
    """
    if outcome.verdict not in _ENDS:
        return (f'Neither the statement "{asked.said()}" nor its opposite can be proved, so the answer is "unknown".',)
    argument = outcome.certificate
    assert isinstance(argument, Argument)
    ranks = frozenset(preferences)
    told = [_step(step.rule, rules, ranks, argument) for step in argument.steps if step.rule in rules]
    label, answer = _ENDS[outcome.verdict]
    return (*told, f'So the statement "{asked.said()}" is {label} and the answer is "{answer}".')


def _step(label: str, rules: Mapping[str, Rule], ranks: frozenset[tuple[str, str]], argument: Argument) -> str:
    """Return what a rule adds."""
    rule = rules[label]
    if rule.hint is not None:
        known = [f"the {who} {what}" for who, what in rule.hint.meeting]
        known = [f"{' and '.join(known)}, {rule.hint.reason}"]
    else:
        known = [b.said() for b in rule.body]
    parts = [f'We know {" and ".join(known)}, and according to {label} "{rule.plain()}"']
    against = list(dict.fromkeys(c.against for c in argument.conflicts if c.rule == label))
    parts += _settled(label, against, rules, ranks, argument.literals)
    return f'{", and ".join(parts)}, so we can conclude "{rule.head.said()}".'


def _settled(
    label: str,
    against: list[str],
    rules: Mapping[str, Rule],
    ranks: frozenset[tuple[str, str]],
    proved: frozenset[Formula],
) -> Iterator[str]:
    """Yield why no rule for the opposite defeats a rule: it is preferred, or does not apply (section 3)."""
    for other in against:
        if (label, other) not in ranks:
            lacking = _unproved(rules[other], proved)
            yield f'for the conflicting and higher priority rule {other} we cannot prove the antecedent "{lacking}"'
    if beaten := [other for other in against if (label, other) in ranks]:
        kind = "rule" if len(beaten) == 1 else "rules"
        yield f"{label} has a higher preference than the conflicting {kind} ({', '.join(beaten)})"


def _unproved(rule: Rule, proved: frozenset[Formula]) -> str:
    """Return the first condition of a rule that is not proved."""
    needs = rule.needs()
    unproved = [i for i, b in enumerate(rule.body) if b.formula() not in proved]
    return needs[unproved[0] if unproved else 0]
