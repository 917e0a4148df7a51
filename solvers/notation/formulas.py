"""One formula as text: a precedence parser that goes by the table of signs.

Where the notation leaves several trees, the parser takes each of them in turn (``Ambiguity``); where there is none,
it says what stands where, what was expected, and what to write. Names that nothing binds stay free: what they are
can depend on the other formulas of a program (``closing``).
"""

from __future__ import annotations

import re
from collections.abc import Container, Set
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_LEVELS,
    And,
    Atom,
    Cmp,
    Distinct,
    Eq,
    Exists,
    Expression,
    Fn,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    close,
    conjunction,
    number,
    number_named,
)
from ..logic.walkers import depth, free_variables, walk
from .binders import Binder, Binders
from .conventions import (
    FREE_LETTER,
    FROM_TPTP,
    RELATIONS_FROM_TPTP,
    UNBOUND_LETTER,
    decode_tptp_variable,
    distinct_object,
)
from .cursor import NOWHERE, Ambiguity, Fault, Surroundings, Unclear
from .scanner import unquote
from .signs import (
    ATOM,
    END,
    FUNCTIONAL,
    GROUPED,
    KINDS,
    NAME,
    NUMBER,
    POWER,
    QUANTIFIERS,
    QUOTED,
    RELATIONAL,
    SIGNS,
    TRUTHS,
    UNARY,
    UNICODE,
    Dialect,
)

MAX_READINGS: Final = 8
"""The most trees of one formula, and the most readings of one program."""
MAX_CHAIN: Final = 200
"""The most comparisons of one chain such as ``1 < x < 3``."""
MAX_LENGTH: Final = 300_000
"""The most characters of one formula."""
_FACT: Final = re.compile(r"([A-Za-z]\w*)\(([A-Za-z]\w*(?:, ?[A-Za-z]\w*)*)\)")
_SHORT_ATOM: Final = re.compile(r"[A-Z][a-z]{1,3}|[a-z][A-Z][a-z]")
"""What textbooks write for a predicate of one letter with its arguments: ``Fx``, ``xRy``."""
_ARTICLES: Final = ("the", "a", "an")
_SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_QUANTITY: Final = re.compile(
    r"(?:US)?[$€£]?(\d+(?:_\d{3})*(?:\.\d+)?)(?:[eE]([+-]?\d{1,2})|[_-]?(thousand|million|billion|trillion))?[$€£]?",
    re.I,
)
_MULTIPLE: Final = re.compile(r"(\d+)([^\W\d]\w*)")
_DIFFERENCE: Final = re.compile(r"\w+-\d+(?:\.\d+)?")
_AS_FAILURE: Final = frozenset(("not", "NOT", "Not", "\\+", "~", "!"))
"""How clauses deny what can't be derived."""


