"""What stands around formulas in a text: Markdown, LaTeX, comments, invisible and full-width signs.

All of it becomes blanks, so that each character that is left keeps its place in the text.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from . import latex

_INVISIBLE: Final = "\ufeff\u200b\u2060\u00ad\u200e\u200f\u00a0\u202f\u3000\u2009\u2002\u2003\u200a\u2007\r"
_WIDE: Final = {"（": "(", "）": ")", "［": "[", "］": "]", "｛": "{", "｝": "}", "，": ",", "、": ",", "：": ":",
                "；": ";",                 "．": ".", "。": ".", "＝": "=",
                "｜": "|", "＆": "&", "＊": "*", "＃": "#", "～": "~"}  # fmt: skip
_FLAT: Final = str.maketrans({**dict.fromkeys(_INVISIBLE, " "), **_WIDE})
_ODD: Final = re.compile(f"[{_INVISIBLE}{''.join(_WIDE)}]")
_ENTITIES: Final = {
    "forall": "∀", "exist": "∃", "not": "¬", "and": "∧", "or": "∨", "oplus": "⊕", "rarr": "→", "rArr": "→", "harr": "↔",
    "hArr": "↔", "lt": "<", "gt": ">", "le": "≤", "ge": "≥", "ne": "≠", "amp": "&", "nbsp": " ", "quot": '"',
    "there4": "∴",
}  # fmt: skip
_ENTITY: Final = re.compile(f"&({'|'.join(_ENTITIES)});")
_TAG: Final = re.compile(r"</?(?:b|i|em|strong|code|pre|p|br|li|ul|ol|div|span|sub|sup)\b[^<>\n]{0,80}>")
_ASIDES: Final = (
    ("<!--", "-->", re.compile(r"<!--.*?-->", re.S)),
    ("/*", "*/", re.compile(r"/\*.*?\*/", re.S)),
    ("(*", "*)", re.compile(r"(?<!\w)\(\*.*?\*\)", re.S)),
)
_HEAD: Final = re.compile(r"[ \t]*((?:>(?![>=])[ \t]+)*)([^\n]*)")
_BULLET: Final = re.compile(
    r"(?:(?:([-–])|[*+•◦▪‣●○·—])[ \t]+(?:\[[ xX]\][ \t]+)?)?"
    r"(\(?\d{1,3}[.)][ \t]+|\[\d{1,3}\][ \t]*|\d{1,3}:(?!:)[ \t]+"
    r"|\([ivx]{1,4}\)[ \t]+|[ivx]{1,4}[.)][ \t]+|[a-zA-Z]\)[ \t]+)?"
)
FENCE: Final = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*([\w+.-]*)[ \t]*$")
_RULE: Final = re.compile(r"[ \t]*(?:[-–—_=*─━][ \t]*){3,}$")


class Row(NamedTuple):
    """One line without what stands around it.

    Attributes:
        start: where its content begins in the whole text.
        text: the content, in which marks are blanks.
        rank: the level of a Markdown heading; 0 if it is none.
        bold: whether the content begins bold.
        dash: where a dash and a blank stand before it, which may be a bullet or a negation; -1 if not.
        listed: whether it has another bullet or a number.
        indent: how far it is moved in.
    """

    start: int
    text: str
    rank: int = 0
    bold: bool = False
    dash: int = -1
    listed: bool = False
    indent: int = 0


def blank(text: str) -> str:
    """Return as many blanks as the text has characters, with its line breaks."""
    return re.sub(r"[^\n]", " ", text)


MASK: Final = "\ue000"
"""What stands for each character of a quoted name until a line is read: no mark is sought there."""
_QUOTED: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|(?<=[(,=\s])'(?:[^'\\\n]|\\.){0,200}'(?=[),=\s.;]|$)")


def _masked(match: re.Match[str]) -> str:
    name = match.group()
    return f"{name[0]}{MASK * (len(name) - 2)}{name[0]}" if len(name) > 1 and name[-1] == name[0] else name


def restored(text: str, start: int, source: str) -> str:
    """Return a piece of a flat text with its quoted names as they were written.

    Args:
        text: the piece.
        start: where it begins.
        source: the whole text as written.
    """
    if MASK not in text:
        return text
    return "".join(source[start + i] if c == MASK else c for i, c in enumerate(text))


def flatten(text: str) -> str:
    """Return the text with blanks for what is no part of any line, each other character in its place."""
    if '"' in text or "'" in text:
        text = _QUOTED.sub(_masked, text)
    if _ODD.search(text):
        text = text.translate(_FLAT)
    if "&" in text and ";" in text:
        text = _ENTITY.sub(lambda m: _ENTITIES[m.group(1)].ljust(len(m.group())), text)
    if "<" in text:
        text = _TAG.sub(lambda m: blank(m.group()), text)
    for opening, closing, aside in _ASIDES:
        if opening in text and (end := text.rfind(closing)) >= 0:  # what is never closed is no comment
            text = aside.sub(lambda m: blank(m.group()), text[: end + 3]) + text[end + 3 :]
    return latex.plain(text) if "\\" in text else text


def row(flat: str, start: int, end: int) -> Row:
    """Return one line of the flat text without its bullet, number and heading marks."""
    head = _HEAD.match(flat, start, end)
    assert head is not None
    at = head.start(2)
    indent = at - start
    rank, bold, dash, listed = 0, False, -1, False
    text = flat[at:end]
    if text[:1] == "#":
        marks = len(text) - len(text.lstrip("#"))
        if marks <= 6 and text[marks : marks + 1] in (" ", "\t", "*"):
            rank = marks
            at, text = at + marks, text[marks:].rstrip().rstrip("#")
    moved = len(text) - len(text.lstrip())
    at, text = at + moved, text[moved:]
    for _ in range(2):
        match = _BULLET.match(text)
        if match is None or not match.end() or _operand(text, match):
            break
        if match.group(1):
            dash = at
        else:
            listed = True
        listed = listed or bool(match.group(2))
        at, text = at + match.end(), text[match.end() :]
    if ":::" not in text:
        text = text.rstrip()
    if text[:2] in ("**", "__") or (text[:1] == "*" and text[1:2].strip()):
        bold = True
    return Row(at, unmarked(text), rank, bold, dash, listed, indent)


def _operand(text: str, match: re.Match[str]) -> bool:
    """Return whether what looks like a mark in brackets is a part of a formula: ``(p) → q``."""
    rest = text[match.end() :]
    return not rest.strip() or (text[0] in "([" and rest[:1] in "∧∨→↔⊕&|<=>≠≤≥-+*.,)") or rest[:1] in "=<>≤≥≠"


_CODE: Final = re.compile(r"(`+)([^`\n]*)\1")
_SIGN: Final = re.compile(r"[()∀∃¬∧∨→↔⊕⊢∴=<>~&|]|\\[a-z]")
_BOLD: Final = re.compile(r"(?<![\w(,∀∃\"'])__(?=[\w∀∃¬(~])([^\n]*?)(?<=[\w):.])__(?![\w(),])")
"""Bold by underscores: no name in a formula, such as ``__init__``, stands so."""
_ITALIC: Final = re.compile(r"(\*|_)(?=\S)(?:[^*_\n]*\S)?\1([:.]?)$")
_LEADING: Final = re.compile(r"(\*|_)(?=\S)([^*_\n]*\s[^*_\n]*\S)\1(?:(?= ?:)|(?<=:.))")
"""A sentence in italics before its formula."""
_MATH: Final = re.compile(r"\$\$?(?=[^$\s]|[ \t]+\S)([^$\n]*)\$\$?(?!\w)")


def unmarked(text: str) -> str:
    """Return a line's content with blanks for bold, code and mathematical delimiters."""
    if "*" in text or "__" in text:
        text = re.sub(r"\*\*\*?", lambda m: " " * len(m.group()), text)
        text = _BOLD.sub(r"  \1  ", text)
        if italic := _ITALIC.match(text):
            text = f" {text[1 : italic.end() - 1 - len(italic.group(2))]} {italic.group(2)}"
    if text[:1] in ("*", "_") and (leading := _LEADING.match(text)):
        text = f" {leading.group(2)} {text[leading.end() :]}"
    if "`" in text:
        text = _CODE.sub(_code, text)
        if text.count("`") == 1 and (text[0] == "`" or text[-1] == "`"):
            text = text.replace("`", " ")
    if "$" in text:
        text = _MATH.sub(_math, text)
        if text.strip() in ("$", "$$"):
            text = ""
    if "\\" in text:
        bare = text.rstrip(" .,;")
        left = len(text) - len(text.lstrip())
        if (text[left : left + 2], bare[-2:]) in ((r"\(", r"\)"), (r"\[", r"\]")) and text.count(
            text[left : left + 2]
        ) == 1:
            text = f"{' ' * (left + 2)}{bare[left + 2 : -2]}  {text[len(bare) :]}"
        elif text.strip() in (r"\[", r"\]", r"\(", r"\)"):
            text = ""
    if text[:1] == "{" and text[-1:] == "}":
        text = f" {text[1:-1]} "
    return text


def unmarked_names(text: str) -> str:
    """Return what was written without marks, but for those in quoted names."""
    return restored(unmarked(_QUOTED.sub(_masked, text)), 0, text)


def _code(match: re.Match[str]) -> str:
    """Return what stands in backticks: a quoted name keeps them if formulas stand around it."""
    inner, marks = match.group(2), len(match.group(1))
    whole = match.start() == 0 and match.end() >= len(match.string.rstrip(" .,;:"))
    if marks > 1 or whole or _SIGN.search(inner) or not re.search(r"[(,=]\s*$", match.string[: match.start()]):
        return f"{' ' * marks}{inner}{' ' * marks}"
    return match.group()


def _math(match: re.Match[str]) -> str:
    whole, inner = match.group(), match.group(1)
    left = match.start(1) - match.start()
    return f"{' ' * left}{inner}{' ' * (len(whole) - left - len(inner))}"


def is_rule(line: str) -> bool:
    """Return whether the line is a rule between parts of a text, such as ``---``."""
    return _RULE.match(line) is not None
