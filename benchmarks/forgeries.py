"""Altered certificates: what the kernel accepts is right, and it raises nothing but its own refusal.

    uv run python -m benchmarks.forgeries 2000 [--first SEED] [--each 40] [--engine z3]

Certificates of random programs are altered in any place: a number, a name, a formula, a reason, a line, a table,
the verdict, the program that they are for, or a formula of both. Whether the verdict of one that the kernel accepts
is right is said by the tests' oracle, and whether its models are models by the definition: neither shares anything
with the kernel.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, Final

from sorites.solvers import (
    Certificate,
    Countermodels,
    InvalidProgram,
    Limits,
    Model,
    Outcome,
    Program,
    Proof,
    Verdict,
    make_solver,
    write_program,
)
from sorites.solvers.kernel.certificates import (
    Derived,
    Equality,
    Given,
    Instance,
    Line,
    Linear,
    Number,
    Witness,
)
from sorites.solvers.kernel.kernel import check
from sorites.solvers.kernel.refusal import Refused, Unchecked
from sorites.solvers.logic.sorts import settled
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
    Truth,
    Var,
    Xor,
)
from tests.defining import true
from tests.oracle import ask
from tests.random_programs import random_program

_GARBAGE: Final[tuple[Any, ...]] = (
    None, 0, -1, 1, 10**40, "", "w1", "a", (), [], {}, 0.5, float("nan"), float("inf"), True, Decimal("NaN"),
    Fraction(1, 3), frozenset(), Truth(False), Truth(True), object(), Num(1), Fn("a"), Var("x"), Not(Truth(False)),
    Given("goal"), Derived(()),
)  # fmt: skip
_FORMULAS: Final = (Atom, Eq, Cmp, Truth, Not, And, Or, Xor, Implies, Iff, Forall, Exists)
_TERMS: Final = (Var, Num, Fn)
_PAIRS: Final = {And: Or, Or: And, Xor: Iff, Iff: Xor, Implies: Iff, Forall: Exists, Exists: Forall}


@dataclass(frozen=True, slots=True)
class Case:
    """A certificate that the kernel accepts.

    Attributes:
        program: the program.
        verdict: the verdict on it.
        certificate: why.
    """

    program: Program
    verdict: Verdict
    certificate: Certificate


def accepted(seed: int, engine: str = "z3", kind: str = "") -> Case | None:
    """Return a random program with a certificate that the kernel accepts; ``None`` if it has none."""
    program = random_program(Random(seed), kind)
    outcome: Outcome = make_solver(engine).solve(program, Limits(1))
    if outcome.certificate is None:
        return None
    try:
        check(program, outcome.verdict, outcome.certificate)
    except Unchecked:
        return None
    return Case(program, outcome.verdict, outcome.certificate)


def faults(case: Case, others: Sequence[Case], source: Random, count: int, said: Counter[str]) -> Iterator[str]:
    """Yield what is wrong with what the kernel says of a certificate, and of what becomes of it if it is altered.

    Args:
        case: the certificate.
        others: others, from which pieces are taken.
        source: decides what is altered.
        count: how many altered certificates there are to be.
        said: counts what the kernel says.
    """
    if not right(case):
        yield f"accepted as it was made, and wrong: {case.verdict}"
    for _ in range(count):
        try:
            forged = _forged(case, others, source)
        except (TypeError, AttributeError, InvalidProgram):  # what is no key was put into a table, no term into an atom
            continue
        if forged == case:
            continue
        try:
            check(forged.program, forged.verdict, forged.certificate)
        except Refused:
            said["refused"] += 1
            continue
        except Unchecked:
            said["unchecked"] += 1
            continue
        except BaseException as error:
            yield f"raises {type(error).__name__}: {error}: {forged.certificate}"
            continue
        stands = right(forged)
        said[f"accepted, which is {'right' if stands else 'wrong'}"] += 1
        if not stands:
            yield f"accepted, and wrong: {forged.verdict}, {forged.certificate}"


def right(case: Case) -> bool:
    """Return whether nothing is known against a verdict, and against the models of its certificate."""
    program, models = case.program, list[tuple[Model, Formula]]()
    match case.certificate:
        case Proof(model=model):
            models += [] if model is None else [(model, Truth(True))]
        case Countermodels(holds, fails):
            models += [(holds, Not(program.negated_goal)), (fails, Not(program.goal.formula))]
        case _:
            return False
    allowed = ask(program).allows(case.verdict, consistent=bool(models))
    return allowed and all(_is_model(program, *one) for one in models)


def _is_model(program: Program, model: Model, claim: Formula) -> bool:
    """Return whether the premises and a claim hold in a model by the definition, as far as it says so."""
    ready = settled((*program.formulas, claim), program.signature, program.declared)
    *premises, _, claimed = ready.formulas
    try:
        return all(true(one, model, not ready.sorts.plain) for one in (*premises, *ready.axioms, claimed))
    except (LookupError, ZeroDivisionError):
        return True


def _forged(case: Case, others: Sequence[Case], source: Random) -> Case:
    """Return a certificate that is altered, or is for another program or verdict."""
    certificate: Any = case.certificate
    which = source.random()
    if which < 0.04:
        return replace(case, verdict=source.choice(list(Verdict)))
    if which < 0.08:
        other = source.choice(others)
        return Case(other.program, other.verdict if source.random() < 0.7 else case.verdict, certificate)
    pool = list(_nodes((certificate, case.program.formulas)))
    if which < 0.16:
        return _restated(case, source, pool)
    if which < 0.25:
        pool += _nodes(source.choice(others).certificate)
    if which < 0.35 and isinstance(certificate, Proof) and certificate.lines:
        certificate = replace(certificate, lines=_lines(certificate.lines, source, pool))
    else:
        for _ in range(source.choice((1, 1, 1, 2, 3))):
            certificate = _altered(certificate, source, pool)
    if which > 0.9 and isinstance(certificate, Proof):  # all of a proof fits together, but for what is to be shown
        certificate = _renumbered(certificate)
    return replace(case, certificate=certificate)


def _restated(case: Case, source: Random, pool: Sequence[Any]) -> Case:
    """Return a case with another formula for a premise or the goal, in the program as in the certificate."""
    old = source.choice(case.program.formulas)
    new = _altered(old, source, pool)
    premises = tuple(replace(one, formula=new) if one.formula == old else one for one in case.program.premises)
    goal = case.program.goal
    program = replace(case.program, premises=premises, goal=replace(goal, formula=new) if goal.formula == old else goal)
    return Case(program, case.verdict, _with(case.certificate, old, new))


def _with(value: Any, old: Any, new: Any) -> Any:
    """Return a value with something else in each place of one of its parts."""
    if type(value) is type(old) and value == old:
        return new
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{part.name: _with(getattr(value, part.name), old, new) for part in fields(value)})
    if isinstance(value, tuple | frozenset):
        return type(value)(_with(one, old, new) for one in value)
    return value


def _renumbered(proof: Proof) -> Proof:
    """Return a proof that tells rightly which premises it uses."""
    try:
        used = {
            line.reason.index for line in proof.lines if type(line.reason) is Given and line.reason.source == "premise"
        }
        return replace(proof, premises_used=tuple(sorted(used)))
    except (TypeError, AttributeError):
        return proof


def _lines(lines: tuple[Line, ...], source: Random, pool: Sequence[Any]) -> tuple[Line, ...]:
    """Return lines with one more, one less, or one in another place; the numbers of parents stay, or follow."""
    made = list(lines)
    at = source.randrange(len(made))
    which = source.randrange(5)
    if which == 0:
        del made[at]
    elif which == 1:
        made[at:] = made[at + 1 :] + made[at : at + 1]
    elif which == 2:
        formulas = [node for node in pool if isinstance(node, _FORMULAS)]
        reasons = [node for node in pool if isinstance(node, Given | Instance | Witness | Equality | Linear | Number)]
        formula = source.choice(formulas) if formulas else Truth(False)
        reason = source.choice([*reasons, Derived(tuple(range(1, at + 1))), Number(), Equality()])
        made[at] = Line(formula, reason)
    elif which == 3:  # a contradiction from all that is there
        made = [*made[:at], Line(Truth(False), Derived(tuple(range(1, at + 1))))]
    else:
        made[at] = Line(made[at].formula, Derived(tuple(range(1, at + 1))))
    return tuple(made)


def _nodes(value: Any) -> Iterator[Any]:
    """Yield a value and all that it holds."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from _nodes(getattr(value, part.name))
    elif isinstance(value, tuple | frozenset | list):
        for one in value:
            yield from _nodes(one)
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _nodes(pair)


