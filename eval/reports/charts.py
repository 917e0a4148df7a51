"""Plots of a run, as SVG to put into a page, which gives them its colours, dark or light."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..scoring.summary import Summary

COLOURS: Final = ("#1d4ed8", "#b91c1c", "#047857", "#b45309", "#6d28d9", "#0e7490", "#be185d", "#4d7c0f")
"""The colours of cells, in their order; the page's ``--c0`` and so on."""
MARKERS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-5L5 0L0 5L-5 0z", "M0-4.5L4.5 3.5h-9z",
    "M0 4.5L4.5-3.5h-9z", "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M-4-2L-2-4L0-2L2-4L4-2L2 0L4 2L2 4L0 2L-2 4L-4 2L-2 0z",
)  # fmt: skip
"""The shapes of cells, in their order. Seven beside eight colours: no two of 56 cells look alike."""
ORDERED: Final = ("depth", "length", "level", "steps", "conflicts")
"""Tags along which accuracy is drawn."""
MOST: Final = 24
"""The most values of a tag that are drawn."""
Numbered = Sequence[tuple[int, Summary]]
"""Cells with their numbers, from 0."""
Point = tuple[float, float]
Along = Sequence[tuple[str, float, Sequence[float]]]
"""By a value the accuracy, and its interval if there is one."""
_WIDE: Final = 440
_LEFT, _RIGHT, _TOP, _BELOW = 46, 24, 16, 46
_LINE: Final = 16
"""The height of a line of the legend."""
_SHARES: Final = tuple((n / 5, f"{20 * n}%") for n in range(6))


@dataclass(slots=True)
class Plot:
    """A plot while it is drawn: two scales with their marks, what lies between them, and a legend below.

    Attributes:
        across: the marks of the scale below, each with what it says.
        up: those of the scale at the left.
        told: what is said below it.
        high: how high the place between the scales is.
        left: how much room the words at the left take.
    """

    across: Sequence[tuple[float, str]]
    up: Sequence[tuple[float, str]] = _SHARES
    told: str = ""
    high: float = 190
    left: float = _LEFT
    drawn: list[str] = field(default_factory=list)
    named: list[tuple[int, str]] = field(default_factory=list)

    def at(self, x: float, y: float) -> Point:
        """Return where a point lies in the picture."""
        (low, high), (bottom, top) = ((min(v for v, _ in s), max(v for v, _ in s)) for s in (self.across, self.up))
        right = _WIDE - self.left - _RIGHT
        along = (x - low) / (high - low) if high > low else 0.5
        above = (y - bottom) / (top - bottom) if top > bottom else 0.5
        return self.left + right * along, _TOP + self.high * (1 - above)

    def line(self, points: Iterable[Point], number: int | None, style: str = "") -> None:
        """Draw a line, in a cell's colour."""
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*point) for point in points))
        colour = "var(--dim)" if number is None else _colour(number)
        self.drawn.append(f'<polyline points="{way}" style="fill:none;stroke:{colour};{style}"/>')

    def mark(self, point: Point, number: int) -> None:
        """Draw a cell's mark."""
        self.drawn.append(_mark(*self.at(*point), number))

    def svg(self, title: str, style: str = "") -> str:
        """Return the picture.

        Args:
            title: what it shows.
            style: what it has where no page says it.
        """
        bottom, right = _TOP + self.high, _WIDE - _RIGHT
        frame = []
        for value, said in self.across:
            x, _ = self.at(value, self.up[0][0])
            frame += [_rule(x, _TOP, x, bottom), _text(x, bottom + 15, said)]
        for value, said in self.up:
            _, y = self.at(self.across[0][0], value)
            frame += [_rule(self.left, y, right, y), _text(self.left - 6, y + 4, said, "end")]
        frame.append(_text((self.left + right) / 2, bottom + 32, self.told))
        legend = bottom + _BELOW + 6
        for number, name in self.named:
            frame += [_mark(12, legend - 4, number), _text(22, legend, name, "start")]
            legend += _LINE
        name = html.escape(f"{title}; the figures are in the tables of this page")
        size = f'viewBox="0 0 {_WIDE} {legend - 4:.0f}" width="{_WIDE}"' + (f' style="{style}"' if style else "")
        of = f'xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}" {size}'
        return f"<svg {of}>{''.join([*frame, *self.drawn])}</svg>"


