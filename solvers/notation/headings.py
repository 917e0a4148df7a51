"""The headings of a program's sections, as data: what each word means, and what may stand around it.

``FOL Premises``, ``Premises (in first-order logic)``, ``Step 2: Translate the premises`` and
``Given facts and rules`` are all headings of premises: the words that say what a section is must
agree, and the others say nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from .prose import NOTHING

PREMISES: Final = "premises"
GOAL: Final = "goal"
STATEMENT: Final = "statement"
"""The goal; a premise where another section is the goal."""
PREDICATES: Final = "predicates"
CONSTANTS: Final = "constants"
VOCABULARY: Final = "vocabulary"
"""Predicates and constants together."""
DEFAULTS: Final = "defaults"
DEFEASIBLE: Final = "defeasible"
EXCEPTIONS: Final = "exceptions"
PREFERENCES: Final = "preferences"
SEMANTICS: Final = "semantics"
SPELLING: Final = "spelling"
SORTS: Final = "sorts"
DOMAIN: Final = "domain"
PROSE: Final = "prose"
"""What is not read as a part of the program."""
PROBLEM: Final = "problem"
"""Begins another problem of the same text."""

DECLARING: Final = frozenset((PREDICATES, CONSTANTS, VOCABULARY))

HEADINGS: Final[dict[str, str]] = {
    PREMISES: "premise premises fact facts rule rules axiom axioms assumption assumptions hypotheses background "
    "context given+premises known+facts knowledge knowledge+base kb theory database observations evidence constraints "
    "clause clauses",
    GOAL: "conclusion conclusions query queries goal goals question questions conjecture theorem claim target thesis "
    "prove to+prove show to+show show+that prove+that to+be+proved to+be+proven to+be+shown entails therefore",
    STATEMENT: "hypothesis statement",
    PREDICATES: "predicate predicates relation relations",
    CONSTANTS: "constant constants individual individuals entity entities object objects names",
    VOCABULARY: "vocabulary signature lexicon glossary legend key symbols notation dictionary definition definitions",
    DEFAULTS: "default defaults default+rule default+rules",
    DEFEASIBLE: "defeasible+rule defeasible+rules defeasible",
    EXCEPTIONS: "exception exceptions",
    PREFERENCES: "preference preferences priority priorities",
    SEMANTICS: "semantics",
    SPELLING: "spelling",
    SORTS: "sort sorts type types",
    DOMAIN: "domain universe domain+of+discourse universe+of+discourse",
    PROSE: "explanation explanations reasoning note notes remark remarks comment comments justification analysis "
    "answer answers result results solution discussion interpretation summary overview introduction thought thoughts "
    "thinking proof verification caveat caveats rationale derivation output verdict option options choice choices "
    "function functions variable variables",
    PROBLEM: "problem example exercise puzzle task sample case",
}
"""What the words of a heading, in lower case, say that its section is; words of one phrase are joined by +."""
_WEAK: Final[dict[str, str]] = {
    PREMISES: "formula formulas formulae statements sentences given expressions representation representations "
    "translation translations formalization formalisation fol logic known argument",
    PROSE: "evaluate evaluating evaluation",
}
"""What other words of the heading overrule."""
_FILLERS: Final = frozenset(
    "first order first-order predicate-logic logical formal formalized formalised translated translate translating "
    "symbolic symbolized symbolised the in of as a an into our following here are is with and or to be for from using "
    "based on final all list set section step part define defining formalize formalise identify state write convert "
    "express main given base form version program this these that strict used check checked evaluate evaluated verify "
    "test want desired asked stated individual language code syntax unicode prover9 tptp "
    "step-by-step nltk continued implicit explicit additional further remaining".split()
)
_INFORMAL: Final = frozenset("natural nl english original informal plain words text story passage".split())
_TABLE: Final = {tuple(phrase.split("+")): kind for kind, phrases in HEADINGS.items() for phrase in phrases.split()}
_WEAK_TABLE: Final = {word: kind for kind, words in _WEAK.items() for word in words.split()}
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+")


class Heading(NamedTuple):
    """What a heading says.

    Attributes:
        kind: what its section holds; empty if that is not known.
        numbered: whether it counts what it heads, as ``Premise 3`` does.
    """

    kind: str
    numbered: bool = False


UNKNOWN: Final = Heading("")


def is_heading(word: str) -> bool:
    """Return whether a lone word on a line would not be read as a name: it is a heading, or says 'none'."""
    return bool(heading(word).kind) or NOTHING.fullmatch(word) is not None


def names_section(name: str) -> bool:
    """Return whether a line of these words alone is a heading: one of its words says what the section is."""
    words = [word.lower() for word in _WORD.findall(name)]
    return any((word,) in _TABLE and word not in _WEAK_TABLE for word in words)


@lru_cache(maxsize=4096)
def heading(name: str) -> Heading:
    """Return what a heading says.

    Args:
        name: its words, without what marks it as a heading.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or len(words) > 10:
        return UNKNOWN
    numbered = words[-1].isdigit()
    words = [word for word in words if not word.isdigit()]
    kinds: set[str] = set()
    weak: set[str] = set()
    i = 0
    while i < len(words):
        length = next((n for n in (3, 2, 1) if tuple(words[i : i + n]) in _TABLE), 0)
        if length > 1 or (length and words[i] not in _WEAK_TABLE):
            kinds.add(_TABLE[tuple(words[i : i + length])])
        elif words[i] in _WEAK_TABLE:
            weak.add(_WEAK_TABLE[words[i]])
        elif words[i] not in _FILLERS and words[i] not in _INFORMAL:
            return UNKNOWN
        i += length or 1
    kind = _agreed(kinds or weak)
    if kind in (PREMISES, GOAL, STATEMENT, "") and not _INFORMAL.isdisjoint(words):
        kind = PROSE
    return Heading(kind, numbered)


def _agreed(kinds: set[str]) -> str:
    """Return the kind that all words of a heading name, or nothing."""
    if PROSE in kinds:
        return PROSE
    if kinds == {STATEMENT, GOAL}:
        return GOAL
    if kinds == {PREDICATES, CONSTANTS}:
        return VOCABULARY
    return kinds.pop() if len(kinds) == 1 else ""
