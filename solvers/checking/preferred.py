"""Preferred models once more, by their definition: for the checker.

The order of models is written as first-order formulas about abnormality, and Z3 is asked
for a better model, or for one with another answer. Nothing is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..bridges.finite import satisfiable_over
from ..errors import Late
from ..kernel.models import holds
from ..language.program import Program
from ..language.rewrite import substitute
from ..language.syntax import Atom, Eq, Fn, Forall, Formula, Not, Or, Truth
from ..language.syntax import conjunction as every
from ..outcome import Limits, PreferredModel, PreferredModels, Verdict

Abnormality = tuple[str, tuple[str, ...]]


def fault_of(program: Program, certificate: PreferredModels, verdict: Verdict, limits: Limits) -> str:
    """Return what is wrong with preferred models as a certificate; nothing if they are right.

    Raises:
        Late: a limit was hit.
        Unchecked: a formula can't be evaluated in a model.
    """
    goals = {entry.goal for entry in certificate.models}
    expected = {Verdict.ENTAILED: {True}, Verdict.REFUTED: {False}, Verdict.UNKNOWN: {True, False}}
    if goals != expected.get(verdict):
        return "the models do not show the verdict"
    order = _Order(program, certificate.models[0])
    for entry in certificate.models:
        if entry.model.domain != order.things:
            return "the models are over different things"
        if not _is_model(program, order, entry):
            return "one of the models does not satisfy the premises, or a default that it should"
        if _satisfiable([*order.theory, order.better(set(entry.abnormal))], order.things, limits):
            return "there is a better model"
    if verdict is Verdict.UNKNOWN:
        return ""
    other = program.goal.formula if verdict is Verdict.ENTAILED else program.negated_goal
    left = [order.no_worse(set(entry.abnormal)) for entry in certificate.models]
    if _satisfiable([*order.theory, Not(other), *left], order.things, limits):
        return "another answer holds in a model that is no worse"
    return ""


def _satisfiable(formulas: Iterable[Formula], things: tuple[str, ...], limits: Limits) -> bool:
    found = satisfiable_over(formulas, things, limits)
    if found is None:
        raise Late
    return found


def _is_model(program: Program, order: _Order, entry: PreferredModel) -> bool:
    tables = dict(entry.model.functions) | {(thing, 0): {(): thing} for thing in order.things}
    model = type(entry.model)(entry.model.domain, dict(entry.model.predicates), tables)
    abnormal = set(entry.abnormal)
    if not all(holds(p.formula, model) for p in program.premises):
        return False
    if not all(instance in abnormal or holds(formula, model) for instance, formula in order.instances.items()):
        return False
    shown = Not(program.negated_goal) if entry.goal else Not(program.goal.formula)
    return order.stated <= abnormal and holds(shown, model)


class _Order:
    """The premises and defaults of a program over a model's things, and the order of its models."""

    def __init__(self, program: Program, entry: PreferredModel) -> None:
        self.things = entry.model.domain
        self.named = {str(table[()]) for (_, arity), table in entry.model.functions.items() if arity == 0}
        self.pairs = _chained(program.preferences)
        self.instances: dict[Abnormality, Formula] = {}
        self.theory: list[Formula] = [p.formula for p in program.premises]
        values = {name: str(table[()]) for (name, arity), table in entry.model.functions.items() if arity == 0}
        self.theory += [Eq(Fn(name), Fn(thing)) for name, thing in values.items() if name != thing]
        for default in program.defaults:
            rows: list[tuple[str, ...]] = [()]
            for _ in default.variables:
                rows = [(*row, thing) for row in rows for thing in self.things]
            for row in rows:
                formula = default.formula
                for thing in row:
                    assert isinstance(formula, Forall)
                    formula = substitute(formula.body, {formula.var: Fn(thing)})
                self.instances[default.label, row] = formula
                self.theory.append(Or((_abnormal((default.label, row)), formula)))
        self.stated = set()
        for exception in program.exceptions:
            if isinstance(exception.formula, Atom):
                args = [values.get(t.name, t.name) for t in exception.formula.args if isinstance(t, Fn)]
                self.stated.add((exception.formula.name, tuple(args)))
        self.theory += [_abnormal(one) for one in self.stated]

    def above(self, one: Abnormality, other: Abnormality) -> bool:
        """Return whether normality of the first matters more."""
        first, second = self.named.issuperset(one[1]), self.named.issuperset(other[1])
        return first if first != second else (one[0], other[0]) in self.pairs

    def better(self, base: set[Abnormality]) -> Formula:
        """Return that a model is better than those with these abnormalities."""
        parts: list[Formula] = [_any(Not(_abnormal(one)) for one in base)]
        for one in self.instances:
            if one not in base:
                spared = [Not(_abnormal(b)) for b in base if self.above(b, one)]
                parts.append(_any([Not(_abnormal(one)), *spared]))
        return every(tuple(parts))

    def no_worse(self, base: set[Abnormality]) -> Formula:
        """Return that a model is neither worse than those with these abnormalities nor has the same ones."""
        return _any(
            every(
                (Not(_abnormal(b)), *(Not(_abnormal(o)) for o in self.instances if o not in base and self.above(o, b)))
            )
            for b in base
        )


def _chained(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    found = set(pairs)
    for middle in {label for pair in found for label in pair}:
        before = [a for a, b in found if b == middle]
        after = [d for c, d in found if c == middle]
        found |= {(a, d) for a in before for d in after}
    return found


def _abnormal(one: Abnormality) -> Formula:
    return Atom(f"abnormal {one[0]}", tuple(Fn(thing) for thing in one[1]))


def _any(parts: Iterable[Formula]) -> Formula:
    found = tuple(parts)
    return Or(found) if len(found) > 1 else found[0] if found else Truth(False)
