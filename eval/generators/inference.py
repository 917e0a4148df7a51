"""Rules of inference as schemas, and how they are chained.

A schema's letters stand for any formula. A chain grows by taking the conclusion of one
rule for a premise of another (LogicAsker, section 3.2; Multi-LogiEval, figure 2).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from sorites.solvers.logic.rewriting import descend, same
from sorites.solvers.logic.syntax import And, Atom, Formula, Iff, Implies, Not, Or
from sorites.solvers.logic.walkers import atoms
from sorites.solvers.notation.closing import parse_formula


@cache
def schema(text: str) -> Formula:
    """Return a formula of letters."""
    formula, found = parse_formula(text)
    assert formula is not None, found
    return formula


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of inference, right or (a fallacy) wrong.

    Attributes:
        name: its name.
        premises: what it is applied to.
        conclusion: what it gives.
    """

    name: str
    premises: tuple[Formula, ...]
    conclusion: Formula

    @classmethod
    def of(cls, name: str, text: str) -> Rule:
        """Return the rule of a text such as ``P → Q; P ⊢ Q``."""
        left, right = text.split("⊢")
        return cls(name, tuple(schema(part.strip()) for part in left.split(";")), schema(right.strip()))


@dataclass(frozen=True, slots=True)
class Application:
    """A rule that was applied: a step of a chain."""

    rule: str
    premises: tuple[Formula, ...]
    conclusion: Formula


@dataclass(frozen=True, slots=True)
class Chain:
    """Rules in a row.

    Attributes:
        premises: what none of the steps gives.
        conclusion: what the last step gives.
        steps: the steps, in an order in which each can be taken.
    """

    premises: tuple[Formula, ...]
    conclusion: Formula
    steps: tuple[Application, ...]


CONJUNCTION: Final = Rule.of("conjunction", "P; Q ⊢ P ∧ Q")
MODUS_PONENS: Final = Rule.of("modus ponens", "P → Q; P ⊢ Q")
ADDITION: Final = Rule.of("addition", "P ⊢ P ∨ Q")


class Letters:
    """Letters that no formula has yet."""

    def __init__(self, count: int = 0) -> None:
        self.count = count

    def fresh(self) -> Formula:
        """Return a new letter."""
        self.count += 1
        return Atom(f"A{self.count}", ())


def match(pattern: Formula, formula: Formula, bound: Mapping[str, Formula]) -> dict[str, Formula] | None:
    """Return the letters of a schema that make it a formula, besides those that are bound; ``None`` if none do."""
    match pattern, formula:
        case Atom(name, ()), _:
            if name in bound:
                return dict(bound) if bound[name] == formula else None
            return {**bound, name: formula}
        case Not(p), Not(f):
            return match_all(((p, f),), bound)
        case And(ps), And(fs) if len(ps) == len(fs):
            return match_all(zip(ps, fs, strict=True), bound)
        case Or(ps), Or(fs) if len(ps) == len(fs):
            return match_all(zip(ps, fs, strict=True), bound)
        case Implies(a, b), Implies(c, d):
            return match_all(((a, c), (b, d)), bound)
        case Iff(a, b), Iff(c, d):
            return match_all(((a, c), (b, d)), bound)
    return None


def match_all(pairs: Iterable[tuple[Formula, Formula]], bound: Mapping[str, Formula]) -> dict[str, Formula] | None:
    """Match several schemas with several formulas."""
    found: dict[str, Formula] | None = dict(bound)
    for pattern, formula in pairs:
        found = match(pattern, formula, found) if found is not None else None
    return found


def fill(pattern: Formula, bound: Mapping[str, Formula]) -> Formula:
    """Return a schema with formulas for its letters."""
    match pattern:
        case Atom(name, ()):
            return bound[name]
        case Not(body):
            inner = fill(body, bound)
            return inner.body if isinstance(inner, Not) and not isinstance(body, Not) else Not(inner)
        case _:
            return descend(pattern, lambda p: fill(p, bound), same)


def is_literal(formula: Formula) -> bool:
    """Return whether a formula is a letter or its denial."""
    return isinstance(formula.body if isinstance(formula, Not) else formula, Atom)


def _simple(formula: Formula) -> bool:
    """Return whether a formula is one that a clause can say of somebody without a place for *not*."""
    if isinstance(formula, And | Or):
        return all(map(is_literal, formula.parts))
    return is_literal(formula)


