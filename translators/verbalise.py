"""Formulas in words, by the glosses of their program: plain, with one reading each."""

from __future__ import annotations

import re

from sorites.solvers import Program
from sorites.solvers.language.printer import print_formula, print_term
from sorites.solvers.language.syntax import And, Atom, Eq, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Xor


def say(program: Program, formula: Formula) -> str:
    """Return a formula in words; a part that no gloss covers stands as a formula."""
    return _Speaker(program).say(formula)


class _Speaker:
    def __init__(self, program: Program) -> None:
        self.predicates = {(p.name, p.arity): p for p in reversed(program.predicates) if p.gloss}
        self.constants = {c.name: c.gloss for c in program.constants if c.gloss}

    def say(self, formula: Formula) -> str:  # a case for each kind of node
        match formula:
            case Atom():
                return self.atom(formula) or print_formula(formula)
            case Not(Eq(left, right)):
                return f"{self.term(left)} is not {self.term(right)}"
            case Not(body):
                return f"it is not so that {self.part(body)}"
            case Eq(left, right):
                return f"{self.term(left)} is {self.term(right)}"
            case And(parts):
                return " and ".join(map(self.part, parts))
            case Or(parts):
                return " or ".join(map(self.part, parts))
            case Xor(left, right):
                return f"either {self.part(left)} or {self.part(right)} but not both"
            case Implies(left, right):
                return f"if {self.part(left)} then {self.part(right)}"
            case Iff(left, right):
                return f"{self.part(left)} if and only if {self.part(right)}"
            case Forall(var, body, sort):
                inner = self.say(body) if isinstance(body, Forall | Implies) else self.part(body)
                return f"for all {_of_sort(var, sort)}, {inner}"
            case Exists(var, body, sort):
                return f"there is {_of_sort(var, sort)} such that {self.part(body)}"
            case _:
                return print_formula(formula)

    def part(self, formula: Formula) -> str:
        """Return a formula within another: in brackets, unless it can't be read in two ways."""
        said = self.say(formula)
        return said if isinstance(formula, Atom | Eq | Not) else f"({said})"

    def atom(self, atom: Atom) -> str:
        predicate = self.predicates.get((atom.name, len(atom.args)))
        if predicate is None:
            return ""
        values = dict(zip(predicate.params, map(self.term, atom.args), strict=True))
        if not values:
            return predicate.gloss.rstrip(".")
        # The sides of "a 4 x 5 inches box" are no variables.
        pattern = re.compile(rf"(?<!\d )\b({'|'.join(map(re.escape, values))})\b(?! \d)")
        return pattern.sub(lambda m: values[m.group(1)], predicate.gloss.rstrip("."))

    def term(self, term: Term) -> str:
        if isinstance(term, Fn) and not term.args and term.name in self.constants:
            return self.constants[term.name]
        return print_term(term)


def _of_sort(variable: str, sort: str) -> str:
    return f"{variable} of the sort {sort}" if sort else variable
