"""A table of a paper as a figure: a line for each row over the columns, such as accuracy by depth, as SVG."""

from __future__ import annotations

from itertools import groupby

from ..charts import COLOURS, Plot, short
from . import PaperFigures

_STEPS = 5


def drawn(figures: PaperFigures) -> str:
    """Return a table as SVG: runs in full lines with their intervals, what the paper prints in dashed ones.

    Args:
        figures: the table; a row without figures has no line.
    """
    rows = [(who, row, "stroke-dasharray:5 4") for who, row in figures.printed.items()]
    rows += [(f"{who} (here)" if who in figures.printed else who, row, "") for who, row in figures.measured.items()]
    values = [one for _, row, _ in rows for one in row if one is not None]
    top, low = 100.0 if figures.unit == "%" else max([*values, 0.0]) or 1.0, min([*values, 0.0])
    up = [(value, f"{value:.0f}") for value in (low + (top - low) * step / _STEPS for step in range(_STEPS + 1))]
    marks = [(place, short(column, 12)) for place, column in enumerate(figures.columns)]
    plot = Plot([(-0.4, ""), *marks, (len(marks) - 0.6, "")], up, f"in {figures.unit}; dashed: the paper")
    none: list[tuple[float, float] | None] = []
    spans = [none] * len(figures.printed) + [figures.intervals.get(who, []) for who in figures.measured]
    shown = [(row, of) for row, of in zip(rows, spans, strict=True) if any(one is not None for one in row[1])]
    for number, ((who, row, style), of) in enumerate(shown):
        for there, points in groupby(enumerate(row), lambda one: one[1] is not None):
            if there:  # a line is broken where there is no figure
                plot.line(found := [(x, y or 0.0) for x, y in points], number, style)
                for point in found:
                    plot.mark(point, number)
        for x, span in enumerate(of):
            if span is not None:
                plot.line([(x, span[0]), (x, span[1])], number, "stroke-width:1.5")
        plot.named.append((number, who))
    colours = {**{f"c{n}": colour for n, colour in enumerate(COLOURS)}, "dim": "#666", "line": "#ddd"}
    told = "".join(f"--{name}:{colour};" for name, colour in colours.items())
    return plot.svg(figures.title, f"font:11px sans-serif;background:white;{told}") + "\n"
