"""What no quantifier binds: which names of a program are variables, and how they are closed.

A rule speaks of everything that its condition fits, so that ∀ is the one sensible
closure of a variable in a condition. Elsewhere an unbound variable has several
readings (something, everything, a certain thing). Of a premise the weakest and the strongest
are both kept, with all others between them; of anything else the author is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.rewriting import descend, rewrite, same, substitute
from ..logic.syntax import And, Cmp, Eq, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Var, Xor, close
from ..logic.walkers import free_variables, subformulas, walk
from .dialects import Dialect
from .names import CAPITAL
from .printer import print_formula

_PROLOG: Final = re.compile(r"[A-Z_]\w*")
"""What is a variable in a program that is written with ``:-``."""
_LONG: Final = 100
"""The longest formula that a hint writes out."""
_LAST: Final = frozenset("UVWXYZ")
"""Capitals that few things are called by."""
_BINDER: Final = "a quantifier that binds it"
"""What is expected where a variable may be bound in several ways."""


class Parsed(NamedTuple):
    """A formula whose unbound variables are still free.

    Attributes:
        formula: the formula; ``None`` if an error is among the diagnostics.
        diagnostics: what was said of its text.
        places: where each name that nothing binds stands first.
        marked: the unbound variables that are marked as such (``$x``).
        prolog: whether it is written with ``:-``.
        end: how many characters of the text the formula takes; what follows is a gloss.
        span: where it stands in the whole text.
        doubtful: the comparisons in it that are written with ``<=``.
        relations: whether it has ``∈``.
        capitals: whether its dialect tells variables by capitals.
        suspects: the constants in it that might be variables: capitalised, or called as a declared argument is.
    """

    formula: Formula | None
    diagnostics: tuple[Diagnostic, ...] = ()
    places: Mapping[str, Span] = MappingProxyType({})
    marked: Set[str] = frozenset()
    prolog: bool = False
    end: int = 0
    span: Span | None = None
    doubtful: tuple[Cmp, ...] = ()
    suspects: tuple[str, ...] = ()
    relations: bool = False
    capitals: bool = False


class Closed(NamedTuple):
    """A closed formula.

    Attributes:
        formula: the formula; ``None`` if it can't be told how to close it. Of several readings it is the weakest.
        variables: what its outermost quantifiers close although nothing says that everything is meant.
        diagnostics: what was said of this.
        strongest: the strongest of several readings; ``None`` where there is one.
    """

    formula: Formula | None
    variables: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    strongest: Formula | None = None


def settle(
    parsed: Sequence[Parsed],
    dialect: Dialect,
    *,
    goals: Set[int] = frozenset(),
    constants: Iterable[str] = (),
    params: Iterable[str] = (),
    strict: bool = False,
) -> list[Closed]:
    """Decide what the unbound names of a program's formulas are, and close the formulas.

    Args:
        parsed: the formulas.
        dialect: how they were read.
        goals: which of them are asked, not stated.
        constants: the declared constants.
        params: the names by which declarations of predicates call their arguments.
        strict: mend nothing.
    """
    if dialect.closes and dialect.variables != "sigil":
        return [_closed_by_right(one) for one in parsed]
    marks = dialect.variables == "sigil"
    names = _Names(parsed, goals, frozenset(constants), frozenset(params), marks, strict)
    if not names.doubtful:
        closed = [_close(p.formula, i in goals) if p.places else Closed(p.formula) for i, p in enumerate(parsed)]
    else:
        closed = [names.settle(i) for i in range(len(parsed))]
    if any(one.marked for one in parsed):
        things = {
            node.name.lower() for one in parsed if one.formula for node in walk(one.formula) if isinstance(node, Fn)
        }
        slips = [_sigil_slip(one, things) for one in parsed]
        closed = [one if slip is None else Closed(None, (), (slip,)) for one, slip in zip(closed, slips, strict=True)]
    return closed


def has_readings(found: Diagnostic) -> bool:
    """Return whether a diagnostic says that an unbound variable has several readings."""
    return found.code == "free-variable" and found.expected == _BINDER


def ruled(formula: Formula, name: str) -> bool:
    """Return whether ∀ is the one sensible closure of a free variable: the formula is a rule about it."""
    match formula:
        case Forall(variable, body):
            return variable != name and ruled(body, name)
        case Implies(left, right):
            return _speaks(left, name) or ruled(right, name)
        case Iff(left, right):
            return _speaks(left, name) and _speaks(right, name)
        case Not(And(parts)):
            return sum(_speaks(part, name) for part in parts) > 1
        case Or(parts):
            about = [part for part in parts if _speaks(part, name)]
            return len(about) > 1 and any(isinstance(part, Not) for part in about)
        case And(parts):
            return all(ruled(part, name) for part in parts if _speaks(part, name))
        case _:
            return False


def _speaks(formula: Formula, name: str) -> bool:
    return name in free_variables(formula)


def _quantifies(formula: Formula) -> bool:
    return any(isinstance(node, Forall | Exists) for node in walk(formula))


def _equates(formula: Formula) -> bool:
    """Return whether a formula does no more than equate and compare."""
    match formula:
        case Eq() | Cmp():
            return True
        case Not(body):
            return _equates(body)
        case And(parts):
            return all(map(_equates, parts))
        case _:
            return False


def _sigil_slip(one: Parsed, things: Set[str]) -> Diagnostic | None:
    """Return the error that a name marked as a variable may be a thing's, or another variable's with a slip."""
    if one.formula is None or not one.marked:
        return None
    by_letters: dict[str, str] = {}
    for name in sorted(one.marked):
        other = by_letters.setdefault(name.lower(), name)
        place = one.places.get(name, one.span)
        if other != name:
            message = f"${other} and ${name} are two variables, of which one may be a slip for the other"
            hint = "Write the same letter for one thing, and another letter for another."
            return Diagnostic("free-variable", Level.ERROR, message, place, hint, "one variable", f"${name}")
        if len(name) > 2 and (name[0].isupper() or name.lower() in things) and not ruled(one.formula, name):
            message = f"${name} can be read in two ways: everything, or the thing called {name}"
            hint = f"Write {name} for a thing; or state for $x what holds of everything."
            return Diagnostic("free-variable", Level.ERROR, message, place, hint, "a thing", f"${name}")
    return None


def _closed_by_right(one: Parsed) -> Closed:
    """Close a formula whose dialect closes it; a long capital name may be a slip for the name of a thing."""
    closed = _close(one.formula, False)
    slips = [name for name in _loose(one.formula) if len(name) > 2] if one.formula is not None else []
    if not slips or not one.capitals:
        return closed
    name = slips[0][0].upper() + slips[0][1:]
    message = f"no quantifier binds {name}, which can be read in two ways: everything, or the name of a thing"
    hint = f"Write ! [{name}] : … or, for a thing, {slips[0]} with a small letter."
    place = one.places.get(slips[0], one.span)
    return Closed(None, (), (Diagnostic("free-variable", Level.ERROR, message, place, hint, "a quantifier", name),))


def _loose(formula: Formula) -> tuple[str, ...]:
    """Return the free variables that a formula is no rule about."""
    return tuple(name for name in free_variables(formula) if not ruled(formula, name))


def _close(formula: Formula | None, asked: bool) -> Closed:
    """Close a formula with ∀; of one that is asked it stays said what it is no rule about."""
    if formula is None:
        return Closed(None)
    free = free_variables(formula)
    if not asked:
        return Closed(close(formula, free))
    loose = _loose(formula)
    return Closed(close(close(formula, tuple(name for name in free if name not in loose)), loose), loose)


def _as_variables(formula: Formula, names: Iterable[str]) -> Formula:
    """Return the formula with these constants as variables; propositions of the name stay."""
    chosen = frozenset(names)

    def term(t: Term) -> Term:
        return Var(t.name) if isinstance(t, Fn) and not t.args and t.name in chosen else t

    return rewrite(formula, lambda f: f, term) if chosen else formula


def _lowered(formula: Formula, names: Iterable[str]) -> Formula:
    """Return the formula with small letters for free variables that are capitals: others would print as constants."""
    used = {n.name for n in walk(formula) if isinstance(n, Var | Fn)} | {"v"}
    short = [n for n in names if n[0] in _LAST and len(n) < 3 and n.lower() not in used]
    values: dict[str, Term] = {n: Var(n.lower()) for n in short}
    return substitute(formula, values) if values else formula


def _as_constants(formula: Formula, names: Iterable[str]) -> Formula:
    """Return the formula with these free variables as constants."""
    values: dict[str, Term] = {name: Fn(name) for name in names}
    return substitute(formula, values) if values else formula


def _narrowed(formula: Formula, name: str) -> Formula:
    """Return the formula with ∃ around the smallest part that holds all of a variable, and that it claims.

    No reading of the variable claims less: what is denied, or one side of ↔, would claim more with ∃ inside.
    """
    parts = [part for part in subformulas(formula) if _speaks(part, name)]
    if len(parts) != 1 or isinstance(formula, Not | Iff | Xor):
        return Exists(name, formula)
    return descend(formula, lambda part: _narrowed(part, name) if part is parts[0] else part, same)


def _outermost(formula: Formula, name: str, denied: bool = False) -> bool:
    """Return whether ∃ in front of a formula claims as much of a variable as ∃ further inside would."""
    if not _speaks(formula, name):
        return True
    match formula:
        case Forall(body=body) | Exists(body=body):
            return isinstance(formula, Forall) is denied and _outermost(body, name, denied)
        case Not(body):
            return _outermost(body, name, not denied)
        case Implies(left, right):
            return _outermost(left, name, not denied) and _outermost(right, name, denied)
        case Iff() | Xor():
            return all(_outermost(side, name, way) for side in subformulas(formula) for way in (False, True))
        case _:
            return all(_outermost(part, name, denied) for part in subformulas(formula))


class _Names:
    """The names that nothing binds, over all formulas of a program.

    Attributes:
        doubtful: whether there is any name that might be a variable or a constant.
    """

    def __init__(
        self,
        parsed: Sequence[Parsed],
        goals: Set[int],
        declared: Set[str],
        params: Set[str],
        marks: bool,
        strict: bool,
    ) -> None:
        self.parsed = parsed
        self.goals = goals
        self.declared = declared
        self.params = params - declared
        self.marks = marks
        self.strict = strict
        self.prolog = any(one.prolog for one in parsed)
        self.said: set[str] = set()
        self.letters = [self._letters(one) for one in parsed]
        self.capitals = [self._capitals(one) for one in parsed]
        self.doubtful = any(self.letters) or any(self.capitals)
        if self.doubtful:
            formulas = [one.formula for one in parsed if one.formula is not None]
            self.bound = {n.var for f in formulas for n in walk(f) if isinstance(n, Forall | Exists)}
            self.constants = self._constants()
            self.fixed = self._fixed()
            self.unlinked = self._unlinked()

    def _letters(self, one: Parsed) -> list[str]:
        """Return the unbound letters of a formula that are not marked as variables."""
        if one.formula is None or not one.places:
            return []
        return [name for name in free_variables(one.formula) if name not in one.marked]

    def _capitals(self, one: Parsed) -> list[str]:
        """Return the constants of a formula that its writer may have meant as variables."""
        pattern = _PROLOG if self.prolog else CAPITAL
        names = one.suspects if one.formula is not None else ()
        found = [n for n in names if n not in self.declared and (n in self.params or pattern.fullmatch(n))]
        if not found or one.formula is None:
            return []
        things = {n.name for n in walk(one.formula) if isinstance(n, Fn) and not n.args}
        return [name for name in found if name in things]  # and not a proposition

    def _constants(self) -> set[str]:
        """Return the letters that name a certain thing: declared, or never used as a variable is."""
        found = {name for names in self.letters for name in names if name in self.declared}
        ruling: set[str] = set()
        stated: dict[str, list[int]] = {}
        for i, (one, names) in enumerate(zip(self.parsed, self.letters, strict=True)):
            for name in names:
                assert one.formula is not None
                if ruled(one.formula, name):
                    ruling.add(name)
                else:
                    stated.setdefault(name, []).append(i)
        for name, where in stated.items():
            if self.marks and name not in ruling:
                found.add(name)  # whoever writes $x for variables means a thing by x
            if name in self.bound or name in ruling or all(i in self.goals for i in where) or len(where) < 2:
                continue
            formulas = [one.formula for i in where if (one := self.parsed[i]).formula is not None]
            # A writer says x, y and z of anything, but w, u2 or y1 of one thing after another.
            if name not in ("x", "y", "z") or any(f is not None and _equates(f) for f in formulas):
                found.add(name)
        return found

    def _fixed(self) -> dict[str, bool]:
        """Return for each capital and parameter whether it stands anywhere but in rules about it."""
        fixed: dict[str, bool] = {}
        for one, names in zip(self.parsed, self.capitals, strict=True):
            for name in names:
                assert one.formula is not None
                # Who quantifies some names of a formula does not leave others to be guessed.
                quantified = name not in self.params and _quantifies(one.formula)
                rule = not quantified and ruled(_as_variables(one.formula, (name,)), name)
                fixed[name] = fixed.get(name, False) or not rule
        return fixed

    def _unlinked(self) -> set[str]:
        """Return the capitals that stand in rules alone, and may name a thing for all that.

        A variable stands twice in its rule, or beside one that does; and who calls one thing B may call another one A.
        """
        found = set[str]()
        for one, names in zip(self.parsed, self.capitals, strict=True):
            if one.formula is not None and names:
                used = Counter(n.name for n in walk(one.formula) if isinstance(n, Fn) and n.name in names)
                found |= set(names) if max(used.values()) < 2 else set()
        things = {name[0] in _LAST for name, fixed in self.fixed.items() if fixed}
        found |= {name for name, fixed in self.fixed.items() if not fixed and (name[0] in _LAST) in things}
        return found - self.params

    def settle(self, i: int) -> Closed:
        """Return one formula closed."""
        one, found = self.parsed[i], list[Diagnostic]()
        formula = one.formula
        if formula is None:
            return Closed(None)
        if self.prolog:
            chosen = [n for n in self.capitals[i] if n not in self.params]
            formula = _lowered(_as_variables(formula, chosen), chosen)
            if slips := [n for n in chosen if len(n) > 2 and not ruled(formula, n)]:
                found.append(self._unsure(one, formula, slips, "a variable, as in Prolog, or the name of a thing"))
        elif chosen := [n for n in self.capitals[i] if not self.fixed[n]]:
            if (self.bound and any(n not in self.params for n in chosen)) or not self.unlinked.isdisjoint(chosen):
                found.append(self._unsure(one, formula, chosen, "for everything, or the name of a certain thing"))
            else:
                formula = _as_variables(formula, chosen)
                found.append(self._closing(one, chosen, Level.ERROR if self.strict else Level.MENDED))
        letters = [name for name in self.letters[i] if name not in self.constants]
        formula = _as_constants(formula, [name for name in self.letters[i] if name in self.constants])
        for name in self.letters[i]:
            if name in self.constants - self.declared - self.said:
                self.said.add(name)
                message = f"'{name}' is read as the name of a certain thing: nothing makes it a variable"
                hint = f"Declare it under 'Constants:', or bind it, as in ∀{name} (…)."
                found.append(Diagnostic("constant-letter", Level.WARNING, message, self._place(one, name), hint))
        loose = [name for name in letters if not ruled(formula, name)]
        strongest = None
        if loose and i not in self.goals:
            unsure = self._unsure(one, formula, loose, "for something, or for everything")
            if not self.strict:
                unsure = replace(unsure, level=Level.WARNING, message=f"{unsure.message}; both are asked")
            found.append(unsure)
            strongest = close(formula, free_variables(formula))
            for name in loose:
                formula = _narrowed(formula, name)
        elif under := [name for name in loose if not _outermost(formula, name)]:
            found.append(self._unsure(one, formula, under, "for one thing, or for a thing each"))
        elif loose:
            listed = ", ".join(loose)
            message = f"no quantifier binds {listed} in what is asked: it follows if it holds of all, not if of none"
            hint = f"Write ∃{loose[0]} or ∀{loose[0]} in front."
            found.append(Diagnostic("free-variable", Level.WARNING, message, self._place(one, loose[0]), hint))
        if rules := [name for name in letters if name not in loose]:
            found.append(self._closing(one, rules, Level.WARNING))
        if any(d.level is Level.ERROR for d in found):
            return Closed(None, (), tuple(found))
        closed = _close(formula, i in self.goals)
        return Closed(closed.formula, closed.variables, tuple(found), strongest)

    def _place(self, one: Parsed, name: str) -> Span | None:
        return one.places.get(name, one.span)

    def _closing(self, one: Parsed, names: Sequence[str], level: Level) -> Diagnostic:
        listed = ", ".join(names)
        message = f"no quantifier binds {listed}: read as 'for all {listed}'"
        hint = f"Write ∀{names[0]} in front; or declare '{names[0]}' under 'Constants:', if it is a certain thing."
        return Diagnostic("free-variable", level, message, self._place(one, names[0]), hint)

    def _unsure(self, one: Parsed, formula: Formula, names: Sequence[str], readings: str) -> Diagnostic:
        """Return the error that a formula can be closed in two ways, with both."""
        name = names[0]
        inner = _as_variables(formula, names)
        some, every = print_formula(_narrowed(inner, name)), print_formula(Forall(name, inner))
        match inner:
            case Implies(Exists(bound, condition), right) if bound == name:  # "if there is one, then it …"
                every = print_formula(Forall(name, Implies(condition, right)))
        if len(some) > _LONG:
            some, every = f"∃{name} (…)", f"∀{name} (…)"
        message = f"no quantifier binds {', '.join(names)}, which can be read in two ways: {readings}"
        hint = f"Write {some} or {every}; or, if '{name}' is a certain thing, declare it under 'Constants:'."
        place = self._place(one, name)
        return Diagnostic("free-variable", Level.ERROR, message, place, hint, _BINDER, name)
