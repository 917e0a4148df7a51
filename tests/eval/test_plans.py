"""Cells with names and options of their own, and runs that a file describes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sorites.eval import load_dataset, load_plan, run
from sorites.eval.tasks.selection import filters_of
from sorites.solvers import UserError
from sorites.testing import Reply, serving
from sorites.translators import ModelOptions, make_chat
from sorites.translators.options import GONE

from ..command import answered, refused
from ..replies import GOOD

COT = {"reasoning": "So it is.", "answer": "True"}
FILE = """
dataset = "sample"
limit = 2
base_url = "{url}"
key_env = "OWN_KEY"
cache = false
out = "found"
translators = ["gold"]

[cells."own prompt"]
translator = "openai:m"
prompt = "mine.md"
temperature = 0.3
max_repairs = 0

[cells.plain]
translator = "openai:m"
max_repairs = 0

[cells."hot cot"]
answerer = "cot"
model = "openai:m"
temperature = 1.2
samples = 3
"""


def reply(_: int, request: dict[str, Any]) -> Reply:
    return Reply(COT if "reasoning" in json.dumps(request.get("tools", request)) else GOOD)


@pytest.fixture
def described(tmp_path: Path) -> Path:
    (tmp_path / "mine.md").write_text("Translate it as I say.\n", "utf-8")
    return tmp_path / "run.toml"


def test_a_run_in_a_file(described: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_KEY", "sk-of-the-file")
    with serving(script=reply) as server:
        described.write_text(FILE.format(url=server.url), "utf-8")
        found = answered("bench", described)
        asked = list(server.requests)
        assert [cell["translator"] for cell in found["cells"]] == ["gold", "own prompt", "plain", "hot cot"]
        hot = next(cell for cell in found["cells"] if cell["translator"] == "hot cot")
        assert (hot["samples"], hot["votes"]["majority"]["problems"]) == (6, 2)
        warm = {r.get("temperature") for r in asked}
        assert warm == {0.3, None, 1.2}
        own = [r for r in asked if "as I say" in json.dumps(r)]
        assert {r["temperature"] for r in own} == {0.3}
        assert (tmp_path / "found" / "records.jsonl").exists()
        assert "sk-of-the-file" not in "".join(p.read_text("utf-8") for p in (tmp_path / "found").glob("*.json*"))
        again = answered("bench", described, "--limit", "1", "--out", tmp_path / "other", "--set", "temperature=0.9")
        assert [cell["samples"] for cell in again["cells"]] == [1, 1, 1, 3]
        assert {r.get("temperature") for r in server.requests[len(asked) :]} == {0.3, 0.9, 1.2}
        by_python = run(**load_plan(described, limit=1, out=tmp_path / "third"))
        assert list(by_python.cells) == ["gold", "own prompt", "plain", "hot cot"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("limits = 3", "there is no option 'limits'; is it 'limit'?"),
        ("max-repairs = 3", "is it 'max_repairs'?"),
        ('api_key = "sk-x"', "keys stand in no file"),
        ("limit = -1", "limit: Input should be greater than or equal to 0"),
        ("[cells.a]\ntranslator = 'gold'\nlimit = 3", "'limit' here: it holds for the whole run"),
        ("[cells.a]\ntemprature = 3", "there is no option 'temprature'; is it 'temperature'?"),
        ("[cells.a]\ntemperature = 1", "say who answers"),
        ("[cells.a]\ntranslator = 'gold'\nanswerer = 'cot'", "either a translator, an answerer, or a preset"),
        ("[cells.a]\ntranslator = 'gold'\nmodel = 'openai:m'", "'model' is an answerer's"),
        ("cells = 3", r"write a cell as a table of its own, \[cells.NAME\]"),
        ("dataset == 3", "can't read the run in"),
        ("solver = 3", "run.toml: solver: a name is expected, not 3"),
        ("[cells.a]\ntranslator = ['gold']", "cell 'a': translator: a name is expected"),
    ],
)
def test_what_is_wrong_in_a_file(described: Path, text: str, said: str) -> None:
    described.write_text(f'dataset = "sample"\n{text}\n', "utf-8")
    with pytest.raises(UserError, match=said):
        load_plan(described)


def test_a_part_is_named_as_on_the_command_line(described: Path) -> None:
    """Also in a file as Windows writes it; a value may have signs of its own."""
    for text in ('where = "label!=True"', 'where = ["label!=True"]', 'where = {label = ["False", "Unknown"]}'):
        described.write_text(f'\ufeffdataset = "sample"\r\nlimit = 4\r\n{text}\r\n', "utf-8", newline="")
        assert {record.gold for record in run(**load_plan(described)).records} <= {"False", "Uncertain", "Unknown"}
    assert filters_of(["url=a=b"]) == filters_of({"url": "a=b"})


def test_paths_are_relative_to_the_file(described: Path, tmp_path: Path) -> None:
    described.write_text(
        'dataset = "file:own.jsonl"\ntranslators = ["recorded:p.json", "own.py:T"]\nknowledge = "k.json"\n', "utf-8"
    )
    found = load_plan(described)
    assert found["dataset"] == f"file:{tmp_path / 'own.jsonl'}"
    assert found["translators"] == [f"recorded:{tmp_path / 'p.json'}", f"{tmp_path / 'own.py'}:T"]
    assert found["english"].knowledge == tmp_path / "k.json"


def test_one_model_asked_in_two_ways_is_two_cells() -> None:
    with serving(*[GOOD] * 4) as server:
        how = ModelOptions(server.url, api_key="k")
        names = ["openai:m", "openai:m?temperature=0.5"]
        found = run("sample", translators=names, limit=1, model=how, max_repairs=0)
        assert list(found.cells) == names
        assert [r.get("temperature") for r in server.requests] in ([None, 0.5], [0.5, None])
        with pytest.raises(UserError, match="openai:m is there twice; give one of them a name of its own"):
            run("sample", translators=["openai:m", "openai:m"], model=how)


def test_baselines_are_asked_of_the_models_that_are_named() -> None:
    with serving(script=reply) as server:
        how = ModelOptions(server.url, api_key="k")
        many: dict[str, Any] = {
            "translators": ["openai:a", "openai:b"],
            "answerers": ["cot"],
            "limit": 1,
            "max_repairs": 0,
        }
        assert list(run("sample", **many, models=["openai:c"], model=how).cells)[2:] == ["cot, openai:c"]
        assert list(run("sample", **many, model=how).cells)[2:] == ["cot, openai:a", "cot, openai:b"]


def test_options_that_are_gone_say_what_to_do(described: Path) -> None:
    for command, said in (
        (("bench", "sample", "--sample", "5"), "--sample is gone: it is called --draw now"),
        (("weaknesses", "--draw", "5"), "--draw is gone: it is called --seed now"),
        (("solve", "--temperature", "0.5"), "--temperature is gone: --set temperature=VALUE"),
        (("bench", "sample", "--max-errors", "5"), "--max-errors is gone: --set max_errors=VALUE"),
        (("solve", "--api-key", "k"), "set OPENAI_API_KEY, or where the key is: --set key_env=NAME"),
        (("solve", "--set", "model_timeout=soon"), "--set: model_timeout: Input should be a valid number"),
        (("solve", "--set", "temprature=1"), "--set: there is no option 'temprature'; there are mode, temperature"),
        (("solve", "--rule", "vote"), "in Python, solve(rule=…)"),
        *(((name, f"--{one.replace('_', '-')}"), GONE[one]) for one in GONE for name in ("solve", "bench")),
    ):
        assert said in refused(*command)
    for one, told in GONE.items():
        for table in ("", "[cells.a]\ntranslator = 'gold'\n"):
            described.write_text(f'dataset = "sample"\n{table}{one} = true\n', "utf-8")
            with pytest.raises(UserError, match=re.escape(told)):
                load_plan(described)
        with pytest.raises(UserError, match=re.escape(told)):
            make_chat(f"openai:m?{one}=true")


def test_a_fallback_of_recorded_answers(tmp_path: Path) -> None:
    ids = [sample.problem.id for sample in load_dataset("sample")][:3]
    answers = tmp_path / "cot.json"
    answers.write_text(json.dumps([{"id": i, "predicted_answer": "The answer is True."} for i in ids]), "utf-8")
    programs = tmp_path / "programs.json"
    programs.write_text(json.dumps([{"id": i, "raw_logic_programs": ["nothing ( to read"]} for i in ids]), "utf-8")
    found = run("sample", translators=[f"recorded:{programs}"], limit=3, fallback=f"answers:{answers}")
    assert {(r.label, r.fallback) for r in found.records} == {("True", "answers:cot")}
    with pytest.raises(UserError, match="no fallback 'none'; there are wrong"):
        run("sample", limit=1, fallback="none")
    with pytest.raises(UserError, match=r"say which model the fallback 'cot' asks for recorded"):
        run("sample", translators=[f"recorded:{programs}"], limit=1, fallback="cot")
