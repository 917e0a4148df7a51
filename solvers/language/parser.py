"""One Pratt parser for every dialect that writes connectives between formulas.

Operator precedence, from tight to loose: ``¬``, ``∧``, ``∨``, ``⊕``, ``→``
(to the right), ``↔`` (to the right). How far a quantifier reaches is the
dialect's choice.

A fault that leaves one reading is mended and said; one that leaves several is an
error, for the author (or the model) to repair.
"""

from __future__ import annotations

from typing import Final

from . import lexer
from .cursor import END, POWER, UNARY, Fault, Unclear
from .diagnostics import Diagnostic, Level
from .dialects import UNICODE, Dialect
from .lexer import ATOM, NAME, NUMBER, QUOTED
from .names import MAX_DIGITS, number
from .operands import Expression
from .quantifiers import Quantifiers
from .syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_LEVELS,
    And,
    Cmp,
    Eq,
    Fn,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Relation,
    Term,
    Truth,
    Var,
    Xor,
    close,
)
from .traverse import depth, free_variables

_TPTP_ARITHMETIC: Final = {"$sum": "+", "$difference": "-", "$product": "*"}
_TPTP_RELATIONS: Final[dict[str, Relation]] = {
    "$less": "<",
    "$lesseq": "≤",
    "$greater": ">",
    "$greatereq": "≥",
}


def parse_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib`` (see :mod:`sorites.solvers.language.smtlib`).
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
    """Read one formula as :func:`parse_formula` does, and tell which variables it left unbound.

    Returns:
        The closed formula or ``None``, the diagnostics, and the variables that the
        formula's outermost quantifiers close although no quantifier was written.
    """
    parser = _Parser(text, dialect, strict, offset, quick=True)
    try:
        try:
            formula = parser.statement()
        except Unclear:
            parser = _Parser(text, dialect, strict, offset, quick=False)
            formula = parser.statement()
    except Fault:
        return None, parser.diagnostics, ()
    return (None if parser.failed else formula), parser.diagnostics, parser.closed


