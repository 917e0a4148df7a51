"""The files in which benchmarks are published, each read into the same entries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from sorites.solvers import UserError
from sorites.translators.files import Text, checked, json_of, parquet_rows, rows_of, text_of
from sorites.translators.recorded import load_entries

_LOGICASKER: Final = re.compile(
    r"(?s)\s*(?:Consider the following premises:)?\s*(.*?)\s*(Can we infer the following.*)"
)
_RELATIONS: Final = "multivar_fol"
"""What Multi-LogiEval's files call its rules with relations."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem of a file, with its label.

    Attributes:
        id: its name, unique in the dataset.
        context: what is taken to hold.
        question: what is asked.
        label: the label, as the file has it.
        options: the choices.
        tags: what figures can be told apart by, such as ``depth``.
        proof: the proof that the file gives.
        program: the gold program, if the file has formulas.
        mended: what was faulty in the file and taken as it was meant.
        story: what problems of one text share, if the file says it.
        place: where it stands in its file.
        reasoning: the steps to the label in words, if the file has them.
    """

    id: str
    context: str
    question: str
    label: str
    options: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)
    proof: str = ""
    program: str = ""
    mended: tuple[str, ...] = ()
    story: str = ""
    place: str = ""
    reasoning: str = ""


def files_in(path: Path, *endings: str) -> list[Path]:
    """Return the files of a folder that end so, in order, or the file itself.

    Raises:
        UserError: there is none.
    """
    if not path.is_dir():
        return [path]
    found = sorted(p for p in path.rglob("*") if p.suffix in endings)
    if not found:
        raise UserError(f"{path} holds no file that ends with {' or '.join(endings)}")
    return found


def read_recorded(path: Path) -> Iterator[Entry]:
    """Read the format of Logic-LM, LINC and ProverQA: a list of problems."""
    files = files_in(path, ".json")
    for file in files:
        for entry in load_entries(file):
            name = f"{file.stem}/{entry.id}" if len(files) > 1 else entry.id
            label = entry.label or entry.answer or ""
            tags = {"file": file.stem} if len(files) > 1 else {}
            given = tuple(entry.options)
            yield Entry(name, entry.context, entry.question, label, given, tags, reasoning=entry.reasoning)


def read_folio(path: Path) -> Iterator[Entry]:
    """Read FOLIO's own format, a problem a line, or that of recorded programs."""
    files = files_in(path, ".jsonl", ".json")
    for file in files:
        if file.suffix != ".jsonl":
            yield from read_recorded(file)
            continue
        for row in rows_of(file, legacy=True):
            one = checked(_Folio, row.found, f"{file}, {row.place}")
            name = str(int(row.place.rpartition(" ")[2]) - 1)
            program = gold_program(one.premises_fol, one.conclusion_fol)
            name = f"{file.stem}/{name}" if len(files) > 1 else name
            yield Entry(name, one.premises, one.conclusion, one.label, program=program, place=row.place)


def read_bbeh_zebra_puzzles(path: Path) -> Iterator[Entry]:
    """Read BIG-Bench Extra Hard's zebra puzzles (Kazemi et al. 2025); the options are the places in the row."""
    for file in files_in(path, ".json"):
        found = checked(_Examples, json_of(text_of(file), str(file)), str(file))
        for number, one in enumerate(found.examples):
            context, _, question = one.input.rpartition("Question:")
            places = re.search(r"in positions ([\d, ]+\d)", context)
            options = tuple(places.group(1).split(", ")) if places else ()
            yield Entry(str(number), context.strip(), question.strip(), one.target, options, place=f"example {number}")


WHICH_VALUES: Final = "Which values belong to each house?"
"""What is asked of a grid that has to be filled in."""


