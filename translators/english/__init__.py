"""English by a grammar, without a model."""

from .translator import EnglishTranslator, read_english

__all__ = ["EnglishTranslator", "read_english"]
