"""What predicates say, which words go together, and what is still to be said of a formula."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sorites.solvers.logic.syntax import And, Atom, Exists, Formula, Term, Var
from sorites.solvers.logic.walkers import free_variables

from ..semantics.senses import Kind, Sense
from ..vocabulary.classes import DIFFERENCE, FUSING
from .counting import counted


@dataclass(frozen=True, slots=True)
class Template:
    """What a predicate says, where no sense was found: a sentence about its parameters.

    Attributes:
        params: the parameters, in order.
        gloss: the sentence, without the stop at its end.
    """

    params: tuple[str, ...]
    gloss: str

    @property
    def plain(self) -> bool:
        """Whether words may follow that are not taken for a part of it."""
        return not loose(self.gloss)

    def filled(self, said: Sequence[str]) -> str:
        """Return the sentence about certain things."""
        values = dict(zip(self.params, said, strict=True))
        if not values:
            return self.gloss
        # The sides of "a 4 x 5 inches box" are no variables.
        pattern = re.compile(rf"(?<!\d )\b({'|'.join(map(re.escape, values))})\b(?! \d)")
        return pattern.sub(lambda m: values[m.group(1)], self.gloss)


Senses = Mapping[tuple[str, int], Sense | Template]
"""What predicates say, by their names and numbers of arguments."""


def bare_adjective(senses: Senses, formula: Formula) -> str | None:
    """Return the adjective, if a formula says no more than that something is so."""
    if not isinstance(formula, Atom) or len(formula.args) != 1:
        return None
    sense = senses.get((formula.name, 1))
    if not isinstance(sense, Sense) or sense.kind is not Kind.ADJECTIVE or sense.roles != ("subject",):
        return None
    return None if sense.adverbs or sense.modal or sense.complement or " " in sense.lemma else sense.lemma


def merges(senses: Senses, formula: Formula) -> bool:
    """Return whether a formula can be said by an adjective before a noun; a good doctor need not be good."""
    lemma = bare_adjective(senses, formula)
    return lemma is not None and lemma not in FUSING and lemma not in DIFFERENCE


def loose(words: str) -> bool:
    """Return whether words behind these could be taken for a part of them."""
    return re.search(r"\b(?:and|or|that|if|who|which|than)\b|[,;]", words) is not None


class Unsayable(Exception):
    """What has no natural wording."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words for a part of a formula.

    Attributes:
        text: the words.
        plain: whether words that follow could not be taken for a part of them.
    """

    text: str
    plain: bool = True


@dataclass(slots=True)
class Pool:
    """What is still to be said.

    Attributes:
        facts: formulas that hold together.
        free: variables that a noun phrase has to introduce.
    """

    facts: list[Formula]
    free: set[str] = field(default_factory=set)

    @property
    def empty(self) -> bool:
        """Whether all has been said."""
        return not self.facts and not self.free

    def take(self, facts: Sequence[Formula]) -> None:
        """Take facts out."""
        self.facts = [fact for fact in self.facts if not any(fact is one for one in facts)]


def pooled(*formulas: Formula) -> Pool:
    """Return what formulas say together, with the variables of what is said to exist."""
    pool = Pool([])
    for formula in formulas:
        match formula:
            case And(parts) if counted(formula) is None:
                inner = pooled(*parts)
            case Exists(var, body, ""):
                inner = pooled(body)
                inner.free.add(var)
            case _:
                inner = Pool([formula])
        pool.facts += inner.facts
        pool.free |= inner.free
    return pool


def is_one_of(term: Term, variables: set[str]) -> bool:
    """Return whether a term is one of the variables."""
    return isinstance(term, Var) and term.name in variables


def names_one_of(formula: Formula, variables: set[str]) -> bool:
    """Return whether a formula speaks of one of the variables."""
    return not variables.isdisjoint(free_variables(formula))
