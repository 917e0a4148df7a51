"""Stories that a model writes for Multi-LogiEval, kept whole, and only where they can be checked.

The model gets definitions over labels and gives the labels words, tells the definitions as a story, and asks
(sections 3.1 and 3.2, figure 3, tables 20 to 23). What it writes as the context is the context. As in appendix F, a
premise that is missing or changed, and a conclusion that leaks, is sent back with what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from sorites.translators.models.chat import ChatModel, Message
from sorites.translators.models.prompts import fence, load_prompt

from .wording import filled
from .words import mentions

_NEGATION: Final = re.compile(r"\b(?:not|no|never|nobody|nothing|none|neither|cannot|without)\b|n't\b")
_CONDITION: Final = re.compile(r"\b(?:if|when|whenever|provided|unless|as long as)\b")
_GENERAL: Final = re.compile(
    r"\b(?:some|every|any|no)(?:one|body)\b|\b(?:who|whoever|all|every|each|any|people|those)\b"
)
_CHOICE: Final = re.compile(r"\bor\b|\bat least one\b|\bexactly one\b")
_WEAK: Final = re.compile(r"\b(?:normally|usually|typically|generally|mostly|often|as a rule|tends?|most)\b")
_LABEL: Final = re.compile(r"\b(?:A\d+|[A-Z])\b")
_LITTLE: Final = frozenset("is are a an the has have does do be of to in on at with for and it they their".split())
_LOCKS: Final = tuple(Lock() for _ in range(64))
"""Two questions about one context are one request: the second waits for the first, and finds it in the cache."""


class LabelOut(BaseModel):
    """A label's words."""

    model_config = ConfigDict(extra="forbid")

    label: str
    words: str


class SentenceOut(BaseModel):
    """A sentence of the story."""

    model_config = ConfigDict(extra="forbid")

    text: str
    rule: Annotated[int, Field(ge=0, description="The number of the definition that it tells; 0 for background.")]


