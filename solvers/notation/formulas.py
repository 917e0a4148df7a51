"""One formula as text: a precedence parser that goes by the table of signs.

Where the notation leaves several trees, the parser takes each of them in turn (``Ambiguity``); where there is none,
it says what stands where, what was expected, and what to write. Names that nothing binds stay free: what they are
can depend on the other formulas of a program (``closing``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.errors import InvalidProgram
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_LEVELS,
    And,
    Atom,
    Cmp,
    Distinct,
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
    number,
    number_named,
)
from ..logic.unfolding import unfolded
from ..logic.walkers import depth, free_variables, walk
from .binders import Binder, Binders
from .cursor import CLOSING, FORMULA_END, NEXT_ARGUMENT, NOWHERE, Ambiguity, Fault, Surroundings
from .scanner import unquote
from .signs import (
    END,
    FUNCTIONAL,
    NAME,
    NUMBER,
    POWER,
    QUANTIFIERS,
    QUANTITY,
    QUOTED,
    RELATIONAL,
    SCALES,
    SHORT_ATOM,
    SIGNS,
    TPTP,
    TRUTHS,
    UNARY,
    UNBOUND_LETTER,
    UNICODE,
    Dialect,
)

MAX_READINGS: Final = 8
"""The most trees of one formula, and the most readings of one program."""
MAX_LENGTH: Final = 300_000
"""The most characters of one formula."""
_TERMS: Final = (Fn, Var, Num)
_thing, _variable = lru_cache(maxsize=4096)(Fn), lru_cache(maxsize=4096)(Var)
"""The same few names stand in many formulas."""
_BRACKETS: Final = "Put brackets around what belongs together."


class Parsed(NamedTuple):
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
        choices: of each of several trees what was picked of each choice.
    """

    trees: tuple[Formula, ...]
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
    choices: tuple[tuple[tuple[Ambiguity, int], ...], ...] = ()

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
    look()
    if len(text) > MAX_LENGTH:
        message = f"a formula of more than {MAX_LENGTH} characters"
        return Parsed((), (Diagnostic("too-long", Level.ERROR, message, Span(0, 40), "Split it."),))
    if dialect.terminated:
        return _by_standard(text, dialect)
    first = parser = _Parser(text, dialect, around, ())
    trees: list[Formula] = []
    choices: list[tuple[tuple[Ambiguity, int], ...]] = []
    waiting: list[tuple[int, ...]] = []
    while True:
        picked = len(parser.picks)
        try:
            trees.append(parser.statement())
        except Fault:
            mended = _without_bracket(text, dialect, around) if parser is first else None
            return mended or Parsed((), tuple(parser.notes), prolog=parser.prolog, context=parser.context)
        if parser.made:
            choices.append(tuple(zip(parser.made, parser.picks, strict=True)))
            waiting += [(*parser.picks[:at], 1) for at in range(picked, len(parser.made))]
            if len(trees) + len(waiting) > MAX_READINGS:
                message = f"the formula can be read in more than {MAX_READINGS} ways"
                said = Diagnostic("too-many-readings", Level.ERROR, message, Span(0, len(text.rstrip())), _BRACKETS)
                return Parsed((), (said,), context=parser.context)
        if not waiting:
            break
        parser = _Parser(text, dialect, around, waiting.pop(0))
    formula, marked, closed = trees[0], first.marked, None
    if first.lettered:  # a letter may be a proposition
        free = free_variables(formula)
        first.unbound = {name: None for name in first.unbound if name in free}
    if marked and len(trees) == 1:
        lowered = {name.lower() for name in marked}
        if len(lowered) == len(first.unbound) and max(map(len, lowered)) < 3:
            closed = close(formula, tuple(first.unbound))
    return Parsed(
        tuple(trees), tuple(first.notes), text, tuple(first.unbound), frozenset(marked),
        frozenset(first.constants), first.prolog, first.context, first.sorts,
        first.member, closed, tuple(choices),
    )  # fmt: skip


