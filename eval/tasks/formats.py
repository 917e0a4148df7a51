"""The files in which benchmarks are published, each read into the same entries."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import UserError
from sorites.translators.recorded import load_entries

T = TypeVar("T", bound=BaseModel)
_OPTION: Final = re.compile(r"\s*\(?([A-Z])[).:]\s*(.+?)\s*")
_LOGICASKER: Final = re.compile(
    r"(?s)\s*(?:Consider the following premises:)?\s*(.*?)\s*(Can we infer the following.*)"
)


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
            label = entry.label or _chosen(entry.options, entry.answer) or ""
            tags = {"file": file.stem} if len(files) > 1 else {}
            yield Entry(name, entry.context, entry.question, label, tuple(entry.options), tags)


def read_folio(path: Path) -> Iterator[Entry]:
    """Read FOLIO's own format, a problem a line, or that of recorded programs."""
    for file in files_in(path, ".jsonl", ".json"):
        if file.suffix != ".jsonl":
            yield from read_recorded(file)
            continue
        for number, line in enumerate(text_of(file).splitlines()):
            if line.strip():
                row = _checked(_Folio, _json(line, f"{file}, line {number + 1}"), f"{file}, line {number + 1}")
                premises = row.premises if isinstance(row.premises, str) else "\n".join(row.premises)
                label = "Uncertain" if row.label == "Unknown" else row.label
                yield Entry(str(number), premises, row.conclusion, label, program=row.program())


def read_logicasker(path: Path) -> Iterator[Entry]:
    """Read LogicAsker's tables of problems (Wan et al. 2024, section 3.3)."""
    for file in files_in(path, ".csv"):
        for row in csv.DictReader(text_of(file).splitlines()):
            found = _checked(_LogicAsker, row, str(file))
            match = _LOGICASKER.fullmatch(found.query)
            context, question = match.groups() if match else ("", found.query)
            tags = {"logic": found.logic, "category": found.rule_category, "rule": found.rule, "case": found.problem}
            yield Entry(found.id, context, question, found.answer.strip().lower(), (), tags)


def read_multi_logieval(path: Path) -> Iterator[Entry]:
    """Read Multi-LogiEval's files, one for each rule and depth (Patel et al. 2024, section 3)."""
    for file in files_in(path, ".json"):
        found = _checked(_MultiLogiEval, _json(text_of(file), str(file)), str(file))
        folder, depth = file.parent.name, str(found.depth).lower().removeprefix("d")
        logic = folder if folder in {"pl", "fol", "nm"} else found.logic
        for sample in found.samples:
            name = f"{logic}/d{depth}/{file.stem}/{sample.id}"
            label = sample.answer.strip().rstrip(".").lower()
            tags = {"logic": logic, "depth": depth, "rule": found.rule or file.stem}
            mended = [f"the answer '{sample.answer}' is {label}"] if sample.answer != label else []
            if found.logic.lower() != logic:
                mended.append(f"the logic '{found.logic}' in the folder {logic}")
            if not _is_utf8(file):
                mended.append("a file in cp1252")
            yield Entry(name, sample.context, sample.question, label, (), tags, mended=tuple(mended))


def read_boardgameqa(path: Path) -> Iterator[Entry]:
    """Read BoardgameQA's files: facts, rules, preferences and the question in one text (Kazemi et al. 2023)."""
    files = files_in(path, ".json")
    for file in files:
        for number, row in enumerate(_json(text_of(file), str(file))):
            found = _checked(_BoardgameQA, row, f"{file}, entry {number + 1}")
            context, mark, question = found.question.partition("Based on the game state")
            name = found.id or str(number)
            tags = {"file": file.stem} if len(files) > 1 else {}
            if depth := re.search(r"depth(\d+)", file.stem):
                tags["depth"] = depth.group(1)
            name = f"{file.stem}/{name}" if len(files) > 1 else name
            yield Entry(name, context, mark + question, found.label, (), tags, found.proof)


def text_of(path: Path) -> str:
    """Return the text of a file, in UTF-8 or, as some were published, in cp1252.

    Raises:
        UserError: it can't be read.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


@cache
def _is_utf8(path: Path) -> bool:
    try:
        path.read_text("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def read_plain(path: Path) -> Iterator[Entry]:
    """Read a file of anybody's: JSON lines, JSON or CSV with context, question and answer."""
    if path.suffix == ".csv":
        rows: Any = csv.DictReader(text_of(path).splitlines())
    elif path.suffix == ".json":
        rows = _json(text_of(path), str(path))
    else:
        lines = text_of(path).splitlines()
        rows = (_json(line, f"{path}, line {n}") for n, line in enumerate(lines, 1) if line.strip())
    for number, row in enumerate(rows):
        found = _checked(_Plain, row, f"{path}, entry {number + 1}")
        tags = {
            k: str(v) for k, v in (found.model_extra or {}).items() if isinstance(v, str | int) and len(str(v)) < 40
        }
        yield Entry(found.id or str(number), found.context, found.question, found.answer.strip(), (), tags)


class _Plain(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: Annotated[str, Field(coerce_numbers_to_str=True)] = ""
    context: str
    question: str
    answer: Annotated[str, Field(coerce_numbers_to_str=True)]


class _Folio(BaseModel):
    model_config = ConfigDict(extra="ignore")

    premises: str | list[str]
    conclusion: str
    label: str
    premises_fol: Annotated[str | list[str], Field(alias="premises-FOL")] = ""
    conclusion_fol: Annotated[str, Field(alias="conclusion-FOL")] = ""

    def program(self) -> str:
        """Return the annotators' formulas as a program's text."""
        if not self.conclusion_fol:
            return ""
        given = self.premises_fol.splitlines() if isinstance(self.premises_fol, str) else self.premises_fol
        return "\n".join(["Premises:", *given, "Conclusion:", self.conclusion_fol]) + "\n"


class _LogicAsker(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, Field(coerce_numbers_to_str=True)]
    logic: str
    rule_category: str
    rule: str
    problem: str
    query: str
    answer: str


class _BoardgameQA(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, Field(coerce_numbers_to_str=True)] = ""
    question: str
    label: str
    proof: str = ""


class _Sample(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, Field(coerce_numbers_to_str=True)]
    context: str
    question: str
    answer: str


class _MultiLogiEval(BaseModel):
    model_config = ConfigDict(extra="ignore")

    logic: str
    rule: str = ""
    depth: str | int
    samples: list[_Sample]


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where} is no JSON: {error}") from error


def _checked(schema: type[T], found: Any, where: str) -> T:
    try:
        return schema.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise UserError(f"{where} is not in the benchmark's format: {place}: {first['msg']}") from error


def _chosen(options: list[str], answer: str | None) -> str | None:
    """Return the text of the option that the answer's letter names."""
    for option in options:
        match = _OPTION.fullmatch(option)
        if match and match.group(1) == answer:
            return match.group(2)
    return answer