def read_zebralogic(path: Path) -> Iterator[Entry]:
    """Read ZebraLogic's puzzles (Lin et al. 2025): grids to fill in, or questions for one value with choices."""
    for file in files_in(path, ".json", ".jsonl", ".parquet"):
        for row in rows_of(file) if file.suffix != ".parquet" else parquet_rows(file):
            one = checked(_ZebraLogic, row.found, f"{file}, {row.place}")
            label = one.answer
            if one.solution is not None:
                label = _assignment(one.puzzle, one.solution, f"{file}, {row.place}")
            tags = {"size": one.size} if one.size else {}
            yield Entry(one.id, one.puzzle, one.question or WHICH_VALUES, label, one.choices, tags, place=row.place)


def _assignment(puzzle: str, solution: _Rows, where: str) -> str:
    """Return a solution as we write an assignment: columns in the order in which the puzzle lists what people have.

    Raises:
        UserError: it has other values than the puzzle; where solutions are kept back, it has none.
    """
    from sorites.translators.english.grids import attributes  # only here, since it loads a vocabulary

    listed = {frozenset(values): name for name, values in attributes(puzzle).items()}
    columns = list(zip(*solution.rows, strict=True))[1:]
    named = {listed.get(frozenset(column)): column for column in columns}
    if None in named or len(named) != len(listed):
        raise UserError(f"{where}: the solution has not the values that the puzzle lists")
    rows = {
        f"House {number}": {name: named[name][number - 1] for name in listed.values()}
        for number in range(1, len(solution.rows) + 1)
    }
    return json.dumps(rows, ensure_ascii=False)


def read_bbeh_boardgame_qa(path: Path) -> Iterator[Entry]:
    """Read BIG-Bench Extra Hard's board games (Kazemi et al. 2025): BoardgameQA's, of more rules, with instructions."""
    for file in files_in(path, ".json"):
        found = checked(_Examples, json_of(text_of(file), str(file)), str(file))
        for number, one in enumerate(found.examples):
            context, mark, rest = one.input.partition("Based on the facts, rules, and preferences")
            question = re.sub(
                r"\s+", " ", f"{mark}{rest.partition('?')[0]}?"
            )  # what the answers are called, labels say
            yield Entry(str(number), context.strip(), question, one.target, place=f"example {number}")


def gold_program(premises: str, conclusion: str) -> str:
    """Return annotators' formulas, one a line, as a program's text; nothing if there is no conclusion."""
    return f"Premises:\n{premises}\nConclusion:\n{conclusion}\n" if conclusion else ""


def read_logicasker(path: Path) -> Iterator[Entry]:
    """Read LogicAsker's tables of problems (Wan et al. 2024, section 3.3), or those by length (section 4.3).

    The first have the leaf of each problem; the others a question and its target, and the length in their names.
    """
    for file in files_in(path, ".csv", ".json"):
        for number, row in enumerate(rows_of(file, legacy=True)):
            if isinstance(row.found, Mapping) and "target" in row.found:
                yield _of_length(checked(_LogicAskerLength, row.found, f"{file}, {row.place}"), file, number, row.place)
                continue
            found = checked(_LogicAsker, row.found, f"{file}, {row.place}")
            context, question = _premises_and_question(found.query)
            tags = {"logic": found.logic, "category": found.rule_category, "rule": found.rule, "case": found.problem}
            yield Entry(found.id, context, question, found.answer, (), tags, place=row.place)


def _premises_and_question(query: str) -> tuple[str, str]:
    match = _LOGICASKER.fullmatch(query)
    return (match.group(1), match.group(2)) if match else ("", query)


def _of_length(found: _LogicAskerLength, file: Path, number: int, place: str) -> Entry:
    asked = found.question or found.input
    _, premises, last = asked.rpartition("Consider the following premises:")  # behind demonstrations
    context, question = _premises_and_question(premises + last)
    name = found.id or f"{file.stem}/{number}"
    if found.method and found.method != "zero_shot":
        name = f"{name}/{found.method}"
    length = re.search(r"len_(\d+)", found.id or file.stem)
    return Entry(name, context, question, found.target, (), {"length": length.group(1)} if length else {}, place=place)


