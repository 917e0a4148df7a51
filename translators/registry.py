"""Translators by name, ours and those that other packages register.

A package registers a translator under the entry point group ``sorites.translators``:
a callable that takes the text behind the colon of the name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from sorites.solvers import UserError

from .translation import Translator

if TYPE_CHECKING:
    from .models.chat import ChatModel

GROUP: Final = "sorites.translators"
DEFAULT: Final = "english"
"""Who translates if nobody is named: the grammar, which needs no key."""
MODELS: Final = ("openai", "langchain")
"""The ways in which chat models are reached."""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a model is reached and asked; of no matter to translators without one.

    Attributes:
        base_url: the endpoint; ``None`` for the environment's.
        mode: how structure is asked for: auto, tools, json-schema, json or markdown.
        temperature: of sampling.
        seed: of sampling.
        max_tokens: the most tokens of an answer.
        timeout: seconds for one answer.
        shots: how many demonstrations to show; ``None`` for two of translations, none of baselines.
        prompt: a file that replaces the instructions.
        cache: the file in which answers are kept; ``None`` for nowhere.
        partial: of ``english``: leave out what can't be read.
        knowledge: of ``english``: a file whose entries are added to the table of general knowledge.
        background: of ``english``: a model that is asked for general knowledge that the table lacks.
        staged: translate in two stages, the vocabulary first, then each sentence.
        review: let the model compare its translation, put back into words, with the text.
        api_key: the key; ``None`` for the environment's. Never shown.
    """

    base_url: str | None = None
    mode: str = "auto"
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 4096
    timeout: float = 120.0
    shots: int | None = None
    prompt: Path | None = None
    cache: Path | None = None
    partial: bool = False
    knowledge: Path | None = None
    background: str | None = None
    staged: bool = False
    review: bool = False
    api_key: str | None = field(default=None, repr=False)


def make_translator(
    name: str, *, samples: int = 0, strict: bool = False, options: ModelOptions = ModelOptions()
) -> Translator:
    """Return the translator of a name such as ``openai:gpt-5.2`` or ``recorded:programs.json``.

    Args:
        name: the translator's name, and behind a colon its argument.
        samples: how many samples of each problem; 0 for one from a model, all that are recorded.
        strict: mend nothing in what it writes.
        options: how a model is reached and asked.

    Raises:
        UserError: there is no such translator.
    """
    kind, _, argument = name.partition(":")
    if kind in {"recorded", *MODELS} and not argument:
        raise UserError(f"the translator '{kind}' needs {'a file: recorded:PATH' if kind == 'recorded' else 'a model'}")
    if kind == "recorded":
        from .recorded import RecordedTranslator

        return RecordedTranslator.from_file(Path(argument), samples, strict)
    if kind == "english":
        from .english import EnglishTranslator

        known = None
        if options.background:
            from .models.background import BackgroundKnowledge

            known = BackgroundKnowledge(make_chat(options.background, options))
        return EnglishTranslator(options.partial, options.knowledge, known)
    if kind in MODELS:
        from .models.language_model import ModelTranslator
        from .models.prompts import load_prompt

        prompt = load_prompt(options.prompt, options.shots)
        chat = make_chat(name, options)
        return ModelTranslator(chat, prompt, max(samples, 1), strict, options.staged, options.review)
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name=kind):
        return cast("Translator", entry.load()(argument))
    raise UserError(
        f"there is no translator '{kind}'; there are english, openai:MODEL, langchain:PROVIDER:MODEL and recorded:PATH"
    )


def make_chat(name: str, options: ModelOptions = ModelOptions()) -> ChatModel:
    """Return the chat model of a name such as ``openai:gpt-5.2``.

    Args:
        name: the model's name, behind how it is reached.
        options: how it is reached and asked.

    Raises:
        UserError: there is no such model, or no such mode.
    """
    from .models.cache import ReplyCache
    from .models.openai_chat import MODES, Endpoint, Mode, OpenAIChat

    kind, _, model = name.partition(":")
    if kind not in MODELS or not model:
        raise UserError(f"'{name}' is no model; write openai:MODEL or langchain:PROVIDER:MODEL")
    if options.mode not in MODES:
        raise UserError(f"there is no mode '{options.mode}'; there are {', '.join(MODES)}")
    cache = ReplyCache(options.cache) if options.cache else None
    if kind == "langchain":
        from .models.langchain_chat import LangChainChat

        arguments: dict[str, Any] = {
            "temperature": options.temperature,
            "max_tokens": options.max_tokens,
            "timeout": options.timeout,
        }
        if options.base_url:
            arguments["base_url"] = options.base_url
        if options.api_key:
            arguments["api_key"] = options.api_key
        if options.seed is not None:
            arguments["seed"] = options.seed
        return LangChainChat(model, arguments, options.mode, cache=cache)
    endpoint = Endpoint(
        model,
        options.base_url,
        options.api_key,
        mode=cast("Mode", options.mode),
        temperature=options.temperature,
        seed=options.seed,
        max_tokens=options.max_tokens,
        timeout=options.timeout,
    )
    return OpenAIChat(endpoint, cache)
