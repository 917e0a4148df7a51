"""What stands around formulas in a text, by one table: Markdown, comments, LaTeX, invisible and full-width signs.

All of it becomes blanks, so that each character that is left keeps its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span

_INVISIBLE: Final = "\ufeff\u200b\u2060\u00ad\u200e\u200f\u00a0\u202f\u3000\u2009\u2002\u2003\u200a\u2007\r"
_WIDE: Final = "（）［］｛｝，、：；．。＝｜＆＊＃～"
_ENTITIES: Final = (
    "forall ∀ exist ∃ not ¬ and ∧ or ∨ oplus ⊕ rarr → rArr → harr ↔ hArr ↔ lt < gt > le ≤ ge ≥ ne ≠ amp & quot "
    '" there4 ∴'
).split()
_LATEX: Final = r"\colon : \not= ≠ \not\in ∉ \mathbb{N} ℕ \mathbb{Z} ℤ \mathbb{R} ℝ \hline -----".split()
_SPELT: Final = {
    **dict.fromkeys(_INVISIBLE, " "),
    **dict(zip(_WIDE, "()[]{},,:;..=|&*#~", strict=True)),
    **{f"&{name};": sign for name, sign in zip(_ENTITIES[::2], _ENTITIES[1::2], strict=True)},
    "&nbsp;": " ",
    **dict(zip(_LATEX[::2], _LATEX[1::2], strict=True)),
    "\\hline": "-----\n",
}
"""What is another spelling of a sign, or of a blank, wherever it stands."""
_ODD: Final = re.compile(
    f"[{_INVISIBLE}{_WIDE}]|" + "|".join(re.escape(key) + r"\b" * key[-1].isalpha() for key in _SPELT if len(key) > 1)
)
_BLANKED: Final = re.compile(
    r"(?s)<!--(?:(?!<!--|-->).){0,8000}-->|/\*(?:(?!/\*|\*/).){0,8000}\*/|(?<!\w)\(\*(?:(?!\(\*|\*\)).){0,8000}\*\)"
    r"|</?(?:b|i|em|strong|code|pre|p|br|li|ul|ol|div|span|sub|sup)\b[^<>\n]{0,80}>"
    r"|\\(?:begin|end) ?\{[^{}\n]{0,30}\}(?:\{[clr|]{0,10}\}|\[[^\[\]\n]{0,20}\])?"
    r"|\\(?:tag|label) ?\*?\{[^{}\n]{0,40}\}"
    r"|\\(?:item|nonumber|notag|noindent|centering|medskip|bigskip|smallskip|newline)(?![A-Za-z])"
    r"|\\(?:section|subsection|subsubsection|paragraph|underline|emph|textbf)\*?(?=\{)"
)
"""What prints nothing."""
_ENVIRONMENT: Final = re.compile(r"(?s)\\begin ?\{\w+\*?\}(?:(?!\\begin|\\end).){0,8000}\\end ?\{")
_WORDS: Final = re.compile(
    r"(?:(?<![(,])(?<![(,] )|(?=\\\w+ ?\{\s))\\(?:text|textrm|textbf|mathrm|mbox) ?\{"
    r"(\s*\(?[A-Za-z]{0,8} ?\d{1,3}[.):]\s*|[^{}\\\n]{1,80}:\s*"
    r"|\s*(?i:and|or|not|implies|iff|xor|if|then|if and only if|only if|unless|for all|there exists),?\s*)\}"
)
"""A label, a sentence before a colon, or a word between formulas, each in a text of its own."""
_SINGLE: Final = rf"`*\\{_INVISIBLE}{_WIDE}"
DECORATION: Final = re.compile(
    rf"[{_SINGLE}_&<$\n](?:(?<=[{_SINGLE}])|(?<=_)_|(?<=&)\w+;|(?<=<)[!/A-Za-z]|(?<=\$)(?![A-Za-z])|(?<=\n)[ \t]*\|)"
)
"""What a text with anything around its lines has."""
FENCE: Final = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*([\w+.-]*)[ \t]*$")
_RULE: Final = re.compile(r"[ \t]*(?:[-–—_=*─━][ \t]*){3,}$")
_QUOTE: Final = re.compile(r"[ \t]*(?:>(?![>=])[ \t]+)*")
_RANK: Final = re.compile(r"(#{1,6})(?=[ \t*])[ \t]*")
_NO_SIGN: Final = r"(?![∧∨→↔⊕&|<=>≠≤≥\-+*.,)])"
"""No operand, as in ``(p) → q``, is a number in brackets."""
_BULLET: Final = re.compile(
    r"(?:(?:([-–])|[*+•◦▪‣●○·—])[ \t]++)?"
    rf"(\(\d{{1,3}}[.)][ \t]++{_NO_SIGN}|\([ivx]{{1,4}}\)[ \t]++{_NO_SIGN}|\[\d{{1,3}}\][ \t]*+{_NO_SIGN}"
    r"|\d{1,3}(?:[.)]|:(?!:))[ \t]++|[ivx]{1,4}[.)][ \t]++|[a-zA-Z]\)[ \t]++)?(?![=<>≤≥≠]|$)"
)
_AROUND: Final = (
    ("**", re.compile(r"\*\*\*?()")),
    ("__", re.compile(r"(?<![\w(,∀∃\"'])__(?=[\w∀∃¬(~])([^\n]*?)(?<=[\w):.])__(?![\w(),])")),
    ("*", re.compile(r"^\s*(\*)(?=\S)([^*_\n]*\S)\1(?:(?=[ .]?(?::|$))|(?<=:.))")),
    ("_", re.compile(r"^\s*(_)(?=\S)([^*_\n]*\S)\1(?:(?=[ .]?(?::|$))|(?<=:.))")),
    (
        "`",  # but a quoted name in a formula
        re.compile(r"(?:(?<![(,=])(?<![(,=] )|(?=`+[^`\n]*(?:[()∀∃¬∧∨→↔⊕⊢∴=<>~&|]|\\[a-z]))|(?=``))(`+)([^`\n]*)\1"),
    ),
    ("$", re.compile(r"\$\$?(?=[^$\s]|[ \t]+\S)([^$\n]*)\$\$?(?!\w)")),
    ("$", re.compile(r"^\s*\$\$?\s*()$")),
    ("\\", re.compile(r"\\\(((?:(?!\\[()]).)*)\\\)|\\\[((?:(?!\\[\[\]]).)*)\\\]|^\s*\\[\[\]()]\s*()$")),
    ("{", re.compile(r"^\s*\{(.*)\}\s*$")),
)
"""What stands around a line, or around a part of it, by a sign that it has: the last group stays."""


class Marked(NamedTuple):
    """One line without what stands around it.

    Attributes:
        start: where its content begins in the line.
        text: the content, in which marks are blanks.
        rank: the level of a Markdown heading; 0 if it is none.
        bold: whether the content begins bold.
        dash: where a dash and a blank stand before it, which may be a bullet or a negation; -1 if not.
        listed: whether it has another bullet or a number.
    """

    start: int
    text: str
    rank: int = 0
    bold: bool = False
    dash: int = -1
    listed: bool = False


def blank(text: str) -> str:
    """Return as many blanks as the text has characters, with its line breaks."""
    return re.sub(r"[^\n]", " ", text)


_MASK: Final = "\ue000"
"""What stands for each character of a quoted name until a line is read: no mark is sought there."""
_QUOTED: Final = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|(?<=[(,=\s])'((?:[^'\\\n]|\\.){0,200})'(?=[),=\s.;]|$)")


def _kept(fill: str = " ") -> Callable[[re.Match[str]], str]:
    """Return what puts blanks for all of a match but its last group, or a mask for that group."""

    def put(found: re.Match[str]) -> str:
        whole, (begin, end) = found.group(), found.span(found.lastindex or 0)
        begin, end = begin - found.start(), end - found.start()
        if fill != " ":
            return whole[:begin] + fill * (end - begin) + whole[end:]
        return " " * begin + whole[begin:end] + " " * (len(whole) - end)

    return put


_inner, _masked = _kept(), _kept(_MASK)


def restored(text: str, start: int, source: str) -> str:
    """Return a piece of a flat line with its quoted names as they were written.

    Args:
        text: the piece.
        start: where it begins.
        source: the line as written.
    """
    if _MASK not in text:
        return text
    return "".join(source[start + i] if c == _MASK else c for i, c in enumerate(text))


def flatten(text: str) -> str:
    """Return the text with blanks for what is no part of any line, each other character in its place."""
    if '"' in text or "'" in text:
        text = _QUOTED.sub(_masked, text)
    if "\\begin" in text:
        text = _ENVIRONMENT.sub(_rows, text)
    text = _ODD.sub(lambda m: _SPELT[m.group()].ljust(len(m.group())), text)
    text = _BLANKED.sub(lambda m: blank(m.group()), text)
    return _WORDS.sub(_inner, text) if "\\" in text else text


def _rows(found: re.Match[str]) -> str:
    """Return an environment of LaTeX with its rows as lines."""
    return re.sub(r"(?<!\\)&", " ", found.group().replace("\\\\", "\n "))


def marked(line: str) -> Marked:
    """Return a flat line without its bullet, number and heading marks."""
    quote = _QUOTE.match(line)
    at, rank, dash, listed = quote.end() if quote else 0, 0, -1, False
    if found := _RANK.match(line, at):
        rank, at, line = len(found.group(1)), found.end(), line.rstrip().rstrip("#")
    for _ in range(2):
        if not (found := _BULLET.match(line, at)) or found.end() == at:
            break
        dash = at if found.group(1) else dash
        listed = listed or not found.group(1) or bool(found.group(2))
        at = found.end()
    text = line[at:] if ":::" in line else line[at:].rstrip()
    bold = text[:2] in ("**", "__") or (text[:1] == "*" and bool(text[1:2].strip()))
    return Marked(at, unmarked(text), rank, bold, dash, listed)


def unmarked(text: str) -> str:
    """Return a line's content with blanks for bold, code and mathematical delimiters."""
    for sign, pattern in _AROUND:
        if sign in text:
            text = pattern.sub(_inner, text)
    return text


