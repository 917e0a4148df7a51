"""LaTeX around and inside formulas: environments, commands that print nothing, words between formulas.

As in ``markdown``, each character that is left keeps its place in the text.
"""

from __future__ import annotations

import re
from typing import Final

_COMMAND: Final = re.compile(
    r"\\(?:begin|end) ?\{[^{}\n]{0,30}\}(?:\{[clr|]{0,10}\}|\[[^\[\]\n]{0,20}\])?|\\(?:tag|label) ?\*?\{[^{}\n]{0,40}\}"
    r"|\\(?:item|nonumber|notag|noindent|centering|medskip|bigskip|smallskip|newline|hline)(?![A-Za-z])"
    r"|\\(?:section|subsection|subsubsection|paragraph|textbf|underline|emph)\*?(?=\{)"
)
_BOLD_NAME: Final = re.compile(r"\\textbf(?=\{[^{}\n]{1,60}\}\()")
"""A predicate in bold, which is one of the names that the lexer knows."""
_ENVIRONMENT: Final = re.compile(
    r"\\begin ?\{(align|aligned|alignat|gather|gathered|array|eqnarray|split|cases|multline)(\*?)\}"
)
_SIGNS: Final = {"\\colon": ":", "\\not=": "≠", "\\not =": "≠", "\\not\\in": "∉"}
_SIGN: Final = re.compile(r"\\(?:colon|not\\in)(?![A-Za-z])|\\not ?=|\\mathbb ?(?:\{ ?([NZR]) ?\}|([NZR])(?![A-Za-z]))")
_SORTS: Final = {"N": "ℕ", "Z": "ℤ", "R": "ℝ"}
_WORDS: Final = re.compile(
    r"\\(?:text|textrm|mathrm|mbox) ?\{(\s*)((?i:and|or|not|implies|iff|xor|if|then|if and only if|only if|unless"
    r"|for all|there exists|such that|neither|nor|either))(,?\s*)\}"
)
_LABEL: Final = re.compile(
    r"(?m)^([ \t&$]*)\\(?:text|textrm|textbf|mathrm|mbox) ?\{"
    r"(\s*(?:\(?[A-Za-z]{0,8} ?\d{1,3}[.):]|\([A-Za-z]\)|[^{}\\\n]{1,80}:)\s*)\}"
)
"""What stands before a formula in a text of its own: a number, or words and a colon."""


def plain(text: str) -> str:
    """Return the text without LaTeX's own commands; a row of an environment becomes a line."""
    pieces, at = [], 0
    for match in _ENVIRONMENT.finditer(text):
        if match.start() < at:
            continue
        end = text.find(f"\\end{{{match.group(1)}{match.group(2)}}}", match.end())
        end = len(text) if end < 0 else end
        inner = text[match.end() : end].replace("\\\\", "\n ")
        inner = re.sub(r"(?<!\\)&", " ", inner)
        pieces += [text[at : match.end()], _ruled(inner) if inner.count("\\hline") == 1 else inner]
        at = end
    text = _BOLD_NAME.sub(r"\\texttt", "".join(pieces) + text[at:])
    text = _COMMAND.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    if "\\text" in text or "\\m" in text:
        text = _LABEL.sub(_bare, text)
        text = _WORDS.sub(_word, text)
    if "\\not" in text or "\\colon" in text or "\\mathbb" in text:
        text = _SIGN.sub(_sign, text)
    return text


def _ruled(inner: str) -> str:
    """Return an environment's rows with the one line between them, below which the goal stands, as a rule."""
    above, _, below = inner.partition("\\hline")
    if not above.strip() or not below.strip() or above.rpartition("\n")[2].strip():
        return inner
    return f"{above}----\n {below}"


def _bare(match: re.Match[str]) -> str:
    left = match.start(2) - match.start() - len(match.group(1))
    return f"{match.group(1)}{' ' * left}{match.group(2)} "


def _word(match: re.Match[str]) -> str:
    before = match.string[: match.start()][-20:].rstrip()
    apart = match.group(1) or match.group(3)
    if not apart and not (before[-1:].isalnum() or before[-1:] in (")", "]", "}")):
        return match.group()  # a name
    word = match.group(2)
    return word.rjust(match.end(2) - match.start()).ljust(match.end() - match.start())


def _sign(match: re.Match[str]) -> str:
    sort = match.group(1) or match.group(2)
    sign = _SORTS[sort] if sort else _SIGNS[match.group()]
    return sign.ljust(len(match.group()))
