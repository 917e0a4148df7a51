"""The words of a translation in stages, and what its sentences do with other words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sorites.solvers.logic.syntax import Atom, Fn
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.closing import parse_formula
from sorites.solvers.notation.signs import UNICODE

from .chat import Message, Reply
from .conversation import Conversation, Question
from .schema import ConstantOut, PredicateOut

_PREDICATES = TypeAdapter(list[PredicateOut])
_CONSTANTS = TypeAdapter(list[ConstantOut])


class Vocabulary(BaseModel):
    """The words of a translation."""

    model_config = ConfigDict(extra="forbid")

    predicates: Annotated[list[PredicateOut], Field(description="All that the text says of things.", min_length=1)]
    constants: Annotated[list[ConstantOut], Field(description="All individuals that the text names.")]

    def text(self) -> str:
        """Return it as lines for a model."""
        lines = [f"{p.name}({', '.join(p.arguments)}): {p.meaning}" for p in self.predicates]
        return "\n".join([*lines, *(f"{c.name}: {c.meaning}" for c in self.constants)])

    def with_words_of(self, replies: Iterable[Reply]) -> Vocabulary:
        """Return it with the words that replies declare besides, each once."""
        predicates = {(p.name, len(p.arguments)): p for p in self.predicates}
        constants = {c.name: c for c in self.constants}
        for reply in replies:
            more = _declared(reply)
            predicates = {(p.name, len(p.arguments)): p for p in more[0]} | predicates
            constants = {c.name: c for c in more[1]} | constants
        return Vocabulary.model_construct(
            predicates=sorted(predicates.values(), key=lambda p: p not in self.predicates),
            constants=sorted(constants.values(), key=lambda c: c not in self.constants),
        )


def formulas_of(reply: Reply) -> list[str]:
    """Return the formulas of a reply; of one that the schema refused too, since our parser says why."""
    try:
        found = json.loads(reply.raw)["formulas"]
    except (ValueError, TypeError, KeyError):
        return [" ".join(reply.raw.split())] if reply.raw.strip() else []
    return [str(formula) for formula in found] if isinstance(found, list) else [str(found)]


def within(
    vocabulary: Vocabulary, questions: Sequence[Question], replies: Sequence[Reply]
) -> Conversation[list[Reply]]:
    """Have sentences translated again, once, whose formulas use words that nobody has declared.

    Args:
        vocabulary: the words that the sentences share.
        questions: what was asked, a sentence each.
        replies: what was answered.

    Returns:
        The replies, those that were given again in place of the first ones if they can be read.
    """
    strange = {i: told for i, reply in enumerate(replies) if (told := "\n".join(_strange(vocabulary, reply)))}
    if not strange:
        return list(replies)
    again = yield [asked_again(questions[i], replies[i].raw, told) for i, told in strange.items()]
    found = list(replies)
    for i, second in zip(strange, again, strict=True):
        taken = second if second.valid else replies[i]
        found[i] = replace(taken, requests=(*replies[i].requests, *second.requests))
    return found


def asked_again(question: Question, raw: str, told: str) -> Question:
    """Return a question with its answer and what is wrong with that."""
    more = [Message("assistant", raw or "(nothing)", shows=bool(raw)), Message("user", told)]
    return replace(question, messages=[*question.messages, *more])


def _strange(vocabulary: Vocabulary, reply: Reply) -> Iterator[str]:
    """Yield what is wrong with the words of a reply."""
    if not reply.valid:
        return
    predicates, constants = _declared(reply)
    known = {(p.name, len(p.arguments)) for p in (*vocabulary.predicates, *predicates)}
    named = {c.name for c in (*vocabulary.constants, *constants)}
    used: dict[str, None] = {}
    for formula in formulas_of(reply):
        parsed = parse_formula(formula, UNICODE)[0]
        for node in walk(parsed) if parsed is not None else ():
            if isinstance(node, Atom) and (node.name, len(node.args)) not in known:
                used[f"{node.name} with {len(node.args)} arguments is no predicate of the vocabulary."] = None
            if isinstance(node, Fn) and not node.args and node.name not in named:
                used[f"{node.name} is no constant of the vocabulary."] = None
    yield from used
    if used:
        yield "Use the given words, or declare these under predicates and constants if the sentence needs them."


def _declared(reply: Reply) -> tuple[list[PredicateOut], list[ConstantOut]]:
    try:
        given = json.loads(reply.raw)
        more = given.get("predicates", []), given.get("constants", [])
        return _PREDICATES.validate_python(more[0]), _CONSTANTS.validate_python(more[1])
    except (ValueError, AttributeError, ValidationError):
        return [], []
