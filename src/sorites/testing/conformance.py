"""What the authors of translators and datasets can hold theirs against."""

from __future__ import annotations

import asyncio
import itertools
import pickle
from collections.abc import Sequence
from typing import TypeVar

from sorites.eval.tasks.sample import Dataset, Sample
from sorites.solvers import Level, Reading, UserError
from sorites.translators import (
    TRUE_FALSE_UNCERTAIN,
    LabelScheme,
    LanguageTranslator,
    Problem,
    Translation,
    Translator,
)

T = TypeVar("T")
PROBLEMS = (Problem("kind", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN),)
"""What a translator is tried on if its author names nothing else."""


def check_translator(translator: Translator, problems: Sequence[Problem] = PROBLEMS) -> None:
    """Hold a translator against what all that use it rely on.

    Args:
        translator: the translator.
        problems: problems that it can translate.

    Raises:
        AssertionError: it breaks the protocol; the text says where.
    """
    name = translator.name
    _must(isinstance(name, str) and bool(name), f"the name must be a text, not {name!r}")
    again = _crossing(translator, "the translator")
    for problem in problems:
        try:
            found = translator.translations(problem)
        except UserError as error:
            raise AssertionError(f"'{problem.id}' can't be translated, name problems that can: {error}") from error
        _must(isinstance(found, list) and bool(found), f"translations of '{problem.id}' are no list with one at least")
        for translation in found:
            _check_translation(translation, problem, name)
        others = again.translations(problem)
        _must(len(others) == len(found), f"a copy from another process gives {len(others)}, not {len(found)}")
        if isinstance(translator, LanguageTranslator):
            _must(len(found) == translator.samples, f"samples is {translator.samples}, but there are {len(found)}")
            later = asyncio.run(translator.atranslations(problem))
            _must(len(later) == len(found), f"atranslations gives {len(later)}, translations {len(found)}")


def _check_translation(translation: Translation, problem: Problem, name: str) -> None:
    where = f"the translation of '{problem.id}'"
    _must(isinstance(translation, Translation), f"{where} is no Translation but a {type(translation).__name__}")
    _must(translation.translator == name, f"{where} is said to be by '{translation.translator}', not '{name}'")
    _must(translation.seconds >= 0, f"{where} took {translation.seconds} seconds")
    reading = translation.reading
    _must(isinstance(reading, Reading), f"{where} holds no Reading but a {type(reading).__name__}")
    _must(0 <= reading.read <= reading.total, f"{where}: {reading.read} of {reading.total} statements were read")
    if reading.first is None:
        failed = any(d.level is Level.ERROR for d in reading.diagnostics)
        _must(failed, f"{where} has no program, and no diagnostic at the level of an error says why")
    for diagnostic in reading.diagnostics:
        if diagnostic.span is not None:
            inside = 0 <= diagnostic.span.start <= diagnostic.span.end <= len(reading.text)
            _must(inside, f"{where}: the place of '{diagnostic.code}' lies outside the text of the reading")
    _crossing(translation, where)


def check_dataset(dataset: Dataset, limit: int = 500) -> None:
    """Hold a dataset against what runs and figures rely on.

    Args:
        dataset: the dataset.
        limit: how many of its samples to look at.

    Raises:
        AssertionError: it breaks the protocol; the text says where.
    """
    _must(isinstance(dataset.name, str) and bool(dataset.name), f"the name must be a text, not {dataset.name!r}")
    _must(isinstance(dataset.scheme, LabelScheme), f"the scheme is no LabelScheme but {dataset.scheme!r}")
    samples = list(itertools.islice(dataset, limit))
    _must(len(samples) == min(len(dataset), limit), f"its length is {len(dataset)}, but it yields {len(samples)}")
    again = [s.problem.id for s in itertools.islice(dataset, limit)]
    _must(again == [s.problem.id for s in samples], "its samples come in another order the second time")
    _must(len(set(again)) == len(again), "two samples have the same id, so records could not be told apart")
    labels = set(dataset.scheme.labels.values())
    for sample in samples:
        where = f"the sample '{sample.problem.id}'"
        _must(isinstance(sample, Sample), f"{where} is no Sample")
        _must(sample.gold in labels, f"{where} has the label '{sample.gold}', which is none of {sorted(labels)}")
        _must(sample.problem.scheme == dataset.scheme, f"{where} has a scheme of its own")
        _must(
            all(isinstance(t, str) for pair in sample.tags.items() for t in pair), f"{where} has tags that are no text"
        )
    if samples:
        _crossing(samples[0], "a sample")


def _crossing(value: T, what: str) -> T:
    """Return what arrives of a value in another process."""
    try:
        copy: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - what was written a moment ago
    except Exception as error:  # whatever a third party's own pickling raises
        raise AssertionError(f"{what} can't cross to another process: {type(error).__name__}: {error}") from error
    return copy


def _must(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)
