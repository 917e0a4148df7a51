"""Options that nobody goes by are refused, by one table, in commands and in files that describe runs."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from sorites.agent.uses import AGAINST, BESIDE, NEEDS, refuse_idle, uses
from sorites.eval import load_plan
from sorites.eval.cli.main import commands
from sorites.solvers import UserError

from ..command import refused

MODEL = "no model is asked here"
SOLVE = ("--context", "Anne is kind.", "--question", "Is Anne kind?")
IDLE: list[tuple[str, str, dict[str, object], str, str]] = [
    ("english", "", {}, "model models", "no model answers by itself"),
    ("english", "", {}, "seed", "nothing is drawn"),
    ("english", "", {}, "temperature cache rpm max_tokens base_url key_env prices max_cost concurrency", MODEL),
    ("english", "", {}, "max_repairs shots prompt demonstrations", MODEL),
    ("english", "", {}, "samples", "one program of each problem"),
    ("english", "", {}, "rule", "needs no vote"),
    ("english", "", {}, "strict", "could be mended"),
    ("english", "", {"engine": "ray"}, "workers", "no process of ours"),
    ("gold", "", {}, "partial knowledge background samples", "one program of each problem"),
    ("gold", "", {"background": True}, "partial temperature", "nothing is read by the grammar"),
    ("openai:m", "", {}, "partial knowledge background", "nothing is read by the grammar"),
    ("openai:m", "", {}, "workers", "no process of ours"),
    ("openai:m", "", {"samples": 1}, "rule", "needs no vote"),
    ("recorded:x.json", "", {}, "shots temperature max_repairs seed", MODEL),
    ("recorded:x.json", "", {"fallback": "random"}, "models temperature", "no model answers by itself"),
    ("", "answers:x.json", {}, "model", "no model answers by itself"),
    ("", "answers:x.json", {}, "prompt seed", MODEL),
    ("", "answers:x.json", {"fallback": "cot"}, "fallback solver check semantics timeout", "nobody translates"),
    ("", "cot", {}, "max_repairs", MODEL),
]


@pytest.mark.parametrize(("translator", "answerer", "more", "said", "told"), IDLE)
def test_what_nobody_goes_by_is_refused(
    translator: str, answerer: str, more: dict[str, object], said: str, told: str
) -> None:
    use = uses([translator] * bool(translator), [answerer] * bool(answerer), **more)  # type: ignore[arg-type]
    for one in said.split():
        with pytest.raises(UserError, match=rf"^here: <{one}>: "):
            refuse_idle([one], use, "<{}>".format, "here")
    with pytest.raises(UserError, match=told):
        refuse_idle(said.split(), use, str)


COMMANDS = [
    (("bench", "sample", "--translator", "english", "--set", "temperature=0.5"), f"--set temperature: {MODEL}"),
    (("solve", *SOLVE, "--max-repairs", "1"), f"--max-repairs: {MODEL}"),
    (("solve", "--context", "x"), "--context says something of --question"),
    (("translate", "--context", "x", "--set", "shots=1"), "--set shots: no model is asked here for a translation"),
    (("weaknesses", "--translator", "openai:m", "--try", "none", "--examples", "2"), "no demonstrations are tried"),
    (("generate", "logicasker", "--out", "x.jsonl", "--augment"), "--augment: nothing is written for training"),
    (("report", "RUN", "--inspect", "logs"), "--inspect is gone: inspect eval sorites/DATASET"),
    (("compare", "RUN", "--flips", "3", "--markdown"), "does nothing beside --markdown"),
]


@pytest.mark.parametrize(("command", "told"), COMMANDS, ids=[" ".join(c[:1] + c[-2:]) for c, _ in COMMANDS])
def test_commands_refuse_what_nobody_goes_by(command: tuple[str, ...], told: str) -> None:
    assert told in refused(*command, text="{}")


KEPT = [
    (["openai:m"], [], {}, "temperature seed shots prompt max_repairs cache rpm solver strict samples"),
    (["english"], [], {"background": True}, "partial background temperature seed base_url"),
    (["english"], [], {"draw": 5}, "seed workers"),
    (["recorded:x.json"], [], {}, "rule samples strict workers fallback"),
    (["recorded:x.json"], [], {"fallback": "cot"}, "models temperature shots"),
    (["mine.py:T"], [], {}, "partial temperature max_repairs samples rule"),
    ([], ["cot"], {"samples": 3}, "model shots demonstrations prompt samples rule"),
    ([], ["answers:x.json"], {}, "samples rule workers"),
]


@pytest.mark.parametrize(("translators", "answerers", "more", "said"), KEPT)
def test_what_somebody_goes_by_is_taken(
    translators: list[str], answerers: list[str], more: dict[str, object], said: str
) -> None:
    refuse_idle(said.split(), uses(translators, answerers, **more), str)  # type: ignore[arg-type]


FILES = [
    ('translators = ["english"]\ntemperature = 0.3', "run.toml: temperature: no model is asked here"),
    ('temperature = 0.3\n[cells.a]\ntranslator = "gold"', "run.toml: temperature: no model"),
    ('[cells.a]\ntranslator = "gold"\nshots = 2\n[cells.b]\ntranslator = "openai:m"', "cell 'a' of .*shots: no model"),
    ('models = ["openai:m"]\ntranslators = ["gold"]', "models: no model answers by itself"),
    ("seed = 4", "seed: nothing is drawn"),
]


@pytest.mark.parametrize(("text", "said"), FILES)
def test_the_same_holds_for_files(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(f'dataset = "sample"\n{text}\n', "utf-8")
    with pytest.raises(UserError, match=said):
        load_plan(tmp_path / "run.toml")


def test_what_holds_for_one_cell_may_stand_above_all(tmp_path: Path) -> None:
    text = 'dataset = "sample"\ntemperature = 0.3\n[cells.a]\ntranslator = "gold"\n[cells.b]\ntranslator = "openai:m"\n'
    (tmp_path / "run.toml").write_text(text, "utf-8")
    assert load_plan(tmp_path / "run.toml")["model"].temperature == 0.3
    with pytest.raises(UserError, match="partial: nothing is read by the grammar"):
        load_plan(tmp_path / "run.toml", partial=True)


def test_the_table_says_something_of_every_option() -> None:
    """Each option of a command that translates or answers is in the table, or is known to be heard always."""
    always = {
        "bench": "dataset translator answerer preset data limit draw where columns labels out resume setting json",
        "solve": "translator question context choice certificate explain setting json",
        "translate": "translator question context to setting json",
        "weaknesses": "translator cases weakest tried method preset only out setting json",
    }
    known = {name for names, _, _ in NEEDS for name in names.split()}
    group = typer.main.get_command(commands())
    for command, heard in always.items():
        options = {p.name for p in group.commands[command].params} - {"help"}  # type: ignore[attr-defined]
        assert options - known == set(heard.split()), command
    for table in (BESIDE, AGAINST):
        for command, pairs in table.items():
            options = {p.name for p in group.commands[command].params}  # type: ignore[attr-defined]
            assert {name for pair in pairs for name in pair} <= options, command
