"""Table 2 of Logic-LM (Pan et al. 2023): its recorded programs, here with our provers."""

from __future__ import annotations

from typing import Final

from ...runs.records import Record
from .layout import PaperTable, by_column

_SETS: Final = {
    "prontoqa": "PrOntoQA", "proofwriter": "ProofWriter", "folio": "FOLIO", "logicaldeduction": "LogicalDeduction",
    "ar-lsat": "AR-LSAT",
}  # fmt: skip


def _set_of(record: Record, _told: str) -> str | None:
    return _SETS.get(record.dataset)


TABLES: Final = {
    "logic-lm-table2": PaperTable(
        "Logic-LM, table 2: programs of a model, by dataset",
        tuple(_SETS.values()),
        by_column(_set_of, tuple(_SETS.values()), ("executable_rate", "executable_accuracy", "accuracy")),
        place=_set_of,
        datasets=tuple(_SETS),
        note="The printed figures are not included: the paper's text was not at hand, and none are given from memory. "
        "The accuracy has the fallback of the run, --fallback random or answers:FILE as there. Of options, a program "
        "runs here if exactly one fits.",
    ),
}