def _by_standard(text: str, dialect: Dialect) -> Parsed:
    """Read a formula as the files of its language have it; what nothing binds is closed."""
    from .ladr import LadrReader
    from .operators import Unreadable
    from .tptp import TptpReader

    reader = TptpReader(text) if dialect is TPTP else LadrReader(text)
    try:
        formula = reader.alone()
    except Unreadable as fault:
        return Parsed((), (fault.diagnostic,))
    bound = {node.var for node in walk(formula) if isinstance(node, Forall | Exists)}
    if not bound.isdisjoint(reader.free):
        message = "a variable stands where its quantifier does not reach, which reaches over the next atom or bracket"
        hint = "Put brackets around all that it is about."
        return Parsed((), (Diagnostic("free-variable", Level.ERROR, message, Span(0, len(text.rstrip())), hint),))
    return Parsed((close(formula, tuple(reader.free)),), tuple(reader.diagnostics), text)


def _without_bracket(text: str, dialect: Dialect, around: Surroundings) -> Parsed | None:
    """Return a formula without the one bracket too many at its end."""
    bare = text.rstrip(" .")
    if bare[-2:] != "))" or bare.count(")") - bare.count("(") != 1:
        return None
    found = parse(bare[:-1], dialect, around)
    span = Span(len(bare) - 1, len(bare))
    said = Diagnostic("stray-bracket", Level.MENDED, "a bracket too many at the end is left out", span, "Leave it out.")
    return found._replace(notes=(said,)) if found.trees and not found.notes else None


