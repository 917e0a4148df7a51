"""What the words of a sentence ask of its formula, and what the names in a formula say."""

from __future__ import annotations

import importlib
import re
import threading
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from types import ModuleType
from typing import Final

_LOADING: Final = threading.Lock()
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_RUN: Final = re.compile(r"\w+")
_PREFIX: Final = 5
"""Letters that two words share from the beginning on, to be forms of one: ``perform`` and ``performance``."""
_ALIKE: Final = 0.85
"""From here on two spellings are near: ``Schmidt`` and ``Scmidt``."""
_STEM: Final = 4
"""The fewest letters that words share which are no forms of one."""
_SHORT: Final = 3
"""Letters of a word that may stand within any other by chance."""
_STROKES: Final = str.maketrans("łøđı", "lodi")
"""Letters that are no letter with an accent by Unicode, and are written without it, too."""
_IDIOMS: Final = re.compile(
    r"\bnot only\b|\b(?:whether )?or not\b|\bno matter\b|\bnothing but\b|\byes or no\b|\bnone other than\b"
    r"|\b(?:no|without(?: an?y?)?|beyond(?: an?y?)?) doubt\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|other) than\b|\bcan ?not help\b|\bno\. ?\d+"
    r"|\bat all\b|\b(?:above|after|first of) all\b|\ball (?:day|night|year|over|along|kinds|sorts|in all|the time)\b"
    r"|\ball (?:of )?(?:his|her|its|their|the)\b|\bof (?:all|any)\b|\beach other\b|\bany (?:more|longer)\b|\ball-\w+"
    r"|\ball (?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b",
    re.I,
)
"""Phrases with a word of negation, or of quantity, that neither deny nor quantify."""
_MAY_BEGIN_IDIOMS: Final = frozenset("not no nothing none yes all each any cannot doubt".split())
"""Words one of which each of these has."""
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|[a-z]+n['’]t)\b", re.I
)
_DENYING: Final = frozenset("not no never none nobody nothing nowhere neither nor without cannot".split())
"""The words of negation but for those that end in *n't*."""
_COVERT: Final = re.compile(
    r"\b(?:unless|only|except\w*|but|either|or|false|untrue|differ\w*|other|others|another|else|distinct|lack\w*|fail\w*"
    r"|refus\w*|den(?:y|ies|ied)|forg[eo]t\w*|neglect\w*|free|few|hardly|rarely|seldom|scarcely|barely|avoid\w*"
    r"|exclud\w*|instead|opposite|non|zero|refrain\w*|abstain\w*|skip\w*|quit\w*|given|gave|unlikely|mistrust\w*|declin\w*|hate\w*|impossible|illegal|lies?|lying|without"
    r"|contrary|sole|absent|rather|stop\w*|ceas\w*|prevent\w*|exactly|just|single|one|two|three|wrong|miss\w*|ban\w*"
    r"|forbid\w*|prohibit\w*|than|until|till|before|non\w+|un\w{3,}|dis\w{4,}|\w{3,}less)\b",
    re.I,
)
"""Words that a formula may deny something for, though no negation stands in the sentence."""
_REFUSING: Final = re.compile(
    r"\b(?:forbidden|prohibited|banned|unable|impossible|illegal|fail\w*|refus\w+|lack\w*|without|a lie|wrong to|hardly"
    r"|unlikely|stop\w*|mistrust\w*|free (?:of|from)|declin\w+|forg[eo]t\w*|anything but|far from|g[ai]ven? up|skip\w*"
    r"|quit\w*)\b",
    re.I,
)
"""Words that deny what is said beside them."""
_TAKEN_BACK: Final = re.compile(
    r"(?:\b(?:never|no|not|nobody|none|nothing|cannot)|n['’]t)\b(?:(?!\b(?:and|or|but|who|that|which)\b)[^,.;])*?"
    r"\b(?:without|fail\w*|refus\w+|lack\w*|declin\w+|forg[eo]t\w*|skip\w*|quit\w*|stop\w*)\b",
    re.I,
)
"""Where one of them is denied itself: *never fails to*, *nobody … without*."""
_EVERY: Final = frozenset("all every each any everyone everybody everything anyone anybody anything whoever".split())
_ELLIPSIS: Final = re.compile(
    r"\b(?:do(?:es)?|did|is|are|was|were|has|have|can|will|must|may)(?: not|n['’]t)?(?:,? (?:too|as well|either))?\W*$"
    r"|^\W*(?:so|neither|nor) (?:do(?:es)?|did|is|are|was|were|has|have|can|will|must|may)\b",
    re.I,
)
"""How a sentence ends, or begins, that says no more than that it is so of another, too."""
_IF: Final = re.compile(r"\b(?:if|unless|whenever|implies|provided|supposing|assuming|in case|as long as)\b", re.I)
_IFF: Final = re.compile(r"\b(?:if,? and only if|iff|exactly when|exactly if)\b", re.I)
_PERSONAL: Final = frozenset("he she it they him her them his its their this these those i you we me".split())
"""Words that stand by themselves for somebody whom another sentence names."""
_DESCRIBING: Final = frozenset("the my our your both each another other others former latter".split())
"""Words of phrases that may mean what another sentence names."""
_OWNED: Final = re.compile(r"\w['’]s\b|s['’] ", re.I)
_EMPTY: Final = frozenset(
    "a an the is are was were be been being am do does did has have had will would can could may might must shall "
    "should of in on at to for from by with as and or not no if then than that this these those there it its he she "
    "they his her their him them who whom whose which what when where all every each any some someone something "
    "anyone anything everyone everything either neither nor both only also so such people person thing things true "
    "false uncertain unknown following statement based above information but because while into about out up over "
    "under very more most other others another same own just i".split()
)
"""Words that formulas have no names for."""
ABOUT: Final = frozenset(
    "answer conclude concluded conclusion correct follow follows hold holds infer inferred right valid".split()
)
"""Words by which a question speaks of itself and of the text."""
_QUANTITY: Final = re.compile(
    r"\b(?:(?P<all>all|each|every(?:one|body|thing)?)|(?P<some>some(?:one|body|thing)?)|(?P<only>only)"
    r"|(?P<any>who|that|which|any|anyone|when\w*))\b",
    re.I,
)
_ENGLISH: Final = frozenset(
    "the of and to in on for with from by at as than is are was were be been am does do did has have had will would "
    "can could may must should not no if then or but all every each any some none nobody that which who whom what it "
    "its he him his she her they them their there this these those when either neither nor both only".split()
)
"""Function words of English."""
_FOREIGN: Final = frozenset(
    "de het een en van niet zijn der die das den dem und ist sind nicht ein eine alle le la les et est sont un une des "
    "du que qui tous toutes el los las es son y todos il lo gli e è non di per tutti os as do da um uma são não och "
    "är att det som inte alla og er ikke på af jest są nie się w na az egy nem hogy este nu din bir ve".split()
)
"""Function words of languages that are written in the same letters, some of them English words, too."""