class StoryOut(BaseModel):
    """A story."""

    model_config = ConfigDict(extra="forbid")

    labels: list[LabelOut]
    context: list[SentenceOut]
    questions: list[str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a story has to tell.

    Attributes:
        about: what the prompt says before the definitions, such as the domain.
        labels: the labels, each with what its words have to be.
        rules: the definitions, over labels.
        questions: what is asked, over labels.
        examples: stories of the same definitions, as JSON.
        name: who must be spoken of; nobody if the labels have names.
    """

    about: str
    labels: Mapping[str, str]
    rules: tuple[str, ...]
    questions: tuple[str, ...]
    examples: tuple[str, ...] = ()
    name: str = ""

    @property
    def text(self) -> str:
        """All of it, as the prompt has it."""
        return "\n".join(
            (
                self.about,
                *(f"{label}: {kind}" for label, kind in self.labels.items()),
                *(f"Rule {number}: {rule}" for number, rule in enumerate(self.rules, 1)),
                *(f"Question {number}: {question}" for number, question in enumerate(self.questions, 1)),
                *(f"Example {number}: {example}" for number, example in enumerate(self.examples, 1)),
            )
        )


@dataclass(frozen=True, slots=True)
class Told:
    """A story that passed the checks.

    Attributes:
        words: the words of each label.
        context: the whole text.
        sentences: the sentence of each definition.
        questions: the questions.
    """

    words: Mapping[str, str]
    context: str
    sentences: tuple[str, ...]
    questions: tuple[str, ...]


def story_of(chat: ChatModel, prompt: str, wanted: Wanted, sample: int) -> Told:
    """Return a model's story.

    Args:
        chat: the model.
        prompt: the prompt's name.
        wanted: what the story has to tell.
        sample: tells requests for the same definitions apart in the cache.

    Raises:
        Disagreement: what the model wrote did not pass the checks, however often it was asked.
    """
    messages = [Message("system", load_prompt(name=prompt).system), Message("user", fence(context=wanted.text))]
    with _LOCKS[hash((wanted.text, sample)) % len(_LOCKS)]:
        found = filled(chat, messages, StoryOut, sample, lambda out: fault_of(out, wanted))
    by_rule = {s.rule: s.text.strip() for s in found.context}
    return Told(
        {one.label: one.words.strip() for one in found.labels},
        " ".join(s.text.strip() for s in found.context),
        tuple(by_rule[number] for number in range(1, len(wanted.rules) + 1)),
        tuple(q.strip() for q in found.questions),
    )


def fault_of(found: StoryOut, wanted: Wanted) -> str:
    """Return what is wrong with a story; nothing if it has what can be checked."""
    words = {one.label: one.words.strip() for one in found.labels}
    for label in wanted.labels:
        said = words.get(label, "")
        if not said or len(said.split()) > 8 or _NEGATION.search(said.lower()):
            return f"{label} has the words '{said}'"
    if len({words[label].lower() for label in wanted.labels}) < len(wanted.labels):
        return "two labels have the same words"
    told = [s.rule for s in found.context if s.rule]
    if sorted(told) != list(range(1, len(wanted.rules) + 1)):
        return f"each of the rules 1 to {len(wanted.rules)} takes one sentence of the context, not {told}"
    if len(found.questions) != len(wanted.questions):
        return f"there are {len(wanted.questions)} questions, not {len(found.questions)}"
    for sentence in found.context:
        text = sentence.text.strip()
        fault = _shape(text) or (
            _rule_fault(text, wanted.rules[sentence.rule - 1], words, wanted.name)
            if sentence.rule
            else _background_fault(text, words)
        )
        if fault:
            return f"the sentence '{text}' {fault}"
    context = " ".join(s.text for s in found.context).lower()
    for text, asked in zip(found.questions, wanted.questions, strict=True):
        if fault := _question_fault(text.strip(), asked, words, wanted.name):
            return f"the question '{text}' {fault}"
        if text.strip().lower() in context:
            return f"the question '{text}' stands in the context"
    return ""


def _shape(text: str) -> str:
    if not text.endswith("."):
        return "does not end with a full stop"
    if re.search(r"[.?!]\s+[A-Z]", text):
        return "is more than one sentence"
    return "speaks of the labels or of properties" if _labelled(text) else ""


def _labelled(text: str) -> bool:
    return bool(re.search(r"\bA\d+\b|\bpropert(?:y|ies)\b", text)) or bool(re.search(r"\b[B-HJ-Z]\b(?!\.)", text))


def _rule_fault(text: str, rule: str, words: Mapping[str, str], name: str) -> str:
    if lost := _lost(text, rule, words):
        return f"does not say '{lost}'"
    low, old = text.lower(), rule.lower()
    if len(_NEGATION.findall(low)) != len(_NEGATION.findall(old)):
        return f"does not deny what '{rule}' denies, or denies more"
    general = "someone" in old or "everyone" in old
    if general and name and name.lower() in low:
        return f"is about {name}, and the rule about everybody"
    if general and not _GENERAL.search(low):
        return "is not about everybody"
    if not general and bool(_CONDITION.search(low)) != bool(_CONDITION.search(old)):
        return f"has a condition, or '{rule}' has one"
    if bool(_CHOICE.search(low)) != bool(_CHOICE.search(old)):
        return f"leaves a choice, or '{rule}' leaves one"
    if bool(_WEAK.search(low)) != bool(_WEAK.search(old)):
        return f"says what is normally so, or '{rule}' does"
    return ""


def _background_fault(text: str, words: Mapping[str, str]) -> str:
    for said in words.values():
        parts = _content(said)
        if len(said.split()) > 1 and parts and all(mentions(text, part) for part in parts):
            return f"is background, and says '{said}'"
    return "is background, and has a condition" if _CONDITION.search(text.lower()) else ""


def _question_fault(text: str, asked: str, words: Mapping[str, str], name: str) -> str:
    if not text.endswith("?") or _labelled(text):
        return "is no question, or speaks of the labels"
    if name and name in asked and name.lower() not in text.lower():
        return f"does not name {name}"
    if lost := _lost(text, asked, words):
        return f"does not say '{lost}'"
    if len(_NEGATION.findall(text.lower())) != len(_NEGATION.findall(asked.lower())):
        return f"does not deny what '{asked}' denies, or denies more"
    return ""


def _lost(text: str, definition: str, words: Mapping[str, str]) -> str:
    """Return the words of a label that a definition has and a text does not speak of."""
    for label in _LABEL.findall(definition):
        said = words.get(label, "")
        if said and not any(mentions(text, part) for part in _content(said)):
            return said
    return ""


def _content(said: str) -> list[str]:
    """Return the words of a phrase that tell what it says."""
    found = re.findall(r"[^\W_]+", said.lower())
    return [w for w in found if w not in _LITTLE] or found
