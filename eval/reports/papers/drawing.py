"""A table of a paper as a figure: a line for each row over columns in an order, such as accuracy by depth, as SVG."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from . import PaperFigures

_COLOURS: Final = ("#1d4ed8", "#b91c1c", "#047857", "#b45309", "#6d28d9", "#0e7490", "#be185d", "#4d7c0f")
_HIGH, _LEFT, _RIGHT, _TOP, _EACH = 190, 46, 24, 16, 48
_BOTTOM: Final = _TOP + _HIGH
_LINE: Final = 16
"""The height of a line of the legend."""
_STEPS: Final = 5
_LEVELS: Final = ("easy", "medium", "hard")
_PLACE: Final = re.compile(r"(?<![.\d])[.\d]+$|^[A-Z][a-z]+(?=(?:Conflict|Distractors)$)|(?<=^Knowledge)\w+")
"""What places a column in its order: a number at its end, how many conflicts."""
_NAME: Final = 12
"""The most characters of a column's name."""


def drawn(figures: PaperFigures) -> str:
    """Return a table as SVG: runs in full lines with their intervals, what the paper prints in dashed ones.

    Args:
        figures: the table; a row without figures has no line.
    """
    spans = figures.intervals
    none: list[tuple[float, float] | None] = []
    rows = [(who, row, none, "stroke-dasharray:5 4") for who, row in figures.printed.items()]
    rows += [
        (f"{who} (here)" if who in figures.printed else who, row, spans.get(who, none), "")
        for who, row in figures.measured.items()
    ]
    values = [one for _, row, *_ in rows for one in row if one is not None]
    top, low = 100.0 if figures.unit == "%" else max([*values, 0.0]) or 1.0, min([*values, 0.0])
    shown = [row for row in rows if any(one is not None for one in row[1])]

    right = _LEFT + max(370, _EACH * len(figures.columns))

    def across(place: int) -> float:
        return _LEFT + (right - _LEFT) * (place + 0.4) / (len(figures.columns) - 0.2)

    def up(value: float) -> float:
        return _BOTTOM - _HIGH * (value - low) / (top - low)

    def parts() -> Iterator[str]:
        for place, column in enumerate(figures.columns):
            yield _text(across(place), _BOTTOM + 15, column if len(column) <= _NAME else f"{column[: _NAME - 1]}…")
        for value in (low + (top - low) * step / _STEPS for step in range(_STEPS + 1)):
            yield _line([(_LEFT, up(value)), (right, up(value))], "#ddd")
            yield _text(_LEFT - 6, up(value) + 4, f"{value:.0f}", "end")
        yield _text((_LEFT + right) / 2, _BOTTOM + 32, f"in {figures.unit}; dashed: the paper")
        for number, (who, row, of, style) in enumerate(shown):
            colour, legend = _COLOURS[number % len(_COLOURS)], _BOTTOM + 52 + _LINE * number
            points = [(across(place), up(value)) if value is not None else None for place, value in enumerate(row)]
            steps = zip(map(_order, figures.columns), points, strict=True)
            for (_, there), several in groupby(steps, lambda step: (step[0], step[1] is not None)):
                if there:  # a line is broken where there is no figure, and between what has no order
                    yield _line([point for _, point in several if point is not None], colour, style)
            for x, y in (point for point in points if point is not None):
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
            for place, span in enumerate(of):
                if span is not None:
                    yield _line([(across(place), up(end)) for end in span], colour, "stroke-width:1.5")
            yield _line([(4, legend - 4), (18, legend - 4)], colour, style) + _text(22, legend, who, "start")

    size = f'viewBox="0 0 {right + _RIGHT} {_BOTTOM + 52 + _LINE * len(shown)}" width="{right + _RIGHT}"'
    of = f'xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(figures.title)}" {size}'
    return f'<svg {of} style="font:11px sans-serif;background:white">{"".join(parts())}</svg>\n'


def _order(column: str) -> str:
    """Return in which order a column stands: depths of a logic, levels; for others, in none but its own."""
    return "level" if column in _LEVELS else _PLACE.sub("", column)


def _line(points: list[tuple[float, float]], colour: str, style: str = "") -> str:
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{way}" style="fill:none;stroke:{colour};{style}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>'
