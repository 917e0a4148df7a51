"""ProverGen's words by a model: a story first, then rule by rule (sections 3.2.1 and 3.2.3, appendices A, B and H).

A request for a rule shows three examples of the same type of expression, the story, and the words that earlier rules
gave to what it shares with them; whether common sense accepts the universal sentence is asked apart.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from sorites.solvers.logic.syntax import Atom, Forall, Formula, Implies, Or, Var, Xor
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.translators.english.vocabulary.tables import table
from sorites.translators.models.chat import ChatModel, Message
from sorites.translators.models.prompts import fence, load_prompt

from .forms import Form, form_of
from .inference import fill, letters_of
from .wording import filled, speaks_of

WORDS: Final = 5
"""The most words of a predicate."""
_NEGATION: Final = re.compile(r"\b(?:not|never|no|without|neither|nor|cannot)\b|n't\b")
_RUN_ON: Final = re.compile(r"[.!?;:]\s*\S|\n")
_CONDITION: Final = re.compile(r"\b(?:if|when|whenever|who|that|which|whoever|any|anyone|every|everyone|all|each)\b")


class StoryOut(BaseModel):
    """A background story."""

    model_config = ConfigDict(extra="forbid")

    category: Annotated[str, Field(description="What the name is: human, cat, …")]
    story: str


class PredicateWords(BaseModel):
    """A placeholder's predicate, said of the name and denied."""

    model_config = ConfigDict(extra="forbid")

    placeholder: str
    phrase: Annotated[str, Field(description="A verb phrase in the third person, at most five words, without 'not'.")]
    affirmed: str
    denied: str


class RuleOut(BaseModel):
    """A rule in words."""

    model_config = ConfigDict(extra="forbid")

    predicates: list[PredicateWords]
    universal: str
    specific: str


