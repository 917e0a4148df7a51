"""The check of certificates, by code that shares nothing with what made them.

Countermodels are checked by evaluating every formula in them, proofs by proving
again from the used premises alone with another engine, forward chaining by proving
each step from its parents and by evaluating the rules in the closure. Only
``check`` ever sets ``checked``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..capabilities import Cost, needs
from ..errors import Late, TooLarge
from ..language.declared import NUMBERS
from ..language.diagnostics import Diagnostic, Level
from ..language.formulas import parse_formula
from ..language.program import Program, Statement
from ..language.rewrite import descend, same
from ..language.settled import settled
from ..language.syntax import (
    And,
    Atom,
    Fn,
    Formula,
    Not,
    Num,
    Truth,
    negation,
    numeral,
)
from ..language.traverse import walk
from ..outcome import (
    Argument,
    Closure,
    Countermodels,
    Limits,
    Model,
    Outcome,
    PreferredModels,
    Proof,
    Verdict,
    derived_verdict,
    used_part,
)
from ..registry import able, engine
from ..running import attempt
from .models import NotEvaluable, fits, holds

_PROVED = {Verdict.ENTAILED, Verdict.INCONSISTENT}


def check(program: Program, outcome: Outcome, limits: Limits = Limits()) -> Outcome:
    """Return the outcome with its certificate marked as checked, or with a diagnostic that says why not.

    Args:
        program: the program that was solved.
        outcome: an engine's outcome for it.
        limits: the limits of each run of another engine.
    """
    certificate = outcome.certificate
    match certificate:
        case None:
            return outcome
        case Countermodels():
            fault = _check_models(program, certificate)
        case Proof():
            fault = _check_proof(program, certificate, limits)
        case PreferredModels():
            fault = _check_preferred(program, certificate, outcome.verdict, limits)
        case Argument():
            fault = _check_argument(program, certificate, outcome.verdict)
        case Closure():
            fault = _check_closure(program, certificate, outcome.verdict, limits)
    outcome = replace(outcome, certificate=replace(certificate, checked=fault is None))
    return replace(outcome, diagnostics=(*outcome.diagnostics, fault)) if fault is not None else outcome


def _failed(message: str) -> Diagnostic:
    hint = "This is a fault of Sorites or of an engine: please report it with the program."
    return Diagnostic("certificate-wrong", Level.ERROR, message, None, hint)


def _unchecked(message: str) -> Diagnostic:
    return Diagnostic("certificate-unchecked", Level.WARNING, message)


def _check_models(program: Program, models: Countermodels) -> Diagnostic | None:
    ready = settled((*program.formulas, program.negated_goal), program.signature, program.declared)
    if not NUMBERS.isdisjoint(ready.names.sorts):
        return _unchecked("the program quantifies over numbers, and a finite model holds only things")
    *premises, goal_formula, negated_goal = ready.formulas
    typed = not ready.sorts.plain
    try:
        for model, goal in ((models.goal_holds, Not(negated_goal)), (models.goal_fails, Not(goal_formula))):
            if program.sorted and not fits(model, ready.names, ready.sorts):
                return _failed("the countermodel takes something for a thing of a sort that it is not of")
            for i, formula in enumerate([*premises, goal, *ready.axioms]):
                if not holds(formula, model, typed=typed):
                    what = f"premise {i + 1}" if i < len(premises) else "what it should show"
                    return _failed(f"the countermodel does not satisfy {what}")
    except NotEvaluable as reason:
        return _unchecked(f"the countermodel can't be evaluated: {reason}")
    return None


def _check_proof(program: Program, proof: Proof, limits: Limits) -> Diagnostic | None:
    shown = used_part(program, proof)
    # The goal denied among the premises spares the engines the question whether they are consistent.
    denied = Statement(negation(shown.goal.formula))
    part = Program((*shown.premises, denied), Statement(Truth(False)), declared=program.declared)
    # Engines of other packages check nothing: what checks must be known. Those for small programs come last, since
    # Z3 writes the same Herbrand domain out.
    others = [e for e in able(needs(part), others=False) if e.installed and e.name != proof.engine]
    tried = []
    for other in sorted(others, key=lambda e: (e.capabilities.cost is Cost.SMALL, e.capabilities.cost)):
        outcome = attempt(other.make(certify=False), part, limits)
        if outcome.verdict in _PROVED:
            return None
        # That nothing follows counts only where the search came to its end: "refuted" may rest on the other question.
        if outcome.verdict is not Verdict.UNDECIDED and "consistency-open" not in {d.code for d in outcome.diagnostics}:
            return _failed(f"{other.name} finds no proof from the premises that {proof.engine} used")
        tried.append(other.name)
    if not tried:
        return _unchecked("no second engine here can prove it again")
    return _unchecked(f"{' and '.join(tried)} could not prove it again")


def _check_preferred(program: Program, models: PreferredModels, verdict: Verdict, limits: Limits) -> Diagnostic | None:
    from .preferred import fault_of

    try:
        fault = fault_of(program, models, verdict, limits)
    except (NotEvaluable, Late):
        return _unchecked("the preferred models could not be compared with all others in time")
    return _failed(fault) if fault else None


def _check_argument(program: Program, argument: Argument, verdict: Verdict) -> Diagnostic | None:
    from .naive import proved

    try:
        found = proved(program, team=argument.team, propagate=argument.propagate)
    except TooLarge as size:
        return _unchecked(f"the theory has {size} ground rules, too many to check them one by one")
    if set(argument.literals) != found:
        return _failed("a second implementation does not prove the same literals")
    goal = program.goal.formula
    parts = goal.parts if isinstance(goal, And) else (goal,)
    holds_all = all(p in found for p in parts)
    fails = any(negation(p) in found for p in parts)
    if derived_verdict(holds_all, fails) is not verdict:
        return _failed("what is proved does not give the verdict")
    return None


def _check_closure(program: Program, closure: Closure, verdict: Verdict, limits: Limits) -> Diagnostic | None:
    known: dict[int, Formula] = {}
    z3 = engine("z3").make(certify=False)
    for step in closure.steps:
        formula, _ = parse_formula(step.text)
        if formula is None or step.premise is None or any(p not in known for p in step.parents):
            return _failed(f"step {step.number} of the derivation does not stand")
        premises = [_signed(program.premises[step.premise].formula), *(known[p] for p in step.parents)]
        part = Program(tuple(map(Statement, premises)), Statement(_signed(formula)))
        if attempt(z3, part, limits).verdict not in _PROVED:
            return _failed(f"step {step.number} does not follow from its parents")
        known[step.number] = _signed(formula)
    goal = program.goal.formula
    parts = goal.parts if isinstance(goal, And) else (goal,)
    derived = set(known.values())
    proved = all(_signed(p) in derived for p in parts)
    opposed = any(_signed(negation(p)) in derived for p in parts)
    expected = derived_verdict(proved, opposed)
    if expected is not verdict:
        return _failed("the derivation does not end in what it should show")
    if verdict is not Verdict.UNKNOWN:
        return None
    model = _closure_model(program, closure.literals)
    try:
        if not all(holds(_signed(p.formula), model) for p in program.premises):
            return _failed("the closure is not closed under the rules")
        if all(holds(_signed(p), model) for p in parts) or any(holds(_signed(negation(p)), model) for p in parts):
            return _failed("the closure holds an answer to the goal")
    except NotEvaluable as reason:
        return _unchecked(f"the closure can't be evaluated: {reason}")
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
