"""Engines as data: what they claim, who is picked, what happens when one fails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from sorites.solvers import (
    Capabilities,
    Countermodels,
    Feature,
    Kind,
    Level,
    Limits,
    Outcome,
    Program,
    Proof,
    UserError,
    Verdict,
    make_solver,
    needs,
    prove,
    registry,
    solver_names,
)
from sorites.solvers.capabilities import ANY_CLASSICAL
from sorites.solvers.engines.rules import RulesSolver
from sorites.solvers.engines.z3 import Z3Solver
from sorites.solvers.registry import ENGINES, Engine
from sorites.testing import NonConformance, check_solver

from ..outlines import program

ROOT = Path(__file__).parents[2]
CLASSICAL, EQUALITY = Feature.CLASSICAL, Feature.EQUALITY
ENTAILED = "Premises:\np → q\np\nConclusion:\nq\n"


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Premises:\n∃x P(x)\nConclusion:\nP(a)\n", {CLASSICAL}),
        ("Conclusion:\na = b\n", {CLASSICAL, EQUALITY}),
        ("Premises:\nP(f(a))\nConclusion:\nP(a)\n", {CLASSICAL, Feature.FUNCTIONS}),
        ("Premises:\n∀x ∃y R(x, y)\nConclusion:\nR(a, b)\n", {CLASSICAL}),
        ("Premises:\nn > 3\nConclusion:\nn > 2\n", {CLASSICAL, Feature.ARITHMETIC}),
        (
            "Premises:\nage(bob) > 3\nConclusion:\nage(bob) > 2\n",
            {CLASSICAL, Feature.ARITHMETIC, Feature.FUNCTIONS, Feature.SORTS},
        ),
        ("Semantics: rules\nPremises:\nP(a)\nConclusion:\nP(a)\n", {Feature.RULES}),
        ("Premises:\nP(a)\nDefaults:\nD1: ∀x (P(x) → Q(x))\nConclusion:\nQ(a)\n", {Feature.DEFAULTS}),
        ("Premises:\nP(a)\nDefeasible rules:\nR1: ∀x (P(x) → Q(x))\nConclusion:\nQ(a)\n", {Feature.DEFEASIBLE}),
    ],
)
def test_what_programs_need(text: str, needed: set[Feature]) -> None:
    assert needs(program(text)) == needed


def test_another_engine_is_said_to_have_answered() -> None:
    text = "Premises:\nage(bob) > 5\nConclusion:\nage(bob) > 3\n"
    outcome = prove(text, "eprover")
    assert (outcome.verdict, outcome.engine) == (Verdict.ENTAILED, "z3")
    [note] = outcome.diagnostics
    assert (note.code, note.level) == ("other-engine", Level.WARNING)
    assert "eprover can't do what the program needs: arithmetic" in note.message
    assert not prove(text).diagnostics
    assert [d.code for d in prove(ENTAILED, "rules").diagnostics] == ["other-engine"]
    assert not prove(ENTAILED, "rules", semantics="rules").diagnostics


def test_the_table_of_the_docs_is_the_table_of_the_code() -> None:
    page = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8")
    for row in ENGINES:
        held = row.capabilities
        lists = [
            ", ".join(f.value for f in kind if f in chosen)
            for kind, chosen in ((Feature, held.features), (Feature, held.decides), (Kind, held.certificates))
        ]
        assert f"| `{row.name}` | {' | '.join(lists)} | {row.purpose} |" in page
        assert make_solver(row.name).capabilities is held
    assert page.partition("## Engines")[2].count("\n| `") == len(ENGINES)


# -- an engine that fails ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Other:
    """An engine of the tests' own."""

    act: Callable[[Program, Limits], object]
    capabilities: Capabilities = Capabilities(
        frozenset({CLASSICAL}), frozenset({Kind.PROOF, Kind.STEPS, Kind.COUNTERMODELS})
    )
    name: str = "other"

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        return self.act(program, limits)  # type: ignore[return-value]


def crash(program: Program, limits: Limits) -> object:
    raise ZeroDivisionError("no way")


def test_a_crash_is_a_result() -> None:
    outcome = prove(ENTAILED, Other(crash))
    assert outcome.verdict is Verdict.UNDECIDED
    [fault] = outcome.diagnostics
    assert (fault.code, fault.level) == ("engine-failed", Level.ERROR)
    assert "other failed: ZeroDivisionError: no way" in fault.message
    [fault] = prove(ENTAILED, Other(lambda *_: "yes")).diagnostics
    assert "no outcome but str" in fault.message


class Crashing:
    """What the table makes where an engine crashes."""

    def __init__(self, certify: bool = True, **options: object) -> None:
        self.name, self.capabilities = "crashing", Capabilities(ANY_CLASSICAL, frozenset())

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        raise RuntimeError("it broke")


def test_the_portfolio_goes_on_with_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Engine("crashing", f"{__name__}:Crashing", Crashing().capabilities, "", first={})
    monkeypatch.setattr(registry, "ENGINES", (broken, *ENGINES))
    text = "Premises:\nP(f(a))\nConclusion:\nP(f(a))\n"
    outcome = make_solver("portfolio").solve(program(text))
    assert outcome.verdict is Verdict.ENTAILED
    assert [(d.code, d.level) for d in outcome.diagnostics] == [("engine-failed", Level.WARNING)]
    assert "crashing failed: RuntimeError" in outcome.diagnostics[0].message


