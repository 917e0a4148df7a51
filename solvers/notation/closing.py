"""What no quantifier binds: which names of a program are variables, and how they are closed.

A rule speaks of everything that its condition fits, so that ∀ is the one sensible closure of a variable in a
condition. Elsewhere an unbound variable has several readings (something, everything); of a premise the weakest and
the strongest are kept, with all others between them, and the likely one is told by a stated rule: ∀ if every
alternative of a ∨ or ⊕ speaks of it, else ∃.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.rewriting import descend, rewrite, same, substitute
from ..logic.syntax import (
    And,
    Binder,
    Cmp,
    Count,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Var,
    Xor,
    close,
)
from ..logic.walkers import free_variables, subformulas, walk
from .conventions import CAPITAL
from .formulas import Parsed, parse
from .printer import print_formula
from .readings import ONE_READING
from .signs import UNICODE, Dialect

FREE: Final = "free-variable"
_PROLOG: Final = re.compile(r"[A-Z_]\w*")
"""What is a variable in a program that is written with ``:-``."""
_LONG: Final = 100
"""The longest formula that a hint writes out."""
_LAST: Final = frozenset("UVWXYZ")
"""Capitals that few things are called by."""


class Placed(NamedTuple):
    """A formula of a program with its place.

    Attributes:
        parsed: what its text gave.
        formula: the tree that is taken; ``None`` if there is none.
        start: where its text begins.
        goal: whether it is asked, not stated.
    """

    parsed: Parsed
    formula: Formula | None
    start: int
    goal: bool


@dataclass(slots=True)
class Closed:
    """A closed formula.

    Attributes:
        formula: the formula; ``None`` if it can't be told how to close it. Of several readings it is the weakest.
        variables: what its outermost quantifiers close although nothing says that everything is meant.
        strongest: the strongest of several readings; ``None`` where there is one.
        likely: the likely one of several readings; ``None`` where there is one.
    """

    formula: Formula | None
    variables: tuple[str, ...] = ()
    strongest: Formula | None = None
    likely: Formula | None = None

    def claiming(self, formula: Formula | None) -> Closed:
        """Return the formula in another reading, if it has that one."""
        return self if formula is None else Closed(formula, self.variables)


def close_all(
    placed: Sequence[Placed],
    dialect: Dialect,
    notes: list[Diagnostic],
    constants: Iterable[str] = (),
    params: Iterable[str] = (),
    things: Set[str] = frozenset(),
) -> tuple[list[Closed], Set[str]]:
    """Decide what the unbound names of a program's formulas are, and close the formulas.

    Args:
        placed: the formulas.
        dialect: how they were read.
        notes: takes what is to be said.
        constants: the declared constants.
        params: the names by which declarations of predicates call their arguments.
        things: capitals that are taken for names of things in this reading.

    Returns:
        The formulas, and the capitals that may as well be names of things.
    """
    declared, called = frozenset(constants) | things, frozenset(params) - frozenset(constants)
    prolog = any(one.parsed.prolog for one in placed)
    pattern = _PROLOG if prolog else CAPITAL
    for one in placed:
        parsed = one.parsed
        if (parsed.unbound and (parsed.closed is None or one.goal)) or not called.isdisjoint(parsed.constants):
            break
        if any((len(name) < 3 or prolog) and pattern.fullmatch(name) for name in parsed.constants - declared):
            break
    else:
        return [Closed(one.parsed.closed or one.formula) for one in placed], frozenset()
    names = _Names(placed, declared, called, pattern, dialect, prolog, notes)
    return [names.close(i) for i in range(len(placed))], names.doubtful


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


def _as_variables(formula: Formula, names: Iterable[str]) -> Formula:
    """Return the formula with these constants as variables; propositions of the name stay."""
    chosen = frozenset(names)

    def term(t: Term) -> Term:
        return Var(t.name) if isinstance(t, Fn) and not t.args and t.name in chosen else t

    return rewrite(formula, lambda f: f, term) if chosen else formula


def _lowered(formula: Formula, names: Iterable[str]) -> Formula:
    """Return the formula with small letters for free variables that are capitals: others would print as constants."""
    used = {n.name for n in walk(formula) if isinstance(n, Var | Fn)} | {"v"}
    values: dict[str, Term] = {
        n: Var(n.lower()) for n in names if n[0] in _LAST and len(n) < 3 and n.lower() not in used
    }
    return substitute(formula, values) if values else formula


def _as_constants(formula: Formula, names: Iterable[str]) -> Formula:
    values: dict[str, Term] = {name: Fn(name) for name in names}
    return substitute(formula, values) if values else formula


def _narrowed(formula: Formula, name: str) -> Formula:
    """Return the formula with ∃ around the smallest part that holds all of a variable, and that it claims.

    No reading of the variable claims less: what is denied, or one side of ↔, would claim more with ∃ inside.
    """
    parts = [part for part in subformulas(formula) if _speaks(part, name)]
    counts = isinstance(formula, Count) and formula.relation != "≥"
    if len(parts) != 1 or counts or isinstance(formula, Not | Iff | Xor):
        return Exists(name, formula)
    return descend(formula, lambda part: _narrowed(part, name) if part is parts[0] else part, same)


def _is_general(formula: Formula, name: str) -> bool:
    """Return whether every alternative of a ∨ or ⊕ speaks of a variable: it is said of everything."""
    match formula:
        case Or(parts):
            return all(_speaks(part, name) for part in parts)
        case Xor(left, right):
            return _speaks(left, name) and _speaks(right, name)
        case Count():
            return False
        case _:
            about = [part for part in subformulas(formula) if _speaks(part, name)]
            return len(about) == 1 and _is_general(about[0], name)


def _outermost(formula: Formula, name: str, denied: bool = False) -> bool:
    """Return whether ∃ in front of a formula claims as much of a variable as ∃ further inside would."""
    if not _speaks(formula, name):
        return True
    match formula:
        case Forall(body=body) | Exists(body=body):
            return isinstance(formula, Forall) is denied and _outermost(body, name, denied)
        case Count(relation, body=body):
            return relation == "≥" and not denied and _outermost(body, name)
        case Not(body):
            return _outermost(body, name, not denied)
        case Implies(left, right):
            return _outermost(left, name, not denied) and _outermost(right, name, denied)
        case Iff() | Xor():
            return all(_outermost(side, name, way) for side in subformulas(formula) for way in (False, True))
        case _:
            return all(_outermost(part, name, denied) for part in subformulas(formula))


class _Names:
    """The names that nothing binds, over all formulas of a program."""

    def __init__(
        self,
        placed: Sequence[Placed],
        declared: Set[str],
        params: Set[str],
        pattern: re.Pattern[str],
        dialect: Dialect,
        prolog: bool,
        notes: list[Diagnostic],
    ) -> None:
        self.placed, self.declared, self.params, self.notes = placed, declared, params, notes
        self.prolog = prolog
        self.marks = dialect.variables == "sigil"
        self.marked = {n.lower(): n for one in placed for n in sorted(one.parsed.marked, reverse=True)}
        self.said: set[str] = set()
        self.letters = [
            [name for name in one.parsed.unbound if name not in one.parsed.marked] if one.formula is not None else []
            for one in placed
        ]
        self.capitals = [
            sorted(n for n in one.parsed.constants if n not in declared and (n in params or pattern.fullmatch(n)))
            if one.formula is not None
            else []
            for one in placed
        ]
        self.bound = {n.var for one in placed if one.formula for n in walk(one.formula) if isinstance(n, Binder)}
        self.certain = self._certain()
        self.fixed = self._fixed()
        self.doubtful: Set[str] = frozenset() if prolog else self._doubtful()

    def _certain(self) -> set[str]:
        """Return the letters that name a certain thing: declared, or never used as a variable is."""
        found = {name for names in self.letters for name in names if name in self.declared}
        ruling: set[str] = set()
        stated: dict[str, list[int]] = {}
        for i, names in enumerate(self.letters):
            formula = self.placed[i].formula
            for name in names:
                if formula is not None and ruled(formula, name):
                    ruling.add(name)
                else:
                    stated.setdefault(name, []).append(i)
        for name, where in stated.items():
            if self.marks and name not in ruling:
                found.add(name)  # whoever writes $x for variables means a thing by x
            if name in self.bound or name in ruling or all(self.placed[i].goal for i in where) or len(where) < 2:
                continue
            # A writer says x, y and z of anything, but w, u2 or y1 of one thing after another.
            if name not in ("x", "y", "z") or any(_equates(self.placed[i].formula) for i in where):
                found.add(name)
        return found

    def _fixed(self) -> dict[str, bool]:
        """Return for each capital and parameter whether it stands anywhere but in rules about it."""
        fixed: dict[str, bool] = {}
        for one, names in zip(self.placed, self.capitals, strict=True):
            for name in names:
                assert one.formula is not None
                # Who quantifies some names of a formula does not leave others to be guessed.
                quantified = name not in self.params and any(isinstance(n, Binder) for n in walk(one.formula))
                rule = not quantified and ruled(_as_variables(one.formula, (name,)), name)
                fixed[name] = fixed.get(name, False) or not rule
        return fixed

    def _doubtful(self) -> Set[str]:
        """Return the capitals that stand in rules alone, and may name a thing for all that.

        A variable stands twice in its rule, or beside one that does; and who calls one thing B may call another A;
        and who binds other variables by quantifiers may not leave these to be guessed.
        """
        found = set[str]()
        for one, names in zip(self.placed, self.capitals, strict=True):
            if one.formula is not None and names:
                used = Counter(n.name for n in walk(one.formula) if isinstance(n, Fn) and n.name in names)
                found |= set(names) if not used or max(used.values()) < 2 else set()
        things = {name[0] in _LAST for name, fixed in self.fixed.items() if fixed}
        found |= {name for name, fixed in self.fixed.items() if not fixed and (name[0] in _LAST) in things}
        if self.bound:
            found |= {name for name, fixed in self.fixed.items() if not fixed}
        return {name for name in found if not self.fixed[name]} - self.params

    def close(self, i: int) -> Closed:
        """Return one formula closed."""
        one = self.placed[i]
        formula = one.formula
        if formula is None:
            return Closed(None)
        if not self.letters[i] and not self.capitals[i]:
            if not one.parsed.unbound:
                return Closed(formula)
            if one.parsed.closed is not None and not one.goal:
                return Closed(one.parsed.closed)
        count = len(self.notes)
        if self.marks and (slip := self._slip(one, formula)) is not None:
            self.notes.append(slip)
            return Closed(None)
        formula = self.named(i, one, formula)
        letters = [name for name in self.letters[i] if name not in self.certain]
        loose = [name for name in letters if not ruled(formula, name)]
        strongest = likely = None
        if loose and not one.goal:
            self._unsure(one, formula, loose, "for something, or for everything", Level.WARNING)
            strongest = close(formula, free_variables(formula))
            likely = formula
            for name in loose:
                formula = _narrowed(formula, name)
                likely = Forall(name, likely) if _is_general(likely, name) else _narrowed(likely, name)
            likely = close(likely, free_variables(likely))
        elif under := [name for name in loose if not _outermost(formula, name)]:
            self._unsure(one, formula, under, "for one thing, or for a thing each", Level.ERROR)
        elif loose:
            listed = ", ".join(loose)
            message = f"no quantifier binds {listed} in what is asked: it follows if it holds of all, not if of none"
            hint = f"Write ∃{loose[0]} or ∀{loose[0]} in front."
            self.notes.append(Diagnostic(FREE, Level.WARNING, message, self._place(one, loose[0]), hint))
        if rules := [name for name in letters if name not in loose]:
            self._closing(one, rules, Level.WARNING)
        if any(d.level is Level.ERROR for d in self.notes[count:]):
            return Closed(None)
        free = free_variables(formula)
        if not one.goal:
            return Closed(close(formula, free), (), strongest, likely)
        open_ones = tuple(name for name in free if not ruled(formula, name))
        inner = close(formula, tuple(name for name in free if name not in open_ones))
        return Closed(close(inner, open_ones), open_ones)

    def named(self, i: int, one: Placed, formula: Formula) -> Formula:
        """Return a formula with its names as variables, or as names of certain things, and say so."""
        if self.prolog:
            chosen = [n for n in self.capitals[i] if n not in self.params]
            formula = _lowered(_as_variables(formula, chosen), chosen)
            if slips := [n for n in chosen if len(n) > 2 and not ruled(formula, n)]:
                self._unsure(one, formula, slips, "a variable, as in Prolog, or the name of a thing", Level.ERROR)
        elif chosen := [n for n in self.capitals[i] if not self.fixed[n]]:
            formula = _as_variables(formula, chosen)
            self._closing(one, chosen, Level.MENDED)
        formula = _as_constants(formula, [name for name in self.letters[i] if name in self.certain])
        for name in self.letters[i]:
            if name in self.certain - self.declared - self.said:
                self.said.add(name)
                message = f"'{name}' is read as the name of a certain thing: nothing makes it a variable"
                hint = f"Declare it under 'Constants:', or bind it, as in ∀{name} (…)."
                self.notes.append(Diagnostic("constant-letter", Level.WARNING, message, self._place(one, name), hint))
        return formula

    def _slip(self, one: Placed, formula: Formula) -> Diagnostic | None:
        """Return the error that a name marked as a variable may be a thing's, or another variable's with a slip."""
        for name in sorted(one.parsed.marked):
            other = self.marked[name.lower()]
            if other != name:
                message = f"${other} and ${name} are two variables, of which one may be a slip for the other"
                hint = "Write the same letter for one thing, and another letter for another."
                return Diagnostic(FREE, Level.ERROR, message, self._place(one, name), hint, "one variable", f"${name}")
            named = any(name.lower() == n.lower() for each in self.placed for n in each.parsed.constants)
            if len(name) > 2 and (name[0].isupper() or named) and not ruled(formula, name):
                message = f"${name} can be read in two ways: everything, or the thing called {name}"
                hint = f"Write {name} for a thing; or state for $x what holds of everything."
                return Diagnostic(FREE, Level.ERROR, message, self._place(one, name), hint, "a thing", f"${name}")
        return None

    def _place(self, one: Placed, name: str) -> Span:
        return one.parsed.place(name).moved(one.start)

    def _closing(self, one: Placed, names: Sequence[str], level: Level) -> None:
        listed = ", ".join(names)
        message = f"no quantifier binds {listed}: read as 'for all {listed}'"
        hint = f"Write ∀{names[0]} in front; or declare '{names[0]}' under 'Constants:', if it is a certain thing."
        self.notes.append(Diagnostic(FREE, level, message, self._place(one, names[0]), hint))

    def _unsure(self, one: Placed, formula: Formula, names: Sequence[str], readings: str, level: Level) -> None:
        """Say that a formula can be closed in two ways, with both."""
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
        if level is Level.WARNING:
            message += "; both are asked"
        expected = ONE_READING
        self.notes.append(Diagnostic(FREE, level, message, self._place(one, name), hint, expected, name))


def _equates(formula: Formula | None) -> bool:
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


def as_error(found: Diagnostic) -> Diagnostic:
    """Return a diagnostic as an error."""
    return replace(found, level=Level.ERROR)


def parse_formula(
    text: str, dialect: Dialect = UNICODE, *, strict: bool = False, offset: int = 0
) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula that stands alone, and close it.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib``.
        strict: mend nothing: what would be mended is an error.
        offset: where the text begins in the text that spans refer to.

    Returns:
        The formula, or ``None`` if there is an error among the diagnostics.
    """
    parsed = parse(text, dialect)
    notes = [d.moved(offset) for d in parsed.notes]
    if len(parsed.trees) != 1:
        for choice, _ in parsed.trees[-1].choices if parsed.trees else ():
            hint = "Put brackets around what belongs together."
            notes.append(Diagnostic(choice.code, Level.ERROR, choice.said, choice.span.moved(offset), hint))
        return None, notes
    formula = parsed.trees[0].formula
    if dialect.closes and dialect.variables != "sigil":
        closed = Closed(close(formula, free_variables(formula)))
    else:
        [closed], doubtful = close_all([Placed(parsed, formula, offset, False)], dialect, notes)
        if closed.strongest is not None or doubtful:
            notes[:] = [as_error(d) if d.code == FREE else d for d in notes]
    if strict:
        notes[:] = [as_error(d) if d.level is Level.MENDED else d for d in notes]
    failed = any(d.level is Level.ERROR for d in notes)
    return None if failed else closed.formula, notes
