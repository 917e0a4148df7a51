"""Certificates for the tools of the TPTP world: proofs as TSTP, models in its format for finite interpretations.

Sutcliffe, Schulz, Claessen and Van Gelder 2006, "Using the TPTP Language for Writing Derivations and
Finite Interpretations".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from ..errors import UserError
from ..kernel.certificates import (
    Countermodels,
    Derived,
    Element,
    Equality,
    Given,
    Instance,
    Line,
    Linear,
    Model,
    Number,
    Proof,
    Witness,
)
from ..logic.program import Program
from ..logic.syntax import Atom, Eq, Fn, Forall, Formula, Not, Or, Term, Var, conjunction, number_named
from ..notation.printer import print_formula, print_term
from ..notation.scanner import quote
from ..notation.signs import TPTP, distinct_object
from ..outcome import Outcome, Verdict

_MAX_ROWS: Final = 100_000


def write_tstp(program: Program, outcome: Outcome, name: str) -> str:
    """Return the proof or the models of an outcome as text of TSTP.

    Args:
        program: the program that was solved, without sorts and numbers.
        outcome: its outcome.
        name: the name of the file that the program is from.

    Raises:
        UserError: the certificate is none of first-order logic, has no lines, or speaks of sorts or numbers.
    """
    program = program.unfolded
    names = program.signature
    if program.sorted or program.declared or names.arithmetic:
        raise UserError("TSTP's fof has no sorts and no numbers to compare: use --to json")
    match outcome.certificate:
        case Proof(lines=lines) if lines:
            found, kind = list(_proof(program, outcome.verdict, lines, name)), "Proof"
        case Proof():
            raise UserError("the proof is in the engine's words only, which TSTP does not hold")
        case Countermodels(goal_holds, goal_fails):
            found, kind = [*_model("goal_holds", goal_holds), *_model("goal_fails", goal_fails)], "FiniteModel"
        case _:
            raise UserError("TSTP holds proofs and models of classical logic only: use --to json")
    shown = _comment(name)
    return "\n".join([f"% SZS output start {kind} for {shown}", *found, f"% SZS output end {kind} for {shown}", ""])


def _proof(program: Program, verdict: Verdict, lines: tuple[Line, ...], file: str) -> Iterator[str]:
    goal = program.goal.formula if verdict is Verdict.ENTAILED else program.negated_goal
    source = f"file({quote(_comment(file), chr(39)).replace('{', '{{').replace('}', '}}')}, {{}})"
    for number, line in enumerate(lines, 1):
        role = "plain"
        match line.reason:
            case Given("premise", index):
                role, origin = "axiom", source.format(f"premise_{index + 1}")
            case Given("goal"):
                asked = "goal" if verdict is Verdict.ENTAILED else "negation_of_the_goal"
                yield _annotated(asked, "conjecture", goal, source.format(asked))
                role, origin = "negated_conjecture", f"inference(assume_negation, [status(cth)], [{asked}])"
            case Given():
                role, origin = "axiom", "introduced(definition, [distinct_numerals])"
            case Instance(terms):
                said = ", ".join(print_term(term, TPTP) for term in terms)
                origin = f"introduced(tautology, [instance([{said}])])"
            case Witness(name):
                origin = f"introduced(definition, [new_symbols(skolem, [{print_term(Fn(name), TPTP)}])])"
            case Equality():
                origin = "introduced(tautology, [equality])"
            case Linear() | Number():
                origin = "introduced(tautology, [arithmetic])"
            case Derived(parents):
                listed = ", ".join(f"line_{parent}" for parent in parents)
                origin = f"inference(unit_propagation, [status(thm)], [{listed}])"
        yield _annotated(f"line_{number}", role, line.formula, origin)


def _model(name: str, model: Model) -> Iterator[str]:
    """Yield an interpretation: its things as distinct objects, and the value of each function and predicate."""
    things = [_thing(thing) for thing in model.domain]
    domain = [Eq(Var("x"), thing) for thing in things]
    yield _annotated(name, "fi_domain", Forall("x", Or(tuple(domain)) if len(domain) > 1 else domain[0]))
    values: list[Formula] = [
        Eq(_applied(symbol, row), _thing(value))
        for (symbol, _), table in model.functions.items()
        for row, value in table.items()
    ]
    yield _annotated(name, "fi_functors", conjunction(tuple(values)))
    truths: list[Formula] = []
    for (symbol, arity), rows in model.predicates.items():
        for row in _rows(model.domain, arity):
            atom = Atom(symbol, tuple(map(_thing, row)))
            truths.append(atom if row in rows else Not(atom))
    yield _annotated(name, "fi_predicates", conjunction(tuple(truths)))


def _rows(domain: tuple[str, ...], arity: int) -> Iterator[tuple[str, ...]]:
    if len(domain) ** arity > _MAX_ROWS:
        raise UserError(f"the model has too many things for TPTP's format, which lists all {arity} of them together")
    return itertools.product(domain, repeat=arity)


def _applied(name: str, row: tuple[Element, ...]) -> Term:
    """Return a function of things; a number stands for itself."""
    if not row and (value := number_named(name)) is not None:
        return value
    return Fn(name, tuple(map(_thing, row)))


def _thing(thing: Element) -> Term:
    """Return the distinct object that stands for a thing."""
    return Fn(distinct_object(str(thing)))


def _annotated(name: str, role: str, formula: Formula, source: str = "") -> str:
    return f"fof({name}, {role}, {print_formula(formula, TPTP)}{', ' if source else ''}{source})."


def _comment(name: str) -> str:
    return " ".join(name.split())
