"""From natural language to programs.

A ``Translator`` renders a ``Problem`` as programs with diagnostics, each a
``Translation``. There are a grammar (``english``), chat models behind any endpoint that
speaks OpenAI's protocol (``openai:MODEL``) or that LangChain knows (``langchain:PROVIDER:MODEL``),
and files of programs that a model wrote earlier (``recorded:PATH``). None of them proves anything.

Examples:
    >>> from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem, make_translator
    >>> problem = Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN)
    >>> [translation] = make_translator("english").translations(problem)
    >>> [premise.gloss for premise in translation.reading.first.premises]
    ['Kind people are nice.', 'Anne is kind.']
"""

if __name__ != "sorites.translators":
    raise ImportError("this folder is the package sorites.translators; import it by that name")

from .models.chat import ChatModel, ModelUnavailable
from .options import EnglishOptions, ModelOptions, TranslatorOptions
from .problem import (
    PROVED,
    TRUE_FALSE,
    TRUE_FALSE_UNCERTAIN,
    TRUE_FALSE_UNKNOWN,
    YES_NO,
    LabelScheme,
    Problem,
    scheme_of,
)
from .registry import make_chat, make_translator
from .translation import LanguageTranslator, Translation, Translator

__all__ = [
    "PROVED",
    "TRUE_FALSE",
    "TRUE_FALSE_UNCERTAIN",
    "TRUE_FALSE_UNKNOWN",
    "YES_NO",
    "ChatModel",
    "EnglishOptions",
    "LabelScheme",
    "LanguageTranslator",
    "ModelOptions",
    "ModelUnavailable",
    "Problem",
    "Translation",
    "Translator",
    "TranslatorOptions",
    "make_chat",
    "make_translator",
    "scheme_of",
]
