"""One Pratt parser for every dialect that writes connectives between formulas.

How tightly signs bind is data (``signs``). How far a quantifier reaches is the
dialect's choice.

A fault that leaves one reading is mended and said; one that leaves several is an
error, for the author (or the model) to repair.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from ..clock import look
from ..logic.diagnostics import Level
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_LEVELS,
    Cmp,
    Eq,
    Fn,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    Truth,
    Var,
    number,
)
from ..logic.walkers import Node, depth, walk
from . import lexer
from .connectives import functional, word
from .dialects import Dialect
from .faults import Report
from .judging import judge_caret, judge_commas, judge_nor, judge_steps, judge_words, judge_xor
from .lexer import ATOM, GROUPED, NAME, NUMBER, QUOTED
from .names import decode_tptp_variable
from .numbers import grouped, scaled
from .operands import as_formula, named, plain_atom
from .quantifiers import bracketed_quantifier, quantified
from .relations import relation
from .signs import CHAINS, CONNECTIVES, END, FUNCTIONAL, POWER, RELATIONAL, UNARY, Expression

_WORD: Final = re.compile(r"\w+")
_AS_FAILURE: Final = frozenset({"not", "NOT", "Not", "\\+", "~", "!"})
"""How clauses deny what can't be derived."""


@dataclass(slots=True)
class Surroundings:
    """What the rest of a program tells of a formula in it.

    Attributes:
        arities: the declared predicates, with the numbers of arguments that each is declared with.
        params: the names by which declarations call their arguments.
        sorts: the declared sorts.
        curried: predicates that are applied without brackets (``Man x``), as far as found.
        repairs: how often a bracket may still be tried at another place.
        texts: all formulas.
        short: names that are predicates of one letter with their arguments behind it (``Lxy``).
    """

    arities: Mapping[str, Set[int]] = field(default_factory=dict)
    params: Set[str] = frozenset()
    sorts: Set[str] = frozenset()
    curried: set[str] = field(default_factory=set)
    repairs: int = 3000
    short: Set[str] = frozenset()
    texts: Sequence[str] = ()
    _counted: Counter[str] | None = None
    _clauses: bool | None = None

    @property
    def clauses(self) -> bool:
        """Whether the program is written in clauses, with ``:-``."""
        if self._clauses is None:
            self._clauses = any(":-" in text for text in self.texts)
        return self._clauses

    def uses(self, word: str) -> int:
        """Return how often a word stands in the formulas of the program."""
        if self._counted is None:
            self._counted = Counter(found for text in self.texts for found in _WORD.findall(text))
        return self._counted[word]


