"""Defeasible theories once more, by the definition and nothing else: for the checker.

Every rule is instantiated over all constants, and the conditions of proof are evaluated
over and over until nothing changes. Slow, and sharing nothing with the engine.
"""

from __future__ import annotations

import itertools
from typing import Final

from ..clock import check, look
from ..errors import TooLarge
from ..language.program import Program
from ..language.rewrite import substitute
from ..language.syntax import And, Atom, Forall, Formula, Implies, Or, Var
from ..language.syntax import Not as Negation
from ..language.traverse import free_variables, walk

MAX_RULES: Final = 20_000
"""The most ground rules that are checked."""
Ground = tuple[str, frozenset[Formula], Formula]
"""A label (empty for strict), a body, a head."""
Numbered = tuple[str, frozenset[int], int]
"""The same with numbers for literals; the opposite of a literal is its neighbour."""


def proved(program: Program, *, team: bool = False, propagate: bool = False) -> set[Formula]:
    """Return the literals that a program proves.

    Args:
        program: the program.
        team: whether rules of one side may share in beating attackers.
        propagate: whether support is enough for an attack.

    Raises:
        TooLarge: there are too many ground rules.
        Late: the time is up.
    """
    names: dict[Formula, int] = {}
    rules = [
        (label, frozenset(_number(f, names) for f in body), _number(head, names))
        for label, body, head in _ground(program)
    ]
    yes = _Proving(rules, len(names), set(program.preferences), team, propagate).run()
    return {Negation(atom) if sign else atom for atom, i in names.items() for sign in (0, 1) if 2 * i + sign in yes}


def _number(literal: Formula, names: dict[Formula, int]) -> int:
    """Return the number of a literal: an even one for an atom, the next one for its negation."""
    atom = literal.body if isinstance(literal, Negation) else literal
    return 2 * names.setdefault(atom, len(names)) + isinstance(literal, Negation)


class _Proving:
    """What is proved and what can't be, by the definition, evaluated until nothing changes."""

    def __init__(
        self, rules: list[Numbered], atoms: int, preferred: set[tuple[str, str]], team: bool, propagate: bool
    ) -> None:
        self.rules, self.preferred, self.team, self.propagate = rules, preferred, team, propagate
        self.rules_for: list[list[Numbered]] = [[] for _ in range(2 * atoms)]
        for rule in rules:
            self.rules_for[rule[2]].append(rule)
        self.definite: set[int] = set()
        while more := {h for label, b, h in rules if not label and b <= self.definite} - self.definite:
            check()
            self.definite |= more
        self.yes: set[int] = set()
        self.no: set[int] = set()
        # Support is proof itself unless ambiguity propagates.
        self.backed, self.unbacked = (set[int](), set[int]()) if propagate else (self.yes, self.no)

    def run(self) -> set[int]:
        """Return what is proved."""
        while True:
            before = self.known
            for literal in range(len(self.rules_for)):
                look()
                if self.propagate and literal not in self.backed and literal not in self.unbacked:
                    self.look_for_support(literal)
                if literal not in self.yes and literal not in self.no:
                    self.look_for_proof(literal)
            if self.known > before:
                continue
            for true, false, fails in (
                (self.yes, self.no, self.proves_nothing),
                (self.backed, self.unbacked, self.backs_nothing),
            ):
                might = set(true)
                usable = [rule for rule in self.rules if rule[2] not in false and not fails(rule)]
                while more := {h for _, b, h in usable if b <= might} - might:
                    check()
                    might |= more
                false |= set(range(len(self.rules_for))) - might
            if self.known == before:
                return self.yes

    @property
    def known(self) -> int:
        """How much is settled."""
        return sum(map(len, (self.yes, self.no, self.backed, self.unbacked)))

    def beats(self, r: Numbered, s: Numbered) -> bool:
        """Return whether a rule is preferred to another."""
        return (r[0], s[0]) in self.preferred

    def proves_nothing(self, r: Numbered) -> bool:
        """Return whether some rule against this one has its body, and nothing that might apply beats it."""
        mine = [t for t in self.rules_for[r[2]] if not t[1] & self.no] if self.team else [r]
        return any(s[1] <= self.backed and not any(self.beats(t, s) for t in mine) for s in self.rules_for[r[2] ^ 1])

    def backs_nothing(self, r: Numbered) -> bool:
        """Return whether a rule that beats this one has its body proved, so that it gives no support."""
        if not self.propagate:
            return self.proves_nothing(r)
        return any(s[1] <= self.yes and self.beats(s, r) for s in self.rules_for[r[2] ^ 1])

    def look_for_support(self, literal: int) -> None:
        """Settle, if that can be done by now, whether a literal has support."""
        mine, theirs = self.rules_for[literal], self.rules_for[literal ^ 1]
        if literal in self.definite or any(
            r[1] <= self.backed and all(s[1] & self.no or not self.beats(s, r) for s in theirs) for r in mine
        ):
            self.backed.add(literal)
        elif all(r[1] & self.unbacked or any(s[1] <= self.yes and self.beats(s, r) for s in theirs) for r in mine):
            self.unbacked.add(literal)

    def look_for_proof(self, literal: int) -> None:
        """Settle, if that can be done by now, whether a literal is proved."""
        if literal in self.definite or literal ^ 1 in self.definite:
            (self.yes if literal in self.definite else self.no).add(literal)
            return
        mine = [r for r in self.rules_for[literal] if not r[1] & self.no]
        theirs = [s for s in self.rules_for[literal ^ 1] if not s[1] & self.unbacked]
        ready = [r for r in mine if r[1] <= self.yes]
        real = [s for s in theirs if s[1] <= self.backed]
        beats = self.beats
        if self.team:
            won = bool(ready) and all(any(beats(r, s) for r in ready) for s in theirs)
            lost = not mine or any(not any(beats(r, s) for r in mine) for s in real)
        else:
            won = any(all(beats(r, s) for s in theirs) for r in ready)
            lost = all(any(not beats(r, s) for s in real) for r in mine)
        if won or lost:
            (self.yes if won else self.no).add(literal)


