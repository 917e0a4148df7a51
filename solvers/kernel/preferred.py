"""Preferred models, by their definition: which ground formulas must have no model, and that they have none.

Names, domains and what is abnormal come from the program. A default fails of things where its instance is false of
them, so that the order of models is one of truth values of ground formulas, and what has to be shown is propositional.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ..clock import look
from ..logic.cases import Cases
from ..logic.domains import domains, naming, things
from ..logic.program import Program, Statement
from ..logic.rewriting import descend, same
from ..logic.sorts import Sorts, settled
from ..logic.symbols import THING, Signature
from ..logic.syntax import (
    And,
    Atom,
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
    conjunction,
    disjunction,
    numeral,
)
from .certificates import Certificate, Derived, Element, Given, Model, PreferredModel, PreferredModels, Verdict
from .models import Meaning, check_tables
from .proofs import Replay
from .refusal import Refused, Unchecked

Abnormality = tuple[str, tuple[str, ...]]
"""The label of a default and the things that it fails of."""


def check_preferred(
    program: Program,
    verdict: Verdict,
    certificate: PreferredModels,
    sure: Callable[[Program, Verdict, Certificate], None],
) -> None:
    """Make sure that preferred models show a verdict.

    Args:
        program: the program.
        verdict: what is said of its goal.
        certificate: why.
        sure: makes sure that a certificate shows a verdict of a classical program.

    Raises:
        Refused: they do not.
        Unchecked: what has to be refuted for it is not.
    """
    cases = Cases(program)
    for one in certificate.lemmas:
        if one.certificate is None:
            raise Unchecked("there is only the engine's word for a lemma about numbers")
        sure(Program((), Statement(one.formula), declared=cases.declared), Verdict.ENTAILED, one.certificate)
    refutations = iter(certificate.refutations)
    for wrong, formulas in obligations(program, verdict, certificate):
        lines = next(refutations, None)
        if lines is None:
            raise Unchecked(f"no proof was found that it is not so that {wrong}")
        if not all(isinstance(line.reason, Given | Derived) for line in lines):
            raise Refused("a refutation of ground formulas goes by the connectives alone")
        given = {("premise", i): formula for i, formula in enumerate(formulas)}
        Replay(settled((), Signature()), given).refutes(lines)
    if next(refutations, None) is not None:
        raise Refused("there are more refutations than are needed")


def obligations(
    program: Program, verdict: Verdict, certificate: PreferredModels
) -> Iterator[tuple[str, tuple[Formula, ...]]]:
    """Yield what must have no model for preferred models to show a verdict, each with what is so if it has one.

    Raises:
        Refused: they do not show it in any case.
    """
    if not program.defaults:
        raise Refused("the program has no defaults")
    cases, own = Cases(program), len(program.premises)
    names, (tried, more) = naming(cases.plain), domains(cases.plain)
    program = cases.with_lemmas(one.formula for one in certificate.lemmas)
    goals = {Verdict.ENTAILED: {True}, Verdict.REFUTED: {False}, Verdict.UNKNOWN: {True, False}}.get(verdict)
    if {entry.goal for entry in certificate.models} != goals:
        raise Refused("the models do not show the verdict")
    over: dict[int, list[PreferredModel]] = {}
    for entry in (replace(one, model=of_things(cases, one.model, names)) for one in certificate.models):
        over.setdefault(len(entry.model.domain) - len(set(names.values())), []).append(entry)
    base = next((count for count in tried if count in over), None)
    if base is None:
        raise Refused("the models are over other things than the program speaks of")
    before = tried[: tried.index(base)]
    asked_over = [count for count in range(base, base + more + 1) if count not in before]
    if not over.keys() <= set(asked_over):
        raise Refused("a model is over more things, or fewer, than the goal is asked over")
    for count in before:
        yield "a domain that comes first has a model", Order(program, names, count).premises
    for count in asked_over if verdict is not Verdict.UNKNOWN else over:
        order, entries = Order(program, names, count), over.get(count, [])
        denied = order.asked[verdict is not Verdict.REFUTED]
        for entry in entries:
            order.check(entry)
            yield "there is a better model", (*order.premises, *order.better(set(entry.abnormal)))
        others = (*order.premises, *(order.no_worse(set(entry.abnormal)) for entry in entries))
        if verdict is not Verdict.UNKNOWN:
            yield "a model that is no worse has another answer", (*others, denied)
        if count == max(over):
            yield from _needed(order, own, certificate, verdict, others, denied)


def of_things(cases: Cases, model: Model, names: Mapping[str, str]) -> Model:
    """Return a program's model as one of the program of things alone.

    Raises:
        Refused: it is no model, or one of other things.
    """
    if cases.plain is cases.program:
        return model
    check_tables(model, cases.ready.names, cases.ready.sorts)
    there = {sort: ones for sort, ones in {THING: model.domain, **model.sorts}.items() if ones}
    everything = things(names, model.size - len(set(names.values())))
    known = cases.sorts.keys() or {THING}
    if sorted(everything) != sorted(itertools.chain(*there.values())) or not there.keys() <= known:
        raise Refused("a model is over other things than the program speaks of")
    tables = dict(model.predicates)
    tables |= {(name, 1): frozenset((thing,) for thing in there.get(sort, ())) for sort, name in cases.sorts.items()}
    for (name, arity), graph in cases.functions.items():
        tables[graph, arity + 1] = frozenset((*row, value) for row, value in model.functions[name, arity].items())
    constants = {key: table for key, table in model.functions.items() if not key[1] and key not in cases.numbers}
    nothing: tuple[Element, ...] = ()
    calculated = {key: model.functions[key] for key in cases.numbers} | {(t, 0): {nothing: t} for t in everything}
    true = Meaning(replace(model, functions=calculated), typed=True).holds
    compared = {(name, len(sorts)): set[tuple[Element, ...]]() for name, (_, sorts) in cases.comparisons.items()}
    for key, row, said in cases.instances(there):
        if true(said):
            compared[key].add(row)
    tables |= {key: frozenset(rows) for key, rows in compared.items()}
    return Model(everything, tables, constants)


def _needed(
    order: Order,
    own: int,
    certificate: PreferredModels,
    verdict: Verdict,
    others: tuple[Formula, ...],
    denied: Formula,
) -> Iterator[tuple[str, tuple[Formula, ...]]]:
    """Yield what must have no model for what is said to be needed to be enough, and normal in all preferred models."""
    applied, used = certificate.applied, certificate.premises_used
    if verdict is Verdict.UNKNOWN and (applied or used):
        raise Refused("nothing is needed for an answer that is open")
    if not order.instances.keys() - order.stated >= set(applied):
        raise Refused("a default is said to be applied to what it is not about")
    if not set(used) <= set(range(own)):
        raise Refused("a premise is said to be needed that there is not")
    if applied:
        failing = disjunction(tuple([Not(order.instances[one]) for one in applied]))
        yield "a default that is applied fails in a model that is no worse", (*others, failing)
    if applied or used:
        stated = (*(order.premises[i] for i in used), *order.premises[own:])  # what goes beside is true in any case
        needed = (*stated, *(order.instances[one] for one in applied))
        yield "the answer does not follow from what it is said to need", (*needed, denied)


class Order:
    """A program over one domain, and the order of its models there.

    Attributes:
        things: the domain.
        premises: the premises, written out.
        asked: that the goal holds, and that it fails.
        instances: for each default, and the things that it may be applied to, what it says of them.
        stated: what is abnormal by statement.
    """

    def __init__(self, program: Program, names: Mapping[str, str], unnamed: int) -> None:
        self.program, self.names, self.things = program, names, things(names, unnamed)
        self.named = frozenset(names.values())
        self.ranks = set(program.preferences)
        for middle in dict(program.preferences):
            look()
            below = {lower for higher, lower in self.ranks if higher == middle}
            self.ranks |= {(one, lower) for one, other in self.ranks if other == middle for lower in below}
        self.premises = tuple(self.ground(p.formula, {}) for p in program.premises)
        asked = Not(program.negated_goal), Not(program.goal.formula)
        self.asked = tuple(self.ground(formula, {}) for formula in asked)
        self.instances: dict[Abnormality, Formula] = {}
        for default in program.defaults:
            for row in itertools.product(self.things, repeat=len(default.variables)):
                look()
                values = dict(zip(default.variables, row, strict=True))
                self.instances[default.label, row] = self.ground(default.body, values)
        told = (one.formula for one in program.exceptions)
        self.stated = {(e.name, tuple(self.thing(t, {}) for t in e.args)) for e in told if isinstance(e, Atom)}

    def check(self, entry: PreferredModel) -> None:
        """Make sure that an entry is a model over this domain, in which just those defaults fail that it says.

        Raises:
            Refused: it is not.
        """
        nothing: tuple[Element, ...] = ()
        model, predicates = entry.model, self.program.signature.predicates
        constants = {(name, 0): {nothing: thing} for name, thing in self.names.items()}
        if model.domain != self.things or model.functions != constants or model.sorts:
            raise Refused("a model names other things than the program does")
        if model.predicates.keys() != {*predicates}:
            raise Refused("a model does not say of what the program's predicates hold")
        check_tables(model, Signature(predicates), Sorts())
        true = Meaning(replace(model, functions={(thing, 0): {nothing: thing} for thing in self.things})).holds
        failing = {one for one, formula in self.instances.items() if not true(formula)}
        if sorted(entry.abnormal) != sorted(failing | self.stated):
            raise Refused("other defaults fail in a model than it says")
        if not all(map(true, (*self.premises, self.asked[not entry.goal]))):
            raise Refused("a model does not satisfy the premises, or what it should show")

    def better(self, base: set[Abnormality]) -> tuple[Formula, ...]:
        """Return what holds in models that are better than those with these abnormalities."""
        failing = sorted(base - self.stated)
        parts = [disjunction(tuple([self.instances[one] for one in failing]))]
        for one, instance in self.instances.items():
            if one not in base:
                above = [self.instances[other] for other in failing if self.outranks(other, one)]
                parts.append(disjunction((instance, *above)))
        return tuple(parts)

    def no_worse(self, base: set[Abnormality]) -> Formula:
        """Return what holds in models that are not worse than those with these abnormalities."""
        alike = conjunction(tuple([instance for one, instance in self.instances.items() if one not in base]))
        return disjunction((alike, self.apart(base)))

    def apart(self, base: set[Abnormality]) -> Formula:
        """Return what holds in models that are neither worse than those with these abnormalities nor like them."""
        cases = []
        for one in sorted(base - self.stated):
            above = [f for other, f in self.instances.items() if other not in base and self.outranks(other, one)]
            cases.append(conjunction((self.instances[one], *above)))
        return disjunction(tuple(cases))

    def outranks(self, one: Abnormality, other: Abnormality) -> bool:
        """Return whether it matters more that the first is normal: what is of a thing with a name, then preferences."""
        look()
        first, second = (not self.named.isdisjoint(each[1]) for each in (one, other))
        return first if first != second else (one[0], other[0]) in self.ranks

    def ground(self, formula: Formula, values: Mapping[str, str]) -> Formula:
        """Return a formula written out over the domain, with each thing as a constant.

        Raises:
            Refused: it speaks of more than things: of numbers or sorts.
        """
        look()
        match formula:
            case Atom(name, args):
                return Atom(name, tuple([Fn(self.thing(arg, values)) for arg in args]))
            case Eq(left, right):
                return Truth(self.thing(left, values) == self.thing(right, values))
            case Forall(name, body, "") | Exists(name, body, ""):
                parts = [self.ground(body, {**values, name: thing}) for thing in self.things]
                return (conjunction if type(formula) is Forall else disjunction)(tuple(parts))
            case Not() | And() | Or() | Xor() | Implies() | Iff() | Truth():
                return descend(formula, lambda part: self.ground(part, values), same)
        raise Refused("programs with comparisons or sorts have no preferred models")

    def thing(self, term: Term, values: Mapping[str, str]) -> str:
        """Return the thing that a term names."""
        match term:
            case Var(name):
                return values[name]
            case Num(value):
                return self.names[numeral(value)]
            case Fn(name, ()):
                return self.names[name]
        raise Refused("programs with functions have no preferred models")
