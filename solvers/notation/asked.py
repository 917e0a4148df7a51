"""What a question in English asks of its options."""

from __future__ import annotations

import re
from typing import Final

from ..logic.question import OPPOSITE, Asked, Wanted

_INFER: Final = r"(?:\w+\s+){0,3}(?:infer|conclude|deduce|derive|prove|follow)"
_WANTED: Final[tuple[tuple[re.Pattern[str], Wanted], ...]] = (
    (re.compile(rf"(?i)\b(?:cannot|can not|can't|could not)\s+{_INFER}"), "not entailed"),
    (re.compile(r"(?i)\b(?:could|can|may|might) be false\b"), "not entailed"),
    (re.compile(rf"(?i)\b(?:could|can|may|might)\s+{_INFER}"), "entailed"),
    (re.compile(r"(?i)\b(?:must be false|not true)\b"), "refuted"),
    (
        re.compile(
            r"(?i)\b(?:cannot|can not|can't|must not|impossible|is false|are false|not possible|ruled out|"
            r"not (?:allowed|acceptable|permissible))\b"
        ),
        "refuted",
    ),
    (
        re.compile(r"(?i)\b(?:could|can|may|might|possible|possibly|allowed|allowable|acceptable|permissible)\b"),
        "possible",
    ),
    (re.compile(r"(?i)\b(?:does not follow|not necessarily|need not|not entailed)\b"), "not entailed"),
    (re.compile(r"(?i)\b(?:must|required)\b"), "entailed"),
)
_EXCEPT: Final = re.compile(r"\bEXCEPT\b|(?i:\bexcept\s*[:?.]?\s*$)")
"""What asks for the one of which it is not so."""
_KINDS: Final[tuple[tuple[re.Pattern[str], Asked], ...]] = (
    (re.compile(r"(?i)\bsame effect\b"), Asked.SAME),
    (re.compile(r"(?i)\b(?:fully|completely) determined if\b"), Asked.SETTLED),
    (re.compile(r"(?i)\b(?:minimum|least|smallest|fewest|earliest)\b"), Asked.LEAST),
    (re.compile(r"(?i)\b(?:maximum|most|greatest|largest|latest)\b"), Asked.MOST),
    (re.compile(r"(?i)\bhow many\b"), Asked.NUMBER),
    (
        re.compile(r"(?i)\b(?:is a complete and accurate list|lists all|(?:any|each) (?:one )?of (?:which|whom))\b"),
        Asked.LIST,
    ),
)


def asked_by(question: str) -> tuple[Asked, Wanted | None]:
    """Return what a question asks of its options, and whether they must, could, can't or need not be true.

    Args:
        question: the question. What it supposes, in a clause with *if*, is no part of what it asks.

    Returns:
        The second is ``None`` where the question does not say it.
    """
    asks = question.rpartition(", then ")[2] if re.match(r"(?i)\s*if\b", question) else question
    wanted = next((wanted for pattern, wanted in _WANTED if pattern.search(asks)), None)
    if wanted is not None and _EXCEPT.search(asks):
        wanted = OPPOSITE[wanted]
    return next((kind for pattern, kind in _KINDS if pattern.search(asks)), Asked.EACH), wanted
