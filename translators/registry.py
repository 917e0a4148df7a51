"""Translators by name, ours and those that other packages register.

A package registers a translator under the entry point group ``sorites.translators``:
a callable that takes the text behind the colon of the name.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, cast

from solvers import UserError

from .translation import Translator

GROUP: Final = "sorites.translators"


def make_translator(name: str, *, samples: int = 0, strict: bool = False) -> Translator:
    """Return the translator of a name such as ``recorded:programs.json``.

    Args:
        name: the translator's name, and behind a colon its argument.
        samples: how many samples of each problem to take; 0 for all there are.
        strict: mend nothing in what it writes.

    Raises:
        UserError: there is no such translator.
    """
    kind, _, argument = name.partition(":")
    if kind == "recorded":
        if not argument:
            raise UserError("the translator 'recorded' needs a file: recorded:PATH")
        from .recorded import RecordedTranslator

        return RecordedTranslator.from_file(Path(argument), samples, strict)
    for entry in entry_points(group=GROUP, name=kind):
        return cast("Translator", entry.load()(argument))
    raise UserError(f"there is no translator '{kind}'; there is recorded:PATH")
