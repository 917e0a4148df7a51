"""What a model affirms of a text, taken for assumed: only where it can point to it, and never unseen.

A link that would settle a question is put to the model that translated, as a question that does not say what would come
of it. An affirmed one is a premise only if the passages that the model points to are in the text, word for word, and
speak of all that the link links; the answer then shows it as assumed, with the passages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from sorites.solvers import Diagnostic, Level, Said, Statement
from sorites.solvers.logic.syntax import Atom, Fn
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.spelling import words
from sorites.translators import Problem, Translation
from sorites.translators.translation import Confirmation

from .attempt import ASSUMED
from .likeness import content, same_word
from .linking import Link
from .reading_back import quoted, said_of

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def questions(links: Sequence[Link]) -> list[str]:
    """Return what a model is asked of links, each a question that can be answered with yes or no."""
    return [
        f"Does the text mean one thing by {quoted(link.linked[0])} and {quoted(link.linked[1])}?"
        if link.linked
        else f"Does the text mean this too: {quoted(link.said)}?"
        for link in links
    ]


def with_affirmed(
    problem: Problem, translation: Translation, links: Sequence[Link], confirmation: Confirmation
) -> Translation:
    """Return a translation with the links that a model affirmed as premises, each shown as assumed.

    Args:
        problem: what was translated.
        translation: the program whose goal was open.
        links: what the model was asked about.
        confirmation: what it said. What it can't point to in the text is not taken.

    Returns:
        The translation, the same but for its cost if nothing was affirmed.
    """
    asked = replace(
        translation,
        requests=confirmation.requests,
        raw=confirmation.raw,
        prompt=confirmation.prompt,
        seconds=sum(one.usage.seconds for one in confirmation.requests),
    )
    reading, program = translation.reading, translation.reading.first
    taken = [
        (link, confirmation.passages[i])
        for i, link in enumerate(links)
        if i in confirmation.passages and supported(problem, link, confirmation.passages[i])
    ]
    if not taken or program is None:
        return asked
    premises = tuple(Statement(link.formula, link.said) for link, _ in taken)
    said, notes = [*said_of(reading)], []
    for link, passages in taken:
        shown = " and ".join(map(quoted, passages))
        why = f"the model says that the text means it: {shown}"
        said.append(Said("", link.said, None, link.formula, "assumed", why))
        message = f"assumed, as the model says that the text means it: {quoted(link.said)}"
        hint = f"It points to {shown}. Add the sentence to the text if it is so."
        notes.append(Diagnostic(ASSUMED, Level.WARNING, message, None, hint))
    assumed = replace(program, premises=(*program.premises, *premises))
    more = replace(reading, first=assumed, said=tuple(said), diagnostics=(*reading.diagnostics, *notes))
    return replace(asked, reading=more)


def supported(problem: Problem, link: Link, passages: Sequence[str]) -> bool:
    """Return whether passages are in the text, one of them in its context, and speak of all that a link links.

    Args:
        problem: the text and the question.
        link: what was affirmed.
        passages: what the model points to.
    """
    context, question = _bare(problem.context), _bare(problem.question)
    bare = list(dict.fromkeys(filter(None, map(_bare, passages))))
    if not all(one in context or one in question for one in bare) or not any(one in context for one in bare):
        return False
    if link.linked and len(bare) < 2:
        return False
    spoken = [word for one in bare for word in one.split()]
    return all(any(same_word(word, other) == 1 for word in name for other in spoken) for name in _names(link))


def _names(link: Link) -> Iterator[tuple[str, ...]]:
    """Yield the words of each name that a link has."""
    for node in walk(link.formula):
        if isinstance(node, Atom) or (isinstance(node, Fn) and not node.args):
            yield content(words(node.name))


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