def _altered(value: Any, source: Random, pool: Sequence[Any]) -> Any:
    """Return a value with one thing in it altered."""
    if source.random() < 0.02:
        return source.choice(_GARBAGE)
    if is_dataclass(value) and not isinstance(value, type):
        parts = [part.name for part in fields(value)]
        here = 0.3 if isinstance(value, (*_FORMULAS, *_TERMS)) else 0.08
        if not parts or source.random() < here:
            return _swapped(value, source, pool)
        name = source.choice(parts)
        if isinstance(value, Proof) and source.random() < 0.7:
            name = source.choice(("lines", "lines", "lines", "model"))
        return replace(value, **{name: _altered(getattr(value, name), source, pool)})
    if isinstance(value, tuple | list) and value:
        return _shuffled(value, source, pool)
    if isinstance(value, frozenset):
        rows = _shuffled((*value, source.choice([n for n in pool if isinstance(n, tuple)] or [()])), source, pool)
        return frozenset(rows[source.randrange(2) :])
    if isinstance(value, Mapping) and value:
        table = dict(value)
        key = source.choice(list(table))
        which = source.randrange(8)
        if which == 0:
            del table[key]
        elif which == 1:
            table[_altered(key, source, pool)] = table.pop(key)
        else:
            table[key] = _altered(table[key], source, pool)
        return table
    return _swapped(value, source, pool)


