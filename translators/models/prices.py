"""What models cost: a table that the user gives, since prices change faster than releases."""

from __future__ import annotations

import json
from collections.abc import Mapping
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


def price_of(name: str, prices: Mapping[str, Price]) -> Price | None:
    """Return the price of a model.

    Args:
        name: what it is called, such as ``openai:llama3.1:8b`` or ``local``.
        prices: by what it is called; else by its name at the endpoint, such as ``llama3.1:8b``, or by what stands
            behind the provider, in that order.

    Returns:
        The price; ``None`` if the table has none.
    """
    plain = name.partition("?")[0].partition("@http")[0]
    _, _, model = plain.partition(":")
    return next((prices[one] for one in (name, plain, model, model.partition(":")[2]) if one and one in prices), None)


def load_prices(path: Path) -> dict[str, Price]:
    """Return the prices by model, from a JSON object such as ``{"m": {"input": 1.0, "output": 4.0}}``.

    Raises:
        UserError: the file can't be read, or is no such table.
    """
    try:
        return TypeAdapter(dict[str, Price]).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise UserError(f"{path} is no table of prices: {why}") from error
