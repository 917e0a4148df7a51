"""What models are told: our prompts, our demonstrations and those of users, and marks that no data can close."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lark import Lark

from sorites.agent.answerers import AnswerText, answer_schema, make_answerer
from sorites.solvers import UserError, prove, read_program, write_program
from sorites.solvers.notation.grammar import grammar
from sorites.testing import ScriptedChat
from sorites.translators import ModelOptions, Problem, make_translator
from sorites.translators.english.paraphrase import say
from sorites.translators.models.language_model import ModelTranslator
from sorites.translators.models.program_text import ProgramText, as_schema
from sorites.translators.models.prompts import Prompt, fence, load_prompt, neutral
from sorites.translators.models.prompts.fences import MARKS
from sorites.translators.models.prompts.shots import KINDS, TRAPS, Demonstration, built_in, read_demonstrations
from sorites.translators.models.schema import asked_for
from sorites.translators.problem import PROVED, TRUE_FALSE, TRUE_FALSE_UNCERTAIN, YES_NO
from sorites.translators.sentences import split

from ..command import sorites

ASKED = Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN)
LETTERED = Problem(
    "p", "Kind people are nice.", "Anne is nice.", TRUE_FALSE_UNCERTAIN, ("A) True", "B) False", "C) Uncertain")
)
CHOICE = Problem("p", "Anne is kind.", "Which is right?", TRUE_FALSE, ("A) Anne is kind.", "B) Anne is not kind."))
TRANSLATED = [(kind, i, one) for kind in KINDS for i, one in enumerate(built_in(kind)) if one.program]
TRANSLATED = [one for one in TRANSLATED if one[0] != "constraints"]  # which have options, and no goal


# Our own demonstrations.


@pytest.mark.parametrize(
    ("kind", "number", "shown"), TRANSLATED, ids=lambda v: str(v) if not isinstance(v, Demonstration) else ""
)
def test_our_demonstrations_are_right(kind: str, number: int, shown: Demonstration) -> None:
    reading = read_program(shown.program)
    assert not reading.diagnostics
    assert reading.program is not None
    outcome = prove(reading.program, check=True)
    assert outcome.verdict == shown.answer
    assert outcome.checked is not None or "<" in shown.program  # countermodels with numbers have no certificate
    assert shown.reasoning
    # Every sentence of the text has a formula, and every formula a sentence; preferences have labels.
    program = reading.program
    stated = [(s.gloss, s.formula) for s in program.premises] + [(r.gloss, r.formula) for r in program.rules]
    glosses = [*(gloss for gloss, _ in stated), *(s.gloss for s in program.exceptions)]
    told = [re.sub(r"^Rule\d: ", "", one.text) for one in split(shown.context)]
    ranked = {s for s in told if "preferred over" in s or "more reliable" in s}
    assert sorted(glosses) == sorted(set(told) - ranked)
    assert len(ranked) == len(program.preferences)
    # The formulas can be put back into words, and the goal into those of its sentence.
    for formula in (*(formula for _, formula in stated), program.goal.formula):
        assert say(program, formula).endswith(".")
    assert read_program(as_schema(program).text()).program == program
    assert read_program(write_program(program)).program == program


@pytest.mark.parametrize("scheme", [TRUE_FALSE_UNCERTAIN, TRUE_FALSE, YES_NO, PROVED])
@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_shots_are_balanced_over_the_labels_of_the_problem(scheme: Any, count: int) -> None:
    problem = Problem("p", "Kind people are nice.", "Anne is nice.", scheme)
    messages = load_prompt(None, count, "direct").messages(problem)
    answers = Counter(json.loads(m.content)["answer"] for m in messages if m.role == "assistant")
    labels = set(scheme.labels.values())
    assert set(answers) <= labels
    assert answers.total() == count
    assert max(answers.values()) - min(answers[label] for label in labels) <= 1


def test_demonstrations_are_of_the_kind_that_a_problem_looks_like() -> None:
    prompt = load_prompt()
    for problem, kind in ((ASKED, "general"), (GAME, "preferences"), (USUAL, "defaults")):
        told = prompt.messages(problem)
        contexts = [one.context for one in built_in(kind)]
        assert sum(any(context in m.content for context in contexts) for m in told) == 2
    assert "defeasible rules\nwith their labels" in prompt.messages(GAME)[0].content
    assert prompt.messages(ASKED)[0].content == prompt.system
    named = load_prompt(demonstrations="preferences")
    assert "defeasible rules\nwith their labels" in named.messages(ASKED)[0].content


def test_what_is_the_same_for_all_problems_comes_first() -> None:
    other = Problem("q", "All men are mortal.", "Is Socrates mortal?", TRUE_FALSE_UNCERTAIN)
    for name in ("translate", "direct", "cot"):
        first, second = (load_prompt(None, 2, name).messages(one) for one in (ASKED, other))
        assert [m.role for m in first] == ["system", "user", "assistant", "user", "assistant", "user"]
        assert first[:-1] == second[:-1]
        assert [m.shows for m in first] == [False, False, True, False, True, False]


GAME = Problem("p", "Rule1: The dog barks. Rule2: It does not. Rule1 is preferred over Rule2.", "q", PROVED)
USUAL = Problem("p", "Birds usually fly.", "q", YES_NO)
EVERY = {"notes", "predicates", "constants", "goal", "premises"}


@pytest.mark.parametrize(
    ("problem", "more"),
    [
        (ASKED, set()),
        (USUAL, {"defaults", "exceptions", "preferences"}),
        (GAME, {"defeasible_rules", "preferences"}),
    ],
)
def test_a_schema_has_the_fields_of_the_kind_of_problem(problem: Problem, more: set[str]) -> None:
    fields = load_prompt().fields(problem)
    assert fields == more
    shown = asked_for(fields).model_json_schema()
    assert set(shown["properties"]) == EVERY | more
    names = list(shown["properties"])
    assert names[0] == "notes"
    assert names.index("goal") < names.index("premises")
    assert set(shown["$defs"]) == {*re.findall(r"#/\$defs/(\w+)", json.dumps(shown["properties"]))}
    again = asked_for(fields, again=True).model_json_schema()
    assert set(again["properties"]) == (EVERY | more | {"as_it_is", "left_out"}) - {"notes"}
    assert not again["required"]
    for message in load_prompt().messages(problem):
        if message.shows:  # what is shown is what is asked for
            assert set(shown["required"]) <= set(json.loads(message.content)) <= set(shown["properties"])


@pytest.mark.parametrize(
    ("text", "traps"),
    [
        ("Only members pay. Nobody pays unless he has to.", {"only", "nobody", "unless"}),
        ("If anybody calls, Rex barks. All cats and dogs sleep.", {"if any", "all and"}),
        ("Rex is either a dog or a wolf, but not both.", {"either", "or", "or both"}),
        ("Not all birds fly. The only bird that sings is Pip.", {"not every", "the only"}),
        ("The house was built in 1904. A cat of more than 4 kilograms is fat.", {"years", "amounts"}),
        ("Rex barks if and only if Pip sings.", set()),
    ],
)
def test_demonstrations_show_the_traps_that_a_text_has(text: str, traps: set[str]) -> None:
    problem = Problem("p", text, "Rex barks.", TRUE_FALSE_UNCERTAIN)
    shown = load_prompt().shots.of(problem)
    assert len(shown) == 2
    assert traps <= {trap for one in shown for trap in one.traps}
    assert traps or shown == load_prompt().shots.of(ASKED)


def test_every_demonstration_of_ours_notes_something_and_has_the_traps_that_it_says() -> None:
    for _, _, shown in TRANSLATED:
        assert 10 < len(shown.notes) < 220
        for trap in shown.traps:
            assert TRAPS[trap].search(f"{shown.context} {shown.question}"), (shown.context, trap)
    assert {trap for _, _, shown in TRANSLATED for trap in shown.traps} == set(TRAPS)


# The baselines: labels are explained, and answers are of a few.


@pytest.mark.parametrize(
    ("scheme", "lines"),
    [
        (TRUE_FALSE_UNCERTAIN, ["True: it follows", "False: its opposite follows", "Uncertain: neither it nor"]),
        (TRUE_FALSE, ["True: it follows", "False: it does not follow: the text rules it out, or leaves it open"]),
        (YES_NO, ["yes: it follows", "no: it does not follow: the text rules it out, or leaves it open"]),
        (PROVED, ["proved: it follows", "disproved: its opposite follows", "unknown: neither it nor its opposite"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["direct", "cot"])
def test_labels_are_explained(scheme: Any, lines: list[str], method: str) -> None:
    told = load_prompt(name=method).messages(Problem("p", "c", "q", scheme))[0].content
    listed = [line[2:] for line in told.splitlines() if line.startswith("- ")]
    assert len(listed) == len(lines)
    for line, begins in zip(listed, lines, strict=True):
        assert line.startswith(begins)


def test_answers_are_an_enumeration() -> None:
    chat = ScriptedChat([{"answer": "B"}])
    answered = make_answerer("direct", chat).answers(LETTERED)[0]
    assert answered.label == "False"
    assert "- B (False): its opposite follows" in chat.asked[0][0].content
    schema = answer_schema("direct", ("A", "B", "C")).model_json_schema()
    assert schema["properties"]["answer"]["enum"] == ["A", "B", "C"]
    assert list(answer_schema("cot", ("yes", "no")).model_fields) == ["reasoning", "answer"]


@pytest.mark.parametrize(
    ("wrote", "label"),
    [
        ({"answer": "B"}, "Anne is not kind."),
        ("The answer is (A).", "Anne is kind."),
        ("**B) Anne is not kind.**", "Anne is not kind."),
        ("Anne is kind, as the text says.", "Anne is kind."),
        ("No idea.", None),
    ],
)
def test_one_of_several_statements(wrote: Any, label: str | None) -> None:
    chat = ScriptedChat([wrote])
    assert make_answerer("direct", chat, ModelOptions(shots=2)).answers(CHOICE)[0].label == label
    told = chat.asked[0]
    assert "Answer with one of A, B" in told[0].content
    shown = [json.loads(m.content)["answer"] for m in told if m.shows]
    assert len(set(shown)) == 2
    assert all(f"{letter}) " in m.content for letter, m in zip(shown, told[1::2], strict=False))


# What users give instead.


def _file(tmp_path: Path, *rows: Any, lines: bool = False) -> Path:
    path = tmp_path / ("shown.jsonl" if lines else "shown.json")
    path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows), "utf-8")
    return path


def _row(**more: Any) -> dict[str, Any]:
    program = "Premises:\nNice(anne) ::: Anne is nice.\nConclusion:\nNice(anne) ::: Anne is nice."
    return {"context": "Anne is nice.", "question": "Is Anne nice?", "program": program, "answer": "True", **more}


@pytest.mark.parametrize("lines", [True, False])
def test_demonstrations_of_a_file(tmp_path: Path, lines: bool) -> None:
    text = _row()["program"]
    filled = {
        "predicates": [{"name": "Nice", "arguments": ["x"], "meaning": "x is nice"}],
        "premises": [{"sentence": "Anne is nice.", "formula": "Nice(anne)"}],
        "goal": {"sentence": "Anne is nice.", "formula": "Nice(anne)"},
    }
    path = _file(tmp_path, _row(), _row(program=text.splitlines(), id=7), _row(program=filled), lines=lines)
    prompt = load_prompt(demonstrations=path)
    replies = [json.loads(m.content) for m in prompt.messages(ASKED) if m.shows]
    assert [r["goal"]["formula"] for r in replies] == ["Nice(anne)"] * 3
    assert replies[2]["predicates"] == filled["predicates"]
    first = load_prompt(shots=1, demonstrations=path)
    assert len(first.messages(ASKED)) == 4
    assert first.hash != prompt.hash
    answered = load_prompt(name="direct", demonstrations=path).messages(LETTERED)
    assert [json.loads(m.content)["answer"] for m in answered if m.shows] == ["A"] * 3


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{**_row(), "programme": ""}], "entry 1: 'programme' is a text (''); Extra inputs are not permitted"),
        ([_row(), {"context": "c"}], "entry 2 has no 'question'; it has 'context', and expected are "),
        ([_row(program="Premises:\nNice(anne\nConclusion:\nNice(")], "; the program can't be read:\n- error: "),
        ([_row(program={"predicates": []})], "entry 1"),
        ([], "holds no demonstrations"),
        ([3], "entry 1: an object with 'context', 'question' is expected"),
    ],
)  # fmt: skip
def test_faulty_demonstrations_are_said_with_their_places(tmp_path: Path, rows: list[Any], said: str) -> None:
    with pytest.raises(UserError, match=re.escape(said)):
        read_demonstrations(_file(tmp_path, *rows))


def test_files_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "shown.jsonl"
    path.write_text(json.dumps(_row()) + "\n\n{nonsense\n")
    with pytest.raises(UserError, match=r"shown\.jsonl, line 3 is no JSON"):
        read_demonstrations(path)
    with pytest.raises(UserError, match=r"can't read the demonstrations .*ours have the names general"):
        load_prompt(demonstrations=tmp_path / "none.json")
    path.write_bytes(b"\xff")
    with pytest.raises(UserError, match="no UTF-8"):
        read_demonstrations(path)


def test_lines_of_demonstrations_end_with_line_feeds_alone(tmp_path: Path) -> None:
    path = tmp_path / "shown.jsonl"
    said = "Anne is\u2028nice.\x85"
    rows = [json.dumps(_row(context=said), ensure_ascii=False)] * 2
    path.write_text("\ufeff" + "\r\n".join(rows) + "\r\n", "utf-8", newline="")
    assert [one.context for one in read_demonstrations(path)] == [said] * 2


@pytest.mark.parametrize("name", ["translate", "direct", "cot"])
@pytest.mark.parametrize("which", [None, "auto", "preferences", "file"])
def test_a_number_that_cannot_be_met_is_an_error(tmp_path: Path, name: str, which: str | None) -> None:
    given_ = str(_file(tmp_path, _row(reasoning="r"))) if which == "file" else which
    with pytest.raises(UserError, match=r"shots=50 can't be met: .* give a file with more"):
        load_prompt(shots=50, name=name, demonstrations=given_)


def test_nothing_is_without_effect(tmp_path: Path) -> None:
    path = _file(tmp_path, _row())
    with pytest.raises(UserError, match="shows none of"):
        load_prompt(shots=0, demonstrations=path)
    with pytest.raises(UserError, match="demonstration 1: it has no 'reasoning', which the prompt 'cot' shows"):
        load_prompt(name="cot", demonstrations=path)
    with pytest.raises(UserError, match="demonstration 1: it has no 'program', which the prompt 'translate' shows"):
        load_prompt(demonstrations="choices")
    with pytest.raises(UserError, match=r"its answer 'perhaps' is none of what such problems have: .*Uncertain"):
        load_prompt(name="direct", demonstrations=_file(tmp_path, _row(answer="perhaps"))).messages(ASKED)
    with pytest.raises(UserError, match="without options can't be shown"):
        load_prompt(name="direct", demonstrations="general").messages(CHOICE)
    # Who names a kind sees some of it, unless the number is 0.
    assert len(load_prompt(name="direct", demonstrations="general").messages(ASKED)) == 6


def test_a_file_replaces_the_prompt_and_a_folder_those_of_its_names(tmp_path: Path) -> None:
    file, folder = tmp_path / "mine.md", tmp_path / "mine"
    file.write_text("Translate, please.")
    folder.mkdir()
    (folder / "translate.md").write_text("version: 8\n\nTranslate it all.")
    for given_, version, told in ((file, "user", "Translate, please."), (folder, "8", "Translate it all.")):
        made = make_translator("openai:m", options=ModelOptions("http://localhost:1", prompt=given_))
        assert isinstance(made, ModelTranslator)
        assert (made.prompt.version, made.prompt.system) == (version, told)
    (folder / "vocabulary.md").write_text("")
    with pytest.raises(UserError, match="there is no prompt 'vocabulary'; there are translate, direct, cot"):
        make_translator("openai:m", options=ModelOptions("http://localhost:1", prompt=folder))


def test_prompts_of_baselines(tmp_path: Path) -> None:
    file = tmp_path / "mine.md"
    file.write_text("Answer, please.")
    chat = ScriptedChat([{"answer": "True"}])
    answered = make_answerer("direct", chat, ModelOptions(prompt=file)).answers(ASKED)[0]
    assert chat.asked[0][0].content.startswith("Answer, please.\n\nAnswer with one of these")
    assert answered.prompt.startswith("direct:user:")
    (tmp_path / "only").mkdir()
    (tmp_path / "only" / "cot.md").write_text("Think.")
    with pytest.raises(UserError, match=r"holds none of the prompts that are used: direct\.md"):
        make_answerer("direct", chat, ModelOptions(prompt=tmp_path / "only"))
    ended = sorites(
        "bench", "sample", "--translator", "openai:m", "--model", "openai:m", "--answerer", "direct",
        "--base-url", "http://localhost:1", "--set", f"prompt={file}",
    )  # fmt: skip
    assert ended.returncode == 2
    assert "would replace one prompt, and 2 are used" in ended.stderr


# Programs as text.


def test_programs_as_text() -> None:
    text = "Predicates:\nKind(x) ::: x is kind\nPremises:\nKind(anne) ::: Anne is kind.\nConclusion:\nKind(anne)"
    chat = ScriptedChat([text])
    [translation] = ModelTranslator(chat, load_prompt(form="text")).translations(ASKED)
    assert translation.reading.program is not None
    told = chat.asked[0]
    assert "Write the program in three sections" in told[0].content
    shown = [m for m in told if m.role == "assistant"]
    assert not any(m.shows for m in shown)
    for one in shown:
        assert one.content.startswith("Predicates:\n")
        ProgramText.from_text(one.content)
    with pytest.raises(ValueError, match="error: "):
        ProgramText.from_text("Premises:\nKind(anne) Nice(anne)\nConclusion:\nKind(anne)")


@pytest.mark.parametrize(("method", "wrote"), [("direct", "Answer: True"), ("cot", "Anne is kind.\nAnswer: True")])
def test_answers_as_text(method: str, wrote: str) -> None:
    chat = ScriptedChat([wrote])
    answered = make_answerer(method, chat, ModelOptions(mode="text", shots=1)).answers(ASKED)[0]
    assert answered.label == "True"
    assert chat.asked[0][2].content.splitlines()[-1] == "Answer: True"
    assert "the answer behind 'Answer: '" in chat.asked[0][0].content
    assert AnswerText.from_text(wrote).text == wrote


# Marks.

_PIECES = [
    "<",
    "</",
    ">",
    "/",
    " ",
    "\n",
    "\t",
    "\u200b",
    "＜",
    "＞",
    "x",
    "|",
    "[",
    "]",
    "INST",
    "think",
    "<|im_start|>",
]


@settings(max_examples=150)
@example("<context<context>＞")
@given(st.lists(st.sampled_from([*_PIECES, *MARKS, *map(str.upper, MARKS), "con", "text"]), max_size=24).map("".join))
def test_no_text_can_close_a_mark(text: str) -> None:
    whole = fence(context=text, question=text)
    seen = re.sub("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]", "", whole).replace("＜", "<").replace("＞", ">")
    for name in MARKS:
        there = 1 if name in {"context", "question"} else 0
        assert len(re.findall(rf"<\s*/\s*{name}\b", seen, re.I)) == there
        assert len(re.findall(rf"<\s*{name}\s*>", seen, re.I)) == there
    assert not re.search(r"<\|[^<>|\n]*\|>|\[/?INST\]|</?think>", whole, re.I)
    assert neutral(neutral(text)) == neutral(text)


@given(st.text())
def test_other_text_stays_as_it_is(text: str) -> None:
    if not re.search(r"[<＜\[]", text):
        assert neutral(text) == text


# Everything together.


def test_what_the_grammar_allows_is_what_is_shown() -> None:
    allowed = Lark(grammar("lark"), parser="lalr")
    told: Prompt = load_prompt(shots=9, demonstrations="general", form="text")
    for message in told.messages(ASKED):
        if message.role == "assistant":
            program = read_program(message.content).program
            assert program is not None
            assert write_program(program).strip() == message.content
            if "<" not in message.content:  # the grammar has no numbers
                allowed.parse(message.content + "\n")
