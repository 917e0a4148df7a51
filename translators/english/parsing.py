"""Trees of sentences, and what is usual of what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from .grammar.chart import MAX_WORDS
from .grammar.clauses import WHERE, ClauseRules
from .grammar.rivals import readings
from .grammar.sentence_tree import Clause, Normally
from .grammar.tokens import Word, words_of
from .grammar.tree import VP, Be, Do, Modal, Node, Usually, Verbs
from .grammar.ways import Choice, Ways
from .vocabulary import forms_of, guesses
from .vocabulary.classes import DEFAULT_ADVERBS
from .vocabulary.closed import CLOSED, FUNCTION_WORDS


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the grammar made of a sentence.

    Attributes:
        trees: its trees, the preferred one first; empty if there is none.
        met: the choices that the grammar met.
        at: where reading stopped, in characters of the sentence.
        expected: what should have stood there.
    """

    trees: tuple[Node, ...]
    met: tuple[Choice, ...]
    at: int = 0
    expected: str = ""


@lru_cache(maxsize=50_000)
def parse(sentence: str, names: frozenset[str], turned: frozenset[str], asked: bool) -> Parsed:
    """Return the trees of a sentence, or where reading it stopped.

    Args:
        sentence: the sentence.
        names: those of its words, in small letters, that are names though it begins with them.
        turned: the kinds of choices whose other reading is taken.
        asked: whether it is a question.
    """
    words = words_of(sentence)
    if not words:
        return Parsed((), (), 0, "a sentence")
    if len(words) > MAX_WORDS:
        return Parsed((), (), 0, f"a sentence of at most {MAX_WORDS} words")
    ways = Ways(turned)
    chart = ClauseRules(words, names, ways)
    found = chart.find("question" if asked else "whole", 0)
    trees: list[Node] = [tree for tree, end in found if end == len(words)]
    if trees:
        kept = readings(trees, _unlisted(words[0]))
        return Parsed(kept, tuple(ways.met.values()))
    at, expected = min(chart.furthest, len(words) - 1), chart.expected
    if asked and words[0].low in WHERE:
        at, expected = 0, "a question with a verb first, or with who, what or which"
    return Parsed((), (), words[at].start, expected)


def _unlisted(first: Word) -> str:
    """Return the first word in small letters if it has a capital, no list has it and it looks like no plural."""
    if not first.capital or first.low in CLOSED or first.low in FUNCTION_WORDS or forms_of(first.text):
        return ""
    several = first.low.endswith("s") and any(f.form == "plural" for f in guesses(first.low))
    return "" if several else first.low


def normally(tree: Node) -> tuple[Node, bool]:
    """Take ``normally`` out of a sentence; return whether it was there."""
    if isinstance(tree, Normally):
        return tree.body, True
    if isinstance(tree, Clause):
        verb, found = _without(tree.verb)
        if found:
            return Clause(tree.subject, verb), True
    return tree, False


def _without(verb: VP) -> tuple[VP, bool]:
    match verb:
        case Do() | Be():
            kept = tuple(a for a in verb.adverbs if a not in DEFAULT_ADVERBS)
            return (replace(verb, adverbs=kept), True) if kept != verb.adverbs else (verb, False)
        case Usually(body, ""):
            return body, True
        case Modal(modal, body):
            inner, found = _without(body)
            return Modal(modal, inner), found
        case Verbs(join, parts):
            made = [_without(p) for p in parts]
            return Verbs(join, tuple(v for v, _ in made)), any(f for _, f in made)
    return verb, False
