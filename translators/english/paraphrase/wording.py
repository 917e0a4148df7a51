"""What predicates say, and which words go together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sorites.solvers.logic.syntax import Atom, Formula

from ..semantics.senses import Kind, Sense
from ..vocabulary.classes import DIFFERENCE, FUSING


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
