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
import re
from collections.abc import Iterator
from typing import Final

from sorites.solvers import Verdict
from sorites.translators import TRUE_FALSE_UNKNOWN, LabelScheme, Problem

from ..tasks.sample import Sample

SEED: Final = 20260101
COUNT: Final = 300
MAX_CHAIN: Final = 9
_ONSETS: Final = "b br d dr f fl g gl k kl l m n p pl r s sk t tr v z".split()
_VOWELS: Final = "a e i o u".split()
_ENDINGS: Final = "nt rk mp lix rn st bble rd sk lder".split()
_NAMES: Final = "Ada Boris Chen Dana Emil Fatima Goran Hana Ines Jonas Kira Luis Mara Nils Olga Pavel".split()


def _words(rng: random.Random, count: int) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < count:
        words[rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_ENDINGS)] = None
    return list(words)


def _chain(rng: random.Random, number: int) -> Sample:
    depth = 1 + number % MAX_CHAIN
    verdict = rng.choice([Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN])
    noise = rng.randint(2, 6)
    words = _words(rng, 2 * depth + 2 + 2 * noise)
    links, sides, others = words[: depth + 1], words[depth + 1 : 2 * depth + 2], words[2 * depth + 2 :]
    person, stranger = rng.sample(_NAMES, 2)
    ends_positive = rng.random() < 0.5
    lines = [_is(links[0], person)]
    gap = rng.randrange(depth) if verdict is Verdict.UNKNOWN else None
    for i, (start, end) in enumerate(itertools.pairwise(links)):
        positive = ends_positive or i < depth - 1
        if i == gap:
            # The link needs a side condition that nothing gives.
            lines.append(_rule((start, sides[i]), end, positive))
        elif rng.random() < 0.3:
            lines += [_rule((start, sides[i]), end, positive), _is(sides[i], person)]
        else:
            lines.append(_rule((start,), end, positive))
    for i in range(noise):
        lines.append(_rule((others[2 * i],), others[2 * i + 1], rng.random() < 0.7))
        lines.append(_is(others[2 * i], stranger))
    rng.shuffle(lines)
    asked = ends_positive if verdict is Verdict.ENTAILED else not ends_positive
    if verdict is Verdict.UNKNOWN:
        asked = rng.random() < 0.5
    goal = _is(links[-1], person, asked)
    said = [" ::: ".join(line) for line in lines]
    used = dict.fromkeys(re.findall(r"(\w+)\(", " ".join(formula for formula, _ in (*lines, goal))))
    predicates = [f"{name}(x) ::: x is a {name.lower()}" for name in used]
    program = "\n".join(["Predicates:", *predicates, "Premises:", *said, "Conclusion:", " ::: ".join(goal), ""])
    context = " ".join(text for _, text in lines)
    problem = Problem(f"chain-{number:03d}-depth-{depth}", context, goal[1], TRUE_FALSE_UNKNOWN)
    return Sample(problem, TRUE_FALSE_UNKNOWN.labels[verdict], "sample", program=program)


def _is(word: str, person: str, positive: bool = True) -> tuple[str, str]:
    """Return a fact as a formula and in words."""
    sign, no = ("", "") if positive else ("¬", "not ")
    return f"{sign}{word.capitalize()}({person})", f"{person} is {no}a {word}."


def _rule(conditions: tuple[str, ...], end: str, positive: bool) -> tuple[str, str]:
    """Return a rule as a formula and in words."""
    body = " ∧ ".join(f"{word.capitalize()}(x)" for word in conditions)
    head, no = (f"{'' if positive else '¬'}{end.capitalize()}(x)", "" if positive else "not ")
    formula = f"∀x ({body if len(conditions) == 1 else f'({body})'} → {head})"
    return formula, f"Everyone who is a {' and a '.join(conditions)} is {no}a {end}."


class SampleDataset:
    """The generated problems as a dataset, each with its own program as the recorded one."""

    name = "sample"
    scheme: LabelScheme = TRUE_FALSE_UNKNOWN

    def __init__(self) -> None:
        rng = random.Random(SEED)  # noqa: S311  # a reproducible draw, nothing secret
        self.samples = [_chain(rng, number) for number in range(COUNT)]

    def __len__(self) -> int:
        """Return the number of problems."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """Yield the samples."""
        return iter(self.samples)
