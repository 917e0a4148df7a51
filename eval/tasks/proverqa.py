"""ProverQA's files (Qi et al. 2025): problems with formulas for their sentences, and the training split."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from sorites.solvers import UserError
from sorites.translators.files import Text, checked, rows_of

from .formats import Entry, files_in

LEVEL: Final = re.compile(r"(?<![a-z])(?:easy|medium|hard)(?![a-z])")
"""How names of files say the level of their problems."""
_TASK: Final = re.compile(r"(?s)\s*Context:\s*(.*?)\s*Question:\s*(.*?)\s*Options:\s*(.*?)\s*")
"""A task of the training split: context, question and options in one text."""


class _Problem(BaseModel):
    id: Text
    context: str
    question: str
    options: list[str] = []
    answer: Text = ""
    label: Text = ""
    reasoning: str = ""
    nl2fol: dict[str, str] = {}
    conclusion_fol: str = ""


class _Task(BaseModel):
    instruction: str
    output: str


class _Output(BaseModel):
    reasoning: str = ""
    answer: str


def read_proverqa(path: Path) -> Iterator[Entry]:
    """Read ProverQA: the levels, each a list of problems, or the training split, a list of tasks with their answers.

    A level that the name of a file says is a tag of its problems.
    The formulas of ``nl2fol`` and ``conclusion_fol`` are the gold program; the training split and some copies of the
    levels have none.
    """
    files = files_in(path, ".json", ".jsonl")
    for file in files:
        tags = {"file": file.stem} if len(files) > 1 else {}
        if len(levels := set(LEVEL.findall(file.stem.lower()))) == 1:
            tags |= {"level": levels.pop()}
        for number, row in enumerate(rows_of(file)):
            where = f"{file}, {row.place}"
            if isinstance(row.found, dict) and "instruction" in row.found:
                entry = _task(checked(_Task, row.found, where), str(number), where, tags, row.place)
            else:
                entry = _problem(checked(_Problem, row.found, where), tags, row.place)
            yield entry if len(files) == 1 else replace(entry, id=f"{file.stem}/{entry.id}")


def _problem(found: _Problem, tags: dict[str, str], place: str) -> Entry:
    label = found.label or found.answer
    program = _program(found) if found.conclusion_fol else ""
    options = tuple(found.options)
    made = Entry(found.id, found.context, found.question, label, options, tags, program=program, place=place)
    return replace(made, reasoning=found.reasoning)


def _program(found: _Problem) -> str:
    """Return the formulas of the sentences that the context has, and of what is asked."""
    told = [(text, formula) for text, formula in found.nl2fol.items() if text in found.context]
    asked = found.question.partition("? ")[2] or found.question
    lines = [*(f"{formula} ::: {_line(text)}" for text, formula in told)]
    return "\n".join(["Premises:", *lines, "Conclusion:", f"{found.conclusion_fol} ::: {_line(asked)}", ""])


def _line(text: str) -> str:
    return " ".join(text.split())


def _task(found: _Task, name: str, where: str, tags: dict[str, str], place: str) -> Entry:
    """Return a task of the training split.

    Raises:
        UserError: it is not in the form that the authors' have.
    """
    match = _TASK.fullmatch(found.instruction)
    if match is None:
        raise UserError(f"{where}: 'Context:', 'Question:' and 'Options:' are expected in the instruction")
    context, question, options = match.groups()
    try:
        given: Any = json.loads(found.output)
    except json.JSONDecodeError as error:
        raise UserError(f"{where}: the output is no JSON with 'reasoning' and 'answer': {error.msg}") from error
    out = checked(_Output, given, f"{where}, output")
    choices = tuple(line.strip() for line in options.splitlines() if line.strip())
    return Entry(name, context, question, out.answer, choices, tags, place=place, reasoning=out.reasoning)
