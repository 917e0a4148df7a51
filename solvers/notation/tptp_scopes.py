"""A formula of TPTP with its brackets and its variables settled: what is mended there, and what can't be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import MAX_LEVELS, And, Atomic, Eq, Formula, Iff, Implies, Not, Or, close
from ..logic.walkers import depth, free_variables
from .file_tokens import Token, Unreadable
from .printer import print_formula
from .signs import TPTP
from .tptp_formulas import FormulaParser

OTHERS: Final = ("thf", "tcf", "tpi")
"""Languages of TPTP that are not read."""
HEADS: Final = ("fof", "cnf", "tff", *OTHERS, "include")
"""With what statements begin."""
_MAX_TRIED: Final = 80
"""The most tokens of a formula in which a bracket's place is looked for."""


def begins(tokens: Sequence[Token], i: int) -> bool:
    """Return whether another statement begins at a token, on a line of its own."""
    token = tokens[i]
    return token.fresh and token.text in HEADS and tokens[min(i + 1, len(tokens) - 1)].text == "("


class FormulaReader:
    """Reads formulas of one file.

    Args:
        text: the file.
        tokens: its tokens; a bracket that is mended is mended here.
        strict: what would be mended is an error.
    """

    def __init__(self, text: str, tokens: list[Token], strict: bool) -> None:
        self.text = text
        self.tokens = tokens
        self.strict = strict
        self.tried = 0
        self.diagnostics: list[Diagnostic] = []

    def read(self, language: str, start: int) -> tuple[Formula, int]:
        """Return the formula that begins at a token, closed, and where it ends.

        Raises:
            Unreadable: there is none; that is said.
        """
        parser = FormulaParser(self.text, self.tokens, start, language, [], self.strict)
        try:
            formula, parser = self._settled(parser, language, start)
            free = free_variables(formula)
            if (parser.i - start + len(free)) > MAX_LEVELS // 2 and depth(formula) + len(free) > MAX_LEVELS:
                message = f"the formula has more than {MAX_LEVELS} levels"
                parser.fail("too-deep", message, self.tokens[start].span, "Split it.")
        finally:
            self.diagnostics = parser.diagnostics
        return close(formula, free), parser.i

    def _settled(self, parser: FormulaParser, language: str, start: int) -> tuple[Formula, FormulaParser]:
        """Read a formula, mend its brackets, and say of its unbound variables what they are."""
        try:
            formula = parser.formula()
            self._ends(parser)
        except Unreadable:
            if (tried := self._other_brackets(parser, language, start)) is None:
                raise
            formula, parser = tried
        if language == "cnf":
            if not _is_clause(formula):
                message = "this is no clause: literals joined by |"
                parser.fail("no-clause", message, self.tokens[start].span, "Write fof in place of cnf.")
        elif parser.unbound:
            wider = FormulaParser(self.text, self.tokens, start, language, [], self.strict, wide=True)
            try:
                wide = wider.formula()
                self._ends(wider)
            except Unreadable:
                pass
            else:
                if not wider.unbound:
                    at = next(iter(parser.unbound.values()))
                    message = f"the quantifier of {at.text} is read as reaching this far, where brackets were missing"
                    parser.mend("scope", message, at.span, "Put brackets around all that a quantifier is to bind.")
                    wider.diagnostics += parser.diagnostics[-1:]
                    return wide, wider
            self._unbound(parser, formula)
        return formula, parser

    @staticmethod
    def _ends(parser: FormulaParser) -> None:
        """Check that a comma or one closing bracket follows a formula."""
        if not parser.at(",", ")"):
            parser.unexpected("a connective or ')'")
        if parser.at(")") and parser.tokens[min(parser.i + 1, len(parser.tokens) - 1)].text == ")":
            parser.i += 1
            parser.unexpected("'.'")

    def _unbound(self, parser: FormulaParser, formula: Formula) -> None:
        """Say of variables that nothing binds what they were taken for, or that it can't be told."""
        name, at = next(iter(parser.unbound.items()))
        listed = ", ".join(t.text for t in parser.unbound.values())
        small = at.text[0].lower() + at.text[1:]
        if isinstance(formula, Not | And | Eq) or not _is_rule(formula, name):
            message = f"no quantifier binds {listed}, and words that begin with a capital letter are variables"
            hint = f"Write {small} if it is one thing, or ! [{listed}] : (…) if everything is meant."
            parser.fail("free-variable", message, at.span, hint)
        message = f"no quantifier binds {listed}: read as 'for all {listed}'"
        hint = f"Write ! [{listed}] : (…), or {small} if it is one thing."
        parser.diagnostics.append(Diagnostic("free-variable", Level.WARNING, message, at.span, hint))

    def _other_brackets(self, failed: FormulaParser, language: str, start: int) -> tuple[Formula, FormulaParser] | None:
        """Return the formula if one bracket is missing or too many, and every place for it gives the same."""
        end = start
        level = 1
        while self.tokens[end].kind != "end" and not (end > start and begins(self.tokens, end)):
            if self.tokens[end].text == "." and self.tokens[end].kind == "sign":
                break
            level += (self.tokens[end].text == "(") - (self.tokens[end].text == ")")
            end += 1
        stop = self.tokens[end]
        if self.strict or level not in (1, -1) or end - start > _MAX_TRIED or stop.text != ".":
            return None
        self.tried += 1
        inside = self.tokens[start:end]
        closing = Token("sign", ")", stop.start, False)
        tries = (
            [[*inside[:k], closing, *inside[k:]] for k in range(1, len(inside) + 1)]
            if level == 1
            else [[*inside[:k], *inside[k + 1 :]] for k in range(len(inside)) if inside[k].text == ")"]
        )
        found: dict[Formula, FormulaParser] = {}
        for tokens in tries:
            parser = FormulaParser(self.text, [*tokens, stop], 0, language, [], False)
            try:
                formula = parser.formula()
            except Unreadable:
                continue
            if parser.at(")") and parser.i == len(tokens) - 1 and not (parser.unbound and language != "cnf"):
                found[formula] = parser
        if len(found) > 1:
            one, other = (print_formula(f, TPTP) for f in list(found)[:2])
            failed.diagnostics.clear()
            message = f"a closing bracket {'is missing' if level == 1 else 'is too many'}, and it can't be told where"
            failed.fail("ambiguous-bracket", message, stop.span, f"Write {one}, or {other}.", "')'")
        if not found:
            return None
        [(formula, parser)] = found.items()
        what = "was missing" if level == 1 else "too many was dropped"
        at = Span(self.tokens[end - 1].start, self.tokens[end - 1].end)
        parser.mend("missing-bracket" if level == 1 else "stray-bracket", f"a closing bracket {what}", at)
        # Behind the formula stands its stop, as if the bracket had been right.
        self.tokens = [*self.tokens[:start], *parser.tokens[:-1], *self.tokens[end:]]
        parser.i += start
        parser.tokens = self.tokens
        return formula, parser


def _is_clause(formula: Formula) -> bool:
    """Return whether a formula joins literals by ``|``."""
    if isinstance(formula, Or):
        return all(_is_clause(part) for part in formula.parts)
    while isinstance(formula, Not):
        formula = formula.body
    return isinstance(formula, Atomic)


def _is_rule(formula: Formula, name: str) -> bool:
    """Return whether a formula is a rule about a variable, not a fact."""
    if isinstance(formula, Implies):
        return name in free_variables(formula.left)
    return isinstance(formula, Iff | Or)
