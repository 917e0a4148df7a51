"""What may be answered to a problem: its labels, explained, or the letters of its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sorites.solvers import UserError, Verdict

from ...problem import LabelScheme, Problem, letters_of, text_of

_OPEN: Final = ("uncertain", "unknown")
"""Labels of different schemes for the same."""
_FOLLOWS: Final = {
    frozenset({Verdict.ENTAILED}): "it follows from the text",
    frozenset({Verdict.REFUTED}): "its opposite follows from the text",
    frozenset({Verdict.UNKNOWN}): "neither it nor its opposite follows from the text",
    frozenset({Verdict.REFUTED, Verdict.UNKNOWN}): "it does not follow: the text rules it out, or leaves it open",
    frozenset({Verdict.ENTAILED, Verdict.UNKNOWN}): "its opposite does not follow: the text says it, or leaves it open",
    frozenset({Verdict.ENTAILED, Verdict.REFUTED}): "it or its opposite follows from the text",
}


@dataclass(frozen=True, slots=True)
class Answers:
    """What may be answered to a problem.

    Attributes:
        labels: the label, or the option, that each possible answer stands for.
        told: what a model is told of them.
        statements: whether the options are statements of which one is right, not truth values.
    """

    labels: Mapping[str, str]
    told: str
    statements: bool = False

    def written(self, label: str) -> str | None:
        """Return how a label or an option is answered; ``None`` if it is none of them.

        Args:
            label: a label, or an option with or without its letter.
        """
        wanted = text_of(label).casefold()
        same = set(_OPEN) if wanted in _OPEN else {wanted}
        return next((w for w, one in self.labels.items() if one.casefold() in same), None)


def answers_to(problem: Problem) -> Answers:
    """Return what may be answered to a problem.

    Args:
        problem: the problem: its labels are those of its scheme, and where it has options the
            answer is a letter.
    """
    meanings = _meanings(problem.scheme)
    if not problem.options:
        return Answers({label: label for label in meanings}, _told(meanings))
    letters = letters_of(problem.options) or [text_of(option) for option in problem.options]
    known = Answers({label: label for label in meanings}, "")
    as_labels = [known.written(option) for option in problem.options]
    if None not in as_labels:
        labels = {letter: str(label) for letter, label in zip(letters, as_labels, strict=True)}
        return Answers(labels, _told({f"{w} ({one})" if w != one else w: meanings[one] for w, one in labels.items()}))
    texts = dict(zip(letters, map(text_of, problem.options), strict=True))
    return Answers(texts, f"Answer with one of {', '.join(texts)}: the option that is right.", True)


def _meanings(scheme: LabelScheme) -> dict[str, str]:
    """Return what each label says of the statement that is asked about."""
    verdicts: dict[str, set[Verdict]] = {}
    for verdict, label in scheme.labels.items():
        verdicts.setdefault(label, set()).add(verdict)
    return {label: _FOLLOWS[frozenset(found)] for label, found in verdicts.items()}


def _told(meanings: Mapping[str, str]) -> str:
    lines = "\n".join(f"- {label}: {meaning}" for label, meaning in meanings.items())
    return f"Answer with one of these, which say of the statement that is asked about:\n{lines}"


def shown_answer(answer: str, options: tuple[str, ...], problem: Problem, whose: str) -> tuple[str, tuple[str, ...]]:
    """Return a demonstration's answer as it is given to problems like this one, and the options that it is shown with.

    Args:
        answer: a verdict (``entailed``), a label (``True``), a letter of its options or an option.
        options: the demonstration's own options; none if it is about one statement.
        problem: the problem, whose labels or letters are used.
        whose: the demonstration, for what is said of it.

    Raises:
        UserError: such problems have no such answer.
    """
    asked = answers_to(problem)
    own = answers_to(Problem("", "", "", problem.scheme, options))
    if options and answer.upper() in own.labels:
        answer = own.labels[answer.upper()]
    if answer in set(Verdict):
        answer = problem.scheme.label(Verdict(answer)) or answer
    if own.statements is not asked.statements:
        kind = "without options" if asked.statements else "with options"
        raise UserError(f"{whose}: a demonstration {kind} can't be shown for problems that are not so")
    told, shown = (own, options) if own.statements else (asked, problem.options)
    if (found := told.written(answer)) is None:
        listed = ", ".join(dict.fromkeys((*told.labels, *told.labels.values())))
        raise UserError(f"{whose}: its answer '{answer}' is none of what such problems have: {listed}")
    return found, shown
