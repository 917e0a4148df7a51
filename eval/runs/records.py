"""One line of a run: what happened to one sample. Versioned, so that old runs stay readable."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from sorites.solvers import Verdict


class Result(StrEnum):
    """What a record's answer is worth."""

    SCORED = "scored"
    """There is a verdict, right or wrong."""
    FAILED = "failed"
    """There is no verdict: the program could not be read, or no engine decided it."""


class DiagnosticRecord(BaseModel):
    """A diagnostic of a program, with its place as characters from and to."""

    model_config = ConfigDict(frozen=True)

    code: str
    level: str
    message: str
    start: int | None = None
    end: int | None = None
    hint: str = ""


class Round(BaseModel):
    """What a repair, or the first translation, came to."""

    model_config = ConfigDict(frozen=True)

    verdict: Verdict | None
    label: str | None
    kept: bool


class UsageRecord(BaseModel):
    """What a model's answers cost; ``cost`` is in the currency of the price table."""

    model_config = ConfigDict(frozen=True)

    input_tokens: int = 0
    output_tokens: int = 0
    requests: int = 0
    cached: bool = False
    cost: float | None = None


class ProofF1(BaseModel):
    """How a proof compares with the dataset's (BoardgameQA, section 5.2)."""

    model_config = ConfigDict(frozen=True)

    rules: float
    conflicts: float


class Aligned(BaseModel):
    """How a translation compares with the gold formulas.

    Attributes:
        exact: every formula is the gold one, names included.
        equivalent: premises and goal say the same, up to names.
        recall: the share of gold formulas, the goal among them, to which one of the translation
            is equivalent up to names.
    """

    model_config = ConfigDict(frozen=True)

    exact: bool
    equivalent: bool
    recall: float


class Record(BaseModel):
    """What a run did with one translation of one sample.

    ``executable`` says that the program was read and ran to a verdict; ``label`` is
    missing for verdicts that the dataset's labels do not cover. ``prompt`` has the
    versions and hashes of all that the model was told, ``rounds`` the first
    translation and every repair of it, ``proof_f1`` how the proof of a right answer
    compares with the dataset's. ``samples`` is how many records there are of the problem
    in its cell, ``aligned`` how the program compares with the gold one, ``explanation``
    the certificate in words, ``answer`` what a baseline wrote, ``story`` what samples of
    one text share, ``fallback`` who gave the label where the program gave none.
    """

    model_config = ConfigDict(frozen=True)

    version: Literal[1] = 1
    cell: str = ""
    id: str
    sample: int = 0
    samples: int = 1
    dataset: str
    translator: str
    engine: str
    semantics: str
    gold: str
    label: str | None
    correct: bool
    result: Result
    executable: bool
    verdict: Verdict | None
    seconds: float
    certificate: str | None = None
    checked: bool | None = None
    diagnostics: list[DiagnosticRecord] = []
    program: str = ""
    prompt: str = ""
    finish: str = ""
    usage: UsageRecord | None = None
    rounds: list[Round] = []
    tags: dict[str, str] = {}
    story: str = ""
    proof_f1: ProofF1 | None = None
    aligned: Aligned | None = None
    explanation: list[str] = []
    answer: str = ""
    fallback: str = ""
    fault: str = ""


class SampleText(BaseModel):
    """What a problem says, once for all cells of a run."""

    model_config = ConfigDict(frozen=True)

    id: str
    context: str
    question: str
    gold: str
    tags: dict[str, str] = {}
