"""A run as one page that needs no network: figures, plots, and every sample."""

from __future__ import annotations

import base64
import gzip
import html
import json
from importlib.resources import files
from typing import Any, Final

from sorites.solvers import Verdict

from ..runs.records import Record
from ..scoring.metrics import LEAF
from ..scoring.summary import Summary
from .charts import COLOURS, charts
from .figures import Run
from .tree import tree

MAX_TEXT: Final = 6_000
"""The most characters of a program or an answer in the page; records have all."""


def page(run: Run) -> str:
    """Return the page of a run."""
    template = (files(__package__) / "page.html").read_text("utf-8")
    packed = base64.b64encode(gzip.compress(json.dumps(samples_of(run), ensure_ascii=False).encode(), mtime=0)).decode()
    parts = {
        "title": html.escape(run.dataset),
        "head": _head(run),
        "cells": _cells(run),
        "rule": run.rule,
        "pairs": _pairs(run),
        "charts": "".join(f"<figure><figcaption>{html.escape(t)}</figcaption>{svg}</figure>" for t, svg in charts(run)),
        "confusions": "".join(_confusion(name, one) for name, one in run.cells.items()),
        "tree": tree({name: one.groups for name, one in run.cells.items()}),
        "groups": _groups(run),
        "data": packed,
    }
    for key, value in parts.items():
        template = template.replace(f"<!--{key}-->", value)
    return template


def summary_of(run: Run) -> str:
    """Return the figures of a run, and its cells beside each other, as HTML for a notebook."""
    pairs = f"<p>beside each other, several samples of a problem by {run.rule}</p><table>{_pairs(run)}</table>"
    cells = f"<p><b>{html.escape(run.dataset)}</b></p><table>{_cells(run)}</table>"
    return cells + (pairs if len(run.cells) > 1 else "")


def samples_of(run: Run) -> dict[str, Any]:
    """Return what the sample browser shows."""
    rows: dict[str, dict[str, Any]] = {}
    cells = list(run.cells)
    for several in run.problems:
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
                "certified": _certified(r),
            }
            for r in several
        ]
    return {"cells": cells, "samples": list(rows.values())}


def _certified(record: Record) -> str:
    """Return in words whether a verdict is certified."""
    if record.guess:
        return "a guess"
    if record.verdict in (None, Verdict.UNDECIDED):
        return ""
    if record.certificate is None:
        return "without a certificate"
    return "certificate checked" if record.checked else "certificate not checked"


def _head(run: Run) -> str:
    versions, changed = run.manifest.get("settings", {}).get("versions", {}), run.manifest.get("dirty")
    told = [
        ("dataset", run.dataset),
        ("samples", str(max(map(len, run.right.values()), default=0))),
        ("command", " ".join(run.manifest.get("command", [])[1:])),
        ("commit", run.manifest.get("commit", "")[:12] + (", changed since" if changed else "")),
        ("sorites", versions.get("sorites", "")),
        ("begun", run.manifest.get("started", "")),
    ]
    return "".join(f"<dt>{k}</dt><dd>{html.escape(v)}</dd>" for k, v in told if v)


def _share(value: float) -> str:
    return f"{value:.1%}"


def _cells(run: Run) -> str:
    """Return the table of figures; columns in which nobody has anything are left out."""
    columns: dict[str, list[str]] = {}

    def put(column: str, figure: str) -> None:
        columns.setdefault(column, []).append(figure)

    for one in run.cells.values():
        low, high = one.intervals["accuracy"]
        put("samples", str(one.samples))
        put("executable rate", _share(one.executable_rate))
        put("accuracy of these", _share(one.executable_accuracy))
        put("accuracy", f"<b>{_share(one.accuracy)}</b>")
        put("95 %", f"{_share(low)} to {_share(high)}")
        put("guesses", str(one.guesses.samples) if one.guesses is not None else "")
        put("right of these", _share(one.guesses.accuracy) if one.guesses is not None else "")
        put("macro F1", f"{one.macro_f1:.3f}")
        for rule in ("majority", "vote", "mixed"):
            put(rule, _share(one.votes[rule].accuracy) if rule in one.votes else "")
        for verdict in ("undecided", "inconsistent", "ambiguous"):
            put(verdict, str(one.verdicts.get(verdict, "")))
        put("not asked", str(one.unscored or ""))
        put("rules F1", _share(one.proof_f1.rules) if one.proof_f1 is not None else "")
        put("conflicts F1", _share(one.proof_f1.conflicts) if one.proof_f1 is not None else "")
        put("equivalent to gold", _share(one.aligned.equivalent) if one.aligned is not None else "")
        put("gold recalled", _share(one.aligned.recall) if one.aligned is not None else "")
        usage = one.usage
        put("ms, median", f"{1000 * one.latency[0]:.0f}")
        put("tokens", f"{usage.input_tokens + usage.output_tokens:,}" if usage is not None else "")
        put("cost", f"{usage.cost:.4f}" if usage is not None and usage.cost is not None else "")
    shown = {name: figures for name, figures in columns.items() if any(figures)}
    head = "".join(f"<th>{name}</th>" for name in shown)
    rows = [
        f"<tr>{_numbered(run, name)}{''.join(f'<td>{figures[place]}</td>' for figures in shown.values())}</tr>"
        for place, name in enumerate(run.cells)
    ]
    base = _share(next(iter(run.cells.values())).baseline)
    places = "".join(f"<td>{base if name == 'accuracy' else ''}</td>" for name in shown)
    rows.append(f"<tr class=dim><th>always the most frequent label</th>{places}</tr>")
    return f"<thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"


def _numbered(run: Run, name: str) -> str:
    number = list(run.cells).index(name)
    colour = COLOURS[number % len(COLOURS)]
    return f'<th><span class=number style="background:{colour}">{number + 1}</span>{html.escape(name)}</th>'


def _pairs(run: Run) -> str:
    rows = []
    names = list(run.cells)
    for pair in run.pairs:
        d = pair.found
        low, high = d.interval
        one, other = (str(names.index(name) + 1) for name in (pair.first, pair.second))
        said = pair.said(one, other)
        rows.append(
            f"<tr><td>{one}</td><td>{other}</td><td>{d.samples}</td>"
            f"<td>{d.difference:+.1%}</td><td>{low:+.1%} to {high:+.1%}</td>"
            f"<td>{d.only_first}</td><td>{d.only_second}</td>"
            f"<td>{pair.p:.2g}</td><td class=said>{html.escape(said)}</td></tr>"
        )
    columns = ("first", "second", "samples", "difference", "95 %", "only first right", "only second", "p (Holm)", "")
    head = "".join(f"<th>{name}</th>" for name in columns)
    return f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"


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
    tags = list(dict.fromkeys(tag for one in run.cells.values() for tag in one.groups if tag != LEAF))
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
    return f"<h2>Parts</h2>{''.join(found)}" if found else ""
