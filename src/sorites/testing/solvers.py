"""Whether a solver does what it says: verdicts, certificates, limits, claims."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sorites.solvers import (
    Argument,
    Closure,
    Countermodels,
    Limits,
    Outcome,
    PreferredModels,
    Program,
    Proof,
    Solver,
    UserError,
    Verdict,
    read_program,
)
from sorites.solvers.capabilities import MEANINGS, Capabilities, Feature, Kind, needs
from sorites.solvers.checking import check

_E, _R, _U, _I = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
_SHORT: Final = Limits(0.3)
_SLACK: Final = 5.0
"""Seconds by which a limit may be passed: the machine may be busy."""
_BIRDS: Final = "Premises:\nBird(tweety)\nBird(opus)\nPenguin(opus)\n"
_CLASHING: Final = "R1: ∀x (Bird(x) → Flies(x))\nR2: ∀x (Penguin(x) → ¬Flies(x))\n"
_EXPENSE: Final = "Premises:\nExpense(e) ∧ amount(e) = 80\n"
_APPROVED: Final = "R1: ∀x (Expense(x) ∧ amount(x) ≤ 100 → Approved(x))\n"


class NonConformance(AssertionError):
    """A solver that does not do what it says; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Known:
    """A program and its verdict.

    Attributes:
        text: the program.
        verdict: what its premises say about its goal.
    """

    text: str
    verdict: Verdict


def _classical(*premises: str, goal: str, verdict: Verdict) -> Known:
    return Known("Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}\n", verdict)


KNOWN: Final = (
    _classical("p → q", "p", goal="q", verdict=_E),
    _classical("p → q", "¬q", goal="p", verdict=_R),
    _classical("p → q", "q", goal="p", verdict=_U),
    _classical("p", "¬p", goal="r", verdict=_I),
    _classical("∀x (A(x) → B(x))", "∃x (C(x) ∧ A(x))", goal="∃x (C(x) ∧ B(x))", verdict=_E),
    _classical("∃x P(x)", "∃x Q(x)", goal="∃x (P(x) ∧ Q(x))", verdict=_U),
    _classical("∀x P(x)", goal="¬P(a)", verdict=_R),
    _classical("∀x ∀y (Has(x) ∧ Has(y) → x = y)", "Has(a)", goal="∃x Has(x)", verdict=_E),
    _classical("P(a)", "¬P(b)", goal="a = b", verdict=_R),
    _classical("P(a)", "P(b)", goal="a = b", verdict=_U),
    _classical("∀x (P(x) → P(s(x)))", "P(zero)", goal="P(s(s(zero)))", verdict=_E),
    _classical("∀x (P(x) → ∃y R(x, y))", "∀x ∀y (R(x, y) → Q(x))", "P(a)", goal="Q(a)", verdict=_E),
    _classical("∀x ∃y R(x, y)", goal="∃y ∀x R(x, y)", verdict=_U),
    _classical("n > 3", "n < 5", goal="n = 4", verdict=_E),
    _classical("n > 3", "n < 4", goal="n = 3", verdict=_I),
    _classical("age(bob) = age(amy) + 2", "age(amy) > 3", goal="age(bob) > 5", verdict=_E),
    Known("Semantics: rules\nPremises:\nKind(x) → Nice(x)\nKind(bob)\nConclusion:\nNice(bob)\n", _E),
    Known("Semantics: rules\nPremises:\nKind(x) → Nice(x)\n¬Nice(bob)\nConclusion:\nKind(bob)\n", _U),
    Known("Semantics: rules\nPremises:\nKind(x) → ¬Sad(x)\nKind(bob)\nConclusion:\nSad(bob)\n", _R),
    Known(f"{_BIRDS}Defeasible rules:\n{_CLASHING}Preferences:\nR2 > R1\nConclusion:\nFlies(opus)\n", _R),
    Known(f"{_BIRDS}Defeasible rules:\n{_CLASHING}Conclusion:\nFlies(opus)\n", _U),
    Known(f"{_BIRDS}Defeasible rules:\n{_CLASHING}Preferences:\nR2 > R1\nConclusion:\nFlies(tweety)\n", _E),
    Known(f"{_BIRDS}¬Flies(opus)\nDefaults:\nD1: ∀x (Bird(x) → Flies(x))\nConclusion:\nFlies(tweety)\n", _E),
    Known(f"{_BIRDS}¬Flies(opus)\nDefaults:\nD1: ∀x (Bird(x) → Flies(x))\nConclusion:\nFlies(opus)\n", _R),
    Known("Premises:\na = b\nP(a)\nDefaults:\nD1: ∀x (P(x) → Q(x))\nConclusion:\nQ(b)\n", _E),
    Known(f"{_EXPENSE}Defeasible rules:\n{_APPROVED}Conclusion:\nApproved(e)\n", _E),
    Known(f"{_EXPENSE}Defaults:\n{_APPROVED}Conclusion:\nApproved(e)\n", _E),
    Known("Premises:\n∀x ∃y L(x, y)\nP(a)\nDefaults:\nD1: ∀x (P(x) → Q(x))\nConclusion:\nQ(a)\n", _E),
)
"""Programs of every meaning and every feature; a solver is asked those that it says it can answer."""