_PAIRS: Final = (
    "old young, tall short, high low, long short, deep shallow, wide narrow, thick thin, big small, large small, "
    "heavy light, expensive cheap, fast slow, late early, rich poor, hot cold, strong weak, bright dark, loud quiet, "
    "before after, above below, left right, north south, east west, over under, parent child, more less, more fewer"
)
"""Words by which one relation is said from either side: *older* and *younger*."""


@cache
def _converses() -> dict[str, tuple[str, ...]]:
    pairs = [pair.split() for pair in _PAIRS.split(", ")]
    both = [*pairs, *([b, a] for a, b in pairs)]
    return {word: tuple(other for one, other in both if one == word) for word, _ in both}


def converse(word: str) -> tuple[str, ...]:
    """Return the words that say the same relation from its other side, in their base forms."""
    return tuple(other for base in sorted(stems(word)) for other in _converses().get(base, ()))


_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_TENS: Final = "thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS: Final = {word: str(i) for i, word in enumerate(_SMALL) if i != 1} | {
    word: str(10 * i) for i, word in enumerate(_TENS, 3)
}
"""Words for numbers; *one* is most often none."""
_DIGITS: Final = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


@lru_cache(4096)
def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text, in digits, whether it has them in digits or in words."""
    found = (one.replace(",", "") for one in _DIGITS.findall(text))
    return frozenset((*found, *(_NUMBERS[word] for word in _small(text) & _NUMBERS.keys())))


@lru_cache(1024)
def measured(text: str) -> tuple[tuple[float, str, float], ...]:
    """Return the amounts of a text: number, dimension, and how many of the dimension's first unit its unit is."""
    if not (amounts := numbers(text)):
        return ()
    from sorites.translators.english.vocabulary.measures import UNITS  # the words of English take a while to load

    small = [word.lower() for word in tokens(text)]
    pairs = ((numbers(one) & amounts, UNITS.get(unit)) for one, unit in pairwise(small))
    return tuple((float(next(iter(n))), unit.dimension, unit.factor) for n, unit in pairs if n and unit is not None)


