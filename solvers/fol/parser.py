"""One Pratt parser for every dialect that writes connectives between formulas.

Operator precedence, from tight to loose: ``¬``, ``∧``, ``∨``, ``⊕``, ``→``
(to the right), ``↔`` (to the right). How far a quantifier reaches is the
dialect's choice.

A fault that leaves one reading is mended and said; one that leaves several is an
error, for the author (or the model) to repair.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from . import lexer
from .diagnostics import Diagnostic, Level, Span
from .dialects import UNICODE, Dialect
from .lexer import ATOM, NAME, NUMBER, QUOTED
from .names import MAX_DIGITS, decode_tptp_variable, number, number_named
from .syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
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

MAX_DIAGNOSTICS: Final = 50
"""The most diagnostics of one formula; who needs more has to write it anew."""
END: Final = "end"
_POWER: Final[dict[str, int]] = {
    "iff": 10, "implies": 20, "if": 20, "xor": 30, "or": 40, "nor": 40, "and": 50, "^": 50, ",": 50,
    "nand": 50, "=": 70, "!=": 70, "<": 70, "≤": 70, ">": 70, "≥": 70, "∈": 70, "∉": 70,
    "+": 80, "-": 80, "*": 90,
}  # fmt: skip
_UNARY: Final = 60
_FREE_LETTER: Final = re.compile(r"[u-z]\d*")
_LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")
_TPTP_ARITHMETIC: Final = {"$sum": "+", "$difference": "-", "$product": "*"}
_TPTP_RELATIONS: Final[dict[str, Relation]] = {
    "$less": "<",
    "$lesseq": "≤",
    "$greater": ">",
    "$greatereq": "≥",
}
_TRUTH_VALUES: Final = {"True": True, "False": False, "true": True, "false": False}

_Expression = Formula | Term


class _Fault(Exception):
    """Ends the reading of one formula; its diagnostic is already noted."""


def parse_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib`` (see :mod:`solvers.fol.smtlib`).
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
        except _Unclear:
            parser = _Parser(text, dialect, strict, offset, quick=False)
            formula = parser.statement()
    except _Fault:
        return None, parser.diagnostics, ()
    return (None if parser.failed else formula), parser.diagnostics, parser.closed


class _Unclear(Exception):
    """Ends a quick reading that met anything but plain formulas: the full one must look."""


class _Parser:
    __slots__ = (
        "anonymous", "bound", "closed", "commas", "depth", "diagnostics", "dialect", "failed", "i", "in_arguments",
        "kinds", "missing", "offset", "places", "quick", "strict", "text", "tokens", "unbound",
    )  # fmt: skip

    def __init__(self, text: str, dialect: Dialect, strict: bool, offset: int, quick: bool) -> None:
        self.text = text
        self.dialect = dialect
        self.strict = strict
        self.offset = offset
        self.quick = quick
        self.places: list[Span] | None = None
        self.closed: tuple[str, ...] = ()
        self.tokens, self.kinds = lexer.tokenize(text, dialect.overrides, quick)
        self.tokens.append("")
        self.kinds.append(END)
        self.i = 0
        self.depth = 0
        self.diagnostics: list[Diagnostic] = []
        self.failed = False
        self.bound: dict[str, int] = {}
        self.unbound: dict[str, int] = {}
        self.anonymous: list[str] = []
        self.in_arguments = False
        self.commas: list[int] = []
        self.missing = 0

    # -- diagnostics -------------------------------------------------------------

    def note(self, level: Level, code: str, message: str, at: int, hint: str = "", expected: str = "") -> None:
        if self.quick:
            raise _Unclear
        if self.places is None:
            self.places = lexer.spans(self.text)
        places = self.places
        span = places[at] if at < len(places) else Span(len(self.text.rstrip()), len(self.text.rstrip()) + 1)
        if level is Level.MENDED and self.strict:
            level = Level.ERROR
        self.failed = self.failed or level is Level.ERROR
        found = self.tokens[at] or "the end of the formula"
        self.diagnostics.append(
            Diagnostic(
                code, level, message, Span(span.start + self.offset, span.end + self.offset), hint, expected, found
            )
        )
        if len(self.diagnostics) == MAX_DIAGNOSTICS:
            self.fail("too-many-faults", f"the formula has more than {MAX_DIAGNOSTICS} faults", at, "Write it anew.")

    def fail(self, code: str, message: str, at: int, hint: str = "", expected: str = "") -> NoReturn:
        self.note(Level.ERROR, code, message, at, hint, expected)
        raise _Fault

    def unexpected(self, expected: str) -> NoReturn:
        kind, token = self.kinds[self.i], self.tokens[self.i]
        if kind == "...":
            self.fail("ellipsis", "part of the formula is left out", self.i, "Write every part in full.", expected)
        if kind == END:
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", self.i, "", expected)
        hint = ""
        if kind in (NAME, QUOTED, NUMBER, "(", "not", "forall", "exists") and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", self.i, hint, expected)

    # -- the grammar -------------------------------------------------------------

    def statement(self) -> Formula:
        if self.kinds[0] == END:
            self.fail("empty-formula", "there is no formula here", 0, "", "a formula")
        formula = self.as_formula(self.expression(0), 0)
        self.end()
        if self.commas:
            self.judge_commas()
        left_nested = sum(map(self.kinds.count, ("xor", "+", "-", "*", "if")))
        if left_nested > MAX_DEPTH and depth(formula) > 2 * MAX_DEPTH:
            self.too_deep()
        if self.unbound:
            formula = self.close_free(formula)
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

    def expression(self, power: int) -> _Expression:
        start = self.i
        left = self.prefix()
        kinds = self.kinds
        while True:
            kind = kinds[self.i]
            binding = _POWER.get(kind, 0)
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
        while _POWER.get(kinds[self.i]) == binding and kinds[self.i] != "nor":
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

    def relation(self, left: _Expression, kind: str, binding: int, start: int) -> _Expression:
        at = self.i
        self.i += 1
        previous: Formula | None = None
        if binding == 70 and isinstance(left, Eq | Cmp):  # 1 < x < 3
            previous, left = left, left.right
        first = self.as_term(left, start)
        right = self.as_term(self.expression(binding), at + 1)
        result: _Expression
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

    def prefix(self) -> _Expression:
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
            return Not(self.operand(_UNARY))
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

    def minus(self) -> _Expression:
        self.i += 1
        if self.kinds[self.i] == NUMBER:
            value = self.numeral(self.i).value
            self.i += 1
            return Num(-value if isinstance(value, int) else value.copy_negate())
        self.deeper()
        start = self.i
        body = self.expression(_UNARY)
        self.depth -= 1
        if isinstance(body, Var) and (body.name in self.bound or self.in_arguments):
            return Fn("-", (Num(0), body))
        return Not(self.as_formula(body, start))

    def plain_atom(self, at: int) -> _Expression:
        """Read a predicate or function with names only between its brackets, one token to the lexer."""
        name, _, inside = self.tokens[at][:-1].partition("(")
        names = inside.split(",") if "," in inside else (inside,)
        keywords = lexer.KINDS
        if name in keywords or name[0] == "$" or self.is_bound(name):
            raise _Unclear
        args: list[Term] = []
        for arg in names:
            arg = arg.lstrip()
            if arg in keywords:
                raise _Unclear
            args.append(self.bare_name(arg, at))
        self.i = at + 1
        if self.in_arguments or _POWER.get(self.kinds[self.i], 0) >= 70:
            return Fn(name, tuple(args))
        return self.atom(name, tuple(args))

    def is_bound(self, name: str) -> bool:
        if self.dialect.variables == "capitals":
            return name[0].isupper() and decode_tptp_variable(name) in self.bound
        return name in self.bound

    def name(self, at: int, kind: str) -> _Expression:
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
            if not self.in_arguments and _POWER.get(self.kinds[self.i], 0) < 70 and name[0] != "$":
                return self.atom(name, args)
            return self.application(name, args, kind)
        if kind == QUOTED:
            return Fn(name)
        return self.bare_name(name, at)

    def bare_name(self, name: str, at: int) -> Term:
        convention = self.dialect.variables
        if convention == "letters":
            if name in self.bound:
                return Var(name)
            if name[0] in "uvwxyz" and _FREE_LETTER.fullmatch(name):
                self.unbound.setdefault(name, at)
                return Var(name)
        elif convention == "capitals":
            if name[0].isupper():
                name = decode_tptp_variable(name)
                if name not in self.bound:
                    self.unbound.setdefault(name, at)
                return Var(name)
        elif name[0] == "$":
            self.unbound.setdefault(name[1:], at)
            return Var(name[1:])
        elif name[0] in "uvwxyz" and _FREE_LETTER.fullmatch(name):
            self.note(
                Level.WARNING, "free-variable", f"'{name}' is read as the variable ${name}", at, "Write $ before it."
            )
            self.unbound.setdefault(name, at)
            return Var(name)
        if name == "_" and self.in_arguments:
            fresh = f"_{at}"
            self.anonymous.append(fresh)
            self.note(
                Level.MENDED,
                "anonymous-variable",
                "'_' is read as 'something', a variable of its own",
                at,
                "Name the variable and quantify it.",
            )
            return Var(fresh)
        return Fn(name)

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

    def application(self, name: str, args: tuple[Term, ...], kind: str) -> _Expression:
        if name[0] == "$" and kind == NAME and len(args) == 2:
            if name in _TPTP_ARITHMETIC:
                return Fn(_TPTP_ARITHMETIC[name], args)
            if name in _TPTP_RELATIONS:
                return Cmp(_TPTP_RELATIONS[name], args[0], args[1])
        return Fn(name, args)

    def close_bracket(self, expected: str) -> None:
        kind = self.kinds[self.i]
        if kind == ")":
            self.i += 1
        elif kind == END or (kind == "." and self.kinds[self.i + 1] == END):
            self.missing += 1
        else:
            self.unexpected(expected)

    # -- quantifiers -------------------------------------------------------------

    def bracketed_quantifier(self) -> Formula | None:
        """Read ``(∀x)(∃y) …`` or ``(all x) …``, if the bracket holds nothing else."""
        kinds = self.kinds
        if not (kinds[self.i + 1] == NAME and kinds[self.i + 2] == ")"):
            return None
        if kinds[self.i + 3] in (END, ")", ",") or (kinds[self.i + 3] in _POWER and kinds[self.i + 3] != "-"):
            return None
        kind = kinds[self.i]
        name = self.variable(self.tokens[self.i + 1])
        self.i += 3
        return self.scope(kind, [name], None, False)

    def variable(self, token: str) -> str:
        name = token if token.isalnum() else lexer.unquote(token)
        if self.dialect.variables == "capitals":
            return decode_tptp_variable(name)
        return name.removeprefix("$")

    def quantified(self, kind: str) -> Formula:
        at = self.i
        unique = self.kinds[at] in ("not", "forall") and self.tokens[at] == "!" and kind == "exists"
        if unique:
            self.i += 1
        functional = self.functional_quantifier()
        names = self.variables()
        domain: Term | None = None
        if self.kinds[self.i] == "∈":
            self.i += 1
            start = self.i
            domain = self.as_term(self.prefix_without_application(), start)
        if self.kinds[self.i] in (".", ":", ",", ";") or (self.tokens[self.i] == "|" and self.kinds[self.i - 1] == ")"):
            self.i += 1
        if functional:
            body = self.scope(kind, names, domain, unique, wide=True)
            self.close_bracket("')'")
            return body
        return self.scope(kind, names, domain, unique)

    def functional_quantifier(self) -> bool:
        """Step into the bracket of ``Exists(x, …)`` or ``ForAll([x, y], …)``, if this is one."""
        kinds, at = self.kinds, self.i
        if kinds[at] != "(":
            return False
        inner = at + 1
        if kinds[inner] == "(":  # the variables have a bracket of their own
            while kinds[inner] in ("(", NAME, ","):
                inner += 1
            functional = kinds[inner] == ")" and kinds[inner + 1] == ","
        else:
            functional = kinds[inner] == NAME and kinds[inner + 1] == "," and (
                kinds[inner + 2] != NAME or kinds[inner + 3] not in (",", ")")
            )  # fmt: skip
        self.i += functional
        return functional

    def prefix_without_application(self) -> Term:
        if self.kinds[self.i] not in (NAME, QUOTED):
            self.unexpected("the set that the variable ranges over")
        name = lexer.unquote(self.tokens[self.i])
        self.i += 1
        return Var(name) if name in self.bound else Fn(name)

    def variables(self) -> list[str]:
        kinds, tokens = self.kinds, self.tokens
        bracket = kinds[self.i] == "("
        if bracket:
            self.i += 1
        names: list[str] = []
        while True:
            if kinds[self.i] != NAME:
                if kinds[self.i] == ATOM:
                    raise _Unclear
                self.unexpected("a variable")
            token = tokens[self.i]
            if "." in token:  # ``all person.Likes(person)`` is one word to the lexer
                self.split_name()
                token = tokens[self.i]
            names.append(self.variable(token))
            self.i += 1
            if bracket:
                if kinds[self.i] == ")":
                    self.i += 1
                    return names
                if kinds[self.i] != ",":
                    self.unexpected("',' or ')'")
                self.i += 1
            elif kinds[self.i] == "," and self.another_variable(self.i + 1, True):
                self.i += 1
            elif not self.another_variable(self.i, False):
                return names

    def another_variable(self, at: int, after_comma: bool) -> bool:
        if self.kinds[at] == ATOM and self.tokens[at][0] in "uvwxyz" and self.tokens[at][1:2] in "(0123456789":
            raise _Unclear
        if self.kinds[at] != NAME:
            return False
        token, following = self.tokens[at], self.kinds[at + 1]
        if _FREE_LETTER.fullmatch(token):
            return following not in _POWER or following == ","
        if "." in token:
            return not after_comma and bool(_LETTER.fullmatch(token.split(".")[0]))
        if following == "(":
            return False
        if following in (".", ":"):
            return True
        return bool(_LETTER.fullmatch(token)) and following in (",", NAME, "forall", "exists", "not", "-")

    def split_name(self) -> None:
        if self.quick:
            raise _Unclear
        first, rest = self.tokens[self.i].split(".", 1)
        places = lexer.spans(self.text)
        cut = places[self.i].start + len(first)
        # The text itself is cut too, so that spans stay those of the tokens.
        self.places = None
        self.text = f"{self.text[:cut]} {self.text[cut + 1 :]}"
        tokens, kinds = lexer.tokenize(rest, self.dialect.overrides, False)
        self.tokens[self.i : self.i + 1] = [first, *tokens]
        self.kinds[self.i : self.i + 1] = [NAME, *kinds]

    def scope(
        self, kind: str, names: list[str], domain: Term | None, unique: bool, wide: bool | None = None
    ) -> Formula:
        self.depth += len(names) - 1
        self.deeper()
        for name in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        start = self.i
        outer, self.in_arguments = self.in_arguments, False
        if wide is None:
            wide = self.dialect.scope == "wide"
        body = self.as_formula(self.expression(0 if wide else _UNARY), start)
        self.in_arguments = outer
        for name in names:
            self.bound[name] -= 1
            if not self.bound[name]:
                del self.bound[name]
        self.depth -= len(names)
        for name in reversed(names):
            if domain is not None:
                member = Atom("∈", (Var(name), domain))
                body = Implies(member, body) if kind == "forall" else And((member, body))
            if unique:
                body = self.only_one(name, body)
            body = Forall(name, body) if kind == "forall" else Exists(name, body)
        return Not(body) if kind == "no" else body

    def only_one(self, name: str, body: Formula) -> Formula:
        """Return the body for ``∃!x``: it holds of ``x`` and of nothing else."""
        from .traverse import substitute

        other = f"{name}_other"
        same = Forall(other, Implies(substitute(body, {name: Var(other)}), Eq(Var(other), Var(name))))
        return And((body, same))

    # -- what a name turns out to be -----------------------------------------------

    def as_formula(self, value: _Expression, at: int) -> Formula:
        if type(value) is Fn:
            if value.name in ARITHMETIC and len(value.args) == 2:
                self.fail(
                    "term-as-formula",
                    "a number stands where a formula should",
                    at,
                    "Compare it with something, as in x + 1 < 5.",
                    "a formula",
                )
            return self.atom(value.name, value.args)
        if isinstance(value, Var):
            if value.name in self.bound or self.dialect.variables != "letters":
                self.fail(
                    "term-as-formula",
                    f"the variable '{value.name}' stands where a formula should",
                    at,
                    "Apply a predicate to it.",
                    "a formula",
                )
            return Atom(value.name)
        if isinstance(value, Num):
            self.fail("term-as-formula", f"the number {value.value} stands where a formula should", at, "", "a formula")
        assert not isinstance(value, Fn)
        return value

    def atom(self, name: str, args: tuple[Term, ...]) -> Formula:
        formula: Formula = Atom(name, args)
        if self.dialect.truth_argument and args:
            last = args[-1]
            if isinstance(last, Fn) and not last.args and last.name in _TRUTH_VALUES:
                formula = Atom(name, args[:-1])
                if not _TRUTH_VALUES[last.name]:
                    formula = Not(formula)
        while self.anonymous:
            formula = Exists(self.anonymous.pop(), formula)
        return formula

    def as_term(self, value: _Expression, at: int) -> Term:
        if isinstance(value, Fn):
            return value if value.args else number_named(value.name) or value
        if isinstance(value, Var | Num):
            return value
        if isinstance(value, Atom):  # a bracketed application
            return Fn(value.name, value.args)
        if isinstance(value, Truth):
            return Fn("True" if value.value else "False")
        self.note(
            Level.ERROR,
            "formula-as-term",
            "a formula stands where a term should",
            at,
            "First-order logic speaks of things, not of statements: use a predicate of its own for this.",
            "a term",
        )
        return Fn("?")

    # -- bounds and closing --------------------------------------------------------

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.too_deep()

    def too_deep(self) -> NoReturn:
        self.fail(
            "too-deep",
            f"the formula is nested more than {MAX_DEPTH} levels deep",
            self.i,
            "Split it, or drop brackets that say nothing.",
        )

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