def check_solver(solver: Solver, limits: Limits = Limits(10.0)) -> int:
    """Check that a solver does what its capabilities say.

    Args:
        solver: the solver; it is asked about a dozen small programs.
        limits: the limits of each program.

    Returns:
        How many programs were asked; more the more it claims.

    Raises:
        NonConformance: it gives a wrong verdict, or a certificate of a kind that it does not claim
            or that is found wrong, passes its limits, raises, returns no outcome, leaves a
            program undecided that it claims to decide, or claims what nothing bears out.
    """
    name, held = _description(solver)
    asked: list[Verdict] = []
    answered: set[Feature] = set()
    kinds: set[Kind] = set()
    for known in KNOWN:
        program = read_program(known.text).program
        assert program is not None, known.text
        needed = needs(program)
        if not needed <= held.features:
            continue
        outcome = _run(solver, program, limits)
        _compare(name, known, outcome, certain=needed <= held.decides)
        if outcome.certificate is not None:
            kinds |= _kinds(outcome.certificate)
            _require(kinds <= held.certificates, f"{name} gives certificates that it does not claim: {sorted(kinds)}")
            wrong = [d for d in check(program, outcome).diagnostics if d.code == "certificate-wrong"]
            _require(not wrong, f"{name}: {wrong[0].message if wrong else ''}:\n{known.text}")
        asked.append(outcome.verdict)
        if outcome.verdict is not Verdict.UNDECIDED:
            answered |= needed
    _require(bool(asked), f"{name} claims nothing that a whole program needs: {sorted(held.features)}")
    idle = held.features - answered - {Feature.SORTS}
    _require(not idle, f"{name} claims what it answered no program with: {', '.join(sorted(idle))}")
    if Feature.CLASSICAL in held.features:
        _keeps_time(solver, name)
    return len(asked)


def _description(solver: Solver) -> tuple[str, Capabilities]:
    name, held = getattr(solver, "name", None), getattr(solver, "capabilities", None)
    _require(isinstance(name, str) and bool(name), f"a solver needs a name, not {name!r}")
    _require(isinstance(held, Capabilities), f"{name} has no capabilities but {type(held).__name__}")
    assert isinstance(name, str)
    assert isinstance(held, Capabilities)
    _require(held.decides <= held.features, f"{name} claims to decide more than it says it can answer")
    _require(bool(held.features & MEANINGS), f"{name} says of no meaning of programs that it holds it")
    return name, held


def _run(solver: Solver, program: Program, limits: Limits) -> Outcome:
    started = time.perf_counter()
    try:
        outcome: object = solver.solve(program, limits)
    except UserError:
        raise  # it is not installed
    except Exception as error:
        raise NonConformance(f"{solver.name} raised {type(error).__name__}: {error}") from error
    spent = time.perf_counter() - started
    _require(isinstance(outcome, Outcome), f"{solver.name} returned no outcome but {type(outcome).__name__}")
    assert isinstance(outcome, Outcome)
    _require(isinstance(outcome.verdict, Verdict), f"{solver.name} gave no verdict but {outcome.verdict!r}")
    _require(bool(outcome.engine), f"{solver.name} does not say which engine answered")
    _require(
        spent <= limits.seconds + _SLACK, f"{solver.name} took {spent:.1f} s where {limits.seconds} s were allowed"
    )
    return outcome


def _compare(name: str, known: Known, outcome: Outcome, *, certain: bool) -> None:
    if outcome.verdict is Verdict.UNDECIDED:
        _require(not certain, f"{name} left undecided what it claims to decide:\n{known.text}")
        _require(outcome.certificate is None, f"{name} gave a certificate for no verdict:\n{known.text}")
        return
    right = outcome.verdict is known.verdict
    _require(right, f"{name} says {outcome.verdict}, and it is {known.verdict}:\n{known.text}")


def _kinds(certificate: object) -> set[Kind]:
    match certificate:
        case Proof(lines=lines):
            return {Kind.PROOF, Kind.STEPS} if lines else {Kind.PROOF}
        case Countermodels():
            return {Kind.COUNTERMODELS}
        case Closure():
            return {Kind.CLOSURE}
        case Argument():
            return {Kind.ARGUMENT}
        case PreferredModels():
            return {Kind.PREFERRED_MODELS}
        case _:
            raise NonConformance(f"{certificate!r} is no certificate")


def _keeps_time(solver: Solver, name: str) -> None:
    """Ask a pigeonhole question that takes longer than there is time."""
    holes = 9
    lines = [" ∨ ".join(f"In(p{i}, h{j})" for j in range(holes)) for i in range(holes + 1)]
    lines += [f"¬(In(p{a}, h{j}) ∧ In(p{b}, h{j}))" for j in range(holes) for a in range(holes + 1) for b in range(a)]
    program = read_program("Premises:\n" + "\n".join(lines) + "\nConclusion:\nGoal(a)\n").program
    assert program is not None
    verdict = _run(solver, program, _SHORT).verdict
    _require(verdict in {Verdict.UNDECIDED, _I}, f"{name} says {verdict} where it had no time for an answer")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise NonConformance(message)
