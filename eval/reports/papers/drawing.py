"""A table of a paper as a figure: a line for each row over the columns, such as accuracy by depth, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from . import PaperFigures

_WIDTH, _HEIGHT, _LEFT, _TOP, _KEY = 760, 380, 56, 40, 220
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#444444")
"""Of Okabe and Ito, which are told apart by people who see some colours alike, too."""
_STEPS: Final = 5


def drawn(figures: PaperFigures) -> str:
    """Return a table as SVG: runs in full lines with their intervals, what the paper prints in dashed ones.

    Args:
        figures: the table; a row without figures has no line.
    """
    rows = {who: (row, True) for who, row in figures.printed.items()}
    rows |= {f"{who} (here)" if who in rows else who: (row, False) for who, row in figures.measured.items()}
    spans = {f"{who} (here)" if who in figures.printed else who: row for who, row in figures.intervals.items()}
    values = [one for row, _ in rows.values() for one in row if one is not None]
    top = 100.0 if figures.unit == "%" else max(values, default=1.0) or 1.0
    low = min(0.0, *values) if values else 0.0
    right, foot = _WIDTH - _KEY, _HEIGHT - 60

    def at(i: int, value: float) -> tuple[float, float]:
        across = (i + 0.5) / max(len(figures.columns), 1)
        return _LEFT + across * (right - _LEFT), foot - (value - low) / (top - low) * (foot - _TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="11" role="img" aria-label="{escape(figures.title)}">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="20" font-size="14">{escape(figures.title)}, in {escape(figures.unit)}</text>',
    ]
    for step in range(_STEPS + 1):
        value = low + (top - low) * step / _STEPS
        _, y = at(0, value)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.0f}</text>')
    for i, column in enumerate(figures.columns):
        x, _ = at(i, low)
        parts.append(f'<text x="{x:.1f}" y="{foot + 18}" text-anchor="middle">{escape(column)}</text>')
    shown = [(who, *found) for who, found in rows.items() if any(one is not None for one in found[0])]
    for number, (who, row, printed) in enumerate(shown):
        colour, dash = _COLOURS[number % len(_COLOURS)], ' stroke-dasharray="5 4"' if printed else ""
        parts.append(f'<g stroke="{colour}" fill="{colour}"><title>{escape(who)}</title>')
        for i, span in enumerate(spans.get(who, ()) if not printed else ()):
            if span is not None:
                (x, y), (_, under) = at(i, span[1]), at(i, span[0])
                parts.append(f'<path d="M{x:.1f} {y:.1f}V{under:.1f}" stroke-opacity=".5"/>')
        parts.append(f'<path d="{_path(row, at)}" fill="none" stroke-width="2"{dash}/>')
        dots = [at(i, value) for i, value in enumerate(row) if value is not None]
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in dots]
        y = _TOP + 16 * number
        parts.append(f'<path d="M{right + 12} {y}h22" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{right + 40}" y="{y + 4}" stroke="none" fill="black">{escape(who)}</text></g>')
    return "\n".join([*parts, "</svg>", ""])


def _path(row: Sequence[float | None], at: Callable[[int, float], tuple[float, float]]) -> str:
    """Return a line through the figures of a row, broken where there is none."""
    found, broken = [], True
    for i, value in enumerate(row):
        if value is not None:
            x, y = at(i, value)
            found.append(f"{'M' if broken else 'L'}{x:.1f} {y:.1f}")
        broken = value is None
    return "".join(found)
