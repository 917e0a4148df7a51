"""Certificates as shapes of JSON, and the other way round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from ..kernel.certificates import (
    Argument,
    Certificate,
    Closed,
    Closure,
    Conflict,
    Countermodels,
    Derived,
    Element,
    Equality,
    Finding,
    Findings,
    Firing,
    Given,
    Instance,
    Line,
    Linear,
    Model,
    Number,
    PreferredModel,
    PreferredModels,
    Proof,
    Reason,
    Step,
    Verdict,
    Witness,
)
from ..logic.syntax import Formula
from .shapes import (
    AmountOut,
    AppliedDefaultOut,
    ArgumentOut,
    CertificateShape,
    ClosedShape,
    ClosureOut,
    ConflictOut,
    CountermodelsOut,
    DerivedOut,
    FindingOut,
    FindingsOut,
    FiringOut,
    FunctionOut,
    GivenOut,
    InstanceOut,
    LawOut,
    LinearOut,
    LineOut,
    ModelOut,
    PredicateOut,
    PreferredModelOut,
    PreferredModelsOut,
    ProofOut,
    ReasonOut,
    StepOut,
    ThingOut,
    WitnessOut,
)
from .trees import Misplaced, NodeOut, Table, Trees, digits, number


class Writer:
    """Puts certificates into these shapes.

    Attributes:
        table: the formulas that they speak of.
    """

    def __init__(self, said: Callable[[Formula], str]) -> None:
        self.table = Table()
        self._said = said

    def certificate(self, found: Certificate) -> CertificateShape:
        """Return a certificate's shape."""
        if not isinstance(found, Findings):
            return self._closed(found)
        order = {id(one.certificate): one.certificate for one in found.ones if one.certificate is not None}
        places = {key: place for place, key in enumerate(order)}
        findings = [
            FindingOut(
                asks=one.asks,
                rows=[[*map(self.table.place, row)] for row in one.rows],
                verdict=_decided(one.verdict),
                certificate=places.get(id(one.certificate)),
            )
            for one in found.ones
        ]
        return FindingsOut(ones=findings, certificates=[*map(self._closed, order.values())])

    def _closed(self, found: Closed) -> ClosedShape:
        match found:
            case Proof():
                return ProofOut(
                    proves=found.proves,
                    premises_used=list(found.premises_used),
                    engine=found.engine,
                    lines=[self._line(line) for line in found.lines],
                    sketch=_steps_out(found.sketch),
                    model=_model_out(found.model) if found.model is not None else None,
                )
            case Countermodels():
                return CountermodelsOut(
                    goal_holds=_model_out(found.goal_holds), goal_fails=_model_out(found.goal_fails)
                )
            case Closure():
                return ClosureOut(
                    literals=[*map(self.table.place, sorted(found.literals, key=repr))],
                    premises_used=list(found.premises_used),
                    steps=[*map(self._firing, found.steps)],
                )
            case Argument():
                return ArgumentOut(
                    literals=[*map(self.table.place, sorted(found.literals, key=repr))],
                    premises_used=list(found.premises_used),
                    steps=[*map(self._firing, found.steps)],
                    conflicts=[
                        ConflictOut(literal=self.table.place(c.literal), rule=c.rule, against=c.against, why=c.why)
                        for c in found.conflicts
                    ],
                    team=found.team,
                    propagate=found.propagate,
                )
            case PreferredModels():
                return PreferredModelsOut(
                    models=[
                        PreferredModelOut(
                            model=_model_out(one.model), abnormal=_defaults_out(one.abnormal), goal=one.goal
                        )
                        for one in found.models
                    ],
                    applied=_defaults_out(found.applied),
                    premises_used=list(found.premises_used),
                    refutations=[[*map(self._line, lines)] for lines in found.refutations],
                )

    def _line(self, line: Line) -> LineOut:
        place = self.table.place(line.formula)
        return LineOut(formula=place, text=self._said(line.formula), reason=self._reason(line.reason))

    def _firing(self, step: Firing) -> FiringOut:
        place, text = self.table.place(step.formula), self._said(step.formula)
        return FiringOut(formula=place, text=text, rule=step.rule, parents=list(step.parents), premise=step.premise)

    def _reason(self, reason: Reason) -> ReasonOut:
        match reason:
            case Given(source, index):
                return GivenOut(by=source, index=index)
            case Instance(terms):
                return InstanceOut(terms=[*map(self.table.place, terms)])
            case Witness(name):
                return WitnessOut(name=name)
            case Equality():
                return LawOut(by="equality")
            case Number():
                return LawOut(by="number")
            case Linear(coefficients):
                return LinearOut(coefficients=[*map(str, coefficients)])
            case Derived(parents):
                return DerivedOut(parents=list(parents))


