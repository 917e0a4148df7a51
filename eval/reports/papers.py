"""Tables of the papers, with a run in the same layout beside them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel

from sorites.solvers import UserError

from ..runs.records import Record
from .figures import Run, load_run
from .tables import literal

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a paper.

    Attributes:
        title: what it shows, and where it stands.
        columns: its columns.
        column_of: in which column a record counts; ``None`` for none.
        figures: which figures of a run are rows of their own: ``accuracy``, or
            ``executable_rate`` and ``executable_accuracy``.
    """

    title: str
    columns: tuple[str, ...]
    column_of: Callable[[Record], str | None]
    figures: tuple[str, ...] = ("accuracy",)


def _logic_and_depth(record: Record) -> str | None:
    logic, depth = record.tags.get("logic"), record.tags.get("depth")
    return f"{logic} d{depth}" if logic and depth else None


def _depth_of_fol(record: Record) -> str | None:
    """Return the depth of what table 7 evaluates: samples of first-order logic alone."""
    depth = record.tags.get("depth")
    return f"d{depth}" if depth and record.tags.get("logic") == "fol" else None


def _level(record: Record) -> str | None:
    level = record.tags.get("level") or record.tags.get("file", "").rpartition("-")[2]
    return level if level in {"easy", "medium", "hard"} else None


def _length(record: Record) -> str | None:
    length = record.tags.get("length")
    return f"length {length}" if length else None


_LEVELS: Final = ("easy", "medium", "hard")
_LOGICS: Final = tuple(f"{logic} d{depth}" for logic in ("pl", "fol", "nm") for depth in range(1, 6))
_DEPTHS: Final = tuple(f"d{depth}" for depth in range(1, 6))
TABLES: Final[Mapping[str, PaperTable]] = {
    "multi-logieval-table6": PaperTable(
        "Multi-LogiEval, table 6: accuracy by logic and depth, zero-shot CoT ",
        _LOGICS,
        _logic_and_depth,
    ),
    "multi-logieval-table7": PaperTable(
        "Multi-LogiEval, table 7: a model with Prover9, by depth; FOL alone, as there. The printed accuracy has\n"
        "Logic-LM's fallback where no program ran; a run's has what its own --fallback says, wrong if nothing.",
        _DEPTHS,
        _depth_of_fol,
        ("executable_rate", "executable_accuracy", "accuracy"),
    ),
    "logicasker-table3": PaperTable(
        "LogicAsker, table 3: response accuracy by the length of the inference",
        tuple(f"length {n}" for n in (1, 3, 5, 7)),
        _length,
        ("executable_accuracy",),
    ),
    "proverqa-table2": PaperTable(
        "ProverGen, table 2: accuracy on ProverQA",
        _LEVELS,
        _level,
    ),
    "proverqa-table3": PaperTable(
        "ProverGen, table 3: GPT-4o with CoT, without distractors, and with ordered premises",
        _LEVELS,
        _level,
    ),
    "proverqa-table4": PaperTable(
        "ProverGen, table 4: Llama3.1-8B-Instruct, fine-tuned",
        _LEVELS,
        _level,
    ),
}


def random_baseline(answers: Iterable[str]) -> float:
    """Return Multi-LogiEval's random baseline, the sum of the squares of the labels' shares (section 4.2)."""
    counts = Counter(answers)
    total = sum(counts.values())
    return sum((n / total) ** 2 for n in counts.values()) if total else 0.0


def laid_out(table: PaperTable, run: Run) -> dict[str, list[float | None]]:
    """Return a run in a table's layout, a row for each cell and figure, in percent."""
    counts: dict[str, dict[str, list[int]]] = {}
    gold: dict[str, dict[str, str]] = {}
    for several in run.problems:
        for record in several:
            column = table.column_of(record) if record.scored else None
            if column is None:
                continue
            gold.setdefault(column, {})[record.id] = record.gold
            one = counts.setdefault(record.cell or record.translator, {}).setdefault(column, [0, 0, 0])
            one[0] += 1
            one[1] += record.executable
            one[2] += record.correct
    found: dict[str, list[float | None]] = {}
    for cell in (name for name in run.cells if name in counts):
        columns = counts[cell]
        for figure in table.figures:
            row: list[float | None] = []
            for column in table.columns:
                total, ran, right = columns.get(column, [0, 0, 0])
                part, whole = {
                    "accuracy": (right, total),
                    "executable_rate": (ran, total),
                    "executable_accuracy": (right, ran),
                }[figure]
                row.append(100 * part / whole if whole else None)
            found[f"{cell}, {figure.replace('_', ' ')}" if len(table.figures) > 1 else cell] = row
    if table.columns[0].startswith(("pl ", "d1")):
        chance = [random_baseline(gold[c].values()) * 100 if c in gold else None for c in table.columns]
        found["random baseline (section 4.2)"] = chance
    return found


class PaperFigures(BaseModel):
    """A table of a paper with a run beside it, in percent: by row, a figure or ``None`` for each column."""

    table: str
    title: str
    columns: list[str]
    printed: dict[str, list[float | None]]
    measured: dict[str, list[float | None]] = {}


def figures_of(name: str, folder: Path | None = None) -> PaperFigures:
    """Return a table of a paper and, beside it, a run.

    Args:
        name: the table, one of ``TABLES``.
        folder: the run's folder; ``None`` for the printed figures alone.

    Raises:
        UserError: there is no such table, or the run has nothing for it.
    """
    if name not in TABLES:
        raise UserError(f"there is no table '{name}'; there are {', '.join(TABLES)}")
    table = TABLES[name]
    printed = json.loads((files(__package__) / "papers.json").read_text("utf-8"))[name]
    found = laid_out(table, load_run(folder)) if folder is not None else {}
    if folder is not None and not found:
        raise UserError(f"{folder} has no records for the columns {', '.join(table.columns)}")
    return PaperFigures(table=name, title=table.title, columns=list(table.columns), printed=printed, measured=found)


def show(console: Console, figures: PaperFigures) -> None:
    """Print a table of a paper and, beside it, a run."""
    from rich.table import Table

    shown = Table(title=figures.title, title_justify="left")
    for column in ("", *figures.columns):
        shown.add_column(column, justify="right" if column else "left")
    for rows, style in ((figures.printed, "dim"), (figures.measured, "")):
        for who, row in rows.items():
            shown.add_row(literal(who), *("" if f is None else f"{f:.2f}" for f in row), style=style)
        shown.add_section()
    console.print(shown)
