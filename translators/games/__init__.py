"""An adapter to the games of BoardgameQA (Kazemi et al. 2023) and of BIG-Bench Extra Hard, which takes them over.

A game is facts about animals, rules that hold by default, preferences among the rules, and
a question whether one animal does something to another. ``sentences`` cuts the text and
knows what is said of the game as such, ``rules`` and ``phrases`` read what is
said of the animals, ``knowledge`` settles what general knowledge must, ``reading`` makes
the program.
"""

from __future__ import annotations

import re
from typing import Final

_SIGNS: Final = re.compile(
    r"(?i)\b(?:board ?)?games?\b.*\brules?\b|\brules?\b.*\b(?:board ?)?games?\b|\brule ?#?\d", re.S
)


def looks_like_game(context: str, question: str) -> bool:
    """Return whether a text might be a game, so that its reader is worth loading.

    Args:
        context: facts, rules and preferences.
        question: what is asked.
    """
    return _SIGNS.search(f"{context}\n{question}") is not None
