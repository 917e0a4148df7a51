"""What stands around the lines of a text, by one table: Markdown, LaTeX, invisible and full-width signs.

All of it becomes blanks, so that each character that is left keeps its place in the text.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span

_INVISIBLE: Final = "\ufeff\u200b\u2060\u00ad\u200e\u200f\u00a0\u202f\u3000\u2009\u2002\u2003\u200a\u2007\r"
_WIDE: Final = "（）［］｛｝，、：；．。＝｜＆＊＃～"
_SPELT: Final = dict(zip(_INVISIBLE + _WIDE, " " * len(_INVISIBLE) + "()[]{},,:;..=|&*#~", strict=True))
"""What is another spelling of a sign, or of a blank."""
_QUOTED: Final = r'"(?:[^"\\\n]|\\.){0,1000}"'
_BLANKED: Final = re.compile(
    rf"{_QUOTED}|[{_INVISIBLE}{_WIDE}]|(?s:<!--.{{0,8000}}?-->)"
    r"|\\(?:begin|end) ?\{[^{}\n]{0,30}\}(?:\{[clr|]{0,10}\})?"
    r"|\\(?:item|noindent)(?![A-Za-z])|\\(?:section|subsection|paragraph|underline|emph|textbf)\*?(?=\{)"
    r"|\\text ?\{ *\(?[A-Za-z]{0,2}\d{0,3}[.):]+ *\}"
    r"|(?<![(,])(?<![(,] )\\text ?\{(?P<word> *(?i:and|or|not|implies|iff|xor|if|then|if and only if|unless) *)\}"
)
"""What prints nothing, beside quoted names, which stay."""
_DECORATING: Final = ("`", "*", "\\", "<!", "\r")
_DECORATION: Final = tuple(map(re.compile, (r"\$(?![A-Za-z])", r"\n[ \t]*_")))
"""Of which a text with anything around its lines has one, or a sign of the next; each begins as is found quickly."""
_WIDER: Final = re.compile(f"[{_INVISIBLE}{_WIDE}]")
_AROUND: Final = re.compile(
    rf"{_QUOTED}|\*\*+|^\s*([*_]{{1,2}})(?=\S)(?P<emphasis>[^*_]*\S)\1(?=[ .]*(?:$|:))"
    r"|(?<![(,=])(?<![(,=] )(`+)(?P<code>[^`]*)\3"
    r"|\$\$?(?=[^$\s]|[ \t]+\S)(?P<math>[^$]*)\$\$?(?!\w)|\\\((?P<inline>.*?)\\\)|\\\[(?P<display>.*?)\\\]"
    r"|^\s*(?:\$\$|\\[\[\]])\s*$"
)
"""What stands around a line, or around a part of it: the named group stays."""
_AROUND_SIGN: Final = re.compile(r"[*_`$\\]")
"""One of which stands around; a quoted name alone stays as it is."""
FENCE: Final = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*[\w+.-]*[ \t]*$")
RULE: Final = re.compile(r"[ \t]*(?:[-–—_=*─━][ \t]*){3,}$")
_NO_SIGN: Final = r"(?![∧∨→↔⊕&|<=>≠≤≥\-+*.,)])"
"""No operand, as in ``(p) → q``, is a number in brackets."""
_BEFORE: Final = re.compile(
    r"[ \t]*(?:>(?![>=])[ \t]+)*(?P<rank>#{1,6}(?=[ \t*])[ \t]*)?"
    r"(?:(?:(?P<dash>[-–])|(?P<bullet>[*+•◦▪‣●○·—]))[ \t]++)?"
    rf"(?P<number>(?:\(\d{{1,3}}\)[ \t]++{_NO_SIGN}|\[\d{{1,3}}\][ \t]*+{_NO_SIGN}"
    r"|\d{1,3}(?:[.)]|:(?!:))[ \t]++|[ivx]{1,4}[.)][ \t]++|[a-zA-Z]\)[ \t]++)?)(?![=<>≤≥≠]|$)"
)
"""Marks before a line: of a quotation, of a heading, a bullet, a number."""


class Marked(NamedTuple):
    """One line without what stands around it.

    Attributes:
        start: where its content begins in the line.
        text: the content, in which marks are blanks.
        loud: whether it is marked as a heading, or begins bold.
        dash: whether a dash and a blank stand before it, which may be a bullet or a negation.
        listed: whether it has a bullet or a number.
    """

    start: int
    text: str
    loud: bool = False
    dash: bool = False
    listed: bool = False


def blank(text: str) -> str:
    """Return as many blanks as the text has characters, with its line breaks."""
    return re.sub(r"[^\n]", " ", text)


def _inner(found: re.Match[str]) -> str:
    """Return blanks for all of a match but its named group, or a quoted name as it is."""
    whole, name = found.group(), found.lastgroup
    if whole[0] == '"' or whole in _SPELT:
        return _SPELT.get(whole, whole)
    begin, end = (at - found.start() for at in found.span(name)) if name else (0, 0)
    return blank(whole[:begin]) + whole[begin:end] + blank(whole[end:])


def is_decorated(text: str) -> bool:
    """Return whether anything may stand around the lines of a text."""
    for sign in _DECORATING:
        if sign in text:
            return True
    patterns = _DECORATION if text.isascii() else (*_DECORATION, _WIDER)
    return any(pattern.search(text) for pattern in patterns)


def flatten(text: str) -> str:
    """Return the text with blanks for what is no part of any line, each other character in its place."""
    if "\\begin" in text:  # rows, and columns
        text = re.sub(r"(?<!\\)&", " ", text.replace("\\\\", "\n "))
    return _BLANKED.sub(_inner, text)


def marked(line: str) -> Marked:
    """Return a flat line without its bullet, number, heading marks and what stands around it."""
    found = _BEFORE.match(line)
    at = found.end() if found else 0
    rest = line[at:].rstrip()
    text = _AROUND.sub(_inner, rest) if _AROUND_SIGN.search(rest) else rest
    if not found:
        return Marked(at, text, _loud(rest, text))
    if found["rank"]:
        text = text.rstrip("# ")
    loud, listed = bool(found["rank"]) or _loud(rest, text), bool(found["bullet"] or found["number"])
    return Marked(at, text, loud, bool(found["dash"]), listed)


def _loud(written: str, text: str) -> bool:
    return written[:1] in ("*", "_") and text[:1] == " "


# What a model thought before it answered.

_TAG: Final = "(?:think|thinking|thought|thoughts|reasoning|scratchpad)>"
_THOUGHT: Final = re.compile(rf"(?is)(?:<{_TAG}|\A)(?:(?!<{_TAG}).)*?</{_TAG}")
"""What stands between the tags, or before a closing one."""
_OPENED: Final = re.compile(rf"(?i)\s*<{_TAG}")
_TURN: Final = re.compile(r"(?:(?:<\|[a-z_]{2,24}\|>|</s>)\s*)+\Z")
"""What stands at the end of a model's turn."""


def without_thoughts(text: str) -> tuple[str, list[Diagnostic]]:
    """Return a text with blanks for what stands in ``<think>…</think>``, and what is to be said of that.

    A tag that opens the text and is never closed tells that the output was cut. Each character that is left keeps its
    place.

    Args:
        text: the text as written.
    """
    if turn := _TURN.search(text, max(0, len(text) - 200)):
        text = text[: turn.start()] + blank(turn.group())
    what = "this was thought before the answer, and is no part of the program"
    thoughts = [Span(*found.span()) for found in _THOUGHT.finditer(text)]
    said = [Diagnostic("prose", Level.WARNING, what, span) for span in thoughts]
    text = _THOUGHT.sub(lambda found: blank(found.group()), text)
    if found := _OPENED.match(text):
        message = "the text ends in a thought that is never closed; was the output cut?"
        hint = "Write the program behind the closing tag."
        said.append(Diagnostic("cut-off", Level.ERROR, message, Span(*found.span()), hint))
    return text, said
