"""Quantifiers: their variables, what these range over or how many there are, and how far they reach."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final, NoReturn

from ..logic.diagnostics import Level
from ..logic.syntax import (
    MAX_COUNT,
    And,
    Atom,
    Bound,
    Count,
    Exists,
    Fn,
    Forall,
    Formula,
    Implies,
    Not,
    Term,
    Var,
)
from .cursor import Cursor
from .scanner import unquote
from .signs import FREE_LETTER, LETTER, NAME, NUMBER, POWER, QUANTIFIERS, QUOTED, RELATIONAL, UNARY

_NUMBER_SETS: Final = frozenset(("ℕ", "ℤ", "ℝ"))
_JOINS: Final = frozenset(("and", "or"))
"""Signs that a quantifier reaches over without a doubt if its variable is used behind them."""
_COUNTED: Final[dict[str, Bound]] = {"=": "=", "≤": "≤", "≥": "≥"}
"""What a sign behind ∃ says of how many things there are."""
_BEFORE_SCOPE: Final = frozenset((".", ",", ":", ";", "not", NAME, *QUANTIFIERS))


@dataclass(slots=True)
class Binder:
    """What a quantifier says before its scope.

    Attributes:
        at: where the quantifier stands.
        before: how tightly the sign binds that stands before it.
        denied: whether ``¬`` stands right before the quantifier.
        names: the variables.
        sort: the sort of their values, if one is written (``∀x:Person``).
        domain: the set that they range over (``∀x ∈ s``).
        count: how many such things there are, if that is said.
        parted: whether a dot, a colon or a comma stands between variables and scope.
    """

    at: int
    before: int = 0
    denied: bool = False
    names: tuple[str, ...] = ()
    sort: str = ""
    domain: Term | None = None
    count: tuple[Bound, int] | None = None
    parted: bool = False


class Binders(Cursor, ABC):
    """Reads quantified formulas; what stands in their scopes is read by who has the connectives."""

    @abstractmethod
    def formula(self, power: int) -> Formula:
        """Read a formula whose signs bind tighter than ``power``."""

    @abstractmethod
    def onward(self, left: Formula, power: int, start: int) -> Formula:
        """Read what signs that bind tighter than ``power`` join to a formula that began at ``start``."""

    def quantified(self, kind: str) -> Formula:
        """Read a quantifier with its variables and its scope, and build the formula."""
        kinds, at = self.kinds, self.i
        binder = Binder(at, self.before, at > 0 and kinds[at - 1] in ("not", "-"))
        self.i += 1
        if kind == "exists":
            binder.count = self.counting()
        inside = kinds[self.i + 1 : self.matching(self.i)] if kinds[self.i] == "(" else []
        applied = any(kind not in (NAME, ",", ":") for kind in inside)  # ForAll([x, y], …)
        self.i += applied
        self.variables(binder)
        if applied:
            if kinds[self.i] != ",":
                self.unexpected("',' and what is said of the variables")
            self.i += 1
            body = self.scope(kind, binder, closed=True)
            self.close_bracket("')'")
            return body
        if kinds[self.i] in (".", ":", ",", ";") or self.tokens[self.i] in ("•", "·"):
            self.i += 1
            binder.parted = True
        elif not LETTER.fullmatch(binder.names[-1]) and FREE_LETTER.fullmatch(self.tokens[self.i]):
            self.unexpected("a comma between variables, or what is said of them")  # for all persons x
        return self.scope(kind, binder)

    def counting(self) -> tuple[Bound, int] | None:
        """Read how many things there are, behind ``∃``: ``!``, ``=2``, ``≤2`` or ``≥2``."""
        kinds, at = self.kinds, self.i
        if self.tokens[at] == "!":
            self.i += 1
            return "=", 1
        relation = _COUNTED.get(kinds[at])
        if relation is None:
            return None
        self.i += 1
        token = self.tokens[at + 1]
        if kinds[at + 1] != NUMBER or not token.isdecimal():
            self.unexpected("a whole number, with a blank behind it")
        self.i += 1
        if len(token) > 3 or int(token) > MAX_COUNT:
            hint = "Say it by a predicate, or by a function into Int."
            self.fail("wrong-count", f"things are counted from 0 to {MAX_COUNT}", at + 1, hint, "another number")
        return relation, int(token)

    def variables(self, binder: Binder) -> None:
        """Read the variables of a quantifier, however parted, and what they range over."""
        kinds, tokens = self.kinds, self.tokens
        names: list[str] = []
        bracket = kinds[self.i] == "("
        self.i += bracket
        while True:
            token = tokens[self.i]
            if kinds[self.i] != NAME or "." in token:
                self.unexpected("a variable")
            names.append(self.variable_name(token))
            self.i += 1
            if bracket:
                if kinds[self.i] == ":" and kinds[self.i + 1] == NAME:
                    binder.sort = unquote(tokens[self.i + 1])
                    self.i += 2
                if kinds[self.i] == ")":
                    self.i += 1
                    break
                self.i += kinds[self.i] == ","
            elif kinds[self.i] == "," and self.another_variable(self.i + 1):
                self.i += 1
            elif not (LETTER.fullmatch(names[-1]) and self.another_variable(self.i)):
                break
        binder.names = tuple(names)
        if binder.count is not None and len(names) > 1:
            self.i -= 1
            self.unexpected("one variable, since a number may be one of pairs, or of each")
        if kinds[self.i] == "∈":
            self.ranging(binder)
        elif kinds[self.i] == ":" and self.typed():
            binder.sort = unquote(tokens[self.i + 1])
            self.i += 2

    def another_variable(self, at: int) -> bool:
        """Return whether one more variable stands at a place, and not the scope already."""
        if self.kinds[at] != NAME:
            return False
        token, following = self.tokens[at], self.kinds[at + 1]
        if following == "(" and {*self.kinds[at + 2 : self.matching(at + 1)]} <= {NAME, ","}:  # a predicate
            return False
        if FREE_LETTER.fullmatch(token):
            return following not in POWER or following == "∈"
        letter = LETTER.fullmatch(token) and following in (",", NAME, "not", "-", *QUANTIFIERS)
        return following in (".", ":") or bool(letter)

    def ranging(self, binder: Binder) -> None:
        """Read the set, or the sort, behind ``∈``."""
        self.i += 1
        if self.kinds[self.i] not in (NAME, QUOTED):
            self.unexpected("the set that the variable ranges over")
        name = unquote(self.tokens[self.i])
        self.i += 1
        self.context = self.member = True
        if name in _NUMBER_SETS or name in self.around.sorts:
            binder.sort = name
        else:
            binder.domain = Var(name) if name in self.bound else Fn(name)
            self.seen.add(name)

    def typed(self) -> bool:
        """Return whether a sort follows the variables: ``: Person`` with the scope behind it."""
        kinds, at = self.kinds, self.i + 1
        if kinds[at] not in (NAME, QUOTED):
            return False
        if kinds[at + 1] == "(":  # ∀x: Person (Man(x) → …) has a sort, as where one is declared, ∀x: Man(x) a scope
            self.context = True
            inside = kinds[at + 2 : self.matching(at + 1)]
            formula = any(kind == "(" or 0 < POWER.get(kind, 0) <= RELATIONAL for kind in inside)
            return formula or unquote(self.tokens[at]) in self.around.sorts
        return kinds[at + 1] in _BEFORE_SCOPE or self.tokens[at + 1] == "|"

    def scope(self, kind: str, binder: Binder, closed: bool = False) -> Formula:
        """Read the scope of a quantifier and build the formula, with the variables bound.

        Args:
            kind: the quantifier.
            binder: what it binds.
            closed: whether the scope ends with a bracket, as in ``ForAll(x, …)``.
        """
        names = binder.names
        if self.tokens[self.i] == "!" and not self.text[self.span(self.i).start - 1].isspace():
            message = "'!' behind a variable may say that there is just one, or deny what follows"
            self.fail("ambiguous-unique", message, self.i, f"Write ∃!{names[-1]} for just one, or ¬ for a denial.")
        self.deeper(len(names))
        shadowed = not self.bound.keys().isdisjoint(names)
        around = self.seen.intersection(names)
        self.seen.difference_update(names)
        for name in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        start = self.i
        outer, self.in_arguments = self.in_arguments, False
        self.sorts = self.sorts or bool(binder.sort)
        body = self.formula(0 if closed else UNARY)
        if not closed and 0 < POWER.get(self.kinds[self.i], 0) < UNARY:
            body = self.further(kind, binder, body, start, shadowed)
        self.in_arguments = outer
        for name in names:
            self.bound[name] -= 1
            if not self.bound[name]:
                del self.bound[name]
        self.depth -= len(names)
        if binder.domain is None and (idle := [name for name in names if name not in self.seen]):
            self.judge_idle(binder, idle)
        self.seen.difference_update(names)
        self.seen |= around
        return self.bind(kind, binder, body)

    def judge_idle(self, binder: Binder, idle: list[str]) -> None:
        """Say that a quantifier binds nothing; behind a word such as 'all' that may be a sentence."""
        message, hint = f"nothing in its scope speaks of {', '.join(idle)}", "Leave the quantifier out, or use it."
        if not binder.parted and self.tokens[binder.at].isalpha():
            hint = "Write a formula, as ∀x (Dog(x) → Barks(x)), with the sentence behind ':::'."
            self.fail("not-a-formula", f"{message}: this may be a sentence", binder.at, hint, "a formula")
        self.note("vacuous-quantifier", message, binder.at, hint, Level.WARNING)

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
        wide, name = self.dialect.scope == "wide", ", ".join(binder.names)
        loud = alone = wide and not (self.kinds[start] == "(" and self.matching(start) == self.i - 1)
        if (last := self.last_use(binder.names, self.i)) >= 0:
            crossed = self.signs_between(self.i, last)
            loosest, arrow = min(POWER[sign] for sign in crossed), not crossed <= _JOINS
            # If there is such a thing, then *it*: every one, or is there one of which that is true?
            odd = kind != "forall" or binder.denied or binder.before > loosest
            if shadowed or (arrow and odd) or (binder.denied and "or" in crossed):
                self.reach_unsure(name, binder)
            if not alone:
                message = f"the quantifier of {name} reaches on to where {name} is used behind its first formula"
                self.note("wider-scope", message, binder.at, "Put brackets around all that it is about.")
            loud = True
            body = self.onward(body, loosest - 1, start)
            if not 0 < POWER.get(self.kinds[self.i], 0) < UNARY:
                return body
            if arrow:
                self.reach_unsure(name, binder)
        sign = self.kinds[self.i]
        parted = binder.parted and self.kinds[start] not in (QUANTIFIERS if wide else (*QUANTIFIERS, "("))
        parted = parted and (sign not in _JOINS or binder.denied)
        if parted or (loud and kind == "forall" and sign == "implies" and not binder.denied):
            choice = f"how far the quantifier of {name} reaches: what follows does not use its variable"
            rest = self.text[self.span(self.i).start : self.span(self.closing(self.i)).start].strip()
            ways = (f"it ends before '{rest}'", f"it reaches over '{rest}'")
            if self.pick("ambiguous-scope", choice, binder.at, ways):
                body = self.onward(body, 0, start)
        return body

    def reach_unsure(self, name: str, binder: Binder) -> NoReturn:
        """End the reading of a quantifier of which it is unsure how far it reaches."""
        message = f"how far the quantifier of {name} reaches can be read in two ways"
        hint = f"Write ∀{name} (…) or ∃{name} (…), with the bracket around all that it is about."
        self.fail("ambiguous-scope", message, binder.at, hint, "brackets")

    def last_use(self, names: tuple[str, ...], at: int) -> int:
        """Return where what follows in the bracket around it last uses one of the names unbound; -1 if nowhere."""
        end, last, place = self.closing(at), -1, at
        while place < end:
            kind, token = self.kinds[place], self.tokens[place]
            if kind == NAME and self.variable_name(token) in names:
                last = place
            elif kind in QUANTIFIERS and self.rebinds(names, place + 1):
                place = self.closing(place)  # that quantifier takes what follows
                if place >= end:
                    break
            place += 1
        return last

    def rebinds(self, names: tuple[str, ...], at: int) -> bool:
        """Return whether the variables of a quantifier, which stand at a place, are some of these."""
        kinds, tokens = self.kinds, self.tokens
        while kinds[at] in ("=", "≤", "≥", NUMBER, "(") or tokens[at] == "!":
            at += 1
        while kinds[at] in (NAME, ",") and (kinds[at + 1] not in POWER or kinds[at + 1] in ("∈", "-")):
            if kinds[at] == NAME and self.variable_name(tokens[at]) in names:
                return True
            at += 1
        return False
