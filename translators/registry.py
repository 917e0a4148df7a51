"""Translators by name, ours and those that other packages register.

A package registers a translator under the entry point group ``sorites.translators``: a callable
that takes the text behind the colon of the name, and ``TranslatorOptions``. One of a user's own file, ``FILE.py:NAME``,
is a class, a function or an object; it is given as many of these two as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from sorites.solvers import UserError

from .options import EnglishOptions, ModelOptions, TranslatorOptions
from .plugins import is_own, made, names_of
from .translation import Translator

if TYPE_CHECKING:
    from .models.chat import ChatModel

GROUP: Final = "sorites.translators"
DEFAULT: Final = "english"
"""Who translates if nobody is named: the grammar, which needs no key."""
MODELS: Final = ("openai", "langchain")
"""The ways in which chat models are reached."""


def make_translator(
    name: str,
    *,
    samples: int = 0,
    strict: bool = False,
    options: ModelOptions = ModelOptions(),
    english: EnglishOptions = EnglishOptions(),
) -> Translator:
    """Return the translator of a name such as ``openai:gpt-5.2`` or ``recorded:programs.json``.

    Args:
        name: the translator's name, and behind a colon its argument.
        samples: how many samples of each problem; 0 for one from a model, all that are recorded.
        strict: mend nothing in what it writes.
        options: how a model is reached and asked.
        english: how the grammar reads.

    Returns:
        The translator, which has asked nobody yet.

    Raises:
        UserError: there is no such translator, or it can't be made so.
        MissingExtra: it needs an extra that is not installed.
    """
    kind, _, argument = name.partition(":")
    given = TranslatorOptions(samples, strict, options, english)
    if is_model(name):
        return _model(name, given)
    if kind in _OURS:
        return _OURS[kind](argument, given)
    if is_own(name):
        kind, argument = name, ""
    found = made(GROUP, kind, "translator", argument, given)
    if found is None:
        more = "".join(f", {other}" for other in names_of(GROUP))
        raise UserError(
            f"there is no translator '{kind}'; there are english, openai:MODEL, langchain:PROVIDER:MODEL, "
            f"recorded:PATH{more}, and FILE.py:NAME for one of your own"
        )
    if not (isinstance(getattr(found, "name", None), str) and hasattr(found, "translations")):
        raise UserError(f"'{name}' is no translator: it has no name, or no translations(problem)")
    return cast("Translator", found)


def is_model(name: str) -> bool:
    """Return whether a name is that of a chat model, such as ``openai:gpt-5.2``."""
    return name.partition(":")[0] in MODELS


def _english(_: str, given: TranslatorOptions) -> Translator:
    from .english import EnglishTranslator

    known = None
    if given.english.background:
        from .models.background import BackgroundKnowledge

        known = BackgroundKnowledge(make_chat(given.english.background, given.model))
    return EnglishTranslator(given.english.partial, given.english.knowledge, known)


def _recorded(argument: str, given: TranslatorOptions) -> Translator:
    from .recorded import RecordedTranslator

    if not argument:
        raise UserError("the translator 'recorded' needs a file: recorded:PATH")
    return RecordedTranslator.from_file(Path(argument), given.samples, given.strict)


def _model(name: str, given: TranslatorOptions) -> Translator:
    from .models.endpoints import resolved
    from .models.language_model import ModelTranslator
    from .models.prompts import prompt_for_translation

    chat = make_chat(name, given.model)
    prompt = prompt_for_translation(resolved(name, given.model)[1])
    return ModelTranslator(chat, prompt, max(given.samples, 1), given.strict)


def make_model_translator(
    model: Any, name: str = "", *, samples: int = 0, strict: bool = False, options: ModelOptions = ModelOptions()
) -> Translator:
    """Return a translator whose model the user has made.

    Args:
        model: a chat model of LangChain, a client of ``openai`` or of ``instructor``, a ``ChatModel``, or a
            name such as ``openai:gpt-5.2``.
        name: the model's name, which a client of ``openai`` does not know.
        samples: how many samples of each problem; 0 for one.
        strict: mend nothing in what it writes.
        options: how it is asked.

    Raises:
        UserError: it is no model, or its name is missing.
    """
    if isinstance(model, str):
        return make_translator(model, samples=samples, strict=strict, options=options)
    from .models.in_place import chat_of
    from .models.language_model import ModelTranslator
    from .models.prompts import prompt_for_translation

    return ModelTranslator(chat_of(model, options, name), prompt_for_translation(options), max(samples, 1), strict)


_OURS: Final[Mapping[str, Callable[[str, TranslatorOptions], Translator]]] = {
    "english": _english,
    "recorded": _recorded,
}


def make_chat(name: str, options: ModelOptions = ModelOptions()) -> ChatModel:
    """Return the chat model of a name such as ``openai:gpt-5.2``.

    Args:
        name: the model's name, behind how it is reached.
        options: how it is reached and asked.

    Raises:
        UserError: there is no such model, or no such mode.
        MissingExtra: it needs an extra that is not installed.
    """
    from .models.endpoint import Endpoint
    from .models.endpoints import called, refuse_odd, resolved

    said = called(name)
    plain, options = resolved(name, options)
    refuse_odd(options)
    kind, _, model = plain.partition(":")
    if kind not in MODELS or not model:
        raise UserError(f"'{said}' is no model; write openai:MODEL or langchain:PROVIDER:MODEL")
    if kind == "langchain":
        from .models.langchain_chat import LangChainChat

        return LangChainChat(model, options, said)
    from .models.openai_chat import OpenAIChat

    return OpenAIChat(Endpoint(model, options, said))