def is_rule(line: str) -> bool:
    """Return whether the line is a rule between parts of a text, such as ``---``."""
    return _RULE.match(line) is not None


# What a model thought before it answered.

_THOUGHT: Final = re.compile(r"(?i)<(/?)(?:think|thinking|thought|thoughts|reasoning|scratchpad)>")
_TURN: Final = re.compile(r"(?:(?:<\|[a-z_]{2,24}\|>|</s>|<(?:eos|end_of_turn)>)\s*)+\Z")
"""What stands at the end of a model's turn."""


def without_thoughts(text: str) -> tuple[str, list[Span], Diagnostic | None]:
    """Return a text with blanks for what stands in ``<think>…</think>``, where that was, and an error.

    What stands before a closing tag without an opening one was thought, too. A tag that opens the text and is never
    closed tells that the output was cut. Each character that is left keeps its place.

    Args:
        text: the text as written.
    """
    spans, at, opened = list[Span](), 0, -1
    if turn := _TURN.search(text, max(0, len(text) - 200)):
        text = text[: turn.start()] + blank(turn.group())
    for found in _THOUGHT.finditer(text):
        if not found.group(1):
            opened = found.start() if opened < 0 else opened
            continue
        start = at if opened < 0 else opened
        text = text[:start] + blank(text[start : found.end()]) + text[found.end() :]
        spans.append(Span(start, found.end()))
        at, opened = found.end(), -1
    if opened < 0 or text[at:opened].strip():
        return text, spans, None
    message = "the text ends in a thought that is never closed; was the output cut?"
    hint = "Write the program behind the closing tag."
    return text, spans, Diagnostic("cut-off", Level.ERROR, message, Span(opened, opened + 1), hint)