class _Parser(Quantifiers):
    """The grammar: what stands between, before and behind the signs."""

    __slots__ = ()

    def statement(self) -> Formula:
        if self.kinds[0] == END:
            self.fail("empty-formula", "there is no formula here", 0, "", "a formula")
        formula = self.as_formula(self.expression(0), 0)
        self.end()
        if self.commas:
            self.judge_commas()
        if self.unbound:
            formula = self.close_free(formula)
        if len(self.kinds) + len(self.unbound) > MAX_DEPTH // 2 and depth(formula) > MAX_LEVELS:
            self.too_deep()
        return formula

    def end(self) -> None:
        while self.kinds[self.i] != END:
            kind, at = self.kinds[self.i], self.i
            if kind == "." and self.kinds[at + 1] == END:
                if not self.dialect.terminated:
                    self.note(Level.MENDED, "stray-full-stop", "a full stop after the formula was dropped", at)
            elif kind == ";" and self.kinds[at + 1] == END:
                self.note(Level.MENDED, "stray-semicolon", "a semicolon after the formula was dropped", at)
            elif kind == ")" and all(k in (")", ".") for k in self.kinds[at:-1]):
                self.note(Level.MENDED, "stray-bracket", "a closing bracket without an opening one was dropped", at)
            else:
                self.unexpected("a connective or the end of the formula")
            self.i += 1
        if self.missing:
            self.note(
                Level.MENDED,
                "missing-bracket",
                f"{self.missing} closing bracket{'s were' if self.missing > 1 else ' was'} missing at the end",
                self.i,
            )

    def expression(self, power: int) -> Expression:
        start = self.i
        left = self.prefix()
        kinds = self.kinds
        while True:
            kind = kinds[self.i]
            binding = POWER.get(kind, 0)
            if binding <= power:
                return left
            at = self.i
            if binding >= 70:
                left = self.relation(left, kind, binding, start)
            elif kind == "implies":
                self.i += 1
                left = Implies(self.as_formula(left, start), self.operand(19))
            elif binding == 50 or kind == "or":
                if kind == "," and (self.in_arguments or kinds[at + 1] == END):
                    return left
                left = self.chain(self.as_formula(left, start), binding)
            else:
                self.i += 1
                first = self.as_formula(left, start)
                if kind == "iff":
                    left = Iff(first, self.operand(9))
                elif kind == "if":
                    left = Implies(self.operand(20), first)
                elif kind == "xor":
                    left = Xor(first, self.operand(30))
                else:  # nor
                    left = Not(Or((first, self.operand(40))))

    def operand(self, power: int) -> Formula:
        self.deeper()
        start = self.i
        formula = self.as_formula(self.expression(power), start)
        self.depth -= 1
        return formula

    def chain(self, first: Formula, binding: int) -> Formula:
        parts = [first]
        kinds = self.kinds
        while POWER.get(kinds[self.i]) == binding and kinds[self.i] != "nor":
            kind = kinds[self.i]
            if kind == ",":
                if self.in_arguments or kinds[self.i + 1] == END:
                    break
                self.commas.append(self.i)
            elif kind == "^":
                self.note(
                    Level.WARNING,
                    "ambiguous-sign",
                    "'^' is read as 'and', though some write it for 'either … or'",
                    self.i,
                    "Write ∧ or ⊕.",
                )
            self.i += 1
            start = self.i
            right = self.as_formula(self.expression(binding), start)
            if kind == "nand":
                parts = [Not(And((*parts, right)))]
            else:
                parts.append(right)
        if len(parts) == 1:
            return parts[0]
        return And(tuple(parts)) if binding == 50 else Or(tuple(parts))

    def relation(self, left: Expression, kind: str, binding: int, start: int) -> Expression:
        at = self.i
        self.i += 1
        previous: Formula | None = None
        if binding == 70 and isinstance(left, Eq | Cmp):  # 1 < x < 3
            previous, left = left, left.right
        first = self.as_term(left, start)
        right = self.as_term(self.expression(binding), at + 1)
        result: Expression
        if kind == "=":
            result = Eq(first, right)
        elif kind == "!=":
            result = Not(Eq(first, right))
        elif kind == "∈":
            result = self.atom("∈", (first, right))
        elif kind == "∉":
            result = Not(self.atom("∈", (first, right)))
        elif kind in ARITHMETIC:
            return Fn(kind, (first, right))
        else:
            result = Cmp(kind, first, right)  # type: ignore[arg-type]
        return result if previous is None else And((previous, result))

    def prefix(self) -> Expression:
        at = self.i
        kind = self.kinds[at]
        if kind == ATOM:
            return self.plain_atom(at)
        if kind in (NAME, QUOTED):
            return self.name(at, kind)
        if kind == "(":
            if self.in_arguments and self.tokens[at] in ("[", "{"):
                self.fail(
                    "list-as-term",
                    "a list stands where a term should",
                    at,
                    "Name one thing in each argument: state the fact once for every member of the list.",
                    "a term",
                )
            self.i += 1
            if self.kinds[self.i] in ("forall", "exists") and (prefix := self.bracketed_quantifier()):
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
            return self.quantified(kind)
        if kind == NUMBER:
            self.i += 1
            return self.numeral(at)
        if kind in {"true", "false"}:
            self.i += 1
            return Truth(kind == "true")
        if kind == "∈" and self.kinds[at + 1] == "(":
            return self.name(at, kind)
        self.unexpected("a formula" if not self.in_arguments else "a term")

    def numeral(self, at: int) -> Num:
        if len(self.tokens[at]) > MAX_DIGITS:
            self.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at)
        return number(self.tokens[at])

    def minus(self) -> Expression:
        self.i += 1
        if self.kinds[self.i] == NUMBER:
            value = self.numeral(self.i).value
            self.i += 1
            return Num(-value if isinstance(value, int) else value.copy_negate())
        self.deeper()
        start = self.i
        body = self.expression(UNARY)
        self.depth -= 1
        if isinstance(body, Var) and (body.name in self.bound or self.in_arguments):
            return Fn("-", (Num(0), body))
        return Not(self.as_formula(body, start))

    def plain_atom(self, at: int) -> Expression:
        """Read a predicate or function with names only between its brackets, one token to the lexer."""
        name, _, inside = self.tokens[at][:-1].partition("(")
        names = inside.split(",") if "," in inside else (inside,)
        keywords = lexer.KINDS
        if name in keywords or name[0] == "$" or self.is_bound(name):
            raise Unclear
        args: list[Term] = []
        for arg in names:
            arg = arg.lstrip()
            if arg in keywords:
                raise Unclear
            args.append(self.bare_name(arg, at))
        self.i = at + 1
        if self.in_arguments or POWER.get(self.kinds[self.i], 0) >= 70:
            return Fn(name, tuple(args))
        return self.atom(name, tuple(args))

    def name(self, at: int, kind: str) -> Expression:
        token = self.tokens[at]
        plain = token.isalnum() and kind != QUOTED
        name = token if plain else lexer.unquote(token)
        self.i = at + 1
        if not name:
            self.fail("empty-name", "a name without letters", at, "Put the name between the quotes.", "a name")
        if self.kinds[self.i] == "(":
            if kind == NAME and self.is_bound(name):
                self.fail(
                    "variable-applied",
                    f"'{name}' is a variable and can't be applied to arguments",
                    at,
                    "Rename the variable, or put a connective between it and the bracket.",
                )
            self.i += 1
            self.deeper()
            args = self.arguments()
            self.depth -= 1
            if not self.in_arguments and POWER.get(self.kinds[self.i], 0) < 70 and name[0] != "$":
                return self.atom(name, args)
            return self.application(name, args, kind)
        if kind == QUOTED:
            return Fn(name)
        return self.bare_name(name, at)

    def arguments(self) -> tuple[Term, ...]:
        kinds = self.kinds
        args: list[Term] = []
        if kinds[self.i] != ")":
            outer, self.in_arguments = self.in_arguments, True
            while True:
                start = self.i
                if kinds[start] == NAME and kinds[start + 1] in (",", ")"):  # by far the most common
                    self.i = start + 1
                    token = self.tokens[start]
                    args.append(self.bare_name(token if token.isalnum() else lexer.unquote(token), start))
                else:
                    args.append(self.as_term(self.expression(0), start))
                if kinds[self.i] != ",":
                    break
                self.i += 1
            self.in_arguments = outer
        self.close_bracket("',' or ')'")
        return tuple(args)

    def application(self, name: str, args: tuple[Term, ...], kind: str) -> Expression:
        if name[0] == "$" and kind == NAME and len(args) == 2:
            if name in _TPTP_ARITHMETIC:
                return Fn(_TPTP_ARITHMETIC[name], args)
            if name in _TPTP_RELATIONS:
                return Cmp(_TPTP_RELATIONS[name], args[0], args[1])
        return Fn(name, args)

    def judge_commas(self) -> None:
        mixed = any(kind in ("or", "implies", "if", "iff", "xor", "nor", "nand") for kind in self.kinds)
        at = self.commas[0]
        if mixed:
            self.note(
                Level.ERROR,
                "ambiguous-comma",
                "a comma between formulas has several readings here",
                at,
                "Write ∧ in its place, with brackets around what belongs together.",
                "a connective",
            )
        else:
            self.note(Level.MENDED, "comma-as-and", "a comma between formulas is read as ∧", at)

    def close_free(self, formula: Formula) -> Formula:
        free = free_variables(formula)
        if free and not self.dialect.closes:
            listed = ", ".join(free)
            self.note(
                Level.WARNING,
                "free-variable",
                f"no quantifier binds {listed}: read as 'for all {listed}'",
                self.unbound.get(free[0], 0),
                "Bind it with ∀ or ∃, or give the constant a longer name.",
            )
        self.closed = free
        return close(formula, free)
