"""What the English reads, and how often it is right, must not fall: floors a little under what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.english import Item, Report, generated, load, measure, without
from benchmarks.english_changes import changed

HERE = Path(__file__).parent
OWN = HERE / "problems.jsonl"
DIFFERENCES = HERE / "nlpsolver_differences.json"


def hold(report: Report, floors: dict[str, tuple[float, float]]) -> None:
    """Compare shares: of the problems answered, and of the answers that are right."""
    figures = report.headings()
    for name, (answered, precision) in floors.items():
        found = figures[name]
        assert found.answered >= answered, (name, found)
        assert found.precision >= precision, (name, found, list(map(str, report.wrong)))


def hold_changes(items: list[Item], every: int, refused: float, faults: float) -> None:
    """Compare shares: of what was refused in other words, and of other answers."""
    report = measure(changed(items, every))
    total = report.tally()
    assert total.refused <= refused * total.total, {k: t for k, t in report.categories.items() if t.refused}
    assert total.wrong <= faults * total.total, list(map(str, report.wrong[:20]))


def test_our_own_problems() -> None:
    floors = {
        "all": (0.73, 0.975),
        "covered": (0.85, 0.985),
        "harder": (0.46, 0.93),
        "True or False": (1, 0.985),
        "Unknown": (1, 0.94),
    }
    hold(measure(load(OWN)[::2]), floors)


@pytest.mark.shared_data
def test_everyday_problems(shared: Path) -> None:
    floors = {
        "all": (0.77, 0.985),
        "covered": (0.87, 0.985),
        "harder": (0.59, 0.95),
        "True or False": (1, 0.99),
        "Unknown": (1, 0.95),
    }
    hold(measure(load(shared / "english" / "everyday_third.jsonl")), floors)


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "answered", "precision"), [("core", 0.7, 0.975), ("hans", 0.55, 0.97), ("allen", 0.6, 0.9)]
)
def test_problems_of_nlpsolver(name: str, answered: float, precision: float, shared: Path) -> None:
    differ = without(DIFFERENCES)
    items = [i for i in load(shared / "english" / f"nlpsolver_{name}_odd.jsonl") if i.name not in differ]
    hold(measure(items[:: 3 if len(items) > 100 else 1]), {"all": (answered, precision)})


@pytest.mark.shared_data
def test_the_differences_are_of_this_data(shared: Path) -> None:
    names = {i.name for path in (shared / "english").glob("nlpsolver_*.jsonl") for i in load(path)}
    assert without(DIFFERENCES) <= names


@pytest.fixture(scope="module")
def made() -> Report:
    """Measure a part: one restatement of 188, and few counts, which are proved slowly."""
    items = generated(count=12, every=188)
    counts = [i for i in items if i.category == "counts"]
    return measure([i for i in items if i.category != "counts"] + counts[::6])


@pytest.mark.parametrize(
    ("kind", "answered", "precision"),
    [
        ("inverted", 0.7, 0.95),
        ("framed", 0.75, 0.98),
        ("stated", 0.8, 0.98),
        ("turned", 0.75, 0.98),
        ("denied", 0.7, 0.95),
        ("denied plainly", 0.8, 1),
        ("of another", 0.8, 1),
        ("another thing", 0.7, 1),
        ("connectives", 0.7, 0.96),
        ("quantifiers", 0.85, 1),
        ("orders", 0.5, 1),
        ("measures", 0.85, 1),
        ("units", 0.4, 1),
        ("counts", 0.2, 1),
    ],
)
def test_made_problems(kind: str, answered: float, precision: float, made: Report) -> None:
    found = made.categories[kind]
    assert found.answered >= answered, found
    assert found.precision >= precision, (found, [str(a) for a in made.wrong if a.item.category == kind])


def test_our_own_problems_in_other_words() -> None:
    hold_changes(load(OWN)[::16], every=9, refused=0.08, faults=0.003)


@pytest.mark.shared_data
def test_everyday_problems_in_other_words(shared: Path) -> None:
    items: list[Item] = load(shared / "english" / "everyday_third.jsonl")
    hold_changes(items[::6], every=7, refused=0.08, faults=0.003)