class Parser:
    """A place in the tokens of one formula, and what is known there.

    Args:
        tokens: the words of the formula; what is changed in them is changed for ``report`` too.
        kinds: the kinds of them.
        dialect: how they are read.
        around: what the rest of the program tells.
        report: collects what is to be said; one without places lets only plain formulas pass.
    """

    __slots__ = (
        "_closing",
        "_index",
        "anonymous",
        "around",
        "bound",
        "chained",
        "commas",
        "depth",
        "dialect",
        "doubtful",
        "i",
        "idle",
        "in_arguments",
        "kinds",
        "marked",
        "outer",
        "prefixes",
        "quoted",
        "related",
        "report",
        "rest",
        "seen",
        "suspects",
        "tokens",
        "unbound",
        "worded",
    )  # fmt: skip

    def __init__(
        self, tokens: list[str], kinds: list[str], dialect: Dialect, around: Surroundings, report: Report
    ) -> None:
        self.dialect = dialect
        self.around = around
        self.tokens, self.kinds = tokens, kinds
        self.tokens.append("")
        self.kinds.append(END)
        self.report = report
        self.i = 0
        self.depth = 0
        self.bound: dict[str, int] = {}
        self.seen: set[str] = set()
        """The bound variables that were used since their quantifiers."""
        self.unbound: dict[str, int] = {}
        self.marked: set[str] = set()
        self.quoted: set[str] = set()
        self.related = False
        self.suspects: dict[str, None] = {}
        """Constants without quotes that might be variables: capitalised, or named as a declared argument is."""
        self.anonymous: list[str] = []
        self.in_arguments = False
        self.commas: list[int] = []
        self.worded = False
        """Whether 'and' or 'or' is written as a word."""
        self.doubtful: list[Cmp] = []
        """What is written with ``<=``, and might be ← between predicates."""
        self.rest: int | None = None
        self.outer = ""
        """The connective that was applied last in the expression read last, outside brackets."""
        self.prefixes: dict[int, int] = {}
        """Where the scopes of quantifiers begin, and how tightly the sign binds before their quantifiers."""
        self.idle: set[int] = set()
        """Opening brackets around no more than one formula."""
        self.chained: tuple[Formula, Term] | None = None
        self._index: dict[str, list[int]] | None = None
        self._closing: list[int] = []

    def statement(self) -> Formula:
        """Read the whole text as one formula; what no quantifier binds stays free."""
        if self.kinds[0] == END:
            self.report.fail(
                "empty-formula", "there is no formula here", 0, "Write one, or drop the line.", "a formula"
            )
        formula = as_formula(self, self.expression(0), 0)
        self.end()
        if self.commas:
            judge_commas(self)
        if self.worded:
            judge_words(self)
        if len(self.kinds) + len(self.unbound) > MAX_DEPTH // 2 and depth(formula) + len(self.unbound) > MAX_LEVELS:
            self.report.too_deep(self.i)
        return formula

    def end(self) -> None:
        """Step over what may be left behind a formula."""
        while self.kinds[self.i] != END:
            kind, at = self.kinds[self.i], self.i
            if kind == "." and self.kinds[at + 1] == END:
                if not self.dialect.terminated:
                    message = "a full stop after the formula was dropped"
                    self.report.note(Level.MENDED, "stray-full-stop", message, at, "Leave it out.")
            elif kind == ";" and self.kinds[at + 1] == END:
                message = "a semicolon after the formula was dropped"
                self.report.note(Level.MENDED, "stray-semicolon", message, at, "Leave it out.")
            elif self.gloss(at):
                return
            else:
                self.report.unexpected(self.i, self.kinds[self.i], "a connective or the end of the formula")
            self.i += 1

    def gloss(self, at: int) -> bool:
        """Return whether the formula ends here and prose follows: behind a colon, or in brackets of its own."""
        kinds = self.kinds
        words = sum(a == b == NAME for a, b in itertools.pairwise(kinds[at:-1]))
        if kinds[at] == ":":
            prose = at > 1 and (words > 0 or len(kinds) - at <= 4)  # a lone word is no formula but a heading
        else:
            prose = kinds[at] == "(" and words > 0 and kinds[-2] == ")" and self.closing(at + 1) == len(kinds) - 2
        formal = (*POWER, "forall", "exists", "no")
        signs = any(
            kinds[i] == ATOM or (kinds[i] in formal and kinds[i] != "," and not self.tokens[i].isalpha())
            for i in range(at, len(kinds))
        )
        if self.dialect.terminated or not prose or signs:
            return False
        self.rest = self.report.place(at, whole=False).start
        return True

    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""
        look()
        start = self.i
        left = self.prefix()
        self.outer = ""
        return self.behind(left, power, start)

    def behind(self, left: Expression, power: int, start: int) -> Expression:
        """Read what signs that bind tighter than ``power`` join to an expression that began at ``start``."""
        kinds = self.kinds
        outer = self.outer
        while True:
            kind = kinds[self.i]
            binding = POWER.get(kind, 0)
            if binding <= power:
                self.outer = outer
                return left
            at = self.i
            if (sign := CONNECTIVES.get(kind)) is not None:
                self.i += 1
                first = as_formula(self, left, start)
                left = sign.build(first, self.operand(sign.right))
                if kind == "xor":
                    judge_xor(self, at, outer, self.outer)
                elif kind == "implies" and self.outer == kind and self.tokens[at] == ">>>":
                    judge_steps(self, at)
                elif kind == "nor" and kinds[start] == "not":
                    judge_nor(self, at)
            elif binding >= RELATIONAL:
                left = relation(self, left, kind, binding, start)
            elif kind == "," and (self.in_arguments or kinds[at + 1] == END):
                self.outer = outer
                return left
            else:
                left = self.chain(as_formula(self, left, start), binding)
            if binding < RELATIONAL:
                outer = kind

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
                judge_caret(self)
            elif not self.worded and self.tokens[self.i].isalpha():
                self.worded = True
            self.i += 1
            start = self.i
            parts.append(as_formula(self, self.expression(binding), start))
            if sign.denied:
                parts = [Not(sign.build(tuple(parts)))]
        return parts[0] if len(parts) == 1 else build(tuple(parts))

    def prefix(self) -> Expression:
        """Read an expression up to the first sign behind it."""
        at = self.i
        kind = self.kinds[at]
        if kind == ATOM:
            return plain_atom(self, at)
        if kind in (NAME, QUOTED):
            return word(self, at, kind)
        if kind == "(":
            return self.bracket(at)
        if kind == "not":
            if self.tokens[at] in _AS_FAILURE and self.around.clauses:
                said = f"in a clause '{self.tokens[at]}' means 'not derivable', which is not read here"
                hint = "Write ¬ for what is stated to be false; or state what normally holds under 'Defaults:'."
                self.report.fail("negation-as-failure", said, at, hint, "¬")
            self.i += 1
            if self.kinds[self.i] == "(" and (made := functional(self, "not")):
                return made
            return Not(self.operand(UNARY))
        if kind == "-":
            return self.minus()
        if kind in {"forall", "exists", "no"}:
            self.i += 1
            return quantified(self, kind)
        if kind in (NUMBER, GROUPED):
            return self.amount(at)
        if kind in {"true", "false"}:
            self.i += 1
            return Truth(kind == "true")
        if kind == "∈" and self.kinds[at + 1] == "(":
            return named(self, at, kind)
        if kind in ("if-then", "either"):
            return self.condition(at, kind)
        if kind in FUNCTIONAL and self.kinds[at + 1] == "(" and (made := functional(self, FUNCTIONAL[kind])):
            return made
        self.report.unexpected(self.i, self.kinds[self.i], "a formula" if not self.in_arguments else "a term")

    def bracket(self, at: int) -> Expression:
        """Read what stands in brackets."""
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
        if not self.outer:
            self.idle.add(at)
        self.in_arguments = outer
        self.close_bracket("a connective or ')'")
        self.depth -= 1
        # A bracketed name is settled here, or ``(p) (q)`` would be an application.
        return inner

    def amount(self, at: int) -> Num:
        """Read a number, with the word for its scale."""
        if (value := scaled(self, at)) is not None:
            return value
        self.i += 1
        return self.numeral(at) if self.kinds[at] == NUMBER else grouped(self, at)

    def numeral(self, at: int) -> Num:
        """Return the number that a token stands for."""
        if len(self.tokens[at]) > MAX_DIGITS:
            self.report.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at, "Write a shorter one.")
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
        begun = self.kinds[start] in (NAME, ATOM, QUOTED, "(")  # and not with another denial
        compared = body.body if isinstance(body, Not) and begun else body
        numbers = isinstance(compared, Cmp) or (isinstance(compared, Eq) and any(map(_calculates, walk(compared))))
        if numbers and not self._encloses(start):
            self.report.fail(
                "unclear-minus",
                "a dash may deny this comparison, or be the minus of its left side",
                start - 1,
                "Write ¬(a < b) to deny it, or 0 - a < b for the number.",
            )
        return Not(as_formula(self, body, start))

    def _encloses(self, start: int) -> bool:
        """Return whether a bracket at a token ends with what was read last."""
        depth = 0
        for at in range(start, self.i):
            depth += (self.tokens[at] in "([{") - (self.tokens[at] in ")]}")
            if not depth:
                return at == self.i - 1
        return False

    def condition(self, at: int, kind: str) -> Formula:
        """Read ``if A then B``; ``either A or B`` has two readings."""
        if kind == "either":
            message = "'either … or …' can be read in two ways: one of them or both, or just one"
            self.report.fail("ambiguous-either", message, at, "Write A ∨ B, or A ⊕ B for just one.", "∨ or ⊕")
        self.i += 1
        start = self.i
        condition = as_formula(self, self.expression(0), start)
        if self.kinds[self.i] != "then":
            self.report.unexpected(self.i, self.kinds[self.i], "'then'")
        self.i += 1
        then = Implies(condition, self.operand(CONNECTIVES["implies"].right))
        self.outer = "implies"
        return then

    def close_bracket(self, expected: str) -> None:
        """Step behind a closing bracket."""
        if self.kinds[self.i] == ")":
            self.i += 1
        else:
            self.report.unexpected(self.i, self.kinds[self.i], expected)

    def deeper(self) -> None:
        """Enter one more level of nesting."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.report.too_deep(self.i)

    def matching(self, at: int) -> int:
        """Return where an opening bracket is closed, or where the text ends."""
        return self.closing(at + 1) if self.kinds[at + 1] != ")" else at + 1

    def closing(self, at: int) -> int:
        """Return where the bracket around a token closes, or where the text ends."""
        if not self._closing:
            last = len(self.kinds) - 1
            self._closing = [last] * len(self.kinds)
            stack = [last]
            for i in range(last, -1, -1):
                self._closing[i] = stack[-1]
                if self.kinds[i] == ")":
                    stack.append(i)
                elif self.kinds[i] == "(" and len(stack) > 1:
                    stack.pop()
                    self._closing[i] = stack[-1]
        return self._closing[at]

    def index(self) -> dict[str, list[int]]:
        """Return where each name stands."""
        if self._index is None:
            self._index = {}
            for i, kind in enumerate(self.kinds):
                if kind == NAME:
                    self._index.setdefault(self.variable_name(self.tokens[i]), []).append(i)
                elif kind == ATOM:
                    for name in self.tokens[i][:-1].partition("(")[2].split(","):
                        self._index.setdefault(self.variable_name(name.lstrip()), []).append(i)
        return self._index

    def variable_name(self, token: str) -> str:
        """Return the name of the variable that a token would stand for."""
        name = token if token.isalnum() else lexer.unquote(token)
        return decode_tptp_variable(name) if self.dialect.variables == "capitals" else name.removeprefix("$")

    def changed(self) -> None:
        """Forget what was looked up in the tokens, for they were changed."""
        self._index, self._closing = None, []


def _calculates(node: Node) -> bool:
    """Return whether a term can only be a number."""
    return isinstance(node, Num) or (isinstance(node, Fn) and len(node.args) == 2 and node.name in ARITHMETIC)