class Reader:
    """Makes certificates of these shapes again.

    Raises:
        Misplaced: the table of formulas is no such table.
    """

    def __init__(self, nodes: Sequence[NodeOut]) -> None:
        self._trees = Trees(nodes)

    def formulas(self, places: Sequence[int]) -> list[Formula]:
        """Return the formulas at these places.

        Raises:
            Misplaced: one of them holds none.
        """
        return [*map(self._trees.formula, places)]

    def certificate(self, shape: CertificateShape) -> Certificate:
        """Return the certificate of a shape.

        Raises:
            Misplaced: a place holds no formula, or no term, or a model's table has two values in one place.
        """
        if not isinstance(shape, FindingsOut):
            return self._closed(shape)
        certificates = [*map(self._closed, shape.certificates)]
        return Findings(tuple(self._finding(i, one, certificates) for i, one in enumerate(shape.ones)))

    def _finding(self, number: int, one: FindingOut, certificates: Sequence[Closed]) -> Finding:
        if one.certificate is not None and one.certificate >= len(certificates):
            raise Misplaced(f"certificate.ones.{number}: there is no certificate {one.certificate}")
        rows = tuple(tuple(map(self._trees.term, row)) for row in one.rows)
        return Finding(one.asks, rows, one.verdict, None if one.certificate is None else certificates[one.certificate])

    def _closed(self, shape: ClosedShape) -> Closed:
        formula = self._trees.formula
        match shape:
            case ProofOut():
                return Proof(
                    shape.proves,
                    tuple(shape.premises_used),
                    shape.engine,
                    self._lines("lines", shape.lines),
                    _steps(shape.sketch),
                    _model(shape.model) if shape.model is not None else None,
                )
            case CountermodelsOut():
                return Countermodels(_model(shape.goal_holds), _model(shape.goal_fails))
            case ClosureOut():
                used = tuple(shape.premises_used)
                return Closure(frozenset(map(formula, shape.literals)), used, tuple(map(self._fired, shape.steps)))
            case ArgumentOut():
                return Argument(
                    frozenset(map(formula, shape.literals)),
                    tuple(shape.premises_used),
                    tuple(map(self._fired, shape.steps)),
                    tuple(Conflict(formula(c.literal), c.rule, c.against, c.why) for c in shape.conflicts),
                    shape.team,
                    shape.propagate,
                )
            case PreferredModelsOut():
                models = (PreferredModel(_model(m.model), _defaults(m.abnormal), m.goal) for m in shape.models)
                proofs = (self._lines(f"refutations.{i}", lines) for i, lines in enumerate(shape.refutations))
                used = tuple(shape.premises_used)
                return PreferredModels(tuple(models), _defaults(shape.applied), used, tuple(proofs))

    def _lines(self, name: str, lines: Sequence[LineOut]) -> tuple[Line, ...]:
        found = []
        for place, line in enumerate(lines):
            try:
                found.append(Line(self._trees.formula(line.formula), self._reason(line.reason)))
            except Misplaced as fault:
                raise Misplaced(f"certificate.{name}.{place}: {fault}") from None
        return tuple(found)

    def _fired(self, step: FiringOut) -> Firing:
        return Firing(self._trees.formula(step.formula), step.rule, tuple(step.parents), step.premise)

    def _reason(self, reason: ReasonOut) -> Reason:
        match reason:
            case GivenOut():
                return Given(reason.by, reason.index)
            case InstanceOut():
                return Instance(tuple(map(self._trees.term, reason.terms)))
            case WitnessOut():
                return Witness(reason.name)
            case LawOut():
                return Equality() if reason.by == "equality" else Number()
            case LinearOut():
                return Linear(tuple(map(Fraction, reason.coefficients)))
            case DerivedOut():
                return Derived(tuple(reason.parents))


def _decided(verdict: Verdict) -> Literal[Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT]:
    if verdict is Verdict.UNDECIDED:
        raise ValueError("what is undecided was not found out")
    return verdict


def _steps_out(steps: Sequence[Step]) -> list[StepOut]:
    return [
        StepOut(number=s.number, text=s.text, rule=s.rule, parents=list(s.parents), premise=s.premise) for s in steps
    ]


def _steps(steps: Sequence[StepOut]) -> tuple[Step, ...]:
    return tuple(Step(s.number, s.text, s.rule, tuple(s.parents), s.premise) for s in steps)


def _defaults_out(found: Sequence[tuple[str, tuple[str, ...]]]) -> list[AppliedDefaultOut]:
    return [AppliedDefaultOut(default=label, things=list(things)) for label, things in found]


def _defaults(found: Sequence[AppliedDefaultOut]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((one.default, tuple(one.things)) for one in found)


def _thing_out(thing: Element) -> ThingOut:
    if isinstance(thing, str):
        return thing
    return AmountOut(number=str(thing) if isinstance(thing, Fraction) else digits(thing))


def _thing(thing: ThingOut) -> Element:
    if isinstance(thing, str):
        return thing
    return Fraction(thing.number) if "/" in thing.number else number(thing.number)


def _model_out(model: Model) -> ModelOut:
    return ModelOut(
        domain=list(model.domain),
        predicates=[
            PredicateOut(name=name, arity=arity, rows=[[*map(_thing_out, row)] for row in sorted(rows, key=str)])
            for (name, arity), rows in model.predicates.items()
        ],
        functions=[
            FunctionOut(
                name=name, arity=arity, rows=[[*map(_thing_out, (*row, value))] for row, value in table.items()]
            )
            for (name, arity), table in model.functions.items()
        ],
        sorts={sort: list(things) for sort, things in model.sorts.items()},
    )


def _model(shape: ModelOut) -> Model:
    predicates: dict[tuple[str, int], frozenset[tuple[Element, ...]]] = {}
    for said in shape.predicates:
        if (said.name, said.arity) in predicates:
            raise Misplaced(f"a model has two tables of the predicate {said.name}")
        predicates[said.name, said.arity] = frozenset(tuple(map(_thing, row)) for row in said.rows)
    functions: dict[tuple[str, int], dict[tuple[Element, ...], Element]] = {}
    for made in shape.functions:
        if (made.name, made.arity) in functions:
            raise Misplaced(f"a model has two tables of the function {made.name}")
        table = functions[made.name, made.arity] = {}
        for row in made.rows:
            *args, value = map(_thing, row) if row else [""]
            if not row or tuple(args) in table:
                raise Misplaced(f"a model has no value, or two, of the function {made.name} in one place")
            table[tuple(args)] = value
    return Model(tuple(shape.domain), predicates, functions, {s: tuple(v) for s, v in shape.sorts.items()})
