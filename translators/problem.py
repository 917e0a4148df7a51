"""What is asked: a context, a question, and the labels that an answer may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Semantics, Verdict


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """How a verdict becomes a label.

    Attributes:
        name: the scheme's name, shown in reports.
        labels: the label of each verdict; one that is missing gets none, which counts as wrong.
    """

    name: str
    labels: Mapping[Verdict, str]

    def label(self, verdict: Verdict) -> str | None:
        """Return the label for a verdict, or ``None``."""
        return self.labels.get(verdict)


def _scheme(name: str, entailed: str, refuted: str, unknown: str) -> LabelScheme:
    labels = {Verdict.ENTAILED: entailed, Verdict.REFUTED: refuted, Verdict.UNKNOWN: unknown}
    return LabelScheme(name, labels)


TRUE_FALSE_UNCERTAIN: Final = _scheme("true/false/uncertain", "True", "False", "Uncertain")
"""FOLIO's labels."""
TRUE_FALSE_UNKNOWN: Final = _scheme("true/false/unknown", "True", "False", "Unknown")
"""ProofWriter's labels under the open world."""
TRUE_FALSE: Final = _scheme("true/false", "True", "False", "False")
"""PrOntoQA's two labels: what can't be shown counts as false."""

PROVED: Final = _scheme("proved/disproved/unknown", "proved", "disproved", "unknown")
"""BoardgameQA's labels."""
YES_NO: Final = _scheme("yes/no", "yes", "no", "no")
"""Multi-LogiEval's and LogicAsker's labels: whether the conclusion can be inferred."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A question about a context. It holds no gold label.

    Attributes:
        id: its name in the dataset.
        context: the text that is taken to hold.
        question: what is asked.
        scheme: the labels that an answer may have.
        options: the choices, for multiple choice; empty otherwise.
        semantics: what it means that something follows from the context; ``None`` for what the
            program says that a translator makes.
    """

    id: str
    context: str
    question: str
    scheme: LabelScheme
    options: tuple[str, ...] = ()
    semantics: Semantics | None = None