def read_multi_logieval(path: Path) -> Iterator[Entry]:
    """Read Multi-LogiEval's files, one for each rule and depth (Patel et al. 2024, section 3)."""
    for file in files_in(path, ".json"):
        found = checked(_MultiLogiEval, json_of(text_of(file, legacy=True), str(file)), str(file))
        folder, depth, rule = file.parent.name, str(found.depth).lower().removeprefix("d"), found.rule or file.stem
        logic = folder if folder in {"pl", "fol", "nm"} else found.logic
        if logic == _RELATIONS:  # appendix H: rules 1 to 7 of table 14, each of one step
            logic, depth, rule = "relations", "1", f"R{rule}"
        for sample in found.samples:
            name = f"{logic}/d{depth}/{file.stem}/{sample.id}"
            label = sample.answer.strip().rstrip(".").lower()
            tags = {"logic": logic, "depth": depth, "rule": rule}
            mended = [f"the answer '{sample.answer}' is {label}"] if sample.answer != label else []
            if found.logic.lower() not in {logic, _RELATIONS}:
                mended.append(f"the logic '{found.logic}' in the folder {logic}")
            if not _is_utf8(file):
                mended.append("a file in cp1252")
            yield Entry(name, sample.context, sample.question, label, (), tags, mended=tuple(mended))


def read_boardgameqa(path: Path) -> Iterator[Entry]:
    """Read BoardgameQA's files: facts, rules, preferences and the question in one text (Kazemi et al. 2023)."""
    files = files_in(path, ".json")
    for file in files:
        for number, row in enumerate(rows_of(file, legacy=True)):
            found = checked(_BoardgameQA, row.found, f"{file}, {row.place}")
            context, mark, question = found.question.partition("Based on the game state")
            name = found.id or str(number)
            tags = {"file": file.stem} if len(files) > 1 else {}
            if depth := re.search(r"depth(\d+)", file.stem):
                tags["depth"] = depth.group(1)
            name = f"{file.stem}/{name}" if len(files) > 1 else name
            yield Entry(name, context, mark + question, found.label, (), tags, found.proof, place=row.place)


@cache
def _is_utf8(path: Path) -> bool:
    try:
        path.read_text("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lines(found: Any) -> Any:
    """Return a text, of lines if it is a list of them."""
    return "\n".join(found) if isinstance(found, list) and all(isinstance(one, str) for one in found) else found


Lines = Annotated[str, BeforeValidator(_lines)]
"""A text, or a list of its lines."""


class _Example(BaseModel):
    input: str
    target: Text


class _Examples(BaseModel):
    examples: list[_Example]


class _Rows(BaseModel):
    rows: list[list[str]]


class _ZebraLogic(BaseModel):
    id: Text
    puzzle: str
    size: str = ""
    question: str = ""
    choices: tuple[str, ...] = ()
    answer: str = ""
    solution: _Rows | None = None


class _Folio(BaseModel):
    premises: Lines
    conclusion: str
    label: str
    premises_fol: Annotated[Lines, Field(alias="premises-FOL")] = ""
    conclusion_fol: Annotated[str, Field(alias="conclusion-FOL")] = ""


class _LogicAsker(BaseModel):
    id: Text
    logic: str
    rule_category: str
    rule: str
    problem: str
    query: str
    answer: str


class _LogicAskerLength(BaseModel):
    id: Text = ""
    method: str = ""
    question: str = ""
    input: str = ""
    target: str


class _BoardgameQA(BaseModel):
    id: Text = ""
    question: Annotated[str, Field(validation_alias=AliasChoices("question", "example"))]
    label: str
    proof: str = ""


class _Sample(BaseModel):
    id: Text
    context: str
    question: str
    answer: str


class _MultiLogiEval(BaseModel):
    logic: str
    rule: str = ""
    depth: str | int
    samples: list[_Sample]