def english(text: str) -> bool:
    """Return whether a text is in English: it has more function words of that than of other languages.

    A text with as many of both, or none, is in English if half of its words are English ones.
    """
    small = [token.lower() for token in tokens(text)]
    own, other = sum(word in _ENGLISH for word in small), sum(word in _FOREIGN for word in small)
    return own > other or (own == other and 2 * sum(map(in_lexicon, small)) >= len(small))


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, as they stand."""
    return list(_tokens(text))


@lru_cache(4096)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text))


@cache
def _vocabulary() -> ModuleType:
    """Return the tables of English words. They take a while to load, which one thread does while others wait."""
    name = "sorites.translators.english.vocabulary"
    with _LOADING:
        return importlib.import_module(name)


@lru_cache(4096)
def stems(word: str) -> frozenset[str]:
    """Return the base forms that a word may be a form of, itself among them, in small letters."""
    small = plain(word)
    return frozenset({small, *(lemma for _, lemma in _vocabulary().tables.lemmas(small))})


@lru_cache(4096)
def plain(word: str) -> str:
    """Return a word in small letters, without accents and without the ending of what belongs to somebody."""
    bare = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if bare[:-1].isupper() and bare[-1] == "s" and len(bare) > 2:  # several of what is called by its first letters
        bare = bare[:-1]
    small = bare.lower()
    if small.isascii():
        return small
    decomposed = unicodedata.normalize("NFKD", small.translate(_STROKES))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(16384)
def same_word(one: str, other: str) -> bool:
    """Return whether two words are forms of one, as far as their base forms and beginnings tell."""
    if not stems(one).isdisjoint(stems(other)):
        return True
    a, b = plain(one), plain(other)
    return min(len(a), len(b)) >= _PREFIX and a[:_PREFIX] == b[:_PREFIX]


def _near(one: str, other: str) -> bool:
    """Return whether two words are forms of one, or one is a slip of the other, or begin alike."""
    if one == other or not _lemmas(one).isdisjoint(_lemmas(other)):
        return True
    if denied_by(one) & _lemmas(other) or denied_by(other) & _lemmas(one):
        return False
    short = min(len(one), len(other))
    if short < _STEM or not (one.isalpha() and other.isalpha()):
        return False
    if not (in_lexicon(one) and in_lexicon(other)):  # two words that are none of one are no slip: eastern, western
        return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE
    begins = one[: short - 1] == other[: short - 1]
    return begins and (short > _STEM or one.startswith(other) or other.startswith(one))


@cache
def denied_by(word: str) -> frozenset[str]:
    """Return what a word denies by its prefix or ending: *unhappy*, *dislike*, *homeless*."""
    found = {_vocabulary().opposite(word), word.removesuffix("less") if word.endswith("less") else None}
    return frozenset(one for one in found if one)


@cache
def _lemmas(word: str) -> frozenset[str]:
    return frozenset({word, *(form.lemma.lower() for form in _vocabulary().forms_of(word))})


def in_lexicon(word: str) -> bool:
    """Return whether a word is a known one of English."""
    return bool(_vocabulary().forms_of(word))


class Utterance:
    """The words of a sentence, among which others are looked for.

    Args:
        words: as they stand.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words: Final = tuple(words)
        self._small = [*map(plain, self.words)]
        self._squeezed = "".join(self._small)
        self._alike: dict[str, bool] = {}
        self._stands: dict[tuple[str, ...], bool] = {}

    @cached_property
    def _beginnings(self) -> set[str]:
        return {word[:_PREFIX] for word in self._small if len(word) >= _PREFIX}

    @cached_property
    def _initials(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in self._small:
            found.setdefault(word[:1], []).append(word)
        return found

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset[str]().union(*map(stems, self.words))

    def alike(self, word: str) -> bool:
        """Return whether a word may be a form of one of these, or one with a slip: *leader* and *leads*, *aligator*."""
        found = self._alike.get(word)
        if found is None:
            small = plain(word)
            found = self._alike[word] = (
                (len(small) >= _PREFIX and small[:_PREFIX] in self._beginnings)
                or not self._stems.isdisjoint(stems(word))
                or any(_near(small, other) for other in self._initials.get(small[:1], ()))
            )
        return found

    def stands(self, parts: tuple[str, ...]) -> bool:
        """Return whether any of some words stands among these, in whatever form, or within them."""
        found = self._stands.get(parts)
        if found is None:
            found = self._stands[parts] = any(
                (len(part) > _SHORT and plain(part) in self._squeezed) or self.alike(part) for part in parts
            )
        return found


@lru_cache(4096)
def heard(sentence: str) -> Utterance:
    """Return the words of a sentence."""
    return Utterance(_tokens(sentence))


def content(text: str) -> list[str]:
    """Return the words of a text that a formula should have names for."""
    return list(_content(text))


@lru_cache(4096)
def _content(text: str) -> tuple[str, ...]:
    return tuple([w for w in _tokens(text) if w.lower() not in _EMPTY and (len(w) > 1 or w.isdigit())])


@lru_cache(4096)
def _small(text: str) -> frozenset[str]:
    """Return the words of a text in small letters, without what stands behind an apostrophe."""
    return frozenset(_RUN.findall(text.lower()))


@lru_cache(1024)
def literally(sentence: str) -> str:
    """Return a sentence without phrases whose words do not mean what they say."""
    return sentence if _small(sentence).isdisjoint(_MAY_BEGIN_IDIOMS) else _IDIOMS.sub(" ", sentence)


def _negated(text: str) -> bool:
    """Return whether a text has a word of negation."""
    return not _small(text).isdisjoint(_DENYING) or ("t" in _small(text) and _NEGATION.search(text) is not None)


@lru_cache(1024)
def denies(sentence: str) -> bool:
    """Return whether a sentence has a word of negation that denies something."""
    return _negated(literally(sentence))


@lru_cache(1024)
def twice_denied(sentence: str) -> bool:
    """Return whether a sentence has two words of negation, the second of which may take the first one back."""
    once = len(_NEGATION.findall(literally(sentence).replace(" nor ", " or "))) < 2  # of *neither* it is a part
    return denies(sentence) and not (once and _TAKEN_BACK.search(sentence) is None)


@lru_cache(1024)
def hides_denial(sentence: str) -> bool:
    """Return whether a sentence may deny something besides what its words of negation deny: *not unkind*."""
    return _COVERT.search(_NEGATION.sub(" ", sentence)) is not None


@lru_cache(1024)
def refuses(sentence: str) -> bool:
    """Return whether a sentence denies what is said beside a word that is no *not*: *refuse*, *forbidden*."""
    return _REFUSING.search(_TAKEN_BACK.sub(" ", sentence)) is not None


@lru_cache(1024)
def may_deny(sentence: str) -> bool:
    """Return whether a formula may have a negation for anything in the sentence."""
    if denies(sentence) or _negated(sentence) or "¬" in sentence or any(map(_COVERT.fullmatch, _small(sentence))):
        return True
    return any(_vocabulary().opposite(word.lower()) is not None for word in tokens(sentence))


def elliptic(sentence: str) -> bool:
    """Return whether a sentence says no more than that it is so of another, too."""
    return _ELLIPSIS.search(sentence) is not None


@lru_cache(4096)
def qualifies(word: str) -> bool:
    """Return whether a word is an adjective, or stands for no kind of thing."""
    parts = {form.category for form in _vocabulary().forms_of(plain(word))}
    return bool(parts) and ("adjective" in parts or "noun" not in parts)


@lru_cache(4096)
def acts(word: str) -> bool:
    """Return whether a word says what somebody does: *likes*, which has who does it before it."""
    return any(form.category == "verb" and form.form == "s" for form in _vocabulary().forms_of(plain(word)))


@lru_cache(1024)
def of_all(sentence: str) -> bool:
    """Return whether a sentence says something of everything of a kind."""
    return not _small(literally(sentence)).isdisjoint(_EVERY)


@lru_cache(1024)
def quantity(sentence: str) -> str:
    """Return of how many a sentence speaks, by its first word for that: ``all``, ``some``, ``only``, or another."""
    found = _QUANTITY.search(literally(sentence))
    return found.lastgroup or "" if found is not None else ""


@lru_cache(1024)
def conditional(sentence: str) -> bool:
    """Return whether a sentence has a condition."""
    return _IF.search(re.sub(r"\bas if\b|\beven if\b", " ", sentence, flags=re.I)) is not None


@lru_cache(1024)
def biconditional(sentence: str) -> bool:
    """Return whether a sentence has a condition that is sufficient and necessary."""
    return not _small(sentence).isdisjoint(("only", "iff", "exactly")) and _IFF.search(sentence) is not None


@lru_cache(1024)
def pronominal(sentence: str) -> bool:
    """Return whether a sentence has a pronoun for somebody whom another one names."""
    return not _small(sentence).isdisjoint(_PERSONAL)


@lru_cache(1024)
def means_somebody(sentence: str) -> bool:
    """Return whether a sentence has a pronoun for somebody whom another one names, or begins with a description."""
    return pronominal(sentence) or describes(sentence.partition(" ")[0].partition("'")[0])


@lru_cache(1024)
def describes(sentence: str) -> bool:
    """Return whether a sentence may describe somebody whom another one names: *the king*, *Ann's friend*, *both*."""
    return not _small(sentence).isdisjoint(_DESCRIBING) or _OWNED.search(sentence) is not None


@lru_cache(1024)
def alternative(sentence: str) -> bool:
    """Return whether a sentence gives alternatives."""
    return not _small(literally(sentence)).isdisjoint(("or", "either"))


def proper_names(sentence: str) -> list[list[str]]:
    """Return the names in a sentence: capitalised words that stand together, but for its first word alone."""
    found: list[list[str]] = []
    before = -1
    for match in _TOKEN.finditer(sentence):
        word = match.group()
        if word[0].isupper() and len(word) > 1 and word.lower() not in _EMPTY:
            if found and sentence[before : match.start()] == " ":
                found[-1].append(word)
            else:
                found.append([word])
            before = match.end()
    first = _TOKEN.search(sentence)
    return [name for name in found if first is None or name != [first.group()]]
