"""Limits hold: on whatever a program makes an engine, a reader or the checker do."""

from __future__ import annotations

import inspect
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.pool import Pool
from typing import Any

import pytest

from sorites.solvers import (
    Capabilities,
    Default,
    InvalidProgram,
    Limits,
    Outcome,
    Program,
    Semantics,
    Statement,
    UnreadableProgram,
    UserError,
    Verdict,
    make_solver,
    prove,
)
from sorites.solvers.clock import Stop, check, left, look, within
from sorites.solvers.errors import Late
from sorites.solvers.logic.syntax import And, Atom, Eq, Fn, Forall, Formula, Implies, Not, Or, Var
from sorites.solvers.registry import engine
from tests.command import refused, sorites

SECONDS = 0.2
"""The limit of each run."""
SLACK = 30.0
"""What the slowest machine may take beside, with others at work on it: engines keep to a fiftieth of it."""
MEGABYTES = 700
"""By how much a run within that time may make the process grow, imports of engines included."""


def things(count: int) -> list[Fn]:
    return [Fn(f"c{i}") for i in range(count)]


def of(name: str, *args: Fn | Var) -> Atom:
    return Atom(name, args)


def closed(variables: str, body: Formula) -> Formula:
    for name in reversed(variables):
        body = Forall(name, body)
    return body


def program(*premises: Formula, goal: Formula, **more: Any) -> Program:
    return Program(tuple(map(Statement, premises)), Statement(goal), **more)


def named(count: int) -> list[Formula]:
    return [of("T", thing) for thing in things(count)]


X, Y = Var("x"), Var("y")
WIDE = tuple(map(Var, "xyzuvw"))


def default_of_two() -> Program:
    rule = Default("D1", closed("xy", Implies(of("T", X), of("R", X, Y))))
    return program(*named(64), goal=of("R", *things(2)), defaults=(rule,))


def ranked_defaults() -> Program:
    rules = tuple(Default(f"D{i}", Forall("x", Implies(of("T", X), of(f"R{i}", X)))) for i in range(300))
    ranks = tuple((f"D{i}", f"D{i + 1}") for i in range(299))
    return program(*named(1), goal=of("R0", Fn("c0")), defaults=rules, preferences=ranks)


def wide_fact() -> Program:
    fact = closed("xyzuvw", of("P", *WIDE))
    return program(*named(50), fact, goal=of("T", Fn("c0")), semantics=Semantics.RULES)


def wide_rule() -> Program:
    rule = Default("R1", closed("xyzuv", of("P", *WIDE[:5])))
    return program(*named(50), goal=of("T", Fn("c0")), defeasible=(rule,))


def chain(length: int) -> Program:
    links = [Implies(of(f"p{i}"), of(f"p{i + 1}")) for i in range(length)]
    return program(of("p0"), *links, goal=of(f"p{length}"))


def conjunction(length: int) -> Program:
    return program(And(tuple(of(f"p{i}") for i in range(length))), goal=of("p7"))


def facts(count: int) -> Program:
    return program(*[of("P", thing) for thing in things(count)], goal=of("P", Fn("c3")))


def pigeons(holes: int) -> Program:
    def sits(pigeon: int, hole: int) -> Atom:
        return of("In", Fn(f"p{pigeon}"), Fn(f"h{hole}"))

    somewhere = [Or(tuple(sits(p, h) for h in range(holes))) for p in range(holes + 1)]
    alone = [
        Not(And((sits(p, h), sits(q, h)))) for h in range(holes) for p in range(holes + 1) for q in range(p)
    ]  # fmt: skip
    return program(*somewhere, *alone, goal=of("Rich", Fn("bob")))


def large_model() -> Program:
    symmetric = closed("xy", Implies(of("R", X, Y), of("R", Y, X)))
    return program(*named(100), symmetric, goal=of("R", *things(2)))


def backward_chain(strict: bool) -> Program:
    rules = [Forall("x", Implies(of(f"P{i}", X), of(f"P{i + 1}", X))) for i in reversed(range(9000))]
    fact, goal = of("P0", Fn("a")), of("P9000", Fn("a"))
    if strict:
        return program(
            fact, *rules, goal=goal, defeasible=(Default("R", Forall("x", Implies(of("Q", X), of("Q", X)))),)
        )
    return program(fact, goal=goal, defeasible=tuple(Default(f"R{i}", rule) for i, rule in enumerate(rules)))


