"""One formula as text: a precedence parser that goes by the table of signs.

Where the notation leaves several trees, the parser takes each of them in turn (``Choice``); where there is none,
it says what stands where, what was expected, and what to write. Names that nothing binds stay free: what they are
can depend on the other formulas of a program (``closing``).
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Set
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, NoReturn

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.rewriting import nothing_else
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_LEVELS,
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Expression,
    Fn,
    Forall,
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
from .conventions import (
    FREE_LETTER,
    FROM_TPTP,
    RELATIONS_FROM_TPTP,
    UNBOUND_LETTER,
    decode_tptp_variable,
    distinct_object,
)
from .scanner import places, tokenize, unquote
from .signs import (
    ATOM,
    BAD,
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
MAX_COPIED: Final = 2000
"""The most nodes of what ``∃!`` states twice."""
MAX_LENGTH: Final = 300_000
"""The most characters of one formula."""
NUMBER_SETS: Final = frozenset(("ℕ", "ℤ", "ℝ"))
_JOINS: Final = frozenset(("and", "or", ","))
"""Signs that a quantifier reaches over without a doubt if its variable is used behind them."""
_FACT: Final = re.compile(r"([A-Za-z]\w*)\(([A-Za-z]\w*(?:, ?[A-Za-z]\w*)*)\)")
_LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")
_SHORT_ATOM: Final = re.compile(r"[A-Z][a-z]{1,3}|[a-z][A-Z][a-z]")
"""What textbooks write for a predicate of one letter with its arguments: ``Fx``, ``xRy``."""
_ARTICLES: Final = ("the", "a", "an")
_SCALES: Final = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_QUANTITY: Final = re.compile(
    r"(?:US)?[$€£]?(\d+(?:_\d{3})*(?:\.\d+)?)(?:[eE]([+-]?\d{1,2})|[_-]?(thousand|million|billion|trillion))?[$€£]?",
    re.I,
)
_MULTIPLE: Final = re.compile(r"(\d+)([^\W\d]\w*)")
_DIFFERENCE: Final = re.compile(r"(\d+)-(\d+(?:\.\d+)?)")
_AS_FAILURE: Final = frozenset(("not", "NOT", "Not", "\\+", "~", "!"))
"""How clauses deny what can't be derived."""


class Choice(NamedTuple):
    """One place where the notation leaves several trees.

    Attributes:
        code: which row of the list of ambiguities it is.
        choice: what can be read in several ways, in words.
        readings: the readings, in words; the first one is the likeliest.
        span: where it stands.
    """

    code: str
    choice: str
    readings: tuple[str, ...]
    span: Span


