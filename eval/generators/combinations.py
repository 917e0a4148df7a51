"""The rules of Multi-LogiEval, their combinations, and how many problems there are of each (Patel et al. 2024).

Classical rules (table 2) are chained by their conclusions (figure 2). The paper picks 27 of these chains
(tables 8 to 11); all others that chain can be made too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from sorites.solvers.logic.syntax import And, Formula, Implies, Not, Or

from .data import table
from .inference import Application, Chain, Rule, extended, first, is_literal

_TABLES: Final = table("rules")
RULES: Final = {name: Rule.of(name, text) for name, text in _TABLES["multi-logieval"].items()}
"""Table 2 without EG and UI, which are about quantifiers alone (``claims``)."""
PAPER: Final[Mapping[int, tuple[str, ...]]] = {
    1: tuple(RULES),
    **{int(depth): tuple(names.split()) for depth, names in _TABLES["combinations"].items()},
}
"""Table 2 and tables 8 to 11, in their order."""
QUANTIFIED: Final = ("EG", "UI")


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at a place of a round.

    Attributes:
        logic: ``pl``, ``fol``, ``nm`` or ``relations``.
        depth: the number of steps.
        name: the rule, combination or pattern.
        positive: whether the answer is yes; ``None`` for what the paper's tables say.
        context: the place of the first question of the same context.
        twin: whether letters are denied at random, and what does not follow is a twin of what does (``answers=both``).
    """

    logic: str
    depth: int
    name: str
    positive: bool | None
    context: int
    twin: bool = False


def _special(names: str, whole: str, *steps: str) -> Chain:
    rule = Rule.of(names, whole)
    rules = [Rule.of(name, step) for name, step in zip(names.split("_"), steps, strict=True)]
    made = tuple(Application(one.name, one.premises, one.conclusion) for one in rules)
    return Chain(rule.premises, rule.conclusion, made)


_SPECIAL: Final[Mapping[tuple[str, ...], Chain]] = {
    tuple(names.split("_")): _special(names, *texts) for names, texts in _TABLES["special combinations"].items()
}
"""Combinations of the paper that do not chain by the first fitting premise.

The first two steps of DMT_CO_MT do not follow one from the other, and its third one from both (table 9). The
disjunction of the last step of IM_MT_DMT_DS is used from its second part (table 10, which prints P → (Q ∧ R) for the
first premise, though its own first step and table 2 take P → (Q → R)).
"""


@lru_cache(100_000)
def chained(names: tuple[str, ...]) -> Chain | None:
    """Return the chain of the rules of these names; ``None`` if one has no use for what the one before gives.

    As in the paper, a rule other than MP, MT and DS does not stand twice in a row.
    """
    if names in _SPECIAL:
        return _SPECIAL[names]
    *before, name = names
    if not before:
        return first(RULES[name])
    chain = chained(tuple(before))
    if chain is None or (name == before[-1] and name not in {"MP", "MT", "DS"}):
        return None
    return extended(chain, RULES[name])


@cache
def combinations(depth: int) -> tuple[tuple[str, ...], ...]:
    """Return the sequences of rules that chain, of so many rules."""
    shorter = combinations(depth - 1) if depth > 1 else ((),)
    found = [(*names, name) for names in shorter for name in RULES if chained((*names, name)) is not None]
    return tuple(dict.fromkeys((*found, *(tuple(names.split("_")) for names in PAPER.get(depth, ())))))


def given(chain: Chain) -> tuple[Formula, ...]:
    """Return the premises of a chain that stand in the question, as in tables 8 to 11.

    They are the literals, and where there is none (DMT_CO_MT) the disjunction that the chain starts from.
    """
    if len(chain.steps) == 1 and not any(map(is_literal, chain.premises)):
        return ()
    if chain == _SPECIAL["DMT", "CO", "MT"]:
        return chain.premises[2:]
    return tuple(p for p in chain.premises if is_literal(p))


def of_everybody(chain: Chain, formula: Formula) -> bool:
    """Return whether a premise is one about everybody in first-order logic (table 2).

    Conditionals are, and so are disjunctions that DS or CT start from; those of dilemmas are about one person.
    """
    if isinstance(formula, Implies):
        return True
    return isinstance(formula, Or) and any(s.rule in {"DS", "CT"} and formula in s.premises for s in chain.steps)


def concludes_of_everybody(chain: Chain) -> bool:
    """Return whether the conclusion is one about everybody in first-order logic (table 2: CT, CO and IM)."""
    last = chain.steps[-1].rule
    return last in {"CO", "IM"} or (last == "CT" and len(chain.steps) == 1)


def opposite(formula: Formula) -> Formula:
    """Return a formula that is false where the given one is true, and has its denials inside."""
    match formula:
        case Not(body):
            return body
        case And(parts):
            return Or(tuple(opposite(p) for p in parts))
        case Or(parts):
            return And(tuple(opposite(p) for p in parts))
        case Implies(left, right):
            held = left.parts if isinstance(left, And) else (left,)
            return And((*held, opposite(right)))
        case _:
            return Not(formula)