def letters_of(formulas: Iterable[Formula]) -> list[str]:
    """Return the letters of formulas, in the order of their first use."""
    return list(dict.fromkeys(node.name for f in formulas for node in atoms(f)))


@cache
def _letters(rule: Rule) -> tuple[str, ...]:
    return tuple(letters_of([*rule.premises, rule.conclusion]))


def completed(rule: Rule, bound: Mapping[str, Formula], letters: Letters) -> dict[str, Formula]:
    """Return the letters of a rule, with new ones for those that are not bound."""
    found = dict(bound)
    for name in _letters(rule):
        if name not in found:
            found[name] = letters.fresh()
    return found


def apply(rule: Rule, bound: Mapping[str, Formula]) -> Application:
    """Return a rule with formulas for all its letters."""
    return Application(rule.name, tuple(fill(p, bound) for p in rule.premises), fill(rule.conclusion, bound))


def backward(rng: random.Random, base: Rule, rules: Sequence[Rule], length: int) -> Chain:
    """Return a chain that ends in a rule, grown by deriving its premises (LogicAsker, section 3.2).

    Args:
        rng: the source of choices.
        base: the last rule, or a fallacy.
        rules: the rules by which premises are derived.
        length: how many rules there are.
    """
    letters = Letters()
    last = apply(base, completed(base, {}, letters))
    premises, steps = derived(rng, last.premises, rules, length - 1, letters, last.conclusion)
    return Chain(tuple(dict.fromkeys(premises)), last.conclusion, (*steps, last))


def derived(
    rng: random.Random,
    premises: Sequence[Formula],
    rules: Sequence[Rule],
    count: int,
    letters: Letters,
    conclusion: Formula | None = None,
) -> tuple[list[Formula], list[Application]]:
    """Return premises from which so many steps derive the given ones, and these steps.

    Args:
        rng: the source of choices.
        premises: what is derived.
        rules: the rules by which it is.
        count: how many steps there are.
        letters: the source of letters for what the rules bring in.
        conclusion: what follows from the premises, and so is not used to derive them.
    """
    found, steps = list(premises), list[Application]()
    known = {*premises, *([conclusion] if conclusion is not None else [])}
    while len(steps) < count:
        ways = itertools.chain(
            _ways(rng, found, rules, letters),
            _ways(rng, found, (CONJUNCTION, ADDITION), letters),
            _ways(rng, found, (MODUS_PONENS,), letters, of_compounds=True),
        )
        i, step = next(way for way in ways if known.isdisjoint(way[1].premises))  # or it would go in a circle
        found[i : i + 1] = step.premises
        known.update(step.premises)
        steps.insert(0, step)
    return found, steps


def _ways(
    rng: random.Random, premises: Sequence[Formula], rules: Sequence[Rule], letters: Letters, of_compounds: bool = False
) -> Iterator[tuple[int, Application]]:
    """Yield the steps that derive one of the premises, each with its place, in random order.

    A rule that gives a letter gives one here, too, unless it is to be used of compounds.
    """
    options = [
        (i, rule, bound)
        for i, premise in enumerate(premises)
        for rule in rules
        if of_compounds or not isinstance(rule.conclusion, Atom) or isinstance(premise, Atom)
        if (bound := match(rule.conclusion, premise, {})) is not None
    ]
    rng.shuffle(options)
    for i, rule, bound in options:  # the conclusion may be ¬¬P, where the rule gives P
        yield i, replace(apply(rule, completed(rule, bound, letters)), conclusion=premises[i])


def first(rule: Rule) -> Chain:
    """Return the chain of one rule."""
    step = apply(rule, completed(rule, {}, Letters()))
    return Chain(tuple(dict.fromkeys(step.premises)), step.conclusion, (step,))


def extended(chain: Chain, rule: Rule) -> Chain | None:
    """Return a chain with one more rule, of which its conclusion is a premise (Multi-LogiEval, figure 2).

    Returns:
        ``None`` if the rule has no use for the conclusion.
    """
    conclusion = chain.conclusion
    for pattern in sorted(rule.premises, key=lambda p: isinstance(p, Atom)):
        if isinstance(pattern, Atom) and not is_literal(conclusion):
            continue
        bound = match(pattern, conclusion, {})
        if bound is not None and all(_simple(value) for value in bound.values()):
            break
    else:
        return None
    step = apply(rule, completed(rule, bound, Letters(len(letters_of(chain.premises)))))
    added = [p for p in step.premises if p != conclusion]
    return Chain(tuple(dict.fromkeys((*chain.premises, *added))), step.conclusion, (*chain.steps, step))
