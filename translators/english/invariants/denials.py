"""Whether a formula denies where its sentence does, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from sorites.solvers.logic.syntax import Atom, Cmp, Eq, Formula, Not, Xor
from sorites.solvers.logic.walkers import walk

from ..grammar.tokens import words_of
from ..semantics.predicates import Vocabulary
from ..semantics.referents import Unresolved
from ..vocabulary.classes import IMPLICATIVES
from ..vocabulary.lists import SHAPES, listed
from ..vocabulary.numerals import CARDINALS
from .words import PASSED_OVER, lemmas

_DENYING: Final = frozenset("not never no none nobody nothing neither nowhere without unless".split())
"""Words that deny; *neither … nor* does so once."""
_OF_CLAIMS: Final = frozenset("false untrue impossible incorrect wrong".split())
"""Words that deny what stands behind their *that*."""
_UNDENYING: Final = re.compile(SHAPES["UNDENYING"])
"""What denies nothing: *Isn't Ann kind?* asks whether she is."""
_IMPLYING: Final = frozenset(
    phrase.split()[0] for phrase, said in IMPLICATIVES.items() if "-" in (said.affirmed, said.denied)
)
_LICENSING: Final = _IMPLYING | listed("DENYING_TOO")
"""Words that may bring in a denial without denying: *only*, *at most*, *fail to*, *taller than every other*."""


def deny_alike(sentence: str, formula: Formula, given: Iterable[Formula], vocabulary: Vocabulary) -> None:
    """Make sure that a formula denies if its sentence does, and does not if it does not.

    Args:
        sentence: the sentence.
        formula: what it is read as.
        given: what it takes to hold besides.
        vocabulary: what the symbols of the formulas say.

    Raises:
        Unresolved: a denial is lost, or there is one that no word says.
    """
    words = [word.low for word in words_of(_UNDENYING.sub("", PASSED_OVER.sub("", sentence)))]
    pairs = list(zip(words, [*words[1:], ""], strict=True))
    deny = [word for word, after in pairs if word in _DENYING or (word in _OF_CLAIMS and after == "that")]
    if not deny and not _denies(formula):
        return
    implied = bool(_IMPLYING.intersection(lemma for word in words for lemma in lemmas(word)))
    licensed = any(w.low in _LICENSING or w.low in CARDINALS or w.low[0].isdigit() for w in words_of(sentence))
    if not (deny or implied or licensed):
        raise Unresolved("it would be read as a denial, and no word of it denies")
    whole = (formula, *given)
    senses = [vocabulary.senses.get((a.name, len(a.args))) for f in whole for a in walk(f) if isinstance(a, Atom)]
    within = {word for sense in senses if sense is not None for word in (*sense.complement.split(), *sense.roles)}
    outside = [word for word in deny if word not in within]
    if len(outside) % 2 and not implied and not any(isinstance(n, Not | Xor) for f in whole for n in walk(f)):
        raise Unresolved(f"what '{outside[0]}' denies here would be lost")


def _denies(formula: Formula) -> bool:
    return any(isinstance(node, Not) and not isinstance(node.body, Eq | Cmp) for node in walk(formula))
