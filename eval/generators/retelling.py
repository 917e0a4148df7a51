"""Sentences of the templates in a model's words, kept only where they can be checked.

Each sentence is put anew by itself, and has to keep the names, the words of the predicates and the negations (the
quality control of ProverGen, appendix H, for any sentence). Where the grammar reads both, they
have to be equivalent.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sorites.solvers import Level, Program
from sorites.solvers.logic.syntax import Atom, Formula, conjunction
from sorites.solvers.logic.walkers import walk
from sorites.translators import LabelScheme
from sorites.translators.english import read_english
from sorites.translators.models.chat import ChatModel, Message
from sorites.translators.models.prompts import fence, load_prompt

from ..scoring.alignment import equivalent
from .problem import Disagreement, Generated, Generator
from .specification import Split
from .words import mentions

TRIES: Final = 3
"""How often a model is asked for words that pass the checks."""
DRAWS: Final = 5
"""How many problems are tried for one that the model can tell anew."""
_NEGATION: Final = re.compile(r"\b(?:not|no|never|nobody|nothing|none|neither|cannot|without)\b|n't\b")
_CONDITION: Final = re.compile(
    r"\b(?:if|when|whenever|provided|unless|every|everyone|everything|all|any|anyone|anything|each|who|whoever|whatever)\b"
)
_LITTLE: Final = frozenset(
    "the this that these those then them they their there some someone somebody something and but both either not for "
    "from with also only one ones least other others case does did will would were was are has have been being can may "
    "what which who whose whom whatever whoever when whenever every everyone everything any anyone anything each all "
    "suppose true follows following infer answer yes".split()
)


class RetoldSentence(BaseModel):
    """A sentence in other words."""

    model_config = ConfigDict(extra="forbid")

    number: Annotated[int, Field(ge=1)]
    text: str


class RetellingOut(BaseModel):
    """All sentences in other words."""

    model_config = ConfigDict(extra="forbid")

    sentences: list[RetoldSentence]

    @property
    def texts(self) -> dict[int, str]:
        """The sentences by their numbers."""
        return {s.number: s.text.strip() for s in self.sentences}


@dataclass(frozen=True, slots=True)
class Retold:
    """A generator in a model's words.

    Attributes:
        base: the generator with its templates.
        chat: the model.
    """

    base: Generator
    chat: ChatModel

    @property
    def name(self) -> str:
        """The name in the registry."""
        return self.base.name

    @property
    def scheme(self) -> LabelScheme:
        """The labels."""
        return self.base.scheme

    @property
    def settings(self) -> str:
        """All options in one line."""
        return f"{self.base.settings} wording={self.chat.name}"

    @property
    def split(self) -> Split:
        """Whose words its problems have."""
        return self.base.split

    @property
    def mixed(self) -> str:
        """What the seed is mixed with."""
        return self.base.mixed

    @property
    def cycle(self) -> int:
        """After how many problems the shares of the labels have come out."""
        return self.base.cycle

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem, retold; another one if the model can't."""
        for _ in range(DRAWS):
            try:
                return retold(self.base.problem(rng, number), self.chat, rng.randrange(1000))
            except Disagreement as error:
                last = error
        raise last


def retold(problem: Generated, chat: ChatModel, sample: int = 0) -> Generated:
    """Return a problem with each sentence in a model's words.

    Args:
        problem: the problem as the templates tell it.
        chat: the model.
        sample: tells problems with the same sentences apart in the cache.

    Raises:
        Disagreement: what the model wrote did not pass the checks, however often it was asked.
    """
    told = f"{problem.context}\n{problem.question}"
    old = [s for s in dict.fromkeys(_glosses(problem.program)) if s in told]
    old = [s for s in old if s in _without(told, [other for other in old if s in other and s != other])]
    listed = "\n".join(f"{i}. {text}" for i, text in enumerate(old, 1))
    messages = [
        Message("system", load_prompt(name="retelling").system),
        Message("user", fence(context=listed)),
    ]

    def fault(out: RetellingOut) -> str:
        new = out.texts
        return next((f for i, text in enumerate(old, 1) if (f := fault_of(i, text, new.get(i, "")))), "")

    new = _filled(chat, messages, sample, fault).texts
    return _with(problem, {text: new[i] for i, text in enumerate(old, 1)})


