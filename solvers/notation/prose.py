"""Which lines are sentences of a natural language, and can be no formulas."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_SIGN: Final = re.compile(r"[∀∃∄¬∧∨⊕⊻→↔⇒⇔⊢∴⊤⊥=<>≤≥≠~&|\\^+*$@]|(?<=\w)[(\[]|(?<!\w)-(?=\w)|^\s*[-(\[{]")
"""What no sentence has."""
_WORD: Final = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_JOINTS: Final = frozenset(
    "not and or if then iff implies all forall for every each exists exist there some such that only unless either "
    "neither nor xor no v".split()
)
"""Words that join formulas in English; none of them tells a sentence from one."""
_TELLING: Final = frozenset(
    "is are was were be been being am a an the has have had do does did can could will would should must may might of "
    "to in on at by with from as it its he she they them their his her we our us you your i this these those here who "
    "which what whether so because since thus therefore hence also let given according follows means shows any "
    "isn't aren't doesn't don't can't cannot let's".split()
)
"""Words that stand in sentences and seldom in formulas."""
NOTHING: Final = re.compile(
    r"[\s.*_–—(-]*(?:none|nothing|n/?a|not applicable|empty|nil|no (?:exceptions|preferences|defaults|constants|facts))"
    r"[\s.*_)]*",
    re.I,
)
"""A line by which a section says that it is empty."""
_OPENING: Final = 80
"""Words at the start of a line that are looked at."""


def has_signs(text: str) -> bool:
    """Return whether there is a sign in the text that sentences do not have."""
    return _SIGN.search(text) is not None


@lru_cache(maxsize=4096)
def is_prose(text: str) -> bool:
    """Return whether a line is a sentence of a natural language, and can be no formula.

    It is one if five words stand side by side before any sign, or three with one that formulas seldom have; behind a
    sign there must be four and such a one. Fewer do where the line ends as no formula does.

    Args:
        text: the line, without marks and glosses.
    """
    sign = _SIGN.search(text)
    if sign is not None and sign.start() < 8:
        return False
    words = _WORD.findall(text[: sign.start()] if sign else text[:4000])[:_OPENING]
    if sign is not None and sign.group() == "(":
        words.pop()  # the name of a predicate
    run, longest, count, telling = 0, 0, 0, False
    for word in words:
        lower = word.lower()
        apart = lower in _JOINTS or not word[0].isalnum()
        run = 0 if apart else run + 1
        longest, count = max(longest, run), count + (not apart)
        telling = telling or (not apart and (lower in _TELLING or "n't" in lower))
    if sign is not None:
        return longest >= 4 and telling
    if longest >= 5 or (telling and count >= 3 and longest >= 2):
        return True
    end = text.rstrip()[-1:]
    return end in ("!", "?") or (end == ":" and count >= 2)
