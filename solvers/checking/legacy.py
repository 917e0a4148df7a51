"""The checks of arguments, preferred models and closures."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import TooLarge
from ..kernel.certificates import Argument, Closure, Model, Verdict
from ..kernel.models import holds
from ..kernel.refusal import Refused, Unchecked
from ..language.formulas import parse_formula
from ..language.program import Program, Statement
from ..language.rewrite import descend, same
from ..language.syntax import And, Atom, Fn, Formula, Not, Num, negation, numeral
from ..language.traverse import walk
from ..outcome import Limits, derived_verdict
from ..registry import engine
from ..running import attempt

_PROVED = {Verdict.ENTAILED, Verdict.INCONSISTENT}


def check(program: Program, verdict: Verdict, certificate: Argument | Closure) -> None:
    """Check what shows an answer of a logic other than the classical one."""
    fault: Exception | None
    match certificate:
        case Argument():
            fault = _check_argument(program, certificate, verdict)
        case Closure():
            fault = _check_closure(program, certificate, verdict, Limits())
    if fault is not None:
        raise fault


def _refuse(why: str) -> Refused:
    return Refused(why)


def _leave(why: str) -> Unchecked:
    return Unchecked(why)


def _check_argument(program: Program, argument: Argument, verdict: Verdict) -> Exception | None:
    from .naive import proved

    try:
        found = proved(program, team=argument.team, propagate=argument.propagate)
    except TooLarge as size:
        return _leave(f"the theory has {size} ground rules, too many to check them one by one")
    if set(argument.literals) != found:
        return _refuse("a second implementation does not prove the same literals")
    goal = program.goal.formula
    parts = goal.parts if isinstance(goal, And) else (goal,)
    holds_all = all(p in found for p in parts)
    fails = any(negation(p) in found for p in parts)
    if derived_verdict(holds_all, fails) is not verdict:
        return _refuse("what is proved does not give the verdict")
    return None


def _check_closure(program: Program, closure: Closure, verdict: Verdict, limits: Limits) -> Exception | None:
    known: dict[int, Formula] = {}
    z3 = engine("z3").make(certify=False)
    for step in closure.steps:
        formula, _ = parse_formula(step.text)
        if formula is None or step.premise is None or any(p not in known for p in step.parents):
            return _refuse(f"step {step.number} of the derivation does not stand")
        premises = [_signed(program.premises[step.premise].formula), *(known[p] for p in step.parents)]
        part = Program(tuple(map(Statement, premises)), Statement(_signed(formula)))
        if attempt(z3, part, limits).verdict not in _PROVED:
            return _refuse(f"step {step.number} does not follow from its parents")
        known[step.number] = _signed(formula)
    goal = program.goal.formula
    parts = goal.parts if isinstance(goal, And) else (goal,)
    derived = set(known.values())
    proved = all(_signed(p) in derived for p in parts)
    opposed = any(_signed(negation(p)) in derived for p in parts)
    expected = derived_verdict(proved, opposed)
    if expected is not verdict:
        return _refuse("the derivation does not end in what it should show")
    if verdict is not Verdict.UNKNOWN:
        return None
    model = _closure_model(program, closure.literals)
    try:
        if not all(holds(_signed(p.formula), model) for p in program.premises):
            return _refuse("the closure is not closed under the rules")
        if all(holds(_signed(p), model) for p in parts) or any(holds(_signed(negation(p)), model) for p in parts):
            return _refuse("the closure holds an answer to the goal")
    except Unchecked as reason:
        return _leave(f"the closure can't be evaluated: {reason}")
    return None


def _signed(formula: Formula) -> Formula:
    """Return the formula with each denied atom as an atom of its own: ``¬p`` is unrelated to ``p``."""
    match formula:
        case Not(Atom(name, args)):
            return Atom(f"¬{name}", args)
        case Not(Not(body)):
            return _signed(body)
        case _:
            return descend(formula, _signed, same)


def _closure_model(program: Program, literals: Iterable[Formula]) -> Model:
    """Return the model in which exactly the derived literals hold, over the program's constants."""
    formulas = [_signed(f) for f in program.formulas]
    formulas += [_signed(negation(p)) for p in (program.goal.formula,)]
    nodes = [node for f in formulas for node in walk(f)]
    names = {node.name for node in nodes if isinstance(node, Fn)}
    names |= {numeral(node.value) for node in nodes if isinstance(node, Num)}
    tables: dict[tuple[str, int], set[tuple[str | int, ...]]] = {}
    for node in nodes:
        if isinstance(node, Atom):
            tables.setdefault((node.name, len(node.args)), set())
            tables.setdefault((f"¬{node.name}".replace("¬¬", ""), len(node.args)), set())
    for formula in literals:
        signed = _signed(formula)
        assert isinstance(signed, Atom)
        row = tuple(a.name if isinstance(a, Fn) else numeral(a.value) for a in signed.args if isinstance(a, Fn | Num))
        tables.setdefault((signed.name, len(row)), set()).add(row)
    return Model(
        tuple(sorted(names)) or ("e1",),
        {key: frozenset(rows) for key, rows in tables.items()},
        {(name, 0): {(): name} for name in names},
    )
