"""The figures of a cell, as summaries are written and read."""

from __future__ import annotations

from pydantic import BaseModel

from ..runs.records import ProofF1, UsageRecord


class Level(BaseModel):
    """A point of the reliability diagram: how often the vote was right among problems of about one confidence."""

    confidence: float
    problems: int
    accuracy: float


class Group(BaseModel):
    """The figures of the samples that share a tag, such as a depth."""

    samples: int
    executable_rate: float
    executable_accuracy: float | None
    coverage: float
    precision: float | None
    accuracy: float
    interval: tuple[float, float] = (0.0, 1.0)


class Measured(BaseModel):
    """What a metric of the user's own comes to: its mean over problems, with an interval of 95 %."""

    problems: int
    mean: float
    interval: tuple[float, float]


class Vote(BaseModel):
    """What the samples of each problem answer together, by a rule, with the interval of its accuracy."""

    problems: int
    accuracy: float
    interval: tuple[float, float]


class Guesses(BaseModel):
    """The answers that no program gave, such as those of a fallback: how many, and the share that is right."""

    samples: int
    accuracy: float


class WithGuesses(BaseModel):
    """The figures if the likeliest reading answers a text whose readings are not answered alike, as Logic-LM counts."""

    guessed: int
    executable_rate: float
    executable_accuracy: float
    accuracy: float


class Summary(BaseModel):
    """The figures of a cell, shares between 0 and 1 (Multi-LogiEval, section 4.3; Logic-LM, section 4).

    An inconsistent program has run, and has no label, so it counts as wrong. A share of nothing is ``None``.

    Attributes:
        dataset: its name.
        translator: the cell's, with its model.
        solver: who proved.
        semantics: what it meant that a goal follows.
        label_scheme: the label of each verdict.
        samples: how many records are counted.
        unscored: how many problems are in no figure, since they could not be asked.
        bounds: if there are such problems, accuracy and executable rate in the worst case and in the best.
        reasons: why they could not, each with how often.
        unread: how the first answer begins, if there are answers and none of them could be read.
        executable_rate: the share of programs that were read and ran to a verdict.
        executable_accuracy: accuracy among those; of answers without a program LogicAsker's response accuracy.
        coverage: the share of all that have an answer, which is no guess.
        precision: the share of these that is right.
        accuracy: of all, those that did not run counted as wrong. What a fallback guesses counts here
            (Logic-LM, section 4), and in no other share of programs.
        guesses: what was guessed where no program gave an answer; ``None`` of nothing.
        with_guesses: the figures with the answers of likely readings; ``None`` where no readings differ.
        intervals: by figure, Wilson's interval of 95 %, of fewer samples where some hang together.
        macro_f1: the mean of the labels' F1.
        baseline: the share of the most frequent label.
        confusion: by gold label, how often each label was answered.
        votes: by rule (``sorites.agent.voting.Rule``), what several samples of a problem answer together;
            nothing with one sample.
        metrics: the means of numbers beside right and wrong, such as ``cell accuracy``, by their names.
        confidence_levels: accuracy by the vote's confidence; of answers without a program, by the majority's.
        ambiguous: how many texts were not answered, since their readings are not answered alike.
        proof_f1: how proofs of right answers compare with the dataset's.
        verdicts: how many of each, of answers without a program, and of programs that could not be read.
        diagnostics: how often each code was said.
        asked: the requests to a model by their reasons (``Request.reason``).
        decided: how many programs a prover decided, so that their answers may have a certificate.
        checked: of how many of these the certificate was found right; ``None`` if nobody looked.
        disputes: the problems of which a certificate that was found right says something else than the label.
        groups: the figures by every tag, the gold label and the diagnostics' codes.
        wide: the tags that have too many values to tell figures apart by; the records have them.
        usage: what the model's answers cost; ``None`` without a model.
        latency: the median and the 95th percentile of a sample's seconds.
    """

    dataset: str
    translator: str
    solver: str
    semantics: str
    label_scheme: dict[str, str]
    samples: int
    unscored: int = 0
    bounds: dict[str, tuple[float, float]] = {}
    reasons: dict[str, int] = {}
    unread: str = ""
    executable_rate: float | None
    executable_accuracy: float | None
    coverage: float | None
    precision: float | None
    accuracy: float | None
    intervals: dict[str, tuple[float, float]] = {}
    macro_f1: float | None = None
    baseline: float | None = None
    confusion: dict[str, dict[str, int]] = {}
    votes: dict[str, Vote] = {}
    metrics: dict[str, Measured] = {}
    confidence_levels: list[Level] = []
    guesses: Guesses | None = None
    with_guesses: WithGuesses | None = None
    ambiguous: int = 0
    proof_f1: ProofF1 | None = None
    verdicts: dict[str, int]
    diagnostics: dict[str, int]
    asked: dict[str, int] = {}
    decided: int = 0
    checked: int | None = None
    disputes: list[str] = []
    groups: dict[str, dict[str, Group]] = {}
    wide: list[str] = []
    usage: UsageRecord | None = None
    latency: tuple[float, float] | None = None


class RunSummary(BaseModel):
    """The figures of a run with several cells."""

    cells: list[Summary]