def _filled(
    chat: ChatModel, messages: list[Message], sample: int, fault_of: Callable[[RetellingOut], str]
) -> RetellingOut:
    """Return what a model fills in and what passes a check; it is told what is wrong, ``TRIES`` times at most.

    Args:
        chat: the model.
        messages: what it is asked.
        sample: tells requests with the same messages apart in the cache.
        fault_of: returns what is wrong with an answer; nothing if it can be used.

    Raises:
        Disagreement: none of the answers could be used.
    """
    fault = ""
    for attempt in range(TRIES):
        reply = chat.fill(messages, RetellingOut, sample * TRIES + attempt)
        try:
            found = RetellingOut.model_validate_json(reply.raw)
        except ValidationError as error:
            first = error.errors()[0]
            fault = f"{'.'.join(map(str, first['loc'])) or 'the answer'}: {first['msg']}"
        else:
            fault = fault_of(found)
            if not fault:
                return found
        if reply.raw:
            messages = [*messages, Message("assistant", reply.raw), Message("user", f"That can't be used: {fault}")]
    raise Disagreement(f"the model's words can't be used: {fault}")


def fault_of(number: int, old: str, new: str) -> str:
    """Return what is wrong with a sentence in other words; nothing if it keeps what can be checked."""
    if not new:
        return f"sentence {number} is missing"
    if old.endswith("?") != new.endswith("?"):
        return f"sentence {number} is a question in only one of its forms"
    if lost := next((w for w in _words(old) if not mentions(new, w)), ""):
        return f"sentence {number} lost '{lost}'"
    if len(_NEGATION.findall(old.lower())) != len(_NEGATION.findall(new.lower())):
        return f"sentence {number} does not deny what it denied"
    if bool(_CONDITION.search(old.lower())) != bool(_CONDITION.search(new.lower())):
        return f"sentence {number} is general, or has a condition, in only one of its forms"
    if _means_else(old, new):
        return f"sentence {number} means something else"
    return ""


def _means_else(old: str, new: str) -> bool:
    """Return whether the grammar reads both sentences, with the same predicates, and they are not equivalent."""
    readings = [_read(old), _read(new)]
    if not all(readings):
        return False
    one, other = (conjunction(tuple(formulas)) for formulas in readings)
    names = [{n.name for n in walk(f) if isinstance(n, Atom)} for f in (one, other)]
    return names[0] == names[1] and not equivalent(one, other)


def _read(text: str) -> list[Formula]:
    """Return what the grammar makes of a sentence or a question; nothing if it can't read it."""
    reading = read_english("", text) if text.endswith("?") else read_english(text, "")
    if any(d.level is Level.ERROR for d in reading.diagnostics):
        return []
    goal = [reading.first.goal.formula] if reading.first is not None else []
    return [*(s.formula for s in reading.statements), *goal]


def _words(text: str) -> list[str]:
    """Return the names, numbers and content words of a sentence."""
    found = re.findall(r"[^\W_]+(?:\.\d+)?", text.lower())
    return [w for w in found if w.isdigit() or (len(w) > 2 and w not in _LITTLE)]


def _glosses(program: Program) -> list[str]:
    statements = [*program.premises, *program.exceptions, program.goal]
    return [gloss for gloss in (*(s.gloss for s in statements), *(r.gloss for r in program.rules)) if gloss]


def _without(text: str, others: list[str]) -> str:
    """Return a text without sentences that another one may stand in: a question may suppose facts."""
    for other in others:
        text = text.replace(other, "")
    return text


def _with(problem: Generated, new: Mapping[str, str]) -> Generated:
    """Return the problem with new sentences in place of old ones, wherever they stand."""
    pattern = re.compile("|".join(map(re.escape, sorted(new, key=len, reverse=True))))

    def put(text: str) -> str:
        return pattern.sub(lambda found: new[found.group()], text)

    program = problem.program
    program = replace(
        program,
        premises=tuple(replace(p, gloss=put(p.gloss)) for p in program.premises),
        defaults=tuple(replace(d, gloss=put(d.gloss)) for d in program.defaults),
        defeasible=tuple(replace(d, gloss=put(d.gloss)) for d in program.defeasible),
        exceptions=tuple(replace(e, gloss=put(e.gloss)) for e in program.exceptions),
        goal=replace(program.goal, gloss=put(program.goal.gloss)),
    )
    return replace(
        problem,
        context=put(problem.context),
        question=put(problem.question),
        program=program,
        chain=tuple(map(put, problem.chain)),
        distractors=tuple(map(put, problem.distractors)),
    )
