"""Plots of a run, as SVG to put into a page."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sorites.solvers import require

from ..scoring.summary import Summary
from .figures import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Final = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f")
"""The colours of cells, in their order."""
ORDERED: Final = ("depth", "length", "level", "steps", "conflicts")
"""Tags along which accuracy is drawn."""


def _svg(draw: Callable[[Axes], None], width: float = 5.2, height: float = 3.4) -> str:
    require("eval", "matplotlib")
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9}):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
        draw(axes)
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None})
    text = held.getvalue()
    return text[text.index("<svg") :]


def charts(run: Run) -> list[tuple[str, str]]:
    """Return the titles and the SVG of the plots that a run has data for."""
    found = [("Accuracy, 95 % intervals", _svg(lambda axes: _accuracies(axes, run), height=1 + 0.4 * len(run.cells)))]
    for tag in ORDERED:
        if any(len(one.groups.get(tag, {})) > 1 for one in run.cells.values()):
            found.append((f"Accuracy by {tag}, 95 % intervals", _svg(partial(_by, run=run, tag=tag))))
    programs = [one for one in run.cells.values() if one.semantics]
    if len(programs) > 1:
        found.append(("Executable rate and executable accuracy", _svg(lambda axes: _rates(axes, programs))))
    paid = [one for one in run.cells.values() if one.usage is not None and one.usage.cost is not None]
    if paid:
        found.append(("Cost and accuracy", _svg(lambda axes: _costs(axes, paid))))
    voted = [one for one in run.cells.values() if len(one.vote_gains) > 1]
    if voted:
        found.append(("Accuracy of the vote by samples", _svg(lambda axes: _votes(axes, voted))))
    if sure := [one for one in run.cells.values() if len(one.confidence_levels) > 1]:
        found.append(("Reliability: accuracy by confidence", _svg(lambda axes: _reliability(axes, sure))))
    return found


def _accuracies(axes: Axes, run: Run) -> None:
    for place, one in enumerate(reversed(run.cells.values())):
        low, high = one.intervals["accuracy"]
        colour = COLOURS[(len(run.cells) - 1 - place) % len(COLOURS)]
        axes.plot([low, high], [place, place], color=colour, linewidth=3, alpha=0.5, solid_capstyle="round")
        axes.plot([one.accuracy], [place], "o", color=colour)
        axes.annotate(f"{one.accuracy:.1%}", (one.accuracy, place), (0, 6), textcoords="offset points", ha="center")
    first = next(iter(run.cells.values()))
    axes.axvline(first.baseline, color="#888", linestyle=":", linewidth=1)
    axes.set_yticks(range(len(run.cells)), [_short(n) for n in reversed(run.cells)])
    axes.set_ylim(-0.6, len(run.cells) - 0.2)
    axes.set_xlim(0, 1.03)


def _by(axes: Axes, run: Run, tag: str) -> None:
    values = sorted({v for one in run.cells.values() for v in one.groups.get(tag, {})}, key=_number)
    for place, (name, one) in enumerate(run.cells.items()):
        groups = one.groups.get(tag, {})
        at = [i + 0.06 * (place - len(run.cells) / 2) for i, v in enumerate(values) if v in groups]
        rows = [groups[v] for v in values if v in groups]
        below = [g.accuracy - g.interval[0] for g in rows]
        above = [g.interval[1] - g.accuracy for g in rows]
        colour = COLOURS[place % len(COLOURS)]
        shares = [g.accuracy for g in rows]
        axes.errorbar(at, shares, [below, above], fmt="o-", color=colour, capsize=2, label=_short(name))
    axes.set_xticks(range(len(values)), values)
    axes.set_ylim(0, 1.03)
    axes.set_xlabel(tag)
    axes.legend(fontsize=7, frameon=False)


def _rates(axes: Axes, programs: list[Any]) -> None:
    for place, one in enumerate(programs):
        axes.plot([one.executable_rate], [one.executable_accuracy], "o", color=COLOURS[place % len(COLOURS)])
        _name(axes, one, one.executable_rate, one.executable_accuracy)
    axes.set_xlim(0, 1.03)
    axes.set_ylim(0, 1.03)
    axes.set_xlabel("executable rate")
    axes.set_ylabel("executable accuracy")


def _costs(axes: Axes, paid: list[Any]) -> None:
    for place, one in enumerate(paid):
        axes.plot([one.usage.cost / one.samples], [one.accuracy], "o", color=COLOURS[place % len(COLOURS)])
        _name(axes, one, one.usage.cost / one.samples, one.accuracy)
    axes.set_xlabel("cost of a sample")
    axes.set_ylabel("accuracy")
    axes.set_ylim(0, 1.03)


def _votes(axes: Axes, voted: list[Any]) -> None:
    for place, one in enumerate(voted):
        gains = one.vote_gains
        colour = COLOURS[place % len(COLOURS)]
        axes.plot(
            [g.samples for g in gains], [g.accuracy for g in gains], "o-", color=colour, label=_short(one.translator)
        )
    axes.set_xlabel("samples that vote")
    axes.set_ylabel("accuracy")
    axes.legend(fontsize=7, frameon=False)


def _reliability(axes: Axes, sure: list[Summary]) -> None:
    axes.plot([0, 1], [0, 1], color="#888", linestyle=":", linewidth=1)
    for place, one in enumerate(sure):
        levels, colour = one.confidence_levels, COLOURS[place % len(COLOURS)]
        name = f"{_short(one.translator)}, ECE {one.calibration_error or 0:.3f}"
        x, y = ([getattr(level, field) for level in levels] for field in ("confidence", "accuracy"))
        axes.plot(x, y, "-", color=colour, label=name)
        axes.scatter(x, y, [8 + 2 * level.problems for level in levels], color=colour, alpha=0.6)
    axes.set_xlim(0, 1.03)
    axes.set_ylim(0, 1.03)
    axes.set_xlabel("confidence")
    axes.set_ylabel("accuracy")
    axes.legend(fontsize=7, frameon=False)


def _name(axes: Axes, one: Summary, x: float, y: float) -> None:
    axes.annotate(_short(one.translator), (x, y), (4, 4), textcoords="offset points", fontsize=7)


def _short(name: str) -> str:
    return name if len(name) <= 34 else f"{name[:18]}…{name[-14:]}"


def _number(value: str) -> tuple[float, str]:
    known = {"easy": 0, "medium": 1, "hard": 2}
    try:
        return float(value), value
    except ValueError:
        return float(known.get(value, 1e9)), value