class Alternative(NamedTuple):
    """One tree of a text: the formula, and what was picked of each choice."""

    formula: Formula
    choices: tuple[tuple[Ambiguity, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the text of a formula gave; unbound variables are still free.

    Attributes:
        trees: its readings; none if an error is among the notes.
        notes: what is to be said of it; places count from the text's beginning.
        text: the text.
        unbound: the names that nothing binds.
        marked: the unbound variables that are marked as such (``$x``).
        constants: the names without quotes that were read as things.
        prolog: whether it is written with ``:-``.
        context: whether it hung on what else the program declares.
        sorts: whether a quantifier in it names a sort.
        member: whether it has ∈.
        closed: of one tree with marked variables alone, the formula that holds of everything.
    """

    trees: tuple[Alternative, ...]
    notes: tuple[Diagnostic, ...] = ()
    text: str = ""
    unbound: tuple[str, ...] = ()
    marked: Set[str] = frozenset()
    constants: Set[str] = frozenset()
    prolog: bool = False
    context: bool = False
    sorts: bool = False
    member: bool = False
    closed: Formula | None = None

    def place(self, name: str) -> Span:
        """Return where a name stands first in the text."""
        found = re.search(rf"(?<![\w$]){re.escape(name)}(?!\w)|\${re.escape(name)}(?!\w)", self.text)
        return Span(*found.span()) if found else Span(0, len(self.text.rstrip()))


def parse(text: str, dialect: Dialect = UNICODE, around: Surroundings = NOWHERE) -> Parsed:
    """Read the text of one formula in all its readings.

    Args:
        text: the formula.
        dialect: any but ``smtlib``.
        around: what the rest of the program tells.
    """
    found = _parse(text, dialect)
    return _uncached(text, dialect, around) if found.context and around is not NOWHERE else found


def _uncached(text: str, dialect: Dialect, around: Surroundings = NOWHERE) -> Parsed:
    look()
    if len(text) > MAX_LENGTH:
        message = f"a formula of more than {MAX_LENGTH} characters"
        return Parsed((), (Diagnostic("too-long", Level.ERROR, message, Span(0, 40), "Split it."),))
    if dialect.variables == "letters" and (fact := _fact(text)) is not None:
        return fact
    trees: list[Alternative] = []
    quick = True
    waiting: list[tuple[int, ...]] = [()]
    first: _Parser | None = None
    while waiting:
        picked = waiting.pop(0)
        parser = _Parser(text, dialect, around, picked, quick)
        try:
            formula = parser.statement()
        except (Unclear, Fault):
            formula = None
        if quick and (formula is None or parser.notes or parser.made):
            quick = False  # for the places of what is to be said
            waiting.append(picked)
            continue
        first = first or parser
        if formula is None and len(waiting) == len(trees) == 0 and (mended := _without_bracket(text, dialect, around)):
            return mended
        if formula is None:
            return Parsed((), tuple(parser.notes), prolog=parser.prolog, context=parser.context)
        trees.append(Alternative(formula, tuple(zip(parser.made, parser.taken, strict=True))))
        for at in range(len(picked), len(parser.made)):
            for other in range(1, len(parser.made[at].readings)):
                waiting.append((*parser.taken[:at], other))
        if len(trees) + len(waiting) > MAX_READINGS:
            message = f"the formula can be read in more than {MAX_READINGS} ways"
            said = Diagnostic("too-many-readings", Level.ERROR, message, Span(0, len(text.rstrip())), _BRACKETS)
            return Parsed((), (said,), context=parser.context)
    assert first is not None
    if len(trees) > 1:
        trees = list({tree.formula: tree for tree in reversed(trees)}.values())[::-1]
    closed = None
    if first.lettered:  # a letter may be a proposition
        free = free_variables(trees[0].formula)
        first.unbound = {name: None for name in first.unbound if name in free}
    lowered = {name.lower() for name in first.marked}
    if lowered and len(trees) == 1 and len(lowered) == len(first.unbound) and max(map(len, lowered)) < 3:
        closed = close(trees[0].formula, free_variables(trees[0].formula))
    return Parsed(
        tuple(trees),
        tuple(first.notes),
        text,
        tuple(first.unbound),
        frozenset(first.marked),
        frozenset(first.constants),
        first.prolog,
        first.context,
        first.sorts,
        "∈" in text or "∉" in text or "\\in" in text or "\\notin" in text,
        closed,
    )


_parse = lru_cache(maxsize=2048)(_uncached)
_BRACKETS: Final = "Put brackets around what belongs together."


def _without_bracket(text: str, dialect: Dialect, around: Surroundings) -> Parsed | None:
    """Return a formula without the one bracket too many at its end."""
    bare = text.rstrip(" .")
    if dialect.terminated or bare[-2:] != "))" or bare.count(")") - bare.count("(") != 1:
        return None
    found = _uncached(bare[:-1], dialect, around)
    span = Span(len(bare) - 1, len(bare))
    said = Diagnostic("stray-bracket", Level.MENDED, "a bracket too many at the end is left out", span, "Leave it out.")
    return replace(found, notes=(said,)) if found.trees and not found.notes else None


def _fact(text: str) -> Parsed | None:
    """Return a plain fact, ``Name(name, name)``: long texts consist of little else."""
    found = _FACT.fullmatch(text)
    if found is None or (name := found.group(1)) in KINDS or name in FUNCTIONAL:
        return None
    words = [word.strip() for word in found.group(2).split(",")]
    for word in words:
        if word in KINDS or word in TRUTHS or (word[0] in "uvwxyz" and (FREE_LETTER.fullmatch(word) is not None)):
            return None
    return Parsed((Alternative(Atom(name, tuple([Fn(word) for word in words]))),), (), text, constants=frozenset(words))


class _Parser(Binders):
    """Reads what signs join, relations, terms and names."""

    __slots__ = ()

    def statement(self) -> Formula:
        """Read the whole text as one formula; what no quantifier binds stays free."""
        if self.kinds[0] == END:
            self.fail("empty-formula", "there is no formula here", 0, "Write one, or drop the line.", "a formula")
        formula = self.as_formula(self.expression(0), 0)
        while self.kinds[self.i] in (".", ";") and self.kinds[self.i + 1] == END:
            self.i += 1
        if self.kinds[self.i] != END:
            self.unexpected("a connective or the end of the formula")
        if self.commas:
            self.judge_commas()
        if not self.dialect.terminated and self.words:
            self.judge_words()
        if self.counts:
            self.judge_counts(formula)
        if len(self.kinds) + len(self.unbound) > MAX_DEPTH // 2 and depth(formula) + len(self.unbound) > MAX_LEVELS:
            self.too_deep()
        return formula

    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""
        start = self.i
        left = self.prefix()
        self.outer = ""
        return self.behind(left, power, start)

    def behind(self, left: Expression, power: int, start: int) -> Expression:
        """Read what signs that bind tighter than ``power`` join to an expression that began at ``start``."""
        kinds, outer = self.kinds, self.outer
        while (binding := POWER.get(kinds[self.i], 0)) > power:
            at, kind = self.i, kinds[self.i]
            sign = SIGNS[kind]
            if binding >= RELATIONAL:
                left = self.relation(left, binding, start) if binding == RELATIONAL else self.calculation(left, start)
                continue
            if kind == "," and (self.in_arguments or kinds[at + 1] == END):
                break
            first = self.as_formula(left, start)
            if sign.chains is not None:
                left = self.chain(first, kind, binding)
            elif kind == "xor":
                left = self.either(first, outer)
            else:
                assert sign.joins is not None
                self.i += 1
                second = self.operand(sign.right)
                left = sign.joins(first, second)
                if (
                    kind == "implies"
                    and self.outer == kind
                    and self.tokens[at] == ">>>"
                    and isinstance(second, Implies)
                ):
                    ways = ("two rules in a row", "one rule that concludes a rule")
                    if self.pick("ambiguous-chain", "'>>>' twice", at, *ways) == 0:
                        left = And((Implies(first, second.left), second))
            outer = kind
        self.outer = outer
        return left

    def either(self, first: Formula, outer: str) -> Formula:
        """Read what ⊕ joins to the first formula: between three it has two readings."""
        at, parts, inner = self.i, [first], {outer}
        while self.kinds[self.i] == "xor":
            self.i += 1
            parts.append(self.operand(POWER["xor"]))
            inner.add(self.outer)
        if "or" in inner:
            message = "∨ and ⊕ side by side can be read in two ways: (A ∨ B) ⊕ C, or A ∨ (B ⊕ C)"
            self.fail("ambiguous-xor", message, at, _BRACKETS, "brackets")
        if len(parts) > 3:
            message = "⊕ between more than three can be read in two ways: exactly one of them, or an odd number"
            self.fail("ambiguous-xor", message, at, "Write what is meant with ∧, ∨ and ¬.", "brackets")
        if len(parts) == 3:
            ways = ("exactly one of them holds", "an odd number of them holds")
            if self.pick("ambiguous-xor", "⊕ between three", at, *ways) == 0:
                a, b, c = parts
                return Or((And((a, Not(b), Not(c))), And((Not(a), b, Not(c))), And((Not(a), Not(b), c))))
            return Xor(Xor(parts[0], parts[1]), parts[2])
        return Xor(*parts)

    def operand(self, power: int) -> Formula:
        """Read what stands behind a sign, one level deeper, as a formula."""
        self.deeper()
        start = self.i
        formula = self.as_formula(self.expression(power), start)
        self.depth -= 1
        return formula

    def chain(self, first: Formula, kind: str, binding: int) -> Formula:
        """Read what signs of one power join to the first formula."""
        parts, kinds = [first], self.kinds
        build = SIGNS[kind].chains
        assert build is not None
        while POWER.get(kinds[self.i]) == binding and SIGNS[kinds[self.i]].chains is not None:
            if kinds[self.i] == ",":
                if self.in_arguments or kinds[self.i + 1] == END:
                    break
                self.commas.append(self.i)
            elif self.tokens[self.i].isalpha():
                self.words.append(self.i)
            self.i += 1
            start = self.i
            parts.append(self.as_formula(self.expression(binding), start))
        return parts[0] if len(parts) == 1 else build(tuple(parts))

    def prefix(self) -> Expression:
        """Read an expression up to the first sign behind it."""
        at = self.i
        kind = self.kinds[at]
        if kind == ATOM:
            return self.plain_atom(at)
        if kind in (NAME, QUOTED) or (kind == "∈" and self.kinds[at + 1] == "("):
            return self.named(at, kind)
        if kind == "(":
            return self.bracket(at)
        if kind in QUANTIFIERS:
            if self.kinds[at + 1] == "." or (self.kinds[at + 1] in (")", END) and self.tokens[at].isalpha()):
                return self.named(at, NAME)
            self.i += 1
            return self.quantified(kind)
        token = self.tokens[at]
        if token in FUNCTIONAL and self.kinds[at + 1] == "(" and (made := self.functional(at)) is not None:
            return made
        if kind == "not":
            if self.prolog and token in _AS_FAILURE:
                said = f"in a clause '{token}' means 'not derivable', which is not read here"
                hint = "Write ¬ for what is stated to be false; or state what normally holds under 'Defaults:'."
                self.fail("negation-as-failure", said, at, hint, "¬")
            self.i += 1
            return Not(self.operand(UNARY))
        if kind == "-":
            return self.minus()
        if kind == NUMBER:
            self.i += 1
            if self.kinds[at + 1] == NAME and self.tokens[at + 1].lower() in _SCALES:
                self.i += 1
                return self.quantity(token + self.tokens[at + 1], at) or number(token)
            return self.numeral(token, at)
        if kind == GROUPED:
            plain = token.replace(",", "")
            message = f"'{token}' can be read in two ways: one number, or several"
            self.fail("ambiguous-number", message, at, f"Write {plain}, or blanks behind the commas.", "a number")
        if kind in ("true", "false"):
            self.i += 1
            return Truth(kind == "true")
        if kind in ("if-then", "either", "#"):
            return self.worded(at, kind)
        self.unexpected("a formula" if not self.in_arguments else "a term")

    def worded(self, at: int, kind: str) -> Formula:
        """Read ``if A then B``, ``#{x | A} = 1``, or ``either A or B``, which has two readings."""
        if kind == "#" and self.dialect.terminated:
            self.unexpected("a formula")
        if kind == "#":
            return self.set_counted()
        self.i += 1
        start = self.i
        if kind == "if-then":
            condition = self.as_formula(self.expression(0), start)
            if self.kinds[self.i] != "then":
                if isinstance(condition, Implies) and self.i > start:  # If A → B
                    return condition
                self.unexpected("'then'")
            self.i += 1
            return Implies(condition, self.operand(SIGNS["implies"].right))
        parts = self.as_formula(self.expression(POWER["xor"]), start)
        if not isinstance(parts, Or) or len(parts.parts) != 2:
            self.fail("ambiguous-either", "'either' stands before two formulas with 'or' between", at, "Write ∨ or ⊕.")
        ways = ("one of them or both", "just one of them")
        return parts if self.pick("ambiguous-either", "'either … or …'", at, *ways) == 0 else Xor(*parts.parts)

    def bracket(self, at: int) -> Expression:
        """Read what stands in brackets."""
        if self.in_arguments and self.tokens[at] in ("[", "{"):
            hint = "Name one thing in each argument: state the fact once for every member of the list."
            self.fail("list-as-term", "a list stands where a term should", at, hint, "a term")
        self.i += 1
        kinds = self.kinds
        if kinds[self.i] in ("forall", "exists") and kinds[self.i + 1] == NAME and kinds[self.i + 2] == ")":
            behind = kinds[self.i + 3]  # (∀x)(∃y) …
            if behind not in (END, ")", ",") and (behind not in POWER or behind == "-"):
                name, kind, start = self.variable_name(self.tokens[self.i + 1]), kinds[self.i], self.i
                self.i += 3
                return self.scope(kind, Binder([name], at=start))
        self.deeper()
        outer, self.in_arguments = self.in_arguments, False
        inner = self.expression(0)
        self.in_arguments = outer
        self.close_bracket("a connective or ')'")
        self.depth -= 1
        return inner

    def minus(self) -> Expression:
        """Read what a dash stands before: a number, or a formula that it denies."""
        self.i += 1
        if self.kinds[self.i] == NUMBER:
            found = self.numeral(self.tokens[self.i], self.i)
            self.i += 1
            value = found.value
            return Num(-value if isinstance(value, int) else value.copy_negate(), found.decimal)
        self.deeper()
        start = self.i
        body = self.expression(UNARY)
        self.depth -= 1
        if isinstance(body, Var) and (body.name in self.bound or self.in_arguments):
            return Fn("-", (Num(0), body))
        compared = body.body if isinstance(body, Not) and self.kinds[start] not in ("not", "-") else body
        numbers = isinstance(compared, Cmp) or (isinstance(compared, Eq) and any(map(_calculates, walk(compared))))
        if numbers and not (self.kinds[start] == "(" and self.matching(start) == self.i - 1):
            message = "a dash may deny this comparison, or be the minus of its left side"
            hint = "Write ¬(a < b) to deny it, or 0 - a < b for the number."
            self.fail("unclear-minus", message, start - 1, hint)
        return Not(self.as_formula(body, start))

    def judge_words(self) -> None:
        """Refuse ``A → B and C``: a word behind an arrow may join what stands beside it, or both rules."""
        first: dict[int, int] = {}
        for i, kind in enumerate(self.kinds[:-1]):
            if kind in ("implies", "iff", "if", "then", "unless"):
                first.setdefault(self.closing(i), i)
        for at in self.words:
            if first.get(self.closing(at), at) < at:
                message = f"'{self.tokens[at]}' behind an arrow can be read in two ways: both are rules, or one"
                self.fail("ambiguous-word", message, at, _BRACKETS, "brackets")

    def judge_commas(self) -> None:
        """Say how the commas between formulas were read: as ∧, in a condition or beside no looser sign."""
        loose = ("or", "xor", "nor", "iff", "implies", "if", "if-then", "then")
        beside: dict[int, list[int]] = {}
        for i, kind in enumerate(self.kinds[:-1]):
            if kind in loose:
                beside.setdefault(self.closing(i), []).append(i)
        for at in self.commas:
            others = beside.get(self.closing(at), [])
            kinds = [self.kinds[i] for i in others]
            in_condition = (kinds == ["implies"] and at < others[0]) or (kinds == ["if"] and at > others[0])
            if kinds == ["implies"] and in_condition and self.tokens[others[0]] != ">>>":
                # On a line of its own without variables, the rule may begin behind the comma.
                in_condition = (
                    bool(self.unbound) or self.kinds[0] in QUANTIFIERS or self.closing(at) < len(self.kinds) - 1
                )
            if others and not in_condition:
                message = "a comma between formulas can be read in two ways here: as 'and', or as the end of a formula"
                hint = "Write ∧ in its place, with brackets; or give each formula its own line."
                self.fail("ambiguous-comma", message, at, hint, "a connective")
        word = self.tokens[0]
        if self.kinds[:2] == [NAME, ","] and word.istitle() and any(k not in (NAME, ",", END) for k in self.kinds):
            message, hint = f"'{word}' and a comma stand before the formula", f"Leave '{word}' out, or join it with ∧."
            self.fail("word-before-formula", message, 0, hint, "a formula")
        if not self.prolog:
            self.note("comma-as-and", "a comma between formulas is read as ∧", self.commas[0], "Write ∧.")

    def calculation(self, left: Expression, start: int) -> Expression:
        """Read the other side of a sign of arithmetic."""
        at = self.i
        sign = SIGNS[self.kinds[at]]
        self.i += 1
        first = self.as_number(left, start, at)
        second = self.as_number(self.expression(sign.right), at + 1, self.i)
        assert sign.relates is not None
        return sign.relates(self.as_term(first, start), self.as_term(second, at + 1))

    def relation(self, left: Expression, binding: int, start: int) -> Formula:
        """Read a relation, or a chain of them: ``1 < x < 3``."""
        made: list[Formula] = []
        while POWER.get(self.kinds[self.i]) == binding:
            at, kind = self.i, self.kinds[self.i]
            self.i += 1
            if self.kinds[self.i] == "#" and not made and not self.dialect.terminated:
                return self.set_counted(left, kind)
            right = self.expression(binding)
            if not made and kind in ("=", "!=") and (truth := self.stated(left, right, start, at)) is not None:
                return truth if kind == "=" else Not(truth)
            compares = kind in ("<", "≤", ">", "≥")
            if compares or kind in ("=", "!="):
                if isinstance(left, Num) or isinstance(right, Num) or compares:
                    self.judge_hyphen(start, at)
                    self.judge_hyphen(at + 1, self.i)
                left = self.as_number(left, start, at, sure=compares)
                right = self.as_number(right, at + 1, self.i, sure=compares)
            first, second = self.as_term(left, start), self.as_term(right, at + 1)
            applied = isinstance(first, Fn) and isinstance(second, Fn) and first.args and second.args
            if (
                self.tokens[at] == "<="
                and applied
                and not self.dialect.terminated
                and not _calculates(first)
                and not _calculates(second)
            ):
                message = "'<=' can be read in two ways here: 'if', or 'less or equal'"
                self.fail("ambiguous-arrow", message, at, "Write Q → P, or ≤ for numbers.", "a connective")
            if kind in ("∈", "∉"):
                member = Atom("∈", (first, second))
                made.append(member if kind == "∈" else Not(member))
            else:
                build = SIGNS[kind].relates
                assert build is not None
                formula = build(first, second)
                assert not isinstance(formula, Var | Num | Fn)
                made.append(formula)
            if len(made) > 1 and (kind == "!=" or isinstance(made[-2], Not)):
                message = "a chain with ≠ can be read in two ways: of neighbours, or of all"
                self.fail("ambiguous-chain", message, at, "Write a ≠ b ∧ b ≠ c ∧ a ≠ c, or a part of it.")
            if len(made) > MAX_CHAIN:
                self.fail("too-long", f"a chain of more than {MAX_CHAIN} comparisons", at, "Split it with ∧.")
            left, start = second, at + 1
        return made[0] if len(made) == 1 else And(tuple(made))

    def stated(self, left: Expression, right: Expression, start: int, at: int) -> Formula | None:
        """Return what ``Happy(ann) = True`` states, if a truth value stands on one side."""
        if isinstance(left, Truth):
            left, right, start = right, left, at + 1
        if not isinstance(right, Truth) or isinstance(left, Var | Num):
            return None
        formula = self.as_formula(left, start)
        return formula if right.value else Not(formula)

    def as_number(self, value: Expression, start: int, end: int, sure: bool = True) -> Expression:
        """Return an operand, with a name that can only be a number as this number: ``$300``, ``1e6``.

        Args:
            value: what was read.
            start: where it begins.
            end: where the token behind it stands.
            sure: whether nothing but a number can stand here.
        """
        if not isinstance(value, Fn) or value.args or self.kinds[start] != NAME or end != start + 1:
            return value
        name = value.name
        if not (name[0] in "$€£U" or name[0].isdecimal()) or number_named(name):
            return value
        self.judge_hyphen(start, end)
        found = self.quantity(name, start)
        if found is None and sure and (name[0].isdecimal() or name[0] in "$€£"):
            self.fail("odd-number", f"'{name}' stands where a number should", start, "Write it in digits.", "a number")
        return found or value

    def judge_hyphen(self, start: int, end: int) -> None:
        """Refuse ``n-1`` beside a number or a comparison: it may be a difference, or one name."""
        name = self.tokens[start]
        if end == start + 1 and self.kinds[start] == NAME and _DIFFERENCE.fullmatch(name):
            hint = f'Write {name.replace("-", " - ")} with blanks, or "{name}" in quotes.'
            self.fail("ambiguous-hyphen", f"'{name}' can be read in two ways: a difference, or one name", start, hint)

    def quantity(self, name: str, at: int) -> Num | None:
        """Return the number that ``1e6``, ``1_000`` or ``42.3billion`` is; none of other names."""
        if (joined := _MULTIPLE.fullmatch(name)) and joined.group(2) in self.bound:
            hint = f"Write {joined.group(1)} * {joined.group(2)}."
            self.fail("odd-number", f"'{name}' joins a number and a variable", at, hint, "a sign")
        match = _QUANTITY.fullmatch(name)
        if match is None or number_named(name):
            return None
        digits, exponent, scale = match.groups()
        power = int(exponent or _SCALES.get((scale or "").lower(), 0))
        text = format(Decimal(digits.replace("_", "")).scaleb(power), "f")
        self.note("number-name", f"'{name}' is read as the number {text}", at, f"Write {text}.")
        return number(text)

    def bare_name(self, name: str, at: int) -> Term:
        """Return the variable or constant that a name without brackets is, by the dialect's convention."""
        convention = self.dialect.variables
        if convention == "capitals":
            if name[0].isupper():
                name = decode_tptp_variable(name)
                if name in self.bound:
                    self.seen.add(name)
                else:
                    self.unbound[name] = None
                return Var(name)
            return Fn(name)
        if name in self.bound:
            self.seen.add(name)
            return Var(name)
        if convention == "sigil" and name[0] == "$":
            name = name[1:]
            if name in self.bound:
                self.seen.add(name)
            else:
                self.unbound[name] = None
                self.marked.add(name)
            return Var(name)
        if name[0] in "uvwxyz":
            letter = FREE_LETTER if self.dialect.closes and convention == "letters" else UNBOUND_LETTER
            if letter.fullmatch(name):
                self.unbound[name] = None
                return Var(name)
        if self.in_arguments:
            if name == "_":
                self.note("anonymous-variable", "'_' is read as 'something'", at, "Write ∃y Owns(bob, y).")
                self.anonymous.append(f"_{at}")
                return Var(f"_{at}")
            if name[0].isdecimal() and not self.dialect.terminated and (value := self.quantity(name, at)) is not None:
                return value
        self.constants.add(name)
        return Fn(name)

    def plain_atom(self, at: int) -> Expression:
        """Read a predicate or function with names only between its brackets, one token to the scanner."""
        name, _, inside = self.tokens[at][:-1].partition("(")
        if name in KINDS or name[0] == "$" or name in FUNCTIONAL or self.is_bound(name):
            raise Unclear
        args: list[Term] = []
        outer, self.in_arguments = self.in_arguments, True
        for arg in inside.split(","):
            word = arg.lstrip()
            if word in self.bound:
                self.seen.add(word)
                args.append(Var(word))
                continue
            if word in KINDS and self.dialect.variables != "capitals":
                raise Unclear
            args.append(self.bare_name(word, at))
        self.in_arguments = outer
        self.i = at + 1
        if outer or POWER.get(self.kinds[self.i], 0) >= RELATIONAL:
            return Fn(name, tuple(args))
        return self.atom(name, tuple(args))

    def named(self, at: int, kind: str) -> Expression:
        """Read a name, with its arguments if a bracket follows."""
        token = self.tokens[at]
        name = token if token.isalnum() and kind == NAME else unquote(token)
        exact = self.dialect.terminated
        if kind == NAME and not exact:
            if token in FUNCTIONAL and self.kinds[at + 1] == "(" and (made := self.functional(at)) is not None:
                return made
            if token in TRUTHS and not self.in_arguments and self.kinds[at + 1] != "(":
                self.i += 1
                return Truth(TRUTHS[token])
            if "-" in token and token.partition("-")[0] in self.bound:
                hint = f"Write {token.replace('-', ' - ')} with blanks for a difference."
                self.fail("ambiguous-hyphen", f"'{token}' may be a difference, or one name", at, hint)
        self.i = at + 1
        if not name:
            self.fail("empty-name", "a name without letters", at, "Put the name between the quotes.", "a name")
        if self.kinds[self.i] == "(" and (self.tokens[self.i] == "(" or self.in_arguments or exact):
            if kind == NAME and self.is_bound(name):
                message = f"'{name}' is a variable and can't be applied to arguments"
                hint = "Rename the variable, or put a connective between it and the bracket."
                self.fail("variable-applied", message, at, hint)
            self.i += 1
            self.deeper()
            args = self.arguments(name)
            self.depth -= 1
            if (
                not self.in_arguments
                and POWER.get(self.kinds[self.i], 0) < RELATIONAL
                and (name[0] != "$" or kind == QUOTED)
            ):
                return self.atom(name, args)
            if name[0] == "$" and kind == NAME and len(args) == 2:
                if name in FROM_TPTP:
                    return Fn(FROM_TPTP[name], args)
                if name in RELATIONS_FROM_TPTP:
                    return Cmp(RELATIONS_FROM_TPTP[name], args[0], args[1])
            return Fn(name, args)
        if kind == QUOTED:
            return Fn(distinct_object(name) if self.dialect.variables == "capitals" and token[0] == '"' else name)
        if self.bound and not self.in_arguments and name not in self.bound and _SHORT_ATOM.fullmatch(name):
            inside = ", ".join(c for c in name if c.islower())
            if not self.bound.keys().isdisjoint(name):
                letter = next(c for c in name if c.isupper())
                message = f"'{name}' may be a predicate of one letter with its arguments, or a proposition"
                self.fail("textbook-atom", message, at, f"Write {letter}({inside}).", "brackets")
        return self.bare_name(name, at)

    def arguments(self, predicate: str) -> tuple[Term, ...]:
        """Read terms up to the closing bracket of a predicate or function, and step behind it."""
        kinds = self.kinds
        args: list[Term] = []
        words: int | None = None
        if kinds[self.i] != ")":
            outer, self.in_arguments = self.in_arguments, True
            while True:
                start = self.i
                if (
                    kinds[start] in (NAME, NUMBER, QUOTED)
                    and kinds[start + 1] in (NAME, NUMBER)
                    and not (kinds[start] == NUMBER and self.tokens[start + 1].lower() in _SCALES)
                ):
                    args.append(self.spaced_name())
                    words = start + 1
                else:
                    args.append(self.as_term(self.expression(0), start))
                if kinds[self.i] != ",":
                    break
                self.i += 1
            self.in_arguments = outer
        if words is not None:
            self.context = True
            if len(args) not in self.around.arities.get(predicate, {len(args)}):
                self.i = words
                self.unexpected("',' or ')'")
        self.close_bracket("',' or ')'")
        return tuple(args)

    def spaced_name(self) -> Term:
        """Read a name of several words where a term should stand: ``the bald eagle``, ``Bald Eagle``.

        Names in small letters might as well be two things without a comma between them, unless
        the predicate's declaration says how many there are.
        """
        start = end = self.i
        while self.kinds[end] in (NAME, NUMBER, QUOTED):
            end += 1
        tokens = [unquote(token) for token in self.tokens[start:end]]
        letters = any(t in self.bound or UNBOUND_LETTER.fullmatch(t) or t[:1] in ("", "$") for t in tokens)
        whole = tokens[0].lower() in _ARTICLES or (tokens[0][:1].isupper() and tokens[-1][:1].isupper())
        self.context = True
        self.i += 1
        if letters or self.dialect.terminated or self.kinds[end] not in (",", ")"):
            self.unexpected("',' or ')'")
        if not whole and not self.around.arities:
            self.unexpected("',' or ')'")
        name = " ".join(tokens)
        message = f'several words where a term should stand are read as "{name}"'
        self.note("spaced-name", message, start, f'Write "{name}", or join the words.')
        self.i = end
        return Fn(name)

    def atom(self, name: str, args: tuple[Term, ...]) -> Formula:
        """Return a predicate with its arguments, negated as a last truth value asks."""
        if self.dialect.truth_argument and args:
            last = args[-1]
            if isinstance(last, Fn) and not last.args and last.name in TRUTHS:
                signed = Atom(name, args[:-1])
                return signed if TRUTHS[last.name] else Not(signed)
        formula: Formula = Atom(name, args)
        while self.anonymous:
            formula = Exists(self.anonymous.pop(), formula)
        return formula

    def as_formula(self, value: Expression, at: int) -> Formula:
        """Return what was read at a place as a formula."""
        if type(value) is Fn:
            if value.name in ARITHMETIC and len(value.args) == 2:
                hint = "Compare it with something, as in x + 1 < 5."
                self.fail("term-as-formula", "a number stands where a formula should", at, hint, "a formula")
            if not value.args:
                self.constants.discard(value.name)
            return self.atom(value.name, value.args)
        if isinstance(value, Var):
            if value.name in self.bound or self.dialect.variables != "letters":
                message = f"the variable '{value.name}' stands where a formula should"
                self.fail("term-as-formula", message, at, "Apply a predicate to it.", "a formula")
            self.lettered = True
            return Atom(value.name)
        if isinstance(value, Num):
            message = f"the number {value.value} stands where a formula should"
            self.fail("term-as-formula", message, at, "Compare it with something, as in x < 5.", "a formula")
        assert not isinstance(value, Fn)
        return value

    def as_term(self, value: Expression, at: int) -> Term:
        """Return what was read at a place as a term."""
        if isinstance(value, Fn):
            return value if value.args else number_named(value.name) or value
        if isinstance(value, Var | Num):
            return value
        if isinstance(value, Atom):  # a bracketed application
            return Fn(value.name, value.args)
        if isinstance(value, Truth):
            return Fn("True" if value.value else "False")
        hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
        self.fail("formula-as-term", "a formula stands where a term should", at, hint, "a term")

    def functional(self, at: int) -> Formula | None:
        """Read a connective with its formulas in brackets: ``And(A, B)``, ``Distinct(a, b)``, ``Not(A, True)``."""
        kind, least, most = FUNCTIONAL[self.tokens[at]]
        if self.kinds[at] == NAME:
            self.context = True
        if self.dialect.terminated or self.tokens[at] in self.around.arities:
            return None
        close = self.matching(at + 1)
        commas = sum(k == "," and self.closing(i) == close for i, k in enumerate(self.kinds[at + 2 : close], at + 2))
        keyword = self.kinds[at] != NAME  # 'not (A)', 'if (A) then …' are words before a bracket
        if keyword and (not commas or (kind == "if" and "then" in self.kinds[close:])):
            return None
        self.i = at + 2
        if kind == "distinct":
            return self.distinct(close)
        if not least <= commas + 1 <= most:
            hint = f"Write the connective between the formulas, or give {self.tokens[at]} {least} of them."
            self.fail("wrong-count", f"'{self.tokens[at]}' joins {commas + 1} formulas here", at, hint)
        self.deeper()
        parts: list[Formula] = []
        outer, self.in_arguments = self.in_arguments, True
        while True:
            start = self.i
            parts.append(self.as_formula(self.expression(0), start))
            if self.kinds[self.i] != ",":
                break
            self.i += 1
        self.in_arguments = outer
        self.close_bracket("',' or ')'")
        self.depth -= 1
        return self.functionally(kind, parts, at)

    def functionally(self, kind: str, parts: list[Formula], at: int) -> Formula:
        match kind:
            case "and":
                return conjunction(tuple(parts))
            case "or":
                return Or(tuple(parts)) if len(parts) > 1 else parts[0]
            case "implies":
                return Implies(*parts)
            case "iff":
                return Iff(*parts)
            case "xor":
                return Xor(*parts)
            case "not":
                if len(parts) == 1:
                    return Not(parts[0])
                if not isinstance(parts[1], Truth):
                    self.fail("wrong-count", "'Not' joins two formulas here", at, "Write ¬ before each of them.")
                return Not(parts[0]) if parts[1].value else parts[0]
        first, second, *rest = parts
        return Implies(first, second) if not rest else And((Implies(first, second), Implies(Not(first), rest[0])))

    def distinct(self, close: int) -> Formula:
        """Read things in brackets, or a list of them, of which no two are the same."""
        start = self.i
        listed = self.kinds[start] == "(" and self.matching(start) + 1 == close
        self.i += listed
        outer, self.in_arguments = self.in_arguments, True
        terms: list[Term] = []
        while True:
            begun = self.i
            terms.append(self.as_term(self.expression(0), begun))
            if self.kinds[self.i] != ",":
                break
            self.i += 1
        self.in_arguments = outer
        self.close_bracket("',' or ')'")
        if listed:
            self.close_bracket("')'")
        if len(terms) < 2 or len(terms) > MAX_CHAIN:
            self.fail("wrong-count", f"{len(terms)} things to tell apart", start, "Name between two and 200 things.")
        return Distinct(tuple(terms))


def reads_as_number(name: str, bound: Container[str]) -> bool:
    """Return whether a name would be read as a number, or be refused as one, if it stood without quotes."""
    return name[:1].isdecimal() and bool(_QUANTITY.fullmatch(name))


def _calculates(node: Formula | Term) -> bool:
    """Return whether a term can only be a number."""
    return isinstance(node, Num) or (isinstance(node, Fn) and len(node.args) == 2 and node.name in ARITHMETIC)
