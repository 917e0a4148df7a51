"""Formulas that go on over several lines."""

from __future__ import annotations

import re
from typing import Final

from .lines import Line

_BINARY: Final = re.compile(
    r"[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡]|\|(?!-)|->|<?=>|<->|==>|>>>|[)\]}](?!\w)|(?:and|or|implies|iff|xor|then|AND|OR|IFF|XOR)\b(?!\s*:)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|oplus|supset|equiv|rightarrow|leftrightarrow|Rightarrow|Leftrightarrow)(?![A-Za-z])"
)
_UNENDED: Final = re.compile(
    r"(?:[∧∨→↔⊕⊻⇒⇔⟹⟺&⊃≡¬~∀∃,(\[{=<≤≥≠|]|->|=>|\b(?:and|or|implies|iff|xor|not|then|AND|OR|NOT)"
    r"|\\(?:land|lor|to|wedge|vee|implies|iff|neg|lnot|oplus|rightarrow|leftrightarrow|Rightarrow|forall|exists))\s*$"
)
_QUANTIFIED: Final = re.compile(
    r"(?:[∀∃]\s?[^\W\d_]\w*|(?:all|exists|forall)\s[^\W\d_]\w*|\\(?:forall|exists)\s?\w+)\s*[.:,]?\s*$"
)


def continued(lines: list[Line]) -> list[Line]:
    """Join what goes on over several lines."""
    found: list[Line] = []
    for one in lines:
        if found and not one.gap and not one.label and not one.listed and not one.goal:
            last = found[-1]
            if not last.gloss and (_BINARY.match(one.text) or (one.dash < 0 and is_unended(last.text))):
                text = f"{last.text}{' ' * (one.start - last.end)}{one.text}"
                found[-1] = last._replace(text=text, gloss=one.gloss)
                continue
        found.append(one)
    return found


def is_unended(text: str) -> bool:
    """Return whether a formula must go on behind its text's end: behind a connective, or a quantifier."""
    return _UNENDED.search(text[-20:]) is not None or _QUANTIFIED.fullmatch(text[-40:]) is not None
