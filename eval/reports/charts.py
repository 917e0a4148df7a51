"""Plots of a run, as SVG to put into a page, which gives them its colours, dark or light."""

from __future__ import annotations

import html
import io
import re
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import require

from ..scoring.summary import Summary
from .figures import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Final = ("#1d4ed8", "#b91c1c", "#047857", "#b45309", "#6d28d9", "#0e7490", "#be185d", "#4d7c0f")
"""The colours of cells, in their order; the page's ``--c0`` and so on."""
MARKERS: Final = "osD^vPX"
"""The shapes of cells, in their order. Seven beside eight colours: no two of 56 cells look alike."""
ORDERED: Final = ("depth", "length", "level", "steps", "conflicts")
"""Tags along which accuracy is drawn."""
MOST: Final = 24
"""The most values of a tag that are drawn."""
NEAR: Final = 0.035
"""How near points are, as a share of an axis, that get one label together."""
_INK: Final = "#1a2233"
_DIM: Final = "#667085"
_STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.parse_math": False,  # a name may hold dollar signs
    "text.color": _INK,
    "axes.edgecolor": _DIM,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "grid.color": _DIM,
    "savefig.transparent": True,
}

Numbered = Sequence[tuple[int, Summary]]
"""Cells with their numbers, from 0."""


def charts(run: Run) -> list[tuple[str, str]]:
    """Return the titles and the SVG of the plots that a run has data for."""
    cells = [(number, one) for number, one in enumerate(run.cells.values()) if one.samples]
    if not cells:
        return []
    wanted: list[tuple[str, Callable[[Axes], None], float]] = [
        ("Accuracy, 95 % intervals", partial(_accuracies, cells=cells), 0.9 + 0.36 * len(cells))
    ]
    for tag in ORDERED:
        if 1 < len({value for _, one in cells for value in one.groups.get(tag, {})}) <= MOST:
            wanted.append((f"Accuracy by {tag}, 95 % intervals", partial(_by, cells=cells, tag=tag), 3.2))
    programs = [(number, one) for number, one in cells if one.semantics]
    if len(programs) > 1:
        wanted.append(("Executable rate and executable accuracy", partial(_rates, cells=programs), 3.2))
    paid = [(number, one) for number, one in cells if one.usage is not None and one.usage.cost is not None]
    if paid:
        wanted.append(("Cost and accuracy", partial(_costs, cells=paid), 3.2))
    voted = [(number, one) for number, one in cells if len(one.vote_gains) > 1]
    if voted:
        wanted.append(("Accuracy of the vote by samples", partial(_votes, cells=voted), 3.2))
    if repaired := [(number, one) for number, one in cells if len(one.rounds) > 1]:
        wanted.append(("Accuracy by repairs", partial(_repairs, cells=repaired), 3.2))
    if sure := [(number, one) for number, one in cells if len(one.confidence_levels) > 1]:
        wanted.append(("Reliability: accuracy by confidence", partial(_reliability, cells=sure), 3.2))
    return [(title, _svg(draw, title, place, height)) for place, (title, draw, height) in enumerate(wanted)]


def _svg(draw: Callable[[Axes], None], title: str, place: int, height: float, width: float = 4.8) -> str:
    """Return a plot. Its legend stands below it, where no data is, and makes it higher."""
    require("eval", "matplotlib")
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # letters that our font lacks are drawn with the reader's
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
        draw(axes)
        handles, labels = axes.get_legend_handles_labels()
        if handles:
            figure.set_figheight(height + 0.18 * len(handles))
            figure.legend(handles, labels, loc="outside lower left", fontsize=8, frameon=False)
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None})
    return _for_page(held.getvalue(), title, place)


