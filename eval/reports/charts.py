"""Plots of a run, as SVG to put into a page, which gives them its colours, dark or light."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..scoring.summary import Summary
from .figures import Run

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
NEAR: Final = 0.035
"""How near points are, as a share of an axis, that get one label together."""
Numbered = Sequence[tuple[int, Summary]]
"""Cells with their numbers, from 0."""
Point = tuple[float, float]
_WIDE: Final = 440
_LEFT, _RIGHT, _TOP, _BELOW = 46, 24, 16, 46
_LINE: Final = 16
"""The height of a line of the legend."""
_SHARES: Final = tuple((n / 5, f"{20 * n}%") for n in range(6))


@dataclass(slots=True)
class _Plot:
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

    def mark(self, point: Point, number: int, size: float = 1.0, style: str = "") -> None:
        """Draw a cell's mark."""
        x, y = self.at(*point)
        shape, place = MARKERS[number % len(MARKERS)], f"translate({x:.1f} {y:.1f}) scale({size:.2f})"
        self.drawn.append(f'<path d="{shape}" transform="{place}" style="fill:{_colour(number)};{style}"/>')

    def bar(self, x: float, low: float, high: float, number: int) -> None:
        """Draw an interval upright."""
        self.line([(x, low), (x, high)], number, "stroke-width:1.5")

    def words(self, point: Point, text: str, aside: Point = (0, 0), anchor: str = "middle") -> None:
        """Write beside a point."""
        x, y = self.at(*point)
        self.drawn.append(_text(x + aside[0], y + aside[1], text, anchor))

    def svg(self, title: str) -> str:
        """Return the picture."""
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
            place = f"translate(12 {legend - 4:.1f})"
            frame.append(
                f'<path d="{MARKERS[number % len(MARKERS)]}" transform="{place}" style="fill:{_colour(number)}"/>'
            )
            frame.append(_text(22, legend, name, "start"))
            legend += _LINE
        name = html.escape(f"{title}; the figures are in the tables of this page")
        size = f'viewBox="0 0 {_WIDE} {legend - 4:.0f}" width="{_WIDE}"'
        return f'<svg role="img" aria-label="{name}" {size}>{"".join([*frame, *self.drawn])}</svg>'


def charts(run: Run) -> list[tuple[str, str]]:
    """Return the titles and the SVG of the plots that a run has data for."""
    cells = [(number, one) for number, one in enumerate(run.cells.values()) if one.samples]
    if not cells:
        return []
    wanted = [("Accuracy, 95 % intervals", _accuracies(cells))]
    for tag in ORDERED:
        if 1 < len({value for _, one in cells for value in one.groups.get(tag, {})}) <= MOST:
            wanted.append((f"Accuracy by {tag}, 95 % intervals", _by(cells, tag)))
    rates = [
        (number, one, (one.executable_rate, one.executable_accuracy)) for number, one in cells
        if one.semantics and one.executable_rate is not None and one.executable_accuracy is not None
    ]  # fmt: skip
    if len(rates) > 1:
        wanted.append(("Executable rate and executable accuracy", _points(rates, _SHARES, "executable rate")))
    paid = [
        (number, one, (one.usage.cost / one.samples, one.accuracy or 0.0)) for number, one in cells
        if one.usage is not None and one.usage.cost is not None
    ]  # fmt: skip
    if paid:
        most = max(cost for _, _, (cost, _) in paid) or 1.0
        scale = [(most * n / 4, f"{most * n / 4:.2g}") for n in range(5)]
        wanted.append(("Cost and accuracy", _points(paid, scale, "cost of a sample")))
    voted = [(n, one, [(float(g.samples), g.accuracy) for g in one.vote_gains]) for n, one in cells]
    if lines := [line for line in voted if len(line[2]) > 1]:
        wanted.append(("Accuracy of the vote by samples", _lines(lines, "samples that vote")))
    repaired = [(n, one, [(float(g.repairs), g.accuracy) for g in one.rounds]) for n, one in cells]
    if lines := [line for line in repaired if len(line[2]) > 1]:
        wanted.append(("Accuracy by repairs", _lines(lines, "repairs")))
    if sure := [(number, one) for number, one in cells if len(one.confidence_levels) > 1]:
        wanted.append(("Reliability: accuracy by confidence", _reliability(sure)))
    return [(title, plot.svg(title)) for title, plot in wanted]


