"""What is asked: a context, a question, and the labels that an answer may have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sorites.solvers import Semantics, UserError, Verdict
from sorites.solvers.logic.question import Wanted
from sorites.solvers.notation.asked import asked_by

_LETTERED: Final = re.compile(r"\s*\(?([A-Za-z])[).:]\s*(.+?)\s*", re.S)
_LABELS: Final = frozenset("true false uncertain unknown yes no proved disproved undetermined maybe".split())
"""What options say that are labels, and no statements."""

SYNONYMS: Final[Mapping[Verdict, tuple[str, ...]]] = {
    Verdict.ENTAILED: ("true", "yes", "proved", "entailed", "correct"),
    Verdict.REFUTED: ("false", "no", "disproved", "refuted", "incorrect"),
    Verdict.UNKNOWN: ("uncertain", "unknown", "undetermined", "indeterminate", "neither", "inconclusive"),
}
"""What datasets and models say for the same label, in lower case."""


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

    def read(self, text: str) -> str | None:
        """Return the label that a dataset's own word for it means.

        Args:
            text: a label in any case, or a synonym: ``Unknown`` for ``Uncertain``, ``yes`` for ``True``.

        Returns:
            The label; ``None`` if it is none of the scheme's.
        """
        said = text.strip().rstrip(".").casefold()
        for label in self.labels.values():
            if label.casefold() == said:
                return label
        label = next((self.labels[verdict] for verdict, words in SYNONYMS.items() if said in words), "")
        return label if _meaning(label) is not None and _meaning(label) is _meaning(said) else None


def scheme_of(labels: LabelScheme | Sequence[str] | str) -> LabelScheme:
    """Return the scheme of labels that a user names.

    Args:
        labels: two or three, with commas between them or as a list: what follows, what is ruled out, what is open.
            Words that are known (``SYNONYMS``) may stand in any order. With two, the second is what does not follow.

    Raises:
        UserError: there are not so many, one is there twice, or they can't mean this.
    """
    if isinstance(labels, LabelScheme):
        return labels
    names = [name.strip() for name in (labels.split(",") if isinstance(labels, str) else labels)]
    said = ",".join(names)
    if not 2 <= len(names) <= 3 or not all(names) or len({name.casefold() for name in names}) < len(names):
        raise UserError(
            f"the labels '{said}': name three different ones, for what follows, what is ruled out and what is open, as "
            "in True,False,Unknown, or two, the second for what does not follow, as in yes,no; options of multiple "
            "choice are no labels, and stand in a column 'options'"
        )
    order = list(SYNONYMS)
    meanings = [_meaning(name) for name in names]
    if None not in meanings:
        names.sort(key=lambda name: order.index(_meaning(name) or Verdict.UNKNOWN))
        meanings = [_meaning(name) for name in names]
    places = order if len(names) == 3 else [Verdict.ENTAILED, None]
    for name, meaning, place in zip(names, meanings, places, strict=True):
        if (place is None and meaning is Verdict.ENTAILED) or (place and meaning not in {None, place}):
            raise UserError(
                f"the labels '{said}': '{name}' is out of place; name what follows, what is ruled out, what is open"
            )
    return LabelScheme("/".join(names).lower(), names[0], names[1], names[-1])


def _meaning(label: str) -> Verdict | None:
    """Return what a word that is known says of a statement."""
    return next((verdict for verdict, words in SYNONYMS.items() if label.casefold() in words), None)


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
    return match.group(2) if match else option.strip()


@lru_cache(256)
def statements_of(options: tuple[str, ...]) -> tuple[str, ...]:
    """Return options that are statements, without their letters; none if they are labels such as ``True``."""
    texts = tuple(map(text_of, options))
    return () if any(t.rstrip(".").lower() in _LABELS for t in texts) else texts


def in_words_of(options: tuple[str, ...], scheme: LabelScheme) -> LabelScheme:
    """Return a scheme in the words of options that are labels: with ``Yes`` and ``No`` what is open is as it was."""
    if statements_of(options):
        return scheme
    words = {_meaning(text.rstrip(".")): text for text in map(text_of, options)}
    return LabelScheme(scheme.name, *(words.get(verdict, label) for verdict, label in scheme.labels.items()))


def letters_of(options: tuple[str, ...]) -> list[str]:
    """Return the letters of options; none where they do not all have one of their own."""
    found = [match.group(1).upper() for option in options if (match := _LETTERED.fullmatch(option))]
    return found if len(set(found)) == len(options) else []


def option_of(options: tuple[str, ...], said: str) -> str | None:
    """Return the text of the option that an answer names, by its letter or by its text.

    Args:
        options: the options; those without letters have A, B, C in their order.
        said: the answer.

    Returns:
        The option without its letter; ``None`` if there is no such option.
    """
    letters = letters_of(options) or [chr(ord("A") + place) for place in range(len(options))]
    texts, wanted = [text_of(option) for option in options], said.strip()
    by_letter = dict(zip(letters, texts, strict=True)).get(wanted.strip("().:").upper())
    if by_letter is not None:
        return by_letter
    same = {text for text in texts if text.rstrip(".").casefold() == text_of(wanted).rstrip(".").casefold()}
    return same.pop() if len(same) == 1 else None


def wanted_of(question: str) -> Wanted:
    """Return what a question asks of its options: that one follows, is possible, is ruled out, or does not follow."""
    return asked_by(question)[1] or "entailed"
