"""What stands where a model gave no translation. It is light, since every answer passes by it."""

from __future__ import annotations

from typing import Final

from sorites.solvers import Diagnostic, Level, Reading

from ..translation import Translation
from .chat import ModelUnavailable, RequestRefused, spent

REFUSED: Final = "refused"
"""The code of the diagnostic of a model that refuses to answer."""
UNAVAILABLE: Final = "unavailable"
"""The code of the diagnostic of a sample that the endpoint did not answer, which may pass."""
VAIN: Final = "no-answer"
"""The code of the diagnostic of a model whose answers are cut off, or empty, whenever it is asked."""
UNWANTED: Final = "request-refused"
"""The code of the diagnostic of a sample that the endpoint refused to take, such as one that is too long."""


def unanswered(name: str, error: ModelUnavailable | RequestRefused, prompt: str = "") -> Translation:
    """Return what stands for a translation that the endpoint did not give.

    Args:
        name: the translator's name.
        error: why there is none.
        prompt: the prompt's version and hash.
    """
    code = UNAVAILABLE if isinstance(error, ModelUnavailable) else UNWANTED
    fault = Diagnostic(code, Level.ERROR, f"the endpoint gave no program: {error}")
    seconds = spent(error.requests).seconds
    return Translation(Reading(None, (fault,), "", 0, 0), name, seconds, prompt=prompt, requests=error.requests)
