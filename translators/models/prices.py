"""What models cost: a table that the user gives, since prices change faster than releases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sorites.solvers import UserError

from .chat import Usage


class Price(BaseModel):
    """A model's price for a million tokens, in whatever currency the table is in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]

    def of(self, usage: Usage) -> float:
        """Return what answers cost."""
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / 1_000_000


_TABLE = TypeAdapter(dict[str, Price])


def load_prices(path: Path) -> dict[str, Price]:
    """Return the prices by model, from a JSON object such as ``{"m": {"input": 1.0, "output": 4.0}}``.

    Raises:
        UserError: the file can't be read, or is no such table.
    """
    try:
        return _TABLE.validate_python(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise UserError(f"{path} is no table of prices: {why}") from error
