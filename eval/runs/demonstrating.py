"""Demonstrations from a dataset's own training part, balanced over its labels, and never what is evaluated.

The training part is, for each level or depth by itself, the first of these that has enough: the authors' training
split; the problems of the dataset that are not evaluated, nor share a text with one that is; new problems of our
generator of the paper. Of a generated dataset it is the same generator with another seed, in its training split.
BoardgameQA's paper (Kazemi et al. 2023, appendix B) draws anew for each problem, and so that both kinds of conflicts
are shown.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers import UserError, read_program
from sorites.translators.models.prompts.shots import Demonstration, Drawn
from sorites.translators.problem import statements_of

from ..generators.dataset import GeneratedDataset, generated_dataset
from ..generators.registry import make_generator
from ..generators.specification import options_in
from ..scoring.proofs import read_proof, told
from ..tasks.datasets import FileDataset, training_split
from ..tasks.sample import Dataset, Sample
from ..tasks.selection import Selection

GENERATORS: Final = {
    "logicasker": "generated:logicasker",
    "multi-logieval": "generated:multi-logieval",
    "proverqa": "generated:provergen?level={level}",
    "boardgameqa": "generated:boardgameqa?depth={depth}",
}
"""What makes problems like those of a benchmark."""
_APART: Final = {"proverqa": "level", "provergen": "level", "boardgameqa": "depth"}
"""The tag whose values have demonstrations of their own."""
_LEVEL: Final = re.compile("easy|medium|hard")
_EACH: Final = "boardgameqa"
"""Of which demonstrations are drawn anew for each problem."""
_BINARY: Final = {"proved", "disproved"}
"""The labels of BoardgameQA's games of two labels, of which one demonstration each is shown (appendices A and B)."""
_SETS: Final = 40
"""How many sets are drawn then."""
_SEED: Final = 730_001
"""What is added to the seed of a generated dataset for its training part."""
_MADE: Final = 60
"""How many problems are generated to draw from, at least."""
_TRIES: Final = 2000
_CONFLICTS: Final = {
    1: re.compile(r"higher preference than|is preferred over the conflicting|overrides"),
    2: re.compile(r"we can ?not prove the antecedent|does not apply|cannot be proved"),
}
"""How proofs in words settle the two types of conflicts (Kazemi et al. 2023, section 4)."""


@dataclass(frozen=True, slots=True)
class Training:
    """The training part of what is run.

    Attributes:
        part: what is evaluated.
        seed: of all draws.
    """

    part: Selection
    seed: int = 0

    def drawn(self, prompt: str, count: int) -> Drawn | None:
        """Return demonstrations for a prompt.

        Args:
            prompt: ``direct``, ``cot``, or a prompt of translations, which shows programs.
            count: how many are shown for a problem.

        Returns:
            ``None`` if there is nothing to draw from.

        Raises:
            UserError: there are not so many, balanced over the labels.
        """
        tag = _APART.get(self._kind, "")
        wanted = {sample.problem.id: _told(sample, tag) for sample in self.part}
        missing = dict.fromkeys(sorted(set(wanted.values())))
        several = len(missing) > 1
        first: UserError | None = None
        pools: dict[str, Sequence[Demonstration]] = {}
        sources: dict[str, str] = {}
        needed = self._needed(count)
        for source, samples in self._parts(missing):
            shown = [(one, demonstration) for one in samples if (demonstration := self._shown(one, prompt)) is not None]
            if not shown:
                continue
            for value in list(missing):
                called = value if several else ""
                there = [pair for pair in shown if not value or _told(pair[0], tag) in {"", value}]
                try:
                    pools |= self._sets(f"{source}{f', {called},' if called else ''}", called, there, needed)
                except UserError as error:  # a level or a label of this part is used up
                    first = first or error
                else:
                    sources[called] = source
                    del missing[value]
            if not missing:
                return Drawn(needed, pools, wanted if several else {}, _together(sources))
        if first is not None:
            raise first
        return None

    def _needed(self, count: int) -> int:
        """Return how many are shown: of games whose answers are two, one of each."""
        two = self._kind == _EACH and {sample.gold for sample in self.part} <= _BINARY
        if two and isinstance(whole := self.part.whole, GeneratedDataset):
            two = bool(getattr(whole.generator, "binary", False))
        elif two:
            two = {sample.gold for sample in self.part.whole} <= _BINARY
        return len(_BINARY) if two and count == len(_BINARY) + 1 else count

    def _shown(self, sample: Sample, prompt: str) -> Demonstration | None:
        """Return a sample as a demonstration, with the options of what is evaluated where it has none itself."""
        shown = _shown(sample, prompt)
        if shown is None or shown.options:
            return shown
        asked = next(iter(self.part)).problem
        named = len(asked.options) == len(asked.scheme.labels) and not statements_of(asked.options)
        return shown.model_copy(update={"options": asked.options}) if named else shown

    def _sets(
        self, source: str, name: str, samples: Sequence[tuple[Sample, Demonstration]], count: int
    ) -> dict[str, Sequence[Demonstration]]:
        """Return sets of demonstrations for the problems of a name.

        Raises:
            UserError: there are not so many, balanced over the labels.
        """
        found: dict[str, Sequence[Demonstration]] = {}
        for number in range(_SETS if self._kind == _EACH else 2):
            rng = random.Random(f"{self.seed}/{name}/{number}")  # noqa: S311  # reproducible, nothing secret
            found[f"{name} {number}"] = _balanced(samples, count, rng, source)
        return found

    @property
    def _kind(self) -> str:
        return self.part.name.rpartition(":")[2]

    def _parts(self, missing: Mapping[str, None]) -> Iterator[tuple[str, Iterator[Sample]]]:
        """Yield what there is to draw from, and what it is called; what is generated is for levels that are missing."""
        whole = self.part.whole
        if isinstance(whole, GeneratedDataset):
            yield _generated(whole)
            return
        if isinstance(whole, FileDataset) and (found := training_split(whole)) is not None:
            name, split = found
            yield name, self._left(split)
        yield f"problems of {whole.name} that are not evaluated", self._left(whole)
        if (made := GENERATORS.get(whole.name)) is not None:
            tag = _APART.get(whole.name, "")
            named = [made.format(**{tag: value}) if value else made.partition("?")[0] for value in missing]
            several = [_generated(generated_dataset(f"{one}{'&' if '?' in one else '?'}seed=0")) for one in named]
            yield several[0][0], (one for _, samples in several for one in samples)

    def _left(self, whole: Dataset) -> Iterator[Sample]:
        """Yield samples that neither are evaluated nor tell what one that is tells."""
        taken = {sample.problem.context for sample in self.part}
        yield from (sample for sample in whole if sample.problem.context not in taken)


