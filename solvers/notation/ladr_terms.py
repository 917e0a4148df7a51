"""Terms of LADR, in which Prover9's files are written: formulas are terms whose operators are connectives.

The grammar is LADR's own (``parse.c``): every operator has a power and a side to which it
groups, and most group to none: ``a -> b -> c`` and ``x * y * z`` are no terms. What an
operator means is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_DEPTH
from .file_tokens import Token, Unreadable

QUANTIFIERS: Final[Mapping[str, str]] = {"all": "∀", "exists": "∃"}
"""The quantifiers, and the symbols of terms made by them."""
ATTRIBUTE: Final = "#"
_LOOSEST: Final = 800
"""The power of a formula without attributes."""
_QUANTIFIED: Final = 750
_NEGATED: Final = 350
_PRIMED: Final = 300
_INFIX: Final[Mapping[str, tuple[int, bool]]] = {
    **dict.fromkeys(("<->", "->", "<-"), (800, False)),
    "|": (790, True),
    "&": (780, True),
    **dict.fromkeys(("=", "!=", "==", "!==", "<", "<=", ">", ">=", "@<", "@<=", "@>", "@>="), (700, False)),
    **dict.fromkeys(("+", "*", "@", "/", "\\", "^", "v", "-"), (500, False)),
}
"""The power of each infix operator, and whether a chain of it needs no brackets."""
FOREIGN: Final[Mapping[str, str]] = {
    "∧": "&", "&&": "&", "and": "&", "∨": "|", "||": "|", "or": "|", "→": "->", "=>": "->", "⇒": "->",
    "implies": "->", "↔": "<->", "<=>": "<->", "⇔": "<->", "iff": "<->", "≠": "!=", "¬": "-", "~": "-", "!": "-",
    "not": "-", "∀": "all", "forall": "all", "∃": "exists",
}  # fmt: skip
"""Signs of other languages, and the operators of LADR that they can only be."""
WORDS: Final = re.compile(
    r"""\s*(?:(?P<comment>%BEGIN.*?(?:END%|\Z)|%[^\n]*)
    |(?P<text>"[^"]*")
    |(?P<decimal>\d+\.\d+)
    |(?P<name>[A-Za-z0-9_$]+)
    |(?P<stop>\.)
    |(?P<sign><->|!==|@<=|@>=|<=>|->|<-|=>|\|\||&&|!=|==|<=|>=|@<|@>|[^\W\d_]+|[^\s\w])
    |(?P<bad>\S))""",
    re.S | re.X,
)


class Raw(NamedTuple):
    """A term as it was parsed.

    Attributes:
        symbol: its symbol; quotation marks belong to it.
        args: its arguments. A quantifier has two, the variable and its scope.
        span: where it stands.
    """

    symbol: str
    args: tuple[Raw, ...]
    span: Span


class TermParser:
    """A place in the tokens of a file.

    Args:
        tokens: the tokens.
        diagnostics: to which faults are added.
        strict: what would be mended is an error.
    """

    def __init__(self, tokens: Sequence[Token], diagnostics: list[Diagnostic], strict: bool) -> None:
        self.tokens = tokens
        self.i = 0
        self.diagnostics = diagnostics
        self.strict = strict
        self._depth = 0

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.i]

    def ahead(self, count: int) -> Token:
        """Return the token so many places ahead, or the last one."""
        return self.tokens[min(self.i + count, len(self.tokens) - 1)]

    def at(self, text: str) -> bool:
        """Return whether the next token is this sign or name."""
        return self.token.text == text and self.token.kind != "text"

    def fail(
        self, code: str, message: str, span: Span, hint: str = "", expected: str = "", found: str = ""
    ) -> NoReturn:
        """Note an error and end the reading of the statement."""
        self.diagnostics.append(Diagnostic(code, Level.ERROR, message, span, hint, expected, found))
        raise Unreadable

    def mend(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Note that something was mended, or fail if nothing may be."""
        if self.strict:
            self.fail(code, message, span, hint)
        self.diagnostics.append(Diagnostic(code, Level.MENDED, message, span, hint))

    def unexpected(self, expected: str) -> NoReturn:
        """Fail at the next token."""
        token = self.token
        if token.kind == "end":
            self.cut_off()
        hint = ""
        if token.kind == "decimal":
            hint = "A full stop ends a formula in LADR, and there are no decimal fractions."
        elif token.text == '"':
            hint = "A quotation is not closed."
        elif token.kind == "stop":
            self.fail(
                "unexpected-end", f"the formula ends where {expected} should stand", token.span, "", expected, "."
            )
        elif "operator" in expected:
            hint = "An operator is missing before this, or a bracket or full stop."
        self.fail(
            "unexpected-token", f"expected {expected}, found '{token.text}'", token.span, hint, expected, token.text
        )

    def cut_off(self) -> NoReturn:
        """Fail at the end of the text, which is inside something."""
        message = "the file ends in the middle of a formula: was it cut off?"
        start = self.tokens[max(0, self.i - 1)].start
        self.fail("cut-off", message, Span(start, self.token.start), "Give the rest of the file.")

    def formula(self) -> Raw:
        """Read a formula up to its full stop or attributes, and stay before them."""
        self._depth = 0
        return self._expression(_LOOSEST)

    def stop(self) -> None:
        """Step over the full stop of a statement, which may be missing where a line ends."""
        token = self.token
        if token.kind == "stop":
            self.i += 1
        elif token.kind != "end" and token.fresh:
            end = self.tokens[self.i - 1].span.end
            self.mend("missing-full-stop", "a full stop was missing at the end of a line", Span(end - 1, end))
        else:
            self.unexpected("an operator or a full stop")

    def skip(self, word: str = "") -> None:
        """Step behind the next full stop, or before this word if it comes first."""
        while self.token.kind not in ("stop", "end") and not (word and self.at(word)):
            self.i += 1
        self.i += self.token.kind == "stop"

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._too_deep()

    def _too_deep(self) -> NoReturn:
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, self.token.span, "Split it, or drop brackets that say nothing.")

    def _expression(self, most: int) -> Raw:
        """Read a term of at most this power."""
        self._deeper()
        token = self.token
        left, power = self._prefixed()
        if power > most:
            message = f"brackets were missing around what '{token.text}' begins"
            self.mend("missing-bracket", message, token.span, "Write -(all x …), with brackets.")
        primes = 0
        while True:
            symbol = self._infix()
            if self.at("'") and power <= _PRIMED:
                primes += 1
                if primes > MAX_DEPTH:
                    self._too_deep()
                left, power = Raw("'", (left,), Span(left.span.start, self.token.span.end)), _PRIMED
                self.i += 1
                continue
            if symbol not in _INFIX or _INFIX[symbol][0] > most:
                break
            binds, chains = _INFIX[symbol]
            if power >= binds:
                self._ambiguous(symbol)
            if self.token.text != symbol:
                self._said_foreign(symbol)
            elif symbol == "-":
                message = "LADR has no '-' between terms: it is read as a plain symbol there"
                self.mend("foreign-sign", message, self.token.span, "Write it before a bracket, or use another symbol.")
            parts = [left]
            while self._infix() == symbol and (chains or len(parts) == 1):
                self.i += 1
                parts.append(self._expression(binds - 1))
            left, power = Raw(symbol, tuple(parts), Span(left.span.start, parts[-1].span.end)), binds
        self._depth -= 1
        return left

    def _infix(self) -> str:
        """Return the infix operator that the next token is, or is meant for; empty for none."""
        token = self.token
        if token.kind not in ("sign", "name") or (token.text == "-" and token.fresh):
            return ""
        if token.text in _INFIX:
            return token.text
        return found if (found := FOREIGN.get(token.text, "")) in _INFIX else ""

    def _said_foreign(self, symbol: str) -> None:
        token = self.token
        self.mend("foreign-sign", f"'{token.text}' is not LADR: read as '{symbol}'", token.span, f"Write {symbol}")

    def _ambiguous(self, symbol: str) -> NoReturn:
        message = f"operators before and behind '{symbol}' need brackets: LADR groups them to no side"
        a, b = f"(a {symbol} b) {symbol} c", f"a {symbol} (b {symbol} c)"
        self.fail(
            "ambiguous-operators", message, self.token.span, f"Write {a} or {b}, as it is meant.", "brackets", symbol
        )

    def _prefixed(self) -> tuple[Raw, int]:
        """Read a term up to the first operator behind it, and return it with its power."""
        token = self.token
        following = self.ahead(1)
        meant = token.text if token.kind != "text" else ""
        if meant in FOREIGN and (
            token.kind == "sign" or (following.kind == "name" and FOREIGN[meant] in ("-", *QUANTIFIERS))
        ):
            meant = FOREIGN[meant]
            if meant in ("-", *QUANTIFIERS):
                self._said_foreign(meant)
        if meant == "-":
            self.i += 1
            body = self._expression(_NEGATED)
            return Raw("-", (body,), Span(token.start, body.span.end)), _NEGATED
        if meant in QUANTIFIERS and following.kind == "name":
            self.i += 2
            return self._scope(meant, token, following), _QUANTIFIED
        return self._primary(), 0

    def _scope(self, quantifier: str, token: Token, variable: Token) -> Raw:
        """Read what a quantifier reaches, behind its variable."""
        dot = self.token
        dotted = dot.kind == "stop" or self.at(":")
        if dotted:
            self.mend("stray-full-stop", f"'{dot.text}' behind a quantifier's variable was dropped", dot.span)
            self.i += 1
        body = self._expression(_QUANTIFIED)
        if dotted and _INFIX.get(self._infix(), (0,))[0] > _QUANTIFIED:
            name = f"{quantifier} {variable.text}"
            message = f"with a full stop behind '{name}' it can't be told how far it reaches"
            hint = f"Write ({name} …) {self.token.text} …, or {name} (… {self.token.text} …)."
            self.fail("ambiguous-scope", message, dot.span, hint)
        bound = Raw(variable.text, (), variable.span)
        return Raw(QUANTIFIERS[quantifier], (bound, body), Span(token.start, body.span.end))

    def _primary(self) -> Raw:
        token = self.token
        if token.kind in ("name", "text") or (token.kind == "sign" and token.text not in "()[]{},:#"):
            if token.kind == "sign" and (self.ahead(1).text != "(" or token.text.isalpha()):
                self.unexpected("a formula or a term")
            self.i += 1
            if not self.at("("):
                return Raw(token.text, (), token.span)
            self.i += 1
            args = self._arguments(")")
            return Raw(token.text, args, Span(token.start, self.tokens[self.i - 1].span.end))
        if self.at("("):
            self.i += 1
            inner = self._expression(_LOOSEST)
            if not self.at(")"):
                self.unexpected("an operator or ')'")
            self.i += 1
            return inner
        if self.at("["):
            self.i += 1
            return self._list(token)
        self.unexpected("a formula or a term")

    def _arguments(self, closing: str) -> tuple[Raw, ...]:
        args = [self._expression(_LOOSEST)]
        while self.at(","):
            self.i += 1
            args.append(self._expression(_LOOSEST))
        if self.at(":") and closing == "]":
            return tuple(args)
        if not self.at(closing):
            self.unexpected(f"',' or '{closing}'")
        self.i += 1
        return tuple(args)

    def _list(self, opening: Token) -> Raw:
        """Read a list, ``[a,b]`` or ``[a:rest]``, behind its opening bracket."""
        rest = Raw("$nil", (), opening.span)
        members: tuple[Raw, ...] = ()
        if self.at("]"):
            self.i += 1
            return rest
        members = self._arguments("]")
        if self.at(":"):
            self.i += 1
            [rest] = self._arguments("]")
        if len(members) > MAX_DEPTH:
            self.fail("too-deep", f"the list has more than {MAX_DEPTH} members", opening.span, "Split it.")
        for member in reversed(members):
            rest = Raw("$cons", (member, rest), opening.span)
        return rest