def _shuffled(value: Sequence[Any], source: Random, pool: Sequence[Any]) -> tuple[Any, ...]:
    """Return a sequence with one thing altered, left out, put in or moved."""
    made = list(value)
    at = source.randrange(len(made))
    which = source.randrange(12)
    if which == 0:
        del made[at]
    elif which == 1:
        made.insert(at, made[at])
    elif which == 2:
        other = source.randrange(len(made))
        made[at], made[other] = made[other], made[at]
    elif which == 3:
        made[at] = source.choice([node for node in pool if type(node) is type(made[at])] or [made[at]])
    else:
        made[at] = _altered(made[at], source, pool)
    return tuple(made)


def _swapped(value: Any, source: Random, pool: Sequence[Any]) -> Any:
    """Return another value of the same kind."""
    alike: tuple[type, ...] = (
        _FORMULAS if isinstance(value, _FORMULAS) else _TERMS if isinstance(value, _TERMS) else (type(value),)
    )
    which = source.random()
    if which < 0.3 and type(value) in _PAIRS:
        parts = {part.name: getattr(value, part.name) for part in fields(value)}
        return _PAIRS[type(value)](**parts)
    if which < 0.5 and isinstance(value, _FORMULAS):
        return value.body if isinstance(value, Not) else Not(value)
    if which < 0.6 and isinstance(value, Eq | Cmp | Implies):
        turned: dict[str, Any] = {"left": value.right, "right": value.left}
        return replace(value, **turned)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return source.choice((value + 1, value - 1, -value, 0, 10**30, True))
    if isinstance(value, Fraction | Decimal) and which < 0.7:
        return source.choice((-value, value + 1, value * 2, value * 0, value / 2))
    if isinstance(value, str) and which < 0.2:
        return source.choice(
            ("w1", "sk1", "a", "x", "U", "Int", "Real", "goal", "premise", "axiom", "<", "≤", "+", "5")
        )
    return source.choice([node for node in pool if isinstance(node, alike)] or list(_GARBAGE))


def main() -> None:
    """Alter as many certificates as asked for; print what is wrong, and what the kernel said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--engine", default="z3")
    parser.add_argument("--kind", default="")
    asked = parser.parse_args()
    said: Counter[str] = Counter()
    others: list[Case] = []
    wrong = 0
    for seed in range(asked.first, asked.first + asked.count):
        case = accepted(seed, asked.engine, asked.kind)
        if case is None:
            continue
        others = [*others[-50:], case]
        said[type(case.certificate).__name__] += 1
        for fault in faults(case, others, Random(seed), asked.each, said):
            wrong += 1
            print(f"\nprogram {seed}: {fault[:3000]}\n{write_program(case.program)}", flush=True)
    print(dict(said))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