TINY = """
from sorites.solvers import Limits, prove
names = [f"c{i}" for i in range(60)]
facts = "\\n".join(f"P({n}, f({n}))" for n in names)
text = f"Premises:\\n{facts}\\n∀x ∀y (P(x, y) → P(y, f(x)))\\nConclusion:\\nQ(a)\\n"
for solver in ("z3", "portfolio"):
    outcome = prove(text, solver, Limits(2, 1))
    print(outcome.verdict, [d.code for d in outcome.diagnostics])
"""


def test_z3_without_memory_is_a_result() -> None:
    ended = subprocess.run([sys.executable, "-c", TINY], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 0, ended.stderr
    first, second = ended.stdout.splitlines()
    assert first == "undecided ['goal-disconnected', 'out-of-memory']"
    assert second.split()[0] in {"undecided", "unknown"}


def test_importing_the_solvers_changes_nothing_and_loads_no_engine() -> None:
    code = """
import sys, logging, signal

def state():
    return logging.root.level, signal.getsignal(signal.SIGINT), sys.getrecursionlimit()

before = state()
import sorites.solvers
print(before == state(), [m for m in ("z3", "ctypes", "pydantic", "rich") if m in sys.modules])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "True []"


def test_what_is_frozen_has_a_hash() -> None:
    unknown = prove("Premises:\nP(a)\nConclusion:\nP(b)\n")
    again = prove("Premises:\nP(a)\nConclusion:\nP(b)\n")
    assert isinstance(unknown.certificate, Countermodels)
    assert hash(unknown.certificate) == hash(again.certificate)
    for text in ("Semantics: rules\n" + ENTAILED, ENTAILED):
        assert hash(prove(text)) is not None


# -- what other packages register ---------------------------------------------------


def registered(monkeypatch: pytest.MonkeyPatch, attribute: str) -> None:
    entry = EntryPoint("theirs", f"{__name__}:{attribute}", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: (entry,))
    monkeypatch.setattr(registry, "plugins", registry.plugins.__wrapped__)


def no_solver(certify: bool) -> str:
    return "no solver"


def test_an_engine_of_another_package_takes_part(monkeypatch: pytest.MonkeyPatch) -> None:
    registered(monkeypatch, "Crashing")
    assert solver_names()[-1] == "theirs"
    assert prove(ENTAILED, "theirs").diagnostics[0].code == "engine-failed"
    assert prove(ENTAILED, "crosscheck").verdict is Verdict.ENTAILED


def test_what_is_no_solver_is_refused_at_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    registered(monkeypatch, "no_solver")
    with pytest.raises(UserError, match="'theirs' is none: it needs name"):
        make_solver("theirs")
    assert prove(ENTAILED, "crosscheck").verdict is Verdict.ENTAILED


# -- the conformance check, on our engines and on wrong ones ---------------------------


@pytest.mark.parametrize("name", [e.name for e in ENGINES])
def test_our_engines_conform(name: str) -> None:
    assert check_solver(make_solver(name)) >= 3


def z3_but(change: Callable[[Outcome], Outcome]) -> Callable[[Program, Limits], object]:
    return lambda program, limits: change(Z3Solver().solve(program, limits))


def asleep(program: Program, limits: Limits) -> object:
    time.sleep(1 if limits.seconds < 1 else 0)
    return Z3Solver().solve(program, limits)


def no_proof(outcome: Outcome) -> Outcome:
    proof = outcome.certificate
    return replace(outcome, certificate=replace(proof, premises_used=())) if isinstance(proof, Proof) else outcome


@pytest.mark.parametrize(
    ("act", "capabilities", "message"),
    [
        (crash, {}, "raised ZeroDivisionError"),
        (lambda *_: None, {}, "returned no outcome but NoneType"),
        (lambda *_: Outcome("entailed", "other", 0.0), {}, "gave no verdict"),  # type: ignore[arg-type]
        (z3_but(lambda o: replace(o, verdict=Verdict.UNKNOWN, certificate=None)), {}, "says unknown"),
        (z3_but(no_proof), {}, "the proof uses other premises"),
        (z3_but(lambda o: o), {"certificates": frozenset({Kind.PROOF})}, "does not claim"),
        (z3_but(lambda o: o), {"decides": frozenset({CLASSICAL, EQUALITY})}, "claims to decide more"),
        (z3_but(lambda o: o), {"features": frozenset({EQUALITY})}, "no meaning"),
        (z3_but(lambda o: replace(o, verdict=Verdict.UNDECIDED, certificate=None)), {}, "answered no program with"),
        (
            z3_but(lambda o: replace(o, verdict=Verdict.UNDECIDED, certificate=None)),
            {"decides": frozenset({CLASSICAL})},
            "left undecided what it claims to decide",
        ),
        (lambda p, limits: RulesSolver().solve(p, limits), {}, "says|claim"),
        (asleep, {}, "s were allowed"),
    ],
)
def test_a_wrong_engine_is_caught(
    act: Callable[[Program, Limits], object],
    capabilities: dict[str, Any],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if act is asleep:
        monkeypatch.setattr("sorites.testing.solvers._SLACK", 0.3)
    wrong = Other(act)
    wrong = replace(wrong, capabilities=replace(wrong.capabilities, **capabilities))
    with pytest.raises(NonConformance, match=message):
        check_solver(wrong)


def test_the_right_engine_of_the_tests_own_is_not() -> None:
    assert check_solver(Other(z3_but(lambda o: o))) > 3