class Tree(NamedTuple):
    """One tree of a text: the formula, and what was picked of each choice."""

    formula: Formula
    choices: tuple[tuple[Choice, int], ...] = ()


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

    trees: tuple[Tree, ...]
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


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the rest of a program tells of a formula in it.

    Attributes:
        arities: the declared predicates, with the numbers of arguments that each is declared with.
        sorts: the declared sorts.
    """

    arities: Mapping[str, Set[int]] = field(default_factory=dict)
    sorts: Set[str] = frozenset()


NOWHERE: Final = Surroundings()


class _Fault(Exception):  # it is caught where a formula's reading began
    """Ends the reading of one formula; what is wrong is among the notes."""


class _Unclear(Exception):
    """A token has to be parted before it can be told what it is."""


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
    trees: list[Tree] = []
    quick = True
    waiting: list[tuple[int, ...]] = [()]
    first: _Parser | None = None
    while waiting:
        picked = waiting.pop(0)
        parser = _Parser(text, dialect, around, picked, quick)
        try:
            formula = parser.statement()
        except (_Unclear, _Fault):
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
        trees.append(Tree(formula, tuple(zip(parser.made, parser.taken, strict=True))))
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


_parse = lru_cache(maxsize=20_000)(_uncached)
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
    return Parsed((Tree(Atom(name, tuple([Fn(word) for word in words]))),), (), text, constants=frozenset(words))


class _Parser:
    """A place in the tokens of one formula, and what is known there."""

    __slots__ = (
        "anonymous",
        "around",
        "bound",
        "closings",
        "commas",
        "constants",
        "context",
        "depth",
        "dialect",
        "i",
        "in_arguments",
        "joined",
        "kinds",
        "lettered",
        "made",
        "marked",
        "notes",
        "outer",
        "picks",
        "places",
        "prolog",
        "seen",
        "sorts",
        "taken",
        "text",
        "tokens",
        "unbound",
        "words",
    )  # fmt: skip

    def __init__(self, text: str, dialect: Dialect, around: Surroundings, picks: tuple[int, ...], quick: bool) -> None:
        self.text, self.dialect, self.around, self.picks = text, dialect, around, picks
        self.tokens, self.kinds = tokenize(text, dialect.overrides, quick)
        self.tokens.append("")
        self.kinds.append(END)
        self.prolog = ":-" in self.tokens
        self.i = self.depth = 0
        self.bound: dict[str, int] = {}
        self.seen: set[str] = set()
        """The bound variables that were used since their quantifiers."""
        self.unbound: dict[str, None] = {}
        self.marked: set[str] = set()
        self.constants: set[str] = set()
        self.in_arguments = self.context = self.sorts = self.lettered = False
        self.commas: list[int] = []
        self.words: list[int] = []
        """Where 'and' and 'or' stand as words."""
        self.anonymous: list[str] = []
        self.outer = ""
        """The connective that was applied last in the expression read last, outside brackets."""
        self.joined: dict[int, int] = {}
        """Where the scopes of quantifiers begin, and how tightly the sign binds before their quantifiers."""
        self.made: list[Choice] = []
        self.taken: tuple[int, ...] = ()
        self.notes: list[Diagnostic] = []
        self.closings: list[int] = []
        self.places: list[Span] = []

    # What is said.

    def spans(self) -> list[Span]:
        """Return the places of the tokens; they are known where atoms are parted."""
        if not self.places:
            self.places = places(self.text)
        return self.places

    def span(self, at: int) -> Span:
        spans = self.spans()
        return spans[min(at, len(spans) - 1)]

    def fail(self, code: str, message: str, at: int, hint: str, expected: str = "") -> NoReturn:
        self.notes.append(Diagnostic(code, Level.ERROR, message, self.span(at), hint, expected, self.tokens[at]))
        raise _Fault

    def note(self, code: str, message: str, at: int, hint: str, level: Level = Level.MENDED) -> None:
        self.notes.append(Diagnostic(code, level, message, self.span(at), hint))

    def shown(self, at: int, end: int) -> str:
        """Return the text of some tokens."""
        if end <= at:
            return ""
        return self.text[self.span(at).start : self.span(end - 1).end]

    def pick(self, code: str, choice: str, at: int, *readings: str) -> int:
        """Return which of several readings is taken this time."""
        k = len(self.made)
        self.made.append(Choice(code, choice, readings, self.span(at)))
        self.taken = (*self.taken, self.picks[k] if k < len(self.picks) else 0)
        return self.taken[-1]

    def unexpected(self, expected: str) -> NoReturn:
        """End the reading at a token that should be something else."""
        at, kind, token = self.i, self.kinds[self.i], self.tokens[self.i]
        if kind == "...":
            self.fail("ellipsis", "part of the formula is left out", at, "Write every part in full.", expected)
        if kind == END:
            hint = "Write the formula to its end, or drop the sign that stands last."
            self.fail("unexpected-end", f"the formula ends where {expected} should stand", at, hint, expected)
        hint = ""
        wordy = at > 1 and self.kinds[at - 2 : at] == [NAME, NAME]
        if kind in (NAME, ATOM, QUOTED, "forall", "exists", "not") and "connective" in expected and wordy:
            hint = (
                "If a sentence stands beside the formula, put it behind ':::'; if a name has several words, quote it."
            )
        elif kind in (NAME, QUOTED, NUMBER, "(", "not", *QUANTIFIERS) and "connective" in expected:
            hint = "A connective such as ∧ or → is missing before this, or a name is written as several words."
        elif kind in (NAME, QUOTED) and expected == "',' or ')'":
            hint = "Join the words of a name, as in henryThoreau, or put it in quotes; part arguments by commas."
        elif kind == ":":
            hint = "Put what the formula says in words behind ':::', and give each formula a line of its own."
        elif kind == "?":
            hint = "A formula states; it does not ask."
        elif expected == "a variable":
            hint = "Behind a quantifier stands what it binds, as in ∀x (P(x) → Q(x))."
        elif kind == BAD and token[0] in "\"'“‘`":
            hint = "A quotation is not closed."
        elif token == "^":
            hint = "Write ∧ for 'and', or ⊕ for 'either … or'."
        hint = hint or f"Write {expected} here, or leave '{token}' out."
        self.fail("unexpected-token", f"expected {expected}, found '{token}'", at, hint, expected)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.too_deep()

    def too_deep(self) -> NoReturn:
        message = f"the formula is nested more than {MAX_DEPTH} levels deep"
        self.fail("too-deep", message, self.i, "Split it, or drop brackets that say nothing.")

    # Formulas.

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
        if kind in ("if-then", "either"):
            return self.worded(at, kind)
        self.unexpected("a formula" if not self.in_arguments else "a term")

    def worded(self, at: int, kind: str) -> Formula:
        """Read ``if A then B``, or ``either A or B``, which has two readings."""
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
                return self.scope(kind, _Binder([name], at=start))
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

    def numeral(self, token: str, at: int) -> Num:
        """Return the number that a token stands for."""
        if len(token) > MAX_DIGITS:
            self.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at, "Write a shorter one.")
        return number(token)

    def close_bracket(self, expected: str) -> None:
        if self.kinds[self.i] != ")":
            self.unexpected(expected)
        self.i += 1

    def closing(self, at: int) -> int:
        """Return where the bracket around a token closes, or where the text ends."""
        if not self.closings:
            last = len(self.kinds) - 1
            self.closings = [last] * len(self.kinds)
            stack = [last]
            for i in range(last, -1, -1):
                self.closings[i] = stack[-1]
                if self.kinds[i] == ")":
                    stack.append(i)
                elif self.kinds[i] == "(" and len(stack) > 1:
                    stack.pop()
                    self.closings[i] = stack[-1]
        return self.closings[at]

    def matching(self, at: int) -> int:
        """Return where an opening bracket is closed, or where the text ends."""
        return self.closing(at + 1) if self.kinds[at + 1] != ")" else at + 1

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

    # Relations and arithmetic.

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
            right = self.expression(binding)
            if not made and kind in ("=", "!=") and (truth := self.stated(left, right, start, at)) is not None:
                return truth if kind == "=" else Not(truth)
            compares = kind in ("<", "≤", ">", "≥")
            if compares or kind in ("=", "!="):
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
        if _DIFFERENCE.fullmatch(name):
            hint = f'Write {name.replace("-", " - ")} with blanks, or "{name}" in quotes.'
            self.fail("ambiguous-hyphen", f"'{name}' can be read in two ways: a difference, or one name", start, hint)
        found = self.quantity(name, start)
        if found is None and sure and (name[0].isdecimal() or name[0] in "$€£"):
            self.fail("odd-number", f"'{name}' stands where a number should", start, "Write it in digits.", "a number")
        return found or value

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

    # Names.

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
            raise _Unclear
        args: list[Term] = []
        outer, self.in_arguments = self.in_arguments, True
        for arg in inside.split(","):
            word = arg.lstrip()
            if word in KINDS and self.dialect.variables != "capitals":
                raise _Unclear
            args.append(self.bare_name(word, at))
        self.in_arguments = outer
        self.i = at + 1
        if outer or POWER.get(self.kinds[self.i], 0) >= RELATIONAL:
            return Fn(name, tuple(args))
        return self.atom(name, tuple(args))

    def is_bound(self, name: str) -> bool:
        if self.dialect.variables == "capitals":
            return name[0].isupper() and decode_tptp_variable(name) in self.bound
        return name in self.bound

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
            if not self.in_arguments and POWER.get(self.kinds[self.i], 0) < RELATIONAL and name[0] != "$":
                return self.atom(name, args)
            if name[0] == "$" and len(args) == 2:
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
        return conjunction(tuple([Not(Eq(a, b)) for a, b in combinations(terms, 2)]))

    # Quantifiers.

    def variable_name(self, token: str) -> str:
        name = token if token.isalnum() else unquote(token)
        return decode_tptp_variable(name) if self.dialect.variables == "capitals" else name.removeprefix("$")

    def quantified(self, kind: str) -> Formula:
        """Read variables and scope behind a quantifier, and build the formula."""
        at = self.i
        kinds = self.kinds
        binder = _Binder(
            [], at=at - 1, denied=at > 1 and kinds[at - 2] in ("not", "-"), before=self.joined_before(at - 1)
        )
        binder.unique = self.tokens[at] == "!" and kind == "exists"
        self.i += binder.unique
        functional = self.functional_quantifier()
        self.variables(binder)
        if binder.unique and len(binder.names) > 1:
            message = "'exactly one' of several variables can be read in two ways: one pair, or one and one other"
            self.fail("ambiguous-unique", message, at, "Write what is meant with ∃ and ∀.", "one variable")
        if kinds[self.i] == "∈":
            self.i += 1
            if kinds[self.i] not in (NAME, QUOTED):
                self.unexpected("the set that the variable ranges over")
            name = unquote(self.tokens[self.i])
            self.i += 1
            self.context = True
            if name in NUMBER_SETS or name in self.around.sorts:
                binder.sort = name
            else:
                binder.domain = Var(name) if name in self.bound else Fn(name)
                self.seen.add(name)
        elif kinds[self.i] == ":" and not self.dialect.terminated and self.typed():
            binder.sort = unquote(self.tokens[self.i + 1])
            self.i += 2
        if (
            kinds[self.i] in (".", ":", ",", ";")
            or self.tokens[self.i] in ("•", "·")
            or (self.tokens[self.i] == "|" and kinds[self.i - 1] == ")")
        ):
            self.i += 1
            binder.parted = kinds[self.i] not in ("forall", "exists")
        if functional:
            body = self.scope(kind, binder, closed=True)
            self.close_bracket("')'")
            return body
        return self.scope(kind, binder)

    def typed(self) -> bool:
        """Return whether a sort follows the variables: ``: Person`` with the scope behind it."""
        kinds, at = self.kinds, self.i
        if kinds[at + 1] == ATOM:
            if self.tokens[at + 1].partition("(")[0] in self.around.sorts:
                raise _Unclear
            self.context = True
            return False
        if kinds[at + 1] not in (NAME, QUOTED):
            return False
        if kinds[at + 2] == "(":  # ∀x: Man(x) → … has a scope; ∀x: Person (Man(x) → …) a sort, as any declared one is
            self.context = True
            if unquote(self.tokens[at + 1]) in self.around.sorts:
                return True
            inside = range(at + 3, self.matching(at + 2))
            return any(
                kinds[i] == ATOM or (0 < POWER.get(kinds[i], 0) <= RELATIONAL and kinds[i] != ",") for i in inside
            )
        return kinds[at + 2] in (".", ",", ":", ";", "not", NAME, ATOM, *QUANTIFIERS)

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

    def variables(self, binder: _Binder) -> None:
        """Read the variables of a quantifier, however parted."""
        kinds, tokens = self.kinds, self.tokens
        bracket = kinds[self.i] == "("
        self.i += bracket
        while True:
            if kinds[self.i] == ATOM:
                raise _Unclear
            if kinds[self.i] != NAME:
                self.unexpected("a variable")
            token = tokens[self.i]
            if "." in token:  # ``all person.Likes(person)`` is one word to the scanner
                self.part_name()
                token = tokens[self.i]
            binder.names.append(self.variable_name(token))
            self.i += 1
            if bracket:
                if kinds[self.i] == ":" and kinds[self.i + 1] == NAME and kinds[self.i + 2] == ")":
                    binder.sort = unquote(tokens[self.i + 1])
                    self.i += 2
                if kinds[self.i] == ")":
                    self.i += 1
                    return
                self.i += kinds[self.i] == ","
            elif kinds[self.i] == "," and self.another_variable(self.i + 1, True):
                self.i += 1
            elif not self.another_variable(self.i, False):
                break
        words = [name for name in binder.names if not FREE_LETTER.fullmatch(name) and not _LETTER.fullmatch(name)]
        if words and len(binder.names) > 1 and kinds[self.i - 2] == kinds[self.i - 1] == NAME:
            message = f"'{' '.join(binder.names)}' can be read in two ways: variables, or a kind of thing and one"
            name = binder.names[-1]
            hint = (
                f"Write ∀{name} ({words[0].capitalize()}({name}) → …) for a kind of thing, or commas between variables."
            )
            self.fail("ambiguous-variables", message, self.i - 1, hint, "a variable")

    def another_variable(self, at: int, after_comma: bool) -> bool:
        """Return whether one more variable stands at a place, and not the scope already."""
        if self.kinds[at] != NAME:
            return False
        token, following = self.tokens[at], self.kinds[at + 1]
        if FREE_LETTER.fullmatch(token):
            if following == "(" and all(kind in (NAME, ",") for kind in self.kinds[at + 2 : self.matching(at + 1)]):
                return False  # ∀x y(x)
            return following not in POWER or following in (",", "∈")
        if "." in token:
            return not after_comma and bool(_LETTER.fullmatch(token.split(".")[0]))
        if following in (".", ":"):
            return True
        return (
            following != "(" and bool(_LETTER.fullmatch(token)) and following in (",", NAME, "not", "-", *QUANTIFIERS)
        )

    def part_name(self) -> None:
        """Part ``x.P`` into the variable and what follows the dot."""
        token, span = self.tokens[self.i], self.span(self.i)
        first, rest = token.split(".", 1)
        self.tokens[self.i : self.i + 1] = [first, ".", rest]
        self.kinds[self.i : self.i + 1] = [NAME, ".", NAME]
        middle = span.start + len(first)
        self.spans()[self.i : self.i + 1] = [
            Span(span.start, middle), Span(middle, middle + 1), Span(middle + 1, span.end)
        ]  # fmt: skip
        self.closings = []

    def joined_before(self, at: int) -> int:
        """Return how tightly the sign binds that stands before a quantifier, and before those right before it."""
        while at > 0 and self.kinds[at - 1] in ("not", "-"):
            at -= 1
        if at in self.joined:
            return self.joined[at]
        power = POWER.get(self.kinds[at - 1], 0) if at else 0
        return power if power < UNARY else 0

    def scope(self, kind: str, binder: _Binder, *, closed: bool = False) -> Formula:
        """Read the scope of a quantifier and build the formula, with the variables bound.

        Args:
            kind: the quantifier.
            binder: what it binds.
            closed: whether the scope ends with the bracket of a function, as in ``ForAll(x, …)``.
        """
        names, kinds = binder.names, self.kinds
        self.depth += len(names) - 1
        self.deeper()
        shadowed = any(name in self.bound for name in names)
        around = self.seen.intersection(names)
        self.seen.difference_update(names)
        for name in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        start = self.i
        self.joined[start] = binder.before
        outer, self.in_arguments = self.in_arguments, False
        self.sorts = self.sorts or bool(binder.sort)
        body = self.as_formula(self.expression(0 if closed else UNARY), start)
        if not closed and 0 < POWER.get(kinds[self.i], 0) < UNARY and not (outer and kinds[self.i] == ","):
            body = self.further(kind, binder, body, start, shadowed)
        self.in_arguments = outer
        for name in names:
            self.bound[name] -= 1
            if not self.bound[name]:
                del self.bound[name]
        self.depth -= len(names)
        if binder.domain is None and (idle := [name for name in names if name not in self.seen]):
            wordy = self.tokens[binder.at].isalpha() and not binder.parted and isinstance(body, Atom) and not body.args
            if wordy and not self.dialect.terminated and any(not _LETTER.fullmatch(name) for name in idle):
                message, hint = "this is a sentence, or its quantifier binds nothing", "Write ∀x (Dog(x) → Barks(x))."
                self.fail("not-a-formula", message, binder.at, hint, "a formula")
            message, hint = f"nothing in its scope speaks of {', '.join(idle)}", "Leave the quantifier out, or use it."
            self.note("vacuous-quantifier", message, binder.at, hint, Level.WARNING)
        self.seen.difference_update(names)
        self.seen |= around
        return self.bind(kind, binder, body, start)

    def bind(self, kind: str, binder: _Binder, body: Formula, start: int) -> Formula:
        """Return the formula that a quantifier makes of its scope."""
        for name in reversed(binder.names):
            if binder.domain is not None:
                member = Atom("∈", (Var(name), binder.domain))
                body = Implies(member, body) if kind == "forall" else And((member, body))
            if binder.unique:
                if sum(1 for _ in walk(body)) > MAX_COPIED:
                    hint = "Say in separate formulas that there is one, and that there is no other."
                    self.fail("too-long", "∃! states its formula twice, and this one is too long for that", start, hint)
                body = And((body, nothing_else(name, body, sort=binder.sort)))
            body = Forall(name, body, binder.sort) if kind == "forall" else Exists(name, body, binder.sort)
        return Not(body) if kind == "no" else body

    def further(self, kind: str, binder: _Binder, body: Formula, start: int, shadowed: bool) -> Formula:
        """Read on behind the first formula of a quantifier's scope: it reaches to the last use of its variable.

        Nothing else can bind that. Where the rest does not use it, the quantifier ends here, unless a dot or the
        sign → says the contrary as loudly: these are two readings.
        """
        if self.dialect.terminated:  # TPTP and LADR say that it ends here
            return body
        wide = self.dialect.scope == "wide"
        alone = not (self.kinds[start] == "(" and self.matching(start) == self.i - 1)
        loud, name = wide and alone, binder.names[0]
        if (last := self.last_use(binder.names, self.i)) >= 0:
            crossed = self.signs_between(self.i, last)
            self.judge_reach(kind, binder, start, crossed, shadowed)
            if not alone or not wide:
                message = f"the quantifier of {name} reaches on to where {name} is used behind its first formula"
                self.note("wider-scope", message, binder.at, "Put brackets around all that it is about.")
            loud = True
            body = self.as_formula(self.behind(body, min(POWER[sign] for sign in crossed) - 1, start), start)
            if not 0 < POWER.get(self.kinds[self.i], 0) < UNARY:
                return body
            if not crossed <= _JOINS:
                self.reach_unsure(binder, start, "what follows does not use its variable")
        sign = self.kinds[self.i]
        parted = wide and binder.parted and (sign not in _JOINS or binder.denied)
        if parted or (loud and kind == "forall" and sign == "implies" and not binder.denied):
            why = "what follows does not use its variable"
            choice = f"how far the quantifier of {name} reaches: {why}"
            rest = self.shown(self.i, self.closing(self.i))
            ways = (f"it ends before '{rest}'", f"it reaches over '{rest}'")
            if self.pick("ambiguous-scope", choice, binder.at, *ways) == 1:
                body = self.as_formula(self.behind(body, 0, start), start)
        return body

    def judge_reach(self, kind: str, binder: _Binder, start: int, crossed: Set[str], shadowed: bool) -> None:
        """Refuse a quantifier whose variable is used behind signs over which it may not reach."""
        name = binder.names[0]
        arrow = not crossed <= _JOINS
        if shadowed:
            self.reach_unsure(binder, start, "another quantifier binds the same name around it")
        if (arrow and (kind != "forall" or binder.denied)) or (binder.denied and "or" in crossed):
            # If there is such a thing, then *it*: every one, or is there one of which that is true?
            self.reach_unsure(binder, start, f"{name} is used behind the {'arrow' if arrow else 'or'}, too", "every")
        if arrow and binder.before > min(POWER[sign] for sign in crossed):
            self.reach_unsure(binder, start, "what stands before it is joined more tightly than what it reaches over")

    def reach_unsure(self, binder: _Binder, start: int, why: str, other: str = "ends") -> NoReturn:
        name = ", ".join(binder.names)
        first, rest = self.shown(start, self.i), self.shown(self.i, self.closing(self.i))
        sign = self.tokens[binder.at]
        quantifier = f"{'¬' * binder.denied}{sign}{' ' * sign[-1:].isalpha()}{name}"
        whole = f"{quantifier} ({first} {rest})"
        hint = f"Write ({quantifier} {first}) {rest}, or {whole}."
        if other == "every":
            hint = f"Write ∀{name} ({'¬' * binder.denied}{first} {rest}), or {whole}."
        message = f"how far the quantifier of {name} reaches can be read in two ways: {why}"
        self.fail("ambiguous-scope", message, binder.at, hint, "brackets")

    def signs_between(self, at: int, end: int) -> Set[str]:
        """Return the connectives between two places, but for those in brackets of their own."""
        found = set()
        while at < end:
            if self.kinds[at] == "(":
                at = self.matching(at)
            elif 0 < POWER.get(self.kinds[at], 0) < UNARY:
                found.add(self.kinds[at])
            at += 1
        return found

    def last_use(self, names: list[str], at: int) -> int:
        """Return where what follows in the bracket around it last uses one of the names unbound; -1 if nowhere."""
        end, last, place = self.closing(at), -1, at
        while place < end:
            kind = self.kinds[place]
            if kind == ATOM:
                inside = self.tokens[place][:-1].partition("(")[2].split(",")
                if any(self.variable_name(word.lstrip()) in names for word in inside):
                    last = place
            elif kind == NAME and self.variable_name(self.tokens[place]) in names:
                if self.is_binder(place):  # that quantifier takes what follows
                    if self.closing(place) >= end:
                        break
                    place = self.closing(place)
                else:
                    last = place
            place += 1
        return last

    def is_binder(self, at: int) -> bool:
        """Return whether a name stands among the variables of a quantifier."""
        kinds = self.kinds
        if kinds[at + 1] in POWER and kinds[at + 1] not in (",", "-"):
            return False
        while at > 0 and (kinds[at - 1] in (NAME, ",") or self.tokens[at - 1] == "!"):
            at -= 1
        while at > 0 and kinds[at - 1] == "(":
            at -= 1
        return at > 0 and kinds[at - 1] in QUANTIFIERS


def reads_as_number(name: str, bound: Container[str]) -> bool:
    """Return whether a name would be read as a number, or be refused as one, if it stood without quotes."""
    return name[:1].isdecimal() and bool(_QUANTITY.fullmatch(name))


def _calculates(node: Formula | Term) -> bool:
    """Return whether a term can only be a number."""
    return isinstance(node, Num) or (isinstance(node, Fn) and len(node.args) == 2 and node.name in ARITHMETIC)


@dataclass(slots=True)
class _Binder:
    """What a quantifier says before its scope.

    Attributes:
        names: the variables.
        sort: the sort of their values, if one is written (``∀x:Person``).
        domain: the set that they range over (``∀x ∈ s``).
        unique: whether there is exactly one such thing.
        parted: whether a dot, a colon or a comma stands between variables and scope.
        denied: whether ``¬`` stands right before the quantifier.
        at: where the quantifier stands.
        before: how tightly the sign binds that stands before it, and before the quantifiers right before it.
    """

    names: list[str]
    sort: str = ""
    domain: Term | None = None
    unique: bool = False
    parted: bool = False
    denied: bool = False
    at: int = 0
    before: int = 0