def _for_page(text: str, title: str, place: int) -> str:
    """Return a plot with a name, names of its own for its parts, and the page's colours."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda m: f' id="plot{place}-{m[1]}"' if m[1] in used else "", text)
    text = re.sub(r'(url\(#|href="#)', rf"\1plot{place}-", text)
    for number, colour in enumerate(COLOURS):
        text = text.replace(colour, f"var(--c{number})")
    text = text.replace(_INK, "var(--ink)").replace(_DIM, "var(--dim)")
    name = html.escape(f"{title}; the figures are in the tables of this page")
    return text.replace("<svg", f'<svg role="img" aria-label="{name}"', 1)


def _looks(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}


def _named(number: int, one: Summary) -> str:
    return f"{number + 1}  {short(one.translator)}"


def short(name: str, most: int = 44) -> str:
    """Return a name, shortened in its middle if it is long."""
    half = most // 2
    return name if len(name) <= most else f"{name[:half]}…{name[1 - half :]}"


def _accuracies(axes: Axes, cells: Numbered) -> None:
    for place, (number, one) in enumerate(reversed(cells)):
        low, high = one.intervals["accuracy"]
        looks = _looks(number)
        axes.plot([low, high], [place, place], color=looks["color"], linewidth=3, alpha=0.5, solid_capstyle="round")
        accuracy = one.accuracy or 0.0
        axes.plot([accuracy], [place], linestyle="", **looks)
        axes.annotate(f"{accuracy:.1%}", (accuracy, place), (0, 6), textcoords="offset points", ha="center")
    axes.axvline(cells[0][1].baseline or 0.0, color=_DIM, linestyle=":", linewidth=1)
    axes.set_yticks(
        range(len(cells)), [f"{number + 1}  {short(one.translator, 26)}" for number, one in reversed(cells)]
    )
    axes.set_ylim(-0.6, len(cells) - 0.2)
    _shares(axes.set_xlim, axes.xaxis)
    axes.set_xlabel("dotted: always the most frequent label")


def _by(axes: Axes, cells: Numbered, tag: str) -> None:
    values = sorted({v for _, one in cells for v in one.groups.get(tag, {})}, key=rank)
    for place, (number, one) in enumerate(cells):
        groups = one.groups.get(tag, {})
        aside = (place - (len(cells) - 1) / 2) * min(0.08, 0.6 / len(cells))
        at = [i + aside for i, v in enumerate(values) if v in groups]
        rows = [groups[v] for v in values if v in groups]
        below = [max(g.accuracy - g.interval[0], 0) for g in rows]
        above = [max(g.interval[1] - g.accuracy, 0) for g in rows]
        shares, name = [g.accuracy for g in rows], _named(number, one)
        axes.errorbar(at, shares, [below, above], linestyle="-", capsize=2, label=name, markersize=5, **_looks(number))
    axes.set_xticks(range(len(values)), values, rotation=45 if len(values) > 8 else 0)
    axes.set_xlabel(tag)
    _shares(axes.set_ylim, axes.yaxis)


def _rates(axes: Axes, cells: Numbered) -> None:
    found = [(n, one, one.executable_rate, one.executable_accuracy) for n, one in cells]
    _points(axes, [(n, one, rate, of) for n, one, rate, of in found if rate is not None and of is not None], 1.0)
    axes.set_xlabel("executable rate")
    axes.set_ylabel("executable accuracy")
    _shares(axes.set_xlim, axes.xaxis)
    _shares(axes.set_ylim, axes.yaxis)


def _costs(axes: Axes, cells: Numbered) -> None:
    found = [
        (number, one, one.usage.cost / one.samples, one.accuracy or 0.0)
        for number, one in cells
        if one.usage is not None and one.usage.cost is not None
    ]
    most = max(cost for _, _, cost, _ in found) or 1.0
    _points(axes, found, most)
    axes.set_xlim(0, 1.08 * most)
    axes.set_xlabel("cost of a sample")
    axes.set_ylabel("accuracy")
    _shares(axes.set_ylim, axes.yaxis)


def _points(axes: Axes, found: Sequence[tuple[int, Summary, float, float]], width: float) -> None:
    """Draw points with the numbers of their cells; those that lie on each other share one label."""
    labels: list[tuple[float, float, list[int]]] = []
    for number, one, x, y in found:
        axes.plot([x], [y], linestyle="", label=_named(number, one), **_looks(number))
        near = next((n for a, b, n in labels if abs(a - x) < NEAR * width and abs(b - y) < 2 * NEAR), None)
        if near is None:
            labels.append((x, y, [number]))
        else:
            near.append(number)
    for x, y, numbers in labels:
        said = ", ".join(str(number + 1) for number in numbers)
        right = x > 0.85 * width
        ends: dict[str, Any] = {"ha": "right" if right else "left", "va": "top" if y > 0.9 else "bottom"}
        place = (-5 if right else 5, -4 if y > 0.9 else 4)
        axes.annotate(said, (x, y), place, textcoords="offset points", fontsize=8, **ends)


def _votes(axes: Axes, cells: Numbered) -> None:
    for number, one in cells:
        samples, shares = [g.samples for g in one.vote_gains], [g.accuracy for g in one.vote_gains]
        axes.plot(samples, shares, "-", label=_named(number, one), **_looks(number))
    axes.set_xlabel("samples that vote")
    axes.set_ylabel("accuracy")
    _whole(axes)
    _percent(axes.yaxis)


def _repairs(axes: Axes, cells: Numbered) -> None:
    for number, one in cells:
        axes.plot(
            [g.repairs for g in one.rounds], [g.accuracy for g in one.rounds], "-",
            label=_named(number, one), **_looks(number),
        )  # fmt: skip
    axes.set_xlabel("repairs")
    axes.set_ylabel("accuracy")
    _whole(axes)
    _percent(axes.yaxis)


def _reliability(axes: Axes, cells: Numbered) -> None:
    axes.plot([0, 1], [0, 1], color=_DIM, linestyle=":", linewidth=1)
    for number, one in cells:
        looks = _looks(number)
        name = f"{_named(number, one)}, ECE {one.calibration_error or 0:.3f}"
        x, y = ([getattr(level, field) for level in one.confidence_levels] for field in ("confidence", "accuracy"))
        axes.plot(x, y, "-", label=name, **looks)
        axes.scatter(x, y, [8 + 2 * level.problems for level in one.confidence_levels], color=looks["color"], alpha=0.4)
    axes.set_xlabel("confidence; the larger a point, the more problems")
    axes.set_ylabel("accuracy")
    _shares(axes.set_xlim, axes.xaxis)
    _shares(axes.set_ylim, axes.yaxis)


def _whole(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _shares(limit: Callable[[float, float], object], axis: Any) -> None:
    limit(-0.02, 1.04)
    _percent(axis)


def _percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0))


def rank(value: str) -> tuple[float, str]:
    """Return what puts values of a tag in their order: numbers, levels, words."""
    known = {"easy": 0, "medium": 1, "hard": 2}
    try:
        return float(value), value
    except ValueError:
        return float(known.get(value, 1e9)), value
