"""Which sentences of a text the statements of a program render: a sentence that none renders is missing, and a
statement that renders none is invented.

A statement is tied to sentences by the sentence that it quotes. Quotations are taken as people and models make them:
with other quotes, marks and spaces, a part of a sentence, several sentences at once, a name for a pronoun.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple

from sorites.solvers import Diagnostic, Level, Program, Statement
from sorites.solvers.logic.diagnostics import Span
from sorites.solvers.logic.program import Default
from sorites.solvers.logic.syntax import Formula, Not

from .sentences import Sentence, split

MISSING: Final = "sentence-missing"
"""The code of the diagnostic of a sentence that no statement renders."""
INVENTED: Final = "premise-invented"
"""The code of the diagnostic of a statement that renders no sentence of the text."""
LEFT_OUT: Final = "sentence-left-out"
"""The code of the diagnostic of a sentence that the translator says it can't render."""
Reason = Literal["irrelevant", "untranslatable"]
"""Why a sentence is left out: nothing hangs on it, or logic can't say it."""

_QUOTED: Final = 0.6
"""The share of a quotation's words that must be a sentence's for it to be of the sentence."""
_KNOWN: Final = 0.75
"""The share of them that must be words of the text at all: who quotes may say who *she* is, but nothing new."""
_SAID_OF: Final = 0.5
"""The same of a sentence with a pronoun, for which the quotation may have a name."""
_WITHIN: Final = 0.8
"""The share of a sentence's words that must be a quotation's for the sentence to be one of several in it."""
MOST: Final = 8
"""The most sentences, and the most statements, that one program is told of."""
_SHOWN: Final = 160
"""The most characters that are shown of a sentence."""
_TOKEN: Final = re.compile(r"\w+(?:'\w+)?")
_GRANTS: Final = re.compile(r"\b(?:if|when|given|suppos\w+|assum\w+|provided|since|because|as)\b", re.I)
"""Words of a question that takes something for granted, which may be a premise."""
_STEM: Final = 4
"""The fewest letters of the beginnings by which forms of one word are told: ``stud`` of ``study`` and ``studies``."""
_PRONOUNS: Final = frozenset("he she it they him her them his its their this these those".split())
_LIGHT: Final = _PRONOUNS | frozenset(
    "a an the is are was were be been being am do does did has have had will would can could may might must shall "
    "should of in on at to for from by with as and or not no if then than that there who whom which what when where "
    "all every each any some someone something anyone anything everyone either neither nor both only "
    "also so such".split()
)
"""Words that a sentence is not known by."""


