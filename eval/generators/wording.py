"""Words by a model, kept only where they can be checked; those of Multi-LogiEval's chains (section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers.language.printer import print_formula
from sorites.solvers.language.syntax import Formula
from sorites.translators.models.chat import ChatModel, Message
from sorites.translators.models.prompts import fence, load_prompt

from .inference import letters_of
from .problem import Disagreement
from .words import mentions

T = TypeVar("T", bound=BaseModel)
TRIES: Final = 3
"""How often a model is asked for words that pass the checks."""


class PredicateOut(BaseModel):
    """A placeholder's predicate."""

    model_config = ConfigDict(extra="forbid")

    placeholder: str
    phrase: Annotated[str, Field(description="A verb phrase in the third person, at most five words, without 'not'.")]


class WordedFormula(BaseModel):
    """A formula in words."""

    model_config = ConfigDict(extra="forbid")

    number: Annotated[int, Field(ge=1)]
    universal: str
    specific: str
    plausible: Annotated[bool, Field(description="Whether common sense accepts the universal sentence.")]


class WordingOut(BaseModel):
    """A story, and words for all formulas."""

    model_config = ConfigDict(extra="forbid")

    category: Annotated[str, Field(description="What the name is: human, cat, …")]
    story: str
    predicates: list[PredicateOut]
    sentences: list[WordedFormula]


@dataclass(frozen=True, slots=True)
class Worded:
    """Words that passed the checks.

    Attributes:
        story: the background story.
        phrases: the predicate of each letter, as a verb phrase.
        sentences: for each formula its universal and specific sentence, and whether the
            universal one is plausible.
    """

    story: str
    phrases: dict[str, str]
    sentences: list[tuple[str, str, bool]]


@dataclass(frozen=True, slots=True)
class Wording:
    """Asks a model for words.

    Attributes:
        chat: the model.
    """

    chat: ChatModel

    def words(self, name: str, about: str, formulas: list[Formula], sample: int = 0, *, prompt: str) -> Worded:
        """Return words for formulas of letters.

        Args:
            name: whom the problem is about.
            about: what else the prompt speaks of, such as what characterises them.
            formulas: the formulas, over placeholders.
            sample: tells problems with the same skeleton apart in the cache.
            prompt: the prompt's name.

        Raises:
            Disagreement: what the model wrote did not pass the checks, however often it was asked.
        """
        listed = "\n".join(f"{i}. {print_formula(f)}" for i, f in enumerate(formulas, 1))
        messages = [
            Message("system", load_prompt(name=prompt).system),
            Message("user", fence(context=f"name: {name}\n{about}\n{listed}")),
        ]
        found = filled(self.chat, messages, WordingOut, sample, lambda out: check(out, name, formulas))
        phrases = {p.placeholder: p.phrase for p in found.predicates}
        by_number = {s.number: s for s in found.sentences}
        rows = [by_number[i] for i in range(1, len(formulas) + 1)]
        return Worded(found.story, phrases, [(r.universal, r.specific, r.plausible) for r in rows])


def filled(chat: ChatModel, messages: list[Message], schema: type[T], sample: int, fault_of: Callable[[T], str]) -> T:
    """Return what a model fills in and what passes a check; it is told what is wrong, ``TRIES`` times at most.

    Args:
        chat: the model.
        messages: what it is asked.
        schema: what it fills in.
        sample: tells requests with the same messages apart in the cache.
        fault_of: returns what is wrong with an answer; nothing if it can be used.

    Raises:
        Disagreement: none of the answers could be used.
    """
    fault = ""
    for attempt in range(TRIES):
        reply = chat.fill(messages, schema, sample * TRIES + attempt)
        try:
            found = schema.model_validate_json(reply.raw)
        except ValidationError as error:
            fault = str(error)
        else:
            fault = fault_of(found)
            if not fault:
                return found
        if reply.raw:
            messages = [*messages, Message("assistant", reply.raw), Message("user", f"That can't be used: {fault}")]
    raise Disagreement(f"the model's words can't be used: {fault}")


def check(found: WordingOut, name: str, formulas: list[Formula]) -> str:
    """Return what is wrong with a wording; nothing if predicates and names are where they should be (appendix H)."""
    phrases = {p.placeholder: p.phrase for p in found.predicates}
    for letter in letters_of(formulas):
        phrase = phrases.get(letter, "")
        if not phrase or len(phrase.split()) > 6 or re.search(r"\bnot\b|n't", phrase):
            return f"{letter} has the predicate '{phrase}'"
    used = [phrases[letter].lower() for letter in letters_of(formulas)]
    if len(set(used)) < len(used):
        return "two placeholders have the same predicate"
    by_number = {s.number: s for s in found.sentences}
    for number, formula in enumerate(formulas, 1):
        sentence = by_number.get(number)
        if sentence is None:
            return f"formula {number} has no sentence"
        if name.lower() not in sentence.specific.lower():
            return f"the specific sentence of formula {number} does not name {name}"
        for letter in letters_of([formula]):
            for text in (sentence.universal, sentence.specific):
                if not speaks_of(text, phrases[letter]):
                    return f"the sentence '{text}' of formula {number} does not say '{phrases[letter]}'"
    return ""


def speaks_of(text: str, phrase: str) -> bool:
    """Return whether a sentence has a content word of a phrase, in any form of it."""
    words = [w for w in re.findall(r"[a-z]+", phrase.lower()) if w not in {"is", "a", "an", "the", "has", "does"}]
    return any(mentions(text, word) for word in words or [phrase.lower()])