class _Parser(Binders):
    """Reads what signs join, relations, terms and names."""

    def statement(self) -> Formula:
        """Read the whole text as one formula; what no quantifier binds stays free."""
        if self.kinds[0] == END:
            self.fail("empty-formula", "there is no formula here", 0, "Write one, or drop the line.", "a formula")
        formula = self.formula(0)
        if self.kinds[self.i] != END:
            while self.kinds[self.i] in (".", ";") and self.kinds[self.i + 1] == END:
                self.i += 1
            if self.kinds[self.i] != END:
                self.unexpected(FORMULA_END)
        levels = len(self.unbound)
        if self.counts or len(self.kinds) + levels > MAX_DEPTH // 2:
            try:
                levels += depth(unfolded(formula))
            except InvalidProgram as fault:
                self.fail("too-long", fault.what, 0, fault.hint)
            if levels > MAX_LEVELS:
                self.too_deep()
        return formula

    # What signs join.

    def formula(self, power: int) -> Formula:
        """Read a formula whose signs bind tighter than ``power``."""
        start = self.i
        return self.as_formula(self.expression(power), start)

    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""
        start, kinds = self.i, self.kinds
        if power < UNARY:
            self.before = power
        left = self.prefix(start, kinds[start])
        return self.behind(left, power, start) if POWER.get(kinds[self.i], 0) > power else left

    def onward(self, left: Formula, power: int, start: int) -> Formula:
        """Read what signs that bind tighter than ``power`` join to a formula that began at ``start``."""
        return self.as_formula(self.behind(left, power, start), start)

    def behind(self, left: Expression, power: int, start: int) -> Expression:
        """Read what signs that bind tighter than ``power`` join to an expression that began at ``start``."""
        kinds = self.kinds
        while (binding := POWER.get(kinds[self.i], 0)) > power:
            at, kind = self.i, kinds[self.i]
            sign = SIGNS[kind]
            if binding > RELATIONAL:
                self.i += 1
                second = self.expression(sign.right)
                assert sign.relates is not None
                left = sign.relates(self.as_term(left, start), self.as_term(second, at + 1))
                continue
            if binding == RELATIONAL:
                left = self.relation(left, start)
                continue
            formula = self.as_formula(left, start)
            if sign.chains is not None:
                left = self.chain(formula, sign.chains, binding)
            elif kind == "xor":
                left = self.either(formula, start)
            else:
                assert sign.joins is not None
                second = self.operand(sign.right, arrow=binding < 30)
                if kind == kinds[self.i] and kind in ("nor", "nand"):
                    message = f"'{self.tokens[at]}' between three can be read in two ways"
                    self.fail("ambiguous-chain", message, at, _BRACKETS, "brackets")
                if self.tokens[at] == ":-" and kinds[self.i] == ",":
                    second = self.clause(second, at)
                left = sign.joins(formula, second)
                between = self.signs_between(start, at) if isinstance(formula, Implies | Iff) else set()
                if isinstance(second, Implies | Iff):
                    between = between | self.signs_between(at + 1, self.i)
                if between:
                    left = self.twice(formula, kind, second, at, between) or left
        return left

    def twice(self, first: Formula, kind: str, second: Formula, at: int, between: Set[str]) -> Formula | None:
        """Return what two arrows in a row say, where they may be one within the other; ``None`` if they are that."""
        if {kind, *between} >= {"implies", "if"} and kind != "iff":
            self.fail("ambiguous-chain", "arrows of both directions stand in a row", at, _BRACKETS, "brackets")
        if not isinstance(second, Implies | Iff) or (self.tokens[at] != ">>>" and kind != "iff") or kind not in between:
            return None
        what = "equivalence" if kind == "iff" else "rule"
        ways = (f"two {what}s in a row", f"one {what} with a {what} in it")
        if self.pick("ambiguous-chain", f"'{self.tokens[at]}' twice", at, ways):
            return None
        join = Iff if isinstance(second, Iff) else Implies
        return And((join(first, second.left), second))

    def operand(self, power: int, arrow: bool = False) -> Formula:
        """Read the formula behind a sign, one level deeper."""
        self.i += 1
        self.deeper()
        outer, self.arrow = self.arrow, self.arrow or arrow
        formula = self.formula(power)
        self.arrow = outer
        self.depth -= 1
        return formula

    def clause(self, first: Formula, at: int) -> Formula:
        """Read what commas join to the first formula of a clause's body."""
        parts = [first]
        while self.kinds[self.i] == ",":
            parts.append(self.operand(SIGNS["if"].right))
        if self.kinds[self.i] in POWER or not self.signs_between(at + 1, self.i) <= {"and"}:
            self.unexpected("only ∧ and commas in a clause")
        return And(tuple(parts))

    def chain(self, first: Formula, build: Callable[[tuple[Formula, ...]], Formula], power: int) -> Formula:
        """Read what signs of one power join to the first formula."""
        parts, kinds = [first], self.kinds
        while POWER.get(kinds[self.i]) == power and SIGNS[kinds[self.i]].chains is not None:
            if self.arrow and self.tokens[self.i].isalpha():
                message = f"'{self.tokens[self.i]}' behind an arrow can be read in two ways: both are rules, or one"
                self.fail("ambiguous-word", message, self.i, _BRACKETS, "brackets")
            self.i += 1
            parts.append(self.formula(power))
        return parts[0] if len(parts) == 1 else build(tuple(parts))

    def either(self, first: Formula, start: int) -> Formula:
        """Read what ⊕ joins to the first formula: between three it has two readings."""
        at, parts = self.i, [first]
        while self.kinds[self.i] == "xor":
            parts.append(self.operand(POWER["xor"]))
        if len(parts) > 3 or "or" in self.signs_between(start, self.i):
            message = "⊕ beside ∨, or between more than three, can be read in several ways"
            hint = "For just one of them write (P ∨ Q ∨ R) ∧ ¬(P ∧ Q) ∧ …; with brackets two by two, an odd number."
            self.fail("ambiguous-xor", message, at, hint, "brackets")
        if len(parts) == 2:
            return Xor(first, parts[1])
        ways = ("exactly one of them holds", "an odd number of them holds")
        a, b, c = parts
        if self.pick("ambiguous-xor", "⊕ between three", at, ways):
            return Xor(Xor(a, b), c)
        return Or((And((a, Not(b), Not(c))), And((Not(a), b, Not(c))), And((Not(a), Not(b), c))))

    # What stands before them.

    def prefix(self, at: int, kind: str) -> Expression:
        """Read an expression up to the first sign behind it."""
        token = self.tokens[at]
        if kind == NAME and token not in FUNCTIONAL:
            return self.named(at, kind)
        if kind == "(":
            return self.bracket(at)
        if kind in QUANTIFIERS:
            return self.quantified(kind)
        if token in FUNCTIONAL and self.kinds[at + 1] == "(":
            self.context = True
            if token not in self.around.arities:
                return self.functional(FUNCTIONAL[token])
        if kind in (NAME, QUOTED):
            return self.named(at, kind)
        if kind == "not":
            return Not(self.operand(UNARY))
        if kind == "-":
            return self.minus(at)
        if kind == NUMBER:
            self.i += 1
            scaled = self.kinds[at + 1] == NAME and self.tokens[at + 1].lower() in SCALES
            self.i += scaled
            return (scaled and self.quantity(token + self.tokens[at + 1], at)) or self.numeral(token, at)
        if kind in ("true", "false"):
            self.i += 1
            return Truth(kind == "true")
        if kind == "if-then":
            return self.worded()
        self.unexpected("a formula" if not self.in_arguments else "a term")

    def worded(self) -> Formula:
        """Read ``if A then B``."""
        self.i += 1
        condition = self.formula(0)
        if self.kinds[self.i] == "then":
            return Implies(condition, self.operand(SIGNS["implies"].right, arrow=True))
        if isinstance(condition, Implies):  # If A → B
            return condition
        self.unexpected("'then'")

    def bracket(self, at: int) -> Expression:
        """Read what stands in brackets."""
        kinds = self.kinds
        if self.tokens[at] in ("[", "{") and (self.in_arguments or kinds[at - 1] in ("∈", "∉")):
            self.unexpected("a term")
        self.i += 1
        if kinds[at + 1] in ("forall", "exists") and kinds[at + 2 : at + 4] == [NAME, ")"]:
            behind = kinds[at + 4]  # (∀x)(∃y) …
            if behind not in (END, ")", ",") and (behind not in POWER or behind == "-"):
                self.i += 3
                return self.scope(kinds[at + 1], Binder(at + 1, names=(self.variable_name(self.tokens[at + 2]),)))
        self.deeper()
        outer, self.in_arguments, self.arrow = (self.in_arguments, self.arrow), False, False
        inner = self.expression(0)
        self.in_arguments, self.arrow = outer
        self.close_bracket(CLOSING)
        self.depth -= 1
        return inner

    def minus(self, at: int) -> Expression:
        """Read what a dash stands before: a number, or a formula that it denies."""
        if self.kinds[at + 1] == NUMBER:
            self.i += 2
            found = self.numeral(self.tokens[at + 1], at + 1)
            return Num(-found.value if isinstance(found.value, int) else found.value.copy_negate(), found.decimal)
        if self.in_arguments:
            self.unexpected("a term")
        body = self.operand(UNARY)
        denied = isinstance(body, Not) and self.kinds[at + 1] not in ("not", "-")
        compared = body.body if denied and isinstance(body, Not) else body
        calculates = isinstance(compared, Cmp) or (isinstance(compared, Eq) and any(map(_calculates, walk(compared))))
        if calculates and not (self.kinds[at + 1] == "(" and self.matching(at + 1) == self.i - 1):
            message = "a dash may deny this comparison, or be the minus of its left side"
            self.fail("unclear-minus", message, at, "Write ¬(a < b) to deny it, or 0 - a < b for the number.")
        return Not(body)

    def functional(self, kind: str) -> Formula:
        """Read a connective with its formulas in brackets: ``And(A, B)``, ``Distinct(a, b)``."""
        at = self.i
        self.i += 2
        if kind == "distinct":
            self.counts = True
            listed = self.tokens[self.i] in ("[", "{")
            self.i += listed
            terms = self.terms()
            if listed:
                self.close_bracket("')'")
            if len(terms) > 1:
                return Distinct(terms)
            self.fail("wrong-count", "one thing can't be told apart", at, "Name two things or more.")
        self.deeper()
        outer, self.in_arguments, self.arrow = (self.in_arguments, self.arrow), True, False
        parts = [self.formula(0)]
        while self.kinds[self.i] == ",":
            self.i += 1
            parts.append(self.formula(0))
        self.in_arguments, self.arrow = outer
        self.close_bracket(NEXT_ARGUMENT)
        self.depth -= 1
        sign = SIGNS[kind]
        if sign.chains is not None:
            return sign.chains(tuple(parts)) if len(parts) > 1 else parts[0]
        assert sign.joins is not None
        if len(parts) != 2:
            self.fail("wrong-count", f"'{self.tokens[at]}' joins {len(parts)} formulas here", at, "Give it two.")
        return sign.joins(*parts)

    # Relations and numbers.

    def relation(self, left: Expression, start: int) -> Formula:
        """Read a relation, or a chain of them: ``1 < x < 3``."""
        made: list[Formula] = []
        while POWER.get(self.kinds[self.i]) == RELATIONAL:
            at, kind = self.i, self.kinds[self.i]
            self.i += 1
            right = self.expression(RELATIONAL)
            if kind in ("=", "!=") and (isinstance(left, Truth) or isinstance(right, Truth)) and not made:
                return self.stated(left, right, start, at)
            first, second = self.as_term(left, start), self.as_term(right, at + 1)
            if self.tokens[at] == "<=" and _applied(first) and _applied(second):
                message = "'<=' can be read in two ways here: 'if', or 'less or equal'"
                self.fail("ambiguous-arrow", message, at, "Write Q → P, or ≤ for numbers.", "a connective")
            build = SIGNS[kind].relates
            if build is None:
                self.member, member = True, Atom("∈", (first, second))
                made.append(member if kind == "∈" else Not(member))
            else:
                formula = build(first, second)
                assert not isinstance(formula, Var | Num | Fn)
                made.append(formula)
            if len(made) > 1 and (kind == "!=" or isinstance(made[-2], Not)):
                message = "a chain with ≠ can be read in two ways: of neighbours, or of all"
                self.fail("ambiguous-chain", message, at, "Write a ≠ b ∧ b ≠ c ∧ a ≠ c, or a part of it.")
            left, start = second, at + 1
        return made[0] if len(made) == 1 else And(tuple(made))

    def stated(self, left: Expression, right: Expression, start: int, at: int) -> Formula:
        """Return what ``Happy(ann) = True`` states."""
        if isinstance(left, Truth):
            left, right, start = right, left, at + 1
        assert isinstance(right, Truth)
        formula = self.as_formula(left, start)
        return formula if right.value is (self.kinds[at] == "=") else Not(formula)

    def numeral(self, token: str, at: int) -> Num:
        """Return the number that a token stands for."""
        if len(token) > MAX_DIGITS:
            self.fail("too-long", f"a numeral of more than {MAX_DIGITS} digits", at, "Write a shorter one.")
        if token[0] == "0" and token[1:2].isdecimal():
            message, hint = (
                f"'{token}' may be a number, or a name such as a code is",
                "Write the number without 0s before",
            )
            self.fail("ambiguous-number", message, at, f"{hint} it; or a name with a letter, such as c{token}.")
        return number(token)

    def quantity(self, name: str, at: int) -> Num | None:
        """Return the number that ``1e6``, ``1_000`` or ``42.3billion`` is; none of other names."""
        match = QUANTITY.fullmatch(name)
        if match is None or number_named(name):
            return None
        digits, exponent, scale = match.groups()
        power = int(exponent or SCALES.get((scale or "").lower(), 0))
        text = format(Decimal(digits.replace("_", "")).scaleb(power), "f")
        self.note("number-name", f"'{name}' is read as the number {text}", at, f"Write {text}.")
        return number(text)

    # Names.

    def bare_name(self, name: str, at: int) -> Term:
        """Return the variable or constant that a name without brackets is, by the dialect's convention."""
        first = name[0]
        if name in self.bound:
            self.seen.add(name)
            return _variable(name)
        if first in "uvwxyz":
            if UNBOUND_LETTER.fullmatch(name):
                return self.variable(name)
        elif first == "$" and self.dialect.sigil:
            if name[1:] not in self.bound:
                self.marked.add(name[1:])
            return self.variable(name[1:])
        elif name == "_" and self.in_arguments:
            self.note("anonymous-variable", "'_' is read as 'something'", at, "Write ∃y Owns(bob, y).")
            self.anonymous.append(f"_{at}")
            return Var(f"_{at}")
        if not name.isalpha() and (first.isdecimal() or "-" in name):
            stem = name.partition("-")[0].lstrip("0123456789")
            if stem != name and stem in self.bound:
                message = f"'{name}' may be calculated, as with blanks around its sign, or be one name"
                self.fail("ambiguous-number", message, at, f'Write blanks around the sign, or "{name}" in quotes.')
            if first.isdecimal() and (value := self.quantity(name, at)) is not None:
                return value
        self.constants.add(name)
        return _thing(name)

    def variable(self, name: str) -> Var:
        """Return a variable, and keep whether anything binds it."""
        if name in self.bound:
            self.seen.add(name)
        else:
            self.unbound[name] = None
        return _variable(name)

    def named(self, at: int, kind: str) -> Expression:
        """Read a name, with its arguments if a bracket follows."""
        token = self.tokens[at]
        name = token if token.isalnum() and kind == NAME else unquote(token)
        if not name:
            self.unexpected("a name between the quotes")
        self.i = behind = at + 1
        opens = self.tokens[behind] == "("
        if kind == NAME and not opens and token in TRUTHS and not self.in_arguments:
            return Truth(TRUTHS[token])
        if opens and not (kind == NAME and name in self.bound):
            self.i += 1
            self.spaced = False
            args = self.terms() if self.kinds[behind + 1] != ")" else ()
            self.i += not args
            if self.spaced and len(args) not in self.around.arities.get(name, {len(args)}):
                self.i -= 1
                self.unexpected("as many arguments as are declared")
            if self.in_arguments or POWER.get(self.kinds[self.i], 0) >= RELATIONAL:
                return Fn(name, args)
            return self.atom(name, args)
        if kind == QUOTED:
            related = self.in_arguments or RELATIONAL in (POWER.get(self.kinds[i], 0) for i in (self.i, max(at - 1, 0)))
            if related and number_named(name) is not None:
                hint = f"Write {name} for the number; or a name with a letter, such as id{name}."
                self.fail("ambiguous-number", f"'{name}' in quotes may be a number, or a name", at, hint)
            return Fn(name)
        textbook = self.bound and not self.in_arguments and name not in self.bound and SHORT_ATOM.fullmatch(name)
        if textbook and not self.bound.keys().isdisjoint(name):
            message = f"'{name}' may be a predicate of one letter with its arguments, or a proposition"
            self.fail("textbook-atom", message, at, "Write F(x) for Fx, and R(x, y) for xRy.", "brackets")
        return self.bare_name(name, at)

    def terms(self) -> tuple[Term, ...]:
        """Read terms that commas part, up to the closing bracket, and step behind it."""
        kinds, tokens = self.kinds, self.tokens
        found: list[Term] = []
        outer, arrow = self.in_arguments, self.arrow
        self.in_arguments, self.arrow = True, False
        while True:
            at = self.i
            if kinds[at] == NAME and (kinds[at + 1] == ")" or kinds[at + 1] == ",") and tokens[at].isalpha():
                self.i = at + 1
                found.append(self.bare_name(tokens[at], at))
            else:
                found.append(self.argument())
            kind = kinds[self.i]
            if kind == ",":
                self.i += 1
            elif kind == ")":
                break
            else:
                self.unexpected(NEXT_ARGUMENT)
        self.i += 1
        self.in_arguments, self.arrow = outer, arrow
        return tuple(found)

    def argument(self) -> Term:
        """Read a term, which may be a name of several words with capitals: ``Bald Eagle``."""
        start = end = self.i
        kinds = self.kinds
        if kinds[start] not in (NAME, QUOTED) or kinds[start + 1] not in (NAME, NUMBER):
            self.deeper()
            term = self.as_term(self.expression(0), start)
            self.depth -= 1
            return term
        while kinds[end] in (NAME, NUMBER, QUOTED):
            end += 1
        name = " ".join(unquote(token) for token in self.tokens[start:end])
        capitals = name[:1].isupper() and self.tokens[end - 1][:1].isupper()
        if not capitals or not self.bound.keys().isdisjoint(name.split()) or kinds[end] not in (",", ")"):
            self.i += 1
            self.unexpected(NEXT_ARGUMENT)
        self.context = self.spaced = True
        message = f'several words where a term should stand are read as "{name}"'
        self.note("spaced-name", message, start, f'Write "{name}", or join the words.')
        self.i = end
        return Fn(name)

    # What was read as a formula, and as a term.

    def atom(self, name: str, args: tuple[Term, ...]) -> Formula:
        """Return a predicate with its arguments, negated as a last truth value asks."""
        if self.dialect.truth_argument and args:
            last = args[-1]
            if type(last) is Fn and not last.args and last.name in TRUTHS:
                signed = Atom(name, args[:-1])
                return signed if TRUTHS[last.name] else Not(signed)
        formula: Formula = Atom(name, args)
        while self.anonymous:
            formula = Exists(self.anonymous.pop(), formula)
        return formula

    def as_formula(self, value: Expression, at: int) -> Formula:
        """Return what was read at a place as a formula."""
        if not isinstance(value, _TERMS):
            return value
        if type(value) is Fn and not (value.name in ARITHMETIC and len(value.args) == 2):
            if not value.args:
                self.constants.discard(value.name)
            return self.atom(value.name, value.args)
        if type(value) is Var and value.name not in self.bound and not self.dialect.sigil:
            self.lettered = True
            return Atom(value.name)
        hint = "Apply a predicate to it, or compare it with something, as in x + 1 < 5."
        self.fail("term-as-formula", "a term stands where a formula should", at, hint, "a formula")

    def as_term(self, value: Expression, at: int) -> Term:
        """Return what was read at a place as a term."""
        if type(value) is Fn:
            return value if value.args else number_named(value.name) or value
        if isinstance(value, Var | Num):
            return value
        if type(value) is Atom:  # a bracketed application
            return Fn(value.name, value.args)
        if type(value) is Truth and self.in_arguments:
            return Fn("True" if value.value else "False")
        hint = "First-order logic speaks of things, not of statements: use a predicate of its own for this."
        self.fail("formula-as-term", "a formula stands where a term should", at, hint, "a term")


def _applied(term: Term) -> bool:
    """Return whether a term may be a predicate with arguments as well."""
    return isinstance(term, Fn) and term.args != () and term.name not in ARITHMETIC


def _calculates(node: Formula | Term) -> bool:
    """Return whether a term is a number, or calculates one."""
    return isinstance(node, Num) or (isinstance(node, Fn) and node.name in ARITHMETIC)
