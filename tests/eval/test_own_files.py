"""Files of one's own problems: read by the standards of their formats, and refused with what to mend."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sorites.agent.answerers import RecordedAnswerer
from sorites.eval import load_dataset
from sorites.solvers import UserError
from sorites.translators import LabelScheme, make_translator, scheme_of

from ..command import sorites
from ..outlines import table

KIND = {"context": "Kind people are nice.\nAnne is kind.", "question": "Is Anne nice?", "answer": "yes"}
ODD = "\u2028 \u2029 \x85 \x0b \x0c \x1c"
"""What Python takes for the end of a line, and neither JSON nor CSV does."""


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def table_file(path: Path, rows: list[dict[str, Any]], delimiter: str = ",") -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        out.writeheader()
        out.writerows(rows)
    return path


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")
    return path


def refused(path: Path, labels: str | None = None) -> str:
    with pytest.raises(UserError) as error:
        load_dataset(f"file:{path}", labels=labels)
    return str(error.value)


def figures(path: Path, *more: str) -> dict[str, Any]:
    ended = sorites("bench", f"file:{path}", "--json", *(more or ("--translator", "english")))
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


# -- the standards ----------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
SOME = TEXT.filter(lambda text: text.strip())
ROWS = st.lists(
    st.tuples(TEXT, SOME, st.sampled_from(["True", "false", " Yes ", "unknown"]), SOME), min_size=1, max_size=5
)
READ = {"true": "True", "false": "False", "yes": "True", "unknown": "Unknown"}


@given(rows=ROWS, delimiter=st.sampled_from(",;\t|"), ends=st.sampled_from(["\n", "\r\n"]), mark=st.booleans())
def test_a_table_is_read_as_it_was_written(
    rows: list[tuple[str, str, str, str]], delimiter: str, ends: str, mark: bool, tmp_path: Path
) -> None:
    names = ("context", "question", "answer", "kind")
    objects = [dict(zip(names, row, strict=True)) for row in rows]
    encoding = "utf-8-sig" if mark else "utf-8"
    with (tmp_path / "table.csv").open("w", newline="", encoding=encoding) as file:
        # without quotes a carriage return would stand bare where lines end otherwise
        csv.writer(file, delimiter=delimiter, lineterminator=ends, quoting=csv.QUOTE_ALL).writerows([names, *rows])
    dumped = [json.dumps(one, ensure_ascii=mark) for one in objects]
    (tmp_path / "lines.jsonl").write_bytes((ends.join(dumped) + ends).encode(encoding))
    (tmp_path / "list.json").write_text(json.dumps(objects, ensure_ascii=False, indent=1), encoding)
    (tmp_path / "data.json").write_text(json.dumps({"version": 1, "data": objects}), encoding)
    wanted = [(context, question, READ[answer.strip().lower()]) for context, question, answer, _ in rows]
    for name in ("table.csv", "lines.jsonl", "list.json", "data.json"):
        samples = list(load_dataset(f"file:{tmp_path / name}"))
        assert [(s.problem.context, s.problem.question, s.gold) for s in samples] == wanted, name
        assert [s.tags for s in samples] == [{"kind": kind} for *_, kind in rows], name
    [broken] = load_dataset(f"file:{table_file(tmp_path / 'mine.csv', [KIND], delimiter)}")
    assert broken.problem.context == KIND["context"], "a line break in a field is one"


def test_logicasker_and_folio_by_the_standards(tmp_path: Path) -> None:
    row = {"id": 1, "logic": "pl", "rule_category": "a", "rule": "b", "problem": "c", "answer": "Yes"}
    query = f"Consider the following premises: It rains.\n{ODD}. Can we infer the following: It is wet."
    [asked] = load_dataset("logicasker", table_file(tmp_path / "a.csv", [row | {"query": query}]))
    assert asked.problem.context == f"It rains.\n{ODD}."
    folio = {"premises": [f"It{ODD}rains."], "conclusion": "It is wet.", "label": "Unknown"}
    [told] = load_dataset("folio", lines(tmp_path / "a.jsonl", folio))
    assert (told.problem.context, told.gold) == (f"It{ODD}rains.", "Uncertain")


def test_what_json_has_for_texts(tmp_path: Path) -> None:
    rows = [
        KIND | {"id": 7, "answer": True, "hard": False, "level": 1.5},
        KIND | {"id": None, "answer": False, "hard": None},
    ]
    first, second = load_dataset(f"file:{lines(tmp_path / 'mine.jsonl', *rows)}")
    assert (first.problem.id, first.gold, dict(first.tags)) == ("7", "True", {"hard": "False", "level": "1.5"})
    assert (second.problem.id, second.gold, dict(second.tags)) == ("1", "False", {})


GOOD = json.dumps(KIND)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.jsonl", '{"text": "a"}', "line 1 has no 'context'; it has 'text', and expected are 'context', 'que"),
        ("a.csv", "text;frage\nx;y\n", "line 2 has no 'context'; it has 'text', 'frage', and expected are 'context', "),
        ("a.csv", "context,question,answer\na,b\n", "line 2: 2 fields, where the first line names 3 columns"),
        ("a.csv", 'context,question,answer\n"a\nb",c,yes\na,"b', "line 4: no CSV: unexpected end of data"),
        ("a.csv", "context,question,answer,question\n", "the column 'question' twice"),
        ("a.json", '{"rows": [1]}', "line 1 has no 'context'; it has 'rows'"),
        ("a.json", '[{"context": "a",\n', "a.json is no JSON: Expecting property name"),
        ("a.jsonl", GOOD + '\n{"context', "line 2 is no JSON: Unterminated string"),
        ("a.jsonl", json.dumps(KIND | {"answer": ["a"]}), "line 1: 'answer' is a list; a text is expected"),
        ("a.jsonl", GOOD + "\n[1]\n", "line 2: an object with 'context', 'question', 'answer' is expected"),
        ("a.jsonl", json.dumps(KIND | {"question": "a\ud800"}), "half a surrogate pair"),
        ("a.csv", "context,question,answer\ncafé,b,yes\n".encode("cp1252"), "line 2: the byte 0xE9 is no UTF-8; save"),
        ("a.jsonl", GOOD.encode("utf-16"), "a.jsonl is in UTF-16; save it in UTF-8"),
        ("a.jsonl", GOOD.encode("utf-16-le"), "holds zero bytes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(name: str, content: str | bytes, words: str, tmp_path: Path) -> None:
    told = refused(written(tmp_path, name, content))
    assert words in told
    assert name in told
    assert "_Plain" not in told
    assert "Row" not in told


@table("""
name  content
a.jsonl  ⏎⏎    a.json  []    a.json  {"data": []}    a.csv  context,question,answer⏎    a.csv  ""
""")
def test_nothing_to_answer_is_an_error(name: str, content: str, tmp_path: Path) -> None:
    ended = sorites("bench", f"file:{written(tmp_path, name, content)}", "--translator", "english")
    assert ended.returncode == 2
    assert ended.stderr == f"error: {tmp_path / name} holds no problems\n"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    lines(tmp_path / "mine.jsonl", KIND)
    for wanted in (f"file:{tmp_path}/not.json", f"file:{tmp_path}"):
        told = refused(Path(wanted.removeprefix("file:")))
        assert told.count(str(tmp_path)) == 1
    assert "is a folder; name a file in it: mine.jsonl" in refused(tmp_path)
    with pytest.raises(UserError, match=r"^there is no file .*not\.json$"):
        make_translator(f"recorded:{tmp_path}/not.json")
    with pytest.raises(UserError, match=r"is a folder; name a file in it: mine\.jsonl"):
        RecordedAnswerer.from_file(tmp_path)


# -- ids --------------------------------------------------------------------------------


def test_an_id_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    rows = [KIND | {"id": name} for name in ("a", "b", "a", "c", "b")]
    told = refused(lines(tmp_path / "mine.jsonl", *rows))
    assert "the id 'a' twice (line 1 and line 3); give each problem one of its own" in told
    table_file(tmp_path / "mine.csv", [KIND | {"id": name} for name in ("1", "2", "1")])
    assert "'1' twice (line 2 and line 6)" in refused(tmp_path / "mine.csv"), "each has a line break"
    assert "'1' twice (line 1 and line 2)" in refused(lines(tmp_path / "numbered.jsonl", KIND | {"id": 1}, KIND))
    (tmp_path / "programs.json").write_text(json.dumps([{"id": "a", "samples": ["p"]}] * 2))
    with pytest.raises(UserError, match=r"'a' twice \(entry 1 and entry 2\); several programs or answers"):
        make_translator(f"recorded:{tmp_path}/programs.json")


# -- labels -----------------------------------------------------------------------------


@table("""
said  names
yes,no  yes no no    no, yes  yes no no    Unknown,True,False  True False Unknown
entailment,contradiction,neutral  entailment contradiction neutral    proved,unknown  proved unknown unknown
""")
def test_a_scheme_can_be_said(said: str, names: str) -> None:
    scheme = scheme_of(said)
    assert " ".join(scheme.labels.values()) == names
    assert scheme_of(scheme) is scheme
    assert scheme_of(said.split(",")) == scheme


@table("""
said
""  True  True,true  a,b,c,d  True,,False  yes,true  false,unknown  a,true,c
""")
def test_a_scheme_that_is_none(said: str) -> None:
    with pytest.raises(UserError, match="the labels"):
        scheme_of(said)


def test_a_dataset_s_own_words_are_read() -> None:
    three, two = scheme_of("True,False,Uncertain"), scheme_of("yes,no")
    said = [three.read(word) for word in (" unknown", "YES", "no.", "Disproved")]
    assert said == ["Uncertain", "True", "False", "False"]
    assert [two.read(word) for word in ("True", "No", "unknown", "maybe", "")] == ["yes", "no", None, None, None]
    assert LabelScheme("mine", "a", "b", "c").read("true") is None


def test_what_the_labels_of_a_file_mean_does_not_hang_on_which_occur(tmp_path: Path) -> None:
    """A part of a three-way set without a label of the third kind is no two-way set."""
    dog = {"context": "All cats sleep. Tom is a dog.", "question": "Does Tom sleep?"}
    whole = [KIND, dog | {"answer": "False"}, dog | {"answer": "Uncertain"}]
    for rows in (whole, whole[:2], whole[1:2]):
        path = lines(tmp_path / "mine.jsonl", *rows)
        assert load_dataset(f"file:{path}").scheme == load_dataset(f"file:{lines(tmp_path / 'one.jsonl', KIND)}").scheme
    path = lines(tmp_path / "mine.jsonl", *whole[:2])
    assert figures(path)["accuracy"] == 0.5
    assert figures(path, "--translator", "english", "--labels", "yes,no")["accuracy"] == 1.0
    told = sorites("bench", f"file:{path}", "--translator", "english").stderr
    assert "the labels are taken for True, False, Unknown, and none is Unknown" in told
    assert not sorites("bench", f"file:{path}", "--translator", "english", "--labels", "yes,no").stderr
    assert "line 3 has the label 'Uncertain', which is none of yes, no; name others with --labels" in refused(
        lines(tmp_path / "all.jsonl", *whole), "yes,no"
    )


def test_labels_are_named_for_files_alone(tmp_path: Path) -> None:
    ended = sorites("bench", "sample", "--labels", "yes,no")
    assert ended.returncode == 2
    assert "'sample' has labels of its own" in ended.stderr
    row = {"premises": ["Tom is a cat."], "conclusion": "Tom is a cat.", "label": "Uncertain"}
    [sample] = load_dataset("folio", lines(tmp_path / "a.jsonl", row), "True,False,Unknown")
    assert sample.gold == "Unknown"


# -- columns ----------------------------------------------------------------------------


def test_gold_programs_options_proofs_and_stories(tmp_path: Path) -> None:
    program = "Premises:\nKind(anne)\n∀x (Kind(x) → Nice(x))\nConclusion:\nNice(anne)\n"
    formulas = {"premises-FOL": ["Kind(anne)", "∀x (Kind(x) → Nice(x))"], "conclusion-FOL": "Nice(anne)"}
    rows = [KIND | {"program": program, "story": "s", "proof": "It follows."}, KIND | formulas | {"story": "s"}]
    path = lines(tmp_path / "mine.jsonl", *rows)
    first, second = load_dataset(f"file:{path}")
    assert (first.story, first.proof, dict(first.tags)) == ("s", "It follows.", {})
    assert second.story == "s"
    found = figures(path, "--translator", "gold", "--translator", "english")
    assert [cell["accuracy"] for cell in found["cells"]] == [1.0, 1.0]


@pytest.mark.parametrize("answer", ["B", "b)", "Anne is nice.", "B) Anne is nice", "anne is nice"])
def test_multiple_choice(answer: str, tmp_path: Path) -> None:
    options = ["A) Anne is not kind.", "B) Anne is nice."]
    row = KIND | {"question": "Which of these follows?", "answer": answer}
    path = lines(tmp_path / "mine.jsonl", row | {"options": options})
    rows = table_file(tmp_path / "mine.csv", [row | {"options": "\n".join(options)}])
    for one in (path, rows):
        [sample] = load_dataset(f"file:{one}")
        assert (sample.gold, sample.problem.options) == ("Anne is nice.", tuple(options))
    found = figures(path)
    assert found["accuracy"] == found["executable_rate"] == 1.0
    wrong = refused(lines(tmp_path / "wrong.jsonl", row | {"options": options, "answer": "C"}))
    assert "line 1 has the label 'C', which is none of A) Anne is not kind., B) Anne is nice." in wrong
    labels = KIND | {"answer": "C", "options": ["A) True", "B) False", "C) Uncertain"]}
    assert [sample.gold for sample in load_dataset(f"file:{lines(tmp_path / 'labels.jsonl', labels)}")] == ["Unknown"]


def test_names_of_our_groups_and_columns_with_many_values(tmp_path: Path) -> None:
    """A column is counted once, and not told apart by if each problem has a value of its own."""
    rows = [KIND | {"label": "L", "leaf": "f", "url": f"u{n}", "half": str(n % 2)} for n in range(51)]
    path = lines(tmp_path / "mine.jsonl", *rows)
    groups = figures(path)["groups"]
    assert set(groups) == {"label", "column.label", "column.leaf", "half"}
    assert {value: one["samples"] for value, one in groups["label"].items()} == {"True": 51}
    assert groups["column.label"]["L"]["samples"] == 51
    assert figures(path, "--translator", "english", "--where", "column.leaf=f", "--where", "url=u3,u4")["samples"] == 2