@dataclass(frozen=True, slots=True)
class Case:
    """A program that takes longer than it may, or that is written out to more than fits."""

    make: Callable[..., Program]
    args: tuple[Any, ...] = ()
    solver: str = "portfolio"
    check: bool = False
    needs: str = ""

    @property
    def name(self) -> str:
        return "-".join([self.make.__name__, *map(str, self.args), self.solver, *["check"] * self.check])


CASES = [
    Case(default_of_two, solver="default"),
    Case(ranked_defaults, solver="default"),
    Case(wide_fact, solver="rules"),
    Case(wide_rule, solver="defeasible"),
    Case(chain, (8000,), "horn"),
    Case(conjunction, (30_000,)),
    Case(facts, (10_000,)),
    Case(facts, (10_000,), "horn"),
    Case(facts, (10_000,), "eprover", needs="eprover"),
    Case(pigeons, (8,), "z3"),
    Case(pigeons, (8,), check=True),
    Case(large_model, solver="z3"),
    Case(backward_chain, (True,), "defeasible", check=True),
    Case(backward_chain, (False,), "defeasible", check=True),
]
TEXTS = {
    "lines that are no formulas": "Premises:\n" + "§§ ((\n" * 190_000 + "Conclusion:\np\n",
    "quotation marks": "Premises:\n" + "'" * 1_000_000 + "\nConclusion:\np\n",
    "names that are alike": "Predicates:\n"
    + "".join(f"Dec{i}lared(x)\n" for i in range(4000))
    + "Premises:\n"
    + "".join(f"Oth{i}er(a)\n" for i in range(4000))
    + "Conclusion:\nOth1er(a)\n",
    "a long conjunction": "Premises:\n" + " ∧ ".join(f"p{i}" for i in range(30_000)) + "\nConclusion:\np7\n",
}


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended."""

    verdict: Verdict
    codes: tuple[str, ...]
    seconds: float
    grown: float


def run(case: Case | str, limits: Limits) -> Ran:
    """Answer a case, or a text; called in another process."""
    if isinstance(case, str):
        given: Program | str = TEXTS[case]
        solver, checked = make_solver("portfolio"), False
    else:
        given, solver, checked = case.make(*case.args), make_solver(case.solver), case.check
    started, before = time.perf_counter(), _held()
    try:
        outcome = prove(given, solver, limits, check=checked)
        verdict, said = outcome.verdict, outcome.diagnostics
    except UnreadableProgram as refusal:  # a fast machine comes to what is wrong with it
        verdict, said = Verdict.UNDECIDED, refusal.diagnostics
    return Ran(verdict, tuple(d.code for d in said), time.perf_counter() - started, _held() - before)


def _held() -> float:
    """Return the megabytes that this process held at most."""
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Pool]:
    """A process that may be killed."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(run, (Case(chain, (3,)), Limits()))  # so that no run pays for what is loaded once
        pool.apply(run, (Case(chain, (3,), "z3"), Limits()))
        yield pool


def ran(pool: Pool, case: Case | str, limits: Limits = Limits(SECONDS)) -> Ran:
    found = pool.apply_async(run, (case, limits)).get(120)  # a run that goes on is killed with the pool
    assert isinstance(found, Ran)
    assert found.seconds < limits.seconds + SLACK
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_run_ends_in_time(elsewhere: Pool, case: Case) -> None:
    if case.needs and not engine(case.needs).installed:
        pytest.skip(f"{case.needs} is not installed here")
    found = ran(elsewhere, case)
    expected = {Verdict.UNKNOWN} if case.make in (large_model,) else {Verdict.ENTAILED}
    if case.make is pigeons:
        expected = {Verdict.INCONSISTENT, Verdict.ENTAILED}
    assert found.verdict in {Verdict.UNDECIDED} | expected, found
    assert "engine-failed" not in found.codes
    assert found.grown < MEGABYTES


@pytest.mark.parametrize("text", TEXTS)
def test_reading_ends_in_time(elsewhere: Pool, text: str) -> None:
    found = ran(elsewhere, text, Limits(0.2))
    assert found.verdict is Verdict.UNDECIDED
    assert {"out-of-time", "too-long"} & set(found.codes)


def test_memory_in_this_process_is_bounded(elsewhere: Pool) -> None:
    found = ran(elsewhere, Case(wide_fact, solver="rules"), Limits(60, 64))
    assert found.verdict is Verdict.UNDECIDED
    assert found.codes == ("out-of-memory",)
    assert found.grown < 3 * 64


