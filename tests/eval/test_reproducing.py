"""The table beside Logic-LM's and LINC's own figures, from files such as their repositories hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval.reproducing import reproduce

from ..command import refused, sorites

PROGRAM = "Predicates:\nKind(x) ::: x is kind\nPremises:\nKind(anne) ::: Anne is kind.\nConclusion:\n{} ::: it\n"
OPTIONS = ["A) True", "B) False", "C) Uncertain"]


def written(folder: Path) -> Path:
    """Write what the two repositories hold: programs, what executors made of them."""
    programs, inference = folder / "Logic-LLM" / "programs", folder / "Logic-LLM" / "inference"
    for place in (programs, inference):
        place.mkdir(parents=True)
    goals = ["Kind(anne)", "¬Kind(anne)", "Kind(bob", "Kind(carl)"]
    asked = [{"id": str(i), "context": "Anne is kind.", "question": "So?", "options": OPTIONS,
              "answer": answer, "raw_logic_programs": [PROGRAM.format(goal)]}
             for i, (goal, answer) in enumerate(zip(goals, "ABCA", strict=True))]  # fmt: skip
    (programs / "FOLIO_dev_gpt-4.json").write_text(json.dumps(asked))
    flags = [("success", "A"), ("success", "A"), ("parsing error", "C"), ("execution error", "A")]
    made = [{**one, "flag": flag, "predicted_answer": said} for one, (flag, said) in zip(asked, flags, strict=True)]
    (inference / "FOLIO_dev_gpt-4_backup-random.json").write_text(json.dumps(made))
    choices = {"question": "Who is it?", "options": ["A) Anne.", "B) Bob.", "C) Carl."]}
    (programs / "AR-LSAT_dev_gpt-4.json").write_text(json.dumps([{**one, **choices} for one in asked]))
    written = "TEXT:\tAnne is kind.\nFOL:\tKind(anne)\nTEXT:\tAnne is kind.\nFOL:\tKind(anne)"
    samples = [{"id": "f", "label": "True", "samples": [written] * 2, "scored_as": ["True", "Error"]}]
    (folder / "FOLIO_gpt-3.5_neurosymbolic_10samples.json").write_text(json.dumps(samples))
    return folder


def test_both_papers_beside_each_other(tmp_path: Path) -> None:
    folio, *_, linc = reproduce(written(tmp_path))
    assert folio.theirs is not None
    assert folio.ours is not None
    assert (folio.theirs.executable_rate, folio.theirs.executable_accuracy, folio.theirs.accuracy) == (0.5, 0.5, 0.25)
    assert folio.ours.disputes == ["3"], "what does not follow, and has a checked countermodel"
    assert (folio.ours.accuracy, folio.ours.coverage) == (0.5, 0.75)
    assert linc.theirs is not None
    assert linc.ours is not None
    assert (linc.theirs.executable_rate, linc.theirs.accuracy) == (0.5, 0.5)
    assert (linc.ours.executable_rate, linc.ours.votes["vote"].accuracy) == (1.0, 1.0)


def test_the_table_on_the_command_line(tmp_path: Path) -> None:
    folder = written(tmp_path)
    shown = sorites("reproduce", folder, "--markdown").stdout
    assert "| Logic-LM | FOLIO | gpt-4 | 4 | 50.0% | 50.0% | 25.0% | 75.0% |" in shown
    assert (
        f"bench folio --translator recorded:{folder / 'Logic-LLM' / 'programs' / 'FOLIO_dev_gpt-4.json'} --check"
        in shown
    )
    assert [row["paper"] for row in json.loads(sorites("reproduce", folder, "--json").stdout)][-1] == "LINC"
    assert "Logic-LM" in sorites("reproduce", folder).stdout
    assert "holds no recorded programs" in refused("reproduce", folder / "Logic-LLM" / "inference")


@pytest.mark.shared_data
def test_the_table_that_gets_cited(shared: Path, tmp_path: Path) -> None:
    """Of sixty of FOLIO's programs of GPT-4, what Logic-LM's executor made of them, and what ours does."""
    for name in ("FOLIO_dev_gpt-4.json", "FOLIO_dev_gpt-4.logic_lm_executor.json"):
        (tmp_path / name).write_text(json.dumps(json.loads((shared / "logic_lm" / name).read_text())[:60]))
    [found] = reproduce(tmp_path)
    assert found.theirs is not None
    assert found.ours is not None
    assert [round(value or 0, 3) for value in found.theirs.model_dump().values()] == [0.833, 0.7, 0.583]
    assert (found.ours.executable_rate or 0) >= 0.9
    assert (found.ours.accuracy or 0) > 0.63
