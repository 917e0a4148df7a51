"""A run as one page that needs no network: figures, plots, and every sample."""

from __future__ import annotations

import base64
import gzip
import html
import json
from importlib.resources import files
from typing import Any, Final

from ..metrics import Summary
from .charts import charts
from .figures import Run, problems_of

MAX_TEXT: Final = 6_000
"""The most characters of a program or an answer in the page; records have all."""


def page(run: Run) -> str:
    """Return the page of a run."""
    template = (files(__package__) / "page.html").read_text("utf-8")
    packed = base64.b64encode(gzip.compress(json.dumps(samples_of(run), ensure_ascii=False).encode(), mtime=0)).decode()
    parts = {
        "title": html.escape(f"{run.dataset}: {', '.join(run.cells)}"[:120]),
        "head": _head(run),
        "cells": _cells(run),
        "pairs": _pairs(run),
        "charts": "".join(f"<figure><figcaption>{html.escape(t)}</figcaption>{svg}</figure>" for t, svg in charts(run)),
        "confusions": "".join(_confusion(name, one) for name, one in run.cells.items()),
        "groups": _groups(run),
        "data": packed,
    }
    for key, value in parts.items():
        template = template.replace(f"<!--{key}-->", value)
    return template


def samples_of(run: Run) -> dict[str, Any]:
    """Return what the sample browser shows."""
    rows: dict[str, dict[str, Any]] = {}
    cells = list(run.cells)
    for several in problems_of(run.folder):
        first = several[0]
        row = rows.get(first.id)
        if row is None:
            text = run.texts.get(first.id)
            shown = {"context": text.context, "question": text.question} if text else {}
            row = rows[first.id] = {"id": first.id, "gold": first.gold, "tags": first.tags, **shown, "cells": {}}
        row["cells"][cells.index(first.cell or first.translator)] = [
            {
                "label": r.label,
                "verdict": r.verdict,
                "ok": r.correct,
                "program": r.program[:MAX_TEXT],
                "why": r.explanation[:60],
                "answer": r.answer[:MAX_TEXT],
                "notes": [f"{d.level}: {d.message}" for d in r.diagnostics[:12]],
                "rounds": [x.verdict or "not read" for x in r.rounds],
                "fault": r.fault,
                "checked": r.checked,
            }
            for r in several
        ]
    return {"cells": cells, "samples": list(rows.values())}


def _head(run: Run) -> str:
    machine = run.manifest.get("machine", {})
    told = [
        ("dataset", run.dataset),
        ("samples", str(max(len(v) for v in run.right.values()))),
        ("command", " ".join(run.manifest.get("command", [])[1:])),
        ("commit", run.manifest.get("commit", "")[:12]),
        ("sorites", machine.get("sorites", "")),
        ("begun", run.manifest.get("started", "")),
    ]
    return "".join(f"<dt>{k}</dt><dd>{html.escape(v)}</dd>" for k, v in told if v)


def _share(value: float) -> str:
    return f"{value:.1%}"


def _cells(run: Run) -> str:
    rows = []
    for name, one in run.cells.items():
        low, high = one.intervals["accuracy"]
        cost = f"{one.usage.cost:.4f}" if one.usage is not None and one.usage.cost is not None else ""
        tokens = f"{one.usage.input_tokens + one.usage.output_tokens:,}" if one.usage is not None else ""
        voted = _share(one.vote_accuracy) if one.vote_accuracy is not None else ""
        majority = _share(one.majority_accuracy) if one.majority_accuracy is not None else ""
        figures = [
            str(one.samples),
            _share(one.executable_rate),
            _share(one.executable_accuracy),
            f"<b>{_share(one.accuracy)}</b>",
            f"{_share(low)} to {_share(high)}",
            f"{one.macro_f1:.3f}",
            majority,
            voted,
            str(one.verdicts.get("undecided", 0)),
            str(one.verdicts.get("inconsistent", 0)),
            tokens,
            cost,
        ]
        rows.append(f"<tr><th>{html.escape(name)}</th>{''.join(f'<td>{f}</td>' for f in figures)}</tr>")
    base = next(iter(run.cells.values())).baseline
    rows.append(
        "<tr class=dim><th>always the most frequent label</th><td colspan=3></td>"
        f"<td>{_share(base)}</td><td colspan=8></td></tr>"
    )
    return "".join(rows)


def _pairs(run: Run) -> str:
    rows = []
    for pair in run.pairs:
        d = pair.found
        low, high = d.interval
        rows.append(
            f"<tr><th>{html.escape(pair.first)}</th><th>{html.escape(pair.second)}</th><td>{d.samples}</td>"
            f"<td>{d.difference:+.1%}</td><td>{low:+.1%} to {high:+.1%}</td>"
            f"<td>{d.only_first}</td><td>{d.only_second}</td>"
            f"<td>{pair.p:.3g}</td><td class=said>{html.escape(pair.said)}</td></tr>"
        )
    return "".join(rows)


def _confusion(name: str, one: Summary) -> str:
    given = sorted({label for row in one.confusion.values() for label in row}, key=lambda x: (x == "none", x))
    head = "".join(f"<th>{html.escape(label)}</th>" for label in given)
    rows = []
    for gold, row in one.confusion.items():
        total = sum(row.values())
        shaded = []
        for label in given:
            count = row.get(label, 0)
            colour = "5,150,105" if label == gold else "220,38,38"
            alpha = 0.75 * count / total if total else 0
            shaded.append(f'<td style="background:rgba({colour},{alpha:.2f})">{count}</td>')
        rows.append(f"<tr><th>{html.escape(gold)}</th>{''.join(shaded)}</tr>")
    return (
        f"<figure><figcaption>{html.escape(name)}</figcaption>"
        f"<table class=grid><tr><th>gold \\ answered</th>{head}</tr>"
        f"{''.join(rows)}</table></figure>"
    )


def _groups(run: Run) -> str:
    """Return a heat map for each tag: a row for each value, a column for each cell."""
    tags = list(dict.fromkeys(tag for one in run.cells.values() for tag in one.groups))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in run.cells)
    found = []
    for tag in tags:
        values = sorted({v for one in run.cells.values() for v in one.groups.get(tag, {})})
        rows = []
        for value in values:
            shaded = []
            for one in run.cells.values():
                group = one.groups.get(tag, {}).get(value)
                if group is None:
                    shaded.append("<td></td>")
                    continue
                hue = 120 * group.accuracy
                told = f"{group.samples} samples, ER {_share(group.executable_rate)}"
                shaded.append(
                    f'<td style="background:hsl({hue:.0f} 70% 85%)" title="{told}">{_share(group.accuracy)}</td>'
                )
            rows.append(f"<tr><th>{html.escape(value)}</th>{''.join(shaded)}</tr>")
        opened = " open" if len(values) <= 30 else ""
        found.append(
            f"<details{opened}><summary>by {html.escape(tag)} ({len(values)})</summary>"
            f"<table class=grid><tr><th></th>{head}</tr>{''.join(rows)}</table></details>"
        )
    return "".join(found)
