"""What is asked: a context, a question, and the labels that an answer may have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Semantics, Verdict
from sorites.solvers.language.program import Wanted

_LETTERED: Final = re.compile(r"\s*\(?[A-Za-z][).:]\s*(.+?)\s*", re.S)
_LABELS: Final = frozenset("true false uncertain unknown yes no proved disproved undetermined maybe".split())
"""What options say that are labels, and no statements."""
_INFER: Final = r"(?:\w+\s+){0,3}(?:infer|conclude|deduce|derive|prove|follow)"
_WANTED: Final[tuple[tuple[re.Pattern[str], Wanted], ...]] = (
    (re.compile(rf"(?i)\b(?:cannot|can not|can't|could not)\s+{_INFER}"), "not entailed"),
    (re.compile(r"(?i)\b(?:could|can|may|might) be false\b"), "not entailed"),
    (re.compile(rf"(?i)\b(?:could|can|may|might)\s+{_INFER}"), "entailed"),
    (re.compile(r"(?i)\b(?:must be false|not true)\b"), "refuted"),
    (
        re.compile(r"(?i)\b(?:cannot|can not|can't|must not|impossible|is false|are false|not possible|ruled out)\b"),
        "refuted",
    ),
    (re.compile(r"(?i)\b(?:could|can|may|might|possible|possibly)\b"), "possible"),
    (re.compile(r"(?i)\b(?:does not follow|not necessarily|need not|not entailed)\b"), "not entailed"),
)
"""What a question asks of its options; that one follows where it says nothing else."""


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """How a verdict becomes a label.

    Attributes:
        name: the scheme's name, shown in reports.
        entailed: the label if the question follows.
        refuted: the label if its opposite does.
        unknown: the label if neither does. Any other verdict gets none, which counts as wrong.
    """

    name: str
    entailed: str
    refuted: str
    unknown: str

    @property
    def labels(self) -> dict[Verdict, str]:
        """The label of each verdict that gets one."""
        return {Verdict.ENTAILED: self.entailed, Verdict.REFUTED: self.refuted, Verdict.UNKNOWN: self.unknown}

    def label(self, verdict: Verdict) -> str | None:
        """Return the label for a verdict.

        Args:
            verdict: what an engine found.

        Returns:
            The label; ``None`` for verdicts that get none, ``inconsistent`` and ``undecided``.
        """
        return self.labels.get(verdict)


TRUE_FALSE_UNCERTAIN: Final = LabelScheme("true/false/uncertain", "True", "False", "Uncertain")
"""FOLIO's labels."""
TRUE_FALSE_UNKNOWN: Final = LabelScheme("true/false/unknown", "True", "False", "Unknown")
"""ProofWriter's labels under the open world."""
TRUE_FALSE: Final = LabelScheme("true/false", "True", "False", "False")
"""PrOntoQA's two labels: what can't be shown counts as false."""
PROVED: Final = LabelScheme("proved/disproved/unknown", "proved", "disproved", "unknown")
"""BoardgameQA's labels."""
YES_NO: Final = LabelScheme("yes/no", "yes", "no", "no")
"""Multi-LogiEval's and LogicAsker's labels: whether the conclusion can be inferred."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A question about a context. It holds no gold label.

    Attributes:
        id: its name in the dataset.
        context: the text that is taken to hold.
        question: what is asked.
        scheme: the labels that an answer may have.
        options: the choices, for multiple choice; empty otherwise. Of those that are statements
            the answer is the text of one, without the letter before it.
        semantics: what it means that something follows from the context; ``None`` for what the
            program says that a translator makes.
    """

    id: str
    context: str
    question: str
    scheme: LabelScheme
    options: tuple[str, ...] = ()
    semantics: Semantics | None = None


def text_of(option: str) -> str:
    """Return an option without the letter before it: ``Ann is kind.`` of ``A) Ann is kind.``"""
    match = _LETTERED.fullmatch(option)
    return match.group(1) if match else option.strip()


def statements_of(options: tuple[str, ...]) -> tuple[str, ...]:
    """Return options that are statements, without their letters; none if they are labels such as ``True``."""
    texts = tuple(map(text_of, options))
    return () if any(t.rstrip(".").lower() in _LABELS for t in texts) else texts


def wanted_of(question: str) -> Wanted:
    """Return what a question asks of its options: that one follows, is possible, is ruled out, or does not follow."""
    return next((wanted for pattern, wanted in _WANTED if pattern.search(question)), "entailed")
