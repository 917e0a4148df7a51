"""Lists of generated problems: words, games, topics, rules. Each is a file of JSON beside this one."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Any:
    """Return the data of a file by its name; it is shared, so nobody changes it."""
    return json.loads(files(__package__).joinpath(f"{name}.json").read_text("utf-8"))
