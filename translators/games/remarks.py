"""What a game's text says of the game as such: announcements, preferences among rules, what answers there are."""

from __future__ import annotations

import re
from typing import Final

from .phrases import SHAPES

_SPEAKS_OF_THE_GAME: Final = frozenset(SHAPES["SPEAKS_OF_THE_GAME"].split())
_SAYS_NOTHING: Final = _SPEAKS_OF_THE_GAME.union(SHAPES["SAYS_NOTHING"].split())
_ANSWERS: Final = frozenset(SHAPES["ANSWERS"].split())
_ALSO_OF_ANSWERS: Final = _SAYS_NOTHING | _ANSWERS | frozenset("abcde")
_INSTRUCTIONS: Final = re.compile(SHAPES["INSTRUCTIONS"])
"""What tasks say of how all rules are to be taken, which is how they are taken here."""
_WORD: Final = re.compile(r"[^\W_]+(?:'\w+)?")
_RULE: Final = re.compile(r"(?i)\brule ?#?\d+\b")
_PREFERRED: Final = re.compile(SHAPES["PREFERRED"])


def says_nothing(text: str, *, of_answers: bool = False) -> bool:
    """Return whether a sentence has words about the game as such alone, and so says nothing of an animal.

    Args:
        text: the sentence.
        of_answers: it may also speak of the answers that one may give.
    """
    if _INSTRUCTIONS.fullmatch(text.strip().rstrip(".")):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    known = _ALSO_OF_ANSWERS if of_answers else _SAYS_NOTHING
    return words <= known and (of_answers or bool(words & _SPEAKS_OF_THE_GAME) or text.rstrip().endswith(":"))


def mentions_rule(text: str) -> bool:
    """Return whether a sentence speaks of a rule by its number."""
    return _RULE.search(text) is not None


def preferences_of(text: str) -> list[tuple[str, str]] | None:
    """Return which rules a sentence prefers to which; ``None`` if it says anything else.

    Args:
        text: the sentence, such as ``Rule1 is preferred over Rule2 and Rule3.``
    """
    found = _PREFERRED.fullmatch(text.strip().rstrip("."))
    if found is None:
        return None
    one, *others = (f"Rule{number}" for number in re.findall(r"\d+", found.group()))
    return [(one, other) for other in others]
