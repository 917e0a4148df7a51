"""Our datasets as tasks of inspect_ai: ``inspect eval sorites/folio``."""

from __future__ import annotations

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.dataset import Sample as InspectSample

from ..tasks.datasets import FAMILIES, load_dataset, located
from ..tasks.sample import Sample
from .asking import by_preset
from .reading import STORY
from .scores import accuracy, executable_accuracy, executable_rate
from .solver import answering, sorites


@task
def bench(
    dataset: str,
    data: str = "",
    translator: str = "",
    prover: str = "portfolio",
    max_repairs: int = 3,
    timeout: float = 10.0,
) -> Task:
    """Answer the samples of a dataset by proof, and score how many programs ran and how many answers are right.

    Args:
        dataset: the dataset's name, as ``sorites bench`` has it: also ``file:PATH`` and ``generated:NAME``.
        data: its file or folder; empty for the authors' files, which are downloaded once.
        translator: a translator of ours, or ``gold``; empty for the model that inspect_ai evaluates.
        prover: who proves.
        max_repairs: how often a model is told what is wrong with its program.
        timeout: the seconds of each program.

    Returns:
        The task.

    Raises:
        UserError: there is no such dataset or translator, or its file can't be had.
    """
    found = load_dataset(dataset, located(dataset, Path(data) if data else None))
    scheme = found.scheme
    labels = ",".join(dict.fromkeys((scheme.entailed, scheme.refuted, scheme.unknown)))  # of two the second is both
    return Task(
        dataset=MemoryDataset([_sample(one) for one in found], name=found.name),
        solver=sorites(translator, prover, labels, max_repairs=max_repairs, timeout=timeout),
        scorer=[accuracy(), executable_rate(), executable_accuracy()],
        name=found.name,
    )


@task
def asked(dataset: str, preset: str, data: str = "", seed: int = 0) -> Task:
    """Ask the evaluated model itself for the answers of a dataset, as a paper asked models, and score them.

    Args:
        dataset: the dataset's name, as ``sorites bench`` has it: also ``generated:NAME?n=100&seed=7``.
        preset: a paper's way to ask; ``sorites presets`` lists them.
        data: its file or folder; empty for the authors' files, which are downloaded once.
        seed: of the draw of demonstrations.

    Returns:
        The task.

    Raises:
        UserError: there is no such dataset or preset, or its file can't be had.
    """
    found = load_dataset(dataset, located(dataset, Path(data) if data else None))
    how, prompt = by_preset(preset, found, seed)
    return Task(
        dataset=MemoryDataset([_sample(one) for one in found], name=found.name),
        solver=answering(prompt, how.method, {one.problem.id: one for one in found}),
        scorer=accuracy(),
        name=f"{found.name} by {preset}",
    )


def _sample(one: Sample) -> InspectSample:
    problem = one.problem
    more = {"context": problem.context, "question": problem.question, STORY: one.story or problem.id}
    more |= {"program": one.program} if one.program else {}
    more |= {"semantics": problem.semantics.value} if problem.semantics is not None else {}
    return InspectSample(
        input=f"{problem.context}\n\n{problem.question}".strip(),
        target=one.gold,
        id=problem.id,
        metadata={**one.tags, **more},
    )


def _named(name: str) -> None:
    """Register the task of a dataset by its own name."""

    @task(name=name)
    def made(
        data: str = "", translator: str = "", prover: str = "portfolio", max_repairs: int = 3, timeout: float = 10.0
    ) -> Task:
        return bench(name, data, translator, prover, max_repairs, timeout)


for _name in ("sample", *FAMILIES):
    _named(_name)
