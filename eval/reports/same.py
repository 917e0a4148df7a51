"""Whether what is compared is of the same samples: runs, and logs of other tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from sorites.solvers import UserError

from ..exchange.reading import Asked, ScoredLog
from ..runs.records import SampleText
from .figures import Run

_CUT: Final = "(content truncated)"
"""Where inspect_ai's summaries end of a text of which they hold the beginning only."""
_BEGINNING: Final = 1000
"""How many characters of a text are looked for in one that was cut."""


def check_same(one: str, first: Run | ScoredLog, other: str, second: Run | ScoredLog) -> None:
    """Refuse to compare what is not of the same samples.

    Args:
        one: what the first is called.
        first: a run or a log.
        other: what the second is called.
        second: another one.

    Raises:
        UserError: they share no names of samples, texts or right answers differ, or nothing shows that they don't; or
            logs are of two tasks or scores.
    """
    datasets = f"{one} is of {dataset_of(first)}, {other} of {dataset_of(second)}"
    if isinstance(first, ScoredLog) and isinstance(second, ScoredLog):
        _check_task(first, second)
    for called, some in ((one, first), (other, second)):
        if not _names(some):
            raise UserError(f"{called} has no sample that is scored, and nothing to compare")
    names = _names(second)
    shared = [name for name in _names(first) if name in names]
    if not shared:
        raise UserError(f"they share no samples: {datasets}")
    texts, others = _texts(first), _texts(second)
    if not all(name in texts and name in others for name in shared):
        raise UserError(
            f"nothing shows that {one} and {other} are of the same samples: samples.jsonl does not hold all texts; "
            "run it anew"
        )
    differ = {name: found for name in shared if (found := _differing(texts[name], others[name]))}
    if differ:
        name, parts = next(iter(differ.items()))
        raise UserError(
            f"they are not of the same samples: {len(differ)} of {len(shared)} that have the same name differ, "
            f"such as '{name}' in its {' and '.join(parts)}; {datasets}. "
            "Compare runs of one dataset, or logs of one task"
        )


def dataset_of(one: Run | ScoredLog) -> str:
    """Return what a run or a log is of."""
    return one.dataset if isinstance(one, Run) else one.task


def _names(one: Run | ScoredLog) -> Mapping[str, object]:
    if isinstance(one, ScoredLog):
        return one.asked
    return dict.fromkeys(name for right in one.right.values() for name in right)


def _texts(one: Run | ScoredLog) -> Mapping[str, SampleText | Asked]:
    return one.texts if isinstance(one, Run) else one.asked


def _check_task(first: ScoredLog, second: ScoredLog) -> None:
    if first.task != second.task:
        raise UserError(f"{first.path} is of the task {first.task}, {second.path} of {second.task}; compare one task")
    if first.scorer != second.scorer:
        raise UserError(f"{first.path} has the score {first.scorer}, {second.path} {second.scorer}")


def _differing(one: SampleText | Asked, other: SampleText | Asked) -> list[str]:
    """Return in which parts samples of one name differ, in words."""
    if isinstance(one, SampleText):
        if isinstance(other, SampleText):
            parts = (("context", "text"), ("question", "question"), ("gold", "gold label"))
            return [said for part, said in parts if getattr(one, part) != getattr(other, part)]
        return _between(one, other)
    if isinstance(other, SampleText):
        return _between(other, one)
    text = one.digest != other.digest or _words(one.text) != _words(other.text)
    return ["text"] * text + ["target"] * (one.targets != other.targets)


def _between(ours: SampleText, theirs: Asked) -> list[str]:
    """Return in which parts a sample of a run and one of a log differ: a log's text holds a run's, with more."""
    told, cut = _words(theirs.text), _CUT in theirs.text
    context, question = _words(ours.context), "" if cut else _words(ours.question)
    text = (context[:_BEGINNING] if cut else context) not in told or question not in told
    right = ours.gold.casefold() in {target.casefold() for target in theirs.targets}
    return ["text"] * text + ["gold label"] * (not right)


def _words(text: str) -> str:
    return " ".join(text.split())


def told_apart(paths: Sequence[Path]) -> list[str]:
    """Return what runs and files are called: of each one's path as much as tells it from the others.

    Raises:
        UserError: one is named twice.
    """
    parts = [path.resolve().parts for path in paths]
    if twice := next((path for path, own in zip(paths, parts, strict=True) if parts.count(own) > 1), None):
        raise UserError(f"{twice} is named twice; nothing can be compared with itself")

    def ends(own: tuple[str, ...]) -> str:
        size = next(n for n in range(1, len(own) + 1) if [other[-n:] for other in parts].count(own[-n:]) == 1)
        return str(Path(*own[-size:]))

    return [ends(own) for own in parts]


def check_scores(compared: Iterable[Run | ScoredLog]) -> None:
    """Refuse logs whose scores can't be laid beside right and wrong answers.

    Raises:
        UserError: there are runs, and a log has a score that is not between 0 and 1.
    """
    several = list(compared)
    if not any(isinstance(one, Run) for one in several):
        return
    for one in several:
        if isinstance(one, ScoredLog) and (odd := [v for v in one.values.values() if not 0 <= v <= 1]):
            raise UserError(
                f"the score {one.scorer} of {one.path} is {odd[0]:g} of a sample, and a run's answers are right, 1, or "
                "wrong, 0; name another score by --scorer"
            )
