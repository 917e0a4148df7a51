"""Figures on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table

from ..scoring.metrics import LEAF, Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from .figures import Pair

_BARS: Final = 30
_ROWS: Final = 12
"""The most rows of a table by tag; summary.json has them all."""


def interval(low_high: tuple[float, float]) -> str:
    """Return an interval of shares."""
    low, high = low_high
    return f"{low:.1%} to {high:.1%}"


def show_cells(console: Console, summaries: Sequence[Summary]) -> None:
    """Print the figures of several cells beside each other, each by its number."""
    first = summaries[0]
    for number, one in enumerate(summaries, 1):
        console.print(f"[bold]{number}[/]  {one.translator}", highlight=False)
    table = Table(title=f"{first.dataset}, {first.samples} samples", title_justify="left", box=None)
    for column in ("", "ER", "EA", "accuracy", "95 %", "macro F1", "majority", "vote", "cost"):
        table.add_column(column, justify="right")
    for number, one in enumerate(summaries, 1):
        cost = f"{one.usage.cost:.4f}" if one.usage is not None and one.usage.cost is not None else ""
        shares = [f"{share:.1%}" for share in (one.executable_rate, one.executable_accuracy)]
        voted = f"{one.vote_accuracy:.1%}" if one.vote_accuracy is not None else ""
        most = f"{one.majority_accuracy:.1%}" if one.majority_accuracy is not None else ""
        sure = interval(one.intervals["accuracy"])
        row = [*shares, f"[bold]{one.accuracy:.1%}[/]", sure, f"{one.macro_f1:.2f}", most, voted, cost]
        table.add_row(f"[bold]{number}[/]", *row)
    console.print(table)
    told = "ER: executable rate; EA: accuracy of these, of answers the response accuracy; most frequent label"
    console.print(f"[dim]{told}: {first.baseline:.1%}[/]")


def show_pairs(console: Console, pairs: Sequence[Pair], names: Sequence[str]) -> None:
    """Print how cells compare, pair by pair, by their numbers among the names."""
    table = Table(title="beside each other, on the same samples", title_justify="left", box=None)
    for column in ("", "", "samples", "difference", "95 %", "p (Holm)", ""):
        table.add_column(column, justify="left" if not column else "right")
    for pair in pairs:
        low, high = pair.found.interval
        one, other = names.index(pair.first) + 1, names.index(pair.second) + 1
        said = pair.said.replace(pair.first, str(one)).replace(pair.second, str(other))
        figures = (f"{pair.found.difference:+.1%}", f"{low:+.1%} to {high:+.1%}", f"{pair.p:.2g}")
        table.add_row(f"[bold]{one}[/]", f"[bold]{other}[/]", str(pair.found.samples), *figures, said)
    console.print(table)


def show_summary(console: Console, summary: Summary) -> None:
    """Print the figures of one cell."""
    figures = Table(title=f"{summary.dataset}, {summary.translator}", title_justify="left", show_header=False)
    figures.add_row("samples", str(summary.samples))
    answers = summary.response_accuracy is not None
    for shown, name, share in (
        ("answered as asked" if answers else "executable rate", "executable_rate", summary.executable_rate),
        (
            "response accuracy" if answers else "executable accuracy",
            "executable_accuracy",
            summary.executable_accuracy,
        ),
        ("accuracy", "accuracy", summary.accuracy),
    ):
        sure = summary.intervals.get(name)
        figures.add_row(shown, f"[bold]{share:.2%}[/]" + (f"  [dim]{interval(sure)}[/]" if sure else ""))
    figures.add_row(
        "macro F1", f"{summary.macro_f1:.3f}  [dim]always the most frequent label: {summary.baseline:.1%}[/]"
    )
    if summary.majority_accuracy is not None:
        figures.add_row("accuracy of the majority", f"[bold]{summary.majority_accuracy:.2%}[/]")
    if summary.vote_accuracy is not None:
        figures.add_row("accuracy of the vote", f"[bold]{summary.vote_accuracy:.2%}[/]")
        gains = ", ".join(f"{g.samples}: {g.accuracy:.1%}" for g in summary.vote_gains)
        figures.add_row("  over the first samples", gains)
        for level in summary.confidence_levels:
            figures.add_row(
                f"  confidence from {level.above:.0%}", f"{level.accuracy:.1%} of {level.problems} problems"
            )
    if summary.proof_f1 is not None:
        figures.add_row("rules of the proofs, F1", f"[bold]{summary.proof_f1.rules:.2%}[/]")
        figures.add_row("their conflicts, F1", f"[bold]{summary.proof_f1.conflicts:.2%}[/]")
    if summary.aligned is not None:
        one = summary.aligned
        told = f"exact {one.exact:.1%}, equivalent {one.equivalent:.1%}, formulas recalled {one.recall:.1%}"
        figures.add_row("beside the gold formulas", f"{told}  [dim]of {one.programs} programs[/]")
    for gain in summary.rounds:
        told = f"  after {gain.repairs} repair{'' if gain.repairs == 1 else 's'}"
        figures.add_row(told, f"executable {gain.executable_rate:.1%}, accuracy {gain.accuracy:.1%}")
    if summary.usage is not None:
        usage = summary.usage
        cost = f", cost {usage.cost:.4f}" if usage.cost is not None else ""
        tokens = f"{usage.input_tokens} + {usage.output_tokens} tokens"
        figures.add_row("the model", f"{usage.requests} requests, {tokens}{cost}")
    figures.add_row("solver, semantics", f"{summary.solver}, {summary.semantics}")
    figures.add_row("labels", ", ".join(f"{verdict} → {label}" for verdict, label in summary.label_scheme.items()))
    if summary.faults:
        figures.add_row("faults", f"[red]{summary.faults}[/]")
    if summary.checked is not None:
        figures.add_row("certificates checked", str(summary.checked))
    median, slow = (1000 * second for second in summary.latency)
    figures.add_row("milliseconds a sample", f"{median:.0f}  [dim]one in twenty from {slow:.0f}[/]")
    figures.add_row("problems a second", f"{summary.problems_per_second:.0f}")
    console.print(figures)
    for tag, values in summary.groups.items():
        if len(values) > _ROWS or tag in {"label", "diagnostic", LEAF}:  # the page has these
            continue
        table = Table(title=f"by {tag}", title_justify="left", box=None)
        for column in (tag, "samples", "executable", "accuracy of these", "accuracy", "95 %"):
            table.add_column(column, justify="left" if column == tag else "right")
        for value, group in values.items():
            shares = (group.executable_rate, group.executable_accuracy, group.accuracy)
            table.add_row(value, str(group.samples), *(f"{share:.1%}" for share in shares), interval(group.interval))
        console.print(table)
    most = max([*summary.verdicts.values(), 1])
    verdicts = Table(title="verdicts", title_justify="left", show_header=False, box=None)
    for verdict, count in summary.verdicts.items():
        verdicts.add_row(verdict, str(count), "█" * round(_BARS * count / most))
    console.print(verdicts)
    if summary.diagnostics:
        found = Table(title="diagnostics", title_justify="left", show_header=False, box=None)
        for code, count in summary.diagnostics.items():
            found.add_row(code, str(count))
        console.print(found)
