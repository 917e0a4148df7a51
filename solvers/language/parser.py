"""One Pratt parser for every dialect that writes connectives between formulas.

How tightly signs bind is data (``signs``). How far a quantifier reaches is the
dialect's choice.

A fault that leaves one reading is mended and said; one that leaves several is an
error, for the author (or the model) to repair.
"""

from __future__ import annotations

from . import lexer
from .diagnostics import Diagnostic, Level
from .dialects import UNICODE, Dialect
from .faults import Fault, Report, Unclear
from .lexer import ATOM, NAME, NUMBER, QUOTED
from .names import MAX_DIGITS, number
from .operands import as_formula, as_term, atom, named, plain_atom
from .quantifiers import bracketed_quantifier, quantified
from .signs import CHAINS, CONNECTIVES, END, MEMBERSHIP, POWER, RELATIONAL, TERMS, UNARY, Expression
from .syntax import MAX_DEPTH, MAX_LEVELS, And, Cmp, Eq, Fn, Formula, Not, Num, Truth, Var, close
from .traverse import depth, free_variables


def parse_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib`` (see ``sorites.solvers.language.smtlib``).
        strict: mend nothing: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.

    Returns:
        The formula, or ``None`` if there is an error among the diagnostics.
    """
    formula, diagnostics, _ = parse_open_formula(text, dialect, strict=strict, offset=offset)
    return formula, diagnostics


def parse_open_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic], tuple[str, ...]]:
    """Read one formula as ``parse_formula`` does, and tell which variables it left unbound.

    Returns:
        The closed formula or ``None``, the diagnostics, and the variables that the
        formula's outermost quantifiers close although no quantifier was written.
    """
    parser = Parser(text, dialect, strict, offset, quick=True)
    try:
        try:
            formula = parser.statement()
        except Unclear:
            parser = Parser(text, dialect, strict, offset, quick=False)
            formula = parser.statement()
    except Fault:
        return None, parser.report.diagnostics, ()
    report = parser.report
    return (None if report.failed else formula), report.diagnostics, parser.closed


class Parser:
    """A place in the tokens of one formula, and what is known there.

    Args:
        text: the formula's text.
        dialect: how it is read.
        strict: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.
        quick: read plain atoms as one token, and raise ``Unclear`` where that is not enough.
    """

    __slots__ = (
        "anonymous", "bound", "closed", "commas", "depth", "dialect", "i", "in_arguments", "kinds", "missing",
        "report", "tokens", "unbound",
    )  # fmt: skip

    def __init__(self, text: str, dialect: Dialect, strict: bool, offset: int, quick: bool) -> None:
        self.dialect = dialect
        self.tokens, self.kinds = lexer.tokenize(text, dialect.overrides, quick)
        self.tokens.append("")
        self.kinds.append(END)
        self.report = Report(text, self.tokens, strict, offset, quick)
        self.i = 0
        self.depth = 0
        self.missing = 0
        self.bound: dict[str, int] = {}
        self.unbound: dict[str, int] = {}
        self.closed: tuple[str, ...] = ()
        self.anonymous: list[str] = []
        self.in_arguments = False
        self.commas: list[int] = []

    def statement(self) -> Formula:
        """Read the whole text as one formula, and close it."""
        if self.kinds[0] == END:
            self.report.fail("empty-formula", "there is no formula here", 0, "", "a formula")
        formula = as_formula(self, self.expression(0), 0)
        self.end()
        if self.commas:
            self.judge_commas()
        if self.unbound:
            formula = self.close_free(formula)
        if len(self.kinds) + len(self.unbound) > MAX_DEPTH // 2 and depth(formula) > MAX_LEVELS:
            self.report.too_deep(self.i)
        return formula

    def end(self) -> None:
        """Step over what may be left behind a formula."""
        while self.kinds[self.i] != END:
            kind, at = self.kinds[self.i], self.i
            if kind == "." and self.kinds[at + 1] == END:
                if not self.dialect.terminated:
                    self.report.note(Level.MENDED, "stray-full-stop", "a full stop after the formula was dropped", at)
            elif kind == ";" and self.kinds[at + 1] == END:
                self.report.note(Level.MENDED, "stray-semicolon", "a semicolon after the formula was dropped", at)
            elif kind == ")" and all(k in (")", ".") for k in self.kinds[at:-1]):
                self.report.note(
                    Level.MENDED, "stray-bracket", "a closing bracket without an opening one was dropped", at
                )
            else:
                self.report.unexpected(self.i, self.kinds[self.i], "a connective or the end of the formula")
            self.i += 1
        if self.missing:
            self.report.note(
                Level.MENDED,
                "missing-bracket",
                f"{self.missing} closing bracket{'s were' if self.missing > 1 else ' was'} missing at the end",
                self.i,
            )

    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""
        start = self.i
        left = self.prefix()
        kinds = self.kinds
        while True:
            kind = kinds[self.i]
            binding = POWER.get(kind, 0)
            if binding <= power:
                return left
            if (sign := CONNECTIVES.get(kind)) is not None:
                self.i += 1
                first = as_formula(self, left, start)
                left = sign.build(first, self.operand(sign.right))
            elif binding >= RELATIONAL:
                left = self.relation(left, kind, binding, start)
            elif kind == "," and (self.in_arguments or kinds[self.i + 1] == END):
                return left
            else:
                left = self.chain(as_formula(self, left, start), binding)

    def operand(self, power: int) -> Formula:
        """Read what stands behind a sign, one level deeper, as a formula."""
        self.deeper()
        start = self.i
        formula = as_formula(self, self.expression(power), start)
        self.depth -= 1
        return formula

    def chain(self, first: Formula, binding: int) -> Formula:
        """Read what signs of one power join to the first formula."""
        parts = [first]
        kinds = self.kinds
        build = CHAINS[kinds[self.i]].build
        while (sign := CHAINS.get(kinds[self.i])) is not None and sign.power == binding:
            kind = kinds[self.i]
            if kind == ",":
                if self.in_arguments or kinds[self.i + 1] == END:
                    break
                self.commas.append(self.i)
            elif kind == "^":
                message = "'^' is read as 'and', though some write it for 'either … or'"
                self.report.note(Level.WARNING, "ambiguous-sign", message, self.i, "Write ∧ or ⊕.")
            self.i += 1
            start = self.i
            parts.append(as_formula(self, self.expression(binding), start))
            if sign.denied:
                parts = [Not(sign.build(tuple(parts)))]
        return parts[0] if len(parts) == 1 else build(tuple(parts))

    def relation(self, left: Expression, kind: str, binding: int, start: int) -> Expression:
        """Read the other side of a sign between terms."""
        at = self.i
        self.i += 1
        previous: Formula | None = None
        if binding == RELATIONAL and isinstance(left, Eq | Cmp):  # 1 < x < 3
            previous, left = left, left.right
        first = as_term(self, left, start)
        right = as_term(self, self.expression(binding), at + 1)
        if kind in MEMBERSHIP:
            member = atom(self, "∈", (first, right))
            result: Formula = member if kind == "∈" else Not(member)
        else:
            made = TERMS[kind].build(first, right)
            if isinstance(made, Var | Num | Fn):
                return made
            result = made
        return result if previous is None else And((previous, result))

    def prefix(self) -> Expression:
        """Read an expression up to the first sign behind it."""
        at = self.i
        kind = self.kinds[at]
        if kind == ATOM:
            return plain_atom(self, at)
        if kind in (NAME, QUOTED):
            return named(self, at, kind)
        if kind == "(":
            if self.in_arguments and self.tokens[at] in ("[", "{"):
                self.report.fail(
                    "list-as-term",
                    "a list stands where a term should",
                    at,
                    "Name one thing in each argument: state the fact once for every member of the list.",
                    "a term",
                )
            self.i += 1
            if self.kinds[self.i] in ("forall", "exists") and (prefix := bracketed_quantifier(self)):
                return prefix
            self.deeper()
            outer, self.in_arguments = self.in_arguments, False
            inner = self.expression(0)
            self.in_arguments = outer
            self.close_bracket("a connective or ')'")
            self.depth -= 1
            # A bracketed name is settled here, or ``(p) (q)`` would be an application.
            return inner
        if kind == "not":
            self.i += 1
            return Not(self.operand(UNARY))
        if kind == "-":
            return self.minus()
        if kind in {"forall", "exists", "no"}:
            self.i += 1
            return quantified(self, kind)
        if kind == NUMBER:
            self.i += 1
            return self.numeral(at)
        if kind in {"true", "false"}:
            self.i += 1
            return Truth(kind == "true")
        if kind == "∈" and self.kinds[at + 1] == "(":
            return named(self, at, kind)
        self.report.unexpected(self.i, self.kinds[self.i], "a formula" if not self.in_arguments else "a term")

    def numeral(self, at: int) -> Num:
        """Return the number that a token stands for."""
        if len(self.tokens[at]) > MAX_DIGITS:
            self.report.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at)
        return number(self.tokens[at])

    def minus(self) -> Expression:
        """Read what a dash stands before: a number, or a formula that it denies."""
        self.i += 1
        if self.kinds[self.i] == NUMBER:
            found = self.numeral(self.i)
            self.i += 1
            value = found.value
            return Num(-value if isinstance(value, int) else value.copy_negate(), found.decimal)
        self.deeper()
        start = self.i
        body = self.expression(UNARY)
        self.depth -= 1
        if isinstance(body, Var) and (body.name in self.bound or self.in_arguments):
            return Fn("-", (Num(0), body))
        return Not(as_formula(self, body, start))

    def close_bracket(self, expected: str) -> None:
        """Step behind a closing bracket; at the end of the text it may be missing."""
        kind = self.kinds[self.i]
        if kind == ")":
            self.i += 1
        elif kind == END or (kind == "." and self.kinds[self.i + 1] == END):
            self.missing += 1
        else:
            self.report.unexpected(self.i, self.kinds[self.i], expected)

    def deeper(self) -> None:
        """Enter one more level of nesting."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.report.too_deep(self.i)

    def judge_commas(self) -> None:
        """Say how commas between formulas were read, or that it can't be told."""
        mixed = any(kind in ("or", "implies", "if", "iff", "xor", "nor", "nand") for kind in self.kinds)
        at = self.commas[0]
        if mixed:
            self.report.note(
                Level.ERROR,
                "ambiguous-comma",
                "a comma between formulas has several readings here",
                at,
                "Write ∧ in its place, with brackets around what belongs together.",
                "a connective",
            )
        else:
            self.report.note(Level.MENDED, "comma-as-and", "a comma between formulas is read as ∧", at)

    def close_free(self, formula: Formula) -> Formula:
        """Bind what no quantifier binds universally, and say so where the dialect does not."""
        free = free_variables(formula)
        if free and not self.dialect.closes:
            listed = ", ".join(free)
            self.report.note(
                Level.WARNING,
                "free-variable",
                f"no quantifier binds {listed}: read as 'for all {listed}'",
                self.unbound.get(free[0], 0),
                "Bind it with ∀ or ∃, or give the constant a longer name.",
            )
        self.closed = free
        return close(formula, free)
