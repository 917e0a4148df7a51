"""Types of TPTP's language tff: of variables, and of the symbols that a file declares."""

from __future__ import annotations

from typing import Final

from ..logic.symbols import BOOL, INT, REAL, THING, DeclaredSort, Typed
from .scanner import unquote
from .tptp_tokens import TokenParser, quoted_name

_BUILT_IN: Final = {"$i": THING, "$o": BOOL, "$int": INT, "$rat": REAL, "$real": REAL}
"""TPTP's own types; rational numbers are reals here."""


def read_type(p: TokenParser) -> str:
    """Read the name of a type and return the sort that it is."""
    token = p.token
    if token.kind == "defined" and token.text in _BUILT_IN:
        p.i += 1
        return _BUILT_IN[token.text]
    if token.kind not in ("word", "quoted") or not (token.kind == "quoted" or token.text[0].islower()):
        message = f"the type '{token.text}' is not read"
        hint = "Read are $i, $o, $int, $rat, $real and the types that the file declares as $tType."
        p.fail("unsupported", message, token.span, hint)
    p.i += 1
    if p.at("("):
        p.fail("unsupported", "types with arguments are not read", token.span, "Declare a type for each of them.")
    return unquote(token.text) if token.kind == "quoted" else token.text


def read_declaration(p: TokenParser) -> DeclaredSort | Typed:
    """Read what a formula with the role of a type declares: a type, or the type of a symbol."""
    if p.at("("):
        p.i += 1
        declared = read_declaration(p)
        p.take(")", "')'")
        return declared
    token = p.token
    if token.kind not in ("word", "quoted"):
        p.unexpected("the symbol whose type is declared")
    name = quoted_name(token.text) if token.kind == "quoted" else token.text
    p.i += 1
    p.take(":", "':'")
    if p.token.text == "$tType":
        p.i += 1
        return DeclaredSort(name)
    arguments, result = _mapping(p)
    if BOOL in arguments:
        message = "a symbol of truth values is not read"
        p.fail("unsupported", message, token.span, "Write a predicate of its own for each of them.")
    return Typed(name, arguments, result)


def _mapping(p: TokenParser) -> tuple[tuple[str, ...], str]:
    """Read ``(a * b) > c``, ``a > c`` or ``c``."""
    bracket = p.at("(")
    p.i += bracket
    sorts = [read_type(p)]
    while bracket and p.at("*"):
        p.i += 1
        sorts.append(read_type(p))
    if bracket and len(sorts) == 1 and p.at(">"):
        p.i += 1
        inner = (tuple(sorts), read_type(p))
        p.take(")", "')'")
        return inner
    if bracket:
        p.take(")", "'*' or ')'")
    if not p.at(">"):
        if len(sorts) > 1:
            p.unexpected("'>'")
        return (), sorts[0]
    p.i += 1
    result = read_type(p)
    if p.at(">"):
        message = "a symbol whose values are functions is not read"
        p.fail("unsupported", message, p.token.span, "Write (a * b) > c for a symbol of two arguments.")
    return tuple(sorts), result
