"""A chart: what every rule makes of the words from a place on, found once, all readings of it.

The rules are a top-down grammar without left recursion; each gives pairs of a tree and
the place behind it. Remembering what a rule found at a place makes it a chart parser
(Norvig 1991, Computational Linguistics 17:1), so that all readings cost polynomial time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar

from ..vocabulary import Form, forms_of, guesses
from ..vocabulary.classes import DIMENSIONS
from ..vocabulary.closed import FUNCTION_WORDS
from ..vocabulary.lists import listed
from .corners import CORNERS, END, Kind, kind_of
from .rules import Phrases, categories, walk
from .tokens import Word
from .tree import Join
from .ways import Ways
from .words import BE

T = TypeVar("T")
Found = tuple[tuple[T, int], ...]
NO_OPEN_WORD: Final = listed("NO_OPEN_WORD")
"""Words that the tables list as adjectives or nouns and that the grammar reads otherwise."""
_SAYING: Final = BE.keys() | {"be", "been", "not"}
"""Words behind which it is said how something is."""
ARTICLES = frozenset({"a", "an", "the", "no", "every", "each"})
PLURAL_DETERMINERS: Final = listed("PLURAL_DETERMINERS")
MAX_WORDS = 120
"""Longer sentences are not read."""
PAIRED: Final = {"both": (Join.AND, "and"), "either": (Join.EITHER, "or"), "neither": (Join.NOR, "nor")}
"""Words that stand before the first of two, with how these are joined, and the word between them."""
_BEYOND: Final = 8
"""How far behind the last word a rule may look, where nothing stands."""
_JOINING: Final = frozenset({",", ";", "and", "or", "but", "yet", "nor"})
"""What stands between parts that are joined."""
_EXPECTED: Final = {"clause": "a statement", "sentence": "a statement", "finite": "a verb", "nominal": "a noun"}
Make = Callable[[Join, tuple[Any, ...]], Any]
"""What gives the whole of joined parts; ``None`` if they do not go together."""


def rule(found: Callable[..., Iterable[tuple[T, int]]]) -> Callable[..., Found[T]]:
    """Remember what a rule finds at a place, and look for nothing at a word that nothing of it begins with."""
    name = found.__name__
    begins = CORNERS.get(name)

    @wraps(found)
    def remembered(self: Chart, at: int, *how: Any) -> Found[T]:
        if begins is not None and not begins(self.kinds[at]):
            if at >= self.end and name in _EXPECTED:
                self.miss(at, _EXPECTED[name])
            return ()
        key = (name, at, how)
        known = self.memory.get(key)
        if known is None:
            self.memory[key] = ()  # a rule that comes back to its own place finds nothing there
            known = self.memory[key] = tuple(found(self, at, *how))
        return known

    return remembered


def _known(text: str) -> tuple[Form, ...]:
    return forms_of(text) or tuple(f for f in forms_of(text.capitalize()) if f.category == "adjective")


@lru_cache(maxsize=20_000)
def _alone(text: str, said: bool) -> Kind:
    """Return what a word may be that begins a sentence or has no capital; behind *is*, a comparative is none else."""
    low = text.lower().replace("’", "'")
    known = _known(text)
    found: dict[tuple[str, str], Form] = {}
    if low in NO_OPEN_WORD and not text[:1].isupper():
        known = tuple(f for f in forms_of(text) if f.category == "verb")
    elif known and low.endswith("er") and not said and all(f.form == "comparative" for f in known):
        if not any(f.lemma in DIMENSIONS for f in known):
            known = (*known, Form(low, "noun", "singular"))  # a gamer is no one who is more game
    elif not known and low not in FUNCTION_WORDS:
        for guess in guesses(low):
            found.setdefault((guess.category, guess.form), guess)
    return kind_of(text, known or tuple(found.values()))


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
        self.low = [*(w.low for w in words), *[""] * _BEYOND]
        self.end = len(words)
        self.names = names
        self.ways = ways
        self.rows = categories()
        self.memory: dict[tuple[Any, ...], Any] = {}
        self.furthest = 0
        self.expected = ""
        self.kinds = [*map(self._kind, range(self.end)), *[END] * _BEYOND]
        self.forms = [kind.forms for kind in self.kinds]

    def _kind(self, at: int) -> Kind:
        word = self.words[at]
        if not (word.capital and at):
            return _alone(word.text, at > 0 and self.low[at - 1] in _SAYING)
        # A capital within a sentence is a name's, or of a word that always has one.
        known, before = _known(word.text), self.low[at - 1]
        proper = tuple(f for f in known if f.lemma[:1].isupper())
        if before == "the" and not known and word.low.endswith("s"):
            proper = ()  # the Simpsons
        elif not proper and (before in ARTICLES or (word.low.endswith("s") and self._of_several(at, known))):
            proper = tuple(f for f in known or guesses(word.low) if f.category == "noun")
        return kind_of(word.text, proper)

    def _of_several(self, at: int, known: tuple[Form, ...]) -> bool:
        """Return whether a word with a capital and an s at its end may be a plural, and no name such as *Thomas*."""
        before, after = self.low[at - 1], self.low[at + 1]
        if known or before in PLURAL_DETERMINERS or before.isdigit() or after in {"are", "have", "do", ""}:
            return True
        return after not in FUNCTION_WORDS and any(f.form == "base" for f in forms_of(after))

    def phrase(self, place: int, words: tuple[str, ...]) -> bool:
        """Return whether these words stand at a place."""
        return self.low[place] == words[0] and tuple(self.low[place : place + len(words)]) == words

    def starting(self, place: int, phrases: Phrases) -> list[tuple[str, ...]]:
        """Return which of some phrases stand at a place."""
        return [words for words in phrases.get(self.low[place], ()) if self.phrase(place, words)]

    def find(self, category: str, at: int, *given: Any) -> Found[Any]:
        """Return what the rows of a category, or the method of this name, find at a place."""
        key = (category, at, given)
        known: Found[Any] | None = self.memory.get(key)
        if known is None:
            if (rows := self.rows.get(category)) is None:
                found: Iterable[tuple[Any, int]] = getattr(self, category)(at, *given)
                return found if isinstance(found, tuple) else tuple(found)
            if at >= self.end and category in _EXPECTED:
                self.miss(at, _EXPECTED[category])
            if not rows[1].behind(self.kinds[at]):
                return ()
            self.memory[key] = ()
            out: list[tuple[Any, int]] = []
            walk(self, rows[1], dict(zip(rows[0], given, strict=True)), at, at, out)
            known = self.memory[key] = tuple(out)
        return known

    def paired(
        self, i: int, make: Make, left: Callable[[int], Iterable[tuple[Any, int]]], right: Callable[[int, Any], Any]
    ) -> Iterator[tuple[Any, int]]:
        """``both A and B``, ``either A or B``, ``neither A nor B``."""
        if self.low[i] in PAIRED:
            join, word = PAIRED[self.low[i]]
            for one, j in left(i + 1):
                k = j + (self.low[j] == ",")
                for other, m in right(k + 1, one) if self.low[k] == word else ():
                    yield from self.marked(make, join, (one, other), m)

    def marked(self, make: Make, join: Join, parts: tuple[Any, ...], j: int) -> Iterator[tuple[Any, int]]:
        """Parts that are joined, with what says whether both may hold: ``, but not both``."""
        either = join in {Join.OR, Join.EITHER} and len(parts) == 2
        for which, k in (self.find("both", j) if either else ()) or ((join, j),):
            if (made := make(which, parts)) is not None:
                yield made, k
                if join is Join.BUT_NOT and self.low[k] == ",":
                    yield made, k + 1

    def joined(
        self,
        make: Make,
        first: Any,
        j: int,
        connective: Callable[[int], tuple[str, int]],
        more: Callable[[int, str], Iterable[tuple[Any, int]]],
    ) -> Iterator[tuple[Any, int]]:
        """``A, B and C``; ``and`` binds closer than ``or`` by stated preference, and both than one behind a comma."""
        for parts, words, k in self._chain((first,), (), j, connective, more) if self.low[j] in _JOINING else ():
            kinds = {word.lstrip(",") for word in words} - {""}
            if words[-1] == ",":
                continue
            if len(kinds) == 1:
                yield from self.marked(make, Join(kinds.pop()), parts, k)
            elif kinds == {"and", "or"} and "," not in words and (made := self._mixed(make, parts, words, j - 2, k)):
                yield made, k

    def _chain(
        self, parts: tuple[Any, ...], words: tuple[str, ...], j: int, connective: Any, more: Any
    ) -> Iterator[tuple[tuple[Any, ...], tuple[str, ...], int]]:
        word, k = connective(j)
        for part, m in more(k, word) if word and k < self.end else ():
            yield (*parts, part), (*words, word), m
            yield from self._chain((*parts, part), (*words, word), m, connective, more)

    def _mixed(self, make: Make, parts: tuple[Any, ...], words: tuple[str, ...], i: int, j: int) -> Any:
        loose = {word for word in words if word[0] == ","}
        outer = min(loose)[1:] if len(loose) == 1 and not {min(loose)[1:]} & {*words} else ""
        if not outer:
            text = " ".join(w.text for w in self.words[max(0, i) : j])
            other = self.ways.other("grouping", text, "'and' binds closer than 'or'", "'or' binds closer than 'and'")
            outer = "and" if other else "or"
        groups: list[list[Any]] = [[parts[0]]]
        for word, part in zip(words, parts[1:], strict=True):
            if word.lstrip(",") == outer:
                groups.append([])
            groups[-1].append(part)
        inner = Join.OR if outer == "and" else Join.AND
        return make(Join(outer), tuple(g[0] if len(g) == 1 else make(inner, tuple(g)) for g in groups))

    def lemma(self, place: int, category: str, form: str) -> Iterator[tuple[str, int]]:
        """A word as such a form, by its lemma."""
        yield from ((lemma, place + 1) for lemma in self.lemmas(place, category, form))

    def miss(self, place: int, what: str) -> None:
        """Note what was looked for in vain."""
        if place >= self.furthest:
            if place > self.furthest or not self.expected:
                self.expected = what
            self.furthest = place

    def lemmas(self, place: int, category: str, form: str) -> list[str]:
        """Return the lemmas that the word has as such a form."""
        return self.kinds[place].lemmas.get((category, form), [])

    def is_a(self, place: int, category: str) -> bool:
        """Return whether the word may be of a category."""
        return category in self.kinds[place].categories
