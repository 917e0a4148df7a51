"""Certificates checked a second time, for the tests alone: models by the oracle's reading, lines of proofs by Z3.

It shares nothing with the kernel. Each answer is whether the certificate stands, or ``None`` where this is not sure.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

import z3

from sorites.solvers import Countermodels, Model, Program, Proof, Verdict
from sorites.solvers.kernel.certificates import Derived, Equality, Given, Instance, Line, Linear, Number, Witness
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
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
    numeral,
)

from .oracle_nodes import NUMBERS, Node, Typing
from .rechecking_lines import Numbers, Things, Unsure, bound, functions, impossible, propositional, put


def stands(program: Program, verdict: Verdict, certificate: Any) -> bool | None:
    """Return whether a certificate shows a verdict on a classical program."""
    reading = Reading(program)
    try:
        match certificate:
            case Countermodels(goal_holds, goal_fails):
                return (
                    verdict is Verdict.UNKNOWN
                    and _holds(reading, goal_holds, ("not", reading.denied))
                    and _holds(reading, goal_fails, ("not", reading.goal))
                )
            case Proof():
                shown = {"goal": Verdict.ENTAILED, "negation": Verdict.REFUTED, "contradiction": Verdict.INCONSISTENT}
                if shown.get(certificate.proves) is not verdict:
                    return False
                if certificate.model is not None and not _holds(reading, certificate.model):
                    return False
                return _Steps(reading, verdict).stand(certificate)
    except Unsure:
        return None
    except (AttributeError, KeyError, TypeError, ValueError, z3.Z3Exception):
        return False
    return None


class Reading:
    """A program as the oracle reads it."""

    def __init__(self, program: Program) -> None:
        self.typing = Typing(program.declared)
        denied: Formula = program.goal.formula
        binders = []
        for _ in program.open_variables:
            assert isinstance(denied, Forall)
            binders.append(denied)
            denied = denied.body
        denied = Not(denied)
        for binder in reversed(binders):
            denied = Forall(binder.var, denied, binder.sort)
        self.premises = [self.typing.formula(p.formula, {}) for p in program.premises]
        self.goal = self.typing.formula(program.goal.formula, {})
        self.denied = self.typing.formula(denied, {})
        self.typing.settle()
        self.members = {sort.name: sort.members for sort in program.declared.sorts if sort.members}
        self.equality = any("eq" in _words(node) for node in (*self.premises, self.goal))


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple | list):
        for part in node:
            yield from _words(part)


# --- models ----------------------------------------------------------------------------------------------------


def _holds(reading: Reading, model: Model, *claims: Node) -> bool:
    """Return whether a model is one of the premises and these claims."""
    found = _Model(reading, model)
    return found.is_one() and all(found.formula(node, {}) for node in (*reading.premises, *claims))


@dataclass(slots=True)
class _Model:
    reading: Reading
    model: Model

    def things(self, sort: str) -> tuple[str, ...]:
        if sort in NUMBERS:
            raise Unsure
        return self.model.domain if sort == "U" else self.model.sorts.get(sort, ())

    def is_one(self) -> bool:
        """Return whether it interprets what the program speaks of."""
        typing, model = self.reading.typing, self.model
        for name, arity in typing.functions:
            places = [typing.sort(("f", name, arity, i)) for i in range(arity)]
            rows = list(itertools.product(*map(self.things, places)))
            table = model.functions.get((name, arity), {})
            if not rows or not all(row in table for row in rows) or len(table) != len(rows):
                return False
            if not all(self.inside(value, typing.sort(("f", name, arity, -1))) for value in table.values()):
                return False
        if not all(key in model.predicates for key in typing.predicates):
            return False
        for name, arity in typing.predicates:
            for row in model.predicates[name, arity]:
                if len(row) != arity:
                    return False
                for i, value in enumerate(row):
                    if not self.inside(value, typing.sort(("p", name, arity, i))):
                        return False
        named: list[Any] = [self.numeral(v) for slot, v in typing.numerals if typing.sort(slot) not in NUMBERS]
        if not all(self.inside(thing, "") for thing in named):
            return False
        count = len({v for slot, v in typing.numerals if typing.sort(slot) not in NUMBERS})
        if self.reading.equality and len(set(named)) != count:
            return False
        for sort, members in self.reading.members.items():
            if sort in model.sorts and any((m, 0) in model.functions for m in members):
                known = [model.functions.get((m, 0), {}).get(()) for m in members]
                if len(set(known)) != len(members) or set(known) != set(model.sorts[sort]):
                    return False
        return True

    def inside(self, value: Any, sort: str) -> bool:
        if sort in NUMBERS:
            if type(value) not in (int, Fraction, Decimal) or (type(value) is Decimal and not value.is_finite()):
                return False
            return sort == "Real" or Fraction(value).denominator == 1
        if not sort:
            return any(value in things for things in (self.model.domain, *self.model.sorts.values()))
        return value in self.things(sort)

    def numeral(self, value: Fraction) -> Any:
        whole = value.denominator == 1
        text = numeral(value.numerator if whole else Decimal(value.numerator) / Decimal(value.denominator))
        return self.model.functions.get((text, 0), {}).get(())

    def formula(self, node: Node, env: dict[str, Any]) -> bool:
        match node[0]:
            case "atom":
                row = tuple(self.term(part, env) for part in node[2])
                return row in {tuple(map(_exact, known)) for known in self.model.predicates[node[1]]}
            case "not":
                return not self.formula(node[1], env)
            case "and":
                return all(self.formula(part, env) for part in node[1])
            case "or":
                return any(self.formula(part, env) for part in node[1])
            case "iff":
                return self.formula(node[1], env) == self.formula(node[2], env)
            case "eq":
                return bool(self.term(node[1], env) == self.term(node[2], env))
            case "cmp":
                left, right = self.term(node[2], env), self.term(node[3], env)
                return bool({"<": left < right, "≤": left <= right, ">": left > right, "≥": left >= right}[node[1]])
            case _:
                things = self.things(self.reading.typing.sort(node[2]))
                if not things:
                    return False
                some = (self.formula(node[3], {**env, node[1]: thing}) for thing in things)
                return all(some) if node[0] == "all" else any(some)

    def term(self, node: Node, env: dict[str, Any]) -> Any:
        match node[0]:
            case "var":
                return env[node[1]]
            case "num":
                return node[1] if self.reading.typing.sort(node[2]) in NUMBERS else self.numeral(node[1])
            case "fn":
                return _exact(self.model.functions[node[1]][tuple(self.term(part, env) for part in node[2])])
            case _:
                left, right = self.term(node[2], env), self.term(node[3], env)
                if node[1] in "+-*":
                    return {"+": left + right, "-": left - right, "*": left * right}[node[1]]
                if not right:
                    raise Unsure
                rest = left - abs(right) * floor(left / abs(right))
                return {"/": left / right, "%": rest, "÷": (left - rest) / right}[node[1]]


def _exact(value: Any) -> Any:
    return value if isinstance(value, str) else Fraction(value)


@dataclass(slots=True)
class _Steps:
    """The lines of a proof, each by itself."""

    reading: Reading
    verdict: Verdict
    lines: list[Formula] = field(default_factory=list)
    witnesses: dict[tuple[str, int], str] = field(default_factory=dict)

    def stand(self, proof: Proof) -> bool:
        for line in proof.lines:
            if not self.line(line):
                return False
            self.lines.append(line.formula)
        reasons = [line.reason for line in proof.lines]
        used = {reason.index for reason in reasons if isinstance(reason, Given) and reason.source == "premise"}
        return bool(self.lines) and self.lines[-1] == Truth(False) and proof.premises_used == tuple(sorted(used))

    def line(self, line: Line) -> bool:
        formula = line.formula
        match line.reason:
            case Given("premise", index):
                return 0 <= index < len(self.reading.premises) and self.says(self.reading.premises[index], formula)
            case Given("goal", _):
                node = {Verdict.ENTAILED: self.reading.goal, Verdict.REFUTED: self.reading.denied}.get(self.verdict)
                return node is not None and isinstance(formula, Not) and self.says(node, formula.body)
            case Given("axiom", _):
                return self.is_axiom(formula)
            case Instance(terms):
                return self.is_instance(formula, terms)
            case Witness(name):
                return self.is_witness(formula, name)
            case Derived(parents):
                if not all(0 < parent <= len(self.lines) for parent in parents):
                    return False
                atoms: dict[Any, Any] = {}
                known = [propositional(self.lines[parent - 1], atoms) for parent in parents]
                return impossible(*known, z3.Not(propositional(formula, atoms)))
            case Equality():
                return impossible(z3.Not(propositional(formula, {}, Things())))
            case Linear() | Number():
                return impossible(z3.Not(propositional(formula, {}, Numbers(self.sort))))
        return False

    def says(self, node: Node, formula: Formula) -> bool:
        """Return whether a formula is what a node says, with the sorts."""
        sort = self.reading.typing.sort
        match node[0], formula:
            case "atom", Atom(name, args):
                return node[1] == (name, len(args)) and all(map(self.names, node[2], args))
            case "eq", Eq(left, right):
                return self.names(node[1], left) and self.names(node[2], right)
            case "cmp", Cmp(op, left, right):
                return node[1] == op and self.names(node[2], left) and self.names(node[3], right)
            case ("all", Forall(name, body, of)) | ("some", Exists(name, body, of)):
                return node[1] == name and sort(node[2]) == (of or "U") and self.says(node[3], body)
            case "not", Xor(left_, right_):
                return node[1][0] == "iff" and self.says(node[1][1], left_) and self.says(node[1][2], right_)
            case "not", Not(body):
                return self.says(node[1], body)
            case "or", Implies(left_, right_):
                parts = node[1]
                return len(parts) == 2 and self.says(parts[0], Not(left_)) and self.says(parts[1], right_)
            case ("and", And(parts)) | ("or", Or(parts)):
                return len(parts) == len(node[1]) and all(map(self.says, node[1], parts))
            case "iff", Iff(left_, right_):
                return self.says(node[1], left_) and self.says(node[2], right_)
            case (("and" | "or"), Truth(value)):
                return not node[1] and value is (node[0] == "and")
        return False

    def names(self, node: Node, term: Term) -> bool:
        match node[0], term:
            case "var", Var(name):
                return bool(node[1] == name)
            case "num", Num(value):
                return bool(node[1] == value)
            case "num", Fn(name, ()):
                return self.reading.typing.sort(node[2]) not in NUMBERS and node[1] == _number_of(name)
            case "fn", Fn(name, args):
                return node[1] == (name, len(args)) and all(map(self.names, node[2], args))
            case "calc", Fn(name, (left, right)):
                return node[1] == name and self.names(node[2], left) and self.names(node[3], right)
        return False

    def is_axiom(self, formula: Formula) -> bool:
        match formula:
            case Not(Eq(one, other)):
                kinds = [self.kind(one), self.kind(other)]
                return None not in kinds and kinds[0][0] == kinds[1][0] and kinds[0] != kinds[1]
            case Forall(name, body, sort) if sort in self.reading.members:
                parts = body.parts if isinstance(body, Or) else (body,)
                members = [Eq(Var(name), Fn(member)) for member in self.reading.members[sort]]
                return set(members) == set(parts)
        return False

    def kind(self, term: Term) -> Any:
        """Return the family of constants that are all different that a term is of, and which of them it is."""
        for sort, members in self.reading.members.items():
            if isinstance(term, Fn) and not term.args and term.name in members:
                return sort, term.name
        value = term.value if isinstance(term, Num) else _number_of(term.name) if isinstance(term, Fn) else None
        things = {v for slot, v in self.reading.typing.numerals if self.reading.typing.sort(slot) not in NUMBERS}
        return None if value is None or Fraction(value) not in things else ("numerals", Fraction(value))

    def is_instance(self, formula: Formula, terms: Iterable[Term]) -> bool:
        if not isinstance(formula, Implies):
            return False
        for kind, said, instance in ((Forall, formula.left, formula.right), (Exists, formula.right, formula.left)):
            given = list(terms)
            found: Formula = said
            while given and isinstance(found, kind):
                term = given.pop(0)
                sort, wanted = self.sort(term), found.sort or "U"
                if sort != wanted and (sort, wanted) != ("Int", "Real"):
                    return False
                found = put(found.body, found.var, term)
            if not given and found == instance:
                return True
        return False

    def is_witness(self, formula: Formula, name: str) -> bool:
        variables: list[Var] = []
        while isinstance(formula, Forall):
            variables.append(Var(formula.var))
            formula = formula.body
        known = {n for n, _ in (*self.reading.typing.functions, *self.witnesses)} | {"+", "-", "*", "/", "÷", "%"}
        known |= {member for members in self.reading.members.values() for member in members}
        if not isinstance(formula, Implies) or name in known or len(set(variables)) < len(variables):
            return False
        term = Fn(name, tuple(variables))
        for kind, said, instance in ((Exists, formula.left, formula.right), (Forall, formula.right, formula.left)):
            if isinstance(said, kind) and not (functions(said) - known - self.numerals()):
                if bound(said.body) & {v.name for v in variables}:
                    raise Unsure  # a variable of the term might be caught
                if put(said.body, said.var, term) == instance:
                    self.witnesses[name, len(variables)] = said.sort or "U"
                    return True
        return False

    def numerals(self) -> set[str]:
        return {numeral(v.numerator) for _, v in self.reading.typing.numerals if v.denominator == 1} | {"1.5", "0.5"}

    def sort(self, term: Term) -> str:
        """Return the sort of a closed term; raise where it names what is not there."""
        typing = self.reading.typing
        match term:
            case Num(value, decimal):
                if not typing.calculated:
                    return "U"
                return "Real" if decimal or not isinstance(value, int) else "Int"
            case Fn("+" | "-" | "*" | "/" | "÷" | "%" as name, (left, right)):
                kinds = {self.sort(left), self.sort(right)}
                return "?" if kinds - {*NUMBERS} else "Int" if kinds == {"Int"} and name != "/" else "Real"
            case Fn(name, args):
                if "?" in [self.sort(arg) for arg in args]:
                    return "?"
                if (name, len(args)) in self.witnesses:
                    return self.witnesses[name, len(args)]
                member = any(name in members for members in self.reading.members.values())
                number = _number_of(name) is not None and not args
                return (
                    typing.sort(("f", name, len(args), -1))
                    if (name, len(args)) in typing.functions or member
                    else next((typing.sort(s) for s, v in typing.numerals if number and v == _number_of(name)), "?")
                )
        return "?"


def _number_of(name: str) -> Fraction | None:
    try:
        return Fraction(name)
    except ValueError:
        return None
