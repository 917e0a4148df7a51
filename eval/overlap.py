"""What a run shares with a file that models were trained on: whole problems, questions, single sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError
from sorites.translators.files import Row, parquet_rows, rows_of

from .generators.writing import read_problems
from .runs.reading import read_samples

_FORMULAIC: Final = 0.2
"""A sentence that more than this share of the problems have says nothing of one of them."""
_ENDINGS: Final = frozenset({".jsonl", ".json", ".parquet"})
_FEW: Final = 10
"""How many problems are named."""


class Overlap(BaseModel):
    """What problems share with a training file.

    Attributes:
        problems: how many there are.
        whole: of how many the file has every sentence and the question.
        questions: of how many it has the question.
        contexts: of how many it has every sentence of the context.
        sentences: the share of all sentences that it has, but for formulas that many problems have.
        named: some of those that it has whole.
    """

    problems: int
    whole: int
    questions: int
    contexts: int
    sentences: float
    named: list[str]


def overlap(asked: Path, trained: Path) -> Overlap:
    """Return what a run, or a file of problems, shares with a file of any form: JSON, lines of JSON, or parquet.

    Args:
        asked: the run's folder, or a file of generated problems.
        trained: the training file, or a folder of such files.

    Raises:
        UserError: there is nothing to compare.
    """
    if asked.is_dir():
        texts = [(one.id, one.context, one.question) for one in read_samples(asked).values()]
    else:
        texts = [(one.id, one.context, one.question) for one in read_problems(asked)]
    if not texts:
        raise UserError(f"{asked} keeps no texts of problems; run it again with --out, or name a file of problems")
    files = sorted(p for p in trained.rglob("*") if p.suffix in _ENDINGS) if trained.is_dir() else [trained]
    known = dict[str, set[int]]()  # in which problems of the training file each sentence stands
    for number, row in enumerate(row for file in files for row in _rows(file)):
        for sentence in (one for text in _within(row.found) for one in sentences(text)):
            known.setdefault(sentence, set()).add(number)
    if not known:
        raise UserError(f"{trained} holds no text: lines of JSON, a list of JSON, or parquet is read")
    said = [(name, sentences(context), sentences(question)[-1:]) for name, context, question in texts]
    often = Counter(one for _, context, _ in said for one in set(context))
    formulaic = {one for one, count in often.items() if count > max(1, _FORMULAIC * len(said))}
    contexts = [{*context} - formulaic for _, context, _ in said]
    places = [
        set.intersection(*(known.get(one, set()) for one in context)) if context else set() for context in contexts
    ]
    whole = [*map(bool, places)]
    questions = [bool(question) and question[0] in known for _, _, question in said]
    both = [
        name
        for (name, _, question), place in zip(said, places, strict=True)
        if place & known.get("".join(question), set())
    ]
    total = sum(map(len, contexts))
    return Overlap(
        problems=len(said),
        whole=len(both),
        questions=sum(questions),
        contexts=sum(whole),
        sentences=sum(len(context & known.keys()) for context in contexts) / max(total, 1),
        named=both[:_FEW],
    )


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without labels before them, signs and capitals."""
    parts = re.split(r"(?<=[.?!])\s+|\n+", text)
    plain = (" ".join(re.findall(r"\w+", re.sub(r"^\w+:\s", "", part).lower())) for part in parts)
    return [one for one in plain if one]


def _rows(path: Path) -> Iterator[Row]:
    """Yield the problems of a file."""
    yield from parquet_rows(path) if path.suffix == ".parquet" else rows_of(path)


def _within(value: Any) -> Iterator[str]:
    """Yield the texts in what JSON holds."""
    match value:
        case str():
            yield value
        case dict():
            yield from (text for part in value.values() for text in _within(part))
        case list():
            yield from (text for part in value for text in _within(part))
