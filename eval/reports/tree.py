"""The tree of rules as a heat map: from the logic to the single rule, coloured by accuracy.

LogicAsker's tree of skills (section 3.1): the columns at the right are what was asked
(inference, contradiction, unrelated). Multi-LogiEval's ends in the rules.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping

from ..scoring.metrics import LEAF, LEVELS
from ..scoring.summary import Group

Path = tuple[str, ...]


def tree(cells: Mapping[str, Mapping[str, Mapping[str, Group]]]) -> str:
    """Return the trees of all cells as HTML; nothing if the samples have no place in one.

    Args:
        cells: the groups of each cell, by tag and value.
    """
    shown: list[str] = []
    for name, groups in cells.items():
        if found := {tuple(leaf.split(LEVELS)): group for leaf, group in groups.get(LEAF, {}).items()}:
            opened, said = " open" if not shown else "", html.escape(name)
            region = f'<div class="scroll tall" tabindex="0" role="group" aria-label="rules, {said}">'
            shown.append(f"<details{opened}><summary>{said}</summary>{region}{_table(found, said)}</div></details>")
    return f'<h2 id="rules">Rules</h2>{"".join(shown)}' if shown else ""


def _table(leaves: Mapping[Path, Group], name: str) -> str:
    deep = max(map(len, leaves)) > 3
    columns = sorted({path[-1] for path in leaves}) if deep else []
    rows = sorted({path[:3] for path in leaves}, key=lambda path: tuple(map(_number, path)))
    head = "".join(f'<th scope="col">{html.escape(c)}</th>' for c in columns)
    body = []
    for i, row in enumerate(rows):
        above = rows[i - 1] if i else ("",) * 3
        line = []
        for depth in (1, 2):
            if row[:depth] != above[:depth]:
                span = sum(other[:depth] == row[:depth] for other in rows)
                line.append(_node(row[:depth], leaves, f" rowspan={span}"))
        line.append(_node(row, leaves))
        line += [_cell(leaves.get((*row, column))) for column in columns]
        body.append(f"<tr>{''.join(line)}</tr>")
    caption = f'<caption class="unseen">Accuracy of {name} by rule</caption>'
    return (
        f'<table class="grid tree">{caption}<thead><tr><td colspan="3"></td>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _node(path: Path, leaves: Mapping[Path, Group], span: str = "") -> str:
    """Return a branch with the accuracy of all its leaves."""
    below = list(_below(path, leaves))
    samples = sum(g.samples for g in below)
    share = sum(g.samples * g.accuracy for g in below) / samples
    scope = "rowgroup" if span else "row"
    said = f"{html.escape(path[-1])} <small>{share:.0%} of {samples}</small>"
    return f'<th{span} scope="{scope}" {_colour(share, samples)}>{said}</th>'


def _below(path: Path, leaves: Mapping[Path, Group]) -> Iterator[Group]:
    return (group for leaf, group in leaves.items() if leaf[: len(path)] == path)


def _cell(group: Group | None) -> str:
    if group is None:
        return "<td></td>"
    return f"<td {_colour(group.accuracy, group.samples)}>{group.accuracy:.0%} <small>of {group.samples}</small></td>"


def _colour(share: float, samples: int) -> str:
    """Return what gives a place its colour, which is pale where the samples are few."""
    return f'class="heat" style="--v:{share:.3f};--n:{min(samples / 10, 1):.1f}"'


def _number(text: str) -> tuple[float, str]:
    """Return what puts numbers in their order, before words."""
    return (float(text), "") if text.isdigit() else (float("inf"), text)
