"""A chart: what every rule makes of the words from a place on, found once, all readings of it.

The rules are a top-down grammar without left recursion; each gives pairs of a tree and
the place behind it. Remembering what a rule found at a place makes it a chart parser
(Norvig 1991, Computational Linguistics 17:1), so that all readings cost polynomial time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Final, TypeVar

from ..vocabulary import Form, forms_of, guesses
from ..vocabulary.classes import DIMENSIONS
from ..vocabulary.closed import FUNCTION_WORDS
from ..vocabulary.lists import listed
from .tokens import Word
from .tree import Join
from .ways import Ways
from .words import BE

T = TypeVar("T")
Found = tuple[tuple[T, int], ...]
NO_OPEN_WORD: Final = listed("NO_OPEN_WORD")
"""Words that the tables list as adjectives or nouns and that the grammar reads otherwise."""
ARTICLES = frozenset({"a", "an", "the", "no", "every", "each"})
PLURAL_DETERMINERS: Final = listed("PLURAL_DETERMINERS")
MAX_WORDS = 120
"""Longer sentences are not read."""
PAIRED: Final = {"both": (Join.AND, "and"), "either": (Join.EITHER, "or"), "neither": (Join.NOR, "nor")}
"""Words that stand before the first of two, with how these are joined, and the word between them."""


Phrases = Mapping[str, tuple[tuple[str, ...], ...]]


def phrases_of(*phrases: tuple[str, ...]) -> Phrases:
    """Return phrases by their first words, each group in order."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in phrases:
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def rule(found: Callable[..., Iterable[tuple[T, int]]]) -> Callable[..., Found[T]]:
    """Remember what a rule finds at a place."""
    name = found.__name__

    @wraps(found)
    def remembered(self: Chart, at: int, *how: Any) -> Found[T]:
        key = (name, at, *how)
        known = self.memory.get(key)
        if known is None:
            self.memory[key] = ()  # a rule that comes back to its own place finds nothing there
            known = self.memory[key] = tuple(found(self, at, *how))
        return known

    return remembered


class Chart:
    """The words of a sentence, and what rules found in them.

    Attributes:
        words: the words.
        names: words in small letters that are names in this text, though they may begin sentences.
        ways: how choices between readings are made.
        furthest: the last place where a rule looked for something that was not there.
        expected: what it looked for.
    """

    def __init__(self, words: tuple[Word, ...], names: frozenset[str], ways: Ways) -> None:
        self.words = words
        self.low = [w.low for w in words]
        self.end = len(words)
        self.names = names
        self.ways = ways
        self.memory: dict[tuple[Any, ...], Any] = {}
        self.furthest = 0
        self.expected = ""
        self.forms = [self._forms(k) for k in range(self.end)]
        self.categories = [{form.category for form in forms} for forms in self.forms]

    def _forms(self, at: int) -> tuple[Form, ...]:
        word = self.words[at]
        if not word.text[:1].isalpha() or len(word.low) < 2:
            return ()
        if word.low in NO_OPEN_WORD and not word.capital:
            return tuple(f for f in forms_of(word.text) if f.category == "verb")
        known = forms_of(word.text) or tuple(f for f in forms_of(word.text.capitalize()) if f.category == "adjective")
        if word.capital and at:
            # A capital within a sentence is a name's, or of a word that always has one.
            proper = tuple(f for f in known if f.lemma[:1].isupper())
            before = self.words[at - 1].low
            if before == "the" and not known and word.low.endswith("s"):
                return ()  # the Simpsons
            if proper or (before not in ARTICLES and not (word.low.endswith("s") and self._of_several(at, known))):
                return proper
            return tuple(f for f in known or guesses(word.low) if f.category == "noun")
        compares = bool(known) and word.low.endswith("er") and all(f.form == "comparative" for f in known)
        said = at > 0 and self.words[at - 1].low in {*BE, "be", "been", "not"}
        if compares and not said and not any(f.lemma in DIMENSIONS for f in known):
            return (*known, Form(word.low, "noun", "singular"))  # a gamer is no one who is more game
        if known or word.low in FUNCTION_WORDS:
            return known
        found: dict[tuple[str, str], Form] = {}
        for guess in guesses(word.low):
            found.setdefault((guess.category, guess.form), guess)
        return tuple(found.values())

    def _of_several(self, at: int, known: tuple[Form, ...]) -> bool:
        """Return whether a word with a capital and an s at its end may be a plural, and no name such as *Thomas*."""
        before, after = self.words[at - 1].low, self.words[at + 1].low if at + 1 < self.end else ""
        if known or before in PLURAL_DETERMINERS or before.isdigit() or after in {"are", "have", "do", ""}:
            return True
        return after not in FUNCTION_WORDS and any(f.form == "base" for f in forms_of(after))

    def at(self, place: int) -> str:
        """Return the word at a place in small letters; nothing behind the end."""
        return self.low[place] if place < self.end else ""

    def phrase(self, place: int, words: tuple[str, ...]) -> bool:
        """Return whether these words stand at a place."""
        if place >= self.end or self.low[place] != words[0]:
            return False
        return len(words) == 1 or tuple(self.low[place : place + len(words)]) == words

    def starting(self, place: int, phrases: Phrases) -> list[tuple[str, ...]]:
        """Return which of some phrases stand at a place."""
        found = phrases.get(self.low[place]) if place < self.end else None
        return [words for words in found if self.phrase(place, words)] if found else []

    def grouped(
        self, make: Callable[[Join, tuple[Any, ...]], T], parts: tuple[T, ...], words: Iterable[str], i: int, j: int
    ) -> T:
        """Group a chain of ``and`` and ``or`` from one place to another: by stated preference ``and`` binds closer."""
        text = " ".join(w.text for w in self.words[max(0, i) : j])
        inner, outer = Join.AND, Join.OR
        if self.ways.other("grouping", text, "'and' binds closer than 'or'", "'or' binds closer than 'and'"):
            inner, outer = outer, inner
        groups: list[list[T]] = [[parts[0]]]
        for word, part in zip(words, parts[1:], strict=True):
            if word == inner:
                groups[-1].append(part)
            else:
                groups.append([part])
        return make(outer, tuple(g[0] if len(g) == 1 else make(inner, tuple(g)) for g in groups))

    def take(self, place: int, *words: str) -> int:
        """Return the place behind one of these words, or -1."""
        if place < self.end and self.low[place] in words:
            return place + 1
        return -1

    def miss(self, place: int, what: str) -> None:
        """Note what was looked for in vain."""
        if place >= self.furthest:
            if place > self.furthest or not self.expected:
                self.expected = what
            self.furthest = place

    def lemmas(self, place: int, category: str, form: str) -> list[str]:
        """Return the lemmas that the word has as such a form."""
        if place >= self.end or category not in self.categories[place]:
            return []
        return [f.lemma for f in self.forms[place] if f.category == category and f.form == form]

    def is_a(self, place: int, category: str) -> bool:
        """Return whether the word may be of a category."""
        return place < self.end and category in self.categories[place]
