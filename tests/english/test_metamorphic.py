"""What makes problems in other words, held against what it is to make; and what it counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.english import REFUSED, Item, golds, load, main, measure, score
from benchmarks.english_changes import Changed, changed, due, negated, reordered
from benchmarks.english_logic import ALL_FACTS, Facts, Saying, answers, reasoned

OWN = Path(__file__).with_name("problems.jsonl")


def item(context: str, asked: str, gold: str = "True") -> Item:
    return Item("", context, asked, golds(gold))


def questions(made: list[Changed]) -> dict[str, str]:
    return {one.change: one.question for one in made}


# -- the problems --------------------------------------------------------------------


def test_the_problems_are_well_formed() -> None:
    rows = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]
    assert len({(row["context"], row["question"]) for row in rows}) == len(rows) > 600
    assert all(set(row) == {"id", "category", "covered", "context", "question", "gold"} for row in rows)
    assert len({row["category"] for row in rows}) > 20
    assert 0.5 < sum(row["covered"] for row in rows) / len(rows) < 0.75
    labelled = [row for row in rows if golds(row["gold"]) & {"True", "False", "Unknown"}]
    assert len(labelled) > 0.95 * len(rows)


@pytest.mark.shared_data
def test_the_problems_are_no_copies(shared: Path) -> None:
    theirs = {i.context for path in sorted((shared / "english").glob("*.jsonl")) for i in load(path)}
    assert not theirs & {i.context for i in load(OWN)}


# -- what is right -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "got", "expected"),
    [
        ("True", "True", "right"),
        ("True", "Unknown", "wrong"),
        ("True|Unknown", "Unknown", "right"),
        ("True", REFUSED, "refused"),
        ("WH", REFUSED, "right"),
        ("WH", "True", "wrong"),
        ("WH", "Keiko", "right"),
        ("WH|True", REFUSED, "refused"),
        ("Mike and Eve.", "Eve, Mike", "right"),
        ("The fox.", "a fox", "right"),
        ("Keiko", "Ren", "wrong"),
        ("Mike", "nobody", "wrong"),
        ("WH", "nobody", "right"),
        ("Unknown", "nobody", "right"),
        ("Keiko", "Unknown", "wrong"),
        ("Likely true.", "Unknown", "right"),
        ("Probably false", "True", "wrong"),
        ("INCONSISTENT", "Inconsistent", "right"),
        ("True", "ValueError: no", "wrong"),
    ],
)
def test_scores(gold: str, got: str, expected: str) -> None:
    assert score(golds(gold), got) == expected


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"context": "Lotte sings.", "question": "Lotte sings.", "answer": "False"}\n')
    main([str(path), "--wrong", "--changes", "1"])
    shown = capsys.readouterr().out
    assert "True, not False" in shown
    assert "text deleted" in shown


# -- what is changed -----------------------------------------------------------------


def test_only_what_points_to_nothing_is_reordered() -> None:
    [one] = reordered(item("Lotte does not sing. Nils works.", ""))
    assert one.context == "Nils works. Lotte does not sing."
    for kept in (
        "Lotte sings. She is ill.",
        "A dog barks. The dog is old.",
        "Lotte sings. Nils does not.",
        "Lotte sings.",
    ):
        assert not list(reordered(item(kept, "")))


def test_turned_questions() -> None:
    assert questions(list(negated(item("", "Is Lotte ill?")))) == {
        "negative": "Lotte is not ill.",
        "is it true, negative": "Is it true that Lotte is not ill?",
        "is it true": "Is it true that Lotte is ill?",
        "statement": "Lotte is ill.",
        "not the case": "It is not the case that Lotte is ill.",
        "is it false": "Is it false that Lotte is ill?",
    }
    assert questions(list(negated(item("", "Did Lotte sing?"))))["negative"] == "Lotte did not sing."
    assert questions(list(negated(item("", "All bakers sing."))))["is it true"] == "Is it true that all bakers sing?"
    assert questions(list(negated(item("", "Is it true that Lotte sings?"))))["is it false"] == (
        "Is it false that Lotte sings?"
    )
    for kept in ("Does Lotte see every dog?", "Must Lotte pay?", "Who sings?", "Does Lotte have any dogs?"):
        assert not list(negated(item("", kept)))


@pytest.mark.parametrize(
    ("relation", "was", "got", "expected"),
    [
        ("same", "True", "Unknown", False),
        ("turned", "True", "False", True),
        ("turned", "Unknown", "Unknown", True),
        ("turned", "False", "False", False),
        ("unknown", "True", "True", False),
        ("not the opposite", "True", "Unknown", True),
        ("not the opposite", "True", "False", False),
    ],
)
def test_relations(relation: str, was: str, got: str, expected: bool) -> None:
    assert (score(due(relation, was), got) == "right") is expected  # type: ignore[arg-type]


def test_counting() -> None:
    report = measure(changed([item("All bakers sing. Lotte is a baker.", "Lotte sings.")]))
    assert {"reversed", "premise deleted", "text deleted", "is it true"} <= set(report.categories)
    assert not report.wrong
    [other] = measure([Item("", "Lotte sings.", "Lotte sings.", due("turned", "True"), "turned")]).wrong
    assert "turned: True, not False" in str(other)


# -- what is made --------------------------------------------------------------------


def test_counting_out_worlds() -> None:
    def says(text: str, *readings: Callable[[Facts], bool]) -> Saying[Facts]:
        return Saying(text, readings)

    lotte, nils = says("Lotte sings", lambda w: w[0]), says("Nils sings", lambda w: w[1])
    either = says("Lotte or Nils sings", lambda w: w[0] or w[1], lambda w: w[0] != w[1])
    none = says("nobody sings", lambda w: not w[0] and not w[1])
    assert answers([lotte], lotte, ALL_FACTS) == {"True"}
    assert answers([lotte], nils, ALL_FACTS) == {"Unknown"}
    assert answers([none], either, ALL_FACTS) == {"False"}
    assert answers([lotte, either], nils, ALL_FACTS) == {"Unknown", "False"}
    assert answers([lotte, none], nils, ALL_FACTS) == set()


def test_made_problems_are_mixed_and_the_same_each_time() -> None:
    made = list(reasoned(40))
    assert made == list(reasoned(40)) != list(reasoned(40, seed=1))
    for kind in ("connectives", "quantifiers", "orders", "counts", "measures"):
        labels = [one.gold for one in made if one.category == kind]
        assert len(labels) == 40
        for label in ("True", "Unknown", "False"):
            assert sum(label in gold for gold in labels) >= 5, (kind, label)
