"""Files of anybody's problems: JSON lines, JSON or CSV, with columns that say what they are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from sorites.translators.files import Text, checked, rows_of, words_of

from .formats import Entry, Lines, gold_program

TAG: Final = 40
"""The longest value of a column that is a tag."""


def read_plain(path: Path) -> Iterator[Entry]:
    """Read a file of anybody's: JSON lines, JSON or CSV with context, question and answer.

    Args:
        path: the file; its ending says whether it is a table.

    Raises:
        UserError: it can't be read, or a row does not fit; the error says which, what it has and what is expected.
    """
    for number, row in enumerate(rows_of(path, PlainRow)):
        found = row.found
        if isinstance(found, Mapping):  # what is empty is not there, but for the three that must be
            needed = {name for names in _NEEDED for name in names}
            found = {key: value for key, value in found.items() if value not in (None, "") or key in needed}
        one = checked(PlainRow, found, f"{path}, {row.place}")
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


_NEEDED: Final = (("context", "premises"), ("question", "conclusion"), ("answer", "label"))
