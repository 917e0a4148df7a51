"""The tokens of a formula's text, by one regular expression that the table of signs makes."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import Final

from ..logic.diagnostics import Span
from .signs import BAD, KINDS, NAME, NUMBER, QUOTED, UNICODE, Dialect

_LATEX_SKIPPED = (
    r"\\(?:left|right|big|Big|bigl|bigr|Bigl|Bigr|quad|qquad|displaystyle|limits|nonumber)(?![A-Za-z])"
    r"|\\[,;!: \\]"
)
_LATEX_NAME = r"\\(?:text|mathrm|mathit|mathsf|mathbf|texttt|textit|textrm|operatorname) ?\{[^{}\n]{0,500}\}"
_WORD = (
    # A hyphen after a lone u..z is a minus; a dot inside a name stands between two longer words (St.Louis) or two
    # digits, so that ``all x.P(x)`` is not one name. A prime behind a name belongs to it: no quotation begins there.
    r"[$@#€£]?\w+(?:(?:['’]|(?<!\b[u-z])-|(?<=\w\w)\.(?=\w\w)|(?<=\d)\.(?=\d)|\\(?=_))\w+)*"
    r"(?:(?<=_)\{\w+\})?(?:%|(?<=\d)[$€£]|['’′]{1,3})?"
)
_GROUPED = r"\d{1,3}(?:,\d{3})+(?![\w'’%,]|\.\d)"
_NUMERAL = r"\d+(?:\.\d+)?(?![\w'’%$€£]|\.\d|-\w)"
# A quotation that is not closed takes the rest of the line, and is a bad token.
_QUOTED = r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?|“[^”"\n]*[”"]?|‘[^’\n]*’?|`[^`\n]*`?'
_CLOSED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|“[^”"]*[”"]|‘[^’]*’|`[^`]*`')
_SIGNS = "|".join(
    re.escape(spelling) + (r"(?![A-Za-z])" if spelling[0] == "\\" and spelling[-1].isalpha() else "")
    for spelling in sorted(KINDS, key=len, reverse=True)
    if not (spelling[0].isalpha() and spelling[0].isascii())
)
_PHRASES = "|".join(rf"{spelling}\b" for spelling in sorted(KINDS, key=len, reverse=True) if " " in spelling)
# A variable right behind the sign, and a predicate behind that: ∀xP(x).
_JOINED = r"(?<=[∀∃])[u-z](?=[A-Z]\w*\(|[A-Z][u-z]{1,3}\b)"
# The order is one of frequency: the long alternation of signs comes late.
_TOKENS: Final = re.compile(
    rf"\s*([()∀∃¬∧∨→⊕↔]|{_GROUPED}|{_PHRASES}|{_JOINED}|{_NUMERAL}|{_WORD}|[\[\],]|{_SIGNS}"
    rf"|{_LATEX_SKIPPED}|{_LATEX_NAME}|{_QUOTED}|\S)"
)
_MARKS: Final = "\"'“‘`"
"""What a quoted text begins with."""
_ESCAPE: Final = re.compile(r"\\(.)", re.S)


@lru_cache(maxsize=16384)
def _kind(token: str, dialect: Dialect) -> str:
    """Return the kind of a token: that of its sign, or what it is by its shape."""
    if kind := dialect.kinds.get(token):
        return kind
    first = token[0]
    if first in _MARKS:
        return QUOTED if _CLOSED.fullmatch(token) else BAD
    if first.isalnum() or first == "_":
        if "," in token:  # 1,000 is one number, or two
            return BAD
        return NAME if not (first.isdecimal() and token.replace(".", "", 1).isdecimal()) else NUMBER
    if first in "$@#€£" and len(token) > 1:
        return NAME
    if first == "\\" and token[-1] == "}":
        return NAME
    return BAD


def _skipped(token: str) -> bool:
    return token == "$" or (len(token) > 1 and token[0] == "\\" and token not in KINDS and token[-1] != "}")


def tokenize(text: str, dialect: Dialect = UNICODE) -> tuple[list[str], list[str]]:
    """Return the tokens of a formula's text and their kinds, in two lists of one length."""
    tokens = _TOKENS.findall(text.rstrip())
    if "\\" in text or "$" in tokens:
        tokens = [t for t in tokens if not _skipped(t)]
    return tokens, list(map(_kind, tokens, itertools.repeat(dialect)))


@lru_cache(maxsize=4)
def places(text: str) -> list[Span]:
    """Return where each token of a text stands, and the end of the text behind the last one."""
    text = text.rstrip()
    spans = [Span(*m.span(1)) for m in _TOKENS.finditer(text) if not _skipped(m.group(1))]
    return [*spans, Span(len(text), len(text) + 1)]


def quote(name: str, mark: str = '"') -> str:
    """Return the name as a quoted text that ``unquote`` reads back.

    ``:::`` is escaped too, since it starts a gloss in a program.
    """
    escaped = name.replace("\\", "\\\\").replace(mark, "\\" + mark).replace("\n", "\\n")
    return mark + escaped.replace(":::", "\\:::") + mark


def unquote(token: str) -> str:
    """Return the name that a token of the kind ``name`` or ``quoted`` stands for."""
    first = token[0]
    if first == "\\":
        return _unescape(token[token.index("{") + 1 : -1].strip() if "{" in token else token)
    if first in _MARKS:
        return _unescape(token[1:-1])
    if "\\" in token or "{" in token:
        return token.replace("\\", "").replace("{", "").replace("}", "")
    return token


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda m: "\n" if m.group(1) == "n" else m.group(1), text)