def _ground(program: Program) -> list[Ground]:
    formulas = [("", p.formula) for p in program.premises] + [(d.label, d.formula) for d in program.defeasible]
    goal = program.goal.formula
    constants = {t for _, f in [*formulas, ("", goal)] for n in walk(f) if hasattr(n, "args") for t in n.args}
    things = sorted((t for t in constants if not isinstance(t, Var)), key=str)
    exempt = {(e.formula.name, e.formula.args) for e in program.exceptions if isinstance(e.formula, Atom)}
    variables = {d.label: d.variables for d in program.defeasible}
    found: list[Ground] = []
    for label, formula in formulas:
        while isinstance(formula, Forall):
            formula = formula.body
        names = sorted(free_variables(formula))
        if len(things) ** len(names) > MAX_RULES:
            raise TooLarge(len(things) ** len(names))
        for values in itertools.product(things, repeat=len(names)):
            look()
            value = dict(zip(names, values, strict=True))
            if label and (label, tuple(value.get(v) for v in variables[label])) in exempt:
                continue
            one = substitute(formula, value)
            found += [(label, frozenset(body), head) for body, head in _clauses(one)]
        if len(found) > MAX_RULES:
            raise TooLarge(len(found))
    return list(dict.fromkeys(found))


def _clauses(formula: Formula) -> list[tuple[list[Formula], Formula]]:
    """Return bodies and heads of what a ground formula states."""
    match formula:
        case And(parts):
            return [clause for part in parts for clause in _clauses(part)]
        case Implies(Or(parts), right):
            return [clause for part in parts for clause in _clauses(Implies(part, right))]
        case Implies(left, right):
            body = [_plain(p) for p in (left.parts if isinstance(left, And) else (left,))]
            return [([*body, *more], head) for more, head in _clauses(right)]
        case _:
            return [([], _plain(formula))]


def _plain(literal: Formula) -> Formula:
    while isinstance(literal, Negation) and isinstance(literal.body, Negation):
        literal = literal.body.body
    return literal