def test_a_large_core_is_made_small() -> None:
    for solver in ("horn", "z3"):
        outcome = make_solver(solver).solve(facts(2000), Limits(60))
        assert getattr(outcome.certificate, "premises_used", None) == (3,)


def test_an_answer_is_not_lost_for_lack_of_time_to_certify_it() -> None:
    outcome = prove(chain(3000), "horn", Limits(30))
    assert outcome.verdict is Verdict.ENTAILED


def test_a_shared_tree_is_refused() -> None:
    formula, term = of("p"), Fn("a")
    for _ in range(30):
        formula, term = And((formula, formula)), Fn("f", (term, term))  # type: ignore[assignment]
    for large in (formula, Eq(term, term)):
        with pytest.raises(InvalidProgram, match="premise 2: it has more than 400000 parts"):
            program(of("q"), large, goal=of("q"))


@dataclass(frozen=True, slots=True)
class Raising:
    """An engine that hits what its error says."""

    error: Exception
    name: str = "raising"
    capabilities: Capabilities = make_solver("z3").capabilities

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        raise self.error


def test_what_hits_a_limit_is_a_result() -> None:
    import z3

    cases = [
        (MemoryError(), "out-of-memory"),
        (RecursionError(), "out-of-stack"),
        (Late(), "out-of-time"),
        (z3.Z3Exception("canceled"), "out-of-time"),
        (z3.Z3Exception(b"max. memory exceeded"), "out-of-memory"),
        (z3.Z3Exception("sort mismatch"), "engine-failed"),
    ]
    for error, code in cases:
        outcome = prove(chain(1), Raising(error))
        assert outcome.verdict is Verdict.UNDECIDED
        assert [d.code for d in outcome.diagnostics] == [code]


@pytest.mark.parametrize("solver", ["horn", "z3", "portfolio"])
def test_a_stack_that_is_nearly_full_is_a_result(solver: str) -> None:
    formula: Formula = of("p")
    for i in range(90):
        formula = Implies(of(f"q{i}"), formula)
    deep, engine_of_it = program(of("p"), formula, goal=formula), make_solver(solver)
    assert prove(deep, engine_of_it).verdict is Verdict.ENTAILED

    def below(levels: int) -> Outcome:
        return below(levels - 1) if levels else prove(deep, engine_of_it)

    for room in (120, 250, 400):
        outcome = below(max(sys.getrecursionlimit() - len(inspect.stack(0)) - room, 0))
        assert outcome.verdict in {Verdict.ENTAILED, Verdict.UNDECIDED}


def test_a_clock_inside_another_never_runs_longer() -> None:
    assert left() > 1e9
    with within(60) as outer:
        with within(3600) as inner:
            assert inner.ends == outer.ends
            assert left() <= 60
        with within(-1):
            with pytest.raises(Late):
                check()
            with pytest.raises(Late):
                deque(iter(look, 0), maxlen=0)
        check()
    check()


def test_a_run_that_nobody_waits_for_ends() -> None:
    stop = Stop()
    stop.request()
    with within(60, stop=stop):
        outcome = prove(wide_fact(), "rules", Limits(60))
    assert outcome.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "limits", [(float("nan"), 64), (float("inf"), 64), (1e9, 64), (1, 0), (1, -5), (1, 99999999999999)]
)
def test_nonsense_is_no_limit(limits: tuple[float, int]) -> None:
    with pytest.raises(UserError, match="is none: give"):
        Limits(*limits)


def test_the_largest_limits_are_some() -> None:
    assert Limits(1_000_000, 2**24).megabytes == 2**24
    assert (Limits().seconds, Limits().megabytes) == (10.0, 2048)
    for limits in ((1_000_001, 1), (1, 2**24 + 1)):
        with pytest.raises(UserError, match="is none: give"):
            Limits(*limits)


@pytest.mark.parametrize(
    "flag", ["--memory=99999999999999", "--memory=-64", "--memory=0", "--timeout=inf", "--timeout=-1"]
)
def test_the_command_refuses_nonsense(flag: str) -> None:
    assert refused("prove", "-", flag, text="Premises:\np\nConclusion:\np\n")


def test_a_text_that_is_not_read_in_time_is_undecided() -> None:
    ended = sorites("prove", "-", "--timeout", "0.05", "--szs", text=TEXTS["lines that are no formulas"][:200_000])
    assert ended.returncode == 1
    assert "out-of-time" in ended.stderr
    assert "SZS status Timeout" in ended.stdout
