"""Chained rules with known verdicts: the sample data that the project ships as a seed.

Each problem is a chain of classes (every A is a B, every B is a C, …) of depth 1 to 9
that starts at a fact about one individual and ends in a property, with distracting
rules and facts around it. What the goal's verdict is follows from the construction:

- ``entailed``: the goal is the chain's end; ``refuted``: its opposite;
- ``unknown``: a link is missing, so that only the other part of the chain holds.

Distractors speak of other classes only, so that they can't close the gap.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Predicate, Program, Statement, Verdict, write_program
from sorites.solvers.logic.syntax import And, Atom, Fn, Forall, Formula, Implies, Var, literal
from sorites.translators import TRUE_FALSE_UNKNOWN, LabelScheme, Problem

from ..tasks.sample import Sample

SEED: Final = 20260101
COUNT: Final = 300
MAX_CHAIN: Final = 9
_ONSETS: Final = "b br d dr f fl g gl k kl l m n p pl r s sk t tr v z".split()
_VOWELS: Final = "a e i o u".split()
_ENDINGS: Final = "nt rk mp lix rn st bble rd sk lder".split()
_NAMES: Final = "Ada Boris Chen Dana Emil Fatima Goran Hana Ines Jonas Kira Luis Mara Nils Olga Pavel".split()
_x: Final = Var("x")


@dataclass(frozen=True, slots=True)
class Chain:
    """A generated problem.

    Attributes:
        id: its name, with its depth.
        program: the program that renders it.
        verdict: what the construction makes the goal's verdict.
        depth: the number of rules in the chain.
    """

    id: str
    program: Program
    verdict: Verdict
    depth: int


def generate(count: int = COUNT, seed: int = SEED) -> list[Chain]:
    """Return generated problems, the same ones for the same arguments."""
    rng = random.Random(seed)  # noqa: S311  # a reproducible draw, nothing secret
    return [_chain(rng, i) for i in range(count)]


def _words(rng: random.Random, count: int) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < count:
        words[rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_ENDINGS)] = None
    return list(words)


def _chain(rng: random.Random, number: int) -> Chain:
    depth = 1 + number % MAX_CHAIN
    verdict = rng.choice([Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN])
    noise = rng.randint(2, 6)
    words = _words(rng, 2 * depth + 2 + 2 * noise)
    links, sides, others = words[: depth + 1], words[depth + 1 : 2 * depth + 2], words[2 * depth + 2 :]
    person, stranger = rng.sample(_NAMES, 2)
    ends_positive = rng.random() < 0.5
    lines = [(_is(links[0], person), f"{person} is a {links[0]}.")]
    gap = rng.randrange(depth) if verdict is Verdict.UNKNOWN else None
    for i, (start, end) in enumerate(itertools.pairwise(links)):
        positive = ends_positive or i < depth - 1
        if i == gap:
            # The link needs a side condition that nothing gives.
            lines.append(_rule((start, sides[i]), end, positive))
        elif rng.random() < 0.3:
            lines += [_rule((start, sides[i]), end, positive), (_is(sides[i], person), f"{person} is a {sides[i]}.")]
        else:
            lines.append(_rule((start,), end, positive))
    for i in range(noise):
        lines.append(_rule((others[2 * i],), others[2 * i + 1], rng.random() < 0.7))
        lines.append((_is(others[2 * i], stranger), f"{stranger} is a {others[2 * i]}."))
    rng.shuffle(lines)
    asked = ends_positive if verdict is Verdict.ENTAILED else not ends_positive
    if verdict is Verdict.UNKNOWN:
        asked = rng.random() < 0.5
    goal = literal(Atom(_name(links[-1]), (Fn(person),)), asked)
    premises = tuple(Statement(formula, gloss) for formula, gloss in lines)
    used = dict.fromkeys(node for formula, _ in [*lines, (goal, "")] for node in _predicates(formula))
    predicates = tuple(Predicate(name, ("x",), f"x is a {name.lower()}") for name in used)
    statement = Statement(goal, f"{person} is {'' if asked else 'not '}a {links[-1]}.")
    identifier = f"chain-{number:03d}-depth-{depth}"
    return Chain(identifier, Program(premises, statement, predicates=predicates), verdict, depth)


def _name(word: str) -> str:
    return word.capitalize()


def _is(word: str, person: str) -> Formula:
    return Atom(_name(word), (Fn(person),))


def _rule(conditions: tuple[str, ...], end: str, positive: bool) -> tuple[Formula, str]:
    parts = tuple(Atom(_name(c), (_x,)) for c in conditions)
    body: Formula = parts[0] if len(parts) == 1 else And(parts)
    head = literal(Atom(_name(end), (_x,)), positive)
    gloss = f"Everyone who is a {' and a '.join(conditions)} is {'' if positive else 'not '}a {end}."
    return Forall("x", Implies(body, head)), gloss


def _predicates(formula: Formula) -> list[str]:
    from sorites.solvers.logic.symbols import signature

    return [name for name, _ in signature((formula,)).predicates]


class SampleDataset:
    """The generated problems as a dataset, each with its own program as the recorded one."""

    name = "sample"
    scheme: LabelScheme = TRUE_FALSE_UNKNOWN

    def __init__(self, count: int = COUNT, seed: int = SEED) -> None:
        self.chains = generate(count, seed)

    def __len__(self) -> int:
        """Return the number of problems."""
        return len(self.chains)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples."""
        for chain in self.chains:
            context = " ".join(p.gloss for p in chain.program.premises)
            problem = Problem(chain.id, context, chain.program.goal.gloss, self.scheme)
            label = self.scheme.labels[chain.verdict]
            yield Sample(problem, label, "sample", program=write_program(chain.program))
