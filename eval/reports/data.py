"""What ``compare`` and ``report`` show, as data; the commands print it as JSON."""

from __future__ import annotations

from pydantic import BaseModel

from ..scoring.summary import Measured, Summary
from .pairs import DECIDES, Pair


class PairData(BaseModel):
    """Two cells on the same samples, shares between 0 and 1.

    Attributes:
        first: a cell.
        second: another one.
        samples: how many samples both have scored.
        left_out: how many samples only one of the two has scored.
        clusters: in how many stories they are.
        unit: what is meant by points: hundredths of scores between 0 and 1, else the score's own unit.
        first_accuracy: the accuracy of the first on these samples, or its mean score.
        second_accuracy: that of the second.
        difference: the second's minus the first's.
        interval: of the difference, of 95 %; never a point.
        only_first: samples that only the first has right, or on which it scores higher.
        only_second: those that only the second has right, or on which it does.
        p: of the test that decides: sign-flips of whole stories, McNemar's where none are shared.
        mcnemar: by McNemar's exact test; ``None`` of scores that are not 0 or 1.
        corrected: ``p`` corrected for all pairs (Holm).
        detectable: the smallest difference that so many samples show with a power of 80 %.
        better: the cell that is better by the one rule for words; ``None`` if neither is.
        said: what to think of it, in words.
        flips: the problems on which the two differ, each with the cell that is right, or scores higher; nothing in a
            report.
    """

    first: str
    second: str
    samples: int
    left_out: int
    clusters: int
    unit: str
    first_accuracy: float
    second_accuracy: float
    difference: float
    interval: tuple[float, float]
    only_first: int
    only_second: int
    p: float
    mcnemar: float | None
    corrected: float
    detectable: float
    better: str | None
    said: str
    flips: dict[str, str] = {}

    @classmethod
    def of(cls, pair: Pair, flips: dict[str, bool] | None = None) -> PairData:
        """Return a pair as data.

        Args:
            pair: the pair.
            flips: by problem, whether it is the first cell that is right.
        """
        found = {name: getattr(pair.found, name) for name in cls.model_fields if hasattr(pair.found, name)}
        found |= {"first_accuracy": pair.found.first, "second_accuracy": pair.found.second, "corrected": pair.p}
        named = {name: getattr(pair, name) for name in ("first", "second", "left_out", "unit", "better")}
        right = {name: pair.first if first else pair.second for name, first in (flips or {}).items()}
        return cls(**found | named, said=pair.said(pair.first, pair.second), flips=right)


class LogFigures(BaseModel):
    """A log of another tool.

    Attributes:
        task: what was evaluated on.
        model: what was evaluated.
        scorer: which of its scores is compared.
        score: its mean over samples, with an interval of 95 %; ``None`` if no sample has one.
        epochs: the most epochs of a sample, which counts by their mean.
        errors: how many samples ended in an error, each epoch counted.
        unscored: how many more have no score.
        whole: whether the evaluation came to its end.
    """

    task: str
    model: str
    scorer: str
    score: Measured | None
    epochs: int = 1
    errors: int = 0
    unscored: int = 0
    whole: bool = True


class ComparisonData(BaseModel):
    """Cells of one run or several, and logs of other tools, compared.

    Attributes:
        cells: the figures of each cell, in the order of the runs.
        logs: those of each log.
        rules: by cell or log, in their order, how several samples of a problem decided on its answer.
        decides: the one rule for words.
        pairs: all cells beside each other.
        regressions: the pairs, by their cells, of which a later run's is worse than the first run's.
    """

    cells: dict[str, Summary]
    logs: dict[str, LogFigures] = {}
    rules: dict[str, str]
    decides: str = DECIDES
    pairs: list[PairData]
    regressions: list[tuple[str, str]] = []


class ReportData(BaseModel):
    """A run.

    Attributes:
        dataset: its name.
        cells: the figures of each cell.
        left: how many problems nobody has taken yet, counted in each cell.
        rule: how several samples of a problem decided on its answer in pairs.
        decides: the one rule for words.
        pairs: all cells beside each other.
    """

    dataset: str
    cells: dict[str, Summary]
    left: int = 0
    rule: str
    decides: str = DECIDES
    pairs: list[PairData]
