"""Words of a formula's text, for every dialect that writes connectives between formulas.

One table serves all of them: ``∧``, ``&``, ``&&``, ``and`` and ``\\land`` are one
kind of token. What a dialect reads differently (``!``, ``<=``) is data of the
dialect.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Final, NamedTuple

from ..clock import look
from ..logic.diagnostics import Span

# The kinds of tokens. A name, a numeral or a quoted text is told apart by its
# first character; every other token by its spelling.
NAME: Final = "name"
NUMBER: Final = "number"
QUOTED: Final = "quoted"
GROUPED: Final = "grouped"
"""Digits with commas and no blanks between them: ``1,000,000``, or two arguments."""
BAD: Final = "bad"
ATOM: Final = "atom"
"""A name with plain names in brackets, one token when a text is read quickly."""

_SPELLINGS: Final[dict[str, str]] = {
    "not": "¬ ~ ! ￢ ∼ \\+ not NOT Not \\neg \\lnot \\sim \\not",
    "and": "∧ & && ⋀ /\\ and AND \\land \\wedge \\& \\bigwedge",
    "or": "∨ | || ⋁ \\/ or OR \\lor \\vee \\bigvee",
    "xor": "⊕ ⊻ <~> xor XOR \\oplus \\veebar \\xor",
    "nor": "~| nor",
    "nand": "~& nand",
    "implies": "→ -> --> => ==> ⇒ ⟶ ⟹ ⊃ implies IMPLIES \\rightarrow \\to \\Rightarrow \\implies "
    "\\supset \\longrightarrow \\Longrightarrow",
    "if": "← <- ⇐ <== <<< :- \\leftarrow \\Leftarrow",
    "iff": "↔ <-> <--> <=> <==> ⇔ ⟷ ⟺ ≡ iff IFF \\leftrightarrow \\Leftrightarrow \\iff \\equiv \\longleftrightarrow",
    "forall": "∀ all forall All ForAll Forall FORALL ALL \\forall",
    "exists": "∃ exists Exists EXISTS some \\exists",
    "no": "∄ \\nexists",
    "true": "⊤ $true true \\top $T",
    "false": "⊥ $false false \\bot $F",
    "=": "= ==",
    "!=": "≠ != /= <> \\neq \\ne =/=",
    "<": "< \\lt",
    "≤": "≤ <= =< ⩽ \\leq \\le \\leqslant",
    ">": "> \\gt",
    "≥": "≥ >= ⩾ \\geq \\ge \\geqslant",
    "+": "+",
    "-": "- − –",
    "*": "* × · \\cdot \\times",
    "^": "^",
    "(": "( [ { \\{ \\( \\[",
    ")": ") ] } \\} \\) \\]",
    ",": ",",
    ".": ".",
    ":": ":",
    ";": ";",
    "?": "?",
    "...": "... … \\ldots \\cdots \\dots",
    ">>>": ">>>",
    "∈": "∈ \\in",
    "∉": "∉ \\notin",
}
KINDS: Final[Mapping[str, str]] = {
    spelling: kind for kind, spellings in _SPELLINGS.items() for spelling in spellings.split()
}
"""The kind of every token that is not a name, a numeral or a quoted text."""

_LATEX_SKIPPED = (
    r"\\(?:left|right|big|Big|bigl|bigr|Bigl|Bigr|quad|qquad|displaystyle|limits|nonumber)(?![A-Za-z])"
    r"|\\[,;!: \\]"
)
_LATEX_NAME = r"\\(?:text|mathrm|mathit|mathsf|mathbf|texttt|textit|textrm|operatorname) ?\{[^{}\n]{0,500}\}"
_WORD = (
    # A hyphen after a lone u..z is a minus; a dot inside a name stands between two
    # longer words (St.Louis) or two digits, so that ``all x.P(x)`` is not one name.
    # A prime behind a name belongs to it (x'): no quotation begins there.
    r"[$@#€£]?\w+(?:(?:['’]|(?<!\b[u-z])-|(?<=\w\w)\.(?=\w\w)|(?<=\d)\.(?=\d)|\\(?=_)|(?<=US)\$)\w+)*"
    r"(?:(?<=_)\{\w+\})?(?:%|(?<=\d)[$€£]|['’′]{1,3})?"
)
_BOUND = (
    # ∀xFx and ∃yR(a,y): a variable right behind the sign, and a predicate with it, or with names, behind that.
    r"(?:(?<=[∀∃])|(?<=\\forall )|(?<=\\exists ))(?:"
    + "|".join(rf"{v}(?=[A-Z][a-z]{{0,2}}{v}[a-z]{{0,2}}(?![\w(])|[A-Z]\w*\( ?\w+ ?[,)])" for v in "uvwxyz")
    + ")"
)
_GROUPED = r"[$€£]?\d{1,3}(?:,\d{3})+(?![\w'’%,]|\.\d)"
_NUMERAL = r"\d+(?:\.\d+)?(?![\w'’%$€£]|\.\d|-\w)"
# A quotation that is not closed takes the rest of the line, and is a bad token.
_QUOTED = r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?|“[^”"\n]*[”"]?|‘[^’\n]*’?|`[^`\n]*`?'
_CLOSED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|“[^”"]*[”"]|‘[^’]*’|`[^`]*`')
_SIGNS = "|".join(
    re.escape(spelling) + (r"(?![A-Za-z])" if spelling[0] == "\\" and spelling[-1].isalpha() else "")
    for spelling in sorted(KINDS, key=len, reverse=True)
    if not (spelling[0].isalpha() and spelling[0].isascii())
)
# The order is one of frequency: the long alternation of signs comes late.
_ANY = rf"{_GROUPED}|{_NUMERAL}|{_WORD}|[()\[\],∀∃¬∧∨→⊕↔]|{_SIGNS}|{_LATEX_SKIPPED}|{_LATEX_NAME}|{_QUOTED}|\S"
_TOKEN = re.compile(rf"\s*({_ANY})")
_QUICK_TOKEN = re.compile(
    r"\s*(\$?[A-Za-z]\w*\(\$?[A-Za-z]\w*(?:, ?\$?[A-Za-z]\w*)*\)(?![\w'’.-])"
    rf"|[()∀∃¬∧∨→⊕↔]|{_ANY})"
)
_JOINED_TOKEN = re.compile(rf"\s*({_BOUND}|{_ANY})")
_JOINED: Final = re.compile(r"(?:[∀∃]|\\forall |\\exists )[u-z][A-Z]")
"""Where a variable may be joined to what is behind it; few texts have that, and it takes time to look."""
_ESCAPE = re.compile(r"\\(.)", re.S)


def _kind(token: str) -> str:
    first = token[0]
    if first in "\"'“‘`":
        return QUOTED if _CLOSED.fullmatch(token) else BAD
    if token[-1] == ")" and len(token) > 1:
        return ATOM
    if "," in token and token[-1].isdecimal():
        return GROUPED
    if first.isalnum() or first == "_":
        return NAME if not (first.isdecimal() and token.replace(".", "", 1).isdecimal()) else NUMBER
    if first in "$@#€£" and len(token) > 1:
        return NAME
    if first == "\\" and token[-1] == "}":
        return NAME
    return BAD


def tokenize(text: str, overrides: Mapping[str, str], quick: bool = False) -> tuple[list[str], list[str]]:
    """Return the tokens of the text and their kinds, in two lists of one length.

    Args:
        text: one formula.
        overrides: spellings that the dialect reads as another kind.
        quick: read ``Name(name, name)`` as one token of the kind ``atom``.
    """
    pattern = _JOINED_TOKEN if _JOINED.search(text) else _QUICK_TOKEN if quick else _TOKEN
    tokens = pattern.findall(text.rstrip())
    if "\\" in text or "$" in text:
        tokens = [t for t in tokens if not _skipped(t)]
    if overrides:
        return tokens, [overrides.get(t) or KINDS.get(t) or _kind(t) for t in tokens]
    find = KINDS.get
    return tokens, [find(t) or (NAME if t.isalpha() else _kind(t)) for t in tokens]


def _skipped(token: str) -> bool:
    return token == "$" or (len(token) > 1 and token[0] == "\\" and token not in KINDS and token[-1] != "}")


class Words(NamedTuple):
    """The words of a formula: tokens, their kinds and their places, in three lists of one length."""

    tokens: list[str]
    kinds: list[str]
    spans: list[Span]

    def put(self, at: int, token: str, kind: str, span: Span) -> None:
        """Insert a word before the one at a place."""
        self.tokens.insert(at, token)
        self.kinds.insert(at, kind)
        self.spans.insert(at, span)

    def copied(self, dropped: Container[int] = ()) -> Words:
        """Return the words in lists of their own, without those at some places."""
        kept = [i for i in range(len(self.spans)) if i not in dropped]
        count = len(self.tokens)
        return Words(
            [self.tokens[i] for i in kept if i < count],
            [self.kinds[i] for i in kept if i < count],
            [self.spans[i] for i in kept],
        )


def scan(text: str, overrides: Mapping[str, str]) -> Words:
    """Return the tokens of the text as ``tokenize`` does, and where each of them stands."""
    look()
    pattern = _JOINED_TOKEN if _JOINED.search(text) else _TOKEN
    found = [m for m in pattern.finditer(text.rstrip()) if not _skipped(m.group(1))]
    tokens = [m.group(1) for m in found]
    kinds = [overrides.get(t) or KINDS.get(t) or _kind(t) for t in tokens]
    return Words(tokens, kinds, [Span(*m.span(1)) for m in found])


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda m: "\n" if m.group(1) == "n" else m.group(1), text)


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
        inner = token[token.index("{") + 1 : -1].strip() if "{" in token else token
        return _unescape(inner)
    if first in "\"'“‘`":
        return _unescape(token[1:-1])
    if "\\" in token or "{" in token:
        return token.replace("\\", "").replace("{", "").replace("}", "")
    return token