class Rendering(NamedTuple):
    """A statement of a program, as far as it concerns what it renders.

    Attributes:
        quoted: the sentence that it quotes; may be empty.
        span: where it stands in the program.
        asked: whether its formula is that of the goal, or denies it: a question grants nothing of that.
    """

    quoted: str
    span: Span | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which sentences of a text the statements of a program render.

    Attributes:
        sentences: the sentences of the text.
        renders: for each statement the numbers of its sentences, from 1; ``()`` for none, and ``(0,)`` for
            one of the question.
        quoted: what each statement quotes.
        spans: where each statement stands in the program.
        left_out: the numbers of sentences that are left out, each with the reason.
    """

    sentences: tuple[str, ...]
    renders: tuple[tuple[int, ...], ...]
    quoted: tuple[str, ...]
    spans: tuple[Span | None, ...] = field(compare=False)
    left_out: tuple[tuple[int, Reason], ...] = ()

    @property
    def rendered(self) -> frozenset[int]:
        """The numbers of the sentences that a statement renders."""
        return frozenset(number for numbers in self.renders for number in numbers if number)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the sentences of which nothing is said: no statement renders them, nor are they left out."""
        told = self.rendered | {number for number, _ in self.left_out}
        return tuple(
            number for number, text in enumerate(self.sentences, 1) if number not in told and says_something(text)
        )

    @property
    def invented(self) -> tuple[int, ...]:
        """The indices of the statements that render no sentence."""
        return tuple(i for i, numbers in enumerate(self.renders) if not numbers)

    def sentence(self, number: int) -> str:
        """Return the sentence of a number."""
        return self.sentences[number - 1]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of it: warnings, first about the sentences, then about the statements."""
        found = []
        for number in self.missing[:MOST]:
            message = f"no premise renders sentence {number} of the text, {_shown(self.sentence(number))}"
            hint = "Translate it, or name it under left_out, with the reason."
            found.append(Diagnostic(MISSING, Level.WARNING, message, None, hint))
        for number, reason in self.left_out[:MOST]:
            message = f"sentence {number} of the text is left out as {reason}: {_shown(self.sentence(number))}"
            found.append(Diagnostic(LEFT_OUT, Level.WARNING, message))
        for i in self.invented[:MOST]:
            message = f"no sentence of the text says {_shown(self.quoted[i])}, which a premise is said to render"
            if not self.quoted[i].strip():
                message = "it is not said which sentence of the text a premise renders"
            hint = "Leave it out, or give the sentence of the text that it renders, word for word."
            found.append(Diagnostic(INVENTED, Level.WARNING, message, self.spans[i], hint))
        return tuple(found)


def coverage(
    context: str,
    renderings: Sequence[Rendering],
    *,
    left_out: Iterable[tuple[str, Reason]] = (),
    preferences: Iterable[tuple[str, str]] = (),
    question: str = "",
) -> Coverage:
    """Return which sentences of a text the statements of a program render.

    Args:
        context: the text.
        renderings: the statements but for the goal: premises, rules, exceptions.
        left_out: sentences, or their numbers from 1, that are left out, with the reason.
        preferences: pairs of labels, which render the sentence that names both.
        question: what is asked; what it takes for granted may be a premise, too.
    """
    text = _text(context)
    sentences = text.sentences

    def of(one: Rendering) -> tuple[int, ...]:
        found = text.rendered(one.quoted)
        if one.asked:  # that a text asks it, too, is no reason to take it for given
            return tuple(n for n in found if says_something(sentences[n - 1].text))
        if found:
            return found
        asked = _text(question)
        last = asked.sentences[-1].text if asked.sentences else ""
        whole = bool(last) and not _GRANTS.search(last) and _words(one.quoted) == _words(last)
        return (0,) if not whole and asked.rendered(one.quoted) else ()

    renders = tuple(map(of, renderings))
    out: dict[int, Reason] = {}
    for which, reason in left_out:
        numbers = (int(which),) if which.strip().isdecimal() else text.rendered(which)
        out |= {n: reason for n in numbers if 1 <= n <= len(sentences)}
    for pair in preferences:
        labels = {label.casefold() for label in pair}
        naming = tuple(n for n, known in enumerate(text.words, 1) if labels <= {*known})
        renders = (*renders, naming) if naming else renders
    quoted = tuple(one.quoted for one in renderings)
    spans = tuple(one.span for one in renderings)
    rendered = {n for numbers in renders for n in numbers}
    left = tuple((n, reason) for n, reason in sorted(out.items()) if n not in rendered)
    return Coverage(text.texts, renders, quoted, spans, left)


def coverage_of(
    program: Program, context: str, question: str = "", among: Iterable[Statement | Default] | None = None
) -> Coverage | None:
    """Return which sentences of a text a program renders, by its glosses alone.

    Args:
        program: the program.
        context: the text.
        question: what is asked.
        among: the statements that are looked at; ``None`` for all but the goal.

    Returns:
        The coverage; ``None`` if there is no text, or no gloss by which anybody could tell.
    """
    if among is None:
        among = (*program.premises, *program.rules, *program.exceptions)
    asked = asked_of(program)
    glossed = [Rendering(one.gloss, span=one.span, asked=one.formula in asked) for one in among if one.gloss]
    if not context.strip() or not glossed:
        return None
    return coverage(context, glossed, preferences=program.preferences, question=question)


def asked_of(program: Program) -> tuple[Formula, ...]:
    """Return the goal of a program and what denies it."""
    goal = program.goal.formula
    return (goal, Not(goal), goal.body) if isinstance(goal, Not) else (goal, Not(goal))


class _Text:
    """A text whose sentences are looked for by their words."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self.words = [_words(one.text) for one in sentences]
        self.flat = " ".join(["", *(word for words in self.words for word in words), ""])
        self.number = [n for n, words in enumerate(self.words, 1) for _ in words]
        self.texts = tuple([one.text for one in sentences])
        self._known: dict[str, tuple[int, ...]] = {}

    @cached_property
    def stems(self) -> list[frozenset[str]]:
        """The beginnings of the words by which each sentence is known."""
        return [_stems(_heavy(words)) for words in self.words]

    def rendered(self, quoted: str) -> tuple[int, ...]:
        """Return the numbers of the sentences that a statement renders, by what it quotes."""
        if quoted not in self._known:
            words = _words(quoted)
            found = {*self._word_for_word(words)} or {*self._in_other_words(_heavy(words))}
            self._known[quoted] = tuple(sorted(found))
        return self._known[quoted]

    def _word_for_word(self, words: Sequence[str]) -> Iterator[int]:
        sought = f" {' '.join(words)} "
        at = self.flat.find(sought) if words else -1
        while at >= 0:
            first = self.flat.count(" ", 0, at)
            yield from {*self.number[first : first + len(words)]}
            at = self.flat.find(sought, at + 1)

    def _in_other_words(self, heavy: Collection[str]) -> Iterator[int]:
        if not heavy:
            return
        mine = _stems(heavy)
        if len(mine & frozenset[str]().union(*self.stems)) < _KNOWN * len(mine):
            return
        shares = [len(mine & stems) / len(mine) for stems in self.stems]
        for number, (share, stems) in enumerate(zip(shares, self.stems, strict=True), 1):
            least = _QUOTED if _PRONOUNS.isdisjoint(self.words[number - 1]) else _SAID_OF
            if (share == max(shares) and share >= least) or (stems and len(mine & stems) >= _WITHIN * len(stems)):
                yield number


@lru_cache(512)
def _text(text: str) -> _Text:
    """Return a text to look in: several questions are asked of one."""
    return _Text(split(text))


@lru_cache(4096)
def _words(text: str) -> list[str]:
    """Return the words of a text, as they are compared; not to be changed, since the next one is given the same."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    return [word.removesuffix("'s") for word in _TOKEN.findall(plain)]


def _heavy(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in _LIGHT]


def _stems(words: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of words, by which forms of one are the same."""
    return frozenset(word[: max(_STEM, len(word) - 3)] for word in words)


def says_something(sentence: str) -> bool:
    """Return whether a sentence should have a formula: it is no question, no heading and no number of a list."""
    return not sentence.rstrip("\"'”’)").endswith(("?", ":")) and len(_words(sentence)) > 1


def _shown(sentence: str) -> str:
    line = " ".join(sentence.split())
    return f"'{line if len(line) <= _SHOWN else line[:_SHOWN] + '…'}'"
