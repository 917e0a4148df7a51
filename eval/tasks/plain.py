"""Files of anybody's problems: JSON lines, JSON or CSV, with columns that say what they are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from sorites.solvers import UserError, require
from sorites.translators.files import Row, Text, checked, rows_of, words_of

from .columns import Columns
from .formats import Entry, Lines, gold_program

TAG: Final = 40
"""The longest value of a column that is a tag."""


def read_plain(path: Path, columns: Columns | None = None) -> Iterator[Entry]:
    """Read a file of anybody's: JSON lines, JSON or CSV with context, question and answer.

    Args:
        path: the file; its ending says whether it is a table.
        columns: where these stand, if they are called otherwise.

    Raises:
        UserError: it can't be read, or a row does not fit; the error says which, what it has and what is expected.
    """
    rows = columns.rows(rows_of(path)) if columns is not None else rows_of(path)
    yield from entries_of(rows, str(path))


def entries_of(rows: Iterable[Row], source: str) -> Iterator[Entry]:
    """Return rows as problems.

    Args:
        rows: the rows.
        source: what they are of.

    Raises:
        UserError: a row does not fit.
    """
    for number, row in enumerate(rows):
        found = row.found
        if isinstance(found, Mapping):  # what is empty is not there, but for the three that must be
            needed = {name for names in _NEEDED for name in names}
            found = {key: value for key, value in found.items() if value not in (None, "") or key in needed}
        one = checked(PlainRow, found, f"{source}, {row.place}")
        tags = {
            key: words_of(value)
            for key, value in (one.model_extra or {}).items()
            if isinstance(value, str | int | float) and len(words_of(value)) < TAG
        }
        yield Entry(
            one.id or str(number),
            one.context,
            one.question,
            one.answer.strip(),
            one.options,
            tags,
            one.proof,
            one.program or gold_program(one.premises_fol, one.conclusion_fol),
            story=one.story,
            place=row.place,
        )


def read_hub(name: Path, said: Mapping[str, str], columns: Columns | None = None) -> Iterator[Entry]:
    """Read a dataset of the Hugging Face Hub, or of a folder as the Hub has them.

    Args:
        name: ``ORG/NAME``, or the folder.
        said: its ``config``, its ``split`` (``test`` if none is named) and its ``revision``.
        columns: where the parts of a problem stand.

    Raises:
        UserError: it can't be loaded, or a row does not fit.
    """
    require("hf", "datasets")
    from datasets import load_dataset

    split, revision = said.get("split", "test"), said.get("revision")
    try:
        found = load_dataset(str(name), said.get("config"), split=split, revision=revision)
    except Exception as error:  # whatever comes of a network, a script or a name
        raise UserError(f"can't load {name}, {split}: {type(error).__name__}: {error}") from error
    named = {column: one.int2str for column, one in found.features.items() if hasattr(one, "int2str")}
    rows = (
        Row(f"row {number}", {c: named[c](v) if c in named and isinstance(v, int) else v for c, v in row.items()})
        for number, row in enumerate(found)
    )
    yield from entries_of(columns.rows(rows) if columns is not None else rows, str(name))


def _several(value: Any) -> Any:
    """Return options: a list, or in a field of a table a list in JSON or one on each line."""
    if isinstance(value, str):
        if value.lstrip().startswith("["):
            try:
                value = json.loads(value)
            except ValueError:
                return value
        else:
            value = [line.strip() for line in value.split("\n") if line.strip()]
    return [words_of(one) for one in value] if isinstance(value, list) else value


class PlainRow(BaseModel):
    """A row of such a file; any other short column is a tag.

    Attributes:
        context: what is taken to hold; FOLIO's name for it is ``premises``.
        question: what is asked; FOLIO's name for it is ``conclusion``.
        answer: the label, or of multiple choice the letter or the text of an option.
        id: its name; its number in the file if there is none.
        options: the choices of multiple choice.
        program: the gold program.
        premises_fol: the premises of the gold program, as FOLIO's files have them.
        conclusion_fol: its goal.
        proof: the proof that the file gives.
        story: what problems of one text share.
    """

    model_config = ConfigDict(extra="allow")

    context: Annotated[Lines, Field(validation_alias=AliasChoices("context", "premises"))]
    question: Annotated[Text, Field(validation_alias=AliasChoices("question", "conclusion"), pattern=r"\S")]
    answer: Annotated[Text, Field(validation_alias=AliasChoices("answer", "label"))]
    id: Text = ""
    options: Annotated[tuple[str, ...], BeforeValidator(_several)] = ()
    program: str = ""
    premises_fol: Annotated[Lines, Field(validation_alias="premises-FOL")] = ""
    conclusion_fol: Annotated[str, Field(validation_alias="conclusion-FOL")] = ""
    proof: str = ""
    story: Annotated[Text, Field(validation_alias=AliasChoices("story", "story_id"))] = ""

    @model_validator(mode="before")
    @classmethod
    def _by_place(cls, found: Any) -> Any:
        """Take a whole number for the place of an option, from 0, as LogiQA and ReClor have it.

        Raises:
            ValueError: it is an option's text, too, and another one's than the one at that place.
        """
        name = "answer" if "answer" in found else "label"
        label, options = found.get(name), found.get("options")
        if not isinstance(options, list) or not isinstance(label, int) or isinstance(label, bool):
            return found
        if not 0 <= label < len(options):
            raise ValueError(f"there is no option {label}; they are counted from 0")
        if str(label) in map(words_of, options) and words_of(options[label]) != str(label):
            raise ValueError(f"{label} is an option, and the place of another one; name it by its letter")
        return {**found, name: chr(ord("A") + label)}


_NEEDED: Final = (("context", "premises"), ("question", "conclusion"), ("answer", "label"))