def _accuracies(cells: Numbered) -> _Plot:
    count = len(cells)
    names = [(count - place, f"{number + 1}  {short(one.translator, 26)}") for place, (number, one) in enumerate(cells)]
    rows = [(0.3, ""), *names, (count + 0.7, "")]
    plot = _Plot(_SHARES, rows, "dotted: always the most frequent label", 28 + 26 * count, 190)
    for (place, _), (number, one) in zip(names, cells, strict=True):
        low, high = one.intervals["accuracy"]
        accuracy = one.accuracy or 0.0
        plot.line([(low, place), (high, place)], number, "stroke-width:3;opacity:.5;stroke-linecap:round")
        plot.mark((accuracy, place), number)
        plot.words((accuracy, place), f"{accuracy:.1%}", (0, -8))
    often = cells[0][1].baseline or 0.0
    plot.line([(often, 0.3), (often, count + 0.7)], None, "stroke-dasharray:2 3")
    return plot


def _by(cells: Numbered, tag: str) -> _Plot:
    values = sorted({v for _, one in cells for v in one.groups.get(tag, {})}, key=rank)
    room = max(1, len(values) // 12)  # so that words don't lie on each other
    marks = [(place, short(value, 9) if place % room == 0 else "") for place, value in enumerate(values)]
    plot = _Plot([(-0.4, ""), *marks, (len(values) - 0.6, "")], told=tag)
    for order, (number, one) in enumerate(cells):
        aside = (order - (len(cells) - 1) / 2) * min(0.08, 0.6 / len(cells))
        groups = [(i + aside, one.groups[tag][v]) for i, v in enumerate(values) if v in one.groups.get(tag, {})]
        plot.line([(x, group.accuracy) for x, group in groups], number)
        for x, group in groups:
            plot.bar(x, *group.interval, number)
            plot.mark((x, group.accuracy), number)
        plot.named.append((number, _named(number, one)))
    return plot


def _points(found: Sequence[tuple[int, Summary, Point]], scale: Sequence[tuple[float, str]], told: str) -> _Plot:
    """Return points with the numbers of their cells; those that lie on each other share one label."""
    plot, width = _Plot(scale, told=told), scale[-1][0]
    labels: list[tuple[Point, list[int]]] = []
    for number, one, (x, y) in found:
        plot.mark((x, y), number)
        plot.named.append((number, _named(number, one)))
        near = next((n for (a, b), n in labels if abs(a - x) < NEAR * width and abs(b - y) < 2 * NEAR), None)
        if near is None:
            labels.append(((x, y), [number]))
        else:
            near.append(number)
    for point, numbers in labels:
        right = point[0] > 0.85 * width
        said = ", ".join(str(number + 1) for number in numbers)
        plot.words(point, said, (-8 if right else 8, 12 if point[1] > 0.9 else -4), "end" if right else "start")
    return plot


def _lines(found: Sequence[tuple[int, Summary, Sequence[Point]]], told: str) -> _Plot:
    """Return accuracy along whole numbers."""
    values = sorted({x for _, _, points in found for x, _ in points})
    heights = [y for _, _, points in found for _, y in points]
    low, high = math.floor(20 * min(heights)) / 20, math.ceil(20 * max(heights)) / 20
    low, high = (low, high) if high > low else (low - 0.05, high)
    steps = [(low + (high - low) * n / 4, f"{100 * (low + (high - low) * n / 4):.1f}%") for n in range(5)]
    room = max(1, len(values) // 12)
    across = [(x, f"{x:.0f}" if place % room == 0 else "") for place, x in enumerate(values)]
    plot = _Plot(across, steps, told)
    for number, one, points in found:
        plot.line(points, number)
        for point in points:
            plot.mark(point, number)
        plot.named.append((number, _named(number, one)))
    return plot


def _reliability(cells: Numbered) -> _Plot:
    plot = _Plot(_SHARES, told="confidence; the larger a mark, the more problems")
    plot.line([(0, 0), (1, 1)], None, "stroke-dasharray:2 3")
    for number, one in cells:
        levels = [((level.confidence, level.accuracy), level.problems) for level in one.confidence_levels]
        plot.line([point for point, _ in levels], number)
        for point, problems in levels:
            plot.mark(point, number, 0.8 + 0.15 * math.sqrt(problems), "opacity:.6")
        plot.named.append((number, f"{_named(number, one)}, ECE {one.calibration_error or 0:.3f}"))
    return plot


def _colour(number: int) -> str:
    return f"var(--c{number % len(COLOURS)})"


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>' if text else ""


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" style="stroke:var(--line)"/>'


def _named(number: int, one: Summary) -> str:
    return f"{number + 1}  {short(one.translator)}"


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
