"""Models of other harnesses asked as a paper asked them: prompts, and tasks for lm-evaluation-harness."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sorites.solvers import UserError
from sorites.translators import ModelOptions
from sorites.translators.models.prompts import Prompt, load_prompt

from ..presets import Preset, preset_of
from ..runs.files import written
from ..tasks.datasets import load_dataset, located
from ..tasks.sample import Dataset
from ..tasks.selection import Selection


def by_preset(name: str, whole: Dataset, seed: int = 0) -> tuple[Preset, Prompt]:
    """Return a paper's preset, and what it tells a model of a dataset's problems, its demonstrations included.

    Args:
        name: the preset's name.
        whole: the dataset.
        seed: of the draw of demonstrations.

    Raises:
        UserError: there is no such preset, it is for another dataset, or there is nothing to show.
    """
    preset = preset_of(name)
    preset.asked(ModelOptions(), whole.name)
    shown = None
    if preset.shots:
        from ..runs.demonstrating import Training

        shown = Training(Selection(whole), seed).drawn(preset.method, preset.shots)
        if shown is None:
            raise UserError(f"{whole.name} has no training part that the preset '{name}' could show")
    count = shown.count if shown is not None else 0  # of games of two labels there are fewer
    return preset, load_prompt(preset.path, count, preset.method, shown, "text")


def write_task(dataset: str, preset: str, folder: Path, data: Path | None = None) -> Path:
    """Write a dataset as a task of lm-evaluation-harness that asks a model by a paper's preset.

    Args:
        dataset: the dataset's name.
        preset: the preset's name.
        folder: where its file of samples and its description are put; ``lm_eval --include_path`` takes it.
        data: the dataset's file; the authors', downloaded once, if none is named.

    Returns:
        The description.

    Raises:
        UserError: there is no such dataset or preset, or the folder can't be written.
    """
    whole = load_dataset(dataset, located(dataset, data))
    _, prompt = by_preset(preset, whole)
    name = f"sorites_{preset}".replace("-", "_")
    labels = list(dict.fromkeys(whole.scheme.labels.values()))
    samples, found = folder / f"{name}.jsonl", folder / f"{name}.yaml"
    written(samples, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(whole, prompt)))
    written(found, json.dumps(_described(name, samples, labels), indent=2) + "\n")  # JSON is YAML
    return found


def _rows(whole: Dataset, prompt: Prompt) -> Iterator[dict[str, Any]]:
    for sample in whole:
        told = "\n\n".join(message.content for message in prompt.messages(sample.problem))
        yield {
            "id": sample.problem.id,
            "prompt": told,
            "target": sample.gold,
            **{"tags": json.dumps(dict(sample.tags))},
        }


def _described(name: str, samples: Path, labels: list[str]) -> dict[str, Any]:
    """Return a task that generates, and looks for the last label that is written."""
    return {
        "task": name,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(samples.resolve())}},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "{{prompt}}",
        "doc_to_target": "{{target}}",
        "generation_kwargs": {"until": [], "max_gen_toks": 2048, "do_sample": False},
        "filter_list": [
            {
                "name": "last-label",
                "filter": [
                    {"function": "regex", "regex_pattern": rf"(?i)\b({'|'.join(labels)})\b", "group_select": -1},
                    {"function": "take_first"},
                ],
            }
        ],
        "metric_list": [
            {"metric": "exact_match", "aggregation": "mean", "higher_is_better": True, "ignore_case": True}
        ],
        "metadata": {"version": 1},
    }
