"""How the papers asked models that answer by themselves: prompts in our own words, shots and form, by name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from sorites.solvers import UserError
from sorites.translators import ModelOptions
from sorites.translators.options import TRAIN, Mode

PRESET: Final = "preset:"
"""What stands before a preset's name where baselines are named."""
_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Preset:
    """A paper's way to ask a model.

    Attributes:
        name: the preset's name.
        source: the paper and the section that says it.
        datasets: what the paper asks so.
        method: ``direct`` for the answer alone, ``cot`` for steps before it.
        shots: how many demonstrations are shown.
        mode: how structure is asked for; ``text`` for plain text in which the answer is looked for.
        prompt: the name of the prompt's file.
        tables: the tables of the paper that it is for, as ``sorites paper`` calls them.
        remark: what differs from the paper.
        shown: where demonstrations are from.
    """

    name: str
    source: str
    datasets: Sequence[str]
    method: Literal["direct", "cot"]
    mode: Mode
    prompt: str
    shots: int = 0
    tables: Sequence[str] = ()
    remark: str = ""
    shown: str = TRAIN

    @property
    def path(self) -> Path:
        """The file of the prompt."""
        return _FOLDER / f"{self.prompt}.md"

    @property
    def text(self) -> str:
        """What the prompt's file says."""
        return self.path.read_text("utf-8")

    def asked(self, model: ModelOptions, dataset: str) -> ModelOptions:
        """Return how a model is asked by the preset.

        Args:
            model: how it is asked otherwise: its endpoint, its patience.
            dataset: what is asked.

        Raises:
            UserError: the preset is not for the dataset, or something was said that it says itself.
        """
        known = dataset.startswith("generated:") or dataset in _KNOWN
        if known and dataset not in self.datasets:
            raise UserError(f"the preset '{self.name}' is for {', '.join(self.datasets)}, not for {dataset}")
        plain = ModelOptions()
        for option in ("prompt", "shots", "demonstrations", "mode"):
            if getattr(model, option) != getattr(plain, option):
                raise UserError(f"the preset '{self.name}' says what --{option} is; leave one of them out")
        shown = self.shown if self.shots else None
        return replace(model, prompt=self.path, shots=self.shots, demonstrations=shown, mode=self.mode)


PRESETS: Final = {said["name"]: Preset(**said) for said in json.loads((_FOLDER / "presets.json").read_text("utf-8"))}
_KNOWN: Final = frozenset(name for preset in PRESETS.values() for name in preset.datasets)


def preset_of(name: str) -> Preset:
    """Return the preset of a name.

    Raises:
        UserError: there is none.
    """
    if name not in PRESETS:
        raise UserError(f"there is no preset '{name}'; there are {', '.join(PRESETS)}")
    return PRESETS[name]
