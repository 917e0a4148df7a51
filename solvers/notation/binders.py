"""Quantifiers: their variables, what these range over or how many there are, and how far they reach."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Set
from dataclasses import dataclass
from typing import Final, NoReturn

from ..logic.diagnostics import Level, Span
from ..logic.errors import InvalidProgram
from ..logic.syntax import (
    MAX_COUNT,
    MAX_LEVELS,
    And,
    Atom,
    Bound,
    Count,
    Exists,
    Expression,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Num,
    Term,
    Var,
)
from ..logic.unfolding import unfolded
from ..logic.walkers import depth
from .conventions import (
    FREE_LETTER,
)
from .cursor import Cursor, Unclear
from .scanner import unquote
from .signs import (
    ATOM,
    NAME,
    NUMBER,
    POWER,
    QUANTIFIERS,
    QUOTED,
    RELATIONAL,
    UNARY,
)

NUMBER_SETS: Final = frozenset(("ℕ", "ℤ", "ℝ"))
LETTER: Final = re.compile(r"[a-z](?:_?\d+)?")
_JOINS: Final = frozenset(("and", "or", ","))
"""Signs that a quantifier reaches over without a doubt if its variable is used behind them."""
_TURNED: Final = {"<": ">", "≤": "≥", ">": "<", "≥": "≤"}
"""What a comparison is when its sides change places."""


@dataclass(slots=True)
class Binder:
    """What a quantifier says before its scope.

    Attributes:
        names: the variables.
        sort: the sort of their values, if one is written (``∀x:Person``).
        domain: the set that they range over (``∀x ∈ s``).
        count: how many such things there are, if that is said.
        parted: whether a dot, a colon or a comma stands between variables and scope.
        denied: whether ``¬`` stands right before the quantifier.
        at: where the quantifier stands.
        before: how tightly the sign binds that stands before it, and before the quantifiers right before it.
    """

    names: list[str]
    sort: str = ""
    domain: Term | None = None
    count: tuple[Bound, int] | None = None
    parted: bool = False
    denied: bool = False
    at: int = 0
    before: int = 0


class Binders(Cursor, ABC):
    """Reads quantified formulas; what stands in their scopes is read by who has the connectives."""

    __slots__ = ()

    @abstractmethod
    def expression(self, power: int) -> Expression:
        """Read an expression whose signs bind tighter than ``power``."""

    @abstractmethod
    def behind(self, left: Expression, power: int, start: int) -> Expression:
        """Read what signs that bind tighter than ``power`` join to an expression that began at ``start``."""

    @abstractmethod
    def as_formula(self, value: Expression, at: int) -> Formula:
        """Return what was read at a place as a formula."""

    def quantified(self, kind: str) -> Formula:
        """Read variables and scope behind a quantifier, and build the formula."""
        at = self.i
        kinds = self.kinds
        binder = Binder(
            [], at=at - 1, denied=at > 1 and kinds[at - 2] in ("not", "-"), before=self.joined_before(at - 1)
        )
        if kind == "exists":
            binder.count = self.counting()
        functional = self.functional_quantifier()
        self.variables(binder)
        self.judge_counted(binder)
        if kinds[self.i] == "∈":
            self.ranging(binder)
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

    def counting(self) -> tuple[Bound, int] | None:
        """Read how many things there are, behind ``∃``: ``!``, ``=2``, ``≤2``, ``≥2``, ``_{=2}`` or ``^{=2}``."""
        kinds, at = self.kinds, self.i
        if self.tokens[at] == "!":
            self.i += 1
            return "=", 1
        raised = self.tokens[at] in ("_", "^") and kinds[at + 1] == "("
        at += 2 * raised
        relation = kinds[at]
        if relation not in ("=", "≤", "≥") or self.dialect.terminated:
            return None
        self.i = at + 1
        number = self.whole_number()
        if raised:
            self.close_bracket("'}'")
        return ("=" if relation == "=" else "≤" if relation == "≤" else "≥"), number

    def whole_number(self) -> int:
        """Read the number of things that are counted."""
        at, token = self.i, self.tokens[self.i]
        if self.kinds[at] != NUMBER or not token.isdecimal():
            self.unexpected("a whole number, with a blank behind it")
        self.i += 1
        if len(token) > 2 or int(token) > MAX_COUNT:
            hint = "Say it by a predicate, or by a function into Int."
            self.fail("wrong-count", f"things are counted up to {MAX_COUNT}", at, hint, "a smaller number")
        return int(token)

    def judge_counted(self, binder: Binder) -> None:
        """Refuse to count the values of several variables."""
        if binder.count is not None and len(binder.names) > 1:
            message = "a number of several variables can be read in two ways: of pairs, or of each of them"
            hint = "Write what is meant with ∃ and ∀."
            self.fail("ambiguous-unique", message, binder.at, hint, "one variable")

    def ranging(self, binder: Binder) -> None:
        """Read the set, or the sort, behind ``∈``."""
        self.i += 1
        if self.kinds[self.i] not in (NAME, QUOTED):
            self.unexpected("the set that the variable ranges over")
        name = unquote(self.tokens[self.i])
        self.i += 1
        self.context = True
        if name in NUMBER_SETS or name in self.around.sorts:
            binder.sort = name
        else:
            binder.domain = Var(name) if name in self.bound else Fn(name)
            self.seen.add(name)

    def set_counted(self, number: Expression | None = None, sign: str = "") -> Formula:
        """Read how many things are in a set: ``#{x | φ} ≥ 2``.

        Args:
            number: what stands before it, if anything does.
            sign: the sign between.
        """
        binder, kinds = Binder([], at=self.i, count=("=", 1)), self.kinds
        self.i += 1
        if kinds[self.i] != "(" or self.tokens[self.i][-1] != "{":
            self.unexpected("'{'")
        self.i += 1
        self.variables(binder)
        self.judge_counted(binder)
        if kinds[self.i] == "∈":
            self.ranging(binder)
        elif kinds[self.i] == ":" and kinds[self.i + 1] in (NAME, QUOTED):
            binder.sort = unquote(self.tokens[self.i + 1])
            self.i += 2
        if self.tokens[self.i] != "|":
            self.unexpected("'|'")
        self.i += 1
        counted = self.scope("exists", binder, closed=True)
        self.close_bracket("'}'")
        assert isinstance(counted, Count)
        if number is None:
            sign = kinds[self.i]
            if sign not in ("=", "!=", *_TURNED):
                self.unexpected("a comparison with a number")
            self.i += 1
            value = self.whole_number()
        elif sign in ("=", "!=", *_TURNED) and isinstance(number, Num) and isinstance(number.value, int):
            sign, value = _TURNED.get(sign, sign), number.value
        else:
            self.fail("wrong-count", "a number of things is compared with a number only", binder.at, "Write one.")
        value += {">": 1, "<": -1}.get(sign, 0)
        if not 0 <= value <= MAX_COUNT or POWER.get(kinds[self.i], 0) >= RELATIONAL:
            hint = "Join several comparisons with ∧."
            self.fail("wrong-count", f"things are counted from 0 to {MAX_COUNT}, once", binder.at, hint, "a number")
        relation: Bound = "≤" if sign in ("<", "≤") else "≥" if sign in (">", "≥") else "="
        formula = Count(relation, value, counted.var, counted.body, counted.sort)
        return Not(formula) if sign == "!=" else formula

    def judge_counts(self, formula: Formula) -> None:
        """Refuse what is too large when its counts are written out."""
        try:
            written = unfolded(formula)
        except InvalidProgram as fault:
            self.fail("too-long", fault.what, 0, fault.hint)
        if depth(written) > MAX_LEVELS:
            self.too_deep()

    def typed(self) -> bool:
        """Return whether a sort follows the variables: ``: Person`` with the scope behind it."""
        kinds, at = self.kinds, self.i
        if kinds[at + 1] == ATOM:
            if self.tokens[at + 1].partition("(")[0] in self.around.sorts:
                raise Unclear
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

    def variables(self, binder: Binder) -> None:
        """Read the variables of a quantifier, however parted."""
        kinds, tokens = self.kinds, self.tokens
        bracket = kinds[self.i] == "("
        self.i += bracket
        while True:
            if kinds[self.i] == ATOM:
                raise Unclear
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
        words = [name for name in binder.names if not FREE_LETTER.fullmatch(name) and not LETTER.fullmatch(name)]
        if words and len(binder.names) > 1 and kinds[self.i - 2] == kinds[self.i - 1] == NAME:
            message = f"'{' '.join(binder.names)}' can be read in two ways: variables, or a kind of thing and one"
            name = binder.names[-1]
            hint = (
                f"Write ∀{name} ({words[0].capitalize()}({name}) → …) for a kind of thing, commas between variables, "
                "or ':::' before a sentence."
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
            return not after_comma and bool(LETTER.fullmatch(token.split(".")[0]))
        if following in (".", ":"):
            return True
        return following != "(" and bool(LETTER.fullmatch(token)) and following in (",", NAME, "not", "-", *QUANTIFIERS)

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

    def scope(self, kind: str, binder: Binder, *, closed: bool = False) -> Formula:
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
            if wordy and not self.dialect.terminated and any(not LETTER.fullmatch(name) for name in idle):
                message, hint = "this is a sentence, or its quantifier binds nothing", "Write ∀x (Dog(x) → Barks(x))."
                self.fail("not-a-formula", message, binder.at, hint, "a formula")
            message, hint = f"nothing in its scope speaks of {', '.join(idle)}", "Leave the quantifier out, or use it."
            self.note("vacuous-quantifier", message, binder.at, hint, Level.WARNING)
        self.seen.difference_update(names)
        self.seen |= around
        return self.bind(kind, binder, body)

    def bind(self, kind: str, binder: Binder, body: Formula) -> Formula:
        """Return the formula that a quantifier makes of its scope."""
        for name in reversed(binder.names):
            if binder.domain is not None:
                member = Atom("∈", (Var(name), binder.domain))
                body = Implies(member, body) if kind == "forall" else And((member, body))
            if binder.count is not None:
                self.counts = True
                return Count(*binder.count, name, body, binder.sort)
            body = Forall(name, body, binder.sort) if kind == "forall" else Exists(name, body, binder.sort)
        return Not(body) if kind == "no" else body

    def further(self, kind: str, binder: Binder, body: Formula, start: int, shadowed: bool) -> Formula:
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

    def judge_reach(self, kind: str, binder: Binder, start: int, crossed: Set[str], shadowed: bool) -> None:
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

    def reach_unsure(self, binder: Binder, start: int, why: str, other: str = "ends") -> NoReturn:
        """End the reading of a quantifier of which it is unsure how far it reaches."""
        name = ", ".join(binder.names)
        first, rest = self.shown(start, self.i), self.shown(self.i, self.closing(self.i))
        sign = self.tokens[binder.at]
        sign = self.shown(binder.at, start - 1) if binder.count else sign
        quantifier = f"{'¬' * binder.denied}{sign}{' ' * sign[-1:].isalnum()}{name}"
        whole = f"{quantifier} ({first} {rest})"
        hint = f"Write ({quantifier} {first}) {rest}, or {whole}."
        if self.last_use(binder.names, self.i) >= 0:
            hint = f"Write {whole}, or another variable where another thing is meant."
        if other == "every":
            hint = f"Write ∀{name} ({'¬' * binder.denied}{first} {rest}), or {whole}."
        message = f"how far the quantifier of {name} reaches can be read in two ways: {why}"
        self.fail("ambiguous-scope", message, binder.at, hint, "brackets")

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
        if at > 5 and kinds[at - 1] == ")" and kinds[at - 2] == NUMBER:  # ∃_{=2} x
            at -= 5
        elif at > 2 and kinds[at - 1] == NUMBER:  # ∃=2 x
            at -= 2
        while at > 0 and kinds[at - 1] == "(":
            at -= 1
        return at > 0 and (kinds[at - 1] in QUANTIFIERS or kinds[at - 1] == "#")
