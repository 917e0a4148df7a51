"""Marks around data in prompts, which no text of the data can close or imitate.

What a problem says is data: it stands between marks of its own, and what looks like such a mark in
it, or like the signs with which chat templates part the speakers, is written in another way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MARKS: Final = (
    "context",
    "question",
    "questions",
    "options",
    "vocabulary",
    "sentences",
    "premises",
    "pairs",
    "program",
)
"""The names of the marks that prompts use."""
MAX_LISTED: Final = 12
"""The most texts that are listed; a model mends a few at a time."""
_WIDTH: Final = 600
"""The most characters of one of them."""
_UNSEEN: Final = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
"""What is not seen, and may stand between the letters of a mark for all that."""
_GAP: Final = rf"(?:\s|{_UNSEEN[:-1]})*"
_NAME: Final = "|".join(_UNSEEN.join(name) for name in sorted(MARKS, key=len, reverse=True))
_MARK: Final = re.compile(
    rf"[<＜]({_GAP}[/／]{_GAP}(?:{_NAME}))(?![\w-])({_GAP})[>＞]?"
    rf"|[<＜]({_GAP}(?:{_NAME})(?![\w-])[^<>＜＞]{{0,99}})[>＞]",
    re.I,
)
_SPEAKER: Final = re.compile(
    r"<(/?(?:think|thinking|tool_call|tool_response|start_of_turn|end_of_turn|system|user|assistant|bos|eos|s))>"
    r"|<([|｜][^<>|｜\n]*[|｜])>|<<(/?SYS)>>",
    re.I,
)
"""Signs by which chat templates of well-known models part speakers, thoughts and calls of tools."""
_BRACKETED: Final = re.compile(r"\[(/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]", re.I)


def neutral(text: str) -> str:
    """Return a text in which nothing looks like a mark or like a sign of a chat template.

    Args:
        text: any text.

    Returns:
        The text, with ``‹`` and ``›`` for the brackets of what does, and ``(INST)`` for ``[INST]``.
    """
    text = _BRACKETED.sub(r"(\1)", text)
    while (made := _MARK.sub(_bare, _SPEAKER.sub(_bare, text))) != text:  # what was inside of a mark may leave another
        text = made
    return text


def _bare(found: re.Match[str]) -> str:
    return f"‹{''.join(filter(None, found.groups()))}›"


def fence(**parts: str) -> str:
    """Return texts between marks of their names, which no text can close.

    Args:
        parts: the texts by the names of their marks, which are among ``MARKS``.
    """
    assert set(parts) <= set(MARKS)
    return "\n".join(f"<{name}>\n{neutral(text)}\n</{name}>" for name, text in parts.items())


def fenced(context: str, question: str, options: tuple[str, ...]) -> str:
    """Return a problem as data between marks that its text can't close.

    Args:
        context: its text.
        question: what is asked.
        options: the choices, of multiple choice.
    """
    parts = {"context": context, "question": question}
    if options:
        parts["options"] = "\n".join(options)
    return fence(**parts)


def listed(mark: str, texts: Iterable[tuple[int, str]]) -> str:
    """Return texts as data between marks, one in a line, with their numbers where these are not 0."""
    lines = [f"{number}. {_line(text)}" if number else f"- {_line(text)}" for number, text in texts]
    more = len(lines) - MAX_LISTED
    return fence(**{mark: "\n".join(lines[:MAX_LISTED])}) + (f"\n… and {more} more." if more > 0 else "")


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[:_WIDTH] + "…"
