"""``--certificate`` and ``sorites check``: what one machine proved, another one checks, without any engine."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from sorites.solvers import Countermodels, Limits, Model, Outcome, Program, Proof, Verdict
from sorites.solvers.carrying.files import Report, read_certificate, write_certificate
from sorites.solvers.carrying.tstp import write_tstp
from sorites.solvers.checking import check
from sorites.solvers.errors import UserError
from sorites.solvers.kernel.certificates import Given, Line
from sorites.solvers.knowledge.proving import prove
from sorites.solvers.logic.syntax import Truth
from sorites.solvers.outcome import proves
from sorites.solvers.registry import engine

from .. import outlines
from ..command import answered, process, refused, sorites
from ..house.test_import import COMMAND, loaded
from ..problems import CASES, Case

SOCRATES = "examples/socrates.fol"


@pytest.mark.parametrize(
    ("file", "verdict"),
    [
        (SOCRATES, "entailed"),
        ("examples/suspects.fol", "unknown"),
        ("examples/contradiction.fol", "inconsistent"),
        ("examples/discount.fol", "entailed"),
        ("examples/penguins.fol", "refuted"),
    ],
)
def test_what_is_kept_is_checked_again(file: str, verdict: str, tmp_path: Path) -> None:
    kept = tmp_path / "out.json"
    assert str(kept) in sorites("prove", file, "--certificate", kept).stderr
    for arguments in ([file, kept], [kept]):
        ended = sorites("check", *arguments)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert " checked" in ended.stdout
        found = answered("check", *arguments)
        assert (found["accepted"], found["verdict"], found["why"]) == (True, verdict, "")


def test_no_engine_is_loaded_for_a_check(tmp_path: Path) -> None:
    kept = tmp_path / "out.json"
    sorites("prove", SOCRATES, "--certificate", kept)
    found = loaded(COMMAND.format(f"'check', {SOCRATES!r}, {str(kept)!r}"))
    assert "sorites.solvers.kernel.kernel" in found
    assert "z3" not in found


def test_a_certificate_is_for_one_program(tmp_path: Path) -> None:
    kept = tmp_path / "out.json"
    sorites("prove", SOCRATES, "--certificate", kept)
    found = answered("check", "examples/mortal.p", kept)
    assert not found["accepted"]
    assert "its premise 1 is ∀x (man(x) → mortal(x)), and not ∀x (Man(x) → Mortal(x))" in found["why"]
    assert sorites("check", "examples/mortal.p", kept).returncode == 1
    said = sorites("check", SOCRATES, kept, "--semantics", "rules")
    assert said.returncode == 1
    assert "its semantics is rules, and not classical" in said.stdout


def test_a_check_that_takes_too_long_is_no_refusal(tmp_path: Path) -> None:
    text = "Premises:\n∀x ∀y ∀z ∀v (P(x) ↔ (P(y) ↔ (P(z) ↔ P(v))))\nConclusion:\nq\n"
    program = outlines.program(text)
    things = tuple(f"e{i}" for i in range(60))
    both = [
        Model(things, {("P", 1): frozenset((thing,) for thing in things), ("q", 0): frozenset(rows)}, {})
        for rows in ([()], [])
    ]
    kept = tmp_path / "out.json"
    kept.write_text(
        write_certificate(program, Outcome(Verdict.UNKNOWN, "somebody", 0.0, Countermodels(*both))), "utf-8"
    )
    ended = sorites("check", kept, "--timeout", "0.05")
    assert ended.returncode == 1
    assert "not checked: there was not enough time" in ended.stdout


def test_bad_input_of_a_check(tmp_path: Path) -> None:
    kept = tmp_path / "out.json"
    sorites("prove", SOCRATES, "--certificate", kept)
    assert "can't read" in refused("check", SOCRATES, tmp_path / "nothing.json")
    assert "give a program and a certificate" in refused("check")
    assert "holds no certificate" in refused("check", SOCRATES)
    assert "holds no certificate" in refused("check", kept, SOCRATES)
    assert "expected" in refused("check", "-", kept, text="Premises:\nP(a\nConclusion:\nP b")
    deep = tmp_path / "deep.json"
    deep.write_text('{"nodes":' * 100_000, "utf-8")
    ended = process("check", SOCRATES, deep)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    assert "can't write" in refused("prove", SOCRATES, "--certificate", tmp_path / "no" / "out.json")


def test_what_is_undecided_has_no_certificate_to_keep(tmp_path: Path) -> None:
    text = "Premises:\nx > 3\nx * x * x + y * y * y + z * z * z = 42\nConclusion:\n∃n:Int (n * n * n = z + y)\n"
    ended = sorites("prove", "-", "--timeout", "0.05", "--certificate", tmp_path / "out.json", text=text)
    if ended.returncode == 1:
        assert "There is no certificate to write." in ended.stderr
        assert not (tmp_path / "out.json").exists()


def test_what_is_solved_is_kept_with_its_program(tmp_path: Path) -> None:
    kept = tmp_path / "out.json"
    arguments = ("--context", "Kind people are nice. Anne is kind.", "--question", "Is Anne nice?")
    assert sorites("solve", *arguments, "--certificate", kept).returncode == 0
    [first, *_] = read_certificate(kept.read_text("utf-8"), "it").program.premises
    assert first.gloss == "Kind people are nice."
    assert sorites("check", kept).returncode == 0


# A certificate that the kernel refuses


@dataclass(frozen=True, slots=True)
class Liar:
    """An engine whose proofs are none."""

    @property
    def name(self) -> str:
        return "liar"

    capabilities = engine("z3").capabilities

    def solve(self, program: Program, limits: Limits = Limits()) -> Outcome:
        proof = Proof("goal", (), "liar", (Line(Truth(False), Given("premise")),))
        return Outcome(Verdict.ENTAILED, "liar", 0.0, proof)


def test_a_refused_certificate_is_no_answer_but_a_report() -> None:
    program = outlines.program("Premises:\nP(a)\nConclusion:\nP(b)\n")
    outcome = prove(program, Liar())
    assert (outcome.verdict, outcome.certificate, outcome.checked) == (Verdict.UNDECIDED, None, None)
    assert [d.code for d in outcome.diagnostics] == ["certificate-wrong"]
    assert "--certificate" in outcome.diagnostics[0].hint
    assert outcome.refused is not None
    report = write_certificate(program, outcome)
    carried = read_certificate(report, "report.json")
    assert (carried.verdict, carried.engine) == (Verdict.ENTAILED, "liar")
    assert carried.refused == Report("line 1 of the proof does not stand", 1)
    assert carried.certificate == outcome.refused.certificate
    again = check(program, Outcome(carried.verdict, "liar", 0.0, carried.certificate))
    assert again.refused == outcome.refused


# TSTP


def syntax_of_e(text: str) -> str:
    """Return what E says against the syntax of a text; it knows the roles of proofs only."""
    for role in ("fi_domain", "fi_functors", "fi_predicates"):
        text = text.replace(f", {role}, ", ", axiom, ")
    ended = subprocess.run(
        [engine("eprover").where(), "--syntax-only", "--tptp3-format"],
        input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ended.stderr if ended.returncode else ""


@pytest.mark.skipif(not engine("eprover").installed, reason="E is not installed")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_other_tools_read_proofs_and_models(case: Case) -> None:
    program = outlines.program(case.text)
    outcome = prove(program, limits=Limits(5))
    try:
        text = write_tstp(program, outcome, "it's a {file}.fol")
    except UserError:
        proof = outcome.certificate
        assert program.signature.arithmetic or proof is None or (isinstance(proof, Proof) and not proof.lines)
        return
    assert syntax_of_e(text) == ""
    lines = text.splitlines()
    assert lines[0].startswith("% SZS output start ")
    if isinstance(outcome.certificate, Proof):
        assert len(lines) == 2 + len(outcome.certificate.lines) + ("conjecture, " in text.replace("negated_", ""))
        assert "$false" in lines[-2]
        assert proves(outcome.verdict) == outcome.certificate.proves


@pytest.mark.skipif(not engine("eprover").installed, reason="E is not installed")
def test_the_models_are_models() -> None:
    """With an interpretation as axioms E proves each premise, and the goal in one of both only."""
    program = outlines.program("Premises:\n∀x (P(x) → ∃y R(x, y))\nP(a)\nConclusion:\nR(a, a)\n")
    text = write_tstp(program, prove(program), "it")
    for which, holds in (("goal_holds", True), ("goal_fails", False)):
        lines = [line for line in text.splitlines() if line.startswith(f"fof({which}")]
        axioms = "\n".join(lines).replace("fi_domain", "axiom").replace("fi_functors", "axiom")
        axioms = axioms.replace("fi_predicates", "axiom")
        for goal in ("! [X] : (p(X) => ? [Y] : r(X, Y))", "p(a)", "r(a, a)" if holds else "~r(a, a)"):
            asked = f"{axioms}\nfof(asked, conjecture, {goal}).\n".replace("'P'", "p").replace("'R'", "r")
            asked = re.sub(r'"(\w+)"', r"thing_\1", asked)  # distinct objects are not read here
            found = prove(asked, "eprover", check=False).verdict
            assert found is Verdict.ENTAILED, asked


def test_what_tstp_has_no_form_for_is_said(tmp_path: Path) -> None:
    for file, told in (("examples/discount.fol", "no sorts and no numbers"), ("examples/penguins.fol", "classical")):
        assert told in refused("prove", file, "--certificate", tmp_path / "out.p")
    assert sorites("prove", SOCRATES, "--certificate", tmp_path / "out.p").returncode == 0
    assert f"file('{SOCRATES}', premise_1)" in (tmp_path / "out.p").read_text("utf-8")


LATER = (
    "Premises:\n∀x (Day(x) → ∃y (Day(y) ∧ Before(x, y)))\n∀x ¬Before(x, x)\n"
    "∀x ∀y ∀z (Before(x, y) ∧ Before(y, z) → Before(x, z))\nDay(mon)\nConclusion:\n"
    "∃x ∃y (Day(x) ∧ Before(mon, x) ∧ Before(x, y))\n"
)
"""A strict order without an end, which has no finite model."""


@pytest.mark.parametrize(
    ("program", "verdict", "consistency"),
    [
        ("Premises:\nP(a)\n¬P(a)\nConclusion:\nQ(a)\n", "inconsistent", "refuted"),
        ("Premises:\nP(a)\nConclusion:\nP(a)\n", "entailed", "shown"),
        ("Premises:\nP(a)\nConclusion:\nQ(a)\n", "unknown", "shown"),
        (LATER, "entailed", "open"),
        ("Semantics: rules\nPremises:\nP(a)\n¬P(a)\nQ(b)\nConclusion:\nQ(b)\n", "entailed", "refuted"),
        ("Premises:\nP(a)\n¬P(a)\nDefeasible rules:\nR: Q(b)\nConclusion:\nQ(b)\n", "entailed", "refuted"),
    ],
)
def test_whether_premises_are_consistent_is_a_field_and_can_be_required(
    program: str, verdict: str, consistency: str, tmp_path: Path
) -> None:
    file, kept = tmp_path / "in.fol", tmp_path / "out.json"
    file.write_text(program, encoding="utf-8")
    found = answered("prove", file, "--certificate", kept)
    assert (found["verdict"], found["consistency"]) == (verdict, consistency)
    assert answered("check", kept)["consistency"] == consistency
    required = sorites("check", file, kept, "--require-consistency")
    assert required.returncode == (0 if consistency == "shown" else 1)
    assert ("does not show that the premises are consistent" in required.stdout) is bool(required.returncode)
