"""What translators are made with: how a model is asked, and how the grammar reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

GONE: Final[Mapping[str, str]] = {
    "ask_links": "add the sentence to the text that is missing",
    "staged": "a program is asked for whole, and what is wrong in it is repaired (max_repairs)",
    "review": "what a translation says is read back by itself, and what is odd is repaired (max_repairs)",
    "bidirectional": "a goal that the question does not ask is found without asking twice",
    "endpoints": "a name holds its address and options, openai:MODEL@URL?temperature=0.6; a run's file names cells",
    "against_gold": "--translator gold beside others shows what the gold formulas are worth",
}
"""Options of earlier versions, and what to do without them."""
AUTO: Final = "auto"
"""Demonstrations of the kind of problem that each problem looks like."""
TRAIN: Final = "train"
"""Demonstrations from the training part of the dataset that is run."""


Mode = Literal["auto", "tools", "json-schema", "json", "markdown", "text"]


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a model is reached and asked. What is ``None`` is not sent, so that the endpoint decides.

    This is the table of all that may be said: files, names of models, files of runs and ``--set`` say the same by the
    same names, and ``models.endpoints`` reads all of them by these types and bounds.

    Attributes:
        base_url: the endpoint; ``None`` for the environment's. Never shown, since a password may be in it.
        mode: how structure is asked for: auto, tools, json-schema, json, markdown or text.
        temperature: of sampling.
        seed: of sampling; each sample adds its number.
        max_tokens: the most tokens of an answer.
        extra: more parameters of requests, such as ``{"reasoning_effort": "low"}``.
        headers: more headers of requests. Never shown.
        model_timeout: seconds for one answer.
        retries: how often a fault of transport that may pass is tried again.
        max_reasks: how often an answer that does not fit is asked again, within one translation.
        rpm: the requests that may begin in a minute at its endpoint; 0 for no bound.
        shots: how many demonstrations to show; ``None`` for two of translations, none of baselines.
        prompt: a file that replaces the instructions, or a folder of such files by the names of the prompts.
        demonstrations: a file of demonstrations, the name of a kind of ours, ``train`` for the training part of the
            dataset that is run, or what was drawn of it; ``None`` for the kind that each problem looks like.
        cache: the file in which answers are kept; ``True`` for the default one, ``None`` or ``False`` for nowhere.
        api_key: the key; ``None`` for the environment's. Never shown.
    """

    base_url: str | None = field(default=None, repr=False)
    mode: Mode = "auto"
    temperature: float | None = field(default=None, metadata={"ge": 0, "le": 2})
    seed: int | None = None
    max_tokens: int | None = field(default=None, metadata={"ge": 1})
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    headers: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    model_timeout: float = field(default=120.0, metadata={"gt": 0})
    retries: int = field(default=6, metadata={"ge": 0, "le": 100})
    max_reasks: int = field(default=2, metadata={"ge": 0, "le": 100})
    rpm: float = field(default=0.0, metadata={"ge": 0})
    shots: int | None = field(default=None, metadata={"ge": 0})
    prompt: Path | None = None
    demonstrations: Path | str | object = None
    cache: Path | str | bool | None = None
    api_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class EnglishOptions:
    """How the grammar ``english`` reads.

    Attributes:
        partial: leave out what can't be read.
        knowledge: a file whose entries are added to the table of general knowledge.
        background: a model that is asked for general knowledge that the table lacks, such as ``openai:gpt-5.2``.
    """

    partial: bool = False
    knowledge: Path | None = None
    background: str | None = None


@dataclass(frozen=True, slots=True)
class TranslatorOptions:
    """All that the factory of a translator is given besides the text behind the colon of its name.

    Attributes:
        samples: how many samples of each problem; 0 for one from a model, all that are recorded.
        strict: mend nothing in what it writes.
        model: for translators that a model is behind.
        english: for the grammar.
    """

    samples: int = 0
    strict: bool = False
    model: ModelOptions = ModelOptions()
    english: EnglishOptions = EnglishOptions()
