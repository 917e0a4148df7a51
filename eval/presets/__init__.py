"""How the papers asked models that answer by themselves: prompts in our own words, shots and form, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from sorites.solvers import UserError
from sorites.translators import ModelOptions
from sorites.translators.options import AUTO, TRAIN, Mode

PRESET: Final = "preset:"
"""What stands before a preset's name where baselines are named."""
_FOLDER: Final = Path(str(files(__package__)))
_PROVERQA: Final = ("proverqa", "generated:provergen", "prontoqa", "proofwriter", "folio")
_MULTI: Final = ("multi-logieval", "generated:multi-logieval")
_LOGICASKER: Final = ("logicasker", "generated:logicasker")
_BOARDGAMEQA: Final = ("boardgameqa", "generated:boardgameqa")
_PROGRAMS: Final = {
    "logic-lm": ("Logic-LM (Pan et al. 2023), section 4: two shots of each, in the authors' files",
                 ("folio", "proofwriter", "prontoqa")),
    "linc": ("LINC (Olausson et al. 2023), section 4: eight shots, in its main tables", ("folio", "proofwriter")),
}  # fmt: skip


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
    datasets: tuple[str, ...]
    method: Literal["direct", "cot"]
    shots: int
    mode: Mode
    prompt: str
    tables: tuple[str, ...]
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


def _proverqa(method: Literal["direct", "cot"], shots: int) -> Preset:
    said = "standard" if method == "direct" else "cot"
    tables = ("proverqa-table2", "proverqa-table3", "proverqa-table6") if shots == 2 else ("proverqa-table7",)
    return Preset(
        f"proverqa-{said}-{shots}shot",
        f"ProverGen (Qi et al. 2025), {'section 4.1, appendix E' if shots == 2 else 'appendix G'}",
        _PROVERQA,
        method,
        shots,
        "auto",
        f"proverqa-{said}",
        tables,
        "the demonstrations are drawn by level; which ones the authors show is known of one alone",
    )


def _by_programs(paper: str, method: Literal["direct", "cot"], shots: int) -> Preset:
    """Return how one of the two papers that translate to programs asks the baselines that it compares itself with."""
    source, datasets = _PROGRAMS[paper]
    return Preset(
        f"{paper}-{method}-{shots}shot",
        source,
        datasets,
        method,
        shots,
        "text",
        f"{paper}-{method}",
        (),
        "the demonstrations are ours, the same for all problems, as theirs are: the data has no steps",
        AUTO,
    )


PRESETS: Final = {
    preset.name: preset
    for preset in (
        *(_proverqa(method, shots) for shots in (2, 5) for method in ("direct", "cot")),
        *(_by_programs(paper, m, n) for paper, n in (("logic-lm", 2), ("linc", 8)) for m in ("direct", "cot")),
        Preset(
            "multi-logieval-zero-shot-cot",
            "Multi-LogiEval (Patel et al. 2024), section 4.1",
            _MULTI,
            "cot",
            0,
            "text",
            "multi-logieval",
            ("multi-logieval-table6", "multi-logieval-figure1", "multi-logieval-appendixh"),
        ),
        Preset(
            "multi-logieval-3shot",
            "Multi-LogiEval (Patel et al. 2024), appendix G",
            _MULTI,
            "cot",
            3,
            "text",
            "multi-logieval",
            ("multi-logieval-table24",),
            "the data has no steps, so the demonstrations are new problems of the generator",
        ),
        Preset(
            "logicasker-zero-shot",
            "LogicAsker (Wan et al. 2024), appendix G: no system prompt",
            _LOGICASKER,
            "direct",
            0,
            "text",
            "logicasker",
            ("logicasker-figure3", "logicasker-figure4", "logicasker-figure5", "logicasker-table3"),
        ),
        Preset(
            "logicasker-random-4shot",
            "LogicAsker (Wan et al. 2024), section 4.5: demonstrations of any rules, balanced",
            _LOGICASKER,
            "direct",
            4,
            "text",
            "logicasker",
            ("logicasker-table6",),
            "an explanation behind each answer, and the weakest rules, are what 'sorites weaknesses' shows",
        ),
        Preset(
            "boardgameqa-cot-few-shot",
            "BoardgameQA (Kazemi et al. 2023), section 5 and appendix B: one for each label, both types of conflicts",
            _BOARDGAMEQA,
            "cot",
            3,
            "text",
            "boardgameqa",
            tuple(f"boardgameqa-figure{n}" for n in (4, 5, 6, 7, 8, 9, 10, 14)),
            "of games of two labels two are shown; the instruction names the third label, too",
        ),
    )
}
_KNOWN: Final = frozenset(name for preset in PRESETS.values() for name in preset.datasets)


def preset_of(name: str) -> Preset:
    """Return the preset of a name.

    Raises:
        UserError: there is none.
    """
    if name not in PRESETS:
        raise UserError(f"there is no preset '{name}'; there are {', '.join(PRESETS)}")
    return PRESETS[name]
