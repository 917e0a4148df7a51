"""What a model thought before it answered: passed over, and said."""

from __future__ import annotations

import re
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .decoration import blank

_TAGS: Final = "think|thinking|thought|thoughts|reasoning|scratchpad"
_OPENED: Final = re.compile(rf"<({_TAGS})>", re.I)
_TURN: Final = re.compile(r"(?:<\|[a-z_]{2,24}\|>|</s>|<(?:eos|end_of_turn)>)\Z")
"""What stands at the end of a model's turn."""
_CLOSED: Final = re.compile(rf"</(?:{_TAGS})>", re.I)


def _unended(text: str) -> str:
    """Return a text with blanks for the signs with which a model ends its turn."""
    while (bare := text.rstrip())[-1:] == ">" and (found := _TURN.search(bare, max(0, len(bare) - 30))):
        text = text[: found.start()] + blank(text[found.start() :])
    return text


def without_thoughts(text: str) -> tuple[str, list[Span], Diagnostic | None]:
    """Return a text with blanks for what stands in ``<think>…</think>``, where that was, and an error.

    What stands before a closing tag without an opening one was thought, too. A tag that opens the text and is never
    closed tells that the output was cut. Each character that is left keeps its place.

    Args:
        text: the text as written.
    """
    text = _unended(text)
    if "<" not in text or not (_OPENED.search(text) or _CLOSED.search(text)):
        return text, [], None
    pieces, spans, at = list[str](), list[Span](), 0
    while found := _CLOSED.search(text, at):
        opened = _OPENED.search(text, at, found.start())
        start = opened.start() if opened else at
        pieces += [text[at:start], blank(text[start : found.end()])]
        spans.append(Span(start, found.end()))
        at = found.end()
    if (opened := _OPENED.search(text, at)) and not text[at : opened.start()].strip():
        message = f"the text ends in '<{opened.group(1)}>', which is never closed; was the output cut?"
        hint = "Write the program behind the closing tag."
        return text, spans, Diagnostic("cut-off", Level.ERROR, message, Span(opened.start(), opened.end()), hint)
    return "".join([*pieces, text[at:]]), spans, None