def charts(shown: Mapping[str, Summary]) -> list[tuple[str, str]]:
    """Return the titles and the SVG of the plots that the cells of a run have data for."""
    cells = [(number, one) for number, one in enumerate(shown.values()) if one.samples]
    if not cells:
        return []
    wanted = [("Accuracy, 95 % intervals", _accuracies(cells))]

    def put(title: str, told: str, of: Callable[[Summary], Along], most: int = 1000) -> None:
        values = sorted({value for _, one in cells for value, *_ in of(one)}, key=rank)
        if 1 < len(values) <= most:
            wanted.append((title, _lines([pair for pair in cells if of(pair[1])], values, of, told)))

    for tag in ORDERED:
        title = f"Accuracy by {tag}, 95 % intervals"
        put(title, tag, lambda one: [(v, g.accuracy, g.interval) for v, g in one.groups.get(tag, {}).items()], MOST)  # noqa: B023  # called at once
    put("Accuracy by repairs", "repairs", lambda one: [(str(gain.repairs), gain.accuracy, ()) for gain in one.rounds])
    return [(title, plot.svg(title)) for title, plot in wanted]


def _accuracies(cells: Numbered) -> Plot:
    count = len(cells)
    names = [(count - place, f"{number + 1}  {short(one.translator, 26)}") for place, (number, one) in enumerate(cells)]
    rows = [(0.3, ""), *names, (count + 0.7, "")]
    plot = Plot(_SHARES, rows, "dotted: always the most frequent label", 28 + 26 * count, 190)
    for (place, _), (number, one) in zip(names, cells, strict=True):
        low, high = one.intervals["accuracy"]
        accuracy = one.accuracy or 0.0
        plot.line([(low, place), (high, place)], number, "stroke-width:3;opacity:.5;stroke-linecap:round")
        plot.mark((accuracy, place), number)
        x, y = plot.at(accuracy, place)
        plot.drawn.append(_text(x, y - 8, f"{accuracy:.1%}"))
    often = cells[0][1].baseline or 0.0
    plot.line([(often, 0.3), (often, count + 0.7)], None, "stroke-dasharray:2 3")
    return plot


def _lines(cells: Numbered, values: Sequence[str], of: Callable[[Summary], Along], told: str) -> Plot:
    """Return accuracy along values, with intervals where there are any."""
    room = max(1, len(values) // 12)  # so that words don't lie on each other
    marks = [(place, short(value, 9) if place % room == 0 else "") for place, value in enumerate(values)]
    plot = Plot([(-0.4, ""), *marks, (len(values) - 0.6, "")], told=told)
    for order, (number, one) in enumerate(cells):
        aside = (order - (len(cells) - 1) / 2) * min(0.08, 0.6 / len(cells))
        points = sorted((values.index(value) + aside, y, sure) for value, y, sure in of(one))
        plot.line([(x, y) for x, y, _ in points], number)
        for x, y, sure in points:
            plot.line([(x, end) for end in sure], number, "stroke-width:1.5")
            plot.mark((x, y), number)
        plot.named.append((number, f"{number + 1}  {short(one.translator)}"))
    return plot


def _colour(number: int) -> str:
    return f"var(--c{number % len(COLOURS)})"


def _mark(x: float, y: float, number: int) -> str:
    shape = MARKERS[number % len(MARKERS)]
    return f'<path d="{shape}" transform="translate({x:.1f} {y:.1f})" style="fill:{_colour(number)}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>' if text else ""


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" style="stroke:var(--line)"/>'


def short(name: str, most: int = 40) -> str:
    """Return a name, shortened in its middle if it is long."""
    half = most // 2
    return name if len(name) <= most else f"{name[:half]}…{name[1 - half :]}"


def rank(value: str) -> tuple[float, str]:
    """Return what puts values of a tag in their order: numbers, levels, words."""
    known = {"easy": 0, "medium": 1, "hard": 2}
    try:
        return float(value), value
    except ValueError:
        return float(known.get(value, 1e9)), value
