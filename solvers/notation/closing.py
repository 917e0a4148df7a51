"""What no quantifier binds: which names of a program are variables, and how they are closed. The rules are these:

- A declared name is a thing. So is every other but a letter ``u``..``z``, what is marked (``$x``), and a capital.
- In clauses all capitals are variables. Elsewhere a capital with at most a digit, and a name that declarations give to
  an argument, is a variable if it stands in rules about it alone. Such a capital may be a thing for all that where it
  stands once in its rule, or where the program has quantifiers or other capitals: both are asked.
- A letter is a certain thing if nothing makes it a variable: no quantifier binds it, no rule is about it, and several
  formulas speak of it, equations if it is ``x``, ``y`` or ``z``.
- A rule about a variable, in the condition of which it stands, holds of everything.
- Any other premise has two readings, the weakest and the strongest: for something, with ∃ around the smallest part, and
  for everything. The likely one is ∀ if every alternative of a ∨ or ⊕ speaks of it, else ∃.
- A goal that is no rule follows if it holds of everything, and not if of nothing; under a quantifier it is unclear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ..logic.diagnostics import Diagnostic, Level
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
from .formulas import Parsed, parse
from .readings import ONE_READING
from .signs import CAPITAL, UNICODE, Dialect

FREE: Final = "free-variable"
_PROLOG: Final = re.compile(r"[A-Z_]\w*")
"""What is a variable in a program that is written with ``:-``."""


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


def close_all(
    placed: Sequence[Placed],
    dialect: Dialect,
    notes: list[Diagnostic],
    constants: Iterable[str] = (),
    params: Set[str] = frozenset(),
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
    declared = frozenset(constants) | things
    prolog = any(one.parsed.prolog for one in placed)
    for one in placed:
        parsed = one.parsed
        if prolog or (parsed.unbound and (parsed.closed is None or one.goal)):
            break
        if params & parsed.constants or any(map(CAPITAL.fullmatch, parsed.constants - declared)):
            break
    else:
        return [Closed(one.parsed.closed or one.formula) for one in placed], frozenset()
    names = _Names(placed, dialect, notes, declared, params, prolog)
    return list(map(names.close, placed, names.letters, names.capitals)), names.doubtful


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
    return isinstance(formula, Or | Xor) and all(_speaks(part, name) for part in subformulas(formula))


def _under(formula: Formula, name: str) -> bool:
    """Return whether a free variable is used in the scope of a quantifier, but of ∃ in front of all."""
    while isinstance(formula, Exists):
        formula = formula.body
    return any(isinstance(node, Binder) and _speaks(node, name) for node in walk(formula))


class _Names:
    """The names that nothing binds, over all formulas of a program, and what the rules above make of them."""

    def __init__(
        self,
        placed: Sequence[Placed],
        dialect: Dialect,
        notes: list[Diagnostic],
        declared: Set[str],
        params: Set[str],
        prolog: bool,
    ) -> None:
        self.placed, self.notes, self.declared, self.params, self.prolog = placed, notes, declared, params, prolog
        self.marks = dialect.sigil
        pattern, known = _PROLOG if prolog else CAPITAL, frozenset[str]() if prolog else params
        self.letters = [[n for n in one.parsed.unbound if n not in one.parsed.marked] for one in placed]
        self.capitals = [
            sorted(n for n in one.parsed.constants - declared if n in known or pattern.fullmatch(n)) for one in placed
        ]
        formulas = [one.formula for one in placed if one.formula is not None]
        self.bound = {node.var for formula in formulas for node in walk(formula) if isinstance(node, Binder)}
        self.certain = self._certain()
        self.said: set[str] = set()
        self.fixed: set[str] = set()
        self.doubtful: set[str] = set()
        self.mixed: set[str] = set()
        """The capitals that are variables in some lines, and things in others."""
        if not prolog:
            self._settle_capitals()

    def _certain(self) -> Set[str]:
        """Return the letters that name a certain thing: declared, or never used as a variable is."""
        ruling, stated = set[str](), dict[str, list[Placed]]()
        for one, names in zip(self.placed, self.letters, strict=True):
            for name in names:
                if one.formula is not None and ruled(one.formula, name):
                    ruling.add(name)
                else:
                    stated.setdefault(name, []).append(one)
        found = {name for name in stated if self.marks and name not in ruling}  # whoever writes $x means a thing by x
        for name, where in stated.items():
            if name in self.bound or name in ruling or all(one.goal for one in where) or len(where) < 2:
                continue
            # A writer says x, y and z of anything, but w, u2 or y1 of one thing after another.
            if name not in ("x", "y", "z") or any(isinstance(one.formula, Eq | Cmp) for one in where):
                found.add(name)
        return found | {name for names in self.letters for name in names if name in self.declared}

    def _settle_capitals(self) -> None:
        """Tell the capitals that stand anywhere but in rules about them, and those that are doubtful."""
        once, ruling = set[str](), set[str]()
        for one, names in zip(self.placed, self.capitals, strict=True):
            if one.formula is None or not names:
                continue
            nodes = list(walk(one.formula))
            # Who quantifies some names of a formula does not leave others to be guessed.
            quantified = any(isinstance(node, Binder) for node in nodes)
            variables = _as_variables(one.formula, names)
            rules = {n for n in names if not (quantified and n not in self.params) and ruled(variables, n)}
            self.fixed |= {*names} - rules
            used = Counter(node.name for node in nodes if isinstance(node, Fn))
            ruling |= {n for n in rules - self.params if used[n] > 1}
            once |= set(names) if all(used[n] < 2 for n in names) else set()
        self.mixed = self.fixed & ruling
        capitals = {name for names in self.capitals for name in names} - self.fixed - self.params
        self.doubtful = capitals if self.bound or self.fixed else capitals & once

    def close(self, one: Placed, letters: Sequence[str], capitals: Sequence[str]) -> Closed:
        """Return one formula closed."""
        formula, before = one.formula, len(self.notes)
        if formula is None:
            return Closed(None)
        if not (capitals or one.parsed.unbound):
            return Closed(formula)
        if not letters and not capitals and one.parsed.closed is not None and not one.goal:
            return Closed(one.parsed.closed)
        formula = self.named(one, formula, letters, capitals)
        letters = [name for name in letters if name not in self.certain]
        loose = [name for name in letters if not ruled(formula, name)]
        strongest = likely = None
        if loose and not one.goal:
            self._unsure(one, loose, "for something, or for everything; both are asked", Level.WARNING)
            strongest = close(formula, free_variables(formula))
            likely = formula
            for name in loose:
                formula = _narrowed(formula, name)
                likely = Forall(name, likely) if _is_general(likely, name) else _narrowed(likely, name)
            likely = close(likely, free_variables(likely))
        elif under := [name for name in loose if _under(formula, name)]:
            self._unsure(one, under, "for one thing, or for a thing each", Level.ERROR)
        elif loose:
            listed = ", ".join(loose)
            message = f"no quantifier binds {listed} in what is asked: it follows if it holds of all, not if of none"
            self._say(one, loose[0], Level.WARNING, message, f"Write ∃{loose[0]} or ∀{loose[0]} in front.")
        self._closing(one, [name for name in letters if name not in loose], Level.WARNING)
        if any(d.level is Level.ERROR for d in self.notes[before:]):
            return Closed(None)
        free = free_variables(formula)
        if not one.goal:
            return Closed(close(formula, free), (), strongest, likely)
        open_ones = tuple(name for name in free if not ruled(formula, name))
        return Closed(close(close(formula, [name for name in free if name not in open_ones]), open_ones), open_ones)

    def named(self, one: Placed, formula: Formula, letters: Sequence[str], capitals: Sequence[str]) -> Formula:
        """Return a formula with its names as variables, or as names of certain things, and say so."""
        chosen = [n for n in capitals if n not in self.fixed]
        formula = _as_variables(formula, chosen)
        if mixed := [n for n in capitals if n in self.mixed]:
            self._unsure(one, mixed, "a variable, as in rules, or the name of a thing", Level.ERROR)
        if not self.prolog:
            self._closing(one, [n for n in chosen if n not in self.doubtful], Level.MENDED)
            if doubtful := [n for n in chosen if n in self.doubtful]:
                self._unsure(one, doubtful, "for everything, or the name of a thing; both are asked", Level.WARNING)
        elif slips := [n for n in chosen if len(n) > 2 and not ruled(formula, n)]:
            self._unsure(one, slips, "a variable, as in Prolog, or the name of a thing", Level.ERROR)
        for name in sorted(one.parsed.marked):
            if name.swapcase() in one.parsed.marked or (len(name) > 2 and not ruled(formula, name)):
                message = f"${name} may be a slip for the thing {name}, or for the same variable with other capitals"
                self._say(one, name, Level.ERROR, message, f"Write {name} for a thing, and $x for what rules speak of.")
        things = [name for name in letters if name in self.certain]
        for name in things:
            if name not in self.declared | self.said:
                self.said.add(name)
                message = f"'{name}' is read as the name of a certain thing: nothing makes it a variable"
                hint = f"Declare it under 'Constants:', or bind it, as in ∀{name} (…)."
                self._say(one, name, Level.WARNING, message, hint, "constant-letter")
        values: dict[str, Term] = {name: Fn(name) for name in things}
        return substitute(formula, values) if values else formula

    def _say(self, one: Placed, name: str, level: Level, message: str, hint: str, code: str = FREE) -> None:
        self.notes.append(Diagnostic(code, level, message, one.parsed.place(name).moved(one.start), hint))

    def _closing(self, one: Placed, names: Sequence[str], level: Level) -> None:
        if names:
            message = f"no quantifier binds {', '.join(names)}: read as 'for all {', '.join(names)}'"
            hint = f"Write ∀{names[0]} in front; or declare '{names[0]}' under 'Constants:', if it is a certain thing."
            self._say(one, names[0], level, message, hint)

    def _unsure(self, one: Placed, names: Sequence[str], readings: str, level: Level) -> None:
        """Say that a formula can be closed in two ways."""
        name = names[0]
        message = f"no quantifier binds {', '.join(names)}, which can be read in two ways: {readings}"
        hint = f"Bind it by ∃{name} or ∀{name}; or, if '{name}' is a certain thing, declare it under 'Constants:'."
        span = one.parsed.place(name).moved(one.start)
        self.notes.append(Diagnostic(FREE, level, message, span, hint, ONE_READING, name))


def parse_formula(text: str, dialect: Dialect = UNICODE) -> tuple[Formula | None, list[Diagnostic]]:
    """Read one formula that stands alone, and close it.

    Args:
        text: the formula, without the gloss that may follow it in a program.
        dialect: any but ``smtlib``.

    Returns:
        The formula, or ``None`` if there is an error among the diagnostics.
    """
    parsed = parse(text, dialect)
    notes = list(parsed.notes)
    if len(parsed.trees) != 1:
        for choice, _ in parsed.choices[-1] if parsed.choices else ():
            hint = "Put brackets around what belongs together."
            notes.append(Diagnostic(choice.code, Level.ERROR, choice.said, choice.span, hint))
        return None, notes
    formula = parsed.trees[0]
    [closed], doubtful = close_all([Placed(parsed, formula, 0, False)], dialect, notes)
    if closed.strongest is not None or doubtful:
        notes = [replace(d, level=Level.ERROR) if d.code == FREE else d for d in notes]
    return None if any(d.level is Level.ERROR for d in notes) else closed.formula, notes