class JudgementOut(BaseModel):
    """Whether common sense accepts a rule."""

    model_config = ConfigDict(extra="forbid")

    accepted: bool


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A rule in words: about everybody, about the name, and whether the first is accepted."""

    universal: str
    specific: str
    accepted: bool


@dataclass(slots=True)
class Translation:
    """What a model wrote for a problem.

    Attributes:
        name: whom it is about.
        keyword: what characterises them.
        category: what they are.
        story: the background story.
        predicates: the words of each letter.
        rules: the words of each rule.
    """

    name: str
    keyword: str
    category: str
    story: str
    predicates: dict[str, PredicateWords] = field(default_factory=dict)
    rules: dict[Formula, RuleWords] = field(default_factory=dict)
    _references: dict[str, str] = field(default_factory=dict)


@cache
def keywords() -> tuple[str, ...]:
    """Return the words of the lexicon that may characterise somebody: nouns, adjectives and verbs in plain letters."""
    rows = (line.split(",", 2) for line in table("infl_lu.csv.gz").decode().splitlines())
    words = {word for word, kind, _ in rows if kind in {"noun", "adj", "verb"}}
    return tuple(sorted(word for word in words if re.fullmatch(r"[a-z]{4,14}", word)))


def translated(chat: ChatModel, name: str, rng: random.Random, rules: Sequence[tuple[Form, Formula]]) -> Translation:
    """Return words for rules over letters, each with what it shares with earlier ones in the same words.

    Args:
        chat: the model.
        name: whom the problem is about.
        rng: draws the keyword, and tells problems with the same rules apart in the cache.
        rules: the rules with their forms, the one about the goal first.

    Raises:
        Disagreement: what the model wrote did not pass the checks, however often it was asked.
    """
    keyword, sample = rng.choice(keywords()), rng.randrange(1000)
    messages = [
        Message("system", load_prompt(name="story").system),
        Message("user", fence(context=f"keyword: {keyword}\nname: {name}")),
    ]
    told = filled(chat, messages, StoryOut, sample, lambda out: "" if out.story.strip() else "there is no story")
    made = Translation(name, keyword, told.category.strip().lower() or "human", told.story.strip())
    for form, rule in rules:
        _translate(chat, made, form, rule, sample)
    return made


def _translate(chat: ChatModel, made: Translation, form: Form, rule: Formula, sample: int) -> None:
    """Add the words of a rule."""
    new = [letter for letter in letters_of([rule]) if letter not in made.predicates]
    known = {letter: words.phrase for letter, words in made.predicates.items()}
    messages = [Message("system", load_prompt(name="rule").system), *examples(form)]
    references = [made._references[letter] for letter in letters_of([rule]) if letter in known]
    asked = _request(_Subject(made.name, made.category, made.story), references, known, rule, new)
    messages.append(Message("user", asked))
    found = filled(chat, messages, RuleOut, sample, lambda out: fault_of(out, rule, made.name, known))
    words = {p.placeholder: p for p in found.predicates}
    made.predicates |= {letter: words[letter] for letter in new}
    phrases = {**known, **{letter: words[letter].phrase for letter in new}}
    for letter in new:
        made._references[letter] = f"{phrases[letter]}; {expression(rule, phrases)}: {found.specific}"
    judged = [
        Message("system", load_prompt(name="judgement").system),
        Message("user", fence(context=found.universal)),
    ]
    accepted = filled(chat, judged, JudgementOut, sample, lambda _: "").accepted
    made.rules[rule] = RuleWords(found.universal.strip(), found.specific.strip(), accepted)


def expression(rule: Formula, known: Mapping[str, str]) -> str:
    """Return a rule over placeholders, with the predicates that have words."""
    names = {letter: re.sub(r"\W+", "_", known[letter]) if letter in known else letter for letter in letters_of([rule])}
    atoms: dict[str, Formula] = {letter: Atom(name, (Var("x"),)) for letter, name in names.items()}
    return print_formula(Forall("x", fill(rule, atoms)))


@dataclass(frozen=True, slots=True)
class _Subject:
    """Whom a request is about."""

    name: str
    category: str
    story: str


def _request(
    whom: _Subject, references: Sequence[str], known: Mapping[str, str], rule: Formula, new: Sequence[str]
) -> str:
    """Return what a model is told of a rule (appendix B)."""
    lines = [
        f"background story: {whom.story}",
        f"reference: {' | '.join(references) or 'none'}",
        f"forbidden: {', '.join(known.values()) or 'none'}",
        f"rule: {expression(rule, known)}",
        f"placeholders: {', '.join(new)}",
        f"name: {whom.name}; x belongs to {whom.category}",
    ]
    return fence(context="\n".join(lines))


@cache
def _shown() -> tuple[dict[str, Any], ...]:
    text = files(__package__).joinpath("expressions.json").read_text("utf-8")
    return tuple(json.loads(text))


def examples(form: Form) -> list[Message]:
    """Return three examples of a type of expression, ours, with answers; of ``a → b`` for a form that has none."""
    rows = [row for row in _shown() if row["form"] == form.text] or [row for row in _shown() if row["form"] == "a → b"]
    found = []
    for row in rows:
        letters = [f"F{i}" for i in range(3, 3 + len(row["phrases"]))]
        said = dict(zip(letters, row["phrases"], strict=True))
        rule = form_of(row["form"]).of(letters)
        # Of all but the first rule of a problem one letter has its words.
        known = {letters[0]: said[letters[0]][0]} if isinstance(rule, Implies | Xor) else {}
        reference = [f"{phrase}; {row['name']} {phrase}." for phrase in known.values()]
        new = [letter for letter in letters if letter not in known]
        whom = _Subject(row["name"], row["category"], row["story"])
        asked = _request(whom, reference, known, rule, new)
        predicates = [
            PredicateWords(
                placeholder=letter,
                phrase=said[letter][0],
                affirmed=f"{row['name']} {said[letter][0]}.",
                denied=f"{row['name']} {said[letter][1]}.",
            )
            for letter in new
        ]
        answer = RuleOut(predicates=predicates, universal=row["universal"], specific=row["specific"])
        found += [Message("user", asked), Message("assistant", answer.model_dump_json(), shows=True)]
    return found


def fault_of(out: RuleOut, rule: Formula, name: str, known: Mapping[str, str]) -> str:
    """Return what is wrong with a rule in words (appendix H); nothing if names and predicates are where they belong."""
    words = {p.placeholder: p for p in out.predicates}
    phrases = dict(known)
    taken = {phrase.lower() for phrase in known.values()}
    for letter in letters_of([rule]):
        if letter in known:
            continue
        if letter not in words:
            return f"{letter} has no predicate"
        found = words[letter]
        phrase = phrases[letter] = found.phrase.strip()
        if not phrase or len(phrase.split()) > WORDS or _NEGATION.search(phrase.lower()) or re.search(r"F\d", phrase):
            return f"{letter} has the predicate '{phrase}': at most {WORDS} words, and no negation, can be used"
        if phrase.lower() in taken:
            return f"{letter} has the predicate '{phrase}', which is forbidden or another placeholder's"
        taken.add(phrase.lower())
        for text, denies in ((found.affirmed, False), (found.denied, True)):
            if fault := _sentence_fault(text, name, [phrase]):
                return fault
            if bool(_NEGATION.search(text.lower())) is not denies:
                return f"'{text}' {'does not deny' if denies else 'denies'} that {name} {phrase}"
    for text, who in ((out.universal, ""), (out.specific, name)):
        if fault := _sentence_fault(text, who, [phrases[letter] for letter in letters_of([rule])]):
            return fault
        if fault := _connective_fault(text, rule):
            return fault
    if name.lower() in re.findall(r"\w+", out.universal.lower()):
        return f"the universal sentence '{out.universal}' names {name}"
    return ""


def _sentence_fault(text: str, name: str, phrases: Sequence[str]) -> str:
    """Return what keeps a text from being one sentence with a name and predicates."""
    text = text.strip()
    if not text.endswith("."):
        return f"'{text}' has no full stop at its end"
    if _RUN_ON.search(text[:-1]):
        return f"'{text}' is more than one sentence"
    if name and not re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
        return f"'{text}' does not name {name}"
    return next((f"'{text}' does not say '{phrase}'" for phrase in phrases if not speaks_of(text, phrase)), "")


def _connective_fault(text: str, rule: Formula) -> str:
    """Return which connective of a rule a sentence lacks, or says wrongly."""
    nodes, said = list(walk(rule)), text.lower()
    exclusive = any(isinstance(node, Xor) for node in nodes)
    if exclusive is not ("not both" in said):
        return f"'{text}' {'lacks' if exclusive else 'has'} 'but not both'"
    if any(isinstance(node, Or | Xor) for node in nodes) and not re.search(r"\bor\b", said):
        return f"'{text}' lacks 'or'"
    if isinstance(rule, Implies) and not _CONDITION.search(said):
        return f"'{text}' has no condition"
    return ""