def _together(sources: Mapping[str, str]) -> str:
    """Return where demonstrations are from, for each level or depth by itself where they are not from one part."""
    if len(set(sources.values())) == 1:
        return next(iter(sources.values()))
    return "; ".join(f"{name}: {source}" for name, source in sorted(sources.items()))


def _generated(whole: GeneratedDataset) -> tuple[str, Iterator[Sample]]:
    """Return new problems of a generator, in its training split, whose words are others."""
    generator = make_generator(whole.generator.name, {**options_in(whole.generator.settings), "split": "train"})
    seed = whole.seed + _SEED
    train = replace(whole, generator=generator, count=_MADE, seed=seed, file=None)
    return f"new problems of {train.name} (seed {seed})", iter(train)


def _told(sample: Sample, tag: str) -> str:
    """Return the value of a tag; of a level also what the name of the file says."""
    value = sample.tags.get(tag, "")
    if not value and tag == "level" and (found := _LEVEL.search(sample.tags.get("file") or sample.source)):
        value = found.group()
    return value


def _shown(sample: Sample, prompt: str) -> Demonstration | None:
    """Return a sample as a demonstration; ``None`` if it lacks what the prompt shows."""
    problem, why = sample.problem, sample.reasoning or sample.proof
    answered = prompt in {"direct", "cot"}
    if (prompt == "cot" and not why) or not problem.context:
        return None
    if not answered and (not sample.program or read_program(sample.program).first is None):
        return None
    if answered and sample.source.rpartition(":")[2] == _EACH and why and sample.proof:
        why = f"{why}\n{told(read_proof(sample.proof))}"  # as the preset asks for it
    return Demonstration(
        context=problem.context,
        question=problem.question,
        options=problem.options,
        program="" if answered else sample.program,
        reasoning=why,
        answer=sample.gold,
        id=problem.id,
    )


def _balanced(
    pool: Sequence[tuple[Sample, Demonstration]], count: int, rng: random.Random, source: str
) -> tuple[Demonstration, ...]:
    """Return demonstrations whose labels are as many of each, and that show every type of conflict there is.

    Raises:
        UserError: the pool has not so many.
    """
    by: dict[str, list[Demonstration]] = {}
    for sample, shown in pool:
        by.setdefault(sample.gold, []).append(shown)
    labels = list(dict.fromkeys(pool[0][0].problem.scheme.labels.values())) if pool else []
    if set(by) == _BINARY or not set(by) <= set(labels):
        labels = sorted(by)  # the options of multiple choice are no labels
    least = count // len(labels) if labels else 0
    few = {label: len(by.get(label, ())) for label in labels if len(by.get(label, ())) < least}
    if few or sum(map(len, by.values())) < count:
        held = ", ".join(f"{len(by.get(label, ()))} {label}" for label in labels) or "none"
        raise UserError(
            f"shots={count} can't be met, balanced over the labels: {source} has {held}; take fewer problems with "
            "--limit or, where no preset says what is shown, demonstrations=FILE, or auto for ours"
        )
    types = {kind for _, shown in pool for kind in _conflicts(shown.reasoning)}
    best: tuple[Demonstration, ...] = ()
    for _ in range(_TRIES):
        found = tuple(_once(by, labels, count, rng))
        missing = types - {kind for shown in found for kind in _conflicts(shown.reasoning)}
        if not missing or not count:
            return found
        best = found
    if len(types) <= count // max(len(labels), 1) * 2:  # as many proofs as types: the draw should have met them
        raise UserError(f"shots={count} can't be met with both types of conflicts from {source}")
    return best


def _once(
    by: Mapping[str, Sequence[Demonstration]], labels: Sequence[str], count: int, rng: random.Random
) -> Iterator[Demonstration]:
    left = {label: rng.sample(several, len(several)) for label, several in by.items()}
    told, order = Counter[str](), rng.sample(labels, len(labels))
    picked = []
    for _ in range(count):
        label = min((one for one in order if left.get(one)), key=lambda one: told[one])
        told[label] += 1
        picked.append(left[label].pop())
    rng.shuffle(picked)
    yield from picked


def _conflicts(proof: str) -> set[int]:
    """Return the types of conflicts that a proof settles: 1, the rule that stands is preferred; 2, the other fails."""
    return {kind for kind, pattern in _CONFLICTS.items() if pattern.search(proof)}
