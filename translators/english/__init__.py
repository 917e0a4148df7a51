"""English by a grammar, without a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sorites._lazy import lazily

if TYPE_CHECKING:
    from .translator import EnglishTranslator, read_english

__all__ = ["EnglishTranslator", "read_english"]

# Its words are read without its grammar, which takes long to load, by who looks for signs of faults in programs.
__getattr__, __dir__ = lazily(__name__, {".translator": ("EnglishTranslator", "read_english")})
