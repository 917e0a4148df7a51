"""What a proof or a countermodel looks like, as records keep it for those who draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sorites.agent.explanation import Told
from sorites.solvers import Certificate, Countermodels, Model, PreferredModels
from sorites.solvers.showing import MAX_ROWS

from .records import ModelRecord

MOST_STEPS: Final = 200
"""The most steps of a proof that are kept: a longer one is no picture."""


def pictured(certificate: Certificate | None, told: Sequence[Told]) -> dict[str, Any]:
    """Return the fields of a record that a certificate is drawn by: ``proof`` and ``models``.

    Args:
        certificate: the certificate; ``None`` if there is none that stands.
        told: its steps.
    """
    if certificate is None:
        return {}
    steps = [(t.text, t.said, f"{t.since} ({t.why})" if t.why else t.since, list(t.parents)) for t in told]
    found: dict[str, Any] = {"proof": steps if len(steps) <= MOST_STEPS else []}
    match certificate:
        case Countermodels(holds, fails):
            found["models"] = [_model(holds, True), _model(fails, False)]
        case PreferredModels(models):
            found["models"] = [_model(one.model, one.goal, one.abnormal) for one in models]
    return found


def _model(model: Model, holds: bool, abnormal: Iterable[tuple[str, tuple[str, ...]]] = ()) -> ModelRecord:
    things = [*model.domain, *(thing for sort in model.sorts.values() for thing in sort)]
    predicates = [
        (name, arity, [tuple(map(str, row)) for row in sorted(rows, key=str)[:MAX_ROWS]])
        for (name, arity), rows in sorted(model.predicates.items())
    ]
    values = [
        (f"{name}({', '.join(map(str, row))})" if arity else name, str(value))
        for (name, arity), table in sorted(model.functions.items())
        for row, value in list(table.items())[:MAX_ROWS]
        if arity or str(value) != name
    ]
    failing = [f"{label}({', '.join(of)})" for label, of in abnormal]
    return ModelRecord.model_construct(
        holds=holds, things=things, predicates=predicates, values=values, abnormal=failing
    )
