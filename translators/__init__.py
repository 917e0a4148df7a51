"""From natural language to programs."""

if __name__ != "sorites.translators":
    raise ImportError("this folder is the package sorites.translators; import it by that name")

from .problem import PROVED, TRUE_FALSE, TRUE_FALSE_UNCERTAIN, TRUE_FALSE_UNKNOWN, YES_NO, LabelScheme, Problem
from .registry import make_chat, make_translator
from .translation import LanguageTranslator, Translation, Translator

__all__ = [
    "PROVED",
    "TRUE_FALSE",
    "TRUE_FALSE_UNCERTAIN",
    "TRUE_FALSE_UNKNOWN",
    "YES_NO",
    "LabelScheme",
    "LanguageTranslator",
    "Problem",
    "Translation",
    "Translator",
    "make_chat",
    "make_translator",
]
